"""What every wager of a table pays, row by row, as it stands beside the layout."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from croupier.game_rules.signs import wager_name
from croupier.games.baccarat import sign
from croupier.rulebook.citations import Cited
from croupier.table.wagers import MAIN
from croupier.web.felt.how_it_goes import clauses_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from croupier.games.blackjack.rules import BlackjackLaw
    from croupier.money import Odds
    from croupier.rulebook.citations import Clauses

    Rows = Mapping[str, Cited[Odds]]


@dataclass(frozen=True, slots=True)
class PayTable:
    """The odds of one wager, by what has to come of it."""

    wager: str
    rows: tuple[tuple[str, str], ...]
    clauses: Clauses


def _table(game: Any, wager: str, rows: Rows) -> PayTable:
    said = tuple((event, str(odds.value)) for event, odds in rows.items())
    return PayTable(wager, said, clauses_of(game, *rows.values()))


def blackjack(game: Any) -> Iterator[PayTable]:
    law = game.rules.law
    rows = {"Nearer to 21": law.win_pays, "Blackjack": law.blackjack_pays}
    against = (
        ("a lower one of the dealer", law.higher_blackjack),
        ("an equal one", law.same_blackjack),
        ("a higher one", law.lower_blackjack),
    )
    rows |= {f"Blackjack against {which}": pays for which, pays in against if pays is not None}
    for limb in law.limbs[MAIN].values():
        if isinstance(limb.pays, Cited):
            rows[limb.event.capitalize()] = limb.pays
    if law.insurance is not None:
        rows["Insurance"] = law.insurance.insurance_pays
    yield _table(game, "Blackjack", rows)
    for name in game.options["side_bets"]:
        yield _table(game, wager_name(game.instrument, name), _side_bet(law, name))


def _side_bet(law: BlackjackLaw, wager: str) -> Rows:
    rows = dict(law.events(wager))
    if len(rows) == 1:
        return {f"Any {event}": pays for event, pays in rows.items()}
    return {_SUITED.get(event, event.capitalize()): pays for event, pays in rows.items()}


_SUITED = {"two suited sevens": "Two of one suit", "three suited sevens": "Three of one suit"}


def baccarat(game: Any) -> Iterator[PayTable]:
    coup: dict[str, Cited[Odds]] = {}
    pairs: dict[str, Cited[Odds]] = {}
    for event, odds in sign.paid(game.rules):
        is_pair = sign.pays_for_a_pair(game.rules, event)
        (pairs if is_pair else coup)[event.capitalize()] = odds
    yield _table(game, "The coup", coup)
    if pairs:
        yield _table(game, "Pairs", pairs)


def holdem(game: Any) -> Iterator[PayTable]:
    law = game.rules.law
    if law.ante_pays.value == law.play_pays.value:
        yield _table(game, "Ante and play", {"Better than the dealer": law.ante_pays})
    else:
        yield _table(game, "Ante and play", {"Ante": law.ante_pays, "Play": law.play_pays})
    for wager in law.pay_tables:
        rows = {hand.capitalize(): odds for hand, odds in law.rows(wager)}
        yield _table(game, wager.capitalize(), rows)
