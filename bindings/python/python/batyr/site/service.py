"""A service that takes the place of the live site's bot: gRPC for the steps, HTTP for its health.

The site asks for one step at a time, and tells the whole board each time, so the service keeps no
games. What it keeps for a moment is which steps it answered to which request: the site asks the same
again at once when it refuses a step, and then the next best is the answer. Other games come to the same
position too, most of all at their start, so a request that comes again later is new.
"""

from __future__ import annotations

import collections
import os
import queue
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import grpc  # type: ignore

from .. import (
    Analysis,
    Engine,
    EngineError,
    Limit,
    Position,
    Step,
    Turn,
    __version__,
    reserve_cores,
)
from ..search import SearchRequest
from . import from_cells, play_step
from .wire import Request, health, response

__all__ = ["Bot", "Settings", "serve"]

#: How many requests, and for how many seconds, the steps answered to them are known.
_KNOWN_REQUESTS = 4096
_KNOWN_SECONDS = 2.0
#: Requests that are served at a time; the others wait.
_WORKERS = 64


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of the service, from the environment."""

    host: str = "127.0.0.1"
    port: int = 50051
    health_port: int = 8081
    #: A level from 0 to 20; full strength without one.
    level: float | None = None
    #: The most time for a step, in milliseconds; the site may wish less.
    time_ms: int = 1000
    #: The size of the table of each engine, in megabytes.
    hash: int = 4

    @classmethod
    def of_environment(cls, environment: Mapping[str, str] = os.environ) -> Settings:
        """Read `BATYR_HOST`, `BATYR_PORT`, `BATYR_HEALTH_PORT`, `BATYR_LEVEL`, `BATYR_TIME_MS` and
        `BATYR_HASH`."""
        kinds: dict[str, Callable[[str], Any]] = {
            "host": str,
            "port": int,
            "health_port": int,
            "level": float,
            "time_ms": int,
            "hash": int,
        }
        found: dict[str, Any] = {}
        for name, kind in kinds.items():
            text = environment.get(f"BATYR_{name.upper()}")
            if text:
                try:
                    found[name] = kind(text)
                except ValueError:
                    raise SystemExit(f"BATYR_{name.upper()}: {text!r} is not a number") from None
        return cls(**found)


class NoLegalStep(Exception):
    """There is no step to play."""


class Bot:
    """Answers requests for steps; many at a time."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._idle: queue.LifoQueue[Engine] = queue.LifoQueue()
        self._lock = threading.Lock()
        self._answered: collections.OrderedDict[bytes, tuple[float, set[str]]] = (
            collections.OrderedDict()
        )

    def step(
        self, message: bytes, on_start: Callable[[Analysis], object] = lambda analysis: None
    ) -> bytes:
        """Return the answer to a request. Raises `NoLegalStep`, or `ValueError` if the request is
        not one. `on_start` gets the search, which may be stopped."""
        request = Request.read(message)
        position = from_cells(
            request.board,
            request.mover_color,
            pending=request.pending_batyr_captures,
            must_continue=request.pending_mandatory_position,
            bare_turns=request.moves_with_two_biys,
        )
        start = time.monotonic()
        step, depth = self._choose(message, position, request, on_start)
        searched = time.monotonic()
        result = play_step(position, step)
        applied = time.monotonic()
        return response(
            result, depth, round(1000 * (searched - start)), round(1000 * (applied - searched))
        )

    def _choose(
        self,
        message: bytes,
        position: Position,
        request: Request,
        on_start: Callable[[Analysis], object],
    ) -> tuple[Step, int]:
        steps = {step.ushi: step for step in position.steps}
        if not steps or position.outcome() is not None:
            raise NoLegalStep
        refused = self._refused(message)
        # The site can't refuse all steps of a game that goes on: these requests were of several games.
        if refused >= steps.keys():
            refused = set()
        allowed = {ushi: step for ushi, step in steps.items() if ushi not in refused}
        depth = 0
        chosen = next(iter(allowed))
        if len(allowed) > 1:
            turns: list[Turn] = []
            if refused:
                turns = [turn for turn in position.legal_turns if turn.ushi[0] in allowed]
            limit = Limit(time=self._seconds(request), depth=request.depth or None)
            engine = self._engine()
            try:
                level = self.settings.level
                search = SearchRequest.of(position, limit, level=level, turns=turns)
                with engine._begin(search) as analysis:
                    on_start(analysis)
                    best = analysis.wait()
            finally:
                self._idle.put(engine)
            if best.turn is not None and best.turn.ushi[0] in allowed:
                chosen = best.turn.ushi[0]
            depth = max((line.depth for line in best.lines), default=0)
        self._remember(message, chosen)
        return steps[chosen], depth

    def _seconds(self, request: Request) -> float:
        wish = request.time_ms if request.time_ms > 0 else self.settings.time_ms
        return min(wish, self.settings.time_ms) / 1000

    def _engine(self) -> Engine:
        try:
            return self._idle.get_nowait()
        except queue.Empty:
            return Engine(hash=self.settings.hash)

    def _refused(self, message: bytes) -> set[str]:
        """Return the steps answered to this request before, which the site must have refused."""
        with self._lock:
            known = self._answered.get(message)
            if known is None or time.monotonic() - known[0] > _KNOWN_SECONDS:
                return set()
            return set(known[1])

    def _remember(self, message: bytes, step: str) -> None:
        with self._lock:
            known = self._answered.pop(message, (0.0, set()))
            now = time.monotonic()
            steps = known[1] if now - known[0] <= _KNOWN_SECONDS else set()
            self._answered[message] = (now, steps | {step})
            while len(self._answered) > _KNOWN_REQUESTS:
                self._answered.popitem(last=False)


