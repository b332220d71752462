"""Round files of Hold'em in a few words, in the same ones as the cases of a round."""

from __future__ import annotations

import re
from typing import Any

from tests.holdem.cases import UTH, cents, shoe, stakes


def round_file(
    wagers: str, board: str, dealer: str, hands: list[str], decisions: str = "", **options: Any
) -> dict[str, Any]:
    """One round as a file says it, with everybody holding the cards named."""
    return {
        "instrument": UTH,
        "options": options,
        "cards": shoe(board, dealer, hands, options.get("device", "shoe")),
        "wagers": [
            {"box": w.box, "player": w.player, "wager": w.wager, "amount": w.amount}
            for w in stakes(wagers)
        ],
        "decisions": [decision(said.strip()) for said in decisions.split(";") if said.strip()],
    }


def decision(said: str) -> dict[str, Any]:
    words = re.fullmatch(r"(\d+) (fold|check|concede|play)(?: ([\d.]+))?", said)
    if words is None:
        raise ValueError(f"nobody writes {said!r} in a round file")
    amount = {"amount": cents(words[3])} if words[3] else {}
    return {"box": int(words[1]), "action": words[2], **amount}
