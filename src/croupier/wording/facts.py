"""Facts in plain words, one sentence each. What a game states is put into words by its module."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from croupier.chips import Limits, dollars
from croupier.table import facts
from croupier.wording import tournament

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.aggregate.facts import Fact


def say(fact: Fact) -> str:
    """What a fact states, without its clauses."""
    wording = _WORDS.get(type(fact)) or words_of_its_game(fact).WORDS.get(type(fact))
    return wording(fact) if wording is not None else _plainly(fact)


def words_of_its_game(fact: Fact) -> Any:
    """The module that tells the facts of a game."""
    _, layer, game, *_ = type(fact).__module__.split(".")
    return import_module(f"croupier.wording.{game if layer == 'games' else 'blackjack'}")


def _plainly(fact: Fact) -> str:
    """A fact that nobody has put into words: its name and its fields."""
    told = ", ".join(
        f"{name.replace('_', ' ')} {_value(getattr(fact, name))}"
        for name in fact.__struct_fields__
        if name != "clauses" and getattr(fact, name) is not None
    )
    return f"{str(fact.__struct_config__.tag).replace('-', ' ')}: {told}"


def _value(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def place(box: int | None, hand: int | None = None) -> str:
    if box == 0:
        return "the dealer"
    return f"box {box}" + (f" hand {hand}" if hand is not None and hand > 1 else "")


def _with(text: str, detail: str, between: str = ": ") -> str:
    return f"{text}{between}{detail}" if detail else text


def _opened(fact: facts.Opened) -> str:
    decks = "1 deck" if fact.decks == 1 else f"{fact.decks} decks"
    return f"the table opens: layout {fact.layout}, shoe {fact.shoe}, {decks}"


def _present(fact: facts.Present) -> str:
    return f"{fact.player} is there" if fact.present else f"{fact.player} is not there"


def _seated(fact: facts.Seated) -> str:
    return f"{fact.player} gets up" if fact.box is None else f"{fact.player} sits at box {fact.box}"


def _chips(fact: facts.ChipsMoved) -> str:
    did = "brings" if fact.amount > 0 else "takes away"
    if fact.player is None:
        did = "is filled with" if fact.amount > 0 else "gives up"
    return f"{fact.player or 'the float'} {did} {dollars(abs(fact.amount))}"


def _tokens(fact: facts.TokensMoved) -> str:
    moved = {name: getattr(fact, name) for name in ("issued", "staked", "returned", "lost", "kept")}
    told = (f"{dollars(amount)} {name}" for name, amount in moved.items() if amount)
    return f"{fact.player}'s tokens: {', '.join(told)}"


def _placed(fact: facts.Placed) -> str:
    wager = "" if fact.wager == "main" else f" ({fact.wager})"
    if fact.total:
        return f"{fact.player} bets {dollars(fact.total)} on box {fact.box}{wager}"
    return f"{fact.player} takes {dollars(-fact.amount)} back from box {fact.box}{wager}"


def _sign(fact: facts.SignDisplayed) -> str:
    limits = (f"{wager} {Limits(*limit)}" for wager, limit in fact.limits.items())
    return f"the sign: {'; '.join(limits)}"


def _shuffled(fact: facts.Shuffled) -> str:
    return _with(f"{fact.cards} cards are shuffled", fact.commitment or "", ", commitment ")


def _loaded(fact: facts.ShoeLoaded) -> str:
    after = fact.until_cutting_card
    where = "" if after is None else f", the cutting card after {after}"
    return f"{fact.cards} cards are in the shoe{where}"


def _cutting_card(fact: facts.CuttingCardCame) -> str:
    where = "before any card" if fact.box is None else f"on {place(fact.box)}"
    return f"the cutting card comes {where}"


def _wager(fact: facts.Settled | facts.Reversed) -> str:
    where = "" if fact.box is None else f" on {place(fact.box, fact.hand)}"
    whose = "" if fact.on in (None, fact.player) else f" of {fact.on}"
    return f"{fact.player}'s {fact.wager} {dollars(fact.stake)}{where}{whose}"


def _settled(fact: facts.Settled) -> str:
    came_out = {
        facts.Outcome.WIN: f"wins {dollars(fact.net)}",
        facts.Outcome.LOSE: "loses",
        facts.Outcome.PUSH: "is a stand-off",
        facts.Outcome.VOID: "is void",
        facts.Outcome.RETURNED: "goes back",
    }[fact.outcome]
    return f"{_wager(fact)} {came_out}"


_WORDS: dict[type, Callable[[Any], str]] = {
    facts.Opened: _opened,
    facts.SignDisplayed: _sign,
    facts.Notified: lambda f: _with(f"notice to {f.to}: {f.about}", f.detail, ", "),
    facts.Attested: lambda f: _with(f"{f.by} attests: {f.what}", f.detail, ", "),
    facts.Exercised: lambda f: _with(f"{f.power}: {f.subject}", f.reason, ", because: "),
    facts.Seated: _seated,
    facts.Present: _present,
    facts.ChipsMoved: _chips,
    facts.Placed: _placed,
    facts.BettingClosed: lambda f: f"no more bets for round {f.round}",
    facts.BettingReopened: lambda f: f"betting for round {f.round} is open again",
    facts.Controls: lambda f: f"{f.player} decides for box {f.box}",
    facts.Warned: lambda f: f"{f.player} is told of the minimum on box {f.box} ({f.wager})",
    facts.Shuffled: _shuffled,
    facts.CutOffered: lambda f: f"the cut is offered to {f.player or 'the supervisor'}",
    facts.CutMade: lambda f: f"{f.by} cuts at {f.at}",
    facts.ShoeLoaded: _loaded,
    facts.Burnt: lambda f: f"{f.card or 'an unseen card'} is burnt: {f.why}",
    facts.SetAside: lambda f: f"{f.card or 'an unseen card'} is set aside to be the next card",
    facts.InTheRack: lambda f: f"in the rack already: {', '.join(f.cards)}",
    facts.TakenFromRack: lambda f: f"{f.card or 'an unseen card'} comes out of the rack again",
    facts.MachineEmptied: lambda f: f"{f.cards} cards are taken out of the machine",
    facts.TokensMoved: _tokens,
    facts.CuttingCardCame: _cutting_card,
    facts.ShuffleDue: lambda f: f"a shuffle is due {'now' if f.at_once else 'after the round'}",
    facts.Revealed: lambda f: f"the secret of {f.commitment} is {f.secret}",
    facts.RoundEnded: lambda f: f"round {f.round} ends",
    facts.RoundVoided: lambda f: f"round {f.round} is void: {f.reason}",
    facts.Reconstructed: lambda f: (
        f"round {f.round} is put right; decisions kept: {f.decisions_kept}"
    ),
    facts.Disputed: lambda f: f"dispute {f.number} {f.stage}: {f.text}",
    facts.TableClosed: lambda _: "the table closes",
    facts.Settled: _settled,
    facts.Reversed: lambda f: f"{_wager(f)} is undone: {dollars(-f.net)}",
    **tournament.WORDS,
}
