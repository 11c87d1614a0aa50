"""Proofs of wins."""

from __future__ import annotations

from dataclasses import dataclass

from ._batyr import Board, Position, Turn, solve_position
from .tables import SHIPPED, Tables, TableValue

__all__ = ["Solution", "solve"]


@dataclass(frozen=True, slots=True)
class Solution:
    """What was proved of a position."""

    #: In how many of its own moves the side to move wins; `None` if that is not known.
    win: int | None
    #: The number of moves within which it is proved not to win.
    no_win: int
    #: The number of moves within which it is proved to win, by a hunt if `win` is not known.
    win_within: int | None
    #: Whether `win` is known, or no win within the limit on moves is proved.
    decided: bool
    #: The shortest win against the longest resistance, or the hunt; for a loss that an endgame
    #: table has, the same for the opponent; otherwise empty.
    line: tuple[Turn, ...]
    #: All first turns that win as fast, if they were asked for and found.
    winning_turns: tuple[Turn, ...] | None
    #: The exact value, if an endgame table has it.
    table: TableValue | None
    #: The number of nodes searched.
    nodes: int


def solve(
    board: Board | Position,
    *,
    moves: int = 6,
    nodes: int = 20_000_000,
    hash: int = 64,
    all_turns: bool = False,
    tables: Tables | None = SHIPPED,
) -> Solution:
    """Prove in how many moves the side to move wins, if in at most `moves`.

    Endgame tables answer where they can, however far the win is: those of the package, other ones, or
    none if `tables` is `None`. The table of the search takes `hash` megabytes. Ctrl-C ends the proof.

    >>> import batyr
    >>> batyr.solve(batyr.Position("shatra", "9/1/5QK/7/7/3S3/k4S1/7/1/4S4 w")).win
    3
    >>> batyr.solve(batyr.Position("shatra", "9/1/7/7/7/4kq1/7/3K3/1/9 w")).table
    TableValue(result='loss', in_turns=21)
    """
    win, no_win, win_within, decided, line, winning, value, searched = solve_position(
        board,
        moves=moves,
        nodes=nodes,
        hash=hash,
        all_turns=all_turns,
        tables=None if tables is None else tables._native,
    )
    winning_turns = None if winning is None else tuple(winning)
    table = None if value is None else TableValue(*value)
    return Solution(win, no_win, win_within, decided, tuple(line), winning_turns, table, searched)
