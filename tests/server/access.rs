//! Which hosts the server admits: tokens, origins, addresses and HTTP requests.

#![cfg(target_os = "linux")]

use std::{
    io::{BufReader, Read, Write},
    net::{SocketAddr, TcpStream},
    time::{Duration, Instant},
};

use crate::net::{
    HostConnection, RESPONSE_TIMEOUT, Server, TOKEN, TRANSPORTS, Transport, assert_refused,
    run_failing_server, serve_command,
};
use crate::program::send_signal;
use tungstenite::Error;

#[test]
fn a_token_is_accepted_as_a_line_and_as_a_header() {
    let server = Server::start_with_token(&[], Some(TOKEN));
    for transport in TRANSPORTS {
        let mut host = server.connect(transport);
        host.send(&format!("auth {TOKEN}\nuci"));
        assert!(host.next_line().unwrap().starts_with("Batyr "));
        host.skip_to("uciok");
        let mut host = server.connect(transport);
        host.send("auth wrong");
        assert_refused(&mut host, transport, 1008, "wrong token");
        let mut host = server.connect(transport);
        host.send("uci\ngo infinite");
        assert_refused(
            &mut host,
            transport,
            1008,
            "expected 'auth TOKEN' as the first line",
        );
        let mut host = server.connect(transport);
        assert_refused(&mut host, transport, 1008, "no token was sent");
    }
    let right = format!("Bearer {TOKEN}");
    let headers = [("authorization", right.as_str())];
    let mut host = server.try_connect(Transport::WebSocket, &headers).unwrap();
    host.send("uci");
    host.skip_to("uciok");
    for wrong in ["Bearer wrong", "Basic x", TOKEN] {
        let headers = [("authorization", wrong)];
        let from = Instant::now();
        assert_eq!(rejection_status(&server, &headers), 401, "{wrong}");
        assert!(from.elapsed() > Duration::from_millis(400), "{wrong}");
    }
    server.send_signal("TERM");
    let (status, log) = server.wait_for_exit();
    assert!(status.success());
    assert!(!log.contains(TOKEN), "{log}");
}

#[test]
fn a_token_in_the_first_line_is_accepted_even_if_none_is_required() {
    let (with_token, without_token) = (
        Server::start_with_token(&[], Some(TOKEN)),
        Server::start(&[]),
    );
    for server in [&with_token, &without_token] {
        for transport in TRANSPORTS {
            for auth in ["auth T", " auth\tT", "\r\nauth  T ", "\n \nauth T\n"] {
                let mut host = server.connect(transport);
                host.send(&auth.replace('T', TOKEN));
                host.send("uci");
                let lines = host.read_until("uciok");
                assert!(
                    !lines.iter().any(|line| line.contains("error")),
                    "{lines:?}"
                );
            }
        }
    }
    // In later lines, `auth` is an unknown command.
    let mut host = without_token.connect_uci(Transport::Tcp);
    assert_eq!(host.ask("auth x").len(), 1);
}

/// Neither silent hosts nor hosts with a wrong token keep other hosts from connecting.
#[test]
fn many_unauthenticated_connections_do_not_keep_others_out() {
    let server = Server::start_with_token(&[], Some(TOKEN));
    for first_line in ["", "auth wrong"] {
        let unauthenticated: Vec<HostConnection> = (0..130)
            .map(|_| {
                let mut host = server.connect(Transport::Tcp);
                host.try_send(first_line);
                host
            })
            .collect();
        for transport in TRANSPORTS {
            let from = Instant::now();
            let mut host = server.connect(transport);
            host.send(&format!("auth {TOKEN}"));
            assert!(host.next_line().unwrap().starts_with("Batyr "));
            assert!(
                from.elapsed() < Duration::from_secs(1),
                "{:?}",
                from.elapsed()
            );
        }
        drop(unauthenticated);
    }
}

