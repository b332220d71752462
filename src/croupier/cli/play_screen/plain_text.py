"""The table in lines of text, for pipes, screen readers and terminals that can do no more."""

from __future__ import annotations

import sys
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

from croupier.cli.play_screen.session import WaitsFor
from croupier.cli.play_screen.wording import (
    ToldLine,
    clauses_to_read,
    refused,
    result,
    signed,
    summary,
    told,
)
from croupier.money import cents, dollars
from croupier.rulebook.citations import Refused, UnknownClause
from croupier.rulebook.instrument_life import notice

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from croupier.cli.play_screen.moves import Move
    from croupier.cli.play_screen.scene import ShoeScene
    from croupier.cli.play_screen.session import TableSession

HELP = """\
{bets}
           undo, clear, rebet, deal
{typed}
The cut    cut 100, no
Chips      chips 500              bring more play chips
To read    table, sign, shoe, history, why, rules {clause}, help
To go      quit"""


def _today(session: TableSession) -> date:
    return datetime.fromtimestamp(session.clock() / 1000, UTC).date()


class Misunderstood(Exception):
    """A line that is no command."""


def play(
    session: TableSession, read: Callable[[str], str | None], write: Callable[[str], None]
) -> None:
    """Play until the player quits or there is nothing more to read."""
    PlainTable(session, read, write).play()


def read_from_stdin(prompt: str) -> str | None:
    """The next line, or None at the end. What a pipe gives is echoed, to be read in its place."""
    if sys.stdin.isatty():
        try:
            return input(prompt)
        except EOFError:
            print()
            return None
    line = sys.stdin.readline()
    if line:
        print(f"{prompt}{line.rstrip()}")
    return line or None


