"""Round files of High Card. Nobody decides anything, so only the answer's hands are its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.adjudication.answer import HandShown
from croupier.adjudication.ordinary_file import OrdinaryRoundFile
from high_card.table import RoundAtTable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.table.game_protocol import GameRound


class HighCardFile(OrdinaryRoundFile):
    """The round files of High Card."""

    def hands(self, game_round: GameRound) -> Iterator[HandShown]:
        """Yield the card of each box and of the dealer."""
        assert isinstance(game_round, RoundAtTable)
        round = game_round.round
        for box in round.places:
            card = round.card_of(box)
            yield HandShown(box or "dealer", 1, () if card is None else (card,))


PART = HighCardFile().part
