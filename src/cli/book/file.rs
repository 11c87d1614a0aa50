//! Reads the files of books.

use std::path::Path;

use crate::cli::error::CliError;
use crate::files::read_bytes;
use crate::openings::book::{Book, MAX_BOOK_BYTES};

/// Reads the book in a file.
pub fn read_book(path: &Path) -> Result<Book, CliError> {
    let bytes = read_bytes(path, MAX_BOOK_BYTES).map_err(CliError::in_file(path))?;
    Book::read(bytes).map_err(CliError::in_file(path))
}
