"""The score of somebody who practises: it goes along from page to page, and is kept nowhere."""

from __future__ import annotations

import re
from dataclasses import dataclass

LONGEST_PRACTICE = 24 * 3_600_000
"""A question that lay open for longer was not being worked at."""
_SCORE = re.compile(r"(\d{1,6})-(\d{1,6})-(\d{1,12})-(\d{1,6})")


@dataclass(frozen=True, slots=True)
class Score:
    """Points, and the time that they took, of the questions so far."""

    right: int = 0
    of: int = 0
    milliseconds: int = 0
    questions: int = 0

    @classmethod
    def read(cls, text: str) -> Score:
        found = _SCORE.fullmatch(text)
        return cls(*map(int, found.groups())) if found else cls()

    def __str__(self) -> str:
        return f"{self.right}-{self.of}-{self.milliseconds}-{self.questions}"

    def more(self, right: int, of: int, milliseconds: int, questions: int = 0) -> Score:
        lasted = min(max(milliseconds, 0), LONGEST_PRACTICE)
        return Score(
            self.right + right, self.of + of, self.milliseconds + lasted,
            self.questions + questions,
        )  # fmt: skip

    @property
    def each(self) -> str:
        return f"{self.milliseconds / 1000 / max(self.questions, 1):.1f}"
