"""Rules 13 and 14 at a live table: who may make a side bet, and who comes first."""

from __future__ import annotations

import pytest
from tests.challenge.table_support import GAMING_MANAGER, NSW, ChallengeAt, open_table
from tests.table_support import SUPERVISOR, permit_boxes

from croupier.durations import MINUTE
from croupier.games.challenge.acts.conduct import RefuseWager
from croupier.games.challenge.acts.limits import AnnounceMinimum
from croupier.games.challenge.acts.notices import GiveNotice
from croupier.games.challenge.acts.side_bets import (
    LiftSideBetRestriction,
    RestrictSideBet,
)
from croupier.table.acts.sign import ChangeLimits
from croupier.table.facts import Exercised, Notified, Placed
from croupier.table.wagers import Wager

SIDES = {"any-pairs": "13.3", "perfect-pairs": "14.4"}


def told(at: ChallengeAt, wager: str) -> None:
    for to in ("surveillance", "inspector"):
        at.do(GiveNotice(to=to, of=wager), SUPERVISOR)


def restricted(at: ChallengeAt, wager: str = "any-pairs") -> None:
    told(at, wager)
    at.do(RestrictSideBet(wager=wager, sign="main bettors only"), GAMING_MANAGER)


@pytest.mark.clause("nsw:13.3", "nsw:13.3.1", "nsw:13.3.2", "nsw:14.4", "nsw:14.4.1", "nsw:14.4.2")
@pytest.mark.parametrize(("wager", "rule"), SIDES.items())
def test_13_3_a_gaming_manager_leaves_a_side_bet_to_main_bettors(wager: str, rule: str) -> None:
    for other in SIDES:  # each test run cites both rules
        at = open_table("P Q", side_bets=[other])
        restricted(at, other)
    at = open_table("P Q", side_bets=[wager])
    at.bet("P", 1, 10)
    at.bet("Q", 1, 5, wager)
    restricted(at, wager)
    assert (at.last(Placed).player, at.last(Placed).total) == ("Q", 0)  # it went back at once
    assert at.last(Placed).clauses == (rule,)
    assert at.facts_of(Exercised)[-1].clauses == (rule,)
    sign = at.facts_of(Notified)[-1]
    assert (sign.to, sign.clauses) == ("players", (rule, f"{rule}.2"))
    assert at.no_bet("Q", 1, 5, wager).clauses == (rule,)
    at.bet("P", 1, 5, wager)


@pytest.mark.clause("nsw:13.3", "nsw:13.3.1", "nsw:13.3.2")
@pytest.mark.parametrize("missing", ["surveillance", "inspector"])
def test_13_3_it_takes_notice_to_both_before_and_a_sign(missing: str) -> None:
    at = open_table("P Q", side_bets=["any-pairs"])
    order = RestrictSideBet(wager="any-pairs", sign="main bettors only")
    for to in ("surveillance", "inspector"):
        if to != missing:
            at.do(GiveNotice(to=to, of="any-pairs"), SUPERVISOR)
    assert at.refused(order, GAMING_MANAGER).clauses == ("13.3", "13.3.1")
    at.do(GiveNotice(to=missing, of="any-pairs"), SUPERVISOR)
    bare = RestrictSideBet(wager="any-pairs", sign="")
    assert at.refused(bare, GAMING_MANAGER).clauses == ("13.3", "13.3.2")
    at.do(order, GAMING_MANAGER)
    assert at.refused(order, GAMING_MANAGER).clauses == ("13.3", "13.3.1")  # notices are used up


@pytest.mark.clause("nsw:13.3", "nsw:14.4", "nsw:5.2")
def test_13_3_only_a_side_bet_that_is_offered_is_restricted_and_lifted_again() -> None:
    at = open_table("P Q", side_bets=["any-pairs"])
    told(at, "perfect-pairs")
    for wager, clauses in (("perfect-pairs", ("14.4",)), ("main", ("5.2",))):
        order = RestrictSideBet(wager=wager, sign="main bettors only")
        assert at.refused(order, GAMING_MANAGER).clauses == clauses
    lift = LiftSideBetRestriction(wager="any-pairs")
    assert at.refused(lift, GAMING_MANAGER).clauses == ("13.3",)
    unknown = LiftSideBetRestriction(wager="super-sevens")
    assert at.refused(unknown, GAMING_MANAGER).clauses == ("5.2",)
    restricted(at)
    at.do(lift, GAMING_MANAGER)
    at.bet("P", 1, 10)
    at.bet("Q", 1, 5, "any-pairs")


