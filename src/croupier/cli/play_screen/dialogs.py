"""Questions to the player, and pages to read, each on a sheet over the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.cli.play_screen import table_dialogs
from croupier.cli.play_screen.session import WaitsFor
from croupier.cli.play_screen.wording import ToldLine, settlement
from croupier.money import dollars

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.cli.play_screen.full_screen_app import TableApp
    from croupier.cli.play_screen.moves import Move


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

        self._app.push_screen(table_dialogs.AmountScreen(question, suggested), answered)

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
        self._app.push_screen(table_dialogs.clause_screen(book, line.text, line.clauses))

    def show_help(self) -> None:
        self._app.push_screen(table_dialogs.help_screen(self._session))

    def show_table(self) -> None:
        self._app.push_screen(table_dialogs.table_screen(self._session))

    # -- the way out

    def ask_to_leave(self) -> None:
        """Leave; in a round only after saying what becomes of the hands in play."""
        if self._session.asked is not WaitsFor.PLAY:
            self._leave(True)
            return
        question = f"A round is in play. If you leave now, {self._session.if_left()}."
        self._app.push_screen(table_dialogs.AskScreen(question, "Leave", "Stay"), self._leave)

    def _leave(self, sure: bool | None) -> None:
        if sure and self._app.attempt(self._session.leave):
            self._app.goodbye()
