//! Endpoints: the hosts and ports on which the server listens, and their
//! sockets.
//!
//! A host name stands for all of its addresses, so that it
//! does not matter which of them a peer picks. They share one port, even one
//! that the system picks. An address that the machine does not have, such as
//! `::1` where IPv6 is off, is skipped if the name has another.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::str::FromStr;

use tokio::net::{TcpListener, lookup_host};

use super::ServerError;
use crate::util::text::brief;

/// The maximum number of ports to try: a port that the system picks for one
/// address may be taken on the next.
const MAX_TRIES: usize = 16;

/// A host and a port to listen on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Endpoint {
    host: String,
    port: u16,
}

/// The reason why a text is not an endpoint.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum EndpointError {
    /// The host or the port is missing.
    #[error("'{0}' lacks a host or a port, expected HOST:PORT such as localhost:3535")]
    Part(String),
    /// The port is not a number from 0 to 65535.
    #[error("'{0}' is not a port, expected HOST:PORT with a port from 0 to 65535")]
    Port(String),
    /// An IPv6 address has no brackets, so that its end is ambiguous.
    #[error("'{0}' needs brackets around its address, such as [::1]:3535")]
    Brackets(String),
}

impl FromStr for Endpoint {
    type Err = EndpointError;

    fn from_str(text: &str) -> Result<Self, EndpointError> {
        let parts = text.rsplit_once(':').filter(|(host, _)| !host.is_empty());
        let (host, port) = parts.ok_or_else(|| EndpointError::Part(brief(text)))?;
        let bare = host
            .strip_prefix('[')
            .and_then(|host| host.strip_suffix(']'));
        if bare.is_none() && host.contains(':') {
            return Err(EndpointError::Brackets(brief(text)));
        }
        let digits = !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit());
        let port = port.parse().ok().filter(|_| digits);
        Ok(Self {
            host: bare.unwrap_or(host).to_owned(),
            port: port.ok_or_else(|| {
                EndpointError::Port(brief(text.rsplit(':').next().unwrap_or_default()))
            })?,
        })
    }
}

impl std::fmt::Display for Endpoint {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (host, port) = (brief(&self.host), self.port);
        if host.contains(':') {
            write!(f, "[{host}]:{port}")
        } else {
            write!(f, "{host}:{port}")
        }
    }
}

impl Endpoint {
    /// Returns the host if it is a name, not an address.
    pub fn name(&self) -> Option<&str> {
        let is_address = self.host.parse::<IpAddr>().is_ok();
        (!is_address).then_some(&self.host)
    }

    /// Formats one of the endpoint's addresses for a message, with the name
    /// that it comes from.
    pub fn at(&self, address: SocketAddr) -> String {
        match self.name() {
            Some(_) => format!("{self} ({address})"),
            None => address.to_string(),
        }
    }

    /// Returns all addresses of the host.
    ///
    /// # Errors
    /// If the name has no address.
    pub async fn resolve(&self) -> Result<Vec<SocketAddr>, ServerError> {
        let fail = |source| ServerError::Resolve {
            host: brief(&self.host),
            source,
        };
        let resolved = lookup_host((self.host.as_str(), self.port))
            .await
            .map_err(fail)?;
        let mut addresses: Vec<SocketAddr> = Vec::new();
        for address in resolved {
            if !addresses.contains(&address) {
                addresses.push(address);
            }
        }
        if addresses.is_empty() {
            return Err(fail(io::Error::other("the name has no address")));
        }
        Ok(addresses)
    }

    /// Listens on those of these addresses that the machine has.
    ///
    /// # Errors
    /// If the server can't listen on one of them, or the machine has none of
    /// them.
    pub async fn listen(&self, addresses: &[SocketAddr]) -> Result<Vec<TcpListener>, ServerError> {
        let mut tries = MAX_TRIES;
        loop {
            tries -= 1;
            match self.listen_once(addresses).await {
                Err(ServerError::Listen { source, .. })
                    if source.kind() == io::ErrorKind::AddrInUse && self.port == 0 && tries > 0 => {
                }
                done => return done,
            }
        }
    }

    async fn listen_once(&self, addresses: &[SocketAddr]) -> Result<Vec<TcpListener>, ServerError> {
        let mut listeners: Vec<TcpListener> = Vec::new();
        let mut missing = None;
        for &(mut address) in addresses {
            if let Some(first) = listeners.first() {
                address.set_port(first.local_addr()?.port());
            }
            match TcpListener::bind(address).await {
                Ok(listener) => listeners.push(listener),
                Err(source) => {
                    let is_missing = is_missing(&source);
                    let error = ServerError::Listen {
                        place: self.at(address),
                        source,
                    };
                    if !is_missing {
                        return Err(error);
                    }
                    missing.get_or_insert(error);
                }
            }
        }
        match missing {
            Some(error) if listeners.is_empty() => Err(error),
            Some(error) => {
                log::info!("{error}");
                Ok(listeners)
            }
            None => Ok(listeners),
        }
    }
}

/// Returns whether the machine lacks the address or its whole address family.
fn is_missing(error: &io::Error) -> bool {
    #[cfg(unix)]
    let no_such_family =
        error.raw_os_error() == Some(rustix::io::Errno::AFNOSUPPORT.raw_os_error());
    #[cfg(not(unix))]
    let no_such_family = false;
    error.kind() == io::ErrorKind::AddrNotAvailable || no_such_family
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_and_a_port_are_read() {
        for (text, host, port) in [
            ("localhost:0", "localhost", 0),
            ("127.0.0.1:3535", "127.0.0.1", 3535),
            ("[::1]:65535", "::1", 65535),
        ] {
            let endpoint: Endpoint = text.parse().unwrap();
            assert_eq!((endpoint.host.as_str(), endpoint.port), (host, port));
            assert_eq!(endpoint.to_string(), text);
        }
        for text in ["", "localhost", ":1", "3535"] {
            assert_eq!(
                text.parse::<Endpoint>(),
                Err(EndpointError::Part(text.to_owned()))
            );
        }
        for (text, port) in [
            ("a:", ""),
            ("a:x", "x"),
            ("a:65536", "65536"),
            ("a:+1", "+1"),
        ] {
            assert_eq!(
                text.parse::<Endpoint>(),
                Err(EndpointError::Port(port.to_owned()))
            );
        }
        let text = "::1:3535";
        assert_eq!(
            text.parse::<Endpoint>(),
            Err(EndpointError::Brackets(text.to_owned()))
        );
    }

    /// The name has two addresses, in either order; the machine lacks one of
    /// them.
    #[tokio::test]
    async fn an_address_that_the_machine_lacks_is_skipped() {
        let endpoint: Endpoint = "name:0".parse().unwrap();
        let [here, elsewhere] = ["127.0.0.1:0", "192.0.2.1:0"].map(|text| text.parse().unwrap());
        for addresses in [[here, elsewhere], [elsewhere, here]] {
            assert_eq!(endpoint.listen(&addresses).await.unwrap().len(), 1);
        }
        let error = endpoint.listen(&[elsewhere]).await.unwrap_err().to_string();
        assert!(
            error.contains("name:0") && error.contains("192.0.2.1"),
            "{error}"
        );
    }
}
