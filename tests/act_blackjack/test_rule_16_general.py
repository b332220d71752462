"""Rule 16: disturbances, breaches, void rounds, disputes, the duties of staff, and seats."""

from __future__ import annotations

import pytest
from tests.table_support import (
    DEALER,
    INSPECTOR,
    OPERATOR,
    SUPERVISOR,
    At,
    open_table,
    player,
)

from croupier.games.blackjack.asks import Hit, Stand
from croupier.rulebook.instruments import load
from croupier.table.acts.closing import AnnounceClosure, CloseTable
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
from croupier.table.acts.patrons import Arrive, ComeBack, GetUp, Sit, VacateSeat
from croupier.table.acts.shuffling import Shuffle
from croupier.table.acts.tournament_terms import TakeCommission
from croupier.table.acts.voiding import Exclude, Invalidate, VoidRound, VoidWager
from croupier.table.facts import (
    Attested,
    Disputed,
    Exercised,
    Notified,
    Outcome,
    Reversed,
    RoundVoided,
    Seated,
    Settled,
)
from croupier.table.table import Phase


def blackjack_and_fifteen(instrument: str) -> At:
    """P's Blackjack has been paid 30 at once; Q has 30 on a 15 and the turn; the dealer has a 6."""
    at = open_table(instrument)
    at.bet("P", 1, 20)
    at.bet("Q", 2, 30)
    at.deal("AS 10H 6D KS 5H")
    assert (at.chips("P"), at.chips("Q"), at.decider) == (10_030, 9_970, "Q")
    return at


def at_betting(instrument: str) -> At:
    """P has 20 and Q has 30 in the boxes, and betting is open."""
    at = open_table(instrument)
    at.bet("P", 1, 20)
    at.bet("Q", 2, 30)
    return at


def breach(by: str = "Q", clause: str = "4.3") -> RecordBreach:
    return RecordBreach(person=by, clause=clause, what="touched a wager")


# --- 16.1: disturbances


@pytest.mark.clause("16.1", "A:Void")
def test_16_1_a_fire_undoes_the_game_in_progress(instrument: str) -> None:
    """Invalid is read as void, so what was paid goes back with what was staked."""
    at = blackjack_and_fifteen(instrument)
    at.do(Invalidate(disturbance="fire in the kitchen"), SUPERVISOR)
    assert (at.chips("P"), at.chips("Q"), at.table.chips.layout) == (10_000, 10_000, 0)
    void = at.last(RoundVoided)
    assert (void.round, void.reason, void.clauses) == (1, "fire in the kitchen", ("16.1", "A:Void"))
    at.play(("P", 1, 10))
    assert at.chips("P") == 10_010, "and the next game counts"


@pytest.mark.clause("16.1")
def test_16_1_also_when_it_is_settled_but_not_collected(instrument: str) -> None:
    at = blackjack_and_fifteen(instrument)
    at.stand(2)
    at.deal("10D 9C")
    assert (at.table.phase, at.chips("Q")) == (Phase.SETTLED, 10_030)
    at.do(Invalidate(disturbance="brawl"), SUPERVISOR)
    assert (at.chips("P"), at.chips("Q")) == (10_000, 10_000)


@pytest.mark.clause("16.1")
def test_16_1_takes_a_game_and_a_disturbance(instrument: str) -> None:
    at = blackjack_and_fifteen(instrument)
    assert at.refused(Invalidate(disturbance=""), SUPERVISOR).clauses == ("16.1",)
    at.do(Invalidate(disturbance="robbery"), SUPERVISOR)
    assert "16.1" in at.refused(Invalidate(disturbance="robbery"), SUPERVISOR).clauses


@pytest.mark.clause("16.1", "A:Casino Supervisor")
def test_16_1_is_not_a_power_of_players_or_dealers(instrument: str) -> None:
    at = blackjack_and_fifteen(instrument)
    for person in (player("Q"), DEALER):
        refusal = at.refused(Invalidate(disturbance="riot"), person)
        assert refusal.clauses == ("A:Casino Supervisor",)
    at.do(Invalidate(disturbance="riot"), SUPERVISOR)


