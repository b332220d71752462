"""One teller: the same sentence for everybody, with what each of them sees besides."""

from __future__ import annotations

import pytest

from croupier.cards import Card
from croupier.games.blackjack.facts import Chose, Dealt, Insured
from croupier.promotion.facts import ResultsPublished, TermsSent
from croupier.rulebook.citations import Clauses
from croupier.table.facts import Burnt, CutMade, Notified, Outcome, Settled
from croupier.tournament.facts import SessionEnded
from croupier.wording.teller import (
    Audience,
    came_to,
    innermost,
    names,
    noted,
    outcome,
    say,
    sentence,
)

NONE = Clauses(())


def test_a_fingerprint_in_a_notice_says_what_it_is() -> None:
    digest = "0123456789abcdef" * 4
    told = say(
        Notified(to="Authority", about="terms", detail=f"Spring draw: {digest}", clauses=NONE)
    )
    assert told == f"notice to Authority: terms, Spring draw: SHA-256 {digest}"
    sent = say(TermsSent(digest=digest, time_begins=True, clauses=NONE))
    assert sent == f"the Authority has the terms, SHA-256 {digest}, and its time begins"


@pytest.mark.parametrize(
    ("detail", "said"),
    [
        ("after 1 more rounds", "after 1 more round"),
        ("after 11 more rounds", "after 11 more rounds"),
        ("in 1 minutes", "in 1 minute"),
        ("in 15 minutes", "in 15 minutes"),
        ("he said: in 1 minutes", "he said: in 1 minutes"),
    ],
)
def test_one_more_round_is_one(detail: str, said: str) -> None:
    assert noted(detail) == said


def settled(result: Outcome, net: int, on: str | None = None) -> Settled:
    return Settled(
        player="ana", box=1, hand=1, wager="main", stake=10_00, outcome=result, net=net, on=on,
        clauses=NONE,
    )  # fmt: skip


def test_a_player_is_spoken_to_and_others_are_spoken_of() -> None:
    stands = Chose(player="ana", box=1, hand=2, action="stand", amount=0, clauses=NONE)
    insures = Insured(player="ana", box=1, on="ben", amount=5_00, clauses=NONE)
    assert say(stands) == "ana stands on box 1, hand 2"
    assert say(stands, Audience(you="ana")) == "you stand on box 1, hand 2"
    assert say(stands, Audience(you="ben")) == say(stands)
    assert say(insures, Audience(you="ana")) == "you ask to insure ben on box 1 for $5"
    assert say(CutMade(by="ana", at=52, clauses=NONE), Audience(you="ana")) == "you cut at 52"


def test_whoever_sees_the_hand_hears_what_it_comes_to() -> None:
    dealt = Dealt(box=1, hand=1, card=Card("AS"), clauses=NONE)
    assert say(dealt) == "AS to box 1"
    sees = Audience(spoken=True, hands=lambda box: 2, comes_to=lambda fact: "soft 16")
    assert say(dealt, sees) == "the ace of spades to box 1, hand 1: soft 16"
    assert (
        say(Burnt(card=None, why="new shoe", clauses=NONE)) == "an unseen card is burnt: new shoe"
    )


@pytest.mark.parametrize(
    ("result", "net", "told", "listed"),
    [
        (Outcome.WIN, 15_00, "wins $15", "wins $15"),
        (Outcome.LOSE, -10_00, "loses", "loses $10"),
        (Outcome.LOSE, -5_00, "loses $5", "loses $5"),
        (Outcome.PUSH, 0, "is a push", "is a push"),
        (Outcome.VOID, 0, "is void and goes back", "is void and goes back"),
        (Outcome.RETURNED, 0, "goes back", "goes back"),
    ],
)
def test_what_became_of_a_wager(result: Outcome, net: int, told: str, listed: str) -> None:
    fact = settled(result, net)
    assert say(fact, Audience(level="is a push")) == f"ana's main $10 on box 1 {told}"
    assert outcome(fact, "is a push") == listed


def test_a_wager_for_somebody_else() -> None:
    fact = settled(Outcome.LOSE, -10_00, on="ben")
    assert say(fact, Audience(you="ana")) == "your main $10 on box 1 for ben loses"


def test_facts_of_tournaments_and_promotions_have_the_same_teller() -> None:
    assert say(SessionEnded(session=2, clauses=NONE)) == "session 2 is over"
    assert say(ResultsPublished(where="the door", clauses=NONE)) == (
        "the results are published: the door"
    )


def test_parts_of_sentences() -> None:
    assert [came_to(net) for net in (25_00, -10_00, 0)] == ["won $25", "lost $10", "came out even"]
    assert names(["ana"]) == "ana"
    assert names(["ana", "ben", "cat"]) == "ana, ben and cat"
    assert sentence("no more bets") == sentence("no more bets.") == "No more bets."
    assert innermost(("9.1", "9.1(b)", "11.3", "9.1")) == ("9.1(b)", "11.3")
