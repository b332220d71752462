"""A card that was named wrongly, at tables of every game whose cards are named by the dealer."""

from __future__ import annotations

import pytest
from tests.baccarat.table_support import open_table as baccarat_table
from tests.challenge.table_support import open_table as challenge_table
from tests.holdem.table_support import two_dealt
from tests.table_support import (
    ACT_2018,
    DEALER,
    SUPERVISOR,
    At,
    open_table,
    player,
)

from croupier.adjudication import adjudicate
from croupier.adjudication.answer import Answer
from croupier.adjudication.export import round_file
from croupier.cards import Card
from croupier.casino.meters import meters_of
from croupier.casino.significant_events import EventKind, TableEvents
from croupier.games.baccarat.facts import Whose
from croupier.games.holdem.asks_and_answers import LookAtCards
from croupier.rulebook.citations import Refused
from croupier.table.acts.burn_and_reveal import Burn
from croupier.table.acts.dealing import Collect
from croupier.table.acts.misnamed_cards import CorrectBurntCard, CorrectCard, CorrectLastCard
from croupier.table.acts.misplaced_cards import Reconstruct
from croupier.table.acts.shuffling import InsertCuttingCard, Shuffle
from croupier.table.acts.stray_cards import FaceUpCard
from croupier.table.facts import Burnt, BurntCardCorrected, CardCorrected
from croupier.table.table import Phase
from croupier.table_replay import replay
from croupier.testing.table_state import replayed_as
from croupier.wording.teller import say


def the_last_is(at: At, card: str) -> CardCorrected:
    """The dealer says what the last card really is."""
    at.do(CorrectLastCard(card=Card(card)), DEALER)
    return _told(at)


def really(at: At, draw: int, card: str) -> CardCorrected:
    """A supervisor says what a card of the round really is."""
    at.do(CorrectCard(draw=draw, card=Card(card), reason="seen on the felt"), SUPERVISOR)
    return _told(at)


def _told(at: At) -> CardCorrected:
    assert at.table.chips.balances
    assert replayed_as(replay(at.table.record.lines).table, at.table)
    return at.last(CardCorrected)


def not_the_last(at: At, card: str = "2C") -> Refused:
    return at.refused(CorrectLastCard(card=Card(card)), DEALER)


def not_so(at: At, draw: int, card: str) -> Refused:
    return at.refused(
        CorrectCard(draw=draw, card=Card(card), reason="seen on the felt"), SUPERVISOR
    )


def alone(instrument: str, cards: str) -> At:
    """P has 50 on box 1, and these cards are named."""
    at = open_table(instrument, "P")
    at.bet("P", 1, 50)
    at.deal(cards)
    return at


# --- ACT Blackjack


@pytest.mark.clause("16.5(b)", "16.5(c)")
def test_16_5_the_dealer_takes_back_the_card_named_last(instrument: str) -> None:
    at = alone(instrument, "10S 6D 9H")
    told = the_last_is(at, "8H")
    assert (told.was, told.card, told.draw) == (Card("9H"), Card("8H"), 3)
    assert (at.cards(1), at.decider) == ("TS 8H", "P")
    assert (at.table.shoe.out[Card("9H")], at.table.shoe.out[Card("8H")]) == (0, 1)
    the_last_is(at, "9H")  # it was right after all
    at.stand(1)
    assert at.settle("10C 10D") == {"P": 50}


@pytest.mark.clause("16.5(b)")
def test_16_5_after_a_decision_it_takes_a_supervisor_and_the_decision_stands(
    instrument: str,
) -> None:
    at = alone(instrument, "10S 6D 9H")
    at.stand(1)
    assert not_the_last(at).reason == "somebody has decided since: a supervisor corrects the card"
    told = really(at, 3, "8H")
    assert told.decisions_kept == 1
    assert at.settle("10C 2C") == {"P": 0}  # 18 against 18


@pytest.mark.clause("16.5(b)")
def test_16_5_what_was_settled_on_a_wrong_card_is_taken_back_and_settled_anew(
    instrument: str,
) -> None:
    at = alone(instrument, "10S 6D 9H")
    at.stand(1)
    at.deal("10C 5D")  # 21 against 19
    assert at.chips("P") == 9_950
    assert not_the_last(at).reason == "chips have moved since: a supervisor corrects the card"
    really(at, 5, "9D")  # it was a bust
    assert at.settle() == {"P": 50}
    meter = meters_of(at.table.record.entries).total
    assert (meter.handle, meter.win, meter.rounds) == (50_00, -50_00, 1)


