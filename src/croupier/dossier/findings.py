"""Everything that a dossier tells, worked out and checked in one run."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from croupier.odds import ODDS, effects_for, odds, strategy_for
from croupier.odds.parameters import table_parameters_of
from croupier.odds.question import question
from croupier.odds.risk import takings_of
from croupier.odds.simulation.report import CONFIDENCE
from croupier.shoe import shuffle
from croupier.shoe.shuffle_statistics import chi_square_score, order_score, scores

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Unpack

    from croupier.odds.disk_cache import AnswerCache
    from croupier.odds.parameters import TableArguments
    from croupier.odds.question import Asks, Question
    from croupier.odds.results import Effects, GameOdds, Strategy, WagerOdds
    from croupier.odds.risk import Takings
    from croupier.odds.simulation.engine_check import EngineCheck
    from croupier.odds.simulation.report import SideBet, SimulationReport

ROUNDS, SEED = 10_000_000, 1
MOST_BY_ENGINE = 2_000
"""Rounds that are played by the engine: it tells every fact of each, which takes its time."""
MOST_SHUFFLES = 20_000
TAKINGS = (1_000, 10_000, 100_000)
"""Wagers after which the house's result is told."""
SETTLING = (5_000, 7_500, 10_000, 15_000, 20_000, 30_000, 40_000, 60_000, 80_000, 100_000)
"""Wagers after which it is drawn: enough for an edge to stand out from nothing."""
RARE = 5
"""Results that should come less often than this are too few for a chi-square."""
SERIES = ("first series", "second series")


class Stage(StrEnum):
    """What is being done, for whoever waits."""

    ODDS = "what every wager costs"
    STRATEGY = "the best play"
    EFFECTS = "what options do"
    SIMULATION = "simulated rounds"
    ENGINE = "the same rounds through the engine"
    SHUFFLES = "shuffles"
    DOCUMENT = "the document"


@dataclass(frozen=True, kw_only=True)
class Findings:
    """One table, its figures, and how they stood up to being checked."""

    asked: Question
    odds: GameOdds
    strategy: Strategy | None
    effects: Effects
    takings: tuple[Takings, ...]
    settling: tuple[Takings, ...]
    simulation: SimulationReport
    engine: EngineCheck
    shuffles: int
    shuffle_scores: dict[str, tuple[float, float]]
    """By measure, of both series."""


def find(
    instrument: Asks,
    *,
    rounds: int,
    seed: int,
    cache: AnswerCache | None,
    watch: Callable[[Stage], object],
    **table: Unpack[TableArguments],
) -> Findings:
    """Work everything out, one thing after the other."""
    from croupier.odds.simulation import simulate
    from croupier.odds.simulation.engine_check import engine_check
    from croupier.odds.simulation.simulated_games import SIMULATIONS

    asked = question(instrument, **table)
    book = asked.rules.instrument
    watch(Stage.ODDS)
    found = odds(instrument, cache=cache, **table)
    has_strategy = ODDS.of(book).strategy is not None
    watch(Stage.STRATEGY)
    strategy = strategy_for(instrument, cache=cache, **table) if has_strategy else None
    watch(Stage.EFFECTS)
    effects = effects_for(instrument, cache=cache, **table)
    watch(Stage.SIMULATION)
    report = simulate(instrument, rounds, seed=seed, cache=cache, **table)
    watch(Stage.ENGINE)
    followed = strategy if SIMULATIONS.of(book).needs_strategy else None
    engine = engine_check(asked, followed, rounds=min(rounds, MOST_BY_ENGINE), seed=seed)
    watch(Stage.SHUFFLES)
    shuffles = min(rounds, MOST_SHUFFLES)
    takings = {
        wagers: takings_of(found, found.wagers[0], wagers) for wagers in {*TAKINGS, *SETTLING}
    }
    return Findings(
        asked=asked,
        odds=found,
        strategy=strategy,
        effects=effects,
        takings=tuple(takings[wagers] for wagers in TAKINGS),
        settling=tuple(takings[wagers] for wagers in SETTLING),
        simulation=report,
        engine=engine,
        shuffles=shuffles,
        shuffle_scores=_shuffle_scores(shuffles),
    )


def _shuffle_scores(count: int) -> dict[str, tuple[float, float]]:
    first, second = ({**scores(shuffle, series, count)} for series in SERIES)
    orders = [order_score(shuffle, f"four cards, {series}", count) for series in SERIES]
    found = {name: (first[name], second[name]) for name in first}
    return {**found, "order of four": (orders[0], orders[1])}


# --- figures that follow from a wager's outcomes


def volatility(wager: WagerOdds) -> float:
    """Standard deviations to either side that hold nineteen results of twenty."""
    return CONFIDENCE * wager.standard_deviation


