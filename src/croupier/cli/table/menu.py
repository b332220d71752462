"""What the player can do at this moment: the question, the buttons, and every key."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.chips import dollars
from croupier.cli.table.art import SUITS, rank
from croupier.cli.table.session import Asked
from croupier.cli.table.setting import CHIPS
from croupier.cli.table.wording import place, wager_name
from croupier.table.wagers import MAIN

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.cli.table.app import TableApp


KEYS = (
    *(str(number) for number in range(1, len(CHIPS.denominations) + 1)),
    *("left", "right", "up", "down", "space", "enter", "backspace", "question_mark"),
    *"hsdplienrucamwtq",
)
"""Every key of the table; what one does depends on what is asked."""


@dataclass(frozen=True, slots=True)
class Item:
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
        session = self._session
        if self._app.busy:
            return ""
        asked = session.asked
        if asked is Asked.WAGERS:
            return self._wagers_prompt()
        if asked is Asked.NEXT:
            return "↓ and Enter read the clauses of a settlement."
        if asked in (Asked.PLAY, Asked.INSURANCE):
            where = place(session.scene, *session.turn)
            words = session.hand.words if session.hand else ""
            if asked is Asked.INSURANCE:
                return f"{where}, {words}: insurance up to {dollars(session.most_insurance)}?"
            return f"{where}: {words} against {self._upcard()}."
        return ""

    def _wagers_prompt(self) -> str:
        if self._session.table.wagers:
            return "More chips, or Space to deal."
        box, kind = self._app.spot
        name = wager_name(self._session.rules.instrument, kind)
        on = f"box {box}" if kind == MAIN else f"box {box}, {name}"
        return f"Your wager on {on}: press a chip's number, or click a chip and then a box."

    def _upcard(self) -> str:
        round = self._session.scene.round
        if round is None or not round.dealer.cards:
            return "the dealer"
        card = round.dealer.cards[0]
        return f"the dealer's {rank(card)}{SUITS[card.suit]}"

    # -- the buttons

    def items(self) -> list[Item]:
        if self._app.busy:
            return [Item("space", "Faster", self._app.hurry)]
        by_asked = {
            Asked.WAGERS: self._wagers,
            Asked.PLAY: self._play,
            Asked.INSURANCE: self._insurance,
            Asked.NEXT: self._next,
        }
        items = by_asked.get(self._session.asked)
        return items() if items else []

    def _wagers(self) -> list[Item]:
        session, wagering = self._session, self._session.wagering
        items = []
        if "deal" in session.legal():
            items.append(Item("space", "Deal", self._deal, primary=True))
        if wagering.can_repeat:
            items.append(Item("r", "Rebet", self._app.repeat))
        if wagering.can_undo:
            items.append(Item("u", "Undo", self._undo))
        if session.table.wagers:
            items.append(Item("c", "Clear", self._clear))
        items.append(Item("a", "Amount…", self._app.dialogs.ask_for_wager))
        items.append(Item("m", "More chips…", self._app.dialogs.ask_for_chips))
        return items

    def _play(self) -> list[Item]:
        session = self._session
        legal = session.legal()
        items = []
        if "split" in legal:
            items.append(Item("p", "Split", self._split))
        if "double" in legal:
            items.append(Item("d", f"Double {dollars(session.most_double)}", self._double))
            if session.most_double > session.rules.double_multiple:
                items.append(Item("l", "For less…", self._app.dialogs.ask_for_less))
        if "hit" in legal:
            items.append(Item("h", "Hit", self._hit))
        if "stand" in legal:
            items.append(Item("s", "Stand", self._stand))
        return items

    def _insurance(self) -> list[Item]:
        session = self._session
        legal = session.legal()
        items = []
        if "insure" in legal:
            items.append(Item("i", f"Insure {dollars(session.most_insurance)}", self._insure))
            if session.most_insurance > session.insurance_step:
                items.append(Item("l", "For less…", self._app.dialogs.ask_for_less))
        if "even money" in legal:
            items.append(Item("e", "Even money", self._even))
        items.append(Item("n", "No", self._no))
        return items

    def _next(self) -> list[Item]:
        return [
            Item("space", "Next round", self._next_round, primary=True),
            Item("r", "Same again", self._app.repeat),
        ]

    # -- the keys: those of the buttons, and those the table will refuse with a reason

    def press(self, key: str) -> None:
        app, asked = self._app, self._session.asked
        if key.isdecimal() and 1 <= int(key) <= len(CHIPS.denominations):
            app.lay(CHIPS.denominations[-int(key)])
        elif key in ("left", "right"):  # box 1 is on the right, as the dealer's left is
            app.mark(1 if key == "left" else -1, 0)
        elif key in ("up", "down"):
            by = 1 if key == "down" else -1
            if asked is Asked.NEXT:
                app.walk_settlements(by)
            else:
                app.mark(0, by)
        elif key in ("space", "enter"):
            self._go_on()
        else:
            act = self._keys().get(key)
            if act is not None:
                act()

    def _keys(self) -> dict[str, Callable[[], object]]:
        app = self._app
        return {
            "h": self._hit,
            "s": self._stand,
            "d": self._double,
            "p": self._split,
            "l": app.dialogs.ask_for_less if self._less_is_open() else self._double,
            "i": self._insure,
            "e": self._even,
            "n": self._no,
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

    def _less_is_open(self) -> bool:
        return bool({"double", "insure"} & set(self._session.legal()))

    def _go_on(self) -> None:
        if self._session.asked is Asked.NEXT:
            self._next_round()
        else:
            self._deal()

    def _deal(self) -> None:
        self._app.attempt(self._session.deal)

    def _next_round(self) -> None:
        self._app.attempt(self._session.next_round)

    def _undo(self) -> None:
        self._app.attempt(self._session.wagering.undo)

    def _clear(self) -> None:
        self._app.attempt(self._session.wagering.clear)

    def _hit(self) -> None:
        self._app.attempt(self._session.hit)

    def _stand(self) -> None:
        self._app.attempt(self._session.stand)

    def _double(self) -> None:
        self._app.attempt(self._session.double)

    def _split(self) -> None:
        self._app.attempt(self._session.split)

    def _insure(self) -> None:
        self._app.attempt(self._session.insure)

    def _even(self) -> None:
        self._app.attempt(self._session.take_even_money)

    def _no(self) -> None:
        self._app.attempt(self._session.decline_insurance)
