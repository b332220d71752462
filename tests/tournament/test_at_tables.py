"""Play at a table of a tournament: positions, chips, order, pass cards, absence, voids."""

from __future__ import annotations

from typing import Any

import pytest
from tests.tournament.at_tables import NOW, SUPERVISOR, AtTable
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

from croupier.games import table_for
from croupier.games.blackjack.asks import Insure, MoveOn, Stand
from croupier.games.blackjack.challenge_table.overlooked import OverlookWager
from croupier.games.blackjack.challenge_table.voids import VoidMisdeal
from croupier.replaying import replay
from croupier.table.acts.betting import NoMoreBets, PlaceWager
from croupier.table.acts.chips import BringChips, FillFloat, TakeChips
from croupier.table.acts.dealing import Collect
from croupier.table.acts.hidden import MakeWagersGood
from croupier.table.acts.patrons import Arrive, Sit, StepAway
from croupier.table.acts.tournament import (
    AllocatePosition,
    CollectTournamentChips,
    DesignateForTournament,
    IssueTournamentChips,
    ReleaseTable,
)
from croupier.table.acts.tournament_terms import PlaceStartingMarker
from croupier.table.acts.turns import (
    AskWager,
    DeductMinimum,
    EverybodyPasses,
    PlayPassCard,
    TimeIsUp,
    VoidOutOfOrder,
)
from croupier.table.acts.voiding import VoidRound
from croupier.table.facts import Reversed
from croupier.table.table import Phase
from croupier.table.tournament import TableTerms, order_of_wagering
from croupier.table.tournament_facts import (
    MarkerPlaced,
    OutAtTable,
    TournamentChipsMoved,
    WageredOutOfOrder,
)
from croupier.table.views import FloorView
from croupier.tournament import law_of

MAINS = {BACCARAT: "banker", HOLDEM: "ante"}


def three(instrument: str, chips: float = 1000, **terms: Any) -> AtTable:
    return AtTable(instrument, {1: ("A", chips), 2: ("B", chips), 4: ("C", chips)}, **terms)


def bet(at: AtTable, name: str, dollars: float) -> None:
    at.bet(name, dollars, MAINS.get(at.instrument, "main"))


def all_bet(at: AtTable, *names: str, dollars: float = 25) -> None:
    """Everybody wagers, in order where there is one."""
    if at.table.check(AskWager(), DEALER, NOW) is None:
        for _ in names:
            bet(at, at.ask(), dollars)
    else:
        for name in names:
            bet(at, name, dollars)


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
    "06:20.13", "18:19.13", "bac:15.13", "uth:16.14", "nsw:19.6.5", "nsw:19.6.1", "nsw:19.6.8",
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
    assert "has no position" in at.refused(IssueTournamentChips(player="Z", amount=1)).reason


@pytest.mark.clause("nsw:19.5.9", "nsw:19.6.9")
@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_all_chips_that_were_issued_come_back(instrument: str) -> None:
    at = three(instrument)
    all_bet(at, "A", "B", "C")
    lying = at.refused(CollectTournamentChips(), DEALER)
    assert "on the layout" in lying.reason
    at = three(instrument)
    assert "still there" in at.refused(ReleaseTable()).reason
    at.do(CollectTournamentChips(), DEALER)
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


# --- the order of wagering


@pytest.mark.clause(
    "06:20.15", "06:20.16", "06:A:Starting Marker", "bac:15.15", "bac:15.16",
    "bac:A:Starting Marker", "uth:16.16", "uth:16.17",
)  # fmt: skip
@pytest.mark.parametrize("instrument", [ACT_2006, BACCARAT, HOLDEM])
def test_players_wager_clockwise_from_the_marker_and_until_the_next_is_asked(
    instrument: str,
) -> None:
    at = three(instrument, order=True)
    at.do(PlaceStartingMarker(box=2), DEALER)
    kind = MAINS.get(instrument, "main")
    assert order_of_wagering(at.table) == [2, 4, 1]
    assert at.ask() == "B"
    bet(at, "B", 50)
    bet(at, "B", 75)  # until the next is asked
    assert at.ask() == "C"
    assert at.no_bet("B", 100, kind).clauses == law_of(instrument).fixed_at_once.clauses
    bet(at, "C", 25)
    at.shuffle()
    assert at.refused(NoMoreBets(), DEALER).clauses == law_of(instrument).turn
    assert at.ask() == "A"
    assert "everybody" in at.refused(AskWager(), DEALER).reason
    bet(at, "A", 25)
    at.do(NoMoreBets(), DEALER)


