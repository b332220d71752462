"""`croupier notices`: what was said to whom in a casino, and who has acknowledged it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.casino.notices import notices_of
from croupier.cli.arguments import console
from croupier.cli.databases import is_database, opened
from croupier.cli.telling import print_json, printable
from croupier.wording.account import moment

if TYPE_CHECKING:
    from croupier.casino.notices import Notice


def notices(path: str, to: str | None, *, waiting: bool) -> None:
    """A line for each notice, in the order in which they were stored."""
    from rich.table import Table
    from rich.text import Text

    shown = Table(box=None, pad_edge=False)
    shown.add_column("when (UTC)", no_wrap=True)
    for name in ("to", "where", "by", "what", "clauses", "acknowledged"):
        shown.add_column(name)
    for notice in _found(path, to, waiting=waiting):
        words = (
            moment(notice.at), notice.to, notice.id, f"{notice.by} ({notice.role})",
            ", ".join(filter(None, (notice.about, notice.detail))), ", ".join(notice.clauses),
            _acknowledged(notice),
        )  # fmt: skip
        shown.add_row(*(Text(printable(word)) for word in words))
    console().print(shown)


def _acknowledged(notice: Notice) -> str:
    taken = notice.acknowledged
    if taken is not None:
        return f"{taken.by}, {moment(taken.at)}"
    return "not yet" if notice.is_waiting else ""


def notices_json(path: str, to: str | None, *, waiting: bool) -> None:
    """The same as data."""
    print_json({"notices": _found(path, to, waiting=waiting)})


def _found(path: str, to: str | None, *, waiting: bool) -> list[Notice]:
    if not is_database(path):
        raise ValueError(f"{path} is not a casino's database")
    with opened(path) as store:
        return [
            notice
            for notice in notices_of(store)
            if (to is None or notice.to == to) and (not waiting or notice.is_waiting)
        ]