@pytest.mark.clause("14.3", "16.5(b)")
def test_14_3_what_the_dealer_would_not_have_drawn_is_burnt(instrument: str) -> None:
    at = alone(instrument, "10S 6D 9H")
    at.stand(1)
    at.deal("10C 5D")
    really(at, 4, "QC")  # ten for ten: nothing else changes
    assert at.chips("P") == 9_950
    really(at, 2, "8D")  # 18 with the queen: the five was drawn in error
    burnt = at.last(Burnt)
    assert (burnt.card, burnt.clauses[0]) == (Card("5D"), "14.3")
    assert at.table.shoe.rack[-1:] == [Card("5D")]
    assert not at.table.shoe.pending
    assert at.settle() == {"P": 50}


@pytest.mark.clause("16.3", "16.5(b)")
def test_16_3_nobody_decides_again_who_has_seen_what_follows(instrument: str) -> None:
    at = alone(instrument, "10S 9D 6H")
    at.hit(1)
    at.deal("2C")
    at.stand(1)
    at.deal("10D")  # 19 against 18
    refused = not_so(at, 2, "AD")  # insurance would have been offered
    assert refused.reason.startswith("somebody would decide again")
    assert "16.3" in refused.clauses


@pytest.mark.clause("16.5(b)")
def test_16_5_a_hand_that_was_thought_bust_is_asked_again(instrument: str) -> None:
    at = alone(instrument, "10S 6D 5H")
    at.hit(1)
    at.deal("9C")  # 24, and the round is over but for the dealer
    really(at, 4, "3C")
    assert (at.cards(1), at.decider) == ("TS 5H 3C", "P")
    at.stand(1)
    assert at.settle("10C 2S") == {"P": 0}


@pytest.mark.clause("16.5(b)")
def test_16_5_a_card_of_a_split_hand_is_put_right_where_it_lies(instrument: str) -> None:
    at = alone(instrument, "8S 6D 8H")
    at.split(1)
    at.deal("3C")
    at.double(1, 50)
    at.deal("10C")  # 21 on the first hand
    at.deal("10H")
    told = really(at, 4, "2C")  # 20, and no longer 21
    assert told.decisions_kept == 2
    assert (at.cards(1, 1), at.cards(1, 2)) == ("8S 2C TC", "8H TH")
    at.stand(1, 2)
    assert at.settle("10D 5S") == {"P": -150}


@pytest.mark.clause("14.4")
def test_14_4_a_misplaced_card_is_put_right_before_one_is_called_another(instrument: str) -> None:
    at = open_table(instrument, "P Q")
    at.bet("P", 1, 50)
    at.bet("Q", 2, 50)
    at.deal("10S 9H 6D 7C 5S")
    at.hit(1)
    at.lay("2C", 2)
    assert not_so(at, 1, "JS").clauses == ("14.4",)
    at.do(Reconstruct(reason="it was P's"), SUPERVISOR)
    really(at, 1, "JS")
    assert at.cards(1) == "JS 7C 2C"


@pytest.mark.clause("16.4", "16.5(b)")
def test_16_4_a_round_that_is_collected_is_for_a_ruling(instrument: str) -> None:
    at = alone(instrument, "10S 6D 9H")
    at.stand(1)
    at.settle("10C 10D")
    refused = not_so(at, 1, "JS")
    assert refused.reason == "no round is in play; about one that is over, a supervisor rules"
    assert "16.4" in refused.clauses
    assert not_the_last(at).clauses == refused.clauses


def test_what_is_said_must_be_possible() -> None:
    at = alone(ACT_2018, "10S 6D 9H")
    assert not_the_last(at, "9H").reason == "card: that is what it was named"
    assert not_so(at, 4, "9H").reason == "draw: the round has 3 cards so far"
    assert not_so(at, 0, "9H").reason == "draw: the round has 3 cards so far"
    no_reason = CorrectCard(draw=1, card=Card("9H"), reason="")
    assert at.refused(no_reason, SUPERVISOR).reason == "reason: say how it was found"
    assert "dealer" in at.refused(CorrectCard(draw=1, card=Card("9H"), reason="so"), DEALER).reason


def test_nobody_names_cards_whose_order_was_committed_to() -> None:
    at = open_table(ACT_2018, "P", loaded=False)
    at.do(Shuffle(commitment="ab" * 32), DEALER)
    at.cut(100)
    at.do(InsertCuttingCard(from_back=52), DEALER)
    at.bet("P", 1, 50)
    at.deal("10S 6D 9H")
    refused = not_the_last(at)
    assert refused.reason == "nobody names these cards: their order was committed to"
    assert not_so(at, 1, "2C").clauses == refused.clauses == ("5.1",)


