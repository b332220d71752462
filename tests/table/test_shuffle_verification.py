"""A virtual shoe proves itself: its order follows from the revealed secret and the record's cut."""

from __future__ import annotations

from hashlib import sha256
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from tests.table_support import DEALER, NOW, SUPERVISOR, At, open_table, player

from croupier.cards import DECK, Card
from croupier.dealer import Dealer
from croupier.games.blackjack.asks_and_answers import Choice, Hit, MoveOn, Stand
from croupier.games.blackjack.facts import Dealt
from croupier.games.blackjack.round_at_table import RoundAtTable
from croupier.shoe import commit
from croupier.table.acts.betting import NoMoreBets
from croupier.table.acts.burn_and_reveal import NewCards, Reveal
from croupier.table.acts.closing import AnnounceClosure, CloseTable
from croupier.table.acts.dealing import Deal
from croupier.table.acts.misplaced_cards import Reconstruct
from croupier.table.acts.shuffling import Cut, Shuffle
from croupier.table.acts.shuffling_machine import MachineFailed
from croupier.table.facts import CutMade, Revealed, ShoeLoaded, Shuffled
from croupier.table.shuffle_verification import Verdict, check_shoes
from croupier.table.table import Phase

if TYPE_CHECKING:
    from croupier.aggregate.record import Entry, Header


class Evening:
    """Rounds of P and Q from a virtual shoe, the dealer slipping now and then."""

    def __init__(self, instrument: str, seed: int = 1, **options: Any) -> None:
        self.at = open_table(instrument, "P Q", loaded=False, **options)
        self.chance = Random(seed)
        self.dealer = Dealer(
            self.at.table,
            lambda: self.chance.randbytes(32),
            ask_cut=lambda _, where: self.chance.choice([None, *where[::40]]),
            clock=lambda: NOW,
            penetration=self.chance.random(),
        )

    def play(self, rounds: int, *, slips: bool = False) -> None:
        for _ in range(rounds):
            self.dealer.prepare()
            self.at.bet("P", 1, 10)
            self.at.bet("Q", 2, 10)
            while self.at.table.phase is not Phase.SETTLED:
                self.go_on(slips=slips)
            self.dealer.collect()

    def go_on(self, *, slips: bool = False) -> None:
        table = self.at.table
        if table.phase is Phase.BETTING:
            self.dealer.prepare()
            self.at.do(NoMoreBets(), DEALER)
        if slips and not self.dealer.cutting_card_next and self.chance.random() < 0.2:
            self.slip()
        assert isinstance(table.round, RoundAtTable)
        if table.round.astray or (table.round.misplaced and self.chance.random() < 0.3):
            self.at.do(Reconstruct(reason="seen on tape"), SUPERVISOR)
        self.dealer.deal()
        due = table.round.round.due if isinstance(table.round, RoundAtTable) else None
        if isinstance(due, Choice):
            act = Stand if due.hand.total >= 15 else Hit
            self.at.do(act(box=due.box.number, hand=due.hand.place), DEALER)
        elif table.phase is Phase.DEALING and due is not None and not table.round.astray:
            self.at.do(MoveOn(), DEALER)

    def slip(self) -> None:
        match self.chance.randint(0, 3):
            case 0:
                self.dealer.find_face_up()
            case 1:
                self.dealer.draw_in_error(seen=self.chance.random() < 0.5)
            case 2:
                self.dealer.burn_in_error(seen=self.chance.random() < 0.5)
            case _:
                table = self.at.table
                if table.round is not None and table.round.card_due_to is not None:
                    self.dealer.misplace(self.chance.choice([1, 2]))

    def close(self) -> None:
        self.at.do(AnnounceClosure(rounds=0), SUPERVISOR)
        self.at.do(CloseTable(), SUPERVISOR)
        self.dealer.reveal()


def verdicts(at: At) -> list[Verdict]:
    return [check.verdict for check in check_shoes(at.table.record)]


# --- recomputed from the description alone, with nothing of croupier.shoe


def stack_of(secret: bytes, cards: list[str]) -> list[str]:
    """The shuffle as its description has it."""
    words: list[int] = []
    block = 0

    def below(n: int) -> int:
        nonlocal block
        while True:
            if not words:
                seed = b"croupier shuffle 1\n" + secret + block.to_bytes(8, "big")
                digest = sha256(seed).digest()
                words.extend(int.from_bytes(digest[i : i + 2], "big") for i in range(0, 32, 2))
                block += 1
            word = words.pop(0)
            if word < 65536 - 65536 % n:
                return word % n

    order = list(cards)
    for i in range(len(order) - 1, 0, -1):
        j = below(i + 1)
        order[i], order[j] = order[j], order[i]
    return order


