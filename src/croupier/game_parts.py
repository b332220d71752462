"""The parts of a game, and where a layer finds its part of each game.

A game is made of parts, one for each layer that knows games apart: its rules, its table, its words,
its round files, its odds, its page. Each game exports one `GameParts`. A layer declares a `Slot`
for the part that it needs, and asks it by the id of an instrument.

A part is given by a function that loads it, so nothing is imported before a layer asks for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar, cast

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable
    from pathlib import Path

    from croupier.adjudication import RoundFilePart
    from croupier.cli.play_screen.session import TableSession
    from croupier.environments.table_setup import EnvironmentPart
    from croupier.game_rules import PromotionLawOf, RulesPart
    from croupier.game_rules.signs import SignPart
    from croupier.odds import OddsPart
    from croupier.odds.simulation.simulated_games import SimulationPart
    from croupier.play import PlayPart
    from croupier.school.game_exercises import SchoolPart
    from croupier.source_parts import Modules
    from croupier.table.game_protocol import GameAtTable
    from croupier.tournament.simulation.decisions import SimulatedPlayers
    from croupier.web.felt.game_pages import PagePart
    from croupier.wording.teller import GameWords

PartT = TypeVar("PartT")
Load = Callable[[], PartT]
"""A function that imports a part and returns it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameParts:
    """A game, with a loader for each of its parts.

    The first five parts make a table that is run and whose rounds are settled. A game may lack the
    others: what they are for is then refused, and says so.
    """

    name: str
    """The name of the game, which data files give as their `engine`."""
    rules: Load[RulesPart]
    """The law by name, and the rules of a table."""
    game: Load[type[GameAtTable]]
    """The game at a table, as a class."""
    sign: Load[SignPart]
    """The lines of the sign, and the inscriptions of the felt."""
    round_file: Load[RoundFilePart]
    """The format of its round files, and the way from a file to its table and back."""
    words: Load[GameWords]
    """Its facts and commands in words."""
    page: Load[PagePart]
    """Its name, cloth, layout and buttons in the browser."""
    terminal: Load[type[TableSession]]
    """A session in the terminal, as a class."""
    play: Load[PlayPart]
    """The game as `croupier.Game` plays it."""
    odds: Load[OddsPart] | None = None
    """The price of each wager, and the best way to play."""
    simulation: Load[SimulationPart] | None = None
    """Its rounds by the million."""
    simulated_players: Load[SimulatedPlayers] | None = None
    """The players of a simulated tournament."""
    environment: Load[EnvironmentPart] | None = None
    """The game as a learning environment."""
    school: Load[SchoolPart] | None = None
    """The mistakes that exercises have at its tables alone."""
    promotions: Load[PromotionLawOf] | None = None
    """The law of promotional prizes, if the instrument has one."""
    modules: tuple[Modules, ...] = ()
    """The modules of each part, and those of the game that this one builds on."""
    data: Load[Traversable] | None = None
    """The folder with the instruments' data files, of a game from outside."""


_games: dict[str, GameParts] = {}
"""The game of each instrument, in the order of registration."""
_loaded: dict[tuple[str, str], object] = {}
_fillers: list[Callable[[], None]] = []
"""Functions that register games before the first slot is read."""
_find_games: list[Callable[[], Iterable[GameParts]]] = []
"""The function that finds the games of this program and of installed packages."""
_package_finders: list[Callable[[], Mapping[str, Path]]] = []
"""Functions that find the folders of the packages of games from outside."""
_data_finders: list[Callable[[], Iterable[Traversable]]] = []
"""Functions that find the folders with data files of games from outside."""


class Book(Protocol):
    """An instrument, or an amendment of one, whose game is that of its basis."""

    @property
    def id(self) -> str: ...
    @property
    def basis(self) -> str: ...


