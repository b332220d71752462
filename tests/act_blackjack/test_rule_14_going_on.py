"""Rule 14.6 to 14.8: an empty shoe, nobody to decide, a cutting card that was missed."""

from __future__ import annotations

import pytest
from tests.table_support import (
    DEALER,
    SUPERVISOR,
    open_table,
    player,
    two_boxes,
)

from croupier.cards import Card
from croupier.games.blackjack.asks_and_answers import Elect, Hit, Stand
from croupier.games.blackjack.facts import Elected
from croupier.table.acts.betting import NoMoreBets
from croupier.table.acts.closing import AnnounceClosure
from croupier.table.acts.cutting_card import CuttingCardDrawn, DealtPastCuttingCard
from croupier.table.acts.dealing import Deal
from croupier.table.acts.misplaced_cards import Reconstruct
from croupier.table.acts.patrons import ComeBack, StepAway
from croupier.table.acts.shuffling import Cut, InsertCuttingCard, Shuffle
from croupier.table.acts.stray_cards import BurntInError, DealerOverdrew, DrawnInError, FaceUpCard
from croupier.table.acts.voiding import VoidRound
from croupier.table.facts import (
    CutOffered,
    Notified,
    Present,
    RoundVoided,
    SetAside,
    Shuffled,
    ShuffleDue,
)

PUT_RIGHT = Reconstruct(reason="a card lay on the wrong hand")


# --- 14.6: the shoe runs out


@pytest.mark.clause("14.6", "5.3")
def test_14_6_the_rack_is_shuffled_cut_and_dealt_on_and_the_layout_stays_out(
    instrument: str,
) -> None:
    at = two_boxes(instrument, decks=4)
    at.burn(204)
    at.deal("10S 10H 7D 9S")
    assert at.refused(Deal(card=Card("9H")), DEALER).clauses == ("14.6",)
    at.do(Shuffle(), DEALER)
    assert (at.last(Shuffled).cards, at.last(Shuffled).clauses) == (204, ("14.6",))
    assert at.last(CutOffered).player == "P"
    assert at.refused(Cut(player="P", at=153), player("P")).clauses == ("5.3",)
    at.cut(152)
    at.do(InsertCuttingCard(from_back=60), DEALER)
    at.deal("9H")
    at.stand(1)
    at.stand(2)
    assert at.settle("10C") == {"P": 10, "Q": 10}
    assert at.last(ShuffleDue).at_once


@pytest.mark.clause("14.6")
def test_14_6_what_was_burnt_comes_back_with_the_rack(instrument: str) -> None:
    """14.2 keeps a card out of use only until the rack is shuffled as a whole."""
    at = two_boxes(instrument, decks=4)
    for _ in range(4):
        at.do(BurntInError(card=Card("9H")), DEALER)
    at.burn(200)
    at.deal("10S 10H 7D 9S")
    at.load()
    at.deal("9H")


@pytest.mark.clause("14.2", "14.6")
def test_14_6_a_card_drawn_in_error_is_dealt_before_anything_is_shuffled(
    instrument: str,
) -> None:
    at = two_boxes(instrument, decks=4)
    at.burn(203)
    at.deal("10S 10H 7D 9S")
    at.do(DrawnInError(card=Card("9H")), DEALER)
    assert at.refused(Shuffle(), DEALER).clauses == ("5.4",)
    at.deal("9H")
    at.stand(1)
    at.stand(2)
    assert at.refused(Deal(card=Card("10C")), DEALER).clauses == ("14.6",)


@pytest.mark.clause("14.6", "A:New shoe")
def test_14_6_an_empty_shoe_before_the_first_card_makes_a_new_one(instrument: str) -> None:
    at = two_boxes(instrument, decks=4)
    at.no_more_bets()
    at.burn(208)
    assert at.refused(Deal(card=Card("9H")), DEALER).clauses == ("14.6",)
    at.load()
    at.deal("10S 10H 7D 9S 9H")
    at.stand(1)
    at.stand(2)
    at.settle("10C")
    assert not at.facts_of(ShuffleDue)


@pytest.mark.clause("5.1")
def test_14_6_between_rounds_an_empty_shoe_is_shuffled_whole(instrument: str) -> None:
    at = two_boxes(instrument, decks=4)
    at.burn(208)
    assert at.refused(NoMoreBets(), DEALER).clauses == ("5.1",)
    at.load()
    assert at.last(Shuffled).cards == 208


@pytest.mark.clause("5.4", "5.4(b)", "14.6")
def test_14_6_the_cutting_card_lies_in_the_new_stack_too(instrument: str) -> None:
    at = two_boxes(instrument, decks=4)
    at.burn(203)
    at.deal("10S 10H 7D")
    at.cutting_card()
    at.deal("9S 9H")
    at.stand(1)
    at.stand(2)
    at.load()
    at.cutting_card()
    at.settle("10C")


