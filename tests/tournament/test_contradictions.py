"""Conditions that promise one thing in words and are run by another in numbers are not taken."""

from __future__ import annotations

from typing import Any

import pytest
from tests.table.forging import with_body
from tests.tournament.support import (
    ACT_2006,
    ACT_2018,
    BACCARAT,
    CHALLENGE,
    HEATS,
    HOLDEM,
    OPERATOR,
    Held,
    conditions_for,
    lacking,
    opened,
    player,
)

from croupier.table.tournament_law import Topic
from croupier.tournament import law_of
from croupier.tournament.acts.conditions_approval import DocumentConditions
from croupier.tournament.acts.entries import Substitute
from croupier.tournament.conditions_review import objections
from croupier.tournament.tournament import Tournament
from croupier.version import __version__

LISTING = (ACT_2018, BACCARAT, HOLDEM, CHALLENGE)
"""Those that list the method of progression among what conditions contain."""


@pytest.mark.clause(
    "18:19.3(a)(ii)(C)", "bac:15.3(a)(ii)(c)", "uth:16.3(a)(iii)(D)", "nsw:19.4.2(e)"
)
def test_18_19_3_a_ii_C_the_method_of_progression_is_the_one_that_is_used() -> None:
    """Two of each table go on by the sessions."""
    for text, said in {
        "only the winner goes on": 1,
        "just the winner of each table": 1,
        "The winner of every heat.": 1,
        "the winner of each table plays the final": 1,
        "the first three of each table": 3,
        "3 players from every table": 3,
        "the best 4, by their chips": 4,
        "Five go on": 5,
    }.items():
        for instrument in LISTING:
            why = lacking(instrument, **HEATS | {"progression": text})
            assert why.reason == f"progression: it says {said}, and by the sessions it is 2"
            assert set(why.clauses) & set(law_of(instrument).contents[Topic.PROGRESSION])


@pytest.mark.parametrize(
    "text",
    [
        "the first two of each table", "2 of each table", "two go on, then the winners play on",
        "as each session says", "by chips", "the first two; ties are played off in 1 more round",
        "the first two of seven at a table", "two of each table, so that six go on in all",
        "whoever leads after the first 3 rounds is told", "two out of seven go on",
        "the winner and the runner-up of each table", "the winner of each table and the second",
        "the first two of each table; the winner of the final has the cup", "the best 30% of them",
        "only the winner of each table and the second",
    ],
)  # fmt: skip
def test_words_that_agree_with_the_sessions_are_taken(text: str) -> None:
    opened(ACT_2018, **HEATS | {"progression": text})


def test_where_nobody_is_cut_no_number_goes_on() -> None:
    both: dict[str, Any] = {
        "sessions": [{"name": n, "rounds": 1, "points": [2, 1]} for n in ("one", "two")],
        "points": {"elimination": "none", "ties": "share", "prize_ties": "share"},
    }
    opened(ACT_2018, **both, progression="everybody plays both")
    why = lacking(ACT_2018, **both, progression="the first two play on")
    assert why.reason == "progression: it says 2, and by the sessions it is everybody"


@pytest.mark.clause("nsw:19.4.2(c)")
def test_19_4_2_c_a_compulsory_wager_is_the_minimum_that_is_taken() -> None:
    """The limits are 25 to 500, and from round 5 on 50 to 1,000."""
    level = {"session": 1, "round": 5, "limits": {"main": [50_00, 1000_00]}}
    for text, amount in {
        "200 every round": "200", "a compulsory wager of $200": "200", "$1,200.50": "1,200.50",
        "500 in each of the 10 rounds": "500", "25 or 30": "30", "none": "that there is none",
        "There is no compulsory wager.": "that there is none",
    }.items():  # fmt: skip
        why = lacking(CHALLENGE, compulsory_wager=text, levels=[level])
        says = f"compulsory_wager: it says {amount}, and the minimum is 25 or 50"
        assert (why.reason, why.clauses) == (says, ("19.4.2(c)",))
    for text in (
        "the table minimum", "25", "$25.00 a round", "25 to 500 in all 10 rounds",
        "25, and 50 from round 5 on", "25 in rounds 1 to 4, 50 in rounds 5 and 6",
        "no more than 1,000 and at least 50",
    ):  # fmt: skip
        opened(CHALLENGE, compulsory_wager=text, levels=[level])


@pytest.mark.clause(
    "18:19.3(a)(ii)(B)", "bac:15.3(a)(ii)(b)", "uth:16.3(a)(iii)(B)", "nsw:19.4.2(e)"
)
def test_18_19_3_a_ii_B_the_tables_are_as_many_as_the_seats_make_them() -> None:
    sessions = [{"name": "final", "rounds": 2, "seats": 5}]
    for instrument in LISTING:
        for text in ("one table for every seven players", "up to 7 to a table"):
            why = lacking(instrument, sessions=sessions, tables=text)
            assert why.reason == "tables: it says 7 at a table, and by the sessions it is 5"
        opened(instrument, sessions=sessions, tables="one table for each 5 players")


