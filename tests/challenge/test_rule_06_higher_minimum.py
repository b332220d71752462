"""Rule 6: a minimum that is raised, after twenty minutes or at once."""

from __future__ import annotations

import pytest
from tests.challenge.table_support import ChallengeAt, open_table, table_of_25
from tests.table_support import DEALER, SUPERVISOR, permit_boxes, player

from croupier.games.blackjack.asks_and_answers import Double
from croupier.games.challenge.acts.closing import DisplayClosingSign
from croupier.games.challenge.acts.conduct import RefuseWager
from croupier.games.challenge.acts.limits import (
    AnnounceMinimum,
    EndKeptMinimum,
    RaiseMinimumAtOnce,
)
from croupier.games.challenge.acts.overlooked_wagers import FindOverMaximum, OverlookWager
from croupier.games.challenge.table_state import KEPT
from croupier.table.acts.closing import CloseTable
from croupier.table.acts.patrons import Sit
from croupier.table.acts.sign import ChangeLimits
from croupier.table.facts import Exercised, Notified, SignDisplayed

MINUTE = 60_000


def raised(at: ChallengeAt, minimum: float) -> None:
    """The minimum rises at once, and the next betting opens under it."""
    at.do(RaiseMinimumAtOnce(minimum=round(minimum * 100)), SUPERVISOR)


# --- 6.5: a higher minimum after twenty minutes


@pytest.mark.clause("nsw:6.5")
def test_6_5_a_minimum_rises_when_its_sign_has_been_up_for_twenty_minutes() -> None:
    at = table_of_25()
    change = ChangeLimits(limits={"main": (50_00, 500_00)})
    assert at.refused(change, SUPERVISOR).clauses == ("6.5",)
    start = at.now
    at.do(AnnounceMinimum(minimum=50_00, takes_effect=start + 20 * MINUTE), SUPERVISOR)
    at.now = start + 20 * MINUTE - 1
    assert at.refused(change, SUPERVISOR).clauses == ("6.5",)
    at.now += 1
    at.bet("P", 1, 25)
    at.do(change, SUPERVISOR)
    at.play(("Q", 2, 25))  # wagers are down: the betting that is open goes on as it was
    assert at.table.sign.of("main").minimum == 50_00
    assert at.no_bet("P", 1, 49).clauses == ("6.1", "6.4")


@pytest.mark.clause("nsw:6.5", "nsw:6.1")
def test_6_5_where_no_wager_lies_the_next_round_is_the_one_that_is_bet_on_now() -> None:
    at = table_of_25()
    at.do(ChangeLimits(limits={"main": (10_00, 800_00)}), SUPERVISOR)
    assert at.last(SignDisplayed).limits["main"][:2] == (10_00, 800_00)
    at.bet("P", 1, 10)
    at.bet("Q", 2, 800)
    at.deal("10S 10H 7D 10C 10D")
    at.stand(1)
    at.stand(2)
    assert at.settle("10C") == {"P": 10, "Q": 800}


@pytest.mark.clause("nsw:6.5", "nsw:6.5.3")
def test_6_5_3_both_minimums_are_shown_when_limits_change_between_rounds() -> None:
    at = table_of_25("P")
    at.play(("P", 1, 25))
    raised(at, 100)
    at.do(ChangeLimits(limits={"main": (50_00, 500_00)}), SUPERVISOR)
    assert at.last(Notified).clauses == ("6.5.3",)
    assert at.last(SignDisplayed).limits["main"][0] == 50_00
    at.bet("P", 1, 25)


