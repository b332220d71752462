"""Count the parts of the source tree that the ratchets hold, and the sizes that are only reported.

`python -m tests.tree_measures` prints every number beside the one that `tests/ratchets.toml` holds.
With the name of a measure it lists the places: `python -m tests.tree_measures fmt_skips`.

The tree is read as text and syntax, so a count needs no import of the package.
"""

from __future__ import annotations

import ast
import io
import math
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

ROOT = Path(__file__).parents[1]
NUMBERS = ROOT / "tests/ratchets.toml"

SMALL_MODULE = 80
"""A module is small if it has this many lines of code or fewer."""
LONG_FUNCTION = 70
"""A function is long if it has more lines than this, from `def` to its last line."""
PACKAGE = "croupier"
FLOOR = f"{PACKAGE}.casino.floor"
WEB = f"{PACKAGE}.web"
GAMES = f"{PACKAGE}.games"
NOT_SHARED = (GAMES, f"{PACKAGE}.registry", f"{PACKAGE}.moves")
"""Shared code is everything in the package but these."""
DECLARE_TABLE_COMMANDS = (GAMES, f"{PACKAGE}.table")
"""Packages whose commands are those of a table."""

HEADLESS = re.compile(
    r"(?:What|Whatever|Who|Whoever|Whom|Whose|Whether|How|Where|Why|Which|Whichever)\b"
)
"""The opening of a docstring that has no subject of its own.

"When" is not among the words, because a full sentence may open with it.
"""
FMT_SKIP = "# fmt: skip"
READS_TAG = re.compile(r"\b(?:tag|_tag|tag_of|do)\b")
"""An expression that reads the tag of a command names it so."""


@dataclass(frozen=True, slots=True)
class Offender:
    """One place that a measure counts."""

    path: str
    line: int
    text: str
    """The offending text. It stays the same when its file moves."""

    @property
    def excuse_key(self) -> str:
        """Return the key under which `tests/ratchets.toml` can excuse the place."""
        return self.path if self.text == self.path else f"{self.path}: {self.text}"

    def __str__(self) -> str:
        place = f"{self.path}:{self.line}"
        return place if self.text == self.path else f"{place}: {self.text}"


@dataclass(frozen=True, slots=True)
class Measure:
    """A count that may only fall, with the advice for a contributor who raised it."""

    name: str
    says: str
    advice: str
    offenders: tuple[Offender, ...]
    share_of: int = 0
    """The total of which the measure is a percentage; 0 for a plain count."""

    @property
    def value(self) -> float:
        """Return the number to hold: a count, or a percentage rounded up to a tenth."""
        if not self.share_of:
            return len(self.offenders)
        return math.ceil(1000 * len(self.offenders) / self.share_of) / 10


@dataclass(slots=True)
class Module:
    """The parts of one module that the measures look at."""

    name: str
    path: str
    lines: int = 0
    code_lines: int = 0
    is_package: bool = False
    imports: list[tuple[str, str, int]] = field(default_factory=list)
    """Each imported name: the module, the name or "" for the whole module, and the line."""
    dotted_strings: list[tuple[str, int]] = field(default_factory=list)
    """Strings that look like the path of a module of the package."""
    functions: list[tuple[str, int, int]] = field(default_factory=list)
    """Name, line and length of each function."""
    docstrings: list[tuple[str, int]] = field(default_factory=list)
    """First line of the docstring of each module, class and function."""
    attribute_docstrings: list[tuple[str, int]] = field(default_factory=list)
    """First line of each string that follows an assignment."""
    fmt_skips: list[tuple[str, int]] = field(default_factory=list)
    house_reads: list[tuple[str, int]] = field(default_factory=list)
    """The source line of each read of `floor.house`."""
    classes: list[tuple[str, tuple[str, ...], str]] = field(default_factory=list)
    """Name, bases and msgspec tag of each class."""
    hyphenated: list[tuple[str, int]] = field(default_factory=list)
    """String literals of several words joined by hyphens, as most tags are."""
    collections: list[list[tuple[str, int]]] = field(default_factory=list)
    """The string entries of each dictionary (its keys), set, list and tuple."""
    tag_words: list[tuple[str, int]] = field(default_factory=list)
    """String literals that are compared with a tag or stored under the key "do"."""

    def is_in(self, *packages: str) -> bool:
        """Return True if the module is one of the packages or lies in one of them."""
        return f"{self.name}.".startswith(tuple(f"{package}." for package in packages))


