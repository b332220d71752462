"""The lines of a record: with a key and without one, and records of both formats."""

from __future__ import annotations

import hmac
import json
import re
from hashlib import sha256

import pytest
from tests.casino.forgers import rehashed
from tests.table.evenings import dealt
from tests.table.forging import with_body

from croupier.aggregate.hash_chain import verify
from croupier.aggregate.line_marks import LineMarks
from croupier.aggregate.record import Record
from croupier.aggregate.record_lines import START, Fault, RecordError, bodies, split, write
from croupier.aggregate.restore import follow, restore
from croupier.aggregate.roles import Person, Role
from croupier.commitment import Mac
from croupier.table.acts.patrons import Arrive
from croupier.table_replay import TABLE, replay

MARKS = LineMarks(Mac(bytes(32)), "tables/t/1")
SALT = MARKS.salt(0, 2)
FIRST = b'{"format":"croupier-table/2","table":"t"}'
SECOND = b'{"n":1,"at":5}'


def salted(*texts: bytes) -> list[bytes]:
    head, lines = START, []
    for number, text in enumerate(texts, 1):
        head, line = write(head, text, MARKS, number)
        lines.append(line)
    return lines


def test_a_line_written_with_a_key_has_a_salt_and_a_tag_and_its_hash_covers_the_salt() -> None:
    _, line = salted(FIRST, SECOND)
    assert list(json.loads(line)) == ["hash", "salt", "tag", "entry"]
    parts = split(line)
    assert parts is not None
    assert (parts.body, parts.salt) == (SECOND, SALT)
    before = json.loads(salted(FIRST)[0])["hash"].encode()
    assert parts.hash == sha256(before + SALT + SECOND).hexdigest().encode()
    assert parts.tag == MARKS.tag(2, parts.hash)


def test_salts_and_tags_are_hmacs_of_a_place_under_the_key() -> None:
    def mac(text: bytes, key: bytes = bytes(32)) -> bytes:
        return hmac.new(key, text, "sha256").hexdigest().encode()

    named = b"\0\0\0\x0atables/t/1"
    assert MARKS.salt(3, 7) == mac(b"salt" + named + b"\0\0\0\3\0\0\0\7")
    assert MARKS.tag(7, b"f" * 64) == mac(b"tag" + named + b"\0\0\0\7" + b"f" * 64)
    assert MARKS.is_tagged(7, b"f" * 64, MARKS.tag(7, b"f" * 64))
    others = (
        LineMarks(Mac(b"another key"), "tables/t/1").tag(7, b"f" * 64),
        LineMarks(Mac(bytes(32)), "tables/t/2").tag(7, b"f" * 64),
        MARKS.tag(8, b"f" * 64),
        MARKS.tag(7, b"e" * 64),
    )
    assert not any(MARKS.is_tagged(7, b"f" * 64, each) for each in others)


def test_salted_lines_are_verified_as_others_are() -> None:
    lines = salted(FIRST, SECOND)
    assert verify(lines).unbroken
    assert [body for _, body in bodies(lines)] == [FIRST, SECOND]
    for old, new in ((b'"at":5', b'"at":6'), (SALT, b"6" * 64)):
        altered = [lines[0], lines[1].replace(old, new)]
        assert [each.fault for each in verify(altered).problems] == [Fault.ALTERED]
        with pytest.raises(RecordError, match="line 2 does not fit"):
            list(bodies(altered))


@pytest.mark.parametrize("wrong", [b"x" * 64, b"5" * 63])
def test_what_is_no_salt_is_told(wrong: bytes) -> None:
    lines = [each.replace(SALT, wrong) for each in salted(FIRST, SECOND)]
    with pytest.raises(RecordError) as caught:
        list(bodies(lines))
    assert caught.value.line == 2
    assert caught.value.fault in (Fault.BAD_HASH, Fault.NOT_A_LINE)


def test_a_record_of_format_1_is_gone_on_with_as_it_is() -> None:
    made = dealt(rounds=2).table.record.lines
    first = with_body(made, 1, b"croupier-table/2", b"croupier-table/1")
    older = rehashed([re.sub(rb',"round":\[[0-9,]+\]}}$', b"}}", line) for line in first])
    assert b'"round":[' in b"".join(made)
    assert b'"round":[' not in b"".join(older)
    table = restore(TABLE, older)
    assert table.record.lines == older
    table.do(Arrive(player="zoe"), Person("zoe", Role.PLAYER), table.at)
    assert table.record.lines[:-1] == older
    assert list(json.loads(table.record.lines[-1])) == ["hash", "entry"]
    assert verify(table.record.lines).unbroken
    assert replay(table.record.lines).same


def test_an_entry_says_which_facts_the_round_has_stated() -> None:
    table = dealt(rounds=2).table
    told = [entry for entry in table.record.entries if entry.round]
    assert told
    for entry in told:
        ends = list(entry.round)
        assert ends == sorted(set(ends))
        assert len(ends) % 2 == 0
        assert ends[-1] <= len(entry.facts)
    line = table.record.entries.index(told[0]) + 2
    written = b'"round":' + json.dumps(told[0].round).replace(" ", "").encode()
    forged = with_body(table.record.lines, line, written, b'"round":[0,99]')
    again = replay(forged)
    assert [each.line for each in again.differences] == [line]
    assert "[0, 99] of the round" in again.differences[0].expected


def test_an_aggregate_follows_what_another_process_has_added() -> None:
    made = dealt(rounds=3).table.record
    half = len(made.lines) // 2
    table = restore(TABLE, made.lines[:half], forgetful=True)
    kept: list[bytes] = []
    table.keep = kept.append
    seen: list[int] = []
    follow(TABLE, table, made.lines[half:], lambda done, _: seen.append(done.line))
    assert (table.head, table.length) == (made.head, len(made.lines))
    assert seen == list(range(half + 1, len(made.lines) + 1))
    assert kept == []
    other = restore(TABLE, made.lines[:half], forgetful=True)
    with pytest.raises(ValueError, match=f"line {half + 1}: .*(follow|due|refused)"):
        follow(TABLE, other, made.lines[half + 1 :])


def test_what_is_done_in_a_later_epoch_says_so() -> None:
    made = dealt(rounds=1).table
    assert b"epoch" not in b"".join(made.record.lines)
    made.record.epoch = 2
    made.do(Arrive(player="zoe"), Person("zoe", Role.PLAYER), made.at)
    assert json.loads(made.record.lines[-1])["entry"]["epoch"] == 2
    again = restore(TABLE, made.record.lines)
    assert again.record.lines == made.record.lines
    assert isinstance(again.record, Record)
