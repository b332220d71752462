"""Dialogs over the table: the cut, an amount, a clause, help, the way out."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, TypeVar

from rich.text import Text
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from croupier.cli.play_screen import card_art
from croupier.cli.play_screen.session import WaitsFor
from croupier.cli.play_screen.side_panel import QUIET, heading, history_text, shoe_text, sign_text
from croupier.cli.play_screen.widgets import ActButton
from croupier.cli.play_screen.wording import ToldLine, clauses_to_read, result, settlement
from croupier.money import cents, dollars

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.app import ComposeResult
    from textual.events import Click

    from croupier.cli.play_screen.full_screen_app import TableApp
    from croupier.cli.play_screen.moves import Move
    from croupier.cli.play_screen.session import TableSession
    from croupier.rulebook.instruments import Instrument

T = TypeVar("T")

HELP = """\
[b]Wagers[/b]
  1 to 5    put that chip on the marked spot; or click a chip,
            then a spot, and the spot again for one chip more
  arrows    mark another spot
  a         type an amount
  u  c  r   take one back, take all back, the same wagers again
  m         bring more play chips
  space     deal

[b]After the round[/b]
  up, down  walk through the settlements; enter reads its clauses
  space  r  next round, next round with the same wagers

[b]At any time[/b]
  w         why: the clauses of what was last refused or settled
  t         the table: sign, shoe, its secrets, every round
  q         leave"""


class Over(ModalScreen[T]):
    """A sheet over the table; escape puts it away."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "close", "Close", show=False)]

    def action_close(self) -> None:
        self.dismiss(None)


class ReadScreen(Over[None]):
    """Something to read; nearly any key goes back to the table."""

    AUTO_FOCUS = "VerticalScroll"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space,q,w,t,question_mark", "close", "Close", show=False)
    ]

    def __init__(self, title: str, body: Text, *, back: str = "Back") -> None:
        super().__init__()
        self._title = title
        self._body = body
        self._back = back

    def compose(self) -> ComposeResult:
        with Vertical(classes="sheet"):
            yield Static(heading(self._title), classes="sheet-title")
            with VerticalScroll(classes="sheet-body"):
                yield Static(self._body)
            with Horizontal(classes="sheet-acts"):
                yield ActButton("enter", self._back, self.action_close, primary=True)

    def on_resize(self) -> None:
        around = 9  # the frame, the title and the button, which must stay in sight
        self.query_one(VerticalScroll).styles.max_height = max(3, self.size.height - around)


def help_screen(session: TableSession) -> ReadScreen:
    words = f"{session.help}\n\n{HELP}"
    return ReadScreen("HOW TO PLAY", Text.from_markup(words, style=card_art.CREAM))


def clause_screen(instrument: Instrument, title: str, ids: tuple[str, ...]) -> ReadScreen:
    """The words of the clauses behind something."""
    text = Text().append(f"{instrument.title}, {instrument.number}\n", QUIET)
    for part, clauses in clauses_to_read(instrument, ids):
        text.append(f"\n{part}\n", f"bold {card_art.GOLD}")
        for clause in clauses:
            asked = clause.id in ids
            text.append(f"{clause.id}  ", f"bold {card_art.CREAM}" if asked else QUIET)
            text.append(f"{clause.says}\n", card_art.CREAM if asked else QUIET)
    return ReadScreen(title, text)


def table_screen(session: TableSession) -> ReadScreen:
    """Everything about the table that a narrow terminal has no room for."""
    text = sign_text(session).append("\n\n")
    text.append_text(shoe_text(session.scene.shoe, 40, whole=True))
    for revealed in session.history.revealed:
        text.append(f"\n\nEarlier shoe {revealed.commitment}\n", QUIET)
        text.append(f"its secret was {revealed.secret}", card_art.CREAM)
    text.append("\n\n").append_text(history_text(session.history.results, most=999))
    return ReadScreen("THE TABLE", text)


