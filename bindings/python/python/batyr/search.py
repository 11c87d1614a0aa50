"""What all engines have in common: limits, scores, reports, and the methods `play`, `analyse` and
`analysis`."""

from __future__ import annotations

import contextlib
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from types import TracebackType
from typing import Literal, Protocol, Self

from ._batyr import Board, EngineError, Position, Turn

__all__ = [
    "Analysis",
    "BaseEngine",
    "BestTurn",
    "End",
    "Info",
    "Limit",
    "Score",
    "Search",
    "SearchRequest",
]

#: The limit of an engine that plays at a level or rating, if no other is given.
_WEAK_LIMIT_NODES = 100_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """The limits of a search; the first one reached ends it. All times are in seconds."""

    #: The time for this turn.
    time: float | None = None
    #: The number of iterations to complete.
    depth: int | None = None
    #: The number of nodes to search.
    nodes: int | None = None
    #: Search for a win in this number of own moves.
    mate: int | None = None
    #: The times left on the clocks.
    white_clock: float | None = None
    black_clock: float | None = None
    #: What the clocks gain with each turn.
    white_inc: float = 0.0
    black_inc: float = 0.0
    #: The number of turns until the next time control.
    remaining_moves: int | None = None

    def is_set(self) -> bool:
        """Return whether there is any limit."""
        return self.is_set_for("white") or self.is_set_for("black")

    def is_set_for(self, side: Literal["white", "black"]) -> bool:
        """Return whether there is any limit to a search for this side: the clock of the other side
        is none."""
        limits = (self.time, self.depth, self.nodes, self.mate, self.clock_of(side))
        return any(limit is not None for limit in limits)

    def clock_of(self, side: Literal["white", "black"]) -> float | None:
        """Return the time left on the clock of a side."""
        return self.white_clock if side == "white" else self.black_clock


def check_level(level: float | None) -> None:
    """Raise `ValueError` if there is no such level of strength."""
    if level is not None and not 0 <= level <= 20:
        raise ValueError(f"expected a level from 0 to 20, not {level}")


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """What a search is asked for, checked: every engine gets it in this form."""

    #: A copy, which the caller does not change.
    board: Board | Position
    position: Position
    limit: Limit
    multipv: int
    #: A level from 0 to 20, or a rating; full strength without either.
    level: float | None
    elo: int | None
    #: The only turns to consider; all if there are none.
    turns: tuple[str, ...]

    @classmethod
    def of(
        cls,
        board: Board | Position,
        limit: Limit | None,
        *,
        multipv: int = 1,
        level: float | None = None,
        elo: int | None = None,
        turns: Iterable[Turn | str] = (),
        needs_limit: bool = True,
    ) -> SearchRequest:
        """Check what was asked for. Raises `ValueError` if it makes no sense."""
        if level is not None and elo is not None:
            raise ValueError("expected a level or a rating, not both")
        check_level(level)
        if multipv < 1:
            raise ValueError(f"expected at least one line, not {multipv}")
        if limit is None and (level is not None or elo is not None):
            limit = Limit(nodes=_WEAK_LIMIT_NODES)
        own = board.copy() if isinstance(board, Board) else board
        position = own.position if isinstance(own, Board) else own
        if needs_limit and (limit is None or not limit.is_set_for(position.side_to_move)):
            raise ValueError(
                "expected a limit for the side to move, such as Limit(time=1.0); analysis() needs none"
            )
        names = tuple(str(turn) for turn in turns)
        for name in names:
            position.parse(name)
        return cls(own, position, limit or Limit(), multipv, level, elo, names)


@dataclass(frozen=True, slots=True)
class Score:
    """A score for the side to move: either centipawns or the number of moves to a forced end.

    >>> str(Score(cp=35)), str(-Score(mate=3)), Score(mate=2) > Score(cp=900) > Score(mate=-1)
    ('+0.35', '#-3', True)
    """

    #: Hundredths of a shatra, or of a pawn.
    cp: int | None = None
    #: The number of own moves in which the side wins; a forced loss if 0 or negative.
    mate: int | None = None

    def __neg__(self) -> Score:
        if self.mate is not None:
            return Score(mate=-self.mate)
        return Score(cp=-(self.cp or 0))

    def __lt__(self, other: Score) -> bool:
        return self._rank() < other._rank()

    def __gt__(self, other: Score) -> bool:
        return self._rank() > other._rank()

    def _rank(self) -> int:
        if self.mate is None:
            return self.cp or 0
        return 1_000_000 - self.mate if self.mate > 0 else -1_000_000 - self.mate

    def __str__(self) -> str:
        return f"#{self.mate}" if self.mate is not None else f"{(self.cp or 0) / 100:+.2f}"


