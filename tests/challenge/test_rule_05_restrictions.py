"""Rule 5: who is held to the minimum or to one box, and who sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from tests.challenge.table_support import GAMING_MANAGER, ChallengeAt, one_box, open_table
from tests.table_support import DEALER, SUPERVISOR, permit_boxes, player

from croupier.games.challenge.acts.conduct import FindProhibitedDevice
from croupier.games.challenge.acts.limits import PlacePersonalSign, RaiseMinimumAtOnce
from croupier.games.challenge.acts.notices import GiveNotice
from croupier.games.challenge.acts.player_restrictions import (
    RequireMinimumFurther,
    RestrictToOneBox,
)
from croupier.games.challenge.acts.shared_boxes import (
    ArrangeWagers,
    LimitPlayers,
    ReserveBoxes,
)
from croupier.games.challenge.acts.side_bets import RestrictSideBet
from croupier.table.acts.player_restrictions import LiftRestriction, RequireMinimum
from croupier.table.acts.several_boxes import PermitSeveralBoxes
from croupier.table.acts.shuffling import Shuffle
from croupier.table.acts.voiding import Exclude
from croupier.table.facts import Exercised, Notified, Placed
from croupier.table.views import FloorView, PlayerView

if TYPE_CHECKING:
    from croupier.aggregate.acts import Command

# --- 5.10 to 5.12: restrictions


def passed_a_round(**options: Any) -> ChallengeAt:
    """P has let the second round of the shoe pass."""
    at = open_table("P Q", limits={"main": [25_00, 500_00]}, **options)
    at.play(("P", 1, 25), ("Q", 2, 25))
    at.play(("Q", 2, 25))
    return at


REQUIRE = RequireMinimum(player="P", reason="sat out")
FURTHER = RequireMinimumFurther(player="P", reason="sat out again")


@pytest.mark.clause("nsw:5.10")
def test_5_10_who_let_a_round_pass_may_be_held_to_the_minimum_until_the_reshuffle() -> None:
    at = passed_a_round()
    at.bet("P", 1, 100)
    at.do(REQUIRE, SUPERVISOR)
    assert (at.table.wagers[0].amount, at.last(Placed).clauses) == (25_00, ("5.10",))
    at.bet("P", 1, 0)
    for dollars in (100, 26, 20):
        assert at.no_bet("P", 1, dollars).clauses == ("5.10",)
    at.bet("P", 1, 25)
    at.bet("Q", 2, 100)
    at.bet("P", 1, 0)
    at.bet("Q", 2, 0)
    reshuffle(at)
    at.bet("P", 1, 100)


def reshuffle(at: ChallengeAt) -> None:
    """A round in which the cutting card comes out, and the shuffle after it."""
    at.bet("Q", 2, 25)
    at.no_more_bets()
    at.deal("10S")
    at.table.shoe.until_cutting_card = at.table.shoe.cards - at.table.shoe.remaining
    at.cutting_card()
    at.deal("7D 10H")
    at.stand(2)
    at.settle("10C")
    assert at.allowed(Shuffle(), DEALER)
    at.load()


@pytest.mark.clause("nsw:5.10")
def test_5_10_is_for_who_let_a_round_pass_and_says_why() -> None:
    at = open_table("P Q")
    at.play(("P", 1, 10))
    assert at.refused(REQUIRE, SUPERVISOR).clauses == ("5.10",)  # played every round
    late = RequireMinimum(player="Q", reason="not there on the first round")
    at.do(late, SUPERVISOR)
    assert at.no_bet("Q", 2, 20).clauses == ("5.10",)
    silent = RequireMinimum(player="Q", reason="")
    assert at.refused(silent, SUPERVISOR).clauses == ("5.10",)


@pytest.mark.clause("nsw:5.10", "nsw:5.11")
def test_5_10_and_5_11_are_about_shoes_and_not_for_a_shuffling_device() -> None:
    at = open_table("P Q", device="shuffler")
    at.play(("Q", 2, 10))
    at.do(GiveNotice(to="inspector", of="further-shoes", player="P"), SUPERVISOR)
    assert at.refused(REQUIRE, SUPERVISOR).clauses == ("5.10",)
    assert at.refused(FURTHER, GAMING_MANAGER).clauses == ("5.11",)


@pytest.mark.clause("nsw:5.11", "nsw:1.1:inspector", "nsw:1.1:Gaming Manager")
def test_5_11_a_gaming_manager_holds_a_player_to_the_minimum_in_all_further_shoes() -> None:
    at = passed_a_round()
    assert at.refused(FURTHER, SUPERVISOR).clauses == ("1.1:Gaming Manager",)
    assert at.refused(FURTHER, GAMING_MANAGER).clauses == ("5.11",)  # nobody was told
    at.do(GiveNotice(to="inspector", of="further-shoes", player="P"), SUPERVISOR)
    assert at.last(Notified).clauses == ("5.11", "1.1:inspector")
    at.do(FURTHER, GAMING_MANAGER)
    reshuffle(at)
    assert at.no_bet("P", 1, 100).clauses == ("5.11",)
    at.bet("P", 1, 25)


@pytest.mark.clause("nsw:5.11", "nsw:5.12")
def test_5_11_and_5_12_a_notice_serves_one_restriction_of_one_player() -> None:
    at = passed_a_round()
    restrict = RestrictToOneBox(player="P", reason="pattern of play")
    at.do(GiveNotice(to="inspector", of="one-box", player="Q"), SUPERVISOR)
    at.do(GiveNotice(to="surveillance", of="one-box", player="P"), SUPERVISOR)
    at.do(GiveNotice(to="inspector", of="further-shoes", player="P"), SUPERVISOR)
    assert at.refused(restrict, GAMING_MANAGER).clauses == ("5.12",)
    at.do(FURTHER, GAMING_MANAGER)
    at.do(LiftRestriction(player="P"), GAMING_MANAGER)
    assert at.refused(FURTHER, GAMING_MANAGER).clauses == ("5.11",)
    one_box(at, "P")
    at.do(LiftRestriction(player="P"), GAMING_MANAGER)
    assert at.refused(restrict, GAMING_MANAGER).clauses == ("5.12",)


@pytest.mark.clause("nsw:5.12")
def test_5_12_the_notice_comes_before_the_restriction() -> None:
    at = open_table()
    restrict = RestrictToOneBox(player="P", reason="pattern of play")
    at.now += 5 * 60_000
    at.do(GiveNotice(to="inspector", of="one-box", player="P"), SUPERVISOR)
    at.now -= 5 * 60_000
    assert at.refused(restrict, GAMING_MANAGER).clauses == ("5.12",)
    at.now += 5 * 60_000
    at.do(restrict, GAMING_MANAGER)


@pytest.mark.clause("nsw:5.12")
def test_5_12_one_box_and_the_minimum_whatever_the_cards_come_from() -> None:
    at = open_table("P Q", device="shuffler", limits={"main": [25_00, 500_00]})
    permit_boxes(at, "P")
    at.bet("P", 1, 100)
    at.bet("P", 2, 50)
    one_box(at, "P")
    assert [(w.box, w.amount) for w in at.table.wagers] == [(1, 25_00)]
    assert at.no_bet("P", 2, 25).clauses == ("5.12",)
    assert at.no_bet("P", 1, 50).clauses == ("5.12",)
    permit = PermitSeveralBoxes(player="P")
    assert at.refused(permit, DEALER).clauses == ("5.12",)
    at.do(LiftRestriction(player="P"), GAMING_MANAGER)
    at.bet("P", 1, 50)


@pytest.mark.clause("nsw:5.12")
def test_5_12_one_playing_area_is_one_for_side_bets_too() -> None:
    at = open_table(side_bets=["any-pairs"])
    permit_boxes(at, "P")
    at.bet("Q", 2, 50)
    at.bet("R", 3, 50)
    at.bet("P", 2, 5, "any-pairs")
    at.bet("P", 1, 50)
    at.bet("P", 1, 5, "any-pairs")
    at.bet("P", 4, 50)
    at.bet("P", 4, 5, "any-pairs")
    one_box(at, "P")
    left = [(w.box, w.wager, w.amount) for w in at.table.wagers if w.player == "P"]
    assert left == [(1, "main", 10_00), (1, "any-pairs", 5_00)]
    assert at.no_bet("P", 2, 5, "any-pairs").clauses == ("5.12",)
    at.bet("P", 1, 0)
    at.bet("P", 3, 5, "any-pairs")
    assert at.no_bet("P", 1, 10).clauses == ("5.12",)
    at.bet("P", 3, 10)


@pytest.mark.clause("nsw:5.12")
def test_5_12_a_restricted_player_may_still_double() -> None:
    at = open_table()
    one_box(at, "P")
    at.bet("P", 1, 10)
    at.deal("5S 6D 6H")
    at.double(1, 10)
    assert at.settle("9C 10H 10D") == {"P": 20}


@pytest.mark.clause("nsw:1.1:Gaming Manager", "nsw:5.12", "nsw:5.10")
def test_5_12_a_gaming_managers_restriction_is_a_gaming_managers_to_lift() -> None:
    at = passed_a_round()
    lift = LiftRestriction(player="P")
    assert at.refused(lift, SUPERVISOR).clauses == ("5.12",)  # there is none
    at.do(REQUIRE, SUPERVISOR)
    at.do(lift, SUPERVISOR)
    assert at.last(Exercised).clauses == ("5.10",)
    one_box(at, "P")
    assert at.refused(lift, SUPERVISOR).clauses == ("1.1:Gaming Manager",)
    at.do(lift, GAMING_MANAGER)


@pytest.mark.parametrize(
    "notice",
    [
        GiveNotice(to="press", of="one-box", player="P"),
        GiveNotice(to="inspector", of="a-whim", player="P"),
        GiveNotice(to="inspector", of="one-box"),
        GiveNotice(to="inspector", of="any-pairs", player="P"),
    ],
)
def test_a_notice_says_to_whom_and_of_what(notice: Command) -> None:
    at = open_table()
    assert at.refused(notice, SUPERVISOR).clauses


# --- what is seen of it


def test_the_line_of_chips_is_seen_nearest_the_dealer_first() -> None:
    at = open_table()
    for name, dollars in (("P", 30), ("Q", 80), ("R", 50)):
        at.bet(name, 1, dollars)
    at.do(ArrangeWagers(box=1, players=("R", "Q", "P")), DEALER)
    assert line(at) == ["R", "Q", "P"]
    at.no_more_bets()
    assert line(at) == ["Q", "R", "P"]


def line(at: ChallengeAt) -> list[str]:
    return [wager.player for wager in at.table.view(None).boxes[0].wagers]


def test_a_restriction_is_seen_by_its_player_and_by_the_floor_and_by_nobody_else() -> None:
    at = passed_a_round()
    at.do(GiveNotice(to="inspector", of="further-shoes", player="P"), SUPERVISOR)
    at.do(FURTHER, GAMING_MANAGER)
    for viewer in (player("P"), SUPERVISOR):
        seen = at.table.view(viewer)
        assert isinstance(seen, PlayerView | FloorView)
        (restriction,) = seen.restrictions
        assert (restriction.player, restriction.clauses) == ("P", ("5.11",))
    other = at.table.view(player("Q"))
    assert isinstance(other, PlayerView)
    assert other.restrictions == ()
    assert not any(notice.to == "inspector" for notice in other.notices)


def test_a_notice_to_an_inspector_is_not_for_a_player_of_that_name() -> None:
    at = open_table("inspector P")
    at.do(GiveNotice(to="inspector", of="one-box", player="P"), SUPERVISOR)
    seen = at.table.view(player("inspector"))
    assert isinstance(seen, PlayerView)
    assert not any(notice.to == "inspector" for notice in seen.notices)


def test_boxes_and_signs_of_an_excluded_player_are_free_after_the_round() -> None:
    at = open_table("P Q")
    at.do(ReserveBoxes(player="P", boxes=(1, 2)), SUPERVISOR)
    at.do(PlacePersonalSign(player="P", minimum=10_00, maximum=900_00), SUPERVISOR)
    at.do(FindProhibitedDevice(person="P", apparatus="a counter"), SUPERVISOR)
    at.do(Exclude(player="P", reason="a counter"), SUPERVISOR)
    at.play(("Q", 3, 10))
    at.bet("Q", 1, 10)
    assert at.facts_of(Exercised)[-1].power == "own limits ended"


@pytest.mark.clause("nsw:5.12", "nsw:5.13")
def test_5_12_whoever_is_held_to_one_box_has_no_others_reserved() -> None:
    at = open_table("P Q")
    at.do(ReserveBoxes(player="P", boxes=(1, 2, 3)), SUPERVISOR)
    at.bet("P", 2, 10)
    one_box(at, "P")
    assert at.last(Exercised).power == "one box and the minimum"
    at.bet("Q", 1, 10)
    assert at.no_bet("Q", 2, 10).clauses == ("5.13",)
    several = ReserveBoxes(player="P", boxes=(2, 3))
    assert at.refused(several, SUPERVISOR).clauses == ("5.12",)
    at.do(ReserveBoxes(player="P", boxes=()), SUPERVISOR)
    permit_boxes(at, "Q")
    at.bet("Q", 2, 10)


@pytest.mark.clause("nsw:18.3.2", "nsw:5.13", "nsw:6.5.1", "nsw:6.5.1.2")
@pytest.mark.parametrize("in_mid_round", [False, True])
def test_5_13_6_5_1_2_markers_and_reserved_boxes_go_with_whoever_is_excluded(
    in_mid_round: bool,
) -> None:
    at = open_table("P Q")
    at.do(ReserveBoxes(player="P", boxes=(1, 2)), SUPERVISOR)
    at.play(("P", 1, 10))
    at.do(RaiseMinimumAtOnce(minimum=25_00), SUPERVISOR)
    at.do(FindProhibitedDevice(person="P", apparatus="a telephone"), SUPERVISOR)
    out = Exclude(player="P", reason="18.1")
    if in_mid_round:
        at.bet("P", 1, 10)
        at.deal("10S 7D 10H")
        at.do(out, SUPERVISOR)
        at.settle("10C")
    else:
        at.do(out, SUPERVISOR)
    removed = next(fact for fact in at.facts_of(Exercised) if fact.power == "marker removed")
    assert removed.clauses == ("6.5.1.2",)
    at.bet("Q", 1, 25)
    at.do(RaiseMinimumAtOnce(minimum=50_00), SUPERVISOR)
    kept = [fact.subject for fact in at.facts_of(Exercised) if fact.power == "old minimum kept"]
    assert kept == ["P at box 1: 10", "Q at box 1: 25"]


# --- between the call and the first card, if the round is not dealt after all


@pytest.mark.clause("nsw:5.10")
def test_5_10_who_is_held_to_the_minimum_after_the_call_has_no_more_when_betting_opens_again() -> (
    None
):
    at = passed_a_round()
    at.bet("P", 1, 100)
    at.bet("Q", 2, 100)
    at.no_more_bets()
    at.do(REQUIRE, SUPERVISOR)
    assert at.table.wagers[0].amount == 100_00  # the betting is closed
    at.cutting_card()
    assert [(w.player, w.amount) for w in at.table.wagers] == [("P", 25_00), ("Q", 100_00)]
    assert at.last(Placed).clauses == ("5.10",)


@pytest.mark.clause("nsw:5.4")
def test_5_4_nor_are_there_more_players_on_a_box_than_are_let() -> None:
    at = passed_a_round()
    for name in "PQ":
        at.bet(name, 1, 25)
    at.no_more_bets()
    at.do(LimitPlayers(most=1, box=1), SUPERVISOR)
    at.cutting_card()
    assert [wager.player for wager in at.table.wagers] == ["P"]
    assert at.last(Placed).clauses == ("5.4",)


@pytest.mark.clause("nsw:13.3")
def test_13_3_nor_side_bets_of_players_without_a_main_wager() -> None:
    at = open_table("P Q", side_bets=["any-pairs"])
    at.play(("P", 1, 25))
    at.bet("P", 1, 25)
    at.bet("Q", 1, 5, "any-pairs")
    at.no_more_bets()
    for to in ("surveillance", "inspector"):
        at.do(GiveNotice(to=to, of="any-pairs"), GAMING_MANAGER)
    at.now += 1
    at.do(RestrictSideBet(wager="any-pairs", sign="main bettors only"), GAMING_MANAGER)
    at.cutting_card()
    assert [wager.player for wager in at.table.wagers] == ["P"]
    assert at.last(Placed).clauses == ("13.3",)
