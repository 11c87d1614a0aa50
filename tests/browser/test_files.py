"""Game files on the page: what the command line reads, the page reads; what it saves loses nothing."""

import json
import os
import random
import subprocess
import unittest

from support import BATYR, VARIANTS, BrowserTest, scratch_folder, square

# How many random games are read by the page and by the command line.
GAMES = int(os.environ.get("GAMES", "300"))
# The bytes of a file that the page sends at a time (`PART` in game-files.js).
PART = 256 << 10
WORDS = ["plan", "\u0445\u043e\u0434", "50 %", "[x]", "a;b", "#1", "$5", "\u2013", "e.g. 1. d4"]

# Small files that programs and people write, with what must come of each: turns of the main line, and words
# that the saved file must hold.
FILES = {
    "brace in a comment to the line's end": ("[White \"A\"]\n[Variant \"shatra\"]\n\n1. 61-42 ; a } b\n13-27 *\n", 2, ["{a ) b}"]),
    "comment with percents": ("[Variant \"shatra\"]\n\n1. 61-42 {%s} 13-27 *\n" % " ".join(["55 % and [x] more"] * 12), 2, ["55 % and [x]"]),
    "introductions": ("[Variant \"shatra\"]\n\n{Intro text} 1. 61-42 {c1} 13-27 ({also possible} 1... 6-26) *\n", 2,
                      ["{Intro text}", "{c1}", "{also possible}"]),
    "annotations": ("[Variant \"shatra\"]\n\n1. 61-42 $4 $14 13-27 $10 *\n", 2, ["$4 $14", "$10"]),
    "numbers without dots": ("[Variant \"shatra\"]\n\n1 61-42 13-27 2 62-38 *\n", 3, []),
    "dots by themselves": ("[Variant \"shatra\"]\n\n1. 61-42 1. ... 13-27 *\n", 2, []),
    "tags on one line": ("[White \"A\"] [Black \"B\"] [Variant \"shatra\"]\n1. 61-42 *\n", 1, ['[White "A"]', '[Black "B"]']),
    "text before the tags": ("{\nheader text\n}\n\n[ECO \"A00\"]\n\n1. 61-42 *\n", 1, ["{header text}", '[ECO "A00"]']),
    "an illegal turn": ("[White \"A\"]\n[Variant \"shatra\"]\n\n1. 61-42 13-27 2. 1-2 6-26 *\n", 2, ['[White "A"]']),
    "a backslash at the end": ("[White \"Engine 7 /Level 6\\\"]\n[Black \"X\"]\n\n1. 61-42 *\n", 1, ['[White "Engine 7 /Level 6\\\\"]']),
    "a result with blanks": ("[Result \"1 - 0\"]\n\n1. 61-42 1 - 0\n", 1, ['[Result "1-0"]']),
    "a sign": ("[Variant \"shatra\"]\n\n1. 61-42 \u00b1 13-27 *\n", 2, ["$16"]),
    "two results": ("[Variant \"shatra\"]\n\n1. 61-42 1-0 1-0\n", 1, ["1-0"]),
    "Ctrl-Z": ("[White \"\u0418\u0432\u0430\u043d\"]\n\n1. 61-42 {\u0425\u043e\u0434} 13-27 *\n\x1a", 2, ["\u0418\u0432\u0430\u043d", "{\u0425\u043e\u0434}"]),
    "Windows-1251": ("[White \"\u0418\u0432\u0430\u043d\"]\n\n1. 61-42 {\u0425\u043e\u0434} 13-27 *\n".encode("cp1251"), 2,
                     ["\u0418\u0432\u0430\u043d", "{\u0425\u043e\u0434}"]),
    "UTF-16": ("[White \"\u0418\u0432\u0430\u043d\"]\n\n1. 61-42 13-27 *\n".encode("utf-16"), 2, ["\u0418\u0432\u0430\u043d"]),
    "a comment line": ("% made by X\n[White \"A\"]\n\n1. 61-42 13-27 *\n", 2, ['[White "A"]']),
}


