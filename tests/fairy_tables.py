#!/usr/bin/env python3
"""Holds batyr's endgame tables of Shatranj and Shatar against Fairy-Stockfish.

Positions with three and four men are drawn by lot; the tables must have been made
with Fairy-Stockfish's rules. Where its search announces a mate, the tables must know
a win that is no longer, and where it announces that it is mated, a loss. Positions
whose table has not been made are left out, and counted.

    batyr tables make --variant shatranj-fairy --men 4
    batyr tables make --variant shatar-fairy --men 4
    python3 tests/fairy_tables.py target/release/batyr fairy-stockfish tables [COUNT [SEED]]

Exit status: 0 if all agree, 1 if not.
"""

import argparse
import json
import random
import re
import subprocess
import sys
from pathlib import Path

VARIANTS = {"shatranj": "QRBNP", "shatar": "JRBNP"}
# A side that has lost all men but its king ends the game, except against a single man in
# Shatranj.
UPPER, LOWER = str.upper, str.lower
SIDES = {
    "shatranj": [(UPPER,), (LOWER,), (UPPER, LOWER), (UPPER, LOWER)],
    "shatar": [(UPPER, LOWER)],
}
# Fairy-Stockfish ends a game when a bared side has had its reply, and the tables with the
# turn after it, by which the other side claims its win (protocol/SHATRANJ-SHATAR.md).
CLAIM = {"shatranj": 1, "shatar": 0}
NODES = 100_000


class Fairy:
    """A Fairy-Stockfish that scores positions."""

    def __init__(self, path, variant):
        self.process = subprocess.Popen(
            [path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.say(f"setoption name UCI_Variant value {variant}")

    def say(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def mate(self, fen):
        """The number of moves to the mate that is announced, negative if the side to
        move is mated; None without one."""
        self.say("ucinewgame")
        self.say(f"position fen {fen}")
        self.say(f"go nodes {NODES}")
        score = None
        for line in self.process.stdout:
            if line.startswith("bestmove"):
                return score
            found = re.search(r" score (cp|mate) (-?\d+)(?! (?:lower|upper)bound)", line)
            if found:
                score = int(found[2]) if found[1] == "mate" else None
        sys.exit("fairy-stockfish ended")


def positions(kinds, sides, lots):
    """Positions with men of these sides beside the kings; some are not legal."""
    while True:
        men = ["K", "k"] + [side(lots.choice(kinds)) for side in lots.choice(sides)]
        squares = dict(zip(lots.sample(range(64), len(men)), men))
        if any(man in "Pp" and square // 8 in (0, 7) for square, man in squares.items()):
            continue
        rows = []
        for rank in range(8):
            row = "".join(squares.get(8 * rank + file, "1") for file in range(8))
            rows.append(re.sub("1+", lambda run: str(len(run[0])), row))
        yield "/".join(rows) + f" {lots.choice('wb')} - - 0 1"


def has_table(tables, variant, kinds, fen):
    """Whether the table of the men of a position has been made."""
    board = fen.split()[0]
    white = "".join(kind for kind in kinds if kind in board)
    black = "".join(kind for kind in kinds if kind.lower() in board)
    folder = Path(tables) / f"{variant}-fairy"
    names = [f"K{one}vK{other}.table" for one, other in [(white, black), (black, white)]]
    return any((folder / name).exists() for name in names)


def probe(batyr, tables, variant, fen):
    """What the tables say; None for a position that is not legal."""
    found = subprocess.run(
        [batyr, "tables", "probe", fen, "--variant", f"{variant}-fairy", "--dir", tables, "--json"],
        capture_output=True,
        text=True,
    )
    if found.returncode != 0:
        if "position:" not in found.stderr:
            sys.exit(found.stderr)
        return None
    return json.loads(found.stdout)


def disagreement(mate, claim, record):
    """Why a mate that is announced contradicts the tables; None if it does not. `claim` is
    what the tables may count more."""
    result, turns = record["result"], record["in_turns"]
    if mate is None or record["limit_may_draw"]:
        return None
    if mate > 0 and not (result == "win" and turns <= mate + claim):
        return f"mate {mate} is announced, the tables have {result} {turns}"
    if mate <= 0 and result != "loss":
        return f"mate {mate} is announced, the tables have {result} {turns}"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("batyr")
    parser.add_argument("fairy", help="fairy-stockfish")
    parser.add_argument("tables", help="the folder of the tables")
    parser.add_argument("count", nargs="?", type=int, default=2000, help="positions of each game")
    parser.add_argument("seed", nargs="?", type=int, default=1)
    options = parser.parse_args()
    batyr, tables, count = options.batyr, options.tables, options.count
    lots = random.Random(options.seed)
    wrong = 0
    for variant, kinds in VARIANTS.items():
        engine = Fairy(options.fairy, variant)
        seen = announced = same = missing = 0
        for fen in positions(kinds, SIDES[variant], lots):
            if not has_table(tables, variant, kinds, fen):
                missing += 1
                continue
            record = probe(batyr, tables, variant, fen)
            if record is None or not record["turns"]:
                continue
            mate = engine.mate(fen)
            seen += 1
            announced += mate is not None
            longer = 0 if mate is None else (record["in_turns"] or 0) - abs(mate)
            same += mate is not None and longer in (0, CLAIM[variant])
            words = disagreement(mate, CLAIM[variant], record)
            if words:
                wrong += 1
                print(f"{variant}: {fen}: {words}")
            if seen == count:
                break
        engine.say("quit")
        print(
            f"{variant}: {seen} positions, {announced} mates announced, {same} of them as "
            f"short as in the tables; {missing} positions without a table left out"
        )
    print(f"{wrong} disagreements")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
