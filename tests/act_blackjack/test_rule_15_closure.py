"""Rule 15: the hours of gaming, and closing a table within them."""

from __future__ import annotations

import pytest
from tests.act_blackjack.table_support import moment, stays_shut
from tests.table_support import DEALER, OPERATOR, SUPERVISOR, At, open_table

from croupier.table.acts.betting import NoMoreBets
from croupier.table.acts.closing import AnnounceClosure, CloseTable, SetHours
from croupier.table.facts import Exercised, Notified, TableClosed

NOON, MIDNIGHT = moment("2027-01-15 12:00"), moment("2027-01-16 00:00")
HOURS = SetHours(opens=NOON, closes=MIDNIGHT)
MINUTE = 60_000


def with_hours(instrument: str) -> At:
    """A table that opened on the stroke of noon and may stay open until midnight."""
    at = open_table(instrument, at=NOON)
    at.do(HOURS, OPERATOR)
    return at


# --- 15.1: the hours of gaming


@pytest.mark.clause("15.1")
def test_15_1_a_table_opens_only_within_the_hours_of_gaming(instrument: str) -> None:
    at = At(instrument, at=NOON - MINUTE)
    at.do(HOURS, OPERATOR)
    assert "15.1" in at.last(Exercised).clauses
    assert stays_shut(at).clauses == ("15.1",)
    at.now = MIDNIGHT
    assert stays_shut(at).clauses == ("15.1",)
    at.now = NOON
    at.open()


@pytest.mark.clause("15.1")
def test_15_1_no_round_begins_after_them(instrument: str) -> None:
    at = with_hours(instrument)
    at.bet("P", 1, 10)
    at.now = MIDNIGHT
    assert at.refused(NoMoreBets(), DEALER).clauses == ("15.1",)
    at.now = MIDNIGHT - 1
    at.no_more_bets()


@pytest.mark.clause("15.1")
def test_15_1_a_round_that_has_begun_is_played_to_its_end(instrument: str) -> None:
    at = with_hours(instrument)
    at.now = MIDNIGHT - MINUTE
    at.bet("P", 1, 10)
    at.deal("10S 7D")
    at.now = MIDNIGHT + MINUTE
    at.deal("9H")
    at.stand(1)
    assert at.settle("10D") == {"P": 10}
    at.bet("P", 1, 10)
    assert at.refused(NoMoreBets(), DEALER).clauses == ("15.1",)


@pytest.mark.clause("15.1")
def test_15_1_when_they_are_over_a_table_closes_without_further_notice(instrument: str) -> None:
    at = with_hours(instrument)
    at.now = MIDNIGHT - MINUTE
    assert at.refused(CloseTable(), SUPERVISOR).clauses == ("15.2",)
    at.now = MIDNIGHT
    at.do(CloseTable(), SUPERVISOR)
    assert at.last(TableClosed).clauses == ("15.1",)
    assert stays_shut(at).clauses == ("15.1",)


@pytest.mark.clause("15.1")
@pytest.mark.parametrize("closes", [NOON, NOON - 1])
def test_15_1_hours_end_after_they_begin(instrument: str, closes: int) -> None:
    at = At(instrument)
    assert at.refused(SetHours(opens=NOON, closes=closes), OPERATOR).clauses == ("15.1",)
    at.do(SetHours(opens=NOON, closes=NOON + 1), OPERATOR)


@pytest.mark.clause("15.1", "A:Casino Operator")
def test_15_1_they_are_not_for_the_staff_of_a_table_to_set(instrument: str) -> None:
    at = At(instrument)
    for staff in (DEALER, SUPERVISOR):
        assert at.refused(HOURS, staff).clauses == ("A:Casino Operator",)
    at.do(HOURS, OPERATOR)


# --- 15.2: closing before the close of gaming


@pytest.mark.clause("15.2")
def test_15_2_a_table_closes_once_its_players_have_been_told(instrument: str) -> None:
    at = open_table(instrument)
    assert at.refused(CloseTable(), SUPERVISOR).clauses == ("15.2",)
    at.do(AnnounceClosure(rounds=0), SUPERVISOR)
    assert (at.last(Notified).to, at.last(Notified).clauses) == ("players", ("15.2",))
    at.do(CloseTable(), SUPERVISOR)
    assert at.last(TableClosed).clauses == ("15.2",)
    assert at.no_bet("P", 1, 10).clauses == ("1.1",)


@pytest.mark.clause("15.2")
def test_15_2_the_rounds_that_were_announced_are_played(instrument: str) -> None:
    at = open_table(instrument)
    at.do(AnnounceClosure(rounds=2), SUPERVISOR)
    for _ in range(2):
        assert at.refused(CloseTable(), SUPERVISOR).clauses == ("15.2",)
        at.play()
    at.bet("P", 1, 10)
    assert at.refused(NoMoreBets(), DEALER).clauses == ("15.2",), "they are the last"
    at.bet("P", 1, 0)
    at.do(CloseTable(), SUPERVISOR)


@pytest.mark.clause("15.2")
def test_15_2_a_round_under_way_comes_before_those_announced(instrument: str) -> None:
    at = open_table(instrument)
    at.bet("P", 1, 10)
    at.deal("10S 7D 9H")
    at.do(AnnounceClosure(rounds=1), SUPERVISOR)
    at.stand(1)
    at.settle("10D")
    assert at.refused(CloseTable(), SUPERVISOR).clauses == ("15.2",)
    at.play()
    at.do(CloseTable(), SUPERVISOR)


@pytest.mark.clause("15.2")
def test_15_2_no_table_closes_on_a_round_or_on_wagers(instrument: str) -> None:
    at = open_table(instrument)
    at.do(AnnounceClosure(rounds=1), SUPERVISOR)
    at.bet("P", 1, 10)
    at.deal("10S 7D 9H")
    at.do(AnnounceClosure(rounds=0), SUPERVISOR)
    assert at.refused(CloseTable(), SUPERVISOR).clauses == ("15.2",)
    at.stand(1)
    at.settle("10D")
    at.bet("P", 1, 10)
    assert at.refused(CloseTable(), SUPERVISOR).reason == "wagers lie in the boxes"
    at.bet("P", 1, 0)
    at.do(CloseTable(), SUPERVISOR)


@pytest.mark.clause("15.2")
def test_15_2_an_announcement_can_be_changed_by_another(instrument: str) -> None:
    at = open_table(instrument)
    assert at.refused(AnnounceClosure(rounds=-1), SUPERVISOR).clauses == ("15.2",)
    at.do(AnnounceClosure(rounds=0), SUPERVISOR)
    at.do(AnnounceClosure(rounds=1), SUPERVISOR)
    assert at.refused(CloseTable(), SUPERVISOR).clauses == ("15.2",)
    at.play()
    at.do(CloseTable(), SUPERVISOR)


@pytest.mark.clause("15.2")
def test_15_2_a_table_that_opens_again_closes_only_on_a_new_notice(instrument: str) -> None:
    at = open_table(instrument)
    at.do(AnnounceClosure(rounds=0), SUPERVISOR)
    at.do(CloseTable(), SUPERVISOR)
    at.open()
    assert at.refused(CloseTable(), SUPERVISOR).clauses == ("15.2",)


@pytest.mark.clause("15.2", "A:Casino Supervisor")
def test_15_2_it_is_not_the_dealer_who_closes_it(instrument: str) -> None:
    at = open_table(instrument)
    for command in (AnnounceClosure(rounds=0), CloseTable()):
        assert at.refused(command, DEALER).clauses == ("A:Casino Supervisor",)
        at.do(command, SUPERVISOR)
