"""What must stand before a table deals its first card."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone
from typing import TYPE_CHECKING, Annotated, ClassVar

import msgspec

from croupier.aggregate.acts import Acts, Command, OneOf, tag_of
from croupier.aggregate.free_text import Text
from croupier.aggregate.roles import Role
from croupier.rulebook.citations import Clauses, NotYet, Refused
from croupier.table.acts.chips_and_float import fill
from croupier.table.acts.closing import CloseTable, must_be_gaming_hours
from croupier.table.acts.sign import display, must_be_complete, must_be_payable
from croupier.table.facts import Attested, Exercised, Notified, Opened
from croupier.table.law import of_table, together
from croupier.table.table import Phase
from croupier.table.wagers import Sign

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.aggregate.acts import Effect
    from croupier.aggregate.roles import Person
    from croupier.table.law import TableLaw, TableRules
    from croupier.table.table import Table

acts: Acts[Table, TableRules] = Acts()


CANBERRA = timezone(timedelta(hours=10))


class Approval(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The regulator's written approval of a thing: never a bare yes."""

    reference: Text
    date: str

    def __str__(self) -> str:
        return f"{self.reference} of {self.date}"


class OpenTable(Command, frozen=True, tag="open-table"):
    """Open the table on its approvals, with the operator's determinations."""

    opens_table: ClassVar[bool] = True

    layout: Approval | None = None
    shoe: Approval | None = None
    side_bet_layouts: dict[str, Approval] = {}
    side_bet_amounts: dict[str, Approval] = {}
    """The approval of the amounts of a side bet that takes approved amounts only."""
    inscription: Text | None = None
    """What the approved layout says about a soft 17, where the instrument leaves it to that."""
    shuffle: str = ""
    """Which of the approved shuffles is used."""
    float: int = 0
    commences: str | None = None
    """When the instrument came into force, where its own text does not say."""


def declared_for_opening(rules: TableRules) -> Clauses:
    """What a table opens by: approvals, determinations and what its sign says."""
    law = rules.table_law
    return together(
        law.commencement, law.approved, law.shoe, law.layout_approved, law.decks,
        law.cards_checked, law.determinations, law.decks_determined, law.shuffle_determined,
        law.limits_displayed, law.multiples, law.hours, law.side_bets_offered,
    )  # fmt: skip


@acts.act(OpenTable, Role.SUPERVISOR, clauses=declared_for_opening)
def open_table(table: Table, command: OpenTable, by: Person) -> Effect:
    law = table.law
    if table.phase not in (Phase.NOT_OPEN, Phase.CLOSED):
        raise Refused("the table is open already", law.layout_approved)
    if table.closing_check_due:
        raise Refused("the cards were not checked after the last session", law.cards_checked)
    must_be_gaming_hours(table)
    _in_force(table, command)
    layout = must_be_approved(
        table, command.layout, "the layout", Clauses((*law.layout_approved, *law.approved))
    )
    shoe = must_be_approved(table, command.shoe, "the shoe", Clauses((*law.shoe, *law.approved)))
    refusal = table.game.why_not_open(command)
    if refusal is not None:
        raise refusal
    sign = Sign.from_options(table.options)
    for name in table.options.get("side_bets", ()):
        _side_bet_approved(table, command, name)
    must_be_complete(table, sign)
    must_be_payable(table, sign)
    if law.shuffle_determined:
        table.refuse_unless(command.shuffle, "no shuffle is determined", law.shuffle_determined)
    table.refuse_unless(command.float >= 0, "a float is not negative", law.float)

    def effect() -> None:
        open_on(table, sign)
        table.shuffle = command.shuffle
        table.add_fact(
            Opened(
                layout=layout, shoe=shoe, shuffle=command.shuffle, decks=table.shoe.decks,
                clauses=_what_opens(law),
            )
        )  # fmt: skip
        for name in table.options.get("side_bets", ()):
            _offer_side_bet(table, name)
        display(table, sign, law.limits_displayed)
        fill(table, command.float)

    return effect


def open_on(table: Table, sign: Sign) -> None:
    """The table is open and shows this sign; approvals are for whoever opens it to look at."""
    table.phase = Phase.BETTING
    table.opened_at = table.betting_since = table.now
    table.sign = sign
    table.next_sign = None  # notice was given to the players of then
    table.closing = False
    table.rounds_left = None
    table.patrons.markers.clear()
    if table.now >= table.warnings_end:
        table.patrons.forget_warnings()


