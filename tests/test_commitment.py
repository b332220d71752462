"""Numbers from a stream are exactly equal in chance, and a stream goes on where it stopped."""

from __future__ import annotations

import hmac
import struct
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from croupier.commitment import Mac, Scheme, Stream, drawn_one_by_one, is_hash, shuffled

if TYPE_CHECKING:
    from collections.abc import Sequence

SECRET = bytes(range(32))
ALL_WORDS = 65_536


class Scripted(Stream):
    """A stream whose words are given, sixteen to a block; it ends with an IndexError."""

    script: list[int]

    def block(self, number: int) -> bytes:
        words = self.script[16 * number : 16 * number + 16]
        if not words:
            raise IndexError
        return struct.pack(">16H", *words, *[ALL_WORDS - 1] * (16 - len(words)))


def scripted(words: list[int]) -> Scripted:
    stream = Scripted(SECRET, b"test")
    stream.script = words
    return stream


def every_answer(n: int) -> Counter[int]:
    """What `below` makes of a stream in which each of the 65,536 words comes exactly once."""
    stream = scripted(list(range(ALL_WORDS)))
    answers = Counter[int]()
    while True:
        try:
            answers[stream.below(n)] += 1
        except IndexError:
            assert stream.position == ALL_WORDS
            return answers


SIZES = [1, 2, 3, 4, 5, 6, 7, 10, 13, 51, 52, 53, 104, 255, 256, 257, 312, 416, 1000, 40_000]


@pytest.mark.parametrize("n", [*SIZES, ALL_WORDS - 1, ALL_WORDS])
def test_every_number_has_exactly_the_same_number_of_words(n: int) -> None:
    assert every_answer(n) == dict.fromkeys(range(n), ALL_WORDS // n)


@pytest.mark.parametrize("n", [3, 52, 312, 416])
def test_taking_every_word_would_favour_the_low_numbers(n: int) -> None:
    unfair = Counter(word % n for word in range(ALL_WORDS))
    assert unfair != every_answer(n)
    assert unfair[0] > unfair[n - 1]


def test_words_over_the_last_multiple_are_dropped_and_the_next_is_taken() -> None:
    stream = scripted([65_535, 65_530, 65_529, 7])  # 65,530 is the last multiple of ten
    assert stream.below(10) == 9
    assert stream.position == 3
    assert stream.below(10) == 7


@pytest.mark.parametrize("n", [0, -1, ALL_WORDS + 1])
def test_a_choice_among_none_or_too_many_is_refused(n: int) -> None:
    with pytest.raises(ValueError, match="among"):
        Stream(SECRET, b"test").below(n)


def test_a_stream_goes_on_from_any_position() -> None:
    whole = Stream(SECRET, b"test")
    positions, answers = [], []
    for _ in range(100):
        positions.append(whole.position)
        answers.append(whole.below(416))
    for start, position in enumerate(positions):
        rest = Stream(SECRET, b"test", position)
        assert [rest.below(416) for _ in range(100 - start)] == answers[start:]


def test_another_purpose_or_secret_is_another_stream() -> None:
    def first_words(stream: Stream) -> tuple[int, ...]:
        return tuple(stream.below(ALL_WORDS) for _ in range(16))

    one = first_words(Stream(SECRET, b"one"))
    assert one == first_words(Stream(SECRET, b"one"))
    assert one != first_words(Stream(SECRET, b"two"))
    assert one != first_words(Stream(bytes(32), b"one"))


def test_a_stream_does_not_begin_before_its_first_word() -> None:
    with pytest.raises(ValueError, match="before its first"):
        Stream(SECRET, b"test", -1)


# --- commit and reveal

DICE = Scheme(committing=b"test commitment 1", drawing=b"test draw 1")


def test_only_the_secret_that_was_committed_to_opens_a_commitment() -> None:
    published = DICE.commit(SECRET, b"six dice")
    assert is_hash(published)
    assert DICE.opened(published, SECRET.hex(), b"six dice") == SECRET
    assert DICE.opened(published, SECRET.hex(), b"five dice") is None
    assert DICE.opened(published, bytes(32).hex(), b"six dice") is None
    assert DICE.opened(published, SECRET.hex()[:-2], b"six dice") is None
    assert DICE.opened(published, "no secret", b"six dice") is None
    assert not Scheme(b"another", DICE.drawing).opens(published, SECRET, b"six dice")


def test_what_others_bring_changes_what_is_drawn() -> None:
    """The order follows from the secret and from what was brought, and from nothing else."""
    items = range(100)
    alone = shuffled(items, DICE.stream(SECRET))
    assert sorted(alone) == list(items)
    assert alone == shuffled(items, DICE.stream(SECRET))
    assert alone != shuffled(items, DICE.stream(SECRET, "galah"))
    drawn = list(drawn_one_by_one(100, DICE.stream(SECRET, "galah")))
    assert sorted(drawn) == list(items)
    assert drawn != list(drawn_one_by_one(100, DICE.stream(SECRET, "budgerigar")))


@pytest.mark.parametrize("bounds", [range(52, 1, -1), range(416, 1, -1), [60_000, 1, 65_536] * 9])
def test_many_numbers_at_once_are_those_that_come_one_by_one(bounds: Sequence[int]) -> None:
    for seed in range(40):
        for position in (0, 5, 16):
            secret = seed.to_bytes(32, "big")
            together = Stream(secret, b"test", position)
            one_by_one = Stream(secret, b"test", position)
            assert together.below_each(bounds) == [one_by_one.below(n) for n in bounds]
            assert together.position == one_by_one.position
            assert together.below(7) == one_by_one.below(7)


@pytest.mark.parametrize("bound", [0, -1, 65_537])
def test_nothing_is_chosen_among_none_or_too_many(bound: int) -> None:
    with pytest.raises(ValueError, match="chooses among 1 to 65536"):
        Stream(SECRET, b"test").below_each([5, bound])


def test_a_mac_is_that_of_the_standard_library() -> None:
    for key in (b"", SECRET, bytes(64)):
        assert Mac(key)(b"text") == hmac.digest(key, b"text", "sha256")
        assert Mac(key).in_hex(b"text") == hmac.digest(key, b"text", "sha256").hex().encode()
    with pytest.raises(ValueError, match="at most 64 bytes"):
        Mac(bytes(65))
