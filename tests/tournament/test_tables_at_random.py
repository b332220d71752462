"""Tables of tournaments driven at random: chips balance, and the record replays."""

from __future__ import annotations

from hashlib import sha256
from itertools import count
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.tournament.at_tables import NOW, SUPERVISOR, AtTable
from tests.tournament.support import CHALLENGE, DEALER, DIRECTOR, INSTRUMENTS, player

from croupier.aggregate.acts import Command
from croupier.aggregate.roles import Person
from croupier.dealer import Dealer
from croupier.rulebook.citations import Refused
from croupier.rulebook.instruments import load
from croupier.table.acts.betting import NoMoreBets, PlaceWager
from croupier.table.acts.dealing import Collect
from croupier.table.acts.hidden_wagers import (
    AnnounceWagers,
    ExamineForms,
    InspectForm,
    MakeWagersGood,
    WriteWager,
)
from croupier.table.acts.patrons import ComeBack, StepAway
from croupier.table.acts.tournament import (
    AllocatePosition,
    CollectTournamentChips,
    IssueTournamentChips,
    ReleaseTable,
)
from croupier.table.acts.turns import (
    AskWager,
    DeductMinimum,
    PlayPassCard,
    RuleOut,
    TimeIsUp,
    VoidOutOfOrder,
)
from croupier.table.table import Phase
from croupier.table.tournament_play import order_of_wagering, players_in
from croupier.table_replay import replay

NAMES = "ABC"
PEOPLE = (DEALER, SUPERVISOR, DIRECTOR, *map(player, NAMES))
AMOUNTS = (0, 1_00, 24_00, 25_00, 40_00, 100_00, 2000_00)


class Evening:
    """A table at which rounds are played, with anything at all happening in between."""

    def __init__(self, at: AtTable, choose: Random) -> None:
        self.at, self.table, self.choose = at, at.table, choose
        secrets = (sha256(f"{n}".encode()).digest() for n in count())
        self.dealer = Dealer(at.table, lambda: next(secrets), clock=lambda: NOW)
        self.known = set(load(at.instrument).by_id)

    def attempt(self, command: Command, by: Person) -> None:
        """Asking and doing agree; what is refused has changed nothing; chips balance."""
        before, brought = self.table.record.head, self.table.chips.brought
        asked = self.table.check(command, by, NOW)
        if asked is not None:
            with pytest.raises(Refused):
                self.at.do(command, by)
            assert asked.clauses
            assert set(asked.clauses) <= self.known
            assert self.table.record.head == before
            return
        for fact in self.at.do(command, by):
            assert set(fact.clauses) <= self.known
        assert self.table.chips.balances
        if not isinstance(command, IssueTournamentChips):
            assert self.table.chips.brought == brought

    def perhaps(self) -> None:
        """Now and then somebody tries something else."""
        if self.choose.random() < 0.25:
            self.attempt(*self.anything())

    def anything(self) -> tuple[Command, Person]:
        choose, name = self.choose, self.choose.choice([*NAMES, "Z"])
        kind, amount = choose.choice(self.table.game.wagers), choose.choice(AMOUNTS)
        commands: list[Command] = [
            PlaceWager(player=name, box=choose.randint(0, 5), amount=amount, wager=kind),
            IssueTournamentChips(player=choose.choice([name, None]), amount=amount),
            AllocatePosition(player=name, box=choose.choice([None, 1, 5])),
            VoidOutOfOrder(player=name, reason="again"),
            RuleOut(player=name),
            CollectTournamentChips(player="Z"),
            ReleaseTable(),
            AskWager(),
            NoMoreBets(),
            Collect(),
            StepAway(player=name),
            ComeBack(player=name),
        ]
        if self.at.instrument == CHALLENGE:
            written = choose.choice([None, amount])
            commands += [
                WriteWager(player=name, amount=written, type=choose.choice(["", "main"])),
                PlayPassCard(player=name),
                TimeIsUp(player=name),
                DeductMinimum(player=name),
                AnnounceWagers(),
                InspectForm(player="A", of=name),
            ]
        return choose.choice(commands), choose.choice(PEOPLE)

    def round(self) -> None:
        """Everybody wagers something, and the round is played as far as it goes."""
        self.dealer.prepare()
        kind = self.table.game.wagers[0]
        for box in order_of_wagering(self.table):
            self.perhaps()
            self.attempt(AskWager(), DEALER)
            name = players_in(self.table).get(box)
            if name is not None:
                self.attempt(self.stake(name, box, kind), player(name))
        if self.at.instrument == CHALLENGE:
            self.attempt(ExamineForms(), SUPERVISOR)
            self.attempt(MakeWagersGood(), DEALER)
        self.attempt(NoMoreBets(), DEALER)
        for _ in range(60):
            if self.table.phase is not Phase.DEALING:
                break
            self.perhaps()
            self.dealer.deal()
            self.answer()
        if self.at.instrument == CHALLENGE:
            self.attempt(AnnounceWagers(), SUPERVISOR)
        if self.table.phase is Phase.SETTLED:
            self.dealer.collect()

    def stake(self, name: str, box: int, kind: str) -> Command:
        amount = self.choose.choice([25_00, 25_00, 50_00, 75_00])
        if self.at.instrument == CHALLENGE and self.choose.random() < 0.3:
            return WriteWager(player=name, amount=amount, type="main")
        return PlaceWager(player=name, box=box, amount=amount, wager=kind)

    def answer(self) -> None:
        """Whoever is asked says anything that is allowed."""
        assert self.table.round is not None
        if self.table.phase is not Phase.DEALING or self.table.round.card_due_to is not None:
            return
        for person in (*map(player, NAMES), DEALER):
            who = None if person is DEALER else person.name
            candidates = [
                c
                for c in self.table.round.candidates(who)
                if self.table.check(c, person, NOW) is None
            ]
            if candidates:
                self.attempt(self.choose.choice(candidates), person)
                return


@pytest.mark.parametrize("instrument", INSTRUMENTS)
@settings(max_examples=10, suppress_health_check=[HealthCheck.too_slow])
@given(choose=st.randoms(use_true_random=False), order=st.booleans())
def test_whatever_is_done_chips_balance_and_the_record_replays(
    instrument: str, choose: Random, order: bool
) -> None:
    terms: dict[str, Any] = {"order": order}
    if instrument == CHALLENGE:
        terms |= {"pass_cards": 1, "undisclosed": 2, "seconds": 30}
    at = AtTable(instrument, {1: ("A", 500), 2: ("B", 110), 4: ("C", 500)}, **terms)
    evening = Evening(at, choose)
    for _ in range(5):
        evening.round()
    assert replay(at.table.record.lines).same
