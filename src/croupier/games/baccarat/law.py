"""ACT Mini-Baccarat, 2016: which clause says what."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from croupier.games.baccarat.rules import (
    BaccaratLaw,
    BaccaratRules,
    DifferentialPolicy,
    Event,
    FaceOfCards,
    LimitBasis,
    Method,
    MethodLaw,
    PairsLaw,
    PairsPerPatron,
    RowLaw,
    Suits,
    WagerChange,
    WagerLaw,
)
from croupier.games.baccarat.table_law import table_law
from croupier.money import Odds
from croupier.rulebook.citations import Cited
from croupier.rulebook.options import resolve
from croupier.table.law import Laws

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction

    from croupier.rulebook.instruments import Instrument


def rules(book: Instrument, given: Mapping[str, object]) -> BaccaratRules:
    """The rules of one table, with the options it was given."""
    options = resolve(book, given)
    law, table_law = laws(book)
    offered = options["side_bets"]
    return BaccaratRules(
        instrument=book,
        law=law,
        table_law=table_law,
        options=options,
        decks=options["decks"],
        method=law.methods[Method(options["settlement"])],
        pairs=law.side_bets[offered[0]] if offered else None,
        pairs_per_patron=PairsPerPatron(options["pairs_per_patron"]),
        limit_basis=LimitBasis(options["limit_basis"]),
        differential=options["differential"],
        differential_policy=DifferentialPolicy(options["differential_policy"]),
        dealing=FaceOfCards(options["dealing"]),
    )


@cache
def laws(book: Instrument) -> Laws[BaccaratLaw]:
    """What the instrument says of a coup and of its table."""
    return Laws(_law(book), table_law(book))


def _law(book: Instrument) -> BaccaratLaw:
    cite, value = book.cite, book.value
    commission = value("banker_commission", "8.8(b)")
    less_commission = Cited(_less(commission.value), commission.clauses)
    draws = value("player_draws", "7.2", "7.2:row 0-5", "A:Draw")
    pairs = cite("8.7", "9.1", "9.6", "9.8", "9.9", "A:Suit")
    return BaccaratLaw(
        pre_shuffled=cite("A:Pre-shuffled cards", "5.1(a)"),
        face_up_or_down=cite("2.2"),
        unchecked=cite("2.5", "A:Pre-shuffled cards"),
        pip_value=cite("2.4", "2.4(a)"),
        no_value=cite("2.4", "2.4(b)"),
        ace_value=cite("2.4", "2.4(c)"),
        hand_total=cite("2.6"),
        natural=cite("A:Natural"),
        personal_limit=cite("3.2"),
        multiples=cite("3.3"),
        under_minimum=cite("3.4"),
        over_maximum=cite("3.5"),
        differential=cite("3.6", "A:Table Differential"),
        differential_changed=cite("3.7"),
        chips_in_the_box=cite("4.2", "A:Box"),
        kinds_of_wager=cite("4.3"),
        pairs_offered=cite("4.3(d)", "8.2"),
        shared_box=cite("4.4"),
        one_of_each=cite("4.5"),
        no_bet_asked_for=cite("4.7", "4.7(a)"),
        no_bet_agreed=cite("4.7", "4.7(b)"),
        no_bet_without_patrons=cite("4.8"),
        no_bet_coup=cite("A:No-Bet Coup", "4.9"),
        shuffle_after_cutting_card=cite("5.1", "5.1(b)", "5.8"),
        shuffle_directed=cite("5.1", "5.1(c)"),
        riffle=cite("5.2"),
        burn_unseen=cite("5.5", "5.5(a)"),
        burn_shown=cite("5.5", "5.5(b)"),
        burn_by_points=cite("5.6"),
        burn_ten=cite("5.6", "5.7"),
        one_more_round=cite("5.8"),
        initial_deal=cite("A:Initial Deal", "A:Player", "A:Banker", "A:Hand", "6.2"),
        first_cards=cite("6.2(a)"),
        second_cards=cite("6.2(b)"),
        turned=cite("6.3"),
        natural_ends=cite("6.4"),
        third_cards=cite("7.1", "A:Tableau"),
        player_draws=draws,
        player_stands=Cited(
            frozenset(range(8)) - draws.value, cite("7.2", "7.2:row 6-7", "A:Stand")
        ),
        banker_tableau={
            total: RowLaw(draws_against=value(f"banker_draws_{total}", "7.3", f"7.3:row {total}"))
            for total in range(8)
        },
        method_determined=cite("8.1", "8.3"),
        method_changed=cite("8.3"),
        pairs_determined=cite("8.2", "9.3"),
        tie=cite("A:Tie"),
        wagers={
            "banker": WagerLaw(
                window=cite("4.1", "4.3", "4.3(a)"),
                wins=cite("8.4(a)"),
                loses=cite("8.4(b)"),
                stands_off=cite("8.4(c)"),
            ),
            "player": WagerLaw(
                window=cite("4.1", "4.3", "4.3(b)"),
                wins=cite("8.5(a)"),
                loses=cite("8.5(b)"),
                stands_off=cite("8.5(c)"),
            ),
            "tie": WagerLaw(
                window=cite("4.1", "4.3", "4.3(c)"),
                wins=cite("8.6(a)"),
                loses=cite("8.6(b)"),
            ),
            "banker-pair": WagerLaw(
                window=cite("9.7", "9.4", "4.3", "4.3(d)"),
                wins=cite("9.8(a)", "8.7(a)"),
                loses=cite("9.8(c)", "8.7(b)"),
            ),
            "player-pair": WagerLaw(
                window=cite("9.7", "9.4", "4.3", "4.3(d)"),
                wins=cite("9.8(b)", "8.7(a)"),
                loses=cite("9.8(d)", "8.7(b)"),
            ),
        },
        methods={
            Method.A: MethodLaw(
                settlement=cite("8.1", "8.4", "8.5", "8.6", "8.8"),
                pays={
                    Event.PLAYER: value("player_pays", "8.8(a)"),
                    Event.BANKER: less_commission,
                    Event.BANKER_WITH_SIX: less_commission,
                    Event.TIE: value("tie_pays", "8.8(c)"),
                    **_pairs_pay(book, "8.8"),
                },
            ),
            Method.B: MethodLaw(
                settlement=cite("8.1", "8.4", "8.5", "8.6", "8.9"),
                pays={
                    Event.PLAYER: value("player_pays", "8.9(a)"),
                    Event.BANKER: value("banker_pays", "8.9(b)"),
                    Event.BANKER_WITH_SIX: value("banker_with_six_pays", "8.9(b)"),
                    Event.TIE: value("tie_pays", "8.9(c)"),
                    **_pairs_pay(book, "8.9"),
                },
            ),
        },
        pairs_alone=cite("9.4", "9.4(a)"),
        number_face=cite("9.5", "9.5(a)"),
        court_face=cite("9.5", "9.5(b)"),
        collect_pairs=cite("9.9(a)"),
        pay_pairs=cite("9.9(b)"),
        after_pairs=cite("7.1", "A:Tableau", "9.10"),
        side_bets={
            "perfect-pairs": PairsLaw(
                procedure=cite("8.2", "10[intro]", "10.1", "10.5", "10.6", *pairs),
                kinds={
                    Suits.MIXED: Cited(Event.MIXED_PAIR, cite("10.2")),
                    Suits.RED: Cited(Event.COLOURED_PAIR, cite("10.3", "10.3(a)")),
                    Suits.BLACK: Cited(Event.COLOURED_PAIR, cite("10.3", "10.3(b)")),
                    Suits.SUITED: Cited(Event.PERFECT_PAIR, cite("10.4", "A:Suited")),
                },
            ),
            "canberra-pairs": PairsLaw(
                procedure=cite("8.2", "11[intro]", "11.2", *pairs),
                kinds={suits: Cited(Event.PAIR, cite("11.1")) for suits in Suits},
            ),
        },
        drawn_to_player=cite("12.1"),
        excess_exposed=cite("12.2"),
        excess_unseen=cite("12.3"),
        misplaced=cite("12.4"),
        reopened=cite("12.6", "12.6(a)"),
        reopened_for={
            WagerChange.MOVE: cite("12.6(a)(i)"),
            WagerChange.AMOUNT: cite("12.6(a)(ii)"),
            WagerChange.NEW: cite("12.6(a)(iii)"),
            WagerChange.WITHDRAW: cite("12.6(a)(iv)"),
        },
        all_withdrawn=cite("12.6(b)"),
        shoe_exhausted=cite("12.7", "A:Void"),
        burn_forgotten=cite("12.8"),
    )


def _less(commission: Fraction) -> Odds:
    """1 to 1 less so many per cent of the win."""
    kept = 1 - commission / 100
    return Odds(kept.numerator, kept.denominator)


def _pairs_pay(book: Instrument, method: str) -> dict[Event, Cited[Odds]]:
    """Pairs pay the same under either method; the rules say it once more in each."""

    def perfect(kind: str, item: int, limb: str) -> Cited[Odds]:
        listed = f"{method}(d)", f"{method}(d)[{item}]"
        return book.value(f"perfect_pairs_{kind}", f"10.6({limb})", *listed)

    return {
        Event.MIXED_PAIR: perfect("mixed", 1, "a"),
        Event.COLOURED_PAIR: perfect("coloured", 2, "b"),
        Event.PERFECT_PAIR: perfect("perfect", 3, "c"),
        Event.PAIR: book.value("canberra_pairs", "11.2(a)", f"{method}(e)", f"{method}(e)[1]"),
    }
