"""Recorded rounds and tournaments that a corrected rule settles otherwise: who is owed money.

Every command of a record is judged by the rules of today, and what players win and lose by that is
compared with what the record says, round by round. A record that was made after the last correction
of its instrument is not read at all. Of the others one line at a time is held, and of their rounds
the last ones and those that differ.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.aggregate.codec import read_header
from croupier.aggregate.record_lines import Fault, RecordError, links
from croupier.aggregate.restore import Replayer, begun, codec_of
from croupier.rulebook.instruments import Correction
from croupier.table.chip_ledger import RecordedChips
from croupier.table.facts import (
    BettingClosed,
    ChipsMoved,
    RoundEnded,
    RoundVoided,
    TournamentChipsMoved,
)
from croupier.table_replay import TABLE
from croupier.tournament.facts import (
    Cancelled,
    ChipsCashed,
    Finished,
    MoneyPaid,
    MoneyRefunded,
    PlaceAwarded,
)
from croupier.tournament.state import TournamentPhase
from croupier.tournament.tournament import KIND as TOURNAMENT

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from croupier.aggregate.acts import Command
    from croupier.aggregate.facts import Fact
    from croupier.aggregate.record import Header
    from croupier.aggregate.restore import AggregateKind, Difference, ReplayedCommand
    from croupier.table.table import Table
    from croupier.tournament.tournament import Tournament

OVER = (TournamentPhase.FINISHED, TournamentPhase.CANCELLED)


class AffectedPlayer(msgspec.Struct, frozen=True, omit_defaults=True):
    """The result of one player, in cents, as it was recorded and as it is by the rules of today."""

    player: str
    before: int
    now: int
    difference: int
    """Positive if the house owes the player, negative if the player owes the house. 0 if the
    result is `unsettled`."""
    goods_before: tuple[str, ...] = ()
    goods_now: tuple[str, ...] = ()
    at_risk_before: int = 0
    """Chips on the layout, in a round that the record leaves unfinished. They count as the
    player's own."""
    at_risk_now: int = 0
    """The same by the rules of today."""
    unsettled: bool = False
    """True if the round or the tournament has no result yet, in the record or by the rules of
    today. Nobody owes anything then."""


class ShownCorrection(msgspec.Struct, frozen=True):
    """A listed correction that shows in a record, with the first line in which it does."""

    line: int
    version: str
    clauses: tuple[str, ...]
    before: str
    now: str


