"""An evening at a table of Hold'em from virtual decks: recorded, replayed, verified, proved."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

import msgspec
import pytest
from tests.holdem.table_support import HoldemAt, open_table
from tests.table_support import (
    APPROVAL,
    DEALER,
    INSPECTOR,
    OPERATOR,
    SUPERVISOR,
    player,
)

from croupier.aggregate.hash_chain import verify
from croupier.aggregate.record import Entry
from croupier.aggregate.restore import ReadRecord
from croupier.cards import DECK
from croupier.dealer import Dealer
from croupier.games.holdem.acts.conduct import ReportCollusion, ReportDevice, SanctionCollusion, Say
from croupier.games.holdem.acts.decisions import GiveMoreTime
from croupier.games.holdem.acts.misdeals import (
    CallMisdeal,
    CardShown,
    LetStand,
    PlayersCardShown,
    WagerMissing,
    WrongCount,
    WrongDeck,
)
from croupier.games.holdem.acts.preparation import (
    CheckDeck,
    CountCards,
    InstructCount,
    LoadSecondDeck,
    OrderShuffle,
)
from croupier.games.holdem.acts.shuffling_device import MachineFailed, ReplaceMachine
from croupier.games.holdem.acts.wagering import OverlookedWager, ReturnShortWager
from croupier.games.holdem.asks_and_answers import (
    Check,
    Concede,
    Fold,
    LookAtCards,
    NoAnswer,
    OverlookedPlay,
    PlayWager,
    TakeAndPay,
)
from croupier.games.holdem.facts import DealtFaceDown
from croupier.games.holdem.game import ACTS
from croupier.table.acts.burn_and_reveal import NewCards, ReplaceCard
from croupier.table.acts.closing import AnnounceClosure, CloseTable, SetHours
from croupier.table.acts.conduct import (
    AskForRules,
    Attest,
    RaiseDispute,
    RecordBreach,
    RequestReview,
    ReviewDispute,
    RuleOnDispute,
)
from croupier.table.acts.dealing import DealRun, cards_dealt
from croupier.table.acts.limit_markers import LiftMarker, PlaceMarker
from croupier.table.acts.opening import CheckCards, ends_closed
from croupier.table.acts.patrons import ComeBack, Sit, StepAway
from croupier.table.acts.sign import ChangeLimits
from croupier.table.acts.voiding import Exclude, Invalidate, VoidRound, VoidWager
from croupier.table.facts import RoundEnded, RoundVoided, TableClosed
from croupier.table.shoe_state import Device
from croupier.table.shuffle_verification import Verdict, check_shoes
from croupier.table.table import Phase
from croupier.table_replay import read_record, replay
from croupier.testing.table_state import replayed_as

if TYPE_CHECKING:
    from croupier.aggregate.acts import Command

ANA, BOB, CAT = player("ana"), player("bob"), player("cat")
BOTH = {"checked_by_supervisor": "sue", "checked_by_dealer": "dan"}


class Evening:
    """A table with its dealer; time goes on with every command."""

    def __init__(self) -> None:
        self.at: HoldemAt = open_table(
            "ana bob cat", loaded=False, device="shuffler", decision_timer=30,
            blind_payout_cap=25_000_00,
        )  # fmt: skip
        self.secrets = 0
        self.dealer = Dealer(self.at.table, self.secret, clock=self.tick)

    def secret(self) -> bytes:
        self.secrets += 1
        return sha256(str(self.secrets).encode()).digest()

    def tick(self) -> int:
        self.at.now += 1000
        return self.at.now

    def do(self, *commands: Command) -> None:
        """Each command by whoever may give it."""
        for command in commands:
            self.tick()
            people = (ANA, BOB, CAT, DEALER, SUPERVISOR, OPERATOR, INSPECTOR)
            by = next(p for p in people if self.at.allowed(command, p))
            self.at.do(command, by)

    def bet(self, *, bob: bool = True) -> None:
        """Ana and Cat play, and mostly Bob; a shuffled deck lies ready."""
        self.dealer.prepare()
        self.at.bet("ana", 1, 20, trips=10)
        if bob:
            self.at.bet("bob", 2, 10)
        self.at.bet("cat", 3, 50)

    def deal(self) -> None:
        if self.at.table.phase is Phase.BETTING:
            self.at.no_more_bets()
        self.dealer.deal()

    def finish(self) -> None:
        """Whoever owes an answer checks, or folds on the river; the dealer takes and pays."""
        table = self.at.table
        while table.phase is Phase.DEALING:
            owing = self.at.round.round.owing
            if not owing:
                self.do(TakeAndPay())
                self.dealer.deal()  # and so on, hand by hand
            elif self.at.allowed(Check(box=owing[0].number), DEALER):
                self.do(Check(box=owing[0].number))
            else:
                self.do(Fold(box=owing[0].number))
        self.dealer.collect()


def ordinary_rounds(evening: Evening) -> None:
    """Looks, bets on every street, a fold, a concession, no answer, a wrong play wager."""
    evening.bet()
    evening.deal()
    evening.do(LookAtCards(box=1), LookAtCards(box=2), LookAtCards(box=3))
    evening.do(PlayWager(box=1, amount=80_00), Check(box=2), PlayWager(box=3, amount=150_00))
    evening.do(PlayWager(box=2, amount=20_00), Concede(box=2))
    evening.finish()
    evening.bet()
    evening.deal()
    evening.do(Check(box=1), Check(box=2), Fold(box=3), Check(box=1), Check(box=2))
    evening.do(PlayWager(box=1, amount=20_00), GiveMoreTime(box=2, seconds=20))
    evening.at.now += 60_000
    evening.do(NoAnswer(box=2))
    evening.finish()
    evening.bet()
    evening.deal()
    evening.do(OverlookedPlay(box=1, amount=100_00), StepAway(player="bob"), NoAnswer(box=2))
    evening.do(ComeBack(player="bob"))
    evening.finish()


def signs_and_limits(evening: Evening) -> None:
    """A marker, a short wager warned and returned, new limits, chips and seats, a count."""
    at = evening.at
    evening.do(Sit(player="ana", box=1), PlaceMarker(player="ana", box=1, limit=1_000_00))
    evening.do(ChangeLimits(limits={"trips": (5_00, 50_00)}), AskForRules(player="cat"))
    evening.dealer.prepare()
    at.bet("ana", 1, 700)
    at.bet("bob", 2, 5)
    evening.deal()
    evening.finish()
    evening.do(LiftMarker(player="ana", box=1), InstructCount(), CountCards(cards=52))
    evening.dealer.prepare()
    at.bet("ana", 1, 20)
    at.bet("bob", 2, 5)
    at.no_more_bets((("bob", 2),))
    evening.deal()
    evening.do(ReturnShortWager(player="bob", box=2))
    evening.finish()
    evening.do(ReplaceCard(card=DECK[0], **BOTH), Say(player="bob", words="good evening"))


def misdeals(evening: Evening) -> None:
    """Every way in which a round comes to nothing, or nearly."""
    for command in (
        CardShown(whose="dealer", place=1), WrongCount(whose="dealer", cards=3),
        CallMisdeal(reason="in a supervisor's opinion"), Invalidate(disturbance="a brawl"),
        VoidRound(ground="impractical", reason="the lights are out"), WagerMissing(box=6),
    ):  # fmt: skip
        evening.bet()
        evening.deal()
        evening.do(command)
        assert evening.at.table.phase is Phase.BETTING
    evening.bet()
    evening.deal()
    evening.do(PlayWager(box=1, amount=80_00), CardShown(whose="dealer", place=2))
    evening.do(CardShown(whose="communal", place=4))
    evening.do(PlayersCardShown(box=3, place=1, reason="a gust of wind"))
    evening.finish()
    evening.bet()
    evening.do(OrderShuffle(reason="a card was seen in the machine"))
    evening.bet()
    evening.deal()
    evening.do(WrongDeck(found="a card with a green back"), CheckDeck(whole=False))
    evening.do(NewCards(**BOTH))


def breakdown(evening: Evening) -> None:
    """The machine fails in mid-round and a card shoe takes its place."""
    evening.bet()
    evening.deal()
    evening.do(Check(box=1), MachineFailed(fault="the lift is stuck", nature="mechanical"))
    evening.do(ReplaceMachine(device=Device.SHOE, approval=APPROVAL, **BOTH))
    evening.bet()
    evening.deal()
    evening.finish()


def swapped_cards(evening: Evening) -> None:
    """Two cards lie on each other's box, which a supervisor lets stand."""
    evening.bet()
    evening.at.no_more_bets()
    while evening.at.round.card_due_to != (1, 1):
        evening.dealer.misplace(0, 2)  # which is where the communal cards are due
    evening.dealer.misplace(2)
    evening.dealer.misplace(1)
    evening.deal()
    evening.do(LetStand(reason="nobody has seen a card"))
    evening.finish()


