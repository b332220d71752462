"""Small changes to source, each of which alters what it does: what tests are tried on.

A change is made to one place of a module's tree: `<` for `<=`, an exception dropped from a
condition, a refusal or an early return that is not made, a win for a loss, a role for another, a
clause left out, a number one higher, a line that is not run. Where one statement sets a flag on
several like objects, one of them gets the opposite. A loop over listed things runs in reverse, and
so does one that deals.

What would alter nothing is no change: texts and what stands in them, annotations, assertions (of
which `zip(strict=True)` is one), and questions whether an instrument has a rule at all (`law.x is
None`, `law.x or law.y`, `isinstance`), which have one answer wherever its clause can be cited.
"""

from __future__ import annotations

import ast
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from croupier.rulebook.coverage import LAW_NAMES, module_at
from croupier.source_parts import Part, part_finder

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src"
SWAPS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
    ast.And: ast.Or, ast.Or: ast.And, ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv,
    ast.Div: ast.Mult,
}  # fmt: skip
NAMES = {"WIN": "LOSE", "LOSE": "PUSH", "PUSH": "WIN", "min": "max", "max": "min", "any": "all",
         "all": "any", "SUPERVISOR": "DEALER", "OPERATOR": "SUPERVISOR", "DIRECTOR": "DEALER",
         "INSPECTOR": "SUPERVISOR"}  # fmt: skip
PASSED_OVER = (ast.Import, ast.ImportFrom, ast.Assert, ast.Global, ast.Nonlocal)
"""Statements in which nothing is decided."""


@cache
def sources() -> list[Path]:
    """Return every module of the program."""
    return sorted((SOURCE / "croupier").rglob("*.py"))


@cache
def part_of(path: Path) -> Part:
    """Return the part of the program that a module belongs to."""
    return _part_finder()(module_at(path.relative_to(SOURCE).as_posix()))


_part_finder = cache(part_finder)


@dataclass(frozen=True)
class Mutant:
    """One change to a module: the place by its number, and which of its ways."""

    path: Path
    function: str
    """The outermost function that it is in; empty at the top of a module."""
    line: int
    place: int
    way: int
    change: str
    left_out: str = ""
    """Of a tuple: the part that is left out."""
    is_of_several: bool = False
    """True if one of several like objects is broken, or the order in which they are taken."""

    def __str__(self) -> str:
        return f"{self.path.name}:{self.line} {self.change}"

    def tree(self) -> ast.Module:
        """The module with the change made."""
        copy = deepcopy(parsed(self.path))
        _change(_places(copy)[self.place], self.way)
        return ast.fix_missing_locations(copy)


def mutants(path: Path) -> Iterator[Mutant]:
    """Every change to a module, from top to bottom."""
    for node in numbered(path):
        yield from mutants_of(path, node)


@cache
def numbered(path: Path) -> dict[ast.AST, int]:
    """The places of a module that may be changed, from top to bottom."""
    return {node: number for number, node in enumerate(_places(parsed(path)))}


def mutants_of(path: Path, node: ast.AST) -> Iterator[Mutant]:
    """Every change to one place itself."""
    number = numbered(path).get(node)
    if number is not None:
        line = getattr(node, "lineno", 0)
        functions = _functions(path).items()
        inside = next((name for name, (begin, end) in functions if begin <= line <= end), "")
        for way in range(_ways(node)):
            copy = deepcopy(node)
            before = _in_short(copy)
            left_out = copy.elts[way] if isinstance(copy, ast.Tuple) else None
            _change(copy, way)
            change = f"{before}  ->  {_in_short(ast.fix_missing_locations(copy))}"
            at = line if left_out is None else left_out.lineno
            without = "" if left_out is None else _in_short(left_out)
            several = isinstance(node, ast.For | ast.Assign) and _takes_several(node)
            yield Mutant(path, inside, at, number, way, change, without, several)


