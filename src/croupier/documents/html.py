"""A document as HTML: a whole page that needs nothing beside it, or what stands on some page."""

from __future__ import annotations

from functools import cache
from html import escape
from importlib.resources import files
from itertools import count
from typing import TYPE_CHECKING

from croupier.cards import Card
from croupier.documents import card_faces
from croupier.documents.model import (
    Bullets,
    Hand,
    Hands,
    Heading,
    Listing,
    Notice,
    PageBreak,
    Pairs,
    Paragraph,
    Picture,
    Style,
    Table,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from croupier.documents.model import Block, Document, Line, Words

_VIEW = f"0 0 {card_faces.WIDTH} {card_faces.HEIGHT}"
PROSE = 6
"""A column with such a share has sentences, for which a browser would leave too little room."""
_ELEMENTS = {Style.STRONG: "strong", Style.CODE: "code"}


def page(document: Document) -> str:
    """The whole page, with its style and its cards inside."""
    subtitle = f"<p>{escape(document.subtitle)}</p>" if document.subtitle else ""
    return "\n".join(
        (
            "<!doctype html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta name="color-scheme" content="light dark">',
            f"<title>{escape(document.title)}</title>",
            f"<style>\n{style()}</style>",
            "</head>",
            "<body>",
            *_cards(document),
            '<main class="document">',
            f'<header class="document-title"><h1>{escape(document.title)}</h1>{subtitle}</header>',
            *_contents(document),
            *body(document),
            "</main>",
            *_foot(document),
            "</body>",
            "</html>",
            "",
        )
    )


@cache
def style() -> str:
    """The style of every document."""
    return files("croupier.documents").joinpath("document.css").read_text("utf-8")


def body(
    document: Document, *, top: int = 2, cards: str = "", prefix: str = "part"
) -> Iterator[str]:
    """The blocks of a document, for a page that has its own title.

    `top` is the level of its first headings, `cards` the file in which the page has its cards.
    """
    numbers = count(1)
    for block in document.blocks:
        if isinstance(block, Heading):
            level, name = block.level + top - 1, f"{prefix}-{next(numbers)}"
            yield f'<h{level} id="{name}">{escape(block.text)}</h{level}>'
        elif isinstance(block, Hands):
            yield _hands(block, cards)
        else:
            yield _DRAWN[type(block)](block)


def _contents(document: Document) -> Iterator[str]:
    if not document.has_contents:
        return
    headings = [block for block in document.blocks if isinstance(block, Heading)]
    items = "".join(
        f'<li class="level-{each.level}"><a href="#part-{number}">{escape(each.text)}</a></li>'
        for number, each in enumerate(headings, 1)
    )
    yield f'<nav class="document-contents" aria-label="Contents"><ol>{items}</ol></nav>'


def _foot(document: Document) -> Iterator[str]:
    rows = "".join(
        f"<dt>{escape(each.of)}</dt><dd><code>{escape(each.digest)}</code></dd>"
        for each in document.rests_on
    )
    made = f"<p>{escape(document.made_by)}</p>" if document.made_by else ""
    if rows or made:
        yield f'<footer class="document-foot"><dl class="document-pairs">{rows}</dl>{made}</footer>'


def _cards(document: Document) -> Iterator[str]:
    """The faces that are drawn, out of sight."""
    if document.faces:
        sprite = card_faces.sprite(document.faces)
        yield sprite.replace("<svg ", '<svg class="document-faces" aria-hidden="true" ', 1).strip()


def _line(line: Line) -> str:
    return "".join(map(_words, line))


def _words(words: Words) -> str:
    text = escape(words.text)
    if not words.style:
        return text
    element = _ELEMENTS.get(words.style, "span")
    named = "" if words.style in _ELEMENTS else f' class="document-{words.style}"'
    return f"<{element}{named}>{text}</{element}>"


def _hands(block: Hands, cards: str) -> str:
    return f'<dl class="document-hands">{"".join(_hand(each, cards) for each in block.hands)}</dl>'


def _hand(hand: Hand, cards: str) -> str:
    drawn = "".join(
        f'<svg class="document-card" role="img" viewBox="{_VIEW}" aria-label="{_spoken(card)}">'
        f'<use href="{cards}#{card or card_faces.BACK}"/></svg>'
        for card in hand.cards
    )
    says = f'<span class="document-says">{escape(hand.says)}</span>' if hand.says else ""
    return f"<div><dt>{escape(hand.whose)}</dt><dd>{drawn}{says}</dd></div>"


def _spoken(card: Card | None) -> str:
    return "face down" if card is None else Card(card).spoken


def _table(block: Table) -> str:
    heads = "".join(
        f'<th scope="col" class="{each.align}{" wide" if each.share >= PROSE else ""}">'
        f"{escape(each.title)}</th>"
        for each in block.columns
    )
    rows = "\n".join(
        "<tr>"
        + "".join(
            f'<td class="{column.align}">{_line(cell)}</td>'
            for column, cell in zip(block.columns, row, strict=True)
        )
        + "</tr>"
        for row in block.rows
    )
    caption = escape(block.caption)
    return (
        f'<div class="document-scroll" role="group" tabindex="0" aria-label="{caption}">'
        f"<table><caption>{caption}</caption>"
        f"<thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div>"
    )


def _pairs(block: Pairs) -> str:
    rows = "".join(f"<dt>{escape(name)}</dt><dd>{_line(has)}</dd>" for name, has in block.rows)
    return f'<dl class="document-pairs">{rows}</dl>'


def _picture(block: Picture) -> str:
    caption = f"<figcaption>{escape(block.caption)}</figcaption>" if block.caption else ""
    named = f'<svg role="img" aria-label="{escape(block.says)}"'
    drawn = block.svg[block.svg.index("<svg") :].replace("<svg", named, 1)
    return f"<figure>{drawn}{caption}</figure>"


_DRAWN: dict[type[Block], Callable[..., str]] = {
    Paragraph: lambda block: f"<p>{_line(block.line)}</p>",
    Bullets: lambda block: f"<ul>{''.join(f'<li>{_line(item)}</li>' for item in block.items)}</ul>",
    Notice: lambda block: (
        f'<p class="document-notice document-notice-{block.kind}">{_line(block.line)}</p>'
    ),
    Pairs: _pairs,
    Table: _table,
    Picture: _picture,
    Listing: lambda block: f'<pre class="document-listing" tabindex="0">{escape(block.text)}</pre>',
    PageBreak: lambda _: '<hr class="document-break">',
}
