"""Makes questions of the school and judges answers: `python -m croupier.web.school.worker`.

Orders come in by standard input and answers go out by standard output, one a line; the first line
out says that it is ready. It stands back behind the tables, and ends when its input does.
"""

from __future__ import annotations

import msgspec

from croupier.web.round_files.worker import serve_lines
from croupier.web.school.questions import ORDERS, SchoolAnswer, answer


def main() -> None:
    serve_lines(msgspec.json.Decoder(ORDERS), answer, SchoolAnswer())


if __name__ == "__main__":
    main()
