"""The dossier: the report on a game's mathematics that a regulator or a test laboratory asks for.

`findings` works everything out, the checks included, by a stated seed; `chapters` says it in a
document, which `croupier.documents` sets as HTML or PDF. The same question gives the same bytes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.dossier.findings import ROUNDS, SEED, Stage, find

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Unpack

    from croupier.documents.model import Document, Hash
    from croupier.odds.disk_cache import AnswerCache
    from croupier.odds.parameters import TableArguments
    from croupier.odds.question import Asks

__all__ = ["ROUNDS", "SEED", "Stage", "dossier"]


def dossier(
    instrument: Asks,
    *,
    rounds: int = ROUNDS,
    seed: int = SEED,
    program: Iterable[Hash] = (),
    cache: AnswerCache | None = None,
    watch: Callable[[Stage], object] = lambda stage: None,
    **table: Unpack[TableArguments],
) -> Document:
    """The dossier of one table.

    The table is told as for an analysis (`croupier.odds.parameters.TableArguments`). So many rounds
    are simulated by the seed, and as many or fewer played by the engine and shuffled. `program` are
    the hashes of the code, for whoever can measure it.
    """
    from croupier.dossier.chapters import document

    findings = find(instrument, rounds=rounds, seed=seed, cache=cache, watch=watch, **table)
    return document(findings, tuple(program))
