"""One decision: what each choice is worth with this hand against that card of the dealer's."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from croupier.games.blackjack.hands import Box
from croupier.games.blackjack.legal_answers import legal_actions
from croupier.games.blackjack.odds.against_up_card import Against
from croupier.games.blackjack.odds.analysis import LEAST
from croupier.games.blackjack.odds.assumptions import RANKS_OF_TENS, TABLE, of_splits
from croupier.games.blackjack.odds.hand_terms import terms_of
from croupier.games.blackjack.odds.hands import ACE, TEN, hands_of
from croupier.games.blackjack.odds.kernels.playing import DOUBLE, HIT, STAND
from croupier.games.blackjack.odds.play_by_cards import split_play, split_value
from croupier.odds.results import Decision

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from croupier.cards import Card
    from croupier.games.blackjack.hands import Hand
    from croupier.games.blackjack.odds.hand_terms import HandTerms
    from croupier.games.blackjack.rules import BlackjackRules
    from croupier.odds.shoe_composition import Composition

SPLIT = "split"
_CHOICES = {"stand": STAND, "hit": HIT, "double": DOUBLE}
"""Where two are worth the same, the earlier is the better one."""
_EXACT = (
    "the best play by the hand's own cards follows each choice; values are exact but for rounding "
    "in the last of some thirteen digits"
)


def decide(
    rules: BlackjackRules, shoe: Composition, hand: Sequence[Card], dealer: Sequence[Card]
) -> Decision:
    """By the cards of the hand and the dealer's, which are out of the shoe."""
    shown = _shown(dealer)
    shoe.needs(LEAST, "a round of blackjack")
    rest = shoe.without((*hand, shown))
    box = Box(1, ())
    (held,) = box.hands
    for card in hand:
        held.add(card)
    terms = terms_of(rules, shoe, shown)
    _check(terms, held, shown)
    against = Against(hands_of(terms), shoe.by_points, shown.points - 1)
    if held.is_blackjack:
        values = _blackjack(against)
    else:
        values = _values(against, held, legal_actions(rules, box, held))
    return Decision(
        best=max(values, key=lambda choice: values[choice]),
        values={**values},
        beside=_insurance(rules, rest, held, shown),
        notes=tuple(_notes(against, held, values)),
    )


def _shown(dealer: Sequence[Card]) -> Card:
    if len(dealer) != 1:
        raise ValueError(f"dealer: one card, such as TH, not {len(dealer) or 'none'}")
    return dealer[0]


def _check(terms: HandTerms, held: Hand, shown: Card) -> None:
    """Refuse a hand that has nothing to decide, and say why."""
    cards = " ".join(held.cards)
    if len(held.cards) < 2:
        raise ValueError(f"hand: two cards or more, not {len(held.cards) or 'none'}")
    if held.is_bust:
        raise ValueError(f"hand: {cards} is {held.total} and lost")
    if held.is_blackjack:
        if terms.even_money is None or not shown.is_ace:
            raise ValueError(f"hand: a Blackjack has nothing to decide against {shown}")
    elif held.total == 21 or len(held.cards) >= terms.most_cards:
        raise ValueError(f"hand: {cards} takes no more cards, and has nothing to decide")


def _blackjack(against: Against) -> dict[str, float]:
    even = against.hands.terms.even_money or Fraction()
    return {"even money": float(even), "wait": against.waiting()}


def _values(against: Against, held: Hand, legal: Sequence[str]) -> dict[str, float]:
    number = against.hands.number(*(card.points - 1 for card in held.cards))
    worth, _ = against.values()
    values = {
        choice: float(worth[number, place]) for choice, place in _CHOICES.items() if choice in legal
    }
    if SPLIT in legal:
        card = held.cards[0].points - 1
        values[SPLIT] = split_value(against, card, split_play(against, card, worth.max(axis=1)))
    return values


def _insurance(
    rules: BlackjackRules, rest: Composition, held: Hand, shown: Card
) -> dict[str, Fraction]:
    """What a unit of insurance is worth to somebody who sees these cards."""
    law = rules.law.insurance
    if law is None or not shown.is_ace or len(held.cards) > 2:
        return {}
    pays = law.insurance_pays.value
    ten = Fraction(rest.by_points[TEN], rest.total)
    return {"insurance": ten * (1 + Fraction(pays.win, pays.stake)) - 1}


def _notes(against: Against, held: Hand, values: dict[str, float]) -> Iterator[str]:
    yield from TABLE
    if SPLIT in values:
        yield of_splits([against])
    if SPLIT in values and against.hands.terms.ladder and held.cards[0].points - 1 != ACE:
        yield RANKS_OF_TENS
    yield _EXACT
