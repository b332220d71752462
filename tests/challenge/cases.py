"""Rounds of Blackjack Challenge written as cases: wagers, cards, what was decided."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.act_blackjack.cases import deal_on, said
from tests.support import Case, stakes

from croupier.cards import parse_cards
from croupier.game_rules import rules_for
from croupier.games.blackjack.asks_and_answers import Elect, Election, MoveOn
from croupier.games.blackjack.round import Round
from croupier.games.blackjack.round_state import boxes_in_play
from croupier.table.wagers import BoxMaxScope, Markers, Sign, close_betting, why_not_place

if TYPE_CHECKING:
    from collections.abc import Iterable

    from croupier.games.blackjack.rules import BlackjackRules
    from croupier.rulebook.citations import Refused
    from croupier.table.wagers import Admitted

NSW = "nsw-blackjack-challenge"


def admitted(rules: BlackjackRules, wagers: str) -> list[Admitted]:
    """What stands of the wagers when betting closes."""
    return close_betting(
        rules.table_law,
        Sign.from_options(rules.options),
        stakes(wagers),
        markers=Markers(),
        scope=BoxMaxScope.TOTAL,
        needs_own_main=rules.side_bet_needs_own_main,
        readings=rules.readings,
    )


def challenge(
    wagers: str,
    cards: str,
    decided: str = "",
    *,
    absent: Iterable[str] = (),
    **options: object,
) -> Case:
    """A round dealt until it asks for what nobody has said; bars between cards are for the eye.

    An election in which nobody speaks is closed by the dealer.
    """
    rules = rules_for(NSW, {"decks": 6, **options})
    game = Round(rules, boxes_in_play(admitted(rules, wagers)), absent=absent)
    case = Case(game, list(parse_cards(cards.replace("|", " "))))
    deal_on(case)
    answers = said(decided)
    while answers or isinstance(game.due, Election):
        speaks = bool(answers) and isinstance(answers[0], Elect)
        if isinstance(game.due, Election) and not speaks:
            game.answer(MoveOn())
        else:
            game.answer(answers.pop(0))
        deal_on(case)
    return case


def nets(case: Case) -> dict[str, float]:
    """Each player's result in dollars, of a round that is over."""
    assert case.round.over, f"the round waits: {case.round.due}"
    return case.net()


def placing(wagers: str, **options: object) -> Refused | None:
    """Why the last of these wagers is not taken beside the others."""
    rules = rules_for(NSW, {"decks": 6, **options})
    *before, last = stakes(wagers)
    return why_not_place(
        rules.table_law,
        Sign.from_options(rules.options),
        before,
        last,
        offered=rules.side_bets,
        markers=Markers(),
        needs_own_main=rules.side_bet_needs_own_main,
        approved_amounts=rules.approved_amounts.get(last.wager, ()),
        readings=rules.readings,
    )
