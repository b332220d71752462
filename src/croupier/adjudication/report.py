"""The report of an adjudicated file: what somebody puts into the file of a dispute.

A document in which the table's sign, the cards, all that happened, every settlement and claim and
the words of every clause stand together, with the hashes of what it rests on.
"""

from __future__ import annotations

import json
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.adjudication.account import (
    came_out,
    chapters_of,
    cited_in,
    claims_of,
    refusals,
    story_of,
    wager_of,
)
from croupier.adjudication.answer import Answer
from croupier.adjudication.round_file import plain
from croupier.adjudication.story import LineKind
from croupier.documents.model import (
    Column,
    Document,
    Hand,
    Hands,
    Hash,
    Heading,
    Listing,
    Notice,
    Pairs,
    Paragraph,
    Style,
    Table,
    Words,
    faint,
    line,
    strong,
)
from croupier.game_rules import game_of, rules_for
from croupier.game_rules.signs import sign
from croupier.money import Limits, dollars
from croupier.version import __version__
from croupier.wording.options import readings_of, value_of
from croupier.wording.teller import capital

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from croupier.adjudication.answer import HandShown, Settlement
    from croupier.adjudication.story import Adjudication, StoryLine
    from croupier.documents.model import Block, Line
    from croupier.rulebook.instruments import Option

UNLIMITED = f"{dollars(1)} or more"
"""How a sign would tell the limits of a wager for which the file gives none."""
_HANDS = {"dealer": "Dealer", "communal": "Shared cards", "player": "Player", "banker": "Banker"}


def report(account: Adjudication, source: bytes, about: str = "") -> Document:
    """The report of a file, `source` being its very bytes, `about` which round it was."""
    result, book = account.result, account.instrument
    rounds = len(result.rounds) if isinstance(result, Answer) else 1
    what = "a round" if rounds == 1 else f"{rounds} rounds"
    return Document(
        title=f"Adjudication of {what}",
        subtitle=f"{book.title}, {book.number}",
        blocks=(
            *((Paragraph(line(plain(about))),) if about else ()),
            *_summary(account),
            *_cards(account),
            *_settlements(account),
            *_claims(account),
            *_story(account),
            *_table(account),
            *_clauses(account),
            *_rests_on(account, source),
        ),
        rests_on=(
            Hash("round file", sha256(source).hexdigest()),
            Hash("rulebook", book.fingerprint),
        ),
        made_by=f"Croupier {__version__}",
    )


# --- what it comes to


def _summary(account: Adjudication) -> Iterator[Block]:
    result = account.result
    if account.instrument.not_approved is not None:
        yield Notice(line(strong(account.instrument.not_approved)), "bad")
    if not isinstance(result, Answer):
        chapter = chapters_of(account)[-1]
        for refused in chapter.lines:
            yield Notice(
                line(strong("The rules refuse "), refused.text, faint(_cited(refused.clauses))),
                "bad",
            )
        return
    for warning in result.warnings:
        yield Notice(line(capital(plain(warning))))
    wrong = [claim for claim in result.claims or () if not claim.agrees]
    if wrong:
        of = len(result.claims or ())
        one = len(wrong) == 1
        some = "A claim does" if one else f"{len(wrong)} of {of} claims do"
        yield Notice(line(strong(f"{some} not agree with the rules.")), "bad")
    elif result.claims:
        yield Notice(line(strong("What the table paid agrees with the rules.")), "good")
    if entries := [*refusals(account)]:
        one = len(entries) == 1
        text = "One entry of the script is" if one else f"{len(entries)} entries of the script are"
        yield Notice(line(strong(f"{text} refused by the rules, and changed nothing.")), "bad")
    if result.unused_cards:
        yield Notice(line(f"{result.unused_cards} of the file's cards were not dealt."))
    net = ((plain(player), line(_money(cents))) for player, cents in result.net.items())
    if rows := tuple(net):
        yield Paragraph(line("What each player won or lost, the returned stakes not counted:"))
        yield Pairs(rows)


