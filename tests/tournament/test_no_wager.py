"""Players who make no wager for a round, because they are away or let their turn pass."""

from __future__ import annotations

from typing import Any

import pytest
from tests.tournament.at_tables import MAINS, NOW, SUPERVISOR, AtTable, bet, three
from tests.tournament.support import (
    ACT_2006,
    ACT_2018,
    BACCARAT,
    CHALLENGE,
    DEALER,
    HOLDEM,
    INSTRUMENTS,
    Held,
    lacking,
    player,
    playing,
)

from croupier.cards import Card
from croupier.casino.floor.timers import wagers_awaited
from croupier.casino.house.commands import Pace
from croupier.games.blackjack.asks_and_answers import Hit, Stand
from croupier.games.challenge.acts.overlooked_wagers import OverlookWager
from croupier.games.challenge.acts.void_rounds import VoidMisdeal
from croupier.rulebook.instruments import load
from croupier.table.acts.betting import NoMoreBets
from croupier.table.acts.dealing import Deal
from croupier.table.acts.hidden_wagers import MakeWagersGood, WriteWager
from croupier.table.acts.misplaced_cards import Reconstruct
from croupier.table.acts.patrons import ComeBack, StepAway
from croupier.table.acts.tournament import (
    AllocatePosition,
    CollectTournamentChips,
    IssueTournamentChips,
)
from croupier.table.acts.turns import (
    NOT_DEALT,
    AskWager,
    DeductMinimum,
    EverybodyPasses,
    PlayPassCard,
    RuleOut,
    TimeIsUp,
)
from croupier.table.acts.voiding import VoidRound
from croupier.table.facts import Exercised, MarkerPlaced, OutAtTable, Reversed, Settled
from croupier.table.table import Phase
from croupier.table.tournament_play import players_in
from croupier.table_replay import replay
from croupier.tournament import law_of
from croupier.tournament.acts.buy_backs import BuyBack
from croupier.tournament.acts.conduct import Breach, ReportBreach
from croupier.tournament.acts.sessions import RecordRound
from croupier.tournament.facts import Disqualified, Eliminated
from croupier.tournament.round_report import report_of
from croupier.tournament.state import Ground, Status

ACT = (ACT_2006, ACT_2018, BACCARAT, HOLDEM)


def away(at: AtTable, *names: str) -> None:
    for name in names:
        at.do(StepAway(player=name), player(name))


def ask_all(at: AtTable, *bettors: str) -> None:
    """Everybody is asked where there is an order; these wager the minimum, the others nothing."""
    ordered = at.table.check(AskWager(), DEALER, NOW) is None
    if not ordered:
        for name in bettors:
            bet(at, name, 25)
        return
    while at.table.check(AskWager(), DEALER, NOW) is None:
        name = at.ask()
        if name in bettors:
            bet(at, name, 25)


def play(at: AtTable, cards: str, *stands: int, then: str = "") -> None:
    at.close()
    at.deal(cards)
    for box in stands:
        at.do(Stand(box=box), DEALER)
    at.deal(then)


# --- a round does not begin over somebody's head


@pytest.mark.clause("06:20.14", "18:19.14", "bac:15.14", "uth:16.15", "nsw:19.6.4")
@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_who_steps_away_owes_a_wager_like_everybody_else(instrument: str) -> None:
    at = three(instrument)
    away(at, "C")
    ask_all(at, "A", "B")
    at.shuffle()
    refusal = at.refused(NoMoreBets(), DEALER)
    assert refusal.clauses == law_of(instrument).must_wager
    assert "C must wager" in refusal.reason
    at.do(RuleOut(player="C"))
    at.do(NoMoreBets(), DEALER)


@pytest.mark.clause("06:20.14", "18:19.14", "bac:15.14", "uth:16.15")
@pytest.mark.parametrize("instrument", ACT)
def test_20_14_who_makes_no_wager_is_out_with_all_their_chips(instrument: str) -> None:
    at = three(instrument)
    away(at, "C")
    assert at.refused(DeductMinimum(player="C")).clauses == law_of(instrument).must_wager
    at.do(RuleOut(player="C"))
    (out,) = at.facts(OutAtTable)
    assert (out.player, out.residual, out.no_wager) == ("C", 1000_00, True)
    assert out.clauses == law_of(instrument).must_wager
    at.do(ComeBack(player="C"), player("C"))
    kind = MAINS.get(instrument, "main")
    assert at.no_bet("C", 25, kind).clauses == law_of(instrument).cannot_wager
    assert "does not play" in at.refused(RuleOut(player="C")).reason
    ask_all(at, "A", "B")
    at.close()


