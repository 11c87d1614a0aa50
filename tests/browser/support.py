"""What the browser tests share: the server under test, a browser, and an engine for the expected values.

A test drives the page as a person does, by clicks, touches and keys, and compares what it sees with what
the engine says on its standard output. Errors in the browser's console fail every test.
"""

import functools
import http.server
import os
import re
import signal
import subprocess
import tempfile
import threading
import unittest
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import sync_playwright

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
BATYR = os.environ["BATYR"]
# The script of axe-core.
AXE = os.environ.get("AXE")
# The folder of the page without a server (.ci/web/build), and whether all tests drive that page.
WEB = os.environ.get("BATYR_WEB") or None
IS_STATIC = os.environ.get("PAGE") == "static"
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
    "--disable-background-networking", "--disable-component-update",
]


def hosted_variants():
    """Returns the games that hosts can choose, in the order of the option."""
    output = subprocess.run([BATYR], input="uci\nquit\n", capture_output=True, text=True, check=True).stdout
    option = next(line for line in output.splitlines() if line.startswith("option name UCI_Variant "))
    return re.findall(r" var (\S+)", option)


def is_shatra(variant):
    return variant.split("-")[0] == "shatra"


SHATRA_VARIANTS = [variant for variant in hosted_variants() if is_shatra(variant)]
CHESS_VARIANTS = [variant for variant in hosted_variants() if not is_shatra(variant)]
VARIANTS = [*SHATRA_VARIANTS, *CHESS_VARIANTS]


class Server:
    """`batyr board` on a port of its own."""

    def __init__(self, *arguments, listen="127.0.0.1:0", command="board", environment=None):
        self.arguments = [BATYR, command, *arguments]
        if command == "board":
            self.arguments += ["--no-open", "--listen", listen]
        self.process = None
        self.url = None
        self.environment = {**os.environ, **(environment or {})}
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            self.arguments, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=self.environment)
        self.url = re.search(r"http://\S+", self.process.stdout.readline()).group()

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.process.stdout.close()

    def restart(self):
        """Starts the server again on the port that it had."""
        address = self.url.removeprefix("http://").rstrip("/")
        self.arguments[self.arguments.index("--listen") + 1] = address
        self.start()

    def stop(self):
        self.process.terminate()
        self.process.wait(10)
        self.process.stdout.close()


class StaticServer:
    """A plain server of the page without a server, in a folder of a host, with no header of its own."""

    def __init__(self, folder, base=http.server.SimpleHTTPRequestHandler):
        parent, name = os.path.split(os.path.abspath(folder))
        grandparent, parent = os.path.split(parent)

        class Handler(base):
            extensions_map = {**http.server.SimpleHTTPRequestHandler.extensions_map, ".webmanifest": "application/manifest+json"}

            def log_message(self, *_):
                pass

        handler = functools.partial(Handler, directory=grandparent)
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/{parent}/{name}/"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()


def needs_server(reason):
    """Marks a test or a class that can't be run against the page without a server."""
    return unittest.skipIf(IS_STATIC, f"the page without a server: {reason}")


