"""A round of Hold'em with what only a table can do to it."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

from croupier.aggregate.acts import Command
from croupier.aggregate.roles import Role
from croupier.cards import Card
from croupier.games.holdem import legal_answers, round_irregularities
from croupier.games.holdem.asks_and_answers import CardDue, LookAtCards, Misplaced, NoAnswer
from croupier.games.holdem.facts import COMMUNAL, DEALER, Aborted, DealtFaceDown, Ended, Stage
from croupier.games.holdem.hands import TRIPS
from croupier.games.holdem.round import Round
from croupier.games.holdem.views import RoundView, hands_seen, view
from croupier.rulebook.citations import NoRuling, Refused
from croupier.table.facts import Outcome, Settled
from croupier.table.game_protocol import CorrectedRound
from croupier.table.redaction import stand_ins
from croupier.table.table import DEALING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from croupier.aggregate.roles import Person
    from croupier.games.holdem.asks_and_answers import Answer
    from croupier.games.holdem.facts import Place, RoundFact
    from croupier.games.holdem.hands import Box
    from croupier.games.holdem.rules import HoldemRules
    from croupier.rulebook.citations import Clauses
    from croupier.table.chip_ledger import ChipLedger
    from croupier.table.table import Table

    _Step = Card | Misplaced | Answer | Callable[["RoundAtTable"], None]

_AT: dict[str, tuple[int, int]] = {DEALER: (0, 1), COMMUNAL: (0, 2)}
_HANDS: dict[tuple[int, int], Place] = {(0, 1): DEALER, (0, 2): COMMUNAL}
"""Box 0 is the dealer's side of the table: first the dealer's own hand, then the communal cards."""
_RIGHT_NUMBER = {DEALER: 2, COMMUNAL: 5}


class RoundAtTable:
    """A round with what only a table can do to it: misplaced cards, voids, a clock."""

    def __init__(
        self,
        rules: HoldemRules,
        boxes: Iterable[Box],
        *,
        chips: ChipLedger,
        clock: Callable[[], int],
    ) -> None:
        self.rules = rules
        self.round = Round(rules, boxes)
        self._boxes = [box.as_staked() for box in self.round.boxes]
        """The boxes as they were before the first card, in case the round is followed again."""
        self._steps: list[_Step] = []
        """All that the round was sent and that was done to it, in its order."""
        self._chips = chips
        self._clock = clock
        self._misplaced = False
        self._let_stand = False
        self._seconds: int | None = rules.options["decision_timer"]
        """How long a box has to answer, where a clock says so."""
        self._asked: dict[tuple[int, Stage], int] = {}
        """Since when each box is asked in a betting round, in milliseconds."""
        self._more_time: dict[tuple[int, Stage], int] = {}

    @property
    def facts(self) -> list[RoundFact]:
        return self.round.facts

    @property
    def over(self) -> bool:
        return self.round.over

    @property
    def aborted(self) -> Aborted | None:
        """How the round ended without a result, if it did."""
        return self.round.aborted

    @property
    def cleared(self) -> tuple[()]:
        return ()  # the whole deck is shuffled anew for every round

    @property
    def unsettled(self) -> bool:
        return any(box.stakes for box in self.round.boxes)

    def is_done_with(self, player: str) -> bool:
        """Whether nothing of the player's is undecided."""
        return not any(box.stakes for box in self.round.boxes if box.player == player)

    # -- cards

    @property
    def card_due_to(self) -> tuple[int, int] | None:
        due = self.round.due
        if type(due) is not CardDue:
            return None
        return (due.to, 1) if isinstance(due.to, int) else _AT[due.to]

    def has_place(self, box: int, hand: int) -> bool:
        return (box, hand) in _HANDS or (hand == 1 and self.round.find(box) is not None)

    def run_of(self, cards: Iterator[Card]) -> list[Card]:
        """All that is left of the deal: nobody is asked before the last card lies."""
        round = self.round
        due = sum(_RIGHT_NUMBER.values()) - len(round.communal) - len(round.dealer)
        due += sum(right_number(box.number) - len(box.cards) for box in round.live)
        return list(islice(cards, 1 if self._misplaced else due))

    def deal_card(self, card: Card) -> None:
        self._send(card)

    def deal_run(self, cards: Sequence[Card]) -> None:
        self._steps += cards
        send = self.round.send
        for card in cards:
            send(card)
        self._ask()

    def misplace(self, card: Card, box: int, hand: int) -> None:
        self._send(Misplaced(card, _HANDS.get((box, hand), box)))

    def _send(self, sent: Card | Misplaced | Answer) -> None:
        """Give the round what is due, and remember it."""
        self._steps.append(sent)
        self._misplaced = self._misplaced or isinstance(sent, Misplaced)
        self.round.send(sent)
        self._ask()

    def happen(self, what: Callable[[RoundAtTable], None]) -> None:
        """Something is done to the round that it did not ask for."""
        what(self)
        self._steps.append(what)

    @property
    def misplaced(self) -> bool:
        return self._misplaced

    @property
    def astray(self) -> bool:
        """A card lies where it was not due, all are dealt, and nobody has ruled on it."""
        if not self._misplaced or self._let_stand or self.over:
            return False
        return self.round.stage is not Stage.DEAL

    @property
    def miscounted(self) -> list[Place]:
        """Where the wrong number of cards lies, once all are dealt."""
        if self.round.stage is Stage.DEAL:
            return []
        hands = (box.number for box in self.round.boxes if box.ended is not Ended.VOID)
        places: list[Place] = [COMMUNAL, *hands, DEALER]
        return [at for at in places if len(self.round.cards_of(at)) != right_number(at)]

    def let_stand(self) -> None:
        """By a ruling every card stays where it lies."""

        def stand(at_table: RoundAtTable) -> None:
            at_table._let_stand = True

        self.happen(stand)

    # -- answers and the time for them

    def accept(self, answer: Answer) -> None:
        """Go on with a decision that has been judged."""
        self._send(answer)

    def reconsider(self) -> None:
        self.round.reconsider()
        self._ask()

    def _ask(self) -> None:
        if self._seconds is not None:
            for box in self.round.asked:
                self._asked.setdefault((box.number, self.round.stage), self._clock())

    def deadline(self, box: int) -> int | None:
        """Until when a box that is asked has time to answer; None where no clock says so."""
        at = (box, self.round.stage)
        if self._seconds is None or at not in self._asked:
            return None
        return self._asked[at] + 1000 * (self._seconds + self._more_time.get(at, 0))

    def give_time(self, box: int, seconds: int) -> None:
        at = (box, self.round.stage)
        self._more_time[at] = self._more_time.get(at, 0) + seconds

    def set_absent(self, player: str, absent: bool) -> None:
        """Nothing happens before the dealer asks: who is away then is deemed to fold."""

    # -- voids

    def void(self, clauses: Clauses) -> None:
        round_irregularities.declare_void(self.round, clauses)

    def can_void(self, player: str, box: int, wager: str | None) -> bool:
        found = self.round.find(box)
        if found is None or found.player != player or found.ended is Ended.VOID:
            return False
        return wager is None or wager in found.stakes or self._decided(box, wager)

    def _decided(self, box: int, wager: str) -> bool:
        """Whether a wager has been taken or paid, and not been given back."""
        return any(
            isinstance(fact, Settled)
            and (fact.box, fact.wager) == (box, wager)
            and fact.outcome not in (Outcome.VOID, Outcome.RETURNED)
            and id(fact) not in self.round.undone
            for fact in self.facts
        )

    def void_wagers(self, player: str, box: int, wager: str | None, clauses: Clauses) -> None:
        """Trips may go alone; without any other of its wagers the hand is void."""
        if wager == TRIPS:
            self.happen(lambda now: round_irregularities.void_trips(now.round, box, clauses))
        else:
            self.void_hand(box, f"the wagers of {player} are void", clauses)

    def void_hand(self, box: int, reason: str, clauses: Clauses) -> None:
        def void(at_table: RoundAtTable) -> None:
            round_irregularities.void_hand(at_table.round, box, reason, clauses)
            at_table._after_a_void()

        self.happen(void)

    def hand_back(self, player: str, box: int, wager: str, clauses: Clauses) -> None:
        def give_back(at_table: RoundAtTable) -> None:
            round_irregularities.under_minimum_again(at_table.round, box, wager)
            at_table._after_a_void()

        self.happen(give_back)

    def _after_a_void(self) -> None:
        """A hand that is void before the first card has no place; with none left all is over."""
        old = self.round
        if old.over or old.stage is not Stage.DEAL:
            self._ask()
        elif not old.live:
            old.stop()
        elif not old.communal:
            self.round = Round(self.rules, old.live)
            self.round.facts = [*old.facts]

    def rebuilt(self) -> tuple[RoundAtTable, list[Card], int]:
        raise NoRuling("no clause lets a round be built again")

    @property
    def drawn(self) -> list[Card]:
        laid = (step.card if isinstance(step, Misplaced) else step for step in self._steps)
        return [card for card in laid if isinstance(card, Card)]

    def draw_at(self, box: int, hand: int, place: int) -> int | None:
        whose = _HANDS.get((box, hand), box)
        dealt = (fact.to for fact in self.facts if isinstance(fact, DealtFaceDown))
        draws = [draw for draw, to in enumerate(dealt, 1) if to == whose]
        return draws[place - 1] if 1 <= place <= len(draws) else None

    @property
    def answered_since_last_card(self) -> bool:
        return not self._steps or not isinstance(self._steps[-1], Card | Misplaced)

    def corrected(self, draw: int, card: Card) -> CorrectedRound:
        """No decision hangs on a card before the dealer's hand is shown: all of them stand."""
        again = RoundAtTable(
            self.rules, [box.as_staked() for box in self._boxes], chips=self._chips,
            clock=self._clock,
        )  # fmt: skip
        dealt, kept, seen = 0, 0, False
        for step in self._steps:
            if isinstance(step, Card | Misplaced):
                dealt += 1
                if dealt == draw:
                    seen = self._is_seen(again.round, step)
                    step = card if isinstance(step, Card) else replace(step, card=card)
                again._send(step)
            elif isinstance(step, Command):
                again._send(step)
                kept += 1
            else:
                again.happen(step)
        again._asked, again._more_time = {**self._asked}, {**self._more_time}
        return CorrectedRound(again, [], 0, kept, face_down=not seen)

    def _is_seen(self, before: Round, step: Card | Misplaced) -> bool:
        """Whether everybody knows a card, by the round as it was when this card was due."""
        assert isinstance(before.due, CardDue)
        whose = step.on if isinstance(step, Misplaced) else before.due.to
        return self.round.seen(whose, len(before.cards_of(whose)) + 1)

    # -- for those who look at it

    def candidates(self, player: str | None) -> Iterator[Command]:
        round = self.round
        if round.stage is not Stage.DEAL:
            for box in round.live:
                if not box.looked and player in (None, box.player):
                    yield LookAtCards(box=box.number)
        chips = None if player is None else self._chips.rack(player)
        yield from legal_answers.candidates(round, player, chips)
        if player is None:
            for box in round.owing:
                yield NoAnswer(box=box.number)

    def view(self, viewer: Person | None) -> RoundView:
        if viewer is None or viewer.role is not Role.PLAYER:
            return view(self.round)
        return view(self.round, viewer.name, self._chips.rack(viewer.name))

    def disguise(self, viewer: Person | None, turn: int) -> list[tuple[Card, Card]]:
        player = viewer.name if viewer is not None and viewer.role is Role.PLAYER else None
        lying = hands_seen(self.round, player)
        known = {hand[place] for hand, seen in lying for place in seen if place < len(hand)}
        hidden = [
            (hand, place) for hand, seen in lying for place in range(len(hand)) if place not in seen
        ]
        exchanged = []
        for (hand, place), card in zip(hidden, stand_ins(known, len(hidden), turn), strict=True):
            exchanged.append((hand[place], card))
            hand[place] = card
        instead = dict(exchanged)  # one deck: each card is there once
        self._steps = [_exchanged(step, instead) for step in self._steps]
        return exchanged


def _exchanged(step: _Step, instead: Mapping[Card, Card]) -> _Step:
    if isinstance(step, Card):
        return instead.get(step, step)
    if isinstance(step, Misplaced):
        return replace(step, card=instead.get(step.card, step.card))
    return step


def right_number(at: Place) -> int:
    """How many cards belong there: two for a hand, five in the middle."""
    return _RIGHT_NUMBER.get(str(at), 2)


def round_in_play(table: Table) -> RoundAtTable:
    """The round whose cards are on the table and whose last wager is not settled yet."""
    at_table = table.round
    if not isinstance(at_table, RoundAtTable) or table.phase is not DEALING:
        raise Refused("no round is in play", table.law.round_of_play)
    if not table.in_play:
        raise Refused("a round begins with its first card", table.law.round_of_play)
    return at_table
