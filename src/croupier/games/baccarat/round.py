"""A coup, in the order of the instrument: the deal, pairs, third cards, settlement.

`play` is a coroutine. It asks for one card after another and is sent it; nothing in a coup is for
anybody to decide. `Round` drives it; what it knows is in `RoundState`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.games.baccarat import pairs, settlement
from croupier.games.baccarat.facts import Stage, Stands
from croupier.games.baccarat.hands import points
from croupier.games.baccarat.round_state import RoundState
from croupier.rulebook.citations import Clauses

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable

    from croupier.cards import Card
    from croupier.games.baccarat.hands import Bet, Hand
    from croupier.games.baccarat.rules import BaccaratLaw, BaccaratRules

    Play = Generator["CardDue", Card, None]


class CardDue:
    """A card is due to one of the two hands."""

    __slots__ = ("clauses", "hand")

    def __init__(self, hand: Hand, clauses: Clauses) -> None:
        self.hand = hand
        self.clauses = clauses


def play(round: Round) -> Play:
    yield from initial_deal(round)
    pairs.settle(round)
    if not naturals(round):
        yield from third_cards(round)
    settlement.settle(round)


# --- rule 6: player, banker, player, banker


def initial_deal(round: Round) -> Play:
    law = round.law
    clauses = law.initial_deal
    if round.is_no_bet_coup:
        clauses = Clauses((*clauses, *law.no_bet_coup))
    elif round.has_only_pairs:
        clauses = Clauses((*clauses, *law.pairs_alone))
    round.begin(Stage.INITIAL_DEAL, clauses)
    for clauses in (law.first_cards, law.second_cards):
        for hand in (round.player, round.banker):
            round.lay((yield CardDue(hand, clauses)), hand, clauses)


def naturals(round: Round) -> bool:
    """Whether either hand is a natural, which ends the drawing for both."""
    law, player, banker = round.law, round.player, round.banker
    if not player.is_natural and not banker.is_natural:
        return False
    for hand in (player, banker):
        if hand.is_natural:
            round.stand(hand, Stands.NATURAL, Clauses((*law.natural_ends, *law.natural)))
        else:
            round.stand(hand, Stands.AGAINST_A_NATURAL, law.natural_ends)
    return True


# --- rule 7: the player's third card, then the banker's


def third_cards(round: Round) -> Play:
    law = round.law
    round.begin(Stage.THIRD_CARDS, law.after_pairs if round.has_pairs else law.third_cards)
    yield from players_third(round)
    yield from bankers_third(round)


def players_third(round: Round) -> Play:
    law, player = round.law, round.player
    if player_draws(law, player):
        clauses = law.player_draws.clauses
        round.lay((yield CardDue(player, clauses)), player, clauses)
    else:
        round.stand(player, Stands.TABLEAU, law.player_stands)


def bankers_third(round: Round) -> Play:
    banker = round.banker
    law = round.law.banker_tableau[banker.total]
    clauses = law.draws_against.clauses
    if banker_draws(round.law, round.player, banker):
        round.lay((yield CardDue(banker, clauses)), banker, clauses)
    else:
        round.stand(banker, Stands.TABLEAU, clauses)


def player_draws(law: BaccaratLaw, player: Hand) -> bool:
    return player.total in law.player_draws.value


def banker_draws(law: BaccaratLaw, player: Hand, banker: Hand) -> bool:
    """By the points of the player's third card, if it drew one, not by its new total."""
    against = points(player.cards[2]) if len(player.cards) == 3 else None
    return against in law.banker_tableau[banker.total].draws_against.value


def next_to_draw(law: BaccaratLaw, player: Hand, banker: Hand) -> Hand | None:
    """The hand that gets the next card, whoever's cards these are; None at the end of a coup."""
    cards = len(player.cards), len(banker.cards)
    if sum(cards) < 4:
        return banker if sum(cards) % 2 else player
    if player.is_natural or banker.is_natural:
        return None
    if cards == (2, 2) and player_draws(law, player):
        return player
    return banker if cards[1] == 2 and banker_draws(law, player, banker) else None


class Round(RoundState):
    """One coup in progress: which card is due next."""

    def __init__(self, rules: BaccaratRules, bets: Iterable[Bet]) -> None:
        super().__init__(rules, bets)
        self._play = play(self)
        self.due: CardDue | None = next(self._play)

    @property
    def over(self) -> bool:
        return self.due is None

    def deal(self, card: Card) -> None:
        """Give the card that is due."""
        if self.due is None:
            raise RuntimeError("no card is due")  # the driver's mistake
        try:
            self.due = self._play.send(card)
        except StopIteration:
            self.due = None
            self.stage = Stage.OVER

    send = deal
    """A coup asks for nothing but cards."""

    def stop(self) -> None:
        """The coup is void: nothing more is due."""
        self._play.close()
        self.due = None
        self.stage = Stage.OVER
