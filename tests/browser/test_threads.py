"""The page without a server with threads: a plain host, whose page the service worker isolates from the second visit on."""

import http.server
import json
import os
import time
import unittest

from support import VARIANTS, WEB, StaticServer, open_place, square, start_game
from test_web import EXACT, FEW_MEN, WATCH_WORKERS, BrowserTest, wait_until

MANIFEST = {} if WEB is None else json.loads(open(os.path.join(WEB, "site", "manifest.json"), encoding="utf-8").read())

# Starts an engine with threads beside those of the page, has it count the nodes of `bench`, measures the times from `stop`
# to the answer, in milliseconds, and counts the nodes of searches with each number of threads.
MEASURE = """async ({ variants, rounds, time, repeats }) => {
  const manifest = await (await fetch('manifest.json')).json();
  const module = await WebAssembly.compile(await (await fetch(manifest['threads.wasm'].name)).arrayBuffer());
  const worker = new Worker(manifest['engine.js'].name);
  let nodes = 0;
  const ask = (words, ...lines) => new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => {
      if (typeof data !== 'string') reject(new Error(data.crash));
      nodes = Number(/ nodes (\\d+)/.exec(data)?.[1] ?? nodes);
      if (String(data).startsWith(words)) resolve(data);
    };
    lines.forEach(line => worker.postMessage(line));
  });
  const files = Object.fromEntries(Object.entries(manifest).map(([path, { name }]) => [path, new URL(name, location).href]));
  worker.postMessage({ module, threads: 4, files });
  const counts = [];
  for (const variant of variants) counts.push(await ask('Nodes searched', `setoption name UCI_Variant value ${variant}`, 'bench 5'));
  const delays = { 1: [], 2: [] };
  for (const threads of [1, 2]) {
    await ask('readyok', `setoption name Threads value ${threads}`, 'isready');
    for (let round = 0; round < rounds; round += 1) {
      worker.postMessage('go infinite');
      await new Promise(resolve => setTimeout(resolve, 100 + 7 * (round % 50)));
      const asked = performance.now();
      await ask('bestmove', 'stop');
      delays[threads].push(performance.now() - asked);
    }
  }
  const searched = { 1: [], 2: [] };
  for (let round = 0; round < repeats; round += 1) {
    for (const threads of [1, 2]) {
      await ask('readyok', `setoption name Threads value ${threads}`, 'ucinewgame', 'isready');
      await ask('bestmove', `go movetime ${time}`);
      searched[threads].push(nodes);
    }
  }
  worker.terminate();
  return { counts, delays, searched };
}"""

KEPT_ENGINES = """async () => {
  const all = await Promise.all((await caches.keys()).map(async name => (await caches.open(name)).keys()));
  return all.flat().map(({ url }) => /([a-z]+)\\.[0-9a-f]+\\.wasm$/.exec(url)?.[1]).filter(Boolean).sort();
}"""


