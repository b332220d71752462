"""Rules 1 to 3 and 15.1: what must stand before a table deals its first card."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone
from typing import TYPE_CHECKING

import msgspec

from croupier.chips import Limits
from croupier.rulebook.citing import Clauses, Refused
from croupier.table.acting import act
from croupier.table.commands import Command
from croupier.table.facts import (
    Attested,
    ChipsMoved,
    Exercised,
    Notified,
    Opened,
    SignDisplayed,
)
from croupier.table.roles import Role
from croupier.table.table import Phase
from croupier.table.wagers import MAIN, Sign

if TYPE_CHECKING:
    from croupier.table.acting import Effect
    from croupier.table.roles import Person
    from croupier.table.table import Table

CANBERRA = timezone(timedelta(hours=10))


class Approval(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The regulator's written approval of a thing: never a bare yes."""

    reference: str
    date: str

    def __str__(self) -> str:
        return f"{self.reference} of {self.date}"


class OpenTable(Command, frozen=True, tag="open-table"):
    """Open the table on its approvals, with the operator's determinations."""

    layout: Approval | None = None
    shoe: Approval | None = None
    side_bet_layouts: dict[str, Approval] = {}
    side_bet_amounts: dict[str, Approval] = {}
    """The approval of the amounts of a side bet that takes approved amounts only."""
    inscription: str | None = None
    """What the approved layout says about a soft 17, where the instrument leaves it to that."""
    shuffle: str = ""
    """Which of the approved shuffles is used."""
    float: int = 0
    commences: str | None = None
    """When the instrument came into force, where its own text does not say."""


@act(OpenTable, Role.SUPERVISOR)
def open_table(table: Table, command: OpenTable, by: Person) -> Effect:
    law = table.law
    if table.phase not in (Phase.NOT_OPEN, Phase.CLOSED):
        raise Refused("the table is open already", law.layout_approved)
    if table.closing_check_due:
        raise Refused("the cards were not checked after the last session", law.cards_checked)
    must_be_gaming_hours(table)
    _in_force(table, command)
    layout = _approved(
        table, command.layout, "the layout", Clauses((*law.layout_approved, *law.approved))
    )
    shoe = _approved(table, command.shoe, "the shoe", Clauses((*law.shoe, *law.approved)))
    _inscribed(table, command)
    sign = Sign.from_options(table.options)
    if MAIN not in sign.limits:
        raise Refused("no sign shows the minimum and maximum", law.limits_displayed)
    for name in table.options["side_bets"]:
        side = law.side_bets[name]
        approval = command.side_bet_layouts.get(name)
        _approved(table, approval, f"the {name} layout", Clauses((*side.layout, *law.approved)))
        if side.approved_amounts:
            table.refuse_unless(
                table.options["super_sevens_amounts"],
                f"no approved amount for {name} is set",
                side.approved_amounts,
            )
            amounts = command.side_bet_amounts.get(name)
            wanted = Clauses((*side.approved_amounts, *law.approved))
            _approved(table, amounts, f"the amount of {name}", wanted)
        elif name not in sign.limits:
            raise Refused(f"no sign shows the limits of {name}", side.sign)
    must_be_payable(table, sign)
    table.refuse_unless(command.shuffle, "no shuffle is determined", law.shuffle_determined)
    table.refuse_unless(command.float >= 0, "a float is not negative", law.float)

    def effect() -> None:
        table.phase = Phase.BETTING
        table.sign = sign
        table.shuffle = command.shuffle
        table.closing = False
        table.rounds_left = None
        table.patrons.warned.clear()
        table.state(
            Opened(
                layout=layout, shoe=shoe, shuffle=command.shuffle, decks=table.shoe.decks,
                clauses=Clauses(
                    (
                        *law.identity, *law.commencement, *law.layout_approved, *law.approved,
                        *law.shoe, *law.determinations, *law.decks.clauses, *law.decks_determined,
                        *law.shuffle_determined,
                    )
                ),
            )
        )  # fmt: skip
        for name in table.options["side_bets"]:
            side = law.side_bets[name]
            table.state(
                Exercised(
                    power="offer a side bet", subject=name,
                    clauses=Clauses((*side.offered, *side.layout, *side.window, *side.sign)),
                )
            )  # fmt: skip
        display(table, sign, law.limits_displayed)
        _fill(table, command.float)

    return effect


