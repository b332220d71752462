"""High Card wherever Croupier has games. These tests run where its package is installed."""

from __future__ import annotations

import asyncio
import json
import random
from fractions import Fraction
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import pytest
from tests.cli.running import croupier

import high_card
from croupier import Card, Game, adjudicate, instruments, load, odds
from croupier.adjudication import Answer, Refusal
from croupier.cli.play_screen.full_screen_app import TableApp
from croupier.cli.play_screen.table_setup import setting
from croupier.game_parts import Slot, games
from croupier.game_rules import laws_of
from croupier.rulebook.amendments import amended
from croupier.rulebook.settlement_tables import flaws
from croupier.testing import Playthroughs
from croupier.web.approved_program.manifest import measure
from high_card.terminal import HighCardSession

ID = "high-card"
OPTIONS = {
    "side_bets": ["twins"],
    "limits": {"main": [10_00, 500_00], "twins": [5_00, 100_00]},
    "multiples": {"main": 5_00, "twins": 2_50},
}


def file_of(cards: str, **more: Any) -> dict[str, Any]:
    wagers = [
        {"box": 1, "player": "ana", "wager": "main", "amount": 20_00},
        {"box": 1, "player": "ana", "wager": "twins", "amount": 5_00},
    ]
    return {
        "instrument": ID,
        "options": OPTIONS,
        "cards": cards.split(),
        "wagers": wagers,
        **more,
    }


def test_the_game_is_found_by_its_entry_point() -> None:
    (declared,) = entry_points(group="croupier.games")
    assert declared.name == ID
    assert "site-packages" not in (high_card.__file__ or "")
    assert ID in instruments()
    assert ID in games()
    assert laws_of(ID)


def test_every_case_of_the_settlement_tables_has_one_limb() -> None:
    from high_card.rules import domains

    found = domains(load(ID))
    assert {place: flaws(domain) for place, domain in found.items()} == {
        "limbs.main": [], "pay_tables.twins": [],
    }  # fmt: skip


@pytest.mark.parametrize(
    ("cards", "main", "twins", "clauses"),
    [
        ("AS KD", 20_00, -5_00, ["3.3(a)", "3.4(c)"]),
        ("2S 3D", -20_00, -5_00, ["3.3(b)", "3.4(c)"]),
        ("KS KD", -20_00, 40_00, ["3.3(b)", "3.4(a)"]),
        ("KS KS", -20_00, 125_00, ["3.3(b)", "3.4(b)"]),
    ],
)
def test_the_higher_card_wins(cards: str, main: int, twins: int, clauses: list[str]) -> None:
    answer = adjudicate(file_of(cards))
    assert isinstance(answer, Answer)
    assert [each.net for each in answer.settlements] == [main, twins]
    assert [each.clauses[0] for each in answer.settlements] == clauses


@pytest.mark.parametrize(
    ("wager", "clause", "reason"),
    [
        ({"wager": "tiger"}, "2.2", "tiger is not offered at this table"),
        ({"wager": "twins"}, "2.2", "twins needs a main wager on the box"),
        ({"amount": 20_01}, "1.3", "20.01 is not a multiple of 5"),
    ],
)
def test_what_the_rules_refuse_is_refused_with_its_clause(
    wager: dict[str, Any], clause: str, reason: str
) -> None:
    entry = {"box": 1, "player": "ana", "amount": 20_00, **wager}
    answer = adjudicate(file_of("AS KD", wagers=[entry]))
    assert isinstance(answer, Refusal)
    assert (answer.refused.clauses, answer.refused.reason) == ((clause,), reason)


def test_the_odds_are_exact() -> None:
    found = odds(ID, options=OPTIONS)
    assert found["main"].exact == Fraction(23, 311)
    assert found["twins"].exact == Fraction(19, 311)


def test_the_game_is_played_from_python_and_comes_to_the_expected_loss() -> None:
    game = Game(ID, OPTIONS, seats=["ana", "ben"], stakes={"main": 10_00, "twins": 5_00}, seed=5)
    for _ in game.rounds(300):
        assert game.over
        assert len(game.settlements) == 4
        bets = [each for each in game.settlements if each.wager == "main"]
        assert {abs(each.net) for each in bets} == {10_00}
    again = Game(ID, OPTIONS, seats=["ana", "ben"], stakes={"main": 10_00, "twins": 5_00}, seed=5)
    for _ in again.rounds(300):
        pass
    assert again.net == game.net
    named = Game(ID, OPTIONS, cards="AS KD")
    assert [hand.cards for hand in named.view().hands] == [(Card("AS"),), (Card("KD"),)]
    assert named.net == {"p1": 10_00}
    with pytest.raises(ValueError, match="'hit' is no move of this game, only pass, place-wager"):
        named.play("hit")


