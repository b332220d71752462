"""The documentation site, built as a release builds it: no broken link, nothing from elsewhere."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def built(tree: Path, out: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, tree / "docs/site/build.py", out],
        env=os.environ | {"COLUMNS": "100", "TERM": "dumb"},
        capture_output=True,
        text=True,
    )


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("site")
    done = built(ROOT, out)
    assert done.returncode == 0, done.stdout + done.stderr
    return out


def test_every_page_of_the_documents_is_in_the_site(site: Path) -> None:
    pages = {page.stem for page in (ROOT / "docs").glob("*.md")}
    assert pages < {page.stem for page in site.glob("*.html")}


def test_the_reference_has_what_the_program_has(site: Path) -> None:
    assert "croupier adjudicate" in (site / "command-line.html").read_text()
    assert "/api/tables" in (site / "http-api.html").read_text()
    assert "croupier.</span></span>" in (site / "python-api.html").read_text()


def test_it_works_without_the_network(site: Path) -> None:
    loaded = re.compile(r"""<(?:script|img|link rel="stylesheet")[^>]*(?:src|href)=["']https?:""")
    pages = list(site.glob("*.html"))
    assert pages
    assert not [page.name for page in pages if loaded.search(page.read_text())]
    assert "insurance" in (site / "searchindex.js").read_text()


def test_a_link_that_leads_nowhere_is_found(tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    shutil.copytree(ROOT / "docs", tree / "docs")
    for name in ("CHANGELOG.md", "CONTRIBUTING.md"):
        shutil.copy(ROOT / name, tree)
    page = tree / "docs/play.md"
    page.write_text(page.read_text() + "\nSee [the odds](odds.md#no-such-part).\n")
    done = built(tree, tmp_path / "site")
    assert done.returncode != 0
    assert "no-such-part" in done.stderr
