"""Many tables of one game in compiled code: the arrays, and the steps that change them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any

import numpy as np

from croupier.environments.array_layout import DONE, NEXT_STEP, PLACE, Outcome, Tables
from croupier.environments.dealing import RAN_OUT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from croupier.environments.table_setup import TableSetup

    Bools = np.ndarray[Any, np.dtype[np.bool_]]


class VectorTable(ABC):
    """So many tables, alike but for their cards.

    A subclass has the game: its kernel, its rules as numbers, and which rows of the observation
    belong to which field. `a_round` is more cards than any of its rounds takes.
    """

    rows: dict[str, int | slice]
    """By field of the observation: its row of the arrays, or its rows where it has several."""

    def __init__(
        self, setup: TableSetup, many: int, *, cards: Sequence[int], columns: int, a_round: int
    ) -> None:
        self.setup, self.many = setup, many
        actions = len(setup.part.actions(setup))
        height = 1 + max(
            row if isinstance(row, int) else row.stop - 1 for row in self.rows.values()
        )
        # A round that runs out of cards is noticed at its end: until then it has room to draw.
        behind = max(0, a_round - (len(cards) - setup.cut.place))
        self._unshuffled = np.array([*cards, *[cards[0]] * behind], np.uint8)
        width = len(self._unshuffled)
        counted = many if setup.counts else 0
        self.tables = Tables(
            cards=len(cards),
            width=width,
            burnt=setup.cut.burnt,
            cut=setup.cut.place,
            betting=int(setup.betting),
            counting=int(setup.counts),
            shoe=np.tile(self._unshuffled, many),
            words=np.zeros(many, np.uint64),
            state=np.zeros((many, columns), np.int32),
            counts=np.zeros((counted, 13), np.int16),
        )
        self.outcome = Outcome(
            obs=np.zeros((height, many), np.int64),
            mask=np.zeros((many, actions), np.int8),
            cents=np.zeros(many, np.int64),
            ended=np.zeros(many, np.bool_),
            truncated=np.zeros(many, np.bool_),
            illegal=np.zeros(many, np.bool_),
            final_obs=np.zeros((height, many), np.int64),
            final_mask=np.zeros((many, actions), np.int8),
            final_counts=np.zeros((counted, 13), np.int16),
        )
        self._all = np.ones(many, np.bool_)
        self._no_actions = np.zeros(many, np.int64)

    def __reduce__(self) -> tuple[Any, ...]:
        return _with_arrays, (self.setup, self.many, self._arrays())

    def _arrays(self) -> list[Any]:
        """Everything that steps change."""
        return [part for part in (*self.tables, *self.outcome) if isinstance(part, np.ndarray)]

    @abstractmethod
    def run(self, actions: Any, live: Bools, mode: int, most_steps: int) -> int:
        """Call the kernel: the number of a table whose shoe ran out, or -1."""

    def seed(self, which: Sequence[int], words: Sequence[int]) -> None:
        """Begin tables anew, each from a word of 64 bits, with its shoe unshuffled."""
        tables = self.tables
        places = np.asarray(which, np.int64)
        tables.words[places] = np.array(words, np.uint64)
        tables.shoe.reshape(self.many, -1)[places] = self._unshuffled
        tables.state[places] = 0
        tables.state[places, PLACE] = tables.cards

    def begin(self, live: Bools) -> None:
        """A new round at these tables."""
        self.tables.state[live, DONE] = 1
        self._run(self._no_actions, live, NEXT_STEP, 0)

    def step(self, actions: Any, mode: int, most_steps: int) -> None:
        self._run(actions, self._all, mode, most_steps)

    @property
    def over(self) -> Bools:
        """Which tables wait for a new round."""
        over: Bools = self.tables.state[:, DONE] != 0
        return over

    def _run(self, actions: Any, live: Bools, mode: int, most_steps: int) -> None:
        if self.run(actions, live, mode, most_steps) >= 0:
            raise ValueError(RAN_OUT)

    # -- what is seen

    def observed(self) -> dict[str, Any]:
        """A copy of the observation of every table."""
        return self._fields(self.outcome.obs, self.outcome.mask, self.tables.counts)

    def observed_last(self) -> dict[str, Any]:
        """The same of rounds that ended in this step, where the next has begun."""
        out = self.outcome
        return self._fields(out.final_obs, out.final_mask, out.final_counts)

    def _fields(self, obs: Any, mask: Any, counts: Any) -> dict[str, Any]:
        copied = obs.copy()
        seen = {name: copied[rows].T for name, rows in self.rows.items()}
        if self.setup.counts:
            seen["counts"] = counts.copy()
        seen["action_mask"] = mask.copy()
        return seen


def _with_arrays(setup: TableSetup, many: int, arrays: list[Any]) -> VectorTable:
    """A copy, with what the arrays held."""
    table = setup.part.vector_table(setup, many)
    for array, held in zip(table._arrays(), arrays, strict=True):
        array[:] = held
    return table
