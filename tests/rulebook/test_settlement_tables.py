"""Limbs and rows stand in the data file; every case that can occur meets exactly one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import msgspec
import pytest

import croupier
from croupier import registry
from croupier.cards import parse_cards
from croupier.game_rules import RULES, rules_for, table_for
from croupier.game_rules.signs import sign
from croupier.games.baccarat.odds.analysis import wagers_of
from croupier.games.baccarat.odds.coup_counts import Coup
from croupier.games.blackjack.cases import Showing
from croupier.games.blackjack.odds.hand_terms import must_be_told_apart
from croupier.games.blackjack.odds.side_bets import nets_of_any_rank, side_bet_nets
from croupier.games.blackjack.settlement import rule_on
from croupier.games.blackjack.side_bets import pair_result
from croupier.games.holdem.odds.payouts import must_be_as_built
from croupier.money import Limits
from croupier.rulebook.instruments import Instrument, instruments, load, made_of, read_data
from croupier.rulebook.law_reader import LawError
from croupier.rulebook.settlement_tables import CannotAnalyse, FlawKind, flaws
from croupier.web.felt.game_pages import PAGES

BLACKJACK = "act-blackjack-2018"


def book_with(table: str, limb: str, binding: dict[str, Any], of: str = BLACKJACK) -> Instrument:
    """Return an instrument with another limb or row."""
    book = load(of)
    law: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(book.law))
    section, _, name = table.partition(".")
    entries = law["round"][section][name]
    entries[limb] = {**entries.get(limb, {}), **binding}
    return msgspec.structs.replace(book, law=law)


def flaws_with(table: str, limb: str, binding: dict[str, Any], of: str = BLACKJACK) -> list[str]:
    """Return the flaws of a table after a change of one limb, in words."""
    book = book_with(table, limb, binding, of)
    return [str(each) for each in flaws(RULES.of(book).domains(book)[table])]


@pytest.mark.parametrize("instrument", instruments())
def test_every_case_of_every_table_is_decided_once(instrument: str) -> None:
    book = load(instrument)
    for place, domain in RULES.of(book).domains(book).items():
        assert [str(each) for each in flaws(domain)] == [], place


def test_a_limb_that_is_missing_leaves_a_gap() -> None:
    book = load(BLACKJACK)
    domain = RULES.of(book).domains(book)["limbs.main"]
    table = {name: limb for name, limb in domain.table.items() if name != "stand_off"}
    (found,) = flaws(replace(domain, table=table))
    assert str(found).startswith(f"{FlawKind.GAP}: player_total 17, dealer_total 17")


def test_two_limbs_that_claim_a_case_are_an_overlap() -> None:
    (found,) = flaws_with("limbs.main", "dealer_blackjack", {"over": []})[:1]
    assert found.startswith(f"lower_total and dealer_blackjack: {FlawKind.OVERLAP}: ")


def test_a_limb_that_never_applies_is_dead() -> None:
    binding = {
        "when": {"player_total": "22 to 31", "totals": "equal", "dealer_blackjack": True},
        "outcome": "push",
        "clauses": ["13.1(g)"],
    }
    assert flaws_with("limbs.main", "both_bust", binding) == [f"both_bust: {FlawKind.DEAD}"]


def test_a_limb_that_another_always_prevails_over_is_shadowed() -> None:
    binding = {"over": ["lower_total", "dealer_blackjack", "stand_off", "higher_total"]}
    dealt = {"when": {"player_total": "2 to 31"}, **binding}
    found = flaws_with("limbs.main", "player_bust", dealt)
    assert any(each.startswith(f"stand_off: {FlawKind.SHADOWED}: ") for each in found)


@pytest.mark.parametrize(
    ("binding", "message"),
    [
        ({"when": {"dealers_total": 22}}, "stand_off.when.dealers_total: .* dealer_total"),
        ({"when": {"dealer_total": "22 to 40"}}, "when.dealer_total: 32 is not a whole number"),
        ({"when": {"totals": "even"}}, "when.totals: even is not one of higher, equal, lower"),
        ({"when": {"player_blackjack": 1}}, "when.player_blackjack: 1 is not one of true, false"),
        ({"when": {"totals": []}}, "when.totals: a list without values"),
        ({"when": {"totals": 1.5}}, "when.totals: a value, a list of values or a span"),
        ({"outcome": "won"}, "stand_off.outcome: 'won' is not one of win, lose, push"),
        ({"outcome": "win"}, "stand_off.pays: a limb that wins pays"),
        ({"pays": "win_pays"}, "stand_off.pays: only a limb that wins pays"),
        ({"outcome": "win", "pays": "win_pay"}, "stand_off.pays: .* did you mean win_pays"),
        ({"outcome": "win", "pays": {"value": "2"}}, "stand_off.pays"),
        ({"over": ["dealer_busts"]}, "stand_off.over: .* did you mean dealer_bust"),
        ({"clauses": ["13.9"]}, "stand_off.clauses: .* has no clause 13.9"),
        ({"whenever": {}}, "stand_off.whenever: only when, outcome"),
    ],
)
def test_a_flaw_of_a_limb_is_named_with_its_place(binding: dict[str, Any], message: str) -> None:
    book = book_with("limbs.main", "stand_off", binding)
    with pytest.raises(LawError, match=f"law.round.limbs.main.*{message}"):
        RULES.of(book).laws(book)


def test_a_limb_may_bind_odds_of_its_own() -> None:
    own = {"pays": {"value": "6 to 5", "clauses": ["13.2(a)"]}}
    book = book_with("limbs.main", "player_blackjack", own)
    pays = RULES.of(book).laws(book).law.limbs["main"]["player_blackjack"].pays
    assert (str(pays.value), pays.clauses) == ("6 to 5", ("13.2(a)",))


# --- pay tables


ACES = {
    "when": {"pair": "perfect", "rank": "A"},
    "pays": {"value": "30 to 1", "clauses": ["17.12(c)"]},
    "clauses": ["17.9", "17.9(c)"],
    "over": ["perfect"],
    "called": "perfect pair of aces",
}


@pytest.fixture
def with_aces() -> Iterator[Instrument]:
    """An instrument that pays a perfect pair of aces 30 to 1."""
    data: dict[str, Any] = msgspec.json.decode(read_data(BLACKJACK))
    data["law"]["round"]["pay_tables"]["perfect-pairs"]["aces"] = ACES
    book = made_of(msgspec.json.encode({**data, "id": "aces", "mark": "", "life": {}}))
    registry.register(book, registry.parts_of(BLACKJACK))
    yield book
    registry.unregister("aces")


OFFERED = {"side_bets": ["perfect-pairs"], "decks": 8, "soft_17": "stand", "device": "shoe"}


def test_a_row_more_is_paid_and_prevails_over_the_row_that_it_narrows(
    with_aces: Instrument,
) -> None:
    law = rules_for("aces", OFFERED).law
    found = {
        cards: pair_result(law, "perfect-pairs", *parse_cards(cards))
        for cards in ("AS AS", "KS KS", "AS AC")
    }
    assert [str(pays.value) for _, pays in found.values() if pays] == [
        "30 to 1",
        "25 to 1",
        "12 to 1",
    ]
    assert found["AS AS"][0] == ("17.9", "17.9(c)", "17.12(c)", "17.10", "17.11(b)")


def test_a_row_more_is_counted_by_the_odds(with_aces: Instrument) -> None:
    """Each of eight decks has four aces: 4 suits, 8 x 7 ordered pairs of 416 x 415."""
    (wager,) = (
        each
        for each in croupier.odds("aces", options=OFFERED).wagers
        if each.wager == "perfect-pairs"
    )
    aces = {each.outcome: (each.net, each.exact) for each in wager.outcomes}
    assert aces["perfect pair of aces"] == (30, Fraction(4 * 8 * 7, 416 * 415))
    assert aces["perfect pair"] == (25, Fraction(48 * 8 * 7, 416 * 415))


def test_a_row_more_is_on_the_sign_and_beside_the_layout(with_aces: Instrument) -> None:
    game = table_for("aces", OFFERED).game
    lines = [each.value for each in sign(game, lambda wager: Limits(5_00))]
    assert any(line.endswith("25 to 1; perfect pair of aces 30 to 1") for line in lines)
    (rows,) = (each.rows for each in PAGES.of("aces").pays(game) if each.wager == "Perfect Pairs")
    assert rows[-1] == ("Perfect pair of aces", "30 to 1")


def test_a_row_more_is_simulated(with_aces: Instrument) -> None:
    nets = side_bet_nets(rules_for("aces", OFFERED))["perfect-pairs"][0]
    assert nets[:6] == [-1, 6, 12, 12, 30, 6]
    assert sorted(set(nets)) == [-1, 6, 12, 25, 30]


def test_counting_refuses_by_name_a_row_that_tells_ranks_apart(with_aces: Instrument) -> None:
    rules = rules_for("aces", OFFERED)
    nets = side_bet_nets(rules)["perfect-pairs"][0]
    with pytest.raises(CannotAnalyse, match=r"counting treats .*; limb aces \(17.9, 17.9\(c\)\)"):
        nets_of_any_rank(rules, "perfect-pairs", nets)


# --- analyses that merge cases


PUSH_22 = {
    "when": {"dealer_total": 22, "player_total": "2 to 21", "player_blackjack": False},
    "outcome": "push",
    "clauses": ["13.1(g)"],
    "over": ["dealer_bust"],
}


@pytest.fixture
def push_22() -> Iterator[str]:
    """An instrument under which a dealer's 22 is a stand-off."""
    data: dict[str, Any] = msgspec.json.decode(read_data(BLACKJACK))
    data["law"]["round"]["limbs"]["main"]["push_22"] = PUSH_22
    book = made_of(msgspec.json.encode({**data, "id": "push-22", "mark": "", "life": {}}))
    registry.register(book, registry.parts_of(BLACKJACK))
    yield "push-22"
    registry.unregister("push-22")


