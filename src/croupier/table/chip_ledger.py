"""Chips at a table: players' racks, the layout and the float. What leaves one enters another.

Promotional tokens are apart from chips, but for those that are staked: they are worth their face.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.aggregate.record import says_what_rounds_state
from croupier.table.facts import (
    BettingClosed,
    BettingReopened,
    ChipsMoved,
    HiddenStaked,
    Outcome,
    Placed,
    Reconstructed,
    Reversed,
    RoundEnded,
    Settled,
    Staking,
    TokensMoved,
    TournamentChipsMoved,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from croupier.aggregate.facts import Fact
    from croupier.aggregate.record import Header, Record
    from croupier.aggregate.restore import ReadRecord


class ChipLedger:
    """Cents in each place. `brought` is what came in from outside, so the books must balance."""

    __slots__ = ("brought", "float", "layout", "racks", "tokens", "tokens_taken")

    def __init__(self) -> None:
        self.racks: dict[str, int] = {}
        self.tokens: dict[str, int] = {}
        """Tokens in front of players, not those on the layout."""
        self.tokens_taken = 0
        """Tokens that are the house's again."""
        self.layout = 0
        self.float = 0
        self.brought = 0

    def move(self, player: str | None, amount: int) -> None:
        """Chips come from outside to a player or, with none, to the float; or go there."""
        if player is None:
            self.fill(amount)
        else:
            self.bring(player, amount)

    def bring(self, player: str, amount: int) -> None:
        self.racks[player] = self.racks.get(player, 0) + amount
        self.brought += amount

    def fill(self, amount: int) -> None:
        self.float += amount
        self.brought += amount

    def rack(self, player: str) -> int:
        return self.racks.get(player, 0)

    def stake(self, player: str, amount: int) -> None:
        """Chips go from a player's rack to the layout."""
        self._move(player, -amount, amount, 0)

    def apply(self, fact: Fact) -> None:
        """Move the chips that a fact moves."""
        if type(fact) is Settled:
            self._move(fact.player, fact.stake + fact.net, -fact.stake, -fact.net)
        elif isinstance(fact, Staking):
            if fact.amount:
                self._move(fact.player, -fact.amount, fact.amount, 0)
        elif isinstance(fact, Reversed):
            self._move(fact.player, -fact.net, 0, fact.net)
        elif isinstance(fact, TokensMoved):
            self._move_tokens(fact, 1)

    def undo(self, fact: Fact) -> None:
        """Take back what a fact moved, when a hand is reconstructed."""
        if isinstance(fact, Staking):
            self._move(fact.player, fact.amount, -fact.amount, 0)
        elif isinstance(fact, Settled):
            self._move(fact.player, -fact.stake - fact.net, fact.stake, fact.net)
        elif isinstance(fact, Reversed):
            self._move(fact.player, fact.net, 0, -fact.net)
        elif isinstance(fact, TokensMoved):
            self._move_tokens(fact, -1)

    def undo_all(self, facts: Sequence[Fact]) -> None:
        for fact in reversed(facts):
            self.undo(fact)

    def _move_tokens(self, fact: TokensMoved, way: int) -> None:
        """Face value goes from tokens to the stake, or out of where a settlement has put it."""
        player = fact.player
        held = fact.issued - fact.staked + fact.returned
        self.tokens[player] = self.tokens.get(player, 0) + way * held
        out_of_the_rack = fact.returned + fact.kept - fact.staked
        self.racks[player] = self.racks.get(player, 0) - way * out_of_the_rack
        self.float -= way * fact.lost
        self.brought -= way * (out_of_the_rack + fact.lost)
        self.tokens_taken += way * (fact.lost + fact.kept)

    def _move(self, player: str, rack: int, layout: int, house: int) -> None:
        if rack or layout:
            self.racks[player] = self.racks.get(player, 0) + rack
            self.layout += layout
            self.float += house

    @property
    def balances(self) -> bool:
        return sum(self.racks.values()) + self.layout + self.float == self.brought


class ChipHoldings(ChipLedger):
    """A ledger that also tells whose the chips on the layout are."""

    __slots__ = ("stakes",)

    def __init__(self) -> None:
        super().__init__()
        self.stakes: dict[str, int] = {}
        """Chips of each player on the layout, without the tokens among them."""

    def _move(self, player: str, rack: int, layout: int, house: int) -> None:
        super()._move(player, rack, layout, house)
        self.stakes[player] = self.stakes.get(player, 0) + layout

    def _move_tokens(self, fact: TokensMoved, way: int) -> None:
        super()._move_tokens(fact, way)
        staked = fact.staked - fact.returned - fact.lost - fact.kept
        self.stakes[fact.player] = self.stakes.get(fact.player, 0) - way * staked

    @property
    def owned(self) -> dict[str, int]:
        """What every player takes home; what somebody owes the house is nothing to take."""
        players = {**self.racks, **self.stakes}
        owned = {each: self.rack(each) + self.stakes.get(each, 0) for each in players}
        return {player: amount for player, amount in owned.items() if amount > 0}