def _in_force(table: Table, command: OpenTable) -> None:
    law = table.law
    commences = table.game.instrument.commences or command.commences
    if commences is None:
        raise Refused(
            "the instrument does not say when it commenced: name the day", law.commencement
        )
    try:
        first_day = date.fromisoformat(commences)
    except ValueError:
        raise Refused(f"commences: {commences!r} is not a date", law.commencement) from None
    signed = table.game.instrument.signed
    if signed is not None and first_day <= date.fromisoformat(signed):
        raise Refused(f"commences: the instrument was only signed on {signed}", law.commencement)
    if _today(table) < first_day:
        raise Refused(f"the instrument commences on {first_day}", law.commencement)


def _today(table: Table) -> date:
    """The day in Canberra, from the milliseconds since 1970 of the command."""
    moment = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=table.now)
    return moment.astimezone(CANBERRA).date()


def _approved(table: Table, approval: Approval | None, what: str, clauses: Clauses) -> str:
    """A thing is approved in writing, and before it is used."""
    if approval is None or not approval.reference:
        raise Refused(f"{what} has no written approval", clauses)
    try:
        day = date.fromisoformat(approval.date)
    except ValueError:
        raise Refused(
            f"{what}: its approval has no date, {approval.date!r} is none", clauses
        ) from None
    if day > _today(table):
        raise Refused(f"{what} is approved only from {day}", clauses)
    return str(approval)


def must_be_gaming_hours(table: Table) -> None:
    if table.hours is not None and not table.hours[0] <= table.now < table.hours[1]:
        raise Refused("it is not within the hours of gaming", table.law.hours)


def must_be_payable(table: Table, sign: Sign) -> None:
    """What the sign lets a player stake can be paid: the rules name no rounding."""
    for wager, limits in sign.limits.items():
        for amount in (limits.minimum, limits.maximum):
            unpayable = table.game.why_not_stake(wager, amount) if amount is not None else None
            if unpayable is not None:
                raise unpayable


def _inscribed(table: Table, command: OpenTable) -> None:
    """The layout, not the shift, decides about a soft 17 where the instrument says so."""
    clauses = table.game.inscription_clauses
    if clauses is not None and command.inscription != table.options["soft_17"]:
        raise Refused(
            f"the approved layout is inscribed {command.inscription!r}, the table plays "
            f"soft 17 {table.options['soft_17']!r}",
            clauses,
        )


def display(table: Table, sign: Sign, clauses: Clauses) -> None:
    law = table.law
    table.state(
        SignDisplayed(
            limits={w: (o.minimum, o.maximum, o.multiple) for w, o in sign.limits.items()},
            clauses=Clauses((*clauses, *law.multiples, *_side_signs(table, sign))),
        )
    )


def _side_signs(table: Table, sign: Sign) -> tuple[str, ...]:
    """The clauses that want the limits of each side bet on a sign, too."""
    sides = (table.law.side_bets.get(wager) for wager in sign.limits)
    return tuple(clause for side in sides if side is not None for clause in side.sign)


class CheckCards(Command, frozen=True, tag="check-cards"):
    """The dealer has checked every card, before gaming or at its end."""

    occasion: str = "opening"


@act(CheckCards, Role.DEALER)
def check_cards(table: Table, command: CheckCards, by: Person) -> Effect:
    law = table.law
    if command.occasion not in ("opening", "closing"):
        raise Refused("cards are checked at the opening and the closing", law.cards_checked)
    table.refuse_unless(not table.in_play, "a round is in play", law.cards_checked)
    if command.occasion == "closing" and table.phase is not Phase.CLOSED:
        last_round_played = table.closing and table.rounds_left == 0
        table.refuse_unless(last_round_played, "gaming goes on at this table", law.cards_checked)

    def effect() -> None:
        if command.occasion == "opening":
            table.cards_checked = True
        else:
            table.closing_check_due = False
        table.state(
            Attested(
                what=f"cards checked one by one at the {command.occasion}",
                by=by.name,
                clauses=law.cards_checked,
            )
        )

    return effect


