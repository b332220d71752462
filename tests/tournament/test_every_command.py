"""Random tournaments use every command, balance to the cent, and replay to the same state.

`CROUPIER_COMMAND_TOURNAMENTS` is how many tournaments of each instrument the long form has. It
wants each command at least ten times.
"""

from __future__ import annotations

import os
from collections import Counter
from functools import cache

import pytest
from tests.tournament.every_command import BY_TAG, EveryCommandTournament
from tests.tournament.support import ACT_2006, ACT_2018, BACCARAT, CHALLENGE, HOLDEM, INSTRUMENTS

from croupier.tournament.state import TournamentPhase

LONG = int(os.environ.get("CROUPIER_COMMAND_TOURNAMENTS", "0"))
TOURNAMENTS = LONG or 40
AT_LEAST = 10 if LONG else 1

NO_ADD_ON = "the instrument adds no chips during play"
NO_REFUND = "the instrument refunds nothing unless the tournament is called off"
BALLOT = "the instrument has seats drawn by ballot, by no other method"
KEEPS_SEAT = "the instrument keeps each player in the position drawn for the session"
NO_BUY_IN = "chips come with the entry fee, not with a buy-in of money"
TO_THE_END = "the instrument has each session played to its end"
NOT_DUE = "no report obliges the director to act, so there is none to dismiss"
ONE_ENTRY = "one entry is all that a player has"
PLAY_OFF = "the instrument tells equals apart by additional rounds alone"
OWN_GAME = "a tournament is of this game alone"
NO_HOUR = "no position is lost at an hour: it is lost when play begins, or as the director decides"
_ACT = {
    "buy-add-on": NO_ADD_ON,
    "refund": NO_REFUND,
    "allocate-seats": BALLOT,
    "move-player": KEEPS_SEAT,
    "break-table": KEEPS_SEAT,
    "pay-buy-in": NO_BUY_IN,
    "conclude-table": TO_THE_END,
    "dismiss-breach": NOT_DUE,
}
ALWAYS_REFUSED: dict[str, dict[str, str]] = {
    ACT_2006: _ACT
    | {
        "require-agreement": "no clause lets an agreement in writing be required",
        "buy-back": ONE_ENTRY,
        "decline-buy-back": ONE_ENTRY,
        "call-late": NO_HOUR,
        "draw-cards": PLAY_OFF,
        "record-other-game": OWN_GAME,
    },
    ACT_2018: _ACT,
    BACCARAT: _ACT,
    HOLDEM: {
        tag: _ACT[tag]
        for tag in ("allocate-seats", "pay-buy-in", "conclude-table", "dismiss-breach")
    },
    CHALLENGE: {
        "buy-add-on": NO_ADD_ON,
        "move-player": KEEPS_SEAT,
        "break-table": KEEPS_SEAT,
        "call-late": NO_HOUR,
        "draw-cards": PLAY_OFF,
        "record-other-game": OWN_GAME,
    },
}
"""The commands that an instrument always refuses, each with the reason."""


@cache
def held(instrument: str) -> tuple[Counter[str], set[str]]:
    """Hold tournaments; return how often each command was accepted, and which were refused."""
    used: Counter[str] = Counter()
    refused: Counter[tuple[str, TournamentPhase]] = Counter()
    for seed in range(TOURNAMENTS):
        EveryCommandTournament(instrument, seed, used, refused).hold()
    return used, {tag for (tag, _), times in refused.items() if times}


@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_random_tournaments_use_every_command(instrument: str) -> None:
    """In the long form each command is accepted at least ten times."""
    used, _ = held(instrument)
    wanted = set(BY_TAG) - set(ALWAYS_REFUSED[instrument])
    assert not {tag: used[tag] for tag in sorted(wanted) if used[tag] < AT_LEAST}


@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_a_command_that_an_instrument_does_not_know_is_asked_for_and_refused(
    instrument: str,
) -> None:
    used, refused = held(instrument)
    assert not {tag: used[tag] for tag in ALWAYS_REFUSED[instrument] if used[tag]}
    assert not set(ALWAYS_REFUSED[instrument]) - refused
