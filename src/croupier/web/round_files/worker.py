"""Adjudicates files in a process of its own: `python -m croupier.web.round_files.worker`.

Orders come in by standard input and rulings go out by standard output, one a line; the first line
out says that it is ready. It stands back behind the tables, and whoever waits for it too long ends
it. Input that ends is the end of the server, and so of the worker.
"""

from __future__ import annotations

import os
import sys

import msgspec

from croupier.web.round_files.rulings import Ruling, RulingRequest, rule

PATIENT = 10
"""How far the work stands back behind the tables."""


def main() -> None:
    if hasattr(os, "nice"):
        os.nice(PATIENT)
    decode = msgspec.json.Decoder(RulingRequest).decode
    _say(Ruling())
    for line in sys.stdin.buffer:
        _say(rule(decode(line)))


def _say(ruling: Ruling) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(ruling) + b"\n")
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
