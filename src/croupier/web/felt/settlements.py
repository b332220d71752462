"""What was settled in a round, wager by wager, each with the clauses that decide it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.table.facts import Outcome
from croupier.table.wagers import MAIN
from croupier.web.felt.layout import Tone, player_of
from croupier.web.html.cited_lines import CitedLine, cite, wager_name
from croupier.wording.teller import GAME_WORDS, outcome

if TYPE_CHECKING:
    from collections.abc import Sequence

    from croupier.table.facts import Settled
    from croupier.table.views import TableView

_TONES = {Outcome.WIN: Tone.WON, Outcome.LOSE: Tone.LOST}


@dataclass(frozen=True, slots=True)
class Settlements:
    lines: tuple[CitedLine, ...]
    net: int | None
    """What the viewer won or lost, if the viewer played."""


def settlements(view: TableView, settled: Sequence[Settled]) -> Settlements:
    mine = [each for each in settled if each.player == player_of(view)]
    lines = tuple(_line(view, each) for each in settled)
    return Settlements(lines, sum(each.net for each in mine) if mine else None)


def _line(view: TableView, settled: Settled) -> CitedLine:
    who = "You" if settled.player == player_of(view) else settled.player
    text = (
        f"{who}, {_where(view, settled)}: {outcome(settled, GAME_WORDS.of(view.instrument).LEVEL)}"
    )
    return CitedLine(
        text, cite(view.instrument, settled.clauses), _TONES.get(settled.outcome, Tone.LEVEL)
    )


def _where(view: TableView, settled: Settled) -> str:
    box = f"box {settled.box}" if settled.box is not None else "no box"
    if settled.wager == MAIN:
        hand = f", hand {settled.hand}" if (settled.hand or 1) > 1 else ""
        return f"{box}{hand}"
    whose = f" on {settled.on}" if settled.on not in (None, settled.player) else ""
    return f"{box}, {wager_name(view.instrument, settled.wager).lower()}{whose}"
