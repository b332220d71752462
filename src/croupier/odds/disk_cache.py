"""The cache on disk: answers that took long, and where compiled code lies.

An entry is found by the sources it comes from, so that none is used after an edit.
"""

from __future__ import annotations

import os
import re
import stat
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from croupier.game_rules import RULES
from croupier.odds.results import decode, encode

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.odds.question import Question
    from croupier.odds.results import AnswerT


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
class AnswerCache:
    """Answers in a directory, by the rules, the shoe and the sources that they follow from."""

    where: Path
    recompute: bool = False
    """Look for nothing, and replace what is there."""

    def answer(
        self,
        source: str,
        kind: type[AnswerT],
        asked: Question,
        work_out: Callable[[], AnswerT],
        further: tuple[object, ...] = (),
    ) -> AnswerT:
        """The answer that the module `source` gives, worked out if it is not there yet.

        `further` is what it depends on beside the table.
        """
        path = self.where / "answers" / f"{_key(source, kind, asked, further)}.json"
        return self.kept(path, kind, work_out)

    def kept(self, path: Path, kind: type[AnswerT], work_out: Callable[[], AnswerT]) -> AnswerT:
        """What is in a file of the cache, worked out and put there if need be."""
        if not self.recompute:
            with suppress(OSError, msgspec.MsgspecError):
                return decode(path.read_bytes(), kind)
        found = work_out()
        with suppress(OSError):  # an answer that cannot be kept is still the answer
            replace_file(path, encode(found))
        return found


def _key(source: str, kind: type[object], asked: Question, further: tuple[object, ...]) -> str:
    rules = RULES.source(asked.rules.instrument)
    sources = fingerprint(source), fingerprint(rules)
    text = msgspec.json.encode((source, str(kind), asked.key, sources, further), order="sorted")
    return sha256(text).hexdigest()


def replace_file(path: Path, text: bytes) -> None:
    """Write a whole file or none: two runs may answer the same question at once."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, beside = tempfile.mkstemp(dir=path.parent)
    with open(handle, "wb") as file:
        file.write(text)
    os.replace(beside, path)


# --- the sources that an answer comes from

_ROOT = Path(str(resources.files("croupier")))
_IMPORTED = re.compile(r"^[ \t]*from (croupier[\w.]*) import (\([^)]*\)|[^\n]*)", re.M)
_NAMED = re.compile(r"""(?:^[ \t]*import |["'])(croupier(?:\.\w+)+)""", re.M)
"""Imported whole, or named for a later import."""


@cache
def fingerprint(module: str, root: Path = _ROOT) -> str:
    """The hash of a module's source and of every source of this package that it imports.

    Numba looks at the file of a compiled function alone, so a value that such a function took over
    from another module would live on in its cache after the module has changed.
    """
    digest = sha256()
    for path in sorted(_reached(module, root)):
        digest.update(path.relative_to(root).as_posix().encode())
        digest.update(sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def _reached(module: str, root: Path) -> set[Path]:
    found: set[Path] = set()
    waiting = [module]
    while waiting:
        name = waiting.pop()
        path = _file(name, root)
        if path is None or path in found:
            continue
        found.add(path)
        text = path.read_text("utf-8")
        waiting += _NAMED.findall(text)
        for source, names in _IMPORTED.findall(text):
            waiting += [source, *(f"{source}.{name}" for name in re.findall(r"\w+", names))]
    return found


@cache
def _file(module: str, root: Path) -> Path | None:
    place = root.joinpath(*module.split(".")[1:])
    for path in (place / "__init__.py", place.with_suffix(".py")):
        if path.is_file():
            return path
    return None
