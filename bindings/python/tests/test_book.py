"""Opening books: those that come with the package, and files."""

from __future__ import annotations

import json
import pathlib
import subprocess

import batyr
import pytest

WITH_BOOK = [variant for variant in batyr.variants() if not variant.endswith("-fairy")]


@pytest.mark.parametrize("variant", WITH_BOOK)
def test_every_game_has_a_book(variant: str) -> None:
    book = batyr.book.Book(variant=variant)
    board = batyr.Board(variant)
    found = book.look_up(board)
    assert found is not None and book.variant == variant
    assert len(book) > found.below >= len(found.turns) > 0
    assert {turn.turn for turn in found.turns} <= set(board.legal_turns)
    # The value of a position is that of its best turn.
    assert found.turns[0].score == found.score
    assert all(0 <= turn.expected <= 1000 and turn.doubt >= 0 for turn in found.turns)
    values = [turn.score for turn in found.turns]
    assert values == sorted(values, reverse=True)
    # Whatever the order of the turns, the position is the same.
    after = book.look_up(found.turns[0].turn.after())
    assert after is None or after.below == found.turns[0].below


def test_a_turn_is_drawn_by_its_value() -> None:
    book = batyr.book.Book(variant="shatra-original")
    board = batyr.Board("shatra-original")
    found = book.look_up(board)
    assert found is not None
    drawn = {book.choose(board, seed=seed) for seed in range(200)}
    assert 1 < len(drawn) < len(found.turns) and None not in drawn
    for turn in drawn:
        assert turn is not None and turn in found.turns
        assert turn.expected >= found.turns[0].expected - 10
    wide = {book.choose(board, level=0, seed=seed) for seed in range(200)}
    assert len(wide) > len(drawn)
    assert book.choose(board, seed=7) == book.choose(board, seed=7)
    # A position far from the start is in no book.
    bare = batyr.Position("shatra-original", "9/1/7/7/1K5/7/4k2/3Q3/1/9 w")
    assert book.look_up(bare) is None and book.choose(bare) is None


def test_what_is_no_book_is_an_error(tmp_path: pathlib.Path) -> None:
    with pytest.raises(ValueError, match="no book of shatranj-fairy"):
        batyr.book.Book(variant="shatranj-fairy")
    with pytest.raises(FileNotFoundError):
        batyr.book.Book(tmp_path / "a.book")
    (tmp_path / "b.book").write_bytes(b"BATYRBK\n and no more")
    with pytest.raises(batyr.FileError, match="b.book: it is "):
        batyr.book.Book(tmp_path / "b.book")
    book = batyr.book.Book()
    with pytest.raises(ValueError, match="one of shatra"):
        book.look_up(batyr.Board("shatranj"))
    with pytest.raises(ValueError, match="level from 0 to 20"):
        book.choose(batyr.Board(), level=30)


@pytest.mark.parametrize("variant", ["shatra", "shatar"])
def test_a_position_is_shown_as_by_the_command_line(variant: str, program: str) -> None:
    book, board = batyr.book.Book(variant=variant), batyr.Board(variant)
    for _ in range(2):
        found = book.look_up(board)
        if found is None:
            break
        turns = [turn.text for turn in board.turns]
        command = [program, "book", "show", "--json", "--variant", variant, *turns]
        shown = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
        expected = json.loads(shown.stdout)

        def score(score: batyr.Score) -> dict[str, int | None]:
            return {"cp": score.cp} if score.mate is None else {"mate": score.mate}

        assert {
            "variant": book.variant,
            "position": board.text,
            "nodes": book.nodes,
            "positions": len(book),
            "score": score(found.score),
            "expected": found.expected,
            "doubt": found.doubt,
            "depth": found.depth,
            "below": found.below,
            "turns": [
                {
                    "turn": turn.turn.text,
                    "score": score(turn.score),
                    "expected": turn.expected,
                    "doubt": turn.doubt,
                    "depth": turn.depth,
                    "below": turn.below,
                    "transposes": turn.transposes,
                }
                for turn in found.turns
            ],
        } == expected
        board.push(found.turns[0].turn)
    assert board.turns
