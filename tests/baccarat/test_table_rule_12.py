"""Rule 12 at the table: cards drawn in error, in excess, on the wrong hand, and wagers reopened."""

from __future__ import annotations

from typing import Any

import pytest
from tests.baccarat.cases import PERFECT
from tests.baccarat.table_support import MAIN_LIMITS, Table, open_table
from tests.table_support import DEALER, SUPERVISOR, player

from croupier.cards import Card
from croupier.games.baccarat.acts.dealing import CardExposed, Turn
from croupier.games.baccarat.acts.irregularities import (
    CannotReconstruct,
    ExcessCardSeen,
    FoundBetweenRounds,
    RemoveWager,
    ResumeRound,
    RuleOnRound,
)
from croupier.games.baccarat.acts.no_bet_coups import (
    AnswerNoBetCoup,
    AskForNoBetCoup,
    DirectNoBetCoup,
)
from croupier.games.baccarat.acts.shuffling import DirectShuffle
from croupier.games.baccarat.acts.wagering import MoveWager, PermitChanges, PlaceMarker
from croupier.games.baccarat.facts import (
    CoupEnded,
    Dealt,
    DealtFaceDown,
    Door,
    LateRuling,
    NoBetCoup,
    RemovalOffered,
    Ruled,
    RulingDue,
    Whose,
)
from croupier.games.baccarat.rules import WagerChange
from croupier.table.acts.betting import NoMoreBets, PlaceWager
from croupier.table.acts.conduct import RaiseDispute, RecordBreach, RuleOnDispute
from croupier.table.acts.dealing import Collect, Deal
from croupier.table.acts.misplaced_cards import Reconstruct, VoidEarlierRound
from croupier.table.acts.stray_cards import DrawnInError
from croupier.table.acts.voiding import Exclude, VoidRound, VoidWager
from croupier.table.facts import BettingReopened, Notified, Placed, SetAside, Settled
from croupier.table.shoe_state import Preparation
from croupier.table.table import Phase

BANKER_WINS = "5D 9C 3H KD"
P, B = Whose.PLAYER, Whose.BANKER
LAID_ANEW = Reconstruct(reason="laid on the wrong hand")


# --- 12.1 to 12.3


@pytest.mark.clause("bac:12.1", "bac:7.3:row 5")
def test_12_1_the_mistaken_card_never_was_the_players_third() -> None:
    at = open_table("X")
    at.bet("X", "tie", 10)
    at.deal("2C 3D 4H 2S")  # 6 stands, and 5 draws where the player drew no card
    at.lay_on(P, "8C")
    fact = at.last(Dealt)
    assert (fact.hand, fact.drawn_to, fact.meant_for) == (B, P, None)
    assert fact.clauses == ("12.1", "7.3", "7.3:row 5")
    assert at.last(CoupEnded).banker == 3


@pytest.mark.clause("bac:12.1")
def test_12_1_face_down_too() -> None:
    at = open_table("X", dealing="face_down")
    at.bet("X", "tie", 10)
    at.deal("2C 3D 4H 2S")
    at.lay_on(P, "8C")
    assert (at.last(DealtFaceDown).hand, at.last(DealtFaceDown).drawn_to) == (B, P)
    assert at.shown(B) == "3D 2S ??"


@pytest.mark.clause("bac:12.2", "bac:12.3")
@pytest.mark.parametrize(("seen", "clause"), [("KH", "12.2"), (None, "12.3")])
def test_12_2_a_card_that_no_hand_needs_waits_for_the_next_round(
    seen: str | None, clause: str
) -> None:
    at = open_table("X")
    at.bet("X", "banker", 10)
    at.deal(BANKER_WINS)
    at.do(DrawnInError(card=None if seen is None else Card(seen)), DEALER)
    assert at.last(SetAside).clauses == (clause,)
    at.settle()
    if seen is None:
        at.bet("X", "banker", 10)
    else:
        assert at.no_bet("X", "banker", 10).clauses[0] == "12.2"
    at.no_more_bets()
    other = at.table.check(Deal(card=Card("2H")), DEALER, at.now)
    assert (other is None) is (seen is None)
    at.deal("KH 6D 4C 2S")
    assert at.shown(P) == "KH 4C"
    other_clause = {"12.2": DrawnInError(), "12.3": DrawnInError(card=Card("2D"))}[clause]
    at.do(other_clause, DEALER)  # and the other way round


@pytest.mark.clause("bac:12.2")
def test_12_2_between_rounds_every_wager_is_removed_first() -> None:
    at = open_table("X Y")
    at.bets("X banker 10; Y tie 10")
    at.do(DrawnInError(card=Card("KH")), DEALER)
    assert not at.table.wagers
    assert at.last(Placed).clauses[0] == "12.2"
    at.deal("KH 6D 4C 2S")
    assert at.last(NoBetCoup).door is Door.EXCESS_CARD
    at.settle()
    assert at.coup(BANKER_WINS, "X banker 10") == {"X": 9.5}


