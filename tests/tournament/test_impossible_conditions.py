"""Conditions by which no tournament can be run, or none under their instrument."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from tests.tournament.support import (
    ACT_2006,
    ACT_2018,
    BACCARAT,
    CHALLENGE,
    HOLDEM,
    INSTRUMENTS,
    OPERATOR,
    OPTIONS,
    Held,
    clauses_lacking,
    conditions_for,
    lacking,
    opened,
)

from croupier.tournament import law_of
from croupier.tournament.acts.conditions_approval import DocumentConditions
from croupier.tournament.acts.seating import SetTableSize
from croupier.tournament.conditions_review import objections
from croupier.tournament.tournament import Tournament

# --- what a table could not be set up with


@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_conditions_choose_what_a_table_has_to_choose(instrument: str) -> None:
    conditions = msgspec.structs.replace(conditions_for(instrument), options={})
    refused = Held(Tournament("Cup", instrument)).refused(
        DocumentConditions(conditions=conditions), OPERATOR
    )
    for option in OPTIONS[instrument]:
        assert f"options.{option}: a table must choose: " in refused.reason


@pytest.mark.clause("06:20.3", "nsw:19.1.1:tournament")
def test_06_20_3_nsw_19_1_1_a_tournament_of_one_game_has_no_session_of_another() -> None:
    sessions = [
        {"name": "heat", "rounds": 2, "advance_per_table": 2},
        {"name": "final", "rounds": 2, "game": "roulette"},
    ]
    for instrument, clause in ((ACT_2006, "20.3"), (CHALLENGE, "19.1.1:tournament")):
        why = lacking(instrument, sessions=sessions, progression="by chips")
        assert why.reason == "sessions[2].game: a tournament is of this game alone"
        assert why.clauses == (clause,)


@pytest.mark.clause("18:19.2", "bac:15.2", "uth:16.2")
def test_18_19_2_a_tournament_has_a_session_of_the_instruments_game() -> None:
    """Others may be played beside it, as 19.3(a)(ii)(D) and its like have it."""
    other = {"name": "roulette", "rounds": 1, "game": "roulette", "points": [5, 3, 1]}
    own = {"name": "own", "rounds": 1, "points": [5, 3, 1]}
    points = {"elimination": "none", "ties": "share", "prize_ties": "share"}
    more: dict[str, Any] = {"progression": "everybody plays both", "points": points}
    clauses = {
        ACT_2018: ("19.2", "19.3(a)(ii)(D)"),
        BACCARAT: ("15.2", "15.3(a)(ii)(d)"),
        HOLDEM: ("16.2", "16.3(a)(iii)(E)"),
    }
    for instrument, cited in clauses.items():
        why = lacking(instrument, sessions=[other, other], **more)
        assert why.reason == "sessions: one at least is of this game"
        assert why.clauses == cited
        opened(instrument, sessions=[own, other], **more)


UNUSABLE: list[tuple[str, dict[str, Any], str]] = [
    (ACT_2006, {"overrides": {"insurance_pays": "3:1"}}, "overrides: this game has no insurance"),
    (ACT_2006, {"overrides": {"blackjack_pays": "much"}}, "overrides: 'much' is not odds"),
    (ACT_2018, {"limits": {"main": [25_01, 500_00]}}, "limits: 3 to 2 on 25.01 is not"),
    (
        ACT_2018,
        {"levels": [{"session": 1, "round": 3, "limits": {"main": [50_01, 500_00]}}]},
        "levels[1].limits: 3 to 2 on 50.01 is not",
    ),
    (CHALLENGE, {"sessions": [{"name": "final", "rounds": 5, "seats": 9}]}, "sessions[1].seats: "),
]


@pytest.mark.parametrize(("instrument", "changes", "words"), UNUSABLE)
def test_conditions_by_which_no_table_could_be_opened_are_refused(
    instrument: str, changes: dict[str, Any], words: str
) -> None:
    assert lacking(instrument, **changes).reason.startswith(words)


def test_no_more_are_allocated_to_a_table_than_its_layout_has_room_for() -> None:
    held = opened(CHALLENGE)
    assert "the layout has 5 to 7 boxes" in held.refused(SetTableSize(players=8)).reason
    held.do(SetTableSize(players=7))
    opened(ACT_2018).do(SetTableSize(players=8))


# --- what no tournament can be run by

BAD: list[tuple[dict[str, Any], str]] = [
    ({"starts": "2027-01-16T19:00:00"}, "how far it is from Greenwich"),
    ({"starts": "tonight"}, "'tonight' is not a moment such as 2026-"),
    ({"sessions": []}, "sessions: "),
    ({"sessions": [{"name": "final", "rounds": 5, "seats": 13}]}, "1 to 12"),
    ({"chips": -5}, "begins with some"),
    ({"entry_fee": -1}, "nothing or more"),
    ({"minimum_players": 50, "maximum_players": 40}, "under the minimum"),
    ({"prizes": [{"percent": ["50", "30"]}]}, "they add up to 80, not to 100"),
    ({"prizes": [{"percent": ["120", "-20"]}]}, "nothing or more"),
    ({"prizes": [{"percent": ["half", "50"]}]}, "'half' is not a number"),
    (
        {"prizes": [{"percent": ["100"]}, {"percent": ["60", "40"], "entries": 9}]},
        "from few entries to many",
    ),
    ({"prizes": [{"percent": ["1e999999999"]}]}, "'1e999999999' is not a number"),
    ({"prizes": [{"percent": ["100/0"]}]}, "'100/0' is not a number"),
    ({"prizes": [{"percent": ["100"], "entries": 0}]}, "prizes.entries: 0 is not 1 or more"),
    ({"sessions": [{"name": "x", "rounds": -1}]}, "sessions[1].rounds: -1 is not 1 or more"),
    (
        {"sessions": [{"name": "x", "rounds": 1, "advance_in_all": 0}]},
        "sessions[1].advance_in_all: 0 is not 1 or more",
    ),
    (
        {"sessions": [{"name": "x", "rounds": 1, "points": [5, -5]}]},
        "sessions[1].points: nothing or more",
    ),
    (
        {"sessions": [{"name": "x", "rounds": 1, "repechage": True}]},
        "it is played after a session and for a place in a later one",
    ),
    ({"sessions": [{"name": "x", "rounds": 1, "prizes": ["a"]}]}, "'a' is not a number"),
    (
        {"sessions": [{"name": n, "rounds": 1, "prizes": ["60"]} for n in "xy"]},
        "those of all sessions add up to 120, more than 100",
    ),
    (
        {"buy_back": {"offered": True, "method": "at once", "cost": -1, "chips": 1}},
        "buy_back.cost: nothing or more",
    ),
    ({"buy_back": {"offered": True, "most": 0}}, "buy_back.most: 0 is not 1 or more"),
    ({"add_on": {"offered": True, "chips": -1}}, "add_on.chips: nothing or more"),
    ({"buy_in": -5}, "buy_in: nothing or more"),
    ({"guarantee": {"pool": -1}}, "guarantee.pool: nothing or more"),
    ({"wagering": {"seconds": 0}}, "wagering.seconds: 0 is not 1 or more"),
    ({"wagering": {"pass_cards": -1}}, "wagering.pass_cards: nothing or more"),
    ({"chips": 10_00}, "to wager the minimum"),
    ({"options": {"colour": "green"}}, "options.colour: "),
    ({"options": {"smallest_chip": 0}}, "options.smallest_chip: "),
    ({"levels": [{"session": 2, "round": 1, "limits": {}}]}, "there is no round 1 of session 2"),
    ({"levels": [{"session": 1, "round": 0, "limits": {}}]}, "there is no round 0 of session 1"),
    (
        {"levels": [{"session": 1, "round": 2, "limits": {"luck": [1, 2]}}]},
        "levels[1].limits: luck has no limits to change",
    ),
]


@pytest.mark.parametrize("instrument", INSTRUMENTS)
@pytest.mark.parametrize(("changes", "words"), BAD)
def test_conditions_that_nobody_could_run_a_tournament_by(
    instrument: str, changes: dict[str, Any], words: str
) -> None:
    refusal = lacking(instrument, **changes)
    assert words in refusal.reason
    assert refusal.clauses


def test_limits_have_their_maximum_above_their_minimum() -> None:
    assert "limits.main" in lacking(ACT_2018, limits={"main": [500_00, 25_00]}).reason


@pytest.mark.clause("nsw:6.7", "nsw:6.7.1")
def test_6_7_1_no_tournament_is_held_where_low_limit_gaming_is() -> None:
    low = {"low_limit": True, "device": "shuffler"}
    assert {"6.7", "6.7.1"} <= clauses_lacking(CHALLENGE, options=low)


def test_the_chips_of_an_entry_are_enough_for_a_round() -> None:
    ante = {"tournament_min_test": "ante"}
    assert "it takes 50" in lacking(HOLDEM, chips=40_00).reason
    assert objections(conditions_for(HOLDEM, chips=40_00, options=ante), law_of(HOLDEM)) == []


# --- what one instrument allows and another does not


def test_only_holdem_knows_an_add_on() -> None:
    terms = {"offered": True, "method": "at the break", "cost": 50_00, "chips": 500_00}
    assert objections(conditions_for(HOLDEM, add_on=terms), law_of(HOLDEM)) == []
    assert clauses_lacking(BACCARAT, add_on=terms) == {"15.13"}
    assert clauses_lacking(ACT_2018, add_on=terms) == {"19.13"}
    assert clauses_lacking(CHALLENGE, add_on=terms) == {"19.6.5"}


def test_2006_knows_no_buy_back() -> None:
    terms = {"offered": True, "method": "at once", "cost": 100_00, "chips": 1000_00}
    assert clauses_lacking(ACT_2006, buy_back=terms) == {"20.6"}
    for instrument in (ACT_2018, BACCARAT, HOLDEM, CHALLENGE):
        assert objections(conditions_for(instrument, buy_back=terms), law_of(instrument)) == []


def test_a_commission_takes_an_approval_but_in_holdem_and_is_unknown_in_challenge() -> None:
    assert clauses_lacking(ACT_2006, commission={"percent": "10"}) == {"20.23"}
    assert clauses_lacking(ACT_2018, commission={"percent": "10"}) == {"19.20"}
    assert clauses_lacking(BACCARAT, commission={"percent": "10"}) == {"15.22"}
    assert clauses_lacking(CHALLENGE, commission={"percent": "10"}) == {"19.3.2"}
    holdem = conditions_for(HOLDEM, commission={"percent": "10"})
    assert objections(holdem, law_of(HOLDEM)) == []
    for wrong in ({}, {"each": 10_00, "percent": "10"}, {"each": 200_00}, {"percent": "-5"}):
        assert "16.21" in clauses_lacking(HOLDEM, commission=wrong)


def test_value_is_added_to_the_pool_where_the_rules_let_it() -> None:
    added = [{"what": "a holiday", "value": 2000_00, "place": 1}]
    for instrument, refusing in ((ACT_2006, "20.23"), (ACT_2018, "19.20"), (BACCARAT, "15.22")):
        assert clauses_lacking(instrument, added_value=added) == {refusing}
        assert clauses_lacking(instrument, guarantee={"pool": 5000_00}) == {refusing}
    for instrument in (HOLDEM, CHALLENGE):
        conditions = conditions_for(instrument, added_value=added, guarantee={"pool": 5000_00})
        assert objections(conditions, law_of(instrument)) == []


def test_pass_cards_and_undisclosed_wagers_are_of_challenge_alone() -> None:
    both = {"allocation": "by ballot", "pass_cards": 1, "undisclosed": 1}
    assert objections(conditions_for(CHALLENGE, wagering=both), law_of(CHALLENGE)) == []
    assert clauses_lacking(ACT_2006, wagering=both) == {"20.14"}
    assert clauses_lacking(HOLDEM, wagering=both) == {"16.15"}


def test_ties_are_decided_in_a_way_that_the_rules_know() -> None:
    assert "19.3(a)(xi)" in clauses_lacking(ACT_2018, prize_ties="draw of cards")
    assert "16.3(a)(x)" in clauses_lacking(HOLDEM, prize_ties="play-off")
    assert clauses_lacking(ACT_2006, prize_ties="share") == {"20.21"}
    assert clauses_lacking(ACT_2006, session_ties="share") == {"20.21"}
    assert clauses_lacking(CHALLENGE, same_round="share") == {"19.10.4"}
