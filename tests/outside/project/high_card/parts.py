"""The parts of High Card. A part is imported when Croupier needs it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.game_parts import GameParts

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from croupier.adjudication import RoundFilePart
    from croupier.cli.play_screen.session import TableSession
    from croupier.game_rules import RulesPart
    from croupier.game_rules.signs import SignPart
    from croupier.odds import OddsPart
    from croupier.play import PlayPart
    from croupier.table.game_protocol import GameAtTable
    from croupier.web.felt.game_pages import PagePart
    from croupier.wording.teller import GameWords


def _data() -> Traversable:
    from importlib.resources import files

    return files("high_card") / "data"


def _rules() -> RulesPart:
    from high_card import rules

    return rules


def _game() -> type[GameAtTable]:
    from high_card.table import HighCard

    return HighCard


def _sign() -> SignPart:
    from high_card import words

    return words


def _words() -> GameWords:
    from high_card import words

    return words


def _round_file() -> RoundFilePart:
    from high_card.round_file import PART

    return PART


def _page() -> PagePart:
    from high_card.page import PAGE

    return PAGE


def _terminal() -> type[TableSession]:
    from high_card.terminal import HighCardSession

    return HighCardSession


def _play() -> PlayPart:
    from high_card import play

    return play


def _odds() -> OddsPart:
    from high_card import odds

    return odds


PARTS = GameParts(
    name="high-card",
    data=_data,
    rules=_rules,
    game=_game,
    sign=_sign,
    words=_words,
    round_file=_round_file,
    page=_page,
    terminal=_terminal,
    play=_play,
    odds=_odds,
)
