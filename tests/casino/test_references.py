"""References in the place of names: who is meant comes in, who may know it goes out, and no trace.

What the web does with them is in `tests/web/accounts/test_particulars.py`.
"""

from __future__ import annotations

import asyncio
import re
from contextlib import closing
from random import Random
from typing import TYPE_CHECKING, Any, get_args, get_type_hints

import apsw
import msgspec
import psycopg
import pytest

import croupier.web.app  # noqa: F401  so that every command there is has been declared
from croupier.aggregate.acts import Command
from croupier.aggregate.roles import Person, Role
from croupier.casino.floor import Floor
from croupier.casino.floor.commands import SCRUB
from croupier.casino.house.commands import Enrol, FollowTable, ForgetPerson
from croupier.casino.references import (
    BY_PERSON,
    PEOPLE,
    STAFF,
    References,
    entered,
    kept_text,
    new_person,
)
from croupier.casino.store import open_store, sqlite_file
from croupier.casino.store.contract import Store, Writing
from croupier.casino.store.postgresql import PostgresqlStore
from croupier.casino.store.sqlite import SqliteStore
from croupier.game_rules import GAMES
from croupier.promotion.acts.awards import ChoosePayment
from croupier.promotion.money import Payment, PaymentMethod
from croupier.rulebook.citations import Refused
from croupier.table.acts.betting import NoMoreBets, PlaceWager
from croupier.table.acts.conduct import RaiseDispute
from croupier.tournament.acts.session_end import CountChips

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.casino.postgresql_server import Server

OPERATOR = Person("olga", Role.OPERATOR)
ZOE = 'Zoë "Z"'
REF = new_person(b"0123456789")

NAMES_NOBODY = {
    "about", "act", "address", "affair", "after", "after_win", "apparatus", "approval", "asked_by",
    "before", "chance", "power",
    "clause", "commences", "commitment", "commitments", "dealing", "decision", "detail", "device",
    "diagram", "direction", "disadvantaged", "disturbance", "document", "duty", "equipment",
    "error", "fault", "foreign", "found", "ground", "grounds", "how", "in_play", "inscription",
    "inscriptions", "instrument", "limits", "link",
    "marketing", "means", "method", "missing", "mistake", "multiples",
    "name",
    "nature", "notice", "occasion", "of", "options", "order", "other", "outcome", "override",
    "pairs", "prescribed", "procedure", "program", "promotion", "reason", "reasons", "record",
    "result", "roll", "root",
    "sanction", "secret", "secured", "shuffle", "shuffled_by", "side_bet_amounts",
    "side_bet_layouts", "sign", "signal", "statement", "subject", "suspicion", "table", "tables",
    "text", "tip", "title",
    "to", "token", "tournament", "tracked", "type", "voucher", "wager", "wagers", "what",
    "where", "why_not_rebuilt", "word", "words",
}  # fmt: skip
"""Fields with words in them that name no account; some have words that somebody chose."""


def commands() -> list[type[Command]]:
    for instrument in GAMES.instruments:
        GAMES.of(instrument)  # or its commands may not have been declared yet

    def below(kind: type[Command]) -> Iterator[type[Command]]:
        for each in kind.__subclasses__():
            yield each
            yield from below(each)

    return [kind for kind in below(Command) if kind.__module__.startswith("croupier.")]


def parts_of(kind: Any) -> Iterator[Any]:
    yield kind
    for part in get_args(kind):
        yield from parts_of(part)


def test_every_field_with_words_is_known_to_name_people_or_not() -> None:
    """A new one has to be said to be one or the other, or a name would get into the records."""
    fields = {
        name
        for kind in commands()
        for name, hint in get_type_hints(kind).items()
        if name in kind.__struct_fields__ and str in parts_of(hint)
    }
    assert len(fields) > 90
    assert fields - PEOPLE - STAFF - BY_PERSON == NAMES_NOBODY


def test_parts_of_commands_that_name_people_are_looked_into() -> None:
    for kind in commands():
        if kind is FollowTable:
            continue  # which only the program says, and by references
        hints = get_type_hints(kind)
        for name in kind.__struct_fields__:
            for part in parts_of(hints[name]):
                named = set(getattr(part, "__struct_fields__", ())) & (PEOPLE - {"on", "taken"})
                assert not named or name in PEOPLE, (kind, name, named)


@pytest.fixture
def known() -> References:
    safe: dict[str, bytes | None] = {
        **entered(REF, ZOE),
        **kept_text("particular:" + "0" * 16, "2 Low St"),
    }
    return References(safe.get)


def test_a_command_calls_people_as_the_records_do(known: References) -> None:
    for said, referred in (
        (PlaceWager(player=ZOE, box=1, amount=5), PlaceWager(player=REF, box=1, amount=5)),
        (PlaceWager(player="ana", box=1, amount=5), PlaceWager(player="ana", box=1, amount=5)),
        (NoMoreBets(overlooked=((ZOE, 1),)), NoMoreBets(overlooked=((REF, 1),))),
        (CountChips(table=ZOE, chips={ZOE: 5}), CountChips(table=ZOE, chips={REF: 5})),
        (ChoosePayment(player=ZOE, claim=1, payments=(paid(ZOE),)),
         ChoosePayment(player=REF, claim=1, payments=(paid(REF),))),
    ):  # fmt: skip
        assert known.referring(said) == referred
        assert known.referring(referred) == referred


def paid(payee: str) -> Payment:
    return Payment(method=PaymentMethod.CASH, amount=1, payee=payee)


def test_a_name_is_taken_letter_by_letter(known: References) -> None:
    assert known.person_called(ZOE) == REF
    for other in (ZOE.upper(), ZOE + " ", "", "~", "zoe"):
        assert known.person_called(other) == other
    assert known.alike(ZOE.upper()) == known.alike(ZOE) == ZOE
    assert known.alike("Zoe") is None


