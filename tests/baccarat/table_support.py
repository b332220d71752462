"""Live tables of baccarat written as cases: who bets what, the cards in their order, the result.

    at = open_table()
    at.bet("X", "banker", 100)
    assert at.coup("5D 9C 3H KD") == {"X": 95}

Amounts are dollars. Everybody has a box of their own, in the order in which they came.
"""

from __future__ import annotations

from typing import Any

from tests.baccarat.cases import BACCARAT
from tests.table_support import APPROVAL, DEALER, SUPERVISOR, At, cents, player

from croupier.aggregate.facts import Fact
from croupier.cards import Card, parse_cards
from croupier.games.baccarat.acts.dealing import NameTurners, Turn
from croupier.games.baccarat.acts.no_bet_coups import DirectNoBetCoup
from croupier.games.baccarat.facts import Whose
from croupier.games.baccarat.round_at_table import PLACES, RoundAtTable
from croupier.games.baccarat.views import CoupView
from croupier.rulebook.citations import Refused
from croupier.table.acts.betting import PlaceWager
from croupier.table.acts.burn_and_reveal import Burn
from croupier.table.acts.dealing import Collect, Deal
from croupier.table.acts.opening import OpenTable
from croupier.table.table import Phase

MAIN_LIMITS = {wager: [10_00, 10_000_00] for wager in ("banker", "player", "tie")}
PAIR_LIMITS = {wager: [5_00, 500_00] for wager in ("banker-pair", "player-pair")}


def conventions(**options: Any) -> dict[str, Any]:
    """A table that burns one card unseen and settles by method A, with these options."""
    chosen: dict[str, Any] = {
        "settlement": "A",
        "burn_method": "a",
        "limits": MAIN_LIMITS | PAIR_LIMITS,
    }
    return chosen | options


class Table(At):
    """A baccarat table and what people do at it."""

    conventions = staticmethod(conventions)

    def __init__(self, *, boxes: int = 7, **options: Any) -> None:
        super().__init__(BACCARAT, boxes=boxes, **options)

    def papers(self, **changes: Any) -> OpenTable:
        complete: dict[str, Any] = {
            "layout": APPROVAL,
            "shoe": APPROVAL,
            "side_bet_layouts": dict.fromkeys(self.table.options["side_bets"], APPROVAL),
            "float": 1_000_000_00,
            "commences": "2016-12-17",
        }
        return OpenTable(**complete | changes)

    def load(
        self, *, at: int | None = None, from_back: int | None = None, burnt: bool = True
    ) -> None:
        super().load(at=at, from_back=12 if from_back is None else from_back)
        if burnt and self.table.options["burn_method"] == "a":
            self.do(Burn(), DEALER)

    # -- wagers

    def place(self, name: str) -> int:
        """Where somebody's wagers lie: at the seat, or in the order of coming."""
        patrons = self.table.patrons
        return patrons.seat_of(name) or patrons.arrived.index(name) + 1

    def wager(self, name: str, wager: str, dollars: float) -> PlaceWager:
        return PlaceWager(
            player=name, box=self.place(name), amount=cents(dollars), wager=wager
        )  # fmt: skip

    def bet(self, name: str, wager: str, dollars: float) -> None:  # type: ignore[override]
        """Baccarat is bet on what, not on where."""
        self.do(self.wager(name, wager, dollars), player(name))

    def no_bet(self, name: str, wager: str, dollars: float) -> Refused:  # type: ignore[override]
        return self.refused(self.wager(name, wager, dollars), player(name))

    def bets(self, text: str) -> None:
        """`"X player 100; Y banker 50 tie 10"`."""
        for part in text.split(";"):
            name, *words = part.split()
            for wager, amount in zip(words[::2], words[1::2], strict=True):
                self.bet(name, wager, float(amount))

    # -- a coup

    def coup(self, cards: str, bets: str = "") -> dict[str, float]:
        """A whole coup, face up or turned by the dealer, and what everybody won or lost."""
        if bets:
            self.bets(bets)
        self.deal(cards)
        return self.settle()

    def deal(self, cards: str) -> None:
        if self.table.phase is Phase.BETTING:
            self.no_more_bets()
        for card in parse_cards(cards):
            self.turn_all()
            self.do(Deal(card=card), DEALER)
        self.turn_all()

    def lay_down(self, cards: str) -> None:
        """Cards dealt, and none of them turned."""
        if self.table.phase is Phase.BETTING:
            self.no_more_bets()
        for card in parse_cards(cards):
            self.do(Deal(card=card), DEALER)

    def turn_all(self) -> None:
        """The dealer turns whatever is to be turned."""
        round = self.table.round
        while isinstance(round, RoundAtTable) and (hands := round.hands_to_turn):
            self.do(Turn(hand=hands[0], place=round.hidden(hands[0])[0]), DEALER)

    def turn(self, hand: Whose, place: int, name: str | None = None) -> tuple[Fact, ...]:
        by = DEALER if name is None else player(name)
        return self.do(Turn(hand=hand, place=place, player=name), by)

    def name_turner(self, hand: Whose, *names: str) -> None:
        self.do(NameTurners(hand=hand, players=names), SUPERVISOR)

    def lay_on(self, hand: Whose, card: str) -> None:
        """The card that is due, laid on this hand whether it is due to it or not."""
        self.do(Deal(card=Card(card), laid_on=PLACES[hand]), DEALER)

    def no_bet_coup(self, cards: str) -> None:
        """A coup at a table with nobody at it."""
        self.do(DirectNoBetCoup(), SUPERVISOR)
        self.deal(cards)
        self.do(Collect(), DEALER)

    # -- reading

    @property
    def seen(self) -> CoupView:
        """What everybody sees of the coup."""
        assert isinstance(self.table.round, RoundAtTable)
        return self.table.round.view(None)

    def shown(self, hand: Whose) -> str:
        """The cards of a hand; one that lies face down is `??`."""
        cards = self.seen.player.cards if hand is Whose.PLAYER else self.seen.banker.cards
        return " ".join("??" if card is None else str(card) for card in cards)


def open_table(
    players: str = "X Y Z", *, loaded: bool = True, chips: float = 100_000, **options: Any
) -> Table:
    """An open table with checked cards in the shoe, one burnt; the players stand with chips."""
    return Table(**options).opened(players, loaded=loaded, chips=chips)
