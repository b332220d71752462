"""20.8 and 20.7.10: winners are told in time, in a way that counts, and the results made public."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.aggregate.acts import Acts, Command
from croupier.aggregate.free_text import Text
from croupier.aggregate.roles import Role
from croupier.promotion.facts import ResultsPublished, WinnerTold
from croupier.promotion.terms import Channel
from croupier.promotion.terms_review import is_owed_notice, must_be_said, winners_told_by
from croupier.rulebook.citations import Refused
from croupier.table.law import together

if TYPE_CHECKING:
    from croupier.aggregate.acts import Facts
    from croupier.aggregate.roles import Person
    from croupier.promotion.law import PromotionLaw
    from croupier.promotion.promotion import Promotion
    from croupier.promotion.state import Win
    from croupier.rulebook.citations import Clauses

acts: Acts[Promotion, PromotionLaw] = Acts()


class TellWinner(Command, frozen=True, tag="tell-winner"):
    """An attempt to tell a winner, whether or not it reached them."""

    win: int
    channel: Channel
    reached: bool


@acts.act(
    TellWinner,
    Role.SUPERVISOR,
    clauses=lambda law: together(law.particulars["notification"], *law.channels.values()),
)
def tell_winner(promotion: Promotion, command: TellWinner, by: Person) -> Facts:
    law = promotion.law
    win = _won(promotion, command.win, law.winner_told.clauses)
    due = told_by(promotion, win)
    clauses = law.channels.get(command.channel, law.winner_told.clauses)
    if due is None:
        clauses, counts = law.particulars["notification"], True
    else:
        counts = command.channel in law.channels and promotion.now <= due
    yield WinnerTold(
        win=win.number, channel=command.channel, reached=command.reached, counts=counts,
        clauses=clauses,
    )  # fmt: skip


def _won(promotion: Promotion, number: int, clauses: Clauses) -> Win:
    wins = promotion.state.wins
    if not 1 <= number <= len(wins):
        raise Refused(f"win: nobody has won under number {number}", clauses)
    return wins[number - 1]


def told_by(promotion: Promotion, win: Win) -> int | None:
    """Until when an attempt has to be made; None if those who were not there could not win."""
    terms, award = promotion.state.terms, promotion.state.award_at
    assert terms is not None
    assert award is not None
    if not is_owed_notice(terms):
        return None
    return winners_told_by(win.at, award, promotion.rules)


class PublishResults(Command, frozen=True, tag="publish-results"):
    """The results are made public as the terms say."""

    where: Text


@acts.act(PublishResults, Role.SUPERVISOR, clauses=lambda law: law.particulars["results"])
def publish_results(promotion: Promotion, command: PublishResults, by: Person) -> Facts:
    clauses, state = promotion.law.particulars["results"], promotion.state
    if not state.wins:
        raise Refused("nobody has won yet", clauses)
    must_be_said("where", command.where, clauses)
    yield ResultsPublished(where=command.where, clauses=clauses)
