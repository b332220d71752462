"""Meetings of mechanisms at a tournament table of the ACT, worked out from the instruments.

The rules of the game apply to tournaments as far as the rules of tournaments do not say otherwise:
a supervisor may place a marker, hold a player to the minimum, or close the table after notice.
"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from tests.meetings.test_tournament_meetings import LOST, WITH_BUY_BACK, level, prizes, take_over
from tests.tournament.at_tables import MAINS, NOW, SUPERVISOR, AtTable
from tests.tournament.support import (
    ACT_2006,
    ACT_2018,
    BACCARAT,
    CHALLENGE,
    DEALER,
    HOLDEM,
    INSTRUMENTS,
    player,
)

from croupier.aggregate.roles import Person
from croupier.cards import Card
from croupier.casino.floor.tournament_tables import play_off_outcome
from croupier.games.blackjack.asks_and_answers import Hit, Stand
from croupier.games.holdem.asks_and_answers import Check, Fold, TakeAndPay
from croupier.table.acts.betting import NoMoreBets
from croupier.table.acts.closing import CloseTable
from croupier.table.acts.dealing import Deal
from croupier.table.acts.patrons import Leave, StepAway
from croupier.table.acts.shuffling import Shuffle
from croupier.table.acts.sign import ChangeLimits
from croupier.table.acts.tournament import (
    AllocatePosition,
    CollectTournamentChips,
    DesignateForTournament,
    IssueTournamentChips,
    ReleaseTable,
)
from croupier.table.acts.turns import AskWager, RuleOut
from croupier.table.acts.voiding import VoidRound
from croupier.table.facts import OutAtTable
from croupier.table.tournament_play import TableTerms
from croupier.tournament.acts.ties import PlayOffRound

ACT = INSTRUMENTS[:4]
ACT_BLACKJACK = (ACT_2006, ACT_2018)
ACT_BUY_BACK = [name for name in WITH_BUY_BACK if name != CHALLENGE]
OF_ONE_PLAYER = {
    **dict.fromkeys((ACT_2006, ACT_2018), "10S 10C 7S"),
    BACCARAT: LOST[BACCARAT],
    HOLDEM: "KS 7H 5C 3D 2S AH KC AD QC",
}
"""A round in which the player on box 1 loses the wager, and nobody else has one."""
BREACH = {
    ACT_2006: "16.7",
    ACT_2018: "16.7",
    BACCARAT: "14.7",
    HOLDEM: "15.8",
}


def give(at: AtTable, tag: str, **fields: Any) -> None:
    """Give the command with this tag, as somebody in the least role that may."""
    for kind, act in at.table.game.acts.items():
        if kind.__struct_config__.tag == tag:
            assert act.needs is not None
            at.do(msgspec.convert({"do": tag, **fields}, kind), Person(str(act.needs), act.needs))


def main_of(at: AtTable) -> str:
    return MAINS.get(at.instrument, "main")


def wager(at: AtTable, **dollars: float) -> None:
    """Let everybody wager, in order where there is one, and close the betting."""
    in_turn = at.table.check(AskWager(), DEALER, NOW) is None
    for name in dollars:
        asked = at.ask() if in_turn else name
        at.bet(asked, dollars[asked], main_of(at))
    if at.instrument == HOLDEM and at.table.shoe.machine:
        at.do(Shuffle(), DEALER)  # the machine shuffles for each round
        at.do(NoMoreBets(), DEALER)
    else:
        at.close()


def finish(at: AtTable, *boxes: int) -> None:
    """Stand, or check and fold, on the boxes, and collect the cards."""
    if at.instrument == HOLDEM:
        for act in (Check, Check, Fold):
            for box in boxes:
                at.do(act(box=box), DEALER)
        while at.table.check(TakeAndPay(), DEALER, NOW) is None:
            at.do(TakeAndPay(), DEALER)
    elif at.instrument != BACCARAT:
        for box in boxes:
            at.do(Stand(box=box), DEALER)
        at.deal("9C")
    at.collect()


def lose(at: AtTable, **dollars: float) -> None:
    """Play a round that A loses."""
    wager(at, **dollars)
    at.deal(LOST[at.instrument])
    finish(at, 1, 2)


def least(instrument: str) -> float:
    """Return the chips that the minimum of 25 takes: in Hold'em with a blind."""
    return 50 if instrument == HOLDEM else 25


