"""Rule 4: placing wagers, sharing boxes, and who may be held to the minimum."""

from __future__ import annotations

from typing import Any

import pytest
from tests.table_support import (
    ACT_2018,
    DEALER,
    SUPERVISOR,
    At,
    open_table,
    permit_boxes,
    player,
)

from croupier.games.blackjack.asks import Double, Elect, Hit, Insure, Split, Stand
from croupier.table.acts.cards import NewCards
from croupier.table.acts.chips import BringChips, TakeChips
from croupier.table.acts.conduct import RecordBreach
from croupier.table.acts.limit_markers import PlaceMarker
from croupier.table.acts.patrons import GetUp, Leave, Sit
from croupier.table.acts.restrictions import LiftRestriction, RequireMinimum, Restrict
from croupier.table.acts.several_boxes import GiveUpBox, PermitSeveralBoxes
from croupier.table.acts.voiding import Exclude
from croupier.table.facts import Controls, Exercised, Placed, Seated
from croupier.table.table import Phase

# --- 4.1: a chance to bet before the first card


@pytest.mark.clause("4.1")
def test_4_1_every_player_may_bet_change_and_take_back_until_betting_closes(
    instrument: str,
) -> None:
    at = open_table(instrument)
    at.bet("P", 1, 50)
    at.bet("Q", 2, 10)
    at.bet("P", 1, 20)
    at.bet("Q", 2, 0)
    assert [(fact.player, fact.amount, fact.total) for fact in at.facts_of(Placed)] == [
        ("P", 50_00, 50_00),
        ("Q", 10_00, 10_00),
        ("P", -30_00, 20_00),
        ("Q", -10_00, 0),
    ]
    assert (at.chips("P"), at.chips("Q")) == (9_980, 10_000)
    assert at.no_bet("Q", 2, 0).clauses == ("4.1",)  # there is none to take back


@pytest.mark.clause("4.1")
def test_4_1_betting_opens_again_when_the_cards_are_collected(instrument: str) -> None:
    at = open_table(instrument)
    at.play()
    assert at.table.phase is Phase.BETTING
    at.bet("R", 7, 10)


@pytest.mark.clause("4.1")
def test_4_1_only_who_is_at_the_table_bets_at_it(instrument: str) -> None:
    at = open_table(instrument)
    assert at.no_bet("Z", 1, 10).clauses == ("4.1",)


@pytest.mark.clause("18:4.1", "18:17.8")
def test_4_1_a_main_wager_taken_back_takes_the_side_wagers_with_it_that_it_let_stand() -> None:
    """17.8 lets them lie only on a box with a Blackjack wager, whoever's they are."""
    at = open_table(ACT_2018, side_bets=["perfect-pairs"])
    at.bet("P", 1, 10)
    for name in "PQR":
        at.bet(name, 1, 5, "perfect-pairs")
    at.bet("Q", 2, 10)
    at.bet("Q", 2, 5, "perfect-pairs")
    at.bet("P", 1, 0)
    assert [(w.player, w.box, w.wager) for w in at.table.wagers] == [
        ("Q", 2, "main"),
        ("Q", 2, "perfect-pairs"),
    ]
    assert (at.chips("P"), at.chips("Q"), at.chips("R")) == (10_000, 9_985, 10_000)
    assert at.last(Placed).clauses == ("17.8",)


@pytest.mark.clause("18:4.1", "18:17.8")
def test_4_1_unless_another_main_wager_lets_them_stand() -> None:
    at = open_table(ACT_2018, side_bets=["perfect-pairs"])
    at.bet("P", 1, 10)
    at.bet("Q", 1, 10)
    at.bet("P", 1, 5, "perfect-pairs")
    at.bet("P", 1, 0)
    assert len(at.table.wagers) == 2
    at.bet("Q", 1, 0)
    assert not at.table.wagers


