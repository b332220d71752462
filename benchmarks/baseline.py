"""Measure the speed of everything and compare it with the stored run.

Each figure has two ratios. Both are 1.00 for the same speed and above 1 for a higher speed:

- "ratio" compares the figure with the stored one.
- "relative" does the same after it divides both by their yardstick: a plain program, measured in
  the same run, that shows how fast the machine was.

A figure counts as slower if its ratios are below 0.95. On the machine of the stored run both must
be below, because a busy minute moves only one of them. On another machine only "relative" counts.
Changes within 5 % are noise: repeat the run before you conclude anything. A yardstick that moved by
more than that on the same machine is marked, because its relative ratios are not to be trusted.

Each group runs in a process of its own, several times, and the best value of each figure counts.
The best is fairer than the median on a shared machine: other programs evict caches and slow the
processor down, so they add CPU time to a run and never take any away. The best of more runs is
better, so compare runs with the same number of repeats. "Wall time" figures depend on the disk and
on other programs; judge by "CPU time" where a figure has both.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import platform
import subprocess
import sys
import tempfile
import time
from contextlib import redirect_stdout
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from importlib import import_module, metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, cast

from benchmarks.figure import Figure

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ROOT = Path(__file__).parents[1]
STORED = ROOT / "benchmarks/figures/speed.json"
GROUPS = {
    "rounds": "benchmarks.rounds",
    "play": "benchmarks.play",
    "adjudication": "benchmarks.round_files",
    "opening": "benchmarks.opening",
    "environments": "benchmarks.environments",
    "simulation": "benchmarks.simulation",
    "start-up": "benchmarks.start_up",
    "commands": "benchmarks.commands",
}
LIBRARIES = (
    "apsw", "gymnasium", "httptools", "litestar", "msgspec", "numba", "numpy", "psycopg",
    "uvicorn", "uvloop",
)  # fmt: skip
REPEAT = 3
NOISE = 0.05
EXAMPLES = f"""\
examples:
  python -m benchmarks.baseline                       measure everything and compare
  python -m benchmarks.baseline rounds play           measure two groups
  python -m benchmarks.baseline --repeat 5 commands   take the best of five runs
  python -m benchmarks.baseline --at-least 0.95       fail if a figure is slower
  python -m benchmarks.baseline --quick               try the command; the figures are rough
  python -m benchmarks.baseline --store               replace the stored run

