"""Whole evenings at a table, so that their records can be verified, replayed and looked at."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from croupier.aggregate.roles import Person, Role
from croupier.cards import parse_cards
from croupier.dealer import Dealer
from croupier.game_rules import table_for
from croupier.games.blackjack.asks_and_answers import (
    DeclineInsurance,
    Double,
    Elect,
    Hit,
    Insure,
    MoveOn,
    Split,
    Stand,
    TakeEvenMoney,
)
from croupier.table.acts.betting import NoMoreBets, PlaceWager
from croupier.table.acts.burn_and_reveal import NewCards
from croupier.table.acts.chips_and_float import BringChips
from croupier.table.acts.closing import AnnounceClosure, CloseTable
from croupier.table.acts.conduct import (
    AskForRules,
    RaiseDispute,
    RecordBreach,
    RequestReview,
    ReviewDispute,
    RuleOnDispute,
)
from croupier.table.acts.dealing import Collect, Deal
from croupier.table.acts.limit_markers import PlaceMarker
from croupier.table.acts.misplaced_cards import Reconstruct, VoidEarlierRound
from croupier.table.acts.opening import Approval, CheckCards, OpenTable
from croupier.table.acts.patrons import Arrive, Leave, Sit, StepAway
from croupier.table.acts.player_restrictions import Restrict
from croupier.table.acts.several_boxes import PermitSeveralBoxes
from croupier.table.acts.shuffling import Cut, DeclineCut, InsertCuttingCard, Shuffle
from croupier.table.acts.shuffling_machine import LoadMachine, MachineFailed
from croupier.table.acts.stray_cards import BurntInError, DealerOverdrew, DrawnInError, FaceUpCard
from croupier.table.acts.voiding import VoidRound
from croupier.table.table import Phase

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.aggregate.acts import Command
    from croupier.aggregate.facts import Fact

EVENING = 1_800_000_000_000
SUE = Person("sue", Role.SUPERVISOR)
DAN = Person("dan", Role.DEALER)
INA = Person("ina", Role.INSPECTOR)
ANA, BOB, CAT, DON, EVE = (
    Person(name, Role.PLAYER) for name in ("ana", "bob", "cat", "don", "eve")
)
OPTIONS: dict[str, object] = {
    "decks": 6,
    "soft_17": "stand",
    "limits": {"main": [10_00, 500_00], "perfect-pairs": [5_00, 50_00]},
    "multiples": {"main": 5_00},
    "side_bets": ["perfect-pairs"],
}


def secrets(seed: int) -> Callable[[], bytes]:
    """A source of secrets that gives the same ones again for the same seed."""
    drawn = 0

    def draw() -> bytes:
        nonlocal drawn
        drawn += 1
        return sha256(f"{seed}:{drawn}".encode()).digest()

    return draw


class Evening:
    """A table that has opened, with players and chips, and a clock that ticks once a command."""

    def __init__(
        self,
        instrument: str = "act-blackjack-2018",
        *,
        players: tuple[Person, ...] = (ANA, BOB),
        chips: int = 2_000_00,
        keep: Callable[[bytes], object] | None = None,
        options: dict[str, object] | None = None,
    ) -> None:
        chosen = {**OPTIONS, **(options or {})}
        self.table = table_for(instrument, chosen, name="pit 1", boxes=5, keep=keep)
        self.players = players
        self.now = EVENING
        approval = Approval("CR 7", "2019-05-01")
        self.do(
            OpenTable(
                layout=approval,
                shoe=approval,
                side_bet_layouts={"perfect-pairs": approval},
                inscription="stand",
                shuffle="riffle and strip",
                float=50_000_00,
                commences="2018-10-20",
            ),
            SUE,
        )
        self.do(CheckCards(), DAN)
        for seat, player in enumerate(players, 1):
            self.do(Arrive(player=player.name), player)
            self.do(BringChips(player=player.name, amount=chips), player)
            self.do(Sit(player=player.name, box=seat), player)

    def tick(self) -> int:
        self.now += 1000
        return self.now

    def do(self, command: Command, by: Person) -> tuple[Fact, ...]:
        if isinstance(command, NoMoreBets):  # whoever has not bet has had the time to
            seconds = self.table.options["betting_seconds"]
            self.now = max(self.now, self.table.betting_since + seconds * 1000)
        return self.table.do(command, by, self.tick())

    def bet(self, player: Person, box: int, dollars: int, wager: str = "main") -> None:
        command = PlaceWager(player=player.name, box=box, amount=dollars * 100, wager=wager)
        self.do(command, player)

    def deal(self, cards: str) -> None:
        for card in parse_cards(cards):
            self.do(Deal(card=card), DAN)

    def load_by_hand(self) -> None:
        self.do(Shuffle(), DAN)
        self.do(Cut(player=self.players[0].name, at=100), self.players[0])
        self.do(InsertCuttingCard(from_back=60), DAN)

    def close(self) -> None:
        self.do(AnnounceClosure(rounds=0), SUE)
        self.do(CloseTable(), SUE)


def dealt(
    instrument: str = "act-blackjack-2018",
    *,
    rounds: int = 12,
    seed: int = 1,
    keep: Callable[[bytes], object] | None = None,
    options: dict[str, object] | None = None,
) -> Evening:
    """Rounds from a virtual shoe, two players who double, split and insure when they can."""
    evening = Evening(instrument, chips=20_000_00, keep=keep, options=options)
    evening.do(PermitSeveralBoxes(player="bob"), DAN)
    dealer = Dealer(evening.table, secrets(seed), clock=evening.tick)
    for number in range(rounds):
        play_round(evening, dealer, number)
    evening.close()
    return evening


def play_round(evening: Evening, dealer: Dealer, number: int) -> None:
    table = evening.table
    dealer.prepare()
    evening.bet(ANA, 1, 20)
    evening.bet(BOB, 2, 15 + number % 3 * 5)
    if number % 3 == 0:
        evening.bet(ANA, 1, 5, "perfect-pairs")
        evening.bet(BOB, 1, 10)  # behind ana's wager
    while table.phase is not Phase.SETTLED:
        if table.phase is Phase.BETTING:  # at first, and again if the cutting card came first
            dealer.prepare()
            evening.do(NoMoreBets(), DAN)
        dealer.deal()
        _decide(evening)
    dealer.collect()


def _decide(evening: Evening) -> None:
    table = evening.table
    if table.phase is not Phase.DEALING or table.round is None:
        return
    due = table.round.view(None).due
    if due is None or due.what == "card":
        return
    if due.what != "choice":
        for player, box in ((ANA, 1), (BOB, 2)):
            for answer in (
                TakeEvenMoney(player=player.name, box=box),
                Insure(player=player.name, box=box, amount=5_00),
                DeclineInsurance(player=player.name, box=box),
                Elect(player=player.name, box=due.box or box, hand=due.hand or 1, amount=10_00),
            ):
                if table.check(answer, player, evening.now) is None:
                    evening.do(answer, player)
        if table.phase is Phase.DEALING and table.round.card_due_to is None:
            evening.do(MoveOn(), DAN)
        return
    (name,) = due.players
    player = Person(name, Role.PLAYER)
    for choice in (
        Split(box=due.box, hand=due.hand),
        Double(box=due.box, hand=due.hand, amount=10_00),
        Stand(box=due.box, hand=due.hand),
        Hit(box=due.box, hand=due.hand),
    ):
        if isinstance(choice, Stand) and evening.now // 1000 % 3 == 0:
            continue  # now and then a card more
        if table.check(choice, player, evening.now) is None:
            evening.do(choice, player)
            return


def irregular(
    instrument: str = "act-blackjack-2018", keep: Callable[[bytes], object] | None = None
) -> Evening:
    """Real cards named one by one, and much that goes wrong."""
    at = Evening(instrument, keep=keep, players=(ANA, BOB, CAT))
    at.load_by_hand()
    at.do(PlaceMarker(player="cat", box=3, limit=900_00), SUE)
    at.do(PermitSeveralBoxes(player="bob"), DAN)
    at.do(AskForRules(player="ana"), ANA)

    # 1: a card face up, one drawn in error, one burnt, the dealer draws too many
    at.bet(ANA, 1, 20)
    at.bet(BOB, 2, 10)
    at.do(NoMoreBets(), DAN)
    at.deal("9S")
    at.do(FaceUpCard(card=parse_cards("4H")[0]), DAN)
    at.deal("8D KC 9D 7D")
    at.do(DrawnInError(card=parse_cards("3C")[0]), DAN)
    at.do(Stand(box=1), ANA)
    at.do(BurntInError(), DAN)
    at.do(Hit(box=2), BOB)
    at.deal("3C")
    at.do(Stand(box=2), BOB)
    at.deal("7S")
    at.do(DealerOverdrew(card=parse_cards("5H")[0]), DAN)
    at.do(Collect(), DAN)

    # 2: a card on the wrong box, found in the round
    at.bet(ANA, 1, 20)
    at.bet(BOB, 2, 10)
    at.do(NoMoreBets(), DAN)
    at.deal("TS")
    at.do(Deal(card=parse_cards("6H")[0], laid_on=(1, 1)), DAN)
    at.do(Reconstruct(reason="bob's first card lay on box 1"), SUE)
    at.deal("TD 5C 9C")
    at.do(StepAway(player="bob"), BOB)
    at.do(Stand(box=1), ANA)
    at.deal("8C")
    at.do(Collect(), DAN)

    # 3: the same, found when the cards were gone
    at.do(DrawnInError(), DAN)
    at.bet(ANA, 1, 20)
    at.bet(CAT, 3, 25)
    at.do(NoMoreBets(), DAN)
    at.deal("TS TD 7C 6H 9C")
    at.do(Hit(box=1), ANA)
    at.do(Deal(card=parse_cards("2C")[0], laid_on=(3, 1)), DAN)
    at.do(Stand(box=1), ANA)
    at.deal("TC")
    at.do(Collect(), DAN)
    at.do(Reconstruct(reason="ana's third card lay on box 3"), SUE)
    at.do(Stand(box=1), ANA)
    at.do(Stand(box=3), CAT)
    at.deal("TC")
    at.do(Collect(), DAN)

    # 4 and 5: two void rounds, one of them long gone, as are its players
    at.do(RecordBreach(person="cat", clause="16.6", what="touched a wager"), DAN)
    at.bet(ANA, 1, 20)
    at.bet(CAT, 3, 25)
    at.do(NoMoreBets(), DAN)
    at.deal("TS TD 7C")
    at.do(VoidRound(ground="impractical", reason="drink over the layout"), SUE)
    at.do(Leave(player="cat"), CAT)
    at.do(Leave(player="bob"), BOB)
    at.bet(ANA, 1, 20)
    at.do(NoMoreBets(), DAN)
    at.deal("TS 7C TD")
    at.do(VoidEarlierRound(round=3, reason="a card of the layout was missing"), SUE)
    at.do(VoidEarlierRound(round=1, reason="so it was then"), SUE)
    at.do(Stand(box=1), ANA)
    at.deal("TC")
    at.do(Collect(), DAN)

    at.do(Restrict(player="ana", procedure="CP 4", tracked="file 9"), SUE)
    at.do(RaiseDispute(player="ana", about="the void rounds", round=3), ANA)
    at.do(RuleOnDispute(number=1, decision="they stay void"), SUE)
    at.do(RequestReview(number=1, player="ana"), ANA)
    at.do(ReviewDispute(number=1, outcome="upheld"), INA)
    at.close()
    return at


def walked_away(instrument: str = "act-blackjack-2018") -> Evening:
    """Four players leave, and then the round they won is void."""
    at = Evening(instrument, players=(ANA, BOB, CAT, DON, EVE))
    at.load_by_hand()
    for box, player in enumerate(at.players, 1):
        at.bet(player, box, 20)
    at.do(NoMoreBets(), DAN)
    at.deal("TS TH TD TC KS 7C 9S 9H 9D 9C 8S")
    for box, player in enumerate(at.players, 1):
        at.do(Stand(box=box), player)
    at.deal("TS")
    at.do(Collect(), DAN)
    for player in at.players[1:]:
        at.do(Leave(player=player.name), player)
    at.bet(ANA, 1, 20)
    at.do(NoMoreBets(), DAN)
    at.deal("TS")
    at.do(VoidEarlierRound(round=1, reason="a card of the layout was missing"), SUE)
    return at


def breakdown(
    instrument: str = "act-blackjack-2018", keep: Callable[[bytes], object] | None = None
) -> Evening:
    """The automated shuffling shoe fails in mid-round and a shoe finishes it."""
    at = Evening(instrument, keep=keep, options={"device": "shuffler"})
    at.do(LoadMachine(), DAN)
    at.bet(ANA, 1, 20)
    at.bet(BOB, 2, 10)
    at.do(NoMoreBets(), DAN)
    at.deal("TS 8C AD 7C")
    at.do(MachineFailed(fault="the drum is stuck"), SUE)
    at.do(Shuffle(), DAN)
    at.do(DeclineCut(player="bob"), BOB)
    at.do(Cut(player="ana", at=60), ANA)
    at.do(InsertCuttingCard(from_back=60), DAN)
    at.deal("8H")
    at.do(Insure(player="ana", box=1, amount=10_00), ANA)
    at.do(MoveOn(), DAN)
    if at.table.round is not None and at.table.round.view(None).due.what.startswith("insurance"):
        at.do(MoveOn(), DAN)
    at.do(Stand(box=1), ANA)
    at.do(Split(box=2), BOB)
    at.deal("3S")
    at.do(Double(box=2, hand=1, amount=10_00), BOB)
    at.deal("9S 9C")
    at.do(Stand(box=2, hand=2), BOB)
    at.deal("6S")
    at.do(Collect(), DAN)
    at.do(NewCards(checked_by_supervisor="sue", checked_by_dealer="dan", device="shoe"), SUE)
    at.load_by_hand()
    at.close()
    return at
