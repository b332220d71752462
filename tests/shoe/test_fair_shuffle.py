"""The shuffle can be recomputed by anyone from its description, and no tampering passes."""

from __future__ import annotations

import hashlib
import os
from typing import TYPE_CHECKING

import pytest

from croupier.cards import DECK, Card, parse_cards
from croupier.commitment import SECRET_BYTES
from croupier.shoe import CardShoe, commit, pack_text, shuffle, verify

if TYPE_CHECKING:
    from collections.abc import Iterator

SECRET = bytes(range(32))
SHOE = DECK * 8
SHOES = int(os.environ.get("CROUPIER_SHOES", "1000"))
"""How many a stranger recomputes; ten thousand on demand."""


def secret_of(number: int) -> bytes:
    return hashlib.sha256(b"test secret %d" % number).digest()


# The next three functions were written from the description of the algorithm alone. They must
# never import the shuffle: they are the stranger who checks the house.


def recomputed_words(secret: bytes) -> Iterator[int]:
    i = 0
    while True:
        block = hashlib.sha256(b"croupier shuffle 1\n" + secret + i.to_bytes(8, "big")).digest()
        for at in range(0, 32, 2):
            yield 256 * block[at] + block[at + 1]
        i += 1


def recomputed_order(secret: bytes, pack: str) -> tuple[str, int]:
    cards = pack.split(" ")
    words = recomputed_words(secret)
    dropped = 0
    for i in reversed(range(1, len(cards))):
        n = i + 1
        word = next(words)
        while not word < 65536 - (65536 % n):
            dropped += 1
            word = next(words)
        j = word % n
        held = cards[i]
        cards[i] = cards[j]
        cards[j] = held
    return " ".join(cards), dropped


def recomputed_commitment(secret: bytes, pack: str) -> str:
    digest = hashlib.sha256()
    for part in (b"croupier commitment 1", b"\n", secret, pack.encode("ascii")):
        digest.update(part)
    return digest.hexdigest()


def test_shoes_are_recomputed_by_a_stranger() -> None:
    pack = pack_text(SHOE)
    dropped_words = 0
    for number in range(SHOES):
        secret = secret_of(number)
        order, dropped = recomputed_order(secret, pack)
        dropped_words += dropped
        assert pack_text(shuffle(SHOE, secret)) == order
        assert commit(secret, SHOE) == recomputed_commitment(secret, pack)
        assert verify(recomputed_commitment(secret, pack), secret, SHOE, parse_cards(order))
    assert dropped_words > SHOES / 10  # or the dropping of words was never put to the test


def test_the_published_example_never_changes() -> None:
    assert commit(SECRET, DECK) == (
        "98bef83e563fdca3a38082670177b558c190f836da50a4cd0e9bdf5769a0c132"
    )
    assert pack_text(shuffle(DECK, SECRET)) == (
        "2D KD 2H 9H 6C 5D 4H AH 8S JD 8C 9C 8H JS QS 9S 4S 3C 6S 6H 3S 2S AS AC 3H 7H "
        "QH KH TS QD 7C 9D JC 5C 2C 7S 5H TD 8D 5S 7D KS KC JH 3D TC 4C 6D 4D AD QC TH"
    )


def test_a_pack_has_one_text_that_reads_back() -> None:
    assert pack_text(parse_cards("as 10h, KC")) == "AS TH KC"
    assert parse_cards(pack_text(SHOE)) == SHOE
    assert pack_text(()) == ""


def test_a_shuffle_keeps_every_card_and_leaves_the_pack_alone() -> None:
    pack = list(SHOE)
    order = shuffle(pack, SECRET)
    assert sorted(order) == sorted(SHOE)
    assert order != SHOE
    assert tuple(pack) == SHOE


@pytest.mark.parametrize("pack", [(), DECK[:1]])
def test_nothing_and_one_card_are_already_in_order(pack: tuple[Card, ...]) -> None:
    assert shuffle(pack, SECRET) == pack
    assert verify(commit(SECRET, pack), SECRET, pack, pack)


def test_any_flipped_bit_of_the_secret_is_found() -> None:
    commitment, order = commit(SECRET, DECK), shuffle(DECK, SECRET)
    assert verify(commitment, SECRET, DECK, order)
    for bit in range(8 * SECRET_BYTES):
        other = (int.from_bytes(SECRET, "big") ^ (1 << bit)).to_bytes(SECRET_BYTES, "big")
        assert not verify(commitment, other, DECK, order)
        # Not even a house that replaced its commitment as well could keep the order.
        assert not verify(commit(other, DECK), other, DECK, order)


def test_any_flipped_bit_of_the_commitment_is_found() -> None:
    commitment, order = bytes.fromhex(commit(SECRET, DECK)), shuffle(DECK, SECRET)
    for bit in range(256):
        other = (int.from_bytes(commitment, "big") ^ (1 << bit)).to_bytes(32, "big").hex()
        assert not verify(other, SECRET, DECK, order)


def test_any_altered_card_of_the_order_is_found() -> None:
    commitment, order = commit(SECRET, DECK), shuffle(DECK, SECRET)
    for place, card in enumerate(order):
        changed = DECK[(DECK.index(card) + 1) % len(DECK)]
        assert not verify(commitment, SECRET, DECK, (*order[:place], changed, *order[place + 1 :]))
        moved = (*order[:place], *order[place + 1 :], card)
        assert verify(commitment, SECRET, DECK, moved) == (moved == order)
    assert not verify(commitment, SECRET, DECK, order[:-1])
    assert not verify(commitment, SECRET, DECK, (*order, order[0]))


def test_any_altered_card_of_the_pack_is_found() -> None:
    commitment, order = commit(SECRET, DECK), shuffle(DECK, SECRET)
    for place, card in enumerate(DECK):
        changed = DECK[(place + 1) % len(DECK)]
        altered = (*DECK[:place], changed, *DECK[place + 1 :])
        assert not verify(commitment, SECRET, altered, order)
        assert not verify(commitment, SECRET, altered, shuffle(altered, SECRET))
        moved = (card, *DECK[:place], *DECK[place + 1 :])
        assert verify(commitment, SECRET, moved, shuffle(moved, SECRET)) == (moved == DECK)


@pytest.mark.parametrize("length", [0, 31, 33, 64])
def test_a_secret_of_another_length_is_no_secret(length: int) -> None:
    short = bytes(length)
    with pytest.raises(ValueError, match="32 bytes"):
        commit(short, DECK)
    with pytest.raises(ValueError, match="32 bytes"):
        shuffle(DECK, short)
    assert not verify(commit(SECRET, DECK), short, DECK, DECK)


def test_a_shuffled_shoe_deals_the_committed_order() -> None:
    shoe = CardShoe(shuffle(DECK, SECRET))
    dealt = tuple(shoe.draw() for _ in DECK)
    assert verify(commit(SECRET, DECK), SECRET, DECK, dealt)
