"""Rounds shown again: byte for byte what everybody saw, by index and not by searching."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.casino.chains import writing
from tests.casino.evenings import INSTRUMENTS, NAMES, Evening, player
from tests.casino.forgers import rehashed
from tests.table import evenings as blackjack
from tests.table_support import INSPECTOR

from croupier.aggregate.record_lines import RecordError
from croupier.aggregate.roles import Person, Role
from croupier.casino.past_rounds import MOST, History, last_games
from croupier.casino.store.contract import Addition
from croupier.table.facts import RoundEnded, Settled

if TYPE_CHECKING:
    from collections.abc import Iterable

    from croupier.casino.store.contract import Store

VIEWERS: tuple[Person | None, ...] = (
    *map(player, NAMES), Person("dealer", Role.DEALER), INSPECTOR, None,
)  # fmt: skip


class Watched(Evening):
    """An evening at which it is written down what everybody sees after every line."""

    def __init__(self, instrument: str, seed: int = 1, *, trouble: float = 0.0) -> None:
        self.seen: list[dict[Person | None, bytes]] = []
        """After each line, the header's first."""
        self.lines: list[bytes] = []
        super().__init__(instrument, seed, trouble=trouble, keep=self.keep)

    def keep(self, line: bytes) -> None:
        self.lines.append(line)
        look = {}
        if len(self.lines) > 1:
            look = {who: msgspec.json.encode(self.table.view(who)) for who in VIEWERS}
        self.seen.append(look)

    def read(self, after: int) -> Iterable[bytes]:
        return self.lines[after:]

    def ends(self) -> dict[int, int]:
        """The line at which each round ended last."""
        return {
            fact.round: number
            for number, entry in enumerate(self.table.record.entries, 2)
            for fact in entry.facts
            if isinstance(fact, RoundEnded)
        }

    def took_part(self, name: str) -> list[int]:
        """The numbers of the rounds in which a wager of somebody was settled, in their order."""
        rounds: dict[int, set[str]] = {}
        now: set[str] = set()
        for entry in self.table.record.entries:
            for fact in entry.facts:
                if fact.__struct_config__.tag == "no-more-bets":
                    now = set()
                elif isinstance(fact, Settled):
                    now.add(fact.player)
                elif isinstance(fact, RoundEnded):
                    rounds[fact.round] = now
        return [number for number, players in rounds.items() if name in players]


@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_the_last_ten_rounds_of_a_player_are_shown_as_the_player_saw_them(instrument: str) -> None:
    evening = Watched(instrument, seed=4)
    evening.play(16)
    history, ends = History(evening.read), evening.ends()
    for name in NAMES:
        shown = history.last(name)
        assert [each.number for each in shown] == evening.took_part(name)[-MOST:][::-1]
        assert len(shown) == MOST
        for each in shown:
            line = ends[each.number] - 1
            assert each.line == line
            assert bytes(each.view) == evening.seen[line - 1][player(name)]


@pytest.mark.parametrize("instrument", INSTRUMENTS)
@given(seed=st.integers(0, 10_000))
@settings(max_examples=4)
def test_any_round_is_shown_again_for_every_viewer_after_every_line(
    instrument: str, seed: int
) -> None:
    evening = Watched(instrument, seed, trouble=0.1)
    evening.play(4)
    history = History(evening.read)
    for number in evening.ends():
        for viewer in VIEWERS:
            pictures = history.pictures(number, viewer)
            assert pictures
            for picture in pictures:
                assert bytes(picture.view) == evening.seen[picture.line - 1][viewer]


def test_pictures_begin_with_no_more_bets_and_end_before_the_cards_are_collected() -> None:
    evening = blackjack.dealt(rounds=2)
    history = History(lambda after: evening.table.record.lines[after:])
    pictures = [msgspec.json.decode(each.view) for each in history.pictures(2, None)]
    assert pictures[0]["phase"] == "dealing"
    assert pictures[0]["round"]["dealer"]["cards"] == []
    assert pictures[-1]["phase"] == "settled"
    assert {picture["number"] for picture in pictures} == {2}


def test_what_a_player_may_not_see_is_not_shown_later_either() -> None:
    evening = Watched("act-ultimate-texas-holdem-2025", seed=6)
    evening.play(6)
    history = History(evening.read)
    for number in evening.ends():
        mine, others, public = (
            [bytes(picture.view) for picture in history.pictures(number, viewer)]
            for viewer in (player("ana"), player("ben"), None)
        )
        assert mine != others
        assert mine != public


# --- keeping up with a table that goes on


class Counted:
    """Lines that count how often they are read."""

    def __init__(self) -> None:
        self.lines: list[bytes] = []
        self.given = 0

    def read(self, after: int) -> Iterable[bytes]:
        for line in self.lines[after:]:
            self.given += 1
            yield line


