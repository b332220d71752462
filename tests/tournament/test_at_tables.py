"""Play at a table of a tournament: positions, chips, the minimum, voids, views."""

from __future__ import annotations

import pytest
from tests.tournament.at_tables import MAINS, NOW, SUPERVISOR, AtTable, all_bet, bet, three
from tests.tournament.support import (
    ACT_2006,
    ACT_2018,
    BACCARAT,
    CHALLENGE,
    DEALER,
    DIRECTOR,
    HOLDEM,
    INSTRUMENTS,
    player,
)

from croupier.game_rules import table_for
from croupier.games.blackjack.asks_and_answers import Insure, MoveOn
from croupier.games.challenge.acts.overlooked_wagers import OverlookWager
from croupier.games.challenge.acts.void_rounds import VoidMisdeal
from croupier.table.acts.betting import NoMoreBets, PlaceWager
from croupier.table.acts.chips_and_float import BringChips, FillFloat, TakeChips
from croupier.table.acts.cutting_card import CuttingCardDrawn
from croupier.table.acts.dealing import Collect
from croupier.table.acts.hidden_wagers import MakeWagersGood
from croupier.table.acts.patrons import Arrive, Leave, Sit, StepAway
from croupier.table.acts.tournament import (
    AllocatePosition,
    CollectTournamentChips,
    DesignateForTournament,
    IssueTournamentChips,
    ReleaseTable,
    SetSession,
)
from croupier.table.acts.turns import AskWager, DeductMinimum, PlayPassCard, RuleOut, TimeIsUp
from croupier.table.acts.voiding import VoidRound
from croupier.table.facts import (
    CuttingCardCame,
    Notified,
    OutAtTable,
    PositionAllocated,
    Reversed,
    ShuffleDue,
    TournamentChipsMoved,
)
from croupier.table.tournament_play import TableTerms
from croupier.table.views import FloorView
from croupier.table_replay import replay
from croupier.tournament import law_of

# --- whose table it is


@pytest.mark.clause(
    "nsw:19.5.1", "nsw:19.5.2", "06:20.1", "18:19.1", "bac:15.1", "uth:16.1", "nsw:19.2.1"
)
@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_a_table_is_the_tournaments_and_nobody_elses(instrument: str) -> None:
    at = three(instrument)
    law = law_of(instrument)
    stranger = at.refused(Arrive(player="Z"), player("Z"))
    assert stranger.clauses == (law.designate or law.position)
    again = at.refused(DesignateForTournament(tournament="Other"))
    assert "for Cup already" in again.reason


@pytest.mark.clause("06:A:Session", "18:A:Session", "bac:A:Session", "uth:A:Session")
def test_a_session_of_a_tournament_has_its_number_of_rounds() -> None:
    """With one round in the session, no second round begins."""
    for instrument in (ACT_2006, ACT_2018, BACCARAT, HOLDEM):
        at = three(instrument)
        assert "A:Session" in at.refused(SetSession(rounds=0), SUPERVISOR).clauses
        at.do(SetSession(rounds=1), SUPERVISOR)
        assert at.facts(Notified)[-1].detail == "1 rounds"
        assert at.table.rounds_left == 1
        at.shuffle()
        at.table.rounds_left = 0  # as after a round
        assert "A:Session" in at.refused(NoMoreBets(), DEALER).clauses


@pytest.mark.clause("06:A:Session", "18:A:Session", "06:5.5", "18:5.5")
def test_a_session_makes_its_last_three_rounds_known() -> None:
    """The cutting card comes in the last round but two, and is thrown out."""
    for instrument in (ACT_2006, ACT_2018):
        at = three(instrument)
        at.do(SetSession(rounds=3), SUPERVISOR)
        _reach_the_cutting_card(at)
        assert at.facts(CuttingCardCame)[-1].clauses == ("5.5",)
        at.do(SetSession(rounds=2), SUPERVISOR)  # and the round under way before them
        assert not at.facts(ShuffleDue)


@pytest.mark.clause("06:A:Session", "18:A:Session", "06:5.4(b)", "18:5.4(b)")
def test_a_longer_session_does_not_put_off_the_shuffle() -> None:
    for instrument in (ACT_2006, ACT_2018):
        at = three(instrument)
        at.do(SetSession(rounds=3), SUPERVISOR)
        _reach_the_cutting_card(at)
        at.do(SetSession(rounds=3), SUPERVISOR)  # so it was the last round but three
        assert at.facts(ShuffleDue)[-1].clauses == ("5.4", "5.4(b)")


