"""`croupier play`: a table in the terminal, on the full screen or in plain lines."""

from __future__ import annotations

import os
import secrets
import shutil
import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

from croupier.cli.arguments import chosen_options
from croupier.cli.play_screen.table_setup import session_of, setting
from croupier.private_files import create_private

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from croupier.rulebook.instruments import Instrument


NARROWEST, LOWEST = 60, 20
"""The columns and lines that a table takes on the full screen; a smaller terminal has text."""


def run(
    instrument: str | Instrument,
    *,
    boxes: int,
    side_bets: tuple[str, ...],
    decks: int | None,
    soft_17: str | None,
    options: tuple[str, ...],
    bankroll: int,
    minimum: int | None,
    maximum: int | None,
    record: str | None,
    plain: bool,
) -> int:
    """Sit a player down at a table and play until they leave; the exit status."""
    wanted = setting(
        instrument,
        boxes=boxes,
        side_bets=side_bets,
        decks=decks,
        soft_17=soft_17,
        options=chosen_options(instrument, options),
        bankroll=bankroll,
        minimum=minimum,
        maximum=maximum,
    )
    with _kept_in(record) as keep:
        session = session_of(instrument)(
            wanted,
            entropy=lambda: secrets.token_bytes(32),
            clock=lambda: time.time_ns() // 1_000_000,
            keep=keep,
        )
        if plain or not _can_show_a_table():
            from croupier.cli.play_screen.plain_text import play, read_from_stdin

            play(session, read_from_stdin, lambda line: print(line, flush=True))
        else:
            from croupier.cli.play_screen.full_screen_app import show

            show(session)
    return 0


@contextmanager
def _kept_in(path: str | None) -> Iterator[Callable[[bytes], object] | None]:
    """What writes each line of the record to a new file, at once; nothing without a file."""
    if path is None:
        yield None
        return
    if os.path.lexists(path):
        raise ValueError(f"--record: {path} exists and is never written over; name another file")
    # unbuffered: a line is in the file before the next thing happens at the table
    with open(create_private(path), "wb", buffering=0) as file:
        yield file.write


def _can_show_a_table() -> bool:
    if not (sys.stdin.isatty() and sys.stdout.isatty()) or os.environ.get("TERM") == "dumb":
        return False
    columns, lines = shutil.get_terminal_size()
    return columns >= NARROWEST and lines >= LOWEST
