"""`croupier notices`: what was said to whom in a casino, and who has acknowledged it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.casino.notices import notices_of
from croupier.casino.references import References
from croupier.cli.printing import ListItem, cited, print_json, print_list
from croupier.cli.record_sources import must_be_a_database, names_in, opened
from croupier.wording.teller import moment

if TYPE_CHECKING:
    from croupier.casino.notices import Notice


def notices(path: str, to: str | None, *, waiting: bool) -> None:
    """Each notice in the order in which they were stored: what it says, and who took it."""
    items = [_item(notice) for notice in _found(path, to, waiting=waiting)]
    with names_in(path) as names:
        print_list(
            ("when (UTC)", "to", "what"),
            items,
            none="There are no such notices." if to or waiting else "There are no notices.",
            named=names.in_text,
        )


def _item(notice: Notice) -> ListItem:
    what = cited(", ".join(filter(None, (notice.about, notice.detail))), notice.clauses)
    said = f"{notice.by} ({notice.role}), {notice.id}{_acknowledged(notice)}"
    return ListItem(moment(notice.at), notice.to, what, said)


def _acknowledged(notice: Notice) -> str:
    taken = notice.acknowledged
    if taken is not None:
        return f"; acknowledged by {taken.by}, {moment(taken.at)}"
    return "; not yet acknowledged" if notice.is_waiting else ""


def notices_json(path: str, to: str | None, *, waiting: bool) -> None:
    """The same as data."""
    found = {"notices": _found(path, to, waiting=waiting)}
    with names_in(path) as names:
        print_json(found, names.in_json)


def _found(path: str, to: str | None, *, waiting: bool) -> list[Notice]:
    must_be_a_database(path)
    with opened(path) as store:
        whom = None if to is None else References(store.safe).person_called(to)
        return [
            notice
            for notice in notices_of(store)
            if (whom is None or notice.to == whom) and (not waiting or notice.is_waiting)
        ]
