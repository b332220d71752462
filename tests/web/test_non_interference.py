"""What is hidden from somebody reaches them by no way: not a byte of any answer depends on it.

Views, streams, pages, headers, answers to commands, refusals and the log of two casinos are the
same, although every card that the viewer may not know lies somewhere else.
"""

from __future__ import annotations

import logging
import os
from contextlib import asynccontextmanager
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from tests.casino.floor.floors import Hands, secrets
from tests.web.casinos import Watch, opened
from tests.web.twins import OVER, READERS, ROUND, UNKNOWING, Twin, all_different, exchanged

from croupier.aggregate.roles import Role
from croupier.casino.floor import Floor, preview, views
from croupier.casino.floor.live_table import LiveTable
from croupier.casino.floor.record_queries import Noticeboard
from croupier.casino.notices import Notice
from croupier.rulebook.citations import Clauses, Refused
from croupier.table.facts import Outcome, Settled
from croupier.table.views import RoundResult
from croupier.web.console import table_console as console
from croupier.web.console.table_console import TableConsole
from croupier.web.http import logs
from croupier.web.http.logs import LogLine
from croupier.web.http.problems import HttpError, ProblemType
from croupier.web.past_rounds import api as rounds
from croupier.web.settings import Settings
from croupier.web.tables import pages as tables

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from pathlib import Path

pytestmark = pytest.mark.anyio

GAMES: dict[str, tuple[str, dict[str, Any]]] = {
    "holdem": ("holdem", {}),
    "baccarat": ("baccarat", {}),
    "baccarat-face-down": ("baccarat", {"dealing": "face_down"}),
    "blackjack-2018": ("blackjack-2018", {}),
    "blackjack-2006": ("blackjack-2006", {}),
    "challenge": ("challenge", {}),
}
MOMENTS = int(os.environ.get("CROUPIER_MOMENTS", "1"))
"""At how many moments of a round each viewer looks, of fifteen."""
CHECKPOINTS = ("/api/checkpoints", "/api/checkpoints/last")
"""These are signed with the hash of every line of a round that is over, hidden cards among them."""
QUIET = Settings(rate=10**6, rate_by_address=10**6)


@asynccontextmanager
async def twins(tmp_path: Path) -> AsyncIterator[tuple[Twin, Twin]]:
    async with _twin(tmp_path / "one.db") as one, _twin(tmp_path / "two.db") as two:
        yield one, two


@asynccontextmanager
async def _twin(where: Path) -> AsyncIterator[Twin]:
    def floored(store: Any) -> Floor:
        return Floor(store, clock=Hands().clock(), entropy=secrets())

    async with opened(where, Watch(), QUIET, floored=floored) as casino:
        twin = Twin(casino)
        await twin.welcome()
        yield twin


class Told:
    """What the casinos write into their log, but for how long it took."""

    def __init__(self, caplog: pytest.LogCaptureFixture) -> None:
        self._caplog = caplog
        caplog.set_level(logging.INFO, "croupier.web")

    def lines(self) -> list[LogLine]:
        said = [getattr(record, "line", None) for record in self._caplog.records]
        self._caplog.clear()
        return [msgspec.structs.replace(line, took=0.0) for line in said if line is not None]


async def interference(
    one: Twin, two: Twin, game: str, viewer: str | None, moves: int, told: Told, previews: int = 3
) -> list[str]:
    """What a viewer could tell two tables by, after so many moves of a round."""
    name, options = GAMES[game]
    table = f"{game}-{viewer}-{moves}".lower()
    for twin in (one, two):
        await twin.open(table, name, **options)
    opened_with = len(one.said)
    one.give(all_different(one.dealer()))
    two.give(start := one.dealer())
    told.lines()
    chance = Random(f"{game} {moves}")
    await one.play(moves, chance)
    seen = await one.cards_seen_by(viewer)
    if moves == OVER:
        await one.collect()
    tried = [*one.nonsense(viewer, chance, 3), *one.previews(viewer, chance, previews)]
    shown = chance.random()
    first = await one.look(viewer, tried, Random(shown))
    log = told.lines()
    assert len(log) > len(tried)
    two.give(exchanged(start, seen, chance))
    assert two.dealer() != start
    await two.again(one.said[opened_with:])
    second = await two.look(viewer, tried, Random(shown))
    if moves == OVER:
        for each in (first, second):
            each.forget(*CHECKPOINTS)
    differences = first.differences(second)
    return differences if told.lines() == log else [*differences, "the log"]


@pytest.mark.parametrize("game", GAMES)
async def test_nobody_can_tell_hidden_cards_apart(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, game: str
) -> None:
    told, chance = Told(caplog), Random(game)
    async with twins(tmp_path) as (one, two):
        for viewer in (*UNKNOWING, *chance.sample(READERS, 3)):
            for moves in chance.sample((*range(14), ROUND), MOMENTS):
                found = await interference(one, two, game, viewer, moves, told)
                assert not found, f"{viewer} after {moves} moves: {found}"


@pytest.mark.parametrize("viewer", UNKNOWING)
async def test_nobody_can_tell_hands_apart_that_nobody_was_shown(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, viewer: str | None
) -> None:
    async with twins(tmp_path) as (one, two):
        assert not await interference(one, two, "holdem", viewer, OVER, Told(caplog))


# --- leaks on purpose, each of which has to be found


def next_cards(live: Any) -> str:
    """What no client may ever learn, and two after it: one alone may be the same by chance."""
    shoe = live.dealer.state().shoe
    return "" if shoe is None else " ".join(shoe.order.split()[shoe.dealt : shoe.dealt + 3])


