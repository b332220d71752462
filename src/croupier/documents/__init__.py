"""Documents that people hand in: one model, set as HTML or as PDF, the same input the same bytes.

Whoever makes a document describes it with the blocks of `model`: headings, tables, cards, charts
and the hashes of what it rests on. `html` sets it as a page that needs nothing beside it, `pdf`
with Typst (the extra `documents`), with contents, page numbers and its own fonts.
"""