@pytest.mark.clause("06:20.14", "18:19.14", "bac:15.14", "uth:16.15")
@pytest.mark.parametrize("instrument", ACT)
def test_20_14_or_the_minimum_is_taken_from_them_where_the_conditions_say_so(
    instrument: str,
) -> None:
    at = three(instrument, options={"sitting_out": "minimum"})
    away(at, "C")
    (lost,) = at.do(DeductMinimum(player="C"))
    least = 50 if instrument == HOLDEM else 25  # an ante and its blind
    assert isinstance(lost, Settled)
    assert (lost.net, lost.clauses) == (-least * 100, law_of(instrument).must_wager)
    assert "for this round" in at.refused(DeductMinimum(player="C")).reason
    ask_all(at, "A", "B")
    at.close()
    assert at.chips()["C"] == 1000 - least
    assert at.table.chips.balances
    assert replay(at.table.record.lines).same


@pytest.mark.clause("06:20.15", "06:20.16", "bac:15.15", "bac:15.16", "uth:16.17")
@pytest.mark.parametrize("instrument", [ACT_2006, BACCARAT, HOLDEM])
def test_20_16_who_says_nothing_in_their_turn_does_not_stop_the_round(instrument: str) -> None:
    at = three(instrument, order=True)
    kind = MAINS.get(instrument, "main")
    assert at.ask() == "A"
    assert "can still wager" in at.refused(RuleOut(player="A")).reason
    assert at.ask() == "B"  # and the turn of A is over
    assert "the turn is over" in at.no_bet("A", 25, kind).reason
    bet(at, "B", 25)
    assert at.ask() == "C"
    assert "everybody has been asked" in at.refused(AskWager(), DEALER).reason
    bet(at, "C", 25)
    at.shuffle()
    assert "A must wager" in at.refused(NoMoreBets(), DEALER).reason
    at.do(RuleOut(player="A"))
    at.do(NoMoreBets(), DEALER)


@pytest.mark.clause("06:20.16")
def test_20_16_the_last_one_asked_can_wager_until_betting_closes() -> None:
    at = three(ACT_2006)
    ask_all(at, "A", "B")
    assert at.refused(NoMoreBets(), DEALER)
    at.do(RuleOut(player="C"))  # who was asked, as everybody was
    at.close()
    other = three(ACT_2006)
    ask_all(other, "A", "B")
    bet(other, "C", 25)
    assert "has wagered" in other.refused(RuleOut(player="C")).reason


def test_tables_of_earlier_versions_are_played_on_without_those_who_are_away() -> None:
    for instrument in INSTRUMENTS:
        (option,) = [o for o in load(instrument).options if o.name == "sitting_out"]
        assert (option.since, option.before) == ("0.2.0", "passed_over")
        at = three(instrument, options={"sitting_out": "passed_over"})
        away(at, "C")
        ask_all(at, "A", "B")
        at.close()


@pytest.mark.clause("06:20.14", "18:19.14", "bac:15.14", "uth:16.15", "nsw:19.6.4")
@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_20_14_no_conditions_let_players_sit_out(instrument: str) -> None:
    refusal = lacking(instrument, options={"sitting_out": "passed_over"})
    assert set(law_of(instrument).must_wager) <= set(refusal.clauses)


# --- absence in Challenge


@pytest.mark.clause("nsw:19.5.6.1")
def test_19_5_6_1_nothing_is_deducted_on_top_of_a_wager_a_pass_card_a_form_or_a_hand() -> None:
    at = three(CHALLENGE, pass_cards=1, undisclosed=1)
    at.bet("A", 25)
    at.do(PlayPassCard(player="B"), player("B"))
    at.do(WriteWager(player="C", amount=50_00, type="main"), player("C"))
    away(at, "A", "B", "C")
    for name in ("A", "B", "C"):
        assert at.refused(DeductMinimum(player=name)).clauses == ("19.5.6", "19.5.6.1")
    at = three(CHALLENGE)
    for name in ("A", "B", "C"):
        at.bet(name, 25)
    at.close()
    at.deal("10S")
    away(at, "C")
    assert at.refused(DeductMinimum(player="C")).clauses == ("19.5.6", "19.5.6.1")
    assert at.chips()["C"] == 975


