"""What going from one instrument to another does to the edge, wager by wager."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from croupier.odds import ODDS, odds
from croupier.odds.question import question
from croupier.odds.results import edges
from croupier.odds.shoe_composition import Composition
from croupier.rulebook.differences import option_differences
from croupier.rulebook.instruments import load
from croupier.rulebook.options import OptionError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from croupier.odds.disk_cache import AnswerCache
    from croupier.rulebook.differences import OptionDifference
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


def edge_changes(
    before: str | Instrument, after: str | Instrument, cache: AnswerCache | None = None
) -> tuple[EdgeChange, ...]:
    """Every wager by default, then under each choice that moves it, then the side bets."""
    first, second = load(before), load(after)
    if first is second:
        return ()
    by_default = tuple(_rows(_edges(first, {}, cache), _edges(second, {}, cache)))
    chosen = [
        row
        for name, reading in _choices(option_differences(first, second))
        for row in _chosen(by_default, first, second, {name: reading}, cache)
    ]
    return (*by_default, *chosen, *_rows(_side_bet_edges(first), _side_bet_edges(second)))


def _rows(old: Mapping[str, float], new: Mapping[str, float]) -> Iterator[EdgeChange]:
    for wager in dict.fromkeys((*old, *new)):
        yield EdgeChange(wager=wager, options={}, before=old.get(wager), after=new.get(wager))


def _choices(differences: Iterable[OptionDifference]) -> Iterator[tuple[str, str]]:
    """What may be chosen under one instrument and not, or not by default, under the other."""
    for option in differences:
        sides = [side for side in (option.before, option.after) if side and side.type == "choice"]
        defaults = {side.default for side in sides}
        for reading in dict.fromkeys(reading for side in sides for reading in side.readings):
            if {reading} != defaults:
                yield option.name, reading


def _chosen(
    by_default: tuple[EdgeChange, ...],
    first: Instrument,
    second: Instrument,
    options: dict[str, str],
    cache: AnswerCache | None,
) -> Iterator[EdgeChange]:
    """The wagers that a choice moves; where it cannot be made, a wager is as by default."""
    old, new = _edges(first, options, cache), _edges(second, options, cache)
    for row in by_default:
        before, after = old.get(row.wager, row.before), new.get(row.wager, row.after)
        if (before, after) != (row.before, row.after):
            yield EdgeChange(wager=row.wager, options=options, before=before, after=after)


def _edges(
    instrument: Instrument, chosen: Mapping[str, str], cache: AnswerCache | None
) -> dict[str, float]:
    try:
        found = odds(instrument, options=chosen, cache=cache).wagers
    except OptionError:
        return {}
    return edges(found)


def _side_bet_edges(instrument: Instrument) -> dict[str, float]:
    """The wagers that are analysed apart from the game, each on a table that offers it alone."""
    found: dict[str, float] = {}
    for option in instrument.options:
        for reading in option.readings if option.name == SIDE_BETS else ():
            rules = question(instrument, options={SIDE_BETS: [reading]}).rules
            shoe = Composition.full(rules.decks)
            for further in ODDS.of(rules.instrument).further():
                found |= edges(further.analyse(rules, shoe))
    return found
