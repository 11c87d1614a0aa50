"""The page without a server: a folder of a plain host, and a single file."""

import json
import os
import shutil
import time
import unittest
from pathlib import Path

from support import VARIANTS, WEB, BrowserTest, StaticServer, open_place, scratch_folder, square, start_game

# The address of a position with three men, and what the page shows if the endgame tables know its turns.
FEW_MEN = "#variant=shatra&start=9/1/7/3k3/1Q5/2K4/7/7/1/9+w+-+-+-+-+1"
EXACT = ".exact[data-outcome=won] .turn-score"
# What the console says without a network, also of the engine with threads, if that has not been kept yet.
WITHOUT_NETWORK = "ERR_CONNECTION|ERR_FAILED"
# Lets each worker that the page has started be reached, and keeps what they say.
WATCH_WORKERS = """(() => {
  window.workers = [];
  window.heard = [];
  const Native = Worker;
  window.Worker = class extends Native {
    constructor(...values) {
      super(...values);
      workers.push(this);
      this.addEventListener('message', ({ data }) => heard.push(String(data)));
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


# Starts an engine beside those of the page, has it count the nodes of `bench`, and measures the times from `stop` to
# the answer, in milliseconds.
COUNT_AND_STOP = """async ({ variants, rounds, slices }) => {
  const manifest = await (await fetch('manifest.json')).json();
  const module = await WebAssembly.compileStreaming(fetch(manifest['engine.wasm'].name));
  const worker = new Worker(manifest['engine.js'].name);
  const ask = (words, ...lines) => new Promise(resolve => {
    worker.onmessage = ({ data }) => { if (String(data).startsWith(words)) resolve(data); };
    lines.forEach(line => worker.postMessage(line));
  });
  const files = Object.fromEntries(Object.entries(manifest).map(([path, { name }]) => [path, new URL(name, location).href]));
  worker.postMessage({ module, slices, files });
  const counts = [];
  for (const variant of variants) counts.push(await ask('Nodes searched', `setoption name UCI_Variant value ${variant}`, 'bench 5'));
  const delays = [];
  for (let round = 0; round < rounds; round += 1) {
    worker.postMessage('go infinite');
    await new Promise(resolve => setTimeout(resolve, 300 + 17 * round));
    const asked = performance.now();
    await ask('bestmove', 'stop');
    delays.push(performance.now() - asked);
  }
  worker.terminate();
  return { counts, delays };
}"""


def wait_until(page, condition, arg=None):
    """Waits until an asynchronous condition holds; `wait_for_function` would take its promise for the answer."""
    for _ in range(150):
        if page.evaluate(condition, arg):
            return
        page.wait_for_timeout(100)
    raise AssertionError(condition)


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

    def test_the_engine_counts_as_the_program_and_stops_soon(self):
        counts = []
        for variant in VARIANTS:
            counts.append(self.engine.ask(f"setoption name UCI_Variant value {variant}\nbench 5", "Nodes searched")[-1])
        for slices in (False, True):
            with self.subTest(slices=slices), self.page(server=self.shapes()["folder"]) as page:
                found = page.evaluate(COUNT_AND_STOP, {"variants": VARIANTS, "rounds": 20, "slices": slices})
                self.assertEqual(found["counts"], counts)
                delays = sorted(found["delays"])
                print(f"stop to bestmove, {'in slices' if slices else 'suspended'}: median {delays[10]:.0f} ms, longest {delays[-1]:.0f} ms")
                self.assertLess(delays[-1], 1500)

    def test_an_engine_that_is_gone_comes_back_with_the_position(self):
        for name, server in self.shapes().items():
            with self.subTest(shape=name), self.page(server=server, prepare=lambda page: page.add_init_script(WATCH_WORKERS)) as page:
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

    def solve_a_puzzle(self, page):
        """Opens the trainer, and has it show an answer, if the page has puzzles."""
        open_place(page, "puzzles")
        page.wait_for_selector("[data-puzzle], .message:has-text('no puzzles')")
        if not page.locator("[data-puzzle]").count():
            return
        page.click("[data-action=puzzle-answer]")
        page.wait_for_selector("[data-action=puzzle-analyse]", timeout=30_000)
        page.click("[data-action=puzzle-next]")
        page.wait_for_selector("[data-action=puzzle-answer]")

    def test_the_file_asks_nothing_of_the_network(self):
        requests = []
        prepare = lambda page: page.on("request", lambda request: requests.append(request.url))
        with self.page(server=FilePage(), prepare=prepare) as page:
            self.play_and_analyse(page)
            open_place(page, "learn")
            page.wait_for_selector("[data-part=lessons] button")
            self.solve_a_puzzle(page)
        others = [url for url in requests if not url.startswith(("blob:", "data:")) and url != FilePage.url]
        self.assertEqual(others, [])

    def test_the_folder_needs_no_network_from_the_second_visit_on(self):
        site = StaticServer(os.path.join(WEB, "site"))
        with self.page(server=site, expected_errors=WITHOUT_NETWORK) as page:
            page.evaluate("navigator.serviceWorker.ready.then(() => 0)")
            site.stop()
            page.reload()
            self.play_and_analyse(page)
            open_place(page, "learn")
            page.wait_for_selector("[data-part=lessons] button")
            page.reload()
            page.wait_for_selector("[data-square]")
            self.solve_a_puzzle(page)

    def open_book(self, page):
        """Opens the turns of the book for the start position."""
        open_place(page, "analyse")
        page.click("[data-tab=openings]")
        page.wait_for_selector("[data-book]", timeout=30_000)

    def test_books_and_tables_are_kept_from_their_first_use_on(self):
        late = """async () => {
          const caches_ = await Promise.all((await caches.keys()).map(async name => (await caches.open(name)).keys()));
          return caches_.flat().map(({ url }) => /\\/(books|tables)\\/[^.]+/.exec(url)?.[0] ?? '').filter(path => path !== '').sort();
        }"""
        site = StaticServer(os.path.join(WEB, "site"))
        with self.page(server=site, expected_errors="ERR_CONNECTION") as page:
            page.wait_for_function("() => navigator.serviceWorker.controller !== null")
            self.assertEqual(page.evaluate(late), [])
            # They are kept while the page uses them already.
            are_kept = f"async (all) => String(await ({late})()) === String(all)"
            self.open_book(page)
            wait_until(page, are_kept, ["/books/shatra"])
            self.open_few_men(page, site)
            wait_until(page, are_kept, ["/books/shatra", "/tables/shatra"])
            site.stop()
            self.open_few_men(page, site)
            # Every game has its network without a network.
            self.open_address(page, site.url + "#variant=shatranj&turns=e2e3&at=1")
            page.wait_for_selector(".line-score", timeout=30_000)
            self.open_address(page, site.url + "#variant=shatra&turns=a5-a6&at=0")
            self.open_book(page)

    def test_a_file_that_cannot_be_kept_is_used(self):
        with self.page(server=self.shapes()["folder"]) as page:
            page.wait_for_function("() => navigator.serviceWorker.controller !== null")
            [worker] = page.context.service_workers
            worker.evaluate("() => { Cache.prototype.put = () => Promise.reject(new DOMException('full', 'QuotaExceededError')); }")
            self.open_book(page)

    def test_copies_on_one_host_keep_their_files_apart(self):
        folder = scratch_folder()
        for name in "ab":
            shutil.copytree(os.path.join(WEB, "site"), folder / name)
        # Of another version.
        script = folder / "b" / "service-worker.js"
        script.write_text(script.read_text(encoding="utf-8").replace("const version = '", "const version = '0"), encoding="utf-8")
        site = StaticServer(folder / "a")
        self.addCleanup(site.stop)
        other = site.url.replace("/a/", "/b/")
        keys = "() => caches.keys()"
        with self.page(server=site, expected_errors=WITHOUT_NETWORK) as page:
            is_ready = "() => navigator.serviceWorker.controller !== null"
            page.wait_for_function(is_ready)
            self.open_address(page, other)
            page.wait_for_function(is_ready)
            self.assertEqual(len(page.evaluate(keys)), 2)
            # Those of older versions have names without an address.
            page.evaluate("""async (all) => {
              for (const [name, url] of all) await (await caches.open(name)).put(`${url}index.html`, new Response(''));
            }""", [["batyr 0a", site.url], ["batyr 0b", other]])
            shutil.copy(folder / "a" / "service-worker-off.js", folder / "a" / "service-worker.js")
            self.open_address(page, site.url)
            page.evaluate("navigator.serviceWorker.getRegistration().then(own => own?.update())")
            wait_until(page, "() => navigator.serviceWorker.getRegistration().then(own => own === undefined)")
            left = sorted(page.evaluate(keys))
            self.assertEqual([left[0], left[1].startswith(f"batyr {other} ")], ["batyr 0b", True], left)
            self.assertEqual(len(left), 2)
            site.stop()
            self.open_address(page, other)

    def open_address(self, page, url):
        """Opens an address as a link does from another page."""
        page.goto("about:blank")
        page.goto(url)
        page.wait_for_selector("[data-square]")

    def open_few_men(self, page, server):
        """Opens a position with three men, whose turns the endgame tables know."""
        self.open_address(page, server.url + FEW_MEN)
        page.wait_for_selector(EXACT, timeout=30_000)

    def test_an_analysis_begins_when_its_network_has_come(self):
        asked = []

        def refuse_at_first(route):
            asked.append(route.request.url)
            # Hosts also answer with nothing.
            ways = {1: route.abort, 2: lambda: route.fulfill(status=204), 3: lambda: route.fulfill(status=200, body="")}
            ways.get(len(asked), route.continue_)()

        def prepare(page):
            page.add_init_script(WATCH_WORKERS)
            page.route("**/networks/*", refuse_at_first)

        options = {"expected_errors": "ERR_FAILED", "service_workers": "block", "prepare": prepare}
        with self.page("#variant=shatra&turns=a5-a6&at=1", server=self.shapes()["folder"], **options) as page:
            page.wait_for_selector(".line-score", timeout=30_000)
            self.assertGreater(len(asked), 3)
            self.assertEqual([line for line in page.evaluate("heard") if "there is no network" in line], [])

    def test_an_engine_that_can_not_be_loaded_is_loaded_again(self):
        # The pauses between the attempts take too long for a test.
        hurry = "{ const own = setTimeout; window.setTimeout = (run, time, ...rest) => own(run, Math.min(time ?? 0, 100), ...rest); }"

        def refuse(count):
            asked = []

            def handle(route):
                asked.append(route.request.url)
                (route.abort if len(asked) <= count else route.continue_)()

            def prepare(page):
                page.add_init_script(hurry)
                page.route("**/engine.*.wasm", handle)
            return prepare

        options = {"expected_errors": "ERR_FAILED", "service_workers": "block", "server": self.shapes()["folder"]}
        # The link in the page's head, and its first attempt.
        with self.page("#variant=shatra&turns=a5-a6&at=1", prepare=refuse(2), **options) as page:
            page.wait_for_selector(".line-score", timeout=30_000)
            self.assertTrue(page.is_hidden("#connection"))
        with self.page(prepare=refuse(1000), wait=False, **options) as page:
            page.wait_for_selector("#connection:has-text(\"The engine can't run: \")")
            self.assertNotIn("server", page.inner_text("#connection"))

    def test_the_file_has_tables(self):
        with self.page(server=FilePage()) as page:
            self.open_few_men(page, FilePage())

    def test_the_file_has_all_puzzles(self):
        folder = Path(__file__).parents[2] / "src/puzzles/collections"
        expected = {path.stem: len(path.read_text().splitlines()) for path in folder.glob("*.jsonl")}
        with self.page(server=FilePage()) as page:
            self.assertEqual(page.evaluate("async () => (await batyrText('puzzles/index.json')).json()"), expected)
            for variant, count in expected.items():
                lines = page.evaluate("async path => (await (await batyrText(path)).text()).trim().split('\\n')", f"puzzles/{variant}.jsonl")
                self.assertEqual((len(lines), json.loads(lines[-1])["variant"]), (count, variant))

    def test_an_open_page_keeps_its_version(self):
        folder = os.path.join(scratch_folder(), "site")
        shutil.copytree(os.path.join(WEB, "site"), folder)
        site = StaticServer(folder)
        self.addCleanup(site.stop)
        with self.page(server=site) as page:
            page.evaluate("navigator.serviceWorker.ready.then(() => 0)")
            page.reload()
            # Another version, which has none of the old files but the page's own parts under new names.
            names = [name for name in os.listdir(folder) if name.count(".") == 2 and name.endswith((".js", ".css", ".wasm"))]
            new = {name: name.replace(".", ".0", 1) for name in names}
            for name in names:
                os.rename(os.path.join(folder, name), os.path.join(folder, new[name]))
            for name in [*new.values(), "index.html", "service-worker.js"]:
                path = os.path.join(folder, name)
                if not path.endswith(".wasm"):
                    with open(path, encoding="utf-8") as file:
                        text = file.read()
                    for old in names:
                        text = text.replace(old, new[old])
                    text = text.replace("<title>Batyr</title>", "<title>New</title>").replace("const version = '", "const version = '0")
                    with open(path, "w", encoding="utf-8") as file:
                        file.write(text)
            page.evaluate("navigator.serviceWorker.ready.then(own => own.update())")
            wait_until(page, "() => navigator.serviceWorker.ready.then(own => own.waiting !== null)")
            # What the old page loads late is still there.
            self.play_and_analyse(page)
            self.assertEqual(page.title(), "Batyr")
            page.goto("about:blank")
            page.wait_for_timeout(1000)
            page.goto(site.url)
            page.wait_for_selector("[data-square]")
            self.assertEqual(page.title(), "New")
