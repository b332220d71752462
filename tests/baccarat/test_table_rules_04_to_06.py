"""Rules 4 to 6 at the table: wagers, the shoe, and hands that are dealt face down."""

from __future__ import annotations

import pytest
from tests.baccarat.cases import PERFECT
from tests.baccarat.table_support import Table, open_table
from tests.table_support import DEALER, SUPERVISOR, player

from croupier.aggregate.acts import Command
from croupier.cards import Card
from croupier.games.baccarat.acts.dealing import CardExposed, NameTurners, Turn
from croupier.games.baccarat.acts.irregularities import (
    FoundBetweenRounds,
    InvalidateGame,
    RuleOnRound,
)
from croupier.games.baccarat.acts.no_bet_coups import (
    AnswerNoBetCoup,
    AskForNoBetCoup,
    DirectNoBetCoup,
)
from croupier.games.baccarat.acts.shuffling import BurnForgotten, DirectShuffle
from croupier.games.baccarat.facts import (
    CoupEnded,
    Dealt,
    DealtFaceDown,
    LateRuling,
    OneMoreRound,
    Turned,
    TurnersNamed,
    Whose,
)
from croupier.table.acts.betting import NoMoreBets, PlaceWager
from croupier.table.acts.burn_and_reveal import Burn
from croupier.table.acts.conduct import RecordBreach
from croupier.table.acts.cutting_card import CuttingCardDrawn
from croupier.table.acts.dealing import Collect, Deal
from croupier.table.acts.patrons import ComeBack, Leave, StepAway
from croupier.table.acts.shuffling import Cut, DeclineCut, Shuffle
from croupier.table.acts.stray_cards import DrawnInError
from croupier.table.acts.voiding import Exclude, VoidRound
from croupier.table.facts import BettingClosed, Exercised, Notified, Placed, Shuffled, ShuffleDue
from croupier.table.shoe_state import Preparation
from croupier.table.table import Phase

BANKER_WINS = "5D 9C 3H KD"


# --- rule 4: wagers


@pytest.mark.clause("bac:4.1", "bac:4.2", "bac:6.2")
def test_4_1_everybody_may_bet_until_no_more_bets() -> None:
    at = open_table("X Y")
    at.bets("X banker 10; Y tie 10")
    assert at.last(Placed).clauses == ("4.1", "4.2")
    at.no_more_bets()
    assert at.last(BettingClosed).clauses == ("6.2",)
    assert at.no_bet("X", "banker", 20).clauses == ("6.2",)


@pytest.mark.clause("bac:4.1")
def test_4_1_betting_does_not_close_before_everybody_had_the_opportunity() -> None:
    at = open_table("X Y Z")
    at.now += 1
    at.bet("X", "banker", 10)
    refusal = at.refused(NoMoreBets(), DEALER)
    assert refusal.reason == "Y has 5 of 5 seconds left to place a wager"
    assert refusal.clauses == ("4.1",)
    at.now += 4_998
    assert at.refused(NoMoreBets(), DEALER).clauses == ("4.1",)
    at.now += 1
    assert at.allowed(NoMoreBets(), DEALER)


@pytest.mark.clause("bac:4.1")
def test_4_1_who_has_wagered_is_away_or_has_no_chips_is_not_waited_for() -> None:
    at = open_table("X Y")
    at.now += 1
    at.arrive("Z", chips=0)
    at.bet("X", "banker", 10)
    assert at.refused(NoMoreBets(), DEALER).reason.startswith("Y has")
    at.do(StepAway(player="Y"), player("Y"))
    assert at.allowed(NoMoreBets(), DEALER)
    at.do(ComeBack(player="Y"), player("Y"))
    at.bet("Y", "tie", 10)
    at.do(NoMoreBets(), DEALER)
    assert at.settle(BANKER_WINS) == {"X": 9.5, "Y": -10}
    at.bet("X", "banker", 10)  # betting has opened anew
    assert at.refused(NoMoreBets(), DEALER).clauses == ("4.1",)
    other = open_table("X Y", betting_seconds=0)
    other.now += 1
    other.bet("X", "banker", 10)
    assert other.allowed(NoMoreBets(), DEALER)


