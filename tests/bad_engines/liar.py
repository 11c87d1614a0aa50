"""Our engine behind a screen that spoils what is said in one way.

The first argument says how, the rest is the engine's command line.
"""

import os
import subprocess
import sys
import threading

HOW = sys.argv[1]


def to_engine(line):
    """What the engine hears of a line; None for nothing."""
    if HOW == "impatient" and line.strip() == b"go infinite":
        return b"go depth 1\n"
    if HOW == "stays" and line.strip() == b"quit":
        return None
    return line


def to_host(line):
    """What the host hears of a line; None for nothing."""
    words = line.split()
    if HOW == "nameless" and words[:2] == [b"id", b"author"]:
        return None
    if HOW == "proud" and b"error" in words[:4] + [word.strip(b":") for word in words[:4]]:
        return None
    if HOW == "forgetful" and b"pv" in words:
        at = words.index(b"pv")
        return b" ".join(words[: at + 1] + words[at + 2 :]) + b"\n"
    return line


def relay(source, change, sink):
    for line in source:
        changed = change(line)
        if changed is not None:
            sink.write(changed)
            sink.flush()
    sink.close()


engine = subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
listener = threading.Thread(target=relay, args=(sys.stdin.buffer, to_engine, engine.stdin))
listener.daemon = True
listener.start()
relay(engine.stdout, to_host, sys.stdout.buffer)
# Not sys.exit, which would wait for the thread that reads.
os._exit(engine.wait())
