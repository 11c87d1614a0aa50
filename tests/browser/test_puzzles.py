"""The trainer: puzzles by mouse, touch and keys; wrong turns and their answers, hints, what is kept."""

import json
import unittest

from puzzles import collections, serve
from support import AXE, IS_STATIC, BrowserTest, open_games, open_place, serious_findings, square, start_game, steps
from test_layout import LOOK, TIGHT_WINDOWS, WINDOWS

MADE = {}
RECORD = "JSON.parse(localStorage.getItem('batyr-puzzles'))"
# The turns of the main line, and the first turns of its variations.
TURNS = "[...document.querySelectorAll('.turns [data-turn]:not(.variation *)')].map(button => button.dataset.turn)"
VARIATIONS = "[...document.querySelectorAll('.variation')].map(line => line.querySelector('[data-turn]').dataset.turn)"


@unittest.skipIf(IS_STATIC, "the page without a server has its own puzzles")
class Puzzles(BrowserTest):
    def setUp(self):
        super().setUp()
        if not MADE:
            MADE["puzzles"], MADE["files"] = collections(self.engine)
        self.puzzles = MADE["puzzles"]

    def trainer(self, variant=None, **options):
        """Opens a page with the collections of the tests."""
        def prepare(page):
            serve(page, MADE["files"])
            if variant is not None:
                page.add_init_script(f"""if (!localStorage.getItem('batyr-puzzles')) {{
                  localStorage.setItem('batyr-puzzles', JSON.stringify({{ wishes: {{ variant: '{variant}', theme: '', difficulty: 'normal' }} }}));
                }}""")
        return self.page(prepare=prepare, **options)

    def enter(self, page):
        """Opens the trainer; returns the puzzle on the board."""
        open_place(page, "puzzles")
        return self.shown(page)

    def shown(self, page, but=""):
        """Returns the puzzle on the board, once it is another one and its turn is asked for."""
        page.wait_for_function("but => { const own = document.querySelector('[data-puzzle]')?.dataset.puzzle; return own !== undefined && own !== but; }", arg=but)
        page.wait_for_selector("[data-mover]")
        name = page.get_attribute("[data-puzzle]", "data-puzzle")
        return next(own for own in self.puzzles[name.rsplit("-", 1)[0]] if own["id"] == name)

    def play(self, page, turn, touch=False):
        """Plays a turn by its squares, as far as the page wants them."""
        for name, _ in steps(turn):
            if page.locator(f"[data-node][aria-current=true][data-turn='{turn}']").count():
                break
            page.wait_for_selector(square(name))
            page.locator(square(name)).tap() if touch else page.click(square(name))

    def solve(self, page, puzzle, touch=False):
        """Plays the solver's turns, without those that the page plays."""
        before = None
        for step in puzzle["line"]:
            if step["by"] == "solver" and not step["forced"]:
                if before is not None:
                    page.wait_for_selector(f"[data-node][aria-current=true][data-turn='{before}']", state="attached")
                page.wait_for_selector("[data-mover]")
                self.play(page, step["turn"], touch)
            before = step["turn"]
        self.wait_for_end(page)

    def wait_for_end(self, page):
        page.wait_for_selector("[data-action=puzzle-analyse]")

    def wrong_turn(self, puzzle):
        """Returns a wrong turn that is answered by some turns."""
        return next(turn for turn, refutation in puzzle["wrong"].items() if len(refutation["line"]) > 0)

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

    def test_a_later_wrong_turn_is_answered_by_the_engine(self):
        puzzle = self.puzzles["shatra"][1]
        first, reply, right = [step["turn"] for step in puzzle["line"]]
        with self.trainer(fragment=f"#puzzle={puzzle['id']}") as page:
            self.shown(page)
            self.play(page, first)
            page.wait_for_selector(f"[data-turn='{reply}'][aria-current=true]")
            page.wait_for_selector("[data-mover]")
            wrong = next(turn for turn in self.engine.turns("shatra", puzzle["position"], [first, reply]) if turn != right)
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
            page.wait_for_selector("[data-mover]")
            self.solve(page, self.puzzles["shatra"][0], touch=True)
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
            self.assertNotEqual(self.enter(page)["id"], wanted)
        with self.trainer(fragment=f"#puzzle={wanted}") as page:
            self.shown(page)
            page.click("[data-action=puzzle-answer]")
            self.wait_for_end(page)
            page.click("[data-part=puzzle-actions] summary:has-text('More')")
            page.click("[data-action=puzzle-play]")
            page.wait_for_selector("html[data-phase=running]")
            page.wait_for_selector(".turns [data-turn]")

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

    def test_a_page_without_puzzles_says_so(self):
        with self.page(prepare=lambda page: serve(page, {"index.json": "{}"})) as page:
            open_place(page, "puzzles")
            page.wait_for_function("() => document.getElementById('sentence').textContent === 'This page has no puzzles.'")

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

    def test_it_needs_no_network_once_it_is_open(self):
        with self.trainer("shatranj", expected_errors="ERR_INTERNET") as page:
            first = self.enter(page)
            page.context.set_offline(True)
            self.solve(page, first)
            page.click("[data-action=puzzle-next]")
            self.shown(page, but=first["id"])

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
