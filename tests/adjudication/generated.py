"""Random legal rounds: the round is driven directly, and what was done is written as a file."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from croupier.cards import DECK, Card
from croupier.game_rules import rules_for
from croupier.games.blackjack import legal_answers
from croupier.games.blackjack.asks_and_answers import (
    CardDue,
    Choice,
    Double,
    Elect,
    Election,
    Hit,
    InsuranceWindow,
    Insure,
    MoveOn,
    Split,
    Stand,
    TakeEvenMoney,
    Window,
)
from croupier.games.blackjack.legal_answers import why_not
from croupier.games.blackjack.round import Round
from croupier.games.blackjack.round_state import boxes_in_play
from croupier.table.facts import Settled
from croupier.table.wagers import BoxMaxScope, Markers, Sign, Wager, close_betting, why_not_place

if TYPE_CHECKING:
    from random import Random

    from croupier.games.blackjack.rules import BlackjackRules
    from croupier.table.wagers import Admitted

PLAYERS = ("ana", "ben", "cat", "dan")
LIVELY = [Card(rank + suit) for rank in "AAATTK788" for suit in "SHDC"]
"""Cards that bring Blackjacks, pairs and sevens."""


@dataclass
class Played:
    """A finished round, and the file that describes it."""

    file: dict[str, Any]
    round: Round
    admitted: list[Admitted]
    insured: int
    """How many of the decisions are about insurance; they come first."""

    def net(self) -> dict[str, int]:
        net = dict.fromkeys((ruled.wager.player for ruled in self.admitted), 0)
        for fact in self.round.facts:
            if isinstance(fact, Settled):
                net[fact.player] += fact.net
        return net


def play(rng: Random, instrument: str) -> Played:
    """A round in which everybody does something legal at random."""
    options = _options(rng, instrument)
    rules = rules_for(instrument, options)
    wagers = _wagers(rng, rules)
    admitted = close_betting(
        rules.table_law,
        Sign.from_options(options | {"multiples": {}}),
        wagers,
        markers=Markers(),
        scope=BoxMaxScope(options["box_max_scope"]),
        needs_own_main=rules.side_bet_needs_own_main,
    )
    driver = _Driver(rng, Round(rules, boxes_in_play(admitted)))
    driver.run()
    file = {
        "instrument": instrument,
        "options": options,
        "cards": [str(card) for card in driver.cards],
        "wagers": [
            {
                "box": wager.box, "player": wager.player, "wager": wager.wager,
                "amount": wager.amount, "seated": wager.seated,
            }
            for wager in wagers
        ],
        "decisions": driver.insured + driver.decided,
    }  # fmt: skip
    return Played(file, driver.round, admitted, len(driver.insured))


def _options(rng: Random, instrument: str) -> dict[str, Any]:
    newer = instrument.endswith("2018")
    pairs = rng.choice(["perfect-pairs", "pairs-play" if newer else "super-sevens"])
    return {
        "decks": rng.choice([4, 8]),
        "double_on": rng.choice(["two_cards", "any_cards"]),
        "collect_busts": rng.choice(["at_bust", "at_end"]),
        "even_money_scope": rng.choice(["owner", "box"]),
        "allow_insurance_with_even_money": rng.choice([False, True]),
        "box_max_scope": rng.choice(["total", "each"]),
        "limits": rng.choice([{}, {"main": [1000, 5000]}]),
        "side_bets": rng.choice([[], [pairs]]),
        "smallest_chip": rng.choice([1, 500]),
        **(
            {
                "soft_17": rng.choice(["stand", "hit"]),
                "third_party_insurance": rng.choice([True, True, False]),
                "third_party_cap": rng.choice(["shared", "single_winner"]),
            }
            if newer
            else {}
        ),
    }


def _wagers(rng: Random, rules: BlackjackRules) -> list[Wager]:
    wagers: list[Wager] = []
    for box in rng.sample(range(1, 8), rng.randint(1, 3)):
        owners = rng.sample(PLAYERS, rng.choice([1, 1, 2, 3]))
        seated = rng.choice([None, *PLAYERS])
        wagers += [
            Wager(box, player, "main", rng.randint(1, 16) * 500, player == seated)
            for player in owners
        ]
        for player in rng.sample(PLAYERS, rng.randint(0, 4)):
            for wager in sorted(rules.side_bets):
                side = Wager(box, player, wager, 500, player == seated)
                if not why_not_place(
                    rules.table_law, Sign(), wagers, side, offered=rules.side_bets,
                    markers=Markers(), needs_own_main=rules.side_bet_needs_own_main,
                ):  # fmt: skip
                    wagers.append(side)
    return wagers


class _Driver:
    def __init__(self, rng: Random, round: Round) -> None:
        self.rng = rng
        self.round = round
        self.cards: list[Card] = []
        self.seen: Counter[Card] = Counter()
        self.insured: list[dict[str, Any]] = []
        self.decided: list[dict[str, Any]] = []

    def run(self) -> None:
        while (due := self.round.due) is not None:
            if isinstance(due, CardDue):
                self.deal()
            elif isinstance(due, Choice):
                self.decide(due)
            elif isinstance(due, InsuranceWindow):
                self.insure(due.window)

    def deal(self) -> None:
        card = self.rng.choice(self.rng.choice([DECK, LIVELY]))
        while self.seen[card] == self.round.rules.decks:
            card = DECK[(DECK.index(card) + 1) % len(DECK)]
        self.seen[card] += 1
        self.cards.append(card)
        self.round.deal(card)

    def decide(self, due: Choice) -> None:
        box, hand, player = due.box.number, due.hand.place, due.player
        action = self.rng.choice(legal_answers.legal_actions(self.round.rules, due.box, due.hand))
        written: dict[str, Any] = {"action": action, "box": box, "hand": hand}
        self.decided.append(written)
        if action == "hit":
            self.round.answer(Hit(box=box, hand=hand))
        elif action == "stand":
            self.round.answer(Stand(box=box, hand=hand))
        elif action == "double":
            amount = self.rng.randint(1, due.hand.own_bet(player).stake)
            written["stakes"] = {player: amount}
            self.round.answer(Double(box=box, hand=hand, amount=amount))
        else:
            written["players"] = [player]
            self.round.answer(Split(box=box, hand=hand))
        while isinstance(election := self.round.due, Election):
            other = self.rng.choice(election.waiting)
            stake = election.hand.own_bet(other).stake
            joins = self.rng.random() < 0.5
            amount = 0
            if joins and action == "double":
                amount = written["stakes"][other] = self.rng.randint(1, stake)
            elif joins:
                amount = stake
                written["players"].append(other)
            self.round.answer(Elect(player=other, box=box, hand=hand, amount=amount))

    def insure(self, window: Window) -> None:
        """Whatever is not refused; requests on others go anywhere among the owners' answers."""
        for _ in range(self.rng.randint(0, 6)):
            box = self.rng.choice(self.round.boxes)
            main = self.rng.choice(box.mains)
            amount = self.rng.randint(1, max(1, main.amount // 500)) * 250
            player = main.player if window is Window.OWNERS else self.rng.choice(PLAYERS)
            answer: Insure | TakeEvenMoney = Insure(
                player=player, box=box.number, amount=amount, on=main.player
            )
            written = {
                "action": "insurance", "player": player, "box": box.number, "amount": amount,
                "on": main.player,
            }  # fmt: skip
            if window is Window.OWNERS and self.rng.random() < 0.4:
                answer = TakeEvenMoney(player=player, box=box.number)
                written = {"action": "even-money", "player": player, "box": box.number}
            if why_not(self.round, answer) is None:
                self.round.answer(answer)
                at = len(self.insured)
                if window is Window.OTHERS:
                    at = self.rng.randint(self.asked, at)
                    self.asked = at + 1
                self.insured.insert(at, written)
        self.asked = 0
        self.round.answer(MoveOn())

    asked = 0
    """Where the last request on another's wager stands in the file."""
