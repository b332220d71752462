"""What a round of Hold'em knows: boxes, cards, stakes, and the facts so far.

A plain object beside the coroutine, so that views, tests and drivers can read it. It holds cards
that lie face down; `views` says who may see which.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.games.holdem.asks_and_answers import Misplaced
from croupier.games.holdem.facts import (
    AFTER_THE_FLOP,
    BEFORE_THE_FLOP,
    COMMUNAL,
    DEALER,
    ON_THE_RIVER,
    DealtFaceDown,
    Decided,
    Exposed,
    Handled,
    Stage,
    StageBegan,
    TurnedUp,
)
from croupier.games.holdem.rules import ActionOrder
from croupier.table.facts import Outcome, Settled

if TYPE_CHECKING:
    from collections.abc import Iterable

    from croupier.cards import Card
    from croupier.games.holdem.facts import Aborted, Place, RoundFact
    from croupier.games.holdem.hands import Box
    from croupier.games.holdem.rules import BettingLaw, HoldemRules
    from croupier.games.holdem.settlement import WonBlind
    from croupier.rulebook.citations import Clauses

FLOP, TURN_AND_RIVER = range(3), range(3, 5)
"""The places of the communal cards, from the first that left the shoe."""

LOSE, FREE = Outcome.LOSE, ActionOrder.FREE
BETTING_ROUNDS = frozenset({BEFORE_THE_FLOP, AFTER_THE_FLOP, ON_THE_RIVER})


class RoundState:
    """The state of one round, and the few ways in which the rules change it."""

    def __init__(self, rules: HoldemRules, boxes: Iterable[Box]) -> None:
        self.rules = rules
        self.law = rules.law
        self.boxes = list(boxes)
        self.communal: list[Card] = []
        self.dealer: list[Card] = []
        self.communal_up: set[int] = set()
        self.dealer_up: set[int] = set()
        """Places of the cards that lie open or were shown."""
        self.dealers_hand: int | None = None
        """The rank of the dealer's hand, once it is declared."""
        self.handled = False
        """Whether any player has touched the cards."""
        self.won_blinds: list[WonBlind] = []
        """Blinds that wait for the last hand, where the maximum payout is for the whole table."""
        self.undone: set[int] = set()
        """Settlements that were reversed, by identity."""
        self.aborted: Aborted | None = None
        """How the round ended without a result, if it did."""
        self.facts: list[RoundFact] = []
        self.stage = Stage.DEAL

    def begin(self, stage: Stage, clauses: Clauses) -> None:
        self.stage = stage
        self.facts.append(StageBegan(stage=stage, clauses=clauses))

    def lay(self, card: Card | Misplaced, to: Place, clauses: Clauses) -> None:
        """Put a card face down where it is due, or where it was laid instead."""
        if isinstance(card, Misplaced):
            to, card = card.on, card.card
        self.cards_of(to).append(card)
        self.facts.append(DealtFaceDown(to=to, clauses=clauses))

    def turn_communal(self, places: range, clauses: Clauses) -> None:
        self.communal_up.update(places)
        cards = tuple(self.communal[places.start : places.stop])
        self.facts.append(TurnedUp(whose=COMMUNAL, cards=cards, clauses=clauses))

    def handle(self, number: int) -> None:
        """A player has touched the cards of the box, or been shown them."""
        box = self.box(number)
        self.handled = box.looked = True
        clauses = self.law.before_the_flop.opens
        self.facts.append(Handled(player=box.player, box=number, clauses=clauses))

    def decided(self, box: Box, action: str, amount: int, clauses: Clauses) -> None:
        self.facts.append(
            Decided(
                player=box.player, box=box.number, action=action, amount=amount, clauses=clauses
            )
        )  # fmt: skip

    def settle(
        self, box: Box, wager: str, outcome: Outcome, clauses: Clauses, *, win: int = 0
    ) -> None:
        """Decide a wager that lies on the layout, and take it off."""
        stake = box.stakes.pop(wager)
        net = -stake if outcome is LOSE else win
        self.facts.append(
            Settled(
                player=box.player, box=box.number, hand=None, wager=wager, stake=stake,
                outcome=outcome, net=net, clauses=clauses,
            )
        )  # fmt: skip

    def paid(self, box: Box, wager: str) -> int:
        """What a wager that was decided has won or lost, as far as that was not undone."""
        return sum(
            fact.net
            for fact in self.facts
            if isinstance(fact, Settled)
            and (fact.box, fact.wager) == (box.number, wager)
            and id(fact) not in self.undone
        )

    def pay_more(self, box: Box, wager: str, more: int, clauses: Clauses) -> None:
        """Pay a wager that was paid already what it has beyond that."""
        self.facts.append(
            Settled(
                player=box.player, box=box.number, hand=None, wager=wager, stake=0,
                outcome=Outcome.WIN, net=more, clauses=clauses,
            )
        )  # fmt: skip

    def abort(self, fact: Aborted) -> None:
        """The round ends without a result."""
        self.aborted = self.aborted or fact
        self.facts.append(fact)

    def hand_back(self, box: Box, wager: str, amount: int, clauses: Clauses) -> None:
        """Return the part of a wager that no longer counts; what counts is in `stakes`."""
        self.facts.append(
            Settled(
                player=box.player, box=box.number, hand=None, wager=wager, stake=amount,
                outcome=Outcome.RETURNED, net=0, clauses=clauses,
            )
        )  # fmt: skip

    # -- reading it

    def find(self, number: int) -> Box | None:
        for box in self.boxes:
            if box.number == number:
                return box
        return None

    def box(self, number: int) -> Box:
        """A box that is known to be in the round."""
        box = self.find(number)
        if box is None:
            raise LookupError(f"there is no box {number} in this round")
        return box

    def cards_of(self, whose: Place) -> list[Card]:
        if whose == COMMUNAL:
            return self.communal
        return self.dealer if whose == DEALER else self.box(int(whose)).cards

    def seen(self, whose: Place, place: int) -> bool:
        """Whether a card lies open or was shown, by its place from 1."""
        if whose == COMMUNAL:
            return place - 1 in self.communal_up
        if whose == DEALER:
            return place - 1 in self.dealer_up
        shown = (fact for fact in self.facts if isinstance(fact, Exposed))
        was_shown = any((fact.whose, fact.place) == (whose, place) for fact in shown)
        return was_shown or self.box(int(whose)).turned_up

    @property
    def live(self) -> list[Box]:
        """The boxes still in the round."""
        return [box for box in self.boxes if box.live]

    @property
    def gone(self) -> set[int]:
        """The boxes that are out of it."""
        return {box.number for box in self.boxes if box.ended is not None}

    @property
    def deserted(self) -> bool:
        """Whether nobody is left, so that no more cards are turned up."""
        return not self.live and not self.rules.run_out_when_all_fold

    @property
    def betting_law(self) -> BettingLaw | None:
        """The law of the betting round that is open, if one is."""
        return self.law_of(self.stage)

    def law_of(self, stage: Stage) -> BettingLaw | None:
        law = self.law
        if stage is BEFORE_THE_FLOP:
            return law.before_the_flop
        if stage is AFTER_THE_FLOP:
            return law.after_the_flop
        return law.on_the_river if stage is ON_THE_RIVER else None

    @property
    def owing(self) -> list[Box]:
        """The boxes that owe an answer in the betting round that is open."""
        stage = self.stage
        if stage not in BETTING_ROUNDS:
            return []
        return [box for box in self.boxes if box.owes_an_answer(stage)]

    @property
    def asked(self) -> list[Box]:
        """Whom the dealer asks now. No clause refuses an answer out of this order."""
        owing = self.owing
        return owing if self.rules.action_order is FREE else owing[:1]