@pytest.mark.clause("nsw:19.5.6.1")
def test_19_5_6_1_for_a_round_that_is_void_nothing_stays_deducted() -> None:
    at = three(CHALLENGE)
    away(at, "C")
    at.do(DeductMinimum(player="C"))
    at.bet("A", 25)
    at.bet("B", 25)
    at.close()
    at.deal("10S 10H 6C")
    at.do(VoidMisdeal(error="a card too many", why_not_rebuilt="nobody saw it"), SUPERVISOR)
    assert at.chips() == {"A": 1000, "B": 1000, "C": 1000}
    (back,) = at.facts(Reversed)
    assert (back.player, back.net, back.clauses) == ("C", -25_00, ("19.5.6", "19.5.6.1"))
    for _ in range(3):  # and three rounds are still three
        at.do(DeductMinimum(player="C"))
        at.bet("A", 25)
        at.bet("B", 25)
        play(at, "10S 10H 6C 9S 9H", 1, 2, then="KC KD")
        at.collect()
    assert at.chips()["C"] == 925
    assert "3 rounds" in at.refused(DeductMinimum(player="C")).reason
    assert replay(at.table.record.lines).same


@pytest.mark.clause("nsw:19.5.6", "nsw:19.5.6.1")
def test_19_5_6_1_it_is_deducted_from_who_never_took_the_seat() -> None:
    at = AtTable(CHALLENGE, {1: ("A", 1000), 2: ("B", 1000)})
    at.do(AllocatePosition(player="C", box=4))
    at.do(IssueTournamentChips(player="C", amount=1000_00))
    at.bet("A", 25)
    at.bet("B", 25)
    at.shuffle()
    assert "C must wager" in at.refused(NoMoreBets(), DEALER).reason
    at.do(DeductMinimum(player="C"))
    play(at, "10S 10H 6C 9S 9H", 1, 2, then="KC KD")
    assert at.chips()["C"] == 975


@pytest.mark.clause("nsw:19.6.4", "nsw:19.5.6", "nsw:19.5.6.2")
def test_19_6_4_after_three_rounds_of_absence_only_disqualification_is_left() -> None:
    at = three(CHALLENGE)
    away(at, "C")
    for _ in range(3):
        at.do(DeductMinimum(player="C"))
        at.bet("A", 25)
        at.bet("B", 25)
        play(at, "10S 10H 6C 9S 9H", 1, 2, then="KC KD")
        at.collect()
    at.bet("A", 25)
    at.bet("B", 25)
    at.shuffle()
    assert "C must wager" in at.refused(NoMoreBets(), DEALER).reason
    assert at.refused(DeductMinimum(player="C")).clauses == ("19.5.6", "19.5.6.1")
    at.do(RuleOut(player="C"))
    (out,) = at.facts(OutAtTable)
    assert (out.residual, out.there) == (925_00, False)
    assert out.clauses == ("19.5.6", "19.5.6.2", "19.6.4")
    at.do(NoMoreBets(), DEALER)


@pytest.mark.clause("nsw:19.6.4", "nsw:19.6.12")
def test_19_6_4_who_is_there_and_refuses_is_disqualified_unless_time_is_limited() -> None:
    at = three(CHALLENGE)
    assert at.refused(DeductMinimum(player="C")).clauses == ("19.5.6", "19.5.6.1")
    at.do(RuleOut(player="C"))
    (out,) = at.facts(OutAtTable)
    assert (out.there, out.clauses) == (True, ("19.6.4",))
    timed = three(CHALLENGE, seconds=30)
    assert timed.refused(RuleOut(player="C")).clauses == ("19.6.12",)
    strict = three(
        CHALLENGE, seconds=30, options={"no_wager_precedence": "disqualification"}
    )  # fmt: skip
    strict.do(RuleOut(player="C"))


@pytest.mark.clause("nsw:19.7.1", "nsw:19.6.4")
def test_19_7_1_everybody_passes_only_when_nobody_owes_a_wager() -> None:
    at = three(CHALLENGE, pass_cards=1)
    for name in ("A", "B"):
        at.do(PlayPassCard(player=name), player(name))
    away(at, "C")
    assert at.refused(EverybodyPasses(), DEALER).clauses == ("19.6.4",)
    at.do(DeductMinimum(player="C"))
    at.do(EverybodyPasses(), DEALER)
    assert at.chips() == {"A": 1000, "B": 1000, "C": 975}


@pytest.mark.clause("nsw:19.5.6.1")
def test_19_5_6_1_who_has_lost_the_minimum_for_a_round_makes_no_wager_in_it() -> None:
    at = three(CHALLENGE, pass_cards=1, undisclosed=1)
    away(at, "C")
    at.do(DeductMinimum(player="C"))
    at.do(ComeBack(player="C"), player("C"))
    form = WriteWager(player="C", amount=50_00, type="main")
    for command in (at.wager("C", 25), PlayPassCard(player="C"), form):
        assert at.refused(command, player("C")).clauses == ("19.5.6", "19.5.6.1")
    at.bet("A", 25)
    at.bet("B", 25)
    play(at, "10S 10H 6C 9S 9H", 1, 2, then="KC KD")
    at.collect()
    at.bet("C", 25)  # in the next one


