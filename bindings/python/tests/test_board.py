"""Boards, positions and turns as objects."""

from __future__ import annotations

import copy
import gc
import pickle
import threading
import xml.etree.ElementTree as ElementTree

import batyr
import pytest

#: Kurin's example, in which a batyr takes two men one after the other.
KURIN = "9/K/6R/5S1/1k5/4S2/7/4q2/1/9 b - - - - 1"


def test_a_chain_has_a_path_and_captures() -> None:
    board = batyr.Board("shatra-kurin", KURIN)
    (turn,) = board.legal_turns
    assert turn.text == "c10:c6:a6"
    assert turn.path == ("c10", "c6", "a6")
    assert turn.captures == ("c8", "b6")
    assert turn.ushi == ("50:22", "22:24")
    assert turn.file_tokens == ("13:41", ":39")
    assert (turn.from_square, turn.to_square) == ("c10", "a6")
    assert turn.is_capture and not turn.is_drop and turn.promotion is None
    assert turn.after().men == {"d4": "K", "a5": "R", "f7": "k", "a6": "q"}


def test_a_chain_is_played_jump_by_jump() -> None:
    board = batyr.Board("shatra-kurin", KURIN)
    partial = board.begin_turn()
    (step,) = partial.steps
    assert (step.text, step.capture, step.ends_turn) == ("c10:c6", "c8", False)
    assert partial.push(step) is None
    assert partial.position.is_in_mid_turn and partial.turn is None
    assert partial.played == ("50:22",)
    partial.pop()
    assert not partial.played
    with pytest.raises(IndexError):
        partial.pop()
    assert partial.push("c10:c6") is None
    turn = partial.push("c6:a6")
    assert turn is not None and turn == partial.turn
    with pytest.raises(ValueError, match="complete"):
        partial.push("c6:a6")
    assert not board.turns
    board.push(turn)
    assert list(board.turns) == [turn]


def test_an_illegal_turn_changes_nothing_and_says_why() -> None:
    board = batyr.Board("shatra-kurin", KURIN)
    before = board.text
    with pytest.raises(batyr.IllegalTurnError) as caught:
        board.push("c10:c6:c5")
    assert str(caught.value) == board.why_illegal("c10:c6:c5")
    assert caught.value.reason and isinstance(caught.value.squares, list)
    for text, kind in [
        ("c10-c9", batyr.IllegalTurnError),
        ("hello", batyr.InvalidTurnError),
        ("", batyr.InvalidTurnError),
        ("\0", batyr.InvalidTurnError),
    ]:
        with pytest.raises(kind):
            board.push(text)
    assert (board.text, board.turns) == (before, ())
    assert board.why_illegal("c10:c6:a6") is None
    with pytest.raises(batyr.IllegalTurnError) as caught:
        batyr.Board().push("a10-a9")
    assert (caught.value.reason, caught.value.squares) == ("enemy-man", ["a10"])


def test_an_ambiguous_turn_is_not_guessed() -> None:
    board = batyr.Board("shatra", "9/K/7/7/7/7/6k/7/1/3S5 w")
    for text in ("e13-e14", "46"):
        with pytest.raises(batyr.TurnError):
            board.push(text)
    with pytest.raises(batyr.AmbiguousTurnError) as caught:
        board.push("e13-e14")
    assert caught.value.reason == "ambiguous"
    promotions = {turn.promotion for turn in board.legal_turns if turn.to_square == "e14"}
    assert promotions == {"Q", "R", "B"}
    assert board.push("e13-e14=Q").promotion == "Q"


def test_a_turn_of_another_position_is_checked() -> None:
    first, second = batyr.Board(), batyr.Board()
    turn = first.parse("d4-d6")
    second.push("a5-a6")
    with pytest.raises(batyr.IllegalTurnError):
        second.push(turn)
    second.push("a10-a9")
    assert second.push(turn) == turn
    assert second.position != first.position


def test_numberings() -> None:
    assert batyr.square_number("c14") == 1
    assert batyr.square_number("c14", "spn") == 62
    assert batyr.square_name(62) == "e1" and batyr.square_name(1, "spn") == "e1"
    for number in (0, 63, -1, 1 << 40):
        with pytest.raises(ValueError, match="no square"):
            batyr.square_name(number)
    board = batyr.Board()
    assert board.parse("46-39") == board.parse("17-24", "spn") == board.parse("a5-a6")
    with pytest.raises(ValueError, match="numbering"):
        board.parse("46-39", "roman")  # type: ignore[arg-type]


