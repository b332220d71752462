"""Small widgets: text that changes, buttons that name their key, the player's chips."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text
from textual.message import Message
from textual.widgets import Static

from croupier.cli.play_screen import card_art
from croupier.money import dollars

if TYPE_CHECKING:
    from collections.abc import Callable

KEYS = {"space": "Space", "enter": "Enter", "escape": "Esc", "question_mark": "?"}


class TextLine(Static):
    """A line or a paragraph. A layout costs far more than a comparison."""

    _said: Text | None = None

    def say(self, text: Text) -> None:
        if text != self._said:
            self._said = text
            self.update(text)


class ActButton(Static):
    """Something that can be done now, by its key or by a click."""

    def __init__(
        self, key: str, label: str, act: Callable[[], object], *, primary: bool = False
    ) -> None:
        name = "".join(filter(str.isalnum, label.lower().partition(" ")[0]))
        super().__init__(classes=f"act act-{name}{' -primary' if primary else ''}")
        self.key = key
        self.label = label
        self._act = act

    def render(self) -> Text:
        key = KEYS.get(self.key, self.key.upper())
        return Text.assemble((f" {key} ", f"bold #1d1509 on {card_art.GOLD}"), f" {self.label} ")

    def on_click(self) -> None:
        self._act()


class ChipButton(Static):
    """One denomination; a click takes it in hand."""

    class Taken(Message):
        def __init__(self, chip: int) -> None:
            super().__init__()
            self.chip = chip

    def __init__(self, number: int, chip: int) -> None:
        super().__init__(id=f"chip-{number}", classes="chip")
        self.number = number
        self.chip = chip
        self.in_hand = False

    def hold(self, held: bool) -> None:
        self.in_hand = held
        self.refresh()

    def render(self) -> Text:
        back, front = card_art.CHIP_COLOURS[self.chip]
        left, right = ("▸", "◂") if self.in_hand else (" ", " ")
        return Text.assemble(
            (f"{left}{self.number} ", f"bold {card_art.GOLD}" if self.in_hand else card_art.MINT),
            (f" {dollars(self.chip)} ", f"bold {front} on {back}"),
            (right, f"bold {card_art.GOLD}"),
        )

    def on_click(self) -> None:
        self.post_message(self.Taken(self.chip))
