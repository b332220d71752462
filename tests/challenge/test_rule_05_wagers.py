"""Rule 5: wagers, where their chips lie, and how many share a box."""

from __future__ import annotations

from typing import Any

import pytest
from tests.challenge.table_support import open_table
from tests.table_support import DEALER, SUPERVISOR, permit_boxes, player

from croupier.games.challenge.acts.shared_boxes import LimitPlayers
from croupier.table.acts.betting import PlaceWager
from croupier.table.acts.chips_and_float import BringChips
from croupier.table.acts.patrons import GetUp, Leave, Sit
from croupier.table.facts import Attested, Controls, Placed, Settled

# --- 5.1 to 5.3


@pytest.mark.clause("nsw:5.1", "nsw:5.2")
def test_5_1_wagers_are_made_with_chips_on_the_box() -> None:
    at = open_table()
    at.bet("P", 1, 50)
    assert at.last(Placed).clauses == ("5.2", "5.1")
    assert at.no_bet("Q", 1, 20_000).clauses == ("5.1",)  # Q has 10,000
    cash = BringChips(player="P", amount=100_00, chips="cash")
    assert at.refused(cash, player("P")).clauses == ("5.1",)


@pytest.mark.clause("nsw:5.3", "nsw:7.1")
def test_5_3_after_the_first_card_no_wager_is_placed_raised_or_withdrawn() -> None:
    at = open_table()
    at.bet("P", 1, 50)
    at.no_more_bets()
    assert at.no_bet("Q", 2, 10).clauses == ("7.1",)
    at.deal("10S")
    for name, dollars in (("Q", 10), ("P", 60), ("P", 0)):
        assert at.no_bet(name, 1, dollars).clauses == ("5.3",)
    at.deal("6D AH")
    assert at.net() == {"P": 100}  # a Blackjack against a six, paid at once
    assert at.no_bet("P", 1, 10).clauses == ("5.3",)  # and no new wager in this round


# --- 5.4: three players on a box, or fewer


@pytest.mark.clause("nsw:5.4")
def test_5_4_up_to_three_players_wager_on_a_box() -> None:
    at = open_table("P Q R S")
    for name in "PQR":
        at.bet(name, 1, 10)
    assert at.no_bet("S", 1, 10).clauses == ("5.4",)
    at.bet("S", 2, 10)


@pytest.mark.clause("nsw:5.4")
def test_5_4_a_supervisor_may_let_fewer_of_them() -> None:
    at = open_table("P Q R S")
    at.do(LimitPlayers(most=2, box=1), SUPERVISOR)
    at.bet("P", 1, 10)
    at.bet("Q", 1, 10)
    assert at.no_bet("R", 1, 10).clauses == ("5.4",)
    at.bet("P", 1, 20)  # who is there may change a wager
    for name in "RS":
        at.bet(name, 2, 10)
    at.do(LimitPlayers(most=1), SUPERVISOR)
    assert at.no_bet("R", 1, 10).clauses == ("5.4",)
    at.do(LimitPlayers(most=3), SUPERVISOR)
    at.bet("R", 2, 0)
    at.bet("R", 1, 10)


@pytest.mark.clause("nsw:5.4")
def test_5_4_the_restriction_reaches_those_who_wager_there_already() -> None:
    at = open_table("P Q R", side_bets=["any-pairs"])
    permit_boxes(at, "R")
    at.bet("P", 1, 10)
    at.bet("Q", 1, 30)  # the largest: Q decides, and has the first option
    at.bet("R", 1, 20)
    at.bet("P", 1, 5, "any-pairs")
    at.bet("R", 2, 20)
    at.do(LimitPlayers(most=2, box=1), SUPERVISOR)
    left = [(wager.player, wager.box) for wager in at.table.wagers if wager.wager == "main"]
    assert left == [("P", 1), ("Q", 1), ("R", 2)]
    gone = at.last(Placed)
    assert (gone.player, gone.total, gone.clauses) == ("R", 0, ("5.4",))
    at.do(LimitPlayers(most=1), SUPERVISOR)
    left = [(wager.player, wager.box) for wager in at.table.wagers if wager.wager == "main"]
    assert left == [("Q", 1), ("R", 2)]
    assert at.table.chips.balances


