"""Ballots and draws that neither the house nor those who take part can choose, and attacks on them.

Each attack has its control: where the house draws alone, it passes.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any

import pytest
from tests.fairness.support import chain_of
from tests.promotion import cases
from tests.promotion.cases import DRAW, INA, SAM, SUE, Desk, running
from tests.tournament.support import DIRECTOR, HOLDEM, INSPECTOR, Held, opened, player

from croupier.aggregate.roles import Person, Role
from croupier.commitment import Chain, context, seed
from croupier.durations import HOUR
from croupier.joint_draws import (
    MOST_ENTRANTS,
    TIME_FOR_LINKS,
    CloseRoll,
    DrawVoided,
    Roll,
    RollClosed,
    VoidDraw,
    commit,
    places,
    published,
    withheld_draw,
)
from croupier.promotion.acts.draws import CommitDraw, DrawWinners, NominateScrutineer, WitnessDraw
from croupier.promotion.acts.integrity import Postponable, Postpone
from croupier.promotion.promotion import Promotion
from croupier.promotion.views import DeskView
from croupier.table.acts.seeding import BringTip, OpenLink
from croupier.tournament import ballot
from croupier.tournament.acts.conduct import Disqualify
from croupier.tournament.acts.entries import Substitute, Withdraw
from croupier.tournament.acts.seating import DesignateTables, DrawSeats, SetTableSize
from croupier.tournament.facts import BallotDrawn, SeatAllocated
from croupier.tournament.rolls import roll_due
from croupier.tournament.state import Ground

if TYPE_CHECKING:
    from collections.abc import Mapping

NAMES = ("ana", "bob", "cyd", "dee", "eve", "fay", "gil", "hal")
ACT = "act-blackjack-2018"


class Ballot:
    """A tournament whose seats are to be drawn, and the chains of those who take part."""

    def __init__(self, *names: str, instrument: str = ACT, **conditions: Any) -> None:
        self.held: Held = opened(instrument, **conditions)
        self.held.enter(*(names or NAMES))
        self.held.close()
        self.chains: dict[str, Chain] = {}

    @property
    def drawing(self) -> Any:
        return self.held.tournament.drawing

    def bring(self, *names: str) -> None:
        for name in names:
            self.chains[name] = chain_of(name)
            by = INSPECTOR if name == INSPECTOR.name else player(name)
            self.held.do(BringTip(player=name, tip=self.chains[name].tip), by)

    def closing(self, secret: bytes) -> CloseRoll:
        tournament = self.held.tournament
        roll = roll_due(tournament)
        assert roll is not None
        bound = context(tournament.name, self.drawing.number + 1, roll.hash)
        return CloseRoll(commitment=commit(bound, secret), roll=roll.hash)

    def close(self, secret: bytes) -> None:
        self.held.do(self.closing(secret))

    def open(self, *silent: str) -> None:
        for each in self.drawing.awaited.contributions:
            if each.player not in silent and each.link is None:
                link = self.chains[each.player].link(each.tip)
                assert link is not None
                by = INSPECTOR if each.player == INSPECTOR.name else player(each.player)
                self.held.do(OpenLink(player=each.player, link=link), by)

    def draw(self, secret: bytes) -> list[str]:
        facts = self.held.do(DrawSeats(secret=secret.hex()))
        return [fact.player for fact in facts if isinstance(fact, SeatAllocated)]


def secret(n: int = 0) -> bytes:
    return sha256(b"a house's secret %d" % n).digest()


# --- it works


def test_a_ballot_is_seeded_by_the_inspector_and_entrants_and_replays() -> None:
    at = Ballot()
    at.bring("ina", "ana", "bob")
    at.close(secret())
    at.open()
    order = at.draw(secret())
    assert sorted(order) == sorted(NAMES)
    told = next(f for f in at.held.tournament.facts if isinstance(f, BallotDrawn))
    assert told.seeded_by == ("ina", "ana", "bob")
    again = at.held.replayed()
    assert again.drawing == at.drawing
    made = published(at.drawing.find(None), None, names=True)
    names = {line.number: line.name for line in made.lines}
    assert [names[number] for number in made.drawn] == order


def test_cards_and_tickets_are_drawn_by_the_same_protocol() -> None:
    """Each outcome is equally likely, which a stranger can work out again from what is told."""
    roll = Roll.of_names("a cup, cards for tie 1", ("ana", "bob"))
    seen: dict[tuple[int, ...], int] = {}
    for n in range(600):
        bound = context("cup", 1, roll.hash)
        key = sha256(b"%d" % n).digest()
        assert commit(bound, key) != commit(bound, secret())
        order = tuple(places(key, secret(), 3))
        seen[order] = seen.get(order, 0) + 1
    assert len(seen) == 6
    assert all(60 < many < 140 for many in seen.values())  # 100 each; four deviations are 37


def test_no_more_than_three_entrants_take_part_and_the_inspector_beside_them() -> None:
    at = Ballot()
    at.bring("ana", "bob", "cyd", "dee", "ina")
    at.close(secret())
    assert at.drawing.awaited.players == ("ana", "bob", "cyd", "ina")
    assert len(at.drawing.awaited.players) == MOST_ENTRANTS + 1


def test_staff_and_strangers_take_no_part() -> None:
    at = Ballot()
    tip = chain_of("house").tip
    for who in (DIRECTOR, Person("dan", Role.DEALER), player("somebody")):
        assert at.held.refused(BringTip(player=who.name, tip=tip), who).reason
    assert not at.drawing.tips
    assert (
        "somebody else's name" in at.held.refused(BringTip(player="ana", tip=tip), INSPECTOR).reason
    )


# --- the house grinds secrets


def first_drawn(order: list[str]) -> int:
    """What a house likes: its friend ana early, who then has the best table."""
    return order.index("ana")


def test_control_alone_the_house_grinds_secrets_and_its_friend_comes_first() -> None:
    liked = min(
        (secret(n) for n in range(40)),
        key=lambda each: first_drawn(ballot.drawn(NAMES, each, "cup, session 1")),
    )
    assert first_drawn(ballot.drawn(NAMES, liked, "cup, session 1")) == 0


def test_the_house_grinds_secrets_and_gains_nothing() -> None:
    came = []
    for n in range(30):
        at = Ballot("ana", "bob", "cyd", "dee")
        at.bring("bob")
        at.chains["bob"] = chain_of(f"bob {n}")
        at.held.do(BringTip(player="bob", tip=at.chains["bob"].tip), player("bob"))

        def guessed(each: bytes, at: Ballot = at) -> int:
            """What would come out if the link were the tip, the best that the house knows."""
            at_close = at.closing(each)
            roll = roll_due(at.held.tournament)
            assert roll is not None
            bound = context(at.held.tournament.name, 1, roll.hash)
            tip = at.chains["bob"].tip
            order = places(seed(bound, at_close.commitment, [tip]), each, len(roll.lines))
            return [roll.names[place] for place in order].index("ana")

        liked = min((secret(100 * n + k) for k in range(12)), key=guessed)
        assert guessed(liked) == 0 or n
        at.close(liked)
        at.open()
        came.append(first_drawn(at.draw(liked)))
    # 1.5 is to be expected of four; the mean of thirty has a standard deviation of about 0.2
    assert 0.7 < sum(came) / len(came) < 2.3


# --- the house grinds entrants, tables, and what else the outcome is read against


def test_control_alone_the_house_adds_an_entrant_and_another_order_comes_out() -> None:
    one = ballot.drawn(NAMES, secret(), "cup, session 1")
    other = ballot.drawn((*NAMES, "zoe"), secret(), "cup, session 1")
    assert [name for name in other if name != "zoe"] != one


@pytest.mark.parametrize("what", ["substitute", "size", "tables"])
def test_when_the_roll_is_closed_nothing_is_changed_that_the_draw_is_read_against(
    what: str,
) -> None:
    at = Ballot(instrument=HOLDEM if what == "substitute" else ACT)
    at.bring("ana")
    change = {
        "substitute": Substitute(player="zoe", instead_of="bob", agreed=True, copy_given=True),
        "size": SetTableSize(players=3),
        "tables": DesignateTables(tables=("north", "south")),
    }[what]
    at.close(secret())
    at.open()
    assert "the roll is closed" in at.held.refused(change).reason


def test_an_entrant_who_goes_after_the_roll_is_closed_moves_nobody_else() -> None:
    """Neither by withdrawing nor by being put out: the others sit where they would have sat."""
    seats: list[Mapping[str, Any]] = []
    for gone in (None, "withdraws", "disqualified"):
        at = Ballot()
        at.bring("ana")
        at.close(secret())
        at.open()
        if gone == "withdraws":
            at.held.do(Withdraw(player="bob"))
        if gone == "disqualified":
            at.held.do(Disqualify(player="bob", ground=Ground.BREACH, reason="a fight"))
        at.draw(secret())
        entrants = at.held.tournament.entrants
        seats.append({name: entrants[name].seat for name in NAMES if name != "bob"})
        assert (entrants["bob"].seat is None) is (gone is not None)
    assert seats[0] == seats[1] == seats[2]


def test_a_roll_that_is_another_by_now_is_not_closed() -> None:
    at = Ballot()
    at.bring("ana")
    seen = at.closing(secret())
    at.held.do(Withdraw(player="bob"))
    assert "others by now" in at.held.refused(seen).reason


# --- the house escapes to a draw of its own, or takes another secret


def test_with_a_tip_there_the_house_does_not_draw_alone() -> None:
    """It knows what would come of its early commitment, and could take whichever it likes."""
    at = Ballot()
    early = at.held.commit()
    at.bring("ana")
    assert "close the roll" in at.held.refused(DrawSeats(secret=early)).reason
    at.close(secret())
    at.open()
    assert "not the one" in at.held.refused(DrawSeats(secret=early)).reason
    assert "not the one" in at.held.refused(DrawSeats(secret=secret(1).hex())).reason
    at.draw(secret())


def test_after_a_void_draw_those_who_opened_stay_and_the_house_cannot_go_on_alone() -> None:
    at = Ballot()
    early = at.held.commit()
    at.bring("ana", "bob")
    at.close(secret())
    at.open("bob")
    at.held.now += TIME_FOR_LINKS
    at.held.do(VoidDraw())
    at.bring("cyd")  # a friend who has seen ana's link
    assert "close the roll" in at.held.refused(DrawSeats(secret=early)).reason
    at.close(secret(1))
    assert at.drawing.awaited.players == ("ana",)


# --- a friend refuses to open, a client disappears, an old link comes again


def test_a_friend_who_refuses_to_open_buys_a_redraw_that_everybody_sees() -> None:
    at = Ballot()
    at.bring("ina", "ana")
    at.close(secret())
    at.open("ana")
    assert "still has time" in at.held.refused(VoidDraw()).reason
    assert "is missing" in at.held.refused(DrawSeats(secret=secret().hex())).reason
    at.held.now += TIME_FOR_LINKS
    at.held.do(VoidDraw())
    (void,) = [f for f in at.held.tournament.facts if isinstance(f, DrawVoided)]
    assert void.missing == ("ana",)
    assert at.held.tournament.view(None).drawing.void == 1
    at.close(secret(1))
    at.open()
    at.draw(secret(1))
    assert at.held.replayed().drawing.void == 1


def test_when_everybody_disappears_the_house_may_draw_alone_and_says_so() -> None:
    at = Ballot()
    early = at.held.commit()
    at.bring("ana")
    at.close(secret())
    at.held.now += TIME_FOR_LINKS
    at.held.do(VoidDraw())
    at.held.do(DrawSeats(secret=early))
    told = next(f for f in at.held.tournament.facts if isinstance(f, BallotDrawn))
    assert told.seeded_by == ()


def test_an_old_link_comes_again_and_is_refused() -> None:
    at = Ballot()
    at.bring("ana", "bob")
    at.close(secret())
    at.open("bob")
    old = at.chains["ana"].link(at.chains["ana"].tip)
    assert old is not None
    at.held.now += TIME_FOR_LINKS
    at.held.do(VoidDraw())
    at.close(secret(1))
    assert (
        "does not hash" in at.held.refused(OpenLink(player="ana", link=old), player("ana")).reason
    )


def test_a_copied_tip_is_refused() -> None:
    at = Ballot()
    at.bring("ana")
    copied = BringTip(player="bob", tip=at.chains["ana"].tip)
    assert "already" in at.held.refused(copied, player("bob")).reason


# --- promotions: who oversees takes part, and entrants are not named to each other


class PromotionDraw:
    """A promotion whose hour has come."""

    def __init__(self, value: int = 900_00) -> None:
        self.desk: Desk = running(cases.worth(cases.CASH, value))
        self.desk.enter("ana", "bob", "ana", "bob")
        self.chains: dict[str, Chain] = {}

    @property
    def promotion(self) -> Promotion:
        return self.desk.promotion

    def bring(self, *people: Person) -> None:
        for by in people:
            self.chains[by.name] = chain_of(by.name)
            self.desk.by(by, BringTip(player=by.name, tip=self.chains[by.name].tip), DRAW)

    def closing(self, secret: bytes) -> CloseRoll:
        state = self.promotion.state
        roll = state.closing_roll(self.promotion.name)
        bound = context(self.promotion.name, state.drawing.number + 1, roll.hash)
        return CloseRoll(commitment=commit(bound, secret), roll=roll.hash)

    def open(self, *people: Person) -> None:
        joint = self.promotion.state.drawing.awaited
        assert joint is not None
        for by in people:
            mine = joint.of(by.name)
            assert mine is not None
            link = self.chains[by.name].link(mine.tip)
            assert link is not None
            self.desk.by(by, OpenLink(player=by.name, link=link), DRAW)


def test_a_draw_of_a_promotion_is_seeded_and_its_proof_holds() -> None:
    at = PromotionDraw()
    at.bring(cases.ANA, INA)
    at.desk.by(SUE, at.closing(secret()), DRAW)
    at.open(cases.ANA, INA)
    at.desk.by(SUE, DrawWinners(secret=secret().hex()), DRAW)
    view = at.promotion.view(SUE, DRAW)
    assert isinstance(view, DeskView)
    assert view.proof is not None
    assert (view.proof.roll_fits, view.proof.secret_fits, view.proof.winners_follow) == (
        True, True, True,
    )  # fmt: skip
    assert Promotion.restore(at.desk.lines).state == at.promotion.state


@pytest.mark.clause("nsw:20.2")
def test_20_2_who_oversees_the_draw_takes_part_in_it() -> None:
    at = PromotionDraw(value=20_000_00)
    at.bring(cases.ANA)
    at.desk.by(cases.OLGA, NominateScrutineer(person="sam"), DRAW)
    refused = at.promotion.check(at.closing(secret()), SUE, DRAW)
    assert refused is not None
    assert "takes part" in refused.reason
    at.bring(SAM)
    at.desk.by(SUE, at.closing(secret()), DRAW)
    assert at.promotion.state.drawing.officials == {"sam"}


def test_with_a_tip_there_the_desk_does_not_draw_by_a_word_alone() -> None:
    at = PromotionDraw()
    at.bring(cases.ANA)
    refused = at.promotion.check(CommitDraw(commitment="0" * 64), SUE, DRAW)
    assert refused is not None
    assert "close the roll" in refused.reason
    at.desk.by(SUE, at.closing(secret()), DRAW)
    refused = at.promotion.check(WitnessDraw(word="kookaburra"), INA, DRAW)
    assert refused is not None
    assert "links" in refused.reason


def test_a_postponed_draw_counts_as_void() -> None:
    at = PromotionDraw()
    at.bring(cases.ANA)
    at.desk.by(SUE, at.closing(secret()), DRAW)
    at.open(cases.ANA)
    at.desk.by(cases.OLGA, Postpone(what=Postponable.DRAW, reason="a doubt"), DRAW)
    assert at.promotion.state.drawing.void == 1
    assert at.promotion.state.drawing.redraw == frozenset({"ana"})


def test_entrants_who_take_part_are_not_named_to_others() -> None:
    at = PromotionDraw()
    at.bring(cases.ANA, cases.BOB)
    at.desk.by(SUE, at.closing(secret()), DRAW)
    for viewer, named in ((None, set()), (cases.ANA, {"ana"}), (SUE, {"ana", "bob"})):
        seen = at.promotion.view(viewer, DRAW).drawing
        assert seen.awaited is not None
        assert {each.player for each in seen.awaited.contributions if each.player} == named
    (closed,) = [
        f for e in at.promotion.record.entries for f in e.facts if isinstance(f, RollClosed)
    ]
    assert "ana" not in str(closed)


# --- the house keeps the secret to itself


def test_a_draw_that_is_not_made_when_all_links_are_open_is_held_against_the_house() -> None:
    at = Ballot()
    at.bring("ana", "bob")
    at.close(secret())
    at.open("bob")
    assert not withheld_draw(at.drawing, at.held.now + 10 * HOUR)  # it waits for bob
    at.open()
    assert not withheld_draw(at.drawing, at.held.now + HOUR)
    assert "draw 1" in withheld_draw(at.drawing, at.held.now + HOUR + 1)
    at.draw(secret())
    assert not withheld_draw(at.drawing, at.held.now + 10 * HOUR)
