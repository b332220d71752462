"""A game declares what only it is asked of its table, and shared code carries it everywhere."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from typer.testing import CliRunner

from croupier.cli.app import app
from croupier.games.baccarat import odds as baccarat
from croupier.odds.data_shape import as_data, table_data
from croupier.odds.grids import axes_of, points_of
from croupier.odds.parameters import (
    FormField,
    TableParameter,
    Tool,
    ValueForm,
    every_parameter,
    parameters_of,
)
from croupier.odds.question import question
from croupier.odds.simulation import simulate
from croupier.odds.simulation.shards import table_of
from croupier.web.laboratory.files import asked as asked_of_order
from croupier.web.laboratory.form_to_order import read_order

if TYPE_CHECKING:
    from croupier.game_rules import Rules

BACCARAT, BLACKJACK = "act-mini-baccarat-2016", "act-blackjack-2018"


def _read(text: Any) -> int:
    if not str(text).isdecimal():
        raise ValueError(f"squeeze: {text!r} is not a number of cards")
    return int(text)


def _check(rules: Rules, cards: int) -> None:
    if cards > 3:
        raise ValueError(f"squeeze: {cards} cards are more than a hand has")


SQUEEZE = TableParameter(
    name="squeeze",
    metavar="CARDS",
    help="In this test, how many cards are turned slowly.",
    field=FormField("cards turned slowly", "It moves nothing.", "2"),
    after="remove",
    default=0,
    form=ValueForm.TEXT,
    read=_read,
    check=_check,
    why_not_elsewhere="turns all cards at once",
)


@pytest.fixture(autouse=True)
def _declared(monkeypatch: pytest.MonkeyPatch) -> None:
    analyse = baccarat.analyse
    monkeypatch.setattr(baccarat, "PARAMETERS", (SQUEEZE,))
    monkeypatch.setattr(baccarat, "analyse", lambda *table, squeeze=0: analyse(*table))


def test_it_is_asked_where_it_says_and_of_its_game_alone() -> None:
    names = [*every_parameter()]
    assert names.index("remove") < names.index("squeeze") < names.index("amend")
    for tool in Tool:
        assert SQUEEZE in parameters_of(tool, BACCARAT)
        assert SQUEEZE not in parameters_of(tool, BLACKJACK)


def test_a_question_carries_it_into_titles_keys_data_and_shards() -> None:
    plain, asked = question(BACCARAT), question(BACCARAT, squeeze="2")
    assert (plain.extras, asked.extras) == ({}, {"squeeze": 2})
    assert "squeeze" not in plain.named
    assert asked.named["squeeze"] == "2"
    assert plain.key != asked.key
    assert table_data(asked)["chosen"]["squeeze"] == "2"
    assert table_of(asked).extras == {"squeeze": "2"}
    assert asked.choosing("settlement", "B").extras == asked.extras


@pytest.mark.parametrize(
    ("instrument", "squeeze", "message"),
    [
        (BACCARAT, "two", "squeeze: 'two' is not a number of cards"),
        (BACCARAT, 4, "squeeze: 4 cards are more than a hand has"),
        (BLACKJACK, 2, f"squeeze: {BLACKJACK} turns all cards at once"),
    ],
)
def test_what_it_refuses_is_refused(instrument: str, squeeze: object, message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}$"):
        question(instrument, squeeze=squeeze)


def test_the_default_may_be_said_of_any_game() -> None:
    assert question(BLACKJACK, squeeze=0).extras == {}


def test_a_grid_varies_it() -> None:
    points = points_of("odds", BACCARAT, axes_of(["squeeze=1..3"]), {}, {})
    assert [point.varied["squeeze"] for point in points] == ["1", "2", "3"]
    with pytest.raises(ValueError, match="more than a hand has"):
        points_of("odds", BACCARAT, axes_of(["squeeze=4"]), {}, {})


def test_a_page_asks_it_and_an_order_carries_it() -> None:
    form, order = read_order({"squeeze": ["2"]}, BACCARAT, "odds")
    (field,) = (field for field in form.fields if field.name == "squeeze")
    assert (field.label, field.value) == ("cards turned slowly", "2")
    assert form.query == form.table_query == "squeeze=2"
    assert order is not None
    assert asked_of_order(order).extras == {"squeeze": 2}
    form, order = read_order({"squeeze": ["4"]}, BACCARAT, "odds")
    assert (form.errors, order) == ({"squeeze": "4 cards are more than a hand has"}, None)
    assert "squeeze" not in {field.name for field in read_order({}, BLACKJACK, "odds")[0].fields}


def test_every_command_of_the_laboratory_has_an_option_for_it() -> None:
    run = CliRunner()
    for command in ("odds", "strategy", "risk", "count", "covariance", "simulate", "dossier"):
        said = run.invoke(app, [command, "--help"]).output
        places = [said.index(f"  {option} ") for option in ("--remove", "--squeeze", "--amend")]
        assert places == sorted(places)
    told = run.invoke(app, ["odds", BACCARAT, "--squeeze", "2", "--csv"]).output
    assert "squeeze=2" in told
    empty = run.invoke(app, ["odds", BACCARAT, "--squeeze", ""])
    assert empty.exit_code == 2
    assert "it is empty" in empty.output


def test_a_report_has_what_lay_on_a_wager_beside_the_first_under_its_name() -> None:
    plain = simulate(BACCARAT, 100, workers=1)
    assert plain.trips == 0  # type: ignore[attr-defined]
    assert not {"beside", "trips"} & as_data(plain).keys()
    report = msgspec.structs.replace(plain, beside={"trips": "1/2"})
    assert report.trips == Fraction(1, 2)  # type: ignore[attr-defined]
    data = as_data(report)
    assert data["trips"] == "1/2"
    assert "beside" not in data
    with pytest.raises(AttributeError, match="no attribute 'ante'"):
        _ = report.ante  # type: ignore[attr-defined]
