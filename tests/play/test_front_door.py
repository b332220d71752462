"""The library from outside: what completion finds, what a type checker sees, what loading costs."""

from __future__ import annotations

import inspect
import subprocess
import sys
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

import croupier
from croupier.odds.parameters import TableArguments, every_table_parameter
from croupier.odds.simulation import SimulationArguments, simulate

SOURCE = Path(croupier.__file__).parent
ROOT = Path(__file__).parents[2]

PROGRAM = """
    import random
    from collections import Counter

    import croupier
    from croupier.moves import Double, Hit, Move, PlayWager


    def choose(game: croupier.Game) -> Move | str:
        hand, dealer = game.hand, game.dealer
        if hand is not None and hand.total is not None and dealer is not None:
            up = dealer.cards[0]
            if up is not None and up.is_ace and hand.is_pair:
                return "split" if game.can("split") else Hit(box=hand.box or 1, hand=hand.place)
        return random.choice(game.legal)


    def play(instrument: str, rounds: int) -> dict[str, int]:
        game = croupier.Game(
            instrument, {"decks": 6}, seats={1: ["ana", "ben"], 2: "ana"}, seed=1,
            stakes={"ana": 2000, "ben": {"main": (500, 1000)}}, penetration=0.75,
        )
        gone: Counter[croupier.Card] = Counter()
        for number in game.rounds(rounds):
            assert number == game.round
            while game.turn is not None:
                game.play(choose(game))
            for settled in game.settlements:
                reveal: tuple[str, int, tuple[str, ...]] = (
                    settled.player, settled.net, settled.clauses,
                )
                print(*reveal)
            view: croupier.SeatView = game.view("ana")
            gone += view.gone
            if len(game.legal) and isinstance(game.legal[0], Double | PlayWager):
                print(game.legal[0].amount)
        twin = game.clone()
        twin.undo(2)
        return twin.net


    odds = croupier.odds(croupier.rules_for("act-mini-baccarat-2016"))
    report = croupier.odds.simulate("act-mini-baccarat-2016", 10**6, seed=7, penetration="cut")
    mean: float = report.mean
    print(play("act-blackjack-2018", 10), odds.wagers, mean)
    try:
        croupier.Game("act-blackjack-2018").play("stand")
    except croupier.Refused as refused:
        print(refused.clauses)
"""

WRONG = """
    import croupier

    game = croupier.Game("act-blackjack-2018", seats=1.5)
    game.play(7)
    croupier.odds.simulate("act-blackjack-2018", 10, seeds=3)
    croupier.odds(3)
    total: str = game.round
    croupier.Gaem("act-blackjack-2018")
"""


def test_a_strict_type_checker_finds_a_wrong_program_and_only_that(tmp_path: Path) -> None:
    """Both see of the package what any user's program does; one run, since it takes seconds."""
    (tmp_path / "right.py").write_text(dedent(PROGRAM), "utf-8")
    (tmp_path / "wrong.py").write_text(dedent(WRONG), "utf-8")
    (tmp_path / "mypy.ini").write_text("[mypy]\n", "utf-8")
    cache = ROOT / ".mypy_cache" / "outside"
    found = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", f"--cache-dir={cache}", "right.py", "wrong.py"],
        cwd=tmp_path,
        env={"MYPYPATH": str(SOURCE.parent), "PATH": "", "HOME": str(tmp_path)},
        capture_output=True,
        encoding="utf-8",
        check=False,
    ).stdout.splitlines()
    errors = [line.partition(": error: ") for line in found if ": error: " in line]
    assert [place for place, _, _ in errors] == [f"wrong.py:{line}" for line in range(4, 10)]
    words = ("seats", "play", "seeds", "int", "str", "Gaem")
    for (_, _, said), word in zip(errors, words, strict=True):
        assert word in said


def test_the_package_says_that_it_is_typed() -> None:
    assert (SOURCE / "py.typed").exists()


def test_completion_finds_the_front_door_and_nothing_else() -> None:
    import croupier.web.settings  # whatever has been imported behind it

    assert dir(croupier) == sorted(croupier.__all__)
    for name in croupier.__all__:
        assert getattr(croupier, name) is not None
    assert "web" in vars(croupier)


