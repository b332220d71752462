"""The log of the service: one line of JSON for each thing worth knowing, on standard error.

At a terminal somebody watches: only what is wrong is shown there, as a line of text.

What goes into a line is named here, field by field. The words of an error are not: they may repeat
what somebody typed or what a table hides. Where it happened is enough to find it.
"""

from __future__ import annotations

import logging
import sys
import time
import traceback
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from typing import TextIO

LOG = logging.getLogger("croupier.web")
MINUTE = 60.0
HERE = Path(__file__).parents[2]

_encode = msgspec.json.Encoder().encode


class LogLine(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Everything that a line of the log may say."""

    what: str
    method: str = ""
    path: str = ""
    """The path as it is declared: `/api/people/{person}`, not whose."""
    status: int = 0
    took: float = 0.0
    """Milliseconds."""
    by: str = ""
    address: str = ""
    error: str = ""
    where: tuple[str, ...] = ()
    note: str = ""


class AsJson(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        said = getattr(record, "line", None)
        line = (
            said
            if isinstance(said, LogLine)
            else LogLine(what="server", note=_of_the_server(record))
        )
        stamp = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        head = {"at": f"{stamp}.{int(record.msecs):03}Z", "level": record.levelname.lower()}
        return _encode({**head, **msgspec.to_builtins(line)}).decode()


class AsText(logging.Formatter):
    """For somebody who reads along at a terminal."""

    def format(self, record: logging.LogRecord) -> str:
        stamp = time.strftime("%H:%M:%S", time.localtime(record.created))
        said = getattr(record, "line", None)
        if not isinstance(said, LogLine):
            return f"{stamp} {record.levelname.lower()}: {_of_the_server(record)}"
        words = (said.what, said.method, said.path, said.error, said.note, *said.where[-1:])
        return f"{stamp} {record.levelname.lower()}: {' '.join(filter(None, words))}"


def _of_the_server(record: logging.LogRecord) -> str:
    """What the HTTP server says of itself; of an error that it caught, only the kind."""
    if record.exc_info and record.exc_info[0] is not None:
        return f"{record.exc_info[0].__name__} in {record.name}"
    return record.getMessage()


def say(line: LogLine, level: int = logging.INFO) -> None:
    if LOG.isEnabledFor(level):
        LOG.log(level, line.what, extra={"line": line})


class RepeatedWarning:
    """A warning that is logged at most once a minute, with how often it was given."""

    def __init__(self, what: str, note: str) -> None:
        self._what = what
        self._note = note
        self._times = 0
        self._next = 0.0

    def give(self) -> None:
        self._times += 1
        now = time.monotonic()
        if now >= self._next:
            note = f"{self._note} ({self._times} since the last such line)"
            say(LogLine(what=self._what, note=note), logging.WARNING)
            self._times, self._next = 0, now + MINUTE


def report(error: Exception, method: str, path: str) -> None:
    """An error of ours: its kind, and the way that led to it."""
    frames = traceback.extract_tb(error.__traceback__)
    where = tuple(f"{_short(frame.filename)}:{frame.lineno} {frame.name}" for frame in frames[-12:])
    line = LogLine(what="error", method=method, path=path, error=type(error).__name__, where=where)
    say(line, logging.ERROR)


def _short(filename: str) -> str:
    path = Path(filename)
    return str(path.relative_to(HERE)) if path.is_relative_to(HERE) else path.name


def set_up(stream: TextIO = sys.stderr) -> None:
    """Have all that we and the HTTP server log written as JSON, and of others what is wrong."""
    watched = stream.isatty()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(AsText() if watched else AsJson())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING)
    for logger in (LOG, logging.getLogger("uvicorn")):
        logger.handlers = []
        logger.setLevel(logging.WARNING if watched else logging.INFO)
        logger.propagate = True
