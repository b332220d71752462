"""Whole tournaments played by simple habits through the real tables, from a seed.

Nothing here is decided by anything but the seed: the same conditions, players and seed play the
same tournament, card for card.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

import msgspec

from croupier.aggregate.roles import Person, Role
from croupier.table.tournament_law import ConditionsStep, Ties
from croupier.tournament import ballot
from croupier.tournament.acts.buy_backs import BuyBack, DeclineBuyBack
from croupier.tournament.acts.conditions_approval import (
    DocumentConditions,
    NominateDirector,
    OpenEntries,
    TakeStep,
)
from croupier.tournament.acts.entries import CloseEntries, Enter
from croupier.tournament.acts.prizes import AwardPlaces
from croupier.tournament.acts.seating import BreakTable, CommitBallot, DrawSeats, TakeSeat
from croupier.tournament.acts.session_end import CountChips, EndSession, ReturnChips
from croupier.tournament.acts.sessions import PayBuyIn, StartSession
from croupier.tournament.acts.ties import DrawCards, PlayOffRound, stacks
from croupier.tournament.conditions import moment
from croupier.tournament.simulation.simulated_table import DIRECTOR, SimulatedTable
from croupier.tournament.simulation.strategies import Dice, Habit, habits
from croupier.tournament.state import Status, TournamentPhase
from croupier.tournament.tournament import Tournament

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.aggregate.acts import Command
    from croupier.tournament.conditions import Conditions

    Watch = Callable[[int], object]

OPERATOR = Person("operator", Role.OPERATOR)
DEALER = Person("dealer", Role.DEALER)
ROUND = 90_000
"""How long a round takes in the simulation, in milliseconds."""


class HabitResult(msgspec.Struct, frozen=True):
    """How the players of one habit did."""

    habit: str
    players: int
    prizes: int
    best_place: int
    mean_place: float


class SimulatedTournament(msgspec.Struct, frozen=True):
    """What came of one simulated tournament."""

    players: int
    tables: int
    """Tables over all sessions."""
    rounds: int
    buy_backs: int
    ties: int
    """Ties that had to be told apart."""
    pool: int
    paid: int
    chips_issued: int
    chips_returned: int
    winner: str
    habits: tuple[HabitResult, ...]
    head: str
    """The hash that stands for the whole record."""


class Simulation:
    """One tournament from its conditions to its places."""

    def __init__(self, conditions: Conditions, players: int, seed: bytes) -> None:
        self.conditions = conditions
        self.tournament = Tournament(conditions.name, conditions.instrument)
        self.dice = Dice(seed)
        self.names = [f"player {n:04}" for n in range(1, players + 1)]
        self.habits: dict[str, Habit] = dict(zip(self.names, habits(), strict=False))
        self.now = moment(conditions.starts) - 24 * 3600_000 if conditions.starts else 0
        self.tables: dict[str, SimulatedTable] = {}
        self.rounds = self.opened = self.issued = self.returned = self.ties = 0

    def _do(self, command: Command, by: Person = DIRECTOR) -> None:
        self.tournament.do(command, by, self.now)

    def run(self) -> SimulatedTournament:
        self._take_entries()
        while self.tournament.phase is TournamentPhase.SEATING:
            self._seat()
            self._play_session()
            self._decide_ties()
        self._do(AwardPlaces())
        return self._result()

    # -- before play

    def _take_entries(self) -> None:
        conditions, law = self.conditions, self.tournament.law
        self._do(DocumentConditions(conditions=conditions), OPERATOR)
        for step in law.gate:
            if step is not ConditionsStep.DOCUMENTED:
                self._do(TakeStep(step=step, document="simulated"), OPERATOR)
        self._do(NominateDirector(person=DIRECTOR.name), OPERATOR)
        self._do(OpenEntries())
        fee = conditions.entry_fee or 0
        for name in self.names:
            self._do(Enter(player=name, paid=fee, copy_given=True))
        self._do(CloseEntries())

    def _secret(self) -> str:
        secret = self.dice.secret()
        self._do(CommitBallot(commitments=(ballot.commit(secret),)))
        return secret.hex()

    def _seat(self) -> None:
        tournament, session = self.tournament, self.tournament.session
        if not session.drawn:
            self._do(DrawSeats(secret=self._secret()))
        for name in session.players:
            if self.conditions.buy_in:
                self._do(PayBuyIn(player=name, paid=self.conditions.buy_in))
            if not tournament.entrants[name].seated:
                self._do(TakeSeat(player=name), DEALER)
        self.now = max(self.now, session.starts or 0)
        self._do(StartSession())
        for entrant in list(tournament.entrants.values()):
            if entrant.status is Status.MAY_BUY_BACK:
                self._comes_back(entrant.name)
        self.tables = {name: self._open(name, self._seats_at(name)) for name in session.tables}

    def _seats_at(self, table: str) -> list[tuple[str, int, int]]:
        there = self.tournament.at_table(table)
        return [(each.name, each.seat[1], each.chips) for each in there if each.seat is not None]

    def _open(self, name: str, seats: list[tuple[str, int, int]]) -> SimulatedTable:
        self.opened += 1
        return SimulatedTable(self.tournament, name, seats, self.habits, self.dice)

    # -- play

    def _play_session(self) -> None:
        states = self.tournament.session.tables
        while any(self._goes_on(name) for name in states):
            self.now += ROUND
            for name in list(states):
                if self._goes_on(name):
                    self._play_round(name)
            self._break_tables()
        for name in states:
            there = self.tournament.at_table(name)
            if there:
                counted = {each.name: each.chips for each in there}
                self._do(CountChips(table=name, chips=counted), DEALER)
            self._clear(name)
        self._do(EndSession())

    def _goes_on(self, table: str) -> bool:
        return not self.tournament.session.tables[table].over and bool(
            self.tournament.at_table(table)
        )

    def _play_round(self, name: str) -> None:
        table = self.tables[name]
        table.play()
        self._do(table.report(), DEALER)
        self.rounds += 1
        for entrant in list(self.tournament.entrants.values()):
            if entrant.seat is None or entrant.seat[0] != name:
                continue
            before = entrant.chips
            if entrant.status is Status.MAY_BUY_BACK and self._comes_back(entrant.name):
                table.buy_back(entrant.name, entrant.chips - before)

    def _comes_back(self, player: str) -> bool:
        """Two of three come back."""
        if not self.dice.below(3):
            self._do(DeclineBuyBack(player=player))
            return False
        terms = self.conditions.buy_back
        assert terms is not None
        cost = terms.cost if terms.cost is not None else self.conditions.entry_fee or 0
        self._do(BuyBack(player=player, paid=cost))
        return True

    def _break_tables(self) -> None:
        """Where the rules let tables be broken, as few are kept as hold the players."""
        tournament = self.tournament
        size = tournament.seats_at_a_table
        while tournament.law.break_tables and len(tournament.session.tables) > 1:
            playing = {t: tournament.at_table(t) for t in tournament.session.tables}
            left = sum(len(there) for there in playing.values())
            if left > size * (len(playing) - 1) or any(
                state.over for state in tournament.session.tables.values()
            ):
                return
            smallest = min(playing, key=lambda table: len(playing[table]))
            self._do(BreakTable(table=smallest, secret=self._secret()))
            self._clear(smallest)
            for entrant in playing[smallest]:
                assert entrant.seat is not None
                table, box = entrant.seat
                self.tables[table].seat_again(entrant.name, box, entrant.chips)

    def _clear(self, name: str) -> None:
        self._take_away_chips(self.tables[name])
        self._do(ReturnChips(table=name), DEALER)

    def _take_away_chips(self, table: SimulatedTable) -> None:
        table.clear()
        self.issued += table.issued
        self.returned += table.returned

    # -- ties

    def _decide_ties(self) -> None:
        while self.tournament.phase is TournamentPhase.TIES:
            self.ties += 1
            tie = self.tournament.ties[0]
            if tie.how is Ties.DRAW:
                self._do(DrawCards(secret=self._secret()))
            else:
                self._play_off(tie.players)

    def _play_off(self, players: tuple[str, ...]) -> None:
        """One more round, from the same chips for each."""
        name, again = f"Play-off {self.opened}", stacks(self.tournament)
        for some in _sevens(players):
            seats = [(player, box, again[player]) for box, player in enumerate(some, 1)]
            table = self._open(name, seats)
            table.play()
            self.rounds += 1
            again |= {player: table.table.chips.rack(player) for player in some}
            self._take_away_chips(table)
        self._do(PlayOffRound(chips=again), DEALER)

    # -- what came of it

    def _result(self) -> SimulatedTournament:
        tournament = self.tournament
        placed = [each for each in tournament.entrants.values() if each.place is not None]
        return SimulatedTournament(
            players=len(self.names),
            tables=self.opened,
            rounds=self.rounds,
            buy_backs=sum(each.buy_backs for each in tournament.entrants.values()),
            ties=self.ties,
            pool=tournament.pool.total,
            paid=sum(each.prize for each in placed),
            chips_issued=self.issued,
            chips_returned=self.returned,
            winner=next(each.name for each in placed if each.place == 1),
            habits=tuple(self._of_habit(habit) for habit in Habit),
            head=tournament.record.head,
        )

    def _of_habit(self, habit: Habit) -> HabitResult:
        found = self.tournament.entrants.values()
        mine = [each for each in found if self.habits[each.name] is habit]
        places = [each.place for each in mine if each.place is not None]
        return HabitResult(
            habit=habit,
            players=len(mine),
            prizes=sum(each.prize for each in mine),
            best_place=min(places, default=0),
            mean_place=sum(places) / len(places) if places else 0.0,
        )


def _sevens(players: tuple[str, ...]) -> list[tuple[str, ...]]:
    return [players[n : n + 7] for n in range(0, len(players), 7)]


def simulate(
    conditions: Conditions,
    players: int,
    seed: int,
    runs: int = 1,
    watch: Watch = lambda held: None,
) -> list[SimulatedTournament]:
    """So many tournaments, each from a seed of its own; `watch` is told how many were held."""
    held: list[SimulatedTournament] = []
    for run in range(runs):
        watch(run)
        seeded = sha256(f"{seed}/{run}".encode()).digest()
        held.append(Simulation(conditions, players, seeded).run())
    return held
