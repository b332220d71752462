"""Rule 14.7: a player who is not there to decide."""

from __future__ import annotations

import pytest
from tests.act_blackjack.cases import ended, facts, hand, open_round, said
from tests.support import play_round

from croupier.cards import parse_cards
from croupier.games.blackjack.asks_and_answers import (
    Choice,
    DeclineInsurance,
    Insure,
    TakeEvenMoney,
)
from croupier.games.blackjack.facts import Dealt, Elected, Ended
from croupier.games.blackjack.legal_answers import why_not


@pytest.mark.clause("14.7")
@pytest.mark.parametrize(
    ("cards", "drawn", "left"),
    [
        pytest.param("5S 6H", "9C", "3C", id="hard 11 draws"),
        pytest.param("2S 3H", "4C 2C AC", "", id="hard 11 and an ace are 12"),
        pytest.param("2S 3H", "6C AC", "3C", id="12 is enough"),
        pytest.param("4S 5H", "AC", "3C", id="hard 9 and an ace are 20"),
        pytest.param("10S 2H", "", "3C", id="hard 12 stands"),
        pytest.param("AS AH", "", "3C", id="soft 12 stands"),
        pytest.param("7S 7H", "", "3C", id="a pair is not split"),
    ],
)
def test_14_7_cards_are_dealt_until_the_total_exceeds_eleven(
    instrument: str, cards: str, drawn: str, left: str
) -> None:
    """The total is the best one, and nothing but drawing is done for the player."""
    first, second = cards.split()
    case = open_round(
        instrument, "1 P 10; 2 R 10", f"{first} 10S 6D {second} 9S {drawn} {left}", absent=["P"]
    )
    assert hand(case, "1") == list(parse_cards(f"{cards} {drawn}"))
    assert ended(case, "1") is Ended.STOOD
    assert case.left == list(parse_cards(left))
    assert isinstance(case.round.due, Choice)
    assert case.round.due.player == "R"
    assert {fact.clauses for fact in facts(case, Dealt)[5:]} <= {("14.7",)}


@pytest.mark.clause("8.1(a)")
def test_14_7_an_absent_players_blackjack_is_paid_as_any_other(instrument: str) -> None:
    case = play_round(instrument, "1 P 10", "AS 6D KH", absent=["P"])
    assert case.net() == {"P": 15}


@pytest.mark.clause("14.7")
def test_14_7_an_absent_player_neither_insures_nor_takes_even_money(instrument: str) -> None:
    case = open_round(instrument, "1 P 10; 2 R 10", "AS 10S AD KH 9S", absent=["P"])
    for answer in (Insure(player="P", box=1, amount=500), TakeEvenMoney(player="P", box=1)):
        refused = why_not(case.round, answer)
        assert refused is not None
        assert refused.clauses == ("14.7",)
    assert why_not(case.round, DeclineInsurance(player="P", box=1)) is None
    case.round.absent.clear()
    assert why_not(case.round, TakeEvenMoney(player="P", box=1)) is None


@pytest.mark.clause("9.1(d)")
def test_14_7_the_next_bettor_on_the_box_decides_for_an_absent_one(instrument: str) -> None:
    """4.5 names an order of preference, and 14.7 is for a hand that nobody can decide."""
    case = open_round(instrument, "1 P 10; 1 Q 20", "8S 6D 8H", absent=["P"])
    assert isinstance(case.round.due, Choice)
    assert case.round.due.player == "Q"
    case.round.answer(said("1 stand")[0])
    assert ended(case, "1") is Ended.STOOD


@pytest.mark.clause("14.7")
def test_14_7_or_the_dealer_draws_past_eleven_where_the_table_says_so(instrument: str) -> None:
    case = play_round(
        instrument,
        "1 P 10; 1 Q 20",
        "2S 6D 3H 8C 10C 10D",
        absent=["P"],
        absent_decider="draw_to_12",
    )
    assert hand(case, "1") == list(parse_cards("2S 3H 8C"))
    assert case.net() == {"P": 10, "Q": 20}


@pytest.mark.clause("14.7")
def test_14_7_the_dealer_draws_when_every_bettor_on_the_box_is_away(instrument: str) -> None:
    case = play_round(instrument, "1 P 10; 1 Q 20", "2S 6D 3H 8C 10C 10D", absent=["P", "Q"])
    assert case.net() == {"P": 10, "Q": 20}


@pytest.mark.clause("10.2(b)")
def test_14_7_an_absent_back_bettor_rides_on_the_first_hand(instrument: str) -> None:
    """Who is away elects nothing, so 10.2(b) places the wager and 11.2 adds none."""
    case = play_round(
        instrument,
        "1 P 10; 1 Q 20",
        "9S 8D 9H 2C 10C 7D KD",
        said("1 split; 1 double 10; 1.2 stand"),
        absent=["Q"],
    )
    assert [(fact.player, fact.on, fact.amount) for fact in facts(case, Elected)] == [
        ("Q", "split", 0),
        ("Q", "double", 0),
    ]
    assert case.net() == {"P": 10, "Q": 20}
