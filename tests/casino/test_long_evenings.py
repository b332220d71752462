"""What a table shows does not grow with the evening."""

from __future__ import annotations

import msgspec
import pytest
from tests.casino.evenings import INSTRUMENTS, Evening, player


@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_a_view_is_no_larger_late_in_an_evening(instrument: str) -> None:
    """But for the scoreboard, which has every result of a shoe."""
    evening = Evening(instrument, seed=4)

    def size() -> int:
        view = msgspec.json.decode(msgspec.json.encode(evening.table.view(player("ana"))))
        return len(msgspec.json.encode({**view, "scoreboard": None}))

    evening.play(8)
    early = size()
    evening.play(40)
    assert evening.table.number == 48
    assert size() < early + 200
