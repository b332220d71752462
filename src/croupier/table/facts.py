"""What happens at any table, whatever the game, and what does when it is a tournament's."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, ClassVar, Self

from croupier.aggregate.facts import Bar, Barring, Fact, Significance, ToldTo
from croupier.cards import Card
from croupier.quick_enums import quick
from croupier.rulebook.citations import Clauses
from croupier.table.wagers import MAIN

if TYPE_CHECKING:
    from collections.abc import Iterable


@quick
class Outcome(StrEnum):
    """How a wager came out. The four that move no chips differ in what they mean."""

    WIN = "win"
    LOSE = "lose"
    PUSH = "push"
    VOID = "void"
    RETURNED = "returned"


class Staking(Fact, frozen=True, kw_only=True):
    """An act that puts chips of a player on the layout; `amount` may be nothing."""

    moves_chips: ClassVar[bool] = True

    player: str
    amount: int = 0


class Settled(Fact, frozen=True, tag="settled", gc=False):
    """One wager decided: what was staked, how it came out, what it won or lost."""

    moves_chips: ClassVar[bool] = True
    lasts: ClassVar[bool] = True

    player: str
    box: int | None
    hand: int | None
    wager: str
    stake: int
    outcome: Outcome
    net: int
    on: str | None = None


class Reversed(Fact, frozen=True, tag="reversed", gc=False):
    """A settlement undone: what it won or lost goes back, the stake is its owner's already."""

    moves_chips: ClassVar[bool] = True
    lasts: ClassVar[bool] = True

    player: str
    box: int | None
    hand: int | None
    wager: str
    stake: int
    net: int
    on: str | None = None

    @classmethod
    def of(cls, fact: Settled, clauses: Clauses) -> Self:
        return cls(
            player=fact.player, box=fact.box, hand=fact.hand, wager=fact.wager, stake=fact.stake,
            net=fact.net, on=fact.on, clauses=clauses,
        )  # fmt: skip

    def undoes(self, fact: Settled) -> bool:
        return self == Reversed.of(fact, self.clauses)


def standing(facts: Iterable[Fact], before: Iterable[Settled] = ()) -> list[Settled]:
    """The settlements among facts, after those from before, without any that was undone."""
    found = [*before]
    for fact in facts:
        if isinstance(fact, Settled):
            found.append(fact)
        elif isinstance(fact, Reversed):
            undone = next((each for each in found if fact.undoes(each)), None)
            if undone is not None:
                found.remove(undone)
    return found


class TokensMoved(Fact, frozen=True, tag="tokens", gc=False):
    """Promotional tokens: given out, staked, back to their player, lost, or kept on a win.

    Staked, they count with the chips of the wager; what is settled there is told apart here.
    """

    told_to: ClassVar[ToldTo] = ToldTo.PERSON
    moves_chips: ClassVar[bool] = True
    lasts: ClassVar[bool] = True

    player: str
    issued: int = 0
    staked: int = 0
    returned: int = 0
    lost: int = 0
    kept: int = 0


# --- what a table states outside its rounds


class Opened(Fact, frozen=True, tag="opened"):
    """The table is open, on these approvals and determinations."""

    layout: str
    shoe: str
    shuffle: str
    decks: int


class SignDisplayed(Fact, frozen=True, tag="sign"):
    """What the sign says from now on: least, most and step of each kind of wager, in cents."""

    limits: dict[str, tuple[int, int | None, int]]


class Notified(Fact, frozen=True, tag="notice"):
    """Something the rules want said, to whom it was said."""

    is_news: ClassVar[bool] = True

    told_to: ClassVar[ToldTo] = ToldTo.ADDRESSEE
    person_in: ClassVar[str] = "to"

    to: str
    about: str
    detail: str = ""


class Attested(Fact, frozen=True, tag="attested"):
    """Somebody answers for something that a program cannot see."""

    told_to: ClassVar[ToldTo] = ToldTo.STAFF

    what: str
    by: str
    detail: str = ""


EXCLUDE_FROM_CASINO, DETAIN, HAND_OVER = "exclude from the casino", "detain", "hand over"
_BARS = {EXCLUDE_FROM_CASINO: Bar.EXCLUDED, DETAIN: Bar.DETAINED, HAND_OVER: Bar.DETAINED}
"""Powers that hold in the whole casino."""
_KINDS = {
    "exclude": "exclusion",
    DETAIN: "exclusion",
    HAND_OVER: "exclusion",
    "breach recorded": "breach",
}
"""The kinds of significant events that powers are, by the words with which they begin."""


