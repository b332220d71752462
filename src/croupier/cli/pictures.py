"""Pictures in files, of the kind that the file's name says."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from croupier.odds.pictures import png, svg

if TYPE_CHECKING:
    from croupier.odds.pictures import Picture


def write_picture(name: str, picture: Picture) -> None:
    """Draw into a file."""
    path = Path(name)
    match path.suffix.lower():
        case ".svg":
            path.write_text(svg(picture), "utf-8")
        case ".png":
            path.write_bytes(png(picture))
        case _:
            raise ValueError(f"--picture {name}: the file's name ends in .svg or .png")