@dataclass(frozen=True, slots=True)
class Info:
    """What a search reports of a line."""

    #: The depth of the iteration, and of the longest line looked at, in turns.
    depth: int
    seldepth: int
    #: The number of the line, 1 for the best.
    multipv: int
    #: The score for the side to move, and whether it is exact or a bound.
    score: Score
    bound: Literal["exact", "lower", "upper"]
    #: Seconds since the search began.
    time: float
    nodes: int
    #: Nodes a second.
    nps: int
    #: The share of the hash table in use, in thousandths.
    hashfull: int
    #: The chances of win, draw and loss in thousandths, if the engine tells them.
    wdl: tuple[int, int, int] | None
    #: The expected turns.
    pv: tuple[Turn, ...]


@dataclass(frozen=True, slots=True)
class BestTurn:
    """The answer of a search."""

    #: The turn to play; `None` if there is no legal turn.
    turn: Turn | None
    #: The expected reply.
    ponder: Turn | None
    #: The score of the turn for the side that plays it, if it was searched.
    score: Score | None
    #: The last report for each line, best first.
    lines: tuple[Info, ...]


@dataclass(frozen=True, slots=True)
class End:
    """The end of a search, as an engine tells it."""

    turn: Turn | None
    ponder: Turn | None
    score: Score | None


class Search(Protocol):
    """A running search of an engine."""

    def next_event(self, signals: bool) -> Info | End:
        """Wait for the next report or the end; with `signals`, Ctrl-C is raised here."""

    def stop(self) -> None:
        """End the search early."""


class Analysis(Iterator[Info]):
    """A search that runs while its reports are read. Leaving its `with` block stops it, and so does
    dropping it."""

    def __init__(self, search: Search) -> None:
        self._search = search
        self._lines: dict[int, Info] = {}
        self._best: BestTurn | None = None
        self._failed = False

    def stop(self) -> None:
        """End the search early; `wait` returns its answer."""
        if self._best is None and not self._failed:
            self._search.stop()

    @property
    def lines(self) -> tuple[Info, ...]:
        """The last report for each line, best first."""
        return tuple(self._lines[number] for number in sorted(self._lines))

    def next(self, *, signals: bool = True) -> Info | None:
        """Return the next report, or `None` after the last. With `signals`, Ctrl-C stops the
        search and raises `KeyboardInterrupt`; only the main thread gets it."""
        if self._best is not None:
            return None
        if self._failed:
            raise EngineError("the search has failed")
        try:
            event = self._search.next_event(signals)
        except EngineError:
            self._failed = True
            raise
        except BaseException:
            # A signal: its handler need not raise KeyboardInterrupt.
            self._search.stop()
            with contextlib.suppress(EngineError):
                self._finish()
            raise
        if isinstance(event, Info):
            self._lines[event.multipv] = event
            return event
        self._best = BestTurn(event.turn, event.ponder, event.score, self.lines)
        return None

    def wait(self) -> BestTurn:
        """Wait for the end of the search, and return its answer."""
        while self.next() is not None:
            pass
        return self._answer()

    def _answer(self) -> BestTurn:
        if self._best is None:
            raise EngineError("the search has failed")
        return self._best

    def _finish(self) -> None:
        """Read the rest of a search that was stopped."""
        while self.next(signals=False) is not None:
            pass

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> Info:
        info = self.next()
        if info is None:
            raise StopIteration
        return info

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()
        if not self._failed:
            self._finish()


class BaseEngine(ABC):
    """What all engines can do."""

    @abstractmethod
    def _start(self, request: SearchRequest) -> Search:
        """Start a search."""

    @abstractmethod
    def close(self) -> None:
        """End the engine and what it is doing."""

    def play(
        self,
        board: Board | Position,
        limit: Limit | None = None,
        *,
        level: float | None = None,
        elo: int | None = None,
        turns: Iterable[Turn | str] = (),
    ) -> BestTurn:
        """Search for the turn to play, and wait for it.

        A `level` from 0 to 20 or a rating `elo` makes the engine weaker; with one of them, the
        limit may be left out. `turns` are the only ones to consider. A `Board` tells the engine
        the earlier positions of the game, so that it knows of repetitions.
        """
        request = SearchRequest.of(board, limit, level=level, elo=elo, turns=turns)
        with self._begin(request) as analysis:
            return analysis.wait()

    def analyse(
        self,
        board: Board | Position,
        limit: Limit,
        *,
        multipv: int = 1,
        turns: Iterable[Turn | str] = (),
    ) -> list[Info]:
        """Search, and return the last report for each line, best first."""
        request = SearchRequest.of(board, limit, multipv=multipv, turns=turns)
        with self._begin(request) as analysis:
            return list(analysis.wait().lines)

    def analysis(
        self,
        board: Board | Position,
        limit: Limit | None = None,
        *,
        multipv: int = 1,
        turns: Iterable[Turn | str] = (),
    ) -> Analysis:
        """Start a search, and return it at once: an iterator of its reports. Without a limit it
        goes on until it is stopped or everything is proved."""
        return self._begin(
            SearchRequest.of(board, limit, multipv=multipv, turns=turns, needs_limit=False)
        )

    def _begin(self, request: SearchRequest) -> Analysis:
        return Analysis(self._start(request))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
