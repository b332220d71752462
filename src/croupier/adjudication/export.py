"""A round of a record written down as a round file.

A round file knows rounds without irregularities. What else a record tells is refused by its fact
and line; and before a file is given out it is adjudicated, so that it says what the record says.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.adjudication import ROUND_FILES, Refusal, RoundFileError, adjudicate
from croupier.adjudication.recorded_round import (
    ANYWHERE,
    BeyondTheFormat,
    RecordedRound,
    puts_stakes_right,
    terms_of,
    wagers_of,
    with_stakes_put_right,
)
from croupier.aggregate.record_lines import bodies
from croupier.games import rules_for
from croupier.money import dollars
from croupier.rulebook.amendments import book_of
from croupier.table.facts import Settled
from croupier.table.round_index import Rounds, numbered
from croupier.table.wagers import MAIN
from croupier.table_replay import Reader, replay

if TYPE_CHECKING:
    from collections.abc import Sequence

    from croupier.adjudication.answer import Settlement
    from croupier.adjudication.round_file import RoundFile
    from croupier.aggregate.facts import Fact
    from croupier.aggregate.restore import ReplayedCommand
    from croupier.table.round_index import Span
    from croupier.table.table import Table
    from croupier.table.wagers import Wager


def round_file(lines: Sequence[bytes], number: int) -> bytes:
    """The round file of a finished round, as JSON.

    A round that the record does not have is a `LookupError`, one that no round file can tell is
    `BeyondTheFormat`, and a record that cannot be read is a `RecordError`.
    """
    span = _find(lines, number)
    played = _replayed(lines, span)
    game = ROUND_FILES.of(played.instrument)
    _must_be_regular(played, game.WRITTEN)
    played = replace(played, steps=with_stakes_put_right(played))
    _must_need_no_earlier_rounds(played)
    data = _laid_out(game.write(played))
    _must_say_the_same(played, data)
    return data


def _laid_out(file: RoundFile) -> bytes:
    """The file as a person would write it: a line for each wager and each decision."""
    fields = []
    for name, value in json.loads(msgspec.json.encode(file)).items():
        text = json.dumps(value, ensure_ascii=False)
        if name in ("wagers", "decisions") and value:
            entries = ",\n  ".join(json.dumps(entry, ensure_ascii=False) for entry in value)
            text = f"[\n  {entries}]"
        fields.append(f'"{name}": {text}')
    return ("{" + ",\n ".join(fields) + "}\n").encode()


# --- the round in its record


def _find(lines: Sequence[bytes], number: int) -> Span:
    """Where the round lies, with all that the whole record says of it."""
    read = bodies(lines)
    reader, rounds = Reader(next(read)[1]), Rounds()
    law = rules_for(book_of(reader.header)).table_law
    later: str | None = None
    for line, body in read:
        entry = reader.entry(line, body)
        rounds.take(entry)
        for fact in entry.facts:
            if _corrects(fact, number) and not puts_stakes_right(fact, law):
                later = later or f"line {line} states {_name(fact)}{_under(fact)}"
    span = rounds.get(number)
    if span is None:
        raise LookupError(f"the record has {numbered(len(rounds))}, not {number}")
    if later is not None:
        raise BeyondTheFormat(number, later)
    if span.ends is None:
        raise BeyondTheFormat(number, "it is still in play")
    return span


_CORRECTIONS = ("round-voided", "reconstructed", "ruling-due", "ruled")


def _corrects(fact: Fact, number: int) -> bool:
    """Whether a fact, perhaps of much later, takes back how a round went."""
    tag = fact.__struct_config__.tag
    return tag in _CORRECTIONS and getattr(fact, "round", None) == number


def _replayed(lines: Sequence[bytes], span: Span) -> RecordedRound:
    """The record played again up to the end of the round, whose steps are kept."""
    steps: list[ReplayedCommand] = []
    terms: dict[str, Any] = {}
    wagers: tuple[Wager, ...] = ()

    def watch(step: ReplayedCommand, table: Table) -> None:
        nonlocal terms, wagers
        if step.line == span.begins - 1:
            terms, wagers = terms_of(table), wagers_of(table)
        elif step.line >= span.begins:
            steps.append(step)

    again = replay(lines[: span.ends], watch)
    if not again.same:
        raise BeyondTheFormat(span.number, f"played again, {again.differences[0]}")
    return RecordedRound(span.number, book_of(again.header), terms, wagers, tuple(steps))


def _must_be_regular(played: RecordedRound, written: tuple[type[Fact], ...]) -> None:
    for line, fact in played.stated():
        if puts_stakes_right(fact, played.law):
            continue
        if not isinstance(fact, (*ANYWHERE, *written)):
            raise BeyondTheFormat(played.number, f"line {line} states {_name(fact)}{_under(fact)}")
        if getattr(fact, "meant_for", None) is not None or getattr(fact, "drawn_to", None):
            raise BeyondTheFormat(
                played.number, f"line {line} has a card on another hand than the one it was due to"
            )


def _must_need_no_earlier_rounds(played: RecordedRound) -> None:
    """A short wager goes back only from an owner who was told before; in a file nobody was."""
    under_minimum = played.law.under_minimum
    for line, fact in played.settled():
        if line == played.steps[0].line and fact.clauses == under_minimum:
            text = f"line {line} returns {_wager(fact)}{_under(fact)}: its owner was told earlier"
            raise BeyondTheFormat(played.number, text)


def _name(fact: Fact) -> str:
    return f"{fact.__struct_config__.tag!r}"


def _under(fact: Fact) -> str:
    return f" under {', '.join(fact.clauses)}" if fact.clauses else ""


# --- what the file comes to


def _must_say_the_same(played: RecordedRound, data: bytes) -> None:
    """Hold the file's settlements against those of the record, wager by wager."""
    try:
        answer = adjudicate(data, under=played.instrument)
    except RoundFileError as error:
        raise BeyondTheFormat(played.number, f"a file of it is no round: {error}") from None
    if isinstance(answer, Refusal):
        why = answer.refused
        entry = f"decision {why.decision}" if why.decision else f"wager {why.wager}"
        text = f"a file of it is refused at {entry}: {why.reason} [{', '.join(why.clauses)}]"
        raise BeyondTheFormat(played.number, text)
    found = Counter(_result(settlement) for settlement in answer.settlements)
    boxed = ROUND_FILES.of(played.instrument).has_boxes
    for line, fact in played.settled():
        result = _result(fact, boxed=boxed)
        if not found[result]:
            how = f"line {line} settles {_wager(fact)} as {fact.outcome}{_under(fact)}"
            raise BeyondTheFormat(played.number, f"{how}, and a file of it does not")
        found[result] -= 1
    for player, *_, wager, _on, _stake, outcome, _net in found.elements():
        text = f"a file of it settles {player}'s {wager} as {outcome}, and the record does not"
        raise BeyondTheFormat(played.number, text)


def _result(settled: Settled | Settlement, *, boxed: bool = True) -> tuple[Any, ...]:
    """What became of a wager; a main wager that goes back whole lies on the first hand."""
    hand = settled.hand
    if hand is None and settled.wager == MAIN:
        hand = 1
    return (
        settled.player, settled.box if boxed else None, hand, settled.wager, settled.on,
        settled.stake, str(settled.outcome), settled.net,
    )  # fmt: skip


def _wager(fact: Settled) -> str:
    where = "" if fact.box is None else f" on box {fact.box}"
    return f"{fact.player}'s {fact.wager} of {dollars(fact.stake)}{where}"
