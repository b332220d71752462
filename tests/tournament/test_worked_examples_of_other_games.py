"""The worked examples about tournaments of other games, each under its own id.

`uth_E…` and `bac_E…` are of Hold'em and baccarat, `nsw_E…` of Blackjack Challenge. Amounts are
dollars.
"""

from __future__ import annotations

from typing import Any

import pytest
from tests.tournament.at_tables import SUPERVISOR, AtTable
from tests.tournament.support import (
    BACCARAT,
    CHALLENGE,
    DEALER,
    DIRECTOR,
    HOLDEM,
    OPERATOR,
    SEVEN,
    Held,
    conditions_for,
    drafted,
    opened,
    player,
)

from croupier.games.blackjack.asks_and_answers import Double, Hit, Stand
from croupier.games.challenge.acts.overlooked_wagers import OverlookWager
from croupier.games.challenge.acts.void_rounds import VoidMisdeal
from croupier.games.holdem.asks_and_answers import Check, Fold, PlayWager, TakeAndPay
from croupier.rulebook.citations import Refused
from croupier.table.acts.betting import NoMoreBets
from croupier.table.acts.hidden_wagers import (
    AnnounceWagers,
    ExamineForms,
    MakeWagersGood,
    WriteWager,
)
from croupier.table.acts.patrons import StepAway
from croupier.table.acts.turns import DeductMinimum, PlayPassCard
from croupier.table.facts import OutAtTable, WageredOutOfOrder
from croupier.table.tournament_play import order_of_wagering
from croupier.tournament.acts.buy_backs import BuyAddOn, BuyBack
from croupier.tournament.acts.conduct import Disqualify
from croupier.tournament.acts.entries import AddReserve, SeatReserve
from croupier.tournament.acts.prizes import AwardPlaces, CancelTournament
from croupier.tournament.acts.seating import TakeSeat
from croupier.tournament.acts.sessions import StartSession
from croupier.tournament.acts.ties import PlayOffRound
from croupier.tournament.conditions_review import objections
from croupier.tournament.facts import MoneyRefunded, PointsAwarded
from croupier.tournament.prize_pool import divide
from croupier.tournament.state import Ground, Status, TournamentPhase

# --- Ultimate Texas Hold'em


@pytest.mark.clause("uth:16.7", "uth:16.10", "uth:16.15", "uth:16.16")
def test_uth_E28_elimination_lateness_and_order() -> None:
    held = opened(HOLDEM)
    held.seat("A", "B", "C")
    held.round({"A": 40, "B": 50, "C": 1000})
    assert held.tournament.entrants["A"].status is Status.OUT  # it takes 50
    assert len(held.tournament.still_in()) == 2
    at = AtTable(HOLDEM, {1: ("B", 50)}, order=True)
    at.ask()
    at.bet("B", 25, "ante")
    at.close()
    at.deal("2C 3C 4D 9S JH 7D 8D TC AH")
    play = PlayWager(box=1, amount=25_00)
    assert at.table.check(play, player("B"), 0) is not None  # no chips are left for it
    for command in (Check(box=1), Check(box=1), Fold(box=1)):
        at.do(command, player("B"))
    while at.table.check(TakeAndPay(), DEALER, 0) is None:
        at.do(TakeAndPay(), DEALER)
    at.collect()
    assert at.chips()["B"] == 0
    held.round({"B": 0, "C": 1050})
    assert held.tournament.entrants["B"].status is Status.OUT
    late = opened(HOLDEM)
    late.enter("A", "B")
    late.close()
    late.draw()
    late.now = SEVEN
    assert late.refused(TakeSeat(player="A"), DEALER).clauses == ("16.10",)
    early = AtTable(HOLDEM, {1: ("A", 500), 2: ("B", 500)}, order=True)
    early.ask()
    early.bet("B", 25, "ante")
    assert early.facts(WageredOutOfOrder)[0].clauses == ("16.16",)
    assert early.chips()["B"] == 450  # it stands


