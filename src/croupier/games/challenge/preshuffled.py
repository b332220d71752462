"""Rule 4: cards that come to the table shuffled, and the riffle that a player may ask for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.aggregate.acts import Acts, Command
from croupier.aggregate.roles import Role
from croupier.games.challenge.shuffling import must_be_all_there, shuffled
from croupier.games.challenge.table_law import card_law_of, of_challenge
from croupier.games.challenge.table_state import shoe_of
from croupier.rulebook.citing import Clauses, Refused
from croupier.shoe import Occasion
from croupier.table.acts.shuffling import must_be_publishable
from croupier.table.facts import Attested, Exercised, Notified
from croupier.table.law import together
from croupier.table.shoe_state import Preparation

if TYPE_CHECKING:
    from croupier.aggregate.acts import Effect
    from croupier.aggregate.roles import Person
    from croupier.games.blackjack.rules import BlackjackRules
    from croupier.table.table import Table

acts: Acts[Table, BlackjackRules] = Acts()

CASINO, ANGEL = "casino", "angel"


class BringPreshuffled(Command, frozen=True, tag="bring-preshuffled"):
    """New cards that were shuffled before and kept secured: by the casino, or by their maker."""

    shuffled_by: str
    secured: str
    """Where they were kept, and who answers for it."""
    commitment: str | None = None


@acts.act(
    BringPreshuffled,
    Role.DEALER,
    clauses=of_challenge(lambda law: together(law.preshuffled_by_maker, law.shuffled_before_play)),
)
def bring_preshuffled(table: Table, command: BringPreshuffled, by: Person) -> Effect:
    law, shoe = card_law_of(table), shoe_of(table)
    table.must_be_open()
    if command.shuffled_by not in (CASINO, ANGEL):
        raise Refused(f"shuffled_by: {CASINO} or {ANGEL}", law.preshuffled)
    clauses = law.preshuffled if command.shuffled_by == CASINO else law.preshuffled_by_maker
    table.refuse_unless(command.secured, "secured: say where and by whom", clauses)
    if shoe.machine:
        raise Refused("a shuffling device shuffles its cards itself", law.machine_loaded)
    must_be_all_there(table)
    new = shoe.occasion in (Occasion.GAME_BEGINNING, Occasion.CARDS_REPLACED)
    if shoe.preparation is not Preparation.NEEDS_SHUFFLE or not new or table.in_play:
        raise Refused("no new cards are to come", clauses)
    if shoe.preshuffled:
        raise Refused("they have come already", clauses)
    must_be_publishable(table, command.commitment)
    no_more_to_do = table.options["preshuffled_satisfies_4_4_1"]

    def effect() -> None:
        shoe.preshuffled = command.shuffled_by
        table.state(
            Attested(
                what=f"cards shuffled before: {command.shuffled_by}", by=by.name,
                detail=command.secured, clauses=clauses,
            )
        )  # fmt: skip
        if no_more_to_do:
            shoe.gather()
            shuffled(table, command.commitment, Clauses((*clauses, *law.shuffled_before_play)))

    return effect


class AskForRiffle(Command, frozen=True, tag="ask-for-riffle"):
    """A player wishes that cards which came shuffled be riffled before they are cut."""

    player: str


@acts.act(
    AskForRiffle,
    Role.PLAYER,
    clauses=of_challenge(lambda law: together(law.riffle, law.riffle_of_makers_cards)),
)
def ask_for_riffle(table: Table, command: AskForRiffle, by: Person) -> Effect:
    shoe, clauses = shoe_of(table), _riffle(table)
    if shoe.preparation is not Preparation.OFFERING_CUT or not shoe.preshuffled:
        raise Refused("no cards that came shuffled are about to be cut", clauses)
    if shoe.riffle_asked_by:
        raise Refused(f"{shoe.riffle_asked_by} has asked already", clauses)

    def effect() -> None:
        shoe.riffle_asked_by = command.player
        table.state(
            Notified(to="floor", about="riffle wanted", detail=command.player, clauses=clauses)
        )

    return effect


class ApproveRiffle(Command, frozen=True, tag="approve-riffle"):
    """A casino supervisor approves the riffle that a player has asked for."""


@acts.act(
    ApproveRiffle,
    Role.SUPERVISOR,
    clauses=of_challenge(lambda law: together(law.riffle, law.riffle_of_makers_cards)),
)
def approve_riffle(table: Table, command: ApproveRiffle, by: Person) -> Effect:
    shoe, clauses = shoe_of(table), _riffle(table)
    if not shoe.riffle_asked_by or shoe.riffle_approved:
        raise Refused("no riffle waits for approval", clauses)

    def effect() -> None:
        shoe.riffle_approved = True
        table.state(
            Exercised(power="approve a riffle", subject=shoe.riffle_asked_by, clauses=clauses)
        )

    return effect


class Riffle(Command, frozen=True, tag="riffle"):
    """The dealer riffles cards that came shuffled, before the cut or before a multishuffler."""

    before: str = "cut"
    commitment: str | None = None


@acts.act(
    Riffle,
    Role.DEALER,
    clauses=of_challenge(
        lambda law: together(law.riffle, law.riffle_of_makers_cards, law.multishuffler)
    ),
)
def riffle(table: Table, command: Riffle, by: Person) -> Effect:
    law, shoe, clauses = card_law_of(table), shoe_of(table), _riffle(table)
    if shoe.preparation is not Preparation.OFFERING_CUT or not shoe.riffle_approved:
        raise Refused("no player has asked and no supervisor approved", clauses)
    if command.before not in ("cut", "multishuffler"):
        raise Refused("before: the cut or the multishuffler", clauses)
    if command.before == "multishuffler":
        if shoe.preshuffled == ANGEL:
            raise Refused("cards shuffled by their maker are riffled before the cut", clauses)
        clauses = Clauses((*clauses, *law.multishuffler))
    must_be_publishable(table, command.commitment)
    return lambda: shuffled(table, command.commitment, clauses)


def _riffle(table: Table) -> Clauses:
    law = card_law_of(table)
    return law.riffle_of_makers_cards if shoe_of(table).preshuffled == ANGEL else law.riffle
