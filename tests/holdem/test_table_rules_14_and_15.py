"""Rules 14 and 15 at a live table: hours and closure, powers, conduct and disputes."""

from __future__ import annotations

import pytest
from tests.holdem.cases import KING_HIGH
from tests.holdem.table_support import ACES, HoldemAt, open_table, two_dealt
from tests.table_support import DEALER, INSPECTOR, OPERATOR, SUPERVISOR, player

from croupier.games.holdem.acts.conduct import ReportDevice
from croupier.games.holdem.acts.misdeals import WrongCount
from croupier.games.holdem.facts import HandVoided
from croupier.table.acts.betting import NoMoreBets
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
from croupier.table.acts.patrons import Arrive, Sit, VacateSeat
from croupier.table.acts.voiding import Exclude, Invalidate, VoidRound, VoidWager
from croupier.table.facts import (
    Attested,
    Disputed,
    Exercised,
    Notified,
    Outcome,
    RoundVoided,
    Settled,
    TableClosed,
)
from croupier.table.table import Phase

P, Q = player("P"), player("Q")


# --- rule 14


@pytest.mark.clause("uth:14.1")
def test_14_1_no_round_is_dealt_outside_the_hours_of_gaming() -> None:
    at = open_table("P")
    at.do(SetHours(opens=at.now, closes=at.now + 1000), OPERATOR)
    at.bet("P", 1, 10)
    at.now += 1000
    assert at.refused(NoMoreBets(), DEALER).clauses == ("14.1",)
    at.do(at.wager("P", 1, 0), P)
    at.do(CloseTable(), SUPERVISOR)
    assert at.last(TableClosed).clauses == ("14.1",)


@pytest.mark.clause("uth:14.2")
def test_14_2_a_table_closes_early_after_notice_to_the_players() -> None:
    at = open_table("P")
    assert at.refused(CloseTable(), SUPERVISOR).clauses == ("14.2",)
    at.do(AnnounceClosure(rounds=1), SUPERVISOR)
    assert (at.last(Notified).to, at.last(Notified).clauses) == ("players", ("14.2",))
    assert at.refused(CloseTable(), SUPERVISOR).clauses == ("14.2",)
    at.bet("P", 1, 10)
    at.deal(KING_HIGH, *ACES)
    at.say("1 play 40")
    at.settle()
    at.do(CloseTable(), SUPERVISOR)
    assert at.table.phase is Phase.CLOSED


# --- 15.1


@pytest.mark.clause("uth:15.1", "uth:15.3", "uth:15.3(b)")
def test_15_1_a_device_is_a_breach_and_staff_on_duty_may_have_one() -> None:
    at = open_table("P")
    staff = ReportDevice(person="cam", device="a surveillance recorder", on_duty=True)
    assert at.refused(staff, DEALER).clauses == ("15.1",)
    assert at.refused(ReportDevice(person="P", device=""), DEALER).clauses == ("15.1",)
    at.do(ReportDevice(person="P", device="a telephone with an odds calculator"), DEALER)
    assert at.last(Exercised).clauses == ("15.1", "15.3")
    at.do(Exclude(player="P", reason="a calculator"), SUPERVISOR)
    assert at.refused(Arrive(player="P"), P).clauses == ("15.3(b)",)


# --- 15.2 and 15.4


@pytest.mark.clause("uth:15.2", "uth:A:Void")
@pytest.mark.parametrize("decisions", ["", "1 fold; 2 play 40", "1 play 40; 2 play 40"])
def test_15_2_a_disturbance_invalidates_a_game_before_its_completion(decisions: str) -> None:
    at = two_dealt(decisions)
    fire = Invalidate(disturbance="fire alarm")
    assert at.refused(fire, DEALER).clauses == ("A:Casino Supervisor",)
    at.came_to_nothing(fire, SUPERVISOR)
    assert at.last(RoundVoided).clauses == ("15.2", "A:Void")


@pytest.mark.clause("uth:15.2")
def test_15_2_a_game_that_is_complete_stands() -> None:
    at = two_dealt("1 play 40; 2 play 40")
    at.take_and_pay()
    assert at.refused(Invalidate(disturbance="riot"), SUPERVISOR).clauses == ("15.2",)
    assert at.settle() == {"P": 45, "Q": -60}
    assert "15.2" in at.refused(Invalidate(disturbance="riot"), SUPERVISOR).clauses


