"""Nobody's work is lost: games are kept, found again, deleted and put back; clocks and keys."""

import unittest
from pathlib import Path

from support import BrowserTest, forbid_storage, open_editor, open_games, open_place, open_text, paste, save, scratch_folder, square, start_game

KEPT = "document.querySelectorAll('[data-kept]').length"


def play(page, turn):
    """Plays a step on the board."""
    for name in turn.split("-"):
        page.click(square(name))
    page.wait_for_selector(f"[data-turn='{turn}']")


def wait_for_kept(page, count):
    """Opens the list anew until it has so many games."""
    for _ in range(50):
        open_place(page, "learn")
        open_games(page)
        page.wait_for_timeout(100)
        if page.evaluate(KEPT) == count:
            return
    raise AssertionError(f"{page.evaluate(KEPT)} games are kept, not {count}")


class Library(BrowserTest):
    def open_other_tab(self, page):
        """Opens a second tab with the list of games, when one game has been kept."""
        other = page.context.new_page()
        other.goto(self.server.url)
        other.wait_for_selector("[data-square]")
        wait_for_kept(other, 1)
        return other

    def check_replaced(self, replace):
        """Plays a turn, replaces the game, and finds it in the list."""
        with self.page() as page:
            play(page, "a5-a6")
            replace(page)
            page.wait_for_function("() => document.querySelector(\"[data-turn='a5-a6']\") === null")
            open_games(page)
            kept = page.locator("[data-kept]")
            for _ in range(50):
                if kept.count() > 0:
                    break
                open_place(page, "learn")
                open_games(page)
                page.wait_for_timeout(100)
            kept.last.click()
            page.wait_for_selector("[data-turn='a5-a6']")

    def test_a_game_is_played_on_after_its_tab_was_closed(self):
        with self.page() as page:
            start_game(page, "shatra", opponent="engine", side="black", clock="5+3")
            page.wait_for_selector("[data-node='1'][aria-current=true]")
            page.wait_for_selector("[data-mover]")
            # What was thought about the turn until the view was left is used.
            page.wait_for_timeout(3000)
            open_games(page)
            # It is kept a moment later.
            page.wait_for_timeout(1500)
            other = self.open_other_tab(page)
            page.close()
            other.click("[data-kept]")
            other.wait_for_selector("body[data-shown=play]")
            # The same side is below, its clock goes on, and the engine answers.
            self.assertIn("Black", other.inner_text("#player-bottom"))
            self.assertRegex(other.inner_text("#player-bottom .player-clock"), r"^4:5[0-7]")
            other.locator("[data-mover]").first.click()
            other.locator("[data-target]").first.click()
            other.wait_for_selector("[data-node='3'][aria-current=true]")

    def test_a_line_deleted_behind_the_end_leaves_the_result(self):
        with self.page() as page:
            start_game(page, "shatra")
            play(page, "a5-a6")
            page.click("[data-action=resign]")
            page.click(".message [data-action=resign]")
            page.wait_for_selector("html[data-phase=over]")
            open_place(page, "analyse")
            play(page, "a10-a9")
            for is_over in (True, False):
                if page.is_visible("[data-tab=summary]"):
                    page.click("[data-tab=summary]")
                page.click("[data-tool=delete]")
                page.wait_for_selector("[data-tool=undo]")
                wait_for_kept(page, 1)
                self.assertEqual("Continue" in page.inner_text("[data-kept]"), not is_over)
                open_place(page, "analyse")

    def test_a_new_game_leaves_the_old_one_in_the_list(self):
        self.check_replaced(lambda page: start_game(page, "shatra"))

    def test_a_pasted_game_leaves_the_old_one_in_the_list(self):
        def open_other(page):
            open_games(page)
            open_text(page, "[White \"Pasted\"]\n\n1. 62-38 *")
        self.check_replaced(open_other)

    def test_a_pasted_position_leaves_the_old_game_in_the_list(self):
        def open_other(page):
            open_games(page)
            open_text(page, "9/1/K6/7/7/7/7/k6/1/9 w - - - - 1")
        self.check_replaced(open_other)

    def test_a_link_leaves_the_old_game_in_the_list(self):
        self.check_replaced(lambda page: page.evaluate("location.hash = 'variant=shatra&turns=c3-d7'"))

    def test_a_dropped_file_leaves_the_old_game_in_the_list(self):
        self.check_replaced(lambda page: page.evaluate("""() => {
          const dataTransfer = new DataTransfer();
          dataTransfer.items.add(new File(['[White "Dropped"]\\n\\n1. 62-38 *'], 'a.sgn'));
          document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
        }"""))

    def test_the_editor_leaves_the_old_game_in_the_list(self):
        def edit(page):
            open_editor(page)
            page.click("[data-tool=erase]")
            page.click(square("d1"))
            page.wait_for_selector("[data-action=editor-analyse]:enabled")
            page.click("[data-action=editor-analyse]")
        self.check_replaced(edit)

    def test_a_game_is_found_again_after_the_page_was_closed(self):
        with self.page() as page:
            play(page, "a5-a6")
            open_place(page, "analyse")
            page.click("[data-turn='a5-a6']")
            page.fill(".node-tools textarea", "a comment")
            page.locator(".node-tools textarea").blur()
            page.wait_for_timeout(1000)
            other = self.open_other_tab(page)
            other.fill("input[type=search]", "nobody")
            self.assertEqual(other.evaluate(KEPT), 0)
            other.fill("input[type=search]", "")
            other.click("[data-kept]")
            other.wait_for_selector("[data-turn='a5-a6']")
            self.assertIn("a comment", other.inner_text("[data-part=turns]"))
            # Deleted, and put back.
            open_games(other)
            other.click("[data-delete]")
            other.wait_for_function(f"() => {KEPT} === 0")
            other.click("[data-tool=library-undo]")
            other.wait_for_function(f"() => {KEPT} === 1")
            with other.expect_download() as download:
                other.click("[data-tool=library-save-all]")
            path = scratch_folder() / "all.sgn"
            download.value.save_as(path)
            self.assertIn("{a comment}", path.read_text(encoding="utf-8"))

    def test_two_tabs_with_one_game_overwrite_nothing(self):
        with self.page() as page:
            play(page, "a5-a6")
            page.wait_for_timeout(1000)
            other = self.open_other_tab(page)
            other.click("[data-kept]")
            other.wait_for_selector("[data-turn='a5-a6']")
            # Both go on with the same game.
            other.click("[data-turn='a5-a6']")
            play(other, "a10-a9")
            other.wait_for_timeout(1000)
            page.bring_to_front()
            play(page, "g10-g9")
            page.wait_for_timeout(1000)
            wait_for_kept(page, 2)

    def test_a_window_that_keeps_nothing_says_so(self):
        def without_database(page):
            page.add_init_script("Object.defineProperty(window, 'indexedDB', { value: { open() { throw new DOMException('no', 'SecurityError'); } } })")
        with self.page(prepare=without_database) as page:
            play(page, "a5-a6")
            page.wait_for_function("() => document.getElementById('sentence').textContent.includes('keeps no games')")

    def test_a_window_without_storage_has_a_board(self):
        with self.page(prepare=forbid_storage) as page:
            start_game(page, "shatra")
            play(page, "a5-a6")
            open_place(page, "learn")
            page.wait_for_selector("[data-task]")
            open_place(page, "play")
            play(page, "a10-a9")

    def test_a_game_stays_one_beside_a_copy_of_its_tab_a_lesson_and_a_reload(self):
        with self.page() as page:
            play(page, "a5-a6")
            page.wait_for_timeout(1500)
            with page.context.expect_page() as opened:
                page.evaluate("() => { window.open(location.href); }")
            opened.value.wait_for_selector("[data-turn='a5-a6']")
            opened.value.wait_for_timeout(500)
            page.bring_to_front()
            # It is written while it waits.
            play(page, "a10-a9")
            open_place(page, "learn")
            page.wait_for_selector("[data-task]")
            page.wait_for_timeout(800)
            open_place(page, "play")
            # It is not written any more before the reload.
            play(page, "g5-g6")
            page.reload()
            page.wait_for_selector("[data-turn='g5-g6']")
            open_games(page)
            page.wait_for_selector("[data-kept] >> text=3 turns")
            self.assertEqual(page.evaluate(KEPT), 1)

    def test_the_list_goes_on_with_the_game_that_is_being_played(self):
        with self.page() as page:
            start_game(page, "shatra", opponent="engine")
            play(page, "a5-a6")
            page.wait_for_selector("[data-node='2'][aria-current=true]")
            page.click("[data-turn='a5-a6']")
            open_games(page)
            page.click("[data-kept]")
            page.wait_for_selector("body[data-shown=play]")
            page.wait_for_selector("html[data-phase=running]")
            page.wait_for_selector("[data-node='2'][aria-current=true]")
            page.wait_for_selector("[data-mover]")

    def test_what_is_opened_in_a_lesson_takes_the_place_of_the_game(self):
        with self.page() as page:
            play(page, "a5-a6")
            for open_other, turn in (
                (lambda: page.evaluate("location.hash = 'variant=shatra&turns=c3-d7'"), "c3-d7"), (lambda: paste(page, OTHER), "e1-g7"),
            ):
                open_place(page, "learn")
                page.wait_for_selector("[data-task]")
                open_other()
                page.wait_for_selector(f"[data-turn='{turn}']")
                page.wait_for_timeout(200)
                self.assertEqual(page.locator(f"[data-turn='{turn}']").count(), 1)
                self.assertEqual(page.get_attribute("body", "data-shown"), "analyse")

    def test_a_half_typed_comment_and_what_was_deleted_are_there_after_all(self):
        with self.page() as page:
            play(page, "a5-a6")
            play(page, "a10-a9")
            open_place(page, "analyse")
            page.click("[data-turn='a10-a9']")
            page.type(".node-tools textarea", "half a com")
            page.reload()
            page.wait_for_selector(".turns .comment >> text=half a com")
            page.click("[data-turn='a10-a9']")
            page.click("[data-tool=delete]")
            page.wait_for_function("() => document.querySelector(\"[data-turn='a10-a9']\") === null")
            page.click("[data-tool=undo]")
            page.wait_for_selector("[data-turn='a10-a9']")
            page.wait_for_selector(".turns .comment >> text=half a com")

    def test_the_editor_replaces_nothing_by_what_is_no_position(self):
        with self.page() as page:
            play(page, "a5-a6")
            open_editor(page)
            for view in ("play", "analyse"):
                # At once, before the text has been checked.
                page.evaluate("""view => {
                  const text = document.querySelector('[name=editor-text]');
                  text.value = '9/1/7/7/7/7/7/7/1/9 w';
                  text.dispatchEvent(new Event('input', { bubbles: true }));
                  document.querySelector(`[data-action=editor-${view}]`).click();
                }""", view)
                page.wait_for_function("() => document.getElementById('editor-problem').textContent !== ''")
                page.wait_for_timeout(300)
                self.assertEqual(page.get_attribute("body", "data-shown"), "edit")
            open_place(page, "analyse")
            page.wait_for_selector("[data-turn='a5-a6']")


