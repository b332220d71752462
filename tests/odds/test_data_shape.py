"""Whatever the laboratory answers says which table it is of, in every form."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest
from PIL import Image
from typer.testing import CliRunner

from croupier.cli.app import app
from croupier.odds import ODDS, decision_for, effects_for, odds, strategy_for
from croupier.odds.formatting import UNMOVED, title
from croupier.odds.pictures import DARK, INK, PAPER, odds_picture, png, strategy_picture, svg
from croupier.odds.question import question
from croupier.rulebook.instruments import instruments, load
from croupier.version import __version__

if TYPE_CHECKING:
    from pathlib import Path

BACCARAT, ACT_2018 = "act-mini-baccarat-2016", "act-blackjack-2018"
HOLDEM, NSW = "act-ultimate-texas-holdem-2025", "nsw-blackjack-challenge"
COMMANDS = [
    ["odds", BACCARAT],
    ["odds", BACCARAT, "--effects"],
    ["odds", BACCARAT, "--grid", "settlement=A,B", "--workers", "1"],
    ["odds", NSW],
    ["strategy", ACT_2018],
    ["strategy", ACT_2018, "--hand", "8 8", "--dealer", "10"],
    ["simulate", BACCARAT, "--rounds", "100"],
    ["risk", BACCARAT, "--rounds", "10"],
    ["risk", BACCARAT, "--rounds", "10", "--bankroll", "5"],
]


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_data_begins_with_version_instrument_and_options(words: list[str]) -> None:
    data = CliRunner().invoke(app, [*words, "--json"])
    assert data.exit_code == 0, data.output
    told = json.loads(data.stdout)
    assert list(told)[:2] == ["version", "instrument"]
    assert (told["version"], told["instrument"]) == (__version__, words[1])
    if "--grid" not in words:
        assert list(told)[2:5] == ["options", "chosen", "removed"]
    lines = CliRunner().invoke(app, [*words, "--csv"])
    assert lines.exit_code == 0, lines.output
    rows = list(csv.DictReader(io.StringIO(lines.stdout)))
    assert list(rows[0])[:3] == ["version", "instrument", "options"]
    named = {BACCARAT: " settlement=A", NSW: ""}.get(words[1], " soft_17=stand")
    assert (rows[0]["version"], rows[0]["instrument"]) == (__version__, words[1])
    assert rows[0]["options"] == f"decks=8{named}"


def test_a_stand_and_a_hit_chart_have_other_titles_and_files_say_so() -> None:
    stand, hit = (
        strategy_picture(strategy_for(ACT_2018, options={"soft_17": on})) for on in ("stand", "hit")
    )
    assert stand.title == f"{ACT_2018}, 8 decks, soft_17=stand"
    assert hit.title == f"{ACT_2018}, 8 decks, soft_17=hit"
    root = ElementTree.fromstring(svg(hit))
    space = "{http://www.w3.org/2000/svg}"
    assert root.findtext(f"{space}title") == hit.title
    assert root.findtext(f"{space}desc") == f"Croupier {__version__}"
    with Image.open(io.BytesIO(png(hit))) as image:
        assert image.info["Title"] == hit.title
        assert image.info["Software"] == f"Croupier {__version__}"


def test_a_title_names_whatever_makes_the_table_another_one() -> None:
    table = question(
        HOLDEM, options={"blind_payout_cap": 1_000_000}, trips="1/2", ante=10_000, remove="4S"
    )
    assert table.named == {"blind_payout_cap": "1000000", "trips": "1/2", "ante": "100"}
    limits = question(
        ACT_2018, options={"limits": {"main": [500, 50_000]}, "double_on": "any_cards"}
    )
    assert limits.named == {"soft_17": "stand", "double_on": "any_cards"}


@pytest.mark.parametrize("instrument", instruments())
def test_choices_that_a_table_must_make_and_that_move_an_edge_are_always_named(
    instrument: str,
) -> None:
    required = {option.name for option in load(instrument).options if option.required} - {"decks"}
    moving = {each.option for each in effects_for(instrument) if abs(each.change) > UNMOVED}
    assert required & moving == ODDS.of(instrument).NAMED & required


def test_on_dark_paper_what_is_read_is_light() -> None:
    picture = odds_picture(odds(BACCARAT))
    light, dark = svg(picture), svg(picture, dark=True)
    assert PAPER in light
    assert PAPER not in dark
    assert INK not in dark
    assert DARK[PAPER] in dark
    with Image.open(io.BytesIO(png(picture, dark=True))) as image:
        assert image.convert("RGB").getpixel((1, 1)) == (0x16, 0x18, 0x1B)


def test_the_command_draws_dark_pictures(tmp_path: Path) -> None:
    file = tmp_path / "edges.svg"
    drawn = CliRunner().invoke(app, ["odds", BACCARAT, "--picture", str(file), "--dark"])
    assert drawn.exit_code == 0, drawn.output
    assert DARK[PAPER] in file.read_text()


# --- ranks alone


def test_ranks_are_enough_where_suits_do_not_matter() -> None:
    assert decision_for(ACT_2018, "8 8", dealer="10") == decision_for(
        ACT_2018, "8S,8D", dealer="TH"
    )
    by_rank = odds(BACCARAT, remove="4 4 k")
    assert by_rank["banker"].exact == odds(BACCARAT, remove="4S 4H KD")["banker"].exact
    assert title(by_rank).endswith("without 4H 4S KS")


def test_more_cards_of_a_rank_than_there_are_cannot_be_removed() -> None:
    with pytest.raises(ValueError, match="cannot be taken out of the shoe"):
        odds(BACCARAT, remove=" ".join(["4"] * 33))
    assert odds(BACCARAT, remove=" ".join(["4"] * 32)).removed.count("4S") == 8


@pytest.mark.parametrize(
    ("instrument", "options"), [(HOLDEM, {}), (BACCARAT, {"side_bets": ["perfect-pairs"]})]
)
def test_a_rank_is_not_enough_where_suits_matter(
    instrument: str, options: dict[str, object]
) -> None:
    with pytest.raises(ValueError, match="remove: '4' is not a card such as 4S or KD"):
        question(instrument, options=options, remove="4")


# --- forty columns


@pytest.mark.parametrize(
    "words",
    [
        *COMMANDS,
        ["odds", ACT_2018, "--effects"],
        ["count", BACCARAT, "--only", "effects"],
        ["covariance", BACCARAT],
        ["simulate", ACT_2018, "--rounds", "20000", "--count", "HI-LO", "--no-deviations"],
        ["odds", ACT_2018],
        ["strategy", HOLDEM],
    ],
    ids=" ".join,
)
def test_nothing_is_cut_off_on_a_narrow_terminal(words: list[str]) -> None:
    narrow = CliRunner(env={"COLUMNS": "40"}).invoke(app, words)
    assert narrow.exit_code == 0, narrow.output
    assert max(len(line.rstrip()) for line in narrow.stdout.splitlines()) <= 40
    assert "…" not in narrow.stdout
