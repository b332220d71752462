"""What is known of people and can be forgotten: kept in the safe, apart from the records.

Who somebody is, how they are reached and by which document they were identified was never in a
record. Where the rules want such a thing in a command, as the address of whoever claims a prize, it
is put into the safe with the command, in one writing, and the record has a reference in its place
(`references`).
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Annotated

import msgspec

from croupier.casino import references
from croupier.promotion.acts.claims import ClaimPrize, RefuseClaim

if TYPE_CHECKING:
    from croupier.aggregate.acts import Command
    from croupier.casino.references import References
    from croupier.casino.store.contract import Store
    from croupier.promotion.promotion import Promotion

LONGEST_TEXT = 400

Text = Annotated[str, msgspec.Meta(max_length=LONGEST_TEXT)]


class Details(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Who somebody is; all of it is up to the house."""

    name: Text = ""
    contact: Text = ""
    document: Text = ""
    """By which they were identified."""
    note: Text = ""


class Particulars(msgspec.Struct, frozen=True):
    """All that is known of somebody apart from the records."""

    person: str
    details: Details
    texts: tuple[str, ...]
    """What records refer to."""


class ParticularsStore:
    """The particulars of everybody, in the safe of a store."""

    def __init__(self, store: Store, known: References) -> None:
        self._store = store
        self._known = known

    async def of(self, person: str) -> Particulars:
        content = await asyncio.to_thread(self._store.safe, _details(person))
        details = Details() if content is None else msgspec.json.decode(content, type=Details)
        places = await asyncio.to_thread(self._store.safe_names, references.texts_of(person))
        texts = [self._known.meaning(place.rpartition("/")[2]) for place in places]
        return Particulars(person, details, tuple(texts))

    def noted(self, person: str, details: Details) -> dict[str, bytes | None]:
        """What to put into the safe for these details to be kept."""
        kept = details != Details()
        return {_details(person): msgspec.json.encode(details) if kept else None}

    def taken_out(
        self, promotion: Promotion, command: Command, chance: bytes
    ) -> tuple[Command, dict[str, bytes | None]]:
        """A command with references for what it says of a person, and what goes into the safe."""
        if not isinstance(command, ClaimPrize | RefuseClaim) or not command.address.strip():
            return command, {}
        person = _claimant(promotion, command)
        if person is None:  # which the promotion refuses
            return command, {}
        reference = references.new_text(chance)
        safe = references.kept_text(reference, command.address.strip(), person)
        return msgspec.structs.replace(command, address=reference), safe

    async def without(self, person: str) -> dict[str, bytes | None]:
        """What to do to the safe for everything that is known of somebody to be gone."""
        gone, listed = self._known.without(person), references.texts_of(person)
        for place in await asyncio.to_thread(self._store.safe_names, f"people/{person}/"):
            gone |= references.taken_out(place) if place.startswith(listed) else {place: None}
        return gone

    async def expired(self, at: int) -> dict[str, bytes | None]:
        """What to do to the safe for what is kept no longer."""
        gone: dict[str, bytes | None] = {}
        for place in await asyncio.to_thread(self._store.safe_names, references.EXPIRES):
            gone |= references.expired(place, at)
        return gone


def _claimant(promotion: Promotion, command: ClaimPrize | RefuseClaim) -> str | None:
    if isinstance(command, ClaimPrize):
        return command.player
    claims = promotion.state.claims
    return claims[command.claim - 1].player if 1 <= command.claim <= len(claims) else None


def _details(person: str) -> str:
    return f"people/{person}/particulars"
