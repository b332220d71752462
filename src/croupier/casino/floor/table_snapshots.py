"""Snapshots of tables, so that a casino opens without playing years of rounds again.

A snapshot is a table as it stood after a line of its record, between two rounds. It lies in the
house's safe, encrypted and authenticated under its key, and names the program that made it and the
line with its hash. A table begins from it only if that program and that line are still the same,
and plays every later line again as ever.

The record stays the truth. Behind the open tables every record is played again from its first line
and compared with the table as it stands (`snapshot_checks.py`); where they differ the record wins.

A round is a coroutine and cannot be put away. The last one, which stays on a table until the next
begins, is left out: a snapshot is stored only when another round has been played after it, so that
the lines which are played again bring the last round back. Tournaments are short, and their tables
have none.
"""

from __future__ import annotations

import pickle
import sys
import zlib
from dataclasses import fields, is_dataclass
from functools import cache
from hashlib import sha256
from io import BytesIO
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

import croupier
from croupier.table.table import Phase

if TYPE_CHECKING:
    from croupier.casino.floor.live_table import LiveTable
    from croupier.table.table import Table

FORMAT = 1
EVERY = 2_000
"""After how many lines a table is due for another snapshot."""
NOT_PUT_AWAY = (
    "_acts", "boxes", "game", "law", "name", "options", "record", "round", "last", "read_back",
)  # fmt: skip
"""What a table has from its header, or gets back from the lines that are played again."""
_FROM_ELSEWHERE = frozenset(
    (
        ("builtins", "set"),
        ("collections", "Counter"),
        ("collections", "deque"),
        ("fractions", "Fraction"),
        ("msgspec._utils", "rebuild"),
    )
)


class NoSnapshot(ValueError):
    """One that a table cannot begin from."""


class OtherProgram(NoSnapshot):
    """One of another version: it is made anew in time."""


class Snapshot(msgspec.Struct, frozen=True, array_like=True):
    """A table after a line, as it lies in the safe."""

    format: int
    program: str
    line: int
    head: str
    """The hash of that line."""
    state: bytes

    def encode(self) -> bytes:
        return msgspec.msgpack.encode(self)


class _State(msgspec.Struct, frozen=True):
    """What is put away: the table's own, and what the floor has found out by following it."""

    table: dict[str, Any]
    stays: dict[str, int]
    timer: dict[str, Any]


class Snapshots:
    """Those of one live table: when one is due, and the one that waits for a round after it."""

    def __init__(self, live: LiveTable) -> None:
        self._live = live
        self._last = 0
        """The line of the last that was stored, or that the table began from."""
        self._waiting: Snapshot | None = None
        self._rounds = 0
        """How many rounds had been played by then."""

    def began_from(self, line: int) -> None:
        self._last, self._waiting = line, None

    def to_be_stored(self) -> bytes | None:
        """A snapshot that is to go into the safe now, if there is one."""
        live = self._live
        table = live.table
        if live.line - self._last < EVERY or table.phase is not Phase.BETTING or table.wagers:
            return None
        waiting = self._waiting
        if waiting is not None and table.number > self._rounds:
            self.began_from(waiting.line)
            return waiting.encode()
        if waiting is None and table.number and table.tournament is None:
            self._waiting, self._rounds = taken(live), table.number
        return None


def taken(live: LiveTable) -> Snapshot:
    """A table as it stands."""
    table = live.table
    state = _State(_own(table), dict(live.stays), live.wait_timer.state())
    pickled = BytesIO()
    _Pickler(pickled, table).dump(state)
    return Snapshot(
        FORMAT, program(), table.length, table.head, zlib.compress(pickled.getvalue(), 1)
    )


def _own(table: Table) -> dict[str, Any]:
    return {name: value for name, value in vars(table).items() if name not in NOT_PUT_AWAY}


def read(kept: bytes) -> Snapshot:
    """What lies in the safe; `NoSnapshot`, if it is not of this very program."""
    try:
        snapshot = msgspec.msgpack.decode(kept, type=Snapshot)
    except msgspec.DecodeError as error:
        raise NoSnapshot(str(error)) from None
    if snapshot.format != FORMAT or snapshot.program != program():
        raise OtherProgram("it was made by another program")
    return snapshot


def lay_out(snapshot: Snapshot, table: Table, live: LiveTable) -> None:
    """Have a table that has only begun stand as it did, and its floor know of it what it did."""
    state = _Unpickler(BytesIO(zlib.decompress(snapshot.state)), table).load()
    if not isinstance(state, _State):
        raise NoSnapshot("it is not the state of a table")
    own = state.table.pop("own")
    for name in parts_of(own):  # a game may hold its state at the table, too
        setattr(table.own, name, getattr(own, name))
    vars(table).update(state.table)
    table.record.length = snapshot.line - 1
    live.stays.update(state.stays)
    live.wait_timer.resume(state.timer)


# --- what refers to the game that the table has anyway


class _Pickler(pickle.Pickler):
    def __init__(self, file: BytesIO, table: Table) -> None:
        super().__init__(file, pickle.HIGHEST_PROTOCOL)
        self._known = {id(part): name for name, part in _parts(table).items()}

    def persistent_id(self, obj: Any) -> str | None:
        return self._known.get(id(obj))


class _Unpickler(pickle.Unpickler):
    """Makes nothing but what a table is made of; that the house put it there is known before."""

    def __init__(self, file: BytesIO, table: Table) -> None:
        super().__init__(file)
        self._parts = _parts(table)

    def persistent_load(self, pid: Any) -> Any:
        return self._parts[pid]

    def find_class(self, module: str, name: str) -> Any:
        if module.split(".")[0] != croupier.__name__ and (module, name) not in _FROM_ELSEWHERE:
            raise NoSnapshot(f"no table is made of {module}.{name}")
        return super().find_class(module, name)


def _parts(table: Table) -> dict[str, Any]:
    game = table.game
    return {"game": game, "law": table.law, "options": table.options, "book": game.instrument}


def parts_of(value: Any) -> list[str]:
    """What the parts of an object are called, but for what it has only to be quick."""
    if isinstance(value, msgspec.Struct):
        return list(value.__struct_fields__)
    if is_dataclass(value):
        return [field.name for field in fields(value) if field.compare]
    slots = chain.from_iterable(getattr(kind, "__slots__", ()) for kind in type(value).__mro__)
    return [*slots, *getattr(value, "__dict__", ())]


@cache
def program() -> str:
    """What a snapshot depends on: the version of Python, and every module and rulebook of ours."""
    found = sha256(sys.version.encode() + msgspec.__version__.encode())
    root = Path(croupier.__file__).parent
    for path in sorted((*root.rglob("*.py"), *(root / "rulebook").rglob("*.json"))):
        found.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes())
    return found.hexdigest()
