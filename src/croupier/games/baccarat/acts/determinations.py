"""What the operator determines before a round: 2.2, 3.6 and 3.7, 8.1 to 8.3, 9.2 and 9.3."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from croupier.aggregate.acts import Acts, Command, OneOf
from croupier.aggregate.roles import Role
from croupier.games.baccarat.hands import BANKER_PAIR, PAIRS
from croupier.games.baccarat.law import rules as rules_under
from croupier.games.baccarat.table_state import state_determinations, state_of
from croupier.games.baccarat.wager_rules import why_not_pay
from croupier.money import Limits, dollars
from croupier.rulebook.citations import Clauses, Refused
from croupier.rulebook.options import OptionError
from croupier.table.acts import closing
from croupier.table.acts.closing import CloseTable
from croupier.table.acts.opening import Approval, must_be_approved
from croupier.table.facts import Notified
from croupier.table.law import of_table, together
from croupier.table.table import Phase
from croupier.table.wagers import Sign

if TYPE_CHECKING:
    from croupier.aggregate.acts import Effect
    from croupier.aggregate.roles import Person
    from croupier.games.baccarat.rules import BaccaratRules
    from croupier.table.table import Table

acts: Acts[Table, BaccaratRules] = Acts()


DEALINGS, METHODS = ("face_up", "face_down"), ("A", "B")
"""The readings of the options that a determination changes."""


class DetermineDealing(Command, frozen=True, tag="determine-dealing"):
    """Cards are dealt face up or face down from the next round that has not started."""

    dealing: Annotated[str, OneOf(DEALINGS)]


@acts.act(DetermineDealing, Role.SUPERVISOR, clauses=lambda rules: rules.law.face_up_or_down)
def determine_dealing(table: Table, command: DetermineDealing, by: Person) -> Effect:
    law = state_of(table).rules.law
    table.must_be_open()
    change = {"dealing": command.dealing}
    _with(table, change, law.face_up_or_down)

    def effect() -> None:
        house = state_of(table)
        if table.phase is Phase.BETTING:  # what else was announced still waits for the next round
            house.coming.pop("dealing", None)
            house.rules = rules_under(table.game.instrument, house.rules.options | change)
            state_determinations(table, law.face_up_or_down)
        else:
            house.coming |= change
            _notify(table, "dealing", command.dealing, law.face_up_or_down)

    return effect


class ChangeSettlement(Command, frozen=True, tag="change-settlement"):
    """Notice that wagers are settled by the other method from the next round on."""

    method: Annotated[str, OneOf(METHODS)]


@acts.act(ChangeSettlement, Role.SUPERVISOR, clauses=lambda rules: rules.law.method_determined)
def change_settlement(table: Table, command: ChangeSettlement, by: Person) -> Effect:
    law = state_of(table).rules.law
    table.must_be_open()
    change = {"settlement": command.method}
    rules = _with(table, change, law.method_determined)
    _must_pay(table, rules)
    clauses = Clauses((*law.method_determined, *law.method_changed))
    return lambda: _announce(table, change, "settlement", f"method {command.method}", clauses)


class ChangePairs(Command, frozen=True, tag="change-pairs"):
    """Notice that other pairs, or none, are offered from the next round on."""

    pairs: str | None = None
    layout: Approval | None = None
    limits: dict[str, tuple[int, int]] = {}
    """The least and the most of the pairs wagers, where the sign does not show them yet."""


@acts.act(
    ChangePairs,
    Role.SUPERVISOR,
    clauses=lambda rules: together(
        rules.law.pairs_offered,
        rules.law.method_changed,
        rules.law.pairs_determined,
        rules.table_law.side_bets_offered,
    ),
    lists={"pairs": lambda table: (bet for bet in table.law.side_bets if bet not in PAIRS)},
)
def change_pairs(table: Table, command: ChangePairs, by: Person) -> Effect:
    house, pairs = state_of(table), command.pairs
    law, side = house.rules.law, table.law.side_bets
    table.must_be_open()
    change: dict[str, Any] = {"side_bets": [pairs] if pairs is not None else []}
    _with(table, change, law.pairs_determined)
    sign = _with_pairs(table, command)
    if pairs is not None:
        if pairs not in (*table.options["side_bets"], *house.pairs_approved):
            wanted = Clauses((*side[pairs].layout, *table.law.approved))
            must_be_approved(table, command.layout, f"the {pairs} layout", wanted)
        has_no_sign = table.takes_approvals_as_given and not sign.limits
        for wager in () if has_no_sign else sorted(PAIRS - set(sign.limits)):
            raise Refused(f"no sign shows the minimum and maximum of {wager}", side[pairs].sign)

    def effect() -> None:
        if pairs is not None:
            house.pairs_approved.add(pairs)
        if command.limits:
            table.next_sign = sign
        clauses = Clauses((*law.pairs_determined, *(side[pairs].layout if pairs else ())))
        _announce(table, change, "pairs", pairs or "none", clauses)

    return effect


def _with_pairs(table: Table, command: ChangePairs) -> Sign:
    """The sign to come, with the limits of the pairs wagers that the command names."""
    shown = dict((table.next_sign or table.sign).limits)
    wanted = table.law.side_bets[BANKER_PAIR].sign
    for wager, (least, most) in command.limits.items():
        if wager not in PAIRS:
            raise Refused(f"limits: {wager} is no pairs wager", wanted)
        try:
            shown[wager] = Limits(least, most, shown[wager].multiple if wager in shown else 1)
        except ValueError as error:
            raise Refused(f"limits.{wager}: {error}", wanted) from None
    return Sign(shown)


class ChangeDifferential(Command, frozen=True, tag="change-differential"):
    """Notice of another table differential from the next round on; none lifts it."""

    amount: int | None = None


@acts.act(
    ChangeDifferential,
    Role.SUPERVISOR,
    clauses=lambda rules: together(rules.law.differential, rules.law.differential_changed),
)
def change_differential(table: Table, command: ChangeDifferential, by: Person) -> Effect:
    law, amount = state_of(table).rules.law, command.amount
    table.must_be_open()
    change = {"differential": amount}
    _with(table, change, law.differential)
    said = "none" if amount is None else dollars(amount)
    clauses = Clauses((*law.differential, *law.differential_changed))
    return lambda: _announce(table, change, "table differential", said, clauses)


def _with(table: Table, change: dict[str, Any], clauses: Clauses) -> BaccaratRules:
    """The rules with this changed beside what is to change already, if the instrument has such."""
    house = state_of(table)
    try:
        return rules_under(table.game.instrument, house.rules.options | house.coming | change)
    except OptionError as error:
        raise Refused(str(error).removeprefix("options."), clauses) from None


def _must_pay(table: Table, rules: BaccaratRules) -> None:
    """What the sign lets a patron stake can be paid under these rules, too."""
    for wager, limits in (table.next_sign or table.sign).limits.items():
        for amount in (limits.minimum, limits.maximum):
            unpayable = why_not_pay(rules, wager, amount) if amount is not None else None
            if unpayable is not None:
                raise unpayable


def _announce(
    table: Table, change: dict[str, Any], about: str, detail: str, clauses: Clauses
) -> None:
    state_of(table).coming |= change
    _notify(table, about, detail, clauses)


def _notify(table: Table, about: str, detail: str, clauses: Clauses) -> None:
    table.add_fact(Notified(to="players", about=about, detail=detail, clauses=clauses))


def change_if_due(table: Table) -> None:
    """A round is over: what was announced holds for the next."""
    house = state_of(table)
    if not house.coming:
        return
    law = house.rules.law
    cited = {
        "dealing": law.face_up_or_down,
        "settlement": law.method_determined,
        "side_bets": law.pairs_determined,
        "differential": law.differential_changed,
    }
    clauses = tuple(clause for name in house.coming for clause in cited[name])
    house.rules = rules_under(table.game.instrument, house.rules.options | house.coming)
    house.coming = {}
    state_determinations(table, Clauses(clauses))


@acts.act(
    CloseTable, Role.SUPERVISOR, clauses=of_table(lambda law: together(law.hours, law.closure))
)
def close_table(table: Table, command: CloseTable, by: Person) -> Effect:
    """The next evening begins as the first: with the table's own determinations, and no others."""
    house = state_of(table)
    closed = closing.close_table(table, command, by)

    def effect() -> None:
        closed()
        house.forget_wishes()
        house.turners.clear()
        house.coming, table.next_sign = {}, None
        if house.rules.options != table.options:
            house.rules = rules_under(table.game.instrument, table.options)
            state_determinations(table, table.law.determinations)

    return effect
