"""Compiled code: Numba is loaded when a kernel is first used, and what it compiled is kept.

A kernel is a module that imports Numba at its top and decorates with `njit(cache=True)`. Nothing
else imports it; `load` does. What it knows of the rules comes in as arguments.
"""

from __future__ import annotations

import sys
from functools import cache
from hashlib import sha256
from importlib import import_module
from typing import TYPE_CHECKING, Any

from croupier.odds import disk_cache
from croupier.odds.disk_cache import fingerprint

if TYPE_CHECKING:
    from pathlib import Path


class NotInstalled(LookupError):
    """The analysis asks for compiled code, and its compiler was not installed."""


@cache
def load(module: str) -> Any:
    """The kernel module of that name; the first time ever, with a word that it is compiled."""
    try:
        import numba
        import numpy
    except ImportError as error:
        raise NotInstalled(
            f"this analysis is compiled, and {error.name} is not installed: "
            'pip install "croupier[odds]"'
        ) from error
    _announce()
    where = directory(module, numba.__version__, numpy.__version__)
    # Numba asks for the directory when a function is decorated, not when it is compiled.
    config: Any = numba.config
    before, config.CACHE_DIR = config.CACHE_DIR, str(where)
    try:
        return import_module(module)
    finally:
        config.CACHE_DIR = before


@cache
def _announce() -> None:
    """Say it once if something has to be compiled after all, while it is."""
    from numba.core.event import Listener, register

    class Announcer(Listener):
        said = False

        def on_start(self, event: object) -> None:
            if not self.said:
                print("croupier: compiling, the first time only …", file=sys.stderr, flush=True)
                self.said = True

        def on_end(self, event: object) -> None:
            pass

    register("numba:compile", Announcer())  # type: ignore[no-untyped-call]  # Numba has no types


def directory(module: str, *versions: str) -> Path:
    """Where a kernel's compiled code is kept, for these sources and versions only."""
    made_of = (fingerprint(module), sys.version, *versions)
    name = f"{module.rpartition('.')[2]}-{sha256(repr(made_of).encode()).hexdigest()[:24]}"
    path = disk_cache.directory() / "kernels" / name
    path.mkdir(parents=True, exist_ok=True)
    return path
