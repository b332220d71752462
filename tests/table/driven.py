"""A blackjack table that is driven at random, by everybody at once, with errors.

Here stands what holds under any rules: chips are conserved to the cent and lie where the wagers
are; every card is somewhere; a refused command changes nothing; asking and doing agree; only
`Refused` is ever raised; every citation exists; and at the end a round can be finished, the shoes
are proved and the record gives the same facts and the same table again.

CROUPIER_FUZZ=20 runs twenty times as many tables, each twice as long.
"""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

from hypothesis import HealthCheck, settings
from hypothesis import Phase as Phases
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from tests.table_support import (
    DEALER,
    NOW,
    SUPERVISOR,
    player,
)

from croupier.aggregate.record import Entry, Header
from croupier.cards import parse_cards
from croupier.dealer import Dealer
from croupier.game_rules import table_for
from croupier.games.blackjack.round_at_table import RoundAtTable
from croupier.games.blackjack.voiding import open_stakes
from croupier.rulebook.citations import Refused
from croupier.table.acts import chips_and_float, patrons
from croupier.table.acts.burn_and_reveal import Reveal
from croupier.table.acts.opening import CheckCards
from croupier.table.acts.several_boxes import PermitSeveralBoxes
from croupier.table.acts.shuffling import Cut, DeclineCut
from croupier.table.acts.stray_cards import BurntInError
from croupier.table.facts import Notified, Reversed, Settled
from croupier.table.shoe_state import Preparation
from croupier.table.shuffle_verification import check_shoes
from croupier.table.table import Phase
from croupier.table_replay import replay
from croupier.testing.table_state import observe, replayed_as, tried

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.aggregate.acts import Command
    from croupier.aggregate.facts import Fact
    from croupier.aggregate.roles import Person

LONGER = int(os.environ.get("CROUPIER_FUZZ", "1"))
NAMES = ("ana", "bob", "cat", "don")
BOXES = 5
"""As few as every instrument lets a table have, so that boxes are shared."""

names = st.sampled_from(NAMES)
boxes = st.integers(1, BOXES)
seeds = st.integers(0, 2**16 - 1)


class Driven(RuleBasedStateMachine):
    """One table, everybody at it, and a dealer with a virtual shoe or with cards named by hand."""

    def set_up(self, instrument: str, options: dict[str, Any], virtual: bool, seed: int) -> None:
        """Open the table, and let everybody come with chips."""
        self.options = options
        self.table = table_for(instrument, options, boxes=BOXES)
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
            self.must(chips_and_float.BringChips(player=name, amount=400_00), player(name))
        self.must(PermitSeveralBoxes(player="ana"), DEALER)
        self.must(patrons.Sit(player="bob", box=2), player("bob"))

    # -- what depends on the rules

    def opening(self) -> Command:
        raise NotImplementedError

    def step(self, chance: Random) -> None:
        """Whatever the table waits for, and now and then something that it does not."""
        raise NotImplementedError

    def follow(self, fact: Fact, facts: tuple[Fact, ...]) -> None:
        """Look at one of the facts that followed from a command."""

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
        before = observe(self.table) if self.chance.random() < 0.1 else None
        entries = len(self.table.record.entries)
        refusal: Refused | None = None
        try:
            act()
        except Refused as error:
            refusal = error
        assert refusal is None or refusal.clauses
        if refusal and before is not None and len(self.table.record.entries) == entries:
            assert observe(self.table) == before
        for entry in self.table.record.entries[entries:]:
            self.look_at(entry.facts)

    def look_at(self, facts: tuple[Fact, ...]) -> None:
        for fact in facts:
            assert fact.clauses, f"{fact} cites nothing"
            assert set(fact.clauses) <= self.known, fact
            if isinstance(fact, Notified) and fact.about == "owed to the house":
                self.debtors.add(fact.detail.partition(":")[0])
            self.follow(fact, facts)

    def won_in(self, number: int, facts: tuple[Fact, ...]) -> Counter[str]:
        """What each player has won by a round, with what has just followed for it."""
        past = self.table.past_round(number)
        assert past is not None
        net: Counter[str] = Counter()
        for fact in {id(fact): fact for fact in (*past.facts, *facts)}.values():
            if isinstance(fact, Settled):
                net[fact.player] += fact.net
            elif isinstance(fact, Reversed):
                net[fact.player] -= fact.net
        return net

    # -- what happens under any rules

    @rule(name=names, what=st.integers(0, 7), box=boxes)
    def move(self, name: str, what: int, box: int) -> None:
        command: Command = [
            patrons.StepAway(player=name),
            patrons.ComeBack(player=name),
            patrons.Leave(player=name),
            patrons.Arrive(player=name),
            patrons.Sit(player=name, box=box),
            patrons.GetUp(player=name),
            chips_and_float.TakeChips(player=name, amount=max(1, self.table.chips.rack(name))),
            chips_and_float.BringChips(player=name, amount=100_00),
        ][what]
        self.attempt(command, player(name))

    def go_on(self, seed: int, steps: int) -> None:
        self.chance.seed(seed + len(self.table.record.entries))
        for _ in range(steps):
            self.now += 1_000
            self.step(self.chance)

    def unblock(self) -> None:
        """What keeps a table from its next round: nobody is here, or has any chips."""
        here = self.table.patrons.arrived
        for name in NAMES:
            if name not in here and name not in self.table.patrons.excluded:
                self.attempt(patrons.Arrive(player=name), player(name))
            if name in here and self.table.chips.rack(name) < 100_00:
                self.attempt(chips_and_float.BringChips(player=name, amount=500_00), player(name))

    def cut(self, chance: Random) -> None:
        shoe = self.table.shoe
        to, at = shoe.offer.player, shoe.remaining // 2
        if to is None:
            self.must(Cut(player="sue", at=at), SUPERVISOR)
        elif chance.random() < 0.3:
            self.must(DeclineCut(player=to), DEALER)
        else:
            self.attempt(Cut(player=to, at=at), player(to))

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
        out = (*shoe.rack, *shoe.layout, *shoe.pending)
        assert shoe.remaining + len(out) + shoe.for_next_round == shoe.decks * 52
        assert +shoe.out == +Counter(card for card in out if card)
        assert not Counter(self.table.cleared) - Counter(shoe.layout)
        assert all(0 <= copies <= shoe.decks for copies in shoe.out.values())

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
        assert replayed_as(again.table, self.table)


@dataclass
class Told:
    """A record with the secrets of shoes that are still in use."""

    header: Header
    entries: list[Entry]


def drive(machine: type[Driven], examples: int) -> None:
    """So many tables, and what went wrong made as short as can be only where time was asked for."""
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=examples * LONGER,
            stateful_step_count=25 if LONGER == 1 else 50,
            deadline=None,
            derandomize=LONGER == 1,
            suppress_health_check=list(HealthCheck),
            phases=[phase for phase in Phases if phase is not Phases.shrink or LONGER > 1],
        ),
    )
