"""Entries: who may enter, for what, once; reserves and substitutes; the end of entries."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from croupier.aggregate.acts import Acts, Command
from croupier.aggregate.free_text import Text
from croupier.aggregate.roles import Role
from croupier.money import dollars, money
from croupier.rulebook.citations import Clauses, Refused
from croupier.table.facts import Exercised, Notified
from croupier.table.law import together
from croupier.table.tournament_law import Lateness, Topic, Vacancy
from croupier.tournament.acts.seating import allocate, has_come
from croupier.tournament.acts.session_places import decide
from croupier.tournament.acts.sessions import begin_with_chips, expect_session
from croupier.tournament.cashier import is_left_in_the_pool, refund, take_money
from croupier.tournament.conditions import moment
from croupier.tournament.facts import (
    Entered,
    EntriesClosed,
    Reserved,
    Substituted,
    Withdrawn,
)
from croupier.tournament.prize_pool import Paid, PaidFor
from croupier.tournament.state import Entrant, Status, TournamentPhase

if TYPE_CHECKING:
    from croupier.aggregate.acts import Effect
    from croupier.aggregate.roles import Person
    from croupier.table.tournament_law import TournamentLaw
    from croupier.tournament.tournament import Tournament

acts: Acts[Tournament, TournamentLaw] = Acts()


class RequireAgreement(Command, frozen=True, tag="require-agreement"):
    """From now on players agree in writing to the rules and conditions before they enter."""


@acts.act(
    RequireAgreement, Role.TOURNAMENT_DIRECTOR, clauses=lambda law: law.agreement or law.applies
)
def require_agreement(tournament: Tournament, command: RequireAgreement, by: Person) -> Effect:
    law = tournament.law
    if not law.agreement:
        raise Refused("no agreement in writing can be required", law.applies)
    tournament.must_be((TournamentPhase.DRAFT, TournamentPhase.ENTRIES), law.agreement)

    def effect() -> None:
        tournament.agreement_required = True
        tournament.add_fact(
            Exercised(power="written agreement", subject="every entrant", clauses=law.agreement)
        )

    return effect


def _declared_for_entrants(law: TournamentLaw) -> Clauses:
    """Who may enter, as the conditions have to say."""
    said = (Topic.ELIGIBILITY, Topic.ENTITLED, Topic.CRITERIA, Topic.GROUPS)
    return together(*(law.contents.get(topic) for topic in said))


class Enter(Command, frozen=True, tag="enter"):
    """Somebody enters, and pays the fee."""

    player: str
    paid: int
    agreed: bool = False
    """Whether they have agreed in writing to the rules and conditions."""
    copy_given: bool = False
    """Whether they were given a copy of the conditions."""
    eligible: bool = True
    """Whether the director finds that they meet what the conditions ask of entrants."""
    groups_kept: bool = False
    """Whether the director finds that they break no restriction on groups, where there is one."""


@acts.act(
    Enter,
    Role.TOURNAMENT_DIRECTOR,
    oneself=True,
    clauses=lambda law: together(
        law.entry or law.one_entry,
        _declared_for_entrants(law),
        law.contents[Topic.NUMBERS],
        law.copy_for_each,
        law.agreement,
        law.fee,
    ),
    names_anybody=True,
)
def enter(tournament: Tournament, command: Enter, by: Person) -> Effect:
    law, conditions = tournament.law, tournament.conditions
    tournament.must_be(TournamentPhase.ENTRIES, together(*law.gate.values()))
    if by.role is Role.PLAYER:
        _must_be_open_to_all(tournament)
    _must_be_admissible(tournament, command, conditions.entry_fee or 0)
    most = conditions.maximum_players
    entered = len(_with_an_entry(tournament))
    if most is not None and entered >= most:
        raise Refused(f"{most} players have entered, which is the most", _of(law, Topic.NUMBERS))

    def effect() -> None:
        admit(tournament, command.player, command.paid)

    return effect


def _must_be_open_to_all(tournament: Tournament) -> None:
    """Where entrants are selected, or any may be refused, nobody admits themselves."""
    law, who = tournament.law, tournament.conditions.eligibility
    if who is not None and (who.criteria or who.uses_criteria or who.reserves_refusal):
        raise Refused("entries are taken at the director's desk", _of(law, Topic.ELIGIBILITY))
    if _restricts_groups(tournament):
        raise Refused("entries are taken at the director's desk", _of(law, Topic.GROUPS))


def _restricts_groups(tournament: Tournament) -> bool:
    """Whether somebody has to find of each entrant that no restriction on groups is broken."""
    return tournament.conditions.restricts_groups and not tournament.is_earlier


def _must_be_admissible(tournament: Tournament, command: Enter | SeatReserve, due: int) -> None:
    """What holds for everybody who enters and pays, in whichever way."""
    law, player = tournament.law, command.player
    tournament.refuse_unless(player, "player: an entrant has a name", law.one_entry)
    if tournament.holds_entry(player):
        raise Refused(f"{player} has entered already", law.one_entry)
    if command.paid != due:
        raise Refused(f"paid: the entry fee is {money(due)}", law.fee)
    _must_be_let_in(tournament, command)


def _must_be_let_in(tournament: Tournament, command: Enter | SeatReserve | Substitute) -> None:
    """What is asked of each player of a tournament, whoever paid for the place."""
    law, player = tournament.law, command.player
    if not command.eligible:
        named = (Topic.ELIGIBILITY, Topic.ENTITLED, Topic.CRITERIA)
        cited = together(*(law.contents.get(topic, ()) for topic in named))
        raise Refused(f"{player} is not eligible", cited or law.one_entry)
    if _restricts_groups(tournament) and not command.groups_kept:
        restriction = tournament.conditions.groups
        raise Refused(
            f"groups_kept: nobody has found that for {player}: {restriction}",
            _of(law, Topic.GROUPS),
        )
    if tournament.agreement_required and not command.agreed:
        raise Refused(f"{player} has not agreed in writing", law.agreement)
    if law.copy_for_each and not command.copy_given:
        raise Refused("every player is given a copy of the conditions", law.copy_for_each)


def admit(tournament: Tournament, player: str, paid: int) -> Entrant:
    law, entrants = tournament.law, tournament.entrants
    number = 1 + max(len(entrants), *(each.number for each in entrants.values()), 0)
    _come_in(tournament, Entrant(player, number))
    entrant = entrants[player]
    groups = _of(law, Topic.GROUPS) if _restricts_groups(tournament) else Clauses(())
    clauses = together(law.one_entry, law.entry, law.agreement, law.copy_for_each, groups)
    tournament.add_fact(Entered(player=player, number=number, clauses=clauses))
    into_the_pool = together(law.fee, law.pool)
    take_money(tournament, player, PaidFor.ENTRY, paid, into_the_pool)
    return entrant


def _come_in(tournament: Tournament, entrant: Entrant) -> None:
    """Somebody has an entry; who had withdrawn one and comes again comes anew."""
    name, session = entrant.name, tournament.session
    tournament.entrants.pop(name, None)
    tournament.entrants[name] = entrant
    session.players = [each for each in session.players if each != name]
    if name in tournament.reserves:
        tournament.reserves.remove(name)


def _of(law: TournamentLaw, topic: Topic) -> Clauses:
    return law.contents.get(topic) or law.must_contain.clauses


def _with_an_entry(tournament: Tournament) -> list[Entrant]:
    gone = (Status.WITHDRAWN, Status.REPLACED)
    return [each for each in tournament.entrants.values() if each.status not in gone]


class RefuseEntry(Command, frozen=True, tag="refuse-entry"):
    """An application is turned down, and no fee is taken."""

    player: str
    reason: Text


@acts.act(
    RefuseEntry,
    Role.TOURNAMENT_DIRECTOR,
    clauses=lambda law: law.refuse_entry or together(_declared_for_entrants(law), law.one_entry),
    names_anybody=True,
)
def refuse_entry(tournament: Tournament, command: RefuseEntry, by: Person) -> Effect:
    law, eligibility = tournament.law, tournament.conditions.eligibility
    clauses = law.refuse_entry or _of(law, Topic.ELIGIBILITY)
    tournament.must_be(TournamentPhase.ENTRIES, clauses)
    tournament.refuse_unless(command.reason, "reason: say why", clauses)
    if law.refuse_entry and not (eligibility and eligibility.may_refuse):
        raise Refused("the conditions do not reserve the right to refuse", clauses)
    if tournament.holds_entry(command.player):
        raise Refused(f"{command.player} has entered already", law.one_entry)
    return lambda: tournament.add_fact(
        Exercised(
            power="entry refused", subject=command.player, reason=command.reason, clauses=clauses
        )
    )


class Withdraw(Command, frozen=True, tag="withdraw"):
    """An entrant withdraws before play; the fee goes back only where the conditions let it."""

    player: str


@acts.act(
    Withdraw,
    Role.TOURNAMENT_DIRECTOR,
    oneself=True,
    clauses=lambda law: together(law.withdraw, law.no_refund),
)
def withdraw(tournament: Tournament, command: Withdraw, by: Person) -> Effect:
    law, until = tournament.law, tournament.conditions.withdraw_until
    tournament.must_be((TournamentPhase.ENTRIES, TournamentPhase.SEATING), law.no_refund)
    entrant = tournament.playing(command.player)
    tournament.refuse_unless(not entrant.has_played, "they have played", law.no_refund)
    tournament.must_not_be_reported(entrant.name)
    in_time = bool(law.withdraw and until and tournament.now <= moment(until))

    def effect() -> None:
        entrant.status = Status.WITHDRAWN
        clauses = law.withdraw if in_time else law.no_refund
        tournament.add_fact(Withdrawn(player=command.player, clauses=clauses))
        if in_time:
            refund(tournament, tournament.payments_of(entrant), clauses)

    return effect


class Refund(Command, frozen=True, tag="refund"):
    """Somebody has money back in a case in which the conditions permit it."""

    player: str
    what: PaidFor
    reason: Text
    """Which case it is."""


@acts.act(
    Refund,
    Role.TOURNAMENT_DIRECTOR,
    clauses=lambda law: together(law.refunds, law.no_refund),
    names_anybody=True,
)
def refund_payment(tournament: Tournament, command: Refund, by: Person) -> Effect:
    law, what = tournament.law, command.what
    if not law.refunds:
        raise Refused("nothing is refunded unless the tournament is called off", law.no_refund)
    tournament.refuse_unless(
        tournament.conditions.refunds, "the conditions permit no refund", law.refunds
    )
    tournament.must_be(
        (TournamentPhase.ENTRIES, TournamentPhase.SEATING, TournamentPhase.PLAYING), law.refunds
    )
    tournament.refuse_unless(command.reason, "reason: say which case it is", law.refunds)
    entrant = tournament.entrants.get(command.player)
    mine = [] if entrant is None else _paid_by(tournament, entrant, what)
    if entrant is None or not mine:
        raise Refused(f"{command.player} has paid nothing: {what}", law.refunds)
    later = what in (PaidFor.BUY_BACK, PaidFor.ADD_ON)
    if entrant.status not in (Status.WITHDRAWN, *((Status.OUT,) if later else ())):
        raise Refused(f"{entrant.name} is {entrant.status}, and it was paid for that", law.refunds)
    if not is_left_in_the_pool(tournament, mine):
        raise Refused("it has gone out in prizes of sessions", law.no_refund)
    return lambda: refund(tournament, mine, law.refunds)


def _paid_by(tournament: Tournament, entrant: Entrant, what: PaidFor) -> list[Paid]:
    theirs = tournament.payments_of(entrant)
    return [each for each in theirs if each.what is what and each.amount]


class AddReserve(Command, frozen=True, tag="add-reserve"):
    """Somebody waits for a seat that an entrant does not take; they pay when they get it."""

    player: str


@acts.act(
    AddReserve,
    Role.TOURNAMENT_DIRECTOR,
    clauses=lambda law: together(law.reserve.clauses, law.entry or law.one_entry),
    names_anybody=True,
)
def add_reserve(tournament: Tournament, command: AddReserve, by: Person) -> Effect:
    law, player = tournament.law, command.player
    tournament.must_be((TournamentPhase.ENTRIES, TournamentPhase.SEATING), law.reserve.clauses)
    tournament.refuse_unless(player, "player: a reserve has a name", law.reserve.clauses)
    if tournament.holds_entry(player) or player in tournament.reserves:
        raise Refused(f"{player} has entered already", law.one_entry)

    def effect() -> None:
        tournament.reserves.append(player)
        tournament.add_fact(Reserved(player=player, clauses=law.reserve.clauses))

    return effect


class SeatReserve(Command, frozen=True, tag="seat-reserve"):
    """A reserve pays the fee and has the seat of somebody who was not there in time."""

    why_patrons_own: ClassVar[str] = "a reserve pays the fee, and may have thought better of it"

    player: str
    instead_of: str
    paid: int
    agreed: bool = False
    copy_given: bool = False
    eligible: bool = True
    groups_kept: bool = False


@acts.act(
    SeatReserve,
    Role.TOURNAMENT_DIRECTOR,
    clauses=lambda law: together(law.reserve.clauses, law.fee),
    names_anybody=True,
)
def seat_reserve(tournament: Tournament, command: SeatReserve, by: Person) -> Effect:
    law, rule = tournament.law, tournament.law.reserve
    tournament.must_be((TournamentPhase.SEATING, TournamentPhase.PLAYING), rule.clauses)
    if command.player not in tournament.reserves:
        raise Refused(f"{command.player} is not a reserve", rule.clauses)
    missing = tournament.entrants.get(command.instead_of)
    gone = (Status.FORFEITED, Status.DISQUALIFIED, Status.WITHDRAWN)
    if missing is None or missing.status not in gone or missing.seat is None:
        raise Refused(f"the seat of {command.instead_of} is not free", rule.clauses)
    session, (table, box) = tournament.session, missing.seat
    late = session.number > 1 if rule.value is Vacancy.TOURNAMENT else missing.has_played
    if late or missing.name not in session.players:
        raise Refused(f"it is not {rule.value} any more", rule.clauses)
    if table not in session.tables or missing.seat in tournament.seats_held:
        raise Refused(f"box: {box} at {table} is not free", together(rule.clauses, law.position))
    if session.tables[table].rounds:
        raise Refused(f"it is not {rule.value} any more", rule.clauses)
    fee, playing = tournament.conditions.entry_fee or 0, tournament.phase is TournamentPhase.PLAYING
    buy_in = tournament.conditions.buy_in if playing else 0
    _must_be_admissible(tournament, command, fee + buy_in)

    def effect() -> None:
        entrant = admit(tournament, command.player, fee)
        missing.seat = None
        tournament.session.players.append(entrant.name)
        allocate(tournament, entrant, table, box, rule.clauses)
        entrant.seated = True
        if buy_in:
            take_money(tournament, entrant.name, PaidFor.BUY_IN, buy_in, law.buy_in)
        if playing:
            begin_with_chips(tournament, entrant)

    return effect


class Substitute(Command, frozen=True, tag="substitute"):
    """The director lets somebody play on in the place of an entrant, whose fee counts for them.

    Where a tournament is for those who have paid the fee, they pay it too.
    """

    why_patrons_own: ClassVar[str] = "somebody comes into a tournament, and somebody out of it"
    people_fields: ClassVar[tuple[str, ...]] = ("player", "instead_of")

    player: str
    instead_of: str
    agreed: bool = False
    copy_given: bool = False
    eligible: bool = True
    groups_kept: bool = False
    paid: int = 0


@acts.act(
    Substitute,
    Role.TOURNAMENT_DIRECTOR,
    clauses=lambda law: together(law.substitute, law.entry),
    names_anybody=True,
)
def substitute(tournament: Tournament, command: Substitute, by: Person) -> Effect:
    law, player = tournament.law, command.player
    tournament.must_be(
        (
            TournamentPhase.ENTRIES,
            TournamentPhase.SEATING,
            TournamentPhase.PLAYING,
            TournamentPhase.TIES,
        ),
        law.substitute,
    )
    tournament.must_not_be_drawing(law.substitute)
    old = tournament.playing(command.instead_of, law.substitute)
    tournament.must_not_be_reported(old.name)
    tournament.refuse_unless(player, "player: a substitute has a name", law.substitute)
    if tournament.holds_entry(player):
        raise Refused(f"{player} has an entry of their own", law.one_entry)
    due = (tournament.conditions.entry_fee or 0) if law.entry else 0
    if command.paid != due:
        raise Refused(f"paid: a substitute pays {money(due)}", law.entry or law.substitute)
    _must_be_let_in(tournament, command)

    def effect() -> None:
        payers = (*old.payers, player)
        coming = replace(old, name=player, payers=payers, prize=0, session_prizes=0)
        coming.seated = old.seated and _seats_are_settled(tournament)
        _come_in(tournament, coming)  # what was won in sessions stays with who won it
        session = tournament.session
        session.players = [player if name == old.name else name for name in session.players]
        if old.name in session.played_at:
            session.played_at[player] = session.played_at.pop(old.name)
        old.status, old.seat, old.chips = Status.REPLACED, None, 0
        clauses = together(law.substitute, law.entry if due else ())
        tournament.add_fact(Substituted(player=player, instead_of=old.name, clauses=clauses))
        if law.entry:
            take_money(tournament, player, PaidFor.ENTRY, due, together(law.fee, law.pool))
        if tournament.phase is TournamentPhase.TIES:
            decide(tournament)  # the substitute is told apart from the others now

    return effect


def _seats_are_settled(tournament: Tournament) -> bool:
    """True if it is too late to take a seat, and only players who took theirs play on."""
    late = tournament.law.late.value
    if tournament.phase is TournamentPhase.PLAYING:
        return late is not Lateness.DIRECTORS_CHOICE
    return late is Lateness.SPECIFIED_TIME and has_come(tournament)


class CloseEntries(Command, frozen=True, tag="close-entries"):
    """No more entries; there are as many as the conditions ask for."""


@acts.act(CloseEntries, Role.TOURNAMENT_DIRECTOR, clauses=lambda law: law.contents[Topic.NUMBERS])
def close_entries(tournament: Tournament, command: CloseEntries, by: Person) -> Effect:
    law, conditions = tournament.law, tournament.conditions
    numbers = _of(law, Topic.NUMBERS)
    tournament.must_be(TournamentPhase.ENTRIES, numbers)
    entered = len(tournament.still_in())
    least = max(conditions.minimum_players or 1, 1)
    if conditions.sit_and_go is not None:
        least = conditions.sit_and_go.players
    if entered < least:
        raise Refused(f"{entered} have entered, and it takes {least}", numbers)

    def effect() -> None:
        tournament.add_fact(EntriesClosed(entries=entered, clauses=numbers))
        if conditions.guarantee is not None:
            tournament.add_fact(
                Notified(
                    to="players", about="guaranteed pool", clauses=law.guarantee,
                    detail=dollars(tournament.pool.total),
                )
            )  # fmt: skip
        expect_session(tournament, 1)

    return effect
