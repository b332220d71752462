"""The parts of Blackjack Challenge: those of blackjack, and what its tables do otherwise."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from croupier.games.blackjack import parts as blackjack
from croupier.source_parts import Modules, PartKind

if TYPE_CHECKING:
    from croupier.adjudication import RoundFilePart
    from croupier.cli.play_screen.session import TableSession
    from croupier.game_rules import PromotionLawOf, RulesPart
    from croupier.game_rules.signs import SignPart
    from croupier.school.game_exercises import SchoolPart
    from croupier.table.game_protocol import GameAtTable
    from croupier.web.felt.game_pages import PagePart
    from croupier.wording.teller import GameWords


def _rules() -> RulesPart:
    from croupier.games.challenge import law

    return law


def _game() -> type[GameAtTable]:
    from croupier.games.challenge.game import Challenge

    return Challenge


def _sign() -> SignPart:
    from croupier.games.challenge import sign

    return sign


def _round_file() -> RoundFilePart:
    from croupier.games.challenge.round_file import PART

    return PART


def _words() -> GameWords:
    from croupier.games.challenge import words

    return words


def _page() -> PagePart:
    from croupier.games.challenge.page import CHALLENGE

    return CHALLENGE


def _terminal() -> type[TableSession]:
    from croupier.games.challenge.terminal import ChallengeSession

    return ChallengeSession


def _promotions() -> PromotionLawOf:
    from croupier.promotion.law import promotion_law

    return promotion_law


def _school() -> SchoolPart:
    from croupier.games.challenge.school import CHALLENGE

    return CHALLENGE


CHALLENGE_MODULES = Modules(
    "croupier.games.challenge",
    {
        PartKind.LAW: (".law", ".table_law"),
        PartKind.RULES: (
            "",
            ".parts",
        ),
        PartKind.ROUND: (".round", ".tokens_in_round"),
        PartKind.SETTLEMENT: (".settlements_after_void",),
        PartKind.TABLE: (".game", ".table_state"),
        PartKind.ACTS: (".acts.*",),
        PartKind.SIGN: (".sign",),
        PartKind.ROUND_FILE: (".round_file",),
        PartKind.WORDS: (".words",),
        PartKind.PAGE: (".page",),
        PartKind.TERMINAL: (".terminal",),
        PartKind.SCHOOL: (".school",),
    },
)

PARTS = replace(
    blackjack.PARTS,
    name="challenge",
    rules=_rules,
    game=_game,
    sign=_sign,
    round_file=_round_file,
    words=_words,
    page=_page,
    terminal=_terminal,
    school=_school,
    promotions=_promotions,
    modules=(CHALLENGE_MODULES, *blackjack.PARTS.modules),
)