def _money(cents: int) -> Words:
    style = Style.GOOD if cents > 0 else Style.BAD if cents < 0 else Style.PLAIN
    return Words(_dollars(cents), style)


def _dollars(cents: int) -> str:
    sign = "+" if cents > 0 else "−" if cents < 0 else ""  # noqa: RUF001 a minus, not a hyphen
    return f"{sign}${dollars(abs(cents))}"


def _cited(clauses: Sequence[str]) -> str:
    return f"  ({', '.join(dict.fromkeys(clauses))})" if clauses else ""


# --- how it lay, and what it is worth


def _cards(account: Adjudication) -> Iterator[Block]:
    result = account.result
    if isinstance(result, Answer) and result.hands:
        several = len(result.rounds) > 1
        yield Heading("The cards of the last round" if several else "The cards")
        yield Hands(tuple(_hand(hand, result.hands) for hand in result.hands))


def _hand(hand: HandShown, hands: Sequence[HandShown]) -> Hand:
    if isinstance(hand.box, str):
        whose = _HANDS[hand.box]
    else:
        split = sum(other.box == hand.box for other in hands) > 1
        whose = f"Box {hand.box}, hand {hand.hand}" if split else f"Box {hand.box}"
    says = hand.poker_hand or ("" if hand.total is None else str(hand.total))
    return Hand(whose, hand.cards, says)


def _settlements(account: Adjudication) -> Iterator[Block]:
    result = account.result
    if not isinstance(result, Answer):
        return
    yield Heading("What each wager is worth")
    for number, played in result.rounds.items():
        title = f"Round {number}" if len(result.rounds) > 1 else "Every wager on every hand"
        if played.settlements:
            yield _settlement_table(title, played.settlements)
        else:
            yield Paragraph(line(f"{title}: nobody had a wager."))


def _settlement_table(title: str, settlements: Sequence[Settlement]) -> Table:
    return Table(
        title,
        (
            Column("Wager", share=5),
            Column("Stake", "right"),
            Column("Result", share=3),
            Column("Net", "right"),
            Column("Clauses", share=4),
        ),
        tuple(
            (
                line(wager_of(each, stake=False)),
                line(f"${dollars(each.stake)}"),
                line(came_out(each)),
                line(_money(each.net)),
                line(faint(", ".join(each.clauses))),
            )
            for each in settlements
        ),
    )


def _claims(account: Adjudication) -> Iterator[Block]:
    chapter, result = claims_of(account), account.result
    if not chapter.lines or not isinstance(result, Answer):
        return
    yield Heading(chapter.title)
    yield Table(
        "What was paid, and what the rules give",
        (
            Column("Wager", share=5),
            Column("Paid", "right"),
            Column("Right", "right"),
            Column("Verdict", share=2),
            Column("Clauses", share=3),
        ),
        tuple(
            (
                line(wager_of(claim)),
                line(_dollars(claim.net)),
                line("no such wager" if claim.right is None else _dollars(claim.right)),
                line(_verdict(agrees=claim.agrees)),
                line(faint(", ".join(claim.clauses))),
            )
            for claim in result.claims or ()
        ),
    )
    for told in chapter.lines:
        if told.kind is LineKind.WRONG:
            text = f"{told.text}."
            yield Notice(line(text, faint(_cited(told.clauses))), "bad")


def _verdict(*, agrees: bool) -> Words:
    return Words("agrees", Style.GOOD) if agrees else Words("does not agree", Style.BAD)


# --- what happened


def _story(account: Adjudication) -> Iterator[Block]:
    yield Heading("What happened")
    for chapter in story_of(account):
        yield Table(
            chapter.title,
            (Column("In order", share=7), Column("Clauses", share=3)),
            tuple(_row(told) for told in chapter.lines),
        )


_STYLES = {LineKind.ENTRY: Style.STRONG, LineKind.REFUSED: Style.BAD}