@pytest.mark.clause("18:19.14", "nsw:19.5.6.1")
@pytest.mark.parametrize("instrument", [ACT_2018, CHALLENGE])
def test_a_round_for_which_everybody_has_lost_the_minimum_is_over(instrument: str) -> None:
    at = three(instrument, options={"sitting_out": "minimum"})
    away(at, "A", "B", "C")
    at.do(DeductMinimum(player="A"))
    at.do(DeductMinimum(player="B"))
    assert "C owe" in at.refused(EverybodyPasses(), DEALER).reason
    at.do(DeductMinimum(player="C"))
    assert wagers_awaited(at.table, Pace()) is not None
    at.do(EverybodyPasses(), DEALER)
    assert at.chips() == {"A": 975, "B": 975, "C": 975}
    assert at.table.tournament is not None
    assert at.table.tournament.rounds == 1
    at.do(DeductMinimum(player="A"))  # and for the next


@pytest.mark.clause("nsw:19.5.6.1", "nsw:19.6.13")
def test_19_5_6_1_a_lone_player_whose_last_chips_were_deducted_is_out() -> None:
    at = AtTable(CHALLENGE, {1: ("A", 25)})
    away(at, "A")
    at.do(DeductMinimum(player="A"))
    (out,) = at.facts(OutAtTable)
    assert (out.player, "19.6.13" in out.clauses) == ("A", True)
    assert wagers_awaited(at.table, Pace()) is not None
    at.do(EverybodyPasses(), DEALER)
    assert at.table.tournament is not None
    assert [gone.player for gone in at.table.tournament.exits] == ["A"]


@pytest.mark.clause("nsw:19.6.14")
def test_19_6_14_who_can_make_up_a_wager_with_the_chips_of_a_side_bet_is_not_out() -> None:
    limits = {"main": [25_00, 500_00], "any-pairs": [5_00, 50_00]}
    options = {"side_bets": ["any-pairs"], "limits": limits}
    at = AtTable(CHALLENGE, {1: ("A", 30), 2: ("B", 1000)}, options=options)
    at.do(OverlookWager(player="A", box=1, amount=10_00), DEALER)
    at.bet("A", 15, "any-pairs")
    at.bet("B", 100)
    at.do(MakeWagersGood(), DEALER)
    assert not at.facts(OutAtTable)
    at.bet("A", 25)
    at.close()


@pytest.mark.clause("nsw:19.6.13")
def test_19_6_13_who_has_not_the_minimum_neither_passes_nor_writes_a_wager() -> None:
    at = AtTable(CHALLENGE, {1: ("A", 20), 2: ("B", 500)}, pass_cards=1, undisclosed=1)
    written = WriteWager(player="A", amount=20_00, type="main")
    for command in (PlayPassCard(player="A"), written):
        assert at.refused(command, player("A")).clauses == ("19.6.13",)
    at.do(RuleOut(player="A"))
    assert [(out.player, out.residual) for out in at.facts(OutAtTable)] == [("A", 20_00)]


@pytest.mark.clause("nsw:19.6.14", "nsw:19.6.13")
def test_19_6_14_a_table_at_which_nobody_is_left_by_it_says_so() -> None:
    options = {"pass_saves_from_19_6_13": True}
    at = AtTable(CHALLENGE, {1: ("A", 10)}, options=options, pass_cards=1)
    at.do(OverlookWager(player="A", box=1, amount=10_00), DEALER)
    at.do(MakeWagersGood(), DEALER)
    assert at.table.tournament is not None
    assert [gone.player for gone in at.table.tournament.exits] == ["A"]


@pytest.mark.clause("uth:16.15", "uth:16.3(a)(iii)(G)")
def test_16_15_who_cannot_be_dealt_in_may_buy_back_and_who_does_not_wager_may_not() -> None:
    options = {"tournament_min_test": "ante"}
    terms = {"offered": True, "method": "at the desk", "cost": 50_00, "chips": 500_00}
    held = playing(HOLDEM, "A B C D", options=options, buy_back=terms)
    left = {"A": 2000, "B": 1000, "C": 30, "D": 1000}
    held.round(left)
    held.round(left, no_wager={"C": True, "D": True})
    found = {e.name: e.status for e in held.tournament.entrants.values()}
    assert (found["C"], found["D"]) == (Status.MAY_BUY_BACK, Status.OUT)
    held.do(BuyBack(player="C", paid=50_00))
    at = three(HOLDEM, options=options)
    at.do(CollectTournamentChips(player="C"), DEALER)
    at.do(IssueTournamentChips(player="C", amount=30_00))
    at.do(RuleOut(player="C"))
    assert "C" not in players_in(at.table).values()
    at.do(IssueTournamentChips(player="C", amount=500_00))
    assert "C" in players_in(at.table).values()


