"""Rule 4: who may be held to the minimum, or to one box."""

from __future__ import annotations

from typing import Any

import pytest
from tests.table_support import DEALER, SUPERVISOR, At, open_table, permit_boxes

from croupier.table.acts.burn_and_reveal import NewCards
from croupier.table.acts.player_restrictions import LiftRestriction, RequireMinimum, Restrict
from croupier.table.acts.several_boxes import PermitSeveralBoxes
from croupier.table.acts.voiding import VoidRound
from croupier.table.facts import Exercised, Placed

# --- 4.7: the minimum until a new shoe


def in_mid_shoe(instrument: str, **options: Any) -> At:
    """P has bet every round of this shoe, Q let the second pass, Z has just come."""
    at = open_table(instrument, "P Q", **options)
    at.play(("P", 1, 50), ("Q", 2, 50))
    at.play(("P", 1, 50))
    at.arrive("Z")
    return at


@pytest.mark.clause("4.7", "4.7(a)")
def test_4_7_a_who_missed_the_first_round_may_be_held_to_the_minimum(instrument: str) -> None:
    at = in_mid_shoe(instrument)
    at.bet("Z", 3, 50)  # never by itself
    at.do(RequireMinimum(player="Z", reason="joined late"), SUPERVISOR)
    power = at.last(Exercised)
    assert (power.subject, power.reason, power.clauses) == ("Z", "joined late", ("4.7", "4.7(a)"))
    assert [w.amount for w in at.table.wagers] == [10_00]  # what lay there comes down
    assert at.chips("Z") == 9_990
    assert at.no_bet("Z", 3, 15).clauses == ("4.7", "4.7(a)")


@pytest.mark.clause("4.7", "4.7(b)")
def test_4_7_b_so_may_who_let_a_round_pass(instrument: str) -> None:
    at = in_mid_shoe(instrument)
    at.do(RequireMinimum(player="Q", reason="waits for good shoes"), SUPERVISOR)
    assert at.last(Exercised).clauses == ("4.7", "4.7(b)")
    assert at.no_bet("Q", 2, 50).clauses == ("4.7", "4.7(b)")


@pytest.mark.clause("4.7")
def test_4_7_and_nobody_else(instrument: str) -> None:
    at = in_mid_shoe(instrument)
    act = RequireMinimum(player="P", reason="wins too much")
    assert at.refused(act, SUPERVISOR).clauses == ("4.7",)
    for_no_reason = RequireMinimum(player="Z", reason="")
    assert at.refused(for_no_reason, SUPERVISOR).clauses == ("4.7",)


@pytest.mark.clause("4.7(a)", "4.7(b)", "A:Void")
def test_4_7_a_void_round_is_none_of_the_shoe(instrument: str) -> None:
    """Who wagered in it has not missed the first round by that, nor let one pass."""
    at = open_table(instrument, "P Q")
    void = VoidRound(ground="impractical", reason="the lights went out")
    hold_q = RequireMinimum(player="Q", reason="waits for good shoes")
    for who in "PQ":  # the first round that counts is the one after these
        at.bet(who, 1, 10)
        at.deal("9C")
        at.do(void, SUPERVISOR)
    at.play(("P", 1, 10), ("Q", 2, 10))
    at.arrive("Z")
    at.bet("P", 1, 10)
    at.deal("9C")
    at.do(void, SUPERVISOR)
    assert at.refused(hold_q, SUPERVISOR).clauses == ("4.7",)
    at.do(RequireMinimum(player="Z", reason="joined late"), SUPERVISOR)
    assert at.last(Exercised).clauses == ("4.7", "4.7(a)")
    at.play(("P", 1, 10))
    at.do(hold_q, SUPERVISOR)
    assert at.last(Exercised).clauses == ("4.7", "4.7(b)")


@pytest.mark.clause("4.7(a)")
def test_4_7_it_bars_nobody_and_leaves_doubling_splitting_and_insurance_open(
    instrument: str,
) -> None:
    at = in_mid_shoe(instrument)
    at.do(RequireMinimum(player="Z", reason="joined late"), SUPERVISOR)
    at.bet("Z", 3, 10)
    at.deal("8S AD 8H")
    at.insure("Z", 3, 5)
    at.move_on()
    at.split(3)
    at.deal("3C")
    at.double(3, 10)
    at.deal("10H 10C")
    at.stand(3, 2)
    at.settle("KC")
    at.play(("P", 1, 50))  # and sitting out is no offence


@pytest.mark.clause("4.7(a)", "3.4")
def test_4_7_a_lower_wager_is_a_case_of_3_4(instrument: str) -> None:
    """4.7 asks for the minimum; a shorter wager is settled once and then returned, as any is."""
    at = in_mid_shoe(instrument)
    at.do(RequireMinimum(player="Z", reason="joined late"), SUPERVISOR)
    at.bet("Z", 3, 5)
    at.deal("10S 7D 9H")
    at.stand(3)
    assert at.settle("10C") == {"Z": 5}