@pytest.mark.clause("uth:16.10", "uth:16.11", "uth:16.21", "uth:16.21(a)", "uth:16.22", "uth:16.24")
def test_uth_E49_pool_with_rebuys_add_ons_and_added_value() -> None:
    def held_so_far() -> Held:
        held = opened(
            HOLDEM,
            entry_fee=150_00,
            commission={"each": 30_00},
            buy_back={
                "offered": True, "most": 9, "method": "at once", "cost": 100_00, "chips": 1000_00,
            },
            add_on={"offered": True, "method": "at the break", "cost": 50_00, "chips": 500_00},
            added_value=[{"what": "cash", "value": 1000_00}],
            sessions=[{"name": "final", "rounds": 30}],
        )  # fmt: skip
        names = [f"p{n:02}" for n in range(24)]
        held.enter(*names)
        held.do(AddReserve(player="R"))
        held.close()
        held.draw()
        held.sit(*names[:23])
        held.now = SEVEN
        held.do(StartSession())
        held.do(SeatReserve(player="R", instead_of="p23", paid=150_00))
        table = next(iter(held.tournament.session.tables))
        for _ in range(9):
            there = [e.name for e in held.tournament.at_table(table)]
            held.round({name: 0 if name == there[0] else 1000 for name in there}, table)
            held.do(BuyBack(player=there[0], paid=100_00))
        for name in [e.name for e in held.tournament.still_in()][:15]:
            held.do(BuyAddOn(player=name, paid=50_00))
        return held

    pool = held_so_far().tournament.pool
    assert (pool.commission, pool.total) == (750_00, 5650_00)
    held = held_so_far()
    held.do(CancelTournament(reason="a flood"), OPERATOR)
    refunds = [f for f in held.tournament.facts if isinstance(f, MoneyRefunded)]
    assert sum(f.amount for f in refunds) == 5400_00
    assert "p23" in {f.player for f in refunds}  # the no-show too
    finished = opened(HOLDEM, added_value=[{"what": "cash", "value": 1000_00}])
    finished.seat("A", "B")
    for _ in range(10):
        finished.round({"A": 900, "B": 1000})
    finished.end()
    finished.do(AwardPlaces())
    assert sum(prize for _, prize in finished.places().values()) == 1200


# --- Mini-Baccarat


@pytest.mark.clause(
    "bac:15.3(a)(ix)(B)", "bac:15.3(a)(xi)(C)", "bac:15.14", "bac:15.21", "bac:15.22"
)
def test_bac_E50_money_points_hedging_and_elimination() -> None:
    changes: dict[str, Any] = {
        "entry_fee": 200_00,
        "commission": {"percent": "10", "approval": "CR 9"},
        "sessions": [{"name": "final", "rounds": 1, "seats": 10}],
        "prizes": [{"percent": ["50", "25", "15", "10"]}],
    }
    unapproved = conditions_for(BACCARAT, **changes | {"commission": {"percent": "10"}})
    law = drafted(conditions_for(BACCARAT, **changes)).tournament.law
    assert [each.clauses for each in objections(unapproved, law)] == [("15.22",)]
    held = opened(BACCARAT, **changes)
    names = [f"p{n:02}" for n in range(40)]
    held.seat(*names)
    assert (held.tournament.pool.commission, held.tournament.pool.total) == (800_00, 7200_00)
    chips = {name: 500.0 - n for n, name in enumerate(names)}
    chips |= {"p01": 450.0, "p02": 450.0, "p03": 450.0}
    chips |= {name: 300.0 - n for n, name in enumerate(names[4:])}
    for table in held.tournament.session.tables:
        held.round({e.name: chips[e.name] for e in held.tournament.at_table(table)}, table)
    held.end()
    held.do(AwardPlaces())
    places = held.places()
    assert places["p00"] == (1, 3600)
    assert {places[name] for name in ("p01", "p02", "p03")} == {(2, 1200.0)}
    assert sum(prize for _, prize in places.values()) == 7200
    assert divide(1900_00, 3) == [633_34, 633_33, 633_33]
    points = opened(
        BACCARAT, sessions=[{"name": "one", "rounds": 1, "points": [8, 5]}],
        points={"elimination": "none", "ties": "share"},
    )  # fmt: skip
    points.seat("A", "B", "C")
    points.round({"A": 900, "B": 900, "C": 100})
    points.end()
    given = {f.player: f.points for f in points.tournament.facts if isinstance(f, PointsAwarded)}
    assert given == {"A": "13/2", "B": "13/2", "C": "0"}
    at = AtTable(BACCARAT, {1: ("A", 1000)}, limits=(100, 500))
    at.ask()
    at.bet("A", 100, "player")
    at.bet("A", 100, "banker")
    at.shuffle()
    assert at.refused(NoMoreBets(), DEALER).clauses == ("15.14",)
    low = opened(BACCARAT)
    low.seat("A", "B", "C")
    low.round({"A": 20, "B": 1000, "C": 1000})
    assert low.tournament.entrants["A"].status is Status.OUT


