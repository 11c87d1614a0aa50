//! Tokens that the server makes, and the question whether a server answers.

#![cfg(target_os = "linux")]

use std::io::{BufRead, BufReader};
use std::net::TcpStream;

use crate::net::{
    HostStream, RESPONSE_TIMEOUT, Server, TOKEN, Transport, run_failing_server, serve_command,
};

#[test]
fn a_new_token_is_printed_and_required() {
    let mut child = serve_command(&["--websocket", "127.0.0.1:0", "--board", "--new-token"])
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let lines: Vec<String> = lines.take(3).map(Result::unwrap).collect();
    let address = lines[0].strip_prefix("listening on websocket ").unwrap();
    let token = lines[1].strip_prefix("token ").unwrap();
    assert_eq!(token.len(), 48);
    assert_eq!(lines[2], format!("board http://{address}/#token={token}"));
    let stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(RESPONSE_TIMEOUT)).unwrap();
    let url = format!("ws://{address}/");
    let (mut host, _) = tungstenite::client(url, HostStream(stream)).unwrap();
    host.send(format!("auth {token}").into()).unwrap();
    host.send("isready".into()).unwrap();
    while host.read().unwrap().to_text().unwrap() != "readyok" {}
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn a_token_in_the_environment_is_not_replaced() {
    let server = Server::start_with_token(&["--new-token"], Some(TOKEN));
    let mut host = server.connect(Transport::Tcp);
    host.send(&format!("auth {TOKEN}\nisready"));
    host.skip_to("readyok");
}

#[test]
fn a_server_can_be_asked_whether_it_answers() {
    let server = Server::start_with_token(&[], Some(TOKEN));
    let address = server.websocket_address.to_string();
    let (status, error) = run_failing_server(&["--check", &address], None);
    assert!(status.success(), "{error}");
    drop(server);
    let (status, error) = run_failing_server(&["--check", &address], None);
    assert_eq!(status.code(), Some(1));
    assert!(
        error.contains(&format!("{address} does not answer: ")),
        "{error}"
    );
}
