"""The entries of an amendment beside changes of values: the effect, the refusal, the form."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import msgspec
import pytest
from tests.casino.evenings import OPTIONS, Evening

import croupier
from croupier.adjudication import Answer
from croupier.game_rules.signs import sign
from croupier.rulebook.amendment_entries import AmendmentError, Does, LimbEntry, RowEntry
from croupier.rulebook.amendments import amended, amendment_in, book_of, in_toml
from croupier.rulebook.canonical_entries import placed, settled
from croupier.rulebook.data_file_draft import Draft
from croupier.rulebook.instruments import instruments, load
from croupier.rulebook.settlement_tables import CannotAnalyse
from croupier.table_replay import read_record, replay

if TYPE_CHECKING:
    from croupier.rulebook.instruments import Instrument

BASIS = "act-blackjack-2018"
SOFT_17 = {"option": "soft_17", "clauses": ["12.1", "12.1(a)", "12.1(b)"]}
OVER = {"section": "table", "rule": "over_maximum", "clauses": ["3.5"]}
NEW_CLAUSE = {"id": "3.6", "does": "add", "kind": "enforceable", "says": "Chips lie in one pile."}


def given(amends: str = BASIS, **lists: Any) -> dict[str, Any]:
    return {"amends": amends, "id": "variant", "title": "Variant", **lists}


def variant(amends: str = BASIS, **lists: Any) -> Instrument:
    return amended(given(amends, **lists))


def option(book: Instrument, name: str) -> Any:
    return next(each for each in (*book.options, *book.promotion_options) if each.name == name)


# --- the form


def test_an_amendment_of_values_is_written_as_it_always_was() -> None:
    change = {"rule": "blackjack_pays", "clauses": ["13.2(a)", "8.1(a)"], "value": "6:5"}
    book = variant(change=[change], commences="2027-03-01", open_tables="play-on")
    assert msgspec.json.encode(book.amendment) == (
        b'{"amends":"act-blackjack-2018","id":"variant","title":"Variant","change":[{"rule":'
        b'"blackjack_pays","clauses":["8.1(a)","13.2(a)"],"value":"6 to 5"}],'
        b'"commences":"2027-03-01","open_tables":"play-on"}'
    )
    assert book.amendment is not None
    assert in_toml(book.amendment) == (
        'amends = "act-blackjack-2018"\nid = "variant"\ntitle = "Variant"\n'
        'commences = "2027-03-01"\nopen_tables = "play-on"\n\n[[change]]\n'
        'rule = "blackjack_pays"\nclauses = ["8.1(a)", "13.2(a)"]\nvalue = "6 to 5"\n'
    )


EVERYTHING = given(
    change=[{"rule": "most_hands", "clauses": ["10.3"], "value": 3}],
    clause=[
        {"id": "13", "becomes": "20", "heading": "What is paid"},
        NEW_CLAUSE,
        {"id": "3.7", "does": "add", "kind": "notice", "says": "A sign says so: {piles}."},
        {"id": "3.5", "says": "A wager over the maximum is void.", "kind": "procedure"},
    ],
    value=[
        {
            "name": "piles", "does": "add", "says": "How many piles", "clauses": ["3.7"],
            "type": "number", "value": 2,
        },
        {"name": "most_hands", "clauses": ["10.3"], "says": "The most hands of a box"},
    ],
    option=[{**SOFT_17, "fixed": "hit"}],
    rule=[{**OVER, "becomes": ["3.6", "3.5"], "why": "Two clauses say it."}],
    condition=[
        {"condition": "statement", "clauses": ["19.3(b)"], "does": "remove"},
        {"condition": "points.ties", "clauses": ["19.3(a)(ix)", "19.3(a)(ix)(B)"],
         "becomes": ["19.3(a)(ix)(B)"]},
    ],
)  # fmt: skip


def test_an_amendment_reads_back_from_its_own_toml_and_json() -> None:
    book = amended(EVERYTHING)
    assert book.amendment is not None
    text = in_toml(book.amendment)
    assert amendment_in(text) == book.amendment
    assert in_toml(amendment_in(text)) == text
    assert amendment_in(msgspec.json.encode(book.amendment).decode()) == book.amendment
    assert amended(book.amendment) is book


def test_the_order_of_entries_and_of_clauses_makes_no_difference() -> None:
    backwards = {
        name: each[::-1] if isinstance(each, list) else each for name, each in EVERYTHING.items()
    }
    soft_17 = {**SOFT_17, "clauses": SOFT_17["clauses"][::-1], "fixed": "hit"}
    added = [{**NEW_CLAUSE, "after": "3.5"}, *EVERYTHING["clause"][2:], EVERYTHING["clause"][0]]
    assert amended({**backwards, "clause": added, "option": [soft_17]}) is amended(EVERYTHING)


def test_an_addition_says_where_it_stands() -> None:
    first = {**NEW_CLAUSE, "after": "3.4"}
    second = {**NEW_CLAUSE, "id": "3.7", "after": "3.4"}
    book = variant(clause=[first, second])
    ids = [clause.id for clause in book.clauses]
    assert ids[ids.index("3.4") :][:4] == ["3.4", "3.6", "3.7", "3.5"]
    assert book.amendment is not None
    assert [entry.after for entry in book.amendment.clauses] == ["3.4", "3.6"]


# --- clauses


@pytest.mark.parametrize("name", instruments())
def test_every_part_of_an_instrument_can_be_renumbered(name: str) -> None:
    basis = load(name)
    parts = [{"id": part, "becomes": f"9{part}"} for part in basis.parts]
    book = variant(name, clause=parts)
    assert [clause.id for clause in book.clauses] == [f"9{each.id}" for each in basis.clauses]
    assert list(book.parts.values()) == list(basis.parts.values())
    assert croupier.rules_for(book).options == croupier.rules_for(basis).options
    for value, was in zip(book.values, basis.values, strict=True):
        assert value.clauses == tuple(f"9{id}" for id in was.clauses)


def test_items_follow_their_clause_and_numbers_their_exchange() -> None:
    book = variant(clause=[{"id": "17.9", "becomes": "17.10"}, {"id": "17.10", "becomes": "17.9"}])
    assert book.clause("17.10(a)").says == load(BASIS).clause("17.9(a)").says + (
        " (17.9(a) in the approved instrument.)"
    )
    law = croupier.rules_for(book).law
    assert law.perfect_pairs.no_pair == ("17.10", "17.10(d)")
    assert law.perfect_pairs.pay == ("17.9", "17.11(b)")


def test_texts_cite_the_new_numbers() -> None:
    book = variant(clause=[{"id": "9.2", "becomes": "9.3"}, {"id": "18", "becomes": "21"}])
    assert "as long as 9.3(b) does not" in book.clause("9.1(d)").says
    assert "way to Rule 21" in book.clause("5:fn1").says
    assert "21.2 stands in for all of Rule 5" in book.clause("21.1").says


def test_a_new_clause_takes_a_number_that_is_renumbered() -> None:
    inserted = {"id": "3.4A", "does": "add", "kind": "notice", "says": "A.", "becomes": "3.5"}
    book = variant(clause=[inserted, {"id": "3.5", "becomes": "3.6"}])
    assert book.clause("3.5").says == "A. (Not in the approved instrument.)"
    assert croupier.rules_for(book).table_law.over_maximum == ("3.6",)
    assert book.amended_clauses == ("3.5",)


def test_a_replaced_clause_says_what_stood_there() -> None:
    says = "A wager over the maximum is void."
    book = variant(clause=[{"id": "3.5", "says": says}])
    was = load(BASIS).clause("3.5").says.rstrip(".")
    assert book.clause("3.5").says == f"{says} (Amended; in the approved instrument: {was}.)"
    assert book.amended_clauses == ("3.5",)


def test_a_clause_is_removed_with_what_it_states() -> None:
    book = variant(
        clause=[{"id": "17.6", "does": "remove"}],
        value=[{"name": "perfect_pairs_per_box", "clauses": ["17.6"], "does": "remove"}],
        rule=[
            {
                "section": "table", "rule": "side_bets.perfect-pairs.most_per_box",
                "clauses": ["17.6"], "value": "{players_per_box}", "becomes": ["4.5"],
            }
        ],
    )  # fmt: skip
    assert "17.6" not in book.by_id
    most = croupier.rules_for(book).table_law.side_bets["perfect-pairs"].most_per_box
    assert (most.value, most.clauses) == (3, ("4.5",))
    assert (
        "not in the approved instrument: the rule table.side_bets.perfect-pairs.most_per_box"
        in (book.clause("4.5").says)
    )


# --- options


def test_a_default_reading_is_switched() -> None:
    book = variant(option=[{**SOFT_17, "default": "hit"}])
    assert croupier.rules_for(book).options["soft_17"] == "hit"
    assert croupier.rules_for(book, {"soft_17": "stand"}).options["soft_17"] == "stand"
    assert "the option soft_17 with default stand" in book.clause("12.1(a)").says


def test_a_fixed_option_is_no_longer_chosen() -> None:
    book = variant(option=[{**SOFT_17, "fixed": "hit"}])
    fixed = option(book, "soft_17")
    assert (fixed.fixed, fixed.default, fixed.required) == (True, "hit", False)
    assert list(fixed.readings) == ["hit"]
    croupier.table_for(book, {"decks": 8, "limits": {"main": [1000, 50000]}})
    with pytest.raises(ValueError, match="it is always hit"):
        croupier.rules_for(book, {"soft_17": "stand"})


def test_readings_are_left_out() -> None:
    bets = {"option": "side_bets", "clauses": ["17.1", "17.1(a)", "17.1(b)"]}
    book = variant(option=[{**bets, "only": ["pairs-play"]}])
    assert list(option(book, "side_bets").readings) == ["pairs-play"]
    assert option(book, "side_bets").exclusive == ()
    with pytest.raises(ValueError, match="perfect-pairs"):
        croupier.rules_for(book, {"side_bets": ["perfect-pairs"]})


def test_a_number_is_bounded() -> None:
    wait = {"option": "betting_seconds", "clauses": ["4.1", "17.5", "17.17"]}
    book = variant(option=[{**wait, "minimum": 3, "maximum": 30}])
    with pytest.raises(ValueError, match="31 is not between 3 and 30"):
        croupier.rules_for(book, {"betting_seconds": 31})


def test_an_option_of_another_edition_may_be_added() -> None:
    shared = next(each for each in load(BASIS).options if each.name == "third_party_cap")
    added = {
        "option": "third_party_cap", "does": "add", "says": "How others share.",
        "clauses": ["7.1"], "readings": dict(shared.readings), "default": "single_winner",
    }  # fmt: skip
    book = variant("act-blackjack-2006", option=[added])
    assert croupier.rules_for(book).third_party_cap == "single_winner"


# --- rules and conditions


def test_a_rule_is_bound_to_other_clauses() -> None:
    book = variant(clause=[NEW_CLAUSE], rule=[{**OVER, "becomes": ["3.5", "3.6"]}])
    assert croupier.rules_for(book).table_law.over_maximum == ("3.5", "3.6")


def test_a_rule_that_the_game_may_lack_is_added_and_removed() -> None:
    hits = {"section": "round", "rule": "dealer_hits_soft_17"}
    away = {**hits, "clauses": ["12.1", "12.1(b)"], "does": "remove"}
    assert croupier.rules_for(variant(rule=[away])).law.dealer_hits_soft_17 is None
    order = {"section": "tournament", "rule": ["places"], "clauses": ["19.18"], "why": "Ranks."}
    assert croupier.rules_for(variant(rule=[order])).table_law.tournament.places == ("19.18",)
    ask = {"section": "round", "rule": "insurance.insurance_on_others"}
    silent = variant(rule=[{**ask, "clauses": ["7.2"], "becomes": [], "nothing": ["value"]}])
    assert croupier.rules_for(silent).law.insurance.insurance_on_others is None


def test_a_group_of_rules_goes_as_one() -> None:
    group = {"section": "round", "rule": "pairs_play", "does": "remove"}
    clauses = [
        "A:Pairs Play", "17.15", "17.15(a)", "17.15(b)", "17.16", "17.22", "17.24", "17.22(a)",
        "17.22(b)", "17.21", "17.21(b)",
    ]  # fmt: skip
    pair = {"table": "pairs-play", "row": "pair", "does": "remove"}
    rows = [{**pair, "clauses": ["17.21", "17.21(a)"]}]
    offered = {"option": "side_bets", "clauses": ["17.1", "17.1(a)", "17.1(b)"]}
    left = [{**offered, "only": ["perfect-pairs"]}]
    book = variant(rule=[{**group, "clauses": clauses}], row=rows, option=left)
    assert croupier.rules_for(book).law.pairs_play is None


def test_a_condition_is_added_and_removed() -> None:
    gone = {"condition": "statement", "clauses": ["19.3(b)"], "does": "remove"}
    bets = {"condition": "side_bets", "clauses": ["19.3(a)(vii)"], "does": "add", "after": "limits"}
    contents = croupier.rules_for(variant(condition=[gone, bets])).table_law.tournament.contents
    assert "statement" not in contents
    assert contents["side_bets"] == ("19.3(a)(vii)",)


# --- limbs and rows, as objects of the data file


TABLES: dict[str, Any] = {
    "limbs": {
        "main": {
            "dealer_bust": {"when": {"dealer_total": "22 to 31"}, "outcome": "win",
                            "pays": "win_pays", "clauses": ["13.1(a)"]},
            "higher_total": {"when": {"totals": "higher"}, "outcome": "win", "pays": "win_pays",
                             "clauses": ["13.1(b)"]},
        }
    },
    "pay_tables": {
        "pairs-play": {
            "pair": {"when": {"pair": ["mixed", "perfect"]}, "outcome": "win",
                     "pays": {"value": "{pairs_play}", "clauses": ["17.23"]},
                     "clauses": ["17.21"]},
        }
    },
}  # fmt: skip


def settlement_draft() -> Draft:
    clauses = [{"id": clause.id, "says": clause.says} for clause in load(BASIS).clauses]
    data = {"id": BASIS, "parts": {}, "clauses": clauses, "options": [], "law": {"round": TABLES}}
    return Draft(msgspec.json.decode(msgspec.json.encode(data)), [], BASIS)


def test_a_limb_is_put_in_its_place() -> None:
    draft = settlement_draft()
    push = LimbEntry(
        table="main", limb="push_22", does=Does.ADD, clauses=("13.1(g)",), outcome="push",
        when={"dealer_total": 22}, over=("dealer_bust",), after="dealer_bust",
    )  # fmt: skip
    (entry,) = placed(draft, [settled(draft, push, "limb[0]")], "limb")
    fields = {"when": {"dealer_total": 22}, "outcome": "push", "over": ["dealer_bust"]}
    draft.place(entry, "limb[0]").put({**fields, "clauses": ["13.1(g)"]}, entry.after)
    assert list(draft.law["round"]["limbs"]["main"]) == ["dealer_bust", "push_22", "higher_total"]


def test_a_limb_or_row_that_is_not_there_is_refused_with_the_nearest() -> None:
    draft = settlement_draft()
    for entry, said in (
        (LimbEntry(table="main", limb="dealer_bsut", outcome="push"), "did you mean dealer_bust?"),
        (LimbEntry(table="man", limb="dealer_bust", outcome="push"), "did you mean main?"),
        (RowEntry(table="pairs-play", row="pair", outcome="push"), "row[0].clauses: missing"),
        (
            RowEntry(table="pairs-play", row="pair", clauses=("17.21",), outcome="win"),
            "row pairs-play.pair is that already",
        ),
    ):
        with pytest.raises(AmendmentError, match=re.escape(said)):
            settled(draft, entry, "row[0]")


DEALERS_22 = {
    "does": "add",
    "table": "main",
    "limb": "push_22",
    "when": {"dealer_total": 22, "player_total": "2 to 21", "player_blackjack": False},
    "outcome": "push",
    "clauses": ["13.1(g)"],
    "over": ["dealer_bust"],
}
ACES = {
    "does": "add",
    "table": "perfect-pairs",
    "row": "aces",
    "when": {"pair": "perfect", "rank": "A"},
    "pays": {"value": "30 to 1", "clauses": ["17.12"]},
    "clauses": ["17.9"],
    "over": ["perfect"],
}


def of_2018(**lists: Any) -> Instrument:
    return amended({"amends": BASIS, "id": "draft", "title": "A draft", **lists})


def settled_by(book: Instrument, cards: str, wager: str, *, stand: bool = False) -> tuple[int, str]:
    """Return the net of ana's wager in a round, with the first clause of its settlement."""
    laid = {"box": 1, "player": "ana", "amount": 2000}
    names = dict.fromkeys(("main", wager))
    answer = croupier.adjudicate(
        {
            "instrument": BASIS,
            "options": {"side_bets": ["perfect-pairs"]},
            "cards": cards.split(),
            "wagers": [{**laid, "wager": name} for name in names],
            "decisions": [{"box": 1, "hand": 1, "action": "stand"}] if stand else [],
        },
        under=book,
    )
    assert isinstance(answer, Answer), answer
    (found,) = (each for each in answer.settlements if each.wager == wager)
    return found.net, found.clauses[0]