def _handlers(bot: Bot) -> Any:
    def compute(message: bytes, context: Any) -> bytes:
        try:
            return bot.step(message, lambda analysis: context.add_callback(analysis.stop))
        except NoLegalStep:
            context.abort(grpc.StatusCode.NOT_FOUND, "no legal step")
        except (ValueError, EngineError) as error:
            context.abort(grpc.StatusCode.INVALID_ARGUMENT, str(error))
        raise AssertionError("abort raises")

    def state(message: bytes, context: Any) -> bytes:
        return health("ok", __version__)

    methods = {"ComputeAiTurn": compute, "Health": state}
    return grpc.method_handlers_generic_handler(
        "shatra.ai.v1.AiService",
        {name: grpc.unary_unary_rpc_method_handler(method) for name, method in methods.items()},
    )


class _HealthPage(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        body = b"ok\n"
        self.send_response(200)
        self.send_header("Content-Type", "text/plain")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing: health is asked for every few seconds."""


class Service:
    """A service that runs until it is stopped."""

    def __init__(self, settings: Settings) -> None:
        reserve_cores(1)
        self._pool = ThreadPoolExecutor(_WORKERS, thread_name_prefix="batyr-site")
        self._server = grpc.server(self._pool)
        self._server.add_generic_rpc_handlers((_handlers(Bot(settings)),))
        #: The ports, which may be chosen by the system.
        self.port: int = self._server.add_insecure_port(f"{settings.host}:{settings.port}")
        self._health = ThreadingHTTPServer((settings.host, settings.health_port), _HealthPage)
        self._health.daemon_threads = True
        self.health_port: int = self._health.server_address[1]
        self._server.start()
        threading.Thread(target=self._health.serve_forever, daemon=True).start()

    def wait(self) -> None:
        """Serve until the process is told to end."""
        self._server.wait_for_termination()

    def stop(self) -> None:
        """Finish what is being answered, for at most two seconds, and end."""
        self._health.shutdown()
        self._health.server_close()
        self._server.stop(2.0).wait()
        self._pool.shutdown()


def serve(settings: Settings) -> Service:
    """Start the service."""
    return Service(settings)