@pytest.mark.parametrize(("chip", "told"), [(1, []), (50, []), (1_00, ["X: 9.50"])])
def test_8_a_win_that_the_smallest_chip_cannot_pay_is_exact_and_the_floor_is_told(
    chip: int, told: list[str]
) -> None:
    at = open_table("X", smallest_chip=chip)
    at.bet("X", "banker", 10)
    at.do(NoMoreBets(), DEALER)
    assert at.settle(BANKER_WINS) == {"X": 9.5}
    assert [fact.detail for fact in at.facts_of(Notified) if fact.to == "floor"] == told


def test_4_1_where_nobody_keeps_time_nobody_is_waited_for() -> None:
    """As whoever drives a table from a script that gives every command one moment."""
    at = open_table("X Y")
    at.bet("X", "banker", 10)
    assert at.allowed(NoMoreBets(), DEALER)
    at.now += 1
    assert at.refused(NoMoreBets(), DEALER).clauses == ("4.1",)


@pytest.mark.clause("bac:4.7")
def test_4_1_a_no_bet_coup_waits_for_nobody() -> None:
    at = open_table("X")
    at.do(AskForNoBetCoup(player="X"), player("X"))
    at.do(DirectNoBetCoup(), SUPERVISOR)
    assert at.allowed(NoMoreBets(), DEALER)


@pytest.mark.clause("bac:4.3")
@pytest.mark.parametrize("wager", ["main", "dragon"])
def test_4_3_there_are_no_other_wagers(wager: str) -> None:
    assert open_table("X").no_bet("X", wager, 10).clauses == ("4.3",)


@pytest.mark.clause("bac:4.4")
def test_4_4_a_box_is_shared() -> None:
    at = open_table("X Y")
    for name in "XY":
        at.do(PlaceWager(player=name, box=3, amount=10_00, wager="banker"), player(name))
    at.no_more_bets()
    assert at.settle(BANKER_WINS) == {"X": 9.5, "Y": 9.5}


@pytest.mark.clause("bac:4.5")
def test_4_5_one_wager_on_each_option_wherever_it_lies() -> None:
    at = open_table("X", side_bets=PERFECT)
    at.bets("X banker 10 player 10 tie 10 banker-pair 10 player-pair 10")
    for wager in ("banker", "banker-pair"):
        elsewhere = PlaceWager(player="X", box=2, amount=10_00, wager=wager)
        assert at.refused(elsewhere, player("X")).clauses == ("4.5",)
    at.bet("X", "banker", 30)  # topped up, it is the same wager
    assert [w.amount for w in at.table.wagers if w.wager == "banker"] == [30_00]


@pytest.mark.clause("bac:4.5")
def test_4_5_pairs_may_be_one_option() -> None:
    at = open_table("X", side_bets=PERFECT, pairs_per_patron="one")
    at.bet("X", "banker-pair", 10)
    assert at.no_bet("X", "player-pair", 10).clauses == ("4.5",)


@pytest.mark.clause("bac:4.6")
def test_4_6_wagers_are_frozen_from_the_first_card() -> None:
    at = open_table("X Y")
    at.bet("X", "banker", 10)
    at.deal("5D")
    for name, dollars in (("X", 0), ("X", 5), ("X", 20), ("Y", 10)):
        assert at.no_bet(name, "banker", dollars).clauses == ("4.6",)
    assert at.refused(Leave(player="X"), player("X")).clauses == ("4.6",)
    at.deal("9C 3H KD")
    assert at.no_bet("X", "banker", 20).clauses == ("4.6",)


@pytest.mark.clause("bac:6.2")
def test_6_2_no_card_is_dealt_before_no_more_bets() -> None:
    at = open_table("X")
    at.bet("X", "banker", 10)
    at.refused(Deal(card=Card("9C")), DEALER)
    assert at.facts_of(Dealt) == []
    at.no_more_bets()
    assert at.last(BettingClosed).clauses == ("6.2",)
    assert at.refused(NoMoreBets(), DEALER).clauses == ("6.2",)  # it is announced once
    at.deal("9C 5D KD 3H")
    assert [(fact.hand, fact.card) for fact in at.facts_of(Dealt)] == [
        ("player", "9C"), ("banker", "5D"), ("player", "KD"), ("banker", "3H"),
    ]  # fmt: skip


@pytest.mark.clause("bac:6.2")
def test_4_1_without_a_wager_no_coup_is_dealt() -> None:
    assert open_table("X").refused(NoMoreBets(), DEALER).clauses == ("6.2",)


