"""What the tournament rules make of ordinary commands, and of the end of a round.

At a table of a tournament the rules of the game apply as far as those of tournaments leave them:
a command is judged by both, and whichever refuses it is the answer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from croupier.money import dollars
from croupier.rulebook.citations import Refused
from croupier.table.acts import hidden_wagers
from croupier.table.acts.betting import NoMoreBets, PlaceWager
from croupier.table.acts.chips_and_float import BringChips, FillFloat, TakeChips
from croupier.table.acts.dealing import Collect
from croupier.table.acts.patrons import Arrive, ComeBack, Leave, Sit
from croupier.table.acts.sign import ChangeLimits, change_sign_if_due
from croupier.table.acts.tournament import pass_on_to_substitutes
from croupier.table.acts.turns import must_not_have_lost_the_minimum, put_out
from croupier.table.facts import (
    MarkerPlaced,
    Outcome,
    Reversed,
    RoundVoided,
    Settled,
    WageredOutOfOrder,
)
from croupier.table.law import together
from croupier.table.table import Phase
from croupier.table.tournament_law import EarlyWager, EliminationWager, WagerOutOfTurn
from croupier.table.tournament_play import (
    LastRound,
    RoundOfWagers,
    has_begun,
    is_ordered,
    is_out,
    is_there,
    is_untouched,
    law_at,
    marker_box,
    minimum_of,
    move_marker,
    order_of_wagering,
    owing_a_wager,
    passes_over,
    play_at,
    players_in,
    risks_too_little,
    unable_to_wager,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from croupier.aggregate.acts import Act, Command, Effect
    from croupier.aggregate.facts import Fact
    from croupier.aggregate.roles import Person
    from croupier.table.table import FinishedRound, Table

    Judge = Callable[[Table, Any, Person], Effect]
    Rule = Callable[[Table, Any, Person, Judge], Effect]


def judge(table: Table, command: Command, by: Person, act: Act[Table, Any]) -> Effect:
    """Judge a command by the rules of the game and by those of tournaments."""
    displaced = table.game.why_not_in_tournaments(table, command)
    if displaced is not None:
        raise displaced
    rule = _RULES.get(type(command))
    return act.judge(table, command, by) if rule is None else rule(table, command, by, act.judge)


# --- people and chips


def _arrive(table: Table, command: Arrive, by: Person, judge: Judge) -> Effect:
    law = law_at(table)
    if command.player not in play_at(table).positions:
        raise Refused(
            f"{command.player} has no position here: the table is a tournament's",
            law.designate or law.position,
        )
    effect = judge(table, command, by)

    def arrive() -> None:
        effect()
        play_at(table).came.add(command.player)

    return arrive


def _sit(table: Table, command: Sit, by: Person, judge: Judge) -> Effect:
    _must_be_own(table, command.player, command.box)
    return judge(table, command, by)


def _leave(table: Table, command: Leave, by: Person, judge: Judge) -> Effect:
    """Who goes in mid-session is away, for everybody to see, and keeps the position until then."""
    law, player = law_at(table), command.player
    effect = judge(table, command, by)
    if player in play_at(table).positions and not is_out(table, player):
        raise Refused(
            f"{player} plays here until the session is over: step away, or ask the director",
            together(law.position, law.absent),
        )
    return effect


def _come_back(table: Table, command: ComeBack, by: Person, judge: Judge) -> Effect:
    """Where nobody was there, and nobody did anything for the round, all are asked anew."""
    play = play_at(table)
    effect = judge(table, command, by)
    nobody = not any(is_there(table, player) for player in players_in(table).values())
    asked_all = not set(order_of_wagering(table)) - set(play.this_round.asked)
    own_turn = play.this_round.asked[-1:] == [play.positions.get(command.player)] and not asked_all
    anew = nobody and is_untouched(table) and not (own_turn or passes_over(table))

    def come_back() -> None:
        effect()
        if anew and table.phase is Phase.BETTING:
            play.this_round.asked.clear()

    return come_back


def _must_be_own(table: Table, player: str, box: int) -> None:
    own = play_at(table).positions.get(player)
    if own != box:
        raise Refused(f"the position of {player} is box {own}", law_at(table).position)


def _bring_chips(table: Table, command: BringChips | FillFloat, by: Person, judge: Judge) -> Effect:
    raise Refused("only tournament chips, as they are issued, are used here", law_at(table).chips)


def _take_chips(table: Table, command: TakeChips, by: Person, judge: Judge) -> Effect:
    raise Refused("players do not take chips from the table", law_at(table).chips_untouched)


# --- wagers


def _place_wager(table: Table, command: PlaceWager, by: Person, judge: Judge) -> Effect:
    law, play, player = law_at(table), play_at(table), command.player
    _must_be_own(table, player, command.box)
    if is_out(table, player):
        raise Refused(f"{player} cannot wager the minimum", law.cannot_wager)
    if player in play.this_round.passing:
        raise Refused(f"{player} has passed", law.pass_cards)
    must_not_have_lost_the_minimum(table, player)
    if player in play.this_round.excused:
        raise Refused(f"the wager of {player} was declared void", law.out_of_order.clauses)
    if player in play.this_round.hidden:
        raise Refused("the forms have been examined", law.must_wager)
    if player in play.this_round.held_to_it:
        raise Refused(f"{player} is held to the minimum", law.timed_out)
    goes_with_it = player in play.this_round.forms and command.wager in law.wagers.value
    if not command.amount and goes_with_it and hidden_wagers.needs_a_main(table, player):
        assert law.hidden is not None
        raise Refused(f"the form of {player} goes with this wager", law.hidden.form)
    least = table.sign.of(command.wager).minimum
    if command.wager in law.wagers.value and 0 < command.amount < least and not law.made_good:
        raise Refused(f"the minimum is {dollars(least)}", law.must_wager)
    effect = judge(table, command, by)
    if table.phase is Phase.BETTING and is_ordered(table):
        return _in_order(table, command, effect)
    return effect


def _in_order(table: Table, command: PlaceWager, effect: Effect) -> Effect:
    law, play, box = law_at(table), play_at(table), command.box
    reading = play.readings.out_of_order_wager
    if box in play.this_round.asked[:-1]:
        raise Refused(
            "the turn is over, and the wager stays as it is", law.wager_final_when_made.clauses
        )
    if play.this_round.asked[-1:] == [box]:
        old = table.wager_of(command.player, box, command.wager)
        early = command.player in play.this_round.early
        if old is not None and law.wager_final_when_made.value and not early:
            raise Refused("a wager made in turn is not changed", law.wager_final_when_made.clauses)
        if old is not None and early and reading is EarlyWager.FOR_GOOD:
            raise Refused("a wager made out of order stands", law.out_of_order.clauses)
        return effect
    if law.out_of_order.value is WagerOutOfTurn.REMOVED:
        raise Refused(f"{command.player} has to wait for the turn", law.out_of_order.clauses)
    if command.player in play.this_round.early:
        if table.wager_of(command.player, box, command.wager) and (
            reading is not EarlyWager.UNTIL_TURN_ENDS
        ):
            raise Refused("a wager made out of order stands", law.out_of_order.clauses)
        return effect

    def and_advise() -> None:
        effect()
        play.this_round.early.add(command.player)
        play.out_of_order[command.player] += 1
        table.add_fact(
            WageredOutOfOrder(
                player=command.player, times=play.out_of_order[command.player],
                clauses=law.out_of_order.clauses,
            )
        )  # fmt: skip

    return and_advise


def _change_limits(table: Table, command: ChangeLimits, by: Person, judge: Judge) -> Effect:
    effect = judge(table, command, by)
    terms = play_at(table).terms
    announced = {(each.wager, each.minimum, each.maximum) for each in terms.announced}
    if not announced:
        return effect
    wanted = {(wager, *pair) for wager, pair in command.limits.items()}
    if command.multiples or not wanted <= announced:
        raise Refused("the conditions announce no such limits", law_at(table).limits_announced)

    def change() -> None:
        effect()
        if table.phase is Phase.BETTING and not (
            has_begun(table) or play_at(table).this_round.asked
        ):
            change_sign_if_due(table)  # players were told before the tournament

    return change


def _no_more_bets(table: Table, command: NoMoreBets, by: Person, judge: Judge) -> Effect:
    play = play_at(table)
    nobody_may_wager = not has_begun(table)
    if table.phase is Phase.BETTING and not nobody_may_wager:
        _must_be_complete(table)
    effect = judge(table, command, by)
    if nobody_may_wager:  # the game's own rules let it be dealt without wagers
        return effect

    def close() -> None:
        play.shown.clear()
        play.out = {player for player in play.out if is_out(table, player)}
        effect()

    return close


def _must_be_complete(table: Table) -> None:
    """Everybody has been asked, has wagered or need not, and no wager is to be made good."""
    law, play = law_at(table), play_at(table)
    if is_ordered(table):
        waiting = [box for box in order_of_wagering(table) if box not in play.this_round.asked]
        table.refuse_unless(not waiting, f"boxes {waiting} have not been asked", law.turn)
    for player in players_in(table).values():
        if risks_too_little(table, player):
            raise Refused(f"{player} risks less than the minimum", law.hedging)
    missing = owing_a_wager(table)
    if missing:
        raise Refused(f"{', '.join(missing)} must wager", law.must_wager)
    unable = unable_to_wager(table)
    if unable:
        raise Refused(f"{', '.join(unable)} cannot wager and must go", law.cannot_wager)
    if set(play.this_round.forms) - set(play.this_round.hidden):
        assert law.hidden is not None
        raise Refused("the forms have not been examined", law.hidden.examined)
    seen = [w for w in hidden_wagers.open_mains(table) if not table.game.overlooks(table, w)]
    if law.made_good and any(hidden_wagers.proper(table, wager) != wager.amount for wager in seen):
        raise Refused("a wager has to be made good", law.made_good)


def _collect(table: Table, command: Collect, by: Person, judge: Judge) -> Effect:
    play, law = play_at(table), law_at(table)
    effect = judge(table, command, by)
    if play.this_round.forms and law.hidden is not None:
        raise Refused("undisclosed wagers have to be announced", law.hidden.announced)
    return effect


_RULES: dict[type[Command], Rule] = {
    Arrive: _arrive,
    Sit: _sit,
    Leave: _leave,
    ComeBack: _come_back,
    BringChips: _bring_chips,
    FillFloat: _bring_chips,
    TakeChips: _take_chips,
    PlaceWager: _place_wager,
    ChangeLimits: _change_limits,
    NoMoreBets: _no_more_bets,
    Collect: _collect,
}


# --- the end of a round


def round_ended(table: Table, fresh: Sequence[Fact]) -> None:
    """A round is over, by its end or because it is void."""
    assert table.last is not None
    facts = [fact for fact in table.last.round.facts if isinstance(fact, Settled)]
    undone = all(fact.outcome in (Outcome.VOID, Outcome.RETURNED) for fact in facts)
    void = any(isinstance(fact, RoundVoided) for fact in fresh) or (bool(facts) and undone)
    played = bool(table.last.wagers) or play_at(table).readings.count_no_bet
    after_round(table, void=void or not played)


def after_round(table: Table, *, void: bool) -> None:
    """Who cannot go on is out, the marker moves, and everything is as before a round.

    A void round is none: the marker stays, and pass cards and forms are their owners' again.
    Limits of which notice was given hold from here, though no card was dealt.
    """
    play, law = play_at(table), law_at(table)
    change_sign_if_due(table)
    if play.substitutes:
        pass_on_to_substitutes(table)
    used = LastRound(
        marker_box(table) if is_ordered(table) else None, frozenset(play.this_round.passing),
        frozenset(play.this_round.written), tuple(play.this_round.deductions.values()),
    )  # fmt: skip
    if void:
        hidden_wagers.undo_form_deductions(table, table.number)
        _give_back(table, used)
    else:
        play.rounds += 1
    play.last_round = None if void else used
    play.this_round = RoundOfWagers()
    if not void:
        put_out_who_cannot_go_on(table)
        if is_ordered(table):
            play.marker = move_marker(table)
            if play.marker is not None:
                table.add_fact(MarkerPlaced(box=play.marker, clauses=law.marker.clauses))
    play.exits, play.leaving = play.leaving, []


def _give_back(table: Table, used: LastRound) -> None:
    """A round is void: pass cards, forms and what was taken for it are their owners' again."""
    play = play_at(table)
    for player in used.passed:
        play.passes[player] += 1
    for player in used.hidden:
        play.forms_left[player] += 1
    for lost in used.deductions:
        play.deducted[lost.player] -= 1
        table.add_fact(Reversed.of(lost, lost.clauses))


