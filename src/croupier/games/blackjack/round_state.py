"""What a round of blackjack knows: boxes, hands, stakes, and the facts so far.

A plain object beside the coroutine, so that views, tests and drivers can read it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.cards import Card
from croupier.games.blackjack import side_bets
from croupier.games.blackjack.asks_and_answers import Misplaced
from croupier.games.blackjack.facts import (
    INITIAL_DEAL,
    Chose,
    Dealt,
    Ended,
    HandEnded,
    Stage,
    StageBegan,
)
from croupier.games.blackjack.hands import Box, Hand, Insurance, MainWager, SideWager
from croupier.games.blackjack.rules import AbsentDecider, BlackjackRules, Soft17
from croupier.table.wagers import MAIN

if TYPE_CHECKING:
    from collections.abc import Iterable

    from croupier.games.blackjack.asks_and_answers import Election
    from croupier.games.blackjack.facts import RoundFact
    from croupier.rulebook.citations import Clauses
    from croupier.table.wagers import Admitted


HIT, NEXT_BETTOR = Soft17.HIT, AbsentDecider.NEXT_BETTOR


class RoundState:
    """The state of one round, and the few ways in which the rules change it."""

    def __init__(
        self, rules: BlackjackRules, boxes: Iterable[Box], absent: Iterable[str] = ()
    ) -> None:
        self.rules = rules
        self.law = rules.law
        self.dealers_rule = (
            rules.law.dealer_hits_soft_17
            if rules.soft_17 is HIT and rules.law.dealer_hits_soft_17 is not None
            else rules.law.dealer_stands
        )
        self.boxes = list(boxes)
        if rules.law.largest_decides:
            for box in self.boxes:
                box.largest_decides = True
        self.dealer = Hand()
        self.insurance: list[Insurance] = []
        self.insurance_requests: list[Insurance] = []
        self.even_money: set[tuple[str, int]] = set()
        self.absent = set(absent)
        self.won: dict[str, int] = {}
        """Wins before rounding, where a player's whole win is rounded up."""
        self.undone: set[int] = set()
        """Settlements that were reversed, by identity."""
        self.taken_off = False
        """Whether wagers have gone back to their owners since the call."""
        self.cleared: list[Card] = []
        """Cards of hands that were settled early and lie in the discard rack already."""
        self._gone: list[Hand] = []
        """Those hands."""
        self.facts: list[RoundFact] = []
        self.stage = INITIAL_DEAL

    def is_dealt_to(self, box: Box | None) -> bool:
        """Whether the initial deal goes on to a box, or to the dealer, if wagers were taken off."""
        return True

    def begin(self, stage: Stage, clauses: Clauses) -> None:
        self.stage = stage
        self.facts.append(StageBegan(stage=stage, clauses=clauses))

    def lay(self, card: object, box: Box | None, hand: Hand, clauses: Clauses) -> None:
        """Put the card that was sent on a hand, or where it was laid by mistake."""
        meant_for = None
        if type(card) is not Card:
            if type(card) is not Misplaced:  # a wager has gone, and no card is needed any more
                return
            meant_for = (box.number if box else 0, hand.place)
            box, hand = self.find(card.box, card.hand)
            card = card.card
        hand.add(card)
        number = 0 if box is None else box.number
        self.facts.append(
            Dealt(box=number, hand=hand.place, card=card, meant_for=meant_for, clauses=clauses)
        )
        if box is not None:
            box.received.append(card)
            if box.sides and len(box.received) == 3:
                side_bets.settle_on_the_third_card(self, box)

    def chose(
        self, player: str, box: Box, hand: Hand, action: str, amount: int, clauses: Clauses
    ) -> None:
        self.facts.append(
            Chose(
                player=player, box=box.number, hand=hand.place, action=action, amount=amount,
                clauses=clauses,
            )
        )  # fmt: skip

    def end(self, box: Box, hand: Hand, how: Ended, clauses: Clauses) -> None:
        hand.ended = how
        self.facts.append(
            HandEnded(box=box.number, hand=hand.place, total=hand.total, how=how, clauses=clauses)
        )

    def clear(self, hand: Hand) -> None:
        """A hand is settled before the others: some rules want its cards in the rack at once."""
        leaves = self.rules.table_law.settled_hands_leave
        if leaves and not any(gone is hand for gone in self._gone):
            self._gone.append(hand)
            self.cleared += hand.cards

    # -- reading it

    def find(self, box: int, hand: int = 1) -> tuple[Box | None, Hand]:
        """The hand at a place; box 0 is the dealer's."""
        if box == 0:
            return None, self.dealer
        for candidate in self.boxes:
            if candidate.number == box and 1 <= hand <= len(candidate.hands):
                return candidate, candidate.hands[hand - 1]
        raise LookupError(f"there is no hand {hand} on box {box}")

    def decider(self, box: Box, hand: Hand) -> str | None:
        """Who decides about this hand, or nobody where everyone who may is away."""
        absent = self.absent_from(box)
        if self.rules.absent_decider is NEXT_BETTOR:
            return box.decider(hand, absent)
        player = box.decider(hand)
        return None if player in absent else player

    def absent_from(self, box: Box) -> set[str]:
        """Who is not asked about the hands of a box."""
        return self.absent

    def nobody_decides(self, box: Box, hand: Hand) -> Clauses:
        """Why a hand is played without anybody's decision."""
        return self.law.absent_player

    def stake_to_match(self, box: Box, hand: Hand, player: str) -> int:
        """What a player must add to go along with the split of a hand; nothing who may not."""
        bet = hand.bet_of(player)
        if bet is None and self.rules.rejoin_on_resplit:
            bet = next((bet for other in box.hands if (bet := other.bet_of(player))), None)
        return bet.stake if bet is not None else 0

    def may_add(self, election: Election, player: str) -> int:
        """The most that a player may add in an election; nothing who has no say in it."""
        if election.action == "split":
            return self.stake_to_match(election.box, election.hand, player)
        bet = election.hand.bet_of(player)
        return bet.stake if bet is not None else 0

    def decidable(self, hand: Hand) -> bool:
        """Whether the settlement rule has an answer for a hand, wherever its cards came from."""
        return True

    def undecided(self) -> tuple[bool, bool]:
        """Whether any open wager still depends on the dealer's total, and any on a Blackjack."""
        totals = blackjacks = False
        for box in self.boxes:
            for hand in box.hands:
                if hand.total <= 21 and hand.has_open_bets:
                    if hand.is_blackjack:
                        blackjacks = True
                    else:
                        totals = True
        return totals, blackjacks


def boxes_in_play(admitted: Iterable[Admitted], first: int = 1) -> list[Box]:
    """The boxes with a Blackjack wager that stands, clockwise from the first one on."""
    mains: dict[int, list[MainWager]] = {}
    sides: dict[int, list[SideWager]] = {}
    for ruled in admitted:
        wager = ruled.wager
        if not ruled.stands:
            continue
        if wager.wager == MAIN:
            main = MainWager(wager.player, ruled.stands, wager.seated)
            mains.setdefault(wager.box, []).append(main)
        else:
            side = SideWager(wager.player, wager.wager, ruled.stands)
            sides.setdefault(wager.box, []).append(side)
    order = sorted(mains, key=lambda number: (number < first, number))
    return [Box(number, tuple(mains[number]), sides.get(number, [])) for number in order]
