"""What is hidden in a tournament or a promotion reaches nobody by any way.

Two casinos do the same but for wagers that somebody wrote down undisclosed, claims, disputes or
drafts: not a byte of what others are sent depends on it.
"""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from tests.casino.floor.cups import CUP, DEALER, Cup, example, names
from tests.casino.floor.floors import OPERATOR, Hands
from tests.casino.floor.players import wager_of, who_wagers
from tests.casino.floor.sessions import ONE, by, the_table
from tests.promotion.cases import DRAW
from tests.tournament.support import CHALLENGE
from tests.web.casinos import OLGA, Casino, Visitor, Watch, enrol, opened
from tests.web.offers import NAME as OFFER
from tests.web.offers import promoting
from tests.web.twins import APART, GENERAL, Seen, Twin, filled, look_at_all, routes

from croupier.aggregate.roles import Person, Role
from croupier.casino.floor import Floor, views
from croupier.casino.floor.preview import Preview
from croupier.casino.floor.tournament_tables import tables_of
from croupier.casino.house.commands import BuyIn, OpenTournament, Pace
from croupier.games.blackjack.asks_and_answers import Hit
from croupier.table.acts.hidden_wagers import WriteWager
from croupier.table.facts import Settled, standing
from croupier.table.table import Phase
from croupier.table.tournament_play import play_at
from croupier.tournament.acts import ACTS as TOURNAMENT_ACTS
from croupier.tournament.acts.conditions_approval import DocumentConditions
from croupier.web.http.policies import operations
from croupier.web.promotions import console as promotions
from croupier.web.settings import Settings

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator
    from pathlib import Path

    from croupier.casino.floor.live_table import LiveTable

pytestmark = pytest.mark.anyio

PACE = Pace(betting=60_000, decision=1_000, cut=0, settled=2_000)
ENTROPY = bytes(32)
"""The same however often the floor tries to set a table up."""
LONGEST = 60
"""Seconds, after which a table that is not set up never will be."""
QUIET = Settings(rate=10**6, rate_by_address=10**6, log_requests=False)
HIDDEN = {"allocation": "by ballot", "undisclosed": 1}
FINAL = [{"name": "final", "rounds": 1, "seats": 7}]


def of_affairs(casino: Casino, prefix: str, name: str, commands: list[str]) -> Iterator[str]:
    """Everything that can be got about a tournament, or a promotion."""
    for route in routes(casino.app, "GET"):
        if route.startswith((f"/{prefix}/{{name", f"/api/{prefix}/{{name")):
            yield from filled(route, {"name": [name], "do": commands})


# --- undisclosed wagers


@asynccontextmanager
async def a_cup(where: Path, amount: int) -> AsyncIterator[tuple[Cup, Twin]]:
    """A session in which a player has written down a wager, and the other has to wager yet."""
    hands = Hands()

    def floored(store: Any) -> Floor:
        return Floor(store, clock=hands.clock(), entropy=lambda: ENTROPY)

    async with opened(where, Watch(), QUIET, floored=floored) as casino:
        floor = casino.floor
        people: dict[str, tuple[Role, ...]] = dict.fromkeys(names(2), (Role.PLAYER,))
        staff = {DEALER.name: (Role.DEALER,), OPERATOR.name: (Role.OPERATOR,)}
        await enrol(floor, {**people, **staff})
        for name in people:
            await floor.command_house(
                BuyIn(person=name, amount=1_000_00), Person(name, Role.PLAYER)
            )
        cup = Cup(floor, hands, CHALLENGE, pace=PACE)
        chosen = {**ONE, "wagering": HIDDEN, "sessions": FINAL}
        await cup.take_entries(2, example(CHALLENGE, **chosen))
        await cup.seat()
        async with asyncio.timeout(LONGEST):
            while not _waits_for_wagers(cup):
                await asyncio.sleep(0.001)  # the floor sets the table up by itself
        table = the_table(cup).set_up.command.table
        writer, other = _players(cup)
        form = WriteWager(player=writer, amount=amount, type="main")
        await floor.do(table, form, by(writer))
        visitors: dict[str | None, Visitor] = {None: casino.visitor()}
        for name in (other, "dan", "tom"):
            visitors[name] = await casino.let_in(name)
        yield cup, Twin(casino, visitors, table)


def _players(cup: Cup) -> tuple[str, str]:
    """Who writes a wager down, at the first box, and who lays one on the second."""
    positions = play_at(the_table(cup).table).positions
    first, second = sorted(positions, key=lambda player: positions[player])
    return first, second


def _waits_for_wagers(cup: Cup) -> bool:
    lives = tables_of(cup.floor, CUP)
    return any(who_wagers(live) and live.table.shoe.ready for live in lives)


