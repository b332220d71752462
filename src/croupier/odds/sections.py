"""An answer in several tables, each under a title: made once for the terminal, text and HTML."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, NamedTuple

from croupier.odds.formatting import aligned, html_notes, html_table

if TYPE_CHECKING:
    from collections.abc import Sequence


class Section(NamedTuple):
    """One table: what it is about, its columns, its rows."""

    title: str
    columns: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]


def as_text(heading: str, sections: Sequence[Section], notes: Sequence[str]) -> str:
    lines = [heading]
    for section in sections:
        lines += ["", section.title, *aligned([section.columns, *section.rows])]
    return "\n".join([*lines, *([""] if notes else []), *notes])


def as_html(heading: str, sections: Sequence[Section], notes: Sequence[str]) -> str:
    tables = (html_table(each.columns, each.rows, caption=each.title) for each in sections)
    return f"<p><strong>{escape(heading)}</strong></p>{''.join(tables)}{html_notes(notes)}"
