"""Placing wagers, no more bets, and what the limits make of them then."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from croupier.aggregate.acts import Acts, Command, CommandSignificance, Target
from croupier.aggregate.roles import Role
from croupier.durations import SECOND
from croupier.money import money
from croupier.rulebook.citations import Clauses, Refused
from croupier.table.acts.chips_and_float import note_debts, note_owed
from croupier.table.acts.closing import must_be_gaming_hours
from croupier.table.acts.dispute_rulings import must_be_carried_out
from croupier.table.acts.patrons import depart, must_be_here, set_away
from croupier.table.facts import (
    BettingClosed,
    BettingReopened,
    Notified,
    Outcome,
    Placed,
    Settled,
    TokensMoved,
    Warned,
)
from croupier.table.law import of_table, together
from croupier.table.table import BETTING, DEALING
from croupier.table.wagers import MAIN, Admitted, Wager, WarningReach

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.aggregate.acts import Effect
    from croupier.aggregate.roles import Person
    from croupier.table.law import TableRules
    from croupier.table.table import Table

acts: Acts[Table, TableRules] = Acts()


def declared_for_a_wager(rules: TableRules) -> Clauses:
    """What decides whether a wager is taken, of any kind that a table has."""
    law = rules.table_law
    return together(
        law.box, law.limits_displayed, law.personal_limit, law.multiples, law.under_minimum,
        law.over_maximum, law.betting_window, law.chips_in_the_box, law.wagers_frozen,
        law.several_boxes, law.players_per_box.clauses, law.marker_box_total, law.mid_shoe,
        law.restricted, law.side_wagers,
    )  # fmt: skip


class PlaceWager(Command, frozen=True, tag="place-wager"):
    """A player's wager on a box is now this amount; an amount of 0 takes it back."""

    puts_right: ClassVar[bool] = False
    brings_into_play: ClassVar[bool] = True

    player: str
    box: int
    amount: int
    wager: str = MAIN


@acts.act(PlaceWager, Role.PLAYER, clauses=declared_for_a_wager)
def place_wager(table: Table, command: PlaceWager, by: Person) -> Effect:
    law, player, box = table.law, command.player, command.box
    must_be_here(table, player)
    table.must_be_open()
    if box not in table.boxes:
        raise Refused(f"box: there is no box {box}", law.box)
    if table.phase is not BETTING:
        raise Refused("no more bets", law.wagers_frozen if table.in_play else law.no_more_bets)
    old = table.wager_of(player, box, command.wager)
    have = old.amount if old else 0
    if command.amount == 0:
        if old is None:
            raise Refused("there is no wager to take back", law.betting_window)
        return lambda: take_back(table, old)
    new = Wager(box, player, command.wager, command.amount, table.patrons.seats.get(box) == player)
    refusal = table.game.why_not_place(table, new)
    if refusal is not None:
        raise refusal
    unpayable = table.game.why_not_stake(command.wager, command.amount)
    if unpayable is not None:
        raise unpayable
    rack = table.chips.rack(player)
    if command.amount - have > rack:
        raise Refused(f"{player} has {money(rack)} in chips", law.chips_in_the_box)
    return lambda: place(table, old or new, command.amount)


def place(table: Table, wager: Wager, amount: int) -> None:
    """A wager lies in its box with this amount, whatever it was before."""
    have = wager.amount if wager in table.wagers else 0
    if not have:
        table.wagers.append(wager)
    wager.amount = amount
    law, side = table.law, table.law.side_bets.get(wager.wager)
    if side is not None:
        clauses = side.window
    else:
        clauses = Clauses((*law.betting_window, *law.chips_in_the_box))
    put_down(table, wager, amount - have, amount, clauses)


def take_back(table: Table, wager: Wager, clauses: Clauses | None = None) -> None:
    """Betting is open: a wager goes back to its owner, with those that cannot lie there alone."""
    table.wagers.remove(wager)
    side = table.law.side_bets.get(wager.wager)
    window = table.law.betting_window if side is None else side.window
    put_down(table, wager, -wager.amount, 0, clauses or window)
    for other, why in table.game.falls_with(table, wager):
        take_back(table, other, why)


def put_down(table: Table, wager: Wager, amount: int, total: int, clauses: Clauses) -> None:
    table.add_fact(
        Placed(
            player=wager.player, box=wager.box, wager=wager.wager, total=total, amount=amount,
            clauses=clauses,
        )
    )  # fmt: skip
    return_tokens(table, wager, total, clauses)


def return_tokens(table: Table, wager: Wager, total: int, clauses: Clauses) -> None:
    """A wager has come down to a total: chips have gone back first, then tokens."""
    back = wager.tokens - total
    if back > 0:
        wager.tokens = total
        table.add_fact(TokensMoved(player=wager.player, returned=back, clauses=clauses))


class NoMoreBets(Command, frozen=True, tag="no-more-bets"):
    """The dealer closes the betting. Short wagers the dealer did not notice may be named later."""

    puts_right: ClassVar[bool] = False

    overlooked: tuple[tuple[str, int], ...] = ()


