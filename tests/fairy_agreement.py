#!/usr/bin/env python3
"""Holds batyr's legal moves, with Fairy Rules on, against pyffish's.

Random games of Shatranj and Shatar are played by pyffish, the Python binding of
Fairy-Stockfish; in each of their positions both must have the same legal moves.

    python3 -m pip install pyffish
    python3 tests/fairy_agreement.py target/release/batyr [POSITIONS [SEED]]

Exit status: 0 if all agree, 1 if not.
"""

import argparse
import random
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor

import pyffish

VARIANTS = ("shatranj", "shatar")
# Longer games hold little but bare endings.
LONGEST = 250


class Engine:
    """A batyr that lists legal moves."""

    def __init__(self, path):
        self.process = subprocess.Popen(
            [path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.say("uci")
        self.until("uciok")

    def say(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def until(self, word):
        """The lines up to the one that begins with a word."""
        lines = []
        for line in self.process.stdout:
            if line.startswith(word):
                return lines
            lines.append(line.strip())
        sys.exit(f"the engine ended before it said {word!r}")

    def play(self, variant):
        self.say(f"setoption name UCI_Variant value {variant}")
        self.say("setoption name Fairy Rules value true")
        self.say("isready")
        errors = [line for line in self.until("readyok") if "error" in line]
        if errors:
            sys.exit("\n".join(errors))

    def moves(self, fen):
        self.say(f"position fen {fen}")
        self.say("go perft 1")
        counted = [line.split(": ") for line in self.until("Nodes searched")]
        return sorted(words[0] for words in counted if words[1:] == ["1"])


def occupied(fen):
    """The squares with men on them."""
    squares = set()
    for rank, row in zip("87654321", fen.split()[0].split("/")):
        file = 0
        for sign in row:
            if sign.isdigit():
                file += int(sign)
            else:
                squares.add("abcdefgh"[file] + rank)
                file += 1
    return squares


def games(variant, count, lots):
    """Positions of random games, most of them with captures played when they
    can be, so that endings come."""
    while count > 0:
        fen = pyffish.start_fen(variant)
        greedy = lots.random()
        for _ in range(LONGEST):
            moves = sorted(pyffish.legal_moves(variant, fen, []))
            yield fen, moves
            count -= 1
            if count == 0 or not moves:
                break
            men = occupied(fen)
            captures = [move for move in moves if move[2:4] in men]
            some = captures if captures and lots.random() < greedy else moves
            fen = pyffish.get_fen(variant, fen, [lots.choice(some)])


def differences(path, variant, count, seed):
    """What the two say differently about a game, in words, and how many moves
    were compared."""
    engine = Engine(path)
    engine.play(variant)
    words = []
    total = 0
    for fen, expected in games(variant, count, random.Random(seed)):
        found = engine.moves(fen)
        total += len(found)
        if found != expected:
            ours = " ".join(sorted(set(found) - set(expected)))
            theirs = " ".join(sorted(set(expected) - set(found)))
            words.append(f"{variant}: {fen}: only batyr: {ours}; only pyffish: {theirs}")
    return words, total


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("batyr")
    parser.add_argument("positions", nargs="?", type=int, default=20_000)
    parser.add_argument("seed", nargs="?", type=int, default=1)
    options = parser.parse_args()
    count, seed = options.positions, options.seed
    wrong = 0
    with ProcessPoolExecutor() as pool:
        jobs = [(v, pool.submit(differences, options.batyr, v, count, seed)) for v in VARIANTS]
        for variant, job in jobs:
            words, total = job.result()
            wrong += len(words)
            for line in words:
                print(line)
            print(f"{variant}: {count} positions, {total} moves, seed {seed}")
    print(f"{wrong} positions differ")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
