"""Rules 13 and 14 at the table: hours, closure, powers, conduct; and the words of tournaments."""

from __future__ import annotations

import msgspec
import pytest
from tests.baccarat.cases import PERFECT
from tests.baccarat.table_support import MAIN_LIMITS, Table, open_table
from tests.table_support import (
    APPROVAL,
    DEALER,
    DIRECTOR,
    INSPECTOR,
    NOW,
    OPERATOR,
    SUPERVISOR,
    player,
)

from croupier.games.baccarat.acts.determinations import ChangePairs, ChangeSettlement
from croupier.games.baccarat.acts.irregularities import InvalidateGame
from croupier.games.baccarat.acts.no_bet_coups import DirectNoBetCoup
from croupier.games.baccarat.acts.wagering import PermitChanges
from croupier.games.baccarat.facts import Determined
from croupier.games.baccarat.rules import WagerChange
from croupier.table.acts.betting import NoMoreBets
from croupier.table.acts.chips_and_float import BringChips
from croupier.table.acts.closing import AnnounceClosure, CloseTable, SetHours
from croupier.table.acts.conduct import (
    Advise,
    AskForRules,
    Attest,
    RaiseDispute,
    RecordBreach,
    RequestReview,
    ReviewDispute,
    RuleOnDispute,
)
from croupier.table.acts.opening import CheckCards
from croupier.table.acts.patrons import Arrive, VacateSeat
from croupier.table.acts.shuffling import Shuffle
from croupier.table.acts.tournament import (
    PlaceStartingMarker,
    SetSession,
    TakeCommission,
)
from croupier.table.acts.voiding import Exclude, VoidRound, VoidWager
from croupier.table.facts import (
    Attested,
    BettingReopened,
    Disputed,
    Exercised,
    Notified,
    Reversed,
    RoundVoided,
    TableClosed,
)
from croupier.table.table import Phase

BANKER_WINS = "5D 9C 3H KD"


# --- rule 13


@pytest.mark.clause("bac:13.1", "bac:A:Casino Operator")
def test_13_1_no_round_begins_outside_the_hours_of_gaming() -> None:
    at = open_table("X")
    hours = SetHours(opens=NOW - 1000, closes=NOW + 1000)
    assert at.refused(hours, SUPERVISOR).clauses == ("A:Casino Operator",)
    at.do(hours, OPERATOR)
    at.bet("X", "banker", 10)
    at.now = NOW + 1000
    assert at.refused(NoMoreBets(), DEALER).clauses == ("13.1",)
    at.bet("X", "banker", 0)
    at.do(CloseTable(), SUPERVISOR)
    assert at.last(TableClosed).clauses == ("13.1",)


@pytest.mark.clause("bac:13.2")
def test_13_2_a_table_closes_earlier_if_the_players_are_told() -> None:
    at = open_table("X")
    assert at.refused(CloseTable(), SUPERVISOR).clauses == ("13.2",)
    at.do(AnnounceClosure(rounds=1), SUPERVISOR)
    assert at.refused(CloseTable(), SUPERVISOR).clauses == ("13.2",)
    at.coup(BANKER_WINS, "X banker 10")
    at.bet("X", "banker", 10)
    assert at.refused(NoMoreBets(), DEALER).clauses == ("13.2",)
    at.bet("X", "banker", 0)
    at.do(CloseTable(), SUPERVISOR)
    assert at.table.phase is Phase.CLOSED


@pytest.mark.clause("bac:13.2")
def test_13_2_what_was_directed_for_a_round_ends_with_the_evening() -> None:
    at = open_table("")
    at.do(DirectNoBetCoup(), SUPERVISOR)
    at.do(AnnounceClosure(rounds=0), SUPERVISOR)
    at.do(CloseTable(), SUPERVISOR)
    at.open()
    at.do(CheckCards(), DEALER)
    at.load()
    assert at.refused(NoMoreBets(), DEALER).clauses == ("6.2",)