@pytest.mark.clause("nsw:6.5")
def test_6_5_neither_another_figure_nor_an_earlier_time_than_the_sign_says() -> None:
    at = table_of_25()
    start = at.now
    at.do(AnnounceMinimum(minimum=50_00, takes_effect=start + 30 * MINUTE), SUPERVISOR)
    at.now = start + 25 * MINUTE
    change = ChangeLimits(limits={"main": (50_00, 500_00)})
    assert at.refused(change, SUPERVISOR).clauses == ("6.5",)
    at.now = start + 30 * MINUTE
    other = ChangeLimits(limits={"main": (40_00, 500_00)})
    assert at.refused(other, SUPERVISOR).clauses == ("6.5",)
    at.do(change, SUPERVISOR)
    again = ChangeLimits(limits={"main": (75_00, 500_00)})
    assert at.refused(again, SUPERVISOR).clauses == ("6.5",)  # the sign has served


@pytest.mark.clause("nsw:6.5")
def test_6_5_a_sign_that_names_too_early_a_time_still_stays_up_for_twenty_minutes() -> None:
    at = table_of_25()
    at.do(AnnounceMinimum(minimum=50_00, takes_effect=at.now + MINUTE), SUPERVISOR)
    change = ChangeLimits(limits={"main": (50_00, 500_00)})
    at.now += 2 * MINUTE
    assert at.refused(change, SUPERVISOR).clauses == ("6.5",)
    at.now += 18 * MINUTE
    at.do(change, SUPERVISOR)


@pytest.mark.clause("nsw:6.5")
def test_6_5_anything_else_is_changed_at_any_time() -> None:
    at = open_table(
        side_bets=["any-pairs"],
        limits={"main": [25_00, 500_00], "any-pairs": [5_00, 100_00]},
    )
    for limits in ((25_00, 1_000_00), (10_00, 1_000_00), (10_00, 200_00)):
        at.do(ChangeLimits(limits={"main": limits}), SUPERVISOR)
        assert at.facts_of(Exercised)[-1].clauses == ("6.5",)
    higher = ChangeLimits(limits={"any-pairs": (50_00, 100_00)})
    assert at.refused(higher, SUPERVISOR).clauses == ("6.5",)


@pytest.mark.clause("nsw:6.5")
def test_6_5_a_sign_announces_a_higher_minimum_of_a_wager_that_there_is() -> None:
    at = table_of_25()
    for sign in (
        AnnounceMinimum(minimum=25_00, takes_effect=at.now),
        AnnounceMinimum(minimum=50_00, takes_effect=at.now, wager="any-pairs"),
    ):
        assert at.refused(sign, SUPERVISOR).clauses == ("6.5",)


# --- 6.5.1: at once, but not for who plays already


@pytest.mark.clause("nsw:6.5.1", "nsw:6.5.1.1", "nsw:6.5.3", "nsw:6.5.4")
def test_6_5_1_who_plays_already_keeps_the_old_minimum_with_a_marker() -> None:
    at = table_of_25("P Q")
    at.do(Sit(player="P", box=1), player("P"))
    at.play(("P", 1, 25))
    raised(at, 50)
    kept = next(f for f in at.facts_of(Exercised) if f.power == "old minimum kept")
    assert kept.subject == "P at box 1: 25"
    assert kept.clauses == ("6.5.1", "6.5.1.1")
    both = at.facts_of(Notified)[-1]
    assert (both.about, both.clauses) == ("two minimums", ("6.5.3",))
    at.play(("P", 1, 25))
    assert at.last(SignDisplayed).limits["main"][0] == 50_00
    at.bet("P", 1, 25)
    at.arrive("R")
    for name in "QR":  # Q was there, but did not play
        assert at.no_bet(name, 2, 25).clauses == ("6.1", "6.4")
        at.bet(name, 2, 50)


@pytest.mark.clause("nsw:6.5.1.2")
def test_6_5_1_2_whoever_leaves_the_table_loses_the_marker_and_the_old_minimum() -> None:
    at = table_of_25("P Q")
    at.play(("P", 1, 25))
    raised(at, 50)
    at.play(("Q", 2, 50))  # sitting out a round is not leaving
    at.bet("P", 1, 25)
    at.bet("P", 1, 0)
    at.leave("P")
    removed = next(f for f in at.facts_of(Exercised) if f.power == "marker removed")
    assert removed.clauses == ("6.5.1.2",)
    at.arrive("P")
    assert at.no_bet("P", 1, 25).clauses == ("6.1", "6.4")


