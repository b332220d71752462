"""What the desk has before it: where the prizes are, and what is still to be done."""

from __future__ import annotations

import pytest
from tests.promotion.cases import (
    BOB,
    CASH,
    CLOSE,
    DRAW,
    GOODS,
    OLGA,
    RUNNING,
    SENT,
    SUE,
    Desk,
    complete,
    drawn,
    running,
    worth,
)

from croupier.promotion.acts.awards import TakeCash
from croupier.promotion.acts.claims import RefuseClaim
from croupier.promotion.acts.disputes import DecideDispute, DisputeTerms
from croupier.promotion.acts.integrity import CancelDraw, Postponable, Postpone
from croupier.promotion.acts.offered_terms import SendTerms
from croupier.promotion.money import Accounts, accounts
from croupier.promotion.next_steps import Obligation, duties, possible
from croupier.rulebook.citations import Clauses


def books(desk: Desk) -> Accounts:
    return accounts(desk.promotion.state)


def owed(desk: Desk, at: int) -> list[Obligation]:
    return [duty for duty in duties(desk.promotion, at) if "win" not in duty.what]


def test_every_prize_is_somewhere() -> None:
    """500 in cash, and two things worth 300 each that may be had as 200 in cash."""
    prizes = worth(CASH, 500_00), worth(GOODS, 300_00, quantity=2, cash_alternative=200_00)
    assert books(Desk(None)) == Accounts(0, 0, 0, 0, 0)
    desk = running(*prizes)
    assert books(desk) == Accounts(1_100_00, 1_100_00, 0, 0, 0)
    desk = drawn(*prizes)
    assert books(desk) == Accounts(1_100_00, 0, 1_100_00, 0, 0)
    desk.award(desk.claim(prize=1))
    assert books(desk) == Accounts(1_100_00, 0, 600_00, 500_00, 500_00)
    claim = desk.claim(prize=2)
    desk.by(OLGA, TakeCash(player="ana", claim=claim), DRAW)
    desk.award(claim)
    assert books(desk) == Accounts(1_100_00, 0, 300_00, 800_00, 700_00)
    desk.award(desk.claim(prize=2))
    assert books(desk) == Accounts(1_100_00, 0, 0, 1_100_00, 700_00)


def test_what_was_drawn_in_a_cancelled_draw_is_nobodys() -> None:
    desk = drawn(worth(CASH, 500_00))
    desk.by(OLGA, CancelDraw(reason="the drum was open"), DRAW)
    assert books(desk) == Accounts(500_00, 500_00, 0, 0, 0)


def test_what_is_owed_is_listed_until_it_is_done() -> None:
    desk = Desk(complete(worth(CASH, 5_00)))
    assert owed(desk, SENT) == []
    desk.by(SUE, SendTerms(), SENT)
    assert owed(desk, SENT) == [
        Obligation("make the terms available", None, False, Clauses(("20.6",)))
    ]
    desk.publish(SENT)
    desk.start()
    assert owed(desk, RUNNING) == []
    desk.claim("bob", at=RUNNING)
    claim = Obligation("award or refuse claim 1 of bob", None, False, Clauses(("20.10",)))
    assert owed(desk, RUNNING) == [claim]
    desk.by(BOB, DisputeTerms(player="bob", about="the order"), RUNNING)
    assert owed(desk, RUNNING) == [
        claim,
        Obligation("decide dispute 1", None, False, Clauses(("20.11",))),
    ]
    desk.by(SUE, RefuseClaim(claim=1, reasons=("no ticket",)), RUNNING)
    desk.by(OLGA, DecideDispute(number=1, decision="it stands"), RUNNING)
    assert owed(desk, RUNNING) == []


@pytest.mark.clause("nsw:20.7.2", "nsw:20.7.3", "nsw:20.12")
def test_a_draw_is_owed_at_its_hour_and_without_a_ticket_only_its_end() -> None:
    desk = running(worth(CASH, 5_00))
    closed = CLOSE + 1
    assert "cancel-draw" in possible(desk.promotion, OLGA, closed)
    assert owed(desk, CLOSE) == []
    nobody = Clauses(("20.7", "20.7.3", "20.12"))
    end = Obligation("cancel the draw: nobody has a ticket", None, False, nobody)
    assert owed(desk, closed) == owed(desk, DRAW) == [end]
    desk.by(OLGA, CancelDraw(reason="nobody has a ticket"), closed)
    assert owed(desk, closed) == []

    desk = running(worth(CASH, 5_00))
    desk.enter("ana")
    assert owed(desk, DRAW - 1) == []
    hold = Obligation("hold the draw", None, False, Clauses(("20.7", "20.7.2")))
    assert owed(desk, DRAW) == [hold]
    desk.by(OLGA, Postpone(what=Postponable.DRAW, reason="the drum was open"), DRAW)
    assert owed(desk, DRAW) == []
