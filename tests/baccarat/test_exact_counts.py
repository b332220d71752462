"""Every coup of a shoe, counted twice: by points on paper, and by dealing through the round.

The paper knows nothing of the engine: it counts ordered draws of points from a composition, with
the tableau as the column of totals up to which the banker's hand draws.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from math import perm
from typing import TYPE_CHECKING

import pytest
from tests.baccarat.cases import CANBERRA, PERFECT, rules

from croupier.cards import DECK, Card, parse_cards
from croupier.games.baccarat import pairs, settlement
from croupier.games.baccarat.hands import Bet
from croupier.games.baccarat.round import Round
from croupier.table.facts import Settled
from croupier.testing import leaves

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from croupier.games.baccarat.rules import BaccaratRules

EIGHT_DECKS = (128, *[32] * 9)
"""Cards that count 0, 1, … 9."""
DRAWS_UP_TO = {None: 5, 0: 3, 1: 3, 2: 4, 3: 4, 4: 5, 5: 5, 6: 6, 7: 6, 8: 2, 9: 3}
"""The highest total with which the banker's hand draws, by the player's third card."""

Ending = tuple[int, int]
"""The player's total and the banker's."""


def draws(shoe: Sequence[int], held: Sequence[int] = ()) -> Iterator[tuple[int, int]]:
    """A next card's points, and how many such cards there are."""
    for point, cards in enumerate(shoe):
        left = cards - held.count(point)
        if left > 0:
            yield point, left


@cache
def on_paper(shoe: tuple[int, ...]) -> Counter[Ending]:
    """Ordered draws of six cards by how the coup ends, cards that no hand takes included."""
    ends: Counter[Ending] = Counter()

    def rest(used: int) -> int:
        return perm(sum(shoe) - used, 6 - used)

    for p1, b1, p2, b2 in product(range(10), repeat=4):
        if p1 > p2 or b1 > b2:
            continue  # the order within a hand makes no difference
        twice = (1 + (p1 < p2)) * (1 + (b1 < b2))
        ways = twice * ways_to_draw(shoe, (p1, p2, b1, b2))
        if not ways:
            continue
        held = (p1, p2, b1, b2)
        player, banker = (p1 + p2) % 10, (b1 + b2) % 10
        if max(player, banker) >= 8:
            ends[player, banker] += ways * rest(4)
            continue
        thirds = draws(shoe, held) if player <= 5 else ((None, 1),)
        for third, more in thirds:
            used = 4 + (third is not None)
            then = held if third is None else (*held, third)
            final = player if third is None else (player + third) % 10
            if banker > DRAWS_UP_TO[third]:
                ends[final, banker] += ways * more * rest(used)
                continue
            for fourth, most in draws(shoe, then):
                ends[final, (banker + fourth) % 10] += ways * more * most * rest(used + 1)
    return ends


def ways_to_draw(shoe: Sequence[int], points: Sequence[int]) -> int:
    ways = 1
    for place, point in enumerate(points):
        ways *= max(0, shoe[point] - points[:place].count(point))
    return ways


def won(ends: Counter[Ending]) -> dict[str, int]:
    """Draws by who wins; a banker that wins with six is counted once more."""
    return {
        "player": sum(n for (p, b), n in ends.items() if p > b),
        "banker": sum(n for (p, b), n in ends.items() if b > p),
        "tie": sum(n for (p, b), n in ends.items() if b == p),
        "banker with 6": sum(n for (p, b), n in ends.items() if p < b == 6),
    }


# --- eight decks


def test_eight_decks_to_the_last_coup() -> None:
    counted = won(on_paper(EIGHT_DECKS))
    assert counted["banker"] == 2_292_252_566_437_888
    assert counted["player"] == 2_230_518_282_592_256
    assert counted["tie"] == 475_627_426_473_216
    whole = perm(416, 6)
    assert counted["banker"] + counted["player"] + counted["tie"] == whole
    chances = {name: round(n / whole, 7) for name, n in counted.items()}
    assert chances == {
        "banker": 0.4585974,
        "player": 0.4462466,
        "tie": 0.0951560,
        "banker with 6": 0.0538637,
    }


