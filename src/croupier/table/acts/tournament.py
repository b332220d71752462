"""A table in a tournament: whose it is, who sits where, tournament chips, and whose turn it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.rulebook.citing import Clauses, Refused
from croupier.table.acting import Acts
from croupier.table.acts.betting import PlaceWager, take_back
from croupier.table.commands import Command
from croupier.table.facts import Exercised, Outcome, Settled
from croupier.table.roles import Role
from croupier.table.table import Phase
from croupier.table.tournament import (
    TableTerms,
    TournamentPlay,
    is_ordered,
    law_at,
    minimum_of,
    order_of_wagering,
    owing_a_wager,
    play_at,
    players_in,
)
from croupier.table.tournament_facts import (
    AskedToWager,
    Designated,
    OutAtTable,
    Passed,
    PositionAllocated,
    TournamentChipsMoved,
)

if TYPE_CHECKING:
    from croupier.table.acting import Effect
    from croupier.table.roles import Person
    from croupier.table.table import Table

acts = Acts()


def must_be_a_tournaments(table: Table) -> TournamentPlay:
    if table.tournament is None:
        cited = Clauses((*law_at(table).applies, *table.law.tournament_director))
        raise Refused("the table is no tournament's", cited)
    return table.tournament


# --- the table and its players


class DesignateForTournament(Command, frozen=True, tag="designate-for-tournament"):
    """The table is used for a tournament and for nothing else, on these terms."""

    tournament: str
    terms: TableTerms = TableTerms()


@acts.act(DesignateForTournament, Role.TOURNAMENT_DIRECTOR)
def designate_for_tournament(table: Table, command: DesignateForTournament, by: Person) -> Effect:
    law, terms = law_at(table), command.terms
    clauses = law.designate or law.table_size
    if terms.overrides and not law.conditions_prevail.value:
        raise Refused("terms: the rules prevail", law.conditions_prevail.clauses)
    refusal = table.game.why_no_tournament(table, terms)
    if refusal is not None:
        raise refusal
    if table.tournament is not None:
        raise Refused(f"it is for {table.tournament.name} already", clauses)
    table.refuse_unless(command.tournament.strip(), "tournament: say which", clauses)
    if table.patrons.arrived or table.wagers or table.chips.brought:
        cited = Clauses((*clauses, *table.law.tournament_director))
        raise Refused("people or chips are at the table", cited)
    if terms.pass_cards and not law.pass_cards:
        raise Refused("terms: every player wagers every round", law.must_wager)
    if terms.undisclosed and law.hidden is None:
        raise Refused("terms: wagers lie in the box", law.must_wager)
    if terms.deal_from_marker and not law.deal_from_marker:
        raise Refused("terms: cards are dealt from the first box", law.applies)

    def effect() -> None:
        table.tournament = TournamentPlay(command.tournament, terms)
        table.game.hold_tournament(terms)
        marker = law.deal_from_marker if terms.deal_from_marker else ()
        prevailing = law.conditions_prevail.clauses if terms.overrides else ()
        cited = Clauses((*law.applies, *clauses, *marker, *prevailing))
        table.state(Designated(tournament=command.tournament, clauses=cited))

    return effect


class AllocatePosition(Command, frozen=True, tag="allocate-position"):
    """A player of the tournament has this box; with no box, none at this table."""

    player: str
    box: int | None


@acts.act(AllocatePosition, Role.TOURNAMENT_DIRECTOR)
def allocate_position(table: Table, command: AllocatePosition, by: Person) -> Effect:
    law, player, box = law_at(table), command.player, command.box
    play = must_be_a_tournaments(table)
    table.refuse_unless(not table.wagers_are_frozen, "a round is in play", table.law.wagers_frozen)
    if box is not None and (box not in table.boxes or box in play.positions.values()):
        raise Refused(f"box: {box} is not free", law.position)
    if box is None and player not in play.positions:
        raise Refused(f"{player} has no position here", law.position)
    if box is None and table.chips.rack(player):
        raise Refused(f"{player} has chips at the table", law.chips_untouched)

    def effect() -> None:
        if box is None:
            del play.positions[player]
            play.out.discard(player)
        else:
            play.positions[player] = box
            play.passes.setdefault(player, play.terms.pass_cards)
            play.forms_left.setdefault(player, play.terms.undisclosed)
        table.state(PositionAllocated(player=player, box=box, clauses=law.position))

    return effect


class IssueTournamentChips(Command, frozen=True, tag="issue-tournament-chips"):
    """Tournament chips come to a player at the table, or without one to the float."""

    amount: int
    player: str | None = None


@acts.act(IssueTournamentChips, Role.TOURNAMENT_DIRECTOR)
def issue_tournament_chips(table: Table, command: IssueTournamentChips, by: Person) -> Effect:
    law, player = law_at(table), command.player
    play = must_be_a_tournaments(table)
    table.refuse_unless(command.amount > 0, "amount: more than nothing", law.chips)
    table.refuse_unless(not table.wagers_are_frozen, "a round is in play", law.chips_untouched)
    if player is not None and player not in play.positions:
        raise Refused(f"{player} has no position here", law.position)

    return lambda: move_chips(table, player, command.amount)


def move_chips(table: Table, player: str | None, amount: int) -> None:
    law = law_at(table)
    play_at(table).issued += amount
    if player is None:
        table.chips.fill(amount)
    else:
        table.chips.bring(player, amount)
    given = law.equal_chips if amount > 0 else law.chips_returned
    cited = Clauses(tuple(dict.fromkeys((*law.chips, *given))))
    table.state(TournamentChipsMoved(player=player, amount=amount, clauses=cited))


class CollectTournamentChips(Command, frozen=True, tag="collect-tournament-chips"):
    """A player's tournament chips, or without one those of everybody and the float, go back."""

    player: str | None = None


