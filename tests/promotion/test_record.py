"""The record of a promotion: it makes the same promotion again, and shows what was altered."""

from __future__ import annotations

from copy import deepcopy

import pytest
from tests.promotion.cases import (
    BOB,
    CASH,
    DRAW,
    GOODS,
    OLGA,
    RUNNING,
    SAMPLES,
    SENT,
    SUE,
    TRAVEL,
    Desk,
    complete,
    drawn,
    running,
    worth,
)
from tests.table.forging import with_body

from croupier.aggregate.hash_chain import verify
from croupier.aggregate.record_lines import RecordError
from croupier.aggregate.roles import Person, Role, who_may
from croupier.promotion.acts import ACTS
from croupier.promotion.acts.awards import AwardPrize, ChoosePayment, TakeCash
from croupier.promotion.acts.claims import ClaimPrize, RefuseClaim
from croupier.promotion.acts.disputes import DecideDispute, DisputeTerms, NotSatisfied
from croupier.promotion.acts.draws import (
    MarkPresent,
    NominateScrutineer,
    WinByChance,
    WitnessDraw,
)
from croupier.promotion.acts.entries import Enter
from croupier.promotion.acts.integrity import CancelDraw, Postponable, Postpone, Validate
from croupier.promotion.acts.offered_terms import AmendTerms
from croupier.promotion.acts.winners import PublishResults, TellWinner
from croupier.promotion.money import Payment, PaymentMethod
from croupier.promotion.promotion import Promotion
from croupier.promotion.terms import Channel
from croupier.table.acts.betting import NoMoreBets
from croupier.table.acts.opening import Approval
from croupier.table.acts.seeding import BringTip, OpenLink
from croupier.version import __version__


def a_whole_one() -> Desk:
    """A promotion with a bit of everything."""
    prizes = (worth(CASH, 25_000_00), worth(TRAVEL, 3_000_00, cash_alternative=2_000_00))
    desk = running(*prizes, options={"notify_window": "second_day"})
    desk.enter("ana", "bob", "cat")
    approval = Approval("ILGA 7", "2026-11-17")
    amended = complete(*prizes, award_place="the terrace")
    desk.by(SUE, AmendTerms(terms=amended, approval=approval), RUNNING)
    desk.publish(RUNNING)
    desk.by(OLGA, Postpone(what=Postponable.DRAW, reason="a doubt"), RUNNING)
    desk.by(OLGA, Validate(how="cleared"), RUNNING)
    desk.draw()
    desk.by(SUE, TellWinner(win=1, channel=Channel.MAIL, reached=True), DRAW)
    desk.by(SUE, PublishResults(where="the website"), DRAW)
    for name in ("ana", "bob", "cat"):
        desk.claim(name, address="1 High St")
    for claim in desk.promotion.state.claims:
        if desk.promotion.state.won(claim) is None:
            desk.by(SUE, RefuseClaim(claim=claim.number, reasons=("not drawn",)), DRAW)
        else:
            whole = Payment(method=PaymentMethod.TRANSFER, amount=25_000_00, payee=claim.player)
            choose = ChoosePayment(player=claim.player, claim=claim.number, payments=(whole,))
            desk.by(OLGA, choose, DRAW)
            desk.award(claim.number)
    desk.by(BOB, DisputeTerms(player="bob", about="the order"), DRAW)
    desk.by(OLGA, DecideDispute(number=1, decision="it stands"), DRAW)
    return desk


def test_a_record_makes_the_same_promotion_again() -> None:
    desk = a_whole_one()
    again = Promotion.restore(desk.lines)
    assert again.state == desk.promotion.state
    assert (again.head, again.length, again.at) == (
        desk.promotion.head, desk.promotion.length, desk.promotion.at,
    )  # fmt: skip
    assert again.rules == desk.promotion.rules
    assert verify(desk.lines).unbroken


def test_a_restored_promotion_goes_on_where_it_was() -> None:
    desk = drawn()
    again = Promotion.restore(desk.lines)
    kept: list[bytes] = []
    again.keep = kept.append
    again.do(PublishResults(where="the website"), SUE, DRAW)
    desk.by(SUE, PublishResults(where="the website"), DRAW)
    assert kept == desk.lines[-1:]
    assert again.head == desk.promotion.head


def test_every_line_is_needed_as_it_is() -> None:
    lines = a_whole_one().lines
    for number in range(len(lines)):
        with pytest.raises(ValueError, match=r"line|nothing"):
            Promotion.restore([*lines[:number], lines[number].replace(b"a", b"e", 1)])
        if number + 1 < len(lines):
            with pytest.raises(RecordError):
                Promotion.restore(lines[:number] + lines[number + 1 :])


