"""ACT Ultimate Texas Hold'em of 2025: which clause says what."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from croupier.games.holdem.ranking import PokerHand
from croupier.games.holdem.rules import (
    ActionOrder,
    BettingLaw,
    BlindCapScope,
    DealDirection,
    DealLaw,
    ExposureTest,
    HoldemLaw,
    HoldemRules,
    PlayBase,
    PlayReference,
)
from croupier.games.holdem.table_law import table_law
from croupier.money import dollars
from croupier.rulebook.options import OptionError, resolve
from croupier.rulebook.rule_values import number_word
from croupier.table.law import Laws
from croupier.table.shoe_state import Device

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.money import Odds
    from croupier.rulebook.citations import Cited, Clauses
    from croupier.rulebook.instruments import Instrument
    from croupier.table.law import Cite


def rules(book: Instrument, given: Mapping[str, object]) -> HoldemRules:
    """The rules of one table of Hold'em, with the options it was given."""
    options = resolve(book, given)
    law, table_law = laws(book)
    _check_play_limit(law, options)
    return HoldemRules(
        instrument=book,
        law=law,
        table_law=table_law,
        options=options,
        decks=options["decks"],
        device=Device(options["device"]),
        deal_direction=DealDirection(options["deal_direction"]),
        action_order=ActionOrder(options["action_order"]),
        blind_payout_cap=options["blind_payout_cap"],
        blind_cap_scope=BlindCapScope(options["blind_cap_scope"]),
        play_base=PlayBase(options["play_base"]),
        noncompliant_play_reference=PlayReference(options["noncompliant_play_reference"]),
        dealer_exposure_test=ExposureTest(options["dealer_exposure_test"]),
        offer_concession=options["offer_concession"],
        run_out_when_all_fold=options["run_out_when_all_fold"],
        smallest_chip=options["smallest_chip"],
    )


def _check_play_limit(law: HoldemLaw, options: Mapping[str, Any]) -> None:
    """A maximum for play that the sign lists must leave room for what Rule 8 allows."""
    limits = options["limits"]
    if "ante" in limits and "play" in limits:
        times = max(law.before_the_flop.multiples.value)
        largest = times * limits["ante"][1]
        if limits["play"][1] < largest:
            cited = ", ".join((*law.limits_displayed, *law.before_the_flop.multiples.clauses))
            raise OptionError(
                f"options.limits.play: the maximum {limits['play'][1]} leaves no room for "
                f"{dollars(largest)}, {number_word(times)} times the largest ante ({cited})"
            )


@cache
def laws(book: Instrument) -> Laws[HoldemLaw]:
    """What the instrument says of a round and of its table."""
    return Laws(_law(book), table_law(book.cite))