def _row(told: StoryLine) -> tuple[Line, Line]:
    text = f"Refused: {told.text}" if told.kind is LineKind.REFUSED else told.text
    under = "\u00a0" * 4 if told.kind in (LineKind.FOLLOWED, LineKind.REFUSED) else ""
    words = Words(f"{under}{text}", _STYLES.get(told.kind, Style.PLAIN))
    return line(words), line(faint(", ".join(dict.fromkeys(told.clauses))))


# --- under what


def _table(account: Adjudication) -> Iterator[Block]:
    book, result = account.instrument, account.result
    yield Heading("The table")
    yield Paragraph(line(f"{book.title}, {book.number}, {book.authority} ({book.id})."))
    limits = account.options.get("limits") or {}
    multiples = account.options.get("multiples") or {}

    def shown(wager: str) -> Limits:
        least, most = limits.get(wager, (1, None))
        return Limits(least, most, multiples.get(wager, 1))

    said = [
        each
        for each in sign(game_of(book)(rules_for(book, dict(account.options))), shown)
        if UNLIMITED not in each.value
    ]
    yield Table(
        "The sign",
        (Column("What it says", share=7), Column("Clauses", share=3)),
        tuple((line(each.value), line(faint(", ".join(each.clauses)))) for each in said),
    )
    if not limits:
        yield Paragraph(
            line("The file gives no limits: no wager was held to a minimum or a maximum.")
        )
    assumed = set(result.assumed) if isinstance(result, Answer) else set()
    yield Table(
        "Every option of the table",
        (Column("Option", share=3), Column("Value", share=4), Column("Given by", share=3)),
        tuple(
            (
                line(option.name.replace("_", " ")),
                _chosen(option, account.options[option.name]),
                line(faint("the default") if option.name in assumed else "the file"),
            )
            for option in book.options
            if option.name in account.options
        ),
    )


def _chosen(option: Option, value: object) -> Line:
    """A value as one says it, and what it means where it is one of several that the text leaves."""
    if option.type not in ("choice", "flag"):
        return line(value_of(option, value) or "none")
    told = ("yes" if value else "no") if option.type == "flag" else value_of(option, value)
    meant = " ".join(each for _, each in readings_of(option, value))
    return line(told.replace("_", " "), faint(f": {meant}" if meant else ""))


def _clauses(account: Adjudication) -> Iterator[Block]:
    cited = cited_in(account.instrument, chapters_of(account))
    yield Heading("The clauses cited")
    yield Paragraph(line("In the words of the program's rulebook, not of the instrument itself."))
    yield Table(
        f"{len(cited)} clauses",
        (Column("Clause", share=2), Column("What it says", share=8)),
        tuple((line(strong(clause.id)), line(clause.says)) for clause in cited),
    )


def _rests_on(account: Adjudication, source: bytes) -> Iterator[Block]:
    yield Heading("What this rests on")
    rows = [
        ("round file", line(Words(sha256(source).hexdigest(), Style.CODE))),
        ("rulebook", line(Words(account.instrument.fingerprint, Style.CODE))),
        ("program", line(f"Croupier {__version__}")),
    ]
    if (origin := account.file.source) is not None:
        rows += [
            (f"from its {name}", line(Words(plain(str(value)), Style.CODE)))
            for name, value in msgspec.to_builtins(origin).items()
            if value
        ]
    yield Pairs(tuple(rows))
    yield Heading("The round file", 2)
    yield Listing(_laid_out(source))


def _laid_out(source: bytes) -> str:
    """The file as it is, or over several lines if it stands on one."""
    text = source.decode("utf-8", "replace").removeprefix("\ufeff").rstrip()
    lines = text.splitlines()
    if max(map(len, lines), default=0) <= _LISTED:
        return "\n".join(map(plain, lines))
    data: dict[str, Any] = json.loads(text)
    parts = []
    for name, value in data.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            entries = ",\n  ".join(json.dumps(each, ensure_ascii=False) for each in value)
            parts.append(f"{json.dumps(name)}: [\n  {entries}]")
        else:
            parts.append(f"{json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}")
    return "{" + ",\n ".join(parts) + "}"


_LISTED = 110
"""Characters of a line that a page has room for."""
