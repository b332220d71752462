"""Rounds of ACT Blackjack per second of one core: the round itself, and a whole table.

    python benchmarks/rounds.py [--seconds 3]

Everything is measured in CPU time in one run, on the same shuffled cards and the same play: split
aces and eights, double eleven, draw to seventeen, no insurance. Beside it stands a plain function
that plays the same game with no facts, no clauses and no checks, as a measure of the machine.
"""

from __future__ import annotations

import argparse
import random
import time
from typing import TYPE_CHECKING

from croupier.cards import DECK
from croupier.dealer import Dealer
from croupier.games import rules_for, table_for
from croupier.games.blackjack.asks import CardDue, Choice, Double, Hit, MoveOn, Split, Stand
from croupier.games.blackjack.hands import Box, MainWager
from croupier.games.blackjack.round import Round
from croupier.table.acts.betting import NoMoreBets, PlaceWager
from croupier.table.acts.chips import BringChips
from croupier.table.acts.opening import Approval, CheckCards, OpenTable
from croupier.table.acts.patrons import Arrive
from croupier.table.acts.several_boxes import PermitSeveralBoxes
from croupier.table.roles import Person, Role
from croupier.table.table import Phase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from croupier.cards import Card
    from croupier.games.blackjack.asks import Answer
    from croupier.games.blackjack.rules import BlackjackRules
    from croupier.table.table import Table

STAKE = 1000
NOW = 1_800_000_000_000


def decide(due: Choice) -> Answer:
    hand, box, place = due.hand, due.box.number, due.hand.place
    pair = len(hand.cards) == 2 and hand.cards[0].rank == hand.cards[1].rank
    if pair and hand.cards[0].rank in "A8" and len(due.box.hands) < 4:
        return Split(box=box, hand=place)
    if hand.total == 11 and len(hand.cards) == 2:
        return Double(box=box, hand=place, amount=STAKE)
    if hand.total < 17:
        return Hit(box=box, hand=place)
    return Stand(box=box, hand=place)


def played(rules: BlackjackRules, boxes: int, cards: Iterator[Card]) -> Round:
    """One round driven directly, with its facts and citations."""
    game = Round(rules, [Box(i, (MainWager("ana", STAKE),)) for i in range(1, boxes + 1)])
    while (due := game.due) is not None:
        if isinstance(due, CardDue):
            game.deal(next(cards))
        elif isinstance(due, Choice):
            game.answer(decide(due))
        else:
            game.answer(MoveOn())
    return game


def plain(cards: Iterator[Card]) -> int:
    """The same one-seat round with nothing but the money."""
    first, up, second = next(cards).points, next(cards).points, next(cards).points
    todo = [(first, second, False)]
    done: list[tuple[int, int, bool]] = []
    while todo:
        a, b, split = todo.pop()
        if a == b and a in (1, 8) and len(todo) + len(done) < 3 and not (split and a == 1):
            todo += [(a, next(cards).points, True), (a, next(cards).points, True)]
            continue
        total, soft, stake = _total(a + b, a == 1 or b == 1), a == 1 or b == 1, STAKE
        ones = a + b
        if not (split and a == 1) and total == 11:
            ones += next(cards).points
            stake, total = 2 * STAKE, _total(ones, soft)
        elif not (split and a == 1):
            while total < 17:
                card = next(cards).points
                ones, soft = ones + card, soft or card == 1
                total = _total(ones, soft)
        done.append((total, stake, total == 21 and not split and ones == a + b))
    dealer, soft, count = up, up == 1, 1
    if any(total <= 21 for total, _, _ in done):
        while count < 2 or _total(dealer, soft) < 17:
            card = next(cards).points
            dealer, soft, count = dealer + card, soft or card == 1, count + 1
    shown = _total(dealer, soft)
    net = 0
    for total, stake, natural in done:
        if total > 21:
            net -= stake
        elif natural:
            net += stake * 3 // 2 if not (shown == 21 and count == 2) else 0
        elif shown == 21 and count == 2:
            net -= stake
        elif shown > 21 or total > shown:
            net += stake
        elif total < shown:
            net -= stake
    return net


