"""Rules 9 to 11: pairs, judged on each hand's first two cards before any third card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.cards import Card
from croupier.game_rules.pair_cases import case_of
from croupier.games.baccarat.facts import Stage
from croupier.games.baccarat.hands import BANKER_PAIR, PAIRS
from croupier.games.baccarat.rules import Suits
from croupier.games.baccarat.settlement import Ruling, settle_bet
from croupier.rulebook.citations import Clauses, NoRuling
from croupier.rulebook.settlement_tables import row_for
from croupier.table.facts import Outcome

if TYPE_CHECKING:
    from croupier.games.baccarat.hands import Bet
    from croupier.games.baccarat.round_state import RoundState
    from croupier.games.baccarat.rules import BaccaratLaw, BaccaratRules
    from croupier.rulebook.settlement_tables import Case


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
        result = ruling(round, bet)
        if result.outcome is Outcome.WIN:
            winners.append((bet, result))
        else:
            settle_bet(round, bet, result)
    for bet, result in winners:
        settle_bet(round, bet, result)


def ruling(round: RoundState, bet: Bet) -> Ruling:
    """The ruling on one hand's pair; the other hand has no say."""
    hand = round.banker if bet.wager == BANKER_PAIR else round.player
    first, second = hand.cards[:2]
    rank = first.rank if first.rank == second.rank else None
    key = (bet.wager, first.rank, second.rank, None if rank is None else suits(first, second))
    known = round.rules.rulings
    found = known.get(key)
    if found is None:
        found = known[key] = rule_on(round.rules, bet.wager, first, second)
    return found


def rule_on(rules: BaccaratRules, wager: str, first: Card, second: Card) -> Ruling:
    """Return the ruling on a wager on a pair, by the first two cards of its hand."""
    law = rules.law
    side_law = law.wagers[wager]
    known_by = dict.fromkeys((*face(law, first), *face(law, second)))
    row = row_for(law.pay_tables[rules.pairs_table], case_of(first, second))
    if row is None:
        lost = Clauses((*side_law.loses, *known_by, *law.collect_pairs))
        return Ruling(Outcome.LOSE, None, lost)
    pays = rules.odds(row.pays) if isinstance(row.pays, str) else row.pays
    if pays is None:
        raise NoRuling(f"{row.cited} wins and names no odds")
    won = (*side_law.wins, *known_by, *row.clauses, *law.pay_pairs, *pays.clauses)
    return Ruling(Outcome.WIN, pays.value, Clauses(won))


def face(law: BaccaratLaw, card: Card) -> Clauses:
    """What says how a card is known: by its number, or by its kind."""
    return law.number_face if card.rank in "23456789T" else law.court_face


def suits(first: Card, second: Card) -> Suits:
    if first.suit == second.suit:
        return Suits.SUITED
    if first.is_red != second.is_red:
        return Suits.MIXED
    return Suits.RED if first.is_red else Suits.BLACK


def case_of_suits(made: Suits | None) -> Case:
    """Return a case of two cards whose suits lie so to each other; None if they are no pair."""
    ace = Card.AS if made is Suits.BLACK else Card.AH
    other = {None: Card.S2, Suits.MIXED: Card.AC, Suits.RED: Card.AD, Suits.BLACK: Card.AC}
    return case_of(ace, other.get(made, ace))