def test_it_is_said_and_an_inspector_finds_it() -> None:
    at = alone(ACT_2018, "10S 6D 9H")
    assert say(the_last_is(at, "8H")) == (
        "card 3 of round 1 is 8H and had been named 9H; what follows from it is stated anew"
    )
    follow = TableEvents("")
    told = [each for entry in at.table.record.entries for each in follow.take(entry, 10**9)]
    (event,) = (each for each in told if each.kind is EventKind.IRREGULARITY)
    assert (event.what, "16.5(b)" in event.clauses) == ("correct last card", True)


def test_a_round_file_tells_a_round_in_which_a_card_was_put_right() -> None:
    at = alone(ACT_2018, "10S 6D 9H")
    at.stand(1)
    at.deal("10C 5D")
    really(at, 5, "9D")
    at.settle()
    answer = adjudicate(round_file(at.table.record.lines, 1))
    assert isinstance(answer, Answer)
    assert sum(each.net for each in answer.settlements) == 50_00


# --- Blackjack Challenge


@pytest.mark.clause("nsw:16.8")
def test_16_8_a_round_on_a_wrong_card_is_as_it_should_have_been() -> None:
    at = challenge_table("P")
    at.bet("P", 1, 50)
    at.deal("10S 6D 9H")
    the_last_is(at, "8H")
    at.stand(1)
    at.deal("10C 5D")  # 21 against 18
    assert at.chips("P") == 9_950
    really(at, 5, "9D")
    assert at.settle() == {"P": 50}


@pytest.mark.clause("nsw:16.8", "nsw:16.5")
def test_16_8_a_blackjack_that_was_overlooked_is_paid_and_the_rest_is_not_needed() -> None:
    at = challenge_table("P")
    at.bet("P", 1, 50)
    at.deal("10S 6D 9H")
    at.stand(1)
    at.deal("10C 5D")
    really(at, 3, "AH")
    assert at.settle() == {"P": 100}  # two to one
    assert at.last(Burnt).card == Card("5D")


# --- a burnt card


@pytest.mark.clause("14.1", "16.5(b)")
def test_16_5_a_card_burnt_for_all_to_see_is_put_right_until_another_is_dealt(
    instrument: str,
) -> None:
    at = open_table(instrument, "P")
    at.bet("P", 1, 50)
    assert "no card was burnt" in at.refused(CorrectBurntCard(card=Card("KC")), DEALER).reason
    at.do(FaceUpCard(card=Card("KS")), DEALER)
    refused = at.refused(CorrectBurntCard(card=Card("KS")), DEALER)
    assert (refused.reason, refused.clauses) == (
        "card: that is what it was named", ("16.5(b)", "16.5(c)"),
    )  # fmt: skip
    at.do(CorrectBurntCard(card=Card("KC")), DEALER)
    told = at.last(BurntCardCorrected)
    assert (told.was, told.card) == (Card("KS"), Card("KC"))
    assert say(told) == "the burnt card is KC and had been named KS"
    out = at.table.shoe.out
    assert (out[Card("KS")], out[Card("KC")], at.table.shoe.rack[-1]) == (0, 1, Card("KC"))
    assert replayed_as(replay(at.table.record.lines).table, at.table)
    at.deal("9S")
    assert "since one was dealt" in at.refused(CorrectBurntCard(card=Card("KD")), DEALER).reason


@pytest.mark.clause("bac:5.6", "bac:5.7", "bac:14.5(b)")
def test_5_6_as_many_are_burnt_as_the_card_says_that_was_really_turned_up() -> None:
    at = baccarat_table("X", loaded=False, burn_method="b")
    at.load()
    at.do(Burn(card=Card("10S")), DEALER)
    at.do(Burn(), DEALER)
    assert at.table.shoe.burns_due == 9
    at.do(CorrectBurntCard(card=Card("7S")), DEALER)  # seven, of which one is gone
    assert at.table.shoe.burns_due == 6
    at.do(CorrectBurntCard(card=Card("KS")), DEALER)  # which burns ten
    assert at.table.shoe.burns_due == 9
    at.do(CorrectBurntCard(card=Card("AS")), DEALER)
    assert at.table.shoe.burns_due == 0  # and what is burnt stays so
    at.bets("X player 100")
    assert at.refused(Burn(), DEALER).clauses
    assert replayed_as(replay(at.table.record.lines).table, at.table)


# --- Mini-Baccarat


@pytest.mark.clause("bac:14.5(b)", "bac:14.5(c)")
def test_14_5_a_coup_is_settled_by_the_cards_that_lie_there() -> None:
    at = baccarat_table("X Y")
    at.bets("X player 100; Y banker 100")
    at.deal("9S 2H 10C 5D")  # a natural nine against seven
    assert at.chips("X") == 100_100
    assert not_the_last(at, "6D").reason.startswith("chips have moved")
    really(at, 4, "7D")  # nine against nine
    assert at.settle() == {"X": 0, "Y": 0}


