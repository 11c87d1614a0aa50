//! The opening books that are built into the program.

use super::book::{Book, BookError};
use crate::game::Variant;

/// Returns the built-in book of a variant: balanced openings, made by `batyr book` with
/// the parameters stated in the book's first lines.
///
/// # Errors
/// Returns an error if the book is invalid; tests check that all are valid.
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
        Variant::Shatranj | Variant::FairyShatranj => {
            ("shatranj.openings", include_str!("books/shatranj.openings"))
        }
        Variant::Shatar | Variant::FairyShatar => {
            ("shatar.openings", include_str!("books/shatar.openings"))
        }
    };
    if variant == Variant::FairyShatar {
        // Fairy Shatar starts after the two turns with which Shatar begins.
        let text = text.replace("\nd2d4 d7d5 ", "\n");
        return Book::parse(variant, file, &text);
    }
    Book::parse(variant, file, text)
}
