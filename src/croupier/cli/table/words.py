"""Text on the screen that is drawn again only when it changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.widgets import Static

if TYPE_CHECKING:
    from rich.text import Text


class Words(Static):
    """A line or a paragraph. A layout costs far more than a comparison."""

    _said: Text | None = None

    def say(self, text: Text) -> None:
        if text != self._said:
            self._said = text
            self.update(text)
