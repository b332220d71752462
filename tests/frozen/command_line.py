"""Frozen outputs of the command line: figures of the laboratory, the rulebook, and every help."""

from __future__ import annotations

import re
import tempfile
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import typer
from tests.cli.running import croupier
from tests.frozen.round_file_answers import options_of_1_2_0, without_younger_options

from croupier.cli.app import app
from croupier.rulebook.instruments import instruments
from croupier.version import __version__, numbers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.frozen.outputs import Outputs

RULEBOOK = (
    "rules {} --json", "options {}", "options {} --json", "values {}", "values {} --json",
    "commands {} --json", "corrections {} --json",
)  # fmt: skip
LABORATORY = ("odds {} --json", "strategy {} --csv", "risk {} --json", "count {} --json")
MORE = {
    "act-blackjack-2006": (
        "odds {} --option side_bets=super-sevens --json", "risk {} --bankroll 1000 --json",
        "strategy {} --decks 4 --csv",
    ),
    "act-blackjack-2018": (
        "odds {} --decks 6 --option soft_17=hit --option side_bets=perfect-pairs --json",
        "odds {} --option side_bets=pairs-play --json", "risk {} --bankroll 1000",
        "strategy {} --decks 6 --option soft_17=hit", "covariance {} --json",
        "strategy {} --hand TS,6D --dealer TH",
    ),
    "nsw-blackjack-challenge": (
        "odds {} --option side_bets=any-pairs --json", "strategy {} --decks 6 --csv",
    ),
    "act-mini-baccarat-2016": (
        "odds {} --option settlement=B --option side_bets=perfect-pairs --json",
        "odds {} --option side_bets=canberra-pairs --json", "odds {} --remove 4S,4S,KD --json",
        "odds {} --effects --json", "covariance {} --json",
    ),
    "act-ultimate-texas-holdem-2025": (
        "odds {} --trips 1 --json", "strategy {} --hand AS,KD", "risk {} --bankroll 100 --json",
    ),
}  # fmt: skip
"""Questions beyond those that every instrument is asked."""
DOSSIER = "act-mini-baccarat-2016"
LABELS = ("id", "name", "clause", "do", "wager")
"""Fields that name an entry of a list, the best first."""
REPEATED = {
    "odds act-blackjack-2006 --option side_bets=super-sevens --json": "wagers",
    "odds act-mini-baccarat-2016 --effects --json": "effects",
}
"""Lists by their command in which entries share a label: another group has all of them."""
FLOAT = re.compile(r"-?\d+\.\d{10,}(?:e[-+]?\d+)?|-?\d+(?:\.\d+)?e[-+]?\d+")
DIGITS = 11
"""How many digits of a figure are compared: the last ones depend on the machine's arithmetic."""
LEAST_CHANCE = 1e-18
"""A smaller figure is rounding of other figures, and depends on the machine; it counts as 0."""


def answer_commands(lines: tuple[str, ...], instrument: str) -> Outputs:
    """Return the outputs of commands about an instrument, by their words."""
    found: Outputs = {}
    for line in lines:
        words = line.format(instrument)
        status, out, err = croupier(*words.split(), COLUMNS="100")
        found[words] = f"exit status {status}\n{err}"
        if "--json" in words and status == 0:
            found.update(_split(words, instrument, msgspec.json.decode(out)))
        else:
            found[words] += FLOAT.sub(lambda text: f"{_rounded(float(text[0]))}", out)
    return found


