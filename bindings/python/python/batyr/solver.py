"""Proofs of wins."""

from __future__ import annotations

from dataclasses import dataclass

from ._batyr import Board, Position, Turn, solve_position

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
    #: The number of nodes searched.
    nodes: int


def solve(
    board: Board | Position,
    *,
    moves: int = 6,
    nodes: int = 20_000_000,
    hash: int = 64,
    all_turns: bool = False,
) -> Solution:
    """Prove in how many moves the side to move wins, if in at most `moves`.

    The endgame tables of the package answer where they can, however far the win is; `batyr.tables`
    tells a draw from a loss. The table of the search takes `hash` megabytes. Ctrl-C ends the proof.

    >>> import batyr
    >>> batyr.solve(batyr.Position("shatra", "9/1/5QK/7/7/3S3/k4S1/7/1/4S4 w")).win
    3
    """
    win, no_win, win_within, decided, line, winning, searched = solve_position(
        board, moves=moves, nodes=nodes, hash=hash, all_turns=all_turns
    )
    winning_turns = None if winning is None else tuple(winning)
    return Solution(win, no_win, win_within, decided, tuple(line), winning_turns, searched)
