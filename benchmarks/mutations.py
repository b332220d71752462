"""How much of the settlement the tests hold: it is changed in every small way, one at a time.

    python benchmarks/mutations.py [baccarat] [blackjack] [holdem] [--every 1] [--list]

A change is a mutant: `<` for `<=`, a win for a loss, a clause left out, a line not run. Each is put
in place of the module in a process of its own, which runs the tests of that game's settlement. A
test that fails has found it. Those that no test finds are printed. `--every 5` takes a fifth.
"""

from __future__ import annotations

import argparse
import ast
import importlib
import importlib.util
import os
import resource
import sys
import time
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from importlib.machinery import SourceFileLoader
from pathlib import Path

import pytest
from hypothesis import Phase, settings

ROOT = Path(__file__).parents[1]
GAMES: dict[str, tuple[str, ...]] = {
    "baccarat": (
        "baccarat/test_rule_08_settlement.py", "baccarat/test_worked_examples.py",
        "baccarat/test_rules_09_to_11_pairs.py", "baccarat/test_exact_counts.py",
        "baccarat/test_explain.py", "baccarat/test_property_coups.py",
    ),
    "blackjack": (
        "act_blackjack/test_rule_13_final_settlement.py", "worked_examples/test_main_game.py",
        "act_blackjack/test_rule_08_interim_settlement.py", "challenge/test_rules_13_to_15.py",
        "challenge/test_worked_examples.py", "act_blackjack/test_rule_11_doubling.py",
        "act_blackjack/test_rule_12_dealers_hand.py", "act_blackjack/test_property_rounds.py",
    ),
    "holdem": (
        "holdem/test_rule_09_settlement.py", "holdem/test_worked_examples.py",
        "holdem/test_rule_13_irregularities.py", "holdem/test_rule_05_limits.py",
        "holdem/test_worked_limits_and_irregularities.py", "holdem/test_adjudication.py",
        "holdem/test_property_rounds.py",
    ),
}  # fmt: skip
"""The tests of each game's settlement, those first that find the most."""
SECONDS = 120
"""A mutant that computes for longer has been found."""

SWAPS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
    ast.And: ast.Or, ast.Or: ast.And, ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv,
    ast.Div: ast.Mult,
}  # fmt: skip
NAMES = {"WIN": "LOSE", "LOSE": "PUSH", "PUSH": "WIN", "min": "max", "max": "min"}
PASSED_OVER = (ast.Import, ast.ImportFrom, ast.Assert, ast.Raise)
"""Statements in which nothing is settled."""


# --- mutants


@dataclass(frozen=True)
class Mutant:
    """A module with one thing changed."""

    line: int
    change: str
    tree: ast.Module


def mutants(source: str) -> Iterator[Mutant]:
    tree = ast.parse(source)
    places = list(_places(tree))
    for number, (node, _) in enumerate(places):
        for way in range(_ways(node)):
            copy = deepcopy(tree)
            same, _ = list(_places(copy))[number]
            before = _in_short(same)
            _change(same, way)
            change = f"{before}  ->  {_in_short(same)}"
            yield Mutant(getattr(node, "lineno", 0), change, ast.fix_missing_locations(copy))


def _in_short(node: ast.AST) -> str:
    return ast.unparse(node.test if isinstance(node, ast.If) else node)


def _places(node: ast.AST) -> Iterator[tuple[ast.AST, ast.AST]]:
    """Everything that can be changed, with what it is part of, from top to bottom."""
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "args") and not isinstance(
            node, ast.Call
        ):
            continue
        for child in value if isinstance(value, list) else [value]:
            if not isinstance(child, ast.AST) or isinstance(child, PASSED_OVER):
                continue
            if _is_text(child) or _is_for_types(child):
                continue
            yield child, node
            yield from _places(child)


def _is_text(node: ast.AST) -> bool:
    """Docstrings, and the texts of what is said."""
    said = node.value if isinstance(node, ast.Expr) else node
    return isinstance(said, ast.JoinedStr) or (
        isinstance(node, ast.Expr) and isinstance(said, ast.Constant)
    )


def _is_for_types(node: ast.AST) -> bool:
    test = node.test if isinstance(node, ast.If) else None
    return (isinstance(test, ast.Name) and test.id == "TYPE_CHECKING") or (
        isinstance(node, ast.AnnAssign) and node.value is None
    )


def _ways(node: ast.AST) -> int:
    """In how many ways a place can be changed."""
    match node:
        case ast.Compare(ops=ops):
            return sum(type(op) in SWAPS for op in ops)
        case ast.If(test=ast.Compare() | ast.UnaryOp()) | ast.IfExp(test=ast.Compare()):
            return 0  # which is changed itself
        case ast.BoolOp() | ast.IfExp() | ast.If():
            return 1
        case ast.BinOp(op=op):
            return int(type(op) in SWAPS)
        case ast.UnaryOp(op=ast.Not() | ast.USub()):
            return 1
        case ast.Constant(value=bool() | int()):
            return 1
        case ast.Tuple(elts=[_, *_] as parts, ctx=ast.Load()):
            return len(parts)
        case ast.Attribute(attr=name) | ast.Name(id=name):
            return int(name in NAMES)
        case ast.Expr(value=ast.Call()) | ast.AugAssign():
            return 1
        case ast.Assign(targets=[ast.Attribute()]):
            return 1
    return 0