@pytest.mark.clause("bac:8.1")
def test_13_2_the_next_evening_begins_with_the_tables_own_determinations() -> None:
    at = open_table("X", limits=MAIN_LIMITS)
    at.do(ChangeSettlement(method="B"), SUPERVISOR)
    limits = {"banker-pair": (5_00, 50_00), "player-pair": (5_00, 50_00)}
    pairs = ChangePairs(pairs="perfect-pairs", layout=APPROVAL, limits=limits)
    at.do(pairs, SUPERVISOR)
    at.coup(BANKER_WINS, "X banker 10")
    at.do(AnnounceClosure(rounds=0), SUPERVISOR)
    at.do(CloseTable(), SUPERVISOR)
    assert (at.last(Determined).settlement, at.last(Determined).pairs) == ("A", None)
    at.do(CheckCards(occasion="closing"), DEALER)
    at.open()
    at.do(CheckCards(), DEALER)
    at.load()
    assert at.coup("2H KC 2D 6S 9S", "X banker 50") == {"X": 47.5}


# --- rule 14


@pytest.mark.clause("bac:14.1", "bac:A:Void")
def test_14_1_a_disturbance_undoes_the_game_in_progress() -> None:
    at = open_table("X", side_bets=PERFECT)
    at.bets("X player-pair 10 player 100")
    at.deal("8H 2C 8D 3S")
    assert at.refused(InvalidateGame(disturbance=""), SUPERVISOR).clauses == ("14.1",)
    at.do(InvalidateGame(disturbance="fire"), SUPERVISOR)
    assert at.last(RoundVoided).clauses == ("14.1", "A:Void")
    assert at.chips("X") == 100_000


@pytest.mark.clause("bac:14.1", "bac:A:Void")
def test_14_1_and_one_that_is_over_without_a_limit_of_time() -> None:
    at = open_table("X Y")
    at.coup(BANKER_WINS, "X banker 100; Y tie 10")
    at.coup(BANKER_WINS, "X banker 100")
    at.do(InvalidateGame(disturbance="robbery", round=1), SUPERVISOR)
    assert (at.chips("X"), at.chips("Y")) == (100_095, 100_000)
    again = InvalidateGame(disturbance="robbery", round=1)
    assert at.refused(again, SUPERVISOR).clauses == ("14.1",)


def breach(at: Table) -> None:
    at.do(RecordBreach(person="Y", clause="14.7", what="told X what to bet"), DEALER)


@pytest.mark.clause("bac:14.2", "bac:14.2(a)", "bac:14.7")
def test_14_2_a_the_wagers_of_who_broke_the_rules_are_void() -> None:
    at = open_table("X Y")
    at.bets("X banker 100; Y banker 100 tie 10")
    at.deal(BANKER_WINS)
    void = VoidWager(player="Y", box=2, reason="influence")
    assert at.refused(void, SUPERVISOR).clauses == ("14.2",)
    breach(at)
    at.do(VoidWager(player="Y", box=2, reason="influence", wager="tie"), SUPERVISOR)
    assert at.net() == {"X": 95, "Y": 95}
    at.do(void, SUPERVISOR)
    assert at.refused(void, SUPERVISOR).clauses == ("14.2(a)",)
    assert at.settle() == {"X": 95, "Y": 0}


@pytest.mark.clause("bac:14.2", "bac:14.2(a)", "bac:A:Void")
@pytest.mark.parametrize(("wager", "left"), [(None, 0), ("banker", -10), ("tie", 95)])
def test_14_2_a_when_the_cards_are_collected_too(wager: str | None, left: int) -> None:
    """No time is named for it: what was won or lost in the last round goes back."""
    at = open_table("X Y")
    at.coup(BANKER_WINS, "X banker 100; Y banker 100 tie 10")
    breach(at)
    void = VoidWager(player="Y", box=2, reason="influence", wager=wager, round=1)
    at.do(void, SUPERVISOR)
    assert (at.chips("X"), at.chips("Y")) == (100_095, 100_000 + left)
    assert at.last(Reversed).clauses == ("14.2(a)", "A:Void")
    assert at.refused(void, SUPERVISOR).clauses == ("14.2(a)",)
    at.do(VoidRound(ground="fraud", reason="late bet", round=1), SUPERVISOR)
    assert (at.chips("X"), at.chips("Y")) == (100_000, 100_000), "nothing is undone twice"


