//! The opening books that are built into the program.

use std::borrow::Cow;

use super::book::{Book, BookError};
use crate::game::Variant;

/// The name and the text of a file in the folder `books`.
macro_rules! book {
    ($file:literal) => {
        Some(($file, Cow::from(include_str!(concat!("books/", $file)))))
    };
}

/// Returns the book of a variant that ships with the program, or `None` if there is
/// none. The openings are balanced; `batyr book` made them with the parameters at the
/// head of the book.
///
/// # Errors
/// Returns an error if the book is invalid, which tests rule out.
pub fn shipped(variant: Variant) -> Result<Option<Book>, BookError> {
    // A game without a book has an arm with `None`.
    let book = match variant {
        Variant::Extended => book!("shatra.openings"),
        Variant::Original => book!("shatra-original.openings"),
        Variant::Kurin => book!("shatra-kurin.openings"),
        Variant::Pritchard => book!("shatra-pritchard.openings"),
        Variant::Online => book!("shatra-online.openings"),
        Variant::Shatranj | Variant::FairyShatranj => book!("shatranj.openings"),
        Variant::Shatar => book!("shatar.openings"),
        // Fairy Shatar starts after the pair of moves that Shatar begins with.
        Variant::FairyShatar => book!("shatar.openings")
            .map(|(file, text)| (file, text.replace("\nd2d4 d7d5 ", "\n").into())),
    };
    book.map(|(file, text)| Book::parse(variant, file, &text))
        .transpose()
}
