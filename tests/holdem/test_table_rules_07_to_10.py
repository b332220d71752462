"""Rules 7 to 10 at a live table: the deal, betting, silence, conceding, taking and paying."""

from __future__ import annotations

import pytest
from tests.holdem.cases import KING_HIGH
from tests.holdem.table_support import ACES, HoldemAt, open_table, two_dealt
from tests.table_support import DEALER, INSPECTOR, SUPERVISOR, player

from croupier.cards import Card, parse_cards
from croupier.games.holdem.acts.conduct import Say
from croupier.games.holdem.acts.decisions import GiveMoreTime
from croupier.games.holdem.asks_and_answers import (
    Concede,
    Fold,
    LookAtCards,
    NoAnswer,
    PlayWager,
    TakeAndPay,
)
from croupier.games.holdem.facts import Announced, DealtFaceDown, Declared, Discarded, TurnedUp
from croupier.games.holdem.game import Holdem
from croupier.games.holdem.sign import sign
from croupier.rulebook.options import OptionError
from croupier.table.acts.dealing import Collect, Deal, DealRun
from croupier.table.acts.patrons import ComeBack, Leave, StepAway
from croupier.table.acts.voiding import Exclude
from croupier.table.facts import Notified, Outcome, Present, Settled
from croupier.table.table import Phase

P, Q = player("P"), player("Q")
SECOND = 1000


# --- rule 7


@pytest.mark.clause("uth:7.3", "uth:7.3(c)", "uth:7.3(d)", "uth:7.3(e)", "uth:7.3(f)", "uth:7.1")
def test_7_3_from_a_shoe_one_card_goes_round_and_then_another() -> None:
    at = open_table()
    at.bet("P", 1, 10)
    at.bet("Q", 4, 10)
    assert at.no_more_bets()[0].clauses == ("7.1",)
    places = due_places(at, 11)
    assert places == [(0, 2)] * 5 + [(1, 1), (4, 1), (0, 1)] * 2


@pytest.mark.clause("uth:7.2", "uth:7.2(a)", "uth:7.2(c)", "uth:7.2(d)", "uth:2.2(a)")
def test_7_2_from_the_machine_two_cards_at_a_time_and_the_dealer_last() -> None:
    at = open_table(device="shuffler")
    at.bet("P", 1, 10)
    at.bet("Q", 4, 10)
    at.no_more_bets()
    places = due_places(at, 11)
    assert places == [(0, 2)] * 5 + [(1, 1)] * 2 + [(4, 1)] * 2 + [(0, 1)] * 2


def due_places(at: HoldemAt, cards: int) -> list[tuple[int, int] | None]:
    places = []
    for rank in "23456789TJQ"[:cards]:
        places.append(at.round.card_due_to)
        at.do(Deal(card=Card(f"{rank}S")), DEALER)
    assert at.round.card_due_to is None
    return places


@pytest.mark.clause("uth:7.3(a)", "uth:7.3(b)")
def test_7_3_cards_are_dealt_face_down_and_have_no_name_in_any_fact() -> None:
    at = two_dealt()
    dealt = at.facts_of(DealtFaceDown)
    assert [fact.to for fact in dealt[:5]] == ["communal"] * 5
    assert len(dealt) == 11
    assert at.facts_of(TurnedUp) == []


# --- 8.1: looking at the cards


@pytest.mark.clause("uth:8.1")
def test_8_1_players_look_at_their_cards_when_all_are_dealt() -> None:
    at = open_table("P Q")
    at.bet("P", 1, 10)
    at.bet("Q", 2, 10)
    at.deal(KING_HIGH, "KC QD", ["AH AD", "TH TD"], only=10)
    assert "8.1" in at.refused(LookAtCards(box=1), P).clauses
    at.deal_in_order("QD")
    assert at.seen_by(P).boxes[0].cards == (None, None)
    assert at.refused(LookAtCards(box=1), Q).clauses == ("15.8",)
    assert "8.1" in at.refused(LookAtCards(box=3), P).clauses
    at.do(LookAtCards(box=1), P)
    assert at.seen_by(P).boxes[0].cards == ("AH", "AD")
    assert at.seen_by(Q).boxes[0].cards == (None, None)
    assert "8.1" in at.refused(LookAtCards(box=1), P).clauses