@pytest.mark.clause("06:20.15", "bac:15.15", "uth:16.16")
@pytest.mark.parametrize("instrument", [ACT_2006, BACCARAT, HOLDEM])
def test_a_wager_out_of_order_stands_and_its_owner_is_advised(instrument: str) -> None:
    at = three(instrument, order=True)
    clauses = law_of(instrument).out_of_order.clauses
    assert at.ask() == "A"
    bet(at, "C", 25)
    (advised,) = at.facts(WageredOutOfOrder)
    assert (advised.player, advised.times, advised.clauses) == ("C", 1, clauses)
    assert "told before" in at.refused(VoidOutOfOrder(player="C", reason="again")).reason
    assert "in order" in at.refused(VoidOutOfOrder(player="A", reason="x")).reason
    at.table.tournament.out_of_order["C"] = 1  # type: ignore[union-attr]
    at.table.tournament.early.clear()  # type: ignore[union-attr]
    bet(at, "C", 50)
    at.do(VoidOutOfOrder(player="C", reason="the second time"))
    assert at.chips()["C"] == 1000
    bet(at, "A", 25)
    at.ask()
    bet(at, "B", 25)
    at.ask()
    at.close()  # C has nothing at risk and is not out
    assert not at.facts(OutAtTable)


@pytest.mark.clause("18:A:Starting Marker", "18:19.1")
def test_2018_has_no_order_but_by_conditions() -> None:
    at = three(ACT_2018)
    assert at.refused(AskWager(), DEALER).clauses == ("19.1",)
    assert at.refused(PlaceStartingMarker(box=1), DEALER).clauses == ("19.1",)
    bet(at, "C", 25)
    bet(at, "A", 25)
    bet(at, "B", 25)
    at.close()
    at = three(ACT_2018, order=True)
    at.do(PlaceStartingMarker(box=4), DEALER)
    assert at.ask() == "C"
    assert at.facts(MarkerPlaced)[0].clauses == ("A:Starting Marker",)


@pytest.mark.clause(
    "nsw:19.9", "nsw:19.9.1", "nsw:19.9.2", "nsw:19.9.4", "nsw:19.9.5", "nsw:19.9.6",
    "nsw:19.1.1:marker",
)  # fmt: skip
def test_19_9_a_challenge_wager_out_of_turn_is_taken_back_and_one_in_turn_is_fixed() -> None:
    at = three(CHALLENGE)
    assert at.refused(AskWager(), DEALER).clauses == ("19.9", "19.9.1")
    at = three(CHALLENGE, order=True)
    assert at.ask() == "A"
    assert at.no_bet("B", 25).clauses == ("19.9.5",)
    at.bet("A", 25)
    assert at.no_bet("A", 50).clauses == ("19.9.6",)
    assert at.no_bet("A", 0).clauses == ("19.9.6",)
    assert at.ask() == "B"
    at.bet("B", 25)
    at.ask()
    at.bet("C", 25)
    at.close()
    at.deal("10S 10H 10D 6C 9S 9H 9D")
    for box in (1, 2, 4):
        at.do(Stand(box=box), DEALER)
    at.deal("KC KD")
    facts = at.collect()
    (marker,) = [fact for fact in facts if isinstance(fact, MarkerPlaced)]
    assert (marker.box, marker.clauses) == (2, ("19.9.2", "19.1.1:marker"))
    assert at.ask() == "B"


@pytest.mark.clause("nsw:19.9.3")
def test_19_9_3_the_deal_may_begin_with_the_marker() -> None:
    at = three(CHALLENGE, order=True, options={"deal_from_marker": True})
    at.table.tournament.rounds = 1  # type: ignore[union-attr]  # the marker is at box 2
    for name in ("B", "C", "A"):
        assert at.ask() == name
        at.bet(name, 25)
    at.close()
    at.deal("10S 9S 8S 6C 10H 9H 8H")
    round = at.table.round
    assert round is not None
    boxes = {box.number: box.hands[0].total for box in round.round.boxes}  # type: ignore[attr-defined]
    assert boxes == {2: 20, 4: 18, 1: 16}
    assert [box.number for box in round.round.boxes] == [2, 4, 1]  # type: ignore[attr-defined]
    for box in (2, 4, 1):  # decisions begin there too
        at.do(Stand(box=box), DEALER)


