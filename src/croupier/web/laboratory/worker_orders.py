"""What may be asked of the laboratory, as it is sent to the worker, and how the worker answers."""

from __future__ import annotations

from hashlib import sha256
from math import prod
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from croupier.casino.expected_takings import ExpectedLine
from croupier.odds.counting import Counting
from croupier.odds.covariance import Covariances
from croupier.odds.edge_changes import EdgeChange
from croupier.odds.grids import arguments_of, axes_of, points_of
from croupier.odds.results import Choices, Effect, GameOdds, Strategy, decode, encode
from croupier.odds.risk import Risk, Takings
from croupier.odds.simulation import RAMP, ROUNDS_AN_HOUR
from croupier.odds.simulation.report import SimulationReport
from croupier.rulebook.amendments import book_of
from croupier.rulebook.instruments import Amendment

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.odds.grids import Point

    Watch = Callable[["WorkerProgress"], object]

MOST_TABLES = 64
"""Of a grid."""
MOST_ROUNDS = 100_000_000
"""Of a simulation, or of all tables of a grid."""


class Order(msgspec.Struct, frozen=True, kw_only=True, tag_field="ask"):
    """A question with one right answer: whoever asks it again is given the same."""

    @property
    def tool(self) -> str:
        """What is asked for, in a word."""
        return str(self.__struct_config__.tag)

    @property
    def id(self) -> str:
        return sha256(msgspec.json.encode(self, order="sorted")).hexdigest()[:24]


class TableOrder(Order, frozen=True, kw_only=True):
    """A question about one table."""

    instrument: str
    """The approved one, which the amendment amends if there is one."""
    amendment: Amendment | None = None
    options: dict[str, Any] = {}
    remove: str = ""
    extras: dict[str, Any] = {}
    """Values of the game's own parameters, by name."""


class OddsOrder(TableOrder, frozen=True, kw_only=True, tag="odds"):
    """What each wager costs."""


class StrategyOrder(TableOrder, frozen=True, kw_only=True, tag="strategy"):
    """The best way to play."""


class DecisionOrder(TableOrder, frozen=True, kw_only=True, tag="decision"):
    """What each choice is worth with these cards."""

    hand: str
    board: str = ""
    dealer: str = ""


class Situation(msgspec.Struct, frozen=True, kw_only=True):
    """Cards with which somebody had to decide."""

    hand: str
    board: str = ""
    dealer: str = ""


class ReviewOrder(TableOrder, frozen=True, kw_only=True, tag="review"):
    """What each choice was worth in every situation of a round."""

    situations: tuple[Situation, ...]


class EffectsOrder(TableOrder, frozen=True, kw_only=True, tag="effects"):
    """What each option does to the edges, chosen otherwise."""


class GridOrder(TableOrder, frozen=True, kw_only=True, tag="grid"):
    """One question about every table of a grid."""

    vary: tuple[str, ...]
    """`decks=4..8`, `soft_17=stand,hit`."""
    of: str = "odds"
    """The tool that answers it."""
    beside: dict[str, Any] = {}
    """What it is asked beside the table."""

    def points(self) -> list[Point]:
        """Its tables, fewer than the command line's, for anybody may ask.

        What is no grid is refused in words for whoever asked.
        """
        try:
            axes = axes_of(self.vary)
            count = prod(len(axis.values) for axis in axes)
            if count > MOST_TABLES:
                raise ValueError(f"{count:,} tables are more than {MOST_TABLES}")
            fixed = {"remove": self.remove, **self.extras, **self.beside}
            points = points_of(self.of, book_of(self), axes, fixed, self.options)
            rounds = sum(arguments_of(point).get("rounds", 0) for point in points)
            if rounds > MOST_ROUNDS:
                raise ValueError(f"{rounds:,} rounds in all are more than {MOST_ROUNDS:,}")
        except (LookupError, ValueError) as error:
            reason = str(error.args[0]).removeprefix("--grid: ")
            raise ValueError(f"vary: {reason}") from None
        return points


class ChangesOrder(Order, frozen=True, kw_only=True, tag="changes"):
    """What going from one instrument to another does to the edge."""

    before: str
    after: str


