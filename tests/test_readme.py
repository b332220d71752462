"""The examples of README.md and docs/ are run, and must print what they say they print."""

from __future__ import annotations

import difflib
import doctest
import io
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent
from typing import TYPE_CHECKING

import pytest

from tests.cli.running import COMPILING
from tests.outside.installation import environment_with_the_game

if TYPE_CHECKING:
    from collections.abc import Mapping

ROOT = Path(__file__).parents[1]
PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))
FENCE = re.compile(r"^( *)```(python|console)\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)


GAME = "high-card"
"""The game of the tutorial: examples that name it are run where its package is installed."""


@dataclass(frozen=True)
class Block:
    """One fenced example."""

    page: Path
    line: int  # of its first line of text, counted from 1
    language: str
    text: str

    def __str__(self) -> str:
        return f"{self.page.relative_to(ROOT)}:{self.line}"


@dataclass(frozen=True)
class Command:
    """One `$ croupier …` line of a console block, and what is printed under it."""

    line: int
    text: str
    output: str


def blocks(page: Path, text: str) -> list[Block]:
    return [
        Block(page, text.count("\n", 0, found.start(3)) + 1, found[2], dedent(found[3]))
        for found in FENCE.finditer(text)
    ]


def commands(block: Block) -> list[Command]:
    found: list[Command] = []
    for line, text in enumerate(block.text.splitlines(), start=block.line):
        if text.startswith("$ "):
            found.append(Command(line, text.removeprefix("$ "), ""))
        elif found and found[-1].text.endswith("\\"):
            last = found.pop()
            found.append(Command(last.line, f"{last.text}\n{text.removeprefix('> ')}", ""))
        elif found:
            last = found.pop()
            found.append(Command(last.line, last.text, f"{last.output}{text}\n"))
    return [command for command in found if re.search(r"\bcroupier ", command.text)]


def run(command: str, more: Mapping[str, str]) -> str:
    """What a shell prints for the command, where `croupier` is this interpreter's."""
    shell = 'croupier() { "$INTERPRETER" -m croupier "$@"; }\n'
    wide = {"COLUMNS": "100", "NO_COLOR": "1", "TERM": "dumb", "PYTHONIOENCODING": "utf-8"}
    printed = subprocess.run(
        ["/bin/sh", "-c", shell + command],
        cwd=ROOT,
        env={**os.environ, **wide, **more, "INTERPRETER": sys.executable},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
        timeout=300,  # seconds; a new machine compiles
    ).stdout
    return printed.replace(COMPILING, "")


def difference(expected: str, printed: str) -> str | None:
    """How the two differ, if they do, with `...` in the expected text standing for anything."""
    expected, printed = (
        "".join(f"{line.rstrip()}\n" for line in text.rstrip().splitlines())
        for text in (expected, printed)
    )
    if doctest.OutputChecker().check_output(expected, printed, doctest.ELLIPSIS):
        return None
    lines = difflib.unified_diff(
        expected.splitlines(), printed.splitlines(), "expected", "printed", lineterm=""
    )
    return "\n".join(lines)


def run_console(block: Block) -> None:
    more = environment_with_the_game() if GAME in block.text else {}
    for command in commands(block):
        wrong = difference(command.output, run(command.text, more))
        if wrong is not None:
            place = f"{block.page.relative_to(ROOT)}:{command.line}"
            pytest.fail(f"{place}: $ {command.text}\n{wrong}", pytrace=False)


def run_python(block: Block) -> None:
    names: dict[str, object] = {"__name__": "__main__"}
    if not block.text.startswith(">>>"):
        # Blank lines in front, so that a traceback gives the line of the page.
        source = "\n" * (block.line - 1) + block.text
        exec(compile(source, str(block.page), "exec"), names)
        return
    report = io.StringIO()
    example = doctest.DocTestParser().get_doctest(
        block.text, names, str(block), str(block.page), block.line - 1
    )
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(example, out=report.write)
    if report.getvalue():
        pytest.fail(report.getvalue(), pytrace=False)


EXAMPLES = [block for page in PAGES for block in blocks(page, page.read_text("utf-8"))]


@pytest.mark.parametrize("block", EXAMPLES, ids=str)
def test_example(block: Block) -> None:
    if block.language == "python":
        run_python(block)
    else:
        run_console(block)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_no_example_is_overlooked(page: Path) -> None:
    opened = re.findall(
        r"^\s*[`~]{3,} *(?:python|py|pycon|console)\b", page.read_text("utf-8"), re.M
    )
    assert len(blocks(page, page.read_text("utf-8"))) == len(opened)


PAGE = """\
Some text.

```console
$ croupier --version
croupier ...
$ ls
anything
$ croupier no-such-command
Nothing of the kind.
```

```python
>>> 1 + 1
3
```

  ```python
  if True:
      raise ZeroDivisionError
  ```
"""


def test_an_example_that_prints_something_else_fails_with_its_line() -> None:
    console, python, script = blocks(ROOT / "README.md", PAGE)
    assert [command.line for command in commands(console)] == [4, 8]
    with pytest.raises(pytest.fail.Exception, match=r"README\.md:8: \$ croupier no-such-command"):
        run_console(console)
    with pytest.raises(pytest.fail.Exception, match=r"README\.md.*line 13(?s:.*)Expected"):
        run_python(python)
    with pytest.raises(ZeroDivisionError) as error:
        run_python(script)
    assert error.traceback[-1].lineno == 19 - 1  # pytest counts from 0
