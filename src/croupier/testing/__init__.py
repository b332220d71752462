"""A conformance suite that every game passes, one from outside too.

    from croupier.testing import GameSuite

    class TestMyGame(GameSuite):
        instrument = "my-instrument"

In a module of tests, pytest runs the whole suite on the game that is registered for the instrument.
The suite asks the game for its parts and skips the tests of a part that the game does not have. It
needs pytest, and the packages of croupier's own extras for what they serve.
"""

from __future__ import annotations

import pytest

pytest.register_assert_rewrite(
    "croupier.testing.playthroughs",
    "croupier.testing.random_table",
    "croupier.testing.suite",
    "croupier.testing.table_state",
)

from croupier.testing.playthroughs import Playthroughs, TablePlaythroughs  # noqa: E402
from croupier.testing.random_table import RandomTable  # noqa: E402 - asserts are rewritten first
from croupier.testing.suite import GameSuite, leaves  # noqa: E402

__all__ = ["GameSuite", "Playthroughs", "RandomTable", "TablePlaythroughs", "leaves"]
