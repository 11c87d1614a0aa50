//! The books that ship with the program.

use super::book::{Book, BookError};
use crate::game::Variant;

/// Returns the book of a variant: balanced openings, made by `batyr book` with
/// the parameters at its head.
///
/// # Errors
/// Returns an error if the book is invalid, which tests rule out.
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
        // Fairy-Shatar starts after the pair of moves that Shatar begins with.
        let text = text.replace("\nd2d4 d7d5 ", "\n");
        return Book::parse(variant, file, &text);
    }
    Book::parse(variant, file, text)
}
