"""The answers: how they are called for, printed, shown in a notebook, written and read."""

from __future__ import annotations

import json
import subprocess
import sys
from fractions import Fraction
from typing import Final
from xml.etree import ElementTree

import pytest

import croupier
from croupier.odds import effects_for
from croupier.odds.formatting import chance
from croupier.odds.results import (
    Cell,
    Chart,
    GameOdds,
    Strategy,
    decode,
    encode,
    exact_wager,
    plain,
)

BACCARAT: Final = "act-mini-baccarat-2016"


@pytest.fixture(scope="module")
def answer() -> GameOdds:
    return croupier.odds(BACCARAT, options={"side_bets": ["canberra-pairs"]}, remove="4S,KD")


def test_an_answer_as_json(answer: GameOdds) -> None:
    data = json.loads(encode(answer))
    assert data == plain(answer)
    assert list(data) == ["instrument", "options", "chosen", "removed", "wagers", "joint"]
    assert data["instrument"] == BACCARAT
    assert data["options"]["side_bets"] == ["canberra-pairs"]
    assert data["removed"] == ["4S", "KD"]
    banker = data["wagers"][1]
    assert banker["wager"] == "banker"
    assert banker["settlement"] == "A"
    top, bottom = banker["exact"].split("/")
    assert int(top) / int(bottom) == banker["house_edge"]
    assert set(banker["outcomes"][0]) == {"outcome", "net", "chance", "exact"}
    assert "element_of_risk" not in banker
    assert data["wagers"][3]["side_bets"] == ["canberra-pairs"]


def test_what_was_written_is_read_again(answer: GameOdds) -> None:
    assert decode(encode(answer), GameOdds) == answer


def test_a_number_that_is_more_than_a_float_is_written_as_one() -> None:
    class Measured(float):
        """As NumPy's numbers are."""

    cell = Cell(action="S", values={"S": Measured(0.5)})
    assert decode(encode(cell), Cell) == Cell(action="S", values={"S": 0.5})
    with pytest.raises(TypeError, match="object is not written as JSON"):
        encode(object())


def test_an_answer_prints_as_a_table(answer: GameOdds) -> None:
    lines = str(answer).splitlines()
    assert lines[0] == f"{BACCARAT}, 8 decks, settlement=A, side_bets=canberra-pairs, without 4S KD"
    assert lines[2].split() == ["wager", "house", "edge", "exact", "standard", "deviation"]
    assert [line.split()[0] for line in lines[3:]] == [
        "player", "banker", "tie", "player-pair", "banker-pair",
    ]  # fmt: skip


def test_an_answer_shows_itself_in_a_notebook(answer: GameOdds) -> None:
    html = answer._repr_html_()
    edges, *details = html.split("<details>")
    assert edges.count("<tr>") == 6
    assert '<td style="text-align:left">banker (A)</td><td>1.0444 %</td>' in edges
    assert [each.count("<tr>") for each in details] == [5, 5, 5, 3, 3]
    assert "<summary>banker (A)</summary>" in details[1]
    assert "banker with 6</td><td>+0.95</td>" in details[1]
    ElementTree.fromstring(f"<div>{html}</div>")


def test_a_wager_prints_and_shows_itself() -> None:
    offered = {"side_bets": ["canberra-pairs"]}
    pair = croupier.odds(BACCARAT, options=offered)["player-pair"]
    assert str(pair).splitlines() == [
        "wager                         house edge   exact  standard deviation",
        "player-pair (canberra-pairs)   10.3614 %  43/415            3.154856",
        "",
        "outcome  net     chance",
        "pair     +11   7.4699 %",
        "no pair   -1  92.5301 %",
    ]
    assert pair._repr_html_().count("<tr>") == 5


def test_a_chance_is_more_than_nothing_however_small() -> None:
    assert [chance(value) for value in (0.25, 6e-7, 4e-7, 0.0)] == [
        "25.0000 %", "0.0001 %", "< 0.0001 %", "0.0000 %",
    ]  # fmt: skip


def test_effects_print_and_show_themselves() -> None:
    found = effects_for(BACCARAT)
    lines = str(found).splitlines()
    assert lines[:3] == [
        "option         wager  house edge     change",
        "settlement=B  banker    1.4581 %  +0.4002 %",
        "",
    ]
    assert lines[3].startswith("No effect on any wager: pairs_per_patron, dealing, ")
    html = found._repr_html_()
    assert html.count("<tr>") == 2
    assert "<li>No effect on any wager: " in html
    assert plain(tuple(found))[0] == {
        "option": "settlement",
        "reading": "B",
        "wager": "player",
        "house_edge": croupier.odds(BACCARAT)["player"].house_edge,
        "change": 0.0,
    }


def test_a_wager_by_its_name(answer: GameOdds) -> None:
    assert answer["tie"].wager == "tie"
    with pytest.raises(LookupError, match="has no wager dragon here, only player, banker, tie"):
        answer["dragon"]


def test_ways_that_are_called_the_same_are_one_outcome() -> None:
    ways = [("win", Fraction(2), 1), ("lose", Fraction(-1), 2), ("win", Fraction(2), 1)]
    found = exact_wager("even", ways)
    assert [(each.outcome, each.exact) for each in found.outcomes] == [
        ("win", Fraction(1, 2)),
        ("lose", Fraction(1, 2)),
    ]
    assert found.exact == Fraction(-1, 2)
    assert found.standard_deviation == 1.5


def test_the_package_is_called_before_and_after_its_modules_are_imported() -> None:
    """A package that was imported takes the place of the function in its parent's namespace."""
    script = (
        "import croupier\n"
        "assert croupier.odds.strategy_for is not None\n"
        f"first = croupier.odds({BACCARAT!r})\n"
        "import croupier.odds.shoe_composition\n"
        f"assert croupier.odds({BACCARAT!r}) == first\n"
        "from croupier.odds import odds\n"
        f"assert odds({BACCARAT!r}) == first\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True, timeout=60)


def test_baccarat_loads_no_compiler() -> None:
    script = (
        "import sys, croupier\n"
        f"croupier.odds({BACCARAT!r})\n"
        "assert not {'numba', 'numpy', 'rich'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", script], check=True, timeout=60)


def test_a_strategy_prints_as_charts() -> None:
    chart = Chart(
        name="hard totals",
        across="dealer's card",
        columns=("2", "A"),
        rows=("16", "<17>"),
        cells=((Cell(action="S"), Cell(action="H", values={"H": -0.5})), (Cell(action="S"), None)),
    )
    strategy = Strategy(
        instrument="act-blackjack-2018",
        options={"decks": 6},
        actions={"S": "stand", "H": "hit"},
        charts=(chart,),
        notes=("Insurance is declined.",),
    )
    assert str(strategy) == (
        "act-blackjack-2018, 6 decks\n\n"
        "hard totals (across: dealer's card)\n"
        "      2  A\n"
        "16    S  H\n"
        "<17>  S\n\n"
        "S  stand\n"
        "H  hit\n\n"
        "Insurance is declined."
    )
    assert ">&lt;17&gt;</text>" in strategy._repr_html_()
    assert chart["16", "A"] == Cell(action="H", values={"H": -0.5})
    assert decode(encode(strategy), Strategy) == strategy


def test_no_strategy_where_nothing_is_decided() -> None:
    from croupier.odds import strategy_for

    with pytest.raises(LookupError, match="leaves nothing to decide"):
        strategy_for(BACCARAT)
