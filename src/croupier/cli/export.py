"""`croupier export`: rounds of a record as round files."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from functools import partial
from typing import IO, TYPE_CHECKING

from croupier.adjudication.export import BeyondTheFormat, laid_out, one_line, round_files
from croupier.aggregate.record_lines import RecordError
from croupier.cli.printing import followed
from croupier.cli.record_sources import not_a_record, records_of
from croupier.private_files import open_private

if TYPE_CHECKING:
    from collections.abc import Sequence

WRITTEN, BEYOND = 0, 1


def run(path: str, numbers: Sequence[int], every: bool, table: str | None, out: str | None) -> int:
    """Write rounds to a file or to standard output; the exit status says how it went.

    One round is laid out for people; several, or all of a record or of every table of a database,
    come one to a line.
    """
    if every == bool(numbers):
        raise ValueError("ROUND: say which rounds, or --all of them")
    wanted = None if every else set(numbers)
    spell = laid_out if len(numbers) == 1 else one_line
    status = WRITTEN
    with ExitStack() as opened:
        to: IO[bytes] = sys.stdout.buffer
        for name, lines in records_of(path, table, every=every):
            try:
                for _, file in round_files(
                    lines, wanted, name=name, through=partial(followed, words="lines read")
                ):
                    if isinstance(file, BeyondTheFormat):
                        print(f"croupier: {file}", file=sys.stderr)
                        status = status if every and file.in_play else BEYOND
                        continue
                    if out is not None and to is sys.stdout.buffer:
                        to = opened.enter_context(open_private(out))
                    to.write(spell(file))
            except RecordError as error:
                raise not_a_record(path, error) from None
        to.flush()
    return status
