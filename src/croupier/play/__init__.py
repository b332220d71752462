"""Playing any game from Python: one object that deals itself, whatever the instrument.

`Game` (`game.py`) is the front door, also as `croupier.Game`. It drives the rounds of the games
themselves, so it states no rule of its own: wagers are judged by the table's game (`betting.py`),
moves by the round, cards come from a shoe that a seed fixes or a person names (`card_supply.py`),
and what a seat may know is built for that seat (`seat_views.py`). What differs from game to game is
its `PlayPart`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from croupier.game_parts import Slot

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence

    from croupier.aggregate.acts import Command
    from croupier.play.seat_views import HandSeen
    from croupier.rulebook.citations import Refused
    from croupier.table.table import Table
    from croupier.table.wagers import Admitted


class Asked(msgspec.Struct, frozen=True, gc=False):
    """Who is to move, and about what: a hand of a box, or what else lies there."""

    seat: str
    box: int
    hand: int = 1


class PlayPart(Protocol):
    """What playing from Python needs of a game; `round` is of the game's own type."""

    @property
    def CARD_DUE(self) -> type:
        """What its rounds ask for when they want a card."""

    @property
    def MOVES(self) -> frozenset[type[Command]]:
        """What seats may answer."""

    @property
    def SHUFFLED_EVERY_ROUND(self) -> bool:
        """True if all the cards come together again for each round."""

    def lays(self, wager: str) -> tuple[str, ...]:
        """The wagers that are laid as one: the blind goes with the ante."""

    def lay_out(self, table: Table, ruled: Sequence[Admitted]) -> Any:
        """What stands, as rounds begin with it: one after the other, if nobody wagers anew."""

    def begin(self, layout: Any) -> Any:
        """A round on it."""

    def cards_of_the_deal(self, round: Any) -> int:
        """How many cards the round takes before anybody is asked."""

    def dealt(self, round: Any) -> Iterable[Any]:
        """The cards of the round, in no particular order."""

    def to_burn(self, table: Table, first: Any) -> tuple[int, bool]:
        """How many cards go to the discard rack before the first round, and whether the first of
        them is seen.
        """

    def ends_shoe(self, round: Any, extended: bool) -> bool:
        """True if the shoe is over after this round, in which or before which its cutting card
        came; `extended` if one more round than that has been played.
        """

    def asked(self, round: Any, passed: Collection[Asked]) -> Asked | None:
        """Who is to move now, but for those who passed; nobody where the dealer goes on."""

    def candidates(self, round: Any, asked: Asked) -> Iterable[Command]:
        """What whoever is asked might answer, at full amounts, before the rules are asked."""

    def may_pass(self, round: Any) -> bool:
        """True if saying nothing is an answer too."""

    @property
    def why_not(self) -> Callable[[Any, Any], Refused | None]:
        """Say why a round does not take a move now, if it does not."""

    def go_on(self, round: Any) -> Command:
        """What the dealer does when nobody is asked and no card is due."""

    def when_dealt(self, round: Any) -> None:
        """What players do as soon as everybody has cards: they look at their own."""

    def hand(self, round: Any, asked: Asked) -> HandSeen | None:
        """The hand that somebody is asked about, as that seat sees it."""

    def boxes(self, round: Any, seat: str | None, asked: Asked | None) -> tuple[HandSeen, ...]:
        """The hands of the boxes as a seat sees them."""

    def common(self, round: Any) -> tuple[HandSeen, ...]:
        """The hands that are nobody's own: the dealer's first, where there is a dealer's hand."""


PLAY: Slot[PlayPart] = Slot("play", lambda parts: parts.play)


def rules_at(table: Table) -> Any:
    """The rules of a table's game, which are of the game's own type."""
    return table.game.rules
