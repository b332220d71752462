"""Rounds per second of one core through `croupier.Game`, beside the round driven directly.

    python -m benchmarks.play [--seconds 2] [INSTRUMENT ...]

Both play the same simple strategy. The round itself is driven as in `benchmarks/rounds.py`, on
cards that were shuffled beforehand, and nobody counts what is won; the game shuffles, burns, cuts
and keeps accounts as it goes, and its player decides by the hand as the seat sees it. `from shoe`
is the round driven directly too, by somebody who shuffles when the cutting card of the rules is out
and keeps accounts. They take turns within one run, in CPU time. Beside them stands a random player,
who looks at all legal moves.
"""

from __future__ import annotations

import argparse
import gc
import random
import time
from typing import TYPE_CHECKING

from benchmarks.rounds import CONTESTS, SEATS, STAKE, Cards

import croupier
from croupier.cards import DECK
from croupier.games import rules_for
from croupier.moves import Check, DeclineInsurance, Double, Hit, Pass, PlayWager, Split, Stand
from croupier.odds.simulation.shoe_cut import deepest_cut
from croupier.table.facts import Settled

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from benchmarks.rounds import Contest

    from croupier.moves import Move


def decide_blackjack(game: croupier.Game) -> Move:
    """Split aces and eights, double eleven, draw to seventeen, no insurance."""
    hand = game.hand
    assert hand is not None
    box, place, total, cards = hand.box or 0, hand.place, hand.total or 0, hand.cards
    if len(cards) == 2:
        if game.stage == "insurance":
            return DeclineInsurance(player=game.turn or "", box=box)
        if cards[0] in ACES_AND_EIGHTS and hand.is_pair and game.can("split"):
            return Split(box=box, hand=place)
        if total == 11:
            return Double(box=box, hand=place, amount=STAKE)
    return Hit(box=box, hand=place) if total < 17 else Stand(box=box, hand=place)


ACES_AND_EIGHTS = frozenset(croupier.parse_cards("AS AH AD AC 8S 8H 8D 8C"))


def decide_holdem(game: croupier.Game) -> Move:
    """Bet four antes on an ace, a king or a pair, otherwise check to the river and call."""
    hand, stage = game.hand, game.stage
    assert hand is not None
    box = hand.box or 0
    if stage == "before the flop":
        first, second = map(str, hand.cards)
        if first[0] == second[0] or first[0] in "AK" or second[0] in "AK":
            return PlayWager(box=box, amount=4 * STAKE)
        return Check(box=box)
    if stage == "after the flop":
        return Check(box=box)
    if stage == "on the river":
        return PlayWager(box=box, amount=STAKE)
    return Pass(player=game.turn or "")


def decide_nothing(game: croupier.Game) -> Move:
    raise AssertionError("nobody is asked anything")


DECIDE = {"main": decide_blackjack, "ante": decide_holdem, "banker": decide_nothing}


def through_game(contest: Contest, boxes: int, *, at_random: bool = False) -> Callable[[], None]:
    seats = {box: "ana" if contest.one_owner else f"p{box}" for box in range(1, boxes + 1)}
    options = dict(contest.options)
    if contest.wager == "ante":
        options["offer_concession"] = False  # which the other driver does not offer either
    game = croupier.Game(
        contest.instrument, options, seats=seats, stakes={contest.wager: STAKE}, seed=2018
    )
    decide, choice = DECIDE[contest.wager], random.Random(1).choice

    def once() -> None:
        game.next_round()
        while game.turn:
            game.play(choice(game.legal) if at_random else decide(game))

    while not game.over:
        game.play(game.legal[-1])
    return once


def directly(contest: Contest, boxes: int) -> Callable[[], None]:
    rules = rules_for(contest.instrument, contest.options)
    cards = Cards(rules.decks)
    return lambda: contest.round(rules, boxes, cards())


def directly_from_a_shoe(contest: Contest, boxes: int) -> Callable[[], None]:
    """The round itself again, from a shoe that is shuffled when its cutting card is out."""
    rules = rules_for(contest.instrument, contest.options)
    shuffle, shoe = random.Random(2018).shuffle, list[croupier.Card]()
    cards = len(DECK) * rules.decks
    behind = cards if rules.decks == 1 else cards - deepest_cut(rules, cards)
    net: dict[str, int] = {}

    def draw() -> Iterator[croupier.Card]:
        while shoe:
            yield shoe.pop()

    def once() -> None:
        if len(shoe) <= behind:
            shoe[:] = DECK * rules.decks
            shuffle(shoe)
        for fact in contest.round(rules, boxes, draw()).facts:
            if type(fact) is Settled:
                net[fact.player] = net.get(fact.player, 0) + fact.net

    return once


def rates(ways: list[Callable[[], None]], seconds: float) -> list[float]:
    """How often each way per CPU second: the best of slices that take turns."""
    gc.collect()
    gc.freeze()
    best = [0.0] * len(ways)
    slices = 40
    for _ in range(slices):
        for place, once in enumerate(ways):
            start, times = time.process_time(), 0
            while (passed := time.process_time() - start) < seconds / slices:
                for _ in range(20):
                    once()
                times += 20
            best[place] = max(best[place], times / passed)
    return best


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--seconds", type=float, default=2.0, help="CPU time for each figure")
    parser.add_argument("instruments", nargs="*", metavar="INSTRUMENT")
    asked = parser.parse_args()
    print(
        f"{'rounds/s':<32}{'boxes':>6}{'directly':>10}{'from shoe':>10}{'game':>9}{'of both':>12}"
        f"{'random':>9}"
    )
    for contest in CONTESTS:
        if asked.instruments and contest.instrument not in asked.instruments:
            continue
        for boxes in (1, SEATS):
            ways = [
                directly(contest, boxes),
                directly_from_a_shoe(contest, boxes),
                through_game(contest, boxes),
                through_game(contest, boxes, at_random=True),
            ]
            direct, from_shoe, game, at_random = rates(ways, asked.seconds)
            parts = f"{game / direct:.0%}, {game / from_shoe:.0%}"
            print(
                f"{contest.instrument:<32}{boxes:>6}{direct:>10,.0f}{from_shoe:>10,.0f}{game:>9,.0f}"
                f"{parts:>12}{at_random:>9,.0f}"
            )


if __name__ == "__main__":
    main()