def _side_bet_approved(table: Table, command: OpenTable, name: str) -> None:
    law, side = table.law, table.law.side_bets[name]
    layout = command.side_bet_layouts.get(name)
    must_be_approved(table, layout, f"the {name} layout", Clauses((*side.layout, *law.approved)))
    if side.approved_amounts:
        amounts = table.game.amounts(name, table.sign.of(name).minimum)
        table.refuse_unless(amounts, f"no approved amount for {name} is set", side.approved_amounts)
        wanted = Clauses((*side.approved_amounts, *law.approved))
        must_be_approved(table, command.side_bet_amounts.get(name), f"the amount of {name}", wanted)


def _what_opens(law: TableLaw) -> Clauses:
    return Clauses(
        (
            *law.identity, *law.commencement, *law.layout_approved, *law.approved, *law.shoe,
            *law.determinations, *law.decks, *law.decks_determined,
            *law.shuffle_determined,
        )
    )  # fmt: skip


def _offer_side_bet(table: Table, name: str) -> None:
    side = table.law.side_bets[name]
    clauses = Clauses((*side.offered, *side.layout, *side.window, *side.sign))
    table.add_fact(Exercised(power="offer a side bet", subject=name, clauses=clauses))


def _in_force(table: Table, command: OpenTable) -> None:
    law = table.law
    if not law.commencement:
        return
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
        raise NotYet(f"the instrument commences on {first_day}", law.commencement)


def _today(table: Table) -> date:
    """The day in Canberra, from the milliseconds since 1970 of the command."""
    moment = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=table.now)
    return moment.astimezone(CANBERRA).date()


def must_be_approved(table: Table, approval: Approval | None, what: str, clauses: Clauses) -> str:
    """A thing is approved in writing, and before it is used, where the instrument asks for it."""
    if not table.law.approved or table.takes_approvals_as_given:
        return str(approval or "")
    if approval is None or not approval.reference.strip():
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


OCCASIONS = ("opening", "closing")


class CheckCards(Command, frozen=True, tag="check-cards"):
    """The dealer has checked every card, before gaming or at its end."""

    occasion: Annotated[str, OneOf(OCCASIONS)] = "opening"


@acts.act(CheckCards, Role.DEALER, clauses=of_table(lambda law: law.cards_checked))
def check_cards(table: Table, command: CheckCards, by: Person) -> Effect:
    law = table.law
    if command.occasion not in OCCASIONS:
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
        table.add_fact(
            Attested(
                what=f"cards checked one by one at the {command.occasion}",
                by=by.name,
                clauses=law.cards_checked,
            )
        )

    return effect


class AskDeterminations(Command, frozen=True, tag="ask-determinations"):
    """A player asks how many decks are in play and how they are shuffled."""

    ends_wait: ClassVar[bool] = False
    bears_on_round: ClassVar[bool] = False
    why_staff_may: ClassVar[str] = (
        "staff write down what is asked for; nothing of the patron's changes by it"
    )

    player: str


@acts.act(
    AskDeterminations,
    Role.PLAYER,
    clauses=of_table(
        lambda law: together(law.determinations, law.decks_determined, law.shuffle_determined)
    ),
    names_anybody=True,
)
def ask_determinations(table: Table, command: AskDeterminations, by: Person) -> Effect:
    table.must_be_open()

    def effect() -> None:
        table.add_fact(
            Notified(
                to=command.player,
                about="determinations",
                detail=f"{table.shoe.decks} decks, {table.shuffle}",
                clauses=table.law.determinations,
            )
        )

    return effect


FLOAT = 1_000_000_00
"""What a table for play chips opens with if nobody says otherwise, in cents."""


def opening_of(table: Table, approved: str, at: int, float: int = FLOAT) -> Command:
    """What opens a table at which nothing is staked but play chips, in the words of its game."""
    today = datetime.fromtimestamp(at / 1000, UTC).date().isoformat()
    return table.game.opening(table, Approval(approved, today), float)


def on_approval(table: Table, approval: Approval, float: int) -> OpenTable:
    """What opens a table of most games: every approval that it needs is the same one."""
    side_bets = table.options.get("side_bets", ())
    return OpenTable(
        layout=approval,
        shoe=approval,
        side_bet_layouts=dict.fromkeys(side_bets, approval),
        side_bet_amounts=dict.fromkeys(side_bets, approval),
        inscription=table.options.get("soft_17"),
        shuffle="provable",
        float=float,
        commences=approval.date,  # where the text is silent, the table claims no day before its own
    )


def ends_closed(last_given: Mapping[str, int]) -> bool:
    """Return True if a record ends with its table closed.

    `last_given` has the last line of each command by its tag. A table of any game opens with a
    command of the same tag.
    """
    opened, closed = (last_given.get(tag_of(kind), 0) for kind in (OpenTable, CloseTable))
    return closed > opened
