"""Rules 3 and 4: cards checked, changed, added up, and shuffled before they came to the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, ClassVar

from croupier.aggregate.acts import Acts, Command, CommandSignificance, OneOf, Target
from croupier.aggregate.free_text import Text
from croupier.aggregate.roles import Role, who_may
from croupier.games.challenge.acts.shuffling import must_be_all_there, shuffled
from croupier.games.challenge.round import ChallengeAtTable
from croupier.games.challenge.table_law import card_law_of, of_challenge
from croupier.games.challenge.table_state import shoe_of
from croupier.rulebook.citations import Clauses, Refused
from croupier.shoe import Occasion
from croupier.table.acts.conduct import Attest
from croupier.table.acts.opening import CheckCards
from croupier.table.acts.patrons import must_be_here
from croupier.table.acts.shuffling import must_be_publishable
from croupier.table.facts import Attested, Exercised, Notified
from croupier.table.law import together
from croupier.table.shoe_state import Preparation
from croupier.table.table import Phase

if TYPE_CHECKING:
    from croupier.aggregate.acts import Effect
    from croupier.aggregate.roles import Person
    from croupier.games.blackjack.rules import BlackjackRules
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
        table.add_fact(Attested(what=f"cards checked by {how}", by=by.name, clauses=clauses))

    return effect


class ReplaceCards(Command, frozen=True, tag="replace-cards"):
    """All the cards leave the table and new ones come, to be checked before they are used."""

    happens_to: ClassVar[tuple[Target, ...]] = (Target.SHOE,)
    significance: ClassVar[CommandSignificance | None] = CommandSignificance.CHANGE_OF_CARDS

    reason: Text


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
    if shoe.wrong_cards:
        raise Refused("the decks are to be verified card by card", law.wrong_cards_checked)
    if not shoe.machine:
        verified = shoe.occasion is Occasion.CARDS_REPLACED  # after cards were missing or foreign
        waiting = shoe.preparation is Preparation.NEEDS_SHUFFLE
        if not (waiting and (shoe.cutting_card_out or verified)):
            raise Refused(
                "the cards of a shoe are changed after the cutting card and before the shuffle",
                law.replaced_after_the_cutting_card,
            )

    def effect() -> None:
        shoe.gather()
        shoe.preparation = Preparation.NEEDS_SHUFFLE
        shoe.occasion = Occasion.CARDS_REPLACED
        shoe.preshuffled = ""
        table.cards_checked = False
        by_device, by_shoe = law.replaced_after_any_round, law.replaced_after_the_cutting_card
        table.add_fact(
            Exercised(
                power="new cards", subject=shoe.device, reason=command.reason,
                clauses=by_device if shoe.machine else by_shoe,
            )
        )  # fmt: skip

    return effect


class MisstateTotal(Command, frozen=True, tag="misstate-total"):
    """The dealer has announced a wrong point total; the hand counts what its cards count."""

    happens_to: ClassVar[tuple[Target, ...]] = (Target.CARD, Target.BOX)
    significance: ClassVar[CommandSignificance | None] = CommandSignificance.IRREGULARITY

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
        table.add_fact(
            Notified(
                to="players", about="a wrong total was announced",
                detail=f"box {command.box}, hand {command.hand}: {hand.total}, "
                f"not {command.said}",
                clauses=law.own_totals,
            )
        )  # fmt: skip

    return effect


def _duties(table: Table) -> dict[str, Clauses]:
    law = card_law_of(table)
    return {
        "cards-secured": law.preshuffled,
        "dealt-from-the-left": law.dealt_from_the_left,
        "cards-untouched": law.cards_handled,
        "no-advice": law.no_advice,
    }


@acts.act(
    Attest,
    Role.DEALER,
    clauses=of_challenge(
        lambda law: together(
            law.preshuffled, law.dealt_from_the_left, law.cards_handled, law.no_advice
        )
    ),
    lists={"duty": _duties},
)
def attest(table: Table, command: Attest, by: Person) -> Effect:
    """Duties that a program cannot see being done."""
    law, duties = card_law_of(table), _duties(table)
    if command.duty not in duties:
        raise Refused(f"duty: one of {', '.join(duties)}", law.conduct)
    clauses = duties[command.duty]
    table.refuse_unless(command.statement, "statement: say what is attested", clauses)

    def effect() -> None:
        table.add_fact(
            Attested(what=command.duty, by=by.name, detail=command.statement, clauses=clauses)
        )

    return effect


CASINO, ANGEL = "casino", "angel"


class BringPreshuffled(Command, frozen=True, tag="bring-preshuffled"):
    """New cards that were shuffled before and kept secured: by the casino, or by their maker."""

    shuffled_by: Annotated[str, OneOf((CASINO, ANGEL))]
    secured: Text
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
        table.add_fact(
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

    why_staff_may: ClassVar[str] = (
        "staff write down what is asked for; nothing of the patron's changes by it"
    )

    player: str


@acts.act(
    AskForRiffle,
    Role.PLAYER,
    clauses=of_challenge(lambda law: together(law.riffle, law.riffle_of_makers_cards)),
)
def ask_for_riffle(table: Table, command: AskForRiffle, by: Person) -> Effect:
    shoe, clauses = shoe_of(table), _riffle(table)
    must_be_here(table, command.player)
    if shoe.preparation is not Preparation.OFFERING_CUT or not shoe.preshuffled:
        raise Refused("no cards that came shuffled are about to be cut", clauses)
    if shoe.riffle_asked_by:
        raise Refused(f"{shoe.riffle_asked_by} has asked already", clauses)

    def effect() -> None:
        shoe.riffle_asked_by = command.player
        table.add_fact(
            Notified(to="floor", about="riffle wanted", detail=command.player, clauses=clauses)
        )

    return effect


class ApproveRiffle(Command, frozen=True, tag="approve-riffle"):
    """A casino supervisor approves the riffle that a player has asked for."""

    happens_to: ClassVar[tuple[Target, ...]] = (Target.SHOE,)


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
        table.add_fact(
            Exercised(power="approve a riffle", subject=shoe.riffle_asked_by, clauses=clauses)
        )

    return effect


RIFFLED_BEFORE = ("cut", "multishuffler")


class Riffle(Command, frozen=True, tag="riffle"):
    """The dealer riffles cards that came shuffled, before the cut or before a multishuffler."""

    before: Annotated[str, OneOf(RIFFLED_BEFORE)] = "cut"
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
    if command.before not in RIFFLED_BEFORE:
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