def test_a_dealers_22_is_a_stand_off_where_a_limb_says_so(push_22: str) -> None:
    law = rules_for(push_22).law
    assert rule_on(law, Showing(20, False), Showing(22, False)).outcome == "push"
    assert rule_on(law, Showing(20, False), Showing(23, False)).outcome == "win"
    book = load(push_22)
    assert flaws(RULES.of(book).domains(book)["limbs.main"]) == []


REFUSAL = (
    r"every dealer total over 21 alike; limb push_22 \(13.1\(g\)\) of main tells dealer_total 22"
)


def test_odds_never_push_every_bust_for_a_dealers_22(push_22: str) -> None:
    with pytest.raises(CannotAnalyse, match=REFUSAL):
        croupier.odds(push_22)
    with pytest.raises(CannotAnalyse, match=REFUSAL):
        croupier.odds.strategy_for(push_22)


def test_a_simulation_never_pushes_every_bust_for_a_dealers_22(push_22: str) -> None:
    with pytest.raises(CannotAnalyse, match=REFUSAL):
        croupier.odds.simulate(push_22, rounds=100)


def test_learners_never_see_every_bust_pushed_for_a_dealers_22(push_22: str) -> None:
    with pytest.raises(CannotAnalyse, match=REFUSAL):
        must_be_told_apart(load(push_22))


