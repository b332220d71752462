"""Where the source enforces a clause: what its citations depend on, and what they are said of.

Code cites a clause by reading a field of the law (`law.over_maximum`). From such a reading this
goes outwards to what decides whether it is cited, and with what result:

- the conditions above it (`if`, `elif`, `x if c else y`, `c and …`, a comprehension's `if`, the
  guard of a `case`), and an early return before it that cites nothing else;
- the refusal, the return or the fact itself, with the other things said in the same call;
- a comparison or a sum with the value of the rule.

A reading that is given a name is followed to where the name is used, and one in a function that
only hands the clauses on (`return law.x`) to the function's callers. What belongs to other rules is
left alone: the other parts of a list of citations, conditions under which another rule is cited,
and a fallback (`law.x or law.y`) that the instrument never comes to.
"""

from __future__ import annotations

import ast
from collections import Counter, defaultdict
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from croupier.rulebook.coverage import may_read_rules, rules_read

from .source import SOURCE, Mutant, is_law, mutants_of, parsed

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

TELLING = (
    "web", "adjudication", "wording", "cli", "documents", "dossier", "odds", "play", "school",
    "environments", "rulebook",
)  # fmt: skip
"""Layers that tell of rules: code there is broken only where no other cites a clause."""
TELLING_FILES = ("sign.py", "views.py", "next_steps.py", "tournament_views.py", "legal_commands.py")
LAYERS = ("games", "table", "tournament", "promotion")
"""Layers that are broken first."""
CITING = ("together", "Clauses", "cite", "Cited", "tuple", "chain")
"""Calls that put citations together: what else is cited there is another rule's."""
CARRYING = (ast.Attribute, ast.IfExp, ast.BoolOp, ast.Tuple, ast.Starred)
"""Expressions that are clauses if a part of them is."""
MANY = 2
"""A rule that is cited with more than so many others decides about little there."""
FAR = 2
"""How often a clause is followed from a function to its callers."""

Scope = ast.FunctionDef | ast.AsyncFunctionDef


def breaks_in_source(
    fields: Mapping[str, Collection[str]], games: Collection[str], present: Collection[str]
) -> list[list[Mutant]]:
    """The breaks of a clause at each place that enforces it, those nearest to its citation first.

    `fields` are the names under which the law has the clause, each with its keys if it is a
    mapping; `games` the packages that may speak of it; `present` every rule of the instrument.
    """
    found: list[list[Mutant]] = []
    among_many: list[list[Mutant]] = []
    for path, node in _readings(fields, games):
        if not _is_fallback(path, node, fields, present):
            own = frozenset(fields)
            decisive = list(dict.fromkeys(_decisive(path, node, own)))
            breaks = [each for place in decisive for each in mutants_of(*place)]
            if breaks:
                (among_many if _is_one_of_many(path, node, own) else found).append(breaks)
    return found or among_many


def _readings(
    fields: Mapping[str, Collection[str]], games: Collection[str]
) -> Iterator[tuple[Path, ast.AST]]:
    every = [
        (path, node)
        for name, keys in sorted(fields.items())
        for path, node in _by_name().get(name, ())
        if _may_speak(path, games) and _has_key(path, node, keys)
    ]
    acting = [each for each in every if not _tells(each[0])]
    return iter(sorted(acting or every, key=lambda each: _rank(*each)))


@lru_cache
def _by_name() -> dict[str, list[tuple[Path, ast.AST]]]:
    found: defaultdict[str, list[tuple[Path, ast.AST]]] = defaultdict(list)
    for path in sorted((SOURCE / "croupier").rglob("*.py")):
        for name, node in rules_read(parsed(path)) if may_read_rules(path.read_bytes()) else ():
            found[name].append((path, node))
    return found


def _layer(path: Path) -> tuple[str, ...]:
    return path.relative_to(SOURCE / "croupier").parts


def _tells(path: Path) -> bool:
    return _layer(path)[0] in TELLING or path.name in TELLING_FILES


def _may_speak(path: Path, games: Collection[str]) -> bool:
    layer, *inside = _layer(path)
    return layer not in ("games", "adjudication") or len(inside) < 2 or inside[0] in games


