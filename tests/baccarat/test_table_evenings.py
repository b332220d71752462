"""Evenings from a virtual shoe: played, recorded, verified, proved fair, and the same again."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import pytest
from tests.baccarat.cases import PERFECT
from tests.baccarat.evenings import Evening, irregular, long

from croupier.aggregate.hash_chain import verify
from croupier.games.baccarat.facts import CoupEnded, NoBetCoup, OneMoreRound, Turned
from croupier.rulebook.instruments import load
from croupier.table.acts.opening import ends_closed
from croupier.table.facts import Burnt, CuttingCardCame, Reconstructed, RoundVoided, SetAside
from croupier.table.shuffle_verification import Verdict, check_shoes
from croupier.table_replay import read_record, replay
from croupier.testing.table_state import replayed_as

if TYPE_CHECKING:
    from collections.abc import Callable


@cache
def by_points() -> Evening:
    return long(side_bets=PERFECT, burn_method="b", dealing="face_down", seed=3)


@cache
def unseen() -> Evening:
    return long(settlement="B", differential=50_00)


@cache
def gone_wrong() -> Evening:
    return irregular()


EVENINGS: list[Callable[[], Evening]] = [by_points, unseen, gone_wrong]


@pytest.mark.parametrize("evening", EVENINGS)
def test_a_record_played_again_gives_the_same_facts_and_the_same_table(
    evening: Callable[[], Evening],
) -> None:
    table = evening().table
    again = replay(table.record.lines)
    assert again.same, again.differences[0]
    assert again.table.record.lines == table.record.lines
    assert replayed_as(again.table, table)
    assert read_record(table.record.lines).entries == tuple(table.record.entries)


@pytest.mark.parametrize("evening", EVENINGS)
def test_its_chain_holds_and_its_shoes_are_proved(evening: Callable[[], Evening]) -> None:
    record = evening().table.record
    verified = verify(record.lines, record.head)
    assert verified.unbroken
    assert ends_closed(verified.last_given)
    shoes = check_shoes(record)
    assert len(shoes) >= 2
    assert {shoe.verdict for shoe in shoes} == {Verdict.PROVED}, [str(shoe) for shoe in shoes]


@pytest.mark.parametrize("evening", EVENINGS)
def test_every_fact_cites_clauses_that_exist_and_the_chips_balance(
    evening: Callable[[], Evening],
) -> None:
    table = evening().table
    known = load(table.game.instrument.id).by_id
    assert all(fact.clauses and set(fact.clauses) <= set(known) for fact in table.facts)
    assert table.chips.balances
    assert table.chips.layout == 0


def test_long_evenings_see_the_end_of_shoes_and_ties_there() -> None:
    facts = [*by_points().table.facts, *unseen().table.facts]
    assert any(isinstance(fact, CuttingCardCame) for fact in facts)
    assert any(isinstance(fact, Turned) for fact in facts)
    burnt = [fact.card for fact in facts if isinstance(fact, Burnt)]
    assert None in burnt
    assert any(card is not None for card in burnt)


def test_an_irregular_evening_has_everything_in_it() -> None:
    kinds = {type(fact) for fact in gone_wrong().table.facts}
    assert {NoBetCoup, Reconstructed, RoundVoided, SetAside, Turned} <= kinds


def test_shoes_whose_last_coup_is_a_tie_go_on_for_one() -> None:
    """A tie among the last coups of many shoes is followed by one more coup and a shuffle."""
    for seed in range(40):
        facts = long(rounds=85, seed=seed).table.facts
        more = [place for place, fact in enumerate(facts) if isinstance(fact, OneMoreRound)]
        if more:
            coups = [fact for fact in facts[: more[0]] if isinstance(fact, CoupEnded)]
            assert coups[-1].winner == "tie"
            return
    pytest.fail("no shoe of forty ended with a tie")
