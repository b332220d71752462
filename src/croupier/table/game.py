"""What a table needs from the game that is played at it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from croupier.cards import Card
    from croupier.rulebook.citing import Clauses
    from croupier.rulebook.instruments import Instrument
    from croupier.table.facts import Fact
    from croupier.table.law import TableLaw
    from croupier.table.wagers import Admitted


class GameRound(Protocol):
    """A round in progress, whatever the game."""

    @property
    def facts(self) -> Sequence[Fact]: ...

    @property
    def over(self) -> bool: ...
    @property
    def card_due_to(self) -> tuple[int, int] | None:
        """The box and hand that a card is due to, if a card is due; the dealer is box 0."""

    def deal_card(self, card: Card) -> None: ...
    def misplace(self, card: Card, box: int, hand: int) -> None: ...
    def has_place(self, box: int, hand: int) -> bool: ...
    def reconsider(self) -> None: ...
    def set_absent(self, player: str, absent: bool) -> None: ...
    def void(self, clauses: Clauses) -> None:
        """Undo every settlement and give every open stake back."""

    def void_wagers(self, player: str, box: int, wager: str | None, clauses: Clauses) -> None:
        """Undo and give back one player's wagers on a box."""

    def hand_back(self, player: str, box: int, clauses: Clauses) -> None:
        """Return one player's main wager on a box with no action."""

    def rebuilt(self) -> tuple[GameRound, list[Card], int]:
        """The round as it should be, cards drawn but not yet placed, and decisions kept."""

    def view(self) -> Any:
        """What everybody at the table sees of the round."""


class Game(Protocol):
    """An instrument's game with its options decided."""

    @property
    def instrument(self) -> Instrument: ...
    @property
    def table_law(self) -> TableLaw: ...
    @property
    def options(self) -> dict[str, Any]: ...

    @property
    def inscription_clauses(self) -> Clauses | None:
        """The clauses that leave the dealer's rule to the inscription on the layout, if any do."""

    def start(self, admitted: Iterable[Admitted], absent: Iterable[str]) -> GameRound: ...
