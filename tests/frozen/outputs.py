"""Outputs of the program that were frozen with version 1.2.0, and the named changes since then.

`v1_2_0/` holds the outputs as that version gave them, in groups: a file for each group, a line for
each output. These files are never written again. `changes.json` lists the changes that were made on
purpose, each with its reason, and `changes/` holds the outputs that such a change altered. The
expected output is the one of the last change that altered it, or else the one of 1.2.0.

    python -m tests.frozen                    compare everything, and show the differences
    python -m tests.frozen 'answers/*'        compare some groups
    python -m tests.frozen 'answers/*' --accept NAME --why REASON [--correction INSTRUMENT:CLAUSE]
                                              write the differences down as a named change
    python -m tests.frozen --show NAME        show what a named change altered

The tests in `test_frozen.py` make the same comparison. Read the differences before you accept them:
every one must follow from the change.
"""

from __future__ import annotations

from difflib import unified_diff
from functools import cache
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from tests.compressed_files import pack_lines, unpack, unpack_lines

if TYPE_CHECKING:
    from collections.abc import Mapping

HERE = Path(__file__).parent
FROZEN = HERE / "v1_2_0"
DIGESTS = FROZEN / "digests.json"
INPUTS = "round_files/"
"""The folder of frozen files that are not outputs."""
CHANGES = HERE / "changes"
LIST_OF_CHANGES = HERE / "changes.json"
SHOWN_KINDS, SHOWN_LINES, SHOWN_IDS = 8, 60, 10
"""How many kinds of differences a report shows, how many lines, and how many others of a kind."""

Outputs = dict[str, str]
"""The texts of a group by their ids."""


class Output(msgspec.Struct, frozen=True):
    """One frozen output."""

    id: str
    text: str


class Altered(msgspec.Struct, frozen=True):
    """One output as a change left it; the text is None if there is no such output any more."""

    group: str
    id: str
    text: str | None


class Change(msgspec.Struct, frozen=True, omit_defaults=True):
    """A change of frozen outputs that was made on purpose."""

    name: str
    why: str
    outputs: dict[str, int]
    """How many outputs of each group it altered."""
    correction: tuple[str, ...] = ()
    """The clauses of the corrected rule, such as `act-mini-baccarat-2016:14.4`."""


class Difference(msgspec.Struct, frozen=True):
    """An output that is not the expected one."""

    group: str
    id: str
    expected: str | None
    found: str | None

    def lines(self) -> tuple[str, ...]:
        """Return the lines that differ, with two lines around each."""
        lines = unified_diff(
            _lay_out(self.expected),
            _lay_out(self.found),
            "expected" if self.expected is not None else "not known before",
            "found" if self.found is not None else "missing now",
            lineterm="",
            n=2,
        )
        return tuple(lines)

    def changed_lines(self) -> tuple[str, ...]:
        """Return the lines that differ without their places, which are alike in many outputs."""
        return tuple(line for line in self.lines()[2:] if line[0] in "+-")

    def __str__(self) -> str:
        lines = self.lines()
        cut = ["…"] if len(lines) > SHOWN_LINES else []
        return "\n".join([f"=== {self.group}: {self.id}", *lines[:SHOWN_LINES], *cut])


def _lay_out(text: str | None) -> list[str]:
    """Return the lines of an output; JSON on a single line gets a line for each part."""
    if text is None:
        return []
    if text.startswith("{") and "\n" not in text:
        text = msgspec.json.format(text, indent=1)
    return text.splitlines()


def frozen_names() -> list[str]:
    """Return the names of all frozen files: groups of outputs, and the inputs of some."""
    paths = FROZEN.rglob("*.jsonl.xz")
    return sorted(path.relative_to(FROZEN).as_posix().removesuffix(".jsonl.xz") for path in paths)


def group_names() -> list[str]:
    """Return the names of all frozen groups, such as `answers/act-blackjack-2018-plain`."""
    return [name for name in frozen_names() if not name.startswith(INPUTS)]


def frozen_path(group: str) -> Path:
    """Return the file of a group as 1.2.0 left it."""
    return FROZEN / f"{group}.jsonl.xz"


def expected_outputs(group: str) -> Outputs:
    """Return the outputs of a group as they should be now."""
    expected: dict[str, str | None] = {
        output.id: output.text for output in unpack_lines(frozen_path(group), Output)
    }
    for change in read_changes():
        if group in change.outputs:
            altered = (each for each in read_altered(change.name) if each.group == group)
            expected.update((each.id, each.text) for each in altered)
    return {id: text for id, text in expected.items() if text is not None}


