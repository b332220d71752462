"""Which corrected rule a record tells of, where playing it again gives something else.

A rule that came out wrong is corrected with a version of the program, and the correction is listed
in the rulebook. A record made before may hold what came out then. That is no sign that somebody
altered it, if the command is one after which the correction shows, and what differs cites a clause
of it.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.rulebook.citing import Refused

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from croupier.rulebook.instruments import Correction


class MadeBefore(ValueError):
    """A record that goes on otherwise than the rules do now, because one of them was corrected."""

    def __init__(self, line: int, correction: Correction) -> None:
        super().__init__(
            f"line {line}: made before {correction.version} corrected "
            f"{', '.join(correction.clauses)}: {correction.now}"
        )
        self.line = line
        self.correction = correction
        self.so_far: Any = None
        """What the record leads to before that line, where somebody may want to look at it."""


class _Command(msgspec.Struct, frozen=True):
    """A command of which only the name is of interest."""

    do: str


_read_command = msgspec.json.Decoder(_Command).decode
_read_facts = msgspec.json.Decoder(list[dict[str, Any]]).decode


def correction_behind(
    listed: Iterable[Correction], command: bytes, recorded: bytes, found: bytes | Refused
) -> Correction | None:
    """The listed correction that makes other facts follow from a command than were recorded.

    `command` and `recorded` are as they stand in the record; `found` are the facts that follow now,
    or why the command is refused now. None, if no correction on the list does.
    """
    try:
        name = _read_command(command).do
        cited = set(_cited(recorded, found))
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None
    for correction in listed:
        if name in correction.commands and cited & set(correction.clauses):
            return correction
    return None


def _cited(recorded: bytes, found: bytes | Refused) -> Iterator[str]:
    """The clauses of whatever is on one side only."""
    then = _counted(recorded)
    if isinstance(found, Refused):
        yield from found.clauses
        now: Counter[bytes] = Counter()
    else:
        now = _counted(found)
    for fact in (then - now) + (now - then):
        yield from msgspec.json.decode(fact).get("clauses", ())


def _counted(facts: bytes) -> Counter[bytes]:
    return Counter(msgspec.json.encode(fact) for fact in _read_facts(facts))