@pytest.mark.clause("nsw:13.3")
@pytest.mark.parametrize("same_area", [True, False])
def test_13_3_the_own_main_wager_lies_on_the_box_or_anywhere(same_area: bool) -> None:
    at = open_table("P Q", side_bets=["any-pairs"], restriction_same_area=same_area)
    restricted(at)
    at.bet("P", 1, 10)
    at.bet("Q", 2, 10)
    if same_area:
        assert at.no_bet("Q", 1, 5, "any-pairs").clauses == ("13.3",)
    else:
        at.bet("Q", 1, 5, "any-pairs")
        assert at.no_bet("P", 3, 5, "any-pairs").clauses == ("13.3",)  # nobody's main is there
        at.no_more_bets()
        assert at.table.wager_of("Q", 1, "any-pairs") is not None


@pytest.mark.clause("nsw:13.3", "nsw:13.3.1")
def test_13_3_a_table_that_opens_restricted_is_opened_by_a_gaming_manager() -> None:
    at = ChallengeAt(NSW, side_bets=["any-pairs"], side_bet_needs_own_main=True)
    assert at.refused(at.papers(), GAMING_MANAGER).clauses == ("13.3", "13.3.1")
    told(at, "any-pairs")
    assert at.refused(at.papers(), SUPERVISOR).clauses == ("13.3",)
    at.do(at.papers(), GAMING_MANAGER)
    for name in "PQ":
        at.arrive(name)
    at.bet("P", 1, 10)
    assert at.no_bet("Q", 1, 5, "any-pairs").clauses == ("13.3",)


@pytest.mark.clause("nsw:13.4", "nsw:14.5")
def test_13_4_a_side_bet_goes_back_with_the_last_main_wager_of_its_box() -> None:
    for wager in SIDES:
        at = open_table("P Q R", side_bets=[wager])
        assert at.no_bet("Q", 1, 5, wager).clauses in (("13.4",), ("14.5",))
        at.bet("P", 1, 10)
        at.bet("Q", 1, 5, wager)
        at.bet("P", 1, 0)
        assert at.table.wagers == []
        assert at.last(Placed).clauses in (("13.4",), ("14.5",))
        at.bet("R", 2, 10)
        at.table.wagers.append(Wager(1, "Q", wager, 5_00))  # nobody has noticed that it lies alone
        alone, _ = at.table.game.close_betting(at.table, ())
        assert (alone.stands, alone.goes_back, alone.void) == (0, 5_00, False)
        assert alone.clauses in (("13.4",), ("14.5",))


@pytest.mark.clause("nsw:13.3", "nsw:14.5")
def test_13_3_and_14_4_one_of_two_side_bets_may_be_restricted() -> None:
    at = open_table("P Q", side_bets=list(SIDES), allow_both_side_bets=True)
    restricted(at)
    at.bet("P", 1, 10)
    assert at.no_bet("Q", 1, 5, "any-pairs").clauses == ("13.3",)
    at.bet("Q", 1, 5, "perfect-pairs")
    assert at.no_bet("Q", 2, 5, "perfect-pairs").clauses == ("14.5",)
    at.no_more_bets()
    assert at.table.wager_of("Q", 1, "perfect-pairs") is not None


@pytest.mark.clause("nsw:13.5", "nsw:14.6")
def test_13_5_the_last_side_bettor_makes_room_at_once_for_a_main_bettor() -> None:
    for wager, rule in (("any-pairs", "13.5"), ("perfect-pairs", "14.6")):
        at = open_table("M S T U V", side_bets=[wager])
        at.bet("M", 1, 10)
        for name in "STU":
            at.bet(name, 1, 5, wager)
        assert at.no_bet("V", 1, 5, wager).clauses == (rule,)
        at.bet("M", 1, 5, wager)
        assert [w.player for w in at.table.wagers if w.wager == wager] == ["S", "T", "M"]
        assert (at.last(Placed).player, at.last(Placed).clauses) == ("U", (rule,))
        assert at.chips("U") == 10_000


