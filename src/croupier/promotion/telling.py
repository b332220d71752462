"""Moments of a record on the clock that the terms go by."""

from __future__ import annotations

from datetime import datetime, timedelta


def local(at: int, like: datetime) -> datetime:
    """A moment of a record with the offset of one in the terms."""
    return datetime.fromtimestamp(0, like.tzinfo) + timedelta(milliseconds=at)


def as_written(when: datetime) -> str:
    """`2026-11-16 09:00:01+11:00`."""
    return when.isoformat(sep=" ")
