"""A relay to our engine that changes the conversation in one way.

The first argument names the change, the rest is the engine's command line.
"""

import os
import re
import subprocess
import sys
import threading

HOW = sys.argv[1]


def to_engine(line):
    """The line that the engine receives for this one; None for no line."""
    if HOW == "impatient" and line.strip() == b"go infinite":
        return b"go depth 1\n"
    if HOW == "stays" and line.strip() == b"quit":
        return None
    return line


def to_host(line):
    """The line that the host receives for this one; None for no line."""
    words = line.split()
    if HOW == "nameless" and words[:2] == [b"id", b"author"]:
        return None
    if HOW == "proud" and b"error" in words[:4] + [word.strip(b":") for word in words[:4]]:
        return None
    if HOW == "forgetful" and b"pv" in words:
        at = words.index(b"pv")
        return b" ".join(words[: at + 1] + words[at + 2 :]) + b"\n"
    return line


def lines_of(source):
    """The lines of a stream, as soon as they are whole; CR, LF and both end a line."""
    rest = b""
    while chunk := source.read1(1 << 16):
        *lines, rest = re.split(rb"(?<=[\r\n])", rest + chunk)
        yield from lines
    if rest:
        yield rest


def relay(source, change, sink):
    for line in lines_of(source):
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
