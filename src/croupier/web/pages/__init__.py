"""The tables as pages: pure functions from a view of a table to HTML."""

from croupier.web.pages.tables import (
    Seen,
    render_felt,
    render_fragment,
    render_refusal,
    render_table,
)

__all__ = ["Seen", "render_felt", "render_fragment", "render_refusal", "render_table"]
