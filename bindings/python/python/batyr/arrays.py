"""Many positions at once, as arrays.

Each array is a `memoryview`, which `numpy.asarray` and `torch.frombuffer` take as it is; nothing
here needs numpy.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from ._batyr import (
    Board,
    Position,
    batch_counts,
    batch_features,
    batch_mask,
    plane_names,
    read_sample_file,
)

__all__ = ["Samples", "count_turns", "features", "legal_mask", "planes", "read_samples"]


def _shaped(
    data: bytearray, format: Literal["B", "h", "I"], *shape: int
) -> memoryview:
    flat = memoryview(data)
    # A view of no bytes can't have a shape.
    return flat.cast(format, list(shape)) if data else flat


def planes(variant: str = "shatra") -> list[str]:
    """Return the names of the planes of `features` for the board of a variant.

    >>> planes("shatra")[:2]
    ['white biy', 'white shatra']
    """
    return plane_names(variant)


def features(boards: Iterable[Board | Position]) -> memoryview:
    """Return an array of bytes, 0 or 1, of the shape (positions, planes, squares).

    Square 0 of Shatra has the SPN number 1, that of the chessboard is a1.

    >>> import batyr
    >>> features([batyr.Board(), batyr.Position("shatra-original")]).shape
    (2, 17, 62)
    """
    positions = list(boards)
    data, n_planes, squares = batch_features(positions)
    return _shaped(data, "B", len(positions), n_planes, squares)


def legal_mask(boards: Iterable[Board | Position]) -> memoryview:
    """Return an array of bytes of the shape (positions, squares, squares): whether a turn leads
    from the first square to the second.

    >>> import batyr
    >>> legal_mask([batyr.Board()]).shape
    (1, 62, 62)
    """
    positions = list(boards)
    data, squares = batch_mask(positions)
    return _shaped(data, "B", len(positions), squares, squares)


def count_turns(boards: Iterable[Board | Position]) -> memoryview:
    """Return the numbers of legal turns, an array of 64-bit numbers.

    >>> import batyr
    >>> count_turns([batyr.Board(), batyr.Board("shatranj")]).tolist()
    Traceback (most recent call last):
    ValueError: positions of Shatra and of games on the chessboard can't share an array
    >>> count_turns([batyr.Board(), batyr.Board("shatra-original")]).tolist()
    [154, 33]
    """
    return memoryview(batch_counts(list(boards))).cast("Q")


@dataclass(frozen=True, slots=True)
class Samples:
    """Training samples; each array has one element for each position."""

    #: The id of the variant.
    variant: str
    #: The settings with which the games were played.
    settings: str
    #: The planes, as of `features`.
    features: memoryview
    #: The scores of searches in centipawns, positive if White is better: 16-bit integers.
    scores: memoryview
    #: White's points, 1, 0.5 or 0: 32-bit floats.
    results: memoryview[float]
    #: The numbers of the games: 32-bit integers.
    games: memoryview

    def __len__(self) -> int:
        return self.scores.nbytes // 2


def read_samples(
    path: str | os.PathLike[str], *, skip: int = 0, games: int | None = None
) -> Samples:
    """Read a file of samples, as `batyr datagen` writes them: at most `games` games after the
    first `skip`."""
    variant, settings, planes_data, scores, results, numbers = read_sample_file(
        os.fspath(path), skip, games
    )
    count = len(scores) // 2
    names = plane_names(variant)
    squares = len(planes_data) // max(count * len(names), 1)
    return Samples(
        variant,
        settings,
        _shaped(planes_data, "B", count, len(names), squares),
        _shaped(scores, "h", count),
        memoryview(results).cast("f"),
        _shaped(numbers, "I", count),
    )