@pytest.mark.clause("bac:4.7", "bac:4.7(a)", "bac:4.7(b)")
def test_4_7_who_agreed_may_think_better_of_it_until_it_is_directed() -> None:
    at = open_table("X Y")
    at.do(AskForNoBetCoup(player="X"), player("X"))
    at.do(AnswerNoBetCoup(player="Y"), player("Y"))
    at.do(AnswerNoBetCoup(player="Y", agrees=False), player("Y"))
    assert at.refused(DirectNoBetCoup(), SUPERVISOR).clauses == ("4.7", "4.7(b)")
    at.do(AnswerNoBetCoup(player="Y"), player("Y"))
    assert at.refused(DirectNoBetCoup(), DEALER).clauses == ("A:Casino Supervisor",)
    at.do(DirectNoBetCoup(), SUPERVISOR)
    taken_back = AnswerNoBetCoup(player="Y", agrees=False)
    assert at.refused(taken_back, player("Y")).clauses == ("4.7", "4.7(b)")


@pytest.mark.clause("bac:4.7(a)")
def test_4_7_who_takes_the_request_back_has_not_asked() -> None:
    at = open_table("X")
    at.do(AskForNoBetCoup(player="X"), player("X"))
    at.do(AnswerNoBetCoup(player="X", agrees=False), player("X"))
    at.do(AnswerNoBetCoup(player="X"), player("X"))
    assert at.refused(DirectNoBetCoup(), SUPERVISOR).clauses == ("4.7", "4.7(a)")


@pytest.mark.clause("bac:4.8", "bac:4.9")
def test_4_8_the_coup_of_an_empty_table_is_played_to_its_end_and_recorded() -> None:
    at = open_table("")
    at.no_bet_coup("2H 3H 2D 3D 4S")
    at.do(DirectNoBetCoup(), SUPERVISOR)
    at.coup("2H 3H 2D 3D 4S")
    assert [fact.winner for fact in at.facts_of(CoupEnded)] == ["player", "player"]
    assert [bead.winner for bead in at.table.view(None).scoreboard] == ["player", "player"]


# --- rule 5: the shoe


@pytest.mark.clause("bac:5.1", "bac:5.1(a)", "bac:2.1")
def test_5_1_every_shoe_is_shuffled_from_all_the_cards() -> None:
    at = open_table(loaded=False)
    at.bet("X", "banker", 10)
    assert at.refused(NoMoreBets(), DEALER).clauses == ("5.1", "5.1(a)")
    at.load()
    assert at.last(Shuffled).cards == 416
    assert at.refused(Shuffle(), DEALER).clauses == ("5.8", "14.5(b)")


@pytest.mark.clause("bac:5.1", "bac:5.1(c)")
def test_5_1_c_a_supervisor_may_direct_a_shuffle_after_a_round() -> None:
    at = open_table("X")
    assert at.refused(DirectShuffle(reason=""), SUPERVISOR).clauses == ("5.1", "5.1(c)")
    at.bet("X", "tie", 10)
    at.deal("7H 7D")
    at.do(DirectShuffle(reason="a player asked"), SUPERVISOR)
    assert at.refused(Shuffle(), DEALER).clauses == ("5.1", "5.1(b)", "5.8")
    at.settle("KS QC")  # a tie earns nothing here
    assert at.table.shoe.preparation is Preparation.NEEDS_SHUFFLE
    at.load()
    at.do(DirectShuffle(reason="cards on the floor"), SUPERVISOR)
    assert at.last(ShuffleDue).at_once
    again = DirectShuffle(reason="once more")
    assert at.refused(again, SUPERVISOR).clauses == ("5.1", "5.1(c)")


@pytest.mark.clause("bac:5.1(c)", "bac:12.2")
def test_5_1_c_a_card_in_excess_goes_back_into_the_pack_when_a_shuffle_comes() -> None:
    at = open_table("X")
    at.coup(BANKER_WINS, "X banker 10")
    at.do(DrawnInError(card=Card("KH")), DEALER)
    at.do(DirectShuffle(reason="the shoe fell"), SUPERVISOR)
    assert at.last(Notified).about == "cards drawn in excess go back into the pack"
    at.load()
    assert at.coup(BANKER_WINS, "X banker 10") == {"X": 9.5}  # and nobody is kept from betting


