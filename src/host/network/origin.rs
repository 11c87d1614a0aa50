//! Checks the origins of pages that open a WebSocket, and the host names by which they
//! address the server.
//!
//! A browser lets any page connect to any address, including this machine's, and reports
//! only the origin of the page. The board's own page is recognized by its origin, which is
//! the address at which the browser reached the server; other origins must be listed, unless
//! the server admits all pages of this machine. Only browsers send an origin; other hosts
//! are not checked here.

use std::net::IpAddr;
use std::str::FromStr;

use tokio_tungstenite::tungstenite::http::Uri;
use tokio_tungstenite::tungstenite::http::uri::Authority;

use crate::util::text::brief;

/// An origin as browsers write it: `scheme://host[:port]` in lower case, without the default
/// port of the scheme; or `null`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin(String);

/// The error for text that is not an origin.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not an origin: expected scheme://host[:port] or null")]
pub struct OriginError(String);

/// The origin that browsers send for pages without an origin, such as files.
const NULL: &str = "null";

impl FromStr for Origin {
    type Err = OriginError;

    fn from_str(text: &str) -> Result<Self, OriginError> {
        if text.eq_ignore_ascii_case(NULL) {
            return Ok(Self(NULL.to_owned()));
        }
        normalize(text)
            .map(Self)
            .ok_or_else(|| OriginError(brief(text)))
    }
}

/// Returns the origin as browsers write it; `None` if the text is not an origin.
fn normalize(text: &str) -> Option<String> {
    let uri: Uri = text.parse().ok()?;
    let (scheme, authority, host) = (uri.scheme_str()?, uri.authority()?.as_str(), uri.host()?);
    let is_bare = matches!(uri.path(), "" | "/") && uri.query().is_none();
    let has_fragment = text.contains('#');
    if !is_bare || has_fragment || authority.contains('@') || host.is_empty() {
        return None;
    }
    let rest = authority.strip_prefix(host)?;
    let port = rest.strip_prefix(':').map(str::parse::<u16>);
    let port = port.transpose().ok()?;
    let default_port = match scheme.to_ascii_lowercase().as_str() {
        "http" => Some(80),
        "https" => Some(443),
        _ => None,
    };
    let port = port.filter(|port| Some(*port) != default_port);
    let port = port.map(|port| format!(":{port}")).unwrap_or_default();
    Some(format!("{scheme}://{host}{port}").to_ascii_lowercase())
}

/// Returns whether the value of a `Host` field names this server: by an address, as
/// localhost, as one of `names`, or, for a server behind a proxy, by the host of an allowed
/// origin. Any other name is rejected, because anyone could make it resolve to an address of
/// this machine.
pub fn is_own_name(field: &str, names: &[String], allowed: &[Origin]) -> bool {
    let Ok(authority) = field.parse::<Authority>() else {
        return false;
    };
    let host = authority.host().to_ascii_lowercase();
    let matches_host = |name: &str| host.eq_ignore_ascii_case(name);
    let address = host.trim_start_matches('[').trim_end_matches(']');
    let is_allowed = |origin: &Origin| {
        let uri = origin.0.parse::<Uri>();
        uri.is_ok_and(|uri| uri.host().is_some_and(matches_host))
    };
    !authority.as_str().contains('@')
        && (address.parse::<IpAddr>().is_ok()
            || host == "localhost"
            || host.ends_with(".localhost")
            || names.iter().any(|name| matches_host(name))
            || allowed.iter().any(is_allowed))
}

/// Returns whether an origin is one of those listed.
pub fn is_listed(origin: &str, listed: &[Origin]) -> bool {
    origin.parse().is_ok_and(|origin| listed.contains(&origin))
}

/// Returns whether an origin is that of the server that a `Host` field names.
///
/// Another name of the same machine is another origin: `localhost` and `127.0.0.1` may lead
/// to two programs, because a listener on `[::1]` and one on `127.0.0.1` can have the same
/// port.
pub fn is_of_host(origin: &str, host: &[u8]) -> bool {
    // The origin is https if a proxy accepts TLS and forwards the request without it.
    let Some(("http" | "https", authority)) = origin.split_once("://") else {
        return false;
    };
    !host.is_empty() && authority.as_bytes().eq_ignore_ascii_case(host)
}