# --- Blackjack Challenge


@pytest.mark.clause("nsw:19.2.2.1")
def test_nsw_E42_a_void_round_of_a_tournament_pays_nobody() -> None:
    seats = {1: ("P1", 500.0), 2: ("P2", 500.0), 3: ("P3", 500.0), 4: ("P4", 500.0)}
    at = AtTable(CHALLENGE, seats, limits=(10, 500))
    for name, amount in (("P1", 50), ("P2", 20), ("P3", 30), ("P4", 10)):
        at.bet(name, amount)
    at.close()
    at.deal("AS 10H 5D 8C 6C KS 6H 6D 8D")
    assert at.chips()["P1"] == 600
    at.do(Hit(box=2), DEALER)
    at.deal("KH")
    at.do(Double(box=3, amount=30_00), DEALER)
    at.deal("9D")
    at.do(VoidMisdeal(error="a card too many", why_not_rebuilt="nobody saw it"), SUPERVISOR)
    assert at.chips() == {"P1": 500, "P2": 500, "P3": 500, "P4": 500}
    assert at.table.chips.balances


@pytest.mark.clause("nsw:19.6.14")
def test_nsw_E46_wager_normalisation() -> None:
    seats = {1: ("A", 1000.0), 2: ("B", 1000.0), 3: ("C", 115.0), 4: ("D", 15.0)}
    at = AtTable(CHALLENGE, seats, limits=(20, 500))
    at.bet("A", 510)
    at.bet("B", 50)
    at.do(OverlookWager(player="C", box=3, amount=15_00), DEALER)
    at.do(OverlookWager(player="D", box=4, amount=15_00), DEALER)
    at.do(MakeWagersGood(), DEALER)
    lying = {wager.player: wager.amount / 100 for wager in at.table.wagers}
    assert lying == {"A": 500, "B": 40, "C": 20}
    (out,) = at.facts(OutAtTable)
    assert out.player == "D"
    odd = AtTable(CHALLENGE, {1: ("A", 1000)}, limits=(20, 250))
    odd.bet("A", 260)
    odd.do(MakeWagersGood(), DEALER)
    assert odd.table.wagers[0].amount == 240_00


@pytest.mark.clause("nsw:19.8.3.1", "nsw:19.8.3.2", "nsw:19.8.3.3", "nsw:19.8.3.4")
def test_nsw_E47_hidden_wagers() -> None:
    loses, wins, blackjack = "10S 6C 9S", "10S 6C 9S", "AS 6C KS"
    cases: list[tuple[float, float, float | None, str, str, float]] = [
        (500, 0, 5, loses, "KC 5D", -10),
        (500, 0, 250, wins, "KC 10D", 200),
        (150, 0, 180, blackjack, "", 300),
        (150, 0, 250, wins, "KC 10D", 150),
        (500, 0, None, blackjack, "", -10),
        (150, 60, 120, loses, "KC 5D", -150),
    ]
    for stack, laid, amount, cards, drawn, net in cases:
        at = AtTable(CHALLENGE, {1: ("A", stack)}, limits=(10, 200), undisclosed=1)
        if laid:
            at.bet("A", laid)
        cents = None if amount is None else round(amount * 100)
        at.do(WriteWager(player="A", amount=cents, type="main"), player("A"))
        at.do(ExamineForms(), SUPERVISOR)
        at.close()
        at.deal(cards)
        if drawn:
            at.do(Stand(box=1), DEALER)
            at.deal(drawn)
        at.do(AnnounceWagers(), SUPERVISOR)
        at.collect()
        assert at.chips()["A"] - stack == net, (stack, laid, amount)
    assert at.facts(OutAtTable)[0].player == "A"


@pytest.mark.clause("nsw:19.10.4")
def test_nsw_E48_same_round_eliminations() -> None:
    held = opened(CHALLENGE, limits={"main": [10_00, 500_00]})
    held.seat("A", "B", "C", "D", "W")
    held.round(
        {"A": 5, "B": 0, "C": 0, "D": 0, "W": 500},
        wagered={"B": 100, "C": 80, "D": 80}, taken=("D", "C", "B"),
    )  # fmt: skip
    held.end()
    held.do(AwardPlaces())
    order = sorted("ABCD", key=lambda name: held.places()[name][0] or 0)
    assert order == ["A", "B", "C", "D"]


