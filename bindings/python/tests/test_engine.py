"""The engine in the process: answers, threads, asyncio, Ctrl-C and fork."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable
from typing import NoReturn

import batyr
import pytest
from batyr import AsyncAnalysis
from batyr.search import BaseEngine, End, Info, Search, SearchRequest

#: White takes the biy in two.
WIN = "9/1/5QK/7/7/3S3/k4S1/7/1/4S4 w"


def run_python(code: str, timeout: float = 60.0) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)],
        capture_output=True,
        text=True,
        timeout=timeout,
    )


def test_an_answer_has_a_legal_turn_and_its_lines() -> None:
    board = batyr.Board()
    with batyr.Engine() as engine:
        answer = engine.play(board, batyr.Limit(nodes=3000))
        assert answer.turn is not None and answer.turn in board.legal_turns
        assert answer.ponder is None or answer.ponder in answer.turn.after().legal_turns
        (line,) = answer.lines
        assert line.pv[0] == answer.turn and line.score == answer.score
        assert line.nodes <= 3000 and sum(line.wdl or ()) == 1000
        lines = engine.analyse(board, batyr.Limit(depth=2), multipv=3)
        assert [line.multipv for line in lines] == [1, 2, 3]
        assert len({line.pv[0] for line in lines}) == 3
        assert engine.play(board, batyr.Limit(depth=1), turns=["a5-a6"]).turn == board.parse("a5-a6")
        assert isinstance(engine.static_score(board).cp, int)
    with pytest.raises(batyr.EngineError, match="closed"):
        engine.play(board, batyr.Limit(depth=1))


def test_a_win_is_found_and_proved() -> None:
    position = batyr.Position("shatra", WIN)
    solution = batyr.solve(position, all_turns=True)
    assert solution.decided and solution.win is not None
    assert solution.winning_turns and solution.line[0] in solution.winning_turns
    assert len(solution.line) == 2 * solution.win - 1
    with batyr.Engine() as engine:
        answer = engine.play(position, batyr.Limit(depth=2 * solution.win))
    assert answer.score == batyr.Score(mate=solution.win)
    assert batyr.solve(batyr.Board(), moves=1).decided


def test_a_game_that_is_over_has_no_turn() -> None:
    position = batyr.Position("shatra", "9/K/7/7/7/7/q6/7/1/9 b")
    with batyr.Engine() as engine:
        answer = engine.play(position, batyr.Limit(depth=3))
    assert answer.turn is None and position.outcome() is not None


def test_what_makes_no_sense_is_refused() -> None:
    engine, board = batyr.Engine(), batyr.Board()
    for wrong in (
        lambda: engine.play(board),
        lambda: engine.play(board, batyr.Limit()),
        # The clock of the other side limits nothing.
        lambda: engine.play(board, batyr.Limit(black_clock=5.0)),
        lambda: engine.play(board, batyr.Limit(time=-1.0)),
        lambda: engine.play(board, batyr.Limit(time=float("nan"))),
        lambda: engine.play(board, batyr.Limit(depth=1), level=3, elo=1500),
        lambda: engine.play(board, level=21),
        lambda: engine.play(board, level=float("nan")),
        lambda: engine.analyse(board, batyr.Limit(depth=1), multipv=0),
        lambda: engine.play(board, batyr.Limit(depth=1), turns=["a5-a9"]),
        lambda: batyr.Engine(threads=0),
    ):
        with pytest.raises(ValueError):
            wrong()
    # The engine is not left searching.
    assert engine.play(board, batyr.Limit(depth=1)).turn is not None
    for level in (0, 20):
        assert engine.play(board, batyr.Limit(depth=2), level=level).turn in board.legal_turns
    assert engine.play(board, elo=1200).turn in board.legal_turns


def test_an_analysis_runs_until_it_is_stopped() -> None:
    engine, board = batyr.Engine(), batyr.Board()
    with engine.analysis(board) as analysis:
        for info in analysis:
            if info.depth >= 3:
                break
        with pytest.raises(batyr.EngineError, match="searching"):
            engine.play(board, batyr.Limit(depth=1))
        start = time.monotonic()
        analysis.stop()
        best = analysis.wait()
        assert time.monotonic() - start < 0.5
    assert best.turn in board.legal_turns and analysis.lines
    assert list(analysis) == []
    # The stop of a search that has ended does not reach the next one.
    with engine.analysis(board) as second:
        analysis.stop()
        assert next(second).depth >= 1
    # Nobody will ask for this one any more.
    abandoned = engine.analysis(board)
    next(abandoned)
    del abandoned
    gc.collect()
    deadline = time.monotonic() + 5
    while True:
        try:
            engine.play(board, batyr.Limit(depth=1))
            break
        except batyr.EngineError:
            assert time.monotonic() < deadline
            time.sleep(0.01)


def test_what_is_asked_of_an_engine_that_begins_to_search_does_not_wait_for_its_end() -> None:
    # Whoever waited, with the engine's lock, would keep the search from being stopped.
    result = run_python("""
        import batyr, sys, threading
        sys.setswitchinterval(1e-5)
        engine, board = batyr.Engine(hash=1), batyr.Board()
        over = threading.Event()
        def clear():
            while not over.is_set():
                try:
                    engine.clear()
                except batyr.EngineError:
                    pass
        threads = [threading.Thread(target=clear, daemon=True) for _ in range(2)]
        for thread in threads:
            thread.start()
        for _ in range(100):
            analysis = engine.analysis(board)
            analysis.stop()
            analysis.wait()
        over.set()
        for thread in threads:
            thread.join()
        print("end")
    """)
    assert (result.returncode, result.stdout, result.stderr) == (0, "end\n", "")


def test_other_threads_go_on_during_a_search() -> None:
    # If the search held the interpreter, nobody could stop it before its limit.
    with batyr.Engine() as engine:
        analysis = engine.analysis(batyr.Board(), batyr.Limit(time=60.0))

        def stop() -> None:
            for _ in range(10):
                time.sleep(0.005)
            analysis.stop()

        thread = threading.Thread(target=stop)
        start = time.monotonic()
        thread.start()
        assert analysis.wait().turn is not None
        assert time.monotonic() - start < 30
        thread.join()


def test_many_engines_search_at_once() -> None:
    answers = []

    def play() -> None:
        with batyr.Engine(hash=1) as engine:
            answers.append(engine.play(batyr.Board(), batyr.Limit(nodes=500)).turn)

    threads = [threading.Thread(target=play) for _ in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(answers) == 12 and None not in answers


def test_asyncio() -> None:
    async def main() -> None:
        board = batyr.Board()
        engines = [batyr.AsyncEngine(batyr.Engine(hash=1)) for _ in range(5)]
        answers = await asyncio.gather(
            *(engine.play(board, batyr.Limit(nodes=1000)) for engine in engines)
        )
        assert all(answer.turn in board.legal_turns for answer in answers)
        async with engines[0].analysis(board, multipv=2) as analysis:
            async for info in analysis:
                if info.depth >= 3:
                    analysis.stop()
            best = await analysis.wait()
        assert best.turn in board.legal_turns
        # A task that is cancelled stops its search.
        task = asyncio.create_task(engines[0].play(board, batyr.Limit(depth=200)))
        await asyncio.sleep(0.1)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await engines[0].analyse(board, batyr.Limit(depth=1))
        with pytest.raises(ValueError):
            await engines[0].play(board)
        for engine in engines:
            await engine.close()

    asyncio.run(main())


class StandIn(BaseEngine):
    """An engine whose searches are made up."""

    def __init__(self, search: Callable[[], Search]) -> None:
        self.search = search

    def _start(self, request: SearchRequest) -> Search:
        return self.search()

    def close(self) -> None:
        pass


def test_an_asynchronous_analysis_that_is_dropped_ends() -> None:
    async def main() -> None:
        board = batyr.Board()
        engine = batyr.AsyncEngine(batyr.Engine(hash=1))
        for _ in range(3):
            async for info in engine.analysis(board):
                assert info.depth
                break
            # The next search waits for its end.
            assert (await engine.play(board, batyr.Limit(depth=1))).turn in board.legal_turns
        held = engine.analysis(board)
        await anext(held)
        with pytest.raises(batyr.EngineError, match="searching"):
            await engine.play(board, batyr.Limit(depth=1))
        del held
        assert (await engine.play(board, batyr.Limit(depth=1))).turn in board.legal_turns
        await engine.close()

    asyncio.run(main())
    gc.collect()
    deadline = time.monotonic() + 5
    while any(thread.name == "batyr-analysis" for thread in threading.enumerate()):
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_a_search_is_read_to_its_end_though_its_loop_is_closed() -> None:
    ended = threading.Event()

    class Endless:
        is_stopped = False

        def next_event(self, signals: bool) -> Info | End:
            time.sleep(0.01)
            if not self.is_stopped:
                return Info(1, 1, 1, batyr.Score(cp=0), "exact", 0.0, 0, 0, 0, None, ())
            ended.set()
            return End(None, None, None)

        def stop(self) -> None:
            self.is_stopped = True

    async def main() -> AsyncAnalysis:
        analysis = batyr.AsyncEngine(StandIn(Endless)).analysis(batyr.Board())
        await anext(analysis)
        return analysis

    analysis = asyncio.run(main())
    # Otherwise the engine could not be asked for another search.
    assert ended.wait(10) and analysis.lines


def test_a_search_that_fails_twice_is_told_once() -> None:
    class Failing:
        def next_event(self, signals: bool) -> NoReturn:
            raise RuntimeError("no report")

        def stop(self) -> NoReturn:
            raise batyr.EngineError("no stop")

    async def main() -> None:
        analysis = batyr.AsyncEngine(StandIn(Failing)).analysis(batyr.Board())
        with pytest.raises(batyr.EngineError, match="no stop"):
            await asyncio.wait_for(analysis.wait(), 10)

    asyncio.run(main())


@pytest.mark.skipif(os.name != "posix", reason="needs signals")
def test_ctrl_c_ends_every_long_call_at_once() -> None:
    for call in (
        "batyr.Engine().play(board, batyr.Limit(depth=200))",
        "list(batyr.Engine().analysis(board))",
        "board.perft(9)",
        "batyr.solve(board, moves=20, nodes=10**12)",
    ):
        code = f"""
            import batyr, os, signal, threading, time
            # A shell's background jobs ignore it.
            signal.signal(signal.SIGINT, signal.default_int_handler)
            board = batyr.Board()
            sent = []
            def interrupt():
                time.sleep(0.5)
                sent.append(time.monotonic())
                os.kill(os.getpid(), signal.SIGINT)
            threading.Thread(target=interrupt).start()
            try:
                {call}
            except KeyboardInterrupt:
                print(time.monotonic() - sent[0])
        """
        waits: list[float] = []
        # 50 ms are the aim. Where other programs take the cores, one of several tries must do.
        while not waits or (min(waits) > 0.1 and len(waits) < 5):
            result = run_python(code)
            assert result.returncode == 0, (call, result.stderr)
            waits.append(float(result.stdout))
        assert min(waits) < 0.25, call


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_fork_is_refused_with_a_sentence() -> None:
    result = run_python("""
        import batyr, os, sys
        engine = batyr.Engine()
        board = batyr.Board()
        # A child of a process that has not searched may search; what needs no threads is no search.
        engine.static_score(board)
        engine.clear()
        maker = batyr.puzzles.PuzzleMaker()
        child = os.fork()
        if child == 0:
            os._exit(0 if batyr.Engine().play(board, batyr.Limit(depth=1)).turn else 1)
        assert os.waitpid(child, 0)[1] == 0
        analysis = engine.analysis(board)
        next(analysis)
        child = os.fork()
        if child == 0:
            refused = 0
            for call in (
                lambda: batyr.Engine().play(board, batyr.Limit(depth=1)),
                lambda: engine.play(board, batyr.Limit(depth=1)),
                lambda: next(analysis),
                engine.clear,
            ):
                try:
                    call()
                except batyr.EngineError as error:
                    refused += "fork" in str(error)
            # Rules need no threads that live on.
            ok = refused == 4 and board.perft(2) == 23716
            del analysis, engine
            os._exit(0 if ok else 1)
        assert os.waitpid(child, 0)[1] == 0
        analysis.stop()
        print(analysis.wait().turn)
    """)
    assert result.returncode == 0, result.stderr
    assert result.stdout.strip() != "None"


def test_the_interpreter_ends_in_mid_search() -> None:
    result = run_python("""
        import asyncio, batyr, threading
        analysis = batyr.Engine().analysis(batyr.Board())
        async def main():
            other = batyr.AsyncEngine(batyr.Engine()).analysis(batyr.Board())
            await anext(other)
            globals()["kept"] = other
        asyncio.run(main())
        next(analysis)
        print("end")
    """)
    assert (result.returncode, result.stdout, result.stderr) == (0, "end\n", "")


@pytest.mark.skipif(os.name != "posix", reason="needs signals")
def test_an_answer_is_not_lost_to_a_signal() -> None:
    """A handler may raise just when the end of the search is handed over."""

    class Alarm(Exception):
        pass

    def ring(*_: object) -> None:
        raise Alarm

    engine, board = batyr.Engine(hash=1), batyr.Board()
    old = signal.signal(signal.SIGALRM, ring)
    try:
        for delay in range(60):
            analysis = engine.analysis(board, batyr.Limit(nodes=200))
            try:
                signal.setitimer(signal.ITIMER_REAL, 0.0001 * (delay + 1))
                analysis.wait()
                signal.setitimer(signal.ITIMER_REAL, 0)
            except Alarm:
                pass
            assert analysis.wait().turn in board.legal_turns
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, old)


def test_scores_are_ordered() -> None:
    order = [
        batyr.Score(mate=0),
        batyr.Score(mate=-1),
        batyr.Score(mate=-5),
        batyr.Score(cp=-900),
        batyr.Score(cp=0),
        batyr.Score(cp=35),
        batyr.Score(mate=9),
        batyr.Score(mate=1),
    ]
    assert sorted(order[::-1]) == order
    assert str(-batyr.Score(cp=35)) == "-0.35"