@acts.act(
    NoMoreBets,
    Role.DEALER,
    clauses=of_table(
        lambda law: together(
            law.under_minimum, law.over_maximum, law.betting_window, law.no_more_bets
        )
    ),
)
def no_more_bets(table: Table, command: NoMoreBets, by: Person) -> Effect:
    law = table.law
    table.must_be_open()
    if table.phase is not BETTING:
        raise Refused("betting is not open", law.no_more_bets)
    if not table.cards_checked:
        raise Refused("the cards have not been checked", law.cards_checked)
    if not table.shoe.ready:
        clauses = law.machine_loaded if table.shoe.machine else law.shuffle
        raise Refused(f"the shoe is not ready: {table.shoe.preparation}", clauses)
    must_be_gaming_hours(table)
    must_be_carried_out(table)
    if table.rounds_left == 0:
        ended = law.closure if table.closing else law.session
        raise Refused("the last round has been played", ended)
    if not table.shoe.remaining and not table.shoe.pending:
        exhausted = law.void_round if table.shoe.machine else law.shuffle
        raise Refused("there is no card in the shoe", exhausted)
    for player, box in command.overlooked:
        there = [w for w in table.wagers if (w.player, w.box) == (player, box)]
        if all(w.amount >= table.sign.of(w.wager).minimum for w in there):
            raise Refused(
                f"overlooked: {player} has no short wager on box {box}", law.under_minimum
            )
    ruled = table.game.close_betting(table, command.overlooked)
    refusal = table.game.why_not_deal(table, ruled)
    if refusal is not None:
        raise refusal
    _must_have_had_time(table)
    return lambda: _close(table, ruled)


def _must_have_had_time(table: Table) -> None:
    """Refuse to close the betting while somebody who could wager has not, and had no time to.

    Where nobody wagers nothing is closed, and a tournament asks its players one by one. If no time
    at all has passed since the table was opened, whoever drives it keeps none.
    """
    seconds = table.options.get("betting_seconds", 0)
    if not table.wagers or table.tournament is not None or table.now == table.opened_at:
        return
    left = table.betting_since + seconds * SECOND - table.now
    if left <= 0:
        return
    for player in still_to_wager(table):
        raise Refused(
            f"{player} has {-(-left // SECOND)} of {seconds} seconds left to place a wager",
            table.law.betting_window,
        )


def still_to_wager(table: Table) -> Iterator[str]:
    """Whoever is at the table with chips and has none on the layout."""
    placed = {wager.player for wager in table.wagers}
    for player in table.patrons.arrived:
        if player not in placed and player not in table.patrons.away and table.chips.rack(player):
            yield player


def _close(table: Table, ruled: list[Admitted]) -> None:
    law = table.law
    table.number += 1
    table.phase = DEALING
    table.closing_check_due = True
    table.shoe.layout.clear()
    table.shoe.mixed.clear()
    table.add_fact(BettingClosed(round=table.number, clauses=law.no_more_bets))
    table.warned_before = set(table.patrons.warned)
    table.warned_of_before = set(table.patrons.warned_of)
    for each in ruled:
        if each.warned or each.goes_back:
            apply_limits(table, each)
    table.wagers = [w for w in table.wagers if w.amount]
    table.begin_round(table.game.start(table, [each for each in ruled if each.stands]))


def apply_limits(table: Table, each: Admitted) -> None:
    """What does not stand of a wager goes back to its owner."""
    wager = each.wager
    if each.warned:
        table.patrons.warn(wager.player, wager.wager)
        table.add_fact(
            Warned(player=wager.player, box=wager.box, wager=wager.wager, clauses=each.clauses)
        )
    fact = returned(each)
    if fact is not None:
        wager.amount = each.stands
        table.add_fact(fact)
        return_tokens(table, wager, each.stands, each.clauses)


def returned(each: Admitted) -> Settled | None:
    """What goes back of a wager as betting closes, if anything does."""
    if not each.goes_back:
        return None
    wager = each.wager
    return Settled(
        player=wager.player, box=wager.box, hand=None, wager=wager.wager, stake=each.goes_back,
        outcome=Outcome.VOID if each.void else Outcome.RETURNED, net=0, clauses=each.clauses,
    )  # fmt: skip


def reopen_betting(table: Table) -> None:
    """No card has been dealt, so no round has begun and no wager is frozen."""
    table.round = table.last.round if table.last else None
    table.phase = BETTING
    table.patrons.warned = set(table.warned_before)
    table.patrons.warned_of = set(table.warned_of_before)
    table.add_fact(BettingReopened(round=table.number, clauses=table.law.betting_window))
    table.number -= 1
    for player in [p for p in table.patrons.arrived if p in table.patrons.excluded]:
        show_out(table, player)  # there is no round after all in which a wager would stand
    table.game.betting_reopened(table)


def take_all_back(table: Table, player: str, clauses: Clauses) -> None:
    """Betting is open: everything that a player has in the boxes goes back."""
    while lying := next((wager for wager in table.wagers if wager.player == player), None):
        take_back(table, lying, clauses)


