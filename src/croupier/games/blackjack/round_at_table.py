"""A round of blackjack with what only a table can do to it."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, ClassVar, Self, TypeVar

from croupier.cards import Card
from croupier.games.blackjack import insurance, voiding
from croupier.games.blackjack.asks_and_answers import (
    CardDue,
    InsuranceWindow,
    Misplaced,
    Reconsider,
)
from croupier.games.blackjack.facts import (
    DEALERS_HAND,
    INITIAL_DEAL,
    SUBSEQUENT_DEAL,
    Chose,
    Dealt,
)
from croupier.games.blackjack.hands import Box, Hand
from croupier.games.blackjack.legal_answers import candidates
from croupier.games.blackjack.round import Round, why_stop
from croupier.games.blackjack.round_reconstruction import OutsideEvent, rebuild
from croupier.games.blackjack.round_state import boxes_in_play
from croupier.games.blackjack.views import RoundView, view
from croupier.rulebook.citations import Refused
from croupier.table.facts import Outcome, Settled
from croupier.table.game_protocol import CorrectedRound
from croupier.table.wagers import with_their_mains

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from croupier.aggregate.acts import Command
    from croupier.aggregate.roles import Person
    from croupier.games.blackjack.facts import RoundFact
    from croupier.games.blackjack.round import Sent
    from croupier.games.blackjack.round_reconstruction import Misread
    from croupier.games.blackjack.rules import BlackjackRules
    from croupier.rulebook.citations import Clauses
    from croupier.table.wagers import Admitted

T = TypeVar("T")


class LiveRound(Round):
    """A round whose wagers can be taken off while a card is due to them."""

    def reconsider(self) -> None:
        due = self.due
        if isinstance(due, CardDue | InsuranceWindow) and not self._needs(due):
            self.send(Reconsider())
        else:
            super().reconsider()

    def is_dealt_to(self, box: Box | None) -> bool:
        """Cards go where wagers are; the dealer needs one if there are any."""
        if not self.taken_off:
            return True
        boxes = self.boxes if box is None else (box,)
        return any(_has_a_wager(each) for each in boxes)

    @property
    def left_to_deal(self) -> int:
        """How many cards of the initial deal are still to come."""
        if not self.taken_off:
            return 2 * len(self.boxes) + 1 - len(self.answers)
        boxes = [box for box in self.boxes if self.is_dealt_to(box)]
        dealers = bool(boxes) and not self.dealer.cards
        return dealers + sum(2 - len(box.received) for box in boxes)

    def _needs(self, due: CardDue | InsuranceWindow) -> bool:
        """Whether what was due is due still: no needless card is drawn (12.2)."""
        if isinstance(due, InsuranceWindow):
            return insurance.can_go_on(self, due.window)
        if self.stage is SUBSEQUENT_DEAL:
            return due.hand.has_open_bets
        if self.stage is INITIAL_DEAL:
            return self.is_dealt_to(due.box)
        return why_stop(self, self.dealer, self.undecided()) is None


class RoundAtTable:
    """A round with what only a table can do to it: misplaced cards, voids, people who leave."""

    kind: ClassVar[type[LiveRound]] = LiveRound

    def __init__(
        self, rules: BlackjackRules, admitted: list[Admitted], absent: frozenset[str]
    ) -> None:
        self.rules = rules
        self.round = self.kind(rules, boxes_in_play(admitted, rules.first_box), absent=absent)
        self.admitted = admitted
        self._absent = absent
        self._events: list[OutsideEvent] = []
        self._misplaced = False
        self._astray = False

    @property
    def facts(self) -> list[RoundFact]:
        return self.round.facts

    @property
    def over(self) -> bool:
        return self.round.due is None

    @property
    def card_due_to(self) -> tuple[int, int] | None:
        due = self.round.due
        if type(due) is not CardDue or self._astray:
            return None
        return (due.box.number if due.box else 0, due.hand.place)

    @property
    def misplaced(self) -> bool:
        return self._misplaced

    @property
    def astray(self) -> bool:
        return self._astray

    @property
    def cleared(self) -> list[Card]:
        return self.round.cleared

    @property
    def unsettled(self) -> bool:
        return next(voiding.open_stakes(self.round), None) is not None

    def is_done_with(self, player: str) -> bool:
        """Whether nothing of the player's is undecided."""
        return all(stake.player != player for stake in voiding.open_stakes(self.round))

    def run_of(self, cards: Iterator[Card]) -> list[Card]:
        """All that is left of the initial deal, or what the dealer's hand takes to its end."""
        round, dealer = self.round, self.round.dealer
        if self._misplaced:
            return list(islice(cards, 1))
        if round.stage is INITIAL_DEAL:
            return list(islice(cards, round.left_to_deal))
        if round.stage is not DEALERS_HAND:
            return list(islice(cards, 1))
        imagined, run, undecided = Hand(), list[Card](), round.undecided()
        for card in dealer.cards:
            imagined.add(card)
        for card in cards:
            run.append(card)
            imagined.add(card)
            if why_stop(round, imagined, undecided) is not None:
                break
        return run

    def deal_card(self, card: Card) -> None:
        if self._misplaced:
            self._lay(card)
        else:
            self.round.send(card)

    def deal_run(self, cards: Sequence[Card]) -> None:
        if self._misplaced:
            for card in cards:
                self._lay(card)
        else:
            send = self.round.send
            for card in cards:
                send(card)

    def misplace(self, card: Card, box: int, hand: int) -> None:
        self._misplaced = True
        self._lay(Misplaced(card, box, hand))

    def _lay(self, sent: Card | Misplaced) -> None:
        due = self.round.due
        assert isinstance(due, CardDue)
        if self._misplaced and self._ends_the_initial_deal_wrong(due, sent):
            # Nothing can follow an initial deal that left a hand short.
            self._astray = True
            self.round.answers.append((sent, ()))
            self.round.lay(sent, due.box, due.hand, due.clauses)
        else:
            self.round.deal(sent)

    def _ends_the_initial_deal_wrong(self, due: CardDue, sent: Card | Misplaced) -> bool:
        round = self.round
        boxes = [box for box in round.boxes if round.is_dealt_to(box)]
        if due.clauses is not round.law.second_card or due.box is not boxes[-1]:
            return False
        to = due.hand if isinstance(sent, Card) else round.find(sent.box, sent.hand)[1]
        hands = [(round.dealer, 1), *((box.hands[0], 2) for box in boxes)]
        return any(len(hand.cards) + (hand is to) != cards for hand, cards in hands)

    def has_place(self, box: int, hand: int) -> bool:
        try:
            self.round.find(box, hand)
        except LookupError:
            return False
        return box != 0 or hand == 1

    def reconsider(self) -> None:
        if not self._astray:  # else nothing follows until the cards are put right
            self.round.reconsider()

    # -- what is done to it from outside

    def set_absent(self, player: str, absent: bool) -> None:
        def happen(round: Round) -> None:
            if absent:
                round.absent.add(player)
            else:
                round.absent.discard(player)

        self._happen(happen)

    def void(self, clauses: Clauses) -> None:
        voiding.void_everything(self.round, clauses)

    def can_void(self, player: str, box: int, wager: str | None) -> bool:
        return voiding.can_void(self.round, player, box, wager)

    def void_wagers(self, player: str, box: int, wager: str | None, clauses: Clauses) -> None:
        self._take_back(Outcome.VOID, player, box, wager, clauses)

    def hand_back(self, player: str, box: int, wager: str, clauses: Clauses) -> None:
        self._take_back(Outcome.RETURNED, player, box, wager, clauses)

    def _take_back(
        self, outcome: Outcome, player: str, box: int, wager: str | None, clauses: Clauses
    ) -> None:
        if self.round.answers:
            self._happen(
                lambda round: voiding.take_back(round, outcome, player, box, wager, clauses)
            )
        else:
            self._start_without(outcome, player, box, wager, clauses)

    def _happen(self, happen: Callable[[Round], object]) -> None:
        self._events.append(OutsideEvent(len(self.round.answers), happen))
        happen(self.round)
        self.reconsider()

    def _start_without(
        self, outcome: Outcome, player: str, box: int, wager: str | None, clauses: Clauses
    ) -> None:
        """No card has been dealt: a box that loses its last main wager gets none."""
        off = [
            each
            for each in self.admitted
            if each.wager.player == player
            and each.wager.box == box
            and wager in (None, each.wager.wager)
        ]
        gone = [(each, outcome, clauses) for each in off]
        ruled = self.accompanied([each for each in self.admitted if each not in off])
        for each in ruled:
            if not each.stands:
                how = Outcome.VOID if each.void else Outcome.RETURNED
                gone.append((each, how, each.clauses))
        self.admitted = [each for each in ruled if each.stands]
        facts = [_given_back(*each) for each in gone]
        before = self.round.facts
        boxes = boxes_in_play(self.admitted, self.rules.first_box)
        if boxes:
            self.round = self.kind(self.rules, boxes, absent=self._absent)
        else:
            self.round.stop()
        self.round.facts = [*before, *facts]
        self._events.append(OutsideEvent(0, lambda round: round.facts.extend(facts)))

    def accompanied(self, admitted: list[Admitted]) -> list[Admitted]:
        """The same wagers, with nothing standing of side wagers that no main wager accompanies."""
        rules = self.rules
        return with_their_mains(rules.table_law, admitted, rules.side_bet_needs_own_main)

    def rebuilt(self) -> tuple[Self, list[Card], int]:
        return self.rebuilt_on(self.admitted)

    def rebuilt_on(
        self,
        admitted: list[Admitted],
        answers: Iterable[tuple[Sent, tuple[Card, ...]]] | None = None,
        misread: Misread | None = None,
    ) -> tuple[Self, list[Card], int]:
        """On other wagers than were thought to stand, or with a card that was called another."""
        boxes = boxes_in_play(admitted, self.rules.first_box)
        rebuilt = rebuild(self.round, boxes, self._absent, self._events, answers, misread)
        again = type(self)(self.rules, admitted, self._absent)
        again.round, again._events = rebuilt.round, rebuilt.events
        return again, rebuilt.cards, rebuilt.decisions_kept

    @property
    def drawn(self) -> list[Card]:
        sent = (sent for sent, _ in self.round.answers)
        cards = (each.card if isinstance(each, Misplaced) else each for each in sent)
        return [card for card in cards if isinstance(card, Card)]

    def draw_at(self, box: int, hand: int, place: int) -> int | None:
        lying: dict[int, list[list[int]]] = {}
        draw = 0
        for fact in self.facts:
            if isinstance(fact, Dealt):
                draw += 1
                hands = lying.setdefault(fact.box, [[]])
                hands += [[] for _ in range(fact.hand - len(hands))]
                hands[fact.hand - 1].append(draw)
            elif isinstance(fact, Chose) and fact.action == "split":
                hands = lying[fact.box]
                hands.insert(fact.hand, [hands[fact.hand - 1].pop()])
        hands = lying.get(box, [])
        return _at(_at(hands, hand) or [], place)

    @property
    def answered_since_last_card(self) -> bool:
        for sent, _ in reversed(self.round.answers):
            if not isinstance(sent, Reconsider):
                return not isinstance(sent, (Card, Misplaced))
        return False

    def corrected(self, draw: int, card: Card) -> CorrectedRound:
        if self._misplaced:
            law = self.rules.table_law.misplaced_in_round
            raise Refused("a card lies on the wrong hand: that is put right first", law)
        was, dealt = self.drawn[draw - 1], 0
        answers: list[tuple[Sent, tuple[Card, ...]]] = []
        for sent, seen in self.round.answers:
            dealt += isinstance(sent, Card)
            right = card if dealt == draw and isinstance(sent, Card) else sent
            answers.append((right, seen))
        again, waiting, kept = self.rebuilt_on(self.admitted, answers, (was, card))
        overdrawn = min(len(waiting), max(len(self.round.dealer.cards) - 1, 0))
        return CorrectedRound(again, waiting, overdrawn, kept, face_down=False)

    def candidates(self, player: str | None) -> Iterator[Command]:
        return candidates(self.round, player)

    def view(self, viewer: Person | None) -> RoundView:
        return view(self.round)  # every card lies face up: all see the same

    def disguise(self, viewer: Person | None, turn: int) -> list[tuple[Card, Card]]:
        return []


def _has_a_wager(box: Box) -> bool:
    return box.hands[0].has_open_bets or any(side.open for side in box.sides)


def _at(row: Sequence[T], place: int) -> T | None:
    """What is there, by its place from 1."""
    return row[place - 1] if 1 <= place <= len(row) else None


def _given_back(each: Admitted, outcome: Outcome, clauses: Clauses) -> Settled:
    wager = each.wager
    return Settled(
        player=wager.player, box=wager.box, hand=None, wager=wager.wager,
        stake=each.stands or each.goes_back, outcome=outcome, net=0, clauses=clauses,
    )  # fmt: skip
