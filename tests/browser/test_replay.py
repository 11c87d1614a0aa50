"""Games replayed in the pages of `batyr analyse` and `batyr match`, from files and without a network."""

import json
import os
import re
import subprocess
import unittest
from functools import cache
from pathlib import Path
from types import SimpleNamespace

from support import BATYR, BrowserTest, scratch_folder

AXE = os.environ.get("AXE")
VARIANTS = ["shatra", "shatra-original", "shatranj"]
HOSTILE = ["<img src=x onerror=alert(1)>", "</script><script>alert(2)</script>"]
TEXTS = json.loads((Path(__file__).parents[2] / "src/page/files/text/en.json").read_text())
GHOSTS = {"y": "Q", "u": "R", "i": "B", "p": "S"}
MEN = """() => Object.fromEntries([...document.querySelectorAll('.replay [data-square]')]
  .map(button => button.getAttribute('aria-label').split(', ')).filter(([, man]) => man !== 'empty'))"""

# Goes through a game, and reads after each turn which one is marked, and the men. The page answers a click at once.
WALK = f"""turns => {{
  const next = document.querySelector('[data-go=next]');
  return Array.from({{ length: turns }}, () => {{
    next.click();
    return [document.querySelector('[aria-current=true]').innerText, ({MEN})()];
  }});
}}"""


def squares_of(variant):
    """Returns the squares in the order of position texts."""
    if variant == "shatranj":
        return [f"{file}{rank}" for rank in range(8, 0, -1) for file in "abcdefgh"]
    files = {rank: "edc" for rank in (1, 2, 3, 12, 13, 14)} | {4: "d", 11: "d"}
    return [f"{file}{rank}" for rank in range(1, 15) for file in files.get(rank, "gfedcba")]


def men_of(variant, text):
    """Returns the men of a position text by their squares, as the labels of the board name them."""
    family = "shatranj" if variant == "shatranj" else "shatra"
    letters = re.sub(r"[1-9]", lambda digit: "." * int(digit.group()), re.sub("[/!]", "", text.split()[0]))
    men = {}
    for square, letter in zip(squares_of(variant), letters, strict=True):
        if family == "shatra" and letter in GHOSTS:
            men[square] = f"captured {TEXTS[f'men.shatra.{GHOSTS[letter]}']}"
        elif letter != ".":
            side = "white" if letter.isupper() else "black"
            men[square] = TEXTS[f"man.{side}.{family}.{letter.upper()}"]
    return men


@cache
def pages():
    """Returns the folder of the pages of this process; they are written when they are first needed."""
    folder = scratch_folder()
    for variant in VARIANTS:
        out = folder / variant
        engines = [word for name in HOSTILE for word in ("--engine", f"cmd={BATYR}", f"name={name}")]
        subprocess.run([BATYR, "match", *engines, "--each", "nodes=150", "--variant", variant, "--rounds", "1", "--plain",
                        "--max-plies", "60", "--out", out], check=True, stdout=subprocess.DEVNULL)
        subprocess.run([BATYR, "analyse", out / "games.sgn", "--depth", "2", "--html", out / "analysis.html"],
                       check=True, stdout=subprocess.DEVNULL)
    return folder


