"""What can be asked of an analysis or a simulation, declared once.

The command line makes its options of these, the laboratory's pages their fields; the functions of
`croupier.odds` take the same names. Nothing heavy is imported here: every start of the command line
reads it.
"""

from __future__ import annotations

from enum import StrEnum
from functools import partial
from typing import TYPE_CHECKING, Literal, NamedTuple, TypedDict

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from fractions import Fraction

    from croupier.cards import Card
    from croupier.rulebook.instruments import Instrument


class TableArguments(TypedDict, total=False):
    """The table that is asked about, as every function of `croupier.odds` takes it."""

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


class Parameter(NamedTuple):
    """One thing that is asked, whoever asks it."""

    name: str
    metavar: str
    """What stands for the value in a help text."""
    help: str
    """One sentence, for the command line."""
    field: FormField | None = None
    """None for what is asked on the command line alone."""
    only_some_games: bool = False
    """Whether only the games ask it that name it in their `ASKS`."""
    tools: frozenset[Tool] = frozenset(Tool)
    tools_of_some_games: frozenset[Tool] = frozenset()
    """Further tools, which ask it only of the games that name it in their `ASKS`."""


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
            "trips", "ANTES", "In Hold'em, what lies on trips, such as 1 or 1/2.",
            FormField(
                "antes on trips",
                "A fold loses trips too, so what lies there moves the best play.", "1 or 1/2",
            ),
            only_some_games=True,
        ),
        _asked(
            "ante", "DOLLARS", "In Hold'em, the ante, on which a maximum payout depends.",
            FormField(
                "ante in cents",
                "A maximum payout of the blind depends on it; without one it moves nothing.",
                "500", "number", is_advanced=True,
            ),
            only_some_games=True,
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
        _decided(
            "board", "CARDS", "In Hold'em, what lies on the board with it.",
            FormField(
                "the board", "Nothing before the flop, then three cards, and five on the river.",
                "2S 9S 9H",
            ),
            only_some_games=True,
        ),
        _decided(
            "dealer", "CARD", "In blackjack, the dealer's card against it.",
            FormField("the dealer's card", example="9H"), only_some_games=True,
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
        _simulated(
            "boxes", "N", "Boxes in play.",
            FormField("boxes in play", example="1", kind="number"), only_some_games=True,
        ),
        _seeded(
            "penetration", "P",
            "Deal to this part of the shoe, such as 0.75, or to the cut of the rules: cut.",
            FormField("part of the shoe dealt", _PART, "0.75 or cut"),
        ),
        # Counting.
        _counted(
            "count", "SYSTEM", "A system of counting, such as HI-LO, or tags: 'A-1 5+1 T-1'.",
            FormField("system of counting", _SYSTEMS, "HI-LO or A-1 5+1 T-1"),
            tools_of_some_games=frozenset({Tool.SIMULATION}),
        ),
        _simulated(
            "ramp", "STAKES",
            "With --count, a spread such as 1:8, or stakes by true count: 0=1,2=4,4=8.",
            FormField(
                "stakes of a counter",
                "A spread such as 1:8, or stakes by true count. Without a system of counting "
                "nobody counts.",
                "1:8 or 0=1,2=4,4=8", is_advanced=True,
            ),
            only_some_games=True,
        ),
        _simulated(
            "rounds_an_hour", "N", "With --count, how fast the table is.",
            FormField("rounds an hour", example="100", kind="number", is_advanced=True),
            only_some_games=True,
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
"""Every parameter by its name, in the order in which they are asked."""


def asks(instrument: str | Instrument, name: str) -> bool:
    """Whether the game of an instrument asks this at all."""
    return not PARAMETERS[name].only_some_games or _names(instrument, name)


def parameters_of(tool: Tool, instrument: str | Instrument) -> tuple[Parameter, ...]:
    """What a tool asks about a table under an instrument, beside the table's options."""
    return tuple(
        parameter
        for parameter in PARAMETERS.values()
        if (tool in parameter.tools and asks(instrument, parameter.name))
        or (tool in parameter.tools_of_some_games and _names(instrument, parameter.name))
    )


def _names(instrument: str | Instrument, name: str) -> bool:
    from croupier.odds import ODDS

    return name in ODDS.of(instrument).ASKS
