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

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Unpack

    from croupier.cards import Card
    from croupier.odds.cache import AnswerCache
    from croupier.odds.parameters import TableArguments
    from croupier.odds.question import Question
    from croupier.odds.results import (
        AnswerT,
        Decision,
        Effect,
        Effects,
        GameOdds,
        Strategy,
        WagerOdds,
    )
    from croupier.odds.simulation.report import SimulationReport
    from croupier.rulebook.instruments import Instrument

__all__ = [
    "Decision",
    "Effect",
    "Effects",
    "GameOdds",
    "Strategy",
    "WagerOdds",
    "decision_for",
    "effects_for",
    "odds",
    "simulate",
    "strategy_for",
]

_ANALYSES = {
    "act-blackjack-2006": ("croupier.odds.blackjack", "croupier.odds.blackjack.side_bets"),
    "act-blackjack-2018": ("croupier.odds.blackjack", "croupier.odds.blackjack.side_bets"),
    "act-mini-baccarat-2016": ("croupier.odds.baccarat",),
    "act-ultimate-texas-holdem-2025": ("croupier.odds.holdem",),
    "nsw-blackjack-challenge": ("croupier.odds.blackjack", "croupier.odds.blackjack.side_bets"),
}
"""The modules that `analyse` an instrument's wagers; the first may know a `strategy` for it."""
_LONG = frozenset({"croupier.odds.blackjack", "croupier.odds.holdem"})
"""Those whose answers are worth keeping."""


def __getattr__(name: str) -> Any:
    """What an analysis answers with, by name, imported when it is first asked for."""
    if name in __all__:
        return getattr(import_module("croupier.odds.results"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def analysis_of(instrument: str | Instrument) -> Any:
    """The module that analyses an instrument's main wagers."""
    basis = instrument if isinstance(instrument, str) else instrument.basis
    return import_module(_ANALYSES[basis][0])


def odds(
    instrument: str | Instrument,
    *,
    cache: AnswerCache | None = None,
    **table: Unpack[TableArguments],
) -> GameOdds:
    """The wagers of a table under an instrument, with cards removed from its shoe if need be.

    The table is told by `decks`, `options`, `remove`, `trips` and `ante`
    (`croupier.odds.parameters.TableArguments`). With `cache`, an answer that was worked out before
    is read instead.
    """
    from croupier.odds.question import question
    from croupier.odds.results import GameOdds, WagerOdds

    asked = question(instrument, **table)
    wagers: list[WagerOdds] = []
    for source in _ANALYSES[asked.rules.instrument.basis]:
        wagers += _worked_out(source, tuple[WagerOdds, ...], asked, _analysed, cache)
    together = getattr(analysis_of(asked.rules.instrument), "joint", None)
    return GameOdds(
        instrument=asked.rules.instrument.id,
        not_approved=asked.rules.instrument.not_approved,
        options=asked.rules.options,
        removed=asked.removed,
        wagers=tuple(wagers),
        joint=tuple(together(asked.rules, asked.shoe)) if together else (),
    )


def strategy_for(
    instrument: str | Instrument,
    *,
    cache: AnswerCache | None = None,
    **table: Unpack[TableArguments],
) -> Strategy:
    """The best way to play under an instrument, as charts."""
    import msgspec

    from croupier.odds.question import question
    from croupier.odds.results import Strategy

    asked = question(instrument, **table)
    source = _ANALYSES[asked.rules.instrument.basis][0]
    find = getattr(import_module(source), "strategy", None)
    if find is None:
        raise LookupError(
            f"{asked.rules.instrument.id} leaves nothing to decide, so there is no strategy for it"
        )
    work_out: Callable[[], Strategy] = partial(find, asked.rules, asked.shoe, **asked.extras)
    found = work_out() if cache is None else cache.answer(source, Strategy, asked, work_out)
    return msgspec.structs.replace(
        found,
        not_approved=asked.rules.instrument.not_approved,
        options=asked.rules.options,
        removed=asked.removed,
    )


def decision_for(
    instrument: str | Instrument,
    hand: Iterable[Card] | str,
    board: Iterable[Card] | str = (),
    *,
    dealer: Iterable[Card] | str = (),
    **table: Unpack[TableArguments],
) -> Decision:
    """What each choice is worth with a hand: to a board, or against a card of the dealer's."""
    from croupier.odds.composition import cards_of
    from croupier.odds.question import question

    asked = question(instrument, **table)
    find = getattr(analysis_of(asked.rules.instrument), "decide", None)
    if find is None:
        raise LookupError(f"{asked.rules.instrument.id} leaves nothing to decide")
    shown = cards_of(hand, "hand"), cards_of(board, "board"), cards_of(dealer, "dealer")
    decision: Decision = find(asked.rules, asked.shoe, *shown, **asked.extras)
    return decision


def effects_for(
    instrument: str | Instrument,
    *,
    cache: AnswerCache | None = None,
    **table: Unpack[TableArguments],
) -> Effects:
    """What each option of a table, chosen otherwise, would do to the edges of its wagers."""
    from croupier.odds.question import question
    from croupier.odds.results import Effect, Effects

    asked = question(instrument, **table)
    effects: list[Effect] = []
    for source in _ANALYSES[asked.rules.instrument.basis]:
        effects += _worked_out(source, tuple[Effect, ...], asked, _effects, cache)
    return Effects(effects)


def _analysed(source: str, asked: Question) -> tuple[WagerOdds, ...]:
    return tuple(import_module(source).analyse(asked.rules, asked.shoe, **asked.extras))


def _effects(source: str, asked: Question) -> tuple[Effect, ...]:
    return tuple(import_module(source).effects(asked))


def _worked_out(
    source: str,
    kind: type[AnswerT],
    asked: Question,
    work: Callable[[str, Question], AnswerT],
    cache: AnswerCache | None,
) -> AnswerT:
    """What a module answers, or what it answered before where that is worth keeping."""
    if cache is None or source not in _LONG:
        return work(source, asked)
    return cache.answer(source, kind, asked, partial(work, source, asked))


def simulate(instrument: str | Instrument, rounds: int, **choices: Any) -> SimulationReport:
    """Rounds played by the million, with the choices of `croupier.odds.simulation.simulate`."""
    from croupier.odds.simulation import simulate as play

    return play(instrument, rounds, **choices)


class _Laboratory(ModuleType):
    """A package that is called like its chief function."""

    def __call__(self, *asked: Any, **choices: Any) -> GameOdds:
        return odds(*asked, **choices)


sys.modules[__name__].__class__ = _Laboratory
