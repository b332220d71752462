"""Draws the pictures of the tables in the terminal, from seeds: python docs/images/make.py"""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

from croupier.cli.play_screen.full_screen_app import TableApp
from croupier.cli.play_screen.table_setup import session_of, setting

NOON = 1_800_000_000_000
HERE = Path(__file__).parent
# Picture, instrument, what was asked for, seed, and the keys that lead to the moment.
PICTURES: tuple[tuple[str, str, dict[str, Any], int, str], ...] = (
    (
        "play", "act-blackjack-2018", {"boxes": 2, "side_bets": ("perfect-pairs",)}, 3,
        "enter 3 left 4 space",
    ),
    (
        "challenge", "nsw-blackjack-challenge", {"boxes": 2, "side_bets": ("any-pairs",)}, 7,
        "enter 3 left 4 space",
    ),
    (
        "baccarat", "act-mini-baccarat-2016", {"side_bets": ("perfect-pairs",)}, 7,
        "enter 3 down 4" + " space space r" * 14 + " space",
    ),
    ("holdem", "act-ultimate-texas-holdem-2025", {}, 7, "3 down 2 space c"),
)  # fmt: skip


async def draw(name: str, instrument: str, wanted: dict[str, Any], seed: int, keys: str) -> None:
    source = random.Random(seed)
    session = session_of(instrument)(
        setting(instrument, **wanted),
        entropy=lambda: source.randbytes(32),
        clock=lambda: NOON,
    )
    app = TableApp(session, animate=False)
    async with app.run_test(size=(116, 36)) as pilot:
        await pilot.pause()
        for key in keys.split():
            await pilot.press(key)
            await pilot.pause()
        (HERE / f"{name}.svg").write_text(app.export_screenshot(title="Croupier"))


for picture in PICTURES:
    asyncio.run(draw(*picture))
