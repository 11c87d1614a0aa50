"""Engines in processes of their own: any program that speaks UCI, UCCI or USHI."""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import subprocess
import threading
import time
import weakref
from collections.abc import Mapping, Sequence
from typing import Literal

from . import dialects
from ._batyr import EngineError, PartialTurn, Position, Turn, TurnError
from .dialects import Protocol
from .search import BaseEngine, End, Info, Limit, Score, Search, SearchRequest

__all__ = ["EngineProcess"]

#: The interval at which a waiting thread looks for signals.
_POLL = 0.02
#: The time an engine has to end by itself.
_QUIT_TIME = 1.0
#: The first words of the answer to a search.
_ANSWERS = (["bestmove"], ["nobestmove"])


def _kill(process: subprocess.Popen[str]) -> None:
    """End a process and those that it has started in its group."""
    if process.poll() is None or os.name == "posix":
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if os.name == "posix":
                os.killpg(process.pid, signal.SIGKILL)
            else:
                process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            with contextlib.suppress(OSError):
                pipe.close()


class EngineProcess(BaseEngine):
    """An engine in a process of its own.

    `command` is the program with its arguments. Whatever the engine does not answer within
    `timeout` seconds ends its process with an `EngineError`; a search may take its limit longer,
    and a search without a limit in time is given up after `silence` seconds without a line. The
    process ends with `close`, with the `with` block, or when the object is garbage.

    `options` are set at the start, by the names that the engine gives them.
    """

    def __init__(
        self,
        command: str | os.PathLike[str] | Sequence[str],
        *,
        protocol: Protocol = "uci",
        options: Mapping[str, str | int | bool] | None = None,
        timeout: float = 10.0,
        silence: float = 600.0,
    ) -> None:
        if protocol not in ("uci", "ucci", "ushi"):
            raise ValueError(f'unknown protocol {protocol!r}, expected "uci", "ucci" or "ushi"')
        arguments = [os.fspath(command)] if isinstance(command, (str, os.PathLike)) else command
        self.protocol: Protocol = protocol
        #: The name that the engine gives itself.
        self.name = ""
        #: The options that the engine offers, with their values.
        self.options: dict[str, str] = {}
        self._timeout = timeout
        self._silence = silence
        #: The search without an answer so far. Weak, so that one that nobody reads any more is
        #: stopped; what is left of its lines is read before the engine is asked again.
        self._search: weakref.ref[_ProcessSearch] | None = None
        self._process = subprocess.Popen(
            list(arguments),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            encoding="utf-8",
            errors="replace",
            bufsize=1,
            start_new_session=os.name == "posix",
        )
        self._lines: queue.Queue[str | None] = queue.Queue()
        self._end = weakref.finalize(self, _kill, self._process)
        threading.Thread(
            target=_read_lines, args=(self._process, self._lines), name="batyr-process", daemon=True
        ).start()
        try:
            self._handshake()
            for name, value in (options or {}).items():
                self.set_option(name, value)
        except BaseException:
            self._end()
            raise

    def _handshake(self) -> None:
        self._send(self.protocol)
        deadline = time.monotonic() + self._timeout
        while (line := self._line(deadline)) != f"{self.protocol}ok":
            if line.startswith("id name "):
                self.name = line.removeprefix("id name ")
            elif option := dialects.option_of(self.protocol, line):
                self.options[option[0]] = option[1]
        if self.protocol == "ucci" and self._offered("usemillisec"):
            self.set_option("usemillisec", True)

    def _offered(self, name: str) -> str | None:
        names = {offered.lower(): offered for offered in self.options}
        return names.get(name.lower())

    def set_option(self, name: str, value: str | int | bool) -> None:
        """Set an option. Raises `EngineError` if the engine does not offer it."""
        offered = self._offered(name)
        if offered is None:
            raise EngineError(f"{self._who()} has no option {name!r}")
        text = str(value).lower() if isinstance(value, bool) else str(value)
        if self.options[offered] != text or not text:
            self._send(dialects.set_option(self.protocol, offered, text))
            self.options[offered] = text

    def _set(self, name: str, value: str, default: str) -> None:
        """Set an option by its name in UCI; an option that is not offered may have its default."""
        own = dialects.option_name(self.protocol, name)
        if value != default or self._offered(own) is not None:
            self.set_option(own, value)

    def _who(self) -> str:
        return self.name or "the engine"

    def _send(self, line: str) -> None:
        pipe = self._process.stdin
        if not self._end.alive or pipe is None:
            raise EngineError("the engine is closed")
        try:
            pipe.write(line + "\n")
            pipe.flush()
        except OSError as error:
            raise self._dead() from error

    def _dead(self) -> EngineError:
        try:
            status = self._process.wait(_QUIT_TIME)
        except subprocess.TimeoutExpired:
            self._end()
            return EngineError(f"{self._who()} has closed its output")
        self._end()
        return EngineError(f"{self._who()} has ended with status {status}")

    def _line(self, deadline: float, what: str = "answer") -> str:
        """Wait for a line; after the deadline, the process is ended."""
        while True:
            left = deadline - time.monotonic()
            try:
                line = self._lines.get(timeout=max(0.0, min(left, _POLL)))
            except queue.Empty:
                if left <= 0:
                    self._end()
                    raise EngineError(f"{self._who()} did not {what} in time") from None
                continue
            if line is None:
                raise self._dead()
            return line

    def _check_idle(self) -> None:
        """Raise an error if a search is running; one that nobody reads any more is read to its
        answer."""
        if self._search is None:
            return
        if self._search() is not None:
            raise EngineError("the engine is searching: stop that search first, or use another")
        deadline = time.monotonic() + self._timeout
        try:
            while self._line(deadline, "end its search").split()[:1] not in _ANSWERS:
                pass
        except EngineError:
            self._search = None
            raise
        self._search = None

    def _stop_abandoned(self) -> None:
        """Stop the running search if nobody reads it any more."""
        if self._search is not None and self._search() is None:
            # Whatever fails here fails again, and is told, when the engine is used the next time.
            with contextlib.suppress(EngineError):
                self._send("stop")

    def ping(self) -> None:
        """Wait until the engine has done what it was told. Raises `EngineError` during a search."""
        self._check_idle()
        self._send("isready")
        deadline = time.monotonic() + self._timeout
        while self._line(deadline) != "readyok":
            pass

    def new_game(self) -> None:
        """Tell the engine that another game begins. Raises `EngineError` during a search."""
        self._check_idle()
        commands = {"uci": "ucinewgame", "ushi": "ushinewgame", "ucci": "setoption newgame"}
        self._send(commands[self.protocol])
        if self.protocol == "ushi" and self._offered("Clear Hash") is not None:
            # In USHI, where a game is announced before every search, that forgets nothing.
            self.set_option("Clear Hash", "")
        self.ping()

    def _start(self, request: SearchRequest) -> Search:
        self._check_idle()
        if refusal := dialects.refusal(self.protocol, request.limit, request.turns):
            raise EngineError(refusal)
        self._choose_variant(request.position.variant)
        self._set("MultiPV", str(request.multipv), "1")
        level = 20 if request.level is None else round(request.level)
        self._set("Skill Level", str(level), "20")
        self._set("UCI_LimitStrength", "false" if request.elo is None else "true", "false")
        if request.elo is not None:
            self._set("UCI_Elo", str(request.elo), "")
        self.ping()
        search = _ProcessSearch(self, request.position, request.limit)
        if not request.position.legal_turns:
            # In USHI, no answer would come before a stop; other engines have none to give, either.
            search._end = End(None, None, None)
            return search
        self._send(dialects.position(self.protocol, request.board))
        side = request.position.side_to_move
        self._send(dialects.go(self.protocol, request.limit, request.turns, side))
        self._search = weakref.ref(search)
        # At the end of the interpreter, the process is ended anyway.
        weakref.finalize(search, self._stop_abandoned).atexit = False
        return search

    def _choose_variant(self, variant: str) -> None:
        version = dialects.SHATRA_VERSIONS.get(variant)
        if self.protocol == "ushi" and version and self._offered("Shatra version"):
            self.set_option("Shatra version", version)
        else:
            self._set("UCI_Variant", variant, "chess")

    def close(self) -> None:
        """End the process: it is asked to, and killed if it does not."""
        self._search = None
        if not self._end.alive:
            return
        with contextlib.suppress(EngineError, subprocess.TimeoutExpired):
            self._send("quit")
            self._process.wait(_QUIT_TIME)
        self._end()


