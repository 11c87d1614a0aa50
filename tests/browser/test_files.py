"""Game files on the page: what the command line reads, the page reads; what it saves loses nothing."""

import json
import os
import random
import re
import subprocess
import unittest

from support import (BATYR, CHESS_VARIANTS, SHATRA_VARIANTS, VARIANTS, BrowserTest, open_games, open_place, open_text, save, scratch_folder,
                     square, start_game)

# How many random games are read by the page and by the command line.
GAMES = int(os.environ.get("GAMES", "150"))
# How many games are annotated by the page and by the command line.
ANNOTATED = int(os.environ.get("ANNOTATED", "2"))
# The annotations of the marks of `batyr analyse`.
MARKS = {"inaccuracy": 6, "mistake": 2, "blunder": 4}
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
        page.evaluate("delete document.querySelector('[data-part=file] select').dataset.shown")
        page.set_input_files("#open-games input[type=file]", path)
        page.wait_for_function(
            "count => document.querySelectorAll('[data-part=turns] [data-node]').length >= count && document.querySelector('[data-part=file] select').dataset.shown === '0'",
            arg=turns)

    def saved(self, page, tool="save"):
        """Saves the game on the board; returns the path of the file."""
        if tool == "save":
            file = save(page)
        else:
            with page.expect_download() as download:
                page.click(f"[data-tool={tool}]")
            file = download.value
        path = self.folder / file.suggested_filename
        file.save_as(path)
        return path

    def test_every_form_is_read_saved_and_read_again_as_on_the_command_line(self):
        with self.page() as page:
            open_games(page)
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

    def test_a_line_that_becomes_the_main_one_keeps_its_introduction(self):
        game = '[Variant "shatra"]\n\n{Before all} 1. a5-a6 ({Better is} 1. b5-b6 {so} 1... a10-a9) *\n'
        with self.page() as page:
            open_games(page)
            self.open(page, self.write("intro.sgn", game), 1)
            comments = "() => [...document.querySelectorAll('.turns .comment')].map(comment => comment.textContent)"
            self.assertEqual(page.evaluate(comments), ["Before all", "Better is", "so"])
            page.click("[data-turn='b5-b6']")
            page.click("[data-tool=main-line]")
            page.wait_for_selector(".variation [data-turn='a5-a6']")
            self.assertEqual(page.evaluate(comments), ["Before all", "Better is so"])
            self.assertEqual(page.input_value(".node-tools textarea"), "Better is so")
            [saved] = converted(self.saved(page))
            self.assertEqual((saved["intro"], saved["turns"][0]["comment"]), ("Before all", "Better is so"))
            # Both are one comment now, and go with the line.
            page.fill(".node-tools textarea", "Best is")
            page.wait_for_function(f"() => ({comments})()[1] === 'Best is'")
            page.click("[data-turn='a5-a6']")
            page.click("[data-tool=main-line]")
            page.wait_for_selector(".variation [data-turn='b5-b6']")
            self.assertEqual(page.evaluate(comments), ["Before all", "Best is"])

    def test_a_game_that_goes_on_after_an_analysis_is_the_main_line(self):
        turns = ["a5-a6", "a10-a9", "g5-g6"]
        with self.page() as page:
            start_game(page, "shatra")
            self.play(page, turns)
            # Another line becomes the first one; then the game is cut off.
            for change, turn in (("main-line", "g10-g9"), ("delete", "b5-b6")):
                open_place(page, "analyse")
                page.click("[data-turn='a5-a6']")
                page.wait_for_selector("[data-turn='a5-a6'][aria-current=true]")
                if change == "main-line":
                    self.play(page, ["c10-c9"])
                page.click(f"[data-tool={change}]")
                selector = ".variation [data-turn='a10-a9']" if change == "main-line" else ".turns:not(:has([data-turn]))"
                page.wait_for_selector(selector, state="attached")
                open_place(page, "play")
                self.play(page, [turn])
                turns.append(turn)
                page.wait_for_selector(".variation [data-turn='c10-c9']", state="attached")
            open_place(page, "analyse")
            self.assertEqual([turn["turn"] for turn in converted(self.saved(page))[0]["turns"]], turns)

    def play(self, page, turns):
        """Plays turns of two squares on the board."""
        for turn in turns:
            start, end = turn.split("-")
            page.click(f"{square(start)}[data-mover]")
            page.click(f"{square(end)}[data-target]")
            page.wait_for_selector(f"[data-turn='{turn}'][aria-current=true]", state="attached")

    def test_random_annotated_games_are_the_same_trees_as_on_the_command_line(self):
        rng = random.Random(47)
        for extension, variants in (("sgn", SHATRA_VARIANTS), ("pgn", CHESS_VARIANTS)):
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
                open_games(page)
                self.open(page, path, 0)
                # Without an analysis, whose lines change, nothing moves on the page.
                page.wait_for_selector("[data-action=analyse]")
                page.keyboard.press("l")
                page.wait_for_selector("[data-action=analyse][aria-checked=false]")
                for number, game in enumerate(expected):
                    if number > 0:
                        self.show(page, number)
                    self.assertEqual(converted(self.saved(page)), [game], games[number])

    def test_a_file_of_many_games_is_saved_with_one_of_them_changed(self):
        one = "[White \"\u0418\u0433\u0440\u043e\u043a {0}\"]\n[Variant \"shatra\"]\n\n1. 61-42   13-27 {{\u043a\u0430\u043a \u0431\u044b\u043b\u043e}} *\n\n"
        content = "".join(one.format(number) for number in range(4000))
        # The first part that the page sends ends in the middle of a letter.
        while content.encode()[PART] & 0xC0 != 0x80:
            content = "\n" + content
        path = self.write("many.sgn", content)
        with self.page() as page:
            open_games(page)
            self.open(page, path, 2)
            self.assertEqual(page.locator("[data-part=file] option").count(), 4000)
            page.select_option("[data-part=file] select", "1500")
            page.wait_for_function("() => document.querySelector('[data-part=file] select').value === '1500'")
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

    def show(self, page, number):
        """Puts a game of the file on the board."""
        page.evaluate("delete document.querySelector('[data-part=file] select').dataset.shown")
        # The choice of what is chosen already is no change.
        page.evaluate("() => document.querySelector('[data-part=file] select').value = ''")
        page.select_option("[data-part=file] select", str(number))
        page.wait_for_function("number => document.querySelector('[data-part=file] select').dataset.shown === number", arg=str(number))
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def mark(self, page, turn, glyph):
        """Gives a turn a mark, or takes it away."""
        page.click(f"[data-turn='{turn}']")
        # The page may have moved under the first click, while a panel was being loaded.
        page.click(f"[data-turn='{turn}']")
        page.click(f"[data-glyph='{glyph}']")

    def open_three(self, page, name="three.sgn"):
        """Opens a file of three games; returns the form of one."""
        one = "[White \"P{0}\"]\n[Variant \"shatra\"]\n\n1. 61-42   13-27 *\n\n"
        open_games(page)
        self.open(page, self.write(name, "".join(one.format(number) for number in range(3))), 2)
        return one

    def nags(self, path):
        return [game["turns"][0].get("nags", []) for game in converted(path)]

    def test_every_changed_game_of_a_file_is_saved_and_no_other(self):
        with self.page() as page:
            one = self.open_three(page)
            self.mark(page, "d1-d6", "!")
            self.show(page, 2)
            self.assertEqual(page.locator(".turns .glyph").count(), 0)
            self.mark(page, "d1-d6", "?")
            # What was changed is there when the game is opened again.
            self.show(page, 0)
            page.wait_for_selector("[data-turn='d1-d6'] .glyph >> text='!'")
            # A game that is none of the file takes no game's place in it.
            start_game(page, "shatra")
            page.click(square("a5"))
            page.click(square("a6"))
            page.wait_for_selector("[data-turn='a5-a6']")
            open_place(page, "analyse")
            whole = self.saved(page, "save-file")
            self.assertEqual(self.nags(whole), [[1], [], [2]])
            self.assertIn(one.format(1), whole.read_text())
            self.assertNotIn("46-39", whole.read_text())

    def test_what_was_taken_back_is_not_saved(self):
        with self.page() as page:
            self.open_three(page)
            self.mark(page, "d1-d6", "!")
            page.wait_for_selector("[data-turn='d1-d6'] .glyph")
            self.mark(page, "d1-d6", "!")
            page.wait_for_function("() => document.querySelector('.turns .glyph') === null")
            self.assertEqual(self.nags(self.saved(page, "save-file")), [[], [], []])

    def test_a_lesson_does_not_part_a_game_from_its_file(self):
        with self.page() as page:
            self.open_three(page)
            open_place(page, "learn")
            page.wait_for_function("() => document.querySelector(\"[data-turn='d1-d6']\") === null || document.querySelector('[data-part=turns]').closest('#parts') !== null")
            open_place(page, "analyse")
            page.wait_for_selector("[data-turn='d1-d6']")
            self.mark(page, "d1-d6", "!")
            page.wait_for_selector("[data-turn='d1-d6'] .glyph")
            self.assertEqual(self.nags(self.saved(page, "save-file")), [[1], [], []])

    def test_what_is_done_while_a_file_is_annotated_stays(self):
        with self.page() as page:
            self.open_three(page)
            with page.expect_download(timeout=60_000) as download:
                page.click("[data-tool=annotate-file]")
                page.wait_for_function("() => document.querySelector('[data-tool=annotate-file]').textContent.startsWith('Stop (game 1 ')")
                self.mark(page, "d1-d6", "!")
                self.show(page, 1)
                page.click("[data-turn='d1-d6']")
                page.fill(".node-tools textarea", "mine")
            whole = self.folder / "whole.sgn"
            download.value.save_as(whole)
            turns = [game["turns"] for game in converted(whole)]
            self.assertEqual(turns[0][0]["nags"], [1])
            self.assertEqual(turns[1][0]["comment"], "mine")
            self.assertTrue(all("eval" in game[0] for game in turns), turns)

    def test_the_annotation_of_a_file_is_stopped_and_what_was_annotated_is_saved(self):
        with self.page() as page:
            self.open_three(page)
            with page.expect_download(timeout=60_000) as download:
                page.click("[data-tool=annotate-file]")
                page.wait_for_function("() => document.querySelector('[data-tool=annotate-file]').textContent.startsWith('Stop (game 2 ')")
                page.click("[data-tool=annotate-file]")
            whole = self.folder / "whole.sgn"
            download.value.save_as(whole)
            self.assertEqual(["eval" in game["turns"][0] for game in converted(whole)], [True, False, False])
            page.wait_for_function("() => document.querySelector('[data-tool=annotate-file]').textContent === 'Annotate all games'")

    def test_what_stands_around_a_game_stays(self):
        one = "[White \"P{0}\"]\r\n[Variant \"shatra\"]\r\n\r\n1. 61-42   13-27 *\r\n\r\n% after {0}\r\n"
        content = "\ufeff% before\r\n" + "".join(one.format(number) for number in range(3)).rstrip()
        for number in range(3):
            with self.subTest(number), self.page() as page:
                open_games(page)
                self.open(page, self.write("crlf.sgn", content), 2)
                if number > 0:
                    self.show(page, number)
                self.mark(page, "d1-d6", "!")
                page.wait_for_selector("[data-turn='d1-d6'] .glyph")
                text = self.saved(page, "save-file").read_bytes().decode("utf-8")
                self.assertTrue(text.startswith("\ufeff% before\r\n"), text)
                self.assertEqual(text.count("\r\n"), text.count("\n"))
                self.assertEqual(text.count("\r\n"), text.count("\r"))
                for other in range(3):
                    self.assertIn(f"% after {other}", text)
                    self.assertEqual(one.format(other).split("%")[0] in text, other != number)

    def test_a_file_stays_in_its_encoding_if_it_has_the_letters(self):
        one = "[White \"\u0418\u0432\u0430\u043d {0}\"]\n[Variant \"shatra\"]\n\n1. 61-42   {{\u043a\u0430\u043a}} 13-27 *\n\n"
        content = "".join(one.format(number) for number in range(3))
        for encoding in ("cp1251", "utf-16"):
            for comment, kept in (("\u0434\u0430", encoding), ("\u4e2d", "utf-8" if encoding == "cp1251" else encoding)):
                with self.subTest(encoding, comment=comment), self.page() as page:
                    open_games(page)
                    self.open(page, self.write("old.sgn", content.encode(encoding)), 2)
                    page.click("[data-turn='c10-c8']")
                    page.fill(".node-tools textarea", comment)
                    page.wait_for_selector(f".turns .comment >> text={comment}")
                    text = self.saved(page, "save-file").read_bytes().decode(kept)
                    self.assertIn(f"13-27 {{{comment}}}", text)
                    self.assertEqual(text[text.index("[White \"\u0418\u0432\u0430\u043d 1"):], content[content.index("[White \"\u0418\u0432\u0430\u043d 1"):])
                    page.wait_for_function("() => document.getElementById('sentence').textContent.startsWith('The file was saved.')")
                    self.assertEqual("is in UTF-8 now" in page.inner_text("#sentence"), kept != encoding)

    def test_all_games_of_a_file_are_annotated_as_by_analyse(self):
        rng = random.Random(48)
        games = []
        for number in range(ANNOTATED):
            variant, played = SHATRA_VARIANTS[number % len(SHATRA_VARIANTS)], []
            for _ in range(rng.randint(3, 6)):
                turns = self.engine.turns(variant, None, played)
                played += rng.sample(turns, min(1, len(turns)))
            games.append(f'[White "W{number}"]\n[Variant "{variant}"]\n\n{" ".join(played)} *\n\n')
        # What can't be read as a whole is left as it is.
        games.append("[White \"Odd\"]\n[Variant \"shatra\"]\n\n1. 61-42   1-2 *\n")
        path = self.write("games-in.sgn", "".join(games))
        lines = subprocess.run([BATYR, "analyse", "--json", "--nodes", "150000", "--hash", "16", "--games", path], stdout=subprocess.PIPE,
                               stderr=subprocess.DEVNULL, text=True).stdout.splitlines()
        expected = [json.loads(line) for line in lines][:ANNOTATED]
        with self.page() as page:
            open_games(page)
            self.open(page, path, 3)
            with page.expect_download(timeout=120_000 + 10_000 * ANNOTATED) as download:
                page.click("[data-tool=annotate-file]")
                page.wait_for_function("() => document.querySelector('[data-tool=annotate-file]').textContent.startsWith('Stop (game ')")
            whole = self.folder / "annotated.sgn"
            download.value.save_as(whole)
            annotated = converted(whole)
            self.assertTrue(whole.read_text().endswith(games[-1]))
            for number, analysis in enumerate(expected):
                marks = [[MARKS[move["mark"]]] if move["mark"] else [] for move in analysis["moves"]]
                turns = annotated[number]["turns"]
                self.assertEqual([turn.get("nags", []) for turn in turns], marks, games[number])
                self.assertTrue(all("eval" in turn for turn in turns), turns)
                better = [move["better"][:5] if move["mark"] else [] for move in analysis["moves"]]
                lines = [[turn["turn"] for variation in turn.get("variations", []) for turn in variation["turns"]] for turn in turns]
                self.assertEqual(lines, better)
                self.show(page, number)
                for side in ("white", "black"):
                    summary = analysis[side]
                    page.wait_for_function("([side, text]) => document.querySelector(`[data-summary=${side}]`)?.textContent.includes(text)", arg=[
                        side, f"{summary['blunders']} ??{summary['mistakes']} ?{summary['inaccuracies']} ?!"])
                    own = page.locator(f"[data-summary={side}] .accuracy")
                    [accuracy] = re.search(r"accuracy ([\d.]+|\u2013)%?", own.text_content()).groups()
                    [loss] = re.search(r"average loss ([\d.]+)%", own.get_attribute("title")).groups()
                    self.assertAlmostEqual(float(loss), summary["mean_loss"] / 10, delta=0.051)
                    self.assertAlmostEqual(float(accuracy), summary["accuracy"], delta=0.051)

    def test_what_can_not_be_read_is_said_in_the_language_of_the_page(self):
        good = "[White \"A\"]\n[Variant \"shatra\"]\n\n1. 61-42 *\n\n"
        with self.page(locale="ru") as page:
            open_games(page)
            for text, said in (
                ('[Variant "x"]\n\n1. 61-42 *', "\u0421\u0442\u0440\u043e\u043a\u0430 1: \u0434\u0432\u0438\u0436\u043a\u0443 \u043d\u0435\u0438\u0437\u0432\u0435\u0441\u0442\u043d\u044b"),
                ('[SPN "x"]\n\n1. 61-42 *', "\u0421\u0442\u0440\u043e\u043a\u0430 1: \u0442\u0430\u043a\u043e\u0439 \u043d\u0430\u0447\u0430\u043b\u044c\u043d\u043e\u0439"),
                ("1. 1-2 *", "\u0421\u0442\u0440\u043e\u043a\u0430 1, \u0437\u043d\u0430\u043a 4: \u043f\u0435\u0440\u0432\u044b\u0439 \u0445\u043e\u0434, \u20681-2\u2069"),
                ("% \u043d\u0438\u0447\u0435\u0433\u043e", "\u0417\u0434\u0435\u0441\u044c \u043d\u0435\u0442 \u043f\u0430\u0440\u0442\u0438\u0438"),
            ):
                with self.subTest(text):
                    open_text(page, text)
                    page.wait_for_function("said => document.getElementById('sentence').textContent.startsWith(said)", arg=said)
            # The line is one of the file.
            self.open(page, self.write("two.sgn", good + good + "[Variant \"shatra\"]\n\n1. 1-2 *\n"), 1)
            page.select_option("[data-part=file] select", "2")
            page.wait_for_function("() => document.getElementById('sentence').textContent.startsWith('\u0421\u0442\u0440\u043e\u043a\u0430 13, \u0437\u043d\u0430\u043a 4')")

    def test_the_scores_of_a_file_are_drawn(self):
        path = self.write("scores.sgn", "[Variant \"shatra\"]\n\n1. 61-42 $4 {[%eval -4.25]} 13-27 {[%eval #-3]} *\n")
        with self.page() as page:
            open_games(page)
            self.open(page, path, 2)
            page.wait_for_selector(".graph-line")
            # Both at once: the graph is drawn anew when it gets its size.
            line, box = page.evaluate("[['.graph-line', 'd'], ['.graph', 'viewBox']].map(([part, name]) => document.querySelector(part).getAttribute(name))")
            # White's points fall, to none; the engine may have judged the start meanwhile.
            heights = [float(pair.split(" ")[1]) for pair in line.lstrip("M").split("L")][-2:]
            bottom = float(box.split(" ")[3])
            self.assertTrue(bottom / 2 < heights[0] < heights[1] == bottom, line)
            page.wait_for_selector(".graph-mark.m0", state="attached")

    def test_the_last_score_of_a_file_is_that_of_the_winner(self):
        for result, end in (("1-0", 0), ("0-1", 1)):
            path = self.write("won.sgn", f"[Variant \"shatra\"]\n\n1. 61-42 {{[%eval 0.25]}} 13-27 {{[%eval #0]}} {result}\n")
            with self.subTest(result), self.page() as page:
                open_games(page)
                self.open(page, path, 2)
                page.wait_for_selector(".graph-line")
                line, box = page.evaluate("[['.graph-line', 'd'], ['.graph', 'viewBox']].map(([part, name]) => document.querySelector(part).getAttribute(name))")
                last, height = float(line.rsplit(" ", 1)[1]), float(box.split(" ")[3])
                self.assertEqual(last, end * height, line)

    def test_what_holds_no_game_is_refused_with_the_reason(self):
        with self.page() as page:
            for content, said in ((b"", "There is no game in this."), (b"lorem ipsum dolor", "\u2068lorem\u2069 is not a turn."), (b"\x89PNG\r\n\x1a\n\0", "PNG\u2069 is not a turn.")):
                open_games(page)
                (folder := scratch_folder()).joinpath("none.sgn").write_bytes(content)
                page.set_input_files("#open-games input[type=file]", folder / "none.sgn")
                page.wait_for_function("said => document.getElementById('sentence').textContent.includes(said)", arg=said)

    def test_a_file_that_is_read_slowly_does_not_replace_a_game_begun_meanwhile(self):
        path = self.write("slow.sgn", "[White \"Slow\"]\n\n1. 61-42 *\n" * 100_000)
        with self.page() as page:
            open_games(page)
            page.set_input_files("#open-games input[type=file]", path)
            open_place(page, "play")
            page.click(square("a5"))
            page.click(square("a6"))
            page.wait_for_selector("[data-turn='a5-a6']")
            page.wait_for_function("() => document.getElementById('sentence').textContent.includes('not opened')")
            self.assertEqual(page.locator("[data-node]").first.get_attribute("data-turn"), "a5-a6")

    def test_the_later_of_two_files_is_opened(self):
        slow = self.write("slow.sgn", "[White \"Slow\"]\n\n1. 62-38 *\n" * 100_000)
        fast = self.write("fast.sgn", "[White \"Fast\"]\n\n1. 61-42 *\n")
        with self.page() as page:
            open_games(page)
            page.set_input_files("#open-games input[type=file]", slow)
            page.set_input_files("#open-games input[type=file]", fast)
            page.wait_for_selector("[data-turn='d1-d6']")
            page.wait_for_timeout(500)
            self.assertEqual(page.locator("[data-node]").count(), 1)
            self.assertEqual(page.locator("[data-part=file] option").count(), 1)


if __name__ == "__main__":
    unittest.main()
