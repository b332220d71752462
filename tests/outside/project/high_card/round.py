"""A round of High Card: its facts, its cards, and how each wager is settled."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.aggregate.facts import Fact
from croupier.cards import Card
from croupier.rulebook.citations import Clauses
from croupier.rulebook.settlement_tables import decide, row_for
from croupier.table.facts import Outcome, Settled
from croupier.table.wagers import MAIN
from high_card.rules import case_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from croupier.money import Odds
    from high_card.rules import HighCardRules

DEALER = 0
"""The box of the dealer, as tables count boxes."""


class Dealt(Fact, frozen=True, tag="high-card-dealt", gc=False):
    """A card lies face up at a box, or at box 0 for the dealer."""

    box: int
    card: Card


@dataclass(slots=True)
class Bet:
    """One player's stake on a box."""

    player: str
    box: int
    wager: str
    stake: int
    is_open: bool = True


@dataclass(frozen=True, slots=True)
class CardDue:
    """A card is due to a box."""

    to: int | str


def ruling(
    rules: HighCardRules, wager: str, box: Card, dealer: Card
) -> tuple[Odds | None, Clauses]:
    """Return the odds that a wager wins, or None if it loses, with the clauses."""
    case = case_of(box, dealer)
    if wager == MAIN:
        limb = decide(rules.law.limbs[MAIN], case)
    else:
        row = row_for(rules.law.pay_tables[wager], case)
        if row is None:
            return None, rules.law.twins_lose
        limb = row
    pays = limb.pays
    if pays is None or isinstance(pays, str):
        return None, limb.clauses
    return pays.value, limb.every_clause


class Round:
    """One round in progress. It asks for cards, and nobody decides anything."""

    def __init__(self, rules: HighCardRules, bets: Iterable[Bet]) -> None:
        self.rules = rules
        self.bets = list(bets)
        self.places = [*sorted({bet.box for bet in self.bets if bet.wager == MAIN}), DEALER]
        """The boxes in the order in which they get a card; the dealer is last."""
        self.cards: list[Card] = []
        self.facts: list[Fact] = []
        self.is_stopped = False

    @property
    def stage(self) -> str:
        return "over" if self.over else "deal"

    @property
    def over(self) -> bool:
        return self.is_stopped or len(self.cards) == len(self.places)

    @property
    def due(self) -> CardDue | None:
        if self.over:
            return None
        place = self.places[len(self.cards)]
        return CardDue(place or "dealer")

    def card_of(self, box: int) -> Card | None:
        """Return the card that lies at a box, if it has one."""
        return dict(zip(self.places, self.cards, strict=False)).get(box)

    def send(self, card: Card) -> None:
        """Lay a card where it is due, and settle the wagers after the last card."""
        law = self.rules.law
        clauses = Clauses((*law.deal, *law.ranking))
        self.facts.append(Dealt(box=self.places[len(self.cards)], card=card, clauses=clauses))
        self.cards.append(card)
        if self.over:
            for bet in self.bets:
                if bet.is_open:
                    self._settle(bet, card)

    def _settle(self, bet: Bet, dealer: Card) -> None:
        card = self.card_of(bet.box)
        assert card is not None
        odds, clauses = ruling(self.rules, bet.wager, card, dealer)
        net = -bet.stake if odds is None else odds.on(bet.stake)
        self.close(bet, Outcome.LOSE if odds is None else Outcome.WIN, net, clauses)

    def close(self, bet: Bet, outcome: Outcome, net: int, clauses: Clauses) -> None:
        """State what became of a wager."""
        bet.is_open = False
        self.facts.append(
            Settled(
                player=bet.player, box=bet.box, hand=1 if bet.wager == MAIN else None,
                wager=bet.wager, stake=bet.stake, outcome=outcome, net=net, clauses=clauses,
            )
        )  # fmt: skip