class Replay(BrowserTest):
    def opened(self, variant, name, fragment="", **options):
        address = (pages() / variant / name).as_uri()
        return self.page(fragment, server=SimpleNamespace(url=address), wait=False, offline=True, **options)

    def games(self, variant):
        lines = (pages() / variant / "games.jsonl").read_text().splitlines()
        return {game["game"]: game for game in map(json.loads, lines)}

    def positions(self, variant, game):
        """Returns the turns of a game, and the men in each of its positions."""
        opening = game["opening"]
        turns = opening.get("turns", []) + [turn["turn"] for turn in game["turns"]]
        states = [self.engine.state(variant, opening.get("position"), turns[:ply]) for ply in range(len(turns) + 1)]
        return turns, [men_of(variant, state["position"].split(" ", 1)[1]) for state in states]

    def show_board(self, page):
        page.locator(".has-replay").first.scroll_into_view_if_needed()
        page.wait_for_selector("[data-square]")

    def test_every_position_of_a_report_is_that_of_the_engine(self):
        for variant in VARIANTS:
            with self.subTest(variant), self.opened(variant, "report.html") as page:
                self.show_board(page)
                for number, game in self.games(variant).items():
                    turns, positions = self.positions(variant, game)
                    page.select_option(".replay-game select", index=number - 1)
                    self.assertEqual(page.evaluate(MEN), positions[0])
                    walked = page.evaluate(WALK, len(turns))
                    for (marked, men), turn, position in zip(walked, turns, positions[1:], strict=True):
                        self.assertEqual(marked, turn)
                        self.assertEqual(men, position, turn)
                    self.assertIn(game["detail"], page.inner_text(".replay-said"))
                    page.click("[data-go=previous]")
                    self.assertEqual(page.evaluate(MEN), positions[-2])
                    page.click("[data-ply='5']")
                    self.assertEqual(page.evaluate(MEN), positions[5])
                    page.keyboard.press("ArrowRight")
                    self.assertEqual(page.evaluate(MEN), positions[6])
                    page.keyboard.press("Home")
                    self.assertEqual(page.evaluate(MEN), positions[0])
                    page.keyboard.press("End")
                    self.assertEqual(page.evaluate(MEN), positions[-1])

    def test_the_board_turns_and_the_address_names_a_game(self):
        with self.opened("shatra", "report.html", "#game-2") as page:
            page.wait_for_selector("[data-square]")
            self.assertTrue(page.inner_text(".replay-game option:checked").startswith("2. "))
            place = "document.querySelector('[data-square=d4]').getBoundingClientRect().top"
            before = page.evaluate(place)
            page.click("[data-go=flip]")
            self.assertLess(page.evaluate(place), before)

    def test_lists_and_graphs_of_an_analysis_move_the_board(self):
        for variant in VARIANTS:
            with self.subTest(variant), self.opened(variant, "analysis.html") as page:
                self.show_board(page)
                turns, positions = self.positions(variant, self.games(variant)[1])
                men = MEN.replace("'.replay ", "'#g1 .replay ")
                article = page.locator("#g1")
                for ply in (1, 7, len(turns)):
                    article.locator(f"[data-ply='{ply}']").click()
                    self.assertEqual(page.evaluate(men), positions[ply])
                    self.assertIn(turns[ply - 1], article.locator(".replay-turn").inner_text())
                figure = article.locator("figure svg")
                box = figure.bounding_box()
                figure.click(position={"x": 1, "y": box["height"] / 2})
                self.assertEqual(page.evaluate(men), positions[0])
                figure.click(position={"x": box["width"] - 1, "y": box["height"] / 2})
                self.assertEqual(page.evaluate(men), positions[-1])
                page.keyboard.press("ArrowLeft")
                self.assertEqual(page.evaluate(men), positions[-2])
                marked = article.locator("[data-ply][data-href]")
                if marked.count():
                    marked.first.click()
                    href = article.locator(".replay-turn a").get_attribute("href")
                    self.assertEqual(page.locator(href).count(), 1)

    def test_names_are_text(self):
        for name in ("report.html", "analysis.html"):
            with self.subTest(name), self.opened("shatra", name) as page:
                page.on("dialog", lambda dialog: self.fail(dialog.message))
                self.show_board(page)
                self.assertEqual(page.locator("img").count(), 0)
                self.assertIn(HOSTILE[1], page.locator("body").inner_text())

    def test_the_policy_stops_other_scripts(self):
        with self.opened("shatra", "report.html", expected_errors="Content Security Policy|ERR_") as page:
            self.show_board(page)
            page.evaluate("""async () => {
              window.ran = [];
              for (const source of ['data:text/javascript,ran.push(1)', '']) {
                const script = document.createElement('script');
                if (source) script.src = source; else script.textContent = 'ran.push(2)';
                document.body.append(script);
              }
              document.body.insertAdjacentHTML('beforeend', '<img src="x" onerror="ran.push(3)">');
              await new Promise(done => setTimeout(done, 500));
            }""")
            self.assertEqual(page.evaluate("window.ran"), [])

    def test_nothing_is_wider_than_the_screen(self):
        for name in ("report.html", "analysis.html"):
            for variant in ("shatra", "shatranj"):
                for width in (320, 360, 800, 1400):
                    with self.subTest((name, variant, width)), self.opened(variant, name, width=width, height=640) as page:
                        self.show_board(page)
                        page.click("[data-go=last] >> nth=0")
                        self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), width)

    @unittest.skipIf(AXE is None, "axe-core is not installed")
    def test_axe_finds_nothing_serious(self):
        script = Path(AXE).read_text()
        for name in ("report.html", "analysis.html"):
            for scheme in ("light", "dark"):
                with self.subTest((name, scheme)), self.opened("shatra", name, bypass_csp=True, color_scheme=scheme) as page:
                    self.show_board(page)
                    page.click("[data-go=last] >> nth=0")
                    page.evaluate(script)
                    found = page.evaluate("async () => (await axe.run('.has-replay')).violations")
                    serious = [(rule["id"], node["html"][:120], node["failureSummary"][:200]) for rule in found
                               if rule["impact"] in ("serious", "critical") for node in rule["nodes"]]
                    self.assertEqual(serious, [])

    def test_without_scripts_the_pages_have_their_contents(self):
        for name, shown in (("report.html", "table"), ("analysis.html", ".turns")):
            with self.subTest(name), self.opened("shatra", name, java_script_enabled=False) as page:
                self.assertTrue(page.locator(shown).first.is_visible())
                self.assertFalse(page.locator(".replay").first.is_visible())
                self.assertNotIn("Replay", page.inner_text("body"))