@pytest.mark.clause("bac:12.2")
def test_12_2_of_several_cards_one_that_was_seen_is_enough() -> None:
    at = open_table("X")
    at.bet("X", "banker", 10)
    at.deal(BANKER_WINS)
    at.do(DrawnInError(), DEALER)
    at.do(DrawnInError(card=Card("KH")), DEALER)
    at.settle()
    at.deal("6D KH 4C 2S")  # in the order in which they were drawn
    assert (at.shown(P), at.shown(B)) == ("6D 4C", "KH 2S")
    assert at.seen.no_bet


@pytest.mark.clause("bac:12.3")
def test_12_3_a_card_drawn_before_the_hands_are_turned_is_the_third_if_one_is_due() -> None:
    at = open_table("X", dealing="face_down")
    at.bet("X", "banker", 50)
    at.lay_down("2H KC 2D 6S")
    at.do(DrawnInError(), DEALER)
    at.turn_all()
    at.lay_down("9S")
    at.turn_all()
    assert at.settle() == {"X": 47.5}
    assert not at.table.shoe.pending


@pytest.mark.clause("bac:6.2")
def test_12_3_a_card_that_is_due_is_not_drawn_in_excess() -> None:
    at = open_table("X")
    at.bet("X", "banker", 50)
    at.deal("2H")
    assert "6.2" in at.refused(DrawnInError(card=Card("3H")), DEALER).clauses


# --- 12.4: misplaced, and found in the round


@pytest.mark.clause("bac:12.4")
def test_12_4_a_third_card_on_the_bankers_hand_goes_to_the_players() -> None:
    at = open_table("X")
    at.bet("X", "tie", 10)
    at.deal("2H KC 2D 6S")
    at.lay_on(B, "9S")
    assert at.table.phase is Phase.DEALING
    assert at.refused(Deal(card=Card("2S")), DEALER).clauses == ("12.4",)
    assert at.refused(Collect(), DEALER)
    assert "supervisor" in at.refused(LAID_ANEW, DEALER).reason
    at.do(LAID_ANEW, SUPERVISOR)
    assert (at.shown(P), at.shown(B)) == ("2H 2D 9S", "KC 6S")
    assert at.last(CoupEnded).winner == "banker"
    assert at.refused(LAID_ANEW, SUPERVISOR).clauses == ("12.4",)


@pytest.mark.clause("bac:12.4", "bac:7.2", "bac:7.3")
@pytest.mark.parametrize("second_on", [P, B])
def test_12_4_an_error_found_after_both_third_cards_is_put_right(second_on: Whose) -> None:
    """The first third card is the player's: 2 2 9 is 3. The banker's 6 stands; 3H is in excess."""
    at = open_table("X")
    at.bet("X", "banker", 20)
    at.deal("2H KC 2D 6S")
    at.lay_on(B, "9S")
    at.lay_on(second_on, "3H")
    another = Deal(card=Card("2S"), laid_on=(0, 1))
    assert at.refused(another, DEALER).clauses == ("12.4",)
    at.do(LAID_ANEW, SUPERVISOR)
    assert (at.shown(P), at.shown(B)) == ("2H 2D 9S", "KC 6S")
    assert at.table.view(None).shoe.waiting == (Card("3H"),)
    assert at.settle() == {"X": 19}


@pytest.mark.clause("bac:12.4", "bac:7.3")
def test_12_4_both_third_cards_change_hands_where_both_hands_draw() -> None:
    """The banker's 5 draws to a third card of 4: 2 2 4 is 8, and K 5 2 is 7."""
    at = open_table("X")
    at.bet("X", "player", 20)
    at.deal("2H KC 2D 5S")
    at.lay_on(B, "4S")
    at.lay_on(P, "2C")
    at.do(LAID_ANEW, SUPERVISOR)
    assert (at.shown(P), at.shown(B)) == ("2H 2D 4S", "KC 5S 2C")
    assert at.settle() == {"X": 20}


@pytest.mark.clause("bac:12.4")
def test_12_4_three_cards_on_one_hand_stop_the_deal() -> None:
    at = open_table("X")
    at.bet("X", "player", 10)
    at.deal("9C 9D")
    at.lay_on(P, "KS")
    at.lay_on(P, "3H")
    assert at.refused(Deal(card=Card("2S")), DEALER).clauses == ("12.4",)
    at.do(LAID_ANEW, SUPERVISOR)
    assert at.settle() == {"X": 10}


