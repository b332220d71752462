"""`croupier meters --expected`: what tables won beside what they should have."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from croupier.aggregate.record_lines import RecordError
from croupier.casino.expected_takings import (
    ALL,
    Analyses,
    ExpectedLine,
    Staked,
    expected_lines,
    staked_in_record,
    staked_in_store,
)
from croupier.cli.meters import must_be_there, read_day
from croupier.cli.printing import NARROW, console, print_json, printable, so_many, width
from croupier.cli.record_sources import is_database, lines_of, not_a_record, opened
from croupier.money import dollars
from croupier.odds.disk_cache import AnswerCache, directory
from croupier.odds.results import plain
from croupier.version import __version__

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.game_rules import Rules

    AtTable = tuple[Rules, str, dict[str, Staked]]

NOTES = (
    "Initial stakes that were decided in rounds that stand, each with its exact edge under the "
    "options of its table, from whole decks.",
    "Wagers of one round go together, which is counted where it can be, or else simulated.",
)
BEST_PLAY = (
    "Players are taken to play as well as can be. Who does not loses more, so a result above the "
    "range says little by itself; one below it cannot come from how they play."
)


def _data(line: ExpectedLine) -> dict[str, Any]:
    return {
        "table": line.table,
        "day": line.day,
        "instrument": " ".join(line.instruments),
        **plain(line.found),
    }


def compared(
    path: str, table: str | None, day: str | None, confidence: float
) -> list[ExpectedLine]:
    """Every table and day, then all days of each table, then all tables."""
    if not 0 < confidence < 1:
        raise ValueError(f"confidence: {confidence:g} is not between 0 and 1")
    wanted = read_day(day)
    tables = _tables(path)
    must_be_there(table, dict.fromkeys(name for _, name, _ in tables))
    analyses = Analyses(AnswerCache(directory()))
    return [*expected_lines(tables, analyses, table=table, day=wanted, confidence=confidence)]


def _tables(path: str) -> list[AtTable]:
    try:
        if is_database(path):
            with opened(path) as store:
                return [*staked_in_store(store)]
        return [staked_in_record(lines_of(path, None))]
    except RecordError as error:
        raise not_a_record(path, error) from None


def show(found: list[ExpectedLine]) -> None:
    """Print the comparison, then in words what is out of range and what was taken for granted."""
    from rich.table import Table
    from rich.text import Text

    if not found:
        print("Nothing was staked.")
        return
    narrow = width() < NARROW
    shown = Table(box=None, pad_edge=False, padding=(0, 1 if narrow else 2, 0, 0))
    shown.add_column("table", overflow="fold")
    shown.add_column("day", overflow="fold")
    numbers = ("won", "expected", "range") if narrow else ("staked", "won", "expected", "range")
    for name in numbers:
        shown.add_column(name, justify="right", overflow="fold")
    shown.add_column("")
    for each in found:
        row = each.found
        figures = {
            "staked": dollars(row.staked),
            "won": _signed(row.won),
            "expected": _signed(round(row.expected)),
            "range": f"{_signed(row.least)} to {_signed(row.most)}",
        }
        if narrow:  # whole dollars, the ends of the range under each other
            figures = {
                "won": _whole(row.won),
                "expected": _whole(round(row.expected)),
                "range": f"{_whole(row.least)}\n{_whole(row.most)}",
            }
        verdict = Text(row.verdict, "" if row.verdict == "within" else "bold red")
        style = "" if each.day else "bold"
        day = (each.day[5:] if narrow else each.day) or ("" if each.table == ALL else "all days")
        cells = (Text(figures[name], style) for name in numbers)
        shown.add_row(Text(printable(each.table), style), day, *cells, verdict)
    console().print(shown)
    for words in (*map(out_of_range, _outside(found)), *_notes(found)):
        console().print(Text(words), soft_wrap=False)


def _outside(found: list[ExpectedLine]) -> list[ExpectedLine]:
    return [each for each in found if each.found.verdict != "within"]


def out_of_range(line: ExpectedLine) -> str:
    """Why a line stands out, in words."""
    row = line.found
    when = f" on {line.day}" if line.day else ""
    where = "all tables together" if line.table == ALL else f"{printable(line.table)}{when}"
    if row.verdict == "below":
        chance = f"{100 * row.as_low:.2g} %"
        return (
            f"{where}: won {_signed(row.won)}, less than {_signed(row.least)}. An honest table "
            f"wins so little or less with a chance of {chance}."
        )
    chance = f"{100 * (1 - row.as_low):.2g} %"
    why = " Players who do not play for the best lose more." if line.decided else ""
    return (
        f"{where}: won {_signed(row.won)}, more than {_signed(row.most)}. Against the best play an "
        f"honest table wins more with a chance of {chance}.{why}"
    )


def _notes(found: list[ExpectedLine]) -> Iterator[str]:
    confidence = found[0].found.confidence
    count = sum(1 for each in found if each.day)
    yield (
        f"The range holds {100 * confidence:g} of 100 honest results; of "
        f"{so_many(count, 'line')} about {count * (1 - confidence):.1g} lie outside by chance."
    )
    yield from NOTES
    if any(each.decided for each in found):
        yield BEST_PLAY


def _signed(cents: int) -> str:
    return f"{'-' if cents < 0 else '+' if cents else ''}{dollars(abs(cents))}"


def _whole(cents: int) -> str:
    return f"{cents / 100:+,.0f}"


def as_json(found: list[ExpectedLine]) -> None:
    """The same as data, amounts in cents."""
    print_json(
        {
            "version": __version__,
            "lines": [_data(each) for each in found],
            "assumptions": [*_notes(found)] if found else [],
        }
    )


def as_csv(found: list[ExpectedLine]) -> None:
    """The same as comma-separated lines."""
    from croupier.odds.data_shape import lines

    print(lines({"version": __version__}, (_data(each) for each in found)), end="")
