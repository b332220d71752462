"""What a player may do about a tournament for themselves: enter, sit down, buy back, withdraw."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.aggregate.roles import Role
from croupier.money import dollars
from croupier.tournament.acts.buy_backs import BuyAddOn, BuyBack, DeclineBuyBack
from croupier.tournament.acts.conduct import RaiseDispute
from croupier.tournament.acts.entries import Enter, Withdraw
from croupier.tournament.acts.seating import TakeSeat
from croupier.tournament.acts.sessions import PayBuyIn
from croupier.tournament.state import Phase
from croupier.web.tournaments.console import Desk, owed
from croupier.web.tournaments.page_model import Offer

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from croupier.aggregate.acts import Command
    from croupier.rulebook.citations import Refused

AGREED, COPY, TEXT = "agreed", "copy_given", "text"
_LABELS: dict[type[Command], tuple[str, bool]] = {
    TakeSeat: ("Take your seat", True),
    PayBuyIn: ("Pay the buy-in", True),
    BuyBack: ("Buy back", True),
    DeclineBuyBack: ("Do not buy back", False),
    BuyAddOn: ("Buy an add-on", False),
    Withdraw: ("Withdraw", False),
}
"""What an entrant may do, what it is called, and whether it is likely to be wanted."""


def command_of(desk: Desk, do: str, sent: Mapping[str, object] | None = None) -> Command | None:
    """The command of the viewer's own with that name, as things stand; None if there is none."""
    player, sent = desk.by.name, sent or {}
    if do == _tag(Enter):
        return _entry(desk, agreed=AGREED in sent, copy_given=COPY in sent)
    if do == _tag(RaiseDispute):
        return RaiseDispute(player=player, text=str(sent.get(TEXT, "")))
    for kind in _LABELS:
        if do == _tag(kind):
            paid = owed(desk.tournament, kind)
            return (
                kind(player=player, paid=paid)
                if "paid" in kind.__struct_fields__
                else kind(player=player)
            )
    return None


def _entry(desk: Desk, *, agreed: bool, copy_given: bool) -> Enter:
    fee = owed(desk.tournament, Enter)
    return Enter(player=desk.by.name, paid=fee, agreed=agreed, copy_given=copy_given)


def _tag(kind: type[Command]) -> str:
    return str(kind.__struct_config__.tag)


def offers(desk: Desk | None) -> Iterator[Offer]:
    """What the viewer may do now, as buttons."""
    if desk is None or desk.by.role is not Role.PLAYER or not desk.tournament.has_conditions:
        return
    if why_not(desk) is None and desk.by.name not in desk.tournament.entrants:
        if desk.tournament.phase is Phase.ENTRIES:
            yield _enter(desk)
        return
    for kind, (label, likely) in _LABELS.items():
        command = command_of(desk, _tag(kind))
        if command is not None and desk.check(command) is None:
            price = owed(desk.tournament, kind)
            says = f"for {dollars(price)} out of your pocket" if price else ""
            yield Offer(_tag(kind), label, says, primary=likely)


def who_decides(desk: Desk | None) -> str:
    """Who decides what the viewer disputes; nothing, if they cannot dispute anything now."""
    if desk is None or desk.by.role is not Role.PLAYER:
        return ""
    over = desk.tournament.phase in (Phase.FINISHED, Phase.CANCELLED)
    if over or desk.check(RaiseDispute(player=desk.by.name, text="…")) is not None:
        return ""
    final = ", and that is final" if desk.tournament.law.dispute else ""
    return f"The director decides{final}."


def _enter(desk: Desk) -> Offer:
    fee, law = owed(desk.tournament, Enter), desk.tournament.law
    asks = []
    if desk.tournament.agreement_required:
        asks.append((AGREED, "I agree to the rules of the game and to these conditions."))
    if law.copy_for_each:
        asks.append((COPY, "I have been given a copy of the conditions."))
    says = f"for {dollars(fee)} out of your pocket" if fee else "free of charge"
    return Offer(_tag(Enter), "Enter", says, tuple(asks))


def why_not(desk: Desk | None) -> Refused | None:
    """Why the viewer, a player without an entry, cannot enter while entries are taken."""
    if desk is None or desk.by.role is not Role.PLAYER:
        return None
    tournament = desk.tournament
    if tournament.phase is not Phase.ENTRIES or desk.by.name in tournament.entrants:
        return None
    return desk.check(_entry(desk, agreed=True, copy_given=True))
