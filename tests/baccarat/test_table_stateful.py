"""Baccarat tables driven at random, by everybody at once: what must hold after every command.

Chips are conserved and lie where the wagers are; every card is somewhere; a refused command cites
and changes nothing; every fact cites; what is offered is taken; the shoes are proved; and the
record's commands give the same facts and the same table again.
"""

from __future__ import annotations

import os
from collections import Counter
from random import Random
from typing import Any

import msgspec
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)
from tests.baccarat.cases import BACCARAT
from tests.baccarat.table_support import PAIR_LIMITS, conventions
from tests.table_support import (
    APPROVAL,
    DEALER,
    INSPECTOR,
    NOW,
    OPERATOR,
    SUPERVISOR,
    player,
)

from croupier.aggregate.acts import Command
from croupier.aggregate.facts import Fact
from croupier.aggregate.roles import Person
from croupier.cards import DECK
from croupier.dealer import Dealer
from croupier.game_rules import table_for
from croupier.games.baccarat.acts import irregularities, shuffling
from croupier.games.baccarat.acts.card_checks import IntroducePreShuffled, Riffle
from croupier.games.baccarat.acts.dealing import Turn
from croupier.games.baccarat.facts import LateRuling, Whose
from croupier.games.baccarat.game import ACTS
from croupier.games.baccarat.round_at_table import PLACES, RoundAtTable
from croupier.games.baccarat.rules import WagerChange
from croupier.games.baccarat.table_state import turners_of
from croupier.rulebook.citations import Refused
from croupier.table.acts import (
    betting,
    burn_and_reveal,
    chips_and_float,
    closing,
    conduct,
    opening,
    patrons,
    voiding,
)
from croupier.table.acts.cutting_card import CuttingCardDrawn
from croupier.table.acts.dealing import Collect, Deal
from croupier.table.acts.misnamed_cards import CorrectCard, CorrectLastCard
from croupier.table.acts.misplaced_cards import Reconstruct, VoidEarlierRound
from croupier.table.acts.shuffling import Cut, DeclineCut, InsertCuttingCard, Shuffle
from croupier.table.acts.stray_cards import DrawnInError
from croupier.table.acts.tournament import SetSession
from croupier.table.facts import Notified
from croupier.table.shoe_state import Preparation
from croupier.table.shuffle_verification import check_shoes
from croupier.table.table import Phase
from croupier.table_replay import replay
from croupier.testing.table_state import replayed_as, tried

LONGER = int(os.environ.get("CROUPIER_FUZZ", "1"))
NAMES = ("ana", "bob", "cat")
WAGERS = ("banker", "player", "tie", "banker-pair", "player-pair")
AMOUNTS = (0, 5_00, 10_00, 20_00, 100_00, 200_00, 600_00, 12_34, 10_01, -10_00)
BOXES = 3

OPTIONS = st.fixed_dictionaries(
    {
        "settlement": st.sampled_from(["A", "B"]),
        "burn_method": st.sampled_from(["a", "b"]),
        "side_bets": st.sampled_from([[], ["perfect-pairs"], ["canberra-pairs"]]),
        "dealing": st.sampled_from(["face_up", "face_down", "face_down"]),
        "differential": st.sampled_from([None, 50_00, 150_00]),
        "differential_policy": st.sampled_from(["at_close_lifo", "at_placement"]),
        "exposure_test": st.sampled_from(["any_card", "misplaced_card"]),
        "limit_basis": st.sampled_from(["per_option", "aggregate"]),
        "under_min_warning_covers": st.sampled_from(["every_wager", "each_kind", "main_alone"]),
        "pairs_per_patron": st.sampled_from(["per_hand", "one"]),
        "lookback": st.sampled_from(["shoe", "unlimited"]),
        "limits": st.just(
            {wager: [10_00, 500_00] for wager in ("banker", "player", "tie")} | PAIR_LIMITS
        ),
    }
)

# --- any command at all, well formed and mostly out of place

