"""Round files in a few words: `round_file(instrument, "1 P 50", "7S KD 6H 8C AS", "1 hit")`.

Decisions are separated by semicolons and amounts are in dollars: `1.2 stand`, `1 split P R`,
`1 double P 20 Q 25`, `P insures 1 for 20`, `B insures A on 3 for 20`, `P even-money 1`.
"""

from __future__ import annotations

import re
from typing import Any

from tests.support import stakes

ACT_BLACKJACK = {"06": "act-blackjack-2006", "18": "act-blackjack-2018"}

HOUSE: dict[str, Any] = {
    "decks": 6,
    "limits": {"main": [1000, 50000]},
    "multiples": {"main": 500},
    "smallest_chip": 250,
}
"""The table of the worked examples: 10 to 500 in steps of 5, the smallest chip 2.50, six decks."""


def round_file(
    instrument: str, wagers: str, cards: str, decisions: str = "", **options: Any
) -> dict[str, Any]:
    """One round as a file says it; `options` come on top of the house's."""
    return {
        "instrument": instrument,
        "options": {**HOUSE, **_side_bets(options.get("side_bets", ())), **options},
        "cards": cards.split(),
        "wagers": wager_entries(wagers),
        "decisions": [decision(said.strip()) for said in decisions.split(";") if said.strip()],
    }


def wager_entries(text: str) -> list[dict[str, Any]]:
    return [
        {
            "box": wager.box,
            "player": wager.player,
            "wager": wager.wager,
            "amount": wager.amount,
            **({"seated": True} if wager.seated else {}),
        }
        for wager in stakes(text)
    ]


def _side_bets(offered: tuple[str, ...]) -> dict[str, Any]:
    """A side bet takes 5 to 100; the approved amount of Super Sevens is 5."""
    limits = {name: [500, 10000] for name in offered if name != "super-sevens"}
    approved = {"super_sevens_amounts": [500]} if "super-sevens" in offered else {}
    return {"limits": {**HOUSE["limits"], **limits}, **approved}


def cents(dollars: str) -> int:
    return round(float(dollars) * 100)


_HAND = r"(?P<box>\d+)(?:\.(?P<hand>\d+))?"


def decision(said: str) -> dict[str, Any]:
    if words := re.fullmatch(rf"{_HAND} (hit|stand)", said):
        return {**_hand(words), "action": words[3]}
    if words := re.fullmatch(rf"{_HAND} split(?P<players>( \w+)*)", said):
        return {**_hand(words), "action": "split", "players": words["players"].split()}
    if words := re.fullmatch(rf"{_HAND} double(?P<stakes>( \w+ [\d.]+)*)", said):
        named = words["stakes"].split()
        added = {player: cents(n) for player, n in zip(named[::2], named[1::2], strict=True)}
        return {**_hand(words), "action": "double", "stakes": added}
    if words := re.fullmatch(r"(\w+) insures (?:(?P<on>\w+) on )?(\d+) for ([\d.]+)", said):
        asked = {"player": words[1], "box": int(words[3]), "amount": cents(words[4])}
        on = {"on": words["on"]} if words["on"] else {}
        return {"action": "insurance", **asked, **on}
    if words := re.fullmatch(r"(\w+) even-money (\d+)", said):
        return {"action": "even-money", "player": words[1], "box": int(words[2])}
    raise ValueError(f"nobody writes {said!r} in a round file")


def _hand(words: re.Match[str]) -> dict[str, int]:
    return {"box": int(words["box"]), "hand": int(words["hand"] or 1)}