def _reach_the_cutting_card(at: AtTable) -> None:
    """All three wager, and the cutting card comes instead of the second card of a round."""
    at.shuffle()
    all_bet(at, "A", "B", "C")
    at.close()
    at.deal("10S")
    at.do(CuttingCardDrawn(), DEALER)


@pytest.mark.clause("06:20.7", "18:19.7", "bac:15.7", "uth:16.9", "nsw:19.6.10", "nsw:19.5.6")
def test_06_20_7_nobody_leaves_in_mid_session_as_if_they_had_never_played() -> None:
    for instrument in INSTRUMENTS:
        at, law = three(instrument), law_of(instrument)
        for by in (player("A"), DEALER):
            why = at.refused(Leave(player="A"), by)
            assert "step away" in why.reason
            assert set(why.clauses) == {*law.position, *law.absent}
        at.do(StepAway(player="A"), player("A"))
        assert at.table.patrons.away == {"A"}
        assert Leave(player="B") not in at.table.legal(player("B"))
        at.do(CollectTournamentChips(player="A"), DEALER)
        at.do(AllocatePosition(player="A", box=None))
        at.do(Leave(player="A"), DEALER)  # who has no position any more is free to go


@pytest.mark.clause("06:20.7", "18:19.7", "bac:15.7", "uth:16.9", "nsw:19.6.10")
@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_a_player_wagers_from_the_allocated_position_only(instrument: str) -> None:
    at = three(instrument)
    kind = MAINS.get(instrument, "main")
    other = PlaceWager(player="A", box=3, amount=25_00, wager=kind)
    assert at.refused(other, player("A")).clauses == law_of(instrument).position
    assert at.refused(Sit(player="A", box=5), player("A")).clauses == law_of(instrument).position
    assert "not free" in at.refused(AllocatePosition(player="D", box=1)).reason
    all_bet(at, "A", "B", "C")
    assert "on the layout" in at.refused(AllocatePosition(player="A", box=3)).reason


@pytest.mark.clause(
    "06:20.13", "18:19.13", "bac:15.13", "uth:16.14", "nsw:19.6.5", "nsw:19.6", "nsw:19.6.1",
    "nsw:19.6.2", "nsw:19.6.8", "nsw:19.6.10", "bac:15.3(a)(iv)",
    "06:A:Tournament Chips", "18:A:Tournament Chips", "bac:A:Tournament Chips",
    "uth:A:Tournament Chips", "nsw:19.1.1:tournament chips",
)  # fmt: skip
@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_only_tournament_chips_are_there_and_nobody_adds_or_takes_any(instrument: str) -> None:
    at = three(instrument)
    law = law_of(instrument)
    for kind in ("gaming", "tournament"):
        bring = BringChips(player="A", amount=100_00, chips=kind)
        assert at.refused(bring, player("A")).clauses == law.chips
    assert at.refused(FillFloat(amount=100_00), SUPERVISOR).clauses == law.chips
    take = TakeChips(player="A", amount=100_00)
    assert at.refused(take, player("A")).clauses == law.chips_untouched
    issue = IssueTournamentChips(player="A", amount=100_00)
    at.refused(issue, player("A"))
    assert at.refused(IssueTournamentChips(player="A", amount=0)).clauses == law.chips
    at.do(IssueTournamentChips(player="A", amount=1))
    assert set(law.equal_chips) <= set(at.facts(TournamentChipsMoved)[-1].clauses)
    stranger = at.refused(IssueTournamentChips(player="Z", amount=1))
    assert ("has no position" in stranger.reason, stranger.clauses) == (True, law.position)
    assert {fact.clauses for fact in at.facts(PositionAllocated)} == {law.position}
    assert [fact.player for fact in at.facts(PositionAllocated)] == ["A", "B", "C"]


@pytest.mark.clause("nsw:19.5.9", "nsw:19.6.9")
@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_all_chips_that_were_issued_come_back(instrument: str) -> None:
    at = three(instrument)
    all_bet(at, "A", "B", "C")
    lying = at.refused(CollectTournamentChips(), DEALER)
    assert "on the layout" in lying.reason
    at = three(instrument)
    assert "still there" in at.refused(ReleaseTable()).reason
    returned = set(law_of(instrument).chips_returned or ())
    at.do(IssueTournamentChips(player="A", amount=1))
    assert not returned & set(at.facts(TournamentChipsMoved)[-1].clauses)
    at.do(CollectTournamentChips(), DEALER)
    assert returned <= set(at.facts(TournamentChipsMoved)[-1].clauses)
    moved = sum(fact.amount for fact in at.facts(TournamentChipsMoved))
    assert (moved, at.table.chips.brought) == (0, 0)
    at.do(ReleaseTable())
    assert at.table.tournament is None


