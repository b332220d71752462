"""The whole account of an adjudicated file, in chapters: for the terminal, a report and a page.

What happened, entry by entry with what followed; what was refused and why; what each wager is
worth; what the table is said to have paid, and where that went wrong.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from croupier.adjudication import claims
from croupier.adjudication.answer import Answer, Settlement
from croupier.adjudication.round_file import plain
from croupier.adjudication.story import Chapter, LineKind, StoryLine
from croupier.aggregate.acts import tag_of
from croupier.money import NotWholeCents, Odds, money
from croupier.table.acts.shuffling import Cut
from croupier.table.facts import Outcome
from croupier.wording.teller import GAME_WORDS, names, say

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from croupier.adjudication.answer import ClaimAnswer, Refusal, RoundAnswer
    from croupier.adjudication.story import Adjudication, Follower
    from croupier.adjudication.table_run import Told
    from croupier.aggregate.facts import Fact
    from croupier.rulebook.instruments import Clause, Instrument

TOGETHER = 3
"""From how many cards in a row on they are told on one line."""


def chapters_of(account: Adjudication) -> list[Chapter]:
    """The account from the first wager to the net of everybody."""
    result = account.result
    chapters = story_of(account)
    if isinstance(result, Answer):
        if account.told:
            chapters += _worth(result)
        chapters.append(claims_of(account))
    return [*(each for each in chapters if each.lines), _ending(result)]


def story_of(account: Adjudication) -> list[Chapter]:
    """What happened, as far as it came."""
    chapters = [*account.tell(), *(_script(account) if account.told else ())]
    return [each for each in chapters if each.lines]


# --- what happened


def _script(account: Adjudication) -> Iterator[Chapter]:
    """The rounds of a script; each entry, and under it what followed."""
    before = (StoryLine(plain(entry_in_words(entry))) for entry in account.file.before)
    yield Chapter("Before the file's first round", [*before])
    laid = [_laid(wager) for wager in getattr(account.file, "wagers", None) or ()]
    yield Chapter("Wagers", laid)
    last = max(told.round for told in account.told)
    assert account.follow is not None
    follower = account.follow()
    number = None
    lines: list[StoryLine] = []
    for told in account.told:
        if told.round != number:
            if lines:
                yield Chapter(_title(number, last), lines)
            number, lines = told.round, []
        lines += _told(told, follower, account.instrument)
    yield Chapter(_title(number, last), lines)


def _title(number: int | None, last: int) -> str:
    if not number:
        return "Before the first round" if last else "What happened"
    return f"Round {number}" if last > 1 else "What happened"


def _laid(wager: Any) -> StoryLine:
    where = "" if wager.box is None else f" on box {wager.box}"
    return StoryLine(f"{plain(wager.player)} has {wager.wager} {money(wager.amount)}{where}")


def _told(told: Told, follower: Follower, instrument: Instrument) -> Iterator[StoryLine]:
    followed = [*_followed(told.facts, follower, instrument)]
    if told.place is not None and told.entry is not None:
        yield StoryLine(f"{told.place}. {plain(entry_in_words(told.entry))}", (), LineKind.ENTRY)
    elif followed:
        yield StoryLine("Then, by itself", (), LineKind.ENTRY)
    if told.refused is not None:
        why = told.refused
        yield StoryLine(plain(why.reason), why.clauses, LineKind.REFUSED)
    yield from followed


def _followed(
    facts: Sequence[Fact], follower: Follower, instrument: Instrument
) -> Iterator[StoryLine]:
    card_of = GAME_WORDS.of(instrument).card_of
    cards: list[tuple[Fact, str]] = []
    for fact in facts:
        if card_of(fact) is None:
            yield from _cards(cards, card_of)
            cards = []
        follower.take(fact)
        if card_of(fact) is not None:
            cards.append((fact, say(fact, follower.to)))
        elif not follower.leaves_out(fact):
            yield StoryLine(plain(say(fact, follower.to)), fact.clauses, LineKind.FOLLOWED)
        follower.taken(fact)
    yield from _cards(cards, card_of)


def _cards(cards: Sequence[tuple[Fact, str]], card_of: Any) -> Iterator[StoryLine]:
    """Cards one by one with what they come to, or many of them on one line."""
    if len(cards) < TOGETHER:
        for fact, text in cards:
            yield StoryLine(plain(text), fact.clauses, LineKind.FOLLOWED)
        return
    cited = dict.fromkeys(clause for fact, _ in cards for clause in fact.clauses)
    text = ", ".join(card_of(fact) for fact, _ in cards)
    yield StoryLine(f"cards: {text}", tuple(cited), LineKind.FOLLOWED)


_AMOUNTS = ("amount", "limit", "minimum", "maximum")
_WHEN = ("at", "by")
_CUT = tag_of(Cut)


def entry_in_words(entry: Mapping[str, Any]) -> str:
    """An entry of a script as a person would say it."""
    when = f", {_seconds(entry['at'])} after the start" if _is_time(entry) else ""
    by = f" ({entry['by']})" if "do" in entry and "by" in entry else ""
    return f"{_what(entry)}{by}{when}"


def _is_time(entry: Mapping[str, Any]) -> bool:
    return "at" in entry and entry.get("do") != _CUT  # there it says where


def _what(entry: Mapping[str, Any]) -> str:
    if "deal" in entry:
        number = entry["deal"]
        if number == "all":
            return "all cards that are due are dealt"
        return "the next card is dealt" if number == 1 else f"the next {number} cards are dealt"
    if "wait" in entry:
        return f"{_seconds(entry['wait'])} pass"
    if "next" in entry:
        return "on to the next round"
    if "warned" in entry:
        kind = f" on {entry['wager']}" if entry.get("wager") else ""
        return f"{entry['warned']} had been told that short wagers{kind} go back"
    fields = dict(entry)
    if "action" in fields:
        return _decision(fields)
    what = fields.pop("do")
    for name in _WHEN if fields.get("do") != _CUT and what != _CUT else ("by",):
        fields.pop(name, None)
    details = ", ".join(f"{name.replace('_', ' ')} {_value(name, fields[name])}" for name in fields)
    return f"{what}: {details}" if details else str(what)


def _decision(fields: dict[str, Any]) -> str:
    action, box, hand = fields.pop("action"), fields.pop("box", None), fields.pop("hand", None)
    who = fields.pop("player", None)
    fields.pop("at", None)
    where = "" if box is None else f" on box {box}" + (f", hand {hand}" if hand else "")
    said = f"{who}: " if who else ""
    if "players" in fields:
        fields["by"] = names([str(each) for each in fields.pop("players")] or ["nobody"])
    if isinstance(stakes := fields.pop("stakes", None), dict):
        told = [f"{player} {_value('amount', stake)}" for player, stake in stakes.items()]
        fields["by"] = names(told or ["nobody"])
    more = "".join(f", {name} {_value(name, value)}" for name, value in fields.items())
    return f"{said}{action}{where}{more}".replace(", by ", " by ", 1)


def _value(name: str, value: Any) -> str:
    if name == "laid_on" and isinstance(value, list) and len(value) == 2:
        return f"box {value[0]}, hand {value[1]}" if value[0] else f"hand {value[1]}"
    if name in _AMOUNTS and isinstance(value, int):
        return money(value)
    if isinstance(value, list):
        return " ".join(map(str, value))
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def _seconds(milliseconds: int) -> str:
    return f"{milliseconds / 1000:g} seconds"


# --- what it came to


def _worth(result: Answer) -> Iterator[Chapter]:
    several = len(result.rounds) > 1
    for number, played in result.rounds.items():
        title = "What each wager is worth" + (f", round {number}" if several else "")
        yield Chapter(title, [settlement_line(each) for each in played.settlements])


def settlement_line(settled: Settlement) -> StoryLine:
    """One wager, and what became of it."""
    return StoryLine(f"{wager_of(settled)}: {came_out(settled)}", settled.clauses)


def wager_of(settled: Settlement | ClaimAnswer, *, stake: bool = True) -> str:
    """`ana's main on box 1, hand 2`; of an insurance, for whom."""
    box, hand, on = (None if each is msgspec.UNSET else each for each in _where(settled))
    where = "" if box is None else f" on box {box}" + (f", hand {hand}" if hand else "")
    whose = "" if on in (None, settled.player) else f" for {plain(str(on))}"
    much = f" {money(settled.stake)}" if stake and isinstance(settled, Settlement) else ""
    return f"{plain(settled.player)}'s {settled.wager}{much}{where}{whose}"


def _where(settled: Settlement | ClaimAnswer) -> tuple[Any, Any, Any]:
    return settled.box, settled.hand, settled.on


_CAME_OUT = {
    Outcome.PUSH: "neither wins nor loses",
    Outcome.VOID: "is void and goes back",
    Outcome.RETURNED: "goes back",
}


def came_out(settled: Settlement) -> str:
    """`wins 10`, `loses 10`, `goes back`."""
    if settled.outcome in _CAME_OUT and not settled.net:
        return _CAME_OUT[settled.outcome]
    if settled.net < 0:
        return f"loses {money(-settled.net)}"
    return f"wins {money(settled.net)}"


def signed(cents: int) -> str:
    """`+10`, `-10`, `0`."""
    return f"{'+' if cents > 0 else ''}{money(cents)}"


def _ending(result: Answer | Refusal) -> Chapter:
    if isinstance(result, Answer):
        title = f"Net of round {max(result.rounds, key=int)}" if len(result.rounds) > 1 else "Net"
        if not result.net:
            return Chapter(title, [StoryLine("nobody had a wager")])
        width = max(len(plain(player)) for player in result.net)
        return Chapter(
            title,
            [
                StoryLine(f"{plain(player):{width}}  {signed(cents)}")
                for player, cents in result.net.items()
            ],
        )
    refused = result.refused
    places = (("wager", refused.wager), ("before", refused.before), ("decision", refused.decision))
    entry, place = next(((name, place) for name, place in places if place), ("decision", None))
    return Chapter(
        "Refused", [StoryLine(f"{entry} {place}: {plain(refused.reason)}", refused.clauses)]
    )


# --- what the table is said to have paid


def claims_of(account: Adjudication) -> Chapter:
    """Every claim of the file with its verdict."""
    result = account.result
    lines = []
    if isinstance(result, Answer):
        lines = [claim_line(each, account.instrument, result) for each in result.claims or ()]
    return Chapter("What the table paid", lines)


def claim_line(claim: ClaimAnswer, instrument: Instrument, result: Answer) -> StoryLine:
    """A claim, what is right, and where it went wrong as far as that can be seen."""
    of = f"{wager_of(claim)}{_of_round(claim)}"
    paid = f"{of}: paid {signed(claim.net)}"
    if claim.agrees:
        return StoryLine(f"{paid}, as the rules give", claim.clauses)
    if claim.right is None:
        return StoryLine(
            f"{paid}, and there is no such wager in that round", claim.clauses, LineKind.WRONG
        )
    off = claim.net - claim.right
    much = f"{money(abs(off))} too {'much' if off > 0 else 'little'}"
    seems, mentions = why_wrong(claim, instrument, result)
    return StoryLine(
        f"{paid}, the rules give {signed(claim.right)}: {much}{seems}",
        claim.clauses,
        LineKind.WRONG,
        mentions,
    )


def _of_round(claim: ClaimAnswer) -> str:
    return "" if claim.round is msgspec.UNSET else f" in round {claim.round}"


def why_wrong(
    claim: ClaimAnswer, instrument: Instrument, result: Answer
) -> tuple[str, tuple[str, ...]]:
    """What would have been paid like that: another outcome, other odds, another wager.

    With it, the clauses that it speaks of. Only a guess, and none where several wagers are meant.
    """
    round = _round_of(claim, result)
    found = [each for each in round.settlements if claims.is_meant(claim, each)]
    if len(found) != 1:
        return "", ()
    settled = found[0]
    for what, clauses in (
        *_as_outcome(claim.net, settled),
        *_as_odds(claim.net, settled.stake, instrument),
        *_as_other_wager(claim.net, settled, round),
    ):
        return f"; that is {what}", clauses
    return "", ()


def _round_of(claim: ClaimAnswer, result: Answer) -> RoundAnswer:
    number = max(result.rounds, key=int) if claim.round is msgspec.UNSET else str(claim.round)
    return result.rounds[number]


_Guess = tuple[str, tuple[str, ...]]


def _as_outcome(net: int, settled: Settlement) -> Iterator[_Guess]:
    if net == 0 and settled.net:
        yield "as if the stake had gone back", ()
    elif net == -settled.stake and settled.net != net:
        yield "as if the whole stake had been lost", ()


def _as_odds(net: int, stake: int, instrument: Instrument) -> Iterator[_Guess]:
    """Odds of these rules at which the stake wins as much."""
    if net <= 0:
        return
    for value in instrument.values:
        if value.type != "odds":
            continue
        odds = value.parsed
        try:
            pays = odds.on(stake) if isinstance(odds, Odds) else None
        except NotWholeCents:
            continue
        if pays == net:
            said = f"{value.says[:1].lower()}{value.says[1:]}"
            cited = ", ".join(value.clauses)
            yield f"{value.value} on {money(stake)}: {said} ({cited})", value.clauses


def _as_other_wager(net: int, settled: Settlement, round: RoundAnswer) -> Iterator[_Guess]:
    for other in round.settlements:
        if other is not settled and other.net == net and net:
            yield f"what {wager_of(other)} came to", ()


def refusals(account: Adjudication) -> Iterable[Told]:
    """The entries of a script that the rules refuse."""
    return (told for told in account.told if told.refused is not None)


def cited_in(instrument: Instrument, chapters: Sequence[Chapter]) -> list[Clause]:
    """The clauses that an account cites, in the order of the instrument."""
    lines = [line for chapter in chapters for line in chapter.lines]
    cited = {clause for line in lines for clause in (*line.clauses, *line.mentions)}
    return [clause for clause in instrument.clauses if clause.id in cited]
