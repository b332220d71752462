"""How the house judges each command: who may ask for it, and what follows."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec

from croupier.aggregate.acts import Acts
from croupier.aggregate.facts import OFFICES, Bar
from croupier.aggregate.roles import Person, Role, WrongRole, who_may
from croupier.casino.house import facts
from croupier.casino.house.books import CAGE, ISSUE, Overdrawn, Transfer, at_table, pocket
from croupier.casino.house.commands import (
    AcknowledgeNotice,
    Appoint,
    ApproveProgram,
    AskPatrons,
    BeginLimits,
    BuyIn,
    CageTerms,
    CashOut,
    ChipKind,
    CloseOut,
    Confirm,
    ConfirmedBy,
    ConfirmForPatron,
    Dealing,
    DelegatePower,
    Dismiss,
    Enrol,
    FollowAffair,
    FollowTable,
    ForgetPerson,
    Incident,
    IssueChips,
    KeepAccount,
    LiftBar,
    OpenPromotion,
    OpenTournament,
    Report,
    RequireSecondPerson,
    RetireChips,
    RevokeToken,
    SetCageTerms,
    SetLargeWin,
    SetPassword,
    SetUpTable,
    TakeDownTable,
)
from croupier.casino.operator_powers import powers
from croupier.casino.override_commands import NamedTooSoon, Unconfirmed, too_new
from croupier.casino.patron_acts import NeedsPatron
from croupier.game_rules import table_for
from croupier.money import money
from croupier.promotion.rules import promotion_rules
from croupier.rulebook.citations import Clauses, Refused
from croupier.rulebook.instruments import instruments, load
from croupier.rulebook.options import with_settled_readings
from croupier.tournament import has_tournaments

if TYPE_CHECKING:
    from collections.abc import Iterable

    from croupier.aggregate.acts import Facts
    from croupier.casino.house.commands import Pace
    from croupier.casino.house.house import House

LONGEST_NAME = 40
LONGEST_TEXT = 400
ITSELF = Person("croupier", Role.OPERATOR)
"""The program, which follows its tables and reports what it notices. No account has its name."""
TABLE_NAME = re.compile(r"(?=.{1,40}$)[a-z0-9]+(-[a-z0-9]+)*")
ANSWERING = {
    "inspector": Role.INSPECTOR,
    "commission": Role.INSPECTOR,
    "authority": Role.INSPECTOR,
    "inspectorate": Role.INSPECTOR,
    "surveillance": Role.SURVEILLANCE,
}
"""The offices that acknowledge what they are told, and who does it for each."""
TWO = 2
"""Somebody who asks, and somebody else who confirms."""
MOST_RESERVE = 90
"""The largest reserve of the cage, in percent of all chips."""
LONGEST_WAIT = 3_600_000
"""An hour: no round waits longer for anybody."""


acts: Acts[House, None] = Acts()


def refused(reason: str) -> Refused:
    """The house's own rules have no clauses."""
    return Refused(reason, Clauses(()))


def may_look_into(place: str, by: Person) -> bool:
    """Whose it is may know what a place holds, and so may those who look into the books."""
    return place == pocket(by.name) or by.oversees


def overdrawn(short: Overdrawn, by: Person, clauses: Clauses) -> Refused:
    """What a place holds is told to those who may know."""
    known = may_look_into(short.place, by)
    reason = str(short) if known else f"{short.place} does not hold {money(short.amount)}"
    return Refused(reason, clauses)


def _needs(role: Role, by: Person) -> None:
    if by.role not in who_may(role):
        raise WrongRole("it", role, by, Clauses(()))


def _must_be_known(house: House, person: str) -> None:
    if person not in house.people:
        raise refused(f"{person!r} has no account")


def _moved(source: str, to: str, amount: int) -> Facts:
    if amount <= 0:
        raise refused("amount: more than nothing")
    yield facts.ChipsTransferred(Transfer(source, to, amount))


@acts.act(IssueChips, Role.OPERATOR, clauses=None)
def _issue(house: House, command: IssueChips, by: Person) -> Facts:
    yield from _moved(ISSUE, CAGE, command.amount)


@acts.act(RetireChips, Role.OPERATOR, clauses=None)
def _retire(house: House, command: RetireChips, by: Person) -> Facts:
    yield from _moved(CAGE, ISSUE, command.amount)


