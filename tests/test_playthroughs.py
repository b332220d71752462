"""The runner of playthroughs plays heads, writes accounts, and rejects what it does not know."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from croupier.testing import Playthroughs

if TYPE_CHECKING:
    from pathlib import Path

HEAD = """\
Ana splits eights, and stands on both
options: {"decks": 8}
seats: ana
stakes: 1000
cards: 8S 6D 8H TC 9C KS KH
moves: split box=1; stand box=1; stand box=1 hand=2"""


@pytest.fixture
def playthroughs(tmp_path: Path) -> Playthroughs:
    class OfBlackjack(Playthroughs):
        instrument = "act-blackjack-2018"
        folder = tmp_path
        at_least = 1

    (tmp_path / OfBlackjack.instrument).mkdir()
    return OfBlackjack()


def file_of(playthroughs: Playthroughs, text: str) -> Path:
    file = playthroughs.folder / playthroughs.instrument / "a-split.txt"
    file.write_text(text, encoding="utf-8")
    return file


def test_an_account_is_written_on_request_and_then_compared(
    playthroughs: Playthroughs, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = file_of(playthroughs, HEAD)
    with pytest.raises(AssertionError):
        playthroughs.test_playthrough(file)
    monkeypatch.setenv("CROUPIER_REGENERATE", "1")
    playthroughs.test_playthrough(file)
    monkeypatch.delenv("CROUPIER_REGENERATE")
    playthroughs.test_playthrough(file)
    account = file.read_text(encoding="utf-8")
    assert account.startswith(f"{HEAD}\n\ninitial deal")
    assert account.endswith("\n\nresults\n  ana +20\n")
    file_of(playthroughs, account.replace("ana +20", "ana +10"))
    with pytest.raises(AssertionError):
        playthroughs.test_playthrough(file)


@pytest.mark.parametrize(
    ("said", "instead", "message"),
    [
        ("stakes: 1000", "wagers: 1000", r"nothing is known about \['wagers: 1000'\]"),
        ("cards:", "card:", "does not say its cards; write `cards: …`"),
        ("; stand box=1 hand=2", "", "the round is not over: ana has a move"),
    ],
)
def test_a_head_that_cannot_be_played_says_why(
    playthroughs: Playthroughs, said: str, instead: str, message: str
) -> None:
    file = file_of(playthroughs, HEAD.replace(said, instead))
    with pytest.raises(AssertionError, match=message):
        playthroughs.test_playthrough(file)


def test_playthroughs_that_are_lost_are_missed(playthroughs: Playthroughs) -> None:
    with pytest.raises(AssertionError):
        playthroughs.test_all_playthroughs_are_there()
    file_of(playthroughs, HEAD)
    playthroughs.test_all_playthroughs_are_there()