TWO_ADVANCE: dict[str, Any] = {
    "sessions": [
        {"name": "heat", "rounds": 1, "advance_per_table": 2},
        {"name": "final", "rounds": 1},
    ],
    "progression": "the first two",
}


@pytest.mark.clause("nsw:19.10.2", "nsw:19.10.3")
def test_nsw_E49_play_off() -> None:
    held = opened(CHALLENGE, **TWO_ADVANCE)
    held.seat("A", "B", "C", "D")
    held.round({"A": 900, "B": 600, "C": 600, "D": 200})
    held.end()
    assert (set(held.tournament.ties[0].players), held.tournament.ties[0].places) == ({"B", "C"}, 1)
    held.do(PlayOffRound(chips={"B": 640_00, "C": 600_00}), DEALER)
    assert {e.name for e in held.tournament.still_in()} == {"A", "B"}
    held = opened(CHALLENGE, **TWO_ADVANCE)
    held.seat("A", "B", "C")
    held.round({"A": 900, "B": 900, "C": 100})
    held.end()
    assert held.tournament.phase is TournamentPhase.SEATING  # no play-off
    held = opened(CHALLENGE, sessions=[{"name": "final", "rounds": 9}])
    held.seat("A", "B", "C")
    held.round(
        {"A": 0, "B": 0, "C": 0}, wagered={"A": 300, "B": 200, "C": 100}, taken=("A", "B", "C")
    )
    held.end()
    assert held.tournament.phase is TournamentPhase.PLAYED  # nor for nothing
    held.do(AwardPlaces())
    assert [held.places()[name][0] for name in "ABC"] == [1, 2, 3]


@pytest.mark.clause(
    "nsw:19.9.2", "nsw:19.9.4", "nsw:19.9.5", "nsw:19.7.1", "nsw:19.6.4", "nsw:19.5.6.1",
    "nsw:19.3.1", "nsw:19.3.2", "nsw:19.3.4",
)  # fmt: skip
def test_nsw_E50_order_pass_absence_and_fees() -> None:
    seats = {n: (f"S{n}", 1000.0) for n in (1, 2, 3, 5, 6)}
    at = AtTable(CHALLENGE, seats, boxes=6, order=True, pass_cards=1)
    play = at.table.tournament
    assert play is not None
    for before, order in ((2, [3, 5, 6, 1, 2]), (3, [5, 6, 1, 2, 3]), (6, [1, 2, 3, 5, 6])):
        play.rounds = before
        assert order_of_wagering(at.table) == order
    play.rounds = 2
    assert at.ask() == "S3"
    at.bet("S3", 25)
    at.ask()
    assert at.no_bet("S6", 25).clauses == ("19.9.5",)  # before 5
    at.bet("S5", 25)
    at.ask()
    at.bet("S6", 25)
    at.do(StepAway(player="S1"), player("S1"))
    at.do(DeductMinimum(player="S1"))  # who is not asked then
    assert at.ask() == "S2"
    at.do(PlayPassCard(player="S2"), player("S2"))
    for _ in range(2):
        play.this_round.excused.clear()  # another round
        play.this_round.deductions.clear()
        at.do(DeductMinimum(player="S1"))
    assert at.chips()["S1"] == 925
    assert at.refused(DeductMinimum(player="S1")).clauses == ("19.5.6", "19.5.6.1")
    assert at.chips()["S2"] == 1000
    play.this_round.asked.clear()
    play.this_round.passing.clear()
    at.table.wagers.clear()
    assert "no pass card" in at.refused(PlayPassCard(player="S2"), player("S2")).reason
    held = opened(CHALLENGE, added_value=[{"what": "cash", "value": 1200_00}])
    held.enter(*(f"p{n:02}" for n in range(48)))
    assert held.tournament.pool.total == 6000_00
    held.close()
    held.draw()
    held.start()
    held.do(Disqualify(player="p02", ground=Ground.NO_WAGER, reason="refuses to wager"))
    held.do(CancelTournament(reason="a flood"), OPERATOR)
    refunds = [f for f in held.tournament.facts if isinstance(f, MoneyRefunded)]
    assert sum(f.amount for f in refunds) == 4800_00
    assert isinstance(held.tournament.check(AwardPlaces(), DIRECTOR), Refused)
