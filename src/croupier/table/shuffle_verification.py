"""Whether a table's virtual shoes were what they were committed to be, worked out from its record.

The secret of a finished shoe is revealed in the record. With it, with the links that players opened
and with the cut that a person made after the commitment was published, the order of the shoe
follows; every card that the record says came out has to be the next card of that order. Nothing
here asks the table that made the record: cards are followed from shoe or machine to layout, rack
and back by what was stated.
"""

from __future__ import annotations

from collections import Counter, deque
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol

import msgspec

from croupier.cards import DECK, DECK_SIZE
from croupier.commitment import Contribution, opens_tip
from croupier.durations import HOUR
from croupier.shoe import (
    Committed,
    CutOutOfRange,
    NotOut,
    ShoeEmpty,
    ShufflingMachine,
    cut,
    opened,
    order,
    shuffle,
)
from croupier.table.acts.burn_and_reveal import NewCards, Reveal
from croupier.table.acts.dealing import cards_dealt
from croupier.table.acts.misnamed_cards import CorrectCard, CorrectLastCard
from croupier.table.acts.shuffling_machine import FeedMachine, LoadMachine, MachineFailed
from croupier.table.facts import (
    Burnt,
    BurntCardCorrected,
    CardCorrected,
    CutMade,
    CuttingCardCame,
    InTheRack,
    LinkOpened,
    MachineEmptied,
    Reconstructed,
    RoundEnded,
    SetAside,
    ShoeLoaded,
    ShuffleCommitted,
    Shuffled,
    ShuffleVoided,
    TableClosed,
    TakenFromRack,
)
from croupier.table.seeding import NOT_SEEDED, JointShuffle

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from croupier.aggregate.acts import Command
    from croupier.aggregate.facts import Fact
    from croupier.aggregate.record import Entry, Header
    from croupier.cards import Card


REVEALED_WITHIN = HOUR
"""How long after the end of a joint shuffle its secret may stay untold, in milliseconds."""


class Recorded(Protocol):
    """A record, as a table keeps it or as it is read back."""

    @property
    def header(self) -> Header: ...
    @property
    def entries(self) -> Sequence[Entry]: ...


class Verdict(StrEnum):
    """What the record shows of one shuffle."""

    PROVED = "proved"
    WRONG = "wrong"
    NOT_REVEALED = "not revealed"
    NOT_COMMITTED = "not committed"
    VOID = "void"
    """The house was bound to it, and no card of it was dealt."""
    WITHHELD = "withheld"
    """Its cards are done, and its secret was not told in time."""


class ShoeVerified(msgspec.Struct, frozen=True, kw_only=True):
    """What a shuffle shows, without its cards: those are told to whoever may see them."""

    entry: int
    commitment: str | None
    cards: int
    verdict: Verdict
    drawn: int
    problem: str
    seeded: str
    """Whose chance the order came of, in words."""


@dataclass(slots=True)
class ShoeCheck:
    """One shuffle: where it stands in the record, and whether its cards came as committed."""

    entry: int
    """The number of the entry that shuffled it."""
    commitment: str | None
    cards: int
    verdict: Verdict
    drawn: int = 0
    """How many of its cards came out, or for a machine how often one did."""
    problem: str = ""
    joint: JointShuffle | None = None
    """Who took part, with what, if it was a joint shuffle."""
    draws: list[Card | None] = field(default_factory=list, repr=False)
    """Every card that came out, in its order, once it was seen."""
    fed: list[tuple[int, tuple[Card | None, ...]]] = field(default_factory=list, repr=False)
    """What went back into a machine, each after so many draws."""
    cut_at: int | None = None
    finished_at: int | None = None
    """When its cards were done: the next shuffle, or the table closed."""

    @property
    def fair(self) -> bool:
        """Whether nothing speaks against it: a real shoe commits to nothing."""
        return self.verdict not in (Verdict.WRONG, Verdict.WITHHELD)

    @property
    def seeded(self) -> str:
        """Whose chance the order came of, in words."""
        if self.commitment is None:
            return ""
        return NOT_SEEDED if self.joint is None else self.joint.words

    @property
    def verified(self) -> ShoeVerified:
        """What of it is told as data."""
        return ShoeVerified(
            entry=self.entry, commitment=self.commitment, cards=self.cards, verdict=self.verdict,
            drawn=self.drawn, problem=self.problem, seeded=self.seeded,
        )  # fmt: skip

    def __str__(self) -> str:
        said = f"entry {self.entry}: {self.cards} cards, {self.drawn} drawn, {self.verdict}"
        return f"{said}: {self.problem}" if self.problem else said