async def seen_of(cup: Cup, twin: Twin, viewer: str | None, seed: int) -> Seen:
    """All that a viewer is sent about the table and the tournament, and is answered."""
    chance = Random(seed)
    tried = [*twin.nonsense(viewer, chance, 3), *twin.previews(viewer, chance, 6)]
    seen = await twin.look(viewer, tried, chance)
    do = [str(kind.__struct_config__.tag) for kind in chance.sample(list(TOURNAMENT_ACTS), 2)]
    paths = list(of_affairs(twin.casino, "tournaments", CUP, do))
    more = await look_at_all(twin.casino, twin.people[viewer], [*paths, *_after_all(CUP)])
    seen.answers |= more.answers
    return seen


def _after_all(name: str) -> list[str]:
    return [f"/api/tournaments/{name}?after=1", f"/api/tournaments/{name}/events?after=1"]


async def test_nobody_can_tell_undisclosed_wagers_apart(tmp_path: Path) -> None:
    stages = await undisclosed_interference(tmp_path)
    assert stages == ["written", "to be dealt", "dealt", "lost"]


async def undisclosed_interference(tmp_path: Path) -> list[str]:
    """The stages of a round at which two different wagers looked the same to everybody."""
    stages = []
    async with a_cup(tmp_path / "1.db", 175_00) as one, a_cup(tmp_path / "2.db", 75_00) as two:
        first = the_table(one[0])
        while play_at(first.table).this_round.forms:
            stage = _stage(first)
            if stage not in stages:
                stages.append(stage)
                staff = ("dan", "tom") if stage in ("written", "to be dealt") else ()
                for viewer in (None, _players(one[0])[1], *staff):
                    await _compare(one, two, viewer, stage)
            for cup, twin in (one, two):
                await _go_on(cup, twin)
    return stages


def _stage(live: LiveTable) -> str:
    if live.table.phase is not Phase.DEALING:
        return "written" if who_wagers(live) else "to be dealt"
    assert live.table.round is not None
    settled = any(isinstance(fact, Settled) for fact in live.table.round.facts)
    return "lost" if settled else "dealt"


async def _go_on(cup: Cup, twin: Twin) -> None:
    """The other wagers, who wrote one down draws too many cards, and time passes."""
    live, (writer, other) = the_table(cup), _players(cup)
    if who_wagers(live):
        await cup.floor.do(twin.table, wager_of(live, other, 50_00), by(other))
        return
    hit = [each for each in live.table.legal(by(writer)) if isinstance(each, Hit)]
    if hit:
        await cup.floor.do(twin.table, hit[0], by(writer))
        return
    cup.hands.pass_(500)
    await cup.floor.tick(live)


async def _compare(
    one: tuple[Cup, Twin], two: tuple[Cup, Twin], viewer: str | None, when: str
) -> None:
    first, second = [await seen_of(*each, viewer, len(when)) for each in (one, two)]
    found = first.differences(second)
    assert not found, f"{viewer}, {when}: {found}"


async def test_whoever_examines_a_form_reads_it_on_the_page(tmp_path: Path) -> None:
    async with a_cup(tmp_path / "casino.db", 175_00) as (cup, twin):
        said = f"{_players(cup)[0]} wrote: $175, main"
        for viewer, reads in (("sue", True), ("ines", True), ("dan", False), ("tom", False)):
            page = await (await twin.casino.let_in(viewer)).get(f"/tables/{twin.table}")
            assert (said in page.text) is reads, viewer


# --- promotions


@pytest.mark.parametrize("viewer", [None, "the other", "dan", "tom"])
async def test_nobody_can_tell_claims_and_disputes_of_others_apart(
    tmp_path: Path, viewer: str | None
) -> None:
    assert not await promotion_interference(tmp_path, viewer)