def test_a_limb_is_added_settles_and_prevails() -> None:
    book = of_2018(limb=[DEALERS_22])
    twenty_two = "TS 6H 9D TC 6D"
    assert settled_by(load(BASIS), twenty_two, "main", stand=True) == (2000, "13.1(a)")
    assert settled_by(book, twenty_two, "main", stand=True) == (0, "13.1(g)")
    assert settled_by(book, "TS 6H 9D TC 7D", "main", stand=True) == (2000, "13.1(a)")


def test_odds_refuse_a_limb_that_tells_apart_what_they_merge() -> None:
    with pytest.raises(CannotAnalyse, match=r"push_22 \(13\.1\(g\)\)"):
        croupier.odds(of_2018(limb=[DEALERS_22]))


def test_a_row_is_added_and_paid() -> None:
    book = of_2018(row=[ACES])
    assert settled_by(load(BASIS), "AS 9D AS 9C", "perfect-pairs", stand=True)[0] == 50_000
    assert settled_by(book, "AS 9D AS 9C", "perfect-pairs", stand=True) == (60_000, "17.9")


@pytest.mark.parametrize(
    ("lists", "said"),
    [
        ({"limb": [{**DEALERS_22, "over": []}]}, "limb[0]"),
        ({"limb": [{**DEALERS_22, "when": {"dealer_total": 40}}]}, "limb[0].when.dealer_total"),
        ({"limb": [{**DEALERS_22, "when": {"dealers_total": 22}}]}, "limb[0].when.dealers_total"),
        (
            {"limb": [{"does": "remove", "table": "main", "limb": "stand_off",
                       "clauses": ["13.1(g)", "A:Stand off"]}]},
            "stand_off",
        ),
        ({"row": [{**ACES, "over": []}]}, "row[0]"),
        ({"row": [{**ACES, "when": {"pair": "perfect", "rank": "14"}}]}, "row[0].when.rank"),
    ],
)  # fmt: skip
def test_a_flaw_of_a_settlement_table_is_refused_with_its_place(
    lists: dict[str, Any], said: str
) -> None:
    with pytest.raises(AmendmentError, match=re.escape(said)):
        of_2018(**lists)


