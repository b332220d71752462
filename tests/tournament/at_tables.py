"""A table of a tournament written as a case: who sits where with what, and what is done."""

from __future__ import annotations

from typing import Any, TypeVar

import pytest
from tests.tournament.support import BACCARAT, CHALLENGE, DEALER, DIRECTOR, HOLDEM, OPTIONS, player

from croupier.aggregate.acts import Command
from croupier.aggregate.facts import Fact
from croupier.aggregate.roles import Person, Role
from croupier.cards import parse_cards
from croupier.game_rules import table_for
from croupier.games.challenge.acts.opening import DIAGRAMS, OpenChallenge
from croupier.games.challenge.table_law import law_of as challenge_law
from croupier.rulebook.citations import Refused
from croupier.table.acts.betting import NoMoreBets, PlaceWager
from croupier.table.acts.burn_and_reveal import Burn
from croupier.table.acts.dealing import Collect, Deal
from croupier.table.acts.opening import Approval, CheckCards, OpenTable
from croupier.table.acts.patrons import Arrive, Sit
from croupier.table.acts.shuffling import Cut, InsertCuttingCard, Shuffle
from croupier.table.acts.shuffling_machine import LoadMachine
from croupier.table.acts.tournament import (
    AllocatePosition,
    DesignateForTournament,
    IssueTournamentChips,
)
from croupier.table.acts.turns import AskWager
from croupier.table.shoe_state import Preparation
from croupier.table.tournament_play import TableTerms

SUPERVISOR = Person("sue", Role.SUPERVISOR)
NOW = 1_800_000_000_000
MAINS = {BACCARAT: "banker", HOLDEM: "ante"}
WAGERS = {BACCARAT: ("banker", "player", "tie"), HOLDEM: ("ante", "trips")}

F = TypeVar("F", bound=Fact)


class AtTable:
    """One table of a tournament, with players who have so many dollars: `{box: (name, chips)}`."""

    def __init__(
        self,
        instrument: str,
        seats: dict[int, tuple[str, float]],
        *,
        limits: tuple[float, float] = (25, 500),
        boxes: int = 7,
        options: dict[str, Any] | None = None,
        **terms: Any,
    ) -> None:
        self.instrument = instrument
        pair = [round(limits[0] * 100), round(limits[1] * 100)]
        chosen = {
            **OPTIONS[instrument],
            "limits": dict.fromkeys(WAGERS.get(instrument, ("main",)), pair),
            **(options or {}),
        }
        self.table = table_for(instrument, chosen, boxes=boxes)
        self.do(DesignateForTournament(tournament="Cup", terms=TableTerms(**terms)))
        self.do(self._opening(), SUPERVISOR)
        self.do(CheckCards(), DEALER)
        self.do(IssueTournamentChips(amount=1_000_000_00))
        for box, (name, chips) in seats.items():
            self.seat(name, box, chips)

    def _opening(self) -> Command:
        if self.instrument == CHALLENGE:
            law = challenge_law(self.table)
            return OpenChallenge(
                diagram=next(
                    name for name, places in DIAGRAMS.items()
                    if set(places) >= set(self.table.options["side_bets"])
                ),
                inscriptions=tuple(law.inscriptions), equipment=tuple(law.equipment),
                drop_box=True,
            )  # fmt: skip
        approval = Approval("CR 7", "2027-01-01")
        return OpenTable(
            layout=approval, shoe=approval, inscription=self.table.options.get("soft_17"),
            shuffle="riffle", commences="2025-12-31",
        )  # fmt: skip

    def seat(self, name: str, box: int, chips: float) -> None:
        self.do(AllocatePosition(player=name, box=box))
        self.do(IssueTournamentChips(player=name, amount=round(chips * 100)))
        self.do(Arrive(player=name), player(name))
        self.do(Sit(player=name, box=box), player(name))

    def do(self, command: Command, by: Person = DIRECTOR) -> tuple[Fact, ...]:
        return self.table.do(command, by, NOW)

    def refused(self, command: Command, by: Person = DIRECTOR) -> Refused:
        """Why a command is refused: asked and tried alike, and with nothing recorded."""
        before = self.table.record.head
        asked = self.table.check(command, by, NOW)
        assert asked is not None, f"{command} is allowed"
        with pytest.raises(Refused):
            self.do(command, by)
        assert self.table.record.head == before
        return asked

    # -- wagers

    def wager(self, name: str, dollars: float, kind: str = "main") -> PlaceWager:
        assert self.table.tournament is not None
        box = self.table.tournament.positions[name]
        return PlaceWager(player=name, box=box, amount=round(dollars * 100), wager=kind)

    def bet(self, name: str, dollars: float, kind: str = "main") -> None:
        self.do(self.wager(name, dollars, kind), player(name))

    def no_bet(self, name: str, dollars: float, kind: str = "main") -> Refused:
        return self.refused(self.wager(name, dollars, kind), player(name))

    def ask(self) -> str:
        """The dealer asks the next player, whose name it is."""
        return str(getattr(self.do(AskWager(), DEALER)[0], "player"))  # noqa: B009 (of any fact)

    # -- cards

    def shuffle(self) -> None:
        shoe = self.table.shoe
        if shoe.machine and shoe.preparation is Preparation.NEEDS_SHUFFLE:
            self.do(LoadMachine(), DEALER)
            self.do(Burn(), DEALER)
        elif shoe.preparation is Preparation.NEEDS_SHUFFLE:
            self.do(Shuffle(), DEALER)
            to = shoe.offer.player
            by = SUPERVISOR if to is None else player(to)
            if self.instrument == HOLDEM:
                by = DEALER
            self.do(Cut(player=by.name, at=shoe.remaining // 2), by)
            self.do(InsertCuttingCard(from_back=0 if self.instrument == HOLDEM else 100), DEALER)
            while shoe.burns_due:
                self.do(Burn(), DEALER)

    def close(self) -> None:
        self.shuffle()
        self.do(NoMoreBets(), DEALER)

    def deal(self, cards: str) -> None:
        for card in parse_cards(cards):
            self.do(Deal(card=card), DEALER)

    def collect(self) -> tuple[Fact, ...]:
        return self.do(Collect(), DEALER)

    def chips(self) -> dict[str, float]:
        assert self.table.tournament is not None
        here = self.table.tournament.positions
        return {name: self.table.chips.rack(name) / 100 for name in here}

    def facts(self, kind: type[F]) -> list[F]:
        return [fact for fact in self.table.facts if isinstance(fact, kind)]


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
