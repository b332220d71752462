"""The command line. `main` turns what goes wrong into one line and an exit status.

`app` declares the commands; a command's own module has its name, and imports what it needs when it
runs. `arguments`, `printing`, `record_sources` and, by those of the odds laboratory, `laboratory`
are shared.
`play_screen` is the table of `croupier play`.
"""

from __future__ import annotations

import io
import os
import sys

USAGE = 2  # the status of a request that makes no sense, as for an unknown option
EXTRAS = {"numba": "odds", "numpy": "odds", "PIL": "pictures", "typst": "documents"}
"""Where a library comes from that not everybody has."""
LONGEST = 1_000  # characters of an error; what somebody gave may be of any length


def main() -> None:
    """Run the `croupier` command and exit.

    `CROUPIER_TRACEBACK=1` shows where an error came from instead of one line.
    """
    has_output = sys.stdout is not None
    _open_what_is_closed()
    if not has_output:
        print("croupier: standard output is closed, and nothing was done", file=sys.stderr)
        sys.exit(USAGE)
    _print_whatever_comes()
    try:
        from croupier.cli.app import app

        try:
            app(prog_name="croupier")
        finally:
            sys.stdout.flush()
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        # The reader has left; point stdout elsewhere so that the flush at exit stays quiet too.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except Exception as error:
        if os.environ.get("CROUPIER_TRACEBACK") or not _is_expected(error):
            raise
        print(f"croupier: {_one_line(error)}", file=sys.stderr)
        sys.exit(USAGE)


def _open_what_is_closed() -> None:
    """A standard stream that the shell closed leads nowhere, before a file takes its number."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 to the end


def _print_whatever_comes() -> None:
    """What the encoding of a stream does not have is written out, not an error."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _is_expected(error: Exception) -> bool:
    from croupier.rulebook.citations import Refused

    if isinstance(error, ModuleNotFoundError):
        return error.name in EXTRAS
    return isinstance(error, (LookupError, ValueError, OSError, Refused))


def _one_line(error: Exception) -> str:
    """What went wrong, whatever was given: short enough, and nothing that steers a terminal."""
    from croupier.cli.printing import printable

    words = printable(" ".join(_words(error).split()))
    return words if len(words) <= LONGEST else f"{words[:LONGEST]}…"


def _words(error: Exception) -> str:
    words = _plain_words(error)
    if "CROUPIER_CALLED" in os.environ:  # ./run has an environment of its own
        return words.replace('pip install "croupier[', '.venv/bin/pip install -e ".[')
    return words


def _plain_words(error: Exception) -> str:
    if isinstance(error, ModuleNotFoundError) and error.name in EXTRAS:
        extra = EXTRAS[error.name]
        return f'this needs {error.name}, which is not installed: pip install "croupier[{extra}]"'
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    if isinstance(error, (KeyError, IndexError)):  # these speak of the program, not to its user
        return f"{type(error).__name__}: {error} (CROUPIER_TRACEBACK=1 shows where)"
    return str(error) or type(error).__name__
