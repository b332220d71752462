"""Eliminated players stay out, equals with nothing left play on, and play-off chips go back."""

from __future__ import annotations

from typing import Any

import pytest
from tests.tournament.support import (
    ACT_2006,
    ACT_2018,
    BACCARAT,
    CHALLENGE,
    DEALER,
    HEATS,
    HOLDEM,
    order,
    playing,
)

from croupier.tournament.acts.prizes import AwardPlaces
from croupier.tournament.acts.ties import PlayOffRound
from croupier.tournament.facts import Advanced, Eliminated
from croupier.tournament.state import Status, TournamentPhase

POINTS: dict[str, Any] = {
    "sessions": [{"name": name, "rounds": 2, "points": [5, 3, 1]} for name in ("one", "two")],
    "progression": "everybody who is still in plays both",
    "points": {"elimination": "by the rules", "ties": "share", "prize_ties": "share"},
    "prizes": [{"percent": ["50", "30", "20"]}],
}
FINAL: dict[str, Any] = {"sessions": [{"name": "final", "rounds": 2}]}


# --- eliminated from the tournament


@pytest.mark.clause("06:20.14", "18:19.14", "bac:15.14", "uth:16.15", "uth:16.3(a)(iii)(E)(I)")
@pytest.mark.parametrize("instrument", [ACT_2006, ACT_2018, BACCARAT, HOLDEM])
def test_an_eliminated_player_does_not_play_the_next_session_for_points(instrument: str) -> None:
    """C cannot wager the minimum in session one. A has 5 + 3 points, B 3 + 5, and C 1."""
    points = POINTS if instrument != ACT_2006 else POINTS | {"points": {"ties": "play-off"}}
    held = playing(instrument, "A B C", **points, **_share(instrument))
    held.round({"A": 1100, "B": 1000, "C": 10})
    held.round({"A": 1100, "B": 1000})
    held.end()
    assert [f.player for f in held.tournament.facts if isinstance(f, Eliminated)] == ["C"]
    assert "C" not in [f.player for f in held.tournament.facts if isinstance(f, Advanced)]
    if not held.tournament.session.drawn:
        held.draw()
    held.start()
    assert held.tournament.session.players == ["A", "B"]
    held.round({"A": 900, "B": 1000})
    held.round({"A": 900, "B": 1000})
    held.end()
    held.do(AwardPlaces())
    assert held.tournament.entrants["C"].points == 1
    assert held.places()["C"] == (3, 60.0)


@pytest.mark.clause("uth:16.7")
def test_a_player_without_chips_is_out_of_a_tournament_for_points() -> None:
    held = playing(HOLDEM, "A B C", **POINTS, prize_ties="share")
    held.round({"A": 1100, "B": 1000, "C": 1000})
    held.round({"A": 1100, "B": 1000, "C": 0})
    held.end()
    assert held.tournament.session.players == ["A", "B"]
    assert held.tournament.entrants["C"].status is Status.OUT


@pytest.mark.clause("nsw:19.10.4")
def test_challenge_still_places_those_out_of_a_session_for_the_next() -> None:
    """19.6.13 puts a player out of the session; places left over go by 19.10.4."""
    held = playing(CHALLENGE, "A B C", **HEATS)
    held.round({"A": 1100, "B": 0, "C": 10}, wagered={"B": 1000, "C": 990})
    held.round({"A": 1100})
    held.end()
    assert sorted(held.tournament.session.players) == ["A", "C"]


@pytest.mark.clause("18:19.14", "06:20.14")
@pytest.mark.parametrize("instrument", [ACT_2006, ACT_2018])
def test_nobody_begins_a_session_with_chips_that_they_did_not_have(instrument: str) -> None:
    """B and C have 20 each at the line; B wins the place and cannot wager 25 in the final."""
    held = playing(instrument, "A B C", **HEATS, **_share(instrument))
    held.round({"A": 1100, "B": 1000, "C": 1000})
    held.round({"A": 1100, "B": 20, "C": 20})
    held.end()
    held.do(PlayOffRound(chips={"B": 275_00, "C": 225_00}), DEALER)
    held.draw()
    held.start()
    assert held.chips()["B"] == 0  # what was left went back
    assert held.tournament.entrants["B"].status is Status.OUT
    (out,) = [f for f in held.tournament.facts if isinstance(f, Eliminated) and f.session == 2]
    assert (out.player, out.residual) == ("B", 20_00)


