"""What the dossier rests on, and the command that makes it again."""

from __future__ import annotations

import platform
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING

from croupier.documents.model import Hash, Pairs, Paragraph, code, line
from croupier.version import __version__

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.documents.model import Block
    from croupier.dossier.chapters.numbered import Numbered
    from croupier.dossier.findings import Findings
    from croupier.rulebook.instruments import Instrument

LIBRARIES = ("numpy", "numba")


def rests_on(found: Findings, numbered: Numbered, program: tuple[Hash, ...]) -> Iterator[Block]:
    book = found.asked.rules.instrument
    yield numbered.chapter("What this rests on")
    rows = [
        ("program", line(f"Croupier {__version__}")),
        (f"rulebook of {book.id}", line(code(book.fingerprint))),
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
    asked, report = findings.asked, findings.simulation
    book = asked.rules.instrument
    words = ["croupier dossier", book.basis]
    words += [f"--amend FILE (of {book.id})"] if book.amendment else []
    words.append(f"--decks {asked.rules.decks}" if not _fixed_decks(book) else "")
    beside = {"trips", "ante"}
    words += [f"--option {k}={v}" for k, v in asked.named.items() if k not in beside]
    words += [f"--{k} {v}" for k, v in asked.named.items() if k in beside]
    words += [f"--remove {','.join(asked.removed)}"] if asked.removed else []
    words += [f"--rounds {report.rounds} --seed {report.seed} -o FILE"]
    return " ".join(filter(None, words))


def _fixed_decks(book: Instrument) -> bool:
    return any(option.fixed for option in book.options if option.name == "decks")