def two(instrument: str, chips: float = 2000, **more: Any) -> AtTable:
    return AtTable(instrument, {1: ("A", chips), 2: ("B", 2000)}, **more)


def mark(at: AtTable) -> None:
    """Let A wager up to 800, where the sign says 500."""
    box = {} if at.instrument == BACCARAT else {"box": 1}
    give(at, "place-marker", player="A", limit=800_00, **box)


def restrict(at: AtTable) -> None:
    if at.instrument == CHALLENGE:
        give(at, "give-notice", to="inspector", of="one-box", player="A")
        give(at, "restrict-to-one-box", player="A", reason="counts")
    else:
        give(at, "restrict", player="A", procedure="procedure 4", tracked="book 7")


def at_risk(at: AtTable, name: str) -> float:
    return sum(
        each.amount / 100
        for each in at.table.wagers
        if each.player == name and each.wager == main_of(at)
    )


def another_session(at: AtTable) -> None:
    """Release the table and designate it for another session of the same players."""
    for name in "AB":
        at.do(CollectTournamentChips(player=name), DEALER)
        at.do(AllocatePosition(player=name, box=None))
        at.do(Leave(player=name), DEALER)
    at.do(CollectTournamentChips(), DEALER)
    at.do(ReleaseTable())
    at.do(DesignateForTournament(tournament="Cup", terms=TableTerms()))
    at.do(IssueTournamentChips(amount=1_000_000_00))
    for box, name in enumerate("AB", 1):
        at.seat(name, box, 2000)


# --- a limit of one player's own


@pytest.mark.clause("06:3.5", "18:3.5", "bac:3.5", "uth:5.5")
@pytest.mark.parametrize("instrument", ACT)
def test_a_marker_is_not_the_substitutes(instrument: str) -> None:
    at = two(instrument)
    mark(at)
    take_over(at, "A", "S")
    wager(at, S=600, B=25)
    assert at_risk(at, "S") == 500


@pytest.mark.clause("18:3.2", "bac:3.2", "uth:5.2")
@pytest.mark.parametrize("instrument", ACT_BUY_BACK)
def test_a_marker_is_still_that_of_a_player_who_buys_back(instrument: str) -> None:
    at = two(instrument, least(instrument))
    mark(at)
    lose(at, A=25, B=25)
    assert [out.player for out in at.facts(OutAtTable)] == ["A"]
    at.do(IssueTournamentChips(player="A", amount=2000_00))
    wager(at, A=600, B=25)
    assert at_risk(at, "A") == 600


@pytest.mark.clause("06:3.5", "18:3.5", "bac:3.5", "uth:5.5")
@pytest.mark.parametrize("instrument", ACT)
def test_a_marker_goes_with_the_session(instrument: str) -> None:
    """In a later session, or in additional rounds, the sign alone holds."""
    at = two(instrument)
    mark(at)
    another_session(at)
    wager(at, A=600, B=25)
    assert at_risk(at, "A") == 500


@pytest.mark.clause("06:4.8", "18:4.8", "nsw:5.12")
@pytest.mark.parametrize("instrument", [*ACT_BLACKJACK, CHALLENGE])
def test_a_restriction_outlasts_the_session(instrument: str) -> None:
    """Additional rounds at the same table are played under it, and a later session too."""
    at = two(instrument)
    restrict(at)
    another_session(at)
    if at.table.check(AskWager(), DEALER, NOW) is None:
        at.ask()
    assert at.no_bet("A", 50).clauses == (("5.12",) if instrument == CHALLENGE else ("4.8",))
    at.bet("A", 25)


@pytest.mark.clause("06:20.7", "18:19.7")
@pytest.mark.parametrize("instrument", ACT_BLACKJACK)
def test_a_substitute_is_not_held_to_the_minimum_of_the_player(instrument: str) -> None:
    at = two(instrument)
    restrict(at)
    take_over(at, "A", "S")
    wager(at, S=50, B=25)
    assert at_risk(at, "S") == 50


@pytest.mark.clause("18:4.8")
def test_a_player_who_buys_back_is_held_to_the_minimum_as_before() -> None:
    at = two(ACT_2018, 25)
    restrict(at)
    lose(at, A=25, B=25)
    at.do(IssueTournamentChips(player="A", amount=800_00))
    assert at.no_bet("A", 50).clauses == ("4.8",)
    at.bet("A", 25)


# --- additional rounds


def play_off_table(instrument: str, **options: Any) -> AtTable:
    return AtTable(instrument, {1: ("B", 800), 2: ("C", 800)}, options=options)


