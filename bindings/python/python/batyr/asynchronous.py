"""Engines for asyncio.

A thread for each search waits for its reports, most of the time without the interpreter; the event
loop never waits for an engine.
"""

from __future__ import annotations

import asyncio
import atexit
import contextlib
import threading
import weakref
from collections.abc import AsyncIterator, Callable, Iterable
from types import TracebackType
from typing import Self

from ._batyr import Board, EngineError, Position, Turn
from .search import Analysis, BaseEngine, BestTurn, Info, Limit, SearchRequest

__all__ = ["AsyncAnalysis", "AsyncEngine"]


class _Reader:
    """A thread that starts a search and reads its reports, for an event loop.

    It outlives the `AsyncAnalysis` whose search it reads, and does not know of it.
    """

    def __init__(self, start: Callable[[], Analysis]) -> None:
        self._loop = asyncio.get_running_loop()
        self.reports: asyncio.Queue[Info | None] = asyncio.Queue()
        self.ended = asyncio.Event()
        self.error: Exception | None = None
        self.analysis: Analysis | None = None
        #: Whether nobody waits for the reports any more.
        self.is_abandoned = False
        # Reentrant, as an object may become garbage at any time.
        self._lock = threading.RLock()
        self._is_stopped = False
        # The thread only waits, most of the time without the interpreter.
        self.thread = threading.Thread(
            target=self._read, args=(start,), name="batyr-analysis", daemon=True
        )
        _running.add(self)
        self.thread.start()

    def _read(self, start: Callable[[], Analysis]) -> None:
        try:
            analysis = start()
            with self._lock:
                self.analysis = analysis
            if self._is_stopped:
                analysis.stop()
            while (info := analysis.next(signals=False)) is not None:
                self._loop.call_soon_threadsafe(self.reports.put_nowait, info)
        except Exception as error:  # the waiting task gets it; a loop may also be closed
            self.error = error
            with contextlib.suppress(Exception):  # this one is told
                self.stop()
                if self.analysis is not None:
                    self.analysis._finish()
        finally:
            with contextlib.suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._end)

    def _end(self) -> None:
        self.reports.put_nowait(None)
        self.ended.set()

    def stop(self) -> None:
        with self._lock:
            self._is_stopped = True
            analysis = self.analysis
        if analysis is not None:
            analysis.stop()

    def abandon(self) -> None:
        self.is_abandoned = True
        with contextlib.suppress(EngineError):
            self.stop()


class AsyncAnalysis(AsyncIterator[Info]):
    """A search for asyncio: an asynchronous iterator of its reports. Leaving its `async with` block
    stops it, and so does dropping it."""

    def __init__(self, reader: _Reader) -> None:
        self._reader = reader
        # At the end of the interpreter, all searches are stopped anyway.
        weakref.finalize(self, reader.abandon).atexit = False

    @property
    def lines(self) -> tuple[Info, ...]:
        """The last report for each line, best first."""
        analysis = self._reader.analysis
        return () if analysis is None else analysis.lines

    def stop(self) -> None:
        """End the search early; `wait` returns its answer."""
        self._reader.stop()

    async def wait(self) -> BestTurn:
        """Wait for the end of the search, and return its answer."""
        await self._reader.ended.wait()
        if self._reader.error is not None:
            raise self._reader.error
        if self._reader.analysis is None:
            raise EngineError("the search has failed")
        return self._reader.analysis._answer()

    async def __anext__(self) -> Info:
        info = await self._reader.reports.get()
        if info is not None:
            return info
        self._reader.reports.put_nowait(None)
        if self._reader.error is not None:
            raise self._reader.error
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
        await self._reader.ended.wait()


#: The searches whose threads must end before the interpreter does.
_running: weakref.WeakSet[_Reader] = weakref.WeakSet()


@atexit.register
def _stop_all() -> None:
    for reader in list(_running):
        reader.abandon()
        reader.thread.join(1.0)


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
        #: Those of the searches whose threads may not have ended.
        self._readers: list[_Reader] = []

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
        earlier = [reader for reader in self._readers if reader.thread.is_alive()]

        def start() -> Analysis:
            # A search that nobody reads any more is no obstacle: it was stopped.
            for reader in earlier:
                if reader.is_abandoned:
                    reader.thread.join()
            return self.engine._begin(request)

        reader = _Reader(start)
        self._readers = [*earlier, reader]
        return AsyncAnalysis(reader)

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
