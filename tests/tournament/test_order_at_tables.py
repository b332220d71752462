"""Play at a table of a tournament: the order of wagering, pass cards, time, absence."""

from __future__ import annotations

import pytest
from tests.tournament.at_tables import MAINS, SUPERVISOR, AtTable, bet, three
from tests.tournament.support import ACT_2006, ACT_2018, BACCARAT, CHALLENGE, DEALER, HOLDEM, player

from croupier.games.blackjack.asks_and_answers import Stand
from croupier.games.holdem.asks_and_answers import Fold
from croupier.table.acts.betting import NoMoreBets
from croupier.table.acts.patrons import StepAway
from croupier.table.acts.tournament import (
    AllocatePosition,
    CollectTournamentChips,
    PlaceStartingMarker,
)
from croupier.table.acts.turns import (
    AskWager,
    DeductMinimum,
    EverybodyPasses,
    PlayPassCard,
    RuleOut,
    TimeIsUp,
    VoidOutOfOrder,
)
from croupier.table.facts import MarkerPlaced, OutAtTable, Passed, WageredOutOfOrder
from croupier.table.table import Phase
from croupier.table.tournament_play import order_of_wagering
from croupier.tournament import law_of

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
    assert at.no_bet("B", 100, kind).clauses == law_of(instrument).wager_final_when_made.clauses
    bet(at, "C", 25)
    at.shuffle()
    assert at.refused(NoMoreBets(), DEALER).clauses == law_of(instrument).turn
    assert at.ask() == "A"
    assert "everybody" in at.refused(AskWager(), DEALER).reason
    bet(at, "A", 25)
    at.do(NoMoreBets(), DEALER)


CARDS = {
    ACT_2006: "10S 10H 6C KS KD",
    BACCARAT: "9S 9H KD 7C",
    HOLDEM: "KS 7H 5C 3D 2S AH KC KD AD TC JD",
}
"""A round of two players."""


def play_round_of_two(at: AtTable) -> None:
    """Deal and collect a round of the players at boxes 2 and 4."""
    at.deal(CARDS[at.instrument])
    if at.instrument == ACT_2006:
        for box in (2, 4):
            at.do(Stand(box=box, hand=1), DEALER)
        at.deal("TC 9D")
    if at.instrument == HOLDEM:
        for box in (2, 4):
            at.do(Fold(box=box), DEALER)
    at.collect()


@pytest.mark.clause("06:20.15", "bac:15.15", "bac:A:Starting Marker", "06:A:Starting Marker")
@pytest.mark.clause("uth:16.16")
@pytest.mark.parametrize("instrument", [ACT_2006, BACCARAT, HOLDEM])
def test_the_marker_moves_on_from_a_first_player_who_made_no_wager(instrument: str) -> None:
    """The marker lies before A, who goes out: after the round it moves to B, the next player."""
    at = three(instrument, order=True)
    assert at.ask() == "A"
    for _ in range(2):
        bet(at, at.ask(), 25)
    at.do(RuleOut(player="A"))
    at.close()
    play_round_of_two(at)
    assert at.facts(MarkerPlaced)[-1].box == 2
    assert at.ask() == "B"


@pytest.mark.clause("06:20.15", "bac:15.15", "bac:A:Starting Marker", "06:A:Starting Marker")
@pytest.mark.clause("uth:16.16")
@pytest.mark.parametrize("instrument", [ACT_2006, BACCARAT, HOLDEM])
def test_nobody_wagers_first_twice_because_a_player_before_them_has_gone(instrument: str) -> None:
    """The marker lies before A, who goes before being asked. B wagers first, and C after B."""
    at = three(instrument, order=True)
    at.do(PlaceStartingMarker(box=1), DEALER)
    at.do(CollectTournamentChips(player="A"), DEALER)
    at.do(AllocatePosition(player="A", box=None))
    assert at.ask() == "B"
    bet(at, "B", 25)
    bet(at, at.ask(), 25)
    at.close()
    play_round_of_two(at)
    assert at.ask() == "C"


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
    at.table.tournament.this_round.early.clear()  # type: ignore[union-attr]
    bet(at, "C", 50)
    at.do(VoidOutOfOrder(player="C", reason="the second time"))
    assert at.chips()["C"] == 1000
    again = at.refused(VoidOutOfOrder(player="C", reason="the second time"))
    assert "was declared void" in again.reason
    void = law_of(instrument).out_of_order.clauses
    assert at.no_bet("C", 50, MAINS.get(instrument, "main")).clauses == void
    bet(at, "A", 25)
    at.ask()
    bet(at, "B", 25)
    at.ask()
    assert at.no_bet("C", 25, MAINS.get(instrument, "main")).clauses == void
    at.close()  # C has nothing at risk and is not out
    assert not at.facts(OutAtTable)


