"""Round files written before a reading was settled by the text stay valid."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from tests.compatibility.choosing import answer_to


@pytest.mark.parametrize("given", [[], ["16.8"]])
def test_a_file_without_a_settled_reading_is_read_with_it(given: list[str]) -> None:
    file: dict[str, Any] = {
        "instrument": "nsw-blackjack-challenge",
        "options": {"void_clawback": given},
        "cards": ["KS", "7D", "9H", "TC"],
        "wagers": [{"box": 1, "player": "ana", "wager": "main", "amount": 1000}],
        "script": [{"action": "stand", "box": 1, "hand": 1}],
    }
    answer = msgspec.json.decode(answer_to(msgspec.json.encode(file).decode()))
    assert answer["net"] == {"ana": 1000}  # 19 against 17 (15.1.2)
    assert answer["options"]["void_clawback"] == [*given, "16.15.2"]
