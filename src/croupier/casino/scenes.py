"""A round of the past, scene by scene: what happened at each line, and what somebody saw then."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.casino.floor.told import Moment, told_of
from croupier.replaying import Reader, replay
from croupier.table.chain import bodies
from croupier.table.facts import standing
from croupier.table.rounds import Rounds
from croupier.table.tournament import undisclosed
from croupier.table.views import told_settlements

if TYPE_CHECKING:
    from collections.abc import Sequence

    from croupier.aggregate.facts import Fact
    from croupier.aggregate.roles import Person
    from croupier.replaying import Step
    from croupier.table.facts import Settled
    from croupier.table.game import Game
    from croupier.table.rounds import Span
    from croupier.table.table import Table
    from croupier.table.views import TableView


@dataclass(frozen=True, slots=True)
class Scene:
    """One line of a round that somebody was told something by."""

    line: int
    at: int
    by: Person
    facts: tuple[Fact, ...]
    settled: tuple[Settled, ...]
    """What was settled in the round so far."""
    view: TableView


@dataclass(frozen=True, slots=True)
class Played:
    """A round with its scenes, from no more bets to the last line before its cards were gone."""

    span: Span
    last: int
    """The number of the last round that has ended."""
    game: Game
    scenes: tuple[Scene, ...]

    @property
    def settled(self) -> tuple[Settled, ...]:
        return self.scenes[-1].settled


def played(lines: Sequence[bytes], number: int, viewer: Person | None) -> Played:
    """A round that has ended; one that has not is a `LookupError`."""
    rounds = _rounds(lines)
    span = rounds.get(number)
    if span is None or span.ends is None:
        raise LookupError(f"no round {number} has ended")
    scenes: list[Scene] = []
    settled: list[Settled] = []

    def watch(step: Step, table: Table) -> None:
        if step.line >= span.begins:
            happened = Moment(step.line, step.at, step.facts)
            moment = told_of(table.game, happened, viewer, undisclosed(table))
            settled[:] = standing(step.facts, settled)
            if moment.facts or not scenes:
                told = told_settlements(table, settled, viewer)
                view = table.view(viewer)
                scenes.append(Scene(step.line, step.at, step.by, moment.facts, told, view))

    again = replay(lines[: span.ends - 1], watch, forgetful=True)
    last = max(each.number for each in rounds if each.ends is not None)
    return Played(span, last, again.table.game, tuple(scenes))


def _rounds(lines: Sequence[bytes]) -> Rounds:
    read = bodies(lines)
    reader, rounds = Reader(next(read)[1]), Rounds()
    for line, body in read:
        rounds.take(reader.entry(line, body))
    return rounds
