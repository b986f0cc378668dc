"""The examples and the code of docs/python.md run as they are printed."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

TOP = Path(__file__).parents[3]
NOTEBOOKS = sorted((TOP / "bindings/python/examples").glob("*.ipynb"))
PROGRAMS = sorted((TOP / "examples/scientist").glob("*.py"))
MANUALS = sorted(path for path in TOP.glob("docs/*.md") if "```python\n" in path.read_text())


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda p: p.name)
def test_notebooks(path):
    names: dict = {}
    cells = [cell for cell in json.loads(path.read_text())["cells"] if cell["cell_type"] == "code"]
    assert cells
    for cell in cells:
        exec(compile("".join(cell["source"]), str(path), "exec"), names)


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda p: p.name)
def test_programs(path, tmp_path):
    """The programs of examples/ check their own results."""
    done = subprocess.run([sys.executable, str(path)], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_there_are_notebooks():
    assert NOTEBOOKS


@pytest.mark.skipif(not (TOP / "docs/python.md").exists(), reason="installed without the documents")
def test_there_is_a_manual():
    assert {"five-minutes.md", "python.md"} <= {path.name for path in MANUALS}
    assert len(re.findall(r"```python\n", (TOP / "docs/python.md").read_text())) >= 4


@pytest.mark.parametrize("path", MANUALS, ids=lambda p: p.name)
def test_the_manual(path, tmp_path, monkeypatch, capsys):
    """Blocks of Python in a page, one after another; "# prints TEXT" states what a line prints."""
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"```python\n(.*?)```", path.read_text(), flags=re.S)
    names: dict = {}
    for block in blocks:
        exec(compile(block, path.name, "exec"), names)
        wanted = re.findall(r"# prints (.*)", block)
        assert capsys.readouterr().out.split("\n")[: len(wanted)] == wanted


def test_the_lines_of_readme(tmp_path, capsys):
    """The five lines of "From Python"."""
    if not (TOP / "README.md").exists():
        pytest.skip("installed without the documents")
    section = (TOP / "README.md").read_text().split("## From Python")[1].split("##")[0]
    lines = [line[4:] for line in section.splitlines() if line.startswith("    ")]
    lines = lines[lines.index("import ddblas") :]  # The lines before are the shell's.
    assert len(lines) == 5
    exec(compile("\n".join(lines), "README.md", "exec"), {})
    assert capsys.readouterr().out.count("[") >= 3
