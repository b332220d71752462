"""Draws the picture of the house: its layers, and what each package says of itself.

    python -m tests.docs.house > docs/images/house.svg

The layers are those that `lint-imports` holds the code to, and the words are the first sentences of
the packages' docstrings, so the picture cannot say anything else than the code.
"""

from __future__ import annotations

import ast
import sys
import textwrap
import tomllib
from dataclasses import dataclass
from html import escape
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src"

WIDTH, MARGIN, GAP = 1000, 20, 12
LINE, HEAD, PAD = 17, 24, 12
CHARACTER = 6.6
"""How wide a character of the small type is, nearly; what is too long is broken sooner."""

STYLE = """
text { font: 12.5px system-ui, sans-serif; fill: #444 }
.name { font: 600 14px ui-monospace, monospace; fill: #111 }
.parts { font: 11.5px ui-monospace, monospace; fill: #777 }
rect { fill: #f6f5f1; stroke: #c9c5ba }
.page { fill: #fff; stroke: none }
path { stroke: #999; fill: none; stroke-width: 1.5 }
@media (prefers-color-scheme: dark) {
  text { fill: #bbb } .name { fill: #eee } .parts { fill: #888 }
  rect { fill: #22252a; stroke: #444a52 } .page { fill: #16181b } path { stroke: #777 }
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
    (contract,) = (each for each in contracts if each["type"] == "layers")
    return [
        [name.strip() for name in layer.replace(":", "|").split("|")]
        for layer in contract["layers"]
    ]


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


def draw() -> str:
    """The whole picture, as SVG."""
    boxes, top = [], MARGIN
    for layer in layers():
        packages = [package(name) for name in layer]
        width = (WIDTH - 2 * MARGIN - 30 - GAP * (len(packages) - 1)) / len(packages)
        told = [_lines(each, width) for each in packages]
        height = PAD * 2 + HEAD + LINE * max(len(lines) for lines in told) - 6
        for place, (each, lines) in enumerate(zip(packages, told, strict=True)):
            left = MARGIN + place * (width + GAP)
            boxes.append(_box(each, lines, left, top, width, height))
        top += height + GAP
    down = WIDTH - MARGIN - 8
    arrow = f"M{down} {MARGIN}V{top - GAP - 2}m-6 -9l6 9l6 -9"
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {top}" role="img">',
            "<title>The packages of Croupier, each importing only from those below it</title>",
            f"<style>{STYLE}</style>",
            f'<rect class="page" width="{WIDTH}" height="{top}"/>',
            *boxes,
            f'<path d="{arrow}"/>',
            "</svg>\n",
        )
    )


def _lines(each: Package, width: float) -> list[tuple[str, str]]:
    """The lines below a name, with the kind of each."""
    room = int((width - 2 * PAD) / CHARACTER)
    says = [("", line) for line in textwrap.wrap(each.says, room)]
    return says + [("parts", line) for line in textwrap.wrap(" · ".join(each.parts), room)]


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


if __name__ == "__main__":
    sys.stdout.write(draw())
