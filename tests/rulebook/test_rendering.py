"""The rulebook as the terminal shows it, and the same as plain data."""

from __future__ import annotations

import io
import json
from collections.abc import Callable

import pytest
from rich.console import Console

from croupier.cli.compare import comparison_json, show_comparison
from croupier.cli.rulebook import rules_json, show_rules
from croupier.rulebook.instruments import load

OLD, NEW = "act-blackjack-2006", "act-blackjack-2018"
BACCARAT, HOLDEM = "act-mini-baccarat-2016", "act-ultimate-texas-holdem-2025"
CHALLENGE = "nsw-blackjack-challenge"


def console(width: int = 80) -> tuple[Console, io.StringIO]:
    written = io.StringIO()
    return Console(file=written, width=width, highlight=False), written


def rules(instrument: str, clause: str | None = None, width: int = 80) -> str:
    terminal, written = console(width)
    show_rules(terminal, instrument, clause)
    return written.getvalue()


def comparison(a: str, b: str, width: int = 80) -> str:
    terminal, written = console(width)
    show_comparison(terminal, a, b)
    return written.getvalue()


def flat(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("width", [80, 120])
@pytest.mark.parametrize("name", [OLD, NEW, BACCARAT, HOLDEM, CHALLENGE])
def test_an_instrument_fits_its_width_and_has_every_part_and_option(name: str, width: int) -> None:
    text = rules(name, width=width)
    assert max(map(len, text.splitlines())) <= width
    instrument = load(name)
    lines = {line.strip() for line in text.splitlines()}
    for part, heading in instrument.parts.items():
        assert (f"{part}  {heading}" if part.isdigit() else heading) in lines
    for option in instrument.options:
        assert f"{option.name}  {', '.join(option.clauses)}" in lines


def test_a_part_has_its_clauses_and_no_others() -> None:
    text = rules(NEW, "13")
    assert "13  Settlement" in text
    assert "13.2" in text
    assert "(g)" in text
    assert "14.1" not in text


def test_a_clause_is_shown_with_what_is_above_and_below_it_and_its_options() -> None:
    text = rules(NEW, "12.1")
    assert "12.1  procedure" in text
    assert "(a)  Stand on soft 17" in text
    assert "soft_17  12.1, 12.1(a), 12.1(b)" in text
    assert "a table must choose" in text
    below = rules(NEW, "12.1(a)")
    assert "Stands under" in below
    assert "12.1  When every player's hand is done" in below
    assert "Its items" not in below


def test_what_is_fixed_is_shown_as_fixed() -> None:
    assert "The dealer stands on every 17. always" in flat(rules(OLD, "12.1"))


def test_what_is_fixed_is_said_once() -> None:
    text = flat(rules(BACCARAT, "2.1"))
    assert "8 Eight, without jokers. always" in text
    assert "always 8" not in text


def test_what_is_none_by_default_is_shown_as_none() -> None:
    assert "an amount in cents; by default none" in rules(HOLDEM, "10.1:T1:**")
    assert "1 or more; by default none" in rules(HOLDEM, "13.8[2]")


def test_rows_and_bullets_stand_under_their_clause() -> None:
    assert "\n   row 0-5  With 0 to 5 the player's hand draws. " in rules(BACCARAT, "7")
    assert "\n     [1]  A mixed pair pays 5 to 1. " in rules(BACCARAT, "8")


def test_a_long_label_stays_further_in_where_it_wraps() -> None:
    lines = rules(HOLDEM, "10").splitlines()
    first = next(n for n, line in enumerate(lines) if line.startswith("   T1 Blind Royal "))
    assert lines[first + 1].startswith("   Flush ")


def test_numbers_under_numbers_stand_further_in_and_are_whole() -> None:
    text = rules(CHALLENGE, "15")
    for line in ("\n 15.1  ", "\n   15.1.1  ", "\n     15.1.1.2  ", "\n       15.1.1.2.3  "):
        assert line in text
    assert "\n     20.7.11.4  " in rules(CHALLENGE, "20")
    assert "\n       (vi)  " in rules(CHALLENGE, "20")


def test_a_term_stands_under_its_clause_without_its_number() -> None:
    assert "\n   void  " in rules(CHALLENGE, "1")
    assert "\n     buy-in  " in rules(CHALLENGE, "19")
    alone = rules(CHALLENGE, "1.1:promotional prize(s)")
    assert alone.strip().startswith("1.1:promotional prize(s)  definition")
    assert "Stands under" in alone


def test_an_instrument_without_days_says_so() -> None:
    text = rules(CHALLENGE)
    assert "Casino regulator of New South Wales, unnumbered" in text
    assert "It does not say when it was signed, nor from when it is in force" in text
    assert "Signed 17 October 2018, in force from a day that it does not give" in rules(NEW)
    assert "Signed 10 April 2006, in force from 1 May 2006" in rules(OLD)


def test_a_number_to_choose_and_what_lifts_an_exclusion_are_shown() -> None:
    text = flat(rules(CHALLENGE))
    assert "8 Eight decks, 416 cards. by default 6 or 8; by default 8, and a table must" in text
    assert "one of any-pairs, perfect-pairs unless allow_both_side_bets; by default none" in text


@pytest.mark.parametrize("clause", load(CHALLENGE).by_id)
def test_every_clause_of_challenge_fits_by_itself(clause: str) -> None:
    text = rules(CHALLENGE, clause)
    assert max(map(len, text.splitlines())) <= 80
    assert load(CHALLENGE).clause(clause).says in flat(text)


def test_brackets_in_an_id_are_no_markup() -> None:
    assert rules(BACCARAT, "10[intro]").strip().startswith("10[intro]  rule")
    assert "10[intro]  Rule 10 is for" in rules(BACCARAT, "10")
    assert "Stands under" not in rules(HOLDEM, "13.8[2]")


@pytest.mark.parametrize("show", [rules, rules_json])
def test_an_unknown_clause_or_instrument_is_answered_helpfully(
    show: Callable[[str, str | None], object],
) -> None:
    with pytest.raises(LookupError, match=r"did you mean 13\.1\(f\)\?"):
        show(NEW, "13.1f")
    with pytest.raises(LookupError, match="did you mean act-blackjack-2018"):
        show("act-blackjack-2019", None)


def test_words_find_clauses_and_options() -> None:
    text = rules(NEW, "insurance dealer")
    assert "Clauses: 7" in text
    assert "7.1 When the dealer shows an ace" in flat(text)
    found = rules_json(NEW, "insurance dealer")
    assert [clause["id"] for clause in found["clauses"]][:2] == ["A:Insurance wager", "7.1"]
    for clause in found["clauses"]:
        heading = load(NEW).parts[load(NEW).clause(clause["id"]).part]
        assert "insurance" in f"{clause['id']} {clause['says']} {heading}".lower()
    assert [option["name"] for option in rules_json(NEW, "SOFT 17")["options"]] == ["soft_17"]
    assert rules_json(NEW, "A:Insurance line")["kind"] == "definition"
    with pytest.raises(LookupError, match="no clause Insurnce, nor these words; did you mean A:"):
        rules(NEW, "Insurnce")


@pytest.mark.parametrize("width", [80, 120])
@pytest.mark.parametrize(("a", "b"), [(NEW, CHALLENGE), (CHALLENGE, OLD)])
def test_two_of_one_game_are_compared_by_name_where_nobody_wrote_how(
    a: str, b: str, width: int
) -> None:
    text = comparison(a, b, width)
    assert max(map(len, text.splitlines())) <= width
    data = comparison_json(a, b)
    assert data["clauses"] is None
    for value in data["values"]:
        for side in ("from", "to"):
            stated = value[side]
            shown = "no such value" if stated is None else str(stated["value"])
            assert f"{data[side]} {shown}" in flat(text)
    pays = next(value for value in data["values"] if value["name"] == "blackjack_pays")
    assert {pays["from"]["value"], pays["to"]["value"]} == {"3 to 2", "2 to 1"}
    rules = {rule["name"]: (rule["from"], rule["to"]) for rule in data["rules"]}
    two = rules["dealer_bust"] if a == NEW else rules["dealer_bust"][::-1]
    assert two == (("13.1(a)",), ("15.1.3",))


def test_two_games_are_not_compared_and_it_is_said_why() -> None:
    for show in (comparison, comparison_json):
        with pytest.raises(LookupError) as error:
            show(NEW, BACCARAT)
        assert str(error.value).startswith(f"{NEW} is blackjack and {BACCARAT} is baccarat: ")
        assert f"Of one game are {OLD}, {NEW}, {CHALLENGE}" in str(error.value)


@pytest.mark.parametrize("width", [80, 120])
@pytest.mark.parametrize(("a", "b"), [(OLD, NEW), (NEW, OLD)])
def test_a_comparison_fits_its_width_and_says_every_difference(a: str, b: str, width: int) -> None:
    text = comparison(a, b, width)
    assert max(map(len, text.splitlines())) <= width
    for entry in comparison_json(a, b)["clauses"]:
        assert entry["says"] in flat(text)


def test_a_comparison_names_clauses_as_a_reader_cites_them() -> None:
    text = comparison(OLD, NEW)
    assert "removed     17.1 to 17.10\n" in "\n".join(map(str.rstrip, text.splitlines()))
    assert "renumbered  7.2 to 7.5  →  7.3 to 7.6" in text
    assert "20.21, 20.22  →  19.3(a)(viii)(B), 19.3(a)(ix)(B), 19.3(a)(xi)" in text


def test_a_comparison_shows_the_options_side_by_side() -> None:
    text = comparison(OLD, NEW)
    assert "act-blackjack-2006  always stand" in text
    assert "act-blackjack-2018  stand or hit; by default stand, and a table must choose" in text
    assert "act-blackjack-2006  no such option" in text


def test_the_plain_data_of_an_instrument_a_part_and_a_clause() -> None:
    whole = rules_json(NEW, None)
    assert json.loads(json.dumps(whole)) == whole
    assert len(whole["clauses"]) == len(load(NEW).clauses)
    assert rules_json(NEW, "13")["heading"] == "Settlement"
    clause = json.loads(json.dumps(rules_json(NEW, "12.1(b)")))
    assert clause["id"] == "12.1(b)"
    assert clause["kind"] == "enforceable"
    assert clause["parent"]["id"] == "12.1"
    assert clause["clauses"] == []
    assert [option["name"] for option in clause["options"]] == ["soft_17"]


def test_the_plain_data_of_a_comparison_accounts_for_every_clause() -> None:
    plain = json.loads(json.dumps(comparison_json(OLD, NEW)))
    named = plain["same"] + [id for entry in plain["clauses"] for id in entry["from"]]
    assert sorted(named) == sorted(load(OLD).by_id)
    assert {"from", "to", "change", "says"} == set(plain["clauses"][0])
    assert plain["options"][0]["name"] == "soft_17"
    assert plain["options"][0]["from"]["fixed"] is True
