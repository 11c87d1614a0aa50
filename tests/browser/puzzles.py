"""A small collection of puzzles for the tests, and how a page gets it in place of the program's own.

The positions and solutions are made by hand; the engine lists the other turns and answers them.
"""

import json

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
