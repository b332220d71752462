"""Playthroughs of a Blackjack Challenge table, and the words for what people do at it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

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
from croupier.testing import TablePlaythroughs

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.aggregate.acts import Command
    from croupier.aggregate.facts import Fact

    Step = Callable[[ChallengeAt, list[str]], object]

FOLDER = Path(__file__).parent.parent / "playthroughs"
PLAYERS = "P Q R S"

# --- what may be done, by the word that stands for it


def supervisor(command: Callable[[list[str]], Command]) -> Step:
    return lambda at, words: at.do(command(words), SUPERVISOR)


def dealer(command: Callable[[list[str]], Command]) -> Step:
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


STEPS: dict[str, Step] = {
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


class TestPlaythroughs(TablePlaythroughs):
    instrument, folder, steps, at_least = NSW, FOLDER, STEPS, 10

    def open_table(self, options: dict[str, Any]) -> ChallengeAt:
        return open_table(PLAYERS, **options)

    def fields_of(self, fact: Fact) -> dict[str, Any]:
        """Show the total of a wager as money; the total of a hand is points."""
        fields = super().fields_of(fact)
        if "wager" in fields and "total" in fields:
            fields["total"] = dollars(fields["total"])
        return fields
