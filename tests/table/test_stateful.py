"""Tables driven at random, by everybody at once, with errors: what must hold after every command.

Chips are conserved to the cent and every staked chip is settled once; every card is somewhere; a
refused command changes nothing; asking and doing agree; only `Refused` is ever raised; every
citation exists; and the record's commands give the same facts and the same table again.

CROUPIER_FUZZ=20 runs twenty times as many tables, each twice as long.
"""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from tests.table_support import (
    ACT_2006,
    ACT_2018,
    APPROVAL,
    DEALER,
    DIRECTOR,
    INSPECTOR,
    MANAGER,
    NOW,
    OPERATOR,
    SUPERVISOR,
    conventions,
    observe,
    player,
    state_of,
    tried,
)

from croupier.cards import DECK, Card, parse_cards
from croupier.dealer import Dealer
from croupier.games import table_for
from croupier.games.blackjack import asks
from croupier.games.blackjack.at_table import RoundAtTable
from croupier.games.blackjack.game import ACTS
from croupier.games.blackjack.voiding import open_stakes
from croupier.rulebook.citing import Refused
from croupier.table.acts import (
    betting,
    cards,
    chips,
    closing,
    conduct,
    cutting_card,
    dealing,
    limit_markers,
    machine,
    misplaced,
    opening,
    patrons,
    restrictions,
    several_boxes,
    shuffling,
    sign,
    stray_cards,
    tournament_terms,
    voiding,
)
from croupier.table.commands import Command
from croupier.table.facts import (
    BettingClosed,
    Fact,
    Notified,
    Outcome,
    Placed,
    Reversed,
    RoundVoided,
    Settled,
    Staking,
)
from croupier.table.fairness import check_shoes
from croupier.table.record import Entry, Header
from croupier.table.roles import Person
from croupier.table.shoe_state import Preparation
from croupier.table.table import Phase

if TYPE_CHECKING:
    from collections.abc import Callable

LONGER = int(os.environ.get("CROUPIER_FUZZ", "1"))
NAMES = ("ana", "bob", "cat", "don")
BOXES = 4
AMOUNTS = (0, 5_00, 10_00, 15_00, 20_00, 50_00, 120_00, 600_00, 12_34, 10_01, -10_00)

names = st.sampled_from(NAMES)
people = st.sampled_from(
    [*map(player, NAMES), DEALER, SUPERVISOR, MANAGER, OPERATOR, DIRECTOR, INSPECTOR]
)
boxes = st.integers(1, BOXES)
any_card = st.sampled_from(DECK)
seeds = st.integers(0, 2**16 - 1)

OPTIONS = st.fixed_dictionaries(
    {
        "decks": st.just(4),
        "soft_17": st.sampled_from(["stand", "hit"]),
        "device": st.sampled_from(["shoe", "shoe", "shuffler"]),
        "double_on": st.sampled_from(["two_cards", "any_cards"]),
        "box_max_scope": st.sampled_from(["total", "each"]),
        "mid_shoe": st.sampled_from(["off", "manual", "always"]),
        "under_min_warning_scope": st.sampled_from(["visit", "shoe", "gaming_day"]),
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
        "third_party_cap": st.sampled_from(["shared", "single_winner"]),
    }
)

# --- any command at all, well formed and mostly out of place