def check_shoes(record: Recorded, now: int = 0) -> list[ShoeCheck]:
    """Every shuffle of a record in its order, checked as far as its secret is revealed.

    A secret that is still untold `now`, or when the record ends if that is later, may be overdue.
    """
    told = {
        entry.command.commitment: entry.command
        for entry in record.entries
        if isinstance(entry.command, Reveal)
    }
    table = CardFollower(record.header, told)
    for entry in record.entries:
        table.follow(entry)
        now = max(now, entry.at)
    for check in table.checks:
        overdue = check.finished_at is not None and check.finished_at + REVEALED_WITHIN < now
        if check.joint is not None and check.verdict is Verdict.NOT_REVEALED and overdue:
            check.verdict = Verdict.WITHHELD
            check.problem = "its cards are done, and its secret was not told in time"
    return table.checks


@dataclass(frozen=True, slots=True, eq=False)
class _Out:
    """A card that is out of the shoe and will be dealt: as far as it is known, and its draw."""

    card: Card | None
    check: ShoeCheck | None = None
    draw: int = -1

    def turn(self, card: Card) -> None:
        """It is seen now."""
        if self.check is not None and self.draw >= 0:
            self.check.draws[self.draw] = card


class _Source:
    """Where cards come from, and which is next, if that can be known."""

    def __init__(self, check: ShoeCheck) -> None:
        self.check = check
        self.stack: tuple[Card, ...] | None = None
        """The shuffled cards, before the cut and after it."""
        self.machine: ShufflingMachine | None = None
        self.until_cutting_card: int | None = None

    def draw(self, seen: Card | None, entry: int) -> Card | None:
        """The card that came out: as it was seen, or as the secret has it."""
        self.check.drawn += 1
        self.check.draws.append(seen)
        try:
            due = self._next()
        except (ShoeEmpty, IndexError):
            self.wrong(f"entry {entry}: a card came out, and none was left")
            return seen
        if due is not None and seen is not None and due is not seen:
            self.wrong(f"entry {entry}: {seen} came out, and the next card was {due}")
        return seen if due is None else due

    def set_aside(self, seen: Card | None, entry: int) -> _Out:
        """A card came out that will be dealt later."""
        return _Out(self.draw(seen, entry), self.check, len(self.check.draws) - 1)

    def _next(self) -> Card | None:
        if self.machine is not None:
            return self.machine.draw()
        return self.stack[self.check.drawn - 1] if self.stack is not None else None

    def wrong(self, problem: str) -> None:
        """The first thing that is wrong says it all; what follows from it is not followed up."""
        if self.check.verdict is not Verdict.WRONG:
            self.check.verdict, self.check.problem = Verdict.WRONG, problem
        self.stack = self.machine = None


_MOVES_CARDS = {
    Burnt, BurntCardCorrected, CardCorrected, CutMade, CuttingCardCame, LinkOpened, MachineEmptied,
    Reconstructed, RoundEnded, SetAside, ShoeLoaded, ShuffleCommitted, ShuffleVoided, Shuffled,
    TableClosed, TakenFromRack,
}  # fmt: skip
"""What is looked at of what a command brought about, after the cards that it dealt."""


