"""Round files on the command line: one file, or one round on each line."""

from __future__ import annotations

import sys
from typing import IO, TYPE_CHECKING

import msgspec

from croupier.adjudication import Answer, RoundFileError, account_of
from croupier.adjudication.account_as_text import explain as tell
from croupier.adjudication.round_file import LARGEST
from croupier.cli.printing import width

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.adjudication import Refusal
    from croupier.adjudication.story import Adjudication
    from croupier.rulebook.instruments import Instrument

SETTLED, REFUSED, NOT_A_ROUND = 0, 1, 2
HTML, PDF = FORMS = (".html", ".pdf")

_encode = msgspec.json.Encoder().encode


def run(
    path: str,
    lines: bool,
    explain: bool,
    under: Instrument | None = None,
    report: str | None = None,
) -> int:
    """Adjudicate a file, `-` being standard input; the exit status says how it went.

    A single file that is not a round raises `RoundFileError`; of many, it is the line's answer.
    """
    if report is not None:
        _must_be_a_report(report, lines)
    if path == "-":
        return _run(sys.stdin.buffer, lines, explain, under, report)
    with open(path, "rb") as file:
        return _run(file, lines, explain, under, report)


def _run(
    file: IO[bytes], lines: bool, explain: bool, under: Instrument | None, report: str | None
) -> int:
    if lines:
        return _each_line(file, explain, under)
    source = file.read(LARGEST + 1)
    account = account_of(source, under=under)
    if report is not None:
        _write_report(account, source, report)
    _write(_told(account) if explain else _laid_out(account.result))
    return _status(account.result)


def _must_be_a_report(path: str, lines: bool) -> None:
    if lines:
        raise ValueError("--report: one file has one report; leave out --lines")
    if not path.endswith(FORMS):
        raise ValueError(f"--report {path}: its name ends in {' or '.join(FORMS)}")


def _write_report(account: Adjudication, source: bytes, path: str) -> None:
    """Write the report for its owner alone: there are names and amounts in it."""
    from croupier.adjudication.report import report
    from croupier.documents.html import page
    from croupier.documents.pdf import pdf
    from croupier.private_files import write_private

    document = report(account, source)
    write_private(path, pdf(document) if path.endswith(PDF) else page(document).encode())


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
