"""What somebody may do at a table now, for buttons, agents and fuzzers alike.

Candidates are named here and by the game; `Table.check` alone says which of them are legal. What
takes words (a reason, an approval, a fault), a free amount or the name of a card that lies face
down is not listed, and can be asked about:
`PlaceWager(player="ana", box=1, amount=35_00) in table.legal(ana)`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.aggregate.acts import Command
from croupier.aggregate.roles import Role
from croupier.cards import DECK
from croupier.table.acts.betting import NoMoreBets, PlaceWager
from croupier.table.acts.burn_and_reveal import Burn
from croupier.table.acts.chips_and_float import TakeChips
from croupier.table.acts.closing import AnnounceClosure, CloseTable
from croupier.table.acts.conduct import AskForRules
from croupier.table.acts.cutting_card import CuttingCardDrawn, DealtPastCuttingCard
from croupier.table.acts.dealing import Collect, Deal
from croupier.table.acts.hidden_wagers import (
    AnnounceWagers,
    ExamineForms,
    InspectForm,
    MakeWagersGood,
)
from croupier.table.acts.opening import AskDeterminations, CheckCards
from croupier.table.acts.patrons import Arrive, ComeBack, GetUp, Leave, Sit, StepAway
from croupier.table.acts.shuffling import Cut, DeclineCut, InsertCuttingCard, Shuffle
from croupier.table.acts.shuffling_machine import FeedMachine, LoadMachine
from croupier.table.acts.tournament import CollectTournamentChips, PlaceStartingMarker, ReleaseTable
from croupier.table.acts.turns import (
    AskWager,
    DeductMinimum,
    EverybodyPasses,
    PlayPassCard,
    RuleOut,
    TimeIsUp,
)
from croupier.table.shoe_state import Preparation
from croupier.table.table import Phase
from croupier.table.tournament_play import play_at, players_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from croupier.aggregate.roles import Person
    from croupier.table.table import Table


class Legal:
    """The commands open to a person, judged only as far as they are looked at."""

    __slots__ = ("_at", "_person", "_table")

    def __init__(self, table: Table, person: Person, at: int) -> None:
        self._table = table
        self._person = person
        self._at = at

    def __iter__(self) -> Iterator[Command]:
        for command in _candidates(self._table, self._person):
            if command in self:
                yield command

    def __contains__(self, command: object) -> bool:
        return (
            isinstance(command, Command)
            and self._table.check(command, self._person, self._at) is None
        )

    def __bool__(self) -> bool:
        return next(iter(self), None) is not None


def _candidates(table: Table, person: Person) -> Iterator[Command]:
    """What any table may have a person do, as far as this game knows it, and the game's own."""
    acts = table.game.acts
    yield from (command for command in _of_any_game(table, person) if type(command) in acts)
    yield from table.game.candidates(table, person)
    if table.tournament is not None:
        yield from (c for c in _in_a_tournament(table, person) if type(c) in acts)


def _of_any_game(table: Table, person: Person) -> Iterator[Command]:
    if person.role is Role.PLAYER:
        yield from _of_a_player(table, person.name)
        yield from _answers(table, person.name)
    elif person.is_staff:
        yield from _of_a_dealer(table)
        yield from _answers(table, None)
        yield from _cuts(table, person.name)
        yield AnnounceClosure(rounds=table.law.last_rounds.value)
        yield CloseTable()


def _answers(table: Table, player: str | None) -> Iterable[Command]:
    if table.round is not None and table.phase is Phase.DEALING:
        return table.round.candidates(player)
    return ()


# --- players


def _of_a_player(table: Table, player: str) -> Iterator[Command]:
    if player not in table.patrons.arrived:
        yield Arrive(player=player)
    else:
        for box in table.boxes:
            yield Sit(player=player, box=box)
        yield GetUp(player=player)
        yield StepAway(player=player)
        yield ComeBack(player=player)
        yield from _wagers(table, player)
        yield from _cuts(table, player)
        yield Leave(player=player)
    if table.chips.rack(player):
        yield TakeChips(player=player, amount=table.chips.rack(player))
    yield AskDeterminations(player=player)
    yield AskForRules(player=player)


def _wagers(table: Table, player: str) -> Iterator[PlaceWager]:
    """The least and the most of every wager on every box, and taking one back."""
    if table.phase is not Phase.BETTING:
        return
    for wager in table.game.wagers:
        for box in table.boxes:
            for amount in (*_amounts(table, wager), 0):
                yield PlaceWager(player=player, box=box, amount=amount, wager=wager)


def _amounts(table: Table, wager: str) -> tuple[int, ...]:
    limits = table.sign.of(wager)
    if named := table.game.amounts(wager, limits.minimum):
        return named
    least = -(-limits.minimum // limits.multiple) * limits.multiple
    most = least if limits.maximum is None else limits.maximum // limits.multiple * limits.multiple
    return (least,) if most <= least else (least, most)


def _cuts(table: Table, player: str) -> Iterator[Command]:
    """The cut at the front, in the middle and at the back of where it is allowed."""
    if table.shoe.preparation is Preparation.OFFERING_CUT:
        allowed = table.shoe.cuts
        for at in _ends(allowed, allowed[len(allowed) // 2]):
            yield Cut(player=player, at=at)
        yield DeclineCut(player=player)


def _ends(allowed: range, *between: int) -> Iterable[int]:
    return dict.fromkeys((allowed[0], *between, allowed[-1]))


# --- staff


def _of_a_dealer(table: Table) -> Iterator[Command]:
    yield CheckCards()
    yield Shuffle()
    if table.shoe.preparation is Preparation.CUT:
        for from_back in _ends(table.game.cutting_card_depths(table.shoe.remaining)):
            yield InsertCuttingCard(from_back=from_back)
    yield LoadMachine()
    yield FeedMachine()
    yield Burn()
    yield NoMoreBets()
    if table.round is not None and table.round.card_due_to and not table.shoe.face_down:
        for card in DECK:
            yield Deal(card=card)
    yield CuttingCardDrawn()
    yield DealtPastCuttingCard()
    yield Collect()


def _in_a_tournament(table: Table, person: Person) -> Iterator[Command]:
    """What people may do because the table is a tournament's."""
    play = play_at(table)
    if person.role is Role.PLAYER:
        yield PlayPassCard(player=person.name)
        for of in play.shown:
            yield InspectForm(player=person.name, of=of)
    elif person.role is Role.TOURNAMENT_DIRECTOR:
        for player in play.positions:
            yield DeductMinimum(player=player)
            yield RuleOut(player=player)
        yield ReleaseTable()
    elif person.is_staff:
        yield AskWager()
        for box in players_in(table):
            yield PlaceStartingMarker(box=box)
        yield MakeWagersGood()
        yield ExamineForms()
        yield AnnounceWagers()
        yield EverybodyPasses()
        for player in play.positions:
            yield TimeIsUp(player=player)
        yield CollectTournamentChips()
