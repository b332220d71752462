"""Exercises: what the rules want is right, anything else is not, and each says its clause.

The clauses and the payments were worked out from the instruments; no figure is the program's.
"""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any, NamedTuple

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.adjudication import ClaimAnswer, RoundFileError, Settlement
from croupier.aggregate.acts import tag_of
from croupier.game_rules import game_of, packages_of
from croupier.registry import registered
from croupier.rulebook.instruments import instruments
from croupier.school.answers import SUBJECTS, choices, in_words, read_act, read_answer, signed_cents
from croupier.school.by_chance import by_chance, find, name_of
from croupier.school.checking import check, of_round_file
from croupier.school.exercises import Exercise, Mistake, NotAnExercise, catalogue
from croupier.school.game_exercises import SCHOOL
from croupier.school.judging import (
    Mark,
    deciding,
    judge_act,
    judge_payments,
    mark_of_act,
    mark_of_payments,
    payments,
)
from croupier.school.practice_table import claims, ending, scene, settled
from croupier.table.acts.betting import ReturnShortWager
from croupier.wording.commands import by_subject


class Law(NamedTuple):
    """What an exercise comes to by the instrument."""

    clause: str
    nets: tuple[int, ...]
    right: str
    """Said in other words than the exercise has, or with other fields in other order."""
    wrong: dict[str, str]
    """What somebody might do instead, and the clause under which the table refuses it; without
    one it is taken, but other things follow from it."""


BLACKJACK = {
    "blackjack-paid-even": Law("8.1(a)", (1500,), "", {"drawn-in-error card=KC": ""}),
    "stand-off-collected": Law("13.1(g)", (0, 1000), "", {"dealer-overdrew card=2C": ""}),
    "face-up-in-the-shoe": Law(
        "14.1", (1000,), "face-up-card card=KC",
        {"burnt-in-error card=KC": "", "dealer-overdrew card=KC": "", "": ""},
    ),
    "drawn-with-none-due": Law(
        "14.2", (1000,), "drawn-in-error card=5C",
        {"drawn-in-error card=6C": "", "burnt-in-error card=5C": "", "face-up-card card=5C": "",
         "": ""},
    ),
    "dealer-draws-past-seventeen": Law(
        "14.3", (1000,), "dealer-overdrew card=3C",
        {"drawn-in-error card=3C": "", "dealer-overdrew": "14.3", "": ""},
    ),
    "card-on-the-wrong-box": Law(
        "14.4", (1000, 1000), "reconstruct reason='as it was drawn'",
        {"void-earlier-round round=1 reason=late": "14.5", "drawn-in-error card=9C": "",
         "void-round ground=impractical reason=muddle": ""},
    ),
    "found-in-the-next-round": Law(
        "14.5", (500,), "void-earlier-round reason='seen on the pictures' round=1",
        {"reconstruct reason=late": "14.4", "void-earlier-round round=2 reason=wrong": "14.5",
         "": ""},
    ),
    "chips-after-no-more-bets": Law(
        "4.3", (1000,), "", {"place-wager player=ben box=2 amount=1000": "4.3"}
    ),
    "adding-to-a-good-hand": Law(
        "4.3", (1000,), "", {"place-wager player=ana box=1 amount=3000": "4.3"}
    ),
    "short-a-second-time": Law(
        "3.4", (0, 1000), "return-short-wager box=1 player=ana",
        {"return-short-wager player=ben box=2": "3.4", "": "",
         "void-wager player=ana box=1 reason='too small'": "16.2"},
    ),
    "short-for-the-first-time": Law(
        "3.4", (500,), "", {"return-short-wager player=ana box=1": "3.4"}
    ),
    "blackjack-paid-even-disputed": Law(
        "16.4", (1500,), "rule-on-dispute number=1 stands=false decision='five more'",
        {"rule-on-dispute number=1 stands=true decision='it was paid'": "",
         "rule-on-dispute number=2 stands=false decision='five more'": "16.4",
         "rule-on-dispute number=1 decision=maybe": ""},
    ),
    "bust-against-bust-disputed": Law(
        "16.4", (-1000, 1000), "rule-on-dispute number=1 stands=true decision='lost at once'",
        {"rule-on-dispute number=1 stands=false decision='give it back'": "", "": ""},
    ),
    "all-in-order": Law("13.1(e)", (-1000, 1000), "", {"reconstruct reason=why": "14.4"}),
}  # fmt: skip

