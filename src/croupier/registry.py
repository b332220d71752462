"""The games of this program, the parts that each is made of, and the instruments under which each
is played.

An instrument's data file names its game as its `engine`. A part is given by its name, so that it
is imported only when a layer asks for it, or as the object itself.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any

from croupier import game_parts as slots
from croupier.source_parts import Modules, PartKind

if TYPE_CHECKING:
    from croupier.rulebook.instruments import Instrument


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """A game, as the layers know it: each field is what the slot of that name is filled with."""

    rules: str | Any
    """The law by name, and the rules of a table (`croupier.games.RulesPart`)."""
    game: str | Any
    """The game at a table, as a class (`croupier.games.GameKind`)."""
    sign: str | Any
    """What the sign says and the felt is inscribed with (`croupier.games.signs.SignPart`)."""
    round_file: str | Any
    """How rounds are described, settled and told (`croupier.adjudication.RoundFilePart`)."""
    words: str | Any
    """Its facts in words (`croupier.wording.teller.GameWords`)."""
    odds: str | Any
    """What wagers cost and how to play (`croupier.odds.OddsPart`)."""
    simulation: str | Any
    """How rounds are played by the million (`odds.simulation.simulated_games.SimulationPart`)."""
    simulated_players: str | Any
    """How players of a simulated tournament decide (`tournament.simulation.decisions`)."""
    play: str | Any
    """How it is played from Python (`croupier.play.PlayPart`)."""
    page: str | Any
    """Its name, cloth and layout in the browser (`croupier.web.felt.game_pages.PagePart`)."""
    terminal: str | Any
    """A session in the terminal, as a class (`croupier.cli.play_screen.session.TableSession`)."""
    environment: str | Any | None = None
    """As a learning environment (`croupier.environments.table_setup.EnvironmentPart`)."""
    school: str | Any | None = None
    """The mistakes that exercises have at its tables alone (`school.game_exercises.SchoolPart`)."""
    marks: tuple[str, ...] = ()
    """How tests of this project name the instrument before a clause: `06` in `06:7.4`."""
    promotions: str | Any | None = None
    """The law of promotional prizes, where the instrument has one."""
    modules: tuple[Modules, ...] = ()
    """The modules of the game's parts, and of the game that it builds on."""

    def given(self) -> dict[str, Any]:
        each = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: part for name, part in each.items() if part is not None}


_registered: dict[str, Parts] = {}


def register(instrument: str | Instrument, parts: Parts) -> None:
    """Bind the parts of a game to the instrument that it is played under.

    An instrument of the rulebook is named by its id. One that comes from elsewhere is given whole,
    and can be loaded by its id from now on.
    """
    slots.fill()
    id = instrument if isinstance(instrument, str) else instrument.id
    if id in _registered:
        raise ValueError(f"a game is registered for {id} already")
    if not isinstance(instrument, str):
        from croupier.rulebook.instruments import add

        add(instrument)
    _bind(id, parts)


def _bind(instrument: str, parts: Parts) -> None:
    _registered[instrument] = parts
    slots.bind(instrument, parts.given())


def unregister(instrument: str) -> None:
    """Forget a game that was registered, and its instrument if it was given with it."""
    from croupier.rulebook.instruments import remove

    slots.fill()
    del _registered[instrument]
    slots.unbind(instrument)
    remove(instrument)


def registered() -> tuple[str, ...]:
    """The ids of the instruments that a game is registered for, in the order of registration."""
    slots.fill()
    return tuple(_registered)


def parts_of(instrument: str) -> Parts:
    """The parts of a game, to register another instrument with some or all of them."""
    slots.fill()
    return _registered[instrument]


_BLACKJACK_MODULES = Modules(
    "croupier.games.blackjack",
    {
        PartKind.LAW: (".law",),
        PartKind.RULES: ("", ".rules", ".hands"),
        PartKind.ROUND: (
            ".round",
            ".round_state",
            ".asks_and_answers",
            ".legal_answers",
            ".insurance",
            ".interim_settlement",
            ".side_bets",
            ".voiding",
            ".round_reconstruction",
        ),
        PartKind.SETTLEMENT: (".settlement", ".cases"),
        PartKind.TABLE: (".game", ".facts", ".round_at_table"),
        PartKind.ACTS: (".acts.*",),
        PartKind.SIGN: (".sign",),
        PartKind.VIEWS: (".views",),
        PartKind.ROUND_FILE: ("croupier.adjudication.blackjack.*",),
    },
)
_CHALLENGE_MODULES = Modules(
    "croupier.games.challenge",
    {
        PartKind.LAW: (".law", ".table_law", ".promotion_law"),
        PartKind.RULES: ("",),
        PartKind.ROUND: (".round", ".tokens_in_round"),
        PartKind.SETTLEMENT: (".settlements_after_void",),
        PartKind.TABLE: (".game", ".table_state"),
        PartKind.ACTS: (".acts.*",),
        PartKind.SIGN: (".sign",),
        PartKind.ROUND_FILE: ("croupier.adjudication.challenge",),
    },
)
_BACCARAT_MODULES = Modules(
    "croupier.games.baccarat",
    {
        PartKind.LAW: (".law",),
        PartKind.RULES: ("", ".rules", ".hands", ".pairs", ".wager_rules"),
        PartKind.ROUND: (".round", ".round_state", ".voiding"),
        PartKind.SETTLEMENT: (".settlement", ".cases"),
        PartKind.TABLE: (".game", ".facts", ".round_at_table", ".table_state"),
        PartKind.ACTS: (".acts.*",),
        PartKind.SIGN: (".sign",),
        PartKind.VIEWS: (".views",),
        PartKind.ROUND_FILE: ("croupier.adjudication.baccarat.*",),
    },
)
_HOLDEM_MODULES = Modules(
    "croupier.games.holdem",
    {
        PartKind.LAW: (".law",),
        PartKind.RULES: ("", ".rules", ".hands", ".ranking", ".wager_rules"),
        PartKind.ROUND: (
            ".round",
            ".round_state",
            ".asks_and_answers",
            ".legal_answers",
            ".round_irregularities",
        ),
        PartKind.SETTLEMENT: (".settlement", ".cases"),
        PartKind.TABLE: (".game", ".facts", ".round_at_table", ".table_state"),
        PartKind.ACTS: (".acts.*",),
        PartKind.SIGN: (".sign",),
        PartKind.VIEWS: (".views",),
        PartKind.ROUND_FILE: ("croupier.adjudication.holdem.*",),
    },
)

