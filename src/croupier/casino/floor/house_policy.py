"""What the house refuses that a table, tournament or promotion cannot know of.

Who is barred does not play, people named as staff are staff, chips come from where the books have
them, a tournament decides what happens at its tables, and an override takes a second person. What
the rules of the game refuse is always said first.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.aggregate.facts import Bar
from croupier.aggregate.roles import Person, Role, WrongRole, one, who_may
from croupier.casino.account_names import why_unfit
from croupier.casino.floor.patron_confirmation import (
    Place,
    confirmations_for_patrons,
    patrons_in_house,
)
from croupier.casino.floor.tournament_tables import is_at_rest
from croupier.casino.house.acts import ITSELF, overdrawn, why_barred
from croupier.casino.house.books import CAGE, Overdrawn, Transfer, at_table, pocket
from croupier.casino.house.commands import Confirm, Enrol
from croupier.casino.operator_powers import powers_by_command
from croupier.casino.override_commands import Unconfirmed, is_override, name_of, needed_for
from croupier.casino.record_names import HOUSE
from croupier.promotion.acts import entries as promotion_entries
from croupier.promotion.acts.draws import NominateScrutineer, WinByChance
from croupier.promotion.state import ClaimStanding
from croupier.rulebook.citations import Clauses, Refused
from croupier.table.acts import conduct, patrons
from croupier.table.acts.betting import NoMoreBets, PlaceWager
from croupier.table.acts.chips_and_float import BringChips, FillFloat
from croupier.table.acts.closing import AnnounceClosure, CloseTable
from croupier.table.acts.hidden_wagers import InspectForm, WriteWager
from croupier.table.acts.patrons import Leave
from croupier.table.acts.tournament import (
    AllocatePosition,
    CollectTournamentChips,
    DesignateForTournament,
    IssueTournamentChips,
    ReleaseTable,
)
from croupier.table.acts.turns import (
    AskWager,
    DeductMinimum,
    EverybodyPasses,
    PlayPassCard,
    RuleOut,
    TimeIsUp,
)
from croupier.table.tournament_play import law_at
from croupier.table.views import FloorView, PlayerView
from croupier.tournament.acts.conditions_approval import NominateDirector
from croupier.tournament.acts.entries import AddReserve, Enter, SeatReserve, Substitute
from croupier.tournament.state import TournamentPhase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from croupier.aggregate.acts import Command
    from croupier.casino.floor.floor import Floor
    from croupier.casino.floor.live_aggregate import Live
    from croupier.casino.floor.live_table import LiveTable
    from croupier.casino.floor.patron_approvals import Backing
    from croupier.casino.house.books import Books
    from croupier.casino.house.commands import ConfirmForPatron, HouseCommand
    from croupier.casino.house.house import House
    from croupier.table.views import TableView
    from croupier.tournament.tournament import Tournament

    Confirmation = tuple[Confirm | ConfirmForPatron, Person]


CHECKED_BY = {"checked_by_supervisor": Role.SUPERVISOR, "checked_by_dealer": Role.DEALER}
"""The fields of commands by which cards that come to a table were checked, with who does it."""


def must_suit_house(
    house: House,
    live: LiveTable,
    command: Command,
    by: Person,
    at: int,
    *,
    counts_chips: bool = True,
) -> None:
    """Refuse a command for what the house knows; what it knows of chips may be left out."""
    must_not_be_barred(house, live, command, by, at)
    _must_hold_power(house, live, command, by, at)
    _must_name_staff(house, live, command, by, at)
    if counts_chips:
        must_have_chips(house.books, live, command, by, at)
    else:
        must_suit_tournament(live, command, by, at)


def must_be_a_fit_name(floor: Floor, enrol: Enrol, by: Person, at: int) -> None:
    """Refuse a name that could be taken for another; what the house refuses comes first."""
    refusal = floor.house.check(enrol, by, at)
    if refusal is None or isinstance(refusal, Unconfirmed):
        refusal = why_unfit(floor.house, enrol, floor.references.alike(enrol.person))
    if refusal is not None:
        raise refusal


def must_owe_nothing(floor: Floor, person: str) -> None:
    """Refuse to forget somebody who plays, or whose claim nobody has answered yet."""
    for live in floor.tables.values():
        if person in live.table.patrons.arrived or live.table.chips.racks.get(person):
            table = live.set_up.command.table
            raise Refused(f"{person} is at {table}, and has to leave it first", Clauses(()))
    for name, promotion in floor.promotions.items():
        claims = promotion.aggregate.state.claims
        if any(each.player == person and each.standing is ClaimStanding.OPEN for each in claims):
            raise Refused(f"{person} has a claim in {name} that is open", Clauses(()))
    for name, tournament in floor.tournaments.items():
        held = tournament.aggregate
        if person in held.entrants and held.phase not in (
            TournamentPhase.FINISHED,
            TournamentPhase.CANCELLED,
        ):
            raise Refused(f"{person} has entered {name}, which is not over", Clauses(()))


def _must_name_staff(house: House, live: LiveTable, command: Command, by: Person, at: int) -> None:
    """Refuse the word of people who are not there; what the table refuses comes first."""
    for field, role in _checked_by(type(command)):
        person = getattr(command, field)
        if person is None or set(house.people.get(person, ())) & set(who_may(role)):
            continue
        clauses = live.table.law.cards_replaced
        refusal = Refused(f"{field}: {person} is not {one(role)} here", clauses)
        raise live.table.check(command, by, at) or refusal


@cache
def _checked_by(kind: type[Command]) -> tuple[tuple[str, Role], ...]:
    """The fields of a command that name who has checked cards, with who does it."""
    fields = kind.__struct_fields__
    return tuple((field, role) for field, role in CHECKED_BY.items() if field in fields)


def must_not_be_barred(
    house: House, live: LiveTable, command: Command, by: Person, at: int
) -> None:
    """Refuse what would have somebody play who is barred; what the table refuses comes first."""
    refusal = _why_not(house, command)
    if refusal is not None:
        raise live.table.check(command, by, at) or refusal


def _must_hold_power(house: House, live: LiveTable, command: Command, by: Person, at: int) -> None:
    """Refuse a power of the casino operator that was delegated to others."""
    refusal = _why_not_held(house, live, command, by)
    if refusal is not None:
        raise live.table.check(command, by, at) or refusal


def _why_not_held(house: House, live: LiveTable, command: Command, by: Person) -> Refused | None:
    if not house.delegated or by == ITSELF:
        return None  # as nearly always; what the program does by itself it does for the operator
    instrument = live.table.law_of_acts.instrument
    power = powers_by_command(instrument).get(str(command.__struct_config__.tag))
    holder = None if power is None else house.delegated.get(power.name)
    if power is None or holder is None or by.role in who_may(holder):
        return None
    return WrongRole(power.name, holder, by, instrument.cite(*power.clauses))


def without_unheld(
    house: House, live: LiveTable, view: TableView, viewer: Person | None
) -> TableView:
    """Return a view that lists no command whose power the viewer does not hold."""
    if not house.delegated or viewer is None or not isinstance(view, FloorView):
        return view
    legal = (each for each in view.legal if _why_not_held(house, live, each, viewer) is None)
    return msgspec.structs.replace(view, legal=tuple(legal))


def _why_not(house: House, command: Command) -> Refused | None:
    if not house.barred:
        return None  # as nearly always
    person = getattr(command, "player", None)
    if person is None or not house.bars(person):
        return None
    leaves = isinstance(command, Leave) and Bar.DETAINED in house.bars(person)
    takes_back = isinstance(command, PlaceWager) and not command.amount
    if leaves or (command.brings_into_play and not takes_back):
        return why_barred(house, person)
    return None


def without_barred(house: House, view: TableView) -> TableView:
    """A view with nothing listed that a bar stands against."""
    if not house.barred or not isinstance(view, PlayerView | FloorView):
        return view
    legal = tuple(each for each in view.legal if _why_not(house, each) is None)
    return msgspec.structs.replace(view, legal=legal)


DECIDED_BY_THE_TOURNAMENT = (
    DesignateForTournament, AllocatePosition, IssueTournamentChips, CollectTournamentChips,
    ReleaseTable, AnnounceClosure, CloseTable,
)  # fmt: skip
BEGINS_A_ROUND = (PlaceWager, WriteWager, PlayPassCard)
GOES_ON = (NoMoreBets, AskWager, EverybodyPasses, TimeIsUp, DeductMinimum, RuleOut)
"""What staff do so that play goes on."""
NO_PLAY = frozenset({*patrons.acts, *conduct.acts, InspectForm})
"""What players may do while play is stopped."""


def must_have_chips(books: Books, live: LiveTable, command: Command, by: Person, at: int) -> None:
    """Refuse a command that would bring chips which are not there, before it is done."""
    must_suit_tournament(live, command, by, at)
    source, amount = chips_brought(command)
    if amount <= 0:
        return
    try:
        books.check([Transfer(source, at_table(live.set_up.name), amount)])
    except Overdrawn as short:
        # whoever may not do it at all is told that, and nothing about the chips
        refusal = live.table.check(command, by, at)
        raise refusal or overdrawn(short, by, live.table.law.float) from None


def chips_brought(command: Command) -> tuple[str, int]:
    """Where the chips come from that a command brings to the table, and how many."""
    match command:
        case BringChips(player=player, amount=amount):
            return pocket(player), amount
        case FillFloat(amount=amount):
            return CAGE, amount
    return CAGE, getattr(command, "float", 0)


def must_suit_tournament(live: LiveTable, command: Command, by: Person, at: int) -> None:
    """Refuse what is the tournament's to say; what the table refuses comes first."""
    if live.tournament is not None:
        refusal = _unfit(live, live.tournament(), command, by, at)
    elif isinstance(command, DesignateForTournament):
        # its float would be real chips, and go back to the inventory with those of the tournament
        clauses = law_at(live.table).designate or law_at(live.table).table_size
        refusal = Refused("a tournament of the house has tables of its own: open one", clauses)
    else:
        return
    if refusal is not None:
        raise live.table.check(command, by, at) or refusal


