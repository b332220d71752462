"""Rule 17: the shuffling device fails in a round, before it, or at a low-limit table."""

from __future__ import annotations

from typing import Any

import pytest
from tests.challenge.table_support import ChallengeAt, open_table
from tests.table_support import DEALER, SUPERVISOR, permit_boxes, player

from croupier.cards import Card
from croupier.games.blackjack.asks_and_answers import MoveOn, Stand
from croupier.games.challenge.acts.conduct import FindProhibitedDevice
from croupier.games.challenge.acts.decisions import NoDecision
from croupier.games.challenge.acts.overlooked_wagers import FindOverMaximum, OverlookWager
from croupier.games.challenge.acts.shuffling_device import BringDevice, DeviceFailed
from croupier.games.challenge.acts.void_rounds import VoidMisdeal
from croupier.games.challenge.round import ElectRefund
from croupier.table.acts.betting import NoMoreBets
from croupier.table.acts.burn_and_reveal import Burn
from croupier.table.acts.chips_and_float import TakeChips
from croupier.table.acts.dealing import Deal
from croupier.table.acts.shuffling import InsertCuttingCard, Shuffle
from croupier.table.acts.shuffling_machine import FeedMachine
from croupier.table.acts.voiding import VoidWager
from croupier.table.facts import Exercised, Notified
from croupier.table.shoe_state import Device, Preparation
from croupier.table.table import Phase

JAM = "cards jam"
NO_SPARE = DeviceFailed(fault=JAM, spare_at_hand=False)


def e44(players: str = "P1 P2 P3", **options: Any) -> ChallengeAt:
    """P1 has doubled to 18, P2 is bust, P3's Blackjack is paid; P4, if there, is to act."""
    at = open_table(players, device="shuffler", **options)
    at.bet("P1", 1, 40)
    at.bet("P2", 2, 25)
    at.bet("P3", 3, 20)
    if "P4" in players:
        at.bet("P4", 4, 10)
        at.deal("4C 10H AS 10S 6D 4D 6S KD 9S")
    else:
        at.deal("4C 10H AS 6D 4D 6S KD")
    at.double(1, 40)
    at.deal("10C")
    at.hit(2)
    at.deal("KC")
    return at


def chips(at: ChallengeAt) -> list[float]:
    return [at.chips(name) - 10_000 for name in sorted(at.table.patrons.arrived)]


@pytest.mark.clause("nsw:17.1", "nsw:17.1.1", "nsw:17.1.2", "nsw:17.1.3", "nsw:17.1.4")
@pytest.mark.clause("nsw:17.1.5", "nsw:17.2")
def test_E44a_without_harm_or_damage_the_cards_move_to_another_device() -> None:
    at = e44()
    left = at.table.shoe.remaining
    at.do(DeviceFailed(fault=JAM), SUPERVISOR)
    assert at.last(Exercised).clauses == ("17.2",)
    assert (at.table.shoe.machine, at.table.shoe.remaining) == (True, left)
    assert at.settle("10D KS") == {"P1": 80, "P2": -25, "P3": 40}


@pytest.mark.clause("nsw:17.1.3")
@pytest.mark.parametrize("disadvantaged", ["P1", "the casino operator"])
def test_17_1_3_the_round_goes_on_only_if_nobody_is_worse_off(disadvantaged: str) -> None:
    """Players and operator alike: open wagers go back, and what was paid stands."""
    harmed = e44()
    harmed.do(DeviceFailed(fault=JAM, disadvantaged=disadvantaged), SUPERVISOR)
    assert (harmed.table.phase, chips(harmed)) == (Phase.BETTING, [0, 0, 40])
    unharmed = e44()
    unharmed.do(DeviceFailed(fault=JAM), SUPERVISOR)
    assert "17.1.3" in unharmed.last(Notified).clauses
    assert unharmed.table.phase is Phase.DEALING
    assert unharmed.settle("10D KS") == {"P1": 80, "P2": -25, "P3": 40}


