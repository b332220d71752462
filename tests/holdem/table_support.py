"""Live tables of Hold'em written as cases; see `tests/table_support.py`.

    at = open_table()
    at.bet("P", 1, 10, trips=5)
    at.deal(KING_HIGH, "KC QD", ["AH AD"])
    at.say("1 play 40")
    assert at.settle() == {"P": 50}

Ante and blind from 10 to 500 in steps of 5, trips from 5 to 100, a card shoe.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.holdem.cases import KING_HIGH, UTH, said, shoe
from tests.table_support import APPROVAL, DEALER, At, cents, player

from croupier.cards import Card, parse_cards
from croupier.games.holdem.asks_and_answers import Conceding, HandDue, LookAtCards, TakeAndPay
from croupier.games.holdem.facts import Aborted
from croupier.games.holdem.round_at_table import RoundAtTable
from croupier.table.acts.betting import PlaceWager
from croupier.table.acts.conduct import RecordBreach
from croupier.table.acts.dealing import Deal
from croupier.table.acts.opening import OpenTable
from croupier.table.acts.shuffling import Cut, InsertCuttingCard, Shuffle
from croupier.table.facts import RoundVoided
from croupier.table.table import Phase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from croupier.aggregate.acts import Command
    from croupier.aggregate.facts import Fact
    from croupier.aggregate.roles import Person
    from croupier.games.holdem.views import RoundView
    from croupier.rulebook.citations import Refused

ACES = ("KC QD", ["AH AD"])
"""A dealer with kings on a king-high board, and aces that win over them."""


def conventions(**options: Any) -> dict[str, Any]:
    chosen: dict[str, Any] = {
        "device": "shoe",
        "limits": {"ante": [10_00, 500_00], "trips": [5_00, 100_00]},
        "multiples": {"ante": 5_00},
    }
    return chosen | options


class HoldemAt(At):
    """One table of Hold'em and what people do at it."""

    conventions = staticmethod(conventions)

    def __init__(self, **options: Any) -> None:
        super().__init__(UTH, **options)

    # -- opening

    def papers(self, **changes: Any) -> OpenTable:
        complete: dict[str, Any] = {
            "layout": APPROVAL,
            "shoe": APPROVAL,
            "float": 1_000_000_00,
            "commences": "2025-07-20",
        }
        return OpenTable(**complete | changes)

    def load(self, *, at: int | None = None, from_back: int | None = None) -> None:
        """The dealer shuffles for a round; without a machine, cuts too."""
        self.do(Shuffle(), DEALER)
        if not self.table.shoe.machine:
            self.do(Cut(player=DEALER.name, at=26 if at is None else at), DEALER)
            self.do(InsertCuttingCard(from_back=0), DEALER)

    # -- a round

    def bet(  # type: ignore[override]
        self, name: str, box: int, dollars: float, *, trips: float = 0
    ) -> None:
        """An ante and a blind of so much, and trips if it is named."""
        for wager, amount in (("ante", dollars), ("trips", trips)):
            if amount:
                self.do(self.wager(name, box, amount, wager), player(name))

    def no_bet(self, name: str, box: int, dollars: float, wager: str = "ante") -> Refused:
        return self.refused(self.wager(name, box, dollars, wager), player(name))

    def wager(self, name: str, box: int, dollars: float, wager: str = "ante") -> PlaceWager:
        return PlaceWager(player=name, box=box, amount=cents(dollars), wager=wager)

    def deal(  # type: ignore[override]
        self, board: str, dealer: str, hands: Sequence[str], *, only: int | None = None
    ) -> None:
        """Everybody gets the cards named, boxes in their order; `only` so many cards."""
        if self.table.phase is Phase.BETTING:
            self.no_more_bets()
        for card in shoe(board, dealer, hands, self.table.shoe.device)[:only]:
            self.do(Deal(card=card), DEALER)

    def deal_in_order(self, cards: str) -> None:
        """These cards, as they leave the device."""
        if self.table.phase is Phase.BETTING:
            self.no_more_bets()
        for card in parse_cards(cards):
            self.do(Deal(card=card), DEALER)

    def look(self, *boxes: int) -> None:
        for box in boxes:
            self.do(LookAtCards(box=box), DEALER)

    def say(self, text: str) -> None:
        """What players and dealer say, as the dealer records it."""
        for answer in said(text):
            self.do(answer, DEALER)

    def not_said(self, text: str, by: Person = DEALER) -> Refused:
        (answer,) = said(text)
        return self.refused(answer, by)

    def take_and_pay(self) -> None:
        while isinstance(self.round.round.due, Conceding | HandDue):
            self.do(TakeAndPay(), DEALER)

    def settle(self, cards: str = "") -> dict[str, float]:
        """The dealer takes and pays; what each player won or lost, and the cards are collected."""
        self.take_and_pay()
        return super().settle()

    def breach(self, name: str, clause: str = "15.8") -> None:
        self.do(RecordBreach(person=name, clause=clause, what="seen doing it"), DEALER)

    # -- looking

    @property
    def round(self) -> RoundAtTable:
        assert isinstance(self.table.round, RoundAtTable)
        return self.table.round

    def seen_by(self, viewer: Person | None) -> RoundView:
        shown: RoundView = self.table.view(viewer).round
        return shown

    def came_to_nothing(self, command: Command, by: Person) -> Aborted:
        """The command ends the round without a result, and every chip is back where it was."""
        facts = self.do(command, by)
        assert self.table.phase is Phase.BETTING
        assert any(isinstance(fact, RoundVoided) for fact in facts)
        assert self.table.wagers == []
        assert self.table.chips.layout == 0
        assert self.net() == {}
        (aborted,) = (fact for fact in facts if isinstance(fact, Aborted))
        return aborted

    def stays(self, facts: Sequence[Fact]) -> None:
        """Whatever was stated, the round goes on."""
        assert not any(isinstance(fact, RoundVoided | Aborted) for fact in facts)
        assert self.table.phase is Phase.DEALING


def open_table(
    players: str = "P Q R",
    *,
    boxes: int = 7,
    loaded: bool = True,
    chips: float = 10_000,
    **options: Any,
) -> HoldemAt:
    """An open table with a shuffled deck; the players stand at it with chips."""
    return HoldemAt(boxes=boxes, **options).opened(players, loaded=loaded, chips=chips)


def two_dealt(decisions: str = "", **options: Any) -> HoldemAt:
    """P with 10 and trips of 5 on box 1, Q with 10 on box 2, all cards dealt, and these words."""
    at = open_table("P Q", **options)
    at.bet("P", 1, 10, trips=5)
    at.bet("Q", 2, 10)
    at.deal("KS 7H 5C 3D 2S", "KC QD", ["AH AD", "TH TD"])
    at.say(decisions)
    return at


def goes_on(at: HoldemAt) -> None:
    """After a round without a result: a shuffle, new wagers, and a round like any other."""
    assert at.refused(Deal(card=Card("AS")), DEALER).clauses
    at.load()
    at.bet("P", 1, 10)
    at.deal(KING_HIGH, *ACES)
    at.say("1 play 40")
    assert at.settle() == {"P": 50}
    assert at.table.chips.balances
