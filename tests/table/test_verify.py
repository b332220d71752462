"""Whatever is done to a record is found, and named with its line."""

from __future__ import annotations

import json
import random
from functools import cache
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.table.evenings import Evening, breakdown, dealt, irregular

from croupier.aggregate.hash_chain import Verification, verify
from croupier.aggregate.record_lines import START, Fault, RecordError, bodies, link, split
from croupier.table.acts.opening import ends_closed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


@cache
def record() -> tuple[bytes, ...]:
    return tuple(breakdown().table.record.lines)


@cache
def short_record() -> tuple[bytes, ...]:
    return tuple(Evening(players=()).table.record.lines)


def in_lines(file: bytes) -> list[bytes]:
    """The lines of a file, as reading it gives them."""
    *whole, rest = file.split(b"\n")
    return [line + b"\n" for line in whole] + ([rest] if rest else [])


def found(lines: Iterable[bytes]) -> list[tuple[Fault, int]]:
    return [(problem.fault, problem.line) for problem in verify(lines).problems]


def forged(previous: bytes, body: bytes) -> bytes:
    """A line whose own hash is right."""
    return b'{"hash":"%s","entry":%s}\n' % (link(previous, body), body)


def rewritten(
    lines: tuple[bytes, ...], place: int, change: Callable[[bytes], bytes], *, to_the_end: bool
) -> list[bytes]:
    """One body changed and its hash made anew, and if wanted every hash after it."""
    made = list(lines[:place])
    previous = hash_of(lines[place - 1]) if place else START.encode()
    for line in lines[place:] if to_the_end else lines[place : place + 1]:
        parts = split(line)
        assert parts is not None
        body = change(parts[1]) if len(made) == place else parts[1]
        made.append(forged(previous, body))
        previous = hash_of(made[-1])
    return made + list(lines[len(made) :])


def hash_of(line: bytes) -> bytes:
    parts = split(line)
    assert parts is not None
    return parts[0]


def other_time(body: bytes) -> bytes:
    changed = body.replace(b'"at":18', b'"at":17').replace(b'"table":"pit', b'"table":"pot')
    assert changed != body
    return changed


def spaced(body: bytes) -> bytes:
    """The same JSON in other bytes."""
    return body.replace(b":", b": ", 1)


def is_json(line: bytes) -> bool:
    try:
        json.loads(line)
    except ValueError:
        return False
    return True


# --- what is not altered


@pytest.mark.parametrize("evening", [dealt, irregular, breakdown])
def test_an_unaltered_record_is_unbroken(
    evening: Callable[[str], Evening], instrument: str
) -> None:
    table = evening(instrument).table
    checked = verify(table.record.lines)
    assert checked == Verification(len(table.record.lines), table.record.head, ())
    assert checked.unbroken
    assert ends_closed(checked.last_given)


def test_whether_the_table_was_closed() -> None:
    assert ends_closed(verify(record()).last_given)
    assert not ends_closed(verify(record()[:-1]).last_given)
    assert not ends_closed(verify(record()[:1]).last_given)


# --- one line changed


def test_any_byte_flipped_in_any_line_is_found_in_that_line() -> None:
    lines = short_record()
    for place, line in enumerate(lines):
        for at in range(len(line)):
            for flip in (0x01, 0x02, 0x20, 0x80):
                altered = line[:at] + bytes([line[at] ^ flip]) + line[at + 1 :]
                file = b"".join((*lines[:place], altered, *lines[place + 1 :]))
                problems = found(in_lines(file))
                assert problems, (place, at, flip)
                assert problems[0][1] == place + 1, (place, at, flip)
                # a line break lost or gained touches the next line too, nothing else does
                also = (
                    {place + 1, place + 2}
                    if b"\n" in (line[at : at + 1], altered[at : at + 1])
                    else {place + 1}
                )
                assert {line for _, line in problems} <= also, (place, at, flip)


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_any_byte_changed_to_any_other_is_found_in_its_line(data: st.DataObject) -> None:
    lines = record()
    place = data.draw(st.integers(0, len(lines) - 1))
    at = data.draw(st.integers(0, len(lines[place]) - 1))
    byte = data.draw(st.integers(0, 255).filter(lambda byte: byte != lines[place][at]))
    altered = lines[place][:at] + bytes([byte]) + lines[place][at + 1 :]
    problems = found(in_lines(b"".join((*lines[:place], altered, *lines[place + 1 :]))))
    assert problems[0][1] == place + 1


