"""Charts and distributions as pictures: drawn once, written as SVG or, with Pillow, as PNG.

A picture is drawn in the colours of light paper; `dark` puts others in their place when it is
written. Its title, in which the table's options stand, is in the file too.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape
from io import BytesIO
from itertools import cycle
from textwrap import wrap
from typing import TYPE_CHECKING, Literal

from croupier.odds.formatting import chance as told
from croupier.odds.formatting import name, per_cent, signed, title
from croupier.version import __version__

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from croupier.odds.results import Chart, GameOdds, Strategy, WagerOdds
    from croupier.odds.simulation.report import SideBet, SimulationReport

MADE_BY = f"Croupier {__version__}"
PAPER, INK, FAINT = "#ffffff", "#1b1f24", "#6b7280"
ON_COLOUR = "#1b1f25"
"""Ink on a coloured field, which stays as it is on dark paper."""
FIELD = "#f8f9fb"
"""Behind what is plotted."""
COLOURS = ("#a8dadc", "#f6bd60", "#f28482", "#84a59d", "#cdb4db", "#ffe066", "#bde0fe", "#e9c46a")
"""One for each action, in the order in which a strategy names them; ink can be read on all."""
GAIN, LOSS, LEVEL = "#84a59d", "#f28482", "#d0d5dd"
CELL, LINE, MARGIN = 34, 22, 24
UNITS = "net result in initial wagers, and how likely it is"
BAR, LONGEST, LONGEST_TITLE = 320, 90, 76  # bold letters are wider
LETTER = 7.2
"""About how wide a letter of the usual size is."""
DARK = {
    PAPER: "#16181b", INK: "#e8e6e1", FAINT: "#a8b0bb", FIELD: "#1e2227", LEVEL: "#3c434d",
    "#e7eff0": "#22302f", "#cfe3e4": "#2d4746", "#a9dadc": "#3d6664",
}  # fmt: skip
"""What stands on dark paper in the place of a colour; the others are the same on both."""


@dataclass(frozen=True, slots=True)
class Rectangle:
    """A filled rectangle."""

    left: float
    top: float
    width: float
    height: float
    fill: str


@dataclass(frozen=True, slots=True)
class Label:
    """A line of text; `at` says which end of it stands at `left`."""

    left: float
    middle: float
    text: str
    at: Literal["start", "middle", "end"] = "start"
    fill: str = INK
    bold: bool = False
    size: int = 13


@dataclass(frozen=True, slots=True)
class Polygon:
    """A filled area."""

    corners: tuple[tuple[float, float], ...]
    fill: str


@dataclass(frozen=True, slots=True)
class Line:
    """A line through points."""

    points: tuple[tuple[float, float], ...]
    colour: str
    width: float = 1


Shape = Rectangle | Label | Polygon | Line


@dataclass
class Picture:
    """Shapes on paper, which grows as they are put on it."""

    shapes: list[Shape] = field(default_factory=list)
    width: float = 0
    height: float = 0
    title: str = ""
    """What it is of, the table's options included."""

    def headed(self, title: str) -> float:
        """Put the title on top, over as many lines as it takes; where the last of them is."""
        self.title = title
        top = MARGIN - LINE / 2
        for line in wrap(title, LONGEST_TITLE):
            top += LINE
            self.words(MARGIN, top, line, bold=True)
        return top

    def box(self, left: float, top: float, width: float, height: float, fill: str) -> None:
        self.shapes.append(Rectangle(left, top, width, height, fill))
        self._reach(left + width, top + height)

    def area(self, corners: Iterable[tuple[float, float]], fill: str) -> None:
        self.shapes.append(Polygon(tuple(corners), fill))

    def line(self, points: Iterable[tuple[float, float]], colour: str, width: float = 1) -> None:
        self.shapes.append(Line(tuple(points), colour, width))

    def words(
        self,
        left: float,
        middle: float,
        text: str,
        at: Literal["start", "middle", "end"] = "start",
        *,
        fill: str = INK,
        bold: bool = False,
    ) -> None:
        self.shapes.append(Label(left, middle, text, at, fill, bold))
        wide = len(text) * LETTER * {"start": 1, "middle": 0.5, "end": 0}[at]
        self._reach(left + wide, middle + LINE / 2)

    def _reach(self, right: float, bottom: float) -> None:
        self.width = max(self.width, right + MARGIN)
        self.height = max(self.height, bottom + MARGIN)


# --- what is drawn


