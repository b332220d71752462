"""What was settled in a round, wager by wager, each with the clauses that decide it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.web.felt.layout import player_of, settlement_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from croupier.table.facts import Settled
    from croupier.table.views import TableView
    from croupier.web.html.cited_lines import CitedLine


@dataclass(frozen=True, slots=True)
class Settlements:
    lines: tuple[CitedLine, ...]
    net: int | None
    """What the viewer won or lost, if the viewer played."""


def settlements(view: TableView, settled: Sequence[Settled]) -> Settlements:
    mine = [each for each in settled if each.player == player_of(view)]
    lines = tuple(settlement_line(view, each) for each in settled)
    return Settlements(lines, sum(each.net for each in mine) if mine else None)
