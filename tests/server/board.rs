//! The board's page: which files are served, with which header fields, and to whom.

#![cfg(target_os = "linux")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::net::{RESPONSE_TIMEOUT, Server, TOKEN, Transport};

/// A response: the status line, the header fields and the body.
struct Answer {
    head: String,
    body: String,
}

impl Answer {
    fn status(&self) -> u16 {
        self.head.split(' ').nth(1).unwrap().parse().unwrap()
    }

    fn field(&self, name: &str) -> Option<&str> {
        let fields = self.head.lines().filter_map(|line| line.split_once(": "));
        let mut named = fields.filter(|(field, _)| field.eq_ignore_ascii_case(name));
        named.next().map(|(_, value)| value)
    }
}

/// Sends the bytes of a request and returns what comes back.
fn exchange(address: SocketAddr, request: &str) -> Answer {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(RESPONSE_TIMEOUT)).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").expect("a response");
    Answer {
        head: head.to_owned(),
        body: body.to_owned(),
    }
}

/// Requests a path as a browser on this machine does.
fn request(server: &Server, method: &str, path: &str, fields: &str) -> Answer {
    let address = server.websocket_address;
    let request = format!("{method} {path} HTTP/1.1\r\nHost: {address}\r\n{fields}\r\n");
    exchange(address, &request)
}

fn board_server() -> Server {
    Server::start(&["--board"])
}

#[test]
fn the_page_and_its_files_are_served() {
    let server = board_server();
    for (path, media_type, part) in [
        ("/", "text/html; charset=utf-8", "<title>Batyr</title>"),
        (
            "/index.html",
            "text/html; charset=utf-8",
            "<title>Batyr</title>",
        ),
        (
            "/?server=x",
            "text/html; charset=utf-8",
            "<title>Batyr</title>",
        ),
        ("/main.js", "text/javascript; charset=utf-8", "import "),
        ("/style.css", "text/css; charset=utf-8", "body"),
        ("/text/ru.json", "application/json", "Шатра"),
        ("/figures.json", "application/json", "\"crown\""),
    ] {
        let answer = request(&server, "GET", path, "");
        assert_eq!(answer.status(), 200, "{path}");
        assert_eq!(answer.field("Content-Type"), Some(media_type), "{path}");
        assert!(answer.body.contains(part), "{path}");
        let length = answer.body.len().to_string();
        assert_eq!(answer.field("Content-Length"), Some(length.as_str()));
    }
}

#[test]
fn every_file_forbids_what_the_page_does_not_need() {
    let server = board_server();
    for path in ["/", "/main.js", "/figures.json"] {
        let answer = request(&server, "GET", path, "");
        let policy = answer.field("Content-Security-Policy").unwrap();
        assert!(policy.starts_with("default-src 'none'; script-src 'self'"));
        for forbidden in ["unsafe", "*", "http"] {
            assert!(!policy.contains(forbidden), "{policy}");
        }
        assert!(policy.contains("frame-ancestors 'none'"));
        for (name, value) in [
            ("X-Content-Type-Options", "nosniff"),
            ("Referrer-Policy", "no-referrer"),
            ("Cross-Origin-Opener-Policy", "same-origin"),
            ("Cross-Origin-Resource-Policy", "same-origin"),
            ("Cache-Control", "no-cache"),
        ] {
            assert_eq!(answer.field(name), Some(value), "{path}");
        }
    }
}

#[test]
fn a_file_that_the_browser_has_is_not_sent_again() {
    let server = board_server();
    let first = request(&server, "GET", "/main.js", "");
    let tag = first.field("ETag").unwrap();
    for known in [
        tag.to_owned(),
        format!("W/{tag}"),
        format!("\"x\", {tag}"),
        "*".to_owned(),
    ] {
        let again = request(
            &server,
            "GET",
            "/main.js",
            &format!("If-None-Match: {known}\r\n"),
        );
        assert_eq!((again.status(), again.body.as_str()), (304, ""), "{known}");
        assert_eq!(again.field("ETag"), Some(tag));
    }
    let other = request(
        &server,
        "GET",
        "/style.css",
        &format!("If-None-Match: {tag}\r\n"),
    );
    assert_eq!(other.status(), 200);
}

#[test]
fn head_is_answered_without_the_body() {
    let server = board_server();
    let whole = request(&server, "GET", "/main.js", "");
    let head = request(&server, "HEAD", "/main.js", "");
    assert_eq!((head.status(), head.body.as_str()), (200, ""));
    assert_eq!(head.field("Content-Length"), whole.field("Content-Length"));
    assert_eq!(request(&server, "HEAD", "/nothing", "").status(), 404);
}

