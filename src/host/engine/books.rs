//! The books that a host may use: one in a file that it has named, else those that come with the
//! program.

use std::sync::Arc;

use super::refusal::Refusal;
use crate::game::Variant;
use crate::host::system::System;
use crate::openings::book::{Book, MAX_BOOK_BYTES};

/// The books of a host.
#[derive(Debug, Default)]
pub struct Books {
    /// The book in a file that the host has named.
    from_file: Option<Arc<Book>>,
    /// The book that comes with the program for the variant that was asked about last.
    shipped: Option<(Variant, Arc<Book>)>,
}

impl Books {
    /// Loads the book in a file; with an empty path, forgets it. The book must be one of the variant
    /// that was chosen, if one was.
    pub fn load(
        &mut self,
        path: &str,
        chosen: Option<Variant>,
        system: &dyn System,
    ) -> Result<(), Refusal> {
        if path.is_empty() {
            self.from_file = None;
            return Ok(());
        }
        let bytes = system.read_file(path, MAX_BOOK_BYTES);
        let bytes = bytes.map_err(|error| Refusal::UnreadableBook(path.to_owned(), error))?;
        let book = Book::read(bytes).map_err(|error| Refusal::Book(path.to_owned(), error))?;
        let found = book.header().variant;
        if let Some(chosen) = chosen.filter(|&chosen| chosen != found) {
            return Err(Refusal::OtherBook(path.to_owned(), found, chosen));
        }
        self.from_file = Some(Arc::new(book));
        Ok(())
    }

    /// Returns the book of a variant: that in the file, if there is one, or that which comes with the
    /// program.
    pub fn find(
        &mut self,
        variant: Variant,
        system: &dyn System,
    ) -> Result<Option<Arc<Book>>, Refusal> {
        if let Some(book) = &self.from_file {
            let is_of_variant = book.header().variant == variant;
            return Ok(is_of_variant.then(|| Arc::clone(book)));
        }
        if let Some((known, book)) = &self.shipped
            && *known == variant
        {
            return Ok(Some(Arc::clone(book)));
        }
        let book = system.shipped_book(variant);
        let book = book.map_err(|error| Refusal::Book(variant.id().to_owned(), error))?;
        // A system that gets its books one by one may have this one later.
        let book = book.map(Arc::new);
        self.shipped = book.clone().map(|book| (variant, book));
        Ok(book)
    }
}
