"""What the tables of a casino should have won by what was staked on them, beside what they won.

Every wager that was decided in a round that stands is counted with its initial stake, under the
options of its table. What it should bring the house is its exact edge; how far a result may lie
from that follows from the exact distribution of every wager, convolved, and from how far wagers
of one round go together. Players are taken to play as well as can be: who plays otherwise loses
more. Tournament chips do not count, and neither do stakes that were forfeited or returned.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import gcd, sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from croupier.aggregate.record_lines import bodies
from croupier.casino.meters import day_of
from croupier.casino.record_names import TABLES, table_name
from croupier.game_rules import rules_for
from croupier.odds import ODDS, odds
from croupier.odds.covariance import covariance_for
from croupier.rulebook.amendments import book_of
from croupier.rulebook.options import as_made
from croupier.table.facts import (
    BettingClosed,
    Designated,
    Outcome,
    Placed,
    Reversed,
    RoundEnded,
    RoundVoided,
    Settled,
)
from croupier.table_replay import Reader

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from croupier.aggregate.facts import Fact
    from croupier.aggregate.record import Entry
    from croupier.casino.store.contract import Store
    from croupier.game_rules import Rules
    from croupier.odds.disk_cache import AnswerCache
    from croupier.odds.results import GameOdds, WagerOdds

CONFIDENCE = 0.99
WIDEST = 1 << 21
"""Amounts that one distribution has; beyond it amounts are rounded to coarser ones."""
SIMULATED, SEED = 400_000, 1
"""Rounds of two boxes that say how far their luck goes together, and their seed."""
_DECIDED = (Outcome.WIN, Outcome.LOSE, Outcome.PUSH)


class Place(NamedTuple):
    """Where one player's wager lies."""

    player: str
    box: int | None
    wager: str


class Staked(msgspec.Struct):
    """What was staked on some wagers, and what the table won of them. All amounts in cents."""

    stakes: Counter[tuple[str, int]]
    """How often each stake lay on each wager; wagers that come out alike are one."""
    together: Counter[tuple[str, str, bool]]
    """Products of stakes that lay on two wagers of one round, by the names of the two and whether
    both were on one box."""
    won: Counter[str]
    """What the table won of each wager."""

    @classmethod
    def nothing(cls) -> Staked:
        return cls(Counter(), Counter(), Counter())

    def __add__(self, other: Staked) -> Staked:
        won = Counter(self.won)
        won.update(other.won)  # `+` would drop what the table lost
        return Staked(self.stakes + other.stakes, self.together + other.together, won)

    def on(self, wager: str) -> int:
        """All that was staked at first on a wager."""
        return sum(stake * times for (name, stake), times in self.stakes.items() if name == wager)


class _Round(msgspec.Struct):
    """One round of a record, as far as it is told."""

    day: str = ""
    placed: dict[Place, int] = {}
    returned: Counter[Place] = msgspec.field(default_factory=Counter)
    decided: Counter[Place] = msgspec.field(default_factory=Counter)
    """Stakes that were decided, raises included."""
    won: Counter[Place] = msgspec.field(default_factory=Counter)
    is_void: bool = False


