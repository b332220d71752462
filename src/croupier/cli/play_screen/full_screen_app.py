"""The table on the full screen: shows what happened, and hands the player's wishes to the table."""

from __future__ import annotations

import os
from collections import deque
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.app import App
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.widgets import OptionList, Static

from croupier.cli.play_screen import card_art
from croupier.cli.play_screen.dialogs import CutScreen, Dialogs, ReadScreen, farewell
from croupier.cli.play_screen.felt import Felt, Spot
from croupier.cli.play_screen.menu import KEYS, Menu
from croupier.cli.play_screen.session import WaitsFor
from croupier.cli.play_screen.side_panel import Panel, SettlementList, cited, rack_words, shoe_words
from croupier.cli.play_screen.table_setup import CHIPS
from croupier.cli.play_screen.widgets import ActButton, ChipButton, TextLine
from croupier.cli.play_screen.wording import (
    LineTone,
    ToldLine,
    refused,
    result,
    signed,
    summary,
    told,
)
from croupier.money import dollars
from croupier.rulebook.citations import Refused
from croupier.table.facts import CuttingCardCame, Settled

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.app import ComposeResult
    from textual.timer import Timer

    from croupier.cli.play_screen.scene import TableScene
    from croupier.cli.play_screen.session import TableSession

WIDE, TALL = 104, 34
"""From how many columns the panel has room, and from how many rows the large cards have."""
FELT = 0.62
"""The felt's part of the columns beside the panel."""
CARD_DELAY, SETTLE_DELAY = 0.25, 0.5


def show(session: TableSession) -> None:
    """Play on the full screen until the player leaves."""
    app = TableApp(session, animate=not os.environ.get("CROUPIER_NO_ANIMATION"))
    app.run()
    if app.broken is not None:
        raise app.broken
    if app.said_goodbye:
        rounds = len(session.history.results)
        print(f"{rounds} {'round' if rounds == 1 else 'rounds'}: {result(session.history.net)}.")


