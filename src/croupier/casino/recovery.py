"""Going on after a loss, and changing the house's keys: what is done while the casino is closed.

A database that lacks what was stored before stays closed. Two people of the house can accept that;
it is written into the house's record, and from then on everything is of a new epoch, so that heads
and witnesses tell it from a rollback. What is accepted is that something is missing, never that
something is there which the house did not write.
"""

from __future__ import annotations

import secrets
import time
from typing import TYPE_CHECKING

import msgspec

from croupier.aggregate.record_lines import Fault
from croupier.aggregate.roles import Person, Role
from croupier.casino.checkpoints import known_keys
from croupier.casino.floor.live_aggregate import Live
from croupier.casino.heads import HeadKeeper, load_head, moment
from croupier.casino.house.acts import ITSELF, LONGEST_TEXT
from croupier.casino.house.commands import Incident, Report, new_epoch
from croupier.casino.house_keys import HouseKeys, KeyFile, new_safe_key, new_tag_key
from croupier.casino.live_kinds import HOUSE_KIND
from croupier.casino.override_commands import too_new
from croupier.casino.passwords import in_safe, is_proved, prove
from croupier.casino.record_names import HOUSE
from croupier.casino.references import References
from croupier.casino.store import forget_safe, open_store
from croupier.casino.store.contract import Writing
from croupier.casino.store_verification import Doubt, inspect

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from croupier.casino.heads import SignedHead
    from croupier.casino.house.house import House
    from croupier.casino.signing_key import Seal
    from croupier.casino.store.contract import Store
    from croupier.casino.store_verification import Finding, Inspection

OPERATORS = frozenset({Role.OPERATOR})
SECOND = frozenset({Role.OPERATOR, Role.SUPERVISOR, Role.INSPECTOR})
"""Who may confirm that a loss is accepted."""
NEVER_ACCEPTED = frozenset({
    *map(str, Fault), Doubt.NOT_A_CHECKPOINT, Doubt.FORGED, Doubt.OTHER_KEY, Doubt.REWRITTEN,
    Doubt.DAMAGED, Doubt.FOREIGN, Doubt.NOT_THE_HOUSES, Doubt.SAFE_ALTERED, Doubt.REQUESTS_ALTERED,
})  # fmt: skip
"""What is no loss: something was altered, or is not of the house's writing."""


class NotAccepted(ValueError):
    """A loss that cannot be accepted, or not by these people."""


class Approver(msgspec.Struct, frozen=True):
    """Somebody who says that they accept a loss."""

    name: str
    password: str


class Loss(msgspec.Struct, frozen=True):
    """What a database lacks."""

    missing: tuple[str, ...]
    epoch: int
    """The one that begins when it is accepted."""


def find_loss(store: Store, head: SignedHead | None, keys: Sequence[str]) -> Loss | None:
    """What is missing in a store by its digest and the last head; None, if nothing is.

    What is wrong otherwise is `NotAccepted`.
    """
    found = inspect(store, keys=keys, heads=() if head is None else (head,))
    findings = _all(found)
    forged = [str(each) for each in findings if each.fault in NEVER_ACCEPTED]
    if forged:
        raise NotAccepted(
            f"this is no loss, and nobody can accept it: {forged[0]}. Put a backup in its place"
        )
    digest = store.digest()
    assert digest is not None
    house = house_of(store).aggregate
    missing = [str(each) for each in findings]
    if head is None:
        missing.append("there is no head outside: what came after the last line may be missing")
    if digest.epoch != house.epoch:
        missing.append(f"epoch {digest.epoch} has begun, and nobody has accepted a loss")
        return Loss(tuple(missing), max(digest.epoch, 0 if head is None else head.read().epoch))
    if not missing:
        return None
    return Loss(tuple(missing), max(digest.epoch, 0 if head is None else head.read().epoch) + 1)


def _all(found: Inspection) -> list[Finding]:
    return [*found.findings, *(each for record in found.records for each in record.findings)]


def house_of(store: Store) -> Live[House]:
    """The house as its record leaves it."""
    live: Live[House] = Live(store, HOUSE_KIND, HOUSE, "Croupier")
    live.load()
    return live


def must_approve(store: Store, by: Approver, second: Approver | None) -> str:
    """Who accepts a loss, in words; `NotAccepted`, if they may not."""
    house = house_of(store).aggregate
    known = References(store.safe, lambda: house)
    first = _proved(store, house, known, by, OPERATORS)
    if second is None:
        others = [
            person
            for person, roles in house.people.items()
            if person != first and roles & SECOND and store.safe(in_safe(person)) is not None
        ]
        if others:
            raise NotAccepted("a second person has to confirm it: an operator, a supervisor or an "
                              "inspector")  # fmt: skip
        return f"{first}, with nobody else in the house who could confirm it"
    other = _proved(store, house, known, second, SECOND)
    if other == first:
        raise NotAccepted(f"{by.name} cannot confirm it themselves")
    begins = min(house.confirms_from(Person(other, role)) for role in house.people[other] & SECOND)
    if _now() < begins:
        raise NotAccepted(too_new(second.name, begins))
    return f"{first} and {other}"


