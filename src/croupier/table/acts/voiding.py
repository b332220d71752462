"""Void wagers and rounds, and whoever takes no further part in the game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, ClassVar

from croupier.aggregate.acts import Acts, Command, OneOf, Target
from croupier.aggregate.free_text import Text
from croupier.aggregate.roles import Role
from croupier.rulebook.citations import Clauses, Refused
from croupier.table.acts.betting import (
    after_a_removal,
    reopen_betting,
    show_out,
    take_back,
)
from croupier.table.acts.chips_and_float import note_debts, note_owed
from croupier.table.acts.dealing import end_void_round
from croupier.table.acts.dispute_rulings import (
    is_to_be_put_right,
    must_be_open_to_change,
    must_not_be_decided,
)
from croupier.table.acts.misplaced_cards import cannot_be_rebuilt, next_has_begun, void_past
from croupier.table.facts import Exercised, RoundVoided
from croupier.table.law import of_table, together
from croupier.table.table import Phase

if TYPE_CHECKING:
    from croupier.aggregate.acts import Effect
    from croupier.aggregate.roles import Person
    from croupier.table.law import TableRules
    from croupier.table.table import Table

GIVEN_UP = "a round is given up because its cards cannot be told any more, as somebody says"
"""Why it is an override to say so."""

IMPRACTICAL, FRAUD = "impractical", "fraud"
GROUNDS = (IMPRACTICAL, FRAUD)
"""What a round may be void for."""

acts: Acts[Table, TableRules] = Acts()


class VoidWager(Command, frozen=True, tag="void-wager"):
    """A wager of somebody who broke the rules is void; the stake goes back."""

    happens_to: ClassVar[tuple[Target, ...]] = (Target.WAGER,)
    names_lying_wager: ClassVar[bool] = True

    player: str
    box: int
    reason: Text
    wager: str | None = None
    round: int | None = None
    """The last round, when its cards are collected and no other has begun; left out, the round in
    play or what lies there for the next."""


@acts.act(
    VoidWager,
    Role.SUPERVISOR,
    clauses=of_table(lambda law: together(law.void, law.breach, law.void_wager)),
)
def void_wager(table: Table, command: VoidWager, by: Person) -> Effect:
    law, player = table.law, command.player
    table.refuse_unless(command.reason, "reason: say why", law.void_wager)
    if not table.patrons.breaches[player]:
        raise Refused(f"no breach by {player} is recorded", law.breach)
    of_collected = command.round is not None and not (
        table.in_play and command.round == table.number
    )
    if of_collected:
        _must_be_the_last_round(table, command)
    else:
        must_be_open_to_change(table)
    if of_collected or table.wagers_are_frozen:
        assert table.round is not None
        there = table.round.can_void(player, command.box, command.wager)
    else:
        there = table.wager_of(player, command.box, command.wager) is not None
    if not there:
        raise Refused(f"{player} has no such wager on box {command.box}", law.void_wager)

    def effect() -> None:
        clauses = Clauses((*law.void_wager, *law.void))
        table.add_fact(
            Exercised(
                power="void a wager", subject=f"{player} on box {command.box}",
                reason=command.reason, clauses=Clauses((*law.breach, *law.void_wager)),
            )
        )  # fmt: skip
        if table.phase is Phase.BETTING and not of_collected:
            while wager := table.wager_of(player, command.box, command.wager):
                take_back(table, wager, clauses)
            return
        game_round = table.round
        assert game_round is not None
        if of_collected:
            table.seen = len(game_round.facts)
        elif table.tournament is not None:
            from croupier.table.tournament_rules import wager_undone

            wager_undone(table, player)
        game_round.void_wagers(player, command.box, command.wager, clauses)
        if of_collected:
            table.drain()
            table.rounds[-1].facts = tuple(game_round.facts)
        else:
            after_a_removal(table)
        note_owed(table, (player,), clauses)
        note_debts(table, clauses)

    return effect


def _must_be_the_last_round(table: Table, command: VoidWager) -> None:
    """Refuse any finished round but one that can still be put right, wager by wager."""
    law = table.law
    past = table.past_round(command.round or 0)
    if past is None or past.void:
        raise Refused(f"round: no round {command.round} stands", law.void_wager)
    must_not_be_decided(table, past.number)
    if table.wagers_are_frozen or next_has_begun(table, past):
        raise Refused("round: another has followed; it is decided in a dispute", law.dispute)
    if table.tournament is not None:
        raise Refused("round: the tournament has gone on from it", law.tournament_director)


class Exclude(Command, frozen=True, tag="exclude"):
    """Somebody who broke the rules takes no further part in the game."""

    happens_to: ClassVar[tuple[Target, ...]] = (Target.PLAYER,)

    player: str
    reason: Text


@acts.act(
    Exclude,
    Role.SUPERVISOR,
    clauses=of_table(lambda law: together(law.breach, law.exclude)),
    names_anybody=True,
)
def exclude(table: Table, command: Exclude, by: Person) -> Effect:
    law, player = table.law, command.player
    table.refuse_unless(command.reason, "reason: say why", law.exclude)
    if not table.patrons.breaches[player]:
        raise Refused(f"no breach by {player} is recorded", law.breach)

    if player in table.patrons.excluded:
        raise Refused(f"{player} is excluded already", law.exclude)

    def effect() -> None:
        table.patrons.excluded.add(player)
        table.add_fact(
            Exercised(
                power="exclude", subject=player, reason=command.reason,
                clauses=Clauses((*law.breach, *law.exclude)),
            )
        )  # fmt: skip
        if player in table.patrons.arrived:
            show_out(table, player)

    return effect


class VoidRound(Command, frozen=True, tag="void-round"):
    """A round is void: impractical to go on with, or touched by fraud."""

    happens_to: ClassVar[tuple[Target, ...]] = (Target.ROUND,)
    why_override: ClassVar[str] = (
        "a round does not count because somebody finds it impractical or fraudulent"
    )

    ground: Annotated[str, OneOf(GROUNDS)]
    reason: Text
    round: int | None = None
    """A finished round, for fraud found later or a misplaced card that cannot be put right any
    more; left out, the round in progress."""


@acts.act(
    VoidRound, Role.SUPERVISOR, clauses=of_table(lambda law: together(law.void, law.void_round))
)
def void_round(table: Table, command: VoidRound, by: Person) -> Effect:
    law = table.law
    table.refuse_unless(
        command.ground in GROUNDS, f"ground: {' or '.join(GROUNDS)}", law.void_round
    )
    table.refuse_unless(command.reason, "reason: say why", law.void_round)
    clauses = Clauses((*law.void_round, *law.void))
    if command.round is not None and (command.round != table.number or not table.in_play):
        past = table.past_round(command.round)
        if past is None or past.void:
            raise Refused(f"round: no round {command.round} stands", law.void_round)
        table.refuse_unless(
            command.ground == FRAUD or cannot_be_rebuilt(table, past),
            "only fraud reaches a finished round",
            law.void_round,
        )
        must_not_be_decided(table, past.number)
        return lambda: void_past(table, past, command.reason, clauses)
    must_be_open_to_change(table)
    effect = void_now(table, command.reason, clauses)
    if command.ground == IMPRACTICAL:
        _must_not_be_complete(table)
    return effect


def _must_not_be_complete(table: Table) -> None:
    """What is settled as it should be cannot be impractical to continue."""
    game_round = table.round
    assert game_round is not None
    if table.phase is Phase.DEALING or game_round.misplaced or game_round.unsettled:
        return
    if not is_to_be_put_right(table, table.number):
        raise Refused(
            "the round is complete; what is wrong with it is decided in a dispute",
            table.law.void_round,
        )


class Invalidate(Command, frozen=True, tag="invalidate"):
    """Fire, riot, robbery or the like: the outcome of the game in progress does not count."""

    happens_to: ClassVar[tuple[Target, ...]] = (Target.ROUND,)
    why_override: ClassVar[str] = (
        "what a game came to does not count, for a disturbance that only people saw"
    )

    disturbance: Text


@acts.act(
    Invalidate, Role.SUPERVISOR, clauses=of_table(lambda law: together(law.void, law.disturbance))
)
def invalidate(table: Table, command: Invalidate, by: Person) -> Effect:
    law = table.law
    table.refuse_unless(command.disturbance, "disturbance: say what happened", law.disturbance)
    must_be_open_to_change(table)
    return void_now(table, command.disturbance, Clauses((*law.disturbance, *law.void)))


def void_now(table: Table, reason: str, clauses: Clauses) -> Effect:
    if table.round is None or table.phase not in (Phase.DEALING, Phase.SETTLED):
        raise Refused("no round is in progress", clauses)

    def effect() -> None:
        assert table.round is not None
        if not table.in_play:  # a round begins with its first card: there is none to void
            begins = table.law.round_of_play
            table.add_fact(Exercised(power="not dealt", subject="", reason=reason, clauses=begins))
            reopen_betting(table)
            return
        table.add_fact(RoundVoided(round=table.number, reason=reason, clauses=clauses))
        table.round.void(clauses)
        table.drain()
        note_debts(table, clauses)
        end_void_round(table)

    return effect