_BLACKJACK = Parts(
    modules=(_BLACKJACK_MODULES,),
    rules="croupier.games.blackjack.law",
    game="croupier.games.blackjack.game:Blackjack",
    sign="croupier.games.blackjack.sign",
    round_file="croupier.adjudication.blackjack:PART",
    words="croupier.wording.blackjack",
    page="croupier.web.felt.blackjack:BLACKJACK",
    terminal="croupier.cli.play_screen.blackjack.session:BlackjackSession",
    odds="croupier.odds.blackjack",
    simulation="croupier.odds.simulation.simulated_games:BLACKJACK",
    simulated_players="croupier.tournament.simulation.decisions:BLACKJACK",
    play="croupier.play.blackjack",
    environment="croupier.environments.blackjack",
    school="croupier.school.blackjack:BLACKJACK",
)
ENGINES = {
    "blackjack": _BLACKJACK,
    "challenge": replace(
        _BLACKJACK,
        modules=(_CHALLENGE_MODULES, _BLACKJACK_MODULES),
        rules="croupier.games.challenge.law",
        game="croupier.games.challenge.game:Challenge",
        sign="croupier.games.challenge.sign",
        round_file="croupier.adjudication.challenge:PART",
        page="croupier.web.felt.blackjack:CHALLENGE",
        terminal="croupier.cli.play_screen.blackjack.session:ChallengeSession",
        school="croupier.school.blackjack:CHALLENGE",
        promotions="croupier.games.challenge.promotion_law:promotion_law",
    ),
    "baccarat": Parts(
        modules=(_BACCARAT_MODULES,),
        rules="croupier.games.baccarat.law",
        game="croupier.games.baccarat.game:Baccarat",
        sign="croupier.games.baccarat.sign",
        round_file="croupier.adjudication.baccarat:PART",
        words="croupier.wording.baccarat",
        page="croupier.web.felt.baccarat:BACCARAT",
        terminal="croupier.cli.play_screen.baccarat.session:BaccaratSession",
        odds="croupier.odds.baccarat",
        simulation="croupier.odds.simulation.simulated_games:BACCARAT",
        simulated_players="croupier.tournament.simulation.decisions:BACCARAT",
        play="croupier.play.baccarat",
        environment="croupier.environments.baccarat",
        school="croupier.school.baccarat:BACCARAT",
    ),
    "holdem": Parts(
        modules=(_HOLDEM_MODULES,),
        rules="croupier.games.holdem.law",
        game="croupier.games.holdem.game:Holdem",
        sign="croupier.games.holdem.sign",
        round_file="croupier.adjudication.holdem:PART",
        words="croupier.wording.holdem",
        page="croupier.web.felt.holdem:HOLDEM",
        terminal="croupier.cli.play_screen.holdem.session:HoldemSession",
        odds="croupier.odds.holdem",
        simulation="croupier.odds.simulation.simulated_games:HOLDEM",
        simulated_players="croupier.tournament.simulation.decisions:HOLDEM",
        play="croupier.play.holdem",
        environment="croupier.environments.holdem",
        school="croupier.school.holdem:HOLDEM",
    ),
}
"""The games of this program. An instrument's data file names the one that it is played with."""


def _register_all() -> None:
    """Bind every instrument of the rulebook to its game, game by game."""
    from croupier.rulebook.instruments import heading_of, instruments

    headings = [heading_of(id) for id in instruments()]
    for heading in headings:
        if heading.engine not in ENGINES:
            known = ", ".join(ENGINES)
            raise LookupError(f"{heading.id}: engine: {heading.engine} is not one of {known}")
    for engine, parts in ENGINES.items():
        for heading in headings:
            if heading.engine == engine:
                marks = (heading.mark,) if heading.mark else ()
                _bind(heading.id, replace(parts, marks=marks))


slots.fill_with(_register_all)