@pytest.mark.clause("uth:A:Session")
def test_nobody_is_out_for_no_wager_in_a_round_that_the_session_did_not_need() -> None:
    sessions = [
        {"name": "heat", "until_players": 3, "seats": 2},
        {"name": "final", "rounds": 1, "seats": 3},
    ]
    wagering = {"balancing": "none"}
    held = playing(HOLDEM, sessions=sessions, progression="until three are left", wagering=wagering)
    first, second = held.tournament.session.tables
    one, other = (each.name for each in held.tournament.at_table(first))
    held.round({one: 2000, other: 0}, first)
    bettor, silent = (each.name for each in held.tournament.at_table(second))
    held.round({bettor: 1000, silent: 1000}, second, no_wager={silent: False}, begun=True)
    assert held.tournament.entrants[silent].status is Status.IN
    held.end()
    assert {each.name for each in held.tournament.still_in()} == {one, bettor, silent}


@pytest.mark.clause("nsw:19.6.4", "nsw:19.6.7")
def test_19_6_7_who_is_disqualified_by_a_round_has_nothing_left_to_be_found() -> None:
    held = playing(CHALLENGE, "A B C")
    held.do(ReportBreach(player="B", breach=Breach.CONCEALED), DEALER)
    held.round({"A": 1000, "B": 1000, "C": 1000}, no_wager={"B": True})
    assert held.tournament.entrants["B"].status is Status.DISQUALIFIED
    assert not held.tournament.reported


# --- time


@pytest.mark.clause("nsw:19.6.12")
def test_19_6_12_who_is_held_to_the_minimum_cannot_change_the_wager() -> None:
    at = three(CHALLENGE, seconds=30, undisclosed=1)
    at.do(TimeIsUp(player="A"), SUPERVISOR)
    for dollars in (0, 50):
        assert at.no_bet("A", dollars).clauses == ("19.6.12",)
    form = WriteWager(player="A", amount=100_00, type="main")
    assert at.refused(form, player("A")).clauses == ("19.6.12",)
    assert at.table.wagers[0].amount == 25_00
    at.bet("B", 25)
    at.bet("C", 25)
    play(at, "10S 10H 10D 6C 9S 9H 9D", 1, 2, 4, then="KC KD")
    at.collect()
    at.bet("A", 50)  # for the next round they are free again


@pytest.mark.clause("nsw:19.6.12", "nsw:19.9.4")
def test_19_9_4_nobodys_time_is_up_before_they_are_asked() -> None:
    at = three(CHALLENGE, order=True, seconds=30)
    at.ask()
    assert at.refused(TimeIsUp(player="B"), SUPERVISOR).clauses == ("19.6.12", "19.9.4")
    at.do(TimeIsUp(player="A"), SUPERVISOR)
    at.ask()
    at.do(TimeIsUp(player="B"), SUPERVISOR)


# --- rounds that turn out to be void


def misdealt(at: AtTable) -> None:
    """A round that counted, and is void when its cards lie in the rack already."""
    at.collect()
    at.do(VoidMisdeal(error="a card too many", why_not_rebuilt="nobody saw it"), SUPERVISOR)


@pytest.mark.clause("nsw:19.7.1", "nsw:19.9.2", "nsw:19.5.6.1")
def test_19_7_1_a_round_voided_after_its_cards_were_collected_is_none_either() -> None:
    at = three(CHALLENGE, order=True, pass_cards=1)
    at.ask()
    at.do(PlayPassCard(player="A"), player("A"))
    at.ask()
    at.bet("B", 25)
    away(at, "C")
    at.do(DeductMinimum(player="C"))
    play(at, "10S 6C 9S", 2, then="KC KD")
    misdealt(at)
    assert at.table.tournament is not None
    assert (at.table.tournament.rounds, at.table.tournament.passes["A"]) == (0, 1)
    assert at.table.tournament.deducted["C"] == 0
    assert at.chips() == {"A": 1000, "B": 1000, "C": 1000}
    assert at.ask() == "A"  # the marker is where it was
    assert replay(at.table.record.lines).same


