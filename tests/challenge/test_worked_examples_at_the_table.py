"""E30, E31 and E33 to E39 at a live table."""

from __future__ import annotations

from typing import Any

import pytest
from tests.challenge.table_support import GAMING_MANAGER, ChallengeAt, open_table
from tests.table_support import DEALER, SUPERVISOR, cents, permit_boxes, player

from croupier.games.challenge.acts.limits import (
    AnnounceMinimum,
    EndKeptMinimum,
    RaiseMinimumAtOnce,
)
from croupier.games.challenge.acts.notices import GiveNotice
from croupier.games.challenge.acts.overlooked_wagers import FindOverMaximum, OverlookWager
from croupier.games.challenge.acts.player_restrictions import (
    RequireMinimumFurther,
    RestrictToOneBox,
)
from croupier.games.challenge.acts.promotional_tokens import ExchangeVoucher, PlaceTokens
from croupier.games.challenge.acts.shared_boxes import ArrangeWagers
from croupier.games.challenge.acts.side_bets import RestrictSideBet
from croupier.games.challenge.table_state import KEPT
from croupier.table.acts.patrons import Sit
from croupier.table.acts.player_restrictions import RequireMinimum
from croupier.table.acts.sign import ChangeLimits
from croupier.table.facts import Controls

MINUTE, SECOND = 60_000, 1_000
SIDE: dict[str, Any] = {"side_bets": ["any-pairs"]}


# --- E30: who may make a side bet

ORDER = RestrictSideBet(wager="any-pairs", sign="main bettors only")


def at_two_o_clock() -> ChallengeAt:
    """P1 has 20 on box 3; Surveillance was told at 13:55, and it is 14:00."""
    at = open_table("P1 P2", **SIDE)
    at.bet("P1", 3, 20)
    at.now -= 5 * MINUTE
    at.do(GiveNotice(to="surveillance", of="any-pairs"), SUPERVISOR)
    at.now += 5 * MINUTE
    return at


@pytest.mark.clause("nsw:13.4")
def test_E30_a_side_bet_lies_where_somebody_has_a_main_wager() -> None:
    at = open_table("P1 P2", **SIDE)
    at.bet("P1", 3, 20)
    at.bet("P2", 3, 5, "any-pairs")
    assert at.no_bet("P2", 4, 5, "any-pairs").clauses == ("13.4",)


@pytest.mark.clause("nsw:13.3", "nsw:13.3.1")
def test_E30_a_restriction_holds_once_both_were_told_before() -> None:
    at = at_two_o_clock()
    at.now -= 5 * MINUTE
    at.do(GiveNotice(to="inspector", of="any-pairs"), SUPERVISOR)
    at.now += 5 * MINUTE
    at.do(ORDER, GAMING_MANAGER)
    assert at.no_bet("P2", 3, 5, "any-pairs").clauses == ("13.3",)
    at.bet("P1", 3, 5, "any-pairs")


@pytest.mark.clause("nsw:13.3.1")
def test_E30_an_inspector_told_at_five_past_does_not_make_it_hold_at_two() -> None:
    at = at_two_o_clock()
    assert at.refused(ORDER, GAMING_MANAGER).clauses == ("13.3", "13.3.1")
    at.bet("P2", 3, 5, "any-pairs")
    at.now += 5 * MINUTE
    at.do(GiveNotice(to="inspector", of="any-pairs"), SUPERVISOR)
    at.now -= 5 * MINUTE
    assert at.refused(ORDER, GAMING_MANAGER).clauses == ("13.3", "13.3.1")


@pytest.mark.clause("nsw:1.1:Gaming Manager")
def test_E30_a_casino_supervisor_cannot_order_it() -> None:
    at = at_two_o_clock()
    at.do(GiveNotice(to="inspector", of="any-pairs"), SUPERVISOR)
    assert at.refused(ORDER, SUPERVISOR).clauses == ("1.1:Gaming Manager",)


# --- E31: main bettors come first


