"""Game files: SGN, PGN for games on the chessboard, and JSON lines, with variations, comments and
marks. A file is read game by game, and every turn is checked against the rules."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import IO, Any, Literal

from ._batyr import Board, FileError, NativeGames, game_text

__all__ = ["FileTurn", "Game", "Line", "read_games", "write_game"]

Format = Literal["auto", "sgn", "pgn", "jsonl"]


@dataclass(slots=True)
class FileTurn:
    """A turn in a file."""

    #: The turn, with squares in letters.
    text: str
    #: The comment after the turn.
    comment: str = ""
    #: The numeric annotations: 1 for `!`, 2 for `?` …
    nags: list[int] = field(default_factory=list)
    #: The time left on the clock of the side that played the turn, in milliseconds.
    clock_ms: int | None = None
    #: The score after the turn from White's point of view: `-0.35`, or `#3`.
    eval: str | None = None
    #: The marked squares: a letter for the colour and a square, `Gd4`.
    squares: list[str] = field(default_factory=list)
    #: The arrows: a letter for the colour and two squares, `Gd4d6`.
    arrows: list[str] = field(default_factory=list)
    #: The lines that could have been played instead.
    variations: list[Line] = field(default_factory=list)


@dataclass(slots=True)
class Line:
    """A variation."""

    #: The comment before the first turn.
    intro: str = ""
    turns: list[FileTurn] = field(default_factory=list)


@dataclass(slots=True)
class Game:
    """A game in a file.

    >>> import batyr
    >>> board = batyr.Board("shatra-original")
    >>> _ = board.push("c3-g7")
    >>> game = Game.from_board(board, White="Aidar")
    >>> game.turns[0].comment = "a drop"
    >>> print(game)  # doctest: +ELLIPSIS
    [Event ...
    """

    #: The id of the variant.
    variant: str = "shatra"
    tags: dict[str, str] = field(default_factory=dict)
    #: The position in which the game began; `None` for the variant's own.
    start: str | None = None
    #: The comment before the first turn.
    intro: str = ""
    turns: list[FileTurn] = field(default_factory=list)
    #: `1-0`, `0-1`, `1/2-1/2` or `*`.
    result: str = "*"
    #: What was found wrong in the file and mended or left out.
    faults: list[str] = field(default_factory=list, compare=False)

    @classmethod
    def from_board(cls, board: Board, **tags: str) -> Game:
        """Make a game of the turns of a board, with its result."""
        start = None if board.start == Board(board.variant).text else board.start
        turns = [FileTurn(turn.text) for turn in board.turns]
        outcome = board.outcome()
        result = "*" if outcome is None else outcome.result
        return cls(board.variant, dict(tags), start, turns=turns, result=result)

    def board(self, turns: int = 0) -> Board:
        """Return a board after the first turns of the main line."""
        board = Board(self.variant, self.start)
        for turn in self.turns[:turns]:
            board.push(turn.text)
        return board

    def end(self) -> Board:
        """Return a board after the last turn of the main line."""
        return self.board(len(self.turns))

    def text(self, format: Literal["sgn", "pgn", "jsonl"] = "sgn") -> str:
        """Return the game as the text of a file: SGN, PGN if its game is one of the chessboard,
        or a line of JSON. Raises `FileError` if a turn is not legal."""
        return game_text(json.dumps(_game_fields(self)), format)

    def __str__(self) -> str:
        return self.text()


def _game_fields(game: Game) -> dict[str, Any]:
    fields: dict[str, Any] = {
        "variant": game.variant,
        "tags": game.tags,
        "intro": game.intro,
        "turns": [_turn_fields(turn) for turn in game.turns],
        "result": game.result,
    }
    if game.start is not None:
        fields["start"] = game.start
    return fields


def _turn_fields(turn: FileTurn) -> dict[str, Any]:
    return {
        "turn": turn.text,
        "nags": turn.nags,
        "comment": turn.comment,
        "clock_ms": turn.clock_ms,
        "eval": turn.eval,
        "squares": turn.squares,
        "arrows": turn.arrows,
        "variations": [
            {"intro": line.intro, "turns": [_turn_fields(turn) for turn in line.turns]}
            for line in turn.variations
        ],
    }


def _turn(fields: dict[str, Any]) -> FileTurn:
    fields["text"] = fields.pop("turn")
    fields["variations"] = [_line(line) for line in fields.get("variations", [])]
    return FileTurn(**fields)


def _line(fields: dict[str, Any]) -> Line:
    return Line(fields.get("intro", ""), [_turn(turn) for turn in fields["turns"]])


def _game(text: str, faults: list[str]) -> Game:
    fields = json.loads(text)
    fields["turns"] = [_turn(turn) for turn in fields["turns"]]
    return Game(**fields, faults=faults)


def read_games(
    source: str | os.PathLike[str] | IO[str] | IO[bytes],
    *,
    format: Format = "auto",
    variant: str | None = None,
    numbering: Literal["official", "spn"] | None = None,
    strict: bool = False,
    on_error: Literal["raise", "skip"] = "raise",
) -> Iterator[Game]:
    """Read the games of a file, one after another.

    A path is read as the games are asked for; a file object is read at once. The variant and the
    numbering of squares are those of the file, unless they are given. With `strict`, a fault that
    could be mended is an error. `FileError` says where a game can't be read; the games after it
    are read with `on_error="skip"`.

    >>> import io
    >>> [game.turns[0].text for game in read_games(io.StringIO("1. 54-32 9-25 *"))]
    ['c3-a7']
    """
    if isinstance(source, (str, os.PathLike)):
        path, content = os.fspath(source), None
    else:
        read = source.read()
        path, content = None, read.encode() if isinstance(read, str) else read
    games = NativeGames(
        path, content, format=format, variant=variant, numbering=numbering, strict=strict
    )
    return _games(games, on_error)


def _games(games: NativeGames, on_error: Literal["raise", "skip"]) -> Iterator[Game]:
    while True:
        try:
            read = games.next_game()
        except FileError:
            if on_error == "raise":
                raise
            continue
        if read is None:
            return
        yield _game(*read)


def write_game(
    game: Game,
    target: str | os.PathLike[str] | IO[str],
    *,
    format: Literal["auto", "sgn", "pgn", "jsonl"] = "auto",
) -> None:
    """Append a game to a file, or write it to a text file that is open.

    With `auto`, a name that ends with `.jsonl` or `.json` makes a line of JSON, and any other SGN,
    or PGN for games on the chessboard. There, marks, score and clock stand before the text of a comment.
    """
    chosen = format
    if chosen == "auto":
        name = os.fspath(target) if isinstance(target, (str, os.PathLike)) else ""
        chosen = "jsonl" if name.lower().endswith((".jsonl", ".ndjson", ".json")) else "sgn"
    text = game.text(chosen)
    if chosen != "jsonl" and not text.endswith("\n\n"):
        text += "\n"
    if isinstance(target, (str, os.PathLike)):
        with open(target, "a", encoding="utf-8", newline="\n") as file:
            file.write(text)
    else:
        target.write(text)