def test_a_table_that_is_no_tournaments_knows_none_of_this() -> None:
    table = table_for(ACT_2018, {"decks": 6, "soft_17": "stand"})
    for command in (AskWager(), AllocatePosition(player="A", box=1), ReleaseTable()):
        by = DEALER if isinstance(command, AskWager) else DIRECTOR
        refusal = table.check(command, by, NOW)
        assert refusal is not None
        assert refusal.clauses == ("19.1", "A:Tournament Director/Assistant")


def test_terms_that_the_rules_do_not_know_are_not_taken() -> None:
    for terms, clause in (
        (TableTerms(pass_cards=1), "19.14"),
        (TableTerms(undisclosed=1), "19.14"),
        (TableTerms(overrides={"blackjack_pays": "2:1"}), "19.3(b)"),
    ):
        table = table_for(ACT_2018, {"decks": 6, "soft_17": "stand"})
        refusal = table.check(DesignateForTournament(tournament="Cup", terms=terms), DIRECTOR, NOW)
        assert refusal is not None
        assert clause in refusal.clauses
    table = table_for(ACT_2006, {"decks": 6})
    for wrong in ({"blackjack_pays": "lots"}, {"insurance_pays": "3:1"}):
        terms = TableTerms(overrides=wrong)
        refusal = table.check(DesignateForTournament(tournament="Cup", terms=terms), DIRECTOR, NOW)
        assert refusal is not None


# --- the minimum


@pytest.mark.clause("06:20.14", "18:19.14", "bac:15.14", "uth:16.15", "nsw:19.6.4", "nsw:19.6.13")
@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_everybody_who_can_wagers_at_least_the_minimum(instrument: str) -> None:
    at = three(instrument)
    kind = MAINS.get(instrument, "main")
    ordered = at.table.check(AskWager(), DEALER, NOW) is None
    if ordered:
        at.ask()
    short = at.no_bet("A", 24, kind)
    if instrument != CHALLENGE:  # where one that is found is made good
        assert short.clauses == law_of(instrument).must_wager
    bet(at, "A", 25)
    if ordered:
        at.ask()
    bet(at, "B", 25)
    if ordered:
        at.ask()
    at.shuffle()
    missing = at.refused(NoMoreBets(), DEALER)
    assert missing.clauses == law_of(instrument).must_wager
    assert "C must wager" in missing.reason
    at = AtTable(instrument, {1: ("A", 1000), 2: ("B", 1000)})
    at.table.tournament.out.add("B")  # type: ignore[union-attr]
    at.table.chips.racks["B"] = 20_00
    if ordered:
        assert at.ask() == "A"
    assert at.no_bet("B", 25, kind).clauses == law_of(instrument).cannot_wager


@pytest.mark.clause("bac:15.14")
def test_15_14_wagers_on_both_sides_must_risk_the_minimum() -> None:
    at = AtTable(BACCARAT, {1: ("A", 1000)}, limits=(100, 500))
    at.ask()
    at.bet("A", 100, "player")
    at.bet("A", 100, "banker")
    at.shuffle()
    refusal = at.refused(NoMoreBets(), DEALER)
    assert refusal.clauses == ("15.14",)
    assert "risks less" in refusal.reason
    at.bet("A", 205, "banker")
    assert "risks less" not in str(at.table.check(NoMoreBets(), DEALER, NOW))
    gross = AtTable(BACCARAT, {1: ("A", 1000)}, limits=(100, 500), options={"hedge_rule": "gross"})
    gross.ask()
    gross.bet("A", 100, "player")
    gross.bet("A", 100, "banker")
    gross.close()


# --- wagers made good


@pytest.mark.clause("nsw:19.6.14")
def test_19_6_14_a_wager_outside_the_limits_is_made_good_before_the_deal() -> None:
    at = AtTable(CHALLENGE, {1: ("A", 1000), 2: ("B", 115), 3: ("C", 15)}, limits=(20, 250))
    at.bet("A", 260)
    at.do(OverlookWager(player="B", box=2, amount=15_00), DEALER)
    at.do(OverlookWager(player="C", box=3, amount=15_00), DEALER)
    at.shuffle()
    assert at.refused(NoMoreBets(), DEALER).clauses == ("19.6.14",)
    at.do(MakeWagersGood(), DEALER)
    assert at.chips() == {"A": 760, "B": 95, "C": 15}
    (out,) = at.facts(OutAtTable)
    assert (out.player, out.clauses) == ("C", ("19.6.14",))
    at.do(NoMoreBets(), DEALER)
    assert "betting is not open" in at.refused(MakeWagersGood(), DEALER).reason