# --- 16.2: somebody has broken the rules


@pytest.mark.clause("16.2", "4.3")
def test_16_2_a_breach_is_recorded_with_the_rule_that_was_broken(instrument: str) -> None:
    at = blackjack_and_fifteen(instrument)
    at.do(breach("Q", "4.3"), DEALER)
    recorded = at.last(Exercised)
    assert (recorded.subject, recorded.reason) == ("Q", "touched a wager")
    assert recorded.clauses == ("16.2", "4.3")


@pytest.mark.clause("16.2")
@pytest.mark.parametrize(
    "empty",
    [
        RecordBreach(person="", clause="4.3", what="touched a wager"),
        RecordBreach(person="Q", clause="4.3", what=""),
        RecordBreach(person="Q", clause="4.33", what="touched a wager"),
        RecordBreach(person="Q", clause="", what="touched a wager"),
    ],
)
def test_16_2_a_breach_is_of_a_rule_by_somebody(instrument: str, empty: RecordBreach) -> None:
    assert at_betting(instrument).refused(empty, DEALER).clauses == ("16.2",)


@pytest.mark.clause("16.2")
def test_16_2_without_a_breach_there_is_no_power(instrument: str) -> None:
    at = blackjack_and_fifteen(instrument)
    at.do(breach("P"), DEALER)
    for command in (VoidWager(player="Q", box=2, reason="why"), Exclude(player="Q", reason="why")):
        assert at.refused(command, SUPERVISOR).clauses == ("16.2",)
    at.do(breach("Q"), DEALER)
    at.do(VoidWager(player="Q", box=2, reason="why"), SUPERVISOR)
    at.do(Exclude(player="Q", reason="why"), SUPERVISOR)


@pytest.mark.clause("16.2(a)", "A:Void")
def test_16_2_a_the_wager_is_void_and_the_stake_goes_back(instrument: str) -> None:
    """Void even for a cheat means returned; these rules confiscate nothing."""
    at = blackjack_and_fifteen(instrument)
    at.do(breach("Q"), DEALER)
    at.do(VoidWager(player="Q", box=2, reason="touched a wager"), SUPERVISOR)
    settled = at.last(Settled)
    assert (settled.player, settled.outcome, settled.net) == ("Q", Outcome.VOID, 0)
    assert settled.clauses == ("16.2(a)", "A:Void")
    assert at.table.phase is Phase.SETTLED, "nothing is left for the dealer to draw against"
    at.settle()
    assert (at.chips("P"), at.chips("Q")) == (10_030, 10_000)


@pytest.mark.clause("16.2(a)")
def test_16_2_a_what_the_wager_had_been_paid_is_taken_back(instrument: str) -> None:
    at = blackjack_and_fifteen(instrument)
    at.do(breach("P"), DEALER)
    at.do(VoidWager(player="P", box=1, reason="touched a wager"), SUPERVISOR)
    assert (at.last(Reversed).net, at.chips("P")) == (30_00, 10_000)
    at.stand(2)
    at.settle("10D 9C")
    assert at.chips("Q") == 10_030, "Q plays on"


@pytest.mark.clause("16.2(a)")
def test_16_2_a_reaches_the_wagers_of_who_broke_the_rule(instrument: str) -> None:
    """ "any wager made by a player" is read as any of that player's."""
    at = open_table(instrument)
    at.bet("P", 1, 20)
    at.bet("Q", 1, 30)
    at.deal("10S 6D 5H")
    at.do(breach("Q"), DEALER)
    assert at.refused(VoidWager(player="P", box=1, reason="why"), SUPERVISOR).clauses == ("16.2",)
    at.do(VoidWager(player="Q", box=1, reason="why"), SUPERVISOR)
    assert (at.chips("P"), at.chips("Q"), at.table.chips.layout) == (9_980, 10_000, 20_00)


