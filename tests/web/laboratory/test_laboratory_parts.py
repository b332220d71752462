"""Forms, charts and plots of the laboratory, for whatever is put into them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs

from hypothesis import given
from hypothesis import strategies as st

from croupier.odds.results import Cell, Chart, Strategy
from croupier.rulebook.instruments import instruments, load
from croupier.rulebook.options import OptionError, resolve
from croupier.web.laboratory.forms import read_form
from croupier.web.laboratory.plots import (
    BOTTOM,
    HEIGHT,
    LEFT,
    RIGHT,
    TOP,
    WIDTH,
    bar_plot,
    mean_plot,
)
from croupier.web.laboratory.template_values import colours_of, grids
from croupier.web.laboratory.worker_orders import Frequency, WorkerProgress

if TYPE_CHECKING:
    from croupier.rulebook.instruments import Option

RANKS = tuple("AKQJT98765432")


def values(option: Option) -> st.SearchStrategy[Any]:
    match option.type:
        case "flag":
            return st.booleans()
        case "list":
            return st.lists(st.sampled_from(sorted(option.readings)), unique=True)
        case "choice":
            return st.sampled_from(sorted(option.readings))
        case _ if option.readings:
            return st.sampled_from([int(reading) for reading in option.readings])
        case _:
            return st.integers(option.minimum or 1, option.maximum or 500)


@st.composite
def tables(draw: st.DrawFn) -> tuple[str, dict[str, Any]]:
    """An instrument, and options that may be chosen together under it."""
    instrument = draw(st.sampled_from(instruments()))
    chosen: dict[str, Any] = {}
    for option in load(instrument).options:
        is_asked = not option.fixed and option.type not in ("limits", "amounts")
        if is_asked and (option.type != "list" or option.readings) and draw(st.booleans()):
            tried = {**chosen, option.name: draw(values(option))}
            try:
                resolve(load(instrument), tried)
            except OptionError:
                continue
            chosen = tried
    return instrument, chosen


@given(tables())
def test_an_address_means_the_table_that_it_was_written_for(
    table: tuple[str, dict[str, Any]],
) -> None:
    instrument, chosen = table
    defaults = {option.name: option.default for option in load(instrument).options}
    given_texts = {
        name: [str(value).lower() if isinstance(value, bool) else str(value)]
        for name, value in chosen.items()
        if not isinstance(value, list)
    } | {name: value for name, value in chosen.items() if isinstance(value, list)}
    form = read_form(instrument, {name: texts or [""] for name, texts in given_texts.items()})
    assert form.errors == {}
    assert form.options == {name: it for name, it in chosen.items() if it != defaults[name]}
    again = read_form(instrument, parse_qs(form.query, keep_blank_values=True))
    assert again.errors == {}
    assert again.options == form.options


@given(
    st.sampled_from(instruments()),
    st.dictionaries(st.text(max_size=20), st.lists(st.text(max_size=20), min_size=1), max_size=5),
)
def test_whatever_is_sent_is_read_or_named(instrument: str, sent: dict[str, list[str]]) -> None:
    form = read_form(instrument, sent)
    assert resolve(form.book, form.options)
    assert form.fields


def test_the_starting_hands_are_169() -> None:
    cell = Cell(action="4x", values={"4x": 1.0, "check": 0.5})
    chart = Chart(
        name="starting hands",
        across="suited",
        columns=RANKS,
        rows=RANKS,
        cells=tuple((cell,) * 13 for _ in RANKS),
    )
    strategy = Strategy(instrument="", options={}, actions={"4x": "play"}, charts=(chart,))
    (grid,) = grids(strategy)
    names = [square.text for square in grid.squares()]
    assert len(set(names)) == 169
    assert [len([name for name in names if name.endswith(end)]) for end in "so"] == [78, 78]
    assert names[:2] == ["AA", "AKs"]
    assert names[13:15] == ["AKo", "KK"]
    assert next(grid.squares()).values == (("4x", 1.0), ("check", 0.5))


def test_every_action_in_use_has_its_own_colour_and_a_dot_has_none() -> None:
    cells = tuple(Cell(action=action) for action in ("H", "S", "."))
    chart = Chart(name="", across="", columns=("2", "3", "4"), rows=("5",), cells=(cells,))
    actions = {"D": "double", "H": "hit", "S": "stand", ".": "check"}
    strategy = Strategy(instrument="", options={}, actions=actions, charts=(chart,))
    assert colours_of(strategy) == {"H": 1, "S": 2, ".": 0}


shares = st.lists(
    st.builds(
        Frequency, net=st.floats(-10, 600), share=st.floats(0, 1).map(lambda share: round(share, 9))
    ),
    min_size=1,
    max_size=40,
).filter(lambda found: any(each.share > 0 for each in found))


@given(shares)
def test_bars_stand_on_the_ground_inside_the_frame(frequencies: list[Frequency]) -> None:
    plot = bar_plot(frequencies)
    for bar, each in zip(plot.bars, frequencies, strict=True):
        assert TOP <= bar.top <= HEIGHT - BOTTOM
        assert abs(bar.top + bar.height - (HEIGHT - BOTTOM)) < 0.11
        assert LEFT <= bar.left <= bar.left + bar.width <= WIDTH - RIGHT + 0.1
        assert bar.sign == ("gain" if each.net > 0 else "loss" if each.net < 0 else "level")
    assert 2 <= len(plot.up) <= 7


steps = st.lists(
    st.builds(
        WorkerProgress,
        rounds=st.integers(1, 10**8),
        mean=st.floats(-2, 2),
        error=st.floats(0, 1),
        frequencies=st.just(()),
    ),
    max_size=30,
)


@given(steps, st.none() | st.floats(-2, 2))
def test_a_mean_is_drawn_inside_the_frame(
    found: list[WorkerProgress], expected: float | None
) -> None:
    plot = mean_plot(sorted(found, key=lambda step: step.rounds), 10**8, expected)
    if plot is None:
        assert len(found) < 2
        return
    for points in (plot.line, plot.band):
        for point in points.split():
            x, y = map(float, point.split(","))
            assert LEFT <= x <= WIDTH - RIGHT
            assert TOP <= y <= HEIGHT - BOTTOM
    heights = [tick.at for tick in plot.up]
    assert heights == sorted(heights, reverse=True)