def _change(node: ast.AST, way: int) -> None:
    match node:
        case ast.Compare(ops=ops):
            at = [number for number, op in enumerate(ops) if type(op) in SWAPS][way]
            node.ops[at] = SWAPS[type(ops[at])]()  # type: ignore[call-overload]
        case ast.BoolOp() | ast.BinOp():
            node.op = SWAPS[type(node.op)]()  # type: ignore[assignment]
        case ast.If() | ast.IfExp():
            node.test = ast.UnaryOp(ast.Not(), node.test)
        case ast.UnaryOp():
            _become(node, node.operand)
        case ast.Constant(value=bool(value)):
            node.value = not value
        case ast.Constant(value=int(value)):
            node.value = value + 1
        case ast.Tuple():
            del node.elts[way]
        case ast.Attribute():
            node.attr = NAMES[node.attr]
        case ast.Name():
            node.id = NAMES[node.id]
        case _:
            _become(node, ast.Pass())


def _become(node: ast.AST, other: ast.AST) -> None:
    """Be another node, wherever this one hangs."""
    node.__class__ = type(other)
    node.__dict__.update(other.__dict__)


# --- tests


class Loader(SourceFileLoader):
    """Loads a mutant where the module was asked for."""

    def __init__(self, name: str, path: Path, tree: ast.Module) -> None:
        super().__init__(name, str(path))
        self._tree = tree

    def get_code(self, fullname: str) -> object:  # type: ignore[override]
        return compile(self._tree, self.path, "exec", dont_inherit=True)


class Finder:
    def __init__(self, loader: Loader) -> None:
        self._loader = loader

    def find_spec(self, name: str, *_: object) -> object:
        if name != self._loader.name:
            return None
        return importlib.util.spec_from_loader(name, self._loader)


def found_by_tests(name: str, path: Path, mutant: Mutant | None, tests: Path) -> bool:
    """Whether a test fails with the mutant in the module's place; with none, none should."""
    child = os.fork()
    if child:
        return os.waitpid(child, 0)[1] != 0
    quiet = os.open(os.devnull, os.O_WRONLY)
    os.dup2(quiet, 1)
    os.dup2(quiet, 2)
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    if mutant is not None:
        sys.meta_path.insert(0, Finder(Loader(name, path, mutant.tree)))  # type: ignore[arg-type]
    # What fails need not be made small first.
    settings.register_profile("mutants", phases=(Phase.explicit, Phase.generate), database=None)
    settings.load_profile("mutants")
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # none is needed, and each takes its time
    asked = ["-x", "-q", "-p", "no:cacheprovider", f"--rootdir={ROOT}", str(tests)]
    os._exit(int(pytest.main(asked)))


def examine(game: str, every: int, *, only_list: bool) -> tuple[int, int]:
    """How many mutants of a game's settlement there were, and how many the tests found."""
    name = f"croupier.games.{game}.settlement"
    path = ROOT / "src" / Path(*name.split(".")).with_suffix(".py")
    files = [ROOT / "tests" / test for test in GAMES[game]]
    if not only_list and any(found_by_tests(name, path, None, tests) for tests in files):
        sys.exit(f"{game}: the tests fail without any mutant")
    count = found = 0
    began = time.monotonic()
    for mutant in list(mutants(path.read_text()))[::every]:
        count += 1
        if only_list:
            print(f"{path.name}:{mutant.line}: {mutant.change}")
        elif any(found_by_tests(name, path, mutant, tests) for tests in files):
            found += 1
        else:
            print(f"  {game}, line {mutant.line}: {mutant.change}", flush=True)
    if not only_list:
        minutes = (time.monotonic() - began) / 60
        print(f"{game}: {found} of {count} found, {found / count:.1%}, in {minutes:.1f} min")
    return count, found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", choices=[*GAMES, []], default=[])
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--list", action="store_true", help="show the mutants and run nothing")
    asked = parser.parse_args()
    games = asked.games or [*GAMES]
    importlib.import_module("croupier.table.table")  # no mutant is part of it: once will do
    results = [examine(game, asked.every, only_list=asked.list) for game in games]
    count, found = (sum(numbers) for numbers in zip(*results, strict=True))
    if not asked.list:
        print(f"{found} of {count} mutants of the settlement were found, {found / count:.1%}")
        sys.exit(found < 0.9 * count)


if __name__ == "__main__":
    main()
