"""What can be asked of an analysis or a simulation, declared once.

The command line makes its options of these, the laboratory's pages their fields; the functions of
`croupier.odds` take the same names. What only some games ask, they declare (`OddsPart.PARAMETERS`).
Nothing heavy is imported here: every start of the command line reads it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum, StrEnum
from functools import lru_cache, partial
from itertools import chain
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypedDict

from croupier.money import dollars

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from fractions import Fraction

    from croupier.cards import Card
    from croupier.game_rules import Rules
    from croupier.rulebook.instruments import Instrument


class TableArguments(TypedDict, total=False):
    """The table that is asked about, as every function of `croupier.odds` takes it.

    This is for type checkers alone, which know no game: the last ones are those that the games of
    this program declare (`TableParameter`), and nothing but the declaration reads them.
    """

    decks: int | None
    options: Mapping[str, object] | None
    remove: Iterable[Card] | str
    """Cards that are out of the shoe."""
    trips: Fraction | int | str
    """In Hold'em, how many antes lie on trips, where a fold loses them too."""
    ante: int | None
    """In Hold'em, what lies on the ante, in cents: a maximum payout of the blind depends on it."""


class Tool(StrEnum):
    """What the laboratory answers."""

    ODDS = "odds"
    EFFECTS = "effects"
    GRID = "grid"
    STRATEGY = "strategy"
    DECISION = "decision"
    SIMULATION = "simulation"
    COUNT = "count"
    RISK = "risk"
    COVARIANCE = "covariance"
    DOSSIER = "dossier"


class FormField(NamedTuple):
    """How a page asks a parameter."""

    label: str
    explanation: str = ""
    example: str = ""
    kind: Literal["text", "number", "lines"] = "text"
    choices: Mapping[str, str] = {}
    """What there is to choose from, the usual first, and what each means."""
    is_advanced: bool = False
    """Whether it is shown only to those who ask for more."""


@dataclass(frozen=True, eq=False)
class Parameter:
    """One thing that is asked, whoever asks it."""

    name: str
    metavar: str
    """What stands for the value in a help text."""
    help: str
    """One sentence, for the command line."""
    field: FormField | None = None
    """None for what is asked on the command line alone."""
    tools: frozenset[Tool] = frozenset(Tool)
    after: str = ""
    """The parameter that it follows, where a game declares it."""


class ValueForm(Enum):
    """The form in which people, programs and files give the value of a parameter."""

    TEXT = "text"
    CENTS = "cents"


@dataclass(frozen=True, eq=False, kw_only=True)
class TableParameter(Parameter):
    """A parameter of the table that only the games ask which declare it.

    Its value is an argument of every function of `croupier.odds`, an option of every command of the
    laboratory, and a field of every page of it.
    """

    default: Any
    """The value where nobody says."""
    form: ValueForm
    read: Callable[[Any], Any]
    """Read the value from an argument, and refuse what cannot be one at any table."""
    check: Callable[[Rules, Any], None]
    """Refuse a value that this table does not take."""
    why_not_elsewhere: str
    """The reason why another game refuses a value, said of its instrument."""
    is_wagered_beside: bool = False
    """True if the value is the number of initial wagers on the wager of its name, and a box plays
    for that wager together with the first."""
    in_environments: bool = False
    """True if learning environments take it."""

    def plain(self, value: Any) -> str | int | None:
        """Write a value as JSON has it."""
        if value is None or self.form is ValueForm.CENTS:
            return value  # type: ignore[no-any-return]
        return str(value)

    def in_titles(self, value: Any) -> str:
        """Write a value as a title names it."""
        return dollars(value) if self.form is ValueForm.CENTS else str(value)

    def as_option(self, value: Any) -> str:
        """Write a value as the command line takes it."""
        return f"{value / 100:.2f}" if self.form is ValueForm.CENTS else str(value)

    def of_word(self, word: str) -> str | int:
        """Read an argument from a word of a grid. Raise `ValueError` if it is not a number."""
        return int(word) if self.form is ValueForm.CENTS else word


def _asked_by(*tools: Tool) -> Callable[..., Parameter]:
    return partial(Parameter, tools=frozenset(tools))


_asked = Parameter
_varied = _asked_by(Tool.GRID)
_decided = _asked_by(Tool.DECISION)
_simulated = _asked_by(Tool.SIMULATION)
_counted = _asked_by(Tool.COUNT)
_risked = _asked_by(Tool.RISK, Tool.GRID)
_told_of_takings = _asked_by(Tool.RISK)
_repeated = _asked_by(Tool.SIMULATION, Tool.RISK, Tool.GRID)
_seeded = _asked_by(Tool.SIMULATION, Tool.COUNT)

