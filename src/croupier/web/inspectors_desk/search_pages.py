"""Rounds and events found by person, table, time, kind and amount, on a page or as CSV.

What is looked for stands in the address, so that it can be kept and handed on.
"""

from __future__ import annotations

import csv
from datetime import date, datetime, time, timedelta
from io import StringIO
from typing import TYPE_CHECKING, Annotated, Any
from urllib.parse import urlencode

import msgspec
from litestar import Response, Router, get
from litestar.params import QueryParameter

from croupier.casino.event_words import in_words
from croupier.casino.house_views import count_sessions, tables_ever_set_up
from croupier.casino.record_names import TABLES, record_words, table_name
from croupier.casino.round_results import RoundQuery, RoundResult
from croupier.casino.significant_events import EventKind
from croupier.game_rules import GAMES
from croupier.money import cents, dollars
from croupier.rulebook.instruments import load
from croupier.table.acts.opening import CANBERRA
from croupier.web.html.page_rendering import error_page, page
from croupier.web.html.template_environment import called, words
from croupier.web.http.naming import in_text
from croupier.web.http.policies import SUPERVISORS
from croupier.web.http.problems import HttpError, ProblemType
from croupier.web.http.request import Request
from croupier.wording.teller import ZONE, local_moment

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from croupier.casino.floor.record_queries import Registers
    from croupier.casino.significant_events import EventDetails, SignificantEvent

ROWS, ROWS_IN_CSV = 50, 10_000
MOST_LOOKED_AT = 100_000
"""Events that one search looks at."""
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")
"""What makes a spreadsheet work a cell out, at its beginning."""
OUTCOMES = ("won", "lost", "level", "void")

Text = Annotated[str, QueryParameter(max_length=80)]
Before = Annotated[int, QueryParameter(ge=0, le=10**12)]


class Days(msgspec.Struct, frozen=True):
    """From the beginning of a day to the end of another, where the casino is."""

    since: int
    until: int | None


def days(since: str, until: str) -> Days:
    return Days(
        0 if not since else _midnight(since, "from"),
        None if not until else _midnight(until, "to") + 86_400_000,
    )


def _midnight(text: str, field: str) -> int:
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise HttpError(
            ProblemType.INVALID, f"{field}: a day such as 2027-01-15, not {text!r}", field=field
        ) from None
    since = datetime.combine(day, time(), CANBERRA) - datetime(1970, 1, 1, tzinfo=CANBERRA)
    return (since - timedelta(hours=10)) // timedelta(milliseconds=1)


def _cents(text: str) -> int:
    amount = cents(text) if text else 0
    if amount is None:
        raise HttpError(
            ProblemType.INVALID, f"least: an amount of dollars, not {text!r}", field="least"
        )
    return amount


def _person(request: Request, name: str) -> str:
    return request.services.floor.references.person_called(name) if name else ""


def _records(request: Request, table: str) -> frozenset[str] | None:
    if not table:
        return None
    sessions = count_sessions(request.services.floor, table)
    return frozenset(f"{TABLES}{table}/{number}" for number in range(1, sessions + 1))


# --- rounds


@get("/desk/rounds", policy=SUPERVISORS, include_in_schema=False, cost=5)
async def rounds(
    request: Request,
    person: Text = "",
    table: Text = "",
    since: Annotated[str, QueryParameter(name="from", max_length=10)] = "",
    until: Annotated[str, QueryParameter(name="to", max_length=10)] = "",
    least: Text = "",
    outcome: Text = "",
    sort: Text = "newest",
    before: Before = 0,
    form: Annotated[str, QueryParameter(name="as", max_length=4)] = "",
) -> Response[Any]:
    """Who played in which round, what they staked and what came of it; the newest first."""
    asked = {
        "person": person, "table": table, "from": since, "to": until, "least": least,
        "outcome": outcome, "sort": sort,
    }  # fmt: skip
    within = days(since, until)
    query = RoundQuery(
        player=_person(request, person), records=_records(request, table), since=within.since,
        until=within.until, least=_cents(least), outcome=outcome, before=before or None,
    )  # fmt: skip
    most = ROWS_IN_CSV if form == "csv" or sort != "newest" else ROWS
    found = await request.services.archive.consult(
        lambda registers: registers.results.find(query, most)
    )
    results = found.results
    if sort == "staked":
        results = sorted(results, key=lambda each: -each.staked)
    elif sort == "net":
        results = sorted(results, key=lambda each: -abs(each.net))
    if form == "csv":
        return as_csv("rounds", ROUND_COLUMNS, map(_round_row, results), whole=found.next is None)
    kept = {name: said for name, said in asked.items() if said and said != "newest"}
    return page(
        request, "inspectors_desk/rounds.html", asked=asked, outcomes=OUTCOMES,
        found=[(each, table_of(each.record), local_moment(each.at)) for each in results[:ROWS]],
        all=len(results), more=found.next if sort == "newest" else None,
        cut=ROWS_IN_CSV if found.next is not None and sort != "newest" else None, most=ROWS_IN_CSV,
        tables=[*tables_ever_set_up(request.services.floor)], query=urlencode(kept),
        unsorted={name: said for name, said in kept.items() if name != "sort"},
    )  # fmt: skip


def table_of(record: str) -> str:
    """The table whose record it is, by its name."""
    return table_name(record.removeprefix(TABLES))


