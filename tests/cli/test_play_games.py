"""Every game in the terminal: whole sessions by chance, in plain lines and on the full screen."""

from __future__ import annotations

import asyncio
import random
from typing import TYPE_CHECKING, Any

import pytest

from croupier.cli.play_screen.full_screen_app import TableApp
from croupier.cli.play_screen.plain_text import play
from croupier.cli.play_screen.session import WaitsFor
from croupier.cli.play_screen.table_setup import session_of, setting
from croupier.rulebook.citations import Refused
from croupier.table.shuffle_verification import check_shoes
from croupier.table.table import Phase
from croupier.table_replay import read_record, replay

if TYPE_CHECKING:
    from croupier.cli.play_screen.session import TableSession

NOON = 1_800_000_000_000
GAMES: list[tuple[str, dict[str, Any]]] = [
    ("act-blackjack-2006", {"boxes": 2, "side_bets": ("super-sevens",)}),
    ("act-blackjack-2018", {"side_bets": ("perfect-pairs",)}),
    ("nsw-blackjack-challenge", {"boxes": 3, "side_bets": ("any-pairs",)}),
    ("act-mini-baccarat-2016", {"side_bets": ("canberra-pairs",)}),
    ("act-mini-baccarat-2016", {"options": {"dealing": "face_down"}}),
    ("act-ultimate-texas-holdem-2025", {}),
    ("act-ultimate-texas-holdem-2025", {"options": {"device": "shoe"}}),
]
EVERY_GAME = pytest.mark.parametrize(("instrument", "wanted"), GAMES)


def sit(instrument: str, wanted: dict[str, Any], seed: int = 1, keep: Any = None) -> TableSession:
    source = random.Random(seed)
    return session_of(instrument)(
        setting(instrument, **wanted),
        entropy=lambda: source.randbytes(32),
        clock=lambda: NOON,
        keep=keep,
    )


def do_anything(session: TableSession, source: random.Random) -> None:
    """One thing that the table would accept, chosen by chance."""
    asked = session.asked
    if asked is WaitsFor.CUT:
        session.cut(source.choice(session.cut_range))
    elif asked is WaitsFor.WAGERS and not session.table.wagers:
        for kind in session.kinds:
            if kind == session.main or source.random() < 0.5:
                least = session.table.sign.of(kind).minimum
                amount = session.table.game.amounts(kind, least) or (least,)
                if kind == session.main or amount[0] <= session.chips:
                    session.wagering.make(1, amount[0], kind)
        session.deal()
    elif asked is WaitsFor.NEXT:
        session.next_round()
    elif asked is WaitsFor.PLAY:
        session.make(source.choice([move for move in session.moves() if move.legal]))


@EVERY_GAME
@pytest.mark.parametrize("seed", range(4))
def test_a_session_by_chance_adds_up_and_proves_itself(
    instrument: str, wanted: dict[str, Any], seed: int
) -> None:
    lines: list[bytes] = []
    session, source = sit(instrument, wanted, seed, lines.append), random.Random(seed)
    while len(session.history.results) < 25 and not session.is_short:
        do_anything(session, source)
        assert session.table.chips.balances
    session.leave()
    assert session.table.phase is Phase.CLOSED
    assert session.table.chips.rack("Guest") == 0
    again = replay(lines)
    assert again.same, again.differences[:2]
    shoes = check_shoes(read_record(lines))
    assert shoes
    assert {str(shoe.verdict) for shoe in shoes} == {"proved"}
    assert {shoe.seeded for shoe in shoes} == {"seeded by Guest"}
    cuts = [shoe.joint.cut for shoe in shoes if shoe.joint is not None and shoe.cut_at is not None]
    assert None not in cuts, "cut when the order was known"


@EVERY_GAME
def test_what_is_offered_is_accepted_and_what_is_not_is_refused(
    instrument: str, wanted: dict[str, Any]
) -> None:
    session, source = sit(instrument, wanted, 3), random.Random(3)
    seen: set[str] = set()
    for _ in range(200):
        if session.asked is WaitsFor.PLAY:
            for move in session.every_move():
                if not move.legal:
                    before = session.table.record.head
                    with pytest.raises(Refused) as refusal:
                        session.make(move)
                    assert refusal.value.clauses
                    assert session.table.record.head == before
                elif move.asked:
                    seen.add(move.name)
        if session.is_short:
            session.bring(1_000_00)
        do_anything(session, source)
    assert seen or session.name == "Mini-Baccarat"


def test_whoever_has_chips_for_the_ante_and_not_for_the_blind_is_short() -> None:
    for bankroll, is_short in ((15_00, True), (20_00, False)):
        session = sit("act-ultimate-texas-holdem-2025", {"bankroll": bankroll})
        assert session.minimum == 10_00
        assert session.is_short is is_short
        if is_short:
            with pytest.raises(Refused, match=r"has \$15 in chips"):
                session.wagering.make(1, 10_00)
            assert session.shortage == "You have 15 in chips, and a round takes 20."
        else:
            session.wagering.make(1, 10_00)


@EVERY_GAME
def test_leaving_in_mid_round_ends_it_as_the_rules_say(
    instrument: str, wanted: dict[str, Any]
) -> None:
    for seed in range(6):
        session, source = sit(instrument, wanted, seed), random.Random(seed)
        while session.asked is not WaitsFor.PLAY and len(session.history.results) < 5:
            do_anything(session, source)
        session.leave()
        assert session.table.phase is Phase.CLOSED
        assert session.table.chips.balances


@EVERY_GAME
def test_a_session_in_plain_lines(instrument: str, wanted: dict[str, Any]) -> None:
    session, source = sit(instrument, wanted, 5), random.Random(5)
    said: list[str] = []

    def read(prompt: str) -> str | None:
        if len(session.history.results) >= 3:
            return None
        if session.asked is WaitsFor.CUT:
            return f"cut {session.cut_range[0]}"
        if session.asked is WaitsFor.WAGERS:
            return "deal" if session.table.wagers else f"bet {session.minimum // 100}"
        moves = [move.name for move in session.moves() if move.legal]
        return source.choice(moves).partition(" ")[0]

    play(session, read, said.append)
    assert sum(line.startswith("Round ") and "chips" in line for line in said) == 3
    assert said[-1].startswith("3 rounds: ")
    assert not any("no command" in line for line in said)


@EVERY_GAME
@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=["80x24", "120x40"])
def test_a_round_on_the_full_screen(
    instrument: str, wanted: dict[str, Any], size: tuple[int, int]
) -> None:
    session = sit(instrument, wanted, 11)
    app = TableApp(session, animate=False)

    async def story() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            if session.asked is WaitsFor.CUT:
                await pilot.press("enter")
            await pilot.press("3", "space")
            await pilot.pause()
            for _ in range(20):
                if session.asked is not WaitsFor.PLAY:
                    break
                legal = [move for move in session.moves() if move.legal]
                await pilot.press("space" if legal[-1].alone else legal[-1].key)
                await pilot.pause()
            assert session.asked is WaitsFor.NEXT
            assert app.broken is None
            await pilot.press("question_mark")
            await pilot.pause()
            assert len(app.screen_stack) == 2
            await pilot.press("escape", "t")
            await pilot.pause()
            assert len(app.screen_stack) == 2

    asyncio.run(story())
    assert session.history.results
