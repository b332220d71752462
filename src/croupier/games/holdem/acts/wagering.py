"""Rules 4 and 5 at a table: ante and blind together, trips beside them, chips and limits."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from croupier.aggregate.acts import Acts, Command, CommandSignificance, Target
from croupier.aggregate.roles import Role
from croupier.games.holdem.hands import ANTE, BLIND, OPENING, PLAY, TRIPS
from croupier.games.holdem.round_at_table import RoundAtTable
from croupier.games.holdem.table_state import law_of, state_of
from croupier.games.holdem.wager_rules import why_not_place
from croupier.money import money
from croupier.rulebook.citations import Clauses, Refused
from croupier.table.acts import chips_and_float, sign
from croupier.table.acts.betting import (
    PlaceWager,
    after_a_removal,
    declared_for_a_wager,
    put_down,
    take_back,
    was_told_before,
)
from croupier.table.acts.chips_and_float import BringChips, note_debts
from croupier.table.acts.patrons import must_be_here
from croupier.table.acts.sign import ChangeLimits
from croupier.table.facts import Notified
from croupier.table.law import of_table, together
from croupier.table.table import Phase
from croupier.table.wagers import Wager

if TYPE_CHECKING:
    from croupier.aggregate.acts import Effect
    from croupier.aggregate.roles import Person
    from croupier.games.holdem.rules import HoldemRules
    from croupier.table.table import Table

acts: Acts[Table, HoldemRules] = Acts()


# --- placing: an ante brings its blind, and takes it along


def _declared_for_a_wager(rules: HoldemRules) -> Clauses:
    law = rules.law
    return together(
        declared_for_a_wager(rules), law.ante_and_blind, law.trips_offered, law.trips_needs_both,
        law.one_hand_each, law.one_wager_each,
    )  # fmt: skip


@acts.act(PlaceWager, Role.PLAYER, clauses=_declared_for_a_wager)
def place_wager(table: Table, command: PlaceWager, by: Person) -> Effect:
    """The amount of an ante is the blind's too; changed or taken back, they go together."""
    law, player, box = law_of(table), command.player, command.box
    _betting_is_open(table, player, box)
    old = table.wager_of(player, box, command.wager)
    if command.amount == 0:
        if old is None:
            raise Refused("there is no wager to take back", law.opening_wagers)
        return lambda: take_back(table, old)
    if command.wager == BLIND:
        raise Refused("the blind is placed with the ante, and as large", law.blind_equals_ante)
    kinds = (ANTE, BLIND) if command.wager == ANTE else (command.wager,)
    new = _new(table, player, box, command.wager, command.amount)
    refusal = table.game.why_not_place(table, new)
    refusal = refusal or table.game.why_not_stake(command.wager, command.amount)
    if refusal is not None:
        raise refusal
    _must_afford(table, player, box, kinds, command.amount)
    clauses = law.ante_and_blind if command.wager == ANTE else law.trips_offered

    def effect() -> None:
        state_of(table).overlooked.discard((player, box))
        for kind in kinds:
            _lay(table, _new(table, player, box, kind, command.amount), clauses)

    return effect


def _betting_is_open(table: Table, player: str, box: int) -> None:
    law = table.law
    must_be_here(table, player)
    table.must_be_open()
    table.refuse_unless(box in table.boxes, f"box: there is no box {box}", law.box)
    if table.phase is not Phase.BETTING:
        raise Refused("no more bets", law.wagers_frozen if table.in_play else law.no_more_bets)


def _new(table: Table, player: str, box: int, wager: str, amount: int) -> Wager:
    return Wager(box, player, wager, amount, seated=table.patrons.seats.get(box) == player)


def _must_afford(table: Table, player: str, box: int, kinds: tuple[str, ...], amount: int) -> None:
    placed = (table.wager_of(player, box, kind) for kind in kinds)
    have = sum(wager.amount for wager in placed if wager is not None)
    rack = table.chips.rack(player)
    if amount * len(kinds) - have > rack:
        raise Refused(f"{player} has {money(rack)} in chips", table.law.chips_in_the_box)


def _lay(table: Table, new: Wager, clauses: Clauses) -> None:
    old = table.wager_of(new.player, new.box, new.wager)
    have = old.amount if old is not None else 0
    if old is None:
        table.wagers.append(new)
    else:
        old.amount = new.amount
    cited = Clauses((*clauses, *table.law.chips_in_the_box))
    put_down(table, new, new.amount - have, new.amount, cited)


class OverlookedWager(Command, frozen=True, tag="overlooked-wager"):
    """Chips that lie in a box against rule 4 or 5.4, and that the dealer does not notice."""

    happens_to: ClassVar[tuple[Target, ...]] = (Target.WAGER, Target.BOX)
    significance: ClassVar[CommandSignificance | None] = CommandSignificance.IRREGULARITY
    puts_right: ClassVar[bool] = False
    why_patrons_own: ClassVar[str] = "it says that a patron has put chips down, and plays with them"

    player: str
    box: int
    wager: str
    amount: int