@pytest.mark.clause("4.7", "A:New shoe")
def test_4_7_it_ends_with_a_new_shoe(instrument: str) -> None:
    at = in_mid_shoe(instrument)
    at.do(RequireMinimum(player="Z", reason="joined late"), SUPERVISOR)
    at.bet("P", 1, 50)
    at.deal("10S 7D")
    at.cutting_card()
    at.deal("9H")
    at.stand(1)
    at.settle("10C")
    at.load()
    at.bet("Z", 3, 50)
    act = RequireMinimum(player="Z", reason="still here")
    assert at.refused(act, SUPERVISOR).clauses == ("4.7",)  # the first round is yet to come


@pytest.mark.clause("4.7(a)", "4.7(b)")
def test_4_7_or_always_where_the_table_says_so(instrument: str) -> None:
    at = in_mid_shoe(instrument, mid_shoe="always")
    assert at.no_bet("Z", 3, 50).clauses == ("4.7", "4.7(a)")
    assert at.no_bet("Q", 2, 50).clauses == ("4.7", "4.7(b)")
    at.bet("P", 1, 50)


@pytest.mark.clause("4.7")
def test_4_7_or_never(instrument: str) -> None:
    at = in_mid_shoe(instrument, mid_shoe="off")
    act = RequireMinimum(player="Z", reason="joined late")
    assert at.refused(act, SUPERVISOR).clauses == ("4.7",)


@pytest.mark.clause("4.7(a)")
def test_4_7_leaving_and_coming_back_does_not_end_it(instrument: str) -> None:
    at = in_mid_shoe(instrument)
    at.do(RequireMinimum(player="Z", reason="joined late"), SUPERVISOR)
    at.leave("Z")
    at.arrive("Z")
    assert at.no_bet("Z", 3, 50).clauses == ("4.7", "4.7(a)")
    at.do(LiftRestriction(player="Z"), SUPERVISOR)
    at.bet("Z", 3, 50)


@pytest.mark.clause("06:4.7(a)", "06:19.1", "18:4.7(a)", "18:18.1")
def test_4_7_a_machine_put_in_ends_it(instrument: str) -> None:
    at = in_mid_shoe(instrument)
    at.do(RequireMinimum(player="Z", reason="joined late"), SUPERVISOR)
    new = NewCards(checked_by_supervisor="sue", checked_by_dealer="dan", device="shuffler")
    at.do(new, SUPERVISOR)
    at.bet("Z", 3, 50)
    at.load()
    at.refused(RequireMinimum(player="Z", reason="joined late"), SUPERVISOR)


# --- 4.8 and 4.9: one box and the minimum


RESTRICT = Restrict(player="P", procedure="CP 4", tracked="file 9")


@pytest.mark.clause("4.8")
def test_4_8_a_player_may_be_limited_to_one_box_and_the_minimum_and_the_commission_is_told(
    instrument: str,
) -> None:
    at = open_table(instrument)
    permit_boxes(at, "P")
    at.bet("P", 1, 50)
    at.bet("P", 2, 50)
    at.do(RESTRICT, SUPERVISOR)
    told = [(n.to, n.about, n.detail) for n in at.table.notices]
    assert ("commission", "restriction of play", "P") in told
    assert [(w.box, w.amount) for w in at.table.wagers] == [(1, 10_00)]
    assert at.no_bet("P", 1, 15).clauses == ("4.8",)
    assert at.no_bet("P", 2, 10).clauses == ("4.8",)
    assert at.refused(PermitSeveralBoxes(player="P"), DEALER).clauses == ("4.8",)


@pytest.mark.clause("4.8")
def test_4_8_it_follows_an_approved_procedure_and_needs_tracking(instrument: str) -> None:
    at = open_table(instrument)
    for restrict in (
        Restrict(player="P", procedure="", tracked="file 9"),
        Restrict(player="P", procedure="CP 4"),
        Restrict(player="P", procedure="CP 4", tracked=""),
    ):
        assert at.refused(restrict, SUPERVISOR).clauses == ("4.8",)


@pytest.mark.clause("4.8", "4.9")
def test_4_9_who_was_tracked_and_restricted_before_needs_no_new_tracking(
    instrument: str,
) -> None:
    at = open_table(instrument)
    at.do(RESTRICT, SUPERVISOR)
    at.do(LiftRestriction(player="P"), SUPERVISOR)
    assert at.refused(LiftRestriction(player="P"), SUPERVISOR).clauses == ("4.8",)
    at.bet("P", 1, 50)
    at.bet("P", 1, 0)
    at.do(Restrict(player="P", procedure="CP 4"), SUPERVISOR)
    assert at.facts_of(Exercised)[-1].clauses == ("4.8", "4.9")
    assert at.no_bet("P", 1, 50).clauses == ("4.8", "4.9")
    assert at.table.notices[-1].to == "commission"


