"""Rules 9.4 and 18: signals, prohibited devices, invalid games, closing, wagers, disputes."""

from __future__ import annotations

from typing import Any

import pytest
from tests.challenge.table_support import ASSISTANT_MANAGER, ChallengeAt, open_table
from tests.table_support import DEALER, INSPECTOR, NOW, OPERATOR, SUPERVISOR, player
from tests.table_support import open_table as any_open_table

from croupier.aggregate.roles import Person, Role
from croupier.durations import MINUTE
from croupier.games.blackjack.facts import HandEnded
from croupier.games.challenge.acts.closing import DisplayClosingSign
from croupier.games.challenge.acts.conduct import (
    DecideDispute,
    DecideFinally,
    Detain,
    ExcludeFromCasino,
    FindProhibitedDevice,
    HandOver,
    NoteInfluence,
    NotSatisfied,
    RefuseWager,
    ReviewDecision,
)
from croupier.games.challenge.acts.decisions import AcceptSignal, ShowSignal
from croupier.games.challenge.acts.void_rounds import InvalidateGame, VoidMisdeal
from croupier.table.acts.betting import NoMoreBets
from croupier.table.acts.closing import CloseTable
from croupier.table.acts.conduct import (
    Advise,
    AskForRules,
    RaiseDispute,
    RecordBreach,
    RequestReview,
)
from croupier.table.acts.dispute_rulings import CarryOutRuling
from croupier.table.acts.patrons import Arrive, Leave, VacateSeat
from croupier.table.acts.voiding import Exclude, VoidWager
from croupier.table.facts import Disputed, Exercised, Notified, Outcome, Settled, TableClosed
from croupier.table.table import Phase

APP = FindProhibitedDevice(person="P", apparatus="a counting app")


@pytest.mark.clause("nsw:9.4")
def test_9_4_the_operator_may_accept_other_hand_signals() -> None:
    at = open_table("P")
    wave = AcceptSignal(signal="an open palm", means="stand")
    assert not at.allowed(wave, SUPERVISOR)
    at.do(wave, OPERATOR)
    assert at.last(Exercised).subject == "an open palm: stand"
    assert at.refused(AcceptSignal(signal="a nod", means="insure"), OPERATOR).clauses == ("9.4",)
    for signal in ("tap", "an open palm"):  # each means one thing
        other = AcceptSignal(signal=signal, means="double")
        assert at.refused(other, OPERATOR).clauses == ("9.4",)


@pytest.mark.clause("nsw:9.4", "nsw:9.1.3", "nsw:9.1.4")
def test_9_4_a_signal_is_the_decision_that_it_stands_for() -> None:
    at = open_table("P Q R S")
    for box, name in enumerate("PQRS", 1):
        at.bet(name, box, 10)
    at.deal("8H 10S 5C 8C 6D 4H 2S 6C 8D")
    palm = ShowSignal(box=2, signal="an open palm")
    assert at.refused(ShowSignal(box=1, signal="a shrug"), player("P")).clauses == ("9.4",)
    assert at.refused(ShowSignal(box=1, signal="tap", amount=10_00), player("P")).reason
    assert at.refused(ShowSignal(box=1, signal="tap"), player("Q")).reason  # not Q's hand
    at.do(ShowSignal(box=1, signal="tap"), player("P"))
    at.deal("3H")
    assert at.cards(1) == "8H 4H 3H"
    at.do(ShowSignal(box=1, signal="horizontal wave"), DEALER)
    assert at.decider == "Q"
    at.hit(2)
    at.deal("2D")
    assert at.refused(palm, player("Q")).clauses == ("9.4",)
    at.do(AcceptSignal(signal="an open palm", means="stand"), OPERATOR)
    at.do(palm, player("Q"))
    at.do(AcceptSignal(signal="one finger", means="double"), OPERATOR)
    at.do(AcceptSignal(signal="two fingers", means="split"), OPERATOR)
    finger = ShowSignal(box=3, signal="one finger", amount=10_00)
    assert at.refused(ShowSignal(box=3, signal="one finger"), player("R")).clauses == ("9.4",)
    at.do(finger, player("R"))
    at.deal("KD")
    at.do(ShowSignal(box=4, signal="two fingers"), player("S"))
    at.deal("10D")
    assert at.cards(4, 1) == "8C TD"