@pytest.mark.clause("bac:12.8", "bac:5.5")
def test_12_8_a_burn_that_was_forgotten_is_not_made_up_for() -> None:
    at = open_table("X", loaded=False)
    at.load(burnt=False)
    assert at.refused(BurnForgotten(), DEALER).clauses == ("5.5",)
    at.bet("X", "banker", 10)
    at.no_more_bets()
    assert at.refused(Deal(card=Card("5D")), DEALER).clauses == ("5.5",)
    at.do(BurnForgotten(), DEALER)
    assert at.settle(BANKER_WINS) == {"X": 9.5}
    assert at.refused(Burn(), DEALER).clauses == ("5.5",)
    assert at.table.shoe.remaining == 412


@pytest.mark.clause("bac:5.8")
def test_5_8_the_cutting_card_comes_out_once_and_only_where_a_card_is_due() -> None:
    at = open_table("X")
    at.coup(BANKER_WINS, "X banker 10")
    assert at.refused(CuttingCardDrawn(), DEALER).clauses == ("5.8",)
    at.bet("X", "banker", 10)
    at.no_more_bets()
    at.do(CuttingCardDrawn(), DEALER)
    assert at.refused(CuttingCardDrawn(), DEALER).clauses == ("5.8",)


@pytest.mark.clause("bac:5.4")
def test_5_4_the_cutting_card_is_not_the_first_card_of_a_shoe_behind_others() -> None:
    at = open_table("X")
    at.bet("X", "banker", 10)
    at.no_more_bets()
    refusal = at.refused(CuttingCardDrawn(), DEALER)
    assert (refusal.clauses, "behind 403 cards" in refusal.reason) == (("5.4",), True)
    at.deal("5D")
    assert at.allowed(CuttingCardDrawn(), DEALER)
    in_front = open_table("X", loaded=False)
    in_front.load(from_back=415)  # no rule says how far from the back it may go in at most
    in_front.bet("X", "banker", 10)
    in_front.no_more_bets()
    assert in_front.allowed(CuttingCardDrawn(), DEALER)


@pytest.mark.clause("bac:5.8")
def test_5_8_a_no_bet_coup_that_ties_earns_the_extra_round_and_betting_is_open_in_it() -> None:
    at = open_table("")
    at.do(DirectNoBetCoup(), SUPERVISOR)
    at.deal("7H 7D")
    at.cutting_card()
    at.deal("KS QC")
    at.do(Collect(), DEALER)
    at.arrive("X")
    assert at.coup(BANKER_WINS, "X banker 10") == {"X": 9.5}
    assert at.table.shoe.preparation is Preparation.NEEDS_SHUFFLE


@pytest.mark.clause("bac:5.8", "bac:14.3")
def test_5_8_a_tie_that_is_declared_void_earns_nothing() -> None:
    at = open_table("X")
    at.bet("X", "tie", 10)
    at.deal("7H 7D")
    at.cutting_card()
    at.deal("KS QC")
    at.do(VoidRound(ground="fraud", reason="a marked card"), SUPERVISOR)
    assert not at.facts_of(OneMoreRound)
    assert at.table.shoe.preparation is Preparation.NEEDS_SHUFFLE


# --- rule 6: the deal


@pytest.mark.clause("bac:6.3", "bac:6.2(a)", "bac:6.2(b)")
def test_6_3_the_dealer_turns_hands_that_nobody_was_named_for() -> None:
    at = open_table("X", dealing="face_down")
    at.bet("X", "banker", 10)
    at.lay_down("5D 9C 3H KD")
    assert len(at.facts_of(DealtFaceDown)) == 4
    assert (at.shown(Whose.PLAYER), at.shown(Whose.BANKER)) == ("?? ??", "?? ??")
    assert at.seen.player.total is None
    by_a_player = Turn(hand=Whose.PLAYER, place=1, player="X")
    assert at.refused(by_a_player, player("X")).clauses == ("6.3",)
    at.turn(Whose.BANKER, 2)
    assert (at.shown(Whose.PLAYER), at.shown(Whose.BANKER)) == ("?? ??", "?? KD")
    at.turn_all()
    first = at.facts_of(Turned)[0]
    assert (first.card, first.by) == ("KD", "dan")
    assert at.settle() == {"X": 9.5}


