"""Stored figures by instrument and clause, with which later versions are compared."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

COVERAGE = Path(__file__).parent / "coverage.json"
MUTATIONS = Path(__file__).parent / "mutations.json"

Figures = dict[str, dict[str, dict[str, Any]]]
"""The figures of each clause, by instrument and clause."""


def read_figures(path: Path) -> Figures:
    """Return stored figures, or none if the file does not exist."""
    figures: Figures = json.loads(path.read_text("utf-8")) if path.exists() else {}
    return figures


def write_figures(path: Path, figures: Figures) -> None:
    """Store figures with one line for each clause, so that a difference is easy to read."""
    instruments = []
    for instrument, clauses in sorted(figures.items()):
        lines = (f"  {json.dumps(name)}: {json.dumps(row)}" for name, row in clauses.items())
        instruments.append(f" {json.dumps(instrument)}: {{\n" + ",\n".join(lines) + "\n }")
    path.write_text("{\n" + ",\n".join(instruments) + "\n}\n", "utf-8")
