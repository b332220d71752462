"""Counting, against removal one card at a time, brute force, closed forms and published figures."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb, sqrt
from typing import TYPE_CHECKING

import msgspec
import numpy as np
import pytest

import croupier
from croupier.cards import RANKS, Card
from croupier.odds.counting import count_for
from croupier.odds.counting.formatting import counting_picture, rows, sections
from croupier.odds.counting.penetration import Estimate, some_shoes
from croupier.odds.counting.removal import expectations
from croupier.odds.counting.tags import best_tags, read_count, true_counts
from croupier.odds.disk_cache import AnswerCache
from croupier.odds.parameters import PARAMETERS
from croupier.odds.pictures import svg
from croupier.odds.question import question
from croupier.odds.shoe_composition import Composition

if TYPE_CHECKING:
    from croupier.odds.counting import Counting

BLACKJACK = "act-blackjack-2018"
BACCARAT = "act-mini-baccarat-2016"
GRIFFIN = (-0.61, 0.38, 0.44, 0.55, 0.69, 0.46, 0.28, 0.00, -0.18, -0.51)
"""Effects of removal of a single deck, in per cent: P. Griffin, The Theory of Blackjack."""
TRIPS = (1.029, 1.038, 0.453, -0.132, -0.717, -0.570, -0.570, -0.570, -0.570, -0.726, -0.141,
         0.444, 1.029)  # fmt: skip
"""Effects of removal on trips, in per cent."""
ILLUSTRIOUS = {
    ("against an ace", "insurance", "A"): 3, ("hard totals", "16", "10"): 0,
    ("hard totals", "15", "10"): 4, ("pairs", "10-10", "5"): 5, ("pairs", "10-10", "6"): 4,
    ("hard totals", "12", "3"): 2, ("hard totals", "12", "2"): 3, ("hard totals", "9", "2"): 1,
    ("hard totals", "9", "7"): 3, ("hard totals", "13", "2"): -1, ("hard totals", "12", "4"): 0,
    ("hard totals", "12", "5"): -2, ("hard totals", "12", "6"): -1, ("hard totals", "13", "3"): -2,
}  # fmt: skip
"""Index plays of Hi-Lo for shoes: D. Schlesinger, Blackjack Attack, those not against tens and aces
that a dealer without a hole card changes."""


@pytest.fixture(scope="module")
def blackjack() -> Counting:
    """Eight decks, all of it, worked out once."""
    return count_for(BLACKJACK, options={"side_bets": ["perfect-pairs"]}, shoes=4_000)


@pytest.fixture(scope="module")
def baccarat(cache: AnswerCache) -> Counting:
    return count_for(BACCARAT, parts=("effects",), cache=cache)


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> AnswerCache:
    return AnswerCache(tmp_path_factory.mktemp("answers"))


def test_an_effect_is_what_removing_that_card_does(blackjack: Counting) -> None:
    """A table without the card, asked for by itself."""
    options = {"side_bets": ["perfect-pairs"]}
    whole = croupier.odds(BLACKJACK, options=options)
    for card in ("5S", "KD"):
        without = croupier.odds(BLACKJACK, options=options, remove=card)
        for wager in blackjack.wagers:
            change = whole[wager.wager].house_edge - without[wager.wager].house_edge
            assert wager.effects[card[0]] == pytest.approx(change, abs=1e-14)


def test_effects_of_wagers_that_are_ratios_are_ratios(baccarat: Counting) -> None:
    whole = croupier.odds(BACCARAT)
    for rank in "47K":
        without = croupier.odds(BACCARAT, remove=f"{rank}S")
        for wager in baccarat.wagers:
            edges = whole[wager.wager].exact, without[wager.wager].exact
            assert wager.exact_effects is not None
            assert edges[0] is not None
            assert edges[1] is not None
            assert wager.exact_effects[rank] == edges[0] - edges[1]


def test_a_card_that_nobody_saw_changes_nothing(baccarat: Counting) -> None:
    """Over all cards of the shoe, the effects on a wager add up to 0 where nobody decides."""
    held = question(BACCARAT).shoe.by_rank
    for wager in baccarat.wagers:
        assert wager.exact_effects is not None
        assert not sum(held[rank] * effect for rank, effect in wager.exact_effects.items())


def test_the_effects_are_those_that_are_published(blackjack: Counting) -> None:
    """Griffin's are for one deck and a hole card; only their scale may differ."""
    mine = [blackjack["main"].effects[rank] for rank in RANKS]
    theirs = [GRIFFIN[min(place, 9)] for place in range(len(RANKS))]
    assert np.corrcoef(mine, theirs)[0, 1] > 0.995


def test_correlations_of_hi_lo_are_those_that_are_published(blackjack: Counting) -> None:
    """0.97 for betting and 0.76 for insurance: P. Griffin, The Theory of Blackjack."""
    assert blackjack["main"].correlation == pytest.approx(0.97, abs=0.01)
    assert blackjack["insurance"].correlation == pytest.approx(0.76, abs=0.001)


