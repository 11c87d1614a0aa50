"""Game files."""

from __future__ import annotations

import io
import pathlib
import subprocess
from typing import Any

import batyr
import pytest
from conftest import DATA


def read(text: str, **options: Any) -> list[batyr.Game]:
    return list(batyr.read_games(io.StringIO(text), **options))


def test_a_tree_survives_every_format(tmp_path: pathlib.Path) -> None:
    board = batyr.Board("shatra-original")
    first, second, reply = (str(turn) for turn in list(board.legal_turns)[:3])
    game = batyr.Game.from_board(board, White="Aidar")
    other = board.copy()
    other.push(second)
    answer = str(next(iter(other.legal_turns)))
    variation = batyr.Line("or so", [batyr.FileTurn(second), batyr.FileTurn(answer, nags=[2])])
    game.intro = "before"
    game.turns.append(
        batyr.FileTurn(
            first,
            comment="good",
            nags=[1],
            clock_ms=62_000,
            eval="-0.35",
            squares=["Gd4"],
            arrows=["Rd4d6"],
            variations=[variation],
        )
    )
    for name, format in (("a.sgn", "auto"), ("a.jsonl", "auto"), ("b.txt", "jsonl")):
        path = tmp_path / name
        for _ in range(2):
            batyr.write_game(game, path, format=format)  # type: ignore[arg-type]
        back = list(batyr.read_games(path))
        assert len(back) == 2, name
        assert [turn for turn in back[0].turns] == game.turns, name
        assert back[0].intro == "before" and back[0].tags["White"] == "Aidar"
        assert back[0] == back[1] and back[0].variant == "shatra-original"
    assert game.board(1).turns == (board.parse(first),)
    assert game.end() == game.board(1)


def test_an_illegal_turn_is_neither_read_nor_written() -> None:
    game = batyr.Game("shatra", turns=[batyr.FileTurn("a5-a9")])
    with pytest.raises(batyr.FileError, match="a5-a9"):
        str(game)
    with pytest.raises(batyr.TurnError):
        game.end()
    text = '[Event "a"]\n\n1. 46-38 1-1 *\n\n[Event "b"]\n\n1. 46-39 *\n'
    with pytest.raises(batyr.FileError):
        read(text, strict=True)
    assert [game.tags["Event"] for game in read(text, on_error="skip")][-1] == "b"


def test_games_of_the_chessboard_are_pgn() -> None:
    board = batyr.Board("shatranj")
    for text in ("e2e3", "e7e6", "g1f3"):
        board.push(text)
    text = str(batyr.Game.from_board(board))
    assert "1. e3 e6 2. Nf3" in text
    (game,) = read(text)
    assert game.end() == board and game.variant == "shatranj"


def test_a_start_of_its_own() -> None:
    board = batyr.Board("shatra-kurin", "9/K/6R/5S1/1k5/4S2/7/4q2/1/9 b - - - - 1")
    board.push("c10:c6:a6")
    (game,) = read(str(batyr.Game.from_board(board)))
    assert game.end() == board and game.end().turns == board.turns


TREE = """[Event "A tree"]
[White "Айдар"]
[Result "*"]

{before} 1. 46-39 $1 {[%csl Ga6,Rb7] [%cal Gd4d6] [%eval -0.35] [%clk 0:01:02] good}
(1. 54-32 {a drop} 11-18 $2 (1... 9-25 {or so} 2. 46-39) 2. 46-39 $14) 11-18 {reply}
2. 47-40 (2. 54-32 {first} 9-25) (2. 48-41 $6) *

[Event "Another"]
[Variant "shatranj"]
[Result "1-0"]

1. e3 (1. d3 e6 {why not} 2. Nf3) 1... e6 2. Nf3 $3 1-0
"""


@pytest.mark.parametrize("format", ["sgn", "jsonl"])
@pytest.mark.parametrize("name", ["planted", "tree"])
def test_games_and_trees_are_those_of_the_command_line(
    name: str, format: Any, program: str, tmp_path: pathlib.Path
) -> None:
    path = DATA / "analyse" / "planted.sgn"
    if name == "tree":
        path = tmp_path / "tree.sgn"
        path.write_text(TREE, encoding="utf-8")
    command = [program, "convert", "games", "--to", format, str(path)]
    shown = subprocess.run(command, capture_output=True, timeout=60)
    assert shown.returncode == 0, shown.stderr
    target = io.StringIO()
    games = list(batyr.read_games(path, strict=True))
    for game in games:
        batyr.write_game(game, target, format=format)
    assert target.getvalue().encode() == shown.stdout
    assert len(games) > 1
    if name == "tree":
        assert games[0].turns[0].variations[0].turns[1].variations[0].turns[0].comment == "or so"
        # What is written is read as it was.
        back = batyr.read_games(io.StringIO(target.getvalue()), format=format)
        assert list(back) == games
