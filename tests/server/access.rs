//! The admission of hosts to the server.

#![cfg(target_os = "linux")]

use std::{
    io::{BufReader, Read, Write},
    net::{SocketAddr, TcpStream},
    time::{Duration, Instant},
};

use crate::net::{
    BOTH, Host, Kind, RESPONSE_TIMEOUT, Server, TOKEN, assert_refused, command, refused_start,
};
use tungstenite::Error;

#[test]
fn a_token_is_accepted_in_each_form() {
    let server = Server::start_with(&[], Some(TOKEN));
    for kind in BOTH {
        let mut host = server.connect(kind);
        host.send(&format!("auth {TOKEN}\nuci"));
        assert!(host.next().unwrap().starts_with("Batyr "));
        host.expect("uciok");
        let mut host = server.connect(kind);
        host.send("auth wrong");
        assert_refused(&mut host, kind, 1008, "wrong token");
        let mut host = server.connect(kind);
        host.send("uci\ngo infinite");
        assert_refused(
            &mut host,
            kind,
            1008,
            "expected 'auth TOKEN' as the first line",
        );
        let mut host = server.connect(kind);
        assert_refused(&mut host, kind, 1008, "no token was sent");
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
fn a_first_line_with_a_token_is_accepted_where_none_is_needed() {
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
    // Later it is an unknown command.
    let mut host = open.uci(Kind::Tcp);
    assert_eq!(host.ask("auth x").len(), 1);
}

/// Neither silent hosts nor hosts with a wrong token keep others out.
#[test]
fn many_unauthenticated_connections_do_not_keep_others_out() {
    let server = Server::start_with(&[], Some(TOKEN));
    for guess in ["", "auth wrong"] {
        let idle: Vec<Host> = (0..130)
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
        drop(idle);
    }
}

/// Returns the HTTP status with which a WebSocket is rejected.
#[track_caller]
fn status(server: &Server, headers: &[(&'static str, &str)]) -> u16 {
    match server.try_connect(Kind::WebSocket, headers) {
        Err(Error::Http(response)) => response.status().as_u16(),
        Err(error) => panic!("{error}"),
        Ok(_) => panic!("the connection is accepted"),
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
    // A page also cannot make a browser send lines to the TCP port.
    let mut host = server.connect(Kind::Tcp);
    host.send("POST / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\nuci\r\ngo infinite\r");
    let reason = "this port takes lines of text, not HTTP";
    assert_refused(&mut host, Kind::Tcp, 1002, reason);
}

/// A page also cannot do so with a path that is too long to be read.
#[test]
fn a_first_line_too_long_to_classify_ends_the_connection() {
    let server = Server::start(&["--max-line", "1000"]);
    let mut host = server.connect(Kind::Tcp);
    let long = "x".repeat(100_000);
    host.try_send(&format!("POST /{long} HTTP/1.1\r\n\r\nuci\r\nisready\r"));
    let lines = host.rest();
    let reason = "the first line is longer than max-line and may be HTTP";
    let refusal = format!("info string error: refused: {reason}");
    assert!(lines.contains(&refusal), "{lines:?}");
    assert!(!lines.contains(&"readyok".to_owned()), "{lines:?}");
}

#[test]
fn a_text_that_is_not_an_origin_is_refused_as_an_argument() {
    let (status, error_output) = refused_start(&["--allow-origin", "shatra.example"], None);
    assert_eq!(status.code(), Some(2));
    assert!(
        error_output.contains("'shatra.example' is not an origin"),
        "{error_output}"
    );
}

#[test]
fn other_machines_need_a_token() {
    for option in ["--tcp", "--websocket"] {
        for address in ["0.0.0.0:0", "[::]:0"] {
            let (status, error_output) = refused_start(&[option, address], None);
            assert_eq!(status.code(), Some(1));
            assert!(error_output.contains("set a token"), "{error_output}");
            assert!(error_output.contains(address), "{error_output}");
        }
    }
    let (status, error_output) = refused_start(&["--tcp", "0.0.0.0:0"], Some("short"));
    assert_eq!(status.code(), Some(1));
    assert!(error_output.contains("BATYR_TOKEN"), "{error_output}");
    let (status, error_output) = refused_start(&["--token-file", "/no/such"], None);
    assert_eq!(status.code(), Some(1));
    assert!(error_output.contains("'/no/such'"), "{error_output}");
}

/// Returns the server's answer to these bytes on the WebSocket port.
fn exchange(server: &Server, bytes: &[u8]) -> String {
    let mut stream = TcpStream::connect(server.websocket).unwrap();
    stream.set_read_timeout(Some(RESPONSE_TIMEOUT)).unwrap();
    stream.write_all(bytes).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

/// Returns the status and the body of an answer after checking its form.
#[track_caller]
fn parts(answer: &str) -> (u16, &str) {
    let (head, body) = answer.split_once("\r\n\r\n").expect(answer);
    let status = head.strip_prefix("HTTP/1.1 ").expect(head);
    let length = format!("\r\ncontent-length: {}\r\n", body.len());
    let head = format!("{}\r\n", head.to_ascii_lowercase());
    assert!(head.contains(&length), "{answer}");
    for field in ["connection: close", "content-type: text/plain"] {
        assert!(head.contains(&format!("\r\n{field}")), "{field}: {answer}");
    }
    (status[..3].parse().unwrap(), body)
}

const UPGRADE: &str = "Connection: keep-alive, Upgrade\r\nUpgrade: websocket\r\n\
    Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";

#[test]
fn a_request_that_is_not_for_a_websocket_gets_an_http_response() {
    let server = Server::start(&["--allow-origin", "https://shatra.example"]);
    let without_version = UPGRADE.replace("Sec-WebSocket-Version: 13", "X: y");
    let without_key = UPGRADE.replace("Sec-WebSocket-Key", "X");
    let long = format!(
        "GET / HTTP/1.1\r\nHost: localhost\r\nX: {}\r\n\r\n",
        "x".repeat(20_000)
    );
    let get = |headers: &str| format!("GET / HTTP/1.1\r\n{headers}\r\n");
    for (request, status, word) in [
        (get("Host: localhost:3536\r\n"), 426, "WebSocket"),
        (
            get("Host: [::1]\r\nAccept: text/html\r\n"),
            426,
            "WebSocket",
        ),
        (
            "GET /page?x=y HTTP/1.1\r\nhost:127.0.0.1\r\n\r\n".to_owned(),
            426,
            "Batyr",
        ),
        ("GET / HTTP/1.0\r\n\r\n".to_owned(), 426, "WebSocket"),
        (
            get(&format!("Host: localhost\r\n{without_version}")),
            426,
            "Sec-WebSocket-Version",
        ),
        (
            get(&format!("Host: localhost\r\n{without_key}")),
            400,
            "Sec-WebSocket-Key",
        ),
        (get(UPGRADE), 400, "Host"),
        (get("Host: a\r\nHost: b\r\n"), 400, "Host"),
        (
            get(&format!("Host: evil.example\r\n{UPGRADE}")),
            403,
            "evil.example",
        ),
        (
            get(&format!("Host: localhost\r\nOrigin: null\r\n{UPGRADE}")),
            403,
            "null",
        ),
        (
            "POST / HTTP/1.1\r\nHost: localhost\r\n\r\n".to_owned(),
            405,
            "GET",
        ),
        ("GET / HTTP/2.0\r\n\r\n".to_owned(), 400, "HTTP"),
        ("uci\r\n\r\n".to_owned(), 400, "HTTP"),
        ("GET / HTTP/1.1\r\nHo st: x\r\n\r\n".to_owned(), 400, "HTTP"),
        ("\u{16}\u{3}\u{1}".to_owned(), 400, "HTTP"),
        (long, 431, "16384"),
    ] {
        let answer = exchange(&server, request.as_bytes());
        let (given, body) = parts(&answer);
        assert_eq!(given, status, "{request}\n{answer}");
        assert!(body.contains(word), "{request}\n{answer}");
        assert_eq!(
            answer.contains("\r\nUpgrade: websocket"),
            status == 426,
            "{answer}"
        );
    }
    assert!(exchange(&server, b"POST / HTTP/1.1\r\n\r\n").contains("\r\nAllow: GET"));
    // The answer to HEAD has no body.
    let head = exchange(&server, b"HEAD / HTTP/1.1\r\nHost: localhost\r\n\r\n");
    assert!(
        head.starts_with("HTTP/1.1 426 ") && head.ends_with("\r\n\r\n"),
        "{head}"
    );
    // A host behind a proxy has the name of the page.
    for host in [
        "shatra.example",
        "localhost",
        "127.0.0.1:3536",
        "app.localhost",
        "192.168.0.7",
    ] {
        let headers = [("host", host)];
        let host = server.try_connect(Kind::WebSocket, &headers);
        host.unwrap().send("uci");
    }
    assert_eq!(status(&server, &[("host", "evil.example")]), 403);
    // A host with the token may use any name for the server.
    let server = Server::start_with(&[], Some(TOKEN));
    let host = server.try_connect(Kind::WebSocket, &[("host", "any.example")]);
    host.unwrap().send(&format!("auth {TOKEN}"));
}

/// Returns the addresses on which a server listening_addresses, one for each line that it prints.
fn listening_addresses(args: &[&str]) -> Vec<(String, SocketAddr)> {
    let mut child = command(args).env("RUST_LOG", "off").spawn().unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    std::thread::sleep(Duration::from_millis(300));
    let status = std::process::Command::new("kill")
        .args(["-TERM", &child.id().to_string()])
        .status();
    assert!(status.unwrap().success());
    let mut text = String::new();
    out.read_to_string(&mut text).unwrap();
    let mut error_output = String::new();
    child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut error_output)
        .unwrap();
    child.wait().unwrap();
    assert_eq!(error_output, "");
    let words = text
        .lines()
        .map(|line| line.strip_prefix("listening on ").unwrap().split_once(' '));
    words
        .map(|pair| pair.unwrap())
        .map(|(kind, address)| (kind.to_owned(), address.parse().unwrap()))
        .collect()
}

#[test]
fn the_server_listens_on_all_addresses_of_a_host_name() {
    for (option, kind) in [("--tcp", "tcp"), ("--websocket", "websocket")] {
        let all = listening_addresses(&[option, "localhost:0"]);
        assert!(
            all.iter()
                .any(|(_, address)| address.ip().to_string() == "127.0.0.1"),
            "{all:?}"
        );
        for (given, address) in &all {
            assert_eq!(given, kind);
            assert!(address.ip().is_loopback(), "{all:?}");
            // The port is the same, whichever address a host chooses.
            assert_eq!(address.port(), all[0].1.port(), "{all:?}");
        }
    }
    for (value, words) in [
        ("no-such-host.invalid:0", "'no-such-host.invalid'"),
        ("localhost", "HOST:PORT"),
        ("localhost:x", "'x'"),
        (":3535", "HOST:PORT"),
        ("::1:0", "[::1]"),
        ("localhost:70000", "'70000'"),
    ] {
        let (status, error_output) = refused_start(&["--tcp", value], None);
        assert!(!status.success());
        assert!(error_output.contains(words), "{value}: {error_output}");
    }
}

#[test]
fn the_log_escapes_and_shortens_input_from_peers() {
    let server = Server::start_logging(&[], None, Some("trace"));
    let mut host = server.uci(Kind::Tcp);
    host.ask("setoption name UCI_Opponent value none none computer \u{1b}[31mRed\u{2028}Line");
    for _ in 0..100 {
        host.ask(&format!(
            "setoption name UCI_Opponent value {}",
            "x".repeat(100_000)
        ));
    }
    let origin = "http://\u{9b}2J.example".to_owned() + &"y".repeat(5_000);
    for header in ["Origin", "Host"] {
        let request = format!("GET /\u{9b}1J HTTP/1.1\r\n{header}: {origin}\r\n{UPGRADE}\r\n");
        exchange(&server, request.as_bytes());
    }
    let mut host = server.connect(Kind::WebSocket);
    host.send(&"z".repeat(100_000));
    server.signal("TERM");
    let (_, log) = server.end();
    assert!(log.contains("\\u{1b}[31mRed\\u{2028}Line"), "{log:.500}");
    let raw = |c: char| c != '\n' && (c.is_control() || c == '\u{2028}');
    assert!(!log.contains(raw), "{log:.500}");
    assert!(log.len() < 64 << 10, "{} bytes", log.len());
    assert_eq!(
        log.matches("the rest of what this host sends").count(),
        1,
        "{log:.500}"
    );
}

/// A host without the token cannot make the server keep more than a few bytes.
#[test]
fn few_bytes_are_read_before_the_token() {
    let server = Server::start_with(&[], Some(TOKEN));
    let reason = "more than 4096 bytes came before the token";
    for kind in BOTH {
        for lines in ["x".repeat(6_000), "         \n".repeat(600)] {
            let from = Instant::now();
            let mut host = server.connect(kind);
            let sent = match &mut host {
                Host::Tcp { stream, .. } => stream.write_all(lines.as_bytes()).is_ok(),
                Host::WebSocket(socket) => socket.send(lines.into()).is_ok(),
            };
            assert!(sent);
            assert_refused(&mut host, kind, 1008, reason);
            assert!(from.elapsed() < Duration::from_secs(4));
        }
    }
    // Empty lines count as lines and are rate limited: a token after too many of them is too late.
    let slow = Server::start_with(&["--max-rate", "10"], Some(TOKEN));
    for kind in BOTH {
        let mut host = slow.connect(kind);
        let lines = format!("{}auth {TOKEN}\n", "\n".repeat(300));
        match &mut host {
            Host::Tcp { stream, .. } => stream.write_all(lines.as_bytes()).unwrap(),
            Host::WebSocket(socket) => socket.send(lines.into()).unwrap(),
        }
        assert_refused(&mut host, kind, 1008, "no token was sent");
    }
    // The limit also holds for fragments of a message, and for messages without a line.
    for part in [
        &b"\x01\x80\0\0\0\0"[..],
        b"\x89\x80\0\0\0\0",
        b"\x81\x80\0\0\0\0",
    ] {
        let mut host = server.connect(Kind::WebSocket);
        let rest: Vec<u8> = [part, &b"\0\x80\0\0\0\0".repeat(1_000)].concat();
        let rest = if part[0] == 1 {
            rest
        } else {
            part.repeat(1_000)
        };
        host.stream().try_clone().unwrap().write_all(&rest).unwrap();
        assert_refused(&mut host, Kind::WebSocket, 1008, reason);
    }
    // Lines after the token have the limits of a session.
    for kind in BOTH {
        let mut host = server.connect(kind);
        let long = format!("position startpos{}", " ".repeat(20_000));
        host.send(&format!("auth {TOKEN}\nuci\n{long}\nisready"));
        let lines = host.until("readyok");
        assert!(
            !lines.iter().any(|line| line.contains("error")),
            "{lines:?}"
        );
    }
    let bytes = format!("auth {TOKEN}");
    let mut host = server.connect(Kind::WebSocket);
    let mut stream = host.stream().try_clone().unwrap();
    // The token in fragments with a ping between them, followed by more in one piece.
    let frame = |first: u8, text: &str| {
        let mut frame = vec![first, 0x80 | text.len() as u8, 0, 0, 0, 0];
        frame.extend(text.as_bytes());
        frame
    };
    let (one, two) = bytes.split_at(7);
    let all = [
        frame(1, one),
        frame(0x89, "p"),
        frame(0x80, two),
        frame(0x81, "uci"),
        frame(0x81, "isready"),
    ];
    stream.write_all(&all.concat()).unwrap();
    host.expect("readyok");
    let long = "t".repeat(2_000);
    let (status, error_output) = refused_start(&[], Some(&long));
    assert!(
        !status.success() && error_output.contains("BATYR_TOKEN"),
        "{error_output}"
    );
}
