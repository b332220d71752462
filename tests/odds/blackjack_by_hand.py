"""Blackjack the long way round: the round itself, played over every order of a tiny shoe."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING

from croupier.cards import Card
from croupier.games.blackjack.asks_and_answers import (
    CardDue,
    Choice,
    Double,
    Hit,
    InsuranceWindow,
    MoveOn,
    Split,
    Stand,
    TakeEvenMoney,
)
from croupier.games.blackjack.cases import Showing
from croupier.games.blackjack.hands import Box, Hand, MainWager
from croupier.games.blackjack.legal_answers import legal_actions
from croupier.games.blackjack.odds.against_up_card import Against, PlayAgainstUpCard
from croupier.games.blackjack.odds.hand_terms import EVEN_MONEY, terms_of
from croupier.games.blackjack.odds.hands import hands_of
from croupier.games.blackjack.odds.kernels.playing import HIT, STAND
from croupier.games.blackjack.round import Round
from croupier.games.blackjack.rules import Soft17
from croupier.games.blackjack.settlement import rule_on
from croupier.odds.shoe_composition import Composition
from croupier.table.facts import Outcome, Settled

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from croupier.games.blackjack.asks_and_answers import Answer
    from croupier.games.blackjack.rules import BlackjackRules

    Table = dict[int, tuple[Against, PlayAgainstUpCard]]
    """By the value of the dealer's card: what is known against it, and what is played."""

STAKE = 200


def shoe_of(text: str) -> Composition:
    """`"A:3 8:8 T:9"`: so many of each rank."""
    cards: Counter[Card] = Counter()
    for part in text.split():
        rank, copies = part.split(":")
        cards[Card(f"{rank}S")] = int(copies)
    return Composition.of(cards.elements())


def table_of(
    rules: BlackjackRules, shoe: Composition, played: Callable[[Against], PlayAgainstUpCard]
) -> Table:
    """A play against every card that the shoe has for the dealer."""
    hands = hands_of(terms_of(rules, shoe))
    found = {}
    for card, copies in enumerate(shoe.by_points):
        if copies:
            against = Against(hands, shoe.by_points, card)
            found[card] = against, played(against)
    return found


def results(
    rules: BlackjackRules, shoe: Composition, table: Table, dealt: str = ""
) -> Counter[Fraction]:
    """The chance of each result over every order of the shoe that begins as `dealt`."""
    found: Counter[Fraction] = Counter()
    for net, chance in every_deal(rules, shoe, table, tuple(map(Card, dealt.split()))):
        found[Fraction(net, STAKE)] += chance  # type: ignore[assignment] # counts in parts
    return found


def mean(chances: Counter[Fraction]) -> Fraction:
    return sum((net * chance for net, chance in chances.items()), Fraction())


def every_deal(
    rules: BlackjackRules, shoe: Composition, table: Table, dealt: tuple[Card, ...]
) -> Iterator[tuple[int, Fraction]]:
    full = +Counter(shoe.by_card)
    waiting = [(dealt, Fraction(1))]
    while waiting:
        cards, chance = waiting.pop()
        net = net_of(rules, cards, table)
        if net is not None:
            yield net, chance
            continue
        left = full - Counter(cards)
        assert left, "the shoe ran out"
        for card, copies in left.items():
            waiting.append(((*cards, card), chance * Fraction(copies, left.total())))


def net_of(rules: BlackjackRules, cards: tuple[Card, ...], table: Table) -> int | None:
    """What a round brings that is dealt these cards; nothing yet, if it needs more."""
    game = Round(rules, [Box(1, (MainWager("P", STAKE),))])
    coming = iter(cards)
    while (due := game.due) is not None:
        if isinstance(due, CardDue):
            card = next(coming, None)
            if card is None:
                return None
            game.deal(card)
        elif isinstance(due, Choice):
            game.answer(decision(game, due, table))
        elif isinstance(due, InsuranceWindow):
            game.answer(insurance(game, table))
    assert next(coming, None) is None, "more cards than the round needs"
    return sum(fact.net for fact in game.facts if isinstance(fact, Settled))


def decision(game: Round, due: Choice, table: Table) -> Answer:
    against, play = table[game.dealer.cards[0].points - 1]
    hand, first = due.hand, due.hand.cards[0].points - 1
    room = len(due.box.hands) < game.law.most_hands.value
    if hand.is_pair_by_value and room and (hand.split or play.splits[first]):
        return Split(box=1, hand=hand.place)
    actions = play.split[first] if hand.split else play.dealt
    action = actions[against.hands.number(*(card.points - 1 for card in hand.cards))]
    if action == STAND:
        return Stand(box=1, hand=hand.place)
    if action == HIT:
        return Hit(box=1, hand=hand.place)
    return Double(box=1, hand=hand.place, amount=STAKE)


