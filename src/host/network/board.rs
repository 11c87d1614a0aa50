//! The responses to requests for the board's page.
//!
//! The files hold no secrets, so no token is needed for them. The policy lets the page load
//! from and connect to this server only, and forbids other pages to frame it.

use sha2::{Digest, Sha256};
use tokio_tungstenite::tungstenite::handshake::server::Request;
use tokio_tungstenite::tungstenite::http::{StatusCode, header};

use super::http::Response;
use crate::page::PageFile;

/// What the page may load: its own files, and pictures that it makes itself.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

/// The header fields of every file.
const FIELDS: [(&str, &str); 5] = [
    ("Content-Security-Policy", CONTENT_SECURITY_POLICY),
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    // The browser asks each time whether a file has changed, so the page of a new version of
    // the program is seen at once.
    ("Cache-Control", "no-cache"),
];

/// Returns the response to a request for a file of the page.
///
/// # Errors
/// Returns a response with status 404 if the page has no such file.
pub fn response(request: &Request) -> Result<Response, Response> {
    let Some(file) = PageFile::find(request.uri().path()) else {
        let message = "there is no such page; the board is at /\n";
        return Err(Response::new(StatusCode::NOT_FOUND, message));
    };
    let tag = entity_tag(&file);
    let is_known = request
        .headers()
        .get_all(header::IF_NONE_MATCH)
        .iter()
        .filter_map(|field| field.to_str().ok())
        .flat_map(|field| field.split(','))
        .any(|known| matches!(known.trim(), "*") || known.trim().trim_start_matches("W/") == tag);
    let mut response = match is_known {
        true => Response::new(StatusCode::NOT_MODIFIED, ""),
        false => Response::new(StatusCode::OK, file.contents),
    };
    response.media_type = file.media_type();
    for (name, value) in FIELDS {
        response = response.with_field(name, value);
    }
    Ok(response.with_field("ETag", tag))
}

/// Returns the entity tag of a file: a part of the hash of its contents, in quotes.
fn entity_tag(file: &PageFile) -> String {
    let hash = Sha256::digest(file.contents.as_bytes());
    let digits = hash.iter().take(16).map(|byte| format!("{byte:02x}"));
    format!("\"{}\"", digits.collect::<String>())
}
