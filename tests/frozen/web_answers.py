"""Frozen answers of the web server: what every role gets from the casino that 1.2.0 left behind.

The casino is the one of the compatibility fixtures. Its tables were left in every state of a round,
with tournaments and promotions beside them. One person of each role asks for every address that can
be read. An HTML page is stored as two outputs: its structure, and its words. A change of wording
alters the second only. The first line of an answer is its status, so that the outputs also say who
may read what.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import msgspec
from tests.casino.floor.floors import Hands, WoundByHand, secrets
from tests.compatibility.fixtures import SHELVES
from tests.compressed_files import unpack
from tests.frozen.page_parts import split_page
from tests.web.casinos import Casino, Visitor, building
from tests.web.twins import filled

from croupier.casino.house_keys import HouseKeys
from croupier.casino.signing_key import Seal
from croupier.casino.store import open_store
from croupier.promotion import acts as promotion
from croupier.tournament import acts as tournament
from croupier.web.app import create_app
from croupier.web.approved_program.manifest import Manifest
from croupier.web.http.policies import operations
from croupier.web.settings import Settings

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    import httpx
    from tests.frozen.outputs import Outputs

    from croupier.aggregate.acts import Acts

(SHELF,) = (shelf for shelf in SHELVES if shelf.folder.name == "v1_2_0")
VIEWERS = {
    "visitor": None, "player": "ana", "dealer": "dora", "supervisor": "sid",
    "assistant-manager": "agnes", "gaming-manager": "gus", "shift-manager": "max",
    "operator": "operator", "tournament-director": "tom", "inspector": "ines",
    "surveillance": "sven",
}  # fmt: skip
"""A person of each role by the name of the role; a visitor has not logged in."""
SCHEMA = "/schema/openapi.json"
NOT_ASKED = {
    "/metrics": "counts requests and their times",
    "/health/ready": "says how old a checkpoint is",
    "/rules/coverage": "shows files and lines of the source",
    "/rules/{instrument:str}/{clause:path}": "the same",
    "/schema": "is a page of another project; the document is frozen by operation",
    "/schema/{path:str}": "the same",
    SCHEMA: "the same",
    "/laboratory/{instrument:str}": "computes; the command line's figures are frozen",
    "/laboratory/{instrument:str}/{tool:str}": "the same",
    "/laboratory/{instrument:str}/{tool:str}/{file:str}": "the same",
    "/static/{name:path}": "holds pictures, styles and scripts",
}
"""Addresses that are left out, each with the reason."""
ENDLESS = ("/stream", "}/events")
"""How the addresses of streams end. Their first event is a page that is asked for anyway."""
SETTINGS = Settings(log_requests=False, rate=10**6, rate_by_address=10**6)
MOMENTS = (
    "betting", "dealing", "settled", "virtual", "real-betting", "real-closed-bets", "real-dealing",
    "real-misplaced", "real-settled", "real-closed",
)  # fmt: skip
"""The ends of the names of the tables to look at."""
TABLES = {
    "act-blackjack-2006": ("blackjack-2006", "bj06"),
    "act-blackjack-2018": ("blackjack-2018", "bj18"),
    "nsw-blackjack-challenge": ("challenge", "challenge"),
    "act-mini-baccarat-2016": ("baccarat", "baccarat"),
    "act-ultimate-texas-holdem-2025": ("holdem", "holdem"),
}
"""How the names of an instrument's tables begin: of those with a virtual shoe, and with cards."""
AT_EVERY_TABLE = ("/api/tables/{table:str}", "/tables/{table:str}", "/tables/{table:str}/console")
CHOSEN_TABLE = "bj18-real-settled"
"""The table for all other addresses that name one."""
PARTS = {
    "table": [CHOSEN_TABLE], "number": ["1"], "box": ["1"], "step": ["deal-one"], "person": ["ana"],
    "instrument": list(TABLES),
}  # fmt: skip
NAMES = {
    "tournaments": ["bj18-cup", "holdem-cup", "baccarat-paid"],
    "promotions": ["whole", "half-way", "by-chance"],
    "school": ["chance-1-1"],
}
"""The values of `name` in an address, by the word before it."""
SAME_FOR_ALL = ("/rules/", "/school/", "/api/school/")
"""Addresses whose answer is the same for everybody but for the head of the page."""
VARIABLE = {
    re.compile(r'(name="(?:key|seed)" value=")[0-9a-f]+'): r"\1…",
    re.compile(r'("csrf_token"(?: value=|:)")[^"]+'): r"\1…",
    re.compile(r'(data-token=")[^"]+'): r"\1…",
    re.compile(r"(/static/[\w./-]+\?)[^\"' ]+"): r"\1…",
}
"""Parts of a page that differ from one process or version to the next."""

