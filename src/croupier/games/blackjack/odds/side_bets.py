"""Side bets on the cards of a box, counted by what the round itself rules on every draw of them."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import perm
from typing import TYPE_CHECKING

from croupier.cards import DECK, RANKS, Card
from croupier.game_rules import RULES
from croupier.game_rules.pair_cases import case_of
from croupier.games.blackjack.side_bets import (
    SUPER_SEVENS,
    case_of_sevens,
    pair_result,
    sevens_result,
)
from croupier.odds import results
from croupier.odds.option_effects import effects_of
from croupier.odds.results import edges, exact_wager
from croupier.rulebook.settlement_tables import PAY_TABLES, CannotAnalyse, must_rule_alike, row_for

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from croupier.games.blackjack.rules import BlackjackLaw, BlackjackRules
    from croupier.money import Odds
    from croupier.odds.question import Question
    from croupier.odds.results import Effect, WagerOdds
    from croupier.odds.shoe_composition import Composition
    from croupier.rulebook.citations import Cited

    Way = tuple[str, Fraction, int]

DRAWING = "drawing to two sevens"
STANDING = "standing on two sevens"
PAIRS = (
    (Card.S7, Card.S8),
    *(
        (Card(rank + one), Card(rank + other))
        for rank in RANKS
        for one, other in ("SH", "HD", "SC", "SS")
    ),
)
"""No pair, then of each rank a mixed, a red, a black and a perfect one, as the kernel counts."""
SEVENS = tuple(
    [Card(card) for card in cards.split()]
    for cards in ("8S", "7S", "7S 7H", "7S 7S", "7S 7S 7H", "7S 7S 7S")
)
"""No seven first, one, two, two suited, three, three suited."""


def analyse(rules: BlackjackRules, shoe: Composition) -> Iterator[WagerOdds]:
    """Each side bet that the table offers; Super Sevens with and without a third card."""
    law, offered = rules.law, rules.options["side_bets"]
    for wager in offered:
        if law.pair_law(wager) is not None:
            yield exact_wager(wager, pair_ways(law, wager, shoe), side_bets=offered)
        elif wager == SUPER_SEVENS and law.super_sevens is not None:
            for played, cards in ((DRAWING, 3), (STANDING, 2)):
                ways = sevens_ways(law, shoe, cards)
                yield exact_wager(wager, ways, side_bets=offered, played=played)


def pair_nets(rules: BlackjackRules) -> dict[str, Callable[[Card, Card], Fraction]]:
    """What each side bet on the first two cards of a box brings, by those cards."""

    def nets(wager: str) -> Callable[[Card, Card], Fraction]:
        return lambda first, second: _net(pair_result(rules.law, wager, first, second)[1])

    offered = rules.options["side_bets"]
    return {wager: nets(wager) for wager in offered if rules.law.pair_law(wager) is not None}


def side_bet_nets(rules: BlackjackRules) -> dict[str, tuple[list[Fraction], list[Fraction]]]:
    """What each side bet brings, by the kinds of `PAIRS`, or else by those of `SEVENS`."""
    found: dict[str, tuple[list[Fraction], list[Fraction]]] = {}
    law = rules.law
    for wager in rules.options["side_bets"]:
        if law.pair_law(wager) is not None:
            must_rule_alike(
                RULES.of(rules.instrument).domains(rules.instrument)[f"{PAY_TABLES}{wager}"],
                lambda case: (case["pair"], case["rank"]),
                merging="the simulation treats all cards that are no pair alike",
                wager=wager,
            )
            found[wager] = [_net(pair_result(law, wager, *cards)[1]) for cards in PAIRS], []
        elif wager == SUPER_SEVENS and law.super_sevens is not None:
            found[wager] = [], [_net(sevens_result(law, cards)[1]) for cards in SEVENS]
        else:
            raise CannotAnalyse(f"{wager}: the simulation knows bets on pairs and on sevens only")
    return found


def nets_of_any_rank(rules: BlackjackRules, wager: str, nets: list[Fraction]) -> list[Fraction]:
    """Return what no pair, a mixed, a black, a red and a perfect one bring, whatever the rank."""
    must_rule_alike(
        RULES.of(rules.instrument).domains(rules.instrument)[f"{PAY_TABLES}{wager}"],
        lambda case: case["pair"],
        merging="counting treats pairs of all ranks alike",
        wager=wager,
    )
    none, mixed, red, black, perfect = nets[:5]
    return [none, mixed, black, red, perfect]


def effects(asked: Question) -> tuple[Effect, ...]:
    """What each choice of the table does to the edges of the side bets that it offers."""
    return tuple(effects_of(asked, lambda *table: edges(analyse(*table))))


def exact_edges(rules: BlackjackRules, shoe: Composition) -> dict[str, Fraction | float]:
    """What each side bet costs, played as it is best."""
    return results.exact_edges(analyse(rules, shoe))


def pair_ways(law: BlackjackLaw, wager: str, shoe: Composition) -> Iterator[Way]:
    """The first two cards of a box, in order, by the pair they are."""
    shoe.needs(2, "a box")
    for first, second in product(DECK, DECK):
        ways = shoe[first] * (shoe[second] - (first is second))
        if ways:
            row = row_for(law.pay_tables[wager], case_of(first, second))
            pays = None if row is None else law.row_odds(row)
            yield ("no pair" if row is None else row.event), _net(pays), ways


def sevens_ways(law: BlackjackLaw, shoe: Composition, most: int) -> Iterator[Way]:
    """The first cards of a box, in order, as far as they decide: two sevens wait for a third card.

    `most` is the number of cards that the box is dealt if the first two are sevens. What a hand
    does with them otherwise, split or double, makes no difference: the third card is the next one.
    """
    shoe.needs(3, "Super Sevens")
    waiting: list[tuple[list[Card], int]] = [([], 1)]
    while waiting:
        held, ways = waiting.pop()
        if held and (held[-1].rank != "7" or len(held) == most):
            name, net = _sevens(law, held)
            yield name, net, ways * perm(shoe.total - len(held), 3 - len(held))
            continue
        for card in DECK:
            copies = shoe[card] - held.count(card)
            if copies:
                waiting.append(([*held, card], ways * copies))


def _sevens(law: BlackjackLaw, cards: list[Card]) -> tuple[str, Fraction]:
    row = row_for(law.pay_tables[SUPER_SEVENS], case_of_sevens(cards))
    name = "no seven first" if row is None else row.event
    return name, _net(sevens_result(law, cards)[1])


def _net(pays: Cited[Odds] | None) -> Fraction:
    return Fraction(-1) if pays is None else Fraction(pays.value.win, pays.value.stake)
