"""How the laboratory's commands are asked: what excludes what, and what is refused before work."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

from croupier.cli.app import app


def told(*words: str) -> str:
    answer = CliRunner().invoke(app, words)
    assert answer.exit_code != 0
    return " ".join(f"{answer.output} {answer.exception}".split())


@pytest.mark.parametrize(
    "words",
    [
        ("odds", "act-mini-baccarat-2016", "--json"),
        ("odds", "act-mini-baccarat-2016", "--effects"),
        ("strategy", "act-blackjack-2018", "--svg"),
        ("simulate", "act-mini-baccarat-2016", "--rounds", "1", "--json"),
    ],
)
def test_a_picture_excludes_whatever_else_would_be_printed(words: tuple[str, ...]) -> None:
    assert "choose one of --" in told(*words, "--picture", "it.svg")


@pytest.mark.parametrize(
    "words",
    [
        ("odds", "act-ultimate-texas-holdem-2025"),
        ("strategy", "act-ultimate-texas-holdem-2025"),
        ("simulate", "act-ultimate-texas-holdem-2025", "--rounds", "1"),
    ],
)
def test_a_picture_of_no_known_kind_is_refused_before_anything_is_worked_out(
    words: tuple[str, ...],
) -> None:
    assert "the file's name ends in .svg or .png" in told(*words, "--picture", "it.gif")
    assert "there is no such directory" in told(*words, "--picture", "nowhere/it.svg")


def test_a_scheduler_without_a_port_is_no_address() -> None:
    pytest.importorskip("distributed")
    words = ("simulate", "act-mini-baccarat-2016", "--rounds", "1", "--scheduler", "pit")
    assert "--scheduler pit: no address such as tcp://127.0.0.1:8786" in told(*words)


def test_an_option_is_chosen_by_its_flag_or_by_name_and_not_by_both() -> None:
    words = ("play", "--plain", "--decks", "6", "--option", "decks=7")
    assert "--decks: --option chooses decks too" in told(*words)