@pytest.mark.clause("16.2(a)")
def test_16_2_a_a_wager_is_made_when_it_lies_in_the_box(instrument: str) -> None:
    at = at_betting(instrument)
    at.do(breach("Q"), DEALER)
    at.do(VoidWager(player="Q", box=2, reason="touched a wager"), SUPERVISOR)
    assert (at.chips("P"), at.chips("Q"), at.table.chips.layout) == (9_980, 10_000, 20_00)
    at.deal("10S 6D 5H")
    assert at.decider == "P", "only P is dealt to"


@pytest.mark.clause("16.2(a)")
def test_16_2_a_takes_a_wager_and_a_reason(instrument: str) -> None:
    at = blackjack_and_fifteen(instrument)
    at.do(breach("Q"), DEALER)
    for command in (
        VoidWager(player="Q", box=2, reason=""),
        VoidWager(player="Q", box=1, reason="why"),
        VoidWager(player="Q", box=2, reason="why", wager="perfect-pairs"),
    ):
        assert at.refused(command, SUPERVISOR).clauses == ("16.2(a)",)
    void = VoidWager(player="Q", box=2, reason="why")
    at.do(void, SUPERVISOR)
    assert at.refused(void, SUPERVISOR).clauses == ("16.2(a)",), "it is void already"


@pytest.mark.clause("16.2(b)")
def test_16_2_b_who_is_excluded_bets_no_more(instrument: str) -> None:
    at = at_betting(instrument)
    at.do(breach("Q"), DEALER)
    at.do(Exclude(player="Q", reason="touched a wager"), SUPERVISOR)
    assert at.chips("Q") == 10_000, "a wager that is in no round yet goes back"
    assert at.refused(Arrive(player="Q"), player("Q")).clauses == ("16.2(b)",)
    assert [wager.player for wager in at.table.wagers] == ["P"]
    at.play(("P", 1, 20))


@pytest.mark.clause("16.2(b)", "14.7")
def test_16_2_b_a_wager_in_a_round_stands_and_is_played_as_for_the_absent(
    instrument: str,
) -> None:
    """(a) and (b) are two powers: to exclude a player voids nothing."""
    at = blackjack_and_fifteen(instrument)
    at.do(breach("Q"), DEALER)
    at.do(Exclude(player="Q", reason="touched a wager"), SUPERVISOR)
    assert at.refused(ComeBack(player="Q"), player("Q")).clauses == ("16.2(b)",)
    assert at.settle("10D 9C") == {"P": 30, "Q": 30}
    assert "Q" not in at.table.patrons.arrived
    assert at.refused(Arrive(player="Q"), player("Q")).clauses == ("16.2(b)",)


@pytest.mark.clause("16.2(a)", "16.2(b)")
def test_16_2_both_powers_may_be_used_together(instrument: str) -> None:
    at = blackjack_and_fifteen(instrument)
    at.do(breach("Q"), DEALER)
    at.do(Exclude(player="Q", reason="touched a wager"), SUPERVISOR)
    at.do(VoidWager(player="Q", box=2, reason="touched a wager"), SUPERVISOR)
    powers = [power.clauses for power in at.facts_of(Exercised) if power.subject.startswith("Q")]
    assert powers == [("16.2", "4.3"), ("16.2", "16.2(b)"), ("16.2", "16.2(a)")]
    assert at.chips("Q") == 10_000


@pytest.mark.clause("16.2(b)")
def test_16_2_b_takes_a_reason_and_happens_once(instrument: str) -> None:
    at = at_betting(instrument)
    at.do(breach("Q"), DEALER)
    assert at.refused(Exclude(player="Q", reason=""), SUPERVISOR).clauses == ("16.2(b)",)
    at.do(Exclude(player="Q", reason="why"), SUPERVISOR)
    assert at.refused(Exclude(player="Q", reason="why"), SUPERVISOR).clauses == ("16.2(b)",)


# --- 16.3: void rounds