def round_undone(table: Table, past: FinishedRound) -> None:
    """A round turns out to be void when its cards are collected already: it is none."""
    play, law = play_at(table), law_at(table)
    hidden_wagers.undo_form_deductions(table, past.number)
    if past is not table.rounds[-1]:  # what it took is no longer known; chips alone go back
        play.rounds -= bool(past.settled())
        return
    used, play.last_round = play.last_round, None
    if used is None:
        return
    play.rounds -= 1
    _give_back(table, used)
    if used.marker is not None and table.phase is Phase.BETTING and not play.this_round.asked:
        play.marker = used.marker
        table.add_fact(MarkerPlaced(box=used.marker, clauses=law.marker.clauses))


def round_goes_on(table: Table) -> None:
    """A collected round is brought back and played on: it has not been counted yet."""
    play = play_at(table)
    used, play.last_round = play.last_round, None
    if used is not None:
        play.rounds -= 1
        play.marker = used.marker
        play.this_round.passing = set(used.passed)
        play.this_round.written = set(used.hidden)
        play.this_round.deductions = {lost.player: lost for lost in used.deductions}


def wager_undone(table: Table, player: str) -> None:
    """A wager of a round that is over is declared void: what its form cost goes back first."""
    hidden_wagers.undo_form_deductions(table, table.number, player)


