"""The round files of a game in which nobody decides anything once the cards are dealt.

A game with decisions, or with offers that close by themselves, states these differently. The table
settles every file of such a game, also a plain one.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import fields
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.adjudication import round_file
from croupier.adjudication.answer import Stopped
from croupier.adjudication.laying import lay_down, must_be_payable, must_have_chips, why_not_box
from croupier.adjudication.round_file import (
    Amount,
    BoxNumber,
    Entries,
    FileEntry,
    Name,
    RoundFile,
    RoundFileError,
    must_have_wagers,
)
from croupier.adjudication.story import Follower
from croupier.game_rules import GAMES
from croupier.rulebook.citations import Refused
from croupier.table.table import Phase
from croupier.table.wagers import MAIN, Wager
from croupier.wording.teller import GAME_WORDS, Audience

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from croupier.adjudication import RoundFilePart
    from croupier.adjudication.answer import HandShown, Settlement
    from croupier.adjudication.story import Chapter
    from croupier.adjudication.table_run import TableRun
    from croupier.aggregate.acts import Command
    from croupier.aggregate.facts import Fact
    from croupier.aggregate.roles import Person
    from croupier.rulebook.instruments import Instrument
    from croupier.table.game_protocol import GameAtTable, GameRound
    from croupier.table.table import Table

    Entry = dict[str, Any]


class OrdinaryWager(FileEntry, frozen=True, kw_only=True):
    """Chips of one player in one box, nearest the dealer first."""

    box: BoxNumber
    player: Name
    wager: str = MAIN
    amount: Amount
    seated: bool = False


class OrdinaryDecision(msgspec.Struct, frozen=True):
    """A decision, read as far as is needed to refuse it."""

    action: str


class OrdinaryFile(RoundFile, frozen=True, kw_only=True):
    """One round of a game without decisions."""

    wagers: Entries[OrdinaryWager] = msgspec.UNSET
    decisions: Entries[OrdinaryDecision] = msgspec.UNSET

    @property
    def is_plain(self) -> bool:
        """False: the table settles every file."""
        return False


class OrdinaryRoundFile(ABC):
    """The round files of a game. A game adds `hands`, and replaces what its rules do otherwise."""

    @property
    def part(self) -> RoundFilePart:
        """The round files as the record of the game's parts takes them."""
        from croupier.adjudication import RoundFilePart

        return RoundFilePart(
            **{each.name: getattr(self, each.name) for each in fields(RoundFilePart)}
        )

    @abstractmethod
    def hands(self, game_round: GameRound) -> Iterable[HandShown]:
        """Yield the hands as an answer shows them."""

    has_boxes = True
    NEEDS: Mapping[str, str] = {
        **round_file.NEEDS,
        "wagers[].wager": "the name of a wager",
        "decisions[].action": "the name of a decision",
    }
    decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(OrdinaryFile)
    decisions: Any = OrdinaryDecision
    has_decisions = False
    unnamed_wager = MAIN
    reshuffles_in_mid_round = False
    shows_unseen = ""

    def wager_names(self, rules: Any) -> tuple[str, ...]:
        return GAMES.of(rules.instrument)(rules).wagers

    def check_entries(self, file: OrdinaryFile) -> None:
        must_have_wagers(file)
        placed: dict[tuple[int, str, str], int] = {}
        for place, wager in enumerate(file.wagers or (), 1):
            first = placed.setdefault((wager.box, wager.player, wager.wager), place)
            if first != place:
                raise RoundFileError(
                    f"wagers[{place}]: the same player has the same wager on the same box "
                    f"in wagers[{first}]"
                )

    # -- a file at its table

    def game_at(self, book: Instrument, rules: Any, *, is_plain: bool) -> GameAtTable:
        return GAMES.of(book)(rules)

    def tell(self, rules: Any, admitted: Any, round: Any) -> list[Chapter]:
        """Return nothing: every file of such a game is told from its table."""
        return []

    def follow(self, rules: Any) -> Follower:
        words = GAME_WORDS.of(rules.instrument)
        return Follower(words.LEFT_OUT, Audience(level=words.LEVEL))

    def wagers_of(self, file: OrdinaryFile) -> Sequence[OrdinaryWager]:
        return file.wagers or ()

    def lay_wagers(self, table: Table, file: OrdinaryFile, *, strict: bool) -> None:
        """Lay the wagers; a side wager may stand in the file before the main wager it needs."""
        entries, patrons = self.wagers_of(file), table.patrons
        patrons.seats.update({entry.box: entry.player for entry in entries if entry.seated})
        wagers = [
            Wager(w.box, w.player, w.wager, w.amount, patrons.seats.get(w.box) == w.player)
            for w in entries
        ]
        mains = [wager for wager in wagers if wager.wager == MAIN]
        for at, wager in enumerate(wagers):
            table.wagers = wagers[:at]
            if wager.wager != MAIN:
                table.wagers += [main for main in mains if main not in table.wagers]
            refusal = why_not_box(table, wager.box) or table.game.why_not_place(table, wager)
            if refusal is not None:
                raise Stopped("wager", at + 1, refusal)
            if strict:
                must_be_payable(table, at, wager)
        table.wagers = []
        for at, wager in enumerate(wagers):
            must_have_chips(table, at, wager)
            lay_down(table, wager)

    def betting_opens(self, table: Table) -> None:
        """Return: nothing was announced."""
        return

    def rank(self, decision: Any) -> int | None:
        return None

    def decide(self, run: TableRun, decision: Any) -> None:
        raise Refused("the cards decide, and nobody else", run.table.law.dealing)

    def why_over(self, table: Table, decision: Any) -> Refused | None:
        return None

    def offer(self, table: Table) -> Command | None:
        return None

    def owed(self, table: Table) -> str | None:
        return None

    def is_decided(self, table: Table) -> bool:
        return True

    def first_refused(
        self, table: Table, decisions: Sequence[Any], place: int, refusal: Refused
    ) -> tuple[int, Refused]:
        return place, refusal

    def unpayable(self, table: Table, wagers: Sequence[OrdinaryWager]) -> int:
        """Return the place of the first wager: a game that pays in cents replaces this."""
        return 0

    def card_due(self, table: Table, *, in_script: bool) -> str:
        due = table.round.card_due_to if table.round and table.phase is Phase.DEALING else None
        return f"box {due[0]} is due a card" if due and due[0] else "the dealer is due a card"

    def by_itself(self, table: Table) -> Command | None:
        return None

    def wants_betting_closed(self, command: Command) -> bool:
        return False

    def mending(self, table: Table) -> tuple[Command, Person] | None:
        return None

    def in_order(
        self, settlements: Sequence[Settlement], wagers: Sequence[tuple[str, str]]
    ) -> list[Settlement]:
        return sorted(settlements, key=lambda each: (each.box or 0, each.hand is None))

    # -- out of a record

    def lying(self, table: Table) -> tuple[list[Entry], list[Entry]]:
        wagers = [
            {"box": w.box, "player": w.player, "wager": w.wager, "amount": w.amount}
            | ({"seated": True} if w.seated else {})
            for w in sorted(table.wagers, key=lambda w: w.box)
        ]
        return wagers, []

    def in_force(self, table: Table, players: Iterable[str]) -> list[Entry]:
        return []

    def happens_by_itself(self, command: Command) -> bool:
        return False

    def as_decision(self, command: Command, facts: Sequence[Fact]) -> Entry | None:
        return None

    def joins(self, decision: Entry, command: Command) -> bool:
        return False

    def first(self, command: Command, options: Mapping[str, Any]) -> list[Entry]:
        return []

    def commencing(self, wagers: Sequence[Entry], options: Mapping[str, Any]) -> Entry:
        """Return a main wager: the largest, and no less than the minimum."""
        mains = [entry for entry in wagers if entry["wager"] == MAIN]
        largest = max(mains, key=lambda entry: int(entry["amount"]))
        least = options["limits"].get(MAIN, [largest["amount"]])[0]
        amount = max(largest["amount"], least)
        return {"player": largest["player"], "box": largest["box"], "amount": amount}