@pytest.mark.clause("16.3", "A:Void")
@pytest.mark.parametrize("ground", ["impractical", "fraud"])
def test_16_3_a_round_is_void_with_all_that_was_paid_in_it(instrument: str, ground: str) -> None:
    at = blackjack_and_fifteen(instrument)
    at.do(VoidRound(ground=ground, reason="a drink over the layout"), SUPERVISOR)
    assert (at.chips("P"), at.chips("Q"), at.table.chips.layout) == (10_000, 10_000, 0)
    assert at.last(RoundVoided).clauses == ("16.3", "A:Void")


@pytest.mark.clause("A:Round of play")
def test_16_3_before_the_first_card_there_is_no_round_to_void(instrument: str) -> None:
    """It would count as a round. Betting opens again, and wagers may be taken back."""
    at = at_betting(instrument)
    at.no_more_bets()
    at.do(VoidRound(ground="impractical", reason="a drink over the layout"), SUPERVISOR)
    assert (at.table.phase, at.table.rounds) == (Phase.BETTING, [])
    assert at.last(Exercised).clauses == ("A:Round of play",)
    at.bet("Q", 2, 0)
    assert (at.chips("P"), at.chips("Q")) == (9_980, 10_000)
    at.deal("10S 6D 5H")
    assert at.table.number == 1


@pytest.mark.clause("16.3")
def test_16_3_there_are_two_grounds_and_one_of_them_is_given(instrument: str) -> None:
    at = blackjack_and_fifteen(instrument)
    for command in (
        VoidRound(ground="", reason="why"),
        VoidRound(ground="the house lost", reason="why"),
        VoidRound(ground="fraud", reason=""),
    ):
        assert at.refused(command, SUPERVISOR).clauses == ("16.3",)
    at.do(VoidRound(ground="fraud", reason="a card up the sleeve"), SUPERVISOR)


@pytest.mark.clause("16.3")
def test_16_3_fraud_reaches_a_round_that_is_over_and_leaves_the_others(instrument: str) -> None:
    at = open_table(instrument)
    at.play(("P", 1, 20), ("Q", 2, 30))
    at.play(("P", 1, 50))
    assert (at.chips("P"), at.chips("Q")) == (10_070, 10_030)
    at.do(VoidRound(ground="fraud", reason="a marked card", round=1), SUPERVISOR)
    assert at.last(RoundVoided).round == 1
    assert (at.chips("P"), at.chips("Q")) == (10_050, 10_000)
    again = VoidRound(ground="fraud", reason="a marked card", round=1)
    assert at.refused(again, SUPERVISOR).clauses == ("16.3",), "it is void already"


@pytest.mark.clause("16.3")
def test_16_3_what_is_over_was_not_impractical_to_continue(instrument: str) -> None:
    at = open_table(instrument)
    at.play(("P", 1, 20))
    late = VoidRound(ground="impractical", reason="a drink over the layout", round=1)
    assert at.refused(late, SUPERVISOR).clauses == ("16.3",)
    never = VoidRound(ground="fraud", reason="a marked card", round=2)
    assert at.refused(never, SUPERVISOR).clauses == ("16.3",)
    now = VoidRound(ground="impractical", reason="a drink over the layout")
    assert "16.3" in at.refused(now, SUPERVISOR).clauses, "no round is in progress"


# --- 16.4: disputes


@pytest.mark.clause("16.4")
def test_16_4_the_operator_decides_and_the_commission_reviews_if_asked(instrument: str) -> None:
    at = open_table(instrument)
    at.play()
    at.do(RaiseDispute(player="P", about="my 20 was a 21", round=1), player("P"))
    at.do(RuleOnDispute(number=1, decision="it was a 20"), SUPERVISOR)
    at.do(RequestReview(number=1, player="P"), player("P"))
    assert at.last(Notified).to == "commission"
    at.do(ReviewDispute(number=1, outcome="it was a 20"), INSPECTOR)
    assert [(told.stage, told.text) for told in at.facts_of(Disputed)] == [
        ("raised", "P: round 1: my 20 was a 21"),
        ("decided", "it was a 20"),
        ("review requested", "P"),
        ("reviewed", "it was a 20"),
    ]


