//! The server: who is let in.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // test code

mod net;

use std::time::{Duration, Instant};

use net::{BOTH, Host, Kind, Server, TOKEN, is_refused, refused_start};
use tungstenite::Error;

#[test]
fn hosts_show_their_token() {
    let server = Server::start_with(&[], Some(TOKEN));
    for kind in BOTH {
        let mut host = server.connect(kind);
        host.send(&format!("auth {TOKEN}\nuci"));
        assert!(host.next().unwrap().starts_with("Batyr "));
        host.expect("uciok");
        let mut host = server.connect(kind);
        host.send("auth wrong");
        is_refused(&mut host, kind, 1008, "wrong token");
        let mut host = server.connect(kind);
        host.send("uci\ngo infinite");
        is_refused(&mut host, kind, 1008, "expected 'auth TOKEN' as first line");
        let mut host = server.connect(kind);
        is_refused(&mut host, kind, 1008, "no token came");
    }
    let right = format!("Bearer {TOKEN}");
    let headers = [("authorization", right.as_str())];
    let mut host = server.try_connect(Kind::WebSocket, &headers).unwrap();
    host.send("uci");
    host.expect("uciok");
    for wrong in ["Bearer wrong", "Basic x", TOKEN] {
        let headers = [("authorization", wrong)];
        let from = Instant::now();
        assert_eq!(status(&server, &headers), 401, "{wrong}");
        assert!(from.elapsed() > Duration::from_millis(400), "{wrong}");
    }
    server.signal("TERM");
    let (status, log) = server.end();
    assert!(status.success());
    assert!(!log.contains(TOKEN), "{log}");
}

#[test]
fn a_first_line_with_a_token_is_read_like_any_other() {
    let (closed, open) = (Server::start_with(&[], Some(TOKEN)), Server::start(&[]));
    for server in [&closed, &open] {
        for kind in BOTH {
            for auth in ["auth T", " auth\tT", "\r\nauth  T ", "\n \nauth T\n"] {
                let mut host = server.connect(kind);
                host.send(&auth.replace('T', TOKEN));
                host.send("uci");
                let lines = host.until("uciok");
                assert!(
                    !lines.iter().any(|line| line.contains("error")),
                    "{lines:?}"
                );
            }
        }
    }
    // Later it is a line that nobody knows.
    let mut host = open.uci(Kind::Tcp);
    assert_eq!(host.ask("auth x").len(), 1);
}

/// Neither who says nothing nor who guesses wrong keeps others out.
#[test]
fn a_crowd_at_the_door_lets_others_through() {
    let server = Server::start_with(&[], Some(TOKEN));
    for guess in ["", "auth wrong"] {
        let crowd: Vec<Host> = (0..130)
            .map(|_| {
                let mut host = server.connect(Kind::Tcp);
                host.try_send(guess);
                host
            })
            .collect();
        for kind in BOTH {
            let from = Instant::now();
            let mut host = server.connect(kind);
            host.send(&format!("auth {TOKEN}"));
            assert!(host.next().unwrap().starts_with("Batyr "));
            assert!(
                from.elapsed() < Duration::from_secs(1),
                "{:?}",
                from.elapsed()
            );
        }
        drop(crowd);
    }
}

/// The status with which a WebSocket is refused.
#[track_caller]
fn status(server: &Server, headers: &[(&'static str, &str)]) -> u16 {
    match server.try_connect(Kind::WebSocket, headers) {
        Err(Error::Http(response)) => response.status().as_u16(),
        Err(error) => panic!("{error}"),
        Ok(_) => panic!("it is let in"),
    }
}

#[test]
fn pages_of_other_machines_are_refused() {
    let server = Server::start(&["--allow-origin", "https://shatra.example"]);
    for origin in ["https://shatra.example", "http://localhost:8000"] {
        let host = server.try_connect(Kind::WebSocket, &[("origin", origin)]);
        host.unwrap().send("uci");
    }
    for origin in [
        "https://evil.example",
        "null",
        "http://localhost.evil.example",
    ] {
        assert_eq!(status(&server, &[("origin", origin)]), 403, "{origin}");
    }
    // Nor can a page make a browser send lines to the other port.
    let mut host = server.connect(Kind::Tcp);
    host.send("POST / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\nuci\r\ngo infinite\r");
    let reason = "this port takes lines of text, no HTTP";
    is_refused(&mut host, Kind::Tcp, 1002, reason);
}

/// Nor by an address that is too long to be read.
#[test]
fn a_long_first_line_could_be_http() {
    let server = Server::start(&["--max-line", "1000"]);
    let mut host = server.connect(Kind::Tcp);
    let long = "x".repeat(100_000);
    host.try_send(&format!("POST /{long} HTTP/1.1\r\n\r\nuci\r\nisready\r"));
    let lines = host.rest();
    let reason = "the first line is longer than max-line, it could have been HTTP";
    let refusal = format!("info string error: refused: {reason}");
    assert!(lines.contains(&refusal), "{lines:?}");
    assert!(!lines.contains(&"readyok".to_owned()), "{lines:?}");
}

#[test]
fn what_is_no_origin_is_no_value_of_the_option() {
    let (status, complaint) = refused_start(&["--allow-origin", "shatra.example"], None);
    assert_eq!(status.code(), Some(2));
    assert!(
        complaint.contains("'shatra.example' is no origin"),
        "{complaint}"
    );
}

#[test]
fn other_machines_need_a_token() {
    for option in ["--tcp", "--websocket"] {
        for address in ["0.0.0.0:0", "[::]:0"] {
            let (status, complaint) = refused_start(&[option, address], None);
            assert_eq!(status.code(), Some(1));
            assert!(complaint.contains("needs a token"), "{complaint}");
            assert!(complaint.contains(address), "{complaint}");
        }
    }
    let (status, complaint) = refused_start(&["--tcp", "0.0.0.0:0"], Some("short"));
    assert_eq!(status.code(), Some(1));
    assert!(complaint.contains("BATYR_TOKEN"), "{complaint}");
    let (status, complaint) = refused_start(&["--token-file", "/no/such"], None);
    assert_eq!(status.code(), Some(1));
    assert!(complaint.contains("'/no/such'"), "{complaint}");
}
