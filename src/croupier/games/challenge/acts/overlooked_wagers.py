"""Rules 6.2, 6.3 and 19.6.14: wagers out of order that are found only after the first card."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import msgspec

from croupier.aggregate.acts import Acts, Command, CommandSignificance, Target
from croupier.aggregate.roles import Role
from croupier.games.blackjack.asks_and_answers import Double, Elect
from croupier.games.blackjack.facts import Chose
from croupier.games.blackjack.round_at_table import RoundAtTable
from croupier.games.challenge.acts.limits import maximum_for, minimum_for, share_out
from croupier.games.challenge.acts.player_restrictions import why_one_box
from croupier.games.challenge.acts.shared_boxes import by_priority, why_full
from croupier.games.challenge.round import round_at
from croupier.games.challenge.table_law import law_of, of_challenge
from croupier.games.challenge.table_state import note_the_time, state_of, why_detained
from croupier.rulebook.citations import Refused
from croupier.table.acts.betting import after_a_removal, apply_limits, place
from croupier.table.acts.chips_and_float import note_debts
from croupier.table.acts.hidden_wagers import proper
from croupier.table.acts.misplaced_cards import must_still_be_there
from croupier.table.acts.patrons import must_be_here
from croupier.table.acts.tournament import must_be_a_tournaments
from croupier.table.acts.turns import put_out
from croupier.table.facts import MadeGood, Reconstructed
from croupier.table.law import of_tournaments, together
from croupier.table.table import Phase
from croupier.table.tournament_play import law_at
from croupier.table.wagers import MAIN, Admitted, Wager

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from croupier.aggregate.acts import Effect
    from croupier.aggregate.roles import Person
    from croupier.cards import Card
    from croupier.games.blackjack.round import Sent
    from croupier.games.blackjack.rules import BlackjackRules
    from croupier.rulebook.citations import Clauses
    from croupier.table.table import Table


acts: Acts[Table, BlackjackRules] = Acts()


class OverlookWager(Command, frozen=True, tag="overlook-wager"):
    """Chips outside the limits lie in a box, and nobody notices before the first card."""

    happens_to: ClassVar[tuple[Target, ...]] = (Target.WAGER, Target.BOX)
    significance: ClassVar[CommandSignificance | None] = CommandSignificance.IRREGULARITY
    puts_right: ClassVar[bool] = False
    why_patrons_own: ClassVar[str] = "it says that a patron has put chips down, and plays with them"

    brings_into_play: ClassVar[bool] = True

    player: str
    box: int
    amount: int


@acts.act(
    OverlookWager,
    Role.DEALER,
    clauses=of_challenge(
        lambda law: together(law.within_limits, law.under_minimum, law.over_maximum)
    ),
)
def overlook_wager(table: Table, command: OverlookWager, by: Person) -> Effect:
    law, player, box, amount = law_of(table), command.player, command.box, command.amount
    must_be_here(table, player)
    table.must_be_open()
    table.refuse_unless(box in table.boxes, f"box: there is no box {box}", law.box)
    if table.phase is not Phase.BETTING:
        raise Refused("no more bets", law.no_more_bets)
    if table.tournament is not None and table.tournament.positions.get(player) != box:
        raise Refused(f"{player} wagers from another position", law_at(table).position)
    old = table.wager_of(player, box, MAIN)
    new = Wager(box, player, MAIN, amount, table.patrons.seats.get(box) == player)
    elsewhere = why_detained(table, player) or why_full(table, new) or why_one_box(table, new)
    if elsewhere is not None:  # what nobody notices is how much it is
        raise elsewhere
    if _is_in_order(table, new):
        raise Refused("amount: it is within the limits", law.within_limits)
    if not 0 < amount <= table.chips.rack(player) + (old.amount if old else 0):
        raise Refused(f"{player} has no such chips", law.chips_in_the_box)
    others = [w for w in table.wagers if w.wager == MAIN and w.box == box and w is not old]
    if len(others) >= law.players_per_box.value:
        raise Refused("the box is full", law.players_per_box.clauses)

    def effect() -> None:
        state_of(table).overlooked.add((player, box))
        note_the_time(table, player, box)
        place(table, old or new, amount)

    return effect


def _is_in_order(table: Table, new: Wager) -> bool:
    """Whether there is nothing to notice; in a tournament wagers are whole minimums, too."""
    if table.tournament is not None:
        return proper(table, new) == new.amount
    return _within_limits(table, new)


def _within_limits(table: Table, new: Wager) -> bool:
    most = maximum_for(table, new.player)
    others = sum(
        w.amount
        for w in table.wagers
        if w.wager == MAIN and w.box == new.box and w.player != new.player
    )
    enough = new.amount >= minimum_for(table, new.player, new.box)
    return enough and (most is None or new.amount + others <= most)


class FindOverMaximum(Command, frozen=True, tag="find-over-maximum"):
    """The wagers on a box are found to be over the maximum, in this round or an earlier one."""

    happens_to: ClassVar[tuple[Target, ...]] = (Target.WAGER,)
    significance: ClassVar[CommandSignificance | None] = CommandSignificance.IRREGULARITY

    box: int
    round: int | None = None


@acts.act(
    FindOverMaximum,
    Role.DEALER,
    clauses=lambda rules: together(
        rules.table_law.over_maximum, *(rules.law.maximum_shared or {}).values()
    ),
)
def find_over_maximum(table: Table, command: FindOverMaximum, by: Person) -> Effect:
    law, box = law_of(table), command.box
    if not table.in_play or command.round not in (None, table.number):
        raise Refused("what was wagered and won in earlier rounds stands", law.over_maximum)
    at_table = table.round
    assert isinstance(at_table, RoundAtTable)
    kept = {each for each in state_of(table).overlooked if each[1] != box}
    found = any(
        at_table.can_void(player, box, MAIN)  # it may have been taken off for another reason
        for player, _ in state_of(table).overlooked - kept
    )
    lying = by_priority(table, box) if found else []
    playing = [wager for wager in lying if at_table.can_void(wager.player, box, MAIN)]
    ruled = share_out(table, playing, at_table.rules.readings.shares)
    if not any(each.goes_back for each in ruled):
        raise Refused(f"the wagers on box {box} are not over the maximum", law.over_maximum)
    stakes = {(each.wager.player, box): each.stands for each in ruled}

    def restake() -> None:
        state_of(table).overlooked = kept
        for each in ruled:
            apply_limits(table, each)

    return rebuild_on(table, stakes, restake, law.over_maximum)


def rebuild_on(
    table: Table,
    stakes: Mapping[tuple[str, int], int],
    restake: Callable[[], None],
    clauses: Clauses,
) -> Effect:
    """The round with the same cards and decisions, on stakes that have been put right."""
    at_table = table.round
    assert isinstance(at_table, RoundAtTable)
    if at_table.misplaced:  # it would move the cards, and revoke what was decided on them
        raise Refused("a card lies on the wrong hand", table.law.misplaced_in_round)
    admitted = [_restaked(each, stakes) for each in at_table.admitted]
    rebuilt, left, decisions = at_table.rebuilt_on(
        [each for each in admitted if each.stands], list(_capped_answers(at_table, stakes))
    )
    must_still_be_there(table, rebuilt)

    def effect() -> None:
        table.withdraw(at_table)
        table.add_fact(
            Reconstructed(
                round=table.number, decisions_kept=decisions, waiting=tuple(left), clauses=clauses
            )
        )
        restake()
        table.wagers = [wager for wager in table.wagers if wager.amount]
        del table.shoe.layout[len(table.shoe.layout) - len(left) :]
        table.shoe.pending.extendleft(reversed(left))
        table.begin_round(rebuilt)
        table.phase = Phase.SETTLED if rebuilt.over else Phase.DEALING
        note_debts(table, clauses)

    return effect


def _restaked(each: Admitted, stakes: Mapping[tuple[str, int], int]) -> Admitted:
    wager = each.wager
    stands = stakes.get((wager.player, wager.box)) if wager.wager == MAIN else None
    if stands is None or stands == each.stands:
        return each
    return Admitted(wager, stands, 0, each.clauses)


def _capped_answers(
    at_table: RoundAtTable, stakes: Mapping[tuple[str, int], int]
) -> Iterator[tuple[Sent, tuple[Card, ...]]]:
    """What was added to a wager comes down with it: neither doubled nor split for more."""
    doubled = (
        fact.player
        for fact in at_table.facts
        if isinstance(fact, Chose) and fact.action == "double"
    )
    for sent, seen in at_table.round.answers:
        if isinstance(sent, Double | Elect):
            player = sent.player if isinstance(sent, Elect) else next(doubled)
            most = stakes.get((player, sent.box), sent.amount)
            yield msgspec.structs.replace(sent, amount=min(sent.amount, most)), seen
        else:
            yield sent, seen


class FindWager(Command, frozen=True, tag="find-wager"):
    """A player's wager is found to be short, over the maximum or of broken units in the round."""

    happens_to: ClassVar[tuple[Target, ...]] = (Target.WAGER,)

    player: str


