"""Entries, fees, withdrawals, reserves and substitutes."""

from __future__ import annotations

import msgspec
import pytest
from tests.tournament.support import (
    ACT_2006,
    ACT_2018,
    CHALLENGE,
    HOLDEM,
    INSTRUMENTS,
    MINUTE,
    OPERATOR,
    SEVEN,
    Held,
    opened,
    player,
    seated,
)

from croupier.tournament import law_of
from croupier.tournament.acts.buy_backs import BuyBack
from croupier.tournament.acts.entries import (
    AddReserve,
    CloseEntries,
    RefuseEntry,
    RequireAgreement,
    SeatReserve,
    Substitute,
    Withdraw,
)
from croupier.tournament.acts.prizes import CancelTournament
from croupier.tournament.acts.seating import TakeSeat
from croupier.tournament.acts.sessions import StartSession
from croupier.tournament.conditions import moment
from croupier.tournament.facts import MoneyPaid, MoneyRefunded
from croupier.tournament.state import Status, TournamentPhase

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


@pytest.mark.parametrize(
    ("instrument", "clause"),
    [
        pytest.param(ACT_2006, "20.4(e)", marks=pytest.mark.clause("06:20.4(e)")),
        pytest.param(ACT_2018, "19.3(a)(v)", marks=pytest.mark.clause("18:19.3(a)(v)")),
        pytest.param(HOLDEM, "16.3(a)(v)", marks=pytest.mark.clause("uth:16.3(a)(v)")),
    ],
)
def test_there_are_no_more_players_than_the_most_and_no_fewer_than_the_least(
    instrument: str, clause: str
) -> None:
    held = opened(instrument, minimum_players=2, maximum_players=3)
    held.enter("A")
    assert "it takes 2" in held.refused(CloseEntries()).reason
    held.enter("B", "C")
    assert held.refused(held.entry("D")).clauses == (clause,)


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
    assert refunded(held) == [("A", 100_00)]
    assert "no entry" in held.refused(Withdraw(player="A")).reason


def refunded(held: Held) -> list[tuple[str, int]]:
    """Who has had how much back."""
    back = [f for f in held.tournament.facts if isinstance(f, MoneyRefunded)]
    return [(fact.player, fact.amount) for fact in back]


@pytest.mark.clause("nsw:19.1.1:tournament", "uth:16.6")
@pytest.mark.parametrize("instrument", [CHALLENGE, HOLDEM])
def test_who_withdrew_and_has_the_fee_back_may_enter_again(instrument: str) -> None:
    held = opened(instrument)
    held.enter("A", "B", "C")
    held.now = moment("2027-01-15T19:00:00+11:00")
    held.do(Withdraw(player="A"))
    held.enter("A", "D")
    assert "has entered already" in held.refused(held.entry("A")).reason
    numbers = {each.name: each.number for each in held.tournament.entrants.values()}
    assert numbers == {"B": 2, "C": 3, "A": 4, "D": 5}
    assert held.tournament.pool.total == 400_00
    held.now += 1
    held.do(Withdraw(player="B"))  # the fee stays, and with it the entry
    assert held.refused(held.entry("B")).clauses == law_of(instrument).one_entry
    held.close()
    held.draw()
    held.start()
    assert held.chips() == {"A": 1000, "B": 0, "C": 1000, "D": 1000}
    held.replayed()


@pytest.mark.clause("nsw:19.5.6.2")
def test_who_withdrew_and_comes_again_as_a_reserve_plays_once() -> None:
    held = opened(CHALLENGE)
    held.enter("A", "B", "C")
    held.close()
    held.draw()
    held.now = moment("2027-01-15T19:00:00+11:00")
    held.do(Withdraw(player="A"))
    held.do(AddReserve(player="A"))
    held.do(SeatReserve(player="A", instead_of="A", paid=100_00, copy_given=True))
    assert sorted(held.tournament.session.players) == ["A", "B", "C"]
    held.start()
    assert held.chips() == {"A": 1000, "B": 1000, "C": 1000}


