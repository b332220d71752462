"""The scoreboards of baccarat."""

from __future__ import annotations

from croupier.games.baccarat.page import bead_plate, big_road
from croupier.games.baccarat.views import Bead

_WINNERS = {"P": "player", "B": "banker", "T": "tie", "-": None}


def beads(coups: str) -> list[Bead]:
    return [Bead(round, _WINNERS[coup], 0, 0, False, False) for round, coup in enumerate(coups, 1)]


def places(coups: str) -> list[tuple[int, int]]:
    return [(mark.column, mark.row) for mark in big_road(beads(coups))]


def test_the_bead_plate_has_six_coups_in_a_column() -> None:
    marks = bead_plate(beads("PBT-PBP"))
    assert [(mark.column, mark.row) for mark in marks][5:] == [(0, 5), (1, 0)]
    assert [mark.letter for mark in marks] == ["P", "B", "T", "\N{EN DASH}", "P", "B", "P"]


def test_a_streak_of_the_big_road_goes_down_and_another_winner_begins_a_column() -> None:
    assert places("BBPB") == [(0, 0), (0, 1), (1, 0), (2, 0)]


def test_a_streak_that_has_no_room_below_turns_to_the_right() -> None:
    assert places("B" * 8)[5:] == [(0, 5), (1, 5), (2, 5)]


def test_a_streak_turns_before_a_place_that_is_taken_and_stays_in_its_row() -> None:
    long = places("B" * 8 + "P" * 7)
    assert long[8:] == [(1, 0), (1, 1), (1, 2), (1, 3), (1, 4), (2, 4), (3, 4)]


def test_ties_are_counted_on_the_coup_before_them_and_void_coups_are_left_out() -> None:
    marks = big_road(beads("TBTT-P"))
    assert [(mark.bead.winner, mark.ties) for mark in marks] == [("banker", 2), ("player", 0)]