@pytest.mark.clause("bac:12.4", "bac:12.2")
def test_12_4_a_card_that_the_rebuilt_hands_do_not_need_is_in_excess() -> None:
    at = open_table("X")
    at.bet("X", "tie", 10)
    at.deal("9C")
    at.lay_on(P, "2D")  # 9 and 2 lie as the player's 1, which draws
    at.lay_on(B, "KS")
    at.deal("3H 5S")
    at.do(LAID_ANEW, SUPERVISOR)
    assert (at.shown(P), at.shown(B)) == ("9C KS", "2D 3H")  # a natural nine
    assert at.table.view(None).shoe.waiting == (Card("5S"),)
    at.settle()
    assert at.no_bet("X", "tie", 10).clauses[0] == "12.2"


@pytest.mark.clause("bac:12.4")
def test_12_4_face_up_nobody_removes_anything() -> None:
    at = open_table("X")
    at.bet("X", "player", 10)
    at.deal("9C")
    at.lay_on(P, "9D")
    at.do(LAID_ANEW, SUPERVISOR)
    removal = RemoveWager(player="X", box=1, wager="player")
    assert at.refused(removal, player("X")).clauses == ("4.6",)
    assert not at.facts_of(RemovalOffered)


def third_card_astray(**options: Any) -> Table:
    at = open_table("X", dealing="face_down", **options)
    at.bet("X", "tie", 10)
    at.deal("2H KC 2D 6S")
    at.lay_on(B, "9S")
    at.do(LAID_ANEW, SUPERVISOR)
    return at


@pytest.mark.clause("bac:12.4")
def test_12_4_where_any_card_was_seen_nobody_removes_anything() -> None:
    assert not third_card_astray().facts_of(RemovalOffered)


@pytest.mark.clause("bac:12.4", "bac:4.9")
def test_12_4_or_where_only_the_misplaced_card_counts_they_may() -> None:
    at = third_card_astray(exposure_test="misplaced_card")
    assert at.facts_of(RemovalOffered)
    waits = at.refused(Deal(card=Card("4C")), DEALER)
    assert waits.reason == "patrons may remove their wagers first"
    assert waits.clauses == ("12.4",)
    assert at.refused(Turn(hand=P, place=3), DEALER).clauses == ("6.3",)
    at.do(RemoveWager(player="X", box=1, wager="tie"), player("X"))
    at.do(ResumeRound(), DEALER)
    at.turn_all()
    assert at.chips("X") == 100_000
    assert at.last(CoupEnded).winner == "banker"


@pytest.mark.clause("bac:12.4", "bac:3.6")
def test_12_4_a_removal_that_leaves_the_sides_too_far_apart_stands_and_is_said() -> None:
    at = open_table("X Y", dealing="face_down", differential=100_00)
    at.bets("X banker 150; Y player 100")
    at.lay_down("9C")
    at.lay_on(P, "9D")
    at.do(LAID_ANEW, SUPERVISOR)
    at.do(RemoveWager(player="Y", box=2, wager="player"), player("Y"))
    notice = at.last(Notified)
    assert (notice.about, notice.detail) == ("table differential exceeded", "150")
    at.do(ResumeRound(), DEALER)
    at.deal("KS 3H")
    assert at.settle() == {"X": -150}


@pytest.mark.clause("bac:12.4", "bac:A:Void")
def test_12_4_what_cannot_be_rebuilt_is_void_and_the_shoe_goes_on() -> None:
    at = open_table("X", side_bets=PERFECT)
    at.bets("X player-pair 10 player 100")
    at.deal("8H 2C 8D 3S")
    assert at.net()["X"] == 20
    mixed = CannotReconstruct(reason="the hands fell to the floor")
    assert at.refused(mixed, DEALER).clauses == ("A:Casino Supervisor",)
    at.do(mixed, SUPERVISOR)
    assert at.chips("X") == 100_000
    assert at.table.shoe.ready
    assert at.refused(mixed, SUPERVISOR).clauses == ("12.4",)
    assert at.coup(BANKER_WINS, "X banker 10") == {"X": 9.5}


@pytest.mark.clause("bac:12.4", "bac:14.2(a)")
def test_12_4_a_wager_that_was_void_stays_void_when_the_hands_are_laid_anew() -> None:
    at = open_table("X Y")
    at.bets("X player 10; Y player 10")
    at.deal("9C")
    at.lay_on(P, "9D")
    at.do(RecordBreach(person="Y", clause="14.7", what="told X what to bet"), DEALER)
    at.do(VoidWager(player="Y", box=2, reason="14.7"), SUPERVISOR)
    at.do(LAID_ANEW, SUPERVISOR)
    assert at.settle("KS 3H") == {"X": 10, "Y": 0}


