"""Round files of Hold'em."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from croupier.adjudication.account import Account
from croupier.adjudication.answer import Stopped
from croupier.adjudication.holdem.betting import table_of
from croupier.adjudication.holdem.file import HOLDEM_NEEDS, check_entries, decode
from croupier.adjudication.holdem.playback import Playback
from croupier.adjudication.holdem.settled import answer
from croupier.adjudication.holdem.story import tell
from croupier.adjudication.reading import read
from croupier.adjudication.roundfile import check_decks
from croupier.games.holdem.betting import boxes_in_play
from croupier.games.holdem.round import Round

if TYPE_CHECKING:
    from croupier.adjudication.answer import Answer, Refusal
    from croupier.table.wagers import Admitted


def account(data: bytes) -> Account:
    """Adjudicate one round file of an instrument of Hold'em."""
    file = read(data, decode, HOLDEM_NEEDS)
    table = table_of(bytes(file.options))
    check_decks(file.cards, table.rules.decks)
    check_entries(file)
    admitted: list[Admitted] = []
    round: Round | None = None
    result: Answer | Refusal
    try:
        admitted = table.close_betting(file.wagers)
        round = Round(table.rules, boxes_in_play(table.rules, table.sign, admitted))
        playback = Playback(round, file)
        playback.run()
        result = answer(admitted, round)
    except Stopped as stopped:
        result = stopped.refusal
    return Account(
        table.rules.instrument,
        table.rules.options,
        result,
        partial(tell, admitted, round),
    )
