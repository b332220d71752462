"""What earlier versions left behind, a folder for each version: records, round files, casinos.

`manifest.json` says what each fixture held when it was made: its lines, its head, and who had
which chips.
"""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import msgspec

HERE = Path(__file__).parent
FOLDERS = sorted(path.parent for path in HERE.glob("v*/manifest.json"))
"""Of every version that there are fixtures of."""


class Kept(msgspec.Struct, frozen=True):
    """One record, as it stood when it was made."""

    id: str
    kind: str
    """`table`, `tournament` or `promotion`."""
    file: str
    """The file that holds it, with others of its kind one after the other."""
    made_by: str
    """The test or the program that it comes from."""
    lines: int
    head: str
    left: dict[str, Any]
    """How it was left: phase, rounds, and where the chips lay."""
    home: dict[str, int] = {}
    """What every player took home from the table."""


class Round(msgspec.Struct, frozen=True):
    """A round file and what it was answered; an error is the answer to what is no round."""

    id: str
    made_by: str
    file: str
    answer: msgspec.Raw


class Casino(msgspec.Struct, frozen=True):
    """A casino's database, as it stood when it was made."""

    file: str
    password: str
    """Everybody's, with their name in it."""
    records: dict[str, tuple[int, str]]
    """The lines and the head of every record."""
    left: dict[str, Any]
    """The state of the house, its tables and affairs."""
    home: dict[str, int]
    """What every player had when all their chips were brought to the cage."""


class Manifest(msgspec.Struct, frozen=True):
    """All the fixtures of a version."""

    version: str
    records: list[Kept]
    rounds: dict[str, int]
    """The files of rounds, and how many are in each."""
    casinos: dict[str, Casino]


class Shelf:
    """The fixtures of one version."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.manifest = msgspec.json.decode(
            (folder / "manifest.json").read_bytes(), type=Manifest
        )
        self._files: dict[str, list[bytes]] = {}

    def lines_of(self, kept: Kept) -> list[bytes]:
        """The lines of a record; in its file it comes after those that are listed before it."""
        first = 0
        for each in self.manifest.records:
            if each.id == kept.id:
                break
            first += each.lines if each.file == kept.file else 0
        if kept.file not in self._files:
            self._files[kept.file] = unpacked(self.folder / kept.file).splitlines(keepends=True)
        return self._files[kept.file][first : first + kept.lines]

    def rounds_of(self, file: str) -> list[Round]:
        decode = msgspec.json.Decoder(Round).decode
        return [decode(line) for line in unpacked(self.folder / file).splitlines()]


SHELVES = [Shelf(folder) for folder in FOLDERS]


def unpacked(path: Path) -> bytes:
    return gzip.decompress(path.read_bytes())


def pack(path: Path, content: bytes) -> None:
    """Write a compressed file that is the same whenever and wherever it is written."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(content, mtime=0))
