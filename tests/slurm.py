#!/usr/bin/env python3
"""Plays one test by docs/cluster/slurm.sh on a Slurm of its own, and by docs/cluster/parallel.sh.

A Slurm of one node is started in a temporary folder (Debian: slurm-wlm, munge, parallel; as
root). While eight shares play, one of them gets SIGKILL, one job is requeued, and the node is
drained and comes back; GNU parallel's shares lose one to SIGKILL. Both tests must end by
themselves with the verdict and, turn by turn, the games of one process alone.

    python3 tests/slurm.py target/release/batyr

Exit status: 0 if they do, 1 if not, 77 if a program is missing or the user is not root.
"""

import argparse
import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent
NEEDED = ("munged", "slurmctld", "slurmd", "sbatch", "scontrol", "squeue", "parallel")
SHARES = 8
ENGINES = "--engine cmd={batyr} name=new nodes=3000 --engine cmd={batyr} name=old nodes=2000"
OPTIONS = "--rounds 2000 --sprt elo0=0,elo1=40 --chunk 2 --beat 2"
CONFIGURATION = """\
ClusterName=test
SlurmctldHost={host}
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CryptoType=crypto/munge
SlurmctldPort={controller}
SlurmdPort={node}
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
ReturnToService=2
MinJobAge=3600
NodeName={host} CPUs=16 State=UNKNOWN
PartitionName=test Nodes={host} Default=YES MaxTime=INFINITE State=UP
"""


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def wait_for(what, condition, seconds=120):
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            sys.exit(f"{what}: waited {seconds} seconds in vain")
        time.sleep(0.2)


def free_port():
    with contextlib.closing(socket.socket()) as listener:
        listener.bind(("", 0))
        return listener.getsockname()[1]


def games_of(folder):
    """The games of a finished test, by number: their turns and result."""
    games = {}
    for line in (folder / "games.jsonl").read_text().splitlines():
        game = json.loads(line)
        turns = " ".join(turn["turn"] for turn in game["turns"])
        games[game["game"]] = (game["opening"], turns, game["result"])
    return games


class Cluster:
    """A Slurm of one node."""

    def __init__(self, folder):
        self.folder = folder
        self.host = socket.gethostname()
        ports = {"controller": free_port(), "node": free_port()}
        (folder / "state").mkdir()
        (folder / "spool").mkdir()
        (folder / "munge.key").write_bytes(os.urandom(128))
        (folder / "munge.key").chmod(0o400)
        text = CONFIGURATION.format(folder=folder, host=self.host, **ports)
        (folder / "slurm.conf").write_text(text)
        os.environ["SLURM_CONF"] = str(folder / "slurm.conf")
        munge = ("key-file", "socket", "pid-file", "log-file", "seed-file")
        options = [f"--{name}={folder}/munge.{name.split('-')[0]}" for name in munge]
        self.daemons = [
            self.start("munged", "--foreground", "--force", *options),
            self.start("slurmctld", "-D"),
        ]
        self.daemons.append(self.start("slurmd", "-D"))

    def start(self, *command):
        log = (self.folder / f"{command[0]}.log").open("w")
        return subprocess.Popen(command, stdout=log, stderr=log)

    def state(self):
        shown = subprocess.run(
            ["sinfo", "--noheader", "--format=%T"], capture_output=True, text=True
        )
        return shown.stdout

    def jobs(self):
        """The state of each task of the array."""
        states = {}
        shown = output("scontrol", "show", "job", "--oneliner")
        for line in shown.splitlines():
            fields = dict(word.split("=", 1) for word in line.split() if "=" in word)
            if fields.get("ArrayTaskId", "").isdigit():
                states[int(fields["ArrayTaskId"])] = fields
        return states

    def stop(self):
        for daemon in reversed(self.daemons):
            daemon.terminate()
            daemon.wait()