def round_withdrawn(table: Table) -> None:
    """A round is built again, and what incomplete forms have cost in it is open until then."""
    play = play_at(table)
    play.to_announce_again = hidden_wagers.undo_form_deductions(table, table.number)


def round_laid_again(table: Table, *, complete: bool = False) -> None:
    """A round has been built again: incomplete forms count in it as they did."""
    play = play_at(table)
    waiting, play.to_announce_again = play.to_announce_again, {}
    if complete:
        hidden_wagers.deduct_again(table, waiting)
    else:
        hidden_wagers.hide_again(table, waiting)


def put_out_who_cannot_go_on(table: Table) -> None:
    play, law = play_at(table), law_at(table)
    for player in players_in(table).values():
        if player in play.out or table.chips.rack(player) >= minimum_of(table):
            continue
        if play.readings.pass_saves_from_19_6_13 and play.passes.get(player):
            continue
        wagered, taken = last_stake(table, player)
        put_out(table, player, clauses=law.cannot_wager, wagered=wagered, taken=taken)


def last_stake(table: Table, player: str) -> tuple[int, int]:
    """What a player had at stake in the last round, and in which place it was taken, if it was."""
    facts = [f for f in table.last.round.facts if isinstance(f, Settled)] if table.last else []
    losers = list(dict.fromkeys(fact.player for fact in reversed(facts) if fact.net < 0))[::-1]
    taken = losers.index(player) + 1 if player in losers else 0
    return _wagered(table, [fact for fact in facts if fact.player == player]), taken


def _wagered(table: Table, settled: Sequence[Settled]) -> int:
    """What a player had at stake in the last round, with or without what was added to it."""
    if play_at(table).readings.elimination_wager is EliminationWager.TOTAL:
        return sum(fact.stake for fact in settled if fact.outcome is not Outcome.RETURNED)
    mains, names = law_at(table).wagers.value, {fact.player for fact in settled}
    made = table.last.wagers if table.last else []
    return sum(w.amount for w in made if w.player in names and w.wager in mains)
