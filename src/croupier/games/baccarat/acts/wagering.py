"""Rules 3 and 4 at a table: wagers as patrons place them, and the marker of a higher maximum."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from croupier.aggregate.acts import Acts, Command, CommandSignificance, Target
from croupier.aggregate.free_text import Text
from croupier.aggregate.roles import Role
from croupier.games.baccarat.facts import ChangesPermitted, Door, NoBetCoup
from croupier.games.baccarat.hands import BANKER, MAINS, PLAYER, Bet
from croupier.games.baccarat.round_at_table import ORDER, RoundAtTable
from croupier.games.baccarat.rules import WagerChange
from croupier.games.baccarat.table_state import (
    markers_of,
    no_bet_clauses,
    no_bet_door,
    shoe_of,
    state_of,
)
from croupier.games.baccarat.wager_rules import (
    is_short,
    why_not_place,
    why_not_take_back,
    why_too_far_apart,
    within_limits,
)
from croupier.money import dollars, money
from croupier.rulebook.citations import Clauses, Refused
from croupier.table.acts import betting
from croupier.table.acts.betting import (
    PlaceWager,
    after_a_removal,
    declared_for_a_wager,
    put_down,
    warning_reach,
    was_told_before,
)
from croupier.table.acts.chips_and_float import note_debts, note_owed
from croupier.table.acts.patrons import must_be_here
from croupier.table.facts import Exercised, Notified, Warned
from croupier.table.law import of_table, together
from croupier.table.table import Phase
from croupier.table.wagers import Wager

if TYPE_CHECKING:
    from croupier.aggregate.acts import Effect
    from croupier.aggregate.roles import Person
    from croupier.games.baccarat.rules import BaccaratRules
    from croupier.table.table import Table


acts: Acts[Table, BaccaratRules] = Acts()


def _declared_for_a_wager(rules: BaccaratRules) -> Clauses:
    law = rules.law
    reopened_for = {
        change: rule for change, rule in law.reopened_for.items() if change is not WagerChange.MOVE
    }
    return together(
        declared_for_a_wager(rules), law.differential, law.kinds_of_wager,
        *(wager.window for wager in law.wagers.values()), law.shared_box, law.one_of_each,
        law.reopened, *reopened_for.values(),
    )  # fmt: skip


@acts.act(PlaceWager, Role.PLAYER, clauses=_declared_for_a_wager)
def place_wager(table: Table, command: PlaceWager, by: Person) -> Effect:
    """Before the first card as anywhere; after it as far as a supervisor permits."""
    if table.phase is Phase.DEALING and permitted(table):
        return _change(table, command)
    if table.phase is not Phase.BETTING:
        return betting.place_wager(table, command, by)
    if command.amount:  # who takes a wager back need not wait for a ruling
        must_be_ruled_on(table)
    door = no_bet_door(table)
    if door is not None:
        raise Refused(f"no wagers on this round: {door}", no_bet_clauses(table, door))
    old = table.wager_of(command.player, command.box, command.wager)
    if old is not None and command.amount == 0:
        refusal = why_not_take_back(
            state_of(table).rules, table.sign, table.wagers, old, markers=markers_of(table)
        )
        if refusal is not None:
            raise refusal
    return betting.place_wager(table, command, by)


class ReturnShortWager(Command, frozen=True, tag="return-short-wager"):
    """A wager under the minimum is noticed only after the deal; its owner had been told."""

    happens_to: ClassVar[tuple[Target, ...]] = (Target.WAGER,)
    significance: ClassVar[CommandSignificance | None] = CommandSignificance.IRREGULARITY
    names_lying_wager: ClassVar[bool] = True

    player: str
    box: int
    wager: str


@acts.act(ReturnShortWager, Role.DEALER, clauses=of_table(lambda law: law.under_minimum))
def return_short_wager(table: Table, command: ReturnShortWager, by: Person) -> Effect:
    law, coup = table.law, table.round
    placed = table.wager_of(command.player, command.box, command.wager)
    if not isinstance(coup, RoundAtTable) or not table.wagers_are_frozen or placed is None:
        raise Refused("there is no such wager in a round", law.under_minimum)
    if not coup.can_void(command.player, command.box, command.wager):
        raise Refused("the wager has been given back already", law.under_minimum)
    if not is_short(state_of(table).rules, table.sign, table.wagers, placed):
        raise Refused("the wager is not under the minimum", law.under_minimum)
    if not was_told_before(table, command.player, command.wager):
        raise Refused(f"{command.player} had not been told before this round", law.under_minimum)

    def effect() -> None:
        coup.hand_back(command.player, command.box, command.wager, law.under_minimum)
        after_a_removal(table)
        note_owed(table, (command.player,), law.under_minimum)
        note_debts(table, law.under_minimum)

    return effect


def must_be_ruled_on(table: Table) -> None:
    """A fault in the last round has to be ruled on before anybody bets again."""
    due = state_of(table).ruling_due
    if due is not None:
        raise Refused(
            f"round {due} has to be ruled on first",
            Clauses((*table.law.void_round, *table.law.dispute)),
        )


# --- 12.6: by the supervisor's leave


class PermitChanges(Command, frozen=True, tag="permit-changes"):
    """While no card of the coup has been seen, patrons may do these things to their wagers."""

    happens_to: ClassVar[tuple[Target, ...]] = (Target.WAGER,)
    significance: ClassVar[CommandSignificance | None] = CommandSignificance.IRREGULARITY

    changes: tuple[WagerChange, ...]
    reason: Text


@acts.act(
    PermitChanges,
    Role.SUPERVISOR,
    clauses=lambda rules: together(
        rules.law.reopened, *rules.law.reopened_for.values(), rules.law.all_withdrawn
    ),
)
def permit_changes(table: Table, command: PermitChanges, by: Person) -> Effect:
    law, coup = state_of(table).rules.law, table.round
    if not isinstance(coup, RoundAtTable) or not table.in_play or coup.over:
        raise Refused("no round is in play", law.reopened)
    if coup.misplaced or coup.put_right:
        raise Refused("the cards were not dealt in their order", law.reopened)
    if coup.exposed or len(coup.cards) > len(ORDER) or shoe_of(table).excess_seen:
        raise Refused("a card has been seen", law.reopened)
    if not coup.round.bets:
        raise Refused("it is a no-bet coup", law.all_withdrawn)
    table.refuse_unless(command.changes, "changes: say which", law.reopened)
    table.refuse_unless(command.reason, "reason: say why", law.reopened)
    changes = tuple(dict.fromkeys(command.changes))

    def effect() -> None:
        coup.permitted = frozenset(changes)
        limbs = (clause for change in changes for clause in law.reopened_for[change])
        table.add_fact(
            ChangesPermitted(
                round=table.number, changes=changes, reason=command.reason,
                clauses=Clauses((*law.reopened, *limbs)),
            )
        )  # fmt: skip

    return effect


def permitted(table: Table) -> bool:
    """Whether a supervisor has reopened the wagers of the coup in progress."""
    return isinstance(table.round, RoundAtTable) and bool(table.round.permitted)


def _change(table: Table, command: PlaceWager) -> Effect:
    old = table.wager_of(command.player, command.box, command.wager)
    kind = WagerChange.NEW if old is None else WagerChange.AMOUNT
    if command.amount == 0:
        kind = WagerChange.WITHDRAW
    coup = _reopened(table, command.player, kind)
    law = state_of(table).rules.law
    if command.amount == 0:
        if old is None or coup.bet_of(command.player, command.box, command.wager) is None:
            raise Refused("there is no wager to withdraw", law.reopened)
        return lambda: _withdraw(table, coup, old)
    new = Wager(
        command.box, command.player, command.wager, command.amount,
        table.patrons.seats.get(command.box) == command.player,
    )  # fmt: skip
    if old is not None and coup.bet_of(old.player, old.box, old.wager) is None:
        raise Refused("the wager is void", law.reopened)
    warned = _must_be_taken(table, old, new)
    return lambda: _replace(table, coup, old, new, warned, law.reopened_for[kind])


class MoveWager(Command, frozen=True, tag="move-wager"):
    """By the supervisor's leave a wager goes to another option or place, its amount the same."""

    names_lying_wager: ClassVar[bool] = True

    player: str
    box: int
    wager: str
    to: str
    to_box: int | None = None


