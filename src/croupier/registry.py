"""The games of this program, and the instruments under which each is played.

An instrument's data file names its game as its `engine`. A game from outside is found by the entry
point that its package declares in the group `croupier.games`, and comes with its own data files.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING

from croupier import game_parts

if TYPE_CHECKING:
    from collections.abc import Iterator
    from importlib.metadata import EntryPoint
    from importlib.resources.abc import Traversable
    from pathlib import Path

    from croupier.game_parts import GameParts
    from croupier.rulebook.instruments import Instrument

ENTRY_POINTS = "croupier.games"
"""The group of entry points under which packages declare their games."""


def register(instrument: str | Instrument, parts: GameParts) -> None:
    """Bind the parts of a game to the instrument that it is played under.

    An instrument of the rulebook is named by its id. One that comes from elsewhere is given whole,
    and can be loaded by its id from now on.
    """
    id = instrument if isinstance(instrument, str) else instrument.id
    if id in game_parts.games():
        raise ValueError(f"a game is registered for {id} already")
    if not isinstance(instrument, str):
        from croupier.rulebook.instruments import add

        add(instrument)
    game_parts.bind(id, parts)


def unregister(instrument: str) -> None:
    """Forget a game that was registered, and its instrument if it was given with it."""
    from croupier.rulebook.instruments import remove

    if instrument not in game_parts.games():
        raise KeyError(instrument)
    game_parts.unbind(instrument)
    remove(instrument)


def registered() -> tuple[str, ...]:
    """Return the ids of the instruments that have a game, in the order of registration."""
    return tuple(game_parts.games())


def parts_of(instrument: str) -> GameParts:
    """Return the parts of a game, to register another instrument with some or all of them."""
    return game_parts.games()[instrument]


def _find_games() -> Iterator[GameParts]:
    """Yield the games of this program, then those of installed packages."""
    from croupier.games.baccarat.parts import PARTS as BACCARAT
    from croupier.games.blackjack.parts import PARTS as BLACKJACK
    from croupier.games.challenge.parts import PARTS as CHALLENGE
    from croupier.games.holdem.parts import PARTS as HOLDEM

    yield from (BLACKJACK, CHALLENGE, BACCARAT, HOLDEM)
    yield from _installed_games()


@cache
def _declared() -> tuple[EntryPoint, ...]:
    """Return the entry points by which installed packages declare games."""
    if not _is_any_declared():
        return ()
    from importlib.metadata import entry_points

    return tuple(entry_points(group=ENTRY_POINTS))


@cache
def _installed_games() -> tuple[GameParts, ...]:
    """Return the games that installed packages declare."""
    return tuple(map(_loaded, _declared()))


def _installed_packages() -> dict[str, Path]:
    """Return the folder of each package that declares a game."""
    from importlib.util import find_spec
    from pathlib import Path

    names = dict.fromkeys(declared.module.partition(".")[0] for declared in _declared())
    specs = {name: find_spec(name) for name in names}
    return {
        name: Path(folder)
        for name, spec in specs.items()
        for folder in (spec.submodule_search_locations or () if spec else ())
    }


def _loaded(declared: EntryPoint) -> GameParts:
    """Return a game that a package declares, or raise LookupError if it is none."""
    package = declared.dist.name if declared.dist is not None else "a package"
    where = f"{package} declares the game {declared.name} as {declared.value}"
    try:
        parts = declared.load()
    except (ImportError, AttributeError) as error:
        raise LookupError(f"{where}, which cannot be loaded: {error}") from error
    if not isinstance(parts, game_parts.GameParts):
        raise LookupError(f"{where}, which is not a croupier.game_parts.GameParts")
    return parts


def _data_of_installed_games() -> Iterator[Traversable]:
    """Yield the folders with the data files of games from outside."""
    for parts in _installed_games():
        if parts.data is not None:
            yield parts.data()


def _is_any_declared() -> bool:
    """Return True if an installed package declares a game.

    To import `importlib.metadata` and to read all its files takes longer than a short command.
    """
    group = f"[{ENTRY_POINTS}]".encode()
    for folder in filter(os.path.isdir, sys.path):
        for name in os.listdir(folder):
            if name.endswith("-info"):
                with suppress(OSError), open(f"{folder}/{name}/entry_points.txt", "rb") as file:
                    if group in file.read():
                        return True
    return False


def _register_all() -> None:
    """Bind every instrument of the rulebook to its game, game by game."""
    from croupier.rulebook.instruments import heading_of, shipped

    found: dict[str, GameParts] = {}
    for parts in _find_games():
        if parts.name in found:
            raise LookupError(f"two games are called {parts.name}; uninstall one of them")
        found[parts.name] = parts
    headings = [heading_of(id) for id in shipped()]
    for heading in headings:
        if heading.engine not in found:
            known = ", ".join(found)
            raise LookupError(f"{heading.id}: engine: {heading.engine} is not one of {known}")
    for name, parts in found.items():
        for heading in headings:
            if heading.engine == name:
                game_parts.bind(heading.id, parts)


game_parts.fill_with(_register_all, _find_games)
game_parts.find_packages_with(_installed_packages)
game_parts.find_data_with(_data_of_installed_games)
