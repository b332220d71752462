"""Whether a record was altered, shown by its chain of hashes.

A chain shows every edit inside it. It cannot show that whole lines are missing at its end, nor
that all of it was made anew: for that, compare its head with one that was handed out before.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import msgspec

from croupier.aggregate.record_lines import (
    START,
    Fault,
    RecordError,
    RecordProblem,
    flaw,
    is_hash,
    link,
    nothing,
    split,
)
from croupier.decoding_errors import UNREADABLE

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


@dataclass(frozen=True, slots=True)
class Verification:
    """What the chain of a record shows."""

    lines: int
    head: str
    """The hash of the last line, which stands for all of them."""
    problems: tuple[RecordProblem, ...]
    head_line: int | None = None
    """The line whose hash is the expected head, if one was expected and is there."""
    last_given: Mapping[str, int] = field(default_factory=dict, compare=False, repr=False)
    """By the tag of a command, the last line on which it was given."""

    @property
    def unbroken(self) -> bool:
        return not self.problems

    @property
    def note(self) -> str:
        """What the check leaves open, in words; nothing if the last line has the expected head."""
        if self.head_line == self.lines:
            return ""
        if self.head_line is not None:
            return (
                f"the expected head is that of line {self.head_line}; "
                f"{self.lines - self.head_line} more came after it"
            )
        return (
            "a chain cannot show that whole lines are missing at its end or that all of it was "
            "made anew; compare its head with one that was handed out before"
        )


def verify(lines: Iterable[bytes], head: str | None = None) -> Verification:
    """Check the whole chain and, if a head is expected, that one of the lines has it.

    A file without a single line of a record raises `RecordError`.
    """
    expected = None if head is None else _checked(head)
    seen = Evidence()
    for line in lines:
        seen.add(line)
    if len(seen.flaws) == len(seen.hashes):
        raise RecordError(seen.flaws.get(0) or nothing())
    problems: list[RecordProblem] = []
    if not seen.sound:
        from croupier.aggregate.tampering import diagnose

        problems = diagnose(seen)
    head_line = None
    if expected in seen.hashes:
        head_line = seen.hashes.index(expected) + 1
    elif expected is not None:
        text = (
            f"no line has the expected head {expected.decode()}: "
            "the end is missing, or the record was made anew"
        )
        problems.append(RecordProblem(Fault.OTHER_HEAD, len(seen.hashes), text))
    last = next(claimed for claimed in reversed(seen.hashes) if claimed)
    return Verification(
        len(seen.hashes), last.decode(), tuple(problems), head_line, seen.last_given
    )


def _checked(head: str) -> bytes:
    text = head.strip().lower().encode()
    if not is_hash(text):
        raise ValueError(f"head: {head!r} is not a hash of 64 digits from 0 to f")
    return text


@dataclass(slots=True)
class Evidence:
    """What is kept of the lines of a record, counted from 0, to say what happened to them."""

    numbers: list[int | None] = field(default_factory=list)
    """The number that each line gives itself: 0 for a header, None for no entry at all."""
    hashes: list[bytes] = field(default_factory=list)
    """The hash that each line claims; empty where it cannot be read."""
    unlinked: dict[int, bytes] = field(default_factory=dict)
    """What the hashes cover of the lines that do not follow the line before them."""
    flaws: dict[int, RecordProblem] = field(default_factory=dict)
    """The lines that cannot be read, and why."""
    last_given: dict[str, int] = field(default_factory=dict)
    """By the tag of a command, the last line on which it was given, counted from 1."""

    def add(self, line: bytes) -> None:
        place = len(self.hashes)
        parts = split(line)
        if parts is None or link(self.before(place), parts.covered) != parts.hash:
            wrong = flaw(line, place + 1)
            if parts is None or wrong is not None:
                assert wrong is not None
                self.flaws[place] = wrong
                self.hashes.append(b"")
                self.numbers.append(None)
                return
            self.unlinked[place] = parts.covered
        self.hashes.append(parts.hash)
        self._skim(parts.body)

    def _skim(self, body: bytes) -> None:
        try:
            skimmed = _skim(body)
        except UNREADABLE:
            self.numbers.append(None)
            return
        self.numbers.append(skimmed.n if skimmed.format is None else 0)
        if skimmed.command is not None:
            self.last_given[skimmed.command.do] = len(self.hashes)

    def before(self, place: int) -> bytes:
        """The hash of the line before a place."""
        return self.hashes[place - 1] if place else START.encode()

    @property
    def sound(self) -> bool:
        return not self.unlinked and not self.flaws and self.numbers == [*range(len(self.numbers))]


class _Done(msgspec.Struct):
    do: str


class _Skimmed(msgspec.Struct):
    """Just enough of a body to see what it is."""

    n: int | None = None
    format: str | None = None
    command: _Done | None = None


_skim = msgspec.json.Decoder(_Skimmed).decode