@pytest.mark.clause("bac:14.2(a)", "bac:14.4")
def test_14_2_a_what_another_round_has_followed_is_for_a_dispute() -> None:
    at = open_table("X Y")
    at.coup(BANKER_WINS, "Y banker 100")
    breach(at)
    void = VoidWager(player="Y", box=2, reason="influence", round=1)
    at.do(RaiseDispute(player="X", about="Y was helped", round=1), player("X"))
    at.do(RuleOnDispute(number=1, decision="Y was not", stands=True), SUPERVISOR)
    assert at.refused(void, SUPERVISOR).clauses == ("14.4",)
    at.coup(BANKER_WINS, "X banker 100; Y banker 100")
    other = msgspec.structs.replace(void, round=2)
    assert at.allowed(other, SUPERVISOR)
    at.bet("X", "banker", 100)
    at.deal("5D")
    assert at.refused(other, SUPERVISOR).clauses == ("14.4",)
    never = msgspec.structs.replace(void, round=9)
    assert at.refused(never, SUPERVISOR).clauses == ("14.2(a)",)


@pytest.mark.clause("bac:14.2(a)", "bac:4.1")
def test_14_2_a_before_the_first_card_betting_opens_again_if_nothing_is_left() -> None:
    at = open_table("Y")
    at.bet("Y", "banker", 100)
    at.no_more_bets()
    breach(at)
    at.do(VoidWager(player="Y", box=1, reason="influence"), SUPERVISOR)
    assert at.table.phase is Phase.BETTING
    assert at.chips("Y") == 100_000
    reopened = at.last(BettingReopened)
    assert (reopened.round, reopened.clauses) == (1, ("4.1",))


@pytest.mark.clause("bac:14.2", "bac:14.2(b)")
@pytest.mark.parametrize("in_play", [False, True])
def test_14_2_b_and_they_are_excluded_with_or_without_that(in_play: bool) -> None:
    at = open_table("X Y")
    at.bets("X banker 100; Y banker 100")
    if in_play:
        at.deal("5D")
    breach(at)
    at.do(Exclude(player="Y", reason="influence"), SUPERVISOR)
    at.deal("9C 3H KD" if in_play else BANKER_WINS)
    at.settle()
    assert at.chips("Y") == (100_095 if in_play else 100_000)  # frozen wagers are played
    assert at.refused(Arrive(player="Y"), player("Y")).clauses == ("14.2(b)",)


@pytest.mark.clause("bac:14.3", "bac:A:Void")
def test_14_3_a_round_is_void_that_cannot_go_on_or_that_fraud_touched() -> None:
    at = open_table("X")
    at.bet("X", "banker", 100)
    at.deal("5D 9C")
    assert at.refused(VoidRound(ground="whim", reason="x"), SUPERVISOR).clauses == ("14.3",)
    at.do(VoidRound(ground="impractical", reason="the lights went out"), SUPERVISOR)
    at.coup(BANKER_WINS, "X banker 100")
    at.do(VoidRound(ground="fraud", reason="late bet", round=2), SUPERVISOR)
    assert at.chips("X") == 100_000


@pytest.mark.clause("bac:14.3")
def test_14_3_a_round_void_after_the_void_of_a_wager_undoes_nothing_twice() -> None:
    at = open_table("X Y")
    at.bets("X banker 100; Y banker 100")
    at.deal(BANKER_WINS)
    breach(at)
    at.do(VoidWager(player="Y", box=2, reason="influence"), SUPERVISOR)
    at.do(VoidRound(ground="fraud", reason="both of them"), SUPERVISOR)
    assert (at.chips("X"), at.chips("Y")) == (100_000, 100_000)
    assert at.table.chips.balances


@pytest.mark.clause("bac:14.4")
def test_14_4_the_operator_decides_and_the_commission_may_review() -> None:
    at = open_table("X")
    at.coup(BANKER_WINS, "X banker 100")
    at.do(RaiseDispute(player="X", about="it was a tie", round=1), player("X"))
    at.do(RuleOnDispute(number=1, decision="it was not"), SUPERVISOR)
    at.do(RequestReview(number=1, player="X"), player("X"))
    at.do(ReviewDispute(number=1, outcome="upheld"), INSPECTOR)
    assert [fact.stage for fact in at.facts_of(Disputed)] == [
        "raised", "decided", "review requested", "reviewed",
    ]  # fmt: skip


