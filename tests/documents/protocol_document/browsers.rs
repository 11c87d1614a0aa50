//! BROWSERS.md agrees with the server: its example is run line by line, and its
//! tables are compared with its behaviour.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::Command;

use super::chapters::{blocks_of, rows_of};
use crate::net::{HostConnection, RESPONSE_TIMEOUT, Server, TOKEN, Transport};

const TEXT: &str = include_str!("../../../protocol/BROWSERS.md");

/// Returns the help of `batyr serve` without line breaks.
fn help() -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_batyr"));
    let output = command.args(["serve", "--help"]).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the text between each occurrence of `key` and the next quotation mark.
fn quoted_after(code: &str, key: &str) -> Vec<String> {
    let pieces = code.split(key).skip(1);
    let texts = pieces.map(|piece| piece.split('"').next().unwrap());
    texts.map(str::to_owned).collect()
}

/// Connects as a page served by this machine.
fn connect_page(server: &Server) -> HostConnection {
    let headers = [("origin", "http://localhost:8000")];
    server.try_connect(Transport::WebSocket, &headers).unwrap()
}

#[test]
fn the_example_page_receives_its_replies() {
    let example = blocks_of(TEXT, "js").remove(0).lines.join("\n");
    let address = quoted_after(&example, "new WebSocket(\"").remove(0);
    let address = address.strip_prefix("ws://").unwrap().trim_end_matches('/');
    assert!(
        help().contains(&format!("[default: {address}]")),
        "{address}"
    );
    let sent = quoted_after(&example, ".send(\"");
    for server in [
        Server::start(&[]),
        Server::start_with_token(&[], Some(TOKEN)),
    ] {
        let mut page = connect_page(&server);
        assert_eq!(sent[0], format!("auth {TOKEN}"));
        let (mut lines, mut next) = (Vec::new(), sent.iter());
        page.send(next.next().unwrap());
        page.send(next.next().unwrap());
        for awaited in ["uciok", "bestmove "] {
            assert!(example.contains(&format!("\"{awaited}\"")), "{awaited}");
            lines.extend(page.read_until(awaited));
            for line in next.by_ref().take(2) {
                page.send(line);
            }
        }
        assert!(next.next().is_none());
        assert_eq!(page.read_rest(), ["close 1000: the conversation ended"]);
        assert!(
            !lines
                .iter()
                .any(|line| line.starts_with("info string error")),
            "{lines:?}"
        );
    }
}

#[test]
fn limits_have_the_documented_defaults() {
    let help = help();
    let rows = rows_of(TEXT, "## Limits");
    assert!(rows.len() > 8, "{rows:?}");
    for row in rows {
        let (default, option) = (row[1], row[2].trim_matches('`'));
        let (_, about) = help.split_once(&format!("{option} <")).expect(option);
        let (_, listed) = about.split_once("[default: ").unwrap();
        assert_eq!(listed.split(']').next().unwrap(), default, "{option}");
    }
    for option in ["--allow-origin", "--websocket"] {
        assert!(TEXT.contains(option) && help.contains(option), "{option}");
    }
}

#[test]
fn handshakes_are_rejected_as_documented() {
    let server = Server::start_with_token(&[], Some(TOKEN));
    let with_board = Server::start_with_token(&["--board"], Some(TOKEN));
    let key = "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    let rows = rows_of(TEXT, "## Who may connect");
    for row in &rows {
        let fields = match row[0] {
            "400" => String::new(),
            "401" => format!(
                "Host: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n{key}Authorization: Bearer x\r\n"
            ),
            "403" => "Host: x\r\nOrigin: null\r\n".to_owned(),
            "404" | "405" | "426" => "Host: x\r\n".to_owned(),
            "431" => format!("X: {}\r\n", "x".repeat(16_384)),
            other => panic!("unexpected code {other}"),
        };
        let method = if row[0] == "405" { "POST" } else { "GET" };
        let (server, path) = match row[0] {
            "404" => (&with_board, "/nothing"),
            _ => (&server, "/"),
        };
        let mut stream = TcpStream::connect(server.websocket_address).unwrap();
        stream.set_read_timeout(Some(RESPONSE_TIMEOUT)).unwrap();
        write!(stream, "{method} {path} HTTP/1.1\r\n{fields}\r\n").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        assert!(
            answer.starts_with(&format!("HTTP/1.1 {} ", row[0])),
            "{answer}"
        );
    }
    assert_eq!(rows.len(), 7);
}

/// Checks all codes except 1006, which is never sent, and 1011, which only an internal fault
/// causes.
#[test]
fn connections_close_with_the_documented_codes() {
    let rows = rows_of(TEXT, "## Close codes");
    assert_eq!(rows.len(), 9);
    for row in rows {
        let args = ["--max-sessions", "1", "--max-line", "256"];
        let server = Server::start_with_token(&args, (row[0] == "1008").then_some(TOKEN));
        let mut page = connect_page(&server);
        let mut raw = page.stream().try_clone().unwrap();
        match row[0] {
            "1000" => page.send("quit"),
            "1001" => {
                page.send("uci");
                page.read_until("uciok");
                server.send_signal("TERM");
            }
            "1002" => raw.write_all(b"\x83\x80\0\0\0\0").unwrap(),
            "1006" | "1011" => continue,
            "1007" => raw.write_all(b"\x81\x81\0\0\0\0\xff").unwrap(),
            "1008" => page.send("uci"),
            "1009" => page.send(&"x".repeat(513)),
            "1013" => {
                page.send("uci");
                page.read_until("uciok");
                page = connect_page(&server);
            }
            other => panic!("unexpected code {other}"),
        }
        let last = page.read_rest().pop().unwrap();
        assert!(last.starts_with(&format!("close {}: ", row[0])), "{last}");
    }
}
