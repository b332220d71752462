"""Every module belongs to one declared part, and tools go by the part, not by the file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from benchmarks.mutation import enforcement, source

from croupier import registry
from croupier.cli.play_screen.table_setup import TERMINAL
from croupier.environments.table_setup import ENVIRONMENTS
from croupier.game_parts import Slot, games
from croupier.game_rules import GAMES as GAME_CLASSES
from croupier.game_rules import RULES, game_of
from croupier.game_rules.signs import SIGNS
from croupier.odds import ODDS
from croupier.play import PLAY
from croupier.rulebook.coverage import module_at
from croupier.source_parts import (
    SHARED,
    Modules,
    PartKind,
    citation_filter,
    owners_for,
    part_finder,
)
from croupier.wording.teller import GAME_WORDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

GAMES = list({each.package: each for parts in games().values() for each in parts.modules}.values())
ALL_MODULES = [module_at(path.relative_to(source.SOURCE).as_posix()) for path in source.sources()]


def test_every_module_belongs_to_a_declared_part() -> None:
    find_part = part_finder()
    for module in ALL_MODULES:
        find_part(module)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.owner))
def test_a_module_of_a_game_package_belongs_to_that_game(game: Modules) -> None:
    find_part = part_finder()
    inside = [name for name in ALL_MODULES if f"{name}.".startswith(f"{game.package}.")]
    assert {find_part(name).owner for name in inside} == {game.owner}


def test_every_game_package_is_declared() -> None:
    folders = (path for path in (source.SOURCE / "croupier" / "games").iterdir() if path.is_dir())
    packages = {
        f"croupier.games.{path.name}" for path in folders if (path / "__init__.py").exists()
    }
    assert packages == {game.package for game in GAMES}


def test_every_declared_name_is_the_name_of_a_module() -> None:
    declared = {name for each in (*SHARED, *GAMES) for name, _ in each.declarations()}
    assert {name.removesuffix(".*") for name in declared} <= set(ALL_MODULES)


@pytest.mark.parametrize("instrument", registry.registered())
def test_an_instrument_may_be_cited_by_its_game_and_by_those_that_the_game_builds_on(
    instrument: str,
) -> None:
    kinds = game_of(instrument).__mro__
    built_on = {game.owner for game in GAMES for kind in kinds if game.package in kind.__module__}
    assert owners_for(instrument) == {each.owner for each in SHARED} | built_on


@pytest.mark.parametrize("instrument", registry.registered())
def test_rules_and_game_enforce_rules_and_other_parts_only_tell_of_them(instrument: str) -> None:
    find_part = part_finder()
    for slot in (RULES, GAME_CLASSES):
        assert find_part(slot.source(instrument)).kind.enforces
    telling: tuple[Slot[Any], ...] = (SIGNS, GAME_WORDS, ODDS, PLAY, TERMINAL, ENVIRONMENTS)
    for slot in telling:
        assert not find_part(slot.source(instrument)).kind.enforces, slot.name


def test_a_module_that_a_game_does_not_declare_is_an_error() -> None:
    may_cite = citation_filter("act-ultimate-texas-holdem-2025")
    assert may_cite("croupier.games.holdem.round")
    assert not may_cite("croupier.games.baccarat.round")
    with pytest.raises(LookupError, match=r"holdem\.anything belongs to no declared"):
        may_cite("croupier.games.holdem.anything")


def test_a_module_that_is_declared_twice_is_an_error() -> None:
    twice = Modules(
        "croupier.games.toy", {PartKind.ROUND: (".round",), PartKind.VIEWS: (".round",)}
    )
    with pytest.raises(
        ValueError, match=r"toy\.round is declared twice: toy: round and toy: views"
    ):
        part_finder([twice])


# --- a game of two modules, one of which is a page

ROUND = """
def play(law, is_late):
    if is_late:
        return Refused("too late", law.hours)
"""
PAGE = """
def show(law, is_late):
    if is_late:
        return Warning("too late", law.hours)
"""


@pytest.fixture
def files_broken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[[dict[str, str], Modules], set[str]]]:
    """Yield a function that returns the files of a small tree in which a rule is broken."""

    def find_files(files: dict[str, str], toy: Modules) -> set[str]:
        paths = [tmp_path / file for file in files]
        for path in paths:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(files[path.relative_to(tmp_path).as_posix()], "utf-8")
        web = Modules("croupier.web", {PartKind.PAGE: (".*",)})
        find_part = part_finder([toy, web])
        monkeypatch.setattr(source, "SOURCE", tmp_path)
        monkeypatch.setattr(source, "_part_finder", lambda: find_part)
        monkeypatch.setattr(enforcement, "SOURCE", tmp_path)
        monkeypatch.setattr(enforcement, "sources", lambda: paths)
        for each in read_once:
            each.cache_clear()
        carried = enforcement.Carried({"hours": ()}, (), {}, {"toy", "web"}, {})
        every = enforcement.breaks_in_source(carried)
        return {each.path.relative_to(tmp_path).as_posix() for queue in every for each in queue}

    read_once = (
        enforcement._by_name, enforcement._functions, enforcement._returned,
        enforcement._entries_read, source.part_of,
    )  # fmt: skip
    yield find_files
    for each in read_once:
        each.cache_clear()


def test_a_page_that_moves_into_its_game_still_only_tells_of_rules(
    files_broken: Callable[..., set[str]],
) -> None:
    before, after = "croupier/web/toy.py", "croupier/games/toy/page.py"
    rounds = "croupier/games/toy/round.py"
    kinds: dict[PartKind, tuple[str, ...]] = {PartKind.ROUND: (".round",)}
    toy = Modules("croupier.games.toy", kinds)
    assert files_broken({rounds: ROUND, before: PAGE}, toy) == {rounds}
    with pytest.raises(LookupError, match=r"toy\.page belongs to no declared part"):
        files_broken({rounds: ROUND, after: PAGE}, toy)
    declared = Modules("croupier.games.toy", {**kinds, PartKind.PAGE: (".page",)})
    assert files_broken({rounds: ROUND, after: PAGE}, declared) == {rounds}
    wrongly = Modules("croupier.games.toy", {**kinds, PartKind.ACTS: (".page",)})
    assert files_broken({rounds: ROUND, after: PAGE}, wrongly) == {rounds, after}
