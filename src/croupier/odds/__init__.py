"""The odds laboratory: what each wager of an instrument costs, counted and not sampled.

`croupier.odds("act-mini-baccarat-2016")` and `croupier.odds.odds("act-mini-baccarat-2016")` are the
same: the package answers to the name of its chief function. Every analysis reads the rules object
that the table plays by and a composition of the shoe; each is imported when it is asked for.

`parameters` says what can be asked, `question` is one table as it is asked about, each game has a
package that analyses it, `results` and `formatting` are what it answers and how that is shown, and
`simulation` plays rounds at random.
"""

from __future__ import annotations

import sys
from functools import partial
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any, Protocol

from croupier.game_parts import Slot

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from fractions import Fraction
    from typing import Unpack

    from croupier.cards import Card
    from croupier.odds.counting import count_for
    from croupier.odds.covariance import covariance_for
    from croupier.odds.disk_cache import AnswerCache
    from croupier.odds.game_modules import (
        CountedGame,
        CovariedGame,
        FurtherWagers,
        GamePlayedByCount,
    )
    from croupier.odds.parameters import Parameter, TableArguments
    from croupier.odds.question import Asks, Question
    from croupier.odds.results import (
        AnswerT,
        Decision,
        Effect,
        Effects,
        GameOdds,
        Joint,
        Strategy,
        WagerOdds,
    )
    from croupier.odds.risk import risk_for, takings_for
    from croupier.odds.shoe_composition import Composition
    from croupier.odds.simulation import SimulationArguments
    from croupier.odds.simulation.report import SimulationReport

__all__ = [
    "Decision",
    "Effect",
    "Effects",
    "GameOdds",
    "Strategy",
    "WagerOdds",
    "count_for",
    "covariance_for",
    "decision_for",
    "effects_for",
    "odds",
    "risk_for",
    "simulate",
    "strategy_for",
    "takings_for",
]


class OddsPart(Protocol):
    """What the laboratory needs of a game. Its module is light: what computes is loaded by it."""

    @property
    def PARAMETERS(self) -> tuple[Parameter, ...]:
        """Parameters that the game has and not every one, `TableParameter`s and others."""

    @property
    def NAMED(self) -> frozenset[str]:
        """Options that every title names, also as by default: the edges are others without them."""

    @property
    def LONG(self) -> bool:
        """True if its analysis takes so long that answers are worth keeping."""

    @property
    def PART_OF(self) -> Mapping[str, str]:
        """Wagers whose result is part of another one's in the analysis, by name."""

    @property
    def HAS_BOXES(self) -> bool:
        """True if a wager is on a box's own hand, and not on what all share."""

    @property
    def DECIDES_BY_RANKS(self) -> bool:
        """True if a decision is the same whatever the suits of the cards are."""

    @property
    def METHOD(self) -> tuple[str, ...]:
        """How its figures are obtained, for whoever has to follow them."""

    @property
    def counted(self) -> Callable[[], CountedGame] | None:
        """Load what knows how it is counted; None where every round has a fresh deck."""

    @property
    def NOT_COUNTED(self) -> str:
        """The sentence that says why it is not counted; empty where it is."""

    @property
    def played_by_count(self) -> Callable[[], GamePlayedByCount] | None:
        """Load what knows the plays that a count changes; None where it changes none."""

    def covaried(self) -> CovariedGame:
        """Load what knows how its wagers depend on each other."""

    def further(self) -> Sequence[FurtherWagers]:
        """Load what analyses wagers apart from the game, in no time."""

    @property
    def analyse(self) -> Callable[..., Iterable[WagerOdds]]:
        """Analyse every wager, from the rules, the shoe, and what the game asks beside them."""

    def effects(self, asked: Question) -> Iterable[Effect]: ...
    @property
    def exact_edges(self) -> Callable[..., Mapping[str, Fraction | float]]:
        """Return the edge of each wager alone, as a ratio where it is known as one."""

    @property
    def joint(self) -> Callable[[Any, Composition], Iterable[Joint]] | None:
        """How all wagers of a round come out together, where that is counted."""

    @property
    def strategy(self) -> Callable[..., Strategy] | None:
        """The best way to play, where the game leaves anything to decide."""

    @property
    def decide(self) -> Callable[..., Decision] | None:
        """The price of each choice that a hand has."""


ODDS: Slot[OddsPart] = Slot(
    "odds", lambda parts: parts.odds, without_it="nobody has worked out its odds"
)


_HOMES = {
    "count_for": "counting",
    "covariance_for": "covariance",
    "risk_for": "risk",
    "takings_for": "risk",
}
"""Where functions are that are imported when they are first asked for."""


