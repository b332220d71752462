"""How answers are judged, by the judge that every live table has.

An act is right if the same facts follow from it, under the same clauses, as from the act that the
exercise has, whatever words it was given with.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, get_type_hints

import msgspec

from croupier.adjudication import RoundFileError
from croupier.adjudication.answer import EntryRefused
from croupier.game_rules import game_of, rules_for
from croupier.rulebook.citations import Clauses
from croupier.rulebook.instruments import load
from croupier.school.answers import MOST_ACTS
from croupier.school.exercises import Entry, Mistake
from croupier.school.practice_table import claims, follow, settled
from croupier.table_replay import codec_of
from croupier.wording.commands import clauses_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from croupier.adjudication import Settlement
    from croupier.aggregate.acts import Command
    from croupier.aggregate.facts import Fact
    from croupier.school.exercises import Exercise
    from croupier.school.practice_table import Followed


# --- what was named and done


class ActVerdict(msgspec.Struct, frozen=True, kw_only=True):
    """Whether the mistake was named and the right thing done about it, and what decides that."""

    mistake: Mistake
    """What it was."""
    named: bool
    done: bool
    refused: EntryRefused | None
    """Why the table refuses what was done, with its clauses."""
    followed: tuple[Any, ...]
    """The facts that follow from what was done."""
    wanted: tuple[Entry, ...]
    """What the rules want done."""
    follows: tuple[Any, ...]
    """The facts that follow from that."""
    clauses: tuple[str, ...]
    """The clauses that decide it."""
    says: tuple[str, ...]
    """What those demand, in the rulebook's words."""


def judge_act(exercise: Exercise, named: Mistake | None, acts: Sequence[Entry]) -> ActVerdict:
    """Judge what a trainee says is wrong and does about it; no act at all is an answer too."""
    if len(acts) > MOST_ACTS:
        raise RoundFileError(f"script: no more than {MOST_ACTS} commands")
    wanted, right = exercise.wanted, follow(exercise, exercise.wanted)
    given = follow(exercise, acts)
    done = given.refused is None and any(
        _same(exercise.instrument, (each, right_facts), (acts, given.facts))
        for each, right_facts in (
            (wanted, right.facts),
            *((other, follow(exercise, other).facts) for other in exercise.others),
        )
    )
    clauses = deciding(exercise, right)
    book = load(exercise.instrument)
    return ActVerdict(
        mistake=exercise.mistake, named=named in _names(exercise), done=done,
        refused=given.refused, followed=given.facts, wanted=tuple(wanted), follows=right.facts,
        clauses=clauses, says=tuple(book.clause(each).says for each in clauses),
    )  # fmt: skip


def _names(exercise: Exercise) -> set[Mistake]:
    """What it may be called: a wager that was paid wrongly is that, even if it is disputed too."""
    if any(not claim.agrees for claim in claims(exercise)):
        return {exercise.mistake, Mistake.WRONG_PAYMENT}
    return {exercise.mistake}


def deciding(exercise: Exercise, right: Followed | None = None) -> tuple[str, ...]:
    """The clauses under which the right act is right, or without one the others wrong."""
    right = right or follow(exercise, exercise.wanted)
    cited = [clause for fact in right.facts for clause in fact.clauses]
    declared = {each for act in exercise.wanted for each in _declared(exercise.instrument, act)}
    found = [clause for clause in cited if clause in declared] or cited
    if exercise.clauses:
        found = [*exercise.clauses]
    elif exercise.tried is not None:
        refused = follow(exercise, [exercise.tried]).refused
        found = [*(refused.clauses if refused is not None else ())]
    elif not exercise.acts:
        claimed = claims(exercise)
        wrong = [claim for claim in claimed if not claim.agrees]
        found = [clause for claim in wrong or claimed for clause in claim.clauses]
    return tuple(dict.fromkeys(found))


def _declared(instrument: str, act: Entry) -> Clauses:
    """The clauses that decide about a command, as its act declares them."""
    kind = _commands(load(instrument).basis).get(str(act.get("do")))
    if kind is None:
        return Clauses(())
    return clauses_of(game_of(instrument).acts[kind], rules_for(instrument), instrument)


@cache
def _commands(instrument: str) -> dict[str, type[Command]]:
    return {str(each.__struct_config__.tag): each for each in codec_of(instrument).commands}


