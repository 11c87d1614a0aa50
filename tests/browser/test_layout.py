"""Sizes and themes: the board takes the room, what matters is in sight, nothing is cut off."""

import unittest

from support import BrowserTest, open_place, square, start_game

# Windows, with the least size of a square and the arrangement that is chosen by itself.
WINDOWS = {
    (1366, 641): (44, True), (1280, 800): (56, True), (1024, 600): (40, False), (1920, 950): (60, False),
    (3840, 2160): (100, False), (768, 1024): (44, False), (844, 390): (40, True), (390, 844): (44, False), (320, 640): (34, False),
    (390, 700): (38, False), (360, 640): (34, False),
}
# Those in which longer words may lack room.
TIGHT_WINDOWS = [(1024, 600), (844, 390), (320, 640)]
THEMES = ["light", "dark", "auto", "contrast"]

# The size of a square; where the board is; the parts that are not wholly in the window; the elements of the page that
# hold more than they show, although they don't scroll; and the sentences that something covers.
LOOK = """() => {
  const [width, height] = [innerWidth, innerHeight];
  const isShown = element => element.checkVisibility({ visibilityProperty: true, opacityProperty: false });
  const outside = selectors => selectors.flatMap(selector => [...document.querySelectorAll(selector)].filter(isShown).filter(element => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return left < -0.5 || top < -0.5 || right > width + 0.5 || bottom > height + 0.5;
  }).map(() => selector));
  const isCut = element => element.scrollHeight > element.clientHeight + 1;
  const covered = [...document.querySelectorAll('.sentence')].filter(element => isShown(element) && element.textContent !== '').filter(element => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return !element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  }).map(element => element.textContent);
  const cut = [...document.querySelectorAll('button, .sentence, .message-why, .player-name, .score')].filter(isShown).filter(element =>
    element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0 && !element.closest('.turns, .line, .unseen')
    && getComputedStyle(element).display !== 'inline' || element.matches('.sentence') && isCut(element.closest('.message')));
  const { width: size } = document.querySelector('[data-square]').getBoundingClientRect();
  const { x, y } = document.getElementById('board').getBoundingClientRect();
  return {
    size, covered, board: [x, y].join(), isLying: document.getElementById('board').dataset.lying === 'true',
    outside: outside(['#board', '.message', '.message button', '[data-part=actions] > *', '[data-part=steps] > button', '.setup button[type=submit]', '.foot > button', '.score']),
    cut: cut.map(element => `${element.tagName} ${element.className} ${element.textContent}`.slice(0, 80)),
    scrolls: document.documentElement.scrollWidth > width || document.querySelector('.stage').scrollWidth > document.querySelector('.stage').clientWidth,
  };
}"""


def swipe(page, place, down, right=0):
    """Moves a finger from the middle of an element."""
    box = page.locator(place).bounding_box()
    session = page.context.new_cdp_session(page)
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    for kind, share in (("touchStart", 0), ("touchMove", 0.5), ("touchMove", 1), ("touchEnd", None)):
        points = [] if share is None else [{"x": x + share * right, "y": y + share * down}]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


# The turns of the list that don't hold their squares, sign and score, or reach into the next row.
SPILT = """() => [...document.querySelectorAll('.turns > .turn')].filter(turn => {
  const [outer, list] = [turn, turn.parentElement].map(element => element.getBoundingClientRect());
  const next = [...turn.parentElement.querySelectorAll(':scope > .number')].map(element => element.getBoundingClientRect().top).find(top => top > outer.top + 8);
  return outer.right > list.right || next < outer.bottom - 1 || [...turn.querySelectorAll('span')].some(part => {
    const { left, right, top, bottom } = part.getBoundingClientRect();
    return left < outer.left - 1 || right > outer.right + 1 || top < outer.top - 1 || bottom > outer.bottom + 1;
  });
}).map(turn => turn.textContent)"""

# How many lines of the task of a lesson there are, and how many of them are above the buttons.
LINES = """() => {
  const range = document.createRange();
  range.selectNodeContents(document.querySelector('.task'));
  const bottoms = [...new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom)))];
  const { top } = document.querySelector('[data-part=lessons] .buttons').getBoundingClientRect();
  return [bottoms.length, bottoms.filter(bottom => bottom <= top + 1).length];
}"""