@pytest.mark.clause("bac:6.3")
def test_6_3_players_turn_the_hands_that_a_supervisor_gives_them() -> None:
    at = open_table("X Y", dealing="face_down")
    assert at.refused(NameTurners(hand=Whose.PLAYER, players=("N",)), SUPERVISOR)
    at.name_turner(Whose.PLAYER, "X", "Y")
    assert at.last(TurnersNamed).players == ("X", "Y")
    at.bets("X player 10; Y banker 10")
    at.lay_down("5D 9C 3H KD")
    assert at.refused(Turn(hand=Whose.PLAYER, place=1), DEALER).clauses == ("6.3",)
    at.turn(Whose.PLAYER, 1, "X")
    at.turn(Whose.PLAYER, 2, "Y")
    assert at.refused(Turn(hand=Whose.BANKER, place=1, player="Y"), player("Y"))
    at.turn_all()
    assert [fact.by for fact in at.facts_of(Turned)] == ["X", "Y", "dan", "dan"]
    at.do(Collect(), DEALER)
    at.leave("X")
    at.leave("Y")
    at.arrive("Z")
    assert at.coup(BANKER_WINS, "Z banker 10") == {"Z": 9.5}  # the dealer, with nobody there


@pytest.mark.clause("bac:6.3", "bac:7.1")
def test_6_3_third_cards_lie_face_down_too() -> None:
    at = open_table("X", dealing="face_down")
    at.bet("X", "banker", 50)
    at.lay_down("2H KC 2D 6S")
    assert at.refused(Deal(card=Card("9S")), DEALER).clauses == ("6.3",)
    at.turn_all()
    at.lay_down("9S")
    assert at.shown(Whose.PLAYER) == "2H 2D ??"
    assert at.table.phase is Phase.DEALING
    at.turn(Whose.PLAYER, 3)
    assert at.settle() == {"X": 47.5}


@pytest.mark.clause("bac:6.3")
def test_6_3_no_card_is_turned_before_both_hands_are_dealt() -> None:
    at = open_table("X", dealing="face_down")
    at.bet("X", "banker", 50)
    at.lay_down("2H KC 2D")
    assert at.refused(Turn(hand=Whose.PLAYER, place=1), DEALER).clauses == ("6.3",)
    at.do(CardExposed(hand=Whose.PLAYER, place=1), DEALER)  # it may be seen by accident
    assert at.shown(Whose.PLAYER) == "2H ??"
    assert at.refused(CardExposed(hand=Whose.PLAYER, place=1), DEALER).clauses == ("6.3",)


@pytest.mark.clause("bac:4.7(b)")
def test_4_7_a_direction_is_recorded_with_its_clauses() -> None:
    at = open_table("X")
    at.do(AskForNoBetCoup(player="X"), player("X"))
    at.do(DirectNoBetCoup(), SUPERVISOR)
    assert at.last(Exercised).clauses == ("4.7", "4.7(a)", "4.7(b)")


# --- who has to be there


@pytest.mark.clause("bac:4.6")
def test_4_6_whose_wagers_are_decided_may_go_before_the_round_is_over() -> None:
    at = open_table("X Y", side_bets=PERFECT)
    at.bets("X player-pair 10; Y banker 50")
    at.deal("2H 9C 3D 4S")
    assert at.refused(Leave(player="Y"), player("Y")).clauses == ("4.6",)
    at.do(Leave(player="X"), player("X"))
    at.deal("5C")
    at.turn_all()
    assert "X" not in at.table.patrons.arrived
    assert at.chips("X") == 99_990


@pytest.mark.clause("bac:4.6", "bac:A:Void")
def test_4_6_what_comes_back_to_whoever_has_gone_waits_for_them() -> None:
    at = open_table("X Y", side_bets=PERFECT)
    at.bets("X player-pair 10; Y banker 50")
    at.deal("2H 9C 3D 4S")
    at.leave("X")
    at.do(VoidRound(ground="impractical", reason="the lights are out"), SUPERVISOR)
    owed = at.last(Notified)
    assert (owed.about, owed.detail, owed.clauses) == ("owed to a player", "X: 10", ("4.6",))


