"""What lies on the table at one moment, as the player sees it. Built, not filtered."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from croupier.table.table import Phase

if TYPE_CHECKING:
    from collections.abc import Iterable

    from croupier.aggregate.facts import Fact
    from croupier.aggregate.roles import Person
    from croupier.table.facts import Settled
    from croupier.table.table import Table


@dataclass(frozen=True, slots=True)
class Wagered:
    """Chips in a box while betting is open."""

    box: int
    wager: str
    amount: int


@dataclass(frozen=True, slots=True)
class ShoeScene:
    """The shoe as anyone can see it: how many cards, never which."""

    number: int
    cards: int
    left: int
    loaded: bool
    until_cutting_card: int | None
    """Cards before the cutting card; None once it is out or before it is in."""
    has_cutting_card: bool
    discards: int
    commitment: str | None


@dataclass(frozen=True, slots=True)
class TableScene:
    """A moment: the table after one command, and the facts that made it so."""

    phase: Phase
    number: int
    chips: int
    wagers: tuple[Wagered, ...]
    round: Any
    """The round as its game shows it to the player, until its cards are collected."""
    shoe: ShoeScene
    settled: tuple[Settled, ...]
    board: Any = None
    """The scoreboard, where the game keeps one."""
    facts: tuple[Fact, ...] = ()

    def wager(self, box: int, wager: str) -> int:
        return sum(w.amount for w in self.wagers if (w.box, w.wager) == (box, wager))

    @property
    def net(self) -> int:
        """What the settlements of the round so far have won or lost."""
        return sum(settled.net for settled in self.settled)


def look(
    table: Table, player: Person, settled: Iterable[Settled] = (), facts: Iterable[Fact] = ()
) -> TableScene:
    """The table now, for one player."""
    in_play = table.round is not None and table.phase in (Phase.DEALING, Phase.SETTLED)
    return TableScene(
        phase=table.phase,
        number=table.number,
        chips=table.chips.rack(player.name),
        wagers=tuple(
            Wagered(w.box, w.wager, w.amount) for w in table.wagers if w.player == player.name
        ),
        round=table.round.view(player) if in_play and table.round else None,
        shoe=_shoe(table),
        settled=tuple(settled),
        board=table.game.scoreboard(table),
        facts=tuple(facts),
    )


def _shoe(table: Table) -> ShoeScene:
    shoe, joint = table.shoe, table.seeding.awaited
    until = shoe.until_cutting_card
    if until is not None:
        until -= shoe.cards - shoe.remaining
    return ShoeScene(
        number=shoe.shuffles,
        cards=shoe.cards,
        left=shoe.in_the_stack,
        loaded=shoe.ready,
        until_cutting_card=until if shoe.ready and not shoe.cutting_card_out else None,
        has_cutting_card=shoe.until_cutting_card is not None,
        discards=len(table.discards),
        commitment=joint.root if joint is not None and joint.awaits_cut else shoe.commitment,
    )