def _unfit(
    live: LiveTable, tournament: Tournament, command: Command, by: Person, at: int
) -> Refused | None:
    """Why a tournament has something not done at its table now."""
    law = tournament.law
    if isinstance(command, DECIDED_BY_THE_TOURNAMENT):
        return Refused("the tournament decides who plays here with which chips", law.position)
    if command.changes_limits:
        return Refused("limits change here when the conditions have it so", law.limits_announced)
    if by.role is Role.TOURNAMENT_DIRECTOR and by.name not in tournament.directors:
        return Refused(f"{by.name} has not been nominated for this tournament", law.director)
    if isinstance(command, conduct.RaiseDispute) and law.dispute:
        says = "the tournament's manager decides disputes: raise it with the tournament"
        return Refused(says, law.dispute)
    if tournament.is_stopped and _plays_on(live, command):
        return Refused("a dispute has to be settled first", law.dispute)
    if isinstance(command, BEGINS_A_ROUND) and is_at_rest(live.table):
        until = live.wait_timer.rests_until()
        if until is None or at < until:
            said = "the session is not in play" if until is None else "there is a break"
            return Refused(said, law.breaks or law.session)
    return None


def _plays_on(live: LiveTable, command: Command) -> bool:
    """Whether the game would proceed by it: wagers, decisions, and what staff add to them."""
    act = live.table.game.acts.get(type(command))
    of_players = act is not None and act.needs is Role.PLAYER and type(command) not in NO_PLAY
    return of_players or isinstance(command, GOES_ON)


