"""Reads a page as a browser would: its elements with their attributes, and whether it is sound."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from html.parser import HTMLParser

import msgspec

from croupier.aggregate.acts import Command
from croupier.table_replay import codec_of

_VOID = {"meta", "link", "input", "br", "use", "path", "rect", "circle"}


@dataclass
class Element:
    tag: str
    attributes: dict[str, str]
    text: str = ""

    def has(self, style: str) -> bool:
        return style in self.attributes.get("class", "").split()


@dataclass
class Read(HTMLParser):
    """A page that was read to its end; an element that is closed wrongly is an error."""

    elements: list[Element] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()
        self._open: list[Element] = []

    @classmethod
    def of(cls, page: str) -> Read:
        read = cls()
        read.feed(page)
        read.close()
        assert not read._open, f"never closed: {[each.tag for each in read._open]}"
        return read

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        twice = [name for name, times in Counter(name for name, _ in attrs).items() if times > 1]
        assert not twice, f"<{tag}> has {twice} twice"
        element = Element(tag, {name: value or "" for name, value in attrs})
        self.elements.append(element)
        if tag not in _VOID:
            self._open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(Element(tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        last = self._open.pop()
        assert last.tag == tag, f"<{last.tag}> is closed by </{tag}>"

    def handle_data(self, data: str) -> None:
        for element in self._open:
            element.text += data

    def all(self, tag: str, **attributes: str) -> list[Element]:
        return [
            element
            for element in self.elements
            if element.tag == tag and attributes.items() <= element.attributes.items()
        ]

    def commands(self, instrument: str) -> list[Command]:
        """What the buttons of the page ask for."""
        read = codec_of(instrument).read_command
        return [
            read(button.attributes["value"].encode())
            for button in self.all("button", name="command")
            if "disabled" not in button.attributes
        ]


def same(command: Command) -> bytes:
    """A command as it is written, to be compared."""
    return msgspec.json.encode(command)
