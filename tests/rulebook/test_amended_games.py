"""Every value that can be amended reaches the rules, and the odds move by what was changed."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields, is_dataclass
from fractions import Fraction
from math import comb, perm
from typing import TYPE_CHECKING, Any

import pytest

import croupier
from croupier.game_rules import laws_of
from croupier.odds import simulate
from croupier.rulebook.amendments import amended
from croupier.rulebook.citations import Cited
from croupier.rulebook.instruments import instruments, load

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.rulebook.instruments import Instrument
    from croupier.rulebook.rule_values import Value

BACCARAT, HOLDEM = "act-mini-baccarat-2016", "act-ultimate-texas-holdem-2025"
OTHER: dict[str, Any] = {
    "odds": "7 to 4", "per cent": "2.5", "multiples": [5], "points": [1, 3],
    "third cards": ["none", 3], "choice": "hit", "span": "4 to 6", "duration": "90 minutes",
    "amount": "$2,500", "volume": "1 litre",
}  # fmt: skip


def with_changes(basis: str, **values: object) -> Instrument:
    """The instrument with these values, every clause that states them named."""
    known = {value.name: value for value in load(basis).values}
    changes = [
        {"rule": name, "clauses": [*known[name].clauses], "value": value}
        for name, value in values.items()
    ]
    return amended({"amends": basis, "id": "variant", "title": "A variant", "change": changes})


def cited(law: object) -> Iterator[Any]:
    """Every value in a law, wherever it stands."""
    if isinstance(law, Cited):
        yield law.value, law.clauses
    elif isinstance(law, dict):
        for each in law.values():
            yield from cited(each)
    elif is_dataclass(law):
        for field in fields(law):
            yield from cited(getattr(law, field.name))


def rules_of(book: Instrument) -> list[Any]:
    """What the law says, and between which bounds a table may choose."""
    bounds = [
        ((option.minimum, option.maximum, option.default), option.clauses)
        for option in book.options
    ]
    return [*(each for law in laws_of(book) for each in cited(law)), *bounds]


def every_value() -> list[Any]:
    return [
        pytest.param(name, value, id=f"{name}-{value.name}")
        for name in instruments()
        for value in load(name).values
    ]


@pytest.mark.parametrize(("name", "value"), every_value())
def test_an_amended_value_is_what_the_rules_say(name: str, value: Value) -> None:
    other = OTHER.get(value.type, value.maximum - 1)
    book = with_changes(name, **{value.name: other})
    before, after = rules_of(load(name)), rules_of(book)
    rules = croupier.rules_for(book), croupier.rules_for(name)
    if value.type == "choice":
        assert (rules[0].soft_17, rules[1].soft_17) == ("hit", "stand")
        return
    moved = [now for then, now in zip(before, after, strict=True) if then != now]
    assert moved
    for _, clauses in moved:  # each under a clause that states the value, or the one above it
        assert any(stating.startswith(tuple(clauses)) for stating in value.clauses)


def edges(book: str | Instrument, **options: Any) -> dict[str, Any]:
    return {wager.wager: wager for wager in croupier.odds(book, options=options).wagers}


def test_a_smaller_commission_costs_the_house_its_share_of_the_bankers_wins() -> None:
    """`--amend` of the commission: 4 per cent instead of 5 is a hundredth of each win."""
    then, now = edges(BACCARAT), edges(with_changes(BACCARAT, banker_commission=4))
    wins = sum(each.exact for each in then["banker"].outcomes if each.net > 0)
    assert then["banker"].exact - now["banker"].exact == wins / 100
    assert then["tie"].exact == now["tie"].exact


def coups_of(decks: int) -> Counter[str]:
    """Every order of six cards, by who wins: counted from points alone, apart from the program."""
    shoe = [16 * decks, *[4 * decks] * 9]
    found: Counter[str] = Counter()

    def drawn(weight: int, *points: int) -> Iterator[tuple[int, int]]:
        for point in range(10):
            if left := shoe[point] - points.count(point):
                yield point, weight * left

    def won(weight: int, player: int, banker: int, cards: int) -> None:
        for undealt in range(cards, 6):  # what would have followed makes no difference
            weight *= 52 * decks - undealt
        player, banker = player % 10, banker % 10
        found["tie" if player == banker else "player" if player > banker else "banker"] += weight

    def bankers_turn(weight: int, player: int, third: int | None, *cards: int) -> None:
        banker = (cards[1] + cards[3]) % 10
        if third is None:
            draws = banker <= 5
        else:
            draws = banker <= 2 or third in BANKER_DRAWS.get(banker, ())
        if not draws:
            won(weight, player, banker, len(cards))
            return
        for point, more in drawn(weight, *cards):
            won(more, player, banker + point, len(cards) + 1)

    for one, first in drawn(1):
        for two, second in drawn(first, one):
            for three, third in drawn(second, one, two):
                for four, weight in drawn(third, one, two, three):
                    player, banker = (one + three) % 10, (two + four) % 10
                    cards = (one, two, three, four)
                    if player >= 8 or banker >= 8:
                        won(weight, player, banker, 4)
                    elif player >= 6:
                        bankers_turn(weight, player, None, *cards)
                    else:
                        for point, more in drawn(weight, *cards):
                            bankers_turn(more, player + point, point, *cards, point)
    return found


BANKER_DRAWS = {3: {*range(8), 9}, 4: {*range(2, 8)}, 5: {*range(4, 8)}, 6: {6, 7}}
"""Against which third cards of the player's the banker's hand draws with a total."""


def test_baccarat_from_six_decks_is_what_is_counted_and_published_for_it() -> None:
    """The combinations are those of http://www.casinoexploit.com/baccarat.html."""
    counted = coups_of(6)
    assert counted == {
        "banker": 403_095_751_234_560,
        "player": 392_220_492_728_832,
        "tie": 83_552_962_932_288,
    }
    banker, player, tie = (Fraction(counted[name]) for name in ("banker", "player", "tie"))
    found, whole = edges(with_changes(BACCARAT, decks=6)), perm(6 * 52, 6)
    assert found["banker"].exact == (player - banker * Fraction(95, 100)) / whole
    assert found["player"].exact == (banker - player) / whole
    assert found["tie"].exact == (banker + player - 8 * tie) / whole


def test_trips_are_worth_what_their_table_says() -> None:
    """A full house in seven cards is paid 1 to 1 more: 3,473,184 of C(52, 7) hands."""
    then, now = edges(HOLDEM), edges(with_changes(HOLDEM, trips_full_house=9))
    more = Fraction(3_473_184, comb(52, 7))
    assert then["trips"].house_edge - now["trips"].house_edge == pytest.approx(
        float(more), abs=1e-12
    )


@pytest.mark.parametrize("name", ["act-blackjack-2006", "nsw-blackjack-challenge"])
def test_a_dealer_who_draws_on_soft_17_is_simulated_as_it_is_counted(name: str) -> None:
    book = with_changes(name, soft_17="hit")
    then, now = edges(name)["main"].house_edge, edges(book)["main"].house_edge
    assert abs(now - then) > 0.0005
    report = simulate(book, 300_000, workers=1)
    assert report.standard_error is not None
    assert abs(report.mean + now) < 5 * report.standard_error
