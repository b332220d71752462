"""Rounds per second of one core, for every instrument: the round itself, and a whole table.

    python -m benchmarks.rounds [--seconds 2] [INSTRUMENT ...]

Everything is measured in CPU time in one run, on shuffled cards and simple play. Beside it stands a
plain function that plays one-seat blackjack with no facts, no clauses and no checks, as a measure
of the machine. At a table every wager, card and decision is a command that is judged and recorded.
Its shuffles are committed to and revealed; where they are `proved`, the players take part in each,
and every card can be proved by itself as it is dealt, which a floor does unless it is told not to.
"""

from __future__ import annotations

import argparse
import gc
import random
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from benchmarks.figure import Figure

from croupier.aggregate.roles import Person, Role
from croupier.cards import DECK
from croupier.commitment import Chain
from croupier.dealer import Dealer
from croupier.game_rules import rules_for, table_for
from croupier.games.baccarat.hands import Bet
from croupier.games.baccarat.round import Round as Coup
from croupier.games.blackjack import asks_and_answers as blackjack
from croupier.games.blackjack.hands import Box, MainWager
from croupier.games.blackjack.round import Round as Blackjack
from croupier.games.challenge.acts.opening import OpenChallenge
from croupier.games.challenge.table_law import law_of
from croupier.games.holdem import asks_and_answers as holdem
from croupier.games.holdem.hands import Box as Seat
from croupier.games.holdem.round import Round as Holdem
from croupier.table.acts.betting import NoMoreBets, PlaceWager
from croupier.table.acts.chips_and_float import BringChips
from croupier.table.acts.opening import Approval, CheckCards, OpenTable
from croupier.table.acts.patrons import Arrive
from croupier.table.acts.seeding import BringTip
from croupier.table.acts.several_boxes import PermitSeveralBoxes
from croupier.table.table import BETTING, SETTLED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from croupier.aggregate.acts import Command
    from croupier.cards import Card
    from croupier.table.table import Table

STAKE = 1000
NOW = 1_800_000_000_000
SUPERVISOR = Person("sue", Role.SUPERVISOR)
SEATS = 7


# --- the rounds, driven directly


def of_blackjack(rules: Any, boxes: int, cards: Iterator[Card]) -> Blackjack:
    """Split aces and eights, double eleven, draw to seventeen, no insurance."""
    game = Blackjack(rules, [Box(i, (MainWager("ana", STAKE),)) for i in range(1, boxes + 1)])
    while (due := game.due) is not None:
        if isinstance(due, blackjack.CardDue):
            game.deal(next(cards))
        elif isinstance(due, blackjack.Choice):
            game.answer(decide(due, rules.law.most_hands.value))
        else:
            game.answer(blackjack.MoveOn())
    return game


def decide(due: blackjack.Choice, most_hands: int) -> Any:
    hand, box, place = due.hand, due.box.number, due.hand.place
    pair = len(hand.cards) == 2 and hand.cards[0].rank == hand.cards[1].rank
    if pair and hand.cards[0].rank in "A8" and len(due.box.hands) < most_hands:
        return blackjack.Split(box=box, hand=place)
    if hand.total == 11 and len(hand.cards) == 2:
        return blackjack.Double(box=box, hand=place, amount=STAKE)
    if hand.total < 17:
        return blackjack.Hit(box=box, hand=place)
    return blackjack.Stand(box=box, hand=place)


def of_baccarat(rules: Any, patrons: int, cards: Iterator[Card]) -> Coup:
    """Everybody bets on the banker."""
    coup = Coup(rules, [Bet(f"p{i}", "banker", STAKE) for i in range(patrons)])
    while coup.due is not None:
        coup.deal(next(cards))
    return coup


def of_holdem(rules: Any, seats: int, cards: Iterator[Card]) -> Holdem:
    """Bet four antes on an ace, a king or a pair, otherwise check to the river and call."""
    game = Holdem(rules, [Seat(i, f"p{i}", STAKE, STAKE) for i in range(1, seats + 1)])
    while (due := game.due) is not None:
        if isinstance(due, holdem.CardDue):
            game.deal(next(cards))
        elif isinstance(due, holdem.Betting):
            game.answer(bet(game, game.asked[0]))
        else:
            game.answer(holdem.TakeAndPay())
    return game


def bet(game: Holdem, seat: Seat) -> Any:
    law = game.betting_law
    assert law is not None
    first, second = (card.rank for card in seat.cards)
    if game.stage == "before the flop" and (first == second or {first, second} & {"A", "K"}):
        return holdem.PlayWager(box=seat.number, amount=4 * STAKE)
    if law.check is not None:
        return holdem.Check(box=seat.number)
    return holdem.PlayWager(box=seat.number, amount=STAKE)


