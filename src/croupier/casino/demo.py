"""A floor to try: one table of each instrument, and somebody in every role."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.aggregate.roles import Person, Role
from croupier.casino.house.commands import (
    BuyIn,
    Dealing,
    Enrol,
    IssueChips,
    SetPassword,
    SetUpTable,
    Shuffles,
)
from croupier.casino.passwords import in_safe, prove

if TYPE_CHECKING:
    from croupier.casino.floor import Floor

CHIPS = 20_000_000_00
FLOAT = 1_000_000_00
BUY_IN = 1_000_00
GUESTS = 60
"""How many people may play at once without an account."""
GUESTS_IN_SAFE = "guests/most"
"""Where a house says how many it has places for; another house says so in its settings."""

PEOPLE: dict[str, tuple[Role, ...]] = {
    "operator": (Role.OPERATOR,),
    "ana": (Role.PLAYER,),
    "ben": (Role.PLAYER,),
    "chloe": (Role.PLAYER,),
    "dealer": (Role.DEALER,),
    "supervisor": (Role.SUPERVISOR,),
    "shift-manager": (Role.SHIFT_MANAGER,),
    "director": (Role.TOURNAMENT_DIRECTOR,),
    "inspector": (Role.INSPECTOR,),
    "surveillance": (Role.SURVEILLANCE,),
}
"""The first is the operator, who founds the house."""

_SIDE = [5_00, 100_00]
TABLES: dict[str, tuple[str, dict[str, Any]]] = {
    "blackjack-2018": (
        "act-blackjack-2018",
        {
            "decks": 8,
            "soft_17": "hit",
            "side_bets": ["perfect-pairs"],
            "limits": {"main": [10_00, 500_00], "perfect-pairs": _SIDE},
            "multiples": {"main": 5_00, "perfect-pairs": 2_50},
            "smallest_chip": 2_50,
        },
    ),
    "blackjack-2006": (
        "act-blackjack-2006",
        {
            "decks": 8,
            "side_bets": ["super-sevens"],
            "super_sevens_amounts": [5_00],
            "limits": {"main": [10_00, 500_00]},
            "multiples": {"main": 5_00},
            "smallest_chip": 2_50,
        },
    ),
    "challenge": (
        "nsw-blackjack-challenge",
        {
            "decks": 8,
            "side_bets": ["any-pairs"],
            "limits": {"main": [10_00, 500_00], "any-pairs": _SIDE},
            "multiples": {"main": 5_00, "any-pairs": 2_50},
            "smallest_chip": 2_50,
        },
    ),
    "baccarat": (
        "act-mini-baccarat-2016",
        {
            "decks": 8,
            "settlement": "A",
            "burn_method": "b",
            "side_bets": ["perfect-pairs"],
            "limits": {
                "banker": [10_00, 1_000_00],
                "player": [10_00, 1_000_00],
                "tie": [10_00, 200_00],
                "banker-pair": _SIDE,
                "player-pair": _SIDE,
            },
            "multiples": {
                "banker": 10_00, "player": 5_00, "tie": 5_00, "banker-pair": 5_00,
                "player-pair": 5_00,
            },
        },
    ),
    "holdem": (
        "act-ultimate-texas-holdem-2025",
        {
            "device": "shuffler",
            "limits": {"ante": [10_00, 500_00], "trips": _SIDE},
            "multiples": {"ante": 5_00, "trips": 2_50},
        },
    ),
}  # fmt: skip


class DemoAccount(msgspec.Struct, frozen=True):
    """A person of the demo, with the password that is told once."""

    name: str
    roles: tuple[Role, ...]
    password: str


async def found(floor: Floor) -> list[DemoAccount]:
    """Found the demo house on an empty floor; the passwords are returned and kept nowhere."""
    operator = Person("operator", Role.OPERATOR)
    accounts = []
    for name, roles in PEOPLE.items():
        password = secrets.token_urlsafe(9)
        await floor.command_house(Enrol(person=name, roles=roles), operator)
        await floor.command_house(
            SetPassword(person=name), operator, safe={in_safe(name): prove(password)}
        )
        accounts.append(DemoAccount(name, roles, password))
    safe = {GUESTS_IN_SAFE: b"%d" % GUESTS}
    await floor.command_house(IssueChips(amount=CHIPS), operator, safe=safe)
    for name, roles in PEOPLE.items():
        if Role.PLAYER in roles:
            await floor.command_house(BuyIn(person=name, amount=BUY_IN), Person(name, Role.PLAYER))
    for name, (instrument, options) in TABLES.items():
        await floor.command_house(
            SetUpTable(
                table=name,
                instrument=instrument,
                options=options,
                float=FLOAT,
                shuffles=Shuffles.PLAYERS,
            ),
            operator,
        )
    await floor.command_house(
        SetUpTable(
            table="dealt-by-hand", instrument="act-blackjack-2018", dealing=Dealing.VIRTUAL,
            options=TABLES["blackjack-2018"][1], shuffles=Shuffles.PLAYERS,
        ),
        operator,
    )  # fmt: skip
    return accounts