def test_the_insurance_correlation_in_a_closed_form(blackjack: Counting) -> None:
    """Insurance only asks whether a card is a ten."""
    tags = [float(tag) for tag in read_count("HI-LO").tags]
    tens = [float(rank in "TJQK") for rank in RANKS]
    assert blackjack["insurance"].correlation == pytest.approx(-np.corrcoef(tags, tens)[0, 1])


def test_a_pair_bet_is_moved_by_no_single_rank(blackjack: Counting) -> None:
    pairs = blackjack["perfect-pairs"]
    assert pairs.exact_effects == dict.fromkeys(RANKS, Fraction(0))
    assert pairs.correlation is None
    assert not pairs.best_tags


def test_the_best_tags_are_the_best_of_all() -> None:
    """Every balanced system of level 1 tried."""
    shoe = Composition.full(8)
    effects = {rank: GRIFFIN[min(place, 9)] for place, rank in enumerate(RANKS)}
    weights = np.array([1] * 9 + [4])
    systems = np.array(list(product((-1, 0, 1), repeat=10)))
    systems = systems[(systems @ weights == 0) & (np.abs(systems).sum(axis=1) > 0)]
    wanted = np.array(GRIFFIN) - np.array(GRIFFIN) @ weights / 13
    fits = (systems * wanted) @ weights / np.sqrt(systems**2 @ weights * (wanted**2 @ weights))
    found = best_tags(effects, shoe, 1, balanced=True)
    assert found is not None
    assert found[1] == pytest.approx(fits.max())


@pytest.mark.parametrize("level", [1, 2, 3])
def test_the_best_balanced_tags_where_ranks_are_alike(level: int) -> None:
    """Trips, of which 6 to 9 have one effect; of all systems that come to each sum and each sum of
    squares the one that follows it best."""
    sums: dict[tuple[int, int], float] = {(0, 0): 0.0}
    wanted = np.array(TRIPS) - np.mean(TRIPS)
    for effect in wanted:
        after: dict[tuple[int, int], float] = {}
        for (total, squares), followed in sums.items():
            for tag in range(-level, level + 1):
                at = total + tag, squares + tag**2
                after[at] = max(after.get(at, -np.inf), followed + tag * effect)
        sums = after
    best = max(
        followed / sqrt(squares * (wanted**2).sum())
        for (total, squares), followed in sums.items()
        if squares and not total
    )
    found = best_tags(
        dict(zip(RANKS, TRIPS, strict=True)), Composition.full(1), level, balanced=True
    )
    assert found is not None
    assert sum(found[0].values()) == 0
    assert found[1] == pytest.approx(best)


def test_tags_that_follow_better_unbalanced_are_told_too(blackjack: Counting) -> None:
    """Whoever counts nothing but tens knows all of insurance; no balanced system does."""
    table = next(each for each in sections(blackjack) if "best tags" in each.title)
    levels = [row[1:] for row in table.rows if row[0] == "  level 1"]
    assert ("+0.8498", "6+1 7+1 8+1 9+1 T-1") in levels
    assert ("+1.0000", "T-1 (unbalanced)") in levels


def test_plays_are_numbered_only_where_some_are_left_out(blackjack: Counting) -> None:
    def title(plays: int) -> str:
        cut = msgspec.structs.replace(blackjack, plays=blackjack.plays[:plays])
        return next(each.title for each in sections(cut) if "plays" in each.title)

    assert title(25).endswith("the most gainful 24 of 25")
    assert title(7).endswith("the most gainful first")


def test_true_counts_by_brute_force() -> None:
    """One deck, three cards seen, tags of aces alone: so many aces may have been among them."""
    count, shoe = read_count("A-1"), Composition.full(1)
    shares = true_counts(count, shoe, [3])
    expected: dict[int, float] = {}
    for aces in range(4):
        chance = comb(4, aces) * comb(48, 3 - aces) / comb(52, 3)
        true = int(np.floor((-aces + 3 / 13) * 52 / 49))
        expected[true] = expected.get(true, 0.0) + chance
    assert shares == pytest.approx(expected)


def test_index_plays_are_those_that_are_published(blackjack: Counting) -> None:
    plays = {(play.chart, play.row, play.column): play.index for play in blackjack.plays}
    for place, index in ILLUSTRIOUS.items():
        assert plays[place] == pytest.approx(index, abs=1), place
    assert {play.row for play in blackjack.plays[:2]} == {
        "16",
        "insurance",
    }  # as Schlesinger has it


def test_insurance_turns_favourable_as_often_as_it_must(blackjack: Counting) -> None:
    """When more than a third of the cards behind the ace are tens: counted, not sampled."""
    for at in blackjack["insurance"].depths:
        left = 416 - at.cards
        ways = sum(
            comb(128, tens) * comb(288, left - tens)
            for tens in range(129)
            if 3 * tens > left - 1 and 0 <= left - tens <= 288
        )
        share = ways / comb(416, left)
        error = sqrt(share * (1 - share) / 4_000)
        assert at.favourable == pytest.approx(share, abs=4 * error + 1e-9)


