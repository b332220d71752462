"""Round files on the command line: one file, or one round on each line."""

from __future__ import annotations

import sys
from typing import IO, TYPE_CHECKING

import msgspec

from croupier.adjudication import Answer, RoundFileError, account_of
from croupier.adjudication.explanation import explain as tell
from croupier.adjudication.round_file import LARGEST
from croupier.cli.printing import width

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.adjudication import Refusal
    from croupier.adjudication.explanation import Adjudication
    from croupier.rulebook.instruments import Instrument

SETTLED, REFUSED, NOT_A_ROUND = 0, 1, 2

_encode = msgspec.json.Encoder().encode


def run(path: str, lines: bool, explain: bool, under: Instrument | None = None) -> int:
    """Adjudicate a file, `-` being standard input; the exit status says how it went.

    A single file that is not a round raises `RoundFileError`; of many, it is the line's answer.
    """
    if path == "-":
        return _run(sys.stdin.buffer, lines, explain, under)
    with open(path, "rb") as file:
        return _run(file, lines, explain, under)


def _run(file: IO[bytes], lines: bool, explain: bool, under: Instrument | None) -> int:
    if lines:
        return _each_line(file, explain, under)
    account = account_of(file.read(LARGEST + 1), under=under)
    _write(_told(account) if explain else _laid_out(account.result))
    return _status(account.result)


def _each_line(file: IO[bytes], explain: bool, under: Instrument | None) -> int:
    worst = SETTLED
    first = True
    for number, line in _lines(file):
        try:
            account = account_of(line, under=under)
        except RoundFileError as error:
            status = NOT_A_ROUND
            said = f"Line {number} is not a round: {error}\n"
            text = said.encode() if explain else _line({"error": str(error)}, number)
        else:
            status = _status(account.result)
            text = _told(account) if explain else _line(account.result, number)
        _write(text if first or not explain else b"\n" + text)
        first = False
        worst = max(worst, status)
    return worst


def _lines(file: IO[bytes]) -> Iterator[tuple[int, bytes]]:
    """Lines that are not blank, with their numbers; of one too long, only enough to say so."""
    number = 0
    while line := file.readline(LARGEST + 1):
        number += 1
        rest = line
        while len(rest) > LARGEST and not rest.endswith(b"\n"):
            rest = file.readline(LARGEST + 1)
        if line.strip():
            yield number, line


def _status(result: Answer | Refusal) -> int:
    return SETTLED if isinstance(result, Answer) and not result.contested else REFUSED


def _line(result: object, number: int) -> bytes:
    """An answer, and last in it the number of its line."""
    return _encode(result)[:-1] + b',"line":%d}\n' % number


def _laid_out(result: Answer | Refusal) -> bytes:
    """JSON with one hand and one settlement on each line."""
    fields = []
    for name, value in msgspec.to_builtins(result).items():
        if isinstance(value, list | tuple) and value:
            entries = ",\n    ".join(_text(entry) for entry in value)
            fields.append(f'  "{name}": [\n    {entries}\n  ]')
        else:
            fields.append(f'  "{name}": {_text(value)}')
    return ("{\n" + ",\n".join(fields) + "\n}\n").encode()


def _text(value: object) -> str:
    return msgspec.json.format(_encode(value), indent=0).decode()


def _told(account: Adjudication) -> bytes:
    return tell(account, width()).encode()


def _write(text: bytes) -> None:
    sys.stdout.buffer.write(text)
    sys.stdout.buffer.flush()