@pytest.mark.clause("bac:12.2", "bac:14.5(b)")
def test_12_2_a_third_card_that_was_not_due_is_the_first_of_a_coup_without_wagers() -> None:
    at = baccarat_table("X")
    at.bets("X player 100")
    at.deal("3S 2H 2C 5D 10H")  # the player draws to five, and the banker stands on seven
    told = really(at, 1, "6S")  # it was a natural eight
    assert told.waiting == (Card("TH"),)
    at.do(Collect(), DEALER)
    assert at.chips("X") == 100_100
    assert at.refused(at.wager("X", "player", 100), player("X")).clauses


@pytest.mark.clause("bac:12.2", "bac:12.3", "bac:14.5(b)")
def test_12_3_an_unseen_card_that_no_hand_needs_after_all_is_turned_first() -> None:
    """Whether anybody has seen it decides if the round that it begins is bet on."""
    at = baccarat_table("X", dealing="face_down")
    at.bets("X player 100")
    at.deal("3S 2H 2C 5D")  # the player draws to five, and the banker stands on seven
    at.lay_down("10H")
    unseen = not_so(at, 1, "6S")  # it was a natural eight
    assert (unseen.reason.startswith("turn the last card"), unseen.clauses) == (True, ("12.3",))
    assert really(at, 1, "2S").waiting == ()  # four draws as well, and nothing is left over
    at.turn_all()
    assert really(at, 1, "6S").waiting == (Card("TH"),)
    assert at.settle() == {"X": 100}
    assert at.no_bet("X", "player", 100).clauses[0] == "12.2"


@pytest.mark.clause("bac:14.5(b)")
def test_14_5_a_card_face_down_is_put_right_without_a_name() -> None:
    at = baccarat_table("X", dealing="face_down")
    at.bets("X player 100")
    at.lay_down("9S 2H 10C")
    told = the_last_is(at, "JC")
    assert (told.was, told.card) == (None, None)
    assert "which lies face down" in say(told)
    assert at.shown(Whose.PLAYER) == "?? ??"
    at.lay_down("5D")
    at.turn(Whose.PLAYER, 2)
    assert not_the_last(at, "6D").reason.startswith("somebody has decided")
    told = really(at, 3, "QC")
    assert (told.was, told.card, at.shown(Whose.PLAYER)) == (Card("JC"), Card("QC"), "?? QC")


# --- Hold'em


@pytest.mark.clause("uth:15.6(b)", "uth:15.6(c)")
def test_15_6_a_hole_card_is_put_right_and_nobody_else_learns_it() -> None:
    at, other = two_dealt(), two_dealt()
    for each in (at, other):
        each.do(LookAtCards(box=1), player("P"))
    told = really(at, 9, "AS")  # P's second card
    assert (told.was, told.card, told.decisions_kept) == (None, None, 0)
    for viewer in (None, player("Q"), DEALER, SUPERVISOR):
        assert at.seen_by(viewer) == other.seen_by(viewer)
    own = next(box for box in at.seen_by(player("P")).boxes if box.number == 1)
    assert [str(card) for card in own.cards] == ["AH", "AS"]


@pytest.mark.clause("uth:15.6(b)")
def test_15_6_decisions_stand_and_the_round_is_settled_by_what_lies_there() -> None:
    at = two_dealt("1 play 40; 2 check; 2 check; 2 play 10")
    at.take_and_pay()
    assert at.table.phase is Phase.SETTLED
    before = at.chips("P"), at.chips("Q")
    told = really(at, 11, "AC")  # the dealer's second card: king and ace, still kings
    assert (told.was, told.card) == (Card("QD"), Card("AC"))
    assert (at.chips("P"), at.chips("Q")) == before
    really(at, 8, "AS")  # a pair of aces against P's, with the same king: a stand-off
    assert at.net()["P"] == 0 - 5  # trips lost
    at.settle()


@pytest.mark.clause("uth:15.6(b)")
def test_15_6_a_card_of_the_deal_is_taken_back_by_the_dealer_and_the_time_to_answer_runs_on() -> (
    None
):
    at = two_dealt(decision_timer=30)
    deadline = at.round.deadline(1)
    at.now += 5_000
    the_last_is(at, "JD")
    assert at.round.deadline(1) == deadline
    at.say("1 play 40")
    assert not_the_last(at, "QD").reason.startswith("somebody has decided")
