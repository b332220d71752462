"""The ballot for seats, taking them in time, and tables that are balanced and broken."""

from __future__ import annotations

from hashlib import sha256

import msgspec
import pytest
from tests.tournament.support import (
    ACT_2006,
    ACT_2018,
    BACCARAT,
    CHALLENGE,
    DEALER,
    HEATS,
    HOLDEM,
    INSTRUMENTS,
    MINUTE,
    SEVEN,
    Held,
    opened,
    seated,
)

from croupier.table.facts import Exercised
from croupier.tournament import ballot, law_of
from croupier.tournament.acts.entries import AddReserve, SeatReserve
from croupier.tournament.acts.seating import (
    AllocateSeats,
    BreakTable,
    CallLate,
    CommitBallot,
    DesignateTables,
    DrawSeats,
    MovePlayer,
    MoveStart,
    SetTableSize,
    TakeSeat,
)
from croupier.tournament.acts.sessions import StartSession
from croupier.tournament.facts import BallotDrawn, PositionForfeited, SeatAllocated, StartMoved
from croupier.tournament.state import Status

NAMES = [f"p{n:03}" for n in range(500)]


# --- the ballot


def seats(held: Held) -> dict[str, tuple[str, int]]:
    return {e.name: e.seat for e in held.tournament.entrants.values() if e.seat is not None}


@pytest.mark.clause("06:20.7", "18:19.7", "bac:15.7", "uth:16.8", "nsw:19.5.4", "nsw:19.5")
@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_every_player_has_a_table_and_a_seat_by_ballot(instrument: str) -> None:
    held = opened(instrument)
    held.enter(*NAMES[:50])
    held.close()
    held.draw()
    drawn = seats(held)
    assert len(set(drawn.values())) == 50
    sizes = [len(held.tournament.at_table(table)) for table in held.tournament.session.tables]
    assert sum(sizes) == 50
    assert max(sizes) - min(sizes) <= 1
    assert max(sizes) <= 7
    assert held.refused(DrawSeats(secret="00" * 32)).clauses == law_of(instrument).ballot.clauses


def test_the_ballot_can_be_made_again_by_anybody() -> None:
    held = opened(ACT_2018)
    held.enter(*NAMES[:20])
    held.close()
    held.draw()
    (told,) = [f for f in held.tournament.facts if isinstance(f, BallotDrawn)]
    secret = bytes.fromhex(told.secret)
    committed = sha256(b"croupier ballot commitment 1\n" + secret).hexdigest()
    assert committed == told.commitment
    order = ballot.drawn(NAMES[:20], secret, told.purpose)
    places = ballot.seats(20, ["Table 1", "Table 2", "Table 3"], 7)
    assert seats(held) == dict(zip(order, places, strict=True))


def test_a_ballot_takes_the_secret_that_was_committed_to() -> None:
    held = opened(ACT_2018)
    held.enter("A", "B")
    held.close()
    secret = b"s" * 32
    assert "nothing has been committed to" in held.refused(DrawSeats(secret=secret.hex())).reason
    held.do(CommitBallot(commitments=(ballot.commit(secret),)))
    for wrong in ("", "zz", "00" * 32, secret.hex()[:-2]):
        assert "not the one" in held.refused(DrawSeats(secret=wrong)).reason
    assert "new" in held.refused(CommitBallot(commitments=(ballot.commit(secret),))).reason
    assert "new" in held.refused(CommitBallot(commitments=("abc",))).reason
    held.do(DrawSeats(secret=secret.hex()))


def test_a_draw_says_whether_its_secret_was_committed_to_before_the_names_were_known() -> None:
    held = opened(ACT_2018, **HEATS)
    early = [bytes([n]) * 32 for n in range(2)]
    held.do(CommitBallot(commitments=tuple(ballot.commit(secret) for secret in early)))
    held.enter("A", "B", "C")
    held.close()
    held.do(DrawSeats(secret=early[0].hex()))
    held.sit("A", "B", "C")
    held.start()
    held.round({"A": 1000, "B": 1100, "C": 1200})
    held.round({"A": 900, "B": 1100, "C": 1200})
    held.end()
    held.do(DrawSeats(secret=early[1].hex()))
    assert _late(held) == [False, False]
    other = opened(ACT_2018)
    other.enter("A", "B")
    other.close()
    other.draw()  # on a secret that is committed to just now
    assert _late(other) == [True]


def _late(held: Held) -> list[bool]:
    return [fact.late for fact in held.tournament.facts if isinstance(fact, BallotDrawn)]


