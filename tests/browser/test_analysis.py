"""The analysis: lines, evaluation, annotation, mistakes, variations."""

import random
import unittest

from support import BrowserTest, open_place, square, start_game


class Analysis(BrowserTest):
    def test_three_lines_go_on_and_are_played_by_a_click(self):
        with self.page() as page:
            open_place(page, "analyse")
            page.wait_for_selector(".line:nth-child(3) .line-score")
            depth = "() => Number((document.querySelector('.details-text > span')?.textContent ?? '').match(/depth (\\d+)/)?.[1] ?? 0)"
            first = page.evaluate(depth)
            page.wait_for_function(f"first => ({depth})() > first", arg=first)
            # The best turn alone has an arrow, until another line is pointed at.
            self.assertEqual(page.locator(".arrow:not(.rank-1)").count(), 0)
            page.hover(".line:nth-child(2) .turn >> nth=0")
            page.wait_for_selector(".arrow.pointed.rank-2", state="attached")
            page.mouse.move(1, 1)
            page.wait_for_selector(".arrow.pointed", state="detached")
            turns = page.locator(".line:first-child .turn").all_inner_texts()
            self.assertTrue(set(turns[:1]) <= set(self.engine.turns("shatra", None, [])))
            page.locator(".line:first-child .turn").nth(1).click()
            page.wait_for_function("() => document.querySelectorAll('.turns [data-node]').length === 2")
            page.keyboard.press("l")
            page.wait_for_selector("[data-action=analyse][aria-checked=false]")

    def test_endgame_tables_tell_the_value_of_every_turn(self):
        for start in ("9/1/7/3k3/1Q5/2K4/7/7/1/9 w - - - - 1", "9/1/7/7/2k4/1q5/3K3/7/1/9 b - - - - 1"):
            with self.subTest(start), self.page(f"#variant=shatra&start={start.replace(' ', '+')}") as page:
                page.wait_for_selector(".exact[data-outcome=lost]")
                page.wait_for_function("count => document.querySelectorAll('.exact [data-turn]').length === count", arg=len(self.engine.turns("shatra", start, [])))
                told = {}
                for outcome in ("won", "drawn", "lost"):
                    words = page.locator(f".exact[data-outcome={outcome}] button").evaluate_all("all => all.map(one => [one.dataset.turn, one.querySelector('span')?.textContent ?? ''])")
                    self.assertEqual([distance for _, distance in words], sorted((distance for _, distance in words), key=lambda text: int(text or 0)))
                    told |= {turn: (outcome, distance) for turn, distance in words}
                # The engine says of each position behind a turn what it is for the other side.
                self.assertEqual(set(told), set(self.engine.turns("shatra", start, [])))
                for turn, (outcome, distance) in told.items():
                    info = self.engine.ask(f"position fen {start} moves {turn}\ngo depth 1", "bestmove")[-2]
                    kind, value = info.split(" score ")[1].split()[:2]
                    self.assertEqual(outcome, "drawn" if kind == "cp" else "won" if int(value) <= 0 else "lost", turn)
                    if kind == "mate":
                        self.assertEqual(int(distance), 1 - int(value) if int(value) <= 0 else int(value), turn)
                page.click(".exact[data-outcome=won] button")
                page.wait_for_selector("[data-node='1']")

    def test_variations_are_promoted_and_deleted(self):
        with self.page("#variant=shatra-original&turns=d6-d7+d9-d8&at=0") as page:
            page.wait_for_selector("[data-node='2']")
            for press in ("c6", "c7"):
                page.click(square(press))
            page.wait_for_selector(".variation [data-turn='c6-c7']")
            page.click("[data-tool=main-line]")
            page.wait_for_selector(".variation [data-turn='d6-d7']")
            page.click("[data-glyph='?!']")
            page.wait_for_selector("[data-turn='c6-c7'] .glyph")
            page.fill(".node-tools textarea", "A try")
            page.press(".node-tools textarea", "Tab")
            page.wait_for_selector(".turns .comment")
            page.click("[data-tool=delete]")
            page.wait_for_function("() => !document.querySelector(\"[data-turn='c6-c7']\")")
            self.assertEqual(page.locator(".variation").count(), 0)

    def test_a_comment_belongs_to_its_game(self):
        with self.page("#variant=shatra&turns=a5-a6+a10-a9+b5-b6&at=3") as page:
            page.wait_for_selector("[data-turn='b5-b6']")
            page.fill(".node-tools textarea", "of the first game")
            page.wait_for_selector(".turns .comment")
            page.evaluate("location.hash = 'variant=shatra&turns=c5-c6+c10-c9+d5-d6&at=3'")
            page.wait_for_selector("[data-turn='d5-d6'][aria-current=true]")
            self.assertEqual(page.input_value(".node-tools textarea"), "")
            self.assertEqual(page.locator(".turns .comment").count(), 0)

    def test_the_list_of_turns_can_be_scrolled_during_an_analysis(self):
        rng, turns = random.Random(1), []
        while len(turns) < 60:
            turns.append(rng.choice(self.engine.turns("shatranj", None, turns)))
        is_current_in_sight = """() => {
          const [list, turn] = ['.turns', '.turns [aria-current]'].map(name => document.querySelector(name).getBoundingClientRect());
          return turn.top >= list.top && turn.bottom <= list.bottom;
        }"""
        with self.page(f"#variant=shatranj&turns={'+'.join(turns)}&at=0") as page:
            page.wait_for_selector(".line-score")
            page.evaluate("document.querySelector('.turns').scrollTop = 400")
            page.wait_for_timeout(1000)
            self.assertEqual(page.evaluate("document.querySelector('.turns').scrollTop"), 400)
            # The turn that comes onto the board is in sight.
            page.keyboard.press("ArrowDown")
            page.wait_for_selector("[data-node='60'][aria-current=true]")
            self.assertTrue(page.evaluate(is_current_in_sight))
            # So is one that has come while the list was not.
            page.click("[data-tab=openings]")
            page.click(".steps [data-action=first]")
            page.click(".steps [data-action=next]")
            page.wait_for_selector("[data-node='1'][aria-current=true]", state="attached")
            page.click("[data-tab=turns]")
            page.wait_for_selector("[data-node='60']")
            page.wait_for_function(is_current_in_sight)

    def test_a_variation_behind_a_game_that_was_resigned_has_its_own_end(self):
        with self.page("#variant=shatra&start=9/1/5K1/7/3S3/7/7/1k5/1/9+w&at=0") as page:
            start_game(page, "shatra")
            page.click("[data-part=actions] [data-action=resign]")
            page.click(".message [data-action=resign]")
            page.wait_for_selector("[data-action=rematch]")
            page.click("[data-action=review]")
            for turn in ("d7-d8", "f10-e9", "d8:f10"):
                for name in turn.replace(":", "-").split("-"):
                    page.click(f"{square(name)}:is([data-mover], [data-target])")
                page.wait_for_selector(f"[data-turn='{turn}']")
            page.wait_for_function("() => document.getElementById('sentence-why').textContent === 'The biy has been captured. 3 turns.'")
            self.assertEqual(page.inner_text("#sentence"), "White has won")
            self.assertEqual(page.get_attribute("#player-bottom .player-turn", "data-outcome"), "won")
            # The match has ended as it has.
            open_place(page, "play")
            page.click("[data-action=to-tip]")
            page.wait_for_function("() => document.getElementById('sentence').textContent === 'Black has won'")
            self.assertEqual(page.inner_text("#sentence-why"), "White has resigned. 0 turns.")
            self.assertEqual(page.get_attribute("#player-bottom .player-turn", "data-outcome"), "lost")

    def test_a_game_is_annotated_and_its_mistake_is_found(self):
        # White gives away a batyr on its second turn.
        start = "9/1/3Q3/K6/7/7/7/4k2/1/s8 w - - - - 1"
        blunder = ["d5-d8", "f10-e9"] if "d5-d8" in self.engine.turns("shatra-original", start, []) else None
        game = blunder or self.engine.turns("shatra-original", start, [])[:1]
        fragment = f"#variant=shatra-original&start={start.replace(' ', '+')}&turns={game[0]}&at=0"
        with self.page(fragment) as page:
            page.wait_for_selector("[data-node='1']")
            page.click("[data-action=annotate]")
            page.wait_for_function("() => document.querySelector('[data-action=annotate]')?.textContent.includes('Stop')")
            page.wait_for_function("() => !document.querySelector('[data-action=annotate]')?.textContent.includes('Stop')", timeout=60_000)
            page.wait_for_selector(".graph-line", state="attached")


if __name__ == "__main__":
    unittest.main()
