"""Pairs and Super Sevens: closed forms, published values, and small shoes through the round."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations
from typing import TYPE_CHECKING

import pytest
from tests.support import stakes

from croupier.cards import Card, parse_cards
from croupier.game_rules import rules_for
from croupier.games.blackjack.asks_and_answers import CardDue, Choice, Hit, MoveOn, Stand
from croupier.games.blackjack.odds import side_bets
from croupier.games.blackjack.round import Round
from croupier.games.blackjack.round_state import boxes_in_play
from croupier.odds.shoe_composition import Composition
from croupier.table.facts import Settled
from croupier.table.wagers import BoxMaxScope, Markers, Sign, close_betting

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from croupier.games.blackjack.rules import BlackjackRules
    from croupier.odds.results import WagerOdds


def table(instrument: str, side_bet: str, decks: int = 8) -> BlackjackRules:
    rules: BlackjackRules = rules_for(instrument, {"side_bets": [side_bet], "decks": decks})
    return rules


def analysed(rules: BlackjackRules, shoe: Composition | None = None) -> dict[str | None, WagerOdds]:
    """The one side bet of the table, by how the hand is played."""
    shoe = shoe or Composition.full(rules.decks)
    return {wager.played: wager for wager in side_bets.analyse(rules, shoe)}


# --- full shoes

PAIRS = [
    ("act-blackjack-2006", "perfect-pairs", (6, 12, 25)),
    ("act-blackjack-2018", "perfect-pairs", (6, 12, 25)),
    ("act-blackjack-2018", "pairs-play", (11, 11, 11)),
    ("nsw-blackjack-challenge", "perfect-pairs", (5, 10, 30)),
    ("nsw-blackjack-challenge", "any-pairs", (11, 11, 11)),
]


@pytest.mark.parametrize(("instrument", "side_bet", "pays"), PAIRS)
def test_pairs_of_full_decks_in_closed_form(
    instrument: str, side_bet: str, pays: tuple[int, int, int]
) -> None:
    """With d decks: mixed 2d, coloured d, suited d - 1 of the other 52d - 1 cards."""
    for decks in (6, 8) if instrument.startswith("nsw") else range(4, 9):
        others = 52 * decks - 1
        ways = (2 * decks, decks, decks - 1)
        mean = sum(n * (odds + 1) for n, odds in zip(ways, pays, strict=True))
        (found,) = analysed(table(instrument, side_bet, decks)).values()
        assert found.exact == 1 - Fraction(mean, others)
        chances = {each.outcome: each.exact for each in found.outcomes}
        if len(set(pays)) > 1:
            assert chances["perfect pair"] == Fraction(decks - 1, others)
            assert chances["coloured pair"] == Fraction(decks, others)
            assert chances["mixed pair"] == Fraction(2 * decks, others)
        else:
            assert chances["pair"] == Fraction(4 * decks - 1, others)


@pytest.mark.parametrize(("decks", "edge"), [(6, 6.11), (8, 4.10)])
def test_published_perfect_pairs(decks: int, edge: float) -> None:
    (found,) = analysed(table("act-blackjack-2018", "perfect-pairs", decks)).values()
    assert round(100 * found.house_edge, 2) == edge
    assert found.side_bets == ("perfect-pairs",)


@pytest.mark.parametrize(("decks", "edge"), [(4, 15.92), (5, 13.25), (6, 11.40), (8, 9.01)])
def test_published_super_sevens(decks: int, edge: float) -> None:
    found = analysed(table("act-blackjack-2006", "super-sevens", decks))
    assert round(100 * found[side_bets.DRAWING].house_edge, 2) == edge


@pytest.mark.parametrize("decks", range(4, 9))
def test_who_stands_on_two_sevens_gives_the_third_away(decks: int) -> None:
    """On paper: 3 for one seven, 50 or 100 for two, 500 or 5000 for three."""
    found = analysed(table("act-blackjack-2006", "super-sevens", decks))
    cards, sevens, suited = 52 * decks, 4 * decks, decks - 1
    one = Fraction(sevens * (cards - sevens), cards * (cards - 1))
    pair = Fraction(sevens * suited, cards * (cards - 1))
    mixed = Fraction(sevens * (sevens - decks), cards * (cards - 1))
    none = Fraction(cards - sevens, cards)
    standing = 3 * one + 50 * mixed + 100 * pair - none
    assert found[side_bets.STANDING].exact == -standing
    third, same = Fraction(sevens - 2, cards - 2), Fraction(decks - 2, cards - 2)
    drawing = standing + mixed * third * 450 + pair * (same * 4900 + (third - same) * 400)
    assert found[side_bets.DRAWING].exact == -drawing


def test_a_table_without_side_bets_has_none_to_tell_of() -> None:
    rules: BlackjackRules = rules_for("act-blackjack-2006", {"side_bets": []})
    assert list(side_bets.analyse(rules, Composition.full(8))) == []


# --- small shoes, through the round

LAST_CARDS = parse_cards("TS TS TS TS TS TS")
"""What a round is dealt once the side bet has had its cards, so that it can end."""


def settled(
    rules: BlackjackRules, side_bet: str, cards: Sequence[Card], draws: Callable[[int], bool]
) -> int:
    """What 1.00 on a side bet brings when the box and the dealer get these cards in this order."""
    admitted = close_betting(
        rules.table_law,
        Sign(),
        stakes(f"1 P 10 {side_bet} 1"),
        markers=Markers(),
        scope=BoxMaxScope.TOTAL,
        needs_own_main=rules.side_bet_needs_own_main,
    )
    game = Round(rules, boxes_in_play(admitted))
    shoe = [*cards, *LAST_CARDS]
    while (due := game.due) is not None:
        if isinstance(due, CardDue):
            game.deal(shoe.pop(0))
        elif isinstance(due, Choice):
            received = len(game.boxes[0].received)
            total = game.boxes[0].hands[0].total
            game.answer(Hit(1) if total < 12 or draws(received) else Stand(1))
        else:
            game.answer(MoveOn())
    (fact,) = [fact for fact in game.facts if isinstance(fact, Settled) and fact.wager == side_bet]
    return fact.net


@pytest.mark.parametrize("cards", ["KS KS KH KD TS TH", "5S 5S 5S 5H 5D 5C", "2S 2C 3S 3S 9H 9D"])
@pytest.mark.parametrize(("instrument", "side_bet", "pays"), PAIRS)
def test_pairs_of_a_small_shoe(
    instrument: str, side_bet: str, pays: tuple[int, int, int], cards: str
) -> None:
    rules, held = table(instrument, side_bet), parse_cards(cards)
    nets = Counter(
        settled(rules, side_bet, order, lambda _: False) for order in permutations(held, 3)
    )
    (found,) = analysed(rules, Composition.of(held)).values()
    assert found.exact == Fraction(-sum(net * n for net, n in nets.items()), 100 * nets.total())
    assert set(nets) <= {-100, *(100 * odds for odds in pays)}


@pytest.mark.parametrize(
    "cards", ["7S 7S 7S 7H 9D", "7S 7H 7D 7C 2S", "7S 7S KH 6H AD 5C", "8S 8S 8H 9D TS"]
)
@pytest.mark.parametrize("played", [side_bets.DRAWING, side_bets.STANDING])
def test_super_sevens_of_a_small_shoe(cards: str, played: str) -> None:
    rules, held = table("act-blackjack-2006", "super-sevens"), parse_cards(cards)
    draws = played == side_bets.DRAWING
    nets = Counter(
        settled(rules, "super-sevens", order, lambda received: draws and received == 2)
        for order in permutations(held, 4)
    )
    found = analysed(rules, Composition.of(held))[played]
    assert found.exact == Fraction(-sum(net * n for net, n in nets.items()), 100 * nets.total())
