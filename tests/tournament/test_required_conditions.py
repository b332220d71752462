"""Conditions that an instrument asks for, and times that a tournament does not have."""

from __future__ import annotations

from typing import Any

import pytest
from tests.tournament.support import (
    ACT_2006,
    ACT_2018,
    BACCARAT,
    CHALLENGE,
    HOLDEM,
    clauses_lacking,
    conditions_for,
    drafted,
    lacking,
)

LEFT: dict[str, Any] = {
    "sessions": [
        {"name": "heat", "until_players": 3},
        {"name": "final", "rounds": 2},
    ],
    "progression": "the last three play the final",
    "wagering": {"balancing": "the largest table gives one up"},
}
TWO: dict[str, Any] = {
    "sessions": [{"name": "heat", "rounds": 2}, {"name": "final", "rounds": 2}],
    "progression": "everybody who is still in",
}
SESSION_PRIZES: dict[str, Any] = {
    "sessions": [
        {"name": "one", "rounds": 2, "prizes": ["10"], "advance_in_all": 3},
        {"name": "two", "rounds": 2},
    ],
    "progression": "three go on",
}


@pytest.mark.clause("uth:16.3(a)(viii)(A)")
def test_uth_16_3_a_viii_criteria_of_elimination_are_asked_for() -> None:
    """Players who are left when others are out go on, and so compete to progress."""
    drafted(conditions_for(HOLDEM, **LEFT))
    assert "16.3(a)(viii)(A)" in clauses_lacking(HOLDEM, **LEFT, elimination="")


@pytest.mark.clause("18:19.3(a)(viii)(A)", "bac:15.3(a)(viii)(A)")
@pytest.mark.parametrize(("instrument", "clause"), [(ACT_2018, "19"), (BACCARAT, "15")])
def test_criteria_of_elimination_are_asked_for_without_a_number_of_players(
    instrument: str, clause: str
) -> None:
    two = TWO | {"session_ties": "share"}
    drafted(conditions_for(instrument, **two))
    wanted = f"{clause}.3(a)(viii)(A)"
    assert wanted in clauses_lacking(instrument, **two, elimination="")
    assert f"{clause}.3(a)(viii)(B)" in clauses_lacking(instrument, **TWO)


@pytest.mark.clause("18:19.3(a)(ix)(B)", "bac:15.3(a)(ix)(B)")
@pytest.mark.parametrize(("instrument", "clause"), [(ACT_2018, "19"), (BACCARAT, "15")])
def test_the_rule_for_equals_is_asked_for_where_a_session_has_prizes(
    instrument: str, clause: str
) -> None:
    wanted = f"{clause}.3(a)(ix)(B)"
    assert wanted in clauses_lacking(instrument, **SESSION_PRIZES)
    drafted(conditions_for(instrument, **SESSION_PRIZES, session_ties="share"))


ADD_ON = {"offered": True, "method": "at the desk", "cost": 50_00, "chips": 500_00}


@pytest.mark.clause("uth:16.3(a)(iii)(H)")
def test_uth_16_3_a_iii_h_an_add_on_ends_with_the_tournament() -> None:
    drafted(conditions_for(HOLDEM, add_on=ADD_ON | {"until_session": 1}))
    refusal = lacking(HOLDEM, add_on=ADD_ON | {"until_session": 9})
    assert "add_on.until_session: session 9 of 1" in refusal.reason
    assert "16.3(a)(iii)(H)" in refusal.clauses


BUY_BACK = {"offered": True, "method": "at the desk", "cost": 50_00, "chips": 500_00}


@pytest.mark.clause(
    "18:19.3(a)(ii)(F)", "bac:15.3(a)(ii)(f)", "uth:16.3(a)(iii)(G)", "nsw:19.4.2(g)"
)
@pytest.mark.parametrize("instrument", [ACT_2018, BACCARAT, HOLDEM, CHALLENGE])
def test_a_buy_back_ends_with_the_tournament(instrument: str) -> None:
    """The final has ten rounds."""
    drafted(conditions_for(instrument, buy_back=BUY_BACK | {"until_round": 10}))
    for wrong, reason in (
        ({"until_session": 2}, "buy_back.until_session: session 2 of 1"),
        ({"until_round": 11}, "buy_back.until_round: round 11 of 10"),
    ):
        assert reason in lacking(instrument, buy_back=BUY_BACK | wrong).reason


def test_2006_asks_for_no_conditions_in_particular() -> None:
    drafted(conditions_for(ACT_2006, **TWO, elimination=""))


@pytest.mark.clause("06:20.4(g)", "18:19.3(a)(vii)", "nsw:19.4.2(d)")
@pytest.mark.parametrize("instrument", [ACT_2006, ACT_2018, CHALLENGE])
def test_limits_change_in_a_round_that_is_played(instrument: str) -> None:
    """The final has ten rounds."""
    level = {"session": 1, "round": 10, "limits": {"main": [50_00, 500_00]}}
    drafted(conditions_for(instrument, levels=[level]))
    refusal = lacking(instrument, levels=[level | {"round": 11}])
    assert "levels[1]: there is no round 11 of session 1" in refusal.reason


@pytest.mark.clause(
    "18:19.3(a)(ii)(F)", "bac:15.3(a)(ii)(f)", "uth:16.3(a)(iii)(G)", "nsw:19.4.2(g)"
)
@pytest.mark.parametrize("instrument", [ACT_2018, BACCARAT, HOLDEM, CHALLENGE])
def test_who_buys_back_can_wager_the_minimum(instrument: str) -> None:
    least = 50_00 if instrument == HOLDEM else 25_00
    drafted(conditions_for(instrument, buy_back=BUY_BACK | {"chips": least}))
    refusal = lacking(instrument, buy_back=BUY_BACK | {"chips": least - 1})
    assert f"buy_back.chips: it takes {least // 100} to wager the minimum" in refusal.reason