@pytest.mark.clause("uth:8.6")
def test_8_6_cards_that_were_passed_in_are_not_looked_at() -> None:
    at = two_dealt("1 fold")
    assert at.refused(LookAtCards(box=1), P).clauses == ("8.6",)
    assert at.not_said("1 check").clauses == ("8.6",)


# --- 8.1 to 8.5: who answers, and with what


@pytest.mark.clause("uth:15.8", "uth:8.1(b)")
def test_each_player_decides_about_the_own_hand_alone() -> None:
    at = two_dealt()
    for answer in ("2 check", "2 fold", "2 play 40"):
        assert at.not_said(answer, P).clauses == ("15.8",)
    at.say("1 check")  # the dealer records what was said
    at.do(PlayWager(box=2, amount=40_00), Q)
    assert at.chips("Q") == 9_940


@pytest.mark.clause("uth:4.1", "uth:8.1(c)(ii)", "uth:8.3(c)(ii)")
def test_there_is_no_playing_for_less() -> None:
    at = two_dealt(chips=55)  # 30 are left to P and 35 to Q
    assert at.not_said("1 play 40").clauses == ("4.1",)
    assert at.not_said("1 play 25").clauses == ("8.1(c)(ii)",)
    own = at.seen_by(P).due
    assert own is not None
    assert [(c.action, c.amount) for c in own.choices] == [
        ("fold", None), ("check", None), ("play", 30_00),
    ]  # fmt: skip
    assert PlayWager(box=1, amount=40_00) not in at.table.legal(P)
    assert PlayWager(box=1, amount=30_00) in at.table.legal(P)
    at.say("1 check; 2 check")
    assert at.not_said("1 play 30").clauses == ("8.3(c)(ii)",)
    at.say("1 play 20; 2 play 20")


@pytest.mark.clause("uth:8.2", "uth:8.4", "uth:8.8", "uth:8.8(a)", "uth:8.8(b)")
def test_8_2_to_8_8_cards_are_turned_up_when_everybody_has_answered() -> None:
    at = two_dealt("1 check")
    assert at.seen_by(None).communal == (None,) * 5
    at.say("2 check")
    assert at.seen_by(None).communal == ("KS", "7H", "5C", None, None)
    at.say("1 play 20; 2 check")
    assert at.seen_by(None).communal == ("KS", "7H", "5C", "3D", "2S")
    assert at.seen_by(SUPERVISOR).dealer == (None, None)
    at.say("2 play 10")
    assert at.seen_by(None).dealer == ("KC", "QD")
    assert [fact.words for fact in at.facts_of(Announced)] == ["dealer's hand"]


@pytest.mark.parametrize("order", ["clockwise", "free"])
def test_players_are_asked_in_their_order_and_may_answer_in_any(order: str) -> None:
    at = two_dealt(action_order=order)
    due = at.seen_by(None).due
    assert due is not None
    assert due.asked == ((1,) if order == "clockwise" else (1, 2))
    at.say("2 check; 1 check")


# --- 13.8[2]: no answer


@pytest.mark.clause("uth:13.8[2]")
def test_13_8_2_without_a_clock_the_dealer_judges_what_is_reasonable() -> None:
    at = two_dealt()
    assert at.refused(NoAnswer(box=1), P).clauses == ("A:Dealer",)
    at.do(NoAnswer(box=1), DEALER)
    at.do(NoAnswer(box=2), DEALER)
    assert at.settle() == {"P": -25, "Q": -20}


@pytest.mark.clause("uth:13.8[2]")
def test_13_8_2_with_a_clock_a_player_who_is_there_has_that_time() -> None:
    at = two_dealt(decision_timer=30)
    at.now += 29 * SECOND
    assert at.refused(NoAnswer(box=1), DEALER).reason == "P may answer for another 1 s"
    assert at.refused(NoAnswer(box=2), DEALER).reason == "Q has not been asked yet"
    at.now += SECOND
    at.do(NoAnswer(box=1), DEALER)
    assert at.refused(NoAnswer(box=2), DEALER).clauses == ("13.8[2]",)
    at.now += 10 * SECOND
    at.say("2 check")  # and a new betting round is a new time
    at.now += 29 * SECOND
    assert at.refused(NoAnswer(box=2), DEALER).clauses == ("13.8[2]",)
    at.now += SECOND
    at.do(NoAnswer(box=2), DEALER)
    assert at.table.phase is Phase.SETTLED


