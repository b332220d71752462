"""The rounds of the page about round files are adjudicated, and come to what it says."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.adjudication.test_schema import VALIDATOR

from croupier.adjudication import Answer, account_of
from croupier.adjudication.round_file import RoundFile
from croupier.rulebook.instruments import instruments

PAGE = Path(__file__).parents[2] / "docs" / "round-files.md"
ROUND = re.compile(
    r"```json\n(?P<file>.*?)```\n\nNet: `(?P<net>\{[^`]*\})`, status (?P<status>\d)", re.DOTALL
)


@dataclass(frozen=True)
class Example:
    """A file of the page, and what the page says that it comes to."""

    source: str
    net: dict[str, int]
    status: int

    @property
    def given(self) -> dict[str, Any]:
        found: dict[str, Any] = msgspec.json.decode(self.source)
        return found

    def __str__(self) -> str:
        return f"{self.given['instrument']}-{'irregular' if 'script' in self.given else 'regular'}"


TEXT = PAGE.read_text("utf-8")
EXAMPLES = [
    Example(found["file"], msgspec.json.decode(found["net"]), int(found["status"]))
    for found in ROUND.finditer(TEXT)
]


def test_every_file_of_the_page_says_what_it_comes_to() -> None:
    assert len(EXAMPLES) == TEXT.count("```json")


def test_there_are_two_rounds_of_each_instrument_and_one_is_irregular() -> None:
    assert Counter(map(str, EXAMPLES)) == Counter(
        f"{instrument}-{kind}" for instrument in instruments() for kind in ("regular", "irregular")
    )


@pytest.mark.parametrize("example", EXAMPLES, ids=str)
def test_a_round_of_the_page_comes_to_what_it_says(example: Example) -> None:
    answer = account_of(example.source).result
    assert isinstance(answer, Answer)
    assert answer.net == example.net
    assert int(answer.contested) == example.status
    assert not answer.unused_cards


@pytest.mark.parametrize("example", EXAMPLES, ids=str)
def test_a_round_of_the_page_fits_the_schema(example: Example) -> None:
    VALIDATOR.validate(example.given)


def test_every_field_of_a_file_is_told() -> None:
    fields = {field.encode_name for field in msgspec.structs.fields(RoundFile)}
    table = TEXT.split("## What a file says")[1].split("\n##")[0]
    told = set(re.findall(r"^\| `(\w+)` ", table, re.MULTILINE))
    assert fields | {"wagers", "decisions"} == told


def test_every_field_of_an_answer_is_told() -> None:
    fields = {field.encode_name for field in msgspec.structs.fields(Answer)}
    table = TEXT.split("## What the answer says")[1].split("\n## ")[0]
    told = set(re.findall(r"`(\w+)`", table))
    assert fields <= told