@pytest.mark.clause("bac:6.3", "bac:14.2(b)")
def test_6_3_somebody_who_is_excluded_turns_no_cards() -> None:
    at = open_table("X Y", dealing="face_down")
    at.name_turner(Whose.PLAYER, "X")
    at.bets("X player 100; Y banker 50")
    at.lay_down("9C 9D KS 3H")
    at.do(RecordBreach(person="X", clause="14.7", what="told Y what to do"), DEALER)
    at.do(Exclude(player="X", reason="told Y what to do"), SUPERVISOR)
    turn = Turn(hand=Whose.PLAYER, place=1, player="X")
    assert at.refused(turn, player("X")).clauses == ("6.3",)
    at.turn(Whose.PLAYER, 1)
    assert at.last(Turned).by == DEALER.name


@pytest.mark.clause("bac:5.3", "bac:14.2(b)")
def test_5_3_nor_cuts_them_nor_does_anybody_who_has_gone() -> None:
    at = open_table("X Y Z", loaded=False)
    at.do(Shuffle(), DEALER)
    at.do(RecordBreach(person="X", clause="14.7", what="told Y what to do"), DEALER)
    at.do(Exclude(player="X", reason="told Y what to do"), SUPERVISOR)
    assert at.refused(Cut(player="X", at=100), player("X")).clauses == ("14.2(b)",)
    at.do(DeclineCut(player="X"), DEALER)
    at.leave("Y")
    assert at.refused(Cut(player="Y", at=100), player("Y")).clauses == ("5.3",)
    at.do(DeclineCut(player="Y"), DEALER)
    at.do(Cut(player="Z", at=100), player("Z"))


# --- 5.8: a tie that does not stand


def _tied_on_the_last_round() -> Table:
    """The cutting card came in round 2, and round 2 is a tie as it was laid, and as it is not."""
    at = open_table("X", loaded=False)
    at.load(from_back=200)
    at.coup(BANKER_WINS, "X banker 100")
    at.bet("X", "tie", 10)
    at.no_more_bets()
    at.do(CuttingCardDrawn(), DEALER)
    at.deal("9C")
    at.lay_on(Whose.PLAYER, "KD")
    at.lay_on(Whose.BANKER, "9H")
    at.deal("KC")
    assert at.settle() == {"X": 80}
    at.last(OneMoreRound)
    return at


@pytest.mark.clause("bac:5.8", "bac:5.1(b)")
@pytest.mark.parametrize("ruling", [LateRuling.VOID, LateRuling.SETTLE_ANEW])
def test_5_8_ruled_to_be_no_tie_it_asks_for_no_more_rounds(ruling: LateRuling) -> None:
    at = _tied_on_the_last_round()
    at.do(FoundBetweenRounds(reason="laid on the wrong hand"), SUPERVISOR)
    at.do(RuleOnRound(round=2, ruling=ruling, reason="seen on film"), SUPERVISOR)
    assert at.last(ShuffleDue).clauses == ("5.1", "5.1(b)", "5.8")
    assert at.allowed(Shuffle(), DEALER)


@pytest.mark.clause("bac:5.8")
def test_5_8_ruled_to_stand_it_asks_for_one_more_as_before() -> None:
    at = _tied_on_the_last_round()
    at.do(FoundBetweenRounds(reason="laid on the wrong hand"), SUPERVISOR)
    at.do(RuleOnRound(round=2, ruling=LateRuling.STAND, reason="nobody minds"), SUPERVISOR)
    assert at.refused(Shuffle(), DEALER).clauses == ("5.8",)


@pytest.mark.clause("bac:5.8", "bac:5.1(b)")
@pytest.mark.parametrize(
    "void",
    [
        VoidRound(ground="fraud", reason="a marked card", round=2),
        InvalidateGame(disturbance="fire", round=2),
    ],
)
def test_5_8_void_it_asks_for_no_more_rounds_though_betting_was_closed(void: Command) -> None:
    at = _tied_on_the_last_round()
    at.bet("X", "banker", 10)
    at.no_more_bets()
    at.do(void, SUPERVISOR)
    assert at.table.phase is Phase.BETTING
    assert at.allowed(Shuffle(), DEALER)
    at.bet("X", "banker", 0)
    assert at.chips("X") == 100_095


