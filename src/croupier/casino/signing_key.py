"""The house's seal: an Ed25519 key. Whoever has its public half can tell what the house signed."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)

from croupier.private_files import create_private, rights_of_others

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

_PUBLIC = re.compile("[0-9a-f]{64}")
_SIGNATURE = re.compile("[0-9a-f]{128}")


class Seal:
    """A private key. `public` is its other half, in hexadecimal, to be given to inspectors."""

    def __init__(self, key: Ed25519PrivateKey) -> None:
        self._key = key
        self.public = key.public_key().public_bytes_raw().hex()

    @classmethod
    def new(cls) -> Seal:
        return cls(Ed25519PrivateKey.generate())

    @classmethod
    def load(cls, path: Path) -> Seal:
        """The seal in a file, in PEM as OpenSSL writes it. One that others may read is refused."""
        try:
            key = load_pem_private_key(path.read_bytes(), password=None)
        except (ValueError, TypeError) as error:
            raise ValueError(f"{path} is not a private key: {error}") from None
        if not isinstance(key, Ed25519PrivateKey):
            raise ValueError(f"{path} is a private key, but not one of Ed25519")
        if loose := rights_of_others(path):
            raise ValueError(
                f"{path} can be used by others (its rights are {loose}), who could sign in the "
                "house's name; if nobody has it, make it private with chmod 600"
            )
        return cls(key)

    def save(self, path: Path) -> None:
        """Keep it in a new file that nobody else may read."""
        pem = self._key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        with open(create_private(path), "wb") as file:
            file.write(pem)
            file.flush()
            os.fsync(file.fileno())

    def sign(self, text: bytes) -> str:
        return self._key.sign(text).hex()


def find_seal(path: Path, known: Sequence[str], *, replace: bool) -> Seal | None:
    """The seal of a casino from its file, or nothing if none has been made for it yet.

    `known` are the public keys that it was sealed with. Another one, or none, is a `ValueError`,
    unless the seal is to be replaced.
    """
    if not path.exists():
        if known and not replace:
            raise ValueError(
                f"{path}: the seal of this casino is missing. Its checkpoints are signed with "
                f"{known[-1]}; put that seal back, or start with --new-seal to make another"
            )
        return None
    seal = Seal.load(path)
    if known and seal.public not in known and not replace:
        raise ValueError(
            f"{path} is another seal than this casino's. Its checkpoints are signed with "
            f"{known[-1]}; put that seal back, or start with --new-seal to go on with this one"
        )
    return seal


def is_signed(text: bytes, signature: str, public: str) -> bool:
    """Whether the owner of a public key signed a text."""
    if _PUBLIC.fullmatch(public) is None or _SIGNATURE.fullmatch(signature) is None:
        return False
    key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public))
    try:
        key.verify(bytes.fromhex(signature), text)
    except InvalidSignature:
        return False
    return True


def public_key(text: str) -> str:
    """A public key as somebody typed it."""
    key = text.strip().lower()
    if _PUBLIC.fullmatch(key) is None:
        raise ValueError(f"key: {text!r} is not a public key of 64 digits from 0 to f")
    return key
