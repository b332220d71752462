"""What a promotion cites counts for the clauses that a test claims."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from croupier.promotion.promotion import Promotion

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.conftest import Witness


@pytest.fixture(autouse=True)
def promotions_are_watched(witness: Witness, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Hands what every promotion of a test has stated to the witness."""
    made: list[Promotion] = []
    make = Promotion.__init__

    def watched(self: Promotion, *args: Any, **kwargs: Any) -> None:
        made.append(self)
        make(self, *args, **kwargs)

    monkeypatch.setattr(Promotion, "__init__", watched)
    yield
    for promotion in made:
        for fact in promotion.facts:
            witness.others.update(fact.clauses)
