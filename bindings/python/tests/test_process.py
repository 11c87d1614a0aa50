"""Engines in processes: the program itself, and programs that misbehave."""

from __future__ import annotations

import asyncio
import os
import pathlib
import stat
import subprocess
import sys
import textwrap
import time
from typing import Any

import batyr
import pytest
from batyr import dialects

GREETING = """
    import sys, time, os
    def say(*lines):
        for line in lines:
            print(line, flush=True)
    def hear():
        line = sys.stdin.readline()
        if not line:
            sys.exit()
        return line.strip()
    def greet():
        protocol = hear()
        name = "UCI_Variant" if protocol == "uci" else "Variant"
        say("id name Fake", f"option name {name} type combo default shatra var shatra")
        say(protocol + "ok")
"""


def fake(body: str, **options: Any) -> batyr.EngineProcess:
    code = textwrap.dedent(GREETING) + textwrap.dedent(body)
    return batyr.EngineProcess([sys.executable, "-c", code], **options)


def is_running(pid: int) -> bool:
    """Whether a process runs; one that was killed may need a moment to end."""
    for _ in range(200):
        try:
            state = pathlib.Path(f"/proc/{pid}/stat").read_text().split()[2]
        except (FileNotFoundError, ProcessLookupError):
            return False
        if state == "Z":
            return False
        time.sleep(0.01)
    return True


LOOP = """
    greet()
    while True:
        line = hear()
        if line == "isready":
            say("readyok")
        elif line.startswith("go"):
            say({answer})
        elif line == "quit":
            break
"""


def test_a_good_engine_is_believed() -> None:
    answer = '"info depth 1 score cp 12 pv a5-a6 a10-a9", "bestmove a5-a6 ponder a10-a9"'
    with fake(LOOP.format(answer=answer)) as engine:
        assert engine.name == "Fake"
        best = engine.play(batyr.Board(), batyr.Limit(depth=1))
        assert str(best.turn) == "a5-a6" and str(best.ponder) == "a10-a9"
        assert best.score == batyr.Score(cp=12) and best.lines[0].wdl is None
        with pytest.raises(batyr.EngineError, match="Hash"):
            engine.set_option("Hash", 5)
        with pytest.raises(batyr.EngineError, match="Skill Level"):
            engine.play(batyr.Board(), batyr.Limit(depth=1), level=3)
        with pytest.raises(batyr.EngineError, match="MultiPV"):
            engine.analyse(batyr.Board(), batyr.Limit(depth=1), multipv=2)
        assert engine.play(batyr.Board(), batyr.Limit(depth=1)).turn is not None
        pid = engine._process.pid
    assert not is_running(pid)
    with pytest.raises(batyr.EngineError, match="closed"):
        engine.play(batyr.Board(), batyr.Limit(depth=1))


def test_an_illegal_answer_is_an_error() -> None:
    with fake(LOOP.format(answer='"bestmove a5-a9"')) as engine:
        with pytest.raises(batyr.EngineError, match="Fake answered with move \"a5-a9\""):
            engine.play(batyr.Board(), batyr.Limit(depth=1))
        with pytest.raises(batyr.EngineError):
            engine.play(batyr.Board(), batyr.Limit(depth=1))
    with fake(LOOP.format(answer='"bestmove (none)"')) as engine:
        assert engine.play(batyr.Board(), batyr.Limit(depth=1)).turn is None


def test_garbage_between_is_skipped() -> None:
    answer = '"info depth x score cp", "info score cp 1 pv", "", "huh", "info string pv score", "bestmove a5-a6"'
    with fake(LOOP.format(answer=answer)) as engine:
        assert str(engine.play(batyr.Board(), batyr.Limit(depth=1)).turn) == "a5-a6"


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("time.sleep(60)", "in time"),
        ("pass", "ended with status 0"),
        ("sys.exit(3)", "ended with status 3"),
        ("os.close(1); time.sleep(60)", "closed its output"),
    ],
)
def test_an_engine_that_never_greets(body: str, message: str) -> None:
    start = time.monotonic()
    with pytest.raises(batyr.EngineError, match=message):
        fake(body, timeout=1.0)
    assert time.monotonic() - start < 10


