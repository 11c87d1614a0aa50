"""Puzzles on the board by mouse, touch and keys; wrong turns and their answers, hints."""

import json
import unittest

from puzzles import MADE, RECORD, TURNS, VARIATIONS, PuzzleTest, serve
from support import AXE, serious_findings, square, steps
from test_layout import LOOK, TIGHT_WINDOWS, WINDOWS


class Puzzles(PuzzleTest):
    def test_a_line_is_played_with_the_replies_and_the_forced_turn(self):
        with self.trainer("shatra") as page:
            puzzle = self.enter(page)
            self.assertEqual([step["forced"] for step in puzzle["line"]], [False, False, True])
            self.solve(page, puzzle)
            self.assertEqual(page.evaluate(TURNS), [step["turn"] for step in puzzle["line"]])
            record = page.evaluate(RECORD)
            rating = round(record["ratings"]["shatra"]["rating"])
            self.assertRegex(page.inner_text("#sentence"), r"^Solved in \d+ s$")
            self.assertEqual(page.inner_text("#sentence-why"), f"The game is won. Rating {rating} (+{rating - 1000}).")
            self.assertTrue(page.is_visible(".verdict.right"))
            self.assertEqual([(attempt["id"], attempt["points"]) for attempt in record["attempts"]], [(puzzle["id"], 1)])
            self.assertGreater(record["ratings"]["shatra"]["rating"], 1000)
            self.assertEqual(page.inner_text(".puzzle-head h2"), "Drop · A temdek goes off")
            self.assertIn("a turn in hand", page.inner_text(".puzzle-lesson"))
            # The next is one of two turns, for Black, and ends where several win.
            page.click("[data-action=puzzle-next]")
            other = self.shown(page, but=puzzle["id"])
            self.assertEqual(page.get_attribute("#board", "data-position").split()[1], "b")
            self.solve(page, other)
            self.assertEqual(page.evaluate(TURNS), [step["turn"] for step in other["line"]])
            self.assertIn("several turns win", page.inner_text("#sentence-why"))
            # What else could be played is there to be looked at.
            tempting = page.evaluate(VARIATIONS)
            self.assertEqual(len(tempting), min(2, len(other["wrong"])))
            self.assertLessEqual(set(tempting), set(other["wrong"]))

    def wins(self, puzzle, turns):
        """Returns whether the engine sees a forced win of the side that has played the last of these turns."""
        self.engine.ask(f"setoption name UCI_Variant value {puzzle['variant']}\nposition fen {puzzle['position']} moves {' '.join(turns)}\nisready", "readyok")
        return any(" mate -" in line for line in self.engine.ask("go nodes 20000", "bestmove"))

    def test_a_later_wrong_turn_is_answered_by_the_engine(self):
        puzzle = self.puzzles["shatra"][1]
        first, reply, right = [step["turn"] for step in puzzle["line"]]
        with self.trainer(fragment=f"#puzzle={puzzle['id']}") as page:
            self.shown(page)
            self.play(page, first)
            page.wait_for_selector(f"[data-turn='{reply}'][aria-current=true]")
            page.wait_for_selector("[data-mover]")
            wrong = next(turn for turn in self.engine.turns("shatra", puzzle["position"], [first, reply]) if turn != right and not self.wins(puzzle, [first, reply, turn]))
            self.play(page, wrong)
            page.wait_for_selector(".message[data-kind=error]")
            page.wait_for_function("() => /White (answers|captures)|Then |wins/.test(document.getElementById('sentence-why').textContent)")
            self.assertNotEqual(page.get_attribute("[data-node][aria-current=true]", "data-turn"), wrong)
            page.click("[data-action=puzzle-retry]")
            page.wait_for_selector("[data-mover]")
            self.play(page, right)
            self.wait_for_end(page)

    def test_a_wrong_turn_stays_is_answered_and_tried_again(self):
        with self.trainer("shatra") as page:
            puzzle = self.enter(page)
            wrong = self.wrong_turn(puzzle)
            self.play(page, wrong)
            page.wait_for_selector(".verdict.wrong")
            page.wait_for_selector(".message[data-kind=error]")
            self.assertIn("does not win", page.inner_text("#sentence"))
            page.wait_for_selector(f"[data-node][aria-current=true][data-turn='{wrong}']")
            # The answer is played, and said with its score.
            said = f"Black answers {puzzle['wrong'][wrong]['line'][0]}. Then Black is better (−2.30)."
            page.wait_for_function("said => document.getElementById('sentence-why').textContent === said", arg=said)
            # The board shows the turn that is said, and the cross stays at the wrong one; behind them the line can be looked at.
            first, *rest = puzzle["wrong"][wrong]["line"]
            self.assertEqual(page.get_attribute("[data-node][aria-current=true]", "data-turn"), first)
            self.assertEqual(page.locator(".verdict.wrong").count(), 1)
            for turn in rest:
                page.click("[data-action=next]")
                page.wait_for_selector(f"[data-node][aria-current=true][data-turn='{turn}']")
            self.assertEqual(page.locator(".verdict").count(), 0, "the man of the wrong turn has gone on")
            # It stays there, with the two ways on.
            self.assertTrue(page.is_visible("[data-action=puzzle-retry].strong") and page.is_visible("[data-action=puzzle-answer]"))
            page.click("[data-action=puzzle-retry]")
            page.wait_for_selector("[data-mover]")
            self.solve(page, puzzle)
            record = page.evaluate(RECORD)
            # One mistake costs a new rating a few points.
            self.assertEqual(page.inner_text("#sentence"), "Solved, at the second try")
            self.assertIn("Rating 960 (−40).", page.inner_text("#sentence-why"))
            self.assertEqual(page.get_attribute(".message", "data-kind"), "late")
            self.assertEqual([(attempt["points"], attempt["isLate"]) for attempt in record["attempts"]], [(0, True)])
            self.assertIn("solved after a mistake", page.get_attribute(".puzzle-result", "title"))
            self.assertLess(record["ratings"]["shatra"]["rating"], 1000)
            # Once more: that counts for nothing.
            page.click("[data-action=puzzle-retry]")
            page.wait_for_selector("[data-action=puzzle-answer]")
            page.wait_for_selector("[data-mover]")
            self.solve(page, puzzle)
            self.assertEqual(page.evaluate(RECORD), record)

    def test_a_hint_comes_in_two_steps(self):
        with self.trainer("shatranj") as page:
            puzzle = self.enter(page)
            (first, _), (last, _) = steps(puzzle["line"][0]["turn"])
            page.click("[data-action=hint]")
            page.wait_for_function("() => document.querySelectorAll('.drawing .mark').length === 1")
            self.assertIn(first, page.inner_text("#sentence-why"))
            page.click("[data-action=hint]")
            page.wait_for_function("() => document.querySelectorAll('.drawing .mark').length === 2")
            self.assertIn(last, page.inner_text("#sentence-why"))
            page.wait_for_selector("[data-action=hint]", state="detached")
            self.solve(page, puzzle)
            self.assertIn("with a hint", page.inner_text("#sentence"))
            self.assertEqual(page.evaluate(RECORD)["attempts"][0]["points"], 0.5)

    def test_the_answer_is_walked_through(self):
        with self.trainer("shatra") as page:
            puzzle = self.enter(page)
            page.click("[data-action=puzzle-answer]")
            self.wait_for_end(page)
            page.wait_for_selector(f"[data-node='{len(puzzle['line'])}'][aria-current=true]")
            self.assertEqual(page.evaluate(TURNS), [step["turn"] for step in puzzle["line"]])
            self.assertEqual(page.evaluate(RECORD)["attempts"][0]["points"], 0)

    def test_by_keyboard_alone(self):
        with self.trainer("shatranj") as page:
            page.focus(".rail [data-view=puzzles]")
            page.keyboard.press("Enter")
            puzzle = self.shown(page)
            # A wrong turn, the way back by its key, a hint, the turn, and the next puzzle.
            wrong = self.wrong_turn(puzzle)
            for turn in (wrong, puzzle["line"][0]["turn"]):
                page.wait_for_selector("[data-mover]")
                for name, _ in steps(turn):
                    page.focus(square(name))
                    page.keyboard.press("Enter")
                if turn == wrong:
                    page.wait_for_selector(".message[data-kind=error]")
                    page.keyboard.press("r")
                    page.wait_for_selector(".message:not([data-kind=error])")
                    page.keyboard.press("h")
                    page.wait_for_selector(".drawing .mark", state="attached")
            self.wait_for_end(page)
            page.keyboard.press("n")
            self.shown(page, but=puzzle["id"])

    def test_by_touch_on_a_phone(self):
        with self.trainer("shatra", width=390, height=844, has_touch=True, is_mobile=True) as page:
            page.locator(".top [data-action=menu]").tap()
            page.locator(".rail [data-view=puzzles]").tap()
            self.solve(page, self.shown(page), touch=True)
            self.assertIn("The game is won", page.inner_text("#sentence-why"))

    def test_screen_readers_hear_the_task_and_the_verdict(self):
        with self.trainer("shatranj") as page:
            puzzle = self.enter(page)
            said = "() => document.getElementById('answers').textContent"
            self.assertIn("White to move and win", page.evaluate(said))
            self.play(page, self.wrong_turn(puzzle))
            page.wait_for_function(f"() => ({said})().includes('does not win')")

    @unittest.skipIf(AXE is None, "axe-core is not installed")
    def test_axe_finds_nothing_serious(self):
        for theme in ("light", "dark", "contrast"):
            with self.subTest(theme), self.trainer("shatra", bypass_csp=True) as page:
                page.evaluate("theme => localStorage.setItem('batyr-settings', JSON.stringify({ theme }))", theme)
                page.reload()
                page.wait_for_selector("[data-square]")
                puzzle = self.enter(page)
                self.play(page, self.wrong_turn(puzzle))
                page.wait_for_selector("[data-action=puzzle-retry]")
                page.click("[data-part=puzzle-actions] summary:has-text('Themes')")
                self.assertEqual(serious_findings(page), [])
                page.click("[data-action=puzzle-retry]")
                page.wait_for_selector(f"{square(steps(puzzle['line'][0]['turn'])[0][0])}[data-mover]")
                self.solve(page, puzzle)
                self.assertEqual(serious_findings(page), [])
                page.click("[data-part=puzzle-actions] summary:has-text('More')")
                page.click("[data-action=puzzle-results]")
                page.wait_for_selector(".puzzle-report[open]")
                self.assertEqual(serious_findings(page), [])

    def test_another_text_of_the_turn_counts(self):
        puzzle = self.puzzles["shatranj"][0]
        other = next(iter(puzzle["wrong"]))
        files = dict(MADE["files"])
        twofold = {**puzzle, "line": [{**puzzle["line"][0], "also": [other]}]}
        files["shatranj.jsonl"] = json.dumps(twofold) + "\nnot a puzzle\n"
        with self.page(prepare=lambda page: serve(page, files), fragment=f"#puzzle={puzzle['id']}") as page:
            page.wait_for_selector("[data-mover]")
            self.play(page, other)
            self.wait_for_end(page)
            self.assertEqual(page.evaluate(TURNS), [puzzle["line"][0]["turn"]])

    def test_who_wins_at_once_has_solved_it(self):
        puzzle = self.puzzles["shatranj"][0]
        other = next(iter(puzzle["wrong"]))
        # A line that begins with a slower turn, and no refutations.
        slow = {**puzzle, "line": [{**puzzle["line"][0], "turn": other}], "wrong": {}, "end": "several"}
        files = {**MADE["files"], "shatranj.jsonl": json.dumps(slow)}
        with self.page(prepare=lambda page: serve(page, files), fragment=f"#puzzle={puzzle['id']}") as page:
            page.wait_for_selector("[data-mover]")
            self.play(page, puzzle["line"][0]["turn"])
            self.wait_for_end(page)
            self.assertIn("The game is won.", page.inner_text("#sentence-why"))
            self.assertEqual(page.evaluate(RECORD)["attempts"][0]["points"], 1)

    def test_a_refutation_may_win_for_the_opponent(self):
        puzzle = self.puzzles["shatra"][0]
        wrong = self.wrong_turn(puzzle)
        line = puzzle["wrong"][wrong]["line"]
        answer = f"Black answers {line[0]}."
        # The first of the opponent's turns is the answer.
        for loses_in, line, said in (
            (3, line, f"{answer} Black then wins in 2 turns."),
            (2, line, f"{answer} Black then wins with its next turn."),
            (1, line, f"{answer} The game is lost."),
            (0, [], "The game is lost at once."),
            (None, [], "The game is a draw."),
        ):
            refutation = {"line": line, "score": 0} if loses_in is None else {"line": line, "score": -31990, "loses_in": loses_in}
            lost = {**puzzle, "wrong": {**puzzle["wrong"], wrong: refutation}}
            files = {**MADE["files"], "shatra.jsonl": json.dumps(lost)}
            with self.page(prepare=lambda page, files=files: serve(page, files), fragment=f"#puzzle={puzzle['id']}") as page:
                self.shown(page)
                self.play(page, wrong)
                page.wait_for_function("said => document.getElementById('sentence-why').textContent === said", arg=said)

    def test_a_refutation_says_what_it_captures(self):
        with self.page() as page:
            lines = page.evaluate("async () => await (await fetch('puzzles/shatra.jsonl')).text()").splitlines()
        if not lines:
            self.skipTest("the program has no puzzles")
        # Of the puzzles of the program, one whose wrong turn is answered by a capture, and one where it comes later.
        answers = [(puzzle, turn, own["line"]) for puzzle in map(json.loads, lines) for turn, own in puzzle["wrong"].items() if len(own["line"]) > 2]
        at_once = next(found for found in answers if ":" in found[2][0])
        later = next(found for found in answers if ":" not in found[2][0] and ":" in found[2][2])
        for (puzzle, turn, line), reply in ((at_once, at_once[2][0]), (later, later[2][2])):
            count = reply.count(":")
            men = "1 man" if count == 1 else f"{count} men"
            enemy = "Black" if puzzle["position"].split()[1] == "w" else "White"
            start = f"After {turn} {enemy} captures" if reply == line[0] else f"{enemy} answers {line[0]} and then captures"
            with self.subTest(turn), self.page(f"#puzzle={puzzle['id']}") as page:
                page.wait_for_selector(f"[data-puzzle='{puzzle['id']}']", state="attached")
                page.wait_for_selector("[data-mover]")
                self.play(page, turn)
                page.wait_for_function("said => document.getElementById('sentence-why').textContent.startsWith(said)", arg=f"{start} {men}: {reply}.")
                self.assertEqual(page.get_attribute("[data-node][aria-current=true]", "data-turn"), reply)
                # The men that the turn has captured are struck out where they stood.
                page.wait_for_function("count => document.querySelectorAll('[data-square][data-ghost]').length === count", arg=count)
                self.assertNotIn(" 0 ", page.inner_text("#sentence-why"))

    def test_the_puzzles_of_the_program_are_solved_by_their_lines(self):
        with self.page() as page:
            read = "async name => await (await fetch(`puzzles/${name}`)).text()"
            counts = json.loads(page.evaluate(read, "index.json"))
            collections = {variant: page.evaluate(read, f"{variant}.jsonl").splitlines() for variant in counts}
        if not counts:
            self.skipTest("the program has no puzzles")
        for variant, lines in collections.items():
            self.assertEqual(len(lines), counts[variant])
            for line in (lines[0], lines[len(lines) // 2], lines[-1]):
                puzzle = json.loads(line)
                # The engine knows no other first turn than those that are stored.
                turns = self.engine.turns(variant, puzzle["position"], [])
                first = puzzle["line"][0]
                self.assertEqual(sorted([first["turn"], *first["also"], *puzzle["wrong"]]), sorted(turns), puzzle["id"])
                with self.subTest(puzzle["id"]), self.page(f"#puzzle={puzzle['id']}") as page:
                    page.wait_for_selector(f"[data-puzzle='{puzzle['id']}']")
                    self.solve(page, puzzle)
                    self.assertNotIn("⟦", page.inner_text("body"))

    def test_every_window_has_room(self):
        for language, windows in (("en", WINDOWS), ("ru", TIGHT_WINDOWS)):
            for width, height in windows:
                least, _ = WINDOWS[width, height]
                with self.trainer("shatra", width=width, height=height, locale=language) as page:
                    puzzle = self.enter(page)
                    boards = [self.check_look(page, (width, height, language, "open"), least)]
                    self.play(page, self.wrong_turn(puzzle))
                    page.wait_for_selector(".message[data-kind=error]")
                    boards.append(self.check_look(page, (width, height, language, "wrong"), least))
                    page.click("[data-action=puzzle-retry]")
                    page.wait_for_selector("[data-mover]")
                    self.solve(page, puzzle)
                    boards.append(self.check_look(page, (width, height, language, "end"), least))
                    self.assertEqual(len(set(boards)), 1, (width, height, language, "the board stays"))

    def check_look(self, page, name, least):
        page.wait_for_timeout(100)
        found = page.evaluate(LOOK.replace("'#board',", "'#board', '[data-part=puzzle-actions] > *',"))
        with self.subTest(name):
            self.assertGreaterEqual(round(found["size"], 1), least)
            self.assertEqual((found["outside"], found["cut"], found["covered"], found["scrolls"]), ([], [], [], False))
        return found["board"]


if __name__ == "__main__":
    unittest.main()
