"""Opening books: positions from the first turns of a game with their values.

A book of each game comes with the package; `batyr book grow` makes others.

>>> import batyr
>>> book = batyr.book.Book(variant="shatra-original")
>>> found = book.look_up(batyr.Board("shatra-original"))
>>> found is not None and found.turns[0].depth > 0 and found.turns[0].expected > 400
True
"""

from __future__ import annotations

import os
import random
from dataclasses import dataclass

from ._batyr import Board, NativeBook, Position, Turn
from .search import Score, check_level

__all__ = ["Book", "BookPosition", "BookTurn"]


@dataclass(frozen=True, slots=True)
class BookTurn:
    """A turn of a position in a book, with its value for the side that plays it."""

    turn: Turn
    score: Score
    #: The expected score, in thousandths of a point.
    expected: int
    #: How far `expected` may be off, in thousandths: half of the width.
    doubt: int
    #: The depth of the search of the position after the turn.
    depth: int
    #: The number of positions of the book below that position.
    below: int
    #: Whether turns from other positions of the book lead to that position, too.
    transposes: bool


@dataclass(frozen=True, slots=True)
class BookPosition:
    """A position of a book, with its value for the side to move; the fields are those of
    `batyr book show --json`."""

    score: Score
    #: The expected score, in thousandths of a point, and how far it may be off.
    expected: int
    doubt: int
    #: The depth of the position's own search.
    depth: int
    #: The number of positions of the book below this one.
    below: int
    #: The turns, the best first; of turns that lead to the same position, only the first.
    turns: tuple[BookTurn, ...]


def _turn(
    turn: Turn,
    value: tuple[tuple[int | None, int | None], int, int],
    depth: int,
    below: int,
    transposes: bool,
) -> BookTurn:
    score, expected, doubt = value
    return BookTurn(turn, Score(*score), expected, doubt, depth, below, transposes)


class Book:
    """The book in a file, or the one that comes with the package for a variant."""

    def __init__(
        self, path: str | os.PathLike[str] | None = None, *, variant: str | None = None
    ) -> None:
        """Read a book. Raises `FileError` if the file is none, and `ValueError` if it is one of
        another variant than that given."""
        self._native = NativeBook(None if path is None else os.fspath(path), variant)

    @property
    def variant(self) -> str:
        """The id of the variant."""
        return self._native.variant

    @property
    def nodes(self) -> int:
        """The number of nodes of the search of each position."""
        return self._native.nodes

    def __len__(self) -> int:
        """Return the number of positions."""
        return len(self._native)

    def look_up(self, board: Board | Position) -> BookPosition | None:
        """Return a position with its turns; `None` if the book does not have them."""
        found = self._native.look_up(board)
        if found is None:
            return None
        (score, expected, doubt), depth, below, turns = found
        return BookPosition(
            Score(*score), expected, doubt, depth, below, tuple(_turn(*turn) for turn in turns)
        )

    def choose(
        self, board: Board | Position, *, level: float | None = None, seed: int | None = None
    ) -> BookTurn | None:
        """Draw a turn to play, as the engine does: better turns are likelier, and at full strength
        none is far below the best; `None` if the book has none that will do. A `level` from 0 to 20
        makes worse ones likelier. The same `seed` draws the same turn."""
        check_level(level)
        own = random.getrandbits(64) if seed is None else seed % (1 << 64)
        turn = self._native.choose(board, level, own)
        return None if turn is None else _turn(*turn)
