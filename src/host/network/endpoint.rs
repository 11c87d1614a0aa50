//! Endpoints: the host names or addresses, with ports, on which the server listens.
//!
//! The server listens on all addresses of a host name, so that it does not matter which of
//! them a peer chooses. All of them share one port, even if the system chooses it. An
//! address that the machine does not have, such as `::1` where IPv6 is off, is skipped if
//! the name has another address.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::str::FromStr;

use tokio::net::{TcpListener, lookup_host};

use crate::util::text::brief;

/// The maximum number of ports to try: a port that the system chooses for one address may be
/// in use on the next.
const MAX_ATTEMPTS: usize = 16;

/// A host name or address and a port on which to listen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Endpoint {
    host: String,
    port: u16,
}

/// An error in the text of an endpoint.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum EndpointError {
    /// The host or the port is missing.
    #[error("'{0}' lacks a host or a port: expected HOST:PORT, such as localhost:3535")]
    MissingPart(String),
    /// The port is not a number from 0 to 65535.
    #[error("invalid port '{0}': expected a number from 0 to 65535")]
    InvalidPort(String),
    /// The text has several colons and no brackets, so the end of the host is ambiguous.
    #[error(
        "'{0}' has several colons: expected HOST:PORT, or for IPv6 [ADDRESS]:PORT, such as [::1]:3535"
    )]
    MissingBrackets(String),
}

/// An error in listening on an endpoint.
#[derive(Debug, thiserror::Error)]
pub enum ListenError {
    /// The host name can't be resolved.
    #[error("can't find the address of '{host}': {source}")]
    Resolve {
        /// The host name.
        host: String,
        /// The system's error.
        source: io::Error,
    },
    /// The server can't listen on an address.
    #[error("can't listen on {address}: {source}")]
    Address {
        /// The address, with the host name from which it was resolved.
        address: String,
        /// The system's error.
        source: io::Error,
    },
    /// Another system call failed.
    #[error(transparent)]
    System(#[from] io::Error),
}

impl FromStr for Endpoint {
    type Err = EndpointError;

    fn from_str(text: &str) -> Result<Self, EndpointError> {
        let missing = || EndpointError::MissingPart(brief(text));
        let (host, port_text) = text.rsplit_once(':').ok_or_else(missing)?;
        let unbracketed = host
            .strip_prefix('[')
            .and_then(|host| host.strip_suffix(']'));
        if unbracketed.is_none() && host.contains(':') {
            return Err(EndpointError::MissingBrackets(brief(text)));
        }
        let host = unbracketed.unwrap_or(host);
        if host.is_empty() {
            return Err(missing());
        }
        let is_number = port_text.bytes().all(|byte| byte.is_ascii_digit());
        let port = port_text.parse().ok().filter(|_| is_number);
        Ok(Self {
            host: host.to_owned(),
            port: port.ok_or_else(|| EndpointError::InvalidPort(brief(port_text)))?,
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
    /// Returns the host, a name or an address, and the port.
    pub fn host_and_port(&self) -> (&str, u16) {
        (&self.host, self.port)
    }

    /// Returns the host if it is a name rather than an address.
    pub fn host_name(&self) -> Option<&str> {
        let is_address = self.host.parse::<IpAddr>().is_ok();
        (!is_address).then_some(&self.host)
    }

    /// Describes one of the endpoint's addresses for a message, with the host name, if any,
    /// from which it was resolved.
    pub fn describe(&self, address: SocketAddr) -> String {
        match self.host_name() {
            Some(_) => format!("{self} ({address})"),
            None => address.to_string(),
        }
    }

    /// Returns all addresses of the host.
    ///
    /// # Errors
    /// Returns an error if the host name can't be resolved or has no address.
    pub async fn resolve(&self) -> Result<Vec<SocketAddr>, ListenError> {
        let resolve_error = |source| ListenError::Resolve {
            host: brief(&self.host),
            source,
        };
        let resolved = lookup_host((self.host.as_str(), self.port))
            .await
            .map_err(resolve_error)?;
        let mut addresses: Vec<SocketAddr> = Vec::new();
        for address in resolved {
            if !addresses.contains(&address) {
                addresses.push(address);
            }
        }
        if addresses.is_empty() {
            return Err(resolve_error(io::Error::other("the name has no address")));
        }
        Ok(addresses)
    }

    /// Listens on those of the given addresses that the machine has.
    ///
    /// # Errors
    /// Returns an error if the machine has none of the addresses, or if the server can't
    /// listen on one that the machine has.
    pub async fn listen(&self, addresses: &[SocketAddr]) -> Result<Vec<TcpListener>, ListenError> {
        for _ in 1..MAX_ATTEMPTS {
            match self.listen_once(addresses).await {
                Err(ListenError::Address { source, .. })
                    if source.kind() == io::ErrorKind::AddrInUse && self.port == 0 => {}
                result => return result,
            }
        }
        self.listen_once(addresses).await
    }

    async fn listen_once(&self, addresses: &[SocketAddr]) -> Result<Vec<TcpListener>, ListenError> {
        let mut listeners: Vec<TcpListener> = Vec::new();
        let mut missing_error = None;
        for &(mut address) in addresses {
            if let Some(first) = listeners.first() {
                address.set_port(first.local_addr()?.port());
            }
            match TcpListener::bind(address).await {
                Ok(listener) => listeners.push(listener),
                Err(source) => {
                    let is_missing = is_missing(&source);
                    let error = ListenError::Address {
                        address: self.describe(address),
                        source,
                    };
                    if !is_missing {
                        return Err(error);
                    }
                    missing_error.get_or_insert(error);
                }
            }
        }
        match missing_error {
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
    fn a_host_and_a_port_are_parsed() {
        for (text, host, port) in [
            ("localhost:0", "localhost", 0),
            ("127.0.0.1:3535", "127.0.0.1", 3535),
            ("[::1]:65535", "::1", 65535),
        ] {
            let endpoint: Endpoint = text.parse().unwrap();
            assert_eq!((endpoint.host.as_str(), endpoint.port), (host, port));
            assert_eq!(endpoint.to_string(), text);
        }
        for text in ["", "localhost", ":1", "[]:1", "3535"] {
            assert_eq!(
                text.parse::<Endpoint>(),
                Err(EndpointError::MissingPart(text.to_owned()))
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
                Err(EndpointError::InvalidPort(port.to_owned()))
            );
        }
        for text in ["::1:3535", "ws://localhost:3535"] {
            assert_eq!(
                text.parse::<Endpoint>(),
                Err(EndpointError::MissingBrackets(text.to_owned()))
            );
        }
    }

    /// Listens on two addresses, in either order, of which the machine lacks one.
    #[tokio::test]
    async fn an_address_that_the_machine_lacks_is_skipped() {
        let endpoint: Endpoint = "name:0".parse().unwrap();
        let [local, missing] = ["127.0.0.1:0", "192.0.2.1:0"].map(|text| text.parse().unwrap());
        for addresses in [[local, missing], [missing, local]] {
            assert_eq!(endpoint.listen(&addresses).await.unwrap().len(), 1);
        }
        let error = endpoint.listen(&[missing]).await.unwrap_err().to_string();
        assert!(
            error.contains("name:0") && error.contains("192.0.2.1"),
            "{error}"
        );
    }
}
