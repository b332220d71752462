"""The automated shuffling shoe: rule 19 of 2006, rule 18 of 2018, the same but for its number."""

from __future__ import annotations

from typing import Any

import pytest
from tests.table_support import DEALER, SUPERVISOR, At, open_table, permit_boxes, player

from croupier.cards import DECK, Card
from croupier.table.acts.betting import NoMoreBets
from croupier.table.acts.burn_and_reveal import NewCards
from croupier.table.acts.cutting_card import CuttingCardDrawn, DealtPastCuttingCard
from croupier.table.acts.dealing import Deal
from croupier.table.acts.misplaced_cards import Reconstruct
from croupier.table.acts.patrons import StepAway
from croupier.table.acts.player_restrictions import RequireMinimum, Restrict
from croupier.table.acts.shuffling import Cut, DeclineCut, InsertCuttingCard, Shuffle
from croupier.table.acts.shuffling_machine import FeedMachine, LoadMachine, MachineFailed
from croupier.table.acts.stray_cards import DealerOverdrew, DrawnInError, FaceUpCard
from croupier.table.acts.voiding import VoidRound
from croupier.table.facts import (
    BettingReopened,
    Burnt,
    CutMade,
    CutOffered,
    Exercised,
    Notified,
    ShoeLoaded,
    Shuffled,
    ShuffleDue,
)
from croupier.table.table import Phase

FAILED = MachineFailed(fault="the drum is stuck")
NEW = NewCards(checked_by_supervisor="sue", checked_by_dealer="dan")


def clause(instrument: str, item: str) -> str:
    """`(b)` of the malfunction clause, say, by the number it has in an instrument."""
    return ("19" if instrument.endswith("2006") else "18") + item


def with_machine(instrument: str, players: str = "P Q R", **options: Any) -> At:
    return open_table(instrument, players, device="shuffler", **options)


def in_mid_round(instrument: str, **options: Any) -> At:
    """P, Q and R have their first cards from the machine when it fails."""
    at = with_machine(instrument, **options)
    for name, box in (("P", 2), ("Q", 4), ("R", 6)):
        at.bet(name, box, 10)
    at.deal("10S 9S 8S 7D")
    at.do(FAILED, SUPERVISOR)
    return at


@pytest.mark.clause("06:19.1", "06:19.2", "18:18.1", "18:18.2")
def test_19_1_18_1_the_commitment_to_the_order_is_published_as_the_machine_is_loaded(
    instrument: str,
) -> None:
    at = with_machine(instrument, loaded=False)
    at.do(LoadMachine(commitment="0" * 64), DEALER)
    published = at.last(Shuffled)
    assert (published.cards, published.commitment) == (312, "0" * 64)
    assert {clause(instrument, ".1"), clause(instrument, ".2")} <= set(published.clauses)


def finish(at: At) -> None:
    at.deal("9H 8H 10H")
    for box in (2, 4, 6):
        at.stand(box)
    at.settle("10C")


# --- 19.1 / 18.1: what the machine switches off


@pytest.mark.clause("06:19.1", "18:18.1", "18:5:fn1")
def test_1_rule_5_is_replaced_there_is_no_cut_and_no_cutting_card(instrument: str) -> None:
    at = with_machine(instrument)
    first = clause(instrument, ".1")
    assert at.refused(Shuffle(), DEALER).clauses[0] == first
    at.bet("P", 1, 10)
    at.no_more_bets()
    assert at.refused(CuttingCardDrawn(), DEALER).clauses[0] == first
    assert at.refused(Cut(player="P", at=100), player("P")).clauses == ("5.2",)
    at.deal("10S 7D 9H")
    at.stand(1)
    at.settle("10C")
    assert not at.facts_of(CutOffered)
    assert not at.facts_of(ShuffleDue)


@pytest.mark.clause("06:19.1", "18:18.1")
def test_1_4_7_has_no_effect(instrument: str) -> None:
    at = with_machine(instrument, mid_shoe="always")
    at.play(("P", 1, 10))
    at.bet("Q", 2, 50)  # missed the first round, and nothing holds Q to the minimum
    act = RequireMinimum(player="R", reason="joined late")
    assert at.refused(act, SUPERVISOR).clauses[0] == clause(instrument, ".1")


@pytest.mark.clause("16.3")
def test_1_14_6_has_no_effect(instrument: str) -> None:
    at = with_machine(instrument, decks=4)
    at.bet("P", 1, 10)
    at.no_more_bets()
    at.burn(207)
    at.deal("10S")
    assert at.refused(Deal(card=Card("7D")), DEALER).clauses == ("16.3",)
    at.refused(Shuffle(), DEALER)
    at.do(VoidRound(ground="impractical", reason="no cards"), SUPERVISOR)
    at.do(FeedMachine(), DEALER)
    assert at.table.shoe.remaining == 208