def _total(ones: int, ace: bool) -> int:
    return ones + 10 if ace and ones <= 11 else ones


def opened_table() -> tuple[Table, Dealer, Person]:
    table = table_for(
        "act-blackjack-2018",
        {"decks": 6, "soft_17": "stand", "limits": {"main": [STAKE, 50 * STAKE]}},
    )
    supervisor, dealer = Person("sue", Role.SUPERVISOR), Person("dealer", Role.DEALER)
    ana = Person("ana", Role.PLAYER)
    approval = Approval("L-1", "2018-10-01")
    table.do(
        OpenTable(
            layout=approval, shoe=approval, inscription="stand", shuffle="riffle",
            float=10**12, commences="2018-10-18",
        ),
        supervisor, NOW,
    )  # fmt: skip
    table.do(CheckCards(), dealer, NOW)
    table.do(Arrive(player="ana"), ana, NOW)
    table.do(BringChips(player="ana", amount=10**10), ana, NOW)
    table.do(PermitSeveralBoxes(player="ana"), dealer, NOW)
    source = random.Random(1)
    return table, Dealer(table, lambda: source.randbytes(32), clock=lambda: NOW), ana


def at_table(table: Table, dealer: Dealer, ana: Person, boxes: int) -> None:
    """One round through commands: wagers, no more bets, every card, every decision, collection."""
    dealer.prepare()
    for box in range(1, boxes + 1):
        table.do(PlaceWager(player="ana", box=box, amount=STAKE), ana, NOW)
    while table.phase is not Phase.SETTLED:
        if table.phase is Phase.BETTING:  # at first, and when the cutting card came first
            dealer.prepare()
            table.do(NoMoreBets(), dealer.by, NOW)
        else:
            due = table.round.round.due  # type: ignore[union-attr]
            table.do(decide(due) if isinstance(due, Choice) else MoveOn(), dealer.by, NOW)
        dealer.deal()
    dealer.collect()


def rate(name: str, once: Callable[[], object], seconds: float) -> float:
    """How often per CPU second, the best of three."""
    best = 0.0
    for _ in range(3):
        start, times = time.process_time(), 0
        while time.process_time() - start < seconds / 3:
            for _ in range(50):
                once()
            times += 50
        best = max(best, times / (time.process_time() - start))
    print(f"{name:<44} {best:>10,.0f} rounds/s")
    return best


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--seconds", type=float, default=3.0, help="CPU time for each line")
    seconds = parser.parse_args().seconds
    source = random.Random(2018)
    shoes = [source.sample(DECK * 6, 150) for _ in range(2000)]
    decks = iter(shoes)

    def cards() -> Iterator[Card]:
        nonlocal decks
        order = next(decks, None)
        if order is None:
            decks = iter(shoes)
            order = next(decks)
        return iter(order)

    rules = rules_for("act-blackjack-2018", {"decks": 6})
    bare = rate("a plain function, one seat, money only", lambda: plain(cards()), seconds)
    one = rate(
        "the round, one seat, facts and citations", lambda: played(rules, 1, cards()), seconds
    )
    seven = rate("the round, seven boxes", lambda: played(rules, 7, cards()), seconds)
    whole = opened_table()
    table = rate("a whole table, one seat, chained record", lambda: at_table(*whole, 1), seconds)
    whole = opened_table()
    full = rate("a whole table, seven boxes", lambda: at_table(*whole, 7), seconds)
    print(
        f"\none seat against the plain function 1 : {bare / one:.1f}; "
        f"boxes per second: round {seven * 7:,.0f}, table {full * 7:,.0f}; "
        f"the record and its commands cost {one / table:.1f} times the round"
    )


if __name__ == "__main__":
    main()
