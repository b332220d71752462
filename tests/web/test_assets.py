"""Style sheets, scripts and typefaces come from the house itself, packed where that helps."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.web.casinos import Casino

pytestmark = pytest.mark.anyio


async def test_text_is_packed_for_whoever_takes_it_and_is_the_same(casino: Casino) -> None:
    visitor = casino.visitor()
    packed = await visitor.get("/static/felt.css", headers={"accept-encoding": "gzip"})
    plain = await visitor.get("/static/felt.css", headers={"accept-encoding": "identity"})
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert packed.text == plain.text
    assert packed.headers["vary"] == "Accept-Encoding"


async def test_a_typeface_comes_with_its_licence(casino: Casino) -> None:
    visitor = casino.visitor()
    for name in ("inter", "source-serif"):
        font = await visitor.get(f"/static/fonts/{name}.woff2")
        assert font.headers["content-type"] == "font/woff2"
        assert "Open Font License" in (await visitor.get(f"/static/fonts/{name}-LICENSE.txt")).text
