"""What a player might do at a moment, and the chips that they lay while betting is open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.money import dollars
from croupier.rulebook.citations import Refused
from croupier.table.acts.betting import PlaceWager
from croupier.table.table import Phase

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.aggregate.acts import Command
    from croupier.aggregate.roles import Person
    from croupier.table.table import Table


@dataclass(frozen=True, slots=True)
class Amounts:
    """A move whose amount the player may choose, up to the most that is allowed."""

    most: int
    step: int
    command: Callable[[int], Command]

    @property
    def may_be_less(self) -> bool:
        return self.most > self.step


@dataclass(frozen=True, slots=True)
class Move:
    """Something the player might do, as buttons, keys and typed words all name it.

    It has the command, and why that would be refused if it would.
    """

    name: str
    key: str
    command: Command
    by: Person
    refusal: Refused | None
    label: str = ""
    """What its button says, where that is more than the name."""
    amounts: Amounts | None = None
    asked: bool = True
    """Whether this is a moment for it; otherwise it is there to be refused with the reason."""
    alone: bool = False
    """Whether it is the plain way on, that Space takes."""

    @property
    def legal(self) -> bool:
        return self.refusal is None

    @property
    def says(self) -> str:
        return self.label or self.name.capitalize()


class WagerLaying:
    """One player's chips on the layout. The table judges each; this remembers what was laid."""

    def __init__(
        self, table: Table, player: Person, clock: Callable[[], int], kinds: tuple[str, ...]
    ) -> None:
        self._table = table
        self._kinds = kinds
        """What the player lays; a wager that another brings along is not among them."""
        self._player = player
        self._clock = clock
        self._laid: list[tuple[int, str, int]] = []
        """Box, kind and amount before each change, so that a chip can be taken back."""
        self._last: tuple[tuple[int, str, int], ...] = ()
        self._staked = 0

    @property
    def _main(self) -> str:
        return self._kinds[0]

    def amount(self, box: int, kind: str | None = None) -> int:
        placed = self._table.wager_of(self._player.name, box, kind or self._main)
        return placed.amount if placed else 0

    def make(self, box: int, amount: int, kind: str | None = None) -> None:
        """Make a wager this large; nothing takes it back."""
        kind = kind or self._main
        before = self.amount(box, kind)
        if amount != before or self._table.phase is not Phase.BETTING:
            self._place(box, amount, kind)
            self._laid.append((box, kind, before))

    def add(self, box: int, chip: int, kind: str | None = None) -> None:
        """Put one more chip on a wager."""
        self.make(box, self.amount(box, kind) + chip, kind)

    @property
    def can_undo(self) -> bool:
        return bool(self._laid)

    def undo(self) -> None:
        """Take back what was put down last."""
        while self._laid and self.amount(*self._laid[-1][:2]) == self._laid[-1][2]:
            self._laid.pop()  # it went back with the wager it leaned on
        if not self._laid:
            raise Refused("there is no chip to take back", self._table.law.betting_window)
        box, kind, before = self._laid[-1]
        self._place(box, before, kind)
        self._laid.pop()

    def clear(self) -> None:
        """Take back every wager, side wagers first since they lean on the others."""
        mine = [w for w in self._table.wagers if w.player == self._player.name]
        if not mine:
            raise Refused("there is no wager to take back", self._table.law.betting_window)
        for wager in sorted(mine, key=lambda wager: self._table.game.takes_part(wager.wager)):
            if wager in self._table.wagers:  # it may have gone with the one it leaned on
                self._place(wager.box, 0, wager.wager)
        self._laid.clear()

    def remember(self) -> None:
        """These are the wagers to repeat, and from now on none can be taken back."""
        laid = [w for w in self._table.wagers if w.player == self._player.name]
        self._last = tuple((w.box, w.wager, w.amount) for w in laid if w.wager in self._kinds)
        self._staked = sum(wager.amount for wager in laid)
        self._laid.clear()

    @property
    def can_repeat(self) -> bool:
        return self._why_not_repeat() is None

    def repeat(self) -> None:
        """The wagers of the last round once more; all of them or none."""
        refusal = self._why_not_repeat()
        if refusal is not None:
            raise refusal
        for box, kind, amount in self._last:
            self.make(box, amount, kind)

    def _why_not_repeat(self) -> Refused | None:
        law = self._table.law
        if not self._last:
            return Refused("there was no round to repeat", law.betting_window)
        if self._table.wagers:
            return Refused("wagers lie in the boxes already", law.betting_window)
        total = self._staked
        name, chips = self._player.name, self._table.chips.rack(self._player.name)
        if total > chips:
            reason = f"the last wagers were {dollars(total)}, and {name} has {dollars(chips)}"
            return Refused(reason, law.chips_in_the_box)
        return None

    def _place(self, box: int, amount: int, kind: str) -> None:
        command = PlaceWager(player=self._player.name, box=box, amount=amount, wager=kind)
        self._table.do(command, self._player, self._clock())