async def promotion_interference(tmp_path: Path, viewer: str | None) -> list[str]:
    seen = []
    for place, words in enumerate((("1 High St", "the order"), ("9 Low Rd", "the hamper"))):
        address, about = words
        async with promoting(tmp_path / f"{place}.db") as offer:
            await offer.drawn()
            winner = offer.held.state.wins[0].player
            other = "bob" if winner == "ana" else "ana"
            await offer.done(winner, "claim-prize", player=winner, prize="1", address=address)
            if place:
                await offer.done("sue", "refuse-claim", claim="1", reasons="the ticket is torn")
            else:
                await offer.done("sue", "tell-winner", win="1", channel="mail", reached="yes")
            await offer.done(winner, "dispute-terms", player=winner, about=about)
            looker = other if viewer == "the other" else viewer
            visitor = offer.casino.visitor() if looker is None else await offer.who(looker)
            do = ["enter", "claim-prize"]
            paths = of_affairs(offer.casino, "promotions", OFFER, do)
            more = ("/", "/promotions", "/api/promotions", f"/promotions/{OFFER}/stream?desk=true")
            found = await look_at_all(offer.casino, visitor, [*paths, *more])
            if looker is not None:
                for name, fields in _tried(winner, other, looker):
                    for done in ({}, {"do": "yes"} if name in REFUSED else {}):
                        got = await offer.ask(looker, name, **fields, **done)
                        answer = got.status_code, sorted(got.headers.raw), got.content
                        found.answers[f"{name} {fields} {done}"] = answer
            seen.append(found)
    return seen[0].differences(seen[1])


REFUSED = ("take-cash", "choose-payment", "refuse-claim", "award-prize", "draw-winners")
"""What those who look here cannot do."""


