"""`croupier export`, `meters` and `events`, as an inspector runs them."""

from __future__ import annotations

import csv
import io
import json
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from tests.casino.chains import writing
from tests.casino.evenings import EVENING, Evening
from tests.casino.test_house import OLGA, opened
from tests.cli.running import croupier
from tests.table.evenings import dealt, irregular

from croupier.casino.house.acts import ITSELF
from croupier.casino.house.commands import Incident, Report, SetLargeWin
from croupier.casino.meters import Meter, meters_of, total
from croupier.casino.store.contract import Addition
from croupier.casino.store.sqlite import SqliteStore
from croupier.money import dollars
from croupier.version import __version__

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def casino(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with two tables, and beside it the record of the second in a file."""
    path = tmp_path_factory.mktemp("casino") / "casino.db"
    with SqliteStore(path) as store:
        for name, evening in (("pit 1", dealt(rounds=2)), ("pit 2", irregular())):
            lines = tuple(evening.table.record.lines)
            store.add(writing(Addition(f"tables/{name}", 0, lines)))
    path.with_suffix(".jsonl").write_bytes(b"".join(lines))
    return path


# --- export


def test_a_round_of_a_database_is_exported_and_adjudicated(casino: Path, tmp_path: Path) -> None:
    status, out, err = croupier("export", casino, "2", "--table", "pit 1")
    assert (status, err) == (0, "")
    file = tmp_path / "round.json"
    assert croupier("export", casino, "2", "--table", "pit 1", "-o", file) == (0, "", "")
    assert file.read_text(encoding="utf-8") == out
    status, answer, _ = croupier("adjudicate", "-", stdin=out.encode())
    assert status == 0
    assert set(json.loads(answer)["net"]) == {"ana", "bob"}


def test_a_round_of_a_record_in_a_file_is_exported(casino: Path) -> None:
    status, out, _ = croupier("export", casino.with_suffix(".jsonl"), "5")
    assert status == 0
    assert json.loads(out)["cards"] == ["TS", "7C", "TD", "TC"]


def test_all_rounds_of_a_record_are_exported_and_settled_one_to_a_line(casino: Path) -> None:
    """Whatever went wrong in them: round 1 is void by 14.5, rounds 2 and 3 were rebuilt."""
    status, out, err = croupier("export", casino, "--all", "--table", "pit 2")
    assert (status, err) == (0, "")
    assert [json.loads(line)["source"]["round"] for line in out.splitlines()] == [1, 2, 3, 4, 5]
    status, answers, _ = croupier("adjudicate", "-", "--lines", stdin=out.encode())
    assert status == 0
    told = [json.loads(line) for line in answers.splitlines()]
    assert [answer["line"] for answer in told] == [1, 2, 3, 4, 5]
    assert set(told[0]["rounds"]["1"]["net"].values()) == {0}
    some = croupier("export", casino, "5", "2", "--table", "pit 2")[1].splitlines()
    assert some == [out.splitlines()[1], out.splitlines()[4]]


def test_all_rounds_of_a_database_are_those_of_all_its_tables(casino: Path, tmp_path: Path) -> None:
    status, out, _ = croupier("export", casino, "--all")
    assert status == 0
    sources = [json.loads(line)["source"] for line in out.splitlines()]
    assert [each["record"] for each in sources] == ["pit 1"] * 2 + ["pit 2"] * 5
    file = tmp_path / "rounds.jsonl"
    assert croupier("export", casino, "--all", "-o", file) == (0, "", "")
    assert file.read_text(encoding="utf-8") == out


def test_it_is_said_which_rounds_are_wanted(casino: Path) -> None:
    for more in ((), ("1", "--all")):
        status, out, err = croupier("export", casino, *more, "--table", "pit 1")
        assert (status, out) == (2, "")
        assert err == "croupier: ROUND: say which rounds, or --all of them\n"


def test_what_is_not_there_cannot_be_exported(casino: Path, tmp_path: Path) -> None:
    status, _, err = croupier("export", casino, "9", "--table", "pit 1")
    assert (status, err) == (2, "croupier: the record has rounds 1 to 2, not 9\n")
    status, _, err = croupier("export", casino, "1", "--table", "pit 3")
    assert (status, "--table" in err) == (2, True)
    (tmp_path / "shopping.txt").write_text("bread", encoding="utf-8")
    status, _, err = croupier("export", tmp_path / "shopping.txt", "1")
    assert (status, "is not a table's record" in err) == (2, True)


# --- meters and events


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with a house, one table that was set up twice, and a second table."""
    path = tmp_path_factory.mktemp("house") / "casino.db"
    lines: list[bytes] = []
    keeper = opened(lines)
    keeper.do(Report(incident=Incident.FAILED_LOG_IN, subject="ana"), ITSELF, EVENING)
    keeper.do(SetLargeWin(amount=50_00), OLGA, EVENING)
    with SqliteStore(path) as store:
        store.add(writing(Addition("house", 0, tuple(lines))))
        for name, evening in evenings().items():
            record = tuple(evening.table.record.lines)
            store.add(writing(Addition(f"tables/{name}", 0, record)))
    return path


@cache
def evenings() -> dict[str, Evening]:
    return {
        "bj-1/1": Evening("act-blackjack-2018", 1, trouble=0.1).play(8),
        "bj-1/2": Evening("act-blackjack-2018", 2).play(8),
        "uth-1/1": Evening("act-ultimate-texas-holdem-2025", 3).play(8),
    }


def counted(*names: str) -> Meter:
    """What the meters of these evenings say, or of all."""
    played = evenings()
    return total(meters_of(played[name].table.record.entries).total for name in names or played)


def test_meters_by_table_and_day(house: Path) -> None:
    status, out, err = croupier("meters", house, COLUMNS="120")
    assert (status, err) == (0, "")
    heading, *rows, last = out.splitlines()
    assert heading.split() == [
        "table", "day", "drop", "handle", "win", "hold", "rounds", "voids",
    ]  # fmt: skip
    assert {row.split()[0] for row in rows} == {"bj-1", "uth-1"}
    whole = counted()
    assert last.split()[:4] == [
        "all", dollars(whole.drop), dollars(whole.handle), dollars(whole.win),
    ]  # fmt: skip


def test_meters_in_a_narrow_terminal_are_whole(house: Path) -> None:
    _, out, _ = croupier("meters", house, COLUMNS="40")
    assert max(map(len, out.splitlines())) <= 40
    blocks = out.split("all\n")
    assert "bj-1 20" in blocks[0]
    whole = [line.split() for line in blocks[1].splitlines()]
    assert ["drop", dollars(counted().drop)] in whole
    assert [line[0] for line in whole] == ["drop", "handle", "win", "hold", "rounds", "voids"]


def test_meters_as_data_add_up_over_the_sessions_of_a_table(house: Path) -> None:
    status, out, _ = croupier("meters", house, "--table", "bj-1", "--json")
    data = json.loads(out)
    both = counted("bj-1/1", "bj-1/2")
    assert status == 0
    assert sum(row["win"] for row in data["tables"]) == data["total"]["win"] == both.win
    assert (data["total"]["drop"], data["total"]["rounds"]) == (both.drop, both.rounds)
    assert data["total"]["hold"] == str(both.hold)
    assert len({row["day"] for row in data["tables"]}) == len(data["tables"]) > 1


def test_meters_of_one_day(house: Path) -> None:
    whole = json.loads(croupier("meters", house, "--json")[1])
    day = whole["tables"][0]["day"]
    status, out, _ = croupier("meters", house, "--day", day, "--json")
    assert status == 0
    assert json.loads(out)["tables"] == [row for row in whole["tables"] if row["day"] == day]


def test_meters_of_a_record_in_a_file(casino: Path) -> None:
    status, out, _ = croupier("meters", casino.with_suffix(".jsonl"), "--json")
    assert status == 0
    assert {row["table"] for row in json.loads(out)["tables"]} == {"pit 1"}


def test_meters_as_lines(house: Path) -> None:
    status, out, _ = croupier("meters", house, "--csv")
    assert status == 0
    whole = json.loads(croupier("meters", house, "--json")[1])
    rows = list(csv.DictReader(io.StringIO(out)))
    assert [int(row["win"]) for row in rows] == [each["win"] for each in whole["tables"]]


def test_what_tables_should_have_won(house: Path) -> None:
    status, out, err = croupier("meters", house, "--expected", "--json")
    assert (status, err) == (0, "")
    told = json.loads(out)
    assert (told["version"], len(told["assumptions"])) == (__version__, 4)
    lines = told["lines"]
    assert {line["table"] for line in lines} == {"bj-1", "uth-1", "all"}
    everything = lines[-1]
    assert (everything["table"], everything["day"]) == ("all", "")
    assert everything["won"] == sum(line["won"] for line in lines if line["day"])
    assert everything["staked"] == sum(line["staked"] for line in lines if line["day"])
    assert everything["expected"] == pytest.approx(
        sum(line["expected"] for line in lines if line["day"])
    )
    for line in lines:
        inside = line["least"] <= line["won"] <= line["most"]
        assert (line["verdict"] == "within") is inside
    status, text, _ = croupier("meters", house, "--expected", COLUMNS="100")
    assert status == 0
    assert "The range holds 99 of 100 honest results" in text
    rows = csv.DictReader(io.StringIO(croupier("meters", house, "--expected", "--csv")[1]))
    assert [row["won"] for row in rows] == [str(line["won"]) for line in lines]


def test_what_is_out_of_range_is_said_in_words(house: Path) -> None:
    sure = ("--expected", "--confidence", "0.01", "--table", "bj-1")
    out = " ".join(croupier("meters", house, *sure, COLUMNS="100")[1].split())
    told = json.loads(croupier("meters", house, *sure, "--json")[1])["lines"]
    outside = [line for line in told if line["verdict"] != "within"]
    assert outside
    assert out.count("An honest table wins so little") == sum(
        line["verdict"] == "below" for line in outside
    )
    assert out.count("Players who do not play for the best lose more.") == sum(
        line["verdict"] == "above" for line in outside
    )
    status, _, err = croupier("meters", house, "--expected", "--confidence", "1")
    assert (status, err) == (2, "croupier: confidence: 1 is not between 0 and 1\n")
    assert croupier("meters", house, "--expected", "--day", "2001-01-01")[1] == (
        "Nothing was staked.\n"
    )


def test_meters_that_are_not_there(house: Path) -> None:
    status, _, err = croupier("meters", house, "--table", "bj-2")
    assert (status, err) == (
        2, "croupier: --table: there are these: bj-1, uth-1; did you mean bj-1?\n",
    )  # fmt: skip
    status, _, err = croupier("meters", house, "--day", "friday")
    assert (status, err) == (2, "croupier: --day: 'friday' is not a day such as 2027-01-15\n")


def test_events_of_a_casino(house: Path) -> None:
    status, out, err = croupier("events", house, COLUMNS="300")
    assert (status, err) == (0, "")
    heading, *lines = out.splitlines()
    assert heading.split() == ["when", "(UTC)", "kind", "what"]
    told = [" ".join(" ".join(both).split()) for both in pairwise(lines)]
    assert any("failed log-in, ana croupier (operator), house:" in both for both in told)
    assert any("$10,000 → $50" in both for both in told)
    assert any("the table opens" in both and "tables/uth-1/1:2" in both for both in told)


def test_a_list_fits_the_narrowest_terminal(house: Path) -> None:
    _, out, _ = croupier("events", house, COLUMNS="80")
    assert all(len(line) <= 80 for line in out.splitlines())
    assert all(line[32:].strip() for line in out.splitlines()[1:])


def test_what_is_empty_says_so(house: Path) -> None:
    assert croupier("events", house, "--kind", "clock")[1] == "There are no such events.\n"
    assert croupier("notices", house, "--to", "zoe")[1] == "There are no such notices.\n"
    out = croupier("meters", house, "--day", "2001-01-01")[1]
    assert out == "Nothing was counted on 2001-01-01.\n"


def test_events_of_some_kinds_as_data(house: Path) -> None:
    status, out, _ = croupier("events", house, "--kind", "void", "--kind", "threshold", "--json")
    assert status == 0
    events = json.loads(out)["events"]
    assert {event["kind"] for event in events} == {"void", "threshold"}
    first = events[0]
    assert first["by"] == "olga"
    assert (first["before"], first["after"], first["record"]) == ("10,000", "50", "house")
    assert all(event["clauses"] for event in events[1:])


def test_events_that_are_asked_for_wrongly(house: Path, casino: Path) -> None:
    status, _, err = croupier("events", house, "--kind", "voids")
    assert (status, "did you mean void" in err) == (2, True)
    file = casino.with_suffix(".jsonl")
    status, _, err = croupier("events", file)
    assert (status, err) == (2, f"croupier: {file} is not a casino's database\n")


def test_names_that_would_steer_a_terminal_are_written_out(tmp_path: Path) -> None:
    path = tmp_path / "casino.db"
    evening = Evening("act-blackjack-2018", name="\x1b[2Jpit").play(1)
    with SqliteStore(path) as store:
        store.add(writing(Addition("tables/pit", 0, tuple(evening.table.record.lines))))
    assert "\x1b" not in croupier("meters", path)[1]
    file = tmp_path / "pit.jsonl"
    file.write_bytes(b"".join(evening.table.record.lines))
    assert "\\x1b[2Jpit" in croupier("meters", file, COLUMNS="120")[1]