@pytest.mark.clause("06:19.1", "18:18.1")
def test_1_14_8_has_no_effect(instrument: str) -> None:
    at = with_machine(instrument)
    refused = at.refused(DealtPastCuttingCard(), DEALER)
    assert refused.clauses[0] == clause(instrument, ".1")


@pytest.mark.clause("14.1", "14.2", "14.3", "14.4", "14.7", "4.8", "2.4")
def test_1_and_nothing_else_is(instrument: str) -> None:
    at = with_machine(instrument)
    at.do(Restrict(player="R", procedure="CP 4", tracked="file 9"), SUPERVISOR)
    assert at.no_bet("R", 3, 50).clauses == ("4.8",)
    at.bet("P", 1, 10)
    at.bet("Q", 2, 10)
    at.no_more_bets()
    at.do(FaceUpCard(card=Card("4H")), DEALER)
    at.do(DrawnInError(card=Card("10S")), DEALER)
    assert at.refused(Deal(card=Card("9S")), DEALER).clauses == ("14.2",)
    at.deal("10S")
    at.lay("9H", 1)
    at.do(Reconstruct(reason="on the wrong box"), SUPERVISOR)
    assert at.cards(2) == "9H"
    at.deal("7D 8S 2C")
    at.do(DealerOverdrew(card=Card("KD")), DEALER)
    at.stand(1)
    at.do(StepAway(player="Q"), player("Q"))
    at.deal("3C")
    at.settle("10C")
    at.do(NEW, SUPERVISOR)


# --- 19.2 / 18.2: new cards are shuffled and loaded


@pytest.mark.clause("06:19.2", "18:18.2")
def test_2_the_dealer_shuffles_new_cards_and_loads_them_before_the_first_round(
    instrument: str,
) -> None:
    at = with_machine(instrument, loaded=False)
    at.bet("P", 1, 10)
    second = clause(instrument, ".2")
    assert at.refused(NoMoreBets(), DEALER).clauses == (second,)
    at.do(LoadMachine(), DEALER)
    assert at.last(Shuffled).cards == 312
    assert at.last(ShoeLoaded).until_cutting_card is None
    assert at.last(ShoeLoaded).clauses == (second,)  # and no new shoe: nothing was cut
    assert at.refused(LoadMachine(), DEALER).clauses == (second,)
    at.no_more_bets()


@pytest.mark.clause("06:19.1", "18:18.1")
def test_2_a_shoe_is_no_machine(instrument: str) -> None:
    at = open_table(instrument)
    at.play(("P", 1, 10))  # so that there are discards
    for command, by in (
        (LoadMachine(), DEALER),
        (FeedMachine(), DEALER),
        (FAILED, SUPERVISOR),
    ):
        assert at.refused(command, by).clauses[0] == clause(instrument, ".1")


@pytest.mark.clause("06:19.1", "06:19.2", "18:18.1", "18:18.2")
def test_2_the_discards_go_back_in(instrument: str) -> None:
    at = with_machine(instrument, loaded=False)
    assert at.refused(FeedMachine(), DEALER).clauses == (clause(instrument, ".2"),)
    at.load()
    assert at.refused(FeedMachine(), DEALER).clauses[0] == clause(instrument, ".1")
    at.play(("P", 1, 10))
    assert at.table.shoe.remaining == 312 - 4
    at.do(FeedMachine(), DEALER)
    assert (at.table.shoe.remaining, at.table.shoe.rack) == (312, [])
    assert at.last(Notified).detail == "4 cards"
    for _ in range(30):  # so that a card may come again, as often as there are decks
        at.play(("P", 1, 10))
        at.do(FeedMachine(), DEALER)


# --- 19.3 / 18.3: a malfunction in mid-round


@pytest.mark.clause("06:19.3", "06:19.3(a)", "18:18.3", "18:18.3(a)")
def test_3_a_the_round_is_completed(instrument: str) -> None:
    at = in_mid_round(instrument)
    failed = at.last(Notified)
    assert failed.about == "malfunction in mid-round"
    assert clause(instrument, ".3(a)") in failed.clauses
    assert at.refused(Deal(card=Card("9H")), DEALER).clauses == ("5.1",)
    at.load()
    finish(at)
    assert at.table.rounds[-1].void is False


