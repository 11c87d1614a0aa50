"""Puzzles: positions of games in which one turn alone wins or saves.

A collection of each game comes with the package, a file is one of `batyr puzzles`, and a `PuzzleMaker`
takes puzzles out of games.

>>> import batyr
>>> puzzle = next(batyr.puzzles.shipped("shatra", theme="drop", max_rating=1400))
>>> puzzle.goal, puzzle.is_solution(puzzle.line[0].turn), puzzle.line[0].turn in puzzle.wrong
('win', True, False)
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import IO, Any, Literal

from ._batyr import (
    Board,
    FileError,
    NativePuzzleMaker,
    Position,
    Turn,
    puzzle_line,
    puzzle_themes,
    shipped_puzzles,
)
from .games import Game

__all__ = ["Puzzle", "PuzzleMaker", "Refutation", "Step", "read", "shipped", "themes"]


@dataclass(frozen=True, slots=True)
class Step:
    """A turn of the solution."""

    turn: str
    #: Other texts that count as the turn.
    also: tuple[str, ...]
    #: Whether no turn with another result is legal.
    forced: bool
    by: Literal["solver", "opponent"]


@dataclass(frozen=True, slots=True)
class Refutation:
    """What is wrong with a first turn."""

    #: The turns that follow; none if the game is over.
    line: tuple[str, ...]
    #: The score after the turn for the solver, in centipawns.
    score: int
    #: The number of the opponent's turns in which the solver is seen to lose;
    #: 0 if the wrong turn itself loses the game.
    loses_in: int | None = None


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A puzzle; the fields are those of its line in a file."""

    id: str
    variant: str
    position: str
    goal: Literal["win", "save"]
    #: How it is known that there is no second solution.
    proof: Literal["proved", "searched"]
    #: The solution: the solver's turns and the replies.
    line: tuple[Step, ...]
    #: Why the line ends.
    end: Literal["won", "saved", "several"]
    #: Every other first turn with its refutation.
    wrong: dict[str, Refutation]
    #: The difficulty, from about 800 to 2600.
    rating: int
    #: The lowest playing level that finds the line.
    level: int
    themes: tuple[str, ...]
    #: The number of own turns in which the solver is proved to win.
    wins_in: int | None = None
    #: The number of own turns within which no other first turn is proved to win.
    no_other_in: int | None = None
    #: Where the game came from.
    source: str = ""

    def board(self) -> Board:
        """Return a board with the position, in which the solver is to move."""
        return Board(self.variant, self.position)

    def _repr_svg_(self) -> str:
        return self.board()._repr_svg_()

    def is_solution(self, turn: Turn | str, step: int = 0) -> bool:
        """Return whether a turn is that of the solution at a step, or counts as it."""
        expected = self.line[step]
        return str(turn) == expected.turn or str(turn) in expected.also

    def text(self) -> str:
        """Return the line of the puzzle in a file, without the line break."""
        return puzzle_line(json.dumps(asdict(self)))


def _puzzle(line: str) -> Puzzle:
    fields: dict[str, Any] = json.loads(line)
    fields["line"] = tuple(
        Step(step["turn"], tuple(step["also"]), step["forced"], step["by"])
        for step in fields["line"]
    )
    fields["wrong"] = {
        turn: Refutation(tuple(found["line"]), found["score"], found.get("loses_in"))
        for turn, found in fields["wrong"].items()
    }
    fields["themes"] = tuple(fields["themes"])
    return Puzzle(**fields)


def themes() -> list[str]:
    """Return the ids of all themes.

    >>> themes()[:2]
    ['long-chain', 'quiet-among-captures']
    """
    return puzzle_themes()


def read(
    source: str | os.PathLike[str] | IO[str] | Iterable[str],
    *,
    variant: str | None = None,
    theme: str | None = None,
    min_rating: int = 0,
    max_rating: int | None = None,
) -> Iterator[Puzzle]:
    """Read the puzzles of a file of JSON lines, one after another: those of a variant, with a theme
    and a rating from `min_rating` to `max_rating`, as far as these are given. Raises `FileError`
    with the number of a line that is no puzzle, and `ValueError` if there is no such theme."""
    if theme is not None and theme not in themes():
        raise ValueError(f"unknown theme {theme!r}, expected one of {', '.join(themes())}")

    def fits(puzzle: Puzzle) -> bool:
        return (
            (variant is None or puzzle.variant == variant)
            and (theme is None or theme in puzzle.themes)
            and min_rating <= puzzle.rating
            and (max_rating is None or puzzle.rating <= max_rating)
        )

    return filter(fits, _read(source))


def _read(source: str | os.PathLike[str] | Iterable[str]) -> Iterator[Puzzle]:
    if isinstance(source, (str, os.PathLike)):
        with open(source, encoding="utf-8") as file:
            yield from _read_lines(file, f"{os.fspath(source)}:")
    else:
        yield from _read_lines(source, "line ")


def _read_lines(lines: Iterable[str], name: str) -> Iterator[Puzzle]:
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                checked = puzzle_line(line)
            except FileError as error:
                raise FileError(f"{name}{number}: {error}") from None
            yield _puzzle(checked)


def shipped(
    variant: str = "shatra",
    *,
    theme: str | None = None,
    min_rating: int = 0,
    max_rating: int | None = None,
) -> Iterator[Puzzle]:
    """Read the collection that comes with the package for a variant, by rising rating; see `read`.
    There are none for the variants by Fairy-Stockfish's rules."""
    lines = (shipped_puzzles(variant) or "").splitlines()
    return read(lines, theme=theme, min_rating=min_rating, max_rating=max_rating)


class PuzzleMaker:
    """Takes puzzles out of games, as `batyr puzzles make` does. Ctrl-C ends it, and many makers may
    work at once, each on a thread.

    `nodes` are those of the search of each position, `check` those of each search for a second
    solution, `proof` those of each proof; `tables` is a folder of endgame tables. The same game and
    settings make the same puzzles.
    """

    def __init__(
        self,
        *,
        nodes: int = 50_000,
        check: int = 1_000_000,
        proof: int = 1_000_000,
        tables: str | os.PathLike[str] | None = None,
    ) -> None:
        if min(nodes, check, proof) < 10:
            raise ValueError("nodes, check and proof must be at least 10")
        folder = None if tables is None else os.fspath(tables)
        self._native = NativePuzzleMaker(nodes, check, proof, folder)

    def of_game(
        self,
        game: Board | Game,
        *,
        source: str = "",
        progress: Callable[[int, int], object] | None = None,
    ) -> list[Puzzle]:
        """Return the puzzles of a game, in order. `source` says where the game came from. `progress`
        is called now and then with the number of positions searched and the number of all; an
        exception that it raises ends the work."""
        board = game.end() if isinstance(game, Game) else game
        return [_puzzle(line) for line in self._native.of_game(board, source, progress)]

    def of_position(self, board: Board | Position, *, source: str = "") -> Puzzle | None:
        """Return the puzzle that a position is; `None` if it is none."""
        found = self._native.of_position(board, source)
        return _puzzle(found[0]) if found else None
