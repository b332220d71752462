"""A tournament at a served casino: held as far as its first session, without a browser."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from croupier.tournament import ballot

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.e2e.houses import House

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples" / "tournaments"
PLAYERS = ("ana", "ben", "chloe", "<b>eve<b>")
SECRETS = tuple(sha256(b"cup %d" % n).digest() for n in range(2))


def conditions(instrument: str = "act-blackjack-2018") -> Any:
    """Those of an example, for two at each of two tables and any player who comes."""
    stated = json.loads((EXAMPLES / f"{instrument}.json").read_text())
    stated |= {"minimum_players": 2, "starts": "2099-01-16T19:00:00+11:00"}
    stated["eligibility"] = {"entitled_only": True}
    stated["sessions"][0] |= {"seats": 2, "advance_per_table": 1}
    return stated


def cup_in_play(house: House, name: str = "summer-cup") -> str:
    """Two tables of two players wait for wagers; the path of the tournament's page."""
    cup_with_entries(house, name)
    do = _doing(house, name)
    do("tom", "draw-seats", secret=SECRETS[0].hex())
    for player in PLAYERS:
        do(player, "take-seat", player=player)
    do("tom", "start-session")
    do("tom", "call-break", minutes=15)
    return f"/tournaments/{name}"


def cup_with_entries(house: House, name: str) -> str:
    """Everybody has entered, and the seats are to be drawn."""
    do, stated = _doing(house, name), conditions()
    opened = {"do": "open-tournament", "tournament": name, "instrument": stated["instrument"]}
    house.ask("POST", "/api/tournaments", opened, "olga")
    do("olga", "document-conditions", conditions=stated)
    do("olga", "nominate-director", person="tom")
    for step in ("published", "notified"):
        do("olga", "take-step", step=step, document="CR 7 of 2026")
    do("tom", "open-entries")
    do("tom", "commit-ballot", commitments=[ballot.commit(secret) for secret in SECRETS])
    for player in PLAYERS:
        do(player, "enter", player=player, paid=stated["entry_fee"])
    do("tom", "close-entries")
    return name


def _doing(house: House, name: str) -> Callable[..., None]:
    def do(who: str, do: str, **fields: Any) -> None:
        said = {"command": {"do": do, **fields}}
        house.ask("POST", f"/api/tournaments/{name}/commands", said, who)

    return do
