"""What a table of Blackjack Challenge does with its cards in its own way."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from croupier.aggregate.acts import Acts
from croupier.games.blackjack.game import Blackjack
from croupier.games.challenge import (
    cards,
    closing,
    conduct,
    dealing,
    deciding,
    device,
    disputes,
    preshuffled,
    shuffling,
    stray_cards,
    voids,
)
from croupier.games.challenge.round import ChallengeAtTable
from croupier.games.challenge.table_law import card_law_of
from croupier.games.challenge.table_state import ChallengeShoe
from croupier.rulebook.citing import Refused
from croupier.shoe import Occasion, cutting_card_range
from croupier.table.acts import cards as any_cards
from croupier.table.acts import cutting_card, misplaced
from croupier.table.acts import shuffling as any_shuffling
from croupier.table.acts import stray_cards as any_stray_cards
from croupier.table.facts import ShuffleDue
from croupier.table.shoe_state import Device, Preparation, ShoeState

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from croupier.aggregate.acts import Command
    from croupier.aggregate.roles import Person
    from croupier.games.blackjack.at_table import RoundAtTable
    from croupier.games.blackjack.rules import BlackjackRules
    from croupier.table.table import Table
    from croupier.table.wagers import Admitted

CARD_ACTS: Acts[Table, BlackjackRules] = Acts(
    cards.acts, preshuffled.acts, shuffling.acts, dealing.acts, deciding.acts, stray_cards.acts,
    voids.acts, device.acts, conduct.acts, closing.acts, disputes.acts, cutting_card.acts,
    any_cards.acts.without(any_cards.Burn, any_cards.ReplaceCard, any_cards.NewCards),
    any_shuffling.acts.without(any_shuffling.Shuffle, any_shuffling.InsertCuttingCard),
    misplaced.acts.without(misplaced.VoidEarlierRound),
)  # fmt: skip
"""Rules 3, 4, 7 to 12 and 15 to 18: the cards, irregularities and general provisions."""


class ChallengeCards(Blackjack):
    """The cards of a Blackjack Challenge table: where they come from and where they go."""

    round_kind: ClassVar[type[RoundAtTable]] = ChallengeAtTable
    farthest_right_on: ClassVar[frozenset[Occasion]] = frozenset(Occasion)

    def new_shoe(self) -> ShoeState:
        return ChallengeShoe(self.rules.decks, Device(self.options["device"]))

    def cutting_card_depths(self, cards: int) -> range:
        return cutting_card_range(cards, least=1)

    def burns_on_new_shoe(self) -> int:
        return 1

    def why_not_deal(self, table: Table, ruled: Sequence[Admitted]) -> Refused | None:
        law = card_law_of(table)
        if device.is_suspended(table):
            return Refused("a low-limit table waits for a shuffling device", law.low_limit_device)
        return super().why_not_deal(table, ruled)

    def between_rounds(self, table: Table) -> None:
        law, shoe = card_law_of(table), table.shoe
        dealing.note_the_rack_was_left(table)
        device.after_the_round(table)
        stray_cards.put_cards_in_their_place(table)
        if shoe.shuffle_due:
            shoe.preparation = Preparation.NEEDS_SHUFFLE
            table.state(ShuffleDue(at_once=True, clauses=law.cutting_card_in_round))

    def candidates(self, table: Table, person: Person) -> Iterator[Command]:
        yield from super().candidates(table, person)
        if person.is_staff:
            yield cards.CheckByMachine()
            yield shuffling.ShuffleByHandFirst()
            yield preshuffled.ApproveRiffle()
            yield preshuffled.Riffle()
            yield shuffling.VerifyCollected()
            yield shuffling.ForgetBurn()
            yield any_stray_cards.TakeFromRack()
            yield device.BringDevice()
        elif person.name in table.patrons.arrived:
            yield preshuffled.AskForRiffle(player=person.name)
