"""Conditions: what each instrument wants in them, and how they are read."""

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
    HOLDEM,
    INSTRUMENTS,
    clauses_lacking,
    conditions_for,
    drafted,
    lacking,
)

from croupier.promotion.terms import milliseconds, read_terms
from croupier.table.tournament_law import Topic
from croupier.tournament import law_of
from croupier.tournament.conditions import ConditionsError, moment, read_conditions
from croupier.tournament.conditions_document import document
from croupier.tournament.conditions_review import objections
from croupier.tournament.facts import StepTaken

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


@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_conditions_that_say_everything_lack_nothing(instrument: str) -> None:
    assert objections(conditions_for(instrument), law_of(instrument)) == []


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
    ({"distribution": ""}, "(xi)"),
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
        (b" " * 1_000_001, "conditions of more than 1,000,000 bytes are too long"),
        (
            b'{"name": "Cup", "options": {"a": ' + b"[" * 100_000,
            "conditions: they are not JSON that can be read: it is nested too deeply",
        ),
        (b'{"name": "Cup"}', "instrument: missing"),
        (b'{"name": "Cup", "instrument": "x", "fee": 5}', "fee: there is no such field"),
        (b'{"entry_fee": "5"}', "entry_fee: a whole number, not text"),
        (b'{"chips": 1.5}', "chips: a whole number, not a fraction"),
        (b'{"statement": "yes"}', "statement: true or false, not text"),
        (b'{"sessions": [{"rounds": 5}]}', "sessions[1].name: missing"),
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
    assert said["Starts"] == "Saturday 16 January 2027, 19:00 (UTC+11)"
