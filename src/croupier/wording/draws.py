"""Words for draws in which somebody outside the house takes part."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.joint_draws import DrawLinkOpened, DrawTipBrought, DrawVoided, RollClosed

if TYPE_CHECKING:
    from croupier.wording.teller import Audience, Words


def _closed(fact: RollClosed, _: Audience) -> str:
    return (
        f"the roll of draw {fact.number} is closed with {fact.names} lines for {fact.purpose}; the "
        f"house is bound by {fact.commitment}, and {len(fact.tips)} outside the house take part"
    )


def _voided(fact: DrawVoided, to: Audience) -> str:
    missing = ", ".join(to.who(player) for player in fact.missing)
    why = f"no link came from {missing}" if missing else fact.reason
    return f"draw {fact.number} is void: {why}"


DRAW_WORDS: Words = {
    DrawTipBrought: lambda f, to: to.does(f.player, f"takes part in draws with {f.tip}"),
    RollClosed: _closed,
    DrawLinkOpened: lambda f, to: to.does(f.player, f"opens the link {f.link}"),
    DrawVoided: _voided,
}