@pytest.mark.clause("nsw:13.5", "nsw:13.7")
def test_E31_the_last_of_the_others_makes_room() -> None:
    at = open_table("M1 S1 S2 S3", **SIDE)
    at.bet("M1", 1, 20)
    for name in ("S1", "S2", "S3"):
        at.now += SECOND
        at.bet(name, 1, 5, "any-pairs")
    at.now += 7 * SECOND
    at.bet("M1", 1, 5, "any-pairs")
    assert at.chips("S3") == 10_000
    at.deal("6C 9D 6H")
    assert [at.chips(name) for name in ("M1", "S1", "S2", "S3")] == [10_035, 10_055, 10_055, 10_000]


# --- E33: who controls


@pytest.mark.parametrize(
    ("seated", "wagers", "line", "decides"),
    [
        ("P1", {"P1": 10, "P2": 200}, (), "P1"),
        ("", {"P1": 30, "P2": 80, "P3": 50}, (), "P2"),
        ("", {"P1": 40, "P2": 40, "P3": 40}, ("P3", "P1", "P2"), "P3"),
        ("", {"P1": 50, "P2": 50, "P3": 20}, ("P3", "P2", "P1"), "P2"),
    ],
)
@pytest.mark.clause("nsw:5.6")
def test_E33_who_controls(
    seated: str, wagers: dict[str, float], line: tuple[str, ...], decides: str
) -> None:
    at = open_table("P1 P2 P3")
    if seated:
        at.do(Sit(player=seated, box=1), player(seated))
    for name, dollars in wagers.items():
        at.bet(name, 1, dollars)
    if line:
        at.do(ArrangeWagers(box=1, players=line), DEALER)
    at.deal("9C 9D 7H")
    assert (at.last(Controls).player, at.decider) == (decides, decides)


def test_E33_a_side_bet_alone_controls_nothing() -> None:
    at = open_table("P1 P2", **SIDE)
    at.do(Sit(player="P1", box=1), player("P1"))
    at.bet("P2", 1, 20)
    at.bet("P1", 1, 5, "any-pairs")
    at.deal("9C 9D 7H")
    assert at.decider == "P2"


# --- E34 and E35: the maximum is shared

HUNDRED: dict[str, Any] = {"limits": {"main": [10_00, 100_00]}}


@pytest.mark.clause("nsw:6.3.1", "nsw:6.1.2", "nsw:6.1.3")
@pytest.mark.parametrize(
    ("cards", "then", "won"),
    [
        ("10H 6D 10D", "10C 9C", {"P1": 60, "P2": 40}),
        ("10H 9D 8D", "10C", {"P1": -60, "P2": -40}),
        ("AH 6D KD", "", {"P1": 120, "P2": 80}),
    ],
)
def test_E34_a_seated_controller(cards: str, then: str, won: dict[str, float]) -> None:
    at = open_table("P1 P2 P3", **HUNDRED)
    at.do(Sit(player="P1", box=1), player("P1"))
    for name, dollars in (("P1", 60), ("P2", 70), ("P3", 50)):
        at.bet(name, 1, dollars)
    at.no_more_bets()
    assert [at.chips(name) for name in ("P1", "P2", "P3")] == [9_940, 9_960, 10_000]
    at.deal(cards)
    if then:
        at.stand(1)
    assert at.settle(then) == won


@pytest.mark.clause("nsw:6.1.2")
def test_E35_nobody_seated() -> None:
    at = open_table("P1 P2 P3", **HUNDRED)
    for name, dollars in (("P1", 40), ("P2", 90), ("P3", 30)):
        at.bet(name, 1, dollars)
    at.deal("AH 9D KD")
    assert at.settle() == {"P2": 180, "P1": 20}
    assert at.chips("P3") == 10_000


# --- E36: under the minimum, over the maximum


