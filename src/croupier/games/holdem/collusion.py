"""Rules 8.7 and 12 at a table: silence, cards in view, and what comes of breaking either."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.aggregate.acts import Acts, Command
from croupier.aggregate.roles import Role
from croupier.games.holdem import irregularities
from croupier.games.holdem.at_table import RoundAtTable, round_in_play
from croupier.games.holdem.facts import Abort, Ended
from croupier.games.holdem.misdeals import happen
from croupier.games.holdem.table_state import law_of
from croupier.rulebook.citing import Clauses, Refused
from croupier.table.acts.patrons import must_be_here
from croupier.table.facts import Exercised, Notified
from croupier.table.law import together

if TYPE_CHECKING:
    from croupier.aggregate.acts import Effect
    from croupier.aggregate.roles import Person
    from croupier.games.holdem.rules import HoldemLaw, HoldemRules
    from croupier.table.table import Table

acts: Acts[Table, HoldemRules] = Acts()


class Say(Command, frozen=True, tag="say"):
    """A player says something to the table."""

    player: str
    words: str


@acts.act(
    Say, Role.PLAYER, clauses=lambda rules: together(rules.law.silence, rules.law.no_word_of_hands)
)
def say(table: Table, command: Say, by: Person) -> Effect:
    """From the first card to the last settlement players declare what they do, and no more."""
    law = law_of(table)
    must_be_here(table, command.player)
    table.refuse_unless(command.words, "words: say what", law.silence)
    at_table = table.round
    if table.in_play and isinstance(at_table, RoundAtTable) and not at_table.over:
        betting = at_table.round.betting_law is not None
        if betting:
            raise Refused("in a betting round players declare fold, check or bet", law.silence)
        raise Refused("nothing is said while hands are in play", law.no_word_of_hands)
    return lambda: table.state(
        Notified(
            to="players", about=f"said by {command.player}", detail=command.words,
            clauses=law.silence,
        )
    )  # fmt: skip


def _forbidden(law: HoldemLaw) -> dict[str, Clauses]:
    return {
        "out-of-view": law.cards_in_view,
        "exchange": law.no_exchange,
        "word-of-hand": law.no_word_of_hands,
        "talk": law.silence,
    }


class ReportCollusion(Command, frozen=True, tag="report-collusion"):
    """A player let cards out of view, exchanged some, spoke of a hand, or spoke out of turn."""

    player: str
    what: str
    """`out-of-view`, `exchange`, `word-of-hand` or `talk`."""
    words: str


@acts.act(
    ReportCollusion,
    Role.DEALER,
    clauses=lambda rules: together(
        rules.law.silence,
        rules.law.cards_in_view,
        rules.law.no_exchange,
        rules.law.no_word_of_hands,
        rules.law.collusion,
    ),
)
def report_collusion(table: Table, command: ReportCollusion, by: Person) -> Effect:
    law = law_of(table)
    forbidden = _forbidden(law)
    round_in_play(table)
    must_be_here(table, command.player)
    if command.what not in forbidden:
        raise Refused(f"what: one of {', '.join(forbidden)}", law.collusion)
    table.refuse_unless(command.words, "words: say what happened", law.collusion)

    def effect() -> None:
        table.patrons.breaches[command.player] += 1
        table.state(
            Exercised(
                power=f"breach recorded: {command.what}", subject=command.player,
                reason=command.words,
                clauses=Clauses((*forbidden[command.what], *table.law.breach)),
            )
        )  # fmt: skip

    return effect


class SanctionCollusion(Command, frozen=True, tag="sanction-collusion"):
    """Somebody who colluded is excluded from the round, or the round is void."""

    player: str
    sanction: str
    """`exclude-from-round` or `void-round`."""
    reason: str


@acts.act(
    SanctionCollusion,
    Role.SUPERVISOR,
    clauses=lambda rules: together(rules.law.void, rules.law.collusion),
)
def sanction_collusion(table: Table, command: SanctionCollusion, by: Person) -> Effect:
    """Nothing but void is said of the wagers of somebody who is excluded, so they go back."""
    law, at_table = law_of(table), round_in_play(table)
    table.refuse_unless(command.reason, "reason: say why", law.collusion)
    if not table.patrons.breaches[command.player]:
        raise Refused(f"no breach by {command.player} is recorded", law.collusion)
    if command.sanction not in ("exclude-from-round", "void-round"):
        raise Refused("sanction: exclude-from-round or void-round", law.collusion)
    hands = [box for box in at_table.round.boxes if box.player == command.player]
    own_hand = next((box for box in hands if box.ended is not Ended.VOID), None)
    if command.sanction == "exclude-from-round" and own_hand is None:
        raise Refused(f"{command.player} has no hand in this round", law.collusion)

    def effect() -> None:
        table.state(
            Exercised(
                power=command.sanction, subject=command.player, reason=command.reason,
                clauses=law.collusion,
            )
        )  # fmt: skip
        if own_hand is not None and command.sanction == "exclude-from-round":
            at_table.void_hand(own_hand.number, "excluded from the round", law.collusion)
            table.follow()
        else:
            happen(
                table,
                lambda round: irregularities.abort(
                    round, Abort.VOID, command.reason, law.collusion
                ),
            )

    return effect