@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_a_reserve_has_a_name(instrument: str) -> None:
    held = opened(instrument)
    assert held.refused(AddReserve(player=" ")).clauses == law_of(instrument).reserve.clauses


@pytest.mark.clause("06:20.24", "18:19.21", "bac:15.23", "uth:16.23")
@pytest.mark.parametrize("instrument", INSTRUMENTS[:4])
def test_fees_are_not_refunded_to_who_withdraws(instrument: str) -> None:
    until = {"withdraw_until": None} if instrument == HOLDEM else {}  # it could permit it
    held = opened(instrument, **until)
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
    assert held.tournament.phase is TournamentPhase.CANCELLED
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


@pytest.mark.clause(
    "06:20.11", "06:20.23", "18:19.11", "18:19.20", "bac:15.11", "bac:15.22", "uth:16.12",
    "uth:16.21", "uth:16.21(a)",
)  # fmt: skip
@pytest.mark.parametrize("instrument", INSTRUMENTS[:4])
def test_a_substitute_plays_on_by_the_directors_leave_and_pays_nothing(instrument: str) -> None:
    held = seated(instrument)
    held.do(Substitute(player="S", instead_of="B"))
    assert held.tournament.entrants["S"].seat is not None
    assert held.tournament.entrants["B"].status is Status.REPLACED
    assert held.tournament.pool.fees == 300_00
    assert [fact.player for fact in held.tournament.facts if isinstance(fact, MoneyPaid)] == [
        "A", "B", "C",
    ]  # fmt: skip
    own = held.refused(Substitute(player="A", instead_of="S"))
    assert own.clauses == law_of(instrument).one_entry
    assert "no entry" in held.refused(Substitute(player="T", instead_of="B")).reason
    twice = held.refused(Substitute(player="T", instead_of="S", paid=100_00))
    assert twice.clauses == law_of(instrument).substitute


@pytest.mark.clause("nsw:19.1.1:tournament", "nsw:19.3.2")
def test_19_1_1_in_challenge_a_substitute_has_paid_the_entry_fee() -> None:
    held = seated(CHALLENGE)
    instead = Substitute(player="S", instead_of="B", copy_given=True)
    assert held.refused(instead).clauses == ("19.1.1:tournament",)
    held.do(msgspec.structs.replace(instead, paid=100_00))
    assert held.tournament.pool.total == 400_00  # all entry fees are in it
    held.now = moment("2027-01-15T19:00:00+11:00")
    held.do(Withdraw(player="S"))
    assert refunded(held) == [("S", 100_00)]  # B's place was given up, and the fee stays
    held.do(CancelTournament(reason="a flood"), OPERATOR)
    assert sorted(refunded(held)) == [(name, 100_00) for name in "ABCS"]


@pytest.mark.clause("18:19.5", "bac:15.5", "uth:16.5", "nsw:19.4.3", "nsw:19.4.1")
def test_a_substitute_agrees_and_is_given_the_conditions_as_every_player_is() -> None:
    for instrument in INSTRUMENTS[1:]:
        held = opened(instrument)
        held.enter("A", "B")
        held.do(RequireAgreement())
        due = 100_00 if instrument == CHALLENGE else 0
        silent = Substitute(player="S", instead_of="B", copy_given=True, paid=due)
        assert held.refused(silent).clauses == law_of(instrument).agreement
        held.do(msgspec.structs.replace(silent, agreed=True))
    without = Substitute(player="S", instead_of="B", agreed=True, paid=100_00)
    held = opened(CHALLENGE)
    held.enter("A", "B")
    assert held.refused(without).clauses == ("19.4.1",)
    barred = msgspec.structs.replace(without, copy_given=True, eligible=False)
    assert "19.4.2(h)(i)" in held.refused(barred).clauses


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
