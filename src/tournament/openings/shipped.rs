//! The books that the program brings along.

use super::book::{Book, BookError};
use crate::rules::Variant;

/// The book of a game: balanced openings, made by `batyr book` with the terms
/// at its head.
///
/// # Errors
/// If the book is broken, which tests rule out.
pub fn shipped(variant: Variant) -> Result<Book, BookError> {
    let (file, text) = match variant {
        Variant::Extended => ("shatra.openings", include_str!("books/shatra.openings")),
        Variant::Original => (
            "shatra-original.openings",
            include_str!("books/shatra-original.openings"),
        ),
        Variant::Kurin => (
            "shatra-kurin.openings",
            include_str!("books/shatra-kurin.openings"),
        ),
        Variant::Pritchard => (
            "shatra-pritchard.openings",
            include_str!("books/shatra-pritchard.openings"),
        ),
    };
    Book::read(variant, file, text)
}
