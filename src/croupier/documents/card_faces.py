"""Draws the cards in SVG, each by itself, or all of them in one file from which pages take each."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from croupier.cards import DECK, RANKS, Card

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

WIDTH, HEIGHT = 64, 90
BACK = "back"
_INDEX, _COURT = "index-", "court-"

_RED, _BLACK, _GOLD, _SKIN = "#b5202d", "#1d2430", "#d6a43b", "#f1d7ba"
_SUITS = {
    "S": (
        '<path d="M0-48C10-28 46-8 46 18 46 34 34 42 22 42 14 42 7 38 3 32 4 40 8 46 14 50'
        'H-14C-8 46-4 40-3 32-7 38-14 42-22 42-34 42-46 34-46 18-46-8-10-28 0-48Z"/>'
    ),
    "H": (
        '<path d="M0 46C-10 28-46 8-46-18-46-36-32-46-20-46-10-46-3-40 0-31'
        ' 3-40 10-46 20-46 32-46 46-36 46-18 46 8 10 28 0 46Z"/>'
    ),
    "D": '<path d="M0-50C8-32 22-14 38 0 22 14 8 32 0 50-8 32-22 14-38 0-22-14-8-32 0-50Z"/>',
    "C": (
        '<circle cy="-25" r="22"/><circle cx="-25" cy="11" r="22"/><circle cx="25" cy="11" r="22"/>'
        '<path d="M-6-10H6C4 26 8 42 16 50H-16C-8 42-4 26-6-10Z"/>'
    ),
}
_LEFT, _MIDDLE, _RIGHT = 24.4, 32.0, 39.6
_PIPS: dict[str, tuple[tuple[float, float], ...]] = {
    "2": ((_MIDDLE, 20), (_MIDDLE, 70)),
    "3": ((_MIDDLE, 20), (_MIDDLE, 45), (_MIDDLE, 70)),
    "4": ((_LEFT, 20), (_RIGHT, 20), (_LEFT, 70), (_RIGHT, 70)),
    "5": ((_LEFT, 20), (_RIGHT, 20), (_MIDDLE, 45), (_LEFT, 70), (_RIGHT, 70)),
    "6": ((_LEFT, 20), (_RIGHT, 20), (_LEFT, 45), (_RIGHT, 45), (_LEFT, 70), (_RIGHT, 70)),
}
_PIPS["7"] = (*_PIPS["6"], (_MIDDLE, 32.5))
_PIPS["8"] = (*_PIPS["7"], (_MIDDLE, 57.5))
_TALL = tuple((x, y) for y in (18, 36, 54, 72) for x in (_LEFT, _RIGHT))
_PIPS["9"] = (*_TALL, (_MIDDLE, 45))
_PIPS["T"] = (*_TALL, (_MIDDLE, 27), (_MIDDLE, 63))


def sprite(cards: Iterable[str] | None = None) -> str:
    """These faces, or all and the back, as symbols by their names.

    What several of them share is drawn once and used by its name.
    """
    wanted = (*DECK, BACK) if cards is None else tuple(cards)
    faces = (_symbol(name, _inside(name)) for name in wanted)
    svg = '<svg xmlns="http://www.w3.org/2000/svg">'
    return "\n".join([svg, "<defs>", *_shared(), "</defs>", *faces, "</svg>", ""])


def drawing(card: str) -> str:
    """One card, or the back, as a picture of its own."""
    inside = _inside(card)
    used = {name for name in _shared_by_name() if f'"#{name}"' in inside or f"(#{name})" in inside}
    shared = "".join(each for name, each in _shared_by_name().items() if name in used)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">'
        f"<defs>{shared}</defs>{inside}</svg>"
    )


def _shared() -> list[str]:
    return [
        *(f'<g id="{suit}">{shape}</g>' for suit, shape in _SUITS.items()),
        *(f'<g id="{_INDEX}{rank}">{_index(rank)}</g>' for rank in RANKS),
        *(
            f'<g id="{_COURT}{rank}{name}">{"".join(_court(bust, ink))}</g>'
            for rank, bust in _BUSTS.items()
            for name, ink in (("red", _RED), ("black", _BLACK))
        ),
        _gradients(),
    ]


@cache
def _shared_by_name() -> dict[str, str]:
    """What faces share, each by the name under which it is used."""
    found: dict[str, str] = {}
    for each in (*_shared()[:-1], *_PATTERNS):
        found[each.partition('id="')[2].partition('"')[0]] = each
    return found


_PATTERNS = (
    '<linearGradient id="paper" x2="0" y2="1"><stop stop-color="#fffefb"/>'
    '<stop offset="1" stop-color="#f4f0e6"/></linearGradient>',
    '<pattern id="lattice" width="6" height="6" patternUnits="userSpaceOnUse">'
    '<path d="M0 3 3 0 6 3 3 6Z" fill="none" stroke="#e9c877" stroke-width=".5"/>'
    '<circle cx="3" cy="3" r=".7" fill="#e9c877"/></pattern>',
)


def _gradients() -> str:
    return "".join(_PATTERNS)


def _symbol(name: str, inside: str) -> str:
    return f'<symbol id="{name}" viewBox="0 0 {WIDTH} {HEIGHT}">{inside}</symbol>'


def _edge(fill: str) -> str:
    return (
        f'<rect x=".5" y=".5" width="63" height="89" rx="5.5" fill="{fill}"'
        ' stroke="#00000033" stroke-width=".8"/>'
    )


def _inside(name: str) -> str:
    """What is drawn of a card, or of the back."""
    return _back() if name == BACK else _face(Card(name))


def _face(card: Card) -> str:
    ink = _RED if card.is_red else _BLACK
    corner = f'<use href="#{_INDEX}{card.rank}"/>{_pip(card.suit, 9.8, 27, 0.12)}'
    turned = f'<g transform="rotate(180 32 45)">{corner}</g>'
    middle = "".join(_middle(card))
    return f'{_edge("url(#paper)")}<g fill="{ink}">{corner}{turned}{middle}</g>'


def _index(rank: str) -> str:
    shown = "10" if rank == "T" else rank
    narrow = ' textLength="14" lengthAdjust="spacingAndGlyphs"' if shown == "10" else ""
    return (
        '<text x="9.8" y="17.5" text-anchor="middle" font-size="18" font-weight="700"'
        f' font-family="ui-sans-serif,system-ui,Helvetica,Arial,sans-serif"{narrow}>{shown}</text>'
    )


def _pip(suit: str, x: float, y: float, size: float, *, turned: bool = False) -> str:
    turn = " rotate(180)" if turned else ""
    return f'<use href="#{suit}" transform="translate({x:g} {y:g}){turn} scale({size:g})"/>'


def _middle(card: Card) -> Iterator[str]:
    if card.rank in _BUSTS:
        yield f'<use href="#{_COURT}{card.rank}{"red" if card.is_red else "black"}"/>'
    elif card.is_ace:
        yield _pip(card.suit, 32, 45, 0.36)
    else:
        for x, y in _PIPS[card.rank]:
            yield _pip(card.suit, x, y, 0.118, turned=y > 45)


# --- kings, queens and jacks: one bust, and the same again upside down


def _court(bust: Callable[[str], str], ink: str) -> Iterator[str]:
    half = bust(ink)
    yield '<g transform="translate(3.84) scale(.88 1)">'
    yield f'<rect x="15.5" y="8" width="33" height="74" rx="2.5" fill="{ink}0d"/>'
    yield half
    yield f'<g transform="rotate(180 32 45)">{half}</g>'
    yield f'<rect x="15.5" y="8" width="33" height="74" rx="2.5" fill="none" stroke="{ink}"/></g>'


def _robe(ink: str) -> str:
    """Shoulders to the middle of the card, with a collar and a band of gold."""
    return (
        f'<path d="M16 45C17 38 23 35 28 34.5L32 38 36 34.5C41 35 47 38 48 45Z" fill="{ink}"/>'
        f'<path d="M28 34.5 32 45 36 34.5 34.5 33H29.5Z" fill="{_GOLD}"/>'
        f'<path d="M16 45C19 41 23 40 26 40L28 45ZM48 45C45 41 41 40 38 40L36 45Z"'
        f' fill="#fff" fill-opacity=".28"/>'
    )


def _head() -> str:
    return (
        f'<ellipse cx="32" cy="27.5" rx="5.4" ry="6.6" fill="{_SKIN}"/>'
        '<path d="M29.2 26.8h1.6M33.2 26.8h1.6M32 27.4v2.2M30.6 31.4q1.4.9 2.8 0" fill="none"'
        f' stroke="{_BLACK}" stroke-width=".55" stroke-linecap="round"/>'
    )


def _king(ink: str) -> str:
    return (
        f'<path d="M25.6 24C24 30 26 34 29 36.5L32 38.5 35 36.5C38 34 40 30 38.4 24Z"'
        f' fill="{ink}"/>{_robe(ink)}{_head()}'
        f'<path d="M27 29.5C27 36 30 37.5 32 38.4 34 37.5 37 36 37 29.5 35 31.6 33.6 30.6 32 30.8'
        f' 30.4 30.6 29 31.6 27 29.5Z" fill="{ink}"/>'
        f'<path d="M25.5 22.5 24 12.5 28.4 16.6 32 11 35.6 16.6 40 12.5 38.5 22.5Z"'
        f' fill="{_GOLD}" stroke="{ink}" stroke-width=".6" stroke-linejoin="round"/>'
        f'<path d="M25.6 20.6h12.8" stroke="{ink}" stroke-width=".8"/>'
    )


def _queen(ink: str) -> str:
    return (
        f'<path d="M32 18C23 18 24 29 22.5 36.5 27 38 37 38 41.5 36.5 40 29 41 18 32 18Z"'
        f' fill="{ink}"/>{_robe(ink)}{_head()}'
        f'<path d="M26.4 26C27.5 21.5 30 20.6 32 20.6S36.5 21.5 37.6 26C36 23.4 34 22.6 32 22.6'
        f'S28 23.4 26.4 26Z" fill="{ink}"/>'
        f'<path d="M26 20.5C26 17 24.6 15.6 25 13.5 27.4 14.5 28 16 29 16.6 30 15 31 12.4 32 11.4'
        f" 33 12.4 34 15 35 16.6 36 16 36.6 14.5 39 13.5 39.4 15.6 38 17 38 20.5"
        f' 34 19.2 30 19.2 26 20.5Z"'
        f' fill="{_GOLD}" stroke="{ink}" stroke-width=".6" stroke-linejoin="round"/>'
        f'<circle cx="32" cy="16.8" r="1.1" fill="{ink}"/>'
    )


def _jack(ink: str) -> str:
    return (
        f'<path d="M26 22C25 27 25.4 31 27 33.6L29 32V24H35V32L37 33.6C38.6 31 39 27 38 22Z"'
        f' fill="{_GOLD}"/>{_robe(ink)}{_head()}'
        f'<path d="M24.6 22.6C24 17 28 14.4 33 14.6 38 14.8 40.4 18 39.4 22.6'
        f' 34 20.6 29 20.8 24.6 22.6Z" fill="{ink}"/>'
        f'<path d="M25 22.4C29.4 20.6 34.6 20.6 39 22.4" fill="none" stroke="{_GOLD}"'
        f' stroke-width="1.3"/>'
        f'<path d="M37 15.6C38 11.6 42 10.8 45 12 43.4 13 43.6 15.6 39.4 17.4Z" fill="{_GOLD}"'
        f' stroke="{ink}" stroke-width=".5"/>'
    )


_BUSTS = {"K": _king, "Q": _queen, "J": _jack}


def _back() -> str:
    inner = '<rect x="4" y="4" width="56" height="82" rx="3.5" fill="{0}" stroke="#e9c877"/>'
    return (
        f"{_edge('#fffdf7')}{inner.format('#7a1f33')}{inner.format('url(#lattice)')}"
        '<circle cx="32" cy="45" r="10" fill="#7a1f33" stroke="#e9c877"/>'
        f'<g fill="#e9c877">{_pip("S", 32, 45, 0.11)}</g>'
    )
