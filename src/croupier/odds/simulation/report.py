"""What a simulation found: each wager's mean with its error, and how a bankroll fares by it."""

from __future__ import annotations

from fractions import Fraction
from math import erfc, exp, hypot, sqrt
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.odds.parameters import every_table_parameter
from croupier.odds.simulation.count_report import CountReport

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Iterator

    from croupier.odds.simulation.tally import Tally, WagerTally

CONFIDENCE = 1.959964
"""Standard errors to either side of a mean that hold nineteen in twenty true values."""


class ResultCount(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that a wager may bring, in initial wagers, and how often it did."""

    net: float
    count: int
    share: float


class SideBet(msgspec.Struct, frozen=True, kw_only=True):
    """A wager beside the main one."""

    wager: str
    mean: float
    standard_error: float | None
    standard_deviation: float | None
    distribution: tuple[ResultCount, ...]


class Ruin(msgspec.Struct, frozen=True, kw_only=True):
    """How likely a bankroll is to be lost."""

    bankroll: float
    """In initial wagers."""
    rounds: int
    within: float
    """Before so many rounds are over."""
    ever: float


class CutCardEffect(msgspec.Struct, frozen=True, kw_only=True):
    """How much more a wager brings from a shoe dealt to the cut than from a fresh one."""

    mean: float
    standard_error: float | None


class SimulationReport(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A simulation of one table, for every main wager placed.

    What depends on how far results spread is None where too few shoes were dealt to tell.
    """

    instrument: str
    not_approved: str | None = None
    """What says so, where the instrument is an amended one."""
    options: dict[str, Any]
    chosen: dict[str, str] = {}
    """What titles name of the table."""
    removed: tuple[str, ...] = ()
    beside: dict[str, str | int | None] = {}
    """Initial wagers on each wager that was played for together with the first, by wager. In the
    data of an answer they stand under the names of the wagers."""
    rounds: int
    boxes: int
    penetration: float | None = None
    """The part of the shoe that is dealt; a fresh shoe for each round if None."""
    seed: int
    workers: int
    seconds: float
    """Of simulation, compiling and strategy apart."""
    wager: str
    mean: float
    standard_error: float | None
    standard_deviation: float | None
    distribution: tuple[ResultCount, ...]
    side_bets: tuple[SideBet, ...] = ()
    n0: float | None
    """Rounds after which the expectation is as large as one standard deviation."""
    risk_of_ruin: Ruin | None
    cut_card_effect: CutCardEffect | None = None
    counting: CountReport | None = None
    """Of a player who counts, if one was asked for."""
    asked_for: int | None = None
    """How many rounds were asked for, where it was interrupted before."""
    assumptions: tuple[str, ...] = ()
    """What was taken for granted."""

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """Return what lay on a wager beside the first: `report.trips` in Hold'em."""
            if not name.startswith("_"):
                for parameter in every_table_parameter():
                    if parameter.is_wagered_beside and parameter.name == name:
                        return parameter.read(self.beside.get(name, parameter.default))
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def __str__(self) -> str:
        from croupier.odds.simulation.formatting import report_text

        return report_text(self)

    def _repr_html_(self) -> str:
        from croupier.odds.simulation.formatting import report_html

        return report_html(self)


def distribution(results: Counter[Fraction]) -> tuple[ResultCount, ...]:
    """From the greatest loss up."""
    whole = results.total()
    return tuple(
        ResultCount(net=float(net), count=count, share=count / whole)
        for net, count in sorted(results.items())
    )


def side_bets(tally: Tally) -> Iterator[SideBet]:
    """All wagers but the main one."""
    for name, wagered in list(tally.wagers.items())[1:]:
        yield SideBet(
            wager=name,
            mean=float(wagered.mean),
            standard_error=wagered.error,
            standard_deviation=wagered.deviation,
            distribution=distribution(wagered.results),
        )


def cut_card_effect(cut: Tally, fresh: Tally) -> CutCardEffect:
    """The main wager of one shoe beside that of the other."""
    errors = [error for error in (cut.main.error, fresh.main.error) if error is not None]
    return CutCardEffect(
        mean=float(cut.main.mean - fresh.main.mean),
        standard_error=hypot(*errors) if len(errors) == 2 else None,
    )


def n0(mean: float, deviation: float | None) -> float | None:
    return (deviation / mean) ** 2 if mean and deviation is not None else None


def ruin(main: WagerTally, bankroll: float, rounds: int) -> Ruin:
    """By the results that came, one after the other; in the end, and where that takes too long, as
    if money moved in steps too small to notice."""
    from croupier.odds.risk import chance_of_ruin, lattice

    mean, deviation = float(main.mean), main.deviation
    assert deviation is not None
    smooth = drifting(mean, deviation, bankroll, rounds)
    whole = main.results.total()
    grid = lattice((net, count / whole) for net, count in main.results.items())
    within = chance_of_ruin(grid, bankroll, rounds)
    if within is None:
        return smooth
    return msgspec.structs.replace(smooth, within=within, ever=max(within, smooth.ever))


def drifting(mean: float, deviation: float, bankroll: float, rounds: int) -> Ruin:
    """The ruin of money that moves in steps too small to notice, drifting by the mean."""
    spread = deviation * sqrt(rounds)
    # The drift's own share is kept in the exponent, where it cannot overflow.
    turned = -2 * mean * bankroll / deviation**2
    beyond = _below((-bankroll + mean * rounds) / spread)
    reflected = exp(min(turned, 700.0)) * beyond if beyond else 0.0
    within = min(1.0, _below((-bankroll - mean * rounds) / spread) + reflected)
    return Ruin(
        bankroll=bankroll, rounds=rounds, within=within, ever=min(1.0, exp(min(turned, 0.0)))
    )


def _below(deviations: float) -> float:
    """The chance that a normal variable falls below so many deviations."""
    return 0.5 * erfc(-deviations / sqrt(2))
