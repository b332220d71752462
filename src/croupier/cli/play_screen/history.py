"""What has happened at a table: its moments one by one, and what each round came to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.cli.play_screen.scene import TableScene, look
from croupier.table.facts import BettingClosed, Outcome, Revealed, RoundEnded, Settled
from croupier.table.table import Phase

if TYPE_CHECKING:
    from croupier.aggregate.facts import Fact
    from croupier.aggregate.roles import Person
    from croupier.table.table import Table


@dataclass(frozen=True, slots=True)
class RoundSummary:
    """What a finished round came to."""

    number: int
    staked: int
    net: int
    settled: tuple[Settled, ...]

    @property
    def by_box(self) -> dict[int, int]:
        """What each box won or lost, side bets and insurance with it."""
        boxes: dict[int, int] = {}
        for each in self.settled:
            boxes[each.box or 0] = boxes.get(each.box or 0, 0) + each.net
        return dict(sorted(boxes.items()))


class TableHistory:
    """Watches a table for one player."""

    def __init__(self) -> None:
        self.results: list[RoundSummary] = []
        self.revealed: list[Revealed] = []
        self._scenes: list[TableScene] = []
        self._settled: list[Settled] = []

    def note(self, table: Table, player: Person, facts: tuple[Fact, ...]) -> TableScene:
        """Something was done, and these facts followed."""
        for fact in facts:
            if isinstance(fact, (BettingClosed, RoundEnded)):
                self._settled.clear()
            elif isinstance(fact, Settled):
                self._settled.append(fact)
            elif isinstance(fact, Revealed):
                self.revealed.append(fact)
        scene = look(table, player, self._settled, facts)
        self._scenes.append(scene)
        known = self.results[-1].number if self.results else 0
        if table.phase is Phase.SETTLED and table.number > known:
            self._note_result(table.number)
        return scene

    def _note_result(self, number: int) -> None:
        at_risk = [s for s in self._settled if s.outcome not in (Outcome.RETURNED, Outcome.VOID)]
        self.results.append(
            RoundSummary(
                number=number,
                staked=sum(settled.stake for settled in at_risk),
                net=sum(settled.net for settled in self._settled),
                settled=tuple(self._settled),
            )
        )

    def take(self) -> list[TableScene]:
        """The moments since this was last asked, one after each command."""
        scenes, self._scenes = self._scenes, []
        return scenes

    def before(self, scene: TableScene) -> list[RoundSummary]:
        """The rounds that were over when a moment came, without the one it shows."""
        shown = scene.number if scene.round else scene.number + 1
        return [result for result in self.results if result.number < shown]

    @property
    def net(self) -> int:
        return sum(result.net for result in self.results)
