"""The sources an answer comes from, as one hash: what was kept is not used after an edit."""

from __future__ import annotations

import re
from functools import cache
from hashlib import sha256
from importlib import resources
from pathlib import Path

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


def _file(module: str, root: Path) -> Path | None:
    place = root.joinpath(*module.split(".")[1:])
    for path in (place / "__init__.py", place.with_suffix(".py")):
        if path.is_file():
            return path
    return None
