"""What tables should have won, held against counts by hand and against chance itself."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache
from random import Random
from typing import TYPE_CHECKING

import msgspec
import pytest
from tests.casino.chains import writing
from tests.casino.evenings import INSTRUMENTS, Evening
from tests.table.evenings import SUE
from tests.table_support import open_table

from croupier import registry
from croupier.casino.expected_takings import (
    Analyses,
    Staked,
    StakedAtTable,
    expected_of,
    staked_in_record,
    staked_in_store,
)
from croupier.casino.meters import meters_of
from croupier.casino.store.contract import Addition
from croupier.game_rules import rules_for, table_for
from croupier.games.blackjack.facts import Chose, Elected
from croupier.odds import odds
from croupier.rulebook.instruments import load
from croupier.table.acts.misplaced_cards import VoidEarlierRound
from croupier.table.facts import Outcome, Settled

if TYPE_CHECKING:
    from croupier.casino.store.contract import Store
    from croupier.game_rules import Rules

BACCARAT, ACT_2018 = "act-mini-baccarat-2016", "act-blackjack-2018"
HOLDEM = "act-ultimate-texas-holdem-2025"
DECIDED = (Outcome.WIN, Outcome.LOSE, Outcome.PUSH)


@cache
def evening(instrument: str, seed: int = 5) -> Evening:
    return Evening(instrument, seed).play(25)


def staked_at(played: Evening) -> tuple[Rules, Staked]:
    rules, _, days = staked_in_record(played.table.record.lines)
    return rules, sum(days.values(), Staked.nothing())


# --- what was staked


def test_a_doubled_hand_counts_with_its_first_stake() -> None:
    at = open_table(ACT_2018, "ana bob", boxes=3)
    at.bet("ana", 1, 20)
    at.bet("bob", 2, 50)
    at.no_more_bets()
    at.deal("TS 9H 7C TD 6S")
    at.stand(1)
    at.double(2, 50)
    at.deal("2C")
    at.deal("TC")
    at.settle()
    _, _, days = staked_in_record(at.table.record.lines)
    (staked,) = days.values()
    assert staked.stakes == {("main", 20_00): 1, ("main", 50_00): 1}
    assert staked.together == {("main", "main", False): 20_00 * 50_00}
    assert staked.won == {"main": -20_00}


def test_a_void_round_has_no_stakes() -> None:
    at = open_table(ACT_2018, "ana bob", boxes=3)
    at.play(("ana", 1, 20), ("bob", 2, 30))
    (played,) = staked_in_record(at.table.record.lines)[2].values()
    assert played.on("main") == 50_00
    at.bet("ana", 1, 20)
    at.no_more_bets()
    at.deal("TS TD")
    at.do(VoidEarlierRound(round=1, reason="a card was missing"), SUE)
    assert staked_in_record(at.table.record.lines)[2] == {}


@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_first_stakes_are_what_was_decided_less_what_was_added(instrument: str) -> None:
    played = evening(instrument)
    rules, staked = staked_at(played)
    facts = [fact for entry in played.table.record.entries for fact in entry.facts]
    decided: Counter[str] = Counter()
    for fact in facts:
        if isinstance(fact, Settled) and fact.outcome in DECIDED:
            decided[fact.wager] += fact.stake
        elif isinstance(fact, Chose | Elected):
            decided["main"] -= fact.amount
    for part in ("blind", "play"):
        decided.pop(part, None)
    assert {wager: staked.on(wager) for wager in decided} == decided
    assert sum(staked.won.values()) == meters_of(played.table.record.entries).total.win
    assert rules.instrument.id == instrument


@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_the_theoretical_win_is_every_stake_times_its_edge(instrument: str) -> None:
    rules, staked = staked_at(evening(instrument))
    found = expected_of([(rules, staked)], Analyses())
    edges: dict[str, Fraction] = {}
    for wager in odds(rules).wagers:
        edges.setdefault(wager.wager, wager.exact or Fraction(wager.house_edge))
    by_hand = sum(edges[wager] * staked.on(wager) for wager in {name for name, _ in staked.stakes})
    assert found.expected == pytest.approx(float(by_hand))
    if instrument in (BACCARAT, HOLDEM):
        assert found.exact == by_hand
    else:
        assert found.exact is None
    assert found.least < found.expected < found.most
    assert found.staked == sum(staked.on(wager) for wager in {name for name, _ in staked.stakes})


# --- the range


def a_coup_with(stakes: dict[str, int], rounds: int) -> Staked:
    """So many coups with these stakes on them, not yet decided."""
    staked = Staked.nothing()
    wagers = sorted(stakes)
    for place, one in enumerate(wagers):
        staked.stakes[one, stakes[one]] = rounds
        for other in wagers[place + 1 :]:
            staked.together[one, other, True] = rounds * stakes[one] * stakes[other]
    return staked


@pytest.mark.parametrize(
    "stakes",
    [{"player": 10_00}, {"player": 10_00, "banker": 10_00, "tie": 5_00}, {"banker": 7_00}],
)
def test_honest_results_lie_in_the_range_as_often_as_it_says(stakes: dict[str, int]) -> None:
    """Coups drawn at random from the joint distribution; nine of ten results belong inside."""
    rules, rounds, evenings = rules_for(BACCARAT), 60, 1_500
    answer = odds(rules)
    nets = {
        (wager.wager, outcome.outcome): outcome.net
        for wager in answer.wagers
        for outcome in wager.outcomes
    }
    results = [
        -sum(stake * nets[wager, each.outcomes[wager]] for wager, stake in stakes.items())
        for each in answer.joint
    ]
    chances = [each.chance for each in answer.joint]
    analyses = Analyses()
    range_of = expected_of([(rules, a_coup_with(stakes, rounds))], analyses, confidence=0.9)
    source = Random(11)
    inside = sum(
        range_of.least - 1 <= sum(source.choices(results, chances, k=rounds)) <= range_of.most + 1
        for _ in range(evenings)
    )
    deviations = (inside - 0.9 * evenings) / (evenings * 0.9 * 0.1) ** 0.5
    assert -3 < deviations < 6  # amounts are few, and whole ones at the ends belong inside
    assert inside < evenings


def test_wagers_against_each_other_leave_the_house_little_to_win_or_lose() -> None:
    rules, analyses = rules_for(BACCARAT), Analyses()
    one = expected_of([(rules, a_coup_with({"player": 10_00}, 200))], analyses)
    both = expected_of([(rules, a_coup_with({"player": 10_00, "banker": 10_00}, 200))], analyses)
    assert both.standard_deviation < one.standard_deviation / 30


def test_boxes_that_share_a_dealer_spread_results_further() -> None:
    rules, analyses = rules_for(ACT_2018), Analyses()
    apart, shared = Staked.nothing(), Staked.nothing()
    apart.stakes["main", 10_00] = shared.stakes["main", 10_00] = 400
    shared.together["main", "main", False] = 200 * 10_00 * 10_00
    alone = expected_of([(rules, apart)], analyses)
    together = expected_of([(rules, shared)], analyses)
    assert together.expected == alone.expected
    # two boxes of one round go together by a little more than a third
    assert 1.1 < (together.standard_deviation / alone.standard_deviation) ** 2 < 1.6
    assert together.most > alone.most


def test_what_is_missing_from_a_table_is_found() -> None:
    rules, staked = staked_at(evening(BACCARAT))
    analyses = Analyses()
    honest = expected_of([(rules, staked)], analyses)
    assert honest.verdict == "within"
    staked.won["banker"] += honest.least - honest.won - 1
    robbed = expected_of([(rules, staked)], analyses)
    assert robbed.verdict == "below"
    assert robbed.as_low < 0.0051
    staked.won["banker"] += 1
    assert expected_of([(rules, staked)], analyses).verdict == "within"
    staked.won["banker"] += honest.most - honest.least + 1
    assert expected_of([(rules, staked)], analyses).verdict == "above"


def test_a_wager_without_analysis_is_named() -> None:
    staked = Staked.nothing()
    staked.stakes["raffle", 1] = 1
    with pytest.raises(LookupError, match="raffle: there is no analysis"):
        expected_of([(rules_for(BACCARAT), staked)], Analyses())


# --- from both stores


def test_all_tables_of_a_store(store: Store) -> None:
    for name, instrument in (("bac-1/1", BACCARAT), ("bj-1/1", ACT_2018)):
        lines = tuple(evening(instrument).table.record.lines)
        store.add(writing(Addition(f"tables/{name}", 0, lines)))
    found = {name: (rules, days) for rules, name, days in staked_in_store(store)}
    assert set(found) == {"bac-1", "bj-1"}
    rules, days = found["bac-1"]
    assert rules.options["settlement"] == "B"
    assert msgspec.to_builtins(sum(days.values(), Staked.nothing()).won) == msgspec.to_builtins(
        staked_at(evening(BACCARAT))[1].won
    )


def test_tables_of_a_game_without_odds_are_left_out(store: Store) -> None:
    approved = load(BACCARAT)
    other = msgspec.structs.replace(approved, id="no-odds", title="Without odds")
    registry.register(other, replace(registry.parts_of(BACCARAT), odds=None))
    try:
        needed = {each.name: each.default for each in other.options if each.required}
        lines: list[bytes] = []
        table_for(other, needed, keep=lines.append)
        store.add(writing(Addition("tables/no-1/1", 0, tuple(lines))))
        assert [*staked_in_store(store)] == []
    finally:
        registry.unregister(other.id)


def test_tournament_tables_have_no_stakes() -> None:
    rules = rules_for(ACT_2018)
    table = StakedAtTable(rules)
    for entry in evening(ACT_2018).table.record.entries:
        table.take(entry)
    assert table.by_day()
    table._for_tournament = True
    assert table.by_day() == {}
