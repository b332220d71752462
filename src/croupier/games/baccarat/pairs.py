"""Rules 9 to 11: pairs, judged on each hand's first two cards before any third card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.games.baccarat.facts import Stage
from croupier.games.baccarat.hands import BANKER_PAIR, PAIRS
from croupier.games.baccarat.rules import Suits
from croupier.games.baccarat.settlement import Ruling, settle_bet, win
from croupier.rulebook.citations import Clauses
from croupier.table.facts import Outcome

if TYPE_CHECKING:
    from croupier.cards import Card
    from croupier.games.baccarat.hands import Bet
    from croupier.games.baccarat.round_state import RoundState
    from croupier.games.baccarat.rules import BaccaratLaw, BaccaratRules, PairsLaw


def settle(round: RoundState) -> None:
    """Take in the losing wagers, then pay the winning ones."""
    side_law = round.rules.pairs
    if side_law is None or not round.has_pairs:
        return
    round.begin(Stage.PAIRS, side_law.procedure)
    winners: list[tuple[Bet, Ruling]] = []
    for bet in round.bets:
        if bet.wager not in PAIRS or not bet.open:
            continue
        result = ruling(round, side_law, bet)
        if result.outcome is Outcome.WIN:
            winners.append((bet, result))
        else:
            settle_bet(round, bet, result)
    for bet, result in winners:
        settle_bet(round, bet, result)


def ruling(round: RoundState, side_law: PairsLaw, bet: Bet) -> Ruling:
    """The ruling on one hand's pair; the other hand has no say."""
    hand = round.banker if bet.wager == BANKER_PAIR else round.player
    first, second = hand.cards[:2]
    made = suits(first, second) if first.rank == second.rank else None
    faces = face(round.rules.law, first), face(round.rules.law, second)
    key = (bet.wager, made, faces)
    known = round.rules.rulings
    found = known.get(key)
    if found is None:
        found = known[key] = rule_on(round.rules, side_law, bet.wager, made, faces)
    return found


def rule_on(
    rules: BaccaratRules,
    side_law: PairsLaw,
    wager: str,
    made: Suits | None,
    faces: tuple[Clauses, Clauses],
) -> Ruling:
    """A pair is two cards of one printed rank: a ten and a king are none."""
    law, table_law = rules.law.wagers[wager], rules.law
    known_by = dict.fromkeys((*faces[0], *faces[1]))
    if made is None:
        lost = Clauses((*law.loses, *known_by, *table_law.collect_pairs))
        return Ruling(Outcome.LOSE, None, lost)
    kind = side_law.kinds[made]
    won = Clauses((*law.wins, *known_by, *kind.clauses, *table_law.pay_pairs))
    return win(rules, won, kind.value)


def face(law: BaccaratLaw, card: Card) -> Clauses:
    """What says how a card is known: by its number, or by its kind."""
    return law.number_face if card.rank in "23456789T" else law.court_face


def suits(first: Card, second: Card) -> Suits:
    if first.suit == second.suit:
        return Suits.SUITED
    if first.is_red != second.is_red:
        return Suits.MIXED
    return Suits.RED if first.is_red else Suits.BLACK
