"""One decision of Hold'em: against every dealer through the round."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING, Any

import pytest
from tests.holdem.cases import dealt, go_on
from tests.odds.holdem_by_hand import ByHand, rules, total

from croupier.cards import DECK, parse_cards
from croupier.games.holdem import odds as holdem
from croupier.games.holdem.asks_and_answers import TakeAndPay
from croupier.odds.shoe_composition import Composition, NotThere

if TYPE_CHECKING:
    from croupier.odds.results import Decision

FULL = Composition.full(1)
THREE_QUEENS = "QS QH QD 7C 2H"


def decide(hand: str, board: str = "", trips: Fraction = Fraction(0)) -> Decision:
    return holdem.decide(rules(), FULL, parse_cards(hand), parse_cards(board), trips=trips)


# --- the river


ROUNDS = {
    "a straight and trips": ("9C 8D", "7S 6H 5D KC 2S", "10 trips 4", Fraction(2, 5), {}),
    "king high": ("KC 4D", "QS 9H 7D 3C 2S", "10", Fraction(0), {}),
    "a flush on the board": ("AH 2C", "KS JS 9S 6S 3S", "10 trips 5", Fraction(1, 2), {}),
    "a royal flush cut down": (
        "AS KS",
        "QS JS TS 9H 9D",
        "10",
        Fraction(0),
        {"blind_payout_cap": 99_900},
    ),
}


@pytest.mark.parametrize(
    ("hand", "board", "wagers", "trips", "options"), ROUNDS.values(), ids=ROUNDS
)
def test_a_bet_is_worth_what_the_round_pays_against_every_dealer(
    hand: str, board: str, wagers: str, trips: Fraction, options: dict[str, Any]
) -> None:
    cards, communal = parse_cards(hand), parse_cards(board)
    others = [card for card in DECK if card not in (*cards, *communal)]
    won = 0
    for dealer in combinations(others, 2):
        case = dealt(
            f"1 P {wagers}", board, " ".join(dealer), [hand], "1 check; 1 check", **options
        )
        go_on(case, "1 play 10")
        while case.round.due is not None:
            case.round.answer(TakeAndPay())
        won += sum(fact.net for fact in case.settled())
    found = holdem.decide(rules(**options), FULL, cards, communal, trips=trips, ante=1000)
    assert found.values["1x"] == Fraction(won, 990 * 1000)
    assert found.values["fold"] == -2 - trips


def test_any_river_is_worth_what_the_rules_pay() -> None:
    source = random.Random(11)
    for _ in range(15):
        cards = source.sample(DECK, 7)
        trips = source.choice([Fraction(0), Fraction(1, 4), Fraction(3)])
        by_hand = ByHand(DECK, trips)
        deals = by_hand.board(frozenset(cards[:2]), frozenset(cards[2:]), 1)
        found = holdem.decide(rules(), FULL, cards[:2], cards[2:], trips=trips)
        assert found.values["1x"] == Fraction(total(deals), 990 * by_hand.unit)


def test_where_a_fold_would_lose_trips() -> None:
    assert decide("4C 3S", THREE_QUEENS).values["1x"] == Fraction(-327, 110)
    level = decide("4C 3S", THREE_QUEENS, Fraction(107, 440))
    assert level.values["1x"] == level.values["fold"]
    assert level.best == "fold"
    assert decide("4C 3S", THREE_QUEENS, Fraction(108, 440)).best == "1x"
    assert decide("4C 3S", THREE_QUEENS).best == "fold"


# --- the flop


def test_a_flop_is_worth_what_its_turns_and_rivers_are() -> None:
    cards = [card for card in DECK if card.rank in "9876" or card in ("KS", "AS", "2S")]
    hand, flop = parse_cards("9H 8S"), parse_cards("7S 6D KS")
    by_hand = ByHand(cards, Fraction(1, 2))
    found = holdem.decide(rules(), Composition.of(cards), hand, flop, trips=Fraction(1, 2))
    for choice, play in (("2x", 2), ("check", None)):
        deals = by_hand.flop(frozenset(hand), frozenset(flop), play)
        assert found.values[choice] == Fraction(total(deals), deals.total() * by_hand.unit)
    assert list(found.values) == ["2x", "check", "fold"]


# --- before the flop


def test_before_the_flop_every_choice_has_a_value() -> None:
    cards = parse_cards("AS KS QS JS TS AH KH QH JH")
    hand = cards[:2]
    found = holdem.decide(rules(), Composition.of(cards), hand)
    assert list(found.values) == ["4x", "3x", "check", "fold"]
    by_hand = ByHand(cards)
    for choice, play in (("4x", 4), ("3x", 3), ("check", None)):
        deals = by_hand.start(frozenset(hand), play)
        assert found.values[choice] == Fraction(total(deals), deals.total() * by_hand.unit)


# --- what is asked wrongly


@pytest.mark.parametrize(
    ("hand", "board", "said"),
    [
        ("AC", "", "hand: two cards, not 1"),
        ("AC KS", "QS JS", "board: none, the three of the flop or all five, not 2"),
    ],
)
def test_too_few_cards(hand: str, board: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        decide(hand, board)


def test_a_card_is_nowhere_twice() -> None:
    with pytest.raises(NotThere, match="board: AC"):
        decide("AC KS", "AC 7D 2H")
    with pytest.raises(NotThere, match="hand: AC"):
        decide("AC AC", "")