@acts.act(
    MoveWager,
    Role.PLAYER,
    clauses=lambda rules: together(rules.law.reopened, rules.law.reopened_for[WagerChange.MOVE]),
    lists={"to": lambda table: table.game.wagers},
)
def move_wager(table: Table, command: MoveWager, by: Person) -> Effect:
    law = state_of(table).rules.law
    if not permitted(table) or table.phase is not Phase.DEALING:
        raise Refused("no supervisor has permitted it", law.reopened)
    coup = _reopened(table, command.player, WagerChange.MOVE)
    old = table.wager_of(command.player, command.box, command.wager)
    if old is None or coup.bet_of(command.player, command.box, command.wager) is None:
        raise Refused("there is no wager to move", law.reopened)
    box = command.box if command.to_box is None else command.to_box
    seated = table.patrons.seats.get(box) == command.player
    new = Wager(box, command.player, command.to, old.amount, seated)
    if (new.box, new.wager) == (old.box, old.wager):
        raise Refused("to: the wager lies there already", law.reopened_for[WagerChange.MOVE])
    warned = _must_be_taken(table, old, new)
    return lambda: _replace(table, coup, old, new, warned, law.reopened_for[WagerChange.MOVE])


def _reopened(table: Table, player: str, kind: WagerChange) -> RoundAtTable:
    law, coup = state_of(table).rules.law, table.round
    must_be_here(table, player)
    assert isinstance(coup, RoundAtTable)
    if kind not in coup.permitted:
        raise Refused(f"the supervisor has not permitted that: {kind}", law.reopened_for[kind])
    return coup


