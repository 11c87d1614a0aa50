#!/usr/bin/env python3
"""Play one game of Shatra between two engine processes; a third one is the referee.
Written from PROTOCOL.md alone, by somebody who had nothing else: it is enough.
usage: host.py uci|ucci|ushi [ENGINE] [--variant V] [--movetime MS] [--max-turns N]
MS milliseconds are for a move; in UCCI each has a clock of 100 x MS and gets MS more a turn.
After N turns it is a draw. Status: 0 played to an end, 1 something was wrong, 2 bad usage."""
import argparse, itertools, queue, re, subprocess, sys, threading, time

SQUARES = [f + str(r) for r in range(1, 15)  # in the order of SPN numbers
           for f in ("d" if r in (4, 11) else "gfedcba" if 4 < r < 11 else "edc")]
NAMES = {str(number): square for number, square in enumerate(SQUARES, 1)}
SETUP = {"uci": "setoption name UCI_Variant value {0}\nucinewgame",
         "ucci": "setoption usemillisec true\nsetoption variant {0}\nsetoption newgame",
         "ushi": "setoption name Shatra version value {1}"}

class Engine:
    def __init__(self, path, name, dialect, variant):
        self.name, self.lines = name, queue.Queue()
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        encoding="utf-8")
        lines = itertools.chain(self.process.stdout, ["died"])
        threading.Thread(target=lambda: [*map(self.lines.put, lines)], daemon=True).start()
        self.ask(dialect + "ok", dialect)
        setup = SETUP[dialect].format(variant, {"shatra-original": 1, "shatra": 2}.get(variant))
        if "version unsupported" in self.ask("readyok", setup, "isready"):
            self.fail(f"{variant} cannot be played in USHI")

    def fail(self, why):
        sys.exit(f"host.py: {self.name}: {why}")  # status 1

    def ask(self, end, *commands):
        """Say the commands; return the answer, up to the line that begins with `end`."""
        answer, limit = [""], time.monotonic() + 20
        try:
            print(*commands, sep="\n", file=self.process.stdin, flush=True)
            while answer[-1].split(" ")[0] != end:  # "died" stands for the end of the output
                answer.append(self.lines.get(timeout=max(0, limit - time.monotonic())).rstrip())
                if re.match(rf"info \w+ error|(?!{end})(died|best|nobest)", answer[-1]):
                    self.fail(f"{answer[-1]!r} after {commands}")
        except (queue.Empty, OSError) as error:
            self.fail(f"no {end} after {commands}: {str(error) or 'waited for 20 s'}")
        return answer

def next_in_chain(spn, source, target, promotion, original):
    """The position in mid-chain behind one jump: rules 1 to 5 of USHI-CHAINS.md."""
    board, side, temdek, _, ep, *counters = spn.split()
    board = re.sub(r"\d", lambda digit: "." * int(digit[0]), board)
    man, white = dict(zip(SQUARES, re.findall(r"!?[\w.]", board))), side == "w"
    enemies, back, last = ("kqrbs", -1, "1") if white else ("KQRBS", 1, "14")
    (f, r), (x, y) = ((ord(square[0]), int(square[1:])) for square in (source, target))
    far = max(abs(x - f), abs(y - r))
    line = [chr(f + (x - f) * i // far) + str(r + (y - r) * i // far) for i in range(1, far)]
    at = next((square for square in line if man.get(square, ".")[-1] in enemies), None)
    at = at or NAMES[ep][0] + str(int(NAMES[ep][1:]) + back)  # en passant
    victim, man[at] = man[at][-1], "yuip"["qrbs".index(man[at][-1].lower())]
    heirs = [file + last for file in "cde" if man[file + last] == enemies[-1]]
    if victim in "qrbQRB" and heirs and not original:
        man[heirs[0]] = victim
    mover = (promotion if white else promotion.lower()) or man[source][-1]
    home = "T" in temdek and max(r, y) <= 4 if white else "t" in temdek and min(r, y) >= 11
    man[source], man[target] = ".", "!" * (home and not (original and mover in "kK")) + mover
    board = "".join(man[s] + "/" * (s in "c3 d4 a5 a6 a7 a8 a9 a10 d11".split()) for s in SQUARES)
    board = re.sub(r"\.+", lambda empty: str(len(empty[0])), board)
    return " ".join([board, side, temdek, str(SQUARES.index(target) + 1), "-", *counters])

def ushi_turn(player, spn, legal, go, original):
    turn = target = ""  # the jumps so far, and where the man stands
    while not turn or any(other.startswith(turn + ":") for other in legal):
        if turn:
            spn = next_in_chain(spn, source, target, letter, original)
        jump = player.ask("bestmove", "ushinewgame", "position spn " + spn, go)[-1]
        if jump == "bestmove pass":
            break
        parts = re.fullmatch(r"bestmove (\d+)([-:])(\d+)([QRB]?)", jump)
        if not parts or turn and NAMES.get(parts[1]) != target:
            player.fail(f"{jump!r} is no legal jump in {spn}")
        source, target, letter = NAMES.get(parts[1]), NAMES.get(parts[3]), parts[4]
        turn = f"{turn or source}{parts[2]}{target}" + (letter and "=" + letter)
    return turn

def play(args, referee, players):
    moves, clocks, draw, ms = [], [100 * args.movetime] * 2, "", args.movetime
    while True:
        me, game = len(moves) % 2, " ".join(["position startpos moves", *moves])
        told = dict(line.split(" ", 1) for line in referee.ask("readyok", game, "state", "isready")
                    if " " in line)
        spn, result = told["position"].split(" ", 1)[1], told["result"]
        if result != "*" or len(moves) >= args.max_turns:
            return result.replace(" ", " by ") if result != "*" else "1/2-1/2 by the limit of turns"
        go = f"go movetime {ms}" if args.dialect != "ucci" else (
            f"go {draw}time {clocks[me]} increment {ms} opptime {clocks[1 - me]} oppincrement {ms}")
        legal, began = [turn.split("/")[0] for turn in told["turns"].split()[1:]], time.monotonic()
        answer = (players[me].ask("bestmove", game, go)[-1].split()[1:] if args.dialect != "ushi"
                  else [ushi_turn(players[me], spn, legal, go, args.variant == "shatra-original")])
        clocks[me] += ms - int(1000 * (time.monotonic() - began))
        if not answer or answer[0] not in legal:
            players[me].fail(f"illegal turn {answer} in {spn}")
        moves.append(answer[0])
        print(f"{len(moves)}. {players[me].name}: {' '.join(answer)}", flush=True)
        if answer[-1] == "resign" or args.dialect == "ucci" and clocks[me] < ms:
            return f"{me}-{1 - me} by " + ("resignation" if answer[-1] == "resign" else "time")
        if draw and answer[-1] == "draw":
            return "1/2-1/2 by agreement"
        draw = "draw " if answer[-1] == "draw" else ""

if __name__ == "__main__":
    options = argparse.ArgumentParser(usage=__doc__)
    options.add_argument("dialect", choices=SETUP)
    options.add_argument("engine", nargs="?", default="./batyr")
    for name, value in ("--variant", "shatra"), ("--movetime", 30), ("--max-turns", 300):
        options.add_argument(name, type=type(value), default=value)
    args = options.parse_args()
    sides = [Engine(args.engine, name, args.dialect, args.variant) for name in ("White", "Black")]
    referee = Engine(args.engine, "the referee", "uci", args.variant)
    print(play(args, referee, sides))
    for engine in referee, *sides:
        engine.ask("died", "quit")
