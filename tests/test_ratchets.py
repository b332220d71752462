"""The numbers of `tests/ratchets.toml` only fall, and every fall is written down."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING, Any

import pytest

from croupier.game_rules import game_of
from croupier.registry import registered
from tests.tree_measures import (
    find_new,
    lower_numbers,
    measure_last_written,
    measure_tree,
    read_numbers,
    split_excused,
)

if TYPE_CHECKING:
    from pathlib import Path

    from tests.tree_measures import Measure

MOST_SHOWN = 30
REGENERATE = "CROUPIER_REGENERATE=1 ./run test tests/test_ratchets.py"
HELD = sorted(read_numbers()["held"])


@pytest.fixture(scope="module")
def numbers() -> dict[str, Any]:
    """Return the numbers that are held, lowered first if the contributor asks for it."""
    if os.environ.get("CROUPIER_REGENERATE"):
        lower_numbers(measure_tree())
    return read_numbers()


@pytest.mark.parametrize("name", HELD)
def test_a_measure_has_the_number_that_is_held(name: str, numbers: dict[str, Any]) -> None:
    measure = split_excused(measure_tree().measures[name], numbers)[0]
    held = numbers["held"][name]
    if measure.value > held:
        pytest.fail(explain_rise(measure, held), pytrace=False)
    if measure.value < held:
        pytest.fail(
            f"{measure.says}: {measure.value}, and {held} are held. "
            f"Write the lower number down:\n  {REGENERATE}",
            pytrace=False,
        )


def explain_rise(measure: Measure, held: float) -> str:
    """Return what rose, the places that are new as far as git knows them, and the advice."""
    head = f"{measure.says}: {measure.value}, and at most {held} may be. {measure.advice}"
    last = measure_last_written()
    if last is not None:
        commit, tree = last
        before = split_excused(tree.measures[measure.name], read_numbers())[0]
        if new := find_new(measure, before):
            lines = [f"  {each}" for each in new[:MOST_SHOWN]]
            if len(new) > MOST_SHOWN:
                lines.append(f"  and {len(new) - MOST_SHOWN} more")
            return "\n".join([head, f"New since {commit[:12]}:", *lines])
    return f"{head}\nTo list all of them: .venv/bin/python -m tests.tree_measures {measure.name}"


def test_every_measure_is_held() -> None:
    assert set(measure_tree().measures) == set(HELD)


@pytest.mark.parametrize("name", HELD)
def test_an_excuse_has_a_reason_and_a_place_in_the_tree(name: str, numbers: dict[str, Any]) -> None:
    assert all(numbers.get("excused", {}).get(name, {"": "none"}).values())
    assert not split_excused(measure_tree().measures[name], numbers)[1]


def test_the_tags_that_are_counted_are_those_of_all_registered_games() -> None:
    known = {
        str(command.__struct_config__.tag)
        for instrument in registered()
        for command in game_of(instrument).acts
        if command.__module__.startswith("croupier.")
    }
    assert known == measure_tree().command_tags


# --- the counts themselves, on a small tree

SMALL_TREE = {
    "games/__init__.py": "",
    "games/poker/__init__.py": "",
    "games/poker/acts.py": (
        '"""The acts of poker."""\n'
        "from croupier.aggregate.acts import Command\n"
        'class Raise(Command, tag="raise"): ...\n'
        'class PostBlind(Command, tag="post-blind"): ...\n'
    ),
    "casino/floor/__init__.py": "",
    "casino/floor/floor.py": (
        '"""Whatever is open."""\n\n'
        "def long() -> None:\n" + "    print()\n" * 70 + "\n"
        "ROOM = 1\n"
        '"""What it holds."""\n'
    ),
    "odds/poker.py": (
        '"""The odds of poker, which say how it is played."""\n'
        "from typing import TYPE_CHECKING\n"
        "if TYPE_CHECKING:\n"
        "    from croupier.games.poker.acts import PostBlind, Raise\n"
        'PART = "croupier.games.poker:PART"\n'
    ),
    "web/page.py": (
        "from croupier.casino.floor import floor\n"
        "from croupier.odds.poker import PART\n"
        "FIRST = (1,2)  # fmt: skip\n"
        'LABELS = {"post-blind": "Blind", "raise": "Raise", "roof": "Roof"}\n'
        "def show(self, tag, price):\n"
        '    "How it looks."\n'
        '    if tag == "raise" or price in ("raise", "cut"):\n'
        '        return {"do": "raise", "why": "raise"}\n'
        "    return self._floor.house, floor.house.people, self.house\n"
    ),
}
COUNTED = {
    "small_modules_with_one_importer": ["floor.py", "acts.py", "poker.py"],
    "floor_modules": ["__init__.py", "floor.py"],
    "game_imports_in_shared_packages": ["poker.py", "poker.py"],
    "command_tags_in_shared_packages": ["page.py"] * 4,
    "floor_house_reads_in_web": ["page.py"] * 2,
    "fmt_skips": ["page.py"],
    "headless_docstrings": ["floor.py", "page.py"],
    "headless_docstring_percent": ["floor.py", "page.py"],
    "headless_attribute_docstrings": ["floor.py"],
    "long_functions": ["floor.py"],
}


@pytest.fixture
def small_tree(tmp_path: Path) -> Path:
    """Write a tree that has offenders of every measure."""
    for name, text in SMALL_TREE.items():
        path = tmp_path / "src/croupier" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path


def test_each_measure_counts_its_places_and_no_others(small_tree: Path) -> None:
    tree = measure_tree(small_tree)
    found = {
        name: [each.path.rpartition("/")[2] for each in measure.offenders]
        for name, measure in tree.measures.items()
    }
    assert found == COUNTED
    assert tree.measures["headless_docstring_percent"].value == 50.0
    assert tree.command_tags == {"raise", "post-blind"}


def test_a_place_is_new_where_it_was_not_before_and_not_where_its_file_moved(
    small_tree: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    before = measure_tree(small_tree).measures["fmt_skips"]
    later = tmp_path_factory.mktemp("later")
    shutil.copytree(small_tree / "src", later / "src")
    page = later / "src/croupier/web/page.py"
    page.rename(page.with_name("lobby.py"))
    assert not find_new(measure_tree(later).measures["fmt_skips"], before)
    later_still = tmp_path_factory.mktemp("later_still")
    shutil.copytree(later / "src", later_still / "src")
    with (later_still / "src/croupier/web/lobby.py").open("a") as file:
        file.write("LAST = (8,9)  # fmt: skip\n")
    (new,) = find_new(measure_tree(later_still).measures["fmt_skips"], before)
    assert new.text.startswith("LAST")


def test_regenerating_lowers_numbers_and_never_raises_one(small_tree: Path) -> None:
    kept = small_tree / "ratchets.toml"
    held = dict.fromkeys(HELD, 1) | {"fmt_skips": 9, "headless_docstring_percent": 99.9}
    lines = [f"{name} = {number}" for name, number in held.items()]
    kept.write_text("\n".join(["# kept", "[held]", *lines, ""]))
    lower_numbers(measure_tree(small_tree), kept)
    assert kept.read_text().startswith("# kept\n")
    assert read_numbers(kept)["held"] == held | {"fmt_skips": 1, "headless_docstring_percent": 50.0}
