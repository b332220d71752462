"""Cards, chips and the shoe's gauge as coloured text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from croupier.cli.play_screen.table_setup import CHIPS
from croupier.money import dollars

if TYPE_CHECKING:
    from collections.abc import Sequence

    from croupier.cards import Card
    from croupier.cli.play_screen.scene import ShoeScene

SUITS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
PAPER, FADED, EDGE = "#fbf8ef", "#b9b7a9", "#8d8a80"
RED, BLACK = "#c8102e", "#15171c"
BACK, WEAVE = "#7b1e2b", "#c98b8b"
GOLD, CREAM, MINT = "#f2cf73", "#f5eedc", "#9fd3b4"
WIN, LOSS, LEVEL = "#8df0a6", "#ff9f94", "#f2cf73"
CHIP_COLOURS = {
    250: ("#7fc8e8", "#10202a"),
    500: ("#d6303f", "#ffffff"),
    2_500: ("#3fbf6f", "#06210f"),
    10_000: ("#2e323d", "#ffffff"),
    50_000: ("#8a56c9", "#ffffff"),
}
MOST_CHIPS = 5
"""How many chips of a stack are drawn; more than that is a heap."""


def rank(card: Card) -> str:
    return "10" if card.rank == "T" else card.rank


SLIM, FULL = 5, 7
"""How wide a card is: three rows go with the first, five with either."""


def card_rows(card: Card | None, *, tall: bool, width: int, faded: bool = False) -> list[Text]:
    """One card, its index in two corners as on paper; with no name, its back."""
    if card is None:
        weave = "░" * (width - 2)
        return [
            Text.assemble(
                ("▏", f"{EDGE} on {BACK}"), (weave, f"{WEAVE} on {BACK}"), (" ", f"on {BACK}")
            )
            for _ in range(5 if tall else 3)
        ]
    paper = f"on {FADED if faded else PAPER}"
    ink = f"bold {RED if card.is_red else BLACK} {paper}"
    name, suit, inside = rank(card), SUITS[card.suit], width - 1
    faces = [f"{name:<{inside}}", f"{suit:<{inside}}"]
    if tall:
        middle = f"{suit:^{inside - 1}} " if width == FULL else " " * inside
        faces += [middle, f"{suit:>{inside - 1}} "]
    faces.append(f"{name:>{inside - 1}} ")
    return [Text.assemble(("▏", f"{EDGE} {paper}"), (face, ink)) for face in faces]


def least_width(cards: int) -> int:
    """The columns in which the ranks of so many cards can still be read."""
    return SLIM + 3 * max(0, cards - 1)


def hand_rows(
    cards: Sequence[Card | None], *, tall: bool, width: int, faded: bool = False
) -> list[Text]:
    """Cards side by side, each over the one before it as far as the width demands."""
    if not cards:
        return [Text() for _ in range(5 if tall else 3)]
    others = len(cards) - 1
    each = FULL if tall and width >= FULL + 4 * others else SLIM
    drawn = [card_rows(card, tall=tall, width=each, faded=faded) for card in cards]
    step = min((width - each) // others, each + 1) if others else each
    step = max(3, step)
    rows = []
    for line in zip(*drawn, strict=True):
        row = Text()
        for part in line[:-1]:
            row.append_text(part[:step]).append(" " * (step - each))
        rows.append(row.append_text(line[-1]))
    return rows


def chips(amount: int, *, most: int = MOST_CHIPS) -> Text:
    """A stack of chips, the largest first, and what it comes to."""
    drawn = Text()
    if not amount:
        return drawn
    left = amount - amount % CHIPS.smallest
    stack = [chip for chip, count in CHIPS.stack(left).items() for _ in range(count)]
    for chip in stack[:most]:
        drawn.append("●", CHIP_COLOURS[chip][0])
    if len(stack) > most:
        drawn.append("…", CREAM)
    return drawn.append(f" {dollars(amount)}" if stack else dollars(amount), f"bold {CREAM}")


def gauge(shoe: ShoeScene, width: int) -> Text:
    """The shoe from its front to its back: dealt, still to come, and the cutting card."""
    bar = Text()
    total = max(1, shoe.cards)
    dealt = shoe.cards - shoe.left
    until = shoe.until_cutting_card
    cutting = None if until is None else min(width - 1, (dealt + until) * width // total)
    for place in range(width):
        if place == cutting:
            bar.append("┃", f"bold {RED} on {PAPER}")
        elif place * total < dealt * width:
            bar.append("░", "#5c7a6b")
        else:
            bar.append(" ", f"on {PAPER}")
    return bar


def beside(blocks: Sequence[list[Text]], gap: int = 2) -> list[Text]:
    """Blocks of text next to each other, each as wide as its widest line and centred in that."""
    rows: list[Text] = [Text() for _ in range(max((len(block) for block in blocks), default=0))]
    for number, block in enumerate(blocks):
        width = max((row.cell_len for row in block), default=0)
        for place, row in enumerate(rows):
            line = block[place] if place < len(block) else Text()
            space = width - line.cell_len
            row.append(" " * ((gap if number else 0) + space // 2))
            row.append_text(line)
            row.append(" " * (space - space // 2))
    return rows
