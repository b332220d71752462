"""Rule 4: more than one box, sharing a box, and who decides there."""

from __future__ import annotations

from typing import Any

import pytest
from tests.act_blackjack.table_support import PUT_RIGHT
from tests.table_support import (
    ACT_2006,
    ACT_2018,
    DEALER,
    SUPERVISOR,
    At,
    open_table,
    permit_boxes,
    player,
)

from croupier.games.blackjack.asks_and_answers import (
    Double,
    Elect,
    Hit,
    Split,
    Stand,
    TakeEvenMoney,
)
from croupier.table.acts.limit_markers import LiftMarker, PlaceMarker
from croupier.table.acts.patrons import GetUp, Sit
from croupier.table.acts.several_boxes import GiveUpBox, PermitSeveralBoxes
from croupier.table.acts.sign import ChangeLimits
from croupier.table.facts import Controls, Exercised, Outcome, Seated, Settled

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


@pytest.mark.clause("4.4", "4.5")
def test_4_4_on_a_box_that_is_full_who_gives_it_up_makes_room(instrument: str) -> None:
    at = open_table(instrument, "P Q R N", boxes=2)
    permit_boxes(at, "P")
    for name, box in (("P", 1), ("P", 2), ("Q", 2), ("R", 2)):
        at.bet(name, box, 10)
    assert at.no_bet("N", 2, 10).clauses == ("4.5",)
    at.do(GiveUpBox(player="P", box=2, for_player="N"), DEALER)
    at.bet("N", 2, 10)
    lying = [(wager.player, wager.box) for wager in at.table.wagers]
    assert (lying, at.chips("P")) == ([("P", 1), ("Q", 2), ("R", 2), ("N", 2)], 9_990)


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
    empty = at.last(Seated)
    assert (empty.player, empty.box, empty.clauses) == ("R", None, ("4.5", "4.5(a)"))
    at.do(Sit(player="Q", box=1), player("Q"))
    at.no_more_bets()
    assert at.last(Controls).player == "Q"
    assert "4.5(a)" in at.last(Controls).clauses


@pytest.mark.clause("4.5(a)", "4.5(b)")
def test_4_5_who_sits_and_who_decides_a_shared_box_is_stated_and_of_no_other(
    instrument: str,
) -> None:
    at = open_table(instrument)
    at.do(Sit(player="P", box=1), player("P"))
    seated = at.last(Seated)
    assert (seated.player, seated.box, seated.clauses) == ("P", 1, ("4.5", "4.5(a)"))
    at.bet("P", 1, 10)
    at.bet("Q", 2, 10)
    at.bet("R", 2, 10)
    at.no_more_bets()
    assert [(fact.box, fact.player, fact.clauses) for fact in at.facts_of(Controls)] == [
        (2, "Q", ("4.5", "4.5(b)"))
    ]


@pytest.mark.clause("4.5", "8.1(b)")
@pytest.mark.parametrize("scope", [None, "owner", "box"])
def test_4_5_even_money_is_each_owners_unless_the_table_gives_it_to_who_decides(
    instrument: str, scope: str | None
) -> None:
    chosen: dict[str, Any] = {"even_money_scope": scope} if scope else {}
    at = open_table(instrument, **chosen)
    at.bet("P", 1, 10)
    at.bet("Q", 1, 20)
    at.deal("KS AD AH")
    assert at.last(Controls).clauses == ("4.5", "4.5(b)")
    for name in "PQ":
        asked = TakeEvenMoney(player=name, box=1)
        assert at.allowed(asked, player(name)) == (name == "P" or scope != "box")
    at.do(TakeEvenMoney(player="P", box=1), player("P"))
    at.move_on()
    if instrument != ACT_2006 and scope != "box":
        at.move_on()  # the others may insure what Q did not
    assert (at.chips("P"), at.chips("Q")) == (10_010, 10_020 if scope == "box" else 9_980)


@pytest.mark.clause("4.5(a)")
def test_4_5_a_one_seat_one_sitter(instrument: str) -> None:
    at = open_table(instrument)
    at.do(Sit(player="P", box=1), player("P"))
    assert "4.5(a)" in at.refused(Sit(player="Q", box=1), player("Q")).clauses
    assert "4.5(a)" in at.refused(GetUp(player="Q"), player("Q")).clauses
    assert at.refused(Sit(player="Q", box=12), player("Q")).clauses == ("A:Box",)
    at.do(Sit(player="P", box=4), player("P"))  # changing seats frees the first
    at.do(Sit(player="Q", box=1), player("Q"))


