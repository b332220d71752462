"""The files of a house outside its database: its seal, its keys, and the last head that it signed.

Left out of the settings they lie beside the database, `casino.db.seal`, `casino.db.keys` and
`casino.db.head`. The keys are made when a casino is founded, or when one of an earlier version is
opened, and the database is kept under them from then on. What does not fit together stays closed.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from croupier.casino.checkpoints import known_keys
from croupier.casino.heads import load_head
from croupier.casino.house_keys import HouseKeys
from croupier.casino.opening_check import must_be_whole, what_is_wrong
from croupier.casino.record_names import HOUSE
from croupier.casino.signing_key import Seal, find_seal
from croupier.casino.store import POSTGRESQL, open_store
from croupier.casino.store.contract import StoreDamaged, StoreFailed
from croupier.casino.store.protection import Tampered

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.casino.store.contract import Store
    from croupier.web.settings import Settings


@dataclass(frozen=True, slots=True)
class HouseFiles:
    """Where they are."""

    database: str
    seal: Path
    keys: Path
    head: Path

    @classmethod
    def of(cls, settings: Settings) -> HouseFiles:
        beside = "casino.db" if settings.database.startswith(POSTGRESQL) else settings.database
        seal = settings.seal or f"{beside}.seal"
        keys = settings.keys or f"{seal.removesuffix('.seal')}.keys"
        head = settings.head or f"{keys.removesuffix('.keys')}.head"
        return cls(settings.database, Path(seal), Path(keys), Path(head))

    @property
    def named(self) -> str:
        """The database as it may be named in a message."""
        return "PostgreSQL" if self.database.startswith(POSTGRESQL) else self.database

    @property
    def database_is_missing(self) -> bool:
        """Whether there is no file, or nothing in it."""
        if self.database.startswith(POSTGRESQL):
            return False
        path = Path(self.database)
        return not path.exists() or path.stat().st_size == 0

    def must_have_no_seal(self, *, new_casino: bool) -> None:
        """Refuse to found a casino where one has been: its record is missing."""
        if self.seal.exists() and not new_casino:
            raise ValueError(
                f"{self.seal} is the seal of a casino, and there is none in {self.named}: "
                "its record is missing. Put it back, or start with --new-casino to found another"
            )

    # -- keys

    def find_keys(self, *, new_casino: bool) -> HouseKeys:
        """The keys of the casino; new ones, if it has none yet."""
        if not self.keys.exists():
            self._must_be_without_keys()
            return HouseKeys.new().save(self.keys)
        keys = HouseKeys.load(self.keys)
        if new_casino and keys.file.in_use and self._is_unfounded():
            keys = keys.save(self.keys, msgspec.structs.replace(keys.file, in_use=False))
            self.head.unlink(missing_ok=True)
        return keys

    def _is_unfounded(self) -> bool:
        if self.database_is_missing:
            return True
        try:
            with open_store(self.database, read_only=True) as store:
                return store.standing(HOUSE).lines == 0
        except ValueError:  # there is no casino in it
            return True
        except StoreFailed:  # which will be said when it is opened
            return False

    def _must_be_without_keys(self) -> None:
        """Refuse to make keys for a casino that has some."""
        if self.database_is_missing:
            return
        try:
            with open_store(self.database, read_only=True) as store:
                store.digest()
        except StoreDamaged as error:
            if isinstance(error, Tampered) or "keys" in str(error):
                raise ValueError(
                    f"{self.keys}: the keys of this casino are missing, and its record is kept "
                    "under them: without them nobody can read its safe. Put them back"
                ) from None
        except (StoreFailed, ValueError):
            return  # there is no casino in it, or it will be said when it is opened

    # -- opening

    @contextmanager
    def opened(self, *, new_casino: bool, new_seal: bool, though_damaged: bool) -> Iterator[Opened]:
        """The store under its keys, with the seal if there is one; `Tampered`, if not whole."""
        if self.database_is_missing:
            self.must_have_no_seal(new_casino=new_casino)
        keys = self.find_keys(new_casino=new_casino)
        with open_store(self.database, though_damaged=though_damaged, keys=keys) as store:
            founded = store.standing(HOUSE).lines > 0
            if not founded:
                self.must_have_no_seal(new_casino=new_casino)
            seal = find_seal(self.seal, known_keys(store), replace=new_seal)
            wrong: tuple[str, ...] = ()
            if store.accepted_damage:
                wrong = tuple(self._wrong(store))
            else:
                self.must_be_whole(store, keys)
            yield Opened(store, seal, wrong)

    def must_be_whole(self, store: Store, keys: HouseKeys) -> None:
        """Refuse a database that is behind its head, or has something that is not the house's."""
        head = load_head(self.head)
        if head is None and keys.file.in_use:
            raise Tampered(
                f"{self.head} is missing: without the last head that was signed nobody can tell "
                "whether the end of the record is there"
            )
        must_be_whole(store, head, known_keys(store))

    def _wrong(self, store: Store) -> Iterator[str]:
        """The same of a damaged database that is to be opened all the same."""
        try:
            yield from what_is_wrong(store, load_head(self.head), known_keys(store))
        except StoreFailed as error:
            yield str(error)

    def new_seal(self) -> Seal:
        """Made once the house is in its record: a seal without a casino would be in the way."""
        seal = Seal.new()
        seal.save(self.seal)
        return seal

    def note_in_use(self, keys: HouseKeys) -> None:
        """From now on there is a head outside, and the database never without its digest."""
        if not keys.file.in_use:
            keys.save(self.keys, msgspec.structs.replace(keys.file, in_use=True))


@dataclass(frozen=True, slots=True)
class Opened:
    """A casino's store, and what signs for it."""

    store: Store
    seal: Seal | None
    """None if none was made for this casino yet."""
    wrong: tuple[str, ...]
    """What it does not have as it should, if it was opened though it is damaged."""
