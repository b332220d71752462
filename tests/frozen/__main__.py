"""Compare the program's outputs with the frozen ones, or name a change of them."""

from __future__ import annotations

import argparse
import sys
from fnmatch import fnmatch

from tests.frozen import outputs
from tests.frozen.groups import GROUPS


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.frozen",
        description=outputs.__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("groups", nargs="*", metavar="GROUP", help="Names or patterns of groups.")
    parser.add_argument("--ids", default="*", help="Pattern of the ids to look at. Default: all.")
    parser.add_argument("--accept", metavar="NAME", help="Name of the change to write down.")
    parser.add_argument("--why", help="Reason of the change, in a sentence.")
    parser.add_argument(
        "--correction", nargs="+", default=[], metavar="INSTRUMENT:CLAUSE",
        help="Clauses of the listed correction that the change is.",
    )  # fmt: skip
    parser.add_argument("--show", metavar="NAME", help="Show what this named change altered.")
    parser.add_argument("--freeze", action="store_true", help="Store groups that are new.")
    asked = parser.parse_args()
    if asked.accept and not asked.why:
        parser.error("--accept needs --why: say what changed and why")
    if asked.show:
        print(outputs.summarise(outputs.differences_of_change(asked.show), sys.maxsize))
        return 0
    differences = []
    for group in _chosen(asked.groups or ["*"]):
        print(group, file=sys.stderr, flush=True)
        found = GROUPS[group]()
        if asked.freeze and not outputs.frozen_path(group).exists():
            outputs.freeze(group, found)
        every = outputs.compare(group, found)
        differences += [each for each in every if fnmatch(each.id, asked.ids)]
    if not differences:
        print("No frozen output differs.")
        return 0
    if asked.accept:
        change = outputs.accept(differences, asked.accept, asked.why, tuple(asked.correction))
        print(f"{change.name}: {len(differences)} outputs written down")
        return 0
    print(outputs.report(differences))
    return 1


def _chosen(patterns: list[str]) -> list[str]:
    chosen = [name for name in GROUPS if any(fnmatch(name, pattern) for pattern in patterns)]
    if not chosen:
        sys.exit(f"No group is called {' or '.join(patterns)}. Groups: {', '.join(GROUPS)}")
    return chosen


if __name__ == "__main__":
    sys.exit(main())