HELD_TO = {
    "act-blackjack-2006": BLACKJACK,
    "act-blackjack-2018": BLACKJACK,
    "nsw-blackjack-challenge": {
        "blackjack-paid-three-to-two": Law("8.1.1", (2000,), "", {"dealer-overdrew card=2C": ""}),
        "equal-hands-stand-off": Law("15.1.4", (-1000, 1000), "", {"drawn-in-error card=2C": ""}),
        "face-up-in-the-shoe": Law(
            "16.1", (1000,), "face-up-card card=KC",
            {"burnt-in-error card=KC": "", "drawn-in-error card=KC": "", "": ""},
        ),
        "drawn-with-none-due": Law(
            "16.2", (1000,), "drawn-in-error card=4C", {"face-up-card card=4C": "", "": ""}
        ),
        "dealer-draws-past-seventeen": Law(
            "16.5", (1000,), "dealer-overdrew card=3C", {"dealer-overdrew": "", "": ""}
        ),
        "card-on-the-wrong-box": Law(
            "16.8", (1000, 1000), "reconstruct reason='it was for box 1'",
            {"": "", "void-misdeal error=muddle why_not_rebuilt='no wish to'": ""},
        ),
        "two-cards-at-once": Law(
            "16.8", (2000, 0), "void-misdeal why_not_rebuilt=unseen error='two at once'",
            {"reconstruct reason=try": "16.8", "": ""},
        ),
        "chips-after-the-first-card": Law(
            "5.3", (1000,), "", {"place-wager player=ben box=2 amount=1000": "5.3"}
        ),
        "short-and-overlooked": Law(
            "6.2", (500, 1000), "", {"refuse-wager player=ana box=1 grounds=short": "18.11"}
        ),
        "short-before-the-first-card": Law(
            "6.1", (1000,), "", {"place-wager player=ana box=1 amount=500": "6.1"}
        ),
        "blackjack-paid-even-disputed": Law(
            "18.12", (2000,), "decide-dispute number=1 stands=false decision='ten more'",
            {"decide-dispute number=1 stands=true decision=no": "",
             "decide-finally number=1 stands=false decision='ten more'": "18.13"},
        ),
        "bust-against-bust-disputed": Law(
            "18.12", (-1000, 1000), "decide-dispute number=1 stands=true decision='lost at once'",
            {"decide-dispute number=1 stands=false decision='give it back'": ""},
        ),
        "all-in-order": Law("15.1.4", (-1000, 1000), "", {"face-up-card card=2C": ""}),
    },
    "act-mini-baccarat-2016": {
        "commission-forgotten": Law("8.8(b)", (1900, -1000), "", {"drawn-in-error card=2C": ""}),
        "tie-takes-the-player": Law("8.5(c)", (8000, 0), "", {"drawn-in-error": ""}),
        "card-turned-by-accident": Law(
            "12.6(a)", (1000,), "card-exposed place=1 hand=banker",
            {"card-exposed hand=player place=1": "", "drawn-in-error card=KC": "", "": ""},
        ),
        "card-too-many-seen": Law(
            "12.2", (1000,), "drawn-in-error card=9C", {"drawn-in-error": "", "": ""}
        ),
        "card-too-many-unseen": Law(
            "12.3", (1000,), "drawn-in-error", {"drawn-in-error card=9C": "", "": ""}
        ),
        "card-on-the-wrong-hand": Law(
            "12.4", (1000,), "reconstruct reason='it opens the player hand'",
            {"drawn-in-error card=4H": "6.2", "found-between-rounds reason=late": "12.5",
             "cannot-reconstruct reason='no wish to'": "", "": ""},
        ),
        "found-between-coups": Law(
            "14.4", (-1000,), "found-between-rounds reason='the pictures show it'",
            {"reconstruct reason=late": "12.4", "void-earlier-round round=1 reason=late": "12.5",
             "": ""},
        ),
        "chips-after-no-more-bets": Law(
            "4.6", (1000,), "", {"place-wager player=ben box=2 wager=player amount=1000": "4.6"}
        ),
        "betting-closed-too-early": Law(
            "12.6(a)(i)", (1000, 1000), "permit-changes reason='too early' changes='[\"move\"]'",
            {"permit-changes changes='[\"withdraw\"]' reason='too early'": "", "": "",
             "place-wager player=ana box=1 wager=player amount=1000": "4.6"},
        ),
        "short-a-second-time": Law(
            "3.4", (0, -1000), "return-short-wager wager=player player=ana box=1",
            {"return-short-wager player=ben box=1 wager=banker": "3.4", "": ""},
        ),
        "short-for-the-first-time": Law(
            "3.4", (500,), "", {"return-short-wager player=ana box=1 wager=player": "3.4"}
        ),
        "commission-disputed": Law(
            "14.4", (1900,), "rule-on-dispute number=1 stands=true decision='five in a hundred'",
            {"rule-on-dispute number=1 stands=false decision='a dollar more'": ""},
        ),
        "tie-disputed": Law(
            "14.4", (0,), "rule-on-dispute number=1 stands=false decision='it goes back'",
            {"rule-on-dispute number=1 stands=true decision=lost": "", "": ""},
        ),
        "all-in-order": Law("8.8(b)", (950, -1000), "", {"reconstruct reason=why": "12.4"}),
    },
    "act-ultimate-texas-holdem-2025": {
        "blind-paid-for-a-pair": Law(
            "9.6(c)(ii)", (1000, 0, 4000, -1000, -1000, -4000), "",
            {"call-misdeal reason='paid wrongly'": "A:Round of Play"},
        ),
        "card-seen-in-the-deal": Law(
            "13.2", (0, 0, 0, 0), "card-shown place=1 whose=communal",
            {"wrong-count whose=communal cards=4": "", "card-shown whose=communal place=2": "",
             "": ""},
        ),
        "communal-card-too-early": Law(
            "13.5", (1000, 0, 4000, -1000, -1000, -4000), "card-shown place=1 whose=communal",
            {"call-misdeal reason='a card was seen'": "", "card-shown whose=dealer place=1": "",
             "": ""},
        ),
        "three-cards-on-a-box": Law(
            "13.1", (0, 0, 0, 0), "wrong-count cards=3 whose=1",
            {"wrong-count whose=1 cards=2": "13.1", "let-stand reason=enough": "13.1", "": ""},
        ),
        "cards-in-the-wrong-box": Law(
            "6.1(b)", (0, 0, 0, 0), "call-misdeal reason='each has the other card'",
            {"wrong-count whose=1 cards=3": "", "": ""},
        ),
        "chips-after-the-deal": Law(
            "4.6", (1000, 0, 4000, -1000, -1000, -4000), "",
            {"place-wager player=cleo box=3 amount=1000 wager=ante": "4.6"},
        ),
        "play-after-folding": Law(
            "8.6", (-1000, -1000, -1000, -1000, -4000), "", {"play box=1 amount=4000": "8.6"}
        ),
        "no-blind": Law(
            "13.6(b)", (1000, 0, 4000, 0), "wager-missing box=2",
            {"wager-missing box=1": "13.6", "call-misdeal reason='no blind'": "", "": ""},
        ),
        "short-a-second-time": Law(
            "5.4", (1000, 0, 4000, 0, 0), "return-short-wager wager=ante player=ben box=2",
            {"return-short-wager player=ana box=1 wager=ante": "5.4", "wager-missing box=2": "13.6",
             "": ""},
        ),
        "fold-disputed": Law(
            "15.5", (1000, 0, 4000, -1000, -1000),
            "rule-on-dispute number=1 stands=true decision='it was folded'",
            {"rule-on-dispute number=1 stands=false decision='take it back'": "", "": ""},
        ),
        "blind-disputed": Law(
            "15.5", (1000, 0, 4000, -1000, -1000, -4000),
            "rule-on-dispute number=1 stands=false decision='a win with a pair leaves the blind'",
            {"rule-on-dispute number=1 stands=true decision=no": "",
             "request-review number=1 player=ana": "15.5"},
        ),
        "all-in-order": Law(
            "10.1", (1000, 0, 4000, -1000, -1000, -4000), "",
            {"call-misdeal reason=why": "A:Round of Play"},
        ),
    },
}  # fmt: skip