class TableApp(App[None]):
    """One table, one player."""

    CSS_PATH = Path(__file__).with_name("table.tcss")
    TITLE = "Croupier"
    ENABLE_COMMAND_PALETTE = False
    AUTO_FOCUS = None
    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c,ctrl+q", "leave_quietly", show=False, priority=True),
        *(Binding(key, f"press({key!r})", show=False) for key in KEYS),
    ]

    def __init__(self, session: TableSession, *, animate: bool = True) -> None:
        super().__init__()
        self.session = session
        self.animate_deal = animate
        self.scene = session.scene
        self.spot = (1, session.main)
        self.chip = CHIPS.denominations[-3]
        self.note = ToldLine("")
        self.said_goodbye = False
        self.broken: OSError | None = None
        self.dialogs = Dialogs(self)
        self._menu = Menu(self)
        self._queue: deque[TableScene] = deque(session.history.take()[-1:])
        self._waiting: Timer | None = None
        self._offered_chips_in = -1

    def compose(self) -> ComposeResult:
        session = self.session
        yield TextLine(id="title")
        yield TextLine(id="shoe-line")
        with Horizontal(id="room"):
            yield session.felt()
            yield Panel(session)
        yield TextLine(id="note")
        yield TextLine(id="prompt")
        with Horizontal(id="tray"):
            for number, chip in enumerate(reversed(CHIPS.denominations), start=1):
                yield ChipButton(number, chip)
        yield Horizontal(id="acts")
        yield Static(Text("? help   t table   w why   q leave", card_art.MINT), id="hints")

    def on_mount(self) -> None:
        self._advance()

    def on_resize(self) -> None:
        self.call_later(self.show_scene)  # the app learns its own size after this

    def _fit(self) -> None:
        screen = self.screen_stack[0]
        needed = max(WIDE, screen.query_one(Felt).columns / FELT)
        screen.set_class(self.size.width >= needed, "-wide")
        screen.set_class(self.size.height >= TALL, "-tall")

    # -- doing something at the table

    def attempt(self, act: Callable[[], object]) -> bool:
        """Do it, and show what followed; what is refused is shown in words, with its clause."""
        try:
            act()
        except Refused as refusal:
            self.say(refused(refusal))
            return False
        except OSError as error:  # the record cannot be kept, so nothing may be played
            self.broken = error
            self.exit()
            return False
        self.note = ToldLine("")
        self._queue.extend(self.session.history.take())
        self._advance()
        return True

    def say(self, line: ToldLine) -> None:
        self.note = line
        self.query_one("#note", TextLine).say(cited(line))

    # -- showing what happened, one moment after the other

    @property
    def busy(self) -> bool:
        """Whether moments are still to be shown."""
        return bool(self._queue)

    def hurry(self) -> None:
        """Show what has happened at once."""
        if self._waiting is not None:
            self._waiting.stop()
            self._waiting = None
        while self._queue:
            self._take_in(self._queue.popleft())
        self._ask_player()

    def _advance(self) -> None:
        if self._waiting is not None:
            return
        if not self.animate_deal:
            self.hurry()
            return
        while self._queue:
            self._take_in(self._queue.popleft())
            self.show_scene()
            delay = self._delay()
            if delay and self._queue:
                self._show_menu()
                self._waiting = self.set_timer(delay, self._go_on)
                return
        self._ask_player()

    def _delay(self) -> float:
        """How long the moment stays before the next is shown."""
        facts = self.scene.facts
        if any(isinstance(fact, Settled) for fact in facts):
            return SETTLE_DELAY
        shown = any(isinstance(fact, (CuttingCardCame, *self.session.moments)) for fact in facts)
        return CARD_DELAY if shown else 0

    def _go_on(self) -> None:
        self._waiting = None
        self._advance()

    def _take_in(self, scene: TableScene) -> None:
        self.scene = scene
        for line in told(self.session, scene):
            # SettlementList have lines of their own; what is unusual stays until the player acts.
            if line.tone is LineTone.NOTICE or (
                line.tone is LineTone.PLAIN and self.note.tone is not LineTone.NOTICE
            ):
                self.note = line

    def _ask_player(self) -> None:
        """Everything is shown: ask the player."""
        session = self.session
        if session.asked is WaitsFor.NEXT and self.note.tone is not LineTone.NOTICE:
            self.note = summary(session.history.results[-1])
        if session.asked is not WaitsFor.WAGERS:
            self.spot = (self.spot[0], session.main)
        self.show_scene()
        if session.asked is WaitsFor.CUT and len(self.screen_stack) == 1:
            shoe = session.scene.shoe
            self.push_screen(CutScreen(shoe.left, session.cut_range, shoe.commitment), self._cut)
        elif session.is_short and self._offered_chips_in != session.table.number:
            self._offered_chips_in = session.table.number
            self.dialogs.ask_for_chips(f"{session.shortage} Bring more play chips?")

    def _cut(self, at: int | None) -> None:
        if self.session.asked is WaitsFor.CUT:
            session = self.session
            self.attempt(session.decline_cut if at is None else lambda: session.cut(at))

    def show_scene(self) -> None:
        """Draw the table as it stands at the moment that is shown."""
        self._fit()
        session = self.session
        betting = session.asked is WaitsFor.WAGERS and not self.busy
        table = self.screen_stack[0]
        table.query_one(Felt).show(
            self.scene,
            selected=self.spot if betting else None,
            tall=self.size.height >= TALL,
        )
        table.query_one(Panel).show(self.scene)
        table.query_one("#title", TextLine).say(self._title_text())
        table.query_one("#shoe-line", TextLine).say(self._shoe_line())
        table.query_one("#note", TextLine).say(cited(self.note))
        table.query_one("#tray").display = betting
        for chip in table.query(ChipButton):
            chip.hold(chip.chip == self.chip)
        self._show_menu()

    def _show_menu(self) -> None:
        table = self.screen_stack[0]
        table.query_one("#prompt", TextLine).say(
            Text(self._menu.prompt(), f"bold {card_art.CREAM}")
        )
        acts = table.query_one("#acts", Horizontal)
        wanted = self._menu.items()
        shown = [(button.key, button.label) for button in acts.query(ActButton)]
        if shown != [(item.key, item.label) for item in wanted]:
            acts.remove_children()
            acts.mount_all(
                ActButton(item.key, item.label, item.act, primary=item.primary) for item in wanted
            )

    def _title_text(self) -> Text:
        book = self.session.book
        numbered = f", {book.number}" if book.number[:1].isupper() else ""
        number = f"   Round {self.scene.number}" if self.scene.number else ""
        left = Text.assemble(
            (" CROUPIER ", f"bold #1d1509 on {card_art.GOLD}"),
            (f"  {self.session.name}{numbered}{number}", card_art.CREAM),
        )
        so_far = self.scene.net + sum(each.net for each in self.session.history.before(self.scene))
        right = Text.assemble(
            ("chips ", card_art.MINT),
            (dollars(self.scene.chips), "bold #ffffff"),
            ("   session ", card_art.MINT),
            (f"{signed(so_far)} ", "bold #ffffff"),
        )
        space = max(1, self.size.width - left.cell_len - right.cell_len)
        return left.append(" " * space).append_text(right)

    def _shoe_line(self) -> Text:
        shoe = self.scene.shoe
        text = Text(f" Shoe {shoe.number} ", card_art.MINT, no_wrap=True, overflow="ellipsis")
        text.append_text(card_art.gauge(shoe, 18)).append(f" {shoe_words(shoe)}", card_art.CREAM)
        text.append(f", {rack_words(shoe)}", card_art.CREAM)
        return text.append(f"  {(shoe.commitment or '')[:8]}…", "#86a394")

    # -- the player's keys and clicks

    def action_press(self, key: str) -> None:
        """A key of the table: while cards are still being shown, the first one shows them all."""
        if self.busy and key not in ("q", "question_mark", "t"):
            self.hurry()
        else:
            self._menu.press(key)

    def on_chip_button_taken(self, message: ChipButton.Taken) -> None:
        self.chip = message.chip
        self.show_scene()

    def on_spot_picked(self, message: Spot.Picked) -> None:
        if self.busy:
            self.hurry()
            return
        self.spot = (message.box, message.kind)
        self.lay(self.chip)

    def on_option_list_option_selected(self, message: OptionList.OptionSelected) -> None:
        chosen = self.query_one(SettlementList).lines[message.option_index]
        self.dialogs.show_clauses(chosen)

    # -- wagers

    def lay(self, chip: int) -> None:
        """Put a chip on the marked spot, opening the next round for it if need be."""
        self.chip = chip
        if self.session.asked is WaitsFor.NEXT and not self.attempt(self.session.next_round):
            return
        if self.session.asked is not WaitsFor.CUT:
            box, kind = self.spot
            self.attempt(lambda: self.session.wagering.add(box, chip, kind))

    def mark(self, box: int, kind: int) -> None:
        """Mark another box, or another kind of wager on the same one."""
        kinds, boxes = self.session.kinds, self.session.setting.boxes
        at = (kinds.index(self.spot[1]) + kind) % len(kinds)
        self.spot = ((self.spot[0] - 1 + box) % boxes + 1, kinds[at])
        self.show_scene()

    def repeat(self) -> None:
        if self.session.asked is WaitsFor.NEXT and not self.attempt(self.session.next_round):
            return
        if self.session.asked is WaitsFor.WAGERS:
            self.attempt(self.session.wagering.repeat)

    # -- reading

    def walk_settlements(self, by: int) -> None:
        settlements = self.query_one(SettlementList)
        if settlements.lines:
            settlements.focus()
            settlements.highlighted = 0 if by > 0 else len(settlements.lines) - 1

    # -- leaving

    def goodbye(self) -> None:
        """The player has left the table, and is told what it came to."""
        self.said_goodbye = True
        sheet = ReadScreen("THANK YOU", farewell(self.session), back="Leave")
        self.push_screen(sheet, lambda _: self.exit())

    def action_leave_quietly(self) -> None:
        self.attempt(self.session.leave)
        self.exit()
