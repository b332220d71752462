"""The session at a table: money, legal moves, wagers, insurance, the cut, and leaving."""

from __future__ import annotations

import random
from typing import Any

import pytest
from tests.cli.seated import (
    ACT_2006,
    ACT_2018,
    cut_in_the_middle,
    dealt,
    has_a_pair,
    is_offered_insurance,
    may_stand,
    must_draw,
    seed_where,
    sit,
    stand_out,
)

from croupier.cli.play_screen.session import WaitsFor
from croupier.cli.play_screen.table_setup import setting
from croupier.games.blackjack.facts import Dealt
from croupier.games.blackjack.terminal.session import BlackjackSession
from croupier.money import cents
from croupier.rulebook.citations import Refused
from croupier.table.facts import BettingReopened, CutMade, LinkOpened, Outcome, Shuffled, Warned
from croupier.table.shuffle_verification import Verdict, check_shoes
from croupier.table.table import Phase


def act(session: BlackjackSession, source: random.Random) -> None:
    """Anything that is allowed, chosen by chance."""
    asked = session.asked
    if asked is WaitsFor.CUT:
        if source.random() < 0.3:
            session.decline_cut()
        else:
            session.cut(source.choice(session.cut_range))
    elif asked is WaitsFor.WAGERS:
        wager_anything(session, source)
    elif asked is WaitsFor.PLAY:
        move = source.choice([move for move in session.moves() if move.legal])
        amount = None
        if move.name == "double" and move.amounts and source.random() < 0.5:
            step = move.amounts.step
            amount = step * source.randint(1, move.amounts.most // step)
        session.make(move, amount)
    else:
        session.next_round()


def wager_anything(session: BlackjackSession, source: random.Random) -> None:
    boxes = session.setting.boxes
    if session.chips < 200_00 * boxes:
        session.bring(1_500_00 * boxes)
    if not session.table.wagers:
        for box in source.sample(range(1, boxes + 1), source.randint(1, boxes)):
            session.wagering.make(box, source.choice((10_00, 25_00, 45_00, 100_00)))
            for kind in session.kinds[1:]:
                if source.random() < 0.5:
                    session.wagering.make(box, 5_00, kind)
    session.deal()


TABLES = [
    (ACT_2018, {"boxes": 1}),
    (ACT_2018, {"boxes": 3, "side_bets": ("perfect-pairs",), "soft_17": "hit"}),
    (ACT_2018, {"boxes": 7, "side_bets": ("pairs-play",), "decks": 4}),
    (ACT_2006, {"boxes": 2, "side_bets": ("super-sevens", "perfect-pairs"), "decks": 4}),
]


@pytest.mark.parametrize(("instrument", "wanted"), TABLES)
def test_money_always_adds_up(instrument: str, wanted: dict[str, Any]) -> None:
    source = random.Random(f"{instrument} {wanted}")
    session = sit(7, instrument=instrument, **wanted)
    while len(session.history.results) < 60:
        act(session, source)
        chips = session.table.chips
        assert chips.balances
        assert chips.layout >= 0
        if session.table.phase is Phase.BETTING:
            assert session.chips + chips.layout == session.brought + session.history.net
    session.leave()
    assert session.table.chips.balances
    assert (session.table.chips.layout, session.chips) == (0, 0)


@pytest.mark.parametrize(("instrument", "wanted"), TABLES)
def test_what_is_offered_is_what_the_table_accepts(instrument: str, wanted: dict[str, Any]) -> None:
    source = random.Random(f"legal {instrument} {wanted}")
    session = sit(11, instrument=instrument, **wanted)
    seen: set[str] = set()
    wanted_moves = {"split legal", "split refused", "double legal", "double refused", "hit legal"}
    wanted_moves |= {"stand legal", "stand refused", "insure legal", "even money refused"}
    while len(session.history.results) < 25 or (
        not wanted_moves <= seen and len(session.history.results) < 400
    ):
        for move in session.moves():
            accepted = session.table.check(move.command, move.by, session.clock()) is None
            assert move.legal is accepted
            seen.add(f"{move.name} {'legal' if move.legal else 'refused'}")
        act(session, source)
    assert wanted_moves <= seen


def test_what_is_refused_changes_nothing() -> None:
    session = dealt(seed_where(must_draw))
    before, lines = session.scene, len(session.table.record.lines)
    with pytest.raises(Refused) as refused:
        session.play("stand")
    assert refused.value.clauses == ("9.2(b)",)
    with pytest.raises(Refused):
        session.play("split")
    with pytest.raises(Refused):
        session.play("double", 30_00)  # over the initial wager
    assert session.scene == before
    assert len(session.table.record.lines) == lines


def test_every_act_leaves_one_moment_to_show() -> None:
    session = sit(1)
    session.history.take()
    entries = len(session.table.record.entries)
    cut_in_the_middle(session)
    session.wagering.add(1, 25_00)
    session.deal()
    stand_out(session)
    assert len(session.history.take()) == len(session.table.record.entries) - entries
    assert session.history.take() == []


def test_cards_are_shown_one_by_one_as_they_are_dealt() -> None:
    session = dealt(seed_where(may_stand))
    dealing = [s for s in session.history.take() if any(isinstance(f, Dealt) for f in s.facts)]
    cards = [
        len(s.round.dealer.cards) + sum(len(h.cards) for b in s.round.boxes for h in b.hands)
        for s in dealing
        if s.round
    ]
    assert cards == [1, 2, 3]


# --- wagers


def test_chips_are_laid_taken_back_and_laid_again() -> None:
    session = sit(1, boxes=2, side_bets=("perfect-pairs",))
    cut_in_the_middle(session)
    lay = session.wagering
    lay.add(1, 25_00)
    lay.add(1, 5_00)
    lay.add(1, 5_00, "perfect-pairs")
    lay.add(2, 100_00)
    assert session.chips == 865_00
    lay.undo()
    lay.undo()
    assert [(w.box, w.wager, w.amount) for w in session.scene.wagers] == [(1, "main", 30_00)]
    lay.undo()
    assert lay.amount(1) == 25_00
    lay.add(2, 25_00)
    lay.add(2, 5_00, "perfect-pairs")
    session.deal()
    assert not lay.can_undo
    stand_out(session)
    session.next_round()
    assert lay.can_repeat
    lay.repeat()
    assert {(w.box, w.wager, w.amount) for w in session.scene.wagers} == {
        (1, "main", 25_00),
        (2, "main", 25_00),
        (2, "perfect-pairs", 5_00),
    }
    with pytest.raises(Refused, match="already"):
        lay.repeat()
    lay.clear()
    assert session.scene.wagers == ()
    with pytest.raises(Refused, match="no wager to take back"):
        lay.clear()
    with pytest.raises(Refused, match="no chip to take back"):
        lay.undo()


def test_a_side_bet_needs_a_wager_and_leaves_with_it() -> None:
    session = sit(1, side_bets=("perfect-pairs",))
    cut_in_the_middle(session)
    with pytest.raises(Refused) as refused:
        session.wagering.add(1, 5_00, "perfect-pairs")
    assert refused.value.clauses == ("17.8",)
    session.wagering.add(1, 25_00)
    session.wagering.add(1, 5_00, "perfect-pairs")
    session.wagering.clear()
    assert session.chips == 1_000_00


def test_a_wager_that_takes_its_side_bet_along_can_be_undone() -> None:
    session = sit(1, side_bets=("perfect-pairs",))
    cut_in_the_middle(session)
    session.wagering.add(1, 25_00)
    session.wagering.add(1, 5_00, "perfect-pairs")
    session.wagering.make(1, 0)
    assert session.chips == 1_000_00
    session.wagering.undo()
    assert [(w.wager, w.amount) for w in session.scene.wagers] == [("main", 25_00)]
    session.wagering.undo()
    assert session.scene.wagers == ()


def test_wagers_that_cannot_be_repeated_are_not_repeated_in_part() -> None:
    session = sit(3, boxes=2, bankroll=30_00)
    cut_in_the_middle(session)
    session.wagering.make(1, 10_00)
    session.wagering.make(2, 10_00)
    session.deal()
    stand_out(session)
    while session.chips >= 20_00:  # until the last wagers are more than there is
        session.next_round()
        if session.asked is WaitsFor.CUT:
            cut_in_the_middle(session)
        session.wagering.repeat()
        session.deal()
        stand_out(session)
    session.next_round()
    with pytest.raises(Refused, match="the last wagers were 20"):
        session.wagering.repeat()
    assert session.scene.wagers == ()


def test_a_wager_under_the_minimum_stands_once_and_then_says_why_not() -> None:
    session = sit(1)
    cut_in_the_middle(session)
    session.wagering.make(1, 5_00)
    session.deal()
    assert any(isinstance(f, Warned) for scene in session.history.take() for f in scene.facts)
    stand_out(session)
    session.next_round()
    session.wagering.make(1, 5_00)
    with pytest.raises(Refused, match="under the minimum of 10") as refused:
        session.deal()
    assert refused.value.clauses == ("3.4",)
    assert session.asked is WaitsFor.WAGERS


def test_what_is_over_the_maximum_goes_back() -> None:
    session = sit(1, bankroll=2_000_00)
    cut_in_the_middle(session)
    session.wagering.make(1, 600_00)
    session.deal()
    (back,) = (each for each in session.scene.settled if each.outcome is Outcome.RETURNED)
    assert (back.stake, back.clauses) == (100_00, ("3.5",))
    stand_out(session)
    assert session.history.results[-1].staked >= 500_00


# --- insurance and decisions


def test_each_box_is_asked_about_insurance_once() -> None:
    session = dealt(seed_where(is_offered_insurance, boxes=3), boxes=3)
    assert session.turn[0] == 1
    session.play("insure")
    assert session.turn[0] == 2
    session.play("insure", 2_50)
    assert session.turn[0] == 3
    session.play("no")
    assert not session.insuring
    assert session.scene.round is not None
    laid = {w.box: w.amount for w in session.scene.round.insurance}
    settled = {s.box: s.stake for s in session.scene.settled if s.wager == "insurance"}
    assert laid or settled
    assert (laid or settled) == {1: 12_50, 2: 2_50}


def test_even_money_is_for_a_blackjack_only() -> None:
    def blackjack_against_an_ace(session: BlackjackSession) -> bool:
        return is_offered_insurance(session) and "even money" in session.legal()

    session = dealt(seed_where(blackjack_against_an_ace))
    session.play("even money")
    assert session.asked is WaitsFor.NEXT
    assert session.history.results[-1].net == 25_00
    other = dealt(seed_where(lambda s: is_offered_insurance(s) and "even money" not in s.legal()))
    with pytest.raises(Refused, match="even money is for a Blackjack"):
        other.play("even money")


def test_a_split_makes_two_hands_that_are_played_in_turn() -> None:
    def small_pair(session: BlackjackSession) -> bool:
        return has_a_pair(session) and session.hand is not None and session.hand.total == 16

    session = dealt(seed_where(small_pair))
    assert session.turn == (1, 1)
    session.play("split")
    assert session.scene.round is not None
    assert len(session.scene.round.boxes[0].hands) == 2
    assert session.chips == 950_00
    stand_out(session)
    assert len([s for s in session.history.results[-1].settled if s.wager == "main"]) == 2


def test_a_double_is_for_less_where_the_chips_are_few() -> None:
    seed = seed_where(may_stand, stake=25_00)
    session = dealt(seed, bankroll=40_00)
    double = next(move for move in session.moves() if move.name == "double")
    assert double.amounts is not None
    assert double.amounts.most == 15_00
    session.play("double")
    assert session.history.results[-1].staked == 40_00
    poor = dealt(seed, bankroll=25_00)
    assert "double" not in poor.legal()
    with pytest.raises(Refused, match="has \\$0 in chips"):
        poor.play("double")


# --- the shoe


@pytest.mark.parametrize("declined", [False, True])
def test_the_shoe_proves_itself_when_its_secret_is_told(declined: bool) -> None:
    session = sit(5)
    commitment = session.scene.shoe.commitment
    assert session.table.seeding.awaited is not None
    assert commitment == session.table.seeding.awaited.root
    early = (CutMade, LinkOpened, Shuffled)
    assert not any(isinstance(f, early) for f in session.table.facts), "cut before the commitment"
    if declined:
        session.decline_cut()
    else:
        session.cut(100)
    session.wagering.add(1, 25_00)
    session.deal()
    stand_out(session)
    session.leave()
    (shuffled,) = (f for f in session.table.facts if isinstance(f, Shuffled))
    assert commitment == shuffled.commitment
    (revealed,) = session.history.revealed
    (made,) = (f for f in session.table.facts if isinstance(f, CutMade))
    assert made.at == (208 if declined else 100)
    assert made.by == ("supervisor" if declined else "Guest")
    assert revealed.commitment == commitment
    (check,) = check_shoes(session.table.record)
    assert (check.verdict, check.seeded) == (Verdict.PROVED, "seeded by Guest")
    assert check.drawn == sum(isinstance(f, Dealt) for f in session.table.facts)


def test_the_cut_lies_where_the_rules_want_it() -> None:
    session = sit(5)
    assert (session.cut_range[0], session.cut_range[-1]) == (52, 364)
    with pytest.raises(Refused) as refused:
        session.cut(51)
    assert refused.value.clauses == ("5.3",)
    assert session.asked is WaitsFor.CUT


def test_a_cutting_card_before_the_first_card_leaves_the_wagers_where_they_are() -> None:
    session = sit(2, decks=4)
    for _ in range(2_000):
        session.history.take()
        if session.asked is WaitsFor.CUT:
            cut_in_the_middle(session)
        if not session.table.wagers:
            session.bring(25_00)
            session.wagering.make(1, 25_00)
        session.deal()
        if any(isinstance(f, BettingReopened) for s in session.history.take() for f in s.facts):
            break
        stand_out(session)
        session.next_round()
    else:
        pytest.fail("the cutting card never came first")
    assert session.asked == "cut"
    cut_in_the_middle(session)
    assert session.asked == "wagers"
    assert session.scene.wager(1, "main") == 25_00
    session.deal()
    assert session.scene.round is not None


# --- leaving


@pytest.mark.parametrize("when", ["cut", "wagers", "wagered", "insurance", "play", "settled"])
def test_leaving_at_any_time_closes_the_table(when: str) -> None:
    if when == "insurance":
        session = dealt(seed_where(is_offered_insurance, boxes=2), boxes=2)
    elif when == "play":
        session = dealt(seed_where(must_draw))
    else:
        session = sit(4)
        if when != "cut":
            cut_in_the_middle(session)
        if when in ("wagered", "settled"):
            session.wagering.add(1, 25_00)
        if when == "settled":
            session.deal()
            stand_out(session)
    session.leave()
    assert session.asked is WaitsFor.NOTHING
    assert session.table.phase is Phase.CLOSED
    assert session.table.chips.balances
    assert (session.table.chips.layout, session.chips) == (0, 0)
    told = len(session.table.shoe.published) + session.table.seeding.void
    assert len(session.history.revealed) == told
    session.leave()


def test_a_hand_that_is_left_is_finished_as_for_an_absent_player() -> None:
    session = dealt(seed_where(must_draw))
    session.leave()
    cited = {clause for fact in session.table.facts for clause in fact.clauses}
    assert "14.7" in cited
    assert len(session.history.results) == 1


def test_more_chips_when_they_run_out() -> None:
    session = sit(1, bankroll=10_00)
    cut_in_the_middle(session)
    assert not session.is_short
    for _ in range(200):
        if session.is_short:
            break
        session.wagering.make(1, 10_00)
        session.deal()
        stand_out(session)
        session.next_round()
        if session.asked is WaitsFor.CUT:
            cut_in_the_middle(session)
    assert session.is_short
    session.bring(100_00)
    assert not session.is_short
    assert session.brought == 110_00


# --- what a table may be


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        ({"side_bets": ("super-sevens",)}, r"--side-bet: .*super-sevens.*17\.1"),
        ({"side_bets": ("perfect-pairs", "pairs-play")}, r"--side-bet: .*more than one.*17\.1"),
        ({"decks": 9}, r"--decks: 9 is not between 4 and 8 \(2\.1"),
        ({"minimum": 7_00}, "--minimum: 7 cannot be made of chips"),
        ({"minimum": 50_00, "maximum": 20_00}, "--maximum: 20 is under the minimum of 50"),
        ({"boxes": 8}, "--boxes: a player has 1 to 7 boxes at this table"),
        ({"bankroll": 0}, "--bankroll: more than nothing"),
    ],
)
def test_a_table_that_cannot_be_is_refused_by_its_flag(wanted: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        setting(ACT_2018, **wanted)


def test_the_older_instrument_stands_on_every_17() -> None:
    with pytest.raises(ValueError, match=r"--soft-17: .*always stand \(12\.1\)"):
        setting(ACT_2006, soft_17="hit")


def test_a_high_minimum_takes_the_maximum_with_it() -> None:
    table = setting(ACT_2018, minimum=1_000_00)
    assert table.options["limits"]["main"] == [1_000_00, 10_000_00]


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("25", 25_00),
        ("$1,000", 1_000_00),
        ("22.5", 22_50),
        ("22.50", 22_50),
        (".50", 50),
        ("", None),
        ("x", None),
        ("1.234", None),
        ("5.", None),
        ("-5", None),
    ],
)
def test_dollars_as_a_person_writes_them(text: str, amount: int | None) -> None:
    assert cents(text) == amount