class Exercised(Fact, frozen=True, tag="power"):
    """A power of the operator, used on somebody for a reason."""

    is_news: ClassVar[bool] = True

    told_to: ClassVar[ToldTo] = ToldTo.PERSON
    person_in: ClassVar[str] = "subject"

    power: str
    subject: str
    reason: str = ""

    @property
    def barring(self) -> Barring | None:
        bar = _BARS.get(self.power)
        if bar is None:
            return None
        return Barring(self.subject, bar, self.reason, ends=self.power == HAND_OVER)

    @property
    def significance(self) -> Significance:
        kinds = (kind for begins, kind in _KINDS.items() if self.power.startswith(begins))
        return Significance(next(kinds, "power"), self.power, self.subject, self.reason)


class Seated(Fact, frozen=True, tag="seated"):
    """Somebody sits at a box, or with no box does not sit any more."""

    player: str
    box: int | None


class Present(Fact, frozen=True, tag="present"):
    """Somebody comes to the table, goes, or is away for a moment."""

    player: str
    present: bool


class ChipsMoved(Fact, frozen=True, tag="chips"):
    """Chips brought to the table or taken away; without a player, to and from the float."""

    told_to: ClassVar[ToldTo] = ToldTo.PERSON

    player: str | None
    amount: int


class Placed(Staking, frozen=True, tag="placed"):
    """Chips put into a box, or with a negative amount taken back while betting is open."""

    box: int
    wager: str
    total: int


class BettingClosed(Fact, frozen=True, tag="no-more-bets"):
    round: int


class BettingReopened(Fact, frozen=True, tag="betting-reopened"):
    is_news: ClassVar[bool] = True

    round: int


class Controls(Fact, frozen=True, tag="controls"):
    """Who makes the decisions about a shared box's cards."""

    player: str
    box: int


class Warned(Fact, frozen=True, tag="warned"):
    """An owner is told that further wagers under the minimum will be returned."""

    is_news: ClassVar[bool] = True

    told_to: ClassVar[ToldTo] = ToldTo.PERSON

    player: str
    box: int
    wager: str


class Shuffled(Fact, frozen=True, tag="shuffled"):
    """Cards shuffled; the commitment proves later that their order was not changed."""

    cards: int
    commitment: str | None
    seeded_by: tuple[str, ...] | None = None
    """Who took part, if the commitment is the root of a joint shuffle; nobody, if it is empty."""


class TipBrought(Fact, frozen=True, tag="tip-brought"):
    """A player is bound to the links of a hash chain, and takes part in shuffles from now on."""

    player: str
    tip: str


class ShuffleCommitted(Fact, frozen=True, tag="shuffle-committed"):
    """The house is bound to its part of a shuffle; those whose tips are listed take part in it."""

    number: int
    root: str
    of: str
    """The hash of the pack."""
    tips: tuple[tuple[str, str], ...]
    """Player and tip, in the order in which their links count."""
    machine: bool = False
    cut_first: bool = False
    """Whether the cards are cut before any of them opens a link."""


class LinkOpened(Fact, frozen=True, tag="link-opened"):
    """A contributor has opened their link, which hashes to their tip."""

    player: str
    root: str
    link: str


class ShuffleVoided(Fact, frozen=True, tag="shuffle-voided"):
    """A shuffle that the house was bound to came to nothing, before a card of it was seen."""

    is_news: ClassVar[bool] = True

    number: int
    root: str
    missing: tuple[str, ...]
    """Who did not open a link, and is left out of the next."""
    reason: str = ""

    @property
    def significance(self) -> Significance | None:
        why = self.reason or f"no link of {', '.join(self.missing)}"
        return Significance("void", "a joint shuffle is void", f"shuffle {self.number}", why)


class CutOffered(Fact, frozen=True, tag="cut-offered"):
    """The cut is offered to a player, or with none left to the supervisor."""

    player: str | None


class CutMade(Fact, frozen=True, tag="cut"):
    by: str
    at: int


class ShoeLoaded(Fact, frozen=True, tag="shoe-loaded"):
    """Cards ready to be dealt; the cutting card comes after `until_cutting_card` of them."""

    cards: int
    until_cutting_card: int | None


class Burnt(Fact, frozen=True, tag="burnt"):
    """A card put into the discard rack; unseen, it has no name."""

    card: Card | None
    why: str


class SetAside(Fact, frozen=True, tag="set-aside"):
    """A card drawn in error that will be the next card, seen or unseen."""

    is_news: ClassVar[bool] = True

    card: Card | None
    for_next_round: bool = False
    """Whether it waits for the next round and is its first card."""


class TakenFromRack(Fact, frozen=True, tag="taken-from-rack"):
    """The card that was burnt last, out of the discard rack again: it will be the next card."""

    is_news: ClassVar[bool] = True

    card: Card | None


class InTheRack(Fact, frozen=True, tag="in-the-rack"):
    """Cards of hands that were settled early in the round: they are mixed with the discards."""

    cards: tuple[Card, ...]


class CuttingCardCame(Fact, frozen=True, tag="cutting-card"):
    """The cutting card came out: on a box, on the dealer's hand (0), or before any card."""

    box: int | None


class ShuffleDue(Fact, frozen=True, tag="shuffle-due"):
    at_once: bool


