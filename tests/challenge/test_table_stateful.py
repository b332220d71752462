"""Tables of Blackjack Challenge driven at random, with errors and failures: what is offered is
taken, whatever goes wrong, and nobody loses more than was staked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import strategies as st
from hypothesis.stateful import invariant, rule
from tests.challenge.any_command import any_command
from tests.challenge.playing import Playing
from tests.challenge.table_support import ASSISTANT_MANAGER, GAMING_MANAGER
from tests.table.driven import BOXES, NAMES, boxes, drive, names, seeds
from tests.table_support import DEALER, INSPECTOR, OPERATOR, SUPERVISOR, player

from croupier.cards import DECK, Card
from croupier.games.challenge.acts import (
    conduct,
    shuffling,
    shuffling_device,
    stray_cards,
    void_rounds,
)
from croupier.games.challenge.acts.card_checks import ReplaceCards
from croupier.games.challenge.acts.opening_and_closing import DisplayClosingSign
from croupier.games.challenge.game import Challenge
from croupier.table.acts.burn_and_reveal import Burn, Reveal
from croupier.table.acts.closing import CloseTable
from croupier.table.acts.cutting_card import CuttingCardDrawn, DealtPastCuttingCard
from croupier.table.acts.dealing import Collect, Deal
from croupier.table.acts.misnamed_cards import CorrectCard, CorrectLastCard
from croupier.table.acts.misplaced_cards import Reconstruct
from croupier.table.acts.shuffling import Cut, DeclineCut, InsertCuttingCard, Shuffle
from croupier.table.acts.shuffling_machine import FeedMachine, LoadMachine
from croupier.table.acts.stray_cards import (
    BurntInError,
    DealerOverdrew,
    DrawnInError,
    FaceUpCard,
    TakeFromRack,
)
from croupier.table.acts.voiding import Exclude, VoidWager
from croupier.table.facts import Outcome, RoundVoided
from croupier.table.table import Phase

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from croupier.aggregate.acts import Command
    from croupier.aggregate.facts import Fact
    from croupier.aggregate.roles import Person

PEOPLE = [
    *map(player, NAMES), DEALER, SUPERVISOR, ASSISTANT_MANAGER, GAMING_MANAGER, OPERATOR, INSPECTOR,
]  # fmt: skip

OF_THE_DEALER = (
    Burn, Shuffle, InsertCuttingCard, LoadMachine, FeedMachine, Deal, Collect, CuttingCardDrawn,
    FaceUpCard, DrawnInError, BurntInError, TakeFromRack, DealerOverdrew, Reveal, Cut, DeclineCut,
    stray_cards.DealtToNobody, shuffling.ForgetBurn,
)  # fmt: skip
"""What a virtual dealer does itself, because it holds the cards."""


class TableMachine(Playing):
    """A table at which anything may go wrong, and everybody asks for anything."""

    def follow(self, fact: Fact, facts: tuple[Fact, ...]) -> None:
        """A void round takes from nobody, unless losses stand or a wager is forfeited."""
        if not isinstance(fact, RoundVoided) or "18.5" in fact.clauses:
            return
        if self.options["void_restores_collected_losses"]:
            won = self.won_in(fact.round, facts)
            assert all(each >= 0 for each in won.values()), f"round {fact.round} is void: {won}"

    # -- what goes wrong

    def mishap(self, chance: Random) -> None:
        name, box = chance.choice(NAMES), chance.randint(0, BOXES)
        match chance.randint(0, 5):
            case 5:
                self.misname(chance.choice(DECK), chance.randint(0, 12))
            case 0 | 1:
                self.slip(chance.randint(0, 5), chance.random() < 0.7, chance.choice(DECK), box)
            case 2:
                self.move(name, chance.randint(0, 7), box or 1)
            case _:
                self.supervise(chance.randint(0, 17), name, box or 1, chance.random() < 0.5)

    @rule(card=st.sampled_from(DECK), draw=st.integers(0, 12))
    def misname(self, card: Card, draw: int) -> None:
        """A card is said to be another, the last one if none is named."""
        if draw:
            why = "seen on the felt"
            self.attempt(CorrectCard(draw=draw, card=card, reason=why), SUPERVISOR)
        else:
            self.attempt(CorrectLastCard(card=card), DEALER)

    @rule(
        slip=st.integers(0, 5),
        seen=st.booleans(),
        card=st.sampled_from(DECK),
        box=st.integers(0, BOXES),
    )
    def slip(self, slip: int, seen: bool, card: Card, box: int) -> None:
        """A card face up, drawn or burnt in error, given to the dealer, misplaced, taken back."""
        dealer, waiting = self.dealer, self.table.shoe.pending
        if dealer is None:
            laid = (waiting[0] or card) if waiting else card
            command: Command = [
                FaceUpCard(card=card),
                DrawnInError(card=card if seen else None),
                BurntInError(card=card if seen else None),
                DealerOverdrew(card=card if seen else None),
                Deal(card=laid, laid_on=(box, 1)),
                TakeFromRack(),
            ][slip]
            self.attempt(command, DEALER)
        elif not dealer.cutting_card_next and (slip != 4 or self.card_due):
            acts: list[Callable[[], object]] = [
                dealer.find_face_up,
                lambda: dealer.draw_in_error(seen=seen),
                lambda: dealer.burn_in_error(seen=seen),
                lambda: dealer.overdraw(seen=seen),
                lambda: dealer.misplace(box),
                dealer.take_from_rack,
            ]
            self.by_dealer(acts[slip])

    @rule(
        what=st.integers(0, 17),
        name=names,
        box=boxes,
        flag=st.booleans(),
    )
    def supervise(self, what: int, name: str, box: int, flag: bool) -> None:
        table, why = self.table, "because"
        if flag and table.wagers:
            wager = table.wagers[box % len(table.wagers)]
            name, box = wager.player, wager.box
        elif flag and table.rounds:
            for settled in table.rounds[-1].settled()[:1]:
                name, box = settled.player, settled.box or box
        command: Command = [
            Reconstruct(reason=why),
            void_rounds.VoidMisdeal(error=why, why_not_rebuilt=why),
            void_rounds.FindWrongCards(foreign=("joker",)),
            void_rounds.InvalidateGame(ground="disturbance", reason=why, refund=flag),
            void_rounds.InvalidateGame(ground="fraud", reason=why, forfeits=(name,)),
            shuffling_device.DeviceFailed(fault=why, spare_at_hand=flag),
            shuffling_device.DeviceFailed(fault=why, spare_at_hand=False),
            shuffling_device.DeviceFailed(fault=why, disadvantaged=name, spare_at_hand=flag),
            shuffling_device.BringDevice(),
            VoidWager(
                player=name, box=box, reason=why, round=None if table.wagers else table.number
            ),
            conduct.RefuseWager(player=name, box=box, grounds=why),
            Exclude(player=name, reason=why),
            ReplaceCards(reason=why),
            shuffling.DirectShuffle(suspicion=why),
            shuffling.DropCards(what=why),
            shuffling.MissCut(how=why),
            DealtPastCuttingCard(),
            CloseTable(),
        ][what]
        if isinstance(command, (VoidWager, Exclude)):
            found = conduct.FindProhibitedDevice(person=name, apparatus="an app")
            self.attempt(found, SUPERVISOR)
        if isinstance(command, Exclude) and len(table.patrons.excluded) > 1:
            return  # somebody has to play on
        if isinstance(command, CloseTable) and flag:
            self.attempt(DisplayClosingSign(closes=self.now + 20 * 60_000), SUPERVISOR)
            self.now += 20 * 60_000
        self.attempt(command, SUPERVISOR)

    @rule(
        command=st.sampled_from(sorted(Challenge.acts, key=str)).flatmap(any_command),
        by=st.sampled_from(PEOPLE),
    )
    def anything(self, command: Command, by: Person) -> None:
        if self.dealer is None or not isinstance(command, OF_THE_DEALER):
            self.attempt(command, by)

    @rule(who=st.sampled_from(PEOPLE), pick=seeds)
    def what_is_offered_is_taken(self, who: Person, pick: int) -> None:
        offered = [
            command
            for command in self.table.legal(who, self.now)
            if self.dealer is None or not isinstance(command, OF_THE_DEALER)
        ]
        if offered:
            self.must(offered[pick % len(offered)], who)

    # -- what holds

    @invariant()
    def every_loss_is_a_stake(self) -> None:
        """In a finished round nobody has lost more than was staked, and every reversal fits."""
        if self.table.phase is not Phase.BETTING or not self.table.rounds:
            return
        past = self.table.rounds[-1]
        assert past.standing() is not None
        for fact in past.settled():
            if fact.outcome is Outcome.LOSE:  # with no stake, one that was forfeited afterwards
                assert -fact.stake <= fact.net <= 0 or not fact.stake
            else:
                assert fact.net >= 0


def test_tables_driven_at_random() -> None:
    drive(TableMachine, 12)
