"""A page is split into a structure without words and words without structure."""

from __future__ import annotations

from tests.frozen.page_parts import split_page

PAGE = """<!doctype html>
<html lang="en"><head><title>A table</title><link rel="stylesheet" href="/static/base.css">
<style>p { color: red }</style></head>
<body><!-- a comment with <b>tags</b> -->
<main id="content" class="wide"><h1>Table <em>BJ01</em></h1>
<form method="post" action="/tables/1?a=1&amp;b=2"><input type="hidden" name="key" value="7">
<label>Amount <input name='amount' inputmode="decimal" placeholder="dollars"></label>
<select name="wager"><option value="main" selected>Main bet</option><option>tie</option></select>
<textarea name="why">as it
was</textarea><button name="do" value='{"a": "b>c"}' title="Place it" disabled>Bet</button></form>
<svg aria-hidden="true"><path d="M0 0"/><text>K&hearts;</text></svg>
<p class="soft">It is 5 &lt; 6<br>and more</p><p data-turn="1">Go</p></main>
<script src="/static/felt.js" defer></script></body></html>"""

STRUCTURE = """html lang='en'
  link href='/static/base.css' rel='stylesheet'
  main id='content'
    h1
    form action='/tables/1?a=1&b=2' method='post'
      input name='key' type='hidden' value='7'
      label
        input inputmode='decimal' name='amount'
      select name='wager'
        option selected value='main'
        option
      textarea name='why'
        | as it
        | was
      button disabled name='do' value='{"a": "b>c"}'
    svg aria-hidden='true'
    p data-turn='1'
  script defer src='/static/felt.js'
"""

WORDS = """A table
Table BJ01
Amount
[placeholder: dollars]
Main bet
tie
as it was
[title: Place it] Bet
K♥
It is 5 < 6
and more
Go
"""


def test_a_page_is_split_into_structure_and_words() -> None:
    assert split_page(PAGE) == (STRUCTURE, WORDS)


def test_other_words_and_classes_leave_the_structure_alone() -> None:
    other = PAGE.replace("Main bet", "The bet").replace("Place it", "Bet").replace("soft", "loud")
    structure, words = split_page(other)
    assert structure == STRUCTURE
    assert words != WORDS


def test_another_name_address_or_value_changes_the_structure_alone() -> None:
    for before, after in (
        ('name="do"', 'name="ask"'),
        ("/tables/1?", "/tables/2?"),
        ('value="7"', 'value="8"'),
        ('data-turn="1"', 'data-turn="2"'),
        ("<h1>Table <em>BJ01</em></h1>", "<h2>Table <em>BJ01</em></h2>"),
        (" disabled", ""),
    ):
        structure, words = split_page(PAGE.replace(before, after))
        assert structure != STRUCTURE, before
        assert words == WORDS, before
