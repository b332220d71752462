"""What a player who counts won: by true count, by round, by hour, with how sure that is."""

from __future__ import annotations

from math import exp, sqrt
from typing import TYPE_CHECKING

import msgspec

from croupier.odds.simulation.tally import FEWEST_SHOES

if TYPE_CHECKING:
    from croupier.odds.simulation.counter import Counter
    from croupier.odds.simulation.tally import CountedTally

PLAYED = (
    "stakes follow the true count before the deal, rounded down, and plays the true count with the "
    "first cards of the round; what is drawn later in the round counts from the next on"
)
WATCHED = "rounds without a stake are watched: their cards fall as if the box were played"


class AtTrueCount(msgspec.Struct, frozen=True, kw_only=True):
    """All rounds that began at one true count, rounded down."""

    true_count: int
    rounds: int
    share: float
    stake: int
    """What was wagered on each box, in units."""
    mean: float
    """What a wager of one brought, over all boxes of a round."""
    standard_error: float


class CountReport(msgspec.Struct, frozen=True, kw_only=True):
    """A player who counts, in units of the smallest stake; the first and last count hold beyond."""

    count: str
    ramp: dict[str, int]
    """What is staked from each true count on."""
    deviations: bool
    """Whether plays follow the count too."""
    shoes: int
    average_stake: float
    win: float
    """For each round dealt."""
    standard_error: float | None
    standard_deviation: float
    edge: float
    """What was won of all that was staked at first."""
    edge_error: float | None
    rounds_an_hour: float
    win_an_hour: float
    hour_error: float | None
    hour_deviation: float
    n0: float | None
    """Rounds until the win expected is as large as one standard deviation."""
    n0_error: float | None
    score: float
    """The square of a thousand times win over standard deviation: 100 units of money make it the
    win of 100 rounds at the stake that suits it (Schlesinger). 0 for whoever loses."""
    bankroll: float
    ruin: float | None
    """The chance to lose so many units some day, if that is what the player won by."""
    by_true_count: tuple[AtTrueCount, ...]


def count_report(
    tally: CountedTally,
    counter: Counter,
    *,
    boxes: int,
    deviations: bool,
    rounds_an_hour: float,
    bankroll: float,
) -> CountReport:
    """The figures of a tally."""
    stakes = {counter.lowest + level: stake for level, stake in enumerate(counter.stakes)}
    played = tally.by_true_count
    rounds = sum(each[0] for each in played.values())
    brought = sum(float(net) * stakes[true] for true, (_, net, _) in played.items())
    squares = sum(float(square) * stakes[true] ** 2 for true, (_, _, square) in played.items())
    staked = boxes * sum(each[0] * stakes[true] for true, each in played.items())
    win, edge = brought / rounds, brought / staked if staked else 0.0
    deviation = sqrt(max(squares / rounds - win**2, 0.0))
    won2, won_rounds, rounds2, won_staked, staked2, shoes = map(float, tally.by_shoe)
    enough = shoes >= FEWEST_SHOES and staked > 0
    error = sqrt(won2 - 2 * win * won_rounds + win**2 * rounds2) / rounds if enough else None
    edge_error = sqrt(won2 - 2 * edge * won_staked + edge**2 * staked2) / staked if enough else None
    n0 = (deviation / win) ** 2 if win else None
    return CountReport(
        count=counter.name,
        ramp=_ramp(stakes),
        deviations=deviations,
        shoes=int(shoes),
        average_stake=staked / rounds / boxes,
        win=win,
        standard_error=error,
        standard_deviation=deviation,
        edge=edge,
        edge_error=edge_error,
        rounds_an_hour=rounds_an_hour,
        win_an_hour=win * rounds_an_hour,
        hour_error=None if error is None else error * rounds_an_hour,
        hour_deviation=deviation * sqrt(rounds_an_hour),
        n0=n0,
        n0_error=None if n0 is None or error is None else 2 * n0 * error / abs(win),
        score=(1000 * win / deviation) ** 2 if deviation and win > 0 else 0.0,
        bankroll=bankroll,
        ruin=_ruin(win, deviation, bankroll),
        by_true_count=tuple(
            AtTrueCount(
                true_count=true,
                rounds=many,
                share=many / rounds,
                stake=stakes[true],
                mean=float(net) / many,
                standard_error=sqrt(max(float(square) / many - (float(net) / many) ** 2, 0) / many),
            )
            for true, (many, net, square) in played.items()
        ),
    )


def _ramp(stakes: dict[int, int]) -> dict[str, int]:
    """Only where the stake changes."""
    found: dict[str, int] = {}
    last = None
    for true, stake in stakes.items():
        if stake != last:
            found[f"{true:+d}"] = stake
        last = stake
    return found


def _ruin(win: float, deviation: float, bankroll: float) -> float | None:
    if not deviation:
        return None
    return min(1.0, exp(min(-2 * win * bankroll / deviation**2, 0.0)))