@pytest.mark.parametrize("answer", ["time.sleep(60)", "sys.exit(1)"])
def test_an_engine_that_never_answers(answer: str) -> None:
    engine = fake(LOOP.format(answer=f"str({answer})"), timeout=0.7)
    pid = engine._process.pid
    with pytest.raises(batyr.EngineError):
        engine.play(batyr.Board(), batyr.Limit(time=0.1))
    assert not is_running(pid)
    engine.close()
    engine = fake(LOOP.format(answer="str(time.sleep(60))"), timeout=9, silence=0.7)
    with pytest.raises(batyr.EngineError, match="in time"):
        engine.play(batyr.Board(), batyr.Limit(depth=1))


ENDLESS = """
    greet()
    go = None
    while True:
        line = hear()
        if line == "isready":
            say("readyok")
        elif line.startswith("go"):
            go = line
            say("info depth 1 score cp 12 pv a5-a6")
        if go and (line == "stop" or "infinite" not in go):
            say("bestmove a5-a6")
            go = None
        if line == "quit":
            break
"""


def test_a_search_that_is_dropped_is_stopped() -> None:
    board = batyr.Board()
    with fake(ENDLESS, timeout=5.0) as engine:
        for _ in range(2):
            for info in engine.analysis(board):
                assert info.depth == 1
                break
            assert str(engine.play(board, batyr.Limit(depth=1)).turn) == "a5-a6"
        for after in (engine.ping, engine.new_game):
            engine.analysis(board)
            after()
        # The end of one that was dropped late does not stop the next.
        first = engine.analysis(board, batyr.Limit(depth=1))
        first.wait()
        with engine.analysis(board) as second:
            del first
            next(second)
            with pytest.raises(batyr.EngineError, match="searching"):
                engine.play(board, batyr.Limit(depth=1))

    async def main() -> None:
        async with batyr.AsyncEngine(fake(ENDLESS, timeout=5.0)) as engine:
            for _ in range(2):
                async for info in engine.analysis(board):
                    assert info.depth == 1
                    break
                assert str((await engine.play(board, batyr.Limit(depth=1))).turn) == "a5-a6"

    asyncio.run(main())
    # That the engine has ended since is told.
    engine = fake("""
        greet()
        while hear() != "isready":
            pass
        say("readyok")
        while not hear().startswith("go"):
            pass
        say("info depth 1 score cp 1 pv a5-a6")
        sys.exit(3)
    """)
    next(engine.analysis(board))
    with pytest.raises(batyr.EngineError, match="status 3"):
        engine.ping()
    with pytest.raises(batyr.EngineError, match="closed"):
        engine.ping()


def test_an_answer_is_not_lost_to_another_question() -> None:
    with fake(ENDLESS, timeout=5.0) as engine:
        analysis = engine.analysis(batyr.Board())
        for question in (engine.ping, engine.new_game):
            with pytest.raises(batyr.EngineError, match="searching"):
                question()
        analysis.stop()
        assert str(analysis.wait().turn) == "a5-a6"
        engine.ping()
        engine.new_game()


def test_ushi_gets_what_it_can_say() -> None:
    board = batyr.Board()
    with fake(LOOP.format(answer='"huh"'), protocol="ushi", silence=0.7) as engine:
        for limit in (batyr.Limit(mate=3), batyr.Limit(mate=3, depth=9)):
            with pytest.raises(batyr.EngineError, match="not possible in USHI"):
                engine.play(board, limit)
        with pytest.raises(batyr.EngineError, match="not possible in USHI"):
            engine.play(board, batyr.Limit(depth=1), turns=["a5-a6"])
        # Without a turn to play, an engine is silent until it is stopped.
        over = batyr.Position("shatra", "9/K/7/7/7/7/q6/7/1/9 b")
        best = engine.play(over, batyr.Limit(depth=3))
        assert best == batyr.BestTurn(None, None, None, ())
    # There, the turn that is asked for does not count, and 0 is the rest of the game.
    for protocol, remaining, sent in (("uci", 10, 10), ("ushi", 10, 9), ("ushi", 2, 1), ("ushi", 1, 1)):
        limit = batyr.Limit(white_clock=60.0, remaining_moves=remaining)
        line = dialects.go(protocol, limit, (), "white")  # type: ignore[arg-type]
        assert line.split()[-2:] == ["movestogo", str(sent)]