def farewell(session: TableSession) -> Text:
    """What the session came to."""
    rounds = len(session.history.results)
    text = Text().append(f"{rounds} {'round' if rounds == 1 else 'rounds'}, ")
    text.append(
        result(session.history.net),
        f"bold {card_art.WIN if session.history.net >= 0 else card_art.LOSS}",
    )
    text.append(f"\nYou brought {dollars(session.brought)} in play chips and leave with ")
    text.append(dollars(session.brought + session.history.net), "bold").append(".")
    for revealed in session.history.revealed[-1:]:
        text.append("\n\nThe last shoe was committed to as\n", QUIET).append(revealed.commitment)
        text.append("\nand its secret was\n", QUIET).append(revealed.secret)
    return text


class AskScreen(Over[bool | None]):
    """A question with two answers."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y,enter", "yes", "Yes", show=False),
        Binding("n", "close", "No", show=False),
    ]

    def __init__(self, question: str, yes: str, no: str) -> None:
        super().__init__()
        self._question, self._yes, self._no = question, yes, no

    def compose(self) -> ComposeResult:
        with Vertical(classes="sheet small"):
            yield Static(Text(self._question, card_art.CREAM))
            with Horizontal(classes="sheet-acts"):
                yield ActButton("y", self._yes, self.action_yes, primary=True)
                yield ActButton("n", self._no, self.action_close)

    def action_yes(self) -> None:
        self.dismiss(True)


class AmountScreen(Over[int | None]):
    """An amount of chips, typed; the table judges whether it will do."""

    AUTO_FOCUS = "Input"

    def __init__(self, question: str, suggested: int) -> None:
        super().__init__()
        self._question = question
        self._suggested = suggested

    def compose(self) -> ComposeResult:
        with Vertical(classes="sheet small"):
            yield Static(Text(self._question, card_art.CREAM))
            yield Input(dollars(self._suggested), id="amount", restrict=r"[0-9.,$]*")
            yield Static(id="wrong")
            with Horizontal(classes="sheet-acts"):
                yield ActButton("enter", "That much", self._take, primary=True)
                yield ActButton("escape", "Back", self.action_close)

    def on_input_submitted(self) -> None:
        self._take()

    def _take(self) -> None:
        amount = cents(self.query_one(Input).value)
        if amount is None:
            wrong = Text("an amount in dollars, such as 25 or 22.50", card_art.LOSS)
            self.query_one("#wrong", Static).update(wrong)
        else:
            self.dismiss(amount)


class CardStack(Static):
    """The shuffled cards from the side, with the cutting card in them."""

    def on_click(self, event: Click) -> None:
        screen = self.screen
        if isinstance(screen, CutScreen) and self.size.width:
            screen.move_to(event.x * screen.cards // self.size.width)


class CutScreen(Over[int | None]):
    """The cut: where to put the cutting card, or none."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "move(-1)", show=False),
        Binding("right", "move(1)", show=False),
        Binding("shift+left,down,pageup", "move(-20)", show=False),
        Binding("shift+right,up,pagedown", "move(20)", show=False),
        Binding("enter,space,c", "cut", show=False),
        Binding("n", "close", show=False),
        Binding("q", "app.leave_quietly", show=False),
    ]

    def __init__(self, cards: int, allowed: range, commitment: str | None) -> None:
        super().__init__()
        self.cards = cards
        self._allowed = allowed
        self._commitment = commitment or ""
        self.at = allowed[len(allowed) // 2]

    def compose(self) -> ComposeResult:
        with Vertical(classes="sheet small"):
            yield Static(Text("THE CUT", f"bold {card_art.GOLD}"), classes="sheet-title")
            yield Static(
                Text(
                    f"{self.cards} cards are laid, and the cut is offered to you. The house is "
                    "bound to them by this; in what order they come, your own link decides:",
                    card_art.CREAM,
                )
            )
            yield Static(Text(self._commitment, QUIET))
            yield CardStack(id="stack")
            yield Static(id="place")
            with Horizontal(classes="sheet-acts"):
                yield ActButton("enter", "Cut here", self.action_cut, primary=True)
                yield ActButton("n", "Leave it to the supervisor", self.action_close)

    def on_mount(self) -> None:
        self.call_after_refresh(self._draw)

    def on_resize(self) -> None:
        self.call_after_refresh(self._draw)

    def move_to(self, at: int) -> None:
        self.at = min(max(at, self._allowed[0]), self._allowed[-1])
        self._draw()

    def action_move(self, by: int) -> None:
        self.move_to(self.at + by)

    def action_cut(self) -> None:
        self.dismiss(self.at)

    def _draw(self) -> None:
        stack = self.query_one("#stack", CardStack)
        width = max(1, stack.size.width)
        bar = Text(no_wrap=True)
        marker = self.at * width // self.cards
        for place in range(width):
            card = place * self.cards // width
            if place == marker:
                bar.append("┃", f"bold {card_art.RED} on {card_art.PAPER}")
            else:
                bar.append("▌", card_art.PAPER if card in self._allowed else "#5c7a6b")
        stack.update(bar)
        where = heading(f"{self.at} cards from the front")
        where.append(f"   {self._allowed[0]} to {self._allowed[-1]}, with the arrows", QUIET)
        self.query_one("#place", Static).update(where)


class Dialogs:
    """Opens sheets over an app's table, and does there what the player answers."""

    def __init__(self, app: TableApp) -> None:
        self._app = app
        self._session = app.session

    # -- how much

    def ask_for_wager(self) -> None:
        session = self._session
        box, kind = self._app.spot
        suggested = session.wagering.amount(box, kind) or session.table.sign.of(kind).minimum
        self._ask(
            f"{session.spot_name(box, kind).capitalize()}: how much?",
            suggested,
            lambda amount: session.wagering.make(box, amount, kind),
        )

    def ask_for_chips(self, question: str = "How many play chips do you bring?") -> None:
        self._ask(question, self._session.setting.bankroll, self._session.bring)

    def ask_for_less(self) -> None:
        """An amount below all that is allowed."""
        for move in self._session.moves():
            if move.legal and move.amounts is not None:
                self._ask_about(move, move.amounts.most)
                return

    def _ask_about(self, move: Move, most: int) -> None:
        question = f"{move.name.capitalize()} for how much, up to {dollars(most)}?"
        self._ask(question, most, lambda amount: self._session.make(move, amount))

    def _ask(self, question: str, suggested: int, act: Callable[[int], None]) -> None:
        def answered(amount: int | None) -> None:
            if amount is not None:
                self._app.attempt(lambda: act(amount))

        self._app.push_screen(AmountScreen(question, suggested), answered)

    # -- pages

    def show_why(self) -> None:
        """The clauses of what was refused last, or of the last settlement."""
        line, scene = self._app.note, self._app.scene
        if not line.clauses and scene.settled:
            line = settlement(self._session, scene, scene.settled[-1])
        if line.clauses:
            self.show_clauses(line)
        else:
            self._app.say(ToldLine("Nothing has been refused or settled yet."))

    def show_clauses(self, line: ToldLine) -> None:
        book = self._session.book
        self._app.push_screen(clause_screen(book, line.text, line.clauses))

    def show_help(self) -> None:
        self._app.push_screen(help_screen(self._session))

    def show_table(self) -> None:
        self._app.push_screen(table_screen(self._session))

    # -- the way out

    def ask_to_leave(self) -> None:
        """Leave; in a round only after saying what becomes of the hands in play."""
        if self._session.asked is not WaitsFor.PLAY:
            self._leave(True)
            return
        question = f"A round is in play. If you leave now, {self._session.if_left()}."
        self._app.push_screen(AskScreen(question, "Leave", "Stay"), self._leave)

    def _leave(self, sure: bool | None) -> None:
        if sure and self._app.attempt(self._session.leave):
            self._app.goodbye()