@pytest.mark.clause("uth:13.8[2]")
def test_13_8_2_a_supervisor_may_give_more_time() -> None:
    at = two_dealt(decision_timer=30)
    more = GiveMoreTime(box=1, seconds=15)
    assert at.refused(more, DEALER).clauses == ("A:Casino Supervisor",)
    assert at.refused(GiveMoreTime(box=1, seconds=0), SUPERVISOR).clauses == ("13.8[2]",)
    assert at.refused(GiveMoreTime(box=2, seconds=9), SUPERVISOR).clauses == ("13.8[2]",)
    at.do(more, SUPERVISOR)
    assert (at.last(Notified).to, at.last(Notified).detail) == ("P", "15 seconds")
    at.now += 44 * SECOND
    assert at.refused(NoAnswer(box=1), DEALER).clauses == ("13.8[2]",)
    at.now += SECOND
    at.do(NoAnswer(box=1), DEALER)
    assert two_dealt().refused(more, SUPERVISOR).reason == "no clock runs for box 1"


@pytest.mark.clause("uth:13.8[2]")
def test_13_8_2_a_second_is_the_least_that_a_player_has_to_answer() -> None:
    with pytest.raises(OptionError, match="decision_timer"):
        two_dealt(decision_timer=0)
    at = two_dealt(decision_timer=1)
    assert at.refused(NoAnswer(box=1), DEALER).clauses == ("13.8[2]",)
    at.now += SECOND
    at.do(NoAnswer(box=1), DEALER)


@pytest.mark.clause("uth:13.8[2]")
def test_13_8_2_who_refuses_or_is_away_is_not_waited_for() -> None:
    at = two_dealt(decision_timer=600)
    at.do(NoAnswer(box=1, refuses=True), DEALER)
    at.do(StepAway(player="Q"), Q)
    assert at.last(Present).clauses == ("13.8[2]",)
    at.do(NoAnswer(box=2), DEALER)
    assert at.settle() == {"P": -25, "Q": -20}


def test_who_comes_back_before_the_dealer_asks_answers() -> None:
    at = two_dealt(decision_timer=600)
    at.do(StepAway(player="P"), P)
    at.do(ComeBack(player="P"), P)
    assert at.refused(NoAnswer(box=1), DEALER).clauses == ("13.8[2]",)


def test_the_time_to_answer_stands_on_the_sign() -> None:
    at = open_table(decision_timer=45, blind_payout_cap=25_000_00)
    assert at.table.game.terms == {
        "maximum payout": "25,000 for each blind", "time to answer": "45 seconds",
    }  # fmt: skip
    shared = open_table(blind_payout_cap=600_00, blind_cap_scope="table_pro_rata")
    assert shared.table.game.terms["maximum payout"].endswith("all blinds of a round together")


# --- 8.7 and 12.2: silence


@pytest.mark.clause("uth:8.7", "uth:12.2", "uth:12.2(b)")
def test_8_7_nobody_speaks_while_hands_are_in_play() -> None:
    at = open_table("P Q")
    words = Say(player="P", words="I have aces")
    at.do(words, P)  # before the round: nothing is known that could be told
    assert (at.last(Notified).to, at.last(Notified).detail) == ("players", "I have aces")
    at.bet("P", 1, 10)
    at.bet("Q", 2, 10)
    at.no_more_bets()
    at.do(words, P)  # nor is any card dealt yet
    at.deal(KING_HIGH, "KC QD", ["AH AD", "TH TD"], only=6)
    assert at.refused(words, P).clauses == ("12.2", "12.2(b)")
    at.deal_in_order("TH KC AD TD QD")
    for answers in ("1 check", "2 check; 1 check; 2 check"):
        assert at.refused(words, P).clauses == ("8.7",)
        at.say(answers)
    at.say("1 play 10; 2 play 10")
    assert at.refused(words, P).clauses == ("12.2", "12.2(b)")
    at.take_and_pay()
    at.do(words, P)
    assert at.refused(Say(player="P", words=""), P).clauses == ("8.7",)