def _read_lines(process: subprocess.Popen[str], lines: queue.Queue[str | None]) -> None:
    if process.stdout is not None:
        with contextlib.suppress(OSError, ValueError):
            for line in process.stdout:
                lines.put(line.strip())
    lines.put(None)


class _ProcessSearch:
    """A search of an engine in a process."""

    def __init__(self, engine: EngineProcess, position: Position, limit: Limit) -> None:
        self._engine = engine
        self._position = position
        self._limit = limit
        #: The steps of the turn so far, in USHI.
        self._partial: PartialTurn = position.begin_turn()
        self._score: Score | None = None
        self._stopped = False
        #: Kept, because a signal may raise an exception just when it is returned.
        self._end: End | None = None
        self._deadline = self._new_deadline()

    def _is_running(self) -> bool:
        running = self._engine._search
        return running is not None and running() is self

    def _times(self) -> list[float]:
        limit = self._limit
        times = (limit.time, limit.clock_of(self._position.side_to_move))
        return [allowed for allowed in times if allowed is not None]

    def _is_timed(self) -> bool:
        return bool(self._times())

    def _new_deadline(self) -> float:
        times, engine = self._times(), self._engine
        allowed = max(0.0, min(times)) + engine._timeout if times else engine._silence
        return time.monotonic() + allowed

    def stop(self) -> None:
        if self._is_running():
            self._stopped = True
            self._engine._send("stop")
            self._deadline = time.monotonic() + self._engine._timeout

    def next_event(self, signals: bool) -> Info | End:
        engine = self._engine
        while self._is_running():
            try:
                line = engine._line(self._deadline, "end its search")
            except EngineError:
                engine._search = None
                raise
            if not self._stopped and not self._is_timed():
                self._deadline = self._new_deadline()
            words = line.split()
            if words[:1] == ["info"] and (info := self._info(words)):
                if info.multipv == 1:
                    self._score = info.score
                return info
            if words[:1] in _ANSWERS and (end := self._best(words)):
                engine._search, self._end = None, end
        if self._end is not None:
            return self._end
        raise EngineError("the engine is closed")

    def _info(self, words: list[str]) -> Info | None:
        if "pv" not in words or "score" not in words or words[1] in ("string", "message"):
            return None
        split = words.index("pv")
        head, pv = words[:split], words[split + 1 :]
        values = dict(zip(head, head[1:]))

        def number(key: str, default: int = 0) -> int:
            return int(values.get(key, default))

        try:
            at = head.index("score") + 1
            score = Score(*dialects.score(self._engine.protocol, head[at:]))
            wdl = None
            if "wdl" in head:
                win, draw, loss = head[head.index("wdl") + 1 :][:3]
                wdl = (int(win), int(draw), int(loss))
            bound: Literal["exact", "lower", "upper"] = "exact"
            if "lowerbound" in head:
                bound = "lower"
            elif "upperbound" in head:
                bound = "upper"
            return Info(
                number("depth"),
                number("seldepth", number("depth")),
                number("multipv", 1),
                score,
                bound,
                number("time") / 1000,
                number("nodes"),
                number("nps"),
                number("hashfull"),
                wdl,
                dialects.turns_of(self._engine.protocol, self._position, pv),
            )
        except (ValueError, IndexError, TypeError):
            return None

    def _best(self, words: list[str]) -> End | None:
        """Return the end of the search; `None` if the engine was asked for the next jump."""
        if len(words) < 2 or words[1] in ("(none)", "none", "0000"):
            return End(None, None, self._score)
        try:
            turn = self._complete(words[1])
        except TurnError as error:
            raise self._refuse(error) from error
        if turn is None:
            return None
        ponder = None
        if len(words) > 3 and words[2] == "ponder":
            with contextlib.suppress(TurnError):
                ponder = turn.after().parse(words[3])
        return End(turn, ponder, self._score)

    def _complete(self, text: str) -> Turn | None:
        if self._engine.protocol != "ushi":
            return self._position.parse(text)
        turn = self._partial.push(text)
        if turn is None:
            between = self._partial.position
            self._engine._send(dialects.position("ushi", between))
            # The rest of a chain that is asked for after a stop is wanted at once.
            limit = Limit(time=0.001) if self._stopped else self._limit
            self._engine._send(dialects.go("ushi", limit, (), between.side_to_move))
            self._deadline = self._new_deadline()
        return turn

    def _refuse(self, error: TurnError) -> EngineError:
        self._engine._search = None
        return EngineError(f"{self._engine._who()} answered with {error}")
