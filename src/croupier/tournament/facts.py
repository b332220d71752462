"""What a tournament states, under the clauses it cites."""

from __future__ import annotations

from typing import ClassVar

from croupier.aggregate.facts import Fact, ToldTo
from croupier.cards import Card
from croupier.joint_draws import DrawLinkOpened, DrawTipBrought, DrawVoided, RollClosed
from croupier.table.facts import Attested, Exercised, Notified
from croupier.table.tournament_law import ConditionsStep, Ties
from croupier.tournament.prize_pool import PaidFor


class StepTaken(Fact, frozen=True, tag="step"):
    """The conditions were documented, approved, published or notified."""

    told_to: ClassVar[ToldTo] = ToldTo.STAFF

    step: ConditionsStep
    document: str
    to: str = ""


class DirectorNominated(Fact, frozen=True, tag="director"):
    told_to: ClassVar[ToldTo] = ToldTo.STAFF

    person: str


class TermRuled(Fact, frozen=True, tag="term"):
    """A term of the conditions that differs from the rules, and which of the two counts."""

    term: str
    value: str
    conditions_prevail: bool


class EntriesOpened(Fact, frozen=True, tag="entries-opened"):
    pass


class EntriesClosed(Fact, frozen=True, tag="entries-closed"):
    entries: int


class Entered(Fact, frozen=True, tag="entered"):
    player: str
    number: int


class Reserved(Fact, frozen=True, tag="reserved"):
    """Somebody waits for a seat that is not taken."""

    told_to: ClassVar[ToldTo] = ToldTo.PERSON

    player: str


class MoneyPaid(Fact, frozen=True, tag="paid"):
    told_to: ClassVar[ToldTo] = ToldTo.PERSON

    player: str
    what: PaidFor
    amount: int


class MoneyRefunded(Fact, frozen=True, tag="refunded"):
    told_to: ClassVar[ToldTo] = ToldTo.PERSON

    player: str
    what: PaidFor
    amount: int


class ChipsCashed(Fact, frozen=True, tag="chips-cashed"):
    """What a player's chips are worth is paid out."""

    player: str
    amount: int


class Withdrawn(Fact, frozen=True, tag="withdrawn"):
    player: str


class Substituted(Fact, frozen=True, tag="substituted"):
    """Somebody plays on in the place of an entrant."""

    player: str
    instead_of: str


class BallotCommitted(Fact, frozen=True, tag="ballot-committed"):
    commitment: str


class BallotDrawn(Fact, frozen=True, tag="ballot-drawn"):
    """The secret of a draw, told with it."""

    commitment: str
    secret: str
    purpose: str
    late: bool = False
    """Whether the names were known already when it was committed to."""
    seeded_by: tuple[str, ...] = ()
    """Who took part, with links in this order; nobody, if the house has drawn alone."""


class SeatAllocated(Fact, frozen=True, tag="seat"):
    player: str
    table: str
    box: int


class SeatTaken(Fact, frozen=True, tag="seat-taken"):
    player: str


class PositionForfeited(Fact, frozen=True, tag="forfeited"):
    """Whoever was not there in time has lost the seat; the fee stays in the pool."""

    player: str


class StartMoved(Fact, frozen=True, tag="start-moved"):
    session: int
    was: int | None
    starts: int
    notice: str


class SessionStarted(Fact, frozen=True, tag="session-started"):
    session: int
    players: int


class ChipsIssued(Fact, frozen=True, tag="chips-issued"):
    """Tournament chips to a player, or with a negative amount from one back to the house."""

    player: str
    amount: int
    why: str


class RoundRecorded(Fact, frozen=True, tag="round"):
    """What a round at a table made of the chips of its players."""

    table: str
    round: int
    chips: dict[str, int]


class OtherGamePlayed(Fact, frozen=True, tag="other-game"):
    """A session of another authorised game, and what everybody had at its end."""

    session: int
    game: str
    scores: dict[str, int]


class Reinstated(Fact, frozen=True, tag="reinstated"):
    player: str
    reason: str


class LimitsChanged(Fact, frozen=True, tag="limits"):
    limits: dict[str, tuple[int, int]]


class MayBuyBack(Fact, frozen=True, tag="may-buy-back"):
    """A player cannot go on unless they buy back in time."""

    player: str
    residual: int


class Eliminated(Fact, frozen=True, tag="eliminated"):
    player: str
    session: int
    residual: int = 0


class Disqualified(Fact, frozen=True, tag="disqualified"):
    told_to: ClassVar[ToldTo] = ToldTo.PERSON

    player: str
    ground: str


class TableBroken(Fact, frozen=True, tag="table-broken"):
    table: str


class TableConcluded(Fact, frozen=True, tag="table-concluded"):
    """Play at a table ended before its time."""

    table: str


class ChipsCounted(Fact, frozen=True, tag="chips-counted"):
    table: str
    chips: dict[str, int]


class ChipsReturned(Fact, frozen=True, tag="chips-returned"):
    """The tournament chips of a table are back, but for these: denomination to how many."""

    table: str
    missing: dict[str, int] = {}


class SessionEnded(Fact, frozen=True, tag="session-ended"):
    session: int


class TieFound(Fact, frozen=True, tag="tie"):
    """Players who are equal where it matters, and how they will be told apart."""

    players: tuple[str, ...]
    places: int
    how: Ties


class TieDecided(Fact, frozen=True, tag="tie-decided"):
    """The order that an additional round or a draw of cards has made, the best first."""

    order: tuple[tuple[str, ...], ...]
    cards: dict[str, Card] = {}


class Advanced(Fact, frozen=True, tag="advanced"):
    player: str
    session: int
    """The session that the player goes on to."""


class PointsAwarded(Fact, frozen=True, tag="points"):
    """Points for the place in a session, as a fraction where several share them."""

    player: str
    session: int
    points: str


class PlaceAwarded(Fact, frozen=True, tag="place"):
    """A place, shared by as many as are tied, and what it is worth."""

    player: str
    place: int
    shared_by: int = 1
    prize: int = 0
    goods: tuple[str, ...] = ()
    session: int | None = None
    """The session that it is a place of; a place of the tournament has none."""


class Disputed(Fact, frozen=True, tag="dispute"):
    told_to: ClassVar[ToldTo] = ToldTo.PERSON

    text: str
    settled: bool = False
    player: str = ""
    """Who disputes it, if that is known."""


class Cancelled(Fact, frozen=True, tag="cancelled"):
    reason: str


class Finished(Fact, frozen=True, tag="finished"):
    pool: int


FACTS = (
    StepTaken | DirectorNominated | TermRuled | EntriesOpened | EntriesClosed | Entered | Reserved
    | MoneyPaid | MoneyRefunded | ChipsCashed | Withdrawn | Substituted | BallotCommitted
    | BallotDrawn | DrawTipBrought | RollClosed | DrawLinkOpened | DrawVoided
    | SeatAllocated | SeatTaken | PositionForfeited | StartMoved | SessionStarted | ChipsIssued
    | RoundRecorded | OtherGamePlayed | Reinstated | LimitsChanged | MayBuyBack | Eliminated
    | Disqualified | TableBroken
    | TableConcluded | ChipsCounted | ChipsReturned | SessionEnded | TieFound | TieDecided
    | Advanced | PointsAwarded | PlaceAwarded | Disputed | Cancelled | Finished
    | Attested | Exercised | Notified
)  # fmt: skip
