"""A coup with what only a table can do to it: cards face down or misplaced, wagers taken off."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING

from croupier.games.baccarat import settlement
from croupier.games.baccarat.facts import CoupEnded, Dealt, DealtFaceDown, Turned, Whose, Winner
from croupier.games.baccarat.hands import PAIRS, Bet, Hand
from croupier.games.baccarat.round import Round, next_to_draw
from croupier.games.baccarat.rules import ExposureTest, FaceOfCards
from croupier.games.baccarat.views import view
from croupier.rulebook.citations import Clauses, Refused
from croupier.table.facts import Outcome
from croupier.table.game_protocol import CorrectedRound
from croupier.table.redaction import stand_ins

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from croupier.aggregate.acts import Command
    from croupier.aggregate.roles import Person
    from croupier.cards import Card
    from croupier.games.baccarat.facts import RoundFact
    from croupier.games.baccarat.rules import BaccaratRules, WagerChange
    from croupier.games.baccarat.views import CoupView

    Turners = Mapping[Whose, tuple[str, ...]]

ORDER = (Whose.PLAYER, Whose.BANKER, Whose.PLAYER, Whose.BANKER)
_LAID = Dealt | DealtFaceDown
PLACES = {Whose.PLAYER: (0, 1), Whose.BANKER: (0, 2)}
"""Where the two hands lie, as a table counts boxes and hands: before the dealer."""


@dataclass(slots=True)
class Laid:
    """A card as it lies on the layout."""

    card: Card
    on: Whose
    due_to: Whose
    clauses: Clauses
    face_down: bool
    """Whether it was laid so; it may have been turned since."""
    seen: bool
    drawn_to: Whose | None = None
    counted: bool = False
    """Whether the coup has taken it into account."""

    @property
    def meant_for(self) -> Whose | None:
        return None if self.on is self.due_to else self.due_to


class _Round(Round):
    """A coup whose cards may have been laid on the wrong hand, or face down."""

    _laid: Laid

    def take(self, laid: Laid) -> None:
        self._laid = laid
        self.deal(laid.card)

    def lay(self, card: Card, hand: Hand, clauses: Clauses) -> None:
        self.put(self._laid, clauses)

    def put(self, laid: Laid, clauses: Clauses) -> None:
        """The card counts for the hand it lies on; one that was turned has been stated already."""
        self.hand(laid.on).add(laid.card)
        if laid.drawn_to is not None:
            clauses = Clauses((*self.law.drawn_to_player, *clauses))
        if not laid.face_down:
            self.facts.append(
                Dealt(
                    hand=laid.on, card=laid.card, meant_for=laid.meant_for,
                    drawn_to=laid.drawn_to, clauses=clauses,
                )
            )  # fmt: skip

    def look_for_pairs(self) -> None:
        """The wagers have changed."""
        on_pairs = sum(bet.wager in PAIRS for bet in self.bets)
        self.has_pairs = on_pairs > 0
        self.has_only_pairs = 0 < on_pairs == len(self.bets)


class RoundAtTable:
    """A coup as it lies on the layout."""

    def __init__(self, rules: BaccaratRules, bets: Iterable[Bet], turners: Turners) -> None:
        self.rules = rules
        self.round = _Round(rules, bets)
        self.turners = turners
        self.cards: list[Laid] = []
        self.put_right = False
        """Whether its cards have been laid anew, each where it was due."""
        self.removal_open = False
        """Whether patrons are being asked about removing their wagers."""
        self.permitted: frozenset[WagerChange] = frozenset()
        self._astray = self._voided = False
        self._taken_off: list[tuple[Outcome, str, int, str | None, Clauses]] = []

    # -- where it stands

    @property
    def facts(self) -> list[RoundFact]:
        return self.round.facts

    @property
    def over(self) -> bool:
        return self.round.over

    @property
    def due(self) -> Whose | None:
        """The hand that a card is due to."""
        if self.over or self._astray or self.removal_open:
            return None
        if len(self.cards) < len(ORDER):
            return ORDER[len(self.cards)]
        if self.round.due is None or self._unseen:
            return None
        return self.round.due.hand.whose

    @property
    def _unseen(self) -> bool:
        """Whether a card lies face down."""
        for laid in self.cards:  # a plain loop: this is asked before every card  # noqa: SIM110
            if not laid.seen:
                return True
        return False

    @property
    def card_due_to(self) -> tuple[int, int] | None:
        due = self.due
        return None if due is None else PLACES[due]

    @property
    def misplaced(self) -> bool:
        return any(laid.meant_for is not None for laid in self.cards)

    @property
    def astray(self) -> bool:
        return self._astray

    @property
    def third_card_is_astray(self) -> bool:
        """True if the player's third card lies on the wrong hand, and one card may follow."""
        return self._astray and len(self.cards) == len(ORDER) + 1

    @property
    def cleared(self) -> tuple[()]:
        return ()  # both hands lie until the end

    @property
    def unsettled(self) -> bool:
        return any(bet.open for bet in self.round.bets)

    @property
    def exposed(self) -> bool:
        """Whether anybody has seen a card of the coup."""
        return any(laid.seen for laid in self.cards)

    @property
    def removal_is_open_to_patrons(self) -> bool:
        """Whether so little has been seen that wagers may be removed from a rebuilt coup."""
        if ExposureTest(self.rules.options["exposure_test"]) is ExposureTest.ANY_CARD:
            return not self.exposed
        return not any(laid.seen for laid in self.cards if laid.meant_for is not None)

    @property
    def is_void(self) -> bool:
        return self._voided

    @property
    def winner(self) -> Winner | None:
        """How it came out; void, it has no result."""
        if self._voided:
            return None
        return next((fact.winner for fact in self.facts if isinstance(fact, CoupEnded)), None)

    # -- cards

    def run_of(self, cards: Iterator[Card]) -> list[Card]:
        """The coup to its end, or to where its cards are to be turned."""
        if self.misplaced:
            return list(islice(cards, 1))
        if self.rules.dealing is FaceOfCards.FACE_DOWN:
            return list(islice(cards, max(len(ORDER) - len(self.cards), 1)))
        player, banker = Hand(Whose.PLAYER), Hand(Whose.BANKER)
        for laid in self.cards:
            (player if laid.on is Whose.PLAYER else banker).add(laid.card)
        run: list[Card] = []
        while (hand := next_to_draw(self.rules.law, player, banker)) is not None:
            card = next(cards, None)
            if card is None:
                break
            hand.add(card)
            run.append(card)
        return run

    def deal_card(self, card: Card) -> None:
        due = self.due
        assert due is not None
        self._lay(card, due)

    def deal_run(self, cards: Sequence[Card]) -> None:
        for card in cards:
            self.deal_card(card)

    def misplace(self, card: Card, box: int, hand: int) -> None:
        due = self.due
        on = next(whose for whose, place in PLACES.items() if place == (box, hand))
        if due is None:
            self._lay(card, on, due_to=Whose.BANKER)
        elif len(self.cards) >= len(ORDER) and due is Whose.BANKER:
            # Drawn to the player's hand, it is the card that the banker's hand has to draw.
            self._lay(card, due, drawn_to=on)
        else:
            self.permitted = frozenset()  # what was permitted was so for cards dealt in their order
            self._lay(card, on)

    def has_place(self, box: int, hand: int) -> bool:
        return (box, hand) in PLACES.values()

    def _lay(
        self,
        card: Card,
        on: Whose,
        *,
        drawn_to: Whose | None = None,
        seen: bool | None = None,
        due_to: Whose | None = None,
    ) -> None:
        due_to, clauses = due_to or self.due, self._clauses_of_the_draw()
        assert due_to is not None
        if seen is None:
            seen = self.rules.dealing is FaceOfCards.FACE_UP
        laid = Laid(card, on, due_to, clauses, not seen, seen, drawn_to)
        self.cards.append(laid)
        if laid.face_down:
            if drawn_to is not None:
                clauses = Clauses((*self.rules.law.drawn_to_player, *clauses))
            self.facts.append(
                DealtFaceDown(hand=on, meant_for=laid.meant_for, drawn_to=drawn_to, clauses=clauses)
            )
        self._astray = self._astray or self._lies_astray(laid)
        self._play_on()

    def _clauses_of_the_draw(self) -> Clauses:
        law = self.rules.law
        if len(self.cards) < len(ORDER):
            return law.first_cards if len(self.cards) < 2 else law.second_cards
        assert self.round.due is not None
        return self.round.due.clauses

    def _lies_astray(self, last: Laid) -> bool:
        """Whether nothing can follow: an initial deal left a hand short, or a third card is off."""
        if len(self.cards) == len(ORDER):
            return sum(laid.on is Whose.PLAYER for laid in self.cards) != 2
        return len(self.cards) > len(ORDER) and last.meant_for is not None

    def _play_on(self) -> None:
        """Count what lies there; of cards dealt face down, not before all of them are turned."""
        if self._astray:
            for laid in self._uncounted:
                if laid.seen:
                    self.round.put(laid, laid.clauses)
                    laid.counted = True
            return
        if self.rules.dealing is FaceOfCards.FACE_DOWN and (
            len(self.cards) < len(ORDER) or self._unseen
        ):
            return
        for laid in self._uncounted:
            laid.counted = True
            self.round.take(laid)

    @property
    def _uncounted(self) -> list[Laid]:
        return [laid for laid in self.cards if not laid.counted]

    # -- turning

    def hand(self, whose: Whose) -> list[Laid]:
        return [laid for laid in self.cards if laid.on is whose]

    def hidden(self, whose: Whose) -> list[int]:
        """The places of a hand's cards that lie face down, from 1."""
        if not self._unseen:
            return []
        return [place for place, laid in enumerate(self.hand(whose), 1) if not laid.seen]

    @property
    def hands_to_turn(self) -> list[Whose]:
        """The hands that are to be turned now: all cards are out, and not all are seen."""
        if len(self.cards) < len(ORDER) or self._astray or self.removal_open:
            return []
        hidden = {laid.on for laid in self.cards if not laid.seen}
        return [whose for whose in PLACES if whose in hidden]

    def turn(self, whose: Whose, place: int, by: str, clauses: Clauses) -> None:
        laid = self.hand(whose)[place - 1]
        laid.seen = True
        self.permitted = frozenset()
        self.facts.append(Turned(hand=whose, place=place, card=laid.card, by=by, clauses=clauses))
        self._play_on()

    # -- wagers

    def change(self, old: Bet | None, new: Bet | None) -> None:
        """While nothing is decided: a wager is taken off, put on, or another than it was."""
        bets = self.round.bets
        if old is not None:
            bets.remove(old)
        if new is not None:
            bets.append(new)
        self.round.look_for_pairs()

    def bet_of(self, player: str, box: int, wager: str) -> Bet | None:
        """A patron's wager that nothing has decided yet."""
        for bet in self.round.bets:
            if bet.open and (bet.player, bet.box, bet.wager) == (player, box, wager):
                return bet
        return None

    def is_done_with(self, player: str) -> bool:
        """Whether no wager of the patron's is undecided."""
        return not any(bet.open and bet.player == player for bet in self.round.bets)

    # -- what is done to it from outside

    def reconsider(self) -> None:
        """Nobody decides anything, so nothing is to be looked at again."""

    def set_absent(self, player: str, absent: bool) -> None:
        """Nobody has to be there: wagers lie until they are decided."""

    def void(self, clauses: Clauses) -> None:
        self._voided = True
        self.removal_open = False
        settlement.void_everything(self.round, clauses)

    def can_void(self, player: str, box: int, wager: str | None) -> bool:
        return settlement.can_void(self.round, player, box, wager)

    def void_wagers(self, player: str, box: int, wager: str | None, clauses: Clauses) -> None:
        self._take_back(Outcome.VOID, player, box, wager, clauses)

    def hand_back(self, player: str, box: int, wager: str, clauses: Clauses) -> None:
        self._take_back(Outcome.RETURNED, player, box, wager, clauses)

    def _take_back(
        self, outcome: Outcome, player: str, box: int, wager: str | None, clauses: Clauses
    ) -> None:
        self._taken_off.append((outcome, player, box, wager, clauses))
        settlement.take_back(self.round, outcome, player, box, wager, clauses)
        if not self.cards and not self.unsettled:  # without a wager it need not be begun
            self.round.stop()

    def rebuilt(self) -> tuple[RoundAtTable, list[Card], int]:
        """Every card where it was due, in the order drawn; nobody decided anything."""
        again, left = self._laid_anew(self.cards)
        again.put_right = True
        return again, left, 0

    def _laid_anew(self, cards: Sequence[Laid]) -> tuple[RoundAtTable, list[Card]]:
        """The same wagers, and cards laid one after the other where they are due.

        Which hand a card was drawn to first is said again of one that had its place before.
        """
        bets = [Bet(bet.player, bet.wager, bet.stake, bet.box) for bet in self.round.bets]
        again = RoundAtTable(self.rules, bets, self.turners)
        again._taken_off = [*self._taken_off]
        for each in self._taken_off:
            settlement.take_back(again.round, *each)
        left: list[Card] = []
        for laid in cards:
            due = again.due
            if due is None or left:
                left.append(laid.card)
            else:
                drawn_to = None if self.misplaced or due is not laid.due_to else laid.drawn_to
                again._lay(laid.card, due, drawn_to=drawn_to, seen=laid.seen)
        return again, left

    @property
    def drawn(self) -> list[Card]:
        return [laid.card for laid in self.cards]

    def draw_at(self, box: int, hand: int, place: int) -> int | None:
        draws = [n for n, laid in enumerate(self.cards, 1) if PLACES[laid.on] == (box, hand)]
        return draws[place - 1] if 1 <= place <= len(draws) else None

    @property
    def answered_since_last_card(self) -> bool:
        last = (fact for fact in reversed(self.facts) if isinstance(fact, Turned | _LAID))
        return isinstance(next(last, None), Turned)

    def corrected(self, draw: int, card: Card) -> CorrectedRound:
        if self.misplaced or self.removal_open:
            law = self.rules.table_law.misplaced_in_round
            raise Refused("a card lies on the wrong hand: that is put right first", law)
        cards = [*self.cards]
        cards[draw - 1] = replace(cards[draw - 1], card=card)
        again, left = self._laid_anew(cards)
        if any(not laid.seen for laid in cards[len(cards) - len(left) :]):
            law = self.rules.law.excess_unseen
            raise Refused("turn the last card first: no hand needs it", law)
        again.put_right, again.permitted = self.put_right, self.permitted
        return CorrectedRound(again, left, 0, 0, face_down=not cards[draw - 1].seen)

    def candidates(self, player: str | None) -> Iterable[Command]:
        return ()  # the tableau leaves nobody a decision; what else may be done the game names

    def view(self, viewer: Person | None) -> CoupView:
        return view(self)  # a card that is face down is hidden from all alike

    def disguise(self, viewer: Person | None, turn: int) -> list[tuple[Card, Card]]:
        hidden = [laid for laid in self.cards if not laid.seen]
        known = {laid.card for laid in self.cards if laid.seen}
        exchanged = []
        for laid, card in zip(hidden, stand_ins(known, len(hidden), turn), strict=True):
            exchanged.append((laid.card, card))
            laid.card = card
        return exchanged