@pytest.mark.clause("16.2(b)")
def test_4_1_who_is_excluded_has_no_such_chance(instrument: str) -> None:
    """16.2(b) over 4.1, and said so: the player was sent away, not merely absent."""
    at = open_table(instrument)
    at.do(RecordBreach(person="P", clause="16.8", what="bets with others"), DEALER)
    at.do(Exclude(player="P", reason="bets with others"), SUPERVISOR)
    assert at.no_bet("P", 1, 10).clauses == ("16.2(b)",)
    at.do(TakeChips(player="P", amount=100_00), player("P"))  # the chips are P's all the same


# --- 4.2: gaming chips in the box


@pytest.mark.clause("4.2")
def test_4_2_a_wager_is_chips_that_its_owner_has(instrument: str) -> None:
    at = open_table(instrument, "P", chips=100)
    assert at.no_bet("P", 1, 105).clauses == ("4.2",)
    at.bet("P", 1, 100)
    assert at.chips("P") == 0
    at.bet("P", 1, 50)
    assert at.no_bet("P", 2, 10).clauses == ("4.4",)
    assert at.no_bet("P", 1, 105).clauses == ("4.2",)


@pytest.mark.clause("4.2")
@pytest.mark.parametrize("dollars", [-10, -0.01])
def test_4_2_less_than_nothing_is_no_wager(instrument: str, dollars: float) -> None:
    at = open_table(instrument)
    assert at.no_bet("P", 1, dollars).clauses == ("4.2",)


@pytest.mark.clause("4.2", "A:Tournament Chips")
def test_4_2_nothing_but_gaming_chips_comes_to_the_table(instrument: str) -> None:
    at = open_table(instrument)
    for kind in ("cash", "plaques", "promises"):
        bring = BringChips(player="P", amount=100, chips=kind)
        assert at.refused(bring, player("P")).clauses == ("4.2",)
    tournament = BringChips(player="P", amount=100, chips="tournament")
    assert "A:Tournament Chips" in at.refused(tournament, player("P")).clauses
    for amount in (0, -1):
        bring = BringChips(player="P", amount=amount)
        assert at.refused(bring, player("P")).clauses == ("4.2",)


@pytest.mark.clause("4.2")
def test_4_2_nobody_takes_away_more_chips_than_lie_there(instrument: str) -> None:
    at = open_table(instrument, "P", chips=100)
    at.bet("P", 1, 60)
    for amount in (40_01, 0, -5):
        take = TakeChips(player="P", amount=amount)
        assert at.refused(take, player("P")).clauses == ("4.2",)
    at.do(TakeChips(player="P", amount=40_00), player("P"))


@pytest.mark.clause("4.2", "A:Box")
@pytest.mark.parametrize("box", [0, -1, 8, 99])
def test_4_2_a_wager_lies_in_a_box_of_the_layout(instrument: str, box: int) -> None:
    at = open_table(instrument)
    assert at.no_bet("P", box, 10).clauses == ("A:Box",)
    at.bet("P", 7, 10)


# --- 4.3: hands off after the first card


@pytest.mark.clause("4.3")
@pytest.mark.parametrize("dollars", [0, 5, 20, 50])
def test_4_3_after_the_first_card_no_wager_is_placed_altered_or_removed(
    instrument: str, dollars: float
) -> None:
    at = open_table(instrument)
    at.bet("P", 1, 20)
    at.no_more_bets()
    assert at.no_bet("P", 1, dollars).clauses == ("6.2",)  # the call comes before the card
    at.deal("10S")
    assert at.no_bet("P", 1, dollars).clauses == ("4.3",)
    assert at.no_bet("Q", 2, 10).clauses == ("4.3",)
    at.deal("7D 9H")
    at.stand(1)
    at.deal("10C")
    assert at.no_bet("P", 1, dollars).clauses == ("4.3",)  # decided, but not yet collected


@pytest.mark.clause("4.3", "7.1", "9.1(a)", "9.1(b)")
def test_4_3_insurance_splitting_and_doubling_are_the_exceptions(instrument: str) -> None:
    at = open_table(instrument)
    at.bet("P", 1, 20)
    at.deal("8S AD 8H")
    at.insure("P", 1, 10)
    at.move_on()
    assert at.no_bet("P", 1, 40).clauses == ("4.3",)
    at.split(1)
    at.deal("3C")
    at.double(1, 20)
    at.deal("10H 10C")
    at.stand(1, 2)
    assert at.settle("9C") == {"P": 20 * 2 - 20 - 10}


