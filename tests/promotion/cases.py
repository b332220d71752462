"""Promotions written as cases: the terms, who enters, who wins, what becomes of it.

    desk = running(Cash(…, value=25_000_00))
    desk.enter("ana")
    desk.draw()
    desk.by(ANA, ClaimPrize(player="ana", prize=1), DRAW)

It starts on Monday at nine, entries close on Friday at six, and the draw is on Friday at eight.
"""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from hashlib import sha256
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
import pytest

from croupier.aggregate.roles import Person, Role
from croupier.joint_draws import CloseRoll, VoidDraw
from croupier.promotion.acts.awards import AwardPrize, ChoosePayment, TakeCash
from croupier.promotion.acts.claims import ClaimPrize, RefuseClaim
from croupier.promotion.acts.disputes import DecideDispute, DisputeTerms, NotSatisfied
from croupier.promotion.acts.draws import (
    CommitDraw,
    DrawWinners,
    MarkPresent,
    NominateScrutineer,
    WinByChance,
    WitnessDraw,
)
from croupier.promotion.acts.entries import Enter
from croupier.promotion.acts.integrity import CancelDraw, Postponable, Postpone, Validate
from croupier.promotion.acts.offered_terms import (
    AmendTerms,
    OfferPrizes,
    PublishTerms,
    SendTerms,
    StartPromotion,
)
from croupier.promotion.acts.winners import PublishResults, TellWinner
from croupier.promotion.draw import commit, roll_hash
from croupier.promotion.promotion import Promotion
from croupier.promotion.terms import (
    Cash,
    Channel,
    DecidedBy,
    Goods,
    Machinery,
    Prizes,
    RealEstate,
    Terms,
    Travel,
    Vehicle,
    milliseconds,
)
from croupier.rulebook.citations import Refused
from croupier.table.acts.opening import Approval
from croupier.table.acts.seeding import BringTip, OpenLink

if TYPE_CHECKING:
    from croupier.aggregate.acts import Command
    from croupier.aggregate.facts import Fact

SYDNEY = timezone(timedelta(hours=11))
SECOND, MINUTE, HOUR = 1_000, 60_000, 3_600_000

OLGA = Person("olga", Role.OPERATOR)
SUE = Person("sue", Role.SUPERVISOR)
DAN = Person("dan", Role.DEALER)
INA = Person("ina", Role.INSPECTOR)
TOM = Person("tom", Role.TOURNAMENT_DIRECTOR)
ANA = Person("ana", Role.PLAYER)
BOB = Person("bob", Role.PLAYER)
SAM = Person("sam", Role.INSPECTOR)
"""Whom the operator nominates as scrutineer."""

SECRET = bytes(range(32))


def when(day: int, hour: int, minute: int = 0) -> datetime:
    """A moment of November 2026 in Sydney; the 16th is a Monday."""
    return datetime(2026, 11, day, hour, minute, tzinfo=SYDNEY)


STARTS, CLOSES, AWARDED = when(16, 9), when(20, 18), when(20, 20)
SENT, START, CLOSE, DRAW = (milliseconds(each) for each in (when(15, 9), STARTS, CLOSES, AWARDED))
RUNNING = milliseconds(when(17, 12))

# --- terms in which nothing is missing

_SAID: dict[str, Any] = {
    "name": "a prize", "nature": "one prize", "details": "as described", "value": 900_00
}  # fmt: skip
_IN_KIND = _SAID | {"nothing_barred": True}
CASH = Cash(**_SAID)
GOODS = Goods(**_IN_KIND)
MACHINERY = Machinery(**_IN_KIND, make="Kettle & Co", model="K2", accessories="none")
VEHICLE = Vehicle(**_IN_KIND, make="Holden", model="Astra", accessories="mats", on_road_costs=False)
TRAVEL = Travel(
    **_IN_KIND, persons=2, airfares="economy", transfers="by bus", other_transport="none",
    duration="5 nights", accommodation="four stars", meals="breakfast", dates="before June",
    spending_money=False,
)  # fmt: skip
REAL_ESTATE = RealEstate(
    **_IN_KIND, dwelling="a flat", plans="attached", contract="at the solicitor's",
    easements="none", address="1 High St", conveyancing="included", legal_costs="included",
    fixtures="included", furniture="none",
)  # fmt: skip


def complete(*prizes: Prizes, **fields: Any) -> Terms:
    """Terms that lack nothing, with these prizes and fields instead of their own."""
    said: dict[str, Any] = {
        "name": "Spring draw",
        "gaming": "Blackjack Challenge",
        "decided_by": DecidedBy.DRAW,
        "manner": "tickets are drawn until every prize is won",
        "award_at": AWARDED,
        "award_place": "the main stage",
        "eligibility": "members over 18",
        "entries_close": CLOSES,
        "starts": STARTS,
        "place": "the gaming floor",
        "claim": "at the desk with a photo card",
        "presence": False,
        "notification": (Channel.TELEPHONE,),
        "results": "on the casino's website",
        "prizes": prizes or (CASH,),
    }
    return Terms(**{**said, **fields})


P = TypeVar("P", bound=Prizes)


def worth(prize: P, value: int, **fields: Any) -> P:
    """A prize of another value."""
    return msgspec.structs.replace(prize, value=value, **fields)


# --- promotions at work

F = TypeVar("F", bound="Fact")