def test_completion_finds_what_a_game_is_for() -> None:
    names = {name for name in dir(croupier.Game) if not name.startswith("_")}
    assert names == {
        "board", "can", "card_due", "clone", "deal", "dealer", "facts", "hand", "instrument",
        "legal", "moves", "net", "next_round", "options", "over", "parse", "play", "round",
        "rounds", "rules", "seats", "seed", "settlements", "stage", "story", "turn", "undo", "view",
        "why_not",
    }  # fmt: skip
    for name in names:
        assert inspect.getdoc(getattr(croupier.Game, name)), name


def test_importing_the_library_loads_no_game() -> None:
    loaded = subprocess.run(
        [sys.executable, "-c", "import sys, croupier; print(*sys.modules)"],
        env={"PYTHONPATH": str(SOURCE.parent)},
        capture_output=True,
        encoding="utf-8",
        check=True,
    ).stdout.split()
    assert "croupier" in loaded
    assert not {"croupier.game_rules", "croupier.play", "croupier.table", "msgspec", "numpy"} & {
        *loaded
    }


def test_playing_needs_no_extra(tmp_path: Path) -> None:
    """Neither NumPy nor anything else that is asked for by name."""
    code = "import sys, croupier; croupier.Game('act-blackjack-2018'); print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", code],
        env={"PYTHONPATH": str(SOURCE.parent)},
        capture_output=True,
        encoding="utf-8",
        check=True,
    ).stdout.split()
    assert not {"numpy", "numba", "gymnasium", "PIL", "litestar"} & {*loaded}


def test_the_types_of_a_simulation_are_those_that_it_takes() -> None:
    taken = {
        name: parameter
        for name, parameter in inspect.signature(simulate).parameters.items()
        if parameter.kind is parameter.KEYWORD_ONLY
    }
    declared = set(SimulationArguments.__annotations__) - set(TableArguments.__annotations__)
    assert declared == set(taken)


def test_the_types_of_a_table_are_those_that_games_declare() -> None:
    """Type checkers know no game, so the names are written out for them."""
    declared = {parameter.name for parameter in every_table_parameter()}
    assert set(TableArguments.__annotations__) == {"decks", "options", "remove"} | declared


LABORATORY = (
    croupier.odds.odds,
    croupier.odds.strategy_for,
    croupier.odds.effects_for,
    croupier.odds.simulate,
    croupier.odds.count_for,
    croupier.odds.covariance_for,
)


@pytest.mark.parametrize("function", LABORATORY, ids=lambda function: function.__name__)
def test_what_no_game_declares_is_no_argument(function: Any) -> None:
    rounds = {"rounds": 1_000} if function is croupier.odds.simulate else {}
    with pytest.raises(TypeError, match="unexpected keyword argument 'antes'"):
        function("act-ultimate-texas-holdem-2025", antes=1, **rounds)


def test_odds_are_asked_for_by_id_instrument_or_rules() -> None:
    name, options = "act-mini-baccarat-2016", {"settlement": "B"}
    by_id = croupier.odds(name, options=options)
    assert by_id == croupier.odds(croupier.load(name), options=options)
    assert by_id == croupier.odds(croupier.rules_for(name, options))
    assert by_id == croupier.odds(croupier.Game(name, options).rules)
    other = croupier.odds(croupier.rules_for(name, options), options={"settlement": "A"})
    assert other == croupier.odds(name)
    assert other != by_id


@pytest.mark.parametrize("asked", [7, None, ["act-mini-baccarat-2016"]])
def test_odds_say_what_they_take(asked: Any) -> None:
    with pytest.raises(TypeError, match=r"instrument: the id of an instrument, an instrument \("):
        croupier.odds(asked)


def test_odds_know_the_seat_of_a_game() -> None:
    """What a seat has seen is what is out of the shoe."""
    game = croupier.Game("act-mini-baccarat-2016", seed=3)
    for _ in game.rounds(30):
        pass
    seen = game.view().seen
    assert len(seen) > 120
    fresh, now = croupier.odds(game.rules), croupier.odds(game.rules, remove=seen)
    assert fresh.wagers[0].house_edge != now.wagers[0].house_edge
    assert abs(float(fresh.wagers[0].house_edge) - float(now.wagers[0].house_edge)) < 0.01
