"""Adjudicates files in a process of its own: `python -m croupier.web.round_files.worker`.

Orders come in by standard input and rulings go out by standard output, one a line; the first line
out says that it is ready. It stands back behind the tables, and whoever waits for it too long ends
it. Input that ends is the end of the server, and so of the worker.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, TypeVar

import msgspec

from croupier.web.round_files.rulings import Ruling, RulingRequest, rule

if TYPE_CHECKING:
    from collections.abc import Callable

Order = TypeVar("Order")

PATIENT = 10
"""How far the work stands back behind the tables."""


def serve_lines(
    orders: msgspec.json.Decoder[Order],
    answer: Callable[[Order], msgspec.Struct],
    ready: msgspec.Struct,
) -> None:
    """Say that it is ready, and answer every line that comes in with one, until there are none."""
    if hasattr(os, "nice"):
        os.nice(PATIENT)
    _say(ready)
    for line in sys.stdin.buffer:
        _say(answer(orders.decode(line)))


def _say(said: msgspec.Struct) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(said) + b"\n")
    sys.stdout.buffer.flush()


def main() -> None:
    serve_lines(msgspec.json.Decoder(RulingRequest), rule, Ruling())


if __name__ == "__main__":
    main()
