"""What somebody may not know of a table, exchanged for something else.

Done to a table that was made anew from its record, it leaves one that looks the same to that person
and knows no more than they do: whatever is asked of it tells them nothing that is hidden from them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.cards import DECK
from croupier.table.tournament_play import WagerForm, law_at, minimum_of, play_at
from croupier.table.views import reads_forms

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from croupier.cards import Card
    from croupier.table.table import Table
    from croupier.table.views import Viewer


TURNS = (1, 2)
"""Two ways to do it, which put different things in every place."""


def disguise(table: Table, viewer: Viewer, turn: int) -> bool:
    """Exchange what a viewer may not know; whether there was anything.

    What comes in its place depends on what the viewer does know and on the turn alone.
    """
    exchanged = [] if table.round is None else table.round.disguise(viewer, turn)
    for card, instead in exchanged:
        if card in table.shoe.layout:
            table.shoe.layout[table.shoe.layout.index(card)] = instead
            table.shoe.out[card] -= 1
            table.shoe.out[instead] += 1
    forms = _unread(table, viewer)
    for player in forms:
        play_at(table).this_round.forms[player] = _form(table, turn)
    return bool(exchanged or forms)


def stand_ins(known: Collection[Card], count: int, turn: int) -> Iterator[Card]:
    """So many cards that are not among those known, others at every place with another turn."""
    others = [card for card in DECK if card not in known]
    for place in range(count):
        yield others[(turn * count + place) % len(others)]


def _unread(table: Table, viewer: Viewer) -> list[str]:
    """Whose undisclosed wagers are on forms that the viewer has not read."""
    if table.tournament is None:
        return []
    return [player for player in play_at(table).this_round.forms if not reads_forms(viewer, player)]


def _form(table: Table, turn: int) -> WagerForm:
    whole = WagerForm(minimum_of(table), law_at(table).wagers.value[0])
    return whole if turn == TURNS[0] else WagerForm(None, "")