def test_a_changed_text_and_a_changed_hash_are_told_apart() -> None:
    lines = list(record())
    lines[9] = lines[9].replace(b'"at":18', b'"at":17')
    lines[19] = b'{"hash":"%s' % (b"0" * 64) + lines[19][73:]
    text, carried = verify(lines).problems
    assert (text.fault, text.line) == (Fault.ALTERED, 10)
    assert str(text) == (
        "line 10 does not fit its hash: it was altered, or line 9 was rewritten "
        "with a hash to match"
    )
    assert str(carried) == "line 20 was altered: the hash it carries is not its own"


def test_a_changed_number_is_named_as_such() -> None:
    lines = list(record())
    lines[9] = lines[9].replace(b'"n":9,', b'"n":900,')
    (problem,) = verify(lines).problems
    assert str(problem) == "line 10 was altered: it calls itself entry 900 where entry 9 is due"


@pytest.mark.parametrize(
    ("line", "fault", "says"),
    [
        (b"\n", Fault.NOT_A_LINE, "line 6 is blank"),
        (b"deal me in\n", Fault.NOT_A_LINE, "nor any JSON"),
        (b"\xff\xfe\n", Fault.NOT_A_LINE, "nor any JSON"),
        (b'{"n":5}\n', Fault.NOT_A_LINE, 'is not a line of a record: {"hash":"…","entry":…}'),
        (b'{"hash":"%s","entry":{}}\n' % (b"G" * 64), Fault.BAD_HASH, "64 digits from 0 to f"),
        (b'{"hash":"%s","entry":{}}\n' % (b"0" * 64), Fault.ALTERED, "is no entry where entry 5"),
        (b'{"hash":"%s","entry":[}}\n' % (b"0" * 64), Fault.ALTERED, "is no entry where entry 5"),
        (b'{"hash":"%s","entry":{}}\r\n' % (b"0" * 64), Fault.NOT_A_LINE, "carriage return"),
    ],
)
def test_a_line_that_is_none_is_named_and_the_rest_examined(
    line: bytes, fault: Fault, says: str
) -> None:
    lines = [*record()[:5], line, *record()[6:]]
    lines[20] = lines[20].replace(b'"at":18', b'"at":17')
    first, second = verify(lines).problems
    assert (first.fault, first.line) == (fault, 6)
    assert says in first.text
    assert (second.fault, second.line) == (Fault.ALTERED, 21)


# --- lines taken out, moved, doubled, put in


def test_any_line_removed_is_missed_where_it_was() -> None:
    lines = record()
    for place in range(len(lines) - 1):
        assert found(lines[:place] + lines[place + 1 :]) == [(Fault.MISSING, place + 1)]


def test_several_lines_removed_are_counted() -> None:
    lines = record()
    (gap,) = verify((*lines[:3], *lines[7:])).problems
    assert str(gap) == "line 4 does not follow on: entries 3 to 6 are missing before it"
    (header,) = verify(lines[1:]).problems
    assert str(header) == "line 1 does not follow on: the header is missing before it"


def test_any_two_lines_exchanged_are_out_of_order() -> None:
    lines = record()
    for first in range(len(lines)):
        for second in range(first + 1, len(lines)):
            moved = list(lines)
            moved[first], moved[second] = moved[second], moved[first]
            problems = found(moved)
            assert {fault for fault, _ in problems} == {Fault.OUT_OF_ORDER}
            named = {line - 1 for _, line in problems}
            if second - first > 2:
                assert named == {first, second}
            else:  # three neighbours turned round can be put right in two ways
                assert named <= set(range(first, second + 1))


