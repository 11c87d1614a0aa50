"""The notebook runs from its first cell to its last."""

from __future__ import annotations

import ast
import json
import pathlib
from typing import Any

import pytest

NOTEBOOK = pathlib.Path(__file__).parents[1] / "examples" / "tour.ipynb"


def test_the_notebook_runs(capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, Any] = {}
    pictures = 0
    for cell in json.loads(NOTEBOOK.read_text())["cells"]:
        if cell["cell_type"] != "code":
            continue
        body = ast.parse("".join(cell["source"])).body
        last = body.pop() if isinstance(body[-1], ast.Expr) else None
        exec(compile(ast.Module(body, []), "cell", "exec"), names)
        if isinstance(last, ast.Expr):
            shown = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
            pictures += hasattr(shown, "_repr_svg_") and "<svg" in shown._repr_svg_()
    assert pictures == 5
    shown_text = capsys.readouterr().out
    assert "turns, such as" in shown_text and "win in 7 by b8-d6" in shown_text