# --- the same at a table


def open_act(table: Table) -> Command:
    approval = Approval("L-1", "2018-10-01")
    return OpenTable(
        layout=approval, shoe=approval, inscription="stand", shuffle="riffle", float=10**12,
        commences="2025-10-18",
    )  # fmt: skip


def open_challenge(table: Table) -> Command:
    law = law_of(table)
    return OpenChallenge(
        diagram="A", inscriptions=tuple(law.inscriptions), equipment=tuple(law.equipment),
        drop_box=True, float=10**12,
    )  # fmt: skip


def answer_blackjack(table: Table) -> tuple[Command, str | None]:
    due = table.round.round.due  # type: ignore[union-attr]
    if isinstance(due, blackjack.Choice):
        return decide(due, table.game.rules.law.most_hands.value), None
    return blackjack.MoveOn(), None


def answer_holdem(table: Table) -> tuple[Command, str | None]:
    game = table.round.round  # type: ignore[union-attr]
    if isinstance(game.due, holdem.Betting):
        seat = game.asked[0]
        return bet(game, seat), seat.player
    return holdem.TakeAndPay(), None


def no_answer(table: Table) -> tuple[Command, str | None]:
    raise AssertionError("nobody is asked anything")


@dataclass(frozen=True, slots=True)
class Contest:
    """How one instrument's rounds are played here."""

    instrument: str
    options: dict[str, Any]
    wager: str
    round: Callable[[Any, int, Iterator[Card]], Any]
    opening: Callable[[Table], Command] = open_act
    answer: Callable[[Table], tuple[Command, str | None]] = answer_blackjack
    one_owner: bool = True
    """Whether one person has all the boxes; otherwise each has one."""


LIMITS = {"main": [STAKE, 50 * STAKE]}
CONTESTS = (
    Contest("act-blackjack-2006", {"decks": 6, "limits": LIMITS}, "main", of_blackjack),
    Contest(
        "act-blackjack-2018", {"decks": 6, "soft_17": "stand", "limits": LIMITS}, "main",
        of_blackjack,
    ),
    Contest(
        "nsw-blackjack-challenge", {"decks": 6, "limits": LIMITS}, "main", of_blackjack,
        opening=open_challenge,
    ),
    Contest(
        "act-mini-baccarat-2016",
        {
            "settlement": "A", "burn_method": "a",
            "limits": {kind: [STAKE, 50 * STAKE] for kind in ("banker", "player", "tie")},
        },
        "banker", of_baccarat, answer=no_answer, one_owner=False,
    ),
    Contest(
        "act-ultimate-texas-holdem-2025",
        {
            "device": "shuffler",
            "limits": {kind: [STAKE, 50 * STAKE] for kind in ("ante", "trips")},
        },
        "ante", of_holdem, answer=answer_holdem, one_owner=False,
    ),
)  # fmt: skip


class AtTable:
    """A table that deals itself, with as many boxes played as asked for.

    If it is `proved`, its players take part in every shuffle, and each card proves itself.
    """

    def __init__(self, contest: Contest, boxes: int, *, proved: bool = False) -> None:
        self.contest, self.boxes = contest, boxes
        self.table = table_for(contest.instrument, contest.options)
        self._source = random.Random(1)
        self._chains: dict[str, Chain] = {}
        self.dealer = Dealer(
            self.table, lambda: self._source.randbytes(32), clock=lambda: NOW, joint=proved,
            ask_link=self._link,
        )  # fmt: skip
        self._do(contest.opening(self.table), SUPERVISOR)
        self._do(CheckCards(), self.dealer.by)
        owners = 1 if contest.one_owner else boxes
        self.people = {f"p{i}": Person(f"p{i}", Role.PLAYER) for i in range(1, owners + 1)}
        for name, person in self.people.items():
            self._do(Arrive(player=name), person)
            self._do(BringChips(player=name, amount=10**10), person)
            if proved:
                self._bring_chain(name)
        if PermitSeveralBoxes in self.table.game.acts:
            self._do(PermitSeveralBoxes(player="p1"), self.dealer.by)

    def _do(self, command: Command, by: Person) -> None:
        self.table.do(command, by, NOW)

    def _bring_chain(self, player: str) -> None:
        chain = self._chains[player] = Chain(self._source.randbytes(32))
        self._do(BringTip(player=player, tip=chain.tip), self.people[player])

    def _link(self, player: str, tip: str) -> str | None:
        """A player's part in a shuffle; a chain that is used up is followed by another."""
        chain = self._chains[player]
        link = chain.link(tip)
        if link is not None and chain.link(link) is None:
            self._bring_chain(player)
        return link

    def play(self) -> None:
        """One round through commands: wagers, no more bets, every card and decision."""
        table, dealer, contest = self.table, self.dealer, self.contest
        dealer.prepare()
        for box in range(1, self.boxes + 1):
            owner = "p1" if contest.one_owner else f"p{box}"
            wager = PlaceWager(player=owner, box=box, amount=STAKE, wager=contest.wager)
            self._do(wager, self.people[owner])
        while table.phase is not SETTLED:
            if table.phase is BETTING:  # at first, and when the cutting card came first
                dealer.prepare()
                self._do(NoMoreBets(), dealer.by)
            else:
                command, player = contest.answer(table)
                self._do(command, self.people[player] if player else dealer.by)
            dealer.deal()
        dealer.collect()


