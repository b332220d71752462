"""A table's record: what it holds, how it is chained, and how it is kept."""

from __future__ import annotations

import json
from hashlib import sha256

import pytest
from tests.table.evenings import ANA, SUE, Evening, breakdown, dealt, irregular

from croupier import __version__
from croupier.aggregate.hash_chain import verify
from croupier.aggregate.record import Header, Record
from croupier.aggregate.record_lines import START
from croupier.rulebook.citations import Refused
from croupier.rulebook.instruments import fingerprint
from croupier.table.acts.betting import PlaceWager


def test_a_line_is_chained_to_the_one_before_by_the_bytes_of_its_body() -> None:
    lines = irregular().table.record.lines
    before = "0" * 64
    for line in lines:
        body = line[line.index(b'"entry":') + len(b'"entry":') : -2]
        claimed = json.loads(line)["hash"]
        assert claimed == sha256(before.encode() + body).hexdigest()
        before = claimed


def test_every_line_is_one_line_of_json() -> None:
    for line in dealt(rounds=3).table.record.lines:
        assert line.endswith(b"}\n")
        assert line.count(b"\n") == 1
        assert list(json.loads(line)) == ["hash", "entry"]


def test_the_head_is_the_hash_of_the_last_line() -> None:
    record = breakdown().table.record
    assert record.head == json.loads(record.lines[-1])["hash"]
    assert record.head == verify(record.lines).head


def test_the_header_names_the_table_its_options_and_the_versions(instrument: str) -> None:
    table = Evening(instrument).table
    header = json.loads(table.record.lines[0])["entry"]
    assert header == {
        "format": "croupier-table/2",
        "table": "pit 1",
        "instrument": instrument,
        "options": table.options,
        "boxes": 5,
        "version": __version__,
        "rulebook": fingerprint(instrument),
    }
    assert header["options"]["decks"] == 6
    assert header["options"]["box_max_scope"] == "total"  # defaults are written out too


def test_a_record_of_nothing_but_its_header_begins_at_the_start() -> None:
    header = Header.begun("table", "t", instrument="act-blackjack-2018", boxes=7)
    record = Record(header)
    body = record.lines[0][len(b'{"hash":"') + 64 + len(b'","entry":') : -2]
    assert record.head == sha256(START.encode() + body).hexdigest()
    assert record.entries == []


def test_every_line_is_kept_when_it_is_made() -> None:
    kept: list[bytes] = []
    evening = Evening(keep=kept.append)
    assert kept == evening.table.record.lines
    before = len(kept)
    evening.load_by_hand()
    assert len(kept) == before + 3
    evening.bet(ANA, 1, 20)
    assert len(kept) == before + 4
    assert kept == evening.table.record.lines


def test_a_record_written_line_by_line_equals_the_one_in_memory(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    path = tmp_path_factory.mktemp("records") / "evening.jsonl"
    with path.open("wb") as file:
        record = irregular(keep=file.write).table.record
    assert path.read_bytes() == b"".join(record.lines)
    with path.open("rb") as file:
        assert verify(file, record.head).unbroken


def test_a_refused_command_leaves_no_line() -> None:
    evening = Evening()
    before = list(evening.table.record.lines)
    with pytest.raises(Refused):
        evening.do(PlaceWager(player="ana", box=1, amount=3), ANA)
    evening.table.check(PlaceWager(player="ana", box=1, amount=20_00), ANA)
    assert evening.table.record.lines == before


def test_an_entry_says_who_did_what_when_in_which_role() -> None:
    evening = Evening()
    entry = json.loads(evening.table.record.lines[1])["entry"]
    assert (entry["n"], entry["by"], entry["role"]) == (1, SUE.name, "supervisor")
    assert entry["command"]["do"] == "open-table"
    assert [fact["fact"] for fact in entry["facts"]] == ["opened", "power", "sign", "chips"]
    numbers = [json.loads(line)["entry"]["n"] for line in evening.table.record.lines[1:]]
    assert numbers == list(range(1, len(numbers) + 1))
    times = [json.loads(line)["entry"]["at"] for line in evening.table.record.lines[1:]]
    assert times == sorted(set(times))
