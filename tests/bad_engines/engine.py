"""An engine in UCI or USHI that knows no rules, told by its first argument how to be bad.

It plays the turns that stand in its second argument, parted by commas; so a
test can let it play well for a while. Whatever else stands on the command line
is a mark by which the test finds the process again.
"""

import os
import signal
import subprocess
import sys
import time

FAULT = sys.argv[1]
TURNS = sys.argv[2].split(",") if len(sys.argv) > 2 else []
GAMES = 0

# What a terminal obeys, what turns the direction of writing, and what breaks lines.
SPRAY = "\x1b[31m\x1b]0;title\x07\x9b2J\x7f\x08\u2028\u202e\u200b\u0085"
SPRAYS = FAULT.startswith("sprays")


def say(text):
    sys.stdout.buffer.write(text.encode() + b"\n")
    sys.stdout.buffer.flush()


def spray():
    """Escapes in every field, and on stderr."""
    print("complaint " + SPRAY, file=sys.stderr, flush=True)
    say("info string error " + SPRAY)
    say("info depth 1 score cp 0 nodes 1 pv " + SPRAY + " " + SPRAY)
    say(SPRAY)


def chatter():
    """Some megabytes about a search of one node, one of them in a single line."""
    line = b"info string " + b"x" * 88 + b"\n"
    sys.stdout.buffer.write(line * 15000)
    say("info string " + "y" * 1000000)


def play(turn):
    if SPRAYS:
        spray()
    if FAULT == "chatters":
        chatter()
    if FAULT == "survives-a-panic":
        print("thread 'io' (8) panicked at src/io.rs:1:1: no file", file=sys.stderr, flush=True)
        time.sleep(0.1)
    say("info depth 1 score cp 0 time 1 nodes 1 pv " + turn)
    say("bestmove " + turn)


def misbehave():
    """Instead of the turn that comes after all good ones."""
    if FAULT == "dies":
        print("out of cheese", file=sys.stderr, flush=True)
        os._exit(3)
    elif FAULT == "panics":
        for number in range(30):
            print("line %d\x1b[31m" % number, file=sys.stderr)
        print("thread 'main' (7) panicked at src/main.rs:3:5:\nno cheese left\n"
              "note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace",
              file=sys.stderr, flush=True)
        os._exit(101)
    elif FAULT == "bad-byte":
        sys.stdout.buffer.write(b"bestmove d1-d\xff\n")
        sys.stdout.buffer.flush()
    elif FAULT in ("is-killed", "survives-a-panic"):
        os.kill(os.getpid(), signal.SIGSEGV)
    elif FAULT == "hangs":
        time.sleep(600)
    elif FAULT == "illegal":
        play("a5-a9")
    elif FAULT == "jabbers":
        say("bestmove \x1b[31mwhat?")
    elif FAULT == "says-nothing":
        say("bestmove")
    elif FAULT == "none":
        say("bestmove (none)")
    elif FAULT == "late":
        time.sleep(0.4)
        play("d1-d6")
    elif FAULT == "late-until-stop":
        for line in sys.stdin:
            if line.strip() == "stop":
                play("d1-d6")
                return
    elif FAULT == "floods":
        line = b"info depth 1 score cp 0 nodes 1 pv d1-d6\n" * 1000
        while True:
            sys.stdout.buffer.write(line)
    elif FAULT == "floods-without-end-of-line":
        while True:
            sys.stdout.buffer.write(b"x" * 65536)
    elif FAULT == "floods-stderr":
        line = b"complaint\n" * 1000
        while True:
            sys.stderr.buffer.write(line)
    elif FAULT == "trickles":
        while True:
            say("info depth 1 score cp 0 nodes 1 pv d1-d6")
            time.sleep(0.1)
    elif FAULT == "sprays-moves":
        spray()
        say("bestmove d1" + SPRAY + " ponder " + SPRAY)
    elif FAULT == "sprays-nothing":
        spray()
        say("bestmove (none)")
    elif FAULT == "sprays-and-dies":
        print(SPRAY, file=sys.stderr, flush=True)
        os._exit(3)
    elif FAULT == "closes-output":
        os.close(1)
        time.sleep(600)
    elif FAULT == "leaves-a-child":
        # The child holds the output open.
        subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"] + sys.argv[2:])
        os._exit(0)
    else:
        sys.exit("no such fault: " + FAULT)


def go():
    if FAULT == "marks-and-is-late":
        # The second argument is a file that says that the search has begun.
        open(sys.argv[2], "w").close()
        time.sleep(0.4)
        play("d1-d6")
        return
    if not TURNS:
        misbehave()
        return
    turn = TURNS.pop(0)
    if FAULT == "slow-jumps":
        # Each jump stands with the seconds that it takes.
        turn, seconds = turn.split("/")
        time.sleep(float(seconds))
        say("bestmove " + turn)
        return
    if FAULT == "wrong-pv":
        say("info depth 1 score cp 0 pv b5-b6 b5-b14")
        say("bestmove " + turn)
        return
    elif FAULT == "garbage":
        sys.stdout.buffer.write(b"\xff\xfe\x00 garbage \xf0\n\x00\x01\x02\n\n")
        say("readyok")
        say("bestmovex yes")
        say("info score cp what pv")
    play(turn)
    if FAULT == "answers-twice":
        play(turn)


def start_badly():
    """At the start of a game."""
    if FAULT.startswith("dies"):
        print("no board", file=sys.stderr, flush=True)
        os._exit(4)
    time.sleep(600)


def main():
    global GAMES
    if FAULT == "silent":
        time.sleep(600)
    if FAULT == "ends-at-once":
        sys.exit(5)
    if FAULT == "slow-to-start":
        time.sleep(600)
    if FAULT == "ignores-eof-and-quit":
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
    for line in sys.stdin:
        words = line.split()
        if words[:1] == ["ushi"]:
            say("ushiok")
        elif words[:1] == ["ucinewgame"] and FAULT.endswith("-at-the-second-game"):
            GAMES += 1
            if GAMES == 2:
                start_badly()
        elif words[:1] == ["uci"]:
            say("id name Bad " + FAULT)
            if SPRAYS:
                spray()
                say("id name " + SPRAY)
                say("option name " + SPRAY + " type string default " + SPRAY)
                say("option name Fine type combo default " + SPRAY + " var " + SPRAY)
            if FAULT == "sprays-choices":
                say("option name UCI_Variant type combo default chess var chess var " + SPRAY)
            if FAULT == "other-game":
                say("option name UCI_Variant type combo default chess var chess var shogi")
            say("uciok")
        elif words[:1] == ["isready"] and FAULT != "never-ready":
            say("readyok")
        elif words[:1] == ["go"]:
            go()
        elif words[:1] == ["quit"] and FAULT != "ignores-eof-and-quit":
            break
    while FAULT == "ignores-eof-and-quit":
        time.sleep(600)


main()