def test_a_line_is_read_once_to_be_indexed_and_once_to_be_played() -> None:
    kept = Counted()
    evening = Evening("act-blackjack-2018", seed=2, keep=kept.lines.append)
    history = History(kept.read)
    for _ in range(30):
        evening.round()
        history.last("ana")
    assert kept.given == 2 * len(kept.lines)
    before = kept.given
    for name in NAMES:
        history.last(name)
    assert kept.given == before


def test_who_asks_now_and_then_sees_the_same_as_who_asks_at_the_end() -> None:
    kept: list[bytes] = []
    evening = Evening("act-blackjack-2018", seed=8, trouble=0.15, keep=kept.append)
    often = History(lambda after: kept[after:])
    for _ in range(25):
        evening.round()
        often.last("ana")
    once = History(lambda after: kept[after:])
    for name in NAMES:
        assert often.last(name) == once.last(name)


def test_whoever_asks_at_any_moment_sees_rounds_that_have_ended() -> None:
    """One of them is taken up again after its end, and plays on."""
    lines = blackjack.irregular().table.record.lines
    known = 1
    history = History(lambda after: lines[after:known])
    taken_up = 0
    ended: list[int] = []
    for known in range(1, len(lines) + 1):
        shown = [each.number for each in history.last("ana")]
        taken_up += len(shown) < len(ended)
        ended = shown
        fresh = History(lambda after, known=known: lines[after:known])  # type: ignore[misc]
        assert fresh.last("ana") == history.last("ana")
    assert taken_up == 1


def test_lines_that_come_while_it_reads_are_seen_next_time() -> None:
    kept: list[bytes] = []
    evening = Evening("act-blackjack-2018", seed=2, keep=kept.append)
    evening.play(3)

    def read(after: int) -> Iterable[bytes]:
        found = kept[after:]
        evening.round()
        return found

    history, again = History(read), History(lambda after: kept[after:])
    for _ in range(4):
        seen = len(kept)
        shown = history.last("ana")
        assert [each.number for each in shown] == [
            each.number for each in again.last("ana", 100) if each.line < seen
        ][:MOST]


def test_more_than_the_last_ten() -> None:
    evening = Watched("act-blackjack-2018", seed=4)
    evening.play(16)
    history = History(evening.read)
    shown = history.last("ana", most=100)
    assert [each.number for each in shown] == evening.took_part("ana")[::-1]
    assert shown[:MOST] == history.last("ana")
    assert history.last("ana", most=3) == shown[:3]
    assert history.last("ana", most=0) == []
    assert history.last("nobody") == []


def test_the_last_games_of_a_seat() -> None:
    evening = Watched("act-blackjack-2018", seed=4)
    evening.play(14)
    history = History(evening.read)
    numbers = history.at_box(2)
    assert len(numbers) == MOST
    shown = history.show(numbers, INSPECTOR)
    assert [each.number for each in shown] == numbers
    for each in shown:
        assert bytes(each.view) == evening.seen[each.line - 1][INSPECTOR]


def test_a_round_that_became_void_is_shown_as_it_was_and_said_to_be_void() -> None:
    evening = blackjack.irregular()
    history = History(lambda after: evening.table.record.lines[after:])
    shown = {each.number: each for each in history.last("ana")}
    assert {number for number, each in shown.items() if each.void} == {1, 3, 4}
    assert msgspec.json.decode(shown[1].view)["phase"] == "settled"


def test_a_round_in_play_is_no_game_yet() -> None:
    kept: list[bytes] = []
    evening = Evening("act-blackjack-2018", seed=2, keep=kept.append)
    history = History(lambda after: kept[after:])
    assert history.last("ana") == []
    with pytest.raises(LookupError, match="no round 1 has ended"):
        history.show([1], None)
    evening.round()
    assert len(history.show([1], None)) == 1


def test_games_at_several_tables_come_newest_first(store: Store) -> None:
    tables = {}
    for seed, instrument in enumerate(INSTRUMENTS, 1):
        record = f"tables/{instrument}/1"
        lines = Evening(instrument, seed).play(5).table.record.lines
        store.add(writing(Addition(record, 0, tuple(lines))))
        tables[record] = History(lambda after, record=record: store.lines(record, after))  # type: ignore[misc]
    games = last_games(tables, "ana")
    assert len(games) == MOST
    times = [game.at for _, game in games]
    assert times == sorted(times, reverse=True)
    assert len({record for record, _ in games}) > 1


def test_a_record_that_plays_otherwise_is_not_shown() -> None:
    lines = [
        line.replace(b'"outcome":"lose"', b'"outcome":"push"')
        for line in blackjack.dealt(rounds=2).table.record.lines
    ]
    forged = rehashed(lines)
    with pytest.raises(ValueError, match="other facts follow from it"):
        History(lambda after: forged[after:]).last("ana")


def test_what_is_no_line_is_named() -> None:
    lines = [*blackjack.dealt(rounds=1).table.record.lines, b"junk\n"]
    with pytest.raises(RecordError, match="is not a line of a record"):
        History(lambda after: lines[after:]).last("ana")