@pytest.mark.clause("nsw:17.3", "nsw:17.3.1", "nsw:17.3.2", "nsw:17.3.3", "nsw:17.3.4")
def test_E44b_a_damaged_card_is_replaced_by_the_same_card() -> None:
    at = e44()
    left = at.table.shoe.remaining
    at.do(DeviceFailed(fault=JAM, damaged=(Card("7D"),)), SUPERVISOR)
    replaced = next(fact for fact in at.facts_of(Exercised) if "replace" in fact.power)
    assert replaced.subject == "7D"
    shoe = at.table.shoe
    assert shoe.remaining == left
    assert shoe.remaining + len(shoe.rack) + len(shoe.layout) == 6 * 52
    assert at.settle("10D KS") == {"P1": 80, "P2": -25, "P3": 40}
    seven = DeviceFailed(fault=JAM, damaged=(Card("7D"),) * 7)
    assert at.refused(seven, SUPERVISOR).clauses == ("3.1",)


@pytest.mark.clause("nsw:17.4")
@pytest.mark.parametrize(("paid_stands", "p3"), [(True, 40), (False, 0)])
@pytest.mark.parametrize("spare", [True, False])
def test_E44c_if_somebody_is_worse_off_the_round_ends_and_wagers_go_back(
    paid_stands: bool, p3: float, spare: bool
) -> None:
    at = e44() if paid_stands else e44(r17_4_paid_stands=False)  # as the text has it, or not
    harm = DeviceFailed(fault=JAM, disadvantaged="P1", spare_at_hand=spare)
    at.do(harm, SUPERVISOR)
    assert chips(at) == [0, 0, p3]
    assert at.table.phase is Phase.BETTING
    assert at.table.shoe.machine is spare
    assert at.table.chips.balances


