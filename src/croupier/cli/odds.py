"""What each wager of a table costs, in the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from croupier.odds import odds
from croupier.odds.kept import Kept, directory
from croupier.odds.results import plain
from croupier.odds.showing import assumptions, exactly, figures, name, per_cent, signed, title

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from rich.console import Console, RenderableType
    from rich.table import Table

    from croupier.odds.results import GameOdds, WagerOdds


def odds_of(
    instrument: str,
    *,
    decks: int | None,
    options: Mapping[str, object],
    remove: str,
    trips: str,
    recompute: bool,
) -> GameOdds:
    """The answer that was kept, or a new one."""
    kept = Kept(directory(), recompute=recompute)
    return odds(instrument, decks=decks, options=options, remove=remove, trips=trips, kept=kept)


def odds_json(answer: GameOdds) -> dict[str, Any]:
    """What `show_odds` prints, as plain data."""
    return dict(plain(answer))


def show_odds(console: Console, answer: GameOdds, options: Iterable[str]) -> None:
    """Print every wager's edge, how it comes out, and what was taken for granted."""
    from rich.padding import Padding
    from rich.text import Text

    shown: list[RenderableType] = [Text(title(answer), "bold")]
    shown += [Text(", ".join(options), "dim")] if options else []
    shown += ["", _edges(answer.wagers)]
    for wager in answer.wagers:
        shown += ["", Text(name(wager), "bold"), *_details(wager)]
    if notes := assumptions(answer):
        shown += ["", *(Text(note, "dim") for note in notes)]
    console.print()
    for renderable in shown:
        console.print(Padding(renderable, (0, 1)), markup=False)
    console.print()


def _edges(wagers: Iterable[WagerOdds]) -> Table:
    table = _columns("wager", "house edge", "standard deviation")
    for wager in wagers:
        table.add_row(name(wager), per_cent(wager.house_edge), f"{wager.standard_deviation:.6f}")
    return table


def _details(wager: WagerOdds) -> Iterable[RenderableType]:
    more = [*figures(wager)]
    if wager.exact is not None:
        more.insert(0, ("house edge exactly", exactly(wager)))
    if more:
        table = _columns("", "", header=False)
        for what, value in more:
            table.add_row(f"  {what}", value)
        yield table
    if wager.outcomes:
        table = _columns("  outcome", "net", "chance")
        for outcome in sorted(wager.outcomes, key=lambda it: -it.net):
            table.add_row(f"  {outcome.outcome}", signed(outcome.net), per_cent(outcome.chance))
        yield table


def _columns(first: str, *others: str, header: bool = True) -> Table:
    from rich.table import Table

    table = Table(box=None, padding=(0, 3, 0, 0), show_header=header, header_style="dim")
    table.add_column(first, no_wrap=True)
    for other in others:
        table.add_column(other, justify="right")
    return table
