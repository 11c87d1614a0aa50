"""Arrays of many positions."""

from __future__ import annotations

import pathlib
import random
import subprocess

import batyr
import pytest


def positions(count: int) -> list[batyr.Position]:
    rng = random.Random(1)
    found, board = [], batyr.Board()
    for _ in range(count):
        if board.outcome() is not None:
            board = batyr.Board()
        board.push(rng.choice(list(board.legal_turns)))
        found.append(board.position)
    return found


def test_features_are_the_position() -> None:
    names = batyr.planes()
    some = positions(50)
    planes = batyr.features(some)
    assert planes.shape == (50, len(names), 62) and planes.format == "B"
    letters = {"biy": "K", "batyr": "Q", "tura": "R", "yalkyn": "B", "shatra": "S"}
    for i, position in enumerate(some):
        men = {}
        for plane, name in enumerate(names):
            side, _, man = name.partition(" ")
            if man in letters:
                letter = letters[man] if side == "white" else letters[man].lower()
                for square in range(62):
                    if planes[i, plane, square]:
                        men[batyr.square_name(square + 1, "spn")] = letter
        assert men == position.men
        to_move = names.index("black to move")
        assert planes[i, to_move, 0] == (position.side_to_move == "black")


def test_masks_and_counts_are_those_of_the_turns() -> None:
    some = positions(30)
    mask = batyr.legal_mask(some)
    counts = batyr.count_turns(some)
    assert mask.shape == (30, 62, 62)
    for i, position in enumerate(some):
        pairs = {
            (batyr.square_number(t.from_square, "spn") - 1, batyr.square_number(t.to_square, "spn") - 1)
            for t in position.legal_turns
        }
        set_pairs = {(a, b) for a in range(62) for b in range(62) if mask[i, a, b]}
        assert set_pairs == pairs
        assert counts[i] == len(position.legal_turns)


def test_empty_and_mixed_batches() -> None:
    assert batyr.features([]).nbytes == 0 and batyr.count_turns([]).tolist() == []
    assert batyr.features([batyr.Board("shatar")]).shape == (1, 13, 64)
    with pytest.raises(ValueError, match="chessboard"):
        batyr.legal_mask([batyr.Board(), batyr.Board("shatranj")])
    with pytest.raises(TypeError, match="int"):
        batyr.features([3])  # type: ignore[list-item]


def test_numpy_takes_the_arrays_as_they_are() -> None:
    numpy = pytest.importorskip("numpy")
    array = numpy.asarray(batyr.features(positions(4)))
    assert array.dtype == numpy.uint8 and array.shape == (4, 17, 62)
    assert numpy.asarray(batyr.count_turns([batyr.Board()]))[0] == 154


def test_samples_of_the_program(program: str, tmp_path: pathlib.Path) -> None:
    path = tmp_path / "games.samples"
    made = subprocess.run(
        [program, "datagen", "--games", "3", "--nodes", "100", "-o", str(path)],
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert made.returncode == 0, made.stderr
    samples = batyr.read_samples(path)
    assert samples.variant == "shatra" and len(samples) > 0
    assert samples.features.shape == (len(samples), 17, 62)
    assert samples.scores.shape == samples.results.shape == samples.games.shape
    assert set(samples.results.tolist()) <= {0.0, 0.5, 1.0}
    assert len(set(samples.games.tolist())) == 3
    second = batyr.read_samples(path, skip=1, games=1)
    assert 0 < len(second) < len(samples)
    with pytest.raises(batyr.FileError):
        batyr.read_samples(pathlib.Path(__file__))
    with pytest.raises(FileNotFoundError):
        batyr.read_samples(tmp_path / "none")
