"""Settlement tables and pay tables: which limb decides a case, and what a table of limbs lacks.

A data file has the limbs of a settlement rule, and the rows of a pay table, by name:

    "player_blackjack": {
      "when": {"player_blackjack": true, "dealer_blackjack": false},
      "outcome": "win", "pays": "blackjack_pays", "clauses": ["13.1(c)"],
      "over": ["dealer_bust", "higher_total", "stand_off"]
    }

`when` names features of the case, each with the values for which the limb holds: one value, a list
of them, or a span such as `22 to 31`. The limb holds if all of them hold. `over` names the limbs
that this one prevails over. `pays` names a rule, or has a value and clauses of its own. `called`,
where it is given, is what signs and odds call the event. A row of a pay table has won; a case that
no row pays has lost.

Each game declares its features, and its domain: the cases that can occur. The domain of a game is
finite, so `flaws` tries all of it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from croupier.money import Odds
from croupier.quick_enums import quick
from croupier.rulebook.citations import Cited, Clauses, Conflict, NoRuling, did_you_mean

Answer = bool | int | str
Case = Mapping[str, Answer]
"""The value of each feature in one case."""


@quick
class Result(StrEnum):
    """The outcome of a wager under a limb."""

    WIN = "win"
    LOSE = "lose"
    PUSH = "push"


@dataclass(frozen=True, slots=True)
class Feature:
    """Something that a limb may ask of a case, with every value that it can have."""

    name: str
    says: str
    values: tuple[Answer, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Limb:
    """One limb of a settlement rule, or one row of a pay table."""

    name: str
    when: Mapping[str, frozenset[Answer]]
    clauses: Clauses
    outcome: Result = Result.WIN
    pays: str | Cited[Odds] | None = None
    """The name of the rule that says what is paid, or the odds themselves."""
    over: tuple[str, ...] = ()
    has_own_odds: bool = False
    """True if the odds stand in the limb, and not among the named values of the instrument."""
    called: str = ""
    """The name of the event on signs and in odds, if not by the name of the limb or of its odds."""

    @property
    def event(self) -> str:
        """The event in words: `coloured pair`."""
        by_odds = self.pays if isinstance(self.pays, str) else self.name
        return self.called or by_odds.replace("_", " ")

    def holds(self, case: Case) -> bool:
        """True if the words of the limb fit the case, whatever else fits it."""
        return all(case[feature] in values for feature, values in self.when.items())

    @property
    def every_clause(self) -> Clauses:
        """The clauses of the limb, and of the odds if they are its own."""
        own = self.pays.clauses if isinstance(self.pays, Cited) else ()
        return Clauses(tuple(dict.fromkeys((*self.clauses, *own))))

    @property
    def cited(self) -> str:
        """The limb with its clauses: `stand_off (13.1(g))`."""
        return f"{self.name} ({', '.join(self.clauses)})"


Table = Mapping[str, Limb]
"""The limbs of one wager, or the rows of one pay table, in the order of the data file."""


# --- deciding a case


def holding(table: Table, case: Case) -> list[Limb]:
    """Return every limb whose words fit the case, before any prevails."""
    return [limb for limb in table.values() if limb.holds(case)]


def prevailing(limbs: Iterable[Limb]) -> Limb:
    """Return the one limb that decides, of those that hold."""
    left = _not_beaten(limbs)
    if not left:
        raise NoRuling("no limb of the settlement rule fits")
    if len(left) > 1:
        raise Conflict(f"{left[0].name} and {left[1].name} both claim the wager")
    return left[0]


def decide(table: Table, case: Case) -> Limb:
    """Return the limb that decides a case."""
    limbs = holding(table, case)
    if not limbs:
        known = ", ".join(table)
        raise NoRuling(f"no limb fits the case {case_in_words(case)}; the limbs are {known}")
    return prevailing(limbs)


def row_for(table: Table, case: Case) -> Limb | None:
    """Return the row of a pay table that pays a case; None if the wager has lost."""
    rows = holding(table, case)
    return prevailing(rows) if rows else None


def _not_beaten(limbs: Iterable[Limb]) -> list[Limb]:
    every = list(limbs)
    beaten = {name for limb in every for name in limb.over}
    return [limb for limb in every if limb.name not in beaten]


def odds_of(limb: Limb, find: Callable[[str], Cited[Odds]]) -> Cited[Odds]:
    """Return what a winning limb pays, with the clauses of the limb and of its odds, each once.

    `find` finds the odds of a rule by its name.
    """
    if limb.pays is None:
        raise NoRuling(f"{limb.cited} wins and names no odds")
    pays = find(limb.pays) if isinstance(limb.pays, str) else limb.pays
    return Cited(pays.value, Clauses(tuple(dict.fromkeys((*limb.clauses, *pays.clauses)))))


# --- checking what was read


class TableError(ValueError):
    """A limb that asks for what its game does not know; the message begins with its place."""


def check_table(
    table: Table, features: Collection[Feature], pays: Collection[str], place: str
) -> None:
    """Raise TableError if a limb names an unknown feature, value, rule of odds or other limb."""
    known = {feature.name: feature.values for feature in features}
    for limb in table.values():
        here = f"{place}.{limb.name}"
        for name, values in limb.when.items():
            at = f"{here}.when.{name}"
            if name not in known:
                near = did_you_mean(name, known)
                raise TableError(f"{at}: only {', '.join(known)} are known of a case{near}")
            for value in sorted(values, key=str):
                if not any(value == each and type(value) is type(each) for each in known[name]):
                    raise TableError(f"{at}: {_shown(value)} is not {_any_of(known[name])}")
        if isinstance(limb.pays, str) and limb.pays not in pays:
            near = did_you_mean(limb.pays, pays)
            raise TableError(
                f"{here}.pays: there are no odds {limb.pays}, only {', '.join(pays)}{near}; odds "
                'of its own are written { value = "7 to 2", clauses = ["1.1"] }'
            )
        if (limb.pays is not None) is not (limb.outcome is Result.WIN):
            wants = "a limb that wins pays" if limb.pays is None else "only a limb that wins pays"
            hint = "name its odds" if limb.pays is None else "name pays in nothing"
            raise TableError(
                f"{here}.pays: {wants}, and this one has the outcome {limb.outcome}; {hint}"
            )
        for name in limb.over:
            if name not in table or name == limb.name:
                near = did_you_mean(name, table)
                raise TableError(f"{here}.over: there is no other limb {name}{near}")


def _shown(value: Answer) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _any_of(values: tuple[Answer, ...]) -> str:
    if all(isinstance(value, int) and not isinstance(value, bool) for value in values):
        return f"a whole number from {values[0]} to {values[-1]}"
    return f"one of {', '.join(map(_shown, values))}"


# --- trying every case


class FlawKind(StrEnum):
    """The kinds of flaws of a table."""

    GAP = "no limb decides"
    OVERLAP = "two limbs decide, and neither prevails"
    DEAD = "never applies"
    SHADOWED = "never prevails"
    UNPAID = "wins, and no row pays"
    BELATED = "would come too late"


@dataclass(frozen=True, slots=True)
class Flaw:
    """One thing that is wrong with a table, with a case that shows it if there is one."""

    kind: FlawKind
    limbs: tuple[str, ...]
    case: Case | None = None
    reason: str = ""

    def __str__(self) -> str:
        names = " and ".join(self.limbs)
        words = f"{names}: {self.kind}" if names else str(self.kind)
        words = f"{words}, since {self.reason}" if self.reason else words
        return words if self.case is None else f"{words}: {case_in_words(self.case)}"


@dataclass(frozen=True, slots=True)
class Domain:
    """A table with the cases that can occur, as a game declares them."""

    table: Table
    cases: Callable[[], Iterable[Case]]
    features: tuple[Feature, ...]
    is_pay_table: bool = False
    """True if a case that no row decides has lost."""
    pay_tables: Mapping[str, Table] | None = None
    """The pay tables that limbs of this table may name as `pay_tables.NAME`."""
    settled_before: Callable[[Case, Limb], str] | None = None
    """Return what the round has done already where a limb rules otherwise; empty if it agrees."""


def flaws(domain: Domain) -> list[Flaw]:
    """Return what is wrong with a table: gaps and overlaps first, then limbs without effect.

    Of cases with the same flaw only the first is told.
    """
    table = domain.table
    found: dict[tuple[FlawKind, tuple[str, ...]], Flaw] = {}
    idle, beaten = dict.fromkeys(table), dict[str, Case]()
    decisive: set[str] = set()
    for case in domain.cases():
        limbs = holding(table, case)
        left = _not_beaten(limbs)
        for limb in limbs:
            idle.pop(limb.name, None)
            beaten.setdefault(limb.name, case)
        if len(left) == 1:
            decisive.add(left[0].name)
            if _is_unpaid(left[0], domain, case):
                found.setdefault(
                    (FlawKind.UNPAID, (left[0].name,)),
                    Flaw(FlawKind.UNPAID, (left[0].name,), dict(case)),
                )
            if reason := domain.settled_before and domain.settled_before(case, left[0]):
                found.setdefault(
                    (FlawKind.BELATED, (left[0].name,)),
                    Flaw(FlawKind.BELATED, (left[0].name,), dict(case), reason),
                )
        elif left or limbs or not domain.is_pay_table:
            kind = FlawKind.OVERLAP if left else FlawKind.GAP
            names = tuple(limb.name for limb in left[:2])
            found.setdefault((kind, names), Flaw(kind, names, dict(case)))
    shadowed = [name for name in table if name not in idle and name not in decisive]
    contested = {name for each in found.values() for name in each.limbs}
    return [
        *found.values(),
        *(Flaw(FlawKind.DEAD, (name,)) for name in idle),
        *(
            Flaw(FlawKind.SHADOWED, (name,), dict(beaten[name]))
            for name in shadowed
            if name not in contested
        ),
    ]


def _is_unpaid(limb: Limb, domain: Domain, case: Case) -> bool:
    table, named = domain.pay_tables or {}, pay_table_named(limb)
    return named is not None and row_for(table.get(named, {}), case) is None


PAY_TABLES = "pay_tables."


def pay_table_named(limb: Limb) -> str | None:
    """Return the pay table that says what a limb pays: `blind` for `pay_tables.blind`."""
    named = isinstance(limb.pays, str) and limb.pays.startswith(PAY_TABLES)
    return str(limb.pays).removeprefix(PAY_TABLES) if named else None


def case_in_words(case: Case) -> str:
    """Return a case in words: `player_total 20, dealer_total 22`."""
    return ", ".join(f"{name} {_shown(value)}" for name, value in case.items())


# --- analyses that merge cases


class CannotAnalyse(ValueError):
    """An analysis merges cases that the rules tell apart."""


def must_rule_alike(
    domain: Domain, merge: Callable[[Case], Any], *, merging: str, wager: str = ""
) -> None:
    """Raise CannotAnalyse unless all cases that an analysis merges are ruled alike.

    `merge` returns the same key for cases that the analysis cannot tell apart, and `merging` says
    which those are: `the odds treat every dealer total over 21 alike`.
    """
    seen: dict[Any, list[tuple[Limb | None, Case]]] = {}
    for case in domain.cases():
        limb = row_for(domain.table, case) if domain.is_pay_table else decide(domain.table, case)
        others = seen.setdefault(merge(case), [])
        if all(_tells_apart(limb, other) for other, _ in others):
            others.append((limb, case))
    for others in seen.values():
        if len(others) > 1:
            raise CannotAnalyse(_refusal(domain, merge, merging, wager, others))


def must_rule_as(
    domain: Domain,
    expect: Callable[[Case], tuple[Result, str | None]],
    *,
    assuming: str,
    wager: str,
) -> None:
    """Raise CannotAnalyse unless every case is ruled as an analysis has it built in.

    `expect` returns the outcome of a case and the name of the rule that says what is paid, and
    `assuming` says in words what the analysis takes for granted.
    """
    for case in domain.cases():
        limb = decide(domain.table, case)
        if (limb.outcome, limb.pays) != expect(case):
            raise CannotAnalyse(
                f"{assuming}; limb {limb.cited} of {wager} rules otherwise on {case_in_words(case)}"
            )


def _tells_apart(one: Limb | None, other: Limb | None) -> bool:
    if one is None or other is None:
        return one is not other
    return (one.outcome, one.pays) != (other.outcome, other.pays)


def _refusal(
    domain: Domain,
    merge: Callable[[Case], Any],
    merging: str,
    wager: str,
    others: list[tuple[Limb | None, Case]],
) -> str:
    (first, case), (second, another) = others[:2]
    limbs = [limb for limb in (first, second) if limb is not None]
    narrow = min(limbs, key=lambda limb: _breadth(limb, domain))
    shown, rest = (case, another) if narrow is first else (another, case)
    telling = {name: value for name, value in shown.items() if rest[name] != value}
    apart = {name: rest[name] for name in telling}
    whose = f" of {wager}" if wager else ""
    told = f"tells {case_in_words(telling)} from {case_in_words(apart)}"
    return f"{merging}; limb {narrow.cited}{whose} {told}"


def _breadth(limb: Limb, domain: Domain) -> int:
    """Return in how many cases a limb holds."""
    return sum(limb.holds(case) for case in domain.cases())


def cases_of(features: Iterable[Feature], given: Mapping[str, Answer]) -> Iterator[Case]:
    """Yield every combination of the features' values, with those that are given fixed."""
    every: list[dict[str, Answer]] = [{}]
    for feature in features:
        values = (given[feature.name],) if feature.name in given else feature.values
        every = [{**case, feature.name: value} for case in every for value in values]
    yield from every
