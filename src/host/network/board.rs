//! The responses to requests for the board's page.
//!
//! The files hold no secrets, so no token is needed for them. The policy lets the page load
//! from and connect to this server only, and forbids other pages to frame it. All files are
//! compressed once, when the server starts: later, the first page would wait for it.

use std::borrow::Cow;
use std::io::Write;
use std::sync::LazyLock;

use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};
use tokio_tungstenite::tungstenite::handshake::server::Request;
use tokio_tungstenite::tungstenite::http::StatusCode;
use tokio_tungstenite::tungstenite::http::header::{self, HeaderName};

use super::http::Response;
use crate::page::{Language, PageFile};

/// What the page may load: its own files, and pictures that it makes itself.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

/// The header fields of every file.
const FIELDS: [(&str, &str); 7] = [
    ("Content-Security-Policy", CONTENT_SECURITY_POLICY),
    ("Referrer-Policy", "no-referrer"),
    // The next three isolate the page from others, so that a browser lets it share memory with workers.
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Embedder-Policy", "require-corp"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    // The browser asks each time whether a file has changed, so the page of a new version of
    // the program is seen at once.
    ("Cache-Control", "no-cache"),
    ("Vary", "Accept-Encoding, Accept-Language"),
];

/// A file as it is sent.
struct ServedFile {
    file: PageFile,
    /// The contents compressed with gzip.
    compressed: Vec<u8>,
    /// A part of the hash of the contents.
    hash: String,
}

/// The files of the page.
static FILES: LazyLock<Vec<ServedFile>> = LazyLock::new(|| {
    let files = PageFile::served().into_iter();
    files.map(ServedFile::new).collect()
});

/// Prepares the files, so that no request waits for it.
pub fn prepare() {
    LazyLock::force(&FILES);
}

impl ServedFile {
    fn new(file: PageFile) -> Self {
        let hash = Sha256::digest(file.contents.as_bytes());
        let digits = hash.iter().take(16).map(|byte| format!("{byte:02x}"));
        Self {
            compressed: compressed(file.contents.as_bytes()),
            hash: digits.collect(),
            file,
        }
    }

    /// Returns the contents, compressed or not, and their entity tag.
    fn body(&'static self, is_compressed: bool) -> (&'static [u8], String) {
        match is_compressed {
            true => (&self.compressed, format!("\"{}-gzip\"", self.hash)),
            false => (self.file.contents.as_bytes(), format!("\"{}\"", self.hash)),
        }
    }
}

fn compressed(contents: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    // A write to memory does not fail; an empty text would not be sent.
    let written = encoder.write_all(contents).and_then(|()| encoder.finish());
    written.unwrap_or_default()
}

/// Returns the response to a request for a file of the page.
///
/// # Errors
/// Returns a response with status 404 if the page has no such file.
pub fn response(request: &Request) -> Result<Response, Response> {
    let language = Language::accepted(&field_text(request, header::ACCEPT_LANGUAGE));
    let is_wanted = |served: &&ServedFile| {
        let is_for = |own| own == language;
        served.file.is_at(request.uri().path()) && served.file.language.is_none_or(is_for)
    };
    let Some(served) = FILES.iter().find(is_wanted) else {
        let message = "there is no such page; the board is at /\n";
        return Err(Response::new(StatusCode::NOT_FOUND, message));
    };
    let is_compressed = accepts_gzip(request) && !served.compressed.is_empty();
    let (body, tag) = served.body(is_compressed);
    let known = field_text(request, header::IF_NONE_MATCH);
    let mut known = known.split(',').map(str::trim);
    let is_known = known.any(|known| known == "*" || known.trim_start_matches("W/") == tag);
    let mut response = match is_known {
        true => Response::new(StatusCode::NOT_MODIFIED, ""),
        false => Response::new(StatusCode::OK, ""),
    };
    if !is_known {
        response.body = Cow::Borrowed(body);
        if is_compressed {
            response = response.with_field("Content-Encoding", "gzip");
        }
    }
    response.media_type = served.file.media_type();
    for (name, value) in FIELDS {
        response = response.with_field(name, value);
    }
    Ok(response.with_field("ETag", tag))
}

/// Returns the values of a field as one list.
fn field_text(request: &Request, name: HeaderName) -> String {
    let fields = request.headers().get_all(name).iter();
    let texts: Vec<_> = fields.filter_map(|field| field.to_str().ok()).collect();
    texts.join(",")
}

/// Returns whether the host reads bodies that are compressed with gzip (RFC 9110, section
/// 12.5.3).
fn accepts_gzip(request: &Request) -> bool {
    let field = field_text(request, header::ACCEPT_ENCODING);
    field.split(',').any(|entry| {
        let mut parts = entry.split(';').map(str::trim);
        let is_gzip = parts
            .next()
            .is_some_and(|name| name.eq_ignore_ascii_case("gzip"));
        is_gzip && !parts.any(|part| part.trim_end_matches(['0', '.']) == "q=")
    })
}