EVERY = [(instrument, name) for instrument, held in HELD_TO.items() for name in held]


def acts(exercise: Exercise, text: str) -> list[dict[str, Any]]:
    return [read_act(exercise.instrument, text)] if text else []


def test_every_exercise_is_held_to_the_law_and_every_mistake_has_one_in_every_instrument() -> None:
    for instrument in instruments():
        assert set(catalogue(instrument)) == set(HELD_TO[instrument])
        assert {each.mistake for each in catalogue(instrument).values()} == set(Mistake)


@pytest.mark.parametrize(("instrument", "name"), EVERY)
def test_what_the_rules_want_is_right_under_their_clause(instrument: str, name: str) -> None:
    exercise, law = check(find(instrument, name)), HELD_TO[instrument][name]
    verdict = judge_act(exercise, exercise.mistake, acts(exercise, law.right))
    assert verdict.named
    assert verdict.done
    assert verdict.refused is None
    assert law.clause in verdict.clauses
    assert len(verdict.says) == len(verdict.clauses)
    assert tuple(each.net for each in settled(exercise)) == law.nets
    paid = judge_payments(exercise, law.nets)
    assert all(each.right and each.clauses for each in paid)
    assert mark_of_act(verdict, 7) + mark_of_payments(paid, 5) == Mark(
        right=2 + len(paid), of=2 + len(paid), milliseconds=12
    )


