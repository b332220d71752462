"""Where the source enforces a clause: what its citations depend on, and what they are said of.

Code cites a clause by reading a field of the law (`law.over_maximum`). From such a reading this
goes outwards to what decides whether it is cited, and with what result:

- the conditions above it (`if`, `elif`, `x if c else y`, `c and …`, a comprehension's `if`, the
  guard of a `case`), and an early return before it that cites nothing else;
- the refusal, the return or the fact itself, with the other things said in the same call;
- a comparison or a sum with the value of the rule;
- the order of a loop over listed things, and a flag that is set on several like objects.

A reading that is given a name is followed to where the name is used, and one in a function that
only hands the clauses on (`return law.x`) to the function's callers. What belongs to other rules is
left alone: the other parts of a list of citations, conditions under which another rule is cited. So
is what this instrument never comes to: a fallback (`law.x or law.y`), a branch for instruments that
have a rule or do not, a rule of the same name in another law, a choice between two citations that
are the same here.
"""

from __future__ import annotations

import ast
from collections import Counter, defaultdict
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from croupier.rulebook.coverage import may_read_rules, rules_read
from croupier.source_parts import PartKind

from .source import (
    SOURCE,
    Mutant,
    assigned,
    deals_in_order,
    is_law,
    mutants_of,
    parsed,
    part_of,
    sources,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

BROKEN_FIRST = {
    PartKind.LAW, PartKind.RULES, PartKind.ROUND, PartKind.SETTLEMENT, PartKind.TABLE,
    PartKind.ACTS, PartKind.TOURNAMENT, PartKind.PROMOTION, PartKind.SIGN, PartKind.VIEWS,
}  # fmt: skip
"""Parts that are broken before others. Those that tell of rules are broken only where no part that
enforces rules cites a clause."""
CITING = ("together", "Clauses", "cite", "Cited", "tuple", "chain")
"""Calls that put citations together: what else is cited there is another rule's."""
CARRYING = (ast.Attribute, ast.IfExp, ast.BoolOp, ast.Tuple, ast.Starred)
"""Expressions that are clauses if a part of them is."""
MANY = 2
"""A rule that is cited with more than so many others decides about little there."""
FAR = 2
"""How often a clause is followed from a function to its callers."""
UP = 6
"""How often callers are looked for of whom some may belong to the game."""

LAWS = {"table": "TableLaw", "tournament": "TournamentLaw", "promotion": "PromotionLaw"}
"""Whose law is which."""

Scope = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Carried:
    """Under which names an instrument's law carries a clause, and what else it has."""

    keys: Mapping[str, Collection[str]]
    """The fields, each with its keys if it is a mapping."""
    owners: Collection[str]
    """The classes of the laws that they are fields of."""
    values: Mapping[str, Sequence[Any]]
    """What every rule of the instrument is, by name; several laws may have one of that name."""
    cited_by: Collection[str]
    """The games and shared packages that may cite it."""
    commands: Mapping[str, Path]
    """What may be asked for under the instrument, and where it is judged."""
    within: Collection[str] = ()
    """If the fields are those by which a law is chosen: its own fields that carry the clause."""

    @property
    def own(self) -> frozenset[str]:
        return frozenset(self.keys)


def breaks_in_source(carried: Carried) -> list[list[Mutant]]:
    """The breaks of a clause at each place that enforces it, the nearest to its citation first.

    Breaks of one of several like objects come before all others: few tests look at the second.
    """
    found: list[list[Mutant]] = []
    among_many: list[list[Mutant]] = []
    for path, node in _readings(carried):
        decisive = dict.fromkeys(_decisive(path, node, carried))
        breaks = [each for place in decisive for each in mutants_of(*place)]
        breaks.sort(key=lambda each: not each.is_of_several)
        if breaks:
            (among_many if _is_one_of_many(path, node, carried.own) else found).append(breaks)
    return sorted(found or among_many, key=lambda breaks: not breaks[0].is_of_several)


def breaks_where_given(carried: Carried) -> list[list[Mutant]]:
    """The breaks of a clause in the functions that are given it, or are told it by another."""
    every = (dict.fromkeys(_given(path, node, carried)) for path, node in _readings(carried))
    found = ([each for place in places for each in mutants_of(*place)] for places in every)
    return [breaks for breaks in found if breaks]


def _readings(carried: Carried) -> Iterator[tuple[Path, ast.AST]]:
    every = [
        (path, node)
        for name, keys in sorted(carried.keys.items())
        for path, node in _by_name().get(name, ())
        if part_of(path).owner in carried.cited_by
        and _has_key(path, node, keys)
        and _method_has_key(node, name, keys)
        and _is_of(path, node, carried.owners)
        and not _chooses_none(path, node, carried.within)
        and not _is_fallback(path, node, carried)
        and not _is_never_come_to(path, node, carried)
    ]
    enforcing = [(path, node) for path, node in every if part_of(path).kind.enforces]
    return iter(sorted(enforcing or every, key=lambda each: _rank(*each)))


@lru_cache
def _by_name() -> dict[str, list[tuple[Path, ast.AST]]]:
    found: defaultdict[str, list[tuple[Path, ast.AST]]] = defaultdict(list)
    for path in sources():
        for name, node in rules_read(parsed(path)) if may_read_rules(path.read_bytes()) else ():
            found[name].append((path, node))
    for method, fields in _methods_of_laws():
        through = [*found[method], *_calls(method)]
        for name in fields:
            found[name] += through
    return found


def _methods_of_laws() -> Iterator[tuple[str, set[str]]]:
    """What the laws themselves put together of their fields: `side.asks_for_main()`."""
    for _, method in _methods():
        yield method.name, {node.attr for node in _fields_read(method)}


def _methods() -> Iterator[tuple[Path, Scope]]:
    for path in (path for path in sources() if part_of(path).kind is PartKind.LAW):
        for node in ast.walk(parsed(path)):
            if isinstance(node, ast.ClassDef) and node.name.endswith("Law"):
                yield from ((path, each) for each in node.body if isinstance(each, Scope))


def _fields_read(method: Scope) -> Iterator[ast.Attribute]:
    for node in ast.walk(method):
        if isinstance(node, ast.Attribute) and _name(node.value) == "self":
            yield node


def _method_has_key(node: ast.AST, field: str, keys: Collection[str]) -> bool:
    """Whether a method of a law reads one of these entries, where it reads one of a mapping."""
    method = _name(node.func if isinstance(node, ast.Call) else node)
    named = _entries_read().get((method, field), frozenset())
    return not keys or not named or not named.isdisjoint(keys)


@lru_cache
def _entries_read() -> dict[tuple[str, str], frozenset[str]]:
    """Of which entries a method of a law is put together: `self.contents[Topic.LIMITS]`."""
    found: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    for path, method in _methods():
        for node in _fields_read(method):
            match _up(path).get(node):
                case ast.Subscript(slice=ast.Attribute(attr=key)):
                    found[method.name, node.attr].add(key)
    return {read: frozenset(keys) for read, keys in found.items()}


def is_value_read(name: str) -> bool:
    """Whether anything reads the value of a rule, and not its clauses alone."""
    readings = _by_name().get(name, ())
    above = (_up(path).get(node) for path, node in readings)
    return any(not (isinstance(each, ast.Attribute) and each.attr == "clauses") for each in above)


def _rank(path: Path, node: ast.AST) -> tuple[bool, str, int]:
    return part_of(path).kind not in BROKEN_FIRST, str(path), getattr(node, "lineno", 0)


def _has_key(path: Path, node: ast.AST, keys: Collection[str]) -> bool:
    """Whether it may read one of these entries, where it reads a mapping: `law.contents[key]`."""
    asked = _entry_asked_for(path, node)
    named = set(_keys_named(path, asked)) if keys and asked is not None else set()
    return not named or not named.isdisjoint(keys)


def _entry_asked_for(path: Path, node: ast.AST) -> ast.AST | None:
    """What stands in the brackets, or in `get`, where a mapping is read."""
    above = _up(path).get(node)
    if isinstance(above, ast.Subscript) and above.value is node:
        return above.slice
    if isinstance(above, ast.Attribute) and above.attr == "get":
        return next(iter(getattr(_up(path).get(above), "args", ())), None)
    return None


def _keys_named(path: Path, asked: ast.AST) -> Iterator[str]:
    """Which keys a mapping is asked for: one, or each of some that stand together in a tuple."""
    match asked:
        case ast.Constant(value=str(key)) | ast.Attribute(attr=key):
            yield key
        case ast.Name(id=name):
            scope = _scope(path, asked)
            if scope is not None:
                yield from _keys_given(path, scope, name)


def _keys_given(path: Path, scope: Scope, name: str) -> Iterator[str]:
    """What a name stands for in a function: entries of a tuple, or what its callers ask for."""
    inside = list(ast.walk(scope))
    over = {
        _name(each.iter)
        for each in inside
        if isinstance(each, ast.comprehension | ast.For) and _name(each.target) == name
    }
    for each in inside:
        match each:
            case ast.Assign(targets=[ast.Name(id=given)], value=ast.Tuple(elts=entries)):
                if given in over:
                    yield from filter(None, map(_name, entries))
    parameters = [each.arg for each in scope.args.args]
    if name in parameters:
        for _, call in _callers(path, scope):
            given_there = getattr(call, "args", [])[parameters.index(name) :]
            yield from filter(None, map(_name, given_there[:1]))


def _chooses_none(path: Path, node: ast.AST, within: Collection[str]) -> bool:
    """Whether no such law is chosen there: all are named, or another of its fields is read.

    So it is with `bet in law.wagers` and `law.wagers[bet].window`, if it is about losing.
    """
    above = _up(path).get(node)
    if isinstance(above, ast.Subscript) and above.value is node:
        above = _up(path).get(above)
        return bool(within) and isinstance(above, ast.Attribute) and above.attr not in within
    asks = isinstance(above, ast.Compare) and isinstance(above.ops[0], ast.In | ast.NotIn)
    names = isinstance(above, ast.Call) and _name(above.func) == "join"
    return bool(within) and (asks or names)


def _is_of(path: Path, node: ast.AST, owners: Collection[str]) -> bool:
    """Whether it can be a rule of these laws, as far as annotations say of which law it is."""
    law = getattr(node, "value", None)
    if isinstance(law, ast.Attribute):
        said = _law_of(path, law)
    else:
        named = getattr(law, "id", "")
        said = "SideBetLaw" if named == "side" else _type_of(path, node, named)
    laws = [word for word in said.replace("|", " ").split() if word.endswith("Law")]
    return not laws or any(word in owners for word in laws)


def _type_of(path: Path, node: ast.AST, name: str) -> str:
    """What a parameter is annotated with, or that from which a name is assigned."""
    scope = _scope(path, node)
    while scope is not None:
        said = _said_in(path, scope, name)
        if said is not None:
            return said
        scope = _scope(path, _up(path)[scope])
    return ""


def _said_in(path: Path, scope: Scope, name: str) -> str | None:
    """What a function says of a name; None if it is not the function's own."""
    for each in (*scope.args.args, *scope.args.kwonlyargs):
        if each.arg == name and each.annotation is not None:
            return ast.unparse(each.annotation)
    for statement in ast.walk(scope):
        for given, value in assigned(statement):
            if given == name and isinstance(value, ast.Call):
                return _returned().get(_name(value.func), "")
            if given == name and isinstance(value, ast.Attribute):
                return _law_of(path, value)
    return None


def _law_of(path: Path, node: ast.Attribute) -> str:
    """Which law it is, by whose it is: `table.law`, or by its own name: `rules.table_law`."""
    if node.attr == "table_law":
        return "TableLaw"
    if node.attr != "law":
        return ""
    owner = _name(node.value)
    return _declared_law(path, node) if owner == "self" else LAWS.get(owner, "")


def _declared_law(path: Path, node: ast.AST) -> str:
    """What the class that it stands in says of its `law`, or whose law is known by its name."""
    above = _up(path).get(node)
    while above is not None and not isinstance(above, ast.ClassDef):
        above = _up(path).get(above)
    for each in getattr(above, "body", ()):
        if isinstance(each, ast.AnnAssign) and _name(each.target) == "law":
            return ast.unparse(each.annotation)
    return LAWS.get(getattr(above, "name", "").lower(), "")


@cache
def _returned() -> dict[str, str]:
    """What functions give, by name: all that those of one name do."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for path in sources():
        for node in ast.walk(parsed(path)):
            if isinstance(node, Scope) and node.returns is not None:
                found[node.name].add(ast.unparse(node.returns))
    return {name: " | ".join(sorted(given)) for name, given in found.items()}


def _is_fallback(path: Path, node: ast.AST, carried: Carried) -> bool:
    """Whether another rule that the instrument has is always cited in its place."""
    child, above = node, _up(path).get(node)
    while isinstance(above, ast.Attribute):
        child, above = above, _up(path).get(above)
    if not isinstance(above, ast.BoolOp) or not isinstance(above.op, ast.Or):
        return False
    before = above.values[: above.values.index(child)]  # type: ignore[arg-type]
    return any(_answer(each, carried) is True for each in before)


def _is_never_come_to(path: Path, node: ast.AST, carried: Carried, far: int = 0) -> bool:
    """Whether this instrument's law, or its games' acts, keep everybody from getting there.

    So do callers that all belong to other games, and a judge of the game's own in place of one.
    """
    if part_of(path).owner not in carried.cited_by:
        return True
    up, child = _up(path), node
    above = up.get(child)
    while above is not None and not _is_outermost(path, child):
        if isinstance(above, ast.If | ast.IfExp) and child is not above.test:
            then = above.body if isinstance(above.body, list) else [above.body]
            if _answer(above.test, carried) is (child not in then):
                return True
        if isinstance(child, ast.stmt) and any(_always_left(above, child, carried)):
            return True
        child, above = above, up.get(above)
    if not isinstance(child, Scope):
        return False
    commands = list(_judged(child))
    if any(carried.commands.get(command) == path for command in commands):
        return False
    callers = _callers(path, child) if far < UP else []
    return bool(callers or commands) and all(
        _is_never_come_to(where, call, carried, far + 1) for where, call in callers
    )


def _is_outermost(path: Path, node: ast.AST) -> bool:
    """Whether it is a function, and no `effect` that a judge gives."""
    return isinstance(node, Scope) and _scope(path, _up(path)[node]) is None


def _always_left(above: ast.AST, child: ast.stmt, carried: Carried) -> Iterator[bool]:
    """For each condition before a statement that leads away from it: whether it always holds."""
    for block in (getattr(above, "body", ()), getattr(above, "orelse", ())):
        if isinstance(block, list) and child in block:
            for each in block[: block.index(child)]:
                if isinstance(each, ast.If) and _leaves(each):
                    yield _answer(each.test, carried) is True


def _judged(function: Scope) -> Iterator[str]:
    """The commands of which a function is the judge: `@acts.act(PlaceWager, …)`."""
    for each in function.decorator_list:
        if isinstance(each, ast.Call) and _name(each.func) == "act" and each.args:
            yield _name(each.args[0])


def _answer(node: ast.AST, carried: Carried) -> bool | None:
    """What a condition comes to in this instrument, if its law alone says so."""
    match node:
        case ast.UnaryOp(op=ast.Not(), operand=inner):
            answer = _answer(inner, carried)
            return None if answer is None else not answer
        case ast.BoolOp(op=op, values=values):
            parts = [_answer(each, carried) for each in values]
            decides = isinstance(op, ast.Or)
            if decides in parts:
                return decides
            return None if None in parts else not decides
        case ast.Compare(left=left, ops=[ast.Is() | ast.IsNot() as op], comparators=[right]):
            return _compared(left, right, carried, same=isinstance(op, ast.Is))
    answers = {bool(value) for value in _values(node, carried)}
    return answers.pop() if len(answers) == 1 else None


def _compared(left: ast.AST, right: ast.AST, carried: Carried, *, same: bool) -> bool | None:
    values = _values(left, carried)
    match right:
        case ast.Constant(value=None):
            answers = {(value is None) is same for value in values}
        case ast.Attribute(attr=member):
            answers = {(getattr(value, "name", value) == member) is same for value in values}
        case _:
            return None
    return answers.pop() if len(answers) == 1 else None


def _values(node: ast.AST, carried: Carried) -> list[Any]:
    """What is read there of the law: `law.x`, or `law.x.value`."""
    if isinstance(node, ast.Attribute) and is_law(node):
        return list(carried.values.get(node.attr, ()))
    if isinstance(node, ast.Attribute) and node.attr in ("value", "clauses") and is_law(node.value):
        return [getattr(each, node.attr, None) for each in _values(node.value, carried)]
    return []


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
    path: Path, node: ast.AST, carried: Carried, far: int = 0
) -> Iterator[tuple[Path, ast.AST]]:
    """What decides about a citation, the nearest first."""
    own = carried.own
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
        elif not _is_no_choice(above, carried):
            yield from ((path, each) for each in _beside(child, above, own))
        child, above = above, up.get(above)
    if not isinstance(child, ast.stmt):
        return
    if isinstance(child, ast.Expr | ast.Raise | ast.Return) or _sets_like_objects(child):
        yield path, child
    yield from ((path, each) for each in _above(path, child, carried))
    if isinstance(child, ast.For) and isinstance(child.iter, ast.Tuple) and far < FAR:
        for use in _uses_in_loop(child):
            yield from _decisive(path, use, carried, FAR)
    later = [(path, each) for each in _before(path, child, own)]
    names, scope = _named(path, child, node), _scope(path, child)
    if scope is not None and far < FAR:
        if names:
            for use in _uses(path, child, names):
                yield from _decisive(path, use, carried, FAR)
        elif isinstance(child, ast.Return):
            for where, call in _calls(scope.name):
                another = _asks_for_another(path, node, scope, call, carried)
                if not another and not _is_never_come_to(where, call, carried):
                    yield from _decisive(where, call, carried, far + 1)
    yield from later


def _asks_for_another(
    path: Path, node: ast.AST, scope: Scope, call: ast.AST, carried: Carried
) -> bool:
    """Whether a caller wants another entry of what the function reads: `_of(law, Topic.FEE)`."""
    asked, keys = _entry_asked_for(path, node), carried.keys.get(_name(node), ())
    parameters = [each.arg for each in scope.args.args]
    if not keys or not isinstance(asked, ast.Name) or asked.id not in parameters:
        return False
    given = getattr(call, "args", [])[parameters.index(asked.id) :][:1]
    return bool(given) and isinstance(given[0], ast.Attribute) and given[0].attr not in keys


def _given(path: Path, node: ast.AST, carried: Carried) -> Iterator[tuple[Path, ast.AST]]:
    """What decides about a clause in a function that it is an argument of, or is returned to."""
    up, child = _up(path), node
    above = up.get(child)
    while isinstance(above, ast.expr | ast.keyword):
        if isinstance(above, ast.Call) and child is not above.func:
            for where, use in _parameter(path, above, child):
                yield from _decisive(where, use, carried, FAR)
        child, above = above, up.get(above)
    scope = _scope(path, child)
    if isinstance(above, ast.Return) and scope is not None:
        for where, call in _callers(path, scope):
            another = _asks_for_another(path, node, scope, call, carried)
            if not another and not _is_never_come_to(where, call, carried):
                yield from _decisive(where, call, carried, FAR)


def _parameter(path: Path, call: ast.Call, given: ast.AST) -> Iterator[tuple[Path, ast.AST]]:
    """Where a function uses what it is given in a call, if a module of the program defines it."""
    origin = _imported(path).get(_name(call.func))
    where = path if origin is None else SOURCE / Path(*origin.split(".")).with_suffix(".py")
    every = parsed(where).body if where.is_file() else []
    for scope in every:
        if isinstance(scope, Scope) and scope.name == _name(call.func):
            names = [each.arg for each in scope.args.args]
            if isinstance(given, ast.keyword):
                name = given.arg
            else:
                name = dict(zip(call.args, names, strict=False)).get(given)  # type: ignore[call-overload]
            for node in ast.walk(scope):
                if isinstance(node, ast.Name) and node.id == name:
                    yield where, node


def _is_no_choice(node: ast.AST, carried: Carried) -> bool:
    """Whether nothing is chosen in this instrument: one answer, or the same citation either way."""
    if not isinstance(node, ast.IfExp):
        return False
    if _answer(node.test, carried) is not None:
        return True
    then, otherwise = (_values(each, carried) for each in (node.body, node.orelse))
    return bool(then) and then == otherwise


def _uses(path: Path, statement: ast.stmt, names: set[str]) -> Iterator[ast.AST]:
    """Where names are used that a statement has given, until they are given anew."""
    above = _up(path)[statement]
    for block in (getattr(above, "body", ()), getattr(above, "orelse", ())):
        if isinstance(block, list) and statement in block:
            for later in block[block.index(statement) + 1 :]:
                for node in ast.walk(later):
                    if isinstance(node, ast.Name) and node.id in names:
                        if isinstance(node.ctx, ast.Store) and node in ast.iter_child_nodes(later):
                            return
                        if isinstance(node.ctx, ast.Load):
                            yield node


def _uses_in_loop(loop: ast.For) -> Iterator[ast.AST]:
    """Where the body of a loop uses what the loop takes from a list of citations."""
    for statement in loop.body:
        for node in ast.walk(statement):
            if isinstance(node, ast.Name) and node.id == _name(loop.target):
                yield node


def _sets_like_objects(node: ast.stmt) -> bool:
    """True if one statement sets the same thing on several objects: `a.x = b.x = law.y is None`."""
    return isinstance(node, ast.Assign) and len(node.targets) > 1


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
        case ast.BoolOp(op=ast.Or(), values=values) if all(
            isinstance(each, ast.Call) for each in values
        ):
            return  # refusals, one after the other: each is another rule's
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


def _above(path: Path, statement: ast.stmt, carried: Carried) -> Iterator[ast.AST]:
    """The conditions under which a statement is come to, from it outwards."""
    up, child, own = _up(path), statement, carried.own
    above = up.get(child)
    while isinstance(above, ast.stmt | ast.match_case | ast.ExceptHandler):
        if isinstance(above, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            break
        match above:
            case ast.If(test=test) if _answer(test, carried) is None:
                yield from _parts(test, own)
                yield above
            case ast.match_case(guard=ast.expr() as guard):
                yield from _parts(guard, own)
            case ast.For(iter=ast.Tuple() as listed) if not _cited_in(listed):
                yield above
            case ast.For(iter=ast.Name() | ast.Attribute()) if deals_in_order(above):
                yield above
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
            if not isinstance(each, ast.If) or not _leaves(each) or _asks_another(each):
                continue
            if not _cites_others(each, own):
                yield from _parts(each.test, own)
                yield each


def _asks_another(node: ast.If) -> bool:
    """Whether it leaves with what another function says: `return out_of_turn(round, answer)`."""
    last = node.body[-1]
    return isinstance(last, ast.Return) and isinstance(last.value, ast.Call)


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


def _callers(path: Path, function: Scope) -> list[tuple[Path, ast.AST]]:
    """Where this very function is called, as far as imports tell it from others of its name."""
    above = _up(path)[function]
    if isinstance(above, ast.ClassDef) and not above.name.startswith("_"):
        return _calls(function.name)
    _, called = _functions()
    own = isinstance(above, ast.ClassDef)
    return [
        (where, call)
        for where, call in called[function.name]
        if (where == path if own else _is_called_by(where, call, path))
    ]


def _is_called_by(where: Path, call: ast.AST, path: Path) -> bool:
    """Whether a call in one module can be of a function at the top of another."""
    match getattr(call, "func", None):
        case ast.Name(id=name):
            origin = _imported(where).get(name)
        case ast.Attribute(value=ast.Name(id=module)):
            origin = _imported(where).get(module)
        case _:
            return False
    return where == path if origin is None else f"{_module(path)}.".startswith(f"{origin}.")


@cache
def _imported(path: Path) -> dict[str, str]:
    """From where a module has its names; a module that is imported is its own."""
    return {
        alias.asname or alias.name: f"{node.module}.{alias.name}"
        if (SOURCE / Path(*node.module.split("."), f"{alias.name}.py")).is_file()
        else node.module
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.ImportFrom) and node.module
        for alias in node.names
    }


def _module(path: Path) -> str:
    return ".".join(path.relative_to(SOURCE).with_suffix("").parts)


@lru_cache
def _functions() -> tuple[Counter[str], defaultdict[str, list[tuple[Path, ast.AST]]]]:
    defined: Counter[str] = Counter()
    called: defaultdict[str, list[tuple[Path, ast.AST]]] = defaultdict(list)
    for path in sources():
        for node in ast.walk(parsed(path)) if part_of(path).kind.enforces else ():
            if isinstance(node, Scope):
                defined[node.name] += 1
            elif isinstance(node, ast.Call):
                called[_name(node.func)].append((path, node))
    return defined, called


def _name(node: ast.AST) -> str:
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")