@pytest.mark.skipif(not pathlib.Path("/proc").exists(), reason="needs /proc")
def test_no_process_is_left_behind(tmp_path: pathlib.Path) -> None:
    # The engine is a script that starts another program, and ignores "quit".
    script = tmp_path / "engine"
    script.write_text(
        f"#!/bin/sh\n{sys.executable} -c 'import time; time.sleep(99)' &\necho $! > {tmp_path}/pid\n"
        "read line; echo uciok; cat > /dev/null\n"
    )
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    engine = batyr.EngineProcess(script)
    pids = [engine._process.pid, int((tmp_path / "pid").read_text())]
    assert all(map(is_running, pids))
    engine.close()
    assert not any(map(is_running, pids))
    # Nor if it is forgotten, or if the interpreter ends.
    engine = batyr.EngineProcess(script)
    pids = [engine._process.pid, int((tmp_path / "pid").read_text())]
    del engine
    assert not any(map(is_running, pids))
    code = f"import batyr; engine = batyr.EngineProcess({str(script)!r}); raise SystemExit(4)"
    assert subprocess.run([sys.executable, "-c", code], timeout=20).returncode == 4
    assert not is_running(int((tmp_path / "pid").read_text()))


def test_an_unknown_program_or_protocol() -> None:
    with pytest.raises(FileNotFoundError):
        batyr.EngineProcess("/no/such/engine")
    with pytest.raises(ValueError, match="ushi"):
        batyr.EngineProcess("x", protocol="xboard")  # type: ignore[arg-type]


@pytest.mark.parametrize("protocol", ["uci", "ucci", "ushi"])
@pytest.mark.parametrize("variant", ["shatra", "shatra-original", "shatranj"])
def test_the_program_answers_as_the_engine_does(program: str, protocol: str, variant: str) -> None:
    board = batyr.Board(variant)
    board.push(next(iter(board.legal_turns)))
    limit = batyr.Limit(nodes=2000)
    with batyr.Engine() as engine:
        own = engine.play(board, limit)
    with batyr.EngineProcess(program, protocol=protocol) as process:  # type: ignore[arg-type]
        answer = process.play(board, limit)
        assert answer.turn == own.turn and answer.score == own.score
        assert answer.lines[0].pv[0] == own.turn
        assert len(process.analyse(board, limit, multipv=3)) == 3
        with process.analysis(board) as analysis:
            while next(analysis).depth < 2:
                pass
        assert analysis.wait().turn in board.legal_turns
        for info in process.analysis(board):
            assert info.depth
            break
        over = batyr.Position("shatra", "9/K/7/7/7/7/q6/7/1/9 b")
        assert process.play(over, batyr.Limit(depth=3)).turn is None
        assert process.play(board, limit, level=1).turn in board.legal_turns
        process.new_game()
        assert process.play(board, limit).turn == own.turn


@pytest.mark.parametrize("protocol", ["uci", "ucci", "ushi"])
def test_a_chain_is_put_together(program: str, protocol: str) -> None:
    board = batyr.Board("shatra", "9/1/K1S4/7/4Ss1/7/7/k3s2/1/9 b - - 22")
    with batyr.EngineProcess(program, protocol=protocol) as process:  # type: ignore[arg-type]
        assert str(process.play(board, batyr.Limit(depth=2)).turn) == "b7:d5:f5"
        clocks = batyr.Limit(white_clock=5, black_clock=5, white_inc=0.1, black_inc=0.1)
        assert str(process.play(board, clocks).turn) == "b7:d5:f5"
        solution = batyr.Position("shatra", "9/1/5QK/7/7/3S3/k4S1/7/1/4S4 w")
        best = process.play(solution, batyr.Limit(depth=8))
        assert best.score == batyr.Score(mate=3)


@pytest.mark.skipif(os.name != "posix", reason="needs signals")
def test_ctrl_c_stops_the_engine_and_leaves_no_process(program: str) -> None:
    code = textwrap.dedent(f"""
        import batyr, os, signal, threading, time
        # A shell's background jobs ignore it.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        engine = batyr.EngineProcess({program!r})
        def interrupt():
            time.sleep(0.5)
            os.kill(os.getpid(), signal.SIGINT)
        threading.Thread(target=interrupt).start()
        try:
            engine.play(batyr.Board(), batyr.Limit(depth=200))
        except KeyboardInterrupt:
            print(engine.play(batyr.Board(), batyr.Limit(depth=1)).turn, engine._process.pid)
    """)
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60
    )
    turn, pid = result.stdout.split()
    assert turn in batyr.Board().legal_turns and not is_running(int(pid))