def test_two_secrets_and_two_lists_give_different_seats() -> None:
    first, second = b"a" * 32, b"b" * 32
    names = NAMES[:30]
    assert ballot.drawn(names, first, "x") != ballot.drawn(names, second, "x")
    assert ballot.drawn(names, first, "x") != ballot.drawn(names, first, "y")
    assert ballot.drawn(names, first, "x") == ballot.drawn(reversed(names), first, "x")


@pytest.mark.clause("06:20.8", "18:19.8", "bac:15.8", "uth:16.9", "nsw:19.5.4")
@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_the_director_says_how_many_play_at_a_table(instrument: str) -> None:
    held = opened(instrument)
    held.enter(*NAMES[:12])
    held.do(SetTableSize(players=4))
    assert held.refused(SetTableSize(players=0)).clauses == law_of(instrument).table_size
    held.close()
    held.draw()
    assert len(held.tournament.session.tables) == 3


@pytest.mark.clause("nsw:19.5.1", "nsw:19.5.2")
def test_19_5_1_the_manager_designates_the_tables() -> None:
    held = opened(CHALLENGE)
    held.enter(*NAMES[:10])
    held.do(DesignateTables(tables=("BJ1",)))
    held.close()
    assert held.refused(DrawSeats(secret=held.commit())).clauses == ("19.5.1", "19.5.2")
    assert "twice" in held.refused(DesignateTables(tables=("BJ1", "BJ1"))).reason
    held.do(DesignateTables(tables=("BJ1", "BJ2")))
    held.do(DrawSeats(secret=held.secrets[0].hex()))
    assert set(held.tournament.session.tables) == {"BJ1", "BJ2"}


# --- taking the seat in time


@pytest.mark.clause("nsw:19.5.4")
def test_19_5_4_the_manager_may_allocate_seats_by_another_method() -> None:
    held = opened(CHALLENGE, wagering={"allocation": "in the order of entry"})
    held.do(SetTableSize(players=2))
    held.enter("C", "A", "B")
    in_order = AllocateSeats(method="in the order of entry", players=("C", "A", "B"))
    assert "taking entries" in held.refused(in_order).reason
    held.close()
    for wrong in (("C", "A"), ("C", "A", "A", "B"), ("C", "A", "B", "Z")):
        not_all = msgspec.structs.replace(in_order, players=wrong)
        assert held.refused(not_all).clauses == ("19.5", "19.5.4")
    assert "method" in held.refused(msgspec.structs.replace(in_order, method=" ")).reason
    held.do(in_order)
    seats = {each.name: each.seat for each in held.tournament.entrants.values()}
    assert seats == {"C": ("Table 1", 1), "A": ("Table 2", 1), "B": ("Table 1", 2)}
    assert "have been drawn" in held.refused(in_order).reason
    held.start()
    held.replayed()


@pytest.mark.clause("06:20.7", "18:19.7", "bac:15.7", "uth:16.8")
@pytest.mark.parametrize("instrument", INSTRUMENTS[:4])
def test_elsewhere_seats_are_allocated_by_ballot_alone(instrument: str) -> None:
    held = opened(instrument)
    held.enter("A", "B")
    held.close()
    otherwise = AllocateSeats(method="in the order of entry", players=("A", "B"))
    assert held.refused(otherwise).clauses == law_of(instrument).ballot.clauses


@pytest.mark.clause("06:20.9", "18:19.9", "bac:15.9", "uth:16.10")
@pytest.mark.parametrize("instrument", INSTRUMENTS[:4])
def test_who_is_not_there_in_time_has_lost_the_position_and_the_fee(instrument: str) -> None:
    held = seated(instrument)
    held.now = SEVEN + 5 * MINUTE
    held.do(StartSession())
    forfeited = [f for f in held.tournament.facts if isinstance(f, PositionForfeited)]
    assert [f.player for f in forfeited] == ["C"]
    assert held.tournament.entrants["C"].status is Status.FORFEITED
    assert held.tournament.pool.fees == 300_00  # it stays in the pool
    assert held.refused(TakeSeat(player="C"), DEALER).clauses


@pytest.mark.clause("06:20.9")
def test_20_9_in_2006_a_seat_is_lost_when_play_begins_not_at_the_published_time() -> None:
    held = seated(ACT_2006)
    held.now = SEVEN + 2 * MINUTE
    assert "play begins" in held.refused(CallLate()).reason
    held.sit("C")
    held.now = SEVEN + 5 * MINUTE
    held.do(StartSession())
    assert len(held.tournament.still_in()) == 3