@pytest.mark.clause("nsw:6.5.1", "nsw:6.5.1.3")
@pytest.mark.parametrize(
    ("scope", "boxes"),
    [
        (None, {1, 2, 3}),  # it is the player who is entitled
        ("boxes_at_change", {1, 3}),
        ("marked_box", {3}),
        ("all_boxes", {1, 2, 3}),
    ],
)
def test_6_5_1_3_one_marker_at_the_seat_and_how_far_it_reaches(
    scope: str | None, boxes: set[int]
) -> None:
    at = table_of_25("P", **({"grandfather_scope": scope} if scope else {}))
    permit_boxes(at, "P")
    at.do(Sit(player="P", box=3), player("P"))
    at.play(("P", 1, 25), ("P", 3, 25))
    raised(at, 50)
    kept = next(f for f in at.facts_of(Exercised) if f.power == "old minimum kept")
    assert kept.subject == "P at box 3: 25"
    assert "6.5.1.3" in kept.clauses
    at.play(("P", 3, 25))
    for box in (1, 2, 3):
        if box in boxes:
            at.bet("P", box, 25)
        else:
            assert at.no_bet("P", box, 25).clauses == ("6.1", "6.4")


@pytest.mark.clause("nsw:6.5.2")
def test_6_5_2_the_old_minimum_ends_by_a_sign_of_its_own() -> None:
    at = table_of_25("P")
    at.play(("P", 1, 25))
    sign = AnnounceMinimum(minimum=50_00, takes_effect=at.now, wager=KEPT)
    assert at.refused(sign, SUPERVISOR).clauses == ("6.5.2",)  # nobody has kept any
    assert at.refused(EndKeptMinimum(), SUPERVISOR).clauses == ("6.5.2",)
    raised(at, 50)
    at.play(("P", 1, 25))
    assert at.refused(EndKeptMinimum(), SUPERVISOR).clauses == ("6.5.2",)
    at.do(AnnounceMinimum(minimum=50_00, takes_effect=at.now, wager=KEPT), SUPERVISOR)
    at.now += 20 * MINUTE - 1
    assert at.refused(EndKeptMinimum(), SUPERVISOR).clauses == ("6.5.2",)
    at.now += 1
    at.do(EndKeptMinimum(), SUPERVISOR)
    assert at.no_bet("P", 1, 25).clauses == ("6.1", "6.4")


@pytest.mark.clause("nsw:6.5.2")
def test_6_5_2_the_old_minimum_may_rise_by_a_part() -> None:
    at = table_of_25("P")
    at.play(("P", 1, 25))
    raised(at, 50)
    at.play(("P", 1, 25))
    at.do(AnnounceMinimum(minimum=40_00, takes_effect=at.now, wager=KEPT), SUPERVISOR)
    at.now += 20 * MINUTE
    at.do(EndKeptMinimum(), SUPERVISOR)
    assert at.no_bet("P", 1, 39).clauses == ("6.1", "6.4")
    at.bet("P", 1, 40)


@pytest.mark.clause("nsw:6.5.1")
def test_6_5_1_is_for_raising_only_and_twice_keeps_the_lowest() -> None:
    at = table_of_25("P Q")
    lower = RaiseMinimumAtOnce(minimum=25_00)
    assert at.refused(lower, SUPERVISOR).clauses == ("6.5.1",)
    above = RaiseMinimumAtOnce(minimum=600_00)
    assert at.refused(above, SUPERVISOR).clauses == ("6.1",)
    at.play(("P", 1, 25))
    raised(at, 50)
    at.play(("P", 1, 25))
    at.play(("P", 1, 25), ("Q", 2, 50))
    raised(at, 100)
    at.play(("P", 1, 25))
    at.bet("P", 1, 25)
    assert at.no_bet("Q", 2, 49).clauses == ("6.1", "6.4")
    at.bet("Q", 2, 50)