@pytest.mark.clause("nsw:5.4")
def test_5_4_a_round_in_play_is_played_out() -> None:
    at = open_table("P Q")
    at.bet("P", 1, 10)
    at.bet("Q", 1, 10)
    at.deal("10H")
    at.do(LimitPlayers(most=1), SUPERVISOR)
    at.deal("6D 8S")
    at.stand(1)
    assert at.settle("10D KC") == {"P": 10, "Q": 10}
    at.bet("P", 1, 10)
    assert at.no_bet("Q", 1, 10).clauses == ("5.4",)


@pytest.mark.clause("nsw:5.4")
def test_5_4_a_supervisor_does_not_let_more_than_three_or_none() -> None:
    at = open_table()
    for most in (0, 4, -1):
        assert at.refused(LimitPlayers(most=most), SUPERVISOR).clauses == ("5.4",)
    assert at.refused(LimitPlayers(most=2, box=9), SUPERVISOR).clauses == ("2.2.1",)


@pytest.mark.clause("nsw:5.4", "nsw:13.4")
def test_5_4_fewer_players_on_a_box_leave_its_side_bets_alone() -> None:
    at = open_table(side_bets=["any-pairs"])
    at.do(LimitPlayers(most=1), SUPERVISOR)
    at.bet("P", 1, 10)
    assert at.no_bet("Q", 1, 10).clauses == ("5.4",)
    at.bet("Q", 1, 5, "any-pairs")
    assert at.no_bet("Q", 2, 5, "any-pairs").clauses == ("13.4",)


# --- 5.9


@pytest.mark.clause("nsw:5.9")
@pytest.mark.parametrize(
    ("unit", "won"), [("hand_per_player", 30), ("wager", 40), ("player_total", 30)]
)
def test_5_9_a_win_is_rounded_up_as_the_table_reads_it(unit: str, won: float) -> None:
    """15 and 12 more by doubling, with chips of 10."""
    usual: dict[str, Any] = {} if unit == "hand_per_player" else {"rounding_unit": unit}
    at = open_table(smallest_chip=10_00, **usual)
    at.bet("P", 1, 15)
    at.deal("5S 6D 6H")
    at.double(1, 12)
    assert at.settle("9C 10H 10D") == {"P": won}
    assert "5.9" in at.facts_of(Settled)[-1].clauses


# --- 5.14: where the chips lie


@pytest.mark.clause("nsw:5.14")
def test_5_14_a_wager_stands_where_it_lies_even_if_the_dealer_put_it_there() -> None:
    at = open_table()
    at.do(PlaceWager(player="P", box=2, amount=50_00), DEALER)  # P had asked for box 1
    helped = at.last(Attested)
    assert (helped.by, helped.clauses) == ("dan", ("5.14",))
    at.deal("10S 7D 10H")
    at.stand(2)
    assert at.settle("10C") == {"P": 50}
    at.bet("P", 1, 50)
    assert at.last(Attested) is helped


def test_a_player_who_gets_up_does_not_decide_as_the_seated() -> None:
    at = open_table()
    at.do(Sit(player="P", box=1), player("P"))
    at.bet("P", 1, 10)
    at.bet("Q", 1, 20)
    at.do(GetUp(player="P"), player("P"))
    at.no_more_bets()
    assert at.last(Controls).player == "Q"


@pytest.mark.clause("nsw:5.3")
def test_5_3_what_the_rules_of_play_add_counts_towards_no_maximum_unless_the_table_says_so() -> (
    None
):
    at = open_table("P")
    at.bet("P", 1, 400)  # of 500
    at.deal("5S 6D 6H")
    assert at.refused(PlaceWager(player="P", box=1, amount=450_00), player("P")).clauses == ("5.3",)
    at.double(1, 400)


@pytest.mark.clause("nsw:5.3")
def test_5_3_who_has_been_paid_or_has_lost_may_go_before_the_round_is_over() -> None:
    at = open_table("P Q R")
    for box, name in enumerate("PQR", 1):
        at.bet(name, box, 10)
    at.no_more_bets()
    for name in "PQR":
        assert at.refused(Leave(player=name), player(name)).clauses == ("5.3",)
    at.deal("AS 10H 9H 7D KH 6H 9C")  # P is paid at once
    at.leave("P")
    assert at.refused(Leave(player="Q"), player("Q")).clauses == ("5.3",)
    at.hit(2)
    at.deal("10C")
    at.leave("Q")
    at.stand(3)
    assert at.settle("10S")["R"] == 10
    at.play(("R", 1, 10))
