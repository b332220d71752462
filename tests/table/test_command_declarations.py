"""Commands declare what they are in the domain; this is what every game declares today.

A declaration that changes alters lists of events, round files, exercises or pages, so it changes
here on purpose.
"""

from __future__ import annotations

import pytest

from croupier.aggregate.acts import Command, CommandSignificance, tag_of
from croupier.game_rules import game_of
from croupier.registry import registered

DECLARED = {
    "malfunction": """
        device-failed machine-failed
    """,
    "cards": """
        new-cards replace-card replace-cards wrong-deck
    """,
    "irregularity": """
        burn-forgotten burnt-in-error cannot-reconstruct card-exposed card-shown
        correct-burnt-card correct-card correct-last-card dealer-overdrew
        dealt-past-cutting-card dealt-to-nobody drawn-in-error drop-cards excess-card-seen
        face-up-card find-over-maximum find-wrong-cards forget-burn found-between-rounds
        let-stand level-wagers miss-cut misstate-total out-of-cards overlook-wager
        overlooked-play overlooked-wager permit-changes players-card-shown reconstruct
        remove-wager return-short-wager take-from-rack wager-missing wrong-count
    """,
    "not bears_on_round": """
        advise announce-closure announce-minimum announce-wagers ask-determinations
        ask-for-rules attest carry-out-ruling change-differential change-limits change-pairs
        change-settlement cutting-card-drawn dealt-past-cutting-card decide-dispute
        decide-finally detain determine-dealing direct-shuffle display-closing-sign
        exchange-voucher exclude-from-casino give-more-time give-notice hand-over
        inspect-form instruct-count lift-restriction lift-side-bet-restriction limit-players
        name-turners not-satisfied note-influence permit-several-boxes raise-dispute
        raise-minimum-at-once request-review require-minimum require-minimum-further
        reserve-boxes restrict restrict-side-bet restrict-to-one-box review-decision
        review-dispute rule-on-dispute say set-hours set-session vacate-seat
    """,
    "not puts_right": """
        burn collect deal deal-run look-at-cards no-more-bets overlook-wager overlooked-play
        overlooked-wager place-wager raise-dispute take-and-pay
    """,
    "not ends_wait": """
        ask-determinations ask-for-rules look-at-cards
    """,
    "bears_on_later_rounds": """
        announce-wagers change-differential change-limits change-pairs change-settlement
        cutting-card-drawn dealt-past-cutting-card determine-dealing direct-shuffle
        limit-time name-turners
    """,
    "says_burn_was_forgotten": """
        burn-forgotten forget-burn
    """,
    "gives_up_hand": """
        concede fold
    """,
    "opens_table": """
        open-table
    """,
    "needs_cards_in_hand": """
        burn burnt-in-error commit-shuffle cutting-card-drawn deal deal-run dealer-overdrew
        dealt-past-cutting-card drawn-in-error face-up-card feed-machine insert-cutting-card
        load-machine reveal shuffle take-from-rack void-shuffle
    """,
}
"""By a declaration, the tags of the commands that have it, in whichever game."""


def has(command: type[Command], declaration: str) -> bool:
    """Return True if a command has a declaration: a significance, a variable, or `not` one."""
    if declaration in set(CommandSignificance):
        return command.significance == declaration
    negation, _, name = declaration.rpartition(" ")
    return bool(getattr(command, name)) is not bool(negation)


@pytest.mark.parametrize("declaration", DECLARED)
def test_the_commands_of_all_games_declare_what_they_are(declaration: str) -> None:
    commands = {command for instrument in registered() for command in game_of(instrument).acts}
    declaring = {tag_of(each) for each in commands if has(each, declaration)}
    assert declaring == set(DECLARED[declaration].split())


def test_commands_of_the_same_name_declare_the_same() -> None:
    by_tag: dict[str, set[object]] = {}
    for instrument in registered():
        for each in game_of(instrument).acts:
            said = (each.happens_to, *(has(each, declaration) for declaration in DECLARED))
            by_tag.setdefault(tag_of(each), set()).add(said)
    assert {tag for tag, said in by_tag.items() if len(said) > 1} == set()
