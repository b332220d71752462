"""Rounds of the past: the last games of a person or a seat, and any round scene by scene.

The last games are shown byte for byte as they were shown then. A record is indexed as it grows:
every line is read once, whoever asks and however often. To show a round again its table is played
again up to it. The pictures of everybody's last rounds are made in passing and kept, so that for
them, too, every line is played once; for an older round, or another viewer, the record is played
once more up to the last round asked for.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

import msgspec

from croupier.aggregate.record_lines import RecordError, bodies, flaw, split
from croupier.aggregate.restore import Replayer, begun
from croupier.aggregate.roles import Person, Role
from croupier.casino.disclosure import Moment, told_of_table
from croupier.table.facts import Outcome, standing
from croupier.table.round_index import Rounds
from croupier.table.tournament_play import undisclosed
from croupier.table.views import results, told_settlements
from croupier.table_replay import TABLE, Reader, replay

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

    from croupier.aggregate.facts import Fact
    from croupier.aggregate.restore import ReplayedCommand
    from croupier.table.facts import Settled
    from croupier.table.game_protocol import GameAtTable
    from croupier.table.round_index import Span
    from croupier.table.table import Table
    from croupier.table.views import RoundResult, TableView


MOST = 10
"""How many rounds of every player are kept ready."""

_encode = msgspec.json.Encoder().encode


class ShownRound(msgspec.Struct, frozen=True):
    """A round as somebody saw it just before its cards were collected."""

    number: int
    at: int
    """When betting closed."""
    void: bool
    """Whether it is void, perhaps by now only."""
    line: int
    """After which line of the record it was seen so."""
    view: msgspec.Raw


class Scene(msgspec.Struct, frozen=True):
    """What somebody saw after a line of the record."""

    line: int
    at: int
    view: msgspec.Raw


class History:
    """The rounds of one table's record. `read` gives its lines after so many of them."""

    def __init__(self, read: Callable[[int], Iterable[bytes]]) -> None:
        self._read = read
        self._reader: Reader | None = None
        self._indexed = 0
        self._rounds = Rounds()
        self._of: dict[str, deque[int]] = {}
        """The numbers of the last rounds of every player."""
        self._played: _Again | None = None
        self._pictures: dict[tuple[str, int], bytes] = {}
        """What each player saw of each of these rounds."""

    # -- the last rounds of a player

    def last(self, player: str, most: int = MOST) -> list[ShownRound]:
        """The last rounds that a player took part in, the newest first, as the player saw them."""
        viewer = Person(player, Role.PLAYER)
        self._index()
        if most > MOST:
            numbers = (span.number for span in self._ended() if player in span.players)
            return self.show(list(islice(numbers, most)), viewer)
        if player not in self._of:
            return []
        self._catch_up()
        newest = islice(self._last_of(player), most)
        return [_shown(span, self._pictures[player, span.number]) for span in newest]

    def _last_of(self, player: str) -> Iterator[Span]:
        """The newest first, without one that was taken up again and is in play."""
        spans = map(self._rounds.get, reversed(self._of[player]))
        return (span for span in spans if span is not None and span.ends is not None)

    def _catch_up(self) -> None:
        """Play what is new as far as it is indexed; keep what the last rounds looked like."""
        if self._played is None:
            self._played = _Again()
        ending: dict[int, list[tuple[str, int]]] = {}
        for player in self._of:
            for span in self._last_of(player):
                ending.setdefault(_end(span), []).append((player, span.number))
        for line, body in _bodies(self._read(self._played.line), self._played.line):
            if line > self._indexed:
                break
            for player, number in ending.get(line, ()):
                self._pictures[player, number] = self._played.view(Person(player, Role.PLAYER))
            self._played.take(line, body)
        wanted = {picture for pictures in ending.values() for picture in pictures}
        for old in self._pictures.keys() - wanted:
            del self._pictures[old]

    def _index(self) -> None:
        """Read what is new, and note where rounds ended in it."""
        for line, body in _bodies(self._read(self._indexed), self._indexed):
            self._indexed = line
            if self._reader is None:
                self._reader = Reader(body)
                continue
            span = self._rounds.take(self._reader.entry(line, body))
            if span is None:
                continue
            for player in span.players:
                numbers = self._of.setdefault(player, deque(maxlen=MOST))
                if span.number not in numbers:
                    numbers.append(span.number)

    # -- any round, for anybody

    def rounds(self) -> Rounds:
        """Where every round lies in the record, the one in play among them."""
        self._index()
        return self._rounds

    def at_box(self, box: int, most: int = MOST) -> list[int]:
        """The numbers of the last rounds with a wager on a box, the newest first."""
        self._index()
        return list(islice((span.number for span in self._ended() if box in span.boxes), most))

    def show(self, numbers: Collection[int], viewer: Person | None) -> list[ShownRound]:
        """Rounds that have ended as anybody sees them, the newest first."""
        self._index()
        wanted = {_end(span): span for span in map(self._find, numbers)}
        shown = []
        for line, again in self._replayed(max(wanted, default=0)):
            if line in wanted:
                shown.append(_shown(wanted[line], again.view(viewer)))
        return shown[::-1]

    def pictures(self, number: int, viewer: Person | None) -> list[Scene]:
        """What somebody saw of a round after each of its lines, from no more bets to the end."""
        self._index()
        span = self._find(number)
        pictures = []
        for line, again in self._replayed(_end(span)):
            if line > span.begins:
                pictures.append(Scene(line - 1, again.at, msgspec.Raw(again.view(viewer))))
        return pictures

    def _find(self, number: int) -> Span:
        span = self._rounds.get(number)
        if span is None or span.ends is None:
            raise LookupError(f"no round {number} has ended")
        return span

    def _ended(self) -> Iterator[Span]:
        """The newest first."""
        return (span for span in reversed(self._rounds) if span.ends is not None)

    def _replayed(self, until: int) -> Iterator[tuple[int, _Again]]:
        """The table just before each line, and up to one of them."""
        again = _Again()
        for line, body in _bodies(self._read(0), 0):
            if line > until:
                return
            yield line, again
            again.take(line, body)