def without_unsuitable(
    live: LiveTable, view: TableView, viewer: Person | None, at: int
) -> TableView:
    """A view of a tournament's table with nothing listed that the tournament has not done there."""
    if live.tournament is None or viewer is None or not isinstance(view, PlayerView | FloorView):
        return view
    tournament = live.tournament()
    legal = (each for each in view.legal if _unfit(live, tournament, each, viewer, at) is None)
    return msgspec.structs.replace(view, legal=tuple(legal))


COMES_IN = (
    Enter, AddReserve, SeatReserve, Substitute, promotion_entries.Enter, WinByChance,
)  # fmt: skip


def must_be_able_to(house: House, affair: Live[Any], command: Command, by: Person, at: int) -> None:
    """Refuse what the affair cannot know to be impossible; what it refuses itself comes first."""
    must_have_account(house, affair, command, by, at)
    refusal = _lacks_chips(house, affair, command, by)
    if refusal is not None:
        raise affair.aggregate.check(command, by, at) or refusal


def must_have_account(
    house: House, affair: Live[Any], command: Command, by: Person, at: int
) -> None:
    """Refuse those without an account; whether they have the chips is not looked at."""
    if not house.may_act(by):
        raise Refused(f"{by.name} has no account here as {by.role}", Clauses(()))
    refusal = _lacks_account(house, command)
    if refusal is not None:
        raise affair.aggregate.check(command, by, at) or refusal