@pytest.mark.clause("06:16.3", "18:16.3", "bac:14.3", "uth:15.4")
@pytest.mark.parametrize("instrument", ACT)
def test_a_void_additional_round_is_played_again(instrument: str) -> None:
    """As if it had never occurred, so the players are as level as before."""
    held, at = level(instrument), play_off_table(instrument)
    wager(at, B=25, C=50)
    at.deal(LOST[instrument].split()[0])
    at.do(VoidRound(ground="impractical", reason="the lights went out"), SUPERVISOR)
    assert at.chips() == {"B": 800, "C": 800}
    assert play_off_outcome(held.tournament, [at.table]) is None
    wager(at, B=50, C=25)
    at.deal(LOST[instrument])
    finish(at, 1, 2)
    assert isinstance(play_off_outcome(held.tournament, [at.table]), PlayOffRound)


@pytest.mark.clause("uth:11.1")
def test_a_malfunction_in_an_additional_round_decides_nothing() -> None:
    held, at = level(HOLDEM), play_off_table(HOLDEM, device="shuffler")
    wager(at, B=25, C=50)
    at.deal("KS")
    give(at, "machine-failed", fault="a jam", nature="mechanical")
    assert at.chips() == {"B": 800, "C": 800}
    assert play_off_outcome(held.tournament, [at.table]) is None


@pytest.mark.clause("06:20.14", "18:19.14", "bac:15.14", "uth:16.15")
@pytest.mark.parametrize("instrument", ACT)
def test_absence_from_an_additional_round_gives_the_place_to_the_other(instrument: str) -> None:
    """C makes no wager and is out. B, who loses the round, is before C."""
    held, at = level(instrument), play_off_table(instrument)
    at.do(StepAway(player="C"), player("C"))
    in_turn = at.table.check(AskWager(), DEALER, NOW) is None
    if in_turn:
        at.ask()
    at.bet("B", 25, main_of(at))
    if in_turn:
        at.ask()
    at.shuffle()
    at.do(RuleOut(player="C"))
    at.do(NoMoreBets(), DEALER)
    at.deal(OF_ONE_PLAYER[instrument])
    finish(at, 1)
    outcome = play_off_outcome(held.tournament, [at.table])
    assert outcome is not None
    held.do(outcome, DEALER)
    assert prizes(held) == {"A": 200, "B": 120, "C": 80, "D": 0}


# --- who is out


@pytest.mark.clause("06:16.2(a)", "18:16.2(a)", "bac:14.2(a)", "uth:15.3(a)")
@pytest.mark.parametrize("instrument", ACT)
def test_a_player_who_has_the_last_chips_back_with_a_void_wager_is_not_out(
    instrument: str,
) -> None:
    at = two(instrument, least(instrument))
    wager(at, A=25, B=25)
    dealt = LOST[instrument].split()
    first = len(dealt) if instrument in ACT_BLACKJACK else len(dealt) - 1
    at.deal(" ".join(dealt[:first] if instrument != HOLDEM else dealt))
    give(at, "record-breach", person="A", clause=BREACH[instrument], what="told B to bet")
    give(at, "void-wager", player="A", box=1, reason="told B to bet")
    if instrument == BACCARAT:
        at.deal(dealt[-1])
        at.collect()
    else:
        finish(at, 2)
    assert at.chips()["A"] == least(instrument)
    assert not at.facts(OutAtTable)


@pytest.mark.clause("06:20.14", "18:19.14", "bac:15.14", "uth:16.15")
@pytest.mark.parametrize("instrument", ACT)
def test_a_higher_minimum_puts_out_the_player_who_cannot_wager_it(instrument: str) -> None:
    """A has enough for the old minimum when it takes 100."""
    at = two(instrument, 2 * least(instrument))
    wager(at, A=25, B=25)
    raised = dict.fromkeys(at.table.sign.limits, (100_00, 500_00))
    at.do(ChangeLimits(limits=raised), SUPERVISOR)
    at.deal(LOST[instrument])
    finish(at, 1, 2)
    (out,) = at.facts(OutAtTable)
    assert (out.player, out.residual) == ("A", least(instrument) * 100)