# The signs of the board that have less than 3 to 1 against one of the squares, as their rims have, or against their rims.
FAINT = """() => {
  const paint = document.createElement('canvas').getContext('2d');
  const light = name => {
    paint.fillStyle = getComputedStyle(document.documentElement).getPropertyValue(name);
    paint.fillRect(0, 0, 1, 1);
    const [red, green, blue] = [...paint.getImageData(0, 0, 1, 1).data].map(value => value / 255).map(value =>
      value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const contrast = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  return ['--target', '--capture', '--mark', '--arrow'].flatMap(sign => ['--field-light', '--field-dark', '--stone-light', '--stone-dark']
    .filter(ground => contrast(light(sign), light('--rim')) < 3 || Math.max(contrast(light(sign), light(ground)), contrast(light('--rim'), light(ground))) < 3)
    .map(ground => `${sign} on ${ground}`));
}"""


class Layout(BrowserTest):
    def check(self, page, window, view, least=None):
        found = page.evaluate(LOOK)
        with self.subTest((window, view)):
            if least is not None:
                self.assertGreaterEqual(round(found["size"], 1), least)
            self.assertEqual(found["outside"], [])
            self.assertEqual(found["cut"], [])
            self.assertEqual(found["covered"], [])
            self.assertFalse(found["scrolls"])
        return found

    def test_the_board_takes_the_room_and_what_matters_is_in_sight(self):
        for language in ("en", "ru"):
            for (width, height), (least, is_lying) in WINDOWS.items():
                with self.page(width=width, height=height, locale=language) as page:
                    page.wait_for_selector(".setup")
                    self.check(page, (width, height, language), "setup")
                    start_game(page, "shatra")
                    page.wait_for_selector("[data-mover]")
                    page.wait_for_timeout(100)
                    found = self.check(page, (width, height, language), "play", least)
                    self.assertEqual(found["isLying"], is_lying, (width, height))
                    page.click(square("a5"))
                    page.click(square("a6"))
                    page.click("[data-part=actions] [data-action=resign]")
                    page.wait_for_selector(".message [data-action=resign]")
                    self.check(page, (width, height, language), "question", least)
                    page.click(".message [data-action=resign]")
                    page.wait_for_selector("[data-action=rematch]")
                    self.check(page, (width, height, language), "end", least)
                    open_place(page, "analyse")
                    page.wait_for_selector(".line-score")
                    self.check(page, (width, height, language), "analysis", min(40, least - 3))

    def test_the_board_keeps_its_place_from_view_to_view(self):
        # Lying, upright, and with a panel on either side.
        for width, height in ((1366, 641), (1280, 800), (1024, 600), (1920, 950)):
            with self.page(width=width, height=height) as page:
                page.wait_for_selector(".setup")
                places = {}
                for view in ("play", "analyse", "puzzles", "learn"):
                    open_place(page, view)
                    page.wait_for_selector(f"body[data-shown={view}]")
                    page.wait_for_selector("[data-mover]")
                    places[view] = page.evaluate("""() => {
                      const [board, panel] = ['#board', '[data-place=side]'].map(name => document.querySelector(name).getBoundingClientRect());
                      return [board.left, board.top, board.width, panel.left, panel.width].map(Math.round);
                    }""")
                with self.subTest((width, height)):
                    self.assertEqual({view for view, place in places.items() if place != places["play"]}, set(), places)

    def test_the_list_cuts_no_turn_and_a_tablet_has_all_steps(self):
        fragment = "#variant=shatra&start=9/1/S2SSS1/S5r/K6/S6/7/ss2s1k/1/7q1+b+t+-+-+1+26&turns=d14:d4:a7&at=1"
        for width, height in ((1280, 800), (1024, 768), (768, 1024), (820, 1180), (980, 1280)):
            for locale in ("en", "ru"):
                with self.subTest((width, height, locale)), self.page(fragment, width=width, height=height, locale=locale, has_touch=True) as page:
                    page.wait_for_selector("[data-node='1'] .turn-score:not(:empty)")
                    if page.is_visible("[data-tab=summary]"):
                        page.click("[data-tab=summary]")
                    page.click("[data-glyph='??']")
                    if page.is_visible("[data-tab=turns]"):
                        page.click("[data-tab=turns]")
                    page.wait_for_selector("[data-node='1'] .glyph")
                    self.assertEqual(page.evaluate(SPILT), [])
                    self.check(page, (width, height, locale), "turns")
                    panel = page.locator("[data-place=side]").bounding_box()
                    for button in page.locator("[data-part=steps] > :not(.space):visible").all():
                        box = button.bounding_box()
                        self.assertLessEqual(box["x"] + box["width"], panel["x"] + panel["width"])
                    page.click("[data-part=steps] summary")
                    self.assertTrue(page.is_visible("[data-part=steps] [data-action=share]"))

    def test_the_task_of_a_lesson_is_read_above_its_buttons(self):
        for width, height, least in ((390, 844, 9), (390, 664, 3), (360, 640, 3), (320, 568, 3)):
            for locale in ("en", "ru"):
                with self.page(width=width, height=height, locale=locale, has_touch=True) as page:
                    open_place(page, "learn")
                    page.wait_for_selector("[data-task]")
                    while True:
                        lines, seen = page.evaluate(LINES)
                        self.assertGreaterEqual(seen, min(lines, least), (width, height, locale, page.inner_text(".task")))
                        if page.is_disabled("[data-action=lesson-next-task]"):
                            break
                        page.click("[data-action=lesson-next-task]")

    def test_on_paper_are_the_board_and_all_turns(self):
        with self.page("#variant=shatra&turns=e2-a7+e13-g8+a7-a8+g8-g7+a5-a7+g10-g8+d2-a6&at=7") as page:
            page.wait_for_selector("[data-node='7']")
            page.emulate_media(media="print")
            for part, is_shown in (("#board", True), (".player-name", True), ("[data-node='1']", True), (".rail", False), (".steps", False), (".message", False)):
                self.assertEqual(page.locator(part).first.is_visible(), is_shown, part)
            self.assertTrue(page.evaluate("() => { const list = document.querySelector('.turns'); return list.scrollHeight <= list.clientHeight; }"))

    def test_a_question_is_asked_above_its_button(self):
        for width, height in ((1366, 641), (1024, 600), (1920, 950)):
            with self.page(width=width, height=height) as page:
                start_game(page, "shatra")
                page.wait_for_selector("[data-mover]")
                box = "name => { const { left, top, bottom } = document.querySelector(name).getBoundingClientRect(); return { left, top, bottom }; }"
                button = "[data-part=actions] [data-action=resign]"
                before = page.evaluate(box, button)
                page.click(button)
                page.wait_for_selector(".message [data-action=keep-playing]")
                with self.subTest((width, height)):
                    self.assertEqual(page.evaluate(box, button), before, "the buttons stay")
                    asked = page.evaluate(box, ".message")
                    self.assertLessEqual(asked["bottom"], before["top"] + 8)
                    self.assertLess(before["top"] - asked["bottom"], 40)
                    self.assertEqual(page.evaluate("() => document.activeElement.dataset.action"), "keep-playing")

    def test_the_end_is_told_at_the_board_and_the_captured_biy_is_marked(self):
        with self.page() as page:
            page.evaluate("fragment => { location.hash = fragment; }", "variant=shatra&start=9/1/5K1/7/7/3S3/3k3/7/1/9+w&turns=d8:d10&at=1")
            page.wait_for_selector("[data-square=d9][data-ghost]")
            self.assertEqual(page.get_attribute(square("d9"), "aria-label"), "d9, captured biy")
            self.assertEqual(page.inner_text("#sentence"), "White has won")
            self.assertEqual(page.inner_text("#sentence-why"), "The biy has been captured. 1 turn.")

    def test_the_fortresses_have_letters(self):
        with self.page() as page:
            page.wait_for_selector("[data-mover]")
            named = page.evaluate("""() => [...document.querySelectorAll('.coordinate')].filter(name => /^[a-g]$/.test(name.textContent))
              .map(name => [name.textContent, name.dataset.on])""")
            self.assertEqual({on for _, on in named}, {"c1", "d1", "e1", *(f"{file}5" for file in "abcdefg"), "c12", "d12", "e12"})
            self.assertTrue(all(on[0] == name for name, on in named))

    def test_an_address_shows_no_other_game_first(self):
        # A click on the board that comes first must not be lost on another one.
        fragment = "#variant=shatra&start=9/1/3K3/3s3/7/2s4/7/7/1/5k3+w+-+-+-+-+1"
        def listen(page):
            page.add_init_script("""window.shown = [];
              new MutationObserver(() => {
                const now = [...document.querySelectorAll('[data-mover]')].map(button => button.dataset.square).join();
                if (now !== '' && now !== window.shown.at(-1)) window.shown.push(now);
              }).observe(document, { subtree: true, childList: true, attributeFilter: ['data-mover'] });""")
        with self.page(fragment, prepare=listen) as page:
            page.wait_for_selector("[data-mover]")
            page.click(square("d5"))
            page.click(square("d7"))
            page.wait_for_selector(".message [data-action=stop-here]")
            self.assertEqual(page.evaluate("shown[0]"), "d5")

    def test_a_chain_is_stopped_beside_its_message(self):
        for width, height in WINDOWS:
            with self.page("#variant=shatra&start=9/1/3K3/3s3/7/2s4/7/7/1/5k3+w+-+-+-+-+1", width=width, height=height) as page:
                page.wait_for_selector(".line .turn", state="attached")
                page.click(f"{square('d5')}[data-mover]")
                page.click(square("d7"))
                page.wait_for_selector(".message [data-action=stop-here]")
                # Lines that the chain has left are listed no more.
                page.wait_for_function("""() => {
                  const first = [...document.querySelectorAll('.line-score + .turn')].map(turn => turn.textContent);
                  return first.length > 0 && first.every(text => text.startsWith('d5:d7'));
                }""")
                self.check(page, (width, height), "chain")

    def test_nothing_is_lost_where_there_is_little_room(self):
        # A page at 400 %, and one whose text is twice as large.
        for width, height, size in ((320, 256, "100%"), (640, 400, "100%"), (1280, 800, "200%"), (390, 844, "200%")):
            with self.page(width=width, height=height, bypass_csp=True) as page:
                page.add_style_tag(content=f":root {{ font-size: {size} }}")
                page.set_viewport_size({"width": width + 1, "height": height})
                page.wait_for_timeout(300)
                start_game(page, "shatra")
                page.wait_for_selector("[data-mover]")
                for turn in ("a5", "a6"):
                    page.locator(square(turn)).scroll_into_view_if_needed()
                    page.click(square(turn))
                page.wait_for_function("() => document.getElementById('board').dataset.position.includes(' b ')")
                page.locator("[data-action=resign]").first.scroll_into_view_if_needed()
                self.assertTrue(page.is_visible("[data-action=resign]"))

    def test_the_arrangement_is_chosen_and_remembered(self):
        with self.page(width=1440, height=900) as page:
            lying = "() => document.getElementById('board').dataset.lying"
            start_game(page, "shatra")
            self.assertEqual(page.evaluate(lying), "false")
            page.click("[data-part=steps] [data-action=rotate]")
            page.wait_for_function(f"() => ({lying})() === 'true'")
            page.reload()
            page.wait_for_selector("[data-mover]")
            self.assertEqual(page.evaluate(lying), "true")
            # A window that is made smaller turns no board in mid-game.
            page.click("[data-part=steps] [data-action=rotate]")
            page.wait_for_function(f"() => ({lying})() === 'false'")
            page.evaluate("localStorage.clear()")
            page.reload()
            page.wait_for_selector("[data-mover]")
            page.set_viewport_size({"width": 1366, "height": 641})
            page.wait_for_timeout(300)
            self.assertEqual(page.evaluate(lying), "false")

    def test_the_steps_and_the_turns_are_at_hand_during_a_game_on_a_phone(self):
        for width, height in ((390, 844), (390, 664), (320, 640)):
            with self.subTest((width, height)), self.page(width=width, height=height, has_touch=True) as page:
                start_game(page, "shatra", clock="15+10")
                for name in ("a5", "a6"):
                    page.click(square(name))
                page.wait_for_selector("[data-node='1'][aria-current=true]", state="attached")
                for action, node in (("first", None), ("next", 1), ("previous", None), ("last", 1)):
                    page.click(f"[data-part=steps] [data-action={action}]")
                    page.wait_for_function("node => document.querySelector('[data-node][aria-current=true]')?.dataset.node == node", arg=node)
                    self.check(page, (width, height), action)
                page.click("[data-part=steps] [data-action=sheet]")
                page.wait_for_selector("[data-place=sheet] [data-node='1']")
                self.check(page, (width, height), "sheet")
                clock, sheet = (page.locator(part).bounding_box() for part in ("#player-bottom .player-clock", "[data-place=sheet]"))
                self.assertLessEqual(clock["y"] + clock["height"], sheet["y"])
                page.click("[data-place=sheet] [data-action=previous]")
                page.wait_for_function("() => document.querySelector('[data-node][aria-current=true]') === null")
                # A finger pulls the sheet down by its head, and up by the row of the turns.
                for place, by in (("[data-place=sheet] .steps", 60), ("[data-place=under] > [data-part=turns]", -60)):
                    swipe(page, place, by)
                    page.wait_for_function("isOpen => document.documentElement.hasAttribute('data-sheet') === isOpen", arg=by < 0)

    def test_name_and_clock_stand_together_beside_a_lying_board(self):
        for width, height in ((1366, 641), (844, 390)):
            with self.subTest((width, height)), self.page(width=width, height=height) as page:
                start_game(page, "shatra", opponent="engine", clock="15+10")
                page.wait_for_selector("[data-mover]")
                size = page.locator(square("a5")).bounding_box()["width"]
                for player in ("#player-top", "#player-bottom"):
                    name, clock = (page.locator(f"{player} {part}").bounding_box() for part in (".player-name", ".player-clock"))
                    self.assertLess(abs(name["y"] + name["height"] / 2 - clock["y"] - clock["height"] / 2), size / 4, player)
                    between = max(name["x"], clock["x"]) - min(name["x"] + name["width"], clock["x"] + clock["width"])
                    self.assertTrue(0 <= between < 2 * size, (player, between))

    def test_the_engine_is_named_with_its_level_and_its_version_stands_in_the_help(self):
        name, version = self.engine.ask("uci", "uciok")[0].removeprefix("id name ").rsplit(" ", 1)
        with self.page() as page:
            start_game(page, "shatra", opponent="engine")
            page.wait_for_selector("[data-mover]")
            self.assertEqual(page.inner_text("#player-top .player-name"), name)
            self.assertRegex(page.inner_text("#player-top .player-note"), r"^level\s\d+$")
            page.click(".rail [data-action=help]")
            page.wait_for_selector("#help[open]")
            self.assertIn(f"{name} {version}", page.inner_text("#help"))

    def test_the_board_shows_the_game_that_is_chosen(self):
        for width, height in ((1280, 800), (390, 844)):
            with self.subTest((width, height)), self.page(width=width, height=height) as page:
                page.wait_for_selector(".setup")
                page.check("input[name=opponent][value=person]")
                page.focus("select[name=variant]")
                for variant, board in (("shatranj", "chess"), ("shatra-original", "shatra")):
                    page.select_option("select[name=variant]", variant)
                    page.wait_for_selector(f".board[data-board={board}]")
                    self.check(page, (width, height), variant)
                # What was chosen before and the focus stay.
                self.assertTrue(page.is_checked("input[name=opponent][value=person]"))
                self.assertEqual(page.evaluate("document.activeElement.name"), "variant")
                self.assertIn("jumping", page.inner_text(".intro"))

    def test_the_keys_of_the_board_follow_the_screen(self):
        with self.page(width=1366, height=641) as page:
            page.wait_for_selector("[data-mover]")
            page.focus(square("a5"))
            for key, reached in (("ArrowRight", "a6"), ("ArrowDown", "b6"), ("Home", "b5"), ("ArrowDown", "c5"), ("ArrowDown", "d5"), ("ArrowLeft", "d4"), ("ArrowLeft", "d3"), ("ArrowUp", "c3")):
                page.keyboard.press(key)
                self.assertEqual(page.evaluate("document.activeElement.dataset.square"), reached, key)

    def test_every_theme_has_its_own_ground_and_shows_the_black_men_in_reserve(self):
        grounds = {}
        for theme in THEMES:
            for scheme in ("light", "dark"):
                with self.page(color_scheme=scheme) as page:
                    page.evaluate("theme => localStorage.setItem('batyr-settings', JSON.stringify({ theme }))", theme)
                    page.reload()
                    page.wait_for_selector("[data-mover]")
                    colors = page.evaluate("""() => {
                      const color = (selector, name) => getComputedStyle(document.querySelector(selector))[name];
                      return { page: color('body', 'backgroundColor'), men: color('#player-top .reserve-men', 'backgroundColor'),
                        man: color('#player-top .reserve-men .body', 'fill') };
                    }""")
                    grounds[theme, scheme] = colors["page"]
                    self.assertEqual(page.evaluate(FAINT), [], (theme, scheme))
                    self.assertNotEqual(colors["men"], colors["man"], (theme, scheme))
        self.assertEqual(grounds["auto", "light"], grounds["light", "light"])
        self.assertEqual(grounds["auto", "dark"], grounds["dark", "light"])
        self.assertEqual(len({grounds[theme, "light"] for theme in ("light", "dark", "contrast")}), 3)