@pytest.mark.clause("bac:12.4", "bac:14.2(a)")
def test_12_4_a_coup_whose_wagers_are_all_void_is_laid_anew_and_dealt_on() -> None:
    at = open_table("Y")
    at.bet("Y", "player", 10)
    at.deal("9C")
    at.lay_on(P, "9D")
    at.do(RecordBreach(person="Y", clause="14.8", what="a bet with X"), DEALER)
    at.do(VoidWager(player="Y", box=1, reason="14.8"), SUPERVISOR)
    at.do(LAID_ANEW, SUPERVISOR)
    at.deal("KS 3H")
    assert (at.shown(P), at.shown(B)) == ("9C KS", "9D 3H")
    assert at.settle() == {"Y": 0}


@pytest.mark.clause("bac:12.4")
def test_12_4_an_unseen_card_that_would_be_left_over_is_turned_first() -> None:
    at = open_table("X", dealing="face_down")
    at.bet("X", "tie", 10)
    at.lay_down("9C")
    at.lay_on(P, "2D")
    at.lay_on(B, "KS")
    at.lay_down("3H")
    at.turn_all()
    at.lay_down("5S")
    assert at.refused(LAID_ANEW, SUPERVISOR).clauses == ("12.4",)
    at.turn_all()
    at.do(LAID_ANEW, SUPERVISOR)
    assert at.last(CoupEnded).winner == "player"


# --- found when the round was over


def misplaced_round() -> Table:
    at = open_table("X Y", side_bets=PERFECT)
    at.bets("X player-pair 10 player 100; Y banker 100")
    at.deal("9C")
    at.lay_on(P, "9D")
    at.lay_on(B, "KS")
    at.deal("3H")
    assert at.settle() == {"X": 150, "Y": -100}
    return at


def ruled(at: Table, ruling: LateRuling) -> RuleOnRound:
    return RuleOnRound(round=at.table.rounds[-1].number, ruling=ruling, reason="as seen on camera")


FOUND = FoundBetweenRounds(reason="the second card was the banker's")


@pytest.mark.clause("bac:14.3", "bac:14.4")
@pytest.mark.parametrize(
    ("ruling", "chips"),
    [
        (LateRuling.VOID, {"X": 100_000, "Y": 100_000}),
        (LateRuling.SETTLE_ANEW, {"X": 100_090, "Y": 99_900}),
        (LateRuling.STAND, {"X": 100_150, "Y": 99_900}),
    ],
)
def test_12_5_the_gap_between_rounds_is_ruled_on(
    ruling: LateRuling, chips: dict[str, float]
) -> None:
    at = misplaced_round()
    assert at.refused(LAID_ANEW, SUPERVISOR).clauses == ("12.4",)
    assert at.refused(ruled(at, ruling), SUPERVISOR).clauses == ("14.3", "14.4")
    at.do(FOUND, SUPERVISOR)
    assert at.last(RulingDue).clauses == ("12.4", "12.5", "14.4")
    assert at.refused(FOUND, SUPERVISOR).clauses == ("14.4",)
    at.do(ruled(at, ruling), SUPERVISOR)
    assert at.last(Ruled).ruling == ruling
    assert {name: at.chips(name) for name in "XY"} == chips
    at.coup(BANKER_WINS, "X banker 10")
    assert at.chips("X") == chips["X"] + 9.5


@pytest.mark.clause("bac:14.3", "bac:14.4")
def test_12_5_betting_that_was_closed_opens_again_for_the_ruling() -> None:
    at = misplaced_round()
    at.bet("X", "banker", 10)
    at.no_more_bets()
    at.do(FOUND, SUPERVISOR)
    assert at.facts_of(BettingReopened)
    assert at.refused(NoMoreBets(), DEALER).clauses == ("14.3", "14.4")
    at.do(ruled(at, LateRuling.STAND), SUPERVISOR)
    at.deal(BANKER_WINS)
    assert at.table.number == 2


@pytest.mark.clause("bac:14.3", "bac:14.4")
def test_12_5_who_waits_for_the_ruling_may_take_a_wager_back_and_lay_none() -> None:
    at = misplaced_round()
    at.bet("X", "banker", 10)
    at.do(FOUND, SUPERVISOR)
    more = PlaceWager(player="X", box=1, amount=20_00, wager="banker")
    assert at.refused(more, player("X")).clauses == ("14.3", "14.4")
    held = at.chips("X")
    at.do(PlaceWager(player="X", box=1, amount=0, wager="banker"), player("X"))
    assert at.chips("X") == held + 10


@pytest.mark.clause("bac:14.4")
def test_12_5_what_was_recorded_where_it_was_due_is_not_settled_anew() -> None:
    at = open_table("X")
    at.coup(BANKER_WINS, "X banker 10")
    at.do(FOUND, SUPERVISOR)
    assert at.refused(ruled(at, LateRuling.SETTLE_ANEW), SUPERVISOR).clauses == ("14.3", "14.4")


def decide_that_it_stands(at: Table) -> None:
    at.do(RaiseDispute(player="X", about="a card was misplaced", round=1), player("X"))
    at.do(RuleOnDispute(number=1, decision="it was not", stands=True), SUPERVISOR)


