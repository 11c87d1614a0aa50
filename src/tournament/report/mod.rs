//! The report of a tournament, as Markdown and as a page of HTML.
//!
//! A report is made from the spec and the reports of the
//! games, and from nothing else, so that it can be made again at any time, even
//! for a tournament that was interrupted. Its contents are built once, as a
//! [`Document`]; the two output formats differ only in their markup.

mod contents;
mod document;
mod games;
mod html;
mod markdown;
mod plots;
mod settings;
mod summary;
mod time_use;

pub use document::{Document, Plot};

use super::{GameReport, Spec};
use summary::Summary;

/// Returns the report of these games. Games of engines that the spec does not
/// name are left out.
pub fn report<'g>(spec: &Spec, games: impl IntoIterator<Item = &'g GameReport>) -> Document {
    contents::document(spec, &Summary::new(spec, games))
}