groups: {", ".join(GROUPS)}
"""


class Group(Protocol):
    """A benchmark script as the baseline uses it."""

    def figure_names(self) -> list[str]: ...

    def measure_figures(self, *, quick: bool) -> Iterator[Figure]: ...


def load_group(name: str) -> Group:
    return cast("Group", import_module(GROUPS[name]))


@dataclass(frozen=True, slots=True)
class Run:
    """The figures of one run of the baseline, by group, and where and how it was made."""

    machine: dict[str, Any]
    settings: dict[str, Any]
    groups: dict[str, list[Figure]]


# --- the stored run


def read_run(path: Path) -> Run:
    stored = json.loads(path.read_text("utf-8"))
    groups = {
        group: [Figure(**figure) for figure in figures]
        for group, figures in stored["groups"].items()
    }
    return Run(stored["machine"], stored["settings"], groups)


def write_run(path: Path, run: Run) -> None:
    """Write a run with one figure to a line, so that a change of one is easy to see."""
    groups = []
    for group, figures in run.groups.items():
        lines = ",\n".join(f"   {json.dumps(_shorten(figure))}" for figure in figures)
        groups.append(f"  {json.dumps(group)}: [\n{lines}\n  ]")
    parts = [
        f' "machine": {json.dumps(run.machine, indent=2)}',
        f' "settings": {json.dumps(run.settings)}',
        ' "groups": {\n' + ",\n".join(groups) + "\n }",
    ]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("{\n" + ",\n".join(parts) + "\n}\n", "utf-8")


def _shorten(figure: Figure) -> dict[str, Any]:
    fields = asdict(figure) | {"value": float(f"{figure.value:.5g}")}
    return {name: value for name, value in fields.items() if value != ""}


def describe_machine() -> dict[str, Any]:
    """Return what the figures depend on besides the code, and the commit that was measured."""
    return {
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "commit": _ask("git", "-C", str(ROOT), "describe", "--always", "--dirty", "--abbrev=12"),
        "processor": _find_processor(),
        "cores": os.cpu_count(),
        "memory_gib": round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30, 1),
        "system": f"{platform.system()} {platform.release()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "load_average_at_start": [round(load, 2) for load in os.getloadavg()],
        "libraries": {name: metadata.version(name) for name in LIBRARIES},
        "wrk": _ask("wrk", "-v").partition("[")[0].strip(),
        "postgresql": _find_postgresql(),
    }


def _find_processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    except OSError:
        return platform.processor()
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return models[0] if models else platform.processor()


def _find_postgresql() -> str:
    from tests.casino.postgresql_server import programs
    from tests.debian import Unavailable

    try:
        return _ask(str(programs() / "postgres"), "--version")
    except Unavailable:
        return ""


def _ask(*command: str) -> str:
    try:
        return subprocess.run(command, capture_output=True, check=False, text=True).stdout.strip()
    except OSError:
        return ""


def is_same_machine(one: Run, other: Run) -> bool:
    """True if figures of the two runs can be compared without their yardsticks."""
    return all(one.machine[key] == other.machine[key] for key in ("processor", "cores", "python"))


# --- measuring


class GroupFailed(Exception):
    """A group that could not measure its figures, with the reason."""


def measure_in_this_process(group: str, *, quick: bool) -> None:
    """Write each figure of a group to the standard output as a line of JSON."""
    from tests.debian import Unavailable

    lines, measured = sys.stdout, []
    script = load_group(group)
    with redirect_stdout(sys.stderr):
        try:
            for figure in script.measure_figures(quick=quick):
                measured.append(figure.name)
                print(json.dumps(asdict(figure)), file=lines, flush=True)
        except Unavailable as reason:
            sys.exit(str(reason))
    if measured != script.figure_names():
        raise AssertionError(f"{group} measured {measured}, but names {script.figure_names()}")


def measure_in_a_process(group: str, *, quick: bool) -> Iterator[Figure]:
    """Measure a group in a new process, which holds nothing that another group left behind."""
    command = [sys.executable, "-m", "benchmarks.baseline", "--in-this-process", group]
    if quick:
        command.append("--quick")
    with (
        tempfile.TemporaryFile("w+") as errors,
        subprocess.Popen(
            command, cwd=ROOT, stdout=subprocess.PIPE, stderr=errors, text=True
        ) as process,
    ):
        assert process.stdout is not None
        for line in process.stdout:
            yield Figure(**json.loads(line))
        if process.wait() != 0:
            errors.seek(0)
            raise GroupFailed("".join(errors.readlines()[-20:]))


def measure_groups(
    groups: Sequence[str], *, repeat: int, quick: bool
) -> tuple[dict[str, list[Figure]], list[str]]:
    """Measure the groups in turns, so that a busy minute does not hit all runs of one of them.

    Return the best of each figure, and the groups that failed.
    """
    best: dict[str, dict[str, Figure]] = {group: {} for group in groups}
    failed: dict[str, None] = {}
    for number in range(1, repeat + 1):
        for group in groups:
            began, count = time.perf_counter(), 0
            _report(f"run {number} of {repeat}, {group:13}")
            try:
                for figure in measure_in_a_process(group, quick=quick):
                    known = best[group].get(figure.name)
                    if known is None or figure.speed > known.speed:
                        best[group][figure.name] = figure
                    count += 1
                    _report(".")
            except GroupFailed as reason:
                failed[group] = None
                _report(f" failed:\n{reason}")
            _report(f" {count} figures in {time.perf_counter() - began:.0f} s\n")
    return {group: list(figures.values()) for group, figures in best.items()}, list(failed)


def _report(text: str) -> None:
    print(text, end="", file=sys.stderr, flush=True)


# --- comparing


@dataclass(frozen=True, slots=True)
class Comparison:
    """A figure beside the stored one."""

    group: str
    now: Figure
    stored: Figure
    ratio: float
    relative: float | None
    """The ratio after dividing by the yardstick, or None if both runs do not have one."""

    @property
    def is_yardstick(self) -> bool:
        return not self.now.yardstick

    @property
    def has_moved(self) -> bool:
        """True for a yardstick that differs by more than noise from the stored one."""
        return self.is_yardstick and abs(self.ratio - 1) > NOISE

    def judge(self, *, same_machine: bool) -> float | None:
        """Return the ratio that counts, or None for a yardstick, which says nothing of the code."""
        if self.is_yardstick:
            return None
        if self.relative is None:
            return self.ratio
        return max(self.ratio, self.relative) if same_machine else self.relative


def compare(now: Run, stored: Run) -> list[Comparison]:
    """Compare the figures that both runs have."""
    compared = []
    for group, figures in now.groups.items():
        before = {figure.name: figure for figure in stored.groups.get(group, ())}
        ratios = {
            figure.name: figure.speed / before[figure.name].speed
            for figure in figures
            if figure.name in before
        }
        for figure in figures:
            if figure.name not in ratios:
                continue
            ratio, yardstick = ratios[figure.name], ratios.get(figure.yardstick)
            relative = None if yardstick is None else ratio / yardstick
            compared.append(Comparison(group, figure, before[figure.name], ratio, relative))
    return compared


def find_absent(wanted: Run, run: Run) -> list[str]:
    """Return the figures that one run has and another has not, in the groups that both have."""
    return [
        f"{group}: {figure.name}"
        for group, figures in wanted.groups.items()
        if group in run.groups
        for figure in figures
        if figure.name not in {each.name for each in run.groups[group]}
    ]


# --- printing


def show_comparison(now: Run, stored: Run, limit: float) -> bool:
    """Print every figure and a summary. Return True if nothing is slower and nothing is missing."""
    same_machine = is_same_machine(now, stored)
    compared = compare(now, stored)
    _show_setting(now, stored, same_machine=same_machine)
    slower = []
    moved = [each for each in compared if same_machine and each.has_moved]
    width = max((len(each.now.name) for each in compared), default=0) + 2
    for group in now.groups:
        print(
            f"\n{group:{width}}{'now':>12}{'stored':>12}  {'unit':10}{'ratio':>7}{'relative':>10}"
        )
        for each in (each for each in compared if each.group == group):
            counts = each.judge(same_machine=same_machine)
            is_slower = counts is not None and counts < limit
            if is_slower:
                slower.append(each)
            mark = "  SLOWER" if is_slower else "  MOVED" if each in moved else ""
            relative = "yardstick" if each.is_yardstick else ""
            if each.relative is not None:
                relative = f"{each.relative:.2f}"
            print(
                f"  {each.now.name:{width - 2}}{_format(each.now.value):>12}"
                f"{_format(each.stored.value):>12}  {each.now.unit:10}"
                f"{each.ratio:7.2f}{relative:>10}{mark}"
            )
    missing = find_absent(stored, now)
    _show_summary(compared, slower, limit, same_machine=same_machine)
    if moved:
        print(f"{len(moved)} yardsticks moved by more than {NOISE:.0%}. One of the runs was busy.")
    for name in missing:
        print(f"Stored, but not measured now: {name}")
    for name in find_absent(now, stored):
        print(f"Measured, but not stored: {name}")
    return not slower and not missing


def _show_setting(now: Run, stored: Run, *, same_machine: bool) -> None:
    was = stored.machine
    print(
        f"Stored: {was['date']}, commit {was['commit']}, {was['processor']}, {was['cores']} cores, "
        f"{was['python']}, load {was['load_average_at_start'][0]}"
    )
    if not same_machine:
        print("This is another machine or another Python: only relative ratios count.")
    if now.settings != stored.settings:
        print(f"The settings differ: now {now.settings}, stored {stored.settings}.")


def _show_summary(
    compared: list[Comparison], slower: list[Comparison], limit: float, *, same_machine: bool
) -> None:
    print(f"\n{'summary':16}{'figures':>8}{'slower':>8}{'faster':>8}{'mean':>7}{'lowest':>8}")
    for group in dict.fromkeys(each.group for each in compared):
        ratios = [
            counts
            for each in compared
            if each.group == group and (counts := each.judge(same_machine=same_machine)) is not None
        ]
        mean = math.exp(sum(map(math.log, ratios)) / len(ratios)) if ratios else math.nan
        print(
            f"  {group:14}{len(ratios):8}{sum(ratio < limit for ratio in ratios):8}"
            f"{sum(ratio > 1 + NOISE for ratio in ratios):8}{mean:7.2f}"
            f"{min(ratios, default=math.nan):8.2f}"
        )
    if slower:
        groups = " ".join(dict.fromkeys(each.group for each in slower))
        print(f"\n{len(slower)} figures are below {limit:.2f}. Repeat before you conclude:")
        print(f"  python -m benchmarks.baseline --repeat {2 * REPEAT} {groups}")
    else:
        print(f"\nNo figure is below {limit:.2f}.")


def show_run(run: Run) -> None:
    for group, figures in run.groups.items():
        print(f"\n{group}")
        for figure in figures:
            print(f"  {figure.name:60}{_format(figure.value):>12}  {figure.unit}")


def _format(value: float) -> str:
    return f"{value:,.0f}" if value >= 1000 else f"{value:.4g}"


# --- the command


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.baseline", description=__doc__, epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    parser.add_argument("groups", nargs="*", metavar="GROUP", help="Groups. Default: all.")
    parser.add_argument(
        "--repeat", type=int, default=REPEAT, metavar="N",
        help=f"Number of runs; the best of each figure counts. Default: {REPEAT}.",
    )  # fmt: skip
    parser.add_argument(
        "--at-least", type=float, metavar="RATIO",
        help="Lowest ratio. The exit status is 1 if a figure is below it or missing.",
    )  # fmt: skip
    parser.add_argument(
        "--file", type=Path, default=STORED, metavar="FILE",
        help=f"The stored run. Default: {STORED.relative_to(ROOT)}.",
    )  # fmt: skip
    parser.add_argument("--store", action="store_true", help="Write this run to the file.")
    parser.add_argument("--quick", action="store_true", help="Measure briefly and roughly.")
    parser.add_argument("--in-this-process", metavar="GROUP", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.in_this_process:
        measure_in_this_process(asked.in_this_process, quick=asked.quick)
        return 0
    unknown = [group for group in asked.groups if group not in GROUPS]
    if unknown:
        parser.error(f"unknown group: {', '.join(unknown)}. Choose from {', '.join(GROUPS)}.")
    if asked.repeat < 1:
        parser.error("--repeat must be 1 or more.")
    if asked.store and asked.groups:
        parser.error("--store needs a run of all groups. Leave the groups out.")
    if not asked.store and not asked.file.exists():
        parser.error(f"{asked.file} does not exist. Use --store to make it.")
    return run_and_show(asked)


def run_and_show(asked: argparse.Namespace) -> int:
    """Measure, then store or compare. Return the exit status."""
    machine, load = describe_machine(), os.getloadavg()[0]
    if load > 0.5:
        _report(f"The machine is busy (load {load:.1f}). Expect noise.\n")
    chosen = [group for group in GROUPS if not asked.groups or group in asked.groups]
    began = time.perf_counter()
    groups, failed = measure_groups(chosen, repeat=asked.repeat, quick=asked.quick)
    run = Run(machine, {"repeat": asked.repeat, "quick": asked.quick}, groups)
    _report(f"{time.perf_counter() - began:.0f} s in all\n\n")
    is_fast_enough = True
    if asked.store:
        show_run(run)
        if not failed:
            write_run(asked.file, run)
            print(f"\nStored in {asked.file}.")
    else:
        limit = 1 - NOISE if asked.at_least is None else asked.at_least
        is_fast_enough = show_comparison(run, read_run(asked.file), limit)
    if failed:
        print(f"\nThese groups failed: {', '.join(failed)}.", "Nothing is stored." * asked.store)
        return 2
    return 0 if is_fast_enough or asked.at_least is None else 1


if __name__ == "__main__":
    sys.exit(main())
