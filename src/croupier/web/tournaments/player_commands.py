"""What a player may do about a tournament for themselves: enter, sit down, buy back, withdraw."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.aggregate.acts import tag_of
from croupier.casino.floor.tournament_and_promotion_views import own_seen, refusal_of
from croupier.money import money
from croupier.tournament.acts.buy_backs import BuyAddOn, BuyBack, DeclineBuyBack
from croupier.tournament.acts.conduct import RaiseDispute
from croupier.tournament.acts.entries import Enter, Withdraw
from croupier.tournament.acts.seating import TakeSeat
from croupier.tournament.acts.sessions import PayBuyIn
from croupier.tournament.state import TournamentPhase
from croupier.web.tournaments.page_model import TournamentOffer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from croupier.aggregate.acts import Command
    from croupier.aggregate.roles import Person
    from croupier.casino.floor.floor import Floor
    from croupier.casino.floor.live_aggregate import Live
    from croupier.rulebook.citations import Refused
    from croupier.tournament.desk import OwnView
    from croupier.tournament.tournament import Tournament

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


@dataclass(frozen=True, slots=True)
class OwnDesk:
    """A tournament before a player."""

    view: OwnView
    judge: Callable[[Command], Refused | None]
    """Why a command of theirs would be refused now."""


def own_desk(floor: Floor, affair: Live[Tournament], player: Person) -> OwnDesk:
    at = floor.clock()
    return OwnDesk(
        own_seen(affair, player), lambda command: refusal_of(affair, command, player, at)
    )


def command_of(view: OwnView, do: str, sent: Mapping[str, object] | None = None) -> Command | None:
    """The command of the viewer's own with that name, as things stand; None if there is none."""
    player, sent = view.player, sent or {}
    if do == tag_of(Enter):
        return _entry(view, agreed=AGREED in sent, copy_given=COPY in sent)
    if do == tag_of(RaiseDispute):
        return RaiseDispute(player=player, text=str(sent.get(TEXT, "")))
    for kind in _LABELS:
        if do == tag_of(kind):
            pays = "paid" in kind.__struct_fields__
            return kind(player=player, paid=price_of(view, kind)) if pays else kind(player=player)
    return None


def price_of(view: OwnView, kind: type[Command]) -> int:
    """What a command costs the player."""
    return view.owed.get(kind, 0)


def _entry(view: OwnView, *, agreed: bool, copy_given: bool) -> Enter:
    fee = price_of(view, Enter)
    return Enter(player=view.player, paid=fee, agreed=agreed, copy_given=copy_given)


def offers(desk: OwnDesk | None) -> Iterator[TournamentOffer]:
    """What the player may do now, as buttons."""
    if desk is None or not desk.view.is_published:
        return
    if why_not(desk) is None and not desk.view.has_entered:
        if desk.view.phase is TournamentPhase.ENTRIES:
            yield _enter(desk.view)
        return
    for kind, (label, likely) in _LABELS.items():
        command = command_of(desk.view, tag_of(kind))
        if command is not None and desk.judge(command) is None:
            price = price_of(desk.view, kind)
            says = f"for {money(price)} out of your pocket" if price else ""
            yield TournamentOffer(tag_of(kind), label, says, primary=likely)


def who_decides(desk: OwnDesk | None) -> str:
    """Who decides what the player disputes; nothing, if they cannot dispute anything now."""
    if desk is None or desk.view.phase in (TournamentPhase.FINISHED, TournamentPhase.CANCELLED):
        return ""
    if desk.judge(RaiseDispute(player=desk.view.player, text="…")) is not None:
        return ""
    final = ", and that is final" if desk.view.dispute_is_final else ""
    return f"The director decides{final}."


def _enter(view: OwnView) -> TournamentOffer:
    fee, asks = price_of(view, Enter), []
    if view.must_agree:
        asks.append((AGREED, "I agree to the rules of the game and to these conditions."))
    if view.is_given_a_copy:
        asks.append((COPY, "I have been given a copy of the conditions."))
    says = f"for {money(fee)} out of your pocket" if fee else "free of charge"
    return TournamentOffer(tag_of(Enter), "Enter", says, tuple(asks))


def why_not(desk: OwnDesk | None) -> Refused | None:
    """Why a player without an entry cannot enter while entries are taken."""
    if desk is None or desk.view.phase is not TournamentPhase.ENTRIES or desk.view.has_entered:
        return None
    return desk.judge(_entry(desk.view, agreed=True, copy_given=True))