_CARDS = "Cards that are known not to come; each as its rank and the letter of its suit."
_PART = (
    "Such as 0.75, or cut for where the rules put the cutting card. Left empty, who counts has it "
    "there, and otherwise every round is dealt from a fresh shoe."
)
_SYSTEMS = (
    "HI-LO, HI-OPT-I, HI-OPT-II, KO, OMEGA-II, ZEN or HALVES, or a tag for each rank; a rank that "
    "is not named counts nothing."
)
_GRIDS = {
    "odds": "what each wager costs",
    "risk": "what becomes of a bankroll, or what the table should win",
    "simulate": "rounds played at random",
}
_COVERS = {"first": "what it takes at first", "all": "the most that it can cost"}

PARAMETERS = {
    parameter.name: parameter
    for parameter in (
        # The table.
        _asked("decks", "N", "Decks in the shoe."),
        _asked("option", "NAME=VALUE", "An option of the table; may be given more than once."),
        _asked(
            "remove", "CARDS",
            "Cards that are out of the shoe, such as 4S,4S,KD; 4,4,K if suits do not matter.",
            FormField("cards out of the shoe", _CARDS, "4S 4S KD"),
        ),
        _asked(
            "amend", "FILE",
            "Amend the instrument by this file (docs/examples has some): the result is not an "
            "approved one.",
            FormField(
                "amendment in TOML",
                "Rules that nobody approved: which values of the instrument are others, each with "
                "all the clauses that state it.",
                kind="lines", is_advanced=True,
            ),
        ),
        # A grid of tables.
        _varied(
            "vary", "NAME=VALUES", "What is varied, such as decks=4..8 or soft_17=stand,hit.",
            FormField(
                "what is varied",
                "Options of the table with their values, or what else is asked here; every "
                "combination is one table.",
                "decks=4..8 soft_17=stand,hit",
            ),
        ),
        _varied(
            "ask", "TOOL", "What is worked out for each of them.",
            FormField("what is worked out", choices=_GRIDS),
        ),
        # One decision.
        _decided(
            "hand", "CARDS", "Only the decision with this hand.",
            FormField("the hand", example="AS KD"),
        ),
        # Rounds that are played, or looked ahead.
        _repeated(
            "rounds", "N", "How many rounds.",
            FormField("rounds", example="1000000", kind="number"),
        ),
        _seeded(
            "seed", "N", "The same seed, the same rounds.",
            FormField("seed", "The same seed, the same rounds.", "1", "number"),
        ),
        _simulated("workers", "N", "How many play at once; all cores if left out."),
        _simulated("scheduler", "ADDRESS", "A Dask scheduler whose workers play."),
        _simulated("strategy", "FILE", "A strategy as `croupier strategy` writes it."),
        _seeded(
            "penetration", "P",
            "Deal to this part of the shoe, such as 0.75, or to the cut of the rules: cut.",
            FormField("part of the shoe dealt", _PART, "0.75 or cut"),
        ),
        # Counting.
        _counted(
            "count", "SYSTEM", "A system of counting, such as HI-LO, or tags: 'A-1 5+1 T-1'.",
            FormField("system of counting", _SYSTEMS, "HI-LO or A-1 5+1 T-1"),
        ),
        _counted(
            "shoes", "N", "Shoes to shuffle, to see how often wagers are favourable.",
            FormField(
                "shoes shuffled",
                "More shoes, smaller errors of how often a wager is favourable.",
                "20000", "number", is_advanced=True,
            ),
        ),
        # Risk and takings.
        _risked(
            "bankroll", "AMOUNT", "What a player comes with.",
            FormField(
                "bankroll",
                "What a player comes with. Left empty, the question is the house's: what so many "
                "wagers should bring it.",
                "100",
            ),
        ),
        _risked(
            "stake", "AMOUNT", "The initial wager of every round.",
            FormField("initial wager", example="1"),
        ),
        _risked(
            "target", "AMOUNT", "The player stops with so much.",
            FormField("target", "A player who has so much stops.", "150"),
        ),
        _risked(
            "wager", "NAME", "Another wager than the first of the game.",
            FormField("wager", "Left empty, the first of the game.", is_advanced=True),
        ),
        _risked(
            "cover", "first|all", "A round needs its first stake, or all that it can cost.",
            FormField(
                "what a round needs", "Of a bankroll.", choices=_COVERS, is_advanced=True
            ),
        ),
        _told_of_takings(
            "drop", "AMOUNT", "What the table's box took, for the hold.",
            FormField(
                "drop", "What the table's box took, for the hold; without a bankroll.", "12000",
                is_advanced=True,
            ),
        ),
        _told_of_takings(
            "confidence", "P", "How sure the range of an honest table is.",
            FormField(
                "confidence", "How sure the range of an honest table is; without a bankroll.",
                "0.99", is_advanced=True,
            ),
        ),
    )
}  # fmt: skip
"""Every parameter that all games ask, by its name, in the order in which they are asked."""

