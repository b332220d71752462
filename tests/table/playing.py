"""ACT Blackjack tables that are driven at random: how they are opened, and how their game goes on.

What goes wrong there is left to whoever drives them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hypothesis import strategies as st
from hypothesis.stateful import initialize, rule
from tests.table.any_command import AMOUNTS
from tests.table.driven import BOXES, NAMES, Driven, boxes, names, seeds
from tests.table_support import (
    ACT_2006,
    ACT_2018,
    APPROVAL,
    DEALER,
    DIRECTOR,
    INSPECTOR,
    MANAGER,
    OPERATOR,
    SUPERVISOR,
    conventions,
    player,
)

from croupier.cards import DECK
from croupier.games.blackjack import asks_and_answers
from croupier.games.blackjack.round_at_table import RoundAtTable
from croupier.table.acts import (
    betting,
    burn_and_reveal,
    closing,
    cutting_card,
    dealing,
    misplaced_cards,
    opening,
    shuffling,
    shuffling_machine,
    voiding,
)
from croupier.table.shoe_state import Preparation
from croupier.table.table import Phase

if TYPE_CHECKING:
    from random import Random

    from croupier.aggregate.roles import Person
    from croupier.cards import Card

people = st.sampled_from(
    [*map(player, NAMES), DEALER, SUPERVISOR, MANAGER, OPERATOR, DIRECTOR, INSPECTOR]
)

OPTIONS = st.fixed_dictionaries(
    {
        "decks": st.just(4),
        "soft_17": st.sampled_from(["stand", "hit"]),
        "device": st.sampled_from(["shoe", "shoe", "shuffler"]),
        "double_on": st.sampled_from(["two_cards", "any_cards"]),
        "box_max_scope": st.sampled_from(["total", "each"]),
        "mid_shoe": st.sampled_from(["off", "manual", "always"]),
        "under_min_warning_scope": st.sampled_from(["visit", "shoe", "gaming_day"]),
        "under_min_warning_covers": st.sampled_from(["every_wager", "each_kind", "main_alone"]),
        "carry_exposed_card": st.booleans(),
        "burn_on_new_shoe": st.sampled_from([0, 1, 3]),
        "absent_decider": st.sampled_from(["next_bettor", "draw_to_12"]),
        "collect_busts": st.sampled_from(["at_bust", "at_end"]),
        "even_money_scope": st.sampled_from(["owner", "box"]),
        "allow_insurance_with_even_money": st.booleans(),
        "side_bet_needs_own_main": st.booleans(),
        "limits": st.just(
            {"main": [10_00, 100_00], "perfect-pairs": [5_00, 20_00], "pairs-play": [5_00, 20_00]}
        ),
        "multiples": st.just({}),
    }
)
ONLY_2006 = st.fixed_dictionaries(
    {
        "soft_17": st.just("stand"),
        "side_bets": st.sampled_from([[], ["super-sevens"], ["super-sevens", "perfect-pairs"]]),
        "marker_total_limit": st.sampled_from(["sign", "marker"]),
        "limits": st.just({"main": [10_00, 100_00], "perfect-pairs": [5_00, 20_00]}),
    }
)
ONLY_2018 = st.fixed_dictionaries(
    {
        "side_bets": st.sampled_from([[], ["perfect-pairs"], ["pairs-play"]]),
        "third_party_insurance": st.booleans(),
        "even_money_until": st.sampled_from(["subsequent_deal", "owners_answer"]),
        "third_party_cap": st.sampled_from(["shared", "single_winner"]),
    }
)


class Playing(Driven):
    """Everybody bets and decides, the dealer deals, and staff do what keeps the game going."""

    @initialize(
        instrument=st.sampled_from([ACT_2006, ACT_2018]),
        options=OPTIONS,
        only_2006=ONLY_2006,
        only_2018=ONLY_2018,
        virtual=st.booleans(),
        seed=seeds,
    )
    def open(
        self,
        instrument: str,
        options: dict[str, Any],
        only_2006: dict[str, Any],
        only_2018: dict[str, Any],
        virtual: bool,
        seed: int,
    ) -> None:
        chosen = conventions(**options | (only_2006 if instrument == ACT_2006 else only_2018))
        self.set_up(instrument, chosen, virtual, seed)
        self.go_on(seed, 60)

    def opening(self) -> opening.OpenTable:
        return opening.OpenTable(
            layout=APPROVAL,
            shoe=APPROVAL,
            side_bet_layouts=dict.fromkeys(self.options.get("side_bets", ()), APPROVAL),
            side_bet_amounts=dict.fromkeys(self.options.get("side_bets", ()), APPROVAL),
            inscription=self.options["soft_17"],
            shuffle="riffle",
            float=1_000_000_00,
            commences="2018-10-20",
        )

    # -- what goes wrong

    def mishap(self, chance: Random) -> None:
        raise NotImplementedError

    def slip(self, slip: int, seen: bool, card: Card, box: int) -> None:
        """A card found face up, drawn or burnt in error, given to the dealer, or misplaced."""
        raise NotImplementedError

    # -- what people do

    @rule(name=names, box=boxes, amount=st.sampled_from(AMOUNTS), by=people)
    def bet(self, name: str, box: int, amount: int, by: Person) -> None:
        who = by if by.name == name or by in (DEALER, SUPERVISOR) else player(name)
        self.attempt(betting.PlaceWager(player=name, box=box, amount=amount), who)

    def bet_all_round(self, chance: Random) -> None:
        for name in chance.sample(NAMES, chance.randint(1, len(NAMES))):
            box = chance.randint(1, BOXES)
            amount = chance.choice((5_00, 10_00, 10_00, 20_00, 50_00, 120_00))
            self.attempt(betting.PlaceWager(player=name, box=box, amount=amount), player(name))
            for wager in self.options.get("side_bets", ()):
                side = betting.PlaceWager(player=name, box=box, amount=5_00, wager=wager)
                if chance.random() < 0.5:
                    self.attempt(side, player(name))

    # -- the game goes on

    @rule(seed=seeds, steps=st.integers(1, 30))
    def go_on_for_a_while(self, seed: int, steps: int) -> None:
        self.go_on(seed, steps)

    @rule(seed=seeds, steps=st.integers(20, 60))
    def go_on_for_long(self, seed: int, steps: int) -> None:
        self.go_on(seed, steps)

    @rule(seed=seeds, steps=st.integers(1, 8))
    def go_on_a_little(self, seed: int, steps: int) -> None:
        self.go_on(seed, steps)

    def step(self, chance: Random) -> None:
        """Whatever the table waits for, and now and then something that it does not."""
        table, shoe = self.table, self.table.shoe
        if chance.random() < self.trouble:
            self.mishap(chance)
        if table.phase is Phase.CLOSED:
            self.attempt(opening.CheckCards(occasion="closing"), DEALER)
            self.attempt(self.opening(), SUPERVISOR)
            self.attempt(opening.CheckCards(), DEALER)
        elif table.phase is Phase.BETTING:
            self.between_rounds(chance)
        elif table.phase is Phase.SETTLED:
            if self.dealer is not None:
                self.by_dealer(self.dealer.collect)
            elif not self.attempt(dealing.Collect(), DEALER):
                self.attempt(misplaced_cards.Reconstruct(reason="has to be"), SUPERVISOR)
            elif shoe.machine and shoe.rack:
                self.attempt(shuffling_machine.FeedMachine(), DEALER)
        elif table.round is not None and table.phase is Phase.DEALING:
            self.deal_or_decide(chance)

    def between_rounds(self, chance: Random) -> None:
        table, shoe = self.table, self.table.shoe
        if shoe.preparation is Preparation.NEEDS_NEW_CARDS:
            device = chance.choice([None, "shoe", "shuffler"])
            new = burn_and_reveal.NewCards(
                checked_by_supervisor="sue", checked_by_dealer="dan", device=device
            )
            self.attempt(new, SUPERVISOR)
        elif not shoe.ready or shoe.burns_due or not (shoe.remaining or shoe.machine):
            self.prepare(chance)
        elif table.wagers:
            short = [
                (w.player, w.box)
                for w in table.wagers
                if w.wager == "main" and w.amount < table.sign.of("main").minimum
            ]
            overlooked = tuple(short) if chance.random() < 0.5 else ()
            if not self.attempt(betting.NoMoreBets(overlooked=overlooked), DEALER):
                self.unblock()
        else:
            self.bet_all_round(chance)
            self.unblock()

    def unblock(self) -> None:
        super().unblock()
        if self.table.rounds_left == 0:
            self.attempt(closing.AnnounceClosure(rounds=8), SUPERVISOR)

    def prepare(self, chance: Random) -> None:
        shoe = self.table.shoe
        if self.dealer is not None:
            self.by_dealer(self.dealer.prepare)
        elif shoe.ready and shoe.burns_due and shoe.remaining:
            self.attempt(
                burn_and_reveal.Burn(card=chance.choice([None, chance.choice(DECK)])), DEALER
            )
        elif shoe.machine:
            self.attempt(shuffling_machine.LoadMachine(), DEALER)
        elif shoe.preparation is Preparation.OFFERING_CUT:
            self.cut(chance)
        elif shoe.preparation is Preparation.CUT:
            back = min(52, shoe.remaining // 2)
            self.must(shuffling.InsertCuttingCard(from_back=back), DEALER)
        else:
            self.attempt(shuffling.Shuffle(), DEALER)

    def deal_or_decide(self, chance: Random) -> None:
        table, shoe = self.table, self.table.shoe
        assert isinstance(table.round, RoundAtTable)
        if table.round.astray:
            self.must(misplaced_cards.Reconstruct(reason="has to be"), SUPERVISOR)
        elif table.round.card_due_to is not None:
            if chance.random() < self.trouble / 2:
                place = chance.choice([(0, 1), (1, 1), (2, 1), (3, 1), (4, 1), (2, 2)])
                self.slip(3 + place[1], True, chance.choice(DECK), place[0])
            elif self.dealer is not None:
                if shoe.machine and not shoe.remaining and not shoe.pending:
                    self.must(voiding.VoidRound(ground="impractical", reason="empty"), SUPERVISOR)
                else:
                    self.by_dealer(self.dealer.deal)
            else:
                self.deal_by_hand(chance)
        else:
            due = table.round.view(None).due
            assert due is not None
            if due.what != "choice":
                if chance.random() < 0.4:
                    self.must(asks_and_answers.MoveOn(), DEALER)
                else:
                    self.answer(chance, chance.choice(NAMES))
            else:
                self.answer(chance, due.players[0])

    def deal_by_hand(self, chance: Random) -> None:
        shoe = self.table.shoe
        if shoe.pending:
            card = shoe.pending[0] or chance.choice(DECK)
            self.attempt(dealing.Deal(card=card), DEALER)
        elif not shoe.ready or shoe.burns_due:
            self.prepare(chance)
        elif not shoe.remaining:
            if shoe.machine or not shoe.rack:
                self.must(voiding.VoidRound(ground="impractical", reason="empty"), SUPERVISOR)
            else:
                self.must(shuffling.Shuffle(), DEALER)
        elif chance.random() < 0.02:
            self.attempt(cutting_card.CuttingCardDrawn(), DEALER)
        else:
            self.attempt(dealing.Deal(card=chance.choice(DECK)), DEALER)

    def answer(self, chance: Random, name: str) -> None:
        """One of the decisions that somebody may take, or something like it."""
        assert self.table.round is not None
        candidates = list(self.table.round.candidates(name))
        allowed = [c for c in candidates if self.table.check(c, player(name), self.now) is None]
        if allowed:
            self.must(chance.choice(allowed), player(name))
