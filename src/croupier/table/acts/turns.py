"""Turns at a table of a tournament: who is asked for a wager, and who does not make one."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from msgspec import structs

from croupier.aggregate.acts import Acts, Command
from croupier.aggregate.free_text import Text
from croupier.aggregate.roles import Role
from croupier.rulebook.citations import Clauses, Refused
from croupier.table.acts.betting import PlaceWager, take_back
from croupier.table.acts.tournament import must_be_a_tournaments
from croupier.table.facts import (
    AskedToWager,
    Exercised,
    Notified,
    OutAtTable,
    Outcome,
    Passed,
    Settled,
)
from croupier.table.law import of_tournaments, together
from croupier.table.table import Phase
from croupier.table.tournament_law import NoWager, SittingOut, WagerOutOfTurn
from croupier.table.tournament_play import (
    goes_by_boxes,
    has_acted,
    is_ordered,
    is_there,
    law_at,
    marker_box,
    minimum_of,
    order_of_wagering,
    owing_a_wager,
    play_at,
    players_in,
    turn_is_over,
    unable_to_wager,
)

if TYPE_CHECKING:
    from croupier.aggregate.acts import Effect
    from croupier.aggregate.roles import Person
    from croupier.table.law import TableRules
    from croupier.table.table import Table

acts: Acts[Table, TableRules] = Acts()

NOT_DEALT = "no cards dealt"
"""What is stated of a round in which nobody wagers."""


class AskWager(Command, frozen=True, tag="ask-wager"):
    """The dealer asks the next player to wager; the turn of the one before is over."""


@acts.act(
    AskWager,
    Role.DEALER,
    clauses=of_tournaments(lambda law: together(law.order.clauses, law.marker.clauses, law.turn)),
)
def ask_wager(table: Table, command: AskWager, by: Person) -> Effect:
    law = law_at(table)
    play = must_be_a_tournaments(table)
    if not is_ordered(table):
        raise Refused("players wager in any order", law.order.clauses)
    if table.phase is not Phase.BETTING:
        raise Refused("betting is not open", table.law.no_more_bets)
    waiting = [box for box in order_of_wagering(table) if box not in play.this_round.asked]
    if not waiting:
        raise Refused("everybody has been asked", law.turn)

    def effect() -> None:
        if not play.this_round.asked and not goes_by_boxes(table):
            here = marker_box(table)  # it stays there if its player goes out from now on
            play.marker = here if here in players_in(table) else waiting[0]
        play.this_round.asked.append(waiting[0])
        asked = AskedToWager(
            player=players_in(table)[waiting[0]],
            clauses=Clauses((*law.order.clauses, *law.marker.clauses, *law.turn)),
        )
        table.add_fact(asked)

    return effect


class VoidOutOfOrder(Command, frozen=True, tag="void-out-of-order"):
    """A wager placed out of order by somebody who had been told is declared void."""

    player: str
    reason: Text


@acts.act(
    VoidOutOfOrder,
    Role.TOURNAMENT_DIRECTOR,
    clauses=of_tournaments(lambda law: law.out_of_order.clauses),
)
def void_out_of_order(table: Table, command: VoidOutOfOrder, by: Person) -> Effect:
    law, player = law_at(table), command.player
    play = must_be_a_tournaments(table)
    clauses = law.out_of_order.clauses
    if player not in play.this_round.early:
        raise Refused(f"{player} has wagered in order", clauses)
    if play.out_of_order[player] < 2:
        raise Refused(f"{player} had not been told before", clauses)
    if player in play.this_round.excused:
        raise Refused(f"the wager of {player} was declared void", clauses)
    table.refuse_unless(command.reason, "reason: say why", clauses)
    if table.phase is not Phase.BETTING:
        raise Refused("betting has closed", clauses)

    def effect() -> None:
        table.add_fact(
            Exercised(
                power="void a wager out of order", subject=player, reason=command.reason,
                clauses=clauses,
            )
        )  # fmt: skip
        _take_back_all(table, player, clauses)
        play.this_round.excused.add(player)

    return effect


def _take_back_all(table: Table, player: str, clauses: Clauses | None = None) -> None:
    """Give a player back the wagers on the layout, which are not wagers for this round."""
    for wager in [w for w in table.wagers if w.player == player]:
        if wager in table.wagers:
            take_back(table, wager, clauses or law_at(table).must_wager)


# --- who does not wager


class PlayPassCard(Command, frozen=True, tag="play-pass-card"):
    """A player lays a pass card instead of a wager."""

    brings_into_play: ClassVar[bool] = True

    player: str


@acts.act(
    PlayPassCard,
    Role.PLAYER,
    clauses=of_tournaments(lambda law: together(law.pass_cards, law.must_wager)),
)
def play_pass_card(table: Table, command: PlayPassCard, by: Person) -> Effect:
    law, player = law_at(table), command.player
    play = must_be_a_tournaments(table)
    if not play.terms.pass_cards:
        raise Refused("there are no pass cards", law.pass_cards or law.must_wager)
    if table.phase is not Phase.BETTING or player not in players_in(table).values():
        raise Refused(f"{player} cannot pass now", law.pass_cards)
    if play.passes.get(player, 0) < 1:
        raise Refused(f"{player} has no pass card left", law.pass_cards)
    must_have_the_minimum(table, player)
    must_not_have_lost_the_minimum(table, player)
    staked = any(wager.player == player for wager in table.wagers)
    if staked or player in play.this_round.forms or player in play.this_round.passing:
        raise Refused("it takes the place of a wager", law.pass_cards)
    must_be_in_turn(table, player)

    def effect() -> None:
        play.passes[player] -= 1
        play.this_round.passing.add(player)
        table.add_fact(Passed(player=player, left=play.passes[player], clauses=law.pass_cards))

    return effect


def must_have_the_minimum(table: Table, player: str) -> None:
    """Who cannot wager it is out before the round, whatever else they could do in it."""
    if player in unable_to_wager(table):
        raise Refused(f"{player} cannot wager the minimum", law_at(table).cannot_wager)


def must_not_have_lost_the_minimum(table: Table, player: str) -> None:
    """Who has lost the minimum for making no wager in a round makes none in it."""
    play, law = play_at(table), law_at(table)
    if player in play.this_round.deductions:
        clauses = law.absent_deduction.clauses or law.must_wager
        raise Refused(f"the minimum has been taken from {player} for this round", clauses)


def must_be_in_turn(table: Table, player: str) -> None:
    """Where what is done out of turn does not stand, it is done in turn."""
    play, law = play_at(table), law_at(table)
    if is_ordered(table) and play.this_round.asked[-1:] != [play.positions[player]]:
        raise Refused(f"it is not the turn of {player}", law.out_of_order.clauses)


class LimitTime(Command, frozen=True, tag="limit-time"):
    """From the next wager on players have so many seconds, of which they were told like this."""

    bears_on_later_rounds: ClassVar[bool] = True

    seconds: int
    notice: Text


@acts.act(
    LimitTime,
    Role.TOURNAMENT_DIRECTOR,
    clauses=of_tournaments(lambda law: together(law.time_limit, law.pace)),
)
def limit_time(table: Table, command: LimitTime, by: Person) -> Effect:
    law = law_at(table)
    play = must_be_a_tournaments(table)
    clauses = law.time_limit or law.pace
    table.refuse_unless(command.seconds > 0, "seconds: some", clauses)
    table.refuse_unless(command.notice, "notice: players are told before", clauses)

    def effect() -> None:
        play.terms = structs.replace(play.terms, seconds=command.seconds)
        detail = f"{command.seconds} seconds: {command.notice}"
        table.add_fact(
            Notified(to="players", about="time for a wager", detail=detail, clauses=clauses)
        )

    return effect


class TimeIsUp(Command, frozen=True, tag="time-is-up"):
    """A player has not wagered in time, and is held to the minimum."""

    after_the_time: ClassVar[bool] = True

    player: str


@acts.act(
    TimeIsUp,
    Role.SUPERVISOR,
    clauses=of_tournaments(lambda law: together(law.time_limit, law.timed_out or law.must_wager)),
)
def time_is_up(table: Table, command: TimeIsUp, by: Person) -> Effect:
    law, player = law_at(table), command.player
    play = must_be_a_tournaments(table)
    if not law.timed_out:
        raise Refused("nothing is staked for a player", law.must_wager)
    if play.terms.seconds is None:
        raise Refused("players have all the time they want", law.time_limit)
    if play.readings.no_wager_precedence is NoWager.DISQUALIFICATION:
        raise Refused("who does not wager is disqualified", law.must_wager)
    if player not in owing_a_wager(table) or not is_there(table, player):
        raise Refused(f"{player} owes no wager", law.timed_out)
    if is_ordered(table) and play.positions[player] not in play.this_round.asked:
        raise Refused(f"{player} has not been asked", Clauses((*law.timed_out, *law.turn)))
    main = law.wagers.value[0]
    wager = PlaceWager(
        player=player, box=play.positions[player], amount=table.sign.of(main).minimum, wager=main
    )
    placing = table.game.acts[PlaceWager].judge(table, wager, by)

    def effect() -> None:
        play.this_round.held_to_it.add(player)
        table.add_fact(
            Exercised(power="held to the minimum", subject=player, clauses=law.timed_out)
        )
        placing()

    return effect


ABSENCE = "absence"
"""What is lost under this name was never staked."""


class DeductMinimum(Command, frozen=True, tag="deduct-minimum"):
    """The minimum is taken from a player who makes no wager, for the round that is to begin."""

    after_the_time: ClassVar[bool] = True

    player: str


@acts.act(
    DeductMinimum,
    Role.TOURNAMENT_DIRECTOR,
    clauses=of_tournaments(lambda law: law.absent_deduction.clauses or law.must_wager),
)
def deduct_minimum(table: Table, command: DeductMinimum, by: Person) -> Effect:
    law, player = law_at(table), command.player
    play = must_be_a_tournaments(table)
    rule, reading = law.absent_deduction, play.readings.sitting_out
    clauses = rule.clauses or law.must_wager
    if reading is SittingOut.OUT or not (rule.value or reading is SittingOut.MINIMUM):
        raise Refused("nothing is taken from a player who makes no wager", law.must_wager)
    if rule.value:  # where only absence has it taken
        table.refuse_unless(not is_there(table, player), f"{player} is at the table", clauses)
        if play.deducted[player] >= rule.value:
            raise Refused(f"{rule.value} rounds have been deducted", clauses)
    must_have_made_no_wager(table, player, clauses)
    must_have_the_minimum(table, player)

    def effect() -> None:
        _take_back_all(table, player)
        held = table.chips.rack(player)
        taken = min(held, minimum_of(table))
        play.deducted[player] += 1
        play.this_round.excused.add(player)
        play.this_round.deductions[player] = lose(table, player, taken, ABSENCE, clauses)
        if taken == held:
            put_out(table, player, wagered=taken, clauses=law.cannot_wager)

    return effect


def must_have_made_no_wager(table: Table, player: str, clauses: Clauses) -> None:
    """Refuse what befalls only a player with nothing at risk when a round is to begin."""
    play = play_at(table)
    if player not in players_in(table).values():
        raise Refused(f"{player} does not play here", clauses)
    table.must_be_open()
    if player in play.this_round.deductions:
        raise Refused("it has been taken for this round", clauses)
    if has_acted(table, player):
        raise Refused(f"{player} has wagered or need not", clauses)
    if is_ordered(table) and is_there(table, player) and not turn_is_over(table, player):
        raise Refused(f"{player} can still wager", Clauses((*clauses, *law_at(table).turn)))


class RuleOut(Command, frozen=True, tag="rule-out"):
    """A player who makes no wager for the round that is to begin, or cannot, is out."""

    after_the_time: ClassVar[bool] = True

    player: str


@acts.act(
    RuleOut,
    Role.TOURNAMENT_DIRECTOR,
    clauses=of_tournaments(
        lambda law: together(law.absent_disqualified, law.must_wager, law.cannot_wager)
    ),
)
def rule_out(table: Table, command: RuleOut, by: Person) -> Effect:
    law, player = law_at(table), command.player
    play = must_be_a_tournaments(table)
    if player in unable_to_wager(table):
        return lambda: _put_out_unable(table, player)
    must_have_made_no_wager(table, player, law.must_wager)
    there = is_there(table, player)
    timed = law.timed_out and play.terms.seconds is not None
    if there and timed and play.readings.no_wager_precedence is NoWager.TIME_LIMIT:
        raise Refused(f"{player} is held to the minimum", law.timed_out)
    absence = () if there else law.absent_disqualified
    clauses = Clauses((*absence, *law.must_wager))

    def effect() -> None:
        _take_back_all(table, player)
        play.ruled_out.add(player)
        put_out(table, player, clauses=clauses, no_wager=True, there=there)
        end_if_nobody_is_left(table)

    return effect


def _put_out_unable(table: Table, player: str) -> None:
    """Who has not the chips is eliminated, and never disqualified."""
    law = law_at(table)
    if law.no_wager_disqualifies:
        put_out(table, player, clauses=law.cannot_wager)
    else:
        there = is_there(table, player)
        put_out(table, player, clauses=law.cannot_wager, no_wager=True, there=there)
    end_if_nobody_is_left(table)


def end_if_nobody_is_left(table: Table) -> None:
    """Without players there is no round that could tell who is out: it ends before it begins."""
    from croupier.table.tournament_rules import after_round

    law = law_at(table)
    if not players_in(table):
        clauses = law.cannot_wager
        table.add_fact(Exercised(power=NOT_DEALT, subject="nobody is left", clauses=clauses))
        after_round(table, void=True)


def lose(table: Table, player: str, amount: int, wager: str, clauses: Clauses) -> Settled:
    """Chips of a player's go to the float without having been staked."""
    lost = Settled(
        player=player, box=None, hand=None, wager=wager, stake=0, outcome=Outcome.LOSE,
        net=-amount, clauses=clauses,
    )  # fmt: skip
    table.add_fact(lost)
    return lost


