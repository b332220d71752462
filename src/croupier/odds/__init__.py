"""The odds laboratory: what each wager of an instrument costs, counted and not sampled.

`croupier.odds("act-mini-baccarat-2016")` and `croupier.odds.odds("act-mini-baccarat-2016")` are the
same: the package answers to the name of its chief function. Every analysis reads the rules object
that the table plays by and a composition of the shoe; each is imported when it is asked for.
"""

from __future__ import annotations

import sys
from functools import partial
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.odds.results import GameOdds, WagerOdds
from croupier.odds.strategy import Strategy

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from croupier.cards import Card
    from croupier.games import Rules
    from croupier.odds.composition import Composition
    from croupier.odds.kept import Kept

__all__ = ["GameOdds", "Strategy", "WagerOdds", "odds", "strategy_for"]

_ANALYSES = {
    "act-blackjack-2006": ("croupier.odds.blackjack", "croupier.odds.side_bets"),
    "act-blackjack-2018": ("croupier.odds.blackjack", "croupier.odds.side_bets"),
    "act-mini-baccarat-2016": ("croupier.odds.baccarat",),
    "act-ultimate-texas-holdem-2025": ("croupier.odds.holdem",),
    "nsw-blackjack-challenge": ("croupier.odds.blackjack", "croupier.odds.side_bets"),
}
"""The modules that `analyse` an instrument's wagers; the first may know a `strategy` for it."""
_LONG = frozenset({"croupier.odds.blackjack", "croupier.odds.holdem"})
"""Those whose answers are worth keeping."""


def odds(
    instrument: str,
    *,
    decks: int | None = None,
    options: Mapping[str, object] | None = None,
    remove: Iterable[Card] | str = (),
    kept: Kept | None = None,
) -> GameOdds:
    """The wagers of a table under an instrument, with cards removed from its shoe if need be.

    With `kept`, an answer that was worked out before is read instead.
    """
    rules, shoe, removed = _asked(instrument, decks, options, remove)
    wagers: list[WagerOdds] = []
    for source in _ANALYSES[instrument]:
        work_out = partial(_analysed, source, rules, shoe)
        if kept is None or source not in _LONG:
            wagers += work_out()
        else:
            wagers += kept.answer(source, tuple[WagerOdds, ...], rules, shoe, work_out)
    together = getattr(import_module(_ANALYSES[instrument][0]), "joint", None)
    return GameOdds(
        instrument=instrument,
        options=rules.options,
        removed=removed,
        wagers=tuple(wagers),
        joint=tuple(together(rules, shoe)) if together else (),
    )


def strategy_for(
    instrument: str,
    *,
    decks: int | None = None,
    options: Mapping[str, object] | None = None,
    remove: Iterable[Card] | str = (),
    kept: Kept | None = None,
) -> Strategy:
    """The best way to play under an instrument, as charts."""
    rules, shoe, removed = _asked(instrument, decks, options, remove)
    source = _ANALYSES[instrument][0]
    find = getattr(import_module(source), "strategy", None)
    if find is None:
        raise LookupError(f"{instrument} leaves nothing to decide, so there is no strategy for it")
    work_out: Callable[[], Strategy] = partial(find, rules, shoe)
    found = work_out() if kept is None else kept.answer(source, Strategy, rules, shoe, work_out)
    return msgspec.structs.replace(found, removed=removed)


def _analysed(source: str, rules: Rules, shoe: Composition) -> tuple[WagerOdds, ...]:
    return tuple(import_module(source).analyse(rules, shoe))


def _asked(
    instrument: str,
    decks: int | None,
    options: Mapping[str, object] | None,
    remove: Iterable[Card] | str,
) -> tuple[Rules, Composition, tuple[str, ...]]:
    """The rules of the table and its shoe; what the instrument does not allow is refused here."""
    from croupier.games import rules_for
    from croupier.odds.composition import Composition, named_cards

    chosen = dict(options or {})
    if decks is not None:
        if chosen.get("decks", decks) != decks:
            raise ValueError(f"decks: {decks} asked for, and {chosen['decks']} among the options")
        chosen["decks"] = decks
    rules = rules_for(instrument, chosen)
    cards = named_cards(remove) if isinstance(remove, str) else tuple(remove)
    shoe = Composition.full(rules.decks).without(cards)
    return rules, shoe, tuple(sorted(cards))


class _Laboratory(ModuleType):
    """A package that is called like its chief function."""

    def __call__(self, *asked: Any, **choices: Any) -> GameOdds:
        return odds(*asked, **choices)


sys.modules[__name__].__class__ = _Laboratory
