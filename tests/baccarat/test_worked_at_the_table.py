"""The worked examples of Mini-Baccarat that take a table: doors, shoes, irregularities."""

from __future__ import annotations

from typing import Any

import pytest
from tests.baccarat.cases import PERFECT
from tests.baccarat.table_support import MAIN_LIMITS, Table, open_table
from tests.table_support import DEALER, SUPERVISOR, player

from croupier.cards import Card
from croupier.games.baccarat.acts.irregularities import (
    FoundBetweenRounds,
    OutOfCards,
    RemoveWager,
    ResumeRound,
    RuleOnRound,
)
from croupier.games.baccarat.acts.no_bet_coups import (
    AnswerNoBetCoup,
    AskForNoBetCoup,
    DirectNoBetCoup,
)
from croupier.games.baccarat.acts.wagering import MoveWager, PermitChanges, PlaceMarker
from croupier.games.baccarat.facts import (
    CoupEnded,
    Door,
    LateRuling,
    NoBetCoup,
    OneMoreRound,
    Whose,
)
from croupier.games.baccarat.rules import WagerChange
from croupier.table.acts.betting import PlaceWager
from croupier.table.acts.burn_and_reveal import Burn
from croupier.table.acts.cutting_card import CuttingCardDrawn
from croupier.table.acts.misplaced_cards import Reconstruct, VoidEarlierRound
from croupier.table.acts.patrons import Sit, VacateSeat
from croupier.table.acts.shuffling import Cut, InsertCuttingCard, Shuffle
from croupier.table.acts.stray_cards import DrawnInError
from croupier.table.facts import Outcome, Settled
from croupier.table.shoe_state import Preparation
from croupier.table.table import Phase

BANKER_WINS = "5D 9C 3H KD"
TIE = "7H 7D KS QC"
ALL_CHANGES = tuple(WagerChange)


# --- E35: the doors to a no-bet coup


def asked(at: Table, *agreeing: str) -> None:
    at.do(AskForNoBetCoup(player="X"), player("X"))
    for name in agreeing:
        at.do(AnswerNoBetCoup(player=name), player(name))


@pytest.mark.clause("bac:4.7", "bac:4.7(b)")
def test_E35_one_is_silent() -> None:
    at = open_table()
    asked(at, "Y")
    refusal = at.refused(DirectNoBetCoup(), SUPERVISOR)
    assert refusal.clauses == ("4.7", "4.7(b)")
    assert "Z" in refusal.reason


@pytest.mark.clause("bac:4.7(a)")
def test_E35_all_agree_and_nobody_asked() -> None:
    at = open_table()
    for name in "XYZ":
        at.do(AnswerNoBetCoup(player=name), player(name))
    assert at.refused(DirectNoBetCoup(), SUPERVISOR).clauses == ("4.7", "4.7(a)")


def test_E35_the_supervisor_declines() -> None:
    at = open_table()
    asked(at, "Y", "Z")
    assert at.coup(BANKER_WINS, "X banker 100") == {"X": 95}


@pytest.mark.clause("bac:4.7", "bac:4.7(a)", "bac:4.7(b)", "bac:4.9", "bac:A:No-Bet Coup")
def test_E35_asked_agreed_and_directed() -> None:
    at = open_table()
    at.bet("Y", "tie", 10)
    asked(at, "Y", "Z")
    at.do(DirectNoBetCoup(), SUPERVISOR)
    assert at.chips("Y") == 100_000  # what lay there has gone back
    assert at.no_bet("Y", "tie", 10).clauses[-1] == "4.9"
    at.deal(BANKER_WINS)
    assert at.last(NoBetCoup).door is Door.AGREED
    assert at.last(CoupEnded).winner == "banker"
    assert at.settle() == {}
    assert at.refused(DirectNoBetCoup(), SUPERVISOR).clauses == ("4.7", "4.7(a)")


@pytest.mark.clause("bac:4.8", "bac:4.9")
def test_E35_an_empty_table() -> None:
    at = open_table("")
    at.do(DirectNoBetCoup(), SUPERVISOR)
    at.deal(BANKER_WINS)
    assert at.last(NoBetCoup).door is Door.NOBODY_HERE


@pytest.mark.clause("bac:12.2")
def test_E35_a_card_seen_in_excess_asks_nobody() -> None:
    at = open_table()
    at.coup(BANKER_WINS, "X banker 100")
    at.do(DrawnInError(card=Card("KH")), DEALER)
    at.deal("KH 6D 4C 2S")
    assert at.last(NoBetCoup).door is Door.EXCESS_CARD


