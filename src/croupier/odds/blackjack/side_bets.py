"""Side bets on the cards of a box, counted by what the round itself rules on every draw of them."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import perm
from typing import TYPE_CHECKING

from croupier.cards import DECK, Card
from croupier.games.blackjack.side_bets import (
    ANY_PAIRS,
    PAIRS_PLAY,
    PERFECT_PAIRS,
    SUPER_SEVENS,
    pair_result,
    sevens_result,
)
from croupier.odds import results
from croupier.odds.option_effects import effects_of
from croupier.odds.results import edges, exact_wager

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from croupier.games.blackjack.rules import BlackjackRules, PairLaw, SevensLaw
    from croupier.money import Odds
    from croupier.odds.question import Question
    from croupier.odds.results import Effect, WagerOdds
    from croupier.odds.shoe_composition import Composition
    from croupier.rulebook.citations import Cited

    Way = tuple[str, Fraction, int]

DRAWING = "drawing to two sevens"
STANDING = "standing on two sevens"
PAIRS = tuple((Card("7S"), Card(other)) for other in ("8S", "7H", "7C", "7S"))
"""No pair, a mixed, a coloured and a perfect one, to ask the rules about."""
SEVENS = tuple(
    [Card(card) for card in cards.split()]
    for cards in ("8S", "7S", "7S 7H", "7S 7S", "7S 7S 7H", "7S 7S 7S")
)
"""No seven first, one, two, two suited, three, three suited."""


def analyse(rules: BlackjackRules, shoe: Composition) -> Iterator[WagerOdds]:
    """Each side bet that the table offers; Super Sevens with and without a third card."""
    law, offered = rules.law, rules.options["side_bets"]
    pairs = _pair_laws(rules)
    for wager in offered:
        pair_law = pairs.get(wager)
        if pair_law is not None:
            yield exact_wager(wager, pair_ways(pair_law, shoe), side_bets=offered)
        elif wager == SUPER_SEVENS and law.super_sevens is not None:
            for played, cards in ((DRAWING, 3), (STANDING, 2)):
                ways = sevens_ways(law.super_sevens, shoe, cards)
                yield exact_wager(wager, ways, side_bets=offered, played=played)


def _pair_laws(rules: BlackjackRules) -> dict[str, PairLaw | None]:
    law = rules.law
    return {
        PERFECT_PAIRS: law.perfect_pairs,
        PAIRS_PLAY: law.pairs_play,
        ANY_PAIRS: law.any_pairs,
    }


def pair_nets(rules: BlackjackRules) -> dict[str, Callable[[Card, Card], Fraction]]:
    """What each side bet on the first two cards of a box brings, by those cards."""

    def nets(law: PairLaw) -> Callable[[Card, Card], Fraction]:
        return lambda first, second: _net(pair_result(law, first, second)[1])

    laws = _pair_laws(rules)
    offered = {wager: laws.get(wager) for wager in rules.options["side_bets"]}
    return {wager: nets(law) for wager, law in offered.items() if law is not None}


def side_bet_nets(rules: BlackjackRules) -> dict[str, tuple[list[Fraction], list[Fraction]]]:
    """What each side bet brings, by the kinds of `PAIRS`, or else by those of `SEVENS`."""
    found: dict[str, tuple[list[Fraction], list[Fraction]]] = {}
    pairs = _pair_laws(rules)
    for wager in rules.options["side_bets"]:
        pair_law = pairs.get(wager)
        if pair_law is not None:
            found[wager] = [_net(pair_result(pair_law, *cards)[1]) for cards in PAIRS], []
        elif wager == SUPER_SEVENS and rules.law.super_sevens is not None:
            sevens = rules.law.super_sevens
            found[wager] = [], [_net(sevens_result(sevens, cards)[1]) for cards in SEVENS]
    return found


def effects(asked: Question) -> tuple[Effect, ...]:
    """What each choice of the table does to the edges of the side bets that it offers."""
    return tuple(effects_of(asked, lambda *table: edges(analyse(*table))))


def exact_edges(rules: BlackjackRules, shoe: Composition) -> dict[str, Fraction | float]:
    """What each side bet costs, played as it is best."""
    return results.exact_edges(analyse(rules, shoe))


def pair_ways(law: PairLaw, shoe: Composition) -> Iterator[Way]:
    """The first two cards of a box, in order, by the pair they are."""
    shoe.needs(2, "a box")
    for first, second in product(DECK, DECK):
        ways = shoe[first] * (shoe[second] - (first is second))
        if ways:
            pays = pair_result(law, first, second)[1]
            yield pair_name(law, pays), _net(pays), ways


def pair_name(law: PairLaw, pays: Cited[Odds] | None) -> str:
    """What a pair is called by what it pays; where all pairs pay alike, it is just a pair."""
    if pays is None:
        return "no pair"
    if law.pays_mixed is law.pays_perfect:
        return "pair"
    if pays is law.pays_perfect:
        return "perfect pair"
    return "coloured pair" if pays is law.pays_coloured else "mixed pair"


def sevens_ways(law: SevensLaw, shoe: Composition, most: int) -> Iterator[Way]:
    """The first cards of a box, in order, as far as they decide: two sevens wait for a third card.

    `most` is the number of cards that the box is dealt if the first two are sevens. What a hand
    does with them otherwise, split or double, makes no difference: the third card is the next one.
    """
    shoe.needs(3, "Super Sevens")
    waiting: list[tuple[list[Card], int]] = [([], 1)]
    while waiting:
        held, ways = waiting.pop()
        if held and (held[-1].rank != "7" or len(held) == most):
            name, net = _sevens(law, held)
            yield name, net, ways * perm(shoe.total - len(held), 3 - len(held))
            continue
        for card in DECK:
            copies = shoe[card] - held.count(card)
            if copies:
                waiting.append(([*held, card], ways * copies))


def _sevens(law: SevensLaw, cards: list[Card]) -> tuple[str, Fraction]:
    pays = sevens_result(law, cards)[1]
    names = {
        id(law.pays_one): "one seven",
        id(law.pays_two): "two sevens",
        id(law.pays_two_suited): "two suited sevens",
        id(law.pays_three): "three sevens",
        id(law.pays_three_suited): "three suited sevens",
    }
    return names.get(id(pays), "no seven first"), _net(pays)


def _net(pays: Cited[Odds] | None) -> Fraction:
    return Fraction(-1) if pays is None else Fraction(pays.value.win, pays.value.stake)
