"""The facts of every table in plain words, and those of a table in a tournament."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.money import Limits, dollars, money
from croupier.table import facts
from croupier.table.seeding import NOT_SEEDED
from croupier.table.wagers import MAIN
from croupier.wording.teller import detailed, noted, outcome, wager

if TYPE_CHECKING:
    from croupier.cards import Card
    from croupier.wording.teller import Audience, Words


def _opened(fact: facts.Opened, _: Audience) -> str:
    decks = "1 deck" if fact.decks == 1 else f"{fact.decks} decks"
    return f"the table opens: layout {fact.layout}, shoe {fact.shoe}, {decks}"


def _notified(fact: facts.Notified, to: Audience) -> str:
    return detailed(f"notice to {to.who(fact.to)}: {fact.about}", noted(fact.detail), ", ")


def _sign(fact: facts.SignDisplayed, _: Audience) -> str:
    limits = (f"{wager} {Limits(*limit).in_money}" for wager, limit in fact.limits.items())
    return f"the sign: {'; '.join(limits)}"


# --- people and chips


def _present(fact: facts.Present, to: Audience) -> str:
    return to.does(fact.player, "is there" if fact.present else "is not there")


def _seated(fact: facts.Seated, to: Audience) -> str:
    return to.does(fact.player, "gets up" if fact.box is None else f"sits at box {fact.box}")


def _chips(fact: facts.ChipsMoved, to: Audience) -> str:
    amount = money(abs(fact.amount))
    if fact.player is None:
        return f"the float {'is filled with' if fact.amount > 0 else 'gives up'} {amount}"
    return to.does(fact.player, f"{'brings' if fact.amount > 0 else 'takes away'} {amount}")


def _tokens(fact: facts.TokensMoved, to: Audience) -> str:
    moved = {name: getattr(fact, name) for name in ("issued", "staked", "returned", "lost", "kept")}
    told = (f"{money(amount)} {name}" for name, amount in moved.items() if amount)
    return f"{to.whose(fact.player)} tokens: {', '.join(told)}"


# --- wagers


def _placed(fact: facts.Placed, to: Audience) -> str:
    wager = "" if fact.wager == "main" else f" ({fact.wager})"
    if fact.total:
        return to.does(fact.player, f"bets {money(fact.total)} on box {fact.box}{wager}")
    back = money(-fact.amount)
    return to.does(fact.player, f"takes {back} back from box {fact.box}{wager}")


def _warned(fact: facts.Warned, to: Audience) -> str:
    wager = "wager" if fact.wager == MAIN else f"{fact.wager.replace('-', ' ')} wager"
    what = f"{to.whose(fact.player)} {wager} on box {fact.box}"
    return f"{what} is under the minimum, and taken as it is"


def _settled(fact: facts.Settled, to: Audience) -> str:
    return f"{wager(fact, to)} {outcome(fact, to.level, stake_told=True)}"


def _reversed(fact: facts.Reversed, to: Audience) -> str:
    return f"{wager(fact, to)} is undone: {money(-fact.net)}"


# --- the shoe


def _shuffled(fact: facts.Shuffled, to: Audience) -> str:
    said = detailed(f"{fact.cards} cards are shuffled", fact.commitment or "", ", commitment ")
    if fact.seeded_by is None:
        return said
    return f"{said}, {_seeded_by(fact.seeded_by, to)}"


def _seeded_by(players: tuple[str, ...], to: Audience) -> str:
    if not players:
        return NOT_SEEDED
    return f"seeded by {', '.join(to.who(each) for each in players)}"


def _committed(fact: facts.ShuffleCommitted, to: Audience) -> str:
    who = ", ".join(to.who(player) for player, _ in fact.tips) or "nobody"
    return f"the house is bound to shuffle {fact.number} by {fact.root}; who takes part: {who}"


def _voided(fact: facts.ShuffleVoided, to: Audience) -> str:
    missing = ", ".join(to.who(player) for player in fact.missing)
    why = f"no link came from {missing}" if missing else fact.reason or "the table closed"
    return f"shuffle {fact.number} is void: {why}"


def _cut_offered(fact: facts.CutOffered, to: Audience) -> str:
    return f"the cut is offered to {to.who(fact.player or 'the supervisor')}"


def _loaded(fact: facts.ShoeLoaded, _: Audience) -> str:
    after = fact.until_cutting_card
    where = "" if after is None else f", the cutting card after {after}"
    return f"{fact.cards} cards are in the shoe{where}"


def _cutting_card(fact: facts.CuttingCardCame, to: Audience) -> str:
    where = "before any card" if fact.box is None else f"on {to.place(fact.box)}"
    return f"the cutting card comes {where}"


def _seen(card: Card | None, to: Audience) -> str:
    return "an unseen card" if card is None else to.card(card)


def _due(fact: facts.ShuffleDue, _: Audience) -> str:
    return f"a shuffle is due {'now' if fact.at_once else 'after the round'}"


# --- a table of a tournament


def _position(fact: facts.PositionAllocated, to: Audience) -> str:
    if fact.box is None:
        return to.does(fact.player, "has no position any more")
    return to.does(fact.player, f"has box {fact.box}")


def _tournament_chips(fact: facts.TournamentChipsMoved, to: Audience) -> str:
    whose = "the float" if fact.player is None else to.who(fact.player)
    way = "come to" if fact.amount > 0 else "leave"
    return f"{dollars(abs(fact.amount))} in tournament chips {way} the table, for {whose}"


def _out(fact: facts.OutAtTable, _: Audience) -> str:
    why = "made no wager and " if fact.no_wager else ""
    return f"{fact.player} {why}is out with {dollars(fact.residual)} left"


def _announced(fact: facts.HiddenAnnounced, _: Audience) -> str:
    written = "nothing" if fact.written is None else dollars(fact.written)
    return f"{fact.player} had written {written}: {fact.type}, for {dollars(fact.amount)}"


def _corrected(fact: facts.CardCorrected, to: Audience) -> str:
    """What was wrong is put right; a card that lies face down has no name."""
    which = f"card {fact.draw} of round {fact.round}"
    if fact.card is None or fact.was is None:
        said = f"{which}, which lies face down, had been named wrongly and is put right"
    else:
        said = f"{which} is {to.card(fact.card)} and had been named {to.card(fact.was)}"
    return f"{detailed(said, fact.reason, ', because: ')}; what follows from it is stated anew"


def _burnt_corrected(fact: facts.BurntCardCorrected, to: Audience) -> str:
    return f"the burnt card is {to.card(fact.card)} and had been named {to.card(fact.was)}"


def _reconstructed(fact: facts.Reconstructed, _: Audience) -> str:
    kept = fact.decisions_kept
    stands = "the first decision stands" if kept == 1 else f"the first {kept} decisions stand"
    return f"round {fact.round} is put right{f', and {stands}' if kept else ''}"


def _made_good(fact: facts.MadeGood, to: Audience) -> str:
    return f"{to.who(fact.player)}: {dollars(fact.was)} counts as {dollars(fact.amount)}"


WORDS: Words = {
    facts.Opened: _opened,
    facts.SignDisplayed: _sign,
    facts.Notified: _notified,
    facts.Attested: lambda f, _: detailed(f"{f.by} attests: {f.what}", f.detail, ", "),
    facts.Exercised: lambda f, _: detailed(f"{f.power}: {f.subject}", f.reason, ", because: "),
    facts.Seated: _seated,
    facts.Present: _present,
    facts.ChipsMoved: _chips,
    facts.Placed: _placed,
    facts.BettingClosed: lambda f, _: f"round {f.round}: no more bets",
    facts.BettingReopened: lambda f, _: f"round {f.round}: betting is open again",
    facts.Controls: lambda f, to: to.does(f.player, f"decides for box {f.box}"),
    facts.Warned: _warned,
    facts.Shuffled: _shuffled,
    facts.TipBrought: lambda f, to: to.does(f.player, f"takes part in shuffles with {f.tip}"),
    facts.ShuffleCommitted: _committed,
    facts.LinkOpened: lambda f, to: to.does(f.player, f"opens the link {f.link}"),
    facts.ShuffleVoided: _voided,
    facts.CutOffered: _cut_offered,
    facts.CutMade: lambda f, to: to.does(f.by, f"cuts at {f.at}"),
    facts.ShoeLoaded: _loaded,
    facts.Burnt: lambda f, to: f"{_seen(f.card, to)} is burnt: {f.why}",
    facts.SetAside: lambda f, to: f"{_seen(f.card, to)} is set aside to be the next card",
    facts.InTheRack: lambda f, to: f"in the rack already: {', '.join(map(to.card, f.cards))}",
    facts.TakenFromRack: lambda f, to: f"{_seen(f.card, to)} comes out of the rack again",
    facts.MachineEmptied: lambda f, _: f"{f.cards} cards are taken out of the machine",
    facts.TokensMoved: _tokens,
    facts.CuttingCardCame: _cutting_card,
    facts.ShuffleDue: _due,
    facts.Revealed: lambda f, _: f"the secret of {f.commitment} is {f.secret}",
    facts.RoundEnded: lambda f, _: f"round {f.round} ends",
    facts.RoundVoided: lambda f, _: f"round {f.round} is void: {f.reason}",
    facts.Reconstructed: _reconstructed,
    facts.CardCorrected: _corrected,
    facts.BurntCardCorrected: _burnt_corrected,
    facts.Disputed: lambda f, _: f"dispute {f.number} {f.stage}: {f.text}",
    facts.TableClosed: lambda _f, _: "the table closes",
    facts.Settled: _settled,
    facts.Reversed: _reversed,
    facts.Designated: lambda f, _: f"the table is for the tournament {f.tournament}",
    facts.PositionAllocated: _position,
    facts.TournamentChipsMoved: _tournament_chips,
    facts.MarkerPlaced: lambda f, _: f"the starting marker is at box {f.box}",
    facts.AskedToWager: lambda f, to: to.does(f.player, "is asked to wager"),
    facts.WageredOutOfOrder: lambda f, to: f"{to.who(f.player)} wagered out of order ({f.times})",
    facts.Passed: lambda f, _: f"{f.player} passes, and has {f.left} pass cards left",
    facts.MadeGood: _made_good,
    facts.OutAtTable: _out,
    facts.FormHandedIn: lambda f, to: to.does(f.player, "hands in a form"),
    facts.FormReturned: lambda f, to: to.does(f.player, f"gets the form back: {f.reason}"),
    facts.HiddenStaked: lambda f, to: to.does(f.player, f"has an undisclosed wager on box {f.box}"),
    facts.HiddenAnnounced: _announced,
    facts.FormInspected: lambda f, to: to.does(f.player, f"looks at the form of {f.of}"),
}