@pytest.mark.clause("06:20.15")
def test_20_15_a_round_found_void_later_is_none_of_the_session() -> None:
    at = three(ACT_2006)
    ask_all(at, "A", "B", "C")
    play(at, "10S 10H 10D 6C 9S 9H 9D", 1, 2, 4, then="KC KD")
    at.collect()
    assert at.table.tournament is not None
    assert at.table.tournament.rounds == 1
    at.do(VoidRound(ground="fraud", reason="marked cards", round=1), SUPERVISOR)
    assert at.table.tournament.rounds == 0
    assert at.ask() == "A"


@pytest.mark.clause("06:14.4", "06:20.15")
def test_14_4_a_collected_round_that_is_played_on_counts_once() -> None:
    at = three(ACT_2006)
    ask_all(at, "A", "B", "C")
    at.close()
    at.deal("7S 10H 10D 6C 5S 9H 9D")
    at.do(Hit(box=1), DEALER)
    at.do(Deal(card=Card("4C"), laid_on=(2, 1)), DEALER)
    at.do(Stand(box=1), DEALER)
    at.do(Stand(box=4), DEALER)
    at.deal("KC")
    at.deal("KD")
    at.collect()
    assert at.table.tournament is not None
    at.do(Reconstruct(reason="the four was for box 1"), SUPERVISOR)
    assert at.table.phase is Phase.DEALING
    assert at.table.tournament.rounds == 0
    at.do(Stand(box=1), DEALER)
    for box in (2, 4):
        if at.table.check(Stand(box=box), DEALER, NOW) is None:
            at.do(Stand(box=box), DEALER)
    while at.table.phase is Phase.DEALING:
        at.do(Deal(card=next(c for c in at.table.shoe.pending if c)), DEALER)
    facts = at.collect()
    assert at.table.tournament.rounds == 1
    assert [fact.box for fact in facts if isinstance(fact, MarkerPlaced)] == [2]
    assert replay(at.table.record.lines).same


# --- substitutes


@pytest.mark.clause("nsw:19.7.1")
def test_19_7_1_a_substitute_plays_on_with_what_pass_cards_are_left() -> None:
    at = three(CHALLENGE, pass_cards=2, undisclosed=1)
    at.do(PlayPassCard(player="C"), player("C"))
    at.bet("A", 25)
    at.bet("B", 25)
    play(at, "10S 10H 6C 9S 9H", 1, 2, then="KC KD")
    at.collect()
    at.table.tournament.forms_left["C"] = 0  # type: ignore[union-attr]
    early = AllocatePosition(player="S", box=5, instead_of="C")
    assert "given up no position" in at.refused(early).reason
    at.table.chips.racks["C"] = 0
    at.do(AllocatePosition(player="C", box=None))
    at.do(AllocatePosition(player="S", box=4, instead_of="C"))
    assert at.table.tournament is not None
    assert at.table.tournament.passes["S"] == 1
    assert at.table.tournament.forms_left["S"] == 0


# --- what the tournament hears


def recorded(held: Held, **more: Any) -> None:
    chips = {each.name: each.chips for each in held.tournament.at_table("Table 1")}
    held.do(RecordRound(table="Table 1", chips=chips, **more), DEALER)


@pytest.mark.clause("06:20.14", "18:19.14", "bac:15.14", "uth:16.15")
@pytest.mark.parametrize("instrument", ACT)
def test_20_14_a_recorded_round_says_who_made_no_wager(instrument: str) -> None:
    held = playing(instrument, "A B C")
    recorded(held, no_wager={"C": False})
    found = held.tournament.entrants["C"]
    assert (found.status, found.chips) == (Status.OUT, 0)
    (out,) = [f for f in held.tournament.facts if isinstance(f, Eliminated)]
    assert (out.player, out.residual) == ("C", 1000_00)
    assert set(law_of(instrument).cannot_wager) <= set(out.clauses)
    stranger = RecordRound(table="Table 1", chips={"A": 1, "B": 2}, no_wager={"C": True})
    assert "C does not play there" in held.refused(stranger, DEALER).reason


@pytest.mark.clause("18:19.14")
def test_19_14_who_made_no_wager_was_out_before_those_whom_the_round_put_out() -> None:
    held = playing(ACT_2018, "A B C", same_round="residual chips, then the larger wager, "
                   "then who lost the chips later")  # fmt: skip
    held.do(
        RecordRound(
            table="Table 1", chips={"A": 2000_00, "B": 0, "C": 1000_00}, wagered={"B": 1000_00},
            no_wager={"C": False},
        ),
        DEALER,
    )  # fmt: skip
    assert held.tournament.entrants["B"].standing > held.tournament.entrants["C"].standing