def _split(words: str, instrument: str, answer: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the parts of a JSON answer, so that a change alters no more than its own parts."""
    for key, value in answer.items():
        if key == "version":
            continue
        if key == "options" and isinstance(value, dict):
            value = without_younger_options(instrument, value)
        if key == "corrections":  # each new one would give the others another number
            value = [each for each in value if numbers(each["version"]) <= (1, 2, 0)]
        if isinstance(value, list) and all(isinstance(each, dict) for each in value):
            labels = set()
            for number, each in enumerate(value, 1):
                label = next((each[name] for name in LABELS if name in each), number)
                assert label not in labels or REPEATED.get(words) == key, f"{words}: {key} {label}"
                labels.add(label)
                yield f"{words}: {key} {label}", _written(each)
        else:
            yield f"{words}: {key}", _written(value)


def answer_with_repeated_labels() -> Outputs:
    """Return lists as a whole, but for entries about options that 1.2.0 did not have."""
    found: Outputs = {}
    for words, key in REPEATED.items():
        status, out, err = croupier(*words.split(), COLUMNS="100")
        assert status == 0, err
        answer = msgspec.json.decode(out)
        known = {None, *options_of_1_2_0(answer["instrument"])}
        entries = [each for each in answer[key] if each.get("option") in known]
        found[f"{words}: {key}"] = _written(entries)
    return found


def _written(value: object) -> str:
    return msgspec.json.format(msgspec.json.encode(_rounded(value)), indent=1).decode()


def _rounded(value: Any) -> Any:
    """Return a JSON value whose figures have no more digits than are compared."""
    match value:
        case float() if abs(value) < LEAST_CHANCE:
            return 0.0
        case float():
            return float(f"{value:.{DIGITS}g}")
        case dict():
            return {key: _rounded(each) for key, each in value.items()}
        case list():
            return [_rounded(each) for each in value]
    return value


OF_THIS_PROGRAM = re.compile(
    r"^(program|all rulebooks|Python|numpy|numba|typst)\n(?:[0-9a-f]{64}|[\d.]+)$", re.MULTILINE
)
"""Lines of a dossier that another program, or the same with other libraries, prints otherwise."""


def write_dossier() -> Outputs:
    """Return the text of a dossier, without its dates and versions."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "dossier.html"
        status, _, err = croupier("dossier", DOSSIER, "-o", path)
        assert status == 0, err
        text = re.sub(r"<style>.*?</style>", "", path.read_text("utf-8"), flags=re.S)
    lines = (line.strip() for line in re.sub(r"<[^>]+>", "\n", text).splitlines())
    words = "\n".join(filter(None, lines)).replace(__version__, "VERSION")
    return {DOSSIER: OF_THIS_PROGRAM.sub(r"\1\n…", words)}


def show_help() -> Outputs:
    """Return the help of every command, as it is printed in a terminal of 80 columns."""
    found = {}
    for path, _ in _commands():
        status, out, err = croupier(*path, "--help", COLUMNS="80")
        assert (status, err) == (0, "")
        found[" ".join(("croupier", *path))] = out
    return found


def describe_parameters() -> Outputs:
    """Return the arguments and options of every command, without the words of their help."""
    return {
        " ".join(("croupier", *path)): "\n".join(
            msgspec.json.encode(_describe(each), order="sorted").decode() for each in command.params
        )
        for path, command in _commands()
    }


def _describe(parameter: Any) -> dict[str, Any]:
    kind = parameter.type
    default = parameter.default
    return {
        "names": [*parameter.opts, *parameter.secondary_opts],
        "kind": parameter.param_type_name,
        "required": parameter.required,
        "several": parameter.nargs != 1 or parameter.multiple,
        "flag": getattr(parameter, "is_flag", False),
        "type": kind.name,
        "choices": [str(each) for each in getattr(kind, "choices", ())],
        "default": default if isinstance(default, str | int | float | bool) else None,
    }


def _commands() -> Iterator[tuple[tuple[str, ...], Any]]:
    """Yield every command with its path, groups included."""
    waiting: list[tuple[tuple[str, ...], Any]] = [((), typer.main.get_command(app))]
    while waiting:
        path, command = waiting.pop(0)
        yield path, command
        for name, inner in getattr(command, "commands", {}).items():
            waiting.append(((*path, name), inner))


GROUPS: dict[str, Callable[[], Outputs]] = {
    **{
        f"command_line/{name}-{instrument}": partial(answer_commands, lines, instrument)
        for instrument in instruments()
        for name, lines in (
            ("rulebook", RULEBOOK),
            ("laboratory", (*LABORATORY, *MORE.get(instrument, ()))),
        )
    },
    "command_line/repeated-labels": answer_with_repeated_labels,
    "command_line/dossier": write_dossier,
    "command_line/help": show_help,
    "command_line/parameters": describe_parameters,
}