def test_a_round_in_the_terminal_replays_verifies_and_adjudicates(tmp_path: Path) -> None:
    record, file = tmp_path / "evening.jsonl", tmp_path / "round.json"
    typed = b"no\nbet 10\nbet twins 5\nhelp\nsign\ntable\ndeal\nhistory\nquit\n"
    status, out, _ = croupier(
        "play", ID, "--plain", "--side-bet", "twins", "--record", record, stdin=typed
    )
    assert status == 0
    assert "The higher card pays 1 to 1 (3.3(a))" in out
    assert "to the dealer (3.1, 3.2)" in out
    for command in ("replay", "verify"):
        status, out, _ = croupier(command, record)
        assert status == 0
        assert "Played again: the same facts follow from every command." in out
    assert croupier("export", record, "1", "-o", file)[0] == 0
    answer = adjudicate(file.read_bytes())
    assert isinstance(answer, Answer)
    settled = [
        fact
        for line in record.read_text("utf-8").splitlines()
        for fact in json.loads(line).get("entry", {}).get("facts", ())
        if fact["fact"] == "settled"
    ]
    assert [each.net for each in answer.settlements] == [fact["net"] for fact in settled]
    status, out, _ = croupier("adjudicate", "--explain", file)
    assert status == 0
    assert "to the dealer" in out


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("instruments", "The Rules of High Card, HC 1"),
        ("rules high-card 3.3", "The wager on a box:"),
        ("values high-card", "What Twins of one rank are paid (3.4(a))"),
        ("options high-card", "Which side bets the table offers."),
        ("commands high-card", "place-wager"),
        ("corrections high-card", "No rule was corrected."),
        ("odds high-card --effects", "decks=1"),
        ("risk high-card", "theoretical win"),
        ("count high-card --only effects", "counts are not analysed"),
        ("covariance high-card --option side_bets=twins", "wagers on two boxes are not compared"),
    ],
)
def test_every_command_knows_the_game(words: str, found: str) -> None:
    status, out, error = croupier(*words.split(), COLUMNS="160")
    assert (status, error) == (0, "")
    assert found in " ".join(out.split())


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("simulate high-card --rounds 10", "so its rounds cannot be simulated"),
        ("dossier high-card -o report.html", "so its rounds cannot be simulated"),
        ("strategy high-card", "leaves nothing to decide"),
        ("compare high-card act-blackjack-2018", "two games have no wagers and no hands in common"),
        ("odds high-card --trips 1", "high-card has no such wager"),
        ("count high-card --shoes 10", "high-card is not counted over a shoe"),
    ],
)
def test_what_the_game_lacks_is_refused_in_words(words: str, reason: str) -> None:
    status, _, error = croupier(*words.split(), COLUMNS="160")
    assert status == 2
    assert reason in " ".join(error.split())
    assert "Traceback" not in error


def test_a_tournament_is_refused() -> None:
    from croupier.tournament import has_tournaments, law_of, with_tournaments

    assert not has_tournaments(ID)
    assert len(with_tournaments()) == 5
    with pytest.raises(LookupError, match="high-card has no rules for tournaments"):
        law_of(ID)


def test_optional_parts_are_asked_for_before_they_are_used() -> None:
    from croupier.environments.table_setup import ENVIRONMENTS
    from croupier.tournament.simulation.decisions import SIMULATED_PLAYERS

    slots: tuple[Slot[Any], ...] = (ENVIRONMENTS, SIMULATED_PLAYERS)
    for slot in slots:
        assert ID not in slot.instruments
        with pytest.raises(LookupError, match="its package can add the part".capitalize()):
            slot.of(ID)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_a_round_on_the_full_screen(size: tuple[int, int]) -> None:
    source = random.Random(3)
    session = HighCardSession(
        setting(ID, side_bets=("twins",)),
        entropy=lambda: source.randbytes(32),
        clock=lambda: 1_800_000_000_000,
    )
    app = TableApp(session, animate=False)

    async def play() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            for key in ("enter", "3", "space", "space"):
                await pilot.press(key)
                await pilot.pause()
            shown = app.export_screenshot()
            assert "DEALER" in shown
            assert "HIGHER" in shown

    asyncio.run(play())
    assert session.table.number == 1


def test_the_program_that_an_operator_approves_includes_the_game() -> None:
    files = measure().files
    assert {"outside/high_card/table.py", "outside/high_card/data/high-card.json"} <= set(files)


def test_the_instrument_of_the_game_is_amended_from_a_file() -> None:
    change = {"rule": "twins_rank", "clauses": ["3.4(a)"], "value": "10 to 1"}
    book = amended({"amends": ID, "id": "generous", "title": "Generous", "change": [change]})
    assert odds(book, options=OPTIONS)["twins"].exact == Fraction(-17, 311)
    answer = adjudicate(file_of("KS KD"), under=book)
    assert isinstance(answer, Answer)
    assert answer.settlements[1].net == 50_00


class TestPlaythroughs(Playthroughs):
    instrument = ID
    folder = Path(__file__).parent / "playthroughs"
    at_least = 2
