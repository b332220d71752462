"""Promotions driven at random, by everybody at once: what must hold after every command.

Only `Refused` is ever raised; asking and doing agree and a refusal changes nothing; every citation
exists; what is offered is not won, owed or awarded, to the cent; every deadline is kept; the record
makes the same promotion again; and from whatever state it can be brought to rest, with every prize
that was won awarded.

CROUPIER_FUZZ=20 runs twenty times as many promotions.
"""

from __future__ import annotations

import os
import re
from copy import deepcopy
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)
from tests.promotion.any_command import NAMES, any_command, any_terms, whole_terms
from tests.promotion.cases import (
    CLOSE,
    DAN,
    DRAW,
    HOUR,
    INA,
    OLGA,
    SENT,
    START,
    SUE,
    TOM,
    secret_of,
)
from tests.promotion.way_home import brought_to_rest

from croupier.aggregate.facts import Fact
from croupier.aggregate.roles import Person, Role
from croupier.promotion.acts import ACTS
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
from croupier.promotion.facts import (
    Awarded,
    ClaimRefused,
    DenialRegistered,
    DrawCancelled,
    Drawn,
    Entered,
    Postponed,
    Started,
    TermsSent,
    Validated,
    WinnerTold,
)
from croupier.promotion.money import Payment, PaymentMethod, accounts
from croupier.promotion.next_steps import possible
from croupier.promotion.promotion import Promotion
from croupier.promotion.state import ClaimStanding, PromotionPhase
from croupier.promotion.terms import Cash, Channel, DecidedBy, milliseconds
from croupier.rulebook.citations import Refused
from croupier.rulebook.instruments import load
from croupier.table.acts.opening import Approval
from croupier.table.facts import Notified

if TYPE_CHECKING:
    from croupier.aggregate.acts import Command
    from croupier.promotion.terms import Terms

LONGER = int(os.environ.get("CROUPIER_FUZZ", "1"))
KNOWN = load("nsw-blackjack-challenge").by_id
PLAYERS = [Person(name, Role.PLAYER) for name in NAMES if name]
PEOPLE = [OLGA, SUE, DAN, INA, TOM, *PLAYERS]
PERMITTED = (Channel.FACE_TO_FACE, Channel.MAIL, Channel.TELEPHONE, Channel.E_MAIL)

people = st.sampled_from(PEOPLE)
picks = st.integers(0, 2**16 - 1)