@pytest.mark.clause("4.3")
def test_4_3_nobody_leaves_or_changes_seats_with_a_wager_in_play(instrument: str) -> None:
    at = open_table(instrument)
    at.do(Sit(player="P", box=1), player("P"))
    at.bet("P", 1, 20)
    assert at.refused(Leave(player="P"), player("P")).clauses == ("4.3",)
    at.deal("10S")
    for command in (Sit(player="Q", box=2), GetUp(player="P"), Leave(player="P")):
        by = player("Q" if isinstance(command, Sit) else "P")
        assert at.refused(command, by).clauses == ("4.3",)


@pytest.mark.clause("4.2")
@pytest.mark.parametrize("what", ["double", "split", "insure", "elect"])
def test_4_2_what_more_is_put_down_must_be_there(instrument: str, what: str) -> None:
    at = open_table(instrument, "P Q", chips=20)
    at.bet("P", 1, 20)
    if what == "elect":
        at.bet("Q", 1, 15)
        at.do(BringChips(player="P", amount=100_00), player("P"))
    at.deal("8S AD 8H")
    if what == "insure":
        command: Insure | Split | Double | Elect = Insure(player="P", box=1, amount=5_00)
        assert at.refused(command, player("P")).clauses == ("4.2",)
        return
    at.move_on()
    while at.due.what.startswith("insurance"):
        at.move_on()
    if what == "elect":
        at.do(Split(box=1), player("P"))
        command = Elect(player="Q", box=1, amount=15_00)
        assert at.refused(command, player("Q")).clauses == ("4.2",)
        at.do(Elect(player="Q", box=1, amount=0), player("Q"))
        return
    command = Split(box=1) if what == "split" else Double(box=1, amount=5_00)
    assert at.refused(command, player("P")).clauses == ("4.2",)


# --- 4.4: more than one box


@pytest.mark.clause("4.4")
def test_4_4_several_boxes_take_a_permission(instrument: str) -> None:
    at = open_table(instrument)
    at.bet("P", 1, 10)
    assert at.no_bet("P", 2, 10).clauses == ("4.4",)
    at.do(PermitSeveralBoxes(player="P"), DEALER)
    assert at.last(Exercised).subject == "P"
    at.bet("P", 2, 10)
    at.deal("10S 9S 7D 9H 8H")
    at.do(Stand(box=1), player("P"))
    at.do(Stand(box=2), player("P"))
    assert at.settle("10C") == {"P": 10}


def full_table(instrument: str) -> At:
    """Three boxes: P plays two of them and R the third; Q waits."""
    at = open_table(instrument, boxes=3)
    permit_boxes(at, "P")
    at.bet("P", 1, 10)
    at.bet("P", 2, 20)
    at.bet("R", 3, 10)
    return at


@pytest.mark.clause("4.4", "4.5(a)")
def test_4_4_when_others_wait_a_box_is_given_up_and_the_newcomer_decides_there(
    instrument: str,
) -> None:
    at = full_table(instrument)
    at.do(GiveUpBox(player="P", box=2, for_player="Q"), DEALER)
    assert at.last(Exercised).subject == "box 2: P to Q"
    assert at.last(Seated).player == "Q"
    at.bet("Q", 2, 10)  # the former player stays on as a back bettor
    at.deal("10S 9S 10H 7D 9H 8H 8D")
    at.do(Stand(box=1), player("P"))
    assert at.decider == "Q"
    assert "4.5(a)" in at.refused(Stand(box=2), player("P")).clauses
    at.do(Stand(box=2), player("Q"))
    at.stand(3)
    assert at.settle("10C") == {"P": 10, "Q": 0, "R": 10}


