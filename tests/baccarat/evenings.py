"""Whole evenings at a baccarat table dealt from a virtual shoe."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.baccarat.cases import PERFECT
from tests.baccarat.table_support import Table
from tests.table.evenings import secrets
from tests.table_support import APPROVAL, DEALER, SUPERVISOR, player

from croupier.dealer import Dealer
from croupier.games.baccarat.acts.card_checks import (
    ApproveRiffle,
    AskForRiffle,
    IntroducePreShuffled,
    Riffle,
)
from croupier.games.baccarat.acts.determinations import (
    ChangeDifferential,
    ChangePairs,
    ChangeSettlement,
    DetermineDealing,
)
from croupier.games.baccarat.acts.irregularities import (
    FoundBetweenRounds,
    InvalidateGame,
    RemoveWager,
    ResumeRound,
    RuleOnRound,
)
from croupier.games.baccarat.acts.no_bet_coups import (
    AnswerNoBetCoup,
    AskForNoBetCoup,
    DirectNoBetCoup,
)
from croupier.games.baccarat.acts.shuffling import DirectShuffle
from croupier.games.baccarat.acts.wagering import MoveWager, PermitChanges, PlaceMarker
from croupier.games.baccarat.facts import LateRuling, Whose
from croupier.games.baccarat.round_at_table import PLACES, RoundAtTable
from croupier.games.baccarat.rules import WagerChange
from croupier.table.acts.closing import AnnounceClosure, CloseTable
from croupier.table.acts.conduct import AskForRules, RecordBreach
from croupier.table.acts.misplaced_cards import Reconstruct, VoidEarlierRound
from croupier.table.acts.opening import CheckCards
from croupier.table.acts.voiding import Exclude, VoidWager
from croupier.table.table import Phase

NAMES = ("X", "Y", "Z")


class Evening:
    """A table, its dealer, and players who bet at random."""

    def __init__(self, seed: int = 1, **options: Any) -> None:
        self.at = Table(**options)
        self.at.open()
        self.at.do(CheckCards(), DEALER)
        for box, name in enumerate(NAMES, 1):
            self.at.arrive(name, box=box)
        self.table = self.at.table
        self.dealer = Dealer(self.table, secrets(seed), clock=lambda: self.at.now)
        self._random = Random(seed)

    def bet(self) -> None:
        for name in NAMES:
            if name in self.table.patrons.arrived:
                wagers = self._random.sample(self.table.game.wagers, 2)
                for wager in wagers:
                    self.at.bet(name, wager, self._random.choice([10, 20, 100]))

    def close(self) -> None:
        self.dealer.prepare()
        self.at.no_more_bets()

    def first_card(self) -> None:
        self.dealer.misplace(*PLACES[Whose.PLAYER])  # which is where it is due

    def play_on(self) -> None:
        """Deal, and turn whatever waits for a player, until the coup is over."""
        self.dealer.deal()
        while self.table.phase is Phase.DEALING:
            round = self.table.round
            assert isinstance(round, RoundAtTable)
            hand = round.hands_to_turn[0]
            who = round.turners[hand][0]
            self.at.turn(hand, round.hidden(hand)[0], who)
            self.dealer.deal()

    def coup(self) -> None:
        self.bet()
        self.close()
        self.play_on()
        self.dealer.collect()

    def end(self) -> None:
        self.at.do(AnnounceClosure(rounds=0), SUPERVISOR)
        self.at.do(CloseTable(), SUPERVISOR)
        self.at.do(CheckCards(occasion="closing"), DEALER)
        self.dealer.reveal()


def long(rounds: int = 150, seed: int = 1, **options: Any) -> Evening:
    """Coup after coup through several shoes."""
    evening = Evening(seed, **options)
    for _ in range(rounds):
        evening.coup()
    evening.end()
    return evening


def irregular(seed: int = 7, **options: Any) -> Evening:
    """Everything that can go wrong or be changed, one after the other."""
    evening = Evening(seed, dealing="face_down", side_bets=PERFECT, burn_method="b", **options)
    at, dealer = evening.at, evening.dealer
    at.name_turner(Whose.PLAYER, "X")
    at.do(AskForRules(player="X"), player("X"))
    evening.coup()
    _terms_change(evening)
    _wagers_are_reopened(evening)
    _misplaced_and_found(evening)
    _drawn_in_excess(evening)
    _misplaced_and_found_too_late(evening)
    _no_bet_coup(evening)
    _pre_shuffled(evening)
    _powers(evening)
    dealer.prepare()
    evening.end()
    return evening


def _terms_change(evening: Evening) -> None:
    at = evening.at
    at.do(ChangeSettlement(method="B"), SUPERVISOR)
    at.do(ChangePairs(pairs="canberra-pairs", layout=APPROVAL), SUPERVISOR)
    at.do(ChangeDifferential(amount=150_00), SUPERVISOR)
    at.do(PlaceMarker(player="X", limit=20_000_00), SUPERVISOR)
    evening.coup()
    evening.coup()


def _wagers_are_reopened(evening: Evening) -> None:
    at, dealer = evening.at, evening.dealer
    at.bets("X player 100; Y tie 10; Z banker 20")
    evening.close()
    evening.first_card()
    at.do(PermitChanges(changes=tuple(WagerChange), reason="chips fell over"), SUPERVISOR)
    at.do(MoveWager(player="X", box=1, wager="player", to="banker"), player("X"))
    at.bet("Y", "tie", 0)
    at.bet("Z", "player", 20)
    evening.play_on()
    dealer.collect()


def _misplaced_and_found(evening: Evening) -> None:
    at, dealer = evening.at, evening.dealer
    at.bets("X player 100; Y tie 10; Z banker 20")
    evening.close()
    dealer.misplace(*PLACES[Whose.BANKER])
    at.do(Reconstruct(reason="the first card is the player's"), SUPERVISOR)
    at.do(RemoveWager(player="X", box=1, wager="player"), player("X"))
    at.do(ResumeRound(), DEALER)
    evening.play_on()
    dealer.collect()


def _drawn_in_excess(evening: Evening) -> None:
    at, dealer = evening.at, evening.dealer
    evening.coup()
    dealer.draw_in_error(seen=False)
    evening.coup()
    dealer.draw_in_error(seen=True)
    evening.close()
    evening.play_on()
    dealer.collect()
    assert not at.table.shoe.pending


def _misplaced_and_found_too_late(evening: Evening) -> None:
    at, dealer = evening.at, evening.dealer
    at.do(DetermineDealing(dealing="face_up"), SUPERVISOR)
    evening.coup()
    at.do(FoundBetweenRounds(reason="seen on camera"), SUPERVISOR)
    number = at.table.rounds[-1].number
    at.do(RuleOnRound(round=number, ruling=LateRuling.VOID, reason="as if later"), SUPERVISOR)
    evening.coup()
    evening.bet()
    evening.close()
    evening.first_card()
    at.do(VoidEarlierRound(round=number + 1, reason="seen on camera"), SUPERVISOR)
    evening.play_on()
    dealer.collect()


def _no_bet_coup(evening: Evening) -> None:
    at = evening.at
    at.do(AskForNoBetCoup(player="Y"), player("Y"))
    for name in ("X", "Z"):
        at.do(AnswerNoBetCoup(player=name), player(name))
    at.do(DirectNoBetCoup(), SUPERVISOR)
    evening.close()
    evening.play_on()
    evening.dealer.collect()


def _pre_shuffled(evening: Evening) -> None:
    at, dealer = evening.at, evening.dealer
    at.do(DirectShuffle(reason="the deck is worn"), SUPERVISOR)
    dealer.bring_shuffled(
        lambda commitment: IntroducePreShuffled(supplier=APPROVAL, commitment=commitment),
        SUPERVISOR,
    )
    at.do(AskForRiffle(player="Z"), player("Z"))
    at.do(ApproveRiffle(), SUPERVISOR)
    dealer.bring_shuffled(lambda commitment: Riffle(commitment=commitment))
    evening.coup()


def _powers(evening: Evening) -> None:
    at = evening.at
    at.do(InvalidateGame(disturbance="brawl", round=1), SUPERVISOR)
    at.bets("X player 100; Y tie 10")
    at.do(RecordBreach(person="Y", clause="14.8", what="a bet with X"), DEALER)
    evening.close()
    at.do(VoidWager(player="Y", box=2, reason="14.8"), SUPERVISOR)
    at.do(Exclude(player="Y", reason="14.8"), SUPERVISOR)
    evening.play_on()
    evening.dealer.collect()
