"""What each viewer sees of a promotion, and what they cannot tell apart."""

from __future__ import annotations

import msgspec
import pytest
from tests.promotion.cases import (
    ANA,
    BOB,
    CASH,
    DAN,
    DRAW,
    GOODS,
    HOUR,
    INA,
    OLGA,
    RUNNING,
    SECRET,
    SENT,
    START,
    SUE,
    TOM,
    Desk,
    complete,
    drawn,
    running,
    secret_of,
    worth,
)

from croupier.aggregate.roles import Person, Role
from croupier.promotion.acts.claims import RefuseClaim
from croupier.promotion.acts.disputes import DisputeTerms
from croupier.promotion.acts.draws import DrawWinners, MarkPresent, WitnessDraw
from croupier.promotion.acts.integrity import CancelDraw, Postponable, Postpone, Validate
from croupier.promotion.acts.offered_terms import StartPromotion
from croupier.promotion.acts.winners import PublishResults, TellWinner
from croupier.promotion.draw import Proof
from croupier.promotion.terms import Channel
from croupier.promotion.views import DeskView, InspectorView, PlayerView, PublicView


def shown(desk: Desk, viewer: Person | None) -> bytes:
    return msgspec.json.encode(desk.promotion.view(viewer))


@pytest.mark.parametrize(
    ("viewer", "kind"),
    [
        (None, PublicView),
        (DAN, PublicView),
        (TOM, PublicView),
        (ANA, PlayerView),
        (SUE, DeskView),
        (OLGA, DeskView),
        (Person("max", Role.GAMING_MANAGER), DeskView),
        (INA, InspectorView),
    ],
    ids=lambda each: getattr(each, "role", getattr(each, "__name__", "public")),
)
def test_everybody_sees_what_is_for_them(viewer: Person | None, kind: type) -> None:
    assert type(drawn().promotion.view(viewer)) is kind


def test_terms_are_nobodys_business_until_the_authority_has_them() -> None:
    desk, other = Desk(complete()), Desk(complete(place="the terrace"))
    for viewer in (None, ANA, DAN):
        assert shown(desk, viewer) == shown(other, viewer)
    view = desk.promotion.view(SUE)
    assert isinstance(view, DeskView)
    assert (view.terms, view.draft) == (None, complete())
    desk.send()
    assert desk.promotion.view(None).terms == complete()


def test_the_desk_sees_what_the_terms_lack() -> None:
    view = Desk(complete(results="")).promotion.view(SUE)
    assert isinstance(view, DeskView)
    assert [(each.field, each.clauses) for each in view.objections] == [
        ("results", ("20.7", "20.7.10"))
    ]


def test_everybody_can_check_the_draw_as_far_as_it_has_come() -> None:
    desk = running()
    desk.enter("ana")
    assert desk.promotion.view(None).draw is None
    desk.commit()
    draw = desk.promotion.view(None).draw
    assert draw is not None
    assert (draw.word, draw.secret) == ("", "")
    desk.by(BOB, WitnessDraw(word="kookaburra"), DRAW)
    done = drawn().promotion.view(None).draw
    assert done is not None
    assert (done.witness, done.word, done.secret) == ("sam", "kookaburra", SECRET.hex())


def test_a_player_sees_what_is_their_own() -> None:
    desk = drawn()
    desk.by(SUE, TellWinner(win=1, channel=Channel.MAIL, reached=True), DRAW)
    desk.claim(address="1 High St")
    desk.claim("bob", address="2 Low St")
    desk.by(SUE, RefuseClaim(claim=2, reasons=("no ticket",)), DRAW)
    desk.by(BOB, DisputeTerms(player="bob", about="the order"), DRAW)
    ana, bob = desk.promotion.view(ANA), desk.promotion.view(BOB)
    assert isinstance(ana, PlayerView)
    assert isinstance(bob, PlayerView)
    assert ana.own_tickets == tuple(range(1, 21))
    assert [win.player for win in ana.wins] == ["ana"]
    assert [claim.address for claim in ana.claims] == ["1 High St"]
    assert (ana.notices, ana.disputes) == ((), ())
    assert (bob.own_tickets, bob.wins) == ((), ())
    assert [claim.reasons for claim in bob.claims] == [("no ticket",)]
    assert [notice.detail for notice in bob.notices] == ["no ticket"]
    assert [dispute.about for dispute in bob.disputes] == ["the order"]


def test_what_concerns_others_changes_nothing_of_a_view() -> None:
    """Two promotions that differ in what bob did and where he lives look the same to the rest."""
    views = set()
    for address in ("2 Low St", "9 Far Rd"):
        desk = drawn()
        desk.claim("bob", address=address)
        desk.by(SUE, RefuseClaim(claim=1, reasons=(f"nothing for {address}",)), DRAW)
        desk.by(BOB, DisputeTerms(player="bob", about=address), DRAW)
        assert address.encode() in shown(desk, SUE)
        assert address.encode() in shown(desk, INA)
        views.add((shown(desk, None), shown(desk, ANA), shown(desk, DAN), shown(desk, TOM)))
    assert len(views) == 1


