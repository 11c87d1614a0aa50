"""Takes pictures of the views of the page: `python3 tests/browser/pictures.py PROGRAM FOLDER [PATTERN]`.

Those of docs/board are made so; the others are for looking at what has changed. PATTERN selects pictures by a
part of their names.
"""

import json
import os
import sys
from pathlib import Path

if len(sys.argv) < 3:
    sys.exit(__doc__)
os.environ["BATYR"] = os.path.abspath(sys.argv[1])
sys.path.insert(0, str(Path(__file__).parent))

from support import close_shared, open_editor, open_games, open_place, shared, square, start_game  # noqa: E402

FOLDER = Path(sys.argv[2])
PATTERN = sys.argv[3] if len(sys.argv) > 3 else ""
WINDOWS = {"large": (1280, 800), "laptop": (1366, 641), "small": (1024, 600), "phone": (390, 844), "landscape": (844, 390), "huge": (3840, 2160)}
WEAK = "weak"
FEW_MEN = "#variant=shatra&start=9/1/7/3k3/1Q5/2K4/7/7/1/9+w+-+-+-+-+1"
CHAIN = "#variant=shatra&start=9/1/3K3/3s3/7/2s4/7/7/1/5k3+w+-+-+-+-+1"


def game(engine, variant="shatra", turns=15, nodes=2000):
    """Returns a game and its fragment; one of few nodes has mistakes."""
    played, _ = engine.game(variant, nodes=nodes, most=turns)
    return played, f"#variant={variant}&turns={'+'.join(played)}&at={len(played) - 1}"


def play(page, engine, opponent="person", clock="15+10"):
    """Plays some turns of a game."""
    turns, _ = game(engine)
    start_game(page, "shatra", opponent=opponent, clock=clock)
    for ply, turn in enumerate(turns):
        # The men of the position before can be picked up until the engine has told of the new one.
        page.wait_for_function("side => document.getElementById('board').dataset.position.includes(side)", arg=" w " if ply % 2 == 0 else " b ")
        page.evaluate("""turn => {
          const input = document.getElementById('typed-turn');
          input.value = turn;
          input.form.requestSubmit();
        }""", turn)
        page.wait_for_selector(f"[data-node][aria-current=true][data-turn='{turn}']", state="attached")
    page.wait_for_selector("[data-mover]")


def analyse(page, _engine):
    page.wait_for_selector(".line-score, .exact")
    page.wait_for_timeout(4500)


def annotated(page, _engine):
    page.wait_for_selector(".line-score")
    if page.is_visible("[data-action=sheet]"):
        page.click("[data-action=sheet]")
    page.click("[data-action=annotate]")
    page.wait_for_selector("[data-action=mistakes]", timeout=180_000)
    page.wait_for_timeout(1500)


def chain(page, _engine):
    page.wait_for_selector(".line .turn", state="attached")
    page.click(f"{square('d5')}[data-mover]")
    page.click(square("d7"))
    page.wait_for_selector(".message [data-action=stop-here]")


def ended(page, engine):
    play(page, engine)
    for part in ("[data-part=actions]", ".message"):
        page.click(f"{part} [data-action=resign]")
    page.wait_for_selector("[data-action=rematch]")


def question(page, engine):
    play(page, engine)
    page.click("[data-part=actions] [data-action=resign]")


def lessons(page, _engine):
    open_place(page, "learn")
    page.wait_for_selector("[data-task]")


def open_puzzle(page, is_wanted):
    """Opens the first of the program's puzzles for which `is_wanted` returns something; returns that and the puzzle."""
    lines = page.evaluate("async () => await (await fetch('puzzles/shatra.jsonl')).text()").splitlines()
    found, puzzle = next((found, puzzle) for puzzle in map(json.loads, lines) if (found := is_wanted(puzzle)) is not None)
    page.evaluate("id => { location.hash = `puzzle=${id}`; }", puzzle["id"])
    page.wait_for_selector(f"[data-puzzle='{puzzle['id']}']", state="attached")
    page.wait_for_selector("[data-mover]")
    return found, puzzle


def click_turn(page, turn):
    """Plays a turn, square by square."""
    visited = turn.split("=")[0].replace("-", ":").split(":")
    page.wait_for_selector(f"{square(visited[0])}[data-mover]")
    for name in visited:
        page.click(square(name))