def insurance(game: Round, table: Table) -> Answer:
    """Even money where the play takes it; never insurance."""
    against, _ = table[0]
    hand = game.boxes[0].hands[0]
    takes = against.row[against.hands.number(0, 9)] == EVEN_MONEY
    if takes and hand.is_blackjack and not game.even_money:
        return TakeEvenMoney(player="P", box=1)
    return MoveOn()


class ByHand:
    """The best play of one hand by plain recursion over what is left in the shoe, in ratios."""

    def __init__(self, rules: BlackjackRules, shoe: Composition, up_card: int) -> None:
        self.rules, self.up_card = rules, up_card
        copies = list(shoe.by_points)
        copies[up_card] -= 1
        self.shoe = tuple(copies)
        self._after: dict[tuple[object, ...], dict[Showing, Fraction]] = {}

    def value(self, cards: tuple[int, ...], action: str) -> Fraction:
        """What an action is worth with a hand of these values, places from the ace."""
        if action == "stand":
            return self.settled(cards, 1)
        total = Fraction()
        for card, chance in self.draws(cards):
            hand = (*cards, card)
            if counted(hand)[0] > 21:
                total -= chance * (2 if action == "double" else 1)
            elif action == "double":
                total += chance * self.settled(hand, 2)
            else:
                total += chance * self.best(hand)
        return total

    def best(self, cards: tuple[int, ...]) -> Fraction:
        return max(self.value(cards, action) for action in self.actions(cards))

    def actions(self, cards: tuple[int, ...]) -> list[str]:
        """What the rules allow with a hand, splits apart."""
        hand = Hand()
        for card in cards:
            hand.add(Card(f"{'A23456789T'[card]}S"))
        over = hand.total == 21 or (self.rules.law.five_card_trick and len(cards) == 5)
        if over:
            return ["stand"]
        allowed = legal_actions(self.rules, Box(1, (MainWager("P", STAKE),)), hand)
        return [action for action in allowed if action != "split"]

    def draws(self, cards: tuple[int, ...]) -> Iterator[tuple[int, Fraction]]:
        left = [copies - cards.count(card) for card, copies in enumerate(self.shoe)]
        for card, copies in enumerate(left):
            if copies:
                yield card, Fraction(copies, sum(left))

    def settled(self, cards: tuple[int, ...], stake: int) -> Fraction:
        """The mean over the dealer's draws of what the hand brings as it stands."""
        law, total = self.rules.law, counted(cards)[0]
        blackjack = len(cards) == 2 and total == 21
        if law.pays_21 and not blackjack and (total == 21 or len(cards) == 5):
            return Fraction(stake)
        net = Fraction()
        for dealer, chance in self.dealer(cards, (self.up_card,)).items():
            ruling = rule_on(law, Showing(total, blackjack), dealer)
            if ruling.outcome is Outcome.WIN and ruling.odds is not None:
                net += chance * stake * Fraction(ruling.odds.win, ruling.odds.stake)
            elif ruling.outcome is Outcome.LOSE:
                spared = self.rules.dealer_blackjack_collects and dealer.blackjack
                net -= chance * (1 if spared else stake)
        return net

    def dealer(self, out: tuple[int, ...], held: tuple[int, ...]) -> dict[Showing, Fraction]:
        """How the dealer ends, with those cards out of the shoe and these held."""
        key = tuple(sorted(out)), tuple(sorted(held)), len(held) == 2
        if key in self._after:
            return self._after[key]
        total, soft = counted(held)
        stays = total > 17 or (total == 17 and not (soft and self.rules.soft_17 is Soft17.HIT))
        ends: dict[Showing, Fraction] = {}
        if stays:
            ends[Showing(min(total, 22), len(held) == 2 and total == 21)] = Fraction(1)
        else:
            for card, chance in self.draws((*out, *held[1:])):
                for showing, then in self.dealer(out, (*held, card)).items():
                    ends[showing] = ends.get(showing, Fraction()) + chance * then
        self._after[key] = ends
        return ends


def counted(cards: tuple[int, ...]) -> tuple[int, bool]:
    """The total of these values, and whether it is soft."""
    low = sum(card + 1 for card in cards)
    return (low + 10, True) if 0 in cards and low <= 11 else (low, False)
