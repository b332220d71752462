"""Counting and game protection: what cards that are gone do to each wager, and who could use it.

`removal` has the effect of each rank on every wager, `tags` the systems of counting and how well
they follow those effects, `penetration` how often a wager turns in the player's favour, and a
module for each game what differs there. `simulate(..., count=...)` plays by a count.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from croupier.cards import RANKS
from croupier.odds import ODDS
from croupier.odds.counting.tags import read_count
from croupier.odds.question import must_be_seed, question
from croupier.odds.results import wager_called

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Unpack

    from croupier.odds import OddsPart
    from croupier.odds.array_types import Counts, Floats
    from croupier.odds.counting.penetration import Estimate
    from croupier.odds.counting.tags import Count
    from croupier.odds.disk_cache import AnswerCache
    from croupier.odds.game_modules import CountedGame
    from croupier.odds.parameters import TableArguments
    from croupier.odds.question import Asks, Question
    from croupier.odds.shoe_composition import Composition
    from croupier.odds.simulation.shoe_cut import Penetration
    from croupier.rulebook.instruments import Instrument

Watch = Callable[[int, int, str], object]
Part = Literal["effects", "plays", "penetration"]
PARTS: tuple[Part, ...] = ("effects", "plays", "penetration")
LEVELS = (1, 2, 3)
"""The largest tags of the systems that are looked for."""
DEPTHS = 8
"""Places in a shoe at which it is told who has the better of it."""
MOST_SHOES = 1_000_000
WORKED_OUT = 16
"""Shoes that an estimate is held to."""
OUT_OF_A_DEVICE = (0, 13, 26, 39, 52)
"""Cards that may be out of a shuffling device when a round begins."""
MOST_OF_A_SHOE = 0.95
"""No round could be finished from less."""

EXACT = "the effects of removal are exact: each is the table worked out with that card out of it"
SAMPLED = (
    "how often a wager is favourable is sampled over shuffled shoes, for somebody who knows every "
    "card that is gone"
)
ESTIMATED = (
    "{wager}: what it brings from a shoe is estimated by adding up the effects of removal, and "
    "with them what playing by the cards gains; {shoes} shoes that were worked out with {cards} "
    "cards gone lie {off:.2f} % of a wager around it, one standard deviation"
)
BY_DEVICE = (
    "a shuffling device takes the discards back after every round, so that none is out when the "
    "next begins; the other lines are for discards that are held back"
)


class BestTags(msgspec.Struct, frozen=True, kw_only=True):
    """Whole tags up to a level that follow a wager best."""

    level: int
    balanced: bool
    tags: dict[str, int]
    correlation: float


class AtDepth(msgspec.Struct, frozen=True, kw_only=True):
    """How a wager stands when so many cards are gone."""

    cards: int
    part: float
    """Of the shoe."""
    favourable: float
    """The share of shoes from which the wager is worth making."""
    standard_error: float
    gain: float
    """What it brings then on average, in wagers."""
    best: float
    """The most that it brought from any shoe."""


class CountedWager(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One wager, and what counting has to do with it."""

    wager: str
    expectation: float
    """What it brings on average from the whole shoe."""
    exact: Fraction | None = None
    effects: dict[str, float]
    """By how much that changes with one card less of each rank."""
    exact_effects: dict[str, Fraction] | None = None
    spread: float
    """The root of the mean square of the effects, over the cards of the shoe."""
    correlation: float | None
    """Of the count with the effects; none where no rank has an effect."""
    best_tags: tuple[BestTags, ...] = ()
    depths: tuple[AtDepth, ...] = ()


class IndexPlay(msgspec.Struct, frozen=True, kw_only=True):
    """A play that changes with the count."""

    chart: str
    row: str
    column: str
    usual: str
    instead: str
    index: float
    """The true count at which both are worth the same."""
    from_index: Literal["up", "down"]
    gain: float
    """Of playing so, in initial wagers a round with the same wager in every one."""
    often: float
    """How often the situation arises on that side of a true count of 0, in a round."""


