"""The manifest: which program and which rulebook the house was opened under.

Every file of the package is measured. What the house was opened under lies in its safe; a program
that is another one is served, but nobody plays before the operator has approved it.
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from croupier.documents.model import Hash
from croupier.game_parts import outside_packages
from croupier.version import __version__

if TYPE_CHECKING:
    from collections.abc import Iterator

IN_SAFE = "program"
PACKAGE = Path(__file__).parents[2]
RULEBOOK = "rulebook/"
OUTSIDE = "outside/"
"""Before the files of a game that another package adds."""
PASSING = ("__pycache__",)
"""What Python makes for itself."""
MOST_NAMED = 3


class Manifest(msgspec.Struct, frozen=True):
    """A program: its version, and the SHA-256 of each of its files."""

    version: str
    files: dict[str, str]

    @property
    def program(self) -> str:
        """One hash for all of the code."""
        return _together(self.files, rulebook=False)

    @property
    def rulebook(self) -> str:
        """One hash for all of the rulebook."""
        return _together(self.files, rulebook=True)

    @property
    def hashes(self) -> tuple[Hash, Hash]:
        """Both, as a document names what it rests on."""
        return Hash("program", self.program), Hash("all rulebooks", self.rulebook)

    def __str__(self) -> str:
        return f"program {self.program}, rulebook {self.rulebook}"

    def differences(self, other: Manifest) -> tuple[str, ...]:
        """The files that are not the same in both."""
        names = sorted(self.files.keys() | other.files.keys())
        return tuple(name for name in names if self.files.get(name) != other.files.get(name))


def measure(package: Path = PACKAGE) -> Manifest:
    """The program as it lies on the disk now, with the games that installed packages add."""
    files = _measured(package)
    for name, folder in outside_packages().items():
        files |= {f"{OUTSIDE}{name}/{file}": digest for file, digest in _measured(folder).items()}
    return Manifest(__version__, files)


def _measured(package: Path) -> dict[str, str]:
    return {
        str(path.relative_to(package)): sha256(path.read_bytes()).hexdigest()
        for path in _files(package)
    }


def in_words(differing: tuple[str, ...]) -> str:
    """`rulebook/law.json and 4 others`."""
    named, others = differing[:MOST_NAMED], len(differing) - MOST_NAMED
    return ", ".join(named) + (f" and {others} more" if others > 0 else "")


def _files(package: Path) -> Iterator[Path]:
    for path in sorted(package.rglob("*")):
        if path.is_file() and not set(PASSING) & set(path.parts):
            yield path


def _together(files: dict[str, str], *, rulebook: bool) -> str:
    lines = (
        f"{name} {digest}\n"
        for name, digest in sorted(files.items())
        if name.startswith(RULEBOOK) is rulebook
    )
    return sha256("".join(lines).encode()).hexdigest()
