"""Results of rounds are found by who, where, when and how much."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import pytest
from tests.baccarat.test_table_rule_12 import FOUND, misplaced_round, ruled
from tests.table_support import SUPERVISOR

from croupier.aggregate.record import Entry
from croupier.aggregate.roles import Role
from croupier.casino.round_results import RoundQuery, RoundResults
from croupier.games.baccarat.facts import LateRuling
from croupier.rulebook.citations import Clauses
from croupier.table.acts.dealing import Collect
from croupier.table.acts.voiding import VoidWager
from croupier.table.facts import BettingClosed, Outcome, Reversed, RoundEnded, RoundVoided, Settled

if TYPE_CHECKING:
    from croupier.aggregate.facts import Fact

CITED = Clauses(("1.1",))


def entry(at: int, *facts: Fact) -> Entry:
    return Entry(n=at, at=at, by="dan", role=Role.DEALER, command=Collect(), facts=facts)


def settled(player: str, stake: int, net: int) -> Settled:
    outcome = Outcome.WIN if net > 0 else Outcome.LOSE
    return Settled(
        player=player, box=1, hand=1, wager="main", stake=stake, outcome=outcome, net=net,
        clauses=CITED,
    )  # fmt: skip


def played(results: RoundResults, record: str, number: int, at: int, *facts: Fact) -> None:
    results.take(record, entry(at, BettingClosed(round=number, clauses=CITED)))
    results.take(record, entry(at + 1, *facts))
    results.take(record, entry(at + 2, RoundEnded(round=number, clauses=CITED)))


def test_a_wager_that_is_void_when_its_round_has_ended_is_taken_out_of_it() -> None:
    made, lost = RoundResults(), settled("ana", 1000, -1000)
    played(made, "tables/a/1", 1, 100, lost, settled("ana", 500, 500), settled("ben", 500, 500))
    void = VoidWager(player="ana", box=1, reason="late", round=1)
    undone = entry(200, Reversed.of(lost, CITED))
    made.take("tables/a/1", msgspec.structs.replace(undone, command=void, round=(0, 1)))
    played(made, "tables/a/1", 2, 300, settled("ana", 700, -700))
    found = made.find(RoundQuery(), 50).results
    assert [(each.player, each.number, each.staked, each.net) for each in found] == [
        ("ana", 2, 700, -700),
        ("ben", 1, 500, 500),
        ("ana", 1, 500, 500),
    ]


@pytest.mark.clause("bac:14.4")
def test_14_4_a_coup_that_is_settled_anew_is_found_as_it_was_settled_last() -> None:
    """X won 100 on the player and 50 on the pair; as the cards were due, the pair loses 10."""
    at, made = misplaced_round(), RoundResults()
    at.do(FOUND, SUPERVISOR)
    at.do(ruled(at, LateRuling.SETTLE_ANEW), SUPERVISOR)
    for each in at.table.record.entries:
        made.take("tables/a/1", each)
    found = made.find(RoundQuery(), 50).results
    assert [(each.player, each.number, each.staked, each.net) for each in found] == [
        ("Y", 1, 100_00, -100_00),
        ("X", 1, 110_00, 90_00),
    ]


@pytest.fixture
def results() -> RoundResults:
    """Ana plays three rounds at two tables, ben one of them."""
    made = RoundResults()
    played(made, "tables/a/1", 1, 100, settled("ana", 1000, -1000), settled("ben", 500, 500))
    played(made, "tables/b/1", 1, 200, settled("ana", 2000, 3000))
    played(made, "tables/a/1", 2, 300, settled("ana", 700, -700))
    return made


def rounds(results: RoundResults, query: RoundQuery, most: int = 50) -> list[tuple[str, str, int]]:
    return [(each.player, each.record, each.number) for each in results.find(query, most).results]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        (RoundQuery(), [("ana", "a", 2), ("ana", "b", 1), ("ben", "a", 1), ("ana", "a", 1)]),
        (RoundQuery(player="ben"), [("ben", "a", 1)]),
        (RoundQuery(player="nobody"), []),
        (RoundQuery(records=frozenset({"tables/b/1"})), [("ana", "b", 1)]),
        (RoundQuery(since=202), [("ana", "a", 2), ("ana", "b", 1)]),
        (RoundQuery(until=202), [("ben", "a", 1), ("ana", "a", 1)]),
        (RoundQuery(least=1000), [("ana", "b", 1), ("ana", "a", 1)]),
        (RoundQuery(outcome="won"), [("ana", "b", 1), ("ben", "a", 1)]),
        (RoundQuery(player="ana", outcome="lost", until=300), [("ana", "a", 1)]),
    ],
)
def test_what_is_looked_for_is_found_the_newest_first(
    results: RoundResults, query: RoundQuery, found: list[tuple[str, str, int]]
) -> None:
    there = [(who, record.split("/")[1], number) for who, record, number in rounds(results, query)]
    assert there == found


def test_a_page_says_where_the_next_begins(results: RoundResults) -> None:
    first = results.find(RoundQuery(player="ana"), 2)
    assert [each.number for each in first.results] == [2, 1]
    assert first.next is not None
    rest = results.find(RoundQuery(player="ana", before=first.next), 2)
    assert [(each.record, each.number) for each in rest.results] == [("tables/a/1", 1)]
    assert rest.next is None


def test_a_round_that_is_void_by_now_says_so(results: RoundResults) -> None:
    voided = RoundVoided(round=1, reason="fraud", clauses=CITED)
    results.take("tables/a/1", entry(400, voided))
    found = results.find(RoundQuery(outcome="void"), 50).results
    assert {(each.player, each.void) for each in found} == {("ana", True), ("ben", True)}