class RecordedChips:
    """Follows the chips at a table by the facts of its record, without playing it again."""

    def __init__(self, header: Header) -> None:
        self.ledger = ChipHoldings()
        self._of_round = _OfRound()
        self._is_told = says_what_rounds_state(header)

    def take(self, facts: Iterable[Fact], of_round: Sequence[int]) -> None:
        """Take the facts of an entry; `of_round` says which of them the round has stated."""
        ledger, round = self.ledger, self._of_round
        told = _places(of_round) if self._is_told else None
        for place, fact in enumerate(facts):
            if fact.withdraws_round:
                ledger.undo_all(round.withdrawn(getattr(fact, "round", None)))
            elif isinstance(fact, BettingClosed):
                round.close_betting(fact.round)
            elif isinstance(fact, ChipsMoved | TournamentChipsMoved):
                ledger.move(fact.player, fact.amount)
            elif fact.moves_chips:
                ledger.apply(fact)
                round.hear(fact, None if told is None else place in told)
            round.in_play = _in_play_after(fact, round.in_play)
        round.end_entry()

    @property
    def round_in_play(self) -> int | None:
        """The number of the round in play, if there is one."""
        return self._of_round.number if self._of_round.in_play else None

    def give_up_round(self) -> None:
        """Undo the round in play, as if it were void."""
        if self._of_round.in_play and any(self.ledger.stakes.values()):
            self.ledger.undo_all(self._of_round.withdrawn())


def holdings(record: ReadRecord | Record, *, given_up: bool = False) -> ChipHoldings:
    """The chips at a table by what its record says, without playing it again.

    If the round in play is `given_up`, as they would be if it were void: what was won and lost in
    it so far is not, and every stake is its owner's.
    """
    chips = RecordedChips(record.header)
    for entry in record.entries:
        chips.take(entry.facts, entry.round)
    if given_up:
        chips.give_up_round()
    return chips.ledger


def _places(of_round: Sequence[int]) -> set[int]:
    """The places of the facts that the round has stated."""
    ends = iter(of_round)
    return {place for begin, end in zip(ends, ends, strict=False) for place in range(begin, end)}


def _in_play_after(fact: Fact, in_play: bool) -> bool:
    """Whether a round is in play when a fact has been stated."""
    if isinstance(fact, BettingClosed) or (
        isinstance(fact, Reconstructed) and fact.out_of_the_rack
    ):
        return True
    return in_play and not isinstance(fact, RoundEnded | BettingReopened)


class _OfRound:
    """Which facts a round has stated, and not its table: they are what a round is withdrawn with.

    Where entries do not say it, in format 1, it follows from their order. What the limits make of
    the wagers is the table's. It comes with the end of the betting, or first when a round is built
    again on other stakes.
    """

    def __init__(self) -> None:
        self.in_play = False
        self.goes_on = True
        """Whether the wagers of the round are what they are."""
        self.number = 0
        self._current: list[Fact] = []
        self._previous: list[Fact] = []
        """What the round before has stated, which may be rebuilt until the next has a card."""
        self._rebuilds_previous = False
        self._last: Fact | None = None

    def close_betting(self, number: int) -> None:
        if number != self.number:  # otherwise betting was open again, and no card was dealt
            self._previous, self.number = self._current, number
        self._current, self.goes_on = [], False

    def withdrawn(self, number: int | None = None) -> list[Fact]:
        """What the round has stated that is taken back; the current one, if none is named."""
        self._rebuilds_previous = number is not None and number != self.number
        stated = self._stated[:]
        self._stated.clear()
        self.goes_on = self._rebuilds_previous  # whose wagers are what they were
        return stated

    def end_entry(self) -> None:
        self.goes_on, self._rebuilds_previous = True, False

    @property
    def _stated(self) -> list[Fact]:
        return self._previous if self._rebuilds_previous else self._current

    def hear(self, fact: Fact, is_stated: bool | None) -> None:
        """A fact has moved chips; whether the round has stated it, if the record says so."""
        if self._is_stated(fact) if is_stated is None else is_stated:
            self._stated.append(fact)
        self._last = fact

    def _is_stated(self, fact: Fact) -> bool:
        if isinstance(fact, Reversed):  # of an earlier round it is the table's
            return any(isinstance(each, Settled) and fact.undoes(each) for each in self._stated)
        if isinstance(fact, TokensMoved):  # before the round, or with a wager that comes down
            limited = not self.goes_on or isinstance(self._last, Placed)
            return not (fact.issued or fact.staked or limited)
        if isinstance(fact, Settled) and not self.goes_on:
            self.goes_on = fact.outcome not in (Outcome.RETURNED, Outcome.VOID)
            return self.goes_on
        return not isinstance(fact, Placed | HiddenStaked)
