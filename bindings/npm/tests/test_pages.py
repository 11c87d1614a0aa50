"""The package in Chromium: pages of a project in which it is installed. `.ci/web/test-npm` runs this.

PROJECT is the folder of the project; CHROMIUM and PYTHONPATH are those of tests/browser.
"""

import http.server
import os
import re
import sys
import unittest
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "tests" / "browser"))
from support import CHROMIUM, FLAGS, StaticServer, square  # noqa: E402

PROJECT = Path(os.environ["PROJECT"])
README = (PROJECT / "node_modules/batyr/README.md").read_text(encoding="utf-8")
# The pages of the examples.
PAGES = re.findall(r"^```html\n(.*?)^```$", README, re.M | re.S)
# The names of the package, as a bundler would resolve them.
MAP = '<script type="importmap">{ "imports": { "batyr": "./node_modules/batyr/index.js", "batyr/board": "./node_modules/batyr/board.js" } }</script>\n'
POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; worker-src 'self'"
# A script that has the board's events as lines of text.
EVENTS = """<script type="module">
  import 'batyr/board';
  window.heard = [];
  for (const type of ['turn', 'end', 'error']) document.addEventListener(type, ({ detail }) => heard.push(`${type} ${detail.turn ?? detail.result ?? detail.message}`), true);
</script>
"""


def setUpModule():
    global playwright, browser, site
    playwright = sync_playwright().start()
    browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
    site = StaticServer(PROJECT)


def tearDownModule():
    browser.close()
    playwright.stop()
    site.stop()


