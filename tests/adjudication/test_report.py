"""The report of a dispute: everything it rests on is in it, and it is the same to the byte."""

from __future__ import annotations

import json
import re
from hashlib import sha256
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from tests.adjudication.test_account import DISPUTE

from croupier.adjudication import account_of
from croupier.adjudication.account import chapters_of, cited_in
from croupier.adjudication.report import report
from croupier.documents import html, pdf
from croupier.documents.model import Notice
from croupier.rulebook.instruments import instruments, load

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples" / "irregularities"


def page(file: dict[str, Any]) -> str:
    source = json.dumps(file).encode()
    return html.page(report(account_of(source), source))


def text_of(told: str) -> str:
    body = told.split("<main", 1)[1]
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", body)).split())


def test_it_has_all_that_a_dispute_needs() -> None:
    told = page(DISPUTE)
    text = text_of(told)
    for said in (
        "Adjudication of a round",
        "Casino Control (Blackjack) Approval 2018 (No 1), NI2018-568",
        "A claim does not agree with the rules.",
        "One entry of the script is refused by the rules, and changed nothing.",
        "ana's main on box 1, hand 1 +$15 +$10 does not agree 13.1(b), 13.2(b)",
        "that is 3 to 2 on $10: what a Blackjack is paid (8.1(a), 13.2(a))",
        "Blackjack pays 3 to 2 13.2(a)",
        "decks 6 the file",
        "device shoe : An ordinary shoe: shuffled by the dealer, cut, with a cutting card. the "
        "default",
        "collect busts at bust : At once. the default",
        "third party insurance yes : They may, in the order of 7.2. the default",
        sha256(json.dumps(DISPUTE).encode()).hexdigest(),
        load("act-blackjack-2018").fingerprint,
    ):
        assert said in text, said
    assert "at_bust" not in text
    for card in ("8 of spades", "eight of spades", "four of diamonds"):
        assert (f'aria-label="{card}"' in told) is (card != "8 of spades")


def test_every_cited_clause_is_there_in_the_words_of_the_rulebook() -> None:
    account, text = account_of(DISPUTE), text_of(page(DISPUTE))
    cited = cited_in(account.instrument, chapters_of(account))
    assert len(cited) > 10
    for clause in cited:
        assert f"{clause.id} {clause.says}" in text


@pytest.mark.parametrize("instrument", instruments())
def test_any_file_has_a_report_and_the_same_file_the_same_bytes(instrument: str) -> None:
    sources = [path.read_bytes() for path in sorted(EXAMPLES.glob("*.json"))]
    source = next((each for each in sources if instrument.encode() in each), None)
    if source is None:
        assert instrument == "act-blackjack-2006"
        source = json.dumps({**DISPUTE, "instrument": instrument, "options": {"decks": 6}}).encode()
    first = pdf.pdf(report(account_of(source), source))
    assert first.startswith(b"%PDF")
    assert first == pdf.pdf(report(account_of(source), source))
    told = html.page(report(account_of(source), source))
    assert told == html.page(report(account_of(source), source))
    assert sha256(source).hexdigest() in told


def test_a_refusal_has_a_report_too() -> None:
    file = {**DISPUTE, "wagers": [{**DISPUTE["wagers"][0], "wager": "perfect-pairs"}], "paid": []}
    del file["script"]
    source = json.dumps(file).encode()
    document = report(account_of(source), source)
    assert isinstance(document.blocks[0], Notice)
    assert document.blocks[0].kind == "bad"
    assert "The rules refuse wager 1" in text_of(html.page(document))


def test_what_agrees_is_said_to_agree() -> None:
    paid = [{**DISPUTE["paid"][0], "net": 1000}]
    assert "What the table paid agrees with the rules." in text_of(page({**DISPUTE, "paid": paid}))


def test_where_it_came_from_is_said_and_another_rulebook_noticed() -> None:
    source = {"record": "tables/bj-1/2", "round": 12, "rulebook": "ab" * 32, "head": "cd" * 32}
    text = text_of(page({**DISPUTE, "source": source}))
    for said in ("tables/bj-1/2", "cd" * 32, "the file was written under rulebook abababababab"):
        assert said in text


def test_a_name_is_no_markup() -> None:
    name = '<script>alert(1)</script>#panic("x")'
    file = json.loads(json.dumps(DISPUTE).replace('"ana"', json.dumps(name)))
    told = page(file)
    assert "<script" not in told
    source = json.dumps(file).encode()
    assert pdf.pdf(report(account_of(source), source)).startswith(b"%PDF")
