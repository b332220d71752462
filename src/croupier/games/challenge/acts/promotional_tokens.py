"""Rules 1.1 and 5.1: promotional vouchers, and the tokens that they are exchanged for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, ClassVar

from croupier.aggregate.acts import Acts, Command, OneOf
from croupier.aggregate.free_text import Text
from croupier.aggregate.roles import Role
from croupier.games.challenge.acts.side_bets import displace
from croupier.games.challenge.table_law import law_of, of_challenge
from croupier.games.challenge.table_state import Voucher, note_the_time, state_of
from croupier.games.challenge.tokens_in_round import TokenStake
from croupier.money import money
from croupier.rulebook.citations import Refused
from croupier.table.acts.betting import place, take_back
from croupier.table.acts.patrons import must_be_here
from croupier.table.facts import Attested, TokensMoved
from croupier.table.law import together
from croupier.table.table import Phase
from croupier.table.wagers import MAIN, Wager

if TYPE_CHECKING:
    from croupier.aggregate.acts import Effect
    from croupier.aggregate.roles import Person
    from croupier.games.blackjack.rules import BlackjackRules
    from croupier.games.challenge.tokens_in_round import Place
    from croupier.table.table import Table

acts: Acts[Table, BlackjackRules] = Acts()

AFTER_WIN = ("returned", "taken")


class ExchangeVoucher(Command, frozen=True, tag="exchange-voucher"):
    """The dealer gives tokens for a promotional voucher, on the conditions it names."""

    brings_into_play: ClassVar[bool] = True

    player: str
    voucher: Text
    amount: int
    after_win: Annotated[str, OneOf(AFTER_WIN)] | None = None
    """What becomes of a token that wins: `returned` or `taken`; with none the table's way."""
    wagers: tuple[str, ...] = ()
    """The wagers that the tokens are good for; with none named, all of them."""
    valid_until: int | None = None


@acts.act(ExchangeVoucher, Role.DEALER, clauses=of_challenge(lambda law: law.tokens))
def exchange_voucher(table: Table, command: ExchangeVoucher, by: Person) -> Effect:
    law, floor, player = law_of(table), state_of(table), command.player
    must_be_here(table, player)
    table.must_be_open()
    table.refuse_unless(command.voucher, "voucher: it has a number", law.tokens)
    table.refuse_unless(command.amount > 0, "amount: more than nothing", law.tokens)
    if command.voucher in floor.vouchers_used:
        raise Refused(f"voucher: {command.voucher} has been exchanged", law.tokens)
    if command.after_win not in (None, *AFTER_WIN):
        raise Refused(f"after_win: {' or '.join(AFTER_WIN)}", law.tokens)
    if not set(command.wagers) <= set(table.game.wagers):
        raise Refused(f"wagers: some of {', '.join(table.game.wagers)}", law.tokens)
    if command.valid_until is not None and table.now > command.valid_until:
        raise Refused(f"voucher: {command.voucher} is no longer valid", law.tokens)
    after_win = command.after_win or table.options["token_after_win"]
    voucher = Voucher(after_win == "taken", command.wagers)
    if _holds_tokens(table, player) and floor.vouchers[player] != voucher:
        raise Refused(f"{player} has tokens on other conditions", law.tokens)

    def effect() -> None:
        floor.vouchers[player] = voucher
        floor.vouchers_used.add(command.voucher)
        conditions = f"a winning token is {after_win}"
        if command.wagers:
            conditions += f"; for {', '.join(command.wagers)} only"
        table.add_fact(
            Attested(
                what=f"voucher {command.voucher} of {player}", by=by.name, detail=conditions,
                clauses=law.tokens,
            )
        )  # fmt: skip
        table.add_fact(TokensMoved(player=player, issued=command.amount, clauses=law.tokens))

    return effect


def _holds_tokens(table: Table, player: str) -> bool:
    staked = any(wager.tokens for wager in table.wagers if wager.player == player)
    return staked or table.chips.tokens.get(player, 0) > 0


class PlaceTokens(Command, frozen=True, tag="place-tokens"):
    """So much of a player's wager on a box is in tokens now, beside any chips; 0 takes them off."""

    brings_into_play: ClassVar[bool] = True

    player: str
    box: int
    amount: int
    wager: str = MAIN


@acts.act(
    PlaceTokens,
    Role.PLAYER,
    clauses=of_challenge(lambda law: together(law.tokens, law.betting_window, law.wagers_frozen)),
)
def place_tokens(table: Table, command: PlaceTokens, by: Person) -> Effect:
    law, player, box = law_of(table), command.player, command.box
    must_be_here(table, player)
    table.must_be_open()
    table.refuse_unless(box in table.boxes, f"box: there is no box {box}", law.box)
    if table.phase is not Phase.BETTING:
        raise Refused("no more bets", law.wagers_frozen if table.in_play else law.no_more_bets)
    table.refuse_unless(command.amount >= 0, "amount: no less than nothing", law.tokens)
    old = table.wager_of(player, box, command.wager)
    lying, chips = (old.tokens, old.amount - old.tokens) if old else (0, 0)
    more, total = command.amount - lying, command.amount + chips
    table.refuse_unless(more, "amount: so many tokens lie there", law.tokens)
    if total == 0:
        assert old is not None
        return lambda: take_back(table, old)
    _must_have(table, command, more)
    seated = table.patrons.seats.get(box) == player
    new = Wager(box, player, command.wager, total, seated)
    refusal = table.game.why_not_place(table, new)
    if refusal is not None:
        raise refusal

    def effect() -> None:
        if command.wager == MAIN:
            state_of(table).overlooked.discard((player, box))
            note_the_time(table, player, box)
        wager = old or new
        wager.tokens = command.amount
        if more > 0:
            table.add_fact(TokensMoved(player=player, staked=more, clauses=law.tokens))
        place(table, wager, total)
        if more < 0:
            table.add_fact(TokensMoved(player=player, returned=-more, clauses=law.tokens))
        if command.wager != MAIN:
            displace(table, box, command.wager)

    return effect


def _must_have(table: Table, command: PlaceTokens, more: int) -> None:
    """Tokens enough, and good for this wager."""
    law, player = law_of(table), command.player
    held = table.chips.tokens.get(player, 0)
    if more > held:
        raise Refused(f"{player} has {money(held)} in tokens", law.tokens)
    voucher = state_of(table).vouchers[player]
    if voucher.wagers and command.wager not in voucher.wagers:
        raise Refused(f"the tokens of {player} are not for {command.wager}", law.tokens)


def token_stakes(table: Table) -> dict[Place, TokenStake]:
    """The tokens that lie on the wagers of a round."""
    vouchers = state_of(table).vouchers
    return {
        (w.player, w.box, w.wager): TokenStake(w.tokens, vouchers[w.player].kept_on_a_win)
        for w in table.wagers
        if w.tokens
    }
