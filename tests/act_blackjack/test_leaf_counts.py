"""How many ways a round can go: every decision at every turn, for shoes in a fixed order.

A leaf is one whole way of playing the round. At a hand the ways are split, double for the whole
stake, draw and stand, as far as they are open; the other owners join a split or a double with their
whole stake or stay out; against an ace each owner takes no insurance, insurance up to the cap or,
with a Blackjack, even money; and in 2018 each other player then insures a declined wager up to the
cap or does not, and the owner of a declined Blackjack may still take even money.

`by_the_engine` walks the engine's own legal actions and plays every leaf to its end. `by_the_rules`
counts again without the engine, from rules 7 to 11 alone. To recount after a rule has changed, put
the figure that both agree on into `SHOES`; where they do not agree, one of them misreads a rule.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

import pytest
from tests.support import stakes

from croupier.cards import parse_cards
from croupier.game_rules import rules_for
from croupier.games.blackjack import legal_answers
from croupier.games.blackjack.asks_and_answers import (
    CardDue,
    Choice,
    Double,
    Elect,
    Election,
    Hit,
    Insure,
    MoveOn,
    Split,
    Stand,
    TakeEvenMoney,
    Window,
)
from croupier.games.blackjack.round import Round
from croupier.games.blackjack.round_state import boxes_in_play
from croupier.table.wagers import BoxMaxScope, Markers, Sign, close_betting
from croupier.testing import leaves

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from croupier.cards import Card
    from croupier.games.blackjack.asks_and_answers import Answer
    from croupier.games.blackjack.rules import BlackjackRules

ACT_2006, ACT_2018 = "act-blackjack-2006", "act-blackjack-2018"
REST = " 4S 9H 2C 7D 3S 10C 5H 6C 8D KS 2D 9C 3H 7S 10H 4C 5D JS 6H QC"
"""What lies under the cards that a case names."""


@dataclass(frozen=True)
class Shoe:
    name: str
    wagers: str
    cards: str
    leaves: dict[str, int]
    any_cards: bool = False


def both(leaves: int) -> dict[str, int]:
    return {ACT_2006: leaves, ACT_2018: leaves}


SHOES = [
    Shoe("a stiff hand", "1 P 10", "10S 6D 6H", both(4)),
    Shoe("small cards", "1 P 10", "2S 6D 3H 2H 3C", both(3)),
    Shoe("small cards, doubled at any time", "1 P 10", "2S 6D 3H 2H 3C", both(6), any_cards=True),
    Shoe("deuces", "1 P 10", "2S 6D 2H 2C 2D 2S 3H AC", both(383)),
    Shoe("six eights", "1 P 10", "8S 6D 8H 8C 8D 8S 8H", both(485)),
    Shoe("tens and court cards", "1 P 10", "10S 6D KH QC JD 10H", both(262)),
    Shoe("aces", "1 P 10", "AS 6D AH AC AD", both(9)),
    Shoe("two boxes", "1 P 10; 2 Q 20", "9S 5S 10D 9H 6H 9C", both(269)),
    Shoe("two boxes of pairs", "1 P 10; 2 Q 20", "9S 5S 10D 9H 5H", both(741)),
    Shoe("two boxes of eights", "1 P 10; 2 Q 20", "8S 8D 6D 8H 8C 8S 3C", both(1_386)),
    Shoe("against an ace", "1 P 10", "10S AD 6H", both(8)),
    Shoe("a Blackjack against an ace", "1 P 10", "KS AD AH", both(3)),
    Shoe(
        "two players against an ace", "1 P 10; 2 Q 20", "10S KS AD 6H AH",
        {ACT_2006: 24, ACT_2018: 72},
    ),
    Shoe(
        "three players against an ace", "1 P 10; 1 Q 20; 2 R 10", "10S KD AD 6H AH",
        {ACT_2006: 60, ACT_2018: 1250},
    ),
    Shoe("a shared box", "1 P 10; 1 Q 20", "8S 6D 8H 3C", both(41)),
    Shoe("a shared box of three", "1 P 10; 1 Q 20; 1 R 30", "9S 6D 9H 10C", both(963)),
]  # fmt: skip


# --- by the engine


def by_the_engine(instrument: str, wagers: str, cards: str, **options: object) -> int:
    rules, shoe = rules_for(instrument, {"decks": 8, **options}), parse_cards(cards + REST)
    return sum(1 for _ in leaves(lambda told: replayed(rules, wagers, shoe, told), ways_on))


def replayed(
    rules: BlackjackRules, wagers: str, cards: tuple[Card, ...], told: Iterable[Answer]
) -> Round:
    admitted = close_betting(
        rules.table_law, Sign(), stakes(wagers), markers=Markers(), scope=BoxMaxScope.TOTAL
    )
    game = Round(rules, boxes_in_play(admitted))
    shoe, saying = iter(cards), iter(told)
    while game.due is not None:
        if isinstance(game.due, CardDue):
            game.deal(next(shoe))
        elif (answer := next(saying, None)) is not None:
            game.answer(answer)
        else:
            break
    return game


def ways_on(game: Round) -> Iterator[list[Answer]]:
    """The answers that the engine takes where the round stands, each a list to be said in turn."""
    due = game.due
    if isinstance(due, Choice):
        box, place = due.box.number, due.hand.place
        whole = due.hand.own_bet(due.player).stake
        acts: dict[str, Answer] = {
            "split": Split(box=box, hand=place),
            "double": Double(box=box, hand=place, amount=whole),
            "hit": Hit(box=box, hand=place),
            "stand": Stand(box=box, hand=place),
        }
        for action in legal_answers.legal_actions(game.rules, due.box, due.hand):
            yield [acts[action]]
    elif isinstance(due, Election):
        player = due.waiting[0]
        for amount in (0, due.hand.own_bet(player).stake):
            yield [Elect(player=player, box=due.box.number, hand=due.hand.place, amount=amount)]
    else:
        for said in product(*(offers for offers in insurance_offers(game))):
            yield [*(answer for answer in said if answer is not None), MoveOn()]


def insurance_offers(game: Round) -> Iterator[list[Answer | None]]:
    """For each wager and whoever may speak about it now: nothing, or what the engine takes."""
    owners = [(box.number, main) for box in game.boxes for main in box.mains]
    players = dict.fromkeys(main.player for _, main in owners)
    due = game.due
    on_others = getattr(due, "window", None) is Window.OTHERS
    for box, main in owners:
        for player in players if on_others else [main.player]:
            asked: tuple[Answer, ...] = (
                Insure(player=player, box=box, amount=main.amount // 2, on=main.player),
                TakeEvenMoney(player=player, box=box),
            )
            yield [
                None,
                *(answer for answer in asked if legal_answers.why_not(game, answer) is None),
            ]


# --- by the rules alone


@dataclass(frozen=True)
class Held:
    """A hand as the rules see it: its points with aces as one, who has a stake, whose box it is."""

    points: tuple[int, ...]
    owners: tuple[str, ...]
    box: int

    @property
    def total(self) -> int:
        return sum(self.points) + 10 * self.soft

    @property
    def soft(self) -> bool:
        return 1 in self.points and sum(self.points) <= 11

    def with_card(self, card: int) -> Held:
        return Held((*self.points, card), self.owners, self.box)


def by_the_rules(instrument: str, shoe: Shoe) -> int:
    deck = [
        min(10, "A23456789TJQK".index(card.rank) + 1) for card in parse_cards(shoe.cards + REST)
    ]
    owners: dict[int, list[str]] = {}
    for wager in stakes(shoe.wagers):
        owners.setdefault(wager.box, []).append(wager.player)
    size = len(owners)
    upcard = deck[size]
    hands = [
        Held((deck[n], deck[size + 1 + n]), tuple(owners[box]), box)
        for n, box in enumerate(sorted(owners))
    ]
    formed = dict.fromkeys(owners, 1)

    def play(at: int, hands: list[Held], formed: dict[int, int]) -> int:
        """The leaves from here on, with the next card of the shoe at a place."""
        if not hands:
            return 1
        hand, *later = hands
        if len(hand.points) == 1:
            one = hand.with_card(deck[at])
            return play(at + 1, [*([] if hand.points == (1,) else [one]), *later], formed)
        if hand.total >= 21:
            return play(at, later, formed)
        drawn = hand.with_card(deck[at])
        ways = play(at + 1, [drawn, *later], formed)
        if hand.total >= 12 or hand.soft:
            ways += play(at, later, formed)
        if len(hand.points) == 2 or shoe.any_cards:
            ways += 2 ** (len(hand.owners) - 1) * play(at + 1, later, formed)
        if len(hand.points) == 2 and len(set(hand.points)) == 1 and formed[hand.box] < 4:
            more = {**formed, hand.box: formed[hand.box] + 1}
            first, *others = hand.owners
            for joins in product((True, False), repeat=len(others)):
                joined = tuple(o for o, join in zip(others, joins, strict=True) if join)
                left = Held(hand.points[:1], hand.owners, hand.box)
                right = Held(hand.points[1:], (first, *joined), hand.box)
                ways += play(at, [left, right, *later], more)
        return ways

    ways = play(2 * size + 1, hands, formed)
    return ways if upcard != 1 else ways * insurance_ways(instrument, hands)


def insurance_ways(instrument: str, hands: list[Held]) -> int:
    """Rule 7 and 8.1(b): what owners may say about their wagers, and in 2018 what others may."""
    players = {owner for hand in hands for owner in hand.owners}
    ways = 1
    for hand in hands:
        others = 2 ** (len(players) - 1) if instrument == ACT_2018 else 1
        insured, even_money = 1, int(hand.total == 21)
        # A Blackjack may be paid even money while others insure it, too: 8.1(b) sets no end to it.
        later = 2 if instrument == ACT_2018 and even_money and len(players) > 1 else 1
        ways *= (others * later + insured + even_money) ** len(hand.owners)
    return ways


@pytest.mark.parametrize("shoe", SHOES, ids=lambda shoe: shoe.name)
def test_every_way_through_a_round_is_counted_twice_and_agrees(instrument: str, shoe: Shoe) -> None:
    counted = by_the_rules(instrument, shoe)
    double_on = "any_cards" if shoe.any_cards else "two_cards"
    by_engine = by_the_engine(instrument, shoe.wagers, shoe.cards, double_on=double_on)
    assert by_engine == counted
    assert counted == shoe.leaves[instrument]