# --- equals with nothing left


@pytest.mark.clause("18:19.3(a)(xi)(D)", "bac:15.3(a)(xi)(D)")
@pytest.mark.parametrize("instrument", [ACT_2018, BACCARAT])
def test_a_play_off_that_ends_with_nothing_on_both_sides_is_played_on(instrument: str) -> None:
    held = playing(instrument, "A B C", **FINAL, prize_ties="play-off")
    for _ in range(2):
        held.round({"A": 900, "B": 900, "C": 500})
    held.end()
    held.do(PlayOffRound(chips={"A": 0, "B": 0}), DEALER)
    assert held.tournament.phase is TournamentPhase.TIES
    held.do(PlayOffRound(chips={"A": 100_00, "B": 200_00}), DEALER)
    held.do(AwardPlaces())
    assert order(held) == ["B", "A", "C"]


@pytest.mark.clause("18:19.3(a)(xi)(D)", "bac:15.3(a)(xi)(D)", "uth:16.3(a)(x)")
@pytest.mark.parametrize("instrument", [ACT_2018, BACCARAT, HOLDEM])
@pytest.mark.parametrize("at_once", [True, False])
def test_players_who_lose_everything_in_one_round_play_off_for_their_prizes(
    instrument: str, at_once: bool
) -> None:
    """B and C lose all in the last round of the final or before; 30 % and 20 % are at stake."""
    held = playing(instrument, "A B C", **FINAL, prize_ties="play-off")
    if not at_once:
        held.round({"A": 900, "B": 900, "C": 500})
    held.round({"A": 2500, "B": 0, "C": 0})
    held.end()
    assert [set(tie.players) for tie in held.tournament.ties] == [{"B", "C"}]
    held.do(PlayOffRound(chips={"B": 100_00, "C": 200_00}), DEALER)
    held.do(AwardPlaces())
    assert held.places() == {"A": (1, 150.0), "C": (2, 90.0), "B": (3, 60.0)}


@pytest.mark.clause("18:19.3(a)(xi)(C)", "bac:15.3(a)(xi)(C)")
@pytest.mark.parametrize("instrument", [ACT_2018, BACCARAT])
@pytest.mark.parametrize("changes", [{"prize_ties": "share"}, {"same_round": "share"}])
def test_conditions_may_let_players_who_lose_everything_in_one_round_share(
    instrument: str, changes: dict[str, Any]
) -> None:
    held = playing(instrument, "A B C", **FINAL, **{"prize_ties": "play-off"} | changes)
    held.round({"A": 2500, "B": 0, "C": 0})
    held.end()
    held.do(AwardPlaces())
    assert held.places() == {"A": (1, 150.0), "B": (2, 75.0), "C": (2, 75.0)}


@pytest.mark.clause("06:20.22")
def test_06_20_22_players_put_out_in_one_round_divide_their_prizes() -> None:
    held = playing(ACT_2006, "A B C", **FINAL)
    held.round({"A": 2500, "B": 0, "C": 0})
    held.end()
    held.do(AwardPlaces())
    assert held.places() == {"A": (1, 150.0), "B": (2, 75.0), "C": (2, 75.0)}


@pytest.mark.clause("nsw:19.10.3")
def test_nsw_19_10_3_equals_without_chips_do_not_play_off() -> None:
    held = playing(CHALLENGE, "A B C", **FINAL)
    for _ in range(2):
        held.round({"A": 900, "B": 900, "C": 500})
    held.end()
    held.do(PlayOffRound(chips={"A": 0, "B": 0}), DEALER)
    held.do(AwardPlaces())
    assert [held.places()[name][0] for name in "ABC"] == [1, 1, 3]


# --- play-off chips


