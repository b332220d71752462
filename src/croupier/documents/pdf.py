"""A document as PDF, set by Typst from a template that is given the document as data.

No text of a document is ever part of the template's code. The file conforms to PDF/A-2a and
PDF/UA-1: it carries its fonts, can be kept, and can be read aloud. Fonts of the machine are not
looked at and its date is always 1970, so that the same document gives the same bytes anywhere.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from croupier.cards import Card
from croupier.documents import card_faces
from croupier.documents.model import Document

STANDARDS = ["a-2a", "ua-1"]


class NotInstalled(LookupError):
    """Somebody asks for a PDF, and what sets it was not installed."""


def pdf(document: Document) -> bytes:
    """The document as a PDF file."""
    data: bytes = _set(document, "pdf", pdf_standards=STANDARDS)
    return data


def pictures(document: Document, pixels_per_inch: int = 80) -> list[bytes]:
    """Its pages as PNG files, to look at."""
    drawn = _set(document, "png", ppi=pixels_per_inch)
    return drawn if isinstance(drawn, list) else [drawn]


def _set(document: Document, form: Any, **how: Any) -> Any:
    try:
        import typst
    except ImportError:
        raise NotInstalled(
            'a PDF is set by Typst, which is not installed: pip install "croupier[documents]"'
        ) from None
    compiled: Any = typst.compile(  # its overloads know no bytes for its input
        _template(),
        format=form,
        sys_inputs={"document": _data(document)},
        ignore_system_fonts=True,
        timestamp=0,
        **how,
    )
    return compiled


@cache
def _template() -> bytes:
    return files("croupier.documents").joinpath("document.typ").read_bytes()


def _data(document: Document) -> str:
    """The document as the template reads it, with its cards drawn and spoken."""
    data = _displayable(msgspec.to_builtins(document))
    data["faces"] = {
        name: {
            "svg": card_faces.drawing(name),
            "says": "face down" if name == card_faces.BACK else Card(name).spoken,
        }
        for name in document.faces
    }
    return msgspec.json.encode(data).decode()


# --- letters

_LETTERS = (range(0xC0, 0x250), range(0x370, 0x500), range(0x1E00, 0x2000))
"""Latin, Greek and Cyrillic: their letters are in the fonts that a file carries."""
_SIGNS = frozenset("‐‑‒–—―‘’‚“”„†‡•…‰′″‹›€™−×÷±≤≥≠≈∞←↑→↓♠♥♦♣½¼¾°·§¶©®«»¡¿£¢¥")  # noqa: RUF001


def _displayable(value: Any) -> Any:
    """The data with every letter that the fonts lack written out by its number."""
    if isinstance(value, str):
        return value if value.isascii() else "".join(map(_letter, value))
    if isinstance(value, dict):
        return {name: _displayable(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [_displayable(each) for each in value]
    return value


@cache
def _letter(letter: str) -> str:
    return letter if _is_in_fonts(letter) else f"\\u{ord(letter):04x}"


def _is_in_fonts(letter: str) -> bool:
    if letter in _SIGNS or letter == "\u00a0" or letter == "\n":
        return True
    if letter.isascii():
        return letter.isprintable()
    return letter.isalpha() and any(ord(letter) in letters for letters in _LETTERS)
