"""The table of an environment: rules, stakes, shoe, and what its keyword arguments must be."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal, Protocol

from croupier.cards import DECK
from croupier.game_parts import Slot
from croupier.money import NotWholeCents, dollars
from croupier.odds.parameters import every_table_parameter
from croupier.odds.question import question
from croupier.odds.simulation.shoe_cut import cut_of, place_of
from croupier.rulebook.amendments import amended
from croupier.rulebook.instruments import load

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from gymnasium import spaces

    from croupier.aggregate.acts import Command
    from croupier.cards import Card
    from croupier.environments.policies import Policy
    from croupier.environments.seat import Seat
    from croupier.environments.vector_table import VectorTable
    from croupier.odds.simulation.shoe_cut import Penetration, ShoeCut
    from croupier.play.seat_views import SeatView
    from croupier.rulebook.instruments import Amendment, Instrument

    Illegal = Literal["refuse", "raise"]


class EnvironmentPart(Protocol):
    """What the environments need of a game."""

    @property
    def MAIN(self) -> str:
        """The wager that the stake is for, as the sign calls it."""

    @property
    def A_ROUND(self) -> int:
        """How many cards are enough for a round, and for another where the rules add one."""

    @property
    def PENETRATION(self) -> Penetration:
        """How the shoe is dealt where nothing is said."""

    @property
    def WHY_NO_COUNTS(self) -> str | None:
        """Why cards gone are not counted, where they are not."""

    def check(self, setup: TableSetup) -> None:
        """Raise `NotWholeCents` if a win on one of the stakes cannot be paid, and `ValueError` if
        something else about the table cannot be played."""

    def actions(self, setup: TableSetup) -> tuple[str, ...]:
        """The names of the actions, by their numbers."""

    def fields(self, setup: TableSetup) -> dict[str, spaces.Space[Any]]:
        """What is observed, beside the counts and the mask."""

    def seat(self, setup: TableSetup) -> Seat:
        """The game on the engine, for one player."""

    def vector_table(self, setup: TableSetup, tables: int) -> VectorTable:
        """The game in compiled code, so many times."""

    def policy(self, setup: TableSetup) -> Policy:
        """The exact strategy."""

    # several seats, on `croupier.Game`

    def stakes(self, setup: TableSetup) -> dict[str, Any]:
        """What a seat stakes, as `croupier.Game` takes it."""

    def action_of(self, setup: TableSetup, move: Command, staked: int) -> int | None:
        """The number of the action that a move is, of a seat that has staked so much; none for
        what no action says.
        """

    def observed_at_table(self, setup: TableSetup, view: SeatView, box: int) -> dict[str, Any]:
        """The fields of the observation, beside counts and mask, from what a seat may know."""


ENVIRONMENTS: Slot[EnvironmentPart] = Slot(
    "environment", lambda parts: parts.environment, without_it="it is not a learning environment"
)
USUAL_STAKE = 1000
"""Cents, where the sign does not ask for more: every win of every instrument is whole cents."""


@dataclass(frozen=True, slots=True)
class TableSetup:
    """A table as an environment was asked for; a copy is made by asking again."""

    instrument: Instrument
    arguments: Mapping[str, Any]
    """As they were given."""
    rules: Any
    stakes: tuple[int, ...]
    """What may be staked on a round, in cents; the first is the unit of rewards."""
    betting: bool
    """True if the stake is an action."""
    extras: Mapping[str, Any]
    """Values of the game's own parameters (`croupier.odds.question.Question.extras`)."""
    cards: tuple[Card, ...]
    """What the shoe is made of, in the order in which it is before it is shuffled."""
    cut: ShoeCut
    counts: bool
    illegal: Illegal
    illegal_reward: float

    def __reduce__(self) -> tuple[Any, ...]:
        named = self.instrument.amendment or self.instrument.id
        return _set_up_again, (named, dict(self.arguments))

    @property
    def unit(self) -> int:
        """Cents of the initial wager."""
        return self.stakes[0]

    @property
    def part(self) -> EnvironmentPart:
        return ENVIRONMENTS.of(self.instrument)

    @property
    def bets(self) -> tuple[str, ...]:
        """The stakes as actions, in units: `bet 1`, `bet 4`."""
        if not self.betting:
            return ()
        return tuple(f"bet {Fraction(stake, self.unit)}" for stake in self.stakes)

    def spaces(self) -> tuple[spaces.Dict, spaces.Discrete]:
        """What is observed and what may be done."""
        import numpy as np
        from gymnasium import spaces

        actions = len(self.part.actions(self))
        fields = self.part.fields(self)
        if self.counts:
            most = max(_copies_by_rank(self.cards))
            fields["counts"] = spaces.Box(0, most, (13,), np.int16)
        fields["action_mask"] = spaces.Box(0, 1, (actions,), np.int8)
        return spaces.Dict(fields), spaces.Discrete(actions)


