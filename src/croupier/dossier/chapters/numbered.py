"""The running numbers of a dossier: chapters, sections, tables and pictures."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

from croupier.documents.model import Column, Heading, Table

if TYPE_CHECKING:
    from collections.abc import Iterable

    from croupier.documents.model import Line


class Numbered:
    """Numbers chapters, sections, tables and pictures in the order in which they are made."""

    def __init__(self) -> None:
        self._chapter = 0
        self._sections = count(1)
        self._tables, self._pictures = count(1), count(1)

    def chapter(self, text: str) -> Heading:
        self._chapter += 1
        self._sections = count(1)
        return Heading(f"{self._chapter}  {text}")

    def section(self, text: str) -> Heading:
        return Heading(f"{self._chapter}.{next(self._sections)}  {text}", 2)

    def table(
        self, caption: str, columns: tuple[Column, ...], rows: Iterable[tuple[Line, ...]]
    ) -> Table:
        return Table(f"Table {next(self._tables)}. {caption}", columns, tuple(rows))

    def figure(self, caption: str) -> str:
        return f"Figure {next(self._pictures)}. {caption}"