@pytest.mark.clause("nsw:9.1", "nsw:9.4", "nsw:11.3", "nsw:9.5")
def test_9_1_and_9_4_the_dealer_calls_the_total_before_and_after_every_card() -> None:
    at = open_table("P Q")
    at.bet("P", 1, 10)
    at.bet("Q", 2, 10)
    at.deal("8H AS 6D 8D 5C")
    assert (at.due.announced, at.due.clauses) == ("hard 16", ("9.1",))
    at.split(1)
    at.deal("3C")
    assert (at.due.announced, at.due.clauses) == ("hard 11", ("11.3",))
    at.hit(1)
    at.deal("4D")
    assert (at.due.announced, at.due.clauses) == ("hard 15", ("9.4",))
    at.hit(1)
    at.deal("KC")
    ended = at.last(HandEnded)
    assert (ended.total, ended.how) == (25, "bust")
    at.deal("10C")
    at.stand(1, 2)
    assert (at.due.box, at.due.announced, at.due.clauses) == (2, "soft 16", ("9.1",))


@pytest.mark.parametrize("instrument", ["act-blackjack-2006", "act-blackjack-2018"])
def test_the_rules_of_the_act_have_no_such_call(instrument: str) -> None:
    at = any_open_table(instrument)
    at.bet("P", 1, 10)
    at.deal("8H 6D 8D")
    assert (at.due.announced, at.due.clauses) == ("", ())


# --- prohibited devices


@pytest.mark.clause("nsw:18.1", "nsw:18.3")
def test_18_1_a_device_is_found_by_a_supervisor_and_no_dealers_breach() -> None:
    at = open_table("P")
    device = at.refused(RecordBreach(person="P", clause="18.1", what="a phone"), DEALER)
    assert device.reason == "clause: a prohibited device is found by a supervisor"
    at.do(RecordBreach(person="P", clause="18.10", what="a bet with Q"), DEALER)
    at.do(APP, SUPERVISOR)


@pytest.mark.clause("nsw:18.1", "nsw:18.3", "nsw:18.3.1")
def test_18_3_1_the_wager_of_somebody_with_a_device_is_void_and_goes_back() -> None:
    at = open_table("P Q")
    at.bet("P", 1, 50)
    at.bet("Q", 2, 10)
    at.deal("10C 10H 6D 9C 9H")
    void = VoidWager(player="P", box=1, reason="a counting app")
    assert at.refused(void, SUPERVISOR).clauses == ("18.3",)
    for person, apparatus in ((" ", "a counting app"), ("P", "")):
        nothing = FindProhibitedDevice(person=person, apparatus=apparatus)
        assert at.refused(nothing, SUPERVISOR).clauses[0] == "18.1"
    at.do(APP, SUPERVISOR)
    found = at.last(Exercised)
    assert (found.power, found.subject) == ("prohibited device found", "P")
    assert {"18.1", "18.3"} <= set(found.clauses)
    at.do(void, SUPERVISOR)
    gone = next(fact for fact in at.facts_of(Settled) if fact.player == "P")
    assert (gone.outcome, gone.net, gone.clauses) == (Outcome.VOID, 0, ("18.3.1", "1.1:void"))
    at.stand(2)
    assert at.settle("10D KS") == {"P": 0, "Q": 10}


@pytest.mark.clause("nsw:18.2")
def test_18_2_staff_and_inspectors_on_duty_are_exempt() -> None:
    at = open_table("P")
    on_duty = FindProhibitedDevice(person="ina", apparatus="a tester", on_duty=True)
    assert at.refused(on_duty, SUPERVISOR).clauses == ("18.2",)
    assert not at.allowed(APP, DEALER)


@pytest.mark.clause("nsw:18.3.2", "nsw:18.3.3")
def test_18_3_2_and_18_3_3_out_of_the_game_and_out_of_the_casino() -> None:
    at = open_table("P Q")
    out = ExcludeFromCasino(person="P", order="order 12 under section 79")
    assert at.refused(out, SUPERVISOR).clauses == ("18.3",)
    at.do(APP, SUPERVISOR)
    at.bet("P", 1, 10)
    at.do(Exclude(player="P", reason="a counting app"), SUPERVISOR)
    assert at.chips("P") == 10_000
    assert at.refused(Arrive(player="P"), player("P")).clauses == ("18.3.2",)
    at.do(out, SUPERVISOR)
    assert at.last(Exercised).clauses == ("18.3.3",)

    other = open_table("P Q")
    other.do(APP, SUPERVISOR)
    other.do(out, SUPERVISOR)
    assert other.table.patrons.arrived == ["Q"]


