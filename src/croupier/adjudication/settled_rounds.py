"""What every wager of every round is worth, read from the facts of a table as they come.

A settlement that is undone is shown as what the rules make of it, void or returned, with net 0.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import msgspec

from croupier.adjudication.answer import RoundAnswer, Settlement
from croupier.aggregate.facts import Fact
from croupier.rulebook.citations import Clauses
from croupier.table.facts import (
    BettingClosed,
    BettingReopened,
    Outcome,
    Reversed,
    RoundEnded,
    RoundVoided,
    Settled,
    Warned,
)
from croupier.table.wagers import MAIN

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from croupier.table.law import TableLaw
    from croupier.table.wagers import Wager

    Order = Callable[[Sequence[Settlement], Sequence[tuple[str, str]]], Iterable[Settlement]]
    """Settlements in the order of an answer, beside the wagers: whose, and of which kind."""

_TOLD: frozenset[type[Fact]] = frozenset(
    {BettingClosed, BettingReopened, Reversed, RoundEnded, RoundVoided, Settled, Warned}
)
_GIVEN_BACK = (Outcome.VOID, Outcome.RETURNED)


@cache
def bears_on_settlements(kind: type[Fact]) -> bool:
    """True if facts of a type can change how a round is settled; any game may withdraw a round."""
    return kind in _TOLD or kind.withdraws_round is not Fact.withdraws_round


_bear: set[type[Fact]] = set()
_bear_not: set[type[Fact]] = set()
"""Types of facts that have come: those that can change how a round is settled, and the others."""


def bear_on_settlements(facts: Iterable[Fact]) -> bool:
    """True if any of these facts can change how a round is settled."""
    kinds = set(map(type, facts))
    if kinds <= _bear_not:
        return False
    for kind in kinds - _bear - _bear_not:
        (_bear if bears_on_settlements(kind) else _bear_not).add(kind)
    return not _bear.isdisjoint(kinds)


class SettledRound:
    """One round: what the table gave back before its cards, and what the round stated."""

    __slots__ = ("by_round", "by_table", "number", "wagers", "warned")

    def __init__(self, number: int, wagers: Iterable[Wager]) -> None:
        self.number = number
        self.wagers = [(wager.player, wager.wager) for wager in wagers]
        """Whose wagers lay there when betting closed, in their order."""
        self.by_table: list[Settled] = []
        self.by_round: list[Settled] = []
        self.warned: set[tuple[str, int, str]] = set()
        """Short wagers of owners who were told of the minimum then."""

    def undo(self, fact: Reversed, outcome: Outcome) -> None:
        """What was won or lost is not: the last settlement that it fits counts for nothing."""
        for stated in (self.by_round, self.by_table):
            for place in range(len(stated) - 1, -1, -1):
                if fact.undoes(stated[place]):
                    stated[place] = _as_undone(stated[place], outcome, fact.clauses)
                    return

    def void_pushes(self, clauses: Clauses) -> None:
        """A stand-off moved no chips, so nothing but the void itself undoes it."""
        self.by_round = [
            _as_undone(fact, Outcome.VOID, clauses) if fact.outcome is Outcome.PUSH else fact
            for fact in self.by_round
        ]


def _as_undone(fact: Settled, outcome: Outcome, clauses: Clauses) -> Settled:
    return msgspec.structs.replace(fact, outcome=outcome, net=0, clauses=clauses)


class SettledRounds:
    """Watches the facts of a table and keeps what every round came to, as it stands now."""

    def __init__(self, law: TableLaw, *, boxes: bool = True) -> None:
        self._law = law
        self._boxes = boxes
        self._rounds: dict[int, SettledRound] = {}
        self._current: SettledRound | None = None
        self._in_play = False
        self._taken: list[Settled] = []
        """What was taken from those who make no wager, for the round to come."""

    @property
    def last(self) -> SettledRound | None:
        """The last round that was begun."""
        return self._rounds[max(self._rounds)] if self._rounds else None

    def __len__(self) -> int:
        return len(self._rounds)

    def take(self, facts: Sequence[Fact], of_round: Sequence[int], wagers: Sequence[Wager]) -> None:
        """Note what followed from a command; `wagers` lay on the table before it.

        Leave out a command if none of its facts bears on settlements.
        """
        about, of_a_void_round, corrected = self._current, False, False
        all_of_round = tuple(of_round) == (0, len(facts))
        for place, fact in enumerate(facts):
            if not bears_on_settlements(type(fact)):
                continue
            if isinstance(fact, Settled):
                past = of_a_void_round or corrected
                to_come = not self._in_play and not past and about is self._current
                if to_come and not fact.stake:
                    self._taken.append(fact)
                elif about is not None:
                    of_its_own = corrected or all_of_round or _is_in(of_round, place)
                    (about.by_round if of_its_own else about.by_table).append(fact)
            elif isinstance(fact, Reversed):
                if about is not None:
                    about.undo(fact, self._what_is_made_of(fact, facts))
            elif isinstance(fact, BettingClosed):
                about = self._current = SettledRound(fact.round, wagers)
                self._rounds[fact.round] = about
                about.by_table, self._taken = self._taken, []
                self._in_play = True
            elif isinstance(fact, RoundEnded):
                self._in_play = False
            elif isinstance(fact, Warned):
                if about is not None:
                    about.warned.add((fact.player, fact.box, fact.wager))
            elif isinstance(fact, BettingReopened):  # it never began
                gone = self._rounds.pop(fact.round)
                self._taken = [each for each in gone.by_table if not each.stake]
                about = self._current = self.last
                self._in_play = False
            elif isinstance(fact, RoundVoided):
                about, of_a_void_round = self._of(fact.round), True
                about.void_pushes(fact.clauses)
            elif fact.withdraws_round:
                assert fact.counts_anew is not None  # the round that is withdrawn
                about = self._of(fact.counts_anew)
                about.by_round = []
                self._in_play = self._in_play or getattr(fact, "out_of_the_rack", False)
                corrected = not self._in_play or about is not self._current

    def _of(self, number: int) -> SettledRound:
        """The round of a number; cards that were dealt to nobody are one, too."""
        return self._rounds.setdefault(number, SettledRound(number, ()))

    def _what_is_made_of(self, fact: Reversed, facts: Sequence[Fact]) -> Outcome:
        """Void, unless what was undone together with it went back in another way."""
        for other in facts:
            if (
                isinstance(other, Settled)
                and other.outcome in _GIVEN_BACK
                and other.clauses == fact.clauses
            ):
                return other.outcome
        returned = fact.clauses == self._law.under_minimum
        return Outcome.RETURNED if returned else Outcome.VOID

    # -- as they are answered

    def answers(self, order: Order, *, note_short: bool = False) -> dict[str, RoundAnswer]:
        """Every round by its number. Whether a wager was short may be noted at its settlement."""
        return {
            str(number): self._answer(self._rounds[number], order, note_short)
            for number in sorted(self._rounds)
        }

    def answer(self, number: int, order: Order) -> RoundAnswer:
        """One round, as it stands now."""
        return self._answer(self._of(number), order, note_short=False)

    def told(self, round: SettledRound, order: Order) -> RoundAnswer:
        """A round that was not begun here, in the same words."""
        return self._answer(round, order, note_short=False)

    def _answer(self, round: SettledRound, order: Order, note_short: bool) -> RoundAnswer:
        found = [
            self._settlement(fact, round, note_short) for fact in (*round.by_round, *round.by_table)
        ]
        net = dict.fromkeys(dict(round.wagers), 0)
        for settlement in found:
            net[settlement.player] = net.get(settlement.player, 0) + settlement.net
        return RoundAnswer(tuple(order(found, round.wagers)), net)

    def _settlement(self, fact: Settled, round: SettledRound, note_short: bool) -> Settlement:
        """A main wager that goes back whole lies on the first hand."""
        hand, clauses = fact.hand, fact.clauses
        if hand is None and fact.wager == MAIN:
            hand = 1
        if note_short and fact.outcome is not Outcome.RETURNED:
            short = (fact.player, fact.box or 0, fact.wager) in round.warned
            clauses = Clauses((*clauses, *self._law.under_minimum)) if short else clauses
        return Settlement(
            player=fact.player, box=fact.box if self._boxes else None, hand=hand,
            wager=fact.wager, on=fact.on, stake=fact.stake, outcome=fact.outcome, net=fact.net,
            clauses=clauses,
        )  # fmt: skip


def _is_in(ranges: Sequence[int], place: int) -> bool:
    """Whether a place lies in one of the ranges that are written one after the other."""
    for begin in range(0, len(ranges), 2):  # a plain loop: often asked  # noqa: SIM110
        if ranges[begin] <= place < ranges[begin + 1]:
            return True
    return False
