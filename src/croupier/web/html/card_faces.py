"""The file of all cards from which the pages take each; `python -m` this module writes it anew."""

from __future__ import annotations

from pathlib import Path

from croupier.documents.card_faces import sprite

FILE = Path(__file__).parents[1] / "static" / "cards.svg"

if __name__ == "__main__":
    FILE.write_text(sprite())