def converted(path):
    """Returns the games of a file as the command line reads them."""
    lines = subprocess.run([BATYR, "convert", "games", "--from", "sgn", "--to", "jsonl", path], stdout=subprocess.PIPE,
                           stderr=subprocess.DEVNULL, text=True).stdout.splitlines()
    return [json.loads(line) for line in lines]


def comment(rng):
    """Returns a comment, sometimes with what programs note."""
    notes = rng.choice(["", "", "[%clk 0:04:59] ", "[%eval -0.35] ", "[%csl Ga5] [%cal Ga5a6,Rb6b7] "])
    return "{" + notes + " ".join(rng.choices(WORDS, k=rng.randint(1, 12))) + "}"


def random_line(engine, rng, variant, played, depth):
    """Returns random turns from a position on as text, with comments, annotations and variations."""
    words = [comment(rng)] if rng.random() < 0.3 else []
    for index in range(rng.randint(2, 8 >> depth) if depth < 2 else 1):
        turns = engine.turns(variant, None, played)
        if not turns:
            break
        turn = rng.choice(turns)
        words.append(turn)
        words += [f"${rng.randint(0, 255)}" for _ in range(rng.choice([0, 0, 0, 1, 2]))]
        if rng.random() < 0.3:
            words.append(comment(rng))
        others = [other for other in turns if other != turn]
        # One at the head of a variation is written beside it, which is the same.
        if others and depth < 2 and (index > 0 or depth == 0) and rng.random() < 0.25:
            other = rng.choice(others)
            rest = random_line(engine, rng, variant, [*played, other], depth + 1)
            head, text = (rest.split("}", 1)[0] + "} ", rest.split("}", 1)[1]) if rest.startswith("{") else ("", rest)
            words.append(f"({head}{other} {text})")
        played = [*played, turn]
    return " ".join(words)


