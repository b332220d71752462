"""What is asked of an analysis: a table's rules, its shoe, and what lies on it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from croupier.game_rules import free_options, rules_asked_for
from croupier.odds.parameters import asks, every_table_parameter, table_parameters_of
from croupier.odds.shoe_composition import Composition, cards_of, ranks_or_cards
from croupier.rulebook.instruments import Instrument
from croupier.rulebook.wording import said

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from croupier.cards import Card
    from croupier.game_rules import Rules
    from croupier.odds.parameters import TableParameter

    Asks = str | Instrument | Rules
    """The table that is asked about: an id, an instrument, or rules with options decided."""

MONEY = ("limits", "amounts")
"""Options of these types say how much may be wagered, which moves no edge."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One table as an analysis sees it."""

    rules: Rules
    chosen: Mapping[str, Any]
    """The options that were given, decks among them."""
    shoe: Composition
    removed: tuple[Card, ...]
    extras: Mapping[str, Any]
    """Values of the game's own parameters by name, where they are not the defaults."""

    @property
    def named(self) -> dict[str, str]:
        """What a title names of the table, as the command line takes it.

        Options that are not as by default and those that edges always depend on, and what the
        game's own parameters say.
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
        said_of_game = {
            parameter.name: parameter.in_titles(self.extras[parameter.name])
            for parameter in self._said
        }
        return named | said_of_game

    @property
    def plain_extras(self) -> dict[str, str | int | None]:
        """The extras as JSON has them, which may be asked with again."""
        return {each.name: each.plain(self.extras[each.name]) for each in self._said}

    @property
    def wagered_beside(self) -> dict[str, str | int | None]:
        """How many initial wagers lie on wagers that a box plays for together with the first."""
        wagers = [each for each in self._said if each.is_wagered_beside]
        return {each.name: each.plain(self.extras[each.name]) for each in wagers}

    @property
    def _said(self) -> list[TableParameter]:
        parameters = table_parameters_of(self.rules.instrument)
        return [each for each in parameters if each.name in self.extras]

    @property
    def key(self) -> tuple[object, ...]:
        """All that a long analysis depends on; side bets are counted apart from it."""
        options = {name: value for name, value in self.rules.options.items() if name != "side_bets"}
        book = self.rules.instrument.fingerprint  # values of the rules, amended or not
        return book, options, self.shoe.counts, tuple(self.plain_extras.items())

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
            **self.extras,
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
    **extras: object,
) -> Question:
    """Put a table together, and refuse what the instrument does not allow.

    The `extras` are the parameters of a table that games declare (`TableParameter`), by name.
    """
    known = every_table_parameter()
    for name in extras.keys() - {parameter.name for parameter in known}:
        raise TypeError(f"question() got an unexpected keyword argument {name!r}")
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
        extras=_read_extras(rules, known, extras),
    )


def _removed(rules: Rules, remove: Iterable[Card] | str, full: Composition) -> tuple[Card, ...]:
    """Cards out of the shoe; their ranks are enough unless some wager looks at suits."""
    from croupier.odds import ODDS

    if rules.options.get("side_bets") or not ODDS.of(rules.instrument).DECIDES_BY_RANKS:
        return cards_of(remove, "remove")
    return ranks_or_cards(remove, "remove", full)


def _read_extras(
    rules: Rules, known: Iterable[TableParameter], given: Mapping[str, object]
) -> dict[str, Any]:
    """Read what games' own parameters say, and refuse those of another game."""
    found: dict[str, Any] = {}
    for parameter in known:
        value = parameter.read(given.get(parameter.name, parameter.default))
        if value == parameter.default:
            continue
        if not asks(rules.instrument, parameter.name):
            reason = parameter.why_not_elsewhere
            raise ValueError(f"{parameter.name}: {rules.instrument.id} {reason}")
        parameter.check(rules, value)
        found[parameter.name] = value
    return found
