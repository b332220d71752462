"""What each choice that an instrument leaves to a table does to the edge of the main wager."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.games import rules_for
from croupier.odds.blackjack.solving import solve
from croupier.odds.composition import Composition
from croupier.odds.results import Effect
from croupier.rulebook.options import OptionError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.games.blackjack.rules import BlackjackRules
    from croupier.rulebook.instruments import Option


def effects(rules: BlackjackRules) -> Iterator[Effect]:
    """Every reading of every option that this table does not have, from a full shoe."""
    now = _edge(rules)
    for option in rules.instrument.options:
        for reading in _others(option, rules.options.get(option.name)):
            try:
                changed = rules_for(rules.instrument.id, {**_chosen(rules), option.name: reading})
            except OptionError:  # it needs another choice that this table has not made
                continue
            edge = _edge(changed)
            yield Effect(
                option=option.name, reading=str(reading), house_edge=edge, change=edge - now
            )


def _edge(rules: BlackjackRules) -> float:
    return -solve(rules, Composition.full(rules.decks)).worth.value


def _chosen(rules: BlackjackRules) -> dict[str, object]:
    """What the table chose, as far as an instrument lets a table choose it."""
    free = {option.name for option in rules.instrument.options if not option.fixed}
    return {name: value for name, value in rules.options.items() if name in free}


def _others(option: Option, chosen: object) -> Iterator[object]:
    """The other readings of an option; of numbers without readings, only those of decks."""
    if option.fixed:
        return
    if option.type == "flag":
        yield not chosen
    elif option.type == "number" and option.readings:
        yield from (int(reading) for reading in option.readings if int(reading) != chosen)
    elif option.type == "number" and option.name == "decks":
        if option.minimum is not None and option.maximum is not None:
            numbers = range(option.minimum, option.maximum + 1)
            yield from (number for number in numbers if number != chosen)
    elif option.type == "choice":
        yield from (reading for reading in option.readings if reading != chosen)
