"""The games, by instrument: rules to read, tables to play at.

What a game is made of is registered for its instrument in `croupier.registry`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol

from croupier.game_parts import Slot

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from croupier.aggregate.facts import Fact
    from croupier.rulebook.instruments import Instrument
    from croupier.rulebook.settlement_tables import Domain
    from croupier.table.game_protocol import GameAtTable
    from croupier.table.law import Laws, TableLaw
    from croupier.table.table import Table


class Rules(Protocol):
    """The rules of a table: its instrument, the law by name, and the options it was given."""

    @property
    def instrument(self) -> Instrument: ...
    @property
    def law(self) -> Any: ...
    @property
    def table_law(self) -> TableLaw: ...
    @property
    def options(self) -> dict[str, Any]: ...
    @property
    def decks(self) -> int: ...


class RulesPart(Protocol):
    """What an instrument says, by name, and the rules of a table under it."""

    def laws(self, book: Instrument) -> Laws[Any]:
        """The laws that the code reads its rules from; the same ones for the same instrument."""

    def rules(self, book: Instrument, given: Mapping[str, object]) -> Any:
        """The rules of a table that was given these options."""

    def domains(self, book: Instrument) -> dict[str, Domain]:
        """Return the settlement tables and pay tables with the cases that can occur.

        A table goes by its place in the law of the round, such as `limbs.main`.
        """


class PromotionLawOf(Protocol):
    """A function that reads the law of promotional prizes from an instrument."""

    def __call__(self, book: Instrument) -> Any: ...


_NOT_IN_AN_ENUM = re.compile(r"'([^']+)' is not a valid \w+")

RULES: Slot[RulesPart] = Slot("rules", lambda parts: parts.rules)
GAMES: Slot[type[GameAtTable]] = Slot("game", lambda parts: parts.game)
PROMOTIONS: Slot[PromotionLawOf] = Slot("promotions", lambda parts: parts.promotions)


def rules_for(instrument: str | Instrument, options: Mapping[str, object] | None = None) -> Any:
    """The rules of a table under an instrument, with the options it was given."""
    from croupier.rulebook.instruments import load

    book = load(instrument)  # an unknown one is refused there, with the nearest that exist
    if options is not None and not isinstance(options, Mapping):
        raise TypeError(f"options: values by name, such as {{'decks': 6}}, not {options!r}")
    try:
        return RULES.of(book).rules(book, options or {})
    except ValueError as error:
        if (reason := _unknown_reading(book, str(error))) is None:
            raise
        raise ValueError(reason) from None


def _unknown_reading(book: Instrument, error: str) -> str | None:
    """Return the reason if a data file has a reading for which its game has no procedure."""
    wrong = _NOT_IN_AN_ENUM.fullmatch(error)
    option = next((it for it in book.options if wrong and wrong[1] in it.readings), None)
    if wrong is None or option is None:
        return None
    return (
        f"{book.id}: options.{option.name}: {book.engine} has no procedure for the reading "
        f"{wrong[1]}; use one that an instrument of this game has"
    )


def rules_asked_for(
    asked: str | Instrument | Rules, options: Mapping[str, object] | None = None
) -> Any:
    """The rules that somebody asks for: by an id, by an instrument, or as those of a table.

    What is chosen among the options takes the place of what the rules have.
    """
    from croupier.rulebook.instruments import Instrument

    if isinstance(asked, str | Instrument):
        return rules_for(asked, options)
    book = getattr(asked, "instrument", None)
    if not isinstance(book, Instrument) or not isinstance(getattr(asked, "options", None), dict):
        raise TypeError(
            "instrument: the id of an instrument, an instrument (croupier.load) or the rules of a "
            f"table (croupier.rules_for), not {asked!r}"
        )
    return rules_for(book, {**free_options(asked), **(options or {})})


def free_options(rules: Rules) -> dict[str, Any]:
    """The options of a table that it might have chosen otherwise, as it chose them."""
    free = {option.name for option in rules.instrument.options if not option.fixed}
    return {name: value for name, value in rules.options.items() if name in free}


def laws_of(instrument: str | Instrument) -> tuple[object, ...]:
    """The laws that the code of an instrument reads its rules from; none for a game to come."""
    from croupier.rulebook.instruments import load

    book = load(instrument)
    if book not in RULES:
        return ()
    promotions = (PROMOTIONS.of(book)(book),) if book in PROMOTIONS else ()
    law, table_law = RULES.of(book).laws(book)
    return table_law, law, *promotions


def game_of(instrument: str | Instrument) -> type[GameAtTable]:
    """The game that a table under an instrument plays: its acts, before any option is decided."""
    return GAMES.of(instrument)


def packages_of(instrument: str | Instrument) -> frozenset[str]:
    """The packages of an instrument's game: its own, and those of games that it builds on."""
    return frozenset(kind.__module__.rpartition(".")[0] for kind in game_of(instrument).__mro__)


def facts_of(instrument: str | Instrument) -> tuple[type[Fact], ...]:
    """Every fact that a table under an instrument may state; each game has words of its own."""
    from croupier.aggregate.facts import Fact

    within = tuple(f"{package}." for package in ("croupier.table", *packages_of(instrument)))
    return tuple(fact for fact in _leaves(Fact) if fact.__module__.startswith(within))


def _leaves(base: type[Fact]) -> Iterator[type[Fact]]:
    for kind in base.__subclasses__():
        yield from _leaves(kind) if kind.__subclasses__() else (kind,)


def table_for(
    instrument: str | Instrument,
    options: Mapping[str, object] | None = None,
    *,
    name: str = "table",
    boxes: int = 7,
    keep: Callable[[bytes], object] | None = None,
    forgetful: bool = False,
) -> Table:
    """A table under an instrument, not yet open. `keep` is handed every line of its record, and
    a `forgetful` table holds no more than the last of them itself.
    """
    from croupier.rulebook.instruments import load
    from croupier.rulebook.options import must_be_chosen
    from croupier.table.table import Table

    book = load(instrument)
    rules = rules_for(book, options)
    must_be_chosen(book, options or {})
    return Table(game_of(book)(rules), name=name, boxes=boxes, keep=keep, forgetful=forgetful)
