"""20.2: the draw, overseen where it must be, and provable; and prizes won by another chance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.aggregate.acts import Acts, Command
from croupier.aggregate.free_text import Text
from croupier.aggregate.roles import Role
from croupier.commitment import is_hash
from croupier.joint_draws import WrongSecret, drawn_jointly, must_not_draw_alone
from croupier.promotion.acts.entries import must_be_taking_part, must_have_wagered
from croupier.promotion.acts.offered_terms import must_be_available
from croupier.promotion.draw import opened, order, roll_hash, winners
from croupier.promotion.facts import (
    Attended,
    DrawCommitted,
    Drawn,
    DrawWitnessed,
    ScrutineerNominated,
    Won,
)
from croupier.promotion.state import PromotionPhase
from croupier.promotion.terms import DecidedBy, as_written, milliseconds
from croupier.promotion.terms_review import (
    LONGEST_NAME,
    must_be_name,
    must_be_said,
    needs_scrutineer,
)
from croupier.rulebook.citations import Clauses, Refused
from croupier.table.law import together

if TYPE_CHECKING:
    from croupier.aggregate.acts import Facts
    from croupier.aggregate.roles import Person
    from croupier.promotion.law import PromotionLaw
    from croupier.promotion.promotion import Promotion
    from croupier.promotion.state import Draw
    from croupier.promotion.terms import Terms

acts: Acts[Promotion, PromotionLaw] = Acts()


class NominateScrutineer(Command, frozen=True, tag="nominate-scrutineer"):
    """The operator names who is to oversee the draw; another, as long as nobody has said a word."""

    person: str


@acts.act(NominateScrutineer, Role.OPERATOR, clauses=lambda law: law.scrutineer.clauses)
def nominate_scrutineer(promotion: Promotion, command: NominateScrutineer, by: Person) -> Facts:
    clauses, state = promotion.law.scrutineer.clauses, promotion.state
    must_be_name("person", command.person, clauses)
    if command.person in state.tickets:
        raise Refused(f"person: {command.person} has a ticket", clauses)
    draw = state.draw
    drawn = state.phase in (PromotionPhase.DRAWN, PromotionPhase.CANCELLED)
    if drawn or (draw is not None and (draw.word or state.drawing.awaited is not None)):
        raise Refused("person: the draw has begun", clauses)
    if draw is not None and command.person == draw.committed_by:
        raise Refused(f"person: {command.person} has published the commitment", clauses)
    yield ScrutineerNominated(person=command.person, clauses=clauses)


class MarkPresent(Command, frozen=True, tag="mark-present"):
    """An entrant is there for a draw that only those who are there can win."""

    player: str


@acts.act(MarkPresent, Role.DEALER, clauses=lambda law: law.particulars["presence"])
def mark_present(promotion: Promotion, command: MarkPresent, by: Person) -> Facts:
    terms, state = must_be_drawing_time(promotion), promotion.state
    clauses = promotion.law.particulars["presence"]
    if not terms.presence:
        raise Refused("player: nobody has to be there to win", clauses)
    if state.draw is not None:
        raise Refused("player: the draw has begun", clauses)
    if command.player not in state.tickets:
        raise Refused(f"player: {command.player} has no ticket", clauses)
    if command.player in state.attended:
        raise Refused(f"player: {command.player} is there already", clauses)
    yield Attended(player=command.player, clauses=clauses)


class CommitDraw(Command, frozen=True, tag="commit-draw"):
    """The desk publishes the commitment to the draw's secret."""

    commitment: str
    roll: str = ""
    """The hash of the roll that the desk has seen, so that it commits to no other."""


@acts.act(
    CommitDraw,
    Role.SUPERVISOR,
    clauses=lambda law: together(law.scrutineer.clauses, law.particulars["manner"]),
)
def commit_draw(promotion: Promotion, command: CommitDraw, by: Person) -> Facts:
    law, state = promotion.law, promotion.state
    terms = must_be_drawing_time(promotion)
    must_be_available(promotion)
    if needs_scrutineer(terms, law) and not state.scrutineer:
        raise Refused(
            "scrutineer: a draw for such a prize has one, and none is nominated",
            law.scrutineer.clauses,
        )
    must_not_oversee(promotion, by)
    _must_be_publishable(promotion, command.commitment)
    roll = state.roll()
    if not roll:
        raise Refused("tickets: there are none to draw from", law.particulars["eligibility"])
    manner, stands_for = law.particulars["manner"], roll_hash(roll)
    must_not_draw_alone(state.drawing, state.closing_roll(promotion.name), manner)
    if command.roll not in ("", stands_for):
        raise Refused("roll: the tickets that take part are others by now", manner)
    yield DrawCommitted(
        by=by.name, commitment=command.commitment, roll=stands_for, tickets=len(roll),
        clauses=manner,
    )  # fmt: skip


def must_not_oversee(promotion: Promotion, by: Person) -> None:
    """Who knows the secret of a draw cannot be the one who oversees it."""
    if by.name == promotion.state.scrutineer:
        raise Refused(
            f"{by.name} oversees the draw, and does not publish the commitment",
            promotion.law.scrutineer.clauses,
        )


def _must_be_publishable(promotion: Promotion, commitment: str) -> None:
    manner, state = promotion.law.particulars["manner"], promotion.state
    if state.draw is not None:
        raise Refused("commitment: one is published", manner)
    if not is_hash(commitment):
        raise Refused("commitment: it has 64 small hexadecimal digits", manner)
    if commitment in state.commitments:
        raise Refused("commitment: it was published for a draw that was postponed", manner)


