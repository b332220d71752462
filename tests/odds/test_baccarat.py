"""Baccarat, counted: published values, and every coup of small shoes dealt through the round."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations
from math import perm
from typing import TYPE_CHECKING, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import croupier
from croupier.cards import DECK, Card, parse_cards
from croupier.game_rules import rules_for
from croupier.games.baccarat import odds as baccarat
from croupier.games.baccarat.hands import Bet
from croupier.games.baccarat.odds.coup_counts import Coup, coups
from croupier.games.baccarat.pairs import suits
from croupier.games.baccarat.round import Round
from croupier.odds.shoe_composition import Composition
from croupier.table.facts import Settled

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from croupier.games.baccarat.rules import BaccaratRules

BACCARAT: Final = "act-mini-baccarat-2016"
WAGERS = ("player", "banker", "tie", "player-pair", "banker-pair")


def rules(**options: object) -> BaccaratRules:
    found: BaccaratRules = rules_for(BACCARAT, options)
    return found


# --- eight decks


def test_a_full_shoe_is_counted_to_the_last_draw() -> None:
    counted = coups(rules().law, Composition.full(8))
    assert sum(counted.values()) == perm(416, 6) == 4_998_398_275_503_360
    assert sum(n for coup, n in counted.items() if coup.banker > coup.player) == (
        2_292_252_566_437_888
    )
    assert sum(n for coup, n in counted.items() if coup.banker == coup.player) == (
        475_627_426_473_216
    )


@pytest.mark.parametrize(
    ("wager", "method", "edge"),
    [
        ("player", "A", 1.2351),
        ("player", "B", 1.2351),
        ("banker", "A", 1.0579),
        ("banker", "B", 1.4581),
        ("tie", "A", 14.3596),
        ("tie", "B", 14.3596),
    ],
)
def test_published_edges(wager: str, method: str, edge: float) -> None:
    found = croupier.odds(BACCARAT, options={"settlement": method})[wager]
    assert round(100 * found.house_edge, 4) == edge
    assert found.settlement == (method if wager == "banker" else None)
    assert found.exact is not None
    assert float(found.exact) == found.house_edge


@pytest.mark.parametrize(
    ("side_bet", "edge"),
    [("perfect-pairs", Fraction(33, 415)), ("canberra-pairs", Fraction(43, 415))],
)
def test_pairs_of_either_hand_cost_the_same(side_bet: str, edge: Fraction) -> None:
    found = croupier.odds(BACCARAT, options={"side_bets": [side_bet]})
    for wager in ("player-pair", "banker-pair"):
        assert found[wager].exact == edge
        assert found[wager].side_bets == (side_bet,)


def test_no_pairs_are_told_of_where_none_are_offered() -> None:
    assert [wager.wager for wager in croupier.odds(BACCARAT).wagers] == ["player", "banker", "tie"]


def test_a_standard_deviation() -> None:
    """The banker's: the mean of the squares of 0.95 and 1, less the square of the mean."""
    found = croupier.odds(BACCARAT)["banker"]
    wins = Fraction(2_292_252_566_437_888, perm(416, 6))
    ties = Fraction(475_627_426_473_216, perm(416, 6))
    square = wins * Fraction(19, 20) ** 2 + (1 - wins - ties)
    assert found.exact is not None
    assert found.standard_deviation == pytest.approx(
        float(square - found.exact**2) ** 0.5, rel=1e-12
    )


def test_the_joint_distribution_agrees_with_each_wager() -> None:
    found = croupier.odds(BACCARAT, options={"side_bets": ["perfect-pairs"]})
    assert sum(row.exact for row in found.joint if row.exact) == 1
    for wager in found.wagers:
        together: dict[str, Fraction] = {}
        for row in found.joint:
            assert row.exact is not None
            name = row.outcomes[wager.wager]
            together[name] = together.get(name, Fraction()) + row.exact
        assert together == {each.outcome: each.exact for each in wager.outcomes}


# --- small shoes, coup by coup, through the round


def dealt(table: BaccaratRules, cards: Sequence[Card]) -> Iterator[tuple[Round, int]]:
    """Every coup that the cards can deal, with the orders of six cards that begin like it."""
    places = range(len(cards))
    for opening in permutations(places, 4):
        waiting: list[tuple[int, ...]] = [opening]
        while waiting:
            order = waiting.pop()
            game = Round(table, [Bet("X", wager, 2000) for wager in WAGERS])
            for place in order:
                game.deal(cards[place])
            if game.over:
                yield game, perm(len(cards) - len(order), 6 - len(order))
            else:
                waiting += [(*order, place) for place in places if place not in order]


def coup_of(game: Round) -> Coup:
    pairs = [
        suits(*hand.cards[:2]) if hand.cards[0].rank == hand.cards[1].rank else None
        for hand in (game.player, game.banker)
    ]
    return Coup(game.player.total, game.banker.total, *pairs)


SHOES = {
    "kings of every kind": "KS KS KH KD QS QS",
    "pairs in both hands": "5S 5S 5H 5D KS 2C",
    "where the tableau turns": "3S 4S 5S 6S 6H 8S 7S",
    "low and empty": "AS AS 2S 3S KS TS JS",
}


@pytest.mark.parametrize("side_bet", ["perfect-pairs", "canberra-pairs"])
@pytest.mark.parametrize("name", SHOES)
def test_every_coup_of_a_small_shoe(name: str, side_bet: str) -> None:
    cards, table = parse_cards(SHOES[name]), rules(settlement="B", side_bets=[side_bet])
    by_the_round: Counter[Coup] = Counter()
    net: Counter[str] = Counter()
    for game, ways in dealt(table, cards):
        by_the_round[coup_of(game)] += ways
        for fact in game.facts:
            if isinstance(fact, Settled):
                net[fact.wager] += ways * fact.net
    shoe = Composition.of(cards)
    assert by_the_round == coups(table.law, shoe)
    for wager in baccarat.analyse(table, shoe):
        assert wager.exact == Fraction(-net[wager.wager], 2000 * perm(len(cards), 6)), wager.wager


@given(st.lists(st.sampled_from(DECK), min_size=6, max_size=6))
@settings(max_examples=15, deadline=None)
def test_any_six_cards_as_the_round_deals_them(cards: list[Card]) -> None:
    table = rules(side_bets=["perfect-pairs"])
    by_the_round: Counter[Coup] = Counter()
    for game, ways in dealt(table, cards):
        by_the_round[coup_of(game)] += ways
    assert by_the_round == coups(table.law, Composition.of(cards))


@given(st.lists(st.integers(0, 8), min_size=52, max_size=52).filter(lambda counts: sum(counts) > 5))
@settings(max_examples=25, deadline=None)
def test_any_shoe_is_counted_whole_and_treats_the_two_pairs_alike(counts: list[int]) -> None:
    table, shoe = rules(side_bets=["perfect-pairs"]), Composition(tuple(counts))
    assert sum(coups(table.law, shoe).values()) == perm(shoe.total, 6)
    pairs = {wager.wager: wager.exact for wager in baccarat.analyse(table, shoe)}
    assert pairs["player-pair"] == pairs["banker-pair"]


def test_a_shoe_that_is_too_short_is_refused() -> None:
    with pytest.raises(ValueError, match="5 cards are left in the shoe, a coup takes 6"):
        coups(rules().law, Composition.of(parse_cards("AS 2S 3S 4S 5S")))
