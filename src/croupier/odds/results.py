"""What an analysis answers: a game's wagers, each with its edge, and what of it is exact.

Amounts are in units of the initial wager, from the player's side: `net` of -1 is a lost wager. A
house edge has the other sign, so 0.010579 is what the house keeps of each unit. A figure that is
known as a ratio carries it in `exact`; one that is not has None there and says why among the
wager's `assumptions`.
"""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

AnswerT = TypeVar("AnswerT")


class _OfWager(Protocol):
    @property
    def wager(self) -> str: ...


OfWagerT = TypeVar("OfWagerT", bound=_OfWager)


def wager_called(wager: str, among: Sequence[OfWagerT], instrument: str) -> OfWagerT:
    """What an answer says of a wager first, or a `LookupError` that names those it knows."""
    for found in among:
        if found.wager == wager:
            return found
    known = ", ".join(found.wager for found in among)
    raise LookupError(f"{instrument} has no wager {wager} here, only {known}")


class WagerOutcome(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One way for a wager to come out: what it brings, and how likely it is."""

    outcome: str
    net: float
    chance: float
    exact: Fraction | None


class WagerOdds(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """One wager. What a game has no word for is left out."""

    wager: str
    house_edge: float
    exact: Fraction | None
    """The house edge as a ratio."""
    standard_deviation: float
    outcomes: tuple[WagerOutcome, ...]
    settlement: str | None = None
    """The method by which a winning wager is paid, where the table chooses one."""
    played: str | None = None
    """How the hand is played, where the same wager is worth something else played otherwise."""
    side_bets: tuple[str, ...] | None = None
    """The side bets in force, where the wager is one of theirs."""
    chart_house_edge: float | None = None
    """The edge against somebody who plays by the chart instead of by every card in sight."""
    element_of_risk: float | None = None
    """What the house keeps of all that is staked, raises included."""
    average_wager: float | None = None
    """All that is staked, for each unit staked at first."""
    actions: dict[str, float] | None = None
    """How often each decision is made."""
    by_up_card: dict[str, float] | None = None
    """The player's expectation by the card that the dealer shows."""
    even_money: dict[str, float] | None = None
    """What a Blackjack against an ace is worth, taking even money and waiting."""
    assumptions: tuple[str, ...] = ()
    """What was taken for granted, and what is rounded."""

    def __str__(self) -> str:
        from croupier.odds.formatting import wager_text

        return wager_text(self)

    def _repr_html_(self) -> str:
        from croupier.odds.formatting import wager_html

        return wager_html(self)


class Joint(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One way for all wagers of a round to come out together."""

    outcomes: dict[str, str]
    chance: float
    exact: Fraction | None


class GameOdds(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """The wagers of one table, for one composition of its shoe."""

    instrument: str
    not_approved: str | None = None
    """What says so, where the instrument is an amended one."""
    options: dict[str, Any]
    chosen: dict[str, str] = {}
    """What titles name: choices that are not as by default, or that edges depend on."""
    removed: tuple[str, ...] = ()
    """Cards that were taken out of the shoe."""
    wagers: tuple[WagerOdds, ...]
    joint: tuple[Joint, ...] = ()

    def __getitem__(self, wager: str) -> WagerOdds:
        return wager_called(wager, self.wagers, self.instrument)

    def __str__(self) -> str:
        from croupier.odds.formatting import odds_text

        return odds_text(self)

    def _repr_html_(self) -> str:
        from croupier.odds.formatting import odds_html

        return odds_html(self)


class Effect(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An option chosen otherwise than at the table, and the edge of a wager then."""

    option: str
    reading: str
    wager: str
    house_edge: float
    change: float
    """How much more the house keeps than as the table plays."""


class Effects(tuple[Effect, ...]):
    """Every option of a table chosen otherwise, one after the other."""

    __slots__ = ()

    def __str__(self) -> str:
        from croupier.odds.formatting import effects_text

        return effects_text(self)

    def _repr_html_(self) -> str:
        from croupier.odds.formatting import effects_html

        return effects_html(self)


class Decision(msgspec.Struct, frozen=True, kw_only=True):
    """The best choice, and what every choice is worth in initial wagers, the best play after it."""

    best: str
    values: dict[str, Fraction | float]
    """As ratios where they are known as such."""
    beside: dict[str, Fraction] = {}
    """What a unit is worth of each wager that may be made beside the choice."""
    notes: tuple[str, ...] = ()
    """What was taken for granted, and what is rounded."""

    @property
    def choices(self) -> Choices:
        """The same as plain data."""
        both = {**self.values, **self.beside}
        return Choices(
            best=self.best,
            values={choice: float(worth) for choice, worth in self.values.items()},
            beside={wager: float(worth) for wager, worth in self.beside.items()},
            exact={
                what: str(_write(worth)) if isinstance(worth, Fraction) else None
                for what, worth in both.items()
            },
            assumptions=self.notes,
        )

    def __str__(self) -> str:
        from croupier.odds.formatting import decision_text

        return decision_text(self)

    def _repr_html_(self) -> str:
        from croupier.odds.formatting import decision_html

        return decision_html(self)


class Choices(msgspec.Struct, frozen=True, kw_only=True):
    """A decision as plain data."""

    best: str
    values: dict[str, float]
    beside: dict[str, float]
    exact: dict[str, str | None]
    """Of both, as `p/q` where they are known as ratios."""
    assumptions: tuple[str, ...]


class Cell(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One situation: the best choice, and what every choice is worth in initial wagers."""

    action: str
    values: dict[str, float] = {}


class Chart(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One grid of situations. A row may end early; `None` is a situation that cannot be."""

    name: str
    across: str
    """What the columns are, such as `dealer's card`."""
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    cells: tuple[tuple[Cell | None, ...], ...]

    def __getitem__(self, place: tuple[str, str]) -> Cell | None:
        row, column = place
        return self.cells[self.rows.index(row)][self.columns.index(column)]


class Strategy(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How to play one table, for one composition of its shoe."""

    instrument: str
    not_approved: str | None = None
    """What says so, where the instrument is an amended one."""
    options: dict[str, Any]
    chosen: dict[str, str] = {}
    """What titles name: choices that are not as by default, or that edges depend on."""
    removed: tuple[str, ...] = ()
    actions: dict[str, str]
    """What each action's short form in a chart stands for: `{"H": "hit"}`."""
    charts: tuple[Chart, ...]
    notes: tuple[str, ...] = ()
    """What the charts do not say, and what was taken for granted."""

    @property
    def in_use(self) -> dict[str, str]:
        """The actions that some chart tells to take, with what they stand for."""
        told = {cell.action for chart in self.charts for row in chart.cells for cell in row if cell}
        return {action: words for action, words in self.actions.items() if action in told}

    def __str__(self) -> str:
        from croupier.odds.formatting import strategy_text

        return strategy_text(self)

    def _repr_html_(self) -> str:
        from croupier.odds.pictures import strategy_picture, svg

        return svg(strategy_picture(self))


def exact_wager(
    wager: str,
    ways: Iterable[tuple[str, Fraction, int]],
    *,
    assumptions: Iterable[str] = (),
    settlement: str | None = None,
    played: str | None = None,
    side_bets: Iterable[str] | None = None,
) -> WagerOdds:
    """A wager whose outcomes were counted: for each its name, what it brings, and its ways."""
    counted: dict[tuple[str, Fraction], int] = {}
    for outcome, net, count in ways:
        counted[outcome, net] = counted.get((outcome, net), 0) + count
    whole = sum(counted.values())
    outcomes = tuple(
        WagerOutcome(
            outcome=outcome, net=float(net), chance=count / whole, exact=Fraction(count, whole)
        )
        for (outcome, net), count in counted.items()
        if count
    )
    mean = sum((net * count for (_, net), count in counted.items()), Fraction()) / whole
    square = sum((net * net * count for (_, net), count in counted.items()), Fraction()) / whole
    return WagerOdds(
        wager=wager,
        house_edge=float(-mean),
        exact=-mean,
        standard_deviation=sqrt(square - mean * mean),
        outcomes=outcomes,
        settlement=settlement,
        played=played,
        side_bets=None if side_bets is None else tuple(side_bets),
        assumptions=tuple(assumptions),
    )


def edges(wagers: Iterable[WagerOdds]) -> dict[str, float]:
    """The edge of each wager as it is best played."""
    found: dict[str, float] = {}
    for wager in wagers:
        found.setdefault(wager.wager, wager.house_edge)
    return found


def exact_edges(wagers: Iterable[WagerOdds]) -> dict[str, Fraction | float]:
    """The same, as ratios where they are known as such."""
    found: dict[str, Fraction | float] = {}
    for wager in wagers:
        edge = wager.house_edge if wager.exact is None else wager.exact
        found.setdefault(wager.wager, edge)
    return found


def _write(value: object) -> str | float:
    """A ratio as `-33/415`, and `8/1` if it is whole; a number of NumPy's as the number it is."""
    if isinstance(value, Fraction):
        return f"{value.numerator}/{value.denominator}"
    if isinstance(value, float):
        return float(value)
    raise TypeError(f"{type(value).__name__} is not written as JSON")


def _read(kind: type, value: object) -> object:
    if kind is Fraction and isinstance(value, str):
        return Fraction(value)
    raise TypeError(f"{value!r} is no {kind.__name__}")


def encode(answer: object) -> bytes:
    """An answer as JSON, ratios as `p/q`."""
    return msgspec.json.encode(answer, enc_hook=_write)


def decode(text: bytes, kind: type[AnswerT]) -> AnswerT:
    """An answer from what `encode` wrote."""
    return msgspec.json.decode(text, type=kind, dec_hook=_read)


def plain(answer: object) -> Any:
    """An answer as dictionaries and lists, as JSON has it."""
    return msgspec.json.decode(encode(answer))