@pytest.mark.clause("06:20.13", "18:19.13", "bac:15.13", "uth:16.14")
@pytest.mark.parametrize("instrument", [ACT_2006, ACT_2018, BACCARAT, HOLDEM])
def test_a_player_begins_the_next_session_with_the_chips_of_the_last(instrument: str) -> None:
    """B and C have 40 each at the line, and a play-off is about the place alone."""
    ties = {} if instrument == HOLDEM else {"session_ties": "play-off"}
    held = playing(
        instrument, "A B C", **HEATS | ties, **_share(instrument), options=_one_stake(instrument)
    )
    held.round({"A": 1100, "B": 1000, "C": 1000})
    held.round({"A": 1100, "B": 40, "C": 40})
    held.end()
    held.do(PlayOffRound(chips={"B": 65_00, "C": 15_00}), DEALER)
    if not held.tournament.session.drawn:
        held.draw()
    held.start()
    assert [held.chips()[name] for name in "AB"] == [1100, 40]
    assert held.tournament.session.players == ["A", "B"]
    assert held.replayed().record.head == held.tournament.record.head


@pytest.mark.clause("18:19.18", "bac:15.20", "uth:16.20")
@pytest.mark.parametrize("instrument", [ACT_2018, BACCARAT, HOLDEM])
def test_a_play_off_at_one_table_places_nobody_of_another(instrument: str) -> None:
    """At each of two tables one stays behind with 500. Only those of the first played off."""
    sessions = [
        {"name": "heat", "rounds": 1, "advance_per_table": 1, "seats": 2},
        {"name": "final", "rounds": 1},
    ]
    prizes = [{"percent": ["40", "30", "20", "10"]}]
    changes: dict[str, Any] = {
        "sessions": sessions,
        "progression": "one of each table",
        "prizes": prizes,
    }
    held = playing(instrument, **changes, session_ties="play-off", prize_ties="share")
    first, second = ([e.name for e in held.tournament.at_table(f"Table {n}")] for n in (1, 2))
    held.round(dict.fromkeys(first, 500), "Table 1")
    held.round({second[0]: 900, second[1]: 500}, "Table 2")
    held.end()
    held.do(PlayOffRound(chips={first[0]: 600_00, first[1]: 400_00}), DEALER)
    if not held.tournament.session.drawn:
        held.draw()
    held.start()
    for table in list(held.tournament.session.tables):
        there = [each.name for each in held.tournament.at_table(table)]
        held.round({name: 800 if name == first[0] else 700 for name in there}, table)
    held.end()
    held.do(AwardPlaces())
    assert held.places()[first[1]] == held.places()[second[1]] == (3, 60.0)


def _share(instrument: str) -> dict[str, Any]:
    return {} if instrument == ACT_2006 else {"prize_ties": "share"}


def _one_stake(instrument: str) -> dict[str, Any]:
    return {"tournament_min_test": "ante"} if instrument == HOLDEM else {}


# --- additional rounds for which players make no wager


@pytest.mark.clause("18:19.14", "bac:15.14", "uth:16.15")
@pytest.mark.parametrize("instrument", [ACT_2018, BACCARAT, HOLDEM])
def test_equals_who_make_no_wager_play_off_no_more_and_share(instrument: str) -> None:
    """A, B and C contest three prizes. Only C wagers, loses everything, and is the first."""
    held = playing(instrument, "A B C D", **FINAL, prize_ties="play-off")
    for _ in range(2):
        held.round({"A": 900, "B": 900, "C": 900, "D": 500})
    held.end()
    chips = {"A": 0, "B": 0, "C": 0}
    held.do(PlayOffRound(chips=chips, no_wager={"A": True, "B": False}), DEALER)
    out = [fact.player for fact in held.tournament.facts if isinstance(fact, Eliminated)]
    assert out == ["A", "B"]
    held.do(AwardPlaces())
    assert held.places() == {"C": (1, 200.0), "A": (2, 100.0), "B": (2, 100.0), "D": (4, 0.0)}
    assert held.replayed().record.head == held.tournament.record.head


