"""Founding a house: its first people, its chips, and for a demonstration a table of each game."""

from __future__ import annotations

from secrets import choice
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.casino.duties import BuyIn, Enrol, IssueChips, SetUpTable
from croupier.games import rules_for
from croupier.table.roles import Person, Role

if TYPE_CHECKING:
    from croupier.web.reception import Reception

OPERATOR = Person("olga", Role.OPERATOR)
DEMO = (
    Person("mara", Role.SHIFT_MANAGER),
    Person("sue", Role.SUPERVISOR),
    Person("dan", Role.DEALER),
    Person("ines", Role.INSPECTOR),
    Person("ana", Role.PLAYER),
    Person("bob", Role.PLAYER),
)
ISSUED = 50_000_000_00
FLOAT = 1_000_000_00
BOUGHT_IN = 1_000_00
MAIN, SIDE, CHIP, STEP = [10_00, 500_00], [2_50, 100_00], 2_50, 5_00
"""The least and the most of a wager and of a side bet, the smallest chip, and a step of wagers."""
TABLES: dict[str, tuple[str, dict[str, Any]]] = {
    "blackjack": (
        "act-blackjack-2018",
        {
            "side_bets": ["perfect-pairs"],
            "limits": {"main": MAIN, "perfect-pairs": SIDE},
            "multiples": {"main": STEP, "perfect-pairs": CHIP},
            "smallest_chip": CHIP,
        },
    ),
    "blackjack-2006": (
        "act-blackjack-2006",
        {"limits": {"main": MAIN}, "multiples": {"main": STEP}, "smallest_chip": CHIP},
    ),
    "challenge": (
        "nsw-blackjack-challenge",
        {"limits": {"main": MAIN}, "multiples": {"main": STEP}, "smallest_chip": CHIP},
    ),
    "baccarat": (
        "act-mini-baccarat-2016",
        {
            "settlement": "A",
            "burn_method": "b",
            "limits": dict.fromkeys(("banker", "player", "tie"), MAIN),
            "multiples": dict.fromkeys(("banker", "player", "tie"), STEP),
        },
    ),
    "holdem": (
        "act-ultimate-texas-holdem-2025",
        {
            "device": "shuffler",
            "limits": {"ante": MAIN, "trips": SIDE},
            "multiples": {"ante": STEP, "trips": CHIP},
        },
    ),
}
"""A table of each instrument, with what its operator has to decide."""
ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
"""Without what looks like something else."""


class Welcome(msgspec.Struct, frozen=True):
    """Somebody with a new account. The password is told once and kept by nobody."""

    person: str
    role: Role
    password: str


def new_password() -> str:
    """Twelve letters and digits in three groups: 59 bits."""
    return "-".join("".join(choice(ALPHABET) for _ in range(4)) for _ in range(3))


async def found(reception: Reception) -> list[Welcome]:
    """A house with an operator, who does the rest."""
    enrol = Enrol(person=OPERATOR.name, roles=(OPERATOR.role,))
    await reception.floor.duty(enrol, OPERATOR)
    return [await _welcomed(reception, OPERATOR)]


async def found_demonstration(reception: Reception) -> list[Welcome]:
    """A house with people in every role, players with chips, and a table of each instrument."""
    welcomes = await found(reception)
    floor = reception.floor
    await floor.duty(IssueChips(amount=ISSUED), OPERATOR)
    for person in DEMO:
        await floor.duty(Enrol(person=person.name, roles=(person.role,)), OPERATOR)
        welcomes.append(await _welcomed(reception, person))
        if person.role is Role.PLAYER:
            await floor.duty(BuyIn(person=person.name, amount=BOUGHT_IN), person)
    for table, (instrument, options) in TABLES.items():
        decided = dict(rules_for(instrument, options).options)
        duty = SetUpTable(table=table, instrument=instrument, options=decided, float=FLOAT)
        await floor.duty(duty, OPERATOR)
    return welcomes


async def _welcomed(reception: Reception, person: Person) -> Welcome:
    password = new_password()
    await reception.set_password(person.name, password, OPERATOR, None)
    return Welcome(person.name, person.role, password)