# --- the measure of the machine


def plain(cards: Iterator[Card]) -> int:
    """A one-seat round of blackjack with nothing but the money."""
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


def rate(once: Callable[[], object], seconds: float) -> float:
    """How often per CPU second, the best of three."""
    gc.collect()
    gc.freeze()  # what the other contests left behind is not looked through again
    best = 0.0
    for _ in range(3):
        start, times = time.process_time(), 0
        while time.process_time() - start < seconds / 3:
            for _ in range(20):
                once()
            times += 20
        best = max(best, times / (time.process_time() - start))
    return best


class Cards:
    """Shuffled orders, one after the other, over and over."""

    def __init__(self, decks: int) -> None:
        source = random.Random(2018)
        pack = DECK * decks
        self._orders = [source.sample(pack, min(len(pack), 150)) for _ in range(2000)]
        self._next = 0

    def __call__(self) -> Iterator[Card]:
        self._next = (self._next + 1) % len(self._orders)
        return iter(self._orders[self._next])


def _driven(contest: Contest, seats: int) -> Callable[[], None]:
    rules = rules_for(contest.instrument, contest.options)
    cards = Cards(rules.decks)
    return lambda: contest.round(rules, seats, cards())


# --- figures

PLAIN = "plain function"
WAYS: dict[str, Callable[[Contest], Callable[[], None]]] = {
    "round": lambda contest: _driven(contest, 1),
    "round, seven boxes": lambda contest: _driven(contest, SEATS),
    "table": lambda contest: AtTable(contest, 1).play,
    "table, seven boxes": lambda contest: AtTable(contest, SEATS).play,
    "proved table": lambda contest: AtTable(contest, 1, proved=True).play,
}


def measure_plain(seconds: float) -> Figure:
    """Measure the machine itself."""
    cards = Cards(6)
    return Figure(PLAIN, rate(lambda: plain(cards()), seconds), "rounds/s")


def measure_contest(contest: Contest, seconds: float) -> Iterator[Figure]:
    """Measure each way to play an instrument's rounds."""
    for way, prepare in WAYS.items():
        name = f"{contest.instrument}, {way}"
        yield Figure(name, rate(prepare(contest), seconds), "rounds/s", PLAIN)


def figure_names() -> list[str]:
    """Return the names of the baseline's figures, in the order of measuring."""
    return [PLAIN, *(f"{contest.instrument}, {way}" for contest in CONTESTS for way in WAYS)]


def measure_figures(*, quick: bool) -> Iterator[Figure]:
    """Measure the figures of the baseline."""
    seconds = 0.05 if quick else 0.9
    yield measure_plain(seconds)
    for contest in CONTESTS:
        yield from measure_contest(contest, seconds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--seconds", type=float, default=2.0, help="CPU time for each figure")
    parser.add_argument("instruments", nargs="*", metavar="INSTRUMENT")
    asked = parser.parse_args()
    bare = measure_plain(asked.seconds).value
    print(f"a plain function, one seat, money only: {bare:,.0f} rounds/s\n")
    print(
        f"{'rounds/s':<32}{'round':>10}{'1 : plain':>11}{'seven':>9}{'table':>9}{'seven':>9}"
        f"{'proved':>9}"
    )
    for contest in CONTESTS:
        if asked.instruments and contest.instrument not in asked.instruments:
            continue
        figures = measure_contest(contest, asked.seconds)
        one, seven, table, full, proved = (figure.value for figure in figures)
        print(
            f"{contest.instrument:<32}{one:>10,.0f}{bare / one:>11.1f}{seven:>9,.0f}"
            f"{table:>9,.0f}{full:>9,.0f}{proved:>9,.0f}"
        )


if __name__ == "__main__":
    main()