@pytest.mark.parametrize(("instrument", "name"), EVERY)
def test_anything_else_is_wrong_and_says_why(instrument: str, name: str) -> None:
    exercise, law = find(instrument, name), HELD_TO[instrument][name]
    wrong = (Mistake.NOTHING, Mistake.EXPOSED_CARD)
    other = next(each for each in wrong if each is not exercise.mistake)
    assert law.wrong
    for text, clause in law.wrong.items():
        verdict = judge_act(exercise, other, acts(exercise, text))
        assert not verdict.named, text
        assert not verdict.done, text
        assert law.clause in verdict.clauses, text
        if clause:
            assert verdict.refused is not None, text
            assert clause in verdict.refused.clauses, text
        else:
            assert verdict.refused is None, text
    for each in judge_payments(exercise, [net + 1 for net in law.nets]):
        assert not each.right
        assert each.clauses


def test_a_disputed_wager_that_was_paid_wrongly_may_be_called_either() -> None:
    for name, either in (
        ("blackjack-paid-even-disputed", True),
        ("bust-against-bust-disputed", False),
    ):
        exercise = find("act-blackjack-2018", name)
        assert judge_act(exercise, Mistake.DISPUTE, []).named
        assert judge_act(exercise, Mistake.WRONG_PAYMENT, []).named is either
        assert not judge_act(exercise, Mistake.NOTHING, []).named


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("15", 1500), ("+7.50", 750), ("-10", -1000), ("\N{MINUS SIGN}10", -1000), ("- 10", -1000),
        ("0", 0), ("-0.00", 0), ("-$5", -500), ("$-5", -500), ("$ 1,000", 100_000), (" 5 ", 500),
        ("", None), ("--5", None), ("+-5", None), ("-$-5", None), ("1e5", None), ("7.505", None),
        ("9" * 30, None), ("ten", None),
    ],
)  # fmt: skip
def test_an_amount_has_one_sign_wherever_the_dollar_is(text: str, amount: int | None) -> None:
    assert signed_cents(text) == amount


def test_payments_that_are_not_given_are_not_right() -> None:
    exercise = find("act-blackjack-2018", "stand-off-collected")
    assert [each.right for each in judge_payments(exercise, [0])] == [True, False]
    assert [each.right for each in judge_payments(exercise, [None, 1000])] == [False, True]


def test_whose_card_it_is_counts_and_the_words_for_it_do_not() -> None:
    exercise = find("act-blackjack-2018", "short-a-second-time")
    for player, box, done in (("ana", 1, True), ("ben", 2, False)):
        act = {"do": "return-short-wager", "player": player, "box": box}
        assert judge_act(exercise, None, [act]).done is done
    rebuilt = find("act-blackjack-2018", "card-on-the-wrong-box")
    for reason in ("the nine was box 1's", "box 2", "ana"):
        act = {"do": "reconstruct", "reason": reason}
        assert judge_act(rebuilt, None, [act]).done


