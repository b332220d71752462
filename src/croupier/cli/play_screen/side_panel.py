"""Beside the felt: the sign, the shoe, how the round was settled, and the rounds before it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text
from textual.containers import Vertical
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from croupier.cli.play_screen import card_art
from croupier.cli.play_screen.felt import net
from croupier.cli.play_screen.widgets import TextLine
from croupier.cli.play_screen.wording import LineTone, settlement, signed
from croupier.money import dollars

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.app import ComposeResult

    from croupier.cli.play_screen.history import RoundSummary
    from croupier.cli.play_screen.scene import ShoeScene, TableScene
    from croupier.cli.play_screen.session import TableSession
from croupier.cli.play_screen.wording import ToldLine

TONES = {
    LineTone.PLAIN: card_art.CREAM,
    LineTone.GOOD: card_art.WIN,
    LineTone.BAD: card_art.LOSS,
    LineTone.LEVEL: card_art.LEVEL,
    LineTone.NOTICE: card_art.GOLD,
    LineTone.REFUSED: "#ffb3a8",
}
QUIET = "#86a394"


class SettlementList(OptionList):
    """Each settled wager on a line of its own; choosing one shows the words of its clauses."""

    def __init__(self) -> None:
        super().__init__(id="settlements")
        self.lines: tuple[ToldLine, ...] = ()

    def show(self, lines: tuple[ToldLine, ...]) -> None:
        if lines != self.lines:
            self.lines = lines
            self.clear_options()
            self.add_options([Option(cited(line)) for line in lines])
            self.highlighted = None
            self.scroll_end(animate=False)
        self.display = bool(lines)


class Panel(Vertical):
    """The right-hand side of a wide terminal; a narrow one keeps the settlements only."""

    def __init__(self, session: TableSession) -> None:
        super().__init__(id="panel")
        self._session = session

    def compose(self) -> ComposeResult:
        yield TextLine(id="sign")
        yield TextLine(id="shoe")
        yield TextLine(id="settled-title")
        yield SettlementList()
        yield TextLine(id="history")

    def on_mount(self) -> None:
        printed = self._session.printed()  # on the felt, and so in sight already
        self.query_one("#sign", TextLine).say(sign_text(self._session, without=printed))

    def show(self, scene: TableScene) -> None:
        session = self._session
        settled = tuple(settlement(session, scene, each) for each in scene.settled)
        self.set_class(bool(settled), "-settled")
        self.query_one("#shoe", TextLine).say(
            shoe_text(scene.shoe, max(20, self.content_size.width))
        )
        title = heading("SETTLEMENT") if settled else Text()
        self.query_one("#settled-title", TextLine).say(title)
        self.query_one(SettlementList).show(settled)
        self.query_one("#history", TextLine).say(history_text(session.history.before(scene)))


def cited(line: ToldLine) -> Text:
    """A line with its clauses behind it."""
    text = Text().append(line.text, TONES[line.tone])
    return text.append(f"  {line.cited}", QUIET) if line.clauses else text


def heading(title: str) -> Text:
    return Text().append(title, f"bold {card_art.GOLD}")


def sign_text(session: TableSession, without: tuple[str, ...] = ()) -> Text:
    text = heading("THE SIGN")
    for line in session.sign():
        if line.text not in without:
            text.append(f"\n{line.text}", card_art.CREAM)
    return text


def shoe_text(shoe: ShoeScene, width: int, *, whole: bool = False) -> Text:
    text = heading(f"SHOE {shoe.number}").append("\n")
    text.append_text(card_art.gauge(shoe, width)).append("\n")
    text.append(f"{shoe_words(shoe)}\n{rack_words(shoe)}\n", card_art.CREAM)
    commitment = shoe.commitment or "none"
    if not whole:
        commitment = f"{commitment[:20]}…"
    return text.append(f"commitment {commitment}", QUIET)


def shoe_words(shoe: ShoeScene) -> str:
    until = shoe.until_cutting_card
    if not shoe.loaded:
        return f"{shoe.left} cards, waiting for the cut"
    if not shoe.has_cutting_card:
        return f"{shoe.left} left"
    cutting = "cutting card out" if until is None else f"cutting card in {until}"
    return f"{shoe.left} left, {cutting}"


def rack_words(shoe: ShoeScene) -> str:
    return f"{shoe.discards} in the discard rack"


def history_text(results: Sequence[RoundSummary], most: int = 8) -> Text:
    """The last rounds, the newest first, and what all of them came to."""
    text = heading("ROUNDS")
    if not results:
        return text.append("\nnone yet", QUIET)
    text.append("  together ", QUIET).append_text(net(sum(each.net for each in results)))
    for each in list(reversed(results))[:most]:
        colour = (
            card_art.LEVEL if each.net == 0 else card_art.WIN if each.net > 0 else card_art.LOSS
        )
        text.append(f"\n{each.number:>4}  staked {dollars(each.staked):<9}", QUIET)
        text.append(signed(each.net), f"bold {colour}")
    return text
