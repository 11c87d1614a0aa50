"""A few seconds of what `measure_soak.py` does for an hour."""

from __future__ import annotations

import pathlib
import subprocess
import sys

import pytest

SCRIPT = pathlib.Path(__file__).parents[1] / "measure_soak.py"


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_nothing_hangs_and_nothing_grows() -> None:
    result = subprocess.run(
        [sys.executable, str(SCRIPT), "3"], capture_output=True, text=True, timeout=300
    )
    assert result.returncode == 0, result.stdout + result.stderr
    assert "no hang, no crash" in result.stdout
