"""One table of a simulated tournament: its people, its wagers, its rounds, through commands."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from croupier.aggregate.roles import Person, Role
from croupier.dealer import Dealer
from croupier.game_rules import table_for
from croupier.table.acts.betting import NoMoreBets, PlaceWager
from croupier.table.acts.opening import CheckCards, opening_of
from croupier.table.acts.patrons import Arrive, Leave, Sit
from croupier.table.acts.sign import ChangeLimits
from croupier.table.acts.tournament import (
    AllocatePosition,
    CollectTournamentChips,
    DesignateForTournament,
    IssueTournamentChips,
)
from croupier.table.acts.turns import AskWager, RuleOut
from croupier.table.table import Phase
from croupier.table.tournament_play import (
    is_ordered,
    order_of_wagering,
    play_at,
    players_in,
    stakes_of_a_round,
)
from croupier.tournament.round_report import report_of
from croupier.tournament.simulation.decisions import SIMULATED_PLAYERS
from croupier.tournament.simulation.strategies import WagerSituation, stake
from croupier.tournament.table_setup import options_of, terms_of

if TYPE_CHECKING:
    from croupier.aggregate.acts import Command
    from croupier.tournament.acts.sessions import RecordRound
    from croupier.tournament.simulation.strategies import Dice, Habit
    from croupier.tournament.tournament import Tournament

DIRECTOR = Person("director", Role.TOURNAMENT_DIRECTOR)
SUPERVISOR = Person("supervisor", Role.SUPERVISOR)
FLOAT = 10**12
NOW = 1_800_000_000_000


@cache
def _player(name: str) -> Person:
    return Person(name, Role.PLAYER)


class SimulatedTable:
    """A table that deals itself, with players who wager by habit."""

    def __init__(
        self,
        tournament: Tournament,
        name: str,
        seats: list[tuple[str, int, int]],
        habits: dict[str, Habit],
        dice: Dice,
    ) -> None:
        self.tournament, self.habits, self.dice = tournament, habits, dice
        self.players = SIMULATED_PLAYERS.of(tournament.instrument)
        options = options_of(tournament.conditions, tournament.limits(name))
        self.table = table_for(tournament.instrument, options, name=name, boxes=7)
        self.dealer = Dealer(self.table, dice.secret, clock=lambda: NOW)
        self.issued = self.returned = 0
        terms = terms_of(tournament.conditions, tournament.law)
        self._do(DesignateForTournament(tournament=tournament.name, terms=terms))
        self._do(opening_of(self.table, "simulated", NOW, 0), SUPERVISOR)
        self._do(CheckCards(), self.dealer.by)
        self._issue(None, FLOAT)
        for seat in seats:
            self.seat(*seat)

    def _do(self, command: Command, by: Person = DIRECTOR) -> None:
        self.table.do(command, by, NOW)

    def _issue(self, player: str | None, amount: int) -> None:
        self._do(IssueTournamentChips(player=player, amount=amount))
        self.issued += amount

    # -- people

    def seat(self, player: str, box: int, chips: int) -> None:
        self._do(AllocatePosition(player=player, box=box))
        self._issue(player, chips)
        self._do(Arrive(player=player), _player(player))
        self._do(Sit(player=player, box=box), _player(player))

    def seat_again(self, player: str, box: int, chips: int) -> None:
        """A player comes from a table that was broken; a seat that somebody has left is free."""
        positions = play_at(self.table).positions
        for gone in [name for name, taken in positions.items() if taken == box]:
            self._collect(gone)
            self._do(AllocatePosition(player=gone, box=None))
            self._do(Leave(player=gone), _player(gone))
        self.seat(player, box, chips)

    def buy_back(self, player: str, chips: int) -> None:
        self._issue(player, chips)

    def clear(self) -> None:
        """The session is over here: all chips go back."""
        self._collect(None)

    def _collect(self, player: str | None) -> None:
        before = play_at(self.table).issued
        self._do(CollectTournamentChips(player=player), self.dealer.by)
        self.returned += before - play_at(self.table).issued

    # -- a round

    def report(self) -> RecordRound:
        """What the last round means for the tournament."""
        return report_of(self.tournament, self.table)

    def play(self) -> None:
        table, dealer = self.table, self.dealer
        self._follow_limits()
        dealer.prepare()
        self._wager()
        if not players_in(table):
            return
        while table.phase is not Phase.SETTLED:
            if table.phase is Phase.BETTING:  # at first, and when the cutting card came first
                dealer.prepare()
                self._do(NoMoreBets(), dealer.by)
            else:
                command, player = self.players.answer(table, NOW)
                self._do(command, _player(player) if player else dealer.by)
            dealer.deal()
        dealer.collect()

    def _follow_limits(self) -> None:
        wanted = self.tournament.limits(self.table.name)
        shown = {w: (o.minimum, o.maximum) for w, o in self.table.sign.limits.items()}
        if self.table.next_sign is None and any(shown.get(w) != p for w, p in wanted.items()):
            self._do(ChangeLimits(limits=wanted), SUPERVISOR)

    def _wager(self) -> None:
        table = self.table
        ordered = is_ordered(table)
        for box in order_of_wagering(table):
            if ordered:
                self._do(AskWager(), self.dealer.by)
            player = players_in(table)[box]
            if table.chips.rack(player) < stakes_of_a_round(table):
                self._do(RuleOut(player=player))
                continue
            kind = self._kind()
            amount = stake(self.habits[player], self._stand(player, kind), self.dice)
            wager = PlaceWager(player=player, box=box, amount=amount, wager=kind)
            self._do(wager, _player(player))

    def _kind(self) -> str:
        """The main wager; where there are two sides, either."""
        never = self.players.never_wagered
        wagers = [kind for kind in self.tournament.law.wagers.value if kind not in never]
        return wagers[self.dice.below(len(wagers))]

    def _stand(self, player: str, kind: str) -> WagerSituation:
        chips, limits = self.table.chips, self.table.sign.of(kind)
        others = (chips.rack(name) for name in players_in(self.table).values() if name != player)
        return WagerSituation(
            chips=chips.rack(player),
            best=max(others, default=0),
            minimum=limits.minimum,
            maximum=limits.maximum or FLOAT,
            stakes=self.tournament.law.stakes_for_the_minimum.value,
        )
