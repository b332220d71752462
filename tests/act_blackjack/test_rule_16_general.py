"""Rule 16: disputes, the duties of staff, unused seats, and what players may not do."""

from __future__ import annotations

import pytest
from tests.act_blackjack.table_support import at_betting, blackjack_and_fifteen
from tests.table_support import DEALER, INSPECTOR, OPERATOR, SUPERVISOR, At, open_table, player

from croupier.games.blackjack.asks_and_answers import Hit, Stand
from croupier.rulebook.instruments import load
from croupier.table.acts.betting import NoMoreBets
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
from croupier.table.acts.dispute_rulings import CarryOutRuling
from croupier.table.acts.misplaced_cards import VoidEarlierRound
from croupier.table.acts.patrons import Arrive, GetUp, Sit, VacateSeat
from croupier.table.acts.shuffling import Shuffle
from croupier.table.acts.tournament import TakeCommission
from croupier.table.acts.voiding import Exclude, VoidRound, VoidWager
from croupier.table.facts import Attested, Disputed, Exercised, Notified, Seated
from croupier.table.views import FloorView

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


def binding(at: At) -> list[str]:
    """What the staff see that was decided, dispute by dispute."""
    view = at.table.view(SUPERVISOR)
    assert isinstance(view, FloorView)
    return [dispute.binds for dispute in view.disputes]


@pytest.mark.clause("16.4")
def test_16_4_a_round_that_was_decided_to_stand_is_not_undone(instrument: str) -> None:
    at = open_table(instrument)
    at.play()
    at.do(RaiseDispute(player="P", about="a card was misplaced", round=1), player("P"))
    at.do(RuleOnDispute(number=1, decision="it was not", stands=True), SUPERVISOR)
    assert at.last(Disputed).text == "it was not (what happened stands)"
    assert binding(at) == ["what happened stands"]
    at.play()
    undo = VoidEarlierRound(round=1, reason="a card was misplaced")
    assert at.refused(undo, SUPERVISOR).clauses == ("16.4",)
    fraud = VoidRound(ground="fraud", reason="a marked card", round=1)
    assert at.refused(fraud, SUPERVISOR).clauses == ("16.4",)
    at.do(RequestReview(number=1, player="P"), player("P"))
    at.do(ReviewDispute(number=1, outcome="it was", stands=False), INSPECTOR)
    at.do(undo, SUPERVISOR)  # the Commission had the last word


@pytest.mark.clause("16.4")
def test_16_4_what_is_to_be_put_right_is_done_before_the_next_round(instrument: str) -> None:
    at = open_table(instrument)
    at.play()
    at.do(RaiseDispute(player="P", about="I had a Blackjack", round=1), player("P"))
    at.do(RuleOnDispute(number=1, decision="paid at 3 to 2", stands=False), SUPERVISOR)
    at.bet("P", 1, 10)
    assert at.refused(NoMoreBets(), DEALER).clauses == ("16.4",)
    done = CarryOutRuling(number=1, how="5 more paid from the float")
    assert at.refused(CarryOutRuling(number=2, how="x"), SUPERVISOR).clauses == ("16.4",)
    at.do(done, SUPERVISOR)
    assert (at.last(Disputed).stage, at.last(Disputed).clauses) == ("carried out", ("16.4",))
    assert binding(at) == ["it has been put right"]
    assert at.refused(done, SUPERVISOR).clauses == ("16.4",)
    at.no_more_bets()


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


@pytest.mark.clause("16.6", "16.3", "A:Void")
@pytest.mark.parametrize("ground", ["impractical", "fraud"])
def test_16_6_a_void_round_was_never_let_pass(instrument: str, ground: str) -> None:
    at = full_table(instrument)
    rounds_without_R(at, 2)
    if ground == "impractical":
        at.bet("P", 1, 10)
        at.deal("9C")
        at.do(VoidRound(ground=ground, reason="the lights went out"), SUPERVISOR)
    else:
        rounds_without_R(at, 1)
        at.do(VoidRound(ground=ground, reason="a marked card", round=3), SUPERVISOR)
    assert at.refused(VACATE, SUPERVISOR).clauses == ("16.6",)
    rounds_without_R(at, 1)
    at.do(VACATE, SUPERVISOR)


@pytest.mark.clause("16.6", "14.5", "A:Void")
def test_16_6_nor_was_one_that_is_void_after_others_have_followed(instrument: str) -> None:
    at = full_table(instrument)
    rounds_without_R(at, 3)
    at.do(VoidEarlierRound(round=2, reason="a card on the wrong hand"), SUPERVISOR)
    assert at.refused(VACATE, SUPERVISOR).clauses == ("16.6",)
    rounds_without_R(at, 1)
    at.do(VACATE, SUPERVISOR)


@pytest.mark.clause("16.6", "A:Void")
def test_16_6_nor_does_a_wager_in_a_void_round_break_the_row(instrument: str) -> None:
    at = full_table(instrument)
    rounds_without_R(at, 2)
    at.bet("R", 3, 10)
    at.deal("9C")
    at.do(VoidRound(ground="impractical", reason="the lights went out"), SUPERVISOR)
    rounds_without_R(at, 1)
    at.do(VACATE, SUPERVISOR)


@pytest.mark.clause("16.6")
def test_16_6_not_when_another_seat_has_fallen_free_since(instrument: str) -> None:
    at = full_table(instrument)
    rounds_without_R(at, 3)
    at.do(GetUp(player="Q"), player("Q"))
    assert at.refused(VACATE, SUPERVISOR).clauses == ("16.6",)
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