class WitnessDraw(Command, frozen=True, tag="witness-draw"):
    """The scrutineer, or where there is none somebody else, adds a word to the draw.

    Whoever it is has seen the commitment and not the secret.
    """

    word: Text


@acts.act(
    WitnessDraw,
    None,
    clauses=lambda law: together(law.scrutineer.clauses, law.particulars["manner"]),
)
def witness_draw(promotion: Promotion, command: WitnessDraw, by: Person) -> Facts:
    law, draw = promotion.law, promotion.state.draw
    manner, scrutineer = law.particulars["manner"], promotion.state.scrutineer
    if draw is None or promotion.state.phase is not PromotionPhase.RUNNING:
        raise Refused("no draw waits for a word", manner)
    if promotion.state.drawing.awaited is not None:
        raise Refused("the draw waits for links, and not for a word", manner)
    if draw.word:
        raise Refused(f"word: {draw.witness} has said it", manner)
    if scrutineer and by.name != scrutineer:
        raise Refused(f"{scrutineer} is the scrutineer, not {by.name}", law.scrutineer.clauses)
    if by.name == draw.committed_by:
        raise Refused(f"{by.name} has published the commitment, and may know the secret", manner)
    if not (0 < len(command.word) <= LONGEST_NAME and command.word.isprintable()):
        raise Refused(f"word: 1 to {LONGEST_NAME} characters on one line", manner)
    clauses = Clauses((*manner, *law.scrutineer.clauses)) if scrutineer else manner
    yield DrawWitnessed(by=by.name, word=command.word, clauses=clauses)


class DrawWinners(Command, frozen=True, tag="draw-winners"):
    """The desk tells the secret, and everybody can see who has won."""

    secret: str


@acts.act(
    DrawWinners,
    Role.SUPERVISOR,
    clauses=lambda law: together(law.scrutineer.clauses, law.particulars["manner"]),
)
def draw_winners(promotion: Promotion, command: DrawWinners, by: Person) -> Facts:
    law, state, draw = promotion.law, promotion.state, promotion.state.draw
    terms = must_be_drawing_time(promotion)
    manner = law.particulars["manner"]
    seeded_by = 0
    if state.drawing.awaited is not None:
        joint, secret = drawn_jointly(state.drawing, command.secret, manner)
        places, seeded_by = joint.order(secret), len(joint.players)
    elif draw is None or not draw.word:
        raise Refused("the draw needs a commitment and somebody's word first", manner)
    else:
        places = order(opened_alone(draw, command.secret, manner), draw.word, len(state.roll()))
    clauses = Clauses((*manner, *law.particulars["award_at"][1:]))
    if state.scrutineer:
        clauses = Clauses((*clauses, *law.scrutineer.clauses))
    yield Drawn(secret=command.secret, seeded_by=seeded_by, clauses=clauses)
    for win, (prize, ticket, holder) in enumerate(winners(state.roll(), terms, places), 1):
        yield Won(win=win, prize=prize, player=holder, ticket=ticket, clauses=clauses)


def opened_alone(draw: Draw, secret: str, clauses: Clauses) -> bytes:
    """The secret of a draw that a witness has added a word to."""
    told = opened(draw.commitment, secret, draw.roll)
    if told is None:
        raise WrongSecret("secret: it does not fit the commitment", clauses)
    return told


def must_be_drawing_time(promotion: Promotion) -> Terms:
    """Entries have closed, and the hour of the draw that the terms name has come."""
    law, state = promotion.law, promotion.state
    if state.phase is not PromotionPhase.RUNNING:
        raise Refused(f"the promotion is {state.phase}", law.particulars["award_at"])
    if state.postponed:
        raise Refused(f"the {state.postponed} is postponed", law.compromised)
    assert state.terms is not None
    assert state.entries_close is not None
    assert state.award_at is not None
    if state.terms.decided_by is not DecidedBy.DRAW:
        raise Refused("by the terms nothing is drawn", law.particulars["manner"])
    if promotion.now <= milliseconds(state.entries_close):
        raise Refused(
            f"entries close on {as_written(state.entries_close)}", law.particulars["entries_close"]
        )
    if promotion.now < milliseconds(state.award_at):
        raise Refused(
            f"award_at: not before {as_written(state.award_at)}", law.particulars["award_at"]
        )
    return state.terms


class WinByChance(Command, frozen=True, tag="win-by-chance"):
    """Somebody has won by the chance that the terms name, and not in a draw."""

    player: str
    prize: int
    chance: Text
    """What happened."""
    wagered: int = 0


@acts.act(WinByChance, Role.DEALER, clauses=lambda law: law.particulars["manner"])
def win_by_chance(promotion: Promotion, command: WinByChance, by: Person) -> Facts:
    law, state = promotion.law, promotion.state
    manner = law.particulars["manner"]
    must_be_taking_part(promotion)
    assert state.terms is not None
    if state.terms.decided_by is not DecidedBy.CHANCE:
        raise Refused("by the terms the prizes are drawn", manner)
    must_be_name("player", command.player, manner)
    must_be_said("chance", command.chance, manner)
    if state.prize(command.prize) is None:
        raise Refused(f"prize: there is no prize {command.prize}", law.particulars["prizes"])
    if not state.left(command.prize):
        raise Refused(f"prize: every prize {command.prize} is won", law.particulars["prizes"])
    if state.terms.one_prize_each and any(win.player == command.player for win in state.wins):
        raise Refused(f"player: {command.player} has won already", manner)
    qualified = must_have_wagered(promotion, command.wagered)
    yield Won(
        win=len(state.wins) + 1, prize=command.prize, player=command.player,
        chance=command.chance, clauses=Clauses((*manner, *qualified)),
    )  # fmt: skip