@dataclass(frozen=True, slots=True)
class Tree:
    """Every measure of a source tree, and the sizes that are only reported."""

    measures: dict[str, Measure]
    sizes: dict[str, float]
    command_tags: frozenset[str]


@cache
def measure_tree(root: Path = ROOT) -> Tree:
    """Read the tree under `root` once in a process and return its measures."""
    source = root / "src"
    modules = [read_module(path, source) for path in sorted(source.rglob("*.py"))]
    tags = find_command_tags(modules)
    importers = find_importers(modules)
    loaders = {m.name for m in modules if m.is_in(GAMES) and m.name.endswith(".parts")}
    """The records of games. A module that such a record loads is a part of a game."""
    single = [
        m
        for m in modules
        if not m.is_package and len(importers[m.name]) == 1 and not importers[m.name] & loaders
    ]
    functions = [(m, *function) for m in modules for function in m.functions]
    shared = [m for m in modules if not m.is_in(*NOT_SHARED)]
    docstrings = sum(len(m.docstrings) for m in modules)
    headless = _matching(modules, "docstrings")
    measures = (
        Measure(
            "small_modules_with_one_importer",
            f"modules of at most {SMALL_MODULE} lines of code that one module imports",
            "Join it to its importer, or state a reason under [excused] in tests/ratchets.toml.",
            tuple(Offender(m.path, 1, m.path) for m in single if m.code_lines <= SMALL_MODULE),
        ),
        Measure(
            "floor_modules",
            "modules of casino/floor",
            "Put the code into a module of the floor that has its subject.",
            tuple(Offender(m.path, 1, m.path) for m in modules if m.is_in(FLOOR)),
        ),
        Measure(
            "game_imports_in_shared_packages",
            "imports of one game in shared packages",
            "Shared code knows no game. Ask the game for a part, or move the code into the game.",
            tuple(find_game_imports(modules, shared)),
        ),
        Measure(
            "command_tags_in_shared_packages",
            "tags of table commands in shared packages",
            "Declare the property with the command, or move the entry into the game.",
            tuple(find_tag_mentions(shared, tags)),
        ),
        Measure(
            "floor_house_reads_in_web",
            "reads of floor.house in the web",
            "Ask a view or a service of the floor for the value.",
            tuple(
                Offender(m.path, line, text)
                for m in modules
                if m.is_in(WEB)
                for text, line in m.house_reads
            ),
        ),
        Measure(
            "fmt_skips",
            "lines with `# fmt: skip` in src",
            "Let ruff format the statement.",
            tuple(Offender(m.path, line, text) for m in modules for text, line in m.fmt_skips),
        ),
        Measure(
            "headless_docstrings",
            "docstrings that open with a headless What, Who, Whether or How",
            'Begin with a verb or a noun: "Return …", "True if …", "A wager that …".',
            headless,
        ),
        Measure(
            "headless_docstring_percent",
            "their share of all docstrings, in percent",
            'Begin with a verb or a noun: "Return …", "True if …", "A wager that …".',
            headless,
            docstrings,
        ),
        Measure(
            "headless_attribute_docstrings",
            "strings after an assignment that open in the same way",
            "Begin with a noun, or with a verb for a callable.",
            _matching(modules, "attribute_docstrings"),
        ),
        Measure(
            "long_functions",
            f"functions of more than {LONG_FUNCTION} lines",
            "Split the function at its steps.",
            tuple(
                Offender(m.path, line, name)
                for m, name, line, length in functions
                if length > LONG_FUNCTION
            ),
        ),
    )
    sizes = {
        "modules": len(modules),
        "median lines of a module": median(m.lines for m in modules),
        "modules with one importer": len(single),
        "lines": sum(m.lines for m in modules),
        "lines of code": sum(m.code_lines for m in modules),
        "functions": len(functions),
        "docstrings": docstrings,
        "strings after an assignment": sum(len(m.attribute_docstrings) for m in modules),
        "command tags of tables": len(tags),
    }
    return Tree({each.name: each for each in measures}, sizes, tags)