@acts.act(
    OverlookedWager,
    Role.DEALER,
    clauses=lambda rules: together(
        rules.law.opening_wagers,
        rules.law.blind_equals_ante,
        rules.law.trips_needs_both,
        rules.law.under_minimum,
        rules.law.nobody_handled_cards,
        rules.law.missing_wager,
    ),
)
def overlooked_wager(table: Table, command: OverlookedWager, by: Person) -> Effect:
    law, player, box = law_of(table), command.player, command.box
    _betting_is_open(table, player, box)
    if command.wager not in OPENING:
        raise Refused(f"wager: one of {', '.join(OPENING)}", law.opening_wagers)
    new = _new(table, player, box, command.wager, command.amount)
    refusal = why_not_place(state_of(table).rules, table.sign, table.wagers, new)
    passed_over = (law.blind_equals_ante, law.trips_needs_both)
    if refusal is not None and refusal.clauses not in passed_over:
        raise refusal
    unpayable = table.game.why_not_stake(command.wager, command.amount)
    if unpayable is not None:
        raise unpayable
    _must_afford(table, player, box, (command.wager,), command.amount)

    def effect() -> None:
        state_of(table).overlooked.add((player, box))
        _lay(table, new, law.opening_wagers)

    return effect


# --- chips bought within a round, to pay for a play wager


@acts.act(
    BringChips,
    Role.PLAYER,
    clauses=of_table(lambda law: together(law.tournament_chips, law.chips_in_the_box)),
)
def bring_chips(table: Table, command: BringChips, by: Person) -> Effect:
    effect = chips_and_float.bring_chips(table, command, by)
    law, plays = law_of(table), any(w.player == command.player for w in table.wagers)
    if table.in_play and plays and not table.options["allow_mid_round_buyin"]:
        raise Refused("chips are bought between rounds", law.before_the_flop.multiples.clauses)
    return effect


# --- limits


@acts.act(ChangeLimits, Role.SUPERVISOR, clauses=lambda rules: rules.law.limits_displayed)
def change_limits(table: Table, command: ChangeLimits, by: Person) -> Effect:
    """A maximum for play that the sign lists must leave room for what rule 8 allows."""
    effect = sign.change_limits(table, command, by)
    law, shown = law_of(table), (table.next_sign or table.sign).limits
    most = {wager: limits.maximum for wager, limits in shown.items()}
    most |= {wager: largest for wager, (_, largest) in command.limits.items()}
    ante, play = most.get(ANTE), most.get(PLAY)
    if ante is not None and play is not None:
        room = max(law.before_the_flop.multiples.value) * ante
        table.refuse_unless(
            play >= room,
            f"limits.play: the maximum leaves no room for {money(room)}",
            Clauses((*table.law.limits_displayed, *law.before_the_flop.multiples.clauses)),
        )
    return effect


class ReturnShortWager(Command, frozen=True, tag="return-short-wager"):
    """A wager under the minimum is noticed only after the deal; its owner had been told."""

    happens_to: ClassVar[tuple[Target, ...]] = (Target.WAGER,)
    significance: ClassVar[CommandSignificance | None] = CommandSignificance.IRREGULARITY
    names_lying_wager: ClassVar[bool] = True

    player: str
    box: int
    wager: str = ANTE


@acts.act(ReturnShortWager, Role.DEALER, clauses=lambda rules: rules.law.under_minimum)
def return_short_wager(table: Table, command: ReturnShortWager, by: Person) -> Effect:
    """Trips goes back alone; without an ante and a blind the hand is void, and no other."""
    law, player, box = table.law, command.player, command.box
    wager = table.wager_of(player, box, command.wager)
    at_table = table.round
    if not isinstance(at_table, RoundAtTable) or table.phase is not Phase.DEALING or wager is None:
        raise Refused("there is no such wager in a round", law.under_minimum)
    if wager.wager not in (ANTE, TRIPS):
        raise Refused("wager: ante, and the blind with it, or trips", law.under_minimum)
    found = at_table.round.find(box)
    if found is None or wager.wager not in found.stakes:
        raise Refused("the wager does not lie there any more", law.under_minimum)
    pair = (ANTE, BLIND) if wager.wager == ANTE else (TRIPS,)
    lying = min(found.stakes[kind] for kind in pair if kind in found.stakes)
    if lying >= table.sign.of(wager.wager).minimum:
        raise Refused("the wager is not under the minimum", law.under_minimum)
    if not was_told_before(table, player, wager.wager):
        raise Refused(f"{player} had not been told before this round", law.under_minimum)

    def effect() -> None:
        at_table.hand_back(player, box, wager.wager, law.under_minimum)
        after_a_removal(table)
        table.add_fact(
            Notified(to=player, about="wager under the minimum", clauses=law.under_minimum)
        )
        note_debts(table, law.under_minimum)

    return effect