def test_what_the_rules_leave_open_is_right_either_way() -> None:
    exercise = find("act-ultimate-texas-holdem-2025", "three-cards-on-a-box")
    misdeal = {"do": "call-misdeal", "reason": "three cards"}
    assert not judge_act(exercise, None, [misdeal]).done
    opened = msgspec.structs.replace(exercise, others=((misdeal,),))
    assert judge_act(opened, None, [misdeal]).done


def test_what_is_no_command_of_the_table_names_its_field() -> None:
    exercise = find("act-blackjack-2018", "face-up-in-the-shoe")
    with pytest.raises(RoundFileError, match=r"script\[2\]\.card"):
        judge_act(exercise, None, [{"do": "face-up-card", "card": "XX"}])
    with pytest.raises(RoundFileError, match="no more than 5"):
        judge_act(exercise, None, [{"do": "move-on"}] * 6)
    with pytest.raises(ValueError, match="did you mean face-up-card"):
        read_act("act-blackjack-2018", "face-up-crad card=KC")
    with pytest.raises(ValueError, match="name=value"):
        read_act("act-blackjack-2018", "face-up-card KC")
    with pytest.raises(ValueError, match="mistake"):
        read_answer(b'{"mistake": "late"}')


def test_a_trainee_sees_the_table_before_the_act_and_when_all_is_over() -> None:
    exercise = find("act-blackjack-2018", "face-up-in-the-shoe")
    assert [" ".join(map(str, hand.cards)) for hand in scene(exercise).hands] == ["8S 3H", "6D"]
    assert [" ".join(map(str, hand.cards)) for hand in ending(exercise).hands] == [
        "8S 3H 9C", "6D TD 9H",
    ]  # fmt: skip
    assert scene(exercise).wagers == (("ana", "main", 1, 1000),)
    assert [each.stake for each in payments(exercise)] == [1000]
    assert in_words(exercise.wanted) == "face-up-card: card KC"
    assert in_words(()) == "no command: play goes on, and payments are put right"


def test_what_may_be_chosen_is_more_than_what_is_right() -> None:
    for instrument in instruments():
        tags = {each.tag for each in choices(instrument)}
        assert len(tags) > 20
        for exercise in catalogue(instrument).values():
            assert {each["do"] for each in exercise.wanted} <= tags
        assert "open-table" not in tags


# --- by chance


@settings(max_examples=40, deadline=None)
@given(
    st.sampled_from(sorted(instruments())), st.integers(0, 2**32 - 1), st.integers(1, 1000)
)  # fmt: skip
def test_an_exercise_by_chance_has_a_right_answer(instrument: str, seed: int, number: int) -> None:
    exercise = by_chance(instrument, seed, number)
    verdict = judge_act(exercise, exercise.mistake, exercise.wanted)
    assert verdict.named
    assert verdict.done
    assert deciding(exercise)
    due = [each.net for each in settled(exercise)]
    assert due
    assert all(each.right for each in judge_payments(exercise, due))
    if exercise.acts:
        assert not judge_act(exercise, None, ()).done
    if exercise.tried is not None:
        assert not judge_act(exercise, None, [exercise.tried]).done


def test_by_chance_every_mistake_comes_up_in_every_game() -> None:
    for instrument in instruments():
        found = {by_chance(instrument, 3, number).mistake for number in range(40)}
        assert found == set(Mistake), instrument


@pytest.mark.parametrize(
    "instrument", ["act-blackjack-2006", "act-blackjack-2018", "nsw-blackjack-challenge"]
)
def test_by_chance_no_card_is_misplaced_on_a_hand_that_was_collected(instrument: str) -> None:
    """What has gone over 21 does not lie there any more."""
    drawn = [by_chance(instrument, 11, number) for number in range(1, 120)]
    wrong = [each for each in drawn if each.mistake is Mistake.MISPLACED_CARD]
    assert len(wrong) >= 10
    for each in wrong:
        box, place = each.before[-1]["laid_on"]
        (hand,) = [
            hand for hand in scene(each).hands if (hand.box, hand.hand) == (box, place)
        ]  # fmt: skip
        *lay, misplaced = map(str, hand.cards)
        assert misplaced == each.before[-1]["card"]
        assert sum(_LOW.get(card[0]) or int(card[0]) for card in lay) <= 21, each.name