# --- refusals


@pytest.mark.parametrize(
    ("lists", "said"),
    [
        ({"clause": [{"id": "3.55", "says": "x"}]}, "clause[0]: act-blackjack-2018 has no clause"),
        ({"clause": [{"id": "3.5"}]}, "clause[0]: clause 3.5 is that already"),
        ({"clause": [{"says": "x"}]}, "clause[0].id: missing"),
        ({"clause": "x"}, "clause: a list of [[clause]] is needed"),
        ({"clause": ["x"]}, "clause[0]: not a table of fields"),
        ({"clause": [{"id": "3.5", "say": "x"}]}, "clause[0].say: there is no such field"),
        ({"clause": [{"id": "3.5", "says": 3}]}, "clause[0].says: text is needed"),
        ({"clause": [{"id": "3.5", "does": "drop"}]}, "clause[0].does: 'drop' is not one"),
        ({"clause": [{"id": "3.5", "says": None}]}, "clause[0].says: null"),
        ({"clause": [{"id": "3.5", "says": " "}]}, "clause[0].says: a clause needs a text"),
        ({"clause": [{"id": "3.5", "becomes": ""}]}, "clause[0].becomes: '' is not the number of"),
        ({"clause": [{**NEW_CLAUSE, "id": "six"}]}, "clause[0].id: 'six' is not the number of"),
        ({"clause": [{"id": "3", "becomes": "3.9"}]}, "'3.9' is not the number of a part"),
        ({"change": [{"rule": "soft_17"}]}, "soft_17 is an option; amend it with [[option]]"),
        ({"option": [{**SOFT_17, "nothing": ["default"]}]}, "option[0].nothing: soft_17 needs a"),
        ({"option": [{**SOFT_17, "does": "remove"}]}, "blackjack needs the option soft_17"),
        ({"clause": [NEW_CLAUSE, NEW_CLAUSE]}, "clause[1]: 3.6 is amended in clause[0]"),
        ({"clause": [{**NEW_CLAUSE, "id": "3.5"}]}, "act-blackjack-2018 has clause 3.5 already"),
        ({"clause": [{"id": "3.6", "does": "add", "says": "x"}]}, "clause[0].kind: missing"),
        ({"clause": [{**NEW_CLAUSE, "kind": "notices"}]}, "clause[0].kind: 'notices' is not"),
        ({"clause": [{**NEW_CLAUSE, "after": "3.44"}]}, "clause[0].after: there is no 3.44"),
        ({"clause": [{**NEW_CLAUSE, "id": "33.1"}]}, "clause[0].heading: part 33 is new"),
        ({"clause": [{"id": "3", "says": "x"}]}, "clause[0].says: 3 is a part"),
        ({"clause": [{"id": "3", "does": "remove"}]}, "clause[0].does: a part is only renumbered"),
        ({"clause": [{"id": "3.4", "becomes": "3.5"}]}, "clause[0]: 3.4 and 3.5 would both be 3.5"),
        ({"clause": [{"id": "3.4", "becomes": "3.8(a)"}]}, "as amended: it has no 3.8 above"),
        (
            {"clause": [{"id": "13.2(a)", "says": "A Blackjack pays well."}]},
            "clause[0].says: 13.2(a) states blackjack_pays; name it in braces",
        ),
        (
            {"clause": [{"id": "3.5", "says": "Over {most_hand} hands."}]},
            "clause[0]: clause 3.5 names the value most_hand, which there is not; did you mean",
        ),
        ({"clause": [{"id": "3.5", "does": "remove"}]}, "clause[0]: law.table.over_maximum still"),
        ({"clause": [{"id": "17.9", "does": "remove"}]}, "17.9(a) stands under 17.9; remove it"),
        (
            {"clause": [{"id": "9.2(b)", "does": "remove"}]},
            "clause[0]: the text of 9.1(d) speaks of 9.2(b); replace it",
        ),
        (
            {"clause": [{"id": "9.2(b)", "does": "remove", "says": "x"}]},
            "clause[0].says: a removal has no says",
        ),
        (
            {"value": [{"name": "pairs_play", "clauses": ["17.23"], "does": "remove"}]},
            "value[0]: clause 17.23 names the value pairs_play",
        ),
        (
            {"value": [{"name": "pairs_play", "clauses": ["17.23"], "value": "12 to 1"}]},
            "value[0].value: another value is a [[change]]",
        ),
        (
            {"value": [{"name": "most_hands", "clauses": ["10.3"], "maximum": 3}]},
            "value[0].value: 4 is not between 2 and 3",
        ),
        (
            {"option": [{"option": "soft_17", "clauses": ["12.1"], "fixed": "hit"}]},
            "option[0].clauses: option soft_17 has 12.1, 12.1(a), 12.1(b); name 12.1(a), 12.1(b)",
        ),
        ({"option": [{"option": "soft_17", "fixed": "hit"}]}, "option[0].clauses: missing; option"),
        (
            {"option": [{**SOFT_17, "clauses": ["12.1", "3.5"], "fixed": "hit"}]},
            "option[0].clauses[1]: 3.5 is not a clause of option soft_17, which has 12.1",
        ),
        (
            {"option": [{**SOFT_17, "fixed": "hits"}]},
            "option[0].fixed: soft_17 has no reading hits, only stand, hit; did you mean hit?",
        ),
        ({"option": [{**SOFT_17, "only": ["hit"]}]}, "the default stand is left out"),
        ({"option": [{**SOFT_17, "only": []}]}, "option[0].only: names none"),
        ({"option": [{"option": "sofr_17"}]}, "no option sofr_17; did you mean soft_17?"),
        (
            {"option": [{"option": "decks", "clauses": ["2.1", "2.3(a)"], "maximum": 6}]},
            "option[0].maximum: it is the value decks_most; use [[change]]",
        ),
        (
            {"option": [{**SOFT_17, "readings": {"stand": "s", "hitt": "h"}}]},
            "option[0].readings.hitt: blackjack has no procedure for it, only for hit, stand; did",
        ),
        (
            {"option": [{"option": "peek", "does": "add", "says": "x", "clauses": ["3.5"],
                         "type": "flag", "default": True}]},
            "option[0]: blackjack has no procedure for an option peek",
        ),
        ({"rule": [{**OVER, "section": "tabel"}]}, "rule[0].section: tabel is not one of round"),
        ({"rule": [{**OVER, "rule": "over_max"}]}, "rule[0]: act-blackjack-2018 has no rule table"),
        ({"rule": [{**OVER, "does": "remove"}]}, "rule[0]: the game needs table.over_maximum"),
        ({"rule": [{**OVER, "becomes": ["3.55"]}]}, "rule[0].becomes[0]: act-blackjack-2018 has"),
        ({"rule": [{**OVER, "value": 3}]}, "rule[0].value: only clauses, if, why stand here"),
        ({"rule": [{**OVER, "nothing": ["values"]}]}, "rule[0].nothing[0]: values is not one of"),
        (
            {"rule": [{"section": "table", "rule": "overs", "does": "add", "clauses": ["3.5"]}]},
            "rule[0]: there is no rule of this name here",
        ),
        (
            {"rule": [{"section": "tournament", "rule": "contents.limits", "clauses": ["3.5"]}]},
            "rule[0].rule: tournament.contents.limits is amended with [[condition]]",
        ),
        (
            {"condition": [{"condition": "price", "does": "add", "clauses": ["3.5"]}]},
            "condition[0]: ",
        ),
        ({"limb": [{"table": "side", "limb": "x"}]}, "limb[0]"),
    ],
)  # fmt: skip
def test_an_entry_is_refused_with_its_place_and_the_reason(
    lists: dict[str, Any], said: str
) -> None:
    with pytest.raises(AmendmentError, match=re.escape(said)):
        variant(**lists)


