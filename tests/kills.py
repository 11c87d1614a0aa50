#!/usr/bin/env python3
"""Plays one tournament by many shares that are killed, frozen and terminated at random.

Each share runs in a network namespace of its own, without a network, so the folder is all that
the shares have in common. Each sees it through a file system of its own (Debian: bindfs) that
shows old attributes and names for some seconds, as clients of NFS do. When the time is over, each
game that counts must be there once, and be, turn by turn, the one that the same engines play
without disturbance; no chunk may have changed after it was published.

    python3 tests/kills.py target/release/batyr --minutes 60

Exit status: 0 if all is so, 1 if not, 77 if a program is missing or the user is not root.
"""

import argparse
import hashlib
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

NEEDED = ("bindfs", "unshare", "fusermount")
# Engines without time limits repeat their games, so 600 games show what each must be.
ENGINES = "--engine cmd={batyr} name=Strong nodes=300 --engine cmd={batyr} name=Weak nodes=40"
OPTIONS = "--plain --affinity none --max-plies 120 --seed 7"
ALONE = 300
# The parts of kills by signal; a frozen share goes on after up to half a minute.
DISTURBANCES = {signal.SIGKILL: 0.6, signal.SIGSTOP: 0.25, signal.SIGTERM: 0.15}


class Share:
    """A host with its view of the folder, and the process that plays on it."""

    def __init__(self, number, base, options, command):
        self.view = base / f"host{number}"
        self.view.mkdir()
        sight = ",".join(f"{kind}_timeout={options.delay}" for kind in ("attr", "entry", "negative"))
        subprocess.run(["bindfs", "-o", sight, base / "export", self.view], check=True)
        self.command = [*command, "--queue", "--chunk", "2", "--beat", str(options.beat)]
        self.log = (base / f"host{number}.log").open("a")
        self.process = None
        self.thaws = self.starts = 0

    def start(self):
        command = ["unshare", "--net", *self.command, "--out", self.view / "test"]
        self.process = subprocess.Popen(command, stdout=self.log, stderr=self.log)
        self.starts = 0

    def end(self):
        """Lets the process end, whatever its state."""
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGCONT)
            self.process.terminate()
            try:
                self.process.wait(60)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()

    def unmount(self):
        subprocess.run(["fusermount", "-uz", self.view], check=False)


