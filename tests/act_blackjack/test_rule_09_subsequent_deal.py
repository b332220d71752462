"""Rule 9: who plays when, what a player may do, and when cards must or may not be drawn."""

from __future__ import annotations

from typing import Any

import pytest
from tests.act_blackjack.cases import (
    allowed,
    ended,
    facts,
    go_on,
    hand,
    open_round,
    refusal,
    said,
)
from tests.support import Case, play_round

from croupier.cards import parse_cards
from croupier.games.blackjack import legal_answers
from croupier.games.blackjack.asks_and_answers import Choice
from croupier.games.blackjack.facts import Chose, Dealt, Ended


def asked(case: Case) -> tuple[int, str]:
    """The box whose turn it is and who decides for it."""
    due = case.round.due
    assert isinstance(due, Choice)
    return due.box.number, due.player


def legal(instrument: str, cards: str, before: str = "", **options: Any) -> tuple[str, ...]:
    """What the controlling player of box 1 may do; box 2 waits with 10-9, the dealer has a six."""
    first, second, *drawn = cards.split()
    shoe = " ".join([first, "10S", "6D", second, "9S", *drawn])
    case = open_round(instrument, "1 P 10; 2 R 10", shoe, before, **options)
    due = case.round.due
    if not isinstance(due, Choice) or due.box.number != 1:
        return ()
    return legal_answers.legal_actions(case.round.rules, due.box, due.hand)


# --- 9.1: the order, and the four opportunities


@pytest.mark.clause("9.1")
def test_9_1_the_boxes_play_clockwise_from_the_first_with_a_wager(instrument: str) -> None:
    case = open_round(instrument, "5 R 10; 2 P 10; 3 Q 10", "10S 10H 10D 6C 9S 9H 9D 10C")
    order = []
    for box in (2, 3, 5):
        order.append(asked(case))
        go_on(case, f"{box} stand")
    assert order == [(2, "P"), (3, "Q"), (5, "R")]


@pytest.mark.clause("9.1")
def test_9_1_a_box_does_not_play_out_of_turn(instrument: str) -> None:
    case = open_round(instrument, "1 P 10; 2 R 10", "10S 10H 6C 2S 9H 10C")
    for words in ("2 hit", "2 stand", "2 double 10", "2 split"):
        assert "9.1" in refusal(case, words).clauses


@pytest.mark.clause("9.1", "9.1(a)")
@pytest.mark.parametrize("cards", ["8S 8H", "10S KH", "QS JH", "2S 2H", "AS AH", "4S 4H"])
def test_9_1_a_a_player_may_split_two_cards_of_equal_value(instrument: str, cards: str) -> None:
    assert "split" in legal(instrument, cards)
    first, second = cards.split()
    case = open_round(instrument, "1 P 10", f"{first} 6D {second}", "1 split")
    (chose,) = facts(case, Chose)
    assert (chose.action, chose.amount) == ("split", 1000)
    assert "9.1(a)" in chose.clauses


@pytest.mark.clause("9.1", "9.1(b)")
@pytest.mark.parametrize(
    "cards",
    ["2S 3H", "5S 6H", "AS 2H", "AS 9H", "6S 6H", "10S 2H", "10S 7H", "10S KH"],
)
def test_9_1_b_a_player_may_double_any_total_but_21(instrument: str, cards: str) -> None:
    """The rules name no total, hard or soft, besides 21."""
    assert "double" in legal(instrument, cards)
    first, second = cards.split()
    case = open_round(instrument, "1 P 10", f"{first} 6D {second}")
    case.round.answer(said("1 double 10")[0])
    (chose,) = facts(case, Chose)
    assert (chose.action, chose.amount) == ("double", 1000)
    assert "9.1(b)" in chose.clauses


