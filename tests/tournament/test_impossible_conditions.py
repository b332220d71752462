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
    DIRECTOR,
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

from croupier.game_rules import table_for
from croupier.table.acts.tournament import DesignateForTournament
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


FAULTS: dict[str, dict[str, Any]] = {
    "starts": {"starts": "tonight"},
    "entry_fee": {"entry_fee": -1},
    "sessions[1].rounds": {"sessions": [{"name": "final", "rounds": -1}]},
    "sessions[1].seats": {"sessions": [{"name": "final", "rounds": 5, "seats": 13}]},
    "sessions[1].points": {"sessions": [{"name": "final", "rounds": 5, "points": [-1]}],
                           "points": {"elimination": "none", "ties": "share",
                                      "prize_ties": "share"}},
    "sessions[1].repechage": {"sessions": [{"name": "final", "rounds": 5, "repechage": True}],
                              "repechage": "who is out"},
    "sessions[1].advance_in_all": {"sessions": [{"name": "final", "rounds": 5,
                                                 "advance_in_all": 2}]},
    "buy_back.cost": {"buy_back": {"offered": False, "cost": -1}},
    "add_on.cost": {"add_on": {"offered": False, "cost": -1}},
    "chips": {"chips": -5},
    "maximum_players": {"minimum_players": 50, "maximum_players": 40},
    "limits": {"limits": {"main": [500_00, 25_00], "ante": [500_00, 25_00],
                          "trips": [25_00, 500_00]}},
    "options.side_bets": {"options": {"side_bets": ["perfect-pairs"]}, "side_bets": []},
    "prizes[1].percent": {"prizes": [{"percent": ["50", "30"]}]},
    "levels[1]": {"levels": [{"session": 2, "round": 1, "limits": {}}]},
    "compulsory_wager": {"compulsory_wager": "$7"},
    "wagering.seconds": {"wagering": {"allocation": "by ballot", "seconds": -1}},
}  # fmt: skip
"""For each place, conditions that are wrong there and nowhere else."""


@pytest.mark.clause(
    "06:20.4(a)", "06:20.4(b)", "06:20.4(c)", "06:20.4(d)", "06:20.4(e)", "06:20.4(g)",
    "06:20.4(h)", "06:20.4(i)", "18:19.3(a)(i)", "18:19.3(a)(ii)", "18:19.3(a)(ii)(A)",
    "18:19.3(a)(ii)(B)", "18:19.3(a)(ii)(D)", "18:19.3(a)(ii)(E)", "18:19.3(a)(ii)(F)",
    "18:19.3(a)(iii)", "18:19.3(a)(iv)", "18:19.3(a)(v)", "18:19.3(a)(vii)", "18:19.3(a)(x)",
    "uth:16.3(a)(i)", "uth:16.3(a)(ii)", "uth:16.3(a)(iii)", "uth:16.3(a)(iii)(A)",
    "uth:16.3(a)(iii)(B)", "uth:16.3(a)(iii)(E)", "uth:16.3(a)(iii)(F)", "uth:16.3(a)(iii)(G)",
    "uth:16.3(a)(iii)(H)", "uth:16.3(a)(iv)", "uth:16.3(a)(v)", "uth:16.3(a)(vii)",
    "uth:16.3(a)(viii)", "uth:16.3(a)(viii)(B)", "uth:16.3(a)(ix)",
    "bac:15.3(a)(i)", "bac:15.3(a)(ii)", "bac:15.3(a)(ii)(a)", "bac:15.3(a)(ii)(b)",
    "bac:15.3(a)(ii)(d)", "bac:15.3(a)(ii)(e)", "bac:15.3(a)(ii)(f)", "bac:15.3(a)(iii)",
    "bac:15.3(a)(iv)", "bac:15.3(a)(v)", "bac:15.3(a)(vii)", "bac:15.3(a)(x)",
    "nsw:19.4.2(a)", "nsw:19.4.2(b)", "nsw:19.4.2(c)", "nsw:19.4.2(d)", "nsw:19.4.2(e)",
    "nsw:19.4.2(f)", "nsw:19.4.2(g)", "nsw:19.4.2(i)", "nsw:19.4.2(j)",
)  # fmt: skip
@pytest.mark.parametrize(
    ("instrument", "rule", "items"),
    [
        (ACT_2006, "20.4", {
            "starts": "(a)", "sessions[1].rounds": "(b)", "entry_fee": "(c)", "chips": "(d)",
            "maximum_players": "(e)", "limits": "(g)", "options.side_bets": "(h)",
            "prizes[1].percent": "(i)",
        }),
        (ACT_2018, "19.3(a)", {
            "starts": "(i)", "sessions[1].rounds": "(ii) (ii)(A)", "sessions[1].seats": "(ii)(B)",
            "sessions[1].points": "(ii)(D)", "sessions[1].repechage": "(ii)(E)",
            "buy_back.cost": "(ii)(F)", "entry_fee": "(iii)", "chips": "(iv)",
            "maximum_players": "(v)", "limits": "(vii)", "prizes[1].percent": "(x)",
        }),
        (HOLDEM, "16.3(a)", {
            "starts": "(i)", "entry_fee": "(ii)", "sessions[1].rounds": "(iii) (iii)(A)",
            "sessions[1].seats": "(iii)(B)", "sessions[1].points": "(iii)(E)",
            "sessions[1].repechage": "(iii)(F)", "buy_back.cost": "(iii)(G)",
            "add_on.cost": "(iii)(H)", "chips": "(iv)", "maximum_players": "(v)",
            "limits": "(vii)", "sessions[1].advance_in_all": "(viii) (viii)(B)",
            "prizes[1].percent": "(ix)",
        }),
        (BACCARAT, "15.3(a)", {
            "starts": "(i)", "sessions[1].rounds": "(ii) (ii)(a)", "sessions[1].seats": "(ii)(b)",
            "sessions[1].points": "(ii)(d)", "sessions[1].repechage": "(ii)(e)",
            "buy_back.cost": "(ii)(f)", "entry_fee": "(iii)", "chips": "(iv)",
            "maximum_players": "(v)", "levels[1]": "(vii)", "prizes[1].percent": "(x)",
        }),
        (CHALLENGE, "19.4.2", {
            "entry_fee": "(a)", "chips": "(b)", "compulsory_wager": "(c)", "levels[1]": "(d)",
            "sessions[1].rounds": "(e)", "sessions[1].seats": "(e)", "wagering.seconds": "(f)",
            "buy_back.cost": "(g)", "maximum_players": "(i)", "prizes[1].percent": "(j)",
        }),
    ],
)  # fmt: skip
def test_what_cannot_be_is_told_by_the_item_of_the_list_that_asks_for_it(
    instrument: str, rule: str, items: dict[str, str]
) -> None:
    for place, cited in items.items():
        refusal = lacking(instrument, **FAULTS[place])
        assert refusal.reason.startswith(place), (place, refusal.reason)
        assert refusal.clauses == tuple(f"{rule}{item}" for item in cited.split()), place