def _proved(
    store: Store, house: House, known: References, said: Approver, roles: frozenset[Role]
) -> str:
    person = known.person_called(said.name)
    if not house.people.get(person, frozenset()) & roles:
        raise NotAccepted(f"{said.name} has no account that may accept a loss")
    if not is_proved(store.safe(in_safe(person)), said.password):
        raise NotAccepted(f"this is not the password that {said.name} had in this record")
    return person


def accept_loss(
    store: Store, seal: Seal, path: Path, loss: Loss, head: SignedHead | None, approved: str
) -> SignedHead:
    """Go on with what there is, in a new epoch; the head of it, which is kept outside by now."""
    store.take_stock(loss.epoch)
    before = ""
    if head is not None:
        last = head.read()
        before = f"{last.lines} lines, by the head of {moment(last.at)}"
    write_report(
        store,
        Report(
            incident=Incident.LOSS_ACCEPTED,
            subject=new_epoch(loss.epoch),
            before=before,
            after=f"{store.last_position()} lines",
            detail=_one_line(f"accepted by {approved}: {'; '.join(loss.missing)}"),
        ),
    )
    return HeadKeeper(store, seal, path).keep(_now())


def write_report(store: Store, report: Report) -> None:
    """Have the house record something while nobody serves it."""
    live = house_of(store)
    live.aggregate.do(report, ITSELF, _now())
    store.add(Writing(additions=live.additions))


def _one_line(text: str) -> str:
    return text if len(text) <= LONGEST_TEXT else f"{text[: LONGEST_TEXT - 1]}…"


def _now() -> int:
    return time.time_ns() // 1_000_000


# --- keys


def change_keys(
    where: str, keys: HouseKeys, path: Path, seal: Seal, head: Path, *, tags: bool, safe: bool
) -> None:
    """Mark lines, keep the safe, or both, under new keys; the store has been found whole.

    At every moment of it the file has the keys that are needed to go on.
    """
    file, said = keys.file, []
    if tags:
        with open_store(where, read_only=True, keys=keys) as store:
            last = store.last_position()
        used = msgspec.structs.replace(file.tags[-1], until=last)
        file = msgspec.structs.replace(file, tags=(*file.tags[:-1], used, new_tag_key()))
        said.append("the key that marks lines")
    if safe:
        file = msgspec.structs.replace(file, safe=(*file.safe[-1:], new_safe_key()))
        said.append("the key of the safe")
    keys = keys.save(path, file)
    with open_store(where, keys=keys) as store:
        if safe:
            store.encrypt_anew()
            keys = keys.save(path, _with_last_safe_key(file))
        write_report(store, Report(incident=Incident.KEYS_CHANGED, subject=" and ".join(said)))
        HeadKeeper(store, seal, head).keep(_now())


def _with_last_safe_key(file: KeyFile) -> KeyFile:
    return msgspec.structs.replace(file, safe=file.safe[-1:])


def lose_keys(where: str, path: Path, seal: Seal, head: Path, operator: str) -> tuple[str, str]:
    """Go on without the keys that a casino was kept under, which nobody has any more.

    Who says so shows the seal: passwords were in the safe, and that is gone. What was recorded is
    vouched for by the head and the checkpoints alone, which must be whole. What is returned is what
    is lost, in words, and the new password of the operator.
    """
    signed = load_head(head)
    if signed is None:
        raise NotAccepted(f"{head} is missing: without it nothing shows that the record is whole")
    with open_store(where, read_only=True) as store:
        found = inspect(store, keys=[*known_keys(store)], heads=(signed,))
        wrong = [str(each) for each in _all(found)]
        if wrong:
            raise NotAccepted(f"{wrong[0]}. Without keys only a whole record can be gone on from")
        house, lines = house_of(store).aggregate, store.last_position()
        person = _operator_called(house, operator)
    forgotten = forget_safe(where)
    keys = HouseKeys.new().save(path)
    epoch = signed.read().epoch + 1
    lost = (
        f"the keys are lost: {forgotten} things in the safe cannot be read by anybody, and the "
        f"first {lines} lines are vouched for by heads and checkpoints alone"
    )
    password = secrets.token_urlsafe(12)
    with open_store(where, keys=keys) as store:
        store.take_stock(epoch)
        report = Report(
            incident=Incident.LOSS_ACCEPTED,
            subject=new_epoch(epoch),
            before=f"{lines} lines under keys",
            after="new keys",
            detail=_one_line(f"accepted by {person}, who has the seal: {lost}"),
        )
        write_report(store, report)
        store.add(Writing(additions=(), safe={in_safe(person): prove(password)}))
        HeadKeeper(store, seal, head).keep(_now())
    keys.save(path, msgspec.structs.replace(keys.file, in_use=True))
    return lost, password


def _operator_called(house: House, name: str) -> str:
    operators = [person for person, roles in house.people.items() if Role.OPERATOR in roles]
    if name in operators:
        return name
    raise NotAccepted(f"{name} is no operator; the record calls them {', '.join(operators)}")
