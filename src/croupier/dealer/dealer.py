"""A dealer at a table: deals what is due, round by round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.dealer.card_handling import CardHandler
from croupier.dealer.shuffling import Shuffler
from croupier.rulebook.citations import Refused
from croupier.table.acts.burn_and_reveal import must_be_in_the_shoe
from croupier.table.acts.dealing import Collect, Deal, DealRun
from croupier.table.acts.shuffling_machine import FeedMachine
from croupier.table.acts.stray_cards import (
    BurntInError,
    DealerOverdrew,
    DrawnInError,
    FaceUpCard,
    TakeFromRack,
)
from croupier.table.table import DEALING

if TYPE_CHECKING:
    from collections import deque
    from collections.abc import Callable

    from croupier.aggregate.acts import Command
    from croupier.aggregate.facts import Fact
    from croupier.cards import Card


class Slips(CardHandler):
    """Each returns the facts that followed; `seen`, and everybody knows the card."""

    def find_face_up(self) -> list[Fact]:
        """The next card is found turned over."""
        return self._slip(lambda card: FaceUpCard(card=card))

    def draw_in_error(self, *, seen: bool = True) -> list[Fact]:
        """A card leaves the shoe when none is due."""
        unseen = self._held.unseen
        return self._slip(lambda card: DrawnInError(card=card if seen else None), unseen)

    def burn_in_error(self, *, seen: bool = True) -> list[Fact]:
        """A card is put into the discard rack by mistake."""
        burnt = self._held.burnt
        return self._slip(lambda card: BurntInError(card=card if seen else None), burnt)

    def take_from_rack(self) -> list[Fact]:
        """A card that was burnt by mistake is noticed at once, and is the next card."""
        self._told = []
        self._do(TakeFromRack())
        if self.table.shoe.pending[-1] is None:
            self._held.unseen.append(self._held.burnt.pop())
        return self._told

    def overdraw(self, *, seen: bool = True) -> list[Fact]:
        """The dealer's own hand gets a card that the rules do not give it."""
        kept = self._held.kept
        return self._slip(lambda card: DealerOverdrew(card=card if seen else None), kept)

    def misplace(self, box: int, hand: int = 1) -> list[Fact]:
        """The card that is due is laid on another hand."""
        pending = self.table.shoe.pending
        if not pending:
            return self._slip(lambda card: Deal(card=card, laid_on=(box, hand)))
        self._told = []
        self._deal_waiting(pending[0], (box, hand))
        return self._told

    def _slip(
        self,
        command: Callable[[Card], Command],
        unseen: list[Card] | deque[Card] | None = None,
    ) -> list[Fact]:
        """Draw a card and say what became of it; if the table refuses, it was not drawn.

        Where the cutting card is in front, that is what comes out, and nothing else yet.
        """
        self._told = []
        must_be_in_the_shoe(self.table)
        before = self.state()
        try:
            if self.cutting_card_next:
                self._take_cutting_card()
                return self._told
            card = self._draw()
            said = command(card)
            self._do(said)
        except Refused:
            self.resume(before)
            raise
        if unseen is not None and getattr(said, "card", card) is None:
            unseen.append(card)
        return self._told


class Dealer(Shuffler, Slips):
    """Deals one table, and slips when it is told to."""

    # -- what it is asked to do; each returns the facts that followed

    def deal(self, *, card_by_card: bool = False) -> list[Fact]:
        """Deal whatever is due until somebody has to decide or the round is over.

        Cards that nobody decides between are one command, unless each is to be seen as it falls.
        """
        self._told = []
        table, how = self.table, self._deal_one if card_by_card else self._deal_run
        while table.phase is DEALING and self._step(how):
            pass
        if self._held.machine is not None and table.feed_due:
            self._feed()
        return self._told

    def step(self) -> list[Fact]:
        """Do the next thing that is the dealer's to do in a round, and no more."""
        self._told = []
        if self.table.phase is DEALING:
            self._step(self._deal_one)
        return self._told

    def collect(self) -> list[Fact]:
        """End the round, and feed the machine if the rules let it be fed now."""
        self._told = []
        self._do(Collect())
        mixes = self._held.machine is not None and self.table.shoe.mixes
        if mixes and FeedMachine() in self.table.legal(self.by, self._clock()):
            self._feed()
        return self._told

    # -- dealing

    def _step(self, deal: Callable[[], None]) -> bool:
        """Whether there was anything to do, and all that it takes was there."""
        table, shoe, game_round = self.table, self.table.shoe, self.table.round
        assert game_round is not None
        if self._held.machine is not None and table.feed_due:
            self._feed()
        move = table.game.dealers_turn(table)
        if move is not None:
            self._do(move)
            return True
        if game_round.card_due_to is None:
            return False
        if not shoe.pending and not (shoe.ready and shoe.remaining and not shoe.burns_due):
            self._prepare()
            if not shoe.ready or self._waits:
                return False
        if shoe.pending:
            self._deal_waiting(shoe.pending[0])
        elif self.cutting_card_next:
            self._take_cutting_card()
        else:
            if not shoe.remaining:
                must_be_in_the_shoe(table)
            deal()
        return True

    def _deal_one(self) -> None:
        self._do(Deal(card=self._draw()))

    def _deal_run(self) -> None:
        """Deal all that nobody decides between, as one command."""
        held, shoe, game_round = self._held, self.table.shoe, self.table.round
        assert game_round is not None
        if held.machine is not None and shoe.mixes:  # which cannot be looked into
            run = game_round.run_of(self._draw() for _ in range(shoe.remaining))
        else:
            assert held.shoe is not None
            run = held.shoe.draw_run(game_round.run_of)
        self._do(DealRun(cards=tuple(run)) if len(run) > 1 else Deal(card=run[0]))
