//! The board's page: which files are served, with which header fields, and to whom.

#![cfg(target_os = "linux")]

use std::io::Write;
use std::net::TcpStream;
use std::time::{Duration, Instant};

use crate::net::http::{HttpAnswer, HttpConnection, exchange};
use crate::net::{Server, TOKEN, Transport};

/// Requests a path as a browser on this machine does.
fn request(server: &Server, method: &str, path: &str, fields: &str) -> HttpAnswer {
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
        ("/main.js", "text/javascript; charset=utf-8", "batyrModules"),
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
            ("Cross-Origin-Embedder-Policy", "require-corp"),
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
    let field = format!("X: {}\r\n", "x".repeat(20_000));
    for (fields, status) in [(field.as_str(), 431), ("no field\r\n", 400)] {
        let refusal = request(&server, "HEAD", "/", fields);
        assert_eq!((refusal.status(), refusal.body.as_str()), (status, ""));
    }
}

#[test]
fn bodies_are_compressed_for_browsers_that_read_it() {
    let server = board_server();
    let whole = request(&server, "GET", "/main.js", "");
    assert_eq!(whole.field("Content-Encoding"), None);
    for (field, is_compressed) in [
        ("gzip, deflate, br", true),
        ("br;q=1.0, GZIP;q=0.5", true),
        ("gzip;q=0", false),
        ("gzip;q=0.000", false),
        ("br", false),
    ] {
        let answer = request(
            &server,
            "GET",
            "/main.js",
            &format!("Accept-Encoding: {field}\r\n"),
        );
        let encoding = answer.field("Content-Encoding");
        assert_eq!(encoding, is_compressed.then_some("gzip"), "{field}");
        assert_eq!(answer.bytes().starts_with(b"\x1f\x8b"), is_compressed);
        assert_eq!(answer.field("ETag") == whole.field("ETag"), !is_compressed);
        assert!(answer.field("Vary").unwrap().contains("Accept-Encoding"));
        if is_compressed {
            assert!(2 * answer.bytes().len() < whole.bytes().len());
        }
    }
}

#[test]
fn the_page_names_the_catalog_of_the_language_that_is_asked_for() {
    let server = board_server();
    for (field, catalogs) in [
        ("ru-RU,ru;q=0.9,en;q=0.8", &["ru"][..]),
        ("de, en-GB;q=0.7, ru;q=0.3", &["en"]),
        ("alt", &["alt", "ru"]),
        ("de", &["en"]),
    ] {
        let answer = request(
            &server,
            "GET",
            "/",
            &format!("Accept-Language: {field}\r\n"),
        );
        for catalog in ["en", "ru", "alt"] {
            let names = answer
                .body
                .contains(&format!("href=\"text/{catalog}.json\""));
            assert_eq!(names, catalogs.contains(&catalog), "{field}: {catalog}");
        }
    }
}

#[test]
fn a_connection_serves_several_files_until_something_unusual_comes() {
    let server = board_server();
    let address = server.websocket_address;
    let get = |path: &str, fields: &str| {
        format!("GET {path} HTTP/1.1\r\nHost: {address}\r\n{fields}\r\n")
    };
    for (last, status) in [
        (get("/", "Connection: close\r\n"), 200),
        (get("/nothing", ""), 404),
        (get("/", "Content-Length: 0\r\n"), 200),
        (get("/", "Transfer-Encoding: chunked\r\n"), 200),
        (format!("GET / HTTP/1.0\r\nHost: {address}\r\n\r\n"), 200),
        (get("/", "").replace("GET", "POST"), 405),
        (get("/", "") + "x", 400),
        (get("/", "").replace("GET", "HEAD") + "x", 200),
    ] {
        let mut connection = HttpConnection::open(address);
        for path in ["/", "/main.js", "/style.css"] {
            let answer = connection.ask(&get(path, "Connection: keep-alive\r\n"));
            assert_eq!(answer.status(), 200, "{path}");
            assert_eq!(answer.field("Connection"), Some("keep-alive"));
        }
        let answer = connection.ask(&last);
        assert_eq!(answer.status(), status, "{last}");
        assert_eq!(answer.field("Connection"), Some("close"), "{last}");
        assert!(connection.ends(), "{last}");
    }
}

#[test]
fn a_connection_can_become_a_session_after_a_file() {
    let server = board_server();
    let address = server.websocket_address;
    let mut connection = HttpConnection::open(address);
    let get = format!("GET / HTTP/1.1\r\nHost: {address}\r\n\r\n");
    assert_eq!(connection.ask(&get).status(), 200);
    let upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
        Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    let request = format!("GET / HTTP/1.1\r\nHost: {address}\r\n{upgrade}\r\n");
    assert!(connection.upgrades(&request));
}

#[test]
fn an_idle_connection_is_closed() {
    let server = board_server();
    let address = server.websocket_address;
    let mut connection = HttpConnection::open(address);
    let get = format!("GET / HTTP/1.1\r\nHost: {address}\r\n\r\n");
    let from = Instant::now();
    assert_eq!(connection.ask(&get).status(), 200);
    assert!(connection.ends());
    let waited = from.elapsed();
    assert!((4..8).contains(&waited.as_secs()), "{waited:?}");
}

/// Old programs and proxies speak HTTP/1.0, in which a request needs no `Host`.
#[test]
fn requests_of_http_1_0_get_the_page() {
    let server = board_server();
    let address = server.websocket_address;
    let upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
        Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    for (request, status) in [
        ("GET / HTTP/1.0\r\n\r\n".to_owned(), 200),
        (format!("GET / HTTP/1.0\r\nHost: {address}\r\n\r\n"), 200),
        ("HEAD /main.js HTTP/1.0\n\n".to_owned(), 200),
        ("GET /nothing HTTP/1.0\r\n\r\n".to_owned(), 404),
        (
            "GET / HTTP/1.0\r\nHost: evil.example\r\n\r\n".to_owned(),
            403,
        ),
        (
            "GET / HTTP/1.0\r\nOrigin: http://evil.example\r\n\r\n".to_owned(),
            403,
        ),
        // This version has no upgrades: the fields that ask for one are ignored.
        (
            format!("GET / HTTP/1.0\r\nHost: {address}\r\n{upgrade}\r\n"),
            200,
        ),
        ("GET / HTTP/1.1\r\n\r\n".to_owned(), 400),
    ] {
        assert_eq!(exchange(address, &request).status(), status, "{request}");
    }
}

/// Each line may end with or without a carriage return (RFC 9112, section 2.2).
#[test]
fn a_head_is_complete_however_its_lines_end() {
    let server = board_server();
    let address = server.websocket_address;
    for [first, second, empty] in [
        ["\r\n", "\r\n", "\r\n"],
        ["\n", "\n", "\n"],
        ["\r\n", "\n", "\r\n"],
        ["\n", "\n", "\r\n"],
        ["\r\n", "\r\n", "\n"],
    ] {
        let from = Instant::now();
        let request = format!("GET / HTTP/1.1{first}Host: {address}{second}{empty}");
        assert_eq!(exchange(address, &request).status(), 200, "{request:?}");
        // The handshake may last five seconds.
        assert!(from.elapsed() < Duration::from_secs(4), "{request:?}");
    }
}

#[test]
fn other_methods_and_paths_are_refused() {
    let server = board_server();
    for method in ["POST", "PUT", "DELETE", "OPTIONS"] {
        let answer = request(&server, method, "/", "");
        assert_eq!(answer.status(), 405, "{method}");
        assert_eq!(answer.field("Allow"), Some("GET, HEAD"));
        assert_eq!(answer.body, "expected one of the methods GET, HEAD\n");
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