@pytest.mark.clause("16.4")
def test_16_4_the_decision_is_final(instrument: str) -> None:
    at = open_table(instrument)
    at.do(RaiseDispute(player="P", about="the limit"), player("P"))
    at.do(RuleOnDispute(number=1, decision="the sign is right"), SUPERVISOR)
    second = RuleOnDispute(number=1, decision="the sign is wrong")
    assert at.refused(second, OPERATOR).clauses == ("16.4",)
    assert at.refused(ReviewDispute(number=1, outcome="wrong"), INSPECTOR).clauses == ("16.4",), (
        "nobody has asked the Commission"
    )


@pytest.mark.clause("16.4")
def test_16_4_one_step_after_the_other(instrument: str) -> None:
    at = open_table(instrument)
    assert at.refused(RuleOnDispute(number=1, decision="no"), SUPERVISOR).clauses == ("16.4",)
    at.do(RaiseDispute(player="P", about="the limit"), player("P"))
    assert at.refused(RequestReview(number=1, player="P"), player("P")).clauses == ("16.4",)
    at.do(RuleOnDispute(number=1, decision="no"), SUPERVISOR)
    at.do(RequestReview(number=1, player="P"), player("P"))
    assert at.refused(RequestReview(number=1, player="P"), player("P")).clauses == ("16.4",)


@pytest.mark.clause("16.4")
def test_16_4_a_dispute_says_what_it_is_about(instrument: str) -> None:
    at = open_table(instrument)
    at.play()
    for command in (
        RaiseDispute(player="P", about=""),
        RaiseDispute(player="P", about="my cards", round=2),
    ):
        assert at.refused(command, player("P")).clauses == ("16.4",)
    at.do(RaiseDispute(player="P", about="my cards", round=1), player("P"))


@pytest.mark.clause("16.4")
def test_16_4_only_the_commission_reviews(instrument: str) -> None:
    at = open_table(instrument)
    at.do(RaiseDispute(player="P", about="the limit"), player("P"))
    at.do(RuleOnDispute(number=1, decision="no"), SUPERVISOR)
    at.do(RequestReview(number=1, player="P"), player("P"))
    review = ReviewDispute(number=1, outcome="no")
    for person in (player("P"), SUPERVISOR, OPERATOR):
        assert at.refused(review, person).clauses == ("16.4",)
    at.do(review, INSPECTOR)


# --- 16.5: the duties of staff


@pytest.mark.clause("16.5(a)")
def test_16_5_a_staff_tell_the_rules_and_never_how_to_play(instrument: str) -> None:
    """What may be done is said to keep the rules; what should be done is advice."""
    at = blackjack_and_fifteen(instrument)
    best = Advise(player="Q", about="play", words="stand on 15 against a 6")
    for staff in (DEALER, SUPERVISOR, OPERATOR):
        assert at.refused(best, staff).clauses == ("16.5(a)",)
    at.do(Advise(player="Q", about="rules", words="you may double on two cards"), DEALER)
    told = at.last(Notified)
    assert (told.to, told.detail) == ("Q", "you may double on two cards")


def test_16_5_a_the_table_itself_offers_what_is_legal_and_no_more(instrument: str) -> None:
    """Standing on 20 and hitting it are offered side by side."""
    at = open_table(instrument)
    at.bet("P", 1, 10)
    at.deal("10S 6D JH")
    offered = {type(command).__name__ for command in at.table.legal(player("P"))}
    assert offered >= {"Hit", "Stand", "Double", "Split"}


@pytest.mark.clause("16.5(b)", "5.4")
def test_16_5_b_the_odds_are_not_changed_by_a_shuffle_out_of_turn(instrument: str) -> None:
    at = open_table(instrument)
    at.play()
    assert at.refused(Shuffle(), DEALER).clauses == ("5.4", "16.5(b)")
    at.bet("P", 1, 10)
    at.deal("10S 6D JH")
    at.hit(1)
    at.cutting_card()
    at.deal("AC")
    at.settle("10D 10C")
    at.do(Shuffle(), DEALER)


@pytest.mark.clause("16.5(b)")
def test_16_5_b_the_house_takes_nothing_but_what_the_rules_let_it_win(instrument: str) -> None:
    at = open_table(instrument)
    assert "16.5(b)" in at.refused(TakeCommission(amount=5_00), OPERATOR).clauses


