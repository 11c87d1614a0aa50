//! Finds the address at which a local browser reaches a server, and requests the page at `/`.

use std::io::{self, Read, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream, ToSocketAddrs};
use std::time::Duration;

/// The time limit for connecting to an address, and for each read and write.
const TIMEOUT: Duration = Duration::from_secs(3);
/// The maximum number of bytes of a response that are read.
const MAX_RESPONSE_BYTES: u64 = 1 << 18;

/// Returns the response of the HTTP server on a host to a request for `/`, head included.
///
/// # Errors
/// Returns an error if nothing that speaks HTTP answers in time.
pub fn fetch_root((host, port): (&str, u16)) -> io::Result<String> {
    let mut stream = connect((host, port))?;
    stream.set_read_timeout(Some(TIMEOUT))?;
    stream.set_write_timeout(Some(TIMEOUT))?;
    let name = if host.contains(':') {
        format!("[{host}]")
    } else {
        host.to_owned()
    };
    write!(
        stream,
        "GET / HTTP/1.1\r\nHost: {name}:{port}\r\nConnection: close\r\n\r\n"
    )?;
    let mut response = Vec::new();
    stream.take(MAX_RESPONSE_BYTES).read_to_end(&mut response)?;
    let response = String::from_utf8_lossy(&response).into_owned();
    if response.starts_with("HTTP/1.1 ") {
        Ok(response)
    } else {
        let message = "the answer is not HTTP/1.1";
        Err(io::Error::new(io::ErrorKind::InvalidData, message))
    }
}

/// Connects to the first address of a host that accepts a connection.
fn connect(address: (&str, u16)) -> io::Result<TcpStream> {
    let mut last = io::Error::new(io::ErrorKind::NotFound, "the host has no address");
    for address in address.to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, TIMEOUT) {
            Ok(stream) => return Ok(stream),
            Err(error) => last = error,
        }
    }
    Err(last)
}

/// Returns an address at which a browser on this machine reaches a listener. For a listener
/// on all addresses, this is the loopback address.
pub fn reachable(mut address: SocketAddr) -> SocketAddr {
    if address.ip().is_unspecified() {
        address.set_ip(match address.ip() {
            IpAddr::V4(_) => IpAddr::V4(Ipv4Addr::LOCALHOST),
            IpAddr::V6(_) => IpAddr::V6(Ipv6Addr::LOCALHOST),
        });
    }
    address
}
