"""Wagers before the first card, judged by the table's own game as at a live table."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from croupier.money import dollars
from croupier.play import Asked
from croupier.play.moves import Pass
from croupier.rulebook.citations import Refused
from croupier.table.acts.betting import PlaceWager, count_rounds, returned
from croupier.table.facts import Settled
from croupier.table.table import BetsOfShoe, Table
from croupier.table.wagers import Sign, Wager

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Self

    from croupier.aggregate.acts import Command
    from croupier.play import PlayPart
    from croupier.play.seats_and_stakes import SeatPlace, SeatStakes
    from croupier.table.game_protocol import GameAtTable
    from croupier.table.wagers import Admitted


def table_of(game: GameAtTable, places: Sequence[SeatPlace]) -> Table:
    """A table with everybody in their places, for its game to judge wagers by.

    It is never opened and records nothing; whoever has several boxes was given permission.
    """
    table = Table(game, boxes=max(7, *(place.box for place in places)), forgetful=True)
    table.sign = Sign.from_options(game.options)
    patrons = table.patrons
    patrons.arrived = list(dict.fromkeys(place.seat for place in places))
    patrons.seats = {place.box: place.seat for place in places if place.sits}
    patrons.several_boxes = set(patrons.arrived)
    return table


class BettingPhase:
    """The wagers of a round: those that are laid every time, and those that seats choose."""

    def __init__(
        self,
        table: Table,
        part: PlayPart,
        places: Sequence[SeatPlace],
        stakes: Mapping[str, SeatStakes],
    ) -> None:
        self.table = table
        self._part = part
        self._places = places
        self._stakes = stakes
        self.is_choice = any(staking.chosen for staking in stakes.values())
        """Whether anybody has anything to choose."""
        self._fixed = self._laid_every_round()
        self._done: set[SeatPlace] = set()
        self.back: list[Settled] = []
        """What went back to its owner when betting closed."""

    def copy(self) -> Self:
        """The same before any wager is chosen, to be used apart from this one."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        game = type(self.table.game)(self.table.game.rules)
        twin.table = table_of(game, self._places)
        twin.take_up(self.memory())
        twin._done = set(self._done)
        twin.table.wagers = list(self.table.wagers)
        return twin

    def _laid_every_round(self) -> list[Wager]:
        """The wagers of fixed stakes, if the rules take all of each."""
        laid: list[Wager] = []
        for place in self._places:
            for wager, amount in self._stakes[place.seat].fixed.items():
                self.table.wagers = laid
                refusal = self._why_not_lay(place, wager, amount)
                if refusal is not None:
                    raise Refused(f"stakes.{wager}: {refusal.reason}", refusal.clauses)
                laid = [*laid, *self._wagers(place, wager, amount)]
        self.table.wagers = []
        return laid

    # -- a round's wagers

    def open(self) -> None:
        """Betting opens: only what is laid every round lies there."""
        self.table.wagers = list(self._fixed)
        self._done.clear()

    def asked(self) -> Asked | None:
        """Who is to wager now."""
        for place in self._places:
            if place not in self._done:
                if any(True for _ in self._legal(place)):
                    return Asked(place.seat, place.box)
                self._done.add(place)
        return None

    def candidates(self, asked: Asked) -> Iterator[Command]:
        """The wagers that are open to whoever is asked, and to make no more."""
        yield from self._legal(self._place(asked))
        yield Pass(player=asked.seat)

    def why_not(self, move: Command, asked: Asked) -> Refused | None:
        """Why a wager is not taken now, or why it is not somebody's turn to say anything."""
        table = self.table
        if isinstance(move, Pass):
            return None
        if not isinstance(move, PlaceWager):
            return Refused(
                "wagers are made now, and no card has been dealt", table.law.no_more_bets
            )
        if (move.player, move.box) != (asked.seat, asked.box):
            said = f"{asked.seat} is to wager on box {asked.box}"
            return Refused(said, table.law.betting_window)
        place = self._place(asked)
        if table.wager_of(place.seat, place.box, move.wager) is not None:
            return Refused(
                f"{place.seat} has a wager on {move.wager} already", table.law.betting_window
            )
        return self._why_not_lay(place, move.wager, move.amount)

    def lay(self, move: Command, asked: Asked) -> None:
        """Do what was not refused."""
        place = self._place(asked)
        if isinstance(move, PlaceWager):
            self.table.wagers += self._wagers(place, move.wager, move.amount)
        else:
            self._done.add(place)

    def close(self) -> list[Admitted]:
        """What stands of all wagers; nothing, where the rules deal no round on it."""
        table = self.table
        ruled = table.game.close_betting(table, ())
        self.back = [fact for each in ruled if (fact := returned(each)) is not None]
        if table.game.why_not_deal(table, ruled) is not None:
            self.back += [_taken_back(each) for each in ruled if each.stands]
            return []
        return [each for each in ruled if each.stands]

    def staked(self, seat: str) -> int:
        """What a seat has laid on the main wager, on all its boxes."""
        main = self.table.game.wagers[0]
        return sum(w.amount for w in self.table.wagers if w.player == seat and w.wager == main)

    def begin_round(self) -> None:
        """The first card is out: who bets and who lets the round pass is remembered."""
        if self.is_choice:
            count_rounds(self.table)

    def new_shoe(self) -> None:
        """What was remembered of the last shoe is forgotten."""
        self.table.patrons.bets_of_shoe = BetsOfShoe()

    def memory(self) -> BetsOfShoe:
        """What is remembered from round to round."""
        return self.table.patrons.bets_of_shoe

    def take_up(self, memory: BetsOfShoe) -> None:
        """Remember what was remembered then."""
        self.table.patrons.bets_of_shoe = memory

    # -- judging

    def _legal(self, place: SeatPlace) -> Iterator[PlaceWager]:
        table = self.table
        for wager, amounts in self._stakes[place.seat].chosen.items():
            if table.wager_of(place.seat, place.box, wager) is None:
                for amount in amounts:
                    if self._why_not_lay(place, wager, amount) is None:
                        yield PlaceWager(
                            player=place.seat, box=place.box, wager=wager, amount=amount
                        )

    def _why_not_lay(self, place: SeatPlace, wager: str, amount: int) -> Refused | None:
        """Why a wager is not taken, or not all of it stands when betting closes."""
        table, game = self.table, self.table.game
        new = self._wagers(place, wager, amount)
        refusal = game.why_not_place(table, new[0]) or game.why_not_stake(wager, amount)
        if refusal is not None:
            return refusal
        before = table.wagers
        table.wagers = [*before, *new]
        try:
            ruled = game.close_betting(table, ())
        finally:
            table.wagers = before
        for each in ruled:
            if any(each.wager is one for one in new) and (each.goes_back or each.warned):
                limits = table.sign.of(wager)
                said = f"{dollars(amount)} is not taken whole; the limits are {limits}"
                return Refused(said, each.clauses)
        return None

    def _wagers(self, place: SeatPlace, wager: str, amount: int) -> list[Wager]:
        return [
            Wager(place.box, place.seat, kind, amount, place.sits)
            for kind in self._part.lays(wager)
        ]

    def _place(self, asked: Asked) -> SeatPlace:
        return next(p for p in self._places if (p.seat, p.box) == (asked.seat, asked.box))


def _taken_back(each: Admitted) -> Settled:
    fact = returned(replace(each, stands=0, goes_back=each.stands))
    assert fact is not None
    return fact
