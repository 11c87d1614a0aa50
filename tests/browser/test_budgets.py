"""The budgets of the page: files and bytes of the first load, times, memory. All figures are printed.

`BUDGETS=strict` demands the times that an optimized build keeps on a machine without other work; without
it they may be `LENIENCY` times as long, as the build may be a debug one and other tests may be running.
`DURATION` is the number of seconds of analysis after which the memory is measured: the heap of the page's
scripts, and the memory of the processes that draw pages, which hold the engine where there is no server.
"""

import gzip
import os
import time
import unittest
from pathlib import Path
from statistics import median

from support import IS_STATIC, BrowserTest, needs_server, open_place, square

IS_STRICT = os.environ.get("BUDGETS") == "strict"
LENIENCY = 10
DURATION = float(os.environ.get("DURATION", "6"))
RUNS = 20 if IS_STRICT else 5

MAX_FILES = 8
MAX_BYTES = 80_000
# Milliseconds. Without a server, the page starts the engine itself.
MAX_FIRST_BOARD = 300 if IS_STATIC else 200
MAX_READY = 500 if IS_STATIC else 300
MAX_PICK = 16
MAX_FIRST_LINE = 150 if IS_STATIC else 50
MAX_GROWTH = 2_000_000
# The hash table counts while it fills.
MAX_PROCESS_GROWTH = 40_000_000

# Notes when a frame with all men has been painted, and when the first one that may move can be picked up.
WATCH_BOARD = """(() => {
  const note = name => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => { window[name] = performance.now(); };
    port2.postMessage('');
  };
  let isBoardThere = false;
  const look = () => {
    const count = selector => document.querySelectorAll(selector).length;
    if (!isBoardThere && count('.drawing .man') >= 34) {
      isBoardThere = true;
      note('firstBoard');
    }
    if (count('[data-square]') < 62 || count('[data-mover]') === 0) return requestAnimationFrame(look);
    note('ready');
  };
  requestAnimationFrame(look);
})()"""
# Notes the time from each click until the first square is marked as a target.
WATCH_PICKS = """() => {
  window.picks = [];
  let clicked = 0;
  addEventListener('click', event => { clicked = event.timeStamp; }, true);
  new MutationObserver(() => {
    if (clicked > 0 && document.querySelector('[data-target]') !== null) picks.push(performance.now() - clicked);
    clicked = 0;
  }).observe(document.getElementById('board'), { subtree: true, attributeFilter: ['data-target'] });
}"""
# Clicks an element and returns the time until the lines of the analysis begin anew.
FIRST_LINE = """selector => new Promise((resolve, reject) => {
  setTimeout(() => reject(new Error(`no line for ${selector}`)), 10000);
  const start = performance.now();
  const isLine = node => node instanceof Element && node.matches('.line-score');
  const observer = new MutationObserver(changes => {
    if (!changes.some(({ addedNodes }) => [...addedNodes].some(isLine))) return;
    observer.disconnect();
    resolve(performance.now() - start);
  });
  observer.observe(document.querySelector('.lines'), { subtree: true, childList: true });
  document.querySelector(selector).click();
})"""


