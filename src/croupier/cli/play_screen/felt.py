"""The felt of any game: spots for chips, and what came of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text
from textual.containers import Vertical
from textual.message import Message
from textual.widget import Widget

from croupier.cli.play_screen import card_art
from croupier.cli.play_screen.widgets import TextLine
from croupier.cli.play_screen.wording import result, signed
from croupier.money import dollars
from croupier.table.facts import Outcome

if TYPE_CHECKING:
    from croupier.cards import Card
    from croupier.cli.play_screen.scene import TableScene
    from croupier.table.facts import Settled


class Felt(Vertical):
    """The whole layout of a table."""

    columns: int = 0
    """How many columns it needs before a panel has room beside it."""

    def __init__(self) -> None:
        super().__init__(id="felt")

    def show(self, scene: TableScene, *, selected: tuple[int, str] | None, tall: bool) -> None:
        """Draw a moment; `selected` is the spot that is marked for a chip."""
        raise NotImplementedError


class Cards(Widget):
    """A row of cards with their name and what they come to; one face down shows its back."""

    def __init__(self, title: str, id: str) -> None:
        super().__init__(id=id, classes="cards")
        self._title = title
        self.tall = False
        self._cards: tuple[Card | None, ...] = ()
        self._words = ""

    def show(self, cards: tuple[Card | None, ...], words: str, *, tall: bool) -> None:
        if (cards, words, tall) != (self._cards, self._words, self.tall):
            self.refresh(layout=tall is not self.tall)
            self._cards, self._words, self.tall = cards, words, tall

    def get_content_height(self, *_: object) -> int:
        return 6 if self.tall else 4

    def render(self) -> Text:
        rows = card_art.hand_rows(self._cards, tall=self.tall, width=self.size.width - 2)
        name = Text.assemble(
            (self._title, f"bold {card_art.GOLD}"), (f"  {self._words}", f"bold {card_art.CREAM}")
        )
        return centred([name, *rows], self.size.width)


class Spot(TextLine):
    """A place for chips: click it to put one there."""

    class Picked(Message):
        def __init__(self, box: int, kind: str) -> None:
            super().__init__()
            self.box = box
            self.kind = kind

    def __init__(self, box: int, kind: str, *, main: bool) -> None:
        super().__init__(id=f"spot-{box}-{kind}", classes="main" if main else "side")
        self.box = box
        self.kind = kind

    def on_click(self) -> None:
        self.post_message(self.Picked(self.box, self.kind))


def outcome(settled: Settled, *, level: str = "stand-off") -> Text:
    """`+25`, `-25` or, for a wager that comes out level, the game's word for that."""
    if settled.outcome is Outcome.PUSH:
        return Text(level, f"bold {card_art.LEVEL}")
    if settled.outcome in (Outcome.VOID, Outcome.RETURNED):
        return Text(f"{dollars(settled.stake)} back", f"bold {card_art.LEVEL}")
    return Text(signed(settled.net), f"bold {card_art.WIN if settled.net > 0 else card_art.LOSS}")


def net(amount: int) -> Text:
    """`won 25`, in its colour."""
    colour = card_art.LEVEL if amount == 0 else card_art.WIN if amount > 0 else card_art.LOSS
    return Text(result(amount), f"bold {colour}")


def centred(rows: list[Text], width: int) -> Text:
    lines = []
    for row in rows:
        space = max(0, width - row.cell_len)
        lines.append(Text(" " * (space // 2)).append_text(row))
    return Text("\n", no_wrap=True, overflow="crop").join(lines)
