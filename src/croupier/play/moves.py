"""Moves: what a seat may do, as text and back, and the container of those that are legal now.

A move is the very answer that the game's round takes, so its fields and its name are those of the
command at a live table: `hit box=1`, `play box=2 amount=4000`. A field that has its default is left
out, and what only one legal move can mean may be left out too.
"""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, overload

from msgspec import NODEFAULT, structs

from croupier.aggregate.acts import Command
from croupier.aggregate.free_text import Text
from croupier.rulebook.citations import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping


class Pass(Command, frozen=True, tag="pass"):
    """A seat says no more for now: no further wager, no insurance of another's, no concession."""

    player: str


class Legal(Sequence[Command]):
    """The moves of whoever is asked, found when they are first looked at.

    It lists them at full amounts: a whole double, insurance of half the wager. `in` asks the rules,
    so a double for less is in it too, and takes a text as `Game.can` does.
    """

    __slots__ = ("_find", "_is_legal", "_moves")

    def __init__(
        self,
        find: Callable[[Legal], list[Command]],
        is_legal: Callable[[object], bool],
    ) -> None:
        self._find = find
        self._is_legal = is_legal
        self._moves: list[Command] | None = None

    def _found(self) -> list[Command]:
        if self._moves is None:
            self._moves = self._find(self)
        return self._moves

    @overload
    def __getitem__(self, index: int) -> Command: ...
    @overload
    def __getitem__(self, index: slice) -> list[Command]: ...
    def __getitem__(self, index: int | slice) -> Command | list[Command]:
        return self._found()[index]

    def __len__(self) -> int:
        return len(self._found())

    def __iter__(self) -> Iterator[Command]:
        return iter(self._found())

    def __contains__(self, move: object) -> bool:
        return self._is_legal(move)

    def __repr__(self) -> str:
        return f"<Legal: {', '.join(map(str, self)) or 'nobody is asked'}>"


def by_tag(kinds: Iterable[type[Command]]) -> dict[str, type[Command]]:
    """Kinds of moves by the word that their texts begin with."""
    return {str(kind.__struct_config__.tag): kind for kind in kinds}


def no_such_word(tag: str, kinds: Iterable[str]) -> ValueError:
    """The error for a word that begins no move."""
    return ValueError(
        f"move: {tag!r} is no move of this game, only {', '.join(sorted(kinds))}"
        f"{did_you_mean(tag, kinds)}"
    )


def parse(
    text: str,
    kinds: Mapping[str, type[Command]],
    candidates: Sequence[Command],
    known: dict[str, Any],
) -> Command:
    """The move that a text names: one of the candidates, or spelt out and filled from `known`."""
    try:
        tag, *said = shlex.split(text)
    except ValueError:
        raise ValueError(f"move: {text!r} is no move, such as {_examples(kinds)}") from None
    if tag not in kinds:
        raise no_such_word(tag, kinds)
    kind = kinds[tag]
    given = dict(_field(kind, word) for word in said)
    meant = [
        move
        for move in candidates
        if type(move) is kind and all(getattr(move, name) == value for name, value in given.items())
    ]
    if len(meant) > 1:
        raise ValueError(f"move: {text!r} may mean {' or '.join(map(str, meant))}")
    return meant[0] if meant else _spelt_out(kind, given, known, text)


def _examples(tags: Iterable[str]) -> str:
    return " or ".join(sorted(tags)[:2])


def _field(kind: type[Command], word: str) -> tuple[str, object]:
    name, equals, value = word.partition("=")
    types = {field.name: field.type for field in structs.fields(kind)}
    tag = kind.__struct_config__.tag
    if not equals or name not in types:
        raise ValueError(f"move: {tag} has {', '.join(types)}, as in {name}=…, and no {word!r}")
    if types[name] in (str, Text) or types[name] in (str | None, Text | None):
        return name, value
    digits = value.removeprefix("-")
    if not digits.isdecimal() or not digits.isascii() or len(digits) > 20:
        raise ValueError(f"move: {name} of {tag} is a whole number, not {value!r}")
    return name, int(value)


def _spelt_out(
    kind: type[Command], given: dict[str, object], known: dict[str, Any], text: str
) -> Command:
    fields: dict[str, Any] = dict(given)
    for field in structs.fields(kind):
        if field.name in fields:
            continue
        if field.name in known:
            fields[field.name] = known[field.name]
        elif field.default is NODEFAULT:
            raise ValueError(f"move: {text!r} does not say which {field.name}")
    return kind(**fields)
