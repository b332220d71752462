"""Questions to the player, and pages to read, each on a sheet over the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.chips import dollars
from croupier.cli.table import screens
from croupier.cli.table.session import Asked
from croupier.cli.table.wording import Line, settlement

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.cli.table.app import TableApp


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
            f"Box {box}: how much?",
            suggested,
            lambda amount: session.wagering.make(box, amount, kind),
        )

    def ask_for_chips(self, question: str = "How many play chips do you bring?") -> None:
        self._ask(question, self._session.setting.bankroll, self._session.bring)

    def ask_for_less(self) -> None:
        """Double or insure for less than all that is allowed."""
        session = self._session
        if session.asked is Asked.INSURANCE:
            what, most, act = "Insure", session.most_insurance, session.insure
        else:
            what, most, act = "Double", session.most_double, session.double
        self._ask(f"{what} for how much, up to {dollars(most)}?", most, act)

    def _ask(self, question: str, suggested: int, act: Callable[[int], None]) -> None:
        def answered(amount: int | None) -> None:
            if amount is not None:
                self._app.attempt(lambda: act(amount))

        self._app.push_screen(screens.AmountScreen(question, suggested), answered)

    # -- pages

    def show_why(self) -> None:
        """The clauses of what was refused last, or of the last settlement."""
        line, scene = self._app.note, self._app.scene
        if not line.clauses and scene.settled:
            line = settlement(self._session.rules.instrument, scene, scene.settled[-1])
        if line.clauses:
            self.show_clauses(line)
        else:
            self._app.say(Line("Nothing has been refused or settled yet."))

    def show_clauses(self, line: Line) -> None:
        book = self._session.rules.instrument
        self._app.push_screen(screens.clause_screen(book, line.text, line.clauses))

    def show_help(self) -> None:
        self._app.push_screen(screens.help_screen())

    def show_table(self) -> None:
        self._app.push_screen(screens.table_screen(self._session))

    # -- the way out

    def ask_to_leave(self) -> None:
        """Leave; in a round only after saying what becomes of the hands in play."""
        if self._session.asked not in (Asked.PLAY, Asked.INSURANCE):
            self._leave(True)
            return
        clauses = ", ".join(self._session.table.law.absent_player)
        question = (
            "A round is in play. If you leave now, the dealer finishes your hands as for any "
            f"player who is not there: cards until 12 or more, nothing else ({clauses})."
        )
        self._app.push_screen(screens.AskScreen(question, "Leave", "Stay"), self._leave)

    def _leave(self, sure: bool | None) -> None:
        if sure and self._app.attempt(self._session.leave):
            self._app.goodbye()
