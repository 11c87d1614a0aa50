"""A small collection of puzzles for the tests, how a page gets it in place of the program's own, and how a test solves them.

The positions and solutions are made by hand; the engine lists the other turns and answers them.
"""

import json
import unittest

from support import IS_STATIC, BrowserTest, open_place, square, steps

# By game: the digits of the key, the position, the goal, the line as (turn, other texts of it), the end, the rating, the themes.
# Whose turn it is follows from the place in the line, and whether it was the only one from the engine.
PUZZLES = {
    "shatra": [
        # The last man in reserve comes down; a reply, and a turn without a choice, which takes the biy.
        ("00000005", "7S1/1/5K1/7/7/7/1k5/7/1/9 w T", "win", [("d3-d7", []), ("f9-e8", []), ("d7:f9", [])], "won", 950, ["drop", "temdek-race"]),
        # Two turns of the solver, from where several go on to win.
        ("00000001", "9/1/S2SSS1/S5r/K6/S6/7/ss2s1k/1/7q1 b t - - 1 26", "win",
         [("d14:d4:a7", []), ("b5-b7", []), ("a7:d7", [])], "several", 1430, ["biy-hunt"]),
    ],
    "shatranj": [
        ("00000002", "6k1/R6p/1R6/8/8/p7/8/1K6 w - - 0 1", "win", [("b6b8", [])], "won", 900, ["mate"]),
        ("00000003", "7k/5K2/8/8/8/p7/P7/6R1 w - - 0 1", "win", [("g1g7", [])], "won", 1100, ["zugzwang"]),
        ("00000004", "5k2/p7/5K2/8/8/8/8/R7 w - - 0 1", "win", [("a1a7", [])], "won", 1300, ["baring"]),
    ],
}


def puzzle(engine, variant, key, position, goal, line, end, rating, themes):
    """Returns a puzzle as a line of a collection holds it."""
    played, steps = [], []
    for place, (turn, also) in enumerate(line):
        turns = engine.turns(variant, position, played)
        assert turn in turns, (turn, turns)
        steps.append({"turn": turn, "also": also, "forced": len(turns) == 1, "by": "opponent" if place % 2 else "solver"})
        played.append(turn)
    wrong = {}
    first = steps[0]
    for turn in engine.turns(variant, position, []):
        if turn == first["turn"] or turn in first["also"]:
            continue
        engine.ask(f"setoption name UCI_Variant value {variant}\nposition fen {position} moves {turn}\nisready", "readyok")
        last = [line for line in engine.ask("go nodes 300", "bestmove") if " pv " in line]
        words = last[-1].split() if last else []
        reply = words[words.index("pv") + 1:][:3] if words else []
        wrong[turn] = {"line": reply, "score": -230}
    return {"id": f"{variant}-{key}", "variant": variant, "position": position, "goal": goal, "proof": "proved", "line": steps, "end": end,
            "wrong": wrong, "rating": rating, "level": 8, "themes": themes, "source": "made by hand"}


def collections(engine):
    """Returns the files of the collections by their names."""
    made = {variant: [puzzle(engine, variant, *values) for values in puzzles] for variant, puzzles in PUZZLES.items()}
    files = {f"{variant}.jsonl": "".join(json.dumps(line) + "\n" for line in lines) for variant, lines in made.items()}
    return made, {**files, "index.json": json.dumps({variant: len(lines) for variant, lines in made.items()})}


def serve(page, files):
    """Gives a page these collections in place of the program's."""
    def answer(route):
        name = route.request.url.rsplit("/", 1)[-1].split("?")[0]
        route.fulfill(body=files[name], content_type="application/json" if name.endswith(".json") else "text/plain")
    page.route("**/puzzles/*", answer)


MADE = {}
RECORD = "JSON.parse(localStorage.getItem('batyr-puzzles'))"
# The turns of the main line, and the first turns of its variations.
TURNS = "[...document.querySelectorAll('.turns [data-turn]:not(.variation *)')].map(button => button.dataset.turn)"
VARIATIONS = "[...document.querySelectorAll('.variation')].map(line => line.querySelector('[data-turn]').dataset.turn)"


@unittest.skipIf(IS_STATIC, "the page without a server has its own puzzles")
class PuzzleTest(BrowserTest):
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
