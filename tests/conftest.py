"""A test that claims a clause must see it cited by code that ran.

`@pytest.mark.clause("9.2(a)", "06:7.4", "uth:9.5(a)")` names the clauses whose rule a test holds. A
bare id speaks for both ACT Blackjack instruments, so such a test runs under both, through the
`instrument` fixture. When the test is done, every clause it names for the instrument it ran under
must have been cited by a fact, a refusal, a count or a ruling on a wager made during the test.
"""

from __future__ import annotations

import gc
import os
import signal
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings

from croupier.cli.coverage import PREFIXES
from croupier.games.baccarat.hands import Count as BaccaratCount
from croupier.games.baccarat.round import Round as BaccaratRound
from croupier.games.blackjack.hands import Count
from croupier.games.blackjack.round import Round
from croupier.games.blackjack.settlement import Ruling
from croupier.games.holdem.round import Round as HoldemRound
from croupier.rulebook.citations import Refused
from croupier.rulebook.instruments import load
from croupier.table.table import Table
from croupier.table.wagers import Admitted
from croupier.tournament.tournament import Tournament

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from croupier.aggregate.facts import Fact

settings.register_profile("house", deadline=None, derandomize="CI" in os.environ, max_examples=40)
settings.load_profile("house")

# Programs that the tests start and interrupt would inherit a shell's wish to ignore it.
signal.signal(signal.SIGINT, signal.default_int_handler)

ACT_BLACKJACK = {"06": "act-blackjack-2006", "18": "act-blackjack-2018"}


@pytest.fixture(params=list(ACT_BLACKJACK.values()))
def instrument(request: pytest.FixtureRequest) -> str:
    """Each ACT Blackjack instrument, or the ones that the test's clauses name."""
    return str(request.param)


def claims(item: pytest.Item) -> list[tuple[str | None, str]]:
    """The clauses a test claims: (instrument, or None for every one it runs under, clause)."""
    named: list[tuple[str | None, str]] = []
    for mark in item.iter_markers("clause"):
        for text in mark.args:
            prefix, _, clause = str(text).partition(":")
            if prefix in PREFIXES:
                named.append((PREFIXES[prefix], clause))
            else:
                named.append((None, str(text)))
    return named


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Look for no garbage meanwhile, nor ever after among what was made: it stays till the end."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Refuse claims that a test cannot carry, before anything runs."""
    for item in items:
        for instrument, clause in claims(item):
            known = [instrument] if instrument else list(ACT_BLACKJACK.values())
            for name in known:
                if clause not in load(name).by_id:
                    raise pytest.UsageError(f"{item.nodeid}: {name} has no clause {clause}")
            if instrument is None and "instrument" not in getattr(item, "fixturenames", ()):
                raise pytest.UsageError(
                    f"{item.nodeid}: {clause} speaks for both instruments; use the fixture"
                )


class Witness:
    """What was cited while a test ran."""

    def __init__(self) -> None:
        self.rounds: list[Round | BaccaratRound | HoldemRound] = []
        self.tables: list[Table] = []
        self.tournaments: list[Tournament] = []
        self.refusals: list[Refused] = []
        self.counts: list[Count | BaccaratCount] = []
        self.admitted: list[Admitted] = []
        self.rulings: list[Ruling] = []
        self.others: set[str] = set()

    def cited(self) -> set[str]:
        seen = set(self.others)
        stated: list[Fact] = [fact for table in self.tables for fact in table.facts]
        stated += [fact for tournament in self.tournaments for fact in tournament.facts]
        for round in self.rounds:
            stated += round.facts
        for fact in stated:
            seen.update(fact.clauses)
        for said in (*self.refusals, *self.counts, *self.admitted, *self.rulings):
            seen.update(said.clauses)
        return seen


@pytest.fixture(autouse=True)
def witness(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Witness]:
    """Watches a test that claims clauses, and fails it if one was never cited."""
    seen = Witness()
    claimed = claims(request.node)
    if not claimed:
        yield seen
        return

    def watch(cls: type, into: list[Any]) -> None:
        make = cls.__init__  # type: ignore[misc]

        def made(self: Any, *args: Any, **kwargs: Any) -> None:
            into.append(self)
            make(self, *args, **kwargs)

        monkeypatch.setattr(cls, "__init__", made)

    watch(Round, seen.rounds)
    watch(BaccaratRound, seen.rounds)
    watch(HoldemRound, seen.rounds)
    watch(Table, seen.tables)
    watch(Tournament, seen.tournaments)
    watch(Refused, seen.refusals)
    watch(Count, seen.counts)
    watch(BaccaratCount, seen.counts)
    watch(Admitted, seen.admitted)
    watch(Ruling, seen.rulings)
    yield seen
    ran_under = (
        request.node.callspec.params.get("instrument")
        if hasattr(request.node, "callspec")
        else None
    )
    cited = seen.cited()
    missing = [
        clause
        for instrument, clause in claimed
        if clause not in cited and (instrument is None or ran_under in (None, instrument))
    ]
    assert not missing, f"claimed but never cited while the test ran: {', '.join(missing)}"
