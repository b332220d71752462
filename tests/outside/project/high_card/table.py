"""High Card at a table: which wagers are taken, and what a table may do to a round."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, ClassVar

import msgspec

from croupier.aggregate.acts import Acts
from croupier.cards import Card
from croupier.money import NotWholeCents
from croupier.rulebook.citations import Clauses, Refused
from croupier.shoe import CutClaim, CutOffer, cutting_card_range
from croupier.table.acts import cutting_card, opening
from croupier.table.acts.betting import warning_reach
from croupier.table.acts.every_table import WITHOUT_TOURNAMENTS
from croupier.table.facts import Outcome, Reversed, Settled, ShuffleDue, standing
from croupier.table.game_protocol import CorrectedRound, OrdinaryGame
from croupier.table.shoe_state import Device, Preparation, ShoeState
from croupier.table.wagers import (
    MAIN,
    BoxMaxScope,
    Markers,
    close_betting,
    left_without_a_main,
    why_not_place,
)
from high_card.round import DEALER, Bet, Round

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from croupier.aggregate.acts import Command
    from croupier.aggregate.facts import Fact
    from croupier.aggregate.roles import Person
    from croupier.table.acts.opening import Approval, OpenTable
    from croupier.table.game_protocol import Overlooked
    from croupier.table.table import Table
    from croupier.table.wagers import Admitted, Wager
    from high_card.rules import HighCardRules

ACTS: Acts[Table, HighCardRules] = Acts(WITHOUT_TOURNAMENTS, cutting_card.acts)


class StakeView(msgspec.Struct, frozen=True):
    """A wager in the round."""

    player: str
    wager: str
    stake: int
    open: bool


class BoxView(msgspec.Struct, frozen=True):
    """A box in the round, or the dealer's place."""

    number: int
    card: Card | None
    stakes: tuple[StakeView, ...]


class RoundView(msgspec.Struct, frozen=True):
    """What everybody sees of a round: all cards lie face up."""

    dealer: Card | None
    boxes: tuple[BoxView, ...]
    due: str | None


class RoundAtTable:
    """A round with what a table may do to it."""

    misplaced = False
    astray = False
    cleared: tuple[()] = ()
    answered_since_last_card = False

    def __init__(self, rules: HighCardRules, admitted: Iterable[Admitted]) -> None:
        self.rules = rules
        self.admitted = list(admitted)
        self.round = Round(rules, bets_in_play(self.admitted))

    @property
    def facts(self) -> list[Fact]:
        return self.round.facts

    @property
    def over(self) -> bool:
        return self.round.over

    @property
    def card_due_to(self) -> tuple[int, int] | None:
        if self.round.over:
            return None
        return self.round.places[len(self.round.cards)], 1

    @property
    def unsettled(self) -> bool:
        return any(bet.is_open for bet in self.round.bets)

    def is_done_with(self, player: str) -> bool:
        return not any(bet.is_open and bet.player == player for bet in self.round.bets)

    # -- cards

    def run_of(self, cards: Iterator[Card]) -> list[Card]:
        return list(islice(cards, len(self.round.places) - len(self.round.cards)))

    def deal_card(self, card: Card) -> None:
        self.round.send(card)

    def deal_run(self, cards: Sequence[Card]) -> None:
        for card in cards:
            self.round.send(card)

    def has_place(self, box: int, hand: int) -> bool:
        """Return True for the place where a card is due: these rules have no misplaced cards."""
        return (box, hand) == self.card_due_to

    def misplace(self, card: Card, box: int, hand: int) -> None:
        raise NotImplementedError("has_place names no other place than the one that is due")

    @property
    def drawn(self) -> Sequence[Card]:
        return self.round.cards

    def draw_at(self, box: int, hand: int, place: int) -> int | None:
        dealt = self.round.places[: len(self.round.cards)]
        return dealt.index(box) + 1 if box in dealt and (hand, place) == (1, 1) else None

    def rebuilt(self) -> tuple[RoundAtTable, list[Card], int]:
        return self._with_cards(self.round.cards), [], 0

    def corrected(self, draw: int, card: Card) -> CorrectedRound:
        cards = [*self.round.cards]
        cards[draw - 1] = card
        return CorrectedRound(self._with_cards(cards), [], 0, 0, face_down=False)

    def _with_cards(self, cards: Sequence[Card]) -> RoundAtTable:
        again = RoundAtTable(self.rules, self.admitted)
        again.deal_run(cards)
        return again

    # -- wagers

    def reconsider(self) -> None:
        """Nobody decides anything, so nothing changes."""

    def set_absent(self, player: str, absent: bool) -> None:
        """A wager is settled whether its owner is there or not."""

    def candidates(self, player: str | None) -> Iterable[Command]:
        return ()

    def void(self, clauses: Clauses) -> None:
        self._undo(self.round.bets, Outcome.VOID, clauses)
        self.round.is_stopped = True

    def can_void(self, player: str, box: int, wager: str | None) -> bool:
        bets = self._bets_of(player, box, wager)
        return any(bet.is_open for bet in bets) or any(self._settlements(bets))

    def void_wagers(self, player: str, box: int, wager: str | None, clauses: Clauses) -> None:
        self._take_off(player, box, wager, Outcome.VOID, clauses)

    def hand_back(self, player: str, box: int, wager: str, clauses: Clauses) -> None:
        self._take_off(player, box, wager, Outcome.RETURNED, clauses)

    def _take_off(
        self, player: str, box: int, wager: str | None, outcome: Outcome, clauses: Clauses
    ) -> None:
        self._undo(self._bets_of(player, box, wager), outcome, clauses)
        if not self.round.cards and not self.unsettled:
            self.round.is_stopped = True

    def _bets_of(self, player: str, box: int, wager: str | None) -> list[Bet]:
        """Return a player's wagers on a box; the Twins wager goes with the wager on the box."""
        kinds = (wager,) if wager not in (None, MAIN) else ()
        return [
            bet
            for bet in self.round.bets
            if (bet.player, bet.box) == (player, box) and (not kinds or bet.wager in kinds)
        ]

    def _undo(self, bets: Sequence[Bet], outcome: Outcome, clauses: Clauses) -> None:
        for fact in self._settlements(bets):
            self.facts.append(Reversed.of(fact, clauses))
        for bet in bets:
            if bet.is_open:
                self.round.close(bet, outcome, 0, clauses)

    def _settlements(self, bets: Sequence[Bet]) -> list[Settled]:
        """Return the settlements of these wagers that moved chips and still stand."""
        about = {(bet.player, bet.box, bet.wager) for bet in bets}
        return [
            fact
            for fact in standing(self.facts)
            if fact.net and (fact.player, fact.box, fact.wager) in about
        ]

    # -- what is seen

    def view(self, viewer: Person | None) -> RoundView:
        round, due = self.round, self.round.due
        return RoundView(
            dealer=round.card_of(DEALER),
            boxes=tuple(
                BoxView(box, round.card_of(box), tuple(
                    StakeView(bet.player, bet.wager, bet.stake, bet.is_open)
                    for bet in round.bets if bet.box == box
                ))
                for box in round.places if box != DEALER
            ),
            due=None if due is None else str(due.to),
        )  # fmt: skip

    def disguise(self, viewer: Person | None, turn: int) -> list[tuple[Card, Card]]:
        return []