def _law(book: Instrument) -> HoldemLaw:
    cite, value = book.cite, book.value
    return HoldemLaw(
        round_of_play=cite("A:Round of Play"),
        void=cite("A:Void"),
        counted=cite("2.6"),
        hands=_hands(cite),
        same_kind=cite("3.2", "2.3"),
        chips_in_the_box=cite("4.1", "A:Box"),
        opening_wagers=cite("4.2"),
        ante_and_blind=cite("4.2", "4.2(a)", "A:Ante", "A:Blind"),
        blind_equals_ante=cite("A:Blind", "4.2(a)"),
        trips_offered=cite("4.2", "4.2(b)", "A:Trips[2]"),
        trips_needs_both=cite("4.3", "4.2(b)"),
        one_hand_each=cite("4.4"),
        one_wager_each=cite("4.5"),
        wagers_frozen=cite("4.6"),
        limits_displayed=cite("5.1"),
        limit_marker=cite("5.2"),
        multiples_displayed=cite("5.3"),
        under_minimum=cite("5.4"),
        over_maximum=cite("5.5"),
        shuffled_for_the_round=cite("6.1", "6.1(a)"),
        shuffled_after_a_misdeal=cite("6.1", "6.1(b)"),
        shuffled_with_cause=cite("6.1", "6.1(c)"),
        second_deck=cite("6.2", "6.2(a)"),
        backs_differ=cite("6.2", "6.2(b)"),
        from_the_shoe=DealLaw(
            manner=cite("7.1", "7.3", "2.1", "2.2", "2.2(b)", "A:Card Shoe"),
            communal=cite("7.3(a)", "A:Communal Cards"),
            spread=cite("7.3(b)"),
            first_card=cite("7.3(c)", "A:Hole Cards"),
            dealers_first=cite("7.3(d)"),
            second_card=cite("7.3(e)", "A:Hole Cards"),
            dealers_second=cite("7.3(f)"),
        ),
        from_the_shuffler=DealLaw(
            manner=cite("7.1", "7.2", "2.1", "2.2", "2.2(a)", "A:Automated shuffling shoe"),
            communal=cite("7.2(a)", "A:Communal Cards"),
            spread=cite("7.2(b)"),
            first_card=cite("7.2(c)", "A:Hole Cards"),
            dealers_first=cite("7.2(d)"),
            second_card=cite("7.2(c)", "A:Hole Cards"),
            dealers_second=cite("7.2(d)"),
        ),
        before_the_flop=BettingLaw(
            opens=cite("8.1", "A:Before the Flop"),
            fold=cite("8.1(a)"),
            check=cite("8.1(b)", "A:Check"),
            bet=cite("8.1(c)", "8.1(c)(i)", "A:Play Wager"),
            multiples=value("play_before_the_flop", "8.1(c)(ii)"),
        ),
        flop=cite("8.2", "A:Flop"),
        after_the_flop=BettingLaw(
            opens=cite("8.3", "A:After the Flop"),
            fold=cite("8.3(a)"),
            check=cite("8.3(b)", "A:Check"),
            bet=cite("8.3(c)", "8.3(c)(i)", "A:Play Wager"),
            multiples=value("play_after_the_flop", "8.3(c)(ii)"),
        ),
        turn_and_river=cite("8.4", "A:Turn", "A:River"),
        on_the_river=BettingLaw(
            opens=cite("8.5", "A:On the River"),
            fold=cite("8.5(a)"),
            check=None,
            bet=cite("8.5(b)", "8.5(b)(i)", "A:Play Wager"),
            multiples=value("play_on_the_river", "8.5(b)(ii)"),
        ),
        one_play_wager=cite("A:Play Wager", "4.5", "4.6"),
        folded=cite("8.6"),
        fold_loses=cite("A:Fold", "8.6"),
        silence=cite("8.7"),
        dealers_hand=cite("8.8"),
        announce=cite("8.8(a)"),
        turn_dealers_cards=cite("8.8(b)"),
        declare_dealers_hand=cite("8.8(c)", "A:Communal Cards"),
        qualifies=cite("A:Qualify"),
        concede=cite("9.1", "A:Fold"),
        settlement=cite("9.3", "9.4"),
        turn_hole_cards=cite("9.3(a)"),
        declare_hand=cite("9.3(b)", "A:Communal Cards"),
        hand_done=cite("9.3(c)", "9.3(d)"),
        ante_wins=cite("9.5", "9.5(a)"),
        ante_loses=cite("9.5", "9.5(b)", "9.10"),
        ante_level=cite("9.5", "9.5(c)", "9.5(c)(i)", "A:Push"),
        ante_unqualified=cite("9.2", "9.5", "9.5(c)", "9.5(c)(ii)", "A:Qualify", "A:Push"),
        blind_wins=cite("9.6", "9.6(a)"),
        blind_loses=cite("9.6", "9.6(b)", "9.10"),
        blind_level=cite("9.6", "9.6(c)", "9.6(c)(i)", "A:Push"),
        blind_below_straight=cite(
            "9.6", "9.6(c)", "9.6(c)(ii)", "10.1:T1:Blind:below Straight", "A:Push"
        ),
        trips_wins=cite("9.7", "9.7(a)"),
        trips_loses=cite("9.7", "9.7(b)", "9.10"),
        play_wins=cite("9.8", "9.8(a)"),
        play_loses=cite("9.8", "9.8(b)", "9.10"),
        play_level=cite("9.8", "9.8(c)", "A:Push"),
        ante_pays=value("ante_pays", "9.9", "10.1", "10.1:T1:Ante"),
        play_pays=value("play_pays", "9.9", "10.1", "10.1:T1:Play"),
        blind_pays=_pays(book, "blind", "10.1:T1:Blind", PokerHand.STRAIGHT),
        blind_must_beat_the_dealer=cite("10.1:T1:Blind:*"),
        maximum_payout=cite("10.1:T1:**"),
        trips_pays=_pays(book, "trips", "10.1:T1[2]", PokerHand.THREE_OF_A_KIND),
        malfunction=cite("11.1", "11.3"),
        machine_replaced=cite("11.2"),
        cards_in_view=cite("12.1"),
        no_exchange=cite("12.2", "12.2(a)"),
        no_word_of_hands=cite("12.2", "12.2(b)"),
        collusion=cite("12.3"),
        misdeal=cite("13.3"),
        wrong_number_of_cards=cite("13.1", "13.3"),
        seen_in_the_deal=cite("13.2", "13.3"),
        dealers_card_shown=cite("13.4", "13.4(a)", "13.4(b)"),
        dealers_card_misdeal=cite("13.4", "13.4(a)", "13.3"),
        dealers_card_goes_on=cite("13.4", "13.4(b)"),
        communal_card_shown=cite("13.5"),
        nobody_handled_cards=cite("13.6", "13.6(a)"),
        missing_wager=cite("13.6", "13.6(b)"),
        wrong_deck=cite("13.7", "13.7(b)"),
        earlier_rounds_stand=cite("13.7", "13.7(a)"),
        deck_is_checked=cite("13.7", "13.7(c)"),
        against_rule_8=cite("13.8"),
        play_too_small=cite("13.8", "13.8(a)", "5.4"),
        play_too_large=cite("13.8", "13.8(b)", "5.5"),
        no_answer=cite("13.8[2]"),
        no_devices=cite("15.1"),
    )


