"""What the rules of Blackjack Challenge keep track of at a table, beyond what any table does."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from croupier.games.challenge.card_state import Conduct
from croupier.table.wagers import MAIN

if TYPE_CHECKING:
    from croupier.chips import Limits
    from croupier.table.table import Table


@dataclass(frozen=True, slots=True)
class Announced:
    """A sign at the table: the new minimum, from when, and since when it has been up."""

    minimum: int
    takes_effect: int
    displayed: int


@dataclass(frozen=True, slots=True)
class Kept:
    """The old minimum that a player may go on betting, and where; no boxes are all of them."""

    minimum: int
    marker: int
    boxes: frozenset[int] | None


@dataclass(frozen=True, slots=True)
class Voucher:
    """The conditions on which a player has tokens."""

    kept_on_a_win: bool
    wagers: tuple[str, ...]


@dataclass(slots=True)
class Floor(Conduct):
    """Notices, signs, markers and restrictions of one table."""

    told: dict[tuple[str, str, str], int] = field(default_factory=dict)
    """Who has been told of which restriction on whom, and when."""
    most_players: dict[int, int] = field(default_factory=dict)
    """Boxes on which fewer players may wager than the rules let."""
    since: dict[tuple[str, int], int] = field(default_factory=dict)
    """Which main wager was there first: entries in the record when a player bet on a box."""
    overlooked: set[tuple[str, int]] = field(default_factory=set)
    """Wagers outside the limits that nobody has noticed."""
    playing: dict[str, tuple[int, ...]] = field(default_factory=dict)
    """Who has wagered since coming to the table, and on which boxes last."""
    announced: dict[str, Announced] = field(default_factory=dict)
    """New minimums on signs, by wager; that of players who keep an old one by `KEPT`."""
    kept: dict[str, Kept] = field(default_factory=dict)
    personal: dict[str, Limits] = field(default_factory=dict)
    """Limits of players with a sign of their own."""
    own_main: set[str] = field(default_factory=set)
    """Side bets that take a main wager of the side bettor's own."""
    vouchers: dict[str, Voucher] = field(default_factory=dict)
    vouchers_used: set[str] = field(default_factory=set)


KEPT = "previous minimum"


def floor_of(table: Table) -> Floor:
    """What a table of Blackjack Challenge keeps track of."""
    assert isinstance(table.own, Floor)
    return table.own


def note_the_time(table: Table, player: str, box: int) -> None:
    """A player is about to have a main wager on a box; one that lies there keeps its time."""
    if table.wager_of(player, box, MAIN) is None:
        floor_of(table).since[player, box] = table.record.length
