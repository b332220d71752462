"""Promotions over the API: refusals with their clauses, requests once, and each what is theirs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from tests.promotion.cases import DRAW, RUNNING, SENT, START
from tests.web.casinos import BY_ROLE
from tests.web.offers import NAME, TERMS, Offer, promoting
from tests.web.streams import Listening

from croupier.aggregate.roles import Role, who_may
from croupier.promotion.acts import ACTS

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    import httpx

pytestmark = pytest.mark.anyio

PATH = f"/api/promotions/{NAME}"
LACKING = msgspec.structs.replace(TERMS, results="", place="")


@pytest.fixture
async def offer(tmp_path: Path) -> AsyncIterator[Offer]:
    async with promoting(tmp_path / "casino.db") as offer:
        yield offer


async def tell(offer: Offer, who: str, do: str, key: str = "", **fields: Any) -> httpx.Response:
    """Have somebody give a command."""
    headers = {"Idempotency-Key": key} if key else {}
    body = {"command": {"do": do, **msgspec.to_builtins(fields)}}
    return await (await offer.who(who)).post(f"{PATH}/commands", body, headers=headers)


async def test_a_promotion_is_held_over_the_api_and_each_refusal_names_its_clauses(
    offer: Offer,
) -> None:
    async def refused(who: str, do: str, *clauses: str, **fields: Any) -> None:
        answer = await tell(offer, who, do, **fields)
        assert (answer.status_code, answer.json()["clauses"]) == (409, list(clauses)), answer.text

    async def done(who: str, do: str, **fields: Any) -> list[dict[str, Any]]:
        answer = await tell(offer, who, do, **fields)
        assert answer.status_code == 200, answer.text
        facts: list[dict[str, Any]] = answer.json()["facts"]
        return facts

    await offer.begin()
    await done("sue", "offer-prizes", terms=LACKING)
    await refused("sue", "send-terms", "20.7", "20.7.7", "20.7.10")
    await done("sue", "offer-prizes", terms=TERMS)
    offer.at(SENT)
    await done("sue", "send-terms")
    offer.at(START - 1)
    await refused("sue", "start-promotion", "20.6")
    await done("sue", "publish-terms", where=["the cage"], marketing=["poster"])
    await refused("sue", "start-promotion", "20.9")
    offer.at(START)
    await done("sue", "start-promotion")
    await refused("sue", "amend-terms", "20.9.1", terms=LACKING)
    offer.at(RUNNING)
    (entered,) = await done("dan", "enter", player="ana", ground="member", tickets=9)
    assert entered["last"] == 9
    offer.at(DRAW)
    await refused("sue", "commit-draw", "20.2", commitment="0" * 64)
    await refused("ana", "claim-prize", "20.7", "20.7.11", player="ana", prize=9)
    await refused("olga", "validate", "20.12", how="x")
    await refused("olga", "decide-dispute", "20.11", number=1, decision="x")
    await done("olga", "postpone", what="draw", reason="a doubt")
    await refused("sue", "commit-draw", "20.12", commitment="0" * 64)


async def test_the_same_request_is_done_once(offer: Offer) -> None:
    await offer.running()
    entry = {"player": "ana", "ground": "member"}
    first = await tell(offer, "dan", "enter", key="k1", **entry)
    again = await tell(offer, "dan", "enter", key="k1", **entry)
    assert (again.content, again.headers["idempotent-replayed"]) == (first.content, "true")
    assert offer.held.state.tickets == ["ana"]
    other = await tell(offer, "dan", "enter", key="k1", player="bob", ground="member")
    assert other.status_code == 409
    assert offer.held.state.tickets == ["ana"]


async def test_every_command_takes_its_role(offer: Offer) -> None:
    """Whoever has another role is told which one it takes, whatever else they say."""
    await offer.running()
    fields: dict[str, Any] = {
        "terms": TERMS, "where": "x", "player": "ana", "ground": "x", "person": "ana",
        "commitment": "x", "secret": "x", "prize": 1, "chance": "x", "win": 1,
        "channel": "mail", "reached": True, "claim": 1, "reasons": ["x"], "payments": [],
        "what": "draw", "reason": "x", "how": "x", "about": "x", "number": 1, "decision": "x",
        "marketing": ["x"], "roll": "x",
    }  # fmt: skip
    before = offer.held.head
    for kind, act in ACTS.items():
        do = str(kind.__struct_config__.tag)
        if act.needs is None:
            continue  # a witness may have any role
        said = {name: fields[name] for name in kind.__struct_fields__ if name in fields}
        if do == "publish-terms":
            said["where"] = ["x"]
        for role in set(Role) - set(who_may(act.needs)):
            answer = await tell(offer, BY_ROLE[role], do, **said)
            assert answer.status_code == 409, (do, role)
            assert answer.json()["detail"].startswith(f"it takes the role {act.needs}"), (do, role)
    assert offer.held.head == before


async def test_each_sees_and_hears_what_is_theirs(offer: Offer) -> None:
    await offer.drawn()
    kinds = {"": "public", "dan": "public", "tom": "public", "ana": "player", "sue": "desk"}
    for who, kind in {**kinds, "ines": "inspector", "vic": "inspector"}.items():
        visitor = await offer.who(who) if who else offer.casino.visitor()
        assert (await visitor.get(PATH)).json()["view"]["view"] == kind, who
    heard = {}
    for who in ("ana", "bob", "dan", "sue"):
        visitor, path = await offer.who(who), f"{PATH}/events"
        async with Listening(offer.casino.app, visitor, path, **{"Last-Event-ID": "1"}) as stream:
            heard[who] = await stream.event()
    wins = offer.held.state.wins
    for who in ("ana", "bob"):
        own = sum(win.player == who for win in wins)
        assert heard[who].count(b'"fact":"won"') == own
    assert heard["dan"].count(b'"fact":"won"') == 0
    assert heard["sue"].count(b'"fact":"won"') == len(wins)


async def test_the_terms_are_to_be_had_from_when_the_authority_has_them(offer: Offer) -> None:
    nobody = offer.casino.visitor()
    await offer.begin()
    assert (await nobody.get(f"{PATH}/conditions")).status_code == 404
    await offer.done("sue", "offer-prizes", **{"terms.name": "Spring draw"})
    assert (await nobody.get(f"{PATH}/conditions")).status_code == 404
    (listed,) = (await nobody.get("/api/promotions")).json()
    assert listed["title"] == ""
    assert (await tell(offer, "sue", "offer-prizes", terms=TERMS)).status_code == 200
    assert (await tell(offer, "sue", "send-terms")).status_code == 200
    shown = await nobody.get(f"{PATH}/conditions")
    assert msgspec.json.decode(shown.content, type=type(TERMS)) == TERMS
