"""Rule 20.2 and the draw: entries, the scrutineer, the proof, and prizes won by another chance."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from itertools import islice
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from tests.fairness.support import chain_of
from tests.promotion.cases import (
    ANA,
    BOB,
    CASH,
    CLOSE,
    DAN,
    DRAW,
    GOODS,
    INA,
    OLGA,
    RUNNING,
    SAM,
    SECRET,
    SUE,
    Desk,
    complete,
    drawn,
    running,
    secret_of,
    worth,
)

from croupier import joint_draws
from croupier.aggregate.roles import Person, Role
from croupier.commitment import context
from croupier.joint_draws import CloseRoll
from croupier.promotion.acts.draws import (
    CommitDraw,
    DrawWinners,
    MarkPresent,
    NominateScrutineer,
    WinByChance,
    WitnessDraw,
)
from croupier.promotion.acts.entries import Enter
from croupier.promotion.draw import commit, order, roll_hash
from croupier.promotion.facts import DrawCommitted, Drawn, DrawWitnessed, Entered, Won
from croupier.promotion.state import PromotionPhase
from croupier.promotion.terms import DecidedBy, QualifyingWager, WagerKind
from croupier.rulebook.citations import Clauses
from croupier.table.acts.seeding import BringTip

if TYPE_CHECKING:
    from collections.abc import Iterator

DEAR = worth(CASH, 10_000_01)


def names(count: int) -> list[str]:
    return [f"p{number}" for number in range(count)]


# --- entries


@pytest.mark.clause("nsw:20.7.3", "nsw:20.7.6")
def test_20_7_3_an_entry_is_taken_by_somebody_who_answers_for_it() -> None:
    desk = running()
    desk.by(DAN, Enter(player="ana", ground="gold member", tickets=3), RUNNING)
    entered = desk.the(Entered)
    assert (entered.first, entered.last, entered.ground) == (1, 3, "gold member")
    desk.enter("bob")
    assert desk.promotion.state.tickets == ["ana", "ana", "ana", "bob"]
    assert desk.refused(ANA, Enter(player="ana", ground="me"), RUNNING).clauses == ("20.1",)
    assert desk.refused(DAN, Enter(player="cat", ground=""), RUNNING).clauses == (
        "20.7", "20.7.3",
    )  # fmt: skip


@pytest.mark.clause("nsw:20.7.3")
@pytest.mark.parametrize("name", ["", " ana", "a\nb", "a\tb", "x" * 101])
def test_an_entrant_has_a_name(name: str) -> None:
    why = running().refused(DAN, Enter(player=name, ground="x"), RUNNING)
    assert (why.reason.startswith("player: "), why.clauses) == (True, ("20.7", "20.7.3"))


@pytest.mark.parametrize("tickets", [0, -1, 10_001])
def test_an_entry_has_a_number_of_tickets(tickets: int) -> None:
    enter = Enter(player="ana", ground="x", tickets=tickets)
    assert running().refused(DAN, enter, RUNNING).reason == "tickets: 1 to 10,000"


@pytest.mark.clause("nsw:20.7.4")
@pytest.mark.parametrize("kind", WagerKind)
def test_20_7_4_who_has_wagered_too_little_gets_no_ticket(kind: WagerKind) -> None:
    desk = running(wager=QualifyingWager(kind=kind, amount=25_00))
    short = Enter(player="ana", ground="member", wagered=24_99)
    why = desk.refused(DAN, short, RUNNING)
    assert why.reason == f"wagered: $24.99, and the {kind} wager is $25"
    assert why.clauses == ("20.7", "20.7.4")
    for any_terms in (desk, running()):
        less = any_terms.refused(DAN, Enter(player="ana", ground="member", wagered=-1), RUNNING)
        assert (less.reason, less.clauses) == (
            "wagered: not less than nothing", ("20.7", "20.7.4"),
        )  # fmt: skip
    desk.by(DAN, Enter(player="ana", ground="member", wagered=25_00), RUNNING)
    assert "20.7.4" in desk.the(Entered).clauses
    unasked = running()  # where the terms ask for none
    unasked.by(DAN, Enter(player="ana", ground="member", wagered=0), RUNNING)
    assert "20.7.4" not in unasked.the(Entered).clauses


@pytest.mark.clause("nsw:20.7.6", "nsw:20.7.7")
def test_20_7_6_entries_are_taken_until_they_close() -> None:
    desk = Desk(complete())
    desk.send()
    enter = Enter(player="ana", ground="member")
    early = desk.refused(DAN, enter, RUNNING)
    assert early.reason == "the promotion is sent to the Authority"
    assert early.clauses == ("20.7", "20.7.7")
    desk.start()
    desk.enter("ana", at=CLOSE)
    why = desk.refused(DAN, enter, CLOSE + 1)
    assert why.reason == "entries closed on 2026-11-20 18:00:00+11:00"
    assert why.clauses == ("20.7", "20.7.6")


# --- 20.2: the scrutineer


@pytest.mark.clause("nsw:20.2")
def test_20_2_a_prize_over_10_000_is_drawn_under_a_scrutineers_eyes() -> None:
    desk = running(worth(CASH, 5_00), DEAR)
    desk.enter("ana", "bob")
    bare = desk.refused(SUE, CommitDraw(commitment="0" * 64), DRAW)
    assert bare.clauses == ("20.2",)
    desk.by(OLGA, NominateScrutineer(person="sam"), DRAW)
    desk.commit()
    why = desk.refused(BOB, WitnessDraw(word="me"), DRAW)
    assert (why.reason, why.clauses) == ("sam is the scrutineer, not bob", ("20.2",))
    unseen = desk.refused(SUE, DrawWinners(secret=SECRET.hex()), DRAW)
    assert unseen.reason == "the draw needs a commitment and somebody's word first"
    desk.by(SAM, WitnessDraw(word="kookaburra"), DRAW)
    assert "20.2" in desk.the(DrawWitnessed).clauses
    desk.by(SUE, DrawWinners(secret=SECRET.hex()), DRAW)
    assert "20.2" in desk.the(Drawn).clauses


@pytest.mark.clause("nsw:20.2")
def test_20_2_who_publishes_the_commitment_does_not_oversee_the_draw() -> None:
    desk = running(DEAR)
    desk.enter("ana")
    desk.by(OLGA, NominateScrutineer(person="sue"), DRAW)
    mine = CommitDraw(commitment=commit(SECRET, roll_hash(desk.promotion.state.roll())))
    assert desk.refused(SUE, mine, DRAW).clauses == ("20.2",)
    desk.by(Person("sid", Role.SUPERVISOR), mine, DRAW)
    why = desk.refused(OLGA, NominateScrutineer(person="sid"), DRAW)
    assert why.reason == "person: sid has published the commitment"
    desk.by(OLGA, NominateScrutineer(person="sam"), DRAW)  # if sue does not come
    assert desk.refused(SUE, WitnessDraw(word="mine"), DRAW).clauses == ("20.2",)
    desk.by(SAM, WitnessDraw(word="kookaburra"), DRAW)
    why = desk.refused(OLGA, NominateScrutineer(person="bob"), DRAW)
    assert why.reason == "person: the draw has begun"
    desk.by(SUE, DrawWinners(secret=SECRET.hex()), DRAW)


def test_20_2_it_is_the_single_prize_that_counts() -> None:
    desk = running(worth(CASH, 10_000_00, quantity=3))
    desk.enter("ana")
    desk.draw(witness=BOB)
    assert desk.promotion.state.phase is PromotionPhase.DRAWN


@pytest.mark.clause("nsw:20.2")
def test_20_2_the_operator_nominates_somebody_who_cannot_win() -> None:
    desk = running(DEAR)
    desk.enter("ana")
    nominate = NominateScrutineer(person="sam")
    assert "takes the role operator" in desk.refused(SUE, nominate, RUNNING).reason
    entrant = desk.refused(OLGA, NominateScrutineer(person="ana"), RUNNING)
    assert (entrant.reason, entrant.clauses) == ("person: ana has a ticket", ("20.2",))
    desk.by(OLGA, nominate, RUNNING)
    enter = desk.refused(DAN, Enter(player="sam", ground="member"), RUNNING)
    assert enter.clauses == ("20.2",)


def test_20_2_nobody_adds_the_word_to_their_own_commitment() -> None:
    desk = running()
    desk.enter("ana")
    desk.commit()
    why = desk.refused(SUE, WitnessDraw(word="x"), DRAW)
    assert why.reason == "sue has published the commitment, and may know the secret"


# --- the draw


@pytest.mark.clause("nsw:20.7.1", "nsw:20.7.2")
def test_20_7_1_the_draw_is_committed_witnessed_and_told() -> None:
    desk = running(worth(CASH, 50_00), worth(GOODS, 20_00, quantity=2))
    desk.enter(*names(9))
    desk.commit()
    committed = desk.the(DrawCommitted)
    assert committed.tickets == 9
    assert committed.roll == roll_hash(enumerate(names(9), 1))
    desk.by(BOB, WitnessDraw(word="kookaburra"), DRAW)
    desk.by(SUE, DrawWinners(secret=SECRET.hex()), DRAW)
    wins = desk.all(Won)
    assert [(won.win, won.prize) for won in wins] == [(1, 1), (2, 2), (3, 2)]
    places = list(islice(order(SECRET, "kookaburra", 9), 3))
    assert [won.ticket for won in wins] == [place + 1 for place in places]
    assert [won.player for won in wins] == [f"p{place}" for place in places]
    assert wins[0].clauses == ("20.7", "20.7.1", "20.7.2")


@pytest.mark.clause("nsw:20.7.2", "nsw:20.7.6")
def test_20_7_2_it_is_at_its_hour_and_after_entries_have_closed() -> None:
    desk = running()
    desk.enter("ana")
    publish = CommitDraw(commitment="0" * 64)
    assert desk.refused(SUE, publish, CLOSE).clauses == ("20.7", "20.7.6")
    early = desk.refused(SUE, publish, DRAW - 1)
    assert early.reason == "award_at: not before 2026-11-20 20:00:00+11:00"
    assert early.clauses == ("20.7", "20.7.2")
    desk.by(SUE, publish, DRAW)


def test_the_steps_of_a_draw_come_in_their_order_and_once() -> None:
    desk = running()
    desk.enter("ana")
    word, tell = WitnessDraw(word="x"), DrawWinners(secret=SECRET.hex())
    desk.refused(BOB, word, DRAW)
    desk.refused(SUE, tell, DRAW)
    desk.commit()
    desk.refused(SUE, CommitDraw(commitment="0" * 64), DRAW)
    desk.refused(SUE, tell, DRAW)
    desk.refused(DAN, Enter(player="cat", ground="late"), CLOSE)
    desk.by(BOB, word, DRAW)
    assert desk.refused(ANA, WitnessDraw(word="y"), DRAW).reason == "word: bob has said it"
    desk.by(SUE, tell, DRAW)
    assert desk.refused(SUE, tell, DRAW).reason == "the promotion is drawn"
    desk.refused(SUE, CommitDraw(commitment="0" * 64), DRAW)


@pytest.mark.parametrize("commitment", ["", "0" * 63, "G" * 64, "A" * 64])
def test_a_commitment_is_a_hash(commitment: str) -> None:
    desk = running()
    desk.enter("ana")
    assert "commitment: " in desk.refused(SUE, CommitDraw(commitment=commitment), DRAW).reason


@pytest.mark.parametrize("word", ["", "x" * 101, "two\nlines"])
def test_a_word_is_one_line(word: str) -> None:
    desk = running()
    desk.enter("ana")
    desk.commit()
    assert "word: " in desk.refused(BOB, WitnessDraw(word=word), DRAW).reason


@pytest.mark.parametrize("secret", ["", "00", "zz" * 32, "00" * 32, SECRET.hex().upper()])
def test_no_other_secret_fits(secret: str) -> None:
    desk = running()
    desk.enter("ana")
    desk.commit()
    desk.by(BOB, WitnessDraw(word="x"), DRAW)
    why = desk.refused(SUE, DrawWinners(secret=secret), DRAW)
    assert why.reason == "secret: it does not fit the commitment"


@pytest.mark.clause("nsw:20.7.3")
def test_without_tickets_nothing_is_drawn() -> None:
    why = running().refused(SUE, CommitDraw(commitment="0" * 64), DRAW)
    assert why.reason == "tickets: there are none to draw from"
    assert why.clauses == ("20.7", "20.7.3")


@pytest.mark.clause("nsw:20.7.1", "nsw:20.7.3")
def test_20_7_1_where_others_seed_the_draw_its_roll_is_closed_over_the_tickets_there_are() -> None:
    desk = running()

    def closing() -> CloseRoll:
        roll = desk.promotion.state.closing_roll(desk.promotion.name)
        bound = context(desk.promotion.name, 1, roll.hash)
        return CloseRoll(commitment=joint_draws.commit(bound, SECRET), roll=roll.hash)

    empty = desk.refused(SUE, closing(), DRAW)
    assert empty.reason == "tickets: there are none to draw from"
    assert empty.clauses == ("20.7", "20.7.3")
    desk.enter("ana", "bob")
    desk.by(INA, BringTip(player="ina", tip=chain_of("ina").tip), DRAW)
    desk.by(SUE, closing(), DRAW)
    assert "20.7.1" in desk.the(joint_draws.RollClosed).clauses
    assert desk.promotion.state.drawing.awaited is not None
    again = desk.refused(SUE, closing(), DRAW)
    assert "20.7.1" in again.clauses


@pytest.mark.clause("nsw:20.7.1")
def test_20_7_1_nobody_seeds_a_draw_before_the_promotion_runs_or_beside_another() -> None:
    tip = BringTip(player="ina", tip=chain_of("ina").tip)
    not_yet = Desk(complete())
    early = not_yet.refused(INA, tip, DRAW)
    assert early.reason.startswith("the promotion is ")
    assert early.clauses == ("20.7", "20.7.1")
    desk = running()
    desk.enter("ana", "bob")
    desk.commit()
    roll = desk.promotion.state.closing_roll(desk.promotion.name)
    bound = context(desk.promotion.name, 1, roll.hash)
    beside = CloseRoll(commitment=joint_draws.commit(bound, SECRET), roll=roll.hash)
    published = desk.refused(SUE, beside, DRAW)
    assert (published.reason, published.clauses) == (
        "commitment: one is published", ("20.7", "20.7.1"),
    )  # fmt: skip


@pytest.mark.clause("nsw:20.7.1")
def test_20_7_1_a_seeded_draw_that_nobody_completes_is_void_and_told() -> None:
    desk = running()
    desk.enter("ana", "bob")
    desk.by(INA, BringTip(player="ina", tip=chain_of("ina").tip), DRAW)
    roll = desk.promotion.state.closing_roll(desk.promotion.name)
    bound = context(desk.promotion.name, 1, roll.hash)
    desk.by(SUE, CloseRoll(commitment=joint_draws.commit(bound, SECRET), roll=roll.hash), DRAW)
    desk.by(SUE, joint_draws.VoidDraw(reason="the browser was closed"), DRAW + 60 * 60_000)
    void = desk.the(joint_draws.DrawVoided)
    assert void.clauses == ("20.7", "20.7.1")
    assert desk.promotion.state.drawing.awaited is None


def test_with_fewer_tickets_than_prizes_some_are_not_won() -> None:
    desk = running(worth(CASH, 5_00, quantity=3))
    desk.enter("ana", "bob")
    desk.draw()
    assert len(desk.promotion.state.wins) == 2
    assert desk.promotion.state.left(1) == 1


def test_each_wins_one_prize_where_the_terms_say_so() -> None:
    for one_prize_each, winners in ((False, {1}), (True, {1, 2})):
        found = set()
        for number in range(30):
            desk = running(worth(CASH, 5_00, quantity=2), one_prize_each=one_prize_each)
            desk.by(DAN, Enter(player="ana", ground="x", tickets=50), RUNNING)
            desk.enter("bob")
            desk.draw(secret=secret_of(number))
            found.add(len({win.player for win in desk.promotion.state.wins}))
        assert found <= winners | {2}
        assert (1 in found) is not one_prize_each


@pytest.mark.clause("nsw:20.7.8")
def test_20_7_8_where_one_has_to_be_there_only_those_who_are_can_win() -> None:
    desk = running(presence=True)
    desk.enter("ana", "bob", "ana")
    here = MarkPresent(player="ana")
    assert desk.refused(DAN, here, CLOSE).clauses == ("20.7", "20.7.6")
    assert "has no ticket" in desk.refused(DAN, MarkPresent(player="cat"), DRAW).reason
    desk.by(DAN, here, DRAW)
    assert "already" in desk.refused(DAN, here, DRAW).reason
    assert desk.promotion.state.roll() == [(1, "ana"), (3, "ana")]
    desk.draw()
    assert desk.the(Won).player == "ana"


@pytest.mark.clause("nsw:20.7.8")
def test_20_7_8_otherwise_nobody_is_marked() -> None:
    desk = running()
    desk.enter("ana")
    why = desk.refused(DAN, MarkPresent(player="ana"), DRAW)
    assert why.reason == "player: nobody has to be there to win"


def test_who_is_not_there_is_too_late_once_the_draw_has_begun() -> None:
    desk = running(presence=True)
    desk.enter("ana", "bob")
    desk.by(DAN, MarkPresent(player="ana"), DRAW)
    desk.commit()
    assert "begun" in desk.refused(DAN, MarkPresent(player="bob"), DRAW).reason


# --- the proof. These functions were written from the description of the draw alone. They must
# never import it: they are the stranger who checks the house.


def recomputed_numbers(secret: bytes, word: str) -> Iterator[int]:
    i = 0
    while True:
        start = b"croupier draw 1\n" + word.encode("utf-8") + b"\n" + secret
        block = sha256(start + i.to_bytes(8, "big")).digest()
        for at in range(0, 32, 4):
            yield int.from_bytes(block[at : at + 4], "big")
        i += 1


def recomputed_order(secret: bytes, word: str, count: int, drawn: int) -> list[int]:
    tickets, numbers = list(range(count)), recomputed_numbers(secret, word)
    for i in range(drawn):
        n = count - i
        number = next(numbers)
        while number >= 2**32 - 2**32 % n:
            number = next(numbers)
        j = i + number % n
        tickets[i], tickets[j] = tickets[j], tickets[i]
    return tickets[:drawn]


def recomputed_commitment(secret: bytes, holders: list[str]) -> str:
    roll = "".join(f"{number}\t{name}\n" for number, name in enumerate(holders, 1))
    told = sha256(roll.encode("utf-8")).hexdigest()
    return sha256(b"croupier draw commitment 1\n" + secret + told.encode()).hexdigest()


def test_a_thousand_draws_are_recomputed_by_a_stranger() -> None:
    for number in range(1_000):
        secret, count = secret_of(number), 1 + number * 7
        word, some = f"wörd {number}", min(count, 20)
        drawn = list(islice(order(secret, word, count), some))
        assert drawn == recomputed_order(secret, word, count, some)
        holders = [f"gäst {each}" for each in range(number % 40)]
        roll = roll_hash(enumerate(holders, 1))
        assert commit(secret, roll) == recomputed_commitment(secret, holders)


def test_the_published_example_never_changes() -> None:
    assert commit(SECRET, roll_hash([(1, "ana"), (2, "bob")])) == (
        "a669290a90d7a3ef5e0f2db327f494c94b0e34caac22d54c86ebf1fad044d37e"
    )
    assert list(order(SECRET, "kookaburra", 12)) == [7, 5, 4, 2, 9, 6, 3, 1, 8, 11, 0, 10]


def test_every_ticket_is_drawn_once_and_there_may_be_many() -> None:
    assert sorted(order(SECRET, "x", 500)) == list(range(500))
    assert next(order(SECRET, "x", 3_000_000)) < 3_000_000


def test_each_ticket_wins_as_often_as_another() -> None:
    """Chi-square over 20,000 draws of 10 tickets, 9 degrees of freedom: 99.9 % lie below 27.88."""
    first = Counter(next(order(secret_of(number), "x", 10)) for number in range(20_000))
    assert sum((first[ticket] - 2_000) ** 2 / 2_000 for ticket in range(10)) < 27.88


def test_the_word_changes_the_winners() -> None:
    assert len({next(order(SECRET, f"word {each}", 1_000)) for each in range(50)}) > 40


# --- another chance than a draw

CHANCE: dict[str, Any] = {"decided_by": DecidedBy.CHANCE}


@pytest.mark.clause("nsw:20.7.1")
def test_20_7_1_a_prize_is_won_by_the_chance_that_the_terms_name() -> None:
    desk = running(worth(CASH, 50_00, quantity=2), **CHANCE)
    win = WinByChance(player="ana", prize=1, chance="three sevens at table 4")
    desk.by(DAN, win, RUNNING)
    assert desk.the(Won) == Won(
        win=1,
        prize=1,
        player="ana",
        chance="three sevens at table 4",
        clauses=Clauses(("20.7", "20.7.1")),
    )
    desk.by(DAN, win, RUNNING)
    assert desk.refused(DAN, win, RUNNING).reason == "prize: every prize 1 is won"
    for prize in (0, 2, -1):
        other = WinByChance(player="ana", prize=prize, chance="x")
        assert desk.refused(DAN, other, RUNNING).reason == f"prize: there is no prize {prize}"


def test_what_is_drawn_is_not_won_by_chance_nor_the_other_way_round() -> None:
    win = WinByChance(player="ana", prize=1, chance="x")
    assert "are drawn" in running().refused(DAN, win, RUNNING).reason
    desk = running(**CHANCE)
    assert "nothing is drawn" in desk.refused(SUE, CommitDraw(commitment="0" * 64), DRAW).reason
    assert "closed" in desk.refused(DAN, win, CLOSE + 1).reason


def test_by_chance_too_each_may_win_one_prize_only() -> None:
    desk = running(worth(CASH, 50_00, quantity=2), one_prize_each=True, **CHANCE)
    desk.by(DAN, WinByChance(player="ana", prize=1, chance="x"), RUNNING)
    again = WinByChance(player="ana", prize=1, chance="y")
    assert desk.refused(DAN, again, RUNNING).reason == "player: ana has won already"


def test_a_player_decides_nothing_of_a_draw() -> None:
    desk = drawn()
    for person in (ANA, Person("dan", Role.DEALER), SAM):
        tell = DrawWinners(secret=SECRET.hex())
        assert desk.refused(person, tell, DRAW).clauses == ("20.1",)


@pytest.mark.clause("nsw:20.7.4")
def test_20_7_4_by_chance_too_only_who_has_wagered_enough_can_win() -> None:
    wager = QualifyingWager(kind=WagerKind.MINIMUM, amount=25_00)
    desk = running(decided_by=DecidedBy.CHANCE, wager=wager)
    short = WinByChance(player="ana", prize=1, chance="three sevens", wagered=24_99)
    why = desk.refused(DAN, short, RUNNING)
    assert why.reason == "wagered: $24.99, and the minimum wager is $25"
    assert why.clauses == ("20.7", "20.7.4")
    desk.by(DAN, msgspec.structs.replace(short, wagered=25_00), RUNNING)
    assert (desk.the(Won).win, desk.the(Won).clauses) == (1, ("20.7", "20.7.1", "20.7.4"))


def test_nobody_commits_to_other_tickets_than_they_saw() -> None:
    desk = running(presence=True)
    desk.enter("ana", "bob")
    desk.by(DAN, MarkPresent(player="ana"), DRAW)
    seen = roll_hash(desk.promotion.state.roll())
    desk.by(DAN, MarkPresent(player="bob"), DRAW)
    stale = CommitDraw(commitment=commit(SECRET, seen), roll=seen)
    why = desk.refused(SUE, stale, DRAW)
    assert why.reason == "roll: the tickets that take part are others by now"
    roll = roll_hash(desk.promotion.state.roll())
    desk.by(SUE, CommitDraw(commitment=commit(SECRET, roll), roll=roll), DRAW)