def test_other_facts_than_follow_are_found() -> None:
    lines = drawn().lines
    last = len(lines)
    with pytest.raises(ValueError, match=f"line {last}: other facts follow from it"):
        Promotion.restore(with_body(lines, last, b'"player":"ana"', b'"player":"eve"'))


def test_a_command_that_would_be_refused_is_found() -> None:
    lines = drawn().lines
    early = with_body(lines, 5, b'"at":', b'"at":-')
    with pytest.raises(ValueError, match=r"line 5: it would be refused: .*20\.9"):
        Promotion.restore(early)


def test_what_is_no_record_of_a_promotion_is_told() -> None:
    lines = drawn().lines
    with pytest.raises(ValueError, match="line 1: its format is croupier-house/1"):
        Promotion.restore(with_body(lines, 1, b"croupier-promotion/2", b"croupier-house/1"))
    with pytest.raises(ValueError, match="line 2: it is not an entry of a record"):
        Promotion.restore(with_body(lines, 2, b'"role"', b'"rank"'))
    with pytest.raises(ValueError, match="line 2: there is no command 'offer'; did you"):
        Promotion.restore(with_body(lines, 2, b'"do":"offer-prizes"', b'"do":"offer"'))
    with pytest.raises(RecordError, match="nothing"):
        Promotion.restore([])


def test_a_record_of_another_version_is_continued_and_not_rewritten() -> None:
    lines = with_body(drawn().lines, 1, b'"version":"', b'"version":"0.')
    again = Promotion.restore(lines)
    kept: list[bytes] = []
    again.keep = kept.append
    again.do(PublishResults(where="the website"), SUE, DRAW)
    assert verify([*lines, *kept]).unbroken


def test_what_cannot_be_written_down_or_kept_has_not_happened() -> None:
    desk = drawn()
    promotion = desk.promotion
    before, head, lines = deepcopy(promotion.state), promotion.head, list(desk.lines)
    with pytest.raises(UnicodeEncodeError):
        promotion.do(PublishResults(where="the website\ud800"), SUE, DRAW)

    def full(line: bytes) -> None:
        raise OSError("the disk is full")

    promotion.keep = full
    with pytest.raises(OSError, match="full"):
        promotion.do(PublishResults(where="the website"), SUE, DRAW)
    assert (promotion.state, promotion.head, desk.lines) == (before, head, lines)
    promotion.keep = desk.lines.append
    desk.by(SUE, PublishResults(where="the website"), DRAW)
    assert Promotion.restore(desk.lines).state == promotion.state


def test_a_command_of_a_table_is_none_of_a_promotion() -> None:
    with pytest.raises(TypeError, match="NoMoreBets is not a command of a promotion"):
        drawn().promotion.do(NoMoreBets(), SUE, DRAW)


def test_no_command_goes_without_a_sample() -> None:
    assert {type(command) for command in SAMPLES} == set(ACTS)


NEEDS = {
    Role.PLAYER: {ClaimPrize, TakeCash, ChoosePayment, DisputeTerms, NotSatisfied},
    Role.DEALER: {Enter, MarkPresent, WinByChance},
    Role.OPERATOR: {NominateScrutineer, Postpone, Validate, CancelDraw, DecideDispute},
}
"""Whom commands take; all others take a supervisor, and a witness or who takes part is anybody."""


@pytest.mark.parametrize("role", Role)
def test_each_role_may_do_what_it_is_for_and_nothing_else(role: Role) -> None:
    desk = Desk(None)
    for command in SAMPLES:
        refusal = desk.promotion.check(command, Person("ana", role), SENT)
        denied = refusal is not None and refusal.reason == (
            f"it takes the role {ACTS[type(command)].needs}, and ana acts as {role}"
        )
        needed = next((to for to, kinds in NEEDS.items() if type(command) in kinds), None)
        if isinstance(command, WitnessDraw | BringTip | OpenLink):
            assert not denied
        else:
            assert denied is (role not in who_may(needed or Role.SUPERVISOR)), command


def test_a_promotion_of_an_older_program_goes_by_the_readings_it_had() -> None:
    later = {"contents_declared": False, "paid_after": "claim"}
    desk = drawn(worth(GOODS, 50_00, nothing_barred=None), options=later)
    desk.claim()
    desk.by(SUE, AwardPrize(claim=1), DRAW)

    without = desk.lines
    for chosen in (b'"contents_declared":false,', b'"paid_after":"claim",'):
        without = with_body(without, 1, chosen, b"")
    older = with_body(without, 1, f'"version":"{__version__}"'.encode(), b'"version":"0.1.0"')
    assert Promotion.restore(older).state == desk.promotion.state
    with pytest.raises(ValueError, match=r"line 3: it would be refused: .*nothing_barred"):
        Promotion.restore(without)
