"""The parts of the program: which modules each part has, and whether it enforces rules.

`croupier coverage` and the mutation tool ask here which code may cite a clause and which code
enforces it. Neither tool goes by the place of a file, so a module keeps its role when it moves.
Shared packages are listed in `SHARED`; each game lists its own modules with its parts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from croupier.game_parts import Book, games


class PartKind(StrEnum):
    """The purpose of a part."""

    LAW = "law"
    RULES = "rules"
    ROUND = "round"
    SETTLEMENT = "settlement"
    TABLE = "table"
    ACTS = "acts"
    TOURNAMENT = "tournament"
    PROMOTION = "promotion"
    CASINO = "casino"
    FOUNDATION = "foundation"
    SIGN = "sign"
    VIEWS = "views"
    WORDS = "words"
    ROUND_FILE = "round file"
    ODDS = "odds"
    PLAY = "play"
    PAGE = "page"
    TERMINAL = "terminal"
    ENVIRONMENT = "environment"
    RULEBOOK = "rulebook"
    DOCUMENTS = "documents"
    SCHOOL = "school"

    @property
    def enforces(self) -> bool:
        """True if parts of this kind enforce rules, false if they only tell of them."""
        return self in _ENFORCING


_ENFORCING = frozenset(
    {
        PartKind.LAW,
        PartKind.RULES,
        PartKind.ROUND,
        PartKind.SETTLEMENT,
        PartKind.TABLE,
        PartKind.ACTS,
        PartKind.TOURNAMENT,
        PartKind.PROMOTION,
        PartKind.CASINO,
        PartKind.FOUNDATION,
    }
)


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a game or of a shared package."""

    owner: str
    kind: PartKind

    def __str__(self) -> str:
        return f"{self.owner}: {self.kind}"


@dataclass(frozen=True, slots=True, eq=False)
class Modules:
    """The modules of a game or of a shared package, by part.

    A name that starts with a dot is inside `package`. A name that ends with `.*` is a package with
    everything in it. Where two names fit a module, the longer one counts.
    """

    package: str
    by_kind: Mapping[PartKind, tuple[str, ...]]

    @property
    def owner(self) -> str:
        """The short name of the game or of the shared package."""
        return self.package.rpartition(".")[2]

    def declarations(self) -> Iterable[tuple[str, Part]]:
        """Yield each declared name in full, with its part."""
        for kind, names in self.by_kind.items():
            for name in names:
                is_inside = not name or name.startswith(".")
                yield (self.package + name if is_inside else name), Part(self.owner, kind)


SHARED = (
    Modules(
        "croupier.game_rules",
        {
            PartKind.RULES: (
                "",
                ".instrument_succession",
                ".pair_cases",
                ".rules_copy",
                ".rules_in_common",
            ),
            PartKind.SIGN: (".signs",),
        },
    ),
    Modules("croupier.games", {PartKind.RULES: ("",)}),
    Modules(
        "croupier.table",
        {
            PartKind.LAW: (".law", ".tournament_law"),
            PartKind.TABLE: (".*",),
            PartKind.ACTS: (".acts.*",),
            PartKind.SIGN: (".acts.sign",),
            PartKind.VIEWS: (".views", ".tournament_views", ".legal_commands"),
        },
    ),
    Modules(
        "croupier.tournament",
        {PartKind.TOURNAMENT: (".*",), PartKind.ACTS: (".acts.*",), PartKind.VIEWS: (".views",)},
    ),
    Modules(
        "croupier.promotion",
        {
            PartKind.PROMOTION: (".*",),
            PartKind.ACTS: (".acts.*",),
            PartKind.VIEWS: (".views", ".next_steps"),
        },
    ),
    Modules(
        "croupier.casino",
        {PartKind.CASINO: (".*",), PartKind.VIEWS: (".floor.views", ".expected_takings")},
    ),
    Modules(
        "croupier",
        {
            PartKind.FOUNDATION: (
                "",
                ".__main__",
                ".aggregate.*",
                ".cards",
                ".commitment",
                ".dealer.*",
                ".decoding_errors",
                ".durations",
                ".game_parts",
                ".joint_draws",
                ".money",
                ".moves",
                ".private_files",
                ".quick_enums",
                ".registry",
                ".shoe.*",
                ".source_parts",
                ".table_replay",
                ".version",
            ),
            PartKind.WORDS: (".wording.*",),
            PartKind.ROUND_FILE: (".adjudication.*",),
            PartKind.ODDS: (".odds.*",),
            PartKind.PLAY: (".play.*", ".testing.*"),
            PartKind.PAGE: (".web.*",),
            PartKind.TERMINAL: (".cli.*",),
            PartKind.ENVIRONMENT: (".environments.*",),
            PartKind.RULEBOOK: (".rulebook.*",),
            PartKind.DOCUMENTS: (".documents.*", ".dossier.*"),
            PartKind.SCHOOL: (".school.*",),
        },
    ),
)
"""The parts that belong to no game."""


def part_finder(lists: Iterable[Modules] | None = None) -> Callable[[str], Part]:
    """Return a function that finds the part of a module, among all parts unless given a list.

    The function raises LookupError for a module that no part names.
    """
    if lists is None:
        of_games = (each for parts in games().values() for each in parts.modules)
        lists = (*SHARED, *dict.fromkeys(of_games))
    declared: dict[str, Part] = {}
    for each in lists:
        for name, part in each.declarations():
            if name in declared:
                raise ValueError(f"{name} is declared twice: {declared[name]} and {part}")
            declared[name] = part

    def find_part(module: str) -> Part:
        if module in declared:
            return declared[module]
        package = module
        while package:
            if f"{package}.*" in declared:
                return declared[f"{package}.*"]
            package = package.rpartition(".")[0]
        raise LookupError(f"{module} belongs to no declared part (croupier.source_parts)")

    return find_part


def citation_filter(instrument: str | Book) -> Callable[[str], bool]:
    """Return a function that is true of a module that may cite an instrument.

    Shared code and the game's own code may. Other games have rules with the same names.
    """
    find_part = part_finder()
    owners = owners_for(instrument)
    return lambda module: find_part(module).owner in owners


def owners_for(instrument: str | Book) -> frozenset[str]:
    """Return the owners of all parts that may cite an instrument."""
    parts = games().get(instrument if isinstance(instrument, str) else instrument.basis)
    return frozenset(each.owner for each in (*SHARED, *(parts.modules if parts else ())))
