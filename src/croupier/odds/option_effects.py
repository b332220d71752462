"""What each option of a table, chosen otherwise, does to the edge of every wager."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.odds.results import Effect
from croupier.odds.shoe_composition import NotThere
from croupier.rulebook.options import OptionError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from fractions import Fraction

    from croupier.odds.question import Question
    from croupier.rulebook.instruments import Option


def effects_of(
    asked: Question, edges: Callable[..., Mapping[str, Fraction | float]]
) -> Iterator[Effect]:
    """Every reading of every option that this table does not have, the same cards removed.

    `edges` says what each wager costs, by rules, shoe and what else was asked about.
    """
    now = edges(asked.rules, asked.shoe, **asked.extras)
    for option in asked.rules.instrument.options:
        for reading in _others(option, asked.rules.options.get(option.name)):
            try:
                changed = asked.choosing(option.name, reading)
            except (OptionError, NotThere):  # it needs another choice, or more cards, than there is
                continue
            for wager, edge in edges(changed.rules, changed.shoe, **changed.extras).items():
                yield Effect(
                    option=option.name,
                    reading="none" if reading is None else str(reading),
                    wager=wager,
                    house_edge=float(edge),
                    change=float(edge) - float(now[wager]),
                )


def _others(option: Option, chosen: object) -> Iterator[object]:
    """The other readings of an option; of numbers those of decks, of amounts only to have none."""
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
    elif option.type == "amount" and option.default is None and chosen is not None:
        yield None
    elif option.type == "choice":
        yield from (reading for reading in option.readings if reading != chosen)
