"""Names of accounts that could be taken for another's, or for something else than a name.

They are refused when somebody is enrolled, and not by the house's record: accounts that have such a
name from before keep it.

Two names are confusable if they look alike (their skeletons are the same): the Cyrillic letter a is
an a to whoever reads it. Unicode's decompositions give the letters of fonts and widths back; which
letters of other alphabets look like Latin ones is in `confusable_letters.txt`.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

from croupier.aggregate.facts import OFFICES
from croupier.aggregate.roles import Role
from croupier.casino.house.acts import ITSELF, LONGEST_NAME, is_a_name, refused

if TYPE_CHECKING:
    from croupier.casino.house.commands import Enrol
    from croupier.casino.house.house import House
    from croupier.rulebook.citations import Refused

PATH_PARTS = frozenset("/\\")
INVISIBLE = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0]")
"""What is printable to Unicode and shows nothing."""


@cache
def _looks_like() -> dict[int, str]:
    """Which Latin letter a letter looks like."""
    text = (resources.files("croupier.casino") / "confusable_letters.txt").read_text("utf-8")
    lines = (line.split() for line in text.splitlines() if line and not line.startswith("#"))
    return {
        ord(letter): latin
        for letters, alike in lines
        for letter, latin in zip(letters, alike, strict=True)
    }


def skeleton(name: str) -> str:
    """What is left of a name for whoever only looks at it: names with the same one are alike."""
    latin = unicodedata.normalize("NFKD", name).translate(_looks_like()).casefold()
    return " ".join(latin.translate(_looks_like()).replace("m", "rn").split())


def why_unfit(house: House, enrol: Enrol, alike: str | None = None) -> Refused | None:
    """Why nobody new may have this name, if so; `alike` is one that somebody has already."""
    name = enrol.person
    if PATH_PARTS & set(name) or name in (".", ".."):
        return refused(f"person: {name!r} is a path; a name has no / or \\ in it")
    if not name.isprintable() or INVISIBLE.search(name) or unicodedata.combining(name[:1] or " "):
        return refused(f"person: {name!r} has characters in it that cannot be seen")
    if not is_a_name(name):  # of an account that a guest keeps, the house is not told the name
        shown = repr(name[:LONGEST_NAME])
        return refused(f"person: {shown} is not a name of 1 to {LONGEST_NAME} characters")
    if name.startswith("~"):
        return refused(f"person: {name!r} begins with ~, as references in records do")
    taken = {skeleton(each): each for each in (*house.people, *house.forgotten)}
    taken[skeleton(ITSELF.name)] = ITSELF.name
    if Role.PLAYER in enrol.roles:
        taken |= {skeleton(office): office for office in OFFICES}
    alike = alike or taken.get(skeleton(name))
    if alike is None:
        return None
    return refused(f"person: {name!r} looks like {alike!r}, and one could be taken for the other")
