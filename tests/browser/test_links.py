"""What comes from an address, a file or a field never becomes a command, and the page says what it has refused."""

import json
import unittest
from urllib.parse import quote

from support import BrowserTest, Server, needs_server, open_editor, open_place, paste, square

START = "SQSSRSBRB/K/SSSSSSS/7/7/7/7/sssssss/k/brbsrssqs w Tt - - - 1"
TOKEN = "correct-horse-battery"
# What a page may send before anything is searched for, each as a line of its own.
COMMANDS = ("uci", "isready", "setoption ", "position ", "state", "moves", "why ", "auth ", "readgame ", "writegame ")
# These would begin another command.
LINE_ENDS = ["\n", "\r"]
CONTROLS = [*LINE_ENDS, "\r\n", "\t", "\0", "\x1b", "\x7f", "\x85", "\u2028", "\u2029"]


def watch(log):
    """Returns a preparation of a page that writes down what its sockets send."""
    return lambda page: page.on("websocket", lambda socket: (log.append("open"), socket.on("framesent", lambda frame: log.append(frame))))


@needs_server("it reads what goes over the WebSocket")
class Links(BrowserTest):
    def check_sent(self, log, *foreign):
        """Checks that every frame is one line of a known command without foreign words, and that both sockets stayed open."""
        frames = [frame for frame in log if frame != "open"]
        self.assertEqual([frame for frame in frames if not frame.isprintable()], [])
        self.assertEqual([frame for frame in frames if not frame.startswith(COMMANDS)], [])
        self.assertEqual([frame for frame in frames if any(word in frame for word in foreign)], [])
        self.assertEqual(log.count("open"), 2)

    def check_refused(self, fragment, said, *foreign, locale="en"):
        log = []
        with self.subTest(fragment), self.page(fragment, prepare=watch(log), locale=locale) as page:
            page.wait_for_selector(".sentence.error")
            self.assertIn(said, page.inner_text("#sentence"))
            page.wait_for_function("() => document.getElementById('board').dataset.position")
            self.assertTrue(page.get_attribute("#board", "data-position").startswith("SQ"))
            self.assertEqual(page.evaluate("() => location.hash"), "")
            self.check_sent(log, *foreign)

    def test_an_honest_link_is_followed(self):
        log = []
        fragment = f"#variant=shatra&start={quote(START)}&turns=a5-a6+a10-a9&at=1"
        with self.page(fragment, prepare=watch(log)) as page:
            page.wait_for_selector("[data-turn='a10-a9']")
            self.assertEqual(page.locator(".sentence.error").count(), 0)
            self.assertIn(f"position fen {START} moves a5-a6 a10-a9", log)

    def test_a_line_end_in_a_link_is_no_command(self):
        for control in LINE_ENDS:
            self.check_refused(f"#variant=shatra&start={quote(START + control + 'go perft 12')}", "not a position", "perft")
        for name, value, said in (("variant", "shatra", "not a game"), ("turns", "a5-a6", "not a turn"), ("at", "0", "not the number")):
            fields = {"variant": "shatra", "turns": "a5-a6", name: f"{value}\nquit"}
            fragment = "&".join(f"{key}={quote(text)}" for key, text in fields.items())
            self.check_refused(f"#{fragment}", said, "quit", "a5-a6")

    def test_a_link_that_is_no_game_is_refused(self):
        for fields, said in (
            ("variant=Shatra", "“Shatra” is not a game"),
            ("variant=shatra-unknown", "“shatra-unknown” is not a game"),
            (f"start={quote(START)}", "“” is not a game"),
            (f"variant=shatra&start={quote(START)}+moves+a5-a6", "not a position"),
            (f"variant=shatra&start={'7' * 500}", "…” is not a position"),
            ("variant=shatra&start=%D0%A8", "“Ш” is not a position"),
            ("variant=shatra&start=", "“” is not a position"),
            ("variant=shatra&turns=a5-a6+%3Cimg%3E", "“<img>” is not a turn"),
            ("variant=shatra&turns=a5-a6&at=2", "“2” is not the number"),
            ("variant=shatra&turns=a5-a6&at=x", "“x” is not the number"),
            (f"variant=shatra&turns={'pass+' * 2001}", "too many turns"),
            ("variant=shatra&start=%E2%80%AEx%00", "“\\u{202e}x\\u{0}” is not a position"),
        ):
            self.check_refused(f"#{fields}", said)

    def test_a_refusal_is_said_in_the_language_of_the_page(self):
        fragment = f"#variant=shatra&start={quote(START)}%0Aquit"
        self.check_refused(fragment, "не позиция", "quit", locale="ru")

    def test_a_token_is_checked(self):
        for control in [*LINE_ENDS, " ", "ё"]:
            self.check_refused(f"#token={quote('x' + control + 'go perft 12')}", "token was refused", "perft", "auth")
        # A token that is refused does not replace the one that was given before.
        server = Server(environment={"BATYR_TOKEN": TOKEN})
        self.addCleanup(server.stop)
        with self.page(f"#token={TOKEN}", server=server) as page:
            page.wait_for_function("() => document.getElementById('board').dataset.position")
            page.goto("about:blank")
            page.goto(f"{server.url}#token=x%0Aquit")
            page.wait_for_selector(".sentence.error")
            page.wait_for_function("() => document.getElementById('board').dataset.position")

    def test_all_refusals_of_an_address_are_said(self):
        for server in ("", f"?server={quote('javascript:x')}"):
            with self.subTest(server), self.page(f"{server}#token=x%0Ay&variant=shatra&start=%D0%A8") as page:
                page.wait_for_function("() => document.getElementById('sentence').textContent.includes('“Ш” is not a position')")
                self.assertIn("token was refused", page.inner_text("#sentence"))
                self.assertEqual("not the address" in page.inner_text("#sentence"), server != "")

    def test_a_line_end_in_a_packed_game_is_no_command(self):
        with self.page() as page:
            page.wait_for_selector("[data-mover]")
            fragments = page.evaluate("""async () => {
              const { toFragment } = await import('/share.js');
              const end = '\\r\\nquit\\u2028';
              const turn = { turn: 'a5-a6' };
              const games = [
                { variant: 'shatra' + end, turns: [turn] }, { variant: 'shatra', start: 'x' + end, turns: [turn] },
                { variant: 'shatra', turns: [{ turn: 'a5-a6' + end }] }, { variant: 'shatra', turns: [{ ...turn, eval: end }] },
                { variant: 'shatra', turns: [{ ...turn, squares: [end] }] }, { variant: 'shatra', turns: [turn], result: end },
                { variant: 'shatra', turns: [turn], [end]: end },
                // In these places it is part of a text, becomes another letter, or is not read.
                { variant: 'shatra', turns: [turn], tags: { ['X' + end]: 'x' } }, { variant: 'shatra', turns: [{ ...turn, file: end }] },
                { variant: 'shatra', turns: [{ ...turn, comment: 'x' + end }], intro: end, tags: { White: 'x' + end } },
              ];
              const tree = { nodes: [{ id: 0, parent: -1, children: [], comment: 'x' }], tags: {}, result: '*' };
              return Promise.all(games.map((game) => toFragment(tree, 0, () => game)));
            }""")
        for number, fragment in enumerate(fragments):
            log = []
            with self.subTest(number), self.page(f"#{fragment}", prepare=watch(log)) as page:
                is_game = number >= len(fragments) - 3
                page.wait_for_selector("[data-turn='a5-a6']" if is_game else ".sentence.error")
                page.wait_for_function("() => document.getElementById('board').dataset.position")
                # A game that was opened is analysed.
                self.check_sent([frame for frame in log if not (is_game and frame in ("go infinite", "stop"))])

    def test_a_game_that_is_too_long_for_a_link_is_not_shared(self):
        with self.page() as page:
            page.wait_for_selector("[data-mover]")
            keys = page.evaluate("""async () => {
              const { toFragment } = await import('/share.js');
              const { addTurn, newTree } = await import('/tree.js');
              return Promise.all([2000, 2001].map(async (count) => {
                let tree = newTree('shatra', null);
                let at = 0;
                for (let i = 0; i < count; i += 1) ({ tree, at } = addTurn(tree, at, 'pass', ''));
                try {
                  return (await toFragment(tree, at)).length > 0 ? 'shared' : '';
                } catch (error) {
                  return error.key;
                }
              }));
            }""")
            self.assertEqual(keys, ["shared", "refused.length"])

    def test_a_kept_token_is_checked(self):
        log = []

        def prepare(page):
            watch(log)(page)
            page.add_init_script("sessionStorage.setItem('batyr-token', JSON.stringify('x\\ngo perft 12'))")
        with self.page(prepare=prepare) as page:
            page.wait_for_function("() => document.getElementById('board').dataset.position")
            self.check_sent(log, "perft")

    def test_a_bad_server_is_refused(self):
        for server in ("javascript:x", "http://127.0.0.1:1/", "localhost:3536", "ws://", "ws://x:99999/", "//x", "", "ws:\n"):
            log = []
            with self.subTest(server), self.page(f"?server={quote(server)}", prepare=watch(log)) as page:
                page.wait_for_selector(".sentence.error")
                self.assertIn("is not the address of a server", page.inner_text("#sentence"))
                page.wait_for_function("() => document.getElementById('board').dataset.position")
                self.check_sent(log)
        address = self.server.url.replace("http", "ws") + "any?x#y"
        log = []
        with self.page(f"?server={quote(address)}", prepare=watch(log)) as page:
            page.wait_for_function("() => document.getElementById('board').dataset.position")
            self.assertEqual(page.locator(".sentence.error").count(), 0)
            self.check_sent(log)

    def test_a_game_that_the_browser_has_kept_is_checked(self):
        node = {"id": 0, "parent": -1, "children": [], "turn": "", "file": "", "facts": None, "comment": "", "glyph": "",
                "marks": [], "evaluation": None}
        tree = {"variant": "shatra", "start": None, "nodes": [node], "tags": {}, "result": "*", "ending": ""}
        turn = {**node, "id": 1, "parent": 0, "turn": "a5-a6\ngo perft 12"}
        for bad in (
            {"variant": "shatra\ngo perft 12"}, {"start": f"{START}\ngo perft 12"},
            {"nodes": [{**node, "children": [1]}, turn]}, {"nodes": [{**node, "turn": "go perft 12"}]},
        ):
            log = []
            kept = json.dumps({"tree": {**tree, **bad}, "at": len(bad.get("nodes", [0])) - 1, "view": "play"})

            def prepare(page, log=log, kept=kept):
                watch(log)(page)
                page.add_init_script(f"sessionStorage.setItem('batyr-game', {json.dumps(kept)})")
            with self.subTest(bad), self.page(prepare=prepare) as page:
                page.wait_for_function("() => document.getElementById('board').dataset.position")
                self.assertTrue(page.get_attribute("#board", "data-position").startswith("SQ"))
                self.check_sent(log, "perft")

    def test_what_is_pasted_or_typed_is_no_command(self):
        log = []
        with self.page(prepare=watch(log)) as page:
            page.wait_for_selector("[data-mover]")
            # Tabs between the fields are spaces, and a line end is none.
            paste(page, START.replace(" ", "\t"))
            page.wait_for_selector(".rail [data-view=analyse][aria-current=page]")
            self.assertIn(f"position fen {START}", log)
            for text, said in (
                (f"{START}\rgo perft 12", "read"), (f"{START}\x85go perft 12", "control character"),
                (f"{START}\0", "control character"), (f"{START} moves a5-a6", "not a position"),
                ("1. a5-a6\x85quit a10-a9", "not legal"), ("1. a5-a6\x1b", "not legal"),
                (f'[SPN "{START}\x85go perft 12"]\n\n1. a5-a6', "start position"),
                (f'[SPN "{START}"]\n[Variant "shatra\x85quit"]\n[White "x\x85quit"]\n\n1. a5-a6\x0bquit', ""),
            ):
                page.evaluate("() => { document.getElementById('sentence').textContent = ''; }")
                paste(page, text)
                page.wait_for_function(
                    "said => (text => text !== '' && text.includes(said))(document.getElementById('sentence').textContent)", arg=said)
            for text in ("a5-a6\x85quit", "a5-a6 a10-a9", "a5-a6\tgo perft 12", "a5-a6\u2028quit"):
                page.fill("#typed-turn", text)
                page.press("#typed-turn", "Enter")
                page.wait_for_selector(".sentence.error")
            open_editor(page)
            page.fill("[name=editor-text]", f"{START}\x85go perft 12")
            page.wait_for_function("() => document.getElementById('editor-problem').textContent.includes('control character')")
            page.fill("[name=editor-text]", f"{START} moves a5-a6")
            page.wait_for_function("() => document.getElementById('editor-problem').textContent.includes('not a position')")
            frames = [frame for frame in log if frame != "open"]
            self.assertEqual([frame for frame in frames if not frame.isprintable()], [])
            self.assertEqual(log.count("open"), 2)
            self.assertEqual(page.locator("[data-turn='a10-a9']").count(), 0)

    def test_the_sender_refuses_whatever_would_be_two_lines(self):
        log = []
        with self.page(prepare=watch(log)) as page:
            page.wait_for_selector("[data-mover]")
            outcome = page.evaluate("""controls => Promise.race([ask(controls), new Promise((_, reject) => {
              setTimeout(() => reject(new Error('no answer')), 10_000);
            })]);
            async function ask(controls) {
              const { openConversations } = await import('/conversation.js');
              const refused = [];
              const { rules, search } = await new Promise((resolve) => {
                let opened = 0;
                const made = openConversations({
                  url: location.origin.replace('http', 'ws'), token: '', onRefused: (error) => refused.push(error.key), onOptions: () => resolve(made),
                  onStatus: () => {},
                });
              });
              const game = { variant: 'shatra', start: null, turns: [] };
              const keyOf = (promise) => promise.then(() => 'answered', (error) => error.key ?? error.message);
              const keys = [];
              for (const control of controls) {
                const bad = `x${control}quit`;
                keys.push(await keyOf(rules.facts({ ...game, variant: bad })), await keyOf(rules.facts({ ...game, start: bad })),
                  await keyOf(rules.moves({ ...game, turns: [bad] })), await keyOf(rules.why(game, bad)));
                const limits = { depth: 1 };
                for (const task of [{ game: { ...game, variant: bad } }, { game: { ...game, start: bad } }, { game: { ...game, turns: [bad] } }, { options: { Hash: bad } }]) {
                  const { answer } = search.search({ game, limits, options: {}, onLines: () => {}, side: 'white', ...task });
                  if (await answer !== null) keys.push('searched');
                }
              }
              // They wait for nothing, and what follows is answered.
              const after = await rules.facts(game);
              return { keys: [...new Set(keys)], refused: [...new Set(refused)], count: refused.length, turns: after.count };
            }""", CONTROLS)
            self.assertEqual(sorted(outcome["keys"]), ["refused.control", "refused.turn"])
            self.assertEqual(sorted(outcome["refused"]), ["refused.control", "refused.turn"])
            self.assertEqual(outcome["count"], 4 * len(CONTROLS))
            self.assertGreater(outcome["turns"], 0)
            frames = [frame for frame in log if frame != "open"]
            self.assertEqual([frame for frame in frames if not frame.isprintable()], [])

    def test_what_the_browser_does_not_copy_is_shown(self):
        with self.page() as page:
            shown = []
            page.on("dialog", lambda dialog: (shown.append(dialog.default_value), dialog.dismiss()))
            page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('refused')); }")
            page.click(square("a5"))
            page.click(square("a6"))
            page.wait_for_selector("[data-turn='a5-a6']")
            open_place(page, "analyse")
            page.click("[data-action=share] >> visible=true")
            page.wait_for_timeout(300)
            self.assertEqual([address.split("#")[1] for address in shown], ["variant=shatra&turns=a5-a6&at=1"])
            self.assertEqual(page.get_attribute("body", "data-shown"), "analyse")


if __name__ == "__main__":
    unittest.main()