#[test]
fn other_methods_and_paths_are_refused() {
    let server = board_server();
    for method in ["POST", "PUT", "DELETE", "OPTIONS"] {
        let answer = request(&server, method, "/", "");
        assert_eq!(answer.status(), 405, "{method}");
        assert_eq!(answer.field("Allow"), Some("GET, HEAD"));
    }
    let long = format!("/{}", "a".repeat(8_000));
    for path in [
        "//",
        "/../Cargo.toml",
        "/..%2fCargo.toml",
        "/%2e%2e/Cargo.toml",
        "/main.js/",
        "/MAIN.JS",
        "/text/",
        "/README.md",
        "/types.js",
        "/etc/passwd",
        long.as_str(),
    ] {
        let answer = request(&server, "GET", path, "");
        assert_eq!(answer.status(), 404, "{path}");
        assert_eq!(
            answer.field("Content-Type"),
            Some("text/plain; charset=utf-8")
        );
        assert!(!answer.body.contains(path) || path == "//", "{path}");
    }
}

#[test]
fn without_the_board_there_is_no_page() {
    let server = Server::start(&[]);
    for path in ["/", "/main.js"] {
        assert_eq!(request(&server, "GET", path, "").status(), 426, "{path}");
    }
}

/// A foreign name that leads to this machine gets neither the page nor a conversation.
#[test]
fn a_foreign_host_name_is_refused() {
    let server = board_server();
    let get = "GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n";
    assert_eq!(exchange(server.websocket_address, get).status(), 403);
}

#[test]
fn the_page_may_connect_and_foreign_pages_may_not() {
    let server = board_server();
    let own = format!("http://{}", server.websocket_address);
    let headers = [("origin", own.as_str())];
    let mut page = server.try_connect(Transport::WebSocket, &headers).unwrap();
    page.send("protocol");
    page.skip_to("protocol 1");
    for origin in [
        "http://evil.example",
        "null",
        "http://127.0.0.1.evil.example",
    ] {
        let headers = [("origin", origin)];
        assert!(
            server.try_connect(Transport::WebSocket, &headers).is_err(),
            "{origin}"
        );
    }
}

/// With a token, the page comes under any name, but a conversation needs the token.
#[test]
fn a_token_is_needed_for_conversations_only() {
    let server = Server::start_with_token(&["--board"], Some(TOKEN));
    let address = server.websocket_address;
    let get = "GET / HTTP/1.1\r\nHost: shatra.example:3536\r\n\r\n";
    assert_eq!(exchange(address, get).status(), 200);
    let headers = [
        ("host", "shatra.example:3536"),
        ("origin", "http://shatra.example:3536"),
    ];
    let mut page = server.try_connect(Transport::WebSocket, &headers).unwrap();
    page.send(&format!("auth {TOKEN}"));
    page.send("protocol");
    page.skip_to("protocol 1");
}

#[test]
fn slow_and_broken_requests_do_not_keep_the_page_from_others() {
    let server = board_server();
    let address = server.websocket_address;
    let slow: Vec<TcpStream> = (0..80)
        .map(|_| {
            let mut stream = TcpStream::connect(address).unwrap();
            stream.write_all(b"GET /main.js HT").unwrap();
            stream
        })
        .collect();
    assert_eq!(request(&server, "GET", "/", "").status(), 200);
    drop(slow);
    let head = format!("X: {}\r\n", "x".repeat(20_000));
    assert_eq!(request(&server, "GET", "/", &head).status(), 431);
}

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

fn stop(child: &Child) {
    let id = child.id().to_string();
    assert!(Command::new("kill").arg(id).status().unwrap().success());
}

#[test]
fn the_board_prints_its_address_alone() {
    let mut child = board_command(&["--no-open", "--listen", "127.0.0.1:0"]);
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let url = lines.next().unwrap().unwrap();
    let address = url
        .strip_prefix("http://")
        .and_then(|rest| rest.strip_suffix('/'));
    let address: SocketAddr = address.unwrap().parse().unwrap();
    let get = format!("GET / HTTP/1.1\r\nHost: {address}\r\n\r\n");
    assert_eq!(exchange(address, &get).status(), 200);
    stop(&child);
    assert!(child.wait().unwrap().success());
    assert!(lines.next().is_none());
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
    let server = board_server();
    let address = server.websocket_address.to_string();
    let child = board_command(&["--no-open", "--listen", &address]);
    let output = child.wait_with_output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{error}");
    assert_eq!(
        error,
        "batyr board: the board is open already, with the options that it was started with\n"
    );
    let url = String::from_utf8(output.stdout).unwrap();
    assert_eq!(url, format!("http://{address}/\n"));
}

#[test]
fn a_board_closes_after_its_last_page() {
    let mut child = board_command(&["--no-open", "--listen", "127.0.0.1:0", "--close-after", "2"]);
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let url = lines.next().unwrap().unwrap();
    let address = url.trim_start_matches("http://").trim_end_matches('/');
    let (mut page, _) = tungstenite::connect(format!("ws://{address}/")).unwrap();
    std::thread::sleep(Duration::from_secs(4));
    assert_eq!(child.try_wait().unwrap(), None);
    page.close(None).unwrap();
    drop(page);
    let closed = Instant::now();
    assert!(child.wait().unwrap().success());
    assert!(closed.elapsed() > Duration::from_secs(1));
}
