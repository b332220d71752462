"""What an inspector takes away for a spreadsheet: it opens as it is meant, and says what it has."""

from __future__ import annotations

import csv
from datetime import datetime
from typing import Any

import pytest
from tests.web.casinos import Casino
from tests.web.console.test_known_values import ANA, do, lost, ready

from croupier.web.inspectors_desk import search_pages
from croupier.web.inspectors_desk.search_pages import as_csv

pytestmark = pytest.mark.anyio

FORMULA = '=HYPERLINK("http://evil.test","Zoë")'
WHEN = "when (UTC+10)"


async def table(casino: Casino, path: str) -> tuple[str, list[dict[str, Any]]]:
    """The name of a file, and its rows by their columns."""
    ines = await casino.logged_in("ines")
    answer = await ines.get(path)
    assert answer.status_code == 200
    assert answer.content.startswith(b"\xef\xbb\xbf"), "Excel would take it for another encoding"
    lines = answer.content.decode("utf-8-sig").splitlines()
    return answer.headers["content-disposition"], list(csv.DictReader(lines))


async def test_rounds_are_in_dollars_and_in_a_time_that_a_spreadsheet_reads(
    casino: Casino,
) -> None:
    await ready(casino, "blackjack-2018")
    await lost(casino, 25_00)
    named, (row,) = await table(casino, "/desk/rounds?as=csv")
    assert named == 'attachment; filename="rounds.csv"'
    assert (row["staked ($)"], row["net ($)"], row["table"]) == ("25", "-25", "Pit 1")
    assert datetime.fromisoformat(row[WHEN]).tzinfo is None


async def test_events_are_in_words_and_a_clause_stays_a_clause(casino: Casino) -> None:
    await ready(casino, "blackjack-2018")
    await do(casino, ANA, "raise-dispute", player="ana", about=FORMULA)
    _, rows = await table(casino, "/desk/events?as=csv")
    dispute = next(row for row in rows if row["kind"] == "dispute")
    assert dispute["clauses"] == "clause 16.4"  # and not a number, or the sixteenth of April
    assert dispute["detail"] == f"ana: {FORMULA}"
    assert datetime.fromisoformat(dispute[WHEN])
    begun = next(row for row in rows if row["what"] == "a table is set up")
    assert begun["subject"] == "Pit 1"


async def test_limits_and_floats_are_in_dollars_on_the_page_and_in_its_file(casino: Casino) -> None:
    await ready(casino, "blackjack-2018")
    _, rows = await table(casino, "/desk/events?as=csv")
    limits = next(row for row in rows if row["kind"] == "limits")
    assert limits["after"].startswith("main $")
    filled = next(row for row in rows if row["kind"] == "chips")
    assert filled["what"].startswith("$")
    shown = (await (await casino.logged_in("ines")).get("/desk/events")).text
    assert f"<p>{limits['after']}</p>" in shown
    assert f"<strong>{filled['what']}</strong>" in shown


@pytest.mark.parametrize("text", [FORMULA, "+61 2 6205", "-cmd", "@SUM(A1)", "\t=1", "\r=1"])
async def test_what_a_spreadsheet_would_work_out_is_told_to_be_text(text: str) -> None:
    answer = as_csv("events", ("what", "net"), [(text, "-25")], whole=True)
    first, (what, net) = csv.reader(answer.content.decode("utf-8-sig").splitlines(keepends=True))
    assert first == ["what", "net"]
    assert (what, net) == (f"'{text}", "-25")


async def test_a_file_that_does_not_have_all_of_it_says_so(
    casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    await ready(casino, "blackjack-2018")
    for _ in range(3):
        await lost(casino)
    monkeypatch.setattr(search_pages, "ROWS_IN_CSV", 2)
    named, rows = await table(casino, "/desk/rounds?as=csv")
    assert (named, len(rows)) == ('attachment; filename="rounds-newest-2.csv"', 2)
    ines = await casino.logged_in("ines")
    sorted_ = (await ines.get("/desk/rounds?sort=staked")).text
    assert "Sorted are the newest 2 that were found" in sorted_
    assert "the CSV has all of them" not in sorted_
    named, rows = await table(casino, "/desk/events?as=csv")
    assert (named, len(rows)) == ('attachment; filename="events-newest-2.csv"', 2)