@pytest.mark.clause("uth:15.4")
@pytest.mark.parametrize("ground", ["impractical", "fraud"])
def test_15_4_a_round_may_be_declared_void(ground: str) -> None:
    at = two_dealt("1 play 40; 2 play 40; take and pay")
    at.came_to_nothing(VoidRound(ground=ground, reason="the lights are out"), SUPERVISOR)
    assert at.last(RoundVoided).clauses == ("15.4", "A:Void")
    assert at.refused(VoidRound(ground="mood", reason="x"), SUPERVISOR).clauses == ("15.4",)


@pytest.mark.clause("uth:15.4")
def test_15_4_fraud_reaches_a_round_that_is_settled_or_gone() -> None:
    at = two_dealt("1 play 40; 2 play 40")
    at.take_and_pay()
    late = VoidRound(ground="impractical", reason="the lights are out")
    assert at.refused(late, SUPERVISOR).clauses == ("15.4",)
    at.do(VoidRound(ground="fraud", reason="marked cards"), SUPERVISOR)
    assert (at.chips("P"), at.chips("Q")) == (10_000, 10_000)
    gone = two_dealt("1 play 40; 2 play 40")
    gone.settle()
    gone.do(VoidRound(ground="fraud", reason="marked cards", round=1), SUPERVISOR)
    assert (gone.chips("P"), gone.chips("Q")) == (10_000, 10_000)
    assert gone.table.chips.balances
    again = VoidRound(ground="fraud", reason="marked cards", round=1)
    assert gone.refused(again, SUPERVISOR).clauses == ("15.4",)


@pytest.mark.clause("uth:A:Round of Play")
def test_15_4_without_a_card_there_is_no_round_to_void() -> None:
    at = open_table("P")
    at.bet("P", 1, 10)
    at.no_more_bets()
    at.do(VoidRound(ground="impractical", reason="spilt drink"), SUPERVISOR)
    assert at.table.phase is Phase.BETTING
    assert at.facts_of(RoundVoided) == []
    assert len(at.table.wagers) == 2


# --- 15.3


@pytest.mark.clause("uth:15.3", "uth:15.3(a)", "uth:A:Void")
@pytest.mark.parametrize("wager", [None, "ante", "blind", "play"])
def test_15_3_a_wagers_of_whoever_broke_the_rules_may_be_void(wager: str | None) -> None:
    at = two_dealt("1 play 40")
    void = VoidWager(player="P", box=1, reason="late", wager=wager)
    assert at.refused(void, SUPERVISOR).clauses == ("15.3",)
    at.breach("P")
    at.do(void, SUPERVISOR)
    given = {f.wager for f in at.facts_of(Settled) if f.outcome is Outcome.VOID}
    assert given == {"ante", "blind", "trips", "play"}
    assert at.refused(void, SUPERVISOR).clauses == ("15.3(a)",)
    at.say("2 play 40")
    assert at.settle() == {"P": 0, "Q": -60}


@pytest.mark.clause("uth:15.3(a)")
def test_15_3_a_trips_may_be_void_alone() -> None:
    at = two_dealt("1 play 40")
    at.breach("P")
    void = VoidWager(player="P", box=1, reason="late", wager="trips")
    at.do(void, SUPERVISOR)
    assert at.refused(void, SUPERVISOR).clauses == ("15.3(a)",)
    at.say("2 fold")
    assert at.settle() == {"P": 50, "Q": -20}


@pytest.mark.clause("uth:15.3(a)")
def test_15_3_a_trips_that_was_lost_comes_back() -> None:
    at = two_dealt("1 fold")
    at.breach("P")
    at.do(VoidWager(player="P", box=1, reason="late", wager="trips"), SUPERVISOR)
    at.say("2 fold")
    assert at.settle() == {"P": -20, "Q": -20}


@pytest.mark.clause("uth:15.3(a)")
@pytest.mark.parametrize("closed", [False, True])
def test_15_3_a_before_the_first_card_nobody_is_dealt_to_for_it(closed: bool) -> None:
    at = open_table("P Q")
    at.bet("P", 1, 10, trips=5)
    at.bet("Q", 2, 10)
    if closed:
        at.no_more_bets()
    at.breach("P")
    at.do(VoidWager(player="P", box=1, reason="late"), SUPERVISOR)
    assert at.chips("P") == 10_000
    at.deal(KING_HIGH, "KC QD", ["TH TD"])
    at.say("2 play 40")
    assert at.settle() == {"Q": -60}


