"""Tables of Blackjack Challenge that are driven at random: opened, and how their game goes on.

What goes wrong there is left to whoever drives them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hypothesis import strategies as st
from hypothesis.stateful import initialize, rule
from tests.challenge.table_support import NSW, conventions
from tests.table.driven import BOXES, NAMES, Driven, seeds
from tests.table_support import DEALER, SUPERVISOR, player

from croupier.cards import DECK
from croupier.games.blackjack import asks_and_answers
from croupier.games.challenge.acts import promotional_tokens, shuffling, void_rounds
from croupier.games.challenge.acts.opening_and_closing import DIAGRAMS, OpenChallenge
from croupier.games.challenge.round import ChallengeAtTable, ElectRefund
from croupier.games.challenge.table_state import shoe_of
from croupier.table.acts.betting import NoMoreBets, PlaceWager
from croupier.table.acts.burn_and_reveal import Burn
from croupier.table.acts.cutting_card import CuttingCardDrawn
from croupier.table.acts.dealing import Collect, Deal
from croupier.table.acts.misplaced_cards import Reconstruct
from croupier.table.acts.opening import CheckCards
from croupier.table.acts.shuffling import InsertCuttingCard, Shuffle
from croupier.table.acts.shuffling_machine import FeedMachine, LoadMachine
from croupier.table.shoe_state import Preparation
from croupier.table.table import Phase

if TYPE_CHECKING:
    from random import Random

    from croupier.cards import Card

ANSWERS = (
    asks_and_answers.Hit,
    asks_and_answers.Stand,
    asks_and_answers.Double,
    asks_and_answers.Split,
    asks_and_answers.Elect,
    asks_and_answers.MoveOn,
    ElectRefund,
)

OPTIONS = st.fixed_dictionaries(
    {
        "device": st.sampled_from(["shoe", "shuffler"]),
        "side_bets": st.sampled_from([[], ["any-pairs"], ["perfect-pairs"]]),
        "minimum_scope": st.sampled_from(["player", "area"]),
        "rounding_unit": st.sampled_from(["hand_per_player", "wager", "player_total"]),
        "token_after_win": st.sampled_from(["returned", "taken"]),
        "dealer_blackjack_collects": st.sampled_from(["BB+1", "OBO_total_cap", "OBBO"]),
        "rejoin_on_resplit": st.booleans(),
        "interim_scope": st.sampled_from(["all_payments_before_final", "rule_8_only"]),
        "void_restores_collected_losses": st.booleans(),
        "burned_in_error": st.sampled_from(["reuse_if_immediate", "always_burned"]),
        "seen_between_rounds": st.sampled_from(["next_card", "burned"]),
        "refusal_scope": st.sampled_from(["player", "area", "hand"]),
        "double_into_known_card": st.sampled_from(["allow", "refuse"]),
        "absent_decider": st.sampled_from(["next_bettor", "draw_to_12"]),
        "decision_timer": st.sampled_from([None, 30]),
        "r17_4_paid_stands": st.booleans(),
        "election_scope": st.sampled_from(["all_stakes", "unsettled"]),
        "election_unit": st.sampled_from(["player", "area"]),
        "preshuffled_satisfies_4_4_1": st.booleans(),
        "dispute_reviewer_distinct": st.booleans(),
    }
)


class Playing(Driven):
    """Everybody bets and decides, the dealer deals, and staff do what keeps the game going."""

    @initialize(options=OPTIONS, virtual=st.booleans(), seed=seeds)
    def open(self, options: dict[str, Any], virtual: bool, seed: int) -> None:
        self.set_up(NSW, conventions(**options), virtual, seed)
        voucher = promotional_tokens.ExchangeVoucher(player="cat", voucher="V 1", amount=100_00)
        self.must(voucher, DEALER)
        self.go_on(seed, 60)

    def opening(self) -> OpenChallenge:
        offered = set(self.options["side_bets"])
        drawn = [name for name, places in DIAGRAMS.items() if set(places) & offered]
        law = self.table.law
        return OpenChallenge(
            diagram=" and ".join(drawn) or "A",
            inscriptions=tuple(law.inscriptions),  # type: ignore[attr-defined]
            equipment=tuple(law.equipment),  # type: ignore[attr-defined]
            drop_box=True,
            float=1_000_000_00,
        )

    # -- what goes wrong

    def mishap(self, chance: Random) -> None:
        raise NotImplementedError

    def slip(self, slip: int, seen: bool, card: Card, box: int) -> None:
        """A card face up, drawn or burnt in error, given to the dealer, misplaced, taken back."""
        raise NotImplementedError

    # -- the game goes on

    def bet_all_round(self, chance: Random) -> None:
        for name in chance.sample(NAMES, chance.randint(1, len(NAMES))):
            box, amount = chance.randint(1, BOXES), chance.choice((10_00, 10_00, 20_00, 120_00))
            self.attempt(PlaceWager(player=name, box=box, amount=amount), player(name))
            if name == "cat" and chance.random() < 0.3:
                lay = promotional_tokens.PlaceTokens(player=name, box=box, amount=7_50)
                self.attempt(lay, player(name))
            for wager in self.options["side_bets"]:
                side = PlaceWager(player=name, box=box, amount=5_00, wager=wager)
                if chance.random() < 0.5:
                    self.attempt(side, player(name))

    @rule(seed=seeds, steps=st.integers(1, 50))
    def go_on_for_a_while(self, seed: int, steps: int) -> None:
        self.go_on(seed, steps)

    def step(self, chance: Random) -> None:
        """Whatever the table waits for, and now and then something that it does not."""
        table = self.table
        if chance.random() < self.trouble:
            self.mishap(chance)
        if table.phase is Phase.CLOSED:
            self.attempt(self.opening(), SUPERVISOR)
        elif table.phase is Phase.BETTING:
            self.between_rounds(chance)
        elif table.phase is Phase.SETTLED:
            assert table.round is not None
            if table.round.unsettled:
                self.must(Reconstruct(reason="has to be"), SUPERVISOR)
            elif self.dealer is not None:
                self.by_dealer(self.dealer.collect)
            else:
                self.must(Collect(), DEALER)
        elif table.phase is Phase.DEALING:
            self.deal_or_decide(chance)

    def between_rounds(self, chance: Random) -> None:
        table, shoe = self.table, shoe_of(self.table)
        if shoe.wrong_cards:
            self.must(void_rounds.VerifyDecks(result="put right"), SUPERVISOR)
        elif shoe.dropped:
            self.must(shuffling.VerifyCollected(), SUPERVISOR)
        elif not table.cards_checked:
            self.must(CheckCards(), DEALER)
        elif not shoe.ready or shoe.burns_due or not (shoe.remaining or shoe.pending):
            self.prepare(chance)
        elif table.wagers and chance.random() < 0.8:
            if not self.attempt(NoMoreBets(), DEALER):
                self.unblock()
        else:
            self.unblock()
            self.bet_all_round(chance)

    def prepare(self, chance: Random) -> None:
        shoe = self.table.shoe
        if self.dealer is not None and not self.table.feed_due:
            self.by_dealer(self.dealer.prepare)
            if not shoe.ready and shoe_of(self.table).dropped:
                self.must(shuffling.VerifyCollected(), SUPERVISOR)
        elif self.dealer is not None:
            self.by_dealer(self.dealer._feed)
        elif shoe.ready and shoe.burns_due and shoe.remaining:
            self.must(chance.choice([Burn(), shuffling.ForgetBurn()]), DEALER)
        elif self.table.feed_due:
            self.must(FeedMachine(), DEALER)
        elif shoe.machine:
            self.attempt(LoadMachine(), DEALER)
        elif shoe.preparation is Preparation.OFFERING_CUT:
            self.cut(chance)
        elif shoe.preparation is Preparation.CUT:
            self.attempt(InsertCuttingCard(from_back=shoe.remaining // 2), DEALER)
            if shoe_of(self.table).dropped:
                self.must(shuffling.VerifyCollected(), SUPERVISOR)
        else:
            self.attempt(Shuffle(), DEALER)

    def deal_or_decide(self, chance: Random) -> None:
        table = self.table
        assert isinstance(table.round, ChallengeAtTable)
        if table.round.astray:
            self.must(Reconstruct(reason="has to be"), SUPERVISOR)
        elif table.round.card_due_to is not None:
            if chance.random() < self.trouble / 2:
                self.slip(4, True, chance.choice(DECK), chance.randint(0, BOXES))
            else:
                self.deal(chance)
        else:
            due = table.round.view(None).due
            assert due is not None
            if due.what != "choice" and chance.random() < 0.4:
                self.must(asks_and_answers.MoveOn(), DEALER)
            else:
                self.answer(chance, chance.choice(due.players))

    def deal(self, chance: Random) -> None:
        table, shoe = self.table, self.table.shoe
        empty = not (shoe.remaining or shoe.pending)
        if empty and not shoe.rack and shoe.preparation is not Preparation.OFFERING_CUT:
            why = "no card is left anywhere"
            self.must(void_rounds.VoidMisdeal(error=why, why_not_rebuilt=why), SUPERVISOR)
        elif shoe_of(table).dropped:
            self.must(shuffling.VerifyCollected(), SUPERVISOR)
        elif self.dealer is not None:
            self.by_dealer(self.dealer.deal)
        elif not shoe.pending and (shoe.burns_due or not shoe.ready or empty):
            self.prepare(chance)
        elif chance.random() < 0.02:
            self.attempt(CuttingCardDrawn(), DEALER)
        else:
            waiting = shoe.pending[0] if shoe.pending else None
            self.attempt(Deal(card=waiting or chance.choice(DECK)), DEALER)

    def answer(self, chance: Random, name: str) -> None:
        """One of the decisions that somebody may take; each that is offered is taken."""
        allowed = [c for c in self.table.legal(player(name), self.now) if isinstance(c, ANSWERS)]
        if allowed:
            self.must(chance.choice(allowed), player(name))
        else:
            self.must(asks_and_answers.MoveOn(), DEALER)
