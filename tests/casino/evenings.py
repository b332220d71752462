"""Evenings at a table of any instrument: three players who decide at random, and what goes wrong.

They last for days, so that what is counted by the day can be counted.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from tests.table.evenings import secrets

from croupier.aggregate.roles import Person, Role
from croupier.casino.opening_and_closing import close_house, open_house, opening_of
from croupier.dealer import Dealer
from croupier.game_rules import GAMES, table_for
from croupier.games.baccarat.acts.irregularities import InvalidateGame
from croupier.games.challenge.acts.promotional_tokens import ExchangeVoucher, PlaceTokens
from croupier.games.challenge.acts.void_rounds import InvalidateGame as InvalidateChallenge
from croupier.rulebook.citations import Refused
from croupier.table.acts.betting import NoMoreBets, PlaceWager
from croupier.table.acts.chips_and_float import BringChips, FillFloat, TakeChips
from croupier.table.acts.misplaced_cards import Reconstruct, VoidEarlierRound
from croupier.table.acts.patrons import Arrive, ComeBack, Sit, StepAway
from croupier.table.acts.voiding import Invalidate, VoidRound
from croupier.table.table import Phase

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.aggregate.acts import Command
    from croupier.aggregate.facts import Fact

NAMES = ("ana", "ben", "cat")
INSTRUMENTS = GAMES.instruments
EVENING = 1_800_000_000_000
HOUR = 3_600_000

_MAIN = {"limits": {"main": [10_00, 100_00], "perfect-pairs": [5_00, 50_00]}}
OPTIONS: dict[str, dict[str, Any]] = {
    "act-blackjack-2006": {
        "decks": 6, "side_bets": ["perfect-pairs"], **_MAIN, "multiples": {"main": 5_00},
    },
    "act-blackjack-2018": {
        "decks": 6, "soft_17": "hit", "side_bets": ["perfect-pairs"], **_MAIN,
        "multiples": {"main": 5_00},
    },
    "nsw-blackjack-challenge": {
        "decks": 6, "smallest_chip": 2_50, "limits": {"main": [10_00, 100_00]},
    },
    "act-mini-baccarat-2016": {
        "settlement": "B", "side_bets": ["perfect-pairs"], "dealing": "face_down",
        "burn_method": "b",
        "limits": {
            "banker": [10_00, 100_00], "player": [10_00, 100_00], "tie": [10_00, 50_00],
            "banker-pair": [10_00, 50_00], "player-pair": [10_00, 50_00],
        },
    },
    "act-ultimate-texas-holdem-2025": {
        "device": "shuffler", "limits": {"ante": [10_00, 50_00], "trips": [5_00, 50_00]},
    },
}  # fmt: skip
"""Side bets, limits that bite, and cards face down where the instrument has them."""


class Evening:
    """A table, its dealer and its players. `keep` is handed every line when it is made."""

    def __init__(
        self,
        instrument: str,
        seed: int = 1,
        *,
        trouble: float = 0.0,
        name: str = "pit 1",
        keep: Callable[[bytes], object] | None = None,
    ) -> None:
        self.chance = Random(seed)
        self.trouble = trouble
        self.now = EVENING
        options = {**OPTIONS[instrument], **self.options_of(instrument)}
        self.table = table_for(instrument, options, name=name, boxes=5, keep=keep)
        self.dealer = self.dealer_with(secrets(seed))
        opening = opening_of(self.table, "CR 7", EVENING, 50_000_00)
        open_house(self.table, self.dealer, opening, self.tick())
        for box, name in enumerate(NAMES, 1):
            self.must(Arrive(player=name), player(name))
            self.must(Sit(player=name, box=box), player(name))

    def options_of(self, instrument: str) -> dict[str, Any]:
        """Return the options of this evening beside those that all evenings have."""
        return {}

    def dealer_with(self, entropy: Callable[[], bytes]) -> Dealer:
        return Dealer(self.table, entropy, clock=self.tick)

    def tick(self) -> int:
        self.now += self.chance.choice((1_000, 20_000))
        return self.now

    def must(self, command: Command, by: Person) -> tuple[Fact, ...]:
        return self.table.do(command, by, self.tick())

    def may(self, command: Command, by: Person) -> bool:
        try:
            self.must(command, by)
        except (Refused, TypeError):  # a game that does not have the command at all
            return False
        return True

    # -- rounds

    def play(self, rounds: int) -> Evening:
        for _ in range(rounds):
            self.now += self.chance.choice((0, 0, 0, 5 * HOUR))
            self.round()
        return self

    def round(self) -> None:
        self.dealer.prepare()
        while not self.table.wagers:
            for box, name in enumerate(NAMES, 1):
                self.bet(box, name)
        while self.table.phase is not Phase.SETTLED:
            if self.table.phase is Phase.BETTING:
                self.dealer.prepare()
                if not self.may(NoMoreBets(), self.dealer.by):
                    return
            if self.chance.random() < self.trouble and self.mishap():
                return
            self.dealer.deal()
            self.decide()
        self.collect()
        if self.chance.random() < self.trouble:
            self.after_the_round()

    def collect(self) -> None:
        """The cards go; a round that a misplaced card has left undecided is void."""
        assert self.table.round is not None
        if self.table.round.unsettled:
            assert any(self.may(void, self.dealer.supervisor) for void in _VOIDS)
        else:
            self.dealer.collect()

    def bet(self, box: int, name: str) -> None:
        chance, who = self.chance, player(name)
        self.may(ComeBack(player=name), who)
        if self.table.chips.rack(name) < 500_00:
            self.must(BringChips(player=name, amount=2_000_00), who)
        if chance.random() < 0.1:
            self.must(TakeChips(player=name, amount=50_00), who)
        if self.trouble and chance.random() < 0.3:
            voucher = f"{name} {self.now}"
            self.may(ExchangeVoucher(player=name, voucher=voucher, amount=20_00), self.dealer.by)
            self.may(PlaceTokens(player=name, box=box, amount=20_00), who)
        for wager in self.table.game.wagers:
            amount = chance.choice((0, 10_00, 20_00, 50_00, 50_00, 120_00))
            if amount:
                self.may(PlaceWager(player=name, box=box, amount=amount, wager=wager), who)
        if chance.random() < 0.2:  # behind somebody else's
            self.may(PlaceWager(player=name, box=1, amount=20_00), who)

    def decide(self) -> None:
        table = self.table
        if table.phase is not Phase.DEALING or table.round is None:
            return
        if self.chance.random() < 0.05:
            self.may(StepAway(player=(who := self.chance.choice(NAMES))), player(who))
        answers = [
            (answer, player(name))
            for name in NAMES
            for answer in (
                *table.round.candidates(name),
                *table.game.candidates(table, player(name)),
            )
            if table.check(answer, player(name), self.now) is None
        ]
        by_the_dealer = [
            (answer, self.dealer.by)
            for answer in (
                *table.round.candidates(None), *table.game.candidates(table, self.dealer.by)
            )
            if table.check(answer, self.dealer.by, self.now) is None
        ]  # fmt: skip
        due = answers if answers and self.chance.random() < 0.8 else by_the_dealer or answers
        if due:
            self.may(*self.chance.choice(due))

    # -- trouble

    def mishap(self) -> bool:
        """Something goes wrong in the round; true if that is its end."""
        table, sue = self.table, self.dealer.supervisor
        due = table.round.card_due_to if table.round is not None else None
        if due is not None and self.chance.random() < 0.5:
            try:
                self.dealer.misplace(due[0] % 3 + 1)
            except Refused:
                return False
            if self.chance.random() < 0.8:
                self.may(Reconstruct(reason="it lay on the wrong hand"), sue)
        if table.round is None or table.phase is not Phase.DEALING:
            return False
        if table.round.astray or self.chance.random() < 0.4:
            return any(self.may(void, sue) for void in _VOIDS)
        return False

    def after_the_round(self) -> None:
        sue = self.dealer.supervisor
        self.may(Reconstruct(reason="it lay on the wrong hand"), sue)
        while self.table.phase is Phase.DEALING:  # the round goes on
            self.dealer.deal()
            self.decide()
        if self.table.phase is Phase.SETTLED:
            self.collect()
        number = self.chance.randint(1, self.table.number)
        self.may(VoidEarlierRound(round=number, reason="a card was missing"), sue)
        self.may(VoidRound(ground="fraud", reason="marked cards", round=number), sue)
        self.may(FillFloat(amount=self.chance.choice((1_000_00, -500_00))), sue)

    def close(self) -> None:
        close_house(self.table, self.dealer, "the evening is over", self.tick())


_VOIDS: tuple[Command, ...] = (
    VoidRound(ground="impractical", reason="a drink over the layout"),
    Invalidate(disturbance="fire"),
    InvalidateGame(disturbance="fire"),
    InvalidateChallenge(ground="disturbance", reason="fire"),
)


def player(name: str) -> Person:
    return Person(name, Role.PLAYER)