@pytest.mark.clause("06:19.3(a)(i)", "18:18.3(a)(i)")
def test_3_a_i_the_cards_left_in_the_machine_are_shuffled_and_not_the_rack(
    instrument: str,
) -> None:
    at = with_machine(instrument)
    at.burn(40)
    for name, box in (("P", 2), ("Q", 4), ("R", 6)):
        at.bet(name, box, 10)
    at.deal("10S 9S 8S 7D")
    at.do(FAILED, SUPERVISOR)
    at.do(Shuffle(), DEALER)
    shuffled = at.last(Shuffled)
    assert shuffled.cards == 312 - 40 - 4
    assert shuffled.clauses[-1] == clause(instrument, ".3(a)(i)")
    assert len(at.table.shoe.rack) == 40


@pytest.mark.clause("06:19.3(a)(ii)", "18:18.3(a)(ii)", "5.2(d)", "5.3")
def test_3_a_ii_the_cut_goes_to_the_far_right_and_then_clockwise(instrument: str) -> None:
    at = in_mid_round(instrument)
    at.do(Shuffle(), DEALER)
    asked = []
    for _ in range(3):
        offer = at.last(CutOffered)
        assert offer.clauses[0] == clause(instrument, ".3(a)(ii)")
        assert offer.player is not None
        asked.append(offer.player)
        at.do(DeclineCut(player=offer.player), player(offer.player))
    assert asked == ["R", "P", "Q"]
    for wrong in (51, 308 - 51):
        assert at.refused(Cut(player="sue", at=wrong), SUPERVISOR).clauses == ("5.3",)
    at.do(Cut(player="sue", at=308 - 52), SUPERVISOR)
    assert at.last(CutMade).by == "sue"
    assert at.refused(InsertCuttingCard(from_back=155), DEALER).clauses == ("5.3",)
    at.do(InsertCuttingCard(from_back=154), DEALER)


@pytest.mark.clause("5.3", "06:19.3(a)(ii)", "18:18.3(a)(ii)")
def test_3_a_ii_too_few_cards_for_the_bounds_of_5_3_are_cut_in_the_middle(
    instrument: str,
) -> None:
    at = with_machine(instrument, decks=4)
    at.burn(160)
    at.bet("P", 1, 10)
    at.deal("10S 7D")
    at.do(FAILED, SUPERVISOR)
    at.do(Shuffle(), DEALER)
    for wrong in (22, 24, 0, 46):
        assert at.refused(Cut(player="P", at=wrong), player("P")).clauses == ("5.3",)
    at.cut(23)
    at.do(InsertCuttingCard(from_back=23), DEALER)
    at.deal("9H")


@pytest.mark.clause("06:19.3(a)(iii)", "18:18.3(a)(iii)")
def test_3_a_iii_they_finish_the_round_from_a_shoe_that_is_no_machine(instrument: str) -> None:
    at = in_mid_round(instrument)
    at.load()
    assert at.last(ShoeLoaded).clauses[-1] == clause(instrument, ".3(a)(iii)")
    assert not at.table.shoe.machine
    at.refused(FeedMachine(), DEALER)
    finish(at)


@pytest.mark.clause("14.6", "06:19.3(a)(iii)", "18:18.3(a)(iii)")
def test_3_a_iii_should_that_shoe_run_out_the_rack_finishes_the_round(instrument: str) -> None:
    """14.6 has no effect while a machine is in use; here none is any more."""
    at = with_machine(instrument, decks=4)
    at.burn(203)
    at.bet("P", 1, 10)
    at.deal("10S 7D")
    at.do(FAILED, SUPERVISOR)
    at.load()
    assert at.last(Shuffled).cards == 3
    at.deal("2H")
    at.hit(1)
    at.deal("2D")
    at.hit(1)
    at.deal("2C")
    at.stand(1)
    assert at.refused(Deal(card=Card("10C")), DEALER).clauses == ("14.6",)
    at.load()
    assert at.last(Shuffled).cards == 203
    at.settle("10C")


@pytest.mark.clause("16.3")
def test_3_a_machine_that_failed_empty_leaves_nothing_to_finish_with(instrument: str) -> None:
    at = with_machine(instrument, decks=4)
    at.burn(206)
    at.bet("P", 1, 10)
    at.deal("10S 7D")
    at.do(FAILED, SUPERVISOR)
    assert at.refused(Shuffle(), DEALER).clauses == ("16.3",)
    at.do(VoidRound(ground="impractical", reason="no cards"), SUPERVISOR)
    assert at.chips("P") == 10_000


