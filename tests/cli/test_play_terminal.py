"""`croupier play` in a real terminal: it starts, plays, is interrupted, and cleans up."""

from __future__ import annotations

import os
import re
import select
import struct
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pty = pytest.importorskip("pty", reason="there are no pseudo-terminals here")

PATIENCE = 60.0  # seconds; only a failing test waits this long


class Terminal:
    """A program in a pseudo-terminal: what it shows can be awaited, and keys sent to it."""

    def __init__(
        self, *words: str, term: str = "xterm-256color", size: tuple[int, int] = (24, 80)
    ) -> None:
        import fcntl
        import termios

        self._ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", *size, 0, 0))
        environment = {**os.environ, "TERM": term, "CROUPIER_NO_ANIMATION": "1"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "croupier", "play", *words],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env={k: v for k, v in environment.items() if k not in ("COLUMNS", "LINES")},
            start_new_session=True,
        )
        os.close(theirs)
        self.seen = ""

    def wait_for(self, words: str) -> None:
        """Read until the words are there, whatever colours and moves lie between them."""
        until = time.monotonic() + PATIENCE
        while words not in self.text():
            assert time.monotonic() < until, f"{words!r} never came: {self.text()[-2000:]}"
            if not self._read(until):
                break
        assert words in self.text()

    def text(self) -> str:
        return re.sub(r"\x1b\[[0-9;?<=>]*[A-Za-z]", "", self.seen)

    def send(self, keys: str) -> None:
        self.seen = ""
        os.write(self._ours, keys.encode())

    def finish(self) -> int:
        until = time.monotonic() + PATIENCE
        while self._read(until):
            pass
        return self.process.wait(timeout=PATIENCE)

    def _read(self, until: float) -> bool:
        ready, _, _ = select.select([self._ours], [], [], max(0.0, until - time.monotonic()))
        try:
            piece = os.read(self._ours, 65536) if ready else b""
        except OSError:  # the program has closed its side
            return False
        self.seen += piece.decode(errors="replace")
        return bool(piece)

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self._ours)


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    return tmp_path / "evening.jsonl"


@pytest.fixture
def terminal(kept: Path) -> Iterator[Terminal]:
    opened = Terminal("--record", str(kept))
    yield opened
    opened.close()


def test_a_round_and_the_way_out(terminal: Terminal, kept: Path) -> None:
    terminal.wait_for("THE CUT")
    terminal.send("n")
    terminal.wait_for("supervisor")
    terminal.send("3")
    terminal.wait_for("Space to deal")
    terminal.send("q")
    terminal.wait_for("THANK YOU")
    terminal.send("\r")
    assert terminal.finish() == 0
    assert "0 rounds: even." in terminal.text()
    assert b'"do":"close-table"' in kept.read_bytes()


def test_an_interrupt_is_quiet_and_leaves_a_whole_record(terminal: Terminal, kept: Path) -> None:
    terminal.wait_for("THE CUT")
    terminal.send("\x03")
    assert terminal.finish() == 0
    assert "Traceback" not in terminal.text()
    assert "\x1b[?1049l" in terminal.seen, "the screen that was there before is back"
    assert b'"do":"close-table"' in kept.read_bytes()


@pytest.mark.parametrize(("term", "size"), [("dumb", (24, 80)), ("xterm-256color", (19, 59))])
def test_a_terminal_that_can_do_no_more_gets_plain_lines(term: str, size: tuple[int, int]) -> None:
    opened = Terminal(term=term, size=size)
    try:
        opened.wait_for("Will you cut?")
        opened.send("no\n")
        opened.wait_for("Wagers: none; 1,000 in chips")
        opened.send("\x04")
        assert opened.finish() == 0
        assert "0 rounds: even." in opened.text()
    finally:
        opened.close()