@pytest.mark.clause("nsw:6.5.1", "nsw:6.5.1.1", "nsw:6.5.1.3", "nsw:6.5.3", "nsw:6.1")
def test_6_5_1_a_second_rise_spares_the_box_that_was_taken_after_the_first() -> None:
    """The minimum before the rise is the old one, on each box that the player plays then."""
    at = table_of_25("P", grandfather_scope="boxes_at_change")
    permit_boxes(at, "P")
    at.play(("P", 1, 25))
    raised(at, 50)
    at.bet("P", 1, 25)
    assert at.no_bet("P", 2, 49).clauses == ("6.1", "6.4")
    at.play(("P", 1, 25), ("P", 2, 50))
    raised(at, 100)
    kept = [f.subject for f in at.facts_of(Exercised) if f.power == "old minimum kept"]
    assert kept == ["P at box 1: 25", "P at box 1: 50"]  # one marker, and both boxes
    assert "25, 50" in at.last(Notified).detail
    at.play(("P", 1, 25), ("P", 2, 50))
    at.bet("P", 1, 25)
    assert at.no_bet("P", 2, 49).clauses == ("6.1", "6.4")
    assert at.no_bet("P", 3, 99).clauses == ("6.1", "6.4")
    at.bet("P", 2, 50)


@pytest.mark.clause("nsw:6.5.1", "nsw:6.5.2", "nsw:6.1")
def test_6_5_2_the_old_minimums_of_two_boxes_end_by_the_same_sign() -> None:
    at = table_of_25("P", grandfather_scope="boxes_at_change")
    permit_boxes(at, "P")
    at.play(("P", 1, 25))
    raised(at, 50)
    at.play(("P", 1, 25), ("P", 2, 50))
    raised(at, 100)
    at.play(("P", 1, 25), ("P", 2, 50))
    at.do(AnnounceMinimum(minimum=40_00, takes_effect=at.now, wager=KEPT), SUPERVISOR)
    at.now += 20 * MINUTE
    at.do(EndKeptMinimum(), SUPERVISOR)
    assert at.no_bet("P", 1, 39).clauses == ("6.1", "6.4")
    at.play(("P", 1, 40), ("P", 2, 50))
    at.do(ChangeLimits(limits={"main": (50_00, 500_00)}), SUPERVISOR)
    raised(at, 100)  # the old minimum of box 2 ended with the sign, and is old again
    at.bet("P", 1, 40)
    assert at.no_bet("P", 2, 49).clauses == ("6.1", "6.4")
    at.bet("P", 2, 50)


# --- what may be added in the round goes by the sign of the day


@pytest.mark.clause("nsw:6.3", "nsw:6.5", "nsw:10.1")
def test_6_5_where_doubling_counts_towards_the_maximum_a_new_maximum_counts() -> None:
    at = open_table(limits={"main": [10_00, 50_00]}, limits_apply_to_additional=True)
    at.bet("P", 1, 50)
    at.deal("5S 6D 6H")
    assert at.refused(Double(box=1, amount=50_00), player("P")).clauses == ("6.3",)
    at.hit(1)
    at.deal("9C")
    at.do(ChangeLimits(limits={"main": (10_00, 100_00)}), SUPERVISOR)
    at.stand(1)
    at.settle("10H 10D")
    at.bet("P", 1, 50)
    at.deal("5S 6D 6H")
    at.double(1, 50)
    assert at.settle("9C 10H 10D") == {"P": 100}