def _must_be_taken(table: Table, old: Wager | None, new: Wager) -> bool:
    """The limits and the differential hold as before; whether the owner is warned of one."""
    rules, sign, markers = state_of(table).rules, table.sign, markers_of(table)
    table.refuse_unless(new.box in table.boxes, f"box: there is no box {new.box}", table.law.box)
    coup = table.round
    assert isinstance(coup, RoundAtTable)
    others = [wager for wager in table.wagers if wager is not old]
    if any((wager.player, wager.wager) == (new.player, new.wager) for wager in others):
        raise Refused(f"{new.player} has a wager on {new.wager} already", rules.law.one_of_each)
    lying = [w for w in table.wagers if coup.bet_of(w.player, w.box, w.wager) is not None]
    others = [wager for wager in lying if wager is not old]
    refusal = why_not_place(rules, sign, others, new, markers=markers)
    refusal = refusal or table.game.why_not_stake(new.wager, new.amount)
    if refusal is not None:
        raise refusal
    warned = table.patrons.warned
    reach = warning_reach(table)
    after = within_limits(rules, sign, [*others, new], markers=markers, warned=warned, reach=reach)
    if after[-1].goes_back:
        raise Refused(f"{money(after[-1].goes_back)} of it would go back", after[-1].clauses)
    before = within_limits(rules, sign, lying, markers=markers)
    refusal = why_too_far_apart(rules, before=before, after=after)
    if refusal is not None:
        raise refusal
    rack = table.chips.rack(new.player) + (old.amount if old is not None else 0)
    if new.amount > rack:
        raise Refused(f"{new.player} has {money(rack)} in chips", table.law.chips_in_the_box)
    return after[-1].warned


def _replace(
    table: Table, coup: RoundAtTable, old: Wager | None, new: Wager, warned: bool, clauses: Clauses
) -> None:
    bet = coup.bet_of(old.player, old.box, old.wager) if old is not None else None
    coup.change(bet, Bet(new.player, new.wager, new.amount, new.box))
    if old is not None:
        table.wagers.remove(old)
    table.wagers.append(new)
    if old is None and new.player in table.patrons.idle:
        table.patrons.idle[new.player] = []
    if old is not None and (old.box, old.wager) == (new.box, new.wager):
        put_down(table, new, new.amount - old.amount, new.amount, clauses)
    else:
        if old is not None:
            put_down(table, old, -old.amount, 0, clauses)
        put_down(table, new, new.amount, new.amount, clauses)
    if warned:
        table.patrons.warn(new.player, new.wager)
        told = table.law.under_minimum
        table.add_fact(Warned(player=new.player, box=new.box, wager=new.wager, clauses=told))


