"""Connections are used again, but not after an error, nor when they are gone."""

from __future__ import annotations

import pytest

from croupier.casino.store.connection_pool import ConnectionPool


class Connection:
    def __init__(self, number: int) -> None:
        self.number = number
        self.closed = False

    def close(self) -> None:
        self.closed = True


class Opened:
    """Counts what it opens."""

    def __init__(self) -> None:
        self.all: list[Connection] = []

    def __call__(self) -> Connection:
        self.all.append(Connection(len(self.all)))
        return self.all[-1]


def test_a_connection_is_used_again() -> None:
    opened = Opened()
    pool = ConnectionPool(opened)
    with pool.one() as first, pool.one() as second:
        assert (first.number, second.number) == (0, 1)
    with pool.one() as again:
        assert again is first
    assert len(opened.all) == 2


def test_one_that_an_error_came_through_is_closed() -> None:
    opened = Opened()
    pool = ConnectionPool(opened)
    with pytest.raises(ValueError, match="lost"), pool.one() as first:
        raise ValueError("lost")
    assert first.closed
    with pool.one() as second:
        assert second is not first


def test_one_that_is_no_longer_usable_is_closed() -> None:
    opened = Opened()
    pool = ConnectionPool(opened, lambda connection: connection.number != 0)
    with pool.one() as first:
        pass
    with pool.one() as second:
        assert second.number == 1
    assert first.closed


def test_closing_closes_the_idle_at_once_and_the_others_when_they_are_done() -> None:
    pool = ConnectionPool(Opened())
    with pool.one() as busy:
        with pool.one() as idle:
            pass
        pool.close()
        assert (idle.closed, busy.closed) == (True, False)
    assert busy.closed
