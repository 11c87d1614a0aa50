"""Whole games by mouse, by touch and by keyboard."""

import unittest

from support import SHATRA_VARIANTS, VARIANTS, BrowserTest, square, start_game, steps


def click_turn(page, turn, press):
    """Plays a turn square by square, and stops a chain where the turn ends."""
    (start, _), *landings = steps(turn)
    if turn == "pass":
        return press('[data-action="stop-here"]')
    press(square(start))
    for place, promotion in landings:
        if last_turn(page) == turn:
            break
        press(square(place))
        if promotion:
            if page.locator("dialog.choices[open]").count():
                press(f'dialog[open] [data-promotion="{promotion}"]')
    stop = page.locator('[data-action="stop-here"]')
    if last_turn(page) != turn and stop.is_visible():
        press('[data-action="stop-here"]')
    return None


def mouse_on(page):
    """Returns a function that clicks with the mouse: on squares without waiting, as they stay where they are."""
    boxes = {}

    def press(selector):
        if not selector.startswith("[data-square"):
            page.click(selector)
            return
        if selector not in boxes:
            box = page.locator(selector).bounding_box()
            boxes[selector] = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.mouse.click(*boxes[selector])
        # A person sees the board change before the next click.
        page.evaluate("() => new Promise(requestAnimationFrame)")
    return press


def last_turn(page):
    """Returns the turn of the current node of the move list, as the engine writes it."""
    current = page.locator('[data-node][aria-current="true"]')
    return current.get_attribute("data-turn") if current.count() else None


class Games(BrowserTest):
    def play(self, variant, press_of, **options):
        # Weak play: on 8x8, better play would go on for hundreds of turns.
        turns, result = self.engine.game(variant, nodes=20 if variant in SHATRA_VARIANTS else 1)
        self.assertGreater(len(turns), 10)
        with self.page(**options) as page:
            start_game(page, variant)
            press = press_of(page)
            for number, turn in enumerate(turns):
                page.wait_for_selector("[data-mover]")
                click_turn(page, turn, press)
                page.wait_for_function("turn => document.querySelector('[data-node][aria-current=true]')?.dataset.turn === turn", arg=turn)
            page.wait_for_selector('[data-action="rematch"]')
            score = {"1-0": "White has won", "0-1": "Black has won", "1/2-1/2": "Draw"}[result.split()[0]]
            self.assertEqual(page.locator(".result").inner_text(), score)

    def test_a_game_of_every_rule_set_by_mouse(self):
        for variant in VARIANTS:
            with self.subTest(variant):
                self.play(variant, mouse_on)

    def test_a_game_by_touch(self):
        self.play("shatra-original", lambda page: page.tap, has_touch=True, width=390, height=844)

    def test_a_game_by_keyboard_alone(self):
        def press_of(page):
            def press(selector):
                page.locator(selector).focus()
                page.keyboard.press("Enter")
            return press
        self.play("shatra", press_of)


if __name__ == "__main__":
    unittest.main()
