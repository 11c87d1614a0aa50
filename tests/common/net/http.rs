//! HTTP requests that are sent byte for byte.

use std::{
    io::{Read, Write},
    net::{SocketAddr, TcpStream},
};

use super::RESPONSE_TIMEOUT;

/// A response: the status line, the header fields and the body.
pub struct HttpAnswer {
    head: String,
    pub body: String,
}

impl HttpAnswer {
    pub fn status(&self) -> u16 {
        self.head.split(' ').nth(1).unwrap().parse().unwrap()
    }

    pub fn field(&self, name: &str) -> Option<&str> {
        let fields = self.head.lines().filter_map(|line| line.split_once(": "));
        let mut named = fields.filter(|(field, _)| field.eq_ignore_ascii_case(name));
        named.next().map(|(_, value)| value)
    }
}

/// Sends the bytes of a request and returns what comes back.
pub fn exchange(address: SocketAddr, request: &str) -> HttpAnswer {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(RESPONSE_TIMEOUT)).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").expect("a response");
    HttpAnswer {
        head: head.to_owned(),
        body: body.to_owned(),
    }
}
