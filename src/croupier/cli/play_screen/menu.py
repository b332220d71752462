"""What the player can do at this moment: the question, the buttons, and every key."""

from __future__ import annotations

from dataclasses import dataclass
from string import ascii_lowercase
from typing import TYPE_CHECKING

from croupier.cli.play_screen.session import WaitsFor
from croupier.cli.play_screen.table_setup import CHIPS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from croupier.cli.play_screen.full_screen_app import TableApp
    from croupier.cli.play_screen.moves import Move


KEYS = (
    *(str(number) for number in range(1, len(CHIPS.denominations) + 1)),
    *("left", "right", "up", "down", "space", "enter", "backspace", "question_mark"),
    *ascii_lowercase,
)
"""Every key of the table; what one does depends on what is asked."""


@dataclass(frozen=True, slots=True)
class MenuItem:
    """A button: only what the table would accept has one."""

    key: str
    label: str
    act: Callable[[], object]
    primary: bool = False


class Menu:
    """Reads the session, and turns keys into what the app is asked to do."""

    def __init__(self, app: TableApp) -> None:
        self._app = app
        self._session = app.session

    # -- the question

    def prompt(self) -> str:
        if self._app.busy:
            return ""
        asked = self._session.asked
        if asked is WaitsFor.WAGERS:
            return self._wagers_prompt()
        if asked is WaitsFor.NEXT:
            return "↓ and Enter read the clauses of a settlement."
        return self._session.wait() if asked is WaitsFor.PLAY else ""

    def _wagers_prompt(self) -> str:
        if self._session.table.wagers:
            return "More chips, or Space to deal."
        on = self._session.spot_name(*self._app.spot)
        return f"Your wager on {on}: a chip's number, or click a chip and then a spot."

    # -- the buttons

    def items(self) -> list[MenuItem]:
        if self._app.busy:
            return [MenuItem("space", "Faster", self._app.hurry)]
        asked = self._session.asked
        if asked is WaitsFor.WAGERS:
            return list(self._wagers())
        if asked is WaitsFor.PLAY:
            return list(self._play())
        return list(self._next()) if asked is WaitsFor.NEXT else []

    def _wagers(self) -> Iterator[MenuItem]:
        session, wagering = self._session, self._session.wagering
        if "deal" in session.legal():
            yield MenuItem("space", "Deal", self._deal, primary=True)
        if wagering.can_repeat:
            yield MenuItem("r", "Rebet", self._app.repeat)
        if wagering.can_undo:
            yield MenuItem("u", "Undo", self._undo)
        if session.table.wagers:
            yield MenuItem("c", "Clear", self._clear)
        yield from self._play()
        yield MenuItem("a", "Amount…", self._app.dialogs.ask_for_wager)
        yield MenuItem("m", "More chips…", self._app.dialogs.ask_for_chips)

    def _play(self) -> Iterator[MenuItem]:
        for move in self._session.moves():
            if not move.legal or move.name == "deal":
                continue
            key = "space" if move.alone else move.key
            yield MenuItem(key, move.says, self._makes(move), primary=move.alone)
            if move.amounts is not None and move.amounts.may_be_less:
                yield MenuItem("l", "For less…", self._app.dialogs.ask_for_less)

    def _next(self) -> Iterator[MenuItem]:
        yield MenuItem("space", "Next round", self._next_round, primary=True)
        yield MenuItem("r", "Same again", self._app.repeat)

    # -- the keys: those of the buttons, and those the table will refuse with a reason

    def press(self, key: str) -> None:
        app, asked = self._app, self._session.asked
        if key.isdecimal() and not (asked is WaitsFor.PLAY and key in self._decisions()):
            app.lay(CHIPS.denominations[-int(key)])
        elif key in ("left", "right"):  # box 1 is on the right, as the dealer's left is
            app.mark(1 if key == "left" else -1, 0)
        elif key in ("up", "down"):
            by = 1 if key == "down" else -1
            if asked is WaitsFor.NEXT:
                app.walk_settlements(by)
            else:
                app.mark(0, by)
        elif key in ("space", "enter"):
            self._go_on()
        elif (act := self._act_of(key)) is not None:
            act()

    def _act_of(self, key: str) -> Callable[[], object] | None:
        """In a round the game's own keys come first; between rounds those of the wagers do."""
        decisions = self._decisions()
        if self._session.asked is WaitsFor.PLAY:
            return (self._keys() | decisions).get(key)
        return (decisions | self._keys()).get(key)

    def _decisions(self) -> dict[str, Callable[[], object]]:
        keys: dict[str, Callable[[], object]] = {}
        for move in self._session.every_move():
            if move.asked or move.key not in keys:
                keys[move.key] = self._makes(move)
            if move.asked and move.legal and move.amounts is not None:
                keys["l"] = self._app.dialogs.ask_for_less
        return keys

    def _makes(self, move: Move) -> Callable[[], object]:
        return lambda: self._app.attempt(lambda: self._session.make(move))

    def _keys(self) -> dict[str, Callable[[], object]]:
        app = self._app
        return {
            "r": app.repeat,
            "u": self._undo,
            "backspace": self._undo,
            "c": self._clear,
            "a": app.dialogs.ask_for_wager,
            "m": app.dialogs.ask_for_chips,
            "w": app.dialogs.show_why,
            "t": app.dialogs.show_table,
            "question_mark": app.dialogs.show_help,
            "q": app.dialogs.ask_to_leave,
        }

    def _go_on(self) -> None:
        if self._session.asked is WaitsFor.NEXT:
            self._next_round()
            return
        for move in self._session.moves():
            if move.alone and move.legal:
                self._makes(move)()
                return
        self._deal()

    def _deal(self) -> None:
        self._app.attempt(self._session.deal)

    def _next_round(self) -> None:
        self._app.attempt(self._session.next_round)

    def _undo(self) -> None:
        self._app.attempt(self._session.wagering.undo)

    def _clear(self) -> None:
        self._app.attempt(self._session.wagering.clear)