class StakedAtTable:
    """What was staked at one table by the day. `take` is shown its entries in their order."""

    def __init__(self, rules: Rules) -> None:
        part = ODDS.of(rules.instrument)
        self._part_of = part.PART_OF
        self._all_alike = not part.HAS_BOXES
        self._rounds: dict[int, _Round] = {}
        self._placed: dict[Place, int] = {}
        self._last = 0
        self._for_tournament = False

    def take(self, entry: Entry) -> None:
        """Note what an entry says of wagers."""
        about = self._last
        for fact in entry.facts:
            if isinstance(fact, Placed):
                self._placed[Place(fact.player, fact.box, fact.wager)] = fact.total
            elif isinstance(fact, BettingClosed):
                about = self._last = fact.round
                self._rounds[about] = _Round(day_of(entry.at), dict(self._placed))
            elif isinstance(fact, RoundVoided):
                about = fact.round
                self._round(about).is_void = True
            elif isinstance(fact, RoundEnded):
                about = self._last
                self._round(about).day = day_of(entry.at)
                self._placed.clear()
            elif isinstance(fact, Designated):
                self._for_tournament = True
            elif fact.moves_chips:
                self._count(fact, self._round(about))
            elif fact.withdraws_round:
                about = getattr(fact, "round", self._last)
                found = self._round(about)
                for counted in (found.returned, found.decided, found.won):
                    counted.clear()

    def by_day(self) -> dict[str, Staked]:
        """What was staked and won on each day on which a round ended."""
        days: dict[str, Staked] = {}
        for played in self._rounds.values():
            if not (played.is_void or self._for_tournament) and played.decided:
                days.setdefault(played.day, Staked.nothing())
                self._add(days[played.day], played)
        return days

    def _round(self, number: int) -> _Round:
        return self._rounds.setdefault(number, _Round())

    def _count(self, fact: Fact, played: _Round) -> None:
        if isinstance(fact, Settled):
            place = Place(fact.player, fact.box, fact.wager)
            if fact.outcome in _DECIDED:
                played.decided[place] += fact.stake
                played.won[place] -= fact.net
            elif fact.outcome is Outcome.RETURNED:
                played.returned[place] += fact.stake
        elif isinstance(fact, Reversed):
            place = Place(fact.player, fact.box, fact.wager)
            played.decided[place] -= fact.stake
            played.won[place] += fact.net

    def _add(self, day: Staked, played: _Round) -> None:
        """Put a round's wagers together as the analysis has them."""
        stakes: Counter[tuple[str, int | None]] = Counter()
        for place, decided in played.decided.items():
            if not decided:
                continue
            wager = self._part_of.get(place.wager, place.wager)
            day.won[wager] += played.won[place]
            if wager == place.wager:  # what is part of another wager has no stake of its own
                placed = played.placed.get(place, 0) - played.returned[place]
                box = None if self._all_alike else place.box
                stakes[wager, box] += placed if placed > 0 else decided
        for (wager, _), stake in stakes.items():
            day.stakes[wager, stake] += 1
        for (one, first), (other, second) in combinations(sorted(stakes, key=str), 2):
            pair = min(one, other), max(one, other), first == second
            day.together[pair] += stakes[one, first] * stakes[other, second]


class Expected(msgspec.Struct, frozen=True, kw_only=True):
    """What tables should have won by what was staked, and what they won. All amounts in cents."""

    wagers: int
    staked: int
    """Initial stakes that were decided."""
    won: int
    expected: float
    """The theoretical win."""
    exact: Fraction | None
    """The same as a ratio, where every wager's edge is one."""
    standard_deviation: float
    confidence: float
    least: int
    most: int
    """Between these, both included, an honest result lies with the confidence."""
    as_low: float
    """The chance of a result as low as this one or lower."""
    verdict: str
    """`within`, `below` or `above`."""


def expected_of(
    parts: Iterable[tuple[Rules, Staked]],
    analyses: Analyses,
    *,
    confidence: float = CONFIDENCE,
) -> Expected:
    """Hold what was won at some tables against what should have been."""
    staked = [(rules, part) for rules, part in parts]
    pieces = [
        (wager, stake, times)
        for rules, part in staked
        for wager, stake, times in _stakes(analyses.wagers(rules), part)
    ]
    in_common = sum(analyses.in_common(rules, part) for rules, part in staked)
    spread = _Spread.of(pieces, in_common, confidence)
    won = sum(sum(part.won.values()) for _, part in staked)
    ratios = [wager.exact for wager, _, _ in pieces]
    exact = sum(
        (
            ratio * stake * times
            for ratio, (_, stake, times) in zip(ratios, pieces, strict=True)
            if ratio is not None
        ),
        Fraction(),
    )
    return Expected(
        wagers=sum(times for _, _, times in pieces),
        staked=sum(stake * times for _, stake, times in pieces),
        won=won,
        expected=sum(wager.house_edge * stake * times for wager, stake, times in pieces),
        exact=None if None in ratios else exact,
        standard_deviation=spread.deviation,
        confidence=confidence,
        least=spread.least,
        most=spread.most,
        as_low=spread.chance_of_less(won),
        verdict="below" if won < spread.least else "above" if won > spread.most else "within",
    )


