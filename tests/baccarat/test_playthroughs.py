"""Golden playthroughs of a baccarat table, told fact by fact and compared byte for byte.

The head of a file, up to the first empty line, is a title and what is done at the table, a line
each; the account below it is written by the engine. To add one, write a head.
`CROUPIER_REGENERATE=1 pytest -k playthrough` writes the accounts anew; read the difference before
it is committed.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
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
from croupier.money import dollars
from croupier.table.acts.dealing import Collect
from croupier.table.acts.misplaced_cards import Reconstruct, VoidEarlierRound
from croupier.table.acts.shuffling import Shuffle
from croupier.table.acts.stray_cards import DrawnInError
from croupier.table_replay import replay

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from croupier.aggregate.facts import Fact

FILES = sorted((Path(__file__).parent.parent / "playthroughs" / BACCARAT).glob("*.txt"))
CLAUSES_AT = 72
MONEY = {"amount", "stake", "net", "differential"}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_playthrough(file: Path) -> None:
    head = file.read_text(encoding="utf-8").partition("\n\n")[0]
    at, told = played(head)
    account = f"{head}\n\n{told}"
    if os.environ.get("CROUPIER_REGENERATE"):
        file.write_text(account, encoding="utf-8")
    assert file.read_text(encoding="utf-8") == account
    assert replay(at.table.record.lines).same


def test_there_are_playthroughs() -> None:
    assert len(FILES) >= 10


def played(head: str) -> tuple[Table, str]:
    """Do what the head of a file says, after its title, and tell what followed."""
    _, *lines = head.splitlines()
    options: dict[str, Any] = {}
    if lines[0].startswith("options: "):
        options = json.loads(lines.pop(0).removeprefix("options: "))
    at = open_table(**options)
    account = []
    for line in lines:
        verb, *words = line.split()
        known = len(at.table.facts)
        DONE[verb](at, words)
        account += [line, *(told(fact) for fact in at.table.facts[known:])]
    racks = (f"  {name} {dollars(at.table.chips.rack(name) - 100_000_00)}" for name in "XYZ")
    return at, "\n".join([*account, "won or lost", *racks]) + "\n"


def told(fact: Fact) -> str:
    """A fact as one line, its clauses in a column of their own."""
    fields = msgspec.to_builtins(fact)
    if fields["fact"] == "placed":
        del fields["total"]
    what = " ".join([fields.pop("fact"), *_said(fields)])
    return f"  {what:<{CLAUSES_AT - 2}}  {', '.join(fact.clauses)}"


def _said(fields: dict[str, Any]) -> Iterator[str]:
    for name, value in fields.items():
        if name != "clauses" and value not in (None, "", []):
            shown = dollars(value) if name in MONEY else value
            if isinstance(value, (list, tuple)):
                shown = ",".join(map(str, value))
            yield f"{name}={shown}".replace(" ", "_")


# --- what may be done, by the word that stands for it


def supervisor(command: Callable[[list[str]], Any]) -> Callable[[Table, list[str]], object]:
    return lambda at, words: at.do(command(words), SUPERVISOR)


def dealer(command: Callable[[list[str]], Any]) -> Callable[[Table, list[str]], object]:
    return lambda at, words: at.do(command(words), DEALER)


def by_player(command: Callable[[Table, list[str]], Any]) -> Callable[[Table, list[str]], object]:
    return lambda at, words: at.do(command(at, words), player(words[0]))


DONE: dict[str, Callable[[Table, list[str]], object]] = {
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
