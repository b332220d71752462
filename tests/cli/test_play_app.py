"""The table on the full screen, played by keys and by the mouse in terminals of two sizes."""

from __future__ import annotations

import asyncio
import html
import re
from collections import defaultdict
from typing import TYPE_CHECKING

import pytest
from tests.cli.seated import (
    ACT_2006,
    has_a_pair,
    is_offered_insurance,
    may_stand,
    must_draw,
    seed_where,
    sit,
)
from textual.widgets import Input

from croupier.cli.play_screen import full_screen_app as app_module
from croupier.cli.play_screen.dialogs import AmountScreen, AskScreen, CutScreen, ReadScreen
from croupier.cli.play_screen.felt import Spot
from croupier.cli.play_screen.full_screen_app import TableApp
from croupier.cli.play_screen.session import WaitsFor
from croupier.cli.play_screen.side_panel import SettlementList
from croupier.cli.play_screen.widgets import ActButton, ChipButton
from croupier.games.blackjack.terminal.felt import Box
from croupier.games.blackjack.terminal.session import BlackjackSession
from croupier.table.table import Phase

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from textual.pilot import Pilot


SMALL, LARGE = (80, 24), (120, 40)
SIZES = pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "120x40"])


class At:
    """Somebody at the keyboard: presses, clicks, and reads the screen."""

    def __init__(self, app: TableApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot

    @property
    def session(self) -> BlackjackSession:
        assert isinstance(self.app.session, BlackjackSession)
        return self.app.session

    def asks(self, asked: WaitsFor) -> bool:
        return self.session.asked is asked

    async def press(self, *keys: str) -> None:
        for key in keys:
            await self.pilot.press(key)
            await self.pilot.pause()

    async def click(self, what: str | type[ActButton] | ActButton) -> None:
        assert await self.pilot.click(what), f"{what} is not where a mouse can reach it"
        await self.pilot.pause()

    async def click_button(self, label: str) -> None:
        button = next(b for b in self.app.screen.query(ActButton) if b.label == label)
        await self.click(button)

    def buttons(self) -> list[str]:
        return [button.label for button in self.app.screen.query(ActButton)]

    def text(self) -> str:
        """What the terminal shows, line by line."""
        svg = self.app.export_screenshot()
        rows: dict[float, list[tuple[float, str]]] = defaultdict(list)
        for x, y, words in re.findall(r'<text[^>]* x="([\d.]+)" y="([\d.]+)"[^>]*>([^<]*)<', svg):
            rows[float(y)].append((float(x), html.unescape(words).replace("\xa0", " ")))
        return "\n".join("".join(t for _, t in sorted(row)) for _, row in sorted(rows.items()))


def at_table(
    session: BlackjackSession,
    story: Callable[[At], Awaitable[None]],
    *,
    size: tuple[int, int] = SMALL,
    animate: bool = False,
) -> TableApp:
    app = TableApp(session, animate=animate)

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await story(At(app, pilot))

    asyncio.run(run())
    return app


async def bet_and_deal(at: At) -> None:
    """The middle cut, 25 on the first box, and the cards."""
    await at.press("enter", "3", "space")


# --- a newcomer's first round


@SIZES
def test_a_round_by_keys(size: tuple[int, int]) -> None:
    async def story(at: At) -> None:
        assert isinstance(at.app.screen, CutScreen)
        assert str(at.session.scene.shoe.commitment) in at.text()
        await at.press("enter")
        assert "Box 1" in at.text()
        await at.press("3")
        assert at.session.scene.wager(1, "main") == 25_00
        assert "Deal" in at.buttons()
        await at.press("space")
        assert at.buttons() == ["Double 25", "For less…", "Hit", "Stand"]
        await at.press("s")
        assert at.asks(WaitsFor.NEXT)
        assert "Round 1: " in at.text()
        assert "13.1(" in at.text()
        await at.press("space")
        assert at.asks(WaitsFor.WAGERS)
        await at.press("r", "space")
        assert at.session.table.number == 2

    at_table(sit(seed_where(may_stand)), story, size=size)


@SIZES
def test_a_round_by_mouse(size: tuple[int, int]) -> None:
    async def story(at: At) -> None:
        await at.click_button("Cut here")
        await at.click("#chip-4")
        await at.click("#spot-1-main")
        await at.click("#chip-3")
        await at.click("#spot-1-main")
        await at.click("#spot-1-main")
        await at.click_button("Undo")
        assert at.session.scene.wager(1, "main") == 125_00
        await at.click("#chip-2")
        await at.click("#spot-1-perfect-pairs")
        assert at.session.scene.wager(1, "perfect-pairs") == 5_00
        await at.click_button("Deal")
        await at.click_button("Stand")
        assert at.asks(WaitsFor.NEXT)
        await at.click_button("Next round")
        assert at.asks(WaitsFor.WAGERS)
        await at.click_button("Rebet")
        assert at.session.scene.wager(1, "main") == 125_00
        await at.click_button("Clear")
        assert not at.session.scene.wagers

    session = sit(seed_where(may_stand), side_bets=("perfect-pairs",))
    at_table(session, story, size=size)


@SIZES
@pytest.mark.parametrize("boxes", [1, 3, 7])
def test_everything_is_in_sight(size: tuple[int, int], boxes: int) -> None:
    async def story(at: At) -> None:
        def nothing_is_hidden() -> None:
            screen = at.app.screen.region
            wanted = [*at.app.query(ActButton), *at.app.query(Spot)]
            if at.asks(WaitsFor.WAGERS):
                wanted += at.app.query(ChipButton)
            for widget in wanted:
                assert widget.region.area, f"{widget} has no room"
                assert screen.contains_region(widget.region), f"{widget} is off the screen"
            shown = at.text()
            for words in ("DEALER", "BLACKJACK PAYS 3 TO 2", "INSURANCE PAYS 2 TO 1"):
                assert words in shown

        await at.press("enter")
        nothing_is_hidden()
        for _ in range(boxes):
            await at.press("3", "down", "2", "up", "left")
        nothing_is_hidden()
        await at.press("space")
        while not at.asks(WaitsFor.NEXT):
            nothing_is_hidden()
            legal = at.session.legal()
            key = next(k for k, m in (("n", "no"), ("s", "stand"), ("h", "hit")) if m in legal)
            await at.press(key)
        nothing_is_hidden()

    session = sit(2, boxes=boxes, side_bets=("perfect-pairs",))
    at_table(session, story, size=size)


def test_two_side_bets_fit_the_small_terminal() -> None:
    async def story(at: At) -> None:
        await at.press("enter", "3", "down", "2", "down", "2", "space")
        for spot in at.app.query(Spot):
            assert at.app.screen.region.contains_region(spot.region)
        assert "Super Sevens" in at.text()

    session = sit(3, instrument=ACT_2006, side_bets=("super-sevens", "perfect-pairs"))
    at_table(session, story)


# --- wagers


def test_chips_go_where_the_mark_is() -> None:
    async def story(at: At) -> None:
        await at.press("enter", "3")
        await at.press("left", "4", "4")  # box 1 is on the right, so box 2 is to its left
        await at.press("down", "2")
        await at.press("up", "right", "2")
        wagers = {(w.box, w.wager): w.amount for w in at.session.scene.wagers}
        assert wagers == {(1, "main"): 30_00, (2, "main"): 200_00, (2, "perfect-pairs"): 5_00}
        left, right = at.app.query_one("#box-2", Box), at.app.query_one("#box-1", Box)
        assert left.region.x < right.region.x
        await at.press("backspace", "u")
        assert len(at.session.scene.wagers) == 2
        await at.press("c")
        assert not at.session.scene.wagers

    at_table(sit(1, boxes=2, side_bets=("perfect-pairs",)), story)


def test_an_amount_can_be_typed() -> None:
    async def story(at: At) -> None:
        await at.press("enter", "a")
        assert isinstance(at.app.screen, AmountScreen)
        at.app.screen.query_one(Input).value = "."
        await at.press("enter")
        assert "such as 25 or 22.50" in at.text()
        at.app.screen.query_one(Input).value = "45"
        await at.press("enter")
        assert at.session.scene.wager(1, "main") == 45_00
        await at.press("a", "escape")
        assert at.session.scene.wager(1, "main") == 45_00

    at_table(sit(1), story)


def test_a_chip_laid_after_the_round_opens_the_next() -> None:
    async def story(at: At) -> None:
        await bet_and_deal(at)
        await at.press("s", "4")
        assert at.asks(WaitsFor.WAGERS)
        assert at.session.scene.wager(1, "main") == 100_00

    at_table(sit(seed_where(may_stand)), story)


def test_more_chips_are_offered_when_they_run_out() -> None:
    def loses_all(session: BlackjackSession) -> bool:
        if session.asked is not WaitsFor.PLAY or session.legal() != ("hit", "stand"):
            return False
        session.play("stand")
        return session.chips == 0

    async def story(at: At) -> None:
        await bet_and_deal(at)
        await at.press("s", "space")
        assert isinstance(at.app.screen, AmountScreen)
        assert "Bring more play chips?" in at.text()
        await at.press("enter")
        assert at.session.chips == 25_00
        await at.press("m")
        at.app.screen.query_one(Input).value = "500"
        await at.press("enter")
        assert at.session.chips == 525_00

    seed = seed_where(loses_all, bankroll=25_00)
    at_table(sit(seed, bankroll=25_00), story)


# --- decisions


@SIZES
def test_insurance_is_offered_box_by_box(size: tuple[int, int]) -> None:
    async def story(at: At) -> None:
        await at.press("enter", "3", "left", "3", "space")
        assert "dealer shows the ace" in at.text()
        assert at.app.query_one("#box-1").has_class("-active")
        assert {"Insure 12.50", "For less…", "No"} <= set(at.buttons())
        await at.press("i")
        assert at.app.query_one("#box-2").has_class("-active")
        await at.press("l")
        at.app.screen.query_one(Input).value = "5"
        await at.press("enter")
        assert not at.session.insuring
        cited = {c for fact in at.session.table.facts for c in fact.clauses}
        assert "7.1" in cited

    seed = seed_where(is_offered_insurance, boxes=2)
    at_table(sit(seed, boxes=2), story, size=size)


def test_even_money_has_a_button_when_it_is_due() -> None:
    async def story(at: At) -> None:
        await bet_and_deal(at)
        await at.click_button("Even money")
        assert at.session.history.results[-1].net == 25_00
        assert "8.1(b)" in at.text()

    seed = seed_where(lambda s: is_offered_insurance(s) and "even money" in s.legal())
    at_table(sit(seed), story)


@SIZES
def test_a_split_lays_two_hands_beside_each_other(size: tuple[int, int]) -> None:
    async def story(at: At) -> None:
        await bet_and_deal(at)
        await at.click_button("Split")
        assert at.session.scene.round is not None
        assert len(at.session.scene.round.boxes[0].hands) == 2
        assert "Box 1, hand 1, " in at.text()

    def pair_of_eights(session: BlackjackSession) -> bool:
        return has_a_pair(session) and session.hand is not None and session.hand.total == 16

    at_table(sit(seed_where(pair_of_eights)), story, size=size)


def test_doubling_for_less() -> None:
    async def story(at: At) -> None:
        await bet_and_deal(at)
        await at.press("l")
        assert "Double for how much, up to 25?" in at.text()
        at.app.screen.query_one(Input).value = "10"
        await at.press("enter")
        assert at.session.history.results[-1].staked == 35_00

    at_table(sit(seed_where(must_draw)), story)


def test_only_legal_actions_have_buttons_and_the_rest_say_why_not() -> None:
    async def story(at: At) -> None:
        await bet_and_deal(at)
        assert at.buttons() == ["Double 25", "For less…", "Hit"]
        await at.press("s")
        assert "must draw to 12 or more, or double.  9.2(b)" in at.text()
        assert at.asks(WaitsFor.PLAY)
        await at.press("w")
        assert isinstance(at.app.screen, ReadScreen)
        assert "9.2(b)" in at.text()
        assert "Playing the hands" in at.text()
        await at.press("enter", "p")
        assert "Only two cards of equal value may be split." in at.text()
        await at.press("i")
        assert "The dealer's first card is not an ace." in at.text()
        await at.press("3")
        assert "No more bets." in at.text()

    at_table(sit(seed_where(must_draw)), story)


@SIZES
def test_every_settlement_shows_its_clauses_in_words(size: tuple[int, int]) -> None:
    async def story(at: At) -> None:
        await at.press("enter", "3", "down", "2", "up", "space", "s")
        settlements = at.app.query_one(SettlementList)
        assert len(settlements.lines) == 2
        assert all(line.clauses for line in settlements.lines)
        await at.press("down", "down", "enter")
        assert isinstance(at.app.screen, ReadScreen)
        assert settlements.lines[1].text in at.text()
        assert "13  Settlement" in at.text()
        await at.press("escape", "up", "enter")
        assert "17  Perfect Pairs or Pairs Play" in at.text()
        await at.press("enter", "space")
        assert at.asks(WaitsFor.WAGERS)

    session = sit(seed_where(may_stand), side_bets=("perfect-pairs",))
    at_table(session, story, size=size)


def test_a_settlement_can_be_clicked() -> None:
    async def story(at: At) -> None:
        await bet_and_deal(at)
        await at.press("s")
        await at.click("#settlements")
        assert "13  Settlement" in at.text()

    at_table(sit(seed_where(may_stand)), story)


# --- the cut


def test_the_cut_is_the_players_to_place() -> None:
    async def story(at: At) -> None:
        screen = at.app.screen
        assert isinstance(screen, CutScreen)
        await at.press("left", "left", "shift+right")
        assert screen.at == 226
        await at.press(*["shift+left"] * 12)
        assert screen.at == 52, "a deck at least from the front"
        assert await at.pilot.click("#stack", offset=(33, 0))
        assert screen.at == 208
        await at.press("enter")
        assert at.session.table.shoe.until_cutting_card == 312

    at_table(sit(1), story)


def test_a_player_may_leave_at_the_cut() -> None:
    async def story(at: At) -> None:
        await at.press("q")

    assert at_table(sit(1), story).session.table.phase is Phase.CLOSED


def test_the_cut_may_be_declined() -> None:
    async def story(at: At) -> None:
        await at.press("n")
        assert at.asks(WaitsFor.WAGERS)
        assert "supervisor" in at.text()

    at_table(sit(1), story)


# --- one card after the other


def test_cards_come_one_by_one_and_a_key_hurries_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app_module, "CARD_DELAY", 3600.0)  # nothing comes by itself in this test

    async def story(at: At) -> None:
        await at.press("enter", "3", "space")
        assert at.app.busy
        assert at.buttons() == ["Faster"]
        assert at.app.scene.round is not None
        assert not at.app.scene.round.dealer.cards
        await at.press("s")
        assert not at.app.busy
        assert at.asks(WaitsFor.PLAY), "the key that hurries does nothing else"
        assert at.app.scene.round.boxes[0].hands[0].place == 1
        assert "Stand" in at.buttons()

    at_table(sit(seed_where(may_stand)), story, animate=True)