@pytest.mark.clause("16.5", "16.5(a)", "16.5(b)", "16.5(c)")
def test_16_5_what_no_program_sees_is_attested_by_name(instrument: str) -> None:
    at = open_table(instrument)
    duties = {
        "no-advice": "16.5(a)",
        "no-advantage": "16.5(b)",
        "approved-procedures": "16.5(c)",
    }
    for duty, clause in duties.items():
        at.do(Attest(duty=duty, statement="kept all evening"), DEALER)
        said = at.last(Attested)
        assert (said.what, said.by, said.clauses) == (duty, "dan", ("16.5", clause))


@pytest.mark.clause("16.5")
def test_16_5_an_attestation_names_a_duty_and_says_something(instrument: str) -> None:
    at = open_table(instrument)
    for empty in (
        Attest(duty="good-mood", statement="kept all evening"),
        Attest(duty="no-advice", statement=""),
    ):
        assert at.refused(empty, DEALER).clauses == ("16.5",)


@pytest.mark.clause("16.5(c)", "A:Dealer")
def test_16_5_c_staff_answer_for_the_procedures_and_players_do_not(instrument: str) -> None:
    at = open_table(instrument)
    kept = Attest(duty="approved-procedures", statement="kept all evening")
    assert at.refused(kept, player("P")).clauses == ("A:Dealer",)
    for staff in (DEALER, SUPERVISOR, OPERATOR):
        at.do(kept, staff)
        assert at.last(Attested).by == staff.name


# --- 16.6: a seat that is not used


def full_table(instrument: str) -> At:
    """Three seats, and P, Q and R in them."""
    at = open_table(instrument, "", boxes=3)
    for box, name in enumerate("PQR", 1):
        at.arrive(name, box=box)
    return at


def rounds_without_R(at: At, rounds: int) -> None:
    for _ in range(rounds):
        at.play(("P", 1, 10), ("Q", 2, 10))


VACATE = VacateSeat(player="R")


@pytest.mark.clause("16.6")
def test_16_6_three_idle_rounds_at_a_full_table_may_cost_the_seat(instrument: str) -> None:
    at = full_table(instrument)
    rounds_without_R(at, 2)
    assert at.refused(VACATE, SUPERVISOR).clauses == ("16.6",)
    rounds_without_R(at, 1)
    at.do(VACATE, SUPERVISOR)
    assert (at.last(Seated).player, at.last(Seated).box) == ("R", None)
    assert at.last(Exercised).clauses == ("16.6",)


@pytest.mark.clause("16.6")
def test_16_6_it_may_and_need_not(instrument: str) -> None:
    at = full_table(instrument)
    rounds_without_R(at, 5)
    assert at.table.patrons.seats[3] == "R"
    at.do(VACATE, SUPERVISOR)
    assert 3 not in at.table.patrons.seats


@pytest.mark.clause("16.6")
def test_16_6_the_player_loses_the_seat_and_not_the_game(instrument: str) -> None:
    at = full_table(instrument)
    rounds_without_R(at, 3)
    at.do(VACATE, SUPERVISOR)
    at.arrive("S", box=3)
    at.play(("S", 3, 10), ("R", 3, 10))
    assert at.chips("R") == 10_010
    assert at.refused(VACATE, SUPERVISOR).clauses == ("16.6",), "there is no seat to vacate"


@pytest.mark.clause("16.6")
@pytest.mark.parametrize("box", [3, 2])
def test_16_6_the_rounds_are_consecutive(instrument: str, box: int) -> None:
    """A wager on any box at the table breaks the row."""
    at = full_table(instrument)
    rounds_without_R(at, 2)
    at.play(("P", 1, 10), ("R", box, 10))
    rounds_without_R(at, 2)
    assert at.refused(VACATE, SUPERVISOR).clauses == ("16.6",)
    rounds_without_R(at, 1)
    at.do(VACATE, SUPERVISOR)


