"""W21, W23 and W24: limits at a live table."""

from __future__ import annotations

from typing import Any

import pytest
from tests.table_support import (
    ACT_2006,
    ACT_2018,
    DEALER,
    SUPERVISOR,
    At,
    open_table,
    player,
)

from croupier.games.blackjack.asks_and_answers import Stand
from croupier.table.acts.betting import ReturnShortWager
from croupier.table.acts.limit_markers import PlaceMarker
from croupier.table.acts.patrons import Sit
from croupier.table.acts.player_restrictions import RequireMinimum
from croupier.table.facts import Controls, Outcome, Settled, Warned

PAIRS: dict[str, Any] = {"side_bets": ["perfect-pairs"]}


# --- W21: under the minimum


def told(instrument: str, **options: Any) -> At:
    """X has bet 5 where the minimum is 10, won with 20 against 19, and been told."""
    at = open_table(instrument, "X", **options)
    at.bet("X", 1, 5)
    at.deal("10S 10D QS")
    at.stand(1)
    assert at.settle("9D") == {"X": 5}
    assert [(fact.player, fact.box) for fact in at.facts_of(Warned)] == [("X", 1)]
    return at


@pytest.mark.clause("3.4", "13.1(b)")
def test_W21_the_first_short_wager_is_paid_for_what_it_is(instrument: str) -> None:
    told(instrument)


@pytest.mark.clause("3.4")
@pytest.mark.parametrize("cards", ["QS 6D QS", "10S 10D 2H", "AS 6D KH"])
def test_W21_the_next_one_noticed_after_the_deal_is_returned(instrument: str, cards: str) -> None:
    at = told(instrument)
    at.bet("X", 1, 5)
    at.no_more_bets(overlooked=(("X", 1),))
    at.deal(cards)
    at.do(ReturnShortWager(player="X", box=1), DEALER)
    assert at.settle() == {"X": 0}
    assert at.last(Settled).outcome is not Outcome.VOID  # nobody declared anything


@pytest.mark.clause("06:18.10", "06:3.4")
def test_W21_a_perfect_pair_beside_it_is_void_in_2006() -> None:
    at = told(ACT_2006, **PAIRS)
    at.bet("X", 1, 5)
    at.bet("X", 1, 5, "perfect-pairs")
    at.no_more_bets(overlooked=(("X", 1),))
    at.deal("QS 6D QS")
    assert at.net() == {"X": 120}  # 125 won and the 5 of the main wager still out
    at.do(ReturnShortWager(player="X", box=1), DEALER)
    assert at.settle() == {"X": 0}


@pytest.mark.clause("18:17.8", "18:3.4")
def test_W21_in_2018_it_goes_back_before_the_deal_and_is_settled_after_it() -> None:
    at = told(ACT_2018, **PAIRS)
    at.bet("X", 1, 5)
    at.bet("X", 1, 5, "perfect-pairs")
    at.arrive("Y")
    at.bet("Y", 2, 10)
    closed = at.no_more_bets()
    back = [fact for fact in closed if isinstance(fact, Settled)]
    assert [(fact.wager, fact.outcome, fact.stake) for fact in back] == [
        ("main", Outcome.RETURNED, 500),
        ("perfect-pairs", Outcome.RETURNED, 500),
    ]
    at.deal("10S 7D 10H")
    at.stand(2)
    at.settle("10C")

    at.bet("X", 1, 5)
    at.bet("X", 1, 5, "perfect-pairs")
    at.no_more_bets(overlooked=(("X", 1),))
    at.deal("QS 6D QS")
    at.do(ReturnShortWager(player="X", box=1), DEALER)
    assert at.settle() == {"X": 125}


@pytest.mark.clause("3.4", "8.1(a)")
def test_W21_a_first_short_wager_that_is_a_blackjack_is_paid_three_to_two(
    instrument: str,
) -> None:
    at = open_table(instrument, "X")
    at.bet("X", 1, 5)
    at.deal("AS 6D KH")
    assert at.settle() == {"X": 7.5}


# --- W23: the personal marker, and who may share a box


def hundred(instrument: str, players: str = "P Q", **options: Any) -> At:
    """The box maximum is 100, and P has a marker of 500 at box 2."""
    at = open_table(instrument, players, limits={"main": [10_00, 100_00]}, **options)
    at.do(PlaceMarker(player="P", box=2, limit=500_00), SUPERVISOR)
    return at