def test_anybody_can_recompute_a_shoe_from_the_record_by_hand(instrument: str) -> None:
    evening = Evening(instrument)
    evening.play(3)
    evening.close()
    at = evening.at
    (revealed,) = at.facts_of(Revealed)
    secret = bytes.fromhex(revealed.secret)
    pack = [rank + suit for suit in "SHDC" for rank in "A23456789TJQK"] * 6
    text = b"croupier commitment 1\n" + secret + " ".join(pack).encode()
    assert sha256(text).hexdigest() == revealed.commitment == at.last(Shuffled).commitment
    order = stack_of(secret, pack)
    cut = at.last(CutMade).at
    dealt = [str(fact.card) for fact in at.facts_of(Dealt)]
    assert dealt == (order[cut:] + order[:cut])[: len(dealt)]


# --- the check that is part of the program


@pytest.mark.parametrize("seed", range(3))
def test_every_shoe_of_an_evening_is_proved(instrument: str, seed: int) -> None:
    evening = Evening(instrument, seed, decks=4, burn_on_new_shoe=2)
    evening.play(60)
    evening.close()
    checks = check_shoes(evening.at.table.record)
    assert len(checks) > 2
    assert {check.verdict for check in checks} == {Verdict.PROVED}
    assert all(check.cards == 208 for check in checks)
    assert sum(check.drawn for check in checks) >= 60 * 5


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("device", ["shoe", "shuffler"])
def test_so_it_is_with_everything_that_goes_wrong_at_a_table(
    instrument: str, seed: int, device: str
) -> None:
    evening = Evening(instrument, seed, decks=4, device=device)
    evening.play(40, slips=True)
    evening.close()
    checks = check_shoes(evening.at.table.record)
    assert [check.verdict for check in checks] == [Verdict.PROVED] * len(checks)


def test_a_shoe_that_ran_out_goes_on_with_the_discards_and_is_proved_too(instrument: str) -> None:
    evening = Evening(instrument, decks=4)
    evening.play(2)
    evening.at.do(AnnounceClosure(rounds=3), SUPERVISOR)  # so the cutting card does not count
    while not evening.dealer.cutting_card_next:
        evening.dealer.burn_in_error(seen=False)
    evening.play(1)
    while evening.at.table.shoe.remaining > 3:
        evening.dealer.burn_in_error(seen=evening.chance.random() < 0.5)
    evening.play(2)
    evening.close()
    checks = check_shoes(evening.at.table.record)
    assert [check.verdict for check in checks] == [Verdict.PROVED] * len(checks)
    assert {check.cards for check in checks} - {208}


def test_a_machine_that_broke_down_and_the_shoe_that_finished_its_round(instrument: str) -> None:
    evening = Evening(instrument, device="shuffler")
    evening.play(5, slips=True)
    at = evening.at
    at.bet("P", 1, 10)
    at.bet("Q", 2, 10)
    evening.go_on()
    at.do(MachineFailed(fault="smoke"), SUPERVISOR)
    while at.table.phase is not Phase.SETTLED:
        evening.go_on()
    evening.dealer.collect()
    new = NewCards(checked_by_supervisor="sue", checked_by_dealer="dan", device="shoe")
    at.do(new, SUPERVISOR)
    evening.play(3)
    evening.close()
    checks = check_shoes(at.table.record)
    assert [check.verdict for check in checks] == [Verdict.PROVED] * 3
    assert [check.cards == 312 for check in checks] == [True, False, True]


def test_a_machine_that_broke_down_when_all_was_paid_left_nothing_to_shuffle(
    instrument: str,
) -> None:
    evening = Evening(instrument, device="shuffler")
    evening.play(1)
    at = evening.at
    at.bet("P", 1, 10)
    at.bet("Q", 2, 10)
    while at.table.phase is not Phase.SETTLED:
        evening.go_on()
    at.do(MachineFailed(fault="smoke"), SUPERVISOR)
    evening.dealer.collect()
    at.do(NewCards(checked_by_supervisor="sue", checked_by_dealer="dan"), SUPERVISOR)
    evening.play(2)
    evening.close()
    assert verdicts(at) == [Verdict.PROVED] * 2


def test_a_shoe_in_use_is_not_revealed_and_a_real_one_not_committed(instrument: str) -> None:
    evening = Evening(instrument)
    evening.play(1)
    assert verdicts(evening.at) == [Verdict.NOT_REVEALED]
    named = open_table(instrument)
    named.play()
    assert verdicts(named) == [Verdict.NOT_COMMITTED]
    assert all(check.fair for check in check_shoes(named.table.record))


# --- and it finds what is wrong


class Forged:
    """A record in which something is not what it was."""

    def __init__(self, header: Header, entries: list[Entry]) -> None:
        self.header = header
        self.entries = entries