class PromotionMachine(RuleBasedStateMachine):
    @initialize(
        terms=whole_terms(),
        restarts=st.booleans(),
        window=st.sampled_from(["48h", "second_day"]),
        ahead=st.lists(picks, min_size=12, max_size=12) | st.just([]),
    )
    def opened(self, terms: Terms, restarts: bool, window: str, ahead: list[int]) -> None:
        self.lines: list[bytes] = []
        self.promotion = Promotion(
            "spring",
            {"preamend_restarts_24h": restarts, "notify_window": window},
            keep=self.lines.append,
        )
        self.now = SENT
        self.history: list[tuple[int, tuple[Fact, ...]]] = []
        self.attempt(OfferPrizes(terms=terms), OLGA)
        self.go_on(ahead)

    @property
    def secret(self) -> bytes:
        """That of the draw that is under way, or of the next one."""
        state = self.promotion.state
        return secret_of(len(state.commitments) - (state.draw is not None))

    # -- what is tried

    def attempt(self, command: Command, by: Person) -> None:
        """Done or refused, and the same as was said before; a refusal changes nothing."""
        promotion = self.promotion
        before, head = deepcopy(promotion.state), promotion.head
        asked = promotion.check(command, by, self.now)
        assert promotion.state == before
        if asked is not None:
            with pytest.raises(Refused, match=f"^{re.escape(str(asked))}$"):
                promotion.do(command, by, self.now)
            assert asked.reason
            assert asked.clauses
            assert set(asked.clauses) <= set(KNOWN)
            assert (promotion.state, promotion.head) == (before, head)
            return
        offered = possible(promotion, by, self.now)
        assert str(command.__struct_config__.tag) in offered
        assert promotion.state == before
        facts = promotion.do(command, by, self.now)
        assert facts
        for fact in facts:
            assert fact.clauses
            assert set(fact.clauses) <= set(KNOWN)
        self.kept_when_done(before, facts)
        self.history.append((self.now, facts))

    @rule(some=st.lists(picks, min_size=1, max_size=10))
    def go_on(self, some: list[int]) -> None:
        for pick in some:
            self.next_step(pick)

    def next_step(self, pick: int) -> None:
        """What comes next in the life of a promotion."""
        state = self.promotion.state
        if state.postponed:
            self.attempt(Validate(how="cleared"), OLGA)
        elif state.phase is PromotionPhase.DRAFT:
            self.attempt(SendTerms(), SUE)
        elif state.published is None:
            self.attempt(PublishTerms(where=("the cage",), marketing=("the poster",)), SUE)
        elif state.phase is PromotionPhase.SENT:
            self.now = max(self.now, START, (state.sent_at or 0) + 24 * HOUR)
            self.attempt(StartPromotion(), SUE)
        elif state.phase is PromotionPhase.RUNNING:
            self.take_part(pick)
        else:
            self.settle(pick)

    def take_part(self, pick: int) -> None:
        state = self.promotion.state
        name = NAMES[pick % 4]
        assert state.terms is not None
        if state.terms.decided_by is DecidedBy.CHANCE:
            if pick % 2:
                self.attempt(WinByChance(player=name, prize=1, chance="three sevens"), DAN)
            else:
                self.settle(pick)
        elif len(state.tickets) < 3:
            self.attempt(Enter(player=name, ground="member", wagered=25_00), DAN)
        elif state.draw is None:
            assert state.award_at is not None
            self.now = max(self.now, DRAW, milliseconds(state.award_at))
            self.prepare_the_draw(name)
        elif not state.draw.word:
            self.attempt(WitnessDraw(word=f"word {pick}"), Person("sam", Role.PLAYER))
        else:
            self.attempt(DrawWinners(secret=self.secret.hex()), SUE)

    def prepare_the_draw(self, name: str) -> None:
        state = self.promotion.state
        assert state.terms is not None
        if state.terms.presence and not state.attended:
            self.attempt(MarkPresent(player=state.tickets[-1]), DAN)
        elif not state.scrutineer:
            self.attempt(NominateScrutineer(person="sam"), OLGA)
        if not state.terms.presence or state.attended:
            roll = roll_hash(state.roll())
            self.attempt(CommitDraw(commitment=commit(self.secret, roll)), SUE)

    def settle(self, pick: int) -> None:
        """Winners are told, claims made, met and refused."""
        state = self.promotion.state
        open_claims = [claim for claim in state.claims if claim.standing is ClaimStanding.OPEN]
        if pick % 3 == 0 and state.wins:
            win = state.wins[pick % len(state.wins)]
            channel = list(Channel)[pick % len(Channel)]
            self.attempt(TellWinner(win=win.number, channel=channel, reached=True), SUE)
        elif pick % 3 == 1 and open_claims:
            self.decide(open_claims[0].number, pick)
        else:
            owed = [win for win in state.wins if not win.awarded]
            win_player, prize = (owed[0].player, owed[0].prize) if owed else (NAMES[pick % 4], 1)
            claimant = Person(win_player, Role.PLAYER)
            claim = ClaimPrize(player=win_player, prize=prize, address="1 High St")
            self.attempt(claim, claimant)
            self.attempt(PublishResults(where="the website"), SUE)

    def decide(self, number: int, pick: int) -> None:
        claim = self.promotion.state.claims[number - 1]
        prize = claim.of
        assert prize.value is not None
        if pick % 5 == 0:
            self.attempt(RefuseClaim(claim=number, reasons=("no card",)), SUE)
            return
        claimant = Person(claim.player, Role.PLAYER)
        if pick % 2:
            self.attempt(TakeCash(player=claim.player, claim=number), claimant)
        part = pick % prize.value
        parts = tuple(
            Payment(method=method, amount=amount, payee=claim.player)
            for method, amount in (
                (PaymentMethod.CASH, part),
                (PaymentMethod.TRANSFER, prize.value - part),
            )
            if amount
        )
        choose = ChoosePayment(player=claim.player, claim=number, payments=parts)
        self.attempt(choose, claimant)
        self.attempt(AwardPrize(claim=number), SUE)

    @rule(which=st.integers(0, 6), name=st.sampled_from(NAMES), terms=any_terms())
    def something_comes_up(self, which: int, name: str, terms: Terms) -> None:
        approval = Approval("ILGA 7", "2026-11-17")
        command, by = [
            (AmendTerms(terms=terms, approval=approval), SUE),
            (Postpone(what=Postponable.DRAW, reason="a doubt"), OLGA),
            (Postpone(what=Postponable.PROMOTION, reason="a doubt"), OLGA),
            (CancelDraw(reason="a doubt"), OLGA),
            (DisputeTerms(player=name, about="the order"), OLGA),
            (DecideDispute(number=1, decision="it stands"), OLGA),
            (NotSatisfied(player=name, number=1), OLGA),
        ][which]
        self.attempt(command, by)

    @rule(command=st.sampled_from(sorted(ACTS, key=str)).flatmap(any_command), by=people)
    def anything(self, command: Command, by: Person) -> None:
        self.attempt(command, by)

    @rule(hours=st.sampled_from([0, 1, 12, 24, 47, 48, 49]), tick=st.integers(-1, 1))
    def time_passes(self, hours: int, tick: int) -> None:
        self.now += max(0, hours * HOUR + tick)

    @rule(to=st.sampled_from([START - 1, START, CLOSE, CLOSE + 1, DRAW - 1, DRAW]))
    def it_is_the_hour(self, to: int) -> None:
        self.now = max(self.now, to)

    # -- what holds

    def kept_when_done(self, before: Any, facts: tuple[Fact, ...]) -> None:
        """Deadlines, held against the state in which the command found the promotion."""
        for fact in facts:
            match fact:
                case Started():
                    assert self.now >= before.sent_at + 24 * HOUR
                    assert self.now >= milliseconds(before.terms.starts)
                    if self.promotion.rules.options["preamend_restarts_24h"]:
                        assert self.now >= self.last(TermsSent) + 24 * HOUR
                case Entered():
                    assert self.now <= milliseconds(before.entries_close)
                case Drawn():
                    assert self.now > milliseconds(before.entries_close)
                    assert self.now >= milliseconds(before.award_at)
                    assert before.scrutineer == before.draw.witness or not before.scrutineer
                    assert before.terms.dearest <= 10_000_00 or before.scrutineer
                case WinnerTold(win=number, counts=True):
                    win = before.wins[number - 1]
                    if win.ticket is not None and not before.terms.presence:
                        assert fact.channel in PERMITTED
                        assert self.now <= win.at + 72 * HOUR
                        if self.promotion.rules.options["notify_window"] == "48h":
                            assert self.now <= win.at + 48 * HOUR
                case Awarded(win=number):
                    win = before.wins[number - 1]
                    assert win.published
                    assert win.reached(before.terms.notification)
                case Validated():
                    self.only_waited(before)
                case Postponed() | DrawCancelled():
                    assert "inspectorate" in {n.to for n in facts if isinstance(n, Notified)}
                case ClaimRefused(claim=number):
                    self.refused_as_owed(before.claims[number - 1], facts)

    def only_waited(self, before: Any) -> None:
        """What goes on does so no sooner than it was to, and nothing is open again."""
        after = self.promotion.state
        assert after.award_at >= before.award_at
        assert after.entries_close >= before.entries_close
        closed = self.last(Postponed) > milliseconds(before.entries_close)
        if closed or before.postponed == "draw":
            assert after.entries_close == before.entries_close

    def refused_as_owed(self, claim: Any, facts: tuple[Fact, ...]) -> None:
        """The claimant is told, and above 100 dollars it is registered."""
        assert claim.player in {n.to for n in facts if isinstance(n, Notified)}
        registered = [fact for fact in facts if isinstance(fact, DenialRegistered)]
        assert len(registered) == ((claim.of.value or 0) > 100_00)
        assert all(line.address for line in registered)

    def last(self, kind: type[Fact]) -> int:
        return max(at for at, facts in self.history if any(isinstance(f, kind) for f in facts))

    @invariant()
    def what_is_offered_is_somewhere(self) -> None:
        state = self.promotion.state
        books = accounts(state)
        assert books.offered == books.not_won + books.owed + books.awarded
        assert min(books.not_won, books.owed, books.awarded, books.paid) >= 0

    @invariant()
    def winners_are_paid_once_and_in_full(self) -> None:
        state = self.promotion.state
        awards = [fact for _, facts in self.history for fact in facts if isinstance(fact, Awarded)]
        assert len({fact.win for fact in awards}) == len(awards)
        for fact in awards:
            win, claim = state.wins[fact.win - 1], state.claims[fact.claim - 1]
            prize = state.prize(win.prize)
            assert prize is not None
            due = prize.value if isinstance(prize, Cash) else claim.cash or 0
            assert sum(payment.amount for payment in fact.payments) == due
            assert {payment.payee for payment in fact.payments} <= {win.player}
            assert win.player == claim.player

    @invariant()
    def the_register_forgets_nothing(self) -> None:
        told = [f for _, facts in self.history for f in facts if isinstance(f, DenialRegistered)]
        assert self.promotion.state.register == told

    @invariant()
    def everybody_can_look(self) -> None:
        for viewer in (None, OLGA, INA, PLAYERS[0], DAN):
            self.promotion.view(viewer, self.now)

    @rule()
    def it_can_be_brought_to_rest(self) -> None:
        brought_to_rest(self.lines, self.now)

    def teardown(self) -> None:
        if hasattr(self, "promotion"):
            again = Promotion.restore(self.lines)
            assert again.state == self.promotion.state
            assert again.head == self.promotion.head
            brought_to_rest(self.lines, self.now)


def test_promotions_driven_at_random() -> None:
    run_state_machine_as_test(
        PromotionMachine,
        settings=settings(
            max_examples=60 * LONGER,
            stateful_step_count=25,
            deadline=None,
            derandomize=LONGER == 1,
            suppress_health_check=list(HealthCheck),
        ),
    )
