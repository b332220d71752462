"""How the laboratory's commands are asked: what excludes what, and what is refused before work."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

from croupier.cli.app import app
from croupier.cli.laboratory import section_table
from croupier.odds.sections import Section


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


@pytest.mark.parametrize("tool", ["odds", "risk"])
@pytest.mark.parametrize("crew", [("--workers", "2"), ("--scheduler", "pit:8786")])
def test_one_table_is_not_shared_out(tool: str, crew: tuple[str, str]) -> None:
    said = told(tool, "act-mini-baccarat-2016", *crew)
    assert f"{crew[0]} is for a grid of tables: give --grid" in said


@pytest.mark.parametrize(
    "tool", ["odds", "strategy", "simulate", "risk", "count", "covariance", "dossier"]
)
def test_every_tool_is_asked_about_a_table_in_the_same_words(tool: str) -> None:
    """One that forgot an option would answer about another table than the one it was given."""
    for words, named in {
        ("--decks", "9"): "options.decks: 9 is not allowed",
        ("--option", "settlement=C"): "options.settlement",
        ("--remove", "1X"): "remove: ",
        ("--trips", "1"): "trips: act-mini-baccarat-2016 has no such wager",
        ("--ante", "5"): "ante: act-mini-baccarat-2016 has no such wager",
        ("--amend", "nowhere.toml"): "nowhere.toml",
    }.items():
        needed = {"simulate": ["--rounds", "1"], "dossier": ["-o", "it.html"]}.get(tool, [])
        assert named in told(tool, "act-mini-baccarat-2016", *needed, *words)


def test_a_scheduler_without_a_port_is_no_address() -> None:
    pytest.importorskip("distributed")
    words = ("simulate", "act-mini-baccarat-2016", "--rounds", "1", "--scheduler", "pit")
    assert "--scheduler pit: no address such as tcp://127.0.0.1:8786" in told(*words)


def test_an_option_is_chosen_by_its_flag_or_by_name_and_not_by_both() -> None:
    words = ("play", "--plain", "--decks", "6", "--option", "decks=7")
    assert "--decks: --option chooses decks too" in told(*words)


@pytest.mark.parametrize("words", [("simulate", "--rounds", "1"), ("dossier", "-o", "it.html")])
def test_a_seed_below_nothing_is_named_before_anything_is_played(words: tuple[str, ...]) -> None:
    tool, *more = words
    said = told(tool, "act-mini-baccarat-2016", *more, "--seed", "-1")
    assert "seed: -1 is not a whole number from 0 on" in said


BACCARAT, HOLDEM = "act-mini-baccarat-2016", "act-ultimate-texas-holdem-2025"
SIMULATE = ("simulate", "act-blackjack-2018", "--rounds", "1")
COUNTS = "it is asked of somebody who counts: give --count"
OF_A_PLAYER, OF_A_TABLE = (
    "it is asked of a player: give --bankroll",
    "it is asked of a table: leave",
)


@pytest.mark.parametrize(
    ("words", "option", "why"),
    [
        (SIMULATE, "--ramp 1:8", COUNTS),
        (SIMULATE, "--no-deviations", COUNTS),
        (SIMULATE, "--rounds-an-hour 100", COUNTS),
        ((*SIMULATE, "--grid", "decks=8"), "--ramp 1:8", COUNTS),
        (("risk", BACCARAT), "--cover all", OF_A_PLAYER),
        (("risk", BACCARAT), "--cover first", OF_A_PLAYER),
        (("risk", BACCARAT), "--cover nonsense", OF_A_PLAYER),
        (("risk", BACCARAT), "--target 5", OF_A_PLAYER),
        (("risk", BACCARAT), "--picture it.svg", OF_A_PLAYER),
        (("risk", BACCARAT, "--grid", "decks=8"), "--cover all", OF_A_PLAYER),
        (("risk", BACCARAT, "--bankroll", "5"), "--confidence 0.99", OF_A_TABLE),
        (("risk", BACCARAT, "--bankroll", "5"), "--drop 5", OF_A_TABLE),
        (("risk", BACCARAT, "--grid", "bankroll=5,6"), "--confidence 0.9", OF_A_TABLE),
        (("count", BACCARAT, "--only", "effects"), "--shoes 9", "for the part penetration"),
        (("count", HOLDEM), "--shoes 9", "act-ultimate-texas-holdem-2025 has no shoe"),
        (("odds", BACCARAT), "--dark", "the paper of a picture: give --picture"),
        (("strategy", "act-blackjack-2018"), "--dark", "the paper of a picture: give --picture"),
    ],
)
def test_an_option_that_would_change_nothing_is_refused_by_name(
    words: tuple[str, ...], option: str, why: str
) -> None:
    said = told(*words, *option.split())
    assert option.split()[0].replace("--no-", "--") in said
    assert why in said


def test_what_goes_together_is_not_refused() -> None:
    for words in (
        "simulate act-blackjack-2018 --rounds 1 --count nonsense --ramp 1:8 --no-deviations",
        "simulate act-blackjack-2018 --rounds 1 --ramp 1:8 --grid count=HI-LO decks=nonsense",
        f"risk {BACCARAT} --bankroll 5 --cover nonsense --target 7",
        f"risk {BACCARAT} --cover all --grid bankroll=nonsense",
        f"count {BACCARAT} --only effects --only penetration --shoes 0",
    ):
        said = told(*words.split())
        assert any(word in said for word in ("nonsense", "shoes: 0")), said
        assert "Usage:" not in said


def test_a_chart_is_printed_on_dark_paper_too() -> None:
    words = ["strategy", "act-blackjack-2018", "--svg"]
    light, dark = (CliRunner().invoke(app, [*words, *more]).output for more in ([], ["--dark"]))
    assert light.startswith("<svg")
    assert dark.startswith("<svg")
    assert light != dark


def test_a_number_is_not_parted_from_its_per_cent() -> None:
    """A narrow table has what a wager brings under how often, and not the signs by themselves."""
    found = section_table(
        Section("", ("cards", "one", "two", "three"), [("395", *("4.45 %, +0.42 %",) * 3)]), 30
    )
    widths = [column.width for column in found.columns[1:]]
    assert widths == [7, 7, 7]
