"""Whether a table's virtual shoes were what they were committed to be, worked out from its record.

The secret of a finished shoe is revealed in the record. With it, and with the cut that a person
made after the commitment was published, the order of the shoe follows; every card that the record
says came out has to be the next card of that order. Nothing here asks the table that made the
record: cards are followed from shoe or machine to layout, rack and back by what was stated.
"""

from __future__ import annotations

from collections import Counter, deque
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol

from croupier.cards import DECK, DECK_SIZE
from croupier.shoe import CutOutOfRange, NotOut, ShoeEmpty, ShufflingMachine, cut, opened, shuffle
from croupier.table.acts.burn_and_reveal import NewCards, Reveal
from croupier.table.acts.dealing import Deal
from croupier.table.acts.shuffling_machine import FeedMachine, LoadMachine, MachineFailed
from croupier.table.facts import (
    Burnt,
    CutMade,
    CuttingCardCame,
    InTheRack,
    MachineEmptied,
    Reconstructed,
    RoundEnded,
    SetAside,
    ShoeLoaded,
    Shuffled,
    TakenFromRack,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from croupier.aggregate.facts import Fact
    from croupier.aggregate.record import Entry, Header
    from croupier.cards import Card


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

    @property
    def fair(self) -> bool:
        """Whether nothing speaks against it: a real shoe commits to nothing."""
        return self.verdict is not Verdict.WRONG

    def __str__(self) -> str:
        said = f"entry {self.entry}: {self.cards} cards, {self.drawn} drawn, {self.verdict}"
        return f"{said}: {self.problem}" if self.problem else said


def check_shoes(record: Recorded) -> list[ShoeCheck]:
    """Every shuffle of a record in its order, checked as far as its secret is revealed."""
    table = _Cards(record)
    for entry in record.entries:
        table.follow(entry)
    return table.checks


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
        try:
            due = self._next()
        except (ShoeEmpty, IndexError):
            self.wrong(f"entry {entry}: a card came out, and none was left")
            return seen
        if due is not None and seen is not None and due is not seen:
            self.wrong(f"entry {entry}: {seen} came out, and the next card was {due}")
        return seen if due is None else due

    def _next(self) -> Card | None:
        if self.machine is not None:
            return self.machine.draw()
        return self.stack[self.check.drawn - 1] if self.stack is not None else None

    def wrong(self, problem: str) -> None:
        """The first thing that is wrong says it all; what follows from it is not followed up."""
        if self.check.verdict is not Verdict.WRONG:
            self.check.verdict, self.check.problem = Verdict.WRONG, problem
        self.stack = self.machine = None


class _Cards:
    """Every card of a table, followed through its record."""

    def __init__(self, record: Recorded) -> None:
        self.checks: list[ShoeCheck] = []
        self._pack = DECK * int(record.header.options["decks"])
        self._revealed = {
            entry.command.commitment: entry.command
            for entry in record.entries
            if isinstance(entry.command, Reveal)
        }
        self._source = _Source(ShoeCheck(0, None, 0, Verdict.NOT_COMMITTED))
        self._pending: deque[Card | None] = deque()
        self._for_next_round: list[Card | None] = []
        self._layout: list[Card | None] = []
        self._rack: list[Card | None] = []
        self._collected = slice(0, 0)
        """Where in the rack the cards of the last round lie."""
        self._broken = False

    def follow(self, entry: Entry) -> None:
        command = entry.command
        for fact in entry.facts:
            if isinstance(fact, InTheRack):
                self._discarded(fact, entry.n)
        if isinstance(command, Deal):
            self._layout.append(self._take(command.card, entry.n))
        elif isinstance(command, FeedMachine):
            self._feed(entry.n)
        elif isinstance(command, MachineFailed) and not command.rectified:
            self._broken = bool(self._layout)
        elif isinstance(command, NewCards):
            self._broken = False
        for fact in entry.facts:
            self._after(fact, entry)

    def _after(self, fact: Fact, entry: Entry) -> None:
        source = self._source
        match fact:
            case Shuffled():
                self._shuffled(fact, entry)
            case CutMade(at=at):
                self._cut(at)
            case ShoeLoaded(until_cutting_card=until):
                source.until_cutting_card = until
            case CuttingCardCame():
                self._cutting_card(entry.n)
            case SetAside(card=card, for_next_round=True):
                self._for_next_round.append(source.draw(card, entry.n))
            case SetAside(card=card):
                self._pending.append(source.draw(card, entry.n))
            case Burnt(card=card, why="seen, and nobody needed it"):
                self._pending.remove(card)
                self._rack.append(card)
            case TakenFromRack():
                self._pending.append(self._rack.pop())
            case MachineEmptied():
                self._broken = True
            case Burnt(card=card):
                self._rack.append(source.draw(card, entry.n))
            case RoundEnded():
                self._collected = slice(len(self._rack), len(self._rack) + len(self._layout))
                self._rack += self._layout
                self._layout.clear()
                self._pending.extendleft(reversed(self._for_next_round))
                self._for_next_round.clear()
            case Reconstructed():
                self._laid_again(fact)

    def _take(self, card: Card, entry: int) -> Card:
        """A card is dealt: one that was drawn in error before, or the next."""
        if not self._pending:
            self._source.draw(card, entry)
        else:
            waited = self._pending.popleft()
            if waited is not None and waited is not card:
                problem = f"entry {entry}: {card} was dealt, and the card set aside was {waited}"
                self._source.wrong(problem)
        return card

    def _discarded(self, fact: InTheRack, entry: int) -> None:
        """Cards of the round are in the rack before it is over."""
        for card in fact.cards:
            if card in self._layout:
                self._layout.remove(card)
            else:
                self._source.wrong(f"entry {entry}: {card} was not on the layout")
            self._rack.append(card)

    def _laid_again(self, fact: Reconstructed) -> None:
        if fact.out_of_the_rack:
            self._layout = self._rack[self._collected]
            del self._rack[self._collected]
        if fact.waiting:
            del self._layout[-len(fact.waiting) :]
            self._pending.extendleft(reversed(fact.waiting))

    def _feed(self, entry: int) -> None:
        source = self._source
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

    def _shuffled(self, fact: Shuffled, entry: Entry) -> None:
        known = self._cards_shuffled(fact)
        check = ShoeCheck(entry.n, fact.commitment, fact.cards, Verdict.NOT_COMMITTED)
        self.checks.append(check)
        source = self._source = _Source(check)
        if fact.commitment is None:
            return
        revealed = self._revealed.get(fact.commitment)
        if revealed is None:
            check.verdict = Verdict.NOT_REVEALED
            return
        check.verdict = Verdict.PROVED
        pack = self._pack if revealed.pack is None else revealed.pack
        secret = opened(fact.commitment, revealed.secret, pack)
        if secret is None:
            source.wrong("the secret does not fit the commitment")
        elif not _same(pack, known, fact.cards):
            source.wrong("the pack is not the cards that were shuffled")
        elif isinstance(entry.command, LoadMachine):
            source.machine = ShufflingMachine(pack, secret)
        else:
            source.stack = shuffle(pack, secret)

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
        source = self._source
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