class Affected(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A recorded round, or a whole tournament, that corrections settle otherwise."""

    record: str
    instrument: str
    round: int | None = None
    """Nothing for a tournament."""
    at: int
    """The time of its last line, in milliseconds since 1970."""
    players: tuple[AffectedPlayer, ...]
    corrections: tuple[ShownCorrection, ...]
    tournament_chips: bool = False
    """True if the amounts are chips of a tournament, which are not money."""
    unfinished: bool = False
    """True if the record ends in this round, which is therefore not settled."""
    uncertain: bool = False
    """True if the record continues from a position that the rules of today do not reach. Settle it
    by hand then."""


class NotExplained(ValueError):
    """A record that differs from the rules of today, and no listed correction explains it."""


def affected(name: str, lines: Iterable[bytes], since: str | None = None) -> Iterator[Affected]:
    """Yield what corrections settle otherwise in the record of a table or a tournament.

    With a version for `since`, only corrections after it count. A record that cannot be read is a
    `RecordError`; one that does not follow for another reason is `NotExplained`.
    """
    found = links(lines)
    _, _, first = next(found)
    is_tournament = b'"format":"croupier-tournament' in first.replace(b" ", b"")
    kind: AggregateKind[Any] = TOURNAMENT if is_tournament else TABLE
    header = read_header(kind.name, first)
    listed = _listed(kind, header, since)
    if not listed:
        return
    comparison: _Comparison = _OfTournament() if is_tournament else _OfTable(header)
    _, aggregate, _ = begun(kind, first, forgetful=not is_tournament)  # a tournament looks back
    repeater, codec = Replayer(kind, aggregate), codec_of(kind, header)
    shown: ShownCorrection | None = None
    for line, _, body in found:
        done = _repeat(repeater, line, body)
        entry = codec.entry(line, body)
        row = comparison.take(entry, done, aggregate)
        row.ends += _ends(entry.facts) - _ends(done.facts)
        if done.difference is None:
            continue
        correction = done.difference.correction
        if correction is None and shown is None:
            raise NotExplained(_unexplained(done.difference))
        if correction is None:
            row.uncertain = True
        else:
            latest = _shown(line, correction)
            shown = shown or latest
            row.corrections.setdefault((latest.version, latest.clauses, latest.now), latest)
    for row in comparison.rows():
        corrections = tuple(row.corrections.values()) or ((shown,) if shown else ())
        wanted = {(each.version, each.clauses, each.now) for each in listed}
        if any((each.version, each.clauses, each.now) in wanted for each in corrections):
            yield Affected(
                record=name, instrument=header.instrument, round=row.number, at=row.at,
                players=tuple(row.players()), corrections=corrections,
                tournament_chips=row.tournament_chips,
                unfinished=row.unfinished and row.number is not None,
                uncertain=row.is_uncertain,
            )  # fmt: skip


def _listed(kind: AggregateKind[Any], header: Header, since: str | None) -> list[Correction]:
    if kind.book is None:
        return []
    book = kind.book(header)
    wanted = book.corrections if since is None else book.corrected_since(since)
    return [each for each in book.corrected_since(header.version) if each in wanted]


def _repeat(repeater: Replayer[Any], line: int, body: bytes) -> ReplayedCommand:
    try:
        return repeater.repeat(line, body)
    except RecordError as error:
        if error.problem.fault is Fault.BAD_HEADER:
            raise
        raise NotExplained(f"line {line} has a command that this version does not know") from None


def _ends(facts: Iterable[Fact]) -> int:
    return sum(isinstance(fact, RoundEnded | Finished | Cancelled) for fact in facts)


def _unexplained(difference: Difference) -> str:
    return (
        f"line {difference.line} does not follow by the rules of today, and no listed correction "
        "explains it"
    )


def _shown(line: int, correction: Correction) -> ShownCorrection:
    return ShownCorrection(
        line, correction.version, correction.clauses, correction.before, correction.now
    )


# --- the two sides


@dataclass(slots=True)
class _Row:
    """A round or a tournament on both sides."""

    number: int | None
    at: int = 0
    before: Counter[str] = field(default_factory=Counter)
    now: Counter[str] = field(default_factory=Counter)
    goods: tuple[Counter[tuple[str, str]], Counter[tuple[str, str]]] = field(
        default_factory=lambda: (Counter(), Counter())
    )
    corrections: dict[tuple[str, tuple[str, ...], str], ShownCorrection] = field(
        default_factory=dict
    )
    uncertain: bool = False
    at_risk: tuple[dict[str, int], dict[str, int]] = field(default_factory=lambda: ({}, {}))
    unfinished: bool = False
    """True if a round is in play at the end, or a tournament is not over by the rules of today."""
    is_elsewhere: bool = False
    """True if by the rules of today another round was in play meanwhile."""
    ends: int = 0
    """Endings in the record, less those that follow today."""
    tournament_chips: bool = False

    @property
    def is_uncertain(self) -> bool:
        return self.uncertain or not self.corrections or bool(self.ends)

    @property
    def is_open(self) -> bool:
        """True if it has an end on one side alone, or is uncertain and has none."""
        has_one_end = self.is_elsewhere or bool(self.ends)
        return has_one_end or (self.unfinished and self.is_uncertain)

    @property
    def is_affected(self) -> bool:
        return any(True for _ in self.players())

    def players(self) -> Iterator[AffectedPlayer]:
        goods_before, goods_now = self.goods
        risk_before, risk_now = self.at_risk
        names = {**self.before, **self.now, **{each[0]: 0 for each in (*goods_before, *goods_now)}}
        for name in sorted(names):
            before, now = self.before[name], self.now[name]
            had = tuple(sorted(g for (p, g), n in goods_before.items() if p == name and n))
            has = tuple(sorted(g for (p, g), n in goods_now.items() if p == name and n))
            then, today = risk_before.get(name, 0), risk_now.get(name, 0)
            if (before, had) != (now, has):
                is_open = self.is_open or then != today
                owed = 0 if is_open else now - before
                yield AffectedPlayer(name, before, now, owed, had, has, then, today, is_open)


class _Comparison:
    """Holds what is recorded against what follows today."""

    def take(self, entry: Any, done: ReplayedCommand, aggregate: Any) -> _Row:
        """Count one line on both sides, and return what it belongs to."""
        raise NotImplementedError

    def rows(self) -> Iterator[_Row]:
        """Yield what differs, in order."""
        raise NotImplementedError


class _OfTable(_Comparison):
    """The rounds of a table, by what players own before and after each command."""

    def __init__(self, header: Header) -> None:
        self._then, self._today = _Winnings(header), _Winnings(header)
        self._rounds: dict[int, _Row] = {}
        self._current = 0

    def take(self, entry: Any, done: ReplayedCommand, aggregate: Table) -> _Row:
        for fact in entry.facts:
            if isinstance(fact, BettingClosed) and fact.round != self._current:
                self._current = fact.round
                self._forget_what_agrees()
        row = self._row(_round_meant(entry.command, (*entry.facts, *done.facts)) or self._current)
        row.before.update(self._then.change(entry.facts, entry.round))
        of_round = () if done.refusal or done.failure else aggregate.stated_by_round
        row.now.update(self._today.change(done.facts, of_round))
        row.at = entry.at
        row.tournament_chips = row.tournament_chips or aggregate.tournament is not None
        if row.number == self._current:
            row.unfinished = self._then.round_in_play == row.number
            row.is_elsewhere |= self._today.round_in_play not in (None, row.number)
            row.at_risk = self._then.at_risk_in(row.number), self._today.at_risk_in(row.number)
        return row

    def rows(self) -> Iterator[_Row]:
        return (row for _, row in sorted(self._rounds.items()) if row.is_affected)

    def _row(self, number: int) -> _Row:
        return self._rounds.setdefault(number, _Row(number))

    def _forget_what_agrees(self) -> None:
        for number in [each for each in self._rounds if each < self._current - 1]:
            if not self._rounds[number].is_affected:
                del self._rounds[number]


class _Winnings:
    """What players own at a table on one side, but for chips that they bring or take away."""

    def __init__(self, header: Header) -> None:
        self._chips = RecordedChips(header)
        self._owned: Counter[str] = Counter()

    @property
    def round_in_play(self) -> int | None:
        """The number of the round in play, if there is one."""
        return self._chips.round_in_play

    def at_risk_in(self, number: int) -> dict[str, int]:
        """Return each player's chips on the layout, if that round is in play."""
        if self.round_in_play != number:
            return {}
        return {name: cents for name, cents in self._chips.ledger.stakes.items() if cents}

    def change(self, facts: Sequence[Fact], of_round: Sequence[int]) -> dict[str, int]:
        """Take the facts of a command, and return what each player won or lost by them."""
        self._chips.take(facts, of_round)
        ledger = self._chips.ledger
        owned = Counter(ledger.racks)
        owned.update(ledger.stakes)
        if owned == self._owned:
            return {}
        won = Counter({name: owned[name] - self._owned[name] for name in owned})
        for fact in facts:
            if isinstance(fact, ChipsMoved | TournamentChipsMoved) and fact.player is not None:
                won[fact.player] -= fact.amount
        self._owned = owned
        return {name: cents for name, cents in won.items() if cents}


def _round_meant(command: Command, facts: Iterable[Fact]) -> int | None:
    """The finished round that a command is about, if it is about one."""
    for fact in facts:
        if isinstance(fact, RoundVoided) or fact.withdraws_round:
            return fact.counts_anew or getattr(fact, "round", None)
    named = getattr(command, "round", None)
    return named if isinstance(named, int) else None


class _OfTournament(_Comparison):
    """A tournament as a whole: money and goods that players paid and were given."""

    def __init__(self) -> None:
        self._whole = _Row(None)

    def take(self, entry: Any, done: ReplayedCommand, aggregate: Tournament) -> _Row:
        row = self._whole
        _count(entry.facts, row.before, row.goods[0])
        _count(done.facts, row.now, row.goods[1])
        row.at = entry.at
        row.unfinished = aggregate.phase not in OVER
        return row

    def rows(self) -> Iterator[_Row]:
        if self._whole.is_affected:
            yield self._whole


def _count(facts: Iterable[Fact], money: Counter[str], goods: Counter[tuple[str, str]]) -> None:
    for fact in facts:
        if isinstance(fact, MoneyPaid):
            money[fact.player] -= fact.amount
        elif isinstance(fact, MoneyRefunded | ChipsCashed):
            money[fact.player] += fact.amount
        elif isinstance(fact, PlaceAwarded):
            money[fact.player] += fact.prize
            goods.update((fact.player, each) for each in fact.goods)
