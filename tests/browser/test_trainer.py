"""The trainer: which puzzle comes, what is kept of those that were tried, and where one goes from a puzzle."""

import unittest

from puzzles import RECORD, TURNS, PuzzleTest, serve
from support import open_games, open_place, square, start_game


class Trainer(PuzzleTest):
    def leave_and_come_back(self, page, by, puzzle):
        """Leaves the trainer, or the whole page, and opens it again, where the same puzzle waits."""
        if by == "reload":
            page.reload()
            page.wait_for_selector("[data-square]")
        else:
            open_place(page, by)
        self.assertEqual(self.enter(page)["id"], puzzle["id"])

    def test_a_hint_counts_when_the_puzzle_was_left_meanwhile(self):
        with self.trainer("shatranj") as page:
            puzzle = self.enter(page)
            page.click("[data-action=hint]")
            page.wait_for_selector(".drawing .mark", state="attached")
            for by in ("analyse", "reload"):
                self.leave_and_come_back(page, by, puzzle)
            self.solve(page, puzzle)
            self.assertIn("with a hint", page.inner_text("#sentence"))
            self.assertEqual([attempt["points"] for attempt in page.evaluate(RECORD)["attempts"]], [0.5])

    def test_a_mistake_counts_once_when_the_puzzle_was_left_meanwhile(self):
        with self.trainer("shatra") as page:
            puzzle = self.enter(page)
            self.play(page, self.wrong_turn(puzzle))
            page.wait_for_selector(".message[data-kind=error]")
            for by in ("analyse", "reload"):
                self.leave_and_come_back(page, by, puzzle)
            self.solve(page, puzzle)
            self.assertEqual(page.inner_text("#sentence"), "Solved, at the second try")
            self.assertIn("Rating 960 (−40).", page.inner_text("#sentence-why"))
            record = page.evaluate(RECORD)
            self.assertEqual([(attempt["points"], attempt.get("isLate")) for attempt in record["attempts"]], [(0, True)])
            # A repetition counts for nothing, wherever one has been meanwhile.
            page.click("[data-action=puzzle-retry]")
            page.wait_for_selector("[data-action=puzzle-answer]")
            for by in ("analyse", "reload"):
                self.leave_and_come_back(page, by, puzzle)
            self.solve(page, puzzle)
            self.assertEqual(page.evaluate(RECORD), record)

    def test_a_reload_of_a_solved_puzzle_counts_nothing(self):
        with self.trainer("shatranj") as page:
            puzzle = self.enter(page)
            self.solve(page, puzzle)
            record = page.evaluate(RECORD)
            page.reload()
            self.assertEqual(self.shown(page)["id"], puzzle["id"])
            self.solve(page, puzzle)
            self.assertEqual(page.evaluate(RECORD), record)

    def test_the_puzzle_of_a_day_stays_one(self):
        with self.trainer("shatranj") as page:
            page.clock.set_fixed_time("2026-12-01T10:00:00")
            self.enter(page)
            page.click("[data-part=puzzle-actions] summary >> nth=1")
            page.click("[data-action=puzzle-day]")
            of_day = "() => document.querySelector('.puzzle-head .note')?.textContent.includes('December 1')"
            page.wait_for_function(of_day)
            puzzle = self.shown(page)
            for by in ("learn", "reload"):
                self.leave_and_come_back(page, by, puzzle)
                self.assertTrue(page.evaluate(of_day), by)
            # On another day it is a puzzle like others.
            page.clock.set_fixed_time("2026-12-02T10:00:00")
            self.leave_and_come_back(page, "learn", puzzle)
            self.assertFalse(page.evaluate(of_day.replace("er 1", "er 2")))

    def test_what_is_wished_comes_and_nothing_twice(self):
        with self.trainer("shatranj") as page:
            seen = []
            while len(seen) < 3:
                puzzle = self.enter(page) if not seen else self.shown(page, but=seen[-1])
                seen.append(puzzle["id"])
                self.solve(page, puzzle)
                page.click("[data-action=puzzle-next]")
            self.assertEqual(len(set(seen)), 3)
            page.click("[data-part=puzzle-actions] summary:has-text('Themes')")
            page.select_option("select[name=puzzle-theme]", "baring")
            self.assertEqual(self.shown(page, but=seen[0] if seen[0].endswith("3") else seen[-1] if not seen[-1].endswith("4") else "")["themes"], ["baring"])
            page.click("[data-part=puzzle-actions] summary:has-text('More')")
            page.click("[data-action=puzzle-results]")
            page.wait_for_selector(".puzzle-report[open]")
            self.assertEqual(page.locator(".puzzle-report tbody tr").count(), 3)
            self.assertNotIn("⟦", page.inner_text("body"))

    def test_the_puzzle_of_a_day_is_the_same_for_everybody(self):
        found = {}
        for day, locale in (("2026-12-01", "en"), ("2026-12-01", "ru"), ("2026-12-02", "en"), ("2026-12-03", "en")):
            with self.trainer("shatranj", locale=locale) as page:
                page.clock.set_fixed_time(f"{day}T10:00:00")
                self.enter(page)
                page.click("[data-part=puzzle-actions] summary >> nth=1")
                page.click("[data-action=puzzle-day]")
                page.wait_for_function("day => document.querySelector('.puzzle-head .note').textContent.includes(day)", arg=str(int(day[-2:])))
                found.setdefault(day, set()).add(page.get_attribute("[data-puzzle]", "data-puzzle"))
        self.assertEqual([len(names) for names in found.values()], [1, 1, 1])
        self.assertEqual(len(set.union(*found.values())), 3)

    def test_an_address_opens_a_puzzle(self):
        wanted = self.puzzles["shatranj"][2]["id"]
        with self.trainer(fragment=f"#puzzle={wanted}") as page:
            self.assertEqual(self.shown(page)["id"], wanted)
            # A reload opens it again, and what comes after it is no puzzle.
            page.reload()
            self.assertEqual(self.shown(page)["id"], wanted)
            open_place(page, "play")
            page.wait_for_function("() => location.hash === ''")
        for wrong in ("shatranj-ffffffff", "shatra%0Aquit-00000001"):
            with self.trainer(fragment=f"#puzzle={wrong}") as page:
                page.wait_for_selector(".sentence.error")
                self.assertIn("no puzzle", page.inner_text("#sentence"))

    def test_the_game_waits_and_comes_back(self):
        with self.trainer("shatra") as page:
            start_game(page, "shatra-original")
            page.click(square("d6"))
            page.click(square("d7"))
            page.wait_for_selector("[data-turn='d6-d7']")
            self.enter(page)
            open_place(page, "learn")
            page.wait_for_selector("[data-task]")
            open_place(page, "play")
            page.wait_for_selector("[data-turn='d6-d7']")
            page.wait_for_selector("html[data-phase=running]")

    def test_a_result_opens_its_puzzle_again(self):
        with self.trainer("shatra") as page:
            first = self.enter(page)
            self.solve(page, first)
            page.click("[data-action=puzzle-next]")
            second = self.shown(page, but=first["id"])
            record = page.evaluate(RECORD)
            page.click(f"[data-attempt='{first['id']}']")
            self.assertEqual(self.shown(page, but=second["id"])["id"], first["id"])
            page.click("[data-action=puzzle-answer]")
            self.wait_for_end(page)
            self.assertEqual(page.evaluate(RECORD)["attempts"], record["attempts"])

    def test_a_puzzle_is_no_game_of_the_list(self):
        with self.trainer("shatra") as page:
            puzzle = self.enter(page)
            self.solve(page, puzzle)
            page.wait_for_timeout(1000)
            open_games(page)
            page.wait_for_timeout(500)
            self.assertEqual(page.locator("[data-kept]").count(), 0)

    def test_the_end_is_played_on_and_analysed(self):
        # It ends where several turns win.
        wanted = self.puzzles["shatra"][1]["id"]
        with self.trainer(fragment=f"#puzzle={wanted}") as page:
            puzzle = self.shown(page)
            self.solve(page, puzzle)
            page.click("[data-action=puzzle-analyse]")
            page.wait_for_selector(".line-score")
            self.assertEqual(page.evaluate(TURNS)[0], puzzle["line"][0]["turn"])
            # After a puzzle that is over comes another one.
            open_place(page, "puzzles")
            self.shown(page, but=wanted)
        with self.trainer(fragment=f"#puzzle={wanted}") as page:
            self.shown(page)
            page.click("[data-action=puzzle-answer]")
            self.wait_for_end(page)
            page.click("[data-part=puzzle-actions] summary:has-text('More')")
            page.click("[data-action=puzzle-play]")
            page.wait_for_selector("html[data-phase=running]")
            page.wait_for_selector(".turns [data-turn]")

    def test_a_page_without_puzzles_says_so(self):
        with self.page(prepare=lambda page: serve(page, {"index.json": "{}"})) as page:
            open_place(page, "puzzles")
            page.wait_for_function("() => document.getElementById('sentence').textContent === 'This page has no puzzles.'")

    def test_it_needs_no_network_once_it_is_open(self):
        with self.trainer("shatranj", expected_errors="ERR_INTERNET") as page:
            first = self.enter(page)
            page.context.set_offline(True)
            self.solve(page, first)
            page.click("[data-action=puzzle-next]")
            self.shown(page, but=first["id"])


if __name__ == "__main__":
    unittest.main()
