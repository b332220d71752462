"""Settling a described round: what every wager is worth, and under which clause.

`adjudicate` takes a round file (JSON, or the same as a mapping) and gives the settlement or the
refusal; `explain` gives the readable account. A file that is not a round raises `RoundFileError`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from croupier.adjudication import explaining
from croupier.adjudication.answer import Answer, HandShown, Refusal, Refused, Settlement
from croupier.adjudication.reading import as_json, read, shown
from croupier.adjudication.roundfile import Heading, RoundFileError
from croupier.decoding import in_words
from croupier.games import BACCARAT, BLACKJACK, CHALLENGE, HOLDEM
from croupier.rulebook.citing import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from croupier.adjudication.account import Account

__all__ = [
    "Answer",
    "HandShown",
    "Refusal",
    "Refused",
    "RoundFileError",
    "Settlement",
    "account_of",
    "adjudicate",
    "explain",
]

_INSTRUMENTS = (*BLACKJACK, *CHALLENGE, *BACCARAT, *HOLDEM)

_heading = msgspec.json.Decoder(Heading).decode


def adjudicate(source: bytes | str | Mapping[str, Any]) -> Answer | Refusal:
    """What every wager of the round is worth, or what the rules refuse in it."""
    return account_of(source).result


def explain(source: bytes | str | Mapping[str, Any], width: int = 100) -> str:
    """The round told clause by clause, as plain text."""
    return explaining.explain(account_of(source), width)


def account_of(source: bytes | str | Mapping[str, Any]) -> Account:
    """The adjudicated round: its result, and on request its story."""
    try:
        data = as_json(source)
        return _game(read(data, _heading).instrument)(data)
    except RecursionError as error:
        raise RoundFileError(in_words(error)) from None


def _game(instrument: str) -> Callable[[bytes], Account]:
    """Who adjudicates the game of an instrument; imported when it is first needed."""
    if instrument in (*BLACKJACK, *CHALLENGE):
        from croupier.adjudication import blackjack

        return blackjack.account
    if instrument in BACCARAT:
        from croupier.adjudication import baccarat

        return baccarat.account
    if instrument in HOLDEM:
        from croupier.adjudication import holdem

        return holdem.account
    raise RoundFileError(
        f"instrument: {shown(instrument)} is not an instrument that can be adjudicated"
        f"{did_you_mean(instrument, _INSTRUMENTS)}; known: {', '.join(_INSTRUMENTS)}"
    )
