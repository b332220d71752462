"""What the director's desk says comes next, where something is in the way of the usual."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.tournament.support import (
    ACT_2006,
    ACT_2018,
    CHALLENGE,
    DIRECTOR,
    MINUTE,
    OPERATOR,
    Held,
    disqualify,
    opened,
    player,
    playing,
)

from croupier.aggregate.roles import Person
from croupier.tournament.acts.entries import Withdraw
from croupier.tournament.acts.seating import MoveStart
from croupier.tournament.acts.sessions import PayBuyIn
from croupier.tournament.acts.ties import play_off_groups
from croupier.tournament.desk import desk_view
from croupier.tournament.views import PlayerView
from croupier.web.tournaments.console import Desk, DirectorErrand, errand

if TYPE_CHECKING:
    from collections.abc import Mapping

TWO: dict[str, Any] = {
    "sessions": [
        {"name": "heat", "rounds": 1, "advance_per_table": 3},
        {"name": "final", "rounds": 1},
    ],
    "progression": "three of each table",
    "session_ties": "play-off",
}


def errands(held: Held, by: Person = DIRECTOR) -> dict[str, DirectorErrand]:
    return {each.path: each for each in agenda(held, by)}


def agenda(
    held: Held,
    by: Person,
    on_the_floor: Mapping[str, str] = {},
    away: Mapping[str, tuple[str, ...]] = {},
) -> list[DirectorErrand]:
    view = desk_view(held.tournament, by, on_the_floor, away)
    desk = Desk(view, by, lambda command: held.tournament.check(command, by, held.now))
    return [errand(desk, item) for item in view.agenda]


def second_session(instrument: str) -> Held:
    held = playing(instrument, **TWO)
    held.round({"A": 1000, "B": 900, "C": 800, "D": 700})
    held.end()
    held.draw()
    return held


def test_a_starting_time_is_asked_for_while_none_was_told() -> None:
    held = second_session(ACT_2018)
    asked = errands(held)["move-start"]
    assert (asked.done, asked.says) == (False, "Nobody is late for a time that was not told.")
    waits = errands(held)["start-session"].waits
    assert waits is not None
    assert "not told" in waits.text
    held.do(MoveStart(starts=held.now + 30 * MINUTE, notice="announced in the room"))
    assert errands(held)["move-start"].done
    held.sit("A", "B", "C")
    assert "move-start" not in errands(held)


def test_challenge_asks_for_no_time_to_be_late_for() -> None:
    assert "move-start" not in errands(second_session(CHALLENGE))


def test_who_did_not_buy_back_in_time_is_to_be_declined() -> None:
    rebuy = {"offered": True, "method": "at once", "cost": 80_00, "chips": 800_00}
    held = playing(ACT_2018, buy_back={**rebuy, "until_round": 1})
    held.round({"A": 0, "B": 1000, "C": 1000, "D": 1000})
    assert "buy-back" in errands(held)
    view = held.tournament.view(player("A"))
    assert isinstance(view, PlayerView)
    assert view.may_buy_back
    held.round({"B": 1000, "C": 1000, "D": 1000})
    assert "buy-back" not in errands(held)
    assert errands(held)["decline-buy-back"].says == "A did not buy back in time"


def test_a_pool_that_nobody_can_win_is_called_off() -> None:
    held = playing(ACT_2018, sessions=[{"name": "final", "rounds": 1}])
    held.round({"A": 1000, "B": 900, "C": 800, "D": 700})
    held.end()
    assert set(errands(held)) == {"award-places"}
    for name in "ABCD":
        held.do(disqualify(name))
    called_off = errands(held, OPERATOR)
    assert set(called_off) == {"cancel-tournament"}
    assert called_off["cancel-tournament"].mine


def test_the_desk_says_who_is_away_from_an_additional_round() -> None:
    held = playing(ACT_2006, "A B", sessions=[{"name": "final", "rounds": 1}])
    held.round({"A": 1000, "B": 1000})
    held.end()
    (called,) = play_off_groups(held.tournament)
    for names, follows in ((("A",), "is out"), (("A", "B"), "nobody is there")):
        away = agenda(held, DIRECTOR, {called: "cup-2"}, {called: names})[-1]
        assert (away.title, away.says) == (f"Away from {called}", ", ".join(names))
        assert away.waits is not None
        assert follows in away.waits.text


def test_nobody_is_to_pay_for_chips_who_does_not_come() -> None:
    held = opened(CHALLENGE, buy_in=1000_00)
    held.enter("A", "B")
    held.close()
    held.do(PayBuyIn(player="A", paid=1000_00))
    assert not errands(held)["pay-buy-in"].done
    held.do(Withdraw(player="B"))
    assert errands(held)["pay-buy-in"].done
