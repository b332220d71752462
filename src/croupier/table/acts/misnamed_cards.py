"""A card that lies there and was named wrongly, at a table whose cards are told by who deals them.

The felt is right and the record is not. The round is followed again from its first card with the
card that really lies there: decisions stand, for they were made on it, unless they are not legal on
it; what was settled is taken back and settled anew. Nothing of it is erased: what the record said
before stays in it, and what follows says that it did not happen so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from croupier.aggregate.acts import Acts, Command, CommandSignificance, Target
from croupier.aggregate.free_text import Text
from croupier.aggregate.roles import Role
from croupier.cards import Card
from croupier.rulebook.citations import Clauses, Refused
from croupier.table.acts.burn_and_reveal import must_be_possible
from croupier.table.acts.chips_and_float import note_debts
from croupier.table.acts.dispute_rulings import must_be_open_to_change
from croupier.table.acts.misplaced_cards import lay_again, must_still_be_there
from croupier.table.acts.stray_cards import UNNEEDED
from croupier.table.facts import Burnt, BurntCardCorrected, CardCorrected
from croupier.table.law import of_table, together

if TYPE_CHECKING:
    from croupier.aggregate.acts import Effect
    from croupier.aggregate.roles import Person
    from croupier.table.game_protocol import CorrectedRound, GameRound
    from croupier.table.law import TableRules
    from croupier.table.table import Table

acts: Acts[Table, TableRules] = Acts()


class CorrectLastCard(Command, frozen=True, tag="correct-last-card"):
    """The card that was dealt last is another one than was named, and nothing has followed yet."""

    happens_to: ClassVar[tuple[Target, ...]] = (Target.CARD,)
    significance: ClassVar[CommandSignificance | None] = CommandSignificance.IRREGULARITY

    card: Card


@acts.act(
    CorrectLastCard,
    Role.DEALER,
    clauses=of_table(lambda law: together(law.card_misnamed, law.shuffle, law.dispute)),
)
def correct_last_card(table: Table, command: CorrectLastCard, by: Person) -> Effect:
    game_round = _must_be_named_by_hand(table)
    followed = ""
    if game_round.answered_since_last_card:
        followed = "somebody has decided"
    elif any(fact.moves_chips for fact in game_round.facts[table.before_last_card :]):
        followed = "chips have moved"
    if followed:
        raise Refused(f"{followed} since: a supervisor corrects the card", table.law.card_misnamed)
    return _correct(table, game_round, len(game_round.drawn), command.card, "")


class CorrectCard(Command, frozen=True, tag="correct-card"):
    """A card of the round in play is another one than was named, though the round has gone on."""

    happens_to: ClassVar[tuple[Target, ...]] = (Target.CARD,)
    significance: ClassVar[CommandSignificance | None] = CommandSignificance.IRREGULARITY
    why_override: ClassVar[str] = (
        "what was decided and paid on a card is changed on the word that it was another one"
    )

    draw: int
    """Which card of the round, in the order in which they were dealt: the first is 1."""
    card: Card
    reason: Text


@acts.act(
    CorrectCard,
    Role.SUPERVISOR,
    clauses=of_table(
        lambda law: together(
            law.card_misnamed, law.shuffle, law.card_not_due, law.void_round, law.dispute
        )
    ),
)
def correct_card(table: Table, command: CorrectCard, by: Person) -> Effect:
    game_round = _must_be_named_by_hand(table)
    why = "reason: say how it was found"
    table.refuse_unless(command.reason, why, table.law.card_misnamed)
    return _correct(table, game_round, command.draw, command.card, command.reason)


class CorrectBurntCard(Command, frozen=True, tag="correct-burnt-card"):
    """The card that was burnt for all to see is another one than was named."""

    happens_to: ClassVar[tuple[Target, ...]] = (Target.SHOE, Target.RACK)
    significance: ClassVar[CommandSignificance | None] = CommandSignificance.IRREGULARITY

    card: Card


@acts.act(
    CorrectBurntCard,
    Role.DEALER,
    clauses=of_table(
        lambda law: together(law.card_misnamed, law.shuffle, law.burn, law.face_up_card)
    ),
)
def rename_burnt(table: Table, command: CorrectBurntCard, by: Person) -> Effect:
    """As long as no card was dealt since: nobody has acted on it."""
    law, shoe, card = table.law, table.shoe, command.card
    if shoe.committed:
        raise Refused("nobody names these cards: their order was committed to", law.shuffle)
    if shoe.named_burn is None:
        raise Refused(
            "no card was burnt for all to see since one was dealt",
            together(law.card_misnamed, law.burn),
        )
    was = shoe.rack[shoe.named_burn]
    assert was is not None
    if card is was:
        raise Refused("card: that is what it was named", law.card_misnamed)
    must_be_possible(table, card)

    def effect() -> None:
        shoe.rename_burnt(card)
        clauses = together(law.card_misnamed, law.burn)
        table.add_fact(BurntCardCorrected(was=was, card=card, clauses=clauses))

    return effect


def _must_be_named_by_hand(table: Table) -> GameRound:
    """The round in play, if its cards were named by who dealt them."""
    law = table.law
    if table.round is None or not table.in_play:
        raise Refused(
            "no round is in play; about one that is over, a supervisor rules",
            together(law.card_misnamed, law.dispute),
        )
    if table.shoe.committed:
        raise Refused("nobody names these cards: their order was committed to", law.shuffle)
    must_be_open_to_change(table)
    return table.round


def _correct(table: Table, game_round: GameRound, draw: int, card: Card, reason: str) -> Effect:
    law, shoe, drawn = table.law, table.shoe, game_round.drawn
    if not 1 <= draw <= len(drawn):
        raise Refused(f"draw: the round has {len(drawn)} cards so far", law.card_misnamed)
    was = drawn[draw - 1]
    if card is was:
        raise Refused("card: that is what it was named", law.card_misnamed)
    must_be_possible(table, card)
    corrected = game_round.corrected(draw, card)
    if corrected.waiting and not corrected.round.over:
        raise Refused(
            "somebody would decide again who has seen the cards that follow: declare it void",
            together(law.card_misnamed, law.void_round),
        )
    must_still_be_there(table, corrected.round)
    table.refuse_unless(
        not shoe.mixed, "cards of the round are mixed with the others", law.void_round
    )

    def effect() -> None:
        named = (None, None) if corrected.face_down else (was, card)
        table.withdraw(game_round)
        table.add_fact(
            CardCorrected(
                round=table.number, draw=draw, was=named[0], card=named[1], reason=reason,
                decisions_kept=corrected.decisions_kept, waiting=tuple(corrected.waiting),
                clauses=law.card_misnamed,
            )
        )  # fmt: skip
        shoe.out[was] -= 1
        shoe.out[card] += 1
        shoe.layout[draw - 1] = card
        lay_again(table, corrected.round, corrected.waiting)
        if draw < len(drawn):
            table.before_last_card = 0  # a dealer takes back what was named last, and no more
        _burn_overdrawn(table, corrected)
        note_debts(table, law.card_misnamed)

    return effect


def _burn_overdrawn(table: Table, corrected: CorrectedRound) -> None:
    """What was drawn to the dealer's hand, and would not have been on the right card."""
    law, shoe = table.law, table.shoe
    first = len(corrected.waiting) - corrected.overdrawn
    for card in corrected.waiting[first:]:
        del shoe.pending[first]
        shoe.rack.append(card)
        clauses = Clauses((*law.dealer_overdrew, *law.burn))
        table.add_fact(Burnt(card=card, why=UNNEEDED, clauses=clauses))
