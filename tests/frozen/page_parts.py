"""Reduce an HTML page to two texts: its structure and its words.

The structure is everything that programs, scripts and keyboard users rely on: elements with their
ids, addresses, names, values, roles and states. It has no visible text and no classes. The words
are everything that a person reads or a screen reader speaks, a line for each block. A page with
other words has the same structure.

The pages come from templates that close every element and quote every attribute. One pattern
therefore finds all tags; `html.parser` takes ten times as long.
"""

from __future__ import annotations

import re
from functools import lru_cache
from html import unescape

TOKEN = re.compile(
    r"<!--.*?-->"
    r"|<!doctype[^>]*>"
    r"|<(?P<end>/?)(?P<tag>[a-zA-Z][\w-]*)(?P<attributes>(?:[^>\"']|\"[^\"]*\"|'[^']*')*)>"
    r"|(?P<text>[^<]+|<)",
    re.DOTALL | re.IGNORECASE,
)
ATTRIBUTE = re.compile(r"""([^\s=/"']+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"']+))?""")
VOID = frozenset({
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track",
    "wbr", "path", "rect", "circle", "use", "line", "ellipse", "polygon", "polyline", "stop",
})  # fmt: skip
SPOKEN = ("aria-label", "title", "alt", "placeholder", "aria-roledescription", "aria-valuetext")
"""Attributes that hold words."""
LOOKS = frozenset({"class", "style", *SPOKEN})
"""Attributes that say how an element looks or what it says."""
ALWAYS = frozenset({
    "form", "button", "input", "select", "option", "textarea", "a", "main", "nav", "header",
    "footer", "aside", "h1", "h2", "h3", "h4", "h5", "h6", "script", "link", "table", "caption",
    "th", "fieldset", "legend", "label", "details", "summary", "dialog", "template", "iframe",
})  # fmt: skip
"""Elements that are part of the structure even without an attribute."""
INLINE = frozenset({
    "a", "abbr", "b", "cite", "code", "data", "em", "i", "kbd", "mark", "q", "s", "samp", "small",
    "span", "strong", "sub", "sup", "time", "var", "bdi", "wbr",
})  # fmt: skip
"""Elements that stand in a line of text."""
SILENT = frozenset({"script", "style", "svg"})
"""Elements whose content is not read, except for text in a drawing."""
DRAWN_WORDS = frozenset({"text", "title", "desc"})


def split_page(page: str) -> tuple[str, str]:
    """Return the structure and the words of a page."""
    reading = _Reading()
    for token in TOKEN.finditer(page):
        text = token["text"]
        if text is not None:
            reading.read_text(unescape(text))
        elif token["tag"] is not None:
            tag = token["tag"].lower()
            if token["end"]:
                reading.close_element(tag)
            else:
                reading.open_element(tag, token["attributes"])
    reading.end_line()
    return "".join(reading.structure), "".join(reading.words)


class _Reading:
    """The two texts of a page as far as it was read."""

    def __init__(self) -> None:
        self.structure: list[str] = []
        self.words: list[str] = []
        self._line: list[str] = []
        self._open: list[tuple[str, bool]] = []
        """The open elements, each with whether the structure shows it."""
        self._depth = 0
        self._silent = 0
        """The number of open elements whose content is not read."""
        self._drawn = False

    def open_element(self, tag: str, attributes: str) -> None:
        kept, spoken = _read_attributes(tag, attributes.strip().rstrip("/"))
        silent = self._silent > 0
        shown = not silent and (bool(kept) or tag in ALWAYS)
        if shown:
            self.structure.append(f"{'  ' * self._depth}{tag}{kept}\n")
        if tag not in INLINE and not silent:
            self.end_line()
        self._line += [f" [{words}] " for words in spoken]
        self._drawn = silent and tag in DRAWN_WORDS
        if tag not in VOID and not attributes.endswith("/"):
            self._open.append((tag, shown))
            self._depth += shown
            self._silent += tag in SILENT

    def close_element(self, tag: str) -> None:
        if not any(each == tag for each, _ in reversed(self._open)):
            return
        last = ""
        while last != tag:
            last, shown = self._open.pop()
            self._depth -= shown
            self._silent -= last in SILENT
        self._drawn = False
        if tag not in INLINE:
            self.end_line()

    def read_text(self, text: str) -> None:
        if not self._silent or self._drawn:
            self._line.append(text)
        if self._open and self._open[-1][0] == "textarea" and text.strip():
            lines = (f"{'  ' * self._depth}| {line}\n" for line in text.strip().splitlines())
            self.structure.extend(lines)

    def end_line(self) -> None:
        """Finish the line of words, if there are any."""
        line = " ".join("".join(self._line).split())
        if line:
            self.words.append(line + "\n")
        self._line.clear()


@lru_cache(maxsize=20_000)
def _read_attributes(tag: str, text: str) -> tuple[str, tuple[str, ...]]:
    """Return the attributes that are structure, as a text, and those that are words."""
    found = {name.lower(): unescape(value.strip("\"'")) for name, value in ATTRIBUTE.findall(text)}
    kept = [
        f" {name}={value!r}" if value else f" {name}"
        for name, value in sorted(found.items())
        if name not in LOOKS
    ]
    spoken = [f"{name}: {found[name]}" for name in SPOKEN if found.get(name)]
    if tag == "meta" and found.get("name") == "description":
        spoken.append(f"description: {found.get('content')}")
    return "".join(kept), tuple(spoken)