def _tried(winner: str, other: str, looker: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Commands about a claim that is not one's own."""
    paid = {
        "payments.0.method": "transfer", "payments.0.amount": "12000",
        "payments.0.payee": other,
    }  # fmt: skip
    for claim in ("1", "2"):
        yield "take-cash", {"player": other, "claim": claim}
        yield "choose-payment", {"player": other, "claim": claim, **paid}
        yield "refuse-claim", {"claim": claim, "reasons": "because"}
        yield "award-prize", {"claim": claim}
    for player in (winner, other):
        if looker in (player, "dan"):
            yield "claim-prize", {"player": player, "prize": "1", "address": "3 Back Ln"}
    yield "draw-winners", {"secret": "00" * 32}


async def test_a_draw_is_not_made_before_it_is_made(tmp_path: Path) -> None:
    async with promoting(tmp_path / "casino.db") as offer:
        await offer.entered()
        offer.at(DRAW)
        await offer.done("olga", "nominate-scrutineer", person="ines")
        await offer.done("sue", "commit-draw")
        await offer.done("ines", "witness-draw", word="kookaburra")
        asked = await offer.ask("sue", "draw-winners")
        assert asked.status_code == 200
        assert 'class="facts"' not in asked.text
        for number in range(1, 22):
            assert f"Ticket {number}" not in asked.text
        assert not offer.held.state.wins


# --- drafts


async def test_nobody_outside_can_tell_drafts_of_conditions_apart(tmp_path: Path) -> None:
    seen: dict[str, list[Seen]] = {"": [], "ana": []}
    for place, (title, added) in enumerate((("Winter Cup", 100_00), ("Autumn Cup", 900_00))):
        async with opened(tmp_path / f"{place}.db", Watch(), QUIET) as casino:
            opening = OpenTournament(tournament=CUP, instrument=CHALLENGE)
            await casino.floor.command_house(opening, OLGA)
            value = [{"what": "cash", "value": added}]
            conditions = example(CHALLENGE, name=title, added_value=value)
            command = DocumentConditions(conditions=conditions)
            await casino.floor.conduct(casino.floor.tournaments[CUP], command, OLGA)
            for viewer, looks in seen.items():
                visitor = await casino.let_in(viewer) if viewer else casino.visitor()
                paths = of_affairs(casino, "tournaments", CUP, ["enter"])
                more = ("/", "/tournaments", "/api/tournaments")
                looks.append(await look_at_all(casino, visitor, [*paths, *more]))
    for one, other in seen.values():
        assert not one.differences(other)


# --- leaks on purpose, each of which has to be found


async def test_a_settlement_that_is_shown_too_early_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def settled(table: Any, viewer: Any) -> tuple[Settled, ...]:
        return () if table.round is None else tuple(standing(table.round.facts))

    monkeypatch.setattr(views, "settled", settled)
    with pytest.raises(ExceptionGroup) as found:
        await undisclosed_interference(tmp_path)
    assert found.group_contains(AssertionError, match="lost: .*/tables/cup-1")


async def test_a_preview_that_tells_of_others_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def preview(floor: Any, affair: Any, command: Any, by: Any) -> Preview:
        return Preview(tuple(affair.aggregate.facts), whole=True)

    monkeypatch.setattr(promotions, "preview_affair", preview)
    assert await promotion_interference(tmp_path, "the other")


# --- every operation


CHANGES = {
    "POST /guests", "POST /account",
    "POST /api/session", "DELETE /api/session", "POST /api/tokens", "DELETE /api/tokens/{id:str}",
    "POST /api/approvals", "DELETE /api/approvals", "POST /approvals",
    "POST /api/approvals/{asked:str}", "DELETE /api/approvals/{asked:str}",
    "POST /approvals/{asked:str}", "POST /approvals/{asked:str}/no",
    "POST /api/people", "POST /api/people/{person:str}/roles",
    "DELETE /api/people/{person:str}/tokens/{id:str}",
    "POST /people/{person:str}/tokens/{id:str}/revoke",
    "PUT /api/people/{person:str}/particulars", "POST /api/people/{person:str}/forget",
    "POST /people/{person:str}/particulars", "POST /people/{person:str}/forget",
    "POST /api/people/{person:str}/bars/{bar:str}/end",
    "DELETE /api/people/{person:str}/roles/{held:str}", "PUT /api/people/{person:str}/password",
    "POST /api/chips/buy-in", "POST /api/chips/cash-out", "POST /api/chips/issue",
    "POST /api/chips/retire", "POST /api/tables", "DELETE /api/tables/{table:str}",
    "POST /api/tables/{table:str}/ready", "POST /api/tournaments", "POST /api/promotions",
    "POST /api/program/approval", "PUT /api/overrides", "PUT /api/powers", "PUT /api/cage",
    "POST /cage",
    "POST /api/notices/acknowledgements", "POST /api/verification", "POST /api/checkpoints",
    "POST /laboratory/{instrument:str}/{tool:str}",
    "POST /laboratory/jobs/{job:str}/stop", "POST /log-in", "POST /log-out", "POST /role",
    "POST /cage/{way:str}", "POST /tables/{table:str}/join", "POST /tables/{table:str}/leave",
    "POST /tables/{table:str}/ready",
    "POST /tables/{table:str}/steps", "POST /tables/{table:str}/console/hands/{step:str}",
    "POST /desk/acknowledgements", "POST /desk/verification", "POST /desk/checkpoints",
    "POST /people", "POST /people/{person:str}/{what:str}", "POST /floor",
    "POST /floor/{table:str}/take-down", "POST /floor/takings", "POST /overrides",
    "POST /overrides/powers",
    "POST /tournaments/{name:str}/own",
    "POST /director", "POST /director/check", "POST /promotions",
    "POST /api/tournaments/{name:str}/commands", "POST /api/promotions/{name:str}/commands",
    "POST /tournaments/{name:str}/desk/{do:str}",
    "POST /school/sets/{name:str}/ask", "POST /school/sets/{name:str}/{number:int}",
    "POST /school/sets/{name:str}/{number:int}/payments",
    "POST /school/instructor/sets", "POST /school/instructor/sets/{name:str}/withdraw",
    "POST /api/school/sets", "DELETE /api/school/sets/{name:str}",
    "POST /api/school/sets/{name:str}/questions",
    "POST /api/school/sets/{name:str}/questions/{number:int}/act",
    "POST /api/school/sets/{name:str}/questions/{number:int}/payments",
}  # fmt: skip
"""What changes something, and answers with the change or a page that is looked at by itself."""
TRIED = {
    "POST /api/tables/{table:str}/commands", "POST /api/tables/{table:str}/steps",
    "POST /tables/{table:str}/commands", "POST /tables/{table:str}/console/{do:str}",
    "POST /promotions/{name:str}/commands/{do:str}",
    "POST /tables/{table:str}/rounds/{number:int}/what-if",
}  # fmt: skip
"""What is asked at both casinos, and answered alike."""
OF_ITSELF = {
    "POST /round-files", "POST /school/payouts/{instrument:str}",
    "POST /school/exercises/{instrument:str}/{name:str}",
    "POST /school/exercises/{instrument:str}/{name:str}/payments",
    "POST /api/school/payouts/{instrument:str}",
    "POST /api/school/exercises/{instrument:str}/{name:str}",
}  # fmt: skip
"""What is answered from what was sent alone, and knows nothing of the house."""


async def test_every_operation_is_looked_at(tmp_path: Path) -> None:
    """A new one has to be among what is looked at here, or be known to tell nothing hidden."""
    async with opened(tmp_path / "casino.db", Watch(), QUIET) as casino:
        found = {(method, path) for method, path, _ in operations(casino.app)}
        known = {**GENERAL, "table": ["1"], "do": ["1"], "name": ["1"]}
        for path in routes(casino.app, "GET"):
            assert filled(path, known), path
            prefixes = ("/tournaments/", "/api/tournaments/", "/promotions/", "/api/promotions/")
            assert "{name" not in path or path.startswith(prefixes), path
    got = {path for method, path in found if method == "GET"}
    assert APART.keys() <= got
    done = {f"{method} {path}" for method, path in found if method not in ("GET", "OPTIONS")}
    assert done == CHANGES | TRIED | OF_ITSELF