def puzzles(page, _engine):
    """Tries a wrong turn of a hunt of the biy that begins with a drop. Returns the puzzle."""
    def wrong_drop(puzzle):
        right = puzzle["line"][0]["turn"]
        return next((turn for turn in puzzle["wrong"] if turn.split("-")[0] == right.split("-")[0]), None) if {"biy-hunt", "drop"} <= {*puzzle["themes"]} else None

    wrong, puzzle = open_puzzle(page, wrong_drop)
    click_turn(page, wrong)
    page.wait_for_selector("[data-action=puzzle-retry]")
    page.wait_for_timeout(4500)
    return puzzle


def refuted(page, _engine):
    """Plays a wrong turn that is answered by a chain."""
    wrong, _ = open_puzzle(page, lambda puzzle: next((turn for turn, own in puzzle["wrong"].items()
                                                      if len(own["line"]) > 0 and own["line"][0].count(":") > 1 and turn.count("-") == 1), None))
    click_turn(page, wrong)
    page.wait_for_function("() => document.getElementById('sentence-why').textContent.includes('captures ')", timeout=30_000)
    page.wait_for_timeout(300)


def solved(page, engine):
    puzzle = puzzles(page, engine)
    page.click("[data-action=puzzle-retry]")
    for step in puzzle["line"]:
        if step["by"] == "solver":
            click_turn(page, step["turn"])
    page.wait_for_selector("[data-action=puzzle-analyse]")
    page.wait_for_timeout(300)


def openings(page, _engine):
    page.wait_for_selector(".line-score")
    if not page.is_visible("[data-tab=openings]"):
        page.click("[data-action=sheet]")
    page.click("[data-tab=openings]")
    page.wait_for_timeout(2000)


def games(page, engine):
    for variant in ("shatra", "shatra-original", "shatar"):
        _, fragment = game(engine, variant, 20)
        page.evaluate("fragment => { location.hash = fragment; }", fragment)
        page.wait_for_selector(".line-score")
        page.wait_for_timeout(1000)
    open_place(page, "play")
    against(page, engine)
    open_games(page)
    page.wait_for_timeout(1000)


def editor(page, _engine):
    open_editor(page)
    page.wait_for_timeout(500)


def against(page, _engine):
    """Plays a turn against the engine, and waits for its answer."""
    start_game(page, "shatra", opponent="engine", clock="15+10")
    for name in ("a5", "a6"):
        page.click(square(name))
    page.wait_for_selector("[data-node='2']", state="attached")
    page.wait_for_selector("[data-mover]")


def turns(page, engine):
    """Opens the list of turns during a game, on a phone."""
    play(page, engine)
    page.click("[data-part=steps] [data-action=sheet]")
    page.wait_for_timeout(300)


def chosen(page, _engine):
    """Chooses another game in the form."""
    page.select_option("select[name=variant]", "shatar")
    page.wait_for_selector(".board[data-board=chess]")
    page.wait_for_timeout(300)


def hint(page, engine):
    play(page, engine)
    page.fill("#typed-turn", "a1b1") if page.is_visible("#typed-turn") else None
    page.press("#typed-turn", "Enter") if page.is_visible("#typed-turn") else None
    page.wait_for_timeout(300)


def sheet(page, engine):
    annotated(page, engine)


def preview(page, engine):
    analyse(page, engine)
    page.hover(".line:first-child .turn:nth-child(4)")
    page.wait_for_selector(".preview .small-board")


def help_(page, _engine):
    page.click(".rail [data-action=help]")
    page.wait_for_selector("#help[open]")


def settings(page, _engine):
    page.click(".rail [data-action=settings]")
    page.wait_for_selector("#settings[open]")


def menu(page, _engine):
    page.click(".top [data-action=menu]")


def nothing(page, _engine):
    page.wait_for_selector("[data-mover], .setup")
    page.wait_for_timeout(300)


