"""Notice that must be given before a power is used: to an inspector, to Surveillance."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, ClassVar

from croupier.aggregate.acts import Acts, Command, OneOf
from croupier.aggregate.free_text import Text
from croupier.aggregate.roles import Role
from croupier.games.challenge.table_law import law_of, of_challenge
from croupier.games.challenge.table_state import state_of
from croupier.rulebook.citations import Clauses, NotYet, Refused
from croupier.table.facts import Notified
from croupier.table.law import together

if TYPE_CHECKING:
    from croupier.aggregate.acts import Effect
    from croupier.aggregate.roles import Person
    from croupier.games.blackjack.rules import BlackjackRules
    from croupier.table.table import Table

acts: Acts[Table, BlackjackRules] = Acts()

INSPECTOR, SURVEILLANCE = "inspector", "surveillance"


class GiveNotice(Command, frozen=True, tag="give-notice"):
    """An inspector or Surveillance is told of a restriction that is about to be made."""

    bears_on_round: ClassVar[bool] = False

    to: Annotated[str, OneOf((INSPECTOR, SURVEILLANCE))]
    of: Text
    """The restriction: `further-shoes`, `one-box`, or the side bet that it is about."""
    player: str = ""
    """Whom it is on, where it is on one player."""


@acts.act(
    GiveNotice,
    Role.SUPERVISOR,
    clauses=of_challenge(lambda law: together(law.inspector, *law.notices.values())),
    lists={"of": lambda table: law_of(table).notices},
)
def give_notice(table: Table, command: GiveNotice, by: Person) -> Effect:
    law = law_of(table)
    wanted = law.notices.get(command.of)
    if wanted is None:
        known = Clauses(tuple(clause for each in law.notices.values() for clause in each))
        raise Refused(f"of: one of {', '.join(law.notices)}", known)
    if command.to not in (INSPECTOR, SURVEILLANCE):
        raise Refused(f"to: {INSPECTOR} or {SURVEILLANCE}", wanted)
    on_a_player = command.of not in law.side_bets
    if on_a_player != bool(command.player):
        raise Refused("player: a restriction on a player names one, another none", wanted)

    def effect() -> None:
        state_of(table).told[command.to, command.of, command.player] = table.now
        clauses = Clauses((*wanted, *law.inspector)) if command.to == INSPECTOR else wanted
        table.add_fact(
            Notified(
                to=command.to, about=f"restriction: {command.of}", detail=command.player,
                clauses=clauses,
            )
        )  # fmt: skip

    return effect


def must_have_been_told(table: Table, to: str, of: str, player: str, clauses: Clauses) -> None:
    """The notice came first; afterwards it is too late."""
    told = state_of(table).told.get((to, of, player))
    if told is None or told > table.now:
        raise NotYet(f"{to}: no notice was given before", clauses)


def use_up_notices(table: Table, of: str, player: str = "") -> None:
    """The next restriction takes notices of its own."""
    told = state_of(table).told
    for to in (INSPECTOR, SURVEILLANCE):
        told.pop((to, of, player), None)