@pytest.mark.clause("18:19.9", "bac:15.9", "uth:16.10")
@pytest.mark.parametrize("instrument", [ACT_2018, BACCARAT, HOLDEM])
def test_elsewhere_it_is_lost_at_the_specified_time_to_the_moment(instrument: str) -> None:
    held = seated(instrument)
    held.now = SEVEN - 1
    assert "has not come" in held.refused(CallLate()).reason
    assert held.tournament.check(TakeSeat(player="C"), DEALER, SEVEN - 1) is None
    held.now = SEVEN
    assert held.refused(TakeSeat(player="C"), DEALER).clauses == law_of(instrument).late.clauses
    held.do(CallLate())
    assert held.tournament.entrants["C"].status is Status.FORFEITED


@pytest.mark.clause("18:19.7", "bac:15.7", "nsw:19.5.3")
@pytest.mark.parametrize("instrument", [ACT_2018, BACCARAT, CHALLENGE])
def test_the_start_is_moved_with_notice(instrument: str) -> None:
    held = seated(instrument)
    later = MoveStart(starts=SEVEN + 30 * MINUTE, notice="announced at 18:30 in the room")
    assert "told before" in held.refused(MoveStart(starts=SEVEN + MINUTE, notice="")).reason
    assert "not to come" in held.refused(MoveStart(starts=held.now, notice="x")).reason
    held.do(later)
    (moved,) = [f for f in held.tournament.facts if isinstance(f, StartMoved)]
    assert (moved.was, moved.starts) == (SEVEN, SEVEN + 30 * MINUTE)
    held.now = SEVEN + 10 * MINUTE
    held.sit("C")


@pytest.mark.parametrize(("instrument", "clause"), [(ACT_2006, "20.9"), (HOLDEM, "16.10")])
def test_2006_and_holdem_move_no_start(instrument: str, clause: str) -> None:
    held = seated(instrument)
    refusal = held.refused(MoveStart(starts=SEVEN + MINUTE, notice="told"))
    assert refusal.clauses == (clause,)


def test_nobody_can_be_started_without_before_the_published_time() -> None:
    held = seated(ACT_2018)
    held.now = SEVEN - MINUTE
    assert "until the published time" in held.refused(StartSession()).reason
    held.sit("C")
    held.do(StartSession())


def test_a_seat_is_taken_once_and_by_who_has_one() -> None:
    held = opened(ACT_2018)
    held.enter("A", "B")
    held.close()
    assert "no seat yet" in held.refused(TakeSeat(player="A"), DEALER).reason
    assert "not been drawn" in held.refused(StartSession()).reason
    held.draw()
    held.sit("A")
    assert "sits already" in held.refused(TakeSeat(player="A"), DEALER).reason
    assert "no entry" in held.refused(TakeSeat(player="Z"), DEALER).reason


# --- balancing and breaking


@pytest.mark.clause("uth:16.9")
def test_16_9_tables_are_broken_as_the_field_shrinks() -> None:
    held = opened(HOLDEM)
    held.do(SetTableSize(players=6))
    held.seat(*NAMES[:8])
    tables = list(held.tournament.session.tables)
    assert len(tables) == 2
    breaking = BreakTable(table=tables[1], secret=held.commit())
    assert "no room" in held.refused(breaking).reason
    there = held.tournament.at_table(tables[1])
    held.round({e.name: 0 if n < 2 else 1000 for n, e in enumerate(there)}, tables[1])
    held.do(breaking)
    assert list(held.tournament.session.tables) == [tables[0]]
    at = held.tournament.at_table(tables[0])
    assert len(at) == 6
    assert len({e.seat for e in at}) == 6


@pytest.mark.clause("uth:16.9")
def test_16_9_a_player_is_moved_to_a_free_seat_only() -> None:
    held = opened(HOLDEM)
    held.do(SetTableSize(players=3))
    held.seat(*NAMES[:5])
    table, other = held.tournament.session.tables
    mover = held.tournament.at_table(table)[0].name
    assert "not free" in held.refused(MovePlayer(player=mover, table=other, box=1)).reason
    assert "not free" in held.refused(MovePlayer(player=mover, table=other, box=9)).reason
    held.do(MovePlayer(player=mover, table=other, box=3))
    assert held.tournament.entrants[mover].seat == (other, 3)
    allocated = [f for f in held.tournament.facts if isinstance(f, SeatAllocated)]
    assert allocated[-1].player == mover