# --- an ordinary instrument afterwards


HOUSE_EDITION = Path(__file__).parents[2] / "docs" / "examples" / "house-edition.toml"


def test_a_table_under_it_replays_from_its_record(monkeypatch: pytest.MonkeyPatch) -> None:
    book = amended(HOUSE_EDITION)
    options = {**OPTIONS[BASIS], "side_bets": ["pairs-play"], "soft_17": "stand"}
    limits = {"main": [10_00, 100_00], "pairs-play": [5_00, 50_00]}
    monkeypatch.setitem(OPTIONS, cast("str", book), {**options, "limits": limits})
    table = Evening(cast("str", book), 2).play(4).table
    again = replay(table.record.lines)
    assert again.same
    assert again.table.game.instrument is book
    assert book_of(read_record(table.record.lines).header) is book


def test_its_sign_cites_what_was_amended() -> None:
    book = amended(HOUSE_EDITION)
    table = croupier.table_for(book, {"decks": 8, "limits": {"main": [10_00, 500_00]}})
    first = next(sign(table.game, table.sign.of))
    assert first.value == f"Not an approved instrument: it amends {BASIS}"
    assert {"4.5", "3.5", "3.6", "12.1", "17.1"} <= set(first.clauses)
    assert "21.1" not in first.clauses