def finish(at: ChallengeAt) -> None:
    """What is left in the device is shuffled by hand, cut, loaded and burnt from."""
    at.do(Shuffle(), DEALER)
    at.cut(at.table.shoe.remaining // 2)
    at.do(InsertCuttingCard(from_back=100), DEALER)
    at.do(Burn(), DEALER)


ELECTIONS = [("all_stakes", [0, 0, 40]), ("unsettled", [0, -25, 40])]


@pytest.mark.clause("nsw:17.5", "nsw:17.5.1", "nsw:17.5.2", "nsw:17.5.4", "nsw:17.5.5")
@pytest.mark.clause("nsw:17.5.6", "nsw:4.9.2")
@pytest.mark.parametrize(("scope", "net"), ELECTIONS)
def test_E44d_without_another_device_players_may_take_their_wagers_back(
    scope: str, net: list[float]
) -> None:
    chosen = {} if scope == "all_stakes" else {"election_scope": scope}  # the text's own, or not
    at = e44("P1 P2 P3 P4", **chosen)
    left = at.table.shoe.remaining
    at.do(NO_SPARE, SUPERVISOR)
    asked = [fact.to for fact in at.facts_of(Notified) if fact.about == "refund offered"]
    assert asked == (["P1", "P2", "P4"] if scope == "all_stakes" else ["P1", "P4"])
    assert at.due.what == "refund"
    assert at.refused(Shuffle(), DEALER).clauses == ("17.5", "17.5.1")
    assert at.refused(Stand(box=4), player("P4")).clauses == ("17.5", "17.5.1")
    assert "17.5.1" in at.refused(ElectRefund(player="P3", takes=True), player("P3")).clauses
    at.do(ElectRefund(player="P1", takes=True), player("P1"))
    if scope == "all_stakes":
        at.do(ElectRefund(player="P2", takes=True), player("P2"))
    at.do(ElectRefund(player="P4", takes=False), player("P4"))
    at.stand(4)
    assert at.refused(Deal(card=Card("10D")), DEALER).clauses
    finish(at)
    assert at.table.shoe.remaining == left - 1
    at.settle("10D KS")
    assert chips(at) == [*net, 10]
    assert at.table.shoe.device is Device.SHOE
    at.play(("P4", 4, 10))
    at.do(BringDevice(), SUPERVISOR)
    at.load()
    assert at.table.shoe.machine
    at.play(("P4", 4, 10))


@pytest.mark.clause("nsw:6.7.2")
def test_E44e_a_low_limit_table_finishes_the_round_and_waits_for_a_device() -> None:
    at = e44("P1 P2 P3 P4", low_limit=True)
    at.do(NO_SPARE, SUPERVISOR)
    at.do(MoveOn(), DEALER)
    at.stand(4)
    finish(at)
    at.settle("10D KS")
    told = at.last(Notified)
    assert (told.about, told.clauses) == ("no device, no play", ("6.7", "6.7.2"))
    at.bet("P4", 4, 10)
    assert at.refused(NoMoreBets(), DEALER).clauses == ("6.7", "6.7.2")
    at.do(BringDevice(), SUPERVISOR)
    at.load()
    at.no_more_bets()


@pytest.mark.clause("nsw:17.5.6")
def test_E44e_unless_it_may_carry_on_from_a_shoe() -> None:
    at = e44("P1 P2 P3 P4", low_limit=True, low_limit_shoe_fallback="carry_on")
    at.do(NO_SPARE, SUPERVISOR)
    at.do(MoveOn(), DEALER)
    at.stand(4)
    finish(at)
    at.settle("10D KS")
    at.play(("P4", 4, 10))


@pytest.mark.clause("nsw:17.5.1", "nsw:5.5")
def test_17_5_1_where_a_controlling_player_withdraws_the_next_decides() -> None:
    at = open_table("P Q", device="shuffler")
    at.bet("P", 1, 50)
    at.bet("Q", 1, 20)
    at.deal("10C 6D 2D")
    assert at.decider == "P"
    at.do(NO_SPARE, SUPERVISOR)
    at.do(ElectRefund(player="P", takes=True), player("P"))
    at.do(ElectRefund(player="Q", takes=False), player("Q"))
    assert at.decider == "Q"


@pytest.mark.clause("nsw:17.5.1")
def test_17_5_1_hands_without_a_wager_are_not_played_on() -> None:
    at = open_table("P", device="shuffler")
    at.bet("P", 1, 50)
    at.deal("10C 6D 2D")
    at.do(NO_SPARE, SUPERVISOR)
    at.do(ElectRefund(player="P", takes=True), player("P"))
    assert at.settle() == {"P": 0}
    assert at.table.shoe.preparation is Preparation.NEEDS_SHUFFLE
    at.load()
    assert at.table.shoe.remaining == 311


@pytest.mark.clause("nsw:17.5.1")
def test_17_5_1_each_box_may_be_asked_about_by_itself() -> None:
    at = open_table("P", device="shuffler", election_unit="area")
    permit_boxes(at, "P")
    at.bet("P", 1, 10)
    at.bet("P", 2, 20)
    at.deal("10C 10H 6D 2D 9D")
    at.do(NO_SPARE, SUPERVISOR)
    assert "17.5.1" in at.refused(ElectRefund(player="P", takes=True), player("P")).clauses
    at.do(ElectRefund(player="P", takes=True, box=1), player("P"))
    at.do(ElectRefund(player="P", takes=False, box=2), player("P"))
    at.stand(2)
    finish(at)
    assert at.settle("10S KC") == {"P": 20}


@pytest.mark.clause("nsw:17.5.3")
def test_17_5_3_damaged_cards_are_replaced_before_the_shuffle_by_hand() -> None:
    at = e44("P1 P2 P3 P4")
    fault = DeviceFailed(fault=JAM, transfer_practicable=False, damaged=(Card("7D"),))
    at.do(fault, SUPERVISOR)
    assert at.last(Exercised).subject == "7D"
    assert at.due.what == "refund"


@pytest.mark.clause("nsw:17.1.2")
@pytest.mark.parametrize("spare", [True, False])
def test_17_1_2_before_a_card_of_the_round_is_dealt_nobody_is_bound(spare: bool) -> None:
    at = open_table("P", device="shuffler")
    at.bet("P", 1, 10)
    at.no_more_bets()
    at.do(DeviceFailed(fault=JAM, spare_at_hand=spare, disadvantaged="P"), SUPERVISOR)
    assert at.table.phase is (Phase.DEALING if spare else Phase.BETTING)
    assert at.table.shoe.machine is spare
    if not spare:
        at.bet("P", 1, 0)
        at.load()
        at.play()


@pytest.mark.clause("nsw:17.1.2")
def test_17_1_2_a_device_that_fails_when_all_is_settled_touches_no_wager() -> None:
    at = open_table("P", device="shuffler")
    at.bet("P", 1, 10)
    at.deal("10C 6D 9D")
    at.do(FeedMachine(), DEALER)
    at.stand(1)
    at.deal("10D KS")
    at.do(DeviceFailed(fault=JAM, spare_at_hand=False), SUPERVISOR)
    assert at.settle() == {"P": 10}
    assert at.table.shoe.device is Device.SHOE
    at.load()
    at.play()


@pytest.mark.clause("nsw:17.1.1")
def test_17_1_1_a_shoe_has_no_device_to_fail() -> None:
    at = open_table("P")
    assert at.refused(NO_SPARE, SUPERVISOR).clauses == ("17.1", "17.1.1")
    assert at.refused(BringDevice(), SUPERVISOR).clauses == ("17.5.6",)


@pytest.mark.clause("nsw:16.9", "nsw:17.5.4")
def test_17_5_4_a_device_that_had_dealt_its_last_card_leaves_the_discards_to_shuffle() -> None:
    at = open_table("P", device="shuffler")
    at.bet("P", 1, 10)
    at.deal("10C 6D 2D")
    at.burn(at.table.shoe.remaining)
    at.do(NO_SPARE, SUPERVISOR)
    at.do(ElectRefund(player="P", takes=False), player("P"))
    at.hit(1)
    at.do(Shuffle(), DEALER)
    assert at.table.shoe.remaining == 312 - 3
    at.cut(150)
    at.do(InsertCuttingCard(from_back=100), DEALER)
    at.do(Burn(), DEALER)
    assert at.settle("9C") == {"P": 10}


@pytest.mark.clause("nsw:17.5.1", "nsw:16.8")
def test_17_5_1_a_round_that_is_void_meanwhile_waits_for_no_refunds() -> None:
    at = e44("P1 P2 P3 P4")
    at.do(NO_SPARE, SUPERVISOR)
    at.do(VoidMisdeal(error="cards crossed", why_not_rebuilt="they jammed"), SUPERVISOR)
    assert chips(at) == [0, 0, 40, 0]
    assert not at.allowed(ElectRefund(player="P1", takes=True), player("P1"))
    at.load()
    at.play(("P4", 4, 10))


NO_OTHER = DeviceFailed(fault="jammed", spare_at_hand=False)


@pytest.mark.clause("nsw:17.5.1", "nsw:6.3")
def test_17_5_1_a_refund_is_still_offered_when_a_wager_is_found_over_the_maximum() -> None:
    at = open_table("P Q", device="shuffler")
    at.do(OverlookWager(player="P", box=1, amount=600_00), DEALER)
    at.bet("Q", 2, 10)
    at.deal("10S 9S 7D 5H 4H")
    at.do(NO_OTHER, SUPERVISOR)
    at.do(FindOverMaximum(box=1), DEALER)
    assert at.due.what == "refund"
    for name in "PQ":
        at.do(ElectRefund(player=name, takes=True), player(name))
    assert chips(at) == [0, 0]


@pytest.mark.clause("nsw:17.5.1", "nsw:17.5.5")
def test_17_5_5_in_the_initial_deal_no_card_goes_where_the_wagers_were_taken_back() -> None:
    at = open_table("P Q", device="shuffler")
    at.bet("P", 1, 10)
    at.bet("Q", 2, 10)
    at.deal("10S 10H")
    at.do(NO_OTHER, SUPERVISOR)
    at.do(ElectRefund(player="P", takes=True), player("P"))
    at.do(ElectRefund(player="Q", takes=False), player("Q"))
    finish(at)
    at.deal("7D 9H")
    assert at.cards(2) == "TH 9H"
    at.stand(2)
    assert at.settle("10C")["Q"] == 10


@pytest.mark.clause("nsw:17.5.1")
def test_17_5_1_when_everybody_takes_the_wagers_back_the_round_is_over() -> None:
    at = open_table("P", device="shuffler")
    at.bet("P", 1, 10)
    at.deal("10S")
    at.do(NO_OTHER, SUPERVISOR)
    at.do(ElectRefund(player="P", takes=True), player("P"))
    assert at.settle() == {"P": 0}


@pytest.mark.clause("nsw:18.3.1", "nsw:7.1")
def test_18_3_1_a_box_whose_wagers_are_void_in_the_initial_deal_gets_no_second_card() -> None:
    at = open_table("P Q")
    at.bet("P", 1, 10)
    at.bet("Q", 2, 10)
    at.deal("10S 10H 7D")
    at.do(FindProhibitedDevice(person="P", apparatus="a telephone"), SUPERVISOR)
    at.do(VoidWager(player="P", box=1, reason="18.1"), SUPERVISOR)
    at.deal("9H")
    assert at.cards(2) == "TH 9H"
    at.stand(2)
    assert at.settle("10C")["Q"] == 10


@pytest.mark.clause("nsw:17.4")
@pytest.mark.parametrize("stands", [True, False])
def test_17_4_what_leaves_somebody_worse_off_ends_a_round_until_its_cards_are_collected(
    stands: bool,
) -> None:
    """Paid at once stays paid, as the table reads it; the final settlement does not."""
    at = open_table("P Q R", device="shuffler", r17_4_paid_stands=stands)
    for box, name in enumerate("PQR", 1):
        at.bet(name, box, 10)
    at.deal("AS 9S 8H 7D KH 5H 10H")
    at.stand(2)
    at.stand(3)
    at.deal("10C")
    assert at.net() == {"P": 20, "Q": -10, "R": 10}
    at.do(DeviceFailed(fault="dealt two at once", disadvantaged="R"), SUPERVISOR)
    assert at.table.phase is Phase.BETTING
    assert chips(at) == [20 if stands else 0, 0, 0]


@pytest.mark.clause("nsw:17.4")
def test_17_4_who_has_taken_home_what_a_terminated_round_paid_owes_it() -> None:
    at = open_table("P Q", device="shuffler", chips=100, r17_4_paid_stands=False)
    at.bet("P", 1, 100)
    at.bet("Q", 2, 10)
    at.deal("AS 9S 6D KH 5H")  # P's Blackjack is paid at once
    at.do(TakeChips(player="P", amount=300_00), player("P"))
    at.do(DeviceFailed(fault="dealt two at once", disadvantaged="Q"), SUPERVISOR)
    (owed,) = [fact for fact in at.facts_of(Notified) if fact.about == "owed to the house"]
    assert (owed.detail, owed.clauses) == ("P: 200", ("17.4",))


@pytest.mark.clause("nsw:16.10", "nsw:17.5.1")
def test_16_10_whoever_has_been_asked_about_a_refund_has_the_time_to_decide_from_there() -> None:
    at = open_table("P", device="shuffler", decision_timer=30)
    at.bet("P", 1, 10)
    at.deal("10S 7D 5H")
    at.do(NO_OTHER, SUPERVISOR)
    at.now += 60_000
    at.do(ElectRefund(player="P", takes=False), player("P"))
    at.now += 29_999
    assert at.refused(NoDecision(player="P"), DEALER).clauses == ("16.10",)
    at.now += 1
    at.do(NoDecision(player="P"), DEALER)


@pytest.mark.clause("nsw:16.10", "nsw:17.5.4")
def test_16_10_the_time_to_decide_begins_when_the_cards_are_ready_again() -> None:
    at = open_table("P", device="shuffler", decision_timer=30)
    at.bet("P", 1, 10)
    at.deal("10S 7D 5H")
    at.do(NO_OTHER, SUPERVISOR)
    at.do(ElectRefund(player="P", takes=False), player("P"))
    at.now += 60_000
    at.load()
    at.now += 29_999
    assert at.refused(NoDecision(player="P"), DEALER).clauses == ("16.10",)
    at.now += 1
    at.do(NoDecision(player="P"), DEALER)
    assert at.cards(1) == "TS 5H"
