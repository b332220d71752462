"""The parts of blackjack."""

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
    from croupier.games.blackjack import law

    return law


def _game() -> type[GameAtTable]:
    from croupier.games.blackjack.game import Blackjack

    return Blackjack


def _sign() -> SignPart:
    from croupier.games.blackjack import sign

    return sign


def _round_file() -> RoundFilePart:
    from croupier.games.blackjack.round_file import PART

    return PART


def _words() -> GameWords:
    from croupier.games.blackjack import words

    return words


def _page() -> PagePart:
    from croupier.games.blackjack.page import BLACKJACK

    return BLACKJACK


def _terminal() -> type[TableSession]:
    from croupier.games.blackjack.terminal.session import BlackjackSession

    return BlackjackSession


def _play() -> PlayPart:
    from croupier.games.blackjack import play

    return play


def _odds() -> OddsPart:
    from croupier.games.blackjack import odds

    return odds


def _simulation() -> SimulationPart:
    from croupier.games.blackjack.simulation.part import SIMULATION

    return SIMULATION


def _simulated_players() -> SimulatedPlayers:
    from croupier.games.blackjack.simulation.part import PLAYERS

    return PLAYERS


def _environment() -> EnvironmentPart:
    from croupier.games.blackjack.environment import part

    return part


def _school() -> SchoolPart:
    from croupier.games.blackjack.school import BLACKJACK

    return BLACKJACK


BLACKJACK_MODULES = Modules(
    "croupier.games.blackjack",
    {
        PartKind.LAW: (".law",),
        PartKind.RULES: ("", ".parts", ".rules", ".hands"),
        PartKind.ROUND: (
            ".round",
            ".round_state",
            ".asks_and_answers",
            ".legal_answers",
            ".insurance",
            ".side_bets",
            ".voiding",
            ".round_reconstruction",
        ),
        PartKind.SETTLEMENT: (".settlement", ".cases"),
        PartKind.TABLE: (".game", ".facts", ".round_at_table"),
        PartKind.ACTS: (".acts.*",),
        PartKind.SIGN: (".sign",),
        PartKind.VIEWS: (".views",),
        PartKind.ROUND_FILE: (".round_file.*",),
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
    name="blackjack",
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
    modules=(BLACKJACK_MODULES,),
)