@pytest.mark.clause("4.4")
def test_4_4_nobody_gives_up_a_box_while_another_is_vacant(instrument: str) -> None:
    at = full_table(instrument)
    at.bet("R", 3, 0)
    give_up = GiveUpBox(player="P", box=2, for_player="Q")
    assert at.refused(give_up, DEALER).clauses == ("4.4",)


@pytest.mark.clause("4.4")
def test_4_4_nobody_gives_up_the_only_box_or_another_ones(instrument: str) -> None:
    at = full_table(instrument)
    at.arrive("S")
    for name, box in (("R", 3), ("P", 3), ("Q", 1), ("P", 9)):
        give_up = GiveUpBox(player=name, box=box, for_player="S")
        assert at.refused(give_up, DEALER).clauses == ("4.4",)


@pytest.mark.clause("4.4")
def test_4_4_it_is_control_that_is_given_up_so_a_back_bettor_has_none_to_give(
    instrument: str,
) -> None:
    at = open_table(instrument, boxes=2)
    permit_boxes(at, "P")
    at.bet("R", 1, 10)
    at.bet("P", 1, 10)
    at.bet("P", 2, 20)
    for box in (1, 2):
        give_up = GiveUpBox(player="P", box=box, for_player="Q")
        assert at.refused(give_up, DEALER).clauses == ("4.4",)


@pytest.mark.clause("4.4", "4.3")
def test_4_4_control_changes_between_rounds(instrument: str) -> None:
    at = full_table(instrument)
    at.no_more_bets()
    give_up = GiveUpBox(player="P", box=2, for_player="Q")
    assert at.refused(give_up, DEALER).clauses == ("4.3",)


@pytest.mark.clause("4.4")
def test_4_4_the_newcomer_is_somebody_who_has_no_box(instrument: str) -> None:
    at = full_table(instrument)
    at.do(Sit(player="R", box=3), player("R"))
    for newcomer in ("R", "P"):
        give_up = GiveUpBox(player="P", box=2, for_player=newcomer)
        assert at.refused(give_up, DEALER).clauses == ("4.4",)


# --- 4.5: three players on a box, and who decides


@pytest.mark.clause("4.5")
def test_4_5_three_players_wager_on_one_box_and_no_fourth(instrument: str) -> None:
    at = open_table(instrument, "P Q R S")
    for name in "PQR":
        at.bet(name, 1, 10)
    assert at.no_bet("S", 1, 10).clauses == ("4.5",)
    at.bet("Q", 1, 20)  # one of the three changes the wager
    at.bet("R", 1, 0)
    at.bet("S", 1, 10)


@pytest.mark.clause("4.5", "4.5(a)")
def test_4_5_a_the_player_seated_at_the_box_decides(instrument: str) -> None:
    at = open_table(instrument)
    at.do(Sit(player="Q", box=1), player("Q"))
    at.bet("P", 1, 10)
    at.bet("Q", 1, 10)
    at.deal("10S 7D 6H")
    controls = at.last(Controls)
    assert (controls.player, controls.clauses) == ("Q", ("4.5", "4.5(a)"))
    for command in (Hit(box=1), Stand(box=1), Double(box=1, amount=10_00)):
        assert "4.5(a)" in at.refused(command, player("P")).clauses
    at.do(Hit(box=1), player("Q"))


@pytest.mark.clause("4.5", "4.5(b)")
def test_4_5_b_otherwise_the_wager_nearest_the_dealer_does(instrument: str) -> None:
    at = open_table(instrument)
    at.do(Sit(player="Q", box=2), player("Q"))  # at another box
    at.bet("P", 1, 10)
    at.bet("Q", 1, 10)
    at.deal("10S 7D 6H")
    controls = at.last(Controls)
    assert (controls.player, controls.clauses) == ("P", ("4.5", "4.5(b)"))
    at.refused(Hit(box=1), player("Q"))
    at.do(Hit(box=1), player("P"))


@pytest.mark.clause("4.5(b)")
def test_4_5_b_who_takes_a_wager_back_goes_to_the_end_of_the_row(instrument: str) -> None:
    at = open_table(instrument)
    at.bet("P", 1, 10)
    at.bet("Q", 1, 10)
    at.bet("P", 1, 0)
    at.bet("P", 1, 10)
    at.no_more_bets()
    assert at.last(Controls).player == "Q"


