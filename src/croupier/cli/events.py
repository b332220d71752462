"""`croupier events`: the significant events of a casino."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from croupier.casino.event_words import in_words
from croupier.casino.significant_events import EventKind, significant_events
from croupier.cli.printing import ListItem, cited, print_json, print_list
from croupier.cli.record_sources import must_be_a_database, names_in, opened
from croupier.rulebook.citations import did_you_mean
from croupier.wording.teller import moment

if TYPE_CHECKING:
    from collections.abc import Sequence

    from croupier.casino.significant_events import EventDetails, SignificantEvent


def events(path: str, kinds: Sequence[str]) -> None:
    """Each event in the order in which they were stored: what it was, and who did it where."""
    items = [_item(event) for event in _found(path, kinds)]
    with names_in(path) as names:
        print_list(
            ("when (UTC)", "kind", "what"),
            items,
            none="There are no such events." if kinds else "There are no significant events.",
            named=names.in_text,
        )


def _item(event: SignificantEvent) -> ListItem:
    happened = in_words(event.happened)
    what = cited(_told(happened), happened.clauses)
    where = f"{event.by} ({event.role}), {event.record}:{event.line}"
    return ListItem(moment(event.at), happened.kind, what, where)


def _told(happened: EventDetails) -> str:
    told = ", ".join(filter(None, (happened.what, happened.subject, happened.detail)))
    if happened.before or happened.after:
        told = f"{told}: {happened.before or 'nothing'} → {happened.after or 'nothing'}"
    return told


def events_json(path: str, kinds: Sequence[str]) -> None:
    """The same as data."""
    found = {"events": [_as_data(event) for event in _found(path, kinds)]}
    with names_in(path) as names:
        print_json(found, names.in_json)


def _as_data(event: SignificantEvent) -> dict[str, Any]:
    data = msgspec.structs.asdict(event)
    return {**data, **msgspec.structs.asdict(data.pop("happened"))}


def _found(path: str, kinds: Sequence[str]) -> list[SignificantEvent]:
    for kind in kinds:
        if kind not in list(EventKind):
            known = ", ".join(EventKind)
            raise LookupError(
                f"--kind: there is no {kind!r}, only {known}{did_you_mean(kind, EventKind)}"
            )
    must_be_a_database(path)
    with opened(path) as store:
        return [
            event
            for event in significant_events(store)
            if not kinds or event.happened.kind in kinds
        ]