@pytest.mark.clause("4.5(a)")
def test_4_5_a_who_has_no_wager_in_the_round_sits_down_and_decides_nothing(instrument: str) -> None:
    """No rule keeps anybody from a free seat; who decides was fixed when betting closed."""
    at = open_table(instrument)
    at.bet("P", 1, 20)
    at.bet("Q", 2, 20)
    at.deal("10S 10H 6D 5S 5H")
    at.do(Sit(player="R", box=1), player("R"))
    assert at.decider == "P"
    at.hit(1)
    at.deal("10D")  # P is bust and done with the round
    at.do(Sit(player="P", box=4), player("P"))
    at.do(GetUp(player="P"), player("P"))
    assert at.refused(Sit(player="Q", box=4), player("Q")).clauses == ("4.3",)
    at.stand(2)
    at.settle("10C 2C")
    at.bet("P", 1, 20)
    at.bet("R", 1, 20)
    at.deal("10S 6D 5S")
    assert at.decider == "R", "in the next round the seat counts"


@pytest.mark.clause("4.5(a)", "14.4")
def test_4_5_a_a_rebuilt_hand_is_decided_by_whoever_sat_there_when_betting_closed(
    instrument: str,
) -> None:
    at = open_table(instrument)
    at.do(Sit(player="P", box=1), player("P"))
    at.bet("Q", 1, 20)
    at.bet("P", 1, 20)
    at.deal("10S")
    at.lay("6D", 1)
    at.lay("5S", 0)
    at.hit(1)
    at.deal("9D")  # 25: both are bust, as the cards lie
    at.do(GetUp(player="P"), player("P"))
    at.do(PUT_RIGHT, SUPERVISOR)
    assert (at.cards(1), at.decider) == ("TS 5S", "P")


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