def __getattr__(name: str) -> Any:
    """What an analysis answers with, by name, imported when it is first asked for."""
    if name in __all__:
        home = _HOMES.get(name, "results")
        return getattr(import_module(f"croupier.odds.{home}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def odds(
    instrument: Asks,
    *,
    cache: AnswerCache | None = None,
    **table: Unpack[TableArguments],
) -> GameOdds:
    """The wagers of a table under an instrument, with cards removed from its shoe if need be.

    The instrument is named by its id, or given itself, or as the rules of a table
    (`croupier.rules_for`, `Game.rules`). The table is told by `decks`, `options`, `remove`
    and what its game declares (`croupier.odds.parameters.TableArguments`). With `cache`, an answer
    that was worked out before is read instead.
    """
    from croupier.odds.question import question
    from croupier.odds.results import GameOdds, WagerOdds

    asked = question(instrument, **table)
    rules, shoe = asked.rules, asked.shoe
    game = ODDS.of(rules.instrument)
    analyse = partial(game.analyse, rules, shoe, **asked.extras)
    wagers = [*_answer(asked, tuple[WagerOdds, ...], lambda: tuple(analyse()), cache)]
    for further in game.further():
        wagers += further.analyse(rules, shoe)
    return GameOdds(
        instrument=rules.instrument.id,
        not_approved=rules.instrument.not_approved,
        options=rules.options,
        chosen=asked.named,
        removed=asked.removed,
        wagers=tuple(wagers),
        joint=tuple(game.joint(rules, shoe)) if game.joint else (),
    )


def strategy_for(
    instrument: Asks,
    *,
    cache: AnswerCache | None = None,
    **table: Unpack[TableArguments],
) -> Strategy:
    """The best way to play under an instrument, as charts."""
    import msgspec

    from croupier.odds.question import question
    from croupier.odds.results import Strategy

    asked = question(instrument, **table)
    find = ODDS.of(asked.rules.instrument).strategy
    if find is None:
        raise LookupError(
            f"{asked.rules.instrument.id} leaves nothing to decide, so there is no strategy for it"
        )
    work_out = partial(find, asked.rules, asked.shoe, **asked.extras)
    found = _answer(asked, Strategy, work_out, cache)
    return msgspec.structs.replace(
        found,
        not_approved=asked.rules.instrument.not_approved,
        options=asked.rules.options,
        chosen=asked.named,
        removed=asked.removed,
    )


def decision_for(
    instrument: Asks,
    hand: Iterable[Card] | str,
    board: Iterable[Card] | str = (),
    *,
    dealer: Iterable[Card] | str = (),
    **table: Unpack[TableArguments],
) -> Decision:
    """What each choice is worth with a hand: to a board, or against a card of the dealer's."""
    from croupier.odds.question import question

    asked = question(instrument, **table)
    find = ODDS.of(asked.rules.instrument).decide
    if find is None:
        raise LookupError(f"{asked.rules.instrument.id} leaves nothing to decide")
    shown = asked.cards_in_sight(hand=hand, board=board, dealer=dealer)
    return find(asked.rules, asked.shoe, *shown, **asked.extras)


def effects_for(
    instrument: Asks,
    *,
    cache: AnswerCache | None = None,
    **table: Unpack[TableArguments],
) -> Effects:
    """What each option of a table, chosen otherwise, would do to the edges of its wagers."""
    from croupier.odds.question import question
    from croupier.odds.results import Effect, Effects

    asked = question(instrument, **table)
    game = ODDS.of(asked.rules.instrument)
    effects = [*_answer(asked, tuple[Effect, ...], lambda: tuple(game.effects(asked)), cache)]
    for further in game.further():
        effects += further.effects(asked)
    return Effects(effects)


def _answer(
    asked: Question,
    kind: type[AnswerT],
    work_out: Callable[[], AnswerT],
    cache: AnswerCache | None,
) -> AnswerT:
    """What the game's analysis answers, or what it answered before where that is worth keeping."""
    book = asked.rules.instrument
    if cache is None or not ODDS.of(book).LONG:
        return work_out()
    return cache.answer(ODDS.source(book), kind, asked, work_out)


def simulate(
    instrument: Asks, rounds: int, **choices: Unpack[SimulationArguments]
) -> SimulationReport:
    """Rounds played by the million, with the choices of `croupier.odds.simulation.simulate`."""
    from croupier.odds.simulation import simulate as play

    return play(instrument, rounds, **choices)


class Laboratory(ModuleType):
    """This package: it has the functions above, and is called like its chief one."""

    if TYPE_CHECKING:
        odds = staticmethod(odds)
        strategy_for = staticmethod(strategy_for)
        decision_for = staticmethod(decision_for)
        effects_for = staticmethod(effects_for)
        simulate = staticmethod(simulate)
        risk_for = staticmethod(risk_for)
        takings_for = staticmethod(takings_for)
        count_for = staticmethod(count_for)
        covariance_for = staticmethod(covariance_for)

    def __call__(
        self,
        instrument: Asks,
        *,
        cache: AnswerCache | None = None,
        **table: Unpack[TableArguments],
    ) -> GameOdds:
        return odds(instrument, cache=cache, **table)


sys.modules[__name__].__class__ = Laboratory
