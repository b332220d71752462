"""References: what a record has in the place of a person's name, or of a text about a person.

A record cannot be changed, so nothing stands in it that somebody may want removed. An account is
entered into the records under a reference drawn by chance, `~` and 16 letters, and everything
inside the process goes by it; what a command says of a person, such as their address, becomes a
`particular:` and 16 digits. What a reference stands for lies in the safe and nowhere else. Nothing
follows from a reference, so whoever takes that out of the safe leaves a record that nobody can read
a name from, and not one byte of it has changed.

Names are found at the edge: what comes in is read with `referring`, and what goes out is written
with `in_text` or `in_json`. Whoever may see a reference may see what it stands for; views decide
that, and know nothing of this. Accounts of versions before this one, and those that a new casino
begins with, are entered under their names.
"""

from __future__ import annotations

import re
from base64 import b32encode
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from croupier.aggregate.free_text import Text
from croupier.casino.account_names import skeleton
from croupier.rulebook.citations import Clauses, Refused

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from croupier.casino.house.house import House

    C = TypeVar("C", bound=msgspec.Struct)

PERSON = re.compile(r"~[a-z2-7]{16}")
TEXT = re.compile(r"particular:[0-9a-f]{16}")
_ANY = re.compile(f"{PERSON.pattern}|{TEXT.pattern}")
_ANY_IN_BYTES = re.compile(_ANY.pattern.encode())
EXPIRES = "expires/"
"""How the places begin that say until when a text is kept."""
REMOVED = "removed"
"""What is shown in the place of a text that is gone. A person stays a reference."""
MOST_CACHED = 10_000

PEOPLE = frozenset({
    "player", "for_player", "person", "on", "players", "forfeits", "instead_of", "agreed", "taken",
    "overlooked", "payments", "payee", "trainees",
})  # fmt: skip
"""Fields of commands that name somebody with an account."""
STAFF = frozenset({"checked_by_dealer", "checked_by_supervisor"})
BY_PERSON = frozenset({"chips", "wagered", "scores", "no_wager", "pass_cards"})
"""Fields that say something of each of several people, if they are mappings."""


class Entered(msgspec.Struct, frozen=True):
    """Whose a name is."""

    person: str
    name: str


class References:
    """What the references of a casino stand for, as its safe has it."""

    def __init__(
        self, read: Callable[[str], bytes | None], house: Callable[[], House] | None = None
    ) -> None:
        self._read = read
        self._house = house
        self._cache: dict[str, str] = {}
        """What references stand for, and who has a name; never that nothing was found."""
        self._removed = 0
        """How many people had been forgotten when that was so, by whichever process."""

    # -- what comes in

    def person_called(self, name: str) -> str:
        """How the records call whoever has a name; a name that nobody has stays as it is."""
        if name in self._people or PERSON.fullmatch(name):
            return name
        person = self._cached().get(f"/{name}")
        if person is None:
            found = self._entered(_by_case(name))
            if found is None or found.name != name:
                return name
            person = self._keep(f"/{name}", found.person)
        return person

    def referring(self, command: C) -> C:
        """A command, or a part of one, that calls people as the records do."""
        changed = {}
        for field in _fields_with_words(type(command)):
            value = getattr(command, field)
            if isinstance(value, str):
                if not value:
                    continue
                if TEXT.search(value):
                    raise Refused(f"{field}: {value!r} has a reference in it", Clauses(()))
            referred = self._referred(field, value)
            if referred is not value and referred != value:
                changed[field] = referred
        return msgspec.structs.replace(command, **changed) if changed else command

    def _referred(self, field: str, value: Any) -> Any:
        if field in PEOPLE or field in STAFF:
            return self._people_in(value)
        if field in BY_PERSON and isinstance(value, dict):
            return {self.person_called(name): each for name, each in value.items()}
        return value

    def _people_in(self, value: Any) -> Any:
        if isinstance(value, str):
            return self.person_called(value)
        if isinstance(value, tuple):
            return tuple(self._people_in(each) for each in value)
        return self.referring(value) if isinstance(value, msgspec.Struct) else value

    @property
    def _people(self) -> Collection[str]:
        return () if self._house is None else self._house().people

    # -- what goes out

    def meaning(self, reference: str) -> str:
        """What a reference stands for: a name, or a text."""
        known = self._cached().get(reference)
        if known is not None:
            return known
        content = self._read(_in_safe(reference))
        if content is None:
            return reference if PERSON.fullmatch(reference) else REMOVED
        return self._keep(reference, content.decode())

    def in_text(self, text: str) -> str:
        """A text with names in the place of references."""
        if "~" not in text and "particular:" not in text:
            return text
        return _ANY.sub(lambda found: self.meaning(found[0]), text)

    def in_json(self, body: bytes) -> bytes:
        """The same in JSON, where a reference can only stand in a string."""
        if b"~" not in body and b"particular:" not in body:
            return body
        return _ANY_IN_BYTES.sub(self._as_json, body)

    def _as_json(self, found: re.Match[bytes]) -> bytes:
        return msgspec.json.encode(self.meaning(found[0].decode()))[1:-1]

    # -- what is kept

    def alike(self, name: str) -> str | None:
        """A name that somebody has and that this one could be taken for, or that it is."""
        found = self._entered(_by_case(name)) or self._entered(_by_look(name))
        return None if found is None else found.name

    def _entered(self, place: str) -> Entered | None:
        content = self._read(place)
        return None if content is None else msgspec.json.decode(content, type=Entered)

    def without(self, person: str) -> dict[str, bytes | None]:
        """What to do to the safe for nobody to know what somebody was called."""
        name = self.meaning(person)
        return {} if name == person else dict.fromkeys(entered(person, name))

    def look_anew(self) -> None:
        """Go by what the safe has now."""
        self._cache.clear()

    def _cached(self) -> dict[str, str]:
        removed = 0 if self._house is None else self._house().removals
        if removed != self._removed:
            self._cache.clear()
            self._removed = removed
        return self._cache

    def _keep(self, key: str, value: str) -> str:
        if len(self._cache) >= MOST_CACHED:
            self._cache.clear()
        self._cache[key] = value
        return value


