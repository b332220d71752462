"""Twin evenings: the same is done at two casinos whose cards differ where a viewer may not look.

At the first, a round is played and everything that was asked is written down. At the second it is
asked again word for word, after the cards that the viewer has not seen by then changed places.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from http import HTTPStatus
from random import Random
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

import httpx
import msgspec
from tests.nonsense import anything
from tests.web.casinos import OLGA, Casino, Visitor
from tests.web.streams import Listening

from croupier.aggregate.roles import Person, Role
from croupier.cards import DECK, parse_cards
from croupier.casino.demo import TABLES
from croupier.casino.floor import look
from croupier.casino.house.commands import BuyIn, Dealing, SetUpTable
from croupier.casino.opening_and_closing import opening_of
from croupier.shoe import pack_text
from croupier.web.console.forms import written
from croupier.web.http.policies import operations

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from croupier.aggregate.acts import Command
    from croupier.cards import Card
    from croupier.dealer import DealerState

NOTE = re.compile(r'"([A2-9TJQK][SHDC])"')
PLAYERS = {"ana": 1, "bob": 2}
UNKNOWING = (None, "ana", "bob", "dan", "tom")
READERS = ("sue", "amy", "gus", "mara", "olga", "ines", "vic")
"""Those who may read a record when its round is over, with every card in it."""
NOT_NOW = {
    "leave", "get-up", "sit", "take-chips", "step-away", "ask-for-rules", "ask-determinations",
    "place-wager", "bring-chips", "arrive", "dispute", "look-at-record",
}  # fmt: skip
FORM = "application/x-www-form-urlencoded"
BEGUN = 1_800_000_000_000
ROUND = 60
"""More moves than any round takes."""
OVER = 61
"""The round is over, and its cards are collected."""
COMMANDS = 3
"""Of how many commands somebody looks at the page in the console, and at what would follow."""
SEALED = re.compile(
    rb'(\\?"(?:key|signature|hash)\\?":\\?"|"checkpoints\\?",\\?"lines\\?":\d+,\\?"head\\?":\\?")[^"\\]+'
)
"""What is another at every casino in a checkpoint, for it is signed with another key."""

SENT_ONCE = re.compile(rb'name="key" value="[0-9a-f]+"')
"""The number of a form that is done once, however often it is sent."""


@dataclass(frozen=True)
class Word:
    """Something that somebody asked of the table."""

    by: str
    what: str
    body: bytes
    form: bool = False
    """Whether a page sends it, and not a program."""


@dataclass
class Twin:
    """One of the two casinos, with everybody in it."""

    casino: Casino
    people: dict[str | None, Visitor] = field(default_factory=dict)
    table: str = ""
    said: list[Word] = field(default_factory=list)

    async def welcome(self) -> None:
        self.people[None] = self.casino.visitor()
        for name in filter(None, (*UNKNOWING, *READERS)):
            self.people[name] = await self.casino.let_in(name)
        for player in PLAYERS:
            await self.casino.floor.command_house(
                BuyIn(person=player, amount=100_000_00), Person(player, Role.PLAYER)
            )

    # -- doing

    async def ask(self, by: str, what: str, said: object) -> bytes:
        """Ask something of the table, and write it down."""
        body = b'{"%b":%b}' % (what.encode(), msgspec.json.encode(said))
        self.said.append(Word(by, f"{what}s", body))
        return (await self.answer(self.said[-1])).content

    async def answer(self, word: Word) -> httpx.Response:
        api, kind = ("", FORM) if word.form else ("/api", "application/json")
        return await self.people[word.by].client.post(
            f"{api}/tables/{self.table}/{word.what}",
            content=word.body,
            headers={"content-type": kind},
        )

    async def open(self, table: str, game: str, **options: Any) -> None:
        """A table that a person deals from a virtual shoe, with wagers on it and a full shoe."""
        instrument, usual = TABLES[game]
        command = SetUpTable(
            table=table, instrument=instrument, dealing=Dealing.VIRTUAL,
            options={**usual, **options},
        )  # fmt: skip
        await self.casino.floor.command_house(command, OLGA)
        self.table, self.said = table, []
        live = self.casino.floor.live(table)
        await self.ask("sue", "command", opening_of(live.table, "approved", BEGUN, 10_000_00))
        await self.ask("dan", "command", {"do": "check-cards"})
        wager = live.table.game.wagers[0]
        for player, box in PLAYERS.items():
            for said in (
                {"do": "arrive", "player": player},
                {"do": "sit", "player": player, "box": box},
                {"do": "bring-chips", "player": player, "amount": 500_00},
                {"do": "place-wager", "player": player, "box": box, "amount": 10_00,
                 "wager": wager},
            ):  # fmt: skip
                await self.ask(player, "command", said)
        for _ in range(4):
            offered = live.table.shoe.offer.player if live.table.shoe.offers else None
            if offered is not None:
                await self.ask(offered, "command", {"do": "decline-cut", "player": offered})
            await self.ask("dan", "step", {"step": "prepare"})

    async def play(self, moves: int, chance: Random) -> None:
        """So many moves of a round: a card, or whatever its players decide."""
        await self.ask("dan", "command", {"do": "no-more-bets"})
        live = self.casino.floor.live(self.table)
        for _ in range(moves):
            before = live.stored
            await self.ask("dan", "step", {"step": "deal-one"})
            if live.stored > before:
                continue
            decided = await self._decided(chance)
            if not decided:
                return

    async def collect(self) -> None:
        await self.ask("dan", "step", {"step": "collect"})

    async def _decided(self, chance: Random) -> bool:
        for name in (*PLAYERS, "dan"):
            seen = await look(self.casino.floor, self.table, self.person(name))
            words = [
                word for word in msgspec.to_builtins(seen.view.legal) if word["do"] not in NOT_NOW
            ]
            if name == "dan":
                words = [word for word in words if word["do"] in ("turn", "move-on")]
            if words:
                await self.ask(name, "command", chance.choice(words))
                return True
        return False

    async def again(self, said: list[Word]) -> None:
        for word in said:
            await self.answer(word)

    # -- cards

    def dealer(self) -> DealerState:
        return self.casino.floor.live(self.table).dealer.state()

    def give(self, state: DealerState) -> None:
        self.casino.floor.live(self.table).dealer.resume(state)

    # -- looking

    async def cards_seen_by(self, viewer: str | None) -> set[str]:
        """The cards that were named to a viewer in all that happened, and on the table."""
        by = None if viewer is None else self.person(viewer)
        told = msgspec.to_builtins(await look(self.casino.floor, self.table, by, after=1))
        told["view"].pop("legal", None)  # any card could be named there
        return set(NOTE.findall(msgspec.json.encode(told).decode()))

    async def look(self, viewer: str | None, words: list[Word], chance: Random) -> Seen:
        """All that the casino sends a viewer about the table, and answers to what they try."""
        do = chance.sample(self._commands, COMMANDS)
        await self.casino.services.sealing.checkpoint()
        seen = await look_at_all(self.casino, self.people[viewer], self._paths(do))
        if viewer is not None:
            words = [*words, Word(viewer, "rounds/1/what-if", b"card-1=AS", form=True)]
        for word in words:
            got = await self.answer(word)
            seen.answers[str(word)] = got.status_code, sorted(got.headers.raw), got.content
        return seen

    @property
    def _commands(self) -> list[str]:
        acts = self.casino.floor.live(self.table).table.game.acts
        return sorted(str(kind.__struct_config__.tag) for kind in acts)

    def _paths(self, do: list[str]) -> Iterator[str]:
        """Everything that can be got about the table, and about the house."""
        for route in routes(self.casino.app, "GET"):
            if "{name:str}" not in route:  # a tournament's or a promotion's
                yield from filled(route, {**GENERAL, "table": [self.table], "do": do})
        yield f"/api/tables/{self.table}?after=1"
        yield f"/api/tables/{self.table}/stream?after=1"

    def nonsense(self, viewer: str | None, chance: Random, count: int) -> list[Word]:
        """Commands that a viewer tries without success, as a program and on the page."""
        if viewer is None:
            return []
        live = self.casino.floor.live(self.table)
        kinds = sorted(live.table.game.acts, key=_tag)
        by = self.person(viewer)
        words: list[Word] = []
        while len(words) < count:
            said = anything(chance.choice(kinds), chance)
            if live.table.check(said, by, BEGUN) is not None:
                body = b'{"command":%b}' % msgspec.json.encode(said)
                words.append(Word(viewer, "commands", body))
                words.append(Word(viewer, "commands", urlencode(posted(said)).encode(), form=True))
        return words

    def previews(self, viewer: str | None, chance: Random, count: int) -> list[Word]:
        """What a viewer wants to see the consequences of: things that are possible, and others."""
        if viewer is None:
            return []
        table, by = self.casino.floor.live(self.table).table, self.person(viewer)
        one_of_each = {type(command): command for command in table.legal(by)}
        legal = [one_of_each[kind] for kind in sorted(one_of_each, key=_tag)]
        said = chance.sample(legal, min(count, len(legal)))
        kinds = sorted(table.game.acts, key=_tag)
        said += [anything(chance.choice(kinds), chance) for _ in range(count)]
        return [
            Word(viewer, f"console/{_tag(type(each))}", _form_of(each), form=True) for each in said
        ]

    def person(self, name: str) -> Person:
        (role,) = self.casino.floor.house.people[name]
        return Person(name, role)


def _tag(command: type[Command]) -> str:
    """What a command is called outside, wherever it stands in the tree."""
    return str(command.__struct_config__.tag)


# --- everything that can be got


APART = {
    "/health": "whether the casino is open",
    "/health/ready": "whether the casino is open",
    "/metrics": "how many requests there were, and how long they took",
    "/schema": "the description of the operations",
    "/schema/openapi.json": "the description of the operations",
    "/schema/{path:str}": "the description of the operations",
    "/static/{name:path}": "pictures, styles and scripts",
    "/log-in": "a form",
    "/rules": "the rulebook",
    "/rules/coverage": "the rulebook",
    "/rules/compare": "the rulebook",
    "/rules/{instrument:str}": "the rulebook",
    "/rules/{instrument:str}/{clause:path}": "the rulebook",
    "/laboratory": "odds, for any table",
    "/laboratory/changes": "odds, for any table",
    "/laboratory/{instrument:str}": "odds, for any table",
    "/laboratory/{instrument:str}/{tool:str}": "odds, for any table",
    "/laboratory/{instrument:str}/{tool:str}/{file:str}": "odds, for any table",
    "/laboratory/jobs/{job:str}/events": "odds, for any table",
    "/api/program": "which program it is",
    "/api/verification": "that records are sound",
    "/api/notices/stream": "what /api/notices says, when there is more of it",
    "/desk/stream": "what /desk says, when there is more of it",
    "/school": "questions about tables of their own",
    "/school/payouts/{instrument:str}": "questions about tables of their own",
    "/school/exercises/{instrument:str}": "questions about tables of their own",
    "/school/exercises/{instrument:str}/{name:str}": "questions about tables of their own",
    "/school/exercises/{instrument:str}/{name:str}/payments": "questions about tables of their own",
    "/school/sets/{name:str}": "what was set, and how it was answered",
    "/school/sets/{name:str}/{number:int}": "what was set, and how it was answered",
    "/school/sets/{name:str}/{number:int}/payments": "what was set, and how it was answered",
    "/school/instructor": "what was set, and how it was answered",
    "/school/instructor/trainees/{person:str}": "what was set, and how it was answered",
    "/api/school/payouts/{instrument:str}": "questions about tables of their own",
    "/api/school/exercises/{instrument:str}": "questions about tables of their own",
    "/api/school/exercises/{instrument:str}/{name:str}": "questions about tables of their own",
    "/api/school/exercises/{instrument:str}/{name:str}/payments": (
        "questions about tables of their own"
    ),
    "/api/school/sets": "what was set, and how it was answered",
    "/api/school/sets/{name:str}": "what was set, and how it was answered",
    "/api/school/sets/{name:str}/questions/{number:int}": "what was set, and how it was answered",
    "/api/school/sets/{name:str}/questions/{number:int}/payments": (
        "what was set, and how it was answered"
    ),
    "/api/school/marks": "what was set, and how it was answered",
}
"""What is told there has nothing to do with any table, tournament or promotion."""
GENERAL = {"number": ["1"], "box": ["1"], "step": ["deal-one"], "person": ["ana"]}
"""What stands for the parts of addresses that are the same everywhere."""


def routes(app: Any, *methods: str) -> list[str]:
    """The addresses of all operations but of those that tell nothing of anything hidden."""
    found = {path for method, path, _ in operations(app) if method in methods}
    return sorted(found - APART.keys())


def filled(route: str, parts: dict[str, list[str]]) -> list[str]:
    """The addresses that a route has with these parts; one without a word for it is an error."""
    names = re.findall(r"\{(\w+):\w+\}", route)
    found = [route]
    for name in names:
        part = re.compile(rf"\{{{name}:\w+\}}")
        found = [part.sub(value, path) for path in found for value in parts[name]]
    return found


async def look_at_all(casino: Casino, visitor: Visitor, paths: Iterable[str]) -> Seen:
    """What a viewer is sent from all of these addresses."""
    answers: dict[str, Any] = {}
    for path in paths:
        if path.partition("?")[0].endswith(("/stream", "/events")) and path.count("/") > 2:
            async with Listening(casino.app, visitor, path) as heard:
                event = await heard.event() if heard.status == HTTPStatus.OK else b""
                answers[path] = heard.status, heard.headers, event
        else:
            got = await visitor.get(path)
            body = SEALED.sub(rb"\1", got.content) if "checkpoint" in path else got.content
            answers[path] = got.status_code, sorted(got.headers.raw), body
    token = visitor.client.headers.get("x-csrf-token", "no token").encode()
    return Seen(answers, (token, casino.services.sealing.key.encode()))


def posted(command: msgspec.Struct) -> dict[str, str]:
    """A command as a button of a page sends it."""
    return {"command": msgspec.json.encode(command).decode()}


def _form_of(command: msgspec.Struct) -> bytes:
    """A command as the console's form sends it."""
    return urlencode(written(command), doseq=True).encode()