def shares(folder):
    """The processes of the shares that play in a folder, whose last words name it."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            words = (process / "cmdline").read_bytes().split(b"\0")
            if b"--queue" in words and str(folder).encode() in words:
                found.append(int(process.name))
    return found


def check(name, folder, expected, started):
    """Compares a test with that of one process, and says what it was like."""
    ended = json.loads((folder / "ended.json").read_text())
    games = games_of(folder)
    counted = ended["games"]
    wrong = [number for number in range(1, counted + 1) if games.get(number) != expected[0][number]]
    numbers = [json.loads(line)["game"] for line in (folder / "games.jsonl").open()]
    same_verdict = (ended["accepted"], counted) == (expected[1]["accepted"], expected[1]["games"])
    print(
        f"{name}: {ended['reason']}, accepted {ended['accepted']} after {counted} games "
        f"(one process: {expected[1]['accepted']} after {expected[1]['games']}); "
        f"{len(games)} played, {len(numbers) - len(set(numbers))} double, "
        f"{len(wrong)} unlike those of one process; {time.monotonic() - started:.0f} s"
    )
    return same_verdict and not wrong and len(numbers) == len(set(numbers))


def by_one_process(batyr, folder):
    """The games and the verdict of one share alone with a watcher."""
    words = ENGINES.format(batyr=batyr).split() + OPTIONS.split()
    share = subprocess.Popen(
        [batyr, "match", "--queue", "--plain", "--out", folder, *words],
        stdout=subprocess.DEVNULL,
    )
    wait_for("the settings", (folder / "match.json").exists)
    subprocess.run([batyr, "match", "watch", folder], check=True, stdout=subprocess.DEVNULL)
    share.wait()
    return games_of(folder), json.loads((folder / "ended.json").read_text())


def by_slurm(batyr, cluster, folder):
    """Plays by the script of Slurm, with its disturbances."""
    wait_for("the node", lambda: "idle" in cluster.state())
    job = output(
        "sbatch",
        "--parsable",
        "--cpus-per-task=1",
        f"--output={folder}.%a.log",
        str(ROOT / "docs/cluster/slurm.sh"),
    ).strip()
    wait_for("the shares", lambda: len(shares(folder)) == SHARES)
    os.kill(shares(folder)[0], signal.SIGKILL)
    running = [task for task, job in cluster.jobs().items() if job["JobState"] == "RUNNING"]
    requeued = max(task for task in running if task > 0)
    output("scontrol", "requeue", f"{job}_{requeued}")
    output("scontrol", "update", f"NodeName={cluster.host}", "State=DRAIN", "Reason=test")
    wait_for("draining", lambda: "drain" in cluster.state())
    time.sleep(3)
    output("scontrol", "update", f"NodeName={cluster.host}", "State=RESUME")
    wait_for("the end", lambda: not output("squeue", "--noheader").strip(), 900)
    jobs = cluster.jobs()
    states = {task: job["JobState"] for task, job in sorted(jobs.items())}
    restarts = jobs[requeued]["Restarts"]
    print(f"slurm: tasks {states}; task {requeued} was restarted {restarts} time(s)")
    failed = [task for task, state in states.items() if state != "COMPLETED"]
    return len(failed) == 1 and states[0] == "COMPLETED" and restarts == "1"


def by_parallel(folder):
    """Plays by GNU parallel, whose script ends when its shares have ended."""
    script = subprocess.Popen(
        [str(ROOT / "docs/cluster/parallel.sh"), str(folder), str(SHARES), "--jobs", str(SHARES)],
        stdout=subprocess.DEVNULL,
    )
    wait_for("the shares", lambda: len(shares(folder)) >= SHARES)
    os.kill(shares(folder)[0], signal.SIGKILL)
    return script.wait(900) == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("batyr", type=Path)
    batyr = str(parser.parse_args().batyr.resolve())
    missing = [name for name in NEEDED if not shutil.which(name)]
    if missing or os.geteuid() != 0:
        reason = f"these programs are missing: {' '.join(missing)}" if missing else "it needs root"
        print(f"left out, as {reason}")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "bin").mkdir()
        (folder / "bin/batyr").symlink_to(batyr)
        os.environ["PATH"] = f"{folder}/bin:{os.environ['PATH']}"
        os.environ["ENGINES"] = ENGINES.format(batyr=batyr)
        os.environ["OPTIONS"] = OPTIONS
        started = time.monotonic()
        expected = by_one_process(batyr, folder / "alone")
        print(f"one process: {time.monotonic() - started:.0f} s")

        is_sound = True
        (folder / "slurm").mkdir()
        cluster = Cluster(folder / "slurm")
        try:
            started = time.monotonic()
            os.environ["FOLDER"] = str(folder / "by-slurm")
            is_sound &= by_slurm(batyr, cluster, folder / "by-slurm")
            is_sound &= check("slurm", folder / "by-slurm", expected, started)
        finally:
            cluster.stop()
        started = time.monotonic()
        is_sound &= by_parallel(folder / "by-parallel")
        is_sound &= check("GNU parallel", folder / "by-parallel", expected, started)
    sys.exit(0 if is_sound else 1)


if __name__ == "__main__":
    main()
