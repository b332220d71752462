"""Compressed files of test data: the same content always gives the same bytes."""

from __future__ import annotations

import gzip
import lzma
from typing import TYPE_CHECKING, TypeVar

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

Entry = TypeVar("Entry")


def pack(path: Path, content: bytes) -> None:
    """Write a compressed file whose bytes do not depend on when or where it is written.

    A path that ends in `.xz` takes less room if the content repeats itself over long distances.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    is_xz = path.suffix == ".xz"
    path.write_bytes(lzma.compress(content) if is_xz else gzip.compress(content, mtime=0))


def unpack(path: Path) -> bytes:
    """Return the content of a compressed file."""
    content = path.read_bytes()
    return lzma.decompress(content) if path.suffix == ".xz" else gzip.decompress(content)


def pack_lines(path: Path, entries: Iterable[object]) -> None:
    """Write a compressed file with a JSON value on each line."""
    encode = msgspec.json.Encoder().encode
    pack(path, b"".join(encode(entry) + b"\n" for entry in entries))


def unpack_lines(path: Path, kind: type[Entry]) -> Iterator[Entry]:
    """Yield the values of a compressed file that has one on each line."""
    yield from map(msgspec.json.Decoder(kind).decode, unpack(path).splitlines())
