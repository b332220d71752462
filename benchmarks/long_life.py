"""Whether a table stays the same size however many rounds it deals: an hour of play, compressed.

    python -m benchmarks.long_life [--commands 180000]

Tables of every instrument are played by their dealers as fast as it goes, in front of a store, for
as many commands as 50 a second make in an hour. What is compared is the memory of the process after
a sixth of them, ten minutes, and at the end. It ends with status 1 if it has grown by more than
two in a hundred.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.opening import AT_ONCE, keep, play_round, set_up
from benchmarks.soak import memory_of

from croupier.casino.floor import Floor
from croupier.casino.store import open_store

if TYPE_CHECKING:
    from croupier.casino.store.contract import Store

MOST = 0.02
TABLES = 5


async def live_on(store: Store, commands: int) -> float:
    """By how much the memory has grown since the first sixth of so many commands."""
    async with Floor(store) as floor:
        lives = [await set_up(floor, number) for number in range(TABLES)]
        warm = 0.0
        for sixth in range(1, 7):
            for live in lives:
                while live.line < sixth * commands // 6 // TABLES:
                    play_round(live)
                    if len(live.fresh) >= AT_ONCE // TABLES:
                        keep(store, live)
                keep(store, live)
            gc.collect()
            now = memory_of(os.getpid())
            warm = warm or now
            rounds = sum(live.table.number for live in lives)
            print(f"{sum(live.line for live in lives):,} commands, {rounds:,} rounds: {now:.1f} MB")
        return now / warm - 1


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--commands", type=int, default=180_000)
    asked = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        open_store(str(Path(folder) / "casino.db")) as store,
    ):
        grown = asyncio.run(live_on(store, asked.commands))
    print(f"grown by {grown:.2%}")
    sys.exit(grown > MOST)


if __name__ == "__main__":
    main()