@pytest.mark.clause("nsw:6.1", "nsw:6.2")
@pytest.mark.parametrize(("cards", "won"), [("10H 6D 10D", 20), ("AH 5D KD", 40)])
def test_E36_a_short_wager_is_refused_when_seen_and_valid_when_found_late(
    cards: str, won: float
) -> None:
    at = open_table("P1", limits={"main": [25_00, 500_00]})
    assert at.no_bet("P1", 1, 20).clauses == ("6.1", "6.4")
    at.do(OverlookWager(player="P1", box=1, amount=20_00), DEALER)
    at.deal(cards)
    if won == 20:
        at.stand(1)
        at.deal("10C 9C")
    assert at.settle() == {"P1": won}


@pytest.mark.clause("nsw:6.3")
def test_E36_over_the_maximum_two_rounds_ago_stands() -> None:
    at = open_table("P1", limits={"main": [25_00, 500_00]})
    at.do(OverlookWager(player="P1", box=1, amount=600_00), DEALER)
    at.deal("10H 6D 10D")
    at.stand(1)
    assert at.settle("10C 9C") == {"P1": 600}
    at.play(("P1", 1, 25))
    at.play(("P1", 1, 25))
    before = at.chips("P1")
    assert at.refused(FindOverMaximum(box=1, round=1), DEALER).clauses == ("6.3",)
    assert at.chips("P1") == before


# --- E37: raising the minimum

FIFTY = ChangeLimits(limits={"main": (50_00, 500_00)})


@pytest.mark.clause("nsw:6.5")
def test_E37_the_sign_is_up_for_twenty_minutes() -> None:
    at = open_table("P1", limits={"main": [25_00, 500_00]})
    two = at.now
    at.do(AnnounceMinimum(minimum=50_00, takes_effect=two + 20 * MINUTE), SUPERVISOR)
    at.now = two + 19 * MINUTE + 59 * SECOND
    assert at.refused(FIFTY, SUPERVISOR).clauses == ("6.5",)
    at.now = two + 20 * MINUTE
    at.do(FIFTY, SUPERVISOR)


@pytest.mark.clause("nsw:6.5.1", "nsw:6.5.1.2", "nsw:6.5.2", "nsw:6.5.4")
def test_E37_or_it_rises_at_once_for_who_comes_later() -> None:
    at = open_table("P1", limits={"main": [25_00, 500_00]})
    two = at.now
    at.play(("P1", 1, 25))
    at.do(RaiseMinimumAtOnce(minimum=50_00), SUPERVISOR)
    at.play(("P1", 1, 25))
    at.play(("P1", 1, 25))  # the marker lets P1
    at.now = two + 5 * MINUTE
    at.arrive("P2")
    assert at.no_bet("P2", 2, 25).clauses == ("6.1", "6.4")
    at.bet("P2", 2, 50)
    assert at.refused(EndKeptMinimum(), SUPERVISOR).clauses == ("6.5.2",)
    at.do(AnnounceMinimum(minimum=50_00, takes_effect=at.now, wager=KEPT), SUPERVISOR)
    at.now = two + 10 * MINUTE
    assert at.refused(EndKeptMinimum(), SUPERVISOR).clauses == ("6.5.2",)
    at.leave("P1")
    at.now = two + 15 * MINUTE
    at.arrive("P1")
    assert at.no_bet("P1", 1, 25).clauses == ("6.1", "6.4")


@pytest.mark.clause("nsw:6.5")
def test_E37_a_higher_maximum_or_a_lower_minimum_needs_no_notice() -> None:
    at = open_table("P1", limits={"main": [50_00, 500_00]})
    at.do(ChangeLimits(limits={"main": (50_00, 1_000_00)}), SUPERVISOR)
    at.do(ChangeLimits(limits={"main": (25_00, 1_000_00)}), SUPERVISOR)


# --- E38: restrictions


def skipped_round_3(**options: Any) -> ChallengeAt:
    at = open_table("P1 P2", limits={"main": [25_00, 500_00]}, **options)
    for _ in range(2):
        at.play(("P1", 1, 25), ("P2", 2, 25))
    at.play(("P2", 2, 25))
    return at