class Analyses:
    """Tables as they have been analysed; those with the same options are analysed once."""

    def __init__(self, cache: AnswerCache | None = None) -> None:
        self._cache = cache
        self._odds: dict[tuple[str, str], GameOdds] = {}
        self._shared: dict[tuple[str, str], dict[tuple[str, str, bool], float]] = {}

    def wagers(self, rules: Rules) -> dict[str, WagerOdds]:
        """The wagers of a table by name, each as it is best played."""
        found: dict[str, WagerOdds] = {}
        for wager in self._of(rules).wagers:
            found.setdefault(wager.wager, wager)
        return found

    def in_common(self, rules: Rules, staked: Staked) -> float:
        """Twice the covariance of all pairs of wagers that lay in one round, in square cents.

        Exact where it can be counted, and simulated where not (`croupier.odds.covariance`); of
        wagers of which neither is known it is taken to be nothing.
        """
        if not staked.together:
            return 0.0
        key = _key(rules)
        if key not in self._shared:
            found = covariance_for(rules, rounds=SIMULATED, seed=SEED, cache=self._cache)
            self._shared[key] = {
                (min(each.first, each.second), max(each.first, each.second),
                 each.where == "the same box"): each.covariance
                for each in found.pairs
            }  # fmt: skip
        shared = self._shared[key]
        return 2 * sum(product * shared.get(pair, 0.0) for pair, product in staked.together.items())

    def _of(self, rules: Rules) -> GameOdds:
        key = _key(rules)
        if key not in self._odds:
            self._odds[key] = odds(rules, cache=self._cache)
        return self._odds[key]


def _key(rules: Rules) -> tuple[str, str]:
    options = msgspec.json.encode(rules.options, order="sorted").decode()
    return rules.instrument.fingerprint, options


def _stakes(
    analysed: Mapping[str, WagerOdds], staked: Staked
) -> Iterator[tuple[WagerOdds, int, int]]:
    for (wager, stake), times in staked.stakes.items():
        if wager not in analysed:
            raise LookupError(f"{wager}: there is no analysis of this wager")
        yield analysed[wager], stake, times


