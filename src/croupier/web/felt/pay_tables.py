"""What every wager of a table pays, row by row, as it stands beside the layout."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from croupier.games.baccarat import sign
from croupier.games.blackjack.side_bets import ANY_PAIRS, PAIRS_PLAY, PERFECT_PAIRS, SUPER_SEVENS
from croupier.games.signs import wager_name
from croupier.web.felt.how_it_goes import clauses_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from croupier.money import Odds
    from croupier.rulebook.citations import Cited, Clauses

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
    if law.insurance is not None:
        rows["Insurance"] = law.insurance.insurance_pays
    yield _table(game, "Blackjack", rows)
    for name in game.options["side_bets"]:
        yield _table(game, wager_name(game.instrument, name), _SIDE_BETS[name](law))


def _pairs(law: Any) -> Rows:
    return {
        "Mixed pair": law.pays_mixed,
        "Coloured pair": law.pays_coloured,
        "Perfect pair": law.pays_perfect,
    }


def _sevens(law: Any) -> Rows:
    return {
        "One seven": law.pays_one,
        "Two sevens": law.pays_two,
        "Two of one suit": law.pays_two_suited,
        "Three sevens": law.pays_three,
        "Three of one suit": law.pays_three_suited,
    }


_SIDE_BETS: dict[str, Callable[[Any], Rows]] = {
    PERFECT_PAIRS: lambda law: _pairs(law.perfect_pairs),
    PAIRS_PLAY: lambda law: {"Any pair": law.pairs_play.pays_mixed},
    ANY_PAIRS: lambda law: {"Any pair": law.any_pairs.pays_mixed},
    SUPER_SEVENS: lambda law: _sevens(law.super_sevens),
}


def baccarat(game: Any) -> Iterator[PayTable]:
    coup: dict[str, Cited[Odds]] = {}
    pairs: dict[str, Cited[Odds]] = {}
    for event, odds in sign.paid(game.rules):
        (pairs if event in sign.PAIRS else coup)[event.capitalize()] = odds
    yield _table(game, "The coup", coup)
    if pairs:
        yield _table(game, "Pairs", pairs)


def holdem(game: Any) -> Iterator[PayTable]:
    law = game.rules.law
    yield _table(game, "Ante and play", {"Better than the dealer": law.ante_pays})
    for wager, pays in (("Blind", law.blind_pays), ("Trips", law.trips_pays)):
        rows = {hand.words.capitalize(): odds for hand, odds in pays.items()}
        yield _table(game, wager, rows)