@pytest.mark.clause("16.3")
def test_14_6_has_no_effect_with_a_machine(instrument: str) -> None:
    at = two_boxes(instrument, decks=4, device="shuffler")
    at.burn(204)
    at.deal("10S 10H 7D 9S")
    assert at.refused(Deal(card=Card("9H")), DEALER).clauses == ("16.3",)
    at.refused(Shuffle(), DEALER)
    at.do(VoidRound(ground="impractical", reason="the machine is empty"), SUPERVISOR)
    assert at.chips("P") == 10_000


# --- 14.7: nobody there to decide


@pytest.mark.clause("14.7")
def test_14_7_for_an_absent_player_the_dealer_draws_past_eleven_and_stops(
    instrument: str,
) -> None:
    at = open_table(instrument, "P")
    at.bet("P", 1, 10)
    at.do(StepAway(player="P"), player("P"))
    assert at.last(Present).present is False
    at.deal("4S 9D 3H 2C AH")
    assert at.cards(1) == "4S 3H 2C AH"
    assert at.settle("10C") == {"P": 10}


@pytest.mark.clause("14.7")
def test_14_7_who_steps_away_in_mid_hand_is_played_for_from_there(instrument: str) -> None:
    at = two_boxes(instrument)
    at.deal("4S 10H 9D 3H 7C")
    at.hit(1)
    at.do(StepAway(player="P"), player("P"))
    at.deal("2C 5C")
    assert at.decider == "Q"
    at.stand(2)
    assert at.settle("10C") == {"P": -10, "Q": -10}


@pytest.mark.clause("14.7")
def test_14_7_who_comes_back_decides_again(instrument: str) -> None:
    at = two_boxes(instrument)
    at.do(StepAway(player="Q"), player("Q"))
    at.deal("10S 10H 9D 8S 2C")
    at.do(ComeBack(player="Q"), player("Q"))
    at.stand(1)
    assert at.decider == "Q"
    at.do(Hit(box=2), player("Q"))
    again = ComeBack(player="Q")
    assert at.refused(again, player("Q")).clauses == ("14.7",)
    at.do(StepAway(player="Q"), player("Q"))
    assert at.refused(StepAway(player="Q"), player("Q")).clauses == ("14.7",)


@pytest.mark.clause("4.5(b)", "14.7")
@pytest.mark.parametrize("decider", ["next_bettor", "draw_to_12"])
def test_14_7_on_a_shared_box_another_bettor_decides_or_the_dealer_draws(
    instrument: str, decider: str
) -> None:
    """4.5 before 14.7 by default: a player who is present renders the decision."""
    at = open_table(instrument, absent_decider=decider)
    at.bet("P", 1, 10)
    at.bet("Q", 1, 10)
    at.do(StepAway(player="P"), player("P"))
    at.deal("10S 7D 6H")
    if decider == "next_bettor":
        assert at.decider == "Q"
        at.do(Stand(box=1), player("Q"))
    assert at.settle("10C") == {"P": -10, "Q": -10}


@pytest.mark.clause("14.7", "10.2(b)", "11.2")
def test_14_7_an_absent_back_bettor_rides_and_neither_doubles_nor_insures(
    instrument: str,
) -> None:
    at = open_table(instrument, third_party_insurance=False)
    at.bet("P", 1, 10)
    at.bet("Q", 1, 20)
    at.do(StepAway(player="Q"), player("Q"))
    at.deal("8S AD 8H")
    at.move_on()
    at.split(1)
    assert at.last(Elected).clauses == ("10.2", "10.2(b)")
    at.deal("3C")
    at.double(1, 10)
    assert at.last(Elected).clauses == ("11.2",)
    at.refused(Elect(player="Q", box=1, amount=20_00), player("Q"))
    at.deal("10H 10C")
    at.stand(1, 2)
    assert at.settle("9C") == {"P": 20 - 10, "Q": 20}


@pytest.mark.clause("14.7", "13.1(c)")
def test_14_7_for_an_absent_blackjack_nothing_is_taken_and_nothing_lost(
    instrument: str,
) -> None:
    at = open_table(instrument, "P")
    at.bet("P", 1, 10)
    at.do(StepAway(player="P"), player("P"))
    at.deal("AS AD KH")
    at.move_on()
    assert at.settle("9C") == {"P": 15}