class Budgets(BrowserTest):
    def check_time(self, what, times, limit):
        allowed = limit if IS_STRICT else limit * LENIENCY
        print(f"\n  {what}: median {median(times):.1f} ms of {sorted(round(time, 1) for time in times)}, "
              f"budget {limit} ms, allowed {allowed} ms", flush=True)
        self.assertLess(median(times), allowed, what)

    @needs_server("its budget has no engine in it")
    def test_the_first_load_is_small(self):
        for locale in ("en", "ru"):
            responses = []

            def listen(page, responses=responses):
                page.on("response", lambda response: responses.append(response))
            with self.subTest(locale), self.page(locale=locale, prepare=listen) as page:
                page.wait_for_selector("[data-mover]")
                # What is loaded a little later belongs to the first load, too.
                page.wait_for_timeout(2000)
                size = sum(len(gzip.compress(response.body())) for response in responses)
                print(f"\n  first load, {locale}: {len(responses)} files, {size} bytes gzipped, "
                      f"budget {MAX_FILES} files, {MAX_BYTES} bytes", flush=True)
                self.assertLessEqual(len(responses), MAX_FILES, [response.url for response in responses])
                self.assertLessEqual(size, MAX_BYTES)

    def test_the_first_board_comes_soon(self):
        times = {"firstBoard": [], "ready": [], "warm": []}
        for _ in range(RUNS):
            with self.page(prepare=lambda page: page.add_init_script(WATCH_BOARD)) as page:
                page.wait_for_function("() => window.ready !== undefined")
                for name in ("firstBoard", "ready"):
                    times[name].append(page.evaluate(name))
                page.reload()
                page.wait_for_function("() => window.ready !== undefined")
                times["warm"].append(page.evaluate("firstBoard"))
        self.check_time("first board", times["firstBoard"], MAX_FIRST_BOARD)
        self.check_time("first board, the files known", times["warm"], MAX_FIRST_BOARD)
        self.check_time("the first man can be picked up", times["ready"], MAX_READY)

    def test_a_pick_shows_its_targets_at_once(self):
        with self.page() as page:
            page.wait_for_selector("[data-mover]")
            page.evaluate(WATCH_PICKS)
            movers = page.evaluate("[...document.querySelectorAll('[data-mover]')].map(button => button.dataset.square)")
            for name in movers:
                page.click(square(name))
                page.wait_for_selector(f"{square(name)}[aria-pressed=true]")
                page.keyboard.press("Escape")
                page.wait_for_selector(f"{square(name)}[aria-pressed=false]")
            times = page.evaluate("window.picks")
            self.assertEqual(len(times), len(movers))
            self.check_time("pick to targets", times, MAX_PICK)

    def test_the_first_line_comes_at_once(self):
        turns, _ = self.engine.game("shatra-original", nodes=100, most=4)
        with self.page(f"#variant=shatra-original&turns={'+'.join(turns)}&at=0") as page:
            page.wait_for_selector(f"[data-node='{len(turns)}']")
            open_place(page, "analyse")
            page.wait_for_selector(".line-score")
            # The first visit of a position includes the question about its legal turns.
            times = [page.evaluate(FIRST_LINE, f"[data-node='{node}']") for node in [1, 2, 3, 4] * 2]
            self.check_time("first line of analysis", times, MAX_FIRST_LINE)

    def test_memory_stays_flat(self):
        with self.page() as page:
            open_place(page, "analyse")
            page.wait_for_selector(".line-score")
            session = page.context.new_cdp_session(page)

            def heap():
                session.send("HeapProfiler.collectGarbage")
                return session.send("Runtime.getHeapUsage")["usedSize"]
            time.sleep(max(2, min(60, DURATION / 10)))
            before, resident_before = heap(), self.resident_bytes()
            time.sleep(DURATION)
            growth, resident = heap() - before, self.resident_bytes() - resident_before
            print(f"\n  memory after {DURATION:.0f} s of analysis: {growth:+} bytes, limit {MAX_GROWTH}; "
                  f"its processes {resident:+} bytes, limit {MAX_PROCESS_GROWTH}", flush=True)
            self.assertLess(growth, MAX_GROWTH)
            self.assertLess(resident, MAX_PROCESS_GROWTH)

    def resident_bytes(self):
        """Returns the resident memory of the browser's processes that draw pages."""
        processes = self.browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
        renderers = [process["id"] for process in processes if process["type"] == "renderer"]
        pages = [int(Path(f"/proc/{process}/statm").read_text().split()[1]) for process in renderers]
        return sum(pages) * os.sysconf("SC_PAGE_SIZE")


if __name__ == "__main__":
    unittest.main()