@acts.act(BuyIn, Role.SUPERVISOR, oneself=True, clauses=None)
def _buy_in(house: House, command: BuyIn, by: Person) -> Facts:
    _must_be_known(house, command.person)
    barred = why_barred(house, command.person)
    if barred is not None:
        raise barred
    if house.cage_terms is not None:
        _must_be_within(house.cage_terms, house, command, by)
    yield from _moved(CAGE, pocket(command.person), command.amount)


def _must_be_within(terms: CageTerms, house: House, command: BuyIn, by: Person) -> None:
    """Refuse a buy-in that the terms of the cage do not allow."""
    person, amount = command.person, command.amount
    if person in house.guests and by != ITSELF:
        raise refused("a guest plays with a fixed stake; keep the account to buy more chips")
    if by.name == person:  # in whatever role
        limit, left = house.own_limit(person), house.left_to_buy(person, house.now)
        if not limit:
            raise refused("chips are sold at the cage: ask a supervisor there")
        if amount > left:
            raise refused(
                f"amount: you can buy {money(left)} more today, of {money(limit)} a day; "
                "a supervisor at the cage can sell you more"
            )
    if 0 <= house.books.held(CAGE) - amount < house.cage_reserve:
        raise refused(
            f"amount: the cage keeps {terms.reserve} percent of all chips in reserve; buy less, or "
            "ask the operator to issue more"
        )


@acts.act(SetCageTerms, Role.OPERATOR, clauses=None)
def _set_cage_terms(house: House, command: SetCageTerms, by: Person) -> Facts:
    terms = command.terms
    if house.cage_terms is None:
        raise refused("the house has no limits yet; the program begins them when it opens")
    if terms == house.cage_terms:
        raise refused("terms: these are the terms already")
    for field in ("own_buy_in", "kept_buy_in"):
        if getattr(terms, field) < 0:
            raise refused(f"terms.{field}: 0 or more cents")
        if terms.chips is ChipKind.MONEY and getattr(terms, field):
            raise refused(f"terms.{field}: 0, because only staff sell chips for money")
    if terms.chips is not house.cage_terms.chips:
        _must_have_no_chips_outside(house)
    if not 0 <= terms.reserve <= MOST_RESERVE:
        raise refused(f"terms.reserve: 0 to {MOST_RESERVE} percent")
    yield facts.CageTermsSet(terms)


def _must_have_no_chips_outside(house: House) -> None:
    """Chips that were given away must not become worth money, nor the other way round."""
    if outside := house.books.issued - house.books.held(CAGE):
        raise refused(
            f"terms.chips: {money(outside)} in chips are outside the cage; the kind of chips "
            "changes only while all of them are in it"
        )
    if house.guests:
        raise refused("terms.chips: guests are in the house; wait until they have left")
    practised = next((each for each, table in house.tables.items() if table.command.practice), None)
    if practised is not None:
        raise refused(f"terms.chips: {practised} is a table to practise at; remove it first")


@acts.act(BeginLimits, None, clauses=None)
def _begin_limits(house: House, command: BeginLimits, by: Person) -> Facts:
    if by != ITSELF:
        raise refused("the program itself begins the limits")
    if house.cage_terms is not None:
        raise refused("the house has limits already")
    yield facts.LimitsBegun()


@acts.act(CashOut, Role.SUPERVISOR, oneself=True, clauses=None)
def _cash_out(house: House, command: CashOut, by: Person) -> Facts:
    _must_be_known(house, command.person)
    yield from _moved(pocket(command.person), CAGE, command.amount)


@acts.act(FollowTable, None, clauses=None)
def _follow(house: House, command: FollowTable, by: Person) -> Facts:
    """The table has judged who may move its chips; the house only minds its own places."""
    here = at_table(command.table)
    for transfer in command.transfers:
        if here not in (transfer.source, transfer.to):
            raise refused(f"chips of {command.table!r} do not go from {transfer.source}")
        yield facts.ChipsTransferred(transfer)
    for each in command.barrings:
        barred = each.bar in house.bars(each.person)
        if each.ends and barred:
            yield facts.BarLifted(each.person, each.bar, each.reason)
        elif not each.ends and not barred:
            yield facts.PersonBarred(each.person, each.bar, command.table, each.reason)


