"""`croupier corrections --affected`: recorded rounds that a corrected rule settles otherwise."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from croupier.aggregate.record_lines import RecordError
from croupier.casino.affected_by_corrections import NotExplained, affected
from croupier.casino.record_names import TABLES, TOURNAMENTS, record_words
from croupier.cli.printing import Out, print_json, progress, so_many
from croupier.cli.record_sources import is_database, lines_in, names_in, opened
from croupier.money import dollars
from croupier.rulebook.instruments import load
from croupier.wording.teller import moment

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from croupier.casino.affected_by_corrections import Affected, AffectedPlayer

DUMP = (b"PGDMP", b"PRAGMA foreign_keys", b"BEGIN TRANSACTION", b"CREATE TABLE", b"INSERT INTO")
"""The first bytes of a dump."""
NONE_AFFECTED, SOME_AFFECTED, NOT_EXPLAINED = 0, 1, 3
UNCERTAIN = (
    "The record continues from a position that the rules of today do not reach: "
    "settle it by hand before you pay."
)
UNFINISHED = (
    "The record ends in this round, so the round is not settled: "
    "finish it, then run the command again."
)


def show_affected(
    path: str, instrument: str | None, since: str | None, *, as_json: bool = False
) -> int:
    """Print who is owed what under corrections of the rules; return the exit status."""
    book = None if instrument is None else load(instrument).id
    problems: list[str] = []
    found = (
        each for each in _found(path, since, problems.append) if book in (None, each.instrument)
    )
    with names_in(path) as names:
        if as_json:
            rows = [msgspec.to_builtins(each) for each in found]
            data: dict[str, Any] = {"affected": rows, "problems": problems}
            print_json(data, names.in_json)
            some = bool(rows)
        else:
            some = _tell(found, problems, names.in_text)
    return NOT_EXPLAINED if problems else SOME_AFFECTED if some else NONE_AFFECTED


def _found(path: str, since: str | None, report: Callable[[str], None]) -> Iterator[Affected]:
    """Go through the records of a database, or the one in a file, a line at a time."""
    for name, lines in _records(path):
        try:
            yield from affected(name, lines, since)
        except NotExplained as error:
            report(f"{name}: {error}; `croupier verify {path}` shows the difference")
        except RecordError as error:
            if not is_database(path):
                raise _not_a_record(path, error) from None
            report(f"{name} cannot be read: {error}; `croupier verify {path}` shows the damage")


def _not_a_record(path: str, error: RecordError) -> ValueError:
    if _is_dump(path):
        return ValueError(
            f"{path} is a dump of a database, and this command reads databases; "
            "give the casino's database, or a copy that `croupier backup` made"
        )
    return ValueError(
        f"{path} is not a casino's database, nor the record of a table or a tournament: {error}; "
        "give a casino's database (casino.db or postgresql://…) or one record (.jsonl)"
    )


def _is_dump(path: str) -> bool:
    """Return True if a file begins as dumps of SQLite and PostgreSQL do."""
    if path == "-":
        return False
    with open(path, "rb") as file:
        first = file.read(4096)
    return first.startswith(DUMP) or b"PostgreSQL database dump" in first


def _records(path: str) -> Iterator[tuple[str, Iterable[bytes]]]:
    if not is_database(path):
        yield path, lines_in(path)
        return
    with opened(path) as store, progress() as tell:
        ends = [each for each in store.records() if each.record.startswith((TABLES, TOURNAMENTS))]
        total, done = sum(each.lines for each in ends), 0
        for end in ends:
            yield end.record, _counted(store.lines(end.record), done, total, tell)
            done += end.lines


def _counted(
    lines: Iterable[bytes], done: int, total: int, tell: Callable[[int, int, str], object]
) -> Iterator[bytes]:
    for place, line in enumerate(lines):
        if place % 500 == 0:
            tell(done + place, total, "lines judged")
        yield line


def _tell(found: Iterable[Affected], problems: list[str], named: Callable[[str], str]) -> bool:
    out, rounds, tournaments = Out(), 0, 0
    for each in found:
        if each.round is None:
            tournaments += 1
        else:
            rounds += 1
        _tell_one(out, each, named)
    for problem in problems:
        out(named(f"The record {problem}."), "red")
    if rounds or tournaments:
        counted = f"{so_many(rounds, 'round')} and {so_many(tournaments, 'tournament')}"
        out(f"Corrections settle {counted} otherwise.", "bold")
    else:
        out("No recorded round or tournament is settled otherwise by a correction.")
    return bool(rounds or tournaments)


def _tell_one(out: Out, each: Affected, named: Callable[[str], str]) -> None:
    where = record_words(each.record, named)
    which = "" if each.round is None else f", round {each.round}"
    out(f"{where}{which}, {moment(each.at)}, {each.instrument}", "bold")
    for player in each.players:
        out(f"  {named(player.player)}: {_told(player, chips=each.tournament_chips)}")
    for shown in each.corrections:
        cited = ", ".join(shown.clauses)
        out(f"  Corrected in {shown.version} ({cited}), line {shown.line}: {shown.now}")
    if each.unfinished:
        out(f"  {UNFINISHED}", "yellow")
    if each.uncertain:
        out(f"  {UNCERTAIN}", "yellow")
    out("")


def _told(player: AffectedPlayer, *, chips: bool) -> str:
    unit = " in tournament chips" if chips else ""
    before, now = _signed(player.before), _signed(player.now)
    if player.at_risk_before:
        before = _open(player.before, player.at_risk_before)
    if player.at_risk_now or (player.unsettled and not player.at_risk_before):
        now = _open(player.now, player.at_risk_now)
    told = f"before {before}, now {now}"
    if player.difference:
        owes = "the house owes" if player.difference > 0 else "the player owes"
        told += f": {owes} ${dollars(abs(player.difference))}{unit}"
    if player.goods_before != player.goods_now:
        before, now = (", ".join(goods) or "no prize" for goods in _goods(player))
        told += f"; prizes before: {before}; now: {now}"
    return told


def _goods(player: AffectedPlayer) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return player.goods_before, player.goods_now


def _open(cents: int, at_risk: int) -> str:
    """Say that a result is open, with what is decided and what is not."""
    parts = [f"{_signed(cents)} so far"] if cents else []
    if at_risk:
        parts.append(f"${dollars(at_risk)} at risk")
    return f"not settled ({', '.join(parts)})" if parts else "not settled"


def _signed(cents: int) -> str:
    sign = "+" if cents > 0 else "−" if cents < 0 else ""  # noqa: RUF001 a minus, not a hyphen
    return f"{sign}${dollars(abs(cents))}"
