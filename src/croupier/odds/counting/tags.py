"""Systems of counting: a tag for each rank, how well tags fit a wager, and which would fit best."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb, floor, lcm, sqrt
from typing import TYPE_CHECKING

from croupier.cards import RANKS
from croupier.rulebook.citations import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from croupier.odds.array_types import Counts, Floats
    from croupier.odds.shoe_composition import Composition

DECK = 52
_NOTHING = 1e-12
"""What rounding leaves."""
TENS = "TJQK"
LARGEST_TAG = 100
SYSTEMS: dict[str, tuple[int | Fraction, ...]] = {
    "HI-LO": (-1, 1, 1, 1, 1, 1, 0, 0, 0, -1),
    "HI-OPT-I": (0, 0, 1, 1, 1, 1, 0, 0, 0, -1),
    "HI-OPT-II": (0, 1, 1, 2, 2, 1, 1, 0, 0, -2),
    "KO": (-1, 1, 1, 1, 1, 1, 1, 0, 0, -1),
    "OMEGA-II": (0, 1, 1, 2, 2, 2, 1, 0, -1, -2),
    "ZEN": (-1, 1, 1, 2, 2, 2, 1, 0, 0, -2),
    "HALVES": (-1, Fraction(1, 2), 1, 1, Fraction(3, 2), 1, Fraction(1, 2), 0, Fraction(-1, 2), -1),
}
"""Tags from ace to nine, then everything that counts ten, as they are published."""
_TAG = re.compile(r"(A|[2-9]|10|[TJQK])[=:]?([-+]?\d+(?:\.\d+|/\d+)?)")


@dataclass(frozen=True)
class Count:
    """One system: what each rank adds to the running count when it is seen."""

    name: str
    tags: tuple[Fraction, ...]
    """In the order of `RANKS`."""

    @cached_property
    def by_rank(self) -> dict[str, Fraction]:
        return dict(zip(RANKS, self.tags, strict=True))

    @cached_property
    def scale(self) -> int:
        """What makes every tag a whole number."""
        return lcm(*(tag.denominator for tag in self.tags))

    def mean(self, shoe: Composition) -> Fraction:
        """What a card of this shoe adds on average; 0 for a balanced count of whole decks."""
        held = shoe.by_rank
        return (
            sum((tag * held[rank] for rank, tag in self.by_rank.items()), Fraction()) / shoe.total
        )

    def variance(self, shoe: Composition) -> Fraction:
        held, mean = shoe.by_rank, self.mean(shoe)
        squares = ((tag - mean) ** 2 * held[rank] for rank, tag in self.by_rank.items())
        return sum(squares, Fraction()) / shoe.total

    def shoe_at(self, shoe: Composition, true_count: float, cards: float) -> tuple[float, ...]:
        """What is to be expected of a shoe with so many cards left at a true count, by rank.

        Of each rank there is less or more by its tag's share in the count: the regression of
        the cards that are left on the count.
        """
        mean, variance = float(self.mean(shoe)), float(self.variance(shoe))
        pull = true_count / DECK / variance if variance else 0.0
        return tuple(
            cards * copies / shoe.total * max(1 - pull * (float(self.by_rank[rank]) - mean), 0.0)
            for rank, copies in shoe.by_rank.items()
        )


def read_count(text: str) -> Count:
    """A system by its name, or tags as a person writes them: `A-1 2+1 3+1 … T-1`.

    A rank that is not named counts nothing; T stands for all that count ten unless J, Q or K
    have tags of their own.
    """
    name = text.strip().upper().replace(" ", "-").replace("_", "-")
    if name in SYSTEMS:
        return Count(name, _of_points(SYSTEMS[name]))
    words = text.upper().replace(",", " ").split()
    found: dict[str, Fraction] = {}
    for word in words:
        match = _TAG.fullmatch(word)
        if match is None:
            hint = did_you_mean(name, SYSTEMS) if len(words) == 1 else ""
            raise ValueError(
                f"count: {word!r} is no tag such as 5+1 or T-1, and {text!r} no system of "
                f"{', '.join(SYSTEMS)}{hint}"
            )
        rank, tag = match[1].replace("10", "T"), Fraction(match[2])
        if rank in found:
            raise ValueError(f"count: {rank} has two tags")
        if abs(tag) > LARGEST_TAG or tag.denominator > LARGEST_TAG:
            raise ValueError(f"count: {tag} is no tag between -{LARGEST_TAG} and {LARGEST_TAG}")
        found[rank] = tag
    tens = found.get("T", Fraction())
    tags = tuple(found.get(rank, tens if rank in TENS else Fraction()) for rank in RANKS)
    if len(set(tags)) < 2:
        raise ValueError("count: all ranks have the same tag, so there is nothing to count")
    return Count(" ".join(f"{rank}{float(tag):+g}" for rank, tag in found.items()), tags)


def _of_points(tags: Sequence[int | Fraction]) -> tuple[Fraction, ...]:
    return tuple(Fraction(tags[min(place, 9)]) for place in range(len(RANKS)))


def correlation(
    tags: Mapping[str, float | Fraction], effects: Mapping[str, float], shoe: Composition
) -> float:
    """How well tags follow the effects of removal, over the cards of a shoe: 1 is perfectly."""
    import numpy as np

    weights = np.array([shoe.by_rank[rank] for rank in RANKS], np.float64)
    one = np.array([float(tags[rank]) for rank in RANKS])
    other = np.array([effects[rank] for rank in RANKS])
    return _correlation(one, other, weights / weights.sum())


def _correlation(one: Floats, other: Floats, weights: Floats) -> float:
    one, other = one - weights @ one, other - weights @ other
    spread = (weights @ one**2) * (weights @ other**2)
    return float(weights @ (one * other) / sqrt(spread)) if spread > 0 else 0.0


def best_tags(
    effects: Mapping[str, float], shoe: Composition, level: int, *, balanced: bool
) -> tuple[dict[str, int], float] | None:
    """The whole tags up to a level that follow the effects best, and how well; None if none do.

    Whichever tags follow best are the effects in some measure, rounded, with some amount added to
    all: each measure and amount is tried. Balanced tags add up to nothing over a deck.
    """
    import numpy as np

    weights = np.array([shoe.by_rank[rank] for rank in RANKS], np.float64)
    weights /= weights.sum()
    wanted = np.array([effects[rank] for rank in RANKS])
    wanted = wanted - weights @ wanted
    widest = float(np.abs(wanted).max())
    if widest < _NOTHING:
        return None
    measures = np.linspace(0.5, 2 * level + 1, 40 * (level + 1)) / widest
    if balanced:
        tags = _nearest_balanced(wanted, weights, level, measures)
    else:
        shifts = np.linspace(-level, level, 80 * level + 1)
        grid = wanted * measures[:, None, None] + shifts[:, None]
        tags = np.clip(np.rint(grid), -level, level).reshape(-1, len(RANKS))
    tags = np.unique(tags, axis=0)
    means = tags @ weights
    spreads = (tags**2) @ weights - means**2
    kept = spreads > _NOTHING
    if not kept.any():
        return None
    tags, spreads, means = tags[kept], spreads[kept], means[kept]
    fits = (tags * wanted) @ weights / np.sqrt(spreads * (wanted**2 @ weights))
    alike = np.flatnonzero(fits > fits.max() - _NOTHING)
    found = min(alike, key=lambda place: (abs(means[place]), np.abs(tags[place]).sum()))
    return (
        {rank: int(tag) for rank, tag in zip(RANKS, tags[found], strict=True)},
        float(fits[found]),
    )


def _nearest_balanced(wanted: Floats, weights: Floats, level: int, measures: Floats) -> Floats:
    """For each measure, the tags nearest to the effects among those that add up to nothing.

    Rounding each by itself does not find them. So they are laid rank by rank, and of all ways to
    come to each sum the nearest is kept; what counts ten has one tag where it has one effect.
    """
    import numpy as np

    tens = [RANKS.index(rank) for rank in TENS]
    alike = np.ptp(wanted[tens]) < _NOTHING
    groups = [[place] for place in range(len(RANKS)) if not (alike and place in tens)]
    groups += [tens] if alike else []
    furthest = level * len(RANKS)
    choices = np.arange(-level, level + 1)
    off = np.full((len(measures), 2 * furthest + 1), np.inf)
    off[:, furthest] = 0
    laid: list[Counts] = []
    for group in groups:
        miss = sum(
            weights[place] * (measures[:, None] * wanted[place] - choices) ** 2 for place in group
        )
        ways = np.full((len(choices), *off.shape), np.inf)
        for number, tag in enumerate(choices):
            moved = int(tag) * len(group)
            to = slice(max(moved, 0), off.shape[1] + min(moved, 0))
            come = slice(max(-moved, 0), off.shape[1] + min(-moved, 0))
            ways[number, :, to] = off[:, come] + miss[:, number, None]
        laid.append(ways.argmin(axis=0))
        off = ways.min(axis=0)
    tags = np.zeros((len(measures), len(RANKS)))
    rows, at = np.arange(len(measures)), np.full(len(measures), furthest)
    for group, chosen in zip(reversed(groups), reversed(laid), strict=True):
        tag = choices[chosen[rows, at]]
        tags[:, group] = tag[:, None]
        at = at - tag * len(group)
    return tags


def true_counts(count: Count, shoe: Composition, depths: Sequence[int]) -> dict[int, float]:
    """How often each true count, rounded down, stands after so many cards, over the depths.

    Counted, not sampled: over the cards of each tag, how many of them may have been seen.
    """
    import numpy as np

    shares: dict[int, float] = {}
    chances, lowest = _running(count, shoe)
    mean = float(count.mean(shoe)) * count.scale
    for seen in depths:
        row = chances[seen] / chances[seen].sum()
        for place in np.flatnonzero(row):
            running = place + lowest - mean * seen
            true = floor(running / count.scale * DECK / (shoe.total - seen) + 1e-9)
            shares[true] = shares.get(true, 0.0) + float(row[place]) / len(depths)
    return dict(sorted(shares.items()))


def _running(count: Count, shoe: Composition) -> tuple[Floats, int]:
    """For each number of cards seen, in how many ways they come to each running count."""
    import numpy as np

    held: dict[int, int] = {}
    for rank, tag in count.by_rank.items():
        whole = int(tag * count.scale)
        held[whole] = held.get(whole, 0) + shoe.by_rank[rank]
    lowest = sum(min(tag, 0) * copies for tag, copies in held.items())
    width = sum(abs(tag) * copies for tag, copies in held.items()) + 1
    ways = np.zeros((shoe.total + 1, width))
    ways[0, -lowest] = 1.0
    for moves, copies in held.items():
        after = np.zeros_like(ways)
        for taken, often in _draws(copies):
            moved = moves * taken
            part = ways[: shoe.total + 1 - taken]
            if moved >= 0:
                after[taken:, moved:] += often * part[:, : width - moved]
            else:
                after[taken:, :moved] += often * part[:, -moved:]
        ways = after
    return ways, lowest


def _draws(copies: int) -> Iterator[tuple[int, float]]:
    """In how many ways so many of some cards are taken, against all ways of taking any."""
    for taken in range(copies + 1):
        yield taken, comb(copies, taken) / 2**copies