class AskDeterminations(Command, frozen=True, tag="ask-determinations"):
    """A player asks how many decks are in play and how they are shuffled."""

    player: str


@act(AskDeterminations, Role.PLAYER)
def ask_determinations(table: Table, command: AskDeterminations, by: Person) -> Effect:
    table.must_be_open()

    def effect() -> None:
        table.state(
            Notified(
                to=command.player,
                about="determinations",
                detail=f"{table.shoe.decks} decks, {table.shuffle}",
                clauses=table.law.determinations,
            )
        )

    return effect


class ChangeLimits(Command, frozen=True, tag="change-limits"):
    """Give notice of new limits; they hold from the next round whose betting opens after it."""

    limits: dict[str, tuple[int, int]]
    multiples: dict[str, int] = {}


@act(ChangeLimits, Role.SUPERVISOR)
def change_limits(table: Table, command: ChangeLimits, by: Person) -> Effect:
    law = table.law
    table.must_be_open()
    merged = dict((table.next_sign or table.sign).limits)
    for wager in {**command.limits, **command.multiples}:
        side = law.side_bets.get(wager)
        if wager not in merged:
            raise Refused(
                f"limits: {wager} has no limits at this table",
                side.sign if side else law.limits_displayed,
            )
        old = merged[wager]
        least, most = command.limits.get(wager, (old.minimum, old.maximum))
        try:
            merged[wager] = Limits(least, most, command.multiples.get(wager, old.multiple))
        except ValueError as error:
            raise Refused(f"limits.{wager}: {error}", law.limits_displayed) from None
    must_be_payable(table, Sign(merged))

    def effect() -> None:
        table.next_sign = Sign(merged)
        detail = "; ".join(f"{wager} {limits}" for wager, limits in merged.items())
        clauses = Clauses((*law.limits_displayed, *_side_signs(table, Sign(merged))))
        table.state(Notified(to="players", about="limits", detail=detail, clauses=clauses))

    return effect


def change_sign_if_due(table: Table) -> None:
    """A new betting window opens: limits of which notice was given hold from here."""
    if table.next_sign is not None:
        old, table.sign, table.next_sign = table.sign, table.next_sign, None
        if old.of(MAIN).minimum != table.sign.of(MAIN).minimum:
            table.patrons.warned.clear()
        display(table, table.sign, table.law.limits_displayed)


class SetHours(Command, frozen=True, tag="set-hours"):
    """The hours of gaming, as determined under the Act, in milliseconds since 1970."""

    opens: int
    closes: int


@act(SetHours, Role.OPERATOR)
def set_hours(table: Table, command: SetHours, by: Person) -> Effect:
    law = table.law
    table.refuse_unless(command.opens < command.closes, "hours end after they begin", law.hours)

    def effect() -> None:
        table.hours = (command.opens, command.closes)
        table.state(
            Exercised(
                power="hours of gaming",
                subject=f"{command.opens} to {command.closes}",
                clauses=law.hours,
            )
        )

    return effect


class FillFloat(Command, frozen=True, tag="fill-float"):
    """Chips to the table's float, or with a negative amount from it."""

    amount: int


@act(FillFloat, Role.SUPERVISOR)
def fill_float(table: Table, command: FillFloat, by: Person) -> Effect:
    law = table.law
    table.refuse_unless(command.amount, "no chips are moved", law.float)
    table.refuse_unless(
        command.amount > 0 or table.chips.float + command.amount >= 0,
        "the float holds less than that",
        law.float,
    )
    return lambda: _fill(table, command.amount)


def _fill(table: Table, amount: int) -> None:
    if amount:
        table.chips.fill(amount)
        table.state(ChipsMoved(player=None, amount=amount, clauses=table.law.float))