def test_an_environment_deals_it() -> None:
    gymnasium = pytest.importorskip("gymnasium")
    pytest.importorskip("croupier.environments")
    env = gymnasium.make("croupier/ActBlackjack2018-v0", instrument=amended(HOUSE_EDITION))
    env.reset(seed=1)
    env.close()


def test_it_is_played_from_python() -> None:
    game = croupier.Game(amended(HOUSE_EDITION), seats=["ana", "ben"], seed=5)
    for _ in game.rounds(5):
        while game.turn:
            game.play(game.legal[0])
        assert game.settlements


# --- what a reader of the instrument writes first


@pytest.mark.parametrize(
    ("rule", "reason"),
    [
        ("17.23", "17.23 is a clause; name the value that it states: pairs_play"),
        ("3.4", "3.4 is a clause that states no value; `croupier rules act-blackjack-2018 --name"),
        ("over_maximum", "over_maximum is a rule without a value; `croupier rules"),
        ("most_per_box", "takes its value from perfect_pairs_per_box or pairs_play_per_box"),
    ],
)
def test_a_change_of_something_without_a_value_says_what_to_name(rule: str, reason: str) -> None:
    with pytest.raises(AmendmentError, match=f"^{re.escape('change[0].rule: ')}.*") as error:
        variant(change=[{"rule": rule, "clauses": ["17.23"], "value": 2}])
    assert reason in str(error.value)