class Pages(unittest.TestCase):
    @contextmanager
    def page(self, html, expected_errors=r"(?!)", name="page.html", **options):
        """Opens a page of the project; fails at an error in its console that is not expected."""
        (PROJECT / name).write_text(html, encoding="utf-8")
        context = browser.new_context(**{"reduced_motion": "reduce", "viewport": {"width": 900, "height": 1000}, **options})
        page = context.new_page()
        page.set_default_timeout(20_000)
        errors, page.said = [], []
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda message: (errors if message.type == "error" else page.said).append(message.text))
        page.goto(site.url + name)
        yield page
        context.close()
        self.assertEqual([error for error in errors if not re.search(expected_errors, error)], [])

    def ready(self, page):
        page.wait_for_function("() => document.querySelector('batyr-board')?.ready")
        page.evaluate("() => document.querySelector('batyr-board').ready")
        page.wait_for_selector("[data-square]")

    def wait_for_workers(self, page, count):
        for _ in range(50):
            if len(page.workers) == count:
                return
            page.wait_for_timeout(100)
        self.fail(f"{len(page.workers)} workers, wanted {count}")

    def test_the_example_plays_and_analyses_and_leaves_no_worker(self):
        with self.page(PAGES[0]) as page:
            self.ready(page)
            page.click(f"{square('a5')}[data-mover]")
            page.click(square("a6"))
            page.wait_for_selector("[part=lines] li:nth-child(3)")
            self.assertIn("a5-a6 ", page.said[0])
            self.wait_for_workers(page, 1)
            # Moved to another place in mid-search, it goes on with its game.
            page.evaluate("() => document.body.prepend(document.querySelector('batyr-board'))")
            page.wait_for_selector("[part=lines] li:nth-child(3)")
            self.assertEqual(page.evaluate("document.querySelector('batyr-board').game.turns"), ["a5-a6"])
            page.evaluate("() => document.querySelector('batyr-board').remove()")
            self.wait_for_workers(page, 0)

    def test_a_board_that_is_removed_leaves_nothing_behind(self):
        with self.page(MAP + EVENTS) as page:
            page.wait_for_function("() => customElements.get('batyr-board')")
            session = page.context.new_cdp_session(page)
            session.send("Performance.enable")

            def left_after(boards):
                page.evaluate('''async (boards) => {
                  for (let count = 0; count < boards; count += 1) {
                    const board = document.createElement('batyr-board');
                    board.playable = '';
                    document.body.append(board);
                    await board.ready;
                    await new Promise(requestAnimationFrame);
                    board.remove();
                  }
                }''', boards)
                for _ in range(3):
                    session.send("HeapProfiler.collectGarbage")
                    page.wait_for_timeout(100)
                metrics = {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}
                return metrics["Nodes"], metrics["JSEventListeners"]

            self.assertEqual(left_after(2), left_after(6))

    def test_the_engine_answers_on_the_board(self):
        with self.page(PAGES[1]) as page:
            self.ready(page)
            page.click(f"{square('b5')}[data-mover]")
            page.click(square("b6"))
            page.wait_for_function("() => document.querySelector('batyr-board').game.turns.length === 2")

    def test_mouse_touch_keys_and_the_choice_of_a_man(self):
        board = '<batyr-board playable {}></batyr-board>'
        with self.page(MAP + EVENTS + board.format('')) as page:
            self.ready(page)
            page.drag_and_drop(square("c5"), square("c6"))
            page.wait_for_function("() => heard.length === 1")
            page.focus(square("a10"))
            for key in ("Enter", "ArrowDown", "Enter"):
                page.keyboard.press(key)
            page.wait_for_function("() => heard.length === 2")
            self.assertEqual(page.evaluate("heard"), ["turn c5-c6", "turn a10-a9"])
            # The focus stays on its square where the board is turned.
            page.evaluate("() => document.querySelector('batyr-board').flip()")
            self.assertEqual(page.evaluate("() => document.querySelector('batyr-board').shadowRoot.activeElement.dataset.square"), "a9")
            self.assertTrue(page.evaluate("() => document.querySelector('batyr-board').undo()"))
            self.assertEqual(page.evaluate("() => document.querySelector('batyr-board').game.turns"), ["c5-c6"])
            self.assertRegex(page.evaluate("() => { try { document.querySelector('batyr-board').play('a5-a6'); } catch (error) { return error.message; } }"), "not legal")
        with self.page(MAP + EVENTS + board.format('spn="9/K/7/7/7/7/6k/7/1/3S5 w"'), has_touch=True) as page:
            self.ready(page)
            page.tap(square("e13"))
            page.tap(square("e14"))
            page.click("dialog [data-promotion=R]")
            page.wait_for_function("() => heard.length === 1")
            self.assertEqual(page.evaluate("heard"), ["turn e13-e14=R"])

    def test_a_game_is_replayed_and_a_policy_holds(self):
        sgn = '[Variant &quot;shatar&quot;]&#10;&#10;1. d4 d5 2. e3 *'
        (PROJECT / "policy.js").write_text(EVENTS.split("\n", 1)[1].rsplit("</script>", 1)[0].replace("'batyr/board'", "'./node_modules/batyr/board.js'"), encoding="utf-8")
        meta = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
        html = f'<!doctype html><html lang="ru">{meta}<script type="module" src="policy.js"></script><batyr-board sgn="{sgn}" orientation="black" analysis></batyr-board>'
        with self.page(html, expected_errors="favicon") as page:
            self.ready(page)
            self.assertEqual(page.evaluate("document.querySelector('batyr-board').game.turns"), [])
            page.click("[data-go=last]")
            self.assertEqual(page.evaluate("document.querySelector('batyr-board').game.turns"), ["d2d4", "d7d5", "e2e3"])
            page.click("[data-go=previous]")
            page.wait_for_selector("[part=lines] li")
            self.assertIn("пусто", page.get_attribute(square("e4"), "aria-label"))
            self.assertEqual(page.evaluate("heard"), [])

    def test_what_is_refused_is_said(self):
        with self.page(MAP + EVENTS + '<batyr-board spn="hello"></batyr-board>') as page:
            page.wait_for_function("() => heard.length === 1")
            self.assertIn("groups, expected 10", page.inner_text("[part=message]"))
            page.evaluate("() => { document.querySelector('batyr-board').spn = '9/1/K6/7/3S3/2k4/7/7/1/9 w'; }")
            self.ready(page)
            page.evaluate("() => document.querySelector('batyr-board').play('d7:f9')")
            page.wait_for_function("() => heard.length === 2")
            self.assertEqual(page.evaluate("heard[1]"), "end 1-0")

    def test_an_attribute_is_refused_whatever_puts_the_game_on_the_board(self):
        refused = 'error attribute theme is "blue", expected "light", "dark" or "contrast"'
        with self.page(MAP + EVENTS + "<batyr-board></batyr-board>") as page:
            self.ready(page)
            for script in ("board = document.createElement('batyr-board'); board.setAttribute('theme', 'blue'); document.body.append(board); board.game = {};",
                           "board.remove(); board.setAttribute('theme', 'blue'); document.body.append(board);"):
                page.evaluate("script => { heard.length = 0; let board = document.querySelector('batyr-board'); eval(script); }", script)
                page.wait_for_function("refused => heard.includes(refused)", arg=refused)

    def test_what_is_set_last_is_on_the_board(self):
        with self.page(MAP + EVENTS + "<batyr-board></batyr-board>") as page:
            self.ready(page)
            game = "{ variant: 'shatar', turns: ['d2d4'] }"
            for script, variant, turns in (
                (f"board.variant = 'shatar'; board.game = {game};", "shatar", ["d2d4"]),
                (f"board.variant = 'shatra'; board.sgn = '1. 54-32 *'; await board.ready; board.sgn = null; board.game = {game};", "shatar", ["d2d4"]),
                (f"board.game = {game}; board.variant = 'shatranj';", "shatranj", []),
                (f"board.variant = 'shatar'; board.game = {game}; board.variant = 'shatra';", "shatra", []),
                (f"board.remove(); document.body.append(board); board.game = {game};", "shatar", ["d2d4"]),
                # An attribute that has just changed is not forgotten where the element is moved.
                ("board.variant = 'shatranj'; document.body.prepend(board);", "shatranj", []),
                # Another board begins with its game, as the rules are there.
                (f"board.remove(); board = document.createElement('batyr-board'); document.body.append(board); board.game = {game};", "shatar", ["d2d4"]),
            ):
                found = page.evaluate(f"async () => {{ let board = document.querySelector('batyr-board'); {script} await board.ready; await new Promise(requestAnimationFrame); return board.game; }}")
                self.assertEqual((found["variant"], found["turns"]), (variant, turns), script)
            self.assertEqual(page.evaluate("heard"), [])

    def test_the_state_is_known_at_once(self):
        with self.page(MAP + EVENTS + "<batyr-board></batyr-board>") as page:
            self.ready(page)
            script = """() => {
              const board = document.querySelector('batyr-board');
              const sides = [];
              for (const act of [() => board.play('a5-a6'), () => board.goTo(0), () => { board.game = { turns: ['a5-a6', 'a10-a9', 'b5-b6'] }; }, () => board.undo()]) {
                act();
                sides.push(`${board.state.side} ${board.state.count > 0}`);
              }
              return sides;
            }"""
            self.assertEqual(page.evaluate(script), ["black true", "white true", "black true", "white true"])

    def test_the_board_fits_its_element(self):
        measure = """([style, orientation]) => {
          const board = document.querySelector('batyr-board');
          board.style.cssText = style;
          board.orientation = orientation;
          const all = [board, ...board.shadowRoot.querySelectorAll('[part=board], .drawing, [part=lines]')].map((one) => one.getBoundingClientRect());
          return all.map(({ left, top, right, bottom, width, height }) => ({ left, top, right, bottom, width, height }));
        }"""
        with self.page(MAP + EVENTS + "<batyr-board analysis=5></batyr-board>", viewport={"width": 375, "height": 667}) as page:
            self.ready(page)
            page.wait_for_selector("[part=lines] li")
            for style in ("", "width:200px", "width:600px;max-width:none;height:400px", "width:100%;max-height:100dvh", "width:100%;height:300px", "width:100%;padding:10px;max-height:400px"):
                for orientation in ("white", "white lying"):
                    host, board, drawing, lines = page.evaluate(measure, [style, orientation])
                    told = f"{style} {orientation} {host} {board}"
                    for inner in (board, drawing, lines):
                        self.assertGreaterEqual(inner["left"], host["left"] - 1, told)
                        self.assertLessEqual(inner["right"], host["right"] + 1, told)
                        self.assertLessEqual(inner["bottom"], host["bottom"] + 1, told)
                    ratio = board["width"] / board["height"]
                    self.assertAlmostEqual(ratio if orientation == "white" else 1 / ratio, 0.499, delta=0.02, msg=told)
                    if "height" not in style:
                        self.assertAlmostEqual(board["width"], host["width"], delta=1, msg=told)
                    elif orientation == "white":
                        self.assertGreater(board["height"], 180, told)
                    if "dvh" in style:
                        self.assertLessEqual(host["height"], 667, told)

    def test_the_style_of_the_readme_fits_the_window(self):
        style = re.search(r"^```css\n(.*?)^```$", README, re.M | re.S)[1]
        for width, height in ((375, 667), (1250, 800)):
            with self.page(f"{MAP}{EVENTS}<style>body {{ margin: 0; }} {style}</style><batyr-board></batyr-board>", viewport={"width": width, "height": height}) as page:
                self.ready(page)
                room = "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
                self.assertEqual(page.evaluate(room), [width, height])
                self.assertGreater(page.locator("[part=board]").bounding_box()["height"], 0.9 * height)

    def test_the_text_has_the_colours_of_its_theme(self):
        script = """async (theme) => {
          const board = document.querySelector('batyr-board');
          board.theme = theme;
          board.sgn = '1. 54-32 *';
          await board.ready;
          await new Promise(requestAnimationFrame);
          const colour = (name) => getComputedStyle(board.shadowRoot.querySelector(name)).color.match(/[0-9]+/g).slice(0, 3).map(Number);
          const all = ['[part=message]', '[part=lines]', '[part=steps] button'].map(colour);
          await Promise.allSettled([(board.sgn = 'hello', board.ready)]);
          return [...all, colour('[part=message].error')];
        }"""
        with self.page(MAP + EVENTS + "<batyr-board></batyr-board>") as page:
            self.ready(page)
            for theme, is_dark in ((None, False), ("light", False), ("dark", True), ("contrast", True)):
                for red, green, blue in page.evaluate(script, theme):
                    weight = 0.2126 * red + 0.7152 * green + 0.0722 * blue
                    self.assertEqual(weight > 128, is_dark, f"{theme}: {red} {green} {blue}")

    def test_attributes_that_are_no_such_value_are_refused(self):
        with self.page(MAP + EVENTS + '<batyr-board orientation="blue" playable="nobody" analysis="abc"></batyr-board>') as page:
            self.ready(page)
            expected = ['error attribute orientation is "blue", expected "white" or "black", with or without "lying"',
                'error attribute playable is "nobody", expected no value, "both", "white" or "black"', 'error attribute analysis is "abc", expected no value, or seconds above 0']
            self.assertEqual(page.evaluate("heard"), expected)
            self.assertIn('analysis is "abc"', page.inner_text("[part=message]"))
            page.evaluate("() => Object.assign(document.querySelector('batyr-board'), { orientation: 'black lying', playable: 'both', analysis: '2' })")
            page.wait_for_selector("[part=lines] li")
            self.assertEqual(page.inner_text("[part=message]"), "")
            for name, value in (("orientation", "white black"), ("analysis", "0"), ("playable", "White"), ("theme", "blue")):
                page.evaluate("([name, value]) => { document.querySelector('batyr-board')[name] = value; }", [name, value])
                self.assertIn(f'attribute {name} is "{value}", expected', page.evaluate("heard.at(-1)"))
            self.wait_for_workers(page, 0)
            # Of a position and a game, the game is shown.
            page.evaluate("() => { Object.assign(document.querySelector('batyr-board'), { spn: 'hello', sgn: '1. 54-32 *' }); }")
            self.ready(page)
            self.assertEqual(page.evaluate("() => { const board = document.querySelector('batyr-board'); board.goTo(9); return board.game.turns.length; }"), 1)

    def test_the_end_is_said_in_sentences(self):
        with self.page(MAP + EVENTS + '<batyr-board spn="9/1/K6/7/3S3/2k4/7/7/1/9 w"></batyr-board>') as page:
            self.ready(page)
            page.evaluate("() => document.querySelector('batyr-board').play('d7:f9')")
            page.wait_for_function("() => document.querySelector('batyr-board').shadowRoot.querySelector('[part=message]').textContent === 'White has won. The biy has been captured.'")

    def test_a_board_goes_on_with_its_game_wherever_it_is_moved(self):
        with self.page(MAP + EVENTS + '<div id="a"><batyr-board playable></batyr-board></div><div id="b"></div>') as page:
            self.ready(page)
            turns_after = "async (move) => { %s; await board.ready; return board.game.turns; }" % (
                "const board = document.querySelector('batyr-board'); const [a, b] = ['a', 'b'].map(id => document.getElementById(id)); "
                "({ played() { board.play('a5-a6'); b.prepend(board); }, twice() { a.append(board); b.append(board); }, "
                "shown() { board.goTo(0); a.append(board); }, loading() { b.append(board); board.remove(); a.append(board); } })[move]()")
            for move in ("played", "twice"):
                self.assertEqual(page.evaluate(turns_after, move), ["a5-a6"], move)
            # The position on the board is the same, too.
            self.assertEqual(page.evaluate(turns_after, "shown"), [])
            self.assertEqual(page.evaluate(turns_after, "loading"), [])
            self.assertEqual(page.evaluate("() => { const board = document.querySelector('batyr-board'); board.goTo(1); return board.game.turns; }"), ["a5-a6"])
            # What the attributes say meanwhile counts, also while the element is in no document.
            spn_after = """async ([spn, isLate]) => {
              const board = document.querySelector('batyr-board');
              board.remove();
              if (!isLate) board.spn = spn;
              document.body.append(board);
              if (isLate) board.spn = spn;
              await board.ready;
              return board.game.start;
            }"""
            for spn, is_late in (("9/K/7/7/7/7/6k/7/1/3S5 w", False), ("9/1/K6/7/3S3/2k4/7/7/1/9 w", True)):
                self.assertTrue(page.evaluate(spn_after, [spn, is_late]).startswith(spn), spn)
            self.assertEqual(page.evaluate("heard"), [])

    def test_an_error_is_said_until_something_else_is_on_the_board(self):
        # Four attempts to start the engine, with pauses in between.
        hurry = "<script>{ const own = setTimeout; window.setTimeout = (run, time, ...rest) => own(run, Math.min(time ?? 0, 50), ...rest); }</script>"
        with self.page(hurry + MAP + EVENTS + '<batyr-board spn="hello"></batyr-board>', expected_errors="ERR_FAILED") as page:
            says = lambda words: page.wait_for_function("words => document.querySelector('batyr-board').shadowRoot.querySelector('[part=message]').innerText.includes(words)", arg=words)
            is_silent = lambda: page.wait_for_function("() => document.querySelector('batyr-board').shadowRoot.querySelector('[part=message]').innerText === ''")
            on_board = lambda script: page.evaluate(f"() => {{ const board = document.querySelector('batyr-board'); {script}; }}")
            says("groups, expected 10")
            on_board("board.game = { variant: 'shatra' }")
            is_silent()
            on_board("board.spn = 'hi'")
            says("expected 10")
            on_board("board.play('a5-a6')")
            is_silent()
            page.route("**/worker.js", lambda route: route.abort())
            on_board("board.analysis = ''")
            says("the engine can't run")
            page.unroute("**/worker.js")
            on_board("board.analysis = '5'")
            page.wait_for_selector("[part=lines] li")
            is_silent()

    def test_two_boards_do_not_mix(self):
        boards = '<batyr-board playable analysis></batyr-board><batyr-board variant="shatranj" playable analysis></batyr-board>'
        with self.page(MAP + EVENTS + boards) as page:
            page.wait_for_selector("batyr-board:nth-of-type(1) [part=lines] li")
            page.wait_for_selector("batyr-board:nth-of-type(2) [part=lines] li")
            page.click(f"batyr-board:nth-of-type(2) {square('d2')}")
            page.click(f"batyr-board:nth-of-type(2) {square('d3')}")
            page.click(f"batyr-board:nth-of-type(1) {square('a5')}")
            page.click(f"batyr-board:nth-of-type(1) {square('a6')}")
            page.wait_for_function("() => heard.length === 2")
            self.assertEqual(sorted(page.evaluate("heard")), ["turn a5-a6", "turn d2d3"])
            self.wait_for_workers(page, 2)

    def test_a_package_on_another_host(self):
        class Handler(http.server.SimpleHTTPRequestHandler):
            def end_headers(self):
                self.send_header("Access-Control-Allow-Origin", "*")
                super().end_headers()

        other = StaticServer(PROJECT, Handler)
        self.addCleanup(other.stop)
        script = f"""<script type="module">
          import {{ Engine, load }} from '{other.url}node_modules/batyr/index.js';
          const engine = new Engine();
          const {{ turn }} = await engine.bestTurn({{}}, {{ depth: 2 }});
          window.answer = (await load()).why({{}}, turn);
        </script>"""
        with self.page(script) as page:
            page.wait_for_function("() => window.answer === null")

    def test_a_worker_that_is_gone_is_replaced(self):
        script = '''async () => {
          const { Engine } = await import('batyr');
          const workers = [];
          const worker = () => { workers.push(new Worker('node_modules/batyr/worker.js')); return workers.at(-1); };
          const engine = new Engine({ worker });
          const answer = engine.bestTurn({ turns: ['a5-a6'] }, { movetime: 1000 });
          while (workers.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
          setTimeout(() => workers[0].dispatchEvent(new ErrorEvent('error', { message: 'gone' })), 300);
          const { turn } = await answer;
          engine.close();
          return [workers.length, turn[0] !== undefined];
        }'''
        with self.page(MAP + '<p>') as page:
            self.assertEqual(page.evaluate(script), [2, True])

    def test_a_module_that_is_gone_is_said(self):
        with self.page(MAP + '<p>', expected_errors="404") as page:
            page.route("**/batyr.wasm", lambda route: route.fulfill(status=404))
            message = page.evaluate("async () => { const { load } = await import('batyr'); return load().catch(error => `${error.name} ${error.message}`); }")
            self.assertRegex(message, r"^BatyrError the engine can't be loaded from http.*batyr\.wasm: the host answers 404$")
            page.unroute("**/batyr.wasm")
            # The server of an app answers with its page.
            page.route("**/batyr.wasm", lambda route: route.fulfill(status=200, content_type="text/html", body="<!doctype html><title>App</title>"))
            message = page.evaluate("async () => { const { load } = await import('batyr'); return load().catch(error => error.message); }")
            self.assertRegex(message, r"batyr\.wasm: the host answers with a page of HTML")
            page.unroute("**/batyr.wasm")
            self.assertEqual(page.evaluate("async () => (await (await import('batyr')).load()).legalTurns().length"), 154)


if __name__ == "__main__":
    unittest.main(verbosity=2)