def powers(evening: Evening) -> None:
    """Breaches and sanctions, a missing blind, disputes, duties."""
    at = evening.at
    evening.bet()
    evening.deal()
    evening.do(ReportCollusion(player="bob", what="word-of-hand", words="told ana"))
    evening.do(SanctionCollusion(player="bob", sanction="exclude-from-round", reason="told ana"))
    evening.do(RecordBreach(person="ana", clause="15.8", what="advised cat"))
    evening.do(VoidWager(player="ana", box=1, reason="advised cat", wager="trips"))
    evening.finish()
    evening.dealer.prepare()
    at.bet("ana", 1, 10)
    evening.do(OverlookedWager(player="cat", box=3, wager="ante", amount=10_00))
    evening.deal()
    evening.do(LookAtCards(box=1), WagerMissing(box=3))
    evening.finish()
    evening.bet()
    evening.deal()
    evening.do(ReportDevice(person="bob", device="a telephone"))
    evening.do(Exclude(player="bob", reason="a telephone"))
    evening.finish()
    evening.do(RaiseDispute(player="cat", about="the count", round=1))
    evening.do(RuleOnDispute(number=1, decision="it stands"), RequestReview(number=1, player="cat"))
    evening.do(ReviewDispute(number=1, outcome="upheld"))
    evening.do(Attest(duty="no-advantage", statement="the whole evening"))