@pytest.mark.clause("bac:14.6")
def test_E35_no_bet_coups_are_nobodys_abstention() -> None:
    at = open_table("", boxes=2)
    at.arrive("X", box=1)
    at.arrive("Y", box=2)
    for _ in range(2):
        at.coup(BANKER_WINS, "Y banker 10")
    for _ in range(3):
        asked(at, "Y")
        at.do(DirectNoBetCoup(), SUPERVISOR)
        at.coup(BANKER_WINS)
    assert at.refused(VacateSeat(player="X"), SUPERVISOR).clauses == ("14.6",)
    at.coup(BANKER_WINS, "Y banker 10")
    at.do(VacateSeat(player="X"), SUPERVISOR)
    assert at.table.patrons.seat_of("X") is None


# --- E39 to E41: the shoe


def run_down(at: Table, to: int) -> None:
    """Coups nobody bets on, until so many cards are left; the cutting card goes by unseen."""
    at.table.shoe.remaining = to
    at.table.shoe.cutting_card_out = True


@pytest.mark.clause("bac:12.7", "bac:9.9", "bac:A:Void")
def test_E39_a_shoe_that_cannot_complete_the_round() -> None:
    at = open_table(side_bets=PERFECT)
    run_down(at, 4)
    at.bets("X player-pair 10 banker-pair 10; Y player 50; Z banker 50")
    at.deal("8H 2C 8D 3S")
    assert at.net()["X"] == 110
    assert at.refused(OutOfCards(), player("X")).clauses == ("A:Dealer",)
    at.do(OutOfCards(), DEALER)
    assert {name: at.chips(name) for name in "XYZ"} == dict.fromkeys("XYZ", 100_000)
    assert at.table.rounds[-1].void
    assert at.table.shoe.preparation is Preparation.NEEDS_SHUFFLE
    assert [bead.winner for bead in at.table.view(None).scoreboard] == [None]


@pytest.mark.clause("bac:5.5", "bac:5.5(b)", "bac:5.6")
@pytest.mark.parametrize(("shown", "gone"), [("KS", 11), ("AS", 2), ("7S", 8)])
def test_E40_the_burn_by_points(shown: str, gone: int) -> None:
    at = open_table(burn_method="b")
    assert at.refused(Burn(), DEALER).clauses == ("5.5", "5.5(b)")
    at.do(Burn(card=Card(shown)), DEALER)
    assert at.refused(Burn(card=Card("2H")), DEALER).clauses == ("5.6",)
    while at.table.shoe.burns_due:
        at.do(Burn(), DEALER)
    assert 416 - at.table.shoe.remaining == len(at.table.shoe.rack) == gone


@pytest.mark.clause("bac:5.5", "bac:5.5(a)")
def test_E40_one_card_is_burnt_unseen() -> None:
    at = open_table(loaded=False)
    at.load(burnt=False)
    assert at.refused(Burn(card=Card("2H")), DEALER).clauses == ("5.5", "5.5(a)")
    at.do(Burn(), DEALER)
    assert 416 - at.table.shoe.remaining == 1


@pytest.mark.clause("bac:5.4")
@pytest.mark.parametrize(("at_card", "taken"), [(51, False), (52, True), (364, True), (365, False)])
def test_E40_where_the_cards_are_cut(at_card: int, taken: bool) -> None:
    at = open_table(loaded=False)
    at.do(Shuffle(), DEALER)
    cut = Cut(player="X", at=at_card)
    if taken:
        at.do(cut, player("X"))
    else:
        assert at.refused(cut, player("X")).clauses == ("5.4",)


@pytest.mark.clause("bac:5.4", "bac:2.1")
@pytest.mark.parametrize(("behind", "taken"), [(11, False), (12, True)])
def test_E40_how_deep_the_second_cutting_card_lies(behind: int, taken: bool) -> None:
    at = open_table(loaded=False)
    at.do(Shuffle(), DEALER)
    at.cut(200)
    second = InsertCuttingCard(from_back=behind)
    if taken:
        at.do(second, DEALER)
    else:
        assert at.refused(second, DEALER).clauses == ("5.4",)