_BY_NAME: dict[str, st.SearchStrategy[Any]] = {
    "player": st.sampled_from([*NAMES, "zed", ""]),
    "person": st.sampled_from([*NAMES, "zed"]),
    "for_player": st.sampled_from([*NAMES, "zed"]),
    "on": st.sampled_from([None, *NAMES, "zed"]),
    "box": st.integers(-1, BOXES + 1),
    "hand": st.integers(-1, 4),
    "amount": st.sampled_from(AMOUNTS),
    "limit": st.sampled_from(AMOUNTS),
    "float": st.sampled_from([0, 1_000_00, -1]),
    "wager": st.sampled_from(["main", "perfect-pairs", "super-sevens", "pairs-play", "cards"]),
    "card": any_card,
    "laid_on": st.none() | st.tuples(st.integers(0, BOXES), st.integers(1, 2)),
    "overlooked": st.lists(st.tuples(names, boxes), max_size=2).map(tuple),
    "number": st.integers(0, 3),
    "round": st.none() | st.integers(0, 12),
    "rounds": st.integers(-1, 5),
    "at": st.integers(0, 210),
    "from_back": st.integers(0, 210),
    "commitment": st.sampled_from([None, "x", "0" * 64]),
    "secret": st.sampled_from(["", "00", "00" * 32]),
    "pack": st.none(),
    "occasion": st.sampled_from(["opening", "closing", "lunch"]),
    "ground": st.sampled_from(["impractical", "fraud", "boredom"]),
    "clause": st.sampled_from(["4.3", "16.7", "99.9"]),
    "duty": st.sampled_from(["no-advice", "no-advantage", "approved-procedures", "tea"]),
    "about": st.sampled_from(["rules", "how to play", ""]),
    "chips": st.sampled_from(["gaming", "tournament", "cash"]),
    "device": st.sampled_from([None, "shoe", "shuffler", "hat"]),
    "rectified": st.booleans(),
    "opens": st.just(NOW - 1),
    "closes": st.sampled_from([NOW, NOW + 10**9]),
    "layout": st.sampled_from([None, APPROVAL]),
    "shoe": st.sampled_from([None, APPROVAL]),
    "side_bet_layouts": st.just({}),
    "side_bet_amounts": st.just({}),
    "inscription": st.sampled_from([None, "stand"]),
    "commences": st.sampled_from([None, "2018-10-20", "soon"]),
    "limits": st.sampled_from(
        [{}, {"main": (10_00, 100_00)}, {"main": (20_00, 15_00)}, {"keno": (1, 2)}]
    ),
    "multiples": st.sampled_from([{}, {"main": 5_00}, {"main": 0}]),
    "tracked": st.sampled_from([None, "file 9"]),
}
_WORDS = st.sampled_from(["", "because"])


def any_of(kind: type[Command]) -> st.SearchStrategy[Command]:
    fields = {
        field.name: _BY_NAME.get(field.name, _WORDS) for field in msgspec.structs.fields(kind)
    }
    if kind in (stray_cards.DrawnInError, stray_cards.BurntInError, cards.Burn):
        fields["card"] = st.none() | any_card
    if kind is misplaced.VoidEarlierRound:
        fields["round"] = st.integers(0, 12)
    if kind is voiding.VoidWager:
        fields["wager"] = st.sampled_from([None, "main", "insurance", "perfect-pairs"])
    return st.builds(kind, **fields)


OF_CARDS = {each.__name__ for each in (cards, shuffling, machine, dealing, cutting_card)}

OF_THE_DEALER: tuple[type[Command], ...] = (
    *(kind for kind in ACTS if kind.__module__ in OF_CARDS),
    stray_cards.FaceUpCard,
    stray_cards.DrawnInError,
    stray_cards.BurntInError,
    stray_cards.DealerOverdrew,
)
"""What a virtual dealer does itself, because it holds the cards."""


