"""The page without a server: a folder of a plain host, and a single file."""

import os
import time
import unittest

from support import WEB, BrowserTest, StaticServer, open_place, square, start_game

# Lets each worker that the page has started be reached, and counts them.
KEEP_WORKERS = """(() => {
  window.workers = [];
  const Native = Worker;
  window.Worker = class extends Native {
    constructor(...values) {
      super(...values);
      workers.push(this);
    }
  };
})()"""
# Makes the engines search in slices, as in a browser that can't suspend WebAssembly.
WITHOUT_JSPI = """(() => {
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (message) {
    post.call(this, typeof message === 'string' ? message : { ...message, slices: true });
  };
})()"""


class FilePage:
    """The single file, opened from the disk."""

    url = None if WEB is None else f"file://{os.path.abspath(WEB)}/batyr.html"


@unittest.skipIf(WEB is None, "BATYR_WEB names no page without a server")
class Web(BrowserTest):
    def shapes(self):
        site = StaticServer(os.path.join(WEB, "site"))
        self.addCleanup(site.stop)
        return {"folder": site, "file": FilePage()}

    def play_and_analyse(self, page):
        """Plays a turn against the engine, then analyses; returns the milliseconds to the first line."""
        start_game(page, "shatra", opponent="engine", side="white")
        page.click(f"{square('a5')}[data-mover]")
        page.click(square("a6"))
        page.wait_for_function("() => document.querySelectorAll('.turns [data-turn]').length >= 2", timeout=30_000)
        open_place(page, "analyse")
        started = time.monotonic()
        page.wait_for_selector(".line-score", timeout=30_000)
        return 1000 * (time.monotonic() - started)

    def test_each_shape_plays_and_analyses(self):
        for name, server in self.shapes().items():
            for way, prepare in (("suspended", None), ("in slices", lambda page: page.add_init_script(WITHOUT_JSPI))):
                with self.subTest(shape=name, searches=way), self.page(server=server, prepare=prepare) as page:
                    print(f"{name}, {way}: first line of the analysis after {self.play_and_analyse(page):.0f} ms")

    def test_an_engine_that_is_gone_comes_back_with_the_position(self):
        for name, server in self.shapes().items():
            with self.subTest(shape=name), self.page(server=server, prepare=lambda page: page.add_init_script(KEEP_WORKERS)) as page:
                start_game(page, "shatra")
                page.click(f"{square('a5')}[data-mover]")
                page.click(square("a6"))
                page.wait_for_selector("[data-turn='a5-a6']")
                before = page.evaluate("workers.length")
                page.evaluate("workers.forEach(worker => worker.dispatchEvent(new ErrorEvent('error', { message: 'gone' })))")
                page.wait_for_function("count => workers.length > count", arg=before)
                page.click(f"{square('a10')}[data-mover]")
                page.click(square("a9"))
                page.wait_for_selector("[data-turn='a10-a9']")

    def test_the_file_asks_nothing_of_the_network(self):
        requests = []
        prepare = lambda page: page.on("request", lambda request: requests.append(request.url))
        with self.page(server=FilePage(), prepare=prepare) as page:
            self.play_and_analyse(page)
            open_place(page, "learn")
            page.wait_for_selector("[data-part=lessons] button")
        others = [url for url in requests if not url.startswith(("blob:", "data:")) and url != FilePage.url]
        self.assertEqual(others, [])
