"""Moments at tables of every game, each as somebody sees it, for pages to be made of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import cycle, islice
from typing import Any

import msgspec
from tests.baccarat import table_support as baccarat
from tests.challenge import table_support as challenge
from tests.holdem import table_support as holdem
from tests.table_support import (
    ACT_2006,
    ACT_2018,
    DEALER,
    NOW,
    SUPERVISOR,
    At,
    open_table,
    permit_boxes,
    player,
)
from tests.tournament.at_tables import AtTable
from tests.tournament.support import CHALLENGE

from croupier.aggregate.roles import Person
from croupier.games.baccarat.facts import Whose
from croupier.table.acts.betting import PlaceWager
from croupier.table.acts.hidden_wagers import ExamineForms, WriteWager
from croupier.table.acts.patrons import Sit
from croupier.table.acts.player_restrictions import Restrict
from croupier.table.acts.shuffling import Shuffle
from croupier.table.facts import BettingClosed, Settled
from croupier.table.game_protocol import GameAtTable
from croupier.table.views import RoundResult, TableView
from croupier.web.tables.page_model import Seen

GUESTS = "Ana Ben Chloe Dmitri"


@dataclass(frozen=True)
class Scene:
    """What a page is made from."""

    view: TableView
    game: GameAtTable
    seen: Seen


def settled(at: At | AtTable) -> list[Settled]:
    """What has been settled since betting closed."""
    found: list[Settled] = []
    for fact in at.table.facts:
        if isinstance(fact, BettingClosed):
            found = []
        elif isinstance(fact, Settled):
            found.append(fact)
    return found


def seen_by(at: At | AtTable, who: Person | None, **more: Any) -> Scene:
    history = tuple(
        RoundResult(number, (number * 37) % 90 * 50 - 1500) for number in range(9, 0, -1)
    )
    seen = Seen(settled=settled(at), history=history, now=NOW, token="token", **more)
    view = msgspec.structs.replace(at.table.view(who), table="Emerald 3")
    return Scene(view, at.table.game, seen)


# --- blackjack


def _blackjack(instrument: str = ACT_2018, *, side_bets: str = "perfect-pairs") -> At:
    bets = side_bets.split()
    steps = {"main": 5_00, "perfect-pairs": 2_50}
    at = open_table(instrument, GUESTS, side_bets=bets, multiples=steps)
    for name, box in (("Ana", 3), ("Ben", 5), ("Dmitri", 2)):
        _sit(at, name, box)
    permit_boxes(at, "Ben")
    return at


def _sit(at: At, name: str, box: int) -> None:
    at.do(Sit(player=name, box=box), player(name))


def _betting(at: At) -> At:
    at.bet("Ana", 3, 50)
    at.bet("Chloe", 3, 25)
    at.bet("Ben", 3, 130)
    at.bet("Ben", 5, 115)
    at.bet("Dmitri", 2, 500 - 130)
    side_bet = at.table.game.wagers[1]
    at.bet("Ana", 3, 5, side_bet)
    at.bet("Ben", 5, 5, side_bet)
    return at


def _dealt(at: At, ana: str = "8S 8H", dealer: str = "6D") -> At:
    """Boxes 2, 3 and 5 in their order, then the dealer, then the second cards."""
    first, second = ana.split()
    at.deal(f"KD {first} 9C {dealer} 9H {second} 3S")
    return at


def _round() -> At:
    at = _dealt(_betting(_blackjack()))
    at.stand(2)
    return at


def _split() -> At:
    at = _round()
    at.split(3)
    return at


def _four_hands() -> At:
    """Eights that came four times: as many hands as a box can have."""
    at = open_table(ACT_2018, GUESTS, multiples={"main": 5_00})
    _sit(at, "Ana", 3)
    at.bet("Ana", 3, 50)
    at.deal("8S 6D 8H")
    at.split(3)
    at.deal("8D")
    at.split(3)
    at.deal("8C")
    at.split(3)
    at.deal("3D")
    at.double(3, 50)
    at.deal("5S")
    at.deal("2C")
    at.hit(3, 2)
    at.deal("4H")
    return at


def _insurance() -> At:
    return _dealt(_betting(_blackjack()), ana="AH KS", dealer="AD")


def _settled() -> At:
    at = _split()
    at.elect("Chloe", 3, 25)
    at.elect("Ben", 3, 0)
    at.deal("3D")
    at.double(3, 50)
    at.elect("Chloe", 3, 25)
    at.elect("Ben", 3, 0)
    at.deal("TC")
    at.deal("TH")
    at.stand(3, 2)
    at.double(5, 115)
    at.deal("2D")
    at.deal("TD 9S")
    return at


def _refused() -> Scene:
    """A player is held to the minimum and told so, and asks for a box that there is not."""
    at = _betting(_blackjack())
    at.do(Restrict(player="Ana", procedure="OP 12", tracked="file 7"), SUPERVISOR)
    refusal = at.refused(PlaceWager(player="Ana", box=9, amount=10_00), ANA)
    return seen_by(at, ANA, refusal=refusal)


def _cut() -> At:
    at = open_table(ACT_2018, GUESTS, loaded=False, side_bets=["perfect-pairs"])
    _sit(at, "Ana", 3)
    at.do(
        Shuffle(commitment="7a99a222a18eaa7affe750350b55a9afd9baf04babfcaff8a63387e0a644fe69"),
        DEALER,
    )
    return at


def _challenge() -> challenge.ChallengeAt:
    at = challenge.open_table(
        GUESTS, side_bets=["any-pairs"], multiples={"main": 5_00, "any-pairs": 2_50}
    )
    _sit(at, "Ana", 2)
    _sit(at, "Ben", 4)
    at.bet("Ana", 2, 100)
    at.bet("Chloe", 2, 25)
    at.bet("Ben", 4, 60)
    at.bet("Ana", 2, 5, "any-pairs")
    return at


# --- baccarat

_COUPS = (
    "5D 9C 3H JD", "KH 9D TS 9C", "8S 9H KC JD", "2S 9S 4C QD", "6D 6C TD TH", "3S 8H QS QH",
    "JS 9H 2D TC", "4S 8D 2C TS", "9D 4C JH 2D", "KS JC 7D 6H", "7C 7D 2H KC", "3C 3D 5C 5D",
    "QS 4S 9D 4D",
)  # fmt: skip


def _baccarat(coups: int, **options: Any) -> baccarat.Table:
    steps = dict.fromkeys(("banker", "player", "tie", "banker-pair", "player-pair"), 5_00)
    at = baccarat.open_table(GUESTS, side_bets=["perfect-pairs"], multiples=steps, **options)
    for name, box in (("Ana", 3), ("Ben", 4), ("Chloe", 1), ("Dmitri", 6)):
        _sit(at, name, box)
    for cards in islice(cycle(_COUPS), coups):
        at.coup(cards, "Ben banker 10")
    at.bets(
        "Ana player 100 player-pair 25; Ben banker 250 tie 10; Chloe banker 75; Dmitri player 1000"
    )
    return at


def _face_down() -> baccarat.Table:
    at = _baccarat(3, dealing="face_down")
    at.name_turner(Whose.PLAYER, "Ana")
    at.lay_down("5D 9C 3H KD")
    at.turn(Whose.PLAYER, 1, "Ana")
    return at


def _coup() -> baccarat.Table:
    at = _baccarat(33)
    at.deal("7H 5C 7S 3D")
    return at


# --- hold'em

_BOARD, _DEALER, _HANDS = "KS 7H 5C 3D 2S", "KC QD", ["AH AD", "TH TD", "7C 2D"]


def _holdem() -> holdem.HoldemAt:
    at = holdem.open_table(GUESTS, boxes=6, multiples={"ante": 5_00, "trips": 5_00})
    for name, box in (("Ana", 2), ("Ben", 3), ("Dmitri", 5)):
        _sit(at, name, box)
    at.bet("Ana", 2, 25, trips=5)
    at.bet("Ben", 3, 100)
    at.bet("Dmitri", 5, 10, trips=10)
    return at


def _hole_cards() -> holdem.HoldemAt:
    at = _holdem()
    at.deal(_BOARD, _DEALER, _HANDS)
    at.look(2)
    return at


def _flop() -> holdem.HoldemAt:
    at = _hole_cards()
    at.say("2 check; 3 play 400; 5 check")
    return at


def _showdown() -> holdem.HoldemAt:
    at = _flop()
    at.say("2 play 50; 5 check; 5 fold")
    at.take_and_pay()
    return at


ANA, BEN, CHLOE = player("Ana"), player("Ben"), player("Chloe")

SCENES: dict[str, Callable[[], Scene]] = {
    "blackjack-betting": lambda: seen_by(_betting(_blackjack()), ANA),
    "blackjack-turn": lambda: seen_by(_round(), ANA, deadline=NOW + 20_000),
    "blackjack-election": lambda: seen_by(_split(), CHLOE),
    "blackjack-four-hands": lambda: seen_by(_four_hands(), ANA, deadline=NOW + 20_000),
    "blackjack-insurance": lambda: seen_by(_insurance(), ANA),
    "blackjack-refused": lambda: _refused(),
    "blackjack-settled": lambda: seen_by(_settled(), ANA, can_be_ready=True),
    "blackjack-cut": lambda: seen_by(_cut(), ANA),
    "blackjack-public": lambda: seen_by(_round(), None),
    "blackjack-dealer": lambda: seen_by(_round(), DEALER, real_cards=True),
    "blackjack-keypad": lambda: seen_by(_two_cards(), SUPERVISOR, real_cards=True),
    "blackjack-2006": lambda: seen_by(
        _betting(_blackjack(ACT_2006, side_bets="super-sevens perfect-pairs")), BEN
    ),
    "challenge-betting": lambda: seen_by(_challenge(), ANA),
    "challenge-turn": lambda: seen_by(_challenge_dealt(), ANA),
    "challenge-tournament": lambda: seen_by(_cup(), ANA),
    "challenge-undisclosed": lambda: seen_by(_undisclosed(), BEN),
    "baccarat-betting": lambda: seen_by(_baccarat(36), ANA),
    "baccarat-squeeze": lambda: seen_by(_face_down(), ANA),
    "baccarat-settled": lambda: seen_by(_coup(), ANA, can_be_ready=True),
    "holdem-betting": lambda: seen_by(_holdem(), ANA),
    "holdem-hole-cards": lambda: seen_by(_hole_cards(), ANA, deadline=NOW + 20_000),
    "holdem-flop": lambda: seen_by(_flop(), ANA),
    "holdem-showdown": lambda: seen_by(_showdown(), ANA, can_be_ready=True),
    "holdem-public": lambda: seen_by(_flop(), None),
}


def _two_cards() -> At:
    at = _betting(_blackjack())
    at.deal("KD 8S")
    return at


def _cup() -> AtTable:
    """A table of a tournament with an order of wagering, pass cards and undisclosed wagers."""
    seats = {1: ("Ana", 1000.0), 2: ("Ben", 1250.0), 4: ("Chloe", 75.0), 6: ("Dmitri", 800.0)}
    at = AtTable(CHALLENGE, seats, order=True, pass_cards=2, undisclosed=1)
    at.shuffle()
    at.ask()
    return at


def _undisclosed() -> AtTable:
    at = _cup()
    at.do(WriteWager(player="Ana", amount=225_00, type="main"), ANA)
    at.do(ExamineForms(), SUPERVISOR)
    at.ask()
    return at


def _challenge_dealt() -> At:
    at = _challenge()
    at.deal("6S 9C TD 5H 2C")
    return at
