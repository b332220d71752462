"""What is hidden from somebody reaches them by no way: not a byte of any answer depends on it.

Views, streams, pages, headers, answers to commands, refusals and the log of two casinos are the
same, although every card that the viewer may not know lies somewhere else.
"""

from __future__ import annotations

import logging
import os
from contextlib import asynccontextmanager
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from tests.casino.floor.floors import Hands, secrets
from tests.web.casinos import Watch, opened
from tests.web.twins import OVER, READERS, ROUND, VIEWERS, Twin, all_different, exchanged

from croupier.casino.floor import Floor
from croupier.casino.floor.live import Live
from croupier.rulebook.citing import Refused
from croupier.web import logs
from croupier.web.logs import Line
from croupier.web.settings import Settings

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

    def lines(self) -> list[Line]:
        said = [getattr(record, "line", None) for record in self._caplog.records]
        self._caplog.clear()
        return [msgspec.structs.replace(line, took=0.0) for line in said if line is not None]


async def interference(
    one: Twin, two: Twin, game: str, viewer: str | None, moves: int, told: Told
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
    tried = [*one.nonsense(viewer, chance, 3), *one.previews(viewer, chance, 3)]
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
        for viewer in VIEWERS:
            for moves in chance.sample((*range(14), ROUND), MOMENTS):
                found = await interference(one, two, game, viewer, moves, told)
                assert not found, f"{viewer} after {moves} moves: {found}"


@pytest.mark.parametrize("viewer", [viewer for viewer in VIEWERS if viewer not in READERS])
async def test_nobody_can_tell_hands_apart_that_nobody_was_shown(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, viewer: str | None
) -> None:
    async with twins(tmp_path) as (one, two):
        assert not await interference(one, two, "holdem", viewer, OVER, Told(caplog))


# --- leaks on purpose, each of which has to be found


def next_card(live: Any) -> str:
    """What no client may ever learn."""
    shoe = live.dealer.state().shoe
    return "" if shoe is None else str(shoe.order.split()[shoe.dealt])


def leak_in_a_view(monkeypatch: pytest.MonkeyPatch) -> None:
    """When the table goes on by itself depends on the card that comes next."""

    def due(live: Any) -> int:
        return sum(next_card(live).encode())

    monkeypatch.setattr(Live, "due", property(due))


def leak_in_a_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is refused is refused with a word too many."""
    do = Live.do

    def told(live: Live, command: Any, by: Any, at: int) -> None:
        try:
            do(live, command, by, at)
        except Refused as refusal:
            raise Refused(
                f"{refusal.reason}, by the way {next_card(live)}", refusal.clauses
            ) from None

    monkeypatch.setattr(Live, "do", told)


def leak_in_the_log(monkeypatch: pytest.MonkeyPatch) -> None:
    """A line of the log says what it should not."""
    do = Live.do

    def logged(live: Live, command: Any, by: Any, at: int) -> None:
        logs.say(Line(what="dealt", note=next_card(live)))
        do(live, command, by, at)

    monkeypatch.setattr(Live, "do", logged)


@pytest.mark.parametrize("leak", [leak_in_a_view, leak_in_a_refusal, leak_in_the_log])
async def test_a_leak_is_found(
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    leak: Callable[[pytest.MonkeyPatch], None],
) -> None:
    async with twins(tmp_path) as (one, two):
        assert not await interference(one, two, "baccarat", "ana", 3, Told(caplog))
        leak(monkeypatch)
        assert await interference(one, two, "baccarat", "ana", 4, Told(caplog))
