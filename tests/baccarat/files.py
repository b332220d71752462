"""Round files in a few words: `round_file("X banker 50 tie 5", "2H KC 2D 6S 9S")`, in dollars."""

from __future__ import annotations

import re
from typing import Any

from tests.baccarat.cases import BACCARAT, stakes

EXAMPLE = """
{"instrument": "act-mini-baccarat-2016", "options": {"settlement": "B", "side_bets": ["perfect-pairs"]},
 "cards": ["2H", "KC", "2D", "6S", "9S"],
 "wagers": [{"player": "ana", "wager": "banker", "amount": 5000}, {"player": "ben", "wager": "player-pair", "amount": 1000},
            {"player": "ben", "wager": "tie", "amount": 500}],
 "decisions": []}
"""  # noqa: E501 - as the format has it


def round_file(wagers: str, cards: str, **options: Any) -> dict[str, Any]:
    return {
        "instrument": BACCARAT,
        "options": options,
        "cards": cards.split(),
        "wagers": [
            {"player": wager.player, "wager": wager.wager, "amount": wager.amount}
            for wager in stakes(wagers)
        ],
    }


def told(account: str) -> list[str]:
    story = account.split("\n\nClauses\n")[0].split("\n\n", 1)[1]
    return [re.sub(r"\s{2,}", " | ", line.strip()) for line in story.splitlines() if line.strip()]
