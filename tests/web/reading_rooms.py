"""The rulebook and the laboratory alone, served as the casino serves them, and their pages read."""

from __future__ import annotations

import re
from collections import Counter
from html.parser import HTMLParser

from litestar import Litestar

from croupier.web import laboratory, rulebook


def reading_rooms() -> Litestar:
    """A server of nothing but the public pages."""
    return Litestar(
        [rulebook.router, laboratory.router],
        on_shutdown=[laboratory.close],
        openapi_config=None,
    )


class Page(HTMLParser):
    """A page as it is read: its words, its links, its ids, and what a strict policy forbids."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.words = ""
        self.links: list[str] = []
        self.ids: Counter[str] = Counter()
        self.inline: list[str] = []
        self.open: list[str] = []
        self.feed(text)
        self.words = re.sub(r"\s+", " ", self.words)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.open.append(tag)
        if "id" in given:
            self.ids[given["id"]] += 1
        if "href" in given:
            self.links.append(given["href"])
        self.inline += [name for name in given if name == "style" or name.startswith("on")]
        if tag == "style" or (tag == "script" and "src" not in given):
            self.inline.append(tag)

    def handle_data(self, data: str) -> None:
        self.words += data
