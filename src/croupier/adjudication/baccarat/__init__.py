"""Round files of baccarat."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from croupier.adjudication.account import Account
from croupier.adjudication.answer import Stopped
from croupier.adjudication.baccarat.betting import table_of
from croupier.adjudication.baccarat.file import BACCARAT_NEEDS, check_entries, decode
from croupier.adjudication.baccarat.playback import no_decisions, play
from croupier.adjudication.baccarat.settled import answer
from croupier.adjudication.baccarat.story import tell
from croupier.adjudication.reading import read
from croupier.adjudication.roundfile import check_decks
from croupier.games.baccarat.betting import bets_in_play
from croupier.games.baccarat.round import Round

if TYPE_CHECKING:
    from croupier.adjudication.answer import Answer, Refusal
    from croupier.table.wagers import Admitted


def account(data: bytes) -> Account:
    """Adjudicate one round file of an instrument of baccarat."""
    file = read(data, decode, BACCARAT_NEEDS)
    table = table_of(bytes(file.options))
    check_decks(file.cards, table.rules.decks)
    check_entries(file)
    admitted: list[Admitted] = []
    round: Round | None = None
    result: Answer | Refusal
    try:
        admitted = table.close_betting(file.wagers)
        no_decisions(table.rules.law, file)
        if bets := bets_in_play(admitted):  # without one nothing is dealt
            round = Round(table.rules, bets)
            play(round, file)
        result = answer(table.rules, admitted, round)
    except Stopped as stopped:
        result = stopped.refusal
    return Account(
        table.rules.instrument,
        table.rules.options,
        result,
        partial(tell, table.rules, admitted, round),
    )
