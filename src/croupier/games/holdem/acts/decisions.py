"""Rules 8 and 9 at a table: what players say about their hands, and the dealer's taking and paying.

The round is the judge of every answer; here it is asked whether the person may give it, has the
chips for it, and has had time for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from croupier.aggregate.acts import Acts, Command, Target
from croupier.aggregate.roles import Role
from croupier.games.holdem.asks_and_answers import (
    Check,
    Concede,
    Fold,
    LookAtCards,
    NoAnswer,
    OverlookedPlay,
    PlayWager,
    TakeAndPay,
)
from croupier.games.holdem.facts import Ended, Stage
from croupier.games.holdem.legal_answers import why_not
from croupier.games.holdem.round_at_table import round_in_play
from croupier.games.holdem.table_state import law_of
from croupier.money import money
from croupier.rulebook.citations import Refused
from croupier.table.facts import Notified, Warned
from croupier.table.law import together

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.aggregate.acts import Effect
    from croupier.aggregate.roles import Person
    from croupier.games.holdem.asks_and_answers import Answer
    from croupier.games.holdem.hands import Box
    from croupier.games.holdem.round_at_table import RoundAtTable
    from croupier.games.holdem.rules import BettingLaw, HoldemLaw, HoldemRules
    from croupier.rulebook.citations import Clauses
    from croupier.table.table import Table

acts: Acts[Table, HoldemRules] = Acts()

PLAYER = Role.PLAYER


def _when_asked(law: HoldemLaw, read: Callable[[BettingLaw], Clauses | None]) -> Clauses:
    """What the betting rounds say, one after the other: when each opens, and what one may do."""
    betting_rounds = (law.before_the_flop, law.after_the_flop, law.on_the_river)
    return together(*(rule for each in betting_rounds for rule in (each.opens, read(each))))


def _judge(table: Table, answer: Answer) -> Effect:
    at_table = _not_astray(table)
    refusal = why_not(at_table.round, answer)
    if refusal is not None:
        raise refusal

    def effect() -> None:
        at_table.accept(answer)
        _remember_warnings(table, at_table)
        table.follow()

    return effect


def _not_astray(table: Table) -> RoundAtTable:
    at_table = round_in_play(table)
    if at_table.astray:
        raise Refused(
            "a card lies where it was not due, and a supervisor rules on it first",
            table.law.misplaced_in_round,
        )
    return at_table


def _remember_warnings(table: Table, at_table: RoundAtTable) -> None:
    for fact in at_table.facts[table.seen :]:
        if type(fact) is Warned:
            table.patrons.warn(fact.player, fact.wager)


def _of_ones_own(table: Table, number: int, by: Person) -> Box | None:
    """The box, if it is in the round; nobody speaks for another's, or is away and decides."""
    box = round_in_play(table).round.find(number)
    if box is None:
        return None
    if by.role is PLAYER and by.name != box.player:
        raise Refused(f"box {number} is {box.player}'s to decide", table.law.no_influence)
    if box.player in table.patrons.away:
        raise Refused(f"{box.player} is away, and is not back yet", table.law.absent_player)
    return box


def _must_afford(table: Table, box: Box | None, amount: int) -> None:
    """There is no playing for less: the chips are there, or the wager is not made."""
    if box is not None and amount > table.chips.rack(box.player):
        held = money(table.chips.rack(box.player))
        raise Refused(f"{box.player} has {held} in chips", table.law.chips_in_the_box)


# --- rule 8: three betting rounds


@acts.act(
    LookAtCards,
    Role.PLAYER,
    clauses=lambda rules: together(rules.law.before_the_flop.opens, rules.law.cards_in_view),
)
def look_at_cards(table: Table, command: LookAtCards, by: Person) -> Effect:
    law, at_table = law_of(table), round_in_play(table)
    opens = law.before_the_flop.opens
    box = _of_ones_own(table, command.box, by)
    if box is None:
        raise Refused(f"box {command.box} has no hand in this round", opens)
    if at_table.round.stage is Stage.DEAL:
        raise Refused("players look at their cards when all are dealt", opens)
    if box.ended in (Ended.FOLDED, Ended.CONCEDED):
        raise Refused(f"the cards of box {command.box} have been passed in", law.folded)
    if box.looked or box.ended is not None:
        raise Refused(f"there is nothing more to see at box {command.box}", opens)

    def effect() -> None:
        at_table.happen(lambda now: now.round.handle(command.box))
        table.follow()

    return effect


