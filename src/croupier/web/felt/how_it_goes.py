"""How a game goes, in half a minute: a few sentences in our words, each with its clauses.

What a sentence says of a number comes from the rules of the table; what everything pays stands in
the pay tables, which are beside it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from croupier.game_rules.signs import printed
from croupier.rulebook.citations import Cited

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.game_rules.signs import Said


def blackjack(game: Any) -> Iterator[Said]:
    law = game.rules.law
    yield Cited(
        "Come nearer to 21 than the dealer without going over it. Ace counts 1 or 11, a picture 10",
        clauses_of(game, law.ace_value, law.picture_value),
    )
    yield Cited("Lay your chips in a box before the cards are dealt", game.table_law.betting_window)
    yield Cited(
        "Every box has two cards face up, the dealer one",
        clauses_of(game, law.first_card, law.second_card),
    )
    yield Cited(
        "In your turn take a card (hit) or stand; with two cards you may double, and split a pair",
        clauses_of(game, law.may_double, law.may_split),
    )
    yield Cited(
        f"{printed(game)[1]}, when everybody has played", clauses_of(game, law.dealer_draws)
    )
    yield Cited(
        "An ace with a ten-value card in the first two is Blackjack",
        clauses_of(game, law.blackjack),
    )


def baccarat(game: Any) -> Iterator[Said]:
    law = game.rules.law
    yield Cited(
        "Two hands are dealt, the player's and the banker's: wager on the one that will be "
        "nearer to 9, or on a tie",
        game.table_law.betting_window,
    )
    yield Cited(
        "Cards count their pips, an ace 1, tens and pictures nothing; the last digit is the total",
        clauses_of(game, law.hand_total),
    )
    yield Cited(
        "An 8 or 9 in two cards is a natural, and ends the coup", clauses_of(game, law.natural_ends)
    )
    yield Cited(
        "Otherwise a third card may be drawn, by the rules alone: nobody decides anything",
        clauses_of(game, law.third_cards),
    )


def holdem(game: Any) -> Iterator[Said]:
    law = game.rules.law
    yield Cited(
        "Make the best five of your two cards and the five in the middle, against the dealer's",
        clauses_of(game, law.dealers_hand),
    )
    yield Cited("Lay an ante; a blind as large goes with it", game.table_law.betting_window)
    for when, betting, otherwise in (
        ("Before the flop", law.before_the_flop, "check"),
        ("After the flop", law.after_the_flop, "check"),
        ("On the river", law.on_the_river, "fold"),
    ):
        times = " or ".join(f"{each} times" for each in sorted(betting.multiples.value)[::-1])
        once = times.replace("1 times", "once").replace("2 times", "twice")
        said = f"{when} bet {once} the ante, or {otherwise}"
        yield Cited(said, clauses_of(game, betting.opens, betting.multiples))
    if game.rules.antes_go_back:
        yield Cited(
            "The dealer qualifies with a pair; without one, the ante goes back",
            clauses_of(game, law.qualifies, law.ante_unqualified),
        )


def clauses_of(game: Any, *clauses: Any) -> Any:
    """The clauses of several rules, of those that have a value beside them too."""
    ids = (id for each in clauses for id in getattr(each, "clauses", each) or ())
    return game.instrument.cite(*dict.fromkeys(ids))
