"""When sessions start, and who is late: against a time that was told, for every session."""

from __future__ import annotations

from typing import Any

import pytest
from tests.tournament.support import (
    ACT_2006,
    ACT_2018,
    BACCARAT,
    CHALLENGE,
    DEALER,
    HOLDEM,
    INSTRUMENTS,
    MINUTE,
    SEVEN,
    Held,
    conditions_for,
    lacking,
    opened,
    playing,
)

from croupier.tournament import law_of
from croupier.tournament.acts.seating import CallLate, MoveStart, TakeSeat
from croupier.tournament.acts.sessions import StartSession
from croupier.tournament.conditions_document import document
from croupier.tournament.facts import PositionForfeited, StartMoved
from croupier.tournament.state import Status, TournamentPhase

NINE = SEVEN + 120 * MINUTE
HEATS: list[dict[str, Any]] = [
    {"name": "heat", "rounds": 1, "advance_per_table": 3},
    {"name": "final", "rounds": 1},
]
TWO: dict[str, Any] = {
    "sessions": HEATS, "progression": "three of each table", "session_ties": "play-off",
}  # fmt: skip


def second_session(instrument: str, **changes: Any) -> Held:
    """Seats are drawn for the second session, which A and B have taken; C has not."""
    held = playing(instrument, **TWO | changes)
    held.round({"A": 1000, "B": 900, "C": 800, "D": 700})
    held.end()
    held.now = SEVEN + 60 * MINUTE
    held.draw()
    held.sit("A", "B")
    return held


def forfeited(held: Held) -> list[str]:
    return [f.player for f in held.tournament.facts if isinstance(f, PositionForfeited)]


@pytest.mark.clause("06:20.9", "18:19.9", "bac:15.9")
@pytest.mark.parametrize("instrument", [ACT_2006, ACT_2018, BACCARAT])
def test_nobody_is_late_for_a_time_that_was_not_told(instrument: str) -> None:
    held = second_session(instrument)
    late = law_of(instrument).late.clauses
    assert held.refused(StartSession()).clauses == late
    told = "play begins" if instrument == ACT_2006 else "no time has been told"
    assert told in held.refused(CallLate()).reason
    held.do(MoveStart(starts=NINE, notice="announced in the room at eight"))
    held.now = NINE - 1
    assert "until the published time" in held.refused(StartSession()).reason
    assert held.tournament.check(TakeSeat(player="C"), DEALER, held.now) is None
    held.now = NINE
    held.do(StartSession())
    assert forfeited(held) == ["C"]
    assert held.tournament.pool.fees == 400_00  # the fee stays in the pool
    held.replayed()


@pytest.mark.clause("06:20.7", "18:19.7", "bac:15.7")
@pytest.mark.parametrize("instrument", [ACT_2006, ACT_2018, BACCARAT])
def test_seats_are_drawn_by_lot_anew_before_each_session(instrument: str) -> None:
    held = playing(instrument, **TWO)
    held.round({"A": 1000, "B": 900, "C": 800, "D": 700})
    held.end()
    ballot = law_of(instrument).ballot.clauses
    assert set(ballot) <= set(held.refused(StartSession()).clauses)
    assert {held.tournament.entrants[name].seat for name in "ABC"} == {None}
    held.draw()
    assert None not in {held.tournament.entrants[name].seat for name in "ABC"}


@pytest.mark.clause("18:19.9", "bac:15.9")
@pytest.mark.parametrize("instrument", [ACT_2018, BACCARAT])
def test_a_later_session_has_its_own_time_to_the_moment(instrument: str) -> None:
    held = second_session(instrument)
    held.do(MoveStart(starts=NINE, notice="announced in the room at eight"))
    held.now = NINE - 1
    assert "has not come" in held.refused(CallLate()).reason
    held.now = NINE
    assert held.refused(TakeSeat(player="C"), DEALER).clauses == law_of(instrument).late.clauses
    held.do(CallLate())
    assert held.tournament.entrants["C"].status is Status.FORFEITED


