"""Frozen answers to round files: 2,000 plain and 400 irregular rounds of every instrument.

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

from croupier.rulebook.instruments import instruments, load
from croupier.version import numbers

if TYPE_CHECKING:
    from pathlib import Path

    from tests.frozen.outputs import Outputs

KINDS = ("plain", "irregular")


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
    """Return options without those that were added after 1.2.0."""
    younger = _younger_options(instrument)
    return {name: value for name, value in options.items() if name not in younger}


@cache
def _younger_options(instrument: str) -> frozenset[str]:
    added = ((option.name, option.since) for option in load(instrument).options)
    return frozenset(name for name, since in added if since and numbers(since) > (1, 2, 0))


GROUPS = {
    f"answers/{instrument}-{kind}": partial(answer_round_files, instrument, kind)
    for instrument in instruments()
    for kind in KINDS
}
