"""The table of an exercise: made for it, played to where somebody looks, and thrown away."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from croupier.adjudication import ROUND_FILES, Answer, HandShown, Settlement, account_of
from croupier.adjudication.answer import EntryRefused
from croupier.aggregate.roles import Person, Role
from croupier.school.exercises import NotAnExercise
from croupier.school.game_exercises import SCHOOL

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from croupier.adjudication import ClaimAnswer
    from croupier.school.exercises import Entry, Exercise
    from croupier.table.game_protocol import GameAtTable
    from croupier.table.table import Table
    from croupier.table.views import TableView

TRAINER = Person("dealer", Role.DEALER)
"""Through whose eyes a trainee sees the table."""


class Scene(msgspec.Struct, frozen=True):
    """A table of the school at one moment, as whoever deals there sees it."""

    view: Any
    """A `TableView`."""
    game: Any
    """The `GameAtTable` that the felt is drawn for."""
    hands: tuple[HandShown, ...]
    """The cards, all of them, for whoever reads of the table instead of seeing it."""
    wagers: tuple[tuple[str, str, int | None, int], ...]
    """Player, wager, box and amount of what lies there."""


class Followed(msgspec.Struct, frozen=True):
    """What followed from somebody's acts: facts with their clauses, or why one was refused."""

    facts: tuple[Any, ...]
    refused: EntryRefused | None
    after: Scene | None


def scene(exercise: Exercise) -> Scene:
    """The table as the trainee finds it."""
    seen = _scenes(exercise)[0]
    if seen.game.instrument not in SCHOOL:
        return seen
    round_before = SCHOOL.of(seen.game.instrument).round_before
    for act in exercise.wanted:
        view = msgspec.structs.replace(seen.view, round=round_before(seen.view.round, act))
        seen = msgspec.structs.replace(seen, view=view)
    return seen


def ending(exercise: Exercise) -> Scene:
    """The table when the round is over, with everything put right."""
    return _scenes(exercise)[1]


def _scenes(exercise: Exercise) -> tuple[Scene, Scene]:
    found: list[Scene] = []

    def watch(place: int, table: Table) -> None:
        if place == exercise.act:
            found.append(_seen(table))

    account = account_of(exercise.file, watch=watch)
    assert account.table is not None  # every exercise has a script
    (before,) = found
    return before, _seen(account.table)


def _seen(table: Table) -> Scene:
    view: TableView = table.view(TRAINER)
    game: GameAtTable = table.game
    part = ROUND_FILES.of(game.instrument)
    hands = tuple(part.hands(table.round)) if table.round is not None else ()
    wagers = tuple(
        (each.player, each.wager, each.box if part.has_boxes else None, each.amount)
        for each in table.wagers
    )
    return Scene(view, game, hands, wagers)


def follow(exercise: Exercise, acts: Sequence[Entry]) -> Followed:
    """What follows from acts where the trainee comes in, judged as any live table judges them.

    An entry that is no command of the table is a `RoundFileError`, which names the field.
    """
    before = exercise.before
    last = len(before) + len(acts)
    after: list[Scene] = []

    def watch(place: int, table: Table) -> None:
        if place == last + 1:
            after.append(_seen(table))

    file = {**exercise.file, "script": [*before, *acts], "stop": True}
    file.pop("paid", None)
    told = _told(file, watch)
    facts = tuple(fact for each in told[len(before) : last] for fact in each.facts or ())
    refused = next(
        (each.refused for each in told[len(before) : last] if each.refused is not msgspec.UNSET),
        None,
    )
    return Followed(facts, refused, after[0] if after else None)


def _told(file: Mapping[str, Any], watch: Any = None) -> tuple[Any, ...]:
    result = account_of(file, watch=watch).result
    if not isinstance(result, Answer):
        raise NotAnExercise(f"{result.refused.reason} [{', '.join(result.refused.clauses)}]")
    return result.script or ()


# --- when the round is over


def settled(exercise: Exercise) -> tuple[Settlement, ...]:
    return _answer(exercise).settlements


def claims(exercise: Exercise) -> tuple[ClaimAnswer, ...]:
    """What the dealer of the exercise paid, held against what the rules give."""
    return _answer(exercise).claims or ()


def _answer(exercise: Exercise) -> Answer:
    result = account_of(exercise.file).result
    assert isinstance(result, Answer)  # an exercise is checked when it is made
    return result
