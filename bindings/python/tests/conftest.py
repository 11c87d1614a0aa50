"""What the tests share: the data of the root's tests, and the program.

`BATYR_DATA` names the folder `tests/data` where the package is tested apart from its repository,
and `BATYR_PROGRAM` a program `batyr` to compare with; without it, those comparisons are skipped.
"""

from __future__ import annotations

import os
import pathlib
from collections.abc import Iterator

import pytest

DATA = pathlib.Path(
    os.environ.get("BATYR_DATA", pathlib.Path(__file__).parents[3] / "tests" / "data")
)


def rows(folder: str, extension: str) -> Iterator[tuple[str, str, str]]:
    """Yield the variant, the position and the second field of each line of the data."""
    for path in sorted((DATA / folder).glob(f"*.{extension}")):
        for line in path.read_text().splitlines():
            if line and not line.startswith("#"):
                position, expected = (field.strip() for field in line.split(";")[:2])
                yield path.stem, position, expected


@pytest.fixture(scope="session")
def program() -> str:
    found = os.environ.get("BATYR_PROGRAM")
    if not found:
        pytest.skip("BATYR_PROGRAM does not name a program")
    return found
