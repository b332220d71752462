"""A round file of Hold'em, played through the real round.

The round asks for a card or for decisions; the file has both in order. What the round refuses ends
the file at that entry, and what it asks for in vain makes the file no round.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.adjudication.answer import Stopped
from croupier.adjudication.holdem.file import CheckHand, FoldHand, PlayHand
from croupier.adjudication.reading import plain
from croupier.adjudication.roundfile import RoundFileError
from croupier.chips import NotWholeCents
from croupier.games.holdem import asks
from croupier.games.holdem.answers import why_not
from croupier.games.holdem.facts import COMMUNAL, DEALER
from croupier.games.holdem.hands import BLIND
from croupier.rulebook.citing import Refused

if TYPE_CHECKING:
    from croupier.adjudication.holdem.file import AnyDecision, HoldemFile
    from croupier.games.holdem.asks import Answer, CardDue, Request
    from croupier.games.holdem.round import Round

_MISSING = {COMMUNAL: "a communal card is due", DEALER: "the dealer is due a card"}


class Playback:
    """Deals a round the file's cards and answers it with the file's decisions."""

    def __init__(self, round: Round, file: HoldemFile) -> None:
        self.round = round
        self.file = file
        self.dealt = 0
        self.decided = 0

    def run(self) -> None:
        """Play until the round is over; nobody concedes whom the file does not let concede."""
        round = self.round
        try:
            while (due := round.due) is not None:
                if isinstance(due, asks.CardDue):
                    self.deal(due)
                elif isinstance(due, asks.Betting) or self.concedes(due):
                    self.decide()
                else:
                    round.answer(asks.TakeAndPay())
        except NotWholeCents as error:
            raise RoundFileError(f"wagers[{self.unpayable()}].amount: {error}") from None
        self.nothing_left_to_decide()

    def deal(self, due: CardDue) -> None:
        if self.dealt == len(self.file.cards):
            missing = _MISSING.get(str(due.to), f"box {due.to} is due a card")
            raise RoundFileError(f"cards[{self.dealt}]: missing; {missing}")
        self.round.deal(self.file.cards[self.dealt])
        self.dealt += 1

    def decide(self) -> None:
        if self.decided == len(self.file.decisions):
            box = self.round.owing[0]
            raise RoundFileError(
                f"decisions[{self.decided}]: missing; {plain(box.player)} decides about box "
                f"{box.number} {self.round.stage} ({' '.join(box.cards)})"
            )
        answer = _as_answer(self.file.decisions[self.decided])
        self.decided += 1
        try:
            self.round.answer(answer)
        except Refused as refusal:
            raise Stopped("decision", self.decided, refusal) from None

    def concedes(self, due: Request) -> bool:
        """Whether anything is decided after the dealer's hand was declared."""
        return isinstance(due, asks.Conceding) and self.decided < len(self.file.decisions)

    def nothing_left_to_decide(self) -> None:
        """Refuse a decision that comes when every hand is done."""
        if self.decided < len(self.file.decisions):
            refusal = why_not(self.round, _as_answer(self.file.decisions[self.decided]))
            assert refusal is not None  # nobody is being asked
            raise Stopped("decision", self.decided + 1, refusal)

    def unpayable(self) -> int:
        """The blind that cannot be paid in whole cents, by its place in the file."""
        box = next(
            box for box in reversed(self.round.boxes) if box.turned_up and BLIND in box.stakes
        )
        return next(
            place
            for place, wager in enumerate(self.file.wagers)
            if (wager.box, wager.wager) == (box.number, BLIND)
        )


def _as_answer(decision: AnyDecision) -> Answer:
    if isinstance(decision, FoldHand):
        return asks.Fold(box=decision.box)
    if isinstance(decision, CheckHand):
        return asks.Check(box=decision.box)
    if isinstance(decision, PlayHand):
        return asks.PlayWager(box=decision.box, amount=decision.amount)
    return asks.Concede(box=decision.box)