class Files(BrowserTest):
    def setUp(self):
        super().setUp()
        self.folder = scratch_folder()

    def write(self, name, content):
        path = self.folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def open(self, page, path, turns):
        """Chooses a file, and waits until its first game is on the board."""
        page.evaluate("document.getElementById('sentence').textContent = ''")
        page.set_input_files("#files input[type=file]", path)
        page.wait_for_function(
            "count => document.querySelectorAll('[data-panel=moves] [data-node]').length >= count && document.getElementById('sentence').textContent !== ''",
            arg=turns)

    def saved(self, page, tool="save"):
        """Saves the game on the board; returns the path of the file."""
        with page.expect_download() as download:
            page.click(f"[data-tool={tool}]")
        path = self.folder / download.value.suggested_filename
        download.value.save_as(path)
        return path

    def test_every_form_is_read_saved_and_read_again_as_on_the_command_line(self):
        with self.page() as page:
            page.click("#files summary")
            page.wait_for_selector("[data-tool=save]")
            for name, (content, turns, words) in FILES.items():
                with self.subTest(name):
                    path = self.write("case.sgn", content)
                    self.open(page, path, turns)
                    first = self.saved(page)
                    text = first.read_text(encoding="utf-8")
                    flat = " ".join(text.split())
                    for word in words:
                        self.assertIn(word, flat)
                    # The page and the command line read the same game.
                    [expected] = converted(path)
                    self.assertEqual(len(expected["turns"]), turns)
                    # Comments hold no braces.
                    self.assertEqual(converted(first), json.loads(json.dumps([expected]).replace("a } b", "a ) b")))
                    self.open(page, first, turns)
                    again = self.saved(page)
                    self.assertEqual(again.read_text(encoding="utf-8"), text)

    def test_random_annotated_games_are_the_same_trees_as_on_the_command_line(self):
        rng = random.Random(47)
        for extension, variants in (("sgn", VARIANTS[:5]), ("pgn", VARIANTS[5:])):
            count = GAMES * len(variants) // len(VARIANTS)
            games = []
            for number in range(count):
                variant = variants[number % len(variants)]
                text = random_line(self.engine, rng, variant, [], 0)
                result = rng.choice(["1-0", "0-1", "1/2-1/2", "*"])
                games.append(f'[White "W{number} \\"x\\""]\n[Variant "{variant}"]\n[Result "{result}"]\n\n{text} {result}\n\n')
            path = self.write(f"random.{extension}", "".join(games))
            expected = converted(path)
            self.assertEqual(len(expected), count)
            with self.page() as page:
                page.click("#files summary")
                page.wait_for_selector("[data-tool=save]")
                self.open(page, path, 0)
                for number, game in enumerate(expected):
                    if number > 0:
                        page.evaluate("document.getElementById('sentence').textContent = ''")
                        page.select_option("#files select", str(number))
                        page.wait_for_function("() => document.getElementById('sentence').textContent === 'Opened.'")
                    self.assertEqual(converted(self.saved(page)), [game], games[number])

    def test_a_file_of_many_games_is_saved_with_one_of_them_changed(self):
        one = "[White \"\u0418\u0433\u0440\u043e\u043a {0}\"]\n[Variant \"shatra\"]\n\n1. 61-42   13-27 {{\u043a\u0430\u043a \u0431\u044b\u043b\u043e}} *\n\n"
        content = "".join(one.format(number) for number in range(4000))
        # The first part that the page sends ends in the middle of a letter.
        while content.encode()[PART] & 0xC0 != 0x80:
            content = "\n" + content
        path = self.write("many.sgn", content)
        with self.page() as page:
            page.click("#files summary")
            page.wait_for_selector("[data-tool=save]")
            self.open(page, path, 2)
            self.assertEqual(page.locator("#files option").count(), 4000)
            page.select_option("#files select", "1500")
            page.wait_for_function("() => document.querySelector('#files select').value === '1500'")
            page.click("[data-turn='c10-c8']")
            page.click("[data-glyph='!']")
            whole = self.saved(page, "save-file")
        text = whole.read_text(encoding="utf-8")
        start = content.index("[White \"\u0418\u0433\u0440\u043e\u043a 1500\"]")
        end = content.index("[White \"\u0418\u0433\u0440\u043e\u043a 1501\"]")
        self.assertEqual(text[:start], content[:start])
        self.assertEqual(text[len(text) - (len(content) - end):], content[end:])
        changed = text[start:len(text) - (len(content) - end)]
        self.assertIn("13-27 $1 {\u043a\u0430\u043a \u0431\u044b\u043b\u043e} *", changed)

    def test_a_file_that_is_read_slowly_does_not_replace_a_game_begun_meanwhile(self):
        path = self.write("slow.sgn", "[White \"Slow\"]\n\n1. 61-42 *\n" * 100_000)
        with self.page() as page:
            page.click("#files summary")
            page.wait_for_selector("[data-tool=save]")
            page.set_input_files("#files input[type=file]", path)
            page.click(square("a5"))
            page.click(square("a6"))
            page.wait_for_selector("[data-turn='a5-a6']")
            page.wait_for_function("() => document.getElementById('sentence').textContent.includes('not opened')")
            self.assertEqual(page.locator("[data-node]").first.get_attribute("data-turn"), "a5-a6")

    def test_the_later_of_two_files_is_opened(self):
        slow = self.write("slow.sgn", "[White \"Slow\"]\n\n1. 62-38 *\n" * 100_000)
        fast = self.write("fast.sgn", "[White \"Fast\"]\n\n1. 61-42 *\n")
        with self.page() as page:
            page.click("#files summary")
            page.wait_for_selector("[data-tool=save]")
            page.set_input_files("#files input[type=file]", slow)
            page.set_input_files("#files input[type=file]", fast)
            page.wait_for_selector("[data-turn='d1-d6']")
            page.wait_for_timeout(500)
            self.assertEqual(page.locator("[data-node]").count(), 1)
            self.assertEqual(page.locator("#files option").count(), 1)


if __name__ == "__main__":
    unittest.main()
