"""What going from one instrument to another does to the edge, wager by wager."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from croupier.games.blackjack.rules import BlackjackRules
from croupier.odds import odds, side_bets
from croupier.odds.asking import question
from croupier.odds.composition import Composition
from croupier.rulebook.differences import compare
from croupier.rulebook.options import OptionError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from croupier.odds.kept import Kept
    from croupier.odds.results import WagerOdds
    from croupier.rulebook.differences import Comparison
    from croupier.rulebook.instruments import Instrument

SIDE_BETS = "side_bets"


class EdgeChange(msgspec.Struct, frozen=True, kw_only=True):
    """One wager under two instruments; None where it is not taken."""

    wager: str
    options: dict[str, str]
    """What was chosen wherever it may be; everything else is as by default."""
    before: float | None = msgspec.field(name="from")
    after: float | None = msgspec.field(name="to")

    @property
    def change(self) -> float | None:
        if self.before is None or self.after is None:
            return None
        return self.after - self.before


def edge_changes(before: str, after: str, kept: Kept | None = None) -> tuple[EdgeChange, ...]:
    """Every wager by default, then under each choice that moves it, then the side bets."""
    comparison = compare(before, after)
    first, second = comparison.before, comparison.after
    rows = list(_by_default(first, second, kept))
    for name, reading in _choices(comparison):
        for row in rows[:]:
            if not row.options:
                changed = _chosen(row, first, second, name, reading, kept)
                if (changed.before, changed.after) != (row.before, row.after):
                    rows.append(changed)
    return (*rows, *_side_bets(first, second))


def _by_default(first: Instrument, second: Instrument, kept: Kept | None) -> Iterator[EdgeChange]:
    old, new = _edges(first, {}, kept), _edges(second, {}, kept)
    for wager in dict.fromkeys((*old, *new)):
        yield EdgeChange(wager=wager, options={}, before=old.get(wager), after=new.get(wager))


def _choices(comparison: Comparison) -> Iterator[tuple[str, str]]:
    """What may be chosen under one instrument and not, or not by default, under the other."""
    for option in comparison.options:
        sides = [side for side in (option.before, option.after) if side and side.type == "choice"]
        defaults = {side.default for side in sides}
        for reading in dict.fromkeys(reading for side in sides for reading in side.readings):
            if {reading} != defaults:
                yield option.name, reading


def _chosen(
    row: EdgeChange, first: Instrument, second: Instrument, name: str, reading: str,
    kept: Kept | None,
) -> EdgeChange:  # fmt: skip
    """The same wager with a choice made; where it cannot be made, the wager is as it was."""
    chosen = {name: reading}
    old, new = _edges(first, chosen, kept), _edges(second, chosen, kept)
    return EdgeChange(
        wager=row.wager,
        options=chosen,
        before=old.get(row.wager, row.before),
        after=new.get(row.wager, row.after),
    )


def _side_bets(first: Instrument, second: Instrument) -> Iterator[EdgeChange]:
    old, new = _side_bet_edges(first), _side_bet_edges(second)
    for wager in dict.fromkeys((*old, *new)):
        yield EdgeChange(wager=wager, options={}, before=old.get(wager), after=new.get(wager))


def _edges(
    instrument: Instrument, chosen: Mapping[str, str], kept: Kept | None
) -> dict[str, float]:
    try:
        found = odds(instrument.id, options=chosen, kept=kept).wagers
    except OptionError:
        return {}
    return _by_wager(found)


def _side_bet_edges(instrument: Instrument) -> dict[str, float]:
    """The side bets that lie beside a hand of blackjack, each on a table that offers it alone."""
    edges: dict[str, float] = {}
    for option in instrument.options:
        for reading in option.readings if option.name == SIDE_BETS else ():
            rules = question(instrument.id, options={SIDE_BETS: [reading]}).rules
            if isinstance(rules, BlackjackRules):
                shoe = Composition.full(rules.decks)
                edges |= _by_wager(tuple(side_bets.analyse(rules, shoe)))
    return edges


def _by_wager(wagers: tuple[WagerOdds, ...]) -> dict[str, float]:
    """The edge of each wager as it is best played."""
    edges: dict[str, float] = {}
    for wager in wagers:
        edges.setdefault(wager.wager, wager.house_edge)
    return edges