def test_the_deal_goes_on_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app_module, "CARD_DELAY", 0.001)
    seen: list[int] = []

    class Watched(TableApp):
        def show_scene(self) -> None:
            if self.scene.round is not None:
                seen.append(len(self.scene.round.boxes[0].hands[0].cards))
            super().show_scene()

    async def run() -> None:
        app = Watched(sit(seed_where(may_stand)))
        async with app.run_test(size=SMALL) as pilot:
            await pilot.press("enter", "3", "space")
            while app.busy:
                await pilot.pause()
            assert app.session.asked is WaitsFor.PLAY

    asyncio.run(run())
    assert list(dict.fromkeys(seen)) == [0, 1, 2]


# --- help, the table, and the way out


@SIZES
def test_help_and_the_table_can_be_read(size: tuple[int, int]) -> None:
    async def story(at: At) -> None:
        await at.press("enter", "question_mark")
        assert "HOW TO PLAY" in at.text()
        assert "Back" in at.text()
        await at.press("escape", "t")
        assert str(at.session.scene.shoe.commitment) in at.text()
        assert "Blackjack $10 to $500, steps of $5" in at.text()
        await at.press("q")
        assert len(at.app.screen_stack) == 1

    at_table(sit(1), story, size=size)


def test_leaving_between_rounds_says_goodbye() -> None:
    async def story(at: At) -> None:
        await bet_and_deal(at)
        await at.press("s", "q")
        assert isinstance(at.app.screen, ReadScreen)
        assert "1 round, " in at.text()
        assert "its secret was" in at.text()
        await at.press("enter")

    app = at_table(sit(seed_where(may_stand)), story)
    assert app.said_goodbye
    assert app.session.table.phase is Phase.CLOSED


