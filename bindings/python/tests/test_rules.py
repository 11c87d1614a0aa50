"""The rules through the package: the counts and steps of programs that share no code with it."""

from __future__ import annotations

import hashlib
import os
import pathlib
import random

import batyr
import pytest
from conftest import DATA, rows

#: Deeper counts take too long here; the root's tests have them.
MAX_LEAVES = 30_000


@pytest.mark.parametrize("variant", batyr.variants())
def test_perft_counts_are_those_of_the_data(variant: str) -> None:
    positions = [row for row in rows("perft", "perft") if row[0] == variant]
    # Shatranj and Shatar have counts only by Fairy-Stockfish's rules.
    assert bool(positions) == (variant not in ("shatranj", "shatar"))
    for _, text, counts in positions:
        position = batyr.Position(variant, text)
        for count in counts.split():
            depth, leaves = map(int, count.split(":"))
            if leaves <= MAX_LEAVES:
                assert position.perft(depth) == leaves, (text, depth)
                if depth == 1:
                    assert len(position.legal_turns) == leaves
                    assert len({turn.text for turn in position.legal_turns}) == leaves


def test_steps_are_those_of_the_data() -> None:
    seen = 0
    for variant, text, expected in rows("steps", "steps"):
        position = batyr.Position(variant, text)
        # Where a biy stops, the data have `pass` or the same square twice, and promotions
        # have no sign.
        found = {step.text.replace("=", "") for step in position.steps}
        wanted = {
            "pass" if len(set(step.split("-"))) == 1 and "-" in step else step
            for step in expected.split()
        }
        assert found == wanted, (variant, text)
        seen += 1
    assert seen > 100


def test_random_games_have_the_turns_of_the_slow_generator() -> None:
    """The lists are those of a second generator, which shares no code with the package
    (tests/rules/random_games.rs in the repository's root). `BATYR_GAMES` may name a file of more
    games."""
    path = pathlib.Path(os.environ.get("BATYR_GAMES", DATA / "random-games.txt"))
    games = positions = listed = 0
    with path.open() as file:
        for line in file:
            variant, *words = line.split()
            board = batyr.Board(variant)
            for number, word in enumerate(words, 1):
                text, expected = word.rsplit("=", 1)  # a promotion has a sign of its own
                turns = sorted(turn.text for turn in board.legal_turns)
                content = f"{board.spn}\n{' '.join(turns)}"
                found = hashlib.sha256(content.encode()).hexdigest()[:8]
                assert found == expected, (games + 1, number, variant, content)
                board.push(text)
                positions, listed = positions + 1, listed + len(turns)
            games += 1
    assert games >= 30
    print(f"{games} games, {positions} positions, {listed} turns")


@pytest.mark.parametrize("variant", batyr.variants())
def test_random_games_are_the_same_in_every_form(variant: str) -> None:
    rng = random.Random(54)
    for _ in range(5):
        board = batyr.Board(variant)
        while board.outcome() is None and len(board.turns) < 60:
            position = board.position
            turns = list(board.legal_turns)
            assert len(turns) == len(board.legal_turns)
            turn = rng.choice(turns)
            by_text = board.copy()
            by_text.push(turn.text)
            assert turn.after() == by_text.position

            partial = board.begin_turn()
            played = None
            for step in turn.ushi:
                assert played is None
                assert step in [next_step.ushi for next_step in partial.steps]
                played = partial.push(step)
            # The last jump of a chain may leave the man the choice to go on.
            assert played == turn
            assert partial.steps == ()

            assert board.push(turn) == turn
            assert board == by_text
            assert board.peek() == turn
            assert board.pop() == turn
            assert board.position == position
            board.push(turn)
        assert batyr.Board(variant, board.start).variant == variant


def test_divide_adds_up() -> None:
    board = batyr.Board("shatra-original")
    divided = board.divide(2)
    assert len(divided) == 33
    assert sum(divided.values()) == board.perft(2) == 1089
    assert board.perft(0) == 1