@pytest.mark.clause("nsw:6.5", "nsw:10.1")
def test_6_5_where_doubling_takes_the_minimum_it_is_that_on_the_sign() -> None:
    at = table_of_25("P", min_double="table_minimum")
    at.bet("P", 1, 50)
    at.do(ChangeLimits(limits={"main": (10_00, 500_00)}), SUPERVISOR)
    for least in (25_00, 10_00):  # the sign changes after the round
        at.bet("P", 1, 50)
        at.deal("5S 6D 6H")
        short = Double(box=1, amount=least - 5_00)
        assert at.refused(short, player("P")).clauses == ("10.1",)
        at.double(1, least / 100)
        assert at.settle("9C 10H 10D") == {"P": 50 + least / 100}


@pytest.mark.clause("nsw:6.3")
def test_6_3_what_was_overlooked_and_taken_off_again_is_not_found() -> None:
    at = open_table("P Q", limits={"main": [10_00, 100_00]})
    at.do(OverlookWager(player="P", box=1, amount=150_00), DEALER)
    at.bet("Q", 2, 10)
    at.do(RefuseWager(player="P", box=1, grounds="a whim of the house"), SUPERVISOR)
    at.deal("10S")
    assert at.refused(FindOverMaximum(box=1), DEALER).clauses == ("6.3",)


@pytest.mark.clause("nsw:6.5.1", "nsw:6.5.4")
def test_6_5_4_whoever_comes_when_the_minimum_was_raised_bets_the_new_one_in_that_very_round() -> (
    None
):
    at = table_of_25("P")
    at.bet("P", 1, 25)
    raised(at, 50)
    assert at.last(SignDisplayed).limits["main"][0] == 50_00
    at.arrive("N")
    assert at.no_bet("N", 2, 49).clauses == ("6.1", "6.4")
    at.bet("N", 2, 50)
    at.bet("P", 1, 30)  # who played already may


@pytest.mark.clause("nsw:6.5.1")
def test_6_5_1_a_minimum_raised_in_mid_round_holds_with_other_limits_from_the_next() -> None:
    at = table_of_25("P")
    at.bet("P", 1, 25)
    at.no_more_bets()
    at.do(ChangeLimits(limits={"main": (25_00, 400_00)}), SUPERVISOR)
    raised(at, 50)
    at.deal("10S 7D 10H")
    at.stand(1)
    at.settle("10C")
    assert at.last(SignDisplayed).limits["main"][:2] == (50_00, 400_00)


@pytest.mark.clause("nsw:6.5", "nsw:6.5.1")
def test_6_5_1_a_marker_ends_when_the_sign_is_down_to_the_minimum_that_it_kept() -> None:
    at = table_of_25("P")
    at.play(("P", 1, 25))
    raised(at, 50)
    at.do(ChangeLimits(limits={"main": (25_00, 500_00)}), SUPERVISOR)
    at.play(("P", 1, 25))
    removed = next(fact for fact in at.facts_of(Exercised) if fact.power == "marker removed")
    assert removed.clauses == ("6.5.1",)
    at.do(AnnounceMinimum(minimum=50_00, takes_effect=at.now), SUPERVISOR)
    at.now += 20 * MINUTE
    at.do(ChangeLimits(limits={"main": (50_00, 500_00)}), SUPERVISOR)
    assert at.no_bet("P", 1, 25).clauses == ("6.1", "6.4")


@pytest.mark.clause("nsw:6.5.1")
def test_6_5_1_a_table_that_opens_anew_with_the_old_minimum_has_no_markers() -> None:
    at = table_of_25("P")
    at.play(("P", 1, 25))
    raised(at, 50)
    at.do(DisplayClosingSign(closes=at.now + 20 * MINUTE), SUPERVISOR)
    at.now += 20 * MINUTE
    at.do(CloseTable(), SUPERVISOR)
    at.open()
    assert at.table.sign.of("main").minimum == 25_00
    removed = next(fact for fact in at.facts_of(Exercised) if fact.power == "marker removed")
    assert removed.clauses == ("6.5.1",)