@acts.act(FindWager, Role.DEALER, clauses=of_tournaments(lambda law: law.made_good))
def find_wager(table: Table, command: FindWager, by: Person) -> Effect:
    law, player = law_at(table), command.player
    box = must_be_a_tournaments(table).positions.get(player, 0)
    wager = table.wager_of(player, box, MAIN) if table.in_play else None
    overlooked = (player, box) in state_of(table).overlooked
    if wager is None or not overlooked or proper(table, wager) == wager.amount:
        raise Refused(f"no wager of {player} is to be made good", law.made_good)
    amount = proper(table, wager)
    if amount:
        return rebuild_on(
            table, {(player, box): amount}, lambda: _make_good(table, wager, amount), law.made_good
        )
    return lambda: _make_void(table, wager)


def _make_good(table: Table, wager: Wager, amount: int) -> None:
    law = law_at(table)
    table.add_fact(
        MadeGood(player=wager.player, was=wager.amount, amount=amount, clauses=law.made_good)
    )
    if amount > wager.amount:
        place(table, wager, amount)
    else:
        apply_limits(table, Admitted(wager, amount, wager.amount - amount, law.made_good))


def _make_void(table: Table, wager: Wager) -> None:
    """The cards are burnt, and the player is out of the session."""
    law = law_at(table)
    assert table.round is not None
    table.add_fact(MadeGood(player=wager.player, was=wager.amount, amount=0, clauses=law.made_good))
    table.round.void_wagers(wager.player, wager.box, None, law.made_good)
    round_at(table).burn_cards(wager.box)
    after_a_removal(table)
    put_out(table, wager.player, wagered=wager.amount, clauses=law.made_good)
