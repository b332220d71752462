"""Passwords: only what proves one is kept, in the safe, and never the password."""

from __future__ import annotations

import unicodedata
from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerifyMismatchError

SHORTEST, LONGEST = 10, 200

_hasher = PasswordHasher()
"""Argon2id, with the costs that its authors recommend."""


def in_safe(person: str) -> str:
    """Under which name the proof of somebody's password lies in the safe."""
    return f"people/{person}/password"


def prove(password: str) -> bytes:
    """What to keep of a new password."""
    if not SHORTEST <= len(password) <= LONGEST:
        raise ValueError(f"password: it has {SHORTEST} to {LONGEST} characters")
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


@cache
def _nobodys() -> bytes:
    return _hasher.hash("the password of nobody").encode()


def _plain(password: str) -> str:
    """The same password from every keyboard."""
    return unicodedata.normalize("NFKC", password)