@pytest.mark.clause("4.7(a)", "4.8", "4.3")
def test_4_8_and_4_7_leave_a_wager_that_is_in_play_alone(instrument: str) -> None:
    """4.3 over both: what lies there when the first card is dealt is not altered."""
    at = in_mid_shoe(instrument)
    at.bet("Z", 3, 50)
    at.deal("10S 7D 9H")
    assert at.no_bet("Z", 3, 10).clauses == ("4.3",)
    at.do(RequireMinimum(player="Z", reason="joined late"), SUPERVISOR)
    at.do(Restrict(player="Z", procedure="CP 4", tracked="file 9"), SUPERVISOR)
    at.stand(3)
    assert at.settle("10C") == {"Z": 50}
    assert at.no_bet("Z", 3, 50).clauses == ("4.8",)


@pytest.mark.clause("4.8", "5.4(a)")
def test_4_8_holds_of_wagers_that_lie_there_again_when_no_card_was_dealt(instrument: str) -> None:
    at = open_table(instrument)
    permit_boxes(at, "P")
    at.play()
    at.bet("P", 1, 50)
    at.bet("P", 2, 50)
    at.no_more_bets()
    at.do(Restrict(player="P", procedure="AP 12", tracked="log 7"), SUPERVISOR)
    at.cutting_card()
    assert [(wager.box, wager.amount) for wager in at.table.wagers] == [(1, 10_00)]


@pytest.mark.clause("4.8")
def test_4_8_outlasts_a_visit_and_a_machine(instrument: str) -> None:
    """Unlike 4.7 it is not switched off by an automated shuffling shoe."""
    at = open_table(instrument, device="shuffler")
    at.do(RESTRICT, SUPERVISOR)
    at.leave("P")
    at.arrive("P")
    assert at.no_bet("P", 1, 50).clauses == ("4.8",)


def beside_a_side_bet(instrument: str, **options: Any) -> At:
    """Others have their wagers on boxes 2 and 3; a side bet there needs no wager of P's own."""
    at = open_table(
        instrument, side_bets=["perfect-pairs"], side_bet_needs_own_main=False, **options
    )
    at.bet("Q", 2, 50)
    at.bet("R", 3, 50)
    return at


@pytest.mark.clause("4.8")
def test_4_8_a_single_box_is_one_for_side_bets_too(instrument: str) -> None:
    at = beside_a_side_bet(instrument)
    at.do(RESTRICT, SUPERVISOR)
    at.bet("P", 1, 10)
    assert at.no_bet("P", 2, 5, "perfect-pairs").clauses == ("4.8",)
    at.bet("P", 1, 5, "perfect-pairs")
    at.bet("P", 1, 0, "perfect-pairs")
    at.bet("P", 1, 0)
    at.bet("P", 2, 5, "perfect-pairs")
    assert at.no_bet("P", 3, 5, "perfect-pairs").clauses == ("4.8",)
    assert at.no_bet("P", 1, 10).clauses == ("4.8",)
    at.bet("P", 2, 10)
    at.bet("Q", 3, 5, "perfect-pairs")  # whom nobody has limited


@pytest.mark.clause("4.8")
def test_4_8_side_bets_that_lie_on_another_box_go_back(instrument: str) -> None:
    at = beside_a_side_bet(instrument)
    permit_boxes(at, "P")
    at.bet("P", 2, 5, "perfect-pairs")
    at.bet("P", 1, 50)
    at.bet("P", 1, 5, "perfect-pairs")
    at.bet("P", 4, 50)
    at.bet("P", 4, 5, "perfect-pairs")
    at.do(RESTRICT, SUPERVISOR)
    left = [(w.box, w.wager, w.amount) for w in at.table.wagers if w.player == "P"]
    assert left == [(1, "main", 10_00), (1, "perfect-pairs", 5_00)]
    assert at.chips("P") == 9_985


@pytest.mark.clause("4.8")
def test_4_8_without_a_main_wager_the_first_side_bet_says_which_box(instrument: str) -> None:
    at = beside_a_side_bet(instrument)
    at.bet("P", 3, 5, "perfect-pairs")
    at.bet("P", 2, 5, "perfect-pairs")
    at.do(RESTRICT, SUPERVISOR)
    assert [w.box for w in at.table.wagers if w.player == "P"] == [3]
    assert at.last(Placed).clauses == ("4.8",)