def _same(
    instrument: str,
    wanted: tuple[Sequence[Entry], Sequence[Fact]],
    given: tuple[Sequence[Entry], Sequence[Fact]],
) -> bool:
    """Whether the same follows from both, but for the words that people put it in."""
    return _without_words(instrument, *wanted) == _without_words(instrument, *given)


def _without_words(instrument: str, acts: Sequence[Entry], facts: Sequence[Fact]) -> list[Any]:
    words = [
        text for act in acts for name in _free_text(instrument, act) if (text := act.get(name))
    ]
    return [(type(fact), *_values(fact, words)) for fact in facts]


def _values(fact: Fact, words: Sequence[str]) -> Iterator[Any]:
    """What a fact states, with a blank where it says again what somebody has put in words."""
    told = _told_in_words(type(fact))
    for name in fact.__struct_fields__:
        value = getattr(fact, name)
        if name in told:
            for each in words:
                value = value.replace(each, "…")
        yield value


@cache
def _told_in_words(kind: type[msgspec.Struct]) -> frozenset[str]:
    """The fields of a command or a fact in which something is told, and not only named."""
    hints = get_type_hints(kind)
    return frozenset(
        name for name in kind.__struct_fields__ if hints[name] is str and name not in _SAID_EXACTLY
    )


_SAID_EXACTLY = frozenset(
    {"player", "for_player", "person", "on", "instead_of", "wager", "to", "clause", "by"}
)
"""Fields with a text that names something, and does not only tell of it."""


def _free_text(instrument: str, act: Entry) -> frozenset[str]:
    """The fields of an act in which somebody explains something in their own words."""
    kind = _commands(load(instrument).basis).get(str(act.get("do")))
    return frozenset() if kind is None else _told_in_words(kind)


# --- payments


class Payment(msgspec.Struct, frozen=True, kw_only=True):
    """A wager that is decided when the round is over: what is it paid?"""

    player: str
    box: int | None
    hand: int | None
    wager: str
    on: str | None
    stake: int


class PaymentVerdict(msgspec.Struct, frozen=True, kw_only=True):
    """What the rules give for a wager, beside what was answered."""

    payment: Payment
    right: bool
    answered: int | None
    due: int
    outcome: str
    clauses: tuple[str, ...]
    says: tuple[str, ...]


def payments(exercise: Exercise) -> tuple[Payment, ...]:
    """Every wager that is settled in the round, to be worked out."""
    return tuple(_payment(each) for each in settled(exercise))


def judge_payments(
    exercise: Exercise, answered: Sequence[int | None]
) -> tuple[PaymentVerdict, ...]:
    """Judge what each wager was said to win or lose, in cents; nothing said is not right."""
    settlements, book = settled(exercise), load(exercise.instrument)
    given = [*answered, *[None] * len(settlements)]
    return tuple(
        PaymentVerdict(
            payment=_payment(each), right=said == each.net, answered=said, due=each.net,
            outcome=str(each.outcome), clauses=tuple(each.clauses),
            says=tuple(book.clause(clause).says for clause in each.clauses),
        )
        for each, said in zip(settlements, given, strict=False)
    )  # fmt: skip


def _payment(settlement: Settlement) -> Payment:
    return Payment(
        player=settlement.player, box=settlement.box, hand=settlement.hand,
        wager=settlement.wager, on=settlement.on, stake=settlement.stake,
    )  # fmt: skip


class ExerciseVerdict(msgspec.Struct, frozen=True, kw_only=True):
    """What becomes of an answer, as data."""

    act: ActVerdict | None
    """On what was named and done; nothing where that was not asked."""
    payments: tuple[PaymentVerdict, ...] | None
    """On each payment, in their order; nothing where none was answered."""


# --- scores


class Mark(msgspec.Struct, frozen=True, kw_only=True):
    """What an answer comes to: a point for the name, for the deed and for each payment."""

    right: int
    of: int
    milliseconds: int = 0

    def __add__(self, other: Mark) -> Mark:
        return Mark(
            right=self.right + other.right,
            of=self.of + other.of,
            milliseconds=self.milliseconds + other.milliseconds,
        )


def mark_of_act(verdict: ActVerdict, milliseconds: int = 0) -> Mark:
    return Mark(right=verdict.named + verdict.done, of=2, milliseconds=milliseconds)


def mark_of_payments(verdicts: Sequence[PaymentVerdict], milliseconds: int = 0) -> Mark:
    right = sum(each.right for each in verdicts)
    return Mark(right=right, of=len(verdicts), milliseconds=milliseconds)
