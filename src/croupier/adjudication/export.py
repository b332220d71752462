"""Rounds of a record written down as round files, whatever went wrong in them.

A round begins with the wagers as they lay when betting closed, and with what was in force then:
the table's options and sign, markers, warnings, cards that waited. Then comes a script of what was
done. What the program would do by itself (deal what is due, move on from an offer, take and pay) is
left to it, unless a command comes before it could. Every file is settled before it is given out, so
that it says what the record says.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from croupier.adjudication import ROUND_FILES, Answer, RoundFileError, adjudicate
from croupier.adjudication.script_from_record import (
    BeyondTheFormat,
    Script,
    SinceBettingOpened,
    Verbatim,
    WholeSession,
    WholeShoe,
    WithShuffles,
    entry_of,
    tag_of,
)
from croupier.adjudication.settled_rounds import SettledRounds
from croupier.aggregate.record_lines import links, split
from croupier.aggregate.restore import Replayer, begun
from croupier.money import dollars
from croupier.rulebook.amendments import book_of
from croupier.table.acts.dealing import cards_dealt
from croupier.table.acts.shuffling import InsertCuttingCard
from croupier.table.acts.stray_cards import DrawnInError
from croupier.table.acts.tournament import DesignateForTournament
from croupier.table.acts.voiding import VoidWager
from croupier.table.facts import BettingReopened, Reconstructed, RoundEnded
from croupier.table.round_index import numbered
from croupier.table.table import Phase
from croupier.table.tournament_play import goes_by_boxes, players_in
from croupier.table.wagers import Sign, WarningCovers
from croupier.table_replay import TABLE

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

    from croupier.adjudication.answer import RoundAnswer, Settlement
    from croupier.aggregate.acts import Command
    from croupier.aggregate.facts import Fact
    from croupier.aggregate.restore import ReplayedCommand
    from croupier.cards import Card
    from croupier.table.table import Table
    from croupier.table.wagers import Wager

    Entry = dict[str, Any]

__all__ = [
    "BeyondTheFormat", "laid_out", "one_line", "round_file", "round_files",
]  # fmt: skip


def round_file(lines: Sequence[bytes], number: int) -> bytes:
    """The round file of a finished round, laid out for people.

    A round that the record does not have is a `LookupError`, one that no round file can tell is
    `BeyondTheFormat`, and a record that cannot be read is a `RecordError`.
    """
    for _, written in round_files(lines, {number}):
        if isinstance(written, BeyondTheFormat):
            raise written
        return laid_out(written)
    raise AssertionError("a round that is not there has been said not to be")


def round_files(
    lines: Sequence[bytes],
    numbers: Collection[int] | None = None,
    *,
    name: str = "",
    through: Callable[[Sequence[bytes]], Iterable[bytes]] = iter,
) -> Iterator[tuple[int, Entry | BeyondTheFormat]]:
    """The files of the rounds with these numbers, or of all, in the order of their numbers.

    What cannot be told is given as such, and the others follow. The record is called by its `name`,
    or else by what it says of itself; its lines are read `through` something that may watch.
    """
    return _in_order(_Export(lines, numbers, name, through).rounds())


def _in_order(
    rounds: Iterator[tuple[int, Entry | BeyondTheFormat]],
) -> Iterator[tuple[int, Entry | BeyondTheFormat]]:
    """A round that was undone later is told when it has been; those after it wait for it."""
    waiting: dict[int, Entry | BeyondTheFormat] = {}
    last = 0
    for number, told in rounds:
        waiting[number] = told
        while last + 1 in waiting:
            last += 1
            yield last, waiting.pop(last)
    yield from sorted(waiting.items(), key=lambda each: each[0])


def one_line(file: Entry) -> bytes:
    return msgspec.json.encode(file) + b"\n"


def laid_out(file: Entry) -> bytes:
    """The file as a person would write it: a line for each wager and each entry."""
    fields = []
    for name, value in file.items():
        text = json.dumps(value, ensure_ascii=False)
        if name in ("wagers", "script", "before") and value:
            entries = ",\n  ".join(json.dumps(entry, ensure_ascii=False) for entry in value)
            text = f"[\n  {entries}]"
        fields.append(f'"{name}": {text}')
    return ("{" + ",\n ".join(fields) + "}\n").encode()


# --- the rounds in their record


class Step(NamedTuple):
    """One thing that was done."""

    command: Command
    facts: tuple[Fact, ...]
    waits: str
    """For a deal, whether the card had been drawn before, and seen: `seen`, `unseen` or nothing."""


@dataclass(slots=True)
class Played:
    """A round of a record: how it began, and all that was done in it or about it."""

    number: int
    options: dict[str, Any]
    boxes: int
    wagers: list[Entry]
    before: list[Entry]
    opening: list[Entry]
    """What the script begins with: wagers that only commands can lay, and the like."""
    steps: list[Step] = field(default_factory=list)
    ended: bool = False
    next_card: Card | None = None
    """The first card of the round after it, if that has begun."""
    prepared: bool = True
    """Whether it begins with cards in the shoe."""
    told_from: list[tuple[Played, type[Script]]] = field(default_factory=list)
    """Where its file may begin if not with it, and how all is written from there on."""


_CLOSES = b'"fact":"no-more-bets"'
_STRAY = (
    "burnt-in-error", "dealer-overdrew", "drawn-in-error", "face-up-card", "take-from-rack",
)  # fmt: skip
_CORRECTIONS = ("round-voided", "reconstructed", "ruling-due", "ruled")
_VOIDS_WAGER = f'"do":"{VoidWager.__struct_config__.tag}"'.encode()
_CORRECTS = (*(f'"fact":"{tag}"'.encode() for tag in _CORRECTIONS), _VOIDS_WAGER)


def _until(number: int, told: Played) -> Played:
    """Leave out what came after the round, or after the last correction of it.

    A round that something is said of later is written when rounds after it are over. Its file
    still ends with it where it can, for the last round of a file is the one that is asked about.
    """
    about = (
        place
        for place, (command, facts, _) in enumerate(told.steps, 1)
        if number in _rounds_corrected(command, facts)
        or any(isinstance(fact, RoundEnded) and fact.round == number for fact in facts)
    )
    return replace(told, steps=told.steps[: max(about, default=None)])


def _rounds_corrected(command: Command, facts: Iterable[Fact]) -> list[int]:
    """The rounds that a command changes, by their numbers, if need be when they are over."""
    found = [
        fact.round  # type: ignore[attr-defined]
        for fact in facts
        if fact.__struct_config__.tag in _CORRECTIONS
    ]
    if isinstance(command, VoidWager) and command.round is not None:
        found.append(command.round)
    return found


class _Export:
    """Plays a record again and writes its rounds down."""

    def __init__(
        self,
        lines: Sequence[bytes],
        numbers: Collection[int] | None,
        name: str,
        through: Callable[[Sequence[bytes]], Iterable[bytes]],
    ) -> None:
        self._lines = lines
        self._name = name
        self._through = through
        self._current = 0
        """The round in progress, or none."""
        self._between: list[Step] = []
        """What was done with cards since the last round was over; it may be brought back."""
        self._numbers = None if numbers is None else set(numbers)
        self._played: dict[int, Played] = {}
        self._shoe: Played | None = None
        """All since the shoe was loaded, as if it were one round."""
        self._session: Played | None = None
        """All since the table became a tournament's."""
        self._betting: Played | None = None
        """All since betting opened at a tournament's table."""
        self._breaches: dict[str, Command] = {}

    def rounds(self) -> Iterator[tuple[int, Entry | BeyondTheFormat]]:
        found = links(self._through(self._lines))
        _, _, body = next(found)
        header, table, _ = begun(TABLE, body, forgetful=True)
        self._header, self._table = header, table
        self._book = book_of(header)
        self._part = ROUND_FILES.of(self._book)
        self._settled = SettledRounds(table.law, boxes=self._part.has_boxes)
        corrected = self._corrected_later()
        repeater = Replayer(TABLE, table)
        for line, _, body in found:
            wagers: list[Wager] = []
            if _CLOSES in body:
                wagers = list(table.wagers)
                self._begin(table)
            waits = _what_waits(table)
            step = repeater.repeat(line, body)
            if step.difference is not None:
                yield from self._cannot_go_on(f"played again, {step.difference}")
                return
            self._settled.take(step.facts, table.stated_by_round, wagers)
            self._note_beginnings(step, waits)
            for number in self._note(step, waits):
                if corrected.get(number, 0) <= line:
                    yield from self._give(number)
            if self._numbers is not None and not self._numbers:
                return  # what comes after the last that is wanted need not be played
        yield from self._still_in_play()

    def _corrected_later(self) -> dict[int, int]:
        """The rounds that something is said of after the fact, by the last line that does."""
        found: dict[int, int] = {}
        read = TABLE.codec(self._header)
        for number, line in enumerate(self._lines, 1):
            if any(mark in line for mark in _CORRECTS):
                parts = split(line)
                if parts is None:
                    continue
                entry = read.entry(number, parts.body)
                found.update(dict.fromkeys(_rounds_corrected(entry.command, entry.facts), number))
        return found

    # -- as they are played

    def _begin(self, table: Table) -> None:
        """Betting is about to close: what lies there, and what is in force."""
        number = table.number + 1
        self._current = number
        if self._is_wanted(number):
            players = dict.fromkeys(wager.player for wager in table.wagers)
            played = self._played[number] = self._as_it_is(table, players)
            beginnings = (
                (self._shoe, WholeShoe),
                (self._betting, SinceBettingOpened),
                (self._session, WholeSession),
            )
            played.told_from = [(told, how) for told, how in beginnings if told is not None]

    def _as_it_is(self, table: Table, players: Collection[str]) -> Played:
        """A round that is to begin: what lies on the table, and what is in force for players."""
        wagers, opening = self._part.lying(table)
        before = [entry_of(DrawnInError(card=card)) for card in table.shoe.pending]
        before += _warnings(table, players)
        before += self._part.in_force(table, players)
        before += ({"do": "step-away", "player": player} for player in sorted(table.patrons.away))
        options = terms_of(table)
        return Played(table.number + 1, options, len(table.boxes), wagers, before, opening)

    def _note_beginnings(self, step: ReplayedCommand, waits: str) -> None:
        """Keep what rounds follow from beside their own: at a tournament, or if a shoe runs out."""
        table, done = self._table, Step(step.command, step.facts, waits)
        for told in (self._shoe, self._session, self._betting):
            if told is not None:
                told.steps.append(done)
        if isinstance(step.command, InsertCuttingCard) and not self._part.reshuffles_in_mid_round:
            self._shoe = self._as_it_is(table, table.patrons.arrived)
        if table.tournament is None:
            self._session = self._betting = None
        elif self._session is None:
            self._session = Played(
                table.number + 1, terms_of(table), len(table.boxes), [], [entry_of(step.command)],
                [], prepared=False,
            )  # fmt: skip
        elif any(isinstance(fact, RoundEnded) for fact in step.facts):
            self._betting = Played(
                table.number + 1, terms_of(table), len(table.boxes), [], at_tournament(table), []
            )

    def _is_wanted(self, number: int) -> bool:
        return self._numbers is None or number in self._numbers

    def _note(self, step: ReplayedCommand, waits: str) -> list[int]:
        """Keep a step with the round that it belongs to; which rounds it has left complete."""
        command = step.command
        if command.states_breach:
            self._breaches[command.person] = command  # type: ignore[attr-defined]
        about = {self._current} if self._current else set()
        dealt = cards_dealt(command)
        if dealt and self._current - 1 in self._played:
            before = self._played[self._current - 1]
            before.next_card = before.next_card or dealt[0]
        complete = _rounds_corrected(command, step.facts)
        about.update(complete)
        for fact in step.facts:
            if isinstance(fact, RoundEnded):
                complete.append(fact.round)
                self._mark_ended(fact.round, ended=True)
                self._current = 0
                self._between = []
            elif isinstance(fact, BettingReopened):
                self._played.pop(fact.round, None)
                about.discard(fact.round)
                self._current = 0
            elif isinstance(fact, Reconstructed) and fact.out_of_the_rack:
                self._current = fact.round
                self._mark_ended(fact.round, ended=False)
                if fact.round in self._played:
                    self._played[fact.round].steps += self._between
        if not self._current and tag_of(command) in _STRAY:
            self._between.append(Step(command, step.facts, waits))
        for number in about:
            if number in self._played:
                self._played[number].steps.append(Step(command, step.facts, waits))
        return [
            number
            for number in dict.fromkeys(complete)
            if number in self._played and self._played[number].ended
        ]

    def _mark_ended(self, number: int, *, ended: bool) -> None:
        if number in self._played:
            self._played[number].ended = ended

    # -- as they are given out

    def _give(self, number: int) -> Iterator[tuple[int, Entry | BeyondTheFormat]]:
        played = self._played.pop(number)
        yield number, self._told(played)
        if self._numbers is not None:
            self._numbers.discard(number)

    def _told(self, played: Played) -> Entry | BeyondTheFormat:
        """In few words if that says all, or command by command, or with all of its shoe."""
        ways = [(played, kind) for kind in (Script, Verbatim, WithShuffles)]
        ways += [(_until(played.number, told), kind) for told, kind in played.told_from]
        beyond: BeyondTheFormat | None = None
        for told, kind in ways:
            try:
                file = self._written(told, kind)
                file["source"]["round"] = played.number
                self._must_say_the_same(played.number, file, played.number - told.number + 1)
            except BeyondTheFormat as error:
                beyond = beyond or error
            else:
                return file
        assert beyond is not None
        return beyond

    def _written(self, played: Played, kind: type[Script]) -> Entry:
        writer = kind(self._part, played, self._breaches)
        script = writer.written()
        source = {
            "record": self._name or self._header.table,
            "round": played.number,
            "rulebook": self._header.rulebook or self._book.fingerprint,
            "head": _head(self._lines),
        }
        file: Entry = {
            "instrument": self._book.id,
            "options": msgspec.to_builtins(played.options),
            "boxes": played.boxes,
            "cards": [str(card) for card in writer.cards],
        }
        if not played.prepared:
            file["prepared"] = False
        if played.wagers:
            file["wagers"] = played.wagers
        if writer.before:
            file["before"] = writer.before
        file["script"] = script
        file["source"] = source
        if writer.stops:
            file["stop"] = True
        return file

    def _must_say_the_same(self, number: int, file: Entry, in_file: int) -> None:
        """Hold the settlements of a round of the file against the record's, wager by wager."""
        try:
            answer = adjudicate(file, under=self._book)
        except RoundFileError as error:
            raise BeyondTheFormat(number, f"a file of it is no round: {error}") from None
        if not isinstance(answer, Answer):
            why = answer.refused
            cited = ", ".join(why.clauses)
            raise BeyondTheFormat(number, f"a file of it is refused: {why.reason} [{cited}]")
        for place, entry in enumerate(answer.script or (), 1):
            if entry.refused:
                cited = ", ".join(entry.refused.clauses)
                said = f"entry {place} of its script is refused: {entry.refused.reason} [{cited}]"
                raise BeyondTheFormat(number, said)
        expected = self._settled.answer(number, self._part.in_order)
        difference = _difference(expected, answer.rounds.get(str(in_file)))
        if difference is not None:
            raise BeyondTheFormat(number, difference)

    def _cannot_go_on(self, why: str) -> Iterator[tuple[int, Entry | BeyondTheFormat]]:
        for number in sorted(self._played or self._numbers or ()):
            yield number, BeyondTheFormat(number, why)

    def _still_in_play(self) -> Iterator[tuple[int, Entry | BeyondTheFormat]]:
        for number in sorted(self._played):
            if self._played[number].ended:
                yield from self._give(number)
            else:
                yield number, BeyondTheFormat(number, "it is still in play", in_play=True)
        self._played.clear()
        for number in sorted(self._numbers or ()):
            raise LookupError(f"the record has {numbered(self._table.number)}, not {number}")