# A start that no book knows.
UNKNOWN = "#variant=shatra-original&start=SSSSSSSSS/K/SSSSSS1/SSSSSSS/7/7/sssssss/ssssss1/k/sssssssss+w+Tt+-+-+-+1"


class Hands(BrowserTest):
    def begin(self, page):
        """Begins a game from the position on the board and plays a turn, after which the engine thinks for a few seconds."""
        page.wait_for_selector("[data-mover]")
        open_place(page, "play")
        page.locator("input[name=level]").fill("20")
        start_game(page, "shatra-original", opponent="engine", clock="1+0")
        page.click(square("a6"))
        page.click(square("a7"))
        page.wait_for_selector(f"{square('c6')}[data-plan]")

    def test_a_turn_is_planned_while_the_engine_thinks(self):
        with self.page(UNKNOWN) as page:
            self.begin(page)
            page.click(square("c6"))
            page.click(square("c7"))
            page.wait_for_selector(".planned >> nth=1", state="attached")
            page.wait_for_selector("[data-node='3'][data-turn='c6-c7'], .message:has-text('not possible')")

    def test_a_planned_turn_is_given_up(self):
        with self.page(UNKNOWN) as page:
            self.begin(page)
            page.click(square("c6"))
            page.wait_for_selector(".planned", state="attached")
            page.keyboard.press("Escape")
            page.wait_for_selector(".planned", state="detached")
            page.wait_for_selector("[data-node='2']")
            page.wait_for_timeout(500)
            self.assertEqual(page.locator(".turns [data-node]").count(), 2)

    def test_the_wheel_and_a_swipe_step_through_the_game(self):
        fragment = "#variant=shatra-original&turns=d6-d7+d9-d8&at=2"
        with self.page(fragment) as page:
            page.wait_for_selector("[data-node='2'][aria-current=true]")
            page.hover(square("d3"))
            page.mouse.wheel(0, -120)
            page.wait_for_selector("[data-node='1'][aria-current=true]")
            page.mouse.wheel(0, 120)
            page.wait_for_selector("[data-node='2'][aria-current=true]")
        with self.page(fragment, width=390, height=844, has_touch=True) as page:
            page.wait_for_selector("[data-node='2'][aria-current=true]", state="attached")
            swipe(page, square("d8"), 0, 90)
            page.wait_for_selector("[data-node='1'][aria-current=true]", state="attached")

    def test_the_position_behind_a_turn_of_a_line_is_shown(self):
        with self.page() as page:
            open_place(page, "analyse")
            page.wait_for_selector(".line:first-child .turn")
            page.hover(".line:first-child .turn:nth-child(3)")
            page.wait_for_selector(".preview .small-board")
            page.mouse.move(600, 400)
            page.wait_for_selector(".preview", state="hidden")

    def test_the_help_explains_men_signs_and_buttons(self):
        for fragment, men in (("", 5), ("#variant=shatar", 6)):
            with self.page(fragment) as page:
                page.wait_for_selector("[data-mover]")
                page.click(".rail [data-action=help]")
                page.wait_for_selector("#help[open]")
                self.assertEqual(page.locator("#help .legend").first.locator("li").count(), men)
                self.assertNotIn("⟦", page.inner_text("#help"))

    def test_a_square_and_the_reserve_are_explained_where_they_are_met(self):
        with self.page() as page:
            start_game(page, "shatra")
            page.wait_for_selector("[data-mover]")
            page.click(square("a5"))
            page.click(square("a6"))
            page.wait_for_function("() => document.getElementById('board').dataset.position.includes(' b ')")
            # The clicks of the turn itself mean nothing for a moment.
            page.wait_for_timeout(700)
            self.assertIn("tower", page.get_attribute(square("a5"), "title"))
            page.click(square("a5"))
            page.wait_for_selector(".message-why:has-text('tower')")
            page.click("#player-top .reserve-count")
            page.wait_for_selector(".message-why:has-text('reserve')")
            page.click(f"{square('a10')}[data-mover]")
            page.wait_for_selector(".message-why:has-text('reserve')", state="detached")

    def test_what_a_side_has_captured_stands_beside_it(self):
        with self.page("#variant=shatra&turns=e2-a7+e13-g8+a7-a8+g8-g7+a5-a7+g10-g8+d2-a6+d13-g10+a6-a5+g10-g9+a5-a6+a10-a9+a8:a10&at=13") as page:
            page.wait_for_selector("[data-node='13'][aria-current=true]")
            page.wait_for_selector("#player-bottom .taken[aria-label='Captured by this side 1 shatra']")
            self.assertFalse(page.is_visible("#player-top .taken"))

    def test_the_list_of_turns_shows_the_men(self):
        with self.page("#variant=shatra&turns=e2-a7+e13-g8+a7-a8+g8-g7+a5-a7+g10-g8+d2-a6&at=7") as page:
            page.wait_for_selector("[data-node='7'][aria-current=true] .turn-man .man.white")
            bodies = page.evaluate("[...document.querySelectorAll('.turn-man .body')].map(body => body.getAttribute('d'))")
            self.assertEqual((len(bodies), len(set(bodies[:6])), bodies[6] != bodies[0]), (7, 1, True))

    def test_escape_leaves_the_field_of_turns(self):
        with self.page() as page:
            start_game(page, "shatra")
            page.wait_for_selector("[data-mover]")
            page.keyboard.press("/")
            page.keyboard.type("a5")
            page.keyboard.press("Escape")
            self.assertEqual(page.input_value("#typed-turn"), "")
            self.assertTrue(page.evaluate("document.activeElement.dataset.square !== undefined"))

    def test_an_error_ends_with_its_game(self):
        with self.page() as page:
            start_game(page, "shatra")
            page.fill("#typed-turn", "a1b1")
            page.keyboard.press("Enter")
            page.wait_for_selector(".sentence.error")
            page.click("[data-part=steps] summary")
            page.click("[data-part=steps] [data-action=new-game]")
            page.wait_for_selector(".setup")
            self.assertEqual(page.locator(".sentence.error").count(), 0)

    def test_a_reason_names_the_man_that_was_chosen(self):
        with self.page("#variant=shatra&start=9/1/6S/6S/6K/7/7/7/1/4k4+w") as page:
            page.wait_for_selector("[data-mover]")
            page.click(square("a5"))
            page.wait_for_selector(".sentence.error")
            self.assertEqual(page.inner_text("#sentence"), "The man on a5 has no turn now.")


if __name__ == "__main__":
    unittest.main()
