"""The main wager and the side bets on the first two cards of its box, counted together.

What a hand is worth depends on the points of its cards, and what pair they are on their suits and
ranks: given the points of two cards, one says nothing of the other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.cards import DECK
from croupier.odds.covariance import known
from croupier.odds.kernel_loader import load

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.games.blackjack.odds.solver import BlackjackSolution
    from croupier.games.blackjack.rules import BlackjackRules
    from croupier.odds.covariance import Covariance
    from croupier.odds.shoe_composition import Composition

KERNELS = "croupier.games.blackjack.odds.kernels"
ASSUMED: tuple[str, ...] = ()


def exact(rules: BlackjackRules, shoe: Composition) -> Iterator[Covariance]:
    """The main wager with each pair bet of the table."""
    load(KERNELS)
    from croupier.games.blackjack.odds.analysis import analyse
    from croupier.games.blackjack.odds.side_bets import analyse as side_bets
    from croupier.games.blackjack.odds.side_bets import pair_nets
    from croupier.games.blackjack.odds.solver import solve

    bets = pair_nets(rules)
    if not bets:
        return
    main = next(iter(analyse(rules, shoe)))
    worth = _by_first_cards(solve(rules, shoe))
    beside = {wager.wager: wager for wager in side_bets(rules, shoe)}
    for wager, net_of in bets.items():
        product = 0.0
        for first in DECK:
            for second in DECK:
                ways = shoe[first] * (shoe[second] - (first is second))
                if ways:
                    points = tuple(sorted((first.points - 1, second.points - 1)))
                    product += ways * float(net_of(first, second)) * worth[points]
        product /= shoe.total * (shoe.total - 1)
        side = beside[wager]
        yield known(
            main.wager, wager, product,
            (-main.house_edge, main.standard_deviation),
            (-side.house_edge, side.standard_deviation),
        )  # fmt: skip


def _by_first_cards(solution: BlackjackSolution) -> dict[tuple[int, ...], float]:
    """What two cards are worth, over the cards that the dealer may show beside them."""
    from croupier.games.blackjack.odds.play_by_cards import split_value

    worth: dict[tuple[int, ...], float] = {}
    often: dict[tuple[int, ...], float] = {}
    for up in solution.up_cards:
        hands, play = up.against.hands, up.best
        values, _ = up.against.values(play.dealt)
        for first in range(10):
            for second in range(first, 10):
                hand = hands.number(first, second)
                chance = up.chance * float(up.against.deals[hand])
                if not chance:
                    continue
                if first == second and play.splits[first]:
                    value = split_value(up.against, first, play.split[first])
                else:
                    value = float(values[hand, play.dealt[hand]])
                key = first, second
                worth[key] = worth.get(key, 0.0) + chance * value
                often[key] = often.get(key, 0.0) + chance
    return {key: value / often[key] for key, value in worth.items()}