# --- pass cards, time and absence


@pytest.mark.clause("nsw:19.7", "nsw:19.7.1", "nsw:19.1.1:pass card", "nsw:19.6.4")
def test_19_7_1_a_pass_card_takes_the_place_of_a_wager() -> None:
    at = three(CHALLENGE, pass_cards=1)
    at.do(PlayPassCard(player="A"), player("A"))
    assert "no pass card left" in at.refused(PlayPassCard(player="A"), player("A")).reason
    assert at.no_bet("A", 25).clauses == ("19.7", "19.7.1", "19.1.1:pass card")
    at.bet("B", 25)
    assert "takes the place" in at.refused(PlayPassCard(player="B"), player("B")).reason
    at.bet("C", 25)
    at.close()
    at.deal("10S 10H 6C 9S 9H")  # none for A
    for box in (2, 4):
        at.do(Stand(box=box), DEALER)
    at.deal("KC KD")
    at.collect()
    assert at.chips() == {"A": 1000, "B": 1025, "C": 1025}
    assert "no pass card left" in at.refused(PlayPassCard(player="A"), player("A")).reason
    at.bet("B", 25)
    at.bet("C", 25)
    at.shuffle()
    assert at.refused(NoMoreBets(), DEALER).clauses == ("19.6.4",)


@pytest.mark.clause("nsw:19.7.1")
def test_when_everybody_passes_no_card_is_dealt_and_the_round_counts() -> None:
    at = three(CHALLENGE, pass_cards=1)
    assert at.refused(EverybodyPasses(), DEALER).clauses
    for name in ("A", "B"):
        at.do(PlayPassCard(player=name), player(name))
    assert "C owe" in at.refused(EverybodyPasses(), DEALER).reason
    at.do(PlayPassCard(player="C"), player("C"))
    at.do(EverybodyPasses(), DEALER)
    assert at.table.tournament is not None
    assert at.table.tournament.rounds == 1
    assert at.table.phase is Phase.BETTING


@pytest.mark.clause("nsw:19.6.11", "nsw:19.6.12")
def test_19_6_12_who_does_not_wager_in_time_is_held_to_the_minimum() -> None:
    at = three(CHALLENGE)
    assert at.refused(TimeIsUp(player="A"), SUPERVISOR).clauses == ("19.6.11",)
    at = three(CHALLENGE, seconds=30)
    at.do(TimeIsUp(player="A"), SUPERVISOR)
    assert at.chips()["A"] == 975
    assert "owes no wager" in at.refused(TimeIsUp(player="A"), SUPERVISOR).reason
    assert three(ACT_2018).refused(TimeIsUp(player="A"), SUPERVISOR).clauses == ("19.14",)


@pytest.mark.clause("nsw:19.5.6", "nsw:19.5.6.1")
def test_19_5_6_1_an_absent_player_loses_the_minimum_for_three_rounds_at_most() -> None:
    at = three(CHALLENGE)
    assert "at the table" in at.refused(DeductMinimum(player="A")).reason
    at.do(StepAway(player="A"), player("A"))
    for number in range(3):
        at.do(DeductMinimum(player="A"))
        again = "3 rounds" if number == 2 else "for this round"
        assert again in at.refused(DeductMinimum(player="A")).reason
        at.bet("B", 25)
        at.bet("C", 25)
        at.close()
        at.deal("10S 10H 6C 9S 9H")
        for box in (2, 4):
            at.do(Stand(box=box), DEALER)
        at.deal("KC KD")
        at.collect()
    assert at.chips()["A"] == 925
    assert "3 rounds" in at.refused(DeductMinimum(player="A")).reason
    assert at.table.chips.balances
    other = three(ACT_2018)
    other.do(StepAway(player="A"), player("A"))
    assert other.refused(DeductMinimum(player="A")).clauses == ("19.14",)


def test_an_absent_player_without_the_minimum_is_out() -> None:
    at = AtTable(CHALLENGE, {1: ("A", 20), 2: ("B", 1000)})
    at.do(StepAway(player="A"), player("A"))
    at.do(DeductMinimum(player="A"))
    (out,) = at.facts(OutAtTable)
    assert (out.player, out.residual) == ("A", 0)


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
    assert list(at.table.legal(DIRECTOR, NOW)) == [DeductMinimum(player="C")]
