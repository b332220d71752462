"""Tournaments written as cases: conditions that pass, people, and what they do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

import msgspec
import pytest

from croupier.aggregate.acts import Command
from croupier.aggregate.facts import Fact
from croupier.aggregate.roles import Person, Role
from croupier.rulebook.citations import Refused
from croupier.table.tournament_law import ConditionsStep
from croupier.tournament import ballot, law_of
from croupier.tournament.acts.conditions_approval import (
    DocumentConditions,
    NominateDirector,
    OpenEntries,
    TakeStep,
)
from croupier.tournament.acts.conduct import Disqualify
from croupier.tournament.acts.entries import AddReserve, CloseEntries, Enter
from croupier.tournament.acts.seating import CommitBallot, DrawSeats, TakeSeat
from croupier.tournament.acts.session_end import CountChips, EndSession
from croupier.tournament.acts.sessions import RecordRound, StartSession
from croupier.tournament.conditions import Conditions, moment
from croupier.tournament.state import Ground, Status
from croupier.tournament.tournament import Tournament

ACT_2006, ACT_2018 = "act-blackjack-2006", "act-blackjack-2018"
BACCARAT, HOLDEM = "act-mini-baccarat-2016", "act-ultimate-texas-holdem-2025"
CHALLENGE = "nsw-blackjack-challenge"
INSTRUMENTS = (ACT_2006, ACT_2018, BACCARAT, HOLDEM, CHALLENGE)

START = "2027-01-16T19:00:00+11:00"
TWO_ROUNDS: dict[str, Any] = {"sessions": [{"name": "final", "rounds": 2}]}
HEATS: dict[str, Any] = {
    "sessions": [
        {"name": "heat", "rounds": 2, "advance_per_table": 2},
        {"name": "final", "rounds": 2},
    ],
    "progression": "the first two of each table",
    "session_ties": "play-off",
}
SEVEN = moment(START)
MINUTE = 60_000

DEALER = Person("dan", Role.DEALER)
MANAGER = Person("max", Role.SHIFT_MANAGER)
OPERATOR = Person("oz", Role.OPERATOR)
DIRECTOR = Person("tom", Role.TOURNAMENT_DIRECTOR)
INSPECTOR = Person("ina", Role.INSPECTOR)

OPTIONS: dict[str, dict[str, Any]] = {
    ACT_2006: {"decks": 6},
    ACT_2018: {"decks": 6, "soft_17": "stand"},
    BACCARAT: {"settlement": "A", "burn_method": "a"},
    HOLDEM: {"device": "shoe"},
    CHALLENGE: {"decks": 6},
}
"""What a table has to choose."""
_WAGERS = {BACCARAT: ("banker", "player", "tie"), HOLDEM: ("ante", "trips")}


def player(name: str) -> Person:
    return Person(name, Role.PLAYER)


def conditions_for(instrument: str, **changes: Any) -> Conditions:
    """Conditions that pass under an instrument: a session of ten rounds for six players."""
    wagers = _WAGERS.get(instrument, ("main",))
    chosen: dict[str, Any] = {
        "name": "Summer Cup",
        "instrument": instrument,
        "starts": START,
        "how_to_enter": "at the desk, on the form",
        "eligibility": {"entitled_only": True},
        "withdraw_until": "2027-01-15T19:00:00+11:00",
        "groups": "none",
        "minimum_players": 2,
        "maximum_players": 500,
        "entry_fee": 100_00,
        "chips": 1000_00,
        "buy_back": {"offered": False},
        "sessions": [{"name": "final", "rounds": 10, "seats": 7}],
        "tables": "as many as it takes",
        "elimination": "who cannot wager the minimum",
        "limits": {wager: [25_00, 500_00] for wager in wagers},
        "compulsory_wager": "the table minimum",
        "prizes": [{"percent": ["50", "30", "20"]}],
        "distribution": "by bank cheque at the end of the final",
        "statement": True,
    }
    if instrument == HOLDEM:
        chosen["add_on"] = {"offered": False}
    if instrument in (ACT_2018, BACCARAT):
        chosen["prize_ties"] = "share"
    if instrument == HOLDEM:
        chosen["prize_ties"] = "share"
    if instrument == CHALLENGE:
        chosen["wagering"] = {"allocation": "by ballot"}
    if instrument == ACT_2006:
        chosen["statement"] = False
    chosen |= changes
    chosen["options"] = OPTIONS[instrument] | changes.get("options", {})
    return msgspec.convert(chosen, Conditions)


@dataclass
class Held:
    """One tournament and what is done to it."""

    tournament: Tournament
    now: int = SEVEN - 24 * 60 * MINUTE
    secrets: list[bytes] = field(default_factory=list)

    def do(self, command: Command, by: Person = DIRECTOR) -> tuple[Fact, ...]:
        facts = self.tournament.do(command, by, self.now)
        for fact in facts:
            assert len(set(fact.clauses)) == len(fact.clauses), f"a clause is cited twice: {fact}"
        return facts

    def refused(self, command: Command, by: Person = DIRECTOR) -> Refused:
        """Why a command is refused: asked and tried alike, and with nothing recorded."""
        before = self.tournament.record.head
        asked = self.tournament.check(command, by, self.now)
        assert asked is not None, f"{command} is allowed"
        with pytest.raises(Refused) as tried:
            self.do(command, by)
        assert (tried.value.reason, tried.value.clauses) == (asked.reason, asked.clauses)
        assert self.tournament.record.head == before
        return asked

    def enter(self, *names: str) -> None:
        for name in names:
            self.do(self.entry(name))

    def entry(self, name: str, **changes: Any) -> Enter:
        fee = self.tournament.conditions.entry_fee or 0
        chosen: dict[str, Any] = {"player": name, "paid": fee, "copy_given": True}
        return Enter(**chosen | changes)

    def close(self) -> None:
        self.do(CloseEntries())

    def draw(self) -> None:
        """The ballot, on a secret committed to just before it."""
        self.do(DrawSeats(secret=self.commit()))

    def commit(self) -> str:
        secret = sha256(f"{len(self.secrets)}".encode()).digest()
        self.secrets.append(secret)
        self.do(CommitBallot(commitments=(ballot.commit(secret),)))
        return secret.hex()

    def sit(self, *names: str) -> None:
        for name in names:
            self.do(TakeSeat(player=name), DEALER)

    def start(self) -> None:
        """Everybody sits down in time, and play begins at the published time."""
        for name in self.tournament.session.players:
            entrant = self.tournament.entrants[name]
            if entrant.status is Status.IN and not entrant.seated:
                self.sit(name)
        starts = self.tournament.session.starts
        self.now = max(self.now, starts or 0)
        self.do(StartSession())

    def seat(self, *names: str) -> None:
        """From open entries to the first round, with these players."""
        self.enter(*names)
        self.close()
        self.draw()
        self.start()

    def round(self, chips: Mapping[str, float], table: str | None = None, **more: Any) -> None:
        """A round after which everybody at the table has so many dollars in chips."""
        name = table or next(iter(self.tournament.session.tables))
        cents = {who: round(amount * 100) for who, amount in chips.items()}
        if "wagered" in more:
            more["wagered"] = {who: round(a * 100) for who, a in more["wagered"].items()}
        self.do(RecordRound(table=name, chips=cents, **more), DEALER)

    def chips(self) -> dict[str, float]:
        return {e.name: e.chips / 100 for e in self.tournament.entrants.values()}

    def end(self) -> None:
        """The chips are counted at every table, and the session ends."""
        for table in self.tournament.session.tables:
            there = self.tournament.at_table(table)
            if there:
                counted = {each.name: each.chips for each in there}
                self.do(CountChips(table=table, chips=counted), DEALER)
        self.do(EndSession())

    def places(self) -> dict[str, tuple[int | None, float]]:
        """Place and prize in dollars of everybody with a place."""
        found = self.tournament.entrants.values()
        return {e.name: (e.place, e.prize / 100) for e in found if e.place is not None}

    def replayed(self) -> Tournament:
        return Tournament.restore(self.tournament.lines)


def drafted(conditions: Conditions) -> Held:
    """A tournament with a director and these conditions written down."""
    held = Held(Tournament(conditions.name, conditions.instrument))
    held.do(DocumentConditions(conditions=conditions), OPERATOR)
    held.do(NominateDirector(person=DIRECTOR.name), OPERATOR)
    return held


def opened(instrument: str, **changes: Any) -> Held:
    """A tournament that takes entries."""
    held = drafted(conditions_for(instrument, **changes))
    for step in law_of(instrument).gate:
        if step is not ConditionsStep.DOCUMENTED:
            held.do(TakeStep(step=step, document="CR 7 of 2027"), OPERATOR)
    held.do(OpenEntries())
    return held


def playing(instrument: str, names: str = "A B C D", **changes: Any) -> Held:
    """A tournament in its first session, with these players."""
    held = opened(instrument, **changes)
    held.seat(*names.split())
    return held


def order(held: Held) -> list[str]:
    """Everybody with a place, the first first."""
    return sorted(held.places(), key=lambda name: held.places()[name][0] or 0)


def disqualify(name: str) -> Disqualify:
    return Disqualify(player=name, ground=Ground.BREACH, reason="took chips away")


def seated(instrument: str, **changes: Any) -> Held:
    """Three players with seats, of whom A and B sit; C does not."""
    held = opened(instrument, **changes)
    held.enter("A", "B", "C")
    held.do(AddReserve(player="R"))
    held.close()
    held.draw()
    held.sit("A", "B")
    return held


def lacking(instrument: str, **changes: Any) -> Refused:
    """Why conditions with these changes are not taken."""
    held = Held(Tournament("Cup", instrument))
    conditions = conditions_for(instrument, **changes)
    return held.refused(DocumentConditions(conditions=conditions), OPERATOR)


def clauses_lacking(instrument: str, **changes: Any) -> set[str]:
    return set(lacking(instrument, **changes).clauses)