@pytest.mark.clause("9.1", "9.1(c)")
def test_9_1_c_a_player_may_draw_as_long_as_the_hand_is_under_21(instrument: str) -> None:
    case = open_round(instrument, "1 P 10", "10S 6D 2H 2C 3C 3S", "1 hit; 1 hit; 1 hit")
    assert case.round.boxes[0].hands[0].total == 20
    assert allowed(case, "1 hit")
    assert [fact.clauses for fact in facts(case, Dealt)[3:]] == [("9.1(c)",)] * 3
    chosen = [(fact.action, fact.amount, fact.clauses) for fact in facts(case, Chose)]
    assert chosen == [("hit", 0, ("9.1(c)",))] * 3


@pytest.mark.clause("9.1", "9.1(d)")
def test_9_1_d_a_player_may_stand(instrument: str) -> None:
    case = open_round(instrument, "1 P 10", "10S 6D 2H", "1 stand")
    assert ended(case, "1") is Ended.STOOD
    (chose,) = facts(case, Chose)
    assert (chose.action, chose.amount, chose.clauses) == ("stand", 0, ("9.1(d)",))


@pytest.mark.clause("9.1(d)")
def test_9_1_d_a_hand_that_stood_takes_no_more_decisions(instrument: str) -> None:
    case = open_round(instrument, "1 P 10; 2 R 10", "10S 10H 6D 2H 9S", "1 stand")
    for words in ("1 hit", "1 stand", "1 double 10"):
        assert "9.1(d)" in refusal(case, words).clauses


@pytest.mark.clause("13.1(d)")
def test_9_1_a_bust_hand_takes_no_more_decisions(instrument: str) -> None:
    case = open_round(instrument, "1 P 10; 2 R 10", "10S 10H 6D 2H 9S KC", "1 hit")
    assert ended(case, "1") is Ended.BUST
    assert asked(case) == (2, "R")
    assert "13.1(d)" in refusal(case, "1 hit").clauses


@pytest.mark.parametrize(
    ("cards", "before", "legal_now"),
    [
        pytest.param("8S 8H", "", "split double hit stand", id="8-8"),
        pytest.param("4S 4H", "", "split double hit", id="4-4"),
        pytest.param("5S 6H", "", "double hit", id="5-6"),
        pytest.param("AS AH", "", "split double hit stand", id="A-A"),
        pytest.param("AS 5H", "", "double hit stand", id="A-5"),
        pytest.param("10S 9H", "", "double hit stand", id="10-9"),
        pytest.param("10S 2H 2C", "1 hit", "hit stand", id="10-2-2"),
        pytest.param("2S 3H 4C", "1 hit", "hit", id="2-3-4"),
        pytest.param("AS KH", "", "", id="Blackjack"),
        pytest.param("7S 7H 7D", "1 hit", "", id="7-7-7"),
        pytest.param("AS 5H 5D", "1 hit", "", id="A-5-5"),
        pytest.param("10S 6H 6C", "1 hit", "", id="bust"),
    ],
)
def test_9_1_the_opportunities_in_the_order_of_the_rule(
    instrument: str, cards: str, before: str, legal_now: str
) -> None:
    assert legal(instrument, cards, before) == tuple(legal_now.split())


# --- 9.2(a): no card at 21


@pytest.mark.clause("9.2", "9.2(a)")
def test_9_2_a_a_blackjack_draws_no_card(instrument: str) -> None:
    case = open_round(instrument, "1 P 10; 2 R 10", "AS 10H 10D KH 9S")
    assert ended(case, "1") is Ended.BLACKJACK
    for words in ("1 hit", "1 double 10"):
        assert "9.2(a)" in refusal(case, words).clauses


@pytest.mark.clause("9.2(a)")
@pytest.mark.parametrize(
    "cards", [pytest.param("7S 7H 7D", id="hard 21"), pytest.param("AS 5H 5D", id="soft 21")]
)
def test_9_2_a_a_hard_or_soft_21_draws_no_card(instrument: str, cards: str) -> None:
    first, second, third = cards.split()
    case = open_round(instrument, "1 P 10; 2 R 10", f"{first} 10S 6D {second} 9S {third}", "1 hit")
    assert ended(case, "1") is Ended.TWENTY_ONE
    assert "9.2(a)" in refusal(case, "1 hit").clauses