@pytest.mark.parametrize(
    ("instrument", "side_bets"),
    [("act-blackjack-2006", ["super-sevens", "perfect-pairs"]), (BACCARAT, ["canberra-pairs"])],
)
def test_formulas_for_many_shoes_bring_what_one_shoe_does(
    instrument: str, side_bets: list[str]
) -> None:
    asked = question(instrument, options={"side_bets": side_bets})
    from croupier.odds import ODDS

    counted = ODDS.of(instrument).counted
    assert counted is not None
    game = counted()
    rests = some_shoes(asked.shoe, 200, 3, seed=5)
    found = game.expectations(asked.rules, rests)
    for place, rest in enumerate(rests):
        one = expectations(asked, Composition(tuple(map(int, rest))))
        for wager, brings in found.items():
            assert brings[place] == pytest.approx(float(one[wager]), abs=1e-13)


def test_an_estimate_is_right_for_one_card(blackjack: Counting) -> None:
    """And stays within what it says of shoes that it has not seen."""
    asked, main = question(BLACKJACK), blackjack["main"]
    guess = Estimate(main.expectation, main.effects, asked.shoe)
    mean = sum(main.effects.values()) / len(RANKS)
    one = np.array([asked.shoe.without([Card("5S")]).counts])
    brought = main.expectation + main.effects["5"] - mean
    assert guess.of(one)[0] == pytest.approx(brought, abs=1e-12)
    rests = some_shoes(asked.shoe, 208, 8, seed=11)
    exact = [
        float(expectations(asked, Composition(tuple(map(int, rest))))["main"]) for rest in rests
    ]
    guess.learn(rests[:6], np.array(exact[:6]))
    assert guess.of(rests[6:]) == pytest.approx(exact[6:], abs=5 * max(guess.off, 5e-4))


def test_nothing_is_favourable_from_a_device_that_takes_every_card_back() -> None:
    counted = count_for(
        "nsw-blackjack-challenge", options={"device": "shuffler"}, parts=("penetration",), shoes=50
    )
    for wager in counted.wagers:
        assert wager.depths[0].cards == 0
        assert not wager.depths[0].favourable
    assert counted.penetration is None
    assert not counted.plays


def test_challenge_is_counted_too() -> None:
    counted = count_for("nsw-blackjack-challenge", parts=("effects",))
    assert counted["main"].effects["A"] < 3 * counted["main"].effects["T"] < 0


def test_the_answer_is_kept(baccarat: Counting, cache: AnswerCache) -> None:
    assert count_for(BACCARAT, parts=("effects",), cache=cache) == baccarat
    assert len(list((cache.where / "answers").iterdir())) == 1


def test_the_answer_is_told_and_drawn(blackjack: Counting) -> None:
    assert "true count, rounded down" in svg(counting_picture(blackjack))
    plays = [row["at"] for row in rows(blackjack) if row["what"] == "index play"]
    assert "hard totals, 16 against 10: H to S, up" in plays
    assert "plays that change" in str(blackjack)
    assert "<table>" in blackjack._repr_html_()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("HI-LOW", "did you mean HI-LO?"),
        ("A-1 X+1", "'X+1' is no tag such as 5+1 or T-1"),
        ("A-1 A+1", "A has two tags"),
        ("5+101", "no tag between"),
        ("A0", "the same tag"),
    ],
)
def test_a_count_that_is_none_says_what_is_wrong(text: str, said: str) -> None:
    with pytest.raises(ValueError, match="count: ") as caught:
        read_count(text)
    assert said in str(caught.value)


def test_tags_are_written_as_people_do() -> None:
    assert read_count("a-1, 10:-1 5=+1.5").by_rank["5"] == Fraction(3, 2)
    assert read_count("T-1 K0").by_rank["Q"] == -1
    assert read_count("T-1 K0").by_rank["K"] == 0
    assert read_count("hi opt ii").name == "HI-OPT-II"
    assert read_count("HALVES").scale == 2


def test_a_seed_below_nothing_is_named() -> None:
    with pytest.raises(ValueError, match="seed: -1 is not a whole number from 0 on"):
        count_for(BACCARAT, seed=-1)


def test_holdem_is_not_dealt_from_a_shoe() -> None:
    with pytest.raises(ValueError, match=r"penetration: .* has no shoe"):
        count_for("act-ultimate-texas-holdem-2025", penetration=0.5)
    with pytest.raises(ValueError, match="shoes: 0 is not"):
        count_for(BLACKJACK, shoes=0)


def test_where_the_shoe_ends_for_whoever_says_nothing_of_it() -> None:
    """At the cut of the rules, and the form says so."""
    left_empty, cut = (
        count_for(BACCARAT, parts=["effects"], penetration=part).penetration
        for part in (None, "cut")
    )
    assert left_empty == cut
    field = PARAMETERS["penetration"].field
    assert field is not None
    assert "Left empty, who counts has it there" in field.explanation
