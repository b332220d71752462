"""`croupier` as a person or a script runs it: its exit status, and what it says."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from typing import TYPE_CHECKING
from unittest import mock

import pytest

from croupier.cli import main

if TYPE_CHECKING:
    from pathlib import Path

Answer = tuple[int, str, str]
COMPILING = "croupier: compiling, the first time only …\n"
"""Whichever process is the first to use compiled code says so, and which one it is depends on what
was kept by the machine and on the order of the tests."""


def croupier(*words: str | Path, stdin: bytes = b"", **environment: str) -> Answer:
    """By `main` in this process: an interpreter takes longer to start than most commands to run."""
    given = io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8")
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
    with (
        mock.patch.object(sys, "argv", ["croupier", *map(str, words)]),
        mock.patch.object(sys, "stdin", given),
        mock.patch.dict(os.environ, environment),
        redirect_stdout(out),
        redirect_stderr(err),
        pytest.raises(SystemExit) as left,
    ):
        main()
    said = []
    for stream in (out, err):
        stream.flush()
        said.append(stream.buffer.getvalue().decode())
    status = left.value.code
    assert isinstance(status, int)
    return status, said[0], said[1].replace(COMPILING, "")


def another_process(*words: str | Path, stdin: bytes = b"", **environment: str) -> Answer:
    """By an interpreter of its own, where that makes a difference."""
    answer = subprocess.run(
        [sys.executable, "-m", "croupier", *map(str, words)],
        env={**os.environ, **environment},
        input=stdin,
        capture_output=True,
        check=False,
        timeout=60,
    )
    said = answer.stderr.decode().replace(COMPILING, "")
    return answer.returncode, answer.stdout.decode(), said
