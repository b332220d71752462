"""`croupier export`: a round of a record as a round file."""

from __future__ import annotations

import sys

from croupier.adjudication.export import BeyondTheFormat, round_file
from croupier.aggregate.record_lines import RecordError
from croupier.cli.record_sources import lines_of, not_a_record
from croupier.private_files import write_private

WRITTEN, BEYOND = 0, 1


def run(path: str, number: int, table: str | None, out: str | None) -> int:
    """Write the round to a file or to standard output; the exit status says how it went."""
    try:
        data = round_file(lines_of(path, table), number)
    except BeyondTheFormat as error:
        print(f"croupier: {error}", file=sys.stderr)
        return BEYOND
    except RecordError as error:
        raise not_a_record(path, error) from None
    if out is None:
        sys.stdout.buffer.write(data)
    else:
        write_private(out, data)
    return WRITTEN
