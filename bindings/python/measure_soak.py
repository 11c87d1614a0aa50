"""Exercises the package for a time, and looks for hangs, crashes and growing memory.

    python measure_soak.py [SECONDS]

Every round searches from threads and from asyncio, forks in mid-search, drops searches that still
run, presses Ctrl-C during each long call, and reads games, tables, books and puzzles. A round that takes longer than
two minutes ends the program with the stacks of all threads. The time from Ctrl-C to
`KeyboardInterrupt` is compared with that of a Python program which only sleeps, pressed in the same
round: on a machine with other work, both wait for the processor.

The exit status is 1 if the memory, the threads or the open files have grown.
"""

from __future__ import annotations

import asyncio
import faulthandler
import gc
import io
import os
import random
import signal
import sys
import threading
import time
from collections.abc import Callable

import batyr

#: The longest time that a round may take.
HANG_SECONDS = 120
#: The growth of the memory that is put down to the allocator, in bytes.
ALLOWED_GROWTH = 8 << 20
#: How long a call runs before Ctrl-C is pressed, in seconds.
BEFORE_CTRL_C = (0.05, 0.2)


def resident() -> int:
    """Return the bytes of memory in use."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def tasks() -> int:
    return len(os.listdir("/proc/self/task"))


def files() -> int:
    return len(os.listdir("/proc/self/fd"))


class Soak:
    """The rounds, and what they have measured."""

    def __init__(self, seed: int = 54) -> None:
        self.rng = random.Random(seed)
        self.waits: dict[str, list[float]] = {}
        self.forks = self.searches = self.games = 0
        self.maker = batyr.puzzles.PuzzleMaker(nodes=10**9, check=10**9, proof=10**9)

    def position(self) -> batyr.Board:
        """Return a board after some random turns."""
        board = batyr.Board(self.rng.choice(batyr.variants()))
        for _ in range(self.rng.randrange(30)):
            turns = list(board.legal_turns)
            if not turns or board.outcome() is not None:
                board.pop()
                break
            board.push(self.rng.choice(turns))
        return board if board.outcome() is None else batyr.Board(board.variant)

    def threads(self) -> None:
        """Search in many threads, one of which stops the searches of the others."""
        boards = [self.position() for _ in range(6)]
        failed: list[BaseException] = []

        def search(board: batyr.Board) -> None:
            try:
                with batyr.Engine(hash=1) as engine:
                    answer = engine.play(board, batyr.Limit(nodes=2000))
                    assert answer.turn in board.legal_turns
                    analysis = engine.analysis(board)
                    timer = threading.Timer(0.02, analysis.stop)
                    timer.start()
                    assert analysis.wait().turn in board.legal_turns
                    timer.join()
            except BaseException as error:
                failed.append(error)

        workers = [threading.Thread(target=search, args=(board,)) for board in boards]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        if failed:
            raise failed[0]
        self.searches += 2 * len(boards)

    def tasks(self) -> None:
        """Search in tasks, some of which are cancelled."""
        boards = [self.position() for _ in range(4)]

        async def search(board: batyr.Board, is_cancelled: bool) -> None:
            async with batyr.AsyncEngine(batyr.Engine(hash=1)) as engine:
                if is_cancelled:
                    task = asyncio.create_task(engine.play(board, batyr.Limit(depth=200)))
                    await asyncio.sleep(0.01)
                    task.cancel()
                    try:
                        await task
                    except asyncio.CancelledError:
                        pass
                async with engine.analysis(board, multipv=2) as analysis:
                    async for info in analysis:
                        if info.depth >= 2:
                            break
                answer = await engine.play(board, batyr.Limit(nodes=1000))
                assert answer.turn in board.legal_turns

        async def main() -> None:
            await asyncio.gather(*(search(board, i % 2 == 0) for i, board in enumerate(boards)))

        asyncio.run(main())
        self.searches += 3 * len(boards)

    def garbage(self) -> None:
        """Drop searches that run, in cycles that only the collector finds."""
        for _ in range(3):
            engine, board = batyr.Engine(hash=1), self.position()
            analysis = engine.analysis(board)
            next(analysis)
            cycle: list[object] = [engine, analysis, board]
            cycle.append(cycle)
            del engine, analysis, cycle
            gc.collect()
            self.searches += 1

    def fork(self) -> None:
        """Fork in mid-search: the child may use the rules, and is refused a search."""
        engine, board = batyr.Engine(hash=1), self.position()
        with engine.analysis(board) as analysis:
            next(analysis)
            child = os.fork()
            if child == 0:
                refused = False
                try:
                    batyr.Engine(hash=1).play(board, batyr.Limit(depth=1))
                except batyr.EngineError as error:
                    refused = "fork" in str(error)
                counted = board.perft(1) == len(board.legal_turns)
                os._exit(0 if refused and counted else 1)
            assert os.waitpid(child, 0)[1] == 0, "a child process has failed"
        assert analysis.wait().turn in board.legal_turns
        self.forks += 1

    def interrupt(self) -> None:
        """Press Ctrl-C during each long call."""
        board = batyr.Board(self.rng.choice(["shatra", "shatra-original", "shatranj"]))
        engine = batyr.Engine(hash=1)
        calls: dict[str, Callable[[], object]] = {
            "sleep": lambda: time.sleep(60),
            "play": lambda: engine.play(board, batyr.Limit(depth=200)),
            "analysis": lambda: list(engine.analysis(board)),
            "perft": lambda: board.perft(12),
            "solve": lambda: batyr.solve(board, moves=30, nodes=10**12, hash=1),
            "puzzles": lambda: self.maker.of_position(board),
        }
        for name, call in calls.items():
            self.waits.setdefault(name, []).append(self.wait_for(call))
        assert engine.play(board, batyr.Limit(depth=1)).turn in board.legal_turns

    def wait_for(self, call: Callable[[], object]) -> float:
        """Return the seconds from Ctrl-C to the exception that it raises."""
        sent: list[float] = []

        def press() -> None:
            sent.append(time.perf_counter())
            os.kill(os.getpid(), signal.SIGINT)

        timer = threading.Timer(self.rng.uniform(*BEFORE_CTRL_C), press)
        try:
            timer.start()
            call()
        except KeyboardInterrupt:
            return time.perf_counter() - sent[0]
        finally:
            timer.join()
        raise AssertionError("a call ended without an exception")

    def data(self) -> None:
        """Look into a table, a book and a collection of puzzles."""
        puzzle = next(batyr.puzzles.shipped("shatra-original", min_rating=self.rng.randrange(1500)))
        assert batyr.puzzles._puzzle(puzzle.text()) == puzzle
        start = batyr.Board("shatra-original")
        found = batyr.book.Book(variant=start.variant).look_up(start)
        assert found is not None and found.turns[0].turn in start.legal_turns
        ending = batyr.Position("shatra", "9/1/7/7/1K5/7/4k2/3Q3/1/9 w")
        assert batyr.tables.Tables().probe(ending).result == "win"

    def rules(self) -> None:
        """Play, write and read a game."""
        board = self.position()
        game = batyr.Game.from_board(board)
        for format in ("sgn", "jsonl"):
            (back,) = batyr.read_games(io.StringIO(game.text(format)))
            assert back.end() == board
        boards = [board.copy(history=False) for _ in range(200)]
        assert len(batyr.legal_mask(boards)) == len(batyr.features(boards)) == 200
        self.games += 1

    def round(self) -> None:
        faulthandler.dump_traceback_later(HANG_SECONDS, exit=True)
        for part in (
            self.threads,
            self.tasks,
            self.garbage,
            self.fork,
            self.interrupt,
            self.data,
            self.rules,
        ):
            part()
        gc.collect()
        faulthandler.cancel_dump_traceback_later()


def quantiles(waits: list[float]) -> str:
    ordered = sorted(waits)
    half, most = (ordered[len(ordered) * share // 100] for share in (50, 99))
    within = sum(wait <= 0.05 for wait in ordered) / len(ordered)
    return (
        f"half within {1000 * half:.1f} ms, 99 % within {1000 * most:.1f} ms, "
        f"the slowest {1000 * ordered[-1]:.1f} ms; {100 * within:.2f} % within 50 ms"
    )


def main(seconds: float) -> int:
    signal.signal(signal.SIGINT, signal.default_int_handler)
    soak = Soak()
    begin = time.monotonic()
    said = begin
    rounds = 0
    memory: list[int] = []
    marks: list[tuple[int, int]] = []
    print("minutes rounds MB threads files", flush=True)
    while rounds < 2 or time.monotonic() - begin < seconds:
        soak.round()
        rounds += 1
        memory.append(resident())
        marks.append((tasks(), files()))
        if time.monotonic() - said > 60:
            said = time.monotonic()
            minutes = (said - begin) / 60
            print(f"{minutes:.0f} {rounds} {memory[-1] / 1e6:.1f} {marks[-1]}", flush=True)
    print(
        f"{rounds} rounds in {time.monotonic() - begin:.0f} s: {soak.searches} searches, "
        f"{soak.forks} forks, {soak.games} games written and read; no hang, no crash"
    )
    for name, waits in soak.waits.items():
        print(f"Ctrl-C, {name}: {len(waits)} times, {quantiles(waits)}")
    every = [wait for name, waits in soak.waits.items() if name != "sleep" for wait in waits]
    print(f"Ctrl-C, all but sleep: {len(every)} times, {quantiles(every)}")
    quarter = max(1, rounds // 4)
    before, after = max(memory[: 2 * quarter]), max(memory[-quarter:])
    print(
        f"memory: at most {before / 1e6:.1f} MB in the first half, {after / 1e6:.1f} MB in the last "
        f"quarter; threads and files: {marks[0]} after the first round, {marks[-1]} after the last"
    )
    has_grown = after > before + ALLOWED_GROWTH
    has_grown |= any(last > first + 2 for first, last in zip(marks[0], marks[-1]))
    return 1 if has_grown else 0


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]) if len(sys.argv) > 1 else 3600))
