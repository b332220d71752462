"""Files that their owner alone may read: from their first byte, however loose the umask is."""

from __future__ import annotations

import os
import stat
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    from os import PathLike

OWNER_ALONE = 0o600
OTHERS = 0o077
HAS_RIGHTS = os.name == "posix"
"""Elsewhere a file has no such rights: what it inherits from its directory holds."""


def create_private(path: str | PathLike[str]) -> int:
    """A new file, open for writing; one that is there already is a `FileExistsError`."""
    return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, OWNER_ALONE)


def open_private(path: str | PathLike[str]) -> IO[bytes]:
    """A file to be written in the place of what is there; a device or a pipe keeps its rights."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC
    file = open(os.open(path, flags, OWNER_ALONE), "wb")  # noqa: SIM115 - for whoever asked for it
    if stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        if HAS_RIGHTS:
            os.fchmod(file.fileno(), OWNER_ALONE)
        file.truncate()
    return file


def write_private(path: str | PathLike[str], data: bytes) -> None:
    """Write a whole file in the place of what is there."""
    with open_private(path) as file:
        file.write(data)


def rights_of_others(path: str | PathLike[str]) -> str:
    """The rights of a file, such as `0644`, if others have any; nothing if they have none."""
    try:
        mode = stat.S_IMODE(os.stat(path).st_mode)
    except FileNotFoundError:
        return ""
    return f"{mode:04o}" if HAS_RIGHTS and mode & OTHERS else ""


def make_private(path: str | PathLike[str]) -> str:
    """Take away the rights that others have to a file; what its rights were, if they had any."""
    loose = rights_of_others(path)
    if loose:
        os.chmod(path, OWNER_ALONE)
    return loose