@cache
def _fields_with_words(kind: type[msgspec.Struct]) -> tuple[str, ...]:
    """The fields that are looked at: those that may have words in them."""
    return tuple(
        field.name
        for field in msgspec.structs.fields(kind)
        if field.type in (str, Text) or field.name in PEOPLE | BY_PERSON
    )


def new_person(chance: bytes) -> str:
    """A reference to somebody who gets an account."""
    return f"~{b32encode(chance[:10]).decode().lower()}"


def new_text(chance: bytes) -> str:
    """A reference to a text about somebody."""
    return f"particular:{chance[:8].hex()}"


def entered(person: str, name: str) -> dict[str, bytes | None]:
    """What goes into the safe with a new account."""
    listed = msgspec.json.encode(Entered(person, name))
    return {_in_safe(person): name.encode(), _by_case(name): listed, _by_look(name): listed}


def renamed(person: str, old: str, new: str) -> dict[str, bytes | None]:
    """What to do to the safe for an account to have another name."""
    return {**dict.fromkeys(entered(person, old)), **entered(person, new)}


def kept_text(
    reference: str, text: str, person: str = "", until: int | None = None
) -> dict[str, bytes | None]:
    """What goes into the safe with a text that a record refers to: whose it is, and until when."""
    safe: dict[str, bytes | None] = {_in_safe(reference): text.encode()}
    if person:
        safe[f"{texts_of(person)}{reference}"] = b""
    if until is not None:
        safe[f"{EXPIRES}{until:015d}/{person}/{reference}"] = b""
    return safe


def taken_out(place: str) -> dict[str, bytes | None]:
    """What to do to the safe for a text to be gone, by a place that says whose it is or was."""
    reference = place.rpartition("/")[2]
    return {place: None, _in_safe(reference): None}


def texts_of(person: str) -> str:
    """How the places begin that list the texts about somebody."""
    return f"people/{person}/texts/"


def expired(place: str, at: int) -> dict[str, bytes | None]:
    """What to do to the safe because of a place under `EXPIRES`; nothing, if it is not time."""
    until, _, whose = place.removeprefix(EXPIRES).partition("/")
    person, _, reference = whose.rpartition("/")
    if at < int(until):
        return {}
    theirs: dict[str, bytes | None] = {f"{texts_of(person)}{reference}": None} if person else {}
    return {**taken_out(place), **theirs}


def _in_safe(reference: str) -> str:
    return f"people/{reference}/name" if reference[0] == "~" else f"particulars/{reference}"


def _by_case(name: str) -> str:
    return f"names/{name.casefold()}"


def _by_look(name: str) -> str:
    return f"looks/{skeleton(name)}"