def _matching(modules: Iterable[Module], kind: str) -> tuple[Offender, ...]:
    """Return the docstrings of one kind that have a headless opening."""
    return tuple(
        Offender(m.path, line, text)
        for m in modules
        for text, line in getattr(m, kind)
        if HEADLESS.match(text)
    )


# --- reading a module


def read_module(path: Path, source: Path) -> Module:
    """Return the parts of the module at `path` that the measures look at."""
    relative = path.relative_to(source)
    is_package = path.name == "__init__.py"
    name = ".".join((relative.parent if is_package else relative.with_suffix("")).parts)
    module = Module(name, str(Path("src") / relative), is_package=is_package)
    text = path.read_text()
    lines = text.splitlines()
    tree = ast.parse(text)
    bare_strings = _read_docstrings(tree, module)
    module.lines = len(lines)
    for number, line in enumerate(lines, 1):
        stripped = line.strip()
        if stripped and not stripped.startswith("#") and number not in bare_strings:
            module.code_lines += 1
        if FMT_SKIP in line:
            module.fmt_skips.append((stripped, number))
    not_tags = set[ast.AST]()
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant):
            if node not in not_tags and isinstance(node.value, str):
                _read_string(node.value, node.lineno, module)
        elif isinstance(node, ast.Expr):
            not_tags.add(node.value)
        elif isinstance(node, ast.keyword):
            if node.arg == "tag":
                not_tags.add(node.value)
        elif isinstance(node, ast.Attribute):
            owner = getattr(node.value, "attr", getattr(node.value, "id", ""))
            if node.attr == "house" and owner.lstrip("_") == "floor":
                module.house_reads.append((lines[node.lineno - 1].strip(), node.lineno))
        else:
            _read_node(node, module)
    return module


def _read_docstrings(tree: ast.Module, module: Module) -> set[int]:
    """Note every docstring and return the lines that bare strings take up."""
    taken = set[int]()
    for node in ast.walk(tree):
        if not isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        before: ast.stmt | None = None
        for statement in node.body:
            text = _bare_string(statement)
            if text is not None:
                taken.update(range(statement.lineno, (statement.end_lineno or 0) + 1))
                first = (text.strip().splitlines() or [""])[0]
                if before is None:
                    module.docstrings.append((first, statement.lineno))
                elif isinstance(before, ast.Assign | ast.AnnAssign):
                    module.attribute_docstrings.append((first, statement.lineno))
            before = statement
    return taken


def _bare_string(statement: ast.stmt) -> str | None:
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
        value = statement.value.value
        return value if isinstance(value, str) else None
    return None


def _read_string(value: str, line: int, module: Module) -> None:
    if re.fullmatch(r"[a-z]+(?:-[a-z]+)+", value):
        module.hyphenated.append((value, line))
    elif re.fullmatch(rf"{PACKAGE}(?:\.\w+)+(?::\w+)?", value):
        module.dotted_strings.append((value.partition(":")[0], line))