def _warnings(table: Table, players: Collection[str]) -> Iterator[Entry]:
    """Yield who has been told of the minimum; about which kind of wager, if that matters."""
    covers = table.options.get("under_min_warning_covers")
    for player in players:
        kinds = sorted(kind for told, kind in table.patrons.warned_of if told == player)
        if covers == WarningCovers.EACH_KIND:
            yield from ({"warned": player} | ({"wager": k} if k else {}) for k in kinds)
        elif player in table.patrons.warned:
            yield {"warned": player}


def _what_waits(table: Table) -> str:
    """Whether the next card to be dealt is out of the shoe already, and seen or not."""
    pending = table.shoe.pending
    return "" if not pending else "unseen" if pending[0] is None else "seen"


def _head(lines: Sequence[bytes]) -> str:
    parts = split(lines[-1])
    return parts.hash.decode() if parts is not None else ""


def at_tournament(table: Table) -> list[Entry]:
    """How a tournament's table comes to stand as it does before a round."""
    play = table.tournament
    assert play is not None
    designate = DesignateForTournament(tournament=play.name, terms=play.terms)
    entries = [entry_of(designate)]
    for box, player in players_in(table).items():
        entries.append({"do": "allocate-position", "player": player, "box": box})
        if player in table.patrons.arrived:
            entries.append({"do": "arrive", "player": player})
        if table.chips.rack(player):
            amount = table.chips.rack(player)
            entries.append({"do": "issue-tournament-chips", "amount": amount, "player": player})
    boxes = list(players_in(table))
    if play.marker is not None and boxes and not goes_by_boxes(table):
        first = next((box for box in boxes if box >= play.marker), boxes[0])
        entries.append({"do": "place-starting-marker", "box": first})
    away = [player for player in players_in(table).values() if player in table.patrons.away]
    return entries + [{"do": "step-away", "player": player} for player in away]