class Desk:
    """A promotion and those who work at it."""

    def __init__(
        self, terms: Terms | None, prescribed: tuple[str, ...] = (), **options: Any
    ) -> None:
        self.lines: list[bytes] = []
        self.promotion = Promotion("spring", options, prescribed=prescribed, keep=self.lines.append)
        self.facts: tuple[Fact, ...] = ()
        """Those of the last command."""
        if terms is not None:
            self.by(OLGA, OfferPrizes(terms=terms), SENT - 24 * HOUR)

    def by(self, person: Person, command: Command, at: int) -> tuple[Fact, ...]:
        self.facts = self.promotion.do(command, person, at)
        return self.facts

    def refused(self, person: Person, command: Command, at: int) -> Refused:
        """Why it is refused; asking and doing agree, and nothing has changed."""
        before = self.promotion.head
        asked = self.promotion.check(command, person, at)
        assert asked is not None
        with pytest.raises(Refused) as done:
            self.promotion.do(command, person, at)
        assert str(done.value) == str(asked)
        assert self.promotion.head == before
        return asked

    def the(self, kind: type[F]) -> F:
        """The one fact of that kind that the last command stated."""
        (found,) = (fact for fact in self.facts if isinstance(fact, kind))
        return found

    def all(self, kind: type[F]) -> list[F]:
        """Every fact of that kind so far."""
        return [fact for fact in self.promotion.facts if isinstance(fact, kind)]

    # -- its life, step by step

    def send(self, at: int = SENT) -> None:
        self.by(SUE, SendTerms(), at)
        self.publish(at)

    def publish(self, at: int) -> None:
        self.by(SUE, PublishTerms(where=("the cage",), marketing=("the poster",)), at)

    def start(self, at: int = START) -> None:
        self.by(SUE, StartPromotion(), at)

    def enter(self, *names: str, at: int = RUNNING) -> None:
        for name in names:
            self.by(DAN, Enter(player=name, ground="member"), at)

    def commit(self, at: int = DRAW, secret: bytes = SECRET) -> None:
        roll = roll_hash(self.promotion.state.roll())
        self.by(SUE, CommitDraw(commitment=commit(secret, roll)), at)

    def draw(self, at: int = DRAW, secret: bytes = SECRET, witness: Person = SAM) -> None:
        """The whole draw, with a scrutineer where there has to be one."""
        state = self.promotion.state
        assert state.terms is not None
        if state.terms.dearest > 10_000_00 and not state.scrutineer:
            self.by(OLGA, NominateScrutineer(person=witness.name), at)
        self.commit(at, secret)
        self.by(witness, WitnessDraw(word="kookaburra"), at)
        self.by(SUE, DrawWinners(secret=secret.hex()), at)

    def claim(self, name: str = "ana", prize: int = 1, at: int = DRAW, address: str = "") -> int:
        """The number of the claim."""
        claim = ClaimPrize(player=name, prize=prize, address=address)
        self.by(Person(name, Role.PLAYER), claim, at)
        return len(self.promotion.state.claims)

    def announce(self, at: int = DRAW) -> None:
        """Winners are told and the results published, as the terms say."""
        state = self.promotion.state
        assert state.terms is not None
        for win in state.wins:
            if not win.reached(state.terms.notification):
                channel = state.terms.notification[0]
                self.by(SUE, TellWinner(win=win.number, channel=channel, reached=True), at)
        if not all(win.published for win in state.wins):
            self.by(SUE, PublishResults(where="the website"), at)

    def award(self, claim: int, at: int = DRAW, **how: Any) -> tuple[Fact, ...]:
        self.announce(at)
        return self.by(SUE, AwardPrize(claim=claim, **how), at)


def running(*prizes: Prizes, options: dict[str, Any] | None = None, **fields: Any) -> Desk:
    """A promotion that has started, with nobody in it yet."""
    desk = Desk(complete(*prizes, **fields), **(options or {}))
    desk.send()
    desk.start()
    return desk


def drawn(*prizes: Prizes, options: dict[str, Any] | None = None, **fields: Any) -> Desk:
    """A promotion that ana has won: nobody else entered."""
    desk = running(*prizes, options=options, **fields)
    desk.by(DAN, Enter(player="ana", ground="member", tickets=20), RUNNING)
    desk.draw()
    return desk


SAMPLES: tuple[Command, ...] = (
    OfferPrizes(terms=complete()),
    PublishTerms(where=("the cage",), marketing=("the poster",)),
    SendTerms(),
    StartPromotion(),
    AmendTerms(terms=complete(), approval=Approval("ILGA 7", "2026-11-17")),
    Enter(player="ana", ground="member"),
    NominateScrutineer(person="sam"),
    MarkPresent(player="ana"),
    CommitDraw(commitment="0" * 64),
    WitnessDraw(word="kookaburra"),
    BringTip(player="ana", tip="0" * 64),
    CloseRoll(commitment="0" * 64, roll="0" * 64),
    OpenLink(player="ana", link="0" * 64),
    VoidDraw(),
    DrawWinners(secret=SECRET.hex()),
    WinByChance(player="ana", prize=1, chance="three sevens"),
    TellWinner(win=1, channel=Channel.MAIL, reached=True),
    PublishResults(where="the website"),
    ClaimPrize(player="ana", prize=1),
    RefuseClaim(claim=1, reasons=("no ticket",)),
    TakeCash(player="ana", claim=1),
    ChoosePayment(player="ana", claim=1, payments=()),
    AwardPrize(claim=1),
    Postpone(what=Postponable.DRAW, reason="a doubt"),
    Validate(how="cleared"),
    CancelDraw(reason="a doubt"),
    DisputeTerms(player="ana", about="the order"),
    DecideDispute(number=1, decision="it stands"),
    NotSatisfied(player="ana", number=1),
)
"""One of every command."""


def secret_of(number: int) -> bytes:
    return sha256(b"draw %d" % number).digest()