@acts.act(CollectTournamentChips, Role.DEALER)
def collect_tournament_chips(table: Table, command: CollectTournamentChips, by: Person) -> Effect:
    law = law_at(table)
    play = must_be_a_tournaments(table)
    clauses = law.chips_returned or law.chips
    if table.phase in (Phase.DEALING, Phase.SETTLED) or table.wagers:
        raise Refused("chips lie on the layout", clauses)
    if command.player is not None and command.player not in play.positions:
        raise Refused(f"{command.player} has no position here", law.position)

    def effect() -> None:
        everybody = list(table.chips.racks) if command.player is None else [command.player]
        for player in everybody:
            if table.chips.rack(player):
                move_chips(table, player, -table.chips.rack(player))
        if command.player is None and table.chips.float:
            move_chips(table, None, -table.chips.float)

    return effect


class ReleaseTable(Command, frozen=True, tag="release-table"):
    """The tournament is over here: the table may be used for anything again."""


@acts.act(ReleaseTable, Role.TOURNAMENT_DIRECTOR)
def release_table(table: Table, command: ReleaseTable, by: Person) -> Effect:
    law = law_at(table)
    must_be_a_tournaments(table)
    clauses = law.chips_returned or law.chips
    table.refuse_unless(not table.chips.brought, "tournament chips are still there", clauses)

    def effect() -> None:
        table.tournament = None
        table.game.end_tournament()
        table.state(Exercised(power="table released", subject=table.name, clauses=clauses))

    return effect


# --- turns


class AskWager(Command, frozen=True, tag="ask-wager"):
    """The dealer asks the next player to wager; the turn of the one before is over."""


@acts.act(AskWager, Role.DEALER)
def ask_wager(table: Table, command: AskWager, by: Person) -> Effect:
    law = law_at(table)
    play = must_be_a_tournaments(table)
    if not is_ordered(table):
        raise Refused("players wager in any order", law.order.clauses)
    if table.phase is not Phase.BETTING:
        raise Refused("betting is not open", table.law.no_more_bets)
    waiting = [box for box in order_of_wagering(table) if box not in play.asked]
    if not waiting:
        raise Refused("everybody has been asked", law.turn)

    def effect() -> None:
        play.asked.append(waiting[0])
        asked = AskedToWager(
            player=players_in(table)[waiting[0]],
            clauses=Clauses((*law.order.clauses, *law.marker.clauses, *law.turn)),
        )
        table.state(asked)

    return effect


class VoidOutOfOrder(Command, frozen=True, tag="void-out-of-order"):
    """A wager placed out of order by somebody who had been told is declared void."""

    player: str
    reason: str


@acts.act(VoidOutOfOrder, Role.TOURNAMENT_DIRECTOR)
def void_out_of_order(table: Table, command: VoidOutOfOrder, by: Person) -> Effect:
    law, player = law_at(table), command.player
    play = must_be_a_tournaments(table)
    clauses = law.out_of_order.clauses
    if player not in play.early:
        raise Refused(f"{player} has wagered in order", clauses)
    if play.out_of_order[player] < 2:
        raise Refused(f"{player} had not been told before", clauses)
    table.refuse_unless(command.reason, "reason: say why", clauses)
    if table.phase is not Phase.BETTING:
        raise Refused("betting has closed", clauses)

    def effect() -> None:
        table.state(
            Exercised(
                power="void a wager out of order", subject=player, reason=command.reason,
                clauses=clauses,
            )
        )  # fmt: skip
        for wager in [w for w in table.wagers if w.player == player]:
            if wager in table.wagers:
                take_back(table, wager, clauses)
        play.excused.add(player)

    return effect


# --- who does not wager


class PlayPassCard(Command, frozen=True, tag="play-pass-card"):
    """A player lays a pass card instead of a wager."""

    player: str