def _read_node(node: ast.AST, module: Module) -> None:
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        length = (node.end_lineno or node.lineno) - node.lineno + 1
        module.functions.append((node.name, node.lineno, length))
    elif isinstance(node, ast.Import):
        module.imports += [(alias.name, "", node.lineno) for alias in node.names]
    elif isinstance(node, ast.ImportFrom):
        target = _imported_module(node, module)
        module.imports += [(target, alias.name, node.lineno) for alias in node.names]
    elif isinstance(node, ast.ClassDef):
        bases = tuple(ast.unparse(base).rpartition(".")[2] for base in node.bases)
        tags = [each.value for each in node.keywords if each.arg == "tag"]
        tag = tags[0].value if tags and isinstance(tags[0], ast.Constant) else ""
        module.classes.append((node.name, bases, str(tag)))
    elif isinstance(node, ast.Dict):
        module.collections.append(_strings(node.keys))
        module.tag_words += _strings(
            value
            for key, value in zip(node.keys, node.values, strict=True)
            if isinstance(key, ast.Constant) and key.value == "do"
        )
    elif isinstance(node, ast.Set | ast.List | ast.Tuple):
        module.collections.append(_strings(node.elts))
    elif isinstance(node, ast.Compare):
        _read_comparison(node, module)
    elif isinstance(node, ast.Match) and READS_TAG.search(ast.unparse(node.subject)):
        for case in node.cases:
            module.tag_words += _strings(
                each.value for each in ast.walk(case.pattern) if isinstance(each, ast.MatchValue)
            )


def _imported_module(node: ast.ImportFrom, module: Module) -> str:
    """Return the absolute name of the module that an import statement reads from."""
    if not node.level:
        return node.module or ""
    parts = module.name.split(".")
    above = parts[: len(parts) - node.level + (1 if module.is_package else 0)]
    return ".".join((*above, node.module) if node.module else above)


def _read_comparison(node: ast.Compare, module: Module) -> None:
    """Note the strings on one side of a comparison whose other side reads a tag."""
    found: list[tuple[str, int]] = []
    reads_tag = False
    for side in (node.left, *node.comparators):
        entries = side.elts if isinstance(side, ast.Set | ast.List | ast.Tuple) else [side]
        strings = _strings(entries)
        found += strings
        reads_tag = reads_tag or (not strings and bool(READS_TAG.search(ast.unparse(side))))
    if found and reads_tag:
        module.tag_words += found


def _strings(nodes: Iterable[ast.AST | None]) -> list[tuple[str, int]]:
    return [
        (node.value, node.lineno)
        for node in nodes
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]


# --- counting over modules


def find_importers(modules: Iterable[Module]) -> Mapping[str, set[str]]:
    """Return the modules that import each module, anywhere: in functions and for types, too.

    `from croupier.web import server` imports `croupier.web.server` and not the package around it.
    """
    known = {module.name for module in modules}
    importers = defaultdict[str, set[str]](set)
    for module in modules:
        for target, name, _ in module.imports:
            below = f"{target}.{name}"
            imported = below if below in known else target
            if imported in known and imported != module.name:
                importers[imported].add(module.name)
    return importers


def find_game_imports(modules: Iterable[Module], shared: Iterable[Module]) -> Iterator[Offender]:
    """Yield the import statements of shared code that name one game.

    A string that is the path of a module of a game counts as an import statement.
    """
    games = tuple(
        f"{module.name}."
        for module in modules
        if module.is_package and module.name.rpartition(".")[0] == GAMES
    )
    for module in shared:
        seen = set[int]()
        for target, name, line in module.imports:
            if f"{target}.{name}.".startswith(games) and line not in seen:
                seen.add(line)
                yield Offender(module.path, line, f"from {target} import {name}")
        for target, line in module.dotted_strings:
            if f"{target}.".startswith(games):
                yield Offender(module.path, line, target)


def find_command_tags(modules: Iterable[Module]) -> frozenset[str]:
    """Return the tags of all commands that a table takes, in any game."""
    kinds = {"Command"}
    classes = [(m, *each) for m in modules for each in m.classes]
    while True:
        more = {name for _, name, bases, _ in classes if kinds.intersection(bases)} - kinds
        if not more:
            break
        kinds |= more
    return frozenset(
        tag
        for module, _, bases, tag in classes
        if tag and kinds.intersection(bases) and module.is_in(*DECLARE_TABLE_COMMANDS)
    )


