"""What a bankroll risks and what a table earns, from the exact distribution of one wager.

The rounds are convolved one after the other, so nothing is sampled and nothing is taken for a
normal distribution. Two questions are answered from the same outcomes:

- a player who comes with a bankroll and plays so many rounds: how likely ruin is, how likely a
  target, and how the result is spread (`Risk`);
- a table that takes so many wagers: what it should win, and between which amounts an honest table's
  result lies with a given confidence (`Takings`).

Amounts are in the unit of the stake: with a stake of 1 they are initial wagers.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import reduce
from math import ceil, gcd, isfinite, lcm, sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

if TYPE_CHECKING:
    from typing import Unpack

    from croupier.odds.array_types import Floats
    from croupier.odds.bankroll_walk import Walk
    from croupier.odds.disk_cache import AnswerCache
    from croupier.odds.parameters import TableArguments
    from croupier.odds.question import Asks
    from croupier.odds.results import GameOdds, WagerOdds

LONGEST = 1_000_000
"""Rounds that one answer looks ahead."""
LONGEST_WAIT = 20
"""Seconds that an answer may take, about."""
WIDEST = 500_000
"""Steps of a wager's largest result; sums of more take more memory than an answer is worth."""
QUANTILES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)
MOMENTS = 50
"""Points in time at which the fan of outcomes is told."""


class AfterRounds(msgspec.Struct, frozen=True, kw_only=True):
    """How it stands after so many rounds; whoever stopped is where they stopped."""

    rounds: int
    ruined: float
    reached: float
    quantiles: dict[str, float]
    """What was won or lost until then, by the share of players who have no more."""


