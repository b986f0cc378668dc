"""The examples and the code of docs/python.md run as they are printed."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

TOP = Path(__file__).parents[3]
NOTEBOOKS = sorted((TOP / "bindings/python/examples").glob("*.ipynb"))
MANUAL = TOP / "docs/python.md"


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda p: p.name)
def test_notebooks(path):
    names: dict = {}
    cells = [cell for cell in json.loads(path.read_text())["cells"] if cell["cell_type"] == "code"]
    assert cells
    for cell in cells:
        exec(compile("".join(cell["source"]), str(path), "exec"), names)


def test_there_are_notebooks():
    assert NOTEBOOKS


@pytest.mark.skipif(not MANUAL.exists(), reason="installed without the documents")
def test_the_manual(tmp_path, monkeypatch, capsys):
    """Blocks of Python in the manual, one after another; "# prints TEXT" states what a line prints."""
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"```python\n(.*?)```", MANUAL.read_text(), flags=re.S)
    assert len(blocks) >= 4
    names: dict = {}
    for block in blocks:
        exec(compile(block, "docs/python.md", "exec"), names)
        wanted = re.findall(r"# prints (.*)", block)
        assert capsys.readouterr().out.split("\n")[: len(wanted)] == wanted


def test_the_lines_of_readme(tmp_path, capsys):
    """The five lines of "From Python"."""
    if not (TOP / "README.md").exists():
        pytest.skip("installed without the documents")
    section = (TOP / "README.md").read_text().split("## From Python")[1].split("##")[0]
    lines = [line[4:] for line in section.splitlines() if line.startswith("    ") and not line.startswith("    pip")]
    assert len(lines) == 5
    exec(compile("\n".join(lines), "README.md", "exec"), {})
    assert capsys.readouterr().out.count("[") >= 3