_BY_NAME: dict[str, st.SearchStrategy[Any]] = {
    "player": st.sampled_from([*NAMES, "zed", ""]),
    "person": st.sampled_from([*NAMES, "zed"]),
    "players": st.lists(st.sampled_from([*NAMES, "zed"]), max_size=2).map(tuple),
    "box": st.integers(-1, BOXES + 1),
    "to_box": st.none() | st.integers(-1, BOXES + 1),
    "hand": st.sampled_from(Whose),
    "place": st.integers(-1, 4),
    "amount": st.sampled_from(AMOUNTS),
    "limit": st.sampled_from(AMOUNTS),
    "float": st.sampled_from([0, 1_000_00, -1]),
    "wager": st.sampled_from([*WAGERS, "main"]),
    "to": st.sampled_from([*WAGERS, "main"]),
    "card": st.sampled_from(DECK),
    "draw": st.integers(0, 12),
    "laid_on": st.none() | st.sampled_from([(0, 1), (0, 2), (0, 3), (1, 1)]),
    "overlooked": st.lists(st.tuples(st.sampled_from(NAMES), st.integers(1, 3)), max_size=1).map(
        tuple
    ),
    "number": st.integers(0, 3),
    "round": st.integers(0, 8),
    "rounds": st.integers(-1, 5),
    "seconds": st.integers(-1, 90),
    "at": st.integers(0, 416),
    "from_back": st.integers(0, 416),
    "commitment": st.sampled_from([None, "x", "0" * 64]),
    "secret": st.sampled_from(["", "00", "00" * 32]),
    "pack": st.none(),
    "occasion": st.sampled_from(["opening", "closing", "lunch"]),
    "ground": st.sampled_from(["impractical", "fraud", "boredom"]),
    "clause": st.sampled_from(["4.6", "14.7", "99.9"]),
    "duty": st.sampled_from(["no-advice", "tea"]),
    "about": st.sampled_from(["rules", "how to play", ""]),
    "chips": st.sampled_from(["gaming", "tournament"]),
    "device": st.sampled_from(["", "shoe", "shuffler", "checker"]),
    "agrees": st.booleans(),
    "changes": st.lists(st.sampled_from(WagerChange), max_size=4).map(tuple),
    "ruling": st.sampled_from(LateRuling),
    "dealing": st.sampled_from(["face_up", "face_down", "sideways"]),
    "method": st.sampled_from(["A", "B", "C"]),
    "pairs": st.sampled_from([None, "perfect-pairs", "canberra-pairs", "three-pairs"]),
    "layout": st.sampled_from([None, APPROVAL]),
    "shoe": st.sampled_from([None, APPROVAL]),
    "supplier": st.sampled_from([None, APPROVAL]),
    "side_bet_layouts": st.just({}),
    "side_bet_amounts": st.just({}),
    "inscription": st.none(),
    "commences": st.sampled_from([None, "2016-12-17", "soon"]),
    "limits": st.sampled_from([{}, {"tie": (10_00, 50_00)}, {"tie": (20_00, 15_00)}]),
    "multiples": st.sampled_from([{}, {"tie": 5_00}, {"tie": 0}]),
}
_WORDS = st.sampled_from(["", "because"])
_MAY_BE_UNNAMED = (DrawnInError, burn_and_reveal.Burn)


def any_of(kind: type[Command]) -> st.SearchStrategy[Command]:
    fields = {
        field.name: _BY_NAME.get(field.name, _WORDS) for field in msgspec.structs.fields(kind)
    }
    if kind in _MAY_BE_UNNAMED:
        fields["card"] = st.none() | st.sampled_from(DECK)
    return st.builds(kind, **fields)


OF_THE_DEALER = (
    Shuffle, Cut, DeclineCut, InsertCuttingCard, burn_and_reveal.Burn, burn_and_reveal.Reveal,
    Deal, DrawnInError, CuttingCardDrawn, shuffling.BurnForgotten, IntroducePreShuffled, Riffle,
)  # fmt: skip
"""What a virtual dealer does itself, or could not go on after, because it holds the cards."""
ENDS_THE_EVENING = (closing.SetHours, SetSession)


