"""Which corrected rule a record tells of, where playing it again gives something else.

A rule that came out wrong is corrected with a version of the program, and the correction is listed
in the rulebook. A record made before may hold what came out then. That is no sign that somebody
altered it, if the command is one after which the correction shows, and what differs, or all of it
that pays or takes, cites a clause of it. What only comes at another time may cite others that the
correction lists for that; a wager that is settled on both sides, and differently, may not.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.rulebook.citations import Refused

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from croupier.rulebook.instruments import Correction


class BeforeCorrection(ValueError):
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


class _Difference(msgspec.Struct, frozen=True):
    """A fact of which only what it cites and what it pays is of interest, and for which wager."""

    clauses: tuple[str, ...] = ()
    net: int | None = None
    player: str = ""
    box: int | None = None
    hand: int | None = None
    wager: str = ""

    @property
    def paid(self) -> tuple[str, int | None, int | None, str]:
        return self.player, self.box, self.hand, self.wager


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
        differing = list(_differing(recorded, found))
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None
    for correction in listed:
        shown = correction.refused if isinstance(found, Refused) else correction.commands
        if name in shown and _explains(correction, differing):
            return correction
    return None


def _explains(correction: Correction, differing: Sequence[_Difference]) -> bool:
    """Whether something cites a clause of it, and whatever is about money does."""
    corrected, moved = set(correction.clauses), set(correction.moved)
    money = [each for each in differing if each.net is not None]
    sides = Counter(each.paid for each in money)
    return any((corrected | moved) & set(each.clauses) for each in differing) and all(
        (corrected | moved if sides[each.paid] == 1 else corrected) & set(each.clauses)
        for each in money
    )


def _differing(recorded: bytes, found: bytes | Refused) -> Iterator[_Difference]:
    """Each fact that is on one side only, or what is refused."""
    if isinstance(found, Refused):
        yield _Difference(found.clauses)
        return
    then, now = _counted(recorded), _counted(found)
    for fact in (then - now) + (now - then):
        yield msgspec.json.decode(fact, type=_Difference)


def _counted(facts: bytes) -> Counter[bytes]:
    return Counter(msgspec.json.encode(fact) for fact in _read_facts(facts))