@pytest.mark.clause("uth:15.3(b)", "uth:15.3(a)")
@pytest.mark.parametrize("decisions", ["", "1 play 40", "1 check"])
def test_15_3_b_who_is_excluded_in_mid_round_gets_the_wagers_back(decisions: str) -> None:
    at = two_dealt(decisions)
    out = Exclude(player="P", reason="a device")
    assert at.refused(out, SUPERVISOR).clauses == ("15.3",)
    at.breach("P", "15.1")
    at.do(out, SUPERVISOR)
    assert at.last(HandVoided).clauses == ("15.3(b)", "15.3(a)")
    assert at.refused(out, SUPERVISOR).clauses == ("15.3(b)",)
    at.say("2 play 40")
    assert at.settle() == {"P": 0, "Q": -60}
    assert at.table.patrons.arrived == ["Q"]
    assert at.no_bet("P", 1, 10).clauses == ("15.3(b)",)


@pytest.mark.clause("uth:15.3(b)")
@pytest.mark.parametrize(
    ("decisions", "lost"),
    [
        pytest.param("1 fold; 2 play 40", 25, marks=pytest.mark.clause("uth:A:Fold")),
        pytest.param("1 play 40; 2 play 40; 1 concede", 65, marks=pytest.mark.clause("uth:9.1")),
    ],
)
def test_15_3_b_exclusion_gives_back_nothing_that_was_lost(decisions: str, lost: int) -> None:
    """Ante 10, blind 10 and trips 5, and the play wager of 40 with the second hand."""
    at = two_dealt(decisions)
    at.breach("P", "15.1")
    at.do(Exclude(player="P", reason="a device"), SUPERVISOR)
    assert at.facts_of(HandVoided) == []
    assert at.chips("P") == 10_000 - lost
    assert at.settle() == {"P": -lost, "Q": -60}
    assert at.table.patrons.arrived == ["Q"]
    assert at.no_bet("P", 1, 10).clauses == ("15.3(b)",)


@pytest.mark.clause("uth:15.3(b)", "uth:9.9")
def test_15_3_b_exclusion_takes_back_nothing_that_was_paid() -> None:
    """Aces beat the dealer's kings: ante 10 and play 40 win, and the blind pushes."""
    at = open_table("P Q")
    at.bet("P", 1, 10)
    at.bet("Q", 2, 10)
    at.deal(KING_HIGH, "KC QD", ["TH TD", "AH AD"])
    at.say("1 play 40; 2 play 40; take and pay")  # the hand on the dealer's right comes first
    assert at.chips("Q") == 10_050
    at.breach("Q", "15.1")
    at.do(Exclude(player="Q", reason="a device"), SUPERVISOR)
    assert at.chips("Q") == 10_050
    assert at.settle() == {"P": -60, "Q": 50}


@pytest.mark.clause("uth:15.3(b)")
@pytest.mark.parametrize("closed", [False, True])
def test_15_3_b_before_the_first_card_the_wagers_simply_go_back(closed: bool) -> None:
    at = open_table("P Q")
    at.bet("P", 1, 10, trips=5)
    if closed:
        at.no_more_bets()
    at.breach("P", "15.1")
    at.do(Exclude(player="P", reason="a device"), SUPERVISOR)
    assert at.table.phase is Phase.BETTING
    assert at.table.wagers == []
    assert at.chips("P") == 10_000
    assert at.table.patrons.arrived == ["Q"]


# --- 15.5 to 15.10


@pytest.mark.clause("uth:15.5")
def test_15_5_a_dispute_is_decided_and_may_be_reviewed() -> None:
    at = two_dealt("1 fold; 2 fold")
    at.settle()
    late = WrongCount(whose="dealer", cards=3)
    assert at.refused(late, DEALER).clauses == ("A:Round of Play",)  # so it is disputed instead
    at.do(RaiseDispute(player="P", about="the dealer had three cards", round=1), P)
    at.do(RuleOnDispute(number=1, decision="the round stands"), SUPERVISOR)
    at.do(RequestReview(number=1, player="P"), P)
    at.do(ReviewDispute(number=1, outcome="upheld"), INSPECTOR)
    stages = [fact.stage for fact in at.facts_of(Disputed)]
    assert stages == ["raised", "decided", "review requested", "reviewed"]
    assert {fact.clauses for fact in at.facts_of(Disputed)} == {("15.5",)}