@pytest.mark.clause("18:19.9", "18:19.7", "bac:15.9", "bac:15.7")
@pytest.mark.parametrize("instrument", [ACT_2018, BACCARAT])
def test_the_conditions_may_say_when_each_session_starts(instrument: str) -> None:
    sessions = [HEATS[0], {**HEATS[1], "starts": "2027-01-16T21:00:00+11:00"}]
    held = second_session(instrument, sessions=sessions)
    assert held.tournament.session.starts == NINE
    assert "until the published time" in held.refused(StartSession()).reason
    held.do(MoveStart(starts=NINE + MINUTE, notice="announced in the room at eight"))
    held.now = NINE
    held.sit("C")
    held.do(StartSession())
    assert forfeited(held) == []


@pytest.mark.clause("18:19.7", "bac:15.7", "nsw:19.5.3")
@pytest.mark.parametrize("instrument", [ACT_2018, BACCARAT, CHALLENGE])
def test_the_start_of_any_session_to_come_is_moved_with_notice(instrument: str) -> None:
    sessions = [HEATS[0], {**HEATS[1], "starts": "2027-01-16T21:00:00+11:00"}]
    held = opened(instrument, **TWO | {"sessions": sessions})
    held.do(MoveStart(starts=SEVEN + MINUTE, notice="on the board"))  # while entries are taken
    held.do(MoveStart(starts=NINE + MINUTE, notice="on the board", session=2))
    moved = [fact for fact in held.tournament.facts if isinstance(fact, StartMoved)]
    assert [(f.session, f.was, f.starts) for f in moved] == [
        (1, SEVEN, SEVEN + MINUTE), (2, NINE, NINE + MINUTE),
    ]  # fmt: skip
    move = law_of(instrument).move_start
    for gone in (0, 3):
        there_is_none = MoveStart(starts=NINE, notice="on the board", session=gone)
        assert held.refused(there_is_none).clauses == move
    held.seat("A", "B", "C", "D")
    assert held.now == SEVEN + MINUTE
    begun = MoveStart(starts=NINE, notice="on the board", session=1)
    assert held.refused(begun).clauses == move
    held.do(MoveStart(starts=NINE + 2 * MINUTE, notice="announced in the room"))
    held.round({"A": 1000, "B": 900, "C": 800, "D": 700})
    held.end()
    assert held.tournament.session.starts == NINE + 2 * MINUTE
    assert held.replayed().session.starts == NINE + 2 * MINUTE


@pytest.mark.clause("uth:16.10")
def test_16_10_who_does_not_come_to_a_later_session_has_lost_the_position() -> None:
    """Seats are kept in hold'em, and taken again by the time that was published."""
    sessions = [HEATS[0], {**HEATS[1], "starts": "2027-01-16T21:00:00+11:00"}]
    held = playing(HOLDEM, **TWO | {"sessions": sessions})
    held.round({"A": 1000, "B": 900, "C": 800, "D": 700})
    held.end()
    assert "until the published time" in held.refused(StartSession()).reason
    held.sit("A", "B")
    held.now = NINE
    assert held.refused(TakeSeat(player="C"), DEALER).clauses == ("16.10",)
    held.do(StartSession())
    assert forfeited(held) == ["C"]
    assert held.tournament.pool.fees == 400_00


@pytest.mark.clause("uth:16.8")
def test_16_8_who_sits_there_when_the_time_has_gone_by_plays_on() -> None:
    sessions = [HEATS[0], {**HEATS[1], "starts": "2027-01-16T21:00:00+11:00"}]
    held = playing(HOLDEM, **TWO | {"sessions": sessions})
    held.now = NINE + 1  # the heat took longer than was thought
    held.round({"A": 1000, "B": 900, "C": 800, "D": 700})
    held.end()
    held.do(StartSession())
    assert forfeited(held) == []


@pytest.mark.clause("06:20.9")
def test_20_9_a_published_time_is_not_moved_for_a_later_session_either() -> None:
    held = second_session(ACT_2006)
    held.do(MoveStart(starts=NINE, notice="announced in the room at eight"))
    again = MoveStart(starts=NINE + MINUTE, notice="announced again")
    assert held.refused(again).clauses == ("20.9",)