@pytest.mark.clause("bac:14.5", "bac:14.5(a)", "bac:14.5(b)", "bac:14.5(c)")
def test_14_5_what_staff_answer_for() -> None:
    at = open_table("X")
    advice = Advise(player="X", about="play", words="the banker is due")
    assert at.refused(advice, DEALER).clauses == ("14.5(a)",)
    at.do(Advise(player="X", about="rules", words="a tie pays 8 to 1"), DEALER)
    for duty in ("no-advice", "no-advantage", "approved-procedures"):
        at.do(Attest(duty=duty, statement="observed all shift"), DEALER)
    assert [fact.clauses[-1] for fact in at.facts_of(Attested)][-3:] == [
        "14.5(a)", "14.5(b)", "14.5(c)",
    ]  # fmt: skip


@pytest.mark.clause("bac:14.6")
def test_14_6_three_rounds_without_a_wager_at_a_full_table() -> None:
    at = open_table("", boxes=2)
    at.arrive("X", box=1)
    at.arrive("Y", box=2)
    for _ in range(3):
        assert at.refused(VacateSeat(player="X"), SUPERVISOR).clauses == ("14.6",)
        at.coup(BANKER_WINS, "Y banker 10")
    at.do(VacateSeat(player="X"), SUPERVISOR)


@pytest.mark.clause("bac:14.7", "bac:14.8")
@pytest.mark.parametrize(
    ("clause", "named"),
    [("14.7", "influence on another's play"), ("14.8", "a bet between players")],
)
def test_14_7_and_14_8_what_nobody_may_do_is_recorded_as_a_breach(clause: str, named: str) -> None:
    at = open_table("X")
    for each in ("14.7", "14.8"):
        at.do(RecordBreach(person="X", clause=each, what="seen by the dealer"), DEALER)
    powers = {fact.clauses[-1]: fact.power for fact in at.facts_of(Exercised)}
    assert powers[clause] == f"breach recorded: {named}"


@pytest.mark.clause("bac:14.9", "bac:A:NB", "bac:A:Suit", "bac:A:Suited")
def test_14_9_a_copy_of_the_rules_on_request() -> None:
    at = open_table("X")
    at.do(AskForRules(player="X"), player("X"))
    assert at.last(Notified).detail == "NI2016-685"


# --- the dictionary


@pytest.mark.clause("bac:A:Dealer", "bac:A:Casino Supervisor")
def test_A_who_may_do_what() -> None:
    at = open_table("X", loaded=False)
    assert at.refused(Shuffle(), player("X")).clauses == ("A:Dealer",)
    assert at.refused(AnnounceClosure(rounds=1), DEALER).clauses == ("A:Casino Supervisor",)


@pytest.mark.clause("bac:A:Round of Play")
def test_A_a_round_ends_when_its_cards_are_in_the_rack() -> None:
    at = open_table("X")
    at.bet("X", "banker", 10)
    at.deal(BANKER_WINS)
    assert at.table.phase is Phase.SETTLED
    at.settle()
    assert len(at.table.shoe.rack) == 5  # with the card that was burnt


@pytest.mark.clause(
    "bac:A:Session",
    "bac:A:Starting Marker",
    "bac:A:Tournament Chips",
    "bac:A:Tournament Commission",
    "bac:A:Tournament Director/Assistant",
)
def test_A_words_of_tournaments_have_no_place_at_an_ordinary_table() -> None:
    at = open_table("X")
    marker = at.refused(PlaceStartingMarker(box=1), DEALER)
    assert marker.clauses == ("A:Starting Marker", "4.1")
    commission = at.refused(TakeCommission(amount=10_00), SUPERVISOR)
    assert commission.clauses == ("A:Tournament Commission", "14.5(b)")
    chips = BringChips(player="X", amount=10_00, chips="tournament")
    assert at.refused(chips, player("X")).clauses == ("A:Tournament Chips", "4.2")
    director = at.refused(Shuffle(), DIRECTOR)
    assert director.clauses == ("A:Dealer", "A:Tournament Director/Assistant")
    assert at.refused(SetSession(rounds=1), SUPERVISOR).clauses == ("A:Session", "15.1")


