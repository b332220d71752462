"""A round file as a form in which cards, wagers and decisions can be changed, and back.

Each card and each entry has a field. An empty field takes it away, two cards or entries in one
field put another in, and the last field is empty for one more.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from croupier.adjudication.account import entry_in_words
from croupier.money import cents, dollars

if TYPE_CHECKING:
    from collections.abc import Mapping

MOST_FIELDS = 1_000


class NotAFile(ValueError):
    """What somebody put into a field; the message names it."""


@dataclass(frozen=True, slots=True)
class EntryField:
    """One entry: how it is spelt, and what it says."""

    name: str
    label: str
    value: str
    says: str = ""


@dataclass(frozen=True, slots=True)
class WagerField:
    """One wager: what it is, and its amount in dollars."""

    name: str
    label: str
    amount: str


@dataclass(frozen=True, slots=True)
class FileForm:
    """All fields of a file."""

    cards: tuple[EntryField, ...]
    wagers: tuple[WagerField, ...]
    entries: tuple[EntryField, ...]
    """Of the script, or the decisions."""
    kind: str
    """Which of the two."""
    options: str
    original: str
    """The file as it was, from which all is taken that has no field."""


def form_of(file: Mapping[str, Any], original: str) -> FileForm:
    """The fields of a file."""
    kind = "script" if "script" in file else "decisions"
    cards = [*map(str, file.get("cards", ())), ""]
    entries = file.get(kind, ())
    return FileForm(
        tuple(EntryField(f"card-{n}", f"Card {n}", card) for n, card in enumerate(cards, 1)),
        tuple(
            WagerField(f"wager-{n}", _wager(wager), dollars(wager["amount"]).replace(",", ""))
            for n, wager in enumerate(file.get("wagers", ()), 1)
        ),
        (
            *(
                EntryField(f"entry-{n}", f"Entry {n}", _spelt(entry), entry_in_words(entry))
                for n, entry in enumerate(entries, 1)
            ),
            EntryField(f"entry-{len(entries) + 1}", "One more entry", ""),
        ),
        kind,
        _spelt(file.get("options", {})),
        original,
    )


def _wager(wager: Mapping[str, Any]) -> str:
    where = f" on box {wager['box']}" if wager.get("box") else ""
    return f"{wager['player']}'s {wager['wager']}{where}"


def _spelt(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def changed(original: Mapping[str, Any], given: Mapping[str, str]) -> dict[str, Any]:
    """The file with what the fields say."""
    file = dict(original)
    kind = "script" if "script" in file else "decisions"
    file["cards"] = [
        card for text in _fields(given, "card") for card in text.replace(",", " ").split()
    ]
    entries: list[Any] = []
    for number, text in enumerate(_fields(given, "entry"), 1):
        if text.strip():
            entries += _read(f"entry {number}", f"[{text}]")
    file[kind] = entries
    file["wagers"] = _wagers(original.get("wagers", ()), given)
    file["options"] = _read("options", given.get("options", "") or "{}")
    return file


def _wagers(wagers: Any, given: Mapping[str, str]) -> list[dict[str, Any]]:
    kept = []
    for number, wager in enumerate(wagers, 1):
        text = given.get(f"wager-{number}", "")
        amount = cents(text) if text.strip() else 0
        if amount is None:
            raise NotAFile(f"wager {number}: {text[:40]!r} is not an amount in dollars")
        if amount:
            kept.append({**wager, "amount": amount})
    return kept


def _fields(given: Mapping[str, str], name: str) -> list[str]:
    """The fields of one kind, in their order."""
    numbered = {
        int(number): text
        for field, text in given.items()
        if (number := field.removeprefix(f"{name}-")) != field
        and number.isdecimal()
        and len(number) < 6
    }
    return [numbered[number] for number in sorted(numbered)][:MOST_FIELDS]


def _read(what: str, text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise NotAFile(f"{what}: it is not JSON: {error}") from None
