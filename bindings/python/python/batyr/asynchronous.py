"""Engines for asyncio.

A thread for each search waits for its reports, most of the time without the interpreter; the event
loop never waits for an engine.
"""

from __future__ import annotations

import asyncio
import atexit
import threading
import weakref
from collections.abc import AsyncIterator, Callable, Iterable
from types import TracebackType
from typing import Self

from ._batyr import Board, EngineError, Position, Turn
from .search import Analysis, BaseEngine, BestTurn, Info, Limit, SearchRequest

__all__ = ["AsyncAnalysis", "AsyncEngine"]


class AsyncAnalysis(AsyncIterator[Info]):
    """A search for asyncio: an asynchronous iterator of its reports."""

    def __init__(self, start: Callable[[], Analysis]) -> None:
        self._start = start
        self._loop = asyncio.get_running_loop()
        self._reports: asyncio.Queue[Info | None] = asyncio.Queue()
        self._ended = asyncio.Event()
        self._error: Exception | None = None
        self._lock = threading.Lock()
        self._analysis: Analysis | None = None
        self._is_stopped = False
        # The thread only waits, most of the time without the interpreter.
        self._thread = threading.Thread(target=self._read, name="batyr-analysis", daemon=True)
        _running.add(self)
        self._thread.start()

    def _read(self) -> None:
        try:
            analysis = self._start()
            with self._lock:
                self._analysis = analysis
            if self._is_stopped:
                analysis.stop()
            while (info := analysis.next(signals=False)) is not None:
                self._loop.call_soon_threadsafe(self._reports.put_nowait, info)
        except Exception as error:  # the waiting task gets it; a loop may also be closed
            self._error = error
            self.stop()
        try:
            self._loop.call_soon_threadsafe(self._end)
        except RuntimeError:
            pass

    def _end(self) -> None:
        self._reports.put_nowait(None)
        self._ended.set()

    @property
    def lines(self) -> tuple[Info, ...]:
        """The last report for each line, best first."""
        return () if self._analysis is None else self._analysis.lines

    def stop(self) -> None:
        """End the search early; `wait` returns its answer."""
        with self._lock:
            self._is_stopped = True
            analysis = self._analysis
        if analysis is not None:
            analysis.stop()

    async def wait(self) -> BestTurn:
        """Wait for the end of the search, and return its answer."""
        await self._ended.wait()
        if self._error is not None:
            raise self._error
        if self._analysis is None:
            raise EngineError("the search has failed")
        return self._analysis._answer()

    async def __anext__(self) -> Info:
        info = await self._reports.get()
        if info is not None:
            return info
        self._reports.put_nowait(None)
        if self._error is not None:
            raise self._error
        raise StopAsyncIteration

    def __aiter__(self) -> Self:
        return self

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()
        await self._ended.wait()

    def _abandon(self) -> None:
        self.stop()
        self._thread.join(1.0)


#: The searches whose threads must end before the interpreter does.
_running: weakref.WeakSet[AsyncAnalysis] = weakref.WeakSet()


@atexit.register
def _stop_all() -> None:
    for analysis in list(_running):
        analysis._abandon()


class AsyncEngine:
    """An engine for asyncio: any engine, with its methods as coroutines.

    Cancelling a task stops its search.

    >>> import asyncio, batyr
    >>> async def main() -> int:
    ...     async with batyr.AsyncEngine(batyr.Engine()) as engine:
    ...         lines = await engine.analyse(batyr.Board(), batyr.Limit(depth=3), multipv=2)
    ...     return len(lines)
    >>> asyncio.run(main())
    2
    """

    def __init__(self, engine: BaseEngine) -> None:
        self.engine = engine

    async def play(
        self,
        board: Board | Position,
        limit: Limit | None = None,
        *,
        level: float | None = None,
        elo: int | None = None,
        turns: Iterable[Turn | str] = (),
    ) -> BestTurn:
        """Search for the turn to play; see `BaseEngine.play`."""
        request = SearchRequest.of(board, limit, level=level, elo=elo, turns=turns)
        async with self._begin(request) as search:
            return await search.wait()

    async def analyse(
        self,
        board: Board | Position,
        limit: Limit,
        *,
        multipv: int = 1,
        turns: Iterable[Turn | str] = (),
    ) -> list[Info]:
        """Search, and return the last report for each line, best first."""
        request = SearchRequest.of(board, limit, multipv=multipv, turns=turns)
        async with self._begin(request) as search:
            return list((await search.wait()).lines)

    def analysis(
        self,
        board: Board | Position,
        limit: Limit | None = None,
        *,
        multipv: int = 1,
        turns: Iterable[Turn | str] = (),
    ) -> AsyncAnalysis:
        """Start a search, and return it: an asynchronous iterator of its reports."""
        return self._begin(
            SearchRequest.of(board, limit, multipv=multipv, turns=turns, needs_limit=False)
        )

    def _begin(self, request: SearchRequest) -> AsyncAnalysis:
        return AsyncAnalysis(lambda: self.engine._begin(request))

    async def close(self) -> None:
        """End the engine and what it is doing."""
        await asyncio.to_thread(self.engine.close)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()
