"""The felt as text and as a picture: what the player of an environment sees."""

from __future__ import annotations

from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING, Any

from croupier.game_rules import game_of, signs
from croupier.money import dollars

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy as np
    from PIL import ImageDraw
    from PIL.Image import Image

    from croupier.cards import Card
    from croupier.environments.seat import Row, Seat

    Frame = np.ndarray[Any, np.dtype[np.uint8]]

_GLYPHS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
_FACE_DOWN = "▒▒"


# --- as text


def as_text(seat: Seat) -> str:
    """A line for each hand, and what is staked, legal or won."""
    lines = [title(seat)]
    for row in seat.shown():
        cards = " ".join(_FACE_DOWN if card is None else _name(card) for card in row.cards)
        mark = "→" if row.active else " "
        lines.append(f"{mark} {row.whose:<8} {cards:<16} {row.words}".rstrip())
    lines.append(footer(seat))
    return "\n".join(lines) + "\n"


def title(seat: Seat) -> str:
    return seat.setup.instrument.title.replace("\N{EN DASH}", "-")  # not in the picture's font


def printed(seat: Seat) -> tuple[str, ...]:
    """What is printed on the felt."""
    return signs.printed(game_of(seat.setup.instrument)(seat.rules))


def footer(seat: Seat) -> str:
    if seat.over:
        net = seat.net()
        return f"Round over: {'+' if net > 0 else ''}{dollars(net)} on {seat.staked_on()}"
    legal = zip(seat.actions, seat.legal(), strict=True)
    choose = "Choose " + ", ".join(name for name, allowed in legal if allowed)
    return f"Stake {seat.staked_on()}. {choose}" if seat.stake else choose


def _name(card: Card) -> str:
    return ("10" if card.rank == "T" else card.rank) + _GLYPHS[card.suit]


# --- as a picture

WIDTH, HEIGHT = 720, 540
CARD = (64, 90)
_FELT, _EDGE, _LINE, _CHALK, _GOLD = "#0f5b3e", "#0a4530", "#6fae95", "#e8f2ec", "#f2c14e"
_PAPER, _RED, _BLACK, _BACK = "#fffdf7", "#b5202d", "#1d2430", "#7a1f33"
_FINE = 3
"""Cards are drawn so many times larger, and made smaller, so that their edges are smooth."""


def as_picture(seat: Seat) -> Frame:
    """The felt from above, the dealer at the top: 540 by 720 pixels of red, green and blue."""
    import numpy as np
    from PIL import Image, ImageDraw

    picture = Image.new("RGB", (WIDTH, HEIGHT), _EDGE)
    draw = ImageDraw.Draw(picture)
    draw.rounded_rectangle((10, 10, WIDTH - 11, HEIGHT - 11), 28, _FELT, _GOLD, 2)
    draw.text((WIDTH / 2, 32), title(seat), _CHALK, _font(17), "mm")
    draw.text((WIDTH / 2, 56), " · ".join(printed(seat)), _LINE, _font(14), "mm")
    lines = [list(rows) for _, rows in groupby(seat.shown(), lambda row: row.line)]
    room = (HEIGHT - 116) / max(len(lines), 1)
    for number, rows in enumerate(lines):
        top = 70 + number * room + (room - CARD[1] - 40) / 2
        wide = (WIDTH - 40) / len(rows)
        for column, row in enumerate(rows):
            _lay(picture, draw, row, 20 + column * wide, top, wide)
    draw.text((WIDTH / 2, HEIGHT - 32), _shortened(footer(seat)), _GOLD, _font(16), "mm")
    return np.asarray(picture).copy()