@pytest.mark.clause("14.7", "10.4")
def test_14_7_after_a_split_it_holds_for_each_hand_that_is_left(instrument: str) -> None:
    at = open_table(instrument, "P")
    at.bet("P", 1, 10)
    at.deal("5S 9D 5H")
    at.split(1)
    at.deal("6C")
    at.do(StepAway(player="P"), player("P"))
    at.deal("2C")  # 5 6 2
    at.deal("3C 4C")  # 5 3 4
    assert (at.cards(1), at.cards(1, 2)) == ("5S 6C 2C", "5H 3C 4C")
    assert at.settle("10C") == {"P": -20}


# --- 14.8: dealt past the cutting card


@pytest.mark.clause("14.8")
def test_14_8_what_was_dealt_past_the_cutting_card_stands(instrument: str) -> None:
    at = open_table(instrument, "P")
    at.play(("P", 1, 10))
    at.bet("P", 1, 10)
    at.deal("10S 7D 9H")
    at.do(DealtPastCuttingCard(), DEALER)
    due = at.last(ShuffleDue)
    assert (due.at_once, due.clauses) == (False, ("14.8",))
    assert not at.facts_of(RoundVoided)
    assert at.refused(DealtPastCuttingCard(), DEALER).clauses == ("14.8",)
    assert at.refused(CuttingCardDrawn(), DEALER).clauses == ("5.4",)
    at.stand(1)
    assert at.settle("10C") == {"P": 10}
    at.bet("P", 1, 10)
    assert at.refused(NoMoreBets(), DEALER).clauses == ("5.1",)
    at.load()


@pytest.mark.clause("14.8")
def test_14_8_needs_a_shoe_and_a_cutting_card_that_nobody_saw(instrument: str) -> None:
    at = open_table(instrument, loaded=False)
    assert at.refused(DealtPastCuttingCard(), DEALER).clauses == ("14.8",)
    at.load()
    at.bet("P", 1, 10)
    at.deal("10S")
    at.cutting_card()
    assert at.refused(DealtPastCuttingCard(), DEALER).clauses == ("14.8",)


@pytest.mark.clause("14.8", "5.3")
def test_14_8_no_cutting_card_is_passed_before_a_card_is_dealt(instrument: str) -> None:
    """It would be a shuffle at somebody's pleasure."""
    at = open_table(instrument, "P")
    assert at.refused(DealtPastCuttingCard(), DEALER).clauses == ("5.3",)
    at.bet("P", 1, 10)
    at.no_more_bets()
    assert at.refused(DealtPastCuttingCard(), DEALER).clauses == ("5.3",)
    at.deal("10S")
    at.do(DealtPastCuttingCard(), DEALER)
    assert at.last(ShuffleDue).clauses == ("14.8",)


@pytest.mark.clause("14.8")
def test_14_8_noticed_before_the_first_card_there_is_no_round_to_continue(instrument: str) -> None:
    at = open_table(instrument, "P")
    at.play(("P", 1, 10))
    at.bet("P", 1, 10)
    at.no_more_bets()
    at.do(DealtPastCuttingCard(), DEALER)
    assert at.last(ShuffleDue).at_once
    at.bet("P", 1, 20)
    at.load()
    at.play(("P", 1, 20))
    assert at.chips("P") == 10_030


@pytest.mark.clause("5.5")
@pytest.mark.parametrize("in_play", [False, True])
def test_14_8_in_the_last_three_rounds_dealing_past_it_is_as_it_should_be(
    instrument: str, in_play: bool
) -> None:
    at = open_table(instrument, "P")
    at.play(("P", 1, 10))
    at.do(AnnounceClosure(rounds=2), SUPERVISOR)
    if in_play:
        at.bet("P", 1, 10)
        at.deal("10S 7D 9H")
    at.do(DealtPastCuttingCard(), DEALER)
    assert at.last(Notified).clauses == ("5.5",)
    if in_play:
        at.stand(1)
        at.settle("10C")
    assert not at.facts_of(ShuffleDue)
    at.play(("P", 1, 10))


@pytest.mark.clause("06:19.1", "18:18.1")
def test_14_8_has_no_effect_with_a_machine(instrument: str) -> None:
    at = open_table(instrument, device="shuffler")
    assert at.refused(DealtPastCuttingCard(), DEALER).clauses[0] in ("19.1", "18.1")


# --- who may say so


@pytest.mark.clause("A:Dealer")
def test_14_irregularities_are_the_staffs_to_record(instrument: str) -> None:
    at = two_boxes(instrument)
    at.deal("10S")
    for command in (
        FaceUpCard(card=Card("4H")),
        DrawnInError(card=Card("4H")),
        BurntInError(),
        DealerOverdrew(card=Card("4H")),
        DealtPastCuttingCard(),
    ):
        assert at.refused(command, player("P")).clauses == ("A:Dealer",)
    assert at.refused(PUT_RIGHT, DEALER).clauses == ("A:Casino Supervisor",)
    assert not at.facts_of(SetAside)