# --- rule 9


@pytest.mark.clause("uth:9.1")
def test_9_1_a_player_may_concede_until_the_dealer_takes_and_pays() -> None:
    at = two_dealt("1 play 40; 2 play 40")
    assert Concede(box=1) in at.table.legal(P)
    assert at.not_said("1 concede", Q).clauses == ("15.8",)
    at.do(Concede(box=2), Q)
    assert at.last(Announced).words == "conceding hand"
    assert at.refused(Collect(), DEALER).clauses == ("A:Round of Play",)
    at.do(TakeAndPay(), DEALER)
    assert at.settle() == {"P": 45, "Q": -60}  # trips of one pair is lost
    assert at.seen_by is not None
    assert [fact.whose for fact in at.facts_of(Declared)] == ["dealer", 1]


@pytest.mark.clause("uth:9.1")
def test_9_1_a_house_need_not_remind_anybody() -> None:
    at = two_dealt("1 play 40; 2 play 40", offer_concession=False)
    assert Concede(box=1) not in list(at.table.legal(P))
    at.do(Concede(box=1), P)


@pytest.mark.clause("uth:9.3", "uth:9.3(a)", "uth:9.3(c)", "uth:9.3(d)")
def test_9_3_hands_are_settled_from_the_dealers_right_one_by_one() -> None:
    at = two_dealt("1 play 40; 2 play 40")
    at.do(TakeAndPay(), DEALER)
    assert [fact.box for fact in at.facts_of(Discarded)] == [2]
    assert at.seen_by(None).boxes[0].cards == (None, None)
    assert at.refused(TakeAndPay(), P).clauses == ("A:Dealer",)
    at.do(TakeAndPay(), DEALER)
    assert [fact.box for fact in at.facts_of(Discarded)] == [2, 1]
    assert at.table.phase is Phase.SETTLED


@pytest.mark.clause("uth:A:Round of Play", "uth:4.6")
def test_nobody_leaves_with_a_wager_in_the_round() -> None:
    at = two_dealt("1 play 40; 2 play 40")
    assert at.refused(Leave(player="P"), P).clauses == ("4.6",)
    at.settle()
    at.do(Leave(player="P"), P)
    assert "A:Round of Play" in at.refused(Fold(box=1), DEALER).clauses


@pytest.mark.clause("uth:10.1:T1:**")
def test_10_1_the_maximum_payout_stands_on_a_notice_and_bounds_the_blind() -> None:
    at = open_table(blind_payout_cap=25_000_00)
    notice = at.facts_of(Notified)[0]
    assert (notice.about, notice.detail) == ("maximum payout", "25,000")
    assert notice.clauses == ("10.1:T1:**",)
    at.bet("P", 1, 100, trips=10)
    at.deal("QH JH TH 2C 7D", "QC QD", ["AH KH"])
    at.say("1 play 400")
    assert at.settle() == {"P": 26_000}


def test_without_a_cap_there_is_no_notice_of_one() -> None:
    assert open_table().facts_of(Notified) == []


@pytest.mark.clause("uth:9.2", "uth:A:Qualify")
def test_a_round_at_the_table_keeps_the_books_level() -> None:
    at = open_table("P Q")
    at.bet("P", 1, 10)
    at.bet("Q", 2, 10)
    at.deal("9S 7H 5C 3D 2S", "QC JD", ["AH KD", "TC 8D"])
    at.say("1 play 40; 2 play 40; 2 concede")
    assert at.settle() == {"P": 40, "Q": -60}
    assert at.table.chips.balances
    refunds = [f for f in at.facts_of(Settled) if f.outcome is Outcome.PUSH and f.wager == "ante"]
    assert [fact.player for fact in refunds] == ["P"]


def test_the_inspector_and_the_public_see_no_more_than_the_players() -> None:
    at = two_dealt("1 check; 2 check")
    assert at.seen_by(INSPECTOR) == at.seen_by(None) == at.seen_by(DEALER)
    assert at.seen_by(None).boxes[0].cards == (None, None)