def import_text(page, text):
    """Opens a text in the view of the games."""
    open_games(page)
    open_text(page, text)


OTHER = "[White \"Other\"]\n[Variant \"shatra\"]\n\n1. 62-38 *"


class Tasks(BrowserTest):
    def check_untouched(self, page):
        """Checks that nothing of an earlier task lands in the game that was opened."""
        page.wait_for_selector("[data-turn='e1-g7']")
        page.wait_for_timeout(4000)
        self.assertEqual(page.locator(".turns [data-node]").count(), 1)
        self.assertEqual(page.locator(".turns .glyph, .turns .comment, .variation").count(), 0)
        path = Path(scratch_folder()) / "other.sgn"
        save(page).save_as(path)
        self.assertTrue(path.read_text().endswith("\n\n1. 62-38 *\n\n"), path.read_text())

    def test_an_annotation_ends_with_its_game(self):
        # The annotation would end while the other game is looked at.
        turns, _ = self.engine.game("shatra", most=4)
        with self.page(f"#variant=shatra&turns={'+'.join(turns)}") as page:
            page.wait_for_selector(".turns [data-node='4']")
            page.click("[data-action=annotate]")
            page.wait_for_function("() => document.querySelector('[data-action=annotate]')?.textContent.includes('Stop')")
            import_text(page, OTHER)
            self.check_untouched(page)
            page.wait_for_function("() => !document.querySelector('[data-action=annotate]')?.textContent.includes('Stop')")

    def test_an_exercise_ends_with_its_game(self):
        with self.page() as page:
            import_text(page, "[Variant \"shatra\"]\n\n1. 61-42 $4 (1. 62-38) 13-27 *")
            page.wait_for_selector("[data-turn='c10-c8']")
            # The marks of a file are enough to begin.
            page.click("[data-action=mistakes]")
            page.wait_for_function("() => document.body.hasAttribute('data-asking')")
            import_text(page, OTHER)
            self.check_untouched(page)
            self.assertFalse(page.evaluate("document.body.hasAttribute('data-asking')"))
            self.assertEqual(page.locator(".buttons.mistakes").count(), 0)


