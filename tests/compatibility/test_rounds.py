"""Round files that earlier versions answered are answered the same, byte for byte.

Only where an error lists all the options that there are, the list may have grown.
"""

from __future__ import annotations

import re

import pytest
from tests.compatibility.choosing import answer_to
from tests.compatibility.fixtures import SHELVES, Shelf

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
    other = {each.id for each in rounds if _said(answer_to(each.file)) != _said(bytes(each.answer))}
    assert other == CORRECTED.keys() & {each.id for each in rounds}


def _said(answer: bytes) -> bytes:
    return re.sub(rb"(?<=has no such option), only .*", b"", answer)


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