@pytest.mark.clause("nsw:18.3.4")
def test_18_3_4_held_until_an_inspector_or_the_police_take_charge() -> None:
    at = open_table("P")
    hold = Detain(person="P", reason="a counting app")
    assert at.refused(hold, SUPERVISOR).clauses == ("18.3",)
    at.do(APP, SUPERVISOR)
    at.do(hold, SUPERVISOR)
    assert at.refused(hold, SUPERVISOR).clauses == ("18.3.4",)
    assert at.no_bet("P", 1, 10).clauses == ("18.3.4",)
    assert at.refused(Leave(player="P"), player("P")).clauses == ("18.3.4",)
    at.do(HandOver(person="P", to="Sgt. Hill"), SUPERVISOR)
    assert at.refused(HandOver(person="P", to="Sgt. Hill"), SUPERVISOR).clauses == ("18.3.4",)
    at.bet("P", 1, 10)
    at.bet("P", 1, 0)
    at.do(Leave(player="P"), player("P"))


@pytest.mark.clause("nsw:18.3.4")
def test_18_3_4_what_was_wagered_before_is_played() -> None:
    at = open_table("P")
    at.bet("P", 1, 10)
    at.do(APP, SUPERVISOR)
    at.do(Detain(person="P", reason="a counting app"), SUPERVISOR)
    assert at.no_bet("P", 1, 20).clauses == ("18.3.4",)
    at.deal("10H 6D 8S")
    at.stand(1)
    assert at.settle("10D KC") == {"P": 10}


# --- games that do not count


def in_mid_round() -> ChallengeAt:
    """P has a paid Blackjack, Q is bust, R is to act."""
    at = open_table("P Q R")
    at.bet("P", 1, 10)
    at.bet("Q", 2, 20)
    at.bet("R", 3, 30)
    at.deal("AS 10H 10C 6D KD 6S 8S")
    at.hit(2)
    at.deal("KC")
    return at


def chips(at: ChallengeAt) -> list[float]:
    return [at.chips(name) - 10_000 for name in "PQR"]


@pytest.mark.clause("nsw:18.4", "nsw:18.4.1", "nsw:18.5")
@pytest.mark.parametrize(("refund", "net"), [(True, [0, 0, 0]), (False, [-10, -20, -30])])
def test_18_4_1_a_disturbance_undoes_the_outcome_and_wagers_may_be_refunded(
    refund: bool, net: list[float]
) -> None:
    at = in_mid_round()
    assert "18.4.1" in at.refused(InvalidateGame(ground="boredom", reason="x"), SUPERVISOR).clauses
    fire = InvalidateGame(ground="disturbance", reason="fire alarm", refund=refund)
    assert not at.allowed(fire, DEALER)
    at.do(fire, SUPERVISOR)
    assert chips(at) == net
    decided = next(fact for fact in at.facts_of(Exercised) if "18.5" in fact.clauses)
    assert decided.reason == "fire alarm"
    assert at.table.phase is Phase.BETTING
    assert at.table.chips.balances
    assert not at.allowed(fire, SUPERVISOR)


@pytest.mark.clause("nsw:18.4.2", "nsw:18.5")
@pytest.mark.parametrize(
    ("cheat", "net"), [("P", [-10, 0, 0]), ("Q", [0, -20, 0]), ("R", [0, 0, -30])]
)
def test_18_4_2_fraud_costs_whoever_committed_it_the_wager(cheat: str, net: list[float]) -> None:
    at = in_mid_round()
    not_fraud = InvalidateGame(ground="disturbance", reason="fire", forfeits=(cheat,))
    assert at.refused(not_fraud, SUPERVISOR).clauses == ("18.5",)
    at.do(InvalidateGame(ground="fraud", reason="marked cards", forfeits=(cheat,)), SUPERVISOR)
    assert chips(at) == net
    assert at.table.chips.balances
    assert at.table.chips.layout == 0


