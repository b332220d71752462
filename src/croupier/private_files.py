"""Files that their owner alone may read: from their first byte, however loose the umask is."""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from os import PathLike

OWNER_ALONE = 0o600
OTHERS = 0o077
HAS_RIGHTS = os.name == "posix"
"""Elsewhere a file has no such rights: what it inherits from its directory holds."""


def create_private(path: str | PathLike[str]) -> int:
    """A new file, open for writing; one that is there already is a `FileExistsError`."""
    return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, OWNER_ALONE)


def write_private(path: str | PathLike[str], data: bytes) -> None:
    """Write a file in the place of what is there; a device or a pipe keeps its rights."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC
    with open(os.open(path, flags, OWNER_ALONE), "wb") as file:
        if stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            if HAS_RIGHTS:
                os.fchmod(file.fileno(), OWNER_ALONE)
            file.truncate()
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
