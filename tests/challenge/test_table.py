"""A table of Blackjack Challenge opens, deals, settles and is played again from its record."""

from __future__ import annotations

from tests.challenge.table_support import open_table

from croupier.table_replay import replay
from croupier.testing.table_state import replayed_as


def test_a_round_is_dealt_settled_and_played_again_from_the_record() -> None:
    at = open_table()
    at.bet("P", 1, 50)
    at.bet("Q", 2, 10)
    at.deal("10S 9H 6D 7C AH")
    at.stand(1)
    at.stand(2)
    assert at.settle("10C 5D") == {"P": -50, "Q": -10}
    again = replay(at.table.record.lines)
    assert again.same
    assert replayed_as(again.table, at.table)
