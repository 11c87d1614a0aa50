"""Languages, sizes, screen readers, lessons, the editor and files."""

import unittest
from pathlib import Path

from support import AXE, VARIANTS, BrowserTest, open_editor, open_games, open_place, open_text, save, serious_findings, square, start_game

LANGUAGES = ["en", "ru", "alt"]
# The squares of the turn that the arrows of a hint show, read off the labels of the board.
SHOWN_TURN = """() => [...document.querySelectorAll('.arrow.hint')].flatMap((arrow, index) => {
  const squares = [...document.querySelectorAll('[data-square]')];
  const box = document.querySelector('.drawing').getBoundingClientRect();
  const nearest = (x, y) => squares.map(button => {
    const { left, top, width, height } = button.getBoundingClientRect();
    return [Math.hypot(left + width / 2 - x, top + height / 2 - y), button.dataset.square];
  }).sort((a, b) => a[0] - b[0])[0][1];
  const matrix = arrow.getScreenCTM();
  const length = Number(/L([\\d.]+) 0/.exec(arrow.getAttribute('d') ?? '')?.[1] ?? 0);
  const [from, to] = [new DOMPoint(0, 0), new DOMPoint(length, 0)].map(point => point.matrixTransform(matrix));
  const ends = [nearest(from.x, from.y), nearest(to.x, to.y)];
  return index === 0 ? ends : ends.slice(1);
})"""
VIEWS = ["play", "analyse", "edit", "learn", "puzzles", "games"]


def choose_language(page, language):
    page.click("[data-action=settings]")
    page.select_option("#settings select[name=language]", language)
    page.wait_for_function("language => document.documentElement.lang === language", arg=language)
    page.keyboard.press("Escape")


# The parts of the views, which are loaded when they are first shown.
PARTS = {"play": "turns", "analyse": "engine", "edit": "editor", "learn": "lessons", "puzzles": "puzzle-actions", "games": "games"}
SHOWN = """async name => {
  const frame = () => new Promise(requestAnimationFrame);
  const part = document.querySelector(`[data-part=${name}]`);
  const end = performance.now() + 10000;
  while (part.closest('#parts') !== null || part.childElementCount === 0) {
    if (performance.now() > end) throw new Error(`the part ${name} is empty`);
    await frame();
  }
  await frame();
  await frame();
}"""
# Goes through the tasks of the course that is chosen; returns how many it has, and the texts shown.
TASKS = """async () => {
  const frame = () => new Promise(requestAnimationFrame);
  const panel = document.querySelector('[data-part=lessons]');
  const texts = [];
  for (;;) {
    await frame();
    await frame();
    texts.push(panel.innerText);
    const next = panel.querySelector('[data-action=lesson-next-task]');
    if (next.disabled) return texts;
    next.click();
  }
}"""


def open_view(page, view):
    if view == "edit":
        open_editor(page)
    else:
        open_place(page, view)
    page.evaluate(SHOWN, PARTS[view])