def test_who_has_won_is_not_told_before_the_results_are() -> None:
    desk = drawn()
    assert desk.promotion.view(BOB).winners == ()
    assert b'"ana"' not in shown(desk, BOB)
    desk.by(SUE, PublishResults(where="the website"), DRAW)
    assert b'"ana"' in shown(desk, BOB)


def test_the_inspector_sees_every_notice_and_which_record_it_is() -> None:
    desk = drawn()
    view = desk.promotion.view(INA)
    assert isinstance(view, InspectorView)
    assert (view.head, view.entries) == (desk.promotion.head, desk.promotion.length)
    assert [(notice.to, notice.at) for notice in view.notices] == [("authority", SENT)]
    assert len(view.holders) == 20


def test_a_player_who_is_called_like_an_office_gets_no_notices_of_it() -> None:
    desk = running()
    desk.enter("authority")
    view = desk.promotion.view(Person("authority", Role.PLAYER), RUNNING)
    assert isinstance(view, PlayerView)
    assert view.own_tickets == (1,)
    assert view.notices == ()


# --- the proof of the draw


def proof_of(desk: Desk) -> Proof | None:
    view = desk.promotion.view(INA)
    assert isinstance(view, InspectorView)
    return view.proof


def test_the_inspector_has_the_draw_proved_as_far_as_it_has_come() -> None:
    desk = running()
    desk.enter("ana", "bob")
    assert proof_of(desk) is None
    desk.commit()
    assert proof_of(desk) == Proof(roll_fits=True, secret_fits=None, winners_follow=None)
    desk.by(BOB, WitnessDraw(word="kookaburra"), DRAW)
    desk.by(SUE, DrawWinners(secret=SECRET.hex()), DRAW)
    assert proof_of(desk) == Proof(roll_fits=True, secret_fits=True, winners_follow=True)
    desk.by(OLGA, CancelDraw(reason="x"), DRAW)
    assert proof_of(desk) == Proof(roll_fits=True, secret_fits=True, winners_follow=None)


def test_a_draw_that_was_tampered_with_is_not_proved() -> None:
    desk = running()
    desk.enter("ana", "bob", "cat")
    desk.draw(witness=BOB)
    state = desk.promotion.state
    state.wins[0].ticket = 1 + (state.wins[0].ticket or 0) % 3
    assert proof_of(desk) == Proof(roll_fits=True, secret_fits=True, winners_follow=False)
    state.tickets[0] = "don"
    assert proof_of(desk) == Proof(roll_fits=False, secret_fits=True, winners_follow=False)
    assert state.draw is not None
    state.draw.secret = bytes(32).hex()
    proof = proof_of(desk)
    assert proof is not None
    assert not proof.secret_fits


def test_where_one_has_to_be_there_the_proof_is_about_those_who_were() -> None:
    desk = running(presence=True)
    desk.enter("ana", "bob", "cat")
    for name in ("ana", "cat"):
        desk.by(DAN, MarkPresent(player=name), DRAW)
    desk.draw(witness=BOB)
    view = desk.promotion.view(INA)
    assert isinstance(view, InspectorView)
    assert view.attended == ("ana", "cat")
    assert view.draw is not None
    assert (view.tickets, view.draw.tickets) == (3, 2)
    assert view.proof == Proof(roll_fits=True, secret_fits=True, winners_follow=True)


def test_a_commitment_to_a_draw_that_was_given_up_stays_to_be_seen() -> None:
    desk = running()
    desk.enter("ana")
    desk.commit()
    (first,) = desk.promotion.state.commitments
    desk.by(OLGA, Postpone(what=Postponable.DRAW, reason="x"), DRAW)
    desk.by(OLGA, Validate(how="x"), DRAW)
    desk.commit(secret=secret_of(2))
    view = desk.promotion.view(INA)
    assert isinstance(view, InspectorView)
    assert view.abandoned == (first,)


# --- what the desk has to know to go on


def test_the_desk_sees_from_when_it_may_start() -> None:
    early, late = Desk(complete()), Desk(complete())
    early.send(SENT - HOUR)
    late.send(SENT + HOUR)
    for desk, earliest in ((early, START), (late, START + HOUR)):
        view = desk.promotion.view(SUE)
        assert isinstance(view, DeskView)
        assert view.earliest == earliest
        assert desk.refused(SUE, StartPromotion(), earliest - 1).clauses
        desk.start(at=earliest)


def test_the_desk_sees_until_when_winners_are_told_and_what_they_may_choose() -> None:
    desk = drawn(worth(CASH, 10_000_01), worth(GOODS, 500_00, cash_alternative=400_00))
    for prize in (1, 2):
        desk.claim(prize=prize)
    desk.claim("bob", prize=1)
    view = desk.promotion.view(SUE)
    assert isinstance(view, DeskView)
    assert view.needs_scrutineer
    assert [(win.number, win.told, win.due) for win in view.wins] == [
        (1, False, DRAW + 48 * HOUR),
        (2, False, DRAW + 48 * HOUR),
    ]
    assert [(each.chooses, each.alternative) for each in view.claims] == [
        (True, None),
        (False, 400_00),
        (False, None),
    ]
