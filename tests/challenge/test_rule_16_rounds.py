"""Rule 16: misdeals, voids, exhausted cards, absent players, forgotten cuts, wrong cards."""

from __future__ import annotations

from typing import Any

import pytest
from tests.challenge.table_support import ChallengeAt, open_table
from tests.table_support import DEALER, SUPERVISOR, permit_boxes, player

from croupier.cards import Card
from croupier.games.blackjack.asks_and_answers import Split, Stand
from croupier.games.challenge.acts.card_checks import ReplaceCards
from croupier.games.challenge.acts.decisions import NoDecision
from croupier.games.challenge.acts.shuffling import DirectShuffle, ForgetBurn, MissCut
from croupier.games.challenge.acts.void_rounds import (
    FindWrongCards,
    VerifyDecks,
    VoidMisdeal,
)
from croupier.rulebook.options import OptionError
from croupier.table.acts.betting import NoMoreBets
from croupier.table.acts.burn_and_reveal import Burn
from croupier.table.acts.cutting_card import DealtPastCuttingCard
from croupier.table.acts.dealing import Collect
from croupier.table.acts.misplaced_cards import Reconstruct
from croupier.table.acts.opening import CheckCards
from croupier.table.acts.patrons import Sit, StepAway
from croupier.table.acts.shuffling import InsertCuttingCard, Shuffle
from croupier.table.acts.shuffling_machine import FeedMachine
from croupier.table.facts import Notified, RoundVoided, ShoeLoaded, ShuffleDue
from croupier.table.shoe_state import Preparation
from croupier.table.table import Phase

VOID = VoidMisdeal(error="a card to the wrong box", why_not_rebuilt="the cards are mixed up")


def e42(**options: Any) -> ChallengeAt:
    """Area 1 paid and its side bet lost, area 2 bust, area 3 doubled to 20, area 4 to act."""
    at = open_table("P1 P2 P3 P4", side_bets=["any-pairs"], **options)
    at.bet("P1", 1, 50)
    at.bet("P1", 1, 5, "any-pairs")
    at.bet("P2", 2, 20)
    at.bet("P3", 3, 30)
    at.bet("P4", 4, 10)
    at.deal("AS 10H 4C 10C 6D KD 6S 6H 4D")
    at.hit(2)
    at.deal("KC")
    at.double(3, 30)
    at.deal("10D")
    return at


READINGS = [
    ({}, {"P1": 100, "P2": 0, "P3": 0, "P4": 0}),
    (
        {"void_restores_collected_losses": False},
        {"P1": 95, "P2": -20, "P3": 0, "P4": 0},
    ),
]


@pytest.mark.clause("nsw:16.8", "nsw:16.8.1", "nsw:1.1:void")
@pytest.mark.parametrize(("options", "net"), READINGS)
def test_E42_a_void_round_returns_all_but_what_was_paid(
    options: dict[str, Any], net: dict[str, float]
) -> None:
    at = e42(**options)
    left = at.table.shoe.remaining
    at.do(VOID, SUPERVISOR)
    assert {name: at.chips(name) - 10_000 for name in net} == net
    assert at.table.phase is Phase.BETTING
    assert at.table.shoe.remaining == left
    assert at.table.chips.balances


@pytest.mark.clause("nsw:16.8")
def test_E42_after_the_next_rounds_first_card_nothing_is_void() -> None:
    at = e42()
    at.stand(4)
    at.settle("10S 2D")
    at.bet("P1", 1, 10)
    at.deal("5H")
    assert "supervisor" in at.refused(Reconstruct(reason="round 1"), DEALER).reason
    assert "16.8" in at.refused(Reconstruct(reason="round 1"), SUPERVISOR).clauses
    at.do(VOID, SUPERVISOR)
    assert [fact.round for fact in at.facts_of(RoundVoided)] == [2]


