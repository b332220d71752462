"""Passwords: only what proves one is kept, in the safe, and never the password."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from importlib import resources

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerifyMismatchError

SHORTEST, LONGEST = 10, 200
FEWEST_DIFFERENT = 5
MOST_WORDS = 2
"""So many common words, with a few digits and signs, are as good as one."""
MOST_FILLING = 8
"""As many digits as a date has."""
SHORTEST_ROW = 3
"""Of a row of keys, and of a word."""
ROWS = (
    "abcdefghijklmnopqrstuvwxyz", "01234567890", "qwertyuiop", "qwertzuiop", "azertyuiop",
    "asdfghjkl", "zxcvbnm", "yxcvbnm", "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p", "zaq12wsxcde34rfv",
    "1q2w3e4r5t6y7u8i9o0p", "q1w2e3r4t5y6u7i8o9p0", "a1b2c3d4e5f6g7h8i9", "!@#$%^&*()",
    "147258369",
)  # fmt: skip
"""What lies side by side, in the alphabet and on keyboards; each is as common backwards."""
LOOKS = (str.maketrans("013457@$!", "oieastasi"), str.maketrans("013457@$!", "oleastasl"))
"""Which letters are often written by digits and signs, in two ways."""

_hasher = PasswordHasher()
"""Argon2id, with the costs that its authors recommend."""


def in_safe(person: str) -> str:
    """Under which name the proof of somebody's password lies in the safe."""
    return f"people/{person}/password"


def prove(password: str, *names: str) -> bytes:
    """What to keep of a new password, of somebody with these names."""
    if not SHORTEST <= len(password) <= LONGEST:
        raise ValueError(f"password: a password has {SHORTEST} to {LONGEST} characters")
    if is_common(password, *names):
        raise ValueError(
            "password: this password is one of the first that anybody would try: common words, "
            "names, dates and rows of keys are, also with digits and signs added. Take three or "
            "four words that have nothing to do with each other or with you"
        )
    return proof_of(password)


def proof_of(password: str) -> bytes:
    """The same of a password that somebody has, whatever it is like."""
    return _hasher.hash(_plain(password)).encode()


def is_proved(proof: bytes | None, password: str) -> bool:
    """Whether this is the password. With no proof it is not, and takes as long to say so."""
    if len(password) > LONGEST:
        return False
    try:
        _hasher.verify((proof or _nobodys()).decode(), _plain(password))
    except (VerifyMismatchError, InvalidHashError):
        return False
    return proof is not None


def is_outdated(proof: bytes) -> bool:
    """Whether a proof was made with other costs than are recommended now."""
    return _hasher.check_needs_rehash(proof.decode())


def is_common(password: str, *names: str) -> bool:
    """Whether a password is among the first that are tried.

    It is if it consists of one or two common words, names, or rows of keys, with a few digits and
    signs before, between or behind; or of digits alone; or of next to no different characters.
    """
    plain = _plain(password).casefold()
    if len(set(plain)) < FEWEST_DIFFERENT or plain.isdecimal():
        return True
    if len(plain) > MOST_WORDS * _longest() + MOST_FILLING + len(ROWS[0]):
        return False
    own = {
        each
        for name in names
        for each in re.split(r"\W+", name.casefold())
        if len(each) >= SHORTEST_ROW
    }
    spellings = (plain, *(plain.translate(looks) for looks in LOOKS))
    return _falls_apart(spellings, common_words() | own)


def _falls_apart(spellings: tuple[str, ...], words: frozenset[str]) -> bool:
    """Whether a text is a few of these words and rows of keys with not much else."""
    plain = spellings[0]
    # by how much of it is read: how many other characters are among it, for each number of words
    read: list[dict[int, int]] = [{} for _ in range(len(plain) + 1)]
    read[0][0] = 0
    for start, found in enumerate(read):
        if not found or start == len(plain):
            continue
        ends = {
            end
            for end in range(start + SHORTEST_ROW, min(len(plain), start + _longest()) + 1)
            if any(each[start:end] in words for each in spellings)
        }
        ends.update(range(start + SHORTEST_ROW, start + _row_at(plain, start) + 1))
        for count, filling in found.items():
            if count < MOST_WORDS:
                for end in ends:
                    _improve(read[end], count + 1, filling)
            if not plain[start].isalpha() and filling < MOST_FILLING:
                _improve(read[start + 1], count, filling + 1)
    return bool(read[-1])


def _improve(found: dict[int, int], count: int, filling: int) -> None:
    found[count] = min(filling, found.get(count, filling))


def _row_at(text: str, start: int) -> int:
    """How many characters from here lie side by side, are the same, or repeat what came before."""
    longest = 0
    for row in (*ROWS, *(row[::-1] for row in ROWS)):
        length = SHORTEST_ROW
        while start + length <= len(text) and text[start : start + length] in row:
            longest = max(longest, length)
            length += 1
    for period in range(1, len(text) // 2 + 1):
        length = period
        while start + length < len(text) and text[start + length] == text[start + length - period]:
            length += 1
        if length >= max(2 * period, SHORTEST_ROW) and period <= SHORTEST_ROW:
            longest = max(longest, length)
    return longest


@cache
def common_words() -> frozenset[str]:
    """What common passwords are made of."""
    text = (resources.files("croupier.casino") / "common_passwords.txt").read_text("utf-8")
    lines = (line for line in text.splitlines() if not line.startswith("#"))
    return frozenset(word for line in lines for word in line.split())


@cache
def _longest() -> int:
    return max(map(len, common_words()))


@cache
def _nobodys() -> bytes:
    return _hasher.hash("the password of nobody").encode()


def _plain(password: str) -> str:
    """The same password from every keyboard."""
    return unicodedata.normalize("NFKC", password)
