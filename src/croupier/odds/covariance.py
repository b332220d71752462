"""Wagers that depend on each other: boxes of one round, main and side bets, two spots of Hold'em.

What can be counted is, and says so; what cannot is simulated from fresh shoes, with its error.
"""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from croupier.odds import ODDS
from croupier.odds.question import must_be_seed, question
from croupier.odds.sections import Section

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Unpack

    from croupier.odds.disk_cache import AnswerCache
    from croupier.odds.parameters import TableArguments
    from croupier.odds.question import Asks, Question
    from croupier.odds.simulation.tally import Tally

SHARDS, ROUNDS = 20, 100_000
"""Parts of a simulation whose spread says how sure a covariance is, and the rounds of each."""
FEWEST_ROUNDS = 1_000
MOST_ROUNDS = 1_000_000_000
BOXES = 7
SIMULATED = (
    "simulated figures come from {rounds:,} rounds, each from a fresh shoe, played as `croupier "
    "simulate` plays; an error is one standard error, from {shards} parts"
)
NOT_SIMULATED = "the game has no simulation, so wagers on two boxes are not compared"
COUNTED = "exact figures are counted over every deal, for the best play by the cards in sight"


class Covariance(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Two wagers of one unit in the same round."""

    first: str
    second: str
    where: Literal["the same box", "another box"]
    covariance: float
    correlation: float
    how: Literal["exact", "simulated"]
    exact: Fraction | None = None
    """The covariance as a ratio, where it is known as one."""
    standard_error: float | None = None
    """Of the covariance, where it is simulated."""


class Covariances(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How the wagers of a table depend on each other."""

    instrument: str
    not_approved: str | None = None
    options: dict[str, Any]
    chosen: dict[str, str] = {}
    removed: tuple[str, ...] = ()
    pairs: tuple[Covariance, ...]
    boxes: dict[str, float] = {}
    """The standard deviation of what so many boxes bring together, the main wager on each."""
    box_errors: dict[str, float] = {}
    """The standard error of each of these."""
    assumptions: tuple[str, ...] = ()


def covariance_for(
    instrument: Asks,
    *,
    rounds: int = SHARDS * ROUNDS,
    seed: int = 1,
    cache: AnswerCache | None = None,
    **table: Unpack[TableArguments],
) -> Covariances:
    """Every two wagers of a table, on one box and, where there are boxes, on two.

    Of what is simulated so many `rounds` are played.
    """
    if not FEWEST_ROUNDS <= rounds <= MOST_ROUNDS:
        raise ValueError(
            f"rounds: {rounds:,} is not a number of rounds from {FEWEST_ROUNDS:,} to "
            f"{MOST_ROUNDS:,}"
        )
    must_be_seed(seed)
    asked = question(instrument, **table)
    game = ODDS.of(asked.rules.instrument).covaried()
    found = list(game.exact(asked.rules, asked.shoe, **asked.extras))
    together: dict[str, tuple[float, float]] = {}
    simulated = list(_simulated(asked, found, rounds, seed, cache, together))
    told = [COUNTED] if found else []
    if simulated:
        told.append(SIMULATED.format(rounds=rounds, shards=SHARDS))
    elif _lacks_two_boxes(asked):
        told.append(NOT_SIMULATED)
    return Covariances(
        instrument=asked.rules.instrument.id,
        not_approved=asked.rules.instrument.not_approved,
        options=asked.rules.options,
        chosen=asked.named,
        removed=asked.removed,
        pairs=(*found, *simulated),
        boxes={boxes: deviation for boxes, (deviation, _) in together.items()},
        box_errors={boxes: error for boxes, (_, error) in together.items()},
        assumptions=(*told, *game.ASSUMED),
    )


def _lacks_two_boxes(asked: Question) -> bool:
    """Return True if wagers lie on boxes of their own, and no simulation compares two boxes."""
    from croupier.odds.simulation.simulated_games import SIMULATIONS

    book = asked.rules.instrument
    return ODDS.of(book).HAS_BOXES and book not in SIMULATIONS


def known(
    first: str, second: str, mean: Fraction | float, *moments: tuple[Fraction | float, float]
) -> Covariance:
    """Two wagers of one box from the mean of their product, and the mean and deviation of each."""
    (one, deviation), (other, other_deviation) = moments
    covariance = mean - one * other
    spread = deviation * other_deviation
    return Covariance(
        first=first,
        second=second,
        where="the same box",
        covariance=float(covariance),
        correlation=float(covariance) / spread if spread else 0.0,
        how="exact",
        exact=covariance if isinstance(covariance, Fraction) else None,
    )


def _simulated(
    asked: Question,
    found: list[Covariance],
    rounds: int,
    seed: int,
    cache: AnswerCache | None,
    together: dict[str, tuple[float, float]],
) -> Iterator[Covariance]:
    """What is not known exactly: side bets beside the main wager, and two boxes."""
    from croupier.odds.simulation.simulated_games import SIMULATIONS

    book = asked.rules.instrument
    if book not in SIMULATIONS or not SIMULATIONS.of(book).has_boxes:
        return
    one_box = _played(asked, 1, rounds, seed, cache)
    main, *sides = one_box[0].wagers
    counted = {each.second for each in found}
    for side in sides:
        if side not in counted and all(side in tally.crossed for tally in one_box):
            values = [_beside(tally, main, side) for tally in one_box]
            yield _estimate(main, side, "the same box", values, one_box)
    two_boxes = _played(asked, 2, rounds, seed + 1, cache)
    for wager in two_boxes[0].wagers:
        values = [_of_boxes(tally, wager) for tally in two_boxes]
        yield _estimate(wager, wager, "another box", values, two_boxes)
        if wager == main:
            whole = sum(two_boxes[1:], two_boxes[0]).wagers[main]
            covariance, variance = sum(values) / len(values), float(whole.variance)
            apart = [float(tally.wagers[main].variance) for tally in two_boxes]
            for boxes in range(1, BOXES + 1):
                pairs = boxes * (boxes - 1)
                deviation = sqrt(boxes * variance + pairs * covariance)
                of_parts = [
                    boxes * one + pairs * both for one, both in zip(apart, values, strict=True)
                ]
                together[str(boxes)] = deviation, _error(of_parts) / (2 * deviation)


def _played(
    asked: Question, boxes: int, rounds: int, seed: int, cache: AnswerCache | None
) -> list[Tally]:
    """The parts of a simulation, every round from a fresh shoe."""
    from croupier.odds.results import encode
    from croupier.odds.simulation.shards import play_shard, table_of

    encoded = encode(table_of(asked, boxes=boxes, cache=cache))
    each = rounds // SHARDS
    return [play_shard(encoded, seed, number, each) for number in range(SHARDS)]


def _beside(tally: Tally, main: str, side: str) -> float:
    one, other = tally.wagers[main], tally.wagers[side]
    return float(tally.crossed[side] / tally.rounds - one.mean * other.mean)


def _of_boxes(tally: Tally, wager: str) -> float:
    """From what both boxes of a round brought together, squared."""
    wagered = tally.wagers[wager]
    of_both = wagered.squares / tally.rounds - (2 * wagered.mean) ** 2
    return float((of_both - 2 * wagered.variance) / 2)


def _estimate(
    first: str,
    second: str,
    where: Literal["the same box", "another box"],
    values: list[float],
    parts: list[Tally],
) -> Covariance:
    whole = sum(parts[1:], parts[0]).wagers
    mean = sum(values) / len(values)
    deviations = sqrt(float(whole[first].variance * whole[second].variance))
    return Covariance(
        first=first,
        second=second,
        where=where,
        covariance=mean,
        correlation=mean / deviations if deviations else 0.0,
        how="simulated",
        standard_error=_error(values),
    )


def _error(values: list[float]) -> float:
    """The standard error of the mean of the parts of a simulation."""
    mean = sum(values) / len(values)
    spread = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    return sqrt(spread / len(values))


def sections(answer: Covariances) -> Iterator[Section]:
    """What a person reads of it."""
    yield Section(
        "two wagers of one unit in the same round",
        ("wager", "with", "on", "covariance", "correlation", ""),
        [
            (
                pair.first,
                pair.second,
                pair.where,
                f"{pair.covariance:+.6f}",
                f"{pair.correlation:+.4f}",
                pair.how if pair.standard_error is None else f"± {pair.standard_error:.6f}",
            )
            for pair in answer.pairs
        ],
    )
    if answer.boxes:
        yield Section(
            "what so many boxes bring together",
            ("boxes", "standard deviation", ""),
            [
                (boxes, f"{deviation:.4f}", f"± {answer.box_errors[boxes]:.4f}")
                for boxes, deviation in answer.boxes.items()
            ],
        )


def rows(answer: Covariances) -> Iterator[dict[str, Any]]:
    """The same for a program, a line for each pair."""
    for pair in answer.pairs:
        yield {name: getattr(pair, name) for name in pair.__struct_fields__}