def put_out(
    table: Table,
    player: str,
    *,
    clauses: Clauses,
    wagered: int = 0,
    taken: int = 0,
    no_wager: bool = False,
    there: bool = False,
) -> None:
    play, residual = play_at(table), table.chips.rack(player)
    out = OutAtTable(
        player=player, residual=residual, wagered=wagered, taken=taken, no_wager=no_wager,
        there=there, clauses=clauses,
    )  # fmt: skip
    play.out.add(player)
    play.leaving.append(out)
    table.add_fact(out)


class EverybodyPasses(Command, frozen=True, tag="everybody-passes"):
    """Nobody wagers, for they pass, have lost the minimum or had their wagers declared void.

    No card is dealt, and the round is over; with void wagers alone it was none.
    """


@acts.act(
    EverybodyPasses,
    Role.DEALER,
    clauses=of_tournaments(
        lambda law: together(
            law.pass_cards,
            law.absent_deduction.clauses,
            law.must_wager,
            law.out_of_order.clauses if law.out_of_order.value is WagerOutOfTurn.STANDS else None,
        )
    ),
)
def everybody_passes(table: Table, command: EverybodyPasses, by: Person) -> Effect:
    from croupier.table.tournament_rules import after_round

    law = law_at(table)
    play = must_be_a_tournaments(table)
    this = play.this_round
    idle = this.passing or this.excused
    if table.phase is not Phase.BETTING or table.wagers or play.this_round.forms or not idle:
        raise Refused("somebody wagers", law.pass_cards or law.must_wager)
    missing = owing_a_wager(table)
    if missing:
        raise Refused(f"{', '.join(missing)} owe a wager", law.must_wager)

    def effect() -> None:
        subject, clauses = "every wager is void", law.out_of_order.clauses
        if this.passing:
            subject, clauses = "all pass", law.pass_cards
        elif this.deductions:
            subject, clauses = "nobody is there", law.absent_deduction.clauses or law.must_wager
        counts = play.readings.all_pass_counts_as_round and (this.passing or this.deductions)
        table.add_fact(Exercised(power=NOT_DEALT, subject=subject, clauses=clauses))
        after_round(table, void=not counts)

    return effect
