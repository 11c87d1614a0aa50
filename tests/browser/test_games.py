"""Whole games by mouse, by touch and by keyboard."""

import unittest

from support import SHATRA_VARIANTS, VARIANTS, BrowserTest, square, start_game, steps


# What a person sees of a turn: the one played last, whether it may stop here, and whether a choice is asked
# for. A person looks when the next frame has been painted; where a man may be chosen, until the choice or
# the man has come.
LOOK = """async ({ turn, landing }) => {
  const frame = () => new Promise(requestAnimationFrame);
  const find = selector => document.querySelector(selector);
  const look = () => ({
    played: find('[data-node][aria-current=true]')?.dataset.turn,
    asks: find('dialog.choices[open]') !== null,
    mayStop: find('[data-action=stop-here]') !== null,
  });
  const end = performance.now() + 5000;
  await frame();
  while (landing !== null && !look().asks && look().played !== turn && performance.now() < end) {
    if (find(`[data-square="${landing}"]`).ariaPressed === 'true') break;
    await frame();
  }
  return look();
}"""
# Waits until the turn has been played, and the engine has told what may follow. Until it has, the board
# shows the last position and its movers.
PLAYED = """async turn => {
  const find = selector => document.querySelector(selector);
  const isPlayed = () => turn === '' || find('[data-node][aria-current=true]')?.dataset.turn === turn;
  const { dataset } = document.getElementById('board');
  const end = performance.now() + 15000;
  while (!isPlayed() || dataset.position === window.lastPosition || find('[data-mover], [data-action=rematch]') === null) {
    if (performance.now() > end) throw new Error(`${turn} is not played`);
    await new Promise(requestAnimationFrame);
  }
  window.lastPosition = dataset.position;
}"""


def click_turn(page, turn, press):
    """Plays a turn square by square, and stops a chain where the turn ends."""
    (start, _), *landings = steps(turn)
    if turn == "pass":
        return press('[data-action="stop-here"]')
    press(square(start))
    seen = page.evaluate(LOOK, {"turn": turn, "landing": None})
    for place, promotion in landings:
        if seen["played"] == turn:
            break
        press(square(place))
        seen = page.evaluate(LOOK, {"turn": turn, "landing": place if promotion else None})
        if seen["asks"]:
            press(f'dialog[open] [data-promotion="{promotion}"]')
            seen = page.evaluate(LOOK, {"turn": turn, "landing": None})
    if seen["played"] != turn and seen["mayStop"]:
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
    return press


class Games(BrowserTest):
    def play(self, variant, press_of, **options):
        # Weak play: on 8x8, better play would go on for hundreds of turns.
        turns, result = self.engine.game(variant, nodes=20 if variant in SHATRA_VARIANTS else 1)
        self.assertGreater(len(turns), 10)
        with self.page(**options) as page:
            start_game(page, variant)
            press = press_of(page)
            position = self.engine.state(variant, None, [])["position"].split(" ", 1)[1]
            page.wait_for_function("position => document.getElementById('board').dataset.position === position", arg=position)
            page.evaluate(PLAYED, "")
            for turn in turns:
                click_turn(page, turn, press)
                page.evaluate(PLAYED, turn)
            page.wait_for_selector('[data-action="rematch"]')
            score = {"1-0": "White has won", "0-1": "Black has won", "1/2-1/2": "Draw"}[result.split()[0]]
            self.assertEqual(page.locator(".result").inner_text(), score)

    def test_at_full_strength_the_engine_plays_from_its_book(self):
        with self.page() as page:
            page.locator("input[name=level]").fill("20")
            start_game(page, "shatra", opponent="engine", side="black")
            page.wait_for_selector(".message-why:has-text('From the book.')", timeout=30_000)
            played = page.get_attribute("[data-node='1']", "data-turn")
            self.assertIn(played, [line.split()[2] for line in self.engine.ask("setoption name UCI_Variant value shatra\nposition startpos\nbook\nisready", "readyok") if line.startswith("book turn ")])
        with self.page() as page:
            start_game(page, "shatra", opponent="engine", side="black")
            page.wait_for_selector("[data-node='1']")
            self.assertNotIn("book", page.inner_text(".message"))

    def test_a_game_by_touch(self):
        self.play("shatra-original", lambda page: page.tap, has_touch=True, width=390, height=844)

    def test_a_game_by_keyboard_alone(self):
        def press_of(page):
            def press(selector):
                page.locator(selector).focus()
                page.keyboard.press("Enter")
            return press
        self.play("shatra", press_of)


for VARIANT in VARIANTS:
    def test_a_game_by_mouse(self, variant=VARIANT):
        self.play(variant, mouse_on)
    setattr(Games, f"test_a_game_of_{VARIANT.replace('-', '_')}_by_mouse", test_a_game_by_mouse)


if __name__ == "__main__":
    unittest.main()