def _lay(
    picture: Image, draw: ImageDraw.ImageDraw, row: Row, left: float, top: float, wide: float
) -> None:
    """A hand in its column: whose it is, its cards, closer together if they are many, and words."""
    cards = row.cards
    room = wide - 24 - CARD[0]
    gaps = max(len(cards) - 1, 0)
    step = min(CARD[0] + 6.0, room / max(gaps, 1))
    begin = left + (wide - CARD[0] - step * gaps) / 2
    middle = left + wide / 2
    colour = _GOLD if row.active else _CHALK
    draw.text((middle, top + 8), row.whose, colour, _font(15), "mm")
    if not cards:
        box = (begin, top + 20, begin + CARD[0], top + 20 + CARD[1])
        draw.rounded_rectangle(box, 6, None, _LINE, 2)
    for place, card in enumerate(cards):
        face = _face(card)
        picture.paste(face, (round(begin + place * step), round(top + 20)), face)
    if row.words:
        draw.text((middle, top + CARD[1] + 32), row.words, colour, _font(15), "mm")


def _shortened(text: str) -> str:
    return text if len(text) <= 84 else text[:83] + "…"


@cache
def _font(size: int) -> Any:
    from PIL import ImageFont

    return ImageFont.load_default(size)


@cache
def _face(card: Card | None) -> Image:
    """A card as a picture with clear corners; `None` is its back."""
    from PIL import Image, ImageDraw

    wide, high = CARD[0] * _FINE, CARD[1] * _FINE
    picture = Image.new("RGBA", (wide, high), (0, 0, 0, 0))
    draw = ImageDraw.Draw(picture)
    draw.rounded_rectangle((0, 0, wide - 1, high - 1), 6 * _FINE, _PAPER, "#00000055", 2)
    if card is None:
        inside = 4 * _FINE
        box = (inside, inside, wide - inside, high - inside)
        draw.rounded_rectangle(box, 4 * _FINE, _BACK, _GOLD, _FINE)
        _suit(draw, "S", wide / 2, high / 2, 10 * _FINE, _GOLD)
    else:
        ink = _RED if card.is_red else _BLACK
        rank = "10" if card.rank == "T" else card.rank
        corner = _font(17 * _FINE)
        draw.text((12 * _FINE, 13 * _FINE), rank, ink, corner, "mm")
        _suit(draw, card.suit, 12 * _FINE, 29 * _FINE, 6 * _FINE, ink)
        _suit(draw, card.suit, wide / 2 + 5 * _FINE, high / 2 + 10 * _FINE, 19 * _FINE, ink)
    return picture.resize(CARD, Image.Resampling.LANCZOS)


def _suit(draw: ImageDraw.ImageDraw, suit: str, x: float, y: float, size: float, ink: str) -> None:
    """A pip around a middle, `size` from there to its ends."""

    def disc(right: float, down: float, radius: float) -> None:
        middle = x + right * size, y + down * size
        reach = radius * size
        box = (middle[0] - reach, middle[1] - reach, middle[0] + reach, middle[1] + reach)
        draw.ellipse(box, ink)

    def shape(*points: tuple[float, float]) -> None:
        draw.polygon([(x + right * size, y + down * size) for right, down in points], ink)

    if suit == "D":
        shape((0, -1), (0.72, 0), (0, 1), (-0.72, 0))
        return
    if suit == "C":
        disc(0, -0.5, 0.46)
        disc(-0.48, 0.2, 0.46)
        disc(0.48, 0.2, 0.46)
    else:
        up = -1 if suit == "H" else 1  # a spade is a heart upside down, on a foot
        shape(*((right, up * down) for right, down in _heart()))
    if suit in "SC":
        shape((-0.1, 0), (0.1, 0), (0.36, 1), (-0.36, 1))


@cache
def _heart() -> Sequence[tuple[float, float]]:
    return tuple(_points_of_a_heart())


def _points_of_a_heart() -> Iterator[tuple[float, float]]:
    from math import cos, pi, sin

    for step in range(64):
        turn = 2 * pi * step / 64
        across = 16 * sin(turn) ** 3
        along = 13 * cos(turn) - 5 * cos(2 * turn) - 2 * cos(3 * turn) - cos(4 * turn)
        yield across / 17, (along - 2) / 15
