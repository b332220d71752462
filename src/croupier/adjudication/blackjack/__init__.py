"""Round files of blackjack."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from croupier.adjudication.account import Account
from croupier.adjudication.answer import Stopped
from croupier.adjudication.blackjack.betting import table_of
from croupier.adjudication.blackjack.file import BLACKJACK_NEEDS, check_entries, decode
from croupier.adjudication.blackjack.playback import Playback
from croupier.adjudication.blackjack.settled import answer
from croupier.adjudication.blackjack.story import tell
from croupier.adjudication.reading import read
from croupier.adjudication.roundfile import check_decks
from croupier.games.blackjack.betting import boxes_in_play
from croupier.games.blackjack.round import Round

if TYPE_CHECKING:
    from croupier.adjudication.answer import Answer, Refusal
    from croupier.table.wagers import Admitted


def account(data: bytes) -> Account:
    """Adjudicate one round file of an instrument of blackjack."""
    file = read(data, decode, BLACKJACK_NEEDS)
    table = table_of(file.instrument, bytes(file.options))
    check_decks(file.cards, table.rules.decks)
    check_entries(file)
    admitted: list[Admitted] = []
    round: Round | None = None
    result: Answer | Refusal
    try:
        admitted = table.close_betting(file.wagers)
        round = Round(table.rules, boxes_in_play(admitted))
        playback = Playback(round, file)
        playback.run()
        result = answer(admitted, round, playback.cards_used)
    except Stopped as stopped:
        result = stopped.refusal
    return Account(
        table.rules.instrument,
        table.rules.options,
        result,
        partial(tell, table.rules, admitted, round),
    )