@acts.act(LiftBar, None, clauses=None)
def _lift_bar(house: House, command: LiftBar, by: Person) -> Facts:
    """The operator lifts an exclusion; who is detained waits for an inspector or the police."""
    if command.bar is Bar.EXCLUDED:
        _needs(Role.OPERATOR, by)
    elif by.role is not Role.INSPECTOR:
        _needs(Role.SUPERVISOR, by)
    if command.bar not in house.bars(command.person):
        raise refused(f"{command.person} is not {command.bar}")
    if not 0 < len(command.reason) <= LONGEST_TEXT or not command.reason.isprintable():
        raise refused(f"reason: one line of 1 to {LONGEST_TEXT} characters")
    yield facts.BarLifted(command.person, command.bar, command.reason)


def why_barred(house: House, person: str) -> Refused | None:
    """Why somebody plays nowhere in the casino, if so."""
    bars = house.bars(person)
    if Bar.EXCLUDED in bars:
        return refused(f"{person} is excluded from the casino")
    return refused(f"{person} is detained") if bars else None


@acts.act(FollowAffair, None, clauses=None)
def _follow_affair(house: House, command: FollowAffair, by: Person) -> Facts:
    """The affair has judged what is paid; the house minds whose chips they are."""
    for transfer in command.transfers:
        if command.affair not in (transfer.source, transfer.to):
            raise refused(f"chips of {command.affair!r} do not go from {transfer.source}")
        for place in (transfer.source, transfer.to):
            if place not in (CAGE, command.affair):
                _must_be_known(house, place.removeprefix(pocket("")))
        yield facts.ChipsTransferred(transfer)


def _has_chips_for_money(house: House) -> bool:
    return house.cage_terms is not None and house.cage_terms.chips is ChipKind.MONEY


def is_a_name(text: str) -> bool:
    """Return whether an account may be called so, as far as its letters go."""
    return 0 < len(text) <= LONGEST_NAME and text.isprintable() and text == text.strip()


@acts.act(Enrol, Role.OPERATOR, clauses=None)
def _enrol(house: House, command: Enrol, by: Person) -> Facts:
    name = command.person
    if not is_a_name(name):
        raise refused(f"person: {name!r} is not a name of 1 to {LONGEST_NAME} characters")
    if name.casefold() in {known.casefold() for known in (*house.people, ITSELF.name)}:
        raise refused(f"{name!r} has an account already")
    _must_not_be_an_office(name, command.roles)
    if command.guest and (by != ITSELF or set(command.roles) != {Role.PLAYER}):
        raise refused("guest: the program itself enrols guests, as players")
    if command.guest and (house.cage_terms is None or _has_chips_for_money(house)):
        raise refused("guest: this house has no play chips")
    yield facts.Enrolled(name, _in_order(command.roles), command.guest)


@acts.act(KeepAccount, None, clauses=None)
def _keep_account(house: House, command: KeepAccount, by: Person) -> Facts:
    if command.person not in house.guests:
        raise refused(f"person: {command.person} is no guest")
    if by.name != command.person:
        raise refused("guests keep their accounts themselves")
    yield facts.AccountKept(command.person)


@acts.act(Appoint, Role.OPERATOR, clauses=None)
def _appoint(house: House, command: Appoint, by: Person) -> Facts:
    _must_be_known(house, command.person)
    _must_not_be_forgotten(house, command.person)
    _must_not_be_an_office(command.person, (command.role,))
    _must_be_no_guest(house, command.person, by)
    yield facts.Enrolled(command.person, _in_order({*house.people[command.person], command.role}))


def _must_not_be_forgotten(house: House, person: str) -> None:
    if person in house.forgotten:
        raise refused(f"person: {person} is forgotten, and their account closed")


def _must_be_no_guest(house: House, person: str, by: Person) -> None:
    """Refuse other roles for an account that ends with its session, and ends as a player's."""
    if person in house.guests and by != ITSELF:
        raise refused(
            f"person: {person} is a guest and plays until the session ends; to have another role, "
            "they keep the account first; to have them leave, exclude them at a table"
        )