@pytest.mark.clause("nsw:19.6.4", "nsw:19.5.6.2")
def test_19_6_4_who_made_no_wager_is_disqualified_in_challenge() -> None:
    for there, ground, clause in (
        (True, Ground.NO_WAGER, "19.6.4"),
        (False, Ground.ABSENT, "19.5.6.2"),
    ):
        held = playing(CHALLENGE, "A B C")
        recorded(held, no_wager={"C": there})
        (gone,) = [f for f in held.tournament.facts if isinstance(f, Disqualified)]
        assert (gone.player, gone.ground) == ("C", ground)
        assert clause in gone.clauses
        assert held.tournament.entrants["C"].status is Status.DISQUALIFIED
        assert held.replayed().entrants["C"].status is Status.DISQUALIFIED


@pytest.mark.clause("nsw:19.6.13")
def test_19_6_13_a_recorded_round_leaves_in_whom_a_pass_card_saves() -> None:
    for value, status in ((True, Status.IN), (False, Status.OUT)):
        held = playing(CHALLENGE, "A B C", options={"pass_saves_from_19_6_13": value})
        chips = {"A": 1000_00, "B": 1000_00, "C": 15_00}
        held.do(RecordRound(table="Table 1", chips=chips, pass_cards={"C": 1}), DEALER)
        assert held.tournament.entrants["C"].status is status
        if value:
            held.do(RecordRound(table="Table 1", chips=chips), DEALER)  # the card is played
            assert held.tournament.entrants["C"].status is Status.OUT


@pytest.mark.clause("nsw:19.6.13")
def test_19_6_13_the_table_tells_who_has_a_pass_card_left() -> None:
    for value, told in ((True, {"C": 1}), (False, {})):
        options = {"pass_saves_from_19_6_13": value}
        wagering = {"allocation": "by ballot", "pass_cards": 1}
        held = playing(CHALLENGE, "A B C", options=options, wagering=wagering)
        seats = {each.seat[1]: (each.name, 1000.0 if each.name != "C" else 40.0)
                 for each in held.tournament.at_table("Table 1") if each.seat}  # fmt: skip
        at = AtTable(CHALLENGE, seats, pass_cards=1, options=options)
        for name in ("A", "B", "C"):
            at.bet(name, 25)
        play(at, "10S 10H 10D 6C 9S 9H 9D", 1, 2, 3, then="KC 5D")
        at.collect()
        assert at.chips()["C"] == 15
        assert report_of(held.tournament, at.table, "Table 1").pass_cards == told


@pytest.mark.clause("nsw:19.7.1")
def test_19_7_1_who_is_saved_by_a_pass_card_has_to_play_it() -> None:
    at = AtTable(
        CHALLENGE, {1: ("A", 40), 2: ("B", 500)}, pass_cards=1,
        options={"pass_saves_from_19_6_13": True},
    )  # fmt: skip
    at.bet("A", 25)
    at.bet("B", 25)
    play(at, "10S 10H 6C 9S 9H", 1, 2, then="KC 5D")
    at.collect()
    at.bet("B", 25)
    at.shuffle()
    assert "A must wager" in at.refused(NoMoreBets(), DEALER).reason
    at.do(PlayPassCard(player="A"), player("A"))
    at.do(NoMoreBets(), DEALER)


@pytest.mark.clause("nsw:19.6.13")
def test_19_6_13_who_cannot_wager_is_eliminated_and_not_disqualified() -> None:
    at = AtTable(CHALLENGE, {1: ("A", 20), 2: ("B", 500)}, seconds=30)
    at.bet("B", 25)
    at.shuffle()
    refusal = at.refused(NoMoreBets(), DEALER)
    assert refusal.clauses == ("19.6.13",)
    at.do(RuleOut(player="A"))
    (out,) = at.facts(OutAtTable)
    assert (out.residual, out.no_wager, out.clauses) == (20_00, False, ("19.6.13",))
    at.do(NoMoreBets(), DEALER)


@pytest.mark.clause("uth:16.15")
def test_16_15_who_has_an_ante_and_no_blind_does_not_stay_in_for_ever() -> None:
    options = {"tournament_min_test": "ante"}
    held = playing(HOLDEM, "A B C", options=options)
    seats = {each.seat[1]: (each.name, 40.0 if each.name == "C" else 1000.0)
             for each in held.tournament.at_table("Table 1") if each.seat}  # fmt: skip
    at = AtTable(HOLDEM, seats, options=options)
    for name in ("A", "B"):
        at.bet(name, 25, "ante")
    at.do(RuleOut(player="C"))
    at.table.tournament.exits = at.table.tournament.leaving  # type: ignore[union-attr]
    held.do(report_of(held.tournament, at.table, "Table 1"), DEALER)
    assert held.tournament.entrants["C"].status is Status.OUT


