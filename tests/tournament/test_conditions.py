"""Conditions: what each instrument wants in them, what none allows, and the gate before entries."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.tournament.support import (
    ACT_2006,
    ACT_2018,
    BACCARAT,
    CHALLENGE,
    DIRECTOR,
    HOLDEM,
    INSTRUMENTS,
    MANAGER,
    OPERATOR,
    OPTIONS,
    Held,
    conditions_for,
    drafted,
    opened,
    player,
)

from croupier.promotion.terms import milliseconds, read_terms
from croupier.rulebook.citing import Refused
from croupier.table.tournament_law import Step, Topic
from croupier.tournament import law_of
from croupier.tournament.acts.gate import (
    DocumentConditions,
    NominateDirector,
    OpenEntries,
    TakeStep,
)
from croupier.tournament.acts.seating import SetTableSize
from croupier.tournament.checking import shortfalls
from croupier.tournament.conditions import ConditionsError, moment, read_conditions
from croupier.tournament.document import document
from croupier.tournament.facts import StepTaken
from croupier.tournament.state import Phase
from croupier.tournament.tournament import Tournament

KNOCK_OUT: list[dict[str, Any]] = [
    {"name": "heat", "rounds": 5, "advance_per_table": 2},
    {"name": "final", "rounds": 5},
]
PROGRESS: dict[str, Any] = {"sessions": KNOCK_OUT, "progression": "two of each table"}
TIES: dict[str, Any] = {"session_ties": "play-off"}
BY_POINTS: dict[str, Any] = {
    "sessions": [{"name": "one", "rounds": 5, "points": [8, 5]}],
    "points": {"elimination": "none", "ties": "share", "prize_ties": "share"},
}


def lacking(instrument: str, **changes: Any) -> Refused:
    """Why conditions with these changes are not taken."""
    held = Held(Tournament("Cup", instrument))
    conditions = conditions_for(instrument, **changes)
    return held.refused(DocumentConditions(conditions=conditions), OPERATOR)


def clauses_lacking(instrument: str, **changes: Any) -> set[str]:
    return set(lacking(instrument, **changes).clauses)


@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_conditions_that_say_everything_lack_nothing(instrument: str) -> None:
    assert shortfalls(conditions_for(instrument), law_of(instrument)) == []


# --- what a table could not be set up with


@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_conditions_choose_what_a_table_has_to_choose(instrument: str) -> None:
    conditions = msgspec.structs.replace(conditions_for(instrument), options={})
    refused = Held(Tournament("Cup", instrument)).refused(
        DocumentConditions(conditions=conditions), OPERATOR
    )
    for option in OPTIONS[instrument]:
        assert f"options.{option}: a table must choose: " in refused.reason


def test_a_tournament_of_other_games_alone_chooses_no_table() -> None:
    other = [{"name": "final", "game": "poker", "rounds": 1}]
    conditions = conditions_for(CHALLENGE, sessions=other)
    assert shortfalls(msgspec.structs.replace(conditions, options={}), law_of(CHALLENGE)) == []


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


# --- what 2018 wants, and baccarat nearly word for word

OF_2018: list[tuple[dict[str, Any], str]] = [
    ({"starts": None}, "(i)"),
    ({"how_to_enter": ""}, "(i)"),
    ({"eligibility": None}, "(i)"),
    ({"sessions": [{"name": "final"}]}, "(ii)(A)"),
    ({"tables": ""}, "(ii)(B)"),
    ({"sit_and_go": {"players": 0, "allocation": ""}}, "(ii)(B)"),
    ({"sessions": KNOCK_OUT, **TIES}, "(ii)(C)"),
    ({"points": {"elimination": "none", "ties": "share"}}, "(ii)(D)"),
    (
        {
            **PROGRESS,
            **TIES,
            "sessions": [*KNOCK_OUT, {"name": "again", "rounds": 3, "repechage": True}],
        },
        "(ii)(E)",
    ),
    ({"buy_back": None}, "(ii)(F)"),
    ({"buy_back": {"offered": True}}, "(ii)(F)"),
    ({"entry_fee": None}, "(iii)"),
    ({"chips": None}, "(iv)"),
    ({"maximum_players": None}, "(v)"),
    ({"groups": ""}, "(vi)"),
    ({"limits": {}}, "(vii)"),
    ({**PROGRESS, **TIES, "elimination": ""}, "(viii)(A)"),
    ({**PROGRESS}, "(viii)(B)"),
    ({**BY_POINTS, "points": {"ties": "share"}}, "(ix)(A)"),
    ({**BY_POINTS, "points": {"elimination": "none"}}, "(ix)(B)"),
    ({"prizes": []}, "(x)"),
    ({"prize_ties": None}, "(xi)(C)"),
]


@pytest.mark.clause(
    "18:19.3", "18:19.3(a)", "18:19.3(a)(i)", "18:19.3(a)(ii)", "18:19.3(a)(ii)(A)",
    "18:19.3(a)(ii)(B)", "18:19.3(a)(ii)(C)", "18:19.3(a)(ii)(D)", "18:19.3(a)(ii)(E)",
    "18:19.3(a)(ii)(F)", "18:19.3(a)(iii)", "18:19.3(a)(iv)", "18:19.3(a)(v)", "18:19.3(a)(vi)",
    "18:19.3(a)(vii)", "18:19.3(a)(viii)", "18:19.3(a)(viii)(A)", "18:19.3(a)(viii)(B)",
    "18:19.3(a)(ix)", "18:19.3(a)(ix)(A)", "18:19.3(a)(ix)(B)", "18:19.3(a)(x)",
    "18:19.3(a)(xi)", "18:19.3(a)(xi)(A)", "18:19.3(a)(xi)(B)", "18:19.3(a)(xi)(C)",
    "18:19.3(a)(xi)(D)", "18:19.3(b)",
)  # fmt: skip
def test_19_3_everything_that_the_conditions_of_2018_must_include() -> None:
    for changes, item in OF_2018:
        assert f"19.3(a){item}" in clauses_lacking(ACT_2018, **changes), item
    assert "19.3(b)" in clauses_lacking(ACT_2018, statement=False)


@pytest.mark.clause(
    "bac:15.3", "bac:15.3(a)", "bac:15.3(a)(i)", "bac:15.3(a)(ii)", "bac:15.3(a)(ii)(a)",
    "bac:15.3(a)(ii)(b)", "bac:15.3(a)(ii)(c)", "bac:15.3(a)(ii)(d)", "bac:15.3(a)(ii)(e)",
    "bac:15.3(a)(ii)(f)", "bac:15.3(a)(iii)", "bac:15.3(a)(iv)", "bac:15.3(a)(v)",
    "bac:15.3(a)(vi)", "bac:15.3(a)(vii)", "bac:15.3(a)(viii)", "bac:15.3(a)(viii)(A)",
    "bac:15.3(a)(viii)(B)", "bac:15.3(a)(ix)", "bac:15.3(a)(ix)(A)", "bac:15.3(a)(ix)(B)",
    "bac:15.3(a)(x)", "bac:15.3(a)(xi)", "bac:15.3(a)(xi)(A)", "bac:15.3(a)(xi)(B)",
    "bac:15.3(a)(xi)[link]", "bac:15.3(a)(xi)(C)", "bac:15.3(a)(xi)(D)", "bac:15.3(b)",
)  # fmt: skip
def test_15_3_everything_that_the_conditions_of_baccarat_must_include() -> None:
    for changes, item in OF_2018:
        letter = item[:4] + item[4:].lower() if item.startswith("(ii)") else item
        assert f"15.3(a){letter}" in clauses_lacking(BACCARAT, **changes), item
    assert "15.3(a)(xi)[link]" in clauses_lacking(BACCARAT, prize_ties=None)
    assert "15.3(b)" in clauses_lacking(BACCARAT, statement=False)


OF_HOLDEM: list[tuple[dict[str, Any], str]] = [
    ({"starts": None}, "(i)"),
    ({"how_to_enter": ""}, "(i)"),
    ({"entry_fee": None}, "(ii)"),
    ({"sessions": [{"name": "final"}]}, "(iii)(A)"),
    ({"tables": ""}, "(iii)(B)"),
    ({"sessions": [{"name": "final", "until_players": 1}]}, "(iii)(C)"),
    ({"sessions": KNOCK_OUT}, "(iii)(D)"),
    ({"points": {"elimination": "none", "ties": "share", "prize_ties": "share"}}, "(iii)(E)"),
    ({**BY_POINTS, "points": {"ties": "share", "prize_ties": "share"}}, "(iii)(E)(I)"),
    ({**BY_POINTS, "points": {"elimination": "none", "prize_ties": "share"}}, "(iii)(E)(II)"),
    ({**BY_POINTS, "points": {"elimination": "none", "ties": "share"}}, "(iii)(E)(III)"),
    (
        {**PROGRESS, "sessions": [*KNOCK_OUT, {"name": "again", "rounds": 3, "repechage": True}]},
        "(iii)(F)",
    ),
    ({"buy_back": None}, "(iii)(G)"),
    ({"buy_back": {"offered": True, "method": "at the table"}}, "(iii)(G)"),
    ({"add_on": None}, "(iii)(H)"),
    ({"add_on": {"offered": True}}, "(iii)(H)"),
    ({"chips": None}, "(iv)"),
    ({"minimum_players": None}, "(v)"),
    ({"groups": ""}, "(vi)"),
    ({"limits": {}}, "(vii)"),
    ({**PROGRESS, "elimination": ""}, "(viii)(A)"),
    (
        {**PROGRESS, "sessions": [{"name": "heat", "rounds": 5}, KNOCK_OUT[1]]},
        "(viii)(B)",
    ),
    ({"prizes": []}, "(ix)"),
    ({"distribution": ""}, "(x)"),
]


@pytest.mark.clause(
    "uth:16.3", "uth:16.3(a)", "uth:16.3(a)(i)", "uth:16.3(a)(ii)", "uth:16.3(a)(iii)",
    "uth:16.3(a)(iii)(A)", "uth:16.3(a)(iii)(B)", "uth:16.3(a)(iii)(C)", "uth:16.3(a)(iii)(D)",
    "uth:16.3(a)(iii)(E)", "uth:16.3(a)(iii)(E)(I)", "uth:16.3(a)(iii)(E)(II)",
    "uth:16.3(a)(iii)(E)(III)", "uth:16.3(a)(iii)(F)", "uth:16.3(a)(iii)(G)",
    "uth:16.3(a)(iii)(H)", "uth:16.3(a)(iv)", "uth:16.3(a)(v)", "uth:16.3(a)(vi)",
    "uth:16.3(a)(vii)", "uth:16.3(a)(viii)", "uth:16.3(a)(viii)(A)", "uth:16.3(a)(viii)(B)",
    "uth:16.3(a)(ix)", "uth:16.3(a)(x)", "uth:16.3(b)",
)  # fmt: skip
def test_16_3_everything_that_the_conditions_of_holdem_must_include() -> None:
    for changes, item in OF_HOLDEM:
        assert f"16.3(a){item}" in clauses_lacking(HOLDEM, **changes), item
    assert "16.3(b)" in clauses_lacking(HOLDEM, statement=False)


OF_CHALLENGE: list[tuple[dict[str, Any], str]] = [
    ({"entry_fee": None}, "(a)"),
    ({"chips": None}, "(b)"),
    ({"compulsory_wager": ""}, "(c)"),
    ({"limits": {}}, "(d)"),
    ({"sessions": [{"name": "final"}]}, "(e)"),
    ({"tables": ""}, "(e)"),
    ({"sessions": KNOCK_OUT}, "(e)"),
    ({"wagering": None}, "(f)"),
    ({"buy_back": None}, "(g)"),
    ({"eligibility": {}}, "(h)(i)"),
    ({"eligibility": {"entitled_only": True, "reserves_refusal": True}}, "(h)(ii)"),
    ({"eligibility": {"entitled_only": True, "uses_criteria": True}}, "(h)(iii)"),
    ({"how_to_enter": ""}, "(i)"),
    ({"withdraw_until": None}, "(i)"),
    ({"maximum_players": None}, "(i)"),
    ({"prizes": []}, "(j)"),
    ({"distribution": ""}, "(j)"),
    ({"statement": False}, "(k)"),
]


@pytest.mark.clause(
    "nsw:19.4.2", "nsw:19.4.2(a)", "nsw:19.4.2(b)", "nsw:19.4.2(c)", "nsw:19.4.2(d)",
    "nsw:19.4.2(e)", "nsw:19.4.2(f)", "nsw:19.4.2(g)", "nsw:19.4.2(h)", "nsw:19.4.2(h)(i)",
    "nsw:19.4.2(h)(ii)", "nsw:19.4.2(h)(iii)", "nsw:19.4.2(i)", "nsw:19.4.2(j)",
    "nsw:19.4.2(k)", "nsw:19.10.1",
)  # fmt: skip
def test_19_4_2_everything_that_the_conditions_of_challenge_must_include() -> None:
    for changes, item in OF_CHALLENGE:
        assert f"19.4.2{item}" in clauses_lacking(CHALLENGE, **changes), item
    heats = [{"name": "heat", "rounds": 5}, KNOCK_OUT[1]]
    found = clauses_lacking(CHALLENGE, sessions=heats, progression="by chips")
    assert "19.10.1" in found


@pytest.mark.clause(
    "06:20.4", "06:20.4(a)", "06:20.4(b)", "06:20.4(c)", "06:20.4(d)", "06:20.4(e)", "06:20.4(f)",
    "06:20.4(g)", "06:20.4(h)", "06:20.4(i)",
)  # fmt: skip
def test_20_4_the_conditions_of_2006_may_speak_of_all_this_and_need_not() -> None:
    full = drafted(conditions_for(ACT_2006, side_bets=[]))
    (step,) = [fact for fact in full.tournament.facts if isinstance(fact, StepTaken)]
    assert {f"20.4({letter})" for letter in "abcdefghi"} <= set(step.clauses)
    bare = drafted(
        conditions_for(
            ACT_2006, starts=None, how_to_enter="", groups="", minimum_players=None, tables="",
            maximum_players=None, limits={}, eligibility=None, distribution="", buy_back=None,
        )
    )  # fmt: skip
    assert bare.tournament.has_conditions


def test_everything_is_listed_at_once() -> None:
    refusal = lacking(ACT_2018, starts=None, groups="", statement=False)
    for field in ("starts", "groups", "statement"):
        assert f"{field}: " in refusal.reason
    assert {"19.3(a)(i)", "19.3(a)(vi)", "19.3(b)"} <= set(refusal.clauses)


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
    assert shortfalls(conditions_for(HOLDEM, chips=40_00, options=ante), law_of(HOLDEM)) == []


# --- what one instrument allows and another does not


def test_only_holdem_knows_an_add_on() -> None:
    terms = {"offered": True, "method": "at the break", "cost": 50_00, "chips": 500_00}
    assert shortfalls(conditions_for(HOLDEM, add_on=terms), law_of(HOLDEM)) == []
    assert clauses_lacking(BACCARAT, add_on=terms) == {"15.13"}
    assert clauses_lacking(ACT_2018, add_on=terms) == {"19.13"}
    assert clauses_lacking(CHALLENGE, add_on=terms) == {"19.6.5"}


def test_2006_knows_no_buy_back() -> None:
    terms = {"offered": True, "method": "at once", "cost": 100_00, "chips": 1000_00}
    assert clauses_lacking(ACT_2006, buy_back=terms) == {"20.6"}
    for instrument in (ACT_2018, BACCARAT, HOLDEM, CHALLENGE):
        assert shortfalls(conditions_for(instrument, buy_back=terms), law_of(instrument)) == []


def test_a_commission_takes_an_approval_but_in_holdem_and_is_unknown_in_challenge() -> None:
    assert clauses_lacking(ACT_2006, commission={"percent": "10"}) == {"20.23"}
    assert clauses_lacking(ACT_2018, commission={"percent": "10"}) == {"19.20"}
    assert clauses_lacking(BACCARAT, commission={"percent": "10"}) == {"15.22"}
    assert clauses_lacking(CHALLENGE, commission={"percent": "10"}) == {"19.3.2"}
    holdem = conditions_for(HOLDEM, commission={"percent": "10"})
    assert shortfalls(holdem, law_of(HOLDEM)) == []
    for wrong in ({}, {"each": 10_00, "percent": "10"}, {"each": 200_00}, {"percent": "-5"}):
        assert "16.21" in clauses_lacking(HOLDEM, commission=wrong)


def test_value_is_added_to_the_pool_where_the_rules_let_it() -> None:
    added = [{"what": "a holiday", "value": 2000_00, "place": 1}]
    for instrument, refusing in ((ACT_2006, "20.23"), (ACT_2018, "19.20"), (BACCARAT, "15.22")):
        assert clauses_lacking(instrument, added_value=added) == {refusing}
        assert clauses_lacking(instrument, guarantee={"pool": 5000_00}) == {refusing}
    for instrument in (HOLDEM, CHALLENGE):
        conditions = conditions_for(instrument, added_value=added, guarantee={"pool": 5000_00})
        assert shortfalls(conditions, law_of(instrument)) == []


def test_pass_cards_and_undisclosed_wagers_are_of_challenge_alone() -> None:
    both = {"allocation": "by ballot", "pass_cards": 1, "undisclosed": 1}
    assert shortfalls(conditions_for(CHALLENGE, wagering=both), law_of(CHALLENGE)) == []
    assert clauses_lacking(ACT_2006, wagering=both) == {"20.14"}
    assert clauses_lacking(HOLDEM, wagering=both) == {"16.15"}


def test_ties_are_decided_in_a_way_that_the_rules_know() -> None:
    assert "19.3(a)(xi)" in clauses_lacking(ACT_2018, prize_ties="draw of cards")
    assert "16.3(a)(x)" in clauses_lacking(HOLDEM, prize_ties="play-off")
    assert clauses_lacking(ACT_2006, prize_ties="share") == {"20.21"}
    assert clauses_lacking(ACT_2006, session_ties="share") == {"20.21"}
    assert clauses_lacking(CHALLENGE, same_round="share") == {"19.10.4"}


# --- the gate


@pytest.mark.clause(
    "06:20.3", "18:19.2", "18:19.2(a)", "18:19.2(b)", "18:19.2(c)", "bac:15.2", "bac:15.2(a)",
    "bac:15.2(b)", "bac:15.2(c)", "uth:16.2", "uth:16.2(a)", "uth:16.2(b)", "uth:16.2(c)",
    "nsw:19.4", "nsw:19.4.1",
)  # fmt: skip
@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_no_entry_is_taken_before_every_step_of_the_gate(instrument: str) -> None:
    held = drafted(conditions_for(instrument))
    gate = law_of(instrument).gate
    steps = [step for step in gate if step is not Step.DOCUMENTED]
    for step in steps:
        refusal = held.refused(OpenEntries())
        assert set(gate[step]) <= set(refusal.clauses)
        assert step in refusal.reason
        held.refused(held.entry("A"))
        held.do(TakeStep(step=step, document="CR 7", to="the Commission"), OPERATOR)
    held.do(OpenEntries())
    assert held.tournament.phase is Phase.ENTRIES
    held.enter("A")


def test_a_step_that_the_instrument_does_not_know_is_none() -> None:
    held = drafted(conditions_for(ACT_2006))
    assert held.refused(TakeStep(step=Step.PUBLISHED, document="x"), OPERATOR).clauses == ("20.4",)
    held = drafted(conditions_for(ACT_2018))
    approved = TakeStep(step=Step.APPROVED, document="CR 7")
    assert "published" in held.refused(approved, OPERATOR).reason
    assert "by which" in held.refused(TakeStep(step=Step.PUBLISHED, document=" "), OPERATOR).reason


def test_conditions_written_anew_have_to_pass_the_gate_anew() -> None:
    held = drafted(conditions_for(ACT_2018))
    for step in (Step.PUBLISHED, Step.NOTIFIED):
        held.do(TakeStep(step=step, document="CR 7"), OPERATOR)
    held.do(DocumentConditions(conditions=conditions_for(ACT_2018, entry_fee=50_00)), OPERATOR)
    assert "published and notified" in held.refused(OpenEntries()).reason


def test_conditions_do_not_change_once_entries_are_taken() -> None:
    held = opened(ACT_2018)
    again = DocumentConditions(conditions=conditions_for(ACT_2018, entry_fee=50_00))
    assert "taking entries" in held.refused(again, OPERATOR).reason


def test_conditions_are_of_the_tournaments_instrument() -> None:
    held = Held(Tournament("Cup", ACT_2006))
    other = DocumentConditions(conditions=conditions_for(ACT_2018))
    assert held.refused(other, OPERATOR).clauses == ("20.1",)


# --- the director


@pytest.mark.clause(
    "06:20.2", "18:19.4", "bac:15.4", "uth:16.4", "06:A:Tournament Director/Assistant",
    "18:A:Tournament Director/Assistant", "bac:A:Tournament Director/Assistant",
    "uth:A:Tournament Director/Assistant", "nsw:19.1.1:Tournament Manager",
)  # fmt: skip
@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_nobody_directs_who_has_not_been_nominated(instrument: str) -> None:
    law = law_of(instrument)
    held = Held(Tournament("Cup", instrument))
    held.do(DocumentConditions(conditions=conditions_for(instrument)), OPERATOR)
    assert held.refused(OpenEntries()).clauses == law.director
    nominate = NominateDirector(person=DIRECTOR.name)
    held.refused(nominate, player("P"))
    if instrument == CHALLENGE:  # the operator appoints, not the shift
        assert held.refused(nominate, MANAGER).clauses == law.nominated_by.clauses
        held.do(nominate, OPERATOR)
    else:
        held.do(nominate, MANAGER)
    assert held.refused(OpenEntries()).clauses != law.director or instrument == CHALLENGE
    held.refused(OpenEntries(), MANAGER)
    held.refused(NominateDirector(person=" "), OPERATOR)


# --- reading


def test_a_document_is_read_from_json_and_written_back() -> None:
    conditions = conditions_for(HOLDEM)
    assert read_conditions(msgspec.json.encode(conditions)) == conditions


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"{", "conditions: they are not JSON: "),
        (b"\xff", "conditions: they are not JSON: "),
        (b"[]", "conditions: an object, not a list"),
        (b'{"name": "Cup"}', "instrument: it is missing"),
        (b'{"name": "Cup", "instrument": "x", "fee": 5}', "fee: there is no such field"),
        (b'{"entry_fee": "5"}', "entry_fee: a whole number, not text"),
        (b'{"chips": 1.5}', "chips: a whole number, not a fraction"),
        (b'{"statement": "yes"}', "statement: true or false, not text"),
        (b'{"sessions": [{"rounds": 5}]}', "sessions[1].name: it is missing"),
        (b'{"prizes": [{"percent": [50]}]}', "prizes[1].percent[1]: text, not a whole number"),
        (b'{"limits": {"main": [1]}}', "limits[...]: a list of 2"),
        (
            b'{"prize_ties": "luck"}',
            "prize_ties: 'luck' is not one of play-off, share, ",
        ),
        (b'{"points": {"ties": "luck"}}', "points.ties: 'luck' is not one of play-off, share, "),
    ],
)
def test_a_document_that_cannot_be_read_says_where(text: bytes, words: str) -> None:
    with pytest.raises(ConditionsError) as error:
        read_conditions(text)
    assert str(error.value).startswith(words)


def test_moments_are_told_with_their_distance_from_greenwich() -> None:
    assert moment("1970-01-01T10:00:01+10:00") == 1000
    with pytest.raises(ValueError, match="Greenwich"):
        moment("2027-01-16T19:00:00")


@given(
    st.datetimes(
        min_value=datetime(2000, 1, 1),
        max_value=datetime(2199, 12, 31),
        timezones=st.integers(-12, 14).map(lambda hours: timezone(timedelta(hours=hours))),
    )
)
def test_terms_and_conditions_tell_the_time_alike(at: datetime) -> None:
    at = at.replace(microsecond=at.microsecond // 1000 * 1000)
    (text,) = msgspec.json.decode(msgspec.json.encode([at]))
    terms = read_terms(msgspec.json.encode({"name": "draw", "starts": text}))
    assert terms.starts is not None
    assert moment(text) == milliseconds(terms.starts)


def test_every_topic_is_asked_about_by_some_instrument() -> None:
    asked = {topic for instrument in INSTRUMENTS for topic in law_of(instrument).contents}
    assert asked == set(Topic)


def test_the_document_says_until_when_what_sessions_bring_and_how_rules_are_read() -> None:
    conditions = conditions_for(
        CHALLENGE, options={"marker_on_empty": "next_player"}, progression="all go on",
        buy_back={"offered": True, "method": "at the desk", "until_round": 5},
        sessions=[{"name": "heat", "rounds": 5, "prizes": ["10", "5"]},
                  {"name": "final", "rounds": 5}],
        wagering={"allocation": "by ballot", "undisclosed": 1},
    )  # fmt: skip
    lines = [line for part in document(conditions, law_of(CHALLENGE)) for line in part.statements]
    said = {line.about: line.says for line in lines}
    assert "until round 5 of session 1" in said["Buy-back"]
    assert "prizes of 10 %, 5 % of the pool" in said["Session 1"]
    assert "To the next box at which somebody plays." in said.values()
    assert any("undisclosed wager that is paid" in about for about in said)
    assert said["Starts"] == "Saturday 16 January 2027, 19:00 (+11:00)"