def strategy_picture(strategy: Strategy) -> Picture:
    """Every chart of a strategy, one under the other, and what its letters stand for."""
    picture = Picture()
    top = charts_on(picture, strategy, strategy.charts, picture.headed(title(strategy)))
    top = _legend_on(picture, strategy, top + LINE) + LINE / 2
    for note in strategy.notes:
        for line in wrap(note, LONGEST):
            top += LINE
            picture.words(MARGIN, top, line, fill=FAINT)
    return picture


def charts_on(
    picture: Picture, strategy: Strategy, charts: Sequence[Chart], top: float = -LINE
) -> float:
    """Draw some charts of a strategy, two side by side; where they end."""
    colours = action_colours(strategy)
    for beside in _in_rows(charts):
        left: float = MARGIN
        under = top + 2 * LINE
        for chart in beside:
            left, bottom = _chart(picture, chart, left, under, colours)
            top = max(top, bottom)
    return top


def _legend_on(picture: Picture, strategy: Strategy, top: float) -> float:
    """Draw what the letters of the charts stand for; where that ends."""
    colours = action_colours(strategy)
    for action, words in strategy.in_use.items():
        top += LINE + 6
        picture.box(MARGIN, top - LINE / 2, CELL, LINE, colours[action])
        picture.words(MARGIN + CELL / 2, top, action, "middle", fill=ON_COLOUR)
        picture.words(MARGIN + CELL + 10, top, words)
    return top


def action_colours(strategy: Strategy) -> dict[str, str]:
    """A colour for each action; grey for one that is a mere dot."""
    colours = cycle(COLOURS)
    return {action: next(colours) if action.isalnum() else LEVEL for action in strategy.actions}


def _in_rows(charts: Sequence[Chart]) -> Iterable[Sequence[Chart]]:
    """Two charts stand side by side."""
    return (charts[place : place + 2] for place in range(0, len(charts), 2))


def _chart(
    picture: Picture, chart: Chart, left: float, top: float, colours: dict[str, str]
) -> tuple[float, float]:
    """Draw a chart; where the next one may begin beside it, and where it ends."""
    picture.words(left, top, chart.name, bold=True)
    top += LINE + 4
    picture.words(left, top, chart.across, fill=FAINT)
    left += max(map(len, (chart.across, *chart.rows))) * LETTER + 12
    for place, column in enumerate(chart.columns):
        picture.words(left + (place + 0.5) * CELL, top, column, "middle", bold=True)
    for row, cells in zip(chart.rows, chart.cells, strict=True):
        top += LINE + 2
        picture.words(left - 8, top, row, "end")
        for place, cell in enumerate(cells):
            if cell is not None:
                edge = left + place * CELL
                colour = colours.get(cell.action, LEVEL)
                picture.box(edge + 1, top - LINE / 2, CELL - 2, LINE, colour)
                ink = INK if colour == LEVEL else ON_COLOUR
                picture.words(edge + CELL / 2, top, cell.action, "middle", fill=ink)
    return left + len(chart.columns) * CELL + 2 * MARGIN, top


def odds_picture(odds: GameOdds) -> Picture:
    """Every wager's outcomes as bars, as long as they are likely."""
    picture = Picture()
    top = picture.headed(title(odds))
    for wager in odds.wagers:
        heading = f"{name(wager)}: house edge {per_cent(wager.house_edge)}"
        top = outcomes_on(picture, wager, top + 2 * LINE, heading)
    return picture


def outcomes_on(picture: Picture, wager: WagerOdds, top: float, heading: str = "") -> float:
    """Draw a wager's outcomes; where the last one is."""
    outcomes = sorted(wager.outcomes, key=lambda it: -it.net)
    bars = [(outcome.outcome, outcome.net, outcome.chance) for outcome in outcomes]
    return _distribution(picture, heading, bars, top)


def report_picture(report: SimulationReport) -> Picture:
    """What every wager brought in a simulation as bars, as long as it came often."""
    from croupier.odds.simulation.formatting import heading, interval

    picture = Picture()
    top = picture.headed(heading(report))
    if report.counting is not None:
        from croupier.odds.simulation.count_plots import draw

        top = draw(picture, top + LINE, report.counting)
    wagers: tuple[SimulationReport | SideBet, ...] = (report, *report.side_bets)
    for wager in wagers:
        mean = f"{wager.wager}: mean {interval(wager.mean, wager.standard_error)}"
        bars = [("", result.net, result.share) for result in reversed(wager.distribution)]
        top = _distribution(picture, mean, bars, top + 2 * LINE)
    return picture