def _withdraw(table: Table, coup: RoundAtTable, old: Wager) -> None:
    law = state_of(table).rules.law
    coup.change(coup.bet_of(old.player, old.box, old.wager), None)
    table.wagers.remove(old)
    put_down(table, old, -old.amount, 0, law.reopened_for[WagerChange.WITHDRAW])
    note_differential(table, coup)
    if not coup.unsettled:
        coup.permitted = frozenset()
        table.add_fact(
            NoBetCoup(
                round=table.number, door=Door.WITHDRAWN,
                clauses=Clauses((*law.all_withdrawn, *law.no_bet_coup)),
            )
        )  # fmt: skip


def note_differential(table: Table, coup: RoundAtTable) -> None:
    """A wager taken off a coup may leave the sides too far apart: that stands, and is said."""
    rules = state_of(table).rules
    sides = {BANKER: 0, PLAYER: 0}
    for bet in coup.round.bets:
        if bet.open and bet.wager in sides:
            sides[bet.wager] += bet.stake
    apart = abs(sides[BANKER] - sides[PLAYER])
    if rules.differential is not None and apart > rules.differential:
        table.add_fact(
            Notified(
                to="floor", about="table differential exceeded", detail=dollars(apart),
                clauses=rules.law.differential,
            )
        )  # fmt: skip


BESIDE_THE_PLAYER = 0
"""Where the marker lies: at no box."""


class PlaceMarker(Command, frozen=True, tag="place-marker"):
    """A marker beside a player lets that player exceed the maximum on player, banker and tie."""

    happens_to: ClassVar[tuple[Target, ...]] = (Target.BOX,)
    changes_limits: ClassVar[bool] = True

    player: str
    limit: int


@acts.act(PlaceMarker, Role.SUPERVISOR, clauses=of_table(lambda law: law.personal_limit))
def place_marker(table: Table, command: PlaceMarker, by: Person) -> Effect:
    law, limit = table.law, command.limit
    must_be_here(table, command.player)
    maximums = [table.sign.of(wager).maximum for wager in sorted(MAINS)]
    if not any(most is not None and limit > most for most in maximums):
        raise Refused("limit: a marker is above the maximum on the sign", law.personal_limit)
    for wager in sorted(MAINS):
        unpayable = table.game.why_not_stake(wager, limit)
        if unpayable is not None:
            raise unpayable
    table.refuse_unless(not table.wagers_are_frozen, "a round is in play", law.wagers_frozen)

    def effect() -> None:
        table.patrons.markers[command.player, BESIDE_THE_PLAYER] = limit
        table.add_fact(
            Exercised(
                power="limit marker",
                subject=f"{command.player}: {dollars(limit)}",
                clauses=law.personal_limit,
            )
        )

    return effect


class LiftMarker(Command, frozen=True, tag="lift-marker"):
    """The limit marker is taken away."""

    player: str


@acts.act(LiftMarker, Role.SUPERVISOR, clauses=of_table(lambda law: law.personal_limit))
def lift_marker(table: Table, command: LiftMarker, by: Person) -> Effect:
    law, key = table.law, (command.player, BESIDE_THE_PLAYER)
    if key not in table.patrons.markers:
        raise Refused(f"no marker lies beside {command.player}", law.personal_limit)
    table.refuse_unless(not table.wagers_are_frozen, "a round is in play", law.wagers_frozen)

    def effect() -> None:
        del table.patrons.markers[key]
        table.add_fact(
            Exercised(
                power="marker lifted", subject=command.player, clauses=law.personal_limit
            )
        )  # fmt: skip

    return effect
