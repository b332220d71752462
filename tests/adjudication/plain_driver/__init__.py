"""Settle a plain round file without a table, to compare with what the table's judge says.

It drives the game's round alone: the wagers, the cards and the decisions of the file, in their
order. Wagers and decisions are judged by the rules that a table asks as well; what a table does
around the round is not used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from tests.adjudication.plain_driver import baccarat, blackjack, holdem

from croupier.adjudication import ROUND_FILES
from croupier.adjudication.answer import Stopped
from croupier.adjudication.round_file import check_decks
from croupier.game_rules import rules_for
from croupier.rulebook.citations import Refused
from croupier.rulebook.instruments import load
from croupier.rulebook.options import with_settled_readings

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.adjudication.answer import Refusal, Result

DRIVERS: dict[str, Any] = {
    "act-blackjack-2006": blackjack,
    "act-blackjack-2018": blackjack,
    "nsw-blackjack-challenge": blackjack,
    "act-mini-baccarat-2016": baccarat,
    "act-ultimate-texas-holdem-2025": holdem,
}
BOXES = 7
"""How many boxes a table has where the file does not say it."""


def settle(given: Mapping[str, Any]) -> Result | Refusal:
    """Return what every wager of a plain file is worth, or what the rules refuse in it."""
    book = load(given["instrument"])
    game, driver = ROUND_FILES.of(book), DRIVERS[book.id]
    file = game.decoder.decode(msgspec.json.encode(given))
    options = with_settled_readings(book, given.get("options", {}))
    table = driver.table_of(rules_for(book, options))
    game.check_entries(file)
    check_decks(file.cards or (), table.rules.decks)
    try:
        _must_be_boxes_of_the_table(game.wagers_of(file), given.get("boxes", BOXES), table.rules)
        admitted = table.close_betting(game.wagers_of(file))
        round = driver.begin(table, file, admitted)
        result: Result = driver.finish(table, file, admitted, round)
    except Stopped as stopped:
        return stopped.refusal
    return result


def _must_be_boxes_of_the_table(wagers: Any, boxes: int, rules: Any) -> None:
    for place, wager in enumerate(wagers, 1):
        if wager.box is not None and wager.box > boxes:
            why = f"box: there is no box {wager.box} at a table of {boxes}"
            raise Stopped("wager", place, Refused(why, rules.table_law.box))