def _must_not_be_an_office(person: str, roles: Iterable[Role]) -> None:
    """What is said to a player by name must not be taken for what is said to an office."""
    if Role.PLAYER in roles and person in OFFICES:
        raise refused(f"person: a player cannot be called {person!r}, as an office is")


@acts.act(Dismiss, Role.OPERATOR, clauses=None)
def _dismiss(house: House, command: Dismiss, by: Person) -> Facts:
    _must_be_known(house, command.person)
    _must_be_no_guest(house, command.person, by)
    operators = _operators(house)
    if command.role is Role.OPERATOR and command.person in operators:
        if len(operators) == 1:
            raise refused(f"{command.person} is the only operator")
        if house.second_person and len(operators) == TWO:
            raise refused(f"{command.person} is one of two operators, who confirm for each other")
    yield facts.Enrolled(command.person, _in_order(house.people[command.person] - {command.role}))


def _operators(house: House) -> list[str]:
    return [name for name, roles in house.people.items() if Role.OPERATOR in roles]


def _in_order(roles: Iterable[Role]) -> tuple[Role, ...]:
    return tuple(role for role in Role if role in set(roles))


@acts.act(SetPassword, Role.OPERATOR, oneself=True, clauses=None)
def _set_password(house: House, command: SetPassword, by: Person) -> Facts:
    _must_be_known(house, command.person)
    _must_not_be_forgotten(house, command.person)
    yield facts.PasswordSet(command.person)


@acts.act(ForgetPerson, Role.OPERATOR, clauses=None)
def _forget_person(house: House, command: ForgetPerson, by: Person) -> Facts:
    """Not while the house has to know who it is."""
    person = command.person
    if not 0 < len(person) <= LONGEST_NAME or not person.isprintable() or person == ITSELF.name:
        raise refused(f"person: {person!r} is nobody's name")
    if not 0 < len(command.reason) <= LONGEST_TEXT or not command.reason.isprintable():
        raise refused(f"reason: one line of 1 to {LONGEST_TEXT} characters")
    if person in house.forgotten:
        raise refused(f"person: {person} is forgotten already")
    if house.people.get(person, frozenset()) - {Role.PLAYER}:
        raise refused(f"person: {person} is on the staff; dismiss them first")
    if held := house.books.held(pocket(person)):
        raise refused(f"person: {person} has {money(held)} in chips to be cashed first")
    barred = why_barred(house, person)
    if barred is not None:
        raise barred
    yield facts.PersonForgotten(person, command.reason)


@acts.act(RevokeToken, Role.OPERATOR, oneself=True, clauses=None)
def _revoke_token(house: House, command: RevokeToken, by: Person) -> Facts:
    """Whoever asks has found the token; the house minds whose it is."""
    _must_be_known(house, command.person)
    if not 0 < len(command.token) <= LONGEST_NAME or not command.token.isprintable():
        raise refused(f"token: an id of 1 to {LONGEST_NAME} characters")
    yield facts.TokenRevoked(command.person, command.token)


@acts.act(SetUpTable, Role.SHIFT_MANAGER, clauses=None)
def _set_up(house: House, command: SetUpTable, by: Person) -> Facts:
    _must_be_a_name("table", command.table)
    if command.table in house.tables:
        raise refused(f"table: {command.table!r} is on the floor already")
    _must_be_a_pace(command.pace)
    if command.belongs is not None and by != ITSELF:
        raise refused("belongs: tables of a tournament are set up as it goes on")
    if command.practice and (
        command.belongs is not None or command.dealing is not Dealing.AUTOMATIC
    ):
        raise refused("practice: only a table that the program deals, and no tournament's")
    if command.practice and _has_chips_for_money(house):
        raise refused("practice: this house has no play chips")
    try:
        options = with_settled_readings(load(command.instrument), command.options)
        table_for(command.instrument, options, name=command.table, boxes=command.boxes)
    except (LookupError, ValueError) as error:
        raise refused(str(error)) from None
    yield facts.TableSetUp(command.table, house.sessions.get(command.table, 0) + 1)


def _must_be_a_pace(pace: Pace) -> None:
    for wait, lasts in msgspec.structs.asdict(pace).items():
        if not 0 <= lasts <= LONGEST_WAIT:
            raise refused(f"pace.{wait}: from 0 to {LONGEST_WAIT} milliseconds")