class HighCard(OrdinaryGame):
    """The game of a High Card table."""

    rules: HighCardRules
    acts: ClassVar[Acts[Table, HighCardRules]] = ACTS
    hides_cards: ClassVar[bool] = False
    shows_past_cards: ClassVar[bool] = False

    def __init__(self, rules: HighCardRules) -> None:
        self.rules = rules

    @property
    def wagers(self) -> tuple[str, ...]:
        return (MAIN, *self.options["side_bets"])

    @property
    def terms(self) -> dict[str, str]:
        return {}

    # -- the table and its cards

    def why_not_open(self, command: OpenTable) -> Refused | None:
        return None

    def opening(self, table: Table, approval: Approval, float: int) -> Command:
        return opening.on_approval(table, approval, float)

    def new_shoe(self) -> ShoeState:
        return ShoeState(self.rules.decks, Device.SHOE)

    def new_state(self) -> None:
        return None

    def cut_offers(self, table: Table) -> tuple[CutOffer[str], ...]:
        seats = table.patrons.seats
        seated = [CutOffer(CutClaim.IN_TURN, seats[box], box) for box in sorted(seats)]
        return (*seated, CutOffer(CutClaim.SUPERVISOR, None))

    def cutting_card_depths(self, cards: int) -> range:
        return cutting_card_range(cards, 0)

    def burns_on_new_shoe(self) -> int:
        return 0

    # -- wagers

    def amounts(self, wager: str, least: int) -> tuple[int, ...]:
        return ()

    def why_not_stake(self, wager: str, amount: int) -> Refused | None:
        for limb in self.rules.limbs_of(wager).values():
            if limb.pays is not None and not isinstance(limb.pays, str):
                try:
                    limb.pays.value.on(amount)
                except NotWholeCents as error:
                    return Refused(str(error), limb.pays.clauses)
        return None

    def why_not_place(self, table: Table, new: Wager) -> Refused | None:
        return why_not_place(
            table.law, table.sign, table.wagers, new, offered=self.options["side_bets"],
            markers=Markers(),
        )  # fmt: skip

    def falls_with(self, table: Table, gone: Wager) -> Iterable[tuple[Wager, Clauses]]:
        return left_without_a_main(table.law, table.wagers, False) if gone.wager == MAIN else ()

    def close_betting(self, table: Table, overlooked: Overlooked) -> list[Admitted]:
        return close_betting(
            table.law, table.sign, sorted(table.wagers, key=lambda wager: wager.box),
            markers=Markers(), scope=BoxMaxScope.EACH, warned=table.patrons.warned,
            reach=warning_reach(table), overlooked=overlooked,
        )  # fmt: skip

    def why_not_deal(self, table: Table, ruled: Sequence[Admitted]) -> Refused | None:
        if any(each.stands and each.wager.wager == MAIN for each in ruled):
            return None
        return Refused("no wager stands on a box", table.law.no_more_bets)

    def takes_part(self, wager: str) -> bool:
        return wager == MAIN

    def start(self, table: Table, ruled: Sequence[Admitted]) -> RoundAtTable:
        return RoundAtTable(self.rules, ruled)

    def dealers_turn(self, table: Table) -> None:
        """The dealer only deals."""

    def asking(self, table: Table) -> None:
        """Nobody is asked anything."""

    def between_rounds(self, table: Table) -> None:
        if table.shoe.shuffle_due:
            table.shoe.preparation = Preparation.NEEDS_SHUFFLE
            table.add_fact(ShuffleDue(at_once=True, clauses=table.law.shuffle_when))

    def scoreboard(self, table: Table) -> None:
        """The table shows nothing of earlier rounds."""

    def candidates(self, table: Table, person: Person) -> Iterable[Command]:
        return ()


def bets_in_play(admitted: Iterable[Admitted]) -> list[Bet]:
    """Return what lies on the layout as the first card is dealt."""
    return [
        Bet(each.wager.player, each.wager.box, each.wager.wager, each.stands)
        for each in admitted
        if each.stands
    ]
