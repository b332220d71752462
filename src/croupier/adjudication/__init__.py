"""Settling a described round: what every wager is worth, and under which clause.

`adjudicate` takes a round file (JSON, or the same as a mapping) and gives the settlement or the
refusal; `explain` gives the readable account. A file that is not a round raises `RoundFileError`.
With `under`, an amended instrument decides the rounds of its own id and of what it amends.
"""

from __future__ import annotations

from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from croupier.adjudication import explanation
from croupier.adjudication.answer import (
    Answer,
    HandShown,
    Refusal,
    Refused,
    Settlement,
    Stopped,
)
from croupier.adjudication.explanation import Adjudication
from croupier.adjudication.round_file import (
    FileHeading,
    RoundFileError,
    as_json,
    check_decks,
    read,
    rules_of,
    shown,
)
from croupier.game_parts import Slot
from croupier.games import rules_for
from croupier.rulebook.citations import did_you_mean
from croupier.rulebook.instruments import load

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from croupier.adjudication.explanation import Chapter
    from croupier.adjudication.recorded_round import RecordedRound
    from croupier.adjudication.round_file import RoundFile
    from croupier.aggregate.facts import Fact
    from croupier.rulebook.instruments import Instrument
    from croupier.table.wagers import Admitted

__all__ = [
    "Answer",
    "HandShown",
    "Refusal",
    "Refused",
    "RoundFileError",
    "Settlement",
    "account_of",
    "adjudicate",
    "explain",
]


class RoundFilePart(Protocol):
    """What adjudication needs of a game; `file` and `round` are of the game's own types."""

    has_boxes: bool
    NEEDS: Mapping[str, str]
    """What each field of its files takes, for the message where it is given something else."""
    WRITTEN: tuple[type[Fact], ...]
    """Its facts that a round file tells, or that do not bear on the round."""

    def decode(self, data: bytes, /) -> Any: ...

    def check_entries(self, file: Any) -> None:
        """Refuse what no single field shows."""

    def table_of(self, rules: Any) -> Any:
        """The table of a file: its `rules`, and `close_betting`, which says what stands."""

    def begin(self, table: Any, file: Any, admitted: Sequence[Admitted]) -> Any:
        """The round on what stands, or nothing if none is dealt."""

    def finish(self, table: Any, file: Any, admitted: Sequence[Admitted], round: Any) -> Answer:
        """The round to its end, and what everything is worth."""

    def tell(self, rules: Any, admitted: Sequence[Admitted], round: Any) -> list[Chapter]: ...

    def write(self, played: RecordedRound) -> RoundFile:
        """A round of a record as a round file."""


ROUND_FILES: Slot[RoundFilePart] = Slot("round_file")

_heading = msgspec.json.Decoder(FileHeading).decode


def adjudicate(
    source: bytes | str | Mapping[str, Any], *, under: Instrument | None = None
) -> Answer | Refusal:
    """What every wager of the round is worth, or what the rules refuse in it."""
    return account_of(source, under=under).result


def explain(
    source: bytes | str | Mapping[str, Any], width: int = 100, *, under: Instrument | None = None
) -> str:
    """The round told clause by clause, as plain text."""
    return explanation.explain(account_of(source, under=under), width)


def account_of(
    source: bytes | str | Mapping[str, Any], *, under: Instrument | None = None
) -> Adjudication:
    """The adjudicated round: its result, and on request its story."""
    try:
        data = as_json(source)
        instrument = read(data, _heading).instrument
        if under is not None:
            if instrument not in (under.id, under.basis):
                raise RoundFileError(
                    f"instrument: {shown(instrument)} is not {under.id}, nor {under.basis}, "
                    "which it amends"
                )
            return _adjudicated(under, data)
        if instrument not in ROUND_FILES:
            raise RoundFileError(
                f"instrument: {shown(instrument)} is not an instrument that can be adjudicated"
                f"{did_you_mean(instrument, ROUND_FILES.instruments)}; "
                f"known: {', '.join(ROUND_FILES.instruments)}"
            )
        return _adjudicated(load(instrument), data)
    except RecursionError:
        raise RoundFileError("the JSON is nested too deeply for a round") from None


def _adjudicated(book: Instrument, data: bytes) -> Adjudication:
    game = ROUND_FILES.of(book)
    file = read(data, game.decode, game.NEEDS)
    table = _table_of(book, bytes(file.options))
    check_decks(file.cards, table.rules.decks)
    game.check_entries(file)
    admitted: list[Admitted] = []
    round: Any = None
    result: Answer | Refusal
    try:
        admitted = table.close_betting(file.wagers)
        round = game.begin(table, file, admitted)
        result = game.finish(table, file, admitted, round)
    except Stopped as stopped:
        result = stopped.refusal
    rules = table.rules
    if book.not_approved is not None:
        result = msgspec.structs.replace(result, not_approved=book.not_approved)
    return Adjudication(book, rules.options, result, partial(game.tell, rules, admitted, round))


@lru_cache(maxsize=64)
def _table_of(book: Instrument, options: bytes) -> Any:
    """The table of an instrument with the options of a file; kept, since files come in series."""
    rules = rules_of(options, partial(rules_for, book))
    return ROUND_FILES.of(book).table_of(rules)
