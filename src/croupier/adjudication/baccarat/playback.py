"""A round file of baccarat, dealt through the real round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.adjudication.answer import Stopped
from croupier.adjudication.roundfile import RoundFileError
from croupier.chips import NotWholeCents
from croupier.rulebook.citing import Refused

if TYPE_CHECKING:
    from croupier.adjudication.baccarat.file import BaccaratFile
    from croupier.games.baccarat.round import Round
    from croupier.games.baccarat.rules import BaccaratLaw


def no_decisions(law: BaccaratLaw, file: BaccaratFile) -> None:
    """Refuse a decision, whatever it is: the tableau leaves nobody a choice."""
    if file.decisions:
        why = Refused("the tableau draws the cards, and nobody decides anything", law.third_cards)
        raise Stopped("decision", 1, why)


def play(round: Round, file: BaccaratFile) -> None:
    """Deal the file's cards, in their order, for as long as one is due."""
    cards = iter(file.cards)
    try:
        while (due := round.due) is not None:
            card = next(cards, None)
            if card is None:
                raise RoundFileError(
                    f"cards[{len(file.cards)}]: missing; the {due.hand.whose}'s hand is due a card"
                )
            round.deal(card)
    except NotWholeCents as error:
        raise RoundFileError(f"wagers[{_unpayable(round, file)}].amount: {error}") from None


def _unpayable(round: Round, file: BaccaratFile) -> int:
    """The wager at which settling stopped, by its place in the file."""
    stopped_at = next(bet for bet in round.bets if bet.open)
    return next(
        place
        for place, wager in enumerate(file.wagers)
        if (wager.player, wager.wager) == (stopped_at.player, stopped_at.wager)
    )