@acts.act(PlayPassCard, Role.PLAYER)
def play_pass_card(table: Table, command: PlayPassCard, by: Person) -> Effect:
    law, player = law_at(table), command.player
    play = must_be_a_tournaments(table)
    if not play.terms.pass_cards:
        raise Refused("there are no pass cards", law.pass_cards or law.must_wager)
    if table.phase is not Phase.BETTING or player not in players_in(table).values():
        raise Refused(f"{player} cannot pass now", law.pass_cards)
    if play.passes.get(player, 0) < 1:
        raise Refused(f"{player} has no pass card left", law.pass_cards)
    staked = any(wager.player == player for wager in table.wagers)
    if staked or player in play.forms or player in play.passing:
        raise Refused("it takes the place of a wager", law.pass_cards)
    must_be_in_turn(table, player)

    def effect() -> None:
        play.passes[player] -= 1
        play.passing.add(player)
        table.state(Passed(player=player, left=play.passes[player], clauses=law.pass_cards))

    return effect


def must_be_in_turn(table: Table, player: str) -> None:
    """Where what is done out of turn does not stand, it is done in turn."""
    play, law = play_at(table), law_at(table)
    if is_ordered(table) and play.asked[-1:] != [play.positions[player]]:
        raise Refused(f"it is not the turn of {player}", law.out_of_order.clauses)


class TimeIsUp(Command, frozen=True, tag="time-is-up"):
    """A player has not wagered in time, and is held to the minimum."""

    player: str


@acts.act(TimeIsUp, Role.SUPERVISOR)
def time_is_up(table: Table, command: TimeIsUp, by: Person) -> Effect:
    law, player = law_at(table), command.player
    play = must_be_a_tournaments(table)
    if not law.timed_out:
        raise Refused("nothing is staked for a player", law.must_wager)
    if play.terms.seconds is None:
        raise Refused("players have all the time they want", law.time_limit)
    if player not in owing_a_wager(table):
        raise Refused(f"{player} owes no wager", law.timed_out)
    main = law.wagers.value[0]
    wager = PlaceWager(
        player=player, box=play.positions[player], amount=table.sign.of(main).minimum, wager=main
    )
    placing = table.game.acts[PlaceWager].judge(table, wager, by)

    def effect() -> None:
        table.state(Exercised(power="held to the minimum", subject=player, clauses=law.timed_out))
        placing()

    return effect


class DeductMinimum(Command, frozen=True, tag="deduct-minimum"):
    """The minimum is taken from a player who is not there, for a round that goes by."""

    player: str


@acts.act(DeductMinimum, Role.TOURNAMENT_DIRECTOR)
def deduct_minimum(table: Table, command: DeductMinimum, by: Person) -> Effect:
    law, player = law_at(table), command.player
    play = must_be_a_tournaments(table)
    rule = law.absent_deduction
    if not rule.value:
        raise Refused("nothing is taken from a player who is not there", law.must_wager)
    if player not in players_in(table).values():
        raise Refused(f"{player} does not play here", rule.clauses)
    here = player in table.patrons.arrived and player not in table.patrons.away
    table.refuse_unless(not here, f"{player} is at the table", rule.clauses)
    if play.deducted[player] >= rule.value:
        raise Refused(f"{rule.value} rounds have been deducted", rule.clauses)
    if player in play.excused:
        raise Refused("it has been taken for this round", rule.clauses)

    def effect() -> None:
        held = table.chips.rack(player)
        taken = min(held, minimum_of(table))
        play.deducted[player] += 1
        play.excused.add(player)
        lose(table, player, taken, "absence", rule.clauses)
        if taken == held:
            put_out(table, player, wagered=taken, clauses=law.cannot_wager)

    return effect


def lose(table: Table, player: str, amount: int, wager: str, clauses: Clauses) -> None:
    """Chips of a player's go to the float without having been staked."""
    table.state(
        Settled(
            player=player, box=None, hand=None, wager=wager, stake=0, outcome=Outcome.LOSE,
            net=-amount, clauses=clauses,
        )
    )  # fmt: skip


def put_out(
    table: Table, player: str, *, clauses: Clauses, wagered: int = 0, taken: int = 0
) -> None:
    play, residual = play_at(table), table.chips.rack(player)
    out = OutAtTable(
        player=player, residual=residual, wagered=wagered, taken=taken, clauses=clauses
    )
    play.out.add(player)
    play.exits.append(out)
    table.state(out)


class EverybodyPasses(Command, frozen=True, tag="everybody-passes"):
    """Nobody wagers: no card is dealt, and the round is over."""


@acts.act(EverybodyPasses, Role.DEALER)
def everybody_passes(table: Table, command: EverybodyPasses, by: Person) -> Effect:
    from croupier.table.tournament_rules import after_round

    law = law_at(table)
    play = must_be_a_tournaments(table)
    if table.phase is not Phase.BETTING or table.wagers or play.forms or not play.passing:
        raise Refused("somebody wagers", law.pass_cards or law.must_wager)
    missing = owing_a_wager(table)
    if missing:
        raise Refused(f"{', '.join(missing)} owe a wager", law.must_wager)

    def effect() -> None:
        table.state(Exercised(power="no cards dealt", subject="all pass", clauses=law.pass_cards))
        after_round(table, void=False)

    return effect