@pytest.mark.clause("06:13.1(g)", "18:13.1(g)", "bac:8.4(c)")
@pytest.mark.parametrize("instrument", [*ACT_BLACKJACK, BACCARAT])
def test_a_player_who_has_the_last_chips_back_by_the_right_card_is_not_out(
    instrument: str,
) -> None:
    """The dealer has 17 and not 19; the banker has 9 and not 7."""
    at = two(instrument, 25)
    wager(at, A=25, B=25)
    at.deal(LOST[instrument])
    if instrument == BACCARAT:
        give(at, "correct-card", draw=4, card="7C", reason="misread")
    else:
        for box in (1, 2):
            at.do(Stand(box=box), DEALER)
        at.deal("9C")
        give(at, "correct-card", draw=6, card="7C", reason="misread")
    at.collect()
    assert at.chips()["A"] == 25
    assert not at.facts(OutAtTable)


@pytest.mark.parametrize(
    ("device", "tag", "fields"),
    [
        pytest.param(
            "shoe",
            "wrong-count",
            {"whose": "dealer", "cards": 3},
            marks=pytest.mark.clause("uth:13.1"),
        ),
        pytest.param(
            "shuffler",
            "machine-failed",
            {"fault": "a jam", "nature": "mechanical"},
            marks=pytest.mark.clause("uth:11.1"),
        ),
    ],
)
def test_a_player_who_folded_and_has_the_last_chips_back_is_not_out(
    device: str, tag: str, fields: dict[str, Any]
) -> None:
    """A misdeal or a malfunction voids the round, and all wagers made on it."""
    at = two(HOLDEM, 50, options={"device": device})
    wager(at, A=25, B=25)
    at.deal(LOST[HOLDEM])
    at.do(Fold(box=1), DEALER)
    give(at, tag, **fields)
    assert at.chips()["A"] == 50
    assert not at.facts(OutAtTable)


# --- closing


@pytest.mark.clause("06:15.2", "18:15.2", "bac:13.2", "uth:14.2", "nsw:18.8")
@pytest.mark.parametrize("instrument", INSTRUMENTS)
def test_a_tournament_table_may_close_after_notice(instrument: str) -> None:
    """The session has not ended by it: the players keep their positions and their chips."""
    at = two(instrument)
    assert at.table.check(CloseTable(), SUPERVISOR, NOW) is not None
    if instrument == CHALLENGE:
        give(at, "display-closing-sign", closes=NOW + 1_200_000)
    else:
        give(at, "announce-closure", rounds=0)
    at.table.do(CloseTable(), SUPERVISOR, NOW + 1_200_000)
    assert at.chips() == {"A": 2000, "B": 2000}


# --- the end of a session


@pytest.mark.clause("bac:14.4")
def test_the_last_coup_of_a_session_may_be_settled_anew_before_the_next() -> None:
    """The banker's nine went to the player's hand, which made a tie. A and B have lost 25."""
    at = two(BACCARAT)
    give(at, "set-session", rounds=1)
    wager(at, A=25, B=25)
    at.deal("9C")
    at.do(Deal(card=Card("9D"), laid_on=(0, 1)), DEALER)
    at.do(Deal(card=Card("KS"), laid_on=(0, 2)), DEALER)
    at.deal("8H")
    at.collect()
    assert at.chips() == {"A": 2000, "B": 2000}
    give(at, "found-between-rounds", reason="the second card went to the player")
    give(at, "rule-on-round", round=1, ruling="settle anew", reason="the camera shows it")
    assert at.chips() == {"A": 1975, "B": 1975}


@pytest.mark.clause("06:14.4", "18:14.4")
@pytest.mark.parametrize("instrument", ACT_BLACKJACK)
def test_the_last_round_of_a_session_may_be_rebuilt(instrument: str) -> None:
    """B should have 9H 5S and the dealer 6D, who then busts: A has won, and had lost."""
    at = two(instrument, 25)
    give(at, "set-session", rounds=1)
    wager(at, A=25, B=25)
    at.deal("10S")
    at.do(Deal(card=Card("9H"), laid_on=(0, 1)), DEALER)
    at.do(Deal(card=Card("6D"), laid_on=(2, 1)), DEALER)
    at.deal("7S 5S")
    at.do(Stand(box=1), DEALER)
    at.do(Hit(box=2), DEALER)
    at.deal("10C 10D")
    at.collect()
    assert at.chips() == {"A": 0, "B": 2025}
    give(at, "reconstruct", reason="first cards exchanged")
    for box in (1, 2):
        at.do(Stand(box=box), DEALER)
    at.deal("10C 10D")
    at.collect()
    assert at.chips() == {"A": 50, "B": 2025}
