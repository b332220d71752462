"""Records changed by somebody who knows how they are chained."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.aggregate.record_lines import START, link, split

if TYPE_CHECKING:
    from collections.abc import Iterable


def with_body(lines: Iterable[bytes], number: int, old: bytes, new: bytes) -> list[bytes]:
    """The record with something else in one line, and all its hashes made anew."""
    made: list[bytes] = []
    previous = START.encode()
    for line, text in enumerate(lines, 1):
        parts = split(text)
        assert parts is not None
        body = parts[1]
        if line == number:
            assert old in body, body
            body = body.replace(old, new, 1)
        previous = link(previous, body)
        made.append(b'{"hash":"%s","entry":%s}\n' % (previous, body))
    return made


def line_with(lines: Iterable[bytes], text: bytes) -> int:
    return next(number for number, line in enumerate(lines, 1) if text in line)