def closing(evening: Evening) -> None:
    at = evening.at
    evening.do(SetHours(opens=at.now - 1, closes=at.now + 10**8), AnnounceClosure(rounds=1))
    evening.bet(bob=False)
    evening.deal()
    evening.finish()
    evening.do(CloseTable())
    evening.do(CheckCards(occasion="closing"))
    evening.dealer.reveal()


@pytest.fixture(scope="module")
def evening() -> Evening:
    evening = Evening()
    evening.do(LoadSecondDeck(in_play="red", other="blue"))
    for part in (
        ordinary_rounds, signs_and_limits, misdeals, breakdown, swapped_cards, powers, closing,
    ):  # fmt: skip
        part(evening)
    return evening


@pytest.fixture(scope="module")
def recording(evening: Evening) -> ReadRecord:
    return read_record(evening.at.table.record.lines)


def test_the_evening_went_through_nearly_everything(evening: Evening) -> None:
    given = {type(entry.command) for entry in evening.at.table.record.entries}
    own = {kind for kind in ACTS if kind.__module__.startswith("croupier.games.holdem")}
    assert {kind.__name__ for kind in own - given} == {"LevelWagers"}
    assert len(evening.at.facts_of(RoundVoided)) == 8
    assert len(evening.at.facts_of(RoundEnded)) == 20
    assert evening.at.last(TableClosed).clauses == ("14.2",)


def test_the_books_balance_and_nothing_is_left_on_the_layout(evening: Evening) -> None:
    chips = evening.at.table.chips
    assert chips.balances
    assert chips.layout == 0
    assert chips.float + sum(chips.racks.values()) == 1_000_000_00 + 3 * 10_000_00


def test_the_record_plays_again_to_the_same_facts_and_the_same_table(evening: Evening) -> None:
    again = replay(evening.at.table.record.lines)
    assert again.same, again.differences[:1]
    assert again.table.record.head == evening.at.table.record.head
    assert replayed_as(again.table, evening.at.table)


def test_the_chain_is_unbroken_and_the_table_closed(evening: Evening) -> None:
    record = evening.at.table.record
    checked = verify(record.lines, record.head)
    assert (checked.unbroken, ends_closed(checked.last_given), checked.note) == (True, True, "")


def test_every_shuffle_is_proved_with_the_cards_that_nobody_saw(recording: ReadRecord) -> None:
    checks = check_shoes(recording)
    assert {check.verdict for check in checks} == {Verdict.PROVED}
    assert len(checks) == 21  # a deck for each round, and one that was shuffled twice
    dealt = sum(len(cards_dealt(entry.command)) for entry in recording.entries)
    assert sum(check.drawn for check in checks) == dealt


def test_a_card_that_lay_face_down_cannot_be_changed_afterwards(recording: ReadRecord) -> None:
    entries = list(recording.entries)
    place, entry = next(
        (n, entry) for n, entry in enumerate(entries) if isinstance(entry.command, DealRun)
    )
    assert isinstance(entry.command, DealRun)
    cards = entry.command.cards
    assert [type(fact) for fact in entry.facts].count(DealtFaceDown) == len(cards)
    changed = next(card for card in DECK if card not in cards)
    other = DealRun(cards=(*cards[:3], changed, *cards[4:]))
    entries[place] = Entry(entry.n, entry.at, entry.by, entry.role, other, entry.facts)
    checks = check_shoes(ReadRecord(recording.header, tuple(entries)))
    assert [check.verdict for check in checks].count(Verdict.WRONG) == 1
    assert (
        checks[0].problem == f"entry {entry.n}: {changed} came out, "
        f"and the next card was {cards[3]}"
    )


def test_no_view_of_the_closed_table_names_a_card(evening: Evening) -> None:
    for viewer in (None, ANA, DEALER, INSPECTOR):
        text = msgspec.json.encode(evening.at.table.view(viewer)).decode()
        assert not any(f'"{card}"' in text for card in DECK)
