//! Files of books: refused with a message, or read, looked up and written again as they were. The
//! checksum refuses nearly all changed files, so the input is also read with its checksum mended.

use batyr::game::{GamePosition, START};
use batyr::openings::book::{Book, write_book};
use batyr::util::fnv::fnv1a;

use super::check_message;

/// The number of turns looked up one after another.
const PLIES: usize = 20;

/// Checks the file of a book.
pub fn check(bytes: &[u8]) {
    read(bytes);
    if bytes.len() >= 24 {
        let rest = bytes[..20].iter().chain(&bytes[24..]).copied();
        let sum = fnv1a(rest).to_le_bytes();
        read(&[&bytes[..20], &sum, &bytes[24..]].concat());
    }
}

fn read(bytes: &[u8]) {
    let book = match Book::read(bytes.to_vec()) {
        Ok(book) => book,
        Err(error) => return check_message(&error.to_string(), "a book"),
    };
    let records: Vec<_> = book.records().collect();
    assert_eq!(records.len(), book.len());
    for record in &records {
        assert_eq!(book.find(record.key), Some(*record));
        assert!(book.doubt(record) >= 0);
    }
    let again = write_book(book.header(), records);
    assert_eq!(
        Book::read(again).map(|book| *book.header()),
        Ok(*book.header())
    );
    let mut position = GamePosition::from_text(book.header().variant, START).unwrap();
    for ply in 0..PLIES {
        let Some(turns) = book.turns(&position) else {
            return;
        };
        assert!(turns.is_sorted_by_key(|turn| -turn.value()));
        position = turns[(7 * ply) % turns.len()].turn.after();
    }
}
