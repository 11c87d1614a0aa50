//! The books that come with the program, as they are part of it. They are large beside an engine in
//! a browser, so a feature of the crate adds them; elsewhere whoever holds the engine hands it a
//! book.

use super::{Book, BookError};
use crate::game::Variant;

/// The bytes of a file in the folder `books`.
macro_rules! bytes {
    ($file:literal) => {
        &include_bytes!(concat!("../books/", $file))[..]
    };
}

/// Returns the book that comes with the program for a variant, if there is one.
///
/// # Errors
/// Returns an error if the book is invalid, which tests rule out.
pub fn shipped_book(variant: Variant) -> Result<Option<Book>, BookError> {
    let bytes = match variant {
        Variant::Extended => bytes!("shatra.book"),
        Variant::Original => bytes!("shatra-original.book"),
        Variant::Kurin => bytes!("shatra-kurin.book"),
        Variant::Pritchard => bytes!("shatra-pritchard.book"),
        Variant::Online => bytes!("shatra-online.book"),
        Variant::Shatranj => bytes!("shatranj.book"),
        Variant::Shatar => bytes!("shatar.book"),
        Variant::FairyShatranj | Variant::FairyShatar => return Ok(None),
    };
    Book::read(bytes).map(Some)
}