@pytest.mark.clause("3.2", "4.6")
def test_W23_others_may_fill_the_gap_up_to_the_sign(instrument: str) -> None:
    at = hundred(instrument)
    at.bet("P", 2, 60)
    assert "4.6" in at.no_bet("Q", 2, 45).clauses
    at.bet("Q", 2, 40)


@pytest.mark.clause("3.2", "4.6")
def test_W23_with_300_down_nobody_else_fits(instrument: str) -> None:
    at = hundred(instrument)
    at.bet("P", 2, 300)
    assert "4.6" in at.no_bet("Q", 2, 10).clauses
    at.deal("10S 10D 9H")
    at.stand(2)
    assert at.settle("8C") == {"P": 300}


@pytest.mark.clause("06:3.2", "06:4.6")
def test_W23_where_the_marker_counts_200_are_left() -> None:
    at = hundred(ACT_2006, marker_total_limit="marker")
    at.bet("P", 2, 300)
    assert "4.6" in at.no_bet("Q", 2, 205).clauses
    at.bet("Q", 2, 200)
    at.deal("10S 10D 9H")
    at.stand(2)
    assert at.settle("8C") == {"P": 300, "Q": 200}


@pytest.mark.clause("3.2", "3.5")
def test_W23_where_no_marker_lies_the_sign_holds(instrument: str) -> None:
    at = hundred(instrument)
    at.bet("P", 5, 300)
    at.deal("10S 10D 9H")
    at.stand(5)
    assert at.settle("KC") == {"P": -100}


@pytest.mark.clause("4.5")
def test_W23_a_fourth_bettor_on_a_box_is_refused(instrument: str) -> None:
    at = open_table(instrument, "P Q R S")
    for name in "PQR":
        at.bet(name, 1, 10)
    assert at.no_bet("S", 1, 10).clauses == ("4.5",)


@pytest.mark.clause("4.5", "4.5(a)", "4.5(b)")
def test_W23_the_seated_player_decides_and_without_a_wager_the_nearest(instrument: str) -> None:
    at = open_table(instrument, "U V")
    at.do(Sit(player="U", box=3), player("U"))
    at.bet("V", 3, 10)
    at.bet("U", 3, 10)
    at.deal("10S 7D 8H")
    assert at.last(Controls).player == at.decider == "U"
    assert "4.5(a)" in at.refused(Stand(box=3), player("V")).clauses
    at.do(Stand(box=3), player("U"))
    at.settle("10C")

    at.arrive("W")
    at.bet("V", 3, 10)
    at.bet("W", 3, 10)
    at.deal("10S 7D 8H")
    assert at.last(Controls).player == at.decider == "V"
    assert at.last(Controls).clauses == ("4.5", "4.5(b)")


# --- W24: in mid-shoe


@pytest.mark.clause("4.7", "4.7(a)")
def test_W24_only_an_act_of_the_operator_holds_a_latecomer_to_the_minimum(
    instrument: str,
) -> None:
    at = open_table(instrument, "P")
    for _ in range(8):
        at.play(("P", 1, 10))
    at.arrive("Z")
    at.bet("Z", 2, 25)
    at.bet("Z", 2, 0)

    at.do(RequireMinimum(player="Z", reason="counting from the rail"), SUPERVISOR)
    assert at.no_bet("Z", 2, 25).clauses == ("4.7", "4.7(a)")
    at.bet("P", 1, 10)
    at.bet("Z", 2, 10)
    at.deal("10S 6D 6S 9H 5D")
    at.stand(1)
    at.double(2, 10)
    assert at.settle("9S 10C 10D") == {"P": 10, "Z": 20}

    at.play(("P", 1, 10))  # nobody makes Z bet

    at.bet("P", 1, 10)
    at.no_more_bets()
    at.cutting_card()
    at.load()
    at.bet("Z", 2, 25)


@pytest.mark.clause("06:19.1", "18:18.1")
def test_W24_a_machine_knows_no_mid_shoe(instrument: str) -> None:
    at = open_table(instrument, "P", device="shuffler")
    at.play(("P", 1, 10))
    at.arrive("Z")
    at.refused(RequireMinimum(player="Z", reason="counting from the rail"), SUPERVISOR)
    at.bet("Z", 2, 25)