@pytest.mark.clause("bac:14.4")
@pytest.mark.parametrize("ruling", [LateRuling.VOID, LateRuling.SETTLE_ANEW])
def test_14_4_a_round_that_was_decided_to_stand_is_ruled_to_stand(ruling: LateRuling) -> None:
    at = misplaced_round()
    decide_that_it_stands(at)
    at.do(FOUND, SUPERVISOR)
    assert at.refused(ruled(at, ruling), SUPERVISOR).clauses == ("14.4",)
    at.do(ruled(at, LateRuling.STAND), SUPERVISOR)
    at.coup(BANKER_WINS, "X banker 10")


@pytest.mark.clause("bac:14.4")
def test_14_4_nor_is_it_void_after_the_next_has_begun() -> None:
    at = open_table("X")
    at.coup(BANKER_WINS, "X banker 100")
    decide_that_it_stands(at)
    at.coup(BANKER_WINS, "X banker 100")
    undo = VoidEarlierRound(round=1, reason=LATER)
    assert at.refused(undo, SUPERVISOR).clauses == ("14.4",)


# --- 12.5: found when the next had begun

LATER = "the second card was the player's"


@pytest.mark.clause("bac:12.5")
def test_12_5_later_rounds_stand() -> None:
    at = open_table("X")
    for _ in range(3):
        at.coup(BANKER_WINS, "X banker 100")
    at.do(VoidEarlierRound(round=1, reason=LATER), SUPERVISOR)
    assert at.chips("X") == 100_190
    assert [past.void for past in at.table.rounds] == [True, False, False]
    assert [bead.winner for bead in at.table.view(None).scoreboard] == [None, "banker", "banker"]
    twice = VoidEarlierRound(round=1, reason=LATER)
    assert at.refused(twice, SUPERVISOR).clauses == ("A:Void",)


@pytest.mark.clause("bac:12.5")
def test_12_5_who_has_left_owes() -> None:
    at = open_table("X Y")
    at.coup(BANKER_WINS, "X banker 100")
    at.leave("X")
    at.coup(BANKER_WINS, "Y banker 100")
    at.do(VoidEarlierRound(round=1, reason=LATER), SUPERVISOR)
    assert at.last(Notified).about == "owed to the house"
    assert at.chips("X") == -95
    at.coup(BANKER_WINS, "Y banker 100")  # nothing keeps the table from going on


def next_shoe(**options: Any) -> Table:
    at = open_table("X", **options)
    at.coup(BANKER_WINS, "X banker 100")
    at.do(DirectShuffle(reason="the evening is young"), SUPERVISOR)
    at.load()
    at.coup(BANKER_WINS, "X banker 100")
    return at


@pytest.mark.clause("bac:12.5", "bac:14.4")
def test_12_5_a_round_of_an_earlier_shoe_waits_for_a_ruling() -> None:
    at = next_shoe()
    at.do(VoidEarlierRound(round=1, reason=LATER), SUPERVISOR)
    assert at.last(RulingDue).clauses == ("12.5", "14.4")
    assert at.chips("X") == 100_190
    at.coup(BANKER_WINS, "X banker 100")  # and holds nobody up
    again = VoidEarlierRound(round=1, reason=LATER)
    assert at.refused(again, SUPERVISOR).clauses == ("14.4",)
    at.do(RuleOnRound(round=1, ruling=LateRuling.VOID, reason="on camera"), SUPERVISOR)
    assert at.chips("X") == 100_190
    assert at.table.rounds[0].void


@pytest.mark.clause("bac:12.5")
def test_12_5_or_the_table_looks_back_without_limit() -> None:
    at = next_shoe(lookback="unlimited")
    at.do(VoidEarlierRound(round=1, reason=LATER), SUPERVISOR)
    assert at.table.rounds[0].void


# --- 12.6: by the supervisor's leave


def face_down(bets: str, cards: str = "5D", players: str = "X Y", **options: Any) -> Table:
    at = open_table(players, dealing="face_down", **options)
    at.bets(bets)
    at.lay_down(cards)
    return at


def permit(at: Table, *changes: WagerChange) -> None:
    at.do(PermitChanges(changes=changes, reason="a chip rolled away"), SUPERVISOR)