@pytest.mark.clause("nsw:18.4.2", "nsw:18.5")
@pytest.mark.parametrize(
    ("cheats", "net"), [("", [0, 0, 0]), ("P", [-10, 0, 0]), ("Q", [0, -20, 0])]
)
def test_18_4_2_fraud_that_is_found_when_other_rounds_have_followed_undoes_its_round(
    cheats: str, net: list[float]
) -> None:
    at = in_mid_round()
    at.stand(3)
    assert at.settle("10S 10D") == {"P": 20, "Q": -20, "R": 30}
    for _ in range(2):
        at.play(("R", 3, 10))
    later = chips(at)
    found = InvalidateGame(ground="fraud", reason="marked cards", forfeits=tuple(cheats), round=1)
    fire = InvalidateGame(ground="disturbance", reason="fire", round=1)
    assert at.refused(fire, SUPERVISOR).clauses == ("18.4", "18.4.1")
    assert not at.allowed(found, DEALER)
    nobody = InvalidateGame(ground="fraud", reason="marked cards", forfeits=("Z",), round=1)
    assert at.refused(nobody, SUPERVISOR).clauses == ("18.5",)
    at.do(found, SUPERVISOR)
    won = [20, -20, 30]
    assert chips(at) == [
        now - was + is_now for now, was, is_now in zip(later, won, net, strict=True)
    ]
    assert at.table.chips.balances
    assert at.table.phase is Phase.BETTING
    assert "18.4.2" in at.refused(found, SUPERVISOR).clauses  # the round is void


@pytest.mark.clause("nsw:18.12")
def test_18_12_a_round_that_was_decided_to_stand_is_not_undone_for_fraud_either() -> None:
    at = disputed()
    at.do(DecideDispute(number=1, decision="it stands", stands=True), SUPERVISOR)
    found = InvalidateGame(ground="fraud", reason="marked cards", round=1)
    assert at.refused(found, SUPERVISOR).clauses == ("18.12",)


# --- advice, influence, bets between players


@pytest.mark.clause("nsw:18.6")
def test_18_6_staff_tell_players_the_rules_and_not_how_to_play() -> None:
    at = open_table("P")
    at.do(Advise(player="P", about="rules", words="a tie loses"), DEALER)
    told = at.last(Notified)
    assert (told.to, told.detail, told.clauses) == ("P", "a tie loses", ("18.6",))
    silent = at.refused(Advise(player="P", about="rules", words=""), DEALER)
    assert (silent.reason, silent.clauses) == ("words: say what", ("18.6",))
    strategy = Advise(player="P", about="strategy", words="hit it")
    assert at.refused(strategy, DEALER).clauses == ("18.6",)


@pytest.mark.clause("nsw:18.7")
def test_18_7_influence_is_a_breach_unless_the_player_asked_for_it() -> None:
    at = open_table("P Q")
    asked = NoteInfluence(person="Q", player="P", requested=True)
    assert at.refused(asked, DEALER).clauses == ("18.7",)
    at.do(NoteInfluence(person="Q", player="P"), DEALER)
    assert at.last(Exercised).subject == "Q"
    assert at.refused(Exclude(player="Q", reason="advice"), SUPERVISOR).clauses == ("18.3",)


@pytest.mark.clause("nsw:18.10")
def test_18_10_no_bets_between_players_and_spectators() -> None:
    at = open_table("P Q")
    at.do(RecordBreach(person="P", clause="18.10", what="a bet with Q on Q's hand"), DEALER)
    assert at.last(Exercised).clauses == ("18.10",)
    for clause, cited in (("18.1", "18.3"), ("18.7", "18.7"), ("99.9", "3.9")):
        breach = RecordBreach(person="P", clause=clause, what="x")
        assert at.refused(breach, DEALER).clauses == (cited,)


# --- closing


@pytest.mark.clause("nsw:18.8")
def test_18_8_with_players_there_a_sign_stands_for_twenty_minutes_first() -> None:
    at = open_table("P")
    assert at.refused(CloseTable(), SUPERVISOR).clauses == ("18.8",)
    at.do(DisplayClosingSign(closes=NOW + 20 * MINUTE), SUPERVISOR)
    at.now = NOW + 20 * MINUTE - 1
    assert at.refused(CloseTable(), SUPERVISOR).clauses == ("18.8",)
    at.play()
    at.now = NOW + 20 * MINUTE
    at.do(CloseTable(), SUPERVISOR)
    assert at.last(TableClosed).clauses == ("18.8",)
    at.open()


