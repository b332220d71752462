"""Draws the pictures of the design: the layers of the house, and the way of a command through them.

The layers are those that `lint-imports` holds the code to, and their words are the first sentences
of the packages' docstrings. The way of a command is the one that its page tells, to which a test
holds it. So the pictures say nothing else than the code.
"""

from __future__ import annotations

import ast
import re
import textwrap
import tomllib
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from tests.docs import deal_orders

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src"

WIDTH, MARGIN, GAP = 1000, 20, 12
LINE, HEAD, PAD = 17, 24, 12
CHARACTER = {"": 6.9, "parts": 7.2}
"""How wide a character is, nearly, in each kind of type."""
MOST = 4
"""How many boxes stand beside each other."""

STYLE = """
text { font: 12.5px system-ui, sans-serif; fill: #444 }
.name { font: 600 14px ui-monospace, monospace; fill: #111 }
.parts { font: 11.5px ui-monospace, monospace; fill: #777 }
rect { fill: #f6f5f1; stroke: #c9c5ba }
.page { fill: #fff; stroke: none }
path { stroke: #999; fill: none; stroke-width: 1.5 }
.middle { text-anchor: middle }
.step { paint-order: stroke; stroke: #fff; stroke-width: 4 }
.lane { stroke: #ddd; stroke-dasharray: 3 4 }
.way { stroke: #2a7d4f; stroke-width: 2; opacity: .55 }
circle { fill: #2a7d4f }
@media (prefers-color-scheme: dark) {
  text { fill: #bbb } .name { fill: #eee } .parts { fill: #888 }
  rect { fill: #22252a; stroke: #444a52 } .page { fill: #16181b } path { stroke: #777 }
  .lane { stroke: #383d44 } .step { stroke: #16181b }
  .way { stroke: #5cc08a } circle { fill: #5cc08a }
}
"""


@dataclass(frozen=True)
class Package:
    """One box of the picture."""

    name: str
    says: str
    parts: tuple[str, ...]


