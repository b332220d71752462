"""Founding a house with nothing in it: an operator, who does the rest."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from croupier.aggregate.roles import Person, Role
from croupier.casino.demo import Account
from croupier.casino.duties import Enrol, SetPassword
from croupier.casino.passwords import in_safe, prove

if TYPE_CHECKING:
    from croupier.casino.floor import Floor

OPERATOR = Person("operator", Role.OPERATOR)


async def found_empty(floor: Floor) -> list[Account]:
    """The operator's password is returned and kept nowhere."""
    password = secrets.token_urlsafe(9)
    roles = (OPERATOR.role,)
    await floor.duty(Enrol(person=OPERATOR.name, roles=roles), OPERATOR)
    safe = {in_safe(OPERATOR.name): prove(password)}
    await floor.duty(SetPassword(person=OPERATOR.name), OPERATOR, safe=safe)
    return [Account(OPERATOR.name, roles, password)]
