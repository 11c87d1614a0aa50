"""Shatra, Shatranj and Shatar: rules, files and an engine.

A `Board` is a game in progress, a `Position` a position that never changes, and a `Turn` all that a
side does before the other is to move: a step, a drop, or a whole chain of captures. An `Engine`
searches in this process, an `EngineProcess` is any engine that speaks UCI, UCCI or USHI.

>>> import batyr
>>> board = batyr.Board()
>>> len(board.legal_turns)
154
>>> board.push("d4-d6")
<Turn d4-d6>
>>> board.why_illegal("a10-a7")  # doctest: +ELLIPSIS
'move "a10-a7" is not legal (the shatra on a10 cannot move to a7), expected ...'
"""

from . import book, puzzles, tables
from ._batyr import (
    AmbiguousTurnError,
    Board,
    EngineError,
    FileError,
    IllegalTurnError,
    InvalidTurnError,
    LegalTurns,
    Outcome,
    PartialTurn,
    Position,
    PositionError,
    Step,
    TableError,
    Turn,
    TurnError,
    __version__,
    reserve_cores,
    square_name,
    square_number,
    variants,
)
from .arrays import Samples, count_turns, features, legal_mask, planes, read_samples
from .asynchronous import AsyncAnalysis, AsyncEngine
from .engine import Engine
from .games import FileTurn, Game, Line, read_games, write_game
from .process import EngineProcess
from .search import Analysis, BestTurn, Info, Limit, Score
from .solver import Solution, solve

__all__ = [
    "AmbiguousTurnError",
    "Analysis",
    "AsyncAnalysis",
    "AsyncEngine",
    "BestTurn",
    "Board",
    "Engine",
    "EngineError",
    "EngineProcess",
    "FileError",
    "FileTurn",
    "Game",
    "IllegalTurnError",
    "Info",
    "InvalidTurnError",
    "LegalTurns",
    "Limit",
    "Line",
    "Outcome",
    "PartialTurn",
    "Position",
    "PositionError",
    "Samples",
    "Score",
    "Solution",
    "Step",
    "TableError",
    "Turn",
    "TurnError",
    "__version__",
    "book",
    "count_turns",
    "features",
    "legal_mask",
    "planes",
    "puzzles",
    "read_games",
    "read_samples",
    "reserve_cores",
    "solve",
    "square_name",
    "square_number",
    "tables",
    "variants",
    "write_game",
]