class SimulationOrder(TableOrder, frozen=True, kw_only=True, tag="simulation"):
    """Rounds played at random by the best chart."""

    rounds: int
    seed: int = 1
    boxes: int = 1
    penetration: float | Literal["cut"] | None = None
    count: str | None = None
    """The system that the player counts by, if they do."""
    ramp: str = RAMP
    rounds_an_hour: int = ROUNDS_AN_HOUR


class RiskOrder(TableOrder, frozen=True, kw_only=True, tag="risk"):
    """What becomes of a bankroll."""

    bankroll: float
    rounds: int
    stake: float = 1.0
    target: float | None = None
    wager: str | None = None
    cover: str = "first"


class TakingsOrder(TableOrder, frozen=True, kw_only=True, tag="takings"):
    """What a table should win of so many wagers."""

    rounds: int
    stake: float = 1.0
    wager: str | None = None
    drop: float | None = None
    confidence: float = 0.99


class CountOrder(TableOrder, frozen=True, kw_only=True, tag="count"):
    """What counting cards is worth."""

    count: str
    shoes: int
    seed: int = 1
    penetration: float | Literal["cut"] | None = None


class CovarianceOrder(TableOrder, frozen=True, kw_only=True, tag="covariance"):
    """How the wagers of one round depend on each other."""


class DossierOrder(TableOrder, frozen=True, kw_only=True, tag="dossier"):
    """The mathematics report on the table."""


class HouseTakingsOrder(Order, frozen=True, kw_only=True, tag="house-takings"):
    """What the tables of a casino won since a day beside what the odds expect of their wagers."""

    database: str
    since: str
    lines: int
    """How long its records were then: of a longer one the answer is another."""


BegunOrder = SimulationOrder | GridOrder | DossierOrder
"""What takes so long that somebody has to begin it."""
AnyOrder = (
    OddsOrder | StrategyOrder | DecisionOrder | ReviewOrder | EffectsOrder | GridOrder
    | ChangesOrder | SimulationOrder | RiskOrder | TakingsOrder | CountOrder | CovarianceOrder
    | DossierOrder | HouseTakingsOrder
)  # fmt: skip


class Frequency(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that the main wager brought, in initial wagers, and in what share of rounds."""

    net: float
    share: float


class Simulated(msgspec.Struct, frozen=True, kw_only=True):
    """A simulation that is over; `expected` is the mean as an exact analysis has it.

    Nobody has that of play by a count.
    """

    report: SimulationReport
    expected: float | None


class DossierFiles(msgspec.Struct, frozen=True, kw_only=True):
    """A dossier as it can be taken away; the PDF in base 64, where something can set one."""

    title: str
    table: str
    html: str
    pdf: str | None


ANSWERS: dict[type[Order], Any] = {
    OddsOrder: GameOdds,
    StrategyOrder: Strategy,
    DecisionOrder: Choices,
    ReviewOrder: tuple[Choices, ...],
    EffectsOrder: tuple[Effect, ...],
    GridOrder: list[dict[str, Any]],
    ChangesOrder: tuple[EdgeChange, ...],
    SimulationOrder: Simulated,
    RiskOrder: Risk,
    TakingsOrder: Takings,
    CountOrder: Counting,
    CovarianceOrder: Covariances,
    DossierOrder: DossierFiles,
    HouseTakingsOrder: tuple[ExpectedLine, ...],
}
"""What each question is answered with."""


class WorkerProgress(msgspec.Struct, frozen=True, kw_only=True, tag="step"):
    """How far a simulation has come, and its mean so far with its standard error, if known."""

    rounds: int
    mean: float
    error: float | None
    frequencies: tuple[Frequency, ...]


class WorkerAnswer(msgspec.Struct, frozen=True, kw_only=True, tag="answer"):
    """The end of the work."""

    text: str

    @classmethod
    def of(cls, found: object) -> WorkerAnswer:
        return cls(text=encode(found).decode())

    def read(self, order: Order) -> Any:
        return decode(self.text.encode(), ANSWERS[type(order)])


class WorkerRefusal(msgspec.Struct, frozen=True, kw_only=True, tag="refusal"):
    """Why there is no answer, in words for whoever asked."""

    reason: str


Word = WorkerProgress | WorkerAnswer | WorkerRefusal
