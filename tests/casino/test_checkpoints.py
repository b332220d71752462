"""Checkpoints sign how far every record has come, and anyone with the public key can tell."""

from __future__ import annotations

import shutil
import stat
import subprocess
from typing import TYPE_CHECKING

import msgspec
import pytest
from tests.casino.chains import Chain, head_of, writing

from croupier.aggregate.hash_chain import verify
from croupier.aggregate.record_lines import split
from croupier.casino.checkpoints import RECORD, make_checkpoint, read_line
from croupier.casino.signing_key import Seal, is_signed, public_key
from croupier.casino.store.contract import LengthConflict, RecordEnd

if TYPE_CHECKING:
    from pathlib import Path

    from croupier.casino.store.contract import Receipt, Store, Writing


def test_a_checkpoint_holds_the_head_of_every_record(store: Store) -> None:
    house, table = Chain("house"), Chain("tables/1")
    store.add(writing(house.next("open"), table.next("open", "dealt")))
    seal = Seal.new()
    sealed, checkpoint = read_line(make_checkpoint(store, seal, at=1000))
    assert (sealed.n, sealed.key, sealed.genuine) == (1, seal.public, True)
    assert checkpoint.at == 1000
    assert checkpoint.heads == (
        RecordEnd("house", 1, house.head),
        RecordEnd("tables/1", 2, table.head),
    )


def test_each_checkpoint_holds_the_head_of_those_before_it(store: Store) -> None:
    house, seal = Chain("house"), Seal.new()
    store.add(writing(house.next("open")))
    first = make_checkpoint(store, seal, at=1000)
    store.add(writing(house.next("dealt")))
    second = make_checkpoint(store, seal, at=2000)
    assert read_line(second)[1].head_of(RECORD) == RecordEnd(RECORD, 2, head_of(first))
    lines = list(store.lines(RECORD))
    assert lines[1:] == [first, second]
    assert verify(lines).unbroken


def test_where_nothing_was_added_nothing_is_signed_anew(store: Store) -> None:
    house, seal = Chain("house"), Seal.new()
    store.add(writing(house.next("open")))
    first = make_checkpoint(store, seal, at=1000)
    assert make_checkpoint(store, seal, at=2000) == first
    store.add(writing(house.next("dealt")))
    assert make_checkpoint(store, seal, at=3000) != first
    assert store.standing(RECORD).lines == 3


def test_two_processes_make_their_checkpoints_one_after_the_other(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    house, seal = Chain("house"), Seal.new()
    store.add(writing(house.next("open")))
    add, tries = store.add, 0

    def late(wanted: Writing) -> Receipt:
        """Somebody else's checkpoint comes first, once."""
        nonlocal tries
        tries += 1
        if tries == 1:
            monkeypatch.setattr(store, "add", add)
            store.add(writing(house.next("dealt")))
            make_checkpoint(store, seal, at=1500)
            monkeypatch.setattr(store, "add", late)
        return add(wanted)

    monkeypatch.setattr(store, "add", late)
    line = make_checkpoint(store, seal, at=1000)
    assert tries == 1
    assert list(store.lines(RECORD))[1:] == [line]
    assert read_line(line)[1].at == 1500
    with pytest.raises(LengthConflict):
        add(writing(Chain(RECORD).next("again")))


# --- the seal


def test_a_signature_is_good_for_its_text_and_its_key_only() -> None:
    seal = Seal.new()
    signature = seal.sign(b"the house has 7 lines")
    assert is_signed(b"the house has 7 lines", signature, seal.public)
    assert not is_signed(b"the house has 6 lines", signature, seal.public)
    assert not is_signed(b"the house has 7 lines", signature, Seal.new().public)
    flipped = ("1" if signature[0] == "0" else "0") + signature[1:]
    assert not is_signed(b"the house has 7 lines", flipped, seal.public)
    for nonsense in ("", "00", "zz" * 64, signature + "00"):
        assert not is_signed(b"the house has 7 lines", nonsense, seal.public)
    assert not is_signed(b"the house has 7 lines", signature, "nonsense")


def test_the_signature_is_ed25519_of_rfc_8032() -> None:
    """The second test of section 7.1: one byte."""
    public = "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c"
    signature = (
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
        "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
    )
    assert is_signed(b"\x72", signature, public)


def test_a_seal_is_kept_where_nobody_else_reads_it(tmp_path: Path) -> None:
    path = tmp_path / "casino.key"
    seal = Seal.new()
    seal.save(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert Seal.load(path).public == seal.public
    with pytest.raises(FileExistsError):
        Seal.new().save(path)
    path.write_text("no key")
    with pytest.raises(ValueError, match=r"casino.key is not a private key"):
        Seal.load(path)


def test_a_key_of_another_kind_is_refused(tmp_path: Path) -> None:
    from cryptography.hazmat.primitives import serialization as forms
    from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

    path = tmp_path / "other.key"
    pem = X25519PrivateKey.generate().private_bytes(
        forms.Encoding.PEM, forms.PrivateFormat.PKCS8, forms.NoEncryption()
    )
    path.write_bytes(pem)
    with pytest.raises(ValueError, match="not one of Ed25519"):
        Seal.load(path)


def test_a_public_key_is_taken_as_it_was_typed() -> None:
    public = Seal.new().public
    assert public_key(f" {public.upper()}\n") == public
    with pytest.raises(ValueError, match="key: 'abc' is not a public key"):
        public_key("abc")


@pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl is not installed")
def test_openssl_agrees_that_the_house_signed_it(store: Store, tmp_path: Path) -> None:
    """An inspector needs no part of this program: the bytes of the checkpoint, and a key."""
    store.add(writing(Chain("house").next("open")))
    seal = Seal.new()
    line = make_checkpoint(store, seal, at=1000)
    parts = split(line)
    assert parts is not None
    entry = msgspec.json.decode(parts[1])
    body = parts[1][parts[1].index(b'"checkpoint":') + len(b'"checkpoint":') : -1]
    seal.save(tmp_path / "key.pem")
    (tmp_path / "body").write_bytes(body)
    (tmp_path / "signature").write_bytes(bytes.fromhex(entry["signature"]))
    subprocess.run(
        ["openssl", "pkeyutl", "-verify", "-rawin", "-inkey", "key.pem", "-in", "body",
         "-sigfile", "signature"],
        cwd=tmp_path, check=True, capture_output=True,
    )  # fmt: skip