class CardFollower:
    """Every card of a table, followed through its record, with the secrets that are known."""

    def __init__(self, header: Header, told: Mapping[str, Reveal]) -> None:
        self.checks: list[ShoeCheck] = []
        self._record = header.table
        self._pack = DECK * int(header.options["decks"])
        self._revealed = told
        self._awaited: JointShuffle | None = None
        self._early = False
        """Whether a link for the awaited shuffle was opened before its cut."""
        self._number = 0
        """How many shuffles the house was bound to."""
        self._awaited_at = 0
        """The entry by which the house was bound to it."""
        self._source = _Source(ShoeCheck(0, None, 0, Verdict.NOT_COMMITTED))
        self._pending: deque[_Out] = deque()
        self._for_next_round: list[_Out] = []
        self._layout: list[Card | None] = []
        self._rack: list[Card | None] = []
        self._collected = slice(0, 0)
        """Where in the rack the cards of the last round lie."""
        self._broken = False
        self._burnt_last = -1
        """Which draw of the source was burnt last."""
        self._burnt_place = -1
        """Where in the rack that card lies."""

    @property
    def undealt(self) -> tuple[Card, ...] | None:
        """What is left to be dealt, in its order or in a machine's row, if that can be known."""
        source = self._source
        if source.machine is not None:
            return source.machine.held
        return None if source.stack is None else source.stack[source.check.drawn :]

    def follow(self, entry: Entry) -> None:
        command = entry.command
        for fact in entry.facts:
            if isinstance(fact, InTheRack):
                self._discarded(fact, entry.n)
        for card in cards_dealt(command):
            self._layout.append(self._take(card, entry.n))
        if isinstance(command, FeedMachine):
            self._feed(entry.n)
        elif isinstance(command, MachineFailed) and not command.rectified:
            self._broken = bool(self._layout)
        elif isinstance(command, NewCards):
            self._broken = False
        for fact in entry.facts:
            if type(fact) in _MOVES_CARDS:
                self._after(fact, entry)

    def _after(self, fact: Fact, entry: Entry) -> None:
        source = self._source
        match fact:
            case ShuffleCommitted() | LinkOpened() | ShuffleVoided():
                self._followed_joint(fact, entry)
            case Shuffled():
                self._shuffled(fact, entry)
            case TableClosed():
                source.check.finished_at = entry.at
            case CutMade(at=at):
                self._cut(at)
            case ShoeLoaded(until_cutting_card=until):
                source.until_cutting_card = until
            case CuttingCardCame():
                self._cutting_card(entry.n)
            case SetAside(card=card, for_next_round=True):
                self._for_next_round.append(source.set_aside(card, entry.n))
            case SetAside(card=card):
                self._pending.append(source.set_aside(card, entry.n))
            case Burnt(card=card, why="seen, and nobody needed it"):
                self._pending.remove(next(each for each in self._pending if each.card is card))
                self._rack.append(card)
            case TakenFromRack():
                self._out_of_the_rack()
            case MachineEmptied():
                self._broken = True
            case Burnt(card=card):
                self._rack.append(source.draw(card, entry.n))
                self._burnt_last = len(source.check.draws) - 1
                self._burnt_place = len(self._rack) - 1
            case BurntCardCorrected(was=was, card=card):
                place = len(self._rack) - 1 - self._rack[::-1].index(was)
                self._rack[place] = card
                draws = source.check.draws
                draws[len(draws) - 1 - draws[::-1].index(was)] = card
            case RoundEnded():
                self._collected = slice(len(self._rack), len(self._rack) + len(self._layout))
                self._rack += self._layout
                self._layout.clear()
                self._pending.extendleft(reversed(self._for_next_round))
                self._for_next_round.clear()
            case Reconstructed() | CardCorrected():
                self._laid_again(fact, entry.command)

    def _take(self, card: Card, entry: int) -> Card:
        """A card is dealt: one that was drawn in error before, or the next."""
        if not self._pending:
            self._source.draw(card, entry)
        else:
            waited = self._pending.popleft()
            waited.turn(card)
            if waited.card is not None and waited.card is not card:
                aside = f"the card set aside was {waited.card}"
                self._source.wrong(f"entry {entry}: {card} was dealt, and {aside}")
        return card

    def _out_of_the_rack(self) -> None:
        """The card that was burnt last waits; the cards of the last round may lie after it."""
        place, of_round = self._burnt_place, self._collected
        card = self._rack.pop(place)
        self._pending.append(_Out(card, self._source.check, self._burnt_last))
        if place < of_round.start:
            self._collected = slice(of_round.start - 1, of_round.stop - 1)

    def _discarded(self, fact: InTheRack, entry: int) -> None:
        """Cards of the round are in the rack before it is over."""
        for card in fact.cards:
            if card in self._layout:
                self._layout.remove(card)
            else:
                self._source.wrong(f"entry {entry}: {card} was not on the layout")
            self._rack.append(card)

    def _laid_again(self, fact: Reconstructed | CardCorrected, command: Command) -> None:
        if isinstance(fact, CardCorrected):
            assert isinstance(command, CorrectLastCard | CorrectCard)
            self._layout[fact.draw - 1] = command.card
        elif fact.out_of_the_rack:
            self._layout = self._rack[self._collected]
            del self._rack[self._collected]
            if self._burnt_place >= self._collected.stop:
                self._burnt_place -= len(self._layout)
        if fact.waiting:
            del self._layout[-len(fact.waiting) :]
            self._pending.extendleft(_Out(card) for card in reversed(fact.waiting))

    def _feed(self, entry: int) -> None:
        source = self._source
        source.check.fed.append((source.check.drawn, tuple(self._rack)))
        if source.machine is not None:
            try:
                source.machine.insert(card for card in self._rack if card is not None)
            except NotOut as error:
                source.wrong(f"entry {entry}: {error}")
        self._rack.clear()

    def _cutting_card(self, entry: int) -> None:
        source = self._source
        if source.stack is not None and source.check.drawn != source.until_cutting_card:
            source.wrong(
                f"entry {entry}: the cutting card came after {source.check.drawn} cards, "
                f"and lay behind {source.until_cutting_card}"
            )

    # -- a shuffle

    def _followed_joint(
        self, fact: ShuffleCommitted | LinkOpened | ShuffleVoided, entry: Entry
    ) -> None:
        joint = self._awaited
        match fact:
            case ShuffleCommitted(number=number, root=root, of=of, machine=machine, tips=tips):
                first = fact.cut_first
                if joint is not None or number != self._number + 1:
                    why = f"what became of shuffle {number - 1} is not told"
                    self.checks.append(ShoeCheck(entry.n, root, 0, Verdict.WRONG, problem=why))
                self._number, self._early = number, False
                committed = Committed(self._record, number, root, of, machine)
                contributions = tuple(Contribution(player, tip) for player, tip in tips)
                self._awaited = JointShuffle(committed, entry.at, contributions, first)
                self._awaited_at = entry.n
            case LinkOpened(player=player, link=link) if joint is not None:
                self._early = self._early or joint.awaits_cut
                self._awaited = joint.with_link(player, link)
            case ShuffleVoided(missing=missing, reason=reason) if joint is not None:
                why = f"no link of {', '.join(missing)}" if missing else reason
                self.checks.append(
                    ShoeCheck(self._awaited_at, joint.root, 0, Verdict.VOID, problem=why)
                )
                self._awaited = None

    def _shuffled(self, fact: Shuffled, entry: Entry) -> None:
        known = self._cards_shuffled(fact)
        self._source.check.finished_at = entry.at
        check = ShoeCheck(entry.n, fact.commitment, fact.cards, Verdict.NOT_COMMITTED)
        self.checks.append(check)
        source = self._source = _Source(check)
        if fact.commitment is None:
            return
        if fact.seeded_by is not None:
            check.joint, self._awaited = self._awaited, None
            problem = _wrong_links(check.joint, fact)
            if self._early and not problem:
                problem = "a link was opened before the cards were cut"
            if problem or check.joint is None:
                source.wrong(problem)
                return
            check.cut_at = check.joint.cut
        revealed = self._revealed.get(fact.commitment)
        if revealed is None:
            check.verdict = Verdict.NOT_REVEALED
            return
        check.verdict = Verdict.PROVED
        pack = self._pack if revealed.pack is None else revealed.pack
        machine = isinstance(entry.command, LoadMachine)
        if check.joint is not None:
            _lay(source, check.joint, revealed.secret, pack, machine=machine)
        elif (secret := opened(fact.commitment, revealed.secret, pack)) is None:
            source.wrong("the secret does not fit the commitment")
        elif machine:
            source.machine = ShufflingMachine(pack, secret)
        else:
            source.stack = shuffle(pack, secret)
        if check.verdict is Verdict.PROVED and not _same(pack, known, fact.cards):
            source.wrong("the pack is not the cards that were shuffled")
        if check.joint is not None and check.joint.cut is not None:
            self._cut_stack(check.joint.cut)

    def _cards_shuffled(self, fact: Shuffled) -> list[Card | None]:
        """Which cards came together; those that nobody has seen are unknown."""
        if self._broken:
            self._broken = False
            machine = self._source.machine
            return list(machine.remove_all()) if machine is not None else [None] * fact.cards
        if fact.cards == len(self._pack):
            self._layout.clear()
            self._rack.clear()
            self._pending.clear()
            return list(self._pack)
        rack = self._rack
        self._rack = []
        return rack

    def _cut(self, at: int) -> None:
        awaited, joint = self._awaited, self._source.check.joint
        if awaited is not None and awaited.awaits_cut:
            self._awaited = replace(awaited, cut=at)
        elif joint is not None and joint.cut_first:
            self._source.wrong("the cards were cut again when their order was known")
        else:
            self._cut_stack(at)

    def _cut_stack(self, at: int) -> None:
        source = self._source
        source.check.cut_at = at
        if source.stack is not None:
            whole = len(source.stack)
            one_deck = len(self._pack) == DECK_SIZE  # which no rule says where to cut
            try:
                source.stack = cut(source.stack, at, range(1, whole) if one_deck else None)
            except CutOutOfRange as error:
                source.wrong(str(error))