def _rank(path: Path, node: ast.AST) -> tuple[bool, str, int]:
    return _layer(path)[0] not in LAYERS, str(path), getattr(node, "lineno", 0)


def _has_key(path: Path, node: ast.AST, keys: Collection[str]) -> bool:
    """Whether it may read one of these entries, where it reads a mapping: `law.contents[key]`."""
    above = _up(path).get(node)
    if not keys or not isinstance(above, ast.Subscript) or above.value is not node:
        return True
    match above.slice:
        case ast.Constant(value=str(key)) | ast.Attribute(attr=key):
            return key in keys
    return True


def _is_fallback(
    path: Path, node: ast.AST, fields: Collection[str], present: Collection[str]
) -> bool:
    """Whether another rule that the instrument has is always cited in its place."""
    child, above = node, _up(path).get(node)
    while isinstance(above, ast.Attribute):
        child, above = above, _up(path).get(above)
    if not isinstance(above, ast.BoolOp) or not isinstance(above.op, ast.Or):
        return False
    before = above.values[: above.values.index(child)]  # type: ignore[arg-type]
    return any(is_law(each) and getattr(each, "attr", "") in present for each in before)


def _is_one_of_many(path: Path, node: ast.AST, own: frozenset[str]) -> bool:
    """Whether it is cited together with many other rules, as what opens a table is."""
    child, widest = node, node
    while isinstance(above := _up(path).get(child), ast.expr):
        child = above
        if isinstance(above, ast.Tuple) or (
            isinstance(above, ast.Call) and _name(above.func) in CITING
        ):
            widest = above
    return len(_cited_in(widest) - own) > MANY


@cache
def _up(path: Path) -> dict[ast.AST, ast.AST]:
    return {child: node for node in ast.walk(parsed(path)) for child in ast.iter_child_nodes(node)}


# --- from a citation outwards


def _decisive(
    path: Path, node: ast.AST, own: frozenset[str], far: int = 0
) -> Iterator[tuple[Path, ast.AST]]:
    """What decides about a citation, the nearest first."""
    if isinstance(node, ast.Call) and _name(node.func) == "Limb":
        for said in (*node.args[1:], *node.keywords):
            yield from ((path, each) for each in _parts(said, own))
        return
    up = _up(path)
    child, above = node, up.get(node)
    while above is not None and not isinstance(child, ast.stmt):
        if isinstance(above, ast.Lambda):
            if _is_reader(above):
                return
        elif isinstance(above, ast.expr | ast.comprehension | ast.keyword | ast.stmt):
            yield from ((path, each) for each in _beside(child, above, own))
        child, above = above, up.get(above)
    if not isinstance(child, ast.stmt):
        return
    if isinstance(child, ast.Expr | ast.Raise | ast.Return):
        yield path, child
    yield from ((path, each) for each in _above(path, child, own))
    later = [(path, each) for each in _before(path, child, own)]
    names, scope = _named(path, child, node), _scope(path, child)
    if scope is not None and far < FAR:
        if names:
            for use in ast.walk(scope):
                if isinstance(use, ast.Name) and use.id in names and isinstance(use.ctx, ast.Load):
                    yield from _decisive(path, use, own, FAR)
        elif isinstance(child, ast.Return):
            for where, call in _calls(scope.name):
                yield from _decisive(where, call, own, far + 1)
    yield from later


def _is_reader(node: ast.Lambda) -> bool:
    """Whether it only reads clauses from the law: a declaration."""
    return any(each.arg in ("law", "rules") for each in node.args.args)


def _beside(child: ast.AST, above: ast.AST, own: frozenset[str]) -> Iterator[ast.AST]:
    """What a part of an expression depends on in the expression around it, and is said with."""
    match above:
        case ast.IfExp(test=test):
            if child is not test:
                yield from _parts(test, own)
            yield above
        case ast.BoolOp(values=values):
            for each in values[: values.index(child)]:  # type: ignore[arg-type]
                yield from _parts(each, own)
            yield above
        case ast.Compare() | ast.BinOp() | ast.UnaryOp():
            yield from (each for each in _parts(above, own) if each is not child)
        case ast.ListComp() | ast.SetComp() | ast.GeneratorExp() | ast.DictComp():
            for part in above.generators:
                if part is not child:
                    for test in part.ifs:
                        yield from _parts(test, own)
        case ast.Call(func=func) if _name(func) not in CITING:
            for said in (*above.args, *above.keywords):
                if said is not child and not _cites_others(said, own):
                    yield from _parts(said, own)


