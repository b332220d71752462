"""A promotion at a casino whose clock a test sets: run by forms, as a browser sends them."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from tests.casino.floor.floors import Hands, secrets
from tests.promotion.cases import CASH, DRAW, GOODS, HOUR, RUNNING, SENT, START, complete, worth
from tests.web.casinos import Casino, Visitor, Watch, opened

from croupier.casino.floor import Floor
from croupier.promotion.acts.offered_terms import AmendTerms, OfferPrizes
from croupier.table.acts.opening import Approval
from croupier.web.console.forms import written

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    import httpx

    from croupier.promotion.promotion import Promotion
    from croupier.promotion.terms import Terms

NAME = "spring"
HAMPER = worth(GOODS, 500_00, name="a hamper", cash_alternative=400_00)
PURSE = worth(CASH, 12_000_00, name="a purse")
TERMS = complete(PURSE, HAMPER, worth(CASH, 50_00, name="small change"))
PUBLISHED = {"where": "the cage", "marketing": "poster 4"}


class Offer:
    """A promotion at a casino, and whoever does something about it."""

    def __init__(self, casino: Casino, hands: Hands) -> None:
        self.casino = casino
        self.hands = hands
        self._visitors: dict[str, Visitor] = {}

    @property
    def held(self) -> Promotion:
        return self.casino.floor.promotions[NAME].aggregate

    def at(self, moment: int) -> None:
        """Let time pass until then."""
        self.hands.pass_(max(0, moment - self.hands.at))

    async def who(self, name: str) -> Visitor:
        if name not in self._visitors:
            self._visitors[name] = await self.casino.let_in(name)
        return self._visitors[name]

    async def get(self, who: str, path: str = "", **more: Any) -> httpx.Response:
        visitor = await self.who(who) if who else self.casino.visitor()
        return await visitor.get(f"/promotions/{NAME}{path}", **more)

    async def begin(self) -> httpx.Response:
        sue = await self.who("sue")
        return await sue.client.post("/promotions", data={"promotion": NAME})

    async def ask(self, who: str, command: str, **fields: Any) -> httpx.Response:
        """Have somebody send a form to see what follows from it."""
        visitor = await self.who(who)
        return await visitor.client.post(f"/promotions/{NAME}/commands/{command}", data=fields)

    async def do(self, who: str, command: str, **fields: Any) -> httpx.Response:
        """Have somebody send a form to have it done."""
        return await self.ask(who, command, **{**fields, "do": "yes"})

    async def done(self, who: str, command: str, **fields: Any) -> None:
        answer = await self.do(who, command, **fields)
        assert answer.status_code == 200, answer.text

    # -- its life, step by step

    async def sent(self, terms: Terms = TERMS) -> None:
        await self.begin()
        await self.done("sue", "offer-prizes", **written(OfferPrizes(terms=terms)))
        self.at(SENT)
        await self.done("sue", "send-terms")
        await self.done("sue", "publish-terms", **PUBLISHED)

    async def running(self, terms: Terms = TERMS) -> None:
        await self.sent(terms)
        self.at(START)
        await self.done("sue", "start-promotion")

    async def entered(self, terms: Terms = TERMS) -> None:
        await self.running(terms)
        self.at(RUNNING)
        for player, tickets in (("ana", "20"), ("bob", "1")):
            await self.done("dan", "enter", player=player, ground="member", tickets=tickets)

    async def drawn(self, terms: Terms = TERMS) -> None:
        await self.entered(terms)
        self.at(DRAW)
        await self.done("olga", "nominate-scrutineer", person="ines")
        await self.done("sue", "commit-draw")
        await self.done("ines", "witness-draw", word="kookaburra")
        await self.done("sue", "draw-winners")

    async def over(self) -> None:
        """Winners told and published, a prize paid, a claim refused, a dispute open."""
        await self.drawn()
        await self.done("sue", "tell-winner", win="1", channel="telephone", reached="yes")
        await self.done("sue", "publish-results", where="the website")
        winner = self.casino.floor.references.in_text(self.held.state.wins[0].player)
        loser = "bob" if winner == "ana" else "ana"
        await self.done(winner, "claim-prize", player=winner, prize="1", address="1 High St")
        paid = {"payments.0.method": "transfer", "payments.0.amount": "12000"}
        await self.done(
            winner, "choose-payment", player=winner, claim="1",
            **paid, **{"payments.0.payee": winner},
        )  # fmt: skip
        await self.done("sue", "award-prize", claim="1")
        await self.done(loser, "claim-prize", player=loser, prize="1", address="2 Low St")
        await self.done("sue", "refuse-claim", claim="2", reasons="another ticket was drawn")
        await self.done(loser, "dispute-terms", player=loser, about="the order of the prizes")
        self.at(DRAW + HOUR)


def amended(terms: Terms, approval: Approval | None = None) -> dict[str, list[str]]:
    return written(AmendTerms(terms=terms, approval=approval))


@asynccontextmanager
async def promoting(where: Path, *, by_reference: bool = False) -> AsyncIterator[Offer]:
    """A casino a day before the Authority has to have the terms."""
    hands = Hands(SENT - 24 * HOUR)

    def floored(store: Any) -> Floor:
        return Floor(store, clock=hands.clock(), entropy=secrets())

    async with opened(where, Watch(), floored=floored, by_reference=by_reference) as casino:
        yield Offer(casino, hands)