# Declarations that several games share: those that ask such a parameter put it among their own.

BOARD = Parameter(
    "board",
    "CARDS",
    "In Hold'em, what lies on the board with it.",
    FormField(
        "the board",
        "Nothing before the flop, then three cards, and five on the river.",
        "2S 9S 9H",
    ),
    tools=frozenset({Tool.DECISION}),
    after="hand",
)
DEALERS_CARD = Parameter(
    "dealer",
    "CARD",
    "In blackjack, the dealer's card against it.",
    FormField("the dealer's card", example="9H"),
    tools=frozenset({Tool.DECISION}),
    after="hand",
)
BOXES = Parameter(
    "boxes",
    "N",
    "Boxes in play.",
    FormField("boxes in play", example="1", kind="number"),
    tools=frozenset({Tool.SIMULATION}),
    after="strategy",
)
PLAYED_BY_COUNT = (
    replace(PARAMETERS["count"], tools=frozenset({Tool.COUNT, Tool.SIMULATION})),
    Parameter(
        "ramp",
        "STAKES",
        "With --count, a spread such as 1:8, or stakes by true count: 0=1,2=4,4=8.",
        FormField(
            "stakes of a counter",
            "A spread such as 1:8, or stakes by true count. Without a system of counting "
            "nobody counts.",
            "1:8 or 0=1,2=4,4=8",
            is_advanced=True,
        ),
        tools=frozenset({Tool.SIMULATION}),
        after="count",
    ),
    Parameter(
        "rounds_an_hour",
        "N",
        "With --count, how fast the table is.",
        FormField("rounds an hour", example="100", kind="number", is_advanced=True),
        tools=frozenset({Tool.SIMULATION}),
        after="ramp",
    ),
)
"""The parameters of a simulated player who counts."""


def every_parameter() -> Mapping[str, Parameter]:
    """Return the parameters that any game asks, by name, in the order in which they are asked."""
    from croupier.odds import ODDS

    return _together(tuple(part.PARAMETERS for part in ODDS.every()))


def parameters_of(tool: Tool, instrument: str | Instrument) -> tuple[Parameter, ...]:
    """What a tool asks about a table under an instrument, beside the table's options."""
    asked = _together((_declared(instrument),)).values()
    return tuple(parameter for parameter in asked if tool in parameter.tools)


def asks(instrument: str | Instrument, name: str) -> bool:
    """Whether the game of an instrument asks this at all."""
    return name in PARAMETERS or any(each.name == name for each in _declared(instrument))


def every_table_parameter() -> tuple[TableParameter, ...]:
    """Return what any game asks of its table beside decks, options and cards."""
    return tuple(each for each in every_parameter().values() if isinstance(each, TableParameter))


def table_parameters_of(instrument: str | Instrument) -> tuple[TableParameter, ...]:
    """Return what the game of an instrument asks of its table beside decks, options and cards."""
    return tuple(each for each in _declared(instrument) if isinstance(each, TableParameter))


def _declared(instrument: str | Instrument) -> tuple[Parameter, ...]:
    from croupier.odds import ODDS

    return ODDS.of(instrument).PARAMETERS


@lru_cache(maxsize=64)
def _together(declared: tuple[tuple[Parameter, ...], ...]) -> Mapping[str, Parameter]:
    """Put what games declare among the others, each behind the parameter that it names."""
    asked = [*PARAMETERS.values()]
    for parameter in chain.from_iterable(declared):
        names = [each.name for each in asked]
        if parameter.name in names:
            asked[names.index(parameter.name)] = parameter
        else:
            asked.insert(names.index(parameter.after) + 1, parameter)
    return {parameter.name: parameter for parameter in asked}