@pytest.mark.clause("nsw:18.8")
def test_18_8_a_time_that_comes_too_soon_is_no_notice() -> None:
    at = open_table("P")
    at.do(DisplayClosingSign(closes=NOW + 10 * MINUTE), SUPERVISOR)
    at.now = NOW + 15 * MINUTE
    assert at.refused(CloseTable(), SUPERVISOR).clauses == ("18.8",)
    assert at.refused(DisplayClosingSign(closes=NOW), SUPERVISOR).clauses == ("18.8",)
    at.now = NOW + 20 * MINUTE
    at.do(CloseTable(), SUPERVISOR)


@pytest.mark.clause("nsw:18.8")
def test_18_8_an_empty_table_closes_at_any_time() -> None:
    at = open_table("P")
    at.bet("P", 1, 10)
    assert at.refused(CloseTable(), SUPERVISOR).clauses == ("18.8",)
    at.bet("P", 1, 0)
    at.leave("P")
    at.do(CloseTable(), SUPERVISOR)
    assert at.last(TableClosed).reason == "no players"


@pytest.mark.clause("nsw:18.9")
def test_18_9_three_rounds_without_a_wager_at_a_full_table_cost_the_seat() -> None:
    names = "A B C D E"
    at = open_table("", boxes=5, loaded=False)
    for box, name in enumerate(names.split(), 1):
        at.arrive(name, box=box)
    at.load()
    go = VacateSeat(player="E")
    for _ in range(3):
        assert at.refused(go, SUPERVISOR).clauses == ("18.9",)
        at.play(*((name, box, 10) for box, name in enumerate("ABCD", 1)))
    at.bet("E", 5, 10)
    assert "wager on the layout" in at.refused(go, SUPERVISOR).reason
    at.bet("E", 5, 0)
    at.do(go, SUPERVISOR)
    assert at.table.patrons.seat_of("E") is None
    assert "no seat" in at.refused(go, SUPERVISOR).reason


@pytest.mark.clause("nsw:18.9", "nsw:16.8", "nsw:1.1:void")
@pytest.mark.parametrize("collected", [False, True])
def test_18_9_a_void_round_was_never_let_pass(collected: bool) -> None:
    at = open_table("", boxes=5, loaded=False)
    for box, name in enumerate("ABCDE", 1):
        at.arrive(name, box=box)
    at.load()
    for _ in range(2 + collected):
        at.play(("A", 1, 10))
    if not collected:
        at.bet("A", 1, 10)
        at.deal("9C")
    void = VoidMisdeal(error="a card too many", why_not_rebuilt="nobody saw which")
    at.do(void, SUPERVISOR)
    assert at.refused(VacateSeat(player="E"), SUPERVISOR).clauses == ("18.9",)
    at.play(("A", 1, 10))
    at.do(VacateSeat(player="E"), SUPERVISOR)


@pytest.mark.clause("nsw:18.9")
@pytest.mark.parametrize("standing", [True, False])
def test_18_9_a_position_at_which_somebody_wagers_standing_is_in_use(standing: bool) -> None:
    at = open_table("", boxes=5, loaded=False)
    for box, name in enumerate("ABCD", 1):
        at.arrive(name, box=box)
    at.arrive("E")
    at.load()
    for _ in range(3):
        bets = [(name, box, 10.0) for box, name in enumerate("BCD", 2)]
        at.play(*bets, *([("E", 5, 10.0)] if standing else []))
    go = VacateSeat(player="A")
    if standing:
        at.do(go, SUPERVISOR)
    else:
        assert at.refused(go, SUPERVISOR).clauses == ("18.9",)


# --- refused wagers


@pytest.mark.clause("nsw:18.11")
def test_18_11_a_wager_may_be_refused_before_the_first_card_and_not_after() -> None:
    at = open_table("P Q", side_bets=["any-pairs"])
    at.bet("P", 1, 10)
    at.bet("Q", 1, 5, "any-pairs")
    at.bet("Q", 2, 10)
    no = RefuseWager(player="P", box=1, grounds="chips of another casino")
    assert not at.allowed(no, DEALER)
    at.do(no, SUPERVISOR)
    assert at.chips("P") == 10_000
    assert at.chips("Q") == 9_990  # the side bet had nothing left to lie on
    assert at.refused(no, SUPERVISOR).clauses == ("18.11",)
    at.bet("P", 1, 10)
    at.no_more_bets()
    at.do(no, SUPERVISOR)
    assert at.chips("P") == 10_000
    at.deal("10H")
    late = RefuseWager(player="Q", box=2, grounds="late")
    assert at.refused(late, SUPERVISOR).clauses == ("18.11",)