def test_a_bust_that_does_not_lose_is_refused_by_name() -> None:
    book = book_with("limbs.main", "player_bust", {"outcome": "push"})
    with pytest.raises(
        CannotAnalyse, match=r"every bust lose; limb player_bust \(13.1\(d\)\) of main"
    ):
        must_be_told_apart(book)


def test_a_limb_of_holdem_that_the_kernels_do_not_know_is_refused_by_name() -> None:
    book = book_with(
        "limbs.ante",
        "ante_unqualified",
        {"outcome": "lose"},
        of="act-ultimate-texas-holdem-2025",
    )
    with pytest.raises(
        CannotAnalyse, match=r"limbs of ante built in; limb ante_unqualified \(9.2,"
    ):
        must_be_as_built(book)


def test_a_row_of_baccarat_that_tells_ranks_apart_is_refused_by_name() -> None:
    kings = {
        "when": {"pair": "perfect", "rank": "K"},
        "pays": {"value": "40 to 1", "clauses": ["10.6(c)"]},
        "clauses": ["10.4"],
        "over": ["perfect"],
    }
    book = book_with("pay_tables.perfect-pairs", "kings", kings, of="act-mini-baccarat-2016")
    rules = RULES.of(book).rules(book, {"side_bets": ["perfect-pairs"]})
    with pytest.raises(CannotAnalyse, match=r"ranks alike; limb kings \(10.4\) of perfect-pairs"):
        wagers_of(rules)


def test_a_limb_of_baccarat_by_totals_is_counted_exactly() -> None:
    """A wager on banker that wins with 7 is paid 40 to 1 beside the six."""
    seven = {
        "when": {"winner": "banker", "banker_total": 7},
        "outcome": "win",
        "pays": {"value": "40 to 1", "clauses": ["8.9(b)"]},
        "clauses": ["8.4(a)"],
        "over": ["banker_wins"],
    }
    book = book_with("limbs.banker", "wins_with_seven", seven, of="act-mini-baccarat-2016")
    rules = RULES.of(book).rules(book, {"settlement": "B"})
    results = wagers_of(rules)["banker"]
    assert results(Coup(3, 7, None, None)) == ("banker: wins with seven", Fraction(40))
    assert results(Coup(3, 8, None, None)) == ("banker: banker", Fraction(1))
    assert results(Coup(3, 6, None, None)) == ("banker with 6", Fraction(1, 2))
