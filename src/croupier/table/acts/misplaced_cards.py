"""Cards on the wrong hand, found in their round or after it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, ClassVar

from croupier.aggregate.acts import Acts, Command
from croupier.aggregate.free_text import Text
from croupier.aggregate.roles import Role
from croupier.cards import Card
from croupier.rulebook.citations import Clauses, NoRuling, Refused
from croupier.table.acts.chips_and_float import note_debts, note_owed
from croupier.table.acts.dispute_rulings import must_be_open_to_change, must_not_be_decided
from croupier.table.facts import Reconstructed, Reversed, RoundVoided
from croupier.table.law import of_table, together
from croupier.table.shoe_state import Preparation
from croupier.table.table import Phase

if TYPE_CHECKING:
    from croupier.aggregate.acts import Effect
    from croupier.aggregate.roles import Person
    from croupier.table.game_protocol import GameRound
    from croupier.table.law import TableRules
    from croupier.table.table import FinishedRound, Table

acts: Acts[Table, TableRules] = Acts()


class Reconstruct(Command, frozen=True, tag="reconstruct"):
    """A misplaced card is found before the next round: the hands are built again as they should be.

    Every card goes where it was due, in the order drawn. A decision stands if it is still legal and
    was made on the same cards; the others are asked for again.
    """

    reason: Text


@acts.act(Reconstruct, Role.SUPERVISOR, clauses=of_table(lambda law: law.misplaced_in_round))
def reconstruct(table: Table, command: Reconstruct, by: Person) -> Effect:
    law = table.law
    table.refuse_unless(command.reason, "reason: say what was misplaced", law.misplaced_in_round)
    if table.in_play:
        game_round = table.round
    elif table.rounds and table.rounds[-1].void:
        raise Refused("the round is void", law.misplaced_in_round)
    else:
        game_round = table.last.round if table.last else None
    if game_round is None:
        raise Refused("no round has been played", law.misplaced_in_round)
    must_be_open_to_change(table)
    if not table.in_play:
        must_not_be_decided(table, table.rounds[-1].number)
    if not game_round.misplaced:
        raise Refused("every card lies where it was due", law.misplaced_in_round)
    rebuilt, left, kept = game_round.rebuilt()
    brought_back = not table.in_play and not rebuilt.over
    if table.in_play or brought_back:
        must_still_be_there(table, rebuilt)
    if brought_back:
        _can_be_brought_back(table)

    def effect() -> None:
        number = table.number if table.in_play else table.rounds[-1].number
        table.withdraw(game_round)
        table.add_fact(
            Reconstructed(
                round=number, decisions_kept=kept,
                waiting=tuple(left) if table.in_play or brought_back else (),
                out_of_the_rack=brought_back, clauses=law.misplaced_in_round,
            )
        )  # fmt: skip
        if table.in_play:
            lay_again(table, rebuilt, left)
        elif brought_back:
            _bring_back_last_round(table)
            lay_again(table, rebuilt, left)
        else:
            correct_settlement(table, rebuilt)
            players = [wager.player for wager in table.last.wagers] if table.last else []
            note_owed(table, players, law.wagers_frozen)
        note_debts(table, law.misplaced_in_round)

    return effect


def must_still_be_there(table: Table, rebuilt: GameRound) -> None:
    """What was mixed with the discards in mid-round is not to be had for another hand."""
    if _lacks_cards(table, rebuilt):
        law = table.law
        raise Refused(
            "cards of the round are mixed with the others",
            together(law.misplaced_in_round, law.void_round),
        )


def _lacks_cards(table: Table, rebuilt: GameRound) -> bool:
    mixed = table.shoe.mixed if table.in_play or table.last is None else table.last.mixed
    return bool(Counter(mixed) - Counter(rebuilt.cleared))


def cannot_be_rebuilt(table: Table, past: FinishedRound) -> bool:
    """Whether a finished round has to be played on, since a card was misplaced, and cannot be."""
    last = table.last
    if last is None or next_has_begun(table, past) or not last.round.misplaced:
        return False
    try:
        rebuilt = last.round.rebuilt()[0]
    except NoRuling:  # it stands as it lies, or was void at once
        return False
    gone = table.shoe.mixings != last.mixings or _lacks_cards(table, rebuilt)
    return gone and not rebuilt.over


def _can_be_brought_back(table: Table) -> None:
    """A round that is collected can go on only if nothing has taken its place yet."""
    law = table.law
    if table.phase is not Phase.BETTING or table.wagers:
        raise Refused(
            "the round has to be played on, and wagers for the next are down",
            law.misplaced_in_round,
        )
    assert table.last is not None
    if table.shoe.mixings != table.last.mixings:
        raise Refused(
            "the round has to be played on, and its cards are mixed with the others",
            together(law.misplaced_in_round, law.void_round),
        )


def _bring_back_last_round(table: Table) -> None:
    """The cards come back out of the discard rack, and the chips that were won and lost."""
    assert table.last is not None
    past, last, shoe = table.rounds.pop(), table.last, table.shoe
    shoe.layout, shoe.mixed = list(past.cards), list(last.mixed)
    shoe.take_out_of_rack(last.rack, len(past.cards))
    table.wagers = list(last.wagers)
    table.rounds_left = last.rounds_left
    shoe.preparation = Preparation.LOADED
    if table.tournament is not None:
        from croupier.table.tournament_rules import round_goes_on

        round_goes_on(table)


def lay_again(table: Table, rebuilt: GameRound, left: list[Card]) -> None:
    """Go on with the round as it was built again; cards without a place in it are the next ones."""
    patrons, shoe = table.patrons, table.shoe
    for player in dict.fromkeys(wager.player for wager in table.wagers):
        rebuilt.set_absent(player, player in patrons.away or player not in patrons.arrived)
    del shoe.layout[len(shoe.layout) - len(left) :]
    shoe.pending.extendleft(reversed(left))
    table.begin_round(rebuilt)
    table.phase = Phase.SETTLED if rebuilt.over else Phase.DEALING


def correct_settlement(table: Table, rebuilt: GameRound) -> None:
    """The round is complete as rebuilt: its cards stay in the rack, only chips move."""
    assert table.last is not None
    for fact in rebuilt.facts:
        table.add_fact(fact)
    table.rounds[-1].facts = tuple(rebuilt.facts)
    if table.round is table.last.round:
        table.round = rebuilt
    table.last.round = rebuilt
    if table.tournament is not None:
        from croupier.table.tournament_rules import round_laid_again

        round_laid_again(table, complete=True)


class VoidEarlierRound(Command, frozen=True, tag="void-earlier-round"):
    """A misplaced card is found after the next round began: the faulty round is void."""

    why_override: ClassVar[str] = (
        "a round that was paid is undone on the word that a card was misplaced in it"
    )

    round: int
    reason: Text


@acts.act(
    VoidEarlierRound,
    Role.SUPERVISOR,
    clauses=of_table(lambda law: together(law.void, law.misplaced_found_later)),
)
def void_earlier_round(table: Table, command: VoidEarlierRound, by: Person) -> Effect:
    law, past = table.law, must_be_finished(table, command)
    if not next_has_begun(table, past):
        raise Refused(
            "the next round has not commenced: reconstruct the hand", law.misplaced_in_round
        )
    return lambda: void_past(
        table, past, command.reason, Clauses((*law.misplaced_found_later, *law.void))
    )


def must_be_finished(table: Table, command: VoidEarlierRound) -> FinishedRound:
    """The round in which a card is said to have been misplaced, as it was played and stands."""
    law = table.law
    table.refuse_unless(command.reason, "reason: say what was misplaced", law.misplaced_found_later)
    past = table.past_round(command.round)
    if past is None:
        raise Refused(
            f"round: there is no finished round {command.round}", law.misplaced_found_later
        )
    table.refuse_unless(not past.void, f"round {past.number} is void already", law.void)
    must_not_be_decided(table, past.number)
    return past


def next_has_begun(table: Table, past: FinishedRound) -> bool:
    """Whether another round has commenced since."""
    return table.in_play or table.rounds[-1].number > past.number


def undo_what_it_counted_for(table: Table, past: FinishedRound) -> None:
    """A collected round is void: nobody let it pass, and it is none of a tournament's session."""
    past.void = True
    if next_has_begun(table, past):
        table.patrons.forget_an_earlier_round(past.number)
    else:
        table.patrons.forget_the_last_round()
    if table.tournament is not None:
        from croupier.table.tournament_rules import round_undone

        round_undone(table, past)


def void_past(table: Table, past: FinishedRound, reason: str, clauses: Clauses) -> None:
    """Every wager and payment of a finished round goes back; who has left owes or is owed."""
    table.add_fact(RoundVoided(round=past.number, reason=reason, clauses=clauses))
    undo_what_it_counted_for(table, past)
    standing = past.standing()
    for fact in standing:
        table.add_fact(Reversed.of(fact, clauses))
    note_owed(table, (fact.player for fact in standing), clauses)
    note_debts(table, clauses)
