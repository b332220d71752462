"""Print the table of meetings of an instrument: `python -m tests.meetings act-blackjack-2018`."""

from __future__ import annotations

import sys
from collections import defaultdict

from tests.meetings.table import (
    OPTIONS,
    PAIRS,
    Meeting,
    Pair,
    clauses_of,
    meetings,
    pair_of,
    unknown_mechanisms,
)


def entries_by_pair(instrument: str) -> dict[Pair, list[Meeting]]:
    """Return the entries of each pair that the instrument knows."""
    found: dict[Pair, list[Meeting]] = defaultdict(list)
    for _, meeting in meetings(instrument):
        for pair in meeting.pairs:
            found[pair_of(pair)].append(meeting)
    return found


def print_table(instrument: str) -> None:
    """Print what each pair means, and how many pairs are cases."""
    found, unknown = entries_by_pair(instrument), unknown_mechanisms(instrument)
    cases = 0
    for pair in PAIRS:
        print(f"\n{pair[0]} / {pair[1]}")
        for meeting in found[pair]:
            if meeting.cannot:
                print(f"  Cannot meet. {meeting.cannot}")
                continue
            print(f"  {meeting.law} [{', '.join(clauses_of(meeting, instrument))}]")
            nets = [meeting.net] if isinstance(meeting.net, str) else meeting.net
            if nets:
                print(f"    Result: {'; '.join(nets)}")
        for name in dict.fromkeys(pair):
            if name in unknown:
                print(f"  Cannot meet. {unknown[name]}")
        cases += any(not meeting.cannot for meeting in found[pair])
    print(f"\n{instrument}: {cases} of {len(PAIRS)} pairs meet; the others cannot.")


if __name__ == "__main__":
    for name in sys.argv[1:] or OPTIONS:
        print_table(name)
