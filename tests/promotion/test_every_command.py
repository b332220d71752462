"""Random promotions use every command, keep their books, and replay to the same state.

`CROUPIER_COMMAND_PROMOTIONS` is how many promotions the long form has. It wants each command at
least ten times.
"""

from __future__ import annotations

import os
from collections import Counter

from tests.promotion.every_command import BY_TAG, EveryCommandPromotion

LONG = int(os.environ.get("CROUPIER_COMMAND_PROMOTIONS", "0"))
AT_LEAST = 10 if LONG else 1


def test_random_promotions_use_every_command() -> None:
    """Rule 20 knows each command, so none is excused."""
    used: Counter[str] = Counter()
    refused: Counter[tuple[str, str]] = Counter()
    for seed in range(LONG or 30):
        EveryCommandPromotion(seed, used, refused).hold()
    assert not {tag: used[tag] for tag in sorted(BY_TAG) if used[tag] < AT_LEAST}
