"""The opening explorer: the turns of a book, the games of the browser, by mouse, touch and keys.

The answers to `book` are the test's own, put between the page and its server, so that they are the same with any
book; whatever else the page asks goes on to the engine.
"""

import unittest

from support import AXE, BrowserTest, needs_server, open_place, serious_findings, square, start_game
from test_layout import LOOK, TIGHT_WINDOWS, WINDOWS

START = [
    "book position turns 3 score cp 12 expected 512 doubt 18 depth 9 below 3120 nodes 50000",
    "book turn d6-d7 score cp 25 expected 530 doubt 20 depth 11 below 812 transposes",
    "book turn a5-a6 score cp -3 expected 497 doubt 25 depth 10 below 0",
    "book turn c6-c7 score mate -3 expected 0 doubt 0 depth 10 below 0",
]
# After White's d6-d7, for Black.
AFTER = [
    "book position turns 1 score cp -25 expected 470 doubt 20 depth 11 below 812 nodes 50000",
    "book turn d9-d8 score cp -25 expected 470 doubt 20 depth 10 below 3",
]
ROWS = "[...document.querySelectorAll('.explorer tbody tr')].map(row => row.dataset.row)"
HEAD_IS = "text => document.querySelector('.explorer-head')?.textContent === text"


class LateState:
    """Holds back the question about a position, and all that is asked after it, until `release`."""

    def __init__(self, position):
        self.position, self.held = position, []

    def holds(self, take, line, position):
        is_held = self.position is not None and ((line == "state" and position == self.position) or any(own is take for own, _ in self.held))
        if is_held:
            self.held.append((take, line))
        return is_held

    def release(self):
        self.position = None
        for take, line in self.held:
            take(line)


def answer_books(page, has_book=True, late=None):
    """Answers `book` for the start and for d6-d7; without a book, as an older engine does. `late` is a `LateState`."""
    def serve(socket):
        server = socket.connect_to_server()
        position = {"text": ""}

        def from_page(line):
            if late is not None and late.holds(from_page, line, position["text"]):
                return
            if line.startswith("position "):
                position["text"] = line
            if line != "book":
                server.send(line)
                return
            known = {"position startpos": START, "position startpos moves d6-d7": AFTER}
            for answer in known.get(position["text"], ["book none"]) if has_book else ["info string error: unknown command 'book'"]:
                socket.send(answer)
        socket.on_message(from_page)
    page.route_web_socket("**/*", serve)


