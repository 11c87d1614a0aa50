"""Measures the bot service of the live site: ten games against a stand-in of the site, and how soon
other requests are answered while 20 bots think. Needs the extra `site` and `protobuf`.

    python measure_site.py
"""

from __future__ import annotations

import pathlib
import sys
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent / "tests"))

from batyr.site.service import Settings, serve
from site_standin import Client, Game

GAMES = 10
BOTS = 20
TURNS = 4


def main() -> None:
    service = serve(Settings(port=0, health_port=0))
    client = Client(service.port)
    start = time.monotonic()
    calls = refused = chains = turns = 0
    ends: list[str] = []
    for _ in range(GAMES):
        game = Game(client, time_ms=30).play()
        outcome = game.board.outcome()
        ends.append("unfinished" if outcome is None else outcome.result)
        calls, refused = calls + game.calls, refused + game.refused
        chains, turns = chains + game.chains, turns + len(game.board.turns)
    spent = time.monotonic() - start
    print(
        f"{GAMES} games in {spent:.0f} s: {calls} calls for {turns} turns, {refused} refused, "
        f"{chains} steps in mid-chain; {' '.join(ends)}"
    )

    def bot() -> None:
        Game(Client(service.port), time_ms=500, max_turns=TURNS).play()

    bots = [threading.Thread(target=bot) for _ in range(BOTS)]
    for thread in bots:
        thread.start()
    waits = []
    while any(thread.is_alive() for thread in bots):
        start = time.perf_counter()
        client.health()
        waits.append(time.perf_counter() - start)
        time.sleep(0.01)
    waits.sort()
    print(
        f"{len(waits)} other requests while {BOTS} bots think: half within "
        f"{1000 * waits[len(waits) // 2]:.1f} ms, 99 % within "
        f"{1000 * waits[len(waits) * 99 // 100]:.1f} ms, the slowest {1000 * waits[-1]:.1f} ms"
    )
    service.stop()


if __name__ == "__main__":
    main()
