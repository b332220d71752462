"""What is kept between runs: under rules, shoe and sources, and never believed when damaged."""

from __future__ import annotations

import os
from fractions import Fraction
from pathlib import Path
from typing import Final

import pytest

from croupier.odds import disk_cache
from croupier.odds.disk_cache import AnswerCache, fingerprint
from croupier.odds.question import question
from croupier.odds.results import WagerOdds, exact_wager

BACCARAT: Final = "act-mini-baccarat-2016"


def answered(
    where: Path,
    net: int,
    *,
    source: str = "croupier.games.baccarat.odds",
    remove: str = "",
    recompute: bool = False,
    **options: object,
) -> Fraction | None:
    """The edge that is kept in `where`, or else that of a wager which always brings `net`."""
    answer = AnswerCache(where, recompute).answer(
        source,
        WagerOdds,
        question(BACCARAT, options=options, remove=remove),
        lambda: exact_wager("player", [("always", Fraction(net), 1)]),
    )
    return answer.exact


def test_an_answer_is_worked_out_once(tmp_path: Path) -> None:
    assert answered(tmp_path, 1) == -1
    assert answered(tmp_path, 2) == -1
    assert answered(tmp_path, 3, recompute=True) == -3
    assert answered(tmp_path, 4) == -3


def test_other_rules_and_another_shoe_are_other_questions(tmp_path: Path) -> None:
    assert answered(tmp_path, 1) == -1
    assert answered(tmp_path, 2, settlement="B") == -2
    assert answered(tmp_path, 3, remove="4S") == -3
    assert answered(tmp_path, 4) == -1


def test_other_sources_may_answer_otherwise(tmp_path: Path) -> None:
    assert answered(tmp_path, 1) == -1
    assert answered(tmp_path, 2, source="croupier.games.blackjack.odds.side_bets") == -2


def test_side_bets_make_no_other_question(tmp_path: Path) -> None:
    assert answered(tmp_path, 1) == -1
    assert answered(tmp_path, 2, side_bets=["perfect-pairs"]) == -1


@pytest.mark.parametrize("damage", [b"", b"{", b'{"wager": "player"}', b"\xff\xfe", b"[]"])
def test_a_damaged_answer_is_worked_out_anew(tmp_path: Path, damage: bytes) -> None:
    assert answered(tmp_path, 1) == -1
    (file,) = (tmp_path / "answers").iterdir()
    file.write_bytes(damage)
    assert answered(tmp_path, 2) == -2
    assert answered(tmp_path, 3) == -2


def test_an_answer_that_cannot_be_kept_is_still_given(tmp_path: Path) -> None:
    (tmp_path / "answers").write_text("a file where a directory should be")
    assert answered(tmp_path, 1) == -1


# --- sources


def written(root: Path, **modules: str) -> str:
    for name, text in modules.items():
        (root / f"{name}.py").write_text(text)
    fingerprint.cache_clear()
    return fingerprint("croupier.kernel", root)


@pytest.mark.parametrize(
    "reached",
    [
        "from croupier.pays import WIN",
        "from croupier import pays",
        "from croupier import (\n    pays,\n)",
        "import croupier.pays",
        "def late():\n    from croupier.pays import WIN",
        'load("croupier.pays")',
        "from croupier.between import WIN",
    ],
)
def test_a_source_that_is_reached_counts(tmp_path: Path, reached: str) -> None:
    between = "from croupier.pays import WIN"
    before = written(tmp_path, kernel=reached, pays="WIN = 3 / 2", between=between)
    assert written(tmp_path, kernel=reached, pays="WIN = 3 / 2", between=between) == before
    assert written(tmp_path, kernel=reached, pays="WIN = 6 / 5", between=between) != before


def test_a_source_that_is_not_reached_does_not_count(tmp_path: Path) -> None:
    before = written(tmp_path, kernel="import math", pays="WIN = 3 / 2")
    assert written(tmp_path, kernel="import math", pays="WIN = 6 / 5") == before


def test_the_rules_of_every_game_are_reached() -> None:
    from croupier.game_rules import RULES
    from croupier.odds.disk_cache import _ROOT, _reached
    from croupier.rulebook.instruments import instruments

    for instrument in instruments():
        source = RULES.source(instrument)
        reached = {path.relative_to(_ROOT).as_posix() for path in _reached(source, _ROOT)}
        assert f"{source.removeprefix('croupier.').replace('.', '/')}.py" in reached
        assert "money.py" in reached
        assert not any(name.startswith(("cli/", "adjudication/")) for name in reached)


@pytest.mark.parametrize("instrument", ["act-blackjack-2018", BACCARAT])
def test_an_answer_of_shared_code_depends_on_the_sources_of_the_game(
    instrument: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Shared code loads a game's part by its slot, so that no import leads to it."""
    from croupier.odds import ODDS
    from croupier.odds.counting import Counting

    asked = question(instrument)

    def key(edited: str) -> str:
        monkeypatch.setattr(disk_cache, "fingerprint", lambda name: "new" * (name == edited))
        return disk_cache._key("croupier.odds.counting", Counting, asked, ())

    assert key(ODDS.source(instrument)) != key("")


@pytest.mark.parametrize("instrument", ["act-blackjack-2018", BACCARAT])
def test_kept_rounds_depend_on_the_sources_of_the_game(
    instrument: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from croupier.odds.simulation import interrupted
    from croupier.odds.simulation.simulated_games import SIMULATIONS

    source = SIMULATIONS.source(instrument)

    def path(edited: str) -> Path | None:
        monkeypatch.setattr(interrupted, "fingerprint", lambda name: "new" * (name == edited))
        return interrupted.Kept.of(AnswerCache(tmp_path), b"{}", 1, source).path

    assert path(source) != path("")


# --- where


def test_the_directory_is_the_users(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CROUPIER_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert disk_cache.directory() == tmp_path / "cache" / "croupier"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert disk_cache.directory() == tmp_path / "home" / ".cache" / "croupier"
    monkeypatch.setenv("CROUPIER_CACHE", str(tmp_path / "named"))
    assert disk_cache.directory() == tmp_path / "named"
    assert (tmp_path / "named").is_dir()


def test_without_a_home_there_is_a_temporary_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    homeless(tmp_path, monkeypatch)
    found = disk_cache.directory()
    assert found == tmp_path / f"croupier-{os.getuid()}"
    assert found.stat().st_mode & 0o777 == 0o700
    assert disk_cache.directory() == found


@pytest.mark.parametrize("trap", ["open to others", "a link", "a file"])
def test_a_temporary_directory_that_others_could_fill_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trap: str
) -> None:
    homeless(tmp_path, monkeypatch)
    usual = tmp_path / f"croupier-{os.getuid()}"
    if trap == "open to others":
        usual.mkdir()
        usual.chmod(0o777)
    elif trap == "a link":
        (tmp_path / "theirs").mkdir(mode=0o700)
        usual.symlink_to(tmp_path / "theirs")
    else:
        usual.write_text("")
    found = disk_cache.directory()
    assert found != usual
    assert found.parent == tmp_path
    assert found.stat().st_mode & 0o777 == 0o700


def homeless(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CROUPIER_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", "/dev/null/cache")
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
