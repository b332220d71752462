"""Tables of Blackjack Challenge driven at random, by everybody at once, with errors and failures.

After every command chips are conserved and lie where the wagers are, every card is somewhere, a
refused command has cited and changed nothing, every fact cites and what is offered is taken; at the
end a round can be finished, the shoes are proved and the record gives the same table again.

CROUPIER_FUZZ=20 runs twenty times as many tables.
"""

from __future__ import annotations

import os
from collections import Counter
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec
from hypothesis import HealthCheck, settings
from hypothesis import Phase as Phases
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from tests.challenge.any_command import any_command
from tests.challenge.table_support import ASSISTANT_MANAGER, GAMING_MANAGER, NSW, conventions
from tests.table_support import (
    DEALER,
    INSPECTOR,
    NOW,
    OPERATOR,
    SUPERVISOR,
    player,
    state_of,
    tried,
)

from croupier.cards import DECK, Card, parse_cards
from croupier.dealer import Dealer
from croupier.games import table_for
from croupier.games.blackjack import asks
from croupier.games.blackjack.challenge_table import (
    conduct,
    device,
    shuffling,
    stray_cards,
    tokens,
    voids,
)
from croupier.games.blackjack.challenge_table.asks import ElectRefund
from croupier.games.blackjack.challenge_table.card_state import shoe_of
from croupier.games.blackjack.challenge_table.cards import ReplaceCards
from croupier.games.blackjack.challenge_table.closing import DisplayClosingSign
from croupier.games.blackjack.challenge_table.game import Challenge
from croupier.games.blackjack.challenge_table.opening import DIAGRAMS, OpenChallenge
from croupier.games.blackjack.challenge_table.round import ChallengeAtTable
from croupier.games.blackjack.voiding import open_stakes
from croupier.replaying import replay
from croupier.rulebook.citing import Refused
from croupier.table.acts import betting, chips, patrons, several_boxes
from croupier.table.acts.cards import Burn, Reveal
from croupier.table.acts.closing import CloseTable
from croupier.table.acts.cutting_card import CuttingCardDrawn, DealtPastCuttingCard
from croupier.table.acts.dealing import Collect, Deal
from croupier.table.acts.machine import FeedMachine, LoadMachine
from croupier.table.acts.misplaced import Reconstruct
from croupier.table.acts.opening import CheckCards
from croupier.table.acts.shuffling import Cut, DeclineCut, InsertCuttingCard, Shuffle
from croupier.table.acts.stray_cards import (
    BurntInError,
    DealerOverdrew,
    DrawnInError,
    FaceUpCard,
    TakeFromRack,
)
from croupier.table.acts.voiding import Exclude, VoidWager
from croupier.table.facts import Notified, Outcome, Reversed, RoundVoided, Settled
from croupier.table.fairness import check_shoes
from croupier.table.record import Entry
from croupier.table.shoe_state import Preparation
from croupier.table.table import Phase

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.table.commands import Command
    from croupier.table.facts import Fact
    from croupier.table.record import Header
    from croupier.table.roles import Person

LONGER = int(os.environ.get("CROUPIER_FUZZ", "1"))
NAMES = ("ana", "bob", "cat", "don")
BOXES = 5
PEOPLE = [
    *map(player, NAMES), DEALER, SUPERVISOR, ASSISTANT_MANAGER, GAMING_MANAGER, OPERATOR, INSPECTOR,
]  # fmt: skip

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

OF_THE_DEALER = (
    Burn, Shuffle, InsertCuttingCard, LoadMachine, FeedMachine, Deal, Collect, CuttingCardDrawn,
    FaceUpCard, DrawnInError, BurntInError, TakeFromRack, DealerOverdrew, Reveal, Cut, DeclineCut,
    stray_cards.DealtToNobody, shuffling.ForgetBurn,
)  # fmt: skip
"""What a virtual dealer does itself, because it holds the cards."""

seeds = st.integers(0, 2**16 - 1)
PHASES = [phase for phase in Phases if phase is not Phases.shrink or LONGER > 1]


