"""The pictures of the design are those that the code draws.

`CROUPIER_REGENERATE=1` writes them anew.
"""

from __future__ import annotations

import os

import pytest
from tests.docs.drawings import PICTURES, ROOT


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_what_the_code_draws(name: str) -> None:
    path, drawn = ROOT / "docs" / "images" / name, PICTURES[name]()
    if os.environ.get("CROUPIER_REGENERATE"):
        path.write_text(drawn, "utf-8")
    assert path.read_text("utf-8") == drawn