@pytest.mark.clause("bac:5.8", "bac:5.1(b)")
def test_E41_a_tie_at_the_end_of_the_shoe_earns_one_more_round() -> None:
    at = open_table()
    at.bet("X", "tie", 10)
    at.deal("7H 7D")
    at.cutting_card()
    assert at.settle("KS QC") == {"X": 80}
    assert at.facts_of(OneMoreRound)
    assert at.refused(Shuffle(), DEALER).clauses == ("5.8",)
    assert at.coup(TIE, "X tie 10") == {"X": 80}
    assert at.table.shoe.preparation is Preparation.NEEDS_SHUFFLE
    assert len(at.facts_of(OneMoreRound)) == 1


@pytest.mark.clause("bac:5.8", "bac:5.1(b)")
def test_E41_the_cutting_card_comes_first_and_the_banker_wins() -> None:
    at = open_table()
    at.coup(BANKER_WINS, "X banker 10")
    at.bet("X", "banker", 100)
    at.no_more_bets()
    at.do(CuttingCardDrawn(), DEALER)
    assert at.table.phase is Phase.DEALING  # that round is still dealt
    assert at.settle(BANKER_WINS) == {"X": 95}
    assert at.table.shoe.preparation is Preparation.NEEDS_SHUFFLE


@pytest.mark.clause("bac:5.8", "bac:12.7")
def test_E41_a_void_round_is_no_tie() -> None:
    at = open_table()
    at.coup(BANKER_WINS, "X banker 10")
    at.bet("X", "banker", 100)
    at.no_more_bets()
    at.do(CuttingCardDrawn(), DEALER)
    run_down(at, 1)
    at.deal("7H")
    at.do(OutOfCards(), DEALER)
    assert at.table.shoe.preparation is Preparation.NEEDS_SHUFFLE
    assert not at.facts_of(OneMoreRound)


# --- E42 and E43: limits

E42: dict[str, Any] = {
    "limits": {wager: [100_00, 100_000_00] for wager in ("banker", "player", "tie")},
    "differential": 1_500_00,
}


@pytest.mark.clause("bac:3.6", "bac:A:Table Differential")
def test_E42_the_differential_when_betting_closes() -> None:
    at = open_table("X Y Z W", **E42)
    at.bets("X banker 2000; Y player 1000; Z banker 1000; W tie 300")
    assert at.coup(BANKER_WINS) == {"X": 1900, "Y": -1000, "Z": 475, "W": -300}
    (back,) = (fact for fact in at.facts_of(Settled) if fact.outcome is Outcome.RETURNED)
    assert (back.player, back.stake) == ("Z", 500_00)


@pytest.mark.clause("bac:3.6", "bac:A:Table Differential")
def test_E42_the_differential_at_every_placement() -> None:
    at = open_table("X Y", **E42, differential_policy="at_placement")
    assert at.no_bet("X", "banker", 2000).clauses == ("3.6", "A:Table Differential")
    at.bets("X banker 1500; Y player 500; X tie 100")
    at.bet("X", "banker", 2000)
    assert at.no_bet("Y", "player", 0).clauses == ("3.6", "A:Table Differential")
    assert at.no_bet("Y", "player", 400).clauses == ("3.6", "A:Table Differential")
    at.bet("X", "banker", 0)
    at.bet("Y", "player", 0)


E43: dict[str, Any] = {"limits": {wager: [25_00, 500_00] for wager in MAIN_LIMITS}}


@pytest.mark.clause("bac:3.5")
@pytest.mark.parametrize(("cards", "net"), [("9C 5D KD 3H", 500), (BANKER_WINS, -500)])
def test_E43_over_the_maximum(cards: str, net: float) -> None:
    at = open_table("X", **E43)
    assert at.coup(cards, "X player 700") == {"X": net}


@pytest.mark.clause("bac:3.2")
@pytest.mark.parametrize(("cards", "net"), [("9C 5D KD 3H", 700), (BANKER_WINS, -700)])
def test_E43_with_a_marker_beside_the_player(cards: str, net: float) -> None:
    at = open_table("X", **E43)
    at.do(PlaceMarker(player="X", limit=1000_00), SUPERVISOR)
    assert at.coup(cards, "X player 700") == {"X": net}


@pytest.mark.clause("bac:3.4")
def test_E43_under_the_minimum() -> None:
    at = open_table("X Y", **E43)
    assert at.coup(BANKER_WINS, "X banker 10; Y tie 25") == {"X": 9.5, "Y": -25}
    assert "X" in at.table.patrons.warned
    assert at.coup(BANKER_WINS, "X banker 10; Y tie 25") == {"Y": -25}
    (back,) = (fact for fact in at.facts_of(Settled) if fact.outcome is Outcome.RETURNED)
    assert (back.player, back.stake, back.clauses) == ("X", 10_00, ("3.4",))


