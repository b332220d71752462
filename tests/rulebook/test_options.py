"""Options are what the instrument allows, and a wrong one is told what would be right."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from croupier.game_rules import rules_for, table_for
from croupier.rulebook.instruments import Option, OptionType, load
from croupier.rulebook.options import OptionError, resolve

ACT_2006 = "act-blackjack-2006"
ACT_2018 = "act-blackjack-2018"
BACCARAT = "act-mini-baccarat-2016"
HOLDEM = "act-ultimate-texas-holdem-2025"
CHALLENGE = "nsw-blackjack-challenge"
COMMON: dict[str, Any] = {
    "betting_seconds": 5,
    "decks": 8,
    "soft_17": "stand",
    "device": "shoe",
    "side_bets": [],
    "limits": {},
    "multiples": {},
    "smallest_chip": 1,
    "box_max_scope": "total",
    "under_min_warning_scope": "visit",
    "under_min_warning_covers": "every_wager",
    "marker_total_limit": "sign",
    "mid_shoe": "manual",
    "cut_depth_tolerance_cards": 0,
    "burn_on_new_shoe": 0,
    "allow_insurance_with_even_money": False,
    "even_money_scope": "owner",
    "double_on": "two_cards",
    "collect_busts": "at_bust",
    "carry_exposed_card": True,
    "absent_decider": "next_bettor",
    "sitting_out": "out",
    "disqualified_qualifier": "stays_empty",
}


def test_the_defaults_of_2006() -> None:
    assert resolve(load(ACT_2006), {}) == COMMON | {
        "third_party_insurance": False,
        "side_bet_needs_own_main": True,
        "super_sevens_amounts": [],
        "out_of_order_wager": "until_asked",
    }


def test_the_defaults_of_2018() -> None:
    assert resolve(load(ACT_2018), {}) == COMMON | {
        "third_party_insurance": True,
        "third_party_cap": "shared",
        "side_bet_needs_own_main": False,
        "even_money_until": "subsequent_deal",
        "buy_back_fee": "entry_fee",
        "out_of_order_wager": "until_turn_ends",
    }


def test_the_defaults_of_baccarat() -> None:
    assert resolve(load(BACCARAT), {}) == {
        "decks": 8,
        "device": "shoe",
        "settlement": "A",
        "side_bets": [],
        "pairs_per_patron": "per_hand",
        "dealing": "face_up",
        "burn_method": "a",
        "cutting_card_depth": 12,
        "betting_seconds": 5,
        "limits": {},
        "limit_basis": "per_option",
        "multiples": {},
        "smallest_chip": 1,
        "differential": None,
        "differential_policy": "at_close_lifo",
        "under_min_warning_scope": "visit",
        "under_min_warning_covers": "every_wager",
        "exposure_test": "any_card",
        "lookback": "shoe",
        "hedge_rule": "worst_loss",
        "table_minimum": "lowest",
        "count_no_bet": False,
        "buy_back_fee": "entry_fee",
        "sitting_out": "out",
        "out_of_order_wager": "until_asked",
        "disqualified_qualifier": "stays_empty",
    }


def test_the_defaults_of_holdem() -> None:
    assert resolve(load(HOLDEM), {}) == {
        "decks": 1,
        "betting_seconds": 5,
        "device": "shoe",
        "deal_direction": "clockwise",
        "action_order": "clockwise",
        "decision_timer": None,
        "limits": {},
        "multiples": {},
        "smallest_chip": 1,
        "blind_payout_cap": None,
        "blind_cap_scope": "hand",
        "play_base": "effective",
        "noncompliant_play_reference": "rule8",
        "dealer_exposure_test": "preflop",
        "voided_play": "counts",
        "under_min_warning_scope": "visit",
        "under_min_warning_covers": "every_wager",
        "offer_concession": True,
        "run_out_when_all_fold": False,
        "allow_mid_round_buyin": True,
        "tournament_min_test": "ante_and_blind",
        "buy_back_fee": "pool",
        "sitting_out": "out",
        "out_of_order_wager": "until_asked",
        "disqualified_qualifier": "stays_empty",
    }


def test_the_defaults_of_challenge() -> None:
    assert resolve(load(CHALLENGE), {}) == {
        "decks": 8,
        "device": "shoe",
        "low_limit": False,
        "low_limit_shoe_fallback": "finish_round_then_suspend",
        "side_bets": [],
        "allow_both_side_bets": False,
        "side_bet_needs_own_main": False,
        "restriction_same_area": True,
        "side_bet_amount": "range",
        "limits": {},
        "multiples": {},
        "smallest_chip": 1,
        "minimum_scope": "player",
        "second_bettor_order": "line",
        "limits_apply_to_additional": False,
        "grandfather_scope": "all_boxes",
        "rounding_unit": "hand_per_player",
        "token_after_win": "returned",
        "preshuffled_satisfies_4_4_1": True,
        "min_double": "smallest_chip",
        "dealer_blackjack_collects": "BB+1",
        "rejoin_on_resplit": False,
        "interim_scope": "all_payments_before_final",
        "void_restores_collected_losses": True,
        "burned_in_error": "reuse_if_immediate",
        "seen_between_rounds": "next_card",
        "refusal_scope": "player",
        "double_into_known_card": "allow",
        "absent_decider": "next_bettor",
        "decision_timer": None,
        "r17_4_paid_stands": True,
        "election_scope": "all_stakes",
        "election_unit": "player",
        "dispute_reviewer_distinct": True,
        "void_clawback": ["16.8", "16.15.2", "17.4"],
        "double_in_units": True,
        "no_wager_precedence": "time_limit",
        "pass_saves_from_19_6_13": False,
        "all_pass_counts_as_round": True,
        "hidden_interim": "freeze_until_reveal",
        "hidden_floor_units": True,
        "hidden_combined_max": True,
        "marker_on_empty": "box_index",
        "deal_from_marker": False,
        "finish_round_at_clock": True,
        "elimination_wager": "total_round",
        "sitting_out": "minimum",
        "disqualified_qualifier": "stays_empty",
    }


@pytest.mark.parametrize(
    ("instrument", "names"),
    [
        (BACCARAT, ["settlement", "burn_method"]),
        (HOLDEM, ["device"]),
        (CHALLENGE, ["decks"]),
    ],
)
def test_what_a_table_must_choose(instrument: str, names: list[str]) -> None:
    assert [option.name for option in load(instrument).options if option.required] == names


@pytest.mark.parametrize(
    ("instrument", "given"),
    [
        (ACT_2006, {"soft_17": "stand", "third_party_insurance": False}),
        (ACT_2006, {"side_bets": ["super-sevens", "perfect-pairs"]}),
        (ACT_2006, {"super_sevens_amounts": [500, 1000]}),
        (ACT_2006, {"marker_total_limit": "marker"}),
        (ACT_2018, {"soft_17": "hit", "decks": 4}),
        (ACT_2018, {"side_bets": ["pairs-play"], "side_bet_needs_own_main": True}),
        (ACT_2018, {"limits": {"main": [1000, 50000], "pairs-play": [500, 500]}}),
        (ACT_2018, {"multiples": {"main": 500}, "smallest_chip": 250}),
        (ACT_2018, {"burn_on_new_shoe": 1, "cut_depth_tolerance_cards": 12}),
        (BACCARAT, {"decks": 8, "settlement": "B", "side_bets": ["canberra-pairs"]}),
        (BACCARAT, {"limits": {"banker": [2500, 50000], "player-pair": [500, 10000]}}),
        (BACCARAT, {"differential": 150000, "differential_policy": "at_placement"}),
        (BACCARAT, {"burn_method": "b", "dealing": "face_down", "cutting_card_depth": 20}),
        (HOLDEM, {"device": "shuffler", "decision_timer": 30}),
        (HOLDEM, {"blind_payout_cap": 2500000, "blind_cap_scope": "table_pro_rata"}),
        (HOLDEM, {"limits": {"ante": [1000, 50000], "trips": [500, 5000], "play": [1, 200000]}}),
        (HOLDEM, {"blind_payout_cap": None, "decision_timer": None}),
        (CHALLENGE, {"decks": 6, "side_bets": ["any-pairs"], "side_bet_amount": "fixed"}),
        (CHALLENGE, {"side_bets": ["perfect-pairs", "any-pairs"], "allow_both_side_bets": True}),
        (CHALLENGE, {"low_limit": True, "device": "shuffler"}),
        (CHALLENGE, {"low_limit": False, "device": "shoe"}),
        (CHALLENGE, {"limits": {"main": [2500, 50000], "any-pairs": [500, 500]}}),
        (CHALLENGE, {"multiples": {"main": 500}, "smallest_chip": 250, "decision_timer": 45}),
        (CHALLENGE, {"dealer_blackjack_collects": "OBO_total_cap", "refusal_scope": "area"}),
    ],
)
def test_what_the_instrument_allows_is_taken_as_given(
    instrument: str, given: dict[str, Any]
) -> None:
    book = load(instrument)
    resolved = resolve(book, given)
    assert resolved == resolve(book, {}) | given
    assert resolve(book, resolved) == resolved
    assert json.loads(json.dumps(resolved)) == resolved


@pytest.mark.parametrize("instrument", [ACT_2006, ACT_2018, BACCARAT, HOLDEM, CHALLENGE])
def test_every_reading_and_every_default_is_valid(instrument: str) -> None:
    book = load(instrument)
    for option in book.options:
        assert resolve(book, {option.name: option.default})[option.name] == option.default
        for value in option.readings:
            if option.type == "choice":
                assert resolve(book, {option.name: value})[option.name] == value
            elif option.type == "number":
                assert resolve(book, {option.name: int(value)})[option.name] == int(value)
            elif option.type == "list":
                chosen = list(dict.fromkeys([value, *option.always]))
                assert resolve(book, {option.name: chosen})[option.name] == chosen


def test_a_default_is_a_copy_that_its_table_may_keep() -> None:
    book = load(ACT_2018)
    resolve(book, {})["limits"]["main"] = [1, 2]
    given: dict[str, Any] = {"side_bets": ["pairs-play"]}
    resolve(book, given)["side_bets"].clear()
    assert resolve(book, {})["limits"] == {}
    assert given == {"side_bets": ["pairs-play"]}


MALFORMED = [
    ({"soft_17": "maybe"}, 'options.soft_17: "maybe" is not one of stand, hit'),
    ({"soft_17": None}, "options.soft_17: null is not one of stand, hit"),
    ({"device": ["shoe"]}, 'options.device: ["shoe"] is not one of shoe, shuffler'),
    ({"third_party_insurance": 1}, "options.third_party_insurance: 1 is not true or false"),
    ({"carry_exposed_card": "yes"}, 'options.carry_exposed_card: "yes" is not true or false'),
    ({"decks": True}, "options.decks: true is not a whole number"),
    ({"decks": 6.0}, "options.decks: 6.0 is not a whole number"),
    ({"decks": "6"}, 'options.decks: "6" is not a whole number'),
    (
        {"smallest_chip": -5},
        "options.smallest_chip: -5 is not an amount of 1 cent or more, in whole cents",
    ),
    (
        {"smallest_chip": True},
        "options.smallest_chip: true is not an amount of 1 cent or more, in whole cents",
    ),
    ({"side_bets": "pairs-play"}, 'options.side_bets: "pairs-play" is not a list'),
    ({"side_bets": ["pairs-play"] * 2}, 'options.side_bets: "pairs-play" is named twice'),
    (
        {"limits": [100, 200]},
        "options.limits: [100, 200] is not by wager: main, perfect-pairs, pairs-play",
    ),
    (
        {"limits": {"main": [1000]}},
        "options.limits.main: [1000] is not [minimum, maximum] in cents",
    ),
    (
        {"limits": {"main": 1000}},
        "options.limits.main: 1000 is not [minimum, maximum] in cents",
    ),
    (
        {"limits": {"main": [-1, 1000]}},
        "options.limits.main: -1 is not an amount of 1 cent or more, in whole cents",
    ),
    (
        {"limits": {"main": [5000, 1000]}},
        "options.limits.main: the minimum 5000 is above the maximum 1000",
    ),
    (
        {"multiples": {"main": 0}},
        "options.multiples.main: 0 is not an amount of 1 cent or more, in whole cents",
    ),
]


@pytest.mark.parametrize(("given", "message"), MALFORMED)
def test_a_malformed_value_is_told_what_is_allowed(given: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError) as error:
        resolve(load(ACT_2018), given)
    assert str(error.value) == message


FORBIDDEN = [
    (
        ACT_2006,
        {"soft_17": "hit"},
        'options.soft_17: "hit" is not allowed, it is always stand (12.1)',
    ),
    (
        ACT_2006,
        {"third_party_insurance": True},
        "options.third_party_insurance: true is not allowed, it is always false (7.1)",
    ),
    (
        ACT_2006,
        {"third_party_insurance": 0},
        "options.third_party_insurance: 0 is not allowed, it is always false (7.1)",
    ),
    (
        ACT_2018,
        {"marker_total_limit": "marker"},
        'options.marker_total_limit: "marker" is not allowed, it is always sign (3.2, 4.6)',
    ),
    (ACT_2006, {"decks": 3}, "options.decks: 3 is not between 4 and 8 (2.1, 2.3(a))"),
    (ACT_2018, {"decks": 9}, "options.decks: 9 is not between 4 and 8 (2.1, 2.3(a))"),
    (
        ACT_2018,
        {"burn_on_new_shoe": -1},
        "options.burn_on_new_shoe: -1 is not 0 or more (A:Burn, 6.1)",
    ),
    (
        ACT_2018,
        {"side_bets": ["super-sevens"]},
        'options.side_bets: "super-sevens" is not one of perfect-pairs, pairs-play '
        "(17.1, 17.1(a), 17.1(b))",
    ),
    (
        ACT_2006,
        {"side_bets": ["pairs-play"]},
        'options.side_bets: "pairs-play" is not one of super-sevens, perfect-pairs (17.1, 18.1)',
    ),
    (
        ACT_2018,
        {"side_bets": ["perfect-pairs", "pairs-play"]},
        'options.side_bets: ["perfect-pairs", "pairs-play"] has more than one of '
        "perfect-pairs, pairs-play (17.1, 17.1(a), 17.1(b))",
    ),
    (
        ACT_2006,
        {"limits": {"super-sevens": [500, 1000]}},
        'options.limits: "super-sevens" is not one of main, perfect-pairs '
        "(3.1, 3.4, 3.5, 17.4, 18.9)",
    ),
    (
        ACT_2018,
        {"multiples": {"tie": 100}},
        'options.multiples: "tie" is not one of main, perfect-pairs, pairs-play (3.3)',
    ),
    (BACCARAT, {"decks": 6}, "options.decks: 6 is not allowed, it is always 8 (2.1)"),
    (
        BACCARAT,
        {"device": "shuffler"},
        'options.device: "shuffler" is not allowed, it is always shoe (A:Shoe, 6.1)',
    ),
    (
        BACCARAT,
        {"cutting_card_depth": 11},
        "options.cutting_card_depth: 11 is not 12 or more (5.4, 5.8)",
    ),
    (
        BACCARAT,
        {"side_bets": ["perfect-pairs", "canberra-pairs"]},
        'options.side_bets: ["perfect-pairs", "canberra-pairs"] has more than one of '
        "perfect-pairs, canberra-pairs (4.3(d), 8.2, 9.3, 10[intro], 11[intro])",
    ),
    (HOLDEM, {"decks": 2}, "options.decks: 2 is not allowed, it is always 1 (2.1)"),
    (HOLDEM, {"decision_timer": 0}, "options.decision_timer: 0 is not 1 or more (13.8[2])"),
    (
        HOLDEM,
        {"limits": {"blind": [1000, 5000]}},
        'options.limits: "blind" is not one of ante, trips, play '
        "(A:Box, 5.1, 5.4, 5.5, 13.8, 13.8(b))",
    ),
    (
        HOLDEM,
        {"multiples": {"play": 500}},
        'options.multiples: "play" is not one of ante, trips (5.3)',
    ),
    (CHALLENGE, {"decks": 4}, "options.decks: 4 is not one of 6, 8 (3.1)"),
    (CHALLENGE, {"decks": 7}, "options.decks: 7 is not one of 6, 8 (3.1)"),
    (
        CHALLENGE,
        {"side_bets": ["perfect-pairs", "any-pairs"]},
        'options.side_bets: ["perfect-pairs", "any-pairs"] has more than one of any-pairs, '
        "perfect-pairs, unless allow_both_side_bets is true (2.2, 2.2.3, 13.1, 14.1, 14.2)",
    ),
    (
        CHALLENGE,
        {"low_limit": True},
        "options.low_limit: true asks for device shuffler, not shoe (6.7, 6.7.1, 6.7.2)",
    ),
    (
        CHALLENGE,
        {"device": "shoe", "low_limit": True},
        "options.low_limit: true asks for device shuffler, not shoe (6.7, 6.7.1, 6.7.2)",
    ),
    (CHALLENGE, {"decision_timer": 0}, "options.decision_timer: 0 is not 1 or more (16.10)"),
    (
        CHALLENGE,
        {"multiples": {"super-sevens": 500}},
        'options.multiples: "super-sevens" is not one of main, any-pairs, perfect-pairs '
        "(6.1, 13.2, 14.3)",
    ),
]


@pytest.mark.parametrize(("instrument", "given", "message"), FORBIDDEN)
def test_what_the_instrument_forbids_is_refused_with_its_clauses(
    instrument: str, given: dict[str, Any], message: str
) -> None:
    with pytest.raises(OptionError) as error:
        resolve(load(instrument), given)
    assert str(error.value) == message


def test_an_approved_amount_is_an_amount() -> None:
    with pytest.raises(OptionError, match=r"^options\.super_sevens_amounts: -500 is not an amount"):
        resolve(load(ACT_2006), {"super_sevens_amounts": [500, -500]})


@pytest.mark.parametrize("kind", ["amount", "number"])
def test_what_is_none_by_default_may_be_given_as_none(kind: OptionType) -> None:
    cap = Option("cap", "A ceiling.", ("2.1",), kind, default=None, minimum=1)
    book = msgspec.structs.replace(load(ACT_2018), options=(cap,))
    assert resolve(book, {}) == {"cap": None}
    assert resolve(book, {"cap": None}) == {"cap": None}
    assert resolve(book, {"cap": 500}) == {"cap": 500}
    for wrong in (0, "none", False, 1.5):
        with pytest.raises(OptionError, match=r"^options\.cap: "):
            resolve(book, {"cap": wrong})


def test_an_unknown_option_is_answered_with_its_near_misses_and_all_there_are() -> None:
    with pytest.raises(OptionError) as error:
        resolve(load(ACT_2006), {"soft17": "stand"})
    names = ", ".join(option.name for option in load(ACT_2006).options)
    assert str(error.value) == (
        f"options.soft17: act-blackjack-2006 has no such option, only {names}; "
        "did you mean soft_17?"
    )


def test_an_option_of_another_instrument_is_unknown_here() -> None:
    with pytest.raises(OptionError, match=r"^options\.third_party_cap: act-blackjack-2006 has no"):
        resolve(load(ACT_2006), {"third_party_cap": "shared"})


@pytest.mark.parametrize("decks", ["8", 8.0, True, None])
def test_a_number_to_choose_is_still_a_number(decks: object) -> None:
    with pytest.raises(OptionError, match=r"^options\.decks: .* is not a whole number$"):
        resolve(load(CHALLENGE), {"decks": decks})


def test_what_one_reading_needs_may_be_any_value_of_another_option() -> None:
    first = Option(
        "pace",
        "How fast.",
        ("2.1",),
        readings={"slow": "S.", "fast": "F."},
        default="slow",
        needs={"fast": {"decks": 6, "bell": True}},
    )
    decks = Option("decks", "How many.", ("2.1",), "number", default=8, minimum=4, maximum=8)
    bell = Option("bell", "Whether.", ("2.1",), "flag", default=True)
    book = msgspec.structs.replace(load(ACT_2018), options=(first, decks, bell))
    assert resolve(book, {"pace": "fast", "decks": 6})["pace"] == "fast"
    assert resolve(book, {"pace": "slow", "bell": False})["pace"] == "slow"
    for given, complaint in (
        ({"pace": "fast"}, "asks for decks 6, not 8"),
        ({"pace": "fast", "decks": 6, "bell": False}, "asks for bell true, not false"),
    ):
        with pytest.raises(OptionError, match=f"^options.pace: fast {complaint} "):
            resolve(book, given)


def test_exclusive_values_come_from_the_data() -> None:
    book = load(ACT_2018)
    free = tuple(msgspec.structs.replace(option, exclusive=()) for option in book.options)
    both = ["perfect-pairs", "pairs-play"]
    resolved = resolve(msgspec.structs.replace(book, options=free), {"side_bets": both})
    assert resolved["side_bets"] == both


@pytest.mark.parametrize(
    ("instrument", "given", "message"),
    [
        ("act-blackjack-2006", {}, r"options\.decks: a table must choose: 4 to 8 \(2\.1"),
        ("act-blackjack-2018", {"decks": 6}, r"options\.soft_17: a table must choose: stand, hit"),
    ],
)
def test_a_live_table_chooses_what_is_required(
    instrument: str, given: dict[str, object], message: str
) -> None:
    """A round file may be silent and takes the default; an operator has to decide."""
    with pytest.raises(OptionError, match=message):
        table_for(instrument, given)
    assert rules_for(instrument, given).decks == given.get("decks", 8)
    table_for(instrument, {"decks": 6, "soft_17": "stand"})