# --- who has let no round pass


@pytest.mark.clause("bac:14.6", "bac:12.6(a)(iii)")
def test_14_6_who_wagers_by_leave_after_the_first_card_has_not_let_the_round_pass() -> None:
    at = open_table("", boxes=2, dealing="face_down")
    at.arrive("X", box=1)
    at.arrive("Y", box=2)
    for _ in range(2):
        at.coup(BANKER_WINS, "Y banker 100")
    at.bet("Y", "banker", 100)
    at.lay_down("9C")
    at.do(PermitChanges(changes=(WagerChange.NEW,), reason="too quick"), SUPERVISOR)
    at.bet("X", "tie", 10)
    at.deal("9D KS 3H")
    at.settle()
    assert at.refused(VacateSeat(player="X"), SUPERVISOR).clauses == ("14.6",)


@pytest.mark.clause("bac:14.6", "bac:3.6")
def test_14_6_nor_has_somebody_whose_wager_went_back_for_the_differential() -> None:
    at = open_table("", boxes=2, differential=500_00)
    at.arrive("X", box=1)
    at.arrive("Y", box=2)
    for _ in range(3):
        assert at.coup(BANKER_WINS, "Y banker 500; X banker 100") == {"Y": 475}
    assert at.refused(VacateSeat(player="X"), SUPERVISOR).clauses == ("14.6",)


# --- a round that is void, and one that never began


@pytest.mark.clause("bac:14.6", "bac:14.3", "bac:A:Void")
def test_14_6_a_round_that_is_void_was_never_let_pass() -> None:
    at = open_table("", boxes=2)
    at.arrive("X", box=1)
    at.arrive("Y", box=2)
    for _ in range(2):
        at.coup(BANKER_WINS, "Y banker 100")
    at.bet("Y", "banker", 100)
    at.deal("5D")
    at.do(VoidRound(ground="impractical", reason="the lights went out"), SUPERVISOR)
    assert at.refused(VacateSeat(player="X"), SUPERVISOR).clauses == ("14.6",)
    at.coup(BANKER_WINS, "Y banker 100")
    assert at.allowed(VacateSeat(player="X"), SUPERVISOR)


@pytest.mark.clause("bac:14.2(b)")
def test_14_2_b_a_wager_to_which_no_card_was_dealt_is_in_no_round() -> None:
    """Excluded between the call and the first card; then the round is not dealt after all."""
    at = open_table("X Y")
    at.bets("X banker 100; Y banker 100")
    at.no_more_bets()
    breach(at)
    at.do(Exclude(player="Y", reason="influence"), SUPERVISOR)
    assert (at.chips("Y"), "Y" in at.table.patrons.arrived) == (100_000, False)
    at.do(VoidRound(ground="impractical", reason="the lights went out"), SUPERVISOR)
    assert [wager.player for wager in at.table.wagers] == ["X"]
    assert (at.chips("Y"), "Y" in at.table.patrons.arrived) == (100_000, False)


@pytest.mark.clause("bac:14.4", "bac:14.1")
def test_14_4_a_round_that_was_decided_to_stand_is_not_invalidated() -> None:
    at = open_table("X")
    at.coup(BANKER_WINS, "X banker 100")
    at.do(RaiseDispute(player="X", about="the lights went out", round=1), player("X"))
    at.do(RuleOnDispute(number=1, decision="all saw it", stands=True), SUPERVISOR)
    fire = InvalidateGame(disturbance="a fire", round=1)
    assert at.refused(fire, SUPERVISOR).clauses == ("14.4",)
    at.do(RequestReview(number=1, player="X"), player("X"))
    at.do(ReviewDispute(number=1, outcome="nobody saw it", stands=False), INSPECTOR)
    at.do(fire, SUPERVISOR)
    assert at.chips("X") == 100_000