# The name, the windows, the theme, the language, whether it begins with a game, and what is done.
PICTURES = [
    ("start", WINDOWS, "light", "en", False, nothing),
    ("start-ru", ["large", "phone"], "light", "ru", False, nothing),
    ("start-dark", ["large", "phone"], "dark", "en", False, nothing),
    ("play", WINDOWS, "light", "en", False, play),
    ("start-shatar", ["laptop", "phone"], "light", "en", False, chosen),
    ("against", ["laptop", "large", "phone", "landscape"], "light", "en", False, against),
    ("against-ru", ["laptop", "large", "phone", "landscape"], "light", "ru", False, against),
    ("turns", ["phone"], "light", "en", False, turns),
    ("play-ru", ["laptop", "large", "phone"], "light", "ru", False, play),
    ("play-dark", ["laptop", "large", "phone"], "dark", "en", False, play),
    ("chain", ["laptop", "large", "phone"], "light", "en", CHAIN, chain),
    ("error", ["laptop", "large"], "light", "en", False, hint),
    ("question", ["laptop", "large", "phone"], "light", "en", False, question),
    ("ended", ["laptop", "large", "phone", "landscape"], "light", "en", False, ended),
    ("analysis", WINDOWS, "light", "en", True, analyse),
    ("analysis-ru", ["laptop", "large", "phone"], "light", "ru", True, analyse),
    ("annotated", ["laptop", "large", "phone"], "light", "en", WEAK, annotated),
    ("annotated-dark", ["laptop", "large", "phone"], "dark", "en", WEAK, annotated),
    ("tables", WINDOWS, "light", "en", FEW_MEN, analyse),
    ("tables-ru", ["laptop", "phone"], "dark", "ru", FEW_MEN, analyse),
    ("contrast", ["large", "phone"], "contrast", "en", True, analyse),
    ("preview", ["laptop", "large"], "light", "en", True, preview),
    ("lessons", ["laptop", "large", "phone", "landscape"], "light", "en", False, lessons),
    ("lessons-ru", ["large"], "light", "ru", False, lessons),
    ("puzzles", WINDOWS, "light", "en", False, puzzles),
    ("puzzles-ru", ["large", "phone"], "light", "ru", False, puzzles),
    ("puzzles-refuted", ["laptop", "large", "phone", "landscape"], "light", "en", False, refuted),
    ("puzzles-refuted-dark", ["laptop", "phone"], "dark", "en", False, refuted),
    ("puzzles-solved", WINDOWS, "light", "en", False, solved),
    ("puzzles-dark", ["large", "phone"], "dark", "en", False, solved),
    ("openings", WINDOWS, "light", "en", "#variant=shatra&at=0", openings),
    ("editor", ["laptop", "large", "phone"], "light", "en", True, editor),
    ("games", ["laptop", "phone"], "light", "en", False, games),
    ("games-dark", ["large"], "dark", "en", False, games),
    ("shatranj", ["large", "laptop", "phone"], "light", "en", "#variant=shatranj&turns=d2d3+d7d6&at=2", analyse),
    ("shatar", ["large"], "light", "en", "#variant=shatar&turns=d2d4+d7d5&at=2", analyse),
    ("help", ["large"], "light", "en", False, help_),
    ("settings", ["large"], "light", "en", False, settings),
    ("menu", ["phone"], "light", "en", False, menu),
]


def take(browser, server, engine, name, window, theme, language, start, prepare):
    width, height = WINDOWS[window]
    is_touch = window in ("phone", "landscape")
    context = browser.new_context(viewport={"width": width, "height": height}, locale=language, reduced_motion="reduce", has_touch=is_touch)
    context.add_init_script(f"localStorage.setItem('batyr-settings', JSON.stringify({{ theme: '{theme}', language: '{language}' }}))")
    page = context.new_page()
    page.set_default_timeout(20_000)
    fragment = game(engine)[1] if start is True else game(engine, turns=16, nodes=200)[1] if start == WEAK else start or ""
    page.goto(os.environ.get("PAGE", server.url) + fragment)
    page.wait_for_selector("[data-square]")
    prepare(page, engine)
    page.screenshot(path=FOLDER / f"{name}-{window}.png")
    context.close()


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    parts = shared()
    for name, windows, theme, language, start, prepare in PICTURES:
        for window in windows:
            if PATTERN in f"{name}-{window}":
                try:
                    take(parts["browser"], parts["server"], parts["engine"], name, window, theme, language, start, prepare)
                except Exception as error:
                    print(f"{name}-{window}: {error}".splitlines()[0], file=sys.stderr)
    close_shared()