def test_a_limb_or_row_that_is_named_by_its_clause_or_event_is_recognised() -> None:
    limb = {"table": "main", "limb": "13.1(g)", "clauses": ["13.1(g)"], "outcome": "lose"}
    with pytest.raises(AmendmentError, match=r"limb\[0\]: .*; 13.1\(g\) is stand_off"):
        variant(limb=[limb])
    row = {"table": "perfect-pairs", "row": "perfect pair", "clauses": ["17.12(c)"]}
    with pytest.raises(AmendmentError, match=r"; perfect pair is perfect$"):
        variant(row=[row])
    row["row"] = "royal"
    with pytest.raises(AmendmentError, match=r"only mixed, coloured_red, coloured_black, perfect$"):
        variant(row=[row])


def test_odds_without_their_clauses_show_how_they_are_written() -> None:
    row = {
        "table": "perfect-pairs", "row": "aces", "does": "add", "clauses": ["17.12(c)"],
        "when": {"pair": "perfect", "rank": "A"}, "pays": "30 to 1",
    }  # fmt: skip
    with pytest.raises(
        AmendmentError, match=r'odds of its own are written { value = "7 to 2", clauses'
    ):
        variant(row=[row])


def test_the_clause_of_the_odds_says_that_a_row_was_added_or_pays_otherwise() -> None:
    aces = {
        "table": "perfect-pairs", "row": "aces", "does": "add", "clauses": ["17.9", "17.9(c)"],
        "when": {"pair": "perfect", "rank": "A"}, "over": ["perfect"],
        "pays": {"value": "30 to 1", "clauses": ["17.12", "17.12(c)"]},
    }  # fmt: skip
    assert variant(row=[aces]).clause("17.12(c)").says == (
        "A perfect pair pays 25 to 1. "
        "(Amended; not in the approved instrument: the row perfect-pairs.aces, 30 to 1.)"
    )
    mixed = {
        "table": "perfect-pairs", "row": "mixed", "clauses": ["17.9", "17.9(a)", "17.4(b)"],
        "pays": {"value": "5 to 1", "clauses": ["17.12", "17.12(a)"]},
    }  # fmt: skip
    texts = dict(option(load(BASIS), "side_bets").readings)
    offered = {
        "option": "side_bets",
        "clauses": ["17.1", "17.1(a)", "17.1(b)"],
        "readings": texts | {"perfect-pairs": "Perfect Pairs: the first two cards a pair."},
    }
    lists: dict[str, Any] = {"row": [mixed], "option": [offered]}
    with pytest.raises(AmendmentError) as error:
        variant(**lists)
    assert str(error.value) == (
        "row[0].pays: clause 17.12(a) still states perfect_pairs_mixed, 6 to 1; use [[change]], "
        "or remove the value and give the clause another text"
    )
    lists["value"] = [{"name": "perfect_pairs_mixed", "clauses": ["17.12(a)"], "does": "remove"}]
    lists["clause"] = [{"id": "17.12(a)", "says": "A mixed pair pays 5 to 1."}]
    assert (
        variant(**lists)
        .clause("17.12(a)")
        .says.endswith("in the approved instrument: the row perfect-pairs.mixed, 6 to 1.)")
    )


def test_a_table_does_not_play_by_another_number_than_its_clause_states() -> None:
    """Clause 4.5 says three players, so a rule with the value 2 would contradict it."""
    rule = {"section": "table", "rule": "players_per_box", "clauses": ["4.5"], "value": 2}
    with pytest.raises(AmendmentError) as error:
        variant(rule=[rule])
    assert str(error.value) == (
        "rule[0].value: clause 4.5 still states players_per_box, three; use [[change]], or remove "
        "the value and give the clause another text"
    )
