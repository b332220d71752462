"""What a picture of a table does not tell is said in words, to whom it concerns."""

from __future__ import annotations

from tests.web.reading import Read
from tests.web.scenes import SCENES

from croupier.aggregate.roles import Person, Role
from croupier.casino.disclosure import Moment, told_of_table
from croupier.rulebook.instruments import load
from croupier.table.facts import BettingClosed, Notified, Reconstructed, RoundVoided, Warned
from croupier.web.tables.page_model import Seen, render_table
from croupier.web.tables.page_parts import news

BOOK = load("act-blackjack-2018")


def test_voids_warnings_and_reconstructions_are_told_and_what_is_seen_is_not() -> None:
    scene, cited = SCENES["blackjack-turn"](), BOOK.cite("16.1")
    moments = (
        Moment(7, 0, (BettingClosed(round=1, clauses=cited),)),
        Moment(8, 0, (Warned(player="Ana", box=3, wager="main", clauses=cited),)),
        Moment(9, 0, (RoundVoided(round=1, reason="fraud", clauses=cited),)),
        Moment(10, 0, (Reconstructed(round=1, decisions_kept=0, clauses=cited),)),
    )
    told = news(scene.view, moments)
    assert [each.line for each in told] == [8, 9, 10]
    assert told[0].said.text.startswith("Your wager on box 3 is under the minimum")
    assert "void" in told[1].said.text
    assert all(each.said.cited for each in told)
    page = Read.of(render_table(scene.view, scene.game, Seen(moments=moments)))
    assert len([each for each in page.elements if "data-line" in each.attributes]) == 3


def test_a_notice_is_told_to_whom_it_was_given_alone() -> None:
    scene = SCENES["blackjack-turn"]()
    notice = Notified(to="Ben", about="a limit", clauses=BOOK.cite("16.1"))
    for name, many in (("Ana", 0), ("Ben", 1)):
        told = told_of_table(scene.game, Moment(7, 0, (notice,)), Person(name, Role.PLAYER))
        assert len(news(scene.view, (told,))) == many
