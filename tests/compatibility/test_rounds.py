"""Round files that earlier versions answered are answered the same, byte for byte.

A settlement says more since the second edition, after what it said before. An answer lists options
that were made later, with the values that a file leaves to the default. A message counts from 1
and may list what there is; and a box that the table does not have is refused.
"""

from __future__ import annotations

import os
import re
from functools import cache
from typing import Any

import msgspec
import pytest
from tests.compatibility.choosing import answer_to
from tests.compatibility.fixtures import SHELVES, Round, Shelf

from croupier.rulebook.instruments import load
from croupier.version import numbers


@pytest.mark.parametrize("shelf", SHELVES, ids=[shelf.folder.name for shelf in SHELVES])
def test_every_round_file_has_the_answer_that_it_had(shelf: Shelf) -> None:
    """But for those that a correction of the rules answers otherwise, which are known.

    `CROUPIER_REGENERATE=1` writes the list anew.
    """
    other = []
    for file, count in shelf.manifest.rounds.items():
        rounds = shelf.rounds_of(file)
        assert len(rounds) == count
        other += [each.id for each in rounds if not _is_as_it_was(each)]
    path = shelf.folder / "corrected_rounds.json"
    if os.environ.get("CROUPIER_REGENERATE"):
        path.write_bytes(msgspec.json.format(msgspec.json.encode(other)) + b"\n")
    assert other == msgspec.json.decode(path.read_bytes())


def _is_as_it_was(each: Round) -> bool:
    then, now = bytes(each.answer), answer_to(each.file)
    if _under_any_rulebook(then) == _under_any_rulebook(now):
        return True
    if now.startswith(b'{"refused"') and b"there is no box" in now:
        wagers = msgspec.json.decode(each.file)["wagers"]
        return any(wager.get("box", 1) > 7 for wager in wagers)
    if then.startswith(b'{"error"'):
        return _said(_counted_from_1(then)) == _said(now)
    return now.startswith(then.removesuffix(b"}") + b',"instrument":')


def _under_any_rulebook(answer: bytes) -> dict[str, Any]:
    """Return an answer without the rulebook's hash, words about it, and younger defaults."""
    said: dict[str, Any] = msgspec.json.decode(answer)
    if said.pop("rulebook", None) is not None:
        left_out = _younger_options(said["instrument"]).intersection(said["assumed"])
        said["options"] = {n: each for n, each in said["options"].items() if n not in left_out}
        said["assumed"] = [name for name in said["assumed"] if name not in left_out]
    others = [each for each in said.pop("warnings", ()) if not each.startswith("source.rulebook")]
    return {**said, "warnings": others}


@cache
def _younger_options(instrument: str) -> frozenset[str]:
    """Return the options that are younger than 1.2.0, or whose default is."""
    since = ((option.name, option.since) for option in load(instrument).options)
    return frozenset(name for name, version in since if version and numbers(version) > (1, 2, 0))


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