class BaccaratMachine(RuleBasedStateMachine):
    """One table, everybody at it, and a dealer with a virtual shoe or cards named by hand."""

    @initialize(options=OPTIONS, virtual=st.booleans(), seed=st.integers(0, 2**16))
    def open(self, options: dict[str, Any], virtual: bool, seed: int) -> None:
        self.options = conventions(**options)
        self.table = table_for(BACCARAT, self.options, boxes=BOXES)
        self.known = set(self.table.game.instrument.by_id)
        self.chance = Random(seed)
        self.debtors: set[str] = set()
        self.dealer: Dealer | None = None
        if virtual:
            self.dealer = Dealer(
                self.table, lambda: self.chance.randbytes(32),
                ask_cut=lambda _, where: self.chance.choice([None, where[0], where[-1]]),
                penetration=self.chance.choice([0.1, 1.0]), clock=lambda: NOW,
            )  # fmt: skip
        self.reopen()
        for name in NAMES:
            self.must(patrons.Arrive(player=name), player(name))
            self.must(chips_and_float.BringChips(player=name, amount=5_000_00), player(name))
        self.must(patrons.Sit(player="bob", box=2), player("bob"))
        self.go_on(seed, 30)

    def reopen(self) -> None:
        approvals = dict.fromkeys(self.options.get("side_bets", ()), APPROVAL)
        opened = opening.OpenTable(
            layout=APPROVAL, shoe=APPROVAL, side_bet_layouts=approvals, float=1_000_000_00,
            commences="2016-12-17",
        )  # fmt: skip
        self.attempt(opening.CheckCards(occasion="closing"), DEALER)
        self.must(opened, SUPERVISOR)
        self.must(opening.CheckCards(), DEALER)

    # -- the one way to do anything

    def attempt(self, command: Command, by: Person) -> bool:
        """Ask, then do; a refusal is the same both times and changes nothing."""
        closely = self.chance.random() < 0.1
        facts = tried(self.table, command, by, NOW, closely=closely)
        if facts is None:
            return False
        self.look_at(facts)
        return True

    def must(self, command: Command, by: Person) -> None:
        assert self.attempt(command, by), self.table.check(command, by, NOW)

    def by_dealer(self, act: Any, *args: Any, **kwargs: Any) -> None:
        entries = len(self.table.record.entries)
        refusal: Refused | None = None
        try:
            act(*args, **kwargs)
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

    # -- the game goes on

    @rule(seed=st.integers(0, 2**16), steps=st.integers(1, 25))
    def go_on(self, seed: int, steps: int) -> None:
        self.chance.seed(seed + len(self.table.record.entries))
        for _ in range(steps):
            self.step()

    def step(self) -> None:
        table, shoe = self.table, self.table.shoe
        if table.phase is Phase.CLOSED:
            self.reopen()
        elif table.phase is Phase.SETTLED:
            self.by_dealer(self.dealer.collect) if self.dealer else self.must(Collect(), DEALER)
        elif table.phase is Phase.BETTING:
            if not shoe.ready or shoe.burns_due or not (shoe.remaining or shoe.pending):
                self.prepare()
            elif not self.attempt(betting.NoMoreBets(), DEALER):
                self.unblock()
                self.bet()
        else:
            self.deal()

    def bet(self) -> None:
        for name in self.chance.sample(NAMES, 2):
            wager = self.chance.choice(WAGERS)
            amount = self.chance.choice((5_00, 10_00, 20_00, 100_00, 600_00))
            box = self.chance.randint(1, BOXES)
            command = betting.PlaceWager(player=name, box=box, amount=amount, wager=wager)
            self.attempt(command, player(name))

    def unblock(self) -> None:
        """What keeps a table from its next round: nobody here, a ruling, or an announced end."""
        table = self.table
        for name in NAMES:
            if name not in table.patrons.arrived and name not in table.patrons.excluded:
                self.attempt(patrons.Arrive(player=name), player(name))
            if name in table.patrons.arrived and table.chips.rack(name) < 500_00:
                self.attempt(chips_and_float.BringChips(player=name, amount=5_000_00), player(name))
        if table.rounds_left == 0:
            self.attempt(closing.AnnounceClosure(rounds=8), SUPERVISOR)
        if table.rounds:
            number, stand = table.rounds[-1].number, LateRuling.STAND
            ruling = irregularities.RuleOnRound(round=number, ruling=stand, reason="go on")
            self.attempt(ruling, SUPERVISOR)
        if table.wagers and self.chance.random() < 0.3:
            wager = table.wagers[-1]
            back = betting.PlaceWager(
                player=wager.player, box=wager.box, amount=0, wager=wager.wager
            )  # fmt: skip
            self.attempt(back, player(wager.player))

    def prepare(self) -> None:
        shoe = self.table.shoe
        if self.dealer is not None:
            self.by_dealer(self.dealer.prepare)
        elif shoe.ready and shoe.burns_due:
            card = self.chance.choice(DECK) if shoe.burn_is_shown else None
            self.attempt(burn_and_reveal.Burn(card=card), DEALER)
        elif shoe.preparation is Preparation.OFFERING_CUT:
            to = shoe.offer.player
            if to and to not in self.table.patrons.arrived:
                self.must(DeclineCut(player=to), DEALER)
                return
            self.must(Cut(player=to or "sue", at=200), player(to) if to else SUPERVISOR)
        elif shoe.preparation is Preparation.CUT:
            self.must(InsertCuttingCard(from_back=self.chance.choice([12, 400])), DEALER)
        else:
            self.must(Shuffle(), DEALER)

    def deal(self) -> None:
        """Whatever the coup waits for, and now and then a card on the wrong hand."""
        table, coup = self.table, self.table.round
        assert isinstance(coup, RoundAtTable)
        if coup.astray:
            if not self.attempt(Reconstruct(reason="has to be"), SUPERVISOR):
                self.must(irregularities.CannotReconstruct(reason="has to be"), SUPERVISOR)
        elif coup.removal_open:
            self.must(irregularities.ResumeRound(), DEALER)
        elif hands := coup.hands_to_turn:
            named = turners_of(table, hands[0])
            by = player(named[0]) if named else DEALER
            place = coup.hidden(hands[0])[0]
            self.must(Turn(hand=hands[0], place=place, player=named[0] if named else None), by)
        elif self.chance.random() < 0.1:
            self.deal_wrong()
        elif self.dealer is not None:
            self.by_dealer(self.dealer.deal)
        else:
            self.deal_by_hand(None)

    def deal_wrong(self) -> None:
        place = PLACES[self.chance.choice(list(Whose))]
        if self.dealer is None:
            self.deal_by_hand(place)
        elif not self.dealer.cutting_card_next and not self.table.shoe.burns_due:
            self.by_dealer(self.dealer.misplace, *place)
        else:
            self.by_dealer(self.dealer.deal)

    def deal_by_hand(self, laid_on: tuple[int, int] | None) -> None:
        shoe = self.table.shoe
        move = self.table.game.dealers_turn(self.table)
        if move is not None:
            self.must(move, DEALER)
        elif shoe.burns_due and not shoe.pending:
            self.must(shuffling.BurnForgotten(), DEALER)
        elif self.chance.random() < 0.03:
            self.attempt(CuttingCardDrawn(), DEALER)
        else:
            card = (shoe.pending[0] if shoe.pending else None) or self.chance.choice(DECK)
            self.attempt(Deal(card=card, laid_on=laid_on), DEALER)

    # -- what goes wrong, what is asked for, what nobody expects

    @rule(seen=st.booleans(), card=st.sampled_from(DECK))
    def draw_in_excess(self, seen: bool, card: Any) -> None:
        if self.dealer is None:
            self.attempt(DrawnInError(card=card if seen else None), DEALER)
        elif not self.dealer.cutting_card_next and self.table.shoe.ready:
            self.by_dealer(self.dealer.draw_in_error, seen=seen)

    @rule(card=st.sampled_from(DECK), draw=st.integers(0, 6))
    def misname(self, card: Any, draw: int) -> None:
        if draw:
            why = "seen on the felt"
            self.attempt(CorrectCard(draw=draw, card=card, reason=why), SUPERVISOR)
        else:
            self.attempt(CorrectLastCard(card=card), DEALER)

    @rule(back=st.integers(0, 3), what=st.integers(0, 7), name=st.sampled_from(NAMES))
    def supervise(self, back: int, what: int, name: str) -> None:
        table, because = self.table, "because"
        number, box = table.number - back, back + 1
        if table.wagers:
            name, box = table.wagers[0].player, table.wagers[0].box
        elif table.rounds:
            for settled in table.rounds[-1].settled()[:1]:
                name, box = settled.player, settled.box or box
        command: Command = [
            Reconstruct(reason=because),
            VoidEarlierRound(round=number, reason=because),
            irregularities.FoundBetweenRounds(reason=because),
            voiding.VoidRound(ground="impractical", reason=because),
            voiding.VoidRound(ground="fraud", reason=because, round=number),
            voiding.VoidWager(
                player=name, box=box, reason=because, round=None if table.wagers else number
            ),
            shuffling.DirectShuffle(reason=because),
            irregularities.CannotReconstruct(reason=because),
        ][what]
        if isinstance(command, voiding.VoidWager):
            self.attempt(conduct.RecordBreach(person=name, clause="4.6", what="late"), DEALER)
        self.attempt(command, SUPERVISOR)

    @rule(by=st.sampled_from([*map(player, NAMES), SUPERVISOR]), seed=st.integers(0, 99))
    def take_what_is_offered(self, by: Person, seed: int) -> None:
        offered = [
            command
            for command in self.table.legal(by, NOW)
            if not isinstance(command, (patrons.Leave, closing.CloseTable))
            and (self.dealer is None or not isinstance(command, OF_THE_DEALER))
        ]
        if offered:
            self.must(Random(seed).choice(offered), by)

    @rule(
        command=st.sampled_from(sorted(ACTS, key=str)).flatmap(any_of),
        by=st.sampled_from([*map(player, NAMES), DEALER, SUPERVISOR, OPERATOR, INSPECTOR]),
    )
    def anything(self, command: Command, by: Person) -> None:
        if isinstance(command, ENDS_THE_EVENING):
            return
        if self.dealer is not None and isinstance(command, OF_THE_DEALER):
            return
        if isinstance(command, voiding.Exclude) and self.table.patrons.excluded:
            return  # somebody has to play on
        self.attempt(command, by)

    # -- what holds

    @invariant()
    def chips_are_conserved_and_lie_where_the_wagers_are(self) -> None:
        table = self.table
        assert table.chips.balances
        for name, held in table.chips.racks.items():
            assert held >= 0 or name in self.debtors, f"{name} has {held}"
        if table.phase in (Phase.DEALING, Phase.SETTLED):
            assert isinstance(table.round, RoundAtTable)
            staked = sum(bet.stake for bet in table.round.round.bets if bet.open)
        else:
            staked = sum(wager.amount for wager in table.wagers)
        assert table.chips.layout == staked

    @invariant()
    def every_card_is_somewhere(self) -> None:
        shoe = self.table.shoe
        if shoe.preparation is Preparation.NEEDS_SHUFFLE:
            return  # on their way together
        lying = shoe.remaining + len(shoe.rack) + len(shoe.layout) + len(shoe.pending)
        assert lying == 8 * 52
        seen = Counter(card for card in (*shoe.rack, *shoe.layout, *shoe.pending) if card)
        assert +shoe.out == +seen
        assert max(seen.values(), default=0) <= 8

    def teardown(self) -> None:
        if not hasattr(self, "table"):
            return  # an example that ended before it began
        self.the_next_round_can_be_reached()
        again = replay(self.table.record.lines)
        assert again.same, again.differences[0]
        assert replayed_as(again.table, self.table)
        self.the_shoes_are_proved()

    def the_next_round_can_be_reached(self) -> None:
        for _ in range(200):
            if self.table.phase is Phase.BETTING and self.table.shoe.ready:
                return
            self.step()
        raise AssertionError(f"it goes no further: {self.table.phase}")

    def the_shoes_are_proved(self) -> None:
        if self.dealer is None:
            return
        self.table.shoe.preparation = Preparation.NEEDS_SHUFFLE  # the evening is over
        self.dealer.reveal()
        assert [str(check) for check in check_shoes(self.table.record) if not check.fair] == []


def test_tables_driven_at_random() -> None:
    run_state_machine_as_test(
        BaccaratMachine,
        settings=settings(
            max_examples=20 * LONGER,
            stateful_step_count=15 if LONGER == 1 else 40,
            deadline=None,
            derandomize=LONGER == 1,
            suppress_health_check=list(HealthCheck),
        ),
    )
