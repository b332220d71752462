"""The parts of baccarat."""

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
    from croupier.games.baccarat import law

    return law


def _game() -> type[GameAtTable]:
    from croupier.games.baccarat.game import Baccarat

    return Baccarat


def _sign() -> SignPart:
    from croupier.games.baccarat import sign

    return sign


def _round_file() -> RoundFilePart:
    from croupier.games.baccarat.round_file import PART

    return PART


def _words() -> GameWords:
    from croupier.games.baccarat import words

    return words


def _page() -> PagePart:
    from croupier.games.baccarat.page import BACCARAT

    return BACCARAT


def _terminal() -> type[TableSession]:
    from croupier.games.baccarat.terminal.session import BaccaratSession

    return BaccaratSession


def _play() -> PlayPart:
    from croupier.games.baccarat import play

    return play


def _odds() -> OddsPart:
    from croupier.games.baccarat import odds

    return odds


def _simulation() -> SimulationPart:
    from croupier.games.baccarat.simulation.part import SIMULATION

    return SIMULATION


def _simulated_players() -> SimulatedPlayers:
    from croupier.games.baccarat.simulation.part import PLAYERS

    return PLAYERS


def _environment() -> EnvironmentPart:
    from croupier.games.baccarat.environment import part

    return part


def _school() -> SchoolPart:
    from croupier.games.baccarat.school import BACCARAT

    return BACCARAT


BACCARAT_MODULES = Modules(
    "croupier.games.baccarat",
    {
        PartKind.LAW: (".law",),
        PartKind.RULES: ("", ".parts", ".rules", ".hands", ".pairs", ".wager_rules"),
        PartKind.ROUND: (".round", ".round_state"),
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
    name="baccarat",
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
    modules=(BACCARAT_MODULES,),
)
