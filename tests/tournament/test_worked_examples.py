"""The worked examples about tournaments of ACT Blackjack, W37 to W40. Amounts are dollars."""

from __future__ import annotations

from typing import Any

import pytest
from tests.tournament.at_tables import AtTable
from tests.tournament.support import (
    ACT_2006,
    ACT_2018,
    DEALER,
    MINUTE,
    OPERATOR,
    SEVEN,
    Held,
    conditions_for,
    drafted,
    opened,
)

from croupier.games.blackjack.asks_and_answers import Stand
from croupier.table.acts.tournament import PlaceStartingMarker
from croupier.table.acts.turns import AskWager, VoidOutOfOrder
from croupier.table.facts import OutAtTable, WageredOutOfOrder
from croupier.table.tournament_play import order_of_wagering
from croupier.tournament.acts.conditions_approval import DocumentConditions
from croupier.tournament.acts.entries import AddReserve, SeatReserve
from croupier.tournament.acts.prizes import AwardPlaces, CancelTournament
from croupier.tournament.acts.seating import MoveStart, TakeSeat
from croupier.tournament.acts.sessions import StartSession
from croupier.tournament.acts.ties import PlayOffRound
from croupier.tournament.conditions import terms_in_force
from croupier.tournament.facts import MoneyRefunded
from croupier.tournament.state import TournamentPhase
from croupier.tournament.tournament import Tournament

SIX = {n: (f"S{n}", 1000.0) for n in range(1, 7)}


def finish(at: AtTable, *boxes: int) -> None:
    """Everybody stands, and the dealer draws out."""
    round = at.table.round
    assert round is not None
    for box in boxes:
        if at.table.check(Stand(box=box), DEALER, 0) is None:
            at.do(Stand(box=box), DEALER)
    for card in ("KC", "KD", "KH"):
        if not round.over:
            at.deal(card)
    at.collect()


# --- ACT Blackjack


@pytest.mark.clause("06:A:Starting Marker", "06:20.14", "06:20.15", "06:20.16", "18:19.14")
def test_W37_order_marker_and_elimination() -> None:
    seats = {**SIX, 4: ("S4", 45.0)}
    at = AtTable(ACT_2006, seats)
    at.do(PlaceStartingMarker(box=4), DEALER)
    for name in ("S4", "S5", "S6", "S1", "S2", "S3"):
        assert at.ask() == name
        at.bet(name, 25)
    at.close()
    at.deal("10S 10H 10D 9S 10C JH 10S 9H 9D 9C 9S 9H JD")
    for box in range(1, 7):
        at.do(Stand(box=box), DEALER)
    at.deal("9C")
    at.collect()
    (out,) = at.facts(OutAtTable)
    assert (out.player, out.residual, out.clauses) == ("S4", 20_00, ("20.14",))
    # The marker was at 4 and has moved on; for the example it lies at 3.
    at.do(PlaceStartingMarker(box=3), DEALER)
    assert order_of_wagering(at.table) == [3, 5, 6, 1, 2]
    assert at.ask() == "S3"
    at.bet("S3", 25)
    at.bet("S3", 50)  # before 5 is asked
    assert at.ask() == "S5"
    assert at.no_bet("S3", 75).clauses == ("20.15", "20.16")
    at.bet("S5", 25)
    at.bet("S1", 25)  # before 6: it stands, and S1 is warned
    assert at.facts(WageredOutOfOrder)[-1].player == "S1"
    assert at.ask() == "S6"
    at.bet("S6", 25)
    at.ask()
    assert at.ask() == "S2"
    at.bet("S2", 25)
    at.close()
    at.deal("10S 10H 10D 10S 10C 6H 9S 9H 9D 9C 9S")
    finish(at, 1, 2, 3, 5, 6)
    assert order_of_wagering(at.table)[0] == 5  # 4 is empty
    at.ask()
    at.bet("S1", 25)
    at.do(VoidOutOfOrder(player="S1", reason="out of order again"))
    assert len(at.facts(OutAtTable)) == 1  # S1 is not out
    later = AtTable(ACT_2018, {1: ("A", 1000), 2: ("B", 45)})
    later.bet("B", 25)
    later.bet("A", 25)
    assert "19.1" in later.refused(AskWager(), DEALER).clauses
    later.close()
    later.deal("10S 9H 10C 9S 9C")
    finish(later, 1, 2)
    assert [(fact.player, fact.clauses) for fact in later.facts(OutAtTable)] == [("B", ("19.14",))]


APPROVED = {"percent": "10", "approval": "CR 9 of 2027"}


def with_no_shows(instrument: str) -> Held:
    """Twenty have paid, two do not appear, and a reserve sits for one of them."""
    held = opened(instrument, commission=APPROVED)
    held.enter(*(f"p{n:02}" for n in range(20)))
    held.do(AddReserve(player="R"))
    held.close()
    held.draw()
    held.sit(*(f"p{n:02}" for n in range(18)))
    held.now = SEVEN + 5 * MINUTE
    held.do(StartSession())
    held.do(SeatReserve(player="R", instead_of="p18", paid=100_00))
    return held


