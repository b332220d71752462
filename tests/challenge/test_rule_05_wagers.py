"""Rule 5: wagers, who shares a box, who decides, and who is held to the minimum."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from tests.challenge.table_support import GAMING_MANAGER, ChallengeAt, open_table
from tests.table_support import DEALER, SUPERVISOR, permit_boxes, player

from croupier.games.blackjack.asks import Stand
from croupier.games.blackjack.challenge_table.conduct import FindProhibitedDevice
from croupier.games.blackjack.challenge_table.notices import GiveNotice
from croupier.games.blackjack.challenge_table.personal import PlacePersonalSign
from croupier.games.blackjack.challenge_table.restrictions import (
    RequireMinimumFurther,
    RestrictToOneBox,
)
from croupier.games.blackjack.challenge_table.sharing import (
    ArrangeWagers,
    LimitPlayers,
    ReserveBoxes,
)
from croupier.table.acts.betting import PlaceWager
from croupier.table.acts.chips import BringChips
from croupier.table.acts.patrons import GetUp, Leave, Sit
from croupier.table.acts.restrictions import LiftRestriction, RequireMinimum
from croupier.table.acts.several_boxes import GiveUpBox, PermitSeveralBoxes
from croupier.table.acts.shuffling import Shuffle
from croupier.table.acts.voiding import Exclude
from croupier.table.facts import Attested, Controls, Exercised, Notified, Placed, Settled
from croupier.table.views import FloorView, PlayerView

if TYPE_CHECKING:
    from croupier.table.commands import Command

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


# --- 5.5 to 5.7: who decides


def shared(at: ChallengeAt, *bets: tuple[str, float]) -> Controls:
    """The wagers on box 1, and who is said to decide about its cards."""
    for name, dollars in bets:
        at.bet(name, 1, dollars)
    at.no_more_bets()
    return at.last(Controls)


@pytest.mark.clause("nsw:5.5", "nsw:5.5.1", "nsw:5.6", "nsw:1.1:controlling player")
def test_5_5_1_the_seated_player_decides_even_with_the_smallest_wager() -> None:
    at = open_table()
    at.do(Sit(player="P", box=1), player("P"))
    controls = shared(at, ("Q", 200), ("P", 10))
    assert controls.player == "P"
    assert controls.clauses == ("5.5", "5.5.1", "1.1:controlling player", "5.6")
    at.deal("10S 6D 3H")
    assert at.decider == "P"
    assert at.refused(Stand(box=1), player("Q")).clauses == ("5.5", "5.5.1")
    at.do(Stand(box=1), player("P"))


@pytest.mark.clause("nsw:5.5.2", "nsw:5.6")
def test_5_5_2_nobody_seated_the_largest_wager_decides() -> None:
    at = open_table()
    assert shared(at, ("P", 30), ("Q", 80), ("R", 50)).player == "Q"
    assert "5.5.2" in at.last(Controls).clauses
    at.deal("10S 6D 3H")
    assert at.decider == "Q"


@pytest.mark.clause("nsw:5.5.3", "nsw:5.7")
def test_5_5_3_of_equal_wagers_the_nearest_to_the_dealer_decides() -> None:
    at = open_table()
    for name in "PQR":
        at.bet(name, 1, 40)
    at.do(ArrangeWagers(box=1, players=("R", "P", "Q")), DEALER)
    at.no_more_bets()
    controls = at.last(Controls)
    assert controls.player == "R"
    assert "5.5.3" in controls.clauses
    at.deal("10S 6D 3H")
    assert at.decider == "R"


@pytest.mark.clause("nsw:5.5.3")
def test_5_5_3_two_largest_wagers_are_told_apart_by_nearness() -> None:
    at = open_table()
    for name, dollars in (("P", 50), ("Q", 20), ("R", 50)):
        at.bet(name, 1, dollars)
    at.do(ArrangeWagers(box=1, players=("Q", "R", "P")), DEALER)
    at.no_more_bets()
    assert at.last(Controls).player == "R"


@pytest.mark.clause("nsw:5.7", "nsw:5.7.1", "nsw:5.7.2")
def test_5_7_the_deciding_wager_is_put_nearest_and_the_others_in_line_behind() -> None:
    at = open_table()
    shared(at, ("P", 30), ("Q", 80), ("R", 50))
    line = at.last(Notified)
    assert (line.to, line.detail, line.clauses) == ("dealer", "Q, P, R", ("5.7", "5.7.1", "5.7.2"))


@pytest.mark.clause("nsw:5.7")
def test_5_7_a_line_names_every_player_on_the_box_once_and_before_the_first_card() -> None:
    at = open_table()
    at.bet("P", 1, 40)
    at.bet("Q", 1, 40)
    for players in (("P",), ("P", "P"), ("P", "Q", "R"), ()):
        arrange = ArrangeWagers(box=1, players=players)
        assert at.refused(arrange, DEALER).clauses == ("5.7", "5.7.1", "5.7.2")
    at.no_more_bets()
    late = ArrangeWagers(box=1, players=("Q", "P"))
    assert at.refused(late, DEALER).clauses == ("5.3",)


def test_5_6_a_box_of_one_player_needs_no_word_about_who_decides() -> None:
    at = open_table()
    at.bet("P", 1, 40)
    at.no_more_bets()
    assert not at.facts_of(Controls)


# --- 5.8 and 5.13: several boxes, and boxes kept for one player


@pytest.mark.clause("nsw:5.8")
def test_5_8_a_player_may_be_permitted_more_than_one_box() -> None:
    at = open_table()
    at.bet("P", 1, 10)
    assert at.no_bet("P", 2, 10).clauses == ("5.8",)
    permit_boxes(at, "P")
    at.bet("P", 2, 10)


def full_table(at: ChallengeAt) -> None:
    """Boxes 1 and 2 are P's, the other three are taken."""
    permit_boxes(at, "P")
    for box in (1, 2):
        at.bet("P", box, 10)
    for box, name in enumerate("QRS", 3):
        at.do(Sit(player=name, box=box), player(name))