NEW_SEED = re.compile(r"(?<=chance-)\d+|(?<=seed=)\d+")
"""The part of a redirection that is drawn at random."""


@asynccontextmanager
async def open_casino() -> AsyncIterator[Casino]:
    """Open the casino as 1.2.0 left it, with a clock that stands still."""
    left = SHELF.manifest.casinos["house"]
    with TemporaryDirectory() as folder:
        path = Path(folder, "casino.db")
        path.write_bytes(unpack(SHELF.folder / left.file))
        for end, text in SHELF.files_beside(left).items():
            beside = Path(f"{path}{end}")
            beside.parent.mkdir(exist_ok=True)
            beside.write_text(text)
            beside.chmod(0o600)
        keys = HouseKeys.load(Path(f"{path}.keys"))
        with open_store(str(path), keys=keys) as store, building(SETTINGS) as built:
            clock = Hands(left.left["at"]).clock()
            async with WoundByHand(store, clock=clock, entropy=secrets()) as floor:
                app = create_app(
                    floor,
                    SETTINGS,
                    clock=clock,
                    measured=lambda: Manifest("1", {"croupier.py": "a digest"}),
                    seal=Seal.load(Path(f"{path}.seal")),
                    building=built,
                )
                async with app.lifespan():
                    yield Casino(app, floor)


def read_routes(app: Any) -> list[str]:
    """Return the routes of everything that can be read, except those that are left out."""
    routes = {path for method, path, _ in operations(app) if method == "GET"}
    return sorted(path for path in routes - NOT_ASKED.keys() if not path.endswith(ENDLESS))


def addresses_of_tables(instrument: str) -> list[str]:
    """Return the addresses of an instrument's tables, in every state that one was left in."""
    virtual, real = TABLES[instrument]
    left = SHELF.manifest.casinos["house"].left["tables"]
    names = [f"{real if moment.startswith('real') else virtual}-{moment}" for moment in MOMENTS]
    tables = [name for name in names if name in left]
    return [path for route in AT_EVERY_TABLE for path in filled(route, {"table": tables})]


def addresses_of_forms(casino: Casino) -> Iterator[tuple[str, str, list[str]]]:
    """Yield each desk with a role that works there and the addresses of its forms."""
    for _, real in TABLES.values():
        desk = f"/tables/{real}-real-dealing/console"
        acts = casino.floor.live(f"{real}-real-dealing").table.game.acts
        yield desk, "shift-manager", [f"{desk}/{tag}" for tag in _tags(acts)]
    desk = "/tournaments/bj18-cup/desk"
    yield desk, "tournament-director", [f"{desk}/{tag}" for tag in _tags(tournament.ACTS)]
    forms = [f"/promotions/half-way/commands/{tag}" for tag in _tags(promotion.ACTS)]
    yield "/promotions/half-way/desk", "shift-manager", forms


def _tags(acts: Acts[Any, Any]) -> list[str]:
    return sorted(str(command.__struct_config__.tag) for command in acts)


def other_addresses(casino: Casino) -> Iterator[str]:
    """Yield an address or more for every route besides tables and forms."""
    for route in read_routes(casino.app):
        if route not in AT_EVERY_TABLE and "{do:str}" not in route:
            words = (word for word in route.split("/") if word in NAMES)
            yield from filled(route, {**PARTS, "name": NAMES.get(next(words, ""), [])})


Asked = dict[str, list[str]]
"""The roles that ask for an address."""