def _same(pack: Sequence[Card], cards: Sequence[Card | None], number: int) -> bool:
    """Whether a pack is made of these cards, as far as they are known."""
    known = Counter(card for card in cards if card is not None)
    return len(pack) == len(cards) == number and not known - Counter(pack)


def _wrong_links(joint: JointShuffle | None, shuffled: Shuffled) -> str:
    """What speaks against the links of a shuffle, if anything does."""
    if joint is None or joint.root != shuffled.commitment:
        return "the house was bound to another shuffle"
    if joint.missing:
        return f"no link of {', '.join(joint.missing)} was opened"
    if joint.awaits_cut:
        return "the cards were not cut before their order was known"
    for each in joint.contributions:
        if each.link is None or not opens_tip(each.tip, each.link):
            return f"the link of {each.player} does not hash to the tip"
    if shuffled.seeded_by != joint.players:
        return "others took part than it says"
    return ""


def _lay(
    source: _Source, joint: JointShuffle, secret: str, pack: Sequence[Card], *, machine: bool
) -> None:
    """Lay the cards as the secret and the links have them."""
    try:
        laid = joint.committed.laid(bytes.fromhex(secret), pack)
    except ValueError:
        laid = None
    if laid is None or joint.committed.machine is not machine:
        source.wrong("the secret does not fit the root")
    elif machine:
        source.machine = ShufflingMachine(pack, laid.secret, joint.seed)
    else:
        source.stack = order(laid, pack, joint.seed)