def _parts(node: ast.AST, own: frozenset[str]) -> Iterator[ast.AST]:
    """Everything in an expression that is not about another rule's citation."""
    yield node
    for child in ast.iter_child_nodes(node):
        if not _cites_others(child, own) or isinstance(child, ast.Compare | ast.BoolOp):
            yield from _parts(child, own)


def _cites_others(node: ast.AST, own: frozenset[str]) -> bool:
    return not _cited_in(node) <= own


@cache
def _cited_in(node: ast.AST) -> frozenset[str]:
    """The rules that are read in a part of the source."""
    inside = (_cited_in(child) for child in ast.iter_child_nodes(node))
    own = (node.attr,) if isinstance(node, ast.Attribute) and is_law(node) else ()
    return frozenset(own).union(*inside)


def _above(path: Path, statement: ast.stmt, own: frozenset[str]) -> Iterator[ast.AST]:
    """The conditions under which a statement is come to, from it outwards."""
    up, child = _up(path), statement
    above = up.get(child)
    while isinstance(above, ast.stmt | ast.match_case | ast.ExceptHandler):
        if isinstance(above, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            break
        match above:
            case ast.If(test=test):
                yield from _parts(test, own)
                yield above
            case ast.match_case(guard=ast.expr() as guard):
                yield from _parts(guard, own)
        child = above  # type: ignore[assignment]
        above = up.get(above)


def _before(path: Path, statement: ast.stmt, own: frozenset[str]) -> Iterator[ast.AST]:
    """The early returns before a statement that no condition stands above."""
    up, child = _up(path), statement
    above = up.get(child)
    while isinstance(above, ast.For | ast.While | ast.With | ast.Try):
        child, above = above, up.get(above)
    if isinstance(above, Scope):
        for each in above.body:
            if each is child:
                break
            if isinstance(each, ast.If) and _leaves(each) and not _cites_others(each, own):
                yield from _parts(each.test, own)
                yield each


def _leaves(node: ast.If) -> bool:
    return isinstance(node.body[-1], ast.Return | ast.Continue | ast.Raise)


def _named(path: Path, statement: ast.stmt, node: ast.AST) -> set[str]:
    """The names that are given to clauses: by themselves, or put together with others."""
    up, child, passed = _up(path), node, [node]
    while (above := up[child]) is not statement:
        carries = isinstance(
            above, ast.Attribute | ast.IfExp | ast.BoolOp | ast.Tuple | ast.Starred
        )
        cites = isinstance(above, ast.Call) and _name(above.func) in CITING
        if not (carries or cites or (isinstance(above, ast.Subscript) and above.value is child)):
            return set()
        child = above
        passed.append(child)
    match statement:
        case ast.Assign(targets=[ast.Name(id=name)]):
            return {name}
        case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=values)):
            pairs = zip(names, values, strict=False)
            return {n.id for n, value in pairs if isinstance(n, ast.Name) and value in passed}
    return set()


def _scope(path: Path, node: ast.AST) -> Scope | None:
    above: ast.AST | None = node
    while above is not None and not isinstance(above, Scope):
        above = _up(path).get(above)
    return above


def _calls(function: str) -> list[tuple[Path, ast.AST]]:
    """Where a function is called, if there is but one of that name."""
    defined, called = _functions()
    return called[function] if defined[function] == 1 else []


@lru_cache
def _functions() -> tuple[Counter[str], defaultdict[str, list[tuple[Path, ast.AST]]]]:
    defined: Counter[str] = Counter()
    called: defaultdict[str, list[tuple[Path, ast.AST]]] = defaultdict(list)
    for path in sorted((SOURCE / "croupier").rglob("*.py")):
        for node in () if _tells(path) else ast.walk(parsed(path)):
            if isinstance(node, Scope):
                defined[node.name] += 1
            elif isinstance(node, ast.Call):
                called[_name(node.func)].append((path, node))
    return defined, called


def _name(node: ast.AST) -> str:
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")
