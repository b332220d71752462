"""What an account is made of: chapters of lines with their clauses, about one adjudicated file."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from croupier.adjudication.round_file import plain
from croupier.money import money
from croupier.table.facts import RoundEnded

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from croupier.adjudication.answer import Answer, Refusal
    from croupier.adjudication.round_file import RoundFile
    from croupier.adjudication.table_run import Told
    from croupier.aggregate.facts import Fact
    from croupier.rulebook.instruments import Instrument
    from croupier.table.table import Table
    from croupier.table.wagers import Admitted
    from croupier.wording.teller import Audience


class LineKind(StrEnum):
    """What a line of an account is."""

    TOLD = "told"
    ENTRY = "entry"
    """What the file says was done; what followed from it stands under it."""
    FOLLOWED = "followed"
    REFUSED = "refused"
    WRONG = "wrong"
    """A claim that does not agree, and why."""


@dataclass(frozen=True, slots=True)
class StoryLine:
    """One thing that happened, and the clauses under which it did."""

    text: str
    clauses: Sequence[str] = ()
    kind: LineKind = LineKind.TOLD
    mentions: Sequence[str] = ()
    """Clauses that it does not rest on, and of which it speaks."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """One part of the round, told in order."""

    title: str
    lines: list[StoryLine]


@dataclass(frozen=True, slots=True)
class Adjudication:
    """A round file as it was adjudicated; its story is told only to who asks for it."""

    instrument: Instrument
    options: Mapping[str, Any]
    """Every option of the table, decided."""
    result: Answer | Refusal
    tell: Callable[[], list[Chapter]]
    file: RoundFile
    told: Sequence[Told] = ()
    """What became of each entry of a file that was played at a table, in the order done."""
    follow: Callable[[], Follower] | None = None
    """Whoever tells those facts, with what lies on the table in mind."""
    table: Table | None = None
    """The table as the file left it, if it was played at one."""


def wager_line(ruled: Admitted, *, on_box: bool = True) -> StoryLine:
    """A wager as it was admitted: all of it, a part, none, or once although it is too small."""
    wager = ruled.wager
    where = f" on box {wager.box}" if on_box else ""
    what = f"{plain(wager.player)} has {wager.wager} {money(wager.amount)}{where}"
    if ruled.void:
        what = f"{what}; it is void and goes back"
    elif ruled.goes_back:
        stands = f"{money(ruled.stands)} stands" if ruled.stands else "nothing stands"
        what = f"{what}; {money(ruled.goes_back)} goes back and {stands}"
    elif ruled.warned:
        what = f"{what}; under the minimum, and taken this once"
    return StoryLine(what, ruled.clauses)


class Follower:
    """Follows the facts of a table; a game has one of its own that keeps its hands in mind."""

    def __init__(self, left_out: tuple[type[Fact], ...], to: Audience) -> None:
        self.to = to
        self._left_out: tuple[type[Fact], ...] = (RoundEnded, *left_out)

    def take(self, fact: Fact) -> None:
        """What a fact changes before it is told."""

    def taken(self, fact: Fact) -> None:
        """What it changes after it was told."""

    def leaves_out(self, fact: Fact) -> bool:
        """Whether a fact says nothing to whoever reads an account."""
        return isinstance(fact, self._left_out)