@pytest.mark.clause("06:20.15", "bac:15.15", "uth:16.16")
@pytest.mark.parametrize("instrument", [ACT_2006, BACCARAT, HOLDEM])
def test_a_round_in_which_every_wager_is_void_is_none(instrument: str) -> None:
    at = AtTable(instrument, {1: ("A", 1000)}, order=True)
    play = at.table.tournament
    assert play is not None
    play.out_of_order["A"] = 1
    bet(at, "A", 25)  # before being asked
    at.do(VoidOutOfOrder(player="A", reason="the second time"))
    at.do(EverybodyPasses(), DEALER)
    assert (play.rounds, at.chips()) == (0, {"A": 1000})
    assert at.ask() == "A"
    bet(at, "A", 25)
    at.close()


@pytest.mark.clause("06:20.15", "bac:15.15", "uth:16.16")
@pytest.mark.parametrize("instrument", [ACT_2006, BACCARAT, HOLDEM])
@pytest.mark.parametrize(
    ("reading", "before", "in_turn"),
    [
        (None, False, True),
        ("until_asked", False, True),
        ("for_good", False, False),
        ("until_turn_ends", True, True),
    ],
)
def test_a_wager_out_of_order_stands_until_its_owner_is_asked(
    instrument: str, reading: str | None, before: bool, in_turn: bool
) -> None:
    """It "shall stand"; once placed it may not be changed when the opportunity is over."""
    options = {"out_of_order_wager": reading} if reading else {}
    at = three(instrument, order=True, options=options)
    kind, clauses = MAINS.get(instrument, "main"), law_of(instrument).out_of_order.clauses
    at.ask()
    bet(at, "B", 50)
    for amount in (75, 25, 0):
        if before:
            bet(at, "B", amount or 50)
        else:
            assert at.no_bet("B", amount, kind).clauses == clauses
    bet(at, "A", 25)
    assert at.ask() == "B"
    if in_turn:
        bet(at, "B", 100)
    else:
        assert at.no_bet("B", 100, kind).clauses == clauses
    at.ask()
    bet(at, "C", 25)
    assert at.no_bet("B", 25, kind).clauses == law_of(instrument).wager_final_when_made.clauses
    at.close()


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
    bet(at, "B", 25)  # out of turn, where the conditions have an order: it stands
    (advised,) = at.facts(WageredOutOfOrder)
    assert (advised.player, advised.clauses) == ("B", ("19.1",))


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
    passing = three(CHALLENGE, order=True, pass_cards=1)
    assert passing.ask() == "A"
    turn = passing.refused(PlayPassCard(player="B"), player("B"))
    assert (turn.reason, turn.clauses) == ("it is not the turn of B", ("19.9.5",))
    at.bet("A", 25)
    assert at.no_bet("A", 50).clauses == ("19.9.6",)
    assert at.no_bet("A", 0).clauses == ("19.9.6",)
    in_order = at.refused(VoidOutOfOrder(player="A", reason="x"))
    assert (in_order.reason, in_order.clauses) == ("A has wagered in order", ("19.9.5",))
    assert at.ask() == "B"
    over = at.no_bet("A", 50)
    assert over.reason == "the turn is over, and the wager stays as it is"
    assert over.clauses == ("19.9.6",)
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
    none = three(CHALLENGE).refused(PlayPassCard(player="A"), player("A"))
    assert none.reason == "there are no pass cards"
    assert none.clauses == ("19.7", "19.7.1", "19.1.1:pass card")
    at = three(CHALLENGE, pass_cards=1)
    at.do(PlayPassCard(player="A"), player("A"))
    (passed,) = at.facts(Passed)
    assert (passed.player, passed.left, passed.clauses) == ("A", 0, none.clauses)
    assert "no pass card left" in at.refused(PlayPassCard(player="A"), player("A")).reason
    assert at.no_bet("A", 25).clauses == ("19.7", "19.7.1", "19.1.1:pass card")
    at.bet("B", 25)
    assert "takes the place" in at.refused(PlayPassCard(player="B"), player("B")).reason
    at.bet("C", 25)
    at.close()
    at.deal("10S 10H 6C 9S 9H")  # none for A
    late = at.refused(PlayPassCard(player="C"), player("C"))
    assert (late.reason, late.clauses) == ("C cannot pass now", none.clauses)
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
    at.do(RuleOut(player="A"))
    (out,) = at.facts(OutAtTable)
    assert (out.player, out.residual) == ("A", 20_00)
