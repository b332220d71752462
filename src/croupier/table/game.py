"""What a table needs from the game that is played at it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from croupier.cards import Card
    from croupier.rulebook.citing import Clauses, Refused
    from croupier.rulebook.instruments import Instrument
    from croupier.table.commands import Command
    from croupier.table.facts import Fact
    from croupier.table.law import TableLaw
    from croupier.table.wagers import Admitted, Sign


class GameRound(Protocol):
    """A round in progress, whatever the game."""

    @property
    def facts(self) -> Sequence[Fact]: ...

    @property
    def over(self) -> bool: ...
    @property
    def card_due_to(self) -> tuple[int, int] | None:
        """The box and hand that a card is due to, if a card is due; the dealer is box 0."""

    @property
    def misplaced(self) -> bool:
        """Whether a card lies on another hand than the one it was due to."""

    @property
    def astray(self) -> bool:
        """Whether it lies so that the round cannot go on before the hand is put right."""

    @property
    def unsettled(self) -> bool:
        """Whether chips lie on the layout that nothing has decided."""

    def deal_card(self, card: Card) -> None: ...
    def misplace(self, card: Card, box: int, hand: int) -> None: ...
    def has_place(self, box: int, hand: int) -> bool: ...
    def reconsider(self) -> None: ...
    def set_absent(self, player: str, absent: bool) -> None: ...
    def void(self, clauses: Clauses) -> None:
        """Undo every settlement and give every open stake back."""

    def can_void(self, player: str, box: int, wager: str | None) -> bool:
        """Whether such a wager is there that has not been given back yet."""

    def void_wagers(self, player: str, box: int, wager: str | None, clauses: Clauses) -> None:
        """Undo and give back one player's wagers on a box."""

    def hand_back(self, player: str, box: int, clauses: Clauses) -> None:
        """Return one player's main wager on a box with no action."""

    def rebuilt(self) -> tuple[GameRound, list[Card], int]:
        """The round as it should be, cards drawn but not yet placed, and decisions kept."""

    def candidates(self, player: str | None) -> Iterable[Command]:
        """Answers that a player might give now; with no name, that anybody or the dealer might."""

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

    def why_not_stake(self, wager: str, amount: int) -> Refused | None:
        """Why an amount cannot be staked: the rules could not pay it in whole cents."""

    def start(
        self, admitted: Iterable[Admitted], absent: Iterable[str], sign: Sign
    ) -> GameRound: ...