@pytest.mark.clause("9.2(a)")
def test_9_2_a_a_double_is_barred_at_21_too(instrument: str) -> None:
    """Only 9.1(c) refers to 9.2(a), but a double brings an additional card all the same."""
    case = open_round(
        instrument, "1 P 10; 2 R 10", "QS 10S 6D KH 9S AC", "1 split", double_on="any_cards"
    )
    assert ended(case, "1") is Ended.TWENTY_ONE
    assert "9.2(a)" in refusal(case, "1 double 10").clauses


# --- 9.2(b): under 12


@pytest.mark.clause("9.2(b)")
@pytest.mark.parametrize("cards", ["2S 3H", "2S 2H", "5S 6H", "7S 4H", "9S 2H"])
def test_9_2_b_a_hard_total_under_12_may_not_stand(instrument: str, cards: str) -> None:
    first, second = cards.split()
    case = open_round(instrument, "1 P 10", f"{first} 6D {second}")
    assert refusal(case, "1 stand").clauses == ("9.2(b)",)


@pytest.mark.clause("9.2(b)")
def test_9_2_b_drawing_goes_on_until_the_total_is_12(instrument: str) -> None:
    case = open_round(instrument, "1 P 10", "2S 6D 2H 3C 4C 2D")
    for total in (4, 7, 11):
        assert case.round.boxes[0].hands[0].total == total
        assert not allowed(case, "1 stand")
        go_on(case, "1 hit")
    assert case.round.boxes[0].hands[0].total == 13
    assert allowed(case, "1 stand")
    assert [fact.clauses for fact in facts(case, Dealt)[3:]] == [("9.2(b)",)] * 3


@pytest.mark.clause("9.2(b)")
def test_9_2_b_the_total_that_ends_it_counts_an_ace_as_eleven(instrument: str) -> None:
    """Hard 9 and an ace are 20, not 10; what began as a hard total ends as any total."""
    case = open_round(instrument, "1 P 10", "4S 6D 5H AC", "1 hit")
    assert case.round.boxes[0].hands[0].total == 20
    assert allowed(case, "1 stand")


@pytest.mark.clause("9.1(d)")
@pytest.mark.parametrize("cards", ["AS 5H", "AS AH", "AS 2H"])
def test_9_2_b_a_soft_hand_may_stand(instrument: str, cards: str) -> None:
    """Its aces could each count one, but a total is hard only when they have to."""
    first, second = cards.split()
    case = open_round(instrument, "1 P 10", f"{first} 6D {second}", "1 stand")
    assert ended(case, "1") is Ended.STOOD


@pytest.mark.clause("9.1(b)", "A:Double/double down")
def test_9_2_b_unless_the_player_doubles(instrument: str) -> None:
    """11.2 gives one card and 9.2(b) asks for no other, even under 12."""
    case = play_round(instrument, "1 P 10", "2S 6D 3H 2C 10C 10D", said("1 double 10"))
    assert hand(case, "1") == list(parse_cards("2S 3H 2C"))
    assert ended(case, "1") is Ended.DOUBLED
    assert case.net() == {"P": 20}


@pytest.mark.clause("9.1(a)")
def test_9_2_b_does_not_take_away_the_split(instrument: str) -> None:
    """9.2(b) names only the double, but 9.1(a) is not made subject to it."""
    case = open_round(instrument, "1 P 10", "4S 6D 4H", "1 split")
    assert len(case.round.boxes[0].hands) == 2


@pytest.mark.clause("A:Subsequent deal", "9.1")
def test_9_1_the_subsequent_deal_follows_the_initial_deal(instrument: str) -> None:
    case = open_round(instrument, "1 P 10", "10S 6D")
    assert "9.1" in refusal(case, "1 hit").clauses, "the initial deal is not over"
    case.round.deal(parse_cards("2H")[0])
    assert allowed(case, "1 hit")
