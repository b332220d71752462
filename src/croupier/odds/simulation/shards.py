"""A simulation in shards: each a pure function of the table, the seed, its number and its rounds.

How many workers there are, and which of them plays a shard, or plays it again, changes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from threading import Lock
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from croupier.odds.question import question
from croupier.odds.results import Strategy, decode
from croupier.odds.simulation.counter import Counter
from croupier.odds.simulation.simulated_games import SIMULATIONS
from croupier.rulebook.instruments import Amendment

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.odds.disk_cache import AnswerCache
    from croupier.odds.question import Question
    from croupier.odds.simulation.tally import Tally

SHARD = 1_000_000
"""Rounds of a shard: enough to be worth sending, few enough to be watched."""
_preparing = Lock()


class ShardTable(msgspec.Struct, frozen=True, kw_only=True):
    """What is simulated, as it is sent to whoever plays a shard of it."""

    instrument: str
    options: Mapping[str, Any]
    removed: tuple[str, ...]
    strategy: Strategy | None
    """The best there is in Hold'em if None."""
    boxes: int
    cut: int
    """Cards after which the shoe is shuffled anew; 0 for a fresh shoe each round."""
    trips: Fraction = Fraction(0)
    """In Hold'em, what lies on trips for each ante."""
    ante: int | None = None
    """In cents, where a maximum payout depends on it."""
    amendment: Amendment | None = None
    counter: Counter | None = None
    """Who plays by a count, if anybody does."""


def table_of(
    asked: Question,
    *,
    boxes: int = 1,
    cut: int = 0,
    strategy: Strategy | None = None,
    cache: AnswerCache | None = None,
) -> ShardTable:
    """A table to be simulated, by the best strategy where one is needed and none is given."""
    book = asked.rules.instrument
    if strategy is None and SIMULATIONS.of(book).needs_strategy:
        from croupier.odds import strategy_for

        strategy = strategy_for(
            book, options=asked.chosen, remove=asked.removed, trips=asked.trips, ante=asked.ante,
            cache=cache,
        )  # fmt: skip
    return ShardTable(
        instrument=book.id,
        amendment=book.amendment,
        options=asked.chosen,
        removed=asked.removed,
        strategy=strategy,
        boxes=boxes,
        cut=cut,
        trips=asked.trips,
        ante=asked.ante,
    )


class Shards(Protocol):
    def play(self, seed: int, number: int, rounds: int) -> Tally: ...


def shards_of(rounds: int) -> Iterator[tuple[int, int]]:
    """The number and the rounds of every shard."""
    for number, begun in enumerate(range(0, rounds, SHARD)):
        yield number, min(SHARD, rounds - begun)


def play_shard(table: bytes, seed: int, number: int, rounds: int) -> Tally:
    """One shard of a table that was encoded as JSON."""
    with _preparing:  # threads of one worker prepare a table once
        shards = _prepared(table)
    try:
        return shards.play(seed, number, rounds)
    except ValueError as error:  # of a kernel, which does not know what was asked
        field = "penetration" if decode(table, ShardTable).cut else "remove"
        raise ValueError(f"{field}: {error}") from None


@lru_cache(maxsize=4)
def _prepared(encoded: bytes) -> Shards:
    table = decode(encoded, ShardTable)
    removed = " ".join(table.removed)
    from croupier.rulebook.amendments import book_of

    asked = question(book_of(table), None, table.options, removed, table.trips, table.ante)
    return SIMULATIONS.of(asked.rules.instrument).shards(asked, table)