class PlainTable:
    """Reads a line, does it at the table, and says what followed."""

    def __init__(
        self,
        session: TableSession,
        read: Callable[[str], str | None],
        write: Callable[[str], None],
    ) -> None:
        self.session = session
        self.book = session.book
        self._read = read
        self._write = write
        self._why: tuple[str, ...] = ()
        self._commands: dict[str, Callable[[list[str]], None]] = {
            "bet": self._bet,
            "undo": lambda _: self.session.wagering.undo(),
            "clear": lambda _: self.session.wagering.clear(),
            "rebet": lambda _: self.session.wagering.repeat(),
            "deal": lambda _: self.session.deal(),
            "cut": self._cut,
            "chips": self._chips,
            "table": lambda _: self._show_table(),
            "sign": lambda _: self._show_sign(),
            "shoe": lambda _: self._show_shoe(),
            "history": lambda _: self._show_history(),
            "why": lambda _: self._show_clauses(self._why),
            "rules": self._rules,
            "help": lambda _: self._write(self._help()),
            "?": lambda _: self._write(self._help()),
        }

    def play(self) -> None:
        session = self.session
        self._write(f"{self.book.title}, {self.book.number} ({self.book.id}). Play chips only.")
        if not_in_force := notice(self.book, _today(session)):
            self._write(not_in_force)
        self._show_sign()
        boxes = "box 1" if session.setting.boxes == 1 else f"boxes 1 to {session.setting.boxes}"
        self._write(f"You have {dollars(session.chips)} in chips and {boxes} to play. Type help.")
        self._tell()
        while (line := self._ask()) is not None:
            name, *rest = line.lower().split() or [""]
            if name in ("quit", "exit", "leave", "q"):
                break
            if name:
                self._obey(name, rest)
        session.leave()
        self._tell()
        self._farewell()

    def _ask(self) -> str | None:
        try:
            self._write(self._question())
            return self._read("> ")
        except KeyboardInterrupt:
            self.session.leave()  # so that the record ends as an evening does
            raise

    def _obey(self, name: str, rest: list[str]) -> None:
        try:
            self._command(name)(rest)
        except Refused as refusal:
            self._say(refused(refusal), before="Refused: ")
        except (Misunderstood, UnknownClause) as error:
            self._write(str(error))
        self._tell()
        if self.session.asked is WaitsFor.NEXT:
            self._end_of_round()

    def _command(self, name: str) -> Callable[[list[str]], None]:
        """A word of the table or of the game's decisions, whole, or as far as it is clear."""
        if name == "no" and self.session.asked is WaitsFor.CUT:
            return lambda _: self.session.decline_cut()
        commands = self._commands | self._decisions()
        known = [word for word in commands if word.startswith(name)]
        meant = name if name in commands else known[0] if len(known) == 1 else self._by_key(name)
        if meant not in commands:
            raise Misunderstood(f"There is no command {name!r}. Type help for those there are.")
        return commands[meant]

    def _decisions(self) -> dict[str, Callable[[list[str]], None]]:
        """The game's decisions by the first word of their names."""

        def does(move: Move) -> Callable[[list[str]], None]:
            return lambda rest: self.session.make(move, _amount(rest))

        moves = sorted(self.session.every_move(), key=lambda move: move.asked)
        return {move.name.partition(" ")[0]: does(move) for move in moves}

    def _by_key(self, key: str) -> str:
        moves = sorted(self.session.every_move(), key=lambda move: not move.asked)
        return next((m.name.partition(" ")[0] for m in moves if m.key == key), key)

    def _help(self) -> str:
        bets = (
            f"{'' if place else 'Wagers':10} {typed:22} {meaning}"
            for place, (typed, meaning) in enumerate(self._bets().items())
        )
        return HELP.format(bets="\n".join(bets), typed=self.session.typed, clause=self._some_clause)

    def _bets(self) -> dict[str, str]:
        """What may be typed for a wager at this table, and what it means."""
        session = self.session
        bets = {"bet 25": "on box 1"}
        if session.setting.boxes > 1:
            bets["bet 2 25"] = "on box 2"
        if len(session.kinds) > 1:
            bets[f"bet 1 {session.kinds[-1]} 5"] = "another wager, on box 1"
        return bets

    # -- saying what happened

    def _tell(self) -> None:
        for scene in self.session.history.take():
            for line in told(self.session, scene):
                self._say(line)

    def _say(self, line: ToldLine, before: str = "") -> None:
        self._why = line.clauses or self._why
        self._write(f"{before}{line}")

    def _end_of_round(self) -> None:
        session = self.session
        summed = summary(session.history.results[-1])
        self._write(f"{summed} You have {dollars(session.chips)} in chips.")
        why = self._why
        session.next_round()
        self._tell()
        self._why = why
        if session.is_short:
            self._write(f"{session.shortage} To bring more play chips: chips 500")

    def _farewell(self) -> None:
        session = self.session
        rounds = len(session.history.results)
        self._write(
            f"{rounds} {'round' if rounds == 1 else 'rounds'}: {result(session.history.net)}. "
            f"You brought {dollars(session.brought)} and leave with "
            f"{dollars(session.brought + session.history.net)}."
        )

    # -- what is asked

    def _question(self) -> str:
        session = self.session
        asked = session.asked
        if asked is WaitsFor.CUT:
            allowed = session.cut_range
            return f"Will you cut? cut {allowed[0]} to {allowed[-1]} cards from the front, or no"
        if asked is WaitsFor.WAGERS:
            return f"{self._wagers()} {'bet, or deal' if session.scene.wagers else 'bet'}"
        return f"{session.wait()}: {_either(session.moves())}"

    def _wagers(self) -> str:
        session = self.session
        laid = ", ".join(
            f"box {w.box} {session.wager_name(w.wager)} {dollars(w.amount)}"
            for w in session.scene.wagers
        )
        return f"Wagers: {laid or 'none'}; {dollars(session.chips)} in chips."

    # -- commands with something after them

    def _bet(self, rest: list[str]) -> None:
        amount = cents(rest.pop()) if rest else None
        box = int(rest.pop(0)) if rest and rest[0].isdecimal() else 1
        kind = self._kind("-".join(rest)) if rest else self.session.main
        if amount is None or kind is None:
            raise Misunderstood(f"{', or '.join(self._bets())}, so many dollars")
        self.session.wagering.make(box, amount, kind)
        if self.session.asked is WaitsFor.CUT:  # otherwise the next question says what lies there
            self._write(self._wagers())

    def _kind(self, word: str) -> str | None:
        """The kind of wager that is meant; what the table does not know it may refuse itself."""
        known = [kind for kind in self.session.kinds if kind.startswith(word)]
        if word in known or not known:
            return word
        return known[0] if len(known) == 1 else None

    @property
    def _some_clause(self) -> str:
        """A clause to ask for: one that decided something, or the first of the rules proper."""
        if self._why:
            return self._why[-1]
        return next(clause.id for clause in self.book.clauses if clause.part.isdigit())

    def _cut(self, rest: list[str]) -> None:
        if len(rest) != 1 or not rest[0].isdecimal():
            raise Misunderstood("cut 100, so many cards from the front")
        self.session.cut(int(rest[0]))

    def _chips(self, rest: list[str]) -> None:
        amount = _amount(rest)
        if amount is None:
            raise Misunderstood("chips 500, so many dollars")
        self.session.bring(amount)

    def _rules(self, rest: list[str]) -> None:
        if not rest:
            raise Misunderstood(f"rules {self._some_clause}, or another clause")
        clause = " ".join(rest)
        lower = {id.lower(): id for id in self.book.by_id}
        self._show_clauses((lower.get(clause, clause),))

    # -- things to read

    def _show_clauses(self, ids: tuple[str, ...]) -> None:
        if not ids:
            self._write("Nothing has been decided yet.")
        for part, clauses in clauses_to_read(self.book, ids):
            self._write(part)
            for clause in clauses:
                self._write(f"  {clause.id}  {clause.says}")

    def _show_sign(self) -> None:
        for line in self.session.sign():
            self._write(str(line))

    def _show_table(self) -> None:
        for line in list(self.session.lying(self.session.scene)) or ["No card is on the table."]:
            self._write(line)

    def _show_shoe(self) -> None:
        shoe = self.session.scene.shoe
        self._write(
            f"Shoe {shoe.number}: {_cards_left(shoe)}, {shoe.discards} in the rack; "
            f"commitment {shoe.commitment}"
        )

    def _show_history(self) -> None:
        for each in self.session.history.results:
            self._write(f"Round {each.number}: staked {dollars(each.staked)}, {signed(each.net)}")
        self._write(f"Together {signed(self.session.history.net)}")


def _cards_left(shoe: ShoeScene) -> str:
    left, until = f"{shoe.left} cards left", shoe.until_cutting_card
    if not shoe.has_cutting_card:
        return left
    return f"{left}, the cutting card {'is out' if until is None else f'after {until}'}"


def _either(moves: Sequence[Move]) -> str:
    """`double, hit or stand`; a move whose amount may be chosen says how far it goes."""
    words = []
    for move in moves:
        if move.legal:
            word = move.name.partition(" ")[0]
            words.append(f"{word} up to {dollars(move.amounts.most)}" if move.amounts else word)
    *others, last = words or ["nothing to do"]
    return f"{', '.join(others)} or {last}" if others else last


def _amount(rest: list[str]) -> int | None:
    if not rest:
        return None
    amount = cents(rest[0])
    if amount is None or len(rest) > 1:
        raise Misunderstood(f"{' '.join(rest)!r} is not an amount in dollars such as 25 or 22.50")
    return amount