class Counting(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What counting is worth at one table."""

    instrument: str
    not_approved: str | None = None
    options: dict[str, Any]
    chosen: dict[str, str] = {}
    removed: tuple[str, ...] = ()
    count: str
    tags: dict[str, float]
    balanced: bool
    penetration: float | None = None
    """How much of the shoe is dealt; none for a shuffling device or a single deck."""
    shoes: int | None = None
    """How many shoes were shuffled to see how often a wager is favourable."""
    wagers: tuple[CountedWager, ...]
    plays: tuple[IndexPlay, ...] = ()
    true_counts: dict[str, float] = {}
    """How often each true count, rounded down, stands before a card, over the part dealt."""
    actions: dict[str, str] = {}
    """What the plays' short forms stand for."""
    assumptions: tuple[str, ...] = ()

    def __getitem__(self, wager: str) -> CountedWager:
        return wager_called(wager, self.wagers, self.instrument)

    def __str__(self) -> str:
        from croupier.odds.counting.formatting import counting_text

        return counting_text(self)

    def _repr_html_(self) -> str:
        from croupier.odds.counting.formatting import counting_html

        return counting_html(self)


def count_for(
    instrument: Asks,
    *,
    count: str = "HI-LO",
    penetration: Penetration = None,
    shoes: int | None = None,
    seed: int = 1,
    parts: Iterable[Part] = PARTS,
    cache: AnswerCache | None = None,
    watch: Watch = lambda done, total, words: None,
    **table: Unpack[TableArguments],
) -> Counting:
    """What counting is worth at a table: effects of removal, tags, index plays, favourable shoes.

    The count is the name of a system or tags such as `A-1 5+1 T-1`. The shoe is dealt to a part of
    it, or where the rules let the cutting card go in deepest. `parts` says what is worked out.
    """
    asked, system = question(instrument, **table), read_count(count)
    wanted = tuple(part for part in PARTS if part in set(parts))
    if shoes is not None and not 1 <= shoes <= MOST_SHOES:
        raise ValueError(f"shoes: {shoes} is not a number of shoes from 1 to {MOST_SHOES:,}")
    must_be_seed(seed)
    depths = _depths(asked, penetration)

    def work_out() -> Counting:
        return _counting(asked, system, depths, wanted, shoes, seed, watch)

    if cache is None:
        return work_out()
    further = (
        system.name, [str(tag) for tag in system.tags], depths, shoes, seed, wanted,
        asked.rules.options.get("side_bets"),
    )  # fmt: skip
    return cache.answer("croupier.odds.counting", Counting, asked, work_out, further)


def _counting(
    asked: Question,
    system: Count,
    depths: Sequence[int],
    parts: Sequence[Part],
    shoes: int | None,
    seed: int,
    watch: Watch,
) -> Counting:
    from croupier.odds.counting.removal import removal_effects
    from croupier.odds.counting.tags import true_counts

    rules, shoe = asked.rules, asked.shoe
    part, game = ODDS.of(rules.instrument), _counted_game(asked)
    whole, effects = removal_effects(asked, watch)
    told: list[str] = [EXACT] if game else [EXACT, ODDS.of(rules.instrument).NOT_COUNTED]
    by_depth: dict[str, tuple[AtDepth, ...]] = {}
    if game is not None and "penetration" in parts:
        shoes = shoes or game.SHOES
        by_depth, estimated = _turns(game, asked, whole, effects, depths, shoes, seed)
        told += [SAMPLED, *estimated]
        told += [BY_DEVICE] if _by_device(asked) else []
    plays: tuple[IndexPlay, ...] = ()
    shares: dict[int, float] = {}
    if game is not None and not _by_device(asked):
        steps = sorted({max(1, round(depths[-1] * part / 50)) for part in range(51)})
        shares = true_counts(system, shoe, steps)
        if part.played_by_count is not None and "plays" in parts:
            by_count = part.played_by_count()
            middle = shoe.total - depths[-1] / 2
            found = by_count.index_plays(asked, system, middle, shares, watch)
            plays = tuple(_index_play(turning) for turning in found)
            told += by_count.ASSUMED
    return Counting(
        instrument=rules.instrument.id,
        not_approved=rules.instrument.not_approved,
        options=rules.options,
        chosen=asked.named,
        removed=asked.removed,
        count=system.name,
        tags={rank: float(tag) for rank, tag in system.by_rank.items()},
        balanced=not system.mean(shoe),
        penetration=None if game is None or _by_device(asked) else depths[-1] / shoe.total,
        shoes=shoes if by_depth else None,
        wagers=tuple(
            _wager(asked, wager, whole[wager], moved, system, by_depth.get(wager, ()))
            for wager, moved in effects.items()
        ),
        plays=plays,
        true_counts={f"{true:+d}": share for true, share in shares.items() if share > 1e-9},
        actions=_actions(part, plays),
        assumptions=tuple(told),
    )


def _wager(
    asked: Question,
    wager: str,
    expectation: Fraction | float,
    effects: Mapping[str, Fraction | float],
    system: Count,
    depths: tuple[AtDepth, ...],
) -> CountedWager:
    from croupier.odds.counting.tags import best_tags, correlation

    shoe = asked.shoe
    moved = {rank: float(effect) for rank, effect in effects.items()}
    exact = isinstance(expectation, Fraction)
    held = shoe.by_rank
    square = sum(held[rank] * moved[rank] ** 2 for rank in RANKS) / shoe.total
    best = [
        BestTags(level=level, balanced=balanced, tags=found[0], correlation=found[1])
        for level in LEVELS
        for balanced in (True, False)
        if (found := best_tags(moved, shoe, level, balanced=balanced)) is not None
    ]
    moves = sqrt(square) > 1e-12
    return CountedWager(
        wager=wager,
        expectation=float(expectation),
        exact=expectation if isinstance(expectation, Fraction) else None,
        effects=moved,
        exact_effects={r: Fraction(effect) for r, effect in effects.items()} if exact else None,
        spread=sqrt(square),
        correlation=correlation(system.by_rank, moved, shoe) if moves else None,
        best_tags=tuple(best),
        depths=depths,
    )


def _turns(
    game: CountedGame,
    asked: Question,
    whole: Mapping[str, Fraction | float],
    effects: Mapping[str, Mapping[str, Fraction | float]],
    depths: Sequence[int],
    shoes: int,
    seed: int,
) -> tuple[dict[str, tuple[AtDepth, ...]], list[str]]:
    """Every wager by depth, and how those are estimated that no formula is known for."""
    from croupier.odds.counting.penetration import turns

    shoe = asked.shoe
    known = game.expectations(asked.rules, _rows([shoe]))
    guesses, told = _estimates(
        asked, [wager for wager in whole if wager not in known], whole, effects, depths, seed
    )

    def expectations(rests: Counts) -> dict[str, Floats]:
        guessed = {wager: guess.of(rests) for wager, guess in guesses.items()}
        return {**guessed, **game.expectations(asked.rules, rests)}

    by_wager = turns(shoe, depths, shoes, seed, expectations)
    return {
        wager: tuple(AtDepth(part=each.cards / shoe.total, **each._asdict()) for each in by_depth)
        for wager, by_depth in by_wager.items()
    }, told


def _estimates(
    asked: Question,
    wagers: Sequence[str],
    whole: Mapping[str, Fraction | float],
    effects: Mapping[str, Mapping[str, Fraction | float]],
    depths: Sequence[int],
    seed: int,
) -> tuple[dict[str, Estimate], list[str]]:
    """Wagers that have no formula, each held to some shoes that are worked out."""
    import numpy as np

    from croupier.odds.counting.penetration import Estimate, some_shoes
    from croupier.odds.counting.removal import expectations
    from croupier.odds.shoe_composition import Composition

    if not wagers:
        return {}, []
    cards = depths[len(depths) // 2]
    rests = some_shoes(asked.shoe, cards, WORKED_OUT, seed)
    found = [expectations(asked, Composition(tuple(map(int, rest)))) for rest in rests]
    guesses, told = {}, []
    for wager in wagers:
        moved = {rank: float(effect) for rank, effect in effects[wager].items()}
        guesses[wager] = guess = Estimate(float(whole[wager]), moved, asked.shoe)
        guess.learn(rests, np.array([float(each[wager]) for each in found]))
        told.append(
            ESTIMATED.format(wager=wager, shoes=len(rests), cards=cards, off=100 * guess.off)
        )
    return guesses, told


def _rows(shoes: Iterable[Composition]) -> Counts:
    import numpy as np

    return np.array([shoe.counts for shoe in shoes], np.int64)


def _depths(asked: Question, penetration: Penetration) -> tuple[int, ...]:
    """Cards that are gone, at each place that is told of; none where every round is shuffled."""
    from croupier.odds.simulation.shoe_cut import CUT, place_of

    if _counted_game(asked) is None:
        if penetration is not None:
            raise ValueError(f"penetration: {why_no_shoes(asked.rules.instrument)}")
        return ()
    if _by_device(asked):
        if penetration is not None:
            raise ValueError("penetration: an automated shuffling shoe has no cutting card")
        return OUT_OF_A_DEVICE
    last = place_of(asked, CUT if penetration is None else penetration)
    last = min(last, int(MOST_OF_A_SHOE * asked.shoe.total))
    return tuple(sorted({max(1, round(last * part / DEPTHS)) for part in range(1, DEPTHS + 1)}))


def _by_device(asked: Question) -> bool:
    from croupier.table.shoe_state import Device

    return bool(asked.rules.options.get("device") == Device.SHUFFLER)


def why_no_shoes(book: Instrument) -> str:
    """Return why no shoes are dealt to count a game that is not counted."""
    from croupier.odds.simulation.simulated_games import SIMULATIONS

    if book in SIMULATIONS and SIMULATIONS.of(book).why_no_cut is not None:
        return f"{book.id} has no shoe to be dealt"
    return f"{book.id} is not counted over a shoe"


def _counted_game(asked: Question) -> CountedGame | None:
    """Load what knows how a game is counted; None where each round is shuffled."""
    counted = ODDS.of(asked.rules.instrument).counted
    return None if counted is None else counted()


def _index_play(turning: Any) -> IndexPlay:
    told = asdict(turning)
    upwards = told.pop("from_index_up")
    return IndexPlay(from_index="up" if upwards else "down", **told)


def _actions(game: OddsPart, plays: Sequence[IndexPlay]) -> dict[str, str]:
    if not plays or game.played_by_count is None:
        return {}
    used = {action for play in plays for action in (play.usual, play.instead)}
    known = game.played_by_count().actions()
    return {action: words for action, words in known.items() if action in used}
