"""Wagers that risk less than the minimum, and players who cannot wager it."""

from __future__ import annotations

from typing import Any

import pytest
from tests.tournament.at_tables import NOW, AtTable, three
from tests.tournament.support import (
    ACT_2006,
    ACT_2018,
    BACCARAT,
    CHALLENGE,
    DEALER,
    DIRECTOR,
    HOLDEM,
    player,
)

from croupier.table.acts.betting import NoMoreBets
from croupier.table.acts.patrons import StepAway
from croupier.table.acts.turns import DeductMinimum, RuleOut
from croupier.table.facts import OutAtTable
from croupier.table.tournament_play import owing_a_wager, unable_to_wager
from croupier.table_replay import replay


def hedged(**options: str) -> AtTable:
    """A has 100 on each side with a minimum of 25, B has wagered, and no turn is left."""
    at = AtTable(BACCARAT, {1: ("A", 1000), 2: ("B", 1000)}, options=options)
    assert at.ask() == "A"
    at.bet("A", 100, "banker")
    at.bet("A", 100, "player")
    assert at.ask() == "B"
    at.bet("B", 25, "banker")
    at.shuffle()
    assert at.refused(NoMoreBets(), DEALER).reason == "A risks less than the minimum"
    assert at.no_bet("A", 0, "banker").clauses == ("15.15", "15.16")
    return at


@pytest.mark.clause("bac:15.14")
def test_15_14_a_player_who_does_not_risk_the_minimum_is_ruled_out() -> None:
    at = hedged()
    assert owing_a_wager(at.table) == ["A"]
    at.do(RuleOut(player="A"))
    (out,) = at.facts(OutAtTable)
    assert (out.player, out.residual, out.no_wager) == ("A", 1000_00, True)
    assert at.chips() == {"A": 1000, "B": 975}
    at.do(NoMoreBets(), DEALER)
    assert replay(at.table.record.lines).same


@pytest.mark.clause("bac:15.14")
def test_15_14_a_player_who_does_not_risk_the_minimum_loses_it_where_it_is_taken() -> None:
    at = hedged(sitting_out="minimum")
    at.do(DeductMinimum(player="A"))
    assert at.chips() == {"A": 975, "B": 975}
    at.do(NoMoreBets(), DEALER)


@pytest.mark.clause("bac:15.15", "bac:15.14")
def test_15_15_a_player_can_put_it_right_until_the_next_is_asked() -> None:
    at = AtTable(BACCARAT, {1: ("A", 1000), 2: ("B", 1000)})
    at.ask()
    at.bet("A", 100, "banker")
    at.bet("A", 100, "player")
    assert at.refused(RuleOut(player="A")).clauses == ("15.14", "15.16")
    at.bet("A", 150, "player")
    at.ask()
    at.bet("B", 25, "banker")
    at.close()


DIFFERENT = {"banker": [100_00, 500_00], "player": [100_00, 500_00], "tie": [25_00, 100_00]}


def with_minimums(chips: float = 1000, **options: str) -> AtTable:
    """A sign with a minimum of 100 for banker and player and of 25 for a tie."""
    seats = {1: ("A", chips), 2: ("B", 1000.0)}
    return AtTable(BACCARAT, seats, options={"limits": DIFFERENT, **options})


@pytest.mark.clause("bac:15.14")
@pytest.mark.parametrize("hedge", ["worst_loss", "gross"])
@pytest.mark.parametrize(
    ("reading", "enough"), [(None, True), ("lowest", True), ("highest", False)]
)
def test_15_14_the_table_minimum_where_wagers_have_different_ones(
    hedge: str, reading: str | None, enough: bool
) -> None:
    given: dict[str, Any] = {"table_minimum": reading} if reading else {}
    at = with_minimums(hedge_rule=hedge, **given)
    at.ask()
    at.bet("A", 25, "tie")
    at.ask()
    at.bet("B", 100, "banker")
    if enough:
        assert at.refused(RuleOut(player="A")).clauses == ("15.14",)
        at.close()
        return
    at.shuffle()
    assert at.refused(NoMoreBets(), DEALER).clauses == ("15.14",)
    at.do(RuleOut(player="A"))  # the turn is over
    at.do(NoMoreBets(), DEALER)


@pytest.mark.clause("bac:15.14")
def test_15_14_who_cannot_wager_the_table_minimum() -> None:
    at = with_minimums(60)
    assert unable_to_wager(at.table) == []
    assert at.refused(RuleOut(player="A")).clauses == ("15.14", "15.16")  # A can bet on a tie
    at = with_minimums(60, table_minimum="highest")
    assert unable_to_wager(at.table) == ["A"]
    at.do(RuleOut(player="A"))
    assert owing_a_wager(at.table) == ["B"]


SHORT = [
    (ACT_2006, ("20.14",)),
    (ACT_2018, ("19.14",)),
    (BACCARAT, ("15.14",)),
    (HOLDEM, ("16.15",)),
    (CHALLENGE, ("19.6.13",)),
]


@pytest.mark.clause("06:20.14", "18:19.14", "bac:15.14", "uth:16.15", "nsw:19.6.13")
@pytest.mark.parametrize(("instrument", "clauses"), SHORT)
def test_the_minimum_is_not_taken_from_a_player_who_cannot_wager_it(
    instrument: str, clauses: tuple[str, ...]
) -> None:
    """C has 10 and cannot wager 25: the player is out, with 10 left, whichever is tried."""
    options = {} if instrument == CHALLENGE else {"sitting_out": "minimum"}
    at = AtTable(instrument, {1: ("A", 1000), 4: ("C", 10)}, options=options)
    at.do(StepAway(player="C"), player("C"))
    refusal = at.refused(DeductMinimum(player="C"))
    assert refusal.clauses == clauses
    assert at.table.check(RuleOut(player="C"), DIRECTOR, NOW) is None
    at.do(RuleOut(player="C"))
    (out,) = at.facts(OutAtTable)
    assert (out.player, out.residual, out.wagered) == ("C", 10_00, 0)


@pytest.mark.clause("nsw:19.5.6.1")
def test_19_5_6_1_the_minimum_is_taken_from_an_absent_player_who_has_just_that() -> None:
    at = three(CHALLENGE, 25)
    at.do(StepAway(player="C"), player("C"))
    at.do(DeductMinimum(player="C"))
    assert at.chips()["C"] == 0
