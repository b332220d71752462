"""Playthroughs of a baccarat table, and the words for what people do at it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.baccarat.cases import BACCARAT
from tests.baccarat.table_support import Table, open_table
from tests.table_support import DEALER, SUPERVISOR, player

from croupier.cards import Card
from croupier.games.baccarat.acts.determinations import ChangeSettlement
from croupier.games.baccarat.acts.irregularities import (
    FoundBetweenRounds,
    OutOfCards,
    RemoveWager,
    ResumeRound,
    RuleOnRound,
)
from croupier.games.baccarat.acts.no_bet_coups import (
    AnswerNoBetCoup,
    AskForNoBetCoup,
    DirectNoBetCoup,
)
from croupier.games.baccarat.acts.wagering import MoveWager, PermitChanges
from croupier.games.baccarat.facts import LateRuling, Whose
from croupier.games.baccarat.rules import WagerChange
from croupier.table.acts.dealing import Collect
from croupier.table.acts.misplaced_cards import Reconstruct, VoidEarlierRound
from croupier.table.acts.shuffling import Shuffle
from croupier.table.acts.stray_cards import DrawnInError
from croupier.testing import TablePlaythroughs

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.aggregate.facts import Fact

FOLDER = Path(__file__).parent.parent / "playthroughs"

# --- what may be done, by the word that stands for it


def supervisor(command: Callable[[list[str]], Any]) -> Callable[[Table, list[str]], object]:
    return lambda at, words: at.do(command(words), SUPERVISOR)


def dealer(command: Callable[[list[str]], Any]) -> Callable[[Table, list[str]], object]:
    return lambda at, words: at.do(command(words), DEALER)


def by_player(command: Callable[[Table, list[str]], Any]) -> Callable[[Table, list[str]], object]:
    return lambda at, words: at.do(command(at, words), player(words[0]))


STEPS: dict[str, Callable[[Table, list[str]], object]] = {
    "bet": lambda at, words: at.bets(" ".join(words)),
    "deal": lambda at, words: at.deal(" ".join(words)),
    "lay": lambda at, words: at.lay_down(" ".join(words)),
    "lay-on": lambda at, words: at.lay_on(Whose(words[0]), words[1]),
    "turners": lambda at, words: at.name_turner(Whose(words[0]), *words[1:]),
    "turn": lambda at, words: at.turn(Whose(words[0]), int(words[1]), *words[2:]),
    "turn-all": lambda at, _: at.turn_all(),
    "cutting-card": lambda at, _: at.cutting_card(),
    "collect": dealer(lambda _: Collect()),
    "shuffle": dealer(lambda _: Shuffle()),
    "excess": dealer(lambda words: DrawnInError(card=Card(words[0]) if words else None)),
    "resume": dealer(lambda _: ResumeRound()),
    "shoe-left": lambda at, words: setattr(at.table.shoe, "remaining", int(words[0])),
    "out-of-cards": dealer(lambda _: OutOfCards()),
    "reconstruct": supervisor(lambda _: Reconstruct(reason="misplaced")),
    "permit": supervisor(
        lambda words: PermitChanges(changes=tuple(map(WagerChange, words)), reason="jostled")
    ),
    "method": supervisor(lambda words: ChangeSettlement(method=words[0])),
    "no-bet-coup": supervisor(lambda _: DirectNoBetCoup()),
    "found": supervisor(lambda _: FoundBetweenRounds(reason="seen on camera")),
    "rule": supervisor(
        lambda words: RuleOnRound(
            round=int(words[0]), ruling=LateRuling(" ".join(words[1:])), reason="seen on camera"
        )
    ),
    "void-earlier": supervisor(
        lambda words: VoidEarlierRound(round=int(words[0]), reason="seen on camera")
    ),
    "ask": by_player(lambda _, words: AskForNoBetCoup(player=words[0])),
    "agree": by_player(lambda _, words: AnswerNoBetCoup(player=words[0])),
    "move": by_player(
        lambda at, words: MoveWager(
            player=words[0], box=at.place(words[0]), wager=words[1], to=words[2]
        )
    ),
    "remove": by_player(
        lambda at, words: RemoveWager(player=words[0], box=at.place(words[0]), wager=words[1])
    ),
}


class TestPlaythroughs(TablePlaythroughs):
    instrument, folder, steps, at_least = BACCARAT, FOLDER, STEPS, 10
    amounts = TablePlaythroughs.amounts | {"differential"}

    def open_table(self, options: dict[str, Any]) -> Table:
        return open_table(**options)

    def fields_of(self, fact: Fact) -> dict[str, Any]:
        fields = super().fields_of(fact)
        if fields["fact"] == "placed":
            del fields["total"]
        return fields