@pytest.mark.clause("bac:12.6", "bac:12.6(a)", "bac:12.6(a)(ii)", "bac:12.6(a)(iii)")
def test_12_6_only_what_the_supervisor_permits() -> None:
    at = face_down("X banker 10")
    assert at.no_bet("X", "banker", 20).clauses == ("4.6",)
    permit(at, WagerChange.AMOUNT)
    assert at.seen.permitted == ("amount",)
    assert at.no_bet("X", "banker", 0).clauses == ("12.6(a)(iv)",)
    assert at.no_bet("Y", "tie", 10).clauses == ("12.6(a)(iii)",)
    move = MoveWager(player="X", box=1, wager="banker", to="player")
    assert at.refused(move, player("X")).clauses == ("12.6(a)(i)",)
    at.bet("X", "banker", 20)
    permit(at, WagerChange.NEW)
    at.bet("Y", "tie", 10)
    at.lay_down("9C 3H KD")
    at.turn_all()
    assert at.settle() == {"X": 19, "Y": -10}


@pytest.mark.clause("bac:12.6(b)", "bac:12.6(a)(iv)", "bac:4.9")
def test_12_6_b_all_withdrawn_it_is_a_no_bet_coup() -> None:
    at = face_down("X banker 10; Y tie 10")
    permit(at, WagerChange.WITHDRAW, WagerChange.NEW)
    at.bet("X", "banker", 0)
    at.bet("Y", "tie", 0)
    assert at.last(NoBetCoup).door is Door.WITHDRAWN
    assert at.no_bet("X", "banker", 10).clauses == ("4.6",)
    again = PermitChanges(changes=(WagerChange.NEW,), reason="after all")
    assert at.refused(again, SUPERVISOR).clauses == ("12.6(b)",)
    at.lay_down("9C 3H KD")
    at.turn_all()
    assert at.settle() == {}
    at.do(AskForNoBetCoup(player="X"), player("X"))
    at.do(AnswerNoBetCoup(player="Y"), player("Y"))
    at.do(DirectNoBetCoup(), SUPERVISOR)
    at.lay_down("5D 9C")
    assert at.refused(again, SUPERVISOR).clauses == ("12.6(b)",)  # nobody could bet on it


@pytest.mark.clause("bac:12.6", "bac:12.6(a)")
def test_12_6_not_after_a_card_was_seen_and_not_after_a_wrong_deal() -> None:
    permission = PermitChanges(changes=(WagerChange.NEW,), reason="a chip rolled away")
    at = face_down("X banker 10", "5D 9C")
    at.do(CardExposed(hand=P, place=1), DEALER)
    assert at.refused(permission, SUPERVISOR).clauses == ("12.6", "12.6(a)")
    at = face_down("X banker 10")
    at.lay_on(P, "9C")
    assert at.refused(permission, SUPERVISOR).clauses == ("12.6", "12.6(a)")
    at.do(LAID_ANEW, SUPERVISOR)
    at.do(ResumeRound(), DEALER)
    assert at.refused(permission, SUPERVISOR).clauses == ("12.6", "12.6(a)")


@pytest.mark.clause("bac:12.6")
def test_12_6_neither_before_the_first_card_nor_after_the_round() -> None:
    permission = PermitChanges(changes=(WagerChange.NEW,), reason="a chip rolled away")
    at = open_table("X", dealing="face_down")
    at.bet("X", "banker", 10)
    at.no_more_bets()
    assert at.refused(permission, SUPERVISOR).clauses == ("12.6", "12.6(a)")
    at.deal(BANKER_WINS)
    assert at.refused(permission, SUPERVISOR).clauses == ("12.6", "12.6(a)")


@pytest.mark.clause("bac:3.5", "bac:3.4", "bac:4.5", "bac:3.6", "bac:3.2")
def test_12_6_limits_and_differential_hold_as_before() -> None:
    limits = {wager: [25_00, 500_00] for wager in MAIN_LIMITS}
    at = face_down("X banker 100; Y player 100", limits=limits, differential=300_00)
    permit(at, *WagerChange)
    assert at.no_bet("X", "banker", 700).clauses == ("3.5",)
    assert at.no_bet("X", "banker", 401).clauses == ("3.6", "A:Table Differential")
    elsewhere = PlaceWager(player="X", box=5, amount=50_00, wager="banker")
    assert at.refused(elsewhere, player("X")).clauses == ("4.5",)
    at.bet("X", "banker", 400)
    assert at.no_bet("Y", "player", 50).clauses == ("3.6", "A:Table Differential")
    at.bet("Y", "player", 0)  # a mere withdrawal stands
    assert at.last(Notified).about == "table differential exceeded"
    at.bet("Y", "tie", 10)  # under the minimum, and told so
    assert "Y" in at.table.patrons.warned
    assert at.no_bet("Y", "player", 10).clauses == ("3.4",)
    at = face_down("X banker 100", limits=limits)
    permit(at, WagerChange.AMOUNT)
    assert at.no_bet("X", "banker", 700).clauses == ("3.5",)
    at = open_table("X", dealing="face_down", limits=limits)
    at.do(PlaceMarker(player="X", limit=900_00), SUPERVISOR)
    at.bet("X", "banker", 100)
    at.lay_down("5D")
    permit(at, WagerChange.AMOUNT)
    at.bet("X", "banker", 700)


