//! Which pages may open a WebSocket.
//!
//! A browser lets any page connect to any address, this machine's included, and
//! says only where the page is from. Pages of this machine may; others must be
//! named. What is no browser sends no origin and has nothing to prove here.

use tokio_tungstenite::tungstenite::http::Uri;

/// Whether a page of this origin may connect.
pub fn is_allowed(origin: &str, allowed: &[String]) -> bool {
    allowed.iter().any(|one| one.eq_ignore_ascii_case(origin)) || is_local(origin)
}

fn is_local(origin: &str) -> bool {
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
    fn local_and_named_origins_may() {
        let named = ["https://shatra.example".to_owned(), "null".to_owned()];
        for origin in [
            "http://localhost",
            "http://localhost:8080",
            "https://127.0.0.1:1",
            "http://[::1]:3000",
            "https://Shatra.example",
            "null",
        ] {
            assert!(is_allowed(origin, &named), "{origin}");
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
            assert!(!is_allowed(origin, &named), "{origin}");
        }
        assert!(!is_allowed("null", &[]));
    }
}
