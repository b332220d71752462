"""Shards of blackjack, ACT and Challenge: one kernel, with tables from the rules of each."""

from __future__ import annotations

from collections import Counter as Multiset
from dataclasses import replace
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from croupier.cards import DECK_SIZE, RANKS
from croupier.games.blackjack.odds.side_bets import PAIRS, SEVENS, side_bet_nets
from croupier.games.blackjack.simulation import kernel
from croupier.games.blackjack.simulation.kernel import CountTables, play_blackjack
from croupier.games.blackjack.simulation.kernel_tables import WIDTH, BlackjackTables
from croupier.odds.simulation.kernel_shoe import shoe_of, stream_of
from croupier.odds.simulation.tally import CountedTally, Tally, WagerTally

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.games.blackjack.rules import BlackjackRules
    from croupier.odds.array_types import Counts, Ints
    from croupier.odds.results import Strategy
    from croupier.odds.shoe_composition import Composition
    from croupier.odds.simulation.counter import Counter
    from croupier.odds.simulation.shoe_cut import ShoeCut


class Drawing(NamedTuple):
    """The box takes a card."""

    up_card: int
    hand: int
    doubled: bool


class Waiting(NamedTuple):
    """The box waits for the dealer, who takes a card, by what the dealer's ends would bring."""

    dealer: int
    nets: tuple[int, ...]
    one_card: bool
    """Only a Blackjack matters, so no third card is taken."""


State = Drawing | Waiting


class BoxAlone:
    """One box by itself: its hand, the dealer's and the settlement, followed through by one table.

    It is made from the tables for any number of boxes, which a pair that is split goes back to.
    Numbers below `split` are results, those above it states in which a card is taken.

    States from which every card leads to the same are one: they share their row. Boxes that are
    played by several charts share the rows of all.
    """

    def __init__(
        self, tables: kernel.Tables, results: int, rows: dict[tuple[int, ...], int] | None = None
    ) -> None:
        self.tables = tables
        self.middle, self.split = results // 2, results
        self.numbers: dict[State, int] = {}
        self.rows = {} if rows is None else rows

    def made(self) -> kernel.Alone:
        """What the kernel takes."""
        begin = self.begin()
        return kernel.Alone(begin=begin, step=steps(self.rows, self.split), split=self.split)

    def begin(self) -> Ints:
        """The number after three cards: the dealer's, the first and the second of the box."""
        width = self.tables.next.shape[1]
        begin = np.zeros((width, width, width), np.uint16)
        for up_card in range(len(RANKS)):
            for first in range(len(RANKS)):
                for second in range(len(RANKS)):
                    hand = int(self.tables.next[kernel.DEALT + first, second])
                    begin[up_card, first, second] = self._after_a_card(up_card, hand)
        return begin

    def _number(self, state: State) -> int:
        if state not in self.numbers:
            row = tuple(self._drawn(state, card) for card in range(len(RANKS)))
            self.numbers[state] = self.rows.setdefault(row, self.split + 1 + len(self.rows))
        return self.numbers[state]

    def _drawn(self, state: State, card: int) -> int:
        if isinstance(state, Waiting):
            return self._dealt_to_dealer(state, int(self.tables.dealers_next[state.dealer, card]))
        hand = int(self.tables.next[state.hand, card])
        if state.doubled:
            return self._ended(state.up_card, hand, doubled=True)
        return self._after_a_card(state.up_card, hand)

    # --- the box

    def _after_a_card(self, up_card: int, hand: int) -> int:
        action = self.tables.actions[hand, up_card]
        if action == kernel.SPLIT:
            return self.split
        if action == kernel.STAND:
            return self._ended(up_card, hand, doubled=False)
        return self._number(Drawing(up_card, hand, doubled=bool(action == kernel.DOUBLE)))

    def _ended(self, up_card: int, hand: int, *, doubled: bool) -> int:
        tables = self.tables
        row = int(tables.ends[hand, up_card])
        need = int(tables.needs[row])
        nets = tables.pays[row + doubled * len(tables.needs)]
        if up_card == kernel.ACE and tables.insured[0] and row != tables.even_money:
            need, nets = max(need, kernel.SECOND_CARD), nets + tables.insured
        if need == kernel.NOTHING:
            return self.middle + int(nets[0])
        one_card = need == kernel.SECOND_CARD
        return self._number(Waiting(tables.dealers_ends + up_card, tuple(nets.tolist()), one_card))

    # --- the dealer

    def _dealt_to_dealer(self, state: Waiting, dealer: int) -> int:
        if dealer < self.tables.dealers_ends:
            return self.middle + state.nets[dealer]
        if state.one_card:
            return self.middle + state.nets[0]
        return self._number(state._replace(dealer=dealer))


def steps(rows: dict[tuple[int, ...], int], split: int) -> Ints:
    """What a card makes of a number, for the rows of one chart or of several."""
    step = np.zeros((split + 1 + len(rows), WIDTH), np.uint16)
    step[split + 1 :, : len(RANKS)] = list(rows)
    return step