def hit_frequency(wager: WagerOdds) -> tuple[float, Fraction | None]:
    """How often a wager wins something, and as a ratio where that is known."""
    return _sum(wager, lambda net: net > 0)


def stand_offs(wager: WagerOdds) -> tuple[float, Fraction | None]:
    """How often it is neither won nor lost."""
    return _sum(wager, lambda net: net == 0)


def _sum(wager: WagerOdds, counts: Callable[[float], bool]) -> tuple[float, Fraction | None]:
    those = [each for each in wager.outcomes if counts(each.net)]
    ratios = [each.exact for each in those if each.exact is not None]
    exact = sum(ratios, Fraction()) if len(ratios) == len(those) and those else None
    return sum(each.chance for each in those), exact


@dataclass(frozen=True)
class MeanCheck:
    """A mean that was simulated beside the one that was worked out."""

    wager: str
    exact: float
    simulated: float
    error: float | None

    @property
    def away(self) -> float | None:
        """How many standard errors they are apart."""
        return (self.simulated - self.exact) / self.error if self.error else None


def mean_checks(findings: Findings) -> Iterator[MeanCheck]:
    """Every wager that was simulated as it was analysed.

    Where hands are played for the best of two wagers, these are taken together. A side bet that
    depends on how the hand is played has no one mean to compare with.
    """
    report, beside = findings.simulation, _wagered_beside(findings)
    if beside is not None:
        (side,) = (side for side in report.side_bets if side.wager == beside.wager)
        both = findings.odds[f"{report.wager}+{side.wager}"]
        mean = report.mean + beside.stakes * side.mean
        errors = report.standard_error, side.standard_error
        error = errors[0] + beside.stakes * errors[1] if errors[0] and errors[1] else None
        yield MeanCheck(both.wager, -both.house_edge, mean, error)
        return
    simulated: dict[str, SimulationReport | SideBet] = {report.wager: report}
    simulated |= {side.wager: side for side in report.side_bets}
    for wager in findings.odds.wagers:
        if wager.wager in simulated and wager.played is None:
            found = simulated[wager.wager]
            edge = wager.house_edge if wager.chart_house_edge is None else wager.chart_house_edge
            yield MeanCheck(wager.wager, -edge, found.mean, found.standard_error)


class _WageredBeside(NamedTuple):
    """A wager that a box plays for together with the first."""

    wager: str
    stakes: float
    """The number of initial wagers on it."""


def _wagered_beside(findings: Findings) -> _WageredBeside | None:
    asked = findings.asked
    for parameter in table_parameters_of(asked.rules.instrument):
        if parameter.is_wagered_beside and parameter.name in asked.extras:
            return _WageredBeside(parameter.name, float(asked.extras[parameter.name]))
    return None


def not_simulated(findings: Findings) -> list[WagerOdds]:
    """Wagers that were on no box of the simulated rounds."""
    if _wagered_beside(findings) is not None:
        return []
    report = findings.simulation
    there = {report.wager, *(side.wager for side in report.side_bets)}
    return [wager for wager in findings.odds.wagers if wager.wager not in there]


@dataclass(frozen=True)
class DistributionCheck:
    """How often the main wager brought what in the simulation, beside what was worked out."""

    rows: tuple[tuple[float, float, int], ...]
    """By net: how often it should have come, and how often it did."""
    chi_square: float
    freedom: int
    score: float
    """The chi-square as a standard normal score."""


def distribution_check(findings: Findings) -> DistributionCheck | None:
    """The whole distribution, where rounds were played as they were analysed.

    Blackjack is analysed by every card and simulated by the chart, so its distribution is not the
    same to the last digit. Results that should come less than five times are taken together.
    """
    report, wager = findings.simulation, findings.odds.wagers[0]
    if wager.chart_house_edge is not None or _wagered_beside(findings) is not None:
        return None
    should: dict[float, float] = {}
    for outcome in wager.outcomes:
        should[outcome.net] = should.get(outcome.net, 0.0) + outcome.chance * report.rounds
    did = {result.net: result.count for result in report.distribution}
    rows = tuple((net, should[net], did.get(net, 0)) for net in sorted(should))
    groups = [(often, count) for _, often, count in rows if often >= RARE]
    rare = [(often, count) for _, often, count in rows if often < RARE]
    if sum(often for often, _ in rare) >= RARE:
        groups.append((sum(often for often, _ in rare), sum(count for _, count in rare)))
    freedom = len(groups) - 1
    if freedom < 1:
        return None
    chi_square = sum((count - often) ** 2 / often for often, count in groups)
    return DistributionCheck(rows, chi_square, freedom, chi_square_score(chi_square, freedom))