def terms_of(table: Table) -> dict[str, Any]:
    """The options of a table as they are now, with its cards and what its sign says."""
    sign = Sign.from_options(table.options) if table.phase is Phase.NOT_OPEN else table.sign
    limits = sign.limits
    now = {
        **table.game.options,
        "decks": table.shoe.decks,
        "device": str(table.shoe.device),
        "limits": {
            wager: [shown.minimum, shown.maximum]
            for wager, shown in limits.items()
            if shown.maximum is not None
        },
        "multiples": {
            wager: shown.multiple for wager, shown in limits.items() if shown.multiple > 1
        },
    }
    return {name: value for name, value in now.items() if name in table.game.options}


def _difference(expected: RoundAnswer, found: RoundAnswer | None) -> str | None:
    """The first settlement that a file of the round does not share with its record."""
    left = list(found.settlements) if found is not None else []
    for settlement in expected.settlements:
        if settlement in left:
            left.remove(settlement)
        else:
            return f"the record settles {_told(settlement)}, and a file of it does not"
    for settlement in left:
        return f"a file of it settles {_told(settlement)}, and the record does not"
    return None


def _told(settled: Settlement) -> str:
    where = "" if settled.box is None else f" on box {settled.box}"
    what = f"{settled.player}'s {settled.wager} of {dollars(settled.stake)}{where}"
    return (
        f"{what} as {settled.outcome}, {dollars(settled.net)}, under {', '.join(settled.clauses)}"
    )
