"""What can be asked of an analysis or a simulation, declared once.

The command line makes its options of these, the laboratory's pages their fields; the functions of
`croupier.odds` take the same names. Nothing heavy is imported here: every start of the command line
reads it.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple, TypedDict

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
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


class Parameter(NamedTuple):
    """One thing that is asked, whoever asks it."""

    name: str
    metavar: str
    """What stands for the value in a help text."""
    help: str
    """One sentence, for the command line."""
    tools: tuple[Tool, ...] = tuple(Tool)
    only_some_games: bool = False
    """Whether only the games ask it that name it in their `ASKS`."""
    tools_of_some_games: tuple[Tool, ...] = ()
    """Further tools, which ask it only of the games that name it in their `ASKS`."""
    label: str = ""
    """What a form calls it; one without a label is asked on the command line alone."""
    explanation: str = ""
    """What a form says about it."""
    example: str = ""
    is_number: bool = False
    has_lines: bool = False
    """Whether it takes several lines of text."""
    is_advanced: bool = False
    """Whether a form shows it only to those who ask for more."""


PARAMETERS = {
    parameter.name: parameter
    for parameter in (
        Parameter(name="decks", metavar="N", help="Decks in the shoe."),
        Parameter(
            name="option",
            metavar="NAME=VALUE",
            help="An option of the table; may be given more than once.",
        ),
        Parameter(
            name="remove",
            metavar="CARDS",
            help="Cards that are out of the shoe, such as 4S,4S,KD; 4,4,K if suits do not matter.",
            label="cards out of the shoe",
            explanation="Cards that are known not to come; each as its rank and the letter of its "
            "suit.",
            example="4S 4S KD",
        ),
        Parameter(
            name="trips",
            metavar="ANTES",
            help="In Hold'em, what lies on trips, such as 1 or 1/2.",
            only_some_games=True,
            label="antes on trips",
            explanation="A fold loses trips too, so what lies there moves the best play.",
            example="1 or 1/2",
        ),
        Parameter(
            name="ante",
            metavar="DOLLARS",
            help="In Hold'em, the ante, on which a maximum payout depends.",
            only_some_games=True,
            label="ante in cents",
            explanation="A maximum payout of the blind depends on it; without one it moves "
            "nothing.",
            example="500",
            is_number=True,
            is_advanced=True,
        ),
        Parameter(
            name="amend",
            metavar="FILE",
            help="Amend the instrument by this file (docs/examples has some): the result is not an "
            "approved one.",
            label="amendment in TOML",
            explanation="Rules that nobody approved: which values of the instrument are others, "
            "each with all the clauses that state it.",
            has_lines=True,
            is_advanced=True,
        ),
        Parameter(
            name="vary",
            metavar="NAME=VALUES",
            help="What is varied, such as decks=4..8 or soft_17=stand,hit.",
            tools=(Tool.GRID,),
            label="what is varied",
            explanation="Options of the table with their values, or remove and trips; every "
            "combination is one table.",
            example="decks=4..8 soft_17=stand,hit",
        ),
        Parameter(
            name="hand",
            metavar="CARDS",
            help="Only the decision with this hand.",
            tools=(Tool.DECISION,),
            label="the hand",
            example="AS KD",
        ),
        Parameter(
            name="board",
            metavar="CARDS",
            help="In Hold'em, what lies on the board with it.",
            tools=(Tool.DECISION,),
            only_some_games=True,
            label="the board",
            explanation="Nothing before the flop, then three cards, and five on the river.",
            example="2S 9S 9H",
        ),
        Parameter(
            name="dealer",
            metavar="CARD",
            help="In blackjack, the dealer's card against it.",
            tools=(Tool.DECISION,),
            only_some_games=True,
            label="the dealer's card",
            example="9H",
        ),
        Parameter(
            name="rounds",
            metavar="N",
            help="Rounds to play.",
            tools=(Tool.SIMULATION, Tool.RISK),
            label="rounds",
            example="10000000",
            is_number=True,
        ),
        Parameter(
            name="seed",
            metavar="N",
            help="The same seed, the same rounds.",
            tools=(Tool.SIMULATION, Tool.COUNT),
            label="seed",
            explanation="The same seed, the same rounds.",
            example="1",
            is_number=True,
        ),
        Parameter(
            name="workers",
            metavar="N",
            help="How many play at once; all cores if left out.",
            tools=(Tool.SIMULATION,),
        ),
        Parameter(
            name="scheduler",
            metavar="ADDRESS",
            help="A Dask scheduler whose workers play.",
            tools=(Tool.SIMULATION,),
        ),
        Parameter(
            name="strategy",
            metavar="FILE",
            help="A strategy as `croupier strategy` writes it.",
            tools=(Tool.SIMULATION,),
        ),
        Parameter(
            name="boxes",
            metavar="N",
            help="Boxes in play.",
            tools=(Tool.SIMULATION,),
            only_some_games=True,
            label="boxes in play",
            example="1",
            is_number=True,
        ),
        Parameter(
            name="penetration",
            metavar="P",
            help="Deal to this part of the shoe, such as 0.75, or to the cut of the rules: cut.",
            tools=(Tool.SIMULATION, Tool.COUNT),
            label="part of the shoe dealt",
            explanation="Such as 0.75, or cut for where the rules put the cutting card. Left "
            "empty, every round is dealt from a fresh shoe.",
            example="0.75 or cut",
        ),
        Parameter(
            name="count",
            metavar="SYSTEM",
            help="A system of counting, such as HI-LO, or tags: 'A-1 5+1 T-1'.",
            tools=(Tool.COUNT,),
            tools_of_some_games=(Tool.SIMULATION,),
            label="system of counting",
            explanation="HI-LO, HI-OPT-I, HI-OPT-II, KO, OMEGA-II, ZEN or HALVES, or a tag for "
            "each rank; a rank that is not named counts nothing.",
            example="HI-LO or A-1 5+1 T-1",
        ),
        Parameter(
            name="ramp",
            metavar="STAKES",
            help="With --count, a spread such as 1:8, or stakes by true count: 0=1,2=4,4=8.",
            tools=(Tool.SIMULATION,),
            only_some_games=True,
            label="stakes of a counter",
            explanation="A spread such as 1:8, or stakes by true count. Without a system of "
            "counting nobody counts.",
            example="1:8 or 0=1,2=4,4=8",
            is_advanced=True,
        ),
        Parameter(
            name="rounds_an_hour",
            metavar="N",
            help="With --count, how fast the table is.",
            tools=(Tool.SIMULATION,),
            only_some_games=True,
            label="rounds an hour",
            example="100",
            is_number=True,
            is_advanced=True,
        ),
        Parameter(
            name="shoes",
            metavar="N",
            help="Shoes to shuffle, to see how often wagers are favourable.",
            tools=(Tool.COUNT,),
            label="shoes shuffled",
            explanation="More shoes, smaller errors of how often a wager is favourable.",
            example="20000",
            is_number=True,
            is_advanced=True,
        ),
        Parameter(
            name="bankroll",
            metavar="WAGERS",
            help="What the risk of ruin is told for.",
            tools=(Tool.RISK,),
            label="bankroll",
            explanation="What a player comes with. Left empty, the question is the house's: what "
            "so many wagers should bring it.",
            example="100",
        ),
        Parameter(
            name="stake",
            metavar="AMOUNT",
            help="The initial wager of every round.",
            tools=(Tool.RISK,),
            label="initial wager",
            example="1",
        ),
        Parameter(
            name="target",
            metavar="AMOUNT",
            help="The player stops with so much.",
            tools=(Tool.RISK,),
            label="target",
            explanation="A player who has so much stops.",
            example="150",
        ),
        Parameter(
            name="session",
            metavar="ROUNDS",
            help="And in how many rounds.",
            tools=(Tool.SIMULATION,),
        ),
    )
}
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
