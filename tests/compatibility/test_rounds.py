"""Round files that earlier versions answered are answered the same, byte for byte.

A settlement says more since the second edition, after what it said before. A message counts from 1
and may list what there is; and a box that the table does not have is refused.
"""

from __future__ import annotations

import re

import msgspec
import pytest
from tests.compatibility.choosing import answer_to
from tests.compatibility.fixtures import SHELVES, Round, Shelf

CORRECTED: dict[str, str] = {}
"""The rounds that a listed correction of the rules answers otherwise, and which it is."""


@pytest.mark.parametrize(
    ("shelf", "file"),
    [
        pytest.param(shelf, file, id=f"{shelf.folder.name}-{file}")
        for shelf in SHELVES
        for file in shelf.manifest.rounds
    ],
)
def test_every_round_file_has_the_answer_that_it_had(shelf: Shelf, file: str) -> None:
    rounds = shelf.rounds_of(file)
    assert len(rounds) == shelf.manifest.rounds[file]
    other = {each.id for each in rounds if not _is_as_it_was(each)}
    assert other == CORRECTED.keys() & {each.id for each in rounds}


def _is_as_it_was(each: Round) -> bool:
    then, now = bytes(each.answer), answer_to(each.file)
    if now.startswith(b'{"refused"') and b"there is no box" in now:
        wagers = msgspec.json.decode(each.file)["wagers"]
        return any(wager.get("box", 1) > 7 for wager in wagers)
    if then.startswith(b'{"error"'):
        return _said(_counted_from_1(then)) == _said(now)
    if then.startswith(b'{"refused"'):
        return then == now
    return now.startswith(then.removesuffix(b"}") + b',"instrument":')


def _counted_from_1(said: bytes) -> bytes:
    return re.sub(rb"(?<=s)\[(\d+)\]", lambda place: b"[%d]" % (int(place[1]) + 1), said)


def _said(answer: bytes) -> bytes:
    """An error without what it lists: names that there are, and how many entries are too many."""
    plain = re.sub(rb"(there is no such field|has no such option), only .*", rb"\1", answer)
    plain = re.sub(rb"no more than [\d,]+", b"no more than so many", plain)
    return re.sub(rb'is not one of .*?(?="|$)', b"is not one of them", plain).rstrip(b'"}')


def test_there_are_settled_refused_and_wrong_rounds_of_every_instrument() -> None:
    for shelf in SHELVES:
        for file in shelf.manifest.rounds:
            answers = [bytes(each.answer)[:9] for each in shelf.rounds_of(file)]
            wrong = answers.count(b'{"error":')
            refused = answers.count(b'{"refused')
            if not file.endswith("errors.jsonl.gz"):
                assert len(answers) - wrong - refused >= 30, file
                assert refused >= 5, file
            assert wrong >= 1, file
