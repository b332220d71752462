"""What is asked of an analysis: a table's rules, its shoe, and what lies on it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from croupier.game_rules import free_options, rules_asked_for
from croupier.money import dollars
from croupier.odds.parameters import asks
from croupier.odds.shoe_composition import Composition, cards_of, ranks_or_cards
from croupier.rulebook.instruments import Instrument
from croupier.rulebook.wording import said

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from croupier.cards import Card
    from croupier.game_rules import Rules

    Asks = str | Instrument | Rules
    """The table that is asked about: an id, an instrument, or rules with options decided."""

MONEY = ("limits", "amounts")
"""Options of these types say how much may be wagered, which moves no edge."""
_WRITTEN_OUT = re.compile(r"[-+]?[0-9./]{1,20}")
"""Without an exponent, which could ask for more digits than there is room for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One table as an analysis sees it."""

    rules: Rules
    chosen: Mapping[str, Any]
    """The options that were given, decks among them."""
    shoe: Composition
    removed: tuple[Card, ...]
    trips: Fraction
    ante: int | None
    """In cents, if it was said."""

    @property
    def extras(self) -> dict[str, Any]:
        """What only some games ask about."""
        extras = {"trips": self.trips, "ante": self.ante}
        return {name: value for name, value in extras.items() if value}

    @property
    def named(self) -> dict[str, str]:
        """What a title names of the table, as the command line takes it.

        Options that are not as by default and those that edges always depend on; what lies on
        trips, and the ante where it was said.
        """
        from croupier.odds import ODDS

        book = self.rules.instrument
        always = ODDS.of(book).NAMED
        named = {
            option.name: written(self.rules.options[option.name])
            for option in book.options
            if option.name != "decks"  # which every title has
            and option.type not in MONEY
            and (option.name in always or self.rules.options[option.name] != option.default)
        }
        if self.trips:
            named["trips"] = str(self.trips)
        if self.ante is not None:
            named["ante"] = dollars(self.ante)
        return named

    @property
    def key(self) -> tuple[object, ...]:
        """All that a long analysis depends on; side bets are counted apart from it."""
        options = {name: value for name, value in self.rules.options.items() if name != "side_bets"}
        book = self.rules.instrument.fingerprint  # values of the rules, amended or not
        return book, options, self.shoe.counts, str(self.trips), self.ante

    def cards_in_sight(self, **named: Iterable[Card] | str) -> list[tuple[Card, ...]]:
        """Cards that a decision is about, place by place; ranks alone where suits do not matter."""
        from croupier.odds import ODDS

        book = self.rules.instrument
        for what, cards in named.items():
            if cards and not asks(book, what):
                raise ValueError(f"{what}: {book.id} has none to decide by: leave it out")
        if not ODDS.of(book).DECIDES_BY_RANKS:
            return [cards_of(cards, what) for what, cards in named.items()]
        rest, found = self.shoe, []
        for what, cards in named.items():
            found.append(ranks_or_cards(cards, what, rest))
            rest = rest.without(found[-1], what)
        return found

    def choosing(self, option: str, reading: object) -> Question:
        """The same with one option chosen otherwise."""
        free = {each.name for each in self.rules.instrument.options if not each.fixed}
        chosen = {name: value for name, value in self.rules.options.items() if name in free}
        return question(
            self.rules.instrument,
            options={**chosen, option: reading},
            remove=self.removed,
            trips=self.trips,
            ante=self.ante,
        )


def must_be_seed(seed: int) -> None:
    """Refuse what no generator begins with, wherever something is sampled."""
    if seed < 0:
        raise ValueError(f"seed: {seed} is not a whole number from 0 on")


def written(value: object) -> str:
    """An option's value as the command line and a form take it."""
    return ",".join(map(said, value)) if isinstance(value, list) else said(value)


def question(
    instrument: Asks,
    decks: int | None = None,
    options: Mapping[str, object] | None = None,
    remove: Iterable[Card] | str = (),
    trips: Fraction | int | str = 0,
    ante: int | None = None,
) -> Question:
    """What the instrument does not allow is refused here."""
    chosen: dict[str, Any] = dict(options or {})
    if decks is not None:
        if chosen.get("decks", decks) != decks:
            raise ValueError(f"decks: {decks} asked for, and {chosen['decks']} among the options")
        chosen["decks"] = decks
    rules: Rules = rules_asked_for(instrument, chosen)
    if not isinstance(instrument, str | Instrument):
        chosen = {**free_options(instrument), **chosen}
    full = Composition.full(rules.decks)
    cards = _removed(rules, remove, full)
    return Question(
        rules=rules,
        chosen=chosen,
        shoe=full.without(cards, "remove"),
        removed=tuple(sorted(cards)),
        trips=_antes_on_trips(rules.instrument, trips),
        ante=_ante(rules, ante),
    )


def _removed(rules: Rules, remove: Iterable[Card] | str, full: Composition) -> tuple[Card, ...]:
    """Cards out of the shoe; their ranks are enough unless some wager looks at suits."""
    from croupier.odds import ODDS

    if rules.options.get("side_bets") or not ODDS.of(rules.instrument).DECIDES_BY_RANKS:
        return cards_of(remove, "remove")
    return ranks_or_cards(remove, "remove", full)


def _antes_on_trips(instrument: Instrument, trips: Fraction | int | str) -> Fraction:
    try:
        antes = None if _is_too_long(trips) else Fraction(trips)
    except (ValueError, ZeroDivisionError):
        antes = None
    if antes is None:
        raise ValueError(f"trips: {trips!r} is no number of antes such as 1 or 1/2")
    if antes < 0:
        raise ValueError(f"trips: {trips} antes are no wager")
    if antes and not asks(instrument, "trips"):
        raise ValueError(f"trips: {instrument.id} has no such wager")
    return antes


def _is_too_long(trips: Fraction | int | str) -> bool:
    return isinstance(trips, str) and not _WRITTEN_OUT.fullmatch(trips.strip())


def _ante(rules: Rules, ante: int | None) -> int | None:
    if ante is None:
        return None
    from croupier.games.holdem.hands import ANTE

    if not asks(rules.instrument, "ante"):
        raise ValueError(f"ante: {rules.instrument.id} has no such wager")
    if ante < 1:
        raise ValueError(f"ante: {dollars(ante)} is no wager")
    least, most = rules.options["limits"].get(ANTE) or (ante, ante)
    if not least <= ante <= most:
        raise ValueError(
            f"ante: {dollars(ante)} is not between {dollars(least)} and {dollars(most)}, "
            "the limits of the table"
        )
    return ante
