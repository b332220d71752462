"""Documents: the same input gives the same bytes, and no text of theirs is ever code."""

from __future__ import annotations

import re
import subprocess
import sys
import unicodedata
from html.parser import HTMLParser

import pytest

from croupier.cards import DECK, Card
from croupier.documents import card_faces, html, pdf
from croupier.documents.model import (
    Bullets,
    Column,
    Document,
    Hand,
    Hands,
    Hash,
    Heading,
    Listing,
    Notice,
    PageBreak,
    Pairs,
    Paragraph,
    Picture,
    Style,
    Table,
    Words,
    code,
    faint,
    line,
    lines,
    strong,
)

BAR = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>'
HOSTILE = '</style><script>alert(1)</script> #panic("x") $x^2$ *a* _b_ `c` @d <e> \\ "f" \u200b\x1b'


def document(text: str = "words") -> Document:
    """One of everything, with a text wherever there can be one."""
    words = line(
        text, strong(text), faint(text), code(text), Words(text, Style.GOOD), Words(text, Style.BAD)
    )
    return Document(
        title=text,
        subtitle=text,
        made_by=text,
        has_contents=True,
        rests_on=(Hash(text, "0" * 64),),
        blocks=(
            Heading(text),
            Paragraph(words),
            Heading(text, 2),
            Bullets((words, words)),
            Heading(text, 3),
            Notice(words, "bad"),
            Notice(words, "good"),
            Pairs(((text, words),)),
            Table(text, (Column(text, share=1), Column(text, "right")), (lines((text, text)),)),
            Hands((Hand(text, (Card("AS"), None, Card("TH")), text),)),
            Picture(BAR, text, text, 40),
            Listing(text),
            PageBreak(),
            Paragraph(words),
        ),
    )


def test_the_same_document_gives_the_same_bytes_in_another_process() -> None:
    program = (
        "import sys; from tests.documents.test_documents import document;"
        "from croupier.documents import html, pdf;"
        "sys.stdout.buffer.write(pdf.pdf(document()) + html.page(document()).encode())"
    )
    for seed in ("1", "2"):
        told = subprocess.run(
            [sys.executable, "-c", program],
            check=True,
            capture_output=True,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path), "HOME": f"/{seed}"},
        ).stdout
        assert told == pdf.pdf(document()) + html.page(document()).encode()


def test_another_document_gives_other_bytes() -> None:
    assert pdf.pdf(document("one")) != pdf.pdf(document("two"))


def test_a_pdf_can_be_kept_and_read_aloud() -> None:
    data = pdf.pdf(document())
    assert data.startswith(b"%PDF-1.7")
    for promised in (b"<pdfaid:part>2<", b"<pdfaid:conformance>A<", b"<pdfuaid:part>1<"):
        assert promised in data
    assert len(pdf.pictures(document(), 20)) == 2, "what follows a page break is on another page"


def test_no_text_is_code() -> None:
    """A name that looks like a command of the typesetter, or like markup, stands there as it is."""
    assert pdf.pdf(document(HOSTILE)).startswith(b"%PDF")
    told = html.page(document(HOSTILE))
    assert "<script" not in told
    assert told.count("</style>") == 1
    reader = _Reader()
    reader.feed(told)
    reader.close()
    assert reader.open == []
    assert reader.text.count('#panic("x") $x^2$ *a* _b_ `c` @d <e>') > 20


class _Reader(HTMLParser):
    """Collects the text, and what is not closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ("meta", "hr"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def test_letters_that_the_fonts_lack_are_written_by_their_number() -> None:
    """Every letter that is said to be in the fonts is: a missing one would be refused."""
    shown = [
        chr(number)
        for number in range(0x20, 0x3000)
        if pdf._letter(chr(number)) == chr(number) and unicodedata.category(chr(number)) != "Cn"
    ]
    assert {"é", "ß", "Ω", "Ж", "→", "♠"} < set(shown)
    text = " ".join(shown)
    assert pdf.pdf(document(text)).startswith(b"%PDF")
    assert pdf._letter("名") == "\\u540d"
    assert pdf.pdf(document("名前 🂡 \u202e")).startswith(b"%PDF")
    assert "名前" in html.page(document("名前"))


def test_a_column_of_sentences_is_wide_on_a_screen_too() -> None:
    """The PDF has it by its share; a browser would give as much room to short lists of clauses."""
    columns = Column("Option", share=4), Column("Says", share=8), Column("Clauses", share=3)
    told = html.page(Document(title="", blocks=(Table("", columns, ()),), made_by=""))
    assert '<th scope="col" class="left wide">Says</th>' in told
    assert '<th scope="col" class="left">Option</th>' in told
    assert ".document-scroll .wide {" in html.style()


def test_a_listing_ends_at_the_edge_of_the_page() -> None:
    """On paper nothing can be moved aside to see the rest of a line."""
    (listing,) = re.findall(r"\.document-listing \{([^}]*background[^}]*)\}", html.style())
    assert "white-space: pre-wrap" in listing
    assert "overflow-wrap: anywhere" in listing


def test_cards_are_drawn_once_and_used() -> None:
    told = html.page(document())
    assert told.count('<symbol id="AS"') == 1
    assert '<use href="#AS"/>' in told
    assert 'aria-label="ace of spades"' in told
    assert 'aria-label="face down"' in told
    assert document().faces == ("AS", "TH", "back")
    beside = "\n".join(html.body(document(), top=3, cards="/static/cards.svg"))
    assert '<use href="/static/cards.svg#AS"/>' in beside
    assert "<h3" in beside
    assert "<h2" not in beside


@pytest.mark.parametrize("card", [*DECK, card_faces.BACK])
def test_every_card_is_a_picture_of_its_own(card: str) -> None:
    drawn = card_faces.drawing(card)
    used = {each.partition('"')[0] for each in drawn.split('href="#')[1:]}
    assert all(f'id="{name}"' in drawn for name in used)
    assert len(drawn) < 4_000


def test_whoever_lacks_the_typesetter_is_told_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(LookupError, match=r"croupier\[documents\]"):
        pdf.pdf(document())
