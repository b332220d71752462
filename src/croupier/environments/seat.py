"""What one player does at a table, on the engine: the single environment is made of it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, NamedTuple

from croupier.environments.dealing import SeededShoe
from croupier.money import dollars
from croupier.rulebook.citations import Refused
from croupier.table.facts import Settled

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from croupier.cards import Card
    from croupier.environments.table_setup import TableSetup

PLAYER, BOX = "player", 1
"""The one player of an environment, and their box."""
BETTING = 0
"""The stage before every game's own."""


class NotNow(ValueError):
    """An action that is for another stage of the round."""


class Row(NamedTuple):
    """A hand as it is shown: whose it is, its cards (`None` lies face down), what to say of it."""

    whose: str
    cards: Sequence[Card | None]
    line: int
    """Which line of the felt it lies on, from the dealer's side."""
    words: str = ""
    active: bool = False
    """Whether the player decides about it now."""


class Seat(ABC):
    """A game as one player plays it, from the stake to the settlement.

    A subclass drives the round of its game: whatever is legal is asked of the engine.
    """

    def __init__(self, setup: TableSetup) -> None:
        self.setup, self.rules = setup, setup.rules
        self.actions = setup.part.actions(setup)
        self.shoe = self.new_shoe()
        self.stake = 0
        """What is staked on the round, in cents; 0 while it is to be chosen."""
        self.staked: int | None = None
        """Which of the table's stakes that is."""
        self.round: Any = None
        self._begun = False
        self._shoe_before: dict[str, Any] = self.shoe.state()
        self._taken: list[int] = []
        """The shoe as the round found it, and the actions since: all that a copy is made from."""

    def __reduce__(self) -> tuple[Any, ...]:
        shoe = self._shoe_before if self._begun else self.shoe.state()
        return _play_again, (self.setup, shoe, self._begun, self._taken)

    def new_shoe(self) -> SeededShoe:
        return SeededShoe(self.setup.cards, self.setup.cut)

    # -- the course of a round

    def begin(self) -> None:
        """A new round, up to what the player is asked first."""
        self._shoe_before, self._begun = self.shoe.state(), True
        self._taken.clear()
        self.shoe.begin_round()
        self.round, self.stake, self.staked = None, 0, None
        self.open()

    def take(self, action: int) -> None:
        """Take a legal action, and go on to the next decision or to the end of the round."""
        self._taken.append(action)
        self.answer(action)

    @property
    def over(self) -> bool:
        return self.round is not None and self.round.over

    def legal(self) -> list[bool]:
        """Whether each action may be taken now."""
        if self.over:
            return [False] * len(self.actions)
        return [self.why_not(action) is None for action in range(len(self.actions))]

    # -- what came of it

    def settlements(self) -> tuple[Settled, ...]:
        """How the wagers of the round came out so far."""
        facts = () if self.round is None else self.round.facts
        return tuple(fact for fact in facts if isinstance(fact, Settled))

    def net(self) -> int:
        """What the round brought, in cents."""
        return sum(settled.net for settled in self.settlements())

    def staked_on(self) -> str:
        """The stake in words: `10`, and what it is on where that is chosen."""
        return dollars(self.stake)

    # -- what each game says

    @abstractmethod
    def open(self) -> None:
        """Go on to what the player is asked first."""

    @abstractmethod
    def why_not(self, action: int) -> Refused | NotNow | None:
        """Why an action may not be taken now."""

    @abstractmethod
    def answer(self, action: int) -> None: ...

    @abstractmethod
    def observed(self) -> dict[str, Any]:
        """The fields of the observation, beside counts and mask."""

    @abstractmethod
    def shown(self) -> Iterable[Row]:
        """The hands on the felt, as far as the player sees them."""


class BoxSeat(Seat):
    """A game that is played from a box: the stake first, an action if it is chosen, then play."""

    def open(self) -> None:
        if not self.setup.betting:
            self._bet(0)

    def why_not(self, action: int) -> Refused | NotNow | None:
        bet = action - (len(self.actions) - len(self.setup.bets))
        if self.round is None:
            return None if bet >= 0 else NotNow(f"{self.actions[action]}: no stake is made yet")
        if bet >= 0:
            return NotNow(f"{self.actions[action]}: the round has begun")
        return self.why_not_play(action)

    def answer(self, action: int) -> None:
        if self.round is None:
            self._bet(action - (len(self.actions) - len(self.setup.bets)))
            return
        self.play(action)
        self.go_on()

    def _bet(self, number: int) -> None:
        self.stake, self.staked = self.setup.stakes[number], number
        self.place_wager()
        self.go_on()

    @abstractmethod
    def place_wager(self) -> None:
        """Make a round with the stake on it."""

    @abstractmethod
    def go_on(self) -> None:
        """Deal, and do what the dealer does, until the player is asked or the round is over."""

    @abstractmethod
    def why_not_play(self, action: int) -> Refused | NotNow | None: ...

    @abstractmethod
    def play(self, action: int) -> None: ...


def _play_again(setup: TableSetup, shoe: dict[str, Any], begun: bool, taken: list[int]) -> Seat:
    """A copy of a seat: its round is dealt and played once more, from the same shoe."""
    seat = setup.part.seat(setup)
    seat.shoe.restore(shoe)
    if begun:
        seat.begin()
        for action in taken:
            seat.take(action)
    return seat
