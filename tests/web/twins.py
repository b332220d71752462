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

import httpx
import msgspec
from tests.nonsense import anything
from tests.web.casinos import OLGA, Casino, Visitor
from tests.web.streams import Listening

from croupier.cards import DECK, parse_cards
from croupier.casino.demo import TABLES
from croupier.casino.duties import BuyIn, Dealing, SetUpTable
from croupier.casino.floor import look
from croupier.casino.opening import opening_of
from croupier.shoe import pack_text
from croupier.table.roles import Person
from croupier.web.access.policy import operations

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.cards import Card
    from croupier.dealer import DealerState

NOTE = re.compile(r'"([A2-9TJQK][SHDC])"')
PLAYERS = {"ana": 1, "bob": 2}
VIEWERS = (None, "ana", "bob", "dan", "sue", "ines", "vic")
NOT_NOW = {
    "leave", "get-up", "sit", "take-chips", "step-away", "ask-for-rules", "ask-determinations",
    "place-wager", "bring-chips", "arrive", "dispute", "look-at-record",
}  # fmt: skip
OF_THE_HOUSE = ("/", "/api/tables", "/api/notices", "/api/events", "/api/me", "/api/me/rounds")
"""What is got without naming a table, and might still tell of one."""
BEGUN = 1_800_000_000_000
ROUND = 60
"""More moves than any round takes."""


@dataclass(frozen=True)
class Word:
    """Something that somebody asked of the table."""

    by: str
    what: str
    body: bytes


@dataclass
class Twin:
    """One of the two casinos, with everybody in it."""

    casino: Casino
    people: dict[str | None, Visitor] = field(default_factory=dict)
    table: str = ""
    said: list[Word] = field(default_factory=list)

    async def welcome(self) -> None:
        self.people[None] = self.casino.visitor()
        for name in (*PLAYERS, "dan", "sue", "ines", "vic"):
            self.people[name] = await self.casino.let_in(name)
        for player in PLAYERS:
            await self.casino.floor.duty(BuyIn(person=player, amount=100_000_00), OLGA)

    # -- doing

    async def ask(self, by: str, what: str, said: object) -> bytes:
        """Ask something of the table, and write it down."""
        body = b'{"%b":%b}' % (what.encode(), msgspec.json.encode(said))
        self.said.append(Word(by, what, body))
        return (await self.answer(self.said[-1])).content

    async def answer(self, word: Word) -> httpx.Response:
        return await self.people[word.by].client.post(
            f"/api/tables/{self.table}/{word.what}s",
            content=word.body,
            headers={"content-type": "application/json"},
        )

    async def open(self, table: str, game: str, **options: Any) -> None:
        """A table that a person deals from a virtual shoe, with wagers on it and a full shoe."""
        instrument, usual = TABLES[game]
        duty = SetUpTable(
            table=table, instrument=instrument, dealing=Dealing.VIRTUAL,
            options={**usual, **options},
        )  # fmt: skip
        await self.casino.floor.duty(duty, OLGA)
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

    async def look(self, viewer: str | None, words: list[Word]) -> Seen:
        """All that the casino sends a viewer about the table, and answers to what they try."""
        visitor = self.people[viewer]
        answers: dict[str, Any] = {}
        for path in self._paths():
            if "stream" in path:
                async with Listening(self.casino.app, visitor, path) as heard:
                    event = await heard.event() if heard.status == HTTPStatus.OK else b""
                    answers[path] = heard.status, heard.headers, event
            else:
                got = await visitor.get(path)
                answers[path] = got.status_code, sorted(got.headers.raw), got.content
        for word in words:
            got = await self.answer(word)
            answers[str(word)] = got.status_code, sorted(got.headers.raw), got.content
        token = visitor.client.headers.get("x-csrf-token", "no token").encode()
        return Seen(answers, token)

    def _paths(self) -> Iterator[str]:
        """Everything about a table that can be got, and about the house."""
        for method, path, _ in operations(self.casino.app):
            if method == "GET" and "{table:str}" in path:
                yield re.sub(r"\{\w+:\w+\}", "1", path.replace("{table:str}", self.table))
        yield f"/api/tables/{self.table}?after=1"
        yield f"/api/tables/{self.table}/stream?after=1"
        yield from OF_THE_HOUSE

    def nonsense(self, viewer: str | None, chance: Random, count: int) -> list[Word]:
        """Commands that a viewer tries without success."""
        if viewer is None:
            return []
        live = self.casino.floor.live(self.table)
        kinds = sorted(live.table.game.acts, key=str)
        by = self.person(viewer)
        words: list[Word] = []
        while len(words) < count:
            said = anything(chance.choice(kinds), chance)
            if live.table.check(said, by, BEGUN) is not None:
                words.append(Word(viewer, "command", b'{"command":%b}' % msgspec.json.encode(said)))
        return words

    def person(self, name: str) -> Person:
        (role,) = self.casino.floor.house.people[name]
        return Person(name, role)


@dataclass
class Seen:
    """What was sent to a viewer; the token of the session is not the same at two casinos."""

    answers: dict[str, tuple[int, list[tuple[bytes, bytes]], bytes]]
    token: bytes

    @property
    def cards(self) -> set[str]:
        """The cards that were named to the viewer in all that happened, and on the table."""
        cards: set[str] = set()
        for what, (_, _, body) in self.answers.items():
            if what.startswith("/api/") and what.endswith("?after=1"):
                told = msgspec.json.decode(body.rpartition(b"data: ")[2])
                told["view"].pop("legal", None)  # any card could be named there
                cards.update(NOTE.findall(msgspec.json.encode(told).decode()))
        return cards

    def differences(self, other: Seen) -> list[str]:
        assert self.answers.keys() == other.answers.keys()
        return [
            what
            for what, (status, headers, body) in self.answers.items()
            if (status, headers, body.replace(self.token, b"token"))
            != (*other.answers[what][:2], other.answers[what][2].replace(other.token, b"token"))
        ]


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