class Risk(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What becomes of a bankroll."""

    instrument: str
    not_approved: str | None = None
    options: dict[str, Any]
    chosen: dict[str, str] = {}
    removed: tuple[str, ...] = ()
    wager: str
    stake: float
    bankroll: float
    rounds: int
    target: float | None
    cover: str
    needed: float
    """What the bankroll has to be for a further round."""
    ruined: float
    """The chance to be left with less than that, at any time within the rounds."""
    reached: float | None
    """The chance to come to the target first, if there is one."""
    playing: float
    """The chance that neither has happened."""
    mean: float
    standard_deviation: float
    quantiles: dict[str, float]
    moments: tuple[AfterRounds, ...]
    assumptions: tuple[str, ...]


class Takings(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a table wins of so many equal wagers, and the range of an honest result."""

    instrument: str
    not_approved: str | None = None
    options: dict[str, Any]
    chosen: dict[str, str] = {}
    removed: tuple[str, ...] = ()
    wager: str
    stake: float
    rounds: int
    confidence: float
    theoretical_win: float
    standard_deviation: float
    least: float
    most: float
    """An honest table's win lies between these, both included, with at least the confidence."""
    loses: float
    """The chance that the house has lost in the end."""
    drop: float | None = None
    hold: float | None = None
    """The theoretical win as a share of the drop, where the drop was told."""
    assumptions: tuple[str, ...]


class Lattice(NamedTuple):
    """A wager's outcomes as whole steps of one amount."""

    step: Fraction
    """In initial wagers."""
    chances: Mapping[int, float]
    """By steps won; those lost are negative."""

    @property
    def first_stake(self) -> int:
        """What a round takes at first. In every game the smallest loss is just that."""
        return -max(steps for steps in self.chances if steps < 0)

    @property
    def largest_loss(self) -> int:
        return -min(self.chances)


def lattice(outcomes: Iterable[tuple[float | Fraction, float]]) -> Lattice:
    """Nets and their chances on the coarsest grid that has them all."""
    nets = [(Fraction(net).limit_denominator(1_000_000), chance) for net, chance in outcomes]
    scale = reduce(lcm, (net.denominator for net, _ in nets))
    common = reduce(gcd, (int(net * scale) for net, _ in nets)) or 1
    step = Fraction(common, scale)
    chances: defaultdict[int, float] = defaultdict(float)
    for net, chance in sorted(nets):  # whoever counted them, the same sums come out
        chances[int(net / step)] += chance
    return Lattice(step, dict(chances))


def chance_of_ruin(grid: Lattice, bankroll: float, rounds: int) -> float | None:
    """Of a bankroll in initial wagers, within so many rounds; None if that takes too long."""
    from croupier.odds.bankroll_walk import Walk

    start = int(Fraction(bankroll).limit_denominator(1_000_000) / grid.step)
    if min(grid.chances) >= 0:
        return 0.0
    if start < grid.first_stake:
        return 1.0
    walk = Walk(grid, start, grid.first_stake, None, rounds)
    if walk.seconds(rounds) > LONGEST_WAIT:
        return None
    walk.go_on_to(rounds)
    return walk.ruined


def risk_for(
    instrument: Asks,
    *,
    bankroll: float,
    rounds: int,
    stake: float = 1,
    target: float | None = None,
    wager: str | None = None,
    cover: str = "first",
    cache: AnswerCache | None = None,
    **table: Unpack[TableArguments],
) -> Risk:
    """What becomes of a bankroll within so many rounds of one wager.

    A round is played while the bankroll covers it: with `cover="first"` what is staked at first (a
    raise that is not covered is lent, and paid back from the round), with `"all"` the most
    that a round can cost. Whoever has less is ruined. Whoever has the `target` or more stops too.
    """
    from croupier.odds.bankroll_walk import Walk

    answer, found = _wager_of(instrument, wager, cache, table)
    _must_be_amount("stake", stake)
    _must_be_amount("bankroll", bankroll)
    _must_be_rounds(rounds)
    if cover not in _COVER:
        raise ValueError(f"cover: {cover!r} is neither first nor all")
    grid = _lattice_of(found)
    unit = Fraction(stake).limit_denominator(1_000_000) * grid.step
    needed = grid.first_stake if cover == "first" else grid.largest_loss
    start = int(Fraction(bankroll).limit_denominator(1_000_000) / unit)
    if start < needed:
        raise ValueError(
            f"bankroll: {bankroll:g} does not cover one round, which takes {float(needed * unit):g}"
        )
    goal = None
    if target is not None:
        _must_be_amount("target", target)
        goal = ceil(Fraction(target).limit_denominator(1_000_000) / unit)
        if goal <= start:
            raise ValueError(f"target: {target:g} is not more than the bankroll, {bankroll:g}")
    walk = Walk(grid, start, needed, goal, rounds)
    if walk.seconds(rounds) > LONGEST_WAIT:
        raise ValueError(
            f"rounds: {rounds:,} with a bankroll of {bankroll:g} take too long to work out; "
            "fewer rounds, or a larger stake for the same bankroll"
        )
    moments = []
    for when in _moments(rounds):
        walk.go_on_to(when)
        moments.append(_moment(walk, unit))
    mean, deviation = walk.spread()
    return Risk(
        **_asked(answer, found),
        stake=stake,
        bankroll=bankroll,
        rounds=rounds,
        target=target,
        cover=cover,
        needed=float(needed * unit),
        ruined=walk.ruined,
        reached=None if goal is None else walk.reached,
        playing=walk.playing,
        mean=mean * float(unit),
        standard_deviation=deviation * float(unit),
        quantiles=moments[-1].quantiles,
        moments=tuple(moments),
        assumptions=(*_assumptions(found), _COVER[cover], _left_out(walk)),
    )


def takings_for(
    instrument: Asks,
    *,
    rounds: int,
    stake: float = 1,
    confidence: float = 0.99,
    drop: float | None = None,
    wager: str | None = None,
    cache: AnswerCache | None = None,
    **table: Unpack[TableArguments],
) -> Takings:
    """What a table wins of so many equal wagers, and the range in which an honest result lies."""
    answer, found = _wager_of(instrument, wager, cache, table)
    return takings_of(answer, found, rounds, stake=stake, confidence=confidence, drop=drop)


def takings_of(
    answer: GameOdds,
    found: WagerOdds,
    rounds: int,
    *,
    stake: float = 1,
    confidence: float = 0.99,
    drop: float | None = None,
) -> Takings:
    """The same of a wager that has been analysed."""
    _must_be_amount("stake", stake)
    _must_be_rounds(rounds)
    if not 0 < confidence < 1:
        raise ValueError(f"confidence: {confidence:g} is not between 0 and 1")
    if drop is not None:
        _must_be_amount("drop", drop)
    grid = _lattice_of(found)
    unit = Fraction(stake).limit_denominator(1_000_000) * grid.step
    lowest, chances = sum_of_rounds(grid, rounds)
    below = chances.cumsum()
    tail = (1 - confidence) / 2
    least_net = lowest + int(below.searchsorted(tail))
    most_net = lowest + int(below.searchsorted(1 - tail))
    win = found.house_edge * stake * rounds
    return Takings(
        **_asked(answer, found),
        stake=stake,
        rounds=rounds,
        confidence=confidence,
        theoretical_win=win,
        standard_deviation=found.standard_deviation * stake * sqrt(rounds),
        least=float(-most_net * unit),
        most=float(-least_net * unit),
        loses=float(chances[max(0, 1 - lowest) :].sum()),
        drop=drop,
        hold=None if drop is None else win / drop,
        assumptions=_assumptions(found),
    )


def sum_of_rounds(grid: Lattice, rounds: int) -> tuple[int, Floats]:
    """What players win together in so many rounds: the lowest number of steps, and the chances.

    The characteristic function of one round, raised to the number of rounds, on a circle so wide
    that what goes round it is negligible.
    """
    import numpy as np

    mean = sum(steps * chance for steps, chance in grid.chances.items())
    square = sum(steps * steps * chance for steps, chance in grid.chances.items())
    deviation = sqrt(max(square - mean * mean, 0) * rounds)
    widest = max(abs(steps) for steps in grid.chances)
    width = min(24 * deviation + 16 * widest, 2.0 * widest * rounds) + 2
    size = 1 << ceil(width).bit_length()
    one = np.zeros(size)
    for steps, chance in grid.chances.items():
        one[steps % size] += chance
    together = np.fft.irfft(np.fft.rfft(one) ** rounds, size)
    lowest = max(round(mean * rounds) - size // 2, -widest * rounds)
    chances = np.roll(together, -lowest)
    return lowest, np.clip(chances, 0, None) / chances.sum()


_COVER = {
    "first": "a round is played while the bankroll covers what it takes at first; a raise that it "
    "does not cover is lent, and whoever owes after the round has lost all",
    "all": "a round is played while the bankroll covers the most that it can cost",
}


def _moment(walk: Walk, unit: Fraction) -> AfterRounds:
    won = (float(steps * unit) for steps in walk.won_by(QUANTILES))
    names = (f"{share:.0%}" for share in QUANTILES)
    return AfterRounds(
        rounds=walk.rounds,
        ruined=walk.ruined,
        reached=walk.reached,
        quantiles=dict(zip(names, won, strict=True)),
    )


def _left_out(walk: Walk) -> str:
    from croupier.odds.bankroll_walk import ERROR

    said = f"the chances are convolved in floating point, and wrong by less than {ERROR:.0e}"
    if not walk.left_out:
        return said
    return f"{said}; amounts that are left out have a chance of {walk.left_out:.0e} together"


def _assumptions(wager: WagerOdds) -> tuple[str, ...]:
    return (
        "every round is dealt from the same composition of the shoe, and has one such wager",
        *wager.assumptions,
    )


def _wager_of(
    instrument: Asks, wager: str | None, cache: AnswerCache | None, table: TableArguments
) -> tuple[GameOdds, WagerOdds]:
    from croupier.odds import odds

    answer = odds(instrument, cache=cache, **table)
    try:
        return answer, answer.wagers[0] if wager is None else answer[wager]
    except LookupError as error:
        raise LookupError(f"wager: {error}") from None


def _lattice_of(wager: WagerOdds) -> Lattice:
    grid = lattice((outcome.net, outcome.chance) for outcome in wager.outcomes)
    if max(abs(steps) for steps in grid.chances) > WIDEST:
        raise ValueError(
            f"wager: what {wager.wager} pays is too large, or too fine, to be followed: more than "
            f"{WIDEST:,} steps of {grid.step}"
        )
    return grid


def _asked(answer: GameOdds, wager: WagerOdds) -> dict[str, Any]:
    return {
        "instrument": answer.instrument,
        "not_approved": answer.not_approved,
        "options": answer.options,
        "chosen": answer.chosen,
        "removed": answer.removed,
        "wager": wager.wager,
    }


def _moments(rounds: int) -> list[int]:
    return sorted({max(1, round(rounds * part / MOMENTS)) for part in range(1, MOMENTS + 1)})


def _must_be_amount(name: str, amount: float) -> None:
    if not isfinite(amount) or amount <= 0:
        raise ValueError(f"{name}: {amount:g} is no amount")


def _must_be_rounds(rounds: int) -> None:
    if not 1 <= rounds <= LONGEST:
        raise ValueError(f"rounds: {rounds:,} is not between 1 and {LONGEST:,}")