def forged(evening: Evening, kind: type, **changes: Any) -> Forged:
    """The record with the last command of a kind, and the facts that say the same, changed."""
    record = evening.at.table.record
    entries = list(record.entries)
    for place, entry in reversed(list(enumerate(entries))):
        if isinstance(entry.command, kind):
            command = msgspec.structs.replace(entry.command, **changes)
            facts = tuple(
                msgspec.structs.replace(fact, **changes)
                if all(hasattr(fact, name) for name in changes)
                else fact
                for fact in entry.facts
            )
            entries[place] = msgspec.structs.replace(entry, command=command, facts=facts)
            break
    return Forged(record.header, entries)


@pytest.fixture
def evening(instrument: str) -> Evening:
    made = Evening(instrument)
    made.play(3)
    made.close()
    return made


def problem(record: Forged) -> str:
    (check,) = check_shoes(record)
    assert check.verdict is Verdict.WRONG
    assert not check.fair
    assert check.problem in str(check)
    return check.problem


def test_another_card_than_the_next_is_named_with_its_place(evening: Evening) -> None:
    last = [e for e in evening.at.table.record.entries if isinstance(e.command, Deal)][-1]
    assert isinstance(last.command, Deal)
    other = Card("AS") if last.command.card != "AS" else Card("AH")
    found = problem(forged(evening, Deal, card=other))
    assert found == f"entry {last.n}: {other} came out, and the next card was {last.command.card}"


def test_another_cut_gives_another_order(evening: Evening) -> None:
    at = evening.at.table.shoe.cut_at
    assert "came out" in problem(forged(evening, Cut, at=at + 1))
    assert "the cutting card goes in" in problem(forged(evening, Cut, at=3))


def test_another_secret_does_not_fit(evening: Evening) -> None:
    for secret in ("00" * 32, "00", "no"):
        found = problem(forged(evening, Reveal, secret=secret))
        assert found == "the secret does not fit the commitment"


def test_a_pack_of_other_cards_is_found_however_well_committed(evening: Evening) -> None:
    aces = (Card("AS"),) * 312
    commitment = commit(bytes(32), aces)
    record = forged(evening, Reveal, secret="00" * 32, pack=aces, commitment=commitment)
    record = Forged(
        record.header,
        [
            msgspec.structs.replace(
                entry,
                facts=tuple(
                    msgspec.structs.replace(fact, commitment=commitment)
                    if isinstance(fact, Shuffled)
                    else fact
                    for fact in entry.facts
                ),
            )
            for entry in record.entries
        ],
    )
    assert problem(record) == "the pack is not the cards that were shuffled"


def test_a_card_too_many_is_found(instrument: str) -> None:
    """One that the dealer drew and the record does not have shifts all that follow."""
    evening = Evening(instrument)
    evening.play(2)
    evening.close()
    entries = list(evening.at.table.record.entries)
    place = next(i for i, e in enumerate(entries) if isinstance(e.command, Deal))
    record = Forged(evening.at.table.record.header, entries[:place] + entries[place + 1 :])
    assert "came out, and the next card was" in problem(record)


def test_the_cutting_card_lies_where_it_was_put(instrument: str) -> None:
    evening = Evening(instrument, decks=4)
    evening.play(40)
    evening.close()
    entries = list(evening.at.table.record.entries)
    for place, entry in enumerate(entries):
        facts = tuple(
            msgspec.structs.replace(fact, until_cutting_card=5)
            if isinstance(fact, ShoeLoaded)
            else fact
            for fact in entry.facts
        )
        entries[place] = msgspec.structs.replace(entry, facts=facts)
    checks = check_shoes(Forged(evening.at.table.record.header, entries))
    assert "the cutting card came after" in checks[0].problem


# --- a secret stays one for as long as it has to


def test_the_secret_of_a_shoe_in_use_is_not_taken(instrument: str) -> None:
    at = open_table(instrument, "P", loaded=False)
    secret = bytes(range(32))
    commitment = commit(secret, DECK * 6)
    reveal = Reveal(commitment=commitment, secret=secret.hex())
    assert "5.1" in at.refused(reveal, DEALER).clauses
    at.do(Shuffle(commitment=commitment), DEALER)
    assert at.refused(reveal, DEALER).clauses == ("5.1",)  # before the cut least of all
    at.do(Cut(player="P", at=100), player("P"))
    assert at.refused(reveal, DEALER).clauses == ("5.1",)


def test_a_secret_is_taken_only_if_it_fits(instrument: str) -> None:
    evening = Evening(instrument)
    evening.play(1)
    evening.at.do(AnnounceClosure(rounds=0), SUPERVISOR)
    evening.at.do(CloseTable(), SUPERVISOR)
    commitment = evening.at.table.shoe.commitment
    assert commitment is not None
    for secret in ("00" * 32, "00", "no"):
        reveal = Reveal(commitment=commitment, secret=secret)
        assert "secret" in evening.at.refused(reveal, DEALER).reason
    evening.dealer.reveal()
    assert verdicts(evening.at) == [Verdict.PROVED]