def test_leaving_in_a_round_asks_first() -> None:
    async def story(at: At) -> None:
        await bet_and_deal(at)
        await at.press("q")
        assert isinstance(at.app.screen, AskScreen)
        assert "14.7" in at.text()
        await at.press("n")
        assert at.asks(WaitsFor.PLAY)
        await at.press("q", "y")
        assert "1 round, " in at.text()

    app = at_table(sit(seed_where(must_draw)), story)
    assert app.session.table.phase is Phase.CLOSED


@pytest.mark.parametrize("key", ["ctrl+c", "ctrl+q"])
@pytest.mark.parametrize("keys", [(), ("enter",), ("enter", "3", "space"), ("enter", "a")])
def test_an_interrupt_leaves_quietly_from_anywhere(keys: tuple[str, ...], key: str) -> None:
    async def story(at: At) -> None:
        await at.press(*keys, key)

    app = at_table(sit(seed_where(may_stand)), story)
    assert not app.said_goodbye
    assert app.session.table.phase is Phase.CLOSED
    assert app.return_code == 0


def test_a_record_that_cannot_be_written_ends_the_game() -> None:
    full = False

    def keep(_line: bytes) -> None:
        if full:
            raise OSError(28, "No space left on device")

    session = sit(1, keep=keep)

    async def story(at: At) -> None:
        nonlocal full
        await at.press("enter")
        full = True
        await at.press("3")

    app = at_table(session, story)
    assert app.broken is not None
    assert app.broken.strerror == "No space left on device"


def test_the_small_and_the_large_terminal_differ_in_what_lies_beside_the_felt() -> None:
    async def story(at: At) -> None:
        await at.press("enter")
        assert "THE SIGN" not in at.text()
        await at.pilot.resize_terminal(*LARGE)
        await at.pilot.pause()
        assert "THE SIGN" in at.text()
        assert "SHOE 1" in at.text()

    at_table(sit(1), story)


def test_nothing_on_the_screen_is_advice() -> None:
    async def story(at: At) -> None:
        await bet_and_deal(at)
        words = at.text().lower()
        await at.press("question_mark")
        words += at.text().lower()
        for advice in ("should", "best", "recommend", "strategy", "advise"):
            assert advice not in words

    at_table(sit(seed_where(may_stand)), story, size=LARGE)