def test_any_line_doubled_anywhere_is_named() -> None:
    lines = record()
    for original in range(len(lines)):
        for place in range(len(lines) + 1):
            problems = found((*lines[:place], lines[original], *lines[place:]))
            twins = {place + 1, place + 2} if place == original else {place + 1}
            assert [fault for fault, _ in problems] == [Fault.REPEATED]
            assert problems[0][1] in twins


def test_a_forged_line_put_in_is_named_and_its_neighbours_are_not() -> None:
    lines = record()
    for place in range(1, len(lines) - 1):
        parts = split(lines[place])
        assert parts is not None
        line = forged(hash_of(lines[place - 1]), other_time(parts[1]))
        assert found((*lines[:place], line, *lines[place:])) == [(Fault.INSERTED, place + 1)]


def test_a_line_of_another_record_put_in_is_named() -> None:
    lines = record()
    line = irregular().table.record.lines[80]
    assert found((*lines[:12], line, *lines[12:])) == [(Fault.INSERTED, 13)]


def test_two_records_in_one_file_are_no_record() -> None:
    problems = verify((*record(), *short_record())).problems
    assert [problem.line for problem in problems] == list(
        range(len(record()) + 1, len(record()) + len(short_record()) + 1)
    )


# --- rewritten with hashes to match


def test_a_line_rewritten_with_its_own_hash_breaks_the_chain_after_it() -> None:
    lines = record()
    for place in range(len(lines) - 1):
        altered = rewritten(lines, place, other_time, to_the_end=False)
        (problem,) = verify(altered).problems
        assert (problem.fault, problem.line) == (Fault.ALTERED, place + 2)
        assert f"or line {place + 1} was rewritten" in problem.text


def test_a_record_rewritten_to_its_end_has_another_head() -> None:
    lines = record()
    head = hash_of(lines[-1]).decode()
    for place in range(len(lines)):
        altered = rewritten(lines, place, other_time, to_the_end=True)
        assert verify(altered).unbroken  # the chain alone cannot show it
        (problem,) = verify(altered, head).problems
        assert problem.fault is Fault.OTHER_HEAD
        assert head in problem.text


def test_wrong_numbers_under_right_hashes_are_found() -> None:
    lines = record()
    altered = rewritten(lines, 9, lambda body: body.replace(b'"n":9,', b'"n":11,'), to_the_end=True)
    assert found(altered) == [(Fault.NOT_CONSECUTIVE, 10), (Fault.NOT_CONSECUTIVE, 11)]
    altered = rewritten(lines, 9, lambda _: b'{"note":"hello"}', to_the_end=True)
    assert found(altered) == [(Fault.BAD_ENTRY, 10)]


# --- the end cut off


def test_an_end_cut_off_in_mid_line_is_named() -> None:
    lines = record()
    for place in (1, 2, 20, len(lines) - 1):
        for kept in range(1, len(lines[place])):
            cut = (*lines[:place], lines[place][:kept])
            assert found(cut) == [(Fault.CUT_OFF, place + 1)]
    (problem,) = verify((*lines[:40], lines[40][:-1])).problems
    assert str(problem) == "line 41 is cut off; the 40 lines before it are whole"


def test_an_end_cut_off_between_lines_shows_only_against_a_head() -> None:
    lines = record()
    head = hash_of(lines[-1]).decode()
    assert verify(lines, head).note == ""
    for kept in range(1, len(lines)):
        assert verify(lines[:kept]).unbroken
        assert "cannot show that whole lines are missing" in verify(lines[:kept]).note
        (problem,) = verify(lines[:kept], head).problems
        assert (problem.fault, problem.line) == (Fault.OTHER_HEAD, kept)