def _pays(
    book: Instrument, wager: str, table: str, lowest: PokerHand
) -> dict[PokerHand, Cited[Odds]]:
    """A table of odds, from the highest hand down to the lowest that is paid."""
    return {
        hand: book.value(f"{wager}_{hand.name.lower()}", "9.9", "10.1", f"{table}:{_row(hand)}")
        for hand in sorted(PokerHand, reverse=True)
        if hand >= lowest
    }


def _row(hand: PokerHand) -> str:
    """The name of a hand in the tables of 10.1."""
    return hand.words.title().replace(" Of A ", " of a ")


def _hands(cite: Cite) -> dict[PokerHand, Clauses]:
    """The order of hands, highest first."""
    return {
        PokerHand.ROYAL_FLUSH: cite("3.1", "3.1(a)"),
        PokerHand.STRAIGHT_FLUSH: cite("3.1", "3.1(b)"),
        PokerHand.FOUR_OF_A_KIND: cite("3.1", "3.1(c)", "A:Quads"),
        PokerHand.FULL_HOUSE: cite("3.1", "3.1(d)"),
        PokerHand.FLUSH: cite("3.1", "3.1(e)"),
        PokerHand.STRAIGHT: cite("3.1", "3.1(f)"),
        PokerHand.THREE_OF_A_KIND: cite("3.1", "3.1(g)", "A:Trips"),
        PokerHand.TWO_PAIRS: cite("3.1", "3.1(h)"),
        PokerHand.ONE_PAIR: cite("3.1", "3.1(i)"),
        PokerHand.HIGH_CARD: cite("3.1", "3.1(j)"),
    }