def show_out(table: Table, player: str) -> None:
    """Wagers not yet in a round go back; those in one stand, and are played as for the absent."""
    if table.phase is BETTING:
        take_all_back(table, player, table.law.exclude)
    elif table.wagers_are_frozen and not table.in_play:
        _take_all_off(table, player, table.law.exclude)
    elif any(wager.player == player for wager in table.wagers):
        set_away(table, player, away=True)
        return
    if player in table.patrons.arrived:  # betting that opens again has shown them out
        depart(table, player)


def _take_all_off(table: Table, player: str, clauses: Clauses) -> None:
    """Return a player's wagers after the call: no card is out, so that no round has begun."""
    for wager in [wager for wager in table.wagers if wager.player == player]:
        game_round = table.round
        assert game_round is not None
        if table.phase is BETTING:  # no round can be dealt on what is left, which lies there again
            take_all_back(table, player, clauses)
            return
        if game_round.can_void(player, wager.box, wager.wager):
            game_round.hand_back(player, wager.box, wager.wager, clauses)
            after_a_removal(table)


def after_a_removal(table: Table) -> None:
    """A wager was taken off a round: what it stated, and what is left if no card is out yet.

    Where no round could be dealt on that, betting is open again.
    """
    assert table.round is not None
    facts = table.round.facts[table.seen :]
    table.follow()
    if table.in_play:
        return
    off = {
        (fact.player, fact.box, fact.wager)
        for fact in facts
        if isinstance(fact, Settled) and not fact.net
    }
    table.wagers = [w for w in table.wagers if (w.player, w.box, w.wager) not in off]
    left = [Admitted(wager, wager.amount, 0, table.law.betting_window) for wager in table.wagers]
    if table.round.over or table.game.why_not_deal(table, left) is not None:
        reopen_betting(table)


def bettors(table: Table) -> set[str]:
    """Who takes part in the round."""
    takes_part = table.game.takes_part
    return {w.player for w in table.wagers if takes_part(w.wager)}


def count_rounds(table: Table) -> None:
    """The first card is out: remember who bets this round and who lets it pass."""
    patrons, playing = table.patrons, bettors(table)
    table.shoe.rounds += 1
    patrons.bets_before = patrons.bets_of_shoe
    patrons.bets_of_shoe = patrons.bets_before.after(playing)
    if patrons.seats:
        patrons.idle_before = patrons.idle.copy()
        everyone = {w.player for w in table.wagers}
        in_use = set(patrons.seats)
        if table.law.positions_are_in_use:
            in_use |= {w.box for w in table.wagers}
        others_full = len(in_use) == len(table.boxes)
        for player in patrons.seats.values():
            passed = others_full and player not in everyone
            before = patrons.idle.get(player, [])
            patrons.idle[player] = [*before, table.number] if passed else []


def warning_reach(table: Table, *, before: bool = False) -> WarningReach:
    """Return how far warnings reach now, or how far they reached before the round."""
    given = table.warned_of_before if before else table.patrons.warned_of
    return WarningReach.of(table.options, table.law, given)


def was_told_before(table: Table, player: str, kind: str) -> bool:
    """Return True if a short wager of this kind was not to be taken in the round."""
    reach = warning_reach(table, before=True)
    return reach.goes_back(player in table.warned_before, player, kind)


class ReturnShortWager(Command, frozen=True, tag="return-short-wager"):
    """A wager under the minimum is noticed only after the deal; its owner had been told."""

    happens_to: ClassVar[tuple[Target, ...]] = (Target.WAGER,)
    significance: ClassVar[CommandSignificance | None] = CommandSignificance.IRREGULARITY
    names_lying_wager: ClassVar[bool] = True

    player: str
    box: int
    wager: str = MAIN


@acts.act(ReturnShortWager, Role.DEALER, clauses=of_table(lambda law: law.under_minimum))
def return_short_wager(table: Table, command: ReturnShortWager, by: Person) -> Effect:
    law, kind = table.law, command.wager
    wager = table.wager_of(command.player, command.box, kind)
    if table.round is None or table.phase is BETTING or wager is None:
        raise Refused("there is no such wager in a round", law.under_minimum)
    if not table.round.can_void(command.player, command.box, kind):
        raise Refused("the wager has been given back already", law.under_minimum)
    if wager.amount >= table.sign.of(kind).minimum:
        raise Refused("the wager is not under the minimum", law.under_minimum)
    if not was_told_before(table, command.player, kind):
        raise Refused(f"{command.player} had not been told before this round", law.under_minimum)

    def effect() -> None:
        assert table.round is not None
        table.round.hand_back(command.player, command.box, kind, law.under_minimum)
        after_a_removal(table)
        table.add_fact(
            Notified(to=command.player, about="wager under the minimum", clauses=law.under_minimum)
        )
        note_owed(table, (command.player,), law.under_minimum)
        note_debts(table, law.under_minimum)

    return effect
