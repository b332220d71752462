"""Whose a command is: what patrons decide for themselves, and what staff may decide about them.

Wherever the rules let a player ask for something, the core lets staff ask for it too, as a dealer
does for people at a table of wood. A house where patrons have accounts goes further: what takes a
patron's chips, place, wager, decision, entry or claim is theirs alone. Staff do it for a patron who
stands there with the patron's confirmation or with a second person, and never by their own word.
Each command says so itself where it is not plain from who asks for it: what staff may ask for all
the same (`why_staff_may`), what is the patron's own though only staff ask for it
(`why_patrons_own`), and what staff do when a patron has not answered in time (`after_the_time`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from croupier.aggregate.roles import Role
from croupier.casino.house.commands import BuyIn, CashOut, SetPassword
from croupier.casino.override_commands import name_of
from croupier.rulebook.citations import Clauses, Refused
from croupier.table.acts.chips_and_float import BringChips
from croupier.table.acts.patrons import Arrive

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from croupier.aggregate.acts import Act, Command
    from croupier.casino.override_commands import NamedTooSoon

OF_THE_HOUSE = (BuyIn, CashOut, SetPassword)
"""What the house is asked that is a patron's own."""
AS_ASKED = (SetPassword,)
"""What a patron lets staff do as they asked for it, and by no code that may be for anything."""
FROM_POCKET = (BringChips, CashOut)
"""Chips leave a pocket by these; being played for at a table does not cover them."""
BEGINS_A_STAY = Arrive


class NeedsPatron(Refused):
    """Something that is a patron's own to do, and that nobody has confirmed. Nothing happened."""

    def __init__(self, reason: str, patron: str, asks: Sequence[str] = (), wrong: str = "") -> None:
        super().__init__(reason, Clauses(()))
        self.patron = patron
        self.asks = asks
        """Those whose word would do."""
        self.wrong = wrong
        """What was shown for it, and does not do."""
        self.named: NamedTooSoon | None = None

    @classmethod
    def to_confirm(cls, patrons: Sequence[str], command: type[Any], wrong: str = "") -> NeedsPatron:
        said = f"{wrong}: " if wrong else ""
        return cls(
            f"{said}{name_of(command)} is for {' and '.join(patrons)} to do, or takes their "
            "confirmation: a code that they read out from their page, their approval there, or a "
            "second person, a supervisor or above, with their own password",
            patrons[0],
            patrons,
            wrong,
        )


def is_patrons_own(act: Act[Any, Any]) -> bool:
    """Whether a command is for those to give whom it is about."""
    command = act.command
    if command.why_staff_may:
        return False
    of_players = act.needs is Role.PLAYER or act.oneself
    return bool(of_players or command.why_patrons_own or command.after_the_time)


def people_in(command: Command) -> Iterator[str]:
    """Those whom a command names as the ones it is about."""
    for field in command.people_fields:
        named = getattr(command, field, None)
        if isinstance(named, str):
            yield named
        elif named is not None:
            yield from named


def cost_of(command: Command) -> int:
    """What leaves the pocket of the person that a command names, in cents."""
    if isinstance(command, FROM_POCKET):
        return command.amount
    paid: int = getattr(command, "paid", 0)
    return paid
