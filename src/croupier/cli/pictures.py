"""Pictures in files, of the kind that the file's name says."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from croupier.odds.pictures import png, svg

if TYPE_CHECKING:
    from croupier.odds.pictures import Picture


def must_be_drawable(name: str) -> None:
    """Refuse a file of no known kind or in no directory, before the work for it is done."""
    path = Path(name)
    if path.suffix.lower() not in (".svg", ".png"):
        raise ValueError(f"--picture {name}: the file's name ends in .svg or .png")
    if not path.absolute().parent.is_dir():
        raise ValueError(f"--picture {name}: there is no such directory to put it in")


def write_picture(name: str, picture: Picture) -> None:
    """Draw into a file."""
    must_be_drawable(name)
    path = Path(name)
    if path.suffix.lower() == ".svg":
        path.write_text(svg(picture), "utf-8")
    else:
        path.write_bytes(png(picture))