@pytest.mark.clause(
    "06:20.9", "06:20.10", "06:20.20", "06:20.23", "06:20.24", "18:19.9", "18:19.10", "18:19.19",
    "18:19.20", "18:19.21",
)  # fmt: skip
@pytest.mark.parametrize("instrument", [ACT_2006, ACT_2018])
def test_W38_pool_no_shows_and_cancellation(instrument: str) -> None:
    held = with_no_shows(instrument)
    pool = held.tournament.pool
    assert (pool.fees, pool.commission, pool.total) == (2100_00, 210_00, 1890_00)
    assert held.tournament.prizes == [945_00, 567_00, 378_00]
    for _ in range(10):
        for table in held.tournament.session.tables:
            there = held.tournament.at_table(table)
            held.round({each.name: 1000 + each.number for each in there}, table)
    held.end()
    held.do(AwardPlaces())
    assert sorted(prize for _, prize in held.places().values())[-3:] == [378, 567, 945]
    held = with_no_shows(instrument)
    held.do(CancelTournament(reason="a power cut"), OPERATOR)
    refunds = [f for f in held.tournament.facts if isinstance(f, MoneyRefunded)]
    assert len(refunds) == 21
    assert {f.amount for f in refunds} == {100_00}  # 2,100 and not 2,310


@pytest.mark.clause("06:20.9", "18:19.7", "18:19.9")
def test_W38_a_player_who_sits_down_two_minutes_late() -> None:
    late = TakeSeat(player="A")
    for instrument, keeps in ((ACT_2006, True), (ACT_2018, False)):
        held = opened(instrument)
        held.enter("A", "B")
        held.close()
        held.draw()
        held.now = SEVEN + 2 * MINUTE
        if keeps:
            held.do(late, DEALER)
        else:
            assert held.refused(late, DEALER).clauses == ("19.9",)
            held.now = SEVEN - MINUTE
            held.do(MoveStart(starts=SEVEN + 5 * MINUTE, notice="announced"))
            held.now = SEVEN + 2 * MINUTE
            held.do(late, DEALER)


POOL_OF_1890 = {"entry_fee": 630_00, "sessions": [{"name": "final", "rounds": 1}]}


def final(instrument: str, stacks: dict[str, float], **changes: Any) -> Held:
    """Three players, a pool of 1,890, and a final of one round."""
    held = opened(instrument, **POOL_OF_1890 | changes)
    held.seat(*stacks)
    held.round(stacks)
    held.end()
    return held


@pytest.mark.clause("06:20.21", "06:20.22", "18:19.3(a)(xi)", "18:19.3(a)(xi)(C)")
def test_W39_ties_on_that_pool() -> None:
    held = final(ACT_2006, {"A": 1400, "B": 1400, "C": 200})
    assert held.tournament.phase is TournamentPhase.TIES  # extra rounds
    held.do(PlayOffRound(chips={"A": 1400_00, "B": 1400_00}), DEALER)
    held.do(PlayOffRound(chips={"A": 1500_00, "B": 1300_00}), DEALER)
    held.do(AwardPlaces())
    assert held.places() == {"A": (1, 945), "B": (2, 567), "C": (3, 378)}
    held = final(ACT_2006, {"A": 3000, "B": 0, "C": 0})  # out in the same round
    held.do(AwardPlaces())
    assert held.places() == {"A": (1, 945), "B": (2, 472.5), "C": (2, 472.5)}
    held = final(ACT_2018, {"A": 1400, "B": 1400, "C": 200}, prize_ties="share")
    held.do(AwardPlaces())
    assert held.places() == {"A": (1, 756), "B": (1, 756), "C": (3, 378)}
    held = final(ACT_2018, {"A": 1000, "B": 1000, "C": 1000}, prize_ties="share")
    held.do(AwardPlaces())
    assert {prize for _, prize in held.places().values()} == {630}
    held = final(ACT_2018, {"A": 1400, "B": 1400, "C": 200}, prize_ties="play-off")
    assert held.tournament.phase is TournamentPhase.TIES
    silent = DocumentConditions(conditions=conditions_for(ACT_2018, prize_ties=None))
    refusal = Held(Tournament("Cup", ACT_2018)).refused(silent, OPERATOR)
    assert "19.3(a)(xi)" in refusal.clauses


def blackjack_of_twenty(instrument: str) -> float:
    """What a Blackjack of 20 chips wins where the conditions say 2 to 1."""
    conditions = conditions_for(instrument, overrides={"blackjack_pays": "2:1"})
    terms = terms_in_force(conditions, drafted(conditions).tournament.law)
    at = AtTable(instrument, {1: ("A", 1000)}, limits=(10, 500), overrides=terms)
    if instrument == ACT_2006:
        at.ask()
    at.bet("A", 20)
    at.close()
    at.deal("AS KC KS 9D")
    return at.chips()["A"] - 1000


@pytest.mark.clause("06:20.5", "06:20.20", "18:19.3(b)", "18:13.2(a)", "18:19.19")
def test_W40_conditions_that_contradict_the_rules() -> None:
    assert blackjack_of_twenty(ACT_2006) == 40
    assert blackjack_of_twenty(ACT_2018) == 30
    for instrument in (ACT_2006, ACT_2018):
        held = opened(
            instrument, overrides={"pool_returned": "95"}, **POOL_OF_1890 | {"prizes": [
                {"percent": ["50", "30", "20"]}
            ]},
        )  # fmt: skip
        held.seat("A", "B", "C")
        held.round({"A": 900, "B": 800, "C": 700})
        held.end()
        held.do(AwardPlaces())
        assert sum(prize for _, prize in held.places().values()) == 1890
