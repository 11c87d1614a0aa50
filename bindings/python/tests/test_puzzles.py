"""Puzzles: the collections of the package, files, and puzzles made from games."""

from __future__ import annotations

import io
import os
import pathlib
import random
import signal
import subprocess
import threading

import batyr
import pytest
from batyr._batyr import shipped_puzzles
from conftest import DATA

WITH_PUZZLES = [variant for variant in batyr.variants() if not variant.endswith("-fairy")]


@pytest.mark.parametrize("variant", WITH_PUZZLES)
def test_every_collection_is_read_and_written_as_it_is(variant: str) -> None:
    puzzles = list(batyr.puzzles.shipped(variant))
    lines = (shipped_puzzles(variant) or "").splitlines()
    assert len(puzzles) == len(lines) > 0
    for puzzle, line in zip(puzzles, lines):
        assert puzzle.text() == line
        assert puzzle.variant == variant and puzzle.id.startswith(variant)
        assert set(puzzle.themes) <= set(batyr.puzzles.themes())
        # The solution and the wrong turns together are the legal turns.
        board = puzzle.board()
        first = puzzle.line[0]
        legal = {turn.text for turn in board.legal_turns}
        assert legal == {first.turn, *first.also} | set(puzzle.wrong)
        assert not legal & set(puzzle.wrong) & {first.turn, *first.also}
        for number, step in enumerate(puzzle.line):
            assert puzzle.is_solution(board.push(step.turn), number)
        if puzzle.end == "won":
            outcome = board.outcome()
            assert outcome is None or outcome.winner == puzzle.board().side_to_move
    assert [puzzle.rating for puzzle in puzzles] == sorted(puzzle.rating for puzzle in puzzles)
    assert not list(batyr.puzzles.shipped("shatar-fairy"))


def test_puzzles_are_chosen_by_theme_and_rating() -> None:
    everything = list(batyr.puzzles.shipped("shatra"))
    drops = list(batyr.puzzles.shipped("shatra", theme="drop"))
    assert 0 < len(drops) < len(everything)
    assert drops == [puzzle for puzzle in everything if "drop" in puzzle.themes]
    some = list(batyr.puzzles.shipped("shatra", min_rating=1300, max_rating=1700))
    assert some == [puzzle for puzzle in everything if 1300 <= puzzle.rating <= 1700]
    assert 0 < len(some) < len(everything)
    lines = [puzzle.text() for puzzle in everything]
    assert list(batyr.puzzles.read(lines, variant="shatra")) == everything
    assert list(batyr.puzzles.read(lines, variant="shatar")) == []
    with pytest.raises(ValueError, match="unknown theme 'drops', expected one of long-chain"):
        batyr.puzzles.shipped("shatra", theme="drops")


def test_a_line_that_is_no_puzzle_is_named(tmp_path: pathlib.Path) -> None:
    good = next(batyr.puzzles.shipped("shatra")).text()
    for bad in ("{}", "[]", "nothing", good.replace('"position":"', '"position":"9')):
        path = tmp_path / "a.jsonl"
        path.write_text(f"{good}\n\n{bad}\n")
        puzzles = batyr.puzzles.read(path)
        assert next(puzzles).text() == good
        with pytest.raises(batyr.FileError, match=r"a\.jsonl:3: "):
            next(puzzles)
    assert len(list(batyr.puzzles.read(io.StringIO(good)))) == 1


def test_puzzles_are_those_of_the_command_line(program: str) -> None:
    path = DATA / "analyse" / "planted.sgn"
    effort = {"nodes": 20_000, "check": 20_000, "proof": 20_000}
    options = [f"--{name}={value}" for name, value in effort.items()]
    shown = subprocess.run(
        [program, "puzzles", *options, str(path)], capture_output=True, text=True, timeout=300
    )
    maker = batyr.puzzles.PuzzleMaker(
        nodes=effort["nodes"], check=effort["check"], proof=effort["proof"]
    )
    made: dict[str, str] = {}
    for number, game in enumerate(batyr.read_games(path), 1):
        for puzzle in maker.of_game(game, source=f"{path.name}, game {number}"):
            made.setdefault(puzzle.id, puzzle.text())
    assert list(made.values()) == shown.stdout.splitlines()
    assert made


def test_a_position_is_a_puzzle_or_not() -> None:
    maker = batyr.puzzles.PuzzleMaker(nodes=2000, check=4000, proof=4000)
    assert maker.of_position(batyr.Board()) is None
    puzzle = next(batyr.puzzles.shipped("shatra", theme="biy-hunt"))
    made = maker.of_position(puzzle.board(), source="here")
    assert made is not None and made.source == "here"
    assert made.line[0].turn == puzzle.line[0].turn and made.id == puzzle.id
    with pytest.raises(ValueError):
        batyr.puzzles.PuzzleMaker(nodes=0)


def test_progress_is_told_and_may_end_the_work() -> None:
    board = batyr.Board("shatra-original")
    rng = random.Random(3)
    while board.outcome() is None and len(board.turns) < 30:
        board.push(rng.choice(list(board.legal_turns)))
    maker = batyr.puzzles.PuzzleMaker(nodes=100_000, check=1000, proof=1000)
    seen: list[tuple[int, int]] = []
    maker.of_game(board, progress=lambda done, total: seen.append((done, total)))
    assert seen and seen == sorted(seen)
    assert all(done <= total <= len(board.turns) + 1 for done, total in seen)

    def refuse(done: int, total: int) -> None:
        with pytest.raises(batyr.EngineError, match="the maker is working"):
            maker.of_position(board)
        raise InterruptedError(done)

    # So many nodes that the work goes on while `refuse` looks.
    maker = batyr.puzzles.PuzzleMaker(nodes=500_000, check=1000, proof=1000)
    with pytest.raises(InterruptedError):
        maker.of_game(board, progress=refuse)
    # The maker can be used again.
    assert maker.of_position(batyr.Position("shatra", "9/K/7/7/7/7/q6/7/1/9 b")) is None


@pytest.mark.skipif(os.name != "posix", reason="needs signals")
def test_ctrl_c_ends_the_making() -> None:
    maker = batyr.puzzles.PuzzleMaker(nodes=10**9, check=10**9, proof=10**9)
    old = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT))
    try:
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            maker.of_position(batyr.Board())
    finally:
        timer.join()
        signal.signal(signal.SIGINT, old)