def find_tag_mentions(shared: Iterable[Module], tags: frozenset[str]) -> Iterator[Offender]:
    """Yield the string literals of shared code that are the tag of a table's command.

    A tag with a hyphen counts wherever it stands, because nothing else is spelled so. A tag of one
    word, such as "play", counts in a collection that also has a tag with a hyphen, in a comparison
    with a tag, and under the key "do". The declaration of the tag itself does not count.
    """
    for module in shared:
        found = Counter(each for each in module.hyphenated if each[0] in tags)
        words = Counter(each for each in module.tag_words if each[0] in tags)
        for entries in module.collections:
            if any("-" in value and value in tags for value, _ in entries):
                words |= Counter(each for each in entries if each[0] in tags)
        found |= words
        for (tag, line), times in sorted(found.items(), key=lambda each: each[0][1]):
            for _ in range(times):
                yield Offender(module.path, line, tag)


# --- comparing with the numbers that are held


def read_numbers(path: Path = NUMBERS) -> dict[str, Any]:
    """Return the numbers that are held, the reported ones and the excuses."""
    return tomllib.loads(path.read_text())


def split_excused(measure: Measure, numbers: Mapping[str, Any]) -> tuple[Measure, set[str]]:
    """Return the measure without its excused places, and the excuses that excuse nothing."""
    excused = numbers.get("excused", {}).get(measure.name, {})
    left = tuple(each for each in measure.offenders if each.excuse_key not in excused)
    unused = set(excused) - {each.excuse_key for each in measure.offenders}
    counted = Measure(measure.name, measure.says, measure.advice, left, measure.share_of)
    return counted, unused


def lower_numbers(tree: Tree, path: Path = NUMBERS) -> None:
    """Write down every number that has fallen. A number that has risen is left as it is."""
    numbers, text = read_numbers(path), path.read_text()
    for measure in tree.measures.values():
        now = split_excused(measure, numbers)[0].value
        if now < numbers["held"][measure.name]:
            text = re.sub(rf"(?m)^{measure.name} = [\d.]+", f"{measure.name} = {now}", text)
    if text != path.read_text():
        path.write_text(text)


def find_new(measure: Measure, before: Measure) -> list[Offender]:
    """Return the places of a measure that an earlier tree did not have, wherever files moved."""
    more = Counter((each.path, each.text) for each in measure.offenders)
    more.subtract((each.path, each.text) for each in before.offenders)
    moved = Counter[str]()
    for (_, text), number in more.items():
        moved[text] += max(0, -number)
    found = []
    for each in reversed(measure.offenders):
        if more[each.path, each.text] > 0:
            more[each.path, each.text] -= 1
            if moved[each.text] > 0:
                moved[each.text] -= 1
            else:
                found.append(each)
    return sorted(found, key=lambda each: (each.path, each.line))


@cache
def measure_last_written() -> tuple[str, Tree] | None:
    """Return the last commit that changed the numbers, with its tree; None without a history."""
    if shutil.which("git") is None:
        return None
    log = ["git", "log", "-1", "--format=%H", "--", str(NUMBERS.relative_to(ROOT))]
    commit = subprocess.run(log, cwd=ROOT, capture_output=True, text=True).stdout.strip()
    if not commit:
        return None
    archive = subprocess.run(
        ["git", "archive", commit, f"src/{PACKAGE}"], cwd=ROOT, capture_output=True
    )
    if archive.returncode:
        return None
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(fileobj=io.BytesIO(archive.stdout)) as files:
            files.extractall(folder, filter="data")
        return commit, measure_tree(Path(folder))


def main(names: list[str]) -> None:
    """Print all measures, or the places that the named ones count."""
    tree, numbers = measure_tree(), read_numbers()
    for name in names:
        print(*split_excused(tree.measures[name], numbers)[0].offenders, sep="\n")
    if names:
        return
    print(f"{'now':>9}  {'held':>9}  measure")
    for measure in tree.measures.values():
        now, held = split_excused(measure, numbers)[0].value, numbers["held"][measure.name]
        print(f"{now:>9,}  {held:>9,}  {measure.name}: {measure.says}")
    for name, size in tree.sizes.items():
        print(f"{size:>9,}  {'':>9}  {name}")
    for name, size in numbers["reported"].items():
        print(f"{'':>9}  {size:>9,}  {name}, as measured last")


if __name__ == "__main__":
    main(sys.argv[1:])
