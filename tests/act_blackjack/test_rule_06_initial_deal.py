"""Rule 6: two cards to each box and one to the dealer, face up, clockwise."""

from __future__ import annotations

import pytest
from tests.act_blackjack.cases import dealt, facts, go_on, hand, open_round, stages
from tests.table_support import DEALER, open_table

from croupier.cards import Card, parse_cards
from croupier.games.blackjack.asks_and_answers import CardDue, Choice
from croupier.games.blackjack.facts import Dealt, Stage
from croupier.table.acts.betting import NoMoreBets
from croupier.table.acts.dealing import Deal
from croupier.table.facts import BettingClosed


@pytest.mark.clause("6.1")
def test_6_1_every_card_lies_face_up(instrument: str) -> None:
    case = open_round(instrument, "1 P 10; 2 R 10", "4S 9H KD 5C 6S")
    laid = [*hand(case, "1"), *hand(case, "2"), *hand(case, "0")]
    assert sorted(laid) == sorted(parse_cards("4S 9H KD 5C 6S"))


@pytest.mark.clause("6.2")
def test_6_2_the_deal_goes_clockwise_from_the_first_box_with_a_wager(instrument: str) -> None:
    case = open_round(instrument, "5 R 10; 2 P 10; 3 Q 10", "4S 9H KD 10C 5C 6S 7D")
    assert dealt(case) == list(
        zip((2, 3, 5, 0, 2, 3, 5), parse_cards("4S 9H KD 10C 5C 6S 7D"), strict=True)
    )


@pytest.mark.clause("6.2")
def test_6_2_the_dealer_announces_no_more_bets_and_then_deals(instrument: str) -> None:
    at = open_table(instrument, "P Q")
    at.bet("P", 1, 10)
    at.bet("Q", 2, 10)
    assert not at.allowed(Deal(card=Card("4S")), DEALER)
    announced = [fact for fact in at.no_more_bets() if isinstance(fact, BettingClosed)]
    assert [(fact.round, fact.clauses) for fact in announced] == [(1, ("6.2",))]
    assert at.refused(NoMoreBets(), DEALER).clauses == ("6.2",)
    at.no_bet("Q", 2, 20)
    at.deal("4S")


@pytest.mark.clause("6.2")
def test_6_2_a_shared_box_gets_one_hand(instrument: str) -> None:
    case = open_round(instrument, "1 P 10; 1 Q 20; 1 R 30", "4S 10C 5C")
    assert dealt(case) == list(zip((1, 0, 1), parse_cards("4S 10C 5C"), strict=True))


@pytest.mark.clause("6.2(a)")
def test_6_2_a_first_one_card_to_each_box(instrument: str) -> None:
    case = open_round(instrument, "1 P 10; 4 R 10", "4S 9H")
    assert dealt(case) == [(1, "4S"), (4, "9H")]
    assert {fact.clauses for fact in facts(case, Dealt)} == {("6.2(a)",)}


@pytest.mark.clause("6.2(b)")
def test_6_2_b_then_one_card_to_the_dealer(instrument: str) -> None:
    case = open_round(instrument, "1 P 10; 4 R 10", "4S 9H KD")
    assert dealt(case)[2:] == [(0, "KD")]
    assert facts(case, Dealt)[2].clauses == ("6.2(b)",)


@pytest.mark.clause("6.2(c)")
def test_6_2_c_then_another_card_to_each_box(instrument: str) -> None:
    case = open_round(instrument, "1 P 10; 4 R 10", "4S 9H KD 5C 6S")
    assert dealt(case)[3:] == [(1, "5C"), (4, "6S")]
    assert {fact.clauses for fact in facts(case, Dealt)[3:]} == {("6.2(c)",)}


@pytest.mark.clause("A:Initial deal", "6.2(b)")
def test_6_2_the_dealer_gets_no_second_card_before_every_hand_is_finished(
    instrument: str,
) -> None:
    """There is no hole card and nobody looks; 12.1 waits for all players' hands."""
    case = open_round(instrument, "1 P 10; 2 R 10", "10S 9H AD 5C 6S 2C 8D", "the dealer moves on")
    if instrument == "act-blackjack-2018":
        go_on(case, "the dealer moves on")
    for words in ("1 hit", "1 stand"):
        assert isinstance(case.round.due, Choice)
        assert hand(case, "0") == list(parse_cards("AD"))
        go_on(case, words)
    assert hand(case, "0") == list(parse_cards("AD"))
    go_on(case, "2 stand")
    assert hand(case, "0") == list(parse_cards("AD 8D"))


@pytest.mark.clause("6.2")
def test_6_2_nothing_but_cards_is_asked_for_during_the_initial_deal(instrument: str) -> None:
    case = open_round(instrument, "1 P 10; 2 R 10", "")
    for card in parse_cards("4S 9H KD 5C 6S"):
        assert isinstance(case.round.due, CardDue)
        case.round.deal(card)
    assert stages(case)[0] is Stage.INITIAL_DEAL
    assert isinstance(case.round.due, Choice)
