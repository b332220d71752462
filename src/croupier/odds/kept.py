"""What is kept on disk between two runs: answers that took long, and compiled code."""

from __future__ import annotations

import os
import stat
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from croupier.odds.results import decode, encode
from croupier.odds.sources import fingerprint

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.odds.asking import Question
    from croupier.odds.results import Answer


def directory() -> Path:
    """The user's own directory for what can be computed again, made if need be.

    `CROUPIER_CACHE` names another. Where no home can be written to, a temporary one of the user's.
    """
    named = os.environ.get("CROUPIER_CACHE")
    if named:
        return _made(Path(named))
    base = os.environ.get("XDG_CACHE_HOME") or Path("~/.cache").expanduser()
    with suppress(OSError, RuntimeError):
        return _made(Path(base) / "croupier")
    return _temporary()


def _made(path: Path) -> Path:
    path.mkdir(parents=True, exist_ok=True)
    if not os.access(path, os.W_OK | os.X_OK):
        raise PermissionError(13, "cannot be written to", str(path))
    return path


def _temporary() -> Path:
    """A directory that nobody else can put code into, the same one at the next run."""
    path = Path(tempfile.gettempdir()) / f"croupier-{os.getuid()}"
    with suppress(OSError):
        path.mkdir(mode=0o700, exist_ok=True)
        found = path.lstat()
        private = not stat.S_IMODE(found.st_mode) & 0o077
        if stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid() and private:
            return path
    return Path(tempfile.mkdtemp(prefix="croupier-"))


@dataclass(frozen=True)
class Kept:
    """Answers in a directory, by the rules, the shoe and the sources that they follow from."""

    where: Path
    recompute: bool = False
    """Look for nothing, and replace what is there."""

    def answer(
        self,
        source: str,
        kind: type[Answer],
        asked: Question,
        work_out: Callable[[], Answer],
    ) -> Answer:
        """The answer that the module `source` gives, worked out if it is not there yet."""
        path = self.where / "answers" / f"{_key(source, kind, asked)}.json"
        if not self.recompute:
            with suppress(OSError, msgspec.MsgspecError):
                return decode(path.read_bytes(), kind)
        found = work_out()
        with suppress(OSError):  # an answer that cannot be kept is still the answer
            _replace(path, encode(found))
        return found


def _key(source: str, kind: type[object], asked: Question) -> str:
    sources = fingerprint(source), fingerprint("croupier.games")
    text = msgspec.json.encode((str(kind), asked.key, sources), order="sorted")
    return sha256(text).hexdigest()


def _replace(path: Path, text: bytes) -> None:
    """Write a whole file or none: two runs may answer the same question at once."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, beside = tempfile.mkstemp(dir=path.parent)
    with open(handle, "wb") as file:
        file.write(text)
    os.replace(beside, path)