@pytest.mark.clause("bac:12.6(a)(i)")
def test_12_6_a_wager_is_moved_whole_and_to_somewhere_else() -> None:
    at = face_down("X banker 100 tie 10; Y player 100")
    permit(at, WagerChange.MOVE)
    there = MoveWager(player="X", box=1, wager="banker", to="banker")
    assert at.refused(there, player("X")).clauses == ("12.6(a)(i)",)
    onto = MoveWager(player="X", box=1, wager="banker", to="tie")
    assert at.refused(onto, player("X")).clauses == ("4.5",)
    missing = MoveWager(player="Y", box=2, wager="banker", to="tie")
    assert at.refused(missing, player("Y")).clauses == ("12.6", "12.6(a)")
    at.do(MoveWager(player="X", box=1, wager="banker", to="banker", to_box=4), player("X"))
    assert {(w.player, w.box, w.wager) for w in at.table.wagers} == {
        ("X", 4, "banker"), ("X", 1, "tie"), ("Y", 2, "player"),
    }  # fmt: skip
    at.lay_down("9C 3H KD")
    at.turn_all()
    assert at.settle() == {"X": 85, "Y": -100}


def test_12_6_nobody_bets_more_chips_than_they_have() -> None:
    at = open_table("X", dealing="face_down", chips=100)
    at.bet("X", "banker", 100)
    at.lay_down("5D")
    permit(at, *WagerChange)
    assert at.no_bet("X", "banker", 120).clauses == ("4.2",)
    assert at.no_bet("X", "tie", 10).clauses == ("4.2",)
    at.bet("X", "banker", 60)
    at.bet("X", "tie", 40)


# --- 12.7


@pytest.mark.clause("bac:12.7")
def test_12_7_no_card_is_dealt_from_an_empty_shoe_and_none_drawn() -> None:
    at = open_table("X")
    at.table.shoe.remaining = 3
    at.bet("X", "banker", 10)
    at.deal("5D 9C 3H")
    assert at.refused(Deal(card=Card("KD")), DEALER).clauses == ("12.7",)
    move = at.table.game.dealers_turn(at.table)
    assert move is not None
    at.do(move, DEALER)
    assert at.table.shoe.preparation is Preparation.NEEDS_SHUFFLE
    (fact,) = at.facts_of(Settled)
    assert (fact.outcome, fact.net, fact.clauses) == ("void", 0, ("12.7", "A:Void"))


# --- one irregularity upon another


@pytest.mark.clause("bac:12.2", "bac:5.1(c)")
def test_12_2_a_card_that_goes_back_into_the_pack_keeps_nobody_from_betting() -> None:
    at = open_table("X")
    at.do(DrawnInError(card=Card("KH")), DEALER)
    assert "12.2" in at.no_bet("X", "banker", 10).clauses
    at.do(DirectShuffle(reason="a card was seen"), SUPERVISOR)
    at.bet("X", "banker", 10)
    at.load()
    assert at.coup(BANKER_WINS) == {"X": 9.5}


@pytest.mark.clause("bac:14.3", "bac:A:Void")
def test_14_3_a_round_that_was_void_meanwhile_is_not_settled_anew() -> None:
    at = open_table("X")
    at.bet("X", "player", 100)
    at.deal("9C")
    at.lay_on(P, "KD")
    at.lay_on(B, "9H")
    at.deal("9D")
    assert at.settle() == {"X": 100}
    at.do(FoundBetweenRounds(reason="laid on the wrong hand"), SUPERVISOR)
    at.do(VoidRound(ground="fraud", reason="a marked card", round=1), SUPERVISOR)
    anew = RuleOnRound(round=1, ruling=LateRuling.SETTLE_ANEW, reason="as it should lie")
    assert at.refused(anew, SUPERVISOR).clauses == ("A:Void",)
    at.do(RuleOnRound(round=1, ruling=LateRuling.VOID, reason="it is"), SUPERVISOR)
    assert at.chips("X") == 100_000


@pytest.mark.clause("bac:12.6", "bac:12.6(a)", "bac:4.6")
def test_12_6_what_was_permitted_ends_with_the_first_card_out_of_order() -> None:
    at = open_table("X", dealing="face_down")
    at.bet("X", "banker", 100)
    at.lay_down("9C")
    at.do(PermitChanges(changes=(WagerChange.AMOUNT,), reason="too quick"), SUPERVISOR)
    at.bet("X", "banker", 150)
    at.lay_on(P, "5D")
    assert at.no_bet("X", "banker", 200).clauses == ("4.6",)


