//! The opening books that are built into the program.

use std::borrow::Cow;

use super::book::{Book, BookError};
use crate::game::Variant;

/// Returns the book of a variant that ships with the program, or `None` if there is
/// none. The openings are balanced; `batyr book` made them with the parameters at the
/// head of the book.
///
/// # Errors
/// Returns an error if the book is invalid, which tests rule out.
pub fn shipped(variant: Variant) -> Result<Option<Book>, BookError> {
    const SHATAR: &str = include_str!("books/shatar.openings");
    // A game without a book has an arm with `None`.
    let book: Option<(&str, Cow<'_, str>)> = match variant {
        Variant::Extended => Some((
            "shatra.openings",
            include_str!("books/shatra.openings").into(),
        )),
        Variant::Original => Some((
            "shatra-original.openings",
            include_str!("books/shatra-original.openings").into(),
        )),
        Variant::Kurin => Some((
            "shatra-kurin.openings",
            include_str!("books/shatra-kurin.openings").into(),
        )),
        Variant::Pritchard => Some((
            "shatra-pritchard.openings",
            include_str!("books/shatra-pritchard.openings").into(),
        )),
        Variant::Online => Some((
            "shatra-online.openings",
            include_str!("books/shatra-online.openings").into(),
        )),
        Variant::Shatranj | Variant::FairyShatranj => Some((
            "shatranj.openings",
            include_str!("books/shatranj.openings").into(),
        )),
        Variant::Shatar => Some(("shatar.openings", SHATAR.into())),
        // Fairy Shatar starts after the pair of moves that Shatar begins with.
        Variant::FairyShatar => Some((
            "shatar.openings",
            SHATAR.replace("\nd2d4 d7d5 ", "\n").into(),
        )),
    };
    book.map(|(file, text)| Book::parse(variant, file, &text))
        .transpose()
}