@pytest.mark.clause("18:19.3", "18:19.3(a)", "bac:15.3", "bac:15.3(a)", "nsw:19.4.2")
@pytest.mark.parametrize("instrument", [ACT_2018, BACCARAT, CHALLENGE])
def test_what_cannot_be_and_no_item_asks_for_is_told_by_the_list_itself(instrument: str) -> None:
    place = "starts" if instrument == CHALLENGE else "sessions[1].advance_in_all"
    refusal = lacking(instrument, session_ties="play-off", **FAULTS[place])
    assert refusal.reason.startswith(place)
    assert refusal.clauses == law_of(instrument).must_contain.clauses


def test_limits_have_their_maximum_above_their_minimum() -> None:
    assert "limits.main" in lacking(ACT_2018, limits={"main": [500_00, 25_00]}).reason


@pytest.mark.clause("nsw:6.7", "nsw:6.7.1")
def test_6_7_1_no_tournament_is_held_where_low_limit_gaming_is() -> None:
    low = {"low_limit": True, "device": "shuffler"}
    refused = lacking(CHALLENGE, options=low)
    assert refused.reason == "options.low_limit: no tournament is held there"
    assert refused.clauses == ("6.7", "6.7.1")
    table = table_for(CHALLENGE, OPTIONS[CHALLENGE] | low)
    designated = table.check(DesignateForTournament(tournament="Cup"), DIRECTOR, 0)
    assert designated is not None
    assert "6.7.1" in designated.clauses


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


@pytest.mark.clause("06:20.23", "18:19.20", "bac:15.22", "uth:16.21", "nsw:19.3.2")
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


IN_POINTS = {"sessions": [{"name": "final", "rounds": 2, "points": [3, 1]}]}


def test_ties_are_decided_in_a_way_that_the_rules_know() -> None:
    assert "19.3(a)(xi)" in clauses_lacking(ACT_2018, prize_ties="draw of cards")
    points = {"elimination": "none", "ties": "share", "prize_ties": "play-off"}
    assert "16.3(a)(x)" in clauses_lacking(HOLDEM, **IN_POINTS | {"points": points})
    assert clauses_lacking(ACT_2006, prize_ties="share") == {"20.21"}
    assert clauses_lacking(ACT_2006, session_ties="share") == {"20.21"}
    points = {"elimination": "none", "ties": "share"}
    assert clauses_lacking(ACT_2006, **IN_POINTS | {"points": points}) == {"20.21"}
    assert clauses_lacking(CHALLENGE, same_round="share") == {"19.10.4"}
