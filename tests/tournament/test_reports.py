"""What tables report of their rounds: whoever goes out is reported with that very round."""

from __future__ import annotations

import pytest
from tests.tournament.support import INSTRUMENTS
from tests.tournament.test_whole_tournaments import example

from croupier.tournament.acts.sessions import RecordRound
from croupier.tournament.facts import Eliminated, MayBuyBack
from croupier.tournament.simulation import Simulation


@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_what_somebody_had_wagered_is_told_with_the_round_that_put_them_out(
    instrument: str,
) -> None:
    simulation = Simulation(example(instrument), 24, b"reports".ljust(32, b"."))
    simulation.run()
    for entry in simulation.tournament.entries:
        if isinstance(entry.command, RecordRound):
            left = {f.player for f in entry.facts if isinstance(f, Eliminated | MayBuyBack)}
            assert left == set(entry.command.wagered)
            assert all(entry.command.wagered.values())