def _decide(table: Table, answer: Fold | Check | Concede, by: Person) -> Effect:
    _of_ones_own(table, answer.box, by)
    return _judge(table, answer)


acts.act(
    Fold,
    Role.PLAYER,
    clauses=lambda rules: together(
        _when_asked(rules.law, lambda betting: betting.fold), rules.law.fold_loses
    ),
)(_decide)
acts.act(
    Check,
    Role.PLAYER,
    clauses=lambda rules: _when_asked(rules.law, lambda betting: betting.check),
)(_decide)
acts.act(Concede, Role.PLAYER, clauses=lambda rules: rules.law.concede)(_decide)


def _bet(table: Table, answer: PlayWager | OverlookedPlay, by: Person) -> Effect:
    box = _of_ones_own(table, answer.box, by)
    effect = _judge(table, answer)
    _must_afford(table, box, answer.amount)
    return effect


acts.act(
    PlayWager,
    Role.PLAYER,
    clauses=lambda rules: together(
        _when_asked(rules.law, lambda betting: together(betting.bet, betting.multiples.clauses)),
        rules.law.one_play_wager,
    ),
)(_bet)
acts.act(
    OverlookedPlay,
    Role.DEALER,
    clauses=lambda rules: together(rules.law.play_too_small, rules.law.play_too_large),
)(_bet)


@acts.act(
    TakeAndPay,
    Role.DEALER,
    clauses=lambda rules: together(
        rules.law.concede,
        rules.law.settlement,
        rules.law.turn_hole_cards,
        rules.law.declare_hand,
        rules.law.hand_done,
    ),
)
def take_and_pay(table: Table, command: TakeAndPay, by: Person) -> Effect:
    return _judge(table, command)


# --- 13.8: no answer is a fold


@acts.act(NoAnswer, Role.DEALER, clauses=lambda rules: rules.law.no_answer)
def no_answer(table: Table, command: NoAnswer, by: Person) -> Effect:
    """Who refuses may do so out of turn; nobody else fails to answer before being asked."""
    effect = _judge(table, command)
    law, at_table = law_of(table), round_in_play(table)
    box = at_table.round.box(command.box)
    if command.refuses:
        return effect
    if box not in at_table.round.asked:
        raise Refused(f"{box.player} has not been asked yet", law.no_answer)
    until = at_table.deadline(command.box)
    if until is not None and table.now < until and box.player not in table.patrons.away:
        left = -(-(until - table.now) // 1000)
        raise Refused(f"{box.player} may answer for another {left} s", law.no_answer)
    return effect


class GiveMoreTime(Command, frozen=True, tag="give-more-time"):
    """A player who is asked gets so many seconds more to answer."""

    happens_to: ClassVar[tuple[Target, ...]] = (Target.BOX,)
    bears_on_round: ClassVar[bool] = False

    box: int
    seconds: int


@acts.act(GiveMoreTime, Role.SUPERVISOR, clauses=lambda rules: rules.law.no_answer)
def give_more_time(table: Table, command: GiveMoreTime, by: Person) -> Effect:
    law, at_table = law_of(table), _not_astray(table)
    table.refuse_unless(command.seconds > 0, "seconds: more than none", law.no_answer)
    if at_table.deadline(command.box) is None:
        raise Refused(f"no clock runs for box {command.box}", law.no_answer)
    box = at_table.round.box(command.box)
    if not box.owes_an_answer(at_table.round.stage):
        raise Refused(f"box {command.box} owes no answer", law.no_answer)

    def effect() -> None:
        at_table.give_time(command.box, command.seconds)
        table.add_fact(
            Notified(
                to=box.player, about="more time to answer", detail=f"{command.seconds} seconds",
                clauses=law.no_answer,
            )
        )  # fmt: skip

    return effect
