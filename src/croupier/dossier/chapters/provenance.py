"""What the dossier rests on, and the command that makes it again."""

from __future__ import annotations

import platform
import shlex
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING

from croupier.documents.model import Hash, Pairs, Paragraph, code, line
from croupier.odds.parameters import table_parameters_of
from croupier.odds.question import written
from croupier.odds.results import encode
from croupier.version import __version__

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.documents.model import Block
    from croupier.dossier.chapters.numbered import Numbered
    from croupier.dossier.findings import Findings

LIBRARIES = ("numpy", "numba", "typst")
"""On which figures or, in a PDF, the setting depend."""


def rests_on(found: Findings, numbered: Numbered, program: tuple[Hash, ...]) -> Iterator[Block]:
    book = found.asked.rules.instrument
    yield numbered.chapter("What this rests on")
    rows = [
        ("program", line(f"Croupier {__version__}")),
        ("this rulebook", line(code(book.fingerprint))),
        *((each.of, line(code(each.digest))) for each in program),
        ("Python", line(platform.python_version())),
        *((library, line(has)) for library in LIBRARIES if (has := _version(library))),
        ("seed", line(str(found.simulation.seed))),
    ]
    yield Pairs(tuple(rows))
    yield Paragraph(
        line(
            "Hashes are SHA-256. The same program asked the same question makes this document "
            "again, byte for byte:"
        )
    )
    yield Paragraph(line(code(_command(found))))


def _version(library: str) -> str | None:
    try:
        return version(library)
    except PackageNotFoundError:
        return None


def _command(findings: Findings) -> str:
    """What a shell is told, to make the same document again."""
    asked, report = findings.asked, findings.simulation
    book = asked.rules.instrument
    words = ["croupier", "dossier", book.basis]
    words += ["--amend", f"{book.id}.toml"] if book.amendment else []
    for option in book.options:
        value = asked.rules.options[option.name]
        if not option.fixed and (value != option.default or option.name in asked.named):
            told = encode(value).decode() if isinstance(value, dict) else written(value)
            words += ["--option", f"{option.name}={told}"]
    for parameter in table_parameters_of(book):
        if parameter.name in asked.extras:
            value = parameter.as_option(asked.extras[parameter.name])
            words += [f"--{parameter.name.replace('_', '-')}", value]
    words += ["--remove", ",".join(asked.removed)] if asked.removed else []
    words += ["--rounds", str(report.rounds), "--seed", str(report.seed), "-o", "FILE"]
    return shlex.join(words)