def games_of(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


def content(game):
    """What is the same whenever the game is played: who played what from which opening."""
    turns = " ".join(turn["turn"] for turn in game["turns"])
    opening = json.dumps(game["opening"], sort_keys=True)
    return (game["white"], game["black"], opening), (turns, game["result"], game["end"])


def disturb(shares, options, published):
    """Disturbs the shares until the time is over. Returns how often, by signal."""
    counts, chunks = Counter(), options.export / "test/queue/chunks"
    end = time.monotonic() + 60 * options.minutes
    next_one = time.monotonic()
    while (now := time.monotonic()) < end:
        if options.pause_file and options.pause_file.exists():
            end += pause(shares, options.pause_file)
        for share in shares:
            if share.thaws and now >= share.thaws:
                share.process.send_signal(signal.SIGCONT)
                share.thaws = 0
            if share.process.poll() is not None:
                if not share.starts:
                    counts[f"exit {share.process.returncode}"] += 1
                    share.starts = now + random.uniform(0, 10)
                elif now >= share.starts:
                    share.start()
        if now >= next_one:
            next_one = now + random.expovariate(1 / options.every)
            share = random.choice(shares)
            if share.process.poll() is None and not share.thaws:
                kind = random.choices(list(DISTURBANCES), DISTURBANCES.values())[0]
                share.process.send_signal(kind)
                counts[kind.name] += 1
                if kind == signal.SIGSTOP:
                    share.thaws = now + random.uniform(0, 30)
        for chunk in chunks.glob("*.jsonl"):
            if chunk.name not in published:
                published[chunk.name] = hashlib.sha256(chunk.read_bytes()).hexdigest()
        time.sleep(0.5)
    return counts


def pause(shares, path):
    """Freezes all shares and their engines while a file exists. Returns for how many seconds."""
    started = time.monotonic()
    groups = [share.process.pid for share in shares if share.process.poll() is None]
    tree = subprocess.run(["ps", "-eo", "pid=,ppid="], capture_output=True, text=True, check=True)
    children = {}
    for line in tree.stdout.splitlines():
        pid, parent = map(int, line.split())
        children.setdefault(parent, []).append(pid)
    found = list(groups)
    for pid in found:
        found.extend(children.get(pid, []))
    for kind in (signal.SIGSTOP, signal.SIGCONT):
        for pid in found:
            try:
                os.kill(pid, kind)
            except ProcessLookupError:
                pass
        while kind == signal.SIGSTOP and path.exists():
            time.sleep(1)
    return time.monotonic() - started


def check(options, alone, published):
    """Compares what counts with the truth. Returns whether all is as it must be."""
    folder = options.export / "test"
    truth = dict(content(game) for game in games_of(alone / "games.jsonl"))
    games = games_of(folder / "games.jsonl")
    numbers = Counter(game["game"] for game in games)
    lost = [number for number in range(1, len(numbers) + 1) if number not in numbers]
    double = [number for number, count in numbers.items() if count > 1]
    wrong, unknown = [], 0
    for game in games:
        key, found = content(game)
        unknown += key not in truth
        if truth.get(key, found) != found:
            wrong.append(game["game"])
    changed = [
        name
        for name, digest in published.items()
        if hashlib.sha256((folder / "queue/chunks" / name).read_bytes()).hexdigest() != digest
    ]
    work = sum(len(path.read_text().splitlines()) for path in (folder / "queue/work").iterdir())
    claims = [path.name for path in (folder / "queue/claims").iterdir()]
    taken = sum(not name.endswith(".1") for name in claims)
    chunks = len(list((folder / "queue/chunks").iterdir()))
    workers = len(list((folder / "queue/workers").glob("*.json")))
    print(
        f"{len(games)} games count; lost {len(lost)}, double {len(double)}, unlike those played "
        f"alone {len(wrong)} ({unknown} without a counterpart); {chunks} chunks, {len(changed)} of "
        f"them changed; {taken} claims of chunks that others had begun; {work} lines in all "
        f"journals; {workers} processes played"
    )
    return bool(games) and not (lost or double or wrong or changed)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("batyr", type=Path)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--shares", type=int, default=12)
    parser.add_argument("--beat", type=int, default=3, help="seconds between signs of life")
    parser.add_argument("--delay", type=float, default=4, help="seconds for which sight is old")
    parser.add_argument("--every", type=float, default=15, help="mean seconds between disturbances")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pause-file", type=Path, help="freeze all shares while this file exists")
    options = parser.parse_args()
    missing = [name for name in NEEDED if not shutil.which(name)]
    if missing or os.geteuid() != 0:
        print(f"left out: {' '.join(missing)} missing" if missing else "left out: it needs root")
        sys.exit(77)
    random.seed(options.seed)
    batyr = options.batyr.resolve()
    words = [*ENGINES.format(batyr=batyr).split(), *OPTIONS.split()]
    command = [batyr, "match", *words]
    with tempfile.TemporaryDirectory() as name:
        base = Path(name)
        options.export = base / "export"
        options.export.mkdir()
        alone = base / "alone"
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        rounds = ["--rounds", str(ALONE), "--out", alone]
        subprocess.run([*command, *rounds], check=True, **quiet)
        shared = [*command, "--rounds", "100000"]
        shares = [Share(number, base, options, shared) for number in range(options.shares)]
        published = {}
        try:
            for share in shares:
                share.start()
            counts = disturb(shares, options, published)
            for share in shares:
                share.end()
            print(f"{options.minutes} minutes: {dict(counts)}")
            watch = [batyr, "match", "watch", "--stop", shares[0].view / "test"]
            # Sight of the last chunks may be old.
            time.sleep(options.delay + 1)
            subprocess.run(watch, check=True, stdout=subprocess.DEVNULL)
            is_sound = check(options, alone, published)
        finally:
            for share in shares:
                share.end()
                share.unmount()
        if not is_sound:
            kept = Path(tempfile.mkdtemp(prefix="kills-"))
            shutil.copytree(options.export, kept / "export")
            print(f"the folder is kept in {kept}")
    sys.exit(0 if is_sound else 1)


if __name__ == "__main__":
    main()