@unittest.skipIf("threads.wasm" not in MANIFEST, "BATYR_WEB names no page with threads (.ci/web/build --threads)")
class Threads(BrowserTest):
    def site(self):
        site = StaticServer(os.path.join(WEB, "site"))
        self.addCleanup(site.stop)
        return site

    def visit_again(self, page):
        """Makes the second visit, in which the page is isolated."""
        self.assertFalse(page.evaluate("crossOriginIsolated"))
        page.evaluate("navigator.serviceWorker.ready.then(() => 0)")
        page.reload()
        page.wait_for_selector("[data-square]")
        self.assertTrue(page.evaluate("crossOriginIsolated"))

    def analyse(self, page):
        """Analyses the position on the board; returns the numbers of threads on offer."""
        open_place(page, "analyse")
        page.wait_for_selector(".line-score", timeout=30_000)
        page.click("[data-part=engine] summary")
        return page.eval_on_selector_all("select[name=threads] option", "all => all.map(({ value }) => Number(value))")

    def test_the_first_visit_loads_one_engine_without_threads(self):
        requests = []
        with self.page(server=self.site(), prepare=lambda page: page.on("request", lambda request: requests.append(request.url))) as page:
            page.evaluate("navigator.serviceWorker.ready.then(() => 0)")
            self.assertEqual(self.analyse(page), [])
        self.assertEqual([url for url in requests if "/threads." in url], [])

    def test_later_visits_have_threads_also_without_a_network(self):
        site = self.site()
        with self.page(server=site, expected_errors="ERR_CONNECTION") as page:
            self.visit_again(page)
            cores = page.evaluate("navigator.hardwareConcurrency")
            self.assertEqual(self.analyse(page)[-1], cores)
            self.assertEqual(page.evaluate(KEPT_ENGINES), ["engine", "threads"])
            page.select_option("select[name=threads]", "2")
            page.wait_for_timeout(300)
            page.wait_for_selector(".line-score", timeout=30_000)
            site.stop()
            page.reload()
            page.wait_for_selector("[data-square]")
            self.assertTrue(page.evaluate("crossOriginIsolated"))
            self.assertEqual(self.analyse(page)[-1], cores)
            self.assertEqual(page.input_value("select[name=threads]"), "2")

    def test_a_device_that_can_use_no_threads_needs_no_network_either(self):
        class Handler(http.server.SimpleHTTPRequestHandler):
            """Sends the engine with threads after the other one, and has the browser itself keep nothing."""

            def do_GET(self):
                if "/threads." in self.path:
                    time.sleep(2)
                super().do_GET()

            def end_headers(self):
                self.send_header("Cache-Control", "no-store")
                super().end_headers()

        site = StaticServer(os.path.join(WEB, "site"), Handler)
        one_core = "Object.defineProperty(Navigator.prototype, 'hardwareConcurrency', { get: () => 1 })"
        with self.page(server=site, expected_errors="ERR_CONNECTION", prepare=lambda page: page.add_init_script(one_core)) as page:
            self.visit_again(page)
            self.assertEqual(self.analyse(page), [])
            wait_until(page, f"async () => (await ({KEPT_ENGINES})()).includes('threads')")
            site.stop()
            page.reload()
            page.wait_for_selector("[data-square]")
            self.assertEqual(self.analyse(page), [])

    def test_networks_and_tables_reach_the_threads(self):
        site = self.site()
        with self.page(server=site) as page:
            self.visit_again(page)
            for address, place in ((FEW_MEN, EXACT), ("#variant=shatar&turns=d2d4&at=1", ".line-score")):
                page.goto("about:blank")
                page.goto(site.url + address)
                page.wait_for_selector(place, timeout=30_000)
                self.assertTrue(page.evaluate("crossOriginIsolated"))
            self.assertEqual(page.evaluate(KEPT_ENGINES), ["engine", "threads"])

    def test_a_page_in_another_one_has_no_threads_and_works(self):
        with self.page(server=self.site()) as page:
            self.visit_again(page)
            page.goto(page.url.split("#")[0] + "404.html")
            page.evaluate("() => { const frame = document.createElement('iframe'); frame.src = './'; frame.width = 1100; frame.height = 800; document.body.append(frame); }")
            frame = page.wait_for_selector("iframe").content_frame()
            frame.wait_for_selector("[data-square]")
            self.assertFalse(frame.evaluate("crossOriginIsolated"))
            open_place(frame, "analyse")
            frame.wait_for_selector(".line-score", timeout=30_000)

    def test_the_engine_counts_as_the_program_stops_soon_and_gains(self):
        counts = []
        for variant in VARIANTS:
            counts.append(self.engine.ask(f"setoption name UCI_Variant value {variant}\nbench 5", "Nodes searched")[-1])
        with self.page(server=self.site()) as page:
            self.visit_again(page)
            found = page.evaluate(MEASURE, {"variants": VARIANTS, "rounds": 50, "time": 2000, "repeats": 3})
        self.assertEqual(found["counts"], counts)
        for threads, delays in found["delays"].items():
            delays.sort()
            print(f"stop to bestmove, threads {threads}: median {delays[25]:.0f} ms, longest {delays[-1]:.0f} ms")
            self.assertLess(delays[-1], 1000)
        one, two = (sorted(found["searched"][name])[1] for name in "12")
        print(f"nodes of two threads against one: {two / one:.2f}")
        if len(os.sched_getaffinity(0)) > 1:
            self.assertGreater(two, one)

    def test_an_engine_that_is_gone_comes_back_with_the_position(self):
        with self.page(server=self.site(), prepare=lambda page: page.add_init_script(WATCH_WORKERS)) as page:
            self.visit_again(page)
            start_game(page, "shatra")
            page.click(f"{square('a5')}[data-mover]")
            page.click(square("a6"))
            page.wait_for_selector("[data-turn='a5-a6']")
            before = page.evaluate("workers.length")
            page.evaluate("workers.forEach(worker => worker.dispatchEvent(new MessageEvent('message', { data: { crash: 'unreachable' } })))")
            page.wait_for_function("count => workers.length > count", arg=before)
            page.click(f"{square('a10')}[data-mover]")
            page.click(square("a9"))
            page.wait_for_selector("[data-turn='a10-a9']")
            # What follows an engine with threads that has failed has none.
            self.assertEqual(self.analyse(page), [])