def test_positions_are_values() -> None:
    board = batyr.Board()
    start = board.position
    board.push("a5-a6")
    assert start == batyr.Position() and hash(start) == hash(batyr.Position())
    assert start != board.position and start != batyr.Position("shatra-kurin")
    assert len({start, batyr.Position(), board.position}) == 2
    with pytest.raises(TypeError):
        hash(board)
    assert batyr.Position(text=board.text) == board.position
    kurin = batyr.Position("shatra-kurin", KURIN)
    assert batyr.Board(position=kurin).variant == "shatra-kurin"
    assert batyr.Board("shatra-kurin", kurin).position == kurin
    with pytest.raises(batyr.PositionError, match="shatra-kurin"):
        batyr.Board("shatra", kurin)
    with pytest.raises(batyr.PositionError, match="group"):
        batyr.Position("shatra", "9/9 w")
    with pytest.raises(ValueError, match="unknown variant"):
        batyr.Board("chess")
    with pytest.raises(ValueError, match="SPN"):
        board.fen
    assert batyr.Board("shatranj").fen.startswith("rnbkqbnr")


def test_the_key_is_that_of_repetitions() -> None:
    board = batyr.Board("shatranj")
    key, start = board.key, board.position
    for _ in range(2):
        for text in ("g1f3", "g8f6", "f3g1", "f6g8"):
            assert board.outcome() is None
            board.push(text)
        assert board.key == key
    assert board.position != start
    outcome = board.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.result, outcome.reason) == (None, "1/2-1/2", "repetition")
    assert board.position.outcome() is None


def test_a_copy_has_a_history_of_its_own() -> None:
    board = batyr.Board()
    board.push("d4-d6")
    for other in (board.copy(), copy.copy(board), copy.deepcopy(board)):
        other.push("d11-d9")
        assert len(other.turns) == 2 and len(board.turns) == 1
        assert other.pop().text == "d11-d9" and other == board
    assert board.copy(history=False).turns == ()
    board.pop()
    with pytest.raises(IndexError):
        board.pop()
    with pytest.raises(IndexError):
        board.peek()


def test_pickles() -> None:
    board = batyr.Board("shatra-original")
    turn = board.push("c3-g7")
    other = pickle.loads(pickle.dumps(board))
    assert other == board and other.turns == board.turns and other.start == board.start
    assert pickle.loads(pickle.dumps(board.position)) == board.position
    assert pickle.loads(pickle.dumps(turn)) == turn


def test_pictures() -> None:
    board = batyr.Board()
    board.push("d4-d6")
    for svg in (
        board._repr_svg_(),
        board.position._repr_svg_(),
        board.svg(width=200, view="black", numbers="official", marked=["d6"], arrows=[("d6", "d8")]),
        batyr.Board("shatranj").svg(coordinates=False),
    ):
        assert ElementTree.fromstring(svg).tag.endswith("svg")
    with pytest.raises(ValueError, match="h1"):
        board.svg(marked=["h1"])
    with pytest.raises(ValueError, match="red"):
        board.svg(view="red")  # type: ignore[arg-type]
    assert len(str(board).splitlines()) == 15


def test_membership() -> None:
    board = batyr.Board()
    turn = board.parse("d4-d6")
    assert turn in board.legal_turns and "d4-d6" in board.legal_turns
    assert "d4-d4" not in board.legal_turns and 7 not in board.legal_turns
    assert batyr.Board("shatra-kurin").parse("d4-d6") not in board.legal_turns


def test_threads_share_a_board() -> None:
    board = batyr.Board("shatra-original")
    errors: list[BaseException] = []

    def play() -> None:
        try:
            for _ in range(300):
                turn = next(iter(board.legal_turns))
                try:
                    board.push(turn)
                except batyr.TurnError:
                    continue
                try:
                    board.pop()
                except IndexError:
                    pass
                gc.collect(0)
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=play) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors
    # Whatever the order, the game is one of legal turns.
    replayed = batyr.Board("shatra-original")
    for turn in board.turns:
        replayed.push(turn.text)
    assert replayed == board
