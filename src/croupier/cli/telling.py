"""What the inspector's commands print: lines for a person, JSON for a program."""

from __future__ import annotations

import sys
from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

from croupier.cli.arguments import console
from croupier.table.fairness import Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from croupier.replaying import Replay
    from croupier.table.fairness import ShoeCheck


class Out:
    """Prints lines: with colour on a terminal, plain anywhere else.

    A record can hold any text, so whatever could steer a terminal is written out.
    """

    def __init__(self) -> None:
        self._console = None
        if sys.stdout.isatty():
            from rich.console import Console

            self._console = Console(highlight=False)

    def __call__(self, line: str = "", style: str = "") -> None:
        line = printable(line)
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


class Item(NamedTuple):
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


def print_list(heading: tuple[str, str, str], items: Sequence[Item], *, none: str) -> None:
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
        what = Text(printable(item.what)).append(f"\n{printable(item.more)}", "dim")
        shown.add_row(item.when, Text(printable(item.kind)), what)
    console().print(shown)


def tell_differences(out: Out, again: Replay, lines: int) -> None:
    what = "Played again" if again.lines == lines else f"Lines 1 to {again.lines} played again"
    if again.same:
        out(f"{what}: the same facts follow from every command.", "green")
        return
    colour = "red" if again.made_before is None else "yellow"
    for difference in again.differences:
        out(str(difference), colour)
    rest = again.count - len(again.differences)
    if rest:
        out(f"and {rest} more.", colour)
    out(f"{what}: {again.count} of {again.lines - 1} commands have other facts.", colour)
    if again.made_before is not None:
        out(
            f"The record was made before corrections of the rules, from line "
            f"{again.made_before.line} on; that is no sign of alteration. `croupier corrections "
            f"{again.header.instrument}` lists them.",
            "yellow",
        )


def tell_shoes(out: Out, shoes: Sequence[ShoeCheck]) -> None:
    for shoe in shoes:
        if not shoe.fair:
            out(f"The shuffle of {shoe}", "red")
    if shoes:
        counts = Counter(shoe.verdict for shoe in shoes)
        told = ", ".join(f"{counts[verdict]} {verdict}" for verdict in Verdict if counts[verdict])
        out(f"Shuffles: {told}.")


def replay_data(again: Replay) -> dict[str, Any]:
    return {
        "played": again.lines,
        "same": again.same,
        "fits": again.fits,
        "different": again.count,
        "differences": again.differences,
        "warnings": again.warnings,
    }