/// Returns the HTTP status with which the server rejects a WebSocket request with these headers.
#[track_caller]
fn rejection_status(server: &Server, headers: &[(&'static str, &str)]) -> u16 {
    match server.try_connect(Transport::WebSocket, headers) {
        Err(Error::Http(response)) => response.status().as_u16(),
        Err(error) => panic!("{error}"),
        Ok(_) => panic!("the connection was accepted"),
    }
}

#[test]
fn pages_from_other_machines_are_refused() {
    let server = Server::start(&["--allow-origin", "https://shatra.example"]);
    for origin in ["https://shatra.example", "http://localhost:8000"] {
        let host = server.try_connect(Transport::WebSocket, &[("origin", origin)]);
        host.unwrap().send("uci");
    }
    for origin in [
        "https://evil.example",
        "null",
        "http://localhost.evil.example",
    ] {
        assert_eq!(
            rejection_status(&server, &[("origin", origin)]),
            403,
            "{origin}"
        );
    }
    // Nor can a page make a browser send lines to the TCP port.
    let mut host = server.connect(Transport::Tcp);
    host.send("POST / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\nuci\r\ngo infinite\r");
    let reason = "this port takes lines of text, not HTTP";
    assert_refused(&mut host, Transport::Tcp, 1002, reason);
}

/// A page can't make a browser send lines to the TCP port even with a very long path.
#[test]
fn a_first_line_that_is_too_long_ends_the_connection() {
    let server = Server::start(&["--max-line", "1000"]);
    let mut host = server.connect(Transport::Tcp);
    let long = "x".repeat(100_000);
    host.try_send(&format!("POST /{long} HTTP/1.1\r\n\r\nuci\r\nisready\r"));
    let lines = host.read_rest();
    let reason = "the first line is longer than max-line and may be HTTP";
    let refusal = format!("info string error: refused: {reason}");
    assert!(lines.contains(&refusal), "{lines:?}");
    assert!(!lines.contains(&"readyok".to_owned()), "{lines:?}");
}

#[test]
fn an_invalid_origin_is_refused_as_an_argument() {
    let (status, error_output) = run_failing_server(&["--allow-origin", "shatra.example"], None);
    assert_eq!(status.code(), Some(2));
    assert!(
        error_output.contains("'shatra.example' is not an origin"),
        "{error_output}"
    );
}

#[test]
fn listening_to_other_machines_requires_a_token() {
    for option in ["--tcp", "--websocket"] {
        for address in ["0.0.0.0:0", "[::]:0"] {
            let (status, error_output) = run_failing_server(&[option, address], None);
            assert_eq!(status.code(), Some(1));
            assert!(error_output.contains("set a token"), "{error_output}");
            assert!(error_output.contains(address), "{error_output}");
        }
    }
    let (status, error_output) = run_failing_server(&["--tcp", "0.0.0.0:0"], Some("short"));
    assert_eq!(status.code(), Some(1));
    assert!(error_output.contains("BATYR_TOKEN"), "{error_output}");
    let (status, error_output) = run_failing_server(&["--token-file", "/no/such"], None);
    assert_eq!(status.code(), Some(1));
    assert!(error_output.contains("'/no/such'"), "{error_output}");
}

/// Sends bytes to the WebSocket port and returns the server's response.
fn http_response(server: &Server, bytes: &[u8]) -> String {
    let mut stream = TcpStream::connect(server.websocket_address).unwrap();
    stream.set_read_timeout(Some(RESPONSE_TIMEOUT)).unwrap();
    stream.write_all(bytes).unwrap();
    let mut response = String::new();
    stream.read_to_string(&mut response).unwrap();
    response
}

/// Checks the headers of an HTTP response; returns its status and its body.
#[track_caller]
fn status_and_body(response: &str) -> (u16, &str) {
    let (head, body) = response.split_once("\r\n\r\n").expect(response);
    let status = head.strip_prefix("HTTP/1.1 ").expect(head);
    let length = format!("\r\ncontent-length: {}\r\n", body.len());
    let head = format!("{}\r\n", head.to_ascii_lowercase());
    assert!(head.contains(&length), "{response}");
    for field in ["connection: close", "content-type: text/plain"] {
        assert!(
            head.contains(&format!("\r\n{field}")),
            "{field}: {response}"
        );
    }
    (status[..3].parse().unwrap(), body)
}

/// The headers that request a WebSocket.
const UPGRADE_HEADERS: &str = "Connection: keep-alive, Upgrade\r\nUpgrade: websocket\r\n\
    Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";

#[test]
fn an_invalid_websocket_request_gets_an_http_response() {
    let server = Server::start(&["--allow-origin", "https://shatra.example"]);
    let without_version = UPGRADE_HEADERS.replace("Sec-WebSocket-Version: 13", "X: y");
    let without_key = UPGRADE_HEADERS.replace("Sec-WebSocket-Key", "X");
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
        (get(UPGRADE_HEADERS), 400, "Host"),
        (get("Host: a\r\nHost: b\r\n"), 400, "Host"),
        (
            get(&format!("Host: evil.example\r\n{UPGRADE_HEADERS}")),
            403,
            "evil.example",
        ),
        (
            get(&format!(
                "Host: localhost\r\nOrigin: null\r\n{UPGRADE_HEADERS}"
            )),
            403,
            "null",
        ),
        (
            "POST / HTTP/1.1\r\nHost: localhost\r\n\r\n".to_owned(),
            405,
            "expected one of the methods GET, HEAD",
        ),
        ("GET / HTTP/2.0\r\n\r\n".to_owned(), 400, "HTTP"),
        ("uci\r\n\r\n".to_owned(), 400, "HTTP"),
        ("GET / HTTP/1.1\r\nHo st: x\r\n\r\n".to_owned(), 400, "HTTP"),
        ("\u{16}\u{3}\u{1}".to_owned(), 400, "HTTP"),
        (long, 431, "16384"),
    ] {
        let response = http_response(&server, request.as_bytes());
        let (actual_status, body) = status_and_body(&response);
        assert_eq!(actual_status, status, "{request}\n{response}");
        assert!(body.contains(word), "{request}\n{response}");
        assert_eq!(
            response.contains("\r\nUpgrade: websocket"),
            status == 426,
            "{response}"
        );
    }
    assert!(
        http_response(&server, b"POST / HTTP/1.1\r\n\r\n").contains("\r\nAllow: GET, HEAD\r\n")
    );
    // The response to HEAD has no body.
    let head = http_response(&server, b"HEAD / HTTP/1.1\r\nHost: localhost\r\n\r\n");
    assert!(
        head.starts_with("HTTP/1.1 426 ") && head.ends_with("\r\n\r\n"),
        "{head}"
    );
    // Local names of the server are accepted and, for use behind a proxy, names of allowed origins.
    for host in [
        "shatra.example",
        "localhost",
        "127.0.0.1:3536",
        "app.localhost",
        "192.168.0.7",
    ] {
        let headers = [("host", host)];
        let host = server.try_connect(Transport::WebSocket, &headers);
        host.unwrap().send("uci");
    }
    assert_eq!(rejection_status(&server, &[("host", "evil.example")]), 403);
    // If a token is required, any name of the server is accepted.
    let server = Server::start_with_token(&[], Some(TOKEN));
    let host = server.try_connect(Transport::WebSocket, &[("host", "any.example")]);
    host.unwrap().send(&format!("auth {TOKEN}"));
}

/// Returns the transports and addresses on which a server with these arguments listens, as it
/// prints them.
fn listening_addresses(args: &[&str]) -> Vec<(String, SocketAddr)> {
    let mut child = serve_command(args).env("RUST_LOG", "off").spawn().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    std::thread::sleep(Duration::from_millis(300));
    send_signal(child.id(), "TERM");
    let mut text = String::new();
    stdout.read_to_string(&mut text).unwrap();
    let mut error_output = String::new();
    child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut error_output)
        .unwrap();
    child.wait().unwrap();
    assert_eq!(error_output, "");
    let listeners = text
        .lines()
        .map(|line| line.strip_prefix("listening on ").unwrap().split_once(' '));
    listeners
        .map(|listener| listener.unwrap())
        .map(|(transport, address)| (transport.to_owned(), address.parse().unwrap()))
        .collect()
}

