"""The server comes and goes, pages are reloaded, and strangers knock."""

import http.server
import tempfile
import threading
import unittest

from support import BrowserTest, Server, forbid_storage, needs_server, square, start_game

# In this position the biy may capture twice.
CHAIN = "#variant=shatra&start=9/1/3K3/3s3/7/2s4/7/7/1/5k3+w+-+-+-+-+1"
TOKEN = "correct-horse-battery"
# Black has a batyr and two turas more.
LOST = "#variant=shatra&start=9/1/5SK/7/7/7/7/7/1/1r1r1q1k1+w"


class Connection(BrowserTest):
    @needs_server("it kills the server")
    def test_the_page_goes_on_in_mid_chain_after_the_server_was_killed(self):
        server = Server()
        self.addCleanup(server.stop)
        with self.page(expected_errors="WebSocket|ERR_CONNECTION", server=server, fragment=CHAIN) as page:
            page.wait_for_selector(f"{square('d5')}[data-mover]")
            page.click(square("d5"))
            page.click(square("d7"))
            page.wait_for_selector("[data-action=stop-here]:visible")
            server.kill()
            page.wait_for_selector("#connection:visible")
            server.restart()
            page.wait_for_selector("#connection", state="hidden")
            page.click("[data-action=stop-here]")
            page.wait_for_selector("[data-turn='d5:d7']")
            page.wait_for_function("() => document.getElementById('board').dataset.position.includes(' b ')")

    def test_a_step_is_not_marked_as_a_capture(self):
        with self.page(CHAIN) as page:
            page.click(square("d5"))
            page.wait_for_selector(f"{square('d7')}.capture, {square('d7')}[data-target=capture]")
            self.assertEqual(page.locator("[data-target=quiet]").count(), 5)

    def test_a_reload_in_mid_chain_keeps_the_turn(self):
        with self.page(CHAIN) as page:
            page.click(square("d5"))
            page.click(square("d7"))
            page.wait_for_selector("[data-action=stop-here]:visible")
            page.reload()
            page.wait_for_selector("[data-action=stop-here]:visible")
            page.click(square("f9"))
            page.wait_for_selector("[data-turn='d5:d7:f9']")

    def test_take_back_and_rematch_work_after_a_reload(self):
        with self.page() as page:
            start_game(page, "shatra")
            for start, target in (("a5", "a6"), ("a10", "a9")):
                page.click(f"{square(start)}[data-mover]")
                page.click(square(target))
            page.wait_for_selector("[data-turn='a10-a9']")
            page.reload()
            page.wait_for_selector("[data-turn='a10-a9']")
            page.click("[data-action=take-back]")
            page.wait_for_selector("[data-turn='a10-a9']", state="detached")
            self.assertEqual(page.locator("[data-turn='a5-a6']").count(), 1)
            for _ in range(2):
                page.click("[data-action=resign]")
            page.wait_for_selector(".result")
            page.reload()
            page.click("[data-action=rematch]")
            page.wait_for_selector("[data-turn='a5-a6']", state="detached")
            page.wait_for_selector("html[data-phase=running]")

    def test_a_bad_link_leaves_the_board_that_was_there(self):
        for fragment in ("#variant=foo", "#variant=shatra&start=9/K/7+w", "#variant=shatra&turns=a5-a9"):
            with self.subTest(fragment), self.page(fragment) as page:
                page.wait_for_selector(".sentence.error")
                self.assertEqual(page.locator(".turns [data-node]").count(), 0)
                self.assertTrue(page.get_attribute("#board", "data-position").startswith("SQ"))

    @needs_server("it kills the server")
    def test_a_search_for_a_move_goes_on_after_the_server_was_killed(self):
        server = Server()
        self.addCleanup(server.stop)
        with self.page(expected_errors="WebSocket|ERR_CONNECTION", server=server) as page:
            start_game(page, "shatra-original", opponent="engine", side="black")
            server.kill()
            page.wait_for_selector("#connection:visible")
            server.restart()
            page.wait_for_selector("[data-node='1']", timeout=20_000)

    @needs_server("it kills the server")
    def test_who_resigns_before_the_server_knows_the_turn_loses(self):
        server = Server()
        with self.page(expected_errors="WebSocket|ERR_CONNECTION", server=server) as page:
            start_game(page, "shatra")
            for start, target in (("a5", "a6"), ("a10", "a9")):
                page.click(f"{square(start)}[data-mover]")
                page.click(square(target))
            page.wait_for_selector(f"{square('g5')}[data-mover]")
            server.stop()
            page.wait_for_selector("#connection:visible")
            page.click(square("g5"))
            page.click(square("g6"))
            page.wait_for_selector("[data-turn='g5-g6']")
            for _ in range(2):
                page.click("[data-action=resign]")
            page.wait_for_function("() => document.getElementById('sentence').textContent === 'White has won'")

    def test_a_won_game_is_no_draw_after_a_reload(self):
        with self.page(LOST) as page:
            page.wait_for_selector(f"{square('b5')}[data-mover]")
            start_game(page, "shatra", opponent="engine")
            page.click(f"{square('b5')}[data-mover]")
            page.click(square("b6"))
            page.wait_for_selector("[data-node='2'][aria-current=true]")
            page.reload()
            page.wait_for_selector("[data-node='2'][aria-current=true]")
            page.click("[data-action=draw]")
            page.wait_for_function("() => document.getElementById('sentence').textContent === 'Offer a draw?'")
            page.click(".message [data-action=draw]")
            page.wait_for_function("() => document.getElementById('sentence').textContent === 'Batyr declines the draw.'")

    def test_two_pages_play_two_games(self):
        with self.page() as one, self.page() as two:
            start_game(one, "shatra")
            start_game(two, "shatra-original")
            one.click(square("a5"))
            two.click(square("a6"))
            one.click(square("a6"))
            two.click(square("a7"))
            one.wait_for_selector("[data-turn='a5-a6']")
            two.wait_for_selector("[data-turn='a6-a7']")

    @needs_server("it has no token")
    def test_a_token_comes_from_the_fragment(self):
        with tempfile.NamedTemporaryFile("w", suffix=".token") as file:
            file.write(TOKEN)
            file.flush()
            server = Server("--token-file", file.name)
            self.addCleanup(server.stop)
            with self.page(f"#token={TOKEN}", server=server) as page:
                page.wait_for_selector("[data-mover], .setup")
                page.wait_for_function("() => document.getElementById('board').dataset.position")
                self.assertNotIn(TOKEN, page.url)
            with self.page(f"#token={TOKEN}", server=server, prepare=forbid_storage) as page:
                page.wait_for_selector("[data-mover]")
            with self.page("#token=wrong-wrong-wrong-wrong", server=server, wait=False, expected_errors="WebSocket") as page:
                page.wait_for_selector("#connection:visible")
                self.assertIn("refused", page.inner_text("#connection"))

    @needs_server("it knocks at the server")
    def test_a_hostile_page_is_refused(self):
        class Page(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_response(200)
                self.send_header("Content-Type", "text/html")
                self.end_headers()
                self.wfile.write(b"<!doctype html><title>hostile</title>")

            def log_message(self, *_):
                pass
        # The second address leads to this machine, but is no name of the server; the first has another port.
        for address in ("127.0.0.1", "127.0.0.2"):
            with self.subTest(address):
                host = http.server.ThreadingHTTPServer((address, 0), Page)
                threading.Thread(target=host.serve_forever, daemon=True).start()
                self.addCleanup(host.shutdown)
                self.check_hostile(f"http://{address}:{host.server_port}/")

    def check_hostile(self, address):
        context = self.browser.new_context()
        self.addCleanup(context.close)
        page = context.new_page()
        page.goto(address)
        outcome = page.evaluate("""url => new Promise(resolve => {
          const socket = new WebSocket(url);
          socket.onopen = () => resolve('open');
          socket.onerror = () => resolve('refused');
        })""", self.server.url.replace("http", "ws"))
        self.assertEqual(outcome, "refused")
        frame = page.evaluate("""url => new Promise(resolve => {
          const frame = document.createElement('iframe');
          frame.src = url;
          frame.onload = () => resolve(frame.contentDocument === null ? 'other' : 'own');
          document.body.append(frame);
        })""", self.server.url)
        self.assertIn(frame, ("other", "own"))
        inner = [child for child in page.frames if child != page.main_frame]
        self.assertFalse(any(child.query_selector("[data-square]") for child in inner))


if __name__ == "__main__":
    unittest.main()