class Clocks(BrowserTest):
    def test_the_system_clock_may_be_set_back(self):
        with self.page() as page:
            start_game(page, "shatra", clock="5+3")
            play(page, "a5-a6")
            page.evaluate("const real = Date.now; Date.now = () => real() - 3600000")
            page.wait_for_timeout(300)
            for text in page.locator(".player-clock").all_inner_texts():
                self.assertRegex(text, r"^(5:0\d|4:5\d)$")

    def test_time_is_given_back_with_a_turn(self):
        with self.page() as page:
            start_game(page, "shatra", clock="1+0")
            play(page, "a5-a6")
            page.wait_for_timeout(2200)
            play(page, "a10-a9")
            self.assertEqual(page.locator(".turn-clock").count(), 2)
            page.click("[data-action=take-back]")
            page.wait_for_function("() => document.querySelector(\"[data-turn='a10-a9']\") === null")
            for text in page.locator(".player-clock").all_inner_texts():
                self.assertRegex(text, "^(1:00|0:59)$")


    def test_a_clock_stands_in_other_views_and_goes_on_after_a_reload(self):
        with self.page(prepare=lambda page: page.clock.install()) as page:
            start_game(page, "shatra", clock="5+3")
            play(page, "a5-a6")
            for place, there in (("learn", "[data-task]"), ("games", "[data-kept]")):
                open_place(page, place)
                page.wait_for_selector(there)
                page.clock.fast_forward(360_000)
                page.reload()
                page.wait_for_selector("[data-turn='a5-a6']")
                page.wait_for_selector("body[data-shown=play]")
                for text in page.locator(".player-clock").all_inner_texts():
                    self.assertRegex(text, r"^(5:0\d|4:5\d)$", place)
            page.clock.fast_forward(60_000)
            page.wait_for_function("() => [...document.querySelectorAll('.player-clock')].some(clock => /^(4:0|3:5)/.test(clock.textContent))")
            play(page, "a10-a9")

    def test_a_take_back_does_not_lead_into_a_flag(self):
        with self.page(prepare=lambda page: page.clock.install()) as page:
            start_game(page, "shatra", clock="1+0")
            play(page, "a5-a6")
            page.clock.fast_forward(20_000)
            play(page, "a10-a9")
            page.clock.fast_forward(61_000)
            page.wait_for_function("() => document.querySelector('.message').textContent.includes('Time has run out')")
            page.click("[data-action=take-back]")
            page.wait_for_function("() => document.querySelector(\"[data-turn='a10-a9']\") === null")
            page.clock.fast_forward(5_000)
            page.wait_for_timeout(500)
            self.assertNotIn("Time has run out", page.inner_text(".message"))
            texts = sorted(page.locator(".player-clock").all_inner_texts())
            self.assertEqual(texts[1], "1:00")
            self.assertRegex(texts[0], "^0:5[345]$")
            # The game goes on.
            play(page, "g10-g9")


    def test_no_turn_is_chosen_when_time_has_run_out(self):
        with self.page("#variant=shatra&start=9/1/5K1/7/7/1k5/s6/7/1/3S5+w&at=0", prepare=lambda page: page.clock.install()) as page:
            start_game(page, "shatra", clock="1+0")
            play(page, "b5-a5")
            # Black answers, and White has to choose what its shatra becomes.
            black = self.engine.turns("shatra", "9/1/5K1/7/7/1k5/s6/7/1/3S5 w", ["b5-a5"])
            play(page, next(turn for turn in black if turn.startswith("f8-")))
            page.click(f"{square('e13')}[data-mover]")
            page.click(f"{square('e14')}[data-target]")
            page.wait_for_selector("dialog[open] [data-promotion=R]")
            page.clock.fast_forward(61_000)
            page.wait_for_function("() => document.querySelector('.message').textContent.includes('Time has run out')")
            page.click("dialog[open] [data-promotion=R]")
            page.wait_for_timeout(300)
            self.assertEqual(page.locator(".turns [data-node]").count(), 2)
            self.assertIn("Time has run out", page.inner_text(".message"))