@cache
def parsed(path: Path) -> ast.Module:
    """The tree of a module, the same one each time."""
    tree = ast.parse(path.read_text("utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.If):
            for statement in node.body:
                if isinstance(statement, ast.Return):
                    statement.is_early = True  # type: ignore[attr-defined]
        elif isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.Lt | ast.GtE):
            node.comparators[0].is_bound = True  # type: ignore[attr-defined]
        elif isinstance(node, ast.Call) and getattr(node.func, "id", "") == "zip":
            for keyword in node.keywords:
                keyword.value.is_asserted = True  # type: ignore[attr-defined]
        elif isinstance(node, ast.FunctionDef):
            rules = {name for each in ast.walk(node) for name in _names_of_rules(each)}
            for each in ast.walk(node):
                if isinstance(each, ast.Name) and each.id in rules:
                    each.is_rule = True  # type: ignore[attr-defined]
    return tree


def _names_of_rules(node: ast.AST) -> Iterator[str]:
    """What is assigned straight from a law."""
    for name, value in assigned(node):
        if is_law(value):
            yield name


def assigned(node: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """Which names a statement gives, each with what it stands for: `law, shoe = table.law, …`."""
    if isinstance(node, ast.Assign):
        for target in node.targets:
            match target, node.value:
                case ast.Tuple(elts=names), ast.Tuple(elts=values):
                    pairs = zip(names, values, strict=False)
                case _:
                    pairs = zip([target], [node.value], strict=True)
            for name, value in pairs:
                if isinstance(name, ast.Name):
                    yield name.id, value


@cache
def _functions(path: Path) -> dict[str, tuple[int, int]]:
    every = functions_of(parsed(path)).items()
    return {name: (node.lineno, node.end_lineno or node.lineno) for name, node in every}


def functions_of(tree: ast.Module) -> dict[str, ast.FunctionDef | ast.AsyncFunctionDef]:
    """The outermost functions and methods by qualified name."""
    found = {}
    waiting: list[tuple[str, ast.AST]] = [("", tree)]
    while waiting:
        prefix, node = waiting.pop()
        for child in ast.iter_child_nodes(node):
            if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)):
                found[prefix + child.name] = child
            elif isinstance(child, ast.ClassDef):
                waiting.append((f"{prefix}{child.name}.", child))
            elif isinstance(child, (ast.If, ast.Try)):
                waiting.append((prefix, child))
    return found


def _in_short(node: ast.AST) -> str:
    if isinstance(node, ast.If):
        return f"if {ast.unparse(node.test)}"
    if isinstance(node, ast.For):
        return f"for {ast.unparse(node.target)} in {ast.unparse(node.iter)}"
    return " ".join(ast.unparse(node).split())


def _places(node: ast.AST) -> list[ast.AST]:
    return list(_walk(node))


def _walk(node: ast.AST) -> Iterator[ast.AST]:
    """Everything that may be changed, from top to bottom."""
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "args") and not isinstance(node, ast.Call):
            continue
        for child in value if isinstance(value, list) else [value]:
            if not isinstance(child, ast.AST) or isinstance(child, PASSED_OVER):
                continue
            if _is_text(child) or _is_for_types(child):
                continue
            yield child
            yield from _walk(child)


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
            return 0 if _asks_whether(node) else sum(type(op) in SWAPS for op in ops)
        case ast.If(test=ast.Compare() | ast.UnaryOp() | ast.BoolOp()):
            return 0  # which is changed itself
        case ast.IfExp(test=ast.Compare() | ast.UnaryOp() | ast.BoolOp()):
            return 0
        case ast.If() | ast.IfExp():
            return 1
        case ast.BoolOp(op=ast.Or(), values=values) if any(map(_is_citation, values)):
            return 0
        case ast.BoolOp(values=values):
            dropped = len(_droppable(values))
            return 1 + dropped if dropped else 0
        case ast.BinOp(op=op):
            return int(type(op) in SWAPS and not _joins_text(node))
        case ast.UnaryOp(op=ast.Not() | ast.USub()):
            return 1
        case ast.Constant(value=bool() | int()):  # x < 2 would be x <= 1
            return int(not (hasattr(node, "is_bound") or hasattr(node, "is_asserted")))
        case ast.Tuple(elts=[_, *_] as parts, ctx=ast.Load()):
            return len(parts)
        case ast.Attribute(attr=name, ctx=ast.Load()) | ast.Name(id=name, ctx=ast.Load()):
            return int(name in NAMES)
        case ast.Expr(value=ast.Call() | ast.Yield() | ast.YieldFrom()) | ast.AugAssign():
            return 1
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            return 1
        case ast.Assign(targets=[_, _, *_] as targets) if _is_flag(node.value):
            return len(targets)
        case ast.For(iter=ast.Tuple(elts=[_, _, *_] as listed)):  # of names, nothing depends on it
            return int(all(isinstance(each, ast.Name | ast.Attribute) for each in listed))
        case ast.For(iter=ast.Name() | ast.Attribute()):
            return int(deals_in_order(node))
        case ast.Raise(exc=ast.Call() | ast.Name()):
            return 1
        case ast.Return():
            return int(getattr(node, "is_early", False))
    return 0