class CountedTables:
    """One table of blackjack and one player who counts."""

    def __init__(
        self, rules: BlackjackRules, shoe: Composition, counter: Counter, results: int, places: int
    ) -> None:
        self.counter = counter
        tables = [BlackjackTables(rules, shoe, each).made for each in counter.strategies]
        rows: dict[tuple[int, ...], int] = {}
        self.begin = np.stack([BoxAlone(each, results, rows).begin() for each in tables])
        self.step = steps(rows, results)
        assert len(self.step) <= np.iinfo(np.uint16).max
        self.actions = np.stack([each.actions for each in tables])
        self.ends = np.stack([each.ends for each in tables])
        self.insured = np.stack([each.insured for each in tables])
        self.tags = np.zeros(WIDTH, np.int64)
        self.tags[: len(counter.tags)] = counter.tags
        held = shoe.by_rank.values()
        added = sum(tag * copies for tag, copies in zip(counter.tags, held, strict=True))
        self.drift = added / shoe.total
        left = np.maximum(shoe.total - np.arange(places), 1)
        self.per_card = DECK_SIZE / left / counter.scale

    def made(self) -> CountTables:
        """What the kernel takes, with nothing counted yet."""
        counter = self.counter
        return CountTables(
            tags=self.tags,
            drift=self.drift,
            per_card=self.per_card,
            lowest=counter.lowest,
            charts=np.array(counter.charts, np.int64),
            begin=self.begin,
            step=self.step,
            actions=self.actions,
            ends=self.ends,
            insured=self.insured,
            stakes=np.array(counter.stakes, np.int64),
            by_count=np.zeros((len(counter.charts), 3), np.int64),
            by_shoe=np.zeros(6, np.int64),
        )

    def tally(self, played: CountTables, unit: int) -> CountedTally:
        """What the kernel counted, in initial wagers of one."""
        by_true_count = {
            self.counter.lowest + level: (
                int(rounds), Fraction(int(net), unit), Fraction(int(square), unit**2)
            )
            for level, (rounds, net, square) in enumerate(played.by_count)
            if rounds
        }  # fmt: skip
        units = unit**2, unit, 1, unit, 1, 1
        sums = zip(played.by_shoe, units, strict=True)
        return CountedTally(by_true_count, tuple(Fraction(int(each), one) for each, one in sums))


MAIN = "main"
MOST_CARDS = 22
"""No hand has as many cards."""
_SIDES = len(PAIRS) * len(SEVENS)


class BlackjackShards:
    """A table of blackjack, ready to be dealt."""

    def __init__(
        self,
        rules: BlackjackRules,
        shoe: Composition,
        strategy: Strategy,
        boxes: int,
        cut: ShoeCut,
        counter: Counter | None = None,
    ) -> None:
        self.boxes, self.cut = boxes, cut
        self.tables = BlackjackTables(rules, shoe, strategy).made
        most = self.tables.most_hands * int(abs(self.tables.pays).max())
        most += self.tables.unit * 2  # what insurance may bring or cost at the most
        self.results = 2 * most + 1
        self.alone = BoxAlone(self.tables, self.results).made()
        self.side_bets = dict(_side_bets(rules))
        self.side_unit = lcm(*(net.denominator for nets in self.side_bets.values() for net in nets))
        self.side_nets = np.array(
            [[int(net * self.side_unit) for net in nets] for nets in self.side_bets.values()],
            np.int64,
        ).reshape(len(self.side_bets), _SIDES)
        self.cards = shoe.total
        self.shoe = shoe_of(shoe, MOST_CARDS * (1 + boxes * self.tables.most_hands))
        self.counter = counter
        if counter is not None:
            self.counting = CountedTables(rules, shoe, counter, self.results, len(self.shoe))

    def play(self, seed: int, number: int, rounds: int) -> Tally:
        """One shard: so many rounds by the stream of its number."""
        counts = self.counts()
        table = (
            self.shoe.copy(), self.cards, self.cut.burnt, self.cut.place, rounds, self.boxes,
            self.tables, self.alone, self.side_nets, stream_of(seed, number), *counts,
        )  # fmt: skip
        if self.counter is None:
            play_blackjack(*table)
            return self.tally(rounds, *counts)
        counted = self.counting.made()
        play_blackjack(*table, counted)
        found = self.counting.tally(counted, self.tables.unit)
        return replace(self.tally(rounds, *counts), counted=found)

    def counts(self) -> tuple[Counts, Counts, Counts]:
        """Nothing counted yet: results, how side bets come out, and sums over shoes."""
        return (
            np.zeros(self.results, np.int64),
            np.zeros(_SIDES, np.int64),
            np.zeros((1 + len(self.side_bets), 4), np.int64),
        )

    def tally(self, rounds: int, results: Counts, sides: Counts, sums: Counts) -> Tally:
        """What the kernel counted, in initial wagers."""
        unit, middle = self.tables.unit, len(results) // 2
        main = Multiset(
            {
                Fraction(int(place) - middle, unit): int(results[place])
                for place in np.flatnonzero(results)
            }
        )
        wagers = {MAIN: WagerTally.of(main, sums[0, :3], unit)}
        crossed = {}
        for (wager, nets), added in zip(self.side_bets.items(), sums[1:], strict=True):
            brought: Multiset[Fraction] = Multiset()
            for net, count in zip(nets, sides.tolist(), strict=True):
                brought[net] += count
            wagers[wager] = WagerTally.of(+brought, added[:3], self.side_unit)
            crossed[wager] = Fraction(int(added[3]), unit * self.side_unit)
        return Tally(rounds, wagers, crossed=crossed)


def _side_bets(rules: BlackjackRules) -> Iterator[tuple[str, list[Fraction]]]:
    """What each side bet of the table brings, by pairs and then sevens as the kernel counts."""
    for wager, (by_pairs, by_sevens) in side_bet_nets(rules).items():
        if by_pairs:
            yield wager, [net for net in by_pairs for _ in SEVENS]
        else:
            yield wager, [net for _ in PAIRS for net in by_sevens]