class Keys(BrowserTest):
    def test_letters_act_on_a_russian_layout(self):
        with self.page() as page:
            bottom = page.get_attribute("#player-bottom", "data-side")
            page.evaluate("document.dispatchEvent(new KeyboardEvent('keydown', { key: 'а', code: 'KeyF', bubbles: true }))")
            page.wait_for_function("side => document.getElementById('player-bottom').dataset.side !== side", arg=bottom)
            # On another Latin layout the letter counts, not the place.
            page.evaluate("document.dispatchEvent(new KeyboardEvent('keydown', { key: 'f', code: 'KeyY', bubbles: true }))")
            page.wait_for_function("side => document.getElementById('player-bottom').dataset.side === side", arg=bottom)

    def test_turns_are_read_in_capitals_and_in_letters_that_look_alike(self):
        for typed in ["A5-A6", "а5-а6", "a5a6"]:
            with self.subTest(typed), self.page() as page:
                start_game(page, "shatra")
                page.fill("#typed-turn", typed)
                page.keyboard.press("Enter")
                page.wait_for_selector("[data-turn='a5-a6']")

    def test_a_turn_that_is_typed_at_once_waits_for_the_one_before(self):
        with self.page() as page:
            start_game(page, "shatra")
            page.wait_for_selector("[data-mover]")
            page.focus("#typed-turn")
            for typed in ("a5-a6", "a10-a9", "a6-a7"):
                page.keyboard.type(typed)
                page.keyboard.press("Enter")
            page.wait_for_selector("[data-node='3'][data-turn='a6-a7'][aria-current=true]")
            # What is no turn stands in the field, to be mended.
            page.keyboard.type("a9-a1")
            page.keyboard.press("Enter")
            page.wait_for_selector(".sentence.error")
            self.assertEqual(page.input_value("#typed-turn"), "a9-a1")


if __name__ == "__main__":
    unittest.main()
