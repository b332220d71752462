"""Frozen answers to round files: 2,000 plain and 400 irregular rounds of every instrument.

The evenings of Blackjack Challenge had no side bets; 400 more of its round files have.
The round files are stored beside their answers, under `round_files/`, because the evenings that
they were taken from are code that will change. `make_round_files.py` made them.
"""

from __future__ import annotations

from functools import cache, partial
from typing import TYPE_CHECKING, Any

import msgspec
from tests.compatibility.choosing import answer_to
from tests.compressed_files import unpack_lines
from tests.frozen.outputs import FROZEN, Output

from croupier.rulebook.instruments import instruments

if TYPE_CHECKING:
    from pathlib import Path

    from tests.frozen.outputs import Outputs

KINDS = dict.fromkeys(instruments(), ("plain", "irregular")) | {
    "nsw-blackjack-challenge": ("plain", "irregular", "side-bets")
}
"""The kinds of round files that are frozen, by instrument."""


def answer_round_files(instrument: str, kind: str) -> Outputs:
    """Return the answers to the frozen round files of one instrument."""
    files = unpack_lines(round_files_path(instrument, kind), Output)
    return {each.id: _comparable(instrument, answer_to(each.text)) for each in files}


def round_files_path(instrument: str, kind: str) -> Path:
    """Return the file with the frozen round files of one instrument."""
    return FROZEN / "round_files" / f"{instrument}-{kind}.jsonl.xz"


def _comparable(instrument: str, answer: bytes) -> str:
    """Return an answer without parts that may change with any edit of the rulebook.

    The answer names the digest of the rulebook and every option, including those that are younger
    than 1.2.0 and not in the round file.
    """
    whole: dict[str, Any] = msgspec.json.decode(answer)
    if "rulebook" in whole:
        whole["rulebook"] = "…"
        whole["options"] = without_younger_options(instrument, whole["options"])
        whole["assumed"] = [name for name in whole["assumed"] if name in whole["options"]]
    return msgspec.json.encode(whole).decode()


def without_younger_options(instrument: str, options: dict[str, Any]) -> dict[str, Any]:
    """Return options without those that 1.2.0 did not have."""
    known = options_of_1_2_0(instrument)
    return {name: value for name, value in options.items() if name in known}


@cache
def options_of_1_2_0(instrument: str) -> frozenset[str]:
    """Return the names of the options that 1.2.0 printed for an instrument.

    An option of today says since when it is an option, but not whether it was one before: one whose
    default was corrected says the version of the correction.
    """
    start = f"options {instrument} --json: options "
    printed = unpack_lines(FROZEN / f"command_line/rulebook-{instrument}.jsonl.xz", Output)
    return frozenset(each.id.removeprefix(start) for each in printed if each.id.startswith(start))


GROUPS = {
    f"answers/{instrument}-{kind}": partial(answer_round_files, instrument, kind)
    for instrument, kinds in KINDS.items()
    for kind in kinds
}
