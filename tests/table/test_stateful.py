"""ACT Blackjack tables driven at random, by everybody at once: whatever goes wrong, all holds."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING

from hypothesis import strategies as st
from hypothesis.stateful import invariant, rule
from tests.table.any_command import AMOUNTS, any_card, any_command
from tests.table.driven import BOXES, NAMES, boxes, drive, names, seeds
from tests.table.playing import Playing, people
from tests.table_support import DEALER, SUPERVISOR, player

from croupier.aggregate.acts import Command
from croupier.aggregate.facts import Fact
from croupier.cards import DECK, Card
from croupier.games.blackjack import asks_and_answers
from croupier.games.blackjack.game import ACTS
from croupier.table.acts import (
    betting,
    burn_and_reveal,
    closing,
    conduct,
    cutting_card,
    dealing,
    limit_markers,
    misnamed_cards,
    misplaced_cards,
    player_restrictions,
    shuffling,
    shuffling_machine,
    sign,
    stray_cards,
    tournament,
    voiding,
)
from croupier.table.facts import (
    BettingClosed,
    Outcome,
    Placed,
    Reversed,
    RoundVoided,
    Settled,
    Staking,
)
from croupier.table.table import Phase

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from croupier.aggregate.roles import Person

OF_CARDS = {
    each.__name__ for each in (burn_and_reveal, shuffling, shuffling_machine, dealing, cutting_card)
}

OF_THE_DEALER: tuple[type[Command], ...] = (
    *(kind for kind in ACTS if kind.__module__ in OF_CARDS),
    stray_cards.FaceUpCard,
    stray_cards.DrawnInError,
    stray_cards.BurntInError,
    stray_cards.DealerOverdrew,
)
"""What a virtual dealer does itself, because it holds the cards."""


class TableMachine(Playing):
    """A table at which anything may go wrong, and everybody asks for anything."""

    def set_up(self, instrument: str, options: dict[str, Any], virtual: bool, seed: int) -> None:
        self.staked: dict[int, Counter[str]] = {}
        """What lay in the boxes when betting closed for a round, by owner."""
        super().set_up(instrument, options, virtual, seed)

    def attempt(self, command: Command, by: Person) -> bool:
        done = super().attempt(command, by)
        if done and isinstance(command, voiding.VoidWager):
            self.has_come_to_nothing(command)
        return done

    def follow(self, fact: Fact, facts: tuple[Fact, ...]) -> None:
        if isinstance(fact, RoundVoided):
            won = self.won_in(fact.round, facts)
            assert not any(won.values()), f"round {fact.round} is void: {won}"
        elif isinstance(fact, BettingClosed):
            self.staked[fact.round] = staked = Counter[str]()
            for wager in self.table.wagers:
                staked[wager.player] += wager.amount

    def has_come_to_nothing(self, command: voiding.VoidWager) -> None:
        is_open = self.table.phase is Phase.BETTING and command.round is None
        if is_open or self.table.round is None:
            return
        net = 0
        for fact in self.table.round.facts:
            if isinstance(fact, (Settled, Reversed)):
                mine = (fact.player, fact.box) == (command.player, command.box)
                if mine and fact.wager == (command.wager or fact.wager):
                    net += fact.net if isinstance(fact, Settled) else -fact.net
        assert net == 0, f"{command} left {net}"

    # -- what goes wrong

    def mishap(self, chance: Random) -> None:
        name, box = chance.choice(NAMES), chance.randint(0, BOXES)
        match chance.randint(0, 6):
            case 6:
                self.misname(chance.choice(DECK), chance.randint(0, 12))
            case 0 | 1:
                self.slip(chance.randint(0, 5), chance.random() < 0.7, chance.choice(DECK), box)
            case 2:
                self.move(name, chance.randint(0, 7), box or 1)
            case 3 | 4:
                self.supervise(chance.randint(0, 17), name, box or 1, chance.randint(0, 3), True)
            case _:
                self.ask_for_anything(chance.randint(0, 2**16))

    @rule(slip=st.integers(0, 5), seen=st.booleans(), card=any_card, box=st.integers(0, BOXES))
    def slip(self, slip: int, seen: bool, card: Card, box: int) -> None:
        """A card found face up, drawn or burnt in error, given to the dealer, or misplaced."""
        dealer, waiting = self.dealer, self.table.shoe.pending
        if dealer is None:
            if slip >= 4 and waiting:
                card = waiting[0] or card
            command: Command = [
                stray_cards.FaceUpCard(card=card),
                stray_cards.DrawnInError(card=card if seen else None),
                stray_cards.BurntInError(card=card if seen else None),
                stray_cards.DealerOverdrew(card=card),
                dealing.Deal(card=card, laid_on=(box, 1)),
                dealing.Deal(card=card, laid_on=(box, 2)),
            ][slip]
            self.attempt(command, DEALER)
        elif not dealer.cutting_card_next and (slip < 4 or self.card_due):
            acts: list[Callable[[], object]] = [
                dealer.find_face_up,
                lambda: dealer.draw_in_error(seen=seen),
                lambda: dealer.burn_in_error(seen=seen),
                dealer.overdraw,
                lambda: dealer.misplace(box),
                lambda: dealer.misplace(box, 2),
            ]
            self.by_dealer(acts[slip])

    @rule(card=any_card, draw=st.integers(0, 12))
    def misname(self, card: Card, draw: int) -> None:
        """A card is said to be another, the last one if none is named."""
        if draw:
            why = "seen on the felt"
            self.attempt(misnamed_cards.CorrectCard(draw=draw, card=card, reason=why), SUPERVISOR)
        else:
            self.attempt(misnamed_cards.CorrectLastCard(card=card), DEALER)

    @rule(seed=seeds)
    def ask_for_anything(self, seed: int) -> None:
        """Decisions that are mostly out of turn, by people who mostly have none to take."""
        chance = Random(seed)
        box, hand, amount = chance.randint(0, 5), chance.randint(0, 3), chance.choice(AMOUNTS)
        name = chance.choice(NAMES)
        command = chance.choice(
            [
                asks_and_answers.Hit(box=box, hand=hand),
                asks_and_answers.Stand(box=box, hand=hand),
                asks_and_answers.Split(box=box, hand=hand),
                asks_and_answers.Double(box=box, hand=hand, amount=amount),
                asks_and_answers.Elect(player=name, box=box, hand=hand, amount=amount),
                asks_and_answers.Insure(
                    player=name, box=box, amount=amount, on=chance.choice(NAMES)
                ),
                asks_and_answers.TakeEvenMoney(player=name, box=box),
                asks_and_answers.DeclineInsurance(player=name, box=box),
                asks_and_answers.MoveOn(),
            ]
        )
        self.attempt(command, chance.choice([player(name), player("bob"), DEALER]))

    @rule(
        what=st.integers(0, 17),
        name=names,
        box=boxes,
        back=st.integers(0, 3),
        with_reason=st.booleans(),
    )
    def supervise(self, what: int, name: str, box: int, back: int, with_reason: bool) -> None:
        reason = "because" if with_reason else ""
        table = self.table
        if with_reason and table.wagers:
            wager = table.wagers[(box + back) % len(table.wagers)]
            name, box = wager.player, wager.box
        elif with_reason and table.rounds:
            for settled in table.rounds[-1].settled()[:1]:
                name, box = settled.player, settled.box or box
        collected = None if table.wagers else table.number
        command: Command = [
            misplaced_cards.Reconstruct(reason=reason),
            misplaced_cards.VoidEarlierRound(round=table.number - back, reason=reason),
            voiding.VoidRound(ground="impractical", reason=reason),
            voiding.VoidRound(ground="fraud", reason=reason, round=table.number - back),
            voiding.Invalidate(disturbance=reason),
            voiding.VoidWager(player=name, box=box, reason=reason),
            voiding.VoidWager(player=name, box=box, reason=reason, wager="main", round=collected),
            voiding.VoidWager(player=name, box=box, reason=reason, wager="insurance"),
            betting.ReturnShortWager(player=name, box=box),
            shuffling_machine.MachineFailed(fault=reason, rectified=back == 3),
            cutting_card.DealtPastCuttingCard(),
            closing.AnnounceClosure(rounds=back),
            voiding.Exclude(player=name, reason=reason),
            player_restrictions.RequireMinimum(player=name, reason=reason),
            limit_markers.PlaceMarker(player=name, box=box, limit=300_00),
            sign.ChangeLimits(limits={"main": (10_00, 50_00 + 50_00 * back)}),
            closing.CloseTable(),
            player_restrictions.LiftRestriction(player=name),
        ][what]
        if isinstance(command, (voiding.VoidWager, voiding.Exclude)):
            self.attempt(conduct.RecordBreach(person=name, clause="4.3", what="late"), DEALER)
        if isinstance(command, voiding.Exclude) and len(table.patrons.excluded) > 1:
            return  # somebody has to play on
        self.attempt(command, SUPERVISOR)

    @rule(command=st.sampled_from(sorted(ACTS, key=str)).flatmap(any_command), by=people)
    def anything(self, command: Command, by: Person) -> None:
        if self.dealer is not None and isinstance(command, OF_THE_DEALER):
            return
        if isinstance(command, (closing.SetHours, tournament.SetSession)):
            return  # they end the evening
        self.attempt(command, by)

    # -- what holds

    @invariant()
    def every_staked_chip_is_settled_once(self) -> None:
        """In a finished round each owner's stakes are settled whole, and no loss is larger."""
        if self.table.phase is not Phase.BETTING or not self.table.rounds:
            return
        past = self.table.rounds[-1]
        staked = Counter(self.staked[past.number])
        settled, net = Counter[str](), Counter[str]()
        for fact in past.facts:
            assert not isinstance(fact, Placed)
            if isinstance(fact, Staking):
                staked[fact.player] += fact.amount
            elif isinstance(fact, Settled):
                settled[fact.player] += fact.stake
                net[fact.player] += fact.net
                assert fact.net == -fact.stake if fact.outcome is Outcome.LOSE else fact.net >= 0
            elif isinstance(fact, Reversed):
                net[fact.player] -= fact.net
        assert past.standing() is not None  # each reversal has its settlement
        assert +staked == +settled, f"round {past.number}"
        assert all(net[name] >= -staked[name] for name in net)


def test_tables_driven_at_random() -> None:
    drive(TableMachine, 25)
