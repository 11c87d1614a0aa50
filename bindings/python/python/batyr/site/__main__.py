"""`python -m batyr.site`: the bot service of the live site."""

from __future__ import annotations

import signal
import sys
import threading


def main() -> None:
    """Serve until a signal comes."""
    try:
        from .service import Settings, serve
    except ImportError as error:
        sys.exit(f"{error}; install the extra: pip install 'batyr[site]'")
    settings = Settings.of_environment()
    service = serve(settings)
    print(f"gRPC on port {service.port}, health on port {service.health_port}", flush=True)
    ended = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: ended.set())
    ended.wait()
    service.stop()


if __name__ == "__main__":
    main()