@pytest.mark.clause("bac:5.8")
def test_5_8_the_one_more_round_is_played_if_its_first_card_is_out() -> None:
    at = _tied_on_the_last_round()
    at.bet("X", "banker", 10)
    at.deal("5D")
    at.do(VoidRound(ground="fraud", reason="a marked card", round=2), SUPERVISOR)
    at.deal("9C 3H KD")
    assert at.table.phase is Phase.SETTLED
    at.do(Collect(), DEALER)
    assert at.table.shoe.preparation is Preparation.NEEDS_SHUFFLE


@pytest.mark.clause("bac:4.8", "bac:4.1")
def test_4_8_who_comes_before_the_first_card_of_an_empty_tables_coup_may_wager() -> None:
    at = open_table("")
    at.do(DirectNoBetCoup(), SUPERVISOR)
    at.arrive("X")
    assert at.refused(NoMoreBets(), DEALER).clauses == ("6.2",)  # it is for the player to ask now
    assert at.refused(DirectNoBetCoup(), SUPERVISOR).clauses == ("4.7", "4.7(a)")
    assert at.coup(BANKER_WINS, "X banker 10") == {"X": 9.5}


@pytest.mark.clause("bac:4.8")
def test_4_8_who_comes_without_chips_and_stands_is_no_player_yet() -> None:
    at = open_table("")
    at.do(DirectNoBetCoup(), SUPERVISOR)
    at.arrive("X", chips=0)
    at.no_more_bets()


@pytest.mark.clause("bac:5.8", "bac:A:Round of Play")
@pytest.mark.parametrize(
    ("cards", "prepared"),
    [(BANKER_WINS, Preparation.NEEDS_SHUFFLE), ("7H 7D KS QC", Preparation.LOADED)],
)
def test_5_8_the_cutting_card_may_come_with_a_card_that_no_hand_needs(
    cards: str, prepared: Preparation
) -> None:
    """The round is not over before its cards are collected."""
    at = open_table("X")
    at.bet("X", "banker", 10)
    at.deal(cards)
    at.do(CuttingCardDrawn(), DEALER)
    at.do(DrawnInError(), DEALER)
    at.settle()
    assert at.table.shoe.preparation is prepared


def _no_tie_as_it_was_laid(*, after_a_tie: bool = False) -> Table:
    """Of the last round of a shoe, or of the one more after it, two cards lie on the wrong hand."""
    at = open_table("X")
    at.coup(BANKER_WINS, "X banker 10")
    at.bet("X", "player", 10)
    at.no_more_bets()
    at.do(CuttingCardDrawn(), DEALER)
    if after_a_tie:
        at.coup("7H 7D KS QC")
        at.bet("X", "player", 10)
    at.deal("9C")
    at.lay_on(Whose.PLAYER, "9D")
    at.lay_on(Whose.BANKER, "KC")
    at.deal("KD")
    assert at.settle() == {"X": 10}
    at.do(FoundBetweenRounds(reason="laid on the wrong hand"), SUPERVISOR)
    return at


@pytest.mark.clause("bac:5.8")
def test_5_8_settled_anew_as_a_tie_it_asks_for_one_more() -> None:
    at = _no_tie_as_it_was_laid()
    assert at.table.shoe.preparation is Preparation.NEEDS_SHUFFLE
    at.do(RuleOnRound(round=2, ruling=LateRuling.SETTLE_ANEW, reason="on film"), SUPERVISOR)
    assert at.last(OneMoreRound).clauses == ("5.8",)
    assert at.refused(Shuffle(), DEALER).clauses == ("5.8",)
    before = at.chips("X")
    at.coup(BANKER_WINS, "X banker 10")
    assert at.chips("X") - before == 9.5
    assert at.table.shoe.preparation is Preparation.NEEDS_SHUFFLE


@pytest.mark.clause("bac:5.8")
@pytest.mark.parametrize("mended_by", ["a shuffle", "a tie before it"])
def test_5_8_unless_the_cards_are_shuffled_or_one_more_was_played(mended_by: str) -> None:
    at = _no_tie_as_it_was_laid(after_a_tie=mended_by == "a tie before it")
    if mended_by == "a shuffle":
        at.do(Shuffle(), DEALER)
    number, ties = at.table.number, len(at.facts_of(OneMoreRound))
    at.do(RuleOnRound(round=number, ruling=LateRuling.SETTLE_ANEW, reason="on film"), SUPERVISOR)
    assert len(at.facts_of(OneMoreRound)) == ties
    assert not at.table.shoe.ready
