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


class Hit(msgspec.Struct, tag="hit", tag_field="do", forbid_unknown_fields=True):
    box: int


class Pay(msgspec.Struct, tag="pay", tag_field="do", forbid_unknown_fields=True):
    to: str = msgspec.field(name="player")


class Script(msgspec.Struct, forbid_unknown_fields=True):
    steps: list[Hit | Pay]
    seats: dict[str, Seat] = {}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (b'{"steps": [], "cards": []}', "cards: there is no such field, only steps, seats"),
        (
            b'{"steps": [{"do": "hit", "box": 1}, {"do": "pay", "to": "ana"}]}',
            "steps[1].to: there is no such field, only do, player",
        ),
        (
            b'{"steps": [], "seats": {"ana": {"bx": 1}}}',
            "seats[...].bx: there is no such field, only box, name",
        ),
    ],
)
def test_an_unknown_field_is_answered_with_those_that_there_are(text: bytes, says: str) -> None:
    with pytest.raises(msgspec.ValidationError) as raised:
        msgspec.json.decode(text, type=Script)
    assert str(mistake_in(raised.value, Script, text)) == says
    if b"pay" in text:
        assert str(mistake_in(raised.value, Script)) == "steps[1].to: there is no such field"


@pytest.mark.parametrize(
    "after", [b"}", b', "\x80": 1}', b', "seats"', b', "steps": []}', b', "steps": 7}']
)
def test_whatever_comes_after_an_unknown_field_it_is_named(after: bytes) -> None:
    """Bytes that are no text, an end that is missing, and the same name again among them."""
    text = b'{"steps": [{"do": "pay", "to": "ana"}]' + after
    with pytest.raises(msgspec.ValidationError) as raised:
        msgspec.json.decode(text, type=Script)
    known = ", only do, player" if after == b"}" else ""
    assert str(mistake_in(raised.value, Script, text)) == (
        f"steps[0].to: there is no such field{known}"
    )


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