class _Again:
    """A table that plays its record again, line by line."""

    def __init__(self) -> None:
        self.line = 0

    def take(self, line: int, body: bytes) -> None:
        if line == 1:
            _, self._table, _ = begun(TABLE, body, forgetful=True)
            self._repeater = Replayer(TABLE, self._table)
        else:
            done = self._repeater.repeat(line, body)
            if done.difference is not None:
                raise done.as_error() from done.failure
        self.line = line

    @property
    def at(self) -> int:
        return self._table.at

    def view(self, viewer: Person | None) -> bytes:
        return _encode(self._table.view(viewer))


def last_games(
    tables: Mapping[str, History], player: str, most: int = MOST
) -> list[tuple[str, ShownRound]]:
    """The last rounds of a player at any of these tables, the newest first."""
    games = ((name, shown) for name, table in tables.items() for shown in table.last(player, most))
    return sorted(games, key=lambda game: game[1].at, reverse=True)[:most]


def _shown(span: Span, view: bytes) -> ShownRound:
    return ShownRound(span.number, span.at, span.void, _end(span) - 1, msgspec.Raw(view))


def _end(span: Span) -> int:
    assert span.ends is not None
    return span.ends


def _bodies(lines: Iterable[bytes], after: int) -> Iterator[tuple[int, bytes]]:
    for number, line in enumerate(lines, after + 1):
        parts = split(line)
        if parts is None:
            problem = flaw(line, number)
            assert problem is not None
            raise RecordError(problem)
        yield number, parts[1]


# --- one round, scene by scene: what happened at each line, and what somebody saw then


@dataclass(frozen=True, slots=True)
class RoundScene:
    """One line of a round that somebody was told something by."""

    line: int
    at: int
    by: Person
    facts: tuple[Fact, ...]
    settled: tuple[Settled, ...]
    """What was settled in the round so far."""
    view: TableView


@dataclass(frozen=True, slots=True)
class PastRound:
    """A round with its scenes, from no more bets to the last line before its cards were gone."""

    span: Span
    last: int
    """The number of the last round that has ended."""
    game: GameAtTable
    scenes: tuple[RoundScene, ...]

    @property
    def settled(self) -> tuple[Settled, ...]:
        return self.scenes[-1].settled


def past_round(lines: Sequence[bytes], number: int, viewer: Person | None) -> PastRound:
    """A round that has ended; one that has not is a `LookupError`."""
    rounds = _rounds(lines)
    span = rounds.get(number)
    if span is None or span.ends is None:
        raise LookupError(f"no round {number} has ended")
    scenes: list[RoundScene] = []
    settled: list[Settled] = []

    def watch(step: ReplayedCommand, table: Table) -> None:
        if step.line >= span.begins:
            happened = Moment(step.line, step.at, step.facts)
            moment = told_of_table(table.game, happened, viewer, undisclosed(table))
            if any(fact.withdraws_round for fact in step.facts):  # what the limits gave back stays
                settled[:] = [fact for fact in settled if fact.outcome is Outcome.RETURNED]
            settled[:] = standing(step.facts, settled)
            if moment.facts or not scenes:
                told = told_settlements(table, settled, viewer)
                view = table.view(viewer)
                scenes.append(RoundScene(step.line, step.at, step.by, moment.facts, told, view))

    again = replay(lines[: span.ends - 1], watch, forgetful=True)
    last = max(each.number for each in rounds if each.ends is not None)
    return PastRound(span, last, again.table.game, tuple(scenes))


# --- a table that stands on the floor no longer


@dataclass(frozen=True, slots=True)
class EndedTable:
    """What somebody is told of a table that was taken down."""

    instrument: str
    ended: int
    """When, in milliseconds since 1970."""
    tournament: str
    """Whose table it was, if it was one of a tournament."""
    rounds: tuple[RoundResult, ...]
    """Those that the viewer played in, the newest first."""

    @property
    def net(self) -> int:
        return sum(each.net or 0 for each in self.rounds)


def ended_table(lines: Iterable[bytes], viewer: Person | None) -> EndedTable:
    table = replay(lines, forgetful=True).table
    played = results(table, viewer, len(table.rounds)) if viewer is not None else ()
    return EndedTable(
        table.game.instrument.id,
        table.at,
        "" if table.tournament is None else table.tournament.name,
        tuple(each for each in played if each.net is not None),
    )


def _rounds(lines: Sequence[bytes]) -> Rounds:
    read = bodies(lines)
    reader, rounds = Reader(next(read)[1]), Rounds()
    for line, body in read:
        rounds.take(reader.entry(line, body))
    return rounds
