"""Where a table's chips are by its record alone, when rounds are built again."""

from __future__ import annotations

from tests.table_support import (
    ACT_2018,
    SUPERVISOR,
    two_boxes,
)

from croupier.casino.meters import meters_of
from croupier.table.acts.misplaced_cards import Reconstruct
from croupier.table_replay import replay
from croupier.testing.table_state import replayed_as


def test_the_round_before_is_put_right_when_betting_for_the_next_is_closed() -> None:
    at = two_boxes(ACT_2018)
    at.deal("10H 6C 9D 7C 5S")
    at.stand(1)
    at.double(2, 10)
    at.lay("10D", 1)  # which was Q's: P has 27
    assert at.settle("8H") == {"P": -10, "Q": -20}
    at.bet("P", 1, 10)
    at.no_more_bets()
    at.do(Reconstruct(reason="the ten was Q's"), SUPERVISOR)
    assert (at.chips("P"), at.chips("Q")) == (9_990, 10_020)  # a stand-off, and 21
    assert replayed_as(replay(at.table.record.lines).table, at.table)
    meter = meters_of(at.table.record.entries).total
    assert (meter.handle, meter.win) == (30_00, -20_00)