@pytest.mark.clause("nsw:19.10.1")
def test_19_10_1_how_many_go_on_is_said_once_and_where_something_follows() -> None:
    both = [
        {"name": "heat", "rounds": 1, "advance_per_table": 2, "advance_in_all": 3},
        {"name": "final", "rounds": 1},
    ]
    why = lacking(CHALLENGE, sessions=both, progression="by chips")
    assert why.reason.startswith("sessions[1].advance_in_all: so many of each table, or")
    assert why.clauses == ("19.10.1",)
    last = [{"name": "final", "rounds": 1, "advance_per_table": 2}]
    why = lacking(CHALLENGE, sessions=last, elimination="x", session_ties="play-off")
    assert why.reason == "sessions[1].advance_per_table: nothing is played after it"


@pytest.mark.clause("06:20.4(g)", "06:20.4(h)")
def test_06_20_4_what_has_its_own_field_is_not_chosen_otherwise_among_the_options() -> None:
    why = lacking(ACT_2006, options={"limits": {"main": [5_00, 50_00]}})
    assert why.reason == "options.limits: the limits of the conditions are others"
    assert why.clauses == ("20.4(g)",)
    opened(ACT_2006, options={"limits": {"main": [25_00, 500_00]}})
    why = lacking(ACT_2006, side_bets=[], options={"side_bets": ["super-sevens"]})
    assert why.reason == "options.side_bets: the side bets of the conditions are others"
    assert why.clauses == ("20.4(h)",)


@pytest.mark.clause("18:19.3(a)(ii)(B)")
def test_18_19_3_a_ii_B_a_sit_and_go_begins_with_players_who_may_take_part() -> None:
    for players in (1, 501):
        sit_and_go = {"players": players, "allocation": "as they come"}
        why = lacking(ACT_2018, sit_and_go=sit_and_go)
        says = f"sit_and_go.players: not with {players}: from 2 to 500 players take part"
        assert (why.reason, why.clauses) == (says, ("19.3(a)(ii)(B)",))
    opened(ACT_2018, sit_and_go={"players": 2, "allocation": "as they come"})


# --- restrictions on groups

APART = "no two of one household"


@pytest.mark.clause("06:20.4(f)", "18:19.3(a)(vi)", "bac:15.3(a)(vi)", "uth:16.3(a)(vi)")
def test_18_19_3_a_vi_a_restriction_on_groups_is_looked_at_for_every_entrant() -> None:
    for instrument in (ACT_2006, ACT_2018, BACCARAT, HOLDEM):
        held = opened(instrument, groups=APART)
        named = law_of(instrument).contents[Topic.GROUPS]
        why = held.refused(held.entry("A"))
        assert why.reason == f"groups_kept: nobody has found that for A: {APART}"
        assert why.clauses == named
        own = held.refused(held.entry("A", groups_kept=True), player("A"))
        assert (own.reason, own.clauses) == ("entries are taken at the director's desk", named)
        entered, *_ = held.do(held.entry("A", groups_kept=True))
        assert set(named) <= set(entered.clauses)
        substitute = Substitute(player="B", instead_of="A", copy_given=True)
        assert held.refused(substitute).clauses == named
        held.do(Substitute(player="B", instead_of="A", groups_kept=True))


@pytest.mark.parametrize(
    "groups", ["none", "None.", "no restrictions", "There are none.", "no restriction on groups"]
)
def test_where_there_is_no_restriction_on_groups_nobody_looks(groups: str) -> None:
    held = opened(ACT_2018, groups=groups)
    held.do(held.entry("A"), player("A"))


def test_a_tournament_of_an_older_program_stays_with_its_conditions() -> None:
    conditions = conditions_for(ACT_2018, **HEATS | {"progression": "only the winner goes on"})
    held = Held(Tournament("Cup", ACT_2018))
    held.refused(DocumentConditions(conditions=conditions), OPERATOR)
    held.tournament.version = "0.1.0"
    held.do(DocumentConditions(conditions=conditions), OPERATOR)
    new = f'"version":"{__version__}"'.encode()
    old = with_body(held.tournament.lines, 1, new, b'"version":"0.1.0"')
    assert Tournament.restore(old).conditions == conditions
    with pytest.raises(ValueError, match="line 2: it would be refused: progression"):
        Tournament.restore(held.tournament.lines)
    assert objections(conditions, law_of(ACT_2018), "0.1.0") == []
