"""The groups of frozen outputs, each with the function that produces it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.frozen import command_line, environment_episodes, round_file_answers, web_answers

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.frozen.outputs import Outputs

GROUPS: dict[str, Callable[[], Outputs]] = {
    **round_file_answers.GROUPS,
    **command_line.GROUPS,
    **environment_episodes.GROUPS,
    **web_answers.GROUPS,
}