@pytest.mark.parametrize(
    ("wager", "method", "edge"),
    [
        ("banker", "A", 1.0579),
        ("banker", "B", 1.4581),
        ("player", "A", 1.2351),
        ("player", "B", 1.2351),
        ("tie", "A", 14.3596),
        ("tie", "B", 14.3596),
    ],
)
def test_what_the_rulings_cost_over_eight_decks(wager: str, method: str, edge: float) -> None:
    table, total = rules(settlement=method), Fraction(0)
    for (player, banker), ways in on_paper(EIGHT_DECKS).items():
        total += ways * units(table, wager, player, banker)
    assert round(float(-100 * total / perm(416, 6)), 4) == edge


def units(table: BaccaratRules, wager: str, player: int, banker: int) -> Fraction:
    ruling = settlement.rule_on(table, wager, player, banker)
    if ruling.odds is not None:
        return Fraction(ruling.odds.win, ruling.odds.stake)
    return Fraction(-1 if ruling.outcome == "lose" else 0)


@pytest.mark.parametrize(
    ("side_bets", "edge"), [(PERFECT, Fraction(33, 415)), (CANBERRA, Fraction(43, 415))]
)
def test_what_pairs_cost_over_eight_decks(side_bets: list[str], edge: Fraction) -> None:
    table, total = rules(side_bets=side_bets), 0
    assert table.pairs is not None
    for first, second in product(DECK, DECK):
        ruling = pairs.rule_on(table, "player-pair", first, second)
        net = ruling.odds.win if ruling.odds else -1
        total += 8 * (8 - (first == second)) * net
    assert Fraction(-total, 416 * 415) == edge


# --- small shoes, coup by coup


def coups(table: BaccaratRules, cards: Sequence[Card]) -> Iterator[tuple[Round, int]]:
    """Every coup that a small shoe can deal, with how many orders of six cards begin like it."""

    def deal(dealt: tuple[Card, ...]) -> Round:
        game = Round(table, [Bet("X", wager, 2000) for wager in ("player", "banker", "tie")])
        for card in dealt:
            game.deal(card)
        return game

    def out(game: Round) -> list[Card]:
        return [*game.player.cards, *game.banker.cards]

    for game in leaves(deal, lambda game: [(card,) for card in cards if card not in out(game)]):
        dealt = len(out(game))
        yield game, perm(len(cards) - dealt, 6 - dealt)


SHOES = {
    "one of each": "AS 2S 3S 4S 5S 6S 7S 8S 9S KS",
    "low and empty": "AS AH 2S 3S 4S KS QS JS",
    "where the tableau turns": "3S 4S 5S 6S 6H 8S 7S KS",
}


@pytest.mark.parametrize("name", SHOES)
def test_every_coup_of_a_small_shoe(name: str) -> None:
    cards = parse_cards(SHOES[name])
    shoe = Counter(card.points % 10 for card in cards)
    composition = tuple(shoe[point] for point in range(10))
    dealt: Counter[Ending] = Counter()
    net: Counter[str] = Counter()
    for game, ways in coups(rules(settlement="B"), cards):
        dealt[game.player.total, game.banker.total] += ways
        for fact in game.facts:
            if isinstance(fact, Settled):
                net[fact.wager] += ways * fact.net
    counted = on_paper(composition)
    assert dealt == counted
    ends = won(counted)
    assert net == {
        "player": 2000 * (ends["player"] - ends["banker"]),
        "banker": 2000 * (ends["banker"] - ends["player"]) - 1000 * ends["banker with 6"],
        "tie": 2000 * (8 * ends["tie"] - ends["player"] - ends["banker"]),
    }