def read_changes() -> list[Change]:
    """Return the named changes in the order in which they were made."""
    return msgspec.json.decode(LIST_OF_CHANGES.read_bytes(), type=list[Change])


def altered_path(name: str) -> Path:
    """Return the file of the outputs that a change altered."""
    return CHANGES / f"{name}.jsonl.xz"


@cache
def read_altered(name: str) -> tuple[Altered, ...]:
    """Return the outputs that a change altered."""
    return tuple(unpack_lines(altered_path(name), Altered))


def compare(group: str, found: Mapping[str, str]) -> list[Difference]:
    """Return every output of a group that is not the expected one."""
    expected = expected_outputs(group)
    return [
        Difference(group, id, expected.get(id), found.get(id))
        for id in dict.fromkeys((*expected, *found))
        if expected.get(id) != found.get(id)
    ]


def report(differences: list[Difference]) -> str:
    """Describe differences that no change names."""
    return (
        f"{len(differences)} frozen outputs differ. Only a named change may alter them: "
        f"see `python -m tests.frozen --help`.\n{summarise(differences)}"
    )


def summarise(differences: list[Difference], shown: int = SHOWN_KINDS) -> str:
    """Describe differences to a person: each kind once, and the ids of others of the kind."""
    kinds: dict[tuple[str, ...], list[Difference]] = {}
    for each in differences:
        kinds.setdefault(each.changed_lines(), []).append(each)
    lines = []
    for first, *others in islice(kinds.values(), shown):
        lines.append(str(first))
        lines += [f"the same in {each.group}: {each.id}" for each in others[:SHOWN_IDS]]
        if len(others) > SHOWN_IDS:
            lines.append(f"… and in {len(others) - SHOWN_IDS} more")
    if len(kinds) > shown:
        lines.append(f"… and {len(kinds) - shown} more kinds of differences")
    return "\n".join(lines)


def differences_of_change(name: str) -> list[Difference]:
    """Return what a change altered, compared with the outputs before it."""
    earlier: dict[tuple[str, str], str | None] = {}
    for change in read_changes():
        altered = read_altered(change.name)
        if change.name == name:
            before: dict[tuple[str, str], str | None] = {
                (group, each.id): each.text
                for group in change.outputs
                for each in unpack_lines(frozen_path(group), Output)
            }
            before |= earlier
            return [
                Difference(each.group, each.id, before.get((each.group, each.id)), each.text)
                for each in altered
            ]
        earlier |= {(each.group, each.id): each.text for each in altered}
    raise ValueError(f"no change is called {name}")


def accept(
    differences: list[Difference], name: str, why: str, correction: tuple[str, ...] = ()
) -> Change:
    """Write differences down as a change, or add them to the last change if it has that name."""
    changes = read_changes()
    altered: dict[tuple[str, str], Altered] = {}
    if changes and changes[-1].name == name:
        altered = {(each.group, each.id): each for each in read_altered(changes.pop().name)}
    elif any(each.name == name for each in changes):
        raise ValueError(f"{name} is not the last change; choose another name")
    for each in differences:
        altered[each.group, each.id] = Altered(each.group, each.id, each.found)
    counts: dict[str, int] = {}
    for group, _ in altered:
        counts[group] = counts.get(group, 0) + 1
    change = Change(name, why, counts, correction)
    pack_lines(altered_path(name), altered.values())
    read_altered.cache_clear()
    text = msgspec.json.format(msgspec.json.encode([*changes, change]), indent=2)
    LIST_OF_CHANGES.write_bytes(text + b"\n")
    return change


def freeze(group: str, outputs: Outputs) -> None:
    """Store a new group; a group that was frozen before stays as it is."""
    path = frozen_path(group)
    if path.exists():
        raise FileExistsError(f"{group} is frozen already; name a change instead")
    pack_lines(path, (Output(id, text) for id, text in outputs.items()))
    digests = {**(read_digests() if DIGESTS.exists() else {}), group: digest(path)}
    DIGESTS.write_bytes(msgspec.json.format(msgspec.json.encode(digests, order="sorted")) + b"\n")


def digest(path: Path) -> str:
    """Return the digest of a compressed file's content."""
    return sha256(unpack(path)).hexdigest()


def read_digests() -> dict[str, str]:
    """Return the digests of all groups as 1.2.0 left them."""
    return msgspec.json.decode(DIGESTS.read_bytes(), type=dict[str, str])
