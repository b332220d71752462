"""Tables of Hold'em driven at random, by everybody at once, with errors: what must always hold.

Chips are conserved to the cent and a round without a result moves none; every card is somewhere;
asking and doing agree; a refused command changes nothing; every fact and refusal cites clauses that
exist; what is listed as legal is taken; and the record plays again to the same facts and table.

CROUPIER_FUZZ=20 drives twenty times as many tables.
"""

from __future__ import annotations

import os
from collections import Counter
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.holdem.cases import UTH
from tests.holdem.nonsense import NAMES, anything
from tests.holdem.table_support import conventions
from tests.table_support import (
    APPROVAL,
    DEALER,
    DIRECTOR,
    INSPECTOR,
    NOW,
    OPERATOR,
    SUPERVISOR,
    player,
)

from croupier.aggregate.acts import Command
from croupier.aggregate.facts import Fact
from croupier.aggregate.roles import Person
from croupier.cards import DECK
from croupier.dealer import Dealer
from croupier.game_rules import table_for
from croupier.games.holdem import asks_and_answers
from croupier.games.holdem.acts import decisions, misdeals, preparation, shuffling_device, wagering
from croupier.games.holdem.acts.conduct import ReportDevice, SanctionCollusion
from croupier.games.holdem.round_at_table import RoundAtTable
from croupier.table.acts import (
    betting,
    burn_and_reveal,
    chips_and_float,
    closing,
    conduct,
    dealing,
    misnamed_cards,
    opening,
    patrons,
    shuffling,
    sign,
    voiding,
)
from croupier.table.facts import Notified, Reversed, RoundVoided, Settled
from croupier.table.shoe_state import Preparation
from croupier.table.shuffle_verification import Verdict, check_shoes
from croupier.table.table import Phase
from croupier.table_replay import replay
from croupier.testing.table_state import replayed_as, tried

LONGER = int(os.environ.get("CROUPIER_FUZZ", "1"))
BOXES = 3
PEOPLE = [*map(player, NAMES), DEALER, SUPERVISOR, OPERATOR, DIRECTOR, INSPECTOR]

OPTIONS = st.fixed_dictionaries(
    {
        "device": st.sampled_from(["shoe", "shuffler"]),
        "deal_direction": st.sampled_from(["clockwise", "anticlockwise"]),
        "action_order": st.sampled_from(["clockwise", "free"]),
        "decision_timer": st.sampled_from([None, 20]),
        "play_base": st.sampled_from(["effective", "placed"]),
        "noncompliant_play_reference": st.sampled_from(["rule8", "displayed"]),
        "dealer_exposure_test": st.sampled_from(["preflop", "any_play"]),
        "voided_play": st.sampled_from(["counts", "does_not_count"]),
        "under_min_warning_scope": st.sampled_from(["visit", "gaming_day"]),
        "under_min_warning_covers": st.sampled_from(["every_wager", "each_kind", "main_alone"]),
        "blind_payout_cap": st.sampled_from([None, 20_00]),
        "blind_cap_scope": st.sampled_from(["hand", "table_pro_rata"]),
        "offer_concession": st.booleans(),
        "run_out_when_all_fold": st.booleans(),
        "allow_mid_round_buyin": st.booleans(),
        "limits": st.just({"ante": [10_00, 50_00], "trips": [5_00, 20_00]}),
    }
)
_OF_THE_DEALER = (
    dealing.Deal, dealing.Collect, shuffling.Shuffle, shuffling.Cut, shuffling.InsertCuttingCard,
    burn_and_reveal.Reveal,
)  # fmt: skip
"""What a virtual dealer does itself, because it holds the cards."""


