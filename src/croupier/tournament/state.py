"""What a tournament keeps track of: entrants, seats, tables, ties."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING

from croupier.quick_enums import quick

if TYPE_CHECKING:
    from croupier.rulebook.citations import Clauses
    from croupier.table.tournament_law import Ties
    from croupier.tournament.ranking import Standing


NO_WAGER = -1
"""The score of an additional round for players who made no wager: less than any chips."""


@quick
class TournamentPhase(StrEnum):
    """Where a tournament stands."""

    DRAFT = "draft"
    ENTRIES = "taking entries"
    SEATING = "seating"
    PLAYING = "playing"
    TIES = "deciding ties"
    PLAYED = "played"
    FINISHED = "finished"
    CANCELLED = "cancelled"


@quick
class Status(StrEnum):
    """Where an entrant stands."""

    IN = "in"
    MAY_BUY_BACK = "may buy back"
    OUT = "out"
    FORFEITED = "forfeited"
    DISQUALIFIED = "disqualified"
    WITHDRAWN = "withdrawn"
    REPLACED = "replaced"


@dataclass(slots=True)
class Departure:
    """The round of a session that put a player out, and what the player had before it."""

    table: str
    round: int
    chips: int
    is_void: bool = False


@dataclass(slots=True)
class Entrant:
    """Somebody who has entered."""

    name: str
    number: int
    """In the order of entry; it decides who gets the odd cents of a shared prize."""
    status: Status = Status.IN
    payers: tuple[str, ...] = ()
    """Who has paid for this entry: the entrant, and whoever played in the place before."""
    chips: int = 0
    seat: tuple[str, int] | None = None
    seated: bool = False
    """Whether the seat of the coming session has been taken."""
    has_played: bool = False
    """Whether a session of theirs has begun."""
    sessions: int = 0
    """The session that the player began last."""
    bought_in: bool = False
    cashed: bool = False
    """Whether the chips of the session have been paid out."""
    buy_backs: int = 0
    add_ons: int = 0
    points: Fraction = Fraction(0)
    standing: Standing = ()
    """How far the player came, once out or cut."""
    departure: Departure | None = None
    residual: int = 0
    """The chips that the player had when a round put them out."""
    before_play_off: int | None = None
    """The chips at the end of the session, once a player has those of a play-off instead."""
    tie_break: Standing = ()
    """What additional rounds or cards have told apart."""
    place: int | None = None
    prize: int = 0
    session_prizes: int = 0
    """How much of the prize was won in sessions."""

    def __post_init__(self) -> None:
        self.payers = self.payers or (self.name,)

    @property
    def forwent_play_off(self) -> bool:
        """True if the player made no wager for the additional round that told equals apart."""
        return (*self.standing, *self.tie_break)[-1:] == (NO_WAGER,)


@dataclass(slots=True)
class TableState:
    """How far the session has come at one table."""

    rounds: int = 0
    recorded: int = 0
    """Rounds that counted, those among them that are void since."""
    numbers: list[int] = field(default_factory=list)
    """What the table calls those that count."""
    shoes: int = 0
    over: bool = False
    stopped: bool = False
    """Whether it is over because no more players are left than it is played down to."""
    counted: dict[str, int] | None = None
    chips_back: bool = False


class Ground(StrEnum):
    """Why a player is disqualified."""

    BREACH = "breach of the rules"
    ABSENT = "absent"
    CONCEALED = "chips concealed"
    INCREASED = "chips increased"
    NO_WAGER = "no wager"


@dataclass(frozen=True, slots=True)
class WagerTime:
    """How long a player has for a wager, and how players were told."""

    seconds: int
    direction: str


@dataclass(frozen=True, slots=True)
class Dispute:
    """What is in dispute, and who disputes it if that is known."""

    text: str
    player: str = ""

    def __str__(self) -> str:
        return f"{self.player}: {self.text}" if self.player else self.text


@dataclass(frozen=True, slots=True)
class ReportedBreach:
    """A breach for which the rules have a player disqualified, if it is found to be one."""

    player: str
    breach: str
    clauses: Clauses


class Contest(StrEnum):
    """What equals are told apart for."""

    SESSION = "places of the session"
    LINE = "the next session"
    PRIZES = "prizes"


@dataclass(frozen=True, slots=True)
class Tie:
    """Players to be told apart, for so many places."""

    players: tuple[str, ...]
    places: int
    how: Ties
    contest: Contest


@dataclass(slots=True)
class SessionState:
    """The session that is seated, played or counted."""

    number: int
    starts: int | None = None
    """When it is published to begin."""
    began: int | None = None
    tables: dict[str, TableState] = field(default_factory=dict)
    players: list[str] = field(default_factory=list)
    """Everybody who plays in it."""
    drawn: bool = False
    played_at: dict[str, str] = field(default_factory=dict)
    """The table that each of them was last allocated to."""
    placed: bool = False
    """Whether points and prizes for its places have been awarded."""
    through: list[str] = field(default_factory=list)
    """Who goes on from it."""
    cut: list[str] = field(default_factory=list)
    next_in_line: dict[str, list[list[str]]] = field(default_factory=dict)
    """By a player of this session: equals by equals, those whom the player came before."""
