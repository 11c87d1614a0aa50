"""The engine in this process."""

from __future__ import annotations

import weakref

from ._batyr import Board, EngineError, NativeEngine, NativeSearch, Position
from .search import BaseEngine, End, Info, Score, Search, SearchRequest

__all__ = ["Engine"]


class _Native:
    """A search of the engine in this process."""

    def __init__(self, search: NativeSearch) -> None:
        self._search = search

    def next_event(self, signals: bool) -> Info | End:
        event = self._search.next_event(signals)
        if len(event) == 4:
            turn, ponder, score, error = event
            if error is not None:
                raise EngineError(error)
            return End(turn, ponder, None if score is None else Score(*score))
        depth, seldepth, multipv, score, bound, time, nodes, nps, hashfull, wdl, pv = event
        return Info(
            depth,
            seldepth,
            multipv,
            Score(*score),
            bound,
            time,
            nodes,
            nps,
            hashfull,
            wdl,
            tuple(pv),
        )

    def stop(self) -> None:
        self._search.stop()


class Engine(BaseEngine):
    """The engine in this process. A search runs on threads of its own, so other Python threads go
    on; an engine searches one position at a time, and several engines may search at once.

    `hash` is the size of the table in megabytes. With `share_cores`, all such engines of the
    process together never compute on more threads than there are cores.

    >>> import batyr
    >>> with batyr.Engine() as engine:
    ...     answer = engine.play(batyr.Board(), batyr.Limit(depth=4))
    >>> answer.turn in batyr.Board().legal_turns
    True
    """

    def __init__(self, *, threads: int = 1, hash: int = 16, share_cores: bool = True) -> None:
        self._native: NativeEngine | None = NativeEngine(threads, hash, share_cores)
        # Weak, so that a search that nobody reads any more is stopped.
        self._search: weakref.ref[_Native] | None = None

    def _start(self, request: SearchRequest) -> Search:
        limit = request.limit
        search = self._open().start(
            request.board,
            depth=limit.depth,
            nodes=limit.nodes,
            time=limit.time,
            mate=limit.mate,
            clocks=(limit.white_clock, limit.black_clock),
            increments=(limit.white_inc, limit.black_inc),
            moves_to_go=limit.remaining_moves,
            multipv=request.multipv,
            level=request.level,
            elo=request.elo,
            turns=list(request.turns),
        )
        native = _Native(search)
        self._search = weakref.ref(native)
        return native

    def _open(self) -> NativeEngine:
        if self._native is None:
            raise EngineError("the engine is closed")
        return self._native

    def clear(self) -> None:
        """Forget the results of earlier searches."""
        self._open().clear()

    def static_score(self, board: Board | Position) -> Score:
        """Return the evaluation of a position for the side to move, without a search."""
        return Score(cp=self._open().static_score(board))

    def close(self) -> None:
        search = None if self._search is None else self._search()
        self._search = self._native = None
        if search is not None:
            search.stop()