def _must_be_a_name(field: str, name: str) -> None:
    if not TABLE_NAME.fullmatch(name):
        raise refused(
            f"{field}: {name!r} is not a name of small letters, digits and dashes, 1 to 40"
        )


@acts.act(OpenTournament, None, clauses=None)
def _open_tournament(house: House, command: OpenTournament, by: Person) -> Facts:
    if by.role is not Role.TOURNAMENT_DIRECTOR:
        _needs(Role.SHIFT_MANAGER, by)
    _must_be_a_name("tournament", command.tournament)
    if command.tournament in house.tournaments:
        raise refused(f"tournament: there is a {command.tournament!r} already")
    if command.instrument not in instruments():
        raise refused(f"instrument: one of {', '.join(instruments())}, not {command.instrument!r}")
    if not has_tournaments(command.instrument):
        raise refused(f"instrument: {command.instrument} has no rules for tournaments")
    _must_be_a_pace(command.pace)
    yield facts.TournamentOpened(command.tournament, command.instrument)


@acts.act(OpenPromotion, Role.SUPERVISOR, clauses=None)
def _open_promotion(house: House, command: OpenPromotion, by: Person) -> Facts:
    _must_be_a_name("promotion", command.promotion)
    if command.promotion in house.promotions:
        raise refused(f"promotion: there is a {command.promotion!r} already")
    try:
        promotion_rules(command.options, command.prescribed)
    except (LookupError, ValueError) as error:
        raise refused(str(error)) from None
    yield facts.PromotionOpened(command.promotion)


@acts.act(TakeDownTable, Role.SHIFT_MANAGER, clauses=None)
def _take_down(house: House, command: TakeDownTable, by: Person) -> Facts:
    set_up = house.tables.get(command.table)
    if set_up is None:
        raise refused(f"table: there is no {command.table!r} on the floor")
    if set_up.command.belongs is not None and by != ITSELF:
        raise refused(f"table: {command.table!r} is taken down when its session is over")
    if left := house.books.held(at_table(set_up.name)):
        raise refused(f"table: {money(left)} in chips are still at {command.table!r}")
    yield facts.TableTakenDown(command.table, set_up.session)


@acts.act(CloseOut, Role.OPERATOR, clauses=None)
def _close_out(house: House, command: CloseOut, by: Person) -> Facts:
    """Whoever asks has worked out whose the chips are; the house minds that none are left."""
    if command.record in house.closed_out:
        raise refused(f"record: {command.record!r} is closed out already")
    left = house.books.held(command.record)
    for transfer in command.transfers:
        source, to = transfer.source, transfer.to
        if (source, to) != (ISSUE, CAGE):
            if command.record not in (source, to):
                raise refused(f"chips of {command.record!r} do not go from {source}")
            left += transfer.amount if to == command.record else -transfer.amount
        yield facts.ChipsTransferred(transfer)
    if left:
        raise refused(f"transfers: {money(left)} in chips would be left at {command.record}")
    for name, set_up in house.tables.items():
        if at_table(set_up.name) == command.record:
            yield facts.TableTakenDown(name, set_up.session)
    yield facts.ClosedOut(command.record, command.reason)


@acts.act(SetLargeWin, Role.OPERATOR, clauses=None)
def _set_large_win(house: House, command: SetLargeWin, by: Person) -> Facts:
    if command.amount <= 0:
        raise refused("amount: more than nothing")
    if command.amount == house.large_win:
        raise refused(f"amount: it is {money(command.amount)} already")
    yield facts.LargeWinSet(command.amount)


@acts.act(RequireSecondPerson, Role.OPERATOR, clauses=None)
def _require_second_person(house: House, command: RequireSecondPerson, by: Person) -> Facts:
    if command.required == house.second_person:
        raise refused("required: that is so already")
    if command.required and len(_operators(house)) < TWO:
        raise refused("required: there is one operator, and nobody to confirm what they ask")
    yield facts.SecondPersonRequired(command.required)


@acts.act(DelegatePower, Role.OPERATOR, clauses=None)
def _delegate_power(house: House, command: DelegatePower, by: Person) -> Facts:
    known = {each.name: each for each in powers()}
    if command.power not in known:
        raise refused(f"power: {command.power!r} is not one of {', '.join(known)}")
    allowed = who_may(known[command.power].needs)
    if command.role not in allowed:
        raise refused(f"role: {command.role} is not one of {', '.join(allowed)}")
    if house.delegated.get(command.power) is command.role:
        raise refused(f"role: {command.power} is with {command.role} already")
    yield facts.PowerDelegated(command.power, command.role)