@pytest.mark.parametrize("instrument", [ACT_2006, ACT_2018, BACCARAT, CHALLENGE])
def test_elsewhere_a_player_stays_where_the_ballot_put_them(instrument: str) -> None:
    held = opened(instrument)
    held.do(SetTableSize(players=3))
    held.seat(*NAMES[:5])
    position = law_of(instrument).position
    move = MovePlayer(player="p000", table="Table 1", box=3)
    assert held.refused(move).clauses == position
    breaking = BreakTable(table="Table 1", secret=held.commit())
    assert held.refused(breaking).clauses == position


def test_a_power_that_was_used_is_recorded() -> None:
    held = opened(ACT_2018)
    held.do(SetTableSize(players=5))
    (power,) = [f for f in held.tournament.facts if isinstance(f, Exercised)]
    assert (power.power, power.subject, power.clauses) == ("table size", "5", ("19.8",))


# --- reserves and seats that are another's, or no more


def late(held: Held) -> str:
    """Somebody of the table with the fewest has not sat down when play begins; R is a reserve."""
    held.enter(*"ABCDE")
    held.do(AddReserve(player="R"))
    held.close()
    held.draw()
    tournament = held.tournament
    few = min(tournament.session.tables, key=lambda table: len(tournament.at_table(table)))
    missing = tournament.at_table(few)[0].name
    held.sit(*(set("ABCDE") - {missing}))
    held.now = SEVEN
    held.do(StartSession())
    return missing


@pytest.mark.clause("uth:16.9")
def test_16_9_nobody_is_moved_to_or_from_a_table_at_which_the_session_is_over() -> None:
    held = opened(HOLDEM, sessions=[{"name": "final", "rounds": 2, "seats": 5}])
    held.seat(*NAMES[:6])
    done, other = held.tournament.session.tables
    for _ in range(2):
        held.round({each.name: 1000 for each in held.tournament.at_table(done)}, done)
    through, playing = (held.tournament.at_table(table)[0].name for table in (done, other))
    assert "over at" in held.refused(MovePlayer(player=playing, table=done, box=5)).reason
    assert "over at" in held.refused(MovePlayer(player=through, table=other, box=5)).reason
    secret = held.commit()
    assert "over at" in held.refused(BreakTable(table=done, secret=secret)).reason
    assert "no room" in held.refused(BreakTable(table=other, secret=secret)).reason


@pytest.mark.clause("uth:16.9", "uth:16.11")
def test_16_11_a_reserve_has_no_seat_that_was_given_to_somebody_else() -> None:
    sessions = [{"name": "final", "rounds": 2, "seats": 3}]
    held = opened(HOLDEM, sessions=sessions, wagering={"balancing": "evenly"})
    missing = late(held)
    seat = held.tournament.entrants[missing].seat
    assert seat is not None
    tournament = held.tournament
    (moved, *_), *_ = (tournament.at_table(t) for t in tournament.session.tables if t != seat[0])
    held.do(MovePlayer(player=moved.name, table=seat[0], box=seat[1]))
    reserve = SeatReserve(player="R", instead_of=missing, paid=100_00)
    assert "is not free" in held.refused(reserve).reason


@pytest.mark.clause("uth:16.9", "uth:16.11")
def test_16_11_a_reserve_has_no_seat_at_a_table_that_was_broken() -> None:
    sessions = [{"name": "final", "rounds": 5, "seats": 3}]
    held = opened(HOLDEM, sessions=sessions, wagering={"balancing": "evenly"})
    missing = late(held)
    seat = held.tournament.entrants[missing].seat
    assert seat is not None
    (other,) = (table for table in held.tournament.session.tables if table != seat[0])
    one, *rest = (each.name for each in held.tournament.at_table(other))
    held.round({one: 0, **dict.fromkeys(rest, 1000)}, other)
    held.do(BreakTable(table=seat[0], secret=held.commit()))
    reserve = SeatReserve(player="R", instead_of=missing, paid=100_00)
    assert "is not free" in held.refused(reserve).reason


@pytest.mark.clause("uth:16.11")
def test_16_11_a_reserve_has_no_seat_when_the_session_of_whom_they_replace_is_over() -> None:
    sessions = [
        {"name": "heat", "rounds": 1, "advance_in_all": 2, "seats": 5},
        {"name": "final", "rounds": 2, "seats": 5},
    ]
    held = opened(HOLDEM, sessions=sessions, progression="the first two", session_ties="share")
    missing = late(held)
    chips = {each.name: each.chips for each in held.tournament.still_in()}
    held.round({name: 500 + 500 * n for n, name in enumerate(chips)})
    held.end()
    reserve = SeatReserve(player="R", instead_of=missing, paid=100_00)
    assert held.refused(reserve).clauses == ("16.11",)
    held.do(StartSession())
    assert held.refused(reserve).clauses == ("16.11",)