_LOW = {"A": 1, **dict.fromkeys("TJQK", 10)}
"""What the cards count that are no figures, an ace as little as it can."""


def test_as_many_cards_are_drawn_as_somebody_finds() -> None:
    holdem = "act-ultimate-texas-holdem-2025"
    drawn = [by_chance(holdem, 11, number) for number in range(1, 30)]
    counted = [
        each
        for each in (*catalogue(holdem).values(), *drawn)
        if [act["do"] for act in each.wanted] == ["wrong-count"]
    ]
    assert len(counted) >= 2
    for each in counted:
        (act,) = each.wanted
        assert "three" in each.told
        found = {box.number: len(box.cards) for box in scene(each).view.round.boxes}
        assert found == {1: 2, 2: 2, act["whose"]: 3}


def test_what_was_paid_is_asked_when_everything_lies_open() -> None:
    """Whoever judges a payment sees the cards that it was for, those of Hold'em too."""
    for instrument in instruments():
        drawn = [by_chance(instrument, 5, number) for number in range(16)]
        paid = [each for each in (*catalogue(instrument).values(), *drawn) if each.paid]
        assert {each.mistake for each in paid} >= {Mistake.WRONG_PAYMENT, Mistake.NOTHING}
        assert {scene(each).view.phase for each in paid} == {"settled"}, instrument


def test_the_same_seed_and_number_give_the_same_exercise_again() -> None:
    drawn = [by_chance("act-mini-baccarat-2016", 11, number) for number in range(4)]
    assert drawn == [find("act-mini-baccarat-2016", name_of(11, number)) for number in range(4)]
    assert len({msgspec.json.encode(each.file) for each in drawn}) == len(drawn)


def test_an_exercise_that_is_not_there_is_said_to_be_missing() -> None:
    with pytest.raises(LookupError, match="did you mean"):
        find("act-blackjack-2018", "all-in-ordr")
    with pytest.raises(LookupError, match="no exercise"):
        find("act-blackjack-2018", "chance-x-1")


# --- somebody's own round file

FILE: dict[str, Any] = {
    "instrument": "act-blackjack-2018", "options": {"decks": 6, "soft_17": "stand"},
    "cards": ["TS", "8D", "9H", "TD"],
    "wagers": [{"box": 1, "player": "ana", "wager": "main", "amount": 1000}],
    "script": [
        {"action": "stand", "box": 1, "hand": 1}, {"deal": "all"},
        {"do": "dealer-overdrew", "card": "3C"},
    ],
}  # fmt: skip


def own(file: dict[str, Any], mistake: Mistake, act: int | None = None) -> Exercise:
    return of_round_file(file, name="own", mistake=mistake, told="Look.", act=act)


def test_a_round_file_becomes_an_exercise_at_its_first_command_that_puts_something_right() -> None:
    made = own(FILE, Mistake.EXCESS_CARD)
    assert (made.act, made.acts) == (3, 1)
    assert made.wanted == [{"do": "dealer-overdrew", "card": "3C"}]
    paid = {**FILE, "paid": [{"player": "ana", "wager": "main", "net": 500}]}
    wrong = own(paid, Mistake.WRONG_PAYMENT)
    assert (wrong.act, wrong.acts) == (4, 0)


@pytest.mark.parametrize(
    ("change", "mistake", "act", "says"),
    [
        ({"script": None}, Mistake.EXCESS_CARD, None, "script: an exercise"),
        ({"cards": ["TS"]}, Mistake.EXCESS_CARD, None, "cards"),
        ({"colour": "red"}, Mistake.EXCESS_CARD, None, "colour"),
        ({"instrument": "whist"}, Mistake.EXCESS_CARD, None, "instrument"),
        ({}, Mistake.EXCESS_CARD, 9, "act: from 1 to 3"),
        ({}, Mistake.WRONG_PAYMENT, None, "paid: every payment is right"),
        ({"script": [{"deal": 9}, *FILE["script"]]}, Mistake.EXCESS_CARD, 1, r"script\[1\]: deal"),
    ],
)
def test_a_file_that_cannot_be_set_says_why(
    change: dict[str, Any], mistake: Mistake, act: int | None, says: str
) -> None:
    with pytest.raises(NotAnExercise, match=says):
        own({**FILE, **change}, mistake, act)