class MachineEmptied(Fact, frozen=True, tag="machine-emptied"):
    """What a broken machine had not dealt is taken out, to be shuffled by hand."""

    is_news: ClassVar[bool] = True

    cards: int


class Revealed(Fact, frozen=True, tag="revealed"):
    """The secret of a finished shuffle, checked against its commitment."""

    told_to: ClassVar[ToldTo] = ToldTo.OPEN_GAMES

    commitment: str
    secret: str


class RoundEnded(Fact, frozen=True, tag="round-ended"):
    round: int


class RoundVoided(Fact, frozen=True, tag="round-voided"):
    is_news: ClassVar[bool] = True

    round: int
    reason: str


class StatedAnew(Fact, frozen=True):
    """What the round stated before is withdrawn; what follows is the round as it should be."""

    is_news: ClassVar[bool] = True

    round: int
    decisions_kept: int
    waiting: tuple[Card, ...] = ()
    """Cards that were drawn and have no place in it yet: the next ones to be dealt."""

    @property
    def withdraws_round(self) -> bool:
        return True

    @property
    def counts_anew(self) -> int:
        return self.round


class Reconstructed(StatedAnew, frozen=True, tag="reconstructed"):
    """Every card lies where it was due, or every wager is what it should have been."""

    out_of_the_rack: bool = False
    """Whether the round had been collected and its cards are laid out again."""


class CardCorrected(StatedAnew, frozen=True, kw_only=True, tag="card-corrected"):
    """A card that lies there had been named wrongly; face down, it has no name here either."""

    draw: int
    """Which card of the round it is, in the order in which they were dealt."""
    was: Card | None
    card: Card | None
    reason: str = ""


class BurntCardCorrected(Fact, frozen=True, tag="burnt-card-corrected"):
    """A card that was burnt for all to see had been named wrongly."""

    is_news: ClassVar[bool] = True

    was: Card
    card: Card


REVIEW_REQUESTED = "review requested"
"""The stage of a dispute whose decision somebody wants looked at again."""


class Disputed(Fact, frozen=True, tag="dispute"):
    told_to: ClassVar[ToldTo] = ToldTo.STAFF

    number: int
    stage: str
    text: str


class TableClosed(Fact, frozen=True, tag="closed"):
    is_news: ClassVar[bool] = True

    reason: str


class Designated(Fact, frozen=True, tag="designated"):
    """The table is for a tournament and for nothing else."""

    tournament: str


class PositionAllocated(Fact, frozen=True, tag="position"):
    """A player has this box, or with none no position at the table any more."""

    player: str
    box: int | None


class TournamentChipsMoved(Fact, frozen=True, tag="tournament-chips"):
    """Tournament chips to the table or back; without a player, to and from the float."""

    player: str | None
    amount: int


class MarkerPlaced(Fact, frozen=True, tag="starting-marker"):
    box: int


class AskedToWager(Fact, frozen=True, tag="asked-to-wager"):
    player: str


class WageredOutOfOrder(Fact, frozen=True, tag="out-of-order"):
    """A wager made before its owner's turn; the owner is advised of what may follow."""

    is_news: ClassVar[bool] = True

    player: str
    times: int


class Passed(Fact, frozen=True, tag="passed"):
    player: str
    left: int
    """Pass cards that the player still has."""


class MadeGood(Fact, frozen=True, tag="made-good"):
    """A wager outside the limits is what it should have been."""

    is_news: ClassVar[bool] = True

    player: str
    was: int
    amount: int


class OutAtTable(Fact, frozen=True, tag="out"):
    """A player cannot wager the minimum of the next round, or has not wagered it."""

    is_news: ClassVar[bool] = True

    player: str
    residual: int
    wagered: int = 0
    taken: int = 0
    """The place in the order in which losers' chips were taken; the first is 1."""
    no_wager: bool = False
    """Whether it is for want of a wager, and not of chips."""
    there: bool = False
    """Whether who made none was at the table."""


class FormHandedIn(Fact, frozen=True, tag="form"):
    """A wager is written down and with the supervisor; an indicator shows that there is one."""

    player: str


class FormReturned(Fact, frozen=True, tag="form-returned"):
    """A form goes back to be put right before the round."""

    told_to: ClassVar[ToldTo] = ToldTo.PERSON

    player: str
    reason: str


class HiddenStaked(Staking, frozen=True, tag="hidden-stake"):
    """What an undisclosed wager is for; not told before it is announced."""

    moves_chips: ClassVar[bool] = True

    box: int
    wager: str = MAIN


class HiddenAnnounced(Fact, frozen=True, tag="hidden-announced"):
    """An undisclosed wager: what was written and what it counts for."""

    player: str
    written: int | None
    type: str
    amount: int


class FormInspected(Fact, frozen=True, tag="form-inspected"):
    told_to: ClassVar[ToldTo] = ToldTo.PERSON

    player: str
    of: str
    written: int | None
    type: str