@acts.act(Confirm, None, clauses=None)
def _confirm(house: House, command: Confirm, by: Person) -> Facts:
    """Whoever judges the override knows what it takes; the house minds who confirms it."""
    if by.name == command.asked_by:
        reason = f"{by.name} asks for {command.override}: somebody else has to confirm it"
        raise Unconfirmed(reason, command.needs)
    if by.role not in who_may(command.needs):
        raise Unconfirmed.by_the_wrong(by.name, command.override, command.needs)
    if house.now < (begins := house.confirms_from(by)):
        named = NamedTooSoon(by.name, command.asked_by)
        raise Unconfirmed.too_new(named, begins, command.needs)
    yield facts.Confirmed(command.override, command.record, command.line, command.asked_by)


@acts.act(ConfirmForPatron, None, clauses=None)
def _confirm_for_patron(house: House, duty: ConfirmForPatron, by: Person) -> Facts:
    """Whoever judges what is done knows whose it is; the house minds who confirms it, and once."""
    person = duty.person
    _must_be_known(house, person)
    if by.name == duty.asked_by:
        raise NeedsPatron(f"{by.name} asks for {duty.act}: somebody else confirms it", person)
    if duty.how is ConfirmedBy.SECOND_PERSON:
        if house.now < (begins := house.confirms_from(by)):
            unfit = NeedsPatron(too_new(by.name, begins), person)
            unfit.named = NamedTooSoon(by.name, duty.asked_by)
            raise unfit
        if by.role not in who_may(Role.SUPERVISOR):
            reason = f"{duty.act} is confirmed by {person}, or by a supervisor or above"
            raise NeedsPatron(reason, person)
    elif by.name != person:
        raise NeedsPatron(f"{duty.act} is for {person} to confirm, not for {by.name}", person)
    elif not duty.approval or duty.approval in house.used_approvals:
        raise NeedsPatron("the confirmation has been used already", person)
    yield facts.DoneForPatron(
        person=person, act=duty.act, record=duty.record, line=duty.line, asked_by=duty.asked_by,
        how=duty.how, confirmed_by=by.name, approval=duty.approval,
    )  # fmt: skip


@acts.act(AskPatrons, None, clauses=None)
def _ask_patrons(house: House, command: AskPatrons, by: Person) -> Facts:
    if by != ITSELF:
        raise refused("the program itself says from when on patrons are asked")
    if house.asks_patrons:
        raise refused("patrons are asked already")
    yield facts.PatronsAsked()


@acts.act(ApproveProgram, Role.OPERATOR, clauses=None)
def _approve_program(house: House, command: ApproveProgram, by: Person) -> Facts:
    yield facts.ProgramApproved(command.program)


@acts.act(Report, None, clauses=None)
def _report(house: House, command: Report, by: Person) -> Facts:
    if by != ITSELF:
        raise refused("the program itself reports what it notices")
    log_in = command.incident in (Incident.FAILED_LOG_IN, Incident.LOCKED_OUT)
    if log_in and command.subject:  # what nobody is called may be a password in the wrong place
        _must_be_known(house, command.subject)
    for field in ("subject", "before", "after", "detail"):
        text = getattr(command, field)
        if len(text) > LONGEST_TEXT or not text.isprintable():
            raise refused(f"{field}: one line of up to {LONGEST_TEXT} characters")
    yield facts.Reported(
        command.incident, command.subject, command.before, command.after, command.detail
    )


@acts.act(AcknowledgeNotice, None, clauses=None)
def _acknowledge(house: House, command: AcknowledgeNotice, by: Person) -> Facts:
    """Whoever asks has found the notice; the house minds who takes it, and that it is done once."""
    if command.to not in ANSWERING:
        raise refused(f"to: nobody acknowledges what was said to {command.to}")
    _needs(ANSWERING[command.to], by)
    if command.notice in house.acknowledged:
        raise refused(f"notice: {command.notice} has been acknowledged already")
    yield facts.NoticeAcknowledged(command.notice, command.to)