class _Spread(NamedTuple):
    """How the house's result is spread, in cents."""

    mean: float
    deviation: float
    least: int
    most: int
    lowest: float
    step: float
    stretch: float
    below: Any
    """The chance of each amount or less, from the lowest."""

    @classmethod
    def of(
        cls, staked: Iterable[tuple[WagerOdds, int, int]], in_common: float, confidence: float
    ) -> _Spread:
        """The exact distribution of wagers that know nothing of each other.

        What they have in common in a round then stretches or narrows it about its mean.
        """
        import numpy as np

        pieces = [
            (times, [(-outcome.net * stake, outcome.chance) for outcome in wager.outcomes])
            for wager, stake, times in staked
        ]
        moments = [(times, *_moments(piece)) for times, piece in pieces]
        mean = sum(times * first for times, first, _ in moments)
        variance = sum(times * second for times, _, second in moments)
        alone = sqrt(variance)
        deviation = sqrt(max(variance + in_common, variance / 1_000_000))
        widest = max(abs(won) for _, piece in pieces for won, _ in piece)
        step: float = gcd(*(round(2 * won) for _, piece in pieces for won, _ in piece)) / 2 or 1.0
        width = 24 * alone + 16 * widest
        while width / step > WIDEST:
            step *= 2
        size = 1 << int(width / step + 2).bit_length()
        waves = np.ones(size // 2 + 1, complex)
        turns = -2j * np.pi * np.arange(size // 2 + 1) / size
        for times, piece in pieces:
            wave = np.zeros(size // 2 + 1, complex)
            for won, chance in piece:
                wave += chance * np.exp(turns * round(won / step))
            waves *= wave**times
        chances = np.fft.irfft(waves, size)
        lowest = round(mean / step) - size // 2
        below = np.clip(np.roll(chances, -lowest), 0, None).cumsum()
        below /= below[-1]
        stretch = deviation / alone if alone else 1.0
        tail = (1 - confidence) / 2

        def amount(chance: float) -> int:
            place = (lowest + int(below.searchsorted(chance))) * step
            return round(mean + (place - mean) * stretch)

        return cls(
            mean, deviation, amount(tail), amount(1 - tail), lowest * step, step, stretch, below
        )

    def chance_of_less(self, won: int) -> float:
        """The chance of such a result or a lower one."""
        place = (self.mean + (won - self.mean) / self.stretch - self.lowest) / self.step
        return float(self.below[min(max(int(place + 1e-6), 0), len(self.below) - 1)])


def _moments(piece: Iterable[tuple[float, float]]) -> tuple[float, float]:
    mean = square = 0.0
    for won, chance in piece:
        mean += won * chance
        square += won * won * chance
    return mean, square - mean * mean


# --- by table and day

ALL = "all"


class ExpectedLine(NamedTuple):
    """One line of the comparison."""

    table: str
    day: str
    """Nothing for all days of a table, or all tables."""
    instruments: tuple[str, ...]
    decided: bool
    """Whether players decide anything at it."""
    found: Expected


def expected_lines(
    tables: Iterable[tuple[Rules, str, dict[str, Staked]]],
    analyses: Analyses,
    *,
    table: str | None = None,
    day: str | None = None,
    since: str = "",
    confidence: float = CONFIDENCE,
) -> Iterator[ExpectedLine]:
    """Every table and day, then all days of each table, then all tables."""
    parts = [
        (name, when, rules, staked)
        for rules, name, days in tables
        for when, staked in days.items()
        if table in (None, name) and day in (None, when) and when >= since
    ]

    def line(table: str, day: str) -> ExpectedLine:
        those = [
            (rules, staked)
            for name, when, rules, staked in parts
            if table in (ALL, name) and day in ("", when)
        ]
        books = dict.fromkeys(rules.instrument.id for rules, _ in those)
        decided = any(ODDS.of(rules.instrument).strategy is not None for rules, _ in those)
        found = expected_of(those, analyses, confidence=confidence)
        return ExpectedLine(table, day, tuple(books), decided, found)

    names = dict.fromkeys(name for name, *_ in parts)
    for name in names:
        days = sorted({when for each, when, *_ in parts if each == name})
        for when in days:
            yield line(name, when)
        if len(days) > 1:
            yield line(name, "")
    if len(names) > 1:
        yield line(ALL, "")


# --- read from records


def staked_in_record(lines: Iterable[bytes]) -> tuple[Rules, str, dict[str, Staked]]:
    """The rules and the name of a record's table, and what was staked at it by the day."""
    read = bodies(lines)
    reader = Reader(next(read)[1])
    header = reader.header
    book = book_of(header)
    rules = rules_for(book, as_made(book, header.options, header.version))
    staked = StakedAtTable(rules)
    for line, body in read:
        staked.take(reader.entry(line, body))
    return rules, header.table, staked.by_day()


def staked_in_store(store: Store) -> Iterator[tuple[Rules, str, dict[str, Staked]]]:
    """The same of every table of a casino, each time it was set up.

    A game whose odds nobody has worked out has no expected win, so its tables are left out.
    """
    for standing in store.records():
        if standing.record.startswith(TABLES) and _has_odds(store.lines(standing.record)):
            rules, _, days = staked_in_record(store.lines(standing.record))
            yield rules, table_name(standing.record.removeprefix(TABLES)), days


def _has_odds(lines: Iterable[bytes]) -> bool:
    """Return True if the odds of a record's table can be worked out."""
    _, first = next(bodies(lines))
    return book_of(Reader(first).header) in ODDS