class Floor:
    """One table, everybody at it, and a dealer with a virtual deck or with cards named by hand."""

    def __init__(self, options: dict[str, Any], seed: int, *, virtual: bool) -> None:
        self.chance = Random(seed)
        self.options = conventions(**options)
        self.table = table_for(UTH, self.options, boxes=BOXES)
        self.known = set(self.table.game.instrument.by_id)
        self.trouble = self.chance.choice((0.05, 0.15, 0.4))
        self.now = NOW
        self.owing: set[str] = set()
        self.looked_at = 0
        self.dealer: Dealer | None = None
        if virtual:
            self.dealer = Dealer(
                self.table, lambda: self.chance.randbytes(32), clock=lambda: self.now
            )
        self.open()
        for name in NAMES:
            self.must(patrons.Arrive(player=name), player(name))
            self.must(chips_and_float.BringChips(player=name, amount=400_00), player(name))

    def open(self) -> None:
        papers = opening.OpenTable(
            layout=APPROVAL, shoe=APPROVAL, float=100_000_00, commences="2025-07-20"
        )
        self.must(papers, SUPERVISOR)
        self.must(opening.CheckCards(), DEALER)

    # -- the one way to do anything

    def attempt(self, command: Command, by: Person) -> bool:
        closely = self.chance.random() < 0.2
        facts = tried(self.table, command, by, self.now, closely=closely, refusals=closely)
        if facts is None:
            return False
        self.look()
        return True

    def must(self, command: Command, by: Person) -> None:
        assert self.attempt(command, by), self.table.check(command, by, self.now)

    # -- the game goes on

    def go_on(self, steps: int) -> None:
        for _ in range(steps):
            self.now += self.chance.choice((0, 1000, 9000))
            if self.chance.random() < self.trouble:
                self.mishap()
            else:
                self.step()

    def step(self) -> None:
        """Whatever the table waits for."""
        table, chance = self.table, self.chance
        if table.phase is Phase.CLOSED:
            self.attempt(opening.CheckCards(occasion="closing"), DEALER)
            self.open()
        elif table.phase is Phase.SETTLED:
            self.must(dealing.Collect(), DEALER)
        elif table.phase is Phase.BETTING:
            self.bet() if not table.wagers else self.close_betting()
        elif table.round is not None and table.round.card_due_to is not None:
            self.deal()
        elif table.round is not None and table.round.astray:
            if not self.attempt(misdeals.LetStand(reason="it may be"), SUPERVISOR):
                self.must(misdeals.CallMisdeal(reason="it has to be"), SUPERVISOR)
        else:
            words = [*table.round.candidates(None)] if table.round is not None else []
            legal = [word for word in words if table.check(word, DEALER, self.now) is None]
            self.must(chance.choice(legal), DEALER)

    def bet(self) -> None:
        chance, here = self.chance, self.table.patrons.arrived
        for box, name in enumerate(NAMES, 1):
            if name not in here and name not in self.table.patrons.excluded:
                self.attempt(patrons.Arrive(player=name), player(name))
            if self.table.chips.rack(name) < 300_00:
                self.attempt(chips_and_float.BringChips(player=name, amount=400_00), player(name))
            amount = chance.choice((5_00, 10_00, 10_00, 20_00, 60_00))
            ante = betting.PlaceWager(player=name, box=box, amount=amount, wager="ante")
            if chance.random() < self.trouble / 2:
                kind, amount = chance.choice(["ante", "blind"]), chance.choice([10_00, 20_00])
                lone = wagering.OverlookedWager(player=name, box=box, wager=kind, amount=amount)
                self.attempt(lone, DEALER)
            elif self.attempt(ante, player(name)) and chance.random() < 0.5:
                trips = betting.PlaceWager(player=name, box=box, amount=5_00, wager="trips")
                self.attempt(trips, player(name))

    def close_betting(self) -> None:
        shoe = self.table.shoe
        if preparation.CheckDeck(whole=True) in self.table.legal(DEALER, self.now):
            self.must(preparation.CheckDeck(whole=True), DEALER)
        if shoe.preparation is Preparation.NEEDS_NEW_CARDS:
            new = burn_and_reveal.NewCards(checked_by_supervisor="sue", checked_by_dealer="dan")
            self.must(new, SUPERVISOR)
        if not shoe.ready:
            self.prepare()
        if self.table.rounds_left == 0:
            self.must(closing.AnnounceClosure(rounds=9), SUPERVISOR)
        short = [
            (wager.player, wager.box)
            for wager in self.table.wagers
            if wager.wager == "ante" and wager.amount < self.table.sign.of("ante").minimum
        ]
        overlooked = tuple(short) if self.chance.random() < 0.5 else ()
        if not self.attempt(betting.NoMoreBets(overlooked=overlooked), DEALER):
            for wager in list(self.table.wagers):
                back = betting.PlaceWager(
                    player=wager.player, box=wager.box, amount=0, wager=wager.wager
                )
                self.attempt(back, DEALER)

    def prepare(self) -> None:
        shoe = self.table.shoe
        if self.dealer is not None:
            self.dealer.prepare()
            self.look()
            return
        if shoe.preparation is Preparation.NEEDS_SHUFFLE:
            self.must(shuffling.Shuffle(), DEALER)
        if shoe.preparation is Preparation.OFFERING_CUT:
            self.must(shuffling.Cut(player="dan", at=self.chance.randint(1, 51)), DEALER)
        if shoe.preparation is Preparation.CUT:
            self.must(shuffling.InsertCuttingCard(from_back=0), DEALER)

    def deal(self) -> None:
        if self.dealer is not None:
            self.dealer.deal()
            self.look()
            return
        left = [card for card in DECK if not self.table.shoe.all_out(card)]
        laid_on = (
            (self.chance.randint(0, 3), 1) if self.chance.random() < self.trouble / 8 else None
        )
        if not self.attempt(dealing.Deal(card=self.chance.choice(left), laid_on=laid_on), DEALER):
            self.must(dealing.Deal(card=self.chance.choice(left)), DEALER)

    def mishap(self) -> None:
        chance, because = self.chance, "because"
        box = chance.randint(1, BOXES)
        name = NAMES[box - 1]
        if chance.random() < 0.5:
            self.try_out(anything(chance), chance.choice(PEOPLE))
            return
        self.attempt(conduct.RecordBreach(person=name, clause="15.8", what=because), DEALER)
        many: list[Command] = [
            misdeals.WrongCount(whose=chance.choice(["dealer", "communal", box]), cards=3),
            misdeals.CardShown(whose=chance.choice(["dealer", "communal", box]), place=2),
            misdeals.PlayersCardShown(box=box, place=1, reason=because),
            misdeals.WagerMissing(box=box),
            misdeals.WrongDeck(found="a joker"),
            misnamed_cards.CorrectCard(
                draw=chance.randint(1, 12), card=chance.choice(DECK), reason=because
            ),
            misnamed_cards.CorrectLastCard(card=chance.choice(DECK)),
            misdeals.CallMisdeal(reason=because),
            misdeals.LetStand(reason=because),
            misdeals.LevelWagers(box=box, reason=because),
            wagering.OverlookedWager(player=name, box=box, wager="ante", amount=10_00),
            wagering.OverlookedWager(player=name, box=box, wager="blind", amount=20_00),
            wagering.ReturnShortWager(player=name, box=box),
            asks_and_answers.OverlookedPlay(box=box, amount=chance.choice([15_00, 70_00])),
            decisions.GiveMoreTime(box=box, seconds=5),
            shuffling_device.MachineFailed(fault=because, nature="mechanical"),
            SanctionCollusion(
                player=name, sanction="exclude-from-round", reason=because
            ),
            SanctionCollusion(player=name, sanction="void-round", reason=because),
            ReportDevice(person=name, device="a telephone"),
            voiding.VoidWager(player=name, box=box, reason=because),
            voiding.VoidWager(player=name, box=box, reason=because, wager="trips"),
            voiding.VoidWager(player=name, box=box, reason=because, round=self.table.number),
            voiding.VoidRound(ground="impractical", reason=because),
            voiding.VoidRound(ground="fraud", reason=because, round=self.table.number),
            voiding.Invalidate(disturbance=because),
            voiding.Exclude(player=name, reason=because),
            patrons.StepAway(player=name),
            patrons.Leave(player=name),
            preparation.OrderShuffle(reason=because),
            preparation.CountCards(cards=chance.choice([51, 52])),
            sign.ChangeLimits(limits={"ante": (10_00, 40_00)}),
        ]  # fmt: skip
        self.try_out(chance.choice(many), SUPERVISOR)

    def try_out(self, command: Command, by: Person) -> None:
        if self.dealer is not None and isinstance(command, _OF_THE_DEALER):
            return
        if isinstance(command, voiding.Exclude) and self.table.patrons.excluded:
            return  # somebody has to play on
        self.attempt(command, by)

    # -- what holds

    def look(self) -> None:
        """After every command: what was stated, and where chips and cards are."""
        for entry in self.table.record.entries[self.looked_at :]:
            for fact in entry.facts:
                assert fact.clauses, f"{fact} cites nothing"
                assert set(fact.clauses) <= self.known, fact
                if isinstance(fact, Notified) and fact.about == "owed to the house":
                    self.owing.add(fact.detail.partition(":")[0])
                elif isinstance(fact, RoundVoided):
                    self.moved_nothing(fact.round, entry.facts)
        self.looked_at = len(self.table.record.entries)
        self.chips_are_conserved()
        self.every_card_is_somewhere()
        self.what_is_legal_is_taken()

    def moved_nothing(self, number: int, facts: tuple[Fact, ...]) -> None:
        past = self.table.past_round(number)
        assert past is not None
        net: Counter[str] = Counter()
        for fact in {id(fact): fact for fact in (*past.facts, *facts)}.values():
            if isinstance(fact, Settled):
                net[fact.player] += fact.net
            elif isinstance(fact, Reversed):
                net[fact.player] -= fact.net
        assert not any(net.values()), f"round {number} is void: {net}"

    def chips_are_conserved(self) -> None:
        table = self.table
        assert table.chips.balances
        for name, held in table.chips.racks.items():
            assert held >= 0 or name in self.owing, f"{name} has {held}"
        if table.phase in (Phase.DEALING, Phase.SETTLED):
            assert isinstance(table.round, RoundAtTable)
            staked = sum(sum(box.stakes.values()) for box in table.round.round.boxes)
        else:
            staked = sum(wager.amount for wager in table.wagers)
        assert table.chips.layout == staked

    def every_card_is_somewhere(self) -> None:
        shoe = self.table.shoe
        if shoe.preparation in (Preparation.NEEDS_SHUFFLE, Preparation.NEEDS_NEW_CARDS):
            return  # on their way together
        assert shoe.remaining + len(shoe.rack) + len(shoe.layout) == 52
        assert +shoe.out == Counter((*shoe.rack, *shoe.layout))
        assert max(shoe.out.values(), default=0) <= 1

    def what_is_legal_is_taken(self) -> None:
        if self.chance.random() < 0.02:
            for person in (player("ana"), DEALER):
                for command in self.table.legal(person, self.now):
                    assert self.table.check(command, person, self.now) is None

    def the_shoes_are_proved(self) -> None:
        if self.dealer is not None:
            while self.table.phase is not Phase.BETTING:
                self.step()
            if self.table.shoe.ready:
                self.must(preparation.OrderShuffle(reason="the end"), SUPERVISOR)
            self.dealer.reveal()
            verdicts = {check.verdict for check in check_shoes(self.table.record)}
            assert verdicts <= {Verdict.PROVED}

    def the_record_gives_the_same_again(self) -> None:
        again = replay(self.table.record.lines)
        assert again.same, again.differences
        assert replayed_as(again.table, self.table)


@settings(max_examples=12 * LONGER, deadline=None)
@given(options=OPTIONS, seed=st.integers(0, 2**32), virtual=st.booleans())
def test_tables_driven_at_random(options: dict[str, Any], seed: int, virtual: bool) -> None:
    floor = Floor(options, seed, virtual=virtual)
    floor.go_on(70)
    floor.trouble = 0.0
    floor.go_on(30)
    assert floor.table.rounds, "not a single round came to its end"
    floor.the_shoes_are_proved()
    floor.the_record_gives_the_same_again()