@pytest.mark.clause("nsw:16.8")
def test_16_8_until_the_next_round_begins_the_last_may_be_void() -> None:
    at = e42()
    at.stand(4)
    assert at.settle("10S KS") == {"P1": 95, "P2": -20, "P3": 60, "P4": 10}
    at.bet("P4", 4, 10)
    at.do(VOID, SUPERVISOR)
    assert [at.chips(f"P{n}") for n in (1, 2, 3, 4)] == [10_100, 10_000, 10_000, 9_990]
    assert at.refused(VOID, SUPERVISOR).clauses == ("16.8", "16.8.1")


@pytest.mark.clause("nsw:16.8", "nsw:8.1.1")
def test_16_8_what_counts_as_an_interim_settlement() -> None:
    for scope, stands in (("all_payments_before_final", 75), ("rule_8_only", 20)):
        at = open_table("P Q R", side_bets=["any-pairs"], interim_scope=scope)
        at.bet("P", 1, 10)  # a Blackjack, paid 20
        at.bet("Q", 2, 10)
        at.bet("Q", 2, 5, "any-pairs")  # a pair, paid 55
        at.bet("R", 3, 10)
        at.deal("AS 8H 10C 6D KD 8S 6H")
        at.do(VOID, SUPERVISOR)
        assert at.chips("P") + at.chips("Q") == 20_000 + stands


@pytest.mark.clause("nsw:16.8")
def test_16_8_nobody_decides_while_a_card_lies_on_the_wrong_hand() -> None:
    at = open_table("P Q")
    at.bet("P", 1, 10)
    at.bet("Q", 2, 10)
    at.deal("8H 9C 6D")
    at.lay("KS", 2)  # meant for box 1, which has one card when all are dealt
    at.deal("8C")
    waits = at.refused(Stand(box=1), player("P"))
    assert (waits.reason, "16.8" in waits.clauses) == ("a card lies on the wrong hand", True)
    at.do(Reconstruct(reason="meant for box 1"), SUPERVISOR)
    at.stand(1)


@pytest.mark.clause("nsw:16.8")
def test_16_8_a_misplaced_card_is_put_right_and_everything_settled_again() -> None:
    at = open_table("P Q", side_bets=["any-pairs"])
    at.bet("P", 1, 10)
    at.bet("P", 1, 5, "any-pairs")
    at.bet("Q", 2, 10)
    at.deal("8H 9C 6D")
    at.lay("8S", 2)  # meant for box 1
    at.lay("10C", 1)
    at.do(Reconstruct(reason="second cards crossed"), SUPERVISOR)
    assert (at.cards(1), at.cards(2)) == ("8H 8S", "9C TC")
    assert at.chips("P") == 10_000 - 10 + 55
    at.stand(1)
    at.stand(2)
    assert at.settle("10D KC") == {"P": 65, "Q": 10}