@pytest.mark.clause("06:20.14", "18:19.14", "bac:15.14", "uth:16.15", "nsw:19.6.4")
@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_20_14_when_the_last_one_is_ruled_out_no_round_is_dealt(instrument: str) -> None:
    at = three(instrument)
    away(at, "A", "B", "C")
    for name in ("A", "B"):
        at.do(RuleOut(player=name))
    *_, last = at.do(RuleOut(player="C"))
    assert isinstance(last, Exercised)
    assert last.power == NOT_DEALT
    play = at.table.tournament
    assert play is not None
    assert [out.player for out in play.exits] == ["A", "B", "C"]
    assert (play.rounds, at.table.number) == (0, 0)


@pytest.mark.clause("nsw:19.10.4", "nsw:19.5.6.1")
@pytest.mark.parametrize("chips", [25, 30])
def test_19_10_4_who_lost_the_last_chips_first_by_being_absent_was_out_first(chips: int) -> None:
    """Equal chips left and equal wagers: nobody plays off for that, the order decides."""
    at = AtTable(CHALLENGE, {1: ("A", 1000), 2: ("B", chips), 3: ("C", chips)})
    for name in "BC":
        at.do(StepAway(player=name), player(name))
    at.bet("A", 25)
    for name in "CB":
        at.do(DeductMinimum(player=name))
    at.close()
    at.deal("10S 6C 9S")
    at.do(Stand(box=1), DEALER)
    at.deal("KC 10D")
    at.collect()
    heat, final = (
        {"name": "heat", "rounds": 2, "advance_per_table": 2},
        {"name": "final", "rounds": 2},
    )
    held = playing(CHALLENGE, "A B C", sessions=[heat, final], progression="two of each table")
    report = report_of(held.tournament, at.table, "Table 1")
    assert report.taken == ("C", "B")
    held.do(report, DEALER)
    held.round({"A": 1000})
    held.end()
    assert [each.name for each in held.tournament.still_in()] == ["A", "B"]


# --- out, in again because the round was void, and out by a later one


@pytest.mark.clause("nsw:19.6.13", "nsw:16.8")
def test_19_6_13_who_came_back_by_a_void_round_goes_out_by_a_later_one() -> None:
    """The last 25 are deducted, come back with the void round, and are lost in the next."""
    held = playing(CHALLENGE, "A B", chips=100_00)
    (seat, first), (other, second) = sorted(
        (entrant.seat[1], name)
        for name, entrant in held.tournament.entrants.items()
        if entrant.seat is not None
    )
    at = AtTable(CHALLENGE, {seat: (first, 25), other: (second, 175)})
    away(at, first)
    at.do(DeductMinimum(player=first))
    bet(at, second, 25)
    at.close()
    at.deal("10S 9C 10D")
    at.do(VoidMisdeal(error="a card fell", why_not_rebuilt="nobody saw where"), SUPERVISOR)
    held.do(report_of(held.tournament, at.table, "Table 1"), DEALER)
    assert held.chips() == {first: 25, second: 175}
    at.do(ComeBack(player=first), player(first))
    bet(at, first, 25)
    bet(at, second, 25)
    play(at, "10S 10H 9C 7S 10D", seat, other, then="KC")
    at.collect()
    out = at.facts(OutAtTable)[-1]
    assert (out.player, out.residual, out.wagered, out.taken) == (first, 0, 25_00, 1)
    held.do(report_of(held.tournament, at.table, "Table 1"), DEALER)
    assert held.chips() == {first: 0, second: 200}
    assert held.tournament.entrants[first].status is Status.OUT


@pytest.mark.clause("18:19.14", "06:20.14")
@pytest.mark.parametrize("instrument", [ACT_2006, ACT_2018])
def test_20_14_who_came_back_by_a_void_round_goes_out_by_a_later_one(instrument: str) -> None:
    at = AtTable(instrument, {1: ("A", 25), 2: ("B", 1000)})
    for _ in range(2):
        ask_all(at, "A", "B")
        play(at, "10S 10H 9C 7S 10D", 1, 2, then="KC")
        at.collect()
        assert [out.player for out in play_exits(at)] == ["A"]
        if at.table.number == 1:
            void = VoidRound(ground="fraud", reason="a marked card", round=1)
            at.do(void, SUPERVISOR)
    assert [out.player for out in at.facts(OutAtTable)] == ["A", "A"]


def play_exits(at: AtTable) -> list[OutAtTable]:
    """Return who went out in the last round."""
    assert at.table.tournament is not None
    return at.table.tournament.exits