def _takes_several(node: ast.For | ast.Assign) -> bool:
    return isinstance(node, ast.For) or len(node.targets) > 1


def deals_in_order(loop: ast.For) -> bool:
    """True if a loop asks for cards or answers of one object after the other."""
    inside = (node for statement in loop.body for node in ast.walk(statement))
    return any(isinstance(node, ast.Yield | ast.YieldFrom) for node in inside)


def _is_flag(node: ast.AST) -> bool:
    """True if an expression is true or false whatever it reads."""
    return isinstance(node, ast.Compare) or (
        isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)
    )


def _asks_whether(node: ast.AST) -> bool:
    """Whether it asks if there is a rule, or what type something has."""
    match node:
        case ast.Compare(left=asked, ops=[ast.Is() | ast.IsNot()], comparators=[ast.Constant()]):
            return is_law(asked)
        case ast.Call(func=ast.Name(id="isinstance")):
            return True
        case ast.UnaryOp(op=ast.Not(), operand=asked):
            return is_law(asked)
    return is_law(node)


def is_law(node: ast.AST) -> bool:
    """Whether it is a law, or a rule of one: `law`, `law.x`, or a name that was given to such."""
    if isinstance(node, ast.Name):
        return node.id in LAW_NAMES or hasattr(node, "is_rule")
    if not isinstance(node, ast.Attribute):
        return False
    owner = node.value
    name = owner.attr if isinstance(owner, ast.Attribute) else getattr(owner, "id", None)
    return name in LAW_NAMES


def _is_citation(node: ast.AST) -> bool:
    match node:
        case ast.Call(func=ast.Attribute(value=entries, attr="get")):
            return is_law(entries)
    return is_law(node) or (isinstance(node, ast.Tuple) and not node.elts)


def _droppable(values: list[ast.expr]) -> list[int]:
    """Which parts of a condition can be left out, so that it says something else."""
    return [number for number, each in enumerate(values) if not _asks_whether(each)]


def _joins_text(node: ast.BinOp) -> bool:
    return any(
        isinstance(side, ast.JoinedStr)
        or (isinstance(side, ast.Constant) and isinstance(side.value, str))
        for side in (node.left, node.right)
    )


def _change(node: ast.AST, way: int) -> None:
    match node:
        case ast.Compare(ops=ops):
            at = [number for number, op in enumerate(ops) if type(op) in SWAPS][way]
            node.ops[at] = SWAPS[type(ops[at])]()  # type: ignore[call-overload]
        case ast.BoolOp() if way == 0:
            node.op = SWAPS[type(node.op)]()  # type: ignore[assignment]
        case ast.BoolOp(values=values):
            del node.values[_droppable(values)[way - 1]]
            if len(values) == 1:
                _become(node, values[0])
        case ast.BinOp():
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
        case ast.For(iter=ast.Tuple(elts=elts)):
            elts.reverse()
        case ast.For():
            node.iter = ast.Call(ast.Name("reversed", ast.Load()), [node.iter], [])
        case ast.Assign(targets=[_, _, *_] as targets, value=value):
            flags: list[ast.expr] = [deepcopy(value) for _ in targets]
            last = -1 - way  # few tests look at the second
            flags[last] = ast.UnaryOp(ast.Not(), flags[last])
            node.targets = [ast.Tuple(targets, ast.Store())]
            node.value = ast.Tuple(flags, ast.Load())
        case ast.Attribute():
            node.attr = NAMES[node.attr]
        case ast.Name():
            node.id = NAMES[node.id]
        case _:
            _become(node, ast.Pass())


def _become(node: ast.AST, other: ast.AST) -> None:
    """Be another node, wherever this one hangs."""
    place = {
        name: getattr(node, name)
        for name in ("lineno", "col_offset", "end_lineno", "end_col_offset")
        if hasattr(node, name)
    }
    node.__class__ = type(other)
    node.__dict__.clear()
    node.__dict__.update(other.__dict__, **place)