class People(BrowserTest):
    def test_who_may_decline_is_not_told_to_capture(self):
        # The biy of b10 alone has a capture, and need not make it; the other men may not move.
        with self.page("#variant=shatra&at=0&start=9/1/s2S3/6K/6b/7/5S1/2S2k1/1/9+b+-+-+-+2+37") as page:
            page.wait_for_selector(f"{square('b10')}[data-mover]")
            page.click(square("a7"))
            page.wait_for_function("() => document.getElementById('sentence').textContent === 'Only the man on b10 may move; it need not capture.'")

    def test_the_only_legal_turn_is_named(self):
        with self.page() as page:
            start_game(page, "shatar", opponent="engine")
            page.wait_for_function("() => document.getElementById('sentence-why').textContent === 'Only one turn is legal: d2d4.'")

    def test_a_game_in_each_language_without_a_missing_text(self):
        for language in LANGUAGES:
            with self.subTest(language), self.page(locale="fr") as page:
                choose_language(page, language)
                turns, _ = self.engine.game("shatra-original", nodes=100, most=12)
                start_game(page, "shatra-original")
                for ply, turn in enumerate(turns):
                    # The men of the turn before may still be marked.
                    side = " w " if ply % 2 == 0 else " b "
                    page.wait_for_function(
                        "side => document.getElementById('board').dataset.position.includes(side)", arg=side)
                    page.wait_for_selector("[data-mover]")
                    page.fill("#typed-turn", turn)
                    page.press("#typed-turn", "Enter")
                    page.wait_for_selector(f'[data-node][aria-current="true"][data-turn="{turn}"]')
                page.fill("#typed-turn", "a1b1")
                page.press("#typed-turn", "Enter")
                page.wait_for_selector(".sentence.error")
                page.click("[data-part=actions] [data-action=resign]")
                self.assertEqual(page.locator(".result").count(), 0)
                # It is asked first, and the button may be pressed again.
                page.wait_for_selector(".message [data-action=keep-playing]")
                page.click("[data-part=actions] [data-action=resign]")
                page.wait_for_selector(".result")
                for view in VIEWS:
                    open_view(page, view)
                    self.assertNotIn("⟦", page.inner_text("body"))
                for key in ("?",):
                    page.keyboard.press(key)
                    page.wait_for_selector("#help[open]")
                    self.assertNotIn("⟦", page.inner_text("#help"))

    def test_nothing_is_wider_than_the_screen(self):
        for language in LANGUAGES:
            with self.page() as page:
                choose_language(page, language)
                for view in VIEWS:
                    open_view(page, view)
                    for width, height in ((320, 568), (390, 844), (1400, 900), (3840, 2160)):
                        page.set_viewport_size({"width": width, "height": height})
                        page.evaluate(SHOWN, PARTS[view])
                        inner = page.evaluate("document.documentElement.scrollWidth")
                        with self.subTest((width, language)):
                            self.assertLessEqual(inner, width, view)

    @unittest.skipIf(AXE is None, "axe-core is not installed")
    def test_axe_finds_nothing_serious(self):
        for theme in ("light", "dark", "contrast"):
            with self.page(bypass_csp=True) as page:
                page.click("[data-action=settings]")
                page.select_option("#settings select[name=theme]", theme)
                page.keyboard.press("Escape")
                for view in VIEWS:
                    open_view(page, view)
                    if view == "analyse":
                        page.wait_for_selector(".line-score")
                    with self.subTest((theme, view)):
                        self.assertEqual(serious_findings(page), [])

    def test_squares_have_labels_and_the_arrow_keys_move_the_focus(self):
        with self.page() as page:
            page.wait_for_selector("[data-mover]", state="attached")
            self.assertEqual(page.locator("[data-square]").count(), 62)
            self.assertEqual(page.get_attribute(square("d4"), "aria-label").split(", ")[:2], ["d4", "white biy"])
            page.focus(square("a5"))
            for key, reached in (("ArrowUp", "a6"), ("ArrowRight", "b6"), ("Home", "a6"), ("End", "g6"), ("ArrowDown", "g5"), ("ArrowDown", "d4"), ("ArrowDown", "d3"), ("ArrowLeft", "c3")):
                page.keyboard.press(key)
                self.assertEqual(page.evaluate("document.activeElement.dataset.square"), reached, key)

    def test_a_wrong_try_is_answered_by_the_reason(self):
        with self.page("#variant=shatra&start=5K3/1/6S/3S3/2s4/7/7/7/1/5k3+w") as page:
            page.wait_for_selector("[data-capturer]")
            page.click(square("a5"))
            page.wait_for_function("() => document.querySelector('.sentence.error')")
            self.assertIn("compulsory", page.inner_text("#sentence"))

    def test_every_lesson_shows_its_texts(self):
        for language in LANGUAGES:
            with self.subTest(language), self.page() as page:
                choose_language(page, language)
                open_view(page, "learn")
                for variant in VARIANTS:
                    page.select_option("select[name=course]", variant)
                    texts = page.evaluate(TASKS)
                    self.assertGreaterEqual(len(set(texts)), 5, variant)
                    self.assertNotIn("⟦", "".join(texts))

    def test_a_person_gets_through_a_course(self):
        with self.page() as page:
            open_place(page, "learn")
            page.select_option("select[name=course]", "shatra-original")
            while True:
                task = page.get_attribute("[data-task]", "data-task")
                # A person who does not know what to do asks to be shown the turn.
                page.wait_for_selector("[data-mover]")
                page.wait_for_selector(".arrow.hint", state="detached")
                page.click("[data-action=lesson-show]")
                page.wait_for_selector(".arrow.hint", state="attached")
                turn = page.evaluate(SHOWN_TURN)
                for name in turn:
                    if page.locator(square(name)).get_attribute("aria-pressed") != "true":
                        page.click(square(name))
                    if page.locator("dialog.choices[open]").count():
                        page.locator("dialog.choices[open] button").first.click()
                page.wait_for_selector("[data-action=lesson-next-task].strong, [data-action=stop-here]:visible")
                if page.is_visible("[data-action=stop-here]"):
                    page.click("[data-action=stop-here]")
                page.wait_for_function("task => document.querySelector('[data-task]').previousElementSibling.textContent.includes('✓')", arg=task)
                if page.is_disabled("[data-action=lesson-next-task]"):
                    break
                page.click("[data-action=lesson-next-task]")
            page.wait_for_function("() => document.getElementById('sentence').textContent.includes('last task')")

    def test_a_wrong_turn_in_a_lesson_is_answered_and_the_game_comes_back(self):
        with self.page("#variant=shatra-original&turns=d6-d7&at=1") as page:
            page.wait_for_selector("[data-turn='d6-d7']")
            open_place(page, "learn")
            page.wait_for_selector("[data-task=goal]")
            page.click("[data-lesson='1']")
            page.wait_for_selector("[data-task=places]")
            page.click("[data-action=lesson-next-task]")
            page.wait_for_selector("[data-task=ditch]")
            page.wait_for_selector(f"{square('d7')}[data-mover]")
            page.click(square("d7"))
            page.click(square("c7"))
            page.wait_for_selector(".sentence.error")
            page.wait_for_selector(f"{square('d7')}[data-mover]")
            open_place(page, "analyse")
            page.wait_for_selector("[data-turn='d6-d7']")

    def test_the_editor_tells_what_the_engine_says(self):
        with self.page() as page:
            open_editor(page)
            page.click("[data-tool=white-Q]")
            page.click(square("d7"))
            page.wait_for_selector("#editor-problem.error")
            self.assertIn("expected at most 1", page.inner_text("#editor-problem"))
            page.click("[data-tool=erase]")
            page.click(square("d1"))
            page.wait_for_selector("[data-action=editor-analyse]:enabled")
            page.click("[data-action=editor-analyse]")
            page.wait_for_selector(".line-score")
            self.assertIn("/3Q3/", page.get_attribute("#board", "data-position"))

    def test_files_go_out_and_come_back(self):
        for variant in VARIANTS:
            turns, _ = self.engine.game(variant, nodes=20, most=30)
            with self.subTest(variant), self.page(f"#variant={variant}&turns={'+'.join(turns)}&at=3") as page:
                page.wait_for_selector(f"[data-node='{len(turns)}']")
                text = Path(save(page).path()).read_text()
                self.assertIn(f'[Variant "{variant}"]', text)
                open_games(page)
                open_text(page, text.replace("d6-d7", "d6-d7"))
                page.wait_for_function("() => document.querySelector('#sentence').textContent === 'Opened.'")
                played = page.evaluate("[...document.querySelectorAll('.turns > [data-turn]')].map(button => button.dataset.turn)")
                self.assertEqual(played, turns)
                self.assertIn("<svg", Path(save(page, "picture").path()).read_text())
                self.assertTrue(Path(save(page, "picture-png").path()).read_bytes().startswith(b"\x89PNG"))

    def test_a_bad_file_is_answered_by_the_engine(self):
        with self.page() as page:
            open_games(page)
            open_text(page, "1. d9-d4 *")
            page.wait_for_selector(".sentence.error")
            self.assertIn("d9-d4", page.inner_text("#sentence"))


if __name__ == "__main__":
    unittest.main()
