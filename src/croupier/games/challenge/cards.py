"""Rule 3: checking the cards, changing them, who touches them and who adds them up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.aggregate.acts import Acts, Command
from croupier.aggregate.roles import Role, who_may
from croupier.games.challenge.round import ChallengeAtTable
from croupier.games.challenge.table_law import card_law_of, of_challenge
from croupier.games.challenge.table_state import shoe_of
from croupier.rulebook.citing import Refused
from croupier.shoe import Occasion
from croupier.table.acts.conduct import Attest
from croupier.table.acts.opening import CheckCards
from croupier.table.facts import Attested, Exercised, Notified
from croupier.table.law import together
from croupier.table.shoe_state import Preparation
from croupier.table.table import Phase

if TYPE_CHECKING:
    from croupier.aggregate.acts import Effect
    from croupier.aggregate.roles import Person
    from croupier.games.blackjack.rules import BlackjackRules
    from croupier.rulebook.citing import Clauses
    from croupier.table.table import Table

acts: Acts[Table, BlackjackRules] = Acts()


@acts.act(CheckCards, Role.DEALER, clauses=of_challenge(lambda law: law.cards_checked))
def check_cards(table: Table, command: CheckCards, by: Person) -> Effect:
    """Who checks is whoever says so: a dealer or a casino supervisor."""
    law = card_law_of(table)
    if command.occasion != "opening":
        raise Refused("occasion: cards are checked before they are used", law.cards_checked)
    how = "a casino supervisor" if by.role in who_may(Role.SUPERVISOR) else "a dealer"
    return _checked(table, by, how, law.cards_checked)


class CheckByMachine(Command, frozen=True, tag="check-by-machine"):
    """A deck-checking device has been through the cards."""


@acts.act(CheckByMachine, Role.DEALER, clauses=of_challenge(lambda law: law.checked_by_machine))
def check_by_machine(table: Table, command: CheckByMachine, by: Person) -> Effect:
    law = card_law_of(table)
    return _checked(table, by, "a deck-checking device", law.checked_by_machine)


def _checked(table: Table, by: Person, how: str, clauses: Clauses) -> Effect:
    law = card_law_of(table)
    table.refuse_unless(not table.in_play, "a round is in play", law.cards_checked)
    if shoe_of(table).wrong_cards:
        raise Refused("the decks are to be verified card by card", law.wrong_cards_checked)

    def effect() -> None:
        table.cards_checked = True
        table.state(Attested(what=f"cards checked by {how}", by=by.name, clauses=clauses))

    return effect


class ReplaceCards(Command, frozen=True, tag="replace-cards"):
    """All the cards leave the table and new ones come, to be checked before they are used."""

    reason: str


@acts.act(
    ReplaceCards,
    Role.SUPERVISOR,
    clauses=of_challenge(
        lambda law: together(law.replaced_after_any_round, law.replaced_after_the_cutting_card)
    ),
)
def replace_cards(table: Table, command: ReplaceCards, by: Person) -> Effect:
    law, shoe = card_law_of(table), shoe_of(table)
    table.must_be_open()
    table.refuse_unless(command.reason, "reason: say why", law.cards_replaced)
    if table.phase is not Phase.BETTING:
        raise Refused("cards are changed between rounds", law.cards_replaced)
    clauses = law.replaced_after_any_round
    if not shoe.machine:
        clauses = law.replaced_after_the_cutting_card
        after_the_cutting_card = (
            shoe.preparation is Preparation.NEEDS_SHUFFLE and shoe.cutting_card_out
        )
        if not (after_the_cutting_card or shoe.wrong_cards):
            raise Refused(
                "the cards of a shoe are changed after the cutting card and before the shuffle",
                clauses,
            )

    def effect() -> None:
        shoe.gather()
        shoe.preparation = Preparation.NEEDS_SHUFFLE
        shoe.occasion = Occasion.CARDS_REPLACED
        shoe.preshuffled = ""
        shoe.wrong_cards = False
        table.cards_checked = False
        table.state(
            Exercised(
                power="new cards", subject=shoe.device, reason=command.reason, clauses=clauses
            )
        )

    return effect


class MisstateTotal(Command, frozen=True, tag="misstate-total"):
    """The dealer has announced a wrong point total; the hand counts what its cards count."""

    box: int
    said: int
    hand: int = 1


@acts.act(MisstateTotal, Role.DEALER, clauses=of_challenge(lambda law: law.own_totals))
def misstate_total(table: Table, command: MisstateTotal, by: Person) -> Effect:
    law, at_table = card_law_of(table), table.round
    if not isinstance(at_table, ChallengeAtTable) or not table.in_play:
        raise Refused("no round is in play", law.own_totals)
    if not at_table.has_place(command.box, command.hand):
        raise Refused(f"there is no hand {command.hand} on box {command.box}", law.box)
    _, hand = at_table.round.find(command.box, command.hand)
    if command.said == hand.total:
        raise Refused(f"said: the hand counts {hand.total}", law.own_totals)

    def effect() -> None:
        table.state(
            Notified(
                to="players", about="a wrong total was announced",
                detail=f"box {command.box}, hand {command.hand}: {hand.total}, "
                f"not {command.said}",
                clauses=law.own_totals,
            )
        )  # fmt: skip

    return effect


@acts.act(
    Attest,
    Role.DEALER,
    clauses=of_challenge(
        lambda law: together(
            law.preshuffled, law.dealt_from_the_left, law.cards_handled, law.no_advice
        )
    ),
)
def attest(table: Table, command: Attest, by: Person) -> Effect:
    """Duties that a program cannot see being done."""
    law = card_law_of(table)
    duties = {
        "cards-secured": law.preshuffled,
        "dealt-from-the-left": law.dealt_from_the_left,
        "cards-untouched": law.cards_handled,
        "no-advice": law.no_advice,
    }
    if command.duty not in duties:
        raise Refused(f"duty: one of {', '.join(duties)}", law.conduct)
    clauses = duties[command.duty]
    table.refuse_unless(command.statement, "statement: say what is attested", clauses)

    def effect() -> None:
        table.state(
            Attested(what=command.duty, by=by.name, detail=command.statement, clauses=clauses)
        )

    return effect
