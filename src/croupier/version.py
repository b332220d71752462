"""The version of the package, in one place that every layer may read."""

from __future__ import annotations

__version__ = "1.3.0"


def numbers(version: str) -> tuple[int, ...]:
    """`numbers("0.10.2") == (0, 10, 2)`: versions in an order in which they can be compared."""
    try:
        return tuple(int(part) for part in version.split("."))
    except ValueError:
        raise ValueError(f"{version!r} is not a version: three numbers with dots between") from None