def test_everybody_folding_ends_the_round_and_run_out_turns_the_rest_up() -> None:
    at = two_dealt("1 fold; 2 fold")
    assert at.seen_by(None).communal == (None,) * 5
    shown = two_dealt("1 fold; 2 fold", run_out_when_all_fold=True)
    assert shown.seen_by(None).communal == ("KS", "7H", "5C", "3D", "2S")
    assert shown.settle() == at.settle() == {"P": -25, "Q": -20}


def test_aces_win_at_the_table() -> None:
    at = open_table("P")
    at.bet("P", 1, 10)
    at.deal(KING_HIGH, *ACES)
    at.say("1 play 40")
    assert at.settle() == {"P": 50}


@pytest.mark.parametrize(
    ("device", "out"),
    [
        pytest.param("shuffler", 5, marks=pytest.mark.clause("uth:7.2(c)")),
        pytest.param("shoe", 5, marks=pytest.mark.clause("uth:7.3(c)")),
        pytest.param("shoe", 6, marks=pytest.mark.clause("uth:7.3(c)", "uth:7.3(e)")),
    ],
)
def test_7_2_7_3_who_is_excluded_during_the_deal_gets_no_further_card(
    device: str, out: int
) -> None:
    at = open_table("P Q", device=device)
    at.bet("P", 1, 10)
    at.bet("Q", 2, 10)
    at.deal(KING_HIGH, "KC QD", ["AH AD", "TH TD"], only=out)
    at.breach("P", "15.1")
    at.do(Exclude(player="P", reason="a device"), SUPERVISOR)
    left = parse_cards("TH KC TD QD" if device == "shoe" else "TH TD KC QD")
    one_more = DealRun(cards=(*left, Card("4C")))
    assert at.refused(one_more, DEALER).clauses == ("13.1",)
    at.do(DealRun(cards=tuple(left)), DEALER)
    assert [len(box.cards) for box in at.round.round.boxes] == [out - 5, 2]
    assert at.round.miscounted == []
    at.say("2 play 40")
    assert at.settle() == {"P": 0, "Q": -60}


@pytest.mark.clause("uth:10.1:T1:**")
@pytest.mark.parametrize(
    ("scope", "says"),
    [
        ("hand", "A blind pays $600 at most"),
        ("table_pro_rata", "All blinds of a round together pay $600 at most"),
    ],
)
def test_10_1_the_sign_says_what_the_maximum_payout_is_for(scope: str, says: str) -> None:
    at = open_table(blind_payout_cap=600_00, blind_cap_scope=scope)
    assert isinstance(at.table.game, Holdem)
    *_, last = sign(at.table.game, at.table.sign.of)
    assert (last.value, last.clauses) == (says, ("10.1:T1:**",))


@pytest.mark.clause("uth:13.8[2]")
@pytest.mark.parametrize("words", ["1 check", "1 play 40", "1 fold"])
def test_13_8_2_nobody_decides_for_a_player_who_is_not_there(words: str) -> None:
    at = two_dealt()
    at.do(StepAway(player="P"), P)
    assert at.not_said(words).clauses == ("13.8[2]",)
    assert at.not_said(words, P).clauses == ("13.8[2]",)  # nor does the player before being back
    assert at.refused(LookAtCards(box=1), DEALER).clauses == ("13.8[2]",)
    at.do(NoAnswer(box=1), DEALER)
    at.say("2 fold")
    assert at.settle() == {"P": -25, "Q": -20}


@pytest.mark.clause("uth:13.8[2]")
def test_13_8_2_nor_gives_up_a_hand_that_is_in_play() -> None:
    at = two_dealt("1 play 40; 2 fold")
    at.do(StepAway(player="P"), P)
    assert at.refused(Concede(box=1), DEALER).clauses == ("13.8[2]",)
    assert at.settle() == {"P": 45, "Q": -20}


@pytest.mark.clause("uth:13.8[2]")
def test_13_8_2_nobody_has_failed_to_answer_who_was_not_asked() -> None:
    at = two_dealt()
    at.do(StepAway(player="Q"), Q)
    early = NoAnswer(box=2)
    assert at.refused(early, DEALER).clauses == ("13.8[2]",)
    assert at.allowed(NoAnswer(box=2, refuses=True), DEALER)  # a word may come out of turn
    at.say("1 check")
    at.do(early, DEALER)
    assert two_dealt(action_order="free").allowed(early, DEALER)  # there all are asked at once