class TableMachine(RuleBasedStateMachine):
    """One table, everybody at it, and a dealer with a virtual shoe or with cards named by hand."""

    @initialize(options=OPTIONS, virtual=st.booleans(), seed=seeds)
    def open(self, options: dict[str, Any], virtual: bool, seed: int) -> None:
        self.options = conventions(**options)
        self.table = table_for(NSW, self.options, boxes=BOXES)
        self.known = set(self.table.game.instrument.by_id)
        self.now = NOW
        self.chance = Random(seed)
        self.trouble = Random(seed).choice((0.02, 0.1, 0.3))
        self.emptied = 0
        self.debtors: set[str] = set()
        self.dealer: Dealer | None = None
        if virtual:
            self.dealer = Dealer(
                self.table,
                lambda: self.chance.randbytes(32),
                ask_cut=lambda _, where: self.chance.choice([None, where[0], where[-1]]),
                clock=lambda: self.now,
            )
        self.must(self.opening(), SUPERVISOR)
        self.must(CheckCards(), DEALER)
        for name in NAMES:
            self.must(patrons.Arrive(player=name), player(name))
            self.must(chips.BringChips(player=name, amount=400_00), player(name))
        voucher = tokens.ExchangeVoucher(player="cat", voucher="V 1", amount=100_00)
        self.must(voucher, DEALER)
        self.must(several_boxes.PermitSeveralBoxes(player="ana"), DEALER)
        self.must(patrons.Sit(player="bob", box=2), player("bob"))
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

    # -- the one way to do anything

    def attempt(self, command: Command, by: Person) -> bool:
        """Ask, then do; a refusal is the same both times and changes nothing."""
        closely = self.chance.random() < 0.1
        facts = tried(self.table, command, by, self.now, closely=closely)
        if facts is None:
            return False
        self.look_at(facts)
        return True

    def must(self, command: Command, by: Person) -> None:
        assert self.attempt(command, by), self.table.check(command, by, self.now)

    def by_dealer(self, act: Callable[[], object]) -> None:
        """Something the virtual dealer does, which the table may refuse."""
        entries = len(self.table.record.entries)
        refusal: Refused | None = None
        try:
            act()
        except Refused as error:
            refusal = error
        assert refusal is None or refusal.clauses
        for entry in self.table.record.entries[entries:]:
            self.look_at(entry.facts)

    def look_at(self, facts: tuple[Fact, ...]) -> None:
        for fact in facts:
            assert fact.clauses, f"{fact} cites nothing"
            assert set(fact.clauses) <= self.known, fact
            if isinstance(fact, Notified) and fact.about == "owed to the house":
                self.debtors.add(fact.detail.partition(":")[0])
            elif isinstance(fact, RoundVoided):
                self.has_cost_nobody_anything(fact, facts)

    def has_cost_nobody_anything(self, void: RoundVoided, facts: tuple[Fact, ...]) -> None:
        """A void round takes from nobody, unless losses stand or a wager is forfeited."""
        past = self.table.past_round(void.round)
        assert past is not None
        if "18.5" in void.clauses or not self.options["void_restores_collected_losses"]:
            return
        net: Counter[str] = Counter()
        for fact in {id(fact): fact for fact in (*past.facts, *facts)}.values():
            if isinstance(fact, Settled):
                net[fact.player] += fact.net
            elif isinstance(fact, Reversed):
                net[fact.player] -= fact.net
        assert all(won >= 0 for won in net.values()), f"round {void.round} is void: {net}"

    # -- what people do

    def bet_all_round(self, chance: Random) -> None:
        for name in chance.sample(NAMES, chance.randint(1, len(NAMES))):
            box, amount = chance.randint(1, BOXES), chance.choice((10_00, 10_00, 20_00, 120_00))
            self.attempt(betting.PlaceWager(player=name, box=box, amount=amount), player(name))
            if name == "cat" and chance.random() < 0.3:
                lay = tokens.PlaceTokens(player=name, box=box, amount=7_50)
                self.attempt(lay, player(name))
            for wager in self.options["side_bets"]:
                side = betting.PlaceWager(player=name, box=box, amount=5_00, wager=wager)
                if chance.random() < 0.5:
                    self.attempt(side, player(name))

    @rule(name=st.sampled_from(NAMES), what=st.integers(0, 7), box=st.integers(1, BOXES))
    def move(self, name: str, what: int, box: int) -> None:
        command: Command = [
            patrons.StepAway(player=name),
            patrons.ComeBack(player=name),
            patrons.Leave(player=name),
            patrons.Arrive(player=name),
            patrons.Sit(player=name, box=box),
            patrons.GetUp(player=name),
            chips.TakeChips(player=name, amount=max(1, self.table.chips.rack(name))),
            chips.BringChips(player=name, amount=100_00),
        ][what]
        self.attempt(command, player(name))

    # -- the game goes on

    @rule(seed=seeds, steps=st.integers(1, 50))
    def go_on(self, seed: int, steps: int) -> None:
        self.chance.seed(seed + len(self.table.record.entries))
        for _ in range(steps):
            self.now += 1_000
            self.step(self.chance)

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
            self.must(voids.VerifyDecks(result="put right"), SUPERVISOR)
        elif shoe.dropped:
            self.must(shuffling.VerifyCollected(), SUPERVISOR)
        elif not table.cards_checked:
            self.must(CheckCards(), DEALER)
        elif not shoe.ready or shoe.burns_due or not (shoe.remaining or shoe.pending):
            self.prepare(chance)
        elif table.wagers and chance.random() < 0.8:
            if not self.attempt(betting.NoMoreBets(), DEALER):
                self.unblock(chance)
        else:
            self.unblock(chance)
            self.bet_all_round(chance)

    def unblock(self, chance: Random) -> None:
        """What keeps a table from its next round: nobody here, no chips, no main wager."""
        for name in NAMES:
            if name in self.table.patrons.excluded:
                continue
            if name not in self.table.patrons.arrived:
                self.attempt(patrons.Arrive(player=name), player(name))
            elif self.table.chips.rack(name) < 100_00:
                self.attempt(chips.BringChips(player=name, amount=500_00), player(name))

    def prepare(self, chance: Random) -> None:
        shoe = self.table.shoe
        if self.dealer is not None and not shoe.feed_due:
            self.by_dealer(self.dealer.prepare)
            if not shoe.ready and shoe_of(self.table).dropped:
                self.must(shuffling.VerifyCollected(), SUPERVISOR)
        elif self.dealer is not None:
            self.by_dealer(self.dealer._feed)
        elif shoe.ready and shoe.burns_due and shoe.remaining:
            self.must(chance.choice([Burn(), shuffling.ForgetBurn()]), DEALER)
        elif shoe.feed_due:
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

    def cut(self, chance: Random) -> None:
        shoe = self.table.shoe
        to, at = shoe.offer.player, shoe.remaining // 2
        if to is None:
            self.must(Cut(player="sue", at=at), SUPERVISOR)
        elif chance.random() < 0.3:
            self.must(DeclineCut(player=to), DEALER)
        else:
            self.attempt(Cut(player=to, at=at), player(to))

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
                self.must(asks.MoveOn(), DEALER)
            else:
                self.answer(chance, chance.choice(due.players))

    def deal(self, chance: Random) -> None:
        table, shoe = self.table, self.table.shoe
        empty = not (shoe.remaining or shoe.pending)
        if empty and not shoe.rack and shoe.preparation is not Preparation.OFFERING_CUT:
            why = "no card is left anywhere"
            self.must(voids.VoidMisdeal(error=why, why_not_rebuilt=why), SUPERVISOR)
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
            self.must(asks.MoveOn(), DEALER)

    # -- what goes wrong

    def mishap(self, chance: Random) -> None:
        name, box = chance.choice(NAMES), chance.randint(0, BOXES)
        match chance.randint(0, 4):
            case 0 | 1:
                self.slip(chance.randint(0, 5), chance.random() < 0.7, chance.choice(DECK), box)
            case 2:
                self.move(name, chance.randint(0, 7), box or 1)
            case _:
                self.supervise(chance.randint(0, 17), name, box or 1, chance.random() < 0.5)

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

    @property
    def card_due(self) -> bool:
        table = self.table
        return table.phase is Phase.DEALING and bool(table.round and table.round.card_due_to)

    @precondition(lambda self: self.emptied < 2 and self.table.number > 2)
    @rule(left=st.integers(0, 12))
    def nearly_empty_the_shoe(self, left: int) -> None:
        self.emptied += 1
        while self.table.shoe.ready and self.table.shoe.remaining > left:
            if self.dealer is None:
                self.table.do(BurntInError(), DEALER, self.now)
            elif self.dealer.cutting_card_next:
                return
            else:
                self.dealer.burn_in_error(seen=False)

    @rule(
        what=st.integers(0, 17),
        name=st.sampled_from(NAMES),
        box=st.integers(1, BOXES),
        flag=st.booleans(),
    )
    def supervise(self, what: int, name: str, box: int, flag: bool) -> None:
        table, why = self.table, "because"
        if flag and table.wagers:
            wager = table.wagers[box % len(table.wagers)]
            name, box = wager.player, wager.box
        command: Command = [
            Reconstruct(reason=why),
            voids.VoidMisdeal(error=why, why_not_rebuilt=why),
            voids.FindWrongCards(foreign=("joker",)),
            voids.InvalidateGame(ground="disturbance", reason=why, refund=flag),
            voids.InvalidateGame(ground="fraud", reason=why, forfeits=(name,)),
            device.DeviceFailed(fault=why, spare_at_hand=flag),
            device.DeviceFailed(fault=why, spare_at_hand=False),
            device.DeviceFailed(fault=why, disadvantaged=name, spare_at_hand=flag),
            device.BringDevice(),
            VoidWager(player=name, box=box, reason=why),
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
    def chips_are_conserved(self) -> None:
        books = self.table.chips
        assert books.balances
        for name, held in books.racks.items():
            assert held >= 0 or name in self.debtors, f"{name} has {held}"

    @invariant()
    def the_layout_holds_what_is_staked(self) -> None:
        table = self.table
        if table.phase in (Phase.DEALING, Phase.SETTLED):
            assert isinstance(table.round, ChallengeAtTable)
            staked = sum(stake.amount for stake in open_stakes(table.round.round))
        else:
            staked = sum(wager.amount for wager in table.wagers)
        assert table.chips.layout == staked

    @invariant()
    def every_card_is_somewhere(self) -> None:
        shoe = self.table.shoe
        if shoe.preparation in (Preparation.NEEDS_SHUFFLE, Preparation.NEEDS_NEW_CARDS):
            return  # on their way together
        out = (*shoe.rack, *shoe.layout, *shoe.pending)
        assert shoe.remaining + len(out) + shoe.for_next_round == 6 * 52
        assert +shoe.out == +Counter(card for card in out if card)
        assert all(0 <= copies <= 6 for copies in shoe.out.values())

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

    def teardown(self) -> None:
        if not hasattr(self, "table"):
            return  # an example that ended before it began
        self.a_round_can_be_finished()
        self.the_shoes_are_proved()
        self.the_record_gives_the_same_again()

    def a_round_can_be_finished(self) -> None:
        """Wherever a table has got to, with nothing more going wrong it gets to its next round."""
        self.trouble = 0
        for _ in range(300):
            if self.table.phase is Phase.BETTING and self.table.shoe.ready:
                break
            self.step(self.chance)
        else:
            stuck = f"{self.table.phase}, {self.table.shoe.preparation}"
            raise AssertionError(f"it goes no further: {stuck}")

    def the_shoes_are_proved(self) -> None:
        """With every secret told, each card that came out was the next of its shoe."""
        record = self.table.record
        if self.dealer is not None:
            secrets = [
                Reveal(commitment=commitment, secret=secret, pack=parse_cards(pack))
                for commitment, secret, pack in self.dealer.state().secrets
            ]
            entries = [Entry(0, 0, "dan", DEALER.role, each, ()) for each in secrets]
            told = Told(record.header, [*record.entries, *entries])
            assert [str(check) for check in check_shoes(told) if not check.fair] == []

    def the_record_gives_the_same_again(self) -> None:
        again = replay(self.table.record.lines)
        assert again.differences == []
        assert again.table.record.head == self.table.record.head
        assert state_of(again.table) == state_of(self.table)


ANSWERS = (asks.Hit, asks.Stand, asks.Double, asks.Split, asks.Elect, asks.MoveOn, ElectRefund)


class Told(msgspec.Struct):
    """A record with the secrets of shoes that are still in use."""

    header: Header
    entries: list[Entry]


def test_tables_driven_at_random() -> None:
    run_state_machine_as_test(
        TableMachine,
        settings=settings(
            max_examples=12 * LONGER,
            stateful_step_count=25,
            deadline=None,
            derandomize=LONGER == 1,
            suppress_health_check=list(HealthCheck),
            phases=PHASES,
        ),
    )
