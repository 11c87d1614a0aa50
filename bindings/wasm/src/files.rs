//! The files beside the module: networks, endgame tables and opening books.
//!
//! A task that uses a network or tables asks the host for them, one file after the other, and waits
//! until each was handed over or the host has said that it can't be had: after a damaged one, the host
//! decides whether to try again. Files that nobody has asked for are welcome, too. A task takes over
//! what is there when it begins, so nothing changes during a search that is suspended.
//!
//! All of this happens on the conversation's thread. Where a task has a thread of its own, it is not
//! begun before it has its files, so that no thread waits for them; it reads them in the memory that the
//! threads share.

use std::collections::VecDeque;
use std::sync::{Arc, LazyLock};

use batyr::engine::{Network, Networks, Packs, TableSource};
use batyr::game::Variant;
use batyr::host::system::ShippedFile;
use batyr::openings::book::Book;

use crate::host;
use crate::shared::Shared;

#[derive(Default)]
struct Files {
    networks: Networks,
    tables: Packs,
    books: Vec<Book>,
    /// The files for which a task waits, of which the host has been asked for the first.
    wanted: VecDeque<ShippedFile>,
}

static FILES: LazyLock<Shared<Files>> = LazyLock::new(Shared::default);

/// What came of a file that was handed over.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Handover {
    /// Whether it is sound.
    pub is_sound: bool,
    /// Whether the waiting task, if there is one, has all that it can get.
    pub is_last: bool,
}

/// Returns the networks so far.
pub fn networks() -> Networks {
    FILES.with_borrow(|files| files.networks.clone())
}

/// Returns the endgame tables so far.
pub fn tables() -> TableSource {
    FILES.with_borrow(|files| TableSource::Packs(files.tables.clone()))
}

/// Returns the book of a variant, if it was handed over.
pub fn book(variant: Variant) -> Option<Book> {
    let is_of_variant = |book: &&Book| book.header().variant == variant;
    FILES.with_borrow(|files| files.books.iter().find(is_of_variant).cloned())
}

/// Asks the host for those of the files that are not there. Returns whether there are any.
pub fn fetch(wanted: Vec<ShippedFile>) -> bool {
    let first = FILES.with_borrow_mut(|files| {
        files.wanted = wanted.into();
        files.next_wanted()
    });
    first.map(|file| host::want(&path_of(file))).is_some()
}

/// Takes a file, or the answer that the one that was asked for can't be had, which is empty; then asks
/// for the next one.
pub fn add(bytes: Vec<u8>) -> Handover {
    let is_refusal = bytes.is_empty();
    let (is_sound, next, is_last) = FILES.with_borrow_mut(|files| {
        let before = files.wanted.front().copied();
        let is_sound = !is_refusal && files.add(bytes);
        if is_refusal {
            files.wanted.pop_front();
        }
        let next = files.next_wanted();
        let is_last = before.is_some() && next.is_none();
        (is_sound, next.filter(|_| next != before), is_last)
    });
    if let Some(file) = next {
        host::want(&path_of(file));
    }
    Handover { is_sound, is_last }
}

impl Files {
    /// Takes a file. Returns whether it is a sound one.
    fn add(&mut self, bytes: Vec<u8>) -> bool {
        if let Ok(network) = Network::read(&bytes) {
            self.networks.insert(Arc::new(network));
        } else if let Ok(book) = Book::read(bytes.clone()) {
            self.books.push(book);
        } else {
            return self.tables.add(bytes).is_ok();
        }
        true
    }

    fn has(&self, file: ShippedFile) -> bool {
        match file {
            ShippedFile::Network(family) => !self.networks.lack(family),
            ShippedFile::Tables(variant) => self.tables.have(variant),
        }
    }

    /// Forgets the wanted files that are there, and returns the first that is not.
    fn next_wanted(&mut self) -> Option<ShippedFile> {
        let mut wanted = std::mem::take(&mut self.wanted);
        wanted.retain(|&file| !self.has(file));
        self.wanted = wanted;
        self.wanted.front().copied()
    }
}

/// Returns the path by which the host knows a file.
fn path_of(file: ShippedFile) -> String {
    match file {
        ShippedFile::Network(family) => format!("networks/{}.net", family.name()),
        ShippedFile::Tables(variant) => format!("tables/{}.tables", variant.id()),
    }
}
