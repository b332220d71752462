"""Tournaments: conditions, entries, sessions, places and prizes.

Begin with `tournament` (the aggregate) and `conditions` (the document that it is run by). `acts`
has its commands by subject, `facts` what follows from them, `state` what they come to.
`conditions_review` says what the rules object to in conditions, `conditions_document` writes
them out for players; `table_setup` sets tables up and `round_report` says what they report;
`ballot` draws seats and cards, `ranking` puts players in order, `prize_pool` and `cashier` have the
pool and what changes hands, `views` who sees what, `desk` what a director has to do. `simulation`
holds whole tournaments.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from croupier.table.tournament_law import TournamentLaw


def law_of(instrument: str) -> TournamentLaw:
    """Return the law of tournaments of an instrument, or raise LookupError if it has none."""
    if not has_tournaments(instrument):
        raise LookupError(
            f"{instrument} has no rules for tournaments; "
            f"tournaments are held under {', '.join(with_tournaments())}"
        )
    return _law_of(instrument)


def has_tournaments(instrument: str) -> bool:
    """Return True if an instrument has rules for tournaments."""
    return _law_of(instrument).are_held


def with_tournaments() -> tuple[str, ...]:
    """Return the ids of the instruments that have rules for tournaments."""
    from croupier.game_rules import GAMES

    return tuple(each for each in GAMES.instruments if has_tournaments(each))


def _law_of(instrument: str) -> TournamentLaw:
    from croupier.game_rules import RULES
    from croupier.rulebook.instruments import load

    book = load(instrument)
    return RULES.of(book).laws(book).table_law.tournament