# --- voids


@pytest.mark.clause("nsw:19.2.2", "nsw:19.2.2.1")
def test_19_2_2_1_a_void_round_leaves_nobody_with_what_was_paid() -> None:
    at = AtTable(CHALLENGE, {1: ("A", 1000), 2: ("B", 1000)})
    at.bet("A", 50)
    at.bet("B", 25)
    at.close()
    at.deal("AS 10H 6C KS 9H")  # a Blackjack, paid at once
    assert at.chips()["A"] == 1100
    at.do(VoidMisdeal(error="a card too many", why_not_rebuilt="nobody saw it"), SUPERVISOR)
    assert at.chips() == {"A": 1000, "B": 1000}
    (back,) = at.facts(Reversed)
    assert "19.2.2.1" in back.clauses
    assert at.table.tournament is not None
    assert at.table.tournament.rounds == 0  # no round was played


def test_a_void_round_moves_no_marker_and_gives_pass_cards_back() -> None:
    at = three(CHALLENGE, order=True, pass_cards=1)
    at.ask()
    at.do(PlayPassCard(player="A"), player("A"))
    for name in ("B", "C"):
        at.ask()
        at.bet(name, 25)
    at.close()
    at.deal("10S 10H 6C")
    at.do(VoidMisdeal(error="a card too many", why_not_rebuilt="nobody saw it"), SUPERVISOR)
    assert at.table.tournament is not None
    assert at.table.tournament.passes["A"] == 1
    assert at.ask() == "A"
    act = three(ACT_2006)
    for _ in range(3):
        bet(act, act.ask(), 25)
    act.close()
    act.deal("10S 10H 10D 6C")
    act.do(VoidRound(ground="impractical", reason="a flood"), SUPERVISOR)
    assert act.ask() == "A"


# --- third parties, records


def test_nobody_insures_another_in_a_tournament() -> None:
    for terms, allowed in (({}, False), ({"third_party_insurance": True}, True)):
        at = three(ACT_2018, **terms)
        all_bet(at, "A", "B", "C", dollars=50)
        at.close()
        at.deal("10S 10H 10D AC 9S 9H 9D")
        while at.table.check(MoveOn(), DEALER, NOW) is None:
            other = Insure(player="A", box=2, amount=25_00, on="B")
            if at.table.check(other, player("A"), NOW) is None:
                assert allowed
                return
            at.do(MoveOn(), DEALER)
        assert not allowed


@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_the_record_of_such_a_table_replays_to_the_same_table(instrument: str) -> None:
    at = three(instrument)
    all_bet(at, "A", "B", "C")
    at.close()
    again = replay(at.table.record.lines)
    assert again.same
    assert again.table.record.head == at.table.record.head
    assert again.table.tournament == at.table.tournament
    assert at.refused(Collect(), DEALER)


# --- what is seen, and what may be done


@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_all_chips_turns_and_positions_are_in_full_view(instrument: str) -> None:
    at = three(instrument, order=True)
    assert at.ask() == "A"
    bet(at, "A", 100)
    for viewer in (None, player("B"), DIRECTOR, SUPERVISOR):
        shown = at.table.view(viewer).tournament
        assert shown is not None
        staked = 200 if instrument == HOLDEM else 100
        assert {seat.player: seat.chips for seat in shown.positions} == {
            "A": (1000 - staked) * 100, "B": 1000_00, "C": 1000_00,
        }  # fmt: skip
        assert (shown.marker, shown.turn) == (1, 1)
    assert isinstance(at.table.view(DIRECTOR), FloorView)
    ordinary = table_for(ACT_2018, {"decks": 6, "soft_17": "stand"})
    assert ordinary.view(None).tournament is None
    assert not isinstance(ordinary.view(DIRECTOR), FloorView)


def test_what_may_be_done_because_it_is_a_tournaments_is_listed() -> None:
    at = three(CHALLENGE, order=True, pass_cards=1, seconds=30)
    assert AskWager() in list(at.table.legal(DEALER, NOW))
    assert PlayPassCard(player="A") not in list(at.table.legal(player("A"), NOW))
    at.ask()
    assert PlayPassCard(player="A") in list(at.table.legal(player("A"), NOW))
    assert TimeIsUp(player="A") in list(at.table.legal(SUPERVISOR, NOW))
    at.do(StepAway(player="C"), player("C"))
    absent = [DeductMinimum(player="C"), RuleOut(player="C")]
    assert list(at.table.legal(DIRECTOR, NOW)) == absent
