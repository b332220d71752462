"""Chips of the house: whatever is done, all places together hold nothing, and none owes but one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.casino.house.books import CAGE, ISSUE, Books, Overdrawn, Transfer, at_table, pocket

PLACES = (ISSUE, CAGE, pocket("ana"), pocket("bob"), at_table("pit 1"))


def test_chips_go_from_the_issue_to_the_cage_to_a_pocket_to_a_table() -> None:
    books = Books()
    books.post(
        [
            Transfer(ISSUE, CAGE, 1_000_00),
            Transfer(CAGE, pocket("ana"), 200_00),
            Transfer(pocket("ana"), at_table("pit 1"), 50_00),
        ]
    )
    assert books.places == {
        ISSUE: -1_000_00,
        CAGE: 800_00,
        pocket("ana"): 150_00,
        at_table("pit 1"): 50_00,
    }
    assert books.issued == 1_000_00
    assert books.balance


def test_what_is_not_there_cannot_leave() -> None:
    books = Books()
    books.post([Transfer(ISSUE, CAGE, 100_00)])
    with pytest.raises(Overdrawn, match=r"the cage holds \$100, not \$100\.01"):
        books.post([Transfer(CAGE, pocket("ana"), 100_01)])
    with pytest.raises(Overdrawn, match=r"bob's pocket holds \$0"):
        books.check([Transfer(pocket("bob"), CAGE, 1)])
    assert books.places == {ISSUE: -100_00, CAGE: 100_00}
    books.post([Transfer(CAGE, pocket("ana"), 100_00)])
    assert books.held(CAGE) == 0


def test_several_transfers_happen_together_or_not_at_all() -> None:
    books = Books()
    books.post([Transfer(ISSUE, CAGE, 100_00)])
    with pytest.raises(Overdrawn, match=r"ana's pocket holds \$60, not \$70"):
        books.post(
            [Transfer(CAGE, pocket("ana"), 60_00), Transfer(pocket("ana"), pocket("bob"), 70_00)]
        )
    assert books.held(CAGE) == 100_00
    assert books.held(pocket("ana")) == 0


def test_a_transfer_moves_something_somewhere() -> None:
    for amount in (0, -1):
        with pytest.raises(ValueError, match="nothing to move"):
            Transfer(CAGE, ISSUE, amount)
    with pytest.raises(ValueError, match="at cage already"):
        Transfer(CAGE, CAGE, 1)


@given(
    st.lists(
        st.lists(
            st.tuples(
                st.sampled_from(PLACES), st.sampled_from(PLACES), st.integers(1, 10**12)
            ).filter(lambda move: move[0] != move[1]),
            max_size=4,
        ),
        max_size=30,
    )
)
def test_the_books_balance_whatever_is_posted(moves: list[list[tuple[str, str, int]]]) -> None:
    """A second reckoning that knows nothing of limits agrees wherever the books accept."""
    books, plain = Books(), dict.fromkeys(PLACES, 0)
    for together in moves:
        after = dict(plain)
        enough = True
        for source, to, amount in together:
            enough = enough and (source == ISSUE or after[source] >= amount)
            after[source] -= amount
            after[to] += amount
        transfers = [Transfer(*move) for move in together]
        if enough:
            books.post(transfers)
            plain = after
        else:
            with pytest.raises(Overdrawn):
                books.post(transfers)
        assert books.balance
        assert {place: books.held(place) for place in PLACES} == plain