def test_a_head_handed_out_earlier_is_found_inside() -> None:
    lines = record()
    checked = verify(lines, f" {hash_of(lines[9]).decode().upper()} ")
    assert checked.unbroken
    assert checked.head_line == 10
    assert (
        checked.note
        == f"the expected head is that of line 10; {len(lines) - 10} more came after it"
    )


@pytest.mark.parametrize("head", ["", "abc", "0" * 63, "x" * 64])
def test_a_head_that_is_no_hash_is_refused(head: str) -> None:
    with pytest.raises(ValueError, match="head"):
        verify(record(), head)


# --- files that are no record


@pytest.mark.parametrize(
    ("lines", "fault"),
    [
        ([], Fault.EMPTY),
        ([b"\n"], Fault.NOT_A_LINE),
        ([b"Dear diary,\n", b"today I won.\n"], Fault.NOT_A_LINE),
        ([b"{"], Fault.CUT_OFF),
    ],
)
def test_a_file_without_a_line_of_a_record_is_no_record(lines: list[bytes], fault: Fault) -> None:
    with pytest.raises(RecordError) as caught:
        verify(lines)
    assert (caught.value.fault, caught.value.line) == (fault, 1)
    with pytest.raises(RecordError):
        list(bodies(lines))


# --- many alterations


def _alter(lines: list[bytes], chance: random.Random) -> list[bytes]:
    place, other = chance.randrange(len(lines)), chance.randrange(len(lines))
    file = bytearray(b"".join(lines))
    match chance.choice(["flip", "delete", "swap", "double", "cut", "rewrite", "splice"]):
        case "flip":
            file[chance.randrange(len(file))] ^= chance.randrange(1, 256)
        case "delete":
            return lines[:place] + lines[place + 1 :]
        case "swap":
            lines[place], lines[other] = lines[other], lines[place]
            return lines
        case "double":
            return [*lines[:place], lines[other], *lines[place:]]
        case "cut":
            del file[chance.randrange(len(file)) + 1 :]
        case "rewrite":
            if all(split(line) and is_json(line) for line in lines):
                to_the_end = chance.random() < 0.5
                return rewritten(tuple(lines), place, spaced, to_the_end=to_the_end)
        case "splice":
            start, end = sorted((chance.randrange(len(file)), chance.randrange(len(file))))
            file[start:end] = file[start:end][::-1]
    return in_lines(bytes(file))


def test_a_thousand_alterations_are_all_found_against_the_head() -> None:
    original = record()
    head = hash_of(original[-1]).decode()
    chance = random.Random(13)
    altered = 0
    while altered < 1000:
        lines = _alter(list(original), chance)
        if lines == list(original):
            continue
        altered += 1
        try:
            problems = verify(lines, head).problems
        except RecordError:
            continue
        assert problems


@settings(max_examples=200, deadline=None)
@given(st.integers(0, 2**32), st.integers(2, 6))
def test_without_a_head_only_a_shorter_or_a_consistent_record_passes(seed: int, times: int) -> None:
    chance = random.Random(seed)
    original = record()
    lines = list(original)
    for _ in range(times):
        lines = _alter(lines, chance) or lines
    try:
        checked = verify(lines)
    except RecordError:
        return
    previous = START.encode()
    consistent = True
    for place, line in enumerate(lines):
        parts = split(line)
        if parts is None or parts[0] != link(previous, parts[1]):
            consistent = False
            break
        previous = parts[0]
        consistent = consistent and json.loads(parts[1]).get("n", 0) == place
    assert checked.unbroken == consistent


def test_a_flood_of_forged_lines_does_not_take_for_ever() -> None:
    lines = record()
    copies = [forged(bytes([65 + i % 26]) * 64, b'{"n":%d}' % (9 + i % 3)) for i in range(30_000)]
    checked = verify((*lines[:12], *copies, *lines[12:]))
    assert len(checked.problems) == len(copies)
