"""Golden playthroughs of a Blackjack Challenge table, told fact by fact and compared byte for byte.

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
from tests.challenge.table_support import NSW, ChallengeAt, open_table
from tests.table_support import DEALER, SUPERVISOR, player

from croupier.cards import Card
from croupier.games.challenge.acts.conduct import FindProhibitedDevice
from croupier.games.challenge.acts.shuffling_device import BringDevice, DeviceFailed
from croupier.games.challenge.acts.void_rounds import (
    FindWrongCards,
    InvalidateGame,
    VerifyDecks,
    VoidMisdeal,
)
from croupier.games.challenge.round import ElectRefund
from croupier.money import dollars
from croupier.table.acts.burn_and_reveal import Burn
from croupier.table.acts.dealing import Collect
from croupier.table.acts.misplaced_cards import Reconstruct
from croupier.table.acts.patrons import StepAway
from croupier.table.acts.shuffling import DeclineCut, InsertCuttingCard, Shuffle
from croupier.table.acts.shuffling_machine import FeedMachine
from croupier.table.acts.stray_cards import (
    BurntInError,
    DealerOverdrew,
    DrawnInError,
    FaceUpCard,
    TakeFromRack,
)
from croupier.table.acts.voiding import VoidWager
from croupier.table_replay import replay

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from croupier.aggregate.acts import Command
    from croupier.aggregate.facts import Fact

    Done = Callable[[ChallengeAt, list[str]], object]

FILES = sorted((Path(__file__).parent.parent / "playthroughs" / NSW).glob("*.txt"))
PLAYERS = "P Q R S"
CLAUSES_AT = 72
MONEY = {"amount", "stake", "net", "total"}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_playthrough(file: Path) -> None:
    head = file.read_text(encoding="utf-8").partition("\n\n")[0]
    at, told = played(head)
    account = f"{head}\n\n{told}"
    if os.environ.get("CROUPIER_REGENERATE"):
        file.write_text(account, encoding="utf-8")
    assert file.read_text(encoding="utf-8") == account
    assert replay(at.table.record.lines).same
    assert at.table.chips.balances


def test_there_are_playthroughs() -> None:
    assert len(FILES) >= 10


def played(head: str) -> tuple[ChallengeAt, str]:
    """Do what the head of a file says, after its title, and tell what followed."""
    _, *lines = head.splitlines()
    options: dict[str, Any] = {}
    if lines[0].startswith("options: "):
        options = json.loads(lines.pop(0).removeprefix("options: "))
    at = open_table(PLAYERS, **options)
    account = []
    for line in lines:
        verb, *words = line.split()
        known = len(at.table.facts)
        DONE[verb](at, words)
        account += [line, *(told(fact) for fact in at.table.facts[known:])]
    racks = (
        f"  {name} {dollars(at.table.chips.rack(name) - 10_000_00)}" for name in PLAYERS.split()
    )
    return at, "\n".join([*account, "won or lost", *racks]) + "\n"


def told(fact: Fact) -> str:
    """A fact as one line, its clauses in a column of their own."""
    fields = msgspec.to_builtins(fact)
    what = " ".join([fields.pop("fact"), *_said(fields)])
    return f"  {what:<{CLAUSES_AT - 2}}  {', '.join(fact.clauses)}"


def _said(fields: dict[str, Any]) -> Iterator[str]:
    """Amounts where they are money: a hand has a total as well, and that is points."""
    money = MONEY - ({"total"} if "wager" not in fields else set())
    for name, value in fields.items():
        if name != "clauses" and value not in (None, "", []):
            shown = dollars(value) if name in money else value
            if isinstance(value, (list, tuple)):
                shown = ",".join(map(str, value))
            yield f"{name}={shown}".replace(" ", "_")


# --- what may be done, by the word that stands for it


def supervisor(command: Callable[[list[str]], Command]) -> Done:
    return lambda at, words: at.do(command(words), SUPERVISOR)


def dealer(command: Callable[[list[str]], Command]) -> Done:
    return lambda at, words: at.do(command(words), DEALER)


def place(word: str) -> tuple[int, int]:
    """`2` or `2.1`: a box, and which of its hands."""
    box, _, hand = word.partition(".")
    return int(box), int(hand or 1)


def card(words: list[str]) -> Card | None:
    return Card(words[0]) if words else None


def by_hand(at: ChallengeAt, words: list[str]) -> None:
    """The rest of the cards shuffled by hand, cut by whoever is offered it, loaded, burnt from."""
    at.do(Shuffle(), DEALER)
    at.cut(at.table.shoe.remaining // 2)
    at.do(InsertCuttingCard(from_back=int(words[0])), DEALER)
    at.do(Burn(), DEALER)


DONE: dict[str, Done] = {
    "bet": lambda at, words: at.bet(words[0], int(words[1]), float(words[2]), *words[3:]),
    "deal": lambda at, words: at.deal(" ".join(words)),
    "lay": lambda at, words: at.lay(words[0], *place(words[1])),
    "hit": lambda at, words: at.hit(*place(words[0])),
    "stand": lambda at, words: at.stand(*place(words[0])),
    "split": lambda at, words: at.split(*place(words[0])),
    "double": lambda at, words: at.double(place(words[0])[0], float(words[1]), place(words[0])[1]),
    "elect": lambda at, words: at.elect(words[0], int(words[1]), float(words[2])),
    "cutting-card": lambda at, _: at.cutting_card(),
    "collect": dealer(lambda _: Collect()),
    "feed": dealer(lambda _: FeedMachine()),
    "by-hand": by_hand,
    "shuffle": dealer(lambda _: Shuffle()),
    "decline-cut": lambda at, words: at.do(DeclineCut(player=words[0]), player(words[0])),
    "face-up": dealer(lambda words: FaceUpCard(card=Card(words[0]))),
    "drawn-in-error": dealer(lambda words: DrawnInError(card=card(words))),
    "burnt-in-error": dealer(lambda words: BurntInError(card=card(words))),
    "take-from-rack": dealer(lambda _: TakeFromRack()),
    "dealer-overdrew": dealer(lambda words: DealerOverdrew(card=card(words))),
    "away": lambda at, words: at.do(StepAway(player=words[0]), player(words[0])),
    "reconstruct": supervisor(lambda _: Reconstruct(reason="misplaced")),
    "void": supervisor(lambda _: VoidMisdeal(error="misdeal", why_not_rebuilt="cards mixed up")),
    "foreign": supervisor(lambda words: FindWrongCards(foreign=tuple(words))),
    "verify": supervisor(lambda _: VerifyDecks(result="put right")),
    "invalidate": supervisor(lambda words: InvalidateGame(ground=words[0], reason=words[1])),
    "fails": supervisor(
        lambda words: DeviceFailed(
            fault="jam",
            disadvantaged="".join(word for word in words if word in PLAYERS.split()),
            spare_at_hand="spare" in words,
        )
    ),
    "refund": lambda at, words: at.do(
        ElectRefund(player=words[0], takes=words[1] == "taken"), player(words[0])
    ),
    "device": supervisor(lambda _: BringDevice()),
    "caught": supervisor(lambda words: FindProhibitedDevice(person=words[0], apparatus="an app")),
    "void-wager": supervisor(
        lambda words: VoidWager(player=words[0], box=int(words[1]), reason="an app")
    ),
}
