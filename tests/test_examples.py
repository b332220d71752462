"""The scripts under `examples/`, in a short form, and its notebooks."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

EXAMPLES = Path(__file__).parents[1] / "examples"


def example(name: str) -> Any:
    """A script as a module."""
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_q_learning_comes_near_the_exact_optimum(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    script, drawn = example("blackjack_q_learning"), tmp_path / "learning.svg"
    words = ["blackjack_q_learning.py", "--rounds", "600000", "--picture", str(drawn)]
    monkeypatch.setattr(sys, "argv", words)
    script.main()
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "the best chart leaves the house 0.5447% of a wager"
    distances = [float(line.split("%, ")[1].split("%")[0]) for line in said[1:-1]]
    assert min(distances) > 0
    assert distances[0] > 4
    assert distances[-1] < 1
    root = ElementTree.fromstring(drawn.read_text("utf-8"))
    assert len(root.findall("{http://www.w3.org/2000/svg}circle")) == len(distances) == 16


def test_hands_before_the_flop_come_near_the_exact_chart(
    capsys: pytest.CaptureFixture[str],
) -> None:
    agreed, cost = example("holdem_before_the_flop").learn(150_000, seed=1, looks=2)
    assert agreed > 110
    assert 0 < cost < 0.08
    assert " of 169 cells are right" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["laboratory", "learning"])
def test_a_notebook_runs_from_top_to_bottom(name: str) -> None:
    import nbformat
    from nbclient import NotebookClient

    notebook = nbformat.read(EXAMPLES / "notebooks" / f"{name}.ipynb", as_version=4)
    shown = _kinds_of_output(notebook)
    assert all(shown), "what a reader sees without running it is there"
    NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
    assert _kinds_of_output(notebook) == shown


def _kinds_of_output(notebook: Any) -> list[list[str]]:
    """What each cell gives. A long cell's print comes in one piece or in several, and a machine
    that compiles for the first time says so on standard error."""
    return [
        list(
            dict.fromkeys(
                output.output_type for output in cell.outputs if output.get("name") != "stderr"
            )
        )
        for cell in notebook.cells
        if cell.cell_type == "code"
    ]