def stands_at(at: At, box: int) -> dict[str, int]:
    """What stands on a box when betting closes, in dollars."""
    at.no_more_bets()
    return {w.player: w.amount // 100 for w in at.table.wagers if w.box == box}


@pytest.mark.clause("4.6", "3.2", "3.5")
@pytest.mark.parametrize("scope", ["total", "each"])
@pytest.mark.parametrize("first", ["P", "Q"])
@pytest.mark.parametrize(("staked", "left"), [(60, 40), (100, 0), (95, 5), (300, 0)])
def test_4_6_a_marker_placed_after_the_wagers_leaves_the_others_what_the_sign_does(
    instrument: str, scope: str, first: str, staked: int, left: int
) -> None:
    """The holder may exceed the maximum; whoever else is there keeps the total within it."""
    at = open_table(instrument, limits={"main": [10_00, 100_00]}, box_max_scope=scope)
    dollars = {"P": staked, "Q": 60}
    for name in (first, "PQ".replace(first, "")):
        at.bet(name, 2, dollars[name])
    at.do(PlaceMarker(player="P", box=2, limit=500_00), SUPERVISOR)
    assert stands_at(at, 2) == {"P": staked, **({"Q": left} if left else {})}
    back = at.last(Settled)
    assert (back.player, back.stake, back.outcome) == ("Q", (60 - left) * 100, Outcome.RETURNED)
    assert back.clauses == ("3.5", "4.6")


@pytest.mark.clause("4.6", "3.5")
def test_4_6_of_two_others_the_one_nearer_the_dealer_comes_first(instrument: str) -> None:
    at = open_table(instrument, limits={"main": [10_00, 100_00]})
    for name, dollars in (("Q", 30), ("R", 30), ("P", 60)):
        at.bet(name, 2, dollars)
    at.do(PlaceMarker(player="P", box=2, limit=500_00), SUPERVISOR)
    assert stands_at(at, 2) == {"P": 60, "Q": 30, "R": 10}


@pytest.mark.clause("4.6", "3.2")
def test_4_6_of_two_markers_at_a_box_each_holder_is_another_player_to_the_other(
    instrument: str,
) -> None:
    at = open_table(instrument, limits={"main": [10_00, 100_00]})
    for name in "QP":
        at.bet(name, 2, 300)
    for name in "PQ":
        at.do(PlaceMarker(player=name, box=2, limit=400_00), SUPERVISOR)
    assert stands_at(at, 2) == {"Q": 300}
    assert at.last(Settled).clauses == ("3.5", "4.6")


@pytest.mark.clause("3.2", "3.5", "4.5")
def test_4_6_with_the_marker_lifted_again_the_box_is_shared_as_any_other(instrument: str) -> None:
    at = open_table(instrument, limits={"main": [10_00, 100_00]})
    for name in "QP":
        at.bet(name, 2, 60)
    at.do(PlaceMarker(player="P", box=2, limit=500_00), SUPERVISOR)
    at.do(LiftMarker(player="P", box=2), SUPERVISOR)
    assert stands_at(at, 2) == {"Q": 60, "P": 40}
    assert at.last(Settled).clauses == ("3.5",)


@pytest.mark.clause("4.6", "3.5")
def test_4_6_is_cited_where_others_wagers_count_beside_a_marker_and_nowhere_else(
    instrument: str,
) -> None:
    limits = {"main": [10_00, 100_00], "perfect-pairs": [5_00, 20_00]}
    at = open_table(instrument, "P Q R S T", limits=limits, side_bets=["perfect-pairs"])
    for name, box, dollars in (("P", 1, 60), ("Q", 1, 60), ("R", 2, 60), ("S", 2, 60)):
        at.bet(name, box, dollars)
    at.bet("T", 3, 500)
    at.bet("Q", 1, 30, "perfect-pairs")
    at.do(PlaceMarker(player="P", box=1, limit=300_00), SUPERVISOR)
    at.do(PlaceMarker(player="T", box=3, limit=300_00), SUPERVISOR)
    at.bet("S", 2, 70)  # where no marker lies, what is over the maximum goes back at the call
    at.no_more_bets()
    back = {(fact.player, fact.wager): fact for fact in at.facts_of(Settled)}
    assert {key: (fact.stake, fact.clauses) for key, fact in back.items()} == {
        ("Q", "main"): (20_00, ("3.5", "4.6")),
        ("S", "main"): (30_00, ("3.5",)),
        ("T", "main"): (200_00, ("3.5",)),
        ("Q", "perfect-pairs"): (10_00, ("3.5",)),
    }


@pytest.mark.clause("4.6")
def test_4_6_over_the_total_a_wager_may_come_down_and_not_go_up(instrument: str) -> None:
    at = open_table(instrument, limits={"main": [10_00, 100_00]})
    for name in "QP":
        at.bet(name, 2, 60)
    at.do(PlaceMarker(player="P", box=2, limit=500_00), SUPERVISOR)
    for name in "QP":
        assert at.no_bet(name, 2, 65).clauses == ("4.6",)
        at.bet(name, 2, 55)
    assert stands_at(at, 2) == {"P": 55, "Q": 45}


@pytest.mark.clause("06:4.6", "06:3.2")
def test_06_4_6_where_the_marker_counts_it_is_the_maximum_of_the_box() -> None:
    limits = {"main": [10_00, 100_00]}
    at = open_table(ACT_2006, limits=limits, marker_total_limit="marker")
    for name, dollars in (("Q", 250), ("P", 300)):
        at.bet(name, 2, dollars)
    at.do(PlaceMarker(player="P", box=2, limit=500_00), SUPERVISOR)
    assert at.no_bet("R", 2, 10).clauses == ("4.6",)
    at.bet("R", 3, 250)
    assert stands_at(at, 2) == {"P": 300, "Q": 200}
    back = {fact.player: (fact.stake, fact.clauses) for fact in at.facts_of(Settled)}
    assert back == {"Q": (50_00, ("3.5", "4.6")), "R": (150_00, ("3.5",))}


@pytest.mark.clause("06:4.6", "06:3.1")
def test_06_4_6_a_sign_that_has_risen_above_the_marker_counts_instead() -> None:
    limits = {"main": [10_00, 100_00]}
    at = open_table(ACT_2006, limits=limits, marker_total_limit="marker")
    at.do(PlaceMarker(player="P", box=2, limit=500_00), SUPERVISOR)
    at.do(ChangeLimits(limits={"main": (10_00, 800_00)}), SUPERVISOR)
    at.play(("R", 1, 10))
    at.bet("P", 2, 500)
    assert at.no_bet("Q", 2, 305).clauses == ("4.6",)
    at.bet("Q", 2, 300)
    assert stands_at(at, 2) == {"P": 500, "Q": 300}
