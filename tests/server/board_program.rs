//! `batyr board` as a program: its address, the pages that may use it, its limits and its end.

#![cfg(target_os = "linux")]

use std::io::{BufRead, BufReader, Lines, Write};
use std::net::SocketAddr;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::thread::{sleep, spawn};
use std::time::{Duration, Instant};

use tungstenite::Error;

use crate::net::http::exchange;
use crate::net::{HostConnection, RESPONSE_TIMEOUT, Server, Transport};
use crate::program::{memory_kilobytes, send_signal};

/// Starts `batyr board` with these arguments.
fn board_command(arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_batyr"))
        .arg("board")
        .args(arguments)
        .env_remove("RUST_LOG")
        .env_remove("BATYR_TOKEN")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// A running board on a free local port, which is killed on drop.
struct Board {
    child: Child,
    lines: Lines<BufReader<ChildStdout>>,
    address: SocketAddr,
}

impl Board {
    fn start(arguments: &[&str]) -> Self {
        let local = ["--no-open", "--listen", "127.0.0.1:0"];
        let mut child = board_command(&[&local, arguments].concat());
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let url = lines.next().unwrap().unwrap();
        let address = url
            .strip_prefix("http://")
            .and_then(|rest| rest.strip_suffix('/'));
        Self {
            address: address.unwrap().parse().unwrap(),
            child,
            lines,
        }
    }

    /// Connects as a page does whose request has these header fields.
    fn connect(&self, fields: &[(&'static str, &str)]) -> Result<HostConnection, Error> {
        HostConnection::open(Transport::WebSocket, self.address, fields)
    }

    /// Asserts that a page may connect exactly if it `may`.
    #[track_caller]
    fn assert_admits(&self, host: &str, origin: &str, may: bool) {
        match self.connect(&[("host", host), ("origin", origin)]) {
            Ok(_) => assert!(may, "{origin} was admitted by {host}"),
            Err(Error::Http(response)) => {
                assert_eq!(response.status().as_u16(), 403, "{origin}");
                assert!(!may, "{origin} was refused by {host}");
            }
            Err(error) => panic!("{origin}: {error}"),
        }
    }

    /// Waits until the program ends by itself, and returns when it did.
    fn wait_for_end(&mut self) -> Instant {
        assert!(self.child.wait().unwrap().success());
        Instant::now()
    }
}

impl Drop for Board {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn the_board_prints_its_address_alone() {
    let mut board = Board::start(&[]);
    let address = board.address;
    let get = format!("GET / HTTP/1.1\r\nHost: {address}\r\n\r\n");
    assert_eq!(exchange(address, &get).status(), 200);
    send_signal(board.child.id(), "TERM");
    board.wait_for_end();
    assert!(board.lines.next().is_none());
}

#[test]
fn a_board_that_others_can_reach_needs_a_token() {
    let child = board_command(&["--no-open", "--listen", "0.0.0.0:0"]);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("set a token with --token-file"), "{error}");
    assert!(output.stdout.is_empty());
}

#[test]
fn an_address_in_use_is_named() {
    let server = Server::start(&[]);
    let address = server.websocket_address.to_string();
    let child = board_command(&["--no-open", "--listen", &address]);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(
        error.contains(&format!("can't listen on {address}")),
        "{error}"
    );
}

#[test]
fn a_board_that_is_open_already_is_shown() {
    let server = Server::start(&["--board"]);
    let address = server.websocket_address.to_string();
    let child = board_command(&["--no-open", "--listen", &address]);
    let output = child.wait_with_output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{error}");
    assert_eq!(
        error,
        "batyr board: a board is already open, with the options of its first start\n"
    );
    let url = String::from_utf8(output.stdout).unwrap();
    assert_eq!(url, format!("http://{address}/\n"));
}

/// A page of the board has the origin from which it came, by whichever of the board's names;
/// pages of other programs on this machine are strangers.
#[test]
fn only_the_boards_own_page_may_connect() {
    let board = Board::start(&[]);
    let port = board.address.port();
    for name in ["127.0.0.1", "localhost", "[::1]", "app.localhost"] {
        let host = format!("{name}:{port}");
        board.assert_admits(&host, &format!("http://{host}"), true);
        // As it comes through a proxy that speaks TLS.
        board.assert_admits(&host, &format!("https://{host}"), true);
    }
    let host = board.address.to_string();
    let other_port = if port == 8000 { 8001 } else { 8000 };
    for origin in [
        format!("http://127.0.0.1:{other_port}"),
        format!("http://localhost:{other_port}"),
        format!("http://localhost:{port}"),
        format!("http://[::1]:{port}"),
        "http://127.0.0.1".to_owned(),
        "http://localhost".to_owned(),
        format!("app://{host}"),
        "https://shatra.example".to_owned(),
        "null".to_owned(),
        String::new(),
    ] {
        board.assert_admits(&host, &origin, false);
    }
    // A program that is no browser sends no origin.
    assert!(board.connect(&[]).is_ok());
}

#[test]
fn other_pages_may_connect_if_they_are_named() {
    let named = ["http://localhost:8000", "https://shatra.example"];
    let board = Board::start(&["--allow-origin", named[0], "--allow-origin", named[1]]);
    let host = board.address.to_string();
    board.assert_admits(&host, &format!("http://{host}"), true);
    for origin in named {
        board.assert_admits(&host, origin, true);
    }
    for origin in ["http://localhost:8001", "http://shatra.example", "null"] {
        board.assert_admits(&host, origin, false);
    }
    // Behind a proxy that passes on the name by which it was called.
    board.assert_admits("shatra.example", named[1], true);
    board.assert_admits("evil.example", "https://evil.example", false);
}

/// The number of lines of 1 MB that a page sends behind a search.
const FLOOD_LINES: usize = 40;

/// Lines of 1 MB, the most that one may have, wait behind a search that never ends. The board
/// refuses them, needs little memory, and answers another page meanwhile.
#[test]
fn the_lines_that_wait_for_a_search_are_limited() {
    let board = Board::start(&[]);
    let mut other = board.connect(&[]).unwrap();
    other.send("uci");
    other.skip_to("uciok");
    let mut page = board.connect(&[]).unwrap();
    page.send("uci\nposition startpos\ngo infinite\nsetoption name Hash value 2");
    page.skip_to("info depth 1 ");
    let line = format!("position startpos moves{}", " a".repeat(520_000));
    let mut frame = vec![0x81, 0xff];
    frame.extend((line.len() as u64).to_be_bytes());
    frame.extend([0; 4]);
    frame.extend(line.as_bytes());
    let mut stream = page.stream().try_clone().unwrap();
    let sender = spawn(move || (0..FLOOD_LINES).all(|_| stream.write_all(&frame).is_ok()));
    let reader = spawn(move || {
        let from = Instant::now();
        let mut lines = Vec::new();
        while let Some(line) = page.next_line() {
            let is_info = line.starts_with("info depth ");
            assert!(!is_info || from.elapsed() < RESPONSE_TIMEOUT, "no refusal");
            lines.extend((!is_info).then_some(line));
        }
        lines
    });
    let mut longest = Duration::ZERO;
    while !reader.is_finished() {
        let asked = Instant::now();
        assert!(other.ask("").is_empty());
        longest = longest.max(asked.elapsed());
        sleep(Duration::from_millis(5));
    }
    let lines = reader.join().expect("the page is refused");
    let reason = "limit max-queue (2097152 bytes) reached";
    assert!(lines.contains(&format!("info string error: refused: {reason}")));
    assert_eq!(lines.last(), Some(&format!("close 1008: {reason}")));
    sender.join().unwrap();
    let peak = memory_kilobytes(board.child.id(), "VmHWM") >> 10;
    assert!(peak < 100, "{peak} MB");
    // The limit is many times the usual value, because other tests use the processor, too.
    assert!(longest < Duration::from_secs(1), "{longest:?}");
}

#[test]
fn a_board_closes_after_its_last_page() {
    let mut board = Board::start(&["--close-after", "1"]);
    let page = board.connect(&[]).unwrap();
    sleep(Duration::from_millis(1_500));
    assert_eq!(board.child.try_wait().unwrap(), None);
    drop(page);
    let closed = Instant::now();
    let wait = board.wait_for_end() - closed;
    assert!(wait > Duration::from_millis(900), "{wait:?}");
}

/// However short a visit is, the time runs anew from its end.
#[test]
fn a_short_visit_keeps_the_board_open() {
    let visits: [fn(&Board); 2] = [
        |board| drop(board.connect(&[]).unwrap()),
        |board| {
            let get = format!("GET / HTTP/1.1\r\nHost: {}\r\n\r\n", board.address);
            assert_eq!(exchange(board.address, &get).status(), 200);
        },
    ];
    for visit in visits {
        let mut board = Board::start(&["--close-after", "1"]);
        sleep(Duration::from_millis(500));
        visit(&board);
        let visited = Instant::now();
        let wait = board.wait_for_end() - visited;
        assert!(wait > Duration::from_millis(900), "{wait:?}");
    }
}

/// A stranger that is refused is no visitor.
#[test]
fn a_refused_page_does_not_keep_the_board_open() {
    let mut board = Board::start(&["--close-after", "1"]);
    sleep(Duration::from_millis(600));
    let host = board.address.to_string();
    board.assert_admits(&host, "http://evil.example", false);
    let refused = Instant::now();
    let wait = board.wait_for_end() - refused;
    assert!(wait < Duration::from_millis(900), "{wait:?}");
}