def test_what_goes_out_has_names_wherever_references_stand(known: References) -> None:
    said = {"player": REF, "reason": f"{REF}s chips, at particular:{'0' * 16}", REF: ["~", "~abc"]}
    told = {"player": ZOE, "reason": f"{ZOE}s chips, at 2 Low St", ZOE: ["~", "~abc"]}
    assert msgspec.json.decode(known.in_json(msgspec.json.encode(said))) == told
    assert known.in_text(f"{REF} and {REF}") == f"{ZOE} and {ZOE}"
    other = new_person(b"9876543210")
    assert known.in_text(other) == other
    assert known.in_text(f"particular:{'1' * 16}") == "removed"
    untouched = b'{"a":1}'
    assert known.in_json(untouched) is untouched


def test_nobody_writes_a_reference_to_a_text(known: References) -> None:
    with pytest.raises(Refused, match="has a reference in it"):
        known.referring(RaiseDispute(player="ana", about=f"see particular:{'0' * 16}"))


@pytest.mark.anyio
async def test_who_is_forgotten_by_one_process_is_forgotten_by_all(postgresql: Server) -> None:
    where = postgresql.empty_database()
    with open_store(where) as one, open_store(where) as other:
        async with Floor(one) as here, Floor(other) as there:
            await here.command_house(Enrol(person="olga", roles=(Role.OPERATOR,)), OPERATOR)
            person = await here.enrol(ZOE, (Role.PLAYER,), OPERATOR)
            assert there.references.in_text(person) == ZOE
            assert there.references.person_called(ZOE) == person
            await here.command_house(ForgetPerson(person=ZOE, reason="asked to"), OPERATOR)
            while person not in there.house.forgotten:
                await there.house_changed.wait()
            assert there.references.in_text(person) == person
            assert there.references.person_called(ZOE) == ZOE
            again = await there.enrol(ZOE, (Role.PLAYER,), OPERATOR)
            assert again != person
            assert here.references.person_called(ZOE) == again


# --- traces


MARK = re.compile(rb"MARK\d{6}")


def churned(store: Store, seed: int = 1) -> None:
    """Much comes and goes in the safe, as rows of every size."""
    chance, names = Random(seed), list[str]()
    writings = []
    for number in range(600):
        changes: dict[str, bytes | None] = {}
        if names and chance.random() < 0.2:
            changes[names.pop(chance.randrange(len(names)))] = None
        else:
            if not names or chance.random() < 0.6:
                names.append(f"people/~{chance.randrange(10**9)}/name")
            changes[chance.choice(names)] = b"MARK%06d-" % number * chance.randrange(1, 60)
        writings.append(Writing(additions=(), safe=changes))
    for begin in range(0, len(writings), 10):
        store.write(writings[begin : begin + 10])
    store.add(Writing(additions=(), safe=dict.fromkeys(names)))


def test_nothing_that_was_taken_out_of_the_safe_is_left_in_the_files(tmp_path: Path) -> None:
    where = tmp_path / "casino.db"

    def found() -> bool:
        return any(MARK.search(path.read_bytes()) for path in tmp_path.glob("casino.db*"))

    with SqliteStore(where) as store:
        store.add(Writing(additions=(), safe={"a": b"kept"}))
        churned(store)
        assert found()  # what is deleted is there
        store.scrub()
        assert not found()
        assert store.safe("a") == b"kept"
        store.add(Writing(additions=(), safe={"b": b"MARK000000"}))
        assert found()
    with SqliteStore(where) as store:
        assert (store.safe("a"), store.safe("b"), store.damage()) == (b"kept", b"MARK000000", [])


@pytest.mark.anyio
async def test_who_reads_what_was_stored_before_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A backup, for one; the casino goes on meanwhile."""
    monkeypatch.setattr(sqlite_file, "PATIENCE", 50)
    where = tmp_path / "casino.db"

    def found() -> bool:
        return any(ZOE.encode() in path.read_bytes() for path in tmp_path.glob("casino.db*"))

    with SqliteStore(where) as store:
        async with Floor(store) as floor:
            await floor.command_house(Enrol(person="olga", roles=(Role.OPERATOR,)), OPERATOR)
            person = await floor.enrol(ZOE, (Role.PLAYER,), OPERATOR)
            with closing(apsw.Connection(str(where))) as reader:
                reader.execute("BEGIN")
                assert reader.execute("SELECT count(*) FROM safe").get > 0
                await floor.command_house(ForgetPerson(person=person, reason="why"), OPERATOR)
                assert floor.references.in_text(person) == person
                assert found()  # the control: the reader sees it still
                reader.execute("ROLLBACK")
            async with asyncio.timeout(20):
                while store.safe(SCRUB) is not None:
                    await asyncio.sleep(0.01)  # it goes on by itself
            assert not found()


def test_the_same_in_postgresql(postgresql: Server) -> None:
    where = postgresql.empty_database()
    with open_store(where) as store:
        assert isinstance(store, PostgresqlStore)
        store.add(Writing(additions=(), safe={"a": b"kept"}))
        churned(store)
        with psycopg.connect(where, autocommit=True) as db:
            assert MARK.search(_files_of_safe(db))
            store.scrub()
            assert not MARK.search(_files_of_safe(db))
        assert store.safe("a") == b"kept"


def _files_of_safe(db: psycopg.Connection[Any]) -> bytes:
    db.execute("CHECKPOINT")
    asked = "SELECT pg_read_binary_file(pg_relation_filepath('croupier.safe'))"
    (row,) = db.execute(asked).fetchall()
    return bytes(row[0])