/// Returns whether an origin is that of a web server on this machine.
pub fn is_local(origin: &str) -> bool {
    let Ok(uri) = origin.parse::<Uri>() else {
        return false;
    };
    let host = uri.host().unwrap_or_default();
    let is_web = matches!(uri.scheme_str(), Some("http" | "https"));
    is_web
        && ["localhost", "127.0.0.1", "[::1]"]
            .iter()
            .any(|local| host.eq_ignore_ascii_case(local))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origins_are_listed_or_local() {
        let listed = ["HTTPS://shatra.Example:443/", "null"].map(|origin| origin.parse().unwrap());
        for origin in ["https://Shatra.example", "null"] {
            assert!(is_listed(origin, &listed), "{origin}");
            assert!(!is_local(origin), "{origin}");
        }
        for origin in [
            "http://localhost",
            "http://localhost:8080",
            "https://127.0.0.1:1",
            "http://[::1]:3000",
        ] {
            assert!(is_local(origin), "{origin}");
            assert!(!is_listed(origin, &listed), "{origin}");
        }
        for origin in [
            "https://shatra.example.net",
            "http://shatra.example",
            "https://shatra.example:444",
            "http://localhost.example",
            "http://127.0.0.1.example:80",
            "http://localhost@evil.example",
            "http://evil.example/localhost",
            "file://",
            "",
        ] {
            assert!(!is_listed(origin, &listed), "{origin}");
            assert!(!is_local(origin), "{origin}");
        }
        assert!(!is_listed("null", &[]));
    }

    #[test]
    fn a_page_of_the_server_has_the_host_and_the_port_of_the_request() {
        for (origin, host) in [
            ("http://127.0.0.1:3537", "127.0.0.1:3537"),
            ("http://LocalHost:3537", "localhost:3537"),
            ("http://[::1]:3537", "[::1]:3537"),
            ("https://shatra.example", "shatra.example"),
        ] {
            assert!(is_of_host(origin, host.as_bytes()), "{origin}");
        }
        for origin in [
            "http://127.0.0.1:3538",
            "http://127.0.0.1",
            "http://localhost:3537",
            "app://127.0.0.1:3537",
            "127.0.0.1:3537",
            "http://127.0.0.1:3537/",
            "null",
            "",
        ] {
            assert!(!is_of_host(origin, b"127.0.0.1:3537"), "{origin}");
        }
        assert!(!is_of_host("http://", b""));
    }

    #[test]
    fn a_server_answers_only_to_its_own_names() {
        let allowed = ["https://shatra.example"].map(|origin| origin.parse().unwrap());
        let names = ["tablet.lan".to_owned()];
        for host in [
            "localhost",
            "LOCALHOST:3536",
            "app.localhost",
            "127.0.0.1:3536",
            "192.168.0.7",
            "[::1]:3536",
            "Shatra.example:8443",
            "tablet.lan:1",
        ] {
            assert!(is_own_name(host, &names, &allowed), "{host}");
        }
        for host in [
            "",
            "evil.example",
            "localhost.evil.example",
            "me@localhost",
            "a b",
            "[x]",
        ] {
            assert!(!is_own_name(host, &names, &allowed), "{host}");
        }
    }

    #[test]
    fn origins_are_normalized_as_browsers_write_them() {
        for (text, origin) in [
            ("https://A.example/", "https://a.example"),
            ("http://a.example:80", "http://a.example"),
            ("http://a.example:443", "http://a.example:443"),
            ("https://[::1]:3000", "https://[::1]:3000"),
            ("app://shatra", "app://shatra"),
            ("NULL", "null"),
        ] {
            assert_eq!(text.parse(), Ok(Origin(origin.to_owned())));
        }
        for text in [
            "",
            "*",
            "a.example",
            "a.example:80",
            "https://",
            "https://a.example/page",
            "https://a.example/?x",
            "https://a.example#x",
            "https://me@a.example",
            "https://a.example:",
            "https://a.example:x",
            "https://a.example:70000",
            "https://*.example ",
        ] {
            assert_eq!(text.parse::<Origin>(), Err(OriginError(text.to_owned())));
        }
    }
}
