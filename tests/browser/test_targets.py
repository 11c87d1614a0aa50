"""What the board offers equals what an independent program lists, square by square, also in mid-chain."""

import unittest
from pathlib import Path
from urllib.parse import urlencode

from support import BrowserTest

STEPS = Path(__file__).parent.parent / "data" / "steps"


def positions(variant):
    """Returns the positions of a `.steps` file, each with the set of its steps."""
    lines = [line.split(";") for line in (STEPS / f"{variant}.steps").read_text().splitlines()]
    lines = [line for line in lines if len(line) > 1 and not line[0].startswith("#")]
    return [(line[0].strip(), set(line[1].split())) for line in lines]


def plain(step):
    """Returns a step as the squares that it leaves and reaches, and the promotion."""
    return step.replace(":", "-")


class Targets(BrowserTest):
    def check(self, variant):
        with self.page() as page:
            for position, expected in positions(variant):
                text = self.engine.state(variant, position, [])["position"].split(" ", 1)[1]
                page.evaluate("fragment => { location.hash = fragment; }", urlencode({"variant": variant, "start": position}))
                page.wait_for_function("text => document.getElementById('board').dataset.position === text", arg=text)
                self.assertEqual(offered(page), {plain(step) for step in expected}, position)

    def test_original(self):
        self.check("shatra-original")

    def test_extended(self):
        self.check("shatra")

    def test_online(self):
        self.check("shatra-online")


# Picks up every man that may move, by the click that a key makes, too, and reads where it may land. The board
# answers a click at once.
OFFERED = """() => {
  const named = name => [...document.querySelectorAll(`[data-${name}]`)];
  const steps = [];
  for (const start of named('mover').map(button => button.dataset.square)) {
    const button = document.querySelector(`[data-square="${start}"]`);
    button.click();
    if (button.ariaPressed !== 'true') throw new Error(`${start} is not selected`);
    if (document.querySelector('[data-action=stop-here]') !== null) steps.push('pass');
    for (const target of named('target')) {
      for (const letter of target.dataset.promotions ?? ' ') steps.push(`${start}-${target.dataset.square}${letter.trim()}`);
    }
    button.click();
  }
  return steps;
}"""


def offered(page):
    """Returns the steps that the board offers."""
    return set(page.evaluate(OFFERED))


if __name__ == "__main__":
    unittest.main()
