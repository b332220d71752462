"""Where a layer finds its part of each game.

A game is made of parts, one for each layer that knows games apart: its rules, its table, its words,
its round files, its odds, its felt. A layer declares a `Slot` with the type of the part that it
needs, and asks it by the id of an instrument. `croupier.registry` says which part that is.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar, cast

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

Part = TypeVar("Part")

_bound: dict[str, dict[str, object]] = {}
"""By slot, what was bound to each instrument, in the order of registration."""
_loaded: dict[tuple[str, str], object] = {}
_fillers: list[Callable[[], None]] = []
"""Functions that bind parts before the first slot is read."""


class Book(Protocol):
    """An instrument, or an amendment of one, whose game is that of its basis."""

    @property
    def id(self) -> str: ...
    @property
    def basis(self) -> str: ...


class Slot(Generic[Part]):
    """One layer's part of every game, by the instrument that the game is played under.

    A part that was bound by its name, `module` or `module:attribute`, is imported when it is first
    asked for.
    """

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    @property
    def instruments(self) -> tuple[str, ...]:
        """The ids of the instruments whose game has such a part, in the order of registration."""
        return tuple(self._parts)

    def __contains__(self, instrument: str | Book) -> bool:
        return self._id(instrument) in self._parts

    def of(self, instrument: str | Book) -> Part:
        """The part of the game that is played under an instrument."""
        id = self._id(instrument)
        key = self.name, id
        if key not in _loaded:
            if id not in self._parts:
                raise LookupError(f"nothing is registered as {self.name} of {id}")
            _loaded[key] = _load(self._parts[id])
        return cast(Part, _loaded[key])

    def source(self, instrument: str | Book) -> str:
        """The name of the module that the part comes from."""
        part = self._parts[self._id(instrument)]
        return part.partition(":")[0] if isinstance(part, str) else type(part).__module__

    def _id(self, instrument: str | Book) -> str:
        if isinstance(instrument, str):
            return instrument
        return instrument.id if instrument.id in self._parts else instrument.basis

    @property
    def _parts(self) -> Mapping[str, object]:
        """Return the parts bound to this slot, by instrument."""
        fill()
        return _bound.get(self.name, {})


class Joined:
    """A part that is put together from modules or other parts: a name is that of the first of them
    that has it, unless the part has its own.
    """

    def __init__(self, *sources: object, **own: object) -> None:
        self.__dict__.update(own)
        self._sources = sources

    def __getattr__(self, name: str) -> Any:
        for source in self._sources:
            if hasattr(source, name):
                found = self.__dict__[name] = getattr(source, name)
                return found
        raise AttributeError(name)


def fill_with(filler: Callable[[], None]) -> None:
    """Call a function that binds parts, but not before somebody reads a slot.

    Importing the library reads no data file that way.
    """
    _fillers.append(filler)


def fill() -> None:
    """Bind everything that waits to be bound."""
    while _fillers:
        _fillers.pop()()


def bind(instrument: str, parts: Mapping[str, object]) -> None:
    """Put parts of a game into their slots; `croupier.registry.register` is the way to do it."""
    for slot, part in parts.items():
        _bound.setdefault(slot, {})[instrument] = part
        _loaded.pop((slot, instrument), None)


def unbind(instrument: str) -> None:
    """Take every part of an instrument's game out of its slot."""
    for slot, parts in _bound.items():
        parts.pop(instrument, None)
        _loaded.pop((slot, instrument), None)


def _load(part: object) -> Any:
    if not isinstance(part, str):
        return part
    module, _, attribute = part.partition(":")
    found = import_module(module)
    return getattr(found, attribute) if attribute else found
