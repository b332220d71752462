"""Tournaments driven at random: whatever is asked of them, in whatever order.

Asking and doing agree; a refused command changes nothing; every fact and refusal cites clauses of
the instrument; money is kept to the cent; and the record replays to the same tournament.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.tournament.books import gains
from tests.tournament.support import (
    CHALLENGE,
    DEALER,
    DIRECTOR,
    HOLDEM,
    INSPECTOR,
    INSTRUMENTS,
    MANAGER,
    MINUTE,
    OPERATOR,
    SEVEN,
    Held,
    opened,
    player,
)

from croupier.aggregate.acts import Command
from croupier.rulebook.citations import Refused
from croupier.rulebook.instruments import load
from croupier.tournament import ballot
from croupier.tournament.acts.buy_backs import BuyAddOn, BuyBack, DeclineBuyBack
from croupier.tournament.acts.conduct import (
    Breach,
    CallBreak,
    DismissBreach,
    Disqualify,
    RaiseDispute,
    ReportBreach,
    SettleDispute,
)
from croupier.tournament.acts.entries import (
    AddReserve,
    CloseEntries,
    Enter,
    Refund,
    SeatReserve,
    Substitute,
    Withdraw,
)
from croupier.tournament.acts.other_games import Reinstate
from croupier.tournament.acts.prizes import AwardPlaces, CancelTournament
from croupier.tournament.acts.seating import (
    BreakTable,
    CallLate,
    CommitBallot,
    DrawSeats,
    MovePlayer,
    MoveStart,
    SetTableSize,
    TakeSeat,
)
from croupier.tournament.acts.session_end import ConcludeTable, CountChips, EndSession, ReturnChips
from croupier.tournament.acts.sessions import RecordRound, StartSession
from croupier.tournament.acts.ties import DrawCards, PlayOffRound
from croupier.tournament.prize_pool import PaidFor
from croupier.tournament.state import Ground, TournamentPhase

PEOPLE = (DIRECTOR, DEALER, OPERATOR, MANAGER, INSPECTOR, player("A"))
NAMES = "ABCDEFGHZ"
SESSIONS = [
    {"name": "heat", "rounds": 2, "advance_per_table": 2, "seats": 4, "prizes": ["10", "5"]},
    {"name": "final", "rounds": 2},
]
GOODS = [{"what": "a car", "value": 1, "place": 1}, {"what": "a pen", "value": 1, "place": 9}]


class Script:
    """Chooses the next command: mostly what leads on, now and then anything."""

    def __init__(self, held: Held, data: st.DataObject) -> None:
        self.held, self.draw, self.secrets = held, data.draw, 0

    def secret(self) -> bytes:
        return sha256(f"{self.secrets}".encode()).digest()

    def name(self) -> str:
        return self.draw(st.sampled_from(NAMES))

    def chips(self, names: list[str]) -> dict[str, int]:
        amounts = st.sampled_from([0, 10_00, 24_99, 25_00, 50_00, 600_00, 1000_00])
        return {name: self.draw(amounts) for name in names}

    def fee(self) -> int:
        """What a substitute pays."""
        return 100_00 if self.held.tournament.law.entry else 0

    def anything(self) -> tuple[Command, Any]:
        one, other = self.name(), self.name()
        tables = list(self.held.tournament.session.tables) or ["Table 1"]
        table = self.draw(st.sampled_from([*tables, "nowhere"]))
        there = [each.name for each in self.held.tournament.at_table(table)]
        commands: list[Command] = [
            Enter(player=one, paid=100_00, copy_given=True),
            AddReserve(player=one),
            SeatReserve(player=one, instead_of=other, paid=100_00, copy_given=True),
            Substitute(player=one, instead_of=other, copy_given=True, paid=self.fee()),
            Withdraw(player=one),
            Refund(player=one, what=self.draw(st.sampled_from(PaidFor)), reason="ill"),
            MoveStart(starts=self.held.now + MINUTE, notice="announced"),
            SetTableSize(players=self.draw(st.integers(0, 13))),
            CallLate(),
            TakeSeat(player=one),
            MovePlayer(player=one, table=table, box=self.draw(st.integers(0, 8))),
            BreakTable(table=table, secret=self.secret().hex()),
            BuyBack(player=one, paid=self.draw(st.sampled_from([0, 100_00]))),
            DeclineBuyBack(player=one),
            BuyAddOn(player=one, paid=50_00),
            ConcludeTable(table=table),
            ReturnChips(table=table),
            CallBreak(minutes=5),
            ReportBreach(player=one, breach=self.draw(st.sampled_from(Breach))),
            Disqualify(player=one, ground=self.draw(st.sampled_from(Ground)), reason="seen"),
            DismissBreach(player=one, reason="it was not so"),
            RaiseDispute(text="the count", player=self.draw(st.sampled_from(["", one]))),
            SettleDispute(decision="it stands"),
            RecordRound(table=table, chips=self.chips([*there, one])),
            RecordRound(table=table, chips=self.chips(there), counts=False, voids=1),
            Reinstate(
                player=one,
                table=table,
                box=self.draw(st.integers(0, 8)),
                chips=1000_00,
                reason="void",
            ),
            CountChips(table=table, chips=self.chips(there)),
            CancelTournament(reason=self.draw(st.sampled_from(["", "a flood"]))),
            PlayOffRound(chips=self.chips([one, other])),
            DrawCards(secret=self.secret().hex()),
            AwardPlaces(),
        ]
        return self.draw(st.sampled_from(commands)), self.draw(st.sampled_from(PEOPLE))

    def onwards(self) -> list[tuple[Command, Any]]:
        """What brings the tournament nearer to its end."""
        tournament = self.held.tournament
        if tournament.disputes:
            return [(SettleDispute(decision="it stands"), DIRECTOR)]
        if tournament.reported:
            return [(DismissBreach(player=tournament.reported[0].player, reason="no"), DIRECTOR)]
        if tournament.phase is TournamentPhase.ENTRIES:
            entries = [(Enter(player=n, paid=100_00, copy_given=True), DIRECTOR) for n in "ABCDEFG"]
            return [*entries, (CloseEntries(), DIRECTOR)]
        if tournament.phase is TournamentPhase.SEATING:
            commitment = ballot.commit(self.secret())
            sitting = [(TakeSeat(player=n), DEALER) for n in tournament.session.players]
            return [
                (CommitBallot(commitments=(commitment,)), DIRECTOR),
                (DrawSeats(secret=self.secret().hex()), DIRECTOR),
                *sitting,
                (StartSession(), DIRECTOR),
            ]
        if tournament.phase is TournamentPhase.PLAYING:
            steps: list[tuple[Command, Any]] = []
            for table in tournament.session.tables:
                there = [each.name for each in tournament.at_table(table)]
                chips = self.chips(there)
                counted = {name: tournament.entrants[name].chips for name in there}
                steps += [
                    (RecordRound(table=table, chips=chips, wagered=chips), DEALER),
                    (CountChips(table=table, chips=counted), DEALER),
                ]
            waiting = [(DeclineBuyBack(player=n), DIRECTOR) for n in tournament.entrants]
            return [*steps, *waiting, (EndSession(), DIRECTOR)]
        if tournament.phase is TournamentPhase.TIES:
            chips = self.chips(list(tournament.ties[0].players))
            return [(PlayOffRound(chips=chips), DEALER)]
        return [(AwardPlaces(), DIRECTOR)]


def observe(held: Held) -> object:
    """As much of the tournament as a refusal could have changed."""
    tournament = held.tournament
    people = tuple((e.status, e.chips, e.seat, e.seated) for e in tournament.entrants.values())
    money, ties = len(tournament.payments), len(tournament.ties)
    return (
        tournament.record.head,
        tournament.phase,
        people,
        money,
        ties,
        tuple(tournament.commitments),
    )


def attempt(held: Held, command: Command, by: Any, known: set[str]) -> None:
    before = observe(held)
    asked = held.tournament.check(command, by, held.now)
    assert observe(held) == before
    if asked is None:
        for fact in held.do(command, by):
            assert fact.clauses
            assert set(fact.clauses) <= known
        return
    with pytest.raises(Refused) as tried:
        held.tournament.do(command, by, held.now)
    assert (tried.value.reason, tried.value.clauses) == (asked.reason, asked.clauses)
    assert asked.clauses
    assert set(asked.clauses) <= known
    assert observe(held) == before


def must_balance(held: Held) -> None:
    tournament = held.tournament
    paid = sum(each.amount for each in tournament.payments)
    assert paid >= tournament.pool.fees >= 0
    assert tournament.pool.total >= 0
    for entrant in tournament.entrants.values():
        assert entrant.chips >= 0
    if tournament.phase in (TournamentPhase.FINISHED, TournamentPhase.CANCELLED):
        gains(held)
    if tournament.phase is TournamentPhase.FINISHED:
        assert sum(e.prize for e in tournament.entrants.values()) == tournament.pool.total
    if tournament.phase is TournamentPhase.CANCELLED:
        assert tournament.payments == []


@pytest.mark.parametrize("instrument", INSTRUMENTS)
@settings(max_examples=12, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(data=st.data())
def test_whatever_is_asked_a_tournament_stays_in_order(
    instrument: str, data: st.DataObject
) -> None:
    rebuy = {"offered": True, "method": "at once", "cost": 100_00, "chips": 500_00}
    changes: dict[str, Any] = {"sessions": SESSIONS, "progression": "two of each table"}
    if instrument in (HOLDEM, CHALLENGE):
        changes |= {"refunds": "who is ill", "added_value": GOODS}
    if instrument != "act-blackjack-2006":
        changes["buy_back"] = rebuy
    changes["session_ties"] = "play-off"
    held = opened(instrument, **changes)
    script, known = Script(held, data), set(load(instrument).by_id)
    held.now = SEVEN - 5 * MINUTE
    for _ in range(data.draw(st.integers(2, 7))):
        for command, by in script.onwards():
            if data.draw(st.integers(0, 7)) == 0:
                attempt(held, *script.anything(), known)
            attempt(held, command, by, known)
            if isinstance(command, DrawSeats):
                script.secrets += 1
        held.now += MINUTE
        must_balance(held)
    assert held.replayed().record.head == held.tournament.record.head
