"""Makes questions of the school and judges answers: `python -m croupier.web.school.worker`.

Orders come in by standard input and answers go out by standard output, one a line; the first line
out says that it is ready. It stands back behind the tables, and ends when its input does.
"""

from __future__ import annotations

import os
import sys

import msgspec

from croupier.web.round_files.worker import PATIENT
from croupier.web.school.questions import ORDERS, SchoolAnswer, answer


def main() -> None:
    if hasattr(os, "nice"):
        os.nice(PATIENT)
    decode = msgspec.json.Decoder(ORDERS).decode
    _say(SchoolAnswer())
    for line in sys.stdin.buffer:
        _say(answer(decode(line)))


def _say(said: SchoolAnswer) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(said) + b"\n")
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