@pytest.mark.clause("nsw:5.10")
def test_E38_a_supervisor_pins_a_player_until_the_reshuffle_at_a_shoe_only() -> None:
    require = RequireMinimum(player="P1", reason="skipped round 3")
    at = skipped_round_3()
    at.do(require, SUPERVISOR)
    assert at.no_bet("P1", 1, 100).clauses == ("5.10",)
    at.bet("P1", 1, 25)
    assert skipped_round_3(device="shuffler").refused(require, SUPERVISOR).clauses == ("5.10",)


@pytest.mark.clause("nsw:5.11")
def test_E38_a_gaming_manager_for_all_shoes_with_the_inspector_told_before() -> None:
    at = skipped_round_3()
    further = RequireMinimumFurther(player="P1", reason="skipped round 3")
    assert at.refused(further, GAMING_MANAGER).clauses == ("5.11",)
    at.do(GiveNotice(to="inspector", of="further-shoes", player="P1"), SUPERVISOR)
    at.do(further, GAMING_MANAGER)
    assert at.no_bet("P1", 1, 100).clauses == ("5.11",)


@pytest.mark.clause("nsw:5.12")
def test_E38_one_area_and_the_minimum() -> None:
    at = open_table("P1", limits={"main": [25_00, 500_00]})
    permit_boxes(at, "P1")
    at.do(GiveNotice(to="inspector", of="one-box", player="P1"), SUPERVISOR)
    at.do(RestrictToOneBox(player="P1", reason="pattern of play"), GAMING_MANAGER)
    at.bet("P1", 2, 25)
    assert at.no_bet("P1", 3, 25).clauses == ("5.12",)


# --- E39: tokens, and wins rounded up


def token_table(wager: str = "main", dollars: float = 7.50) -> ChallengeAt:
    side_bets = [] if wager == "main" else [wager]
    limits = {"main": [5_00, 500_00], **{name: [2_50, 50_00] for name in side_bets}}
    at = open_table("P1", smallest_chip=5_00, limits=limits, side_bets=side_bets)
    at.do(ExchangeVoucher(player="P1", voucher="V1", amount=10_00), DEALER)
    if side_bets:
        at.bet("P1", 1, 10)
    tokens = PlaceTokens(player="P1", box=1, amount=cents(dollars), wager=wager)
    at.do(tokens, player("P1"))
    return at


@pytest.mark.clause("nsw:1.1:casino promotional token")
@pytest.mark.parametrize(
    ("cards", "stand", "then", "won", "left"),
    [
        ("10H 9D 10D", True, "9C", 10, 10),
        ("AH 9D KD", False, "", 15, 10),
        ("AH KD 10S", False, "AC", 25, 10),
        ("AH KD KS", False, "AC", 30, 10),
        ("AH QD KS", False, "AC", 40, 10),
        ("10H 9D 8D", True, "10C", 0, 2.50),
    ],
)
def test_E39_a_token_stake_of_seven_fifty(
    cards: str, stand: bool, then: str, won: float, left: float
) -> None:
    at = token_table()
    at.deal(cards)
    if stand:
        at.stand(1)
    at.settle(then)
    assert (at.chips("P1") - 10_000, at.table.chips.tokens["P1"] / 100) == (won, left)
    assert at.table.chips.balances


@pytest.mark.parametrize(
    ("wager", "cards", "won", "left"),
    [
        ("any-pairs", "9H 9S", 30, 10),
        ("perfect-pairs", "9H 9S", 15, 10),
        ("perfect-pairs", "9H 9D", 25, 10),
        ("perfect-pairs", "9H 9H", 75, 10),
        ("perfect-pairs", "9H 8H", 0, 7.50),
    ],
)
def test_E39_side_bets_of_two_fifty(wager: str, cards: str, won: float, left: float) -> None:
    at = token_table(wager, 2.50)
    first, second = cards.split()
    at.deal(f"{first} 9D {second}")
    assert (at.chips("P1") - 9_990, at.table.chips.tokens["P1"] / 100) == (won, left)
