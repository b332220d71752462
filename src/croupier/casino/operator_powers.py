"""The powers that the rules give to "the casino operator", and the commands that exercise them.

An operator is an organisation and acts through its staff. The house keeps a list of who exercises
each power: `House.holder_of`. The list is recorded, and the floor refuses everybody else.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from croupier.aggregate.roles import Role, who_may
from croupier.game_rules import game_of
from croupier.rulebook.instruments import instruments, load

if TYPE_CHECKING:
    from croupier.rulebook.instruments import Instrument, OperatorPower


class Power(NamedTuple):
    """One power, with the clauses that give it by instrument."""

    name: str
    needs: Role
    """The least role that the program lets exercise it."""
    given_by: tuple[tuple[str, tuple[str, ...]], ...]

    @property
    def spoken(self) -> str:
        return self.name.replace("-", " ")


@cache
def powers() -> tuple[Power, ...]:
    """Return every power of the casino operator, in the order of the instruments."""
    found: dict[str, list[tuple[str, tuple[str, ...]]]] = {}
    for id in instruments():
        for power in load(id).operator_powers:
            found.setdefault(power.name, []).append((id, power.clauses))
    return tuple(Power(name, _needs(name), tuple(given)) for name, given in found.items())


def _needs(power: str) -> Role:
    """Return the role that the commands of a power need, or the highest of several."""
    order, needs = who_may(Role.DEALER), [Role.DEALER]
    for id in instruments():
        own = (each for each in load(id).operator_powers if each.name == power)
        tags = {tag for each in own for tag in each.commands}
        for kind, act in game_of(id).acts.items():
            if str(kind.__struct_config__.tag) in tags and act.needs in order:
                needs.append(act.needs)
    return max(needs, key=order.index)


@cache
def powers_by_command(instrument: Instrument) -> dict[str, OperatorPower]:
    """Return the power that each command of an instrument's tables exercises, if any."""
    return {tag: each for each in instrument.operator_powers for tag in each.commands}
