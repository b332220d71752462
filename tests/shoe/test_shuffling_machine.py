"""The shuffling machine keeps its cards, can be recomputed and survives a restart."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import asdict, replace
from hashlib import sha256
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.cards import DECK, Card
from croupier.shoe import (
    CardDrawn,
    CardsInserted,
    CardsRemoved,
    MachineState,
    NotOut,
    ShoeEmpty,
    ShufflingMachine,
    commit,
    cut,
    front_cut_range,
    pack_text,
    shuffle,
    verify_draws,
)

SECRET = bytes(range(32))
Log = list[CardDrawn | CardsInserted | CardsRemoved]


def restarted(machine: ShufflingMachine) -> ShufflingMachine:
    """The machine after a journey through JSON."""
    return ShufflingMachine.resume(MachineState(**json.loads(json.dumps(asdict(machine.state())))))


def play(machine: ShufflingMachine, rounds: int, *, hand: int = 7) -> Log:
    """Rounds of some cards, each going back in after the next one is dealt."""
    log: Log = []
    discards: tuple[Card, ...] = ()
    for _ in range(rounds):
        drawn = tuple(machine.draw() for _ in range(hand))
        log += [CardDrawn(card) for card in drawn]
        if discards:
            machine.insert(discards)
            log.append(CardsInserted(discards))
        discards = drawn
    return log


def recomputed_draws(secret: bytes, pack: list[str], log: Log) -> list[str]:
    """Written from the description of the machine alone, as a stranger would."""
    row, numbers, block, drawn = list(pack), list[int](), 0, list[str]()
    for entry in log:
        if isinstance(entry, CardsInserted):
            row += [str(card) for card in entry.cards]
            continue
        size = len(row)
        word = 65536
        while word >= 65536 - 65536 % size:
            if not numbers:
                digest = sha256(b"croupier machine 1\n" + secret + block.to_bytes(8, "big"))
                text = digest.hexdigest()
                numbers = [int(text[at : at + 4], 16) for at in range(0, 64, 4)]
                block += 1
            word = numbers.pop(0)
        j = word % size
        drawn.append(row[j])
        last = row.pop()
        if j < len(row):
            row[j] = last
    return drawn


def test_every_draw_is_recomputed_by_a_stranger() -> None:
    for number in range(20):
        secret = sha256(b"machine %d" % number).digest()
        log = play(ShufflingMachine(DECK * 6, secret), 40)
        expected = recomputed_draws(secret, [str(card) for card in DECK * 6], log)
        assert [entry.card for entry in log if isinstance(entry, CardDrawn)] == expected


def test_a_log_is_verified_against_the_commitment() -> None:
    machine = ShufflingMachine(DECK * 6, SECRET)
    commitment = machine.commitment
    assert commitment == commit(SECRET, DECK * 6)
    log = play(machine, 30)
    log.append(CardsRemoved(machine.remove_all()))
    assert machine.commitment == commitment
    assert verify_draws(commitment, SECRET, DECK * 6, log)
    assert verify_draws(commitment, SECRET, DECK * 6, [])


def test_any_altered_line_of_a_log_is_found() -> None:
    machine = ShufflingMachine(DECK, SECRET)
    commitment = machine.commitment
    log = play(machine, 5)
    log.append(CardsRemoved(machine.remove_all()))
    for place, entry in enumerate(log):
        altered: CardDrawn | CardsInserted | CardsRemoved
        if isinstance(entry, CardDrawn):
            altered = CardDrawn(DECK[(DECK.index(entry.card) + 1) % 52])
        else:
            altered = replace(entry, cards=(*entry.cards[1:], entry.cards[0]))
        assert not verify_draws(
            commitment, SECRET, DECK, [*log[:place], altered, *log[place + 1 :]]
        )
        if not isinstance(entry, CardsRemoved):
            assert not verify_draws(commitment, SECRET, DECK, [*log[:place], *log[place + 1 :]])


def test_another_secret_pack_or_commitment_is_found() -> None:
    machine = ShufflingMachine(DECK, SECRET)
    log = play(machine, 5)
    good = machine.commitment
    assert verify_draws(good, SECRET, DECK, log)
    for bit in range(256):
        other = (int.from_bytes(SECRET, "big") ^ (1 << bit)).to_bytes(32, "big")
        assert not verify_draws(good, other, DECK, log)
        assert not verify_draws(commit(other, DECK), other, DECK, log)
    assert not verify_draws(good, SECRET, (*DECK[1:], DECK[0]), log)
    assert not verify_draws(good.replace(good[0], "x"), SECRET, DECK, log)
    assert not verify_draws(good, SECRET[:-1], DECK, log)


def test_a_log_that_no_machine_could_have_is_found() -> None:
    pack = DECK[:1]
    good = commit(SECRET, pack)
    assert verify_draws(
        good, SECRET, pack, [CardDrawn(pack[0]), CardsInserted(pack), CardDrawn(pack[0])]
    )
    assert not verify_draws(good, SECRET, pack, [CardDrawn(pack[0]), CardDrawn(pack[0])])
    assert not verify_draws(good, SECRET, pack, [CardsInserted(pack)])


def test_every_card_inside_is_equally_likely() -> None:
    # Band declared beforehand: 99.9 % of a chi-square with seven degrees of freedom.
    pack, draws = DECK[:8], 40_000
    machine = ShufflingMachine(pack, SECRET)
    seen, repeats, last = Counter[Card](), 0, None
    for _ in range(draws):
        card = machine.draw()
        seen[card] += 1
        repeats += card is last
        last = card
        machine.insert((card,))
    assert sum((seen[card] - draws / 8) ** 2 / (draws / 8) for card in pack) < 24.32
    # A card that has gone back in is as likely to be next as any other.
    assert abs(repeats - draws / 8) < 3.29 * sqrt(draws * 7 / 64)


def test_an_empty_machine_says_so() -> None:
    machine = ShufflingMachine(DECK, SECRET)
    assert Counter(machine.draw() for _ in DECK) == Counter(DECK)
    with pytest.raises(ShoeEmpty):
        machine.draw()
    machine.insert(DECK[:1])
    assert machine.draw() is DECK[0]


def test_a_card_that_is_not_out_cannot_go_in_and_takes_the_others_with_it() -> None:
    machine = ShufflingMachine(DECK, SECRET)
    card = machine.draw()
    before = machine.state()
    for discards in ([card, card], [card, DECK[(DECK.index(card) + 1) % 52]]):
        with pytest.raises(NotOut) as refusal:
            machine.insert(discards)
        assert refusal.value.card is discards[-1]
        assert machine.state() == before
    machine.insert([card])
    assert machine.remaining == 52
    with pytest.raises(NotOut):
        machine.insert([card])


def test_a_machine_that_was_put_right_takes_its_cards_back() -> None:
    machine = ShufflingMachine(DECK, SECRET)
    commitment = machine.commitment
    drawn, rest = machine.draw(), machine.remove_all()
    machine.insert(rest)
    log: Log = [
        CardDrawn(drawn),
        CardsRemoved(rest),
        CardsInserted(rest),
        CardDrawn(machine.draw()),
    ]
    assert machine.remaining == 50
    assert verify_draws(commitment, SECRET, DECK, log)


@given(st.binary(min_size=32, max_size=32), st.lists(st.integers(-5, 12), max_size=30))
def test_cards_are_neither_lost_nor_made(secret: bytes, steps: list[int]) -> None:
    """A positive step draws so many cards, a negative one puts so many back; zero restarts."""
    machine = ShufflingMachine(DECK, secret)
    layout: list[Card] = []
    log: Log = []
    for step in steps:
        if step > 0:
            drawn = [machine.draw() for _ in range(min(step, machine.remaining))]
            layout += drawn
            log += [CardDrawn(card) for card in drawn]
        elif step < 0:
            discards, layout = tuple(layout[:-step]), layout[-step:]
            machine.insert(discards)
            log.append(CardsInserted(discards))
        else:
            machine = restarted(machine)
        assert machine.remaining == len(DECK) - len(layout)
    assert verify_draws(machine.commitment, secret, DECK, log)
    assert Counter((*layout, *machine.remove_all())) == Counter(DECK)


def test_a_machine_goes_on_after_a_restart_at_any_point() -> None:
    machine = ShufflingMachine(DECK, SECRET)
    discards: list[Card] = []
    for step in range(100):
        copy = restarted(machine)
        assert copy.state() == machine.state()
        assert copy.commitment == machine.commitment
        card = machine.draw()
        assert copy.draw() is card
        discards.append(card)
        if step % 10 == 9:
            machine.insert(discards)
            discards.clear()
    with pytest.raises(NotOut):
        restarted(machine).insert(DECK[:1])


def test_a_state_with_foreign_cards_is_refused() -> None:
    state = ShufflingMachine(DECK[:2], SECRET).state()
    with pytest.raises(ValueError, match="never loaded"):
        ShufflingMachine.resume(replace(state, held="AS AS"))


def test_no_text_of_a_machine_shows_its_secret_or_a_card() -> None:
    machine = ShufflingMachine(DECK, SECRET)
    for text in (repr(machine), str(machine), repr(machine.state())):
        assert SECRET.hex() not in text
        assert repr(SECRET) not in text
        assert not any(card in text for card in DECK)


def test_a_machine_needs_a_whole_secret() -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        ShufflingMachine(DECK, SECRET[:-1])


def test_W36_only_the_cards_left_in_a_broken_machine_are_shuffled_and_cut() -> None:
    machine = ShufflingMachine(DECK * 6, SECRET)
    layout = [machine.draw() for _ in range(24)]
    rack = [machine.draw() for _ in range(30)]
    left = machine.remove_all()
    assert len(left) == 258
    assert machine.remaining == 0
    assert Counter(left) + Counter(layout) + Counter(rack) == Counter(DECK * 6)
    manual = cut(shuffle(left, sha256(b"another secret").digest()), 206)
    assert sorted(manual) == sorted(left)
    assert (front_cut_range(258)[0], front_cut_range(258)[-1]) == (52, 206)


def test_a_machine_and_a_shuffle_of_one_secret_have_nothing_in_common() -> None:
    machine = ShufflingMachine(DECK, SECRET)
    drawn = [machine.draw() for _ in DECK]
    shuffled = shuffle(DECK, SECRET)
    assert pack_text(drawn) not in (pack_text(shuffled), pack_text(reversed(shuffled)))
