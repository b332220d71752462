"""The parts of Ultimate Texas Hold'em."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.game_parts import GameParts
from croupier.source_parts import Modules, PartKind

if TYPE_CHECKING:
    from croupier.adjudication import RoundFilePart
    from croupier.cli.play_screen.session import TableSession
    from croupier.environments.table_setup import EnvironmentPart
    from croupier.game_rules import RulesPart
    from croupier.game_rules.signs import SignPart
    from croupier.odds import OddsPart
    from croupier.odds.simulation.simulated_games import SimulationPart
    from croupier.play import PlayPart
    from croupier.school.game_exercises import SchoolPart
    from croupier.table.game_protocol import GameAtTable
    from croupier.tournament.simulation.decisions import SimulatedPlayers
    from croupier.web.felt.game_pages import PagePart
    from croupier.wording.teller import GameWords


def _rules() -> RulesPart:
    from croupier.games.holdem import law

    return law


def _game() -> type[GameAtTable]:
    from croupier.games.holdem.game import Holdem

    return Holdem


def _sign() -> SignPart:
    from croupier.games.holdem import sign

    return sign


def _round_file() -> RoundFilePart:
    from croupier.games.holdem.round_file import PART

    return PART


def _words() -> GameWords:
    from croupier.games.holdem import words

    return words


def _page() -> PagePart:
    from croupier.games.holdem.page import HOLDEM

    return HOLDEM


def _terminal() -> type[TableSession]:
    from croupier.games.holdem.terminal.session import HoldemSession

    return HoldemSession


def _play() -> PlayPart:
    from croupier.games.holdem import play

    return play


def _odds() -> OddsPart:
    from croupier.games.holdem import odds

    return odds


def _simulation() -> SimulationPart:
    from croupier.games.holdem.simulation.part import SIMULATION

    return SIMULATION


def _simulated_players() -> SimulatedPlayers:
    from croupier.games.holdem.simulation.part import PLAYERS

    return PLAYERS


def _environment() -> EnvironmentPart:
    from croupier.games.holdem.environment import part

    return part


def _school() -> SchoolPart:
    from croupier.games.holdem.school import HOLDEM

    return HOLDEM


HOLDEM_MODULES = Modules(
    "croupier.games.holdem",
    {
        PartKind.LAW: (".law",),
        PartKind.RULES: ("", ".parts", ".rules", ".hands", ".ranking", ".wager_rules"),
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
        PartKind.ROUND_FILE: (".round_file",),
        PartKind.WORDS: (".words",),
        PartKind.ODDS: (".odds.*", ".simulation.*"),
        PartKind.PLAY: (".play",),
        PartKind.PAGE: (".page",),
        PartKind.TERMINAL: (".terminal.*",),
        PartKind.ENVIRONMENT: (".environment.*",),
        PartKind.SCHOOL: (".school",),
    },
)

PARTS = GameParts(
    name="holdem",
    rules=_rules,
    game=_game,
    sign=_sign,
    round_file=_round_file,
    words=_words,
    page=_page,
    terminal=_terminal,
    play=_play,
    odds=_odds,
    simulation=_simulation,
    simulated_players=_simulated_players,
    environment=_environment,
    school=_school,
    modules=(HOLDEM_MODULES,),
)