class Slot(Generic[PartT]):
    """One layer's part of every game, by the instrument that the game is played under."""

    __slots__ = ("_find", "_without_it", "name")

    def __init__(
        self,
        name: str,
        find: Callable[[GameParts], Load[PartT] | None],
        *,
        without_it: str = "",
    ) -> None:
        self.name = name
        self._find = find
        self._without_it = without_it
        """The consequence of a game without the part, in a clause: `its rounds cannot be …`."""

    @property
    def instruments(self) -> tuple[str, ...]:
        """The ids of the instruments whose game has such a part, in the order of registration."""
        fill()
        return tuple(id for id, parts in _games.items() if self._find(parts) is not None)

    def __contains__(self, instrument: str | Book) -> bool:
        return self._loader(instrument) is not None

    def of(self, instrument: str | Book) -> PartT:
        """Return the part of the game that is played under an instrument."""
        key = self.name, self._id(instrument)
        if key not in _loaded:
            load = self._loader(instrument)
            if load is None:
                raise self._missing(key[1])
            _loaded[key] = load()
        return cast("PartT", _loaded[key])

    def every(self) -> tuple[PartT, ...]:
        """Return this part of every game that has it; no instrument is read for it."""
        games = (*(_find_games[-1]() if _find_games else ()), *_games.values())
        loaders = dict.fromkeys(self._find(parts) for parts in games)
        return tuple(load() for load in loaders if load is not None)

    def _missing(self, id: str) -> LookupError:
        """Return an error that says what cannot be done with a game, or that there is none."""
        if id not in _games:
            return LookupError(f"no game is registered for {id}, only for {', '.join(_games)}")
        what = self.name.replace("_", " ")
        so = f", so {self._without_it}" if self._without_it else ""
        return LookupError(
            f"the game of {id} has no part for {what}{so}. "
            f"Its package can add the part as GameParts.{self.name}."
        )

    def source(self, instrument: str | Book) -> str:
        """Return the name of the module that a part is, or whose class it is."""
        part = self.of(instrument)
        return part.__name__ if isinstance(part, ModuleType) else getattr(part, "__module__", "")

    def _loader(self, instrument: str | Book) -> Load[PartT] | None:
        id = self._id(instrument)
        return self._find(_games[id]) if id in _games else None

    def _id(self, instrument: str | Book) -> str:
        fill()
        if isinstance(instrument, str):
            return instrument
        return instrument.id if instrument.id in _games else instrument.basis


def fill_with(filler: Callable[[], None], find_games: Callable[[], Iterable[GameParts]]) -> None:
    """Call a function that registers games, but not before somebody reads a slot.

    Importing the library reads no data file that way. `find_games` finds the games alone.
    """
    _fillers.append(filler)
    _find_games.append(find_games)


def find_data_with(finder: Callable[[], Iterable[Traversable]]) -> None:
    """Call a function that finds folders with data files when the rulebook looks for them."""
    _data_finders.append(finder)


def find_packages_with(finder: Callable[[], Mapping[str, Path]]) -> None:
    """Call a function that finds the packages of games from outside when a program is measured."""
    _package_finders.append(finder)


def outside_packages() -> dict[str, Path]:
    """Return the folders of the packages of games from outside, by the names of the packages."""
    return {name: folder for finder in _package_finders for name, folder in finder().items()}


def data_folders() -> list[Traversable]:
    """Return the folders with the instruments' data files of games from outside."""
    return [folder for finder in _data_finders for folder in finder()]


def fill() -> None:
    """Register every game that waits to be registered."""
    while _fillers:
        _fillers.pop()()


def games() -> dict[str, GameParts]:
    """Return the game of each instrument, in the order of registration."""
    fill()
    return dict(_games)


def bind(instrument: str, parts: GameParts) -> None:
    """Say which game an instrument has; `croupier.registry.register` is the way to do it."""
    _games[instrument] = parts
    _forget(instrument)


def unbind(instrument: str) -> None:
    """Take the game of an instrument away."""
    _games.pop(instrument, None)
    _forget(instrument)


def _forget(instrument: str) -> None:
    for key in [key for key in _loaded if key[1] == instrument]:
        del _loaded[key]