def _lacks_account(house: House, command: Command) -> Refused | None:
    if isinstance(command, NominateScrutineer):  # who has to be able to add a word to the draw
        known = command.person in house.people
        return None if known else Refused(f"{command.person!r} has no account here", Clauses(()))
    if isinstance(command, NominateDirector):
        person, role = command.person, Role.TOURNAMENT_DIRECTOR
    elif isinstance(command, COMES_IN):
        person, role = command.player, Role.PLAYER
    else:
        return None
    if role in house.people.get(person, ()):
        return why_barred(house, person) if role is Role.PLAYER else None
    return Refused(f"{person!r} has no account here as {role}", Clauses(()))


def chips_paid(command: Command) -> tuple[str, int]:
    """Where the chips come from that a command costs somebody, and how many."""
    player, paid = getattr(command, "player", None), getattr(command, "paid", 0)
    return (pocket(player), paid) if player else ("", 0)


def _lacks_chips(house: House, affair: Live[Any], command: Command, by: Person) -> Refused | None:
    source, paid = chips_paid(command)
    if paid <= 0:
        return None
    try:
        house.books.check([Transfer(source, affair.record, paid)])
    except Overdrawn as short:
        return overdrawn(short, by, affair.aggregate.law.fee)
    return None


def confirmations(
    house: House,
    live: Live[Any],
    command: Command,
    patrons: Sequence[str],
    by: Person,
    at: int,
    backing: Backing,
) -> tuple[Confirmation, ...]:
    """Who confirms a command at a table or in an affair; refused, if somebody has to who did not.

    `patrons` are those whose own it is.
    """
    if not patrons and not command.why_override:
        return ()
    refusal = live.aggregate.check(command, by, at)  # what the rules say of it comes first
    if refusal is not None:
        raise refusal
    place = Place(live.record, live.line + 1)
    override = _confirmation(house, command, by, at, backing.second, place)
    for_patrons = confirmations_for_patrons(house, patrons, command, by, at, backing, place)
    return for_patrons if override is None else (*for_patrons, override)


def confirm_house_command(
    house: House, command: HouseCommand, by: Person, at: int, backing: Backing
) -> None:
    """Have the house note who confirms what it is to do next."""
    patrons = patrons_in_house(house, command, by)
    second = None if patrons and not house.takes_two(command, by) else backing.second
    overrides = second is not None and is_override(house, command, by)
    if not patrons and not overrides:
        return
    refusal = house.check(command, by)
    if refusal is not None and not isinstance(refusal, Unconfirmed):
        raise refusal
    place = Place(HOUSE, house.length + len(patrons) + overrides + 1)
    override = _confirmation(house, command, by, at, second, place)
    confirmed = confirmations_for_patrons(house, patrons, command, by, at, backing, place)
    for confirmation in confirmed if override is None else (*confirmed, override):
        house.do(*confirmation, at)


def _confirmation(
    house: House, asked: Command, by: Person, at: int, second: str | None, place: Place
) -> Confirmation | None:
    if second is None:
        if house.takes_two(asked, by):
            raise Unconfirmed.by_anybody(type(asked))
        return None
    if not is_override(house, asked, by):
        return None
    confirm = Confirm(
        override=name_of(type(asked)), record=place.record, line=place.line, asked_by=by.name,
        needs=needed_for(type(asked)),
    )  # fmt: skip
    person = _fitting(house, second, at, confirm)
    refusal = house.check(confirm, person, at)
    if refusal is not None:
        raise refusal
    return confirm, person


def _fitting(house: House, second: str, at: int, confirm: Confirm) -> Person:
    """Somebody in the first of their roles that may confirm it, or that may before the others."""
    held = house.people.get(second, frozenset())
    fitting = [Person(second, role) for role in who_may(confirm.needs) if role in held]
    if not fitting:
        raise Unconfirmed.by_the_wrong(second, confirm.override, confirm.needs)
    return min(fitting, key=lambda person: max(at, house.confirms_from(person)))
