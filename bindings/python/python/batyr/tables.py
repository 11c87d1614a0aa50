"""Endgame tables: the exact value of every position with few men.

Tables of three men come with the package; `batyr tables make` writes larger ones to a folder.

>>> import batyr
>>> position = batyr.Position("shatra", "9/1/7/7/7/4kq1/7/3K3/1/9 b")
>>> found = batyr.tables.probe(position)
>>> found.result, found.in_turns, found.turns[0].turn
('win', 7, <Turn b8-d6>)
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Literal

from ._batyr import Board, NativeTables, Position, TableError, Turn

__all__ = ["SHIPPED", "Probe", "TableError", "TableTurn", "TableValue", "Tables", "probe"]

Result = Literal["win", "draw", "loss"]


@dataclass(frozen=True, slots=True)
class TableValue:
    """The exact value of a position."""

    #: The result for the side to move, if both sides play their best.
    result: Result
    #: The number of own turns until the side has won or lost; `None` for a draw.
    in_turns: int | None


@dataclass(frozen=True, slots=True)
class TableTurn:
    """A turn, with its value for the side that plays it."""

    turn: Turn
    result: Result
    #: The number of own turns until the side has won or lost; `None` for a draw.
    in_turns: int | None


@dataclass(frozen=True, slots=True)
class Probe:
    """What tables say of a position; the fields are those of `batyr tables probe --json`."""

    #: The result for the side to move, if both sides play their best.
    result: Result
    #: The number of own turns until the side has won or lost; `None` for a draw.
    in_turns: int | None
    #: Whether the limit on turns without a capture may draw the game before the win. The tables do
    #: not count these turns.
    limit_may_draw: bool
    #: The legal turns, the best first.
    turns: tuple[TableTurn, ...]


class Tables:
    """The tables of a folder, or those that come with the package. Each is read when it is first
    needed, and kept; many threads may probe at once."""

    def __init__(self, folder: str | os.PathLike[str] | None = None) -> None:
        self._native = NativeTables(None if folder is None else os.fspath(folder))

    def probe(self, board: Board | Position) -> Probe:
        """Return the value of a position and of its turns. Raises `TableError`, a `LookupError`, if
        it is in no table. A value is that of the position without its history."""
        (result, in_turns), limit_may_draw, turns = self._native.probe(board)
        values = tuple(TableTurn(turn, *value) for turn, value in turns)
        return Probe(result, in_turns, limit_may_draw, values)


#: The tables that come with the package.
SHIPPED = Tables()


def probe(board: Board | Position) -> Probe:
    """Look up a position in the tables that come with the package; see `Tables.probe`."""
    return SHIPPED.probe(board)