@pytest.mark.clause("nsw:5.8")
def test_5_8_a_box_is_given_up_when_there_are_not_enough() -> None:
    at = open_table("P Q R S T", boxes=5)
    full_table(at)
    at.do(GiveUpBox(player="P", box=2, for_player="T"), DEALER)
    assert at.table.patrons.seats[2] == "T"
    assert at.last(Exercised).clauses == ("5.8",)


@pytest.mark.clause("nsw:5.8")
def test_5_8_the_largest_wager_of_a_shared_box_has_it() -> None:
    at = open_table("P Q R S T", boxes=5)
    full_table(at)
    at.bet("T", 2, 50)
    gives = GiveUpBox(player="P", box=2, for_player="T")
    assert at.refused(gives, DEALER).clauses == ("5.8",)  # T decides there already


@pytest.mark.clause("nsw:5.13")
def test_5_13_reserved_boxes_are_for_one_player_alone_and_not_given_up() -> None:
    at = open_table("P Q R S T", boxes=5, side_bets=["any-pairs"])
    at.do(ReserveBoxes(player="P", boxes=(1, 2)), SUPERVISOR)
    full_table(at)
    for refusal in (
        at.no_bet("T", 2, 10),
        at.no_bet("T", 2, 5, "any-pairs"),
        at.refused(Sit(player="T", box=1), player("T")),
        at.refused(GiveUpBox(player="P", box=2, for_player="T"), DEALER),
    ):
        assert refusal.clauses == ("5.13",)
    at.do(ReserveBoxes(player="P", boxes=(1,)), SUPERVISOR)
    at.do(GiveUpBox(player="P", box=2, for_player="T"), DEALER)


@pytest.mark.clause("nsw:5.13")
def test_5_13_a_reserved_box_is_not_vacant_for_somebody_who_waits() -> None:
    at = open_table("P Q R S T U", boxes=5)
    at.do(ReserveBoxes(player="U", boxes=(5,)), SUPERVISOR)
    permit_boxes(at, "P")
    for box in (1, 2):
        at.bet("P", box, 10)
    for box, name in enumerate("QR", 3):
        at.do(Sit(player=name, box=box), player(name))
    at.do(GiveUpBox(player="P", box=2, for_player="T"), DEALER)


@pytest.mark.clause("nsw:5.13", "nsw:5.12")
def test_5_13_what_another_player_has_is_not_reserved() -> None:
    at = open_table("P Q R")
    at.bet("Q", 2, 10)
    at.do(Sit(player="R", box=3), player("R"))
    at.do(ReserveBoxes(player="R", boxes=(3, 4)), SUPERVISOR)
    for box in (2, 3, 4):
        keep = ReserveBoxes(player="P", boxes=(1, box))
        assert at.refused(keep, SUPERVISOR).clauses == ("5.13",)
    assert at.refused(ReserveBoxes(player="P", boxes=(8,)), SUPERVISOR).clauses == ("2.2.1",)
    one_box(at, "P")
    keep = ReserveBoxes(player="P", boxes=(1, 5))
    assert at.refused(keep, SUPERVISOR).clauses == ("5.12",)


def test_5_13_a_player_who_leaves_keeps_no_boxes() -> None:
    at = open_table("P Q")
    at.do(ReserveBoxes(player="P", boxes=(1, 2)), SUPERVISOR)
    at.do(Leave(player="P"), player("P"))
    at.bet("Q", 1, 10)


# --- 5.9


@pytest.mark.clause("nsw:5.9")
@pytest.mark.parametrize(
    ("unit", "won"), [("hand_per_player", 30), ("wager", 40), ("player_total", 30)]
)
def test_5_9_a_win_is_rounded_up_as_the_table_reads_it(unit: str, won: float) -> None:
    """15 and 12 more by doubling, with chips of 10."""
    at = open_table(rounding_unit=unit, smallest_chip=10_00)
    at.bet("P", 1, 15)
    at.deal("5S 6D 6H")
    at.double(1, 12)
    assert at.settle("9C 10H 10D") == {"P": won}
    assert "5.9" in at.facts_of(Settled)[-1].clauses


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


def one_box(at: ChallengeAt, name: str) -> None:
    at.do(GiveNotice(to="inspector", of="one-box", player=name), SUPERVISOR)
    at.do(RestrictToOneBox(player=name, reason="pattern of play"), GAMING_MANAGER)


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