# --- E44 to E48: irregularities


@pytest.mark.clause("bac:12.1", "bac:7.3")
def test_E44_a_card_drawn_to_the_player_in_error() -> None:
    at = open_table()
    at.bets("X player 50; Y banker 50")
    at.deal("4H 2C 2D 3S")
    at.lay_on(Whose.PLAYER, "9C")
    assert (at.shown(Whose.PLAYER), at.shown(Whose.BANKER)) == ("4H 2D", "2C 3S 9C")
    assert at.settle() == {"X": 50, "Y": -50}


@pytest.mark.clause("bac:12.2", "bac:4.9")
def test_E45_a_card_seen_in_excess_opens_a_no_bet_coup() -> None:
    at = open_table()
    at.bets("X tie 10; Y player 20; Z banker 20")
    at.deal("4H 2C 3D 5S")
    at.do(DrawnInError(card=Card("KH")), DEALER)
    assert at.settle() == {"X": 80, "Y": 0, "Z": 0}
    assert at.no_bet("X", "tie", 10).clauses[0] == "12.2"
    at.deal("KH 6D 4C 2S")
    assert (at.seen.no_bet, at.seen.winner) == (True, "banker")
    assert at.settle() == {}


@pytest.mark.clause("bac:12.3")
def test_E45_a_card_that_nobody_saw_leaves_the_betting_open() -> None:
    at = open_table(dealing="face_down")
    at.bet("X", "tie", 10)
    at.deal("4H 2C 3D 5S")
    at.do(DrawnInError(), DEALER)
    assert at.settle() == {"X": 80}
    assert at.table.view(None).shoe.waiting == (None,)
    at.bet("X", "banker", 100)
    at.lay_down("KH 6D 4C 2S")
    assert at.shown(Whose.PLAYER) == "?? ??"
    at.turn_all()
    assert at.settle() == {"X": 95}


@pytest.mark.clause("bac:12.4", "bac:9.9")
def test_E46_pairs_that_were_paid_on_misplaced_cards_are_settled_anew() -> None:
    at = open_table(side_bets=PERFECT)
    at.bets("X player-pair 10 player 100")
    at.deal("9C")
    at.lay_on(Whose.PLAYER, "9D")
    at.lay_on(Whose.BANKER, "KS")
    at.lay_on(Whose.BANKER, "3H")
    assert at.net()["X"] == 50 + 100  # as it lies: a pair, and a natural 8
    at.do(Reconstruct(reason="laid two and two"), SUPERVISOR)
    assert (at.shown(Whose.PLAYER), at.shown(Whose.BANKER)) == ("9C KS", "9D 3H")
    assert at.settle() == {"X": 90}


def misplaced_unseen() -> Table:
    at = open_table(dealing="face_down", side_bets=PERFECT)
    at.bets("X player 100 tie 10; Y player-pair 10")
    at.lay_down("9C")
    at.lay_on(Whose.PLAYER, "9D")
    at.do(Reconstruct(reason="the second card is the banker's"), SUPERVISOR)
    return at


def remove(name: str, box: int, wager: str) -> RemoveWager:
    return RemoveWager(player=name, box=box, wager=wager)


@pytest.mark.clause("bac:12.4", "bac:4.6")
def test_E47a_wagers_may_be_removed_whole_and_not_put_back() -> None:
    at = misplaced_unseen()
    at.do(remove("X", 1, "player"), player("X"))
    assert at.no_bet("X", "tie", 5).clauses == ("4.6",)
    assert at.no_bet("X", "player", 100).clauses == ("4.6",)
    assert at.refused(remove("X", 1, "player"), player("X")).clauses == ("12.4",)
    at.do(ResumeRound(), DEALER)
    assert at.refused(remove("X", 1, "tie"), player("X")).clauses == ("4.6",)
    at.deal("KS 3H")
    assert at.settle() == {"X": -10, "Y": -10}


@pytest.mark.clause("bac:12.4", "bac:4.9")
def test_E47a_all_removed_it_is_a_no_bet_coup() -> None:
    at = misplaced_unseen()
    at.do(remove("X", 1, "player"), player("X"))
    at.do(remove("X", 1, "tie"), player("X"))
    assert not at.facts_of(NoBetCoup)
    at.do(remove("Y", 2, "player-pair"), player("Y"))
    assert at.last(NoBetCoup).door is Door.REMOVED
    at.do(ResumeRound(), DEALER)
    at.deal("KS 3H")
    assert at.settle() == {}
    assert at.last(CoupEnded).winner == "player"


