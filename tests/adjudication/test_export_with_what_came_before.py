"""Rounds that follow from more than themselves: of a tournament, or the last of an empty shoe."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from tests.adjudication.test_export import adjudicated, exported
from tests.baccarat.table_support import open_table as baccarat_table
from tests.casino.evenings import INSTRUMENTS
from tests.tournament.at_tables import AtTable
from tests.tournament.support import CHALLENGE, DEALER, DIRECTOR, player
from tests.tournament.test_tables_at_random import Evening as TournamentEvening

from croupier.aggregate.acts import Command
from croupier.aggregate.roles import Person
from croupier.cards import DECK
from croupier.games.baccarat.acts.irregularities import OutOfCards
from croupier.table.acts.betting import NoMoreBets, PlaceWager
from croupier.table.acts.dealing import Collect, Deal
from croupier.table.acts.hidden_wagers import WriteWager
from croupier.table.acts.turns import DeductMinimum, PlayPassCard
from croupier.table.facts import Outcome, Settled
from croupier.table.table import Phase


def test_a_coup_that_the_shoe_cannot_complete_is_told_with_all_of_its_shoe() -> None:
    at = baccarat_table()
    shoe = Random(5).sample(DECK * 8, 416)

    def phase() -> Phase:
        return at.table.phase

    while phase() is Phase.BETTING:
        at.bet("X", "banker", 10)
        at.no_more_bets()
        while phase() is Phase.DEALING and at.table.shoe.remaining:
            at.do(Deal(card=shoe.pop()), DEALER)
        if phase() is Phase.SETTLED:
            at.do(Collect(), DEALER)
    at.do(OutOfCards(), DEALER)
    last = at.table.number
    told = exported(at.table)
    assert len(told) == last
    assert told[last]["source"]["round"] == last
    answer = adjudicated(told[last])
    assert len(answer.rounds) == last
    (settlement,) = answer.settlements
    assert (settlement.outcome, settlement.clauses) == (Outcome.VOID, ("12.7", "A:Void"))


@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_the_rounds_of_a_tournaments_table_settle_as_they_did(instrument: str) -> None:
    """With undisclosed wagers, pass cards, and the minimum taken from whoever makes no wager."""
    for seed in range(4):
        table = _TournamentEvening.played(instrument, seed).table
        taken = 0
        for file in exported(table).values():
            answer = adjudicated(file)
            whole_session = not file.get("prepared", True)
            round = answer.rounds[max(answer.rounds, key=int) if whole_session else "1"]
            taken += sum(s.wager in ("absence", "undisclosed") for s in round.settlements)
        stated = [fact for fact in table.facts if isinstance(fact, Settled)]
        lost = [fact for fact in stated if fact.wager in ("absence", "undisclosed")]
        assert taken == len(lost) - len(table.tournament.this_round.deductions)  # type: ignore[union-attr]


class _TournamentEvening(TournamentEvening):
    """Somebody makes no wager in most rounds, and passes or loses the minimum."""

    idle = ""

    @classmethod
    def played(cls, instrument: str, seed: int) -> _TournamentEvening:
        terms: dict[str, Any] = {"order": bool(seed % 2)}
        if instrument == CHALLENGE:
            terms |= {"pass_cards": 1, "undisclosed": 2, "seconds": 30}
        seats: dict[int, tuple[str, float]] = {1: ("A", 500), 2: ("B", 500), 4: ("C", 500)}
        options = {"sitting_out": "minimum"}
        evening = cls(AtTable(instrument, seats, options=options, **terms), Random(seed))
        for _ in range(5):
            evening.idle = evening.choose.choice(("A", "B", "C", ""))
            evening.round()
        return evening

    def attempt(self, command: Command, by: Person) -> None:
        if isinstance(command, (PlaceWager, WriteWager)) and command.player == self.idle:
            super().attempt(PlayPassCard(player=self.idle), player(self.idle))
            return
        if isinstance(command, NoMoreBets) and self.idle:
            super().attempt(DeductMinimum(player=self.idle), DIRECTOR)
        super().attempt(command, by)