@pytest.mark.clause("06:20.9")
def test_20_9_who_does_not_sit_when_play_begins_is_late_however_late_the_seats_were_drawn() -> None:
    """The published time has gone by; what counts is the moment at which play really begins."""
    held = opened(ACT_2006)
    held.enter("A", "B", "C")
    held.close()
    held.now = SEVEN + MINUTE
    held.draw()
    held.sit("A", "B")
    held.do(StartSession())
    assert forfeited(held) == ["C"]


@pytest.mark.clause("uth:16.10")
def test_16_10_a_sit_and_go_has_a_time_once_it_was_told() -> None:
    allocation = {"players": 3, "allocation": "as they come"}
    held = opened(HOLDEM, sit_and_go=allocation)
    held.enter("A", "B", "C")
    held.close()
    held.draw()
    held.sit("A", "B")
    assert held.refused(StartSession()).clauses == ("16.10",)
    held.do(MoveStart(starts=held.now + 5 * MINUTE, notice="called out twice"))
    (told,) = [f for f in held.tournament.facts if isinstance(f, StartMoved)]
    assert (told.was, told.clauses) == (None, ("16.10",))
    held.now += 5 * MINUTE
    held.do(StartSession())
    assert forfeited(held) == ["C"]


@pytest.mark.clause("18:19.9", "18:19.7", "bac:15.9", "bac:15.7", "uth:16.8", "uth:16.10")
@pytest.mark.parametrize("instrument", [ACT_2018, BACCARAT, HOLDEM])
def test_a_seat_that_was_allocated_too_late_is_not_forfeited(instrument: str) -> None:
    """The ballot comes before the session: until there are seats, nobody has failed to take one."""
    held = opened(instrument)
    held.enter("A", "B", "C")
    held.close()
    held.now = SEVEN + MINUTE
    assert held.refused(CallLate()).clauses == law_of(instrument).ballot.clauses
    held.draw()
    assert held.refused(CallLate()).clauses == law_of(instrument).late.clauses
    held.sit("A", "B")
    held.refused(StartSession())
    held.do(MoveStart(starts=SEVEN + 10 * MINUTE, notice="announced in the room"))
    held.now = SEVEN + 10 * MINUTE
    held.do(StartSession())
    assert forfeited(held) == ["C"]


@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_a_session_starts_without_a_time_when_everybody_sits(instrument: str) -> None:
    held = playing(instrument, **TWO)
    held.round({"A": 1000, "B": 900, "C": 800, "D": 700})
    held.end()
    if not held.tournament.session.drawn:
        held.draw()
    held.start()
    assert held.tournament.phase is TournamentPhase.PLAYING


@pytest.mark.clause("nsw:19.5.6")
def test_19_5_6_in_challenge_the_manager_decides_about_who_is_not_there() -> None:
    held = second_session(CHALLENGE)
    held.do(StartSession())
    assert forfeited(held) == []
    held.sit("C")


def test_sessions_start_one_after_the_other() -> None:
    def sessions(*starts: str) -> list[dict[str, Any]]:
        return [{**plan, "starts": text} for plan, text in zip(HEATS, starts, strict=True)]

    seven, nine = "2027-01-16T19:00:00+11:00", "2027-01-16T21:00:00+11:00"
    assert "follows" in lacking(ACT_2018, **TWO | {"sessions": sessions(seven, seven)}).reason
    assert "first starts" in lacking(ACT_2018, **TWO | {"sessions": sessions(nine, nine)}).reason
    assert "sessions[2].starts" in lacking(
        ACT_2018, **TWO | {"sessions": sessions(seven, "nine")}
    ).reason  # fmt: skip
    held = conditions_for(ACT_2018, **TWO | {"sessions": sessions(seven, nine)})
    said = [line.says for part in document(held, law_of(ACT_2018)) for line in part.statements]
    assert any("starts Saturday 16 January 2027, 21:00" in line for line in said)