@pytest.mark.clause("nsw:13.5")
def test_13_5_main_bettors_do_not_displace_each_other() -> None:
    at = open_table("M N O S", side_bets=["any-pairs"])
    for name in "MNO":
        at.bet(name, 1, 10)
    at.bet("S", 1, 5, "any-pairs")
    for name in "MNO":
        at.bet(name, 1, 5, "any-pairs")
    assert [w.player for w in at.table.wagers if w.wager == "any-pairs"] == ["M", "N", "O"]
    assert at.no_bet("S", 1, 5, "any-pairs").clauses == ("13.5",)
    at.bet("M", 1, 10, "any-pairs")  # one that lies there may be changed


@pytest.mark.clause("nsw:13.2", "nsw:14.3")
def test_13_2_the_sign_names_an_amount_or_a_smallest_and_a_largest() -> None:
    for wager, rule in (("any-pairs", "13.2"), ("perfect-pairs", "14.3")):
        at = open_table("P", side_bets=[wager])
        at.bet("P", 1, 10)
        for dollars in (4, 101):
            assert at.no_bet("P", 1, dollars, wager).clauses == (rule,)
        at.bet("P", 1, 7, wager)
        at = open_table("P", side_bets=[wager], side_bet_amount="fixed")
        at.bet("P", 1, 10)
        for dollars in (4, 7, 100):
            assert at.no_bet("P", 1, dollars, wager).clauses == (rule,)
        at.bet("P", 1, 5, wager)


def test_a_player_on_two_boxes_may_side_bet_on_both() -> None:
    at = open_table("P", side_bets=["any-pairs"])
    permit_boxes(at, "P")
    for box in (1, 2):
        at.bet("P", box, 10)
        at.bet("P", box, 5, "any-pairs")
    at.deal("9S 10S 7D 9H 8H")
    assert at.facts_of(Placed)[-1].total == 5_00
    assert at.chips("P") == 10_000 - 20 + 55 - 5


@pytest.mark.clause("nsw:13.2", "nsw:14.3", "nsw:6.5")
def test_13_2_14_3_the_one_amount_is_the_one_on_the_sign_of_the_day() -> None:
    for wager, rule in (("any-pairs", "13.2"), ("perfect-pairs", "14.3")):
        at = open_table("P", side_bets=[wager], side_bet_amount="fixed")
        at.do(AnnounceMinimum(minimum=10_00, takes_effect=at.now, wager=wager), SUPERVISOR)
        at.now += 20 * MINUTE
        at.bet("P", 1, 10)
        at.do(ChangeLimits(limits={wager: (10_00, 10_00)}), SUPERVISOR)
        at.bet("P", 1, 5, wager)
        at.deal("10S 7D 9H")
        at.stand(1)
        at.settle("10C")
        at.bet("P", 1, 10)
        assert at.no_bet("P", 1, 5, wager).clauses == (rule,)
        at.bet("P", 1, 10, wager)


@pytest.mark.clause("nsw:13.2", "nsw:14.3")
def test_13_2_14_3_no_table_opens_whose_sign_leaves_out_the_one_amount() -> None:
    for wager, rule in (("any-pairs", "13.2"), ("perfect-pairs", "14.3")):
        limits = {"main": [10_00, 500_00]}
        at = ChallengeAt(NSW, side_bets=[wager], side_bet_amount="fixed", limits=limits)
        assert at.refused(at.papers(), SUPERVISOR).clauses == (rule,)


@pytest.mark.clause("nsw:13.3", "nsw:18.11")
def test_13_3_a_side_bet_that_takes_a_main_wager_falls_with_it_before_the_first_card() -> None:
    """Though another player's main wager stays on the box, and another side bet is open to all."""
    both = ["any-pairs", "perfect-pairs"]
    at = open_table("P Q", side_bets=both, allow_both_side_bets=True)
    restricted(at)
    at.bet("P", 1, 10)
    at.bet("Q", 1, 10)
    for wager in both:
        at.bet("P", 1, 5, wager)
    at.no_more_bets()
    at.do(RefuseWager(player="P", box=1, grounds="late", wager="main"), SUPERVISOR)
    left = {(wager.player, wager.wager) for wager in at.table.wagers}
    assert left == {("Q", "main"), ("P", "perfect-pairs")}