class TableMachine(RuleBasedStateMachine):
    """One table, everybody at it, and a dealer with a virtual shoe or with cards named by hand."""

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
        self.options = chosen
        self.table = table_for(instrument, chosen, boxes=BOXES)
        self.known = set(self.table.game.instrument.by_id)
        self.now = NOW
        self.chance = Random(seed)
        self.trouble = Random(seed).choice((0.02, 0.1, 0.3))
        self.emptied = 0
        self.debtors: set[str] = set()
        self.staked: dict[int, Counter[str]] = {}
        """What lay in the boxes when betting closed for a round, by owner."""
        self.dealer: Dealer | None = None
        if virtual:
            self.dealer = Dealer(
                self.table,
                lambda: self.chance.randbytes(32),
                ask_cut=lambda _, where: self.chance.choice([None, where[0], where[-1]]),
                clock=lambda: self.now,
            )
        self.must(self.opening(), SUPERVISOR)
        self.must(opening.CheckCards(), DEALER)
        for name in NAMES:
            self.must(patrons.Arrive(player=name), player(name))
            self.must(chips.BringChips(player=name, amount=400_00), player(name))
        self.must(several_boxes.PermitSeveralBoxes(player="ana"), DEALER)
        self.must(patrons.Sit(player="bob", box=2), player("bob"))
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

    # -- the one way to do anything

    def attempt(self, command: Command, by: Person) -> bool:
        """Ask, then do; a refusal is the same both times and changes nothing."""
        closely = self.chance.random() < 0.1
        facts = tried(self.table, command, by, self.now, closely=closely)
        if facts is None:
            return False
        self.look_at(facts)
        if isinstance(command, voiding.VoidWager):
            self.has_come_to_nothing(command)
        return True

    def must(self, command: Command, by: Person) -> None:
        assert self.attempt(command, by), self.table.check(command, by, self.now)

    def by_dealer(self, act: Any, *args: Any, **kwargs: Any) -> None:
        """Something the virtual dealer does, which the table may refuse."""
        before = observe(self.table) if self.chance.random() < 0.1 else None
        entries = len(self.table.record.entries)
        try:
            act(*args, **kwargs)
        except Refused as error:
            refusal: Refused | None = error
        else:
            refusal = None
        if refusal is not None:
            assert refusal.clauses
            if before is not None and len(self.table.record.entries) == entries:
                assert observe(self.table) == before
        for entry in self.table.record.entries[entries:]:
            self.look_at(entry.facts)

    def look_at(self, facts: tuple[Fact, ...]) -> None:
        for fact in facts:
            assert fact.clauses, f"{fact} cites nothing"
            assert set(fact.clauses) <= self.known, fact
            if isinstance(fact, Notified) and fact.about == "owed to the house":
                self.debtors.add(fact.detail.partition(":")[0])
            elif isinstance(fact, RoundVoided):
                self.is_as_if_it_had_never_been(fact.round, facts)
            elif isinstance(fact, BettingClosed):
                self.staked[fact.round] = staked = Counter[str]()
                for wager in self.table.wagers:
                    staked[wager.player] += wager.amount

    def is_as_if_it_had_never_been(self, number: int, facts: tuple[Fact, ...]) -> None:
        """Nobody has won or lost anything by a void round."""
        past = self.table.past_round(number)
        assert past is not None
        net: Counter[str] = Counter()
        for fact in {id(fact): fact for fact in (*past.facts, *facts)}.values():
            if isinstance(fact, Settled):
                net[fact.player] += fact.net
            elif isinstance(fact, Reversed):
                net[fact.player] -= fact.net
        assert not any(net.values()), f"round {number} is void: {net}"

    def has_come_to_nothing(self, command: voiding.VoidWager) -> None:
        if self.table.phase is Phase.BETTING or self.table.round is None:
            return
        net = 0
        for fact in self.table.round.facts:
            if isinstance(fact, (Settled, Reversed)):
                mine = (fact.player, fact.box) == (command.player, command.box)
                if mine and fact.wager == (command.wager or fact.wager):
                    net += fact.net if isinstance(fact, Settled) else -fact.net
        assert net == 0, f"{command} left {net}"

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

    @rule(name=names, what=st.integers(0, 7), box=boxes)
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

    @rule(seed=seeds, steps=st.integers(1, 30))
    def go_on(self, seed: int, steps: int) -> None:
        self.chance.seed(seed + len(self.table.record.entries))
        for _ in range(steps):
            self.step(self.chance)

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
            if shoe.preparation is Preparation.NEEDS_NEW_CARDS:
                device = chance.choice([None, "shoe", "shuffler"])
                new = cards.NewCards(
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
        elif table.phase is Phase.SETTLED:
            if self.dealer is not None:
                self.by_dealer(self.dealer.collect)
            elif not self.attempt(dealing.Collect(), DEALER):
                self.attempt(misplaced.Reconstruct(reason="has to be"), SUPERVISOR)
            elif shoe.machine and shoe.rack:
                self.attempt(machine.FeedMachine(), DEALER)
        elif table.round is not None and table.phase is Phase.DEALING:
            self.deal_or_decide(chance)

    def unblock(self) -> None:
        """What keeps a table from its next round: nobody here, or an announced end."""
        here = self.table.patrons.arrived
        for name in NAMES:
            if name not in here and name not in self.table.patrons.excluded:
                self.attempt(patrons.Arrive(player=name), player(name))
            if name in here and self.table.chips.rack(name) < 100_00:
                self.attempt(chips.BringChips(player=name, amount=500_00), player(name))
        if self.table.rounds_left == 0:
            self.attempt(closing.AnnounceClosure(rounds=8), SUPERVISOR)

    def prepare(self, chance: Random) -> None:
        shoe = self.table.shoe
        if self.dealer is not None:
            self.by_dealer(self.dealer.prepare)
        elif shoe.ready and shoe.burns_due and shoe.remaining:
            self.attempt(cards.Burn(card=chance.choice([None, chance.choice(DECK)])), DEALER)
        elif shoe.machine:
            self.attempt(machine.LoadMachine(), DEALER)
        elif shoe.preparation is Preparation.OFFERING_CUT:
            to = shoe.offer.player
            at = shoe.remaining // 2
            if to is None:
                self.must(shuffling.Cut(player="sue", at=at), SUPERVISOR)
            elif chance.random() < 0.3:
                self.must(shuffling.DeclineCut(player=to), DEALER)
            else:
                self.attempt(shuffling.Cut(player=to, at=at), player(to))
        elif shoe.preparation is Preparation.CUT:
            back = min(52, shoe.remaining // 2)
            self.must(shuffling.InsertCuttingCard(from_back=back), DEALER)
        else:
            self.attempt(shuffling.Shuffle(), DEALER)

    def deal_or_decide(self, chance: Random) -> None:
        table, shoe = self.table, self.table.shoe
        assert isinstance(table.round, RoundAtTable)
        if table.round.astray:
            self.must(misplaced.Reconstruct(reason="has to be"), SUPERVISOR)
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
                    self.must(asks.MoveOn(), DEALER)
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

    @rule(seed=seeds)
    def ask_for_anything(self, seed: int) -> None:
        """Decisions that are mostly out of turn, by people who mostly have none to take."""
        chance = Random(seed)
        box, hand, amount = chance.randint(0, 5), chance.randint(0, 3), chance.choice(AMOUNTS)
        name = chance.choice(NAMES)
        command = chance.choice(
            [
                asks.Hit(box=box, hand=hand),
                asks.Stand(box=box, hand=hand),
                asks.Split(box=box, hand=hand),
                asks.Double(box=box, hand=hand, amount=amount),
                asks.Elect(player=name, box=box, hand=hand, amount=amount),
                asks.Insure(player=name, box=box, amount=amount, on=chance.choice(NAMES)),
                asks.TakeEvenMoney(player=name, box=box),
                asks.DeclineInsurance(player=name, box=box),
                asks.MoveOn(),
            ]
        )
        self.attempt(command, chance.choice([player(name), player("bob"), DEALER]))

    # -- what goes wrong

    def mishap(self, chance: Random) -> None:
        name, box = chance.choice(NAMES), chance.randint(0, BOXES)
        match chance.randint(0, 5):
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
                self.table.do(stray_cards.BurntInError(), DEALER, self.now)
            elif self.dealer.cutting_card_next:
                return
            else:
                self.dealer.burn_in_error(seen=False)

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
        command: Command = [
            misplaced.Reconstruct(reason=reason),
            misplaced.VoidEarlierRound(round=table.number - back, reason=reason),
            voiding.VoidRound(ground="impractical", reason=reason),
            voiding.VoidRound(ground="fraud", reason=reason, round=table.number - back),
            voiding.Invalidate(disturbance=reason),
            voiding.VoidWager(player=name, box=box, reason=reason),
            voiding.VoidWager(player=name, box=box, reason=reason, wager="main"),
            voiding.VoidWager(player=name, box=box, reason=reason, wager="insurance"),
            betting.ReturnShortWager(player=name, box=box),
            machine.MachineFailed(fault=reason, rectified=back == 3),
            cutting_card.DealtPastCuttingCard(),
            closing.AnnounceClosure(rounds=back),
            voiding.Exclude(player=name, reason=reason),
            restrictions.RequireMinimum(player=name, reason=reason),
            limit_markers.PlaceMarker(player=name, box=box, limit=300_00),
            sign.ChangeLimits(limits={"main": (10_00, 50_00 + 50_00 * back)}),
            closing.CloseTable(),
            restrictions.LiftRestriction(player=name),
        ][what]
        if isinstance(command, (voiding.VoidWager, voiding.Exclude)):
            self.attempt(conduct.RecordBreach(person=name, clause="4.3", what="late"), DEALER)
        if isinstance(command, voiding.Exclude) and len(table.patrons.excluded) > 1:
            return  # somebody has to play on
        self.attempt(command, SUPERVISOR)

    @rule(command=st.sampled_from(sorted(ACTS, key=str)).flatmap(any_of), by=people)
    def anything(self, command: Command, by: Person) -> None:
        if self.dealer is not None and isinstance(command, OF_THE_DEALER):
            return
        if isinstance(command, (closing.SetHours, tournament_terms.SetSession)):
            return  # they end the evening
        self.attempt(command, by)

    # -- what holds

    @invariant()
    def chips_are_conserved(self) -> None:
        chips = self.table.chips
        assert chips.balances
        for name, held in chips.racks.items():
            assert held >= 0 or name in self.debtors, f"{name} has {held}"

    @invariant()
    def the_layout_holds_what_is_staked(self) -> None:
        table = self.table
        if table.phase in (Phase.DEALING, Phase.SETTLED):
            assert isinstance(table.round, RoundAtTable)
            staked = sum(stake.amount for stake in open_stakes(table.round.round))
        else:
            staked = sum(wager.amount for wager in table.wagers)
        assert table.chips.layout == staked

    @invariant()
    def every_card_is_somewhere(self) -> None:
        shoe = self.table.shoe
        if shoe.preparation in (Preparation.NEEDS_SHUFFLE, Preparation.NEEDS_NEW_CARDS):
            return  # on their way together
        lying = shoe.remaining + len(shoe.rack) + len(shoe.layout) + len(shoe.pending)
        assert lying == 4 * 52
        assert all(0 <= copies <= 4 for copies in shoe.out.values())
        seen = Counter(card for card in (*shoe.rack, *shoe.layout, *shoe.pending) if card)
        assert +shoe.out == +seen

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
            raise AssertionError(f"it goes no further: {self.table.phase}")

    def the_shoes_are_proved(self) -> None:
        """With every secret told, each card that came out was the next of its shoe."""
        record = self.table.record
        if self.dealer is not None:
            secrets = [
                cards.Reveal(commitment=commitment, secret=secret, pack=parse_cards(pack))
                for commitment, secret, pack in self.dealer.state().secrets
            ]
            entries = [Entry(0, 0, "dan", DEALER.role, each, ()) for each in secrets]
            told = Told(record.header, [*record.entries, *entries])
            assert [str(check) for check in check_shoes(told) if not check.fair] == []

    def the_record_gives_the_same_again(self) -> None:
        again = table_for(self.table.game.instrument.id, self.options, boxes=BOXES)
        decode = msgspec.json.Decoder(ACTS.commands).decode
        for entry in self.table.record.entries:
            assert decode(msgspec.json.encode(entry.command)) == entry.command
            facts = again.do(entry.command, Person(entry.by, entry.role), entry.at)
            assert facts == entry.facts
        assert again.record.head == self.table.record.head
        assert state_of(again) == state_of(self.table)


@dataclass
class Told:
    """A record with the secrets of shoes that are still in use."""

    header: Header
    entries: list[Entry]


def test_tables_driven_at_random() -> None:
    run_state_machine_as_test(
        TableMachine,
        settings=settings(
            max_examples=25 * LONGER,
            stateful_step_count=25 if LONGER == 1 else 50,
            deadline=None,
            derandomize=LONGER == 1,
            suppress_health_check=list(HealthCheck),
        ),
    )