@pytest.mark.clause("uth:15.6", "uth:15.6(a)", "uth:15.6(b)", "uth:15.6(c)")
def test_15_6_staff_answer_for_their_conduct_and_give_no_advice() -> None:
    at = open_table("P")
    for duty in ("no-advice", "no-advantage", "approved-procedures"):
        at.do(Attest(duty=duty, statement="the whole evening"), DEALER)
    clauses = [fact.clauses for fact in at.facts_of(Attested)[-3:]]
    assert clauses == [("15.6", "15.6(a)"), ("15.6", "15.6(b)"), ("15.6", "15.6(c)")]
    advice = Advise(player="P", about="how to play", words="bet four times")
    assert at.refused(advice, DEALER).clauses == ("15.6(a)",)
    at.do(Advise(player="P", about="rules", words="a blind equals its ante"), DEALER)


def idle_table() -> HoldemAt:
    """Both seats are taken, and only P plays."""
    at = open_table("P Q", boxes=2)
    at.do(Sit(player="P", box=1), P)
    at.do(Sit(player="Q", box=2), Q)
    return at


def pass_round(at: HoldemAt) -> None:
    at.bet("P", 1, 10)
    at.deal(KING_HIGH, *ACES)
    at.say("1 play 40")
    at.settle()
    at.load()


@pytest.mark.clause("uth:15.7")
def test_15_7_who_lets_three_rounds_pass_at_a_full_table_may_lose_the_seat() -> None:
    at = idle_table()
    for passed in range(3):
        assert at.refused(VacateSeat(player="Q"), SUPERVISOR).clauses == ("15.7",)
        assert at.table.patrons.rounds_let_pass("Q") == passed
        pass_round(at)
    at.do(VacateSeat(player="Q"), SUPERVISOR)
    assert at.table.patrons.seats == {1: "P"}


@pytest.mark.clause("uth:15.7")
def test_15_7_a_round_without_a_result_does_not_count() -> None:
    at = idle_table()
    pass_round(at)
    pass_round(at)
    at.bet("P", 1, 10)
    at.deal(KING_HIGH, *ACES)
    assert at.table.patrons.rounds_let_pass("Q") == 3
    at.do(WrongCount(whose="dealer", cards=3), DEALER)
    assert at.table.patrons.rounds_let_pass("Q") == 2
    at.load()
    at.bet("P", 1, 10)
    at.deal(KING_HIGH, *ACES)
    at.do(Invalidate(disturbance="fire"), SUPERVISOR)
    assert at.refused(VacateSeat(player="Q"), SUPERVISOR).clauses == ("15.7",)


@pytest.mark.clause("uth:15.8", "uth:15.9")
@pytest.mark.parametrize(
    ("clause", "what"),
    [("15.8", "influence on another's play"), ("15.9", "a bet between players")],
)
def test_15_8_influence_and_bets_between_players_are_breaches(clause: str, what: str) -> None:
    at = open_table("P")
    for breach in ("15.9", "15.8", clause):
        at.do(RecordBreach(person="zoe", clause=breach, what="heard by the dealer"), DEALER)
    assert at.last(Exercised).power == f"breach recorded: {what}"
    assert at.last(Exercised).clauses == ("15.3", clause)


@pytest.mark.clause("uth:15.10")
def test_15_10_a_copy_of_the_rules_is_given_on_request() -> None:
    at = open_table("P")
    at.do(AskForRules(player="P"), P)
    assert (at.last(Notified).to, at.last(Notified).detail) == ("P", "NI2025-411")


@pytest.mark.clause("uth:15.7")
def test_15_7_rounds_let_pass_in_a_seat_that_was_given_up_do_not_come_back() -> None:
    at = idle_table()
    for _ in range(3):
        pass_round(at)
    at.bet("P", 1, 10)
    at.deal(KING_HIGH, *ACES)
    at.do(VacateSeat(player="Q"), SUPERVISOR)
    at.do(Invalidate(disturbance="fire"), SUPERVISOR)
    at.do(Sit(player="Q", box=2), Q)
    assert at.refused(VacateSeat(player="Q"), SUPERVISOR).clauses == ("15.7",)


@pytest.mark.clause("uth:15.3", "uth:15.3(a)")
@pytest.mark.parametrize(("wager", "net"), [(None, 0), ("play", 0), ("trips", 50)])
def test_15_3_a_wagers_are_void_though_the_last_hand_has_been_settled(
    wager: str | None, net: int
) -> None:
    at = two_dealt("1 play 40; 2 fold")
    at.take_and_pay()
    assert at.table.phase is Phase.SETTLED
    at.breach("P")
    void = VoidWager(player="P", box=1, reason="told Q what to do", wager=wager)
    at.do(void, SUPERVISOR)
    assert at.refused(void, SUPERVISOR).clauses == ("15.3(a)",)
    assert at.settle().get("P", 0) == net
