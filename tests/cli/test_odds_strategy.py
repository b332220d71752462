"""`croupier odds` and `croupier strategy` as their users see them."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, Final
from xml.etree import ElementTree

import pytest
from rich.console import Console
from rich.text import Text

from croupier.cli.arguments import chosen_options
from croupier.cli.strategy import show_strategy
from croupier.odds import data_shape as data
from croupier.odds.pictures import odds_picture, png, strategy_picture, svg
from croupier.odds.results import Cell, Chart, Strategy
from croupier.version import __version__

BACCARAT: Final = "act-mini-baccarat-2016"


def croupier(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    plain = {"COLUMNS": "100", "NO_COLOR": "1", "TERM": "dumb", "PYTHONIOENCODING": "utf-8"}
    return subprocess.run(
        [sys.executable, "-m", "croupier", *words],
        env={**os.environ, **plain, **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=600,
    )


def answered(*words: str) -> dict[str, Any]:
    answer = croupier("odds", *words, "--json")
    assert (answer.returncode, answer.stderr) == (0, "")
    data: dict[str, Any] = json.loads(answer.stdout)
    return data


def test_the_json_of_baccarat() -> None:
    data = answered(BACCARAT, "--option", "settlement=B", "--option", "side_bets=perfect-pairs")
    assert data["instrument"] == BACCARAT
    assert data["options"]["settlement"] == "B"
    wagers = {wager["wager"]: wager for wager in data["wagers"]}
    assert list(wagers) == ["player", "banker", "tie", "player-pair", "banker-pair"]
    assert round(wagers["banker"]["house_edge"], 6) == 0.014581
    assert wagers["banker"]["settlement"] == "B"
    assert wagers["player-pair"]["exact"] == "33/415"
    assert wagers["player-pair"]["side_bets"] == ["perfect-pairs"]
    for wager in data["wagers"]:
        mean = sum(each["net"] * each["chance"] for each in wager["outcomes"])
        assert mean == pytest.approx(-wager["house_edge"], abs=1e-15)
        square = sum(each["net"] ** 2 * each["chance"] for each in wager["outcomes"])
        assert (square - mean**2) ** 0.5 == pytest.approx(wager["standard_deviation"], rel=1e-12)


def test_cards_removed() -> None:
    data = answered(BACCARAT, "--remove", "4S,4S,KD")
    assert data["removed"] == ["4S", "4S", "KD"]
    assert data["wagers"][0]["house_edge"] != answered(BACCARAT)["wagers"][0]["house_edge"]


def test_the_table_for_people() -> None:
    answer = croupier("odds", BACCARAT, "--option", "side_bets=canberra-pairs")
    assert (answer.returncode, answer.stderr) == (0, "")
    lines = [line.strip() for line in answer.stdout.splitlines()]
    assert f"{BACCARAT}, 8 decks, settlement=A, side_bets=canberra-pairs" in lines
    assert "banker (A)                       1.0579 %             0.927372" in lines
    assert "house edge exactly   43/415" in lines
    assert "banker with 6   +0.95    5.3864 %" in lines


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--decks", "9"), "options.decks: 9 is not allowed, it is always 8 (2.1)"),
        (("--remove", "4X"), "remove: '4X' is not a card such as 4S or KD"),
        (
            ("--remove", ",".join(["KD"] * 9)),
            "remove: KD cannot be taken out of the shoe 9 times, which holds 8 of it",
        ),
        (
            ("--option", "settlement"),
            "--option settlement: write it as NAME=VALUE, such as decks=6",
        ),
        (
            ("--option", "settlement=A", "--option", "settlement=B"),
            "--option settlement=B: settlement is chosen twice",
        ),
        (("--option", "settlement=C"), 'options.settlement: "C" is not one of A, B'),
        (("--option", "decks=eight"), 'options.decks: "eight" is not allowed, it is always 8'),
        (
            ("--option", "limits=5"),
            "options.limits: 5 is not by wager: banker, player, tie, banker-pair, player-pair",
        ),
        (
            ("--option", "limits=main"),
            "--option limits=main: write it as JSON, in cents by wager, such as "
            '{"banker":[500,50000]}',
        ),
        (("--trips", "1"), f"trips: {BACCARAT} has no such wager"),
        (("--ante", "5"), f"ante: {BACCARAT} has no such wager"),
        (("--trips", "one"), "trips: 'one' is no number of antes such as 1 or 1/2"),
        (("--picture", "edge.gif"), "--picture edge.gif: the file's name ends in .svg or .png"),
    ],
)
def test_bad_input_gets_one_clear_line(words: tuple[str, ...], message: str) -> None:
    answer = croupier("odds", BACCARAT, *words)
    assert (answer.returncode, answer.stdout) == (2, "")
    (line,) = answer.stderr.splitlines()
    assert line.startswith(f"croupier: {message}")


def test_effects_in_one_way() -> None:
    answer = croupier("odds", BACCARAT, "--effects", "--json")
    assert (answer.returncode, answer.stderr) == (0, "")
    told = json.loads(answer.stdout)
    assert (told["instrument"], told["version"]) == (BACCARAT, __version__)
    assert told["chosen"] == {"settlement": "A"}
    moving = [each for each in told["effects"] if each["change"]]
    assert [(each["option"], each["reading"], each["wager"]) for each in moving] == [
        ("settlement", "B", "banker")
    ]
    both = croupier("odds", BACCARAT, "--effects", "--picture", "edge.svg")
    assert (both.returncode, both.stdout) == (2, "")
    assert "choose one of --effects and --picture" in both.stderr


def test_an_unknown_option_names_the_nearest() -> None:
    answer = croupier("odds", BACCARAT, "--option", "setlement=B")
    assert answer.returncode == 2
    assert answer.stderr.endswith("; did you mean settlement?\n")


# --- what is compiled


def compiled(*words: str) -> dict[str, Any]:
    answer = croupier(*words, "--json")
    assert answer.returncode == 0, answer.stderr
    data: dict[str, Any] = json.loads(answer.stdout)
    return data


def test_the_json_of_hold_em() -> None:
    data = compiled("odds", "act-ultimate-texas-holdem-2025")
    ante, trips = data["wagers"]
    assert (ante["wager"], trips["wager"]) == ("ante", "trips")
    assert round(ante["house_edge"], 5) == 0.02185
    assert round(ante["element_of_risk"], 5) == 0.00526
    assert round(trips["house_edge"], 4) == 0.0350
    assert list(ante["actions"]) == ["4x", "3x", "2x", "1x", "fold"]
    assert sum(ante["actions"].values()) == pytest.approx(1, abs=1e-12)
    assert ante["average_wager"] == pytest.approx(
        ante["house_edge"] / ante["element_of_risk"], rel=1e-12
    )


def test_the_json_of_blackjack() -> None:
    words = ("--option", "soft_17=hit", "--option", "side_bets=perfect-pairs")
    data = compiled("odds", "act-blackjack-2018", "--decks", "8", *words)
    wagers = {wager["wager"]: wager for wager in data["wagers"]}
    main = wagers["main"]
    assert round(main["house_edge"], 5) == 0.00756
    assert main["house_edge"] < main["chart_house_edge"]
    assert 1 < main["average_wager"] < 1.2
    assert main["exact"] is None
    assert main["assumptions"]
    assert wagers["perfect-pairs"]["exact"] == "17/415"
    assert wagers["perfect-pairs"]["side_bets"] == ["perfect-pairs"]


def test_one_decision_as_json() -> None:
    words = ("--hand", "AS,KD", "--board", "2S,9S,9H,TH,3D")
    data = compiled("strategy", "act-ultimate-texas-holdem-2025", *words)
    table = {name: data.pop(name) for name in ("version", "options", "chosen", "removed")}
    assert table["version"] == __version__
    assert table["options"]["decks"] == 1
    assert data == {
        "instrument": "act-ultimate-texas-holdem-2025",
        "hand": "AS,KD",
        "board": "2S,9S,9H,TH,3D",
        "best": "1x",
        "values": {"1x": -47 / 110, "fold": -2.0},
        "beside": {},
        "exact": {"1x": "-47/110", "fold": "-2/1"},
        "assumptions": [
            "in antes and exact; every later choice is the best one for the cards in sight by then"
        ],
    }


def test_one_decision_of_blackjack_as_json() -> None:
    data = compiled("strategy", "act-blackjack-2018", "--hand", "8S,8D", "--dealer", "AH")
    assert list(data["values"]) == ["stand", "hit", "double", "split"]
    assert data["best"] == "hit"
    assert data["beside"] == {"insurance": -29 / 413}
    assert data["exact"] == {**dict.fromkeys(data["values"]), "insurance": "-29/413"}
    assert any("split" in each for each in data["assumptions"])


def test_one_decision_for_people() -> None:
    answer = croupier("strategy", "act-blackjack-2006", "--hand", "AS,KD", "--dealer", "AD")
    lines = [" ".join(line.split()) for line in answer.stdout.splitlines()]
    assert lines[1:5] == [
        "choice worth",
        "wait +1.038740920",
        "even money +1.000000000",
        "insurance, a unit -0.077481840",
    ]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--hand", "AS"), "hand: two cards, not 1"),
        (("--hand", "AS,K"), "hand: 'K' is not a card such as 4S or KD"),
        (
            ("--hand", "A 10"),
            "hand: 'A' is not a card such as 4S or KD: suits matter here, so write A",
        ),
        (("--hand", "AS,10"), "hand: '10' is not a card such as 4S or KD: suits matter here"),
        (("--hand", "AS,KD", "--dealer", "5"), "dealer: act-ultimate-texas-holdem-2025 has none"),
        (("--hand", "AS,KD", "--dealer", "5S"), "dealer: act-ultimate-texas-holdem-2025 has none"),
        (("--hand", "AS,KD", "--board", "2S"), "board: none, the three of the flop or all five"),
        (("--hand", "AS,KD", "--board", "AS,3D,4D"), "board: AS cannot be taken out of the shoe"),
    ],
)
def test_cards_of_a_decision_that_make_no_sense(words: tuple[str, ...], message: str) -> None:
    answer = croupier("strategy", "act-ultimate-texas-holdem-2025", *words)
    assert (answer.returncode, answer.stdout) == (2, "")
    assert answer.stderr.splitlines()[-1].startswith(f"croupier: {message}")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--hand", "TS,6D"), "dealer: one card, such as TH, not none"),
        (("--hand", "TS,6D", "--dealer", "TH,2D"), "dealer: one card, such as TH, not 2"),
        (("--hand", "TS", "--dealer", "TH"), "hand: two cards or more, not 1"),
        (("--hand", "TS,6D", "--dealer", "1H"), "dealer: '1H' is not a card such as 4S or KD"),
        (("--hand", "TS,6D,9S", "--dealer", "TH"), "hand: TS 6D 9S is 25 and lost"),
        (
            ("--hand", "TS,6D,5S", "--dealer", "TH"),
            "hand: TS 6D 5S takes no more cards, and has nothing to decide",
        ),
        (("--hand", "TS,AD", "--dealer", "TH"), "hand: a Blackjack has nothing to decide"),
        (("--hand", "TS,6D", "--board", "TH"), "board: act-blackjack-2018 has none"),
        (
            ("--hand", "TS,6D", "--dealer", "TH", "--remove", ",".join(["TH"] * 8)),
            "dealer: TH cannot be taken out of the shoe once, which holds none of it",
        ),
    ],
)
def test_a_decision_of_blackjack_that_makes_no_sense(words: tuple[str, ...], message: str) -> None:
    answer = croupier("strategy", "act-blackjack-2018", *words)
    assert (answer.returncode, answer.stdout) == (2, "")
    assert answer.stderr.splitlines()[-1].startswith(f"croupier: {message}")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--dealer", "TH"), "a decision needs the hand: give --hand"),
        (("--hand", "TS,6D", "--dealer", "TH", "--svg"), "a decision is told in words, or with"),
    ],
)
def test_a_decision_is_asked_for_in_one_way(words: tuple[str, ...], message: str) -> None:
    answer = croupier("strategy", "act-blackjack-2018", *words)
    assert (answer.returncode, answer.stdout) == (2, "")
    assert message in answer.stderr


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ("--option", "blind_payout_cap=100000"),
            "blind_payout_cap: what a maximum payout takes depends on the ante",
        ),
        (("--ante", "0"), "ante: 0 is no wager"),
        (
            ("--ante", "5", "--option", 'limits={"ante":[1000,5000]}'),
            "ante: 5 is not between 10 and 50, the limits of the table",
        ),
    ],
)
def test_an_ante_that_makes_no_sense(words: tuple[str, ...], message: str) -> None:
    answer = croupier("odds", "act-ultimate-texas-holdem-2025", *words)
    assert (answer.returncode, answer.stdout) == (2, "")
    assert answer.stderr.splitlines()[-1].startswith(f"croupier: {message}")


def test_nothing_is_decided_in_baccarat() -> None:
    answer = croupier("strategy", BACCARAT)
    assert answer.returncode == 2
    assert answer.stderr == (
        f"croupier: {BACCARAT} leaves nothing to decide, so there is no strategy for it\n"
    )


def test_a_strategy_is_printed_in_one_way() -> None:
    answer = croupier("strategy", "act-blackjack-2018", "--svg", "--json")
    assert answer.returncode == 2
    assert "choose one of --json, --csv, --svg and --picture" in answer.stderr


@pytest.mark.parametrize(
    ("instrument", "words", "chosen"),
    [
        ("act-blackjack-2018", ["decks=6", "soft_17=hit"], {"decks": 6, "soft_17": "hit"}),
        (
            "act-blackjack-2006",
            ["side_bets=perfect-pairs,super-sevens", "super_sevens_amounts=100,500"],
            {
                "side_bets": ["perfect-pairs", "super-sevens"],
                "super_sevens_amounts": [100, 500],
            },
        ),
        ("act-blackjack-2018", ["side_bets="], {"side_bets": []}),
        ("nsw-blackjack-challenge", ["low_limit=false"], {"low_limit": False}),
        (BACCARAT, ["differential=none"], {"differential": None}),
        (BACCARAT, ["differential=50000"], {"differential": 50000}),
        (BACCARAT, ['limits={"tie":[100,2000]}'], {"limits": {"tie": [100, 2000]}}),
        (BACCARAT, ["no_such=1"], {"no_such": "1"}),
    ],
)
def test_options_are_read_as_the_instrument_takes_them(
    instrument: str, words: list[str], chosen: dict[str, object]
) -> None:
    assert chosen_options(instrument, words) == chosen


# --- pictures

CHART = Chart(
    name="hard & soft",
    across="dealer's card",
    columns=("2", "A"),
    rows=("16", "17"),
    cells=(
        (Cell(action="S", values={"stand": -0.29, "hit": -0.4}), Cell(action="H")),
        (Cell(action="S", values={"stand": -0.15}), None),
    ),
)
STRATEGY = Strategy(
    instrument="act-blackjack-2018",
    options={"decks": 6},
    chosen={"soft_17": "hit"},
    actions={"S": "stand", "H": "hit"},
    charts=(CHART,),
    notes=("Insurance is never taken. " * 8,),
)


def test_a_chart_in_the_terminal() -> None:
    terminal = Console(
        file=io.StringIO(), force_terminal=True, color_system="truecolor", width=80, highlight=False
    )
    show_strategy(terminal, STRATEGY)
    assert isinstance(terminal.file, io.StringIO)
    coloured = terminal.file.getvalue()
    first = "\x1b[30;48;2;168;218;220m S \x1b[0m"
    assert f"17  {first}" in coloured
    assert coloured.count(first) == 3
    plain = [line.strip() for line in Text.from_ansi(coloured).plain.splitlines()]
    assert "act-blackjack-2018, 6 decks, soft_17=hit" in plain
    head = plain.index("hard & soft   across: dealer's card") + 2
    assert plain[head : head + 3] == ["2  A", "16   S  H", "17   S"]


def test_a_strategy_as_a_list() -> None:
    lines = list(csv.reader(io.StringIO(data.lines({}, data.strategy_rows(STRATEGY)))))
    assert lines == [
        ["chart", "row", "column", "action", "stand", "hit"],
        ["hard & soft", "16", "2", "S", "-0.29", "-0.4"],
        ["hard & soft", "16", "A", "H", "", ""],
        ["hard & soft", "17", "2", "S", "-0.15", ""],
    ]


def test_a_chart_as_svg() -> None:
    root = ElementTree.fromstring(svg(strategy_picture(STRATEGY)))
    words = [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")]
    assert "hard & soft" in words
    assert words.count("S") == 3  # two cells, and once to say what it stands for
    colours = [box.get("fill") for box in root.iter("{http://www.w3.org/2000/svg}rect")]
    assert len(set(colours)) == 3  # the paper and two actions
    width, height = float(root.get("width", 0)), float(root.get("height", 0))
    for shape in root:
        assert 0 <= float(shape.get("x", 0)) <= width
        assert 0 <= float(shape.get("y", 0)) <= height


@pytest.mark.parametrize("kind", ["svg", "png"])
def test_distributions_as_pictures(tmp_path: Path, kind: str) -> None:
    file = tmp_path / f"edge.{kind}"
    answer = croupier("odds", BACCARAT, "--picture", str(file))
    assert (answer.returncode, answer.stdout, answer.stderr) == (0, "", "")
    begins = b"<svg " if kind == "svg" else b"\x89PNG\r\n\x1a\n"
    assert file.read_bytes().startswith(begins)


def test_a_png_has_the_colours_of_its_svg() -> None:
    from PIL import Image

    import croupier as house

    picture = odds_picture(house.odds(BACCARAT))
    image = Image.open(io.BytesIO(png(picture, scale=1)))
    assert image.size == (round(picture.width), round(picture.height))
    found = {colour for _, colour in image.getcolors(1 << 20) or ()}
    assert {(0x84, 0xA5, 0x9D), (0xF2, 0x84, 0x82), (0xD0, 0xD5, 0xDD)} <= found