def _distribution(
    picture: Picture, heading: str, bars: Sequence[tuple[str, float, float]], top: float
) -> float:
    """Draw a bar for each outcome, by its name, net and chance; where the last one is."""
    if heading:
        picture.words(MARGIN, top, heading, bold=True)
        top += LINE + 2
    picture.words(MARGIN, top, UNITS, fill=FAINT)
    most = max((chance for _, _, chance in bars), default=1)
    names = max((len(outcome) for outcome, _, _ in bars), default=0) * LETTER
    for outcome, net, chance in bars:
        top += LINE + 2
        left = MARGIN + names + 12
        picture.words(MARGIN, top, outcome)
        picture.words(left + 48, top, signed(net), "end", fill=FAINT)
        left += 58
        long = BAR * chance / most
        fill = GAIN if net > 0 else LOSS if net < 0 else LEVEL
        picture.box(left, top - LINE / 2 + 2, max(long, 1), LINE - 4, fill)
        picture.words(left + long + 8, top, told(chance))
    return top


# --- how it is written


def svg(picture: Picture, *, dark: bool = False) -> str:
    """The picture as an SVG document, for light paper or for dark."""
    width, height = round(picture.width), round(picture.height)
    shapes = "\n".join(_svg_shapes(picture.shapes, dark=dark))
    named = f"<title>{escape(picture.title)}</title>\n" if picture.title else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="13">\n'
        f"{named}<desc>{MADE_BY}</desc>\n"
        f'<rect width="{width}" height="{height}" fill="{_on(PAPER, dark=dark)}"/>\n'
        f"{shapes}\n</svg>\n"
    )


def _on(colour: str, *, dark: bool) -> str:
    return DARK.get(colour, colour) if dark else colour


def _svg_shapes(shapes: Sequence[Shape], *, dark: bool) -> Iterable[str]:
    for shape in shapes:
        colour = _on(shape.colour if isinstance(shape, Line) else shape.fill, dark=dark)
        if isinstance(shape, Rectangle):
            yield (
                f'<rect x="{shape.left:g}" y="{shape.top:g}" width="{shape.width:g}" '
                f'height="{shape.height:g}" fill="{colour}" rx="2"/>'
            )
        elif isinstance(shape, Polygon):
            yield f'<polygon points="{_svg_points(shape.corners)}" fill="{colour}"/>'
        elif isinstance(shape, Line):
            yield (
                f'<polyline points="{_svg_points(shape.points)}" fill="none" '
                f'stroke="{colour}" stroke-width="{shape.width:g}"/>'
            )
        else:
            weight = ' font-weight="bold"' if shape.bold else ""
            yield (
                f'<text x="{shape.left:g}" y="{shape.middle:g}" text-anchor="{shape.at}" '
                f'dominant-baseline="central" fill="{colour}"{weight}>'
                f"{escape(shape.text)}</text>"
            )


def _svg_points(points: Iterable[tuple[float, float]]) -> str:
    return " ".join(f"{x:.2f},{y:.2f}" for x, y in points)


def png(picture: Picture, scale: int = 2, *, dark: bool = False) -> bytes:
    """The picture as a PNG file, for light paper or for dark, with its title among its data."""
    try:
        from PIL import Image, ImageDraw, ImageFont
        from PIL.PngImagePlugin import PngInfo
    except ImportError:
        raise LookupError(
            'a PNG is drawn by Pillow, which is not installed: pip install "croupier[pictures]"'
        ) from None
    size = round(picture.width * scale), round(picture.height * scale)
    image = Image.new("RGB", size, _on(PAPER, dark=dark))
    pen = ImageDraw.Draw(image)
    anchors = {"start": "lm", "middle": "mm", "end": "rm"}
    for shape in picture.shapes:
        colour = _on(shape.colour if isinstance(shape, Line) else shape.fill, dark=dark)
        if isinstance(shape, Rectangle):
            right, bottom = shape.left + shape.width, shape.top + shape.height
            corners = [edge * scale for edge in (shape.left, shape.top, right, bottom)]
            pen.rectangle(corners, fill=colour)
        elif isinstance(shape, Polygon):
            pen.polygon([(x * scale, y * scale) for x, y in shape.corners], fill=colour)
        elif isinstance(shape, Line):
            points = [(x * scale, y * scale) for x, y in shape.points]
            pen.line(points, fill=colour, width=round(shape.width * scale), joint="curve")
        else:
            place = (shape.left * scale, shape.middle * scale)
            font = ImageFont.load_default(shape.size * scale)
            weight = scale / 4 if shape.bold else 0
            pen.text(
                place, shape.text, fill=colour, font=font, anchor=anchors[shape.at],
                stroke_width=weight, stroke_fill=colour,
            )  # fmt: skip
    said = PngInfo()
    said.add_itxt("Title", picture.title)
    said.add_text("Software", MADE_BY)
    file = BytesIO()
    image.save(file, "PNG", pnginfo=said)
    return file.getvalue()
