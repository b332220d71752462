"""Any command of a table of Hold'em, well formed and mostly out of place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from tests.table_support import APPROVAL, NOW

from croupier.cards import DECK
from croupier.games.holdem.acts import shuffling_device, wagering
from croupier.games.holdem.game import ACTS
from croupier.table.acts import betting, burn_and_reveal, closing, dealing, tournament
from croupier.table.shoe_state import Device
from croupier.table.tournament_play import TableTerms

if TYPE_CHECKING:
    from random import Random

    from croupier.aggregate.acts import Command

NAMES = ("ana", "bob", "cat")
AMOUNTS = (0, 5_00, 10_00, 15_00, 20_00, 30_00, 40_00, 120_00, 12_34, 10_01, -10_00)

_VALUES: dict[str, list[Any]] = {
    "player": [*NAMES, "zed", ""],
    "person": [*NAMES, "zed"],
    "box": [-1, 0, 1, 2, 3, 4],
    "amount": [*AMOUNTS],
    "limit": [*AMOUNTS],
    "float": [0, 1_000_00, -1],
    "wager": ["ante", "blind", "trips", "play", "main", None],
    "card": [*DECK],
    "cards": [-1, 0, 1, 2, 3, 5, 52, 51],
    "draw": [0, 1, 6, 11, 40],
    "laid_on": [None, (0, 1), (0, 2), (1, 1), (2, 1), (2, 2), (9, 1)],
    "whose": ["dealer", "communal", 1, 2, 3, 9],
    "place": [0, 1, 2, 5, 6],
    "overlooked": [(), (("ana", 1),), (("bob", 2), ("cat", 3))],
    "number": [0, 1, 2],
    "round": [None, 0, 1, 2, 3],
    "rounds": [-1, 0, 1, 5],
    "seconds": [0, 10],
    "at": [0, 1, 26, 51, 52],
    "from_back": [0, 1, 26],
    "commitment": [None, "x", "0" * 64],
    "root": ["x", "1" * 64],
    "of": ["x", "2" * 64],
    "tip": ["x", "3" * 64, "4" * 64],
    "link": ["x", "3" * 64],
    "secret": ["", "00" * 32],
    "pack": [None],
    "occasion": ["opening", "closing", "lunch"],
    "ground": ["impractical", "fraud", "boredom"],
    "clause": ["15.8", "12.2(b)", "99.9"],
    "duty": ["no-advice", "tea"],
    "about": ["rules", "how to play", ""],
    "what": ["exchange", "talk", ""],
    "sanction": ["exclude-from-round", "void-round", "fine"],
    "chips": ["gaming", "tournament"],
    "nature": ["mechanical", "electrical", ""],
    "opens": [NOW - 1],
    "closes": [NOW, NOW + 10**9],
    "layout": [None, APPROVAL],
    "shoe": [None, APPROVAL],
    "approval": [APPROVAL],
    "side_bet_layouts": [{}],
    "side_bet_amounts": [{}],
    "inscription": [None],
    "commences": [None, "2025-07-20", "soon"],
    "terms": [TableTerms(), TableTerms(pass_cards=2)],
    "limits": [{}, {"ante": (10_00, 40_00)}, {"trips": (5_00, 1_00)}, {"keno": (1, 2)}],
    "multiples": [{}, {"ante": 5_00}, {"ante": 0}],
    "refuses": [False, True],
    "rectified": [False, True],
    "on_duty": [False, True],
    "whole": [False, True],
}
_NEVER = (closing.SetHours, tournament.SetSession)
"""What would end the evening."""
_KINDS = sorted((kind for kind in ACTS if kind not in _NEVER), key=str)


def anything(chance: Random) -> Command:
    """Any command at all, well formed and mostly out of place."""
    kind = chance.choice(_KINDS)
    said: dict[str, Any] = {}
    for field in msgspec.structs.fields(kind):
        said[field.name] = chance.choice(_VALUES.get(field.name, ["", "because"]))
    if kind is shuffling_device.ReplaceMachine:
        said["device"] = chance.choice(list(Device))
    elif kind is burn_and_reveal.NewCards:
        said["device"] = chance.choice([None, "shoe"])
    elif kind is dealing.DealRun:
        said["cards"] = tuple(chance.sample(DECK, chance.choice((0, 1, 2, 9))))
    elif kind in (betting.PlaceWager, wagering.OverlookedWager, wagering.ReturnShortWager):
        said["wager"] = chance.choice(["ante", "blind", "trips", "play"])
    return kind(**said)
