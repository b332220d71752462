"""What is asked of an analysis: a table's rules, its shoe, and the wagers beside the main one."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from croupier.games import HOLDEM, rules_for
from croupier.odds.composition import Composition, cards_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from croupier.cards import Card
    from croupier.games import Rules


@dataclass(frozen=True, slots=True)
class Question:
    """One table as an analysis sees it."""

    rules: Rules
    shoe: Composition
    removed: tuple[str, ...]
    trips: Fraction

    @property
    def extras(self) -> dict[str, Fraction]:
        """What only some games ask about."""
        return {"trips": self.trips} if self.trips else {}

    @property
    def key(self) -> tuple[object, ...]:
        """All that a long analysis depends on; side bets are counted apart from it."""
        options = {name: value for name, value in self.rules.options.items() if name != "side_bets"}
        return self.rules.instrument.id, options, self.shoe.counts, str(self.trips)


def question(
    instrument: str,
    decks: int | None = None,
    options: Mapping[str, object] | None = None,
    remove: Iterable[Card] | str = (),
    trips: Fraction | int | str = 0,
) -> Question:
    """What the instrument does not allow is refused here."""
    chosen: dict[str, Any] = dict(options or {})
    if decks is not None:
        if chosen.get("decks", decks) != decks:
            raise ValueError(f"decks: {decks} asked for, and {chosen['decks']} among the options")
        chosen["decks"] = decks
    rules = rules_for(instrument, chosen)
    cards = cards_of(remove, "remove")
    shoe = Composition.full(rules.decks).without(cards)
    return Question(rules, shoe, tuple(sorted(cards)), _antes_on_trips(instrument, trips))


def _antes_on_trips(instrument: str, trips: Fraction | int | str) -> Fraction:
    try:
        antes = Fraction(trips)
    except (ValueError, ZeroDivisionError):
        raise ValueError(f"trips: {trips!r} is no number of antes such as 1 or 1/2") from None
    if antes < 0:
        raise ValueError(f"trips: {trips} antes are no wager")
    if antes and instrument not in HOLDEM:
        raise ValueError(f"trips: {instrument} has no such wager")
    return antes