@pytest.mark.clause("06:20.14", "06:20.22")
def test_06_20_22_equals_who_make_no_wager_for_an_additional_round_divide_the_prizes() -> None:
    held = playing(ACT_2006, "A B C", **FINAL)
    for _ in range(2):
        held.round({"A": 900, "B": 900, "C": 500})
    held.end()
    held.do(PlayOffRound(chips={"A": 0, "B": 0}, no_wager={"A": False, "B": False}), DEALER)
    held.do(AwardPlaces())
    assert held.places() == {"A": (1, 120.0), "B": (1, 120.0), "C": (3, 60.0)}


@pytest.mark.clause("06:20.14", "18:19.14", "bac:15.14", "uth:16.15")
@pytest.mark.parametrize("instrument", [ACT_2006, ACT_2018, BACCARAT, HOLDEM])
def test_equals_who_make_no_wager_do_not_play_the_next_session(instrument: str) -> None:
    """B and C are equal for the second place in the final, which goes to D when they are out.

    They share the third prize: nobody plays off with players who are out for want of a wager.
    """
    prize_ties = {} if instrument == ACT_2006 else {"prize_ties": "play-off"}
    held = playing(instrument, **HEATS, **prize_ties)
    for _ in range(2):
        held.round({"A": 1500, "B": 900, "C": 900, "D": 500})
    held.end()
    held.do(PlayOffRound(chips={"B": 0, "C": 0}, no_wager={"B": True, "C": True}), DEALER)
    assert held.tournament.session.players == ["A", "D"]
    if not held.tournament.session.drawn:
        held.draw()
    held.start()
    for _ in range(2):
        held.round({"A": 900, "D": 1000})
    held.end()
    held.do(AwardPlaces())
    assert [held.places()[name][0] for name in "DABC"] == [1, 2, 3, 3]
    assert [held.places()[name][1] for name in "BC"] == [40.0, 40.0]


@pytest.mark.clause("18:19.14", "bac:15.14")
@pytest.mark.parametrize("instrument", [ACT_2018, BACCARAT])
def test_who_makes_no_wager_in_a_play_off_for_points_is_out(instrument: str) -> None:
    """A and B are equal in session one. Neither plays off, and they share 5 and 3 points."""
    ties = {"elimination": "by the rules", "ties": "play-off", "prize_ties": "share"}
    held = playing(instrument, "A B C D", **POINTS | {"points": ties})
    for _ in range(2):
        held.round({"A": 900, "B": 900, "C": 800, "D": 700})
    held.end()
    held.do(PlayOffRound(chips={"A": 0, "B": 0}, no_wager={"A": True, "B": True}), DEALER)
    points = {e.name: e.points for e in held.tournament.entrants.values()}
    assert points == {"A": 4, "B": 4, "C": 1, "D": 0}
    assert held.tournament.session.players == ["C", "D"]


@pytest.mark.clause("nsw:19.6.4")
def test_nsw_19_6_4_who_makes_no_wager_in_a_play_off_is_disqualified() -> None:
    """19.1.1 calls a play-off a session, and 19.6.4 asks a wager in each round of a session."""
    held = playing(CHALLENGE, "A B C D", **FINAL)
    for _ in range(2):
        held.round({"A": 900, "B": 900, "C": 900, "D": 500})
    held.end()
    played = PlayOffRound(chips={"A": 100_00, "B": 0, "C": 0}, no_wager={"B": True, "C": False})
    held.do(played, DEALER)
    held.do(AwardPlaces())
    assert {name: place for name, (place, _) in held.places().items()} == {"A": 1, "D": 2}


@pytest.mark.clause("bac:15.3(a)(xi)(D)")
def test_only_players_who_play_off_can_make_no_wager_for_it() -> None:
    held = playing(BACCARAT, "A B C", **FINAL, prize_ties="play-off")
    for _ in range(2):
        held.round({"A": 900, "B": 900, "C": 500})
    held.end()
    held.refused(PlayOffRound(chips={"A": 0, "B": 10_00}, no_wager={"C": True}), DEALER)
