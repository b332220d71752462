"""A round of the past, scene by scene: what happened at each line, and what somebody saw then."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.casino.floor.told import Moment, told_of
from croupier.replaying import Reader, replay
from croupier.table.chain import bodies
from croupier.table.facts import Reversed, Settled
from croupier.table.rounds import Rounds

if TYPE_CHECKING:
    from collections.abc import Sequence

    from croupier.replaying import Step
    from croupier.table.facts import Fact
    from croupier.table.game import Game
    from croupier.table.roles import Person
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

    def watch(step: Step, table: Table) -> None:
        if step.line >= span.begins:
            moment = told_of(table.game, Moment(step.line, step.at, step.facts), viewer)
            before = scenes[-1].settled if scenes else ()
            settled = _settled(before, step.facts)
            if moment.facts or not scenes:
                view = table.view(viewer)
                scenes.append(Scene(step.line, step.at, step.by, moment.facts, settled, view))

    again = replay(lines[: span.ends - 1], watch, forgetful=True)
    last = max(each.number for each in rounds if each.ends is not None)
    return Played(span, last, again.table.game, tuple(scenes))


def _rounds(lines: Sequence[bytes]) -> Rounds:
    read = bodies(lines)
    reader, rounds = Reader(next(read)[1]), Rounds()
    for line, body in read:
        rounds.take(reader.entry(line, body))
    return rounds


def _settled(before: tuple[Settled, ...], facts: tuple[Fact, ...]) -> tuple[Settled, ...]:
    """The settlements that stand."""
    standing = list(before)
    for fact in facts:
        if isinstance(fact, Settled):
            standing.append(fact)
        elif isinstance(fact, Reversed):
            undone = next((each for each in standing if fact.undoes(each)), None)
            if undone is not None:
                standing.remove(undone)
    return tuple(standing)