def layers() -> list[list[str]]:
    """The names of the packages by layer, the highest first."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    (contract,) = (each for each in contracts if each["name"] == "The arrows point one way")
    return [
        [name.strip() for name in layer.replace(":", "|").split("|")]
        for layer in contract["layers"]
    ]


def batched(names: list[str], most: int) -> Iterator[list[str]]:
    """Rows as even as they can be, none with more than so many."""
    rows = -(-len(names) // most)
    long, more = divmod(len(names), rows)
    for row in range(rows):
        length = long + (row < more)
        yield names[:length]
        names = names[length:]


def package(name: str) -> Package:
    """What a package or module says of itself, and which packages are in it."""
    path = SOURCE.joinpath(*name.split("."))
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    docstring = ast.get_docstring(ast.parse(file.read_text("utf-8")))
    if not docstring:
        raise ValueError(f"{name} says nothing of itself")
    within = sorted(each.parent.name for each in path.glob("*/__init__.py"))
    return Package(name.removeprefix("croupier."), first_sentence(docstring), tuple(within))


def first_sentence(docstring: str) -> str:
    paragraph = " ".join(docstring.split("\n\n")[0].split())
    end = paragraph.find(". ")
    return (paragraph if end < 0 else paragraph[: end + 1]).replace("`", "")


def house() -> str:
    """The layers, each importing only from those below it."""
    boxes, top = [], MARGIN
    for names in (row for layer in layers() for row in batched(layer, MOST)):
        packages = [package(name) for name in names]
        width = (WIDTH - 2 * MARGIN - 30 - GAP * (len(packages) - 1)) / len(packages)
        told = [_lines(each, width) for each in packages]
        height = PAD * 2 + HEAD + LINE * max(len(lines) for lines in told) - 6
        for place, (each, lines) in enumerate(zip(packages, told, strict=True)):
            left = MARGIN + place * (width + GAP)
            boxes.append(_box(each, lines, left, top, width, height))
        top += height + GAP
    down = WIDTH - MARGIN - 8
    arrow = f"M{down} {MARGIN}V{top - GAP - 2}m-6 -9l6 9l6 -9"
    title = "The packages of Croupier, each importing only from those below it"
    return _svg(title, top, [*boxes, f'<path d="{arrow}"/>'])


def _svg(title: str, height: float, parts: list[str]) -> str:
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:g}" role="img">',
            f"<title>{escape(title)}</title>",
            f"<style>{STYLE}</style>",
            f'<rect class="page" width="{WIDTH}" height="{height:g}"/>',
            *parts,
            "</svg>\n",
        )
    )


def _lines(each: Package, width: float) -> list[tuple[str, str]]:
    """The lines below a name, with the kind of each."""
    room = width - 2 * PAD
    return [
        (kind, line)
        for kind, text in (("", each.says), ("parts", " · ".join(each.parts)))
        for line in textwrap.wrap(text, int(room / CHARACTER[kind]))
    ]


def _box(
    each: Package,
    lines: list[tuple[str, str]],
    left: float,
    top: float,
    width: float,
    height: float,
) -> str:
    x, y = left + PAD, top + PAD + 10
    texts = [f'<text class="name" x="{x:g}" y="{y:g}">{escape(each.name)}</text>']
    for number, (kind, line) in enumerate(lines):
        style = f' class="{kind}"' if kind else ""
        below = y + HEAD - 4 + number * LINE
        texts.append(f'<text{style} x="{x:g}" y="{below:g}">{escape(line)}</text>')
    frame = f'<rect x="{left:g}" y="{top:g}" width="{width:g}" height="{height:g}" rx="6"/>'
    return "\n".join((frame, *texts))


# --- the way of a command

PAGE = ROOT / "docs" / "life-of-a-command.md"
ROW = re.compile(r"^\| `([\w/]+\.py)` `([\w.]+)` \|", re.MULTILINE)
LANES = ("web", "casino/floor", "casino/store", "aggregate", "games", "dealer")
"""Where a step happens; what makes views and answers belongs to the floor."""
STEP = 40


def steps() -> list[tuple[str, str]]:
    """The file and the function of each step that the page names."""
    return [(found[1], found[2]) for found in ROW.finditer(PAGE.read_text("utf-8"))]


def lane_of(file: str) -> str:
    found = [lane for lane in LANES if file.startswith(lane)]
    return found[0] if found else "casino/floor"


def way() -> str:
    """Each step in the lane of its package, in the order of time."""
    width = (WIDTH - 2 * MARGIN) / len(LANES)
    centre = {lane: MARGIN + width * (number + 0.5) for number, lane in enumerate(LANES)}
    top = MARGIN + 30
    height = top + STEP * len(steps()) + MARGIN
    parts = []
    for lane, x in centre.items():
        parts.append(f'<text class="name middle" x="{x:g}" y="{MARGIN + 8}">{lane}</text>')
        parts.append(f'<path class="lane" d="M{x:g} {top - 12}V{height - MARGIN}"/>')
    points = []
    for number, (file, name) in enumerate(steps()):
        x, y = centre[lane_of(file)], top + STEP * number + 14
        points.append(f"{x:g} {y:g}")
        parts.append(f'<circle cx="{x:g}" cy="{y:g}" r="5"/>')
        parts.append(
            f'<text class="step" x="{x + 9:g}" y="{y - 6:g}">{escape(_short(name))}</text>'
        )
    parts.insert(len(LANES) * 2, f'<path class="way" d="M{" L".join(points)}"/>')
    return _svg("The way of a command through the packages, from above to below", height, parts)


def _short(name: str) -> str:
    """A method by its own name; of one that is called like a function, its class's."""
    owner, _, own = name.rpartition(".")
    return owner if own.startswith("__") else own


PICTURES = {"house.svg": house, "life-of-a-command.svg": way, **deal_orders.PICTURES}