def set_up(
    instrument: str | Instrument, *, registered: str | None = None, **arguments: Any
) -> TableSetup:
    """A table from the keyword arguments of an environment; what is wrong is refused by name.

    `registered` is the instrument of the id that was asked for: what amends it may take its place.
    """
    book = load(instrument)
    if registered not in (None, book.id, book.basis):
        raise ValueError(
            f"instrument: the id is for {registered} and what amends it; {book.id} has its own"
        )
    setup = _set_up(book, arguments, **arguments)
    try:
        setup.part.check(setup)
    except NotWholeCents as error:
        raise ValueError(f"stake: {error}") from None
    return setup


def _set_up_again(named: str | Amendment, arguments: dict[str, Any]) -> TableSetup:
    return set_up(named if isinstance(named, str) else amended(named), **arguments)


def _set_up(
    instrument: Instrument,
    arguments: Mapping[str, Any],
    *,
    stake: int | None = None,
    bets: Sequence[int] | None = None,
    penetration: Penetration | Literal["usual"] = "usual",
    remove: str = "",
    counts: bool | None = None,
    illegal: Illegal = "refuse",
    illegal_reward: float = -1.0,
    **options: object,
) -> TableSetup:
    part = ENVIRONMENTS.of(instrument)
    known = (each.name for each in every_table_parameter() if each.in_environments)
    extras: dict[str, Any] = {name: options.pop(name) for name in known if name in options}
    asked = question(instrument, options=options, remove=remove, **extras)
    rules: Any = asked.rules
    asked.shoe.needs(part.A_ROUND, "a round")
    if penetration == "usual":
        penetration = part.PENETRATION
    place = place_of(asked, penetration)
    if place and asked.shoe.total - place < part.A_ROUND:
        raise ValueError(
            f"penetration: {asked.shoe.total - place} cards behind the cutting card are too few "
            f"to finish a round; leave {part.A_ROUND}"
        )
    if illegal not in ("refuse", "raise"):
        raise ValueError(f"illegal: {illegal!r} is not one of 'refuse', 'raise'")
    if counts is not None and not isinstance(counts, bool):
        raise ValueError(f"counts: {counts!r} is not True or False")
    if isinstance(illegal_reward, bool) or not isinstance(illegal_reward, int | float):
        raise ValueError(f"illegal_reward: {illegal_reward!r} is not a number")
    if counts and part.WHY_NO_COUNTS:
        raise ValueError(f"counts: {part.WHY_NO_COUNTS}")
    stakes = _stakes(rules, part.MAIN, stake, bets)
    return TableSetup(
        instrument=instrument,
        arguments=arguments,
        rules=rules,
        stakes=stakes,
        betting=bets is not None,
        extras=asked.extras,
        cards=tuple(card for card in DECK for _ in range(asked.shoe[card])),
        cut=cut_of(rules, place),
        counts=part.PENETRATION is not None if counts is None else counts,
        illegal=illegal,
        illegal_reward=illegal_reward,
    )


def _stakes(
    rules: Any, wager: str, stake: int | None, bets: Sequence[int] | None
) -> tuple[int, ...]:
    """Every stake in cents, each within what the sign says."""
    limits = rules.options["limits"].get(wager)
    step = rules.options["multiples"].get(wager, 1)
    if stake is None:
        stake = limits[0] if limits else step * -(-USUAL_STAKE // step)
    if not _whole(stake) or stake < 1:
        raise ValueError(f"stake: {stake!r} is no number of cents above 0")
    if bets is None:
        bets = (1,)
    if isinstance(bets, str | bytes) or not all(_whole(bet) and bet >= 1 for bet in bets):
        raise ValueError(f"bets: {bets!r} are not whole numbers of stakes from 1 on")
    if not bets or list(bets) != sorted(set(bets)) or bets[0] != 1:
        raise ValueError(f"bets: {bets!r} do not rise from 1, the stake itself")
    for amount in (bet * stake for bet in bets):
        if limits and not limits[0] <= amount <= limits[1]:
            raise ValueError(
                f"stake: {dollars(amount)} is not between {dollars(limits[0])} and "
                f"{dollars(limits[1])}, the limits of the table"
            )
        if amount % step:
            raise ValueError(f"stake: {dollars(amount)} is not a multiple of {dollars(step)}")
    return tuple(int(bet) * int(stake) for bet in bets)


def _whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _copies_by_rank(cards: Sequence[Card]) -> list[int]:
    ranks = [card.rank for card in cards]
    return [ranks.count(rank) for rank in set(ranks)]
