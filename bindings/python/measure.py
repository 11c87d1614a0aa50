"""Measures the package against python-chess, pyffish and itself; prints one line for each figure.

    python measure.py [PROGRAM]

Needs `chess` and `pyffish` for the comparisons that it makes with them, and the program `batyr`
for perft. All figures of a comparison come from one run, and the best of five repetitions counts.
"""

from __future__ import annotations

import re
import resource
import subprocess
import sys
import time
from collections.abc import Callable

import batyr


def best(work: Callable[[], int], seconds: float = 0.4) -> float:
    """Return how many units a second `work` does, which returns how many it did at a time."""
    rates = []
    for _ in range(5):
        units, start = 0, time.perf_counter()
        while (spent := time.perf_counter() - start) < seconds:
            units += work()
        rates.append(units / spent)
    return max(rates)


def memory() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def legal_turns() -> None:
    def own(variant: str) -> Callable[[], int]:
        board = batyr.Board(variant)
        return lambda: len(list(board.legal_turns))

    rates = {variant: best(own(variant)) for variant in ("shatra", "shatra-original", "shatranj")}
    batch = [batyr.Position("shatranj")] * 1000
    rates["shatranj, counted in batch"] = best(lambda: sum(batyr.count_turns(batch)))
    shatra = [batyr.Position()] * 1000
    rates["shatra, counted in batch"] = best(lambda: sum(batyr.count_turns(shatra)))
    rates["shatranj, masks in batch"] = best(lambda: len(batyr.legal_mask(batch)) * 16)
    rates["shatra, masks in batch"] = best(lambda: len(batyr.legal_mask(shatra)) * 154)
    try:
        import chess

        board = chess.Board()
        rates["python-chess, chess"] = best(lambda: len(list(board.legal_moves)))
    except ImportError:
        pass
    try:
        import pyffish

        start = pyffish.start_fen("shatranj")
        rates["pyffish, shatranj"] = best(lambda: len(pyffish.legal_moves("shatranj", start, [])))
    except ImportError:
        pass
    for name, rate in rates.items():
        print(f"legal turns a second, {name}: {rate:,.0f}")


def perft(program: str) -> None:
    """Compare processor time, which other programs disturb less than they do the clock."""
    for variant, depth in (("shatra", 4), ("shatra-original", 5), ("shatranj", 6)):
        theirs, own = [], []
        for _ in range(5):
            before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
            # What it takes to start counts too little to matter.
            command = [program, f"setoption name UCI_Variant value {variant}", f"go perft {depth}"]
            shown = subprocess.run(command, capture_output=True, text=True, check=True).stdout
            theirs.append(resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before)
            found = re.search(r"Nodes searched: (\d+)", shown)
            start = time.process_time()
            leaves = batyr.Board(variant).perft(depth)
            own.append(time.process_time() - start)
            assert found and int(found[1]) == leaves
        print(
            f"perft {depth} of {variant}, {leaves} leaves, speed of the package / speed of the "
            f"program: {min(theirs) / min(own):.2f} ({min(own):.2f} s)"
        )


def boards() -> None:
    count = 200_000
    before = memory()
    kept = [batyr.Board() for _ in range(count)]
    print(f"bytes of a board: {(memory() - before) / len(kept):.0f}")
    positions = [board.position for board in kept]
    print(f"bytes of a position beside it: {(memory() - before) / len(positions):.0f}")


if __name__ == "__main__":
    boards()
    legal_turns()
    if len(sys.argv) > 1:
        perft(sys.argv[1])