# --- disputes


def disputed(**options: Any) -> ChallengeAt:
    at = open_table("P", **options)
    at.play()
    at.do(RaiseDispute(player="P", about="my hand", round=1), player("P"))
    return at


def stages(at: ChallengeAt) -> list[str]:
    return [fact.stage for fact in at.facts_of(Disputed)]


@pytest.mark.clause("nsw:18.12", "nsw:18.13", "nsw:1.1:gaming supervisor", "nsw:1.1:inspector")
def test_18_12_from_the_gaming_supervisor_to_the_operator_and_the_right_to_complain() -> None:
    at = disputed()
    final = DecideFinally(number=1, decision="as reviewed")
    assert at.refused(final, OPERATOR).clauses == ("18.13", "1.1:inspector")
    assert at.refused(RequestReview(number=1, player="P"), player("P")).clauses == ("18.12",)
    at.do(DecideDispute(number=1, decision="the hand stood"), SUPERVISOR)
    at.do(RequestReview(number=1, player="P"), player("P"))
    at.do(ReviewDecision(number=1, outcome="confirmed"), ASSISTANT_MANAGER)
    assert not at.allowed(final, ASSISTANT_MANAGER)
    at.do(final, OPERATOR)
    assert stages(at) == ["raised", "decided", "review requested", "reviewed", "final"]
    at.do(NotSatisfied(number=1, player="P"), player("P"))
    told = at.last(Notified)
    assert (told.to, told.about) == ("P", "right to complain to an inspector")
    assert not at.allowed(final, INSPECTOR)


@pytest.mark.clause("nsw:18.12")
def test_18_12_the_reviewer_is_somebody_else_above_a_gaming_supervisor() -> None:
    at = disputed()
    at.do(DecideDispute(number=1, decision="no"), ASSISTANT_MANAGER)
    at.do(RequestReview(number=1, player="P"), player("P"))
    review = ReviewDecision(number=1, outcome="no")
    assert at.refused(review, ASSISTANT_MANAGER).clauses == ("18.12",)
    assert at.refused(review, SUPERVISOR).clauses == ("18.12",)
    at.do(review, Person("gil", Role.GAMING_MANAGER))

    loose = disputed(dispute_reviewer_distinct=False)
    loose.do(DecideDispute(number=1, decision="no"), SUPERVISOR)
    loose.do(RequestReview(number=1, player="P"), player("P"))
    loose.do(review, SUPERVISOR)


@pytest.mark.clause("nsw:18.12", "nsw:18.13", "nsw:16.8")
def test_18_13_the_last_decision_binds() -> None:
    at = disputed()
    void = VoidMisdeal(error="a card", why_not_rebuilt="it cannot be")
    at.do(DecideDispute(number=1, decision="the hand stood", stands=True), SUPERVISOR)
    assert at.refused(void, SUPERVISOR).clauses == ("18.12",)
    at.do(DecideFinally(number=1, decision="it did not", stands=False), OPERATOR)
    at.bet("P", 1, 10)
    assert at.refused(NoMoreBets(), DEALER).clauses == ("18.12",)
    at.bet("P", 1, 0)
    at.do(void, SUPERVISOR)
    at.do(CarryOutRuling(number=1, how="the round is void"), SUPERVISOR)
    at.bet("P", 1, 10)
    at.no_more_bets()


@pytest.mark.clause("nsw:18.12")
def test_18_12_a_review_is_held_on_request_only() -> None:
    at = disputed()
    at.do(DecideDispute(number=1, decision="no"), SUPERVISOR)
    review = ReviewDecision(number=1, outcome="no")
    assert at.refused(review, ASSISTANT_MANAGER).clauses == ("18.12",)
    assert at.refused(DecideDispute(number=2, decision="no"), SUPERVISOR).clauses


@pytest.mark.clause("nsw:18.14")
def test_18_14_a_copy_of_the_rules_is_given_on_request() -> None:
    at = open_table("P")
    at.do(AskForRules(player="P"), player("P"))
    assert at.last(Notified).about == "copy of the rules"
