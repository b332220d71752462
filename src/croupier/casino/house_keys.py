"""The keys of a house that are in no database: those that mark lines, and those of the safe.

They lie in a file of their own, beside the seal, that its owner alone may read. The last of each
kind is in use. Older tag keys stay, each with the position of the last line that it marked, because
a line is never written anew; older keys of the safe are there only while it is being encrypted
with another.
"""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from croupier.aggregate.line_marks import LineMarks
from croupier.commitment import Mac
from croupier.decoding_errors import UNREADABLE, decoding_problem
from croupier.private_files import create_private, rights_of_others

if TYPE_CHECKING:
    from os import PathLike

FORMAT = "croupier-keys/1"


class TagKey(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A key that gives lines their salts and tags, in hexadecimal."""

    key: str
    until: int | None = None
    """The position of the last line that it marked; none of the one in use."""


class SafeKey(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A key of the safe, in hexadecimal, and how what it encrypted names it."""

    id: str
    key: str


class KeyFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What lies in the file."""

    tags: tuple[TagKey, ...]
    safe: tuple[SafeKey, ...]
    in_use: bool = False
    """Whether the database is kept under them; until then it is to be, at its next opening."""
    format: str = FORMAT


class HouseKeys:
    """The keys from their file."""

    def __init__(self, file: KeyFile, path: Path | None = None) -> None:
        self.file = file
        self.path = path
        self._macs = [(Mac(bytes.fromhex(each.key)), each.until) for each in file.tags]
        self._marks: dict[tuple[int, str], LineMarks] = {}

    @classmethod
    def new(cls) -> HouseKeys:
        return cls(KeyFile(tags=(new_tag_key(),), safe=(new_safe_key(),)))

    @classmethod
    def load(cls, path: str | PathLike[str]) -> HouseKeys:
        """The keys in a file. One that others may read is refused."""
        path = Path(path)
        try:
            file = msgspec.json.decode(path.read_bytes(), type=KeyFile)
            keys = cls(file, path)
        except (*UNREADABLE, ValueError) as error:
            said = decoding_problem(error) if isinstance(error, UNREADABLE) else str(error)
            raise ValueError(f"{path} has no keys of a house: {said}") from None
        if file.format != FORMAT or not file.tags or not file.safe:
            raise ValueError(f"{path} has no keys of a house: its format is {file.format!r}")
        if loose := rights_of_others(path):
            raise ValueError(
                f"{path} can be used by others (its rights are {loose}), who could write lines in "
                "the house's name and read its safe; if nobody has it, make it private with "
                "chmod 600"
            )
        return keys

    def save(self, path: str | PathLike[str], file: KeyFile | None = None) -> HouseKeys:
        """Keep them, or others in their place, in a file that nobody else may read."""
        path, kept = Path(path), file or self.file
        beside = path.with_name(f"{path.name}.new")
        beside.unlink(missing_ok=True)
        with open(create_private(beside), "wb") as written:
            written.write(msgspec.json.format(msgspec.json.encode(kept)) + b"\n")
            written.flush()
            os.fsync(written.fileno())
        os.replace(beside, path)
        synchronise_directory(path.parent)
        return HouseKeys(kept, path)

    def marks(self, record: str) -> LineMarks:
        """What marks new lines of a record."""
        return self._marks_by(len(self._macs) - 1, record)

    def is_tagged(self, position: int, record: str, number: int, hash: bytes, tag: bytes) -> bool:
        """Whether a line was marked with the key that was in use at its position."""
        for index, (_, until) in enumerate(self._macs):
            if until is None or position <= until:
                return self._marks_by(index, record).is_tagged(number, hash, tag)
        return False

    def _marks_by(self, index: int, record: str) -> LineMarks:
        known = self._marks.get((index, record))
        if known is None:
            known = self._marks[index, record] = LineMarks(self._macs[index][0], record)
        return known


def new_tag_key() -> TagKey:
    return TagKey(secrets.token_hex(32))


def new_safe_key() -> SafeKey:
    return SafeKey(secrets.token_hex(4), secrets.token_hex(32))


def synchronise_directory(path: Path) -> None:
    """Have it on the disk that a file has another content or name."""
    try:
        directory = os.open(path, os.O_RDONLY)
    except OSError:  # pragma: no cover - some systems open no directories
        return
    try:
        os.fsync(directory)
    finally:
        os.close(directory)
