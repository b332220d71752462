"""What commands print: lines and lists for a person, JSON for a program, a bar for long work.

Rich is imported only where it is used, for it takes its time.
"""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import typer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from rich.console import Console, RenderableType

    Progress = Callable[[int, int, str], object]
    """Called with how much of how much is done, and a few words."""
    Named = Callable[[str], str]
    """A text with the names of people in the place of references to them."""

T = TypeVar("T")

PATIENCE = 0.5  # seconds until long work shows how far it is
WIDEST = 100  # columns; longer lines are tiring to read, however wide the terminal

NARROW = 60  # columns; with fewer, what only makes tables airy is left out


def width() -> int:
    """How wide text should be: as wide as the terminal, up to a point."""
    import shutil

    return min(shutil.get_terminal_size((WIDEST, 0)).columns, WIDEST)


def console() -> Console:
    """Where people read."""
    from rich.console import Console

    return Console(highlight=False)


def print_padded(
    console: Console, shown: Iterable[RenderableType], width: int | None = None
) -> None:
    """Print with room on all sides, exactly as it is spelt."""
    from rich.padding import Padding

    console.print()
    for renderable in shown:
        console.print(Padding(renderable, (0, 1)), width=width, markup=False)
    console.print()


def print_json(data: object, named: Callable[[bytes], bytes] = lambda body: body) -> None:
    """Data as JSON, on standard output, with names in the place of references."""
    import msgspec

    typer.echo(msgspec.json.format(named(msgspec.json.encode(data)), indent=2))


class Out:
    """Prints lines: with colour on a terminal, plain anywhere else.

    A record can hold any text, so whatever could steer a terminal is written out.
    """

    def __init__(self, named: Named = str) -> None:
        self._named = named
        self._console = None
        if sys.stdout.isatty():
            from rich.console import Console

            self._console = Console(highlight=False)

    def __call__(self, line: str = "", style: str = "") -> None:
        line = printable(self._named(line))
        if self._console is None:
            encoding = sys.stdout.encoding
            print(line.encode(encoding, "backslashreplace").decode(encoding))
        else:
            from rich.text import Text

            self._console.print(Text(line, style), soft_wrap=True)


def printable(text: str) -> str:
    """Text of a record with whatever could steer a terminal written out."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


class ListItem(NamedTuple):
    """One thing of a list: when, of which kind, what it was, and in fainter print the rest."""

    when: str
    kind: str
    what: str
    more: str


def so_many(count: int, thing: str) -> str:
    """`1 line`, `2 lines`."""
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


def cited(words: str, clauses: Sequence[str]) -> str:
    """Words with the clauses they rest on, as an account has them."""
    return f"{words}  [{', '.join(clauses)}]" if clauses else words


def print_list(
    heading: tuple[str, str, str], items: Sequence[ListItem], *, none: str, named: Named = str
) -> None:
    """A list that is read on a terminal of any width; the words for an empty one."""
    from rich.table import Table
    from rich.text import Text

    if not items:
        print(none)
        return
    shown = Table(box=None, pad_edge=False)
    for name in heading[:2]:
        shown.add_column(name, no_wrap=True)
    shown.add_column(heading[2], ratio=1)
    for item in items:
        what = Text(printable(named(item.what)))
        what.append(f"\n{printable(named(item.more))}", "dim")
        shown.add_row(item.when, Text(printable(named(item.kind))), what)
    console().print(shown)


@contextmanager
def progress() -> Iterator[Progress]:
    """A bar that is gone when the work is done."""
    if not sys.stderr.isatty():
        yield lambda done, total, words: None
        return
    import rich.progress as bars
    from rich.console import Console

    shown = bars.Progress(
        bars.BarColumn(),
        bars.TextColumn("{task.percentage:3.0f} %"),
        bars.TextColumn("{task.description}"),
        bars.TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        redirect_stdout=sys.stdout.isatty(),  # above the bar; into a file it goes as it is
    )
    with shown:
        bar = shown.add_task("", total=None)
        yield lambda done, total, words: shown.update(
            bar, completed=done, total=total, description=words
        )


def followed(items: Sequence[T], words: str) -> Iterator[T]:
    """The items one by one, with a bar on a terminal if they take their time."""
    if not sys.stderr.isatty():
        yield from items
        return
    from time import monotonic

    begun, done, total = monotonic(), 0, len(items)
    while done < total and monotonic() - begun < PATIENCE:
        yield items[done]
        done += 1
    if done == total:
        return
    with progress() as tell:
        told = 0.0
        for rest in range(done, total):
            if (now := monotonic()) - told >= 0.1:
                tell(rest, total, words)
                told = now
            yield items[rest]