@pytest.mark.clause("bac:12.6(a)(iii)", "bac:3.6", "bac:4.5")
def test_12_6_a_wager_that_is_void_does_not_count_for_the_differential() -> None:
    at = open_table("X Y Z", dealing="face_down", differential=500_00)
    at.bets("X player 1000; Y banker 1000")
    at.lay_down("9C")
    at.do(RecordBreach(person="X", clause="14.7", what="told Y what to do"), DEALER)
    at.do(VoidWager(player="X", box=1, reason="told Y what to do"), SUPERVISOR)
    at.do(PermitChanges(changes=(WagerChange.NEW,), reason="too quick"), SUPERVISOR)
    assert at.no_bet("Z", "banker", 400).clauses == ("3.6", "A:Table Differential")
    elsewhere = PlaceWager(player="X", box=5, amount=400_00, wager="player")
    assert at.refused(elsewhere, player("X")).clauses == ("4.5",)
    at.bet("Z", "player", 400)


# --- a card drawn in excess unseen that is seen while it waits


def _with_an_unseen_card() -> Table:
    at = open_table("X Y")
    at.coup(BANKER_WINS, "X banker 10")
    at.do(DrawnInError(), DEALER)
    return at


@pytest.mark.clause("bac:12.2", "bac:12.3")
@pytest.mark.parametrize("closed", [False, True])
def test_12_2_seen_before_it_is_dealt_nobody_bets_on_it(closed: bool) -> None:
    at = _with_an_unseen_card()
    at.bet("X", "banker", 10)
    if closed:
        at.no_more_bets()
    at.do(ExcessCardSeen(), DEALER)
    assert at.chips("X") == 100_009.5
    assert at.no_bet("Y", "player", 10).clauses == ("12.2", "A:No-Bet Coup", "4.9")
    assert at.refused(ExcessCardSeen(), DEALER).clauses == ("12.2",)
    at.deal(BANKER_WINS)
    assert at.last(NoBetCoup).door is Door.EXCESS_CARD
    assert at.settle() == {}
    assert at.coup(BANKER_WINS, "X banker 10") == {"X": 9.5}  # one round, and no more


@pytest.mark.clause("bac:12.2")
def test_12_2_seen_in_the_round_in_which_it_was_drawn_it_is_told_as_that_ends() -> None:
    at = open_table("X")
    at.bet("X", "banker", 10)
    at.deal(BANKER_WINS)
    at.do(DrawnInError(), DEALER)
    at.do(ExcessCardSeen(), DEALER)
    assert at.settle() == {"X": 9.5}
    assert at.no_bet("X", "banker", 10).clauses[0] == "12.2"


@pytest.mark.clause("bac:12.3")
def test_12_3_a_card_that_was_dealt_or_shuffled_in_is_not_seen_while_it_waits() -> None:
    at = _with_an_unseen_card()
    at.coup(BANKER_WINS, "X banker 10")
    assert at.refused(ExcessCardSeen(), DEALER).clauses == ("12.3",)
    at.do(DrawnInError(), DEALER)
    at.do(ExcessCardSeen(), DEALER)
    at.do(DirectShuffle(reason="a card was seen"), SUPERVISOR)
    at.load()
    at.do(DrawnInError(), DEALER)
    at.bet("X", "banker", 10)  # nobody has seen this one


@pytest.mark.clause("bac:12.6", "bac:12.6(a)", "bac:4.6")
@pytest.mark.parametrize("later", [False, True])
def test_12_6_who_knows_the_fifth_card_changes_no_wager(later: bool) -> None:
    at = open_table("X", dealing="face_down")
    at.bet("X", "banker", 100)
    at.lay_down("9C 5D 3H KD")
    permit = PermitChanges(changes=(WagerChange.AMOUNT,), reason="too quick")
    at.do(permit, SUPERVISOR)
    if later:
        at.do(DrawnInError(), DEALER)
        at.bet("X", "banker", 150)  # nobody has seen a card
        at.do(ExcessCardSeen(), DEALER)
    else:
        at.do(DrawnInError(card=Card("2C")), DEALER)
    assert at.no_bet("X", "banker", 200).clauses == ("4.6",)
    assert at.refused(permit, SUPERVISOR).clauses == ("12.6", "12.6(a)")


@pytest.mark.clause("bac:12.4", "bac:14.2(b)")
def test_12_4_who_is_excluded_removes_no_wager() -> None:
    at = open_table("X Y", dealing="face_down")
    at.bets("X banker 100; Y banker 100")
    at.no_more_bets()
    at.lay_on(B, "9C")
    at.do(LAID_ANEW, SUPERVISOR)
    at.do(RecordBreach(person="X", clause="14.7", what="told Y what to do"), DEALER)
    at.do(Exclude(player="X", reason="influence"), SUPERVISOR)
    out = RemoveWager(player="X", box=1, wager="banker")
    assert at.refused(out, player("X")).clauses == ("14.2(b)",)
    at.do(RemoveWager(player="Y", box=2, wager="banker"), player("Y"))
