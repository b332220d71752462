"""Entries, fees, reserves, substitutes, withdrawals, and the ballot for seats."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

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
    OPERATOR,
    SEVEN,
    Held,
    opened,
    player,
)

from croupier.table.facts import Exercised
from croupier.tournament import ballot, law_of
from croupier.tournament.acts.awarding import CancelTournament
from croupier.tournament.acts.coming_back import BuyBack
from croupier.tournament.acts.entries import (
    AddReserve,
    CloseEntries,
    RefuseEntry,
    RequireAgreement,
    SeatReserve,
    Substitute,
    Withdraw,
)
from croupier.tournament.acts.seating import (
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
from croupier.tournament.conditions import moment
from croupier.tournament.facts import (
    BallotDrawn,
    MoneyRefunded,
    PositionForfeited,
    SeatAllocated,
    StartMoved,
)
from croupier.tournament.state import Phase, Status

NAMES = [f"p{n:03}" for n in range(500)]


# --- one entry


@pytest.mark.clause("06:20.6", "18:19.6", "bac:15.6", "uth:16.6", "nsw:19.1.1:tournament")
@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_a_player_enters_once(instrument: str) -> None:
    held = opened(instrument)
    held.enter("A")
    refusal = held.refused(held.entry("A"))
    assert refusal.clauses == law_of(instrument).one_entry
    assert held.tournament.pool.fees == 100_00


@pytest.mark.clause(
    "06:20.23", "18:19.20", "bac:15.22", "uth:16.21", "nsw:19.3", "nsw:19.3.1", "nsw:19.3.2"
)
@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_the_fee_is_paid_as_it_was_published(instrument: str) -> None:
    held = opened(instrument)
    for paid in (0, 99_99, 100_01):
        assert held.refused(held.entry("A", paid=paid)).clauses == law_of(instrument).fee
    held.enter("A", "B")
    held.do(CloseEntries())
    assert held.tournament.pool.total == 200_00
    assert "seating" in held.refused(held.entry("C")).reason


@pytest.mark.clause("18:19.5", "bac:15.5", "uth:16.5", "nsw:19.4.3")
@pytest.mark.parametrize("instrument", INSTRUMENTS[1:])
def test_players_may_have_to_agree_in_writing(instrument: str) -> None:
    held = opened(instrument)
    held.enter("A")
    held.do(RequireAgreement())
    assert held.refused(held.entry("B")).clauses == law_of(instrument).agreement
    held.do(held.entry("B", agreed=True))


def test_2006_lets_nobody_require_an_agreement() -> None:
    assert opened(ACT_2006).refused(RequireAgreement()).clauses == ("20.1",)


@pytest.mark.clause("nsw:19.4.1")
def test_19_4_1_every_player_is_given_a_copy_of_the_conditions() -> None:
    held = opened(CHALLENGE)
    assert held.refused(held.entry("A", copy_given=False)).clauses == ("19.4.1",)


def test_who_is_not_eligible_does_not_enter() -> None:
    held = opened(ACT_2018)
    assert held.refused(held.entry("A", eligible=False)).clauses == ("19.3(a)(i)",)
    held = opened(CHALLENGE)
    assert "19.4.2(h)(i)" in held.refused(held.entry("A", eligible=False)).clauses


@pytest.mark.clause("nsw:19.4.2(h)(ii)")
def test_19_4_2_h_an_application_is_refused_where_the_right_was_reserved() -> None:
    held = opened(CHALLENGE)
    assert held.refused(RefuseEntry(player="A", reason="x")).clauses == ("19.4.2(h)(ii)",)
    reserved = {"entitled_only": True, "reserves_refusal": True, "may_refuse": True}
    held = opened(CHALLENGE, eligibility=reserved)
    assert "say why" in held.refused(RefuseEntry(player="A", reason="")).reason
    held.do(RefuseEntry(player="A", reason="a member of staff"))
    assert held.tournament.payments == []
    held.enter("B")
    held.refused(RefuseEntry(player="B", reason="x"))


@pytest.mark.clause("18:19.3(a)(v)")
def test_there_are_no_more_players_than_the_most_and_no_fewer_than_the_least() -> None:
    held = opened(ACT_2018, minimum_players=2, maximum_players=3)
    held.enter("A")
    assert "it takes 2" in held.refused(CloseEntries()).reason
    held.enter("B", "C")
    assert held.refused(held.entry("D")).clauses == ("19.3(a)(v)",)


def test_a_sit_and_go_begins_when_enough_have_come() -> None:
    held = opened(HOLDEM, sit_and_go={"players": 6, "allocation": "as they come"})
    held.enter(*"ABCDE")
    assert "it takes 6" in held.refused(CloseEntries()).reason
    held.enter("F")
    held.close()
    held.draw()
    held.now = SEVEN + 60 * MINUTE  # no time was specified, so nobody is late
    held.start()
    assert len(held.tournament.still_in()) == 6


# --- withdrawing


@pytest.mark.clause("nsw:19.3.2", "nsw:19.4.2(i)")
def test_19_3_2_a_fee_goes_back_only_within_the_time_for_withdrawing() -> None:
    held = opened(CHALLENGE)
    held.enter("A", "B", "C")
    held.now = moment("2027-01-15T19:00:00+11:00")
    held.do(Withdraw(player="A"))
    assert held.tournament.pool.total == 200_00
    held.now += 1
    held.do(Withdraw(player="B"))
    assert held.tournament.pool.total == 200_00  # it stays
    refunds = [f for f in held.tournament.facts if isinstance(f, MoneyRefunded)]
    assert [(f.player, f.amount) for f in refunds] == [("A", 100_00)]
    assert "no entry" in held.refused(Withdraw(player="A")).reason


@pytest.mark.clause("06:20.24", "18:19.21", "bac:15.23", "uth:16.23")
@pytest.mark.parametrize("instrument", INSTRUMENTS[:4])
def test_fees_are_not_refunded_to_who_withdraws(instrument: str) -> None:
    held = opened(instrument)
    held.enter("A", "B")
    held.do(Withdraw(player="A"))
    assert held.tournament.pool.fees == 200_00


@pytest.mark.clause("06:20.24", "18:19.21", "bac:15.23", "uth:16.24", "nsw:19.3.4")
@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_a_tournament_that_is_called_off_gives_everything_back(instrument: str) -> None:
    held = opened(instrument)
    held.enter("A", "B", "C")
    assert "say why" in held.refused(CancelTournament(reason=""), OPERATOR).reason
    held.do(CancelTournament(reason="a flood"), OPERATOR)
    refunds = [f for f in held.tournament.facts if isinstance(f, MoneyRefunded)]
    assert {f.player: f.amount for f in refunds} == {"A": 100_00, "B": 100_00, "C": 100_00}
    assert held.tournament.phase is Phase.CANCELLED
    held.refused(CancelTournament(reason="again"), OPERATOR)
    held.refused(held.entry("D"))


@pytest.mark.clause("nsw:19.3.3", "nsw:19.3.4")
def test_19_3_3_a_guarantee_may_depend_on_a_number_of_entries() -> None:
    promised = {"pool": 5000_00, "from_entries": 3, "may_cancel": True}
    held = opened(CHALLENGE, guarantee=promised)
    held.enter("A", "B")
    assert held.tournament.pool.total == 200_00
    held.enter("C")
    assert held.tournament.pool.total == 5000_00
    assert held.tournament.pool.guaranteed == 4700_00
    held.do(CancelTournament(reason="too few"), OPERATOR)
    assert held.tournament.pool.fees == 0


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


def seated(instrument: str, **changes: Any) -> Held:
    """Three players with seats, of whom A and B sit; C does not."""
    held = opened(instrument, **changes)
    held.enter("A", "B", "C")
    held.do(AddReserve(player="R"))
    held.close()
    held.draw()
    held.sit("A", "B")
    return held


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


# --- reserves and substitutes


@pytest.mark.clause("06:20.10", "18:19.10", "bac:15.10", "uth:16.11")
@pytest.mark.parametrize("instrument", INSTRUMENTS[:4])
def test_a_reserve_has_the_seat_of_a_no_show_on_paying_the_fee(instrument: str) -> None:
    held = seated(instrument)
    sit = SeatReserve(player="R", instead_of="C", paid=100_00)
    assert held.refused(sit).clauses == law_of(instrument).reserve.clauses  # C may still come
    seat = held.tournament.entrants["C"].seat
    held.now = SEVEN + MINUTE
    held.do(StartSession())
    assert "fee" in held.refused(SeatReserve(player="R", instead_of="C", paid=0)).reason
    assert "reserve" in held.refused(SeatReserve(player="Z", instead_of="C", paid=100_00)).reason
    held.do(sit)
    entrant = held.tournament.entrants["R"]
    assert (entrant.seat, entrant.chips) == (seat, 1000_00)
    assert held.tournament.pool.fees == 400_00
    held.refused(SeatReserve(player="R", instead_of="C", paid=100_00))


def test_a_seat_is_not_offered_once_a_round_was_played() -> None:
    held = seated(ACT_2018)
    held.now = SEVEN
    held.do(StartSession())
    held.round({"A": 1000, "B": 1000})
    sit = SeatReserve(player="R", instead_of="C", paid=100_00)
    assert "first session any more" in held.refused(sit).reason


@pytest.mark.clause("06:20.11", "18:19.11", "bac:15.11", "uth:16.12")
@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_a_substitute_plays_on_by_the_directors_leave(instrument: str) -> None:
    held = seated(instrument)
    held.do(Substitute(player="S", instead_of="B", copy_given=True))
    assert held.tournament.entrants["S"].seat is not None
    assert held.tournament.entrants["B"].status is Status.REPLACED
    assert held.tournament.pool.fees == 300_00
    own = held.refused(Substitute(player="A", instead_of="S"))
    assert own.clauses == law_of(instrument).one_entry
    assert "no entry" in held.refused(Substitute(player="T", instead_of="B")).reason


@pytest.mark.clause("18:19.5", "bac:15.5", "uth:16.5", "nsw:19.4.3", "nsw:19.4.1")
def test_a_substitute_agrees_and_is_given_the_conditions_as_every_player_is() -> None:
    for instrument in INSTRUMENTS[1:]:
        held = opened(instrument)
        held.enter("A", "B")
        held.do(RequireAgreement())
        silent = Substitute(player="S", instead_of="B", copy_given=True)
        assert held.refused(silent).clauses == law_of(instrument).agreement
        held.do(msgspec.structs.replace(silent, agreed=True))
    without = Substitute(player="S", instead_of="B", agreed=True)
    held = opened(CHALLENGE)
    held.enter("A", "B")
    assert held.refused(without).clauses == ("19.4.1",)
    barred = Substitute(player="S", instead_of="B", copy_given=True, eligible=False)
    assert "19.4.2(h)(i)" in held.refused(barred).clauses


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


# --- what players do for themselves


def test_a_player_enters_comes_back_and_sits_down_alone_but_for_nobody_else() -> None:
    held = opened(
        ACT_2018,
        buy_back={"offered": True, "method": "at the desk", "cost": 50_00},
        minimum_players=1,
    )
    ana, bea = player("ana"), player("bea")
    held.do(held.entry("ana"), ana)
    held.do(held.entry("bea"), bea)
    assert "takes a tournament-director" in held.refused(held.entry("cleo"), ana).reason
    held.close()
    held.draw()
    assert "takes a dealer" in held.refused(TakeSeat(player="bea"), ana).reason
    held.do(TakeSeat(player="ana"), ana)
    held.do(TakeSeat(player="bea"), bea)
    held.start()
    held.round({"ana": 0, "bea": 1100})
    assert held.refused(BuyBack(player="ana", paid=50_00), bea)
    held.do(BuyBack(player="ana", paid=50_00), ana)
    assert held.tournament.entrants["ana"].status is Status.IN
    assert held.replayed().record.head == held.tournament.record.head


def test_where_entrants_are_selected_nobody_admits_themselves() -> None:
    held = opened(ACT_2018, eligibility={"entitled_only": True, "criteria": "members"})
    refusal = held.refused(held.entry("ana"), player("ana"))
    assert "director's desk" in refusal.reason
    assert refusal.clauses
    held.do(held.entry("ana"))