#[test]
fn the_server_listens_on_all_addresses_of_a_host_name() {
    for (option, transport) in [("--tcp", "tcp"), ("--websocket", "websocket")] {
        let all = listening_addresses(&[option, "localhost:0"]);
        assert!(
            all.iter()
                .any(|(_, address)| address.ip().to_string() == "127.0.0.1"),
            "{all:?}"
        );
        for (printed_transport, address) in &all {
            assert_eq!(printed_transport, transport);
            assert!(address.ip().is_loopback(), "{all:?}");
            // The port is the same for all addresses.
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
        let (status, error_output) = run_failing_server(&["--tcp", value], None);
        assert!(!status.success());
        assert!(error_output.contains(words), "{value}: {error_output}");
    }
}

#[test]
fn the_log_escapes_and_truncates_input_from_hosts() {
    let server = Server::start_with_log(&[], None, Some("trace"));
    let mut host = server.connect_uci(Transport::Tcp);
    host.ask("setoption name UCI_Opponent value none none computer \u{1b}[31mRed\u{2028}Line");
    for _ in 0..100 {
        host.ask(&format!(
            "setoption name UCI_Opponent value {}",
            "x".repeat(100_000)
        ));
    }
    let origin = "http://\u{9b}2J.example".to_owned() + &"y".repeat(5_000);
    for header in ["Origin", "Host"] {
        let request =
            format!("GET /\u{9b}1J HTTP/1.1\r\n{header}: {origin}\r\n{UPGRADE_HEADERS}\r\n");
        http_response(&server, request.as_bytes());
    }
    let mut host = server.connect(Transport::WebSocket);
    host.send(&"z".repeat(100_000));
    server.send_signal("TERM");
    let (_, log) = server.wait_for_exit();
    assert!(log.contains("\\u{1b}[31mRed\\u{2028}Line"), "{log:.500}");
    let is_unescaped = |c: char| c != '\n' && (c.is_control() || c == '\u{2028}');
    assert!(!log.contains(is_unescaped), "{log:.500}");
    assert!(log.len() < 64 << 10, "{} bytes", log.len());
    assert_eq!(
        log.matches("the rest of what this host sends").count(),
        1,
        "{log:.500}"
    );
}

/// A host without the token can't make the server store more than a few kilobytes.
#[test]
fn few_bytes_are_read_before_the_token() {
    let server = Server::start_with_token(&[], Some(TOKEN));
    let reason = "more than 4096 bytes came before the token";
    for transport in TRANSPORTS {
        for lines in ["x".repeat(6_000), "         \n".repeat(600)] {
            let from = Instant::now();
            let mut host = server.connect(transport);
            let sent = match &mut host {
                HostConnection::Tcp { stream, .. } => stream.write_all(lines.as_bytes()).is_ok(),
                HostConnection::WebSocket(socket) => socket.send(lines.into()).is_ok(),
            };
            assert!(sent);
            assert_refused(&mut host, transport, 1008, reason);
            assert!(from.elapsed() < Duration::from_secs(4));
        }
    }
    // Empty lines count as lines, so the rate limit delays a token that follows too many of them.
    let slow = Server::start_with_token(&["--max-rate", "10"], Some(TOKEN));
    for transport in TRANSPORTS {
        let mut host = slow.connect(transport);
        let lines = format!("{}auth {TOKEN}\n", "\n".repeat(300));
        match &mut host {
            HostConnection::Tcp { stream, .. } => stream.write_all(lines.as_bytes()).unwrap(),
            HostConnection::WebSocket(socket) => socket.send(lines.into()).unwrap(),
        }
        assert_refused(&mut host, transport, 1008, "no token was sent");
    }
    // The limit also applies to fragments of a message, and to messages without a line.
    for first_frame in [
        &b"\x01\x80\0\0\0\0"[..],
        b"\x89\x80\0\0\0\0",
        b"\x81\x80\0\0\0\0",
    ] {
        let mut host = server.connect(Transport::WebSocket);
        let rest: Vec<u8> = [first_frame, &b"\0\x80\0\0\0\0".repeat(1_000)].concat();
        let rest = if first_frame[0] == 1 {
            rest
        } else {
            first_frame.repeat(1_000)
        };
        host.stream().try_clone().unwrap().write_all(&rest).unwrap();
        assert_refused(&mut host, Transport::WebSocket, 1008, reason);
    }
    // The limits of a session apply to the lines after the token.
    for transport in TRANSPORTS {
        let mut host = server.connect(transport);
        let long = format!("position startpos{}", " ".repeat(20_000));
        host.send(&format!("auth {TOKEN}\nuci\n{long}\nisready"));
        let lines = host.read_until("readyok");
        assert!(
            !lines.iter().any(|line| line.contains("error")),
            "{lines:?}"
        );
    }
    let auth = format!("auth {TOKEN}");
    let mut host = server.connect(Transport::WebSocket);
    let mut stream = host.stream().try_clone().unwrap();
    // A fragmented message with the token, a ping between its fragments, and two more messages
    // arrive together.
    let frame = |first: u8, text: &str| {
        let mut frame = vec![first, 0x80 | text.len() as u8, 0, 0, 0, 0];
        frame.extend(text.as_bytes());
        frame
    };
    let (start, rest) = auth.split_at(7);
    let frames = [
        frame(1, start),
        frame(0x89, "p"),
        frame(0x80, rest),
        frame(0x81, "uci"),
        frame(0x81, "isready"),
    ];
    stream.write_all(&frames.concat()).unwrap();
    host.skip_to("readyok");
    let long = "t".repeat(2_000);
    let (status, error_output) = run_failing_server(&[], Some(&long));
    assert!(
        !status.success() && error_output.contains("BATYR_TOKEN"),
        "{error_output}"
    );
}
