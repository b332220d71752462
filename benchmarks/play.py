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
from functools import partial
from typing import TYPE_CHECKING

from benchmarks.figure import Figure
from benchmarks.rounds import CONTESTS, PLAIN, SEATS, STAKE, Cards, measure_plain

import croupier
from croupier.cards import DECK
from croupier.game_rules import rules_for
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


WAYS: dict[str, Callable[[Contest, int], Callable[[], None]]] = {
    "directly": directly,
    "from shoe": directly_from_a_shoe,
    "game": through_game,
    "random": partial(through_game, at_random=True),
}


def name_figure(contest: Contest, boxes: int, way: str) -> str:
    return f"{contest.instrument}, {'one box' if boxes == 1 else f'{boxes} boxes'}, {way}"


def measure_contest(contest: Contest, boxes: int, seconds: float) -> list[Figure]:
    """Measure each way to play an instrument's rounds; the ways take turns."""
    measured = rates([prepare(contest, boxes) for prepare in WAYS.values()], seconds)
    return [
        Figure(name_figure(contest, boxes, way), rate, "rounds/s", PLAIN)
        for way, rate in zip(WAYS, measured, strict=True)
    ]


def figure_names() -> list[str]:
    """Return the names of the baseline's figures, in the order of measuring."""
    return [
        PLAIN,
        *(
            name_figure(contest, boxes, way)
            for contest in CONTESTS
            for boxes in (1, SEATS)
            for way in WAYS
        ),
    ]


def measure_figures(*, quick: bool) -> Iterator[Figure]:
    """Measure the figures of the baseline, and a plain function as the yardstick."""
    seconds = 0.05 if quick else 0.6
    yield measure_plain(seconds)
    for contest in CONTESTS:
        for boxes in (1, SEATS):
            yield from measure_contest(contest, boxes, seconds)


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
            figures = measure_contest(contest, boxes, asked.seconds)
            direct, from_shoe, game, at_random = (figure.value for figure in figures)
            parts = f"{game / direct:.0%}, {game / from_shoe:.0%}"
            print(
                f"{contest.instrument:<32}{boxes:>6}{direct:>10,.0f}{from_shoe:>10,.0f}{game:>9,.0f}"
                f"{parts:>12}{at_random:>9,.0f}"
            )


if __name__ == "__main__":
    main()