@dataclass
class Seen:
    """What was sent to a viewer; keys of sessions and of seals differ from casino to casino."""

    answers: dict[str, tuple[int, list[tuple[bytes, bytes]], bytes]]
    keys: tuple[bytes, ...]

    def forget(self, *paths: str) -> None:
        for path in paths:
            self.answers.pop(path, None)

    def differences(self, other: Seen) -> list[str]:
        assert self.answers.keys() == other.answers.keys()
        return [what for what in self.answers if self._said(what) != other._said(what)]

    def _said(self, what: str) -> tuple[int, list[tuple[bytes, bytes]], bytes]:
        status, headers, body = self.answers[what]
        for key in self.keys:
            body = body.replace(key, b"a key")
        return status, headers, SENT_ONCE.sub(b"", body)


def all_different(state: DealerState) -> DealerState:
    """The shoe arranged so that the next 52 cards are 52 different ones."""
    assert state.shoe is not None
    order = list(parse_cards(state.shoe.order))
    dealt, rest = order[: state.shoe.dealt], order[state.shoe.dealt :]
    first: list[Card] = []
    for card in DECK:
        if card in rest:
            rest.remove(card)
            first.append(card)
    Random(52).shuffle(first)
    return replace(state, shoe=replace(state.shoe, order=pack_text([*dealt, *first, *rest])))


def exchanged(state: DealerState, seen: set[str], chance: Random) -> DealerState:
    """Every card that was not seen is somewhere else, in the shoe or among those burnt unseen."""
    assert state.shoe is not None
    burnt = list(parse_cards(state.burnt))
    order = list(parse_cards(state.shoe.order))
    dealt, rest = order[: state.shoe.dealt], order[state.shoe.dealt :]
    cards = [*burnt, *rest]
    places = [place for place, card in enumerate(cards) if str(card) not in seen]
    moved = [cards[place] for place in places]
    chance.shuffle(moved)
    for place, card in zip(places, moved, strict=True):
        cards[place] = card
    burnt, rest = cards[: len(burnt)], cards[len(burnt) :]
    shoe = replace(state.shoe, order=pack_text([*dealt, *rest]))
    return replace(state, burnt=pack_text(burnt), shoe=shoe)