def face_down(live: LiveTable) -> str:
    """The cards that lie face down on the table, for whoever may not see them."""
    return " ".join(str(card) for card in live.table.shoe.layout)


def leak_in_a_view(monkeypatch: pytest.MonkeyPatch) -> None:
    """When the table goes on by itself depends on the card that comes next."""

    def due(live: Any) -> int:
        return sum(next_cards(live).encode())

    monkeypatch.setattr(LiveTable, "due", property(due))


def leak_in_a_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is refused is refused with a word too many."""
    do = LiveTable.do

    def told(live: LiveTable, command: Any, by: Any, at: int) -> None:
        try:
            do(live, command, by, at)
        except Refused as refusal:
            raise Refused(
                f"{refusal.reason}, by the way {next_cards(live)}", refusal.clauses
            ) from None

    monkeypatch.setattr(LiveTable, "do", told)


def leak_in_the_log(monkeypatch: pytest.MonkeyPatch) -> None:
    """A line of the log says what it should not."""
    do = LiveTable.do

    def logged(live: LiveTable, command: Any, by: Any, at: int) -> None:
        logs.say(LogLine(what="dealt", note=next_cards(live)))
        do(live, command, by, at)

    monkeypatch.setattr(LiveTable, "do", logged)


def leak_in_a_preview(monkeypatch: pytest.MonkeyPatch) -> None:
    """What follows is found out with the cards that do lie there."""
    monkeypatch.setattr(preview, "disguise", lambda table, by, turn: False)


def leak_in_a_refused_preview(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a preview refuses, it refuses because of a card."""

    async def foresee(floor: Floor, table: str, command: Any, by: Any) -> Any:
        raise Refused(f"not with {face_down(floor.live(table))}", Clauses(()))

    monkeypatch.setattr(console, "preview", foresee)


def leak_among_settlements(monkeypatch: pytest.MonkeyPatch) -> None:
    """The page of a table shows what would come of a hand."""
    plain = tables.shown

    def shown(request: Any, table: str, seen: Any) -> Any:
        view, game, more = plain(request, table, seen)
        cards = face_down(request.services.floor.live(table))
        fact = Settled(
            player=cards, box=1, hand=None, wager="ante", stake=10_00, outcome=Outcome.WIN,
            net=10_00, clauses=Clauses(("9.3",)),
        )  # fmt: skip
        return view, game, replace(more, settled=(fact,))

    monkeypatch.setattr(tables, "shown", shown)


def leak_in_the_history(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rounds gone by are counted by a card of the one in play."""

    def results(table: Any, viewer: Any, most: int) -> Any:
        return [RoundResult(sum(str(table.shoe.layout).encode()))]

    monkeypatch.setattr(views, "results", results)


def leak_in_the_lobby(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table is called by its next card."""
    summary = views._summary

    def named(live: LiveTable, viewer: Any) -> Any:
        return msgspec.structs.replace(summary(live, viewer), title=next_cards(live))

    monkeypatch.setattr(views, "_summary", named)


def leak_in_the_console(monkeypatch: pytest.MonkeyPatch) -> None:
    """A form begins with a card in it."""

    async def values(at: TableConsole, kind: Any) -> dict[str, list[str]]:
        return {name: [next_cards(at.floor.live(at.name))] for name in kind.__struct_fields__}

    monkeypatch.setattr(TableConsole, "first_values", values)


def leak_by_the_record(monkeypatch: pytest.MonkeyPatch) -> None:
    """A record can be read while a round is in play, and its hashes are signed."""
    monkeypatch.setattr(LiveTable, "readable", property(lambda live: live.stored))


def leak_in_a_notice(monkeypatch: pytest.MonkeyPatch) -> None:
    """The noticeboard has the next card on it."""
    read = Noticeboard.read

    async def more(board: Noticeboard) -> Any:
        await read(board)
        cards = " ".join(map(next_cards, board._floor.tables.values()))
        return [
            Notice(
                id="1", number=1, record="tables/x/1", line=1, at=1, table="x", by="dan",
                role=Role.DEALER, to="inspector", about="a card", detail=cards, clauses=Clauses(()),
            )
        ]  # fmt: skip

    monkeypatch.setattr(Noticeboard, "read", more)


def leak_in_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is not there is not there because of a card."""

    def nothing(request: Any, table: str, session: int | None) -> str:
        raise HttpError(ProblemType.NOT_FOUND, face_down(request.services.floor.live(table)))

    monkeypatch.setattr(rounds, "record_of", nothing)


LEAKS: dict[Callable[[pytest.MonkeyPatch], None], tuple[str, str | None]] = {
    leak_in_a_view: ("baccarat", "ana"),
    leak_in_a_refusal: ("baccarat", "ana"),
    leak_in_the_log: ("baccarat", "ana"),
    leak_in_a_preview: ("baccarat-face-down", "dan"),
    leak_in_a_refused_preview: ("holdem", "dan"),
    leak_among_settlements: ("holdem", None),
    leak_in_the_history: ("holdem", "bob"),
    leak_in_the_lobby: ("baccarat", None),
    leak_in_the_console: ("challenge", "sue"),
    leak_by_the_record: ("holdem", "ines"),
    leak_in_a_notice: ("baccarat", "olga"),
    leak_in_an_error: ("holdem", "tom"),
}
"""Where each is, and who should not be able to tell."""


@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.__name__)
async def test_a_leak_is_found(
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    leak: Callable[[pytest.MonkeyPatch], None],
) -> None:
    game, viewer = LEAKS[leak]
    async with twins(tmp_path) as (one, two):
        leak(monkeypatch)
        assert await interference(one, two, game, viewer, 4, Told(caplog), previews=40)
