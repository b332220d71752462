"""What does not decode is said of its field, in plain words."""

from __future__ import annotations

import msgspec
import pytest

from croupier.decoding_errors import UNREADABLE, decoding_problem, mistake_in, read_document


class Seat(msgspec.Struct, forbid_unknown_fields=True):
    box: int
    name: str = ""


class Plan(msgspec.Struct, forbid_unknown_fields=True):
    seats: list[Seat]


def problem(text: bytes) -> str:
    with pytest.raises(UNREADABLE) as raised:
        msgspec.json.decode(text, type=Plan)
    return decoding_problem(raised.value)


def test_the_field_and_what_was_wanted_are_named() -> None:
    assert problem(b'{"seats": [{"box": "one"}]}') == "seats[0].box: a whole number, not text"
    assert problem(b'{"seats": [{"name": "ana"}]}') == "seats[0].box: missing"
    assert problem(b'{"seats": [], "tables": 1}') == "tables: there is no such field"
    assert problem(b"[]") == "an object, not a list"
    assert problem(b"{") == "not JSON: input data was truncated"
    assert problem(b'{"\xff": 1}').startswith("not JSON: invalid start byte")


def test_programs_count_from_nothing_and_people_from_one() -> None:
    with pytest.raises(msgspec.ValidationError) as raised:
        msgspec.json.decode(b'{"seats": [{"box": "one"}]}', type=Plan)
    mistake = mistake_in(raised.value, Plan)
    assert (mistake.path, mistake.field) == ("seats[0].box", "seats[1].box")


def test_a_document_is_refused_by_its_field() -> None:
    def read(text: str | bytes) -> Plan:
        return read_document(text, Plan, "plans", LookupError, largest=50)

    assert read('\ufeff{"seats": []}') == Plan([])
    for text, says in {
        '{"seats": [{}]}': r"^seats\[1\].box: missing$",
        "{": r"^plans: they are not JSON: .*, at line 1, column 2$",
        "": r"^plans: they are not JSON: there is nothing in it$",
        " " * 51: r"^plans of more than 50 bytes are too long$",
    }.items():
        with pytest.raises(LookupError, match=says):
            read(text)