def test_by_chance_most_hands_of_holdem_are_compared_and_nobody_disputes_too_much() -> None:
    antes: list[Settlement] = []
    disputed: list[ClaimAnswer] = []
    for number in range(1, 41):
        exercise = by_chance("act-ultimate-texas-holdem-2025", 5, number)
        antes += [each for each in settled(exercise) if each.wager == "ante"]
        disputed += claims(exercise) if exercise.mistake is Mistake.DISPUTE else []
    compared = [each for each in antes if "9.5" in each.clauses]
    given_up = [each for each in antes if "A:Fold" in each.clauses]
    assert len(compared) > 2 * len(given_up) > 0
    assert disputed
    assert all(each.right is not None and each.net <= each.right for each in disputed)


# --- in the terminal


def held(words: str, typed: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "croupier", "exercise", *words.split()], input=typed,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"}, capture_output=True, encoding="utf-8",
        check=False, timeout=120,
    )  # fmt: skip


def test_at_the_terminal_an_exercise_is_set_and_judged() -> None:
    right = held("--name face-up-in-the-shoe", "2\nface-up-card card=KC\n\n10\n")
    assert right.returncode == 0
    assert "14.1  A card that lies face up" in right.stdout
    assert "3 of 3 points" in right.stdout
    wrong = held("--name face-up-in-the-shoe", "x\n3\n?\nface-up-card card=QQ\n\nten\n-10\n")
    assert "0 of 3 points" in wrong.stdout
    assert "burnt-in-error" in wrong.stdout  # of the list
    assert "card" in wrong.stdout


def test_at_the_terminal_decisions_are_told_that_no_card_shows() -> None:
    folded = held("act-ultimate-texas-holdem-2025 --name fold-disputed", "")
    assert "fold on box 2" in folded.stdout


def test_at_the_terminal_answers_can_come_from_a_program() -> None:
    asked = held("--name card-seen-in-the-deal act-ultimate-texas-holdem-2025 --json", "")
    question = msgspec.json.decode(asked.stdout)
    assert "exposed-card" in question["mistakes"]
    assert "card-shown" in question["commands"]
    assert len(question["payments"]) == 4
    assert "13.2" not in asked.stdout
    answer = {
        "mistake": "exposed-card", "payments": [0, 0, 0, 0],
        "acts": [{"do": "card-shown", "whose": "communal", "place": 1}],
    }  # fmt: skip
    words = "act-ultimate-texas-holdem-2025 --name card-seen-in-the-deal --answer - --json"
    judged = held(words, msgspec.json.encode(answer).decode())
    assert judged.returncode == 0
    assert "13.2" in msgspec.json.decode(judged.stdout)["act"]["clauses"]
    assert held(words, '{"mistake": "dispute"}').returncode == 1
    assert held("--name nobody", "").returncode == 2
    listed = msgspec.json.decode(held("--list --json", "").stdout)
    assert {each["name"] for each in listed} == set(BLACKJACK)


# --- the parts of the games


@pytest.mark.parametrize("instrument", registered())
def test_the_school_part_of_a_game_names_its_own_subjects_and_commands(instrument: str) -> None:
    part, acts = SCHOOL.of(instrument), game_of(instrument).acts
    packages = tuple(f"{package}." for package in packages_of(instrument))
    of_game = {
        subject
        for subject, _, its_acts in by_subject(instrument)
        if any(act.judge.__module__.startswith(packages) for act in its_acts)
    }
    assert part.subjects <= of_game
    assert not part.subjects & SUBJECTS
    assert {part.decides_dispute, part.pays, part.returns_short_wager} - {None} <= set(acts)
    returning = {each for each in acts if tag_of(each) == tag_of(ReturnShortWager)}
    assert returning == {part.returns_short_wager} - {None}