class Engine:
    """The engine on its standard input and output, in UCI."""

    def __init__(self):
        self.process = subprocess.Popen([BATYR], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.ask("uci", "uciok")

    def ask(self, line, last):
        """Sends lines and returns the answers up to the one that begins with `last`."""
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        answers = []
        for answer in self.process.stdout:
            answers.append(answer.rstrip("\n"))
            if answer.startswith(last):
                return answers
        raise RuntimeError(f"the engine ended, wanted {last}")

    def state(self, variant, start, turns):
        """Returns the lines of `state` as a dictionary from their first word to the rest."""
        start = "startpos" if start is None else f"fen {start}"
        moves = " moves " + " ".join(turns) if turns else ""
        lines = self.ask(f"setoption name UCI_Variant value {variant}\nposition {start}{moves}\nstate\nisready", "readyok")
        return dict(line.split(" ", 1) for line in lines if line.split(" ")[0] in ("position", "result", "reserve", "turns"))

    def turns(self, variant, start, played):
        """Returns the texts of the legal turns."""
        return [word.split("/")[0] for word in self.state(variant, start, played)["turns"].split()[1:]]

    def game(self, variant, nodes=300, start=None, most=None):
        """Returns a game that the engine plays against itself, whole or up to a number of turns, and the line `result` of its end."""
        turns = []
        self.ask("ucinewgame\nisready", "readyok")
        while True:
            result = self.state(variant, start, turns)["result"]
            if result != "*" or len(turns) == most:
                return turns, result
            answer = self.ask(f"go nodes {nodes}", "bestmove")[-1]
            turns.append(answer.split()[1])

    def close(self):
        self.process.stdin.write("quit\n")
        self.process.stdin.close()
        self.process.wait(10)
        self.process.stdout.close()


def steps(turn):
    """Returns the squares that the man of a turn visits, and the promotion letter of each landing."""
    if re.fullmatch(r"([a-h][1-8]){2}[a-z]?", turn):
        return [(turn[:2], ""), (turn[2:4], turn[4:].upper())]
    squares = [part.partition("=") for part in re.split("[-:]", turn)]
    return [(square, letter) for square, _, letter in squares]


_shared = {}


def shared():
    """Returns the server, the engine and the browser of this process; they are started when they are first needed."""
    if not _shared:
        playwright = sync_playwright().start()
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        server = StaticServer(os.path.join(WEB, "site")) if IS_STATIC else Server()
        _shared.update(server=server, engine=Engine(), playwright=playwright, browser=browser)
    return _shared


_folders = []


def scratch_folder():
    """Creates a folder that lasts as long as the process."""
    _folders.append(tempfile.TemporaryDirectory())
    return Path(_folders[-1].name)


def close_shared():
    """Ends what `shared` has started, and removes the folders."""
    while _folders:
        _folders.pop().cleanup()
    if _shared:
        _shared["browser"].close()
        _shared["playwright"].stop()
        _shared["engine"].close()
        _shared["server"].stop()
        _shared.clear()


class BrowserTest(unittest.TestCase):
    """A test with the server, the engine and the browser of its process."""

    def setUp(self):
        self.server, self.engine, self.browser = (shared()[name] for name in ("server", "engine", "browser"))

    @contextmanager
    def page(self, fragment="", width=1200, height=900, expected_errors=r"(?!)", server=None, wait=True, prepare=None, **options):
        """Opens the page, after `prepare` has had it empty; fails if the browser's console reports an error that is not expected."""
        defaults = {"locale": "en", "reduced_motion": "reduce", "viewport": {"width": width, "height": height}}
        context = self.browser.new_context(**defaults | options)
        page = context.new_page()
        errors = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
        page.set_default_timeout(15_000)
        if prepare is not None:
            prepare(page)
        try:
            page.goto((server or self.server).url + fragment)
            if wait:
                page.wait_for_selector("[data-square]")
            yield page
            self.assertEqual([error for error in errors if not re.search(expected_errors, error)], [])
        finally:
            context.close()


def serious_findings(page):
    """Returns what axe-core finds serious in a page that was opened with `bypass_csp`."""
    page.evaluate(Path(AXE).read_text())
    found = page.evaluate("async () => (await axe.run()).violations")
    return [(rule["id"], node["html"][:120], node["failureSummary"][:200]) for rule in found
            if rule["impact"] in ("serious", "critical") for node in rule["nodes"]]


def forbid_storage(page):
    """Lets the page keep nothing, as a browser does that blocks the data of sites: to ask for a storage throws already."""
    page.add_init_script("""for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, { get() { throw new DOMException('no', 'SecurityError'); } });
    }""")


def paste(page, text):
    """Pastes a text on the page, outside any field."""
    page.evaluate("""text => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text', text);
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
    }""", text)


def open_place(page, view):
    """Goes to a place of the page, on a phone by its menu."""
    if page.is_visible(".top [data-action=menu]"):
        page.click(".top [data-action=menu]")
    page.click(f".rail [data-view={view}]")


def open_games(page):
    """Goes to the games, where files are opened."""
    open_place(page, "games")
    page.wait_for_selector("[data-tool=paste]")


def open_text(page, text):
    """Pastes a text among the games, and opens what it holds."""
    if not page.is_visible("[data-field=import]"):
        page.click("[data-tool=paste]")
    page.fill("[data-field=import]", text)
    page.click("[data-tool=import]")


def open_editor(page):
    """Goes to the editor of positions, by way of the analysis."""
    open_place(page, "analyse")
    if page.is_visible("[data-part=tools]"):
        page.click("[data-part=tools] [data-view=edit]")
    else:
        page.click("[data-part=steps] summary")
        page.click("[data-part=steps] [data-view=edit]")
    page.wait_for_selector("[data-tool=erase]")


def save(page, name="save"):
    """Saves what is on the board, by the menu of the analysis; returns the download."""
    place = "[data-part=tools]" if page.is_visible("[data-part=tools] summary") else "[data-part=steps]"
    with page.expect_download() as download:
        page.click(f"{place} summary")
        page.click(f"{place} [data-action={name}]")
    return download.value


def start_game(page, variant, opponent="person", side="white", clock="0+0"):
    """Fills in the form for a new game and starts it."""
    open_place(page, "play")
    page.select_option("select[name=variant]", variant)
    page.check(f"input[name=opponent][value={opponent}]")
    if opponent == "engine":
        page.check(f"input[name=side][value={side}]")
    preset = f"input[name=clock][value='{clock}']"
    page.check(preset if page.locator(preset).count() else "input[name=clock][value=other]")
    if page.is_visible("[name=minutes]"):
        for name, value in zip(("minutes", "seconds"), clock.split("+")):
            page.fill(f"[name={name}]", value)
    page.click(".setup button[type=submit]")
    page.wait_for_selector("html[data-phase=running]")


def square(name):
    """Returns the selector of a square."""
    return f'[data-square="{name}"]'
