"""A void coup leaves everybody where they stood, pairs and commission included."""

from __future__ import annotations

import pytest
from tests.baccarat.cases import PERFECT, coup

from croupier.games.baccarat.settlement import void_everything
from croupier.rulebook.instruments import load
from croupier.table.facts import Outcome, Reversed, Settled

ALL = "X player 100 banker 100 tie 10 player-pair 10 banker-pair 10"


@pytest.mark.clause("bac:12.7", "bac:A:Void")
@pytest.mark.parametrize("cards", ["", "8H", "8H 2C", "8H 2C 8D", "8H 2C 8D 3S"])
def test_12_7_a_coup_that_the_shoe_cannot_complete_is_void(cards: str) -> None:
    case = coup(ALL, cards, side_bets=PERFECT)
    void_everything(case.round, case.round.law.shoe_exhausted)
    assert case.round.over
    assert set(case.net().values()) == {0}
    voided = [fact for fact in case.facts(Settled) if fact.outcome is Outcome.VOID]
    assert all(fact.clauses == ("12.7", "A:Void") for fact in voided)
    assert not any(bet.open for bet in case.round.bets)


@pytest.mark.clause("bac:A:Void", "bac:12.7")
def test_A_Void_pairs_that_were_settled_are_undone() -> None:
    case = coup(ALL, "8H 2C 8D 3S", side_bets=PERFECT)
    assert case.net() == {"X player-pair": 120, "X banker-pair": -10}
    void_everything(case.round, case.round.law.shoe_exhausted)
    assert [(fact.wager, fact.net) for fact in case.facts(Reversed)] == [
        ("banker-pair", -1000),
        ("player-pair", 12000),
    ]


@pytest.mark.parametrize("cards", ["9C 5D KD 3H", "5D 9C 3H KD", "7H 7D KS QC"])
def test_A_Void_a_finished_coup_is_undone_as_well(cards: str) -> None:
    case = coup(ALL, cards, side_bets=PERFECT)
    clauses = load(case.round.rules.instrument.id).cite("14.3", "A:Void")
    void_everything(case.round, clauses)
    assert set(case.net().values()) == {0}
    assert len(case.net()) == 5