ROUND_COLUMNS = (
    f"when ({ZONE})", "table", "record", "round", "player", "staked ($)", "net ($)", "void",
)  # fmt: skip


def _round_row(each: RoundResult) -> Sequence[object]:
    return (
        _time(each.at), called(table_of(each.record)), each.record, each.number,
        in_text(each.player), dollars(each.staked), dollars(each.net), "void" if each.void else "",
    )  # fmt: skip


# --- events


@get("/desk/events", policy=SUPERVISORS, include_in_schema=False, cost=3)
async def events(
    request: Request,
    before: Before = 0,
    kind: Annotated[EventKind | None, QueryParameter()] = None,
    person: Text = "",
    table: Text = "",
    since: Annotated[str, QueryParameter(name="from", max_length=10)] = "",
    until: Annotated[str, QueryParameter(name="to", max_length=10)] = "",
    form: Annotated[str, QueryParameter(name="as", max_length=4)] = "",
) -> Response[Any]:
    """The newest first."""
    asked = {"kind": kind or "", "person": person, "table": table, "from": since, "to": until}
    within, who = days(since, until), _person(request, person)
    records, most = _records(request, table), ROWS_IN_CSV if form == "csv" else ROWS

    def fits(event: SignificantEvent) -> bool:
        return (
            (kind is None or event.happened.kind is kind)
            and (not who or who in (event.by, event.happened.subject))
            and (records is None or event.record in records)
            and within.since <= event.at
            and (within.until is None or event.at < within.until)
        )

    def looked_up(registers: Registers) -> tuple[list[tuple[int, SignificantEvent]], int | None]:
        last = len(registers.events) if not before else min(before - 1, len(registers.events))
        found: list[tuple[int, SignificantEvent]] = []
        for number in range(last, max(0, last - MOST_LOOKED_AT), -1):
            event = registers.events[number - 1]
            if fits(event):
                if len(found) == most:
                    return found, found[-1][0]
                found.append((number, event))
        return found, last - MOST_LOOKED_AT if last > MOST_LOOKED_AT else None

    found, more = await request.services.archive.consult(looked_up)
    if form == "csv":
        rows = (_event_row(*each) for each in found)
        return as_csv("events", EVENT_COLUMNS, rows, whole=more is None)
    kept = {name: str(said) for name, said in asked.items() if said}
    return page(
        request, "inspectors_desk/events.html", asked=asked, kinds=tuple(EventKind),
        events=[
            (number, local_moment(event.at), event, in_words(event.happened))
            for number, event in found
        ],
        more=more,
        tables=[*tables_ever_set_up(request.services.floor)], query=urlencode(kept),
        record_page=record_page, record_words=record_words, called=called, subject_of=_subject,
        detail_of=_detail, most=ROWS_IN_CSV,
    )  # fmt: skip


def record_page(record: str, line: int) -> str | None:
    """Where a line of a table's record is read."""
    if not record.startswith(TABLES):
        return None
    return f"/desk/records/{table_of(record)}?after={max(0, line - 1)}"


EVENT_COLUMNS = (
    "number", f"when ({ZONE})", "kind", "what", "subject", "detail", "before", "after", "by",
    "role", "record", "line", "clauses",
)  # fmt: skip


def _event_row(number: int, event: SignificantEvent) -> Sequence[object]:
    told = in_words(event.happened)
    return (
        number, _time(event.at), told.kind, in_text(told.what), in_text(_subject(told)),
        in_text(_detail(told)), in_text(told.before), in_text(told.after), in_text(event.by),
        words(event.role), event.record, event.line, _clauses(told.clauses),
    )  # fmt: skip


def _subject(told: EventDetails) -> str:
    """What an event is about; a table as one would say it."""
    return called(table_name(told.subject)) if told.kind is EventKind.FLOOR else told.subject


def _detail(told: EventDetails) -> str:
    """What else is told of it; an instrument by its title."""
    of_floor = told.kind is EventKind.FLOOR and told.detail in GAMES.instruments
    return load(told.detail).title if of_floor else told.detail


def _clauses(clauses: Sequence[str]) -> str:
    """With a word before them: a spreadsheet takes a bare 20.10 for a number, and shows 20.1."""
    return f"clause{'s' if len(clauses) > 1 else ''} {', '.join(clauses)}" if clauses else ""


# --- lines of text


def as_csv(
    name: str, columns: Sequence[str], rows: Iterable[Sequence[object]], *, whole: bool
) -> Response[bytes]:
    """A file for a spreadsheet, which knows by its first bytes that it is in UTF-8.

    A text that one would take for a formula is told to be text. A file that does not have all that
    was found says so in its name: a row of it would be counted with the others.
    """
    file = name if whole else f"{name}-newest-{ROWS_IN_CSV}"
    written = StringIO()
    lines = csv.writer(written)
    lines.writerow(columns)
    lines.writerows(map(_plain, rows))
    return Response(
        written.getvalue().encode("utf-8-sig"),
        media_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{file}.csv"'},
    )


def _plain(row: Sequence[object]) -> Iterator[object]:
    for value in row:
        text = str(value)
        is_amount = text.lstrip("-").replace(".", "", 1).isdecimal()
        yield f"'{text}" if text.startswith(FORMULA) and not is_amount else text


def _time(at: int) -> str:
    """A moment as spreadsheets read one; whose time it is stands over the column."""
    return local_moment(at).removesuffix(f" {ZONE}")


router = Router("/", route_handlers=[rounds, events], exception_handlers={Exception: error_page})