@pytest.mark.clause("16.6")
def test_16_6_all_the_other_seats_are_in_use_all_that_time(instrument: str) -> None:
    """With a seat free in one of the three rounds, nobody was kept from playing."""
    at = full_table(instrument)
    rounds_without_R(at, 2)
    at.do(GetUp(player="Q"), player("Q"))
    rounds_without_R(at, 1)
    at.do(Sit(player="Q", box=2), player("Q"))
    rounds_without_R(at, 2)
    assert at.refused(VACATE, SUPERVISOR).clauses == ("16.6",)
    rounds_without_R(at, 1)
    at.do(VACATE, SUPERVISOR)


@pytest.mark.clause("16.6")
def test_16_6_not_once_a_wager_is_down_for_the_next_round(instrument: str) -> None:
    at = full_table(instrument)
    rounds_without_R(at, 3)
    at.bet("R", 3, 10)
    assert at.refused(VACATE, SUPERVISOR).clauses == ("16.6",)
    at.bet("R", 3, 0)
    at.do(VACATE, SUPERVISOR)


# --- 16.7 and 16.8: what players may not do to and with each other


@pytest.mark.clause("16.7", "16.2(b)")
@pytest.mark.parametrize("who", ["P", "somebody behind the rope"])
def test_16_7_influence_on_anothers_play_is_a_breach(instrument: str, who: str) -> None:
    """It is said of a person, who need not be a player."""
    at = at_betting(instrument)
    out = Exclude(player=who, reason="told Q how to play")
    assert at.refused(out, SUPERVISOR).clauses == ("16.2",)
    at.do(RecordBreach(person=who, clause="16.7", what="told Q how to play"), DEALER)
    recorded = at.last(Exercised)
    assert recorded.power == "breach recorded: influence on another's play"
    assert recorded.clauses == ("16.2", "16.7")
    at.do(out, SUPERVISOR)
    assert at.refused(Arrive(player=who), player(who)).clauses == ("16.2(b)",)


@pytest.mark.clause("16.7", "4.5(a)")
def test_16_7_the_decision_stays_with_whom_it_belongs_to(instrument: str) -> None:
    at = blackjack_and_fifteen(instrument)
    at.do(RecordBreach(person="P", clause="16.7", what="told Q to hit"), DEALER)
    assert "4.5(a)" in at.refused(Hit(box=2), player("P")).clauses
    at.do(Stand(box=2), player("Q"))


@pytest.mark.clause("16.8", "16.2(a)")
def test_16_8_a_bet_between_players_is_a_breach(instrument: str) -> None:
    at = blackjack_and_fifteen(instrument)
    wager = VoidWager(player="Q", box=2, reason="bet 50 with P on the dealer's next card")
    assert at.refused(wager, SUPERVISOR).clauses == ("16.2",)
    at.do(RecordBreach(person="Q", clause="16.8", what="bet 50 with P"), DEALER)
    recorded = at.last(Exercised)
    assert recorded.power == "breach recorded: a bet between players"
    assert recorded.clauses == ("16.2", "16.8")
    at.do(wager, SUPERVISOR)
    assert at.chips("Q") == 10_000


# --- 16.9: a copy of the rules


@pytest.mark.clause("16.9")
def test_16_9_whoever_asks_gets_a_copy_of_these_rules(instrument: str) -> None:
    at = open_table(instrument)
    at.do(AskForRules(player="Q"), player("Q"))
    given = at.last(Notified)
    assert (given.to, given.detail) == ("Q", load(instrument).number)


@pytest.mark.clause("16.9")
def test_16_9_at_any_time(instrument: str) -> None:
    at = At(instrument)
    at.do(AskForRules(player="P"), player("P"))
    at.open()
    at.arrive("P")
    at.do(AskForRules(player="P"), player("P"))
    at.do(AnnounceClosure(rounds=0), SUPERVISOR)
    at.do(CloseTable(), SUPERVISOR)
    at.do(AskForRules(player="P"), player("P"))
    assert [told.about for told in at.facts_of(Notified)].count("copy of the rules") == 3