@pytest.mark.clause("4.5(a)")
def test_4_5_a_a_seat_taken_or_given_up_before_the_call_counts(instrument: str) -> None:
    at = open_table(instrument)
    at.do(Sit(player="R", box=1), player("R"))
    at.bet("P", 1, 10)
    at.bet("Q", 1, 10)
    at.bet("R", 1, 10)
    at.do(GetUp(player="R"), player("R"))
    at.do(Sit(player="Q", box=1), player("Q"))
    at.no_more_bets()
    assert at.last(Controls).player == "Q"
    assert "4.5(a)" in at.last(Controls).clauses


@pytest.mark.clause("4.5(a)")
def test_4_5_a_one_seat_one_sitter(instrument: str) -> None:
    at = open_table(instrument)
    at.do(Sit(player="P", box=1), player("P"))
    assert "4.5(a)" in at.refused(Sit(player="Q", box=1), player("Q")).clauses
    assert "4.5(a)" in at.refused(GetUp(player="Q"), player("Q")).clauses
    assert at.refused(Sit(player="Q", box=12), player("Q")).clauses == ("A:Box",)
    at.do(Sit(player="P", box=4), player("P"))  # changing seats frees the first
    at.do(Sit(player="Q", box=1), player("Q"))


@pytest.mark.clause("18:4.5", "18:7.1", "18:10.2(b)")
def test_4_5_money_stays_each_owners_own_choice() -> None:
    """4.5 gives the decider the cards; insurance and matching a split are not about the cards."""
    at = open_table(ACT_2018, third_party_insurance=False)
    at.bet("P", 1, 10)
    at.bet("Q", 1, 20)
    at.deal("8S AD 8H")
    at.insure("Q", 1, 10)
    at.move_on()
    at.do(Split(box=1), player("P"))
    at.refused(Elect(player="Q", box=1, amount=20_00), player("P"))
    at.do(Elect(player="Q", box=1, amount=0), player("Q"))
    at.deal("10S")
    at.stand(1)
    at.deal("9H")
    at.stand(1, 2)
    assert at.settle("KC") == {"P": -20, "Q": -20 + 20}


# --- 4.6: beside a marker


@pytest.mark.clause("4.6")
def test_4_6_beside_a_marker_all_wagers_together_keep_to_the_sign(instrument: str) -> None:
    at = open_table(instrument, limits={"main": [10_00, 100_00]})
    at.do(PlaceMarker(player="P", box=2, limit=500_00), SUPERVISOR)
    at.bet("P", 2, 60)
    assert at.no_bet("Q", 2, 45).clauses == ("4.6",)
    at.bet("Q", 2, 25)
    assert at.no_bet("R", 2, 20).clauses == ("4.6",)
    at.bet("R", 2, 15)
    assert at.no_bet("P", 2, 65).clauses == ("4.6",)  # the marker's own player too, once joined


@pytest.mark.clause("4.5", "4.6")
def test_4_6_does_not_lift_the_cap_of_three(instrument: str) -> None:
    at = open_table(instrument, "P Q R S", limits={"main": [10_00, 100_00]})
    at.do(PlaceMarker(player="P", box=2, limit=500_00), SUPERVISOR)
    for name in "PQR":
        at.bet(name, 2, 10)
    assert at.no_bet("S", 2, 10).clauses == ("4.5",)
    assert at.no_bet("R", 2, 90).clauses == ("4.6",)


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


@pytest.mark.clause("4.8")
def test_4_8_outlasts_a_visit_and_a_machine(instrument: str) -> None:
    """Unlike 4.7 it is not switched off by an automated shuffling shoe."""
    at = open_table(instrument, device="shuffler")
    at.do(RESTRICT, SUPERVISOR)
    at.leave("P")
    at.arrive("P")
    assert at.no_bet("P", 1, 50).clauses == ("4.8",)
