"""Names that could be taken for another's are refused to whoever is new, and kept by who has one.

The control is an account from before, whose name would be refused today and who goes on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from croupier.aggregate.roles import Person, Role
from croupier.casino.account_names import skeleton, why_unfit
from croupier.casino.floor import Floor
from croupier.casino.house.commands import BuyIn, Enrol, IssueChips, SetPassword
from croupier.casino.house.house import House
from croupier.casino.store import open_store
from croupier.casino.store.contract import Addition, Writing
from croupier.casino.store_verification import inspect
from croupier.rulebook.citations import Refused

if TYPE_CHECKING:
    from pathlib import Path

OLGA = Person("olga", Role.OPERATOR)
CYRILLIC_ANA = "\u0430n\u0430"
PLAYER = (Role.PLAYER,)


def house() -> House:
    house = House("the casino")
    house.do(Enrol(person="olga", roles=(Role.OPERATOR,)), OLGA)
    for name in ("ana", "Bill", "modern", "\u0410\u043d\u043d\u0430"):
        house.do(Enrol(person=name, roles=PLAYER), OLGA)
    return house


@pytest.mark.parametrize(
    ("name", "like"),
    [
        (CYRILLIC_ANA, "ana"),
        ("\u03b1na", "ana"),
        ("\uff41\uff4e\uff41", "ana"),  # wide
        ("\U0001d41a\U0001d427\U0001d41a", "ana"),  # bold
        ("AN\u0391", "ana"),
        ("Bi1l", "Bill"),
        ("BiIl", "Bill"),
        ("rnodern", "modern"),
        ("\u0421roupier", "croupier"),
        ("0lga", "olga"),
        ("inspect0r", "inspector"),
        ("Ahha", "\u0410\u043d\u043d\u0430"),
    ],
)
def test_who_looks_like_somebody_is_refused(name: str, like: str) -> None:
    refusal = why_unfit(house(), Enrol(person=name, roles=PLAYER))
    assert refusal is not None
    assert f"looks like {like!r}" in refusal.reason


@pytest.mark.parametrize(
    "name",
    ["../etc", "a/b", "a\\b", ".", "..", "/", "people/olga", "a\u200bna", "a\nb", "an\ufe0fa",
     "\u0301ana", "a\u202ena", "an\u115fa"],
)  # fmt: skip
def test_paths_and_what_cannot_be_seen_are_no_names(name: str) -> None:
    refusal = why_unfit(house(), Enrol(person=name, roles=PLAYER))
    assert refusal is not None
    assert "is a path" in refusal.reason or "cannot be seen" in refusal.reason


@pytest.mark.parametrize(
    "name",
    ["ann", "Ana Maria", "\u00e1na", "bi11y", "\u041e\u043b\u044c\u0433\u0430", "O'Brien", "a.b",
     "J\u00f6rg", "\u6797", "<b>ana</b>".replace("/", ""), "p1", "p10", "p2"],
)  # fmt: skip
def test_others_are_welcome(name: str) -> None:
    assert why_unfit(house(), Enrol(person=name, roles=PLAYER)) is None


def test_names_that_look_different_have_different_skeletons() -> None:
    names = ["ana", "anna", "ann", "an", "bob", "rob", "\u00e1na", "a na", "p1", "p2", "p11"]
    assert len({skeleton(name) for name in names}) == len(names)


@pytest.mark.anyio
async def test_who_has_such_a_name_keeps_it(tmp_path: Path) -> None:
    """A house from before, with names that nobody new would get, opens and goes on."""
    lines: list[bytes] = []
    before = House("Croupier", lines.append)
    before.do(Enrol(person="olga", roles=(Role.OPERATOR,)), OLGA)
    before.do(IssueChips(amount=1_000_00), OLGA)
    for name in ("ana", CYRILLIC_ANA, "a/b"):
        before.do(Enrol(person=name, roles=PLAYER), OLGA)
    where = str(tmp_path / "casino.db")
    with open_store(where) as store:
        store.add(Writing(additions=(Addition("house", 0, tuple(lines)),)))
        async with Floor(store) as floor:
            for name in (CYRILLIC_ANA, "a/b"):
                await floor.command_house(BuyIn(person=name, amount=100), Person(name, Role.PLAYER))
                await floor.command_house(SetPassword(person=name), OLGA)
            with pytest.raises(Refused, match="looks like"):
                await floor.command_house(Enrol(person="\u03b1na", roles=PLAYER), OLGA)
            with pytest.raises(Refused, match="has an account already"):
                await floor.command_house(Enrol(person="ANA", roles=PLAYER), OLGA)
            with pytest.raises(Refused, match="operator"):  # who asks is looked at first
                await floor.command_house(
                    Enrol(person="a/c", roles=PLAYER), Person("ana", Role.PLAYER)
                )
        assert inspect(store).sound


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"
