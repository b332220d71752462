"""The life of an instrument: when it is in force, and what becomes of open tables after it."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest
from tests.table_support import APPROVAL, DEALER, SUPERVISOR, At, open_table

from croupier.game_rules.instrument_succession import closing_due
from croupier.rulebook.amendments import amended
from croupier.rulebook.instrument_life import (
    InstrumentStanding,
    OpenTables,
    notice,
    open_tables,
    standing,
)
from croupier.rulebook.instruments import instruments, load
from croupier.rulebook.wording import dates
from croupier.table.acts.betting import NoMoreBets
from croupier.table.acts.closing import AnnounceClosure, CloseTable
from croupier.table.acts.opening import CANBERRA, OpenTable
from croupier.table.table import Phase
from croupier.table_replay import replay

if TYPE_CHECKING:
    from croupier.rulebook.instruments import Instrument

OLD, NEW = "act-blackjack-2006", "act-blackjack-2018"
FIRST_DAY = date(2027, 3, 1)


@pytest.mark.parametrize(
    ("instrument", "day", "stands"),
    [
        (OLD, date(2006, 4, 30), InstrumentStanding.NOT_YET),
        (OLD, date(2006, 5, 1), InstrumentStanding.IN_FORCE),
        (OLD, date(2017, 5, 17), InstrumentStanding.IN_FORCE),
        (OLD, date(2017, 5, 18), InstrumentStanding.OVER),
        (NEW, date(2018, 10, 17), InstrumentStanding.NOT_YET),
        (NEW, date(2018, 10, 18), InstrumentStanding.UNKNOWN),
        (NEW, date(2026, 1, 1), InstrumentStanding.UNKNOWN),
        ("nsw-blackjack-challenge", date(2026, 1, 1), InstrumentStanding.UNKNOWN),
    ],
)
def test_what_an_instrument_is_on_a_day(
    instrument: str, day: date, stands: InstrumentStanding
) -> None:
    assert standing(load(instrument), day) is stands


def test_the_first_day_can_be_stated_where_the_text_does_not_give_it() -> None:
    stated = date(2018, 10, 20)
    assert standing(load(NEW), date(2018, 10, 19), stated) is InstrumentStanding.NOT_YET
    assert standing(load(NEW), stated, stated) is InstrumentStanding.IN_FORCE


@pytest.mark.parametrize("instrument", instruments())
def test_clauses_of_its_life_are_its_own(instrument: str) -> None:
    book = load(instrument)
    for revoked in book.life.revokes:
        assert book.cite(*revoked.clauses)
        assert revoked.number in book.clause("I:3").says
        assert date.fromisoformat(revoked.notified) < date.fromisoformat(book.signed or "")


def test_its_life_is_told() -> None:
    assert "no longer in force. Other rules took their place" in dates(load(OLD))
    assert "It revokes NI2017-244, notified 18 May 2017" in dates(load(NEW))


def test_whoever_opens_a_table_is_told_that_the_rules_are_over_or_not_begun() -> None:
    assert "is no longer in force. Other rules" in (notice(load(OLD), date(2026, 1, 1)) or "")
    assert "not yet in force on 2006-04-01" in (notice(load(OLD), date(2006, 4, 1)) or "")
    assert notice(load(OLD), date(2007, 1, 1)) is None
    assert notice(load(NEW), date(2026, 1, 1)) is None  # its first day has to be stated anyway


@pytest.mark.parametrize(
    ("says", "becomes"),
    [
        (None, OpenTables.CLOSE),
        ("play-on", OpenTables.PLAY_ON),
        ("close", OpenTables.CLOSE),
    ],
)
def test_open_tables_do_from_the_first_day_what_the_new_instrument_says(
    says: str | None, becomes: OpenTables
) -> None:
    change = {"rule": "most_hands", "clauses": ["10.3"], "value": 3}
    fields = {"amends": NEW, "id": "three-hands", "title": "Three hands", "change": [change]}
    new = amended({**fields, "commences": FIRST_DAY, **({"open_tables": says} if says else {})})
    assert new.commences == FIRST_DAY.isoformat()
    assert open_tables(new, load(NEW), FIRST_DAY - timedelta(days=1)) is None
    assert open_tables(new, load(NEW), FIRST_DAY) is becomes
    assert open_tables(new, load(OLD), FIRST_DAY) is None  # it leaves other rules alone
    assert "In its place from 1 March 2027" in dates(new)


def three_hands(basis: str, clause: str, **fields: Any) -> Instrument:
    change = {"rule": "most_hands", "clauses": [clause], "value": 2}
    given = {"amends": basis, "id": "fewer-hands", "title": "Fewer hands", "change": [change]}
    return amended({**given, "commences": FIRST_DAY, **fields})


FIRST_MOMENT = int(datetime(2027, 3, 1, tzinfo=CANBERRA).timestamp()) * 1000


def test_a_table_that_is_open_on_the_day_finishes_its_round_and_closes() -> None:
    new, at = three_hands(NEW, "10.3"), open_table(NEW)
    at.bet("P", 1, 20)
    at.deal("10S 9H 6D")
    assert closing_due(at.table, new, at.now) is None
    at.now = FIRST_MOMENT
    told = closing_due(at.table, new, at.now)
    assert told == AnnounceClosure(rounds=0, reason=f"{new.title} takes effect")
    at.do(told, SUPERVISOR)
    assert closing_due(at.table, new, at.now) is None  # the round is played to its end
    at.stand(1)
    assert at.settle("8C") == {"P": -20}
    close = closing_due(at.table, new, at.now)
    assert close == CloseTable()
    at.do(close, SUPERVISOR)
    assert at.table.phase is Phase.CLOSED
    assert closing_due(at.table, new, at.now) is None
    assert replay(at.table.record.lines).same


def test_no_round_begins_under_the_old_rules_once_the_players_were_told() -> None:
    new, at = three_hands(NEW, "10.3"), open_table(NEW)
    at.now = FIRST_MOMENT
    told = closing_due(at.table, new, at.now)
    assert told is not None
    at.do(told, SUPERVISOR)
    at.bet("P", 1, 20)
    at.wait_for_wagers()
    assert at.refused(NoMoreBets(), DEALER).reason == "the last round has been played"


def test_tables_play_on_where_the_new_instrument_says_so() -> None:
    new, at = three_hands(NEW, "10.3", open_tables="play-on"), open_table(NEW)
    assert closing_due(at.table, new, FIRST_MOMENT) is None


def test_a_table_under_the_new_instrument_opens_on_its_first_day_and_not_before() -> None:
    at = At(three_hands(NEW, "10.3"))
    papers = OpenTable(
        layout=APPROVAL, shoe=APPROVAL, inscription="stand", shuffle="riffle", float=1_000_00
    )
    at.now = FIRST_MOMENT - 1
    assert at.refused(papers, SUPERVISOR).reason == "the instrument commences on 2027-03-01"
    at.now = FIRST_MOMENT
    assert at.allowed(papers, SUPERVISOR)


def test_an_amendment_without_a_first_day_takes_no_place() -> None:
    change = {"rule": "most_hands", "clauses": ["10.3"], "value": 3}
    new = amended({"amends": NEW, "id": "three-hands", "title": "Three hands", "change": [change]})
    assert open_tables(new, load(NEW), FIRST_DAY) is None
