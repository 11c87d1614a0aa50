"""The analysis: lines, evaluation, annotation, mistakes, variations."""

import unittest

from support import BrowserTest, open_place, square


class Analysis(BrowserTest):
    def test_three_lines_go_on_and_are_played_by_a_click(self):
        with self.page() as page:
            open_place(page, "analyse")
            page.wait_for_selector(".line:nth-child(3) .line-score")
            depth = "() => Number(document.querySelector('.details-text').textContent.match(/depth (\\d+)/)?.[1] ?? 0)"
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
