"""The first passwords that anybody would try are refused; the control is that others are not."""

from __future__ import annotations

import secrets
from random import Random

import pytest

from croupier.casino import passwords
from croupier.casino.passwords import common_words, is_common, prove

COMMON = """
password123 Password1! P@ssw0rd123 1234567890 qwertyuiop qwerty12345 iloveyou123 1q2w3e4r5t
passwordpassword Summer2024! letmein1234 aaaaaaaaaa abcabcabcabc dragonmaster monkey-dragon
michael1985 0987654321 1qaz2wsx3edc zaq12wsxcde3 croupier2024 casino12345 Blackjack21! changeme123
administrator asdfghjkl1 welcome12345 football2010 Canberra2019 12345678910 147258369! abcd123456
qwerty1234567 password!!! 00000000000 sunshine99 abcdefghij princess123 jennifer.smith 19851224
"""
UNCOMMON = [
    "correct horse battery", "a fine password", "another one", "the quick brown fox jumps",
    "xkcd936staple", "wet paint on fridays", "seventeen blue chairs", "mQ4-vZ81-kLtt",
]  # fmt: skip


@pytest.mark.parametrize("password", COMMON.split())
def test_the_first_that_anybody_would_try(password: str) -> None:
    assert is_common(password)
    assert is_common(password.upper())


@pytest.mark.parametrize("password", UNCOMMON)
def test_others_are_let_be(password: str) -> None:
    assert not is_common(password)


def test_a_name_is_as_common_as_a_word_to_who_has_it() -> None:
    assert is_common("zorbek12345", "Zorbek")
    assert is_common("zorbek weasel!", "zorbek weasel")
    assert not is_common("zorbek12345", "ana")


def test_passwords_by_chance_are_not_common() -> None:
    chance = Random(7)
    words = sorted(common_words())
    assert not [each for _ in range(2_000) if is_common(each := secrets.token_urlsafe(9))]
    phrases = [" ".join(chance.sample(words, 4)) for _ in range(200)]
    assert not [phrase for phrase in phrases if is_common(phrase)]
    pairs = ["".join(chance.sample(words, 2)) for _ in range(200)]
    assert all(is_common(pair) for pair in pairs)


def test_it_is_said_what_is_wrong_and_what_to_do() -> None:
    with pytest.raises(ValueError, match="three or four words"):
        prove("password123")
    with pytest.raises(ValueError, match="10 to 200 characters"):
        prove("short")
    assert passwords.is_proved(prove("correct horse battery"), "correct horse battery")


def test_the_list_is_words_in_small_letters() -> None:
    assert len(common_words()) > 1_000
    assert all(word.isascii() and word.isalpha() and word.islower() for word in common_words())


@pytest.mark.parametrize("password", ["a" * 200, "password123!" * 16, "ab" * 100, "1qaz" * 50])
def test_the_longest_is_looked_at_quickly(password: str) -> None:
    assert is_common(password) in (True, False)
