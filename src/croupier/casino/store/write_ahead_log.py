"""What is wrong with the write-ahead log of an SQLite file, which SQLite does not tell.

SQLite reads a log up to the first frame whose checksum is wrong and takes the rest for what a power
failure left behind. A commit is synchronised before the next is written, so a power failure can
spoil the last one only. Where whole commits and more stand behind a frame that cannot be read, the
log was damaged later, and what it held had been acknowledged. A log that was cut short or taken
away shows nothing of that: only a checkpoint that was kept elsewhere does.

The format is SQLite's own: a header of 32 bytes and frames of 24 bytes and a page each, all in the
same two salts, with a checksum that runs from the header to the end.
"""

from __future__ import annotations

import sys
from array import array
from dataclasses import dataclass
from struct import Struct
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

_HEADER = Struct(">8I")
"""Magic, version, size of a page, how often it was begun anew, two salts, two checksums."""
_FRAME = Struct(">6I")
"""Number of the page, size of the database after a commit, two salts, two checksums."""
_LITTLE, _BIG = 0x377F0682, 0x377F0683
"""The two magics: in which order the bytes of a word are summed up."""
_CHECKED = 24
"""Bytes of the header that its checksum covers."""
_OF_FRAME = 8
"""The same of a frame's header, before its page."""
SUMS = tuple[int, int]
TRIES = 5
"""How often a log is read that is begun anew meanwhile."""


@dataclass(slots=True)
class _Scan:
    """How far a log can be read, and what stands behind."""

    frames: int = 0
    """How many can be read."""
    commits_behind: int = 0
    """How many commits stand behind those, in the salts of this log."""
    goes_on: bool = False
    """Whether more was written after one of them."""


def damage_of_log(log: Path) -> str | None:
    """What is wrong with a log; None, if nothing shows. It may be written to meanwhile."""
    for _ in range(TRIES):
        try:
            content = log.read_bytes()
            header = content[: _HEADER.size]
            with log.open("rb") as file:
                if file.read(_HEADER.size) != header:
                    continue  # it was begun anew, and what was read is of two logs
        except OSError:
            return None  # there is none, or SQLite will say what is wrong
        return _damage_in(content)
    return None


def _damage_in(content: bytes) -> str | None:
    if len(content) < _HEADER.size + _FRAME.size:
        return None
    magic, _, page, _, *rest = _HEADER.unpack_from(content)
    salts, sums = tuple(rest[:2]), tuple(rest[2:])
    big = magic == _BIG
    if magic not in (_LITTLE, _BIG) or _summed(content[:_CHECKED], (0, 0), big) != sums:
        return "the header of its write-ahead log cannot be read"
    found = _scan(content, page, salts, (sums[0], sums[1]), big=big)
    if not found.goes_on:
        return None
    return (
        f"its write-ahead log cannot be read after frame {found.frames}, and "
        f"{found.commits_behind} commits stand behind it; what they held had been acknowledged"
    )


def _scan(content: bytes, page: int, salts: tuple[int, ...], sums: SUMS, *, big: bool) -> _Scan:
    found, size, is_sound = _Scan(), _FRAME.size + page, True
    for begins in range(_HEADER.size, len(content) - size + 1, size):
        _, commit, salt, other, first, second = _FRAME.unpack_from(content, begins)
        is_of_this = (salt, other) == salts
        if is_sound:
            if is_of_this:
                sums = _summed(content[begins : begins + _OF_FRAME], sums, big)
                sums = _summed(content[begins + _FRAME.size : begins + size], sums, big)
            is_sound = is_of_this and sums == (first, second)
            if is_sound:
                found.frames += 1
                continue
            is_of_this = False  # the frame that cannot be read says nothing about itself
        if is_of_this:
            found.goes_on = found.goes_on or found.commits_behind > 0
            found.commits_behind += commit > 0
    return found


def _summed(content: bytes, sums: SUMS, big: bool) -> SUMS:
    """SQLite's checksum, gone on with."""
    words = array("I", content)
    if big == (sys.byteorder == "little"):
        words.byteswap()
    first, second = sums
    pairs = iter(words)
    for even in pairs:
        first = (first + even + second) & 0xFFFFFFFF
        second = (second + next(pairs) + first) & 0xFFFFFFFF
    return first, second
