"""What a document is made of, and nothing of how it looks."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Literal

import msgspec

from croupier.cards import Card

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


class Style(StrEnum):
    """How a few words stand out."""

    PLAIN = ""
    STRONG = "strong"
    FAINT = "faint"
    CODE = "code"
    GOOD = "good"
    BAD = "bad"


class Words(msgspec.Struct, frozen=True, array_like=True):
    """Some words in one style."""

    text: str
    style: Style = Style.PLAIN


Line = tuple[Words, ...]
"""A line of text, made of pieces in their styles."""


class Heading(msgspec.Struct, frozen=True, tag="heading"):
    """Begins a part of the document; `level` 1 is a chapter."""

    text: str
    level: Literal[1, 2, 3] = 1


class Paragraph(msgspec.Struct, frozen=True, tag="paragraph"):
    """A paragraph of text."""

    line: Line


class Bullets(msgspec.Struct, frozen=True, tag="bullets"):
    """Some lines, each with a bullet."""

    items: tuple[Line, ...]


class Notice(msgspec.Struct, frozen=True, tag="notice"):
    """What nobody may overlook, in a frame."""

    line: Line
    kind: Literal["good", "bad", "note"] = "note"


class Pairs(msgspec.Struct, frozen=True, tag="pairs"):
    """Names and what each has, such as the sign of a table."""

    rows: tuple[tuple[str, Line], ...]


class Column(msgspec.Struct, frozen=True):
    """A column of a table; what has a `share` is as wide as that part of what is left."""

    title: str
    align: Literal["left", "right", "center"] = "left"
    share: int = 0


class Table(msgspec.Struct, frozen=True, tag="table"):
    """Rows under headings, with words above that say of what."""

    caption: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Line, ...], ...]


class Hand(msgspec.Struct, frozen=True):
    """Cards that lie together, whose they are, and what they come to; `None` lies face down."""

    whose: str
    cards: tuple[Card | None, ...]
    says: str = ""


class Hands(msgspec.Struct, frozen=True, tag="hands"):
    """Hands, drawn as cards."""

    hands: tuple[Hand, ...]


class Picture(msgspec.Struct, frozen=True, tag="picture"):
    """A drawing in SVG; `says` tells what is on it to whoever cannot see it."""

    svg: str
    says: str
    caption: str = ""
    width: int = 100
    """Its width in hundredths of the text's."""


class Listing(msgspec.Struct, frozen=True, tag="listing"):
    """Text as a machine has it, letter for letter."""

    text: str


class PageBreak(msgspec.Struct, frozen=True, tag="page-break"):
    """What follows begins on a page of its own, where there are pages."""


Block = (
    Heading | Paragraph | Bullets | Notice | Pairs | Table | Hands | Picture | Listing | PageBreak
)


class Hash(msgspec.Struct, frozen=True):
    """What the document rests on, by its SHA-256."""

    of: str
    digest: str


class Document(msgspec.Struct, frozen=True, kw_only=True):
    """One document. It has no date of its own: what it tells of may have one."""

    title: str
    subtitle: str = ""
    blocks: tuple[Block, ...]
    rests_on: tuple[Hash, ...] = ()
    made_by: str = ""
    """The program and its version, for the foot of every page."""
    has_contents: bool = False
    """Whether it begins with a list of its headings."""

    @property
    def faces(self) -> tuple[str, ...]:
        """The cards that are drawn in it, each once and in a fixed order; `back` is face down."""
        shown = {card for hand in self._hands() for card in hand.cards}
        return (*sorted(card for card in shown if card), *(("back",) if None in shown else ()))

    def _hands(self) -> Iterator[Hand]:
        for block in self.blocks:
            if isinstance(block, Hands):
                yield from block.hands


def line(*pieces: str | Words) -> Line:
    """A line of plain strings and of words that have a style."""
    return tuple(Words(each) if isinstance(each, str) else each for each in pieces)


def lines(texts: Iterable[str]) -> tuple[Line, ...]:
    """Several plain lines, such as the cells of a row."""
    return tuple(line(text) for text in texts)


def strong(text: str) -> Words:
    return Words(text, Style.STRONG)


def faint(text: str) -> Words:
    return Words(text, Style.FAINT)


def code(text: str) -> Words:
    return Words(text, Style.CODE)
