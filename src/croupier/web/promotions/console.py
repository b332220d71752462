"""A promotion at the promotions desk, and what players and others ask of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import msgspec

from croupier.aggregate.acts import tag_of
from croupier.casino.floor.patron_confirmation import patrons_to_confirm_in_affair
from croupier.casino.floor.preview import preview_affair
from croupier.casino.floor.tournament_and_promotion_views import due_roll, roll_of
from croupier.casino.record_names import PROMOTIONS
from croupier.joint_draws import CloseRoll
from croupier.joint_draws import commit as commit_jointly
from croupier.promotion.acts import ACTS
from croupier.promotion.acts.draws import CommitDraw, DrawWinners
from croupier.promotion.acts.offered_terms import AmendTerms, OfferPrizes
from croupier.promotion.draw import commit
from croupier.promotion.facts import FACTS
from croupier.promotion.rules import INSTRUMENT, promotion_law
from croupier.promotion.terms import Terms
from croupier.promotion.views import DeskView
from croupier.web.console.command_list import groups
from croupier.web.console.forms import by_default, read, written
from croupier.web.console.listed import DISPUTES, PEOPLE_LIST, people_list
from croupier.web.promotions.api import DESK
from croupier.wording.commands import clauses_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from croupier.aggregate.acts import Act, Acts, Command
    from croupier.aggregate.facts import Fact
    from croupier.aggregate.roles import Person
    from croupier.casino.floor.live_aggregate import Live
    from croupier.casino.floor.preview import Preview
    from croupier.promotion.promotion import Promotion
    from croupier.promotion.views import DrawView, PromotionView
    from croupier.rulebook.citations import Refused
    from croupier.web.console.command_list import CommandGroup
    from croupier.web.console.listed import Listed
    from croupier.web.http.store_safe import Safe
    from croupier.web.services import Services

KINDS: dict[str, type[Command]] = {tag_of(kind): kind for kind in ACTS}
"""The commands of a promotion by the names that they have in its record."""


@dataclass(frozen=True, slots=True)
class PromotionConsole:
    """A promotion before somebody; for the desk, with the secret of the draw under way."""

    services: Services
    affair: Live[Promotion]
    view: PromotionView
    by: Person
    secret: str = ""
    """The secret of the draw, if the house keeps it."""

    @property
    def name(self) -> str:
        return self.affair.name

    @property
    def instrument(self) -> str:
        return INSTRUMENT

    @property
    def base(self) -> str:
        return f"/promotions/{quote(self.name, safe='')}/commands"

    @property
    def acts(self) -> Acts[Any, Any]:
        return ACTS

    async def listed(self, act: Act[Any, Any]) -> Listed:
        """Who holds tickets, the prizes, and what was won, claimed and disputed."""
        view = self.view
        people = view.holders if isinstance(view, DeskView) else ()
        prizes = view.terms.prizes if view.terms is not None else ()
        return {
            PEOPLE_LIST: people_list(set(people)),
            "prizes": {str(n): f"{n}: {prize.name}" for n, prize in enumerate(prizes, 1)},
            "wins": {
                str(each.win): f"{each.win}: {each.player}, {each.prize}"
                for each in getattr(view, "wins", ())
            },
            "claims": {
                str(each.claim): f"{each.claim}: {each.player}, {each.prize}"
                for each in getattr(view, "claims", ())
            },
            DISPUTES: {
                str(each.number): f"{each.number}: {each.player}, {each.about}"
                for each in getattr(view, "disputes", ())
            },
        }

    def clauses(self, act: Act[Any, Any]) -> Iterable[str]:
        return clauses_of(act, promotion_law(), INSTRUMENT)

    def hidden(self, kind: type[Command]) -> Collection[str]:
        made = kind in (CommitDraw, CloseRoll) or (kind is DrawWinners and self.secret)
        return kind.__struct_fields__ if made else ()

    def has_preview(self, kind: type[Command]) -> bool:
        return kind not in (CommitDraw, CloseRoll, DrawWinners)

    async def first_values(self, kind: type[Command]) -> dict[str, list[str]]:
        """The terms as they are, and one's own name."""
        values = by_default(kind)
        known = self.view.draft if isinstance(self.view, DeskView) else self.view.terms
        terms = known or Terms(name=self.name)
        if kind is OfferPrizes:
            values |= written(OfferPrizes(terms=terms))
        if kind is AmendTerms:
            values |= written(AmendTerms(terms=terms))
        if "player" in kind.__struct_fields__ and not self.by.is_staff:
            values["player"] = [self.by.name]
        return values

    async def first_refusal(self, kind: type[Command]) -> Refused | None:
        return None

    async def read(self, kind: type[Command], given: dict[str, list[str]]) -> Command:
        if kind is CommitDraw and self.by.role in DESK.roles:
            entropy, roll = self.services.floor.entropy(), roll_of(self.affair)
            return await commitment(self.services.safe, self.name, roll, entropy)
        if kind is CloseRoll and self.by.role in DESK.roles:
            due, secret = due_roll(self.affair), self.services.floor.entropy()
            assert due is not None  # a promotion always has a roll, perhaps of no tickets
            closing = CloseRoll(commitment=commit_jointly(due.bound_to, secret), roll=due.roll)
            await self.services.safe.put({_place(self.name, closing.commitment): secret})
            return closing
        if self.secret:
            given = {**given, "secret": [self.secret]}
        return read(kind, given)

    async def preview(self, command: Command) -> Preview:
        return await preview_affair(self.services.floor, self.affair, command, self.by)

    def patrons(self, command: Command) -> tuple[str, ...]:
        return patrons_to_confirm_in_affair(self.services.floor, self.affair, command, self.by)

    async def do(
        self, command: Command, key: str | None, second: str | None, code: str | None
    ) -> Sequence[Fact]:
        done = await self.services.floor.conduct(self.affair, command, self.by, key, second, code)
        facts: tuple[Fact, ...] = msgspec.convert(done.read()["facts"], tuple[FACTS, ...])
        return facts

    def groups(self) -> list[CommandGroup]:
        """The commands by subject, in the order of the rules."""
        possible = frozenset(KINDS[do] for do in self.view.possible)
        return list(groups(ACTS.values(), self.by, possible))


def states_terms(command: Command) -> Terms | None:
    """The terms that a command would put into force, if it is about terms."""
    return command.terms if isinstance(command, OfferPrizes | AmendTerms) else None


# --- the secrets of draws: made by the house, kept in its safe, and told with the draw they decide


async def commitment(safe: Safe, promotion: str, roll: str, secret: bytes) -> CommitDraw:
    """Commit to a new secret, which lies in the safe before anybody hears of it."""
    committed = commit(secret, roll)
    await safe.put({_place(promotion, committed): secret})
    return CommitDraw(commitment=committed, roll=roll)


async def secret_of_the_draw(safe: Safe, promotion: str, draw: DrawView | None) -> str:
    """The secret of the draw under way, or nothing if somebody else keeps it."""
    if draw is None or draw.secret:
        return ""
    secret = await safe.get(_place(promotion, draw.commitment))
    return "" if secret is None else secret.hex()


def _place(promotion: str, committed: str) -> str:
    return f"{PROMOTIONS}{promotion}/draws/{committed}"