@pytest.mark.clause("nsw:16.9", "nsw:4.9.2", "nsw:4.5")
def test_16_9_an_empty_shoe_is_filled_from_the_rack_cut_and_burnt_from() -> None:
    at = open_table("P")
    at.burn(300)
    at.bet("P", 1, 10)
    at.deal("2C 10D 2D")
    at.hit(1)
    at.deal("3C")
    at.hit(1)
    at.burn(at.table.shoe.remaining)
    at.do(Shuffle(), DEALER)
    shuffled = at.table.shoe.remaining
    assert shuffled == 312 - 4
    at.cut(shuffled // 2)
    at.do(InsertCuttingCard(from_back=10), DEALER)
    assert at.last(ShoeLoaded).cards == shuffled
    at.do(Burn(), DEALER)
    at.deal("9C")
    at.stand(1)
    assert at.settle("7S") == {"P": -10}
    assert at.table.shoe.preparation is Preparation.NEEDS_SHUFFLE


@pytest.mark.clause("nsw:16.9", "nsw:4.1")
def test_16_9_an_empty_device_takes_the_rack_without_a_cut_or_a_burn() -> None:
    at = open_table("P", device="shuffler")
    at.bet("P", 1, 10)
    at.deal("10C 10D 2D")
    at.do(FeedMachine(), DEALER)
    at.hit(1)
    at.burn(at.table.shoe.remaining)
    at.do(FeedMachine(), DEALER)
    assert at.table.shoe.remaining == 312 - 3
    assert not at.table.shoe.burns_due
    at.deal("9C")
    assert at.settle() == {"P": 10}


CASES = [
    ("AS 10D 5C", "7C", -20),
    ("5S 10D 4C", "2C 10C", 20),
    ("8S 10D 8C", "7C", -20),
    ("AS 7D QC", "", 40),
]


@pytest.mark.clause("nsw:16.10")
@pytest.mark.parametrize(("initial", "rest", "net"), CASES)
def test_E43_for_an_absent_player_cards_come_until_past_11(
    initial: str, rest: str, net: float
) -> None:
    at = open_table("P")
    at.bet("P", 1, 20)
    at.do(StepAway(player="P"), player("P"))
    at.deal(initial)
    assert at.settle(rest) == {"P": net}


@pytest.mark.clause("nsw:16.10", "nsw:5.5")
@pytest.mark.parametrize("reading", ["next_bettor", "draw_to_12"])
def test_16_10_who_decides_when_the_controlling_player_is_away(reading: str) -> None:
    at = open_table("P Q", absent_decider=reading)
    at.bet("P", 1, 50)
    at.bet("Q", 1, 20)
    at.do(StepAway(player="P"), player("P"))
    at.deal("10S 10D 5C")
    if reading == "next_bettor":
        assert at.decider == "Q"
        assert "16.10" not in at.refused(Split(box=1), player("Q")).clauses
        at.stand(1)
    assert at.settle("7C") == {"P": -50, "Q": -20}


@pytest.mark.clause("nsw:16.10")
def test_16_10_a_player_who_is_silent_for_the_reasonable_period_is_passed_over() -> None:
    with pytest.raises(OptionError, match=r"decision_timer: .*16\.10"):
        open_table("P", decision_timer=0)
    open_table("P", decision_timer=1)
    at = open_table("P", decision_timer=30)
    at.bet("P", 1, 10)
    at.deal("5S 10D 4C")
    at.now += 29_999
    silent = NoDecision(player="P")
    assert at.refused(silent, DEALER).clauses == ("16.10",)
    at.now += 1
    assert "dealer" in at.refused(silent, player("P")).reason
    at.do(silent, DEALER)
    assert at.settle("2C 10C") == {"P": 10}
    at.bet("P", 1, 10)
    at.deal("5H 10D 4H")
    assert at.decider == "P"


@pytest.mark.clause("nsw:16.10")
@pytest.mark.parametrize("refuses", [True, False])
def test_16_10_it_is_the_box_that_is_passed_over_and_not_the_player(refuses: bool) -> None:
    at = open_table("P")
    permit_boxes(at, "P")
    at.bet("P", 1, 10)
    at.bet("P", 2, 10)
    at.deal("2S 10H 7D 5H 5D")
    at.do(NoDecision(player="P", refuses=refuses), DEALER)
    at.deal("10C")
    assert (at.due.box, at.decider) == (2, "P")
    at.hit(2)
    at.deal("4C")
    at.stand(2)
    assert at.settle("10D") == {"P": 0}


@pytest.mark.clause("nsw:16.10", "nsw:5.5", "nsw:16.8")
def test_16_10_who_was_passed_over_is_still_when_the_round_is_reconstructed() -> None:
    at = open_table("P Q")
    at.bet("P", 1, 20)
    at.bet("Q", 1, 10)
    at.deal("2S 7D 5H")
    at.do(NoDecision(player="P"), DEALER)
    assert at.decider == "Q"
    at.hit(1)
    at.lay("10C", 0)
    at.do(Reconstruct(reason="it was for box 1"), SUPERVISOR)
    assert at.cards(1) == "2S 5H TC"
    assert at.decider == "Q"


@pytest.mark.clause("nsw:16.10")
def test_16_10_a_player_who_refuses_to_decide_has_no_time_left() -> None:
    at = open_table("P Q", decision_timer=30)
    at.bet("P", 1, 10)
    at.deal("10S 10D 5C")
    assert at.refused(NoDecision(player="Q", refuses=True), DEALER).clauses == ("16.10",)
    at.do(NoDecision(player="P", refuses=True), DEALER)
    assert at.settle("7C") == {"P": -10}


@pytest.mark.clause("nsw:16.11")
def test_16_11_cards_that_were_not_cut_are_shuffled_after_the_round() -> None:
    at = open_table("P")
    at.play()
    at.bet("P", 1, 10)
    at.deal("10S 10D 5C")
    at.do(MissCut(how="nobody was offered it"), DEALER)
    assert not at.last(ShuffleDue).at_once
    at.stand(1)
    assert at.settle("7C") == {"P": -10}
    assert at.table.shoe.preparation is Preparation.NEEDS_SHUFFLE
    assert [past.void for past in at.table.rounds] == [False, False]
    at.load()


@pytest.mark.clause("nsw:4.4.4", "nsw:16.11", "nsw:16.13")
def test_16_11_before_the_first_card_there_is_no_round_to_complete() -> None:
    for found, by in (
        (MissCut(how="nobody was asked"), DEALER),
        (DealtPastCuttingCard(), DEALER),
        (DirectShuffle(suspicion="they came in order"), SUPERVISOR),
    ):
        at = open_table("P")
        at.play(("P", 1, 10))
        at.bet("P", 1, 10)
        at.no_more_bets()
        at.do(found, by)
        assert at.last(ShuffleDue).at_once
        assert at.table.phase is Phase.BETTING
        at.load()
        at.deal("10S 7D 10H")
        at.stand(1)
        assert at.settle("10C") == {"P": 10}
        assert at.table.number == 2


@pytest.mark.clause("nsw:16.12")
def test_16_12_a_forgotten_burn_leaves_the_card_in_play() -> None:
    at = open_table("P", loaded=False)
    super(ChallengeAt, at).load()
    at.bet("P", 1, 10)
    at.no_more_bets()
    at.do(ForgetBurn(), DEALER)
    at.deal("10S 10D 5C")
    assert at.table.shoe.remaining == 312 - 3
    assert at.refused(ForgetBurn(), DEALER).clauses == ("16.12",)


@pytest.mark.clause("nsw:16.13")
def test_16_13_cards_that_were_not_shuffled_after_the_cutting_card() -> None:
    at = open_table("P")
    at.bet("P", 1, 10)
    at.deal("10S 10D 5C")
    at.do(DealtPastCuttingCard(), DEALER)
    at.stand(1)
    at.settle("7C")
    assert at.refused(NoMoreBets(), DEALER).clauses
    at.load()


@pytest.mark.clause("nsw:7.2", "nsw:16.14")
def test_16_14_discards_that_were_not_put_into_the_device_wait_for_the_next_round() -> None:
    at = open_table("P", device="shuffler")
    at.bet("P", 1, 10)
    assert at.refused(FeedMachine(), DEALER).clauses == ("7.2", "16.14")
    at.deal("10S 10D 5C")
    at.stand(1)
    at.deal("7C")  # and the burnt card is still in the rack
    assert at.last(Notified).clauses == ("16.14",)
    assert at.refused(FeedMachine(), DEALER).clauses == ("7.2", "16.14")
    at.settle()
    assert at.refused(FeedMachine(), DEALER).clauses == ("7.2", "16.14")
    at.bet("P", 1, 10)
    at.deal("10H 10C 5D")
    at.do(FeedMachine(), DEALER)
    assert not at.table.shoe.rack
    assert at.table.shoe.remaining == 312 - 3


@pytest.mark.clause("nsw:16.15", "nsw:16.15.1", "nsw:16.15.2", "nsw:16.15.3", "nsw:16.15.4")
def test_16_15_a_foreign_card_voids_the_round_and_all_cards() -> None:
    at = open_table("P Q")
    at.play(("P", 1, 10))
    at.bet("P", 1, 10)
    at.bet("Q", 2, 20)
    at.deal("AS 10C 6D KD 8S")
    at.do(FindWrongCards(foreign=("joker",)), SUPERVISOR)
    assert at.chips("P") == 10_000 + 10 + 20
    assert at.chips("Q") == 10_000
    assert [past.void for past in at.table.rounds] == [False, True]
    told = [fact.to for fact in at.facts_of(Notified) if "16.15.4" in fact.clauses]
    assert told == ["surveillance", "inspector"]
    for command, by in ((Shuffle(), DEALER), (CheckCards(), DEALER)):
        assert at.refused(command, by).clauses == ("16.15.3",)
    at.do(VerifyDecks(result="nothing else"), SUPERVISOR)
    at.load()
    at.play()


@pytest.mark.clause("nsw:16.15.3", "nsw:16.15.1")
def test_16_15_found_between_rounds_no_round_is_void() -> None:
    at = open_table("P", device="shuffler")
    at.play()
    at.bet("P", 1, 10)
    at.no_more_bets()
    at.do(FindWrongCards(missing=(Card("KC"),)), SUPERVISOR)
    assert not at.facts_of(RoundVoided)
    assert at.table.phase is Phase.BETTING
    assert at.chips("P") == 10_000
    at.do(VerifyDecks(result="nothing else is missing"), SUPERVISOR)
    at.do(ReplaceCards(reason="a card is missing"), SUPERVISOR)
    at.do(CheckCards(), DEALER)
    at.load()


@pytest.mark.clause("nsw:16.8")
def test_16_8_a_misplaced_card_that_makes_21_settles_nothing_until_it_is_put_right() -> None:
    at = open_table("P")
    at.bet("P", 1, 10)
    at.deal("10H 6D 8S")
    at.stand(1)
    at.lay("3C", 1)  # the dealer's card, on 18
    at.deal("10C 9C")
    assert "16.8" in at.refused(Collect(), DEALER).clauses
    at.do(Reconstruct(reason="the three is the dealer's"), SUPERVISOR)
    assert at.cards(0) == "6D 3C TC"
    assert at.settle() == {"P": -10}


@pytest.mark.clause("nsw:16.10", "nsw:5.5")
def test_16_10_whoever_decides_for_somebody_who_has_gone_has_a_time_of_their_own() -> None:
    at = open_table("P Q", decision_timer=30)
    at.do(Sit(player="P", box=1), player("P"))
    at.bet("P", 1, 10)
    at.bet("Q", 1, 10)
    at.deal("10S 7D 5H")
    at.now += 29_000
    at.do(StepAway(player="P"), player("P"))
    assert at.decider == "Q"
    at.now += 29_999
    assert at.refused(NoDecision(player="Q"), DEALER).clauses == ("16.10",)
    at.now += 1
    at.do(NoDecision(player="Q"), DEALER)


@pytest.mark.clause("nsw:16.15.3")
def test_16_15_3_new_cards_come_when_the_decks_have_been_verified_and_not_instead() -> None:
    at = open_table("P")
    at.bet("P", 1, 10)
    at.deal("10S")
    at.do(FindWrongCards(missing=(Card("5H"),)), SUPERVISOR)
    new = ReplaceCards(reason="a card is missing")
    assert at.refused(new, SUPERVISOR).clauses == ("16.15.3",)
    at.do(VerifyDecks(result="nothing else is missing"), SUPERVISOR)
    at.do(new, SUPERVISOR)
