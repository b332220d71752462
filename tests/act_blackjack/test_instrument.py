"""The instrument itself: its name, from when it is in force, and what it approved and ended."""

from __future__ import annotations

from typing import Any

import pytest
from tests.act_blackjack.table_support import APPROVED_IN_2006, moment, stays_shut
from tests.table_support import ACT_2006, ACT_2018, At

from croupier.game_rules import table_for
from croupier.rulebook.instruments import fingerprint, instruments, load
from croupier.table.facts import Opened

NAMES = {
    ACT_2006: ("Casino Control (Blackjack) Approval 2006 (No 1)", "NI2006-147"),
    ACT_2018: ("Casino Control (Blackjack) Approval 2018 (No 1)", "NI2018-568"),
}
PAPERS_OF_2006: dict[str, Any] = {"layout": APPROVED_IN_2006, "shoe": APPROVED_IN_2006}


@pytest.mark.clause("I:1")
def test_I_1_a_table_is_opened_under_an_instrument_by_name(instrument: str) -> None:
    at = At(instrument)
    at.open()
    book = load(at.table.record.header.instrument)
    assert (book.title, book.number) == NAMES[instrument]
    assert "I:1" in at.last(Opened).clauses


@pytest.mark.clause("06:I:2")
def test_06_I_2_no_table_opens_before_1_may_2006() -> None:
    at = At(ACT_2006, at=moment("2006-04-30 23:59"))
    assert stays_shut(at, **PAPERS_OF_2006).clauses == ("I:2",)
    at.now = moment("2006-05-01 00:00")
    at.open(**PAPERS_OF_2006)
    assert "I:2" in at.last(Opened).clauses


@pytest.mark.clause("06:I:2")
def test_06_I_2_nobody_can_name_an_earlier_day() -> None:
    at = At(ACT_2006, at=moment("2006-04-20 12:00"))
    assert stays_shut(at, **PAPERS_OF_2006, commences="2006-04-15").clauses == ("I:2",)


@pytest.mark.clause("18:I:2")
@pytest.mark.parametrize("named", [None, "", "the day after notification", "18 October 2018"])
def test_18_I_2_the_day_is_named_by_the_operator_and_never_worked_out(named: str | None) -> None:
    """The text has a date of signature and none of notification."""
    assert load(ACT_2018).commences is None
    assert stays_shut(At(ACT_2018), commences=named).clauses == ("I:2",)


@pytest.mark.clause("18:I:2")
def test_18_I_2_the_day_comes_after_the_signature() -> None:
    """What is notified has been signed, and what commences has been notified the day before."""
    at = At(ACT_2018)
    for too_early in ("2006-05-01", "2018-10-16", "2018-10-17"):
        assert stays_shut(at, commences=too_early).clauses == ("I:2",)
    at.open(commences="2018-10-18")


@pytest.mark.clause("18:I:2")
def test_18_I_2_no_table_opens_before_the_day_that_was_named() -> None:
    at = At(ACT_2018, at=moment("2019-05-31 12:00"))
    assert stays_shut(at, commences="2019-06-01").clauses == ("I:2",)
    at.now = moment("2019-06-01 12:00")
    at.open(commences="2019-06-01")


@pytest.mark.clause("06:I:3", "18:I:4")
def test_I_3_and_4_what_was_approved_is_the_schedule_as_signed(instrument: str) -> None:
    """The record of a table holds the very rulebook that it was opened under."""
    signed = {ACT_2006: "2006-04-10", ACT_2018: "2018-10-17"}
    approval = {ACT_2006: "I:3", ACT_2018: "I:4"}
    at = At(instrument)
    at.open()
    assert load(instrument).signed == signed[instrument]
    assert at.table.record.header.rulebook == fingerprint(instrument)
    assert approval[instrument] in at.last(Opened).clauses


@pytest.mark.clause("18:I:3")
def test_18_I_3_nothing_is_played_under_the_instrument_it_revoked() -> None:
    """There were rules between 2006 and 2018, and nobody guesses them from these two."""
    at = At(ACT_2018)
    at.open()
    assert "I:3" in at.last(Opened).clauses
    assert "NI2017-244" in load(ACT_2018).clause("I:3").says
    assert "NI2017-244" not in {load(name).number for name in instruments()}
    with pytest.raises(LookupError, match="there is no instrument act-blackjack-2017"):
        table_for("act-blackjack-2017", {"decks": 6})