@pytest.mark.clause("06:19.3(b)", "18:18.3(b)", "2.4")
def test_3_b_then_new_cards_are_used(instrument: str) -> None:
    at = in_mid_round(instrument)
    at.load()
    finish(at)
    after = clause(instrument, ".3(b)")
    assert at.last(ShuffleDue).clauses == (after,)
    at.bet("P", 1, 10)
    assert at.refused(Shuffle(), DEALER).clauses == (after,)
    assert at.refused(NoMoreBets(), DEALER).clauses == ("5.1",)
    at.do(NEW, SUPERVISOR)
    assert at.facts_of(Exercised)[-1].clauses == (after, "2.4")
    at.do(LoadMachine(), DEALER)
    at.no_more_bets()


@pytest.mark.clause("06:19.3(b)", "18:18.3(b)", "5.4(a)")
def test_3_b_a_shoe_in_its_place_brings_rule_5_back(instrument: str) -> None:
    """18:18.3(b) says `Rule 19 does not apply`; the rule of the machine is 18 there."""
    at = in_mid_round(instrument)
    at.load()
    finish(at)
    shoe = NewCards(checked_by_supervisor="sue", checked_by_dealer="dan", device="shoe")
    at.do(shoe, SUPERVISOR)
    at.refused(LoadMachine(), DEALER)
    at.load()
    assert at.last(CutOffered)
    at.bet("P", 1, 10)
    at.no_more_bets()
    at.cutting_card()
    assert at.last(ShuffleDue).at_once


@pytest.mark.clause("06:19.3", "18:18.3")
def test_3_a_fault_that_is_put_right_stops_nothing(instrument: str) -> None:
    at = with_machine(instrument)
    at.bet("P", 1, 10)
    at.deal("10S 7D")
    at.do(MachineFailed(fault="a card stuck", rectified=True), SUPERVISOR)
    assert at.last(Notified).about == "malfunction, rectified"
    at.deal("9H")
    at.stand(1)
    at.settle("10C")
    at.play(("P", 1, 10))


@pytest.mark.clause("06:19.4", "18:18.4", "2.4")
@pytest.mark.parametrize("called", [False, True])
def test_3_between_rounds_there_is_nothing_to_finish_and_new_cards_come_in(
    instrument: str, called: bool
) -> None:
    """A breakdown outside a round is not in the clause: 2.4 lets all cards be changed."""
    at = with_machine(instrument)
    at.bet("P", 1, 10)
    if called:
        at.no_more_bets()
    at.do(FAILED, SUPERVISOR)
    assert at.last(Notified).about == "malfunction between rounds"
    assert bool(at.facts_of(BettingReopened)) is called
    assert at.table.phase is Phase.BETTING
    at.refused(NoMoreBets(), DEALER)
    at.do(NEW, SUPERVISOR)
    at.load()
    at.deal("10S 7D 9H")


@pytest.mark.clause("06:19.3", "06:19.3(b)", "18:18.3", "18:18.3(b)")
def test_3_when_all_is_paid_nothing_is_left_to_deal(instrument: str) -> None:
    at = with_machine(instrument)
    at.bet("P", 1, 10)
    at.deal("10S 7D 9H")
    at.stand(1)
    at.deal("10C")
    at.do(FAILED, SUPERVISOR)
    assert at.refused(Shuffle(), DEALER).clauses == (clause(instrument, ".3"),)
    assert at.settle() == {"P": 10}
    assert at.last(ShuffleDue).clauses == (clause(instrument, ".3(b)"),)


# --- 19.4 / 18.4: what a malfunction is


@pytest.mark.clause("06:19.4", "18:18.4")
def test_4_a_malfunction_is_a_fault_that_has_a_name(instrument: str) -> None:
    at = with_machine(instrument)
    nothing = MachineFailed(fault="")
    assert at.refused(nothing, SUPERVISOR).clauses == (clause(instrument, ".4"),)
    spoilt = MachineFailed(fault="it creases the cards")
    at.do(spoilt, SUPERVISOR)
    assert at.last(Notified).detail == "it creases the cards"
    assert clause(instrument, ".4") in at.last(Notified).clauses


# --- other cards in it


@pytest.mark.clause("2.1", "2.4")
def test_new_cards_start_the_count_of_copies_afresh(instrument: str) -> None:
    at = with_machine(instrument, decks=4, boxes=12)
    permit_boxes(at, "P")
    for _ in range(4):
        at.do(FaceUpCard(card=Card("4H")), DEALER)
    assert at.refused(FaceUpCard(card=Card("4H")), DEALER).clauses == ("2.1",)
    at.do(NEW, SUPERVISOR)
    at.load()
    at.do(FaceUpCard(card=Card("4H")), DEALER)
    assert at.last(Burnt).card == "4H"
    assert at.table.shoe.remaining == 4 * len(DECK) - 1
