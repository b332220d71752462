"""Taking every chip home, whatever state a table or a casino was left in.

A table either plays on, and then its round is finished, or void by a command; or it cannot, because
rules were corrected since, and then it pays every chip out by what its record says.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from tests.casino.floor.cups import Cup
from tests.casino.floor.floors import OPERATOR
from tests.casino.floor.players import play_on, settled

from croupier.aggregate.roles import Person, Role
from croupier.cards import DECK
from croupier.casino.floor.tournament_tables import tables_of
from croupier.casino.house.books import CAGE, pocket
from croupier.casino.house.commands import CashOut, TakeDownTable
from croupier.games.baccarat.acts.irregularities import InvalidateGame
from croupier.games.challenge.acts.void_rounds import InvalidateGame as InvalidateChallenge
from croupier.rulebook.citations import Refused
from croupier.table.acts.betting import PlaceWager
from croupier.table.acts.burn_and_reveal import Burn
from croupier.table.acts.chips_and_float import FillFloat, TakeChips
from croupier.table.acts.dealing import Collect, Deal
from croupier.table.acts.voiding import Invalidate, VoidRound
from croupier.table.chip_ledger import holdings
from croupier.table.facts import Designated
from croupier.table.table import Phase
from croupier.table_replay import read_record, replay
from croupier.tournament.acts.prizes import AwardPlaces, CancelTournament
from croupier.tournament.acts.session_end import EndSession
from croupier.tournament.state import TournamentPhase

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tests.casino.floor.floors import Hands

    from croupier.aggregate.acts import Command
    from croupier.casino.floor import Floor
    from croupier.casino.floor.live_table import LiveTable
    from croupier.table.table import Table

DEALER = Person("dora", Role.DEALER)
SUPERVISOR = Person("sid", Role.SUPERVISOR)
SECOND, OTHER_OPERATOR = "gus", "olga"
"""Who confirms what others have void or call off, where the house wants a second person."""
VOIDS: tuple[Command, ...] = (
    VoidRound(ground="impractical", reason="the table is taken down"),
    Invalidate(disturbance="a fire"),
    InvalidateGame(disturbance="a fire"),
    InvalidateChallenge(ground="disturbance", reason="a fire"),
)
"""What ends a round that nobody finishes; each game has some of them."""
MOST = 200


def chips_taken_home(lines: Sequence[bytes]) -> dict[str, int]:
    """What every player takes home from the table of a record; nothing is left but the float."""
    again = replay(lines)
    if again.same:
        return played_on(again.table)
    return paid_out(lines)


def paid_out(lines: Sequence[bytes]) -> dict[str, int]:
    """What a table pays everybody that cannot play on under the rules as they are now."""
    recorded = read_record(lines)
    if any(isinstance(fact, Designated) for entry in recorded.entries for fact in entry.facts):
        return {}
    return holdings(recorded, given_up=True).owned


# --- a table by itself


def played_on(table: Table) -> dict[str, int]:
    if table.tournament is not None:  # whose chips are worth nothing outside of it
        return {}
    at = table.at
    for _ in range(MOST):
        asked = next(_possible(table, at), None)
        if asked is None:
            break
        table.do(*asked, at)
    assert table.chips.layout == 0, f"{table.phase}: {table.chips.layout} on the layout"
    assert table.chips.balances
    home = {}
    for player, held in _to_be_taken(table):
        table.do(TakeChips(player=player, amount=held), Person(player, Role.PLAYER), at)
        home[player] = held
    return home


def _possible(table: Table, at: int) -> Iterator[tuple[Command, Person]]:
    """What gets chips off the layout and is possible now, the mildest first."""
    voids = ((void, SUPERVISOR) for void in VOIDS)
    for command, by in (*_mild(table), *voids, *_first_card(table)):
        if type(command) in table.game.acts and table.check(command, by, at) is None:
            yield command, by


def _mild(table: Table) -> Iterator[tuple[Command, Person]]:
    if table.phase is Phase.SETTLED:
        yield Collect(), DEALER
    if table.phase is Phase.BETTING:
        for wager in table.wagers:
            name, kind = wager.player, wager.wager
            back = PlaceWager(player=name, box=wager.box, amount=0, wager=kind)
            yield back, Person(name, Role.PLAYER)


def _first_card(table: Table) -> Iterator[tuple[Command, Person]]:
    """Where betting is closed and there is no round yet, some card begins it, after the burn."""
    if table.phase is Phase.DEALING and not table.in_play:
        yield Burn(), DEALER
        yield from ((Deal(card=card), DEALER) for card in DECK)


def _to_be_taken(table: Table) -> list[tuple[str, int]]:
    """Chips in front of players; what is owed to the house is nothing to take."""
    return sorted((player, held) for player, held in table.chips.racks.items() if held > 0)


# --- a casino


async def casino_emptied(floor: Floor, hands: Hands) -> dict[str, int]:
    """Bring all chips of all players to the cage, take down every table, and say who had what."""
    await settled()
    for name in floor.tournaments:
        await _decide(Cup(floor, hands, "", name))
    for live in list(floor.tables.values()):
        await _empty(floor, live, hands)
    home = {}
    for person in floor.house.people:
        held = floor.house.books.held(pocket(person))
        if held:
            themselves = Person(person, min(floor.house.people[person]))
            await floor.command_house(CashOut(person=person, amount=held), themselves)
            home[person] = held
    books = floor.house.books
    assert not floor.tables
    assert books.balance
    assert books.held(CAGE) == books.issued, books.places
    return home


async def _decide(cup: Cup) -> None:
    """Play a tournament to its end, and have its prizes paid; one that has not begun is off."""
    if cup.tournament.phase is TournamentPhase.PLAYING:
        await play_on(cup, _stake)
        await cup.do(EndSession())
        await settled()
        await play_on(cup, _stake)
        await cup.do(AwardPlaces())
    elif cup.tournament.phase not in (TournamentPhase.FINISHED, TournamentPhase.CANCELLED):
        called_off = CancelTournament(reason="the house is emptied")
        await cup.floor.conduct(cup.affair, called_off, OPERATOR, second=OTHER_OPERATOR)
    assert cup.account == 0
    assert not tables_of(cup.floor, cup.name)


def _stake(name: str) -> int:
    return 25_00 * int(name[1:])


async def _empty(floor: Floor, live: LiveTable, hands: Hands) -> None:
    """Have everybody take their chips from a table, the house its float, and take it down."""
    name = live.set_up.command.table
    await _finish(floor, live, hands)
    for player, held in _to_be_taken(live.table):
        await floor.do(name, TakeChips(player=player, amount=held), Person(player, Role.PLAYER))
    owed = sum(held for held in live.table.chips.racks.values() if held < 0)
    if left := live.table.chips.float + owed:  # what players owe the table is not there to be taken
        await floor.do(name, FillFloat(amount=-left), SUPERVISOR)
    await floor.command_house(TakeDownTable(table=name), OPERATOR)


async def _finish(floor: Floor, live: LiveTable, hands: Hands) -> None:
    """Let time pass where the program deals; elsewhere the round is collected, or void."""
    table, name = live.table, live.set_up.command.table
    for _ in range(MOST):
        if table.chips.layout == 0 and not table.wagers_are_frozen:
            return
        if live.is_automatic and table.wagers_are_frozen:
            hands.pass_(max(1_000, (live.due or 0) - hands.at))
            await floor.tick(live)
            continue
        asked = next(_possible(table, hands.at), None)
        if asked is None:
            break
        with suppress(Refused):
            await floor.do(name, *asked, second=SECOND)
    assert table.chips.layout == 0, f"{name} {table.phase}: {table.chips.layout} on the layout"