@needs_server("it answers on the WebSocket")
class Explorer(BrowserTest):
    def explorer(self, has_book=True, fragment="#variant=shatra-original&turns=d6-d7&at=0", late=None, **options):
        return self.page(fragment, prepare=lambda page: answer_books(page, has_book, late), **options)

    def open(self, page):
        """Opens the tab, on a phone in the sheet."""
        page.wait_for_selector(".line-score", state="attached")
        if not page.is_visible("[data-tab=openings]"):
            page.click("[data-action=sheet]")
        page.click("[data-tab=openings]")

    def test_a_book_shows_every_turn_and_a_click_plays(self):
        with self.explorer(width=1400) as page:
            self.open(page)
            page.wait_for_selector("[data-row=c6-c7]")
            self.assertEqual(page.evaluate(ROWS), ["d6-d7", "a5-a6", "c6-c7"])
            self.assertEqual(page.inner_text(".explorer-head"), "+0.12 · White 51 ± 2 % · depth 9 · 3.1K positions")
            self.assertEqual(page.inner_text("[data-row=d6-d7]").split(), ["d6-d7", "⇄", "53", "47", "±2", "11"])
            self.assertEqual(page.inner_text("[data-row=c6-c7]").split(), ["c6-c7", "100", "#−3", "10"])
            page.hover("[data-row=d6-d7]")
            page.wait_for_selector(".arrow.hint", state="attached")
            page.mouse.move(5, 5)
            page.wait_for_selector(".arrow.hint", state="detached")
            page.click("[data-row=d6-d7] .share-bar")
            page.wait_for_selector("[data-row=d9-d8]")
            # Shares stand for White whoever moves.
            self.assertEqual(page.inner_text("[data-row=d9-d8]").split(), ["d9-d8", "53", "47", "±2", "10"])
            page.click("[data-row=d9-d8]")
            page.wait_for_function(HEAD_IS, arg="This position is not in the book.")

    def test_an_answer_belongs_to_the_position_that_was_asked_for(self):
        late = LateState("position startpos moves d6-d7 d9-d8")
        with self.explorer(fragment="#variant=shatra-original&turns=d6-d7+d9-d8&at=1", late=late) as page:
            # The second position is known, and its book is not.
            page.wait_for_selector(".line-score")
            page.click(".steps [data-action=previous]")
            self.open(page)
            page.wait_for_selector("[data-row=c6-c7]")
            # It is left at once for the third, of which the engine tells nothing for a while.
            page.evaluate("""async () => {
              const step = () => document.querySelector('.steps [data-action=next]').click();
              const { dataset } = document.getElementById('board');
              const first = dataset.position;
              step();
              while (dataset.position === first) await new Promise(requestAnimationFrame);
              step();
            }""")
            page.wait_for_selector("[data-node='2'][aria-current=true]", state="attached")
            page.wait_for_timeout(300)
            late.release()
            page.wait_for_function(HEAD_IS, arg="This position is not in the book.")
            page.click(".steps [data-action=previous]")
            page.wait_for_selector("[data-row=d9-d8]", timeout=3000)

    def test_by_keyboard_alone(self):
        with self.explorer() as page:
            page.wait_for_selector(".line-score")
            page.focus("[data-tab=turns]")
            page.keyboard.press("ArrowRight")
            page.wait_for_selector("[data-book=c6-c7]")
            page.keyboard.press("Tab")
            page.wait_for_function("() => document.activeElement.dataset.book === 'd6-d7'")
            page.wait_for_selector(".arrow.hint", state="attached")
            page.keyboard.press("ArrowDown")
            self.assertEqual(page.evaluate("document.activeElement.dataset.book"), "a5-a6")
            page.keyboard.press("ArrowUp")
            page.keyboard.press("Enter")
            page.wait_for_selector("[data-book=d9-d8]")
            self.assertEqual(page.evaluate("document.activeElement.dataset.book"), "d9-d8")

    def test_by_touch_on_a_phone(self):
        with self.explorer(width=390, height=844, has_touch=True, is_mobile=True) as page:
            self.open(page)
            page.locator("[data-book=d6-d7]").tap()
            page.wait_for_selector("[data-row=d9-d8]")

    @unittest.skipIf(AXE is None, "axe-core is not installed")
    def test_axe_finds_nothing_serious(self):
        for theme in ("light", "dark", "contrast"):
            with self.subTest(theme), self.explorer(bypass_csp=True) as page:
                page.click("[data-action=settings]")
                page.select_option("#settings select[name=theme]", theme)
                page.keyboard.press("Escape")
                self.open(page)
                page.wait_for_selector("[data-row=c6-c7]")
                self.assertEqual(serious_findings(page), [])

    def test_an_engine_without_a_book_says_so(self):
        with self.explorer(has_book=False) as page:
            self.open(page)
            page.wait_for_function(HEAD_IS, arg="There is no book of this game here.")

    def test_own_games_are_counted_by_position(self):
        with self.explorer(fragment="") as page:
            # Two orders of the same turns; Black resigns, who is to move.
            for turns in (("d6-d7", "g9-g8", "b6-b7"), ("b6-b7", "g9-g8", "d6-d7")):
                start_game(page, "shatra-original")
                for turn in turns:
                    for name in turn.split("-"):
                        page.click(square(name))
                    page.wait_for_selector(f"[data-turn='{turn}']")
                    page.wait_for_selector("[data-mover]")
                page.click("[data-part=actions] [data-action=resign]")
                page.click(".message [data-action=resign]")
                page.wait_for_selector("[data-action=rematch]")
                page.click("[data-part=actions] [data-action=new-game]")
            start_game(page, "shatra-original")
            page.wait_for_selector("[data-mover]")
            open_place(page, "analyse")
            self.open(page)
            page.wait_for_selector("[data-row=d6-d7] .own-results")
            self.assertEqual(page.inner_text("[data-row=d6-d7] .own-count"), "1")
            self.assertEqual(page.inner_text("[data-row=b6-b7] .own-count"), "1")
            self.assertIn("White won 1", page.get_attribute("[data-row=d6-d7] .own-results", "aria-label"))
            # Where the orders meet, the last turns of both games go on.
            for turn in ("b6-b7", "g9-g8"):
                page.click(f"[data-row={turn}]")
                page.wait_for_selector(f"[data-turn='{turn}'][aria-current=true]", state="attached")
            page.wait_for_selector("[data-row=d6-d7] .own-results")
            self.assertEqual(page.evaluate(ROWS), ["d6-d7"])

    def test_every_window_has_room(self):
        for language, windows in (("en", WINDOWS), ("ru", TIGHT_WINDOWS)):
            for width, height in windows:
                with self.explorer(width=width, height=height, locale=language) as page:
                    self.open(page)
                    page.wait_for_selector("[data-row=c6-c7]")
                    found = page.evaluate(LOOK)
                    inner = page.evaluate("() => { const own = document.querySelector('[data-part=explorer]'); return [own.scrollWidth, own.clientWidth, own.clientHeight]; }")
                    with self.subTest((width, height, language)):
                        self.assertEqual((found["outside"], found["cut"], found["scrolls"]), ([], [], False))
                        self.assertLessEqual(inner[0], inner[1])
                        self.assertGreater(inner[2], 60)
                        self.assertNotIn("⟦", page.inner_text("body"))


if __name__ == "__main__":
    unittest.main()