def reopened(at: Table) -> None:
    at.do(PermitChanges(changes=ALL_CHANGES, reason="a patron was jostled"), SUPERVISOR)


MOVE_X = MoveWager(player="X", box=1, wager="player", to="banker")


@pytest.mark.clause("bac:12.6", "bac:12.6(a)", "bac:12.6(a)(i)", "bac:12.6(a)(iii)")
def test_E47b_by_the_supervisors_leave_wagers_change_until_a_card_is_seen() -> None:
    at = open_table("X", dealing="face_down")
    at.bet("X", "player", 100)
    at.lay_down("5D 9C 3H")
    reopened(at)
    at.do(MOVE_X, player("X"))
    at.arrive("M")
    at.do(PlaceWager(player="M", box=2, amount=50_00, wager="tie"), player("M"))
    at.lay_down("KD")
    at.turn(Whose.PLAYER, 1)
    back = MoveWager(player="X", box=1, wager="banker", to="player")
    assert at.refused(back, player("X")).clauses == ("12.6", "12.6(a)")
    at.turn_all()
    assert (at.chips("X"), at.chips("M")) == (100_095, 9_950)


@pytest.mark.clause("bac:12.6", "bac:12.6(a)")
def test_E47b_not_where_cards_lie_face_up() -> None:
    at = open_table("X")
    at.bet("X", "player", 100)
    at.deal("5D 9C 3H")
    permission = PermitChanges(changes=ALL_CHANGES, reason="a patron was jostled")
    assert at.refused(permission, SUPERVISOR).clauses == ("12.6", "12.6(a)")


@pytest.mark.clause("bac:12.6(a)(iv)")
def test_E47c_one_pairs_wager_is_left() -> None:
    at = open_table("X Y", dealing="face_down", side_bets=PERFECT)
    at.bets("X player 100; Y player-pair 10 banker 10")
    at.lay_down("9C 9D")
    reopened(at)
    at.bet("X", "player", 0)
    at.bet("Y", "banker", 0)
    assert not at.facts_of(NoBetCoup)
    at.lay_down("KS 3H")
    at.turn_all()
    assert at.settle() == {"Y": -10}


def round_ten() -> Table:
    at = open_table()
    at.table.number = 9
    at.coup(BANKER_WINS, "X banker 100; Y player 100; Z tie 10")
    return at


@pytest.mark.clause("bac:12.5", "bac:A:Void")
def test_E48_found_when_the_next_round_has_begun() -> None:
    at = round_ten()
    at.bet("X", "banker", 100)
    at.deal("2H")
    at.do(VoidEarlierRound(round=10, reason="the second card was the player's"), SUPERVISOR)
    assert {name: at.chips(name) for name in "XYZ"} == {"X": 99_900, "Y": 100_000, "Z": 100_000}
    assert at.table.phase is Phase.DEALING
    assert at.table.number == 11
    at.deal("3H 4D 5D")
    at.settle()
    assert not at.table.rounds[-1].void


@pytest.mark.clause("bac:12.5", "bac:14.3", "bac:14.4", "bac:A:Void")
def test_E48_found_between_the_rounds_it_takes_a_ruling() -> None:
    at = round_ten()
    too_early = VoidEarlierRound(round=10, reason="a card")
    assert at.refused(too_early, SUPERVISOR).clauses == ("12.5", "14.4")
    at.do(FoundBetweenRounds(reason="the second card was the player's"), SUPERVISOR)
    assert at.no_bet("X", "banker", 100).clauses == ("14.3", "14.4")
    ruling = RuleOnRound(round=10, ruling=LateRuling.VOID, reason="as if found later")
    at.do(ruling, SUPERVISOR)
    assert {name: at.chips(name) for name in "XYZ"} == dict.fromkeys("XYZ", 100_000)
    at.coup(BANKER_WINS, "X banker 100")


def test_E35_seats_count() -> None:
    """A patron without chips counts who sits at the table."""
    at = open_table("")
    at.arrive("X", chips=0)
    at.do(Sit(player="X", box=1), player("X"))
    assert at.refused(DirectNoBetCoup(), SUPERVISOR).clauses == ("4.7", "4.7(a)")
