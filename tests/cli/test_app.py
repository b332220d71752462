"""The command line itself: its help, its speed, and how it fails."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from typer.core import TyperGroup as Group
from typer.main import get_command
from typer.testing import CliRunner

from croupier.cli.app import app

if TYPE_CHECKING:
    from collections.abc import Iterator

APP = get_command(app)
assert isinstance(APP, Group)

HEAVY = ("asyncio", "hypothesis", "msgspec", "numba", "rich", "textual", "croupier.game_rules")


def croupier(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "croupier", *words],
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=60,
    )


def driven(body: str, *words: str) -> subprocess.CompletedProcess[str]:
    """The command line after `body` has put something in the place of an implementation."""
    script = f"import sys, types\nfrom croupier.cli import main\n{body}\nmain()"
    return subprocess.run(
        [sys.executable, "-c", script, *words],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=60,
    )


def verify_that(action: str) -> str:
    return f"""
import croupier.cli
def verify(path, *asked, as_json):
    {action}
croupier.cli.verify = types.SimpleNamespace(verify=verify)
"""


def commands(group: Group, *above: str) -> Iterator[tuple[str, ...]]:
    for name, command in group.commands.items():
        yield (*above, name)
        if isinstance(command, Group):
            yield from commands(command, *above, name)


EVERY_COMMAND = [*commands(APP)]


@pytest.mark.parametrize("words", [(), *EVERY_COMMAND], ids=" ".join)
def test_every_command_shows_an_example_and_fits_the_narrowest_terminal(
    words: tuple[str, ...],
) -> None:
    answer = CliRunner().invoke(app, [*words, "--help"], env={"COLUMNS": "80"})
    assert answer.exit_code == 0
    assert f"\n    croupier {' '.join(words)}" in answer.stdout
    assert [line for line in answer.stdout.splitlines() if len(line) > 80] == []
    assert "..." not in answer.stdout.partition("Commands:")[2], "a summary is cut short"


def test_version() -> None:
    answer = croupier("--version")
    assert (answer.returncode, answer.stdout) == (0, f"croupier {version('croupier')}\n")


@pytest.mark.parametrize("words", [("--version",), ("--help",), ("play", "--help")])
def test_starting_imports_nothing_heavy(words: tuple[str, ...]) -> None:
    answer = driven(
        "import atexit\natexit.register(lambda: print(*sys.modules, file=sys.stderr))",
        *words,
    )
    assert answer.returncode == 0
    loaded = answer.stderr.split()
    assert "typer" in loaded
    assert [name for name in loaded if name.startswith(HEAVY)] == []


@pytest.mark.parametrize(
    "words",
    [
        ("rules", "act-blackjack-1999"),
        ("compare", "act-blackjack-1999", "act-blackjack-2018"),
        ("coverage", "act-blackjack-1999"),
        ("play", "act-blackjack-1999", "--plain"),
        ("odds", "act-blackjack-1999"),
        ("strategy", "act-blackjack-1999"),
    ],
)
def test_an_unknown_instrument_is_one_line_that_names_the_known_ones(
    words: tuple[str, ...],
) -> None:
    answer = croupier(*words)
    assert answer.returncode == 2
    assert answer.stdout == ""
    (line,) = answer.stderr.splitlines()
    assert line.startswith("croupier: ")
    assert "act-blackjack-1999" in line
    assert "act-blackjack-2018" in line


def named_parameters() -> Iterator[tuple[tuple[str, ...], str]]:
    """Every command with every parameter that takes words, and may not be left empty."""
    for words in EVERY_COMMAND:
        for param in command_of(words).params:
            if param.type.name == "str" and param.default != "":
                yield words, param.name or ""


def command_of(words: tuple[str, ...]) -> Any:
    found: Any = APP
    for word in words:
        found = found.commands[word]
    return found


@pytest.mark.parametrize(("words", "name"), [*named_parameters()])
def test_an_empty_name_is_said_to_be_empty(words: tuple[str, ...], name: str) -> None:
    asked = list(words)
    for param in command_of(words).params:
        given = "" if param.name == name else "1"
        if param.param_type_name == "argument":
            asked += [given] if param.required or param.name == name else []
        elif param.required or param.name == name:
            asked += [param.opts[0], given]
    answer = CliRunner().invoke(app, asked)
    assert answer.exit_code == 2
    assert ": it is empty. " in " ".join(answer.output.split())


@pytest.mark.parametrize(
    ("words", "number"),
    [
        (("simulate", "act-blackjack-2018", "--rounds", "1e6"), "1e6"),
        (("play", "--boxes", "2.5"), "2.5"),
        (("export", "x", "first"), "first"),
        (("serve", "--port", "http"), "http"),
    ],
)
def test_a_number_that_is_none_is_told_in_plain_words(words: tuple[str, ...], number: str) -> None:
    answer = CliRunner().invoke(app, words)
    assert answer.exit_code == 2
    assert f": '{number}' is not a whole number." in answer.output


def test_cards_may_be_none_at_all() -> None:
    assert (
        CliRunner().invoke(app, ["odds", "act-mini-baccarat-2016", "--remove", ""]).exit_code == 0
    )


def test_instruments_lists_their_ids() -> None:
    answer = croupier("instruments")
    assert answer.returncode == 0
    ids = [line.split()[0] for line in answer.stdout.splitlines()]
    assert {"act-blackjack-2006", "act-blackjack-2018"} <= set(ids)
    listed = json.loads(croupier("instruments", "--json").stdout)["instruments"]
    assert [each["instrument"] for each in listed] == ids
    of_2018 = next(each for each in listed if each["number"] == "NI2018-568")
    assert (of_2018["game"], of_2018["signed"]) == ("blackjack", "2018-10-17")
    assert len(of_2018["rulebook"]) == 64


@pytest.mark.parametrize("amount", ["3x", "1.505", "-5", "", "1e3"])
def test_an_amount_that_is_not_dollars_is_refused(amount: str) -> None:
    answer = croupier("play", f"--bankroll={amount}")
    assert answer.returncode == 2
    assert "not an amount in dollars" in answer.stderr


@pytest.mark.parametrize(
    ("words", "cents"),
    [((), 100_000), (("--bankroll", "25"), 2500), (("--bankroll", "$1,022.50"), 102_250)],
)
def test_dollars_reach_the_table_as_cents(words: tuple[str, ...], cents: int) -> None:
    answer = driven(
        "import croupier.cli\n"
        "run = lambda instrument, **options: print(instrument, options['bankroll'])\n"
        "croupier.cli.play = types.SimpleNamespace(run=run)",
        "play",
        *words,
    )
    assert (answer.returncode, answer.stdout) == (0, f"act-blackjack-2018 {cents}\n")


def test_the_status_of_a_command_is_the_status_of_the_process() -> None:
    assert driven(verify_that("return 0"), "verify", "x").returncode == 0
    assert driven(verify_that("return 1"), "verify", "x").returncode == 1


@pytest.mark.parametrize(
    ("error", "line"),
    [
        ("LookupError('no such thing')", "no such thing"),
        ("ValueError('two\\nlines')", "two lines"),
        ("KeyError('x')", "KeyError: 'x' (CROUPIER_TRACEBACK=1 shows where)"),
        ("FileNotFoundError(2, 'No such file or directory', 'x')", "x: No such file or directory"),
        ("ValueError('\\x1b[31mred')", "\\x1b[31mred"),
        ("ValueError('x' * 5000)", f"{'x' * 1000}…"),
    ],
)
def test_an_error_is_one_line(error: str, line: str) -> None:
    answer = driven(verify_that(f"raise {error}"), "verify", "x")
    assert answer.returncode == 2
    assert answer.stderr == f"croupier: {line}\n"


def test_what_an_encoding_does_not_have_is_written_out() -> None:
    answer = croupier(
        "compare", "act-blackjack-2006", "act-blackjack-2018", PYTHONIOENCODING="ascii"
    )
    said = [line for line in answer.stderr.splitlines() if "compiling" not in line]
    assert (answer.returncode, said) == (0, [])  # what is used for the first time is compiled
    assert "act-blackjack-2006  \\u2192  act-blackjack-2018" in answer.stdout


def test_a_refusal_keeps_its_clauses() -> None:
    action = "from croupier.rulebook.citations import Refused; raise Refused('no', ('7.1',))"
    answer = driven(verify_that(action), "verify", "x")
    assert (answer.returncode, answer.stderr) == (2, "croupier: no (7.1)\n")


def test_a_fault_of_the_program_is_not_hidden() -> None:
    assert "Traceback" in driven(verify_that("raise TypeError"), "verify", "x").stderr
    traced = "import os; os.environ['CROUPIER_TRACEBACK'] = '1'; raise ValueError"
    assert "Traceback" in driven(verify_that(traced), "verify", "x").stderr


def test_an_interrupt_is_quiet() -> None:
    action = f"import os; os.kill(os.getpid(), {int(signal.SIGINT)})"
    answer = driven(verify_that(action), "verify", "x")
    assert (answer.returncode, answer.stdout, answer.stderr) == (130, "", "")


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize("words", ["adjudicate -", "play --plain"])
def test_a_stream_that_the_shell_closed_is_nobody(words: str, closed: str) -> None:
    answer = subprocess.run(
        ["/bin/sh", "-c", f'echo | "$INTERPRETER" -m croupier {words} {closed}'],
        env={**os.environ, "INTERPRETER": sys.executable},
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=60,
    )
    assert answer.returncode == (
        0 if words.startswith("play") and ">&-" not in closed.split() else 2
    )
    assert "Traceback" not in answer.stderr


@pytest.mark.parametrize(
    "words", ["--help", "--version", "instruments", "rules act-blackjack-2018 13.1", "serve"]
)
def test_a_closed_standard_output_is_no_success_and_nothing_is_done(
    words: str, tmp_path: Path
) -> None:
    answer = subprocess.run(
        ["/bin/sh", "-c", f'"$INTERPRETER" -m croupier {words} >&-'],
        cwd=tmp_path,
        env={**os.environ, "INTERPRETER": sys.executable},
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=60,
    )
    said = "croupier: standard output is closed, and nothing was done\n"
    assert (answer.returncode, answer.stderr) == (2, said)
    assert not [*tmp_path.iterdir()], "no casino was founded"


def test_a_library_that_is_not_installed_is_named_with_where_it_comes_from() -> None:
    body = verify_that("raise ModuleNotFoundError(\"No module named 'numpy'\", name='numpy')")
    script = f"import sys, types\nfrom croupier.cli import main\n{body}\nmain()"
    answer = subprocess.run(
        [sys.executable, "-c", script, "verify", "x"], capture_output=True, encoding="utf-8",
        check=False, timeout=60,
    )  # fmt: skip
    said = 'croupier: this needs numpy, which is not installed: pip install "croupier[odds]"\n'
    assert (answer.returncode, answer.stderr) == (2, said)


@pytest.mark.parametrize("lines", [1, 100_000])
def test_a_reader_that_leaves_is_no_error(lines: int) -> None:
    body = verify_that(f"print('line\\n' * {lines})")
    script = f"import sys, types\nfrom croupier.cli import main\n{body}\nmain()"
    reading, writing = os.pipe()
    os.close(reading)
    try:
        answer = subprocess.run(
            [sys.executable, "-c", script, "verify", "x"],
            stdout=writing,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            check=False,
            timeout=60,
        )
    finally:
        os.close(writing)
    assert (answer.returncode, answer.stderr) == (1, "")