async def ask(choose: Callable[[Casino], Asked]) -> Outputs:
    """Return what each role gets from each of its addresses."""
    outputs: Outputs = {}
    async with open_casino() as casino:
        visitors = {role: await _welcome(casino, role) for role in VIEWERS}
        for path, roles in choose(casino).items():
            for role in roles:
                answer = await visitors[role].get(path)
                outputs |= describe(f"{path} {role}", answer)
    return outputs


async def _welcome(casino: Casino, role: str) -> Visitor:
    name = VIEWERS[role]
    return casino.visitor() if name is None else await casino.let_in(name)


def describe(id: str, answer: httpx.Response) -> Outputs:
    """Return the outputs of an answer: two for a page, and one for anything else."""
    kind = answer.headers.get("content-type", "").partition(";")[0]
    onward = NEW_SEED.sub("…", answer.headers.get("location", ""))
    status = f"{answer.status_code} {kind} {onward}".strip()
    if kind == "text/html":
        return _describe_page(id, answer.text, status)
    if kind.endswith("json"):
        return {id: f"{status}\n{format_json(_make_stable(answer.text).encode())}"}
    if kind.startswith("text/"):
        return {id: f"{status}\n{_make_stable(answer.text)}"}
    return {id: status}


def _describe_page(id: str, page: str, status: str = "") -> Outputs:
    structure, words = split_page(_make_stable(page))
    return {f"{id} structure": f"{status}\n{structure}", f"{id} words": words}


def _make_stable(text: str) -> str:
    for pattern, stable in VARIABLE.items():
        text = pattern.sub(stable, text)
    return text


def format_json(content: bytes) -> str:
    """Return JSON with a line for each part."""
    return msgspec.json.format(content, indent=1).decode() + "\n"


def ask_for_tables(instrument: str) -> Outputs:
    """Return the pages and views of an instrument's tables for all roles."""
    paths = addresses_of_tables(instrument)
    return asyncio.run(ask(lambda _: {path: list(VIEWERS) for path in paths}))


def ask_for_forms() -> Outputs:
    """Return the lines that the form of each command adds to the page of its desk."""
    return asyncio.run(_ask_for_forms())


async def _ask_for_forms() -> Outputs:
    outputs: Outputs = {}
    async with open_casino() as casino:
        for desk, role, forms in addresses_of_forms(casino):
            visitor = await _welcome(casino, role)
            plain = set((await visitor.get(desk)).text.splitlines())
            for path in forms:
                lines = (await visitor.get(path)).text.splitlines()
                page = "\n".join(line for line in lines if line not in plain)
                outputs |= _describe_page(path, page)
    return outputs


def ask_for_the_rest() -> Outputs:
    """Return everything else that can be read."""

    def choose(casino: Casino) -> Asked:
        return {
            path: ["visitor"] if path.startswith(SAME_FOR_ALL) else list(VIEWERS)
            for path in other_addresses(casino)
        }

    return asyncio.run(ask(choose))


def describe_operations() -> Outputs:
    """Return the parts of the OpenAPI document: one for each operation and component."""
    document = asyncio.run(_read_schema())
    rest = {**document, "info": {**document["info"], "version": "…"}}
    outputs = {}
    for path, item in sorted(rest.pop("paths").items()):
        for method, operation in sorted(item.items()):
            outputs[f"{method.upper()} {path}"] = format_json(msgspec.json.encode(operation))
    for kind, components in sorted(rest.pop("components").items()):
        for name, component in sorted(components.items()):
            outputs[f"{kind}/{name}"] = format_json(msgspec.json.encode(component))
    return {"document": format_json(msgspec.json.encode(rest)), **outputs}


async def _read_schema() -> dict[str, Any]:
    async with open_casino() as casino:
        document: dict[str, Any] = (await casino.visitor().get(SCHEMA)).json()
        return document


GROUPS: dict[str, Callable[[], Outputs]] = {
    **{f"web/{instrument}": partial(ask_for_tables, instrument) for instrument in TABLES},
    "web/forms": ask_for_forms,
    "web/house": ask_for_the_rest,
    "web/schema": describe_operations,
}
